//! What can be said next: the cards that players hold, the commands that lie face down.

use super::labels;
use super::setup::Setup;
use super::state::State;
use crate::play::choice::{self, Asking, Choice, plain};
use crate::play::lexicon::MoveWords;
use crate::say;

/// The words of moves in other languages. Commands have their titles besides.
pub(super) const WORDS: MoveWords = &[
    ("play", &["出す", "だす"]),
    ("command", &["命令", "指令"]),
    ("plus", &["プラス"]),
    ("minus", &["マイナス"]),
    ("odd", &["奇数", "きすう"]),
    ("even", &["偶数", "ぐうすう"]),
    ("at-most-3", &["3以下"]),
    ("at-least-5", &["5以上"]),
    ("3-to-5", &["3から5"]),
    ("towards-zero", &["0に近づける"]),
    ("free", &["自由"]),
];

/// The pieces of the form that is due. What players have left, everybody sees.
pub(super) fn choices(
    setup: &Setup,
    state: &State,
    asking: Asking<'_>,
    so_far: &str,
) -> Vec<Choice> {
    if asking.part.is_none() && state.command_is_due(setup) {
        return choice::next(&whole_commands(setup, state), so_far);
    }
    let (Some(part), "") = (asking.part, so_far) else {
        return Vec::new();
    };
    if state.command_is_due(setup) {
        return commands(state, part);
    }
    if part >= setup.seats.len() {
        return Vec::new();
    }
    let order = state.orders(setup).find(|o| o.leader == part);
    let card = |value: i32| {
        let text = labels::signed(value);
        let obeys = order.as_ref().map(|o| o.command.allows(value, state.egg));
        let label = match obeys {
            Some(false) => say!("{} (disobeys)", text),
            _ => plain(&text),
        };
        Choice::new(text, label)
    };
    let mut cards: Vec<Choice> = Vec::new();
    for held in state.held(setup, part) {
        let card = card(held.value);
        if !cards.contains(&card) {
            cards.push(card);
        }
    }
    cards
}

/// The commands of a set that lie face down; in the order of the rules, whatever order the pile has.
fn commands(state: &State, set: usize) -> Vec<Choice> {
    let deck = state.decks.get(set).map_or(&[][..], Vec::as_slice);
    let all = super::rules::Command::ALL.into_iter();
    let left = all.filter(|(_, c)| deck.contains(c));
    left.map(|(name, c)| Choice::new(name, labels::title(c)))
        .collect()
}

/// Turning up commands as a whole move: one of each set.
fn whole_commands(setup: &Setup, state: &State) -> Vec<Vec<Choice>> {
    let verb = Choice::new("command", say!("turn up a command"));
    let mut ways = vec![vec![verb]];
    for set in 0..setup.command_sets {
        let longer = |way: Vec<Choice>| {
            let with = move |c: Choice| way.iter().cloned().chain([c]).collect::<Vec<_>>();
            commands(state, set).into_iter().map(with)
        };
        ways = ways.into_iter().flat_map(longer).collect();
    }
    ways
}
