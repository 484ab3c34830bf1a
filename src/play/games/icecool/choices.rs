//! What can be said next: what a flick did, the end of a turn, the value of a drawn card.

use super::setup::{FISH, Setup};
use super::state::State;
use crate::play::choice::{self, Asking, Choice, plain};
use crate::play::lexicon::MoveWords;
use crate::play::view::Viewer;
use crate::say;

/// The words of moves in other languages.
pub(super) const WORDS: MoveWords = &[
    ("fish", &["魚", "さかな"]),
    ("catch", &["捕まえる", "つかまえる", "タッチ"]),
    ("skate", &["スケート"]),
    ("next", &["次", "つぎ", "終わり"]),
    ("value", &["値", "数字"]),
];

/// The pieces that fit behind a text.
pub(super) fn choices(
    setup: &Setup,
    state: &State,
    asking: Asking<'_>,
    so_far: &str,
) -> Vec<Choice> {
    if asking.part.is_some() {
        let owner = state.owed.first().map(|s| usize::from(*s));
        let own = so_far.is_empty() && owner.is_some_and(|s| asking.viewer.is(s));
        let value = |v: &u8| Choice::new(v.to_string(), plain(v.to_string()));
        return match own {
            true => known(setup).iter().map(value).collect(),
            false => Vec::new(),
        };
    }
    choice::next(&ways(setup, state, asking.viewer), so_far)
}

fn ways(setup: &Setup, state: &State, viewer: Viewer) -> Vec<Vec<Choice>> {
    if let Some(seat) = state.owed.first() {
        return values(setup, *seat, viewer);
    }
    let seat = |s: u8| Choice::new(setup.seats.called(s), plain(setup.seats.name(s)));
    let mut ways = vec![vec![Choice::new("next", say!("the turn is over"))]];
    // Most often it is the player who flicked.
    let mut runners: Vec<u8> = state.runners(setup).collect();
    runners.sort_by_key(|r| *r != state.active);
    for runner in &runners {
        let fish = || Choice::new("fish", say!("through a door with a fish"));
        let left = FISH - state.fish(*runner).min(FISH);
        for count in 1..=left {
            let number = Choice::new(count.to_string(), say!("{} {fish|fish}", count));
            ways.push(vec![fish(), seat(*runner), number]);
        }
    }
    let free = |r: &&u8| setup.two() || state.caught(**r) == 0;
    for runner in runners.iter().filter(free) {
        let touched = say!("Catcher and Runner touched");
        ways.push(vec![Choice::new("catch", touched), seat(*runner)]);
    }
    ways.extend(skates(setup, state, viewer));
    ways
}

/// Whether two 1s are there is the player's own knowledge.
fn skates(setup: &Setup, state: &State, viewer: Viewer) -> Option<Vec<Choice>> {
    let active = state.active;
    if setup.tournament || !state.may_skate(active) {
        return None;
    }
    let name = setup.seats.name(active);
    if viewer.is(usize::from(active)) {
        let label = say!("turn up two 1s and flick again");
        let skate = Choice::new(format!("skate {}", setup.seats.called(active)), label);
        return state.can_skate(active).then(|| vec![skate]);
    }
    let label = say!("{} looks whether two 1s are there", name);
    Some(vec![Choice::new("", label).alone(usize::from(active))])
}

/// The value of a drawn card: for its owner's eyes.
fn values(setup: &Setup, seat: u8, viewer: Viewer) -> Vec<Vec<Choice>> {
    let name = setup.seats.name(seat);
    if !viewer.is(usize::from(seat)) {
        let label = say!("{} types in the value of the fish card", name);
        return vec![vec![Choice::new("", label).alone(usize::from(seat))]];
    }
    let way = |value: &u8| {
        let head = Choice::new(format!("value {}", setup.seats.called(seat)), plain(name));
        vec![
            head,
            Choice::new(value.to_string(), plain(value.to_string())),
        ]
    };
    known(setup).iter().map(way).collect()
}

/// The values that fish cards have.
fn known(setup: &Setup) -> Vec<u8> {
    let mut known = setup.values.clone();
    known.sort_unstable();
    known.dedup();
    known
}
