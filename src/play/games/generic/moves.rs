//! The move language of the generic table, written and read. `docs/kits.md` describes it for people.

use std::fmt;

use super::book::{Book, CardId};
use super::state::State;
use crate::diag::list;
use crate::play::rules::{Fault, Refusal};
use crate::play::seats::{self, Word};
use crate::say;

/// The first words that moves begin with.
pub const VERBS: [&str; 13] = [
    "draw", "flip", "play", "discard", "take", "clear", "shuffle", "reveal", "out", "score",
    "next", "win", "end",
];

/// A seat as a move names it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Who {
    /// The seat.
    pub seat: usize,
    spelled: String,
}

impl Who {
    /// A seat of this table.
    pub fn of(book: &Book, seat: usize) -> Self {
        let spelled = seats::call(&book.seats, seat);
        Self { seat, spelled }
    }
}

impl fmt::Display for Who {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.spelled)
    }
}

/// A thing of the kit as a move names it: a deck, a card or a column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Named<T> {
    /// Which one.
    pub it: T,
    /// Its name.
    pub name: String,
}

impl<T> fmt::Display for Named<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&seats::spell(&self.name))
    }
}

/// Points for a seat in a column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Points {
    /// Who gets them.
    pub who: Who,
    /// In which column; the only one when there is none by name.
    pub column: Option<Named<usize>>,
    /// How many, also below 0.
    pub points: i64,
}

/// A move.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Move {
    /// The top cards of a deck go into a hand.
    Draw {
        who: Who,
        count: u32,
        deck: Named<usize>,
    },
    /// The top card of a deck goes face up into the middle.
    Flip(Named<usize>),
    /// A card of a hand goes face up in front of its player.
    Play { who: Who, card: Named<CardId> },
    /// A card of a hand, or one that lies open, goes onto the discards.
    Discard { who: Who, card: Named<CardId> },
    /// A card that lies open goes into a hand.
    Take { who: Who, card: Named<CardId> },
    /// Everything that lies open goes onto the discards.
    Clear,
    /// A deck is shuffled, its discards with it.
    Shuffle(Named<usize>),
    /// A role is shown to everybody; of all seats when none is given.
    Reveal(Option<Who>),
    /// A hand is shown to everybody.
    RevealHand(Who),
    /// A player is out, and is passed over.
    Out(Who),
    /// Points.
    Score(Vec<Points>),
    /// The next player's turn.
    Next,
    /// These win, and the game is over.
    Win(Vec<Who>),
    /// The game is over; the scores decide.
    End,
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Move::Draw { who, count, deck } => write!(f, "draw {who} {count} {deck}"),
            Move::Flip(deck) => write!(f, "flip {deck}"),
            Move::Play { who, card } => write!(f, "play {who} {card}"),
            Move::Discard { who, card } => write!(f, "discard {who} {card}"),
            Move::Take { who, card } => write!(f, "take {who} {card}"),
            Move::Clear => f.write_str("clear"),
            Move::Shuffle(deck) => write!(f, "shuffle {deck}"),
            Move::Reveal(None) => f.write_str("reveal all"),
            Move::Reveal(Some(who)) => write!(f, "reveal {who}"),
            Move::RevealHand(who) => write!(f, "reveal {who} hand"),
            Move::Out(who) => write!(f, "out {who}"),
            Move::Score(all) => {
                f.write_str("score ")?;
                separated(f, all)
            }
            Move::Next => f.write_str("next"),
            Move::Win(all) => {
                f.write_str("win ")?;
                separated(f, all)
            }
            Move::End => f.write_str("end"),
        }
    }
}

impl fmt::Display for Points {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ", self.who)?;
        if let Some(column) = &self.column {
            write!(f, "{column} ")?;
        }
        write!(f, "{:+}", self.points)
    }
}

fn separated<T: fmt::Display>(f: &mut fmt::Formatter<'_>, all: &[T]) -> fmt::Result {
    for (i, one) in all.iter().enumerate() {
        let comma = if i > 0 { ", " } else { "" };
        write!(f, "{comma}{one}")?;
    }
    Ok(())
}

/// Reads a move.
pub fn parse(book: &Book, state: &State, text: &str) -> Result<Move, Refusal> {
    let groups = seats::words(text);
    let Some((verb, rest)) = groups.first().and_then(|g| g.split_first()) else {
        return Err(Refusal::words(say!("a move is missing")).hint(say!("moves: {}", list(VERBS))));
    };
    let reader = Reader { book, state };
    let one = |mv: Result<Move, Refusal>| match groups.get(1) {
        // Only points and winners come in lists.
        Some(more) => Err(too_much(&seats::join(more))),
        None => mv,
    };
    match seats::fold(&verb.text).as_str() {
        "draw" => one(reader.draw(rest)),
        "flip" => one(reader.whole_deck(rest).map(Move::Flip)),
        "play" => reader.card(&groups, State::find_in_hand, |who, card| Move::Play {
            who,
            card,
        }),
        "discard" => reader.card(&groups, State::find_to_discard, |who, card| Move::Discard {
            who,
            card,
        }),
        "take" => reader.card(&groups, State::find_open, |who, card| Move::Take {
            who,
            card,
        }),
        "clear" => one(nothing_more(rest, Move::Clear)),
        "shuffle" => one(reader.whole_deck(rest).map(Move::Shuffle)),
        "reveal" => one(reader.reveal(rest)),
        "out" => one(reader
            .seat(rest)
            .and_then(|(who, rest)| nothing_more(rest, Move::Out(who)))),
        "score" => reader.score(&groups),
        "next" | "pass" => one(nothing_more(rest, Move::Next)),
        "win" => reader.win(&groups),
        "end" => one(nothing_more(rest, Move::End)),
        _ => Err(no_such_move(&verb.text)),
    }
}

fn no_such_move(verb: &str) -> Refusal {
    let refusal = Refusal::words(say!("there is no move `{}`", verb));
    match crate::diag::nearest(verb, VERBS) {
        Some(near) => refusal.hint(say!("did you mean `{}`?", near)),
        None => refusal.hint(say!("moves: {}", list(VERBS))),
    }
}

fn too_much(words: &str) -> Refusal {
    Refusal::words(say!("`{}` is too much here", words))
}

fn nothing_more(rest: &[Word], mv: Move) -> Result<Move, Refusal> {
    if rest.is_empty() {
        Ok(mv)
    } else {
        Err(too_much(&seats::join(rest)))
    }
}

/// Where a card is looked for.
type Find = fn(&State, &Book, usize, &str) -> Result<CardId, Refusal>;

struct Reader<'a> {
    book: &'a Book,
    state: &'a State,
}

impl Reader<'_> {
    /// The seat that the words begin with.
    fn seat<'w>(&self, words: &'w [Word]) -> Result<(Who, &'w [Word]), Refusal> {
        if words.is_empty() {
            return Err(Refusal::words(say!("a player's name is missing")));
        }
        match seats::begin(&self.book.seats, words) {
            Some((seat, rest)) => Ok((Who::of(self.book, seat), rest)),
            None => Err(seats::unknown(&self.book.seats, &words[0].text)),
        }
    }

    /// The seat that the words begin with, else the one whose turn it is.
    fn seat_or_active<'w>(&self, words: &'w [Word]) -> (Who, &'w [Word]) {
        let (seat, rest) =
            seats::begin(&self.book.seats, words).unwrap_or((self.state.active, words));
        (Who::of(self.book, seat), rest)
    }

    fn named_deck(&self, deck: usize) -> Named<usize> {
        let name = self.book.decks[deck].id.clone();
        Named { it: deck, name }
    }

    /// The deck that the words name; the only one when they are none.
    fn whole_deck(&self, words: &[Word]) -> Result<Named<usize>, Refusal> {
        let ids = || self.book.decks.iter().map(|d| d.id.as_str());
        match (words, self.book.decks.len()) {
            ([], 0) => Err(Refusal::new(Fault::Unknown, say!("this game has no deck"))),
            ([], 1) => Ok(self.named_deck(0)),
            ([], _) => Err(Refusal::words(say!("which deck? one of {}", list(ids())))),
            _ => self
                .book
                .deck(&seats::join(words))
                .map(|d| self.named_deck(d)),
        }
    }

    /// `draw [NAME] [N] [DECK]`.
    fn draw(&self, words: &[Word]) -> Result<Move, Refusal> {
        let (who, rest) = self.seat_or_active(words);
        let number = |w: &Word| (!w.quoted).then(|| w.text.parse::<u32>().ok()).flatten();
        let (count, rest) = match rest.split_first() {
            Some((first, rest)) if number(first).is_some() => (number(first).unwrap_or(1), rest),
            _ => (1, rest),
        };
        if count == 0 {
            return Err(Refusal::words(say!("draw at least one card")));
        }
        let unknown = |e: Refusal| {
            // A name that nobody has is as likely as a deck that there is not.
            if who.seat == self.state.active && rest.len() == words.len() {
                let names = self.book.seats.iter().map(String::as_str);
                let near = rest
                    .first()
                    .and_then(|w| crate::diag::nearest(&w.text, names));
                near.map_or(e.clone(), |n| e.hint(say!("did you mean `{}`?", n)))
            } else {
                e
            }
        };
        let deck = self.whole_deck(rest).map_err(unknown)?;
        Ok(Move::Draw { who, count, deck })
    }

    /// A verb, `[NAME] CARD`; the card may have commas in its name.
    fn card(
        &self,
        groups: &[Vec<Word>],
        find: Find,
        make: fn(Who, Named<CardId>) -> Move,
    ) -> Result<Move, Refusal> {
        let words = &groups[0][1..];
        let (who, rest) = self.seat_or_active(words);
        let mut name = seats::join(rest);
        for more in &groups[1..] {
            name.push_str(", ");
            name.push_str(&seats::join(more));
        }
        if name.is_empty() {
            return Err(Refusal::words(say!("a card is missing")));
        }
        let card = find(self.state, self.book, who.seat, &name)?;
        let name = self.book.name(card).to_owned();
        Ok(make(who, Named { it: card, name }))
    }

    /// `reveal NAME [hand]` or `reveal all`.
    fn reveal(&self, words: &[Word]) -> Result<Move, Refusal> {
        let is = |w: &Word, text: &str| !w.quoted && seats::fold(&w.text) == text;
        if let [word] = words
            && is(word, "all")
        {
            return Ok(Move::Reveal(None));
        }
        let (who, rest) = self.seat(words)?;
        match rest {
            [] => Ok(Move::Reveal(Some(who))),
            [word] if is(word, "hand") => Ok(Move::RevealHand(who)),
            more => Err(too_much(&seats::join(more))),
        }
    }

    /// `score NAME [COLUMN] POINTS, …`.
    fn score(&self, groups: &[Vec<Word>]) -> Result<Move, Refusal> {
        let mut all = Vec::new();
        for (i, group) in groups.iter().enumerate() {
            let words = if i == 0 { &group[1..] } else { group };
            all.push(self.points(words)?);
        }
        Ok(Move::Score(all))
    }

    fn points(&self, words: &[Word]) -> Result<Points, Refusal> {
        let (who, rest) = self.seat(words)?;
        let Some((points, column)) = rest.split_last() else {
            return Err(Refusal::words(say!(
                "how many points for {}?",
                self.book.seats[who.seat]
            )));
        };
        // The minus of a Japanese keyboard, and of a typesetter.
        let number = points.text.replace(['−', '－'], "-");
        let number = number.parse::<i64>().ok();
        let number = number.filter(|n| n.abs() <= super::state::MOST_POINTS);
        let points = number
            .ok_or_else(|| Refusal::words(say!("`{}` is no number of points", points.text)))?;
        let column = match (column, self.book.columns.len()) {
            ([], 0 | 1) => None,
            (words, _) => Some(self.column(words)?),
        };
        Ok(Points {
            who,
            column,
            points,
        })
    }

    fn column(&self, words: &[Word]) -> Result<Named<usize>, Refusal> {
        let ids = || self.book.columns.iter().map(|c| c.id.as_str());
        let text = seats::join(words);
        if text.is_empty() {
            return Err(Refusal::words(say!("which column? one of {}", list(ids()))));
        }
        let wanted = seats::fold(&text);
        match ids().position(|id| seats::fold(id) == wanted) {
            Some(it) => Ok(Named {
                it,
                name: self.book.columns[it].id.clone(),
            }),
            None => {
                let what = say!("there is no score column `{}`", text);
                Err(Refusal::new(Fault::Unknown, what).did_you_mean(&text, ids()))
            }
        }
    }

    /// `win NAME, NAME`.
    fn win(&self, groups: &[Vec<Word>]) -> Result<Move, Refusal> {
        let mut all: Vec<Who> = Vec::new();
        for (i, group) in groups.iter().enumerate() {
            let mut words = if i == 0 { &group[1..] } else { group };
            // Blanks separate names as well where they are no part of one.
            loop {
                let (who, rest) = self.seat(words)?;
                if !all.contains(&who) {
                    all.push(who);
                }
                words = rest;
                if words.is_empty() {
                    break;
                }
            }
        }
        Ok(Move::Win(all))
    }
}
