//! The kit author's guide, the print guide and the command reference: every snippet builds, every command is one.

use std::collections::BTreeMap;
use std::path::Path;

use kitpress::kit::{COMPONENT_KEYS, KIT_KEYS, Kit, Source};

use super::{BOOKS, Block, blocks, both, doc, guides, section, shell_words};
use crate::{common, zip};

/// A kit as files with their bytes.
pub type Files = BTreeMap<String, Vec<u8>>;

/// The kit of a section: the files of the first one, with this one's instead or besides. A spreadsheet that cannot be
/// shown is the table of the page, saved by another program.
pub fn recipe(blocks: &[Block], section: usize) -> Files {
    let mut kit = Files::new();
    let sections = if section == 1 {
        vec![1]
    } else {
        vec![1, section]
    };
    for section in sections {
        let of = blocks.iter().filter(|b| b.section == section);
        for block in of.filter(|b| !b.file.is_empty()) {
            match block.file.starts_with('+') {
                true => add(&mut kit, block),
                false => {
                    kit.insert(block.file.clone(), block.text.clone().into_bytes());
                }
            }
        }
    }
    let manifest = String::from_utf8(kit.get("kit.toml").cloned().unwrap_or_default());
    for name in manifest.expect("text").split('"') {
        if let Some(stem) = name.strip_suffix(".xlsx") {
            let table = &kit[&format!("{stem}.csv")];
            kit.insert(name.to_owned(), spreadsheet(table));
        }
    }
    kit
}

/// A table as a file of Excel.
fn spreadsheet(table: &[u8]) -> Vec<u8> {
    let mut reader = csv::ReaderBuilder::new();
    let mut reader = reader.has_headers(false).from_reader(table);
    let rows = reader.records().zip(1..);
    let rows = rows.map(|(record, n)| row(n, record.expect("a row").iter()));
    zip::xlsx(&[("Cards", &rows.collect::<String>())], &[])
}

/// Writes a kit into a folder of its own.
pub fn folder(files: &Files) -> tempfile::TempDir {
    let dir = tempfile::tempdir().expect("a folder");
    for (file, bytes) in files {
        let path = dir.path().join(file);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("made");
        std::fs::write(path, bytes).expect("written");
    }
    dir
}

/// What the kit author's guide speaks of without showing it.
fn not_shown(panel: &str) -> Files {
    let plain = r##"<svg xmlns="http://www.w3.org/2000/svg" width="63mm" height="88mm" viewBox="0 0 63 88"><path d="M0 0h63v88H0z" fill="#246"/></svg>"##;
    let fire = r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><path d="M5 0l4 10H1z" fill="currentColor"/></svg>"#;
    let art = resvg::tiny_skia::Pixmap::new(640, 480).expect("pixels");
    let art = art.encode_png().expect("a picture");
    let head = row(
        1,
        ["name", "power", "title", "title.ja", "text", "text.ja"].into_iter(),
    );
    let hero = row(
        2,
        ["ann", "9", "Ann", "アン", "Wins.", "かつ。"].into_iter(),
    );
    let sheets = [("Other", head.clone()), ("Heroes", head + &hero)];
    let sheets = sheets.each_ref().map(|(name, rows)| (*name, rows.as_str()));
    let mut files: Files = [
        ("monster-back.svg", plain.as_bytes().to_vec()),
        ("icons/fire.svg", fire.as_bytes().to_vec()),
        ("lang/en.toml", Vec::new()),
        ("lang/ja.toml", Vec::new()),
        ("art/slime.png", art.clone()),
        ("art/dragon.png", art),
        ("cards.xlsx", zip::xlsx(&sheets, &[])),
    ]
    .map(|(name, bytes)| (name.to_owned(), bytes))
    .into();
    for name in ["box-back.svg", "box-side.svg", "box-top.svg"] {
        files.insert(name.into(), panel.as_bytes().to_vec());
    }
    files
}

/// A row of a spreadsheet.
fn row<'a>(n: u32, cells: impl Iterator<Item = &'a str>) -> String {
    let cell = |(text, column): (&str, char)| {
        format!("<c r=\"{column}{n}\" t=\"inlineStr\"><is><t>{text}</t></is></c>")
    };
    let cells: String = cells.zip('A'..).map(cell).collect();
    format!("<row r=\"{n}\">{cells}</row>")
}

/// The example kit of the kit author's guide, put together from its blocks.
fn guide_kit(blocks: &[Block]) -> Files {
    let whole = |b: &&Block| !b.file.is_empty() && !b.file.starts_with('+');
    let panel = blocks.iter().find(|b| b.file == "box-front.svg");
    let mut files = not_shown(&panel.expect("a panel").text);
    for block in blocks.iter().filter(whole) {
        let before = files.insert(block.file.clone(), block.text.clone().into_bytes());
        assert!(before.is_none(), "{} is shown twice", block.file);
    }
    files
}

/// Puts a block that is part of a file (`+kit.toml`, `+card.svg`) in its place: at the end, in an SVG before its end.
fn add(files: &mut Files, block: &Block) {
    let name = block.file.trim_start_matches('+');
    let text = files.get(name).expect("there is a file to add to");
    let text = String::from_utf8(text.clone()).expect("text");
    let text = match text.rsplit_once("</svg>") {
        Some((inside, _)) => format!("{inside}{}</svg>", block.text),
        None => format!("{text}\n{}", block.text),
    };
    files.insert(name.to_owned(), text.into_bytes());
}

fn load(files: &Files, set: &[(String, String)]) -> Result<Kit, String> {
    let dir = folder(files);
    let source = Source::find(dir.path().to_str().expect("a path")).expect("a kit");
    Kit::load_from(source, set).map_err(|e| e.to_string())
}

/// Prints a kit in all its languages.
pub fn prints(title: &str, files: &Files) {
    let dir = folder(files);
    let source = Source::find(dir.path().to_str().expect("a path")).expect("a kit");
    let kit = Kit::load_from(source, &[]).unwrap_or_else(|e| panic!("{title}: {e}"));
    for lang in kit.languages.clone() {
        let options = kitpress::press::PrintOptions {
            lang,
            ..Default::default()
        };
        let printed = kitpress::press::print(&kit, &options, &kitpress::press::NoProgress);
        let printed = printed.unwrap_or_else(|e| panic!("{title}: {e}"));
        assert!(printed.pages > 0, "{title} has pages");
    }
}

/// The kit author's guide shows one kit, and parts that are added to it.
#[test]
fn every_snippet_of_the_authors_guide_prints() {
    both("kits.md")
        .iter()
        .for_each(|guide| snippets_print(guide));
}

fn snippets_print(guide: &str) {
    let blocks = blocks(guide);
    let files = guide_kit(&blocks);
    prints("the kit of the guide", &files);
    let mut parts = 0;
    for block in blocks.iter().filter(|b| b.file.starts_with('+')) {
        let mut files = match block.text.starts_with("[table]") {
            true => soup_without_table(),
            false => files.clone(),
        };
        add(&mut files, block);
        prints(&block.text, &files);
        parts += 1;
    }
    assert_eq!(parts, 12, "parts that were added");
    for block in blocks.iter().filter(|b| b.file.is_empty()) {
        assert_eq!(block.lang, "text", "no file:\n{}", block.text);
    }
}

/// The sample that the guide tells to read beside it, for the guide's own `[table]`.
fn soup_without_table() -> Files {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("samples/salt-in-the-soup");
    let mut files = Files::new();
    for dir in [root.clone(), root.join("lang")] {
        let entries = std::fs::read_dir(dir).expect("a folder").flatten();
        for path in entries.map(|e| e.path()).filter(|p| p.is_file()) {
            let name = path.strip_prefix(&root).expect("inside").to_string_lossy();
            let bytes = std::fs::read(&path).expect("read");
            files.insert(name.replace('\\', "/"), bytes);
        }
    }
    let kit = String::from_utf8(files["kit.toml"].clone()).expect("text");
    let end = kit.find("[table]\n").expect("a table");
    let kit = kit[..end].replace("players = [4, 8]", "players = [4, 5]");
    files.insert("kit.toml".into(), kit.into_bytes());
    files
}

/// `size = "…"` and the like, between words: each is a line that a component or the kit can have.
#[test]
fn keys_between_the_words_of_the_authors_guide_are_keys() {
    both("kits.md")
        .iter()
        .for_each(|guide| keys_are_keys(guide));
}

fn keys_are_keys(guide: &str) {
    let blocks = blocks(guide);
    let inline = guide.lines().flat_map(|l| l.split('`').skip(1).step_by(2));
    let lines: Vec<&str> = inline.filter(|c| c.contains(" = ")).collect();
    assert!(lines.len() > 3, "{lines:?}");
    for line in &lines {
        // Values stand alone where the key is told beside them.
        let line = match line.starts_with('{') {
            true => format!("vary = {line}"),
            false => line.to_string(),
        };
        let read: toml::Table = toml::from_str(&line).unwrap_or_else(|e| panic!("{line}: {e}"));
        for key in read.keys() {
            let known = COMPONENT_KEYS.iter().chain(KIT_KEYS).any(|k| k == key);
            assert!(known, "{line}");
        }
    }
    // A size that a setting changes, as the guide has it.
    let mut files = guide_kit(&blocks);
    let settings = blocks.iter().find(|b| b.text.starts_with("[settings]"));
    add(&mut files, settings.expect("settings"));
    let kit = String::from_utf8(files["kit.toml"].clone()).expect("text");
    let size = lines.iter().find(|l| l.contains("settings.scale"));
    let kit = kit.replace("size = \"63x88mm\"", size.expect("a size by a setting"));
    files.insert("kit.toml".into(), kit.into_bytes());
    let set = [("scale".to_owned(), "0.5".to_owned())];
    let kit = load(&files, &set).unwrap_or_else(|e| panic!("{e}"));
    assert_eq!(kit.components[0].size.w.0, 31.5);
}

/// The print service that the command reference describes takes the guide's kit.
#[test]
fn the_service_of_the_command_reference_works() {
    for page in both("commands.md") {
        let there = blocks(&page);
        let mut files = there.iter().filter(|b| !b.file.is_empty());
        let service = files.next().expect("a service");
        assert_eq!(service.file, "press.toml");
        assert!(files.next().is_none(), "one file in the command reference");
        service_works(service);
    }
}

fn service_works(service: &Block) {
    let dir = folder(&guide_kit(&blocks(&doc("docs/kits.md"))));
    std::fs::write(dir.path().join("press.toml"), &service.text).expect("written");
    let out = std::process::Command::new(env!("CARGO_BIN_EXE_kitpress"))
        .args(["export", ".", "--service", "./press.toml"])
        .args(["--lang", "en", "--json"])
        .current_dir(dir.path())
        .output()
        .expect("kitpress starts");
    let error = String::from_utf8_lossy(&out.stderr);
    assert!(out.status.success(), "{error}");
    let report: serde_json::Value = serde_json::from_slice(&out.stdout).expect("JSON");
    let first = &report[0]["files"][0];
    let pixels = (first["width"].as_u64(), first["height"].as_u64());
    assert_eq!(pixels, (Some(898), Some(898)));
}

/// No guide has a block of a kit that no test builds.
#[test]
fn every_block_of_every_guide_is_known() {
    let built = ["README", "kits", "commands"].into_iter();
    let built: Vec<&str> = built.chain(super::RECIPES).collect();
    for (name, guide) in guides() {
        for block in blocks(&guide) {
            let lang = block.lang.as_str();
            let of_kit = ["toml", "svg", "csv", "md"].contains(&lang);
            let other = ["sh", "ruby", "text", "python", "json"].contains(&lang);
            let stem = name.rsplit('/').next().unwrap_or_default();
            let stem = stem.trim_end_matches(".md");
            let known = lang.is_empty() || other || of_kit && built.contains(&stem);
            assert!(known, "{name}: who builds this?\n{}", block.text);
        }
    }
}

/// The flags of the print guide, with every value that it names.
#[test]
fn every_flag_of_the_print_guide_is_understood() {
    let guides = both("printing.md");
    for book in 0..BOOKS.len() {
        flags_are_understood(section(&guides, book, "## What you can choose"));
    }
}

fn flags_are_understood(table: &str) {
    let mut seen = 0;
    for line in table.lines().filter(|l| l.starts_with("| `--")) {
        let flag = line.split('`').nth(1).expect("a flag").replace("\\|", "|");
        let words = shell_words(&flag);
        let values: Vec<Option<&str>> = match words.get(1) {
            Some(values) => values.split('|').map(Some).collect(),
            None => vec![None],
        };
        for value in values {
            let mut args: Vec<String> = ["print", "my-game", &words[0]].map(String::from).into();
            args.extend(value.map(str::to_owned));
            kitpress::cli::understands(&args).unwrap_or_else(|e| panic!("{args:?}: {e}"));
            seen += 1;
        }
    }
    assert!(seen > 20, "{seen} flags were read");
}

/// Every command between words is understood, too. There, one may stand for itself (`kitpress deal`), and words in
/// capitals for whatever goes in their place.
#[test]
fn every_command_between_words_is_understood() {
    let mut seen = 0;
    for (name, guide) in guides() {
        let inline = guide.lines().flat_map(|l| l.split('`').skip(1).step_by(2));
        for command in inline.filter_map(|c| c.strip_prefix("kitpress ")) {
            let words = shell_words(&command.replace("\\|", "|"));
            let args = words.iter().map(|word| filled_in(word));
            let args: Vec<String> = args.filter(|w| !w.is_empty() && w != "--help").collect();
            if let Err(error) = kitpress::cli::understands(&args) {
                let bare = error.contains("is missing");
                assert!(bare, "{name}: `kitpress {command}`: {error}");
            }
            seen += 1;
        }
    }
    assert!(seen > 70, "{seen} commands were read");
}

/// A word of a command as somebody may type it.
fn filled_in(word: &str) -> String {
    match word {
        "COMMAND" => "print".into(),
        "SHELL" | "[SHELL]" => "bash".into(),
        "TIME" | "N" | "S" => "3".into(),
        "BOTS" => "sensible".into(),
        word if word.trim_end_matches(']') == "…" => "Ann,Bob".into(),
        word => {
            let first = word.split('|').next().unwrap_or_default();
            first.trim_matches(['[', ']', '…']).to_owned()
        }
    }
}

/// The Python of the guide shuffles as the program does: both agree with the numbers that the guide lists.
#[needs::needs("python3")]
#[test]
fn the_python_of_the_guide_shuffles_alike() {
    both("fairness.md")
        .iter()
        .for_each(|page| shuffles_alike(page));
}

fn shuffles_alike(page: &str) {
    let blocks = blocks(page);
    let of = |lang: &str| {
        &blocks
            .iter()
            .find(|b| b.lang == lang)
            .expect("a block")
            .text
    };
    let check = r#"
import json, pathlib
from fair import below, order, words
cases = json.loads((pathlib.Path(__file__).parent / "cases.json").read_text("utf-8"))
for case in cases["orders"]:
    assert order(bytes.fromhex(case["seed"]), case["label"], len(case["order"])) == case["order"], case
for case in cases["words"]:
    stream = words(bytes.fromhex(case["seed"]), case["label"])
    assert ["%08x" % next(stream) for _ in case["words"]] == case["words"], case
for case in cases["numbers"]:
    stream = words(bytes.fromhex(case["seed"]), case["label"])
    assert [below(stream, n) for n in case["below"]] == case["got"], case
"#;
    let dir = tempfile::tempdir().expect("a folder");
    let file = dir.path().join("check.py");
    std::fs::write(dir.path().join("cases.json"), of("json")).expect("written");
    std::fs::write(dir.path().join("fair.py"), of("python")).expect("written");
    std::fs::write(&file, check).expect("written");
    common::tool("python3", &["FILE"], &file);
}
