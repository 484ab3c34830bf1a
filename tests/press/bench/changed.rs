//! `print --changed`: just the new and changed cards, and a list of those to take out.

use std::fs;

use serde_json::json;

use super::{Bench, pages};
use crate::common::render;

fn names(list: &serde_json::Value) -> Vec<(String, u64)> {
    let lines = list.as_array().expect("a list").iter();
    lines
        .map(|l| {
            let part = |k: &str| l[k].as_str().expect("text").to_owned();
            let count = l["count"].as_u64().expect("a number");
            (format!("{}:{}", part("component"), part("name")), count)
        })
        .collect()
}

fn is(list: &serde_json::Value, wanted: &[(&str, u64)]) {
    let wanted: Vec<_> = wanted.iter().map(|(n, c)| (n.to_string(), *c)).collect();
    assert_eq!(names(list), wanted);
}

#[test]
fn only_what_changed_is_printed() {
    let b = Bench::new();
    b.fine(&["print", "tiny"]);
    // Eleven cards on two sheets with backs, and the rules.
    let full = pages(&b.pdf());
    assert!(b.kit().join(".kitpress-lock.json").is_file());
    b.edit("hero.csv", "Bee,", "Bumblebee,");
    b.edit("hero.csv", "jay,Jay,かけす,1", "kiwi,Kiwi,キウイ,1");
    b.edit("hero.csv", "dog,Dog,いぬ,1", "dog,Dog,いぬ,3");
    let report = &b.json(&["print", "tiny", "--changed", "--json"])[0];
    is(&report["changes"]["changed"], &[("hero:bee", 2)]);
    is(
        &report["changes"]["new"],
        &[("hero:dog", 2), ("hero:kiwi", 1)],
    );
    is(
        &report["changes"]["take_out"],
        &[("hero:bee", 2), ("hero:jay", 1)],
    );
    assert_eq!(report["components"][0]["cards"], 5);
    assert_eq!(report["components"].as_array().map(Vec::len), Some(1));
    // One sheet with its back, and the list.
    assert_eq!((full, pages(&b.changed_pdf())), (5, 3));
    assert_eq!(report["file"], "out/tiny.changed.en.a4.pdf");
    assert_eq!(pages(&b.pdf()), full, "the full print is left alone");
}

/// A kit that was printed in both languages; then one card got another title, and one went.
fn renamed_and_gone() -> Bench {
    let b = Bench::new();
    b.edit(
        "hero.csv",
        "jay,Jay,かけす",
        "bird-2,\"The **blue** jay\",かけす",
    );
    b.edit("hero.csv", "ibex,Ibex,やぎ", "ibex,Ibex,**やぎ**");
    b.fine(&["print", "tiny"]);
    b.fine(&["print", "tiny", "--lang", "ja"]);
    // The kit knows neither the old title of the one nor the other card any more.
    b.edit("hero.csv", "bee,Bee,はち", "bee,Bumblebee,まるはなばち");
    b.edit("hero.csv", "bird-2,\"The **blue** jay\",かけす,1\n", "");
    b
}

#[test]
fn cards_to_take_out_are_named_as_they_were_printed() {
    let b = renamed_and_gone();
    let changes = &b.json(&["print", "tiny", "--changed", "--draft", "--json"])[0]["changes"];
    let line = |name: &str, title: &str, count: u32| json!({ "component": "hero", "name": name, "title": title, "count": count });
    assert_eq!(changes["changed"], json!([line("bee", "Bumblebee", 2)]));
    let out = json!([line("bee", "Bee", 2), line("bird-2", "The blue jay", 1)]);
    assert_eq!(changes["take_out"], out);
    let told = b.fine(&["print", "tiny", "--lang", "ja", "--changed"]);
    assert!(told.contains("hero:bird-2  かけす"), "{told}");
}

#[needs::needs("pdftotext")]
#[test]
fn the_list_of_cards_to_take_out_can_be_read() {
    let b = renamed_and_gone();
    let slip = |pdf: &str| {
        let pdf = b.root.path().join("out").join(pdf);
        crate::common::tool("pdftotext", &["-layout", "FILE", "-"], &pdf)
    };
    b.fine(&["print", "tiny", "--changed", "--draft"]);
    let text = slip("tiny.changed.en.a4.pdf");
    assert!(text.contains("Take these out of the deck"), "{text}");
    assert!(text.contains("The blue jay (bird-2)"), "{text}");
    assert!(
        text.contains("Bee × 2") && !text.contains("Bee (bee)"),
        "{text}"
    );
    b.fine(&["print", "tiny", "--lang", "ja", "--changed"]);
    let text = slip("tiny.changed.ja.a4.pdf");
    assert!(text.contains("かけす (bird-2)"), "{text}");
    assert!(text.contains("はち (bee) × 2"), "{text}");
}

#[test]
fn a_lock_file_without_titles_is_understood() {
    let b = Bench::new();
    b.fine(&["print", "tiny"]);
    let path = b.kit().join(".kitpress-lock.json");
    let mut lock: serde_json::Value =
        serde_json::from_slice(&fs::read(&path).expect("read")).expect("JSON");
    let cards = lock["prints"][0]["cards"]["hero"].as_object_mut();
    for looks in cards.expect("cards").values_mut() {
        for lot in looks.as_object_mut().expect("looks").values_mut() {
            *lot = lot[0].clone();
            assert!(lot.is_number());
        }
    }
    fs::write(&path, lock.to_string()).expect("written");
    b.edit("hero.csv", "jay,Jay,かけす,1\n", "");
    let changes = &b.json(&["print", "tiny", "--changed", "--json"])[0]["changes"];
    let out = json!([{ "component": "hero", "name": "jay", "count": 1 }]);
    assert_eq!(changes["take_out"], out);
}

#[test]
fn nothing_changed_writes_nothing() {
    let b = Bench::new();
    b.fine(&["print", "tiny"]);
    let out = b.fine(&["print", "tiny", "--changed"]);
    assert!(out.contains("nothing has changed"), "{out}");
    assert!(!b.changed_pdf().exists());
    let report = b.json(&["print", "tiny", "--changed", "--json"]);
    let empty = json!({ "new": [], "changed": [], "take_out": [] });
    assert_eq!(report[0]["changes"], empty);
    assert_eq!(
        (&report[0]["file"], &report[0]["pages"]),
        (&json!(null), &json!(0))
    );
}

#[test]
fn cards_that_are_gone_are_only_told() {
    let b = Bench::new();
    b.fine(&["print", "tiny"]);
    b.edit("hero.csv", "jay,Jay,かけす,1\n", "");
    let out = b.fine(&["print", "tiny", "--changed"]);
    assert!(out.contains("take out of the deck:\n  hero:jay"), "{out}");
    assert!(!b.changed_pdf().exists(), "nothing to put on paper");
    let out = b.fine(&["print", "tiny", "--changed"]);
    assert!(out.contains("nothing has changed"), "told once: {out}");
}

#[test]
fn sheets_pictures_and_backs_count() {
    let b = Bench::new();
    b.fine(&["print", "tiny"]);
    b.edit("rules.svg", "Be kind.", "Be kinder.");
    let report = b.json(&["print", "tiny", "--changed", "--json"]);
    is(&report[0]["changes"]["changed"], &[("rules:1", 1)]);
    b.edit("back.svg", "#204060", "#602040");
    let report = b.json(&["print", "tiny", "--changed", "--json"]);
    let changed = names(&report[0]["changes"]["changed"]);
    assert_eq!(changed.iter().map(|(_, n)| n).sum::<u64>(), 11);
    // Another picture in the same file.
    b.edit(
        "hero.svg",
        "</svg>",
        r#"<image href="dot.svg" width="5" height="5"/></svg>"#,
    );
    let dot = |color: &str| {
        format!(
            r#"<svg xmlns="http://www.w3.org/2000/svg" width="5mm" height="5mm" viewBox="0 0 5 5"><path d="M0 0h5v5z" fill="{color}"/></svg>"#
        )
    };
    b.write("dot.svg", &dot("red"));
    b.fine(&["print", "tiny", "--changed"]);
    b.write("dot.svg", &dot("blue"));
    let report = b.json(&["print", "tiny", "--changed", "--json"]);
    assert_eq!(names(&report[0]["changes"]["changed"]).len(), 10);
}

#[test]
fn every_way_to_print_is_remembered_for_itself() {
    let b = Bench::new();
    b.fine(&["print", "tiny"]);
    for other in [["--lang", "ja"], ["--ink", "mono"], ["--paper", "letter"]] {
        let args = [&["print", "tiny", "--changed", "--json"], &other[..]].concat();
        let report = b.json(&args);
        assert_eq!(names(&report[0]["changes"]["new"]).len(), 11, "{other:?}");
        let again = b.json(&args);
        assert_eq!(again[0]["pages"], 0, "{other:?}");
    }
    let again = b.json(&["print", "tiny", "--changed", "--json"]);
    assert_eq!(again[0]["pages"], 0, "the first way is not forgotten");
}

#[test]
fn a_part_of_a_print_leaves_the_rest_known() {
    let b = Bench::new();
    b.fine(&["print", "tiny"]);
    b.edit("hero.csv", "Ant,", "Aunt,");
    b.edit("rules.svg", "Be kind.", "Be kinder.");
    let report = b.json(&["print", "tiny", "--changed", "--only", "rules", "--json"]);
    is(&report[0]["changes"]["changed"], &[("rules:1", 1)]);
    b.fine(&["print", "tiny", "--cards", "hero:ant"]);
    let report = b.json(&["print", "tiny", "--changed", "--json"]);
    assert_eq!(report[0]["pages"], 0, "{report}");
}

#[test]
fn a_draft_or_a_failure_is_no_print() {
    let b = Bench::new();
    b.fine(&["print", "tiny"]);
    b.edit("hero.csv", "Ant,", "Aunt,");
    b.fine(&["print", "tiny", "--draft"]);
    b.edit("hero.csv", "Aunt,", "Ant {{,");
    b.write("broken.svg", "{% if %}");
    assert!(!b.run(&["print", "tiny"]).status.success());
    fs::remove_file(b.kit().join("broken.svg")).expect("removed");
    let report = b.json(&["print", "tiny", "--changed", "--json"]);
    is(&report[0]["changes"]["changed"], &[("hero:ant", 1)]);
}

#[test]
fn a_damaged_or_foreign_lock_prints_everything() {
    let b = Bench::new();
    let lock = b.kit().join(".kitpress-lock.json");
    for (content, says) in [
        ("{", "is damaged"),
        ("\u{0}\u{1}", "is damaged"),
        ("[]", "is damaged"),
        (
            r#"{"kitpress-lock":99,"kit":"tiny","prints":[]}"#,
            "another kitpress",
        ),
        (
            r#"{"kitpress-lock":1,"kit":"big","prints":[]}"#,
            "belongs to the kit `big`",
        ),
    ] {
        fs::write(&lock, content).expect("written");
        let output = b.run(&["print", "tiny", "--changed", "--json"]);
        let error = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{error}");
        assert!(
            error.contains(says) && error.contains("everything is printed"),
            "{error}"
        );
        assert_eq!(pages(&b.changed_pdf()), 5);
        let again = b.json(&["print", "tiny", "--changed", "--json"]);
        assert_eq!(again[0]["pages"], 0, "the lock is sound again");
    }
    // A folder in its place cannot be replaced: still printed, with a word.
    fs::remove_file(&lock).expect("removed");
    fs::create_dir(&lock).expect("made");
    let output = b.run(&["print", "tiny", "--changed"]);
    assert!(output.status.success());
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(error.contains("cannot be remembered"), "{error}");
}

#[test]
fn shipped_kits_are_remembered_in_the_data_folder() {
    let b = Bench::new();
    let args = ["print", "salt-in-the-soup", "--changed", "--json"];
    let kits = b.json(&["kits", "--json"]);
    let id = kits[0]["id"].as_str().expect("a kit").to_owned();
    let args = [args[0], id.as_str(), args[2], args[3]];
    assert!(b.json(&args)[0]["pages"].as_u64() > Some(0));
    assert_eq!(b.json(&args)[0]["pages"], 0);
    assert!(
        b.root
            .path()
            .join(format!("data/locks/{id}.json"))
            .is_file()
    );
}

/// The places of dark cards on the first page: columns and rows of a three by three grid.
fn places(pdf: &std::path::Path) -> Vec<(usize, usize)> {
    let bytes = fs::read(pdf).expect("a PDF");
    let page = &render(&bytes, 1.0)[0];
    let dark = |x: f64, y: f64| {
        let k = 72.0 / 25.4;
        let [r, _, b] = page.at((x * k) as usize, (y * k) as usize);
        r < 80 && b < 140
    };
    // The frame of a card, two millimetres inside its edge.
    let cells = (0..3).flat_map(|row| (0..3).map(move |col| (col, row)));
    cells
        .filter(|(col, row)| {
            let (x, y) = (10.5 + 63.0 * *col as f64, 14.0 + 88.0 * *row as f64);
            dark(x + 2.0, y + 44.0)
        })
        .collect()
}

#[test]
fn used_places_can_be_skipped_and_places_kept() {
    let b = Bench::new();
    b.fine(&["print", "tiny"]);
    assert_eq!(places(&b.pdf()).len(), 9);
    b.edit("hero.csv", "Dog,", "Doge,");
    b.fine(&["print", "tiny", "--changed", "--draft"]);
    assert_eq!(places(&b.changed_pdf()), [(0, 0)], "at the first place");
    b.edit("hero.csv", "Doge,", "Hound,");
    b.fine(&["print", "tiny", "--changed", "--skip", "5"]);
    assert_eq!(
        places(&b.changed_pdf()),
        [(2, 1)],
        "at the first free place"
    );
    b.edit("hero.csv", "Hound,", "Dog,");
    b.fine(&["print", "tiny", "--changed", "--keep-places"]);
    // Ant, two bees, cow, dog: the fifth place.
    assert_eq!(
        places(&b.changed_pdf()),
        [(1, 1)],
        "where the full print has it"
    );
}

#[test]
fn a_page_that_is_used_up_is_not_printed_on() {
    let b = Bench::new();
    b.fine(&["print", "tiny", "--skip", "8"]);
    let before = fs::read(b.pdf()).expect("printed");
    for skip in ["9", "13", "999"] {
        let output = b.run(&["print", "tiny", "--skip", skip]);
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(!output.status.success(), "{skip}");
        assert!(
            error.contains("leaves no place on the first page"),
            "{error}"
        );
        assert!(fs::read(b.pdf()).expect("there") == before);
    }
    let output = b.run(&["print", "tiny", "--skip", "-1"]);
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(error.contains("--skip"), "{error}");
}

#[test]
fn a_list_that_would_stay_old_is_told() {
    let b = Bench::new();
    let lock = b.kit().join(".kitpress-lock.json");
    fs::create_dir(&lock).expect("a folder in its place");
    let output = b.run(&["print", "tiny"]);
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{said}");
    assert!(said.contains("cannot be remembered"), "{said}");
}
