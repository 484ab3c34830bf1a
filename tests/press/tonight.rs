//! The guide and its counts: what it says is what is printed; backs land behind fronts with it in front; pages that are
//! printed by hand come in the order that fits the stack; printers get what they are asked for.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use kitpress::impose::{Backs, Paper, Sheet};
use kitpress::kit::{Kit, Material};
use kitpress::press::guide::{GUIDE, ranges, words};
use kitpress::press::{NoProgress, PrintOptions, Proof, outlay, proof};
use kitpress::scene::Studio;
use needs::needs;

fn options(lang: &str, paper: &str, backs: Backs) -> PrintOptions {
    PrintOptions {
        lang: lang.into(),
        paper: Paper::parse(paper).expect("a paper"),
        backs,
        guide: true,
        ..PrintOptions::default()
    }
}

fn with_proof(kit: &Kit, options: &PrintOptions, look: impl FnOnce(&Proof<'_>)) {
    let studio = Studio::new(kit, options.ink).expect("fonts load");
    let proof = proof(kit, &studio, options, true, &NoProgress);
    look(&proof.unwrap_or_else(|e| panic!("{}: {e}", kit.id)));
}

fn kitpress(dir: &Path, path: Option<&Path>, args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_kitpress"));
    command.args(args).current_dir(dir).env("LC_ALL", "C");
    command.env("XDG_DATA_HOME", dir.join("data"));
    if let Some(path) = path {
        command.env("PATH", path);
    }
    command.output().expect("kitpress runs")
}

fn said(out: &Output) -> String {
    let text = [&out.stdout[..], &out.stderr[..]].concat();
    String::from_utf8(text).expect("UTF-8")
}

/// The numbers of pages that hold something of a component, from 1.
fn pages_of(sheets: &[Sheet], component: usize) -> Vec<usize> {
    let on = |(n, s): (usize, &Sheet)| s.components.contains(&component).then_some(n + 1);
    sheets.iter().enumerate().filter_map(on).collect()
}

#[test]
fn what_the_guide_counts_is_what_is_printed() {
    for kit in kitpress::shipped().expect("kits load") {
        for (lang, paper, backs) in [
            ("en", "a4", Backs::DuplexLong),
            ("ja", "letter", Backs::DuplexShort),
            ("en", "a4", Backs::Fold),
            ("ja", "a4", Backs::Manual),
        ] {
            // A floor with a façade behind it is too large for both sides beside each other.
            if backs == Backs::Fold && kit.id == "icecool" {
                continue;
            }
            let options = options(lang, paper, backs);
            with_proof(&kit, &options, |proof| {
                let (all, sheets) = (&proof.outlay, &proof.sheets);
                let leaves = sheets.iter().filter(|s| !s.is_back).count();
                assert_eq!(
                    all.card.sheets + all.paper.sheets,
                    leaves,
                    "{} {backs:?}",
                    kit.id
                );
                let printed = |s: &&Sheet| s.is_back && !s.items.is_empty();
                let both = sheets.iter().filter(printed).count();
                assert_eq!(
                    all.card.both_sides + all.paper.both_sides,
                    both,
                    "{}",
                    kit.id
                );
                // Every page is in one pile.
                let pages: BTreeSet<usize> = [&all.card, &all.paper]
                    .into_iter()
                    .flat_map(|p| p.pages.clone())
                    .collect();
                assert_eq!(pages, (1..=sheets.len()).collect(), "{}", kit.id);
                assert_eq!(all.card.pages.len() + all.paper.pages.len(), sheets.len());
                for (part, count) in all.parts.iter().zip(&proof.components[1..]) {
                    assert_eq!(part.component, count.component);
                    assert_eq!(part.pieces, count.cards, "{} {}", kit.id, part.id);
                    assert_eq!(
                        part.pages,
                        pages_of(sheets, part.component),
                        "{} {}",
                        kit.id,
                        part.id
                    );
                    let component = &kit.components[part.component];
                    if kit.guide.material(component) == Material::Card {
                        assert!(
                            part.pages.iter().all(|n| all.card.pages.contains(n)),
                            "{}",
                            part.id
                        );
                    }
                }
                // Without drawing anything the count is the same.
                let told = outlay(&kit, &options).expect("counts");
                assert_eq!(
                    (&told.card, &told.paper, &told.parts),
                    (&all.card, &all.paper, &all.parts)
                );
                assert!(
                    all.work.cuts > 0 && all.work.minutes % 5 == 0,
                    "{:?}",
                    all.work
                );
            });
        }
    }
}

/// A page that the guide leaves without a front does not take a leaf of its own where the rules have a side to spare.
#[test]
fn the_poster_lies_behind_the_last_page_of_the_rules_where_that_is_empty() {
    let mut saved = 0;
    for kit in kitpress::shipped().expect("kits load") {
        for (lang, backs) in [
            ("en", Backs::DuplexLong),
            ("ja", Backs::DuplexLong),
            ("ja", Backs::Fold),
        ] {
            if backs == Backs::Fold && kit.id == "icecool" {
                continue;
            }
            with_proof(&kit, &options(lang, "a4", backs), |proof| {
                let pages = |id: &str| {
                    let index = kit.components.iter().position(|c| c.id == id);
                    pages_of(&proof.sheets, index.expect("a component"))
                };
                let (rules, making) = (pages("rules"), pages("making"));
                assert_eq!((making.len(), making[0]), (2, 2), "{} {making:?}", kit.id);
                let poster = &proof.sheets[making[1] - 1];
                let last = rules.last().expect("pages");
                let behind = poster.is_back && making[1] == last + 1;
                let spare = rules.len() % 2 == 1 && backs == Backs::DuplexLong;
                assert_eq!(behind, spare, "{} {lang} {rules:?} {making:?}", kit.id);
                saved += usize::from(behind);
            });
        }
    }
    assert!(saved > 0, "no rules have a side to spare");
}

#[test]
fn the_page_says_the_numbers() {
    for kit in kitpress::shipped().expect("kits load") {
        for (lang, paper) in [("en", "a4"), ("ja", "letter")] {
            let options = options(lang, paper, Backs::DuplexLong);
            with_proof(&kit, &options, |proof| {
                let guide = kit.components.len();
                let face = proof
                    .faces
                    .iter()
                    .find(|f| f.component == guide)
                    .expect("a guide");
                let text: Vec<&str> = face
                    .scene
                    .texts
                    .iter()
                    .flat_map(|t| &t.runs)
                    .map(|r| r.text.as_str())
                    .collect();
                let text: String = text.concat().split_whitespace().collect();
                let says = |words: &str| {
                    let words: String = words.split_whitespace().collect();
                    assert!(text.contains(&words), "{} {lang}: {words}\n{text}", kit.id);
                };
                let tongue = kitpress::say::Tongue::of(lang);
                for (_, material) in Material::ALL {
                    says(&words::sheets(material, proof.outlay.pile(material).sheets).text(tongue));
                }
                for part in &proof.outlay.parts {
                    let comma = if lang == "ja" { "、" } else { ", " };
                    says(&ranges(&part.pages, "–", comma));
                }
                says(&proof.outlay.work.cuts.to_string());
                says(&proof.outlay.work.minutes.to_string());
                says(&format!("kitpress play {}", kit.id));
            });
        }
    }
}

/// The middle of every face on a page with what is printed there, as it lies behind the other side.
fn behind(sheet: &Sheet) -> Vec<(i64, i64)> {
    let spot = |x: f64, y: f64| ((x * 100.0).round() as i64, (y * 100.0).round() as i64);
    let middle = |r: kitpress::units::Rect| (r.x.0 + r.w.0 / 2.0, r.y.0 + r.h.0 / 2.0);
    let mut all: Vec<(i64, i64)> = sheet
        .items
        .iter()
        .map(|i| middle(i.at))
        .map(|(x, y)| spot(x, y))
        .collect();
    all.sort_unstable();
    all
}

#[test]
fn backs_lie_behind_fronts_with_the_guide_before_them() {
    let kit = kitpress::load("catch-and-run").expect("ships");
    for backs in [Backs::DuplexLong, Backs::DuplexShort] {
        with_proof(&kit, &options("en", "a4", backs), |proof| {
            let sheets = &proof.sheets;
            // The guide's leaf has the pictures of how it is made on its back.
            let making = kit
                .components
                .iter()
                .position(|c| c.id == "making")
                .expect("it has one");
            assert_eq!(sheets[0].components, [kit.components.len()]);
            assert_eq!(sheets[1].components, [making]);
            assert!(sheets[1].is_back);
            // Fronts are odd pages, backs even ones: nothing is shifted by the page before.
            for (n, sheet) in sheets.iter().enumerate() {
                assert_eq!(sheet.is_back, n % 2 == 1, "page {}", n + 1);
            }
            for pair in sheets[2..]
                .chunks(2)
                .filter(|p| p.len() == 2 && !p[1].items.is_empty())
            {
                let (front, back) = (&pair[0], &pair[1]);
                let mut wanted: Vec<(i64, i64)> = front
                    .items
                    .iter()
                    .filter_map(|i| {
                        let middle = (i.at.x + i.at.w * 0.5, i.at.y + i.at.h * 0.5);
                        let (x, y) = backs.behind(front.paper, middle)?;
                        Some(((x.0 * 100.0).round() as i64, (y.0 * 100.0).round() as i64))
                    })
                    .collect();
                wanted.sort_unstable();
                // Figures have both their sides in front.
                let landed = behind(back);
                assert!(
                    landed.iter().all(|at| wanted.contains(at)),
                    "{backs:?}: {landed:?}"
                );
            }
        });
    }
}

/// A one-sided printer: paper goes through it one sheet after the other, each pass on the side that is up.
///
/// `turned`: the stack is turned over as a whole, so that the first sheet is the first again; else it goes in as it came
/// out, the last sheet first. Gives for every sheet of paper the pages on its two sides.
fn by_hand(first: &[usize], second: &[usize], turned: bool) -> Vec<(usize, usize)> {
    // Each sheet falls on the one before, printed side up.
    let mut stack: Vec<usize> = Vec::new();
    first.iter().for_each(|page| stack.push(*page));
    // Turned over as a whole, what lay at the bottom comes to the top; put in as it lies, what came last does.
    if turned {
        stack.reverse();
    }
    let mut sheets = Vec::new();
    for back in second {
        let front = stack.pop().expect("a sheet for every back");
        sheets.push((front, *back));
    }
    assert!(stack.is_empty(), "a back for every sheet");
    sheets
}

/// The faces in front, and where what lies behind them landed.
type PrintedLeaf = (Vec<usize>, Vec<(i64, i64)>);

#[test]
fn pages_that_are_printed_by_hand_meet_their_fronts_for_both_ways_of_the_stack() {
    let kit = kitpress::load("catch-and-run").expect("ships");
    // What lies behind what, as a printer that prints both sides does it.
    let mut pairs: Vec<PrintedLeaf> = Vec::new();
    with_proof(&kit, &options("en", "a4", Backs::DuplexLong), |proof| {
        for pair in proof
            .sheets
            .chunks(2)
            .filter(|p| p.len() == 2 && !p[1].items.is_empty())
        {
            let fronts = pair[0].items.iter().map(|i| i.face).collect();
            pairs.push((fronts, behind(&pair[1])));
        }
    });
    for (backs, turned) in [(Backs::Manual, true), (Backs::ManualReversed, false)] {
        with_proof(&kit, &options("en", "a4", backs), |proof| {
            let all = &proof.outlay;
            let pages = |of: fn(&kitpress::press::guide::PaperPile) -> &Vec<usize>| {
                let mut pages = [of(&all.card).clone(), of(&all.paper).clone()].concat();
                pages.sort_unstable();
                pages
            };
            let (first, second) = (pages(|p| &p.first), pages(|p| &p.second));
            // One pass, the other, and only then what has no back.
            assert_eq!(first, (1..=first.len()).collect::<Vec<_>>());
            assert_eq!(
                second,
                (first.len() + 1..=2 * first.len()).collect::<Vec<_>>()
            );
            let mut met: Vec<PrintedLeaf> = by_hand(&first, &second, turned)
                .into_iter()
                .map(|(front, back)| {
                    let fronts = proof.sheets[front - 1]
                        .items
                        .iter()
                        .map(|i| i.face)
                        .collect();
                    (fronts, behind(&proof.sheets[back - 1]))
                })
                .collect();
            met.sort();
            let mut wanted = pairs.clone();
            wanted.sort();
            assert_eq!(met.len(), wanted.len());
            // The guide's own leaf shows other small pictures on no account: faces and places are the same.
            assert_eq!(met, wanted, "{backs:?}");
            // The other way of the stack would go wrong.
            let mut wrong: Vec<(usize, usize)> = by_hand(&first, &second, !turned);
            wrong.sort_unstable();
            let mut right = by_hand(&first, &second, turned);
            right.sort_unstable();
            assert_ne!(wrong, right);
            for pile in [&all.card, &all.paper] {
                let alone = by_hand(&pile.first, &pile.second, turned);
                assert!(
                    alone.iter().all(|pair| right.contains(pair)),
                    "each pile by itself, too"
                );
            }
        });
    }
}

#[test]
fn parts_and_kits_of_ones_own_have_no_guide_unless_it_is_named() {
    let dir = tempfile::tempdir().expect("a folder");
    let report = |args: &[&str]| -> serde_json::Value {
        let out = kitpress(dir.path(), None, &[args, &["--json", "--draft"]].concat());
        assert!(out.status.success(), "{args:?}: {}", said(&out));
        serde_json::from_slice(&out.stdout).expect("JSON")
    };
    let has = |report: &serde_json::Value| {
        let all = report[0]["components"].as_array().expect("components");
        all.iter().any(|c| c["id"] == GUIDE)
    };
    let whole = report(&["print", "cats"]);
    assert_eq!(
        whole[0]["components"][0],
        serde_json::json!({"id": "guide", "kind": "sheet", "faces": 1, "cards": 1, "pages": 1})
    );
    let without = report(&["print", "cats", "--no-guide"]);
    assert!(!has(&without));
    assert_eq!(
        without[0]["file"], whole[0]["file"],
        "other flags keep the name"
    );
    assert!(!has(&report(&["print", "cats", "--only", "tape"])));
    assert!(!has(&report(&["print", "cats", "--cards", "tape:*"])));
    assert!(!has(&report(&["print", "cats", "--changed"])));
    assert!(
        !has(&report(&["print", "cats", "--paper", "a5"])),
        "there is no room for it"
    );
    let named = report(&["print", "cats", "--only", "guide"]);
    assert_eq!(named[0]["file"], "out/cats.guide.en.a4.pdf");
    assert_eq!(
        named[0]["pages"], 2,
        "the guide, and how it is made behind it"
    );
    assert!(has(&report(&["print", "cats", "--only", "guide,tape"])));
    let out = kitpress(dir.path(), None, &["new", "tide", "--lang", "en"]);
    assert!(out.status.success(), "{}", said(&out));
    assert!(!has(&report(&["print", "tide"])));
    assert!(has(&report(&["print", "tide", "--guide"])));
    let refused = kitpress(
        dir.path(),
        None,
        &["print", "tide", "--guide", "--paper", "a5"],
    );
    assert!(
        said(&refused).contains("the guide does not fit on a5 paper"),
        "{}",
        said(&refused)
    );
}

#[test]
#[needs("qpdf")]
fn the_file_asks_for_the_sides_that_it_is_laid_out_for() {
    let dir = tempfile::tempdir().expect("a folder");
    for (backs, wanted) in [
        ("duplex-long", "DuplexFlipLongEdge"),
        ("duplex-short", "DuplexFlipShortEdge"),
        ("manual", "Simplex"),
        ("manual-reversed", "Simplex"),
        ("fold", "Simplex"),
        ("none", "Simplex"),
    ] {
        let out = kitpress(
            dir.path(),
            None,
            &["print", "cats", "--backs", backs, "--draft", "--no-guide"],
        );
        assert!(out.status.success(), "{}", said(&out));
        let name = match backs {
            "duplex-long" => "out/cats.en.a4.pdf".to_owned(),
            _ => format!("out/cats.{backs}.en.a4.pdf"),
        };
        let read = Command::new("qpdf")
            .args(["--json", "--json-key=qpdf"])
            .arg(dir.path().join(name))
            .output();
        let read: serde_json::Value =
            serde_json::from_slice(&read.expect("qpdf").stdout).expect("JSON");
        let objects = &read["qpdf"][1];
        let root = objects["trailer"]["value"]["/Root"]
            .as_str()
            .expect("a root");
        let viewer = &objects[format!("obj:{root}")]["value"]["/ViewerPreferences"];
        assert_eq!(viewer["/Duplex"], format!("/{wanted}"), "{backs}");
        assert_eq!(viewer["/PrintScaling"], "/None", "{backs}");
    }
}

/// A folder with an `lp` and an `lpstat` that write down what they are told.
#[cfg(unix)]
fn fake_cups(dir: &Path) -> std::path::PathBuf {
    use std::os::unix::fs::PermissionsExt;
    let bin = dir.join("bin");
    fs::create_dir_all(&bin).expect("a folder");
    let log = dir.join("lp.log");
    let script = |name: &str, text: String| {
        let path = bin.join(name);
        fs::write(&path, text).expect("writes");
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).expect("runs");
    };
    script("lpstat", "#!/bin/sh\necho attic\necho office\n".into());
    script(
        "lp",
        format!(
            "#!/bin/sh\nprintf '%s\\n' \"$*\" >> '{}'\necho 'request id is office-1 (1 file(s))'\n",
            log.display()
        ),
    );
    bin
}

/// Only what there is to do is told: cards alone are neither folded nor glued.
#[test]
fn a_kit_that_says_little_is_told_of_as_it_is() {
    let dir = tempfile::tempdir().expect("a folder");
    fs::write(
        dir.path().join("kit.toml"),
        "[kit]\nid = \"st\"\ntitle = \"St\"\n[[component]]\nid = \"a\"\nkind = \"cards\"\nsize = \"poker\"\nfront = \"a.svg\"\n",
    )
    .expect("a manifest");
    let svg =
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 63 88\"><circle r=\"9\"/></svg>";
    fs::write(dir.path().join("a.svg"), svg).expect("a picture");
    let text = said(&kitpress(dir.path(), None, &["tonight"]));
    assert!(text.starts_with("St: any number of players\n"), "{text}");
    assert!(
        text.contains(" m with scissors: about 5 minutes\n"),
        "{text}"
    );
    assert!(!text.contains("glu"), "{text}");
}

#[cfg(unix)]
#[test]
fn a_printer_gets_the_file_with_all_options_and_only_when_it_is_named() {
    let dir = tempfile::tempdir().expect("a folder");
    let bin = fake_cups(dir.path());
    let log = || fs::read_to_string(dir.path().join("lp.log")).unwrap_or_default();
    let run = |args: &[&str]| kitpress(dir.path(), Some(&bin), args);
    assert!(run(&["print", "cats", "--draft"]).status.success());
    assert_eq!(log(), "", "never by default");
    let out = run(&[
        "print",
        "cats",
        "--draft",
        "--paper",
        "letter",
        "--to-printer",
        "office",
        "--copies",
        "2",
    ]);
    assert!(out.status.success(), "{}", said(&out));
    assert!(
        said(&out).contains("out/cats.en.letter.pdf: sent to `office`"),
        "{}",
        said(&out)
    );
    assert_eq!(
        log(),
        "-d office -n 2 -t TOKYO WASHI GAME: Cats -o media=Letter -o sides=two-sided-long-edge -o print-scaling=none ./out/cats.en.letter.pdf\n"
    );
    fs::remove_file(dir.path().join("lp.log")).expect("removes");
    let out = run(&[
        "print",
        "catch-and-run",
        "--draft",
        "--backs",
        "manual",
        "--pages",
        "card",
        "--to-printer",
        "office",
    ]);
    assert!(out.status.success(), "{}", said(&out));
    let kit = kitpress::load("catch-and-run").expect("ships");
    let all = outlay(&kit, &options("en", "a4", Backs::Manual)).expect("counts");
    let first: Vec<usize> = all
        .card
        .pages
        .iter()
        .copied()
        .filter(|n| !all.card.second.contains(n))
        .collect();
    let sent = format!(
        "-o sides=one-sided -o print-scaling=none -P {} ",
        ranges(&first, "-", ",")
    );
    assert!(log().contains(&sent), "{} in {}", sent, log());
    assert_eq!(log().lines().count(), 1, "the backs wait for the stack");
    let second = format!("-P {} ./out/", ranges(&all.card.second, "-", ","));
    assert!(said(&out).contains(&second), "{}", said(&out));

    assert!(said(&out).contains("turn the stack over"), "{}", said(&out));
    // The same stack goes in as it lies where its backs come in the opposite order.
    let rest = ["--draft", "--to-printer", "office"];
    let reversed = ["print", "cats", "--backs", "manual-reversed"];
    let out = run(&[&reversed[..], &rest].concat());
    assert!(out.status.success(), "{}", said(&out));
    assert!(
        said(&out).contains("without turning it over"),
        "{}",
        said(&out)
    );
    // Its last sheet goes in first, and must be one that has a back: what has none is sent before.
    fs::remove_file(dir.path().join("lp.log")).expect("removes");
    let reversed = [
        "print",
        "catch-and-run",
        "--backs",
        "manual-reversed",
        "--pages",
        "card",
    ];
    let out = run(&[&reversed[..], &rest].concat());
    assert!(out.status.success(), "{}", said(&out));
    let all = outlay(&kit, &options("en", "a4", Backs::ManualReversed)).expect("counts");
    let sent: Vec<String> = [all.card.single(), all.card.first.clone()]
        .map(|pages| format!("-P {} ", ranges(&pages, "-", ",")))
        .into();
    let log_lines = log();
    let lines: Vec<&str> = log_lines.lines().collect();
    assert_eq!(lines.len(), 2, "{log_lines}");
    assert!(!all.card.single().is_empty());
    for (line, pages) in lines.iter().zip(&sent) {
        assert!(line.contains(pages), "{pages} in {line}");
    }
    let none = ["print", "cats", "--pages", "card"];
    let out = run(&[&none[..], &rest].concat());
    let told = "out/cats.en.a4.pdf: it has no such pages, so nothing was sent";
    assert!(said(&out).contains(told), "{}", said(&out));

    let out = run(&["print", "cats", "--draft", "--to-printer", "ofice"]);
    assert_eq!(out.status.code(), Some(1));
    let text = said(&out);
    assert!(
        text.contains("there is no printer `ofice`")
            && text.contains("printers: `attic`, `office`"),
        "{text}"
    );
    let nothing = dir.path().join("nothing");
    fs::create_dir_all(&nothing).expect("a folder");
    let out = kitpress(
        dir.path(),
        Some(&nothing),
        &["print", "cats", "--draft", "--to-printer", "office"],
    );
    assert_eq!(out.status.code(), Some(1));
    assert!(
        said(&out).contains("this computer has no `lp`"),
        "{}",
        said(&out)
    );
}

#[test]
fn tonight_tells_what_the_page_tells() {
    let dir = tempfile::tempdir().expect("a folder");
    let out = kitpress(dir.path(), None, &["tonight", "catch-and-run"]);
    assert!(out.status.success(), "{}", said(&out));
    let text = said(&out);
    let kit = kitpress::load("catch-and-run").expect("ships");
    with_proof(&kit, &options("en", "a4", Backs::DuplexLong), |proof| {
        let all = &proof.outlay;
        for words in [
            format!("{} sheets of card", all.card.sheets),
            format!("{} sheets of paper", all.paper.sheets),
            format!("{} cuts", all.work.cuts),
            format!("about {} minutes", all.work.minutes),
            format!("{} sheets less to print", all.spared.expect("arm cards")),
            "2–4 players, 15 minutes, from age 8".to_owned(),
            "2 coins".to_owned(),
            "kitpress play catch-and-run --set cards=app".to_owned(),
        ] {
            assert!(text.contains(&words), "{words}\n{text}");
        }
        let json = kitpress(dir.path(), None, &["tonight", "catch-and-run", "--json"]);
        let json: serde_json::Value = serde_json::from_slice(&json.stdout).expect("JSON");
        assert_eq!(json["takes"]["card"]["sheets"], all.card.sheets);
        assert_eq!(
            json["takes"]["paper"],
            serde_json::to_value(&all.paper).expect("JSON")
        );
        assert_eq!(json["takes"]["work"]["cuts"], all.work.cuts);
    });
    let table = kitpress(dir.path(), None, &["kits"]);
    let table = said(&table);
    assert!(table.lines().all(|l| l.chars().count() <= 80), "{table}");
    assert!(table.contains("icecool"), "{table}");
}
