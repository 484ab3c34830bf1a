//! Settings that kits declare are options of the commands that print them.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use serde_json::Value;

fn run(dir: &Path, args: &[&str]) -> Output {
    let mut program = Command::new(env!("CARGO_BIN_EXE_kitpress"));
    program.args(args).current_dir(dir);
    for name in ["LC_ALL", "LC_MESSAGES", "LC_PAPER"] {
        program.env_remove(name);
    }
    let out = program.env("LANG", "C").env("NO_COLOR", "1").output();
    out.expect("kitpress starts")
}

fn said(out: &Output) -> String {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    text(&out.stdout) + &text(&out.stderr)
}

/// Everything that a print wrote.
fn printed(dir: &Path, args: &[&str]) -> Vec<u8> {
    let out = run(
        dir,
        &[args, &["--out", "out", "--draft", "--json"][..]].concat(),
    );
    assert_eq!(out.status.code(), Some(0), "{}", said(&out));
    let report: Value = serde_json::from_slice(&out.stdout).expect("JSON");
    let file = report[0]["file"].as_str().expect("a file");
    fs::read(dir.join(file)).expect("the PDF")
}

/// A stranger's kit with a setting of every kind.
fn stranger() -> tempfile::TempDir {
    let dir = tempfile::tempdir().expect("a folder");
    let kit = r##"
[kit]
id = "strange"

[settings]
plain = "x"

[settings.rings]
default = 2
least = 1
most = 9
shown = "N"
help = "How many rings"

[settings.wide]
default = 10.5
least = 1

[settings.gloss]
default = false

[settings.paper]
default = "a4"

[[component]]
id = "card"
kind = "cards"
size = "poker"
front = "card.svg"
count = "{{ settings.rings }}"
"##;
    let svg = r##"<svg xmlns="http://www.w3.org/2000/svg" width="63mm" height="88mm" viewBox="0 0 63 88">
<rect x="-3" y="-3" width="69" height="94" fill="{% if settings.gloss %}#ff0000{% else %}#00ff00{% endif %}"/>
<rect x="5" y="5" width="{{ settings.wide }}" height="3"/></svg>"##;
    fs::write(dir.path().join("kit.toml"), kit).expect("kit.toml");
    fs::write(dir.path().join("card.svg"), svg).expect("card.svg");
    dir
}

#[test]
fn an_option_and_set_print_the_same() {
    let dir = tempfile::tempdir().expect("a folder");
    for (kit, option, set) in [
        ("cats", ["--map", "5x34"], "map=5x34"),
        ("cats", ["--map-seed", "3"], "map-seed=3"),
        ("cats", ["--units", "2"], "units=2"),
        ("icecool", ["--scale", "0.6"], "scale=0.6"),
    ] {
        let only = if kit == "cats" { "tape" } else { "room" };
        let base = ["print", kit, "--only", only];
        let by_option = printed(dir.path(), &[&base[..], &option[..]].concat());
        let by_set = printed(dir.path(), &[&base[..], &["--set", set][..]].concat());
        assert!(by_option == by_set, "{option:?}");
        assert!(
            by_option != printed(dir.path(), &base),
            "{option:?} changes it"
        );
    }
}

#[test]
fn a_stranger_declares_settings_with_kind_range_and_help() {
    let (kit, dir) = (stranger(), tempfile::tempdir().expect("a folder"));
    let name = kit.path().to_str().expect("a path");
    let cards = |args: &[&str]| {
        let out = run(dir.path(), &[&["cards", name, "--json"][..], args].concat());
        assert_eq!(out.status.code(), Some(0), "{}", said(&out));
        let cards: Value = serde_json::from_slice(&out.stdout).expect("JSON");
        cards.as_array().map(Vec::len)
    };
    assert_eq!(cards(&[]), Some(2));
    assert_eq!(cards(&["--rings", "7"]), Some(7));
    assert_eq!(
        cards(&["--rings=3", "--wide", "20", "--gloss", "on"]),
        Some(3)
    );
    let plain = printed(dir.path(), &["print", name]);
    assert!(plain == printed(dir.path(), &["print", name, "--wide", "10.50"]));
    assert!(plain != printed(dir.path(), &["print", name, "--gloss", "yes"]));
    // In the folder of the kit it need not be named; an option of the program stays what it is.
    printed(kit.path(), &["print", "--rings", "3", "--paper", "a5"]);
    let help = said(&run(dir.path(), &["print", name, "--help"]));
    assert!(
        help.contains("--rings <N>") && help.contains("How many rings"),
        "{help}"
    );
}

#[test]
fn wrong_values_are_told() {
    let (kit, dir) = (stranger(), tempfile::tempdir().expect("a folder"));
    let name = kit.path().to_str().expect("a path");
    for (args, code, wanted) in [
        (
            ["print", name, "--rings", "x"],
            2,
            "`--rings <N>` cannot be `x`: write a whole number",
        ),
        (["print", name, "--wide", "x"], 2, "write a number"),
        (["print", name, "--gloss", "x"], 2, "write true or false"),
        (
            ["print", name, "--rings", "10"],
            1,
            "`rings` must be 1 to 9, not `10`",
        ),
        (
            ["print", name, "--rings", "-1"],
            1,
            "`rings` must be 1 to 9, not `-1`",
        ),
        (
            ["print", name, "--wide", "0.5"],
            1,
            "`wide` must be 1 at least, not `0.5`",
        ),
        (["print", name, "--rongs", "1"], 2, "--rings"),
        (
            ["print", "icecool", "--scale", "5"],
            1,
            "`scale` must be 0.6 to 1, not `5`",
        ),
        (
            ["print", "icecool", "--scale", "x"],
            2,
            "`--scale <FACTOR>` cannot be `x`",
        ),
        (
            ["print", "cats", "--units", "0"],
            1,
            "`units` must be 1 at least, not `0`",
        ),
        (
            ["print", "catch-and-run", "--map", "5x34"],
            1,
            "there is no setting `map`",
        ),
    ] {
        let out = run(dir.path(), &args);
        assert!(said(&out).contains(wanted), "{args:?}: {}", said(&out));
        let errors = said(&out).matches("error: ").count();
        assert_eq!((out.status.code(), errors), (Some(code), 1), "{args:?}");
    }
}

#[test]
fn wrong_declarations_are_told_with_their_lines() {
    let kit = stranger();
    let file = kit.path().join("kit.toml");
    let sound = fs::read_to_string(&file).expect("kit.toml");
    for (from, to, wanted) in [
        (
            "default = 2",
            "default = 12",
            "`rings` must be 1 to 9, not `12`",
        ),
        ("default = 2\n", "", "setting `rings` needs a `default`"),
        ("least = 1\nmost", "leest = 1\nmost", "unknown key `leest`"),
        (
            "most = 9",
            "most = \"9\"",
            "`most` must be a number, not text",
        ),
        (
            "default = false",
            "default = []",
            "`gloss` must be text, a number, or true or false",
        ),
    ] {
        fs::write(&file, sound.replacen(from, to, 1)).expect("kit.toml");
        let out = run(kit.path(), &["check"]);
        assert!(said(&out).contains(wanted), "{to}: {}", said(&out));
        assert!(said(&out).contains("kit.toml:"), "{to}: {}", said(&out));
        assert_eq!(out.status.code(), Some(1), "{to}");
    }
}

#[test]
fn help_completions_and_manual_know_the_settings_of_shipped_kits() {
    let dir = tempfile::tempdir().expect("a folder");
    for command in ["print", "preview", "export", "watch", "check", "cards"] {
        let help = said(&run(dir.path(), &[command, "--help"]));
        for option in [
            "--map <HxW>",
            "--map-seed <N>",
            "--units <N>",
            "--scale <FACTOR>",
        ] {
            assert!(help.contains(option), "{command}: {help}");
        }
    }
    let offered = said(&run(
        dir.path(),
        &["complete", "fish", "--", "print", "--map"],
    ));
    assert!(offered.contains("--map-seed\t"), "{offered}");
    let page = said(&run(dir.path(), &["man", "print"]));
    assert!(page.contains("\\-\\-map\\-seed <N>"), "{page}");
    assert!(!said(&run(dir.path(), &["start", "--help"])).contains("--map"));
}
