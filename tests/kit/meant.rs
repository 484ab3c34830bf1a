//! What is meant when nothing is said, and what files are called: the kit of this folder, the country's paper, names
//! that never overwrite another print.

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

fn kitpress(dir: &Path, locale: &[(&str, &str)], args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_kitpress"));
    for name in ["LC_ALL", "LC_MESSAGES", "LC_PAPER", "SOURCE_DATE_EPOCH"] {
        command.env_remove(name);
    }
    command.env("LANG", "C").env("NO_COLOR", "1");
    command.envs(locale.iter().copied());
    command.env("KITPRESS_DATA", dir.join("data"));
    command.args(args).current_dir(dir).stdin(Stdio::null());
    command.output().expect("kitpress starts")
}

#[track_caller]
fn fine(dir: &Path, args: &[&str]) -> String {
    let out = kitpress(dir, &[], args);
    let said = String::from_utf8_lossy(&out.stderr).into_owned();
    assert_eq!(out.status.code(), Some(0), "{args:?}: {said}");
    String::from_utf8(out.stdout).expect("UTF-8")
}

fn kit(dir: &Path) {
    let manifest = "[kit]\nid = \"tide\"\ntitle = \"Tide\"\nplayers = 2\n\n[[component]]\nid = \"arm\"\nkind = \"cards\"\n\
        size = \"poker\"\nfront = \"arm.svg\"\nback = \"arm.svg\"\nrows = \"arm.csv\"\n\n[[component]]\nid = \"mono\"\n\
        kind = \"cards\"\nsize = \"poker\"\nfront = \"arm.svg\"\nvary = { name = [\"x\"] }\n\n\
        [table]\n\n[[table.deck]]\nid = \"pile\"\ncomponent = \"arm\"\n";
    fs::create_dir_all(dir).expect("made");
    fs::write(dir.join("kit.toml"), manifest).expect("written");
    fs::write(
        dir.join("arm.csv"),
        "name,fill\nred 1,#a00\nred 2,#b00\nblue,#00a\narm,#0a0\n",
    )
    .expect("written");
    let svg = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"63mm\" height=\"88mm\" viewBox=\"0 0 63 88\">\
        <rect width=\"63\" height=\"88\" fill=\"{{ row.fill | default(value='#000') }}\"/></svg>";
    fs::write(dir.join("arm.svg"), svg).expect("written");
}

fn files(dir: &Path) -> Vec<String> {
    let inside = fs::read_dir(dir).expect("a folder").flatten();
    let mut names: Vec<String> = inside
        .map(|e| e.file_name().to_string_lossy().into_owned())
        .collect();
    names.sort_unstable();
    names
}

#[test]
fn partial_prints_leave_the_full_one_alone() {
    let dir = tempfile::tempdir().expect("a folder");
    kit(&dir.path().join("tide"));
    fine(dir.path(), &["print", "tide"]);
    let full = fs::read(dir.path().join("out/tide.en.a4.pdf")).expect("printed");
    for (flags, name) in [
        (&["--only", "arm"][..], "tide.arm.en.a4.pdf"),
        (&["--ink", "mono"], "tide.mono.en.a4.pdf"),
        (&["--backs", "fold"], "tide.fold.en.a4.pdf"),
        (&["--cards", "blue"], "tide.blue.en.a4.pdf"),
        (
            &["--ink", "saver", "--only", "arm", "--backs", "none"],
            "tide.arm.none.saver.en.a4.pdf",
        ),
        (&["--only", "mono,arm"], "tide.arm,mono.en.a4.pdf"),
    ] {
        let json = fine(
            dir.path(),
            &[&["print", "tide", "--json", "--draft"], flags].concat(),
        );
        assert!(
            json.contains(&format!("\"file\": \"out/{name}\"")),
            "{flags:?}: {json}"
        );
        assert!(dir.path().join("out").join(name).is_file(), "{name}");
    }
    for odd in [
        &["--only", "mono"][..],
        &["--cards", "arm"],
        &["--cards", "arm:red*"],
        &["--cards", "red?2"],
    ] {
        fine(dir.path(), &[&["print", "tide"], odd].concat());
    }
    let names = files(&dir.path().join("out"));
    assert_eq!(names.len(), 11, "each has a name of its own: {names:?}");
    let now = fs::read(dir.path().join("out/tide.en.a4.pdf")).expect("still there");
    assert!(now == full);
}

#[test]
fn other_flags_and_defaults_keep_the_name() {
    let dir = tempfile::tempdir().expect("a folder");
    kit(&dir.path().join("tide"));
    for flags in [
        &["--ink", "full"][..],
        &["--backs", "duplex-long"],
        &["--sets", "2"],
        &["--bleed", "2mm"],
        &["--skip", "1"],
        &["--draft"],
        &["--marks", "none"],
        &["--dpi", "100"],
        &["--margin", "8mm"],
    ] {
        fine(dir.path(), &[&["print", "tide"], flags].concat());
    }
    assert_eq!(files(&dir.path().join("out")), ["tide.en.a4.pdf"]);
}

#[test]
fn in_a_kits_folder_that_kit_is_meant() {
    let dir = tempfile::tempdir().expect("a folder");
    kit(dir.path());
    assert!(fine(dir.path(), &["print"]).starts_with("out/tide.en.a4.pdf"));
    assert_eq!(files(&dir.path().join("out")), ["tide.en.a4.pdf"]);
    assert!(fine(dir.path(), &["check"]).contains("tide"));
    assert!(fine(dir.path(), &["cards"]).contains("red 1"));
    assert!(fine(dir.path(), &["cards", "--json"]).contains("\"red 1\""));
    assert!(fine(dir.path(), &["cards", ".", "mono"]).contains("mono: 1"));
    assert!(fine(dir.path(), &["preview", "--card", "blue"]).contains("out/tide.en.arm-blue.png"));
    fine(dir.path(), &["export", "--to", "svg"]);
    assert!(dir.path().join("out/tide.en.svg").is_dir());
    fine(
        dir.path(),
        &["start", "--players", "Ann,Bob", "--seed", "1"],
    );
    assert!(fine(dir.path(), &["tables"]).contains("tide"));
    // A kit that is named is meant all the same.
    assert!(fine(dir.path(), &["cards", "icecool"]).contains("fish"));
}

#[test]
fn elsewhere_all_shipped_kits_are_meant_or_one_must_be_named() {
    let dir = tempfile::tempdir().expect("a folder");
    let out = kitpress(dir.path(), &[], &["print", "--only", "penguin"]);
    let said = String::from_utf8_lossy(&out.stderr).into_owned();
    assert!(
        said.contains("cat-and-chocolate") || said.contains("`penguin`"),
        "{said}"
    );
    for command in ["cards", "preview", "export", "watch", "start", "simulate"] {
        let out = kitpress(dir.path(), &[], &[command]);
        assert_eq!(out.status.code(), Some(2), "{command}");
    }
}

#[test]
fn paper_follows_the_country() {
    let dir = tempfile::tempdir().expect("a folder");
    kit(&dir.path().join("tide"));
    for (locale, paper) in [
        (&[("LANG", "en_US.UTF-8")][..], "letter"),
        (&[("LANG", "fr_CA.UTF-8")], "letter"),
        (&[("LANG", "de_DE.UTF-8")], "a4"),
        (
            &[("LANG", "en_US.UTF-8"), ("LC_PAPER", "en_GB.UTF-8")],
            "a4",
        ),
        (
            &[("LANG", "de_DE.UTF-8"), ("LC_PAPER", "es_MX.UTF-8")],
            "letter",
        ),
        (
            &[
                ("LC_ALL", "C"),
                ("LC_PAPER", "en_US.UTF-8"),
                ("LANG", "en_US.UTF-8"),
            ],
            "a4",
        ),
        (
            &[("LC_ALL", ""), ("LC_PAPER", ""), ("LANG", "fil_PH")],
            "letter",
        ),
    ] {
        for (args, said) in [
            (
                &["print", "tide", "--lang", "en"][..],
                format!("out/tide.en.{paper}.pdf"),
            ),
            (
                &["calibrate", "--lang", "en"],
                format!("out/calibrate.{paper}.pdf"),
            ),
        ] {
            let out = kitpress(dir.path(), locale, args);
            let stdout = String::from_utf8_lossy(&out.stdout).into_owned();
            assert!(stdout.starts_with(&said), "{locale:?}: {stdout}");
        }
        let out = kitpress(
            dir.path(),
            locale,
            &["print", "tide", "--lang", "en", "--paper", "a5"],
        );
        assert!(String::from_utf8_lossy(&out.stdout).starts_with("out/tide.en.a5.pdf"));
    }
}

/// What the error message lists, help and guide list, too.
#[test]
fn every_list_of_papers_is_whole() {
    let dir = tempfile::tempdir().expect("a folder");
    let error = kitpress(dir.path(), &[], &["print", "--paper", "papyrus"]).stderr;
    let error = String::from_utf8(error).expect("UTF-8");
    let listed = error.split("use ").nth(1).expect("a list");
    let listed = listed.split(" or a size").next().expect("its end");
    let papers: Vec<&str> = listed.split(", ").map(|p| p.trim_matches('`')).collect();
    assert!(papers.len() > 7, "{papers:?}");
    let words = |text: &str| -> Vec<String> {
        let words = text.split(|c: char| !c.is_alphanumeric());
        words.map(str::to_owned).collect()
    };
    let guide = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/printing.md"))
        .expect("the guide");
    let guide = guide
        .lines()
        .find(|l| l.starts_with("| `--paper"))
        .expect("a line")
        .to_owned();
    let mut lists = vec![("the guide", guide)];
    for command in ["print", "preview", "watch", "calibrate"] {
        let help = fine(dir.path(), &[command, "--help"]);
        lists.push((command, help));
    }
    for (place, text) in lists {
        let there = words(&text);
        for paper in papers.iter().chain(&["strip"]) {
            // The page for measuring fits on neither.
            let small = place == "calibrate" && ["a6", "strip"].contains(paper);
            assert!(
                small || there.iter().any(|w| w == paper),
                "{place}: {paper}"
            );
        }
    }
}
