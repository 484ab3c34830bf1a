//! Cats at a table: settings, the journal, and the program from outside.

use std::path::Path;
use std::sync::OnceLock;

use kitpress::kit::{Kit, Source};
use kitpress::play::config::Settings;
use kitpress::play::games;
use kitpress::play::games::cats::map::generate;
use kitpress::play::journal::Access;
use kitpress::play::rng::{Dice, Seed};
use kitpress::play::rules::Skill;
use kitpress::play::table::{Failure, Start, Table};
use kitpress::play::view::Viewer;
use serde_json::{Value, json};

fn kit() -> &'static Kit {
    static KIT: OnceLock<Kit> = OnceLock::new();
    KIT.get_or_init(|| kitpress::load("cats").expect("the kit is sound"))
}

fn start(path: &Path, names: &str, set: &[(&str, &str)]) -> Result<Table, String> {
    let settings: Settings = set
        .iter()
        .map(|(k, v)| (k.to_string(), v.to_string()))
        .collect();
    let set: Vec<_> = settings.clone().into_iter().collect();
    let source = Source::find("cats").expect("it ships");
    // Settings that a kit refuses are the table's affair.
    let set_up = Kit::load_from(source, &set).ok();
    let start = Start {
        kit: set_up.as_ref().unwrap_or_else(|| kit()),
        seats: names.split(',').map(str::to_owned).collect(),
        settings,
        seed: Seed::practice(1),
        practice: true,
    };
    Table::start(path, start, 1).map_err(|e| match e {
        Failure::Refused(r) => r.to_string(),
        Failure::Failed(p) => p.to_string(),
    })
}

fn folder() -> tempfile::TempDir {
    tempfile::tempdir().expect("a folder")
}

#[test]
fn the_kit_names_its_referee() {
    assert_eq!(games::rules_of(kit()), "cats");
}

#[test]
fn the_map_is_the_one_that_is_printed() {
    let dir = folder();
    let map = |table: &Table| Value::Object(table.show(Viewer::Public))["game"]["map"].clone();
    let table = start(&dir.path().join("a"), "Ann,Bob", &[]).expect("a table");
    assert_eq!(
        map(&table),
        json!(generate(4, 28, 8).expect("a map").text())
    );
    let shown = Value::Object(table.show(Viewer::Public));
    assert_eq!(
        shown["settings"],
        json!({"map": "4x28", "map-seed": 8, "units": 1})
    );
    let set = [("map", "3x30"), ("map-seed", "7")];
    let table = start(&dir.path().join("b"), "Ann,Bob", &set).expect("a table");
    assert_eq!(
        map(&table),
        json!(generate(3, 30, 7).expect("a map").text())
    );
    let shown = Value::Object(table.show(Viewer::Public));
    assert_eq!(
        shown["settings"],
        json!({"map": "3x30", "map-seed": 7, "units": 1})
    );
}

#[test]
fn settings_and_players_that_cannot_be_are_refused() {
    let dir = folder();
    let no = |names: &str, set: &[(&str, &str)], words: &str| {
        let why = start(&dir.path().join("x"), names, set)
            .err()
            .expect("a refusal");
        assert!(why.contains(words), "{set:?}: {why}");
        assert!(!dir.path().join("x").exists());
    };
    no("Ann", &[], "for 2 players");
    no("Ann,Bob,Cho", &[], "for 2 players");
    no("Ann,Bob", &[("map", "4x20")], "too narrow");
    no("Ann,Bob", &[("map", "2x28")], "too flat");
    no("Ann,Bob", &[("map", "9x28")], "too high");
    no("Ann,Bob", &[("map", "4x301")], "too long");
    no("Ann,Bob", &[("map", "big")], "`big` is not a map size");
    no("Ann,Bob", &[("map-seed", "-1")], "whole number");
    no("Ann,Bob", &[("map-seed", "x")], "whole number");
    no("Ann,Bob", &[("units", "0")], "at least 1 unit");
    no("Ann,Bob", &[("map-sed", "1")], "did you mean `map-seed`?");
    no(
        "Ann,Bob",
        &[("rounds", "1")],
        "there is no setting `rounds`",
    );
}

#[test]
fn the_contract_of_show_json() {
    let dir = folder();
    let mut table = start(&dir.path().join("t"), "Ann,Bob", &[]).expect("a table");
    table.act("fish Ann c1", 2).expect("a fish");
    let shown = Value::Object(table.show(Viewer::Public));
    let keys: Vec<&String> = shown["game"].as_object().expect("fields").keys().collect();
    assert_eq!(
        keys,
        ["map", "lines", "cats", "fish", "specials", "turn", "legal"]
    );
    assert_eq!(shown["kit"], "cats");
    assert_eq!(shown["over"], false);
    assert_eq!(shown["game"]["turn"], "Bob");
    assert_eq!(shown["game"]["cats"], json!({"Ann": [], "Bob": []}));
    let need = shown["need"].as_str().expect("text");
    assert!(
        need.starts_with("Bob: draw a fish (left to draw: 2 in row 1, 2 in row 8)"),
        "{need}"
    );
    // Nothing is hidden: a seat sees what everybody sees.
    assert_eq!(table.show(Viewer::Seat(1)), table.show(Viewer::Public));
}

#[test]
fn a_refusal_changes_nothing_and_undo_takes_any_move_back() {
    let dir = folder();
    let mut table = start(&dir.path().join("t"), "Ann,Bob", &[]).expect("a table");
    let first = table.state();
    table.act("fish Ann c1", 2).expect("a fish");
    let second = table.state();
    for bad in [
        "fish Bob c1",
        "fish Ann g1",
        "cat Bob g1",
        "Bob 1 up",
        "nonsense",
    ] {
        assert!(
            matches!(table.act(bad, 3), Err(Failure::Refused(_))),
            "{bad}"
        );
        assert_eq!(table.state(), second);
    }
    table.act("fish Bob g1", 4).expect("a fish");
    table.undo(false, 5).expect("nothing is hidden");
    assert_eq!(table.state(), second);
    table.undo(false, 6).expect("nothing is hidden");
    assert_eq!(table.state(), first);
}

#[test]
fn a_game_resumes_as_it_was_played() {
    let dir = folder();
    for (game, skill) in [(1, Skill::Random), (2, Skill::Sensible)] {
        let path = dir.path().join(format!("{game}.table"));
        let mut table = start(&path, "花 子,Ann 1", &[("map-seed", "3")]).expect("a table");
        let mut dice = Dice::new(&Seed::practice(game), "test");
        while let Some(text) = table.choose(&[skill; 2], &mut dice) {
            table
                .act(&text, 2)
                .unwrap_or_else(|e| panic!("{text}: {e:?}"));
        }
        assert!(table.outcome().is_some());
        let (state, shown) = (table.state(), table.show(Viewer::Public));
        drop(table);
        let again = Table::open(&path, Access::Read).expect("the table opens");
        assert_eq!(again.state(), state);
        assert_eq!(again.show(Viewer::Public), shown);
        let game = &shown["game"];
        assert_eq!(game["legal"], json!([]));
        let name = &shown["result"]["winners"][0];
        assert!(name == "花 子" || name == "Ann 1", "{name}");
    }
}

#[test]
fn settings_reach_the_kit_as_well() {
    let set = [
        ("map".to_owned(), "5x30".to_owned()),
        ("map-seed".to_owned(), "4".to_owned()),
    ];
    let source = Source::find("cats").expect("the kit");
    let kit = Kit::load_from(source, &set).expect("a sound kit");
    assert_eq!(kit.settings["map"], "5x30");
    assert_eq!(kit.settings["map-seed"], 4);
}
