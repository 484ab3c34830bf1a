//! What can be said next at any table: what lies open is offered to all, what is in a hand to its owner alone.

use super::setup::{CardId, Setup};
use super::state::State;
use crate::kit::Column;
use crate::play::choice::{self, Asking, Choice, join, plain};
use crate::play::lexicon::MoveWords;
use crate::play::seats;
use crate::play::view::Viewer;
use crate::say;
use crate::say::Say;

/// The words of moves in other languages.
pub(super) const WORDS: MoveWords = &[
    ("draw", &["引く", "ひく"]),
    ("flip", &["めくる"]),
    ("play", &["出す", "だす"]),
    ("discard", &["捨てる", "すてる"]),
    ("take", &["取る", "とる"]),
    ("clear", &["片付ける", "かたづける"]),
    ("shuffle", &["シャッフル", "混ぜる"]),
    ("reveal", &["公開"]),
    ("all", &["全員", "みんな"]),
    ("hand", &["手札"]),
    ("out", &["脱落"]),
    ("score", &["得点", "点"]),
    ("next", &["次", "つぎ"]),
    ("win", &["勝ち", "勝者"]),
    ("end", &["終了", "終わり"]),
];

/// The most cards that are offered to be drawn at once, and the points that are offered.
const DRAWN: usize = 5;
const POINTS: std::ops::RangeInclusive<i64> = -5..=10;

/// The pieces that fit behind a text.
pub(super) fn choices(
    setup: &Setup,
    state: &State,
    asking: Asking<'_>,
    so_far: &str,
) -> Vec<Choice> {
    if asking.part.is_some() {
        return Vec::new();
    }
    if so_far == "win" || so_far.starts_with("win ") {
        return winners(setup, so_far);
    }
    let (verb, rest) = so_far.split_once(' ').unwrap_or((so_far, ""));
    let ways = Ways {
        setup,
        state,
        viewer: asking.viewer,
        rest,
    };
    if !so_far.is_empty() {
        return choice::next(&ways.of(verb).collect::<Vec<_>>(), so_far);
    }
    // Where one way goes on behind a verb, all do.
    let first: Vec<TableWay> = HEADS.iter().filter_map(|v| ways.of(v).next()).collect();
    let mut out = choice::next(&first, so_far);
    let mut win = Choice::new("win", say!("say who has won"));
    (win.ends, win.more) = (false, true);
    out.push(win);
    out.push(Choice::new("end", say!("end it: the totals decide")));
    out
}

/// Names behind `win`, each once, in the order of seats.
fn winners(setup: &Setup, so_far: &str) -> Vec<Choice> {
    let said = seats::words(so_far.strip_prefix("win").unwrap_or_default());
    let said: Vec<Option<usize>> = said
        .iter()
        .map(|g| seats::begin(&setup.seats, g).map(|(s, _)| s))
        .collect();
    let from = said.iter().flatten().max().map_or(0, |s| s + 1);
    let name = |seat: usize| {
        let called = setup.seats.called(seat);
        let (text, label) = match said.is_empty() {
            true => (called.to_owned(), plain(setup.seats.name(seat))),
            false => (join(",", called), say!("and {}", setup.seats.name(seat))),
        };
        let mut choice = Choice::new(text, label);
        choice.more = seat + 1 < setup.seats.len();
        choice
    };
    (from..setup.seats.len()).map(name).collect()
}

/// What moves begin with, `win` and `end` apart, in the order in which they are offered.
const HEADS: [&str; 11] = [
    "next", "draw", "flip", "shuffle", "play", "discard", "take", "clear", "score", "reveal", "out",
];

/// A move in pieces.
type TableWay = Vec<Choice>;

struct Ways<'a> {
    setup: &'a Setup,
    state: &'a State,
    viewer: Viewer,
    /// What was said behind the verb.
    rest: &'a str,
}

impl<'a> Ways<'a> {
    /// The moves that begin with a verb: all that fit what was said, and some that do not; the players from the one whose
    /// turn it is. Those of a full table are many: none is made before it is asked for.
    fn of(&self, verb: &str) -> Box<dyn Iterator<Item = TableWay> + '_> {
        match verb {
            "next" => self.bare(self.may_go_on(), "next", say!("the turn is over")),
            "draw" => Box::new(self.draws()),
            "flip" => Box::new(self.turned("flip", say!("turn up a card"))),
            "shuffle" => Box::new(self.turned("shuffle", say!("shuffle a deck"))),
            "play" => Box::new(self.played("play", say!("play a card"))),
            "discard" => {
                let held = self.played("discard", say!("discard a card"));
                Box::new(held.chain(self.discards()))
            }
            "take" => Box::new(self.takes()),
            "clear" => {
                let open = !self.state.middle.is_empty();
                let open = open || self.state.open.iter().any(|o| !o.is_empty());
                self.bare(open, "clear", say!("discard what lies open"))
            }
            "score" => Box::new(self.points()),
            "reveal" => Box::new(self.reveals()),
            "out" => {
                let seats = self.seats().filter(|s| !self.state.out[*s]);
                let out = |seat| vec![Choice::new("out", say!("somebody is out")), self.seat(seat)];
                Box::new(seats.map(out))
            }
            _ => Box::new(std::iter::empty()),
        }
    }

    /// A move of one word.
    fn bare(
        &self,
        legal: bool,
        text: &str,
        label: Say,
    ) -> Box<dyn Iterator<Item = TableWay> + 'static> {
        let way = legal.then(|| vec![Choice::new(text, label)]);
        Box::new(way.into_iter())
    }

    /// All players, the one whose turn it is first.
    fn seats(&self) -> impl Iterator<Item = usize> + use<> {
        let (count, active) = (self.setup.seats.len(), self.state.active);
        (0..count).map(move |n| (active + n) % count)
    }

    /// Those players of whom what was said behind the verb may tell.
    fn meant(&self) -> impl Iterator<Item = usize> + '_ {
        self.seats().filter(|seat| {
            let called = self.setup.seats.called(*seat);
            called.starts_with(self.rest) || self.rest.starts_with(called)
        })
    }

    /// How many ways are enough for a player, where there are so many alike: behind the verb alone, one tells that the
    /// player can be named.
    fn enough(&self, all: usize) -> usize {
        match self.rest {
            "" => all.min(1),
            _ => all,
        }
    }

    fn may_go_on(&self) -> bool {
        let last = self.setup.rounds == Some(self.state.round);
        let next = self.state.next();
        next.is_some_and(|(_, round)| !(round && last))
    }

    fn seat(&self, seat: usize) -> Choice {
        Choice::new(
            self.setup.seats.called(seat),
            plain(self.setup.seats.name(seat)),
        )
    }

    fn deck(&self, deck: usize) -> Choice {
        let deck = &self.setup.decks[deck];
        Choice::new(seats::spell(&deck.id), plain(deck.label.get()))
    }

    fn card(&self, card: CardId) -> Choice {
        let name = seats::spell(self.setup.name(card));
        Choice::new(name, plain(self.setup.label(card)))
    }

    fn draws(&self) -> impl Iterator<Item = TableWay> + '_ {
        let Ways { setup, state, .. } = self;
        (0..setup.decks.len()).flat_map(move |deck| {
            let left = state.piles[deck].len() + state.discards[deck].len();
            let way = move |seat: usize, cards: usize| {
                let draw = Choice::new("draw", say!("draw cards"));
                let number = Choice::new(cards.to_string(), say!("{} {card|cards}", cards));
                vec![draw, self.seat(seat), number, self.deck(deck)]
            };
            let most = left.min(self.enough(DRAWN));
            self.meant()
                .flat_map(move |seat| (1..=most).map(move |cards| way(seat, cards)))
        })
    }

    /// What is done with the top of a deck, or with all of it.
    fn turned(&self, verb: &'static str, label: Say) -> impl Iterator<Item = TableWay> + '_ {
        let Ways { setup, state, .. } = self;
        let some =
            |deck: &usize| !state.piles[*deck].is_empty() || !state.discards[*deck].is_empty();
        let way = move |deck| vec![Choice::new(verb, label.clone()), self.deck(deck)];
        (0..setup.decks.len()).filter(some).map(way)
    }

    /// Whether the viewer may see a hand.
    fn sees(&self, seat: usize) -> bool {
        self.state.shown[seat] || self.viewer.is(seat)
    }

    /// What players do with cards of their hands.
    fn played(&self, verb: &'static str, label: Say) -> impl Iterator<Item = TableWay> + '_ {
        let hands = &self.state.hands;
        let held = self.meant().filter(|seat| !hands[*seat].is_empty());
        held.flat_map(move |seat| {
            let head = || Choice::new(verb, label.clone());
            match self.sees(seat) {
                true => hands[seat]
                    .iter()
                    .map(|c| vec![head(), self.seat(seat), self.card(*c)])
                    .collect(),
                false => vec![vec![head(), self.seat(seat).alone(seat)]],
            }
        })
    }

    /// What lies open can be taken by anybody.
    fn takes(&self) -> impl Iterator<Item = TableWay> + '_ {
        let state = self.state;
        self.meant().flat_map(move |seat| {
            let newest = state.discards.iter().filter_map(|d| d.last());
            let open = state.open.iter().flatten();
            let all = state.middle.iter().chain(open).chain(newest);
            all.map(move |card| {
                let head = Choice::new("take", say!("take an open card"));
                vec![head, self.seat(seat), self.card(*card)]
            })
        })
    }

    /// What lies open can be discarded by whom it belongs to.
    fn discards(&self) -> impl Iterator<Item = TableWay> + '_ {
        let state = self.state;
        // A hidden hand may hold a card of the same name: its owner says which.
        let says = move |seat: &usize| self.sees(*seat) || state.hands[*seat].is_empty();
        self.meant().filter(says).flat_map(move |seat| {
            let own = state.open[seat].iter().chain(&state.middle);
            own.map(move |card| {
                let head = Choice::new("discard", say!("discard a card"));
                vec![head, self.seat(seat), self.card(*card)]
            })
        })
    }

    fn points(&self) -> impl Iterator<Item = TableWay> + '_ {
        let mut numbers: Vec<i64> = POINTS.filter(|n| *n != 0).collect();
        numbers.sort_by_key(|n| (*n < 0, n.abs()));
        numbers.truncate(self.enough(numbers.len()));
        let columns: Vec<Option<Choice>> = match self.setup.columns.as_slice() {
            [] | [_] => vec![None],
            all => all.iter().map(|c| Some(column(c))).collect(),
        };
        self.meant().flat_map(move |seat| {
            let mut ways = Vec::with_capacity(columns.len() * numbers.len());
            for column in &columns {
                ways.extend(numbers.iter().map(|n| {
                    let text = format!("{n:+}");
                    let label = say!("{} {point|points}", text);
                    let head = [
                        Choice::new("score", say!("write down points")),
                        self.seat(seat),
                    ];
                    let number = Choice::new(text, label);
                    head.into_iter()
                        .chain(column.clone())
                        .chain([number])
                        .collect()
                }));
            }
            ways
        })
    }

    fn reveals(&self) -> impl Iterator<Item = TableWay> + '_ {
        let Ways { setup, state, .. } = self;
        let head = || Choice::new("reveal", say!("show what is hidden"));
        let dark = self.seats();
        let dark = dark.filter(|seat| setup.cast.is_some() && !state.known[*seat]);
        let dark: Vec<usize> = dark.collect();
        let all = (!dark.is_empty()).then(|| vec![head(), Choice::new("all", say!("every role"))]);
        let roles = dark.into_iter().map(move |seat| {
            let role = say!("the role of {}", setup.seats.name(seat));
            vec![head(), Choice::new(setup.seats.called(seat), role)]
        });
        let held = |seat: &usize| !state.hands[*seat].is_empty() && !state.shown[*seat];
        let hands = self.seats().filter(held).map(move |seat| {
            let text = format!("{} hand", setup.seats.called(seat));
            let hand = say!("the hand of {}", setup.seats.name(seat));
            vec![head(), Choice::new(text, hand)]
        });
        roles.chain(all).chain(hands)
    }
}

/// A column of points as a piece.
fn column(column: &Column) -> Choice {
    let title = column.title.get(say::tongue().code());
    let title = if title.is_empty() { &column.id } else { title };
    Choice::new(seats::spell(&column.id), plain(title))
}
