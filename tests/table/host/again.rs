//! A host that was killed and started again: the same phones, the same table, nothing lost.

use serde_json::json;

use super::Hosted;
use crate::faults::times;
use crate::place::{Dice, Place};

#[test]
fn the_same_phones_are_served_again() {
    let place = Place::new();
    let hosted = Hosted::start(&place, &["birth-or-burst", "--players", "Ann,Bob,Cho"]);
    let told = hosted.told.clone();
    let (ann, bob) = (hosted.seat("Ann"), hosted.seat("Bob"));
    hosted.host().act("play Ann +1, Bob -1, Cho +1", 0).ok();
    ann.answer("+2", 1).ok();
    let before = bob.view();
    assert_eq!(before["waiting"], json!(["Bob", "Cho"]));
    hosted.kill();
    let again = Hosted::start(&place, &[]);
    assert_eq!(again.told, told);
    // Answers are not kept: everybody is asked again.
    let mut after = bob.view();
    assert_eq!(after["waiting"], json!(["Ann", "Bob", "Cho"]));
    after["waiting"] = before["waiting"].clone();
    assert_eq!(after, before);
    assert_eq!(ann.seq(), 1);
    let joined = again
        .viewer()
        .post("/api/join", json!({"code": again.code(), "name": "Ann"}));
    joined.is(409);
    again.host().post("/api/free", json!({"seat": "Ann"})).ok();
    again.kill();
    let _third = Hosted::start(&place, &[]);
    ann.get("/api/view").is(401);
    bob.view();
}

#[test]
fn a_lobby_is_served_again() {
    let place = Place::new();
    let hosted = Hosted::start(
        &place,
        &["tiny", "--table", "evening.table", "--set", "cards=x"],
    );
    drop(hosted);
    let place = Place::new();
    let hosted = Hosted::start(&place, &["tiny", "--table", "evening.table", "--seed", "9"]);
    let join = |h: &Hosted, name: &str| {
        let body = json!({"code": h.code(), "name": name});
        h.viewer().post("/api/join", body).ok()
    };
    let ann = hosted
        .viewer()
        .with(join(&hosted, "Ann")["token"].as_str().expect("a token"));
    hosted.kill();
    let again = Hosted::start(&place, &["--table", "evening.table"]);
    assert_eq!(ann.view()["lobby"], json!(["Ann"]));
    join(&again, "Bob");
    again.host().post("/api/begin", json!({})).ok();
    assert_eq!(ann.view()["practice"], true);
    again.kill();
    let _third = Hosted::start(&place, &["--table", "evening.table"]);
    assert_eq!(ann.view()["you"], "Ann");
}

#[cfg(unix)]
#[test]
fn keys_are_for_their_owner_alone() {
    use std::os::unix::fs::PermissionsExt;
    let place = Place::new();
    let hosted = Hosted::start(
        &place,
        &["tiny", "--players", "Ann,Bob", "--table", "x.table"],
    );
    hosted.seat("Ann").view();
    let meta = std::fs::metadata(place.path("x.table.host")).expect("the keys");
    assert_eq!(meta.permissions().mode() & 0o777, 0o600);
}

#[test]
fn no_acknowledged_move_is_lost() {
    let place = Place::new();
    let mut dice = Dice(5);
    let mut seq = 0;
    let first = Hosted::start(
        &place,
        &[
            "tiny",
            "--players",
            "Ann,Bob",
            "--seed",
            "3",
            "--table",
            "x.table",
        ],
    );
    let (host, mut hosted) = (first.host(), Some(first));
    for _ in 0..6 * times() {
        for _ in 0..dice.below(6) {
            let said = host.act("score Ann fish 1", seq).ok();
            seq += 1;
            assert_eq!(said["seq"], seq);
        }
        // Killed while another move is on its way: it is there as a whole, or not at all.
        let asker = host.clone();
        let asked = seq;
        let on_its_way = std::thread::spawn(move || {
            std::panic::catch_unwind(|| asker.act("score Ann fish 1", asked).status).unwrap_or(0)
        });
        std::thread::sleep(std::time::Duration::from_micros(dice.below(3000) as u64));
        hosted.take().expect("running").kill();
        let status = on_its_way.join().expect("ended");
        hosted = Some(Hosted::start(&place, &["--table", "x.table"]));
        let view = host.view();
        let now = view["seq"].as_u64().expect("a number");
        assert_eq!(view["game"]["columns"]["fish"]["Ann"], now);
        match status {
            200 => assert_eq!(now, seq + 1, "an acknowledged move was lost"),
            _ => assert!(now == seq || now == seq + 1),
        }
        // What comes late or twice changes nothing.
        host.act("score Ann fish 1", now + 1).is(409);
        if now > 0 {
            host.act("score Ann fish 1", now - 1).is(409);
        }
        assert_eq!(host.seq(), now);
        seq = now;
    }
}

#[test]
fn the_end_of_the_input_is_no_end() {
    let place = Place::new();
    // Standard input is closed from the start.
    let hosted = Hosted::start(&place, &["tiny", "--players", "Ann,Bob"]);
    std::thread::sleep(std::time::Duration::from_millis(300));
    assert_eq!(hosted.seat("Ann").seq(), 0);
}
