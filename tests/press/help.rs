//! Help, manual pages, completions and the start page without a terminal, as scripts and shells meet them.

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use needs::needs;

/// The program in a home of its own, in a language.
fn kitpress(home: &Path, lang: &str, args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_kitpress"));
    command.args(args).current_dir(home).stdin(Stdio::null());
    for name in [
        "LC_ALL",
        "LC_MESSAGES",
        "XDG_DATA_HOME",
        "XDG_CONFIG_HOME",
        "BASH_COMPLETION_USER_DIR",
    ] {
        command.env_remove(name);
    }
    let command = command.env("LANG", lang).env("HOME", home);
    command.env("KITPRESS_DATA", home.join("data"));
    command.output().expect("kitpress starts")
}

fn said(home: &Path, lang: &str, args: &[&str]) -> String {
    let out = kitpress(home, lang, args);
    let errors = String::from_utf8_lossy(&out.stderr).into_owned();
    assert_eq!(
        (out.status.code(), errors.as_str()),
        (Some(0), ""),
        "{args:?}"
    );
    String::from_utf8(out.stdout).expect("UTF-8")
}

fn home() -> tempfile::TempDir {
    tempfile::tempdir().expect("a folder")
}

/// The commands that the help lists.
fn commands(home: &Path) -> Vec<String> {
    let offered = said(home, "C", &["complete", "fish", "--", ""]);
    let names = offered.lines().filter_map(|l| l.split('\t').next());
    names.map(str::to_owned).collect()
}

/// The examples on the page of a command, as they are typed.
fn examples(home: &Path, command: &str) -> Vec<Vec<String>> {
    let page = said(home, "C", &["help", command]);
    let (_, list) = page.split_once("Examples:\n").expect("examples");
    let typed = list
        .lines()
        .filter_map(|l| l.strip_prefix("  kitpress "))
        .map(|l| l.split("  ").next().unwrap_or_default());
    // Nothing here is quoted but for what the shell takes away.
    let words = |line: &str| {
        line.replace('\'', "")
            .split(' ')
            .map(str::to_owned)
            .collect()
    };
    typed.map(words).collect()
}

/// With the kits that `new` makes in its own examples, the others can be typed as they stand.
#[test]
fn examples_of_kits_and_tables_do_what_they_say() {
    let home = home();
    for args in [
        &["new", "my-game"][..],
        &["new", "my-secret", "--from", "roles", "--lang", "both"],
        &["roster", "club", "Ann,Bob"],
        &["matches", "Ann", "Bob"],
    ] {
        said(home.path(), "C", args);
    }
    let mut ran = 0;
    for command in ["start", "do", "deal", "cards", "shuffle", "export", "print"] {
        for example in examples(home.path(), command) {
            let args: Vec<&str> = example.iter().map(String::as_str).collect();
            // A file that nobody has here, and all kits at once.
            if args.contains(&"./press.toml:square") || args == ["print"] {
                continue;
            }
            if command == "do" {
                let begin = ["start", "my-game", "--players", "Ann,Bob"];
                said(home.path(), "C", &begin);
            }
            let out = kitpress(home.path(), "C", &args);
            let errors = String::from_utf8_lossy(&out.stderr);
            // Where there is no terminal, what is dealt in secret is shown to nobody.
            let secret = command == "deal" && errors.contains("terminal");
            assert!(out.status.success() || secret, "{args:?}: {errors}");
            ran += 1;
        }
    }
    assert!(ran > 15, "{ran} examples");
}

#[test]
fn every_way_to_ask_for_help_shows_the_same() {
    let home = home();
    let said = |args: &[&str]| said(home.path(), "C", args);
    let all = said(&["--help"]);
    for args in [&["-h"][..], &["help"], &[]] {
        assert_eq!(said(args), all, "{args:?}");
    }
    assert!(
        all.contains("A game tonight:\n") && all.contains("\n  print "),
        "{all}"
    );
    for command in commands(home.path()) {
        let page = said(&[&command, "--help"]);
        assert_eq!(said(&[&command, "-h"]), page);
        assert_eq!(said(&["help", &command]), page);
        assert!(
            page.contains(&format!("Usage: kitpress {command}")),
            "{page}"
        );
        assert!(page.contains("Examples:"), "{command}");
    }
    let unknown = kitpress(home.path(), "C", &["help", "pritn"]);
    assert_eq!(unknown.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&unknown.stderr).contains("did you mean `print`?"));
}

/// Help speaks Japanese throughout: every line with words of its own has some of its letters.
#[test]
fn help_is_japanese_where_that_is_spoken() {
    let home = home();
    for args in [&["--lang", "ja", "--help"][..], &["help", "--lang", "ja"]] {
        assert!(
            said(home.path(), "C", args).contains("今夜のゲーム:"),
            "{args:?}"
        );
    }
    let japanese = |text: &str| text.chars().any(|c| ('ぁ'..='龠').contains(&c));
    for command in commands(home.path()).iter().map(String::as_str) {
        let page = said(home.path(), "ja_JP.UTF-8", &["help", command]);
        let prose = page
            .lines()
            .filter(|l| !l.starts_with(' ') && !l.is_empty());
        for line in prose {
            assert!(japanese(line), "{command}: {line}");
        }
        let man = said(home.path(), "ja_JP.UTF-8", &["man", command]);
        assert!(man.contains(".SH \"書式\""), "{man}");
    }
}

#[test]
fn misuse_is_told_in_both_languages() {
    let home = home();
    for (args, en, ja) in [
        (
            &["print", "--nope"][..],
            "unexpected argument `--nope`",
            "引数 `--nope` は使えません",
        ),
        (
            &["pritn"],
            "there is no command `pritn`",
            "コマンド `pritn` はありません",
        ),
        (&["print", "--paper"], "needs a value", "値が必要です"),
        (
            &["print", "--ink", "gold"],
            "it can be `full`, `saver`, `mono`",
            "`full`, `saver`, `mono`",
        ),
        (
            &["print", "--sets", "0"],
            "cannot be `0`: it must be a whole number from 1 to 100",
            "`0` にはできません: 1 から 100 までの整数で",
        ),
        (
            &["shuffle", "cats"],
            "`<COMPONENT>` is missing",
            "`<COMPONENT>` がありません",
        ),
        (
            &["tonight"],
            "kits: `birth-or-burst`",
            "キット: `birth-or-burst`",
        ),
        (
            &["simulate", "cats", "--games", "x"],
            "it must be a whole number\n",
            "整数で指定してください",
        ),
        (
            &["host", "cats", "--bind", "x"],
            "an address such as `192.168.1.5`",
            "`192.168.1.5` のようなアドレス",
        ),
        (
            &["print", "--bleed", "9mm"],
            "the bleed is at most 5mm\n",
            "にはできません: 塗り足しは 5mm までです\n",
        ),
        (
            &["undo", "--table", "a", "--table", "b"],
            "can be given once only",
            "1 度しか指定できません",
        ),
        (
            &["pick", "--coin", "--dice", "d6"],
            "cannot stand beside",
            "同時に指定できません",
        ),
        (
            &["print", "--paper=nonsense"],
            "cannot be `nonsense`",
            "`nonsense` にはできません",
        ),
    ] {
        for (lang, words) in [("C", en), ("ja_JP.UTF-8", ja)] {
            let out = kitpress(home.path(), lang, args);
            let errors = String::from_utf8_lossy(&out.stderr);
            assert_eq!(out.status.code(), Some(2), "{args:?}: {errors}");
            assert!(errors.contains(words), "{args:?}: {errors}");
            let english = ["Usage:", "did you mean", "OPTIONS", "tells all"];
            let left = english.iter().find(|w| lang != "C" && errors.contains(**w));
            assert_eq!(left, None, "{args:?}: {errors}");
        }
    }
}

/// What a manual page says elsewhere is there, too.
#[test]
fn manual_pages_refer_to_pages_that_exist() {
    let home = home();
    let folder = home.path().join("man1");
    said(home.path(), "C", &["man", "--out", "man1"]);
    let names = fs::read_dir(&folder).expect("a folder").flatten();
    let names: Vec<String> = names
        .map(|e| e.file_name().to_string_lossy().into_owned())
        .collect();
    assert_eq!(names.len(), commands(home.path()).len() + 1);
    for name in &names {
        let page = fs::read_to_string(folder.join(name)).expect("a page");
        let page = page.replace("\\-", "-");
        for reference in page
            .split_whitespace()
            .filter_map(|w| w.split("(1)").next().filter(|_| w.contains("(1)")))
        {
            assert!(
                names.contains(&format!("{reference}.1")),
                "{name}: {reference}"
            );
        }
    }
    assert!(said(home.path(), "C", &["man"]).contains(".TH kitpress 1"));
}

#[needs("man")]
#[test]
fn man_reads_the_pages() {
    let home = home();
    for (lang, words) in [("C.UTF-8", "SYNOPSIS"), ("ja_JP.UTF-8", "書式")] {
        said(home.path(), lang, &["man", "--out", "man1"]);
        for command in ["-print", "-do", "-matches", ""] {
            let page = home.path().join(format!("man1/kitpress{command}.1"));
            let mut man = Command::new("man");
            let man = man.args(["--warnings", "-E", "UTF-8", "-l"]).arg(&page);
            let out = man.env("LANG", "C.UTF-8").output().expect("man starts");
            let text = String::from_utf8_lossy(&out.stdout).into_owned();
            let errors = String::from_utf8_lossy(&out.stderr).into_owned();
            // Without the macros of a language its lines are not broken well.
            let wrong = errors
                .lines()
                .find(|l| !l.contains("adjust line") && !l.contains("break line"));
            assert_eq!(wrong, None, "{page:?}");
            assert!(out.status.success() && text.contains(words), "{text}");
        }
    }
}

/// What the shell is offered behind words; the last one is being typed.
fn offered(home: &Path, words: &[&str]) -> Vec<String> {
    let args = [&["complete", "fish", "--"], words].concat();
    let said = said(home, "C", &args);
    let values = said.lines().filter_map(|l| l.split('\t').next());
    values.map(str::to_owned).collect()
}

#[test]
fn the_tab_key_knows_what_there_is() {
    let home = home();
    let path = home.path();
    fs::create_dir_all(path.join("my-game")).expect("a folder");
    fs::write(path.join("my-game/kit.toml"), "[kit]\nid = \"my-game\"\n").expect("a kit");
    fs::create_dir_all(path.join("music")).expect("a folder");
    said(path, "C", &["roster", "club", "Ann,Bob,Cho"]);
    said(
        path,
        "C",
        &["start", "catch-and-run", "--players", "Ann,Bob"],
    );
    let offered = |words: &[&str]| offered(path, words);
    for (words, wanted) in [
        (&["pri"][..], "print"),
        (&["print", "ca"], "catch-and-run"),
        (&["print", "my"], "my-game"),
        (&["print", "cats", "catch"], "catch-and-run"),
        (&["print", "--pa"], "--paper"),
        (&["print", "--paper", "le"], "letter"),
        (&["print", "--paper=le"], "--paper=letter"),
        (&["print", "--ink", "m"], "mono"),
        (&["print", "catch-and-run", "--lang", "b"], "both"),
        (
            &["print", "catch-and-run", "--only", "floor,a"],
            "floor,arm",
        ),
        (&["print", "catch-and-run", "--cards", "ar"], "arm:"),
        (
            &["preview", "catch-and-run", "--card", "arm:red"],
            "arm:red+jump",
        ),
        (&["cards", "catch-and-run", "fl"], "floor"),
        (&["export", "cats", "--service", "the"], "the-game-crafter"),
        (&["print", "cats", "--map"], "--map-seed"),
        (&["print", "cats", "--set", "map-s"], "map-seed="),
        (&["start", "icecool", "--players", "@"], "@club"),
        (&["start", "icecool", "--players", "Cho,A"], "Cho,Ann"),
        (&["show", "--table", "catch"], "catch-and-run-1"),
        (&["show", "--seat", "B"], "Bob"),
        (&["do", ""], "place"),
        (&["help", "ti"], "timer"),
        (&["completions", "--ins"], "--install"),
        (&["--la"], "--lang"),
    ] {
        let got = offered(words);
        assert!(got.iter().any(|g| g == wanted), "{words:?}: {got:?}");
    }
    let more = offered(&["print", "cats", "--only", "map,"]);
    assert!(
        !more.contains(&"map,map".to_owned()),
        "no name twice: {more:?}"
    );
    assert!(!offered(&["print", "mu"]).contains(&"my-game".to_owned()));
    assert!(!offered(&["print", "--lang", "ja", "--la"]).contains(&"--lang".to_owned()));
    assert!(offered(&["kits", "nothing"]).is_empty());
}

/// The script in a real bash, with signs that bash takes for ends of words.
#[needs("bash")]
#[test]
fn bash_completes_with_the_script() {
    let home = home();
    let script = said(home.path(), "C", &["completions", "bash"]);
    fs::write(home.path().join("script"), script).expect("a script");
    let ask = |line: &str| {
        let words = line
            .split(' ')
            .map(|w| format!("'{w}'"))
            .collect::<Vec<_>>()
            .join(" ");
        let program = env!("CARGO_BIN_EXE_kitpress");
        let text = format!(
            "compopt() {{ :; }}; source ./script; COMP_WORDS=('{program}' {words}); COMP_LINE='kitpress {line}'; \
             COMP_POINT=${{#COMP_LINE}}; _kitpress; printf '%s\\n' \"${{COMPREPLY[@]}}\"; complete -p kitpress"
        );
        let mut bash = Command::new("bash");
        let bash = bash.args(["--norc", "-c", &text]).current_dir(home.path());
        let out = bash
            .env("KITPRESS_DATA", home.path())
            .env("LANG", "C")
            .output();
        String::from_utf8(out.expect("bash starts").stdout).expect("UTF-8")
    };
    let bound = "complete -F _kitpress kitpress\n";
    assert_eq!(ask("print --paper le"), format!("letter\nlegal\n{bound}"));
    assert_eq!(
        ask("shuffle catch-and-run pen"),
        format!("penguin\n{bound}")
    );
    // Bash replaces only what stands behind the colon.
    assert_eq!(
        ask("preview catch-and-run --card arm:red+j"),
        format!("red+jump\n{bound}")
    );
}

#[test]
fn completions_are_put_in_place_and_taken_away() {
    let home = home();
    for (shell, place) in [
        ("bash", ".local/share/bash-completion/completions/kitpress"),
        ("zsh", ".local/share/zsh/site-functions/_kitpress"),
        ("fish", ".config/fish/completions/kitpress.fish"),
    ] {
        let told = said(home.path(), "C", &["completions", "--install", shell]);
        let file = home.path().join(place);
        assert!(
            told.contains(&format!("written: {}", file.display())),
            "{told}"
        );
        let script = said(home.path(), "C", &["completions", shell]);
        assert_eq!(fs::read_to_string(&file).expect("the script"), script);
        said(home.path(), "C", &["completions", "--remove", shell]);
        assert!(!file.exists());
        said(home.path(), "C", &["completions", "--remove", shell]);
    }
    let told = said(home.path(), "C", &["completions", "--install", "zsh"]);
    assert!(told.contains("fpath=("), "{told}");
    let folder = home.path().join(".local/share/zsh/site-functions");
    fs::write(
        home.path().join(".zshrc"),
        format!("fpath=({} $fpath)", folder.display()),
    )
    .expect("a file");
    let told = said(home.path(), "C", &["completions", "--install", "zsh"]);
    assert!(!told.contains("fpath=("), "{told}");
}

#[test]
fn rules_are_read_in_both_languages() {
    let home = home();
    let english = said(home.path(), "C", &["rules", "icecool"]);
    assert!(
        english.contains("Catcher") && !english.contains("**"),
        "{english}"
    );
    let japanese = said(home.path(), "C", &["rules", "icecool", "--lang", "ja"]);
    assert!(
        japanese.contains("ペンギン") && !japanese.contains('{'),
        "{japanese}"
    );
}
