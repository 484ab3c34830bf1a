//! The pages of `docs/evenings`: every command in them is typed, in order, in a folder of its own. Between two commands the
//! people of the page play: bots make the moves of the table that was begun, to its end.

use std::path::Path;

use kitpress::play::journal::Access;
use kitpress::play::rng::{Dice, Seed};
use kitpress::play::rules::Skill;
use serde_json::Value;

use crate::place::{Place, err, feed, open, text};

/// The pages.
const PAGES: [&str; 3] = ["family", "club", "party"];

fn page(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("docs/evenings/{name}.md"));
    std::fs::read_to_string(path).expect("a page")
}

/// The lines of all blocks of shell in a page.
fn commands(page: &str) -> Vec<&str> {
    let mut inside = false;
    let mut out = Vec::new();
    for line in page.lines() {
        match line {
            "```sh" => inside = true,
            "```" => inside = false,
            line if inside => out.push(line),
            _ => {}
        }
    }
    out
}

/// The file of the table used last.
fn last_table(place: &Place) -> Option<String> {
    let all = place.json(&["tables", "--json"]);
    let all = all.as_array()?.iter();
    let mut tables = all.filter(|t| t["kind"] == "table");
    let last: &Value = tables.find(|t| t["current"] == true)?;
    last["file"].as_str().map(str::to_owned)
}

/// Plays a table to its end.
fn play_out(place: &Place) {
    let Some(file) = last_table(place) else {
        return;
    };
    let mut table = open(Path::new(&file), Access::Write);
    let skills = vec![Skill::Random; table.seats().len()];
    let mut dice = Dice::new(&Seed::practice(5), "evening");
    let mut moves = 0;
    while let Some(text) = table.choose(&skills, &mut dice) {
        table
            .act(&text, 1)
            .unwrap_or_else(|e| panic!("{text}: {e:?}"));
        moves += 1;
        assert!(moves < 5000, "{file} never ends");
    }
    assert!(table.outcome().is_some(), "{file}");
}

#[cfg(unix)]
#[test]
fn every_command_of_the_pages_does_what_it_says() {
    let mut seen = 0;
    for name in PAGES {
        let place = Place::new();
        let samples = Path::new(env!("CARGO_MANIFEST_DIR")).join("samples");
        std::os::unix::fs::symlink(samples, place.path("samples")).expect("samples");
        for line in commands(&page(name)) {
            let args: Vec<&str> = line.split_whitespace().skip(1).collect();
            assert!(line.starts_with("kitpress "), "{name}: {line}");
            // Whoever sits at a timer leaves it.
            let out = feed(&mut place.command(&args), "q\n");
            assert_eq!(out.status.code(), Some(0), "{name}: {line}\n{}", err(&out));
            assert!(!text(&out.stdout).is_empty(), "{name}: {line} says nothing");
            if ["play", "start", "again"].contains(&args[0]) {
                play_out(&place);
            }
            seen += 1;
        }
    }
    assert!(seen > 30, "{seen} commands were typed");
}

/// Pictures that a page shows are there, and all that are there are shown.
#[test]
fn every_picture_is_shown() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/evenings");
    let pages: String = PAGES.map(page).concat();
    let mut shown: Vec<&str> = pages
        .split("](")
        .skip(1)
        .filter_map(|rest| rest.split(')').next())
        .filter(|target| target.ends_with(".svg"))
        .collect();
    shown.sort_unstable();
    let files = std::fs::read_dir(folder).expect("a folder").flatten();
    let mut kept: Vec<String> = files
        .map(|f| f.file_name().to_string_lossy().into_owned())
        .filter(|f| f.ends_with(".svg"))
        .collect();
    kept.sort_unstable();
    assert_eq!(shown, kept);
}
