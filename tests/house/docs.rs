//! The guides name what the program accepts, no more and no less, in both languages.

mod book;
mod pictures;
mod snippets;

use kitpress::kit::{
    COMPONENT_KEYS, DECK_KEYS, GUIDE_ICONS, GUIDE_KEYS, HAND_KEYS, KIT_KEYS, Kind, MATCH_KEYS,
    NARRATE_KEYS, PATTERNS, ROLES_KEYS, ROOT_KEYS, SCORE_KEYS, SETTING_KEYS, STYLE_KEYS,
    SWATCH_KEYS, Source, TABLE_KEYS, TIMER_KEYS, named_sizes,
};
use kitpress::play::games::generic::VERBS;
use kitpress::template::TEXTBOX_ARGUMENTS;

fn doc(name: &str) -> String {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(name);
    std::fs::read_to_string(path).expect("the document is there")
}

/// Where the guides of each language lie.
const BOOKS: [&str; 2] = ["docs", "docs/ja"];

/// A page in both languages, the English one first.
fn both(name: &str) -> [String; 2] {
    BOOKS.map(|book| doc(&format!("{book}/{name}")))
}

/// A heading with its signs, and what stands under it up to the next one.
struct Section<'a> {
    heading: &'a str,
    text: &'a str,
}

/// The headings of a page in their order. What looks like one inside a block is none.
fn sections(page: &str) -> Vec<Section<'_>> {
    let (mut out, mut at, mut inside) = (Vec::<(usize, usize)>::new(), 0, false);
    for line in page.split_inclusive('\n') {
        if line.starts_with("```") {
            inside = !inside;
        }
        if !inside && line.starts_with('#') {
            out.push((at, at + line.len()));
        }
        at += line.len();
    }
    let ends = out.iter().skip(1).map(|(start, _)| *start);
    let ends = ends.chain([page.len()]).collect::<Vec<_>>();
    let sections = out.iter().zip(ends);
    sections
        .map(|((start, text), end)| Section {
            heading: page[*start..*text].trim_end(),
            text: &page[*text..end],
        })
        .collect()
}

/// The section of a page that has this heading in the English one: all languages have theirs in the same order.
fn section<'a>(pages: &'a [String; 2], book: usize, heading: &str) -> &'a str {
    let english = sections(&pages[0]);
    let at = english.iter().position(|s| s.heading == heading);
    let at = at.unwrap_or_else(|| panic!("no heading {heading:?}"));
    sections(&pages[book])[at].text
}

/// The words in backticks in the first cells of a section's tables.
fn first_cells(section: &str) -> Vec<String> {
    let rows = section.lines().filter(|l| l.starts_with("| `"));
    let cells = rows.filter_map(|l| l.split('|').nth(1));
    cells
        .flat_map(|cell| {
            cell.split('`')
                .skip(1)
                .step_by(2)
                .map(str::to_owned)
                .collect::<Vec<_>>()
        })
        .collect()
}

fn same(documented: Vec<String>, accepted: &[&str], what: &str) {
    let mut documented = documented;
    documented.sort_unstable();
    documented.dedup();
    let mut accepted: Vec<&str> = accepted.to_vec();
    accepted.sort_unstable();
    assert_eq!(documented, accepted, "{what}");
}

#[test]
fn the_guide_lists_exactly_the_keys_that_are_accepted() {
    let guides = both("kits.md");
    for (book, guide) in guides.iter().enumerate() {
        for (heading, keys) in [
            ("### `[kit]`", KIT_KEYS),
            ("### `[[component]]`", COMPONENT_KEYS),
            ("## Settings", SETTING_KEYS),
            ("## The first page", GUIDE_KEYS),
            ("### Text boxes", TEXTBOX_ARGUMENTS),
        ] {
            let listed = first_cells(section(&guides, book, heading));
            same(listed, keys, heading);
        }
        let own = section(&guides, book, "## The first page");
        for icon in GUIDE_ICONS {
            assert!(own.contains(&format!("`{icon}`")), "drawing {icon}");
        }
        let flow = section(&guides, book, "## Flowing text");
        let start = flow.find("`[component.style]`");
        let table = &flow[start.expect("style is documented")..];
        same(first_cells(table), STYLE_KEYS, "style");
        for key in ROOT_KEYS {
            let named = [
                format!("\n[{key}]"),
                format!("\n[[{key}]]"),
                format!("\n[{key}."),
            ];
            assert!(named.iter().any(|n| guide.contains(n)), "[{key}]");
        }
    }
}

#[test]
fn the_guide_lists_exactly_the_keys_and_moves_of_the_table() {
    let guides = both("kits.md");
    for (heading, keys) in [
        ("### `[table]`", TABLE_KEYS),
        ("### `[[table.deck]]`", DECK_KEYS),
        ("### `[[table.hand]]`", HAND_KEYS),
        ("### `[table.roles]`", ROLES_KEYS),
        ("### `[[table.timer]]`", TIMER_KEYS),
        ("### `[[table.score]]`", SCORE_KEYS),
        ("### `[[table.narrate]]`", NARRATE_KEYS),
        ("### `[table.match]`", MATCH_KEYS),
        ("### Moves", &VERBS),
    ] {
        for book in 0..BOOKS.len() {
            same(first_cells(section(&guides, book, heading)), keys, heading);
        }
    }
}

#[test]
fn the_guide_names_every_kind_pattern_size_and_colour_key() {
    let guides = both("kits.md");
    for (book, guide) in guides.iter().enumerate() {
        for (name, _) in Kind::ALL {
            assert!(guide.contains(&format!("**{name}**")), "kind {name}");
        }
        let colours = section(&guides, book, "### Colours that everyone can tell apart");
        for pattern in PATTERNS {
            assert!(colours.contains(pattern), "pattern {pattern}");
        }
        for key in SWATCH_KEYS {
            assert!(colours.contains(&format!("{key} =")), "colour key {key}");
        }
        let sizes = guide.lines().find(|l| l.starts_with("| `size`"));
        let sizes = sizes.expect("sizes are documented");
        for name in named_sizes()
            .keys()
            .filter(|n| !["a6", "a5", "a4"].contains(&n.as_str()))
        {
            assert!(sizes.contains(&format!("`{name}`")), "size {name}");
        }
    }
}

#[test]
fn the_readme_kit_prints_as_it_stands() {
    let readme = doc("README.md");
    let block = |lang: &str| {
        let start = readme.find(&format!("```{lang}\n")).expect("a block") + lang.len() + 4;
        let rest = &readme[start..];
        &rest[..rest.find("```").expect("its end")]
    };
    let dir = tempfile::tempdir().expect("a folder");
    std::fs::write(dir.path().join("kit.toml"), block("toml")).expect("written");
    std::fs::write(dir.path().join("monster.svg"), block("svg")).expect("written");
    std::fs::write(dir.path().join("monsters.csv"), block("csv")).expect("written");
    let source = Source::find(dir.path().to_str().expect("a path")).expect("a kit");
    let kit = kitpress::kit::Kit::load_from(source, &[]).unwrap_or_else(|e| panic!("{e}"));
    let options = kitpress::press::PrintOptions::default();
    let printed = kitpress::press::print(&kit, &options, &kitpress::press::NoProgress);
    let printed = printed.unwrap_or_else(|e| panic!("{e}"));
    assert_eq!(printed.components[0].cards, 4);
}

#[test]
fn the_readme_and_ci_run_the_same_tests() {
    assert!(doc("README.md").contains("\ncargo test "));
    assert!(doc(".ci/run").lines().any(|l| l == "cargo test"));
}

/// A test without its program must be ignored, not pass by; and CI must install what is needed.
#[test]
fn tests_say_which_programs_they_need() {
    let mut files = vec![std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests")];
    let mut used = std::collections::BTreeSet::new();
    while let Some(path) = files.pop() {
        if path.is_dir() {
            let inside = std::fs::read_dir(&path).expect("a folder").flatten();
            files.extend(inside.map(|e| e.path()));
        } else if path.extension().is_some_and(|e| e == "rs") && !path.ends_with("docs.rs") {
            let text = std::fs::read_to_string(&path).expect("a test");
            for after in text.split("tool(\"").skip(1) {
                let name = after.split('"').next().unwrap_or_default();
                let marks = text.lines().filter(|l| l.contains("needs("));
                let said = marks
                    .into_iter()
                    .any(|l| l.contains(&format!("\"{name}\"")));
                assert!(said, "{}: {name}", path.display());
                used.insert(name.to_owned());
            }
        }
    }
    assert!(used.len() > 3, "{used:?}");
    let ci = doc(".ci/run");
    for name in used {
        assert!(ci.contains(&format!("{name}:")), "CI installs {name}");
    }
}

/// A fenced block of a guide: `lang`, the file it is, the heading it stands under, its text.
struct Block {
    lang: String,
    file: String,
    section: usize,
    text: String,
}

fn blocks(guide: &str) -> Vec<Block> {
    let mut out: Vec<Block> = Vec::new();
    let (mut section, mut inside) = (0, false);
    for line in guide.lines() {
        match line.strip_prefix("```") {
            Some(_) if inside => inside = false,
            Some(info) => {
                inside = true;
                let (lang, file) = info.split_once(' ').unwrap_or((info, ""));
                out.push(Block {
                    lang: lang.to_owned(),
                    file: file.to_owned(),
                    section,
                    text: String::new(),
                });
            }
            None if inside => {
                let block = out.last_mut().expect("a block is open");
                block.text.push_str(line);
                block.text.push('\n');
            }
            None if line.starts_with("## ") => section += 1,
            None => {}
        }
    }
    assert!(!inside, "a block is not closed");
    out
}

/// Guides in which every block is a file of a kit. The first section's kit is what the others build on.
const RECIPES: [&str; 6] = [
    "first-kit",
    "cookbook",
    "from-squib",
    "from-nandeck",
    "from-inkscape",
    "from-cardmaker",
];

#[test]
fn every_snippet_of_the_guides_prints() {
    for name in BOOKS
        .iter()
        .flat_map(|b| RECIPES.map(|r| format!("{b}/{r}")))
    {
        let guide = doc(&format!("{name}.md"));
        let blocks = blocks(&guide);
        for section in 1..=blocks.iter().map(|b| b.section).max().unwrap_or(0) {
            let kit = snippets::recipe(&blocks, section);
            assert!(kit.contains_key("kit.toml"), "{name} begins with a kit");
            snippets::prints(&format!("{name}, section {section}"), &kit);
        }
        for block in blocks.iter().filter(|b| b.file.is_empty()) {
            let known = ["sh", "ruby", "text"].contains(&block.lang.as_str());
            assert!(known, "{name}: a block that is no file:\n{}", block.text);
        }
    }
}

/// The README and all pages of both books, by their paths.
fn guides() -> Vec<(String, String)> {
    let pages = book::pages(BOOKS[0]).into_iter();
    let pages = pages.map(|page| format!("{}/{page}", BOOKS[0]));
    let names = ["README.md".to_owned()].into_iter().chain(pages);
    names.map(|name| (name.clone(), doc(&name))).collect()
}

/// Every command line of every guide is one that the program understands.
#[test]
fn every_command_of_the_guides_is_understood() {
    let mut seen = 0;
    for block in guides().iter().flat_map(|(_, g)| blocks(g)) {
        if block.lang != "sh" {
            continue;
        }
        for line in block.text.lines() {
            let line = line.split("  ").next().unwrap_or_default().trim();
            let line = line.split(" #").next().unwrap_or_default().trim();
            if let Some(args) = line.strip_prefix("kitpress ")
                && !args.contains(['…', '[', '|', '<', '$', '>'])
            {
                let args = shell_words(args);
                kitpress::cli::understands(&args)
                    .unwrap_or_else(|e| panic!("`kitpress {}`: {e}", args.join(" ")));
                seen += 1;
            }
        }
    }
    assert!(seen > 10, "{seen} commands were read");
}

/// What the program says of itself.
fn help(args: &[&str]) -> String {
    help_in("C", args)
}

fn help_in(locale: &str, args: &[&str]) -> String {
    let mut program = std::process::Command::new(env!("CARGO_BIN_EXE_kitpress"));
    let out = program.args(args).arg("--help").env("LANG", locale);
    let out = out.env_remove("LC_ALL").output();
    String::from_utf8(out.expect("kitpress starts").stdout).expect("UTF-8")
}

/// The tables of commands list exactly the commands that there are, in the order and below the heads of the help.
#[test]
fn every_command_is_documented_where_the_help_has_it() {
    for (page, locale) in both("commands.md").iter().zip(["C", "ja_JP.UTF-8"]) {
        lists_commands(page, &help_in(locale, &[]));
    }
}

fn lists_commands(page: &str, said: &str) {
    let mut documented = grouped(page.lines().filter_map(|line| {
        let head = line.strip_prefix("## ").map(|h| (h, None));
        let row = line.strip_prefix("| `kitpress ");
        let row = row.and_then(|l| l.split(['`', ' ']).next());
        head.or(row.map(|command| ("", Some(command))))
    }));
    let accepted = grouped(said.lines().filter_map(|line| {
        let head = line.strip_suffix([':', '：']).map(|h| (h, None));
        let entry = line
            .strip_prefix("  ")
            .filter(|l| !l.starts_with([' ', '-']));
        let entry = entry.and_then(|l| l.split_whitespace().next());
        head.or(entry.map(|command| ("", Some(command))))
    }));
    assert!(accepted.len() > 3, "{said}");
    // Further tables, below heads of their own, say more of some.
    documented.retain(|(head, _)| accepted.iter().any(|(h, _)| h == head));
    assert_eq!(documented, accepted);
}

/// Commands below heads; heads without commands are left out.
fn grouped<'a>(
    lines: impl Iterator<Item = (&'a str, Option<&'a str>)>,
) -> Vec<(String, Vec<String>)> {
    let mut out: Vec<(String, Vec<String>)> = Vec::new();
    for (head, command) in lines {
        match (command, out.last_mut()) {
            (Some(command), Some((_, commands))) => {
                let command = command.to_owned();
                if !commands.contains(&command) {
                    commands.push(command);
                }
            }
            (None, _) => out.push((head.to_owned(), Vec::new())),
            (Some(_), None) => {}
        }
    }
    out.retain(|(_, commands)| !commands.is_empty());
    out
}

/// Every flag of what is around the games is told, and has an example of its command.
#[test]
fn the_flags_around_the_games_are_documented() {
    let pages = both("commands.md");
    for command in ["again", "history", "pick", "roster", "show", "tables"] {
        let said = help(&[command]);
        let flags = said
            .split_whitespace()
            .filter_map(|w| w.strip_prefix("--"))
            .map(|w| w.trim_end_matches(|c: char| !c.is_ascii_alphanumeric()));
        for flag in flags.filter(|f| !["help", "version", "lang", ""].contains(f)) {
            let told = pages.iter().all(|p| p.contains(&format!("--{flag}")));
            assert!(told, "{command} --{flag}");
        }
        assert!(said.contains("Examples:"), "{command}");
    }
}

/// Words as a shell splits them, quotes understood.
fn shell_words(line: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut quote = None;
    for c in line.chars() {
        match (c, quote) {
            (c, Some(q)) if c == q => quote = None,
            (c, Some(_)) => words.last_mut().expect("a word").push(c),
            ('\'' | '"', None) => quote = Some(c),
            (' ', None) => words.push(String::new()),
            (c, None) => words.last_mut().expect("a word").push(c),
        }
    }
    words.retain(|w| !w.is_empty());
    words
}
