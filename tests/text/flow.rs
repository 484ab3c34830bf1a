//! Rule sheets against the rules of setting: nothing lost, nothing on top of each other, nothing out of place.

use crate::figures::Boxes;
use kitpress::say::Say;
use kitpress::text::flow::{FigureSize, Figures, FlowError, FlowPage, FlowStyle, flow};
use kitpress::text::{FontBook, NoIcons, TextError};
use kitpress::units::{Mm, Pt, Rect, Size};
use proptest::prelude::*;

const SHEET: Size = Size::mm(186.0, 258.0);

fn try_lay(markdown: &str, style: &FlowStyle, lang: &str) -> Result<Vec<FlowPage>, FlowError> {
    flow(
        markdown,
        SHEET,
        style,
        lang,
        FontBook::bundled(),
        &NoIcons,
        &Boxes,
    )
}

fn lay(markdown: &str) -> Vec<FlowPage> {
    try_lay(markdown, &FlowStyle::default(), "en")
        .unwrap_or_else(|e| panic!("line {}: {e}", e.line()))
}

/// All text of the pages in reading order, words parted by single spaces.
fn text(pages: &[FlowPage]) -> String {
    let runs = pages.iter().flat_map(|p| &p.texts).flat_map(|t| &t.runs);
    let mut out = String::new();
    let mut pen = (f32::NAN, f32::NAN);
    for run in runs {
        if run.y != pen.1 || (run.x - pen.0).abs() > 0.6 {
            out.push(' ');
        }
        let w: f32 = run.glyphs.iter().map(|g| g.advance).sum();
        pen = (run.x + w * run.size / 1000.0, run.y);
        out += &run.text;
    }
    out.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The ink of every run: the box of its letters.
fn boxes(page: &FlowPage) -> Vec<(Rect, String)> {
    let runs = page
        .texts
        .iter()
        .flat_map(|t| &t.runs)
        .filter(|r| !r.text.trim().is_empty());
    runs.map(|r| {
        let em = f64::from(r.size);
        let w = f64::from(r.glyphs.iter().map(|g| g.advance).sum::<f32>()) * em / 1000.0;
        (
            Rect::mm(
                f64::from(r.x) + 0.01,
                f64::from(r.y) - 0.74 * em,
                w - 0.02,
                0.8 * em,
            ),
            r.text.clone(),
        )
    })
    .collect()
}

fn prose(seed: usize, words: usize) -> String {
    (0..words)
        .map(|i| format!("w{seed}x{i}"))
        .collect::<Vec<_>>()
        .join(" ")
}

/// Checks what holds for every sheet.
fn check(pages: &[FlowPage], style: &FlowStyle) -> Result<(), String> {
    let inset = style.inset.0;
    let full = SHEET.w.0 - 2.0 * inset;
    let column = (full - style.gutter.0 * (style.columns - 1) as f64) / style.columns as f64;
    for page in pages {
        let texts = boxes(page);
        let figures: Vec<Rect> = page
            .figures
            .iter()
            .map(|f| Rect {
                x: f.x,
                y: f.y,
                w: f.w,
                h: f.h,
            })
            .collect();
        let sheet = Rect::mm(
            inset - 1.7,
            inset - 0.01,
            full + 3.4,
            SHEET.h.0 - 2.0 * inset + 0.02,
        );
        for (i, (a, what)) in texts.iter().enumerate() {
            if !sheet.holds(*a) {
                return Err(format!("`{what}` leaves the sheet: {a:?}"));
            }
            for (b, other) in &texts[i + 1..] {
                if a.overlaps(*b) {
                    return Err(format!("`{what}` and `{other}` overlap"));
                }
            }
            for f in &figures {
                if a.overlaps(*f) {
                    return Err(format!("`{what}` stands on a figure"));
                }
            }
        }
        for (i, f) in figures.iter().enumerate() {
            let at = (f.x.0 - inset) / (column + style.gutter.0);
            let right = inset + (at + 1e-3).floor() * (column + style.gutter.0) + column;
            if f.right().0 > right + 0.01 || !sheet.holds(*f) {
                return Err(format!("figure leaves its column: {f:?}"));
            }
            if figures[i + 1..].iter().any(|g| f.overlaps(*g)) {
                return Err("figures overlap".into());
            }
        }
        for n in 0..page.texts.len() {
            if !page.art.contains(&format!("<rect id=\"kp-text-{n}\" ")) {
                return Err(format!("no place for text {n}"));
            }
        }
    }
    Ok(())
}

/// The column that a place stands in, and whether it is on the same page.
fn column_of(x: f32, style: &FlowStyle) -> usize {
    let column = (SHEET.w.0 - 2.0 * style.inset.0 + style.gutter.0) / style.columns as f64;
    ((f64::from(x) - style.inset.0 + 0.9) / column) as usize
}

#[test]
fn samples_are_sound() {
    for lang in ["en", "ja"] {
        let file = format!(
            "{}/tests/data/text/rules.{lang}.md",
            env!("CARGO_MANIFEST_DIR")
        );
        let source = std::fs::read_to_string(file).expect("the sample is there");
        // Their figures are named `name-37x21.svg`.
        let source = source.replace(".svg)", ")");
        let plain: String = source
            .split("](")
            .map(|part| {
                part.split_once(')').map_or(part, |(name, rest)| {
                    if name.contains('x') && !name.contains(' ') {
                        rest
                    } else {
                        part
                    }
                })
            })
            .collect();
        let figures = Named;
        for columns in 1..=3 {
            let style = FlowStyle {
                columns,
                ..FlowStyle::default()
            };
            let pages = flow(
                &source,
                SHEET,
                &style,
                lang,
                FontBook::bundled(),
                &NoIcons,
                &figures,
            )
            .unwrap_or_else(|e| panic!("{lang} line {}: {e}", e.line()));
            check(&pages, &style).unwrap_or_else(|e| panic!("{lang}, {columns} columns: {e}"));
            let keep = |s: &str| -> String {
                s.chars()
                    .filter(|c| c.is_alphanumeric())
                    .filter(|c| !c.is_ascii_digit())
                    .collect()
            };
            assert_eq!(
                keep(&text(&pages)),
                keep(&plain),
                "{lang}, {columns} columns"
            );
        }
    }
}

struct Named;
impl Figures for Named {
    fn figure(&self, name: &str) -> Result<FigureSize, Say> {
        Boxes.figure(name.rsplit('-').next().unwrap_or_default())
    }
}

#[test]
fn title_and_lead_cross_the_columns() {
    let md = format!(
        "# Big Title\n\n{}\n\n## First\n\n{}",
        prose(0, 60),
        prose(1, 400)
    );
    let pages = lay(&md);
    let head = &pages[0].texts[0];
    assert!(head.runs[0].size > head.runs[1].size * 2.0);
    let widest = boxes(&pages[0]).iter().map(|b| b.0.w.0).fold(0.0, f64::max);
    assert!(widest > 150.0);
    assert!(pages[0].texts[1].runs[0].y > head.runs.last().unwrap().y);
}

#[test]
fn headings_keep_with_what_follows() {
    let style = FlowStyle::default();
    for filler in (150..260).step_by(3) {
        let md = format!(
            "{}\n\n## Heading\n\n{}",
            prose(0, filler * 4),
            prose(1, 300)
        );
        let pages = lay(&md);
        check(&pages, &style).unwrap();
        let all: Vec<_> = pages
            .iter()
            .enumerate()
            .flat_map(|(p, page)| page.texts.iter().flat_map(|t| &t.runs).map(move |r| (p, r)))
            .collect();
        let at = all
            .iter()
            .position(|(_, r)| r.text.starts_with("Heading"))
            .unwrap();
        let (page, heading) = all[at];
        // Two lines at least below it in its column.
        for (p, next) in &all[at + 1..at + 3] {
            assert_eq!(
                (*p, column_of(next.x, &style)),
                (page, column_of(heading.x, &style)),
                "filler {filler}"
            );
        }
    }
}

#[test]
fn no_single_lines_at_column_ends() {
    for n in 0..40 {
        let md: String = (0..24)
            .map(|i| format!("{}\n\n", prose(i, 30 + (i * 7 + n) % 41)))
            .collect();
        for page in lay(&md) {
            for column in &page.texts {
                let of = |r: &kitpress::text::GlyphRun| {
                    r.text.split('x').next().unwrap_or_default().to_string()
                };
                let ids: Vec<String> = column.runs.iter().map(of).collect();
                let same_at_top = ids.iter().take_while(|i| **i == ids[0]).count();
                let same_at_end = ids
                    .iter()
                    .rev()
                    .take_while(|i| **i == ids[ids.len() - 1])
                    .count();
                assert!(same_at_top >= 2 && same_at_end >= 2, "{ids:?}");
            }
        }
    }
}

#[test]
fn the_last_page_is_balanced() {
    let md: String = (0..5).map(|i| format!("{}\n\n", prose(i, 40))).collect();
    let pages = lay(&md);
    assert_eq!((pages.len(), pages[0].texts.len()), (1, 2));
    let ends: Vec<f32> = pages[0]
        .texts
        .iter()
        .map(|t| t.runs.last().unwrap().y)
        .collect();
    assert!((ends[0] - ends[1]).abs() < 20.0, "{ends:?}");
}

#[test]
fn numbers_stand_in_discs() {
    let pages = lay("3. three\n4. four\n");
    assert_eq!(pages[0].art.matches("<circle").count(), 2);
    assert_eq!(text(&pages), "3 three 4 four");
    let runs = &pages[0].texts[0].runs;
    assert_eq!(runs[0].fill, FlowStyle::default().on_accent);
    assert!(runs[1].x > runs[0].x + 2.0);
}

#[test]
fn a_column_break_breaks_the_column() {
    let style = FlowStyle::default();
    let pages = lay("one\n\n---\n\ntwo\n");
    let xs: Vec<usize> = pages[0]
        .texts
        .iter()
        .flat_map(|t| &t.runs)
        .map(|r| column_of(r.x, &style))
        .collect();
    assert_eq!(xs, [0, 1]);
}

#[test]
fn text_runs_beside_a_picture_and_below_it() {
    let pages = lay(&format!("![](30x20) {}", prose(0, 120)));
    let page = &pages[0];
    let figure = &page.figures[0];
    assert_eq!((figure.w, figure.h), (Mm(30.0), Mm(20.0)));
    check(&pages, &FlowStyle::default()).unwrap();
    let of = |below: bool| {
        boxes(page)
            .iter()
            .filter(|b| (b.0.y.0 > figure.y.0 + figure.h.0) == below && b.0.x.0 < 90.0)
            .map(|b| b.0.right().0)
            .fold(0.0, f64::max)
    };
    assert!(
        of(false) < figure.x.0 && of(true) > figure.x.0 + 5.0,
        "{} {}",
        of(false),
        of(true)
    );
}

#[test]
fn wide_pictures_shrink() {
    let pages = lay("![](400x100)\n\n![](80x40) text\n\n![a](60x30) ![b](60x30)\n");
    let f = &pages[0].figures;
    let column = (186.0 - 12.0 - 7.0) / 2.0;
    assert!((f[0].w.0 - column).abs() < 0.01 && (f[0].h.0 - column / 4.0).abs() < 0.01);
    assert!((f[1].w.0 - column * 0.45).abs() < 0.01);
    assert_eq!(f[2].y, f[3].y);
    assert!(f[3].x.0 >= f[2].x.0 + f[2].w.0);
}

#[test]
fn tall_pictures_and_long_words_find_a_place() {
    let style = FlowStyle {
        columns: 3,
        ..FlowStyle::default()
    };
    let md = format!("![](40x900)\n\n![](80x30) {} end\n", "m".repeat(17));
    let pages = try_lay(&md, &style, "en").unwrap();
    check(&pages, &style).unwrap();
    assert!(pages[0].figures[0].h.0 < 246.0);
}

#[test]
fn callouts_and_tables_are_whole() {
    for filler in 60..90 {
        let md = format!(
            "{}\n\n> {}\n\n| a | b |\n|---|:-:|\n| {} | y |\n| x | z |\n\n{}",
            prose(0, filler * 6),
            prose(1, 60),
            prose(2, 20),
            prose(3, 200)
        );
        let pages = lay(&md);
        check(&pages, &FlowStyle::default()).unwrap();
        for n in [1, 2] {
            let columns = pages
                .iter()
                .flat_map(|p| &p.texts)
                .filter(|t| t.runs.iter().any(|r| r.text.contains(&format!("w{n}x"))))
                .count();
            assert_eq!(columns, 1, "filler {filler}, part {n}");
        }
    }
}

#[test]
fn a_callout_higher_than_a_column_is_split() {
    let md: String = (0..40)
        .map(|i| format!("> {}\n>\n", prose(i, 40)))
        .collect();
    let pages = lay(&md);
    check(&pages, &FlowStyle::default()).unwrap();
    assert!(pages[0].texts.len() == 2);
}

#[test]
fn a_few_lines_more_do_not_cost_a_page() {
    // The most paragraphs that fit on one page with usual spacing, and one more.
    let doc = |n: usize| -> String { (0..n).map(|i| format!("{}\n\n", prose(i, 18))).collect() };
    let loose = |n: usize| lay(&doc(n)).len();
    let first_two = (10..200).find(|&n| loose(n) == 2).unwrap();
    let y = |n: usize| {
        let pages = lay(&doc(n));
        let runs: Vec<f32> = pages[0].texts[0].runs.iter().map(|r| r.y).collect();
        runs.windows(2).map(|w| w[1] - w[0]).fold(0.0, f32::max)
    };
    assert!(
        y(first_two - 1) < y(20),
        "the fullest single page is set tighter"
    );
}

#[test]
fn errors_name_the_line() {
    let line = |md: &str| try_lay(md, &FlowStyle::default(), "en").unwrap_err();
    assert_eq!(
        line("a\n\n## b 🦜\n"),
        FlowError::Text {
            line: 3,
            error: TextError::MissingGlyph { ch: '🦜' }
        }
    );
    assert_eq!(
        line("a\n\n- x\n- get :fsh:\n"),
        FlowError::Text {
            line: 4,
            error: TextError::UnknownIcon { name: "fsh".into() }
        }
    );
    let e = line("a\n\nb\n\n![](nothing)\n");
    assert_eq!(
        (e.line(), e.to_string().as_str()),
        (5, "figure `nothing`: no such file")
    );
    let e = line("a\n\n```\nx\n```\n");
    assert_eq!(
        (e.line(), e.to_string().as_str()),
        (3, "rule sheets do not know code blocks")
    );
    assert_eq!(line("a\n\n<b>x</b>\n").line(), 3);
    let e = line(&format!("a\n\n{}\n", "m".repeat(200)));
    assert!(matches!(e, FlowError::TooWide { line: 3, .. }), "{e}");
    let e = line("a\n\nb ![](30x20)\n");
    assert!(matches!(e, FlowError::Unsupported { line: 3, .. }), "{e}");
    let e = line("a\n\n![cap](30x20) b\n");
    assert!(matches!(e, FlowError::Unsupported { line: 3, .. }), "{e}");
    let style = FlowStyle {
        inset: Mm(100.0),
        ..FlowStyle::default()
    };
    assert_eq!(try_lay("a", &style, "en").unwrap_err(), FlowError::NoRoom);
    let style = FlowStyle {
        size: Pt(0.0),
        ..FlowStyle::default()
    };
    assert!(try_lay("a", &style, "en").is_err());
}

#[test]
fn escapes_and_line_ends() {
    assert_eq!(text(&lay("a \\:b: \\*c\\* d\ne")), "a :b: *c* d e");
    let pages = try_lay("国\n国", &FlowStyle::default(), "ja").unwrap();
    assert_eq!(text(&pages), "国国");
    assert!(lay("").len() == 1);
    assert_eq!(text(&lay("* a\n* b\n\n***\n\nc")), "a b c");
}

#[test]
fn bold_closes_before_japanese_letters() {
    let weights = |md: &str| -> Vec<(String, u16)> {
        let pages = try_lay(md, &FlowStyle::default(), "ja").unwrap();
        let runs = pages[0].texts[0].runs.iter();
        runs.map(|r| (r.text.clone(), FontBook::bundled().face(r.font).weight))
            .collect()
    };
    let bold = |s: &str| (s.to_string(), 700);
    let plain = |s: &str| (s.to_string(), 400);
    assert_eq!(
        weights("**直す：**うら**表**に"),
        [bold("直す："), plain("うら"), bold("表"), plain("に")]
    );
    assert_eq!(
        weights("__a__ **b**c"),
        [bold("a"), plain(" "), bold("b"), plain("c")]
    );
}

#[test]
fn errors_point_into_long_paragraphs() {
    let e = try_lay("a\n\nb\nc\n:nope: d\n", &FlowStyle::default(), "en").unwrap_err();
    assert_eq!(e.line(), 5);
}

fn block() -> impl Strategy<Value = (u8, usize, usize)> {
    (0u8..9, 3usize..90, 8usize..60)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn any_sheet_is_whole_and_sound(
        blocks in prop::collection::vec(block(), 1..30),
        columns in 1usize..4,
        titled in any::<bool>(),
    ) {
        let mut md = if titled { "# Title\n\nw900x0 w900x1\n\n## Start\n\n".to_string() } else { String::new() };
        let mut words = Vec::new();
        for (i, (kind, n, h)) in blocks.into_iter().enumerate() {
            let p = prose(i, n);
            words.extend(p.split(' ').map(String::from));
            md += &match kind {
                0 => format!("## {}\n\n", p),
                1 => format!("### {}\n\n", p),
                2 => format!("- {}\n- more\n\n", p),
                3 => format!("1. {}\n2. ![](25x{h}) more\n\n", p),
                4 => format!("> {}\n\n", p),
                5 => format!("| {} | b |\n|---|---|\n| c | d |\n\n", p),
                6 => format!("![{}](40x{h})\n\n", p),
                7 => format!("![](30x{h}) {}\n\n", p),
                _ => format!("{}\n\n", p),
            };
        }
        let style = FlowStyle { columns, ..FlowStyle::default() };
        let pages = try_lay(&md, &style, "en");
        prop_assert!(pages.is_ok(), "{:?}", pages.err());
        let pages = pages.unwrap();
        check(&pages, &style).map_err(TestCaseError::fail)?;
        let got = text(&pages);
        let got: Vec<&str> = got.split(' ').filter(|w| w.starts_with('w') && !w.starts_with("w900x")).collect();
        prop_assert_eq!(got, words);
    }
}
