//! CATCH and RUN by its page: a test for each rule sentence, driven by move texts and JSON views.

use std::collections::BTreeMap;

use kitpress::kit::Kit;
use kitpress::play::games;
use kitpress::play::journal::Access;
use kitpress::play::rng::{Dice, Seed};
use kitpress::play::rules::{Fault, Settings, Setup, Skill};
use kitpress::play::simulate::Plan;
use kitpress::play::table::{Failure, Start, Table};
use kitpress::play::view::Viewer;
use serde_json::{Value, json};

/// A table of its own folder.
struct Game {
    table: Table,
    _dir: tempfile::TempDir,
}

const FOUR: &str = "Ann,Bob,Cho,Dai";
const TWO: &str = "Ann,Cho";

fn begin(players: &str, set: &[(&str, &str)], seed: u64) -> Result<Game, Failure> {
    let dir = tempfile::tempdir().expect("a folder");
    let kit = Kit::load("catch-and-run").expect("the kit is sound");
    let settings: Settings = set
        .iter()
        .map(|(k, v)| ((*k).to_owned(), (*v).to_owned()))
        .collect();
    let start = Start {
        kit: &kit,
        seats: players.split(',').map(str::to_owned).collect(),
        settings,
        seed: Seed::practice(seed),
        practice: true,
    };
    let table = Table::start(&dir.path().join("t.table"), start, 1)?;
    Ok(Game { table, _dir: dir })
}

#[track_caller]
fn game(players: &str, set: &[(&str, &str)]) -> Game {
    begin(players, set, 7).unwrap_or_else(|e| panic!("{e:?}"))
}

#[track_caller]
fn no_game(players: &str, set: &[(&str, &str)]) -> String {
    match begin(players, set, 7) {
        Err(Failure::Refused(refusal)) => refusal.to_string(),
        Err(e) => panic!("{e:?}"),
        Ok(_) => panic!("{set:?} is not refused"),
    }
}

/// Ann and Bob hunt Cho and Dai on 5×5; Ann in a1, Bob in e5, the babies in c3.
fn four(set: &[(&str, &str)]) -> Game {
    let mut game = game(FOUR, &[set, &[("educators", "Ann,Bob")]].concat());
    if game.need().starts_with("place") {
        game.act("place Ann a1");
    }
    game
}

/// Ann hunts Cho on 4×4; Ann in a1, Cho on `at`.
fn two(set: &[(&str, &str)], at: &str) -> Game {
    let mut game = game(TWO, &[set, &[("educators", "Ann")]].concat());
    if game.need().starts_with("place Ann") {
        game.act("place Ann a1");
    }
    if game.need().starts_with("place Cho") {
        game.act(&format!("place Cho {at}"));
    }
    game
}

/// A number, a colour and a shape, as arm cards.
struct Three {
    n: String,
    c: String,
    s: String,
}

impl Three {
    fn of(card: &str) -> Self {
        let parts: Vec<&str> = card.split('-').collect();
        let [n, c, s] = [0, 1, 2].map(|i| parts[i].to_owned());
        Self { n, c, s }
    }
}

impl Game {
    #[track_caller]
    fn act(&mut self, mv: &str) -> Vec<String> {
        match self.table.act(mv, 2) {
            Ok(entry) => entry.events.iter().map(|e| e.text.to_string()).collect(),
            Err(e) => panic!("{mv}: {e:?}"),
        }
    }

    #[track_caller]
    fn refused(&mut self, mv: &str) -> (Fault, String) {
        let (state, lines) = (self.table.state(), self.table.log().len());
        let refusal = match self.table.act(mv, 2) {
            Err(Failure::Refused(refusal)) => refusal,
            other => panic!("{mv} is not refused: {:?}", other.map(|e| e.n)),
        };
        let now = (self.table.state(), self.table.log().len());
        assert_eq!(now, (state, lines), "{mv} changed something");
        (refusal.fault(), refusal.to_string())
    }

    /// Refused by a rule; the text names it.
    #[track_caller]
    fn forbidden(&mut self, mv: &str, words: &str) {
        let (fault, text) = self.refused(mv);
        assert_eq!(fault, Fault::Rule, "{mv}: {text}");
        assert!(text.contains(words), "{mv}: {text}");
        assert!(text.contains("rule:"), "{mv} names no rule: {text}");
    }

    fn show(&self) -> Value {
        Value::Object(self.table.show(Viewer::Public))
    }

    fn json(&self) -> Value {
        self.show()["game"].clone()
    }

    fn need(&self) -> String {
        self.json()["need"].as_str().expect("need").to_owned()
    }

    fn last(&self) -> Value {
        self.json()["last"].clone()
    }

    fn moved(&self, name: &str) -> Value {
        self.last()["moves"][name].clone()
    }

    fn at(&self, name: &str) -> Value {
        self.json()["pieces"][name]["at"].clone()
    }

    fn stuck(&self, name: &str) -> bool {
        self.json()["pieces"][name]["stuck"] == true
    }

    fn cell(&self, square: &str) -> Value {
        let column = usize::from(square.as_bytes()[0] - b'a');
        let row: usize = square[1..].parse().expect("a row");
        self.json()["field"][row - 1][column].clone()
    }

    fn card(&self, square: &str) -> Three {
        Three::of(self.cell(square)["card"].as_str().expect("a card"))
    }

    fn cards(&self) -> Vec<(String, bool)> {
        let field = self.json()["field"].clone();
        let rows = field.as_array().expect("rows").iter();
        let cells = rows.flat_map(|r| r.as_array().expect("a row").clone());
        cells
            .filter(|c| !c.is_null())
            .map(|c| {
                (
                    c["card"].as_str().expect("a name").to_owned(),
                    c["up"] == true,
                )
            })
            .collect()
    }

    /// The floor cards that left the game.
    fn unlaid(&self) -> Vec<Three> {
        let laid: Vec<String> = self.cards().into_iter().map(|c| c.0).collect();
        let mut out = Vec::new();
        for n in 1..=4 {
            for c in ["red", "blue", "yellow", "green"] {
                for s in ["circle", "triangle"] {
                    let name = format!("{n}-{c}-{s}");
                    if !laid.contains(&name) {
                        out.push(Three::of(&name));
                    }
                }
            }
        }
        out
    }

    /// Arm cards that turn nothing: those of a floor card that left the game.
    fn harmless(&self) -> Three {
        self.unlaid()
            .into_iter()
            .next()
            .expect("a card that left the game")
    }

    /// How many of each arm card do not lie open yet.
    fn supply(&self) -> BTreeMap<String, i32> {
        let mut left = BTreeMap::new();
        for value in ["1", "2", "3", "4", "red", "blue", "yellow", "green"] {
            left.insert(value.to_owned(), 3);
            left.insert(format!("{value}+jump"), 1);
            left.insert(format!("{value}+2x"), 1);
        }
        for value in ["circle", "triangle"] {
            left.insert(value.to_owned(), 3);
            left.insert(format!("{value}+carpenter"), 2);
        }
        for card in self.json()["history"].as_array().expect("turns").iter() {
            for card in card.as_array().expect("cards") {
                *left
                    .get_mut(card.as_str().expect("a card"))
                    .expect("a card") -= 1;
            }
        }
        left
    }

    /// Arm cards that show these values and do nothing else; none when they have run out.
    fn plain(&self, values: &[&str]) -> Option<(Vec<String>, i32)> {
        let mut left = self.supply();
        let mut out = Vec::new();
        for value in values {
            let names =
                ["", "+jump", "+2x", "+carpenter"].map(|special| format!("{value}{special}"));
            let name = names
                .iter()
                .find(|n| left.get(*n).is_some_and(|c| *c > 0))?;
            *left.get_mut(name)? -= 1;
            let unused = if name.contains('+') { " unused" } else { "" };
            out.push(format!("{name}{unused}"));
        }
        let spare = |v: &&str| -> i32 {
            left.iter()
                .filter(|(n, _)| n.split('+').next() == Some(*v))
                .map(|(_, c)| c)
                .sum()
        };
        let spare = values.iter().map(spare).min();
        Some((out, spare.unwrap_or(0)))
    }

    /// A turn of everybody with these cards.
    #[track_caller]
    fn show_cards(&mut self, dirs: &[&str], cards: &[String]) {
        let each = cards.len() / dirs.len();
        let seats = self.table.seats().to_vec();
        let part = |(i, dir): (usize, &&str)| {
            format!(
                "{} {dir} {}",
                seats[i],
                cards[i * each..(i + 1) * each].join(" ")
            )
        };
        let parts: Vec<String> = dirs.iter().enumerate().map(part).collect();
        self.act(&format!("turn {}", parts.join(", ")));
    }

    /// A turn that turns exactly the card of one square.
    #[track_caller]
    fn strike(&mut self, square: &str, dirs: [&str; 4]) {
        let Three { n, c, s } = self.card(square);
        let (cards, _) = self.plain(&[&n, &c, &s, &n]).expect("cards");
        self.show_cards(&dirs, &cards);
        assert_eq!(self.last()["flipped"], json!([square]));
    }

    /// A turn that turns nothing.
    #[track_caller]
    fn quiet(&mut self, dirs: &[&str]) {
        let mut best: Option<(Vec<String>, i32)> = None;
        for Three { n, c, s } in self.unlaid() {
            for more in [&n, &c, &s] {
                let found = self.plain(&[&n, &c, &s, more]);
                if found.as_ref().map(|f| f.1) > best.as_ref().map(|f| f.1) {
                    best = found;
                }
            }
        }
        let (cards, _) = best.expect("harmless cards");
        self.show_cards(dirs, &cards);
        assert_eq!(self.last()["flipped"], json!([]));
    }

    /// A turn that turns the whole floor.
    #[track_caller]
    fn wipe(&mut self, dirs: &[&str]) {
        let (cards, _) = self.plain(&["1", "2", "3", "4"]).expect("cards");
        self.show_cards(dirs, &cards);
        assert!(self.cards().iter().all(|c| !c.1));
    }

    fn result(&self) -> (Value, String) {
        let result = self.show()["result"].clone();
        let reason = result["reason"].as_str().unwrap_or("").to_owned();
        (result["winners"].clone(), reason)
    }

    fn reopened(&self) -> Table {
        Table::open(self.table.path(), Access::Read).unwrap_or_else(|e| panic!("{e:?}"))
    }
}

mod set_up {
    use super::*;

    #[test]
    fn four_players_lay_25_of_32_cards_face_up_and_no_card_twice() {
        let game = four(&[]);
        let mut cards = game.cards();
        assert!(cards.iter().all(|c| c.1), "all face up");
        cards.sort();
        cards.dedup();
        assert_eq!(cards.len(), 25);
        let rows = game.json()["field"].as_array().expect("rows").len();
        assert_eq!(rows, 5);
    }

    #[test]
    fn two_players_and_one_against_two_lay_16() {
        assert_eq!(two(&[], "b2").cards().len(), 16);
        let one_two = game("Ann,Bob,Cho", &[("mode", "1v2")]);
        assert_eq!(one_two.cards().len(), 16);
        let two_one = game("Ann,Bob,Cho", &[]);
        assert_eq!(two_one.cards().len(), 25);
        assert_eq!(two_one.show()["settings"]["mode"], "2v1");
    }

    #[test]
    fn the_second_educator_and_the_babies_are_placed_by_the_companion() {
        let mut game = game(FOUR, &[("educators", "Ann,Bob")]);
        assert_eq!(game.at("Ann"), Value::Null);
        assert_eq!(game.need(), "place Ann SQUARE");
        game.act("place Bob e1");
        assert_eq!(game.at("Ann"), "a5");
        assert_eq!((game.at("Cho"), game.at("Dai")), (json!("c3"), json!("c3")));
        assert!(game.need().starts_with("turn Ann"), "{}", game.need());
        assert_eq!(game.refused("place Cho c3").0, Fault::Time);
    }

    #[test]
    fn educators_start_in_corners_only_and_babies_after_them_in_the_centre() {
        let mut game = game(TWO, &[("educators", "Ann")]);
        game.forbidden("place Cho b2", "after the educator");
        game.forbidden("place Ann b1", "corner");
        game.act("place Ann d4");
        game.forbidden("place Cho a1", "centre");
        for square in ["b2", "b3", "c2"] {
            let text = game.table.view(Viewer::Public).need.to_string();
            assert!(text.contains(square), "{text}");
        }
        game.act("place Cho c3");
        assert_eq!(game.at("Cho"), "c3");
    }

    #[test]
    fn both_babies_of_one_against_two_choose_and_may_share() {
        let mut game = game("Ann,Bob,Cho", &[("mode", "1v2"), ("educators", "Bob")]);
        game.act("place a4");
        game.act("place cho b3");
        game.act("place b3");
        assert_eq!((game.at("Ann"), game.at("Cho")), (json!("b3"), json!("b3")));
        assert!(
            game.need().contains("Bob DIRECTION CARD CARD"),
            "{}",
            game.need()
        );
    }

    #[test]
    fn educators_are_drawn_unless_named() {
        let mut seen = std::collections::BTreeSet::new();
        for seed in 0..40 {
            let game = begin(FOUR, &[], seed).unwrap_or_else(|e| panic!("{e:?}"));
            let roles: Vec<Value> = ["Ann", "Bob", "Cho", "Dai"]
                .iter()
                .map(|n| game.json()["pieces"][n]["role"].clone())
                .collect();
            assert_eq!(roles.iter().filter(|r| **r == "educator").count(), 2);
            assert_eq!(roles.iter().filter(|r| **r == "baby").count(), 2);
            seen.insert(format!("{roles:?}"));
        }
        assert_eq!(seen.len(), 6, "every pair comes up");
    }

    #[test]
    fn settings_that_make_no_sense_are_refused() {
        assert!(no_game(FOUR, &[("mode", "2v1")]).contains("2v2"));
        assert!(no_game(FOUR, &[("educators", "Ann")]).contains("2 educators"));
        assert!(no_game(FOUR, &[("educators", "Ann,Zoe")]).contains("Zoe"));
        assert!(no_game(FOUR, &[("varient", "individual")]).contains("variant"));
        assert!(no_game(FOUR, &[("cards", "real")]).contains("table"));
        assert!(no_game(FOUR, &[("match", "3")]).contains("2, 4, 6"));
        assert!(no_game("Ann,Bob,Cho", &[("match", "2")]).contains("3, 6"));
        assert!(no_game(TWO, &[("match", "3")]).contains("even"));
        assert!(no_game(FOUR, &[("field", "6x6")]).contains("32 floor cards"));
        assert!(no_game(FOUR, &[("field", "big")]).contains("4x6"));
        assert!(no_game(FOUR, &[("field", "9x9")]).contains("too large"));
        assert!(no_game(FOUR, &[("holes", "f1")]).contains("`f1`"));
        assert!(no_game(TWO, &[("holes", "b1,a2")]).contains("`a1`"));
        assert!(no_game(TWO, &[("field", "2x2"), ("broken", "a1")]).contains("fewest"));
        assert!(
            no_game(FOUR, &[("variant", "individual"), ("learning", "on")]).contains("educators")
        );
        assert!(no_game(FOUR, &[("variant", "catch-count"), ("match", "4")]).contains("two games"));
        assert!(no_game("Ann", &[]).contains("2 to 4"));
    }

    #[test]
    fn every_setting_in_force_is_shown() {
        let set = four(&[]).show()["settings"].clone();
        let expected = json!({"mode": "2v2", "cards": "table", "educators": "Ann,Bob", "match": 1,
            "variant": "standard", "learning": "off", "horrible": "off", "field": "5x5", "holes": "", "broken": ""});
        for (name, value) in expected.as_object().expect("a map") {
            assert_eq!(&set[name], value, "{name}");
        }
    }
}

mod running {
    use super::*;

    #[test]
    fn each_piece_moves_one_square_in_its_direction() {
        let mut game = four(&[]);
        game.quiet(&["down", "up", "left", "right"]);
        assert_eq!(game.moved("Ann"), json!(["a2"]));
        assert_eq!(game.moved("Bob"), json!(["e4"]));
        assert_eq!(game.moved("Cho"), json!(["b3"]));
        assert_eq!(game.moved("Dai"), json!(["d3"]));
        assert_eq!(game.json()["turn"], 2);
    }

    #[test]
    fn a_face_down_card_cannot_be_entered() {
        let mut game = four(&[("broken", "b1")]);
        game.quiet(&["right", "up", "left", "right"]);
        assert_eq!(game.moved("Ann"), json!([]));
        assert_eq!(game.at("Ann"), "a1");
    }

    #[test]
    fn a_direction_never_leads_out_of_the_field() {
        let mut game = four(&[]);
        game.forbidden(
            "turn Ann up 1, Bob up 2, Cho up 3, Dai up 4",
            "out of the field",
        );
        game.forbidden(
            "turn Ann up-left 1, Bob up 2, Cho up 3, Dai up 4",
            "up, down, left or right",
        );
        let mut game = four(&[("holes", "c2")]);
        game.forbidden(
            "turn Ann down 1, Bob up 2, Cho up 3, Dai up 4",
            "out of the field",
        );
    }

    #[test]
    fn jump_goes_over_face_down_cards_to_the_nearest_face_up_one() {
        let mut game = two(&[("broken", "b1,c1")], "c3");
        let Three { n, c, s } = game.harmless();
        game.act(&format!("turn Ann right {n}+jump {c}, Cho up {s} {s}"));
        assert_eq!(game.moved("Ann"), json!(["d1"]));
    }

    #[test]
    fn jump_is_an_ordinary_step_when_the_next_card_is_face_up() {
        let mut game = two(&[("broken", "c1")], "c3");
        let Three { n, c, s } = game.harmless();
        game.act(&format!("turn Ann right {n}+jump {c}, Cho up {s} {s}"));
        assert_eq!(game.moved("Ann"), json!(["b1"]));
    }

    #[test]
    fn jump_stays_when_nothing_is_ahead() {
        let mut game = two(&[("broken", "b1,c1,d1")], "c3");
        let Three { n, c, s } = game.harmless();
        game.act(&format!("turn Ann right {n}+jump {c}, Cho up {s} {s}"));
        assert_eq!(game.moved("Ann"), json!([]));
    }

    #[test]
    fn two_jumps_in_a_row() {
        let mut game = two(&[("field", "2x6"), ("broken", "b1,d1,e1")], "c2");
        let Three { n, c, s } = game.harmless();
        let other = if game.at("Cho") == "c2" { "up" } else { "down" };
        game.act(&format!(
            "turn Ann right {n}+jump {c}+jump, Cho {other} {s} {s}"
        ));
        assert_eq!(game.moved("Ann"), json!(["c1", "f1"]));
    }

    #[test]
    fn double_speed_is_two_squares_straight() {
        let mut game = two(&[], "c3");
        let Three { n, c, s } = game.harmless();
        game.act(&format!("turn Ann right {n}+2x {c}, Cho up {s} {s}"));
        assert_eq!(game.moved("Ann"), json!(["b1", "c1"]));
    }

    #[test]
    fn double_speed_stays_when_the_first_square_is_face_down() {
        let mut game = two(&[("broken", "b1")], "c3");
        let Three { n, c, s } = game.harmless();
        game.act(&format!(
            "turn Ann right {n}+2x {c} then down, Cho up {s} {s}"
        ));
        assert_eq!(game.moved("Ann"), json!([]));
    }

    #[test]
    fn double_speed_turns_to_the_only_open_side() {
        // Ahead of b1 is c1, face down; above is outside, so down it is, whatever `then` says.
        for then in ["", " then down", " then up"] {
            let mut game = two(&[("broken", "c1")], "c3");
            let Three { n, c, s } = game.harmless();
            game.act(&format!("turn Ann right {n}+2x{then} {c}, Cho up {s} {s}"));
            assert_eq!(game.moved("Ann"), json!(["b1", "b2"]), "{then}");
        }
    }

    #[test]
    fn double_speed_stops_after_one_when_neither_side_is_open() {
        let mut game = two(&[("broken", "c1,b2")], "c3");
        let Three { n, c, s } = game.harmless();
        game.act(&format!("turn Ann right {n}+2x {c}, Cho up {s} {s}"));
        assert_eq!(game.moved("Ann"), json!(["b1"]));
    }

    #[test]
    fn double_speed_with_both_sides_open_needs_then_and_the_refusal_names_the_two() {
        let mut game = two(&[("broken", "a3")], "b2");
        let Three { n, c, s } = game.harmless();
        // Cho runs left to a2; ahead is the edge, a1 and a3 are to the sides, and a3 is down.
        game.act(&format!("turn Ann right {s} {s}, Cho left {n}+2x {c}"));
        assert_eq!(game.moved("Cho"), json!(["a2", "a1"]));
        let mut game = two(&[], "b2");
        let Three { n, c, s } = game.harmless();
        let (fault, text) = game.refused(&format!("turn Ann right {s} {s}, Cho left {n}+2x {c}"));
        assert_eq!(fault, Fault::Rule);
        assert!(text.contains("`up`") && text.contains("`down`"), "{text}");
        // A direction that is neither of the two does not answer the question.
        game.refused(&format!(
            "turn Ann right {s} {s}, Cho left {n}+2x then right {c}"
        ));
        game.act(&format!(
            "turn Ann right {s} {s}, Cho left {n}+2x then down {c}"
        ));
        assert_eq!(game.moved("Cho"), json!(["a2", "a3"]));
    }

    #[test]
    fn a_then_that_is_not_needed_is_ignored() {
        let mut game = two(&[], "b2");
        let Three { n, c, s } = game.harmless();
        game.act(&format!(
            "turn Ann right {s} then down {s}, Cho right {n}+2x then up {c}"
        ));
        assert_eq!(game.moved("Cho"), json!(["c2", "d2"]));
    }

    #[test]
    fn two_double_speeds_are_three_squares() {
        let mut game = two(&[], "c3");
        let Three { n, c, s } = game.harmless();
        game.act(&format!("turn Ann right {n}+2x {c}+2x, Cho up {s} {s}"));
        assert_eq!(game.moved("Ann"), json!(["b1", "c1", "d1"]));
    }

    #[test]
    fn two_double_speeds_turn_at_most_once_a_square_and_then_may_stand_twice() {
        let mut game = two(&[("broken", "c1,b3")], "c3");
        let Three { n, c, s } = game.harmless();
        // Right to b1, c1 is down: down to b2 (up is outside); b3 is down: left or right.
        let (_, text) = game.refused(&format!("turn Ann right {n}+2x {c}+2x, Cho up {s} {s}"));
        assert!(
            text.contains("b2") && text.contains("`left`") && text.contains("`right`"),
            "{text}"
        );
        for then in ["then right", "then down then right", "then up then right"] {
            let mut game = two(&[("broken", "c1,b3")], "c3");
            game.act(&format!(
                "turn Ann right {n}+2x {c}+2x {then}, Cho up {s} {s}"
            ));
            assert_eq!(game.moved("Ann"), json!(["b1", "b2", "c2"]), "{then}");
        }
    }

    #[test]
    fn jump_then_one_or_one_then_jump_as_they_like() {
        let set = [("field", "2x6"), ("broken", "c1")];
        let mv = |g: &Game, order: &str| {
            let Three { n, c, s } = g.harmless();
            let other = if g.at("Cho") == "d2" { "right" } else { "left" };
            format!("turn Ann right {n}+jump {c}+2x {order}, Cho {other} {s} {s}")
        };
        let mut game = two(&set, "d2");
        let text = mv(&game, "");
        let (_, why) = game.refused(&text);
        assert!(
            why.contains("jump-first") && why.contains("step-first"),
            "{why}"
        );
        // Jump first: b1, an ordinary step, then c1 is down and b2 is the only side.
        let text = mv(&game, "jump-first");
        game.act(&text);
        assert_eq!(game.moved("Ann"), json!(["b1", "b2"]));
        let mut game = two(&set, "d2");
        let text = mv(&game, "step-first");
        game.act(&text);
        assert_eq!(game.moved("Ann"), json!(["b1", "d1"]));
    }

    #[test]
    fn step_first_stays_before_a_face_down_card_and_stops_with_nothing_to_jump_to() {
        let mut game = two(&[("broken", "b1")], "c3");
        let Three { n, c, s } = game.harmless();
        game.act(&format!(
            "turn Ann right {n}+jump {c}+2x step-first, Cho up {s} {s}"
        ));
        assert_eq!(game.moved("Ann"), json!([]));
        let mut game = two(&[("broken", "c1,d1")], "c3");
        game.act(&format!(
            "turn Ann right {n}+jump {c}+2x step-first, Cho up {s} {s}"
        ));
        assert_eq!(game.moved("Ann"), json!(["b1"]));
    }

    #[test]
    fn specials_are_optional() {
        let mut game = two(&[("broken", "b1")], "c3");
        let Three { n, c, s } = game.harmless();
        game.act(&format!(
            "turn Ann right {n}+jump unused {c}+2x unused, Cho up {s} {s}"
        ));
        assert_eq!(game.moved("Ann"), json!([]));
        let mut game = two(&[], "c3");
        game.act(&format!("turn Ann right {n} {c}+2x unused, Cho up {s} {s}"));
        assert_eq!(game.moved("Ann"), json!(["b1"]));
        game.refused(&format!("turn Ann right {n} unused {c}, Cho up {s} {s}"));
    }
}

mod carpenters {
    use super::*;

    #[test]
    fn repair_turns_any_face_down_card_up_before_the_run() {
        let mut game = two(&[("broken", "b1,d4")], "c3");
        let Three { n, c, s } = game.harmless();
        game.forbidden(
            &format!("turn Ann right {s}+carpenter repair a2 {n}, Cho up {s} {c}"),
            "face up",
        );
        game.act(&format!(
            "turn Ann right {s}+carpenter repair b1 {n}, Cho up {s} {c}"
        ));
        assert_eq!(game.last()["repaired"], json!(["b1"]));
        assert_eq!(game.moved("Ann"), json!(["b1"]));
        assert_eq!(game.cell("d4")["up"], false);
    }

    #[test]
    fn destroy_turns_the_own_card_down_and_the_piece_moves_on() {
        let mut game = two(&[], "c3");
        let Three { n, c, s } = game.harmless();
        game.act(&format!(
            "turn Ann right {s}+carpenter destroy {n}, Cho up {s} {c}"
        ));
        assert_eq!(game.last()["destroyed"], json!(["a1"]));
        assert_eq!(game.cell("a1")["up"], false);
        assert_eq!(game.at("Ann"), "b1");
    }

    #[test]
    fn destroy_is_void_when_the_player_cannot_move() {
        let mut game = two(&[("broken", "b1")], "c3");
        let Three { n, c, s } = game.harmless();
        game.act(&format!(
            "turn Ann right {s}+carpenter destroy {n}, Cho up {s} {c}"
        ));
        assert_eq!(game.last()["destroyed"], json!([]));
        assert_eq!(game.cell("a1")["up"], true);
        // With a jump there is a way.
        let mut game = two(&[("broken", "b1")], "c3");
        game.act(&format!(
            "turn Ann right {s}+carpenter destroy {n}+jump, Cho up {s} {c}"
        ));
        assert_eq!(
            (game.moved("Ann"), game.last()["destroyed"].clone()),
            (json!(["c1"]), json!(["a1"]))
        );
    }

    #[test]
    fn two_carpenters_are_two_repairs_or_a_repair_and_a_destroy() {
        let set = [("broken", "b1,d4")];
        let mut game = two(&set, "c3");
        let Three { n, c, s } = game.harmless();
        let k = format!("{s}+carpenter");
        game.forbidden(
            &format!("turn Ann right {k} destroy {k} destroy, Cho up {n} {c}"),
            "one repair and one destroy",
        );
        game.act(&format!(
            "turn Ann right {k} repair d4 {k} repair b1, Cho up {n} {c}"
        ));
        assert_eq!(game.last()["repaired"], json!(["d4", "b1"]));
        let mut game = two(&set, "c3");
        game.act(&format!(
            "turn Ann right {k} destroy {k} repair b1, Cho up {n} {c}"
        ));
        assert_eq!(
            (game.at("Ann"), game.cell("a1")["up"].clone()),
            (json!("b1"), json!(false))
        );
    }

    #[test]
    fn a_carpenter_without_a_word_is_unused() {
        let mut game = two(&[("broken", "b1")], "c3");
        let Three { n, c, s } = game.harmless();
        game.act(&format!("turn Ann right {s}+carpenter {n}, Cho up {s} {c}"));
        assert_eq!(
            (
                game.last()["repaired"].clone(),
                game.last()["destroyed"].clone()
            ),
            (json!([]), json!([]))
        );
    }

    #[test]
    fn all_repairs_come_before_all_destroys_each_in_seat_order() {
        // Ann on a1 destroys first in the seats, but Cho's repair of b1 comes before it and opens her way.
        let mut game = two(&[("broken", "b1")], "c3");
        let Three { n, c, s } = game.harmless();
        let k = format!("{s}+carpenter");
        game.act(&format!(
            "turn Ann right {k} destroy {n}, Cho up {k} repair b1 {c}"
        ));
        assert_eq!(game.last()["repaired"], json!(["b1"]));
        assert_eq!(game.last()["destroyed"], json!(["a1"]));
        assert_eq!(game.at("Ann"), "b1");
    }

    #[test]
    fn a_square_is_repaired_once() {
        let mut game = two(&[("broken", "b1")], "c3");
        let Three { n, c, s } = game.harmless();
        let k = format!("{s}+carpenter");
        game.forbidden(
            &format!("turn Ann right {k} repair b1 {n}, Cho up {k} repair b1 {c}"),
            "face up",
        );
    }

    #[test]
    fn a_piece_left_on_a_face_down_card_counts_as_on_a_turned_card() {
        // On 3×3 Ann in a1 and Bob in c3 hunt the babies of b2. Cho destroys b2 under both; Dai cannot leave.
        let mut game = four(&[("field", "3x3"), ("broken", "b1")]);
        let Three { n, c, s } = game.harmless();
        let text =
            format!("turn Ann down {n}, Bob up {c}, Cho left {s}+carpenter destroy, Dai up {s}");
        game.act(&text);
        assert_eq!(game.last()["destroyed"], json!(["b2"]));
        assert_eq!(game.moved("Dai"), json!([]));
        // Cho ran into Ann on a2, Dai stood on the broken b2.
        assert_eq!(game.last()["caught"], json!(["Cho", "Dai"]));
        let mut game = four(&[("field", "3x3"), ("broken", "b1")]);
        let text =
            format!("turn Ann right {n}, Bob up {c}, Cho left {s}+carpenter destroy, Dai up {s}");
        game.act(&text);
        assert_eq!(game.last()["caught"], json!(["Dai"]));
    }
}

mod catching {
    use super::*;

    #[test]
    fn an_educator_and_a_baby_on_the_same_card_after_all_moves_is_a_catch() {
        let mut game = four(&[("field", "3x3")]);
        game.quiet(&["right", "left", "up", "right"]);
        assert_eq!(game.last()["caught"], json!(["Cho"]));
        assert_eq!(game.json()["catches"], 1);
        assert_eq!(game.at("Cho"), Value::Null);
        assert_eq!(game.need(), "restart Cho SQUARE");
    }

    #[test]
    fn passing_each_other_is_no_catch() {
        let mut game = four(&[("field", "2x4")]);
        game.act("place Cho b1");
        game.act("place Dai b1");
        // Ann on a1 and the babies on b1 change places.
        game.quiet(&["right", "up", "left", "left"]);
        assert_eq!(game.last()["caught"], json!([]));
        assert_eq!((game.at("Ann"), game.at("Cho")), (json!("b1"), json!("a1")));
    }

    #[test]
    fn a_baby_on_a_card_turned_down_is_caught() {
        let mut game = four(&[]);
        game.strike("b3", ["down", "up", "left", "right"]);
        assert_eq!(game.last()["caught"], json!(["Cho"]));
        assert_eq!(game.json()["catches"], 1);
        assert_eq!(
            game.json()["turn"],
            1,
            "the turn advances once restarts are entered"
        );
        game.forbidden("restart Cho b3", "face-up");
        assert_eq!(game.refused("restart Dai a1").0, Fault::Time);
        assert_eq!(
            game.refused("turn Ann up 1, Bob up 2, Cho up 3, Dai up 4")
                .0,
            Fault::Time
        );
        game.act("restart Cho a2");
        assert_eq!(
            (game.at("Cho"), game.json()["turn"].clone()),
            (json!("a2"), json!(2))
        );
    }

    #[test]
    fn a_baby_is_caught_once_a_turn_even_if_an_educator_is_there_too() {
        let mut game = four(&[("field", "3x3")]);
        game.strike("b1", ["right", "left", "up", "right"]);
        assert_eq!(game.last()["caught"], json!(["Cho"]));
        assert_eq!(game.json()["catches"], 1);
        assert_eq!(game.last()["stuck"], json!(["Ann"]));
        assert!(game.stuck("Ann"));
    }

    #[test]
    fn a_restart_may_be_on_any_face_up_card_an_educators_too() {
        let mut game = four(&[]);
        game.strike("b3", ["down", "up", "left", "right"]);
        game.act("restart Cho a2");
        assert_eq!(game.at("Ann"), "a2");
        game.quiet(&["up", "up", "down", "up"]);
        assert_eq!(game.last()["caught"], json!([]));
    }

    #[test]
    fn a_stuck_educator_plays_arm_cards_and_shows_a_run_card_but_does_not_move() {
        let mut game = four(&[]);
        game.strike("a2", ["down", "up", "left", "right"]);
        assert_eq!(game.last()["stuck"], json!(["Ann"]));
        assert_eq!(game.json()["turn"], 2, "nobody waits");
        game.forbidden("turn Ann - 1, Bob up 2, Cho up 3, Dai up 4", "run card");
        game.quiet(&["right", "up", "up", "up"]);
        assert_eq!(
            (game.moved("Ann"), game.at("Ann")),
            (json!([]), json!("a2"))
        );
        assert_eq!(game.last()["stuck"], json!([]), "only the newly stuck");
    }

    #[test]
    fn a_repaired_educator_moves_at_once_and_draws_one_card_fewer() {
        let mut game = four(&[]);
        game.strike("a2", ["down", "up", "left", "right"]);
        let Three { n, c, s } = game.harmless();
        let told = game.act(&format!(
            "turn Ann right {n}, Bob up {s}+carpenter repair a2, Cho up {c}, Dai up {s}"
        ));
        assert_eq!(
            (game.moved("Ann"), game.stuck("Ann")),
            (json!(["b2"]), false)
        );
        assert!(
            told.iter().any(|t| t.contains("one card fewer")),
            "{told:?}"
        );
        let lines = game.table.view(Viewer::Public).lines.join("\n");
        assert!(lines.contains("3 cards in hand"), "{lines}");
    }

    #[test]
    fn a_freed_educator_has_a_smaller_hand_for_good() {
        let mut frees = 0;
        for seed in 0..30 {
            let set = [("cards", "app"), ("educators", "Ann"), ("field", "3x3")];
            let mut game = begin(TWO, &set, seed).unwrap_or_else(|e| panic!("{e:?}"));
            let mut dice = Dice::new(&Seed::practice(seed), "test");
            let mut expected = 5;
            while let Some(mv) = game
                .table
                .choose(&[Skill::Sensible, Skill::Random], &mut dice)
            {
                let (stuck, at) = (game.stuck("Ann"), game.at("Ann"));
                game.act(&mv);
                let repaired = game.last()["repaired"].clone();
                let freed = stuck
                    && mv.starts_with("turn")
                    && repaired.as_array().is_some_and(|l| l.contains(&at));
                expected -= usize::from(freed);
                frees += usize::from(freed);
                let own = game.table.show(Viewer::Seat(0));
                assert_eq!(
                    own["game"]["hand"].as_array().expect("a hand").len(),
                    expected
                );
            }
        }
        assert!(frees > 3, "{frees}");
    }
}

mod reversing {
    use super::*;

    /// The published example: 3, 4, green, circle turn the green cards with 3 or 4 circles.
    #[test]
    fn three_four_green_circle() {
        for seed in 0..6 {
            let mut game =
                begin(FOUR, &[("educators", "Ann,Bob")], seed).unwrap_or_else(|e| panic!("{e:?}"));
            game.act("place Ann a1");
            let before = game.cards();
            game.act("turn Ann down 3, Bob up 4+jump, Cho left green+2x unused, Dai right circle+carpenter");
            for ((name, _), (_, up)) in before.iter().zip(game.cards()) {
                let hit = ["3-green-circle", "4-green-circle"].contains(&name.as_str());
                assert_eq!(up, !hit, "{name}");
            }
        }
    }

    #[test]
    fn one_two_three_four_turns_the_whole_floor_and_that_is_a_draw() {
        let mut game = four(&[]);
        game.act("turn Ann down 1, Bob up 2, Cho left 3, Dai right 4");
        assert!(game.cards().iter().all(|c| !c.1));
        assert_eq!(
            game.last()["flipped"].as_array().expect("squares").len(),
            25
        );
        let (winners, reason) = game.result();
        assert_eq!(winners, json!([]));
        assert!(reason.contains("floor"), "{reason}");
        assert_eq!(game.json()["catches"], 2, "the catches of the turn count");
        assert_eq!(game.json()["turn"], 1);
        assert_eq!(
            game.refused("turn Ann down 1, Bob up 2, Cho left 3, Dai right 4")
                .0,
            Fault::Over
        );
        assert_eq!(game.need(), "");
    }

    #[test]
    fn a_category_that_was_not_shown_does_not_matter() {
        let mut game = four(&[]);
        let before = game.cards();
        game.act("turn Ann down red, Bob up red, Cho left blue, Dai right circle");
        for ((name, _), (_, up)) in before.iter().zip(game.cards()) {
            let hit = (name.contains("red") || name.contains("blue")) && name.contains("circle");
            assert_eq!(up, !hit, "{name}");
        }
    }

    #[test]
    fn the_random_card_counts_and_its_special_is_void() {
        let mut game = game("Ann,Bob,Cho", &[("educators", "Ann,Bob")]);
        game.act("place Ann a1");
        game.forbidden("turn Ann down 1, Bob up 2, Cho left 3", "deck");
        let before = game.cards();
        game.act("turn Ann down 1, Bob up 2, Cho left 3, random green+2x");
        assert_eq!(game.moved("Ann"), json!(["a2"]));
        for ((name, _), (_, up)) in before.iter().zip(game.cards()) {
            let hit = name.contains("green") && !name.starts_with('4');
            assert_eq!(up, !hit, "{name}");
        }
        assert_eq!(game.json()["history"], json!([["1", "2", "3", "green+2x"]]));
        let mut four = four(&[]);
        four.forbidden(
            "turn Ann down 1, Bob up 2, Cho left 3, Dai up 4, random red",
            "2v1",
        );
    }
}

mod ending {
    use super::*;

    #[test]
    fn three_catches_win_for_the_educators_of_two_against_two() {
        let mut game = four(&[]);
        game.strike("b3", ["down", "up", "left", "right"]);
        game.act("restart Cho b2");
        game.strike("b1", ["up", "down", "up", "up"]);
        game.act("restart Cho c4");
        assert_eq!(
            (game.json()["catches"].clone(), game.show()["over"].clone()),
            (json!(2), json!(false))
        );
        game.strike("c5", ["down", "up", "down", "down"]);
        assert_eq!(
            game.result(),
            (json!(["Ann", "Bob"]), "three catches".to_owned())
        );
        assert_eq!(game.at("Cho"), Value::Null);
    }

    #[test]
    fn both_babies_in_one_turn_win_for_the_educators() {
        let mut game = four(&[]);
        game.strike("b3", ["down", "up", "left", "left"]);
        assert_eq!(
            game.result(),
            (json!(["Ann", "Bob"]), "both babies in one turn".to_owned())
        );
        assert_eq!(game.json()["catches"], 2);
    }

    #[test]
    fn two_catches_win_in_two_against_one_and_one_against_one() {
        let mut game = two(&[], "c3");
        for (to, dir) in [("d3", "right"), ("c2", "up")] {
            let Three { n, c, s } = game.card(to);
            let ann = if game.at("Ann") == "a1" {
                "right"
            } else {
                "left"
            };
            game.act(&format!("turn Ann {ann} {n} {c}, Cho {dir} {s} {n}"));
            assert_eq!(game.last()["flipped"], json!([to]));
            if game.show()["over"] == false {
                game.act("restart Cho c3");
            }
        }
        assert_eq!(game.result(), (json!(["Ann"]), "two catches".to_owned()));
    }

    #[test]
    fn both_babies_in_one_turn_win_for_a_single_educator() {
        let mut game = game("Ann,Bob,Cho", &[("mode", "1v2"), ("educators", "Ann")]);
        game.act("place Ann a1");
        game.act("place Bob c3");
        game.act("place Cho c3");
        let Three { n, c, s } = game.card("d3");
        game.act(&format!(
            "turn Ann right {n} {c}, Bob right {s}, Cho right {n}"
        ));
        assert_eq!(
            game.result(),
            (json!(["Ann"]), "both babies in one turn".to_owned())
        );
    }

    #[test]
    fn babies_win_at_the_end_of_turn_8() {
        let mut pairs = four(&[("field", "2x6")]);
        pairs.act("place Cho c1");
        pairs.act("place Dai d1");
        let single = two(&[("field", "2x4")], "c2");
        let there = [
            ["right", "left", "down", "down"],
            ["right", "right", "", ""],
        ];
        let back = [["left", "right", "up", "up"], ["left", "left", "", ""]];
        for (i, mut game) in [pairs, single].into_iter().enumerate() {
            let seats = game.table.seats().len();
            for turn in 1..=8 {
                let now = (game.json()["turn"].clone(), game.show()["over"].clone());
                assert_eq!(now, (json!(turn), json!(false)));
                let dirs = if turn % 2 == 1 { there[i] } else { back[i] };
                game.quiet(&dirs[..seats]);
            }
            let (winners, reason) = game.result();
            assert_eq!(winners, [json!(["Cho", "Dai"]), json!(["Cho"])][i]);
            assert!(reason.contains("turn 8"), "{reason}");
            assert_eq!(game.json()["turn"], 8);
        }
    }

    #[test]
    fn both_educators_caught_by_the_floor_in_one_turn_win_for_the_babies() {
        // Both educators on one card: on 1×5 with holes they meet in the middle.
        let mut game = four(&[("field", "3x3")]);
        // Ann a1 → b1 → b2 … the babies run away to the corners.
        game.quiet(&["right", "left", "left", "right"]);
        // Ann b1, Bob b3, Cho a2, Dai c2.
        game.quiet(&["left", "right", "down", "up"]);
        // Ann a1, Bob c3, Cho a3, Dai c1.
        game.quiet(&["down", "up", "right", "left"]);
        // Ann a2, Bob c2, Cho b3, Dai b1.
        game.strike("b2", ["right", "left", "left", "right"]);
        assert_eq!(game.last()["stuck"], json!(["Ann", "Bob"]));
        let (winners, reason) = game.result();
        assert_eq!(winners, json!(["Cho", "Dai"]));
        assert!(reason.contains("educators"), "{reason}");
    }

    #[test]
    fn both_sides_winning_in_one_turn_is_a_draw() {
        let mut game = four(&[("field", "3x3")]);
        game.quiet(&["right", "left", "left", "right"]);
        game.quiet(&["left", "right", "down", "up"]);
        game.quiet(&["down", "up", "right", "left"]);
        // Everybody runs to b2, which is turned down: both babies and both educators.
        game.strike("b2", ["right", "left", "up", "down"]);
        assert_eq!(game.last()["caught"], json!(["Cho", "Dai"]));
        assert_eq!(game.last()["stuck"], json!(["Ann", "Bob"]));
        let (winners, reason) = game.result();
        assert_eq!(winners, json!([]));
        assert!(reason.contains("both sides"), "{reason}");
        assert_eq!(game.json()["catches"], 2);
    }

    #[test]
    fn the_second_educator_alone_does_not_end_the_game() {
        let mut game = four(&[]);
        game.strike("a2", ["down", "up", "left", "right"]);
        game.strike("e3", ["right", "up", "up", "up"]);
        assert!(game.stuck("Ann") && game.stuck("Bob"));
        assert_eq!(game.show()["over"], false, "not in one turn");
    }
}

mod arm_cards {
    use super::*;

    #[test]
    fn a_card_of_which_all_copies_lie_open_is_refused() {
        let mut game = four(&[]);
        game.forbidden(
            "turn Ann down 1+2x, Bob up 1+2x, Cho left 3, Dai right 4",
            "no `1+2x` is left",
        );
        game.forbidden(
            "turn Ann down 1, Bob up 1, Cho left 1, Dai right 1",
            "3 times",
        );
        let Three { n, c, s } = game.harmless();
        game.act(&format!(
            "turn Ann down {n}+jump, Bob up {c}, Cho left {s}, Dai right {s}"
        ));
        game.forbidden(
            &format!("turn Ann up {n}+jump, Bob down {c}, Cho right {s}, Dai left {n}"),
            "is left",
        );
        game.forbidden(
            &format!("turn Ann up {n}, Bob down {s}, Cho right {s}, Dai left {c}"),
            "3 times",
        );
    }

    #[test]
    fn everybody_shows_as_many_cards_as_the_mode_says() {
        let mut game = four(&[]);
        game.forbidden(
            "turn Ann down 1 2, Bob up 2, Cho left 3, Dai right 4",
            "1 a turn",
        );
        game.forbidden(
            "turn Ann down, Bob up 2, Cho left 3, Dai right 4",
            "1 a turn",
        );
        let mut game = two(&[], "c3");
        game.forbidden("turn Ann down 1, Cho left 3 4", "2 a turn");
        let mut game = super::game("Ann,Bob,Cho", &[("mode", "1v2"), ("educators", "Ann")]);
        for mv in ["place Ann a1", "place Bob b2", "place Cho b2"] {
            game.act(mv);
        }
        game.forbidden(
            "turn Ann right 1, Bob up 2, Cho left 3",
            "an educator shows 2",
        );
        game.forbidden("turn Ann right 1 2, Bob up 2 4, Cho left 3", "a baby 1");
    }

    #[test]
    fn with_cards_from_the_app_only_what_is_in_hand_can_be_played() {
        let mut game = four(&[("cards", "app")]);
        let hand = |g: &Game, seat: usize| -> Vec<String> {
            let own = g.table.show(Viewer::Seat(seat));
            let cards = own["game"]["hand"].as_array().expect("a hand").clone();
            cards
                .iter()
                .map(|c| c.as_str().expect("a name").to_owned())
                .collect()
        };
        for seat in 0..4 {
            assert_eq!(hand(&game, seat).len(), 4);
        }
        let mine = hand(&game, 0);
        let missing = ["1", "2", "3", "4", "red", "blue"]
            .into_iter()
            .find(|c| !mine.iter().any(|m| m == c))
            .expect("one");
        let others: Vec<String> = (1..4).map(|s| hand(&game, s)[0].clone()).collect();
        let tail = |cards: &[String]| {
            format!(
                "Bob up {} , Cho left {}, Dai right {}",
                cards[0], cards[1], cards[2]
            )
        };
        let (_, text) = game.refused(&format!("turn Ann down {missing}, {}", tail(&others)));
        for card in &mine {
            assert!(
                !text.contains(&format!("`{card}`")),
                "the refusal tells the hand: {text}"
            );
        }
        game.act(&format!("turn Ann down {}, {}", mine[0], tail(&others)));
        if game.show()["over"] == false {
            assert_eq!(hand(&game, 0).len(), 4, "refilled");
        }
    }

    #[test]
    fn hands_are_seen_by_their_seat_alone() {
        for seed in 0..5 {
            let game = begin(FOUR, &[("cards", "app"), ("educators", "Ann,Bob")], seed)
                .unwrap_or_else(|e| panic!("{e:?}"));
            let public = game.show().to_string();
            assert!(!public.contains("hand\""), "{public}");
            for seat in 0..4 {
                let own = game.table.show(Viewer::Seat(seat));
                let mut without = own["game"].clone();
                without.as_object_mut().expect("fields").remove("hand");
                assert_eq!(without, game.json(), "nothing else differs");
                assert_eq!(game.table.view(Viewer::Seat(seat)).secret.len(), 2);
            }
            assert!(game.table.view(Viewer::Public).secret.is_empty());
            let table = super::four(&[]);
            assert!(
                table.table.view(Viewer::Seat(0)).secret.is_empty(),
                "real hands are the table's"
            );
        }
    }

    #[test]
    fn the_companion_turns_the_random_card_of_its_own_deck() {
        let mut game = game("Ann,Bob,Cho", &[("cards", "app"), ("educators", "Ann,Bob")]);
        game.act("place Ann a1");
        let mut dice = Dice::new(&Seed::practice(1), "test");
        let mv = game.table.choose(&[], &mut dice).expect("a turn");
        assert!(!mv.contains("random"), "{mv}");
        game.forbidden(&format!("{mv}, random green"), "companion");
        game.act(&mv);
        assert_eq!(
            game.json()["history"][0].as_array().expect("cards").len(),
            4
        );
    }

    #[test]
    fn undo_crosses_a_turn_of_real_cards_but_not_one_of_dealt_cards() {
        let mut game = four(&[]);
        let before = game.table.state();
        game.quiet(&["down", "up", "left", "right"]);
        game.table.undo(false, 3).expect("nothing was dealt");
        assert_eq!(game.table.state(), before);
        let mut game = four(&[("cards", "app")]);
        let mut dice = Dice::new(&Seed::practice(1), "test");
        let mv = game.table.choose(&[], &mut dice).expect("a turn");
        game.act(&mv);
        assert!(
            game.table.undo(false, 3).is_err(),
            "hidden cards were dealt"
        );
        game.table.undo(true, 3).expect("all agree");
    }
}

mod matches {
    use super::*;

    /// Draws the game that is being played: the whole floor goes down.
    fn draw(game: &mut Game) {
        let mut dice = Dice::new(&Seed::practice(5), "place");
        while game.need().starts_with("place") {
            let mv = game.table.choose(&[], &mut dice).expect("a place");
            game.act(&mv);
        }
        let cards = ["1", "2", "3", "4"];
        let mut next = cards.iter();
        let seats = game.table.seats().to_vec();
        let shape = game.need();
        let parts: Vec<String> = seats
            .iter()
            .map(|name| {
                let at = game.at(name);
                let dir = if at.as_str().expect("a square").starts_with('a') {
                    "right"
                } else {
                    "left"
                };
                let part = shape
                    .split(", ")
                    .find(|p| p.contains(name.as_str()))
                    .expect("a part");
                let count = part.matches("CARD").count();
                let own: Vec<&str> = next.by_ref().take(count).copied().collect();
                format!("{name} {dir} {}", own.join(" "))
            })
            .collect();
        let random = next
            .next()
            .map_or(String::new(), |c| format!(", random {c}"));
        game.act(&format!("turn {}{random}", parts.join(", ")));
    }

    fn roles(game: &Game) -> String {
        let seats = game.table.seats().to_vec();
        let of = |role: &str| -> String {
            let own = seats
                .iter()
                .filter(|n| game.json()["pieces"][n.as_str()]["role"] == role);
            own.map(|n| n[..1].to_owned()).collect()
        };
        format!("{}|{}", of("educator"), of("baby"))
    }

    fn schedule(players: &str, set: &[(&str, &str)]) -> Vec<String> {
        let mut game = game(players, set);
        let mut out = vec![roles(&game)];
        loop {
            draw(&mut game);
            if game.show()["over"] == true {
                return out;
            }
            assert_eq!(game.need(), "next-game");
            assert_eq!(game.show()["result"], Value::Null);
            assert_eq!(game.refused("turn Ann up 1").0, Fault::Words);
            game.act("next-game");
            assert_eq!(
                (game.json()["turn"].clone(), game.last()),
                (json!(1), Value::Null)
            );
            assert_eq!(game.json()["history"], json!([]));
            out.push(roles(&game));
        }
    }

    #[test]
    fn four_players_play_two_four_or_six_games() {
        let six = ["AB|CD", "CD|AB", "AC|BD", "BD|AC", "AD|BC", "BC|AD"];
        for games in [2, 4, 6] {
            let text = games.to_string();
            assert_eq!(schedule(FOUR, &[("match", &text)]), six[..games]);
        }
    }

    #[test]
    fn the_single_role_of_three_goes_round() {
        let players = "Ann,Bob,Cho";
        let (two_one, one_two) = (["BC|A", "AC|B", "AB|C"], ["A|BC", "B|AC", "C|AB"]);
        assert_eq!(schedule(players, &[("match", "3")]), two_one);
        assert_eq!(
            schedule(players, &[("match", "3"), ("mode", "1v2")]),
            one_two
        );
        assert_eq!(
            schedule(players, &[("match", "6")]),
            [two_one, one_two].concat()
        );
    }

    #[test]
    fn two_players_swap_roles_any_even_number_of_times() {
        assert_eq!(
            schedule("Ann,Bob", &[("match", "4")]),
            ["A|B", "B|A", "A|B", "B|A"]
        );
    }

    #[test]
    fn named_educators_begin_a_match() {
        let set = [("match", "2"), ("educators", "Cho,Dai")];
        assert_eq!(schedule(FOUR, &set), ["CD|AB", "AB|CD"]);
    }

    #[test]
    fn most_wins_over_the_games_and_a_draw_counts_nothing() {
        let mut game = game(FOUR, &[("match", "2")]);
        game.act("place Ann a1");
        game.strike("b3", ["down", "up", "left", "left"]);
        let games = game.json()["games"].clone();
        assert_eq!(games["results"][0]["winners"], json!(["Ann", "Bob"]));
        assert_eq!(games["standings"][0]["name"], "Ann");
        assert_eq!(games["standings"][2]["rank"], 3);
        assert_eq!(
            game.show()["scores"],
            json!({"Ann": 1, "Bob": 1, "Cho": 0, "Dai": 0})
        );
        game.act("next-game");
        draw(&mut game);
        assert_eq!(game.result().0, json!(["Ann", "Bob"]));
        assert_eq!(
            game.json()["games"]["results"]
                .as_array()
                .expect("games")
                .len(),
            2
        );
        assert_eq!(game.json()["games"]["standings"][0]["drawn"], 1);
        assert_eq!(game.refused("next-game").0, Fault::Over);
    }

    #[test]
    fn next_game_is_refused_in_the_middle_of_a_game() {
        let mut game = game(FOUR, &[("match", "2")]);
        assert_eq!(game.refused("next-game").0, Fault::Time);
        assert_eq!(four(&[]).json()["games"], Value::Null);
    }
}

mod variants {
    use super::*;

    fn individual() -> Game {
        game(FOUR, &[("variant", "individual")])
    }

    #[test]
    fn individuals_start_on_corners_in_seat_order() {
        let game = individual();
        let at = ["Ann", "Bob", "Cho", "Dai"].map(|n| game.at(n));
        assert_eq!(at, [json!("a1"), json!("e5"), json!("e1"), json!("a5")]);
        assert!(game.need().starts_with("turn"), "nothing to place");
    }

    #[test]
    fn only_the_floor_catches_individuals_and_who_is_out_plays_on_with_a_dash() {
        let mut game = game(FOUR, &[("variant", "individual"), ("field", "3x3")]);
        // Ann a1 and Cho c1 meet in b1: no catch.
        game.quiet(&["right", "up", "left", "up"]);
        assert_eq!(game.last()["caught"], json!([]));
        game.strike("b2", ["down", "left", "right", "down"]);
        // Ann b1 → b2 is turned; Bob c2 → b2 as well.
        assert_eq!(game.last()["caught"], json!(["Ann", "Bob"]));
        assert_eq!(game.at("Ann"), Value::Null);
        assert_eq!(game.json()["turn"], 3, "nobody restarts");
        let Three { n, c, s } = game.harmless();
        game.forbidden(
            &format!("turn Ann up {n}, Bob - {c}, Cho down {s}, Dai up {s}"),
            "arm cards only",
        );
        game.forbidden(
            &format!("turn Ann - {n}, Bob - {c}, Cho - {s}, Dai up {s}"),
            "run card",
        );
        game.forbidden(
            &format!("turn Ann - {s}+carpenter destroy, Bob - {c}, Cho down {s}, Dai up {n}"),
            "own piece",
        );
        game.act(&format!(
            "turn Ann - {s}+carpenter repair b2, Bob - {c}+2x, Cho down {s}, Dai up {n}"
        ));
        assert_eq!(game.last()["repaired"], json!(["b2"]));
        assert_eq!(game.moved("Bob"), json!([]));
    }

    #[test]
    fn individuals_rank_by_who_lasted_and_equal_turns_share() {
        // Everybody at once in turn 1: all are first.
        let mut game = individual();
        game.act("turn Ann down 1, Bob up 2, Cho left 3, Dai right 4");
        assert_eq!(
            game.show()["scores"],
            json!({"Ann": 5, "Bob": 5, "Cho": 5, "Dai": 5})
        );
        assert_eq!(game.show()["over"], true, "everyone out ends it");
        // Ann and Bob in turn 2, the others in turn 3: ranks 1, 1, 3, 3.
        let mut game = super::game(FOUR, &[("variant", "individual"), ("field", "3x3")]);
        game.quiet(&["right", "up", "left", "up"]);
        game.strike("b2", ["down", "left", "right", "down"]);
        game.act("turn Ann - 1, Bob - 2, Cho down 3, Dai up 4");
        assert_eq!(
            game.show()["scores"],
            json!({"Ann": 1, "Bob": 1, "Cho": 5, "Dai": 5})
        );
        assert_eq!(game.result().0, json!(["Cho", "Dai"]));
    }

    #[test]
    fn individuals_play_to_turn_8_and_who_was_never_caught_gets_one_more() {
        let mut found = 0;
        for seed in 0..60 {
            let mut game =
                begin(FOUR, &[("variant", "individual")], seed).unwrap_or_else(|e| panic!("{e:?}"));
            let mut dice = Dice::new(&Seed::practice(seed), "test");
            while let Some(mv) = game.table.choose(&[Skill::Sensible; 4], &mut dice) {
                game.act(&mv);
            }
            let names = ["Ann", "Bob", "Cho", "Dai"];
            let free: Vec<&str> = names
                .into_iter()
                .filter(|n| !game.at(n).is_null())
                .collect();
            let points = |n: &str| game.show()["scores"][n].as_i64().expect("points");
            for name in &free {
                found += 1;
                assert_eq!(points(name), 6);
                assert_eq!(game.json()["turn"], 8);
            }
            for name in names.iter().filter(|n| !free.contains(n)) {
                assert!([5, 3, 1, 0].contains(&points(name)));
                assert!(free.is_empty() || points(name) < 5);
            }
            if free.len() == 2 {
                assert!(
                    names.iter().all(|n| points(n) != 3),
                    "the next rank is skipped"
                );
            }
            if found > 5 {
                return;
            }
        }
        panic!("nobody ever lasted");
    }

    #[test]
    fn points_of_individuals_add_up_over_a_match() {
        let mut game = game(FOUR, &[("variant", "individual"), ("match", "3")]);
        for number in 1..=3 {
            game.act("turn Ann down 1, Bob up 2, Cho left 3, Dai right 4");
            assert_eq!(game.show()["scores"]["Ann"], 5 * number);
            if number < 3 {
                game.act("next-game");
            }
        }
        assert_eq!(game.show()["over"], true);
    }

    #[test]
    fn catch_count_plays_all_turns_of_two_games_with_roles_swapped() {
        let mut game = four(&[("variant", "catch-count")]);
        game.strike("b3", ["down", "up", "left", "left"]);
        assert_eq!(
            (game.json()["catches"].clone(), game.show()["over"].clone()),
            (json!(2), json!(false))
        );
        assert_eq!(game.need(), "restart Cho SQUARE");
        game.act("restart Dai a3");
        game.act("restart Cho a4");
        game.strike("a5", ["up", "down", "down", "up"]);
        assert_eq!(game.json()["catches"], 3);
        assert_eq!(game.show()["over"], false, "three catches do not end it");
        game.act("restart Cho b1");
        // A wiped-out floor ends that game.
        game.wipe(&["down", "up", "left", "up"]);
        assert_eq!(game.need(), "next-game");
        let first = game.json()["catches"].as_i64().expect("a number");
        assert_eq!(first, 5);
        game.act("next-game");
        assert_eq!(game.json()["pieces"]["Cho"]["role"], "educator");
        game.act("place Cho a1");
        game.act("turn Ann left 1, Bob right 2, Cho down 3, Dai up 4");
        assert_eq!(game.result().0, json!(["Ann", "Bob"]));
        assert_eq!(
            game.show()["scores"],
            json!({"Ann": 5, "Bob": 5, "Cho": 2, "Dai": 2})
        );
    }

    #[test]
    fn as_many_catches_on_both_sides_are_a_draw() {
        let mut game = four(&[("variant", "catch-count")]);
        game.act("turn Ann down 1, Bob up 2, Cho left 3, Dai up 4");
        game.act("next-game");
        game.act("place Cho a1");
        game.act("turn Ann left 1, Bob right 2, Cho down 3, Dai up 4");
        assert_eq!(game.result().0, json!([]));
    }

    #[test]
    fn learning_babies_use_a_special_only_after_an_educator_has_shown_it() {
        let mut game = two(&[("learning", "on")], "b2");
        let Three { n, c, s } = game.harmless();
        game.forbidden(
            &format!("turn Ann right {s} {c}, Cho right {n}+2x {s}"),
            "only after an educator",
        );
        game.forbidden(
            &format!("turn Ann right {s} {c}+2x, Cho right {n}+2x {s}"),
            "only after an educator",
        );
        game.forbidden(
            &format!("turn Ann right {n} {c}, Cho right {s}+carpenter destroy {s}"),
            "only after an educator",
        );
        // Shown is enough, used or not; it teaches from the next turn on.
        game.act(&format!(
            "turn Ann right {s} {c}+2x unused, Cho right {n}+2x unused {s}"
        ));
        assert_eq!(game.moved("Cho"), json!(["c2"]));
        let Three { n, c, s } = game.harmless();
        game.forbidden(
            &format!("turn Ann left {s} {n}, Cho down {c}+jump {n}"),
            "JUMP",
        );
    }

    #[test]
    fn the_random_card_teaches_nothing() {
        let mut game = game(
            "Ann,Bob,Cho",
            &[("learning", "on"), ("educators", "Ann,Bob")],
        );
        game.act("place Ann a1");
        let Three { n, c, s } = game.harmless();
        game.act(&format!(
            "turn Ann down {n}, Bob up {c}, Cho left {s}, random {n}+jump"
        ));
        game.forbidden(
            &format!("turn Ann up {n}, Bob down {s}, Cho right {c}+jump, random {n}"),
            "JUMP",
        );
        game.act(&format!(
            "turn Ann up {n}+2x unused, Bob down {s}, Cho right {c}+jump unused, random {s}"
        ));
        game.act(&format!(
            "turn Ann down {n}, Bob up {s}+carpenter, Cho right {c}+2x, random {c}"
        ));
        assert_eq!(game.moved("Cho"), json!(["d3", "e3"]));
    }

    #[test]
    fn horrible_educators_run_diagonally() {
        let mut game = two(&[("horrible", "on")], "c2");
        let Three { n, c, s } = game.harmless();
        game.forbidden(
            &format!("turn Ann up-left {n} {c}, Cho up {s} {s}"),
            "out of the field",
        );
        game.forbidden(
            &format!("turn Ann right {n} {c}, Cho up-left {s} {s}"),
            "only educators",
        );
        game.act(&format!("turn Ann down-right {n}+2x {c}, Cho up {s} {s}"));
        assert_eq!(game.moved("Ann"), json!(["b2", "c3"]));
        let mut game = two(&[("horrible", "on"), ("broken", "c3")], "c2");
        game.act(&format!("turn Ann down-right {n}+2x {c}, Cho up {s} {s}"));
        assert_eq!(
            game.moved("Ann"),
            json!(["b2"]),
            "a blocked diagonal stops after one"
        );
    }

    #[test]
    fn fields_of_any_shape() {
        let game = four(&[("field", "4x8")]);
        assert_eq!(game.cards().len(), 32);
        assert_eq!(game.json()["field"].as_array().expect("rows").len(), 4);
        let game = super::game(
            FOUR,
            &[("field", "6x6"), ("holes", "a1 f1,a6+f6"), ("broken", "c1")],
        );
        assert_eq!(game.cards().len(), 32);
        assert_eq!(game.cell("a1"), Value::Null);
        assert_eq!(game.cell("c1")["up"], false);
    }

    #[test]
    fn a_hole_is_outside() {
        let mut game = four(&[("holes", "a2,c2,b4")]);
        game.forbidden(
            "turn Ann down 1, Bob up 2, Cho left 3, Dai right 4",
            "out of the field",
        );
        game.forbidden(
            "turn Ann right 1, Bob up 2, Cho up 3, Dai right 4",
            "out of the field",
        );
        let Three { n, c, s } = game.harmless();
        // Cho: b3, then a3; a hole below b3 makes no difference to a straight run.
        game.act(&format!(
            "turn Ann right {s}, Bob up {n}, Cho left {c}+2x, Dai right {s}"
        ));
        assert_eq!(game.moved("Cho"), json!(["b3", "a3"]));
        let (_, text) = game.refused(&format!(
            "turn Ann right {s}+carpenter repair c2, Bob up {n}, Cho up {c}, Dai up {n}"
        ));
        assert!(text.contains("hole"), "{text}");
    }
}

mod words {
    use super::*;

    #[test]
    fn moves_may_be_written_short() {
        let full = "turn Ann down red+2x, Bob up 3, Cho left triangle, Dai right blue";
        let mut wanted = four(&[]);
        wanted.act(full);
        for short in [
            "TURN ann DOWN Red+2X, bob up 3, cho left Triangle, dai right blue",
            "turn Dai right blue, Cho left triangle, Bob up 3, Ann down red+2x",
            "t a d r+2, b u 3, c l t, d r b",
            "turn d red+2x, u 3, l tri, r blue",
            "Ann down red+2x, Bob up 3, Cho left triangle, Dai right blue",
            "turn 下 赤+2x、上 3、左 triangle、右 青",
        ] {
            let mut game = four(&[]);
            game.act(short);
            assert_eq!(game.table.state(), wanted.table.state(), "{short}");
        }
    }

    #[test]
    fn bad_words_are_refused_with_help() {
        let mut game = four(&[]);
        for (mv, help) in [
            ("", "turn"),
            ("trun Ann down 1", "`turn`"),
            ("turn Ann down 1, Bob up 2, Cho left 3", "Dai"),
            ("turn Ann down 1, Ann up 2, Cho left 3, Dai up 4", "twice"),
            ("turn Ann dwon 1, Bob up 2, Cho left 3, Dai up 4", "`down`"),
            (
                "turn Ann down gren, Bob up 2, Cho left 3, Dai up 4",
                "`green`",
            ),
            (
                "turn Ann down 1+carpenter, Bob up 2, Cho left 3, Dai up 4",
                "no arm card",
            ),
            (
                "turn Ann down 1, Bob up 2, Cho left circle+carpenter repair z9, Dai up 4",
                "`z9`",
            ),
            (
                "turn Ann down 1, Bob up 2, Cho left circle repair a1, Dai up 4",
                "CARPENTER",
            ),
            ("turn Zoe down 1, Bob up 2, Cho left 3, Dai up 4", "Zoe"),
            (
                "turn Ann down 1 2 3, Bob up 2, Cho left 3, Dai up 4",
                "too much",
            ),
        ] {
            let (_, text) = game.refused(mv);
            assert!(text.contains(help), "{mv}: {text}");
        }
    }

    #[test]
    fn names_may_be_anything() {
        let names = "Bob Lee,random,up,ちょう 子";
        let mut game = game(names, &[]);
        let mut dice = Dice::new(&Seed::practice(2), "test");
        for _ in 0..12 {
            let Some(mv) = game.table.choose(&[], &mut dice) else {
                break;
            };
            game.act(&mv);
        }
        assert!(game.table.moves() > 1);
        assert_eq!(game.reopened().state(), game.table.state());
    }

    #[test]
    fn the_form_asks_one_player_after_the_other_and_each_piece_is_looked_at() {
        let mut game = game("Ann,Bob,Cho", &[("educators", "Ann,Bob")]);
        game.act("place Ann a1");
        let form = game.table.view(Viewer::Public).form.expect("a form");
        assert_eq!(form.parts.len(), 4);
        assert!(game.table.piece(0, "up red").is_err(), "out of the field");
        assert!(game.table.piece(1, "up").is_err(), "a card is missing");
        assert!(game.table.piece(3, "purple").is_err());
        let texts = ["d r+2x", "u 3+jump unused", "l circle+carp", "g"];
        let answers: Vec<String> = texts
            .iter()
            .enumerate()
            .map(|(i, t)| game.table.piece(i, t).unwrap_or_else(|e| panic!("{e}")))
            .collect();
        assert_eq!(
            answers,
            [
                "down red+2x",
                "up 3+jump unused",
                "left circle+carpenter unused",
                "green"
            ]
        );
        game.act(&form.fill(&answers));
        assert_eq!(
            game.json()["history"],
            json!([["red+2x", "3+jump", "circle+carpenter", "green"]])
        );
    }

    #[test]
    fn the_floor_is_drawn_in_80_columns() {
        for game in [
            four(&[]),
            two(&[], "b2"),
            four(&[("field", "4x8")]),
            four(&[("field", "2x16")]),
        ] {
            let lines = game.table.view(Viewer::Public).lines;
            assert!(lines.iter().all(|l| l.chars().count() <= 80), "{lines:#?}");
            assert!(lines[0].contains("[1]"), "{lines:#?}");
        }
    }
}

mod playouts {
    use super::*;

    const TABLES: [(&str, &[(&str, &str)]); 12] = [
        (FOUR, &[]),
        (FOUR, &[("cards", "app")]),
        ("Ann,Bob,Cho", &[]),
        ("Ann,Bob,Cho", &[("cards", "app")]),
        ("Ann,Bob,Cho", &[("mode", "1v2"), ("cards", "app")]),
        (TWO, &[]),
        (TWO, &[("cards", "app"), ("match", "2")]),
        (FOUR, &[("variant", "individual")]),
        (FOUR, &[("variant", "catch-count"), ("horrible", "on")]),
        (
            TWO,
            &[("learning", "on"), ("field", "5x5"), ("broken", "c3,a1")],
        ),
        (
            FOUR,
            &[
                ("horrible", "on"),
                ("field", "6x6"),
                ("holes", "a1,f6,c3,d4"),
            ],
        ),
        (
            "Ann,Bob,Cho",
            &[("variant", "individual"), ("cards", "app")],
        ),
    ];

    /// Which squares REVERSE turns, by the words of the page.
    fn expected_flips(
        before: &Value,
        after_carpenters: &dyn Fn(&str) -> bool,
        shown: &[Value],
    ) -> Vec<String> {
        let names: Vec<&str> = shown
            .iter()
            .map(|c| {
                c.as_str()
                    .expect("a card")
                    .split('+')
                    .next()
                    .expect("a value")
            })
            .collect();
        let category = |v: &str| match v {
            "circle" | "triangle" => 2,
            v if v.parse::<u8>().is_ok() => 0,
            _ => 1,
        };
        let mut out = Vec::new();
        for (r, row) in before.as_array().expect("rows").iter().enumerate() {
            for (c, cell) in row.as_array().expect("a row").iter().enumerate() {
                let square = format!("{}{}", char::from(b'a' + c as u8), r + 1);
                if cell.is_null() || !after_carpenters(&square) {
                    continue;
                }
                let own: Vec<&str> = cell["card"].as_str().expect("a card").split('-').collect();
                let hit = (0..3).all(|k| {
                    let values: Vec<&&str> = names.iter().filter(|v| category(v) == k).collect();
                    values.is_empty() || values.contains(&&own[k])
                });
                if hit {
                    out.push(square);
                }
            }
        }
        out
    }

    fn is_up(field: &Value, square: &str) -> bool {
        let column = usize::from(square.as_bytes()[0] - b'a');
        let row: usize = square[1..].parse().expect("a row");
        field[row - 1][column]["up"] == true
    }

    fn look_at(before: &Value, game: &Game) {
        let after = game.json();
        let last = &after["last"];
        let shown = after["history"]
            .as_array()
            .expect("turns")
            .last()
            .expect("a turn")
            .as_array()
            .expect("cards")
            .clone();
        let has = |list: &Value, square: &str| {
            list.as_array()
                .expect("squares")
                .iter()
                .any(|s| s == square)
        };
        let open = |square: &str| {
            (is_up(&before["field"], square) || has(&last["repaired"], square))
                && !has(&last["destroyed"], square)
        };
        assert_eq!(
            last["flipped"],
            json!(expected_flips(&before["field"], &open, &shown))
        );
        for name in game.table.seats() {
            for square in last["moves"][name].as_array().expect("squares") {
                assert!(
                    open(square.as_str().expect("a square")),
                    "{name} entered {square}"
                );
            }
            let piece = &after["pieces"][name];
            if let (Some(at), "baby") = (
                piece["at"].as_str(),
                piece["role"].as_str().expect("a role"),
            ) {
                assert!(is_up(&after["field"], at), "{name} stands on broken floor");
            }
            if let (Some(at), "educator") = (
                piece["at"].as_str(),
                piece["role"].as_str().expect("a role"),
            ) {
                assert_eq!(
                    piece["stuck"] == true,
                    !is_up(&after["field"], at),
                    "{name}"
                );
            }
        }
        let caught = last["caught"].as_array().expect("names").len() as u64;
        assert_eq!(
            after["catches"].as_u64(),
            before["catches"].as_u64().map(|c| c + caught)
        );
    }

    #[test]
    fn random_games_through_move_texts_end_and_keep_their_promises() {
        for (i, (players, set)) in TABLES.iter().enumerate() {
            for seed in 0..4 {
                let mut game =
                    begin(players, set, seed + 100 * i as u64).unwrap_or_else(|e| panic!("{e:?}"));
                let mut dice = Dice::new(&Seed::practice(seed), "test");
                let skills = [[Skill::Random; 4], [Skill::Sensible; 4]][usize::from(seed == 3)];
                let mut moves = 0;
                while let Some(mv) = game.table.choose(&skills, &mut dice) {
                    let before = game.json();
                    game.act(&mv);
                    // What the journal keeps is the move that was chosen.
                    let kept = std::fs::read_to_string(game.table.path()).expect("the journal");
                    let line: Value =
                        serde_json::from_str(kept.lines().last().expect("a line")).expect("JSON");
                    assert_eq!(line["do"], mv.as_str());
                    if mv.starts_with("turn") {
                        look_at(&before, &game);
                    }
                    moves += 1;
                    assert!(moves < 100, "{players} {set:?} does not end");
                }
                assert_eq!(game.show()["over"], true);
                let again = game.reopened();
                assert_eq!(again.state(), game.table.state());
                for viewer in [Viewer::Public, Viewer::Seat(0), Viewer::Seat(1)] {
                    assert_eq!(again.show(viewer), game.table.show(viewer));
                }
            }
        }
    }

    /// Deck, hands and history hold every arm card once.
    #[test]
    fn no_arm_card_is_lost_or_doubled() {
        for (players, set) in [
            (FOUR, &[("cards", "app")][..]),
            (TWO, &[("cards", "app")]),
            ("Ann,Bob,Cho", &[("cards", "app")]),
        ] {
            for seed in 0..4 {
                let mut game = begin(players, set, seed).unwrap_or_else(|e| panic!("{e:?}"));
                let mut dice = Dice::new(&Seed::practice(seed), "test");
                while let Some(mv) = game.table.choose(&[], &mut dice) {
                    game.act(&mv);
                    let state = game.table.state();
                    let numbers = |v: &Value| -> Vec<u64> {
                        v.as_array()
                            .expect("cards")
                            .iter()
                            .filter_map(Value::as_u64)
                            .filter(|k| *k < 255)
                            .collect()
                    };
                    let mut all = numbers(&state["deck"]);
                    for row in ["hands", "history"] {
                        for cards in state[row].as_array().expect("rows") {
                            all.extend(numbers(cards));
                        }
                    }
                    all.sort_unstable();
                    let mut expected = Vec::new();
                    for (kind, copies) in [3u64, 1, 1]
                        .repeat(8)
                        .into_iter()
                        .chain([3, 2, 3, 2])
                        .enumerate()
                    {
                        expected.extend((0..copies).map(|_| kind as u64));
                    }
                    assert_eq!(all, expected, "after {mv}");
                }
            }
        }
    }

    /// Hidden cards turn up in no public text: the journal apart, only the own seat's view differs.
    #[test]
    fn nothing_public_depends_on_hidden_cards() {
        let mut game = four(&[("cards", "app")]);
        let mut dice = Dice::new(&Seed::practice(9), "test");
        while let Some(mv) = game.table.choose(&[], &mut dice) {
            let events = game.act(&mv);
            let public = game.json();
            let shown = public["history"].to_string() + &mv;
            for seat in 0..4 {
                let own = game.table.show(Viewer::Seat(seat));
                for card in own["game"]["hand"].as_array().expect("a hand") {
                    let name = card.as_str().expect("a name");
                    let said =
                        |t: &String| t.contains(&format!("`{name}`")) && !shown.contains(name);
                    assert!(!events.iter().any(said), "{name}: {events:?}");
                }
            }
            let lines = game.table.view(Viewer::Public).lines;
            assert_eq!(lines, game.table.view(Viewer::Seat(2)).lines);
        }
    }

    #[test]
    fn sensible_bots_play_better_than_random_ones() {
        use Skill::{Random as R, Sensible as S};
        let kit = Kit::load("catch-and-run").expect("the kit is sound");
        let seats: Vec<String> = FOUR.split(',').map(str::to_owned).collect();
        let settings = Settings::from([("educators".to_owned(), "Ann,Bob".to_owned())]);
        let setup = Setup {
            kit: &kit,
            seats: &seats,
            settings: &settings,
        };
        let share = |skills: [Skill; 4], side: &str| {
            let plan = Plan {
                games: 150,
                seed: 1,
                skills: skills.to_vec(),
            };
            let stats = games::simulate("catch-and-run", setup, &plan, &|_| ());
            let stats = stats.unwrap_or_else(|e| panic!("{e}"));
            let stats = stats.unwrap_or_else(|e| panic!("{e:?}"));
            stats.sides.get(side).copied().unwrap_or(0)
        };
        let (before, after) = (share([R; 4], "educators"), share([S, S, R, R], "educators"));
        assert!(
            after > before + 20,
            "educators: {before} random, {after} sensible of 150"
        );
        let (before, after) = (share([R; 4], "babies"), share([R, R, S, S], "babies"));
        assert!(
            after > before + 20,
            "babies: {before} random, {after} sensible of 150"
        );
    }
}
