//! A table that `kitpress host` serves, and the browsers around it: phones, the wall, the host's tablet.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::driver::{Browser, Kept};

/// Looks for what people would stumble over who do not see or touch the page as others do.
const REACH: &str = include_str!("reach.js");
/// How long a whole game may take.
const GAME: Duration = Duration::from_secs(180);

/// A table that is served.
pub struct Hosted {
    process: Kept,
    dir: tempfile::TempDir,
    /// What `host --json` told.
    pub told: Value,
}

impl Hosted {
    /// Serves a kit. `more` are further arguments.
    pub fn start(kit: &str, more: &[&str]) -> Self {
        let dir = tempfile::tempdir().expect("a folder");
        let (process, told) = serve(dir.path(), &[&[kit, "--port", "0"], more].concat());
        Self { process, dir, told }
    }

    /// The table's computer is switched off.
    pub fn stop(&mut self) {
        self.process.0.kill().expect("ended");
        self.process.0.wait().expect("ended");
    }

    /// It goes on with the table that it had.
    pub fn resume(&mut self) {
        (self.process, self.told) = serve(self.dir.path(), &[]);
    }

    /// The address of the table.
    pub fn url(&self) -> &str {
        self.told["url"].as_str().expect("an address")
    }

    /// The table's code.
    pub fn code(&self) -> &str {
        self.told["code"].as_str().expect("a code")
    }

    /// The address of a seat, with its key.
    pub fn seat(&self, name: &str) -> String {
        let seat = self.told["seats"][name].as_str();
        seat.expect("an address").to_owned()
    }

    /// The host's address, with its key.
    pub fn host(&self) -> &str {
        self.told["host"].as_str().expect("an address")
    }

    /// The host makes a move; what it came to.
    pub fn host_does(&self, mv: &str) -> u16 {
        let view = self.host_asks("GET", "/api/view", &Value::Null).1;
        let body = json!({"move": mv, "seq": view["seq"]});
        self.host_asks("POST", "/api/do", &body).0
    }

    /// The host starts a clock of the kit.
    pub fn host_starts_clock(&self, id: &str) {
        let body = json!({"id": id, "act": "start"});
        assert_eq!(self.host_asks("POST", "/api/clock", &body).0, 200);
    }

    /// The host starts a clock of so many seconds.
    pub fn host_starts_a_clock(&self, seconds: u64) {
        let body = json!({"id": "plain-60", "act": "start", "seconds": seconds});
        assert_eq!(self.host_asks("POST", "/api/clock", &body).0, 200);
    }

    /// A player gives an answer that needs no special: the `n`th of those that are offered.
    pub fn seat_answers(&self, name: &str, n: usize) {
        let seat = self.seat(name);
        let view = self.asks(&seat, "GET", "/api/view", &Value::Null).1;
        let parts = view["form"]["parts"].as_array().expect("a form");
        let own = parts.iter().find(|p| p["seat"] == name).expect("a part");
        let options = own["options"].as_array().expect("options").iter();
        let plain: Vec<&Value> = options
            .filter(|o| !o.as_str().is_some_and(|o| o.contains('+')))
            .collect();
        let body = json!({"text": plain[n % plain.len()], "seq": view["seq"]});
        assert_eq!(self.asks(&seat, "POST", "/api/answer", &body).0, 200);
    }

    /// What the host asks for without a page.
    fn host_asks(&self, method: &str, path: &str, body: &Value) -> (u16, Value) {
        self.asks(self.host(), method, path, body)
    }

    fn asks(&self, link: &str, method: &str, path: &str, body: &Value) -> (u16, Value) {
        let at = self.url().trim_start_matches("http://");
        let at = at.trim_end_matches('/');
        let key = link.split_once('#').expect("a key").1;
        let body = match body {
            Value::Null => String::new(),
            body => body.to_string(),
        };
        let mut stream = TcpStream::connect(at).expect("somebody listens");
        let ask = format!(
            "{method} {path} HTTP/1.1\r\nHost: {at}\r\nAuthorization: Bearer {key}\r\n\
             Content-Length: {}\r\nConnection: close\r\n\r\n{body}",
            body.len()
        );
        stream.write_all(ask.as_bytes()).expect("asked");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("answered");
        let (head, body) = answer.split_once("\r\n\r\n").expect("a body");
        let status = head.split(' ').nth(1).and_then(|s| s.parse().ok());
        let body = serde_json::from_str(body).unwrap_or_default();
        (status.expect("a status"), body)
    }
}

/// Starts `kitpress host`; returns what it told first.
fn serve(dir: &Path, more: &[&str]) -> (Kept, Value) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_kitpress"));
    command
        .args(["host", "--json", "--bind", "127.0.0.1", "--lang", "en"])
        .args(["--table", "it.table"])
        .args(more)
        .current_dir(dir)
        .env("KITPRESS_DATA", dir.join("data"))
        .env("LANG", "C")
        .env_remove("LC_ALL")
        .env_remove("LC_MESSAGES")
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null());
    let mut process = Kept(command.spawn().expect("kitpress starts"));
    let mut lines = BufReader::new(process.0.stdout.take().expect("its output")).lines();
    let first = lines.next().expect("a line").expect("readable");
    std::thread::spawn(move || lines.for_each(drop));
    let told = serde_json::from_str(&first).expect("a line of JSON");
    (process, told)
}

/// One look at a page: nothing hinders anybody, nothing was complained about, and nobody else was asked.
#[track_caller]
pub fn is_fit(browser: &Browser, table: &Hosted, lang: &str, thumbs: bool, where_: &str) {
    let found = browser.run_with(REACH, &json!([lang, thumbs]));
    assert_eq!(found, json!([]), "{where_}");
    is_quiet(browser, table, where_);
}

/// Nothing was complained about, and nobody else was asked.
#[track_caller]
pub fn is_quiet(browser: &Browser, table: &Hosted, where_: &str) {
    assert_eq!(browser.console(), Vec::<String>::new(), "{where_}");
    for request in browser.requests() {
        let inside = ["data:", "chrome:", "chrome-untrusted:", "about:"];
        let inside = inside.iter().any(|scheme| request.starts_with(scheme));
        let ours = request.starts_with(table.url());
        assert!(ours || inside, "{where_}: {request} was asked for");
    }
}

/// Everybody taps what `next` finds on their own page, in turn, until the wall says how it ended.
///
/// `next` is an expression that is worth an element, or null while there is nothing to tap.
#[track_caller]
pub fn play(phones: &[&Browser], wall: &Browser, next: &str) {
    let start = Instant::now();
    let over = "!!document.querySelector('.ending')";
    let mut quiet = Instant::now();
    while wall.value(over) != Value::Bool(true) {
        let mut tapped = false;
        for phone in phones {
            tapped |= phone.tap(next);
        }
        if tapped {
            quiet = Instant::now();
        }
        assert!(
            start.elapsed() < GAME && quiet.elapsed() < Duration::from_secs(60),
            "the game does not go on; a phone says: {}\nthe wall says: {}",
            phones[0].value("document.body.innerText"),
            wall.value("document.body.innerText")
        );
        if !tapped {
            std::thread::sleep(Duration::from_millis(15));
        }
    }
}
