//! `kitpress timer` in plain lines. How time passes is tested with a made-up clock in `play/clock.rs`; nothing here
//! measures time.

use std::process::{Command, Output, Stdio};

use crate::place::{feed, text};

fn kitpress(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_kitpress"));
    for name in ["LC_ALL", "LC_MESSAGES", "LC_PAPER"] {
        command.env_remove(name);
    }
    command.args(args).env("LANG", "C").env("NO_COLOR", "1");
    command
}

fn run(args: &[&str], input: &str) -> Output {
    feed(&mut kitpress(args), input)
}

#[test]
fn a_short_timer_runs_to_its_end() {
    let out = run(&["timer", "3"], "");
    let said = text(&out.stdout);
    let lines: Vec<&str> = said.lines().collect();
    // A machine that is busy may skip a second, but never the end.
    assert_eq!(lines.first(), Some(&"3 seconds left"), "{said}");
    assert_eq!(lines.last(), Some(&"time is up"), "{said}");
    let between = &lines[1..lines.len() - 1];
    let known = ["2 seconds left", "1 second left"];
    assert!(between.iter().all(|l| known.contains(l)), "{said}");
    assert_eq!(
        (out.status.code(), text(&out.stderr)),
        (Some(0), String::new())
    );
}

#[test]
fn times_are_told_in_japanese_too() {
    let out = run(&["timer", "1s", "--lang", "ja"], "");
    assert_eq!(text(&out.stdout), "残り1秒\n時間切れ\n");
}

#[test]
fn counting_up_ends_at_its_goal() {
    let out = run(&["timer", "--up", "1"], "");
    assert_eq!(
        text(&out.stdout),
        "0 seconds so far, 1 second left\ntime is up\n"
    );
}

#[test]
fn a_turn_that_ended_by_a_slip_goes_on() {
    let out = run(
        &["timer", "--bank", "1h", "Ann", "Bob", "--delay", "9m"],
        "n\nb\nq\n",
    );
    let said = text(&out.stdout);
    let names: Vec<&str> = said.lines().filter_map(|l| l.split(':').next()).collect();
    assert_eq!(names, ["Ann", "Bob", "Ann"], "{said}");
}

#[test]
fn no_sound_and_every_pace() {
    for pace in [
        &["--increment", "5s"][..],
        &["--bronstein", "5s"],
        &["--delay", "5s"],
        &["--sand"],
        &[],
    ] {
        let args = [&["timer", "--bank", "1h", "Ann", "Bob", "--silent"], pace].concat();
        assert_eq!(run(&args, "q\n").status.code(), Some(0), "{pace:?}");
    }
    for args in [
        &["timer", "--bank", "1h", "Ann", "--sand", "--delay", "5s"][..],
        &["timer", "90", "--sand"],
        &["timer", "--bank", "1h", "Ann", "--delay", "x"],
    ] {
        assert_eq!(run(args, "q\n").status.code(), Some(2), "{args:?}");
    }
    assert_eq!(run(&["timer", "1", "--quiet"], "").status.code(), Some(0));
}

#[test]
fn lines_steer_it() {
    let out = run(
        &["timer", "--bank", "1h", "Ann", "花子", "--plain"],
        "n\nn\nwhat\nq\n",
    );
    let said = text(&out.stdout);
    let lines: Vec<&str> = said.lines().collect();
    assert_eq!(lines.len(), 4, "{said}");
    for (line, name) in lines.iter().zip(["Ann: ", "花子: ", "Ann: ", "p pause"]) {
        assert!(line.starts_with(name), "{said}");
    }
    assert_eq!(out.status.code(), Some(0));
}

#[test]
fn a_paused_timer_that_nobody_can_wake_ends() {
    let out = run(&["timer", "1h"], "p\n");
    let said = text(&out.stdout);
    assert!(
        said.lines()
            .last()
            .is_some_and(|l| l.starts_with("paused, ")),
        "{said}"
    );
    assert_eq!(out.status.code(), Some(0));
}

#[test]
fn a_reader_that_leaves_ends_it() {
    let mut child = kitpress(&["timer", "--up", "2"])
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("kitpress starts");
    drop(child.stdout.take());
    let out = child.wait_with_output().expect("kitpress ends");
    assert_eq!(
        (out.status.code(), text(&out.stderr)),
        (Some(0), String::new())
    );
}

#[test]
fn bad_usage_is_told() {
    for (args, expected) in [
        (
            &["timer"][..],
            "error: how long?\nhint: such as `kitpress timer 90`, or `--up` to count up\n",
        ),
        (
            &["timer", "1x"],
            "error: `1x` is not a length of time\nhint: write 90, 90s, 1m30s, 1:30 or 5m\n",
        ),
        (
            &["timer", "0"],
            "error: a timer needs at least one second\n",
        ),
        (
            &["timer", "5", "Ann"],
            "error: `Ann` is one word too many\nhint: names go with `--bank TIME`\n",
        ),
        (
            &["timer", "--bank", "5m"],
            "error: `--bank` needs the names of the players\nhint: such as `kitpress timer --bank 5m Ann Bob`\n",
        ),
        (
            &["timer", "--bank", "5m", "Ann", "ANN"],
            "error: two players are called `ANN`\nhint: names must differ in more than capitals\n",
        ),
        (
            &["timer", "100h"],
            "error: `100h` is longer than a timer can be, 99 hours\n",
        ),
    ] {
        let out = run(args, "");
        assert_eq!(text(&out.stderr), expected, "{args:?}");
        assert_eq!(
            (out.status.code(), out.stdout.len()),
            (Some(2), 0),
            "{args:?}"
        );
    }
    for args in [
        &["timer", "--up", "--bank", "5m", "Ann"][..],
        &["timer", "5", "--increment", "5"],
    ] {
        assert_eq!(run(args, "").status.code(), Some(2), "{args:?}");
    }
}

#[cfg(unix)]
#[test]
fn names_that_are_no_text_are_refused() {
    use std::os::unix::ffi::OsStrExt;
    let name = std::ffi::OsStr::from_bytes(b"An\xff");
    let out = kitpress(&["timer", "--bank", "5m"])
        .arg(name)
        .stdin(Stdio::null())
        .output()
        .expect("kitpress ends");
    assert_eq!(out.status.code(), Some(2));
    assert!(!text(&out.stderr).contains("panicked"));
}

#[test]
fn a_kit_says_how_its_clocks_and_matches_run() {
    use crate::place::{KIT, Place};

    let good = "\n[[table.timer]]\nid = \"think\"\nkind = \"bank\"\nseconds = 300\npace = \"bronstein\"\nextra = 5\nsilent = true\n\
        \n[table.match]\nform = \"knockout\"\nroles = [\"red\", { en = \"blue\", ja = \"青\" }]\n";
    let place = Place::with(&format!("{KIT}{good}"));
    place.ok(&["start", "tiny", "--players", "Ann,Bob"]);
    let said = place.ok(&["matches", "Ann", "Bob", "--form", "tiny", "--lang", "ja"]);
    assert!(said.contains("red: Ann – 青: Bob"), "{said}");
    for (old, new, words) in [
        (
            "bank",
            "down",
            "`pace` and `extra` go with `kind = \"bank\"`",
        ),
        (
            "extra = 5\n",
            "",
            "`pace` and `extra` go together, but for `sand`",
        ),
        (
            "bronstein",
            "sand",
            "`pace` and `extra` go together, but for `sand`",
        ),
        ("bronstein", "slow", "`pace` is `slow`; it must be one of"),
        ("silent = true", "silent = 1", "`silent`"),
        ("knockout", "cup", "`form` is `cup`; it must be one of"),
        ("form = \"knockout\"\n", "", "`form` is missing"),
        ("roles = [\"red\"", "roles = [1", "`roles`"),
    ] {
        let place = Place::with(&format!("{KIT}{}", good.replace(old, new)));
        place.fails(1, &["start", "tiny", "--players", "Ann,Bob"], &[words]);
    }
}
