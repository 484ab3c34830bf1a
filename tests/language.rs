//! Everything that reaches a person is whole in the language that they asked for: all broken kits, refusals and boards of
//! every referee, what they answer to pictures, and arguments that are not understood, in Japanese, without an English
//! word left over.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;

use kitpress::diag::Problems;
use kitpress::kit::Kit;
use kitpress::play::games::Games;
use kitpress::play::rng::{Dice, Seed};
use kitpress::play::rules::Skill;
use kitpress::play::table::{Start, Table};
use kitpress::play::view::Viewer;
use kitpress::say::{Tongue, speak};
use serde_json::json;

/// Settings of a table.
type Settings = &'static [(&'static str, &'static str)];

/// Names that are written so in Japanese, too.
const NAMES: [&str; 24] = [
    "SVG", "PDF", "CSV", "JSON", "TOML", "XML", "ZIP", "HTML", "DTD", "PNG", "JPEG", "GIF", "WebP",
    "UTF-8", "RGB", "CMYK", "TrueType", "OpenType", "Markdown", "Windows", "kitpress", "BIRTH",
    "BURST", "END",
];

/// Units of numbers.
const UNITS: [&str; 7] = ["", "mm", "m", "pt", "dpi", "MB", "kB"];

/// The words of a text that are neither Japanese nor names, code, files, places or numbers.
fn foreign(text: &str) -> Vec<String> {
    let mut out = Vec::new();
    for line in text.lines() {
        let bare = unquoted(line);
        let of_word = |c: char| c.is_ascii_alphanumeric() || "_-./:#+'".contains(c);
        let words = bare.split(|c| !of_word(c));
        let words = words.map(|w| w.trim_matches([':', '-', '.', '\'', '+']));
        out.extend(words.filter(|w| !is_name(w)).map(str::to_owned));
    }
    out
}

/// A line without what stands in backticks or quotation marks.
fn unquoted(line: &str) -> String {
    let (mut out, mut until) = (String::new(), None);
    for c in line.chars() {
        match (until, c) {
            (Some(end), c) if c == end => until = None,
            (Some(_), _) => {}
            (None, '`') => until = Some('`'),
            (None, '「') => until = Some('」'),
            (None, '“') => until = Some('”'),
            (None, c) => out.push(c),
        }
    }
    out
}

fn is_name(word: &str) -> bool {
    let letters: String = word.chars().filter(|c| c.is_ascii_alphabetic()).collect();
    let rest = word.trim_start_matches(|c: char| c.is_ascii_digit() || "x.+-".contains(c));
    let file = word.split(':').next().unwrap_or_default();
    let is_file = file.contains('/') || file.rsplit_once('.').is_some_and(|(_, e)| e.len() > 1);
    let is_number = UNITS.contains(&rest) || word.starts_with("U+");
    // A place on a board: `e7`, `aa5`.
    let row = word.trim_start_matches(|c: char| c.is_ascii_lowercase());
    let is_place = !row.is_empty() && row.len() + 2 >= word.len() && row.parse::<u32>().is_ok();
    letters.is_empty() || NAMES.contains(&word) || is_file || is_number || is_place
}

#[test]
fn foreign_words_are_found() {
    let fine = "エラー: 部品 `hero` (hero.csv:2): 「Ann says」は 63x88mm、7.5pt\n  --> a/b.svg:3, 項目 `x`";
    assert_eq!(foreign(fine), Vec::<String>::new());
    assert_eq!(
        foreign("値は a list です: bad-value"),
        ["a", "list", "bad-value"]
    );
}

/// Signs of a map, which the legend below it tells in Japanese.
const SIGNS: [&str; 6] = ["x", "f", "m1", "A", "A^", "o"];

/// What of a board is foreign. Lines without a Japanese letter are drawings, in which three letters would be a word; rows
/// of a map, which begin with their number, are cells of two signs each and no words at all.
fn foreign_on_board(lines: &[String]) -> Vec<String> {
    let mut out = Vec::new();
    for line in lines {
        if is_japanese(line) {
            let words = foreign(line);
            out.extend(words.into_iter().filter(|w| !SIGNS.contains(&w.as_str())));
        } else if !line.trim_start().starts_with(|c: char| c.is_ascii_digit()) {
            let words = line.split(|c: char| !c.is_ascii_alphabetic());
            let words = words.filter(|w| w.len() > 2 && !NAMES.contains(w));
            out.extend(words.map(str::to_owned));
        }
    }
    out
}

/// Whether a text has kana or kanji.
fn is_japanese(text: &str) -> bool {
    text.chars().any(|c| matches!(c, 'ぁ'..='ヺ' | '一'..='鿿'))
}

#[test]
fn foreign_words_on_boards_are_found() {
    let fine = [
        " 1 . m2A^. f+CvC^xxx2",
        "x 太郎: 魚 2/4",
        "教1 花子 · `red+jump`",
        "",
    ];
    let wrong = ["k4 up left", "E1 花子", "* の出入り口: k4 up"];
    let own = |lines: &[&str]| lines.iter().map(|l| (*l).to_owned()).collect::<Vec<_>>();
    assert_eq!(foreign_on_board(&own(&fine)), Vec::<String>::new());
    assert_eq!(foreign_on_board(&own(&wrong)), ["left", "E1", "up"]);
}

fn kitpress(dir: &Path, args: &[&str]) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_kitpress"));
    for name in ["LC_ALL", "LC_PAPER", "LC_MESSAGES"] {
        command.env_remove(name);
    }
    command.current_dir(dir).args(args).env("LANG", "C");
    let out = command
        .env("NO_COLOR", "1")
        .output()
        .expect("kitpress starts");
    let text = [out.stdout, out.stderr].concat();
    String::from_utf8(text).expect("UTF-8")
}

/// All texts in which something is foreign, each with the words.
fn faults(texts: impl IntoIterator<Item = (String, String)>) -> String {
    let mut out = String::new();
    for (name, text) in texts {
        let words = foreign(&text);
        // Kana or kanji: a score is told by `点` alone.
        if !words.is_empty() || !is_japanese(&text) {
            out += &format!("--- {name}: {words:?}\n{text}\n");
        }
    }
    out
}

#[test]
fn broken_kits_are_told_in_japanese() {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    let folders = std::fs::read_dir(root.join("tests/broken")).expect("tests/broken");
    let folders = folders.flatten().filter(|e| e.path().is_dir());
    let mut kits: Vec<String> = folders
        .map(|e| format!("tests/broken/{}", e.file_name().display()))
        .collect();
    kits.sort_unstable();
    assert!(kits.len() > 150, "only {} kits were found", kits.len());
    let tell = |kits: &[String]| -> Vec<(String, String)> {
        let told = |kit: &String| kitpress(&root, &["check", "--lang", "ja", kit]);
        kits.iter().map(|kit| (kit.clone(), told(kit))).collect()
    };
    let texts = std::thread::scope(|scope| {
        let parts = kits.chunks(kits.len().div_ceil(4));
        let threads: Vec<_> = parts.map(|part| scope.spawn(move || tell(part))).collect();
        let done = threads.into_iter().map(|t| t.join().expect("a part"));
        done.flatten().collect::<Vec<_>>()
    });
    let faults = faults(texts);
    assert!(faults.is_empty(), "{faults}");
}

#[test]
fn arguments_are_refused_in_japanese() {
    let dir = tempfile::tempdir().expect("a folder");
    let wrong: [&[&str]; 11] = [
        &["print", "--no-such-flag"],
        &["print", "cats", "--map-seed", "abc"],
        &["print", "cats", "--set", "map-seed=abc"],
        &["print", "--papr", "a4"],
        &["print", "--paper", "a44"],
        &["print", "--ink", "pink"],
        &["print", "--bleed", "9mm"],
        &["prnt"],
        &["start", "cats"],
        &["timer", "--bank"],
        &["simulate", "cats", "--games", "many"],
    ];
    let texts = wrong.map(|args| {
        let told = kitpress(dir.path(), &[args, &["--lang=ja"]].concat());
        let told = told
            .lines()
            .filter(|l| !l.contains("kitpress") && !l.trim().starts_with('-'));
        (args.join(" "), told.collect::<Vec<_>>().join("\n"))
    });
    let faults = faults(texts);
    assert!(faults.is_empty(), "{faults}");
}

/// Words that belong to no game, and some that belong to most.
const ODD: [&str; 14] = [
    "xyzzy", "0", "-1", "99999", "２", ",", "=", "ねこ", "next", "undo", "a1", "红", "+", "",
];

/// A move with something wrong in it, most often.
fn spoilt(text: &str, words: &[String], dice: &mut Dice) -> String {
    let mut parts: Vec<String> = text.split(' ').map(str::to_owned).collect();
    let any = |dice: &mut Dice| match dice.below(3) {
        0 => dice.pick(&ODD).map_or(String::new(), |w| (*w).to_owned()),
        _ => dice.pick(words).cloned().unwrap_or_default(),
    };
    for _ in 0..1 + dice.below(2) {
        let at = dice.below(parts.len().max(1) as u32) as usize;
        match dice.below(6) {
            0 if !parts.is_empty() => drop(parts.remove(at)),
            1 => parts.insert(at, any(dice)),
            2 => parts.truncate(at),
            3 if parts.len() > 1 => parts.swap(at, 0),
            4 => parts.extend(parts.get(at).cloned()),
            _ => match parts.get_mut(at) {
                Some(part) => *part = any(dice),
                None => parts.push(any(dice)),
            },
        }
    }
    parts.join(" ")
}

/// The foreign words of what a table shows to all and to each seat, each with the line that has it.
fn boards(table: &Table, players: usize) -> BTreeSet<String> {
    let seats = (0..players).map(Viewer::Seat).chain([Viewer::Public]);
    let views = seats.map(|viewer| table.view(viewer));
    let lines = views.flat_map(|v| [v.lines, v.secret]).flatten();
    lines
        .filter(|line| !foreign_on_board(std::slice::from_ref(line)).is_empty())
        .collect()
}

/// What a table says to people while bots play it and others type nonsense, and lines of its boards with foreign words.
fn overhear(
    kit: &Kit,
    settings: &[(&str, &str)],
    seed: u64,
) -> (BTreeSet<String>, BTreeSet<String>) {
    let dir = tempfile::tempdir().expect("a folder");
    let seats = ["花子", "太郎", "次郎", "さくら"];
    let players = (kit.players.1 as usize).min(seats.len());
    let set = settings
        .iter()
        .map(|(k, v)| ((*k).to_owned(), (*v).to_owned()));
    let start = Start {
        kit,
        seats: seats[..players].iter().map(|s| (*s).to_owned()).collect(),
        settings: set.collect(),
        seed: Seed::practice(seed),
        practice: true,
    };
    let (mut said, mut shown) = (BTreeSet::new(), BTreeSet::new());
    let mut table = match Table::start(&dir.path().join("table"), start, 1) {
        Ok(table) => table,
        Err(failure) => return ([Problems::from(failure).to_string()].into(), shown),
    };
    let mut dice = Dice::new(&Seed::practice(seed), "nonsense");
    let mut words: Vec<String> = seats.map(str::to_owned).to_vec();
    for _ in 0..MOVES {
        said.insert(table.view(Viewer::Public).need.to_string());
        shown.extend(boards(&table, players));
        let due = table.choose(&vec![Skill::Random; players], &mut dice);
        let text = due.clone().unwrap_or_else(|| "next".into());
        words.extend(text.split(' ').map(str::to_owned));
        for _ in 0..NONSENSE {
            let text = spoilt(&text, &words, &mut dice);
            if let Err(failure) = table.act(&text, 1) {
                said.insert(Problems::from(failure).to_string());
            }
        }
        if let Err(failure) = table.undo(dice.below(2) == 0, 1) {
            said.insert(Problems::from(failure).to_string());
        }
        // Nonsense may have been a move: then another is due.
        let Some(text) = table.choose(&vec![Skill::Random; players], &mut dice) else {
            said.extend(table.outcome().map(|o| o.reason.to_string()));
            shown.extend(boards(&table, players));
            break;
        };
        table.act(&text, 1).expect("a move of a bot");
    }
    (said, shown)
}

/// Moves of a game, at most, and how often somebody types nonsense in between.
const MOVES: usize = 60;
const NONSENSE: usize = 25;

#[test]
fn referees_speak_japanese() {
    speak(Tongue::of("ja"));
    let sample = format!("{}/samples/salt-in-the-soup", env!("CARGO_MANIFEST_DIR"));
    let games: [(&str, &[Settings]); 6] = [
        (
            "catch-and-run",
            &[
                &[],
                &[("cards", "app")],
                &[("variant", "individual")],
                &[("learning", "on")],
                &[("no", "way")],
            ],
        ),
        (
            "birth-or-burst",
            &[&[], &[("cards", "app")], &[("level", "9")]],
        ),
        (
            "cat-and-chocolate",
            &[&[], &[("cards", "app")], &[("rounds", "x")]],
        ),
        ("cats", &[&[], &[("map", "9")]]),
        (
            "icecool",
            &[&[], &[("cards", "table")], &[("scoring", "tournament")]],
        ),
        (&sample, &[&[], &[("x", "y")]]),
    ];
    let (mut found, mut foreign_lines) = (BTreeMap::new(), Vec::new());
    for (kit, settings) in games {
        let kit = Kit::load(kit).expect("a kit");
        let mut said = BTreeSet::new();
        for (seed, settings) in settings.iter().enumerate() {
            let (more, shown) = overhear(&kit, settings, seed as u64);
            said.extend(more);
            foreign_lines.extend(shown.into_iter().map(|line| format!("{}: {line}", kit.id)));
        }
        let refusals = said.iter().filter(|s| s.starts_with("エラー")).count();
        println!("{}: {refusals} refusals of {} texts", kit.id, said.len());
        assert!(refusals > 20, "{}: only {refusals} refusals", kit.id);
        found.extend(said.into_iter().map(|text| (text, kit.id.clone())));
    }
    let faults = faults(found.into_iter().map(|(text, kit)| (kit, text)));
    assert!(faults.is_empty(), "{faults}");
    assert!(
        foreign_lines.is_empty(),
        "foreign words on boards:\n{}",
        foreign_lines.join("\n")
    );
}

#[test]
fn rules_answer_pictures_in_japanese() {
    let room = json!({"name": "a", "number": 1, "x": 0, "y": 0, "w": 90, "h": 90, "height": 30,
        "turn": 0, "doors": [{"to": "b", "at": 40, "width": 30}]});
    let wrong = [
        ("cats/dance", json!({})),
        ("no-game/map", json!({})),
        ("cats/map", json!({"size": "4"})),
        ("cats/map", json!({"size": "4x28", "seed": "x"})),
        ("cats/map", json!({"size": "1x28"})),
        ("cats/map", json!({"size": "99x28"})),
        ("cats/map", json!({"size": "4x2"})),
        ("cats/map", json!({"size": "4x9999"})),
        ("cats/map", json!({"size": "4x28", "units": 0})),
        ("cats/map", json!({})),
        ("cats/board", json!({"map": 3})),
        ("cats/board", json!({"map": [3]})),
        ("cats/board", json!({"map": [". . q7"]})),
        ("cats/board", json!({"map": [". .", "."]})),
        (
            "cats/step",
            json!({"map": [". ."], "at": "over there", "dir": "up"}),
        ),
        (
            "cats/step",
            json!({"map": [". ."], "at": "a1", "dir": "north"}),
        ),
        (
            "cats/game",
            json!({"size": "4x28", "names": ["A"], "moves": []}),
        ),
        (
            "cats/game",
            json!({"size": "4x28", "names": ["A", "B"], "moves": ["dance"]}),
        ),
        ("icecool/piece", json!({})),
        ("icecool/piece", json!({"plan": [], "room": "attic"})),
        (
            "icecool/piece",
            json!({"plan": [], "room": "attic", "scale": 9}),
        ),
        ("icecool/plan", json!({"plan": [room]})),
        (
            "icecool/round-end",
            json!({"players": 3, "catcher": 1, "caught": [1]}),
        ),
        (
            "icecool/round-end",
            json!({"players": 3, "catcher": 1, "caught": [0, 0]}),
        ),
        ("cat-and-chocolate/score", json!({})),
        ("cat-and-chocolate/cliques", json!({"players": 7})),
        ("cat-and-chocolate/vote", json!({"up": -1, "down": 0})),
        (
            "catch-and-run/reverse",
            json!({"floor": ["9-pink"], "shown": ["3"]}),
        ),
        ("catch-and-run/reverse", json!({"floor": "all"})),
        (
            "birth-or-burst/obeys",
            json!({"command": "dance", "egg": 0}),
        ),
        ("birth-or-burst/obeys", json!({"egg": 0})),
        ("birth-or-burst/turn", json!({"names": ["A"], "cards": []})),
        (
            "birth-or-burst/turn",
            json!({"names": ["A"], "cards": [99]}),
        ),
        ("birth-or-burst/mission", json!({"range": [1, 2, 3]})),
        ("birth-or-burst/mission", json!({"egg": "x"})),
        (
            "birth-or-burst/score",
            json!({"egg": 0, "names": ["A"], "missions": ["x"], "lives": [1]}),
        ),
        (
            "birth-or-burst/score",
            json!({"egg": 0, "names": ["A"], "missions": ["low"], "lives": [-1]}),
        ),
    ];
    let told = wrong.map(|(rule, args)| {
        let refused = Games::shipped().picture(rule, &args);
        let refused = refused.expect_err(rule).text(Tongue::of("ja"));
        (format!("{rule} {args}"), refused)
    });
    let faults = faults(told);
    assert!(faults.is_empty(), "{faults}");
}

/// Keys, and words of commands that are typed as they are.
const TYPED: &[&str] = &[
    "Enter",
    "Esc",
    "Tab",
    "Ctrl-C",
    "enter",
    "space",
    "Backspace",
    "PageUp",
    "PageDown",
    "print",
    "play",
    "--players",
    "players",
    "calibrate",
    "profile",
    "backs",
    "Tabletop",
    "Simulator",
    // Values, flags and names of programs in the help.
    "1h",
    "1m30s",
    "2d6",
    "30d",
    "3d6+2",
    "6w",
    "90s",
    "Ann",
    "BG",
    "CUPS",
    "Elvish",
    "GNU",
    "ID",
    "PowerShell",
    "Stats",
    "Uz",
    "autoload",
    "bank",
    "bash",
    "bgstats",
    "both",
    "buchholz",
    "catch-and-run",
    "changed",
    "compinit",
    "csv",
    "draw",
    "en",
    "fish",
    "fpath",
    "head-to-head",
    "id",
    "install",
    "ja",
    "json",
    "knockout",
    "last-month",
    "legal",
    "letter",
    "margin",
    "new",
    "none",
    "ods",
    "pdf",
    "plain",
    "practice",
    "random",
    "remove",
    "roles",
    "round-robin",
    "rounds",
    "seat",
    "seed",
    "sensible",
    "sides",
    "source",
    "standings",
    "stats",
    "strip",
    "swiss",
    "tabloid",
    "third",
    "this-week",
    "this-year",
    "today",
    "toml",
    "tsv",
    "twice",
    "use",
    "xlsx",
];

/// All files of a folder and of those in it.
fn texts_in(folder: &Path) -> String {
    let entries = std::fs::read_dir(folder).expect("translations").flatten();
    let text = |path: std::path::PathBuf| match path.is_dir() {
        true => texts_in(&path),
        false => std::fs::read_to_string(path).expect("a file"),
    };
    entries.map(|e| text(e.path())).collect()
}

#[test]
fn translations_have_no_words_of_another_language() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/lang/ja");
    let (mut all, mut wrong) = (0, Vec::new());
    for line in texts_in(&folder).lines() {
        let Some((_, told)) = line.split_once("\" = \"") else {
            continue;
        };
        all += 1;
        let holes = told.split('{').enumerate().map(|(n, part)| match n {
            0 => part,
            _ => part.split_once('}').map_or(part, |(_, rest)| rest),
        });
        let bare: String = holes.collect::<Vec<_>>().join(" ");
        let words = foreign(&bare).into_iter();
        let words = words.filter(|w| w.chars().count() > 1 && !TYPED.contains(&w.as_str()));
        // `A=x,y` is what people read off a page.
        let words: Vec<String> = words.filter(|w| !w.contains(['=', '#'])).collect();
        if !words.is_empty() {
            wrong.push(format!("{words:?} in {told}"));
        }
    }
    assert!(all > 1000, "only {all} translations were found");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn figures_of_bots_are_told_in_japanese() {
    let dir = tempfile::tempdir().expect("a folder");
    let games = [
        "catch-and-run",
        "birth-or-burst",
        "cat-and-chocolate",
        "cats",
        "icecool",
    ];
    let texts = games.map(|game| {
        let args = ["simulate", game, "--games", "40", "--lang", "ja"];
        let told = kitpress(dir.path(), &args);
        // Kits and players are called by their ids.
        let lines = told
            .lines()
            .map(|l| l.trim_start().trim_start_matches(game));
        let lines = lines.map(|l| l.strip_prefix(['A', 'B', 'C', 'D', 'E', 'F']).unwrap_or(l));
        (game.to_owned(), lines.collect::<Vec<_>>().join("\n"))
    });
    let faults = faults(texts);
    assert!(faults.is_empty(), "{faults}");
}
