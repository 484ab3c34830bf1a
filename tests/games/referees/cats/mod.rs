//! The referee of Cats, sentence by sentence of the game page.

mod page;
mod playouts;
mod table;
mod way_home;

use kitpress::play::games::cats::map::generate;
use kitpress::play::games::cats::{Referee, State};
use kitpress::play::rng::{Chance, Seed};
use kitpress::play::rules::{News, Rules};
use kitpress::play::view::Viewer;
use serde_json::{Value, json};

/// Random numbers for tests, the same every time.
pub struct Dice(pub u64);

impl Dice {
    pub fn below(&mut self, n: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        (self.0 >> 33) as usize % n.max(1)
    }
}

/// A game on a map, played by move texts.
#[derive(Clone)]
pub struct Play {
    pub referee: Referee,
    pub state: State,
}

/// Drawings of both players, on the map of seed 8.
const DRAWN: &str = "fish Ann ab1, fish Bob n8, fish Ann n1, fish Bob x1, fish Ann z8, fish Bob k8, \
    fish Ann g8, fish Bob k1, cat Ann h1, cat Bob s1, cat Ann u8, cat Bob r8";

impl Play {
    pub fn on(seed: u64, names: [&str; 2]) -> Self {
        let referee = Referee::on(&generate(4, 28, seed).expect("a map"), names);
        let mut chance = Chance::new(Seed::practice(1));
        let state = referee.begin(&mut chance, &mut News::new());
        Self { referee, state }
    }

    /// After these moves, separated by commas, on the map of seed 8.
    fn after(moves: &str) -> Self {
        let mut play = Self::on(8, ["Ann", "Bob"]);
        play.all(moves);
        play
    }

    /// With all drawings made, and these moves after.
    fn drawn(moves: &str) -> Self {
        let mut play = Self::after(DRAWN);
        play.all(moves);
        play
    }

    pub fn try_move(&mut self, text: &str) -> Result<Vec<String>, String> {
        let mv = self
            .referee
            .read_move(&self.state, text)
            .map_err(|r| r.to_string())?;
        let (mut after, mut news) = (self.state.clone(), News::new());
        let mut chance = Chance::new(Seed::practice(1));
        let made = self.referee.apply(&mut after, &mv, &mut chance, &mut news);
        made.map_err(|r| r.to_string())?;
        self.state = after;
        Ok(news.events().iter().map(|e| e.text.to_string()).collect())
    }

    #[track_caller]
    fn go(&mut self, text: &str) -> Vec<String> {
        self.try_move(text)
            .unwrap_or_else(|e| panic!("{text}: {e}"))
    }

    #[track_caller]
    fn all(&mut self, moves: &str) {
        for text in moves.split(',').map(str::trim).filter(|t| !t.is_empty()) {
            self.go(text);
        }
    }

    /// The move is refused, with these words in the reason.
    #[track_caller]
    fn no(&mut self, text: &str, words: &str) {
        let why = self.try_move(text).expect_err("a refusal");
        assert!(why.contains(words), "{text}: {why}");
        assert!(why.contains("rule: "), "no rule is named: {why}");
    }

    pub fn game(&self) -> Value {
        Value::Object(self.referee.view(&self.state, Viewer::Public).game)
    }

    pub fn legal(&self) -> Vec<String> {
        let game = self.game();
        let legal = game["legal"].as_array().expect("a list").iter();
        legal
            .map(|m| m.as_str().expect("text").to_owned())
            .collect()
    }

    /// Whether a move is among the legal ones.
    fn may(&self, text: &str) -> bool {
        self.legal().iter().any(|m| m == text)
    }

    /// Cells that have a line, in the order of their names.
    fn lined(&self, name: &str) -> Vec<String> {
        let game = self.game();
        let lines = game["lines"].as_object().expect("lines").iter();
        let own = lines.filter(|(_, who)| *who == name);
        let mut cells: Vec<String> = own.map(|(cell, _)| cell.clone()).collect();
        cells.sort();
        cells
    }

    pub fn result(&self) -> Option<(Vec<usize>, String)> {
        let outcome = self.referee.outcome(&self.state)?;
        Some((outcome.winners, outcome.reason.to_string()))
    }

    /// Draws a player's line over a whole row and its buildings, as if it had been played.
    fn line_row(&mut self, row: usize, seat: u8) {
        for at in row * 28..(row + 1) * 28 {
            let town = &self.referee.town;
            town.draw(&mut self.state.lines, at as u16, seat + 1);
        }
    }
}

// ---- set-up ----

#[test]
fn fish_are_drawn_in_turn_first_seat_first() {
    let mut play = Play::after("");
    assert_eq!(play.game()["turn"], "Ann");
    play.no("fish Bob a1", "it is Ann's turn");
    play.go("fish Ann a1");
    assert_eq!(play.game()["turn"], "Bob");
    assert_eq!(
        play.game()["fish"],
        json!({"a1": {"by": "Ann", "taken": null}})
    );
    play.no("fish Ann d1", "it is Bob's turn");
    play.go("fish Bob d1");
    assert_eq!(play.game()["turn"], "Ann");
}

#[test]
fn fish_before_cats_before_moves() {
    let mut play = Play::after("");
    play.no("cat Ann a1", "all fish come before the cats");
    play.no("Ann 1 right", "not all fish and cats are drawn yet");
    let (fish, _) = DRAWN.split_once(", cat").expect("fish first");
    let mut play = Play::after(fish);
    play.no("fish Ann t1", "all fish are drawn");
    play.no("Ann 1 down", "not all fish and cats are drawn yet");
    play.go("cat Ann h1");
    play.no("Bob 1 down", "not all fish and cats are drawn yet");
    let mut play = Play::drawn("");
    play.no("cat Ann e1", "all cats are drawn");
    play.no("fish Ann e1", "all fish are drawn");
}

#[test]
fn four_fish_each_two_in_either_outer_row() {
    let mut play = Play::after("fish Ann a1, fish Bob a8, fish Ann d1, fish Bob d8");
    play.no("fish Ann g1", "Ann has drawn 2 fish in row 1");
    play.go("fish Ann m8");
    play.no("fish Bob g8", "Bob has drawn 2 fish in row 8");
    play.no("fish Bob g4", "row 4 is no outer row");
    let own: Vec<String> = play.legal();
    assert!(
        own.iter()
            .all(|m| m.starts_with("fish Bob ") && m.ends_with('1')),
        "{own:?}"
    );
}

#[test]
fn two_cats_each_one_in_either_outer_row() {
    let (most, _) = DRAWN.split_once(", cat Ann u8").expect("the second cat");
    let mut play = Play::after(most);
    play.no("cat Ann d1", "Ann has a cat in row 1");
    assert!(play.legal().iter().all(|m| m.ends_with('8')));
    play.go("cat Ann d8");
}

#[test]
fn at_least_two_empty_cells_between_any_two_drawings_in_a_row() {
    let mut play = Play::after("fish Ann m1");
    for near in [
        "fish Bob k1",
        "fish Bob l1",
        "fish Bob m1",
        "fish Bob n1",
        "fish Bob o1",
    ] {
        play.no(near, "at least two empty cells");
        assert!(!play.may(near));
    }
    assert!(play.may("fish Bob p1") && play.may("fish Bob m8"));
    play.go("fish Bob p1");
    let (fish, _) = DRAWN.split_once(", cat").expect("fish first");
    Play::after(fish).no("cat Ann i1", "too near to the drawing on k1");
}

#[test]
fn nothing_on_a_manhole() {
    let mut play = Play::after("");
    play.no("fish Ann j1", "nothing is drawn on a manhole");
    play.no("fish Ann h8", "nothing is drawn on a manhole");
}

#[test]
fn start_cells_count_as_lined_by_their_owner_and_the_start_row_is_home() {
    let play = Play::drawn("");
    assert_eq!(
        play.game()["lines"],
        json!({"h1": "Ann", "s1": "Bob", "r8": "Bob", "u8": "Ann"})
    );
    let cat = |at: &str, home: u32| json!({"at": at, "home": home, "fish": false, "done": false});
    let cats = json!({"Ann": [cat("h1", 1), cat("u8", 8)], "Bob": [cat("s1", 1), cat("r8", 8)]});
    assert_eq!(play.game()["cats"], cats);
    assert_eq!(play.game()["specials"], json!({"Ann": 2, "Bob": 2}));
}

#[test]
fn the_first_seat_starts_and_players_take_turns() {
    let mut play = Play::drawn("");
    assert_eq!(play.game()["turn"], "Ann");
    play.no("Bob 1 down", "it is Ann's turn");
    play.go("Ann 1 down");
    play.no("Ann 1 down", "it is Bob's turn");
}

// ---- a turn ----

#[test]
fn a_step_goes_to_an_adjacent_cell_without_any_line() {
    let mut play = Play::drawn("");
    play.no("Ann 1 up", "the map ends there");
    play.go("Ann 1 right");
    assert_eq!(play.lined("Ann"), ["h1", "i1", "u8"]);
    assert_eq!(play.game()["cats"]["Ann"][0]["at"], "i1");
    play.go("Bob 1 down");
    play.no("Ann 1 left", "has a line already");
    // Neither its own nor the opponent's: a fish that is free is no line.
    let mut play = Play::drawn("Ann 2 left, Bob 2 up, Ann 2 left");
    assert_eq!(play.game()["cats"]["Ann"][1]["at"], "s8");
    play.go("Bob 1 down");
    play.no("Ann 2 left", "has a line already");
}

#[test]
fn entering_a_building_by_an_opening_lines_every_cell_inside() {
    let mut play =
        Play::drawn("Ann 1 down, Bob 1 down, Ann 1 left, Bob 1 down, Ann 1 left, Bob 1 down");
    let said = play.go("Ann 1 down");
    assert_eq!(said[1], "the line fills the building: f3, f4");
    let lined = play.lined("Ann");
    assert!(
        ["f3", "f4"].iter().all(|c| lined.contains(&c.to_string())),
        "{lined:?}"
    );
    // Where there is no opening there is a wall.
    play.go("Bob 1 left");
    play.go("Ann 2 up");
    play.no("Bob 1 left", "a wall or a shrine is in the way");
}

#[test]
fn a_cat_leaves_by_any_opening_and_inside_can_do_nothing_else() {
    let mut play = Play::drawn(
        "Ann 1 down, Bob 1 down, Ann 1 left, Bob 1 down, Ann 1 left, Bob 1 down, Ann 1 down, Bob 1 left",
    );
    play.no("Ann 1 down", "inside a building a cat can only leave");
    play.no("Ann 1 jump up", "inside a building a cat can only leave");
    play.no(
        "Ann 1 warp left then up",
        "inside a building a cat can only leave",
    );
    play.no(
        "Ann 1 leave e4",
        "no opening of a building that the cat is in leads there",
    );
    play.no("Ann 1 leave f2", "has a line already");
    assert_eq!(
        play.legal()
            .iter()
            .filter(|m| m.starts_with("Ann 1"))
            .count(),
        1
    );
    play.go("Ann 1 leave f5");
    assert_eq!(play.game()["cats"]["Ann"][0]["at"], "f5");
    play.go("Bob 1 down");
    // Through both openings in line, over the building and the manhole, to the outer row.
    play.go("Ann 1 jump up");
    assert_eq!(play.game()["cats"]["Ann"][0]["at"], "f1");
    play.go("Bob 1 down");
    play.no(
        "Ann 1 leave g1",
        "no opening of a building that the cat is in leads there",
    );
}

#[test]
fn a_jump_is_free_and_clears_the_whole_run_of_own_lines() {
    let mut play =
        Play::drawn("Ann 1 down, Bob 1 down, Ann 1 right, Bob 1 down, Ann 1 up, Bob 1 down");
    play.no(
        "Ann 1 jump right",
        "there is no own line next to the cat to jump over",
    );
    play.go("Ann 1 jump left");
    assert_eq!(play.game()["cats"]["Ann"][0]["at"], "g1");
    assert_eq!(play.game()["specials"]["Ann"], 2);
    play.go("Bob 1 left");
    // The landing cell beyond h1 and i1 is a manhole; a jump may end there.
    play.go("Ann 1 jump right");
    assert_eq!(play.game()["cats"]["Ann"][0]["at"], "j1");
    play.go("Bob 1 down");
    play.no("Ann 1 jump up", "the map ends there");
}

#[test]
fn an_amazing_jump_costs_a_special_and_counts_the_opponents_lines_as_own() {
    // Bob's second cat stands between its own line and Ann's.
    let mut play = Play::drawn(
        "Ann 2 up, Bob 2 up, Ann 1 down, Bob 2 right, Ann 1 down, Bob 2 right, Ann 1 down",
    );
    play.no("Bob 2 jump right", "there is no own line next to the cat");
    play.no(
        "Bob 2 amazing left",
        "needs at least one cell with the opponent's line",
    );
    play.go("Bob 2 amazing right");
    assert_eq!(play.game()["cats"]["Bob"][1]["at"], "v7");
    assert_eq!(play.game()["specials"]["Bob"], 1);
    // Ann's cat on u7 over Bob's t7, s7 and r7 to the manhole.
    play.go("Ann 2 amazing left");
    assert_eq!(play.game()["cats"]["Ann"][1]["at"], "q7");
    play.go("Bob 1 down");
    // A mixed run in one jump: three of Bob's, one of Ann's, one of Bob's.
    play.go("Ann 2 amazing right");
    assert_eq!(play.game()["cats"]["Ann"][1]["at"], "w7");
    assert_eq!(play.game()["specials"]["Ann"], 0);
    play.go("Bob 1 down");
    play.no("Ann 2 amazing left", "Ann has no special left");
}

#[test]
fn a_warp_uses_both_manholes_and_goes_one_step_on() {
    let mut play = Play::drawn("Ann 1 down, Bob 1 left, Ann 1 left, Bob 1 down");
    play.no("Ann 1 warp up then down", "the next cell is no manhole");
    let options =
        ["up", "down", "left", "right"].map(|d| play.may(&format!("Ann 1 warp left then {d}")));
    assert_eq!(options, [true, true, true, true]);
    play.go("Ann 1 warp left then up");
    assert_eq!(
        play.lined("Ann"),
        ["f2", "g2", "h1", "h2", "l1", "l2", "u8"]
    );
    assert_eq!(play.game()["cats"]["Ann"][0]["at"], "l1");
    assert_eq!(play.game()["specials"]["Ann"], 1);
}

#[test]
fn a_warp_may_end_in_a_building_and_openings_that_face_each_other_lead_through() {
    let mut play = Play::drawn("Ann 1 down, Bob 1 left, Ann 1 left, Bob 1 down");
    play.go("Ann 1 warp left then down");
    let lined = play.lined("Ann");
    assert!(
        ["k3", "l3", "l4"]
            .iter()
            .all(|c| lined.contains(&c.to_string())),
        "{lined:?}"
    );
    play.go("Bob 1 down");
    let said = play.go("Ann 1 leave l5");
    assert_eq!(said[1], "the line fills the building: l5, l6, l7");
}

#[test]
fn a_plain_step_onto_a_manhole_is_allowed_and_closes_it() {
    let mut play = Play::drawn("Ann 1 right, Bob 1 right, Ann 2 up");
    assert!(play.may("Bob 1 warp right then down"));
    play.all("Bob 2 up, Ann 1 right");
    assert_eq!(play.game()["cats"]["Ann"][0]["at"], "j1");
    assert_eq!(play.game()["specials"]["Ann"], 2);
    play.no("Bob 1 warp right then down", "the other manhole has a line");
    assert!(!play.may("Bob 1 warp right then down") && play.may("Bob 1 right"));
}

#[test]
fn no_cat_but_the_own_ones_and_no_third() {
    let mut play = Play::drawn("");
    let why = play.try_move("Ann 3 down").expect_err("no such cat");
    assert!(why.contains("cats are called 1 and 2"), "{why}");
    let why = play.try_move("Cho 1 down").expect_err("no such player");
    assert!(why.contains("nobody here is called `Cho`"), "{why}");
}

// ---- fish, home, the end ----

/// Ann's first cat takes the fish on k8 by way of a warp and two buildings.
const FISHED: &str = "Ann 1 down, Bob 1 left, Ann 2 up, Bob 2 up, Ann 1 left, Bob 1 down, Ann 1 warp left then down, \
    Bob 1 down, Ann 1 leave l5, Bob 1 down, Ann 1 leave k6, Bob 1 down, Ann 1 down, Bob 1 down";

#[test]
fn entering_a_far_side_fish_cell_takes_it_whoever_drew_it() {
    let mut play = Play::drawn(FISHED);
    play.go("Ann 1 down");
    assert_eq!(
        play.game()["fish"]["k8"],
        json!({"by": "Bob", "taken": "Ann"})
    );
    assert_eq!(play.game()["cats"]["Ann"][0]["fish"], true);
    assert_eq!(play.game()["cats"]["Ann"][0]["done"], false);
}

#[test]
fn with_a_fish_no_other_fish_cell() {
    let mut play = Play::drawn(FISHED);
    play.all("Ann 1 down, Bob 2 right, Ann 1 right, Bob 2 right, Ann 1 right, Bob 2 up");
    play.no(
        "Ann 1 right",
        "a cat takes one fish, and then enters no other fish cell",
    );
    assert!(!play.may("Ann 1 right"));
}

#[test]
fn never_a_fish_cell_on_the_home_side() {
    let mut play = Play::drawn("Ann 1 right, Bob 1 down, Ann 1 right, Bob 1 down");
    play.no(
        "Ann 1 right",
        "a cat never enters a fish cell on its home side",
    );
    assert!(!play.may("Ann 1 right"));
}

/// The game that the rules show, which Ann wins.
fn worked_example() -> Vec<String> {
    let figs = include_str!("../../../../templates/cats/parts/figs.svg");
    let list = figs.split("set moves = [").nth(1).expect("moves");
    let list = list.split(']').next().expect("an end");
    list.split('"')
        .skip(1)
        .step_by(2)
        .map(str::to_owned)
        .collect()
}

#[test]
fn both_cats_home_first_wins() {
    let mut play = Play::on(8, ["Ann", "Bob"]);
    let moves = worked_example();
    let (last, before) = moves.split_last().expect("moves");
    for text in before {
        play.go(text);
    }
    assert_eq!(play.result(), None);
    assert_eq!(play.game()["cats"]["Ann"][0]["done"], true);
    play.no("Ann 1 down", "a cat that brought its fish home is done");
    let said = play.go(last);
    assert!(
        said.contains(&"Ann wins: both cats are home with a fish".to_owned()),
        "{said:?}"
    );
    assert_eq!(
        play.result(),
        Some((vec![0], "both cats are home with a fish".into()))
    );
    assert_eq!(play.legal(), Vec::<String>::new());
    let why = play.try_move("Bob 1 up").expect_err("over");
    assert!(why.contains("the game is over"), "{why}");
}

#[test]
fn a_player_whose_cat_cannot_get_home_loses_once_no_special_is_left() {
    let mut play = Play::drawn("");
    play.line_row(3, 1);
    for specials in [[2, 2], [1, 2]] {
        let mut open = play.clone();
        open.state.specials = specials;
        open.go("Ann 1 down");
        assert_eq!(open.result(), None, "{specials:?}");
    }
    play.state.specials = [0, 2];
    play.go("Ann 1 down");
    let reason = "Ann's cat 1 cannot get home any more, and no special is left";
    assert_eq!(play.result(), Some((vec![1], reason.into())));
}

#[test]
fn own_lines_do_not_block_for_they_may_be_flown_over() {
    let mut play = Play::drawn("");
    play.line_row(3, 0);
    play.state.specials = [0, 2];
    play.go("Ann 1 down");
    assert_eq!(play.result(), None);
}

#[test]
fn if_both_are_blocked_the_player_to_move_loses() {
    for (mover, winner) in [("Ann 1 down", 0), ("Bob 1 down", 1)] {
        let mut play = Play::drawn("");
        play.line_row(3, 1);
        play.line_row(4, 0);
        play.state.specials = [0, 0];
        play.state.turn = winner;
        play.go(mover);
        let (winners, reason) = play.result().expect("an end");
        assert_eq!(winners, [usize::from(winner)], "{mover}: {reason}");
        assert!(reason.contains("cannot get home any more"), "{reason}");
    }
}

#[test]
fn no_legal_move_on_ones_turn_loses_even_with_specials() {
    let mut play = Play::drawn("");
    // Bob's cats are walled in by Ann's lines, too many to jump over.
    for at in 0..play.state.lines.len() {
        let own = [18, 7 * 28 + 17].contains(&at);
        let free = [7, 7 + 28, 6].contains(&at);
        play.state.lines[at] = match (own, free) {
            (true, _) => 2,
            (_, true) if at != 7 => 0,
            _ => 1,
        };
    }
    play.go("Ann 1 left");
    assert_eq!(
        play.result(),
        Some((vec![0], "Bob has no legal move".into()))
    );
    assert_eq!(play.game()["specials"]["Bob"], 2);
}

#[test]
fn a_win_counts_before_anything_else() {
    let moves = worked_example();
    let (last, before) = moves.split_last().expect("moves");
    let mut play = Play::on(8, ["Ann", "Bob"]);
    for text in before {
        play.go(text);
    }
    // Bob would be blocked as well, and Ann too.
    play.state.specials = [0, 0];
    play.go(last);
    assert_eq!(
        play.result(),
        Some((vec![0], "both cats are home with a fish".into()))
    );
}
