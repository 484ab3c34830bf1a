//! Booklets: every page of every leaf is put to use, figures stay with their text, the page number keeps its distance.

use std::path::Path;

use crate::figures::Boxes;
use kitpress::impose::Backs;
use kitpress::kit::{Kind, Kit, Source};
use kitpress::press::{NoProgress, PrintOptions, Proof, print, proof};
use kitpress::scene::{Studio, text_extents};
use kitpress::template::Ink;
use kitpress::text::flow::{FlowPage, FlowStyle, Fold, flow};
use kitpress::text::{FontBook, NoIcons};
use kitpress::units::{Mm, Pt, Size};

const PAGE: Size = Size::mm(134.0, 198.0);

fn plain() -> FlowStyle {
    FlowStyle {
        columns: 1,
        inset: Mm(9.0),
        keep_figures: true,
        ..FlowStyle::default()
    }
}

fn folded() -> FlowStyle {
    let words = Fold {
        contents: "Contents".into(),
        scores: "Scores".into(),
        notes: "Notes".into(),
    };
    FlowStyle {
        fold: Some(words),
        ..plain()
    }
}

fn lay(markdown: &str, style: &FlowStyle) -> Vec<FlowPage> {
    let fonts = FontBook::bundled();
    flow(markdown, PAGE, style, "en", fonts, &NoIcons, &Boxes)
        .unwrap_or_else(|e| panic!("line {}: {e}", e.line()))
}

fn prose(seed: usize, words: usize) -> String {
    let words = (0..words).map(|i| format!("w{seed}x{i}"));
    words.collect::<Vec<_>>().join(" ")
}

fn words(page: &FlowPage) -> Vec<&str> {
    let runs = page.texts.iter().flat_map(|t| &t.runs);
    runs.flat_map(|r| r.text.split_whitespace()).collect()
}

/// The page that a word stands on.
fn page_of(pages: &[FlowPage], word: &str) -> usize {
    let page = pages.iter().position(|p| words(p).contains(&word));
    page.unwrap_or_else(|| panic!("`{word}` is lost"))
}

/// Sections of prose below a title.
fn rules(sections: usize, each: usize) -> String {
    let section = |i: usize| format!("## Section{i}\n\n{}\n\n", prose(i, each));
    let all: String = (0..sections).map(section).collect();
    format!("# Title\n\nLead.\n\n{all}")
}

#[test]
fn the_text_fills_the_leaves_it_takes() {
    for (sections, each) in [(1, 40), (2, 300), (4, 200), (5, 260), (6, 300), (5, 420)] {
        let md = rules(sections, each);
        let (flat, pages) = (lay(&md, &plain()), lay(&md, &folded()));
        let note = format!("{sections} of {each}: {} pages", flat.len());
        assert_eq!(pages.len() % 4, 0, "{note}");
        assert!(pages.len() <= flat.len().next_multiple_of(4), "{note}");
        for (i, page) in pages.iter().enumerate() {
            assert!(
                page.art.contains("<rect"),
                "{note}: page {} is blank",
                i + 1
            );
        }
        let got: Vec<&str> = pages.iter().flat_map(words).collect();
        let got = got.iter().filter(|w| w.starts_with('w'));
        let want: Vec<String> = (0..sections).map(|i| prose(i, each)).collect();
        let want = want.join(" ");
        assert!(got.copied().eq(want.split(' ')), "{note}: words are lost");
        let sizes = pages.iter().flat_map(|p| &p.texts).flat_map(|t| &t.runs);
        let sizes = sizes.filter(|r| r.text.starts_with('w'));
        for run in sizes {
            let size = Mm(f64::from(run.size)).to_pt().0;
            assert!(
                (9.0 - 1e-3..=11.25 + 1e-3).contains(&size),
                "{note}: {size}"
            );
        }
    }
}

#[test]
fn large_letters_do_not_grow() {
    let style = FlowStyle {
        size: Pt(13.0),
        ..folded()
    };
    let pages = lay(&rules(2, 100), &style);
    let runs = pages.iter().flat_map(|p| &p.texts).flat_map(|t| &t.runs);
    for run in runs.filter(|r| r.text.starts_with('w')) {
        assert!((Mm(f64::from(run.size)).to_pt().0 - 13.0).abs() < 1e-3);
    }
}

#[test]
fn a_few_lines_more_do_not_cost_a_leaf() {
    let style = plain();
    let long = (300..700).find(|n| lay(&rules(4, *n), &style).len() > 4);
    let md = rules(4, long.expect("a fifth page") + 8);
    assert_eq!(lay(&md, &folded()).len(), 4);
}

#[test]
fn pages_to_spare_become_contents_scores_and_notes() {
    let long = (40..200).find(|n| lay(&rules(5, *n), &plain()).len() > 1);
    let md = rules(5, long.expect("a second page"));
    let pages = lay(&md, &folded());
    assert_eq!(pages.len(), 4);
    let first = words(&pages[0]);
    assert!(first.starts_with(&["Title", "Lead."]), "{first:?}");
    assert!(first.contains(&"Contents") && !first.contains(&"w0x0"));
    // Each section with the number of its page.
    for i in 0..5 {
        let at = first.iter().position(|w| *w == format!("Section{i}"));
        let at = at.unwrap_or_else(|| panic!("section {i} is not listed"));
        let near = [first.get(at + 1), at.checked_sub(1).map(|a| &first[a])];
        let page = (page_of(&pages, &format!("w{i}x0")) + 1).to_string();
        assert!(near.contains(&Some(&page.as_str())), "{first:?}");
    }
    assert_eq!(words(&pages[3]), ["Notes"]);
    // Words that the program does not have in a language are left out, the lines are not.
    let style = FlowStyle {
        fold: Some(Fold::default()),
        ..plain()
    };
    let pages = lay(&md, &style);
    assert!(words(&pages[3]).is_empty() && pages[3].art.matches("<rect").count() > 10);
    // Two pages of text without sections: scores, then notes.
    let pages = lay(&prose(0, 450), &folded());
    let last: Vec<_> = pages[2..].iter().map(words).collect();
    assert_eq!(
        (pages.len(), last),
        (4, vec![vec!["Scores"], vec!["Notes"]])
    );
}

#[test]
fn figures_stay_with_the_paragraph_before_them() {
    for n in (20..900).step_by(15) {
        let md = format!(
            "{}\n\n{}\n\n![caption](60x50)\n\n{}",
            prose(0, n),
            prose(1, 40),
            prose(2, 250)
        );
        let pages = lay(&md, &plain());
        let figure = pages.iter().position(|p| !p.figures.is_empty());
        assert_eq!(figure, Some(page_of(&pages, "w1x39")), "{n} words before");
    }
}

#[test]
fn a_heading_is_never_last_on_a_page() {
    // The figure fits on a full page only, and there is nothing else to break at.
    let style = FlowStyle {
        top: Mm(60.0),
        ..plain()
    };
    for style in [
        style.clone(),
        FlowStyle {
            fold: folded().fold,
            ..style
        },
    ] {
        let md = format!("# Title\n\n## Below\n\n![](60x130)\n\n{}", prose(0, 300));
        let pages = lay(&md, &style);
        let figure = pages.iter().position(|p| !p.figures.is_empty());
        assert_eq!(figure, Some(page_of(&pages, "Below")));
    }
}

#[test]
fn figures_are_parted_rather_than_paper_added() {
    let style = FlowStyle {
        keep_figures: false,
        ..folded()
    };
    for n in (1000..2200).step_by(60) {
        let block = |i: usize| format!("{}\n\n![](60x70)\n\n", prose(i, n / 10));
        let md: String = (0..10).map(block).collect();
        assert!(lay(&md, &folded()).len() <= lay(&md, &style).len(), "{n}");
    }
}

/// `---` is written for the columns of the sheet that a text is also printed on.
#[test]
fn breaks_of_columns_do_not_part_a_booklet() {
    let md = format!("## One\n\n{}\n\n---\n\n{}", prose(0, 30), prose(1, 30));
    assert_eq!(
        lay(&md, &plain()).len(),
        2,
        "a sheet goes on in the next column"
    );
    let dir = tempfile::tempdir().expect("a folder");
    let kit = kit(dir.path(), 10);
    std::fs::write(dir.path().join("rules.en.md"), &md).expect("written");
    let studio = Studio::new(&kit, Ink::Full).expect("fonts load");
    let proof = booklet(&kit, &studio, "en");
    let page = |word: &str| {
        let on = |face: &kitpress::press::DrawnFace| {
            let texts = text_extents(&face.scene, face.size);
            texts.iter().any(|t| t.text.contains(word))
        };
        proof.faces.iter().position(on)
    };
    assert!(page("w0x1").is_some());
    assert_eq!(page("w0x1"), page("w1x29"));
}

fn booklet<'a>(kit: &'a Kit, studio: &'a Studio<'a>, lang: &str) -> Proof<'a> {
    let options = PrintOptions {
        lang: lang.into(),
        only: vec!["booklet".into()],
        ..PrintOptions::default()
    };
    proof(kit, studio, &options, false, &NoProgress).unwrap_or_else(|e| panic!("{e}"))
}

#[test]
fn shipped_booklets_have_no_blank_page_and_a_gap_above_their_numbers() {
    let mut seen = 0;
    for kit in kitpress::shipped().expect("shipped kits load") {
        if !kit.components.iter().any(|c| c.kind == Kind::Booklet) {
            continue;
        }
        seen += 1;
        let studio = Studio::new(&kit, Ink::Full).expect("fonts load");
        for lang in &kit.languages {
            let proof = booklet(&kit, &studio, lang);
            for (i, sheet) in proof.sheets.iter().enumerate() {
                assert_eq!(sheet.items.len(), 2, "{} {lang}: side {}", kit.id, i + 1);
            }
            for (i, face) in proof.faces.iter().enumerate() {
                let mut texts = text_extents(&face.scene, face.size);
                // The number of the page stands lowest.
                texts.sort_by(|a, b| a.at.y.0.total_cmp(&b.at.y.0));
                let number = texts.pop().expect("a page has its number").at;
                assert!(number.y.0 > 180.0, "{} {lang}: {number:?}", kit.id);
                for text in texts.iter().filter(|t| t.at.y > Mm(100.0)) {
                    let gap = number.y - text.at.bottom();
                    let at = format!("{} {lang} page {}: “{}”", kit.id, i + 1, text.text);
                    let is_frame = text.at.y >= number.y - Mm(1.0);
                    assert!(is_frame || gap.0 > 2.0, "{at}: {gap}");
                }
            }
        }
    }
    assert_eq!(seen, 5);
}

const FRAME: &str = r##"<svg xmlns="http://www.w3.org/2000/svg" width="134mm" height="198mm" viewBox="0 0 134 198"><rect x="-3" y="-3" width="140" height="204" fill="#fff8e0"/>{{ textbox(text="page " ~ page ~ " of " ~ pages, x=40, y=186, w=54, h=5, size=8) }}</svg>"##;

fn kit(dir: &Path, words: usize) -> Kit {
    let manifest = "[kit]\nid = \"own\"\n[[component]]\nid = \"booklet\"\nkind = \"booklet\"\nsize = \"134x198mm\"\n\
        flow = \"rules.md\"\ncolumns = 1\nfront = \"page.svg\"\n[component.style]\ninset = \"9mm\"\n";
    let text: String = prose(0, words).replace(" w0x9 ", " w0x9\n\n");
    let put = |name: &str, text: &str| std::fs::write(dir.join(name), text).expect("written");
    put("kit.toml", manifest);
    put("page.svg", FRAME);
    put("rules.en.md", &text);
    let source = Source::find(dir.to_str().expect("a path")).expect("a kit");
    Kit::load_from(source, &[]).unwrap_or_else(|e| panic!("{e}"))
}

#[test]
fn anybodys_frame_is_behind_every_page() {
    let dir = tempfile::tempdir().expect("a folder");
    let kit = kit(dir.path(), 1100);
    let studio = Studio::new(&kit, Ink::Full).expect("fonts load");
    let proof = booklet(&kit, &studio, "en");
    assert_eq!((proof.faces.len(), proof.sheets.len()), (4, 2));
    for (i, face) in proof.faces.iter().enumerate() {
        let texts = text_extents(&face.scene, face.size);
        let all: String = texts.iter().map(|t| t.text.as_str()).collect();
        assert!(all.starts_with(&format!("page {} of 4", i + 1)), "{all}");
        // The number stands in the text's room; the text makes way.
        let body = texts.iter().filter(|t| t.text.starts_with('w'));
        let lowest = body.map(|t| t.at.bottom().0).fold(0.0, f64::max);
        assert!(lowest < 184.0, "page {}: {lowest}", i + 1);
    }
}

#[test]
fn what_is_not_folded_is_not_filled_up() {
    let dir = tempfile::tempdir().expect("a folder");
    let kit = kit(dir.path(), 700);
    let pages = |backs: Backs, sets: u32| {
        let options = PrintOptions {
            only: vec!["booklet".into()],
            backs,
            sets,
            ..PrintOptions::default()
        };
        print(&kit, &options, &NoProgress).expect("printed").pages
    };
    assert_eq!(pages(Backs::None, 1), 2);
    assert_eq!(pages(Backs::DuplexLong, 1), 2);
    // Two sets are two booklets of four pages, not one of eight.
    let studio = Studio::new(&kit, Ink::Full).expect("fonts load");
    let options = PrintOptions {
        only: vec!["booklet".into()],
        sets: 2,
        ..PrintOptions::default()
    };
    let two = proof(&kit, &studio, &options, false, &NoProgress).expect("a proof");
    let sides: Vec<Vec<usize>> = two
        .sheets
        .iter()
        .map(|s| s.items.iter().map(|i| i.face).collect())
        .collect();
    assert_eq!(sides[..2], sides[2..]);
    assert_eq!(sides[0], [3, 0]);
}
