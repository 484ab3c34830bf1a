//! The moves of the generic table, as data and as text. `docs/kits.md` describes them for people.

use super::setup::{CardId, Setup};
use super::state::{MOST_POINTS, State};
use crate::diag::{list, nearest};
use crate::play::amount::Amount;
use crate::play::reader::{Reader, no_move, no_such_move, too_much};
use crate::play::rules::{Fault, Refusal, Whose};
use crate::play::score::sum;
use crate::play::seats::{self, Word};
use crate::say;

/// The first words that moves begin with.
pub const VERBS: [&str; 13] = [
    "draw", "flip", "play", "discard", "take", "clear", "shuffle", "reveal", "out", "score",
    "next", "win", "end",
];

/// Points for a seat in a column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeatPoints {
    /// Who gets them.
    pub seat: usize,
    /// In which column; the only one when there is none by name.
    pub column: Option<usize>,
    /// How many, also below 0.
    pub points: i64,
}

/// A move.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Move {
    /// The top cards of a deck go into a hand.
    Draw {
        seat: usize,
        count: u32,
        deck: usize,
    },
    /// The top card of a deck goes face up into the middle.
    Flip(usize),
    /// A card of a hand goes face up in front of its player.
    Play { seat: usize, card: CardId },
    /// A card of a hand, or one that lies open, goes onto the discards.
    Discard { seat: usize, card: CardId },
    /// A card that lies open goes into a hand.
    Take { seat: usize, card: CardId },
    /// Everything that lies open goes onto the discards.
    Clear,
    /// A deck is shuffled, its discards with it.
    Shuffle(usize),
    /// A role is shown to everybody; of all seats when none is given.
    Reveal(Option<usize>),
    /// A hand is shown to everybody.
    RevealHand(usize),
    /// A player is out, and is passed over.
    Out(usize),
    /// Points.
    Score(Vec<SeatPoints>),
    /// The next player's turn.
    Next,
    /// These win, and the game is over.
    Win(Vec<usize>),
    /// The game is over; the scores decide.
    End,
}

/// Writes a move.
pub(super) fn write(setup: &Setup, mv: &Move) -> String {
    let who = |seat: &usize| setup.seats.called(*seat);
    let card = |card: &CardId| seats::spell(setup.name(*card));
    let deck = |deck: &usize| setup.decks.get(*deck).map_or("", |d| &d.id);
    let deck = |it: &usize| seats::spell(deck(it));
    match mv {
        Move::Draw {
            seat,
            count,
            deck: it,
        } => format!("draw {} {count} {}", who(seat), deck(it)),
        Move::Flip(it) => format!("flip {}", deck(it)),
        Move::Play { seat, card: it } => format!("play {} {}", who(seat), card(it)),
        Move::Discard { seat, card: it } => format!("discard {} {}", who(seat), card(it)),
        Move::Take { seat, card: it } => format!("take {} {}", who(seat), card(it)),
        Move::Clear => "clear".to_owned(),
        Move::Shuffle(it) => format!("shuffle {}", deck(it)),
        Move::Reveal(None) => "reveal all".to_owned(),
        Move::Reveal(Some(seat)) => format!("reveal {}", who(seat)),
        Move::RevealHand(seat) => format!("reveal {} hand", who(seat)),
        Move::Out(seat) => format!("out {}", who(seat)),
        Move::Score(all) => {
            let all: Vec<String> = all.iter().map(|p| write_points(setup, p)).collect();
            format!("score {}", all.join(", "))
        }
        Move::Next => "next".to_owned(),
        Move::Win(all) => {
            let all: Vec<&str> = all.iter().map(who).collect();
            format!("win {}", all.join(", "))
        }
        Move::End => "end".to_owned(),
    }
}

fn write_points(setup: &Setup, points: &SeatPoints) -> String {
    let who = setup.seats.called(points.seat);
    match points.column.and_then(|c| setup.columns.get(c)) {
        Some(column) => format!("{who} {} {:+}", seats::spell(&column.id), points.points),
        None => format!("{who} {:+}", points.points),
    }
}

/// Reads a move.
pub(super) fn read(setup: &Setup, state: &State, text: &str) -> Result<Move, Refusal> {
    let mut groups = seats::words(text);
    if groups.is_empty() {
        return Err(no_move(&VERBS));
    }
    let verb = groups[0].remove(0);
    let words = VerbWords { setup, state };
    let first = Reader::new(&setup.seats, &groups[0]);
    let one = |mv: Result<Move, Refusal>| match groups.get(1) {
        // Only points and winners come in lists.
        Some(more) => Err(too_much(more)),
        None => mv,
    };
    match seats::fold(&verb.text).as_str() {
        "draw" => one(words.draw(first)),
        "flip" => one(words.deck(first.rest()).map(Move::Flip)),
        "play" => words.card(&groups, State::find_in_hand, |seat, card| Move::Play {
            seat,
            card,
        }),
        "discard" => words.card(&groups, State::find_to_discard, |seat, card| {
            Move::Discard { seat, card }
        }),
        "take" => words.card(&groups, State::find_open, |seat, card| Move::Take {
            seat,
            card,
        }),
        "clear" => one(first.end().map(|()| Move::Clear)),
        "shuffle" => one(words.deck(first.rest()).map(Move::Shuffle)),
        "reveal" => one(words.reveal(first)),
        "out" => one(words.out(first)),
        "score" => words.score(&groups),
        "next" | "pass" => one(first.end().map(|()| Move::Next)),
        "win" => words.win(&groups),
        "end" => one(first.end().map(|()| Move::End)),
        _ => Err(no_such_move(&verb.text, &VERBS)),
    }
}

/// Whose move a text is: what a player does with cards is that player's, the turn the active one's.
pub(super) fn whose(setup: &Setup, state: &State, text: &str) -> Option<Whose> {
    let groups = seats::words(text);
    let (verb, rest) = groups.first()?.split_first()?;
    match seats::fold(&verb.text).as_str() {
        "draw" | "play" | "discard" | "take" => {
            let named = Reader::new(&setup.seats, rest).whole_seat();
            Some(Whose::seat(named.unwrap_or(state.active)))
        }
        "flip" | "next" | "pass" => Some(Whose::seat(state.active)),
        other => VERBS.contains(&other).then_some(Whose::Host),
    }
}

/// Where a card is looked for.
type Find = fn(&State, &Setup, usize, &str) -> Result<CardId, Refusal>;

/// Reads the words behind a verb.
struct VerbWords<'a> {
    setup: &'a Setup,
    state: &'a State,
}

impl VerbWords<'_> {
    /// The seat that comes next, by its whole name: cards may begin like one.
    fn seat(&self, reader: &mut Reader<'_>) -> Result<usize, Refusal> {
        let Some(first) = reader.peek() else {
            return Err(Refusal::words(say!("a player's name is missing")));
        };
        let found = reader.whole_seat();
        found.ok_or_else(|| seats::unknown(&self.setup.seats, &first.text))
    }

    /// The deck that the words name; the only one when they are none.
    fn deck(&self, words: &[Word]) -> Result<usize, Refusal> {
        let ids = || self.setup.decks.iter().map(|d| d.id.as_str());
        match (words, self.setup.decks.len()) {
            ([], 0) => Err(Refusal::new(Fault::Unknown, say!("this game has no deck"))),
            ([], 1) => Ok(0),
            ([], _) => Err(Refusal::words(say!("which deck? one of {}", list(ids())))),
            _ => self.setup.deck(&seats::join(words)),
        }
    }

    /// `draw [NAME] [N] [DECK]`.
    fn draw(&self, mut reader: Reader<'_>) -> Result<Move, Refusal> {
        let all = reader.rest().len();
        let seat = reader.whole_seat().unwrap_or(self.state.active);
        let number = reader.peek().filter(|w| !w.quoted).and_then(Word::number);
        let count = number.unwrap_or(1);
        if number.is_some() {
            reader.word();
        }
        if count == 0 {
            return Err(Refusal::words(say!("draw at least one card")));
        }
        let rest = reader.rest();
        let unknown = |e: Refusal| match rest.first() {
            // The word may be a misspelt player as well as a misspelt deck.
            Some(first) if seat == self.state.active && rest.len() == all => {
                let names = self.setup.seats.iter().map(String::as_str);
                let near = nearest(&first.text, names);
                near.map_or(e.clone(), |n| e.hint(say!("did you mean `{}`?", n)))
            }
            _ => e,
        };
        let deck = self.deck(rest).map_err(unknown)?;
        Ok(Move::Draw { seat, count, deck })
    }

    /// `[NAME] CARD`; the card may have commas in its name.
    fn card(
        &self,
        groups: &[Vec<Word>],
        find: Find,
        make: fn(usize, CardId) -> Move,
    ) -> Result<Move, Refusal> {
        let mut reader = Reader::new(&self.setup.seats, &groups[0]);
        let seat = reader.whole_seat().unwrap_or(self.state.active);
        let mut name = seats::join(reader.rest());
        for more in &groups[1..] {
            name.push_str(", ");
            name.push_str(&seats::join(more));
        }
        if name.is_empty() {
            return Err(Refusal::words(say!("a card is missing")));
        }
        find(self.state, self.setup, seat, &name).map(|card| make(seat, card))
    }

    /// `reveal NAME [hand]` or `reveal all`.
    fn reveal(&self, mut reader: Reader<'_>) -> Result<Move, Refusal> {
        if let [word] = reader.rest()
            && word.is("all")
        {
            return Ok(Move::Reveal(None));
        }
        let seat = self.seat(&mut reader)?;
        match reader.rest() {
            [] => Ok(Move::Reveal(Some(seat))),
            [word] if word.is("hand") => Ok(Move::RevealHand(seat)),
            more => Err(too_much(more)),
        }
    }

    fn out(&self, mut reader: Reader<'_>) -> Result<Move, Refusal> {
        let seat = self.seat(&mut reader)?;
        reader.end().map(|()| Move::Out(seat))
    }

    /// `score NAME [COLUMN] POINTS, …`.
    fn score(&self, groups: &[Vec<Word>]) -> Result<Move, Refusal> {
        let all = groups.iter().map(|group| self.points(group));
        Ok(Move::Score(all.collect::<Result<_, _>>()?))
    }

    fn points(&self, words: &[Word]) -> Result<SeatPoints, Refusal> {
        let mut reader = Reader::new(&self.setup.seats, words);
        let seat = self.seat(&mut reader)?;
        let Some((points, column)) = reader.rest().split_last() else {
            let name = self.setup.seats.name(seat);
            return Err(Refusal::words(say!("how many points for {}?", name)));
        };
        let number = sum(&points.text).and_then(Amount::as_whole);
        let number = number.filter(|n| n.abs() <= MOST_POINTS);
        let points = number
            .ok_or_else(|| Refusal::words(say!("`{}` is no number of points", points.text)))
            .map_err(|r| r.hint(say!("whole numbers, such as `3`, `-1` or `2+3`")))?;
        let column = match (column, self.setup.columns.len()) {
            ([], 0 | 1) => None,
            (words, _) => Some(self.column(words)?),
        };
        Ok(SeatPoints {
            seat,
            column,
            points,
        })
    }

    fn column(&self, words: &[Word]) -> Result<usize, Refusal> {
        let ids = || self.setup.columns.iter().map(|c| c.id.as_str());
        let text = seats::join(words);
        if text.is_empty() {
            return Err(Refusal::words(say!("which column? one of {}", list(ids()))));
        }
        let wanted = seats::fold(&text);
        let titled = |c: &crate::kit::Column| c.title.0.values().any(|t| seats::fold(t) == wanted);
        let found = ids().position(|id| seats::fold(id) == wanted);
        let found = found.or_else(|| self.setup.columns.iter().position(titled));
        found.ok_or_else(|| {
            let what = say!("there is no score column `{}`", text);
            Refusal::new(Fault::Unknown, what).did_you_mean(&text, ids())
        })
    }

    /// `win NAME, NAME`.
    fn win(&self, groups: &[Vec<Word>]) -> Result<Move, Refusal> {
        let mut all: Vec<usize> = Vec::new();
        for group in groups {
            let mut reader = Reader::new(&self.setup.seats, group);
            // Blanks separate names as well where they are no part of one.
            loop {
                let seat = self.seat(&mut reader)?;
                if !all.contains(&seat) {
                    all.push(seat);
                }
                if reader.is_empty() {
                    break;
                }
            }
        }
        Ok(Move::Win(all))
    }
}
