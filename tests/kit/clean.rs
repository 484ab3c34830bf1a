//! Names and texts of strangers never reach the terminal raw, and no name can forge a line of a message.

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use serde_json::Value;

/// Clears the screen, forges a message, turns the writing round, ends the line by other means.
const NASTY: &str =
    "x\x1b[2J\nerror: fake\r\u{9b}31m\u{202e}y\u{2066}\u{200f}\u{85}\u{2028}hint: fake\x07";
/// The same as an argument or in TOML, where escapes keep it on its line.
const TOML: &str =
    r#""x\u001b[2J\nerror: fake\r\u009b31m\u202ey\u2066\u200f\u0085\u2028hint: fake\u0007""#;

fn kitpress(dir: &Path, args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_kitpress"));
    for name in ["LC_ALL", "LC_MESSAGES", "LC_PAPER", "SOURCE_DATE_EPOCH"] {
        command.env_remove(name);
    }
    command
        .args(args)
        .current_dir(dir)
        .env("LANG", "C")
        .env("KITPRESS_DATA", dir.join("data"))
        .stdin(Stdio::null())
        .output()
        .expect("kitpress starts")
}

/// What a command prints, once it is sure that it is safe to print.
fn safe(dir: &Path, args: &[&str]) -> (String, String) {
    let out = kitpress(dir, args);
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("UTF-8");
    let (stdout, stderr) = (text(out.stdout), text(out.stderr));
    for text in [&stdout, &stderr] {
        let bad = |c: char| {
            (c.is_control() && c != '\n')
                || matches!(c, '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
        };
        assert!(!text.contains(bad), "{args:?}: {text:?}");
        let forged = |l: &str| l.starts_with("error: fake") || l.starts_with("hint: fake");
        assert!(!text.lines().any(forged), "{args:?}: {text}");
    }
    (stdout, stderr)
}

fn write(dir: &Path, name: &str, text: &str) {
    let path = dir.join(name);
    fs::create_dir_all(path.parent().expect("a folder")).expect("made");
    fs::write(path, text).expect("written");
}

/// A kit whose title, names and texts are all nasty; `svg` stands on each card.
fn kit(dir: &Path, svg: &str) {
    let manifest = format!(
        "[kit]\nid = \"nasty\"\ntitle = {TOML}\nplayers = [2, 4]\n\n[[component]]\nid = \"card\"\nkind = \"cards\"\n\
         size = \"poker\"\nfront = \"card.svg\"\nrows = \"cards.json\"\n\n[table]\n\n[[table.deck]]\nid = \"pile\"\n\
         component = \"card\"\n\n[[table.hand]]\ndeck = \"pile\"\ncount = 1\n"
    );
    write(dir, "kit/kit.toml", &manifest);
    let card =
        |n: usize| serde_json::json!({ "name": format!("{NASTY}{n}"), "title": format!("{n}") });
    let cards: Vec<Value> = (0..6).map(card).collect();
    write(dir, "kit/cards.json", &Value::from(cards).to_string());
    let svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"63mm\" height=\"88mm\" viewBox=\"0 0 63 88\">{svg}</svg>"
    );
    write(dir, "kit/card.svg", &svg);
}

#[test]
fn help_and_commands_are_safe_in_the_folder_of_a_stranger() {
    let dir = tempfile::tempdir().expect("a folder");
    kit(dir.path(), "<rect width=\"63\" height=\"88\"/>");
    let mut manifest = fs::read_to_string(dir.path().join("kit/kit.toml")).expect("read");
    manifest.push_str(&format!(
        "\n[settings]\n{TOML} = 1\n[settings.rings]\ndefault = 1\nshown = {TOML}\nhelp = {TOML}\n"
    ));
    write(dir.path(), "kit/kit.toml", &manifest);
    let (help, _) = safe(&dir.path().join("kit"), &["print", "--help"]);
    assert!(help.contains("--rings"), "{help}");
    let named = format!("a {NASTY}");
    fs::rename(dir.path().join("kit"), dir.path().join(&named)).expect("moved");
    let (tonight, _) = safe(dir.path(), &["tonight", &format!("./{named}")]);
    assert!(tonight.contains("kitpress play './a "), "{tonight}");
    assert!(tonight.contains("card (page 1)"), "{tonight}");
}

#[test]
fn cards_and_kits_are_listed_without_a_trace() {
    let dir = tempfile::tempdir().expect("a folder");
    kit(dir.path(), "<rect width=\"63\" height=\"88\"/>");
    let (list, _) = safe(dir.path(), &["cards", "kit"]);
    assert_eq!(list.lines().count(), 7, "{list}");
    let (json, _) = safe(dir.path(), &["cards", "kit", "--json"]);
    let cards: Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!(cards[0]["name"], format!("{NASTY}0"), "the same value");
    for args in [
        &["check", "kit"][..],
        &["print", "kit"],
        &["print", "kit", "--json"],
        &["print", "kit", "--changed"],
        &["print", "kit", "--cards", NASTY],
        &["print", "kit", "--only", NASTY],
        &["preview", "kit", "--card", NASTY],
        &["export", "kit"],
        &["shuffle", "kit", "card"],
        &["shuffle", "kit", NASTY],
    ] {
        safe(dir.path(), args);
    }
}

#[test]
fn errors_stay_on_their_lines() {
    let dir = tempfile::tempdir().expect("a folder");
    for svg in [
        "{{ row.nothing }}",
        "{{ textbox(text=row.name, x=1, y=1, w=2, h=2, size=20) }}",
        "<image href=\"{{ row.name | escape }}.png\" width=\"9\" height=\"9\"/>",
        "{{ throw(message=row.name) }}",
    ] {
        kit(dir.path(), svg);
        for args in [
            &["check", "kit"][..],
            &["print", "kit"],
            &["check", "kit", "--json"],
        ] {
            let (_, stderr) = safe(dir.path(), args);
            assert!(
                args.len() > 2 || stderr.starts_with("error: "),
                "{svg}: {stderr}"
            );
        }
    }
    write(
        dir.path(),
        "kit/kit.toml",
        &format!("[kit]\nid = {TOML}\n{TOML} = 1\n"),
    );
    let (_, stderr) = safe(dir.path(), &["check", "kit"]);
    assert!(stderr.contains("error: "), "{stderr}");
}

#[test]
fn arguments_are_repeated_without_a_trace() {
    let dir = tempfile::tempdir().expect("a folder");
    let flag = format!("--{NASTY}");
    for args in [
        &[NASTY][..],
        &["print", NASTY],
        &["print", &flag],
        &["print", "--paper", NASTY],
        &["print", "--backs", NASTY],
        &["print", "--sets", NASTY],
        &["print", "--set", NASTY],
        &["check", NASTY],
        &["cards", NASTY],
        &["cards", "cats", NASTY],
        &["new", NASTY, "--from", NASTY],
        &["watch", NASTY],
        &["export", "cats", "--service", NASTY],
        &["calibrate", NASTY, "A=1,1"],
        &["timer", NASTY],
        &["show", "--table", NASTY],
        &["simulate", NASTY],
        &["simulate", "icecool", "--bots", NASTY],
        &["help", NASTY],
    ] {
        let (_, stderr) = safe(dir.path(), args);
        assert!(stderr.starts_with("error: "), "{args:?}: {stderr}");
    }
}

#[test]
fn players_are_shown_without_a_trace() {
    let dir = tempfile::tempdir().expect("a folder");
    kit(dir.path(), "<rect width=\"63\" height=\"88\"/>");
    let odd = "A\u{202e}nn";
    let players = format!("{odd},Bob");
    let start = ["start", "kit", "--players", &players, "--seed", "1"];
    safe(dir.path(), &start);
    safe(
        dir.path(),
        &[
            "start",
            "kit",
            "--players",
            &format!("{NASTY},Bob"),
            "--seed",
            "1",
        ],
    );
    for args in [
        &["show"][..],
        &["show", "--json"],
        &["show", "--seat", odd, "--reveal"],
        &["do", "play", NASTY],
        &["do", NASTY],
        &["log"],
        &["log", "--json"],
        &["tables"],
        &["verify", "--json"],
        &["score", &format!("{odd}=1"), "Bob=2"],
        &["score", "--csv"],
        &["score", "--json"],
        &["score", &format!("{NASTY}=1")],
        &["matches", odd, "Bob"],
        &["matches", NASTY, "Bob"],
        &["matches", "--json"],
        &["tables", "--json"],
    ] {
        safe(dir.path(), args);
    }
}

/// A file may be called anything.
#[cfg(unix)]
#[test]
fn names_of_files_are_shown_without_a_trace() {
    let dir = tempfile::tempdir().expect("a folder");
    kit(dir.path(), "<rect width=\"63\" height=\"88\"/>");
    fs::rename(dir.path().join("kit"), dir.path().join(NASTY)).expect("renamed");
    for args in [
        &["check", NASTY][..],
        &["print", NASTY, "--out", &format!("{NASTY}/o")],
        &["print", NASTY, "--out", &format!("{NASTY}/o"), "--json"],
        &["preview", NASTY, "--out", &format!("{NASTY}.png")],
        &["calibrate", "--out", &format!("{NASTY}.pdf")],
        &["new", &format!("{NASTY}/new")],
        &["new", &format!("{NASTY}/kit.toml")],
        &["export", NASTY, "--out", &format!("{NASTY}/e")],
    ] {
        safe(dir.path(), args);
    }
    write(dir.path(), &format!("{NASTY}/cards.json"), "{");
    let (_, stderr) = safe(dir.path(), &["check", NASTY]);
    assert!(stderr.contains("  --> x"), "{stderr}");
}
