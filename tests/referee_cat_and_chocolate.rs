//! The referee of Cat & Chocolate, sentence by sentence of its rules.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::OnceLock;

use kitpress::kit::Kit;
use kitpress::play::games;
use kitpress::play::journal::Access;
use kitpress::play::rng::{Chance, Dice, Seed};
use kitpress::play::rules::{Effect, Fault, Setup, Skill};
use kitpress::play::simulate::{Plan, Stats};
use kitpress::play::table::{Failure, Start, Table};
use kitpress::play::view::Viewer;
use serde_json::{Value, json};

const NAMES: [&str; 6] = ["Ann", "Bob", "Cho", "Dai", "Eve", "Fay"];

fn kit() -> &'static Kit {
    static KIT: OnceLock<Kit> = OnceLock::new();
    KIT.get_or_init(|| Kit::load("cat-and-chocolate").expect("the kit loads"))
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

    fn show(&self, viewer: Viewer) -> Value {
        Value::Object(self.table.show(viewer))
    }

    fn game(&self) -> Value {
        self.show(Viewer::Public)["game"].clone()
    }

    fn active(&self) -> String {
        self.game()["active"].as_str().expect("a name").to_owned()
    }

    fn over(&self) -> bool {
        self.table.outcome().is_some()
    }

    fn hand(&self, seat: usize) -> Vec<String> {
        let hand = self.show(Viewer::Seat(seat))["game"]["hand"].clone();
        serde_json::from_value(hand).expect("a hand")
    }

    /// Uses the first items of the hand, as many as are needed.
    fn use_some(&mut self) -> Vec<String> {
        let seat = self.table.seat(&self.active()).expect("a seat");
        let need = self.game()["need"].as_u64().expect("a number") as usize;
        let items = self.hand(seat)[..need].to_vec();
        self.act(&format!("use {}", items.join(", ")));
        items
    }

    /// The events of the last move, as everybody hears them.
    fn told(&self) -> Vec<(Effect, Viewer, String)> {
        let events = &self.table.log().last().expect("an entry").events;
        let event = |e: &kitpress::play::rules::Event| (e.effect, e.to, e.text.to_string());
        events.iter().map(event).collect()
    }
}

/// The secret state of a table that has just been set up, without a file.
fn fresh(players: usize, set: &[(&str, &str)], seed: u64) -> Value {
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
    let mut chance = Chance::new(Seed::practice(seed));
    let game = games::begin("cat-and-chocolate", setup, &mut chance);
    game.unwrap_or_else(|e| panic!("{e}")).0.state()
}

/// How many events lie before END.
fn end_in(state: &Value) -> usize {
    let events = state["events"].as_array().expect("events");
    let end = events.len() as u64 - 1;
    events
        .iter()
        .position(|e| e.as_u64() == Some(end))
        .expect("END is in the pile")
}

fn end_after(table: &Table) -> usize {
    end_in(&table.state())
}

/// The seats of each clique.
fn cliques_in(state: &Value, players: usize) -> (Vec<usize>, Vec<usize>) {
    let pets = state["pets"].as_u64().expect("cliques");
    (0..players).partition(|s| pets >> s & 1 == 0)
}

fn secret_cliques(table: &Table) -> (Vec<usize>, Vec<usize>) {
    cliques_in(&table.state(), table.seats().len())
}

/// A random move of bots, as text.
fn bot_move(table: &Table, dice: &mut Dice) -> Option<String> {
    let skills = vec![Skill::Random; table.seats().len()];
    table.choose(&skills, dice)
}

fn simulate(players: usize, bots: &[Skill], set: &[(&str, &str)], games: u64) -> Stats {
    let (kit, seats) = (kit(), NAMES[..players].iter());
    let seats: Vec<String> = seats.map(|n| (*n).to_owned()).collect();
    let settings = set
        .iter()
        .map(|(k, v)| (String::from(*k), String::from(*v)));
    let settings = settings.collect();
    let setup = Setup {
        kit,
        seats: &seats,
        settings: &settings,
    };
    let skills = bots.iter().copied().cycle().take(players).collect();
    let plan = Plan {
        games,
        seed: 7,
        skills,
    };
    let stats = games::simulate("cat-and-chocolate", setup, &plan, &|_| {});
    stats.expect("the rules accept it").expect("games end")
}

// ---- set-up ----

#[test]
fn three_to_six_can_play() {
    for players in 3..=6 {
        start(players, &[], 1);
    }
    for names in [&["Ann", "Bob"][..], &["A", "B", "C", "D", "E", "F", "G"]] {
        let refused = try_start(names, &[], 1);
        assert!(matches!(refused, Err(Failure::Refused(_))));
    }
}

#[test]
fn cliques_by_players_are_3_3_and_3_2_and_2_2_and_2_1() {
    for (players, council, pet) in [(6, 3, 3), (5, 3, 2), (4, 2, 2), (3, 2, 1)] {
        for seed in 0..20 {
            let (c, p) = cliques_in(&fresh(players, &[], seed), players);
            assert_eq!((c.len(), p.len()), (council, pet), "{players} players");
        }
    }
}

#[test]
fn any_seat_can_be_in_any_clique() {
    let lone = |seed| cliques_in(&fresh(3, &[], seed), 3).1[0];
    let seen: BTreeSet<usize> = (0..30).map(lone).collect();
    assert_eq!(seen, BTreeSet::from([0, 1, 2]));
}

#[test]
fn end_is_put_back_uniformly_after_13_to_18_events() {
    let mut counts = [0; 19];
    for seed in 0..1200 {
        counts[end_in(&fresh(4, &[], seed))] += 1;
    }
    assert_eq!(counts[..13].iter().sum::<u32>(), 0);
    for place in 13..=18 {
        // 200 are expected; five standard deviations around it.
        assert!((135..=265).contains(&counts[place]), "{counts:?}");
    }
}

#[test]
fn equal_turns_put_end_only_after_a_multiple_of_the_player_count() {
    for players in 3..=6 {
        for seed in 0..20 {
            let end = end_in(&fresh(players, &[("equal-turns", "on")], seed));
            assert!(end.is_multiple_of(players) && (13..=18).contains(&end));
        }
    }
}

#[test]
fn first_player_is_a_name_or_random() {
    assert_eq!(start(4, &[("first", "cho")], 1).active(), "Cho");
    let random: BTreeSet<String> = (0..40).map(|s| start(4, &[], s).active()).collect();
    assert_eq!(random.len(), 4);
    assert!(try_start(&NAMES[..3], &[("first", "Zoe")], 1).is_err());
}

#[test]
fn settings_are_shown_with_their_defaults() {
    let shown = start(3, &[], 1).show(Viewer::Public)["settings"].clone();
    assert_eq!(
        shown,
        json!({"cards": "table", "equal-turns": "off", "lone": 3, "first": "random"})
    );
    let set = [
        ("cards", "app"),
        ("equal-turns", "on"),
        ("lone", "2"),
        ("first", "bob"),
    ];
    let shown = start(3, &set, 1).show(Viewer::Public)["settings"].clone();
    assert_eq!(
        shown,
        json!({"cards": "app", "equal-turns": "on", "lone": 2, "first": "Bob"})
    );
}

#[test]
fn settings_that_there_are_not_are_refused_with_advice() {
    for (set, word) in [
        (("card", "app"), "`cards`"),
        (("cards", "apps"), "`app`"),
        (("lone", "4"), "`lone`"),
        (("equal-turns", "maybe"), "`on`"),
    ] {
        match try_start(&NAMES[..3], &[set], 1) {
            Err(Failure::Refused(r)) => assert!(r.to_string().contains(word), "{r}"),
            _ => panic!("{set:?} is not refused"),
        }
    }
}

// ---- a turn ----

#[test]
fn the_fields_of_the_game_are_exactly_those_of_the_contract() {
    let mut place = start(3, &[("first", "Ann")], 1);
    let keys = |p: &Place| -> Vec<String> {
        let game = p.game();
        game.as_object().expect("fields").keys().cloned().collect()
    };
    assert_eq!(keys(&place), ["active", "event", "need", "won"]);
    let game = place.game();
    assert_eq!(
        (&game["event"], &game["need"]),
        (&Value::Null, &Value::Null)
    );
    assert_eq!(game["won"], json!({"Ann": 0, "Bob": 0, "Cho": 0}));
    place.act("flip");
    assert_eq!(keys(&place), ["active", "event", "need", "won"]);
    let game = place.game();
    assert!(game["event"].is_string() && game["need"].is_u64());
    let own = place.show(Viewer::Seat(0));
    assert_eq!(
        own["game"], game,
        "nothing of one's own with the cards on the table"
    );
}

#[test]
fn the_back_of_the_next_card_shows_how_many_items_must_be_used() {
    let kit = kit();
    let cards = &kit.component("event").expect("events").cards;
    let mut place = start(4, &[], 5);
    let events: Vec<usize> =
        serde_json::from_value(place.state()["events"].clone()).expect("a pile");
    for turn in 0..end_after(&place) {
        place.act("flip");
        let game = place.game();
        // END stands last in the kit, as in the referee's numbers.
        assert_eq!(game["event"], cards[events[turn]].name.as_str());
        let back = cards[events[turn + 1]].fields["items"].as_str();
        assert_eq!(game["need"].to_string(), back.expect("a number"));
        place.act("vote 3 0");
    }
}

#[test]
fn up_at_least_down_wins_the_event_else_it_is_discarded() {
    for (vote, wins) in [
        ("vote 3 0", 1),
        ("vote 2 1", 1),
        ("vote 1 2", 0),
        ("vote 0 3", 0),
        ("vote up up down", 1),
        ("vote down, up, down", 0),
        ("VOTE Up U d", 1),
    ] {
        let mut place = start(4, &[("first", "Ann")], 1);
        place.act("flip");
        place.act(vote);
        assert_eq!(place.game()["won"]["Ann"], wins, "{vote}");
    }
    let mut five = start(5, &[("first", "Ann")], 1);
    five.act("flip");
    five.act("vote 2 2");
    assert_eq!(five.game()["won"]["Ann"], 1, "as many up as down");
}

#[test]
fn every_other_player_votes_so_the_votes_add_up_to_players_less_one() {
    for players in 3..=6 {
        let mut place = start(players, &[], 1);
        place.act("flip");
        for up in 0..=players {
            for down in 0..=players {
                let vote = format!("vote {up} {down}");
                if up + down != players - 1 {
                    let (fault, text) = place.refused(&vote);
                    assert_eq!(fault, Fault::Rule);
                    assert!(text.contains("everybody votes but"), "{text}");
                }
            }
        }
        let all = vec!["up"; players].join(" ");
        place.refused(&format!("vote {all}"));
        place.act(&format!("vote {}", vec!["up"; players - 1].join(" ")));
    }
}

#[test]
fn a_player_at_a_loss_is_counted_out_and_fails() {
    let mut place = start(3, &[("first", "Ann")], 1);
    place.act("flip");
    place.act("fail");
    assert_eq!(place.game()["won"]["Ann"], 0);
    assert_eq!(place.active(), "Bob");
    assert_eq!(place.game()["event"], Value::Null);
}

#[test]
fn the_next_player_clockwise_goes_on() {
    let mut place = start(5, &[("first", "Dai")], 1);
    let mut seen = Vec::new();
    for _ in 0..7 {
        seen.push(place.active());
        place.act("flip");
        place.act("vote 4 0");
    }
    assert_eq!(seen, ["Dai", "Eve", "Ann", "Bob", "Cho", "Dai", "Eve"]);
}

#[test]
fn moves_at_the_wrong_time_are_refused_and_name_their_rule() {
    let mut place = start(3, &[], 1);
    for mv in ["vote 2 0", "fail", "use cat"] {
        let (fault, text) = place.refused(mv);
        assert_eq!(fault, Fault::Time, "{mv}");
        assert!(
            text.contains("a turn begins with turning up an event"),
            "{text}"
        );
    }
    place.act("flip");
    let (fault, text) = place.refused("flip");
    assert_eq!(fault, Fault::Time);
    assert!(text.contains("one event a turn"), "{text}");
}

#[test]
fn words_that_are_no_move_are_refused_with_help() {
    let mut place = start(3, &[], 1);
    for mv in [
        "",
        "dance",
        "flipp",
        "flip twice",
        "f",
        "vote",
        "vote 2",
        "vote 1 1 0",
        "vote maybe no",
    ] {
        let (fault, text) = place.refused(mv);
        assert_eq!(fault, Fault::Words, "{mv}: {text}");
    }
    assert!(place.refused("flipp").1.contains("did you mean `flip`?"));
    assert!(place.refused("f").1.contains("`flip`, `fail`"));
    // The start of a word is enough where only one begins so.
    place.act("fl");
    place.act("v 1 1");
}

// ---- items ----

/// A table where the first event needs so many items.
fn needing(need: u64, set: &[(&str, &str)]) -> Place {
    for seed in 0..200 {
        let mut place = start(4, set, seed);
        place.act("flip");
        if place.game()["need"] == need {
            return place;
        }
    }
    panic!("no event needs {need}");
}

#[test]
fn the_worked_example_bed_hair_cat_and_telescope() {
    let mut place = needing(2, &[("first", "Ann")]);
    place.act("use cat, telescope");
    assert!(place.told()[0].2.contains("Cat, Telescope"));
    place.act("vote up down up");
    assert_eq!(place.game()["won"]["Ann"], 1);
}

#[test]
fn use_checks_the_count_exactly() {
    let items = ["cat", "chocolate", "telescope"];
    for need in 1..=3 {
        for given in 1..=3 {
            let mut place = needing(need, &[]);
            let mv = format!("use {}", items[..given].join(", "));
            if given as u64 == need {
                place.act(&mv);
            } else {
                let (fault, text) = place.refused(&mv);
                assert_eq!(fault, Fault::Rule);
                assert!(text.contains("back of the next card"), "{text}");
            }
        }
        let mut place = needing(need, &[]);
        place.refused("use cat, chocolate, telescope, umbrella");
        place.refused("use");
    }
}

#[test]
fn an_item_the_kit_does_not_have_is_refused_always() {
    for cards in ["table", "app"] {
        let mut place = needing(1, &[("cards", cards)]);
        let (fault, text) = place.refused("use dragon");
        assert_eq!(fault, Fault::Unknown);
        assert!(text.contains("no item `dragon`"), "{text}");
        assert!(
            place
                .refused("use telescop3")
                .1
                .contains("did you mean `telescope`?")
        );
    }
}

#[test]
fn an_item_is_used_once() {
    let mut place = needing(2, &[]);
    assert!(place.refused("use cat, cat").1.contains("only once"));
    place.act("use cat, chocolate");
    assert_eq!(place.refused("use cat, chocolate").0, Fault::Time);
}

#[test]
fn items_go_by_name_by_title_in_both_languages_and_by_their_start() {
    for mv in [
        "use Cat; no",
        "use CAT chocolate",
        "use 猫、チョコレート",
        "use \"cat\" choc",
    ] {
        let mut place = needing(2, &[]);
        if mv.contains(';') {
            place.refused(mv);
            continue;
        }
        place.act(mv);
        let kept = place.log().last().expect("an entry").act.clone();
        assert!(
            format!("{kept:?}").contains("use cat, chocolate"),
            "{kept:?}"
        );
    }
}

#[test]
fn use_is_optional_with_the_cards_on_the_table() {
    let mut place = start(3, &[], 1);
    place.act("flip");
    place.act("vote 2 0");
}

#[test]
fn with_cards_app_use_comes_before_the_vote() {
    let mut place = start(3, &[("cards", "app")], 1);
    place.act("flip");
    let (fault, text) = place.refused("vote 2 0");
    assert_eq!(fault, Fault::Time);
    assert!(text.contains("the vote comes after the answer"), "{text}");
    place.use_some();
    place.act("vote 2 0");
}

#[test]
fn with_cards_app_everybody_holds_three_items_that_only_they_see() {
    let place = start(6, &[("cards", "app")], 1);
    let hands: Vec<Vec<String>> = (0..6).map(|s| place.hand(s)).collect();
    let all: BTreeSet<&String> = hands.iter().flatten().collect();
    assert_eq!(all.len(), 18, "no item twice");
    for (seat, hand) in hands.iter().enumerate() {
        assert_eq!(hand.len(), 3);
        let viewers = (0..6).map(Viewer::Seat).chain([Viewer::Public]);
        for viewer in viewers.filter(|v| *v != Viewer::Seat(seat)) {
            let shown = place.show(viewer).to_string();
            for item in hand {
                assert!(
                    !shown.contains(&format!("\"{item}\"")),
                    "{viewer:?} sees {item}"
                );
            }
        }
    }
    assert!(place.game().get("hand").is_none());
}

#[test]
fn with_cards_app_items_must_be_in_hand() {
    let mut place = needing(1, &[("cards", "app"), ("first", "Ann")]);
    let theirs = place.hand(1)[0].clone();
    let (fault, text) = place.refused(&format!("use {theirs}"));
    assert_eq!(fault, Fault::Rule);
    assert!(text.contains("own hand"), "{text}");
}

#[test]
fn used_items_are_discarded_and_as_many_drawn() {
    let mut place = needing(2, &[("cards", "app"), ("first", "Ann")]);
    let before = place.hand(0);
    let used = place.use_some();
    assert_eq!(place.hand(0).len(), 1);
    place.act("vote 3 0");
    let after = place.hand(0);
    assert_eq!(after.len(), 3);
    assert_eq!(after[0], before[2], "the kept item stays");
    assert!(used.iter().all(|item| !after.contains(item)));
    assert_eq!(
        place.state()["discards"]
            .as_array()
            .expect("discards")
            .len(),
        2
    );
    // What is drawn is told to its owner alone.
    let told = place.told();
    let drawn = told
        .iter()
        .find(|(_, _, text)| text.starts_with("you draw"));
    assert_eq!(drawn.expect("a whisper").1, Viewer::Seat(0));
}

#[test]
fn a_counted_out_player_still_discards_the_items_they_used() {
    let mut place = needing(2, &[("cards", "app"), ("first", "Ann")]);
    let used = place.use_some();
    place.act("fail");
    let after = place.hand(0);
    assert_eq!(
        (after.len(), place.game()["won"]["Ann"].clone()),
        (3, json!(0))
    );
    assert!(used.iter().all(|item| !after.contains(item)));
    // Without items, nothing is drawn.
    place.act("flip");
    let before = place.hand(1);
    place.act("fail");
    assert_eq!(place.hand(1), before);
}

#[test]
fn an_empty_pile_is_made_of_the_reshuffled_discards() {
    let mut reshuffled = false;
    for seed in 0..20 {
        let mut place = start(6, &[("cards", "app")], seed);
        while !place.over() {
            place.act("flip");
            if place.over() {
                break;
            }
            place.use_some();
            place.act("vote 5 0");
            reshuffled |= place.told().iter().any(|(effect, _, text)| {
                *effect == Effect::Shuffle && text.contains("discards are shuffled")
            });
        }
    }
    assert!(
        reshuffled,
        "22 cards in the pile do not last for every game"
    );
}

// ---- the end ----

/// Plays to the end so that each seat wins as many events as it is given, its first ones.
fn play_out(place: &mut Place, wins: &[u32]) {
    let players = place.seats().len();
    let (up, down) = (
        format!("vote {} 0", players - 1),
        format!("vote 0 {}", players - 1),
    );
    let mut left = wins.to_vec();
    loop {
        let seat = place.seat(&place.active()).expect("a seat");
        place.act("flip");
        if place.over() {
            break;
        }
        if left[seat] > 0 {
            left[seat] -= 1;
            place.act(&up);
        } else {
            place.act(&down);
        }
    }
    assert!(
        left.iter().all(|n| *n == 0),
        "not enough turns for {wins:?}"
    );
}

#[test]
fn the_table_of_outcomes_for_every_player_count() {
    // Council's events, Pet's events, how often a lone member counts, scores, who wins.
    type Row = (
        &'static [u32],
        &'static [u32],
        &'static str,
        (u32, u32),
        &'static str,
    );
    let rows: [Row; 22] = [
        (&[4, 3], &[2], "3", (7, 6), "council"),
        (&[4, 4], &[3], "3", (8, 9), "pet"),
        (&[3, 3], &[2], "3", (6, 6), "both"),
        (&[5, 1], &[2], "3", (6, 6), "both"),
        (&[0, 0], &[0], "3", (0, 0), "both"),
        (&[5, 5], &[5], "3", (10, 15), "pet"),
        (&[4, 3], &[3], "2", (7, 6), "council"),
        (&[1, 2], &[2], "2", (3, 4), "pet"),
        (&[2, 2], &[2], "2", (4, 4), "both"),
        (&[3, 1], &[2, 4], "3", (4, 6), "pet"),
        (&[4, 4], &[4, 3], "3", (8, 7), "council"),
        (&[2, 2], &[3, 1], "2", (4, 4), "both"),
        (&[0, 0], &[0, 0], "3", (0, 0), "both"),
        (&[3, 1, 3], &[2, 3], "3", (4, 5), "pet"),
        (&[3, 3, 0], &[1, 1], "3", (3, 2), "council"),
        (&[3, 2, 1], &[2, 2], "3", (4, 4), "both"),
        (&[2, 2, 2], &[0, 3], "2", (4, 3), "council"),
        (&[0, 3, 0], &[1, 3], "3", (3, 4), "pet"),
        (&[3, 1, 2], &[2, 3, 0], "3", (6, 5), "council"),
        (&[1, 1, 1], &[3, 0, 0], "2", (3, 3), "both"),
        (&[0, 0, 1], &[1, 1, 0], "3", (1, 2), "pet"),
        (&[3, 3, 3], &[3, 3, 3], "3", (9, 9), "both"),
    ];
    for (row, (council, pet, lone, scores, winner)) in rows.into_iter().enumerate() {
        let players = council.len() + pet.len();
        let set = [("lone", lone), ("equal-turns", "on")];
        let mut place = start(players, &set, row as u64);
        let (c, p) = secret_cliques(&place);
        let mut wins = vec![0; players];
        for (seats, events) in [(&c, council), (&p, pet)] {
            for (seat, n) in seats.iter().zip(events) {
                wins[*seat] = *n;
            }
        }
        play_out(&mut place, &wins);
        let shown = place.show(Viewer::Public);
        let expected = json!({"council": scores.0, "pet": scores.1});
        assert_eq!(shown["game"]["scores"], expected, "row {row}");
        assert_eq!(shown["scores"], expected, "row {row}");
        let names = |seats: &[usize]| -> Vec<&str> { seats.iter().map(|s| NAMES[*s]).collect() };
        let all: Vec<usize> = (0..players).collect();
        let expected = match winner {
            "council" => names(&c),
            "pet" => names(&p),
            _ => names(&all),
        };
        assert_eq!(shown["result"]["winners"], json!(expected), "row {row}");
    }
}

#[test]
fn end_flipped_ends_the_game_at_once_and_reveals_the_cliques() {
    let mut place = start(5, &[], 3);
    let (council, _) = secret_cliques(&place);
    for _ in 0..end_after(&place) {
        place.act("flip");
        place.act("vote 4 0");
    }
    assert!(!place.over());
    place.act("flip");
    let shown = place.show(Viewer::Public);
    assert_eq!(
        (&shown["over"], &shown["game"]["event"]),
        (&json!(true), &json!("end"))
    );
    assert_eq!(shown["game"]["need"], Value::Null);
    for (seat, name) in NAMES[..5].iter().enumerate() {
        let side = if council.contains(&seat) {
            "council"
        } else {
            "pet"
        };
        assert_eq!(shown["game"]["cliques"][name], side);
        assert_eq!(shown["seats"][seat]["role"], side);
    }
    assert!(place.told().iter().any(|(e, ..)| *e == Effect::Reveal));
    for mv in ["flip", "vote 4 0", "fail", "use cat"] {
        assert_eq!(place.refused(mv).0, Fault::Over, "{mv}");
    }
}

// ---- secrets ----

/// Everything that anybody is shown or told before the end.
fn all_seen(place: &Place) -> String {
    let viewers = (0..place.seats().len()).map(Viewer::Seat);
    let mut seen = String::new();
    for viewer in viewers.chain([Viewer::Public]) {
        let view = place.view(viewer);
        seen += &place.show(viewer).to_string();
        seen += &view.lines.join("\n");
        seen += &view.secret.join("\n");
        seen += &format!("{:?}", view.roles);
    }
    for entry in place.log() {
        for event in &entry.events {
            seen += &event.text.to_string();
        }
    }
    seen
}

#[test]
fn cliques_are_seen_by_nobody_until_the_end_not_even_by_their_own_player() {
    for (seed, cards) in [(1, "table"), (2, "app"), (3, "app")] {
        let mut place = start(4, &[("cards", cards)], seed);
        let mut dice = Dice::new(&Seed::practice(seed), "test");
        while let Some(mv) = bot_move(&place, &mut dice) {
            let seen = all_seen(&place).to_lowercase();
            for word in ["council", "teacher's pet", "\"pet\"", "cliques"] {
                assert!(!seen.contains(word), "{word}");
            }
            place.act(&mv);
        }
        assert!(all_seen(&place).contains("council"));
    }
}

#[test]
fn how_many_events_are_left_is_never_shown() {
    // Two tables that differ in nothing but where END lies look alike until it turns up.
    let mut seen: std::collections::BTreeMap<usize, Vec<String>> = Default::default();
    for seed in 0..12 {
        let mut place = start(3, &[("first", "Ann")], seed);
        let end = end_after(&place);
        let mut shown = Vec::new();
        for _ in 0..13 {
            place.act("flip");
            let mut view = place.show(Viewer::Public);
            assert!(view["game"].get("left").is_none());
            // Which event, and the number on the next back, are open.
            view["game"]["event"].take();
            view["game"]["need"].take();
            view["need"].take();
            shown.push(view.to_string());
            place.act("vote 2 0");
        }
        seen.insert(end, shown);
    }
    assert!(seen.len() > 3);
    let looks: BTreeSet<&Vec<String>> = seen.values().collect();
    assert_eq!(looks.len(), 1, "tables look alike wherever END lies");
}

// ---- undo, replay, playouts ----

#[test]
fn a_vote_can_be_taken_back_but_not_what_was_turned_up() {
    let mut place = start(3, &[], 1);
    place.act("flip");
    place.act("vote 2 0");
    place.table.undo(false, 3).expect("a vote is open");
    assert!(place.table.undo(false, 3).is_err(), "an event was seen");
    place.table.undo(true, 3).expect("all agree");
    assert_eq!(place.game()["event"], Value::Null);
}

#[test]
fn what_all_agree_to_take_back_is_shuffled_anew_but_the_number_on_top_stays() {
    for seed in 0..10 {
        let mut place = start(4, &[("cards", "app")], seed);
        place.act("flip");
        let need = place.game()["need"].clone();
        place.use_some();
        place.act("vote 3 0");
        place.table.undo(true, 3).expect("all agree");
        assert_eq!(place.game()["need"], need);
        let state = place.state();
        let mut events: Vec<u64> = serde_json::from_value(state["events"].clone()).expect("a pile");
        events.sort_unstable();
        assert_eq!(events, (0..32).collect::<Vec<u64>>());
        assert!((13..=18).contains(&end_after(&place)));
        place.act("vote 3 0");
        assert_eq!(place.hand(0).len(), 3);
    }
}

#[test]
fn end_taken_back_comes_again_where_it_still_may() {
    for seed in 0..10 {
        let mut place = start(3, &[], seed);
        let end = end_after(&place);
        play_out(&mut place, &[0, 0, 0]);
        place.table.undo(true, 3).expect("all agree");
        assert!((end..=18).contains(&end_after(&place)));
        let (council, pet) = secret_cliques(&place);
        assert_eq!((council.len(), pet.len()), (2, 1));
    }
}

#[test]
fn random_playouts_end_keep_every_card_and_replay_as_they_were() {
    for game in 0..12u64 {
        let players = 3 + game as usize % 4;
        let cards = if game % 2 == 0 { "app" } else { "table" };
        let mut place = start(players, &[("cards", cards)], game);
        let mut dice = Dice::new(&Seed::practice(game), "test");
        let mut moves = 0;
        while let Some(mv) = bot_move(&place, &mut dice) {
            place.act(&mv);
            moves += 1;
            assert!(moves < 100, "no end");
            let kept = place.log().last().and_then(|e| e.act.clone());
            let kept = format!("{kept:?}");
            assert!(kept.contains(&mv), "{mv} is kept as {kept}");
            let state = place.state();
            let mut events: Vec<u64> =
                serde_json::from_value(state["events"].clone()).expect("a pile");
            events.sort_unstable();
            assert_eq!(events, (0..32).collect::<Vec<u64>>());
            if cards == "app" {
                assert_eq!(
                    all_items(&state),
                    (0..40).collect::<Vec<u64>>(),
                    "after {mv}"
                );
            }
        }
        assert!(place.over());
        let events = place.state()["turned"].as_u64().expect("a number") - 1;
        assert!((13..=18).contains(&events));
        let again = Table::open(place.path(), Access::Read).unwrap_or_else(|e| panic!("{e:?}"));
        assert_eq!(again.state(), place.state());
        for viewer in (0..players).map(Viewer::Seat).chain([Viewer::Public]) {
            assert_eq!(again.show(viewer), place.table.show(viewer));
        }
    }
}

/// Every item of pile, discards, hands and table, sorted.
fn all_items(state: &Value) -> Vec<u64> {
    let few = |v: &Value| -> Vec<u64> {
        let cards: Vec<u64> = serde_json::from_value(v["cards"].clone()).expect("cards");
        cards[..v["count"].as_u64().expect("a count") as usize].to_vec()
    };
    let list = |v: &Value| -> Vec<u64> { serde_json::from_value(v.clone()).expect("cards") };
    let mut all = [
        list(&state["pile"]),
        list(&state["discards"]),
        few(&state["used"]),
    ]
    .concat();
    for hand in state["hands"].as_array().expect("hands") {
        all.extend(few(hand));
    }
    all.sort_unstable();
    all
}

#[test]
fn names_may_be_anything() {
    let names = ["Mary Ann", "flip", "猫 2", "\"x\""];
    let mut place =
        try_start(&names, &[("first", "mary ann")], 1).unwrap_or_else(|e| panic!("{e:?}"));
    place.act("flip");
    place.act("vote 2 1");
    assert_eq!(place.game()["won"]["Mary Ann"], 1);
    assert_eq!(place.active(), "flip");
}

// ---- bots ----

#[test]
fn sensible_bots_beat_random_ones() {
    for players in 3..=6 {
        let mut bots = vec![Skill::Random; players];
        bots[0] = Skill::Sensible;
        let stats = simulate(players, &bots, &[], 1500);
        let others = stats.wins[1..].iter().sum::<u64>() as f64 / (players - 1) as f64;
        let own = stats.wins[0] as f64;
        assert!(own > others * 1.08, "{players} players: {own} to {others}");
    }
}

#[test]
fn bots_play_with_cards_in_the_app_too() {
    let stats = simulate(
        5,
        &[Skill::Random, Skill::Sensible],
        &[("cards", "app")],
        200,
    );
    assert_eq!(stats.games, 200);
    assert!(stats.lengths.keys().all(|n| (13..=18).contains(n)));
}

#[test]
fn a_lone_player_wins_most_games_at_three_times_and_fewer_at_two() {
    let wins = |lone| simulate(3, &[Skill::Random], &[("lone", lone)], 1500).sides["pet"];
    let (three, two) = (wins("3"), wins("2"));
    assert!(three > 1500 * 70 / 100, "{three}");
    assert!(two < three * 8 / 10, "{two} of {three}");
}

#[test]
fn the_kit_brings_the_count_to_three() {
    let timers = &kit().table.as_ref().expect("a table").timers;
    assert_eq!(timers.len(), 1, "one timer runs by `t` alone");
    assert_eq!(timers[0].seconds, 3);
}
