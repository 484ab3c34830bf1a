//! What scripts rely on: exit codes, which stream says what, JSON fields, files that appear whole or not at all.
//!
//! `tests/cli/full-disk.sh` holds what needs a small file system of its own, and so root.

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use serde_json::Value;

/// A `kitpress` that knows nothing of the caller's language and terminal.
fn kitpress(dir: &Path, args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_kitpress"));
    command.args(args).current_dir(dir).stdin(Stdio::null());
    for name in [
        "LC_ALL",
        "LC_MESSAGES",
        "LC_PAPER",
        "SOURCE_DATE_EPOCH",
        "CLICOLOR_FORCE",
    ] {
        command.env_remove(name);
    }
    command.env("LANG", "C").env("NO_COLOR", "1");
    command
}

fn run_in(dir: &Path, args: &[&str]) -> Output {
    let out = kitpress(dir, args).output().expect("kitpress starts");
    let said = text(&out.stderr);
    assert!(
        !said.contains("panicked") && !said.contains("RUST_BACKTRACE"),
        "{args:?}: {said}"
    );
    out
}

fn run(args: &[&str]) -> Output {
    let dir = tempfile::tempdir().expect("a folder");
    run_in(dir.path(), args)
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("output is UTF-8")
}

/// The JSON that a command prints; nothing else may be printed.
fn json(out: &Output) -> Value {
    assert_eq!(out.status.code(), Some(0), "{}", text(&out.stderr));
    assert_eq!(text(&out.stderr), "", "nothing on stderr beside the report");
    serde_json::from_slice(&out.stdout).expect("stdout is JSON and nothing else")
}

/// Exit code 1, nothing on stdout, exactly this on stderr.
#[track_caller]
fn fails(args: &[&str], expected: &str) {
    let out = run(args);
    assert_eq!(text(&out.stderr), expected, "{args:?}");
    assert_eq!(text(&out.stdout), "", "{args:?}");
    assert_eq!(out.status.code(), Some(1), "{args:?}");
}

/// Exit code 2, nothing on stdout, and these words on stderr.
#[track_caller]
fn bad_usage(args: &[&str], words: &[&str]) {
    let out = run(args);
    let said = text(&out.stderr);
    assert_eq!(out.status.code(), Some(2), "{args:?}: {said}");
    assert_eq!(text(&out.stdout), "", "{args:?}");
    for word in words {
        assert!(said.contains(word), "{args:?}: no {word:?} in {said}");
    }
}

/// The keys of an object, sorted.
fn keys(value: &Value) -> Vec<&str> {
    let mut keys: Vec<&str> = value
        .as_object()
        .expect("an object")
        .keys()
        .map(String::as_str)
        .collect();
    keys.sort_unstable();
    keys
}

/// The names of everything in a folder, hidden files included.
fn names(dir: &Path) -> Vec<String> {
    let entries = fs::read_dir(dir).expect("a folder").flatten();
    let mut names: Vec<String> = entries
        .map(|e| e.file_name().to_string_lossy().into_owned())
        .collect();
    names.sort_unstable();
    names
}

/// A kit with one card whose template is `body`.
fn write_kit(dir: &Path, id: &str, body: &str) {
    fs::create_dir_all(dir).expect("a folder");
    let kit = format!(
        "[kit]\nid = \"{id}\"\n\n[[component]]\nid = \"hero\"\nkind = \"cards\"\nsize = \"63x88mm\"\nfront = \"hero.svg\"\n"
    );
    fs::write(dir.join("kit.toml"), kit).expect("kit.toml");
    let svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"63mm\" height=\"88mm\" viewBox=\"0 0 63 88\">{body}</svg>\n"
    );
    fs::write(dir.join("hero.svg"), svg).expect("hero.svg");
}

const RECT: &str = "<rect width=\"63\" height=\"88\" fill=\"#eee\"/>";

/// Builds of other work trees into the same target folder overwrite the program.
#[test]
fn the_program_is_kitpress() {
    let out = run(&["--version"]);
    assert_eq!(
        text(&out.stdout).trim(),
        concat!("kitpress ", env!("CARGO_PKG_VERSION"))
    );
}

#[test]
fn kits_as_json() {
    let kits = json(&run(&["kits", "--json"]));
    let kit = kits
        .as_array()
        .expect("a list")
        .iter()
        .find(|k| k["id"] == "catch-and-run")
        .expect("it ships");
    assert_eq!(keys(kit), ["components", "id", "players", "title"]);
    assert_eq!(kit["title"]["en"], "CATCH and RUN");
    assert_eq!(kit["title"]["ja"], "キャッチ・アンド・ラン");
    assert_eq!(kit["players"], serde_json::json!([2, 4]));
    let components = kit["components"].as_array().expect("a list");
    assert!(
        components
            .iter()
            .all(|c| keys(c) == ["cards", "id", "kind"])
    );
    for (id, kind, cards) in [
        ("floor", "cards", 32),
        ("arm", "cards", 50),
        ("run", "cards", 4),
        ("penguin", "standees", 4),
    ] {
        let c = components.iter().find(|c| c["id"] == id).expect(id);
        assert_eq!(
            (&c["kind"], &c["cards"]),
            (&Value::from(kind), &Value::from(cards)),
            "{id}"
        );
    }
}

#[test]
fn cards_as_json() {
    let all = json(&run(&["cards", "catch-and-run", "--json"]));
    let all = all.as_array().expect("a list");
    let of = |id: &str| all.iter().filter(|c| c["component"] == id).count();
    assert_eq!(
        (of("floor"), of("arm"), of("run"), of("penguin")),
        (32, 50, 4, 4)
    );
    for card in all {
        assert_eq!(keys(card), ["component", "fields", "name"]);
        assert!(
            card["name"].as_str().is_some_and(|n| !n.is_empty()),
            "{card}"
        );
        assert!(card["fields"].is_object(), "{card}");
    }
}

#[test]
fn cards_of_one_component_once_per_copy() {
    let arm = json(&run(&["cards", "catch-and-run", "arm", "--json"]));
    let arm = arm.as_array().expect("a list");
    assert!(arm.iter().all(|c| c["component"] == "arm"));
    let special = |s: &str| arm.iter().filter(|c| c["fields"]["special"] == s).count();
    assert_eq!(
        (
            special(""),
            special("jump"),
            special("2x"),
            special("carpenter")
        ),
        (30, 8, 8, 4)
    );
    assert_eq!(arm.len(), 50);
    let floor = json(&run(&["cards", "catch-and-run", "floor", "--json"]));
    let names: std::collections::BTreeSet<&str> = floor
        .as_array()
        .expect("a list")
        .iter()
        .filter_map(|c| c["name"].as_str())
        .collect();
    assert_eq!(names.len(), 32, "every floor card is another");
    assert!(
        names.contains("1-red-circle") && names.contains("4-green-triangle"),
        "{names:?}"
    );
}

#[test]
fn a_folder_stands_wherever_a_kit_can() {
    let dir = tempfile::tempdir().expect("a folder");
    write_kit(&dir.path().join("mine"), "my-game", RECT);
    let cards = json(&run_in(dir.path(), &["cards", "mine", "--json"]));
    assert_eq!(
        cards,
        serde_json::json!([{ "component": "hero", "name": "hero", "fields": {} }])
    );
    let check = run_in(dir.path(), &["check", "mine"]);
    assert_eq!(
        text(&check.stdout),
        "my-game: fine (1 piece, languages: en)\n  ink, of a page: full 1 %, saver 1 %, mono 1 % (most: page 1, 1 %)\n"
    );
    let inside = run_in(&dir.path().join("mine"), &["check", "."]);
    assert_eq!(inside.status.code(), Some(0), "{}", text(&inside.stderr));
}

#[test]
fn unknown_names_get_a_hint() {
    fails(
        &["cards", "catch-and-rum"],
        "error: there is no kit or folder called `catch-and-rum`\nhint: did you mean `catch-and-run`?\n",
    );
    fails(
        &["print", "catch-and-rum"],
        "error: there is no kit or folder called `catch-and-rum`\nhint: did you mean `catch-and-run`?\n",
    );
    fails(
        &["print", "catch-and-run", "--only", "flor"],
        "error: kit `catch-and-run` has no component `flor`\nhint: did you mean `floor`?\n",
    );
    fails(
        &["cards", "catch-and-run", "pengiun"],
        "error: kit `catch-and-run` has no component `pengiun`\nhint: did you mean `penguin`?\n",
    );
    fails(
        &["print", "catch-and-run", "--cards", "nope*"],
        "error: no card is called `nope*`\nhint: `kitpress cards catch-and-run` lists them\n",
    );
    fails(
        &["print", "catch-and-run", "--lang", "de"],
        "error: kit `catch-and-run` has no language `de`\nhint: it speaks `en`, `ja`\n",
    );
    let only = run(&["print", "catch-and-run", "--only", "nope"]);
    assert_eq!(only.status.code(), Some(1));
    assert!(text(&only.stderr).contains("hint: its components: `floor`, `arm`, `run`, `penguin`"));
}

#[test]
fn bad_flags_are_bad_usage() {
    bad_usage(&["--nope"], &["--nope"]);
    bad_usage(&["pritn"], &["did you mean `print`?"]);
    bad_usage(&["cards"], &["<KIT|DIR>"]);
    bad_usage(&["print", "--nope"], &["--nope"]);
    bad_usage(
        &["print", "--ppaer", "a4"],
        &[
            "unexpected argument `--ppaer`",
            "did you mean `--paper`?",
            "Usage: kitpress print",
        ],
    );
    bad_usage(&["print", "--paper", "nonsense"], &["nonsense", "--paper"]);
    bad_usage(&["print", "--paper", "0x0mm"], &["0x0mm"]);
    bad_usage(&["print", "--paper", "99999x99999mm"], &["99999x99999mm"]);
    bad_usage(&["print", "--bleed", "9mm"], &["the bleed is at most 5mm"]);
    bad_usage(&["print", "--bleed", "wide"], &["wide"]);
    bad_usage(&["print", "--margin", "-1"], &["-1"]);
    bad_usage(&["print", "--margin=-1"], &["write a length such as `5mm`"]);
    bad_usage(&["print", "--sets", "0"], &["from 1 to 100"]);
    bad_usage(&["print", "--sets", "many"], &["many"]);
    bad_usage(&["print", "--ink", "gold"], &["full", "saver", "mono"]);
    bad_usage(
        &["print", "--backs", "up"],
        &["duplex-long", "duplex-short", "fold", "none"],
    );
    bad_usage(
        &["print", "--marks", "x"],
        &["edge", "corner", "lines", "none"],
    );
    bad_usage(&["completions", "nope"], &["bash", "fish", "zsh"]);
}

#[test]
fn a_print_that_leaves_no_room_is_refused() {
    let dir = tempfile::tempdir().expect("a folder");
    write_kit(&dir.path().join("mine"), "mine", RECT);
    let wide = run_in(dir.path(), &["print", "mine", "--margin", "200mm"]);
    let said = text(&wide.stderr);
    assert_eq!(wide.status.code(), Some(1));
    assert!(
        said.contains("a margin of `200mm` leaves nothing"),
        "{said}"
    );
    let small = run_in(dir.path(), &["print", "mine", "--paper", "20x20mm"]);
    assert_eq!(small.status.code(), Some(1));
    assert_eq!(
        text(&small.stderr),
        "error: component `hero` is 63x88mm, which does not fit on 20x20 paper with a margin of 5mm\n  \
         --> mine/kit.toml:4, field `size`\nhint: print with `--paper a6`\n"
    );
    assert!(!dir.path().join("out").exists(), "no folder for nothing");
}

#[test]
fn japanese_messages() {
    let dir = tempfile::tempdir().expect("a folder");
    let expected = "エラー: キット `catch-and-run` に `flor` という部品はありません\n";
    let asked = run_in(
        dir.path(),
        &["print", "catch-and-run", "--lang", "ja", "--only", "flor"],
    );
    assert!(
        text(&asked.stderr).starts_with(expected),
        "{}",
        text(&asked.stderr)
    );
    assert!(
        text(&asked.stderr).contains("ヒント: "),
        "{}",
        text(&asked.stderr)
    );
    let mut command = kitpress(dir.path(), &["print", "catch-and-run", "--only", "flor"]);
    let locale = command
        .env("LANG", "ja_JP.UTF-8")
        .output()
        .expect("kitpress starts");
    assert!(
        text(&locale.stderr).starts_with(expected),
        "{}",
        text(&locale.stderr)
    );
    let mut command = kitpress(
        dir.path(),
        &["print", "catch-and-run", "--only", "flor", "--lang", "en"],
    );
    let english = command
        .env("LANG", "ja_JP.UTF-8")
        .output()
        .expect("kitpress starts");
    assert!(
        text(&english.stderr).starts_with("error: "),
        "{}",
        text(&english.stderr)
    );
}

#[test]
fn no_colour_on_a_pipe() {
    let dir = tempfile::tempdir().expect("a folder");
    let mut command = kitpress(dir.path(), &["cards", "nope"]);
    let out = command
        .env_remove("NO_COLOR")
        .output()
        .expect("kitpress starts");
    assert!(!text(&out.stderr).contains('\u{1b}'));
}

/// The reader is gone before the first byte.
#[test]
fn a_closed_pipe_is_no_failure() {
    let dir = tempfile::tempdir().expect("a folder");
    for args in [
        &["cards", "catch-and-run", "--json"][..],
        &["cards", "catch-and-run"],
        &["kits"],
        &["man"],
    ] {
        let mut child = kitpress(dir.path(), args)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("kitpress starts");
        drop(child.stdout.take());
        let out = child.wait_with_output().expect("kitpress ends");
        assert_eq!(text(&out.stderr), "", "{args:?}");
        assert_eq!(out.status.code(), Some(0), "{args:?}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn an_output_that_takes_nothing_is_a_failure() {
    let dir = tempfile::tempdir().expect("a folder");
    let full = fs::OpenOptions::new()
        .write(true)
        .open("/dev/full")
        .expect("/dev/full");
    let out = kitpress(dir.path(), &["kits"])
        .stdout(full)
        .output()
        .expect("kitpress starts");
    assert_eq!(out.status.code(), Some(1));
    assert!(
        text(&out.stderr).starts_with("error: cannot write the output: "),
        "{}",
        text(&out.stderr)
    );
}

#[test]
fn print_reports_what_it_wrote() {
    let dir = tempfile::tempdir().expect("a folder");
    let args = [
        "print",
        "catch-and-run",
        "--only",
        "run,floor",
        "--lang",
        "both",
        "--json",
        "--out",
        "made/here",
    ];
    let reports = json(&run_in(dir.path(), &args));
    let reports = reports.as_array().expect("a list");
    let langs: Vec<&str> = reports.iter().filter_map(|r| r["lang"].as_str()).collect();
    assert_eq!(langs, ["en", "ja"]);
    for report in reports {
        assert_eq!(
            keys(report),
            [
                "bytes",
                "components",
                "file",
                "kit",
                "lang",
                "pages",
                "paper"
            ]
        );
        assert_eq!(
            (&report["kit"], &report["paper"]),
            (&Value::from("catch-and-run"), &Value::from("a4"))
        );
        let lang = report["lang"].as_str().expect("text");
        assert_eq!(
            report["file"],
            format!("made/here/catch-and-run.floor,run.{lang}.a4.pdf")
        );
        let pdf =
            fs::read(dir.path().join(report["file"].as_str().expect("text"))).expect("the PDF");
        assert!(pdf.starts_with(b"%PDF-"), "a PDF");
        assert_eq!(report["bytes"], pdf.len());
        let components = report["components"].as_array().expect("a list");
        assert!(
            components
                .iter()
                .all(|c| keys(c) == ["cards", "faces", "id", "kind", "pages"])
        );
        let cards: Vec<_> = components
            .iter()
            .map(|c| (c["id"].as_str(), c["cards"].as_u64()))
            .collect();
        assert_eq!(
            cards,
            [(Some("floor"), Some(32)), (Some("run"), Some(4))],
            "in the order of the kit"
        );
        let most = components.iter().filter_map(|c| c["pages"].as_u64()).max();
        assert!(
            most > Some(0) && report["pages"].as_u64() >= most,
            "{report}"
        );
    }
    let expected = [
        "catch-and-run.floor,run.en.a4.pdf",
        "catch-and-run.floor,run.ja.a4.pdf",
    ];
    assert_eq!(
        names(&dir.path().join("made/here")),
        expected,
        "and no `.part`"
    );
}

#[test]
fn print_is_silent_beside_its_report() {
    let dir = tempfile::tempdir().expect("a folder");
    let args = [
        "print",
        "catch-and-run",
        "--only",
        "run",
        "--paper",
        "letter",
    ];
    let out = run_in(dir.path(), &args);
    assert_eq!(
        (out.status.code(), text(&out.stderr)),
        (Some(0), String::new())
    );
    let said = text(&out.stdout);
    assert_eq!(said.lines().count(), 1, "{said}");
    assert!(
        said.starts_with("out/catch-and-run.run.en.letter.pdf: "),
        "{said}"
    );
    let first = fs::read(dir.path().join("out/catch-and-run.run.en.letter.pdf")).expect("the PDF");
    run_in(dir.path(), &args);
    let again = fs::read(dir.path().join("out/catch-and-run.run.en.letter.pdf")).expect("the PDF");
    assert!(first == again, "the same input gives the same bytes");
}

#[test]
fn print_without_a_kit_prints_all() {
    let dir = tempfile::tempdir().expect("a folder");
    let reports = json(&run_in(dir.path(), &["print", "--json"]));
    let kits = json(&run_in(dir.path(), &["kits", "--json"]));
    let ids = |v: &Value| -> Vec<Value> {
        v.as_array()
            .expect("a list")
            .iter()
            .map(|x| x["id"].clone())
            .collect()
    };
    let printed: Vec<Value> = reports
        .as_array()
        .expect("a list")
        .iter()
        .map(|r| r["kit"].clone())
        .collect();
    assert_eq!(printed, ids(&kits));
}

#[test]
fn a_file_in_the_way_of_the_folder() {
    let dir = tempfile::tempdir().expect("a folder");
    fs::write(dir.path().join("out"), "mine").expect("a file");
    for out in ["out", "out/deeper"] {
        let ran = run_in(
            dir.path(),
            &["print", "catch-and-run", "--only", "run", "--out", out],
        );
        let said = text(&ran.stderr);
        assert_eq!(
            (ran.status.code(), text(&ran.stdout)),
            (Some(1), String::new())
        );
        assert!(
            said.starts_with(&format!("error: cannot write `{out}`: ")),
            "{said}"
        );
    }
    assert_eq!(
        fs::read(dir.path().join("out")).expect("the file"),
        b"mine",
        "the file is left alone"
    );
    assert_eq!(names(dir.path()), ["out"]);
}

#[test]
fn a_folder_in_the_way_of_the_file() {
    let dir = tempfile::tempdir().expect("a folder");
    fs::create_dir_all(dir.path().join("out/catch-and-run.run.ja.a4.pdf")).expect("a folder");
    let ran = run_in(
        dir.path(),
        &["print", "catch-and-run", "--only", "run", "--lang", "both"],
    );
    assert_eq!(
        ran.status.code(),
        Some(1),
        "English alone would have worked: all or nothing"
    );
    assert!(
        text(&ran.stderr).contains("catch-and-run.run.ja.a4.pdf` "),
        "{}",
        text(&ran.stderr)
    );
    assert_eq!(
        names(&dir.path().join("out")),
        ["catch-and-run.run.ja.a4.pdf"],
        "no English file, no `.part`"
    );
}

#[test]
fn a_failed_print_leaves_nothing_and_spoils_nothing() {
    let dir = tempfile::tempdir().expect("a folder");
    write_kit(&dir.path().join("good"), "good", RECT);
    write_kit(
        &dir.path().join("bad"),
        "bad",
        "<image href=\"nope.png\" width=\"9\" height=\"9\"/>",
    );
    let ran = run_in(dir.path(), &["print", "good", "bad"]);
    assert_eq!(
        (ran.status.code(), text(&ran.stdout)),
        (Some(1), String::new())
    );
    assert!(
        !dir.path().join("out").exists(),
        "one bad kit: no file at all"
    );
    fs::create_dir(dir.path().join("out")).expect("a folder");
    fs::write(dir.path().join("out/bad.en.a4.pdf"), "the last good print").expect("a file");
    let again = run_in(dir.path(), &["print", "bad"]);
    assert_eq!(again.status.code(), Some(1));
    let kept = fs::read(dir.path().join("out/bad.en.a4.pdf")).expect("the file");
    assert_eq!(kept, b"the last good print");
    assert_eq!(names(&dir.path().join("out")), ["bad.en.a4.pdf"]);
}

#[test]
fn all_bad_kits_are_told_in_one_run() {
    let dir = tempfile::tempdir().expect("a folder");
    write_kit(&dir.path().join("one"), "One!", RECT);
    write_kit(&dir.path().join("two"), "Two!", RECT);
    let said = text(&run_in(dir.path(), &["check", "one", "nope", "two"]).stderr);
    for word in [
        "`One!` cannot be an id",
        "called `nope`",
        "`Two!` cannot be an id",
    ] {
        assert!(said.contains(word), "no {word:?} in {said}");
    }
}

#[test]
fn two_kits_of_one_name_are_refused() {
    let dir = tempfile::tempdir().expect("a folder");
    write_kit(&dir.path().join("a"), "same", RECT);
    write_kit(&dir.path().join("b"), "same", RECT);
    let ran = run_in(dir.path(), &["print", "a", "b"]);
    assert_eq!(ran.status.code(), Some(1));
    assert!(text(&ran.stderr).starts_with("error: two of the kits are called `same`\n"));
    assert!(!dir.path().join("out").exists());
}

#[test]
fn what_is_wrong_with_one_kit_hides_nothing_of_another() {
    let dir = tempfile::tempdir().expect("a folder");
    write_kit(&dir.path().join("a"), "a", RECT);
    write_kit(&dir.path().join("b"), "b", RECT);
    let svg = RECT.replace("<rect", "<rect stroke=\"url(#blurple)\"");
    write_kit(&dir.path().join("c"), "c", &svg);
    std::fs::write(dir.path().join("b/kit.toml"), "[kit]\nid = 1\n").expect("written");
    let ran = run_in(dir.path(), &["check", "a", "b", "c"]);
    assert_eq!(ran.status.code(), Some(1));
    let said = text(&ran.stderr);
    assert!(said.contains("b/kit.toml:2"), "{said}");
    assert!(said.contains("blurple"), "{said}");
    let ran = run_in(dir.path(), &["check", "a", "b", "c", "--json"]);
    let told: Value = serde_json::from_slice(&ran.stdout).expect("JSON");
    assert_eq!(told.as_array().map(Vec::len), Some(3));
}
