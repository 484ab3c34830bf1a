//! What can be said next at any table: what lies open is offered to all, what is in a hand to its owner alone.

use super::setup::{CardId, Setup};
use super::state::State;
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
    let ways = Ways {
        setup,
        state,
        viewer: asking.viewer,
        so_far,
    };
    let mut out = choice::next(&ways.all(), so_far);
    if so_far.is_empty() {
        let mut win = Choice::new("win", say!("say who has won"));
        (win.ends, win.more) = (false, true);
        out.push(win);
        out.push(Choice::new("end", say!("end it: the totals decide")));
    }
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

struct Ways<'a> {
    setup: &'a Setup,
    state: &'a State,
    viewer: Viewer,
    so_far: &'a str,
}

impl Ways<'_> {
    /// Whether moves that begin with a verb and a player can fit what was said. Those of a full table are many.
    fn fits(&self, verb: &str, seat: usize) -> bool {
        let head = join(verb, self.setup.seats.called(seat));
        head.starts_with(self.so_far) || self.so_far.starts_with(&head)
    }

    /// Every move but `win` and `end` that fits what was said, and some that do not, in pieces; the players from the one whose
    /// turn it is.
    fn all(&self) -> Vec<Vec<Choice>> {
        let mut out = Vec::new();
        if self.may_go_on() {
            out.push(vec![Choice::new("next", say!("the turn is over"))]);
        }
        self.decks(&mut out);
        let count = self.setup.seats.len();
        let seats: Vec<usize> = (0..count)
            .map(|n| (self.state.active + n) % count)
            .collect();
        for seat in &seats {
            self.hand(*seat, &mut out);
        }
        for seat in &seats {
            self.open_cards(*seat, &mut out);
        }
        if !self.state.middle.is_empty() || self.state.open.iter().any(|o| !o.is_empty()) {
            out.push(vec![Choice::new("clear", say!("discard what lies open"))]);
        }
        for seat in &seats {
            self.points(*seat, &mut out);
        }
        self.reveals(&seats, &mut out);
        for seat in seats.iter().filter(|s| !self.state.out[**s]) {
            out.push(vec![
                Choice::new("out", say!("somebody is out")),
                self.seat(*seat),
            ]);
        }
        out
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

    fn decks(&self, out: &mut Vec<Vec<Choice>>) {
        let Ways { setup, state, .. } = self;
        let count = setup.seats.len();
        for deck in 0..setup.decks.len() {
            let left = state.piles[deck].len() + state.discards[deck].len();
            for n in 0..count {
                let seat = (state.active + n) % count;
                if !self.fits("draw", seat) {
                    continue;
                }
                for cards in 1..=left.min(DRAWN) {
                    let draw = Choice::new("draw", say!("draw cards"));
                    let number = Choice::new(cards.to_string(), say!("{} {card|cards}", cards));
                    out.push(vec![draw, self.seat(seat), number, self.deck(deck)]);
                }
            }
        }
        for (verb, label) in [
            ("flip", say!("turn up a card")),
            ("shuffle", say!("shuffle a deck")),
        ] {
            for deck in 0..setup.decks.len() {
                if !state.piles[deck].is_empty() || !state.discards[deck].is_empty() {
                    out.push(vec![Choice::new(verb, label.clone()), self.deck(deck)]);
                }
            }
        }
    }

    /// Whether the viewer may see a hand.
    fn sees(&self, seat: usize) -> bool {
        self.state.shown[seat] || self.viewer.is(seat)
    }

    /// What a player does with cards of the hand.
    fn hand(&self, seat: usize, out: &mut Vec<Vec<Choice>>) {
        let hand = &self.state.hands[seat];
        for (verb, label) in [
            ("play", say!("play a card")),
            ("discard", say!("discard a card")),
        ] {
            let head = || Choice::new(verb, label.clone());
            if hand.is_empty() || !self.fits(verb, seat) {
                continue;
            }
            if self.sees(seat) {
                let card = |c: &CardId| vec![head(), self.seat(seat), self.card(*c)];
                out.extend(hand.iter().map(card));
            } else {
                out.push(vec![head(), self.seat(seat).alone(seat)]);
            }
        }
    }

    /// What lies open can be taken by anybody, and discarded by whom it belongs to.
    fn open_cards(&self, seat: usize, out: &mut Vec<Vec<Choice>>) {
        let Ways {
            setup: _, state, ..
        } = self;
        let take = |c: &CardId| {
            let head = Choice::new("take", say!("take an open card"));
            vec![head, self.seat(seat), self.card(*c)]
        };
        let newest = state.discards.iter().filter_map(|d| d.last());
        let open = state.open.iter().flatten();
        if self.fits("take", seat) {
            out.extend(state.middle.iter().chain(open).chain(newest).map(take));
        }
        // A hidden hand may hold a card of the same name: its owner says which.
        let says = self.sees(seat) || state.hands[seat].is_empty();
        if says && self.fits("discard", seat) {
            let own = state.open[seat].iter().chain(&state.middle);
            let discard = |c: &CardId| {
                let head = Choice::new("discard", say!("discard a card"));
                vec![head, self.seat(seat), self.card(*c)]
            };
            out.extend(own.map(discard));
        }
    }

    fn points(&self, seat: usize, out: &mut Vec<Vec<Choice>>) {
        if !self.fits("score", seat) {
            return;
        }
        let score = || Choice::new("score", say!("write down points"));
        let mut numbers: Vec<i64> = POINTS.filter(|n| *n != 0).collect();
        numbers.sort_by_key(|n| (*n < 0, n.abs()));
        let number = |n: &i64| {
            Choice::new(
                format!("{n:+}"),
                say!("{} {point|points}", format!("{n:+}")),
            )
        };
        if self.setup.columns.len() < 2 {
            out.extend(
                numbers
                    .iter()
                    .map(|n| vec![score(), self.seat(seat), number(n)]),
            );
            return;
        }
        for column in &self.setup.columns {
            let title = column.title.get(say::tongue().code());
            let title = if title.is_empty() { &column.id } else { title };
            let column = Choice::new(seats::spell(&column.id), plain(title));
            let way = |n: &i64| vec![score(), self.seat(seat), column.clone(), number(n)];
            out.extend(numbers.iter().map(way));
        }
    }

    fn reveals(&self, seats: &[usize], out: &mut Vec<Vec<Choice>>) {
        let Ways { setup, state, .. } = self;
        let head = || Choice::new("reveal", say!("show what is hidden"));
        let label: fn(&str) -> Say = |name| say!("the role of {}", name);
        if setup.cast.is_some() {
            let dark = seats.iter().filter(|s| !state.known[**s]);
            for seat in dark.clone() {
                let role = label(setup.seats.name(*seat));
                out.push(vec![head(), Choice::new(setup.seats.called(*seat), role)]);
            }
            if dark.count() > 0 {
                out.push(vec![head(), Choice::new("all", say!("every role"))]);
            }
        }
        let held = |s: &&usize| !state.hands[**s].is_empty() && !state.shown[**s];
        for seat in seats.iter().filter(held) {
            let text = format!("{} hand", setup.seats.called(*seat));
            let hand = say!("the hand of {}", setup.seats.name(*seat));
            out.push(vec![head(), Choice::new(text, hand)]);
        }
    }
}
