//! The archive of a release: the script that packs it, with a program of a few lines in place of ours.

use std::collections::BTreeMap;
use std::io::Read;
use std::path::Path;
use std::process::Command;

use flate2::read::GzDecoder;
use needs::needs;

/// What the script asks of the program: pages of the manual, and completions.
const PROGRAM: &str = r#"#!/bin/sh
case "$1" in
  man) mkdir -p "$3" && echo "manual $5" > "$3/kitpress.1" ;;
  completions) echo "completions $2" ;;
esac
"#;

/// Packs an archive in a folder; its bytes.
fn pack(folder: &Path, program: &Path) -> Vec<u8> {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join(".ci/release");
    let ran = Command::new("python3")
        .arg(script)
        .args(["--out".as_ref(), folder.as_os_str()])
        .args(["--program".as_ref(), program.as_os_str()])
        .env("SOURCE_DATE_EPOCH", "1000000000")
        .output()
        .expect("python3");
    assert!(
        ran.status.success(),
        "{}",
        String::from_utf8_lossy(&ran.stderr)
    );
    let mut found = std::fs::read_dir(folder).expect("a folder");
    let archive = found.next().expect("an archive").expect("an entry").path();
    std::fs::read(archive).expect("an archive")
}

/// The files of a `tar.gz`: their names below the first folder, their modes, their text.
fn files(archive: &[u8]) -> BTreeMap<String, (String, String)> {
    let mut bytes = Vec::new();
    let mut reader = GzDecoder::new(archive);
    reader.read_to_end(&mut bytes).expect("gzip");
    let field = |head: &[u8], from: usize, to: usize| {
        let text = String::from_utf8_lossy(&head[from..to]).into_owned();
        text.trim_end_matches('\0').to_owned()
    };
    let (mut found, mut at) = (BTreeMap::new(), 0);
    while bytes[at] != 0 {
        let head = &bytes[at..at + 512];
        let size = usize::from_str_radix(&field(head, 124, 136), 8).expect("a size");
        let name = field(head, 0, 100);
        let (_, name) = name.split_once('/').expect("a folder");
        let text = String::from_utf8_lossy(&bytes[at + 512..at + 512 + size]).into_owned();
        found.insert(name.to_owned(), (field(head, 100, 108), text));
        at += 512 + size.div_ceil(512) * 512;
    }
    found
}

#[needs("python3", "git", "cargo")]
#[cfg(unix)]
#[test]
fn an_archive_holds_everything_and_is_the_same_twice() {
    use std::os::unix::fs::PermissionsExt;
    let place = tempfile::tempdir().expect("a folder");
    let program = place.path().join("kitpress");
    std::fs::write(&program, PROGRAM).expect("written");
    let runs = std::fs::Permissions::from_mode(0o755);
    std::fs::set_permissions(&program, runs).expect("allowed");
    let [one, two] = ["one", "two"].map(|name| pack(&place.path().join(name), &program));
    assert!(one == two, "two archives of the same differ");
    let files = files(&one);
    assert_eq!(files["bin/kitpress"], ("0000755".into(), PROGRAM.into()));
    for (name, text) in [
        ("share/man/man1/kitpress.1", "manual en"),
        ("share/man/ja/man1/kitpress.1", "manual ja"),
        (
            "share/bash-completion/completions/kitpress",
            "completions bash",
        ),
        ("share/zsh/site-functions/_kitpress", "completions zsh"),
        (
            "share/fish/vendor_completions.d/kitpress.fish",
            "completions fish",
        ),
        ("LICENSE-MIT", "MIT License"),
        ("LICENSE-APACHE", "Apache License"),
        ("licences/OFL-ZenMaruGothic.txt", "SIL OPEN FONT"),
        ("licences/BudouX.txt", "Apache License 2.0"),
        ("README.md", "kitpress"),
    ] {
        let (mode, found) = files.get(name).unwrap_or_else(|| panic!("no {name}"));
        assert!(
            mode == "0000644" && found.contains(text),
            "{name}: {mode} {found}"
        );
    }
    let crates = &files["licences/crates.txt"].1;
    for text in [
        // With a licence file, with its sibling's, and with its authors' names.
        "printpdf 0.",
        "Copyright (c) Patrick Walton",
        "alloc-stdlib 0.2.4: LICENSE",
        "pathfinder_simd 0.5.6: LICENSE-MIT",
    ] {
        assert!(crates.contains(text), "{text}");
    }
    assert!(!crates.contains("proptest"), "only tests need that");
}
