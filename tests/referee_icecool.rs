//! The referee of ICECOOL, sentence by sentence of its rules.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::OnceLock;

use kitpress::kit::Kit;
use kitpress::play::games;
use kitpress::play::journal::Access;
use kitpress::play::rng::{Dice, Seed};
use kitpress::play::rules::{Effect, Fault, Setup, Skill};
use kitpress::play::simulate::{Plan, Stats};
use kitpress::play::table::{Failure, Start, Table};
use kitpress::play::view::Viewer;
use serde_json::{Value, json};

const NAMES: [&str; 4] = ["Ann", "Bob", "Cho", "Dai"];
/// Ann is the first Catcher, and the players type in what they draw.
const TABLE: &[(&str, &str)] = &[("catcher", "Ann"), ("cards", "table")];
/// Ann is the first Catcher, and the companion deals.
const APP: &[(&str, &str)] = &[("catcher", "Ann")];
/// Ann is the first Catcher, without cards.
const TOURNAMENT: &[(&str, &str)] = &[("catcher", "Ann"), ("scoring", "tournament")];

fn kit() -> &'static Kit {
    static KIT: OnceLock<Kit> = OnceLock::new();
    KIT.get_or_init(|| Kit::load("icecool").expect("the kit loads"))
}

/// A table in a folder of its own.
struct Place {
    _dir: tempfile::TempDir,
    table: Table,
}

impl std::ops::Deref for Place {
    type Target = Table;
    fn deref(&self) -> &Table {
        &self.table
    }
}

fn try_start(names: &[&str], set: &[(&str, &str)], seed: u64) -> Result<Place, Failure> {
    let dir = tempfile::tempdir().expect("a folder");
    let path: PathBuf = dir.path().join("t.table");
    let settings = set
        .iter()
        .map(|(k, v)| ((*k).to_owned(), (*v).to_owned()))
        .collect();
    let start = Start {
        kit: kit(),
        seats: names.iter().map(|n| (*n).to_owned()).collect(),
        settings,
        seed: Seed::practice(seed),
        practice: true,
    };
    let table = Table::start(&path, start, 1)?;
    Ok(Place { _dir: dir, table })
}

#[track_caller]
fn start(players: usize, set: &[(&str, &str)], seed: u64) -> Place {
    try_start(&NAMES[..players], set, seed).unwrap_or_else(|e| panic!("{e:?}"))
}

impl Place {
    #[track_caller]
    fn act(&mut self, mv: &str) {
        if let Err(e) = self.table.act(mv, 2) {
            panic!("{mv}: {e:?}");
        }
    }

    /// Several moves, separated by semicolons.
    #[track_caller]
    fn acts(&mut self, moves: &str) {
        for mv in moves.split(';') {
            self.act(mv.trim());
        }
    }

    /// Makes a move that must be refused and change nothing; gives back the refusal.
    #[track_caller]
    fn refused(&mut self, mv: &str) -> (Fault, String) {
        let before = (self.table.state(), self.table.log().len());
        let refusal = match self.table.act(mv, 2) {
            Err(Failure::Refused(refusal)) => refusal,
            other => panic!("{mv} is not refused: {:?}", other.map(|e| e.n)),
        };
        let after = (self.table.state(), self.table.log().len());
        assert_eq!(after, before, "{mv} changed something");
        (refusal.fault(), refusal.to_string())
    }

    /// A move that is refused by a rule that these words name.
    #[track_caller]
    fn forbidden(&mut self, mv: &str, words: &str) {
        let (fault, text) = self.refused(mv);
        assert_eq!(fault, Fault::Rule, "{mv}: {text}");
        assert!(text.contains(words), "{mv}: {text}");
    }

    fn show(&self, viewer: Viewer) -> Value {
        Value::Object(self.table.show(viewer))
    }

    fn game(&self) -> Value {
        self.show(Viewer::Public)["game"].clone()
    }

    fn get(&self, key: &str) -> Value {
        self.game()[key].clone()
    }

    fn over(&self) -> bool {
        self.table.outcome().is_some()
    }

    /// Types in a value for everything that is owed.
    fn pay(&mut self, value: u8) {
        while let Some(name) = self.get("owed")[0].as_str() {
            self.act(&format!("value {name} {value}"));
        }
    }

    /// Types in values, each for whoever is next.
    fn pay_with(&mut self, values: &[u8]) {
        for value in values {
            let owed = self.get("owed");
            self.act(&format!(
                "value {} {value}",
                owed[0].as_str().expect("a card is owed")
            ));
        }
        assert_eq!(self.get("owed"), json!([]));
    }

    fn told(&self) -> Vec<(Effect, Viewer, String)> {
        let events = &self.table.log().last().expect("an entry").events;
        let event = |e: &kitpress::play::rules::Event| (e.effect, e.to, e.text.to_string());
        events.iter().map(event).collect()
    }
}

/// The whole hand of a seat, from the secret state.
fn hand(table: &Table, seat: usize) -> Vec<u64> {
    serde_json::from_value(table.state()["hands"][seat].clone()).expect("a hand")
}

fn bot_move(table: &Table, dice: &mut Dice) -> Option<String> {
    let skills = vec![Skill::Random; table.seats().len()];
    table.choose(&skills, dice)
}

fn simulate(players: usize, bots: &[Skill], set: &[(&str, &str)], games: u64) -> Stats {
    let seats: Vec<String> = NAMES[..players].iter().map(|n| (*n).to_owned()).collect();
    let settings = set
        .iter()
        .map(|(k, v)| (String::from(*k), String::from(*v)))
        .collect();
    let setup = Setup {
        kit: kit(),
        seats: &seats,
        settings: &settings,
    };
    let skills = bots.iter().copied().cycle().take(players).collect();
    let plan = Plan {
        games,
        seed: 7,
        skills,
    };
    let stats = games::simulate("icecool", setup, &plan, &|_| {});
    stats.expect("the rules accept it").expect("games end")
}

// ---- set-up ----

#[test]
fn two_to_four_can_play_and_there_are_as_many_rounds_as_players_but_four_for_two() {
    for (players, rounds) in [(2, 4), (3, 3), (4, 4)] {
        let place = start(players, APP, 1);
        assert_eq!(
            (place.get("round"), place.get("rounds")),
            (json!(1), json!(rounds))
        );
    }
    for names in [&["Ann"][..], &["A", "B", "C", "D", "E"]] {
        assert!(matches!(try_start(names, &[], 1), Err(Failure::Refused(_))));
    }
}

#[test]
fn the_first_catcher_is_a_name_or_random() {
    assert_eq!(start(3, &[("catcher", "bob")], 1).get("catcher"), "Bob");
    let random = (0..40).map(|s| start(4, &[], s).get("catcher").to_string());
    assert_eq!(random.collect::<BTreeSet<_>>().len(), 4);
    assert!(try_start(&NAMES[..3], &[("catcher", "Zoe")], 1).is_err());
}

#[test]
fn the_fields_of_the_game_are_exactly_those_of_the_contract() {
    let keys = |p: &Place, viewer| -> Vec<String> {
        let game = p.show(viewer)["game"].clone();
        game.as_object().expect("fields").keys().cloned().collect()
    };
    let open = [
        "active", "cards", "catcher", "fish", "ids", "round", "rounds", "skates",
    ];
    let sorted = |mut keys: Vec<String>| {
        keys.sort();
        keys
    };
    let place = start(3, APP, 1);
    assert_eq!(sorted(keys(&place, Viewer::Public)), open);
    let own = sorted(keys(&place, Viewer::Seat(1)));
    assert_eq!(
        own,
        sorted(
            [&open[..], &["values"]]
                .concat()
                .iter()
                .map(|s| (*s).to_owned())
                .collect()
        )
    );
    let game = place.game();
    assert_eq!(game["fish"], json!({"Ann": 0, "Bob": 0, "Cho": 0}));
    assert_eq!(
        game["ids"],
        json!({"Ann": "Ann", "Bob": "Bob", "Cho": "Cho"})
    );
    assert_eq!(game["cards"], json!({"Ann": 0, "Bob": 0, "Cho": 0}));
    assert_eq!(game["skates"], json!({"Ann": 0, "Bob": 0, "Cho": 0}));
    assert_eq!(
        place.show(Viewer::Seat(1))["game"]["values"],
        json!({"Bob": []})
    );
    let table = start(3, TABLE, 1);
    assert_eq!(table.get("owed"), json!([]));
}

#[test]
fn settings_are_shown_with_their_defaults_and_the_kits_own() {
    let shown = start(3, &[], 1).show(Viewer::Public)["settings"].clone();
    assert_eq!(
        shown,
        json!({"cards": "app", "scoring": "standard", "catcher": "random", "scale": 1.0})
    );
    for (set, word) in [
        (("catchr", "Ann"), "`catcher`"),
        (("cards", "tabel"), "`table`"),
        (("scoring", "tournement"), "`tournament`"),
    ] {
        match try_start(&NAMES[..3], &[set], 1) {
            Err(Failure::Refused(r)) => assert!(r.to_string().contains(word), "{r}"),
            _ => panic!("{set:?} is not refused"),
        }
    }
    assert!(try_start(&NAMES[..3], &[("scale", "0.8")], 1).is_ok());
}

// ---- turns ----

#[test]
fn play_goes_clockwise_from_the_catchers_left_and_a_turn_is_one_flick() {
    let mut place = start(4, APP, 1);
    let mut seen = Vec::new();
    for _ in 0..6 {
        seen.push(place.get("active").as_str().expect("a name").to_owned());
        place.act("next");
    }
    assert_eq!(seen, ["Bob", "Cho", "Dai", "Ann", "Bob", "Cho"]);
}

#[test]
fn a_runner_through_an_own_door_takes_the_fish_and_draws_a_card() {
    let mut place = start(3, APP, 1);
    place.act("fish Bob");
    assert_eq!(
        (
            place.get("fish")["Bob"].clone(),
            place.get("cards")["Bob"].clone()
        ),
        (json!(1), json!(1))
    );
    assert_eq!(place.get("active"), "Bob", "the turn goes on until `next`");
}

#[test]
fn several_doors_in_one_flick_count() {
    let mut place = start(3, APP, 1);
    place.act("fish Bob 2");
    assert_eq!(
        (
            place.get("fish")["Bob"].clone(),
            place.get("cards")["Bob"].clone()
        ),
        (json!(2), json!(2))
    );
}

#[test]
fn being_pushed_through_counts_too() {
    let mut place = start(3, APP, 1);
    assert_eq!(place.get("active"), "Bob");
    place.act("fish Cho");
    assert_eq!(place.get("fish")["Cho"], 1);
    assert_eq!(place.get("active"), "Bob");
}

#[test]
fn the_catcher_takes_no_fish_and_nobody_more_than_three() {
    let mut place = start(3, APP, 1);
    place.forbidden("fish Ann", "only Runners have fish");
    place.forbidden("fish Bob 4", "three fish a round");
    place.act("fish Bob 2");
    place.forbidden("fish Bob 2", "three fish a round");
    for mv in ["fish Bob 0", "fish Bob x", "fish Bob -1", "fish Bob 1 1"] {
        assert_eq!(place.refused(mv).0, Fault::Words, "{mv}");
    }
}

#[test]
fn catcher_and_runner_touch_whoever_moved_and_the_id_goes_to_the_catcher() {
    for turns in 0..3 {
        let mut place = start(3, APP, 1);
        for _ in 0..turns {
            place.act("next");
        }
        let active = place.get("active");
        place.act("catch Cho");
        assert_eq!(
            place.get("ids"),
            json!({"Ann": "Ann", "Bob": "Bob", "Cho": "Ann"})
        );
        assert_eq!(place.get("active"), active);
        assert_eq!(
            place.get("cards")["Ann"],
            0,
            "cards for IDs come when the round ends"
        );
    }
}

#[test]
fn a_caught_runner_plays_on_and_still_takes_fish() {
    let mut place = start(3, APP, 1);
    place.acts("catch Bob; fish Bob 2; next; next");
    place.acts("next");
    assert_eq!(place.get("active"), "Bob");
    assert_eq!(place.get("fish")["Bob"], 2);
}

#[test]
fn catch_of_a_caught_runner_or_of_the_catcher_is_refused() {
    let mut place = start(4, APP, 1);
    place.act("catch Bob");
    place.forbidden("catch Bob", "once a round");
    place.forbidden("catch Ann", "catches Runners");
}

// ---- skates ----

/// Bob is active and holds these cards, at most two; the first round goes on.
fn bob_holds(values: &[u8]) -> Place {
    let mut place = start(3, TABLE, 1);
    for value in values {
        place.act("fish Bob");
        place.act(&format!("value Bob {value}"));
    }
    place
}

#[test]
fn two_value_1_cards_give_another_turn_at_once() {
    let mut place = bob_holds(&[1, 1]);
    assert_eq!(place.get("active"), "Bob");
    place.act("skate Bob");
    assert_eq!(
        place.get("active"),
        "Bob",
        "the player stays active for another flick"
    );
    assert_eq!(place.get("skates"), json!({"Ann": 0, "Bob": 1, "Cho": 0}));
    place.act("next");
    assert_eq!(place.get("active"), "Cho");
}

#[test]
fn a_pair_serves_once() {
    let mut place = bob_holds(&[1, 1]);
    place.act("skate Bob");
    place.forbidden("skate Bob", "a pair serves once");
}

#[test]
fn less_than_two_ones_are_no_skates() {
    for values in [&[][..], &[1], &[2, 2], &[1, 3]] {
        bob_holds(values).forbidden("skate Bob", "two fish cards of value 1");
    }
}

#[test]
fn several_pairs_in_a_row_are_allowed() {
    let mut place = start(3, TABLE, 1);
    // Bob gets four 1s: two for fish and, as the next Catcher, more for IDs.
    place.act("fish Bob 2");
    place.pay(1);
    place.act("fish Cho 3");
    place.pay(1);
    assert_eq!(place.get("catcher"), "Bob");
    place.acts("catch Cho; catch Ann");
    place.pay(1);
    let ones = hand(&place, 1).len();
    assert_eq!(ones, 6, "two fish, an own ID, three IDs as the Catcher");
    assert_eq!(place.get("active"), "Ann");
    place.act("next");
    assert_eq!(place.get("active"), "Bob");
    place.acts("skate Bob; skate Bob; skate Bob");
    place.forbidden("skate Bob", "a pair serves once");
    assert_eq!(place.get("skates")["Bob"], 3);
}

#[test]
fn the_catcher_may_skate_too() {
    let mut place = start(3, TABLE, 1);
    place.acts("catch Bob; catch Cho");
    place.pay(1);
    // In the second round Cho gets three 1s for fish and one for her ID; in the third she is the Catcher.
    place.act("fish Cho 3");
    place.pay(1);
    assert_eq!(place.get("catcher"), "Cho");
    assert_eq!(place.get("active"), "Ann");
    place.acts("next; next");
    assert_eq!(place.get("active"), "Cho");
    place.act("skate Cho");
    assert_eq!(place.get("skates")["Cho"], 1);
}

#[test]
fn skate_is_accepted_in_the_own_turn_before_next_only() {
    let mut place = bob_holds(&[1, 1]);
    place.act("next");
    let (fault, text) = place.refused("skate Bob");
    assert_eq!(fault, Fault::Time);
    assert!(text.contains("own turn"), "{text}");
}

#[test]
fn skated_cards_still_score() {
    let mut place = bob_holds(&[1, 1]);
    place.act("skate Bob");
    assert_eq!(hand(&place, 1), [1, 1]);
    assert_eq!(place.get("cards")["Bob"], 2);
}

// ---- the end of a round ----

#[test]
fn a_runner_with_three_fish_ends_the_round_at_once() {
    let mut place = start(4, TABLE, 1);
    place.acts("fish Cho 2; value Cho 1; value Cho 1; fish Cho");
    assert_eq!(place.get("round"), 2);
    assert_eq!(
        place.get("fish"),
        json!({"Ann": 0, "Bob": 0, "Cho": 0, "Dai": 0})
    );
    // Cho's third fish first; then the Catcher and clockwise, one for each ID.
    assert_eq!(
        place.get("owed"),
        json!(["Cho", "Ann", "Bob", "Cho", "Dai"])
    );
}

#[test]
fn the_catcher_with_all_ids_ends_the_round_at_once() {
    let mut place = start(4, TABLE, 1);
    place.acts("catch Cho; catch Bob; catch Dai");
    assert_eq!(place.get("round"), 2);
    assert_eq!(place.get("owed"), json!(["Ann", "Ann", "Ann", "Ann"]));
    let ids = json!({"Ann": "Ann", "Bob": "Bob", "Cho": "Cho", "Dai": "Dai"});
    assert_eq!(place.get("ids"), ids, "everybody has the own ID back");
}

#[test]
fn one_card_per_id_held_catcher_first_and_clockwise_a_caught_runner_gets_none() {
    let mut place = start(4, &[("catcher", "Cho"), ("cards", "table")], 1);
    assert_eq!(place.get("active"), "Dai");
    place.act("catch Ann");
    place.act("fish Bob 3");
    assert_eq!(
        place.get("owed"),
        json!(["Bob", "Bob", "Bob", "Cho", "Cho", "Dai", "Bob"])
    );
}

#[test]
fn in_each_round_another_player_is_the_catcher_passing_left() {
    let mut place = start(3, &[("catcher", "Bob")], 1);
    let mut seen = Vec::new();
    while !place.over() {
        let game = place.game();
        let name = |key: &str| game[key].as_str().expect("a name").to_owned();
        seen.push((name("catcher"), name("active")));
        place.act(&format!("fish {} 3", name("active")));
    }
    let pairs = [("Bob", "Cho"), ("Cho", "Ann"), ("Ann", "Bob")];
    let pairs = pairs.map(|(a, b)| (a.to_owned(), b.to_owned()));
    assert_eq!(seen, pairs);
}

// ---- the end ----

/// Plays the whole game so that the first Runner takes three fish each round; cards by `values`, in order.
fn whole_game(players: usize, values: &[u8]) -> Place {
    let mut place = start(players, TABLE, 1);
    let mut values = values.iter();
    while !place.over() {
        let active = place.get("active").as_str().expect("a name").to_owned();
        place.act(&format!("fish {active} 3"));
        while let Some(name) = place.get("owed")[0].as_str() {
            place.act(&format!("value {name} {}", values.next().unwrap_or(&1)));
        }
    }
    place
}

#[test]
fn the_sum_of_all_own_fish_cards_wins() {
    // Three rounds, each: three for the Runner's fish, then Catcher, Runner, other.
    let place = whole_game(3, &[3, 3, 3, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1]);
    let shown = place.show(Viewer::Public);
    assert_eq!(
        shown["game"]["scores"],
        json!({"Ann": 6, "Bob": 12, "Cho": 6})
    );
    assert_eq!(shown["scores"], shown["game"]["scores"]);
    assert_eq!(shown["result"]["winners"], json!(["Bob"]));
}

#[test]
fn a_tie_goes_to_more_cards_and_if_still_tied_is_shared() {
    // Everybody has six cards: three fish and an ID each round.
    let place = whole_game(3, &[]);
    let shown = place.show(Viewer::Public);
    assert_eq!(shown["result"]["winners"], json!(["Ann", "Bob", "Cho"]));
    assert!(
        shown["result"]["reason"]
            .as_str()
            .expect("why")
            .contains("shared")
    );

    // Ann catches both and has more cards; Cho has fewer but dearer ones.
    let mut place = start(3, TABLE, 1);
    place.acts("catch Bob; catch Cho");
    place.pay_with(&[1, 1, 1]);
    place.act("catch Cho");
    place.act("catch Ann");
    place.pay_with(&[1, 1, 1]);
    place.act("catch Bob");
    place.act("catch Ann");
    place.pay_with(&[1, 1, 1]);
    assert_eq!(
        place.show(Viewer::Public)["result"]["winners"],
        json!(["Ann", "Bob", "Cho"])
    );

    let mut place = start(3, TABLE, 1);
    place.acts("catch Bob; catch Cho");
    place.pay_with(&[1, 1, 2]); // Ann 4 in three cards
    place.act("catch Cho");
    place.act("catch Ann");
    place.pay_with(&[1, 1, 1]); // Bob 3 in three cards
    place.acts("catch Bob; fish Ann 3");
    // Ann 3 fish, then Cho (Catcher) own and Bob's ID, then Ann's own.
    place.pay_with(&[1, 1, 1, 3, 3, 1]);
    let shown = place.show(Viewer::Public);
    assert_eq!(
        shown["game"]["scores"],
        json!({"Ann": 8, "Bob": 3, "Cho": 6})
    );

    let mut place = start(3, TABLE, 1);
    place.acts("catch Bob; catch Cho");
    place.pay_with(&[1, 1, 2]); // Ann: 4 in three
    place.act("catch Cho");
    place.act("catch Ann");
    place.pay_with(&[1, 1, 1]); // Bob: 3 in three
    place.acts("catch Bob; catch Ann");
    place.pay_with(&[2, 1, 1]); // Cho: 4 in three
    assert_eq!(
        place.show(Viewer::Public)["result"]["winners"],
        json!(["Ann", "Cho"])
    );

    let mut place = start(3, TABLE, 1);
    place.acts("fish Bob; value Bob 1; catch Bob; catch Cho");
    place.pay_with(&[1, 1, 2]); // Ann: 4 in three; Bob: 1 in one
    place.act("catch Cho");
    place.act("catch Ann");
    place.pay_with(&[1, 1, 1]); // Bob: 4 in four
    place.acts("catch Bob; catch Ann");
    place.pay_with(&[1, 1, 1]); // Cho: 3
    let shown = place.show(Viewer::Public);
    assert_eq!(shown["result"]["winners"], json!(["Bob"]), "more cards");
    assert!(
        shown["result"]["reason"]
            .as_str()
            .expect("why")
            .contains("more fish cards")
    );
}

#[test]
fn after_the_end_nothing_moves_and_everybodys_values_are_open() {
    let mut place = start(2, APP, 4);
    for _ in 0..4 {
        let active = place.get("active").as_str().expect("a name").to_owned();
        place.act(&format!("fish {active} 3"));
    }
    assert!(place.over());
    let game = place.game();
    for (seat, name) in ["Ann", "Bob"].iter().enumerate() {
        assert_eq!(game["values"][name], json!(hand(&place, seat)));
        let sum: u64 = hand(&place, seat).iter().sum();
        assert_eq!(game["scores"][name], sum);
    }
    for mv in ["next", "fish Ann", "catch Ann", "skate Ann", "value Ann 1"] {
        assert_eq!(place.refused(mv).0, Fault::Over, "{mv}");
    }
}

#[test]
fn at_most_44_cards_are_ever_drawn_so_the_pile_suffices() {
    let mut place = start(4, APP, 1);
    while !place.over() {
        let game = place.game();
        let catcher = place
            .seat(game["catcher"].as_str().expect("a name"))
            .expect("a seat");
        let runners: Vec<&str> = (1..4).map(|n| NAMES[(catcher + n) % 4]).collect();
        place.acts(&format!(
            "fish {} 2; fish {} 2; fish {} 3",
            runners[0], runners[1], runners[2]
        ));
    }
    let drawn: usize = (0..4).map(|s| hand(&place, s).len()).sum();
    assert_eq!(drawn, 44);
    assert_eq!(place.state()["pile"].as_array().expect("a pile").len(), 1);
}

// ---- two players ----

#[test]
fn two_play_four_rounds_each_catcher_twice() {
    let mut place = start(2, APP, 1);
    let mut catchers = Vec::new();
    while !place.over() {
        catchers.push(place.get("catcher"));
        let active = place.get("active").as_str().expect("a name").to_owned();
        place.act(&format!("fish {active} 3"));
    }
    assert_eq!(catchers, ["Ann", "Bob", "Ann", "Bob"]);
}

#[test]
fn first_catch_takes_the_id_and_the_runner_flicks_at_once() {
    for turns in 0..2 {
        let mut place = start(2, APP, 1);
        for _ in 0..turns {
            place.act("next");
        }
        place.act("catch Bob");
        assert_eq!(place.get("round"), 1);
        assert_eq!(place.get("ids"), json!({"Ann": "Ann", "Bob": "Ann"}));
        assert_eq!(place.get("active"), "Bob", "the Catcher's turn ends");
        assert!(
            place
                .told()
                .iter()
                .any(|(.., text)| text.contains("Classroom"))
        );
        place.act("next");
        assert_eq!(place.get("active"), "Ann");
    }
}

#[test]
fn no_skates_of_the_catcher_before_that_flick() {
    let mut place = start(2, TABLE, 1);
    // The first round gives Ann two 1s, the second passes, in the third she is the Catcher again.
    place.acts("catch Bob; catch Bob");
    place.pay(1);
    place.act("fish Ann 3");
    place.pay(1);
    assert_eq!(
        (place.get("catcher"), place.get("active")),
        (json!("Ann"), json!("Bob"))
    );
    place.acts("next");
    assert_eq!(place.get("active"), "Ann");
    place.act("catch Bob");
    assert_eq!(place.refused("skate Ann").0, Fault::Time);
    place.act("next");
    place.act("skate Ann");
}

#[test]
fn second_catch_ends_the_round_and_brings_nothing_more() {
    let mut place = start(2, TABLE, 1);
    place.acts("catch Bob; catch Bob");
    assert_eq!(place.get("round"), 2);
    assert_eq!(place.get("catcher"), "Bob");
    assert_eq!(
        place.get("owed"),
        json!(["Ann", "Ann"]),
        "the own ID and Bob's, once"
    );
}

#[test]
fn a_runner_caught_once_can_still_end_the_round_by_fish() {
    let mut place = start(2, TABLE, 1);
    place.acts("catch Bob; fish Bob 3");
    assert_eq!(
        place.get("owed"),
        json!(["Bob", "Bob", "Bob", "Ann", "Ann"])
    );
}

// ---- real cards ----

#[test]
fn with_cards_table_other_moves_are_refused_until_the_owed_values_are_typed() {
    let mut place = start(3, TABLE, 1);
    place.act("fish Bob 2");
    assert_eq!(place.get("owed"), json!(["Bob", "Bob"]));
    assert_eq!(place.get("cards")["Bob"], 0, "a card counts when typed");
    for mv in ["next", "fish Cho", "catch Cho", "skate Bob"] {
        let (fault, text) = place.refused(mv);
        assert_eq!(fault, Fault::Time, "{mv}");
        assert!(text.contains("not typed in yet"), "{text}");
    }
    place.act("value Bob 3");
    assert_eq!(place.get("owed"), json!(["Bob"]));
    assert_eq!(place.get("cards")["Bob"], 1);
    place.act("value bob 1");
    place.act("next");
}

#[test]
fn values_pay_in_order_and_must_be_on_a_card() {
    let mut place = start(3, TABLE, 1);
    assert_eq!(place.refused("value Bob 1").0, Fault::Time);
    place.act("fish Bob 3");
    place.forbidden("value Ann 1", "in the order they were drawn");
    for value in [0, 4, 9, 300] {
        assert_eq!(
            place.refused(&format!("value Bob {value}")).0,
            Fault::Unknown
        );
    }
    for mv in ["value", "value Bob", "value Bob x", "value Bob 1 2"] {
        assert_eq!(place.refused(mv).0, Fault::Words, "{mv}");
    }
    // The name may be left out.
    place.act("value 2");
    assert_eq!(hand(&place, 1), [2]);
}

#[test]
fn the_last_rounds_cards_are_typed_in_before_the_game_is_over() {
    let mut place = start(2, TABLE, 1);
    for _ in 0..4 {
        assert!(!place.over());
        let active = place.get("active").as_str().expect("a name").to_owned();
        place.act(&format!("fish {active} 3"));
        let owed = place.get("owed").as_array().expect("names").len();
        assert_eq!(owed, 5);
        for _ in 0..owed {
            assert!(!place.over());
            place.act("value 2");
        }
    }
    assert!(place.over());
    assert_eq!(place.get("scores"), json!({"Ann": 20, "Bob": 20}));
}

#[test]
fn a_value_that_the_kit_has_no_more_of_is_taken_with_a_warning() {
    let mut place = start(4, TABLE, 1);
    let mut warned = false;
    for _ in 0..2 {
        let active = place.get("active").as_str().expect("a name").to_owned();
        place.act(&format!("fish {active} 3"));
        while place.get("owed")[0].is_string() {
            place.act("value 3");
            warned |= place
                .told()
                .iter()
                .any(|(.., text)| text.contains("please check"));
        }
    }
    assert!(warned, "14 threes of 10");
}

#[test]
fn with_cards_app_values_are_not_typed() {
    let mut place = start(3, APP, 1);
    place.act("fish Bob");
    place.forbidden("value Bob 1", "cards=table");
}

// ---- tournament ----

#[test]
fn a_tournament_gives_a_point_a_fish_and_an_id_without_cards_or_skates() {
    let mut place = start(3, TOURNAMENT, 1);
    place.forbidden("skate Bob", "without fish cards");
    place.forbidden("value Bob 1", "without fish cards");
    place.acts("fish Bob 2; catch Bob; fish Cho; catch Cho");
    // Ann three IDs; Bob two fish; Cho one fish.
    assert_eq!(place.get("cards"), json!({"Ann": 0, "Bob": 0, "Cho": 0}));
    place.act("fish Cho 3");
    // Bob, the Catcher, has his ID; Cho three fish and her ID; Ann her ID.
    place.act("fish Ann 3");
    let shown = place.show(Viewer::Public);
    assert_eq!(
        shown["game"]["scores"],
        json!({"Ann": 8, "Bob": 4, "Cho": 6})
    );
    assert_eq!(shown["result"]["winners"], json!(["Ann"]));
}

#[test]
fn equal_points_of_a_tournament_are_shared() {
    let mut place = start(2, TOURNAMENT, 1);
    for _ in 0..4 {
        let active = place.get("active").as_str().expect("a name").to_owned();
        place.act(&format!("fish {active} 3"));
    }
    let shown = place.show(Viewer::Public);
    assert_eq!(shown["game"]["scores"], json!({"Ann": 10, "Bob": 10}));
    assert_eq!(shown["result"]["winners"], json!(["Ann", "Bob"]));
}

// ---- words ----

#[test]
fn words_that_are_no_move_are_refused_with_help() {
    let mut place = start(3, APP, 1);
    for mv in [
        "",
        "dance",
        "fishh Bob",
        "next Bob",
        "fish",
        "catch",
        "catch Bob Cho",
    ] {
        assert_eq!(place.refused(mv).0, Fault::Words, "{mv}");
    }
    let (fault, text) = place.refused("fish Bbo");
    assert_eq!(fault, Fault::Unknown);
    assert!(text.contains("did you mean `Bob`?"), "{text}");
}

#[test]
fn short_forms_are_read_and_written_in_full() {
    let mut place = start(3, APP, 1);
    for (short, full) in [
        ("f b 2", "fish Bob 2"),
        ("C cho", "catch Cho"),
        ("n", "next"),
    ] {
        place.act(short);
        let kept = format!("{:?}", place.log().last().expect("an entry").act);
        assert!(kept.contains(full), "{kept}");
    }
}

#[test]
fn names_may_be_anything() {
    let names = ["Mary Ann", "Mary", "猫 2", "fish"];
    let set = [("catcher", "fish"), ("cards", "table")];
    let mut place = try_start(&names, &set, 1).unwrap_or_else(|e| panic!("{e:?}"));
    place.act("fish mary ann");
    assert_eq!(place.get("owed"), json!(["Mary Ann"]));
    place.act("value Mary Ann 3");
    place.act("fish \"Mary\" 2");
    assert_eq!(place.get("owed"), json!(["Mary", "Mary"]));
    place.acts("value \"Mary\" 1; value 1; fish 猫 2; value \"猫 2\" 2");
    assert_eq!(
        place.get("fish"),
        json!({"Mary Ann": 1, "Mary": 2, "猫 2": 1, "fish": 0})
    );
    let again = Table::open(place.path(), Access::Read).unwrap_or_else(|e| panic!("{e:?}"));
    assert_eq!(again.state(), place.state());
}

// ---- secrets ----

#[test]
fn drawn_cards_are_secret_to_their_owner_until_the_end() {
    let mut place = start(3, APP, 1);
    place.act("fish Bob 2");
    let own = place.show(Viewer::Seat(1));
    assert_eq!(own["game"]["values"], json!({"Bob": hand(&place, 1)}));
    for viewer in [Viewer::Seat(0), Viewer::Seat(2), Viewer::Public] {
        let shown = place.show(viewer);
        assert!(shown["game"]["values"].get("Bob").is_none(), "{viewer:?}");
    }
    let told = place.told();
    for (effect, to, text) in &told {
        if text.starts_with("you draw") {
            assert_eq!((*effect, *to), (Effect::Deal, Viewer::Seat(1)));
        }
    }
    assert!(told.iter().any(|(.., text)| text.starts_with("you draw")));
}

#[test]
fn what_others_see_does_not_depend_on_the_cards() {
    // Tables of different seeds differ in nothing but the pile.
    let look = |seed| {
        let mut place = start(3, APP, seed);
        place.acts("fish Bob 2; next; fish Cho; next; next; fish Bob");
        let public = place.show(Viewer::Public).to_string();
        let lines = place.view(Viewer::Public).lines.join("\n");
        let events = place.log().iter().flat_map(|e| e.events.clone());
        let open = events.filter(|e| e.to == Viewer::Public);
        let open: Vec<String> = open.map(|e| e.text.to_string()).collect();
        (public, lines, open)
    };
    let first = look(1);
    for seed in 2..8 {
        assert_eq!(look(seed), first);
    }
}

// ---- undo, replay, playouts ----

#[test]
fn a_dealt_card_is_taken_back_only_if_all_agree_and_then_shuffled_anew() {
    let mut place = start(3, APP, 1);
    place.act("next");
    place
        .table
        .undo(false, 3)
        .expect("a turn can be taken back");
    place.act("fish Bob");
    assert!(place.table.undo(false, 3).is_err());
    place.table.undo(true, 3).expect("all agree");
    let mut pile: Vec<u64> = serde_json::from_value(place.state()["pile"].clone()).expect("a pile");
    pile.sort_unstable();
    assert_eq!(pile, [vec![1; 20], vec![2; 15], vec![3; 10]].concat());
    let mut real = start(3, TABLE, 1);
    real.acts("fish Bob; value Bob 2");
    real.table
        .undo(false, 3)
        .expect("a mistyped value can be put right");
    real.act("value Bob 3");
}

#[test]
fn random_playouts_end_keep_every_card_and_replay_as_they_were() {
    for game in 0..9u64 {
        let players = 2 + game as usize % 3;
        let set = [
            &[("cards", "app")][..],
            &[("cards", "table")],
            &[("scoring", "tournament")],
        ];
        let set = set[(game / 3) as usize];
        let mut place = start(players, set, game);
        let mut dice = Dice::new(&Seed::practice(game), "test");
        let mut moves = 0;
        while let Some(mv) = bot_move(&place, &mut dice) {
            place.act(&mv);
            moves += 1;
            assert!(moves < 1000, "no end");
            let kept = format!("{:?}", place.log().last().expect("an entry").act);
            assert!(kept.contains(&mv), "{mv} is kept as {kept}");
            check_cards(&place, set == [("cards", "app")]);
        }
        assert!(place.over());
        let again = Table::open(place.path(), Access::Read).unwrap_or_else(|e| panic!("{e:?}"));
        assert_eq!(again.state(), place.state());
        for viewer in (0..players).map(Viewer::Seat).chain([Viewer::Public]) {
            assert_eq!(again.show(viewer), place.table.show(viewer));
        }
    }
}

/// All 45 cards are in pile and hands when the companion deals; never more than that are typed in.
fn check_cards(place: &Place, dealt: bool) {
    let state = place.state();
    let mut cards: Vec<u64> = (0..4).flat_map(|s| hand(place, s)).collect();
    let pile: Vec<u64> = serde_json::from_value(state["pile"].clone()).expect("a pile");
    cards.extend(pile);
    let of = |value| cards.iter().filter(|c| **c == value).count();
    let found = [of(1), of(2), of(3)];
    if dealt {
        assert_eq!(found, [20, 15, 10]);
    } else {
        assert!(
            found[0] <= 20 && found[1] <= 15 && found[2] <= 10,
            "{found:?}"
        );
    }
    let fish = place.get("fish");
    let most = fish
        .as_object()
        .expect("fish")
        .values()
        .filter_map(Value::as_u64)
        .max();
    assert!(most <= Some(3));
}

// ---- bots ----

#[test]
fn sensible_bots_beat_random_ones() {
    for players in 2..=4 {
        let mut bots = vec![Skill::Random; players];
        bots[0] = Skill::Sensible;
        let stats = simulate(players, &bots, &[], 400);
        let others = stats.wins[1..].iter().sum::<u64>() as f64 / (players - 1) as f64;
        let own = stats.wins[0] as f64;
        assert!(own > others * 1.3, "{players} players: {own} to {others}");
    }
}

#[test]
fn bots_play_with_real_cards_and_in_tournaments() {
    for set in [("cards", "table"), ("scoring", "tournament")] {
        let stats = simulate(3, &[Skill::Random, Skill::Sensible], &[set], 100);
        assert_eq!((stats.games, stats.nobody), (100, 0));
    }
}
