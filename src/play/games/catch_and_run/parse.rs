//! Reading moves. `docs/games/catch-and-run.md` describes them for people.

use std::sync::Arc;

use super::board::{Board, Dir, Square, bit};
use super::book::{Book, Special};
use super::check;
use super::moves::{Act, Move, Play, Shown, Turn, Use, VERBS};
use super::state::{Phase, State};
use super::walk::Order;
use crate::diag::list;
use crate::play::rules::{Fault, Gap, Refusal};
use crate::play::seats::{self, Word};
use crate::say;

/// Words behind an arm card.
const WORDS: [&str; 7] = [
    "then",
    "unused",
    "nothing",
    "repair",
    "destroy",
    "jump-first",
    "step-first",
];

/// Reads a move.
pub fn parse(book: &Arc<Book>, state: &State, text: &str) -> Result<Move, Refusal> {
    let groups = seats::words(text);
    let reader = Reader { book, state };
    let act = reader.act(&groups)?;
    Ok(Move::new(book, state.game, act))
}

/// Reads one player's part of a turn, without the name.
pub fn play(book: &Book, state: &State, seat: usize, text: &str) -> Result<Play, Refusal> {
    let groups = seats::words(text);
    let reader = Reader { book, state };
    match groups.as_slice() {
        [] => Err(direction_missing(book.name(seat))),
        [words] => {
            // The name is known, but may be said again.
            let words = match seats::begin(&book.seats, words) {
                Some((named, rest)) if named == seat && !rest.is_empty() => rest,
                _ => words,
            };
            reader.play(seat, words)
        }
        [_, more, ..] => Err(too_much(&seats::join(more))),
    }
}

/// What a turn, or one player's part of it, leaves unsaid: what a CARPENTER is for.
pub fn unsaid(book: &Arc<Book>, state: &State, part: Option<usize>, text: &str) -> Option<Refusal> {
    let of = |seat: usize, play: &Play| {
        let card = play.cards().iter().position(|c| c.using == Use::Unsaid)?;
        let mv = Move::new(book, state.game, Act::NextGame);
        let (before, after) = mv.around(play, card);
        let arm = book.arm(play.cards()[card].kind);
        let what = say!("{} shows `{}`: what for?", book.name(seat), arm);
        let refusal = Refusal::words(what).hint(say!(
            "`repair SQUARE`, `destroy` for the own card, or `nothing`"
        ));
        Some(refusal.lacking(seat, Gap::within(before, after)))
    };
    match part {
        Some(seat) => of(seat, &play(book, state, seat, text).ok()?),
        None => match parse(book, state, text).ok()?.act {
            Act::Turn(turn) => (0..book.seats.len()).find_map(|s| of(s, &turn.plays[s])),
            _ => None,
        },
    }
}

/// Reads an arm card.
pub fn card(book: &Book, word: &str) -> Result<u8, Refusal> {
    let wanted = seats::fold(word);
    let names = || book.arms.iter().map(|a| a.name.as_str());
    if let Some(at) = names().position(|n| seats::fold(n) == wanted) {
        return Ok(at as u8);
    }
    let (value, special) = wanted.split_once('+').unwrap_or((&wanted, ""));
    let fits = |arm: &&super::book::Arm| {
        let (own, extra) = arm.name.split_once('+').unwrap_or((&arm.name, ""));
        let same =
            (!value.is_empty() && own.starts_with(value)) || arm.letters.iter().any(|l| l == value);
        same && extra.starts_with(special) && extra.is_empty() == special.is_empty()
    };
    let fitting: Vec<&super::book::Arm> = book.arms.iter().filter(fits).collect();
    match fitting.as_slice() {
        [one] => Ok(names().position(|n| n == one.name).unwrap_or(0) as u8),
        [] => {
            let refusal = Refusal::new(Fault::Unknown, say!("there is no arm card `{}`", word));
            Err(match crate::diag::nearest(word, names()) {
                Some(near) => refusal.hint(say!("did you mean `{}`?", near)),
                None => refusal.hint(say!(
                    "numbers, colours and shapes, such as `3`, `green+2x`, `circle+carpenter`"
                )),
            })
        }
        many => {
            let names = list(many.iter().map(|a| a.name.as_str()));
            Err(Refusal::words(say!("`{}` could be {}", word, names)))
        }
    }
}

fn too_much(words: &str) -> Refusal {
    Refusal::words(say!("`{}` is too much here", words))
}

fn direction_missing(name: &str) -> Refusal {
    let what = say!("the direction of {} is missing", name);
    Refusal::words(what).hint(say!("such as `up red`: the run card, then the arm card"))
}

fn is_dash(word: &Word) -> bool {
    !word.quoted && matches!(word.text.as_str(), "-" | "−" | "–" | "—" | "ー" | "－")
}

fn direction(word: &Word) -> Option<Dir> {
    (!word.quoted)
        .then(|| Dir::read(&seats::fold(&word.text)))
        .flatten()
}

/// A word behind a card, also cut short.
fn keyword(word: &Word) -> Option<&'static str> {
    let text = seats::fold(&word.text);
    let short = |k: &&&str| k.starts_with(text.as_str()) && text.len() >= 3;
    (!word.quoted)
        .then(|| WORDS.iter().find(short).copied())
        .flatten()
}

struct Reader<'a> {
    book: &'a Book,
    state: &'a State,
}

impl Reader<'_> {
    fn act(&self, groups: &[Vec<Word>]) -> Result<Act, Refusal> {
        let Some((verb, rest)) = groups.first().and_then(|g| g.split_first()) else {
            let refusal = Refusal::words(say!("a move is missing"));
            return Err(refusal.hint(say!("moves: {}", list(VERBS))));
        };
        let more = groups.get(1).map(|g| seats::join(g));
        let alone = |act: Result<Act, Refusal>| match &more {
            Some(more) => Err(too_much(more)),
            None => act,
        };
        let found = self.verb(verb);
        if let Some(verb) = found {
            check::due(self.book, self.state, verb)?;
        }
        match found {
            Some("place") => alone(
                self.piece_to(rest, self.state.to_place(self.book))
                    .map(|(seat, at)| Act::Place { seat, at }),
            ),
            Some("restart") => alone(
                self.piece_to(rest, self.state.waiting)
                    .map(|(seat, at)| Act::Restart { seat, at }),
            ),
            Some("next-game") => {
                let game = matches!(rest, [word] if seats::fold(&word.text) == "game");
                match rest.is_empty() || game {
                    true => alone(Ok(Act::NextGame)),
                    false => Err(too_much(&seats::join(rest))),
                }
            }
            Some(_) => self.turn(rest, &groups[1..]),
            // In a turn the verb may be left out.
            None if self.state.phase == Phase::Turn && self.begins_play(&groups[0]) => {
                self.turn(&groups[0], &groups[1..])
            }
            None => Err(self.no_such_move(&verb.text)),
        }
    }

    fn verb(&self, word: &Word) -> Option<&'static str> {
        let text = seats::fold(&word.text);
        if word.quoted || text.is_empty() {
            return None;
        }
        if let Some(verb) = VERBS.iter().find(|v| **v == text) {
            return Some(verb);
        }
        let player = seats::find(&self.book.seats, &word.text).is_ok();
        let short = VERBS.iter().find(|v| v.starts_with(&text));
        short
            .copied()
            .filter(|_| !player && direction(word).is_none())
    }

    fn no_such_move(&self, verb: &str) -> Refusal {
        let refusal = Refusal::words(say!("there is no move `{}`", verb));
        match crate::diag::nearest(verb, VERBS) {
            Some(near) => refusal.hint(say!("did you mean `{}`?", near)),
            None => refusal.hint(say!("moves: {}", list(VERBS))),
        }
    }

    fn begins_play(&self, words: &[Word]) -> bool {
        let first = words.first();
        seats::begin(&self.book.seats, words).is_some()
            || first.is_some_and(|w| direction(w).is_some() || is_dash(w))
    }

    /// The seat that the words begin with: a whole name, else the start of only one.
    fn seat<'w>(&self, words: &'w [Word]) -> Result<(usize, &'w [Word]), Refusal> {
        let all = &self.book.seats;
        if let Some(found) = seats::begin(all, words) {
            return Ok(found);
        }
        let Some((first, rest)) = words.split_first() else {
            return Err(Refusal::words(say!("a player's name is missing")));
        };
        let start = seats::fold(&first.text);
        let fits = |s: &usize| seats::fold(&all[*s]).starts_with(&start) && !start.is_empty();
        let fitting: Vec<usize> = (0..all.len()).filter(fits).collect();
        match fitting.as_slice() {
            [seat] if !first.quoted => Ok((*seat, rest)),
            [] | [_] => Err(seats::unknown(all, &first.text)),
            many => {
                let names = list(many.iter().map(|s| all[*s].as_str()));
                Err(Refusal::words(say!("`{}` could be {}", first.text, names)))
            }
        }
    }

    /// `[NAME] SQUARE`; the name may be left out when only one of those due can be meant.
    fn piece_to(&self, words: &[Word], seats_due: u8) -> Result<(u8, Square), Refusal> {
        let (seat, rest) = match words {
            [only] if seats::begin(&self.book.seats, words).is_none() => {
                let mut due = self.book.mask_seats(seats_due);
                match (due.next(), due.next()) {
                    (Some(seat), None) => (seat, words),
                    _ if self.square(only).is_ok() => {
                        let refusal = Refusal::words(say!("a player's name is missing"));
                        let names = list(self.book.names(seats_due));
                        return Err(refusal.hint(say!("players: {}", names)));
                    }
                    _ => self.seat(words)?,
                }
            }
            _ => self.seat(words)?,
        };
        match rest {
            [] => Err(Refusal::words(say!("a square is missing"))
                .hint(say!("squares: `a1` to `{}`", self.last_square()))),
            [word] => Ok((seat as u8, self.square(word)?)),
            [_, more @ ..] => Err(too_much(&seats::join(more))),
        }
    }

    fn board(&self) -> Option<&Board> {
        let plan = self.book.plans.get(usize::from(self.state.game));
        plan.map(|p| &p.board)
    }

    fn last_square(&self) -> String {
        self.board()
            .map_or_else(String::new, |b| b.name(b.rows * b.columns - 1))
    }

    fn square(&self, word: &Word) -> Result<Square, Refusal> {
        let name = seats::fold(&word.text);
        let read = |b: &Board| Board::read(b.rows, b.columns, &name).map(|s| (s, b.cells & bit(s)));
        match self.board().and_then(read) {
            Some((square, cell)) if cell != 0 => Ok(square),
            Some(_) => {
                let what = say!("`{}` is a hole in the field", name);
                Err(Refusal::new(Fault::Unknown, what))
            }
            None => {
                let what = say!("there is no square `{}`", word.text);
                let hint = say!("squares: `a1` to `{}`", self.last_square());
                Err(Refusal::new(Fault::Unknown, what).hint(hint))
            }
        }
    }

    /// Everybody's run and arm cards; without any names, in the order of the seats.
    fn turn(&self, first: &[Word], more: &[Vec<Word>]) -> Result<Act, Refusal> {
        let mut groups: Vec<&[Word]> = vec![first];
        groups.extend(more.iter().map(Vec::as_slice));
        groups.retain(|g| !g.is_empty());
        let mut turn = Turn::default();
        let (random, pieces): (Vec<&[Word]>, _) = groups.into_iter().partition(|g| is_random(g));
        match random.as_slice() {
            [] => {}
            [words] => turn.random = Some(card(self.book, &words[1].text)?),
            [_, words, ..] => return Err(too_much(&seats::join(words))),
        }
        let nameless = |g: &&[Word]| {
            let unnamed = |w: &Word| direction(w).is_some() || is_dash(w);
            seats::begin(&self.book.seats, g).is_none() && g.first().is_some_and(unnamed)
        };
        let by_order = !pieces.is_empty() && pieces.iter().all(nameless);
        if by_order && pieces.len() > self.book.seats.len() {
            return Err(too_much(&seats::join(pieces[self.book.seats.len()])));
        }
        let mut seen = 0u8;
        for (i, words) in pieces.into_iter().enumerate() {
            let (seat, rest) = if by_order {
                (i, words)
            } else {
                self.seat(words)?
            };
            if seen & (1 << seat) != 0 {
                return Err(Refusal::words(say!(
                    "{} is in the move twice",
                    self.book.name(seat)
                )));
            }
            seen |= 1 << seat;
            turn.plays[seat] = self.play(seat, rest)?;
        }
        let missing = self.book.names(self.book.everybody() & !seen);
        if !missing.is_empty() {
            let what = say!("a turn needs everybody; missing: {}", list(missing));
            return Err(Refusal::words(what).hint(say!(
                "everybody in one move: `turn {} up red, {} left 3, …`",
                self.book.called[0],
                self.book.called[1]
            )));
        }
        Ok(Act::Turn(turn))
    }

    /// `DIRECTION CARD …`.
    fn play(&self, seat: usize, words: &[Word]) -> Result<Play, Refusal> {
        let mut play = Play::default();
        let mut rest = match words.split_first() {
            Some((first, rest)) if is_dash(first) => rest,
            Some((first, rest)) => {
                play.dir = Some(direction(first).ok_or_else(|| self.no_direction(first))?);
                rest
            }
            None => return Err(direction_missing(self.book.name(seat))),
        };
        while let Some((word, after)) = rest.split_first() {
            rest = match keyword(word) {
                Some(keyword) => self.extra(&mut play, keyword, after)?,
                None => {
                    let kind = card(self.book, &word.text)?;
                    let using = match self.book.special(kind) {
                        Special::Carpenter => Use::Unsaid,
                        _ => Use::Run,
                    };
                    if !play.add(Shown { kind, using }) {
                        return Err(too_much(&word.text));
                    }
                    after
                }
            };
        }
        Ok(play)
    }

    fn no_direction(&self, word: &Word) -> Refusal {
        let words = || Dir::ALL[..4].iter().map(|d| d.word());
        let refusal = Refusal::words(say!("`{}` is no direction", word.text));
        match crate::diag::nearest(&word.text, words()) {
            Some(near) => refusal.hint(say!("did you mean `{}`?", near)),
            None => refusal.hint(say!("directions: {}", list(words()))),
        }
    }

    /// A word behind a card, with what belongs to it; gives back the words after it.
    fn extra<'w>(
        &self,
        play: &mut Play,
        keyword: &str,
        rest: &'w [Word],
    ) -> Result<&'w [Word], Refusal> {
        match keyword {
            "then" => {
                let Some((word, rest)) = rest.split_first() else {
                    let what = say!("`then` needs a direction behind it");
                    return Err(Refusal::words(what).hint(say!("such as `then left`")));
                };
                play.thens
                    .add(direction(word).ok_or_else(|| self.no_direction(word))?);
                return Ok(rest);
            }
            "jump-first" | "step-first" => {
                let order = match keyword {
                    "jump-first" => Order::Jump,
                    _ => Order::Step,
                };
                if play.order.is_some_and(|o| o != order) {
                    return Err(too_much(keyword));
                }
                play.order = Some(order);
                return Ok(rest);
            }
            _ => {}
        }
        let special = |c: &Shown| self.book.special(c.kind);
        let fits = |c: &Shown| match keyword {
            "unused" | "nothing" => special(c) != Special::Plain,
            _ => special(c) == Special::Carpenter,
        };
        let Some(card) = play.last().filter(|c| fits(c)) else {
            let (what, rule) = match keyword {
                "unused" | "nothing" => (
                    say!("`unused` stands behind a card without a special"),
                    say!("a special may be left unused; a plain card has none"),
                ),
                _ => (
                    say!("`{}` does not stand behind a CARPENTER card", keyword),
                    say!("only a CARPENTER repairs or destroys the floor"),
                ),
            };
            return Err(Refusal::rule(what, rule));
        };
        let (using, rest) = match keyword {
            "unused" | "nothing" => (Use::Unused, rest),
            "destroy" => (Use::Destroy, rest),
            _ => {
                let Some((word, rest)) = rest.split_first() else {
                    let what = say!("`repair` needs a square behind it");
                    return Err(Refusal::words(what).hint(say!("such as `repair b2`")));
                };
                (Use::Repair(self.square(word)?), rest)
            }
        };
        card.using = using;
        Ok(rest)
    }
}

/// `random CARD`; a player's part is longer, or a name and a whole direction.
fn is_random(words: &[Word]) -> bool {
    let [first, second] = words else {
        return false;
    };
    let text = seats::fold(&first.text);
    let random = !first.quoted && text.len() >= 3 && "random".starts_with(&text);
    let whole = direction(second).is_some_and(|d| d.word() == seats::fold(&second.text));
    random && !whole && !is_dash(second)
}

/// Squares that a mask holds, for advice.
pub fn some_squares(board: &Board, mask: u64) -> String {
    let names = board.names(mask);
    list(names.iter().map(String::as_str))
}
