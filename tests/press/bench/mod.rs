//! The designer's bench: printing what changed, measuring a printer, watching a kit.

mod calibrate;
mod changed;
mod edits;
mod truth;
mod watch;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// A kit in a folder of its own, and a data folder beside it.
pub struct Bench {
    pub root: tempfile::TempDir,
}

const KIT: &str = r##"[kit]
id = "tiny"
title = { en = "Tiny", ja = "ちいさな" }
languages = ["en", "ja"]

[[component]]
id = "hero"
kind = "cards"
size = "63x88mm"
front = "hero.svg"
back = "back.svg"
rows = "hero.csv"

[[component]]
id = "rules"
kind = "sheet"
size = "100x140mm"
front = "rules.svg"
"##;

const HERO: &str = r##"<svg xmlns="http://www.w3.org/2000/svg" width="63mm" height="88mm" viewBox="0 0 63 88">
<rect x="-3" y="-3" width="69" height="94" fill="#204060"/><rect x="4" y="4" width="55" height="80" fill="#fff"/>
{{ textbox(text=row.title, x=6, y=8, w=51, h=30, size=14) }}</svg>"##;

const BACK: &str = r##"<svg xmlns="http://www.w3.org/2000/svg" width="63mm" height="88mm" viewBox="0 0 63 88">
<rect x="-3" y="-3" width="69" height="94" fill="#204060"/></svg>"##;

const RULES: &str = r##"<svg xmlns="http://www.w3.org/2000/svg" width="100mm" height="140mm" viewBox="0 0 100 140">
{{ textbox(text="Be kind.", x=10, y=10, w=80, h=30, size=14) }}</svg>"##;

/// Eleven cards, so that a second page is begun.
const CARDS: &str = "name,title,title.ja,count\nant,Ant,あり,1\nbee,Bee,はち,2\ncow,Cow,うし,1\ndog,Dog,いぬ,1\n\
elk,Elk,しか,1\nfox,Fox,きつね,1\ngnu,Gnu,ヌー,1\nhen,Hen,とり,1\nibex,Ibex,やぎ,1\njay,Jay,かけす,1\n";

impl Default for Bench {
    fn default() -> Self {
        Self::new()
    }
}

impl Bench {
    pub fn new() -> Self {
        let bench = Self {
            root: tempfile::tempdir().expect("a folder"),
        };
        fs::create_dir(bench.kit()).expect("made");
        bench.write("kit.toml", KIT);
        bench.write("hero.svg", HERO);
        bench.write("back.svg", BACK);
        bench.write("rules.svg", RULES);
        bench.write("hero.csv", CARDS);
        bench
    }

    pub fn kit(&self) -> PathBuf {
        self.root.path().join("tiny")
    }

    pub fn write(&self, name: &str, text: &str) {
        fs::write(self.kit().join(name), text).expect("written");
    }

    /// Changes a word in one of the kit's files.
    pub fn edit(&self, name: &str, from: &str, to: &str) {
        let text = fs::read_to_string(self.kit().join(name)).expect("read");
        assert!(text.contains(from), "{name} has {from}");
        self.write(name, &text.replacen(from, to, 1));
    }

    pub fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_kitpress"));
        command
            .args(args)
            .current_dir(self.root.path())
            .env("KITPRESS_DATA", self.root.path().join("data"))
            .env("LC_ALL", "C")
            .env("NO_COLOR", "1");
        command
    }

    pub fn run(&self, args: &[&str]) -> Output {
        self.command(args).output().expect("runs")
    }

    /// Runs a command that must succeed; its standard output.
    pub fn fine(&self, args: &[&str]) -> String {
        let output = self.run(args);
        let error = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{args:?}: {error}");
        String::from_utf8(output.stdout).expect("UTF-8")
    }

    pub fn json(&self, args: &[&str]) -> serde_json::Value {
        serde_json::from_str(&self.fine(args)).expect("JSON")
    }

    pub fn pdf(&self) -> PathBuf {
        self.root.path().join("out/tiny.en.a4.pdf")
    }

    /// The print of what changed.
    pub fn changed_pdf(&self) -> PathBuf {
        self.root.path().join("out/tiny.changed.en.a4.pdf")
    }
}

/// How many pages a PDF has.
pub fn pages(path: &Path) -> usize {
    let bytes = fs::read(path).expect("the PDF is there");
    lopdf::Document::load_mem(&bytes)
        .expect("a PDF")
        .get_pages()
        .len()
}
