//! A host without a terminal: its table line by line, beside the phones.

use std::io::{BufRead, BufReader, Write};
use std::net::SocketAddr;
use std::process::{Child, ChildStdin, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use serde_json::json;

use super::{Client, Hosted};
use crate::place::Place;

/// A host that is told lines, and tells some.
struct LineHost {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
    way: Client,
}

impl Drop for LineHost {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl LineHost {
    fn start(place: &Place, args: &[&str]) -> Self {
        let all = [&["host"], args, &["--bind", "127.0.0.1", "--port", "0"]].concat();
        let mut command = place.command(&all);
        command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::inherit());
        let mut child = command.spawn().expect("kitpress starts");
        let out = BufReader::new(child.stdout.take().expect("a pipe"));
        let (send, lines) = channel();
        std::thread::spawn(move || {
            out.lines()
                .map_while(Result::ok)
                .try_for_each(|l| send.send(l))
        });
        let input = child.stdin.take();
        let first = lines.recv_timeout(Duration::from_secs(30)).expect("a line");
        let words: Vec<&str> = first.split_whitespace().collect();
        let at = words
            .iter()
            .find_map(|w| w.strip_prefix("http://"))
            .expect("an address");
        let at: SocketAddr = at.trim_end_matches('/').parse().expect("an address");
        let way = Client::at(at, words.last().expect("a code"));
        Self {
            child,
            input,
            lines,
            way,
        }
    }

    fn say(&mut self, line: &str) {
        let input = self.input.as_mut().expect("open");
        writeln!(input, "{line}").expect("told");
    }

    /// Waits for a line that holds a text.
    #[track_caller]
    fn hear(&self, text: &str) -> String {
        let mut heard = String::new();
        loop {
            let line = self.lines.recv_timeout(Duration::from_secs(30));
            let line = line.unwrap_or_else(|_| panic!("`{text}` never came:\n{heard}"));
            if line.contains(text) {
                return line;
            }
            heard += &line;
            heard.push('\n');
        }
    }

    fn join(&self, name: &str) -> Client {
        let body = json!({"code": self.way.code(), "name": name});
        let joined = self.way.post("/api/join", body).ok();
        self.way.with(joined["token"].as_str().expect("a token"))
    }
}

/// Waits until the table has come to a step: a line that was told is not yet one that was done.
#[track_caller]
fn reached(client: &Client, seq: u64) {
    let begin = std::time::Instant::now();
    while client.seq() != seq {
        assert!(
            begin.elapsed() < Duration::from_secs(30),
            "{}",
            client.view()
        );
        std::thread::sleep(Duration::from_millis(5));
    }
}

#[test]
fn a_lobby_and_a_table_line_by_line() {
    let place = Place::new();
    let mut host = LineHost::start(&place, &["tiny"]);
    host.hear("an empty line begins");
    let ann = host.join("Ann");
    host.hear("Ann: by phone");
    host.say("Bob");
    host.hear("Bob: no phone");
    host.say("Cho");
    host.hear("Cho: no phone");
    host.say("/free Cho");
    host.hear("at the table: 2");
    host.say("");
    host.hear("seal of the shuffles");
    // What the phone does is told at once, and the other way round.
    ann.act("score Ann fish 2", 0).is(403);
    host.say("score Ann fish 2");
    reached(&ann, 1);
    let active = ann.view()["game"]["active"].clone();
    let seq = match active == "Ann" {
        true => ann.act("next", 1).ok()["seq"].clone(),
        false => {
            host.say("next");
            reached(&ann, 2);
            ann.act("next", 2).ok()["seq"].clone()
        }
    };
    host.hear("Bob");
    assert!(seq.as_u64() >= Some(2));
    // Whoever has no phone answers by lines, too.
    host.way.get("/api/view").ok();
    drop(host.input.take());
    let ended = host.child.wait().expect("it ends");
    assert!(ended.success(), "{ended}");
    let log = place.ok(&["log", "--json"]);
    assert!(
        log.contains("\"by\": \"host\"") && log.contains("\"by\": \"Ann\""),
        "{log}"
    );
}

#[test]
fn the_wall_is_told_what_to_say() {
    let place = Place::new();
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    for (kit, moments) in [
        (
            "samples/salt-in-the-soup",
            ["start", "round", "timer", "time-up", "end"].as_slice(),
        ),
        ("starters/roles", &["start", "round", "time-up", "end"]),
    ] {
        let kit = root.join(kit).display().to_string();
        let hosted = Hosted::start(&place, &[&kit, "--players", "Ann,Bob,Cho,Dai"]);
        let told = hosted.viewer().get("/api/kit").ok();
        let lines = told["table"]["narrate"].as_array().expect("lines").clone();
        for moment in moments {
            let said = lines.iter().filter(|l| l["when"] == **moment);
            let both =
                |l: &serde_json::Value| l["say"]["en"].is_string() && l["say"]["ja"].is_string();
            assert!(
                said.clone().count() > 0 && said.clone().all(both),
                "{moment}: {lines:?}"
            );
        }
    }
}
