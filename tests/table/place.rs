//! A place to play at, and what its tests share.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use kitpress::kit::Kit;
use kitpress::play::journal::Access;
use kitpress::play::rng::Seed;
use kitpress::play::table::{Start, Table};
use kitpress::play::view::Viewer;
use serde_json::Value;

/// A folder of its own for a test: a kit, tables, and the program's data.
pub struct Place {
    dir: tempfile::TempDir,
}

/// Roles and cards whose names turn up nowhere else, so that a leak is found by its text.
pub const KIT: &str = r#"
[kit]
id = "tiny"
players = [2, 5]
languages = ["en", "ja"]

[[component]]
id = "role"
kind = "cards"
size = "poker"
front = "card.svg"
vary = { role = ["wolf", "owl", "hare", "newt", "crab"] }

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
count = { 2 = 3, 3 = 3, 4 = 2, 5 = 2 }

[table.roles]
component = "role"
hidden = "others"

[table.roles.players]
2 = { wolf = 1, owl = 1 }
3 = { wolf = 1, owl = 1, hare = 1 }
4 = { wolf = 1, owl = 1, hare = 1, newt = 1 }
5 = { wolf = 1, owl = 1, hare = 1, newt = 1, crab = 1 }

[[table.score]]
id = "fish"

[[table.score]]
id = "mud"
sign = "-"
bonus = 5
bonus-for = "least"
"#;

impl Place {
    /// A fresh folder with the test kit in `tiny/`.
    #[allow(clippy::new_without_default)]
    pub fn new() -> Self {
        Self::with(KIT)
    }

    /// A fresh folder with a kit of this manifest in `tiny/`.
    pub fn with(kit: &str) -> Self {
        let dir = tempfile::tempdir().expect("a folder");
        let place = Self { dir };
        let folder = place.path("tiny");
        std::fs::create_dir(&folder).expect("a kit folder");
        let mut cards = String::from("name\n");
        for i in 0..40 {
            cards += &format!("zq{i:02}x\n");
        }
        let svg = r##"<svg xmlns="http://www.w3.org/2000/svg" width="63mm" height="88mm" viewBox="0 0 63 88"/>"##;
        for (name, text) in [("kit.toml", kit), ("cards.csv", &cards), ("card.svg", svg)] {
            std::fs::write(folder.join(name), text).expect("a file of the kit");
        }
        place
    }

    /// A path in the folder.
    pub fn path(&self, name: &str) -> PathBuf {
        self.dir().join(name)
    }

    /// The folder.
    pub fn dir(&self) -> &Path {
        self.dir.path()
    }

    /// The program in this folder.
    pub fn command(&self, args: &[&str]) -> Command {
        command(self.dir(), args)
    }

    /// Runs the program; it may fail but not panic.
    #[track_caller]
    pub fn run(&self, args: &[&str]) -> Output {
        let out = self.command(args).output().expect("kitpress starts");
        assert!(!err(&out).contains("panicked"), "{args:?}: {}", err(&out));
        out
    }

    /// Runs the program, which must succeed, and returns what it prints.
    #[track_caller]
    pub fn ok(&self, args: &[&str]) -> String {
        let out = self.run(args);
        assert_eq!(out.status.code(), Some(0), "{args:?}: {}", err(&out));
        String::from_utf8(out.stdout).expect("UTF-8")
    }

    /// Runs the program, which must print JSON and nothing else.
    #[track_caller]
    pub fn json(&self, args: &[&str]) -> Value {
        let out = self.run(args);
        assert_eq!(
            (out.status.code(), err(&out).as_str()),
            (Some(0), ""),
            "{args:?}"
        );
        serde_json::from_slice(&out.stdout).expect("JSON and nothing else")
    }

    /// Runs the program, which must end with this code, say nothing on stdout and these words on stderr.
    #[track_caller]
    pub fn fails(&self, code: i32, args: &[&str], words: &[&str]) {
        let out = self.run(args);
        assert_eq!(out.status.code(), Some(code), "{args:?}: {}", err(&out));
        assert_eq!(String::from_utf8_lossy(&out.stdout), "", "{args:?}");
        for word in words {
            assert!(
                err(&out).contains(word),
                "{args:?}: no {word:?} in {}",
                err(&out)
            );
        }
    }

    /// A table of the test kit, made by the library.
    pub fn table(&self, name: &str, players: &str, seed: u64) -> Table {
        let kit =
            kitpress::load(&self.path("tiny").display().to_string()).expect("the kit is sound");
        start(&self.path(name), &kit, players, seed)
    }
}

/// The program in a folder, with data of its own, in English, far from any terminal.
pub fn command(dir: &Path, args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_kitpress"));
    command.args(args).current_dir(dir);
    for name in ["LC_ALL", "LC_MESSAGES", "LC_PAPER", "XDG_DATA_HOME"] {
        command.env_remove(name);
    }
    command.env("LANG", "C").env("NO_COLOR", "1");
    command.env("KITPRESS_DATA", dir.join("data"));
    command.stdin(Stdio::null());
    command
}

/// Runs a command that reads this; it may fail but not panic.
#[track_caller]
pub fn feed(command: &mut Command, input: &str) -> Output {
    command.stdin(Stdio::piped());
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("kitpress starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    // A program that has ended already reads nothing, which is its right.
    let _ = stdin.write_all(input.as_bytes());
    drop(stdin);
    let out = child.wait_with_output().expect("kitpress ends");
    assert!(!err(&out).contains("panicked"), "{}", err(&out));
    out
}

/// What a program wrote.
pub fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("output is UTF-8")
}

/// A table of any kit.
pub fn start(path: &Path, kit: &Kit, players: &str, seed: u64) -> Table {
    let start = Start {
        kit,
        seats: players.split(',').map(str::to_owned).collect(),
        settings: Default::default(),
        seed: Seed::practice(seed),
        practice: true,
    };
    Table::start(path, start, 1).unwrap_or_else(|e| panic!("{e:?}"))
}

/// A table that was begun before.
#[track_caller]
pub fn open(path: &Path, access: Access) -> Table {
    Table::open(path, access).unwrap_or_else(|e| panic!("{e:?}"))
}

/// Everything that anybody can see of a table, secrets included.
pub fn everything(table: &Table) -> Vec<Value> {
    let seats = 0..table.seats().len();
    let viewers = seats.map(Viewer::Seat).chain([Viewer::Public]);
    let views = viewers.map(|v| Value::Object(table.show(v)));
    views.chain([table.state()]).collect()
}

/// What a command said on standard error.
pub fn err(out: &Output) -> String {
    String::from_utf8_lossy(&out.stderr).into_owned()
}

/// Random numbers for tests, the same every time.
pub struct Dice(pub u64);

impl Dice {
    /// A number below `n`.
    pub fn below(&mut self, n: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        (self.0 >> 33) as usize % n.max(1)
    }
}

/// A random move that does not end the game; most are legal.
pub fn some_move(table: &Table, dice: &mut Dice) -> String {
    let other = ["clear", "score Ann fish 1", "score Bob mud -3"];
    if dice.below(4) == 0 {
        return other[dice.below(other.len())].to_owned();
    }
    let mut bots =
        kitpress::play::rng::Dice::new(&Seed::practice(dice.below(1 << 30) as u64), "test");
    loop {
        match table.choose(&[], &mut bots) {
            Some(mv) if mv == "end" => {}
            Some(mv) => return mv,
            None => return "next".to_owned(),
        }
    }
}

/// Bytes as text.
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|b| format!("{b:02x}")).collect()
}
