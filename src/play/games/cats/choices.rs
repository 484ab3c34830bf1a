//! What can be said next: cells to draw in, cats, and where they can go.

use super::moves;
use super::setup::Setup;
use super::state::{State, TurnAct, Way};
use super::town::Spot;
use crate::play::choice::{self, Asking, Choice, ChoicePlace, plain};
use crate::play::games::ways;
use crate::play::lexicon::MoveWords;
use crate::say;
use crate::say::Say;

/// The words of moves in other languages.
pub(super) const WORDS: MoveWords = &[
    ("fish", &["魚", "さかな"]),
    ("cat", &["猫", "ねこ", "ネコ"]),
    ("up", &["上", "↑"]),
    ("down", &["下", "↓"]),
    ("left", &["左", "←"]),
    ("right", &["右", "→"]),
    ("jump", &["ジャンプ", "とぶ", "飛ぶ"]),
    (
        "amazing",
        &["アメイジング", "アメイジングジャンプ", "大ジャンプ"],
    ),
    ("warp", &["ワープ"]),
    ("then", &["それから", "次に"]),
    ("leave", &["出る", "でる"]),
    ("step", &["進む", "すすむ"]),
    ("enter", &["入る", "はいる"]),
];

/// The pieces that fit behind a text. Everybody may know everything.
pub(super) fn choices(
    setup: &Setup,
    state: &State,
    asking: Asking<'_>,
    so_far: &str,
) -> Vec<Choice> {
    if asking.part.is_some() {
        return Vec::new();
    }
    let legal = moves::legal(setup, state);
    let ways: Vec<Vec<Choice>> = legal.iter().map(|mv| way(setup, state, mv.act)).collect();
    choice::next(&ways, so_far)
}

fn place(setup: &Setup, at: Spot) -> ChoicePlace {
    let pos = setup.town.pos(at);
    (pos.row, pos.col)
}

/// A move in pieces: who does what, and where.
fn way(setup: &Setup, state: &State, act: TurnAct) -> Vec<Choice> {
    let (who, name) = (setup.seats.called(state.turn), setup.seats.name(state.turn));
    let cell = |at: Spot| {
        let name = setup.cell(at);
        Choice::new(name.clone(), plain(name)).at(place(setup, at))
    };
    match act {
        TurnAct::Fish(at) => {
            let fish = Choice::new("fish", say!("draw a fish"));
            vec![fish, Choice::new(who, plain(name)), cell(at)]
        }
        TurnAct::Cat(at) => {
            let cat = Choice::new("cat", say!("draw a cat"));
            vec![cat, Choice::new(who, plain(name)), cell(at)]
        }
        TurnAct::Go(cat, way) => {
            let from = state.cat(state.turn, cat).map(|c| c.at).unwrap_or_default();
            let label = say!("{}'s cat {} on {}", name, cat + 1, setup.cell(from));
            let first = Choice::new(format!("{who} {}", cat + 1), label).at(place(setup, from));
            vec![first, goes(setup, state, cat, way)]
        }
    }
}

/// Where a cat goes.
fn goes(setup: &Setup, state: &State, cat: u8, way: Way) -> Choice {
    let landing = state.landing(&setup.town, cat, way).ok();
    let to = landing.map(|l| l.to).unwrap_or_default();
    let cell = setup.cell(to);
    let fish = landing.is_some_and(|l| l.fish.is_some());
    let label: Say = match way {
        Way::Step(dir) if setup.town.inside(to) => {
            say!("{}: into the building at {}", ways::label(dir.word()), cell)
        }
        Way::Step(dir) if fish => say!("{} to {}: a fish", ways::label(dir.word()), cell),
        Way::Step(dir) => say!("go {} to {}", ways::label(dir.word()), cell),
        Way::Leave(_) => say!("out to {}", cell),
        Way::Jump(dir) => say!("jump {} to {}", ways::label(dir.word()), cell),
        Way::Amazing(dir) => say!(
            "amazing jump {} to {} (a paw)",
            ways::label(dir.word()),
            cell
        ),
        Way::Warp(dir, then) => say!(
            "warp {}, then {} to {} (a paw)",
            ways::label(dir.word()),
            ways::label(then.word()),
            cell
        ),
    };
    let text = match way {
        Way::Step(dir) => dir.word().to_owned(),
        Way::Leave(to) => format!("leave {}", setup.cell(to)),
        Way::Jump(dir) => format!("jump {}", dir.word()),
        Way::Amazing(dir) => format!("amazing {}", dir.word()),
        Way::Warp(dir, then) => format!("warp {} then {}", dir.word(), then.word()),
    };
    Choice::new(text, label).at(place(setup, to))
}
