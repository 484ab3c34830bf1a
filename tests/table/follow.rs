//! `show --follow`: a second pair of eyes that disturbs nobody.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use kitpress::play::journal::Access;
use serde_json::Value;

use crate::place::{Place, open};

/// Somebody who looks on, and the lines that come.
struct Onlooker {
    child: Child,
    lines: Receiver<String>,
}

impl Onlooker {
    fn new(place: &Place, args: &[&str]) -> Self {
        let mut command = place.command(args);
        command.stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn().expect("kitpress starts");
        let stdout = BufReader::new(child.stdout.take().expect("its words"));
        let (send, lines) = channel();
        std::thread::spawn(move || {
            for line in stdout.lines().map_while(Result::ok) {
                if send.send(line).is_err() {
                    return;
                }
            }
        });
        Self { child, lines }
    }

    #[track_caller]
    fn line(&self) -> String {
        let line = self.lines.recv_timeout(Duration::from_secs(30));
        line.expect("a line comes")
    }

    #[track_caller]
    fn json(&self) -> Value {
        serde_json::from_str(&self.line()).expect("a line of JSON")
    }

    /// Tells it to end.
    fn end(mut self) -> Option<i32> {
        let stdin = self.child.stdin.as_mut().expect("a pipe");
        stdin.write_all(b"q\n").expect("told");
        self.child.wait().expect("it ends").code()
    }
}

impl Drop for Onlooker {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn every_change_is_a_line_while_somebody_else_holds_the_table() {
    let place = Place::new();
    let mut table = place.table("t.table", "Ann,Bob", 5);
    let before = std::fs::read(table.path()).expect("read");
    let looks = Onlooker::new(
        &place,
        &["show", "--follow", "--json", "--table", "t.table"],
    );
    let first = looks.json();
    assert_eq!((&first["seq"], &first["turn"]), (&0.into(), &1.into()));
    assert_eq!(
        std::fs::read(table.path()).expect("read"),
        before,
        "it only reads"
    );
    assert!(
        !place.path("data").exists(),
        "nor does it note that it looked"
    );
    // Many at once, and none is missed: the table is locked by us all the while.
    for _ in 0..20 {
        table.act("next", 2).unwrap_or_else(|e| panic!("{e:?}"));
    }
    table.undo(false, 3).unwrap_or_else(|e| panic!("{e:?}"));
    for n in 1..=20 {
        let seen = looks.json();
        assert_eq!((&seen["seq"], &seen["turn"]), (&n.into(), &(n + 1).into()));
        assert!(
            seen["seats"][0].get("role").is_none(),
            "what everybody may see"
        );
    }
    assert_eq!(looks.json()["turn"], 20);
    drop(table);
    // Others who write do not wait either.
    place.ok(&["do", "win", "Bob", "--table", "t.table"]);
    let over = looks.json();
    assert_eq!(over["result"]["winners"][0], "Bob");
    assert!(over["closing"].is_string());
    assert_eq!(looks.end(), Some(0));
}

#[test]
fn many_look_on_and_nobody_waits() {
    let place = Place::new();
    let table = place.table("t.table", "Ann,Bob", 5);
    let path = table.path().to_owned();
    drop(table);
    let looks: Vec<Onlooker> = (0..8)
        .map(|_| {
            Onlooker::new(
                &place,
                &["show", "--follow", "--json", "--table", "t.table"],
            )
        })
        .collect();
    for look in &looks {
        look.json();
    }
    for n in 1..=10u64 {
        // Without patience: a lock held for reading would be met at once.
        let mut table = open(&path, Access::Write);
        table.act("next", n).unwrap_or_else(|e| panic!("{e:?}"));
    }
    for look in &looks {
        for n in 1..=10 {
            assert_eq!(look.json()["seq"], n);
        }
    }
}

#[test]
fn words_on_a_pipe_and_files_that_come_and_go() {
    let place = Place::new();
    place.ok(&["start", "tiny", "--players", "Ann,Bob", "--seed", "3"]);
    let looks = Onlooker::new(&place, &["show", "--follow"]);
    assert!(looks.line().contains("practice"));
    let path = place.path("data/tables/tiny-1.table");
    let old = std::fs::read(&path).expect("read");
    place.ok(&["do", "next"]);
    let mut seen = looks.line();
    while !seen.contains("turn 2") {
        seen = looks.line();
    }
    // Gone for a while, then an older copy: it is read anew, and nothing breaks.
    std::fs::remove_file(&path).expect("removed");
    std::thread::sleep(Duration::from_millis(400));
    std::fs::write(&path, &old).expect("put back");
    place.ok(&["do", "win Ann"]);
    while !seen.contains("won by Ann") {
        seen = looks.line();
    }
    assert_eq!(looks.end(), Some(0));
    place.fails(
        1,
        &["show", "--follow", "--table", "none"],
        &["there is no table `none`"],
    );
    let out = place.run(&["show", "--follow", "--seat", "Ann", "--reveal"]);
    assert_eq!(out.status.code(), Some(2), "secrets are not followed");
}

#[test]
fn whoever_stops_reading_is_left() {
    let place = Place::new();
    let mut table = place.table("t.table", "Ann,Bob", 5);
    let mut command = place.command(&["show", "--follow", "--json", "--table", "t.table"]);
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("kitpress starts");
    let mut stdout = BufReader::new(child.stdout.take().expect("its words"));
    let mut line = String::new();
    stdout.read_line(&mut line).expect("a line");
    drop(stdout);
    table.act("next", 2).unwrap_or_else(|e| panic!("{e:?}"));
    let out = child.wait_with_output().expect("it ends by itself");
    assert_eq!((out.status.code(), out.stderr), (Some(0), Vec::new()));
}
