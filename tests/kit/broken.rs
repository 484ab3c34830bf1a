//! One broken kit a folder under `tests/broken/`, each with the exact message in `expected.txt`.
//!
//! `KITPRESS_UPDATE=1 cargo test --test kit broken` rewrites the messages.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// A run that takes longer hangs.
const PATIENCE: Duration = Duration::from_secs(30);

/// What a run left behind.
struct Run {
    code: Option<i32>,
    stdout: String,
    stderr: String,
    timed_out: bool,
}

/// Runs `kitpress check KIT` in `dir`; output goes through files, so that nothing can block.
fn check(dir: &Path, kit: &str) -> Run {
    let scratch = tempfile::tempdir().expect("a scratch folder");
    let (out, err) = (scratch.path().join("out"), scratch.path().join("err"));
    let mut child = Command::new(env!("CARGO_BIN_EXE_kitpress"))
        .args(["check", kit])
        .current_dir(dir)
        .env_remove("LC_ALL")
        .env_remove("LC_PAPER")
        .env_remove("LC_MESSAGES")
        .env("LANG", "C")
        .env("NO_COLOR", "1")
        .stdin(Stdio::null())
        .stdout(fs::File::create(&out).expect("a file for stdout"))
        .stderr(fs::File::create(&err).expect("a file for stderr"))
        .spawn()
        .expect("kitpress starts");
    let start = Instant::now();
    let mut timed_out = false;
    let status = loop {
        if let Some(status) = child.try_wait().expect("kitpress is waited for") {
            break status;
        }
        if start.elapsed() > PATIENCE {
            timed_out = true;
            child.kill().expect("kitpress is ended");
        }
        std::thread::sleep(Duration::from_millis(2));
    };
    let read =
        |path| String::from_utf8_lossy(&fs::read(path).expect("output is read")).into_owned();
    Run {
        code: status.code(),
        stdout: read(&out),
        stderr: read(&err),
        timed_out,
    }
}

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// The names of all kits in `tests/broken`.
fn kits() -> BTreeSet<String> {
    let entries = fs::read_dir(root().join("tests/broken")).expect("tests/broken is there");
    let folders = entries.flatten().filter(|e| e.path().is_dir());
    folders
        .map(|e| e.file_name().into_string().expect("a plain name"))
        .collect()
}

/// What every broken kit must do, whatever it says.
fn manners(run: &Run) -> Vec<String> {
    let mut wrong = Vec::new();
    if run.timed_out {
        wrong.push(format!("did not end within {PATIENCE:?}"));
    }
    if run.code != Some(1) {
        wrong.push(format!("exit code {:?}, not 1", run.code));
    }
    if !run.stdout.is_empty() {
        wrong.push(format!("stdout: {}", run.stdout));
    }
    for word in [
        "panicked",
        "overflowed its stack",
        "RUST_BACKTRACE",
        "memory allocation",
        "\u{1b}",
    ] {
        if run.stderr.contains(word) {
            wrong.push(format!("stderr has {word:?}"));
        }
    }
    wrong
}

#[test]
fn every_broken_kit_says_what_is_wrong() {
    let update = std::env::var_os("KITPRESS_UPDATE").is_some();
    let mut failures = String::new();
    let mut compared = 0;
    for name in &kits() {
        let run = check(&root(), &format!("tests/broken/{name}"));
        for wrong in manners(&run) {
            let _ = writeln!(failures, "--- {name}: {wrong}\n{}", run.stderr);
        }
        let path = root().join("tests/broken").join(name).join("expected.txt");
        if update {
            fs::write(&path, &run.stderr).expect("expected.txt is written");
        }
        let expected =
            fs::read_to_string(&path).unwrap_or_else(|e| format!("(no expected.txt: {e})\n"));
        compared += 1;
        if expected != run.stderr {
            let _ = writeln!(
                failures,
                "--- {name}: expected\n{expected}--- {name}: actual\n{}",
                run.stderr
            );
        }
    }
    assert!(compared > 80, "only {compared} kits were found");
    assert!(failures.is_empty(), "{failures}");
}

const KIT: &str = "[kit]\nid = \"links\"\n\n[[component]]\nid = \"hero\"\nkind = \"cards\"\nsize = \"63x88mm\"\nfront = \"hero.svg\"\n";

fn picture(body: &str) -> String {
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"63mm\" height=\"88mm\" viewBox=\"0 0 63 88\">{body}</svg>\n"
    )
}

/// Git on some systems turns links into files, so links are made here.
#[cfg(unix)]
#[test]
fn links_that_lead_outside_are_refused() {
    use std::os::unix::fs::symlink;
    let dir = tempfile::tempdir().expect("a folder");
    let at = |name: &str| dir.path().join(name);
    // Pictures, not `.svg`: those would be refused as templates, whatever the card draws.
    fs::create_dir_all(at("kit/pics")).expect("folders");
    fs::write(
        at("secret.png"),
        picture("<rect width=\"9\" height=\"9\"/>"),
    )
    .expect("a file");
    fs::write(at("kit/kit.toml"), KIT).expect("a file");
    let image = |href: &str| {
        picture(&format!(
            "<image href=\"{href}\" width=\"9\" height=\"9\"/>"
        ))
    };
    symlink("../../secret.png", at("kit/pics/link.png")).expect("a link");
    symlink("../..", at("kit/pics/up")).expect("a link");
    let told = [
        (
            "pics/link.png",
            "`pics/link.png` is a link that leads outside the kit",
        ),
        (
            "pics/up/secret.png",
            "`pics/up/secret.png` lies outside the kit: `pics/up` is a link",
        ),
    ];
    for (href, wanted) in told {
        fs::write(at("kit/hero.svg"), image(href)).expect("a file");
        let run = check(dir.path(), "kit");
        assert_eq!(manners(&run), Vec::<String>::new(), "{}", run.stderr);
        assert!(run.stderr.contains(wanted), "{}", run.stderr);
        assert!(
            !run.stderr.contains("<rect"),
            "the content stays secret: {}",
            run.stderr
        );
    }
}

#[cfg(unix)]
#[test]
fn a_table_or_kit_file_that_is_a_link_outside_is_refused() {
    use std::os::unix::fs::symlink;
    let dir = tempfile::tempdir().expect("a folder");
    let at = |name: &str| dir.path().join(name);
    fs::create_dir_all(at("kit")).expect("a folder");
    fs::create_dir_all(at("other")).expect("a folder");
    fs::write(at("secret.csv"), "name\nann\n").expect("a file");
    fs::write(at("kit/kit.toml"), format!("{KIT}rows = \"hero.csv\"\n")).expect("a file");
    fs::write(at("kit/hero.svg"), picture("")).expect("a file");
    symlink("../secret.csv", at("kit/hero.csv")).expect("a link");
    symlink("../kit/kit.toml", at("other/kit.toml")).expect("a link");
    let table = check(dir.path(), "kit");
    assert_eq!(manners(&table), Vec::<String>::new());
    assert_eq!(
        table.stderr,
        "error: `hero.csv` is a link that leads outside the kit\n  --> kit/kit.toml:9, field `rows`\n\
         hint: copy what `hero.csv` links to into the kit's folder; in a kit of your own, `--follow-links` or `KITPRESS_FOLLOW_LINKS=1` allows it\n"
    );
    let manifest = check(dir.path(), "other");
    assert_eq!(
        manifest.stderr,
        "error: `kit.toml` is a link that leads outside the kit\n  --> other/kit.toml\n\
         hint: copy what `kit.toml` links to into the kit's folder; in a kit of your own, `--follow-links` or `KITPRESS_FOLLOW_LINKS=1` allows it\n"
    );
}
