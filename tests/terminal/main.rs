//! Guided play and hand-overs in a real pseudo-terminal: what people see, and what no key may make them see.
#![cfg(target_os = "linux")]

mod grid;
mod guided;
mod handover;
mod pty;
mod verify;

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

pub use pty::Terminal;

/// A folder of its own for a test: a kit with hands and roles, and the program's data.
pub struct Place {
    dir: tempfile::TempDir,
}

const KIT: &str = r#"
[kit]
id = "tiny"
players = [2, 4]

[[component]]
id = "role"
kind = "cards"
size = "poker"
front = "card.svg"
vary = { role = ["wolf that howls at the moon all night and wakes the whole house every time", "owl"] }
count = 4

[[component]]
id = "card"
kind = "cards"
size = "poker"
front = "card.svg"
rows = "cards.csv"

[table]
rounds = 50

[[table.deck]]
id = "deck"
component = "card"

[[table.hand]]
deck = "deck"
count = 2

[table.roles]
component = "role"
hidden = "others"

[table.roles.players]
2 = { "wolf that howls at the moon all night and wakes the whole house every time" = 1, owl = 1 }
3 = { "wolf that howls at the moon all night and wakes the whole house every time" = 1, owl = 2 }
4 = { "wolf that howls at the moon all night and wakes the whole house every time" = 1, owl = 3 }
"#;

impl Place {
    /// A fresh folder with the kit in `tiny/`.
    #[allow(clippy::new_without_default)]
    pub fn new() -> Self {
        let dir = tempfile::tempdir().expect("a folder");
        let kit = dir.path().join("tiny");
        std::fs::create_dir(&kit).expect("a folder");
        let mut cards = String::from("name\n");
        for i in 0..40 {
            cards += &format!("zq{i:02}x\n");
        }
        let svg = r##"<svg xmlns="http://www.w3.org/2000/svg" width="63mm" height="88mm" viewBox="0 0 63 88"/>"##;
        for (name, text) in [("kit.toml", KIT), ("cards.csv", &cards), ("card.svg", svg)] {
            std::fs::write(kit.join(name), text).expect("a file of the kit");
        }
        Self { dir }
    }

    /// The folder.
    pub fn path(&self) -> &Path {
        self.dir.path()
    }

    /// A path in the folder.
    pub fn join(&self, name: &str) -> PathBuf {
        self.dir.path().join(name)
    }

    /// The program on a terminal of 80 by 24.
    pub fn terminal(&self, args: &[&str]) -> Terminal {
        Terminal::start(self.path(), args, (80, 24))
    }

    /// Runs the program far from any terminal.
    pub fn run(&self, args: &[&str]) -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_kitpress"));
        command.args(args).current_dir(self.path());
        for name in ["LC_ALL", "LC_MESSAGES", "XDG_DATA_HOME"] {
            command.env_remove(name);
        }
        command.env("LANG", "C").env("NO_COLOR", "1");
        command.env("KITPRESS_DATA", self.join("data"));
        command.stdin(std::process::Stdio::null());
        command.output().expect("kitpress starts")
    }

    /// Runs the program, which must succeed, and returns what it prints.
    #[track_caller]
    pub fn ok(&self, args: &[&str]) -> String {
        let out = self.run(args);
        let err = String::from_utf8_lossy(&out.stderr).into_owned();
        assert_eq!(out.status.code(), Some(0), "{args:?}: {err}");
        String::from_utf8(out.stdout).expect("UTF-8")
    }
}
