//! The pictures in `docs/evenings`: screens of the program itself, drawn anew from the same seeds. A picture that differs from
//! the one that is kept fails; `KITPRESS_UPDATE=1` keeps the new one.

use std::path::Path;

use kitpress::play::journal::Access;
use kitpress::play::rng::{Dice, Seed};
use kitpress::play::rules::Skill;
use needs::needs;

use super::grid::{self, GridCell};
use super::pty::Terminal;
use super::svg;
use crate::place::Place;

/// A folder with the samples, as a reader of the pages has them.
fn home() -> Place {
    let place = Place::new();
    let from = Path::new(env!("CARGO_MANIFEST_DIR")).join("samples");
    std::os::unix::fs::symlink(from, place.path("samples")).expect("samples");
    place
}

/// Compares what the terminal shows with the picture that is kept.
#[track_caller]
fn keep(name: &str, title: &str, terminal: &Terminal, size: (usize, usize)) {
    super::menus::calm(terminal);
    let mut rows = grid::cells(&terminal.since(0));
    rows.iter_mut().for_each(|row| undated(row));
    // Empty rows below tell nothing.
    let seen = |row: &Vec<GridCell>| row.iter().any(|c| c.letter != Some(' '));
    let last = rows.iter().rposition(seen).map_or(1, |at| at + 1);
    let drawn = svg::picture(title, &rows, (size.0, size.1.min(last)));
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/evenings");
    let path = folder.join(format!("{name}.svg"));
    if std::env::var_os("KITPRESS_UPDATE").is_some() {
        std::fs::create_dir_all(&folder).expect("a folder");
        std::fs::write(&path, drawn).expect("kept");
        return;
    }
    let kept = std::fs::read_to_string(&path).unwrap_or_default();
    assert_eq!(
        text(&kept),
        text(&drawn),
        "{name}.svg says something else; KITPRESS_UPDATE=1 draws it anew"
    );
    assert!(
        kept == drawn,
        "{name}.svg looks different; KITPRESS_UPDATE=1 draws it anew"
    );
    assert!(kept.len() < 80_000, "{name}.svg has {} bytes", kept.len());
}

/// The words of a picture.
fn text(svg: &str) -> String {
    let words = svg.lines().filter(|l| l.starts_with("<text"));
    words
        .flat_map(|l| l.split(['<', '>']).nth(2))
        .collect::<Vec<_>>()
        .join("\n")
}

/// Days, hours and digests as they might be: those of today would be other ones tomorrow.
fn undated(row: &mut [GridCell]) {
    let letters: Vec<char> = row.iter().map(|c| c.letter.unwrap_or(' ')).collect();
    let text: String = letters.iter().collect();
    for word in text.split(' ').filter(|w| w.len() == 64) {
        let at = text[..text.find(word).unwrap_or(0)].chars().count();
        for (cell, c) in row[at..]
            .iter_mut()
            .zip("3f9c0b7e".chars().cycle().take(64))
        {
            cell.letter = Some(c);
        }
    }
    let shape: Vec<bool> = letters.iter().map(char::is_ascii_digit).collect();
    let dated = |at: usize| {
        let word: String = letters[at..].iter().take(10).collect();
        let parts: Vec<usize> = word.split('-').map(str::len).collect();
        parts == [4, 2, 2] && (0..10).all(|i| shape[at + i] || i == 4 || i == 7)
    };
    for at in (0..letters.len().saturating_sub(9)).filter(|at| dated(*at)) {
        // A time of day may follow; a clock of the game is left alone.
        let timed = letters[at + 10..].get(3) == Some(&':');
        let say = if timed {
            "2026-03-06 20:15"
        } else {
            "2026-03-06"
        };
        for (cell, c) in row[at..].iter_mut().zip(say.chars()) {
            cell.letter = Some(c);
        }
    }
}

fn lines(terminal: &mut Terminal, all: &[&str]) {
    for line in all {
        terminal.press(line);
        terminal.wait_until(line, |s| typed(s, line));
        let mark = terminal.mark();
        terminal.press("\r");
        while terminal.mark() == mark {
            std::thread::sleep(std::time::Duration::from_millis(5));
        }
        super::menus::calm(terminal);
    }
}

/// Whether this stands in the line that is typed.
fn typed(screen: &str, line: &str) -> bool {
    let mut typing = screen.lines().filter(|l| l.starts_with("> "));
    typing.any(|l| l.trim_end().ends_with(line))
}

/// Bots make so many moves at the table used last.
fn bots(place: &Place, moves: usize) {
    let tables = place.json(&["tables", "--json"]);
    let all = tables.as_array().expect("tables");
    let last = all.iter().find(|t| t["current"] == true).expect("a table");
    let file = last["file"].as_str().expect("a file");
    let mut table = crate::place::open(file.as_ref(), Access::Write);
    let skills = vec![Skill::Sensible; table.seats().len()];
    let mut dice = Dice::new(&Seed::practice(1), "pictures");
    for _ in 0..moves {
        let text = table.choose(&skills, &mut dice).expect("a move");
        table.act(&text, 1).unwrap_or_else(|e| panic!("{e:?}"));
    }
}

fn started(place: &Place, args: &[&str], moves: &[&str]) {
    place.ok(&[&["start"], args].concat());
    for text in moves {
        place.ok(&["do", text]);
    }
}

const FAMILY: &str = "Mum,Leo,Ida";

#[needs("setsid")]
#[test]
fn a_family_flicks_penguins() {
    let place = home();
    let set = ["--set", "catcher=Mum", "--seed", "21"];
    let args = [&["icecool", "--players", FAMILY][..], &set].concat();
    started(&place, &args, &["next", "fish Ida", "next", "next"]);
    let size = (82, 20);
    let mut terminal = Terminal::start(place.dir(), &["play"], (82, 20));
    terminal.wait_to_see("arrows");
    lines(&mut terminal, &["fish Leo 2"]);
    keep(
        "family-icecool",
        "ICECOOL on the screen: three players, their fish and cards, and a menu of what may have happened",
        &terminal,
        size,
    );
    terminal.press("/quit\r");
    assert_eq!(terminal.end(), 0);
    let mut terminal = Terminal::start(place.dir(), &["play", "--lang", "ja"], (82, 20));
    terminal.wait_to_see("enter");
    terminal.press("次");
    terminal.wait_to_see("> 次");
    terminal.press("\r");
    keep(
        "family-icecool-ja",
        "The same table in Japanese",
        &terminal,
        size,
    );
}

#[needs("setsid")]
#[test]
fn a_family_runs_over_the_ice() {
    let place = home();
    let names = ["catch-and-run", "--players", FAMILY, "--seed", "4"];
    let set = ["--set", "learning=on", "--set", "educators=Mum,Leo"];
    started(&place, &[&names[..], &set].concat(), &[]);
    let mut terminal = Terminal::start(place.dir(), &["play"], (82, 24));
    terminal.wait_to_see("arrows");
    lines(&mut terminal, &["Mum a1", "down"]);
    keep(
        "family-catch",
        "CATCH and RUN: the floor in its colours, and a menu with the directions that Mum may run",
        &terminal,
        (82, 24),
    );
}

#[needs("setsid")]
#[test]
fn a_game_ends_and_once_more_is_a_key() {
    let place = home();
    let set = [
        "--set",
        "catcher=Mum",
        "--set",
        "scoring=tournament",
        "--seed",
        "21",
    ];
    let args = [&["icecool", "--players", FAMILY][..], &set].concat();
    // Whoever fetches the third fish ends the round.
    let fish = ["fish Leo 3", "fish Mum 3", "fish Mum 1"];
    started(&place, &args, &fish);
    let mut terminal = Terminal::start(place.dir(), &["play"], (82, 24));
    terminal.wait_to_see("arrows");
    lines(&mut terminal, &["fish Leo 3"]);
    terminal.wait_to_see("the game is over");
    keep(
        "family-end",
        "The end of a game: who has won, everybody's points, and a menu that offers to play once more",
        &terminal,
        (82, 24),
    );
}

const CLUB: &str = "Ann,Bob,Cho,Dai,Eve,Fay,Gus,Hal,Ida,Jun,Kim,Leo";

#[needs("setsid")]
#[test]
fn a_club_plays_a_match() {
    let place = home();
    place.ok(&["roster", "club", CLUB]);
    place.ok(&[
        "matches", "@club", "--form", "swiss", "--rounds", "4", "--points", "1,0.5,0",
    ]);
    let first = ["1=Ann", "2=Hal", "3=draw", "4=Dai", "5=Eve", "6=Leo"];
    place.ok(&[&["matches"][..], &first].concat());
    let terminal = Terminal::start(place.dir(), &["matches"], (82, 36));
    terminal.wait_for(0, "match match-1");
    keep(
        "club-swiss",
        "A Swiss match of twelve after its first round: who plays whom next, and the standings",
        &terminal,
        (82, 36),
    );
}

#[needs("setsid")]
#[test]
fn a_clock_beside_a_map() {
    let place = home();
    let args = ["cats", "--players", "Ann,Hal", "--seed", "8"];
    started(&place, &args, &[]);
    bots(&place, 36);
    let mut terminal = Terminal::start(place.dir(), &["play"], (82, 28));
    terminal.wait_to_see("arrows");
    // Nobody's time runs in the first minute, and then it is stopped.
    lines(&mut terminal, &["/timer bank 10m delay 1m", "/timer pause"]);
    keep(
        "club-clock",
        "Cats on the screen with a chess clock in the corner: both players' times",
        &terminal,
        (82, 28),
    );
}

#[needs("setsid")]
#[test]
fn a_club_looks_back() {
    let place = home();
    for (n, winner) in ["Ann", "Bob", "Ann", "Cho", "Ann", "Dai"]
        .iter()
        .enumerate()
    {
        let seed = n.to_string();
        place.ok(&[
            "start",
            "tiny",
            "--players",
            "Ann,Bob,Cho,Dai",
            "--seed",
            &seed,
        ]);
        place.ok(&["do", "win", winner]);
    }
    let args = ["history", "--stats", "--practice"];
    let terminal = Terminal::start(place.dir(), &args, (82, 24));
    terminal.wait_for(0, "head to head");
    terminal.wait_for(0, "together");
    keep(
        "club-stats",
        "Statistics of six games: how often everybody won, as bars",
        &terminal,
        (82, 24),
    );
}

const PARTY: &str = "Ann,Bob,Cho,Dai,Eve,Fay";

fn party(place: &Place, lang: &str) -> Terminal {
    let args = ["play", "samples/salt-in-the-soup", "--players", PARTY];
    let args = [&args[..], &["--seed", "3", "--lang", lang]].concat();
    Terminal::start(place.dir(), &args, (64, 18))
}

#[needs("setsid")]
#[test]
fn a_screen_goes_round_a_party() {
    for (lang, name) in [("en", "party"), ("ja", "party-ja")] {
        let place = home();
        let mut terminal = party(&place, lang);
        terminal.wait_to_see("Ann");
        // Longer than keys do not count for.
        let still = || std::thread::sleep(std::time::Duration::from_millis(3500));
        still();
        if lang == "en" {
            keep(
                "party-cover",
                "A covered screen: pass to Ann",
                &terminal,
                (64, 18),
            );
        }
        terminal.press(" ");
        terminal.wait_to_see("┌");
        still();
        keep(
            &format!("{name}-card"),
            "Ann's card, for her eyes only: her role and her hand",
            &terminal,
            (64, 18),
        );
    }
}

#[needs("setsid")]
#[test]
fn a_party_at_the_table() {
    let place = home();
    let args = [
        "samples/salt-in-the-soup",
        "--players",
        PARTY,
        "--seed",
        "3",
    ];
    started(
        &place,
        &args,
        &["play #1", "draw", "next", "play #2", "draw", "next"],
    );
    let mut terminal = Terminal::start(place.dir(), &["play"], (82, 24));
    terminal.wait_to_see("arrows");
    terminal.press("play");
    terminal.wait_until("play", |s| typed(s, "play"));
    keep(
        "party-table",
        "Salt in the Soup: what lies open before everybody, and a menu for the player to move",
        &terminal,
        (82, 24),
    );
}
