//! The journal file: cut off, damaged, shared, and never overwritten.

use std::fs;

use kitpress::play::journal::{Access, Body, Journal};
use kitpress::play::table::{Failure, Table};

use crate::place::{Dice, Place, some_move};

fn message(failure: Failure) -> String {
    match failure {
        Failure::Failed(problems) => problems.to_string(),
        Failure::Refused(refusal) => refusal.to_string(),
    }
}

/// A played table: the states after each line, and the file.
fn played(place: &Place, moves: usize) -> (Vec<serde_json::Value>, Vec<u8>) {
    let mut table = place.table("t.table", "Ann,Bob,Cho", 5);
    let mut dice = Dice(1);
    let mut states = vec![table.state()];
    while states.len() <= moves {
        let mv = some_move(&table, &mut dice);
        // A third of the steps goes back.
        let step = match dice.below(3) {
            0 => table.undo(true, 2).map(|_| ()),
            _ => table.act(&mv, 2).map(|_| ()),
        };
        if step.is_ok() {
            states.push(table.state());
        }
    }
    (states, fs::read(table.path()).expect("the file"))
}

#[test]
fn cut_off_at_every_byte_keeps_every_whole_line() {
    let place = Place::new();
    let (states, bytes) = played(&place, 12);
    let path = place.path("cut.table");
    for cut in 0..=bytes.len() {
        let part = &bytes[..cut];
        fs::write(&path, part).expect("written");
        let whole = part.iter().filter(|b| **b == b'\n').count();
        let table = match Table::open(&path, Access::Write) {
            Ok(table) => table,
            Err(failure) => {
                assert_eq!(whole, 0, "cut at {cut}: {}", message(failure));
                continue;
            }
        };
        assert_eq!(table.state(), states[whole - 1], "cut at {cut}");
        // Wherever it was cut, be it at the end of a line, it says so.
        assert_eq!(
            (table.warnings().len(), table.cut()),
            (usize::from(cut < bytes.len()), cut < bytes.len()),
            "cut at {cut}"
        );
        drop(table);
        assert_eq!(
            fs::read(&path).expect("the file"),
            part,
            "opening changed the file"
        );
    }
}

#[test]
fn a_torn_line_is_replaced_by_the_next_one() {
    let place = Place::new();
    let (states, bytes) = played(&place, 6);
    let path = place.path("cut.table");
    for tail in [
        &b"{\"n\":7,\"prev\""[..],
        b"\0\0\0\0",
        b"{\"n\":7\0\0\0\0\"}\n",
    ] {
        let torn: Vec<u8> = [&bytes, tail].concat();
        fs::write(&path, &torn).expect("written");
        let mut table =
            Table::open(&path, Access::Write).unwrap_or_else(|e| panic!("{}", message(e)));
        // Nothing that was acknowledged is missing.
        assert_eq!((table.warnings().len(), table.cut()), (1, false));
        assert_eq!(table.state(), states[6]);
        table.note(serde_json::json!("after"), 3).expect("kept");
        drop(table);
        let now = fs::read(&path).expect("the file");
        let kept = bytes.len() - 2;
        assert!(now.starts_with(&bytes[..kept]) && now.ends_with(b"}\t\n"));
        assert_eq!(
            &now[kept..kept + 3],
            b" \n{",
            "only the mark of the line before is gone"
        );
        let table = Table::open(&path, Access::Read).unwrap_or_else(|e| panic!("{}", message(e)));
        assert_eq!((table.log().len(), table.warnings().len()), (8, 0));
    }
}

#[test]
fn damage_anywhere_is_refused_with_its_line_and_nothing_is_written() {
    let place = Place::new();
    let (_, bytes) = played(&place, 6);
    let path = place.path("bad.table");
    for at in (0..bytes.len() - 1).step_by(3) {
        let mut bad = bytes.clone();
        bad[at] ^= 1;
        fs::write(&path, &bad).expect("written");
        let line = 1 + bytes[..at].iter().filter(|b| **b == b'\n').count();
        let Err(failure) = Table::open(&path, Access::Write) else {
            panic!("byte {at} changed and nobody noticed");
        };
        let said = message(failure);
        // A line that names us and is damaged, or one that does not even name us.
        let told = said.contains(&format!("bad.table:{line}"));
        assert!(told, "byte {at} of line {line}: {said}");
        assert_eq!(fs::read(&path).expect("the file"), bad);
    }
}

#[test]
fn a_whole_line_left_out_doubled_or_moved_is_noticed() {
    let place = Place::new();
    let (_, bytes) = played(&place, 6);
    let lines: Vec<&[u8]> = bytes.split_inclusive(|b| *b == b'\n').collect();
    let path = place.path("bad.table");
    let without: Vec<&[u8]> = [&lines[..2], &lines[3..]].concat();
    let doubled: Vec<&[u8]> = [&lines[..3], &lines[2..]].concat();
    let mut moved = lines.clone();
    moved.swap(2, 3);
    for bad in [without, doubled, moved] {
        fs::write(&path, bad.concat()).expect("written");
        assert!(Table::open(&path, Access::Read).is_err());
    }
}

#[test]
fn a_forged_line_with_sound_hashes_does_not_follow_from_the_seed() {
    let place = Place::new();
    let table = place.table("t.table", "Ann,Bob", 5);
    let header = Journal::open(table.path(), "table", Access::Read)
        .expect("opens")
        .header()
        .clone();
    drop(table);
    // Another order of the deck, properly hashed.
    let path = place.path("forged.table");
    let mut forged: Body = header.clone();
    let text = serde_json::to_string(&forged["draws"]).expect("JSON");
    let first = text.find("[").expect("draws");
    let order = text[first + 1..].find('[').expect("an order") + first + 1;
    let end = text[order..].find(']').expect("its end") + order;
    let mut numbers: Vec<&str> = text[order + 1..end].split(',').collect();
    numbers.swap(0, 1);
    let swapped = format!("{}{}{}", &text[..=order], numbers.join(","), &text[end..]);
    forged.insert(
        "draws".into(),
        serde_json::from_str(&swapped).expect("JSON"),
    );
    Journal::create(&path, "table", forged, 1).expect("created");
    let Err(failure) = Table::open(&path, Access::Read) else {
        panic!("forged draws were taken");
    };
    assert!(message(failure).contains("does not follow from the table's seed"));
    // A move that was never possible.
    let path = place.path("impossible.table");
    let mut journal = Journal::create(&path, "table", header, 1).expect("created");
    let body = serde_json::json!({"do": "play Ann nonsense"});
    journal
        .append(body.as_object().expect("an object").clone(), 1)
        .expect("kept");
    drop(journal);
    let Err(failure) = Table::open(&path, Access::Read) else {
        panic!("an impossible move was taken");
    };
    assert!(message(failure).contains("line 2 holds a move that is not possible"));
}

#[test]
fn only_one_writes_while_others_may_read() {
    let place = Place::new();
    let mut table = place.table("t.table", "Ann,Bob", 5);
    let path = table.path().to_owned();
    let Err(failure) = Table::open(&path, Access::Write) else {
        panic!("two writers");
    };
    assert!(message(failure).contains("in use by another kitpress"));
    table
        .act("next", 2)
        .unwrap_or_else(|e| panic!("{}", message(e)));
    let reader = Table::open(&path, Access::Read).unwrap_or_else(|e| panic!("{}", message(e)));
    assert_eq!(reader.moves(), 1);
    drop(table);
    assert!(Table::open(&path, Access::Write).is_ok());
}

#[test]
fn a_reader_cannot_write_and_a_new_table_replaces_nothing() {
    let place = Place::new();
    let table = place.table("t.table", "Ann,Bob", 5);
    let path = table.path().to_owned();
    let before = fs::read(&path).expect("the file");
    drop(table);
    let mut reader = Table::open(&path, Access::Read).unwrap_or_else(|e| panic!("{}", message(e)));
    assert!(reader.act("next", 2).is_err());
    let again = Journal::create(&path, "table", Body::new(), 1);
    assert!(
        again
            .expect_err("refused")
            .to_string()
            .contains("exists already")
    );
    assert_eq!(fs::read(&path).expect("the file"), before);
}

#[test]
fn what_is_no_journal_of_ours_is_told_so() {
    let place = Place::new();
    let path = place.path("other.table");
    let newer = {
        use sha2::{Digest, Sha256};
        let text = "{\"kitpress\":\"table\",\"version\":99,\"n\":0";
        let hash: [u8; 32] = Sha256::digest(text).into();
        format!("{text},\"hash\":\"{}\"}}\n", crate::place::hex(&hash))
    };
    for (bytes, words) in [
        (&b""[..], "holds no whole line"),
        (b"hello\n", "not a `table` file of kitpress"),
        (b"\xff\xfe\n\n\n", "not a `table` file of kitpress"),
        (newer.as_bytes(), "version 99 of the format is newer"),
    ] {
        fs::write(&path, bytes).expect("written");
        let said = Journal::open(&path, "table", Access::Write)
            .expect_err("refused")
            .to_string();
        assert!(said.contains(words), "{said}");
    }
    let kind = Journal::create(&place.path("score"), "score", Body::new(), 1);
    drop(kind.expect("created"));
    let said = Journal::open(&place.path("score"), "table", Access::Read).expect_err("refused");
    assert!(said.to_string().contains("not a `table` file"), "{said}");
    let folder = Journal::open(&place.path("tiny"), "table", Access::Read).expect_err("refused");
    assert!(folder.to_string().contains("is not a file"), "{folder}");
}

#[cfg(unix)]
#[test]
fn the_file_is_for_its_owner_only() {
    use std::os::unix::fs::PermissionsExt;
    let place = Place::new();
    let table = place.table("t.table", "Ann,Bob", 5);
    let mode = fs::metadata(table.path())
        .expect("the file")
        .permissions()
        .mode();
    assert_eq!(mode & 0o777, 0o600);
}

/// A journal as version 1 wrote it: it must open for ever.
#[test]
fn a_journal_of_version_1_opens() {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/table/version-1/generic.table");
    let table = Table::open(&path, Access::Read).unwrap_or_else(|e| panic!("{}", message(e)));
    assert_eq!((table.log().len(), table.moves()), (8, 5));
    assert_eq!(table.seats(), ["Ann", "Bob Lee", "ちょう"]);
    let view = table.show(kitpress::play::view::Viewer::Seat(2));
    assert_eq!(
        view["game"]["hand"],
        serde_json::json!(["1", "triangle"]),
        "{view:?}"
    );
}

#[cfg(target_os = "linux")]
#[test]
fn a_file_that_cannot_be_written_is_not_said_to_be_unreadable() {
    let place = Place::new();
    let path = place.path("busy.table");
    fs::copy("/bin/sleep", &path).expect("a program");
    // Nobody may write on a program that runs, whoever they are.
    let mut busy = std::process::Command::new(&path)
        .arg("30")
        .spawn()
        .expect("it runs");
    let told = Journal::open(&path, "table", Access::Write);
    let _ = busy.kill();
    let _ = busy.wait();
    let told = told.expect_err("it is busy").to_string();
    assert!(told.contains("cannot write"), "{told}");
    assert!(told.contains("copy it"), "{told}");
}
