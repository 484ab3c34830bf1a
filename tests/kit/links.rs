//! Links that came with a stranger's kit lead nothing that is written astray.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::{Command, Output, Stdio};

fn kitpress(dir: &Path, args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_kitpress"));
    for name in ["LC_ALL", "LC_MESSAGES", "LC_PAPER", "SOURCE_DATE_EPOCH"] {
        command.env_remove(name);
    }
    command.env("LANG", "C").env("NO_COLOR", "1");
    command.env("KITPRESS_DATA", dir.join("data"));
    command.args(args).current_dir(dir).stdin(Stdio::null());
    command.output().expect("kitpress starts")
}

/// What a command says on standard error, with its exit code.
fn said(dir: &Path, args: &[&str]) -> (Option<i32>, String) {
    let out = kitpress(dir, args);
    (
        out.status.code(),
        String::from_utf8(out.stderr).expect("UTF-8"),
    )
}

fn kit(dir: &Path) {
    fs::create_dir_all(dir).expect("made");
    let manifest = "[kit]\nid = \"tide\"\ntitle = \"Tide\"\n\n[[component]]\nid = \"arm\"\nkind = \"cards\"\n\
        size = \"poker\"\nfront = \"arm.svg\"\nvary = { name = [\"a\", \"b\"] }\n";
    fs::write(dir.join("kit.toml"), manifest).expect("written");
    let svg = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"63mm\" height=\"88mm\" viewBox=\"0 0 63 88\">\
        <rect width=\"63\" height=\"88\"/></svg>";
    fs::write(dir.join("arm.svg"), svg).expect("written");
}

/// A kit that is at home in `kit/`, and something of the user's in `mine/` and `mine.txt`.
fn place() -> tempfile::TempDir {
    let dir = tempfile::tempdir().expect("a folder");
    kit(&dir.path().join("kit"));
    fs::create_dir(dir.path().join("mine")).expect("made");
    fs::create_dir(dir.path().join("kit/out")).expect("made");
    fs::write(dir.path().join("mine.txt"), "mine").expect("written");
    dir
}

#[track_caller]
fn untouched(dir: &Path) {
    assert_eq!(fs::read(dir.join("mine.txt")).expect("there"), b"mine");
    assert_eq!(fs::read_dir(dir.join("mine")).expect("there").count(), 0);
}

#[test]
fn a_print_replaces_links_and_never_follows_them() {
    let dir = place();
    let out = dir.path().join("kit/out");
    symlink("../../mine.txt", out.join("tide.en.a4.pdf")).expect("a link");
    symlink("../../mine", out.join("tide.mono.en.a4.pdf")).expect("a link");
    // The names under which files are written first were known once: the number of the process was in them.
    let next = std::process::id();
    for n in next..next + 3000 {
        symlink(
            "../../mine.txt",
            out.join(format!(".tide.en.a4.pdf.{n}.part")),
        )
        .expect("a link");
    }
    for args in [
        &["print", "kit", "--out", "kit/out"][..],
        &["print", "kit", "--out", "kit/out", "--ink", "mono"],
    ] {
        assert_eq!(said(dir.path(), args), (Some(0), String::new()));
    }
    untouched(dir.path());
    for name in ["tide.en.a4.pdf", "tide.mono.en.a4.pdf"] {
        assert!(
            fs::symlink_metadata(out.join(name))
                .expect("there")
                .is_file()
        );
    }
}

#[test]
fn an_export_does_not_leave_its_folder() {
    let dir = place();
    let out = dir.path().join("kit/out");
    symlink("../../mine", out.join("tide.en.png")).expect("a link");
    fs::create_dir(out.join("tide.en.svg")).expect("made");
    symlink("../../../mine", out.join("tide.en.svg/arm")).expect("a link");
    for to in ["png", "svg"] {
        let (code, error) = said(
            dir.path(),
            &["export", "kit", "--to", to, "--out", "kit/out"],
        );
        assert_eq!(code, Some(1), "{error}");
        assert!(
            error.contains("is a link") && error.contains("hint: "),
            "{error}"
        );
    }
    untouched(dir.path());
}

#[test]
fn an_output_folder_that_came_with_the_kit_is_not_followed() {
    let dir = place();
    let home = dir.path().join("kit");
    fs::remove_dir(home.join("out")).expect("removed");
    symlink("../mine", home.join("out")).expect("a link");
    for args in [
        &["print"][..],
        &["export", "--to", "png"],
        &["preview"],
        &["calibrate"],
        &["watch", "--no-open"],
    ] {
        let (code, error) = said(&home, args);
        assert_eq!(code, Some(1), "{args:?}: {error}");
        assert!(error.contains("`out` is a link"), "{args:?}: {error}");
    }
    untouched(dir.path());
    // Who names it means it.
    let (code, error) = said(&home, &["print", "--out", "./out"]);
    assert_eq!(code, Some(0), "{error}");
    assert!(dir.path().join("mine/tide.en.a4.pdf").is_file());
}

#[test]
fn what_was_printed_last_is_read_from_a_file_only() {
    let dir = place();
    let lock = dir.path().join("kit/.kitpress-lock.json");
    for target in ["/dev/zero", "/dev/stdin", "../mine.txt"] {
        symlink(target, &lock).expect("a link");
        let (code, error) = said(dir.path(), &["print", "kit", "--changed"]);
        assert_eq!(code, Some(0), "{error}");
        assert!(error.contains("is not a file"), "{target}: {error}");
        untouched(dir.path());
        fs::remove_file(&lock).expect("a file by now");
    }
}

#[test]
fn messages_name_what_the_user_named() {
    let dir = place();
    let long = "x".repeat(300);
    for to in ["/proc/my-game", "/dev/null/my-game", &long] {
        let (code, error) = said(dir.path(), &["new", to, "--id", "my-game"]);
        assert_eq!(code, Some(1), "{to}");
        assert!(!error.contains(".part"), "{error}");
    }
}
