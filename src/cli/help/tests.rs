//! Every text of the help is there in every language, and every command in its place.

use std::collections::BTreeSet;

use clap::CommandFactory;

use super::groups::GROUPS;
use super::page::texts;
use super::{man, names, page, terminal};
use crate::cli::cells::width;
use crate::say::{Tongue, in_tongue};

/// The tree of commands, built.
fn root() -> clap::Command {
    let mut root = crate::cli::Args::command();
    root.build();
    root
}

/// Every English text that help shows.
fn english() -> BTreeSet<String> {
    let root = root();
    let shown = root.get_subcommands().filter(|c| !c.is_hide_set());
    let mut all: BTreeSet<String> = shown.chain([&root]).flat_map(texts).collect();
    for group in GROUPS {
        all.extend([group.head, group.example.1].map(str::to_owned));
    }
    all
}

#[test]
fn every_text_of_the_help_is_there_in_every_language() {
    let english = english();
    assert!(english.len() > 200, "the tree was read");
    let mut wrong = Vec::new();
    for tongue in Tongue::all().filter(|t| t.code() != "en") {
        let folder = format!("src/lang/{}/help", tongue.code());
        for text in english.iter().filter(|t| tongue.help(t).is_none()) {
            wrong.push(format!("add to a file in {folder}:\n{text:?} = \"…\""));
        }
        for text in tongue.helped().filter(|t| !english.contains(*t)) {
            wrong.push(format!(
                "no command says this any more, remove it from {folder}: {text:?}"
            ));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_command_stands_in_one_group() {
    let root = root();
    let grouped: Vec<&str> = GROUPS.iter().flat_map(|g| g.commands).copied().collect();
    for name in names(&root) {
        let times = grouped.iter().filter(|g| **g == name).count();
        assert_eq!(
            times, 1,
            "put `{name}` into one group of GROUPS in src/cli/help/groups.rs"
        );
    }
    for name in grouped {
        assert!(
            root.find_subcommand(name).is_some(),
            "there is no command `{name}`"
        );
    }
}

#[test]
fn pages_fit_every_terminal_and_have_an_example() {
    let root = root();
    for tongue in Tongue::all() {
        in_tongue(tongue, || {
            for name in names(&root).map(Some).chain([None]) {
                let page = page(name, &[]).expect("a page");
                for cells in [30, 40, 80, 100] {
                    let text = terminal::text(&page, cells, false);
                    for line in text.lines().filter(|l| !verbatim(l)) {
                        assert!(width(line) <= cells, "{name:?} {cells}: {line}");
                    }
                }
                let roff = man::roff(&page, &[]);
                assert!(roff.contains("kitpress"), "{name:?}");
                let text = terminal::text(&page, 100, false);
                assert!(
                    text.matches("kitpress ").count() > 1,
                    "{name:?} has no example: {text}"
                );
            }
        });
    }
}

/// What is typed is never broken: commands, terms, usage.
fn verbatim(line: &str) -> bool {
    let line = line.trim_start();
    [
        "kitpress ",
        "-",
        "[",
        "<",
        "Usage:",
        "使い方:",
        "printf",
        "source",
    ]
    .iter()
    .any(|p| line.starts_with(p))
}

/// `man` breaks lines at blanks: it is told where Japanese may be broken, and nowhere else.
#[test]
fn manuals_can_be_broken_in_japanese() {
    assert_eq!(man::breakable("one two-three"), "one two-three");
    assert_eq!(man::breakable("厚紙、紙"), "厚\\:紙、\\:紙");
    assert_eq!(man::breakable("a\\b"), "a\\eb");
}
