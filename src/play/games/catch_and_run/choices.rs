//! What can be said next: squares to start on, and a turn piece by piece: direction, cards, what their specials are for.

use super::board::{Square, bit, squares};
use super::check;
use super::moves::{Play, ToldTurns, Turn, Use, read_card, read_play};
use super::prompts;
use super::setup::{Setup, Special};
use super::state::{Phase, State};
use super::turn::{Scene, Wrong};
use crate::play::choice::{self, Asking, Choice, ChoicePlace, join, plain};
use crate::play::games::ways;
use crate::play::lexicon::MoveWords;
use crate::say;
use crate::say::Say;

/// The words of moves in other languages.
pub(super) const WORDS: MoveWords = &[
    ("place", &["置く", "おく", "配置"]),
    ("turn", &["ターン", "手番"]),
    ("restart", &["再開", "復帰", "もどる"]),
    ("next-game", &["次のゲーム", "次の試合"]),
    ("random", &["ランダム"]),
    ("up", &["上"]),
    ("down", &["下"]),
    ("left", &["左"]),
    ("right", &["右"]),
    ("up-left", &["左上"]),
    ("up-right", &["右上"]),
    ("down-left", &["左下"]),
    ("down-right", &["右下"]),
    ("red", &["赤", "あか"]),
    ("blue", &["青", "あお"]),
    ("yellow", &["黄", "黄色", "きいろ"]),
    ("green", &["緑", "みどり"]),
    ("circle", &["丸", "まる", "○", "●"]),
    ("triangle", &["三角", "さんかく", "△", "▲"]),
    ("jump", &["ジャンプ"]),
    ("2x", &["2倍", "2倍スピード", "二倍"]),
    ("carpenter", &["大工"]),
    ("then", &["それから", "次に"]),
    ("unused", &["使わない"]),
    ("nothing", &["なし"]),
    ("repair", &["修理", "直す", "なおす"]),
    ("destroy", &["こわす", "壊す"]),
    ("jump-first", &["ジャンプが先", "先にジャンプ"]),
    ("step-first", &["一歩が先", "先に一歩"]),
];

/// The pieces that fit behind a text.
pub(super) fn choices(
    setup: &Setup,
    state: &State,
    asking: Asking<'_>,
    so_far: &str,
) -> Vec<Choice> {
    match (state.phase, asking.part) {
        (Phase::Turn, Some(part)) if part < setup.seats.len() => {
            Pieces::new(setup, state, asking, part).next(so_far)
        }
        (Phase::Turn, Some(_)) => random(setup, state, asking, so_far),
        (Phase::Turn, None) | (_, Some(_)) => Vec::new(),
        _ => choice::next(&other_moves(setup, state), so_far),
    }
}

fn place_of(state: &State, setup: &Setup, square: Square) -> ChoicePlace {
    let (row, column) = state.board(setup).place(square);
    (usize::from(row), usize::from(column))
}

/// Starts, restarts, the next game.
fn other_moves(setup: &Setup, state: &State) -> Vec<Vec<Choice>> {
    let (verb, due, label) = match state.phase {
        Phase::Place => ("place", state.to_place(setup), say!("place a piece")),
        Phase::Restart => ("restart", state.waiting, say!("a baby comes back")),
        Phase::Between => {
            let label = say!("set up the next game");
            return vec![vec![Choice::new("next-game", label)]];
        }
        Phase::Turn | Phase::Over => return Vec::new(),
    };
    let mut out = Vec::new();
    for seat in setup.mask_seats(due) {
        let open = match state.phase {
            Phase::Place => state.starts(setup, seat),
            _ => state.up,
        };
        for square in squares(open) {
            let name = state.board(setup).name(square);
            let who = Choice::new(setup.seats.called(seat), plain(setup.seats.name(seat)));
            let at = Choice::new(name.clone(), plain(name)).at(place_of(state, setup, square));
            out.push(vec![Choice::new(verb, label.clone()), who, at]);
        }
    }
    out
}

/// What people call an arm card.
pub(super) fn card_label(setup: &Setup, kind: u8) -> Say {
    let name = setup.arm(kind);
    let value = match name.split_once('+').map_or(name, |(v, _)| v) {
        "red" => say!("red"),
        "blue" => say!("blue"),
        "yellow" => say!("yellow"),
        "green" => say!("green"),
        "circle" => say!("● circle"),
        "triangle" => say!("▲ triangle"),
        other => plain(other),
    };
    match setup.special(kind) {
        Special::Plain => value,
        special => say!("{} {}", value, special.title()),
    }
}

/// How many copies of a card the answers so far show.
fn shown_already(setup: &Setup, state: &State, asking: Asking<'_>, own: usize, kind: u8) -> usize {
    let others = asking.given.iter().enumerate().filter(|(p, _)| *p != own);
    let count = |(part, text): (usize, &Option<String>)| {
        let Some(text) = text else { return 0 };
        if part >= setup.seats.len() {
            return usize::from(read_card(setup, text).is_ok_and(|k| k == kind));
        }
        let play = read_play(setup, state, part, text);
        play.map_or(0, |p| p.cards().iter().filter(|c| c.kind == kind).count())
    };
    others.map(count).sum()
}

/// The card from the deck.
fn random(setup: &Setup, state: &State, asking: Asking<'_>, so_far: &str) -> Vec<Choice> {
    if !so_far.is_empty() || !prompts::asks_random(setup, state) {
        return Vec::new();
    }
    let own = setup.seats.len();
    let left = |kind: &u8| {
        let left = usize::from(state.left(setup, usize::from(*kind)));
        left > shown_already(setup, state, asking, own, *kind)
    };
    let kinds = (0..setup.arms.len() as u8).filter(left);
    kinds
        .map(|k| Choice::new(setup.arm(k), card_label(setup, k)))
        .collect()
}

/// One player's part of a turn, piece by piece.
struct Pieces<'a> {
    setup: &'a Setup,
    state: &'a State,
    asking: Asking<'a>,
    seat: usize,
}

impl<'a> Pieces<'a> {
    fn new(setup: &'a Setup, state: &'a State, asking: Asking<'a>, seat: usize) -> Self {
        Self {
            setup,
            state,
            asking,
            seat,
        }
    }

    fn next(&self, so_far: &str) -> Vec<Choice> {
        if self.setup.app && !self.asking.viewer.is(self.seat) {
            if !so_far.is_empty() {
                return Vec::new();
            }
            let label = say!("{} chooses", self.setup.seats.name(self.seat));
            return vec![Choice::new("", label).alone(self.seat)];
        }
        let mut pieces = self.open(so_far);
        for piece in &mut pieces {
            piece.more = !self.open(&join(so_far, &piece.text)).is_empty();
            piece.ends = !piece.more;
        }
        pieces
    }

    /// What is still to be said.
    fn open(&self, so_far: &str) -> Vec<Choice> {
        let Pieces {
            setup, state, seat, ..
        } = *self;
        if so_far.is_empty() {
            return self.directions();
        }
        let Ok(play) = read_play(setup, state, seat, so_far) else {
            return Vec::new();
        };
        if let Some(card) = play.cards().last().filter(|c| c.using == Use::Unsaid) {
            return self.carpenter(&play, card.kind);
        }
        if play.cards().len() < usize::from(state.due(setup, seat)) {
            return self.cards(&play);
        }
        if play.gait(setup).mixed() && play.order.is_none() {
            return vec![
                Choice::new("jump-first", say!("first jump, then step")),
                Choice::new("step-first", say!("first step, then jump")),
            ];
        }
        self.turns(&play)
    }

    fn directions(&self) -> Vec<Choice> {
        if self.state.is_out(self.seat) {
            return vec![Choice::new("-", say!("out: no direction"))];
        }
        let dirs = check::directions(self.setup, self.state, self.seat);
        let dir = |d: &super::board::FieldDir| Choice::new(d.word(), ways::label(d.word()));
        dirs.iter().map(dir).collect()
    }

    /// The cards that can be there; those whose special stays unused come last.
    fn cards(&self, play: &Play) -> Vec<Choice> {
        let Pieces {
            setup,
            state,
            seat,
            asking,
        } = *self;
        let mut used = Vec::new();
        let mut unused = Vec::new();
        for kind in 0..setup.arms.len() as u8 {
            let own = play.cards().iter().filter(|c| c.kind == kind).count();
            let left = match setup.app {
                true => state.hand(seat).iter().filter(|k| **k == kind).count(),
                false => {
                    let left = usize::from(state.left(setup, usize::from(kind)));
                    left.saturating_sub(shown_already(setup, state, asking, seat, kind))
                }
            };
            if left <= own {
                continue;
            }
            let (name, label) = (setup.arm(kind), card_label(setup, kind));
            let special = setup.special(kind);
            let may = check::may_use(setup, state, seat, special);
            if special == Special::Plain || may {
                used.push(Choice::new(name, label.clone()));
            }
            if special != Special::Plain && !(special == Special::Carpenter && may) {
                let label = say!("{}, unused", label);
                unused.push(Choice::new(format!("{name} unused"), label));
            }
        }
        used.extend(unused);
        used
    }

    /// What a CARPENTER is for.
    fn carpenter(&self, play: &Play, kind: u8) -> Vec<Choice> {
        let Pieces {
            setup, state, seat, ..
        } = *self;
        let board = state.board(setup);
        let card = card_label(setup, kind);
        let mut out = Vec::new();
        let mut repaired = self.repaired();
        for own in play.cards() {
            if let Use::Repair(at) = own.using {
                repaired |= bit(at);
            }
        }
        for square in squares(board.cells & !state.up & !repaired) {
            let name = board.name(square);
            let label = say!("{}: repair {}", card, name);
            let place = place_of(state, setup, square);
            out.push(Choice::new(format!("repair {name}"), label).at(place));
        }
        if !state.is_out(seat) && !play.destroys() {
            out.push(Choice::new(
                "destroy",
                say!("{}: destroy the own card", card),
            ));
        }
        out.push(Choice::new("unused", say!("{}: nothing", card)));
        out
    }

    /// The squares that others repair, as far as they have said.
    fn repaired(&self) -> u64 {
        let plays = self.turn(&Play::default()).plays;
        let cards = plays.iter().flat_map(|p| p.cards().to_vec());
        cards.fold(0, |mask, card| match card.using {
            Use::Repair(at) => mask | bit(at),
            _ => mask,
        })
    }

    /// The turn as far as it is known, with this part.
    fn turn(&self, own: &Play) -> Turn {
        let mut turn = Turn::default();
        for (part, text) in self.asking.given.iter().enumerate() {
            let (true, Some(text)) = (part != self.seat, text) else {
                continue;
            };
            let play = read_play(self.setup, self.state, part, text);
            if let (Some(place), Ok(play)) = (turn.plays.get_mut(part), play) {
                *place = play;
            }
        }
        turn.plays[self.seat] = *own;
        turn
    }

    /// Where to turn, when the way ahead is blocked and both sides are open, as far as the floor is known.
    fn turns(&self, play: &Play) -> Vec<Choice> {
        let scene = Scene::new(self.setup, self.state);
        let Ok(floor) = scene.carpenters(&self.turn(play)) else {
            return Vec::new();
        };
        let path = scene.run(self.seat, play, &floor, &mut ToldTurns(play.thens));
        let Err(Wrong::Side { choice, .. }) = path else {
            return Vec::new();
        };
        let at = self.state.board(self.setup).name(choice.at);
        let side = |dir: &super::board::FieldDir| {
            let label = say!("on {} turn {}", at, ways::label(dir.word()));
            Choice::new(format!("then {}", dir.word()), label)
        };
        choice.sides.iter().map(side).collect()
    }
}
