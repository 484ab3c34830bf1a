//! The package that `cargo install` builds: nothing in it that only tests need, and nothing to warn of.

use std::collections::BTreeSet;
use std::io::Write;
use std::path::Path;
use std::process::Command;

use flate2::Compression;
use flate2::write::DeflateEncoder;
use needs::needs;
use toml::{Table, Value};

fn read(name: &str) -> Table {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(name);
    let text = std::fs::read_to_string(path).expect("a file");
    text.parse().expect("TOML")
}

/// The packages of the lock file that are needed without tests, by name.
fn needed() -> BTreeSet<String> {
    let (manifest, lock) = (read("Cargo.toml"), read("Cargo.lock"));
    let packages = lock["package"].as_array().expect("packages");
    let names = |list: Option<&Value>| -> Vec<String> {
        let list = list.and_then(Value::as_array).cloned().unwrap_or_default();
        let name = |v: &Value| Some(v.as_str()?.split(' ').next()?.to_owned());
        list.iter().filter_map(name).collect()
    };
    let mut wanted: Vec<String> = manifest["dependencies"]
        .as_table()
        .expect("some")
        .keys()
        .cloned()
        .collect();
    for other in manifest["target"]
        .as_table()
        .into_iter()
        .flat_map(Table::values)
    {
        let more = other.get("dependencies").and_then(Value::as_table);
        wanted.extend(more.into_iter().flat_map(Table::keys).cloned());
    }
    let mut seen = BTreeSet::new();
    while let Some(name) = wanted.pop() {
        if seen.insert(name.clone()) {
            let of = packages
                .iter()
                .filter(|p| p["name"].as_str() == Some(&name));
            wanted.extend(of.flat_map(|p| names(p.get("dependencies"))));
        }
    }
    seen
}

#[test]
fn profiles_name_only_packages_that_are_built() {
    let (manifest, needed) = (read("Cargo.toml"), needed());
    for (profile, settings) in manifest["profile"].as_table().expect("profiles") {
        let packages = settings.get("package").and_then(Value::as_table);
        for name in packages
            .into_iter()
            .flat_map(Table::keys)
            .filter(|n| *n != "*")
        {
            assert!(
                needed.contains(name),
                "`cargo install` warns of `{name}` in profile `{profile}`"
            );
        }
    }
}

#[test]
fn the_package_holds_what_the_program_needs() {
    let manifest = read("Cargo.toml");
    let package = manifest["package"].as_table().expect("a package");
    let left_out = package["exclude"].as_array().expect("a list");
    for folder in ["/tests", "/benches", "/out", "/.ci", "/.cargo"] {
        assert!(left_out.contains(&Value::from(folder)), "{folder}");
    }
    assert!(!package.contains_key("repository"), "there is none yet");
}

#[needs("cargo")]
#[test]
fn the_package_is_small() {
    let listed = Command::new("cargo")
        .args(["package", "--list", "--allow-dirty", "--offline"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("cargo");
    let listed = String::from_utf8(listed.stdout).expect("names");
    let mut packed = DeflateEncoder::new(Vec::new(), Compression::default());
    let mut files = 0;
    for name in listed.lines() {
        assert!(!name.starts_with("tests/"), "{name}");
        // Cargo adds some of its own.
        if let Ok(bytes) = std::fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join(name)) {
            packed.write_all(&bytes).expect("packed");
            files += 1;
        }
    }
    let bytes = packed.finish().expect("packed").len();
    assert!(files > 500, "{files} files");
    assert!(bytes < 10_000_000, "{bytes} bytes");
}
