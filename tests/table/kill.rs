//! kill -9 at random moments: every move that was acknowledged is there afterwards.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use kitpress::play::journal::Access;

use crate::faults::times;
use crate::place::{Dice, Place, open, some_move};

/// The name of the table for the child; without it the child does nothing.
const TABLE: &str = "KITPRESS_TEST_TABLE";

/// Plays until it is killed, telling each move once it is safe.
#[test]
#[ignore = "the other half of `killed_at_random_moments_of_thousands_of_moves`"]
fn child() {
    let Some(path) = std::env::var_os(TABLE) else {
        return;
    };
    let mut table = open(path.as_ref(), Access::Write);
    let mut dice = Dice(table.log().len() as u64);
    let mut stdout = std::io::stdout();
    loop {
        let step = match dice.below(5) {
            0 => table.undo(true, 2).map(|e| e.n),
            _ => {
                let mv = some_move(&table, &mut dice);
                table.act(&mv, 2).map(|e| e.n)
            }
        };
        if let Ok(n) = step {
            writeln!(stdout, "\nsafe {n}").expect("told");
            stdout.flush().expect("told");
        }
    }
}

/// How many moves are made in all, and how often somebody pulls the plug at least.
const MOVES: usize = 2000;
const KILLS: usize = 30;

#[test]
fn killed_at_random_moments_of_thousands_of_moves() {
    let place = Place::new();
    let mut dice = Dice(7);
    let (mut moves, mut kills) = (0, 0);
    for game in 0.. {
        if moves >= MOVES * times() && kills >= KILLS * times() {
            break;
        }
        let name = format!("{game}.table");
        let path = place.table(&name, "Ann,Bob,Cho", game).path().to_owned();
        // A long journal takes long to open again: then another table is played.
        let mut lines = 1;
        while lines < 600 {
            let before = lines;
            lines = killed_once(&path, before, dice.below(120_000) as u64);
            moves += lines - before;
            kills += 1;
        }
    }
    println!("{moves} moves, {kills} kills");
}

/// Plays on until it is killed after so many microseconds; gives back how long the journal is then.
fn killed_once(path: &Path, lines: usize, after: u64) -> usize {
    let mut child = Command::new(std::env::current_exe().expect("this test"))
        .args(["--exact", "kill::child", "--ignored", "--nocapture"])
        .env(TABLE, path)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("the child starts");
    let stdout = child.stdout.take().expect("its words");
    let mut told = BufReader::new(stdout).lines().map_while(Result::ok);
    let number = |l: String| {
        l.strip_prefix("safe ")
            .and_then(|n| n.parse::<usize>().ok())
    };
    let mut safe = told.by_ref().find_map(number).expect("the child plays");
    std::thread::sleep(Duration::from_micros(after));
    child.kill().expect("killed");
    child.wait().expect("gone");
    // What it told before it died counts as well; the last line may be cut off.
    safe = told.filter_map(number).last().map_or(safe, |n| n.max(safe));
    let table = open(path, Access::Read);
    let now = table.log().len();
    assert!(now > safe, "{safe} was safe, {now} lines are there");
    assert!(now > lines);
    now
}
