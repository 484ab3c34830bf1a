//! kill -9 at random moments: every move that was acknowledged is there afterwards.

use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use kitpress::play::journal::Access;
use kitpress::play::table::Table;

use super::{Dice, Place, some_move};

/// The name of the table for the child; without it the child does nothing.
const TABLE: &str = "KITPRESS_TEST_TABLE";

/// Plays until it is killed, telling each move once it is safe.
#[test]
#[ignore = "the other half of `killed_at_random_moments`"]
fn child() {
    let Some(path) = std::env::var_os(TABLE) else {
        return;
    };
    let mut table = Table::open(path.as_ref(), Access::Write).unwrap_or_else(|e| panic!("{e:?}"));
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

#[test]
fn killed_at_random_moments() {
    let place = Place::new();
    let path = place.table("t.table", "Ann,Bob,Cho", 9).path().to_owned();
    let end = Instant::now() + Duration::from_secs(4);
    let mut dice = Dice(7);
    let mut lines = 1;
    let mut kills = 0;
    while Instant::now() < end {
        let mut child = Command::new(std::env::current_exe().expect("this test"))
            .args(["--exact", "kill::child", "--ignored", "--nocapture"])
            .env(TABLE, &path)
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
        std::thread::sleep(Duration::from_micros(dice.below(120_000) as u64));
        child.kill().expect("killed");
        child.wait().expect("gone");
        // What it told before it died counts as well; the last line may be cut off.
        safe = told.filter_map(number).last().map_or(safe, |n| n.max(safe));
        let table = Table::open(&path, Access::Read).unwrap_or_else(|e| panic!("{e:?}"));
        assert!(
            table.log().len() > safe,
            "{safe} was safe, {} lines are there",
            table.log().len()
        );
        assert!(table.log().len() > lines);
        lines = table.log().len();
        kills += 1;
    }
    assert!(kills > 5 && lines > 200, "{kills} kills, {lines} lines");
}
