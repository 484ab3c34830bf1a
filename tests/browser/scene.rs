//! A kit that is watched by `kitpress watch`, and the browser that shows its page.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};

use super::driver::{Browser, Kept, Turn, turn};

const KIT: &str = r#"
[kit]
id = "colours"
title = { en = "Colours", ja = "いろ" }
players = 2

[[component]]
id = "card"
kind = "cards"
size = "60x80mm"
corner = "3mm"
front = "card.svg"
back = "back.svg"
rows = "cards.csv"

[[component]]
id = "board"
kind = "sheet"
size = "180x120mm"
front = "board.svg"
"#;

pub const CARDS: &str = "name,title,title.ja,left\nsun,Sun,たいよう,#d01010\nmoon,Moon,つき,#d01010\nstar,Star,ほし,#d01010\n";

/// Three fields in red, green and blue; something of its own colour in the bleed.
pub const CARD: &str = r##"<svg xmlns="http://www.w3.org/2000/svg" width="60mm" height="80mm" viewBox="0 0 60 80">
  <rect x="-3" y="-3" width="66" height="86" fill="#ffb000"/>
  <rect x="0" y="0" width="60" height="80" fill="#ffffff"/>
  <rect x="6" y="16" width="16" height="56" fill="{{ row.left }}"/>
  <rect x="22" y="16" width="16" height="56" fill="#207a20"/>
  <rect x="38" y="16" width="16" height="56" fill="#1030c0"/>
  {{ textbox(text=row.title, x=6, y=5, w=48, h=9, size=12) }}
</svg>
"##;

const BACK: &str = r##"<svg xmlns="http://www.w3.org/2000/svg" width="60mm" height="80mm" viewBox="0 0 60 80">
  <rect x="-3" y="-3" width="66" height="86" fill="#336699"/>
</svg>
"##;

const BOARD: &str = r##"<svg xmlns="http://www.w3.org/2000/svg" width="180mm" height="120mm" viewBox="0 0 180 120">
  <rect x="0" y="0" width="180" height="120" fill="#f0e0c0"/>
  <image href="dot.png" x="100" y="40" width="60" height="60"/>
  {{ textbox(text=t.hello, x=10, y=10, w=160, h=20, size=24) }}
</svg>
"##;

const FILES: [(&str, &str); 7] = [
    ("kit.toml", KIT),
    ("cards.csv", CARDS),
    ("card.svg", CARD),
    ("back.svg", BACK),
    ("board.svg", BOARD),
    ("lang/en.toml", "hello = \"Hello\"\n"),
    ("lang/ja.toml", "hello = \"こんにちは\"\n"),
];

/// Every picture on the page is there and has a size.
const ALL_THERE: &str =
    "[...document.querySelectorAll('.face img')].every(i => i.complete && i.naturalWidth > 0)";
/// The front of the first card.
pub const FIRST: &str = "figure[data-name='card sun front'] .face";

/// A kit that is being watched, and a browser that looks at it.
pub struct Scene {
    pub browser: Browser,
    pub watch: Kept,
    /// The address of the page, with its key.
    pub url: String,
    pub dir: tempfile::TempDir,
    _turn: Turn,
}

impl Scene {
    /// A kit whose faces are all shown.
    pub fn open() -> Self {
        let scene = Self::begin(|_| {});
        scene.wait_for_faces(5);
        scene
    }

    /// A kit that something was done to before the watch begins.
    pub fn begin(prepare: impl Fn(&Path)) -> Self {
        let turn = turn();
        let browser = Browser::start();
        let dir = tempfile::tempdir().expect("a folder");
        for (name, text) in FILES {
            let path = dir.path().join("kit").join(name);
            fs::create_dir_all(path.parent().expect("a folder")).expect("made");
            fs::write(path, text).expect("written");
        }
        fs::write(dir.path().join("kit/dot.png"), dot()).expect("written");
        prepare(dir.path());
        let (watch, url) = watch(dir.path(), 0);
        browser.open(&url);
        Self {
            browser,
            watch,
            url,
            dir,
            _turn: turn,
        }
    }

    /// The watch goes on in another language of messages.
    pub fn speaks(&mut self, lang: &str) {
        self.watch.0.kill().expect("ended");
        self.watch.0.wait().expect("ended");
        (self.watch, self.url) = watch_in(self.dir.path(), 0, lang);
        self.browser.open(&self.url);
        self.browser.console();
        self.wait_for_faces(5);
    }

    /// Saves a file of the kit.
    pub fn save(&self, name: &str, text: &str) {
        fs::write(self.dir.path().join("kit").join(name), text).expect("written");
    }

    /// Waits until so many faces are shown, each with a picture.
    #[track_caller]
    pub fn wait_for_faces(&self, n: usize) {
        self.browser.wait(&format!(
            "document.querySelectorAll('.face img').length === {n} && {ALL_THERE}"
        ));
    }

    /// The address of the page without its key.
    pub fn home(&self) -> &str {
        self.url.split('#').next().unwrap_or_default()
    }

    /// The width of a face on the screen.
    pub fn width(&self, selector: &str) -> f64 {
        let box_of = format!("document.querySelector({selector:?}).getBoundingClientRect()");
        self.browser.number(&format!("{box_of}.width"))
    }

    /// The words of the error on the page; nothing when none is shown.
    pub fn error(&self) -> String {
        let text = self
            .browser
            .value("document.querySelector('#error:not([hidden])')?.innerText ?? ''");
        text.as_str().unwrap_or_default().to_owned()
    }

    /// Nothing was complained about, and nobody else was asked.
    #[track_caller]
    pub fn is_clean(&self) {
        assert_eq!(self.browser.console(), Vec::<String>::new());
        let requests = self.browser.requests();
        assert!(requests.len() > 3, "{requests:?}");
        let home = self.home();
        for request in requests {
            // A browser asks itself for its own first page, and for pictures that the page holds already.
            let own = format!("blob:{home}");
            let inside = [
                own.as_str(),
                "data:",
                "chrome:",
                "chrome-untrusted:",
                "about:",
            ];
            let ours = request.starts_with(home);
            let inside = inside.iter().any(|scheme| request.starts_with(scheme));
            assert!(ours || inside, "{request} was asked for");
        }
    }
}

/// A small picture of one colour.
fn dot() -> Vec<u8> {
    let mut dot = resvg::tiny_skia::Pixmap::new(40, 40).expect("pixels");
    dot.fill(resvg::tiny_skia::Color::from_rgba8(200, 0, 200, 255));
    dot.encode_png().expect("a PNG")
}

/// Starts `kitpress watch` on a port, any with 0; returns where the page is.
pub fn watch(dir: &Path, port: u16) -> (Kept, String) {
    watch_in(dir, port, "en")
}

fn watch_in(dir: &Path, port: u16, lang: &str) -> (Kept, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_kitpress"));
    command
        .args(["watch", "kit", "--no-open", "--lang", lang, "--port"])
        .arg(port.to_string())
        .current_dir(dir)
        .env("KITPRESS_DATA", dir.join("data"))
        .env("LANG", "C")
        .env_remove("LC_ALL")
        .env_remove("LC_PAPER")
        .env_remove("LC_MESSAGES")
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null());
    let mut watch = Kept(command.spawn().expect("kitpress starts"));
    let mut lines = BufReader::new(watch.0.stdout.take().expect("its output")).lines();
    let first = lines.next().expect("a line").expect("readable");
    std::thread::spawn(move || lines.for_each(drop));
    let url = first.split(' ').next().expect("an address").to_owned();
    assert!(url.starts_with("http://127.0.0.1:"), "{first}");
    (watch, url)
}
