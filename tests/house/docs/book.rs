//! The pages as a book: both languages have the same ones, every link leads somewhere, every page is in the contents.

use std::collections::BTreeSet;
use std::path::{Component, Path};

use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};

use super::{BOOKS, blocks, doc, guides, sections};

/// The pages of a book, by their paths in it; those of books inside it are among them.
pub fn pages(book: &str) -> Vec<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join(book);
    files(&root, ".md")
}

/// All files below a folder whose names end so, `/` between folders.
pub fn files(root: &Path, end: &str) -> Vec<String> {
    let (mut folders, mut out) = (vec![root.to_owned()], Vec::new());
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).expect("a folder").flatten() {
            let path = entry.path();
            let name = path.strip_prefix(root).expect("inside").to_string_lossy();
            match path.is_dir() {
                true => folders.push(path),
                false if name.ends_with(end) => out.push(name.replace('\\', "/")),
                false => {}
            }
        }
    }
    out.sort_unstable();
    out
}

/// The pages of the English book, and those of the Japanese one.
fn both_books() -> [Vec<String>; 2] {
    let (japanese, english) = pages("docs")
        .into_iter()
        .partition(|p| p.starts_with("ja/"));
    let japanese: Vec<String> = japanese;
    [
        english,
        japanese.iter().map(|p| p[3..].to_owned()).collect(),
    ]
}

#[test]
fn both_languages_have_the_same_pages() {
    let [english, japanese] = both_books();
    assert_eq!(english, japanese);
}

/// The same headings and the same blocks in the same order; programs, data and what is typed are the same, letter by letter.
#[test]
fn both_languages_say_the_same_in_the_same_order() {
    for page in pages("docs/ja") {
        let pages = BOOKS.map(|book| doc(&format!("{book}/{page}")));
        let levels = pages.each_ref().map(|text| {
            let depth = |heading: &str| heading.chars().take_while(|c| *c == '#').count();
            sections(text)
                .iter()
                .map(|s| depth(s.heading))
                .collect::<Vec<_>>()
        });
        assert_eq!(levels[0], levels[1], "{page}: headings");
        let shown = pages.each_ref().map(|text| {
            let all = blocks(text).into_iter();
            all.map(|b| {
                // What another test runs from the English page.
                let typed = page.starts_with("evenings/") && b.lang == "sh";
                let exact = typed || ["python", "json"].contains(&b.lang.as_str());
                let text = if exact { b.text } else { String::new() };
                (b.lang, b.file.replace(".ja.", ".en."), text)
            })
            .collect::<Vec<_>>()
        });
        assert_eq!(shown[0], shown[1], "{page}: blocks");
    }
}

/// Where the links of a page lead, pictures among them.
fn links(page: &str) -> Vec<&str> {
    let mut inside = false;
    let prose = page.lines().filter(|line| {
        let fence = line.starts_with("```");
        inside ^= fence;
        !inside && !fence
    });
    // What stands between backticks is no link.
    let prose = prose.flat_map(|line| line.split('`').step_by(2));
    let ends = prose.flat_map(|text| text.split("](").skip(1));
    ends.filter_map(|rest| rest.split(')').next()).collect()
}

/// A heading as browsers find it.
fn anchor(heading: &str) -> String {
    let words = heading.trim_start_matches('#').trim().chars();
    let words = words.flat_map(char::to_lowercase).filter_map(|c| match c {
        ' ' => Some('-'),
        c if c.is_alphanumeric() || c == '-' || c == '_' => Some(c),
        _ => None,
    });
    words.collect()
}

/// A path of a page without `..`; none where it leads out of the tree.
fn plain(path: &Path) -> Option<String> {
    let mut out: Vec<String> = Vec::new();
    for part in path.components() {
        match part {
            Component::Normal(name) => out.push(name.to_string_lossy().into_owned()),
            Component::ParentDir => drop(out.pop()?),
            _ => {}
        }
    }
    Some(out.join("/"))
}

/// A link leads to a file and to a heading; from a page of the book only to what is in the book.
#[test]
fn every_link_leads_somewhere() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut seen = 0;
    for (name, text) in guides() {
        for link in links(&text) {
            if link.contains("://") {
                continue;
            }
            let (target, fragment) = link.split_once('#').unwrap_or((link, ""));
            let folder = Path::new(&name).parent().expect("a folder");
            let path = match target {
                "" => Some(name.clone()),
                target => plain(&folder.join(target)),
            };
            let path = path.unwrap_or_else(|| panic!("{name}: {link}"));
            assert!(root.join(&path).is_file(), "{name}: {link} is not there");
            let inside = path.starts_with("docs/") || name == "README.md";
            assert!(inside, "{name}: {link} is not in the book");
            if !fragment.is_empty() {
                let there = doc(&path);
                let found = sections(&there)
                    .iter()
                    .any(|s| anchor(s.heading) == fragment);
                assert!(found, "{name}: {link}: no such heading");
            }
            seen += 1;
        }
    }
    assert!(seen > 150, "{seen} links were followed");
}

/// The contents of a book name every page once, in both books the same ones in the same order.
#[test]
fn every_page_is_in_the_contents() {
    let contents = BOOKS.map(|book| doc(&format!("{book}/SUMMARY.md")));
    let listed = contents.each_ref().map(|text| links(text));
    assert_eq!(listed[0], listed[1]);
    let mut listed: Vec<&str> = listed[0].clone();
    listed.sort_unstable();
    let [mut english, _] = both_books();
    english.retain(|p| p != "SUMMARY.md");
    assert_eq!(listed, english);
}

/// A picture that no page shows has been forgotten, and all of them together are no burden.
#[test]
fn every_picture_is_shown_and_small() {
    let mut shown = BTreeSet::new();
    for (name, text) in guides() {
        let folder = Path::new(&name).parent().expect("a folder");
        let paths = links(&text).into_iter();
        shown.extend(paths.filter_map(|link| plain(&folder.join(link))));
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs");
    let pictures = [".png", ".svg"].iter().flat_map(|end| files(&root, end));
    let mut bytes = 0;
    for picture in pictures {
        assert!(
            shown.contains(&format!("docs/{picture}")),
            "nobody sees {picture}"
        );
        bytes += root.join(&picture).metadata().expect("a file").len();
    }
    assert!(
        bytes < 3_000_000,
        "the pictures of docs/ have {bytes} bytes"
    );
}

/// No reader sees stars: bold words that touch Japanese punctuation are easily none to Markdown.
#[test]
fn no_page_shows_the_signs_of_its_bold_words() {
    for (name, text) in guides() {
        let mut inside = false;
        for event in Parser::new_ext(&text, Options::ENABLE_TABLES) {
            match event {
                Event::Start(Tag::CodeBlock(_)) => inside = true,
                Event::End(TagEnd::CodeBlock) => inside = false,
                Event::Text(words) if !inside => {
                    assert!(!words.contains('*'), "{name}: `{words}`");
                }
                _ => {}
            }
        }
    }
}
