//! Readings (furigana) above Japanese words.

use kitpress::text::{Align, BoxSpec, FontBook, GlyphRun, LaidBox, NoIcons, Rgb, lay_box};
use kitpress::units::{PT_PER_MM, Pt};

/// The em of these tests in millimetres.
const EM: f32 = (10.0 / PT_PER_MM) as f32;

fn lay(text: &str, w: f32, h: f32) -> Option<LaidBox> {
    let spec = BoxSpec {
        text,
        w,
        h,
        size: Pt(10.0),
        min_size: Pt(10.0),
        lang: "ja",
        ..BoxSpec::default()
    };
    lay_box(&spec, FontBook::bundled(), &NoIcons).ok()
}

fn laid(text: &str, w: f32) -> LaidBox {
    lay(text, w, 60.0).unwrap_or_else(|| panic!("{text} does not fit"))
}

fn run<'l>(laid: &'l LaidBox, text: &str) -> &'l GlyphRun {
    let found = laid.block.runs.iter().find(|r| r.text == text);
    found.unwrap_or_else(|| panic!("no run `{text}` in {:?}", laid.block.runs))
}

/// Where the ink of a run begins and ends, its glyphs being as wide as their cells.
fn ink(run: &GlyphRun) -> (f32, f32) {
    let (mut at, mut left, mut right) = (0.0, f32::MAX, f32::MIN);
    for g in &run.glyphs {
        left = left.min(at + g.dx);
        right = right.max(at + g.advance - g.dx);
        at += g.advance;
    }
    let unit = run.size / 1000.0;
    (run.x + left * unit, run.x + right * unit)
}

#[test]
fn a_reading_is_half_as_large_and_above_its_word() {
    let laid = laid("{氷|こおり}の上", 60.0);
    let (word, reading) = (run(&laid, "氷の上"), run(&laid, "こおり"));
    assert_eq!(reading.size * 2.0, word.size);
    let top = word.y - 0.88 * EM;
    let below = reading.y + 0.12 * reading.size;
    assert!(
        below <= top + 1e-3,
        "{below} lies in the word, whose top is {top}"
    );
    assert!(top - below < 0.1 * EM, "too far above");
    assert_eq!(laid.lines, 1, "a reading is no line");
}

#[test]
fn the_narrower_of_the_two_is_spread_over_the_other() {
    // Three characters of half size over one: the word is given room, and stays in the middle of it.
    let wide = laid("{氷|こおり}の上", 60.0);
    let (word, reading) = (run(&wide, "氷の上"), run(&wide, "こおり"));
    let first = &word.glyphs[0];
    assert!((first.advance - 1500.0).abs() < 1.0, "{}", first.advance);
    assert!((first.dx - 250.0).abs() < 1.0, "{}", first.dx);
    let (left, right) = ink(reading);
    assert!((left - word.x).abs() < 1e-3 && (right - left - 1.5 * EM).abs() < 1e-2);
    // One character of half size over two: it stands in the middle.
    let narrow = laid("{田中|た}", 60.0);
    let (left, right) = ink(run(&narrow, "た"));
    assert!(
        ((left + right) / 2.0 - EM).abs() < 1e-2,
        "{left} to {right}"
    );
}

#[test]
fn each_character_has_its_own_where_there_is_one_for_each() {
    let laid = laid("{学校|がっ|こう}", 60.0);
    let (first, second) = (run(&laid, "がっ"), run(&laid, "こう"));
    assert!((second.x - first.x - EM).abs() < 1e-2);
}

#[test]
fn a_reading_looks_as_its_word_does() {
    let (thin, bold) = (laid("{氷|こおり}", 60.0), laid("**{氷|こおり}**", 60.0));
    let font = |laid: &LaidBox, text: &str| run(laid, text).font;
    assert_eq!(font(&bold, "こおり"), font(&bold, "氷"));
    assert_ne!(font(&bold, "こおり"), font(&thin, "こおり"));
    let spec = BoxSpec {
        text: "{氷|こおり}",
        w: 60.0,
        h: 60.0,
        stroke: Some((Rgb::default(), 0.5)),
        lang: "ja",
        ..BoxSpec::default()
    };
    let laid = lay_box(&spec, FontBook::bundled(), &NoIcons).expect("fits");
    let width = |text: &str| run(&laid, text).stroke.expect("an outline").1;
    assert!((width("こおり") * 2.0 - width("氷")).abs() < 1e-6);
}

#[test]
fn a_reading_stays_above_its_word_where_a_line_is_filled() {
    let spec = BoxSpec {
        text: "あいうえおかきくけ{氷|こおり}さしすせそたちつてとなにぬねの",
        w: 54.0,
        h: 60.0,
        size: Pt(10.0),
        min_size: Pt(10.0),
        align: Align::Justify,
        lang: "ja",
        ..BoxSpec::default()
    };
    let laid = lay_box(&spec, FontBook::bundled(), &NoIcons).expect("fits");
    let line = laid.block.runs.iter().find(|r| r.text.contains('氷'));
    let line = line.expect("the line");
    let before = line.text.chars().position(|c| c == '氷').expect("the word");
    assert!(before > 3, "{}", line.text);
    let gaps: f32 = line.glyphs[..before].iter().map(|g| g.advance).sum();
    assert!(
        gaps > 1000.0 * before as f32 + 10.0,
        "the line is stretched"
    );
    let word = line.x + gaps * line.size / 1000.0;
    let reading = run(&laid, "こおり").x;
    assert!((reading - word).abs() < 1e-3, "{reading} is not {word}");
}

#[test]
fn a_word_with_a_reading_is_not_parted() {
    for width in [30, 35, 40, 45, 50] {
        let laid = laid(
            "あいうえおかきくけこ{小学校|しょうがっこう}さしすせそ",
            width as f32,
        );
        let base: Vec<&GlyphRun> = laid
            .block
            .runs
            .iter()
            .filter(|r| r.size > 0.9 * EM)
            .collect();
        let whole = base.iter().any(|r| r.text.contains("小学校"));
        assert!(whole, "parted at {width} mm: {base:?}");
    }
}

#[test]
fn a_box_has_room_for_readings() {
    let (plain, read) = ("氷の上を走る", "{氷|こおり}の上を走る");
    let high = 1.1 * EM;
    assert!(lay(plain, 60.0, high).is_some());
    assert!(
        lay(read, 60.0, high).is_none(),
        "the reading would stick out"
    );
    let laid = lay(read, 60.0, 1.55 * EM).expect("room for both");
    let reading = run(&laid, "こおり");
    assert!(
        reading.y - 0.88 * reading.size >= -1e-3,
        "it sticks out at the top"
    );
    // Lines stand far enough apart, whatever the template wishes.
    let spec = BoxSpec {
        text: "{氷|こおり}\n{氷|こおり}",
        w: 60.0,
        h: 60.0,
        leading: Some(1.0),
        lang: "ja",
        ..BoxSpec::default()
    };
    let laid = lay_box(&spec, FontBook::bundled(), &NoIcons).expect("fits");
    let words: Vec<&GlyphRun> = laid.block.runs.iter().filter(|r| r.text == "氷").collect();
    let reading = laid
        .block
        .runs
        .iter()
        .rfind(|r| r.text == "こおり")
        .expect("a reading");
    assert!(reading.y - 0.88 * reading.size >= words[0].y + 0.12 * words[0].size - 1e-3);
}
