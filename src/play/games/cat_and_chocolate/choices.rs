//! What can be said next: events, items, votes.

use super::setup::Setup;
use super::state::{Stage, State};
use crate::play::choice::{self, Asking, Choice, join};
use crate::play::lexicon::MoveWords;
use crate::play::seats;
use crate::say;

/// The words of moves in other languages.
pub(super) const WORDS: MoveWords = &[
    ("flip", &["めくる"]),
    ("use", &["使う", "つかう"]),
    ("vote", &["投票"]),
    ("fail", &["失敗", "時間切れ"]),
    ("up", &["上", "賛成", "○"]),
    ("down", &["下", "反対", "×"]),
];

/// The pieces that fit behind a text.
pub(super) fn choices(
    setup: &Setup,
    state: &State,
    asking: Asking<'_>,
    so_far: &str,
) -> Vec<Choice> {
    if asking.part.is_some() {
        return match so_far {
            "" => vec![
                Choice::new("up", say!("thumb up")),
                Choice::new("down", say!("thumb down")),
            ],
            _ => Vec::new(),
        };
    }
    if so_far == "use" || so_far.starts_with("use ") {
        return items(setup, state, asking, so_far);
    }
    let mut ways = Vec::new();
    let flip = || vec![Choice::new("flip", say!("turn up the next event"))];
    let fail = say!("{} is counted out", setup.seats.name(state.active));
    let fail = || vec![Choice::new("fail", fail.clone())];
    match state.stage {
        Stage::Flip => ways.push(flip()),
        Stage::Answer if setup.app => ways.push(fail()),
        Stage::Answer | Stage::Vote => {
            ways.extend(votes(setup));
            ways.push(fail());
        }
        Stage::Over => {}
    }
    let mut out = choice::next(&ways, so_far);
    if state.stage == Stage::Answer && so_far.is_empty() {
        out.extend(the_use(setup, state, asking));
        // With the companion's cards the items come first.
        out.rotate_right(usize::from(setup.app));
    }
    out
}

/// How the others may have voted, the happiest first.
fn votes(setup: &Setup) -> impl Iterator<Item = Vec<Choice>> {
    let voters = setup.seats.len().saturating_sub(1);
    (0..=voters).rev().map(move |up| {
        let down = voters - up;
        let label = say!("{} up, {} down", up, down);
        let vote = Choice::new("vote", say!("the others have voted"));
        vec![vote, Choice::new(format!("{up} {down}"), label)]
    })
}

/// `use`, which goes on with items.
fn the_use(setup: &Setup, state: &State, asking: Asking<'_>) -> Option<Choice> {
    let active = usize::from(state.active);
    let need = usize::from(state.need(setup)?);
    let possible = match setup.app {
        true => state.hand(active).len() >= need,
        false => setup.items.len() >= need,
    };
    let label = match setup.app {
        true => say!("use items"),
        false => say!("note the items that are used"),
    };
    let mut choice = Choice::new("use", label);
    (choice.ends, choice.more) = (false, true);
    if setup.app && !asking.viewer.is(active) {
        let label = say!("{} chooses items", setup.seats.name(active));
        return Some(Choice::new("", label).alone(active));
    }
    (possible && need > 0).then_some(choice)
}

/// Items behind `use`, until they are as many as the event takes.
fn items(setup: &Setup, state: &State, asking: Asking<'_>, so_far: &str) -> Vec<Choice> {
    let active = usize::from(state.active);
    let due = state.stage == Stage::Answer;
    let need = state.need(setup).filter(|_| due).map_or(0, usize::from);
    let used = seats::words(so_far.strip_prefix("use").unwrap_or_default());
    let used: Vec<String> = used.iter().map(|g| seats::join(g)).collect();
    if used.len() >= need || setup.app && !asking.viewer.is(active) {
        return Vec::new();
    }
    let all: Vec<u8> = match setup.app {
        true => state.hand(active).to_vec(),
        false => (0..setup.items.len()).map(|i| i as u8).collect(),
    };
    let mut out: Vec<Choice> = Vec::new();
    for item in &all {
        let name = setup.item(*item);
        let copies = all.iter().filter(|i| setup.item(**i) == name).count();
        let gone = used.iter().filter(|u| *u == name).count();
        let text = match used.len() {
            0 => seats::spell(name),
            _ => join(",", &seats::spell(name)),
        };
        if gone < copies && !out.iter().any(|c| c.text == text) {
            let label = choice::plain(setup.labels(std::slice::from_ref(item)).get());
            let mut choice = Choice::new(text, label);
            (choice.ends, choice.more) = (used.len() + 1 == need, used.len() + 1 < need);
            out.push(choice);
        }
    }
    out
}
