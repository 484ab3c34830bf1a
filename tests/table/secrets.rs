//! Nothing hidden leaves the table: whole games, with every public output searched.

use std::collections::BTreeSet;

use kitpress::play::journal::Access;
use serde_json::Value;

use crate::place::{Dice, Place, err, open};

const PLAYERS: [&str; 3] = ["Ann", "Bob", "Cho"];
const ROLES: [&str; 3] = ["wolf", "owl", "hare"];

/// What is hidden at the moment, by who may know it.
struct Truth {
    /// Cards in piles: nobody.
    piles: BTreeSet<String>,
    /// Cards and the role of each seat.
    own: Vec<BTreeSet<String>>,
}

fn card(id: &Value) -> String {
    format!("zq{:02}x", id.as_u64().expect("a card"))
}

fn cards(rows: &Value) -> BTreeSet<String> {
    rows.as_array().expect("cards").iter().map(card).collect()
}

fn truth(state: &Value, known: &BTreeSet<String>) -> Truth {
    let piles = cards(&state["piles"][0]);
    let own = (0..PLAYERS.len()).map(|seat| {
        let mut own = cards(&state["hands"][seat]);
        if state["shown"][seat] == true {
            own.clear();
        }
        if state["known"][seat] == false {
            let role = state["roles"][seat].as_u64().expect("a role") as usize;
            own.insert(ROLES[role].to_owned());
        }
        &own - known
    });
    Truth {
        own: own.collect(),
        piles: &piles - known,
    }
}

#[track_caller]
fn holds_none<'a>(what: &str, text: &str, hidden: impl IntoIterator<Item = &'a String>) {
    for secret in hidden {
        assert!(
            !text.contains(secret.as_str()),
            "{what} tells `{secret}`:\n{text}"
        );
    }
}

fn both(place: &Place, args: &[&str]) -> String {
    let out = place.run(args);
    format!("{}{}", String::from_utf8_lossy(&out.stdout), err(&out))
}

#[test]
fn no_output_tells_what_is_hidden() {
    let place = Place::new();
    let made = both(
        &place,
        &[
            "start",
            "tiny",
            "--players",
            "Ann,Bob,Cho",
            "--table",
            "t.table",
        ],
    );
    let path = place.path("t.table");
    let header = std::fs::read_to_string(&path).expect("the file");
    let header: Value = serde_json::from_str(header.lines().next().expect("a line")).expect("JSON");
    let seed = header["seed"]
        .as_str()
        .expect("the seed is in the file")
        .to_owned();
    let peek = || open(&path, Access::Read).state();
    // Cards that everybody saw once stay known, wherever they go.
    let mut known: BTreeSet<String> = BTreeSet::new();
    let now = truth(&peek(), &known);
    holds_none(
        "start",
        &made,
        now.own.iter().flatten().chain(&now.piles).chain([&seed]),
    );
    let mut dice = Dice(3);
    for step in 0..28 {
        let moves = [
            "draw",
            "draw Bob 2",
            "play #1",
            "play #2",
            "flip",
            "discard #1",
            "next",
            "shuffle",
            "clear",
            "play Ann nonsense",
            "reveal Zoe",
            "score Bob fish 2",
            "draw Ann 99",
            "reveal Cho hand",
            "play #77",
            "draw nonsense",
            "undo",
            "undo",
        ];
        let mv = moves[dice.below(moves.len())];
        let before = peek();
        let done = match mv {
            "undo" => both(&place, &["undo"]),
            mv if step % 2 == 0 => both(&place, &["do", mv, "--json"]),
            mv => both(&place, &["do", mv, "--lang", "ja"]),
        };
        let state = peek();
        for open in ["open", "discards"] {
            for row in state[open].as_array().expect("rows") {
                known.extend(cards(row));
            }
        }
        known.extend(cards(&state["middle"]));
        if mv == "reveal Cho hand" {
            known.extend(cards(&before["hands"][2]));
        }
        let now = truth(&state, &known);
        let everything = || now.own.iter().flatten().chain(&now.piles).chain([&seed]);
        holds_none(mv, &done, everything());
        for args in [
            &["show"][..],
            &["show", "--json"],
            &["log", "--lang", "ja"],
            &["log", "--json"],
            &["verify", "--json"],
            &["tables"],
            &["tables", "--json"],
        ] {
            // All of them each time would only be slow.
            if dice.below(3) == 0 {
                holds_none(&format!("{args:?}"), &both(&place, args), everything());
            }
        }
        let seat = dice.below(3);
        let form: &[&str] = if step % 2 == 0 { &["--json"] } else { &[] };
        let args = [&["show", "--seat", PLAYERS[seat], "--reveal"], form].concat();
        let shown = both(&place, &args);
        let others = (0..3).filter(|s| *s != seat).flat_map(|s| &now.own[s]);
        holds_none(
            &format!("{args:?}"),
            &shown,
            others.chain(&now.piles).chain([&seed]),
        );
        for own in &now.own[seat] {
            assert!(
                shown.contains(own.as_str()),
                "{args:?} does not show `{own}`:\n{shown}"
            );
        }
    }
    // A damaged or busy table tells nothing either.
    let table = open(&path, Access::Write);
    let now = truth(&table.state(), &known);
    let busy = both(&place, &["do", "next"]);
    assert!(busy.contains("in use"), "{busy}");
    drop(table);
    let mut bytes = std::fs::read(&path).expect("the file");
    let at = bytes.len() / 2;
    bytes[at] ^= 1;
    std::fs::write(place.path("bad.table"), bytes).expect("written");
    let bad = both(&place, &["show", "--table", "bad.table"]);
    assert!(bad.contains("cannot be trusted"), "{bad}");
    for text in [busy, bad] {
        holds_none(
            "an error",
            &text,
            now.own.iter().flatten().chain(&now.piles).chain([&seed]),
        );
    }
    // The end shows everything: that is what `verify` is for.
    assert!(
        place
            .ok(&["verify", "--give-up", "--table", "t.table"])
            .contains(&seed)
    );
}

#[test]
fn a_deal_tells_one_seat_or_practice_only() {
    let place = Place::new();
    let deal = ["deal", "tiny", "--players", "Ann,Bob,Cho"];
    place.fails(
        2,
        &deal,
        &["shown on a terminal only", "--seat NAME --reveal"],
    );
    let with = |more: &[&'static str]| [&deal[..], more].concat();
    let public = place.json(&with(&["--json"]));
    let fields = |v: &Value| v.as_object().expect("an object").len();
    assert_eq!(
        public["seats"]
            .as_array()
            .map(|s| s.iter().map(fields).sum()),
        Some(3),
        "{public}"
    );
    let one = place.json(&with(&["--json", "--seat", "bob", "--reveal"]));
    assert!(
        one["seats"][0].get("hand").is_none() && one["seats"][1].get("hand").is_some(),
        "{one}"
    );
    let told = place.ok(&with(&["--seat", "Cho", "--reveal"]));
    assert_eq!(told.matches("zq").count(), 3, "{told}");
    let all = place.json(&with(&["--json", "--seed", "7"]));
    let again = place.json(&with(&["--json", "--seed", "7"]));
    assert_eq!(
        (&all["seats"], &all["practice"]),
        (&again["seats"], &Value::Bool(true))
    );
    let hands = all["seats"]
        .as_array()
        .expect("seats")
        .iter()
        .map(|s| s["hand"].as_array().map(Vec::len));
    assert_eq!(hands.collect::<Vec<_>>(), [Some(3); 3]);
    place.fails(
        2,
        &with(&["--seat", "Zoe", "--reveal"]),
        &["nobody here is called `Zoe`"],
    );
    place.fails(2, &with(&["--seat", "Bob"]), &["--reveal"]);
    place.fails(
        2,
        &["deal", "catch-and-run", "--players", "Ann,Bob", "--json"],
        &["nothing is dealt in secret"],
    );
}
