//! Reading moves. `docs/games/catch-and-run.md` describes them for people.

use super::super::board::{Field, FieldDir, Square, bit};
use super::super::check;
use super::super::setup::{Arm, Setup, Special};
use super::super::state::{Phase, State};
use super::super::walk::JumpOrder;
use super::{Move, Play, Shown, Turn, Use, VERBS, around};
use crate::diag::list;
use crate::play::reader::{self, Reader, no_move, no_such_move, too_much};
use crate::play::rules::{Fault, Gap, Refusal, Whose};
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
pub(crate) fn read(setup: &Setup, state: &State, text: &str) -> Result<Move, Refusal> {
    let groups = seats::words(text);
    TurnWords { setup, state }.read(&groups)
}

/// Whose move a text is: a piece is its player's; without a name, that of those who are to place one. A whole turn is
/// nobody's own.
pub(crate) fn whose(setup: &Setup, state: &State, text: &str) -> Option<Whose> {
    let groups = seats::words(text);
    let words = TurnWords { setup, state };
    let (verb, rest) = groups.first()?.split_first()?;
    let due = match words.verb(verb) {
        Some("place") => state.to_place(setup),
        Some("restart") => state.waiting,
        Some(_) => return Some(Whose::Host),
        None => return words.begins_play(&groups[0]).then_some(Whose::Host),
    };
    let named = Reader::new(&setup.seats, rest).seat();
    let nameless = matches!(rest, [] | [_]) && seats::begin(&setup.seats, rest).is_none();
    match named {
        Ok(seat) if !nameless => Some(Whose::seat(seat)),
        _ if nameless && due != 0 => Some(Whose::Seats(setup.mask_seats(due).collect())),
        _ => None,
    }
}

/// Reads one player's part of a turn, without the name.
pub(crate) fn read_play(
    setup: &Setup,
    state: &State,
    seat: usize,
    text: &str,
) -> Result<Play, Refusal> {
    let groups = seats::words(text);
    match groups.as_slice() {
        [] => Err(direction_missing(setup.seats.name(seat))),
        [words] => {
            // The name is known, but may be said again.
            let words = match seats::begin(&setup.seats, words) {
                Some((named, rest)) if named == seat && !rest.is_empty() => rest,
                _ => words,
            };
            TurnWords { setup, state }.play(seat, Reader::new(&setup.seats, words))
        }
        [_, more, ..] => Err(too_much(more)),
    }
}

/// What a turn, or one player's part of it, leaves unsaid: what a CARPENTER is for.
pub(crate) fn unsaid(
    setup: &Setup,
    state: &State,
    part: Option<usize>,
    text: &str,
) -> Option<Refusal> {
    let of = |seat: usize, play: &Play| {
        let card = play.cards().iter().position(|c| c.using == Use::Unsaid)?;
        let (before, after) = around(setup, state.board(setup), play, card);
        let arm = setup.arm(play.cards()[card].kind);
        let what = say!("{} shows `{}`: what for?", setup.seats.name(seat), arm);
        let refusal = Refusal::words(what).hint(say!(
            "`repair SQUARE`, `destroy` for the own card, or `nothing`"
        ));
        Some(refusal.lacking(seat, Gap::within(before, after)))
    };
    match part {
        Some(seat) => of(seat, &read_play(setup, state, seat, text).ok()?),
        None => match read(setup, state, text).ok()? {
            Move::Turn(turn) => (0..setup.seats.len()).find_map(|s| of(s, &turn.plays[s])),
            _ => None,
        },
    }
}

/// Reads an arm card.
pub(crate) fn read_card(setup: &Setup, word: &str) -> Result<u8, Refusal> {
    let wanted = seats::fold(word);
    let names = || setup.arms.iter().map(|a| a.name.as_str());
    if let Some(at) = names().position(|n| seats::fold(n) == wanted) {
        return Ok(at as u8);
    }
    let (value, special) = wanted.split_once('+').unwrap_or((&wanted, ""));
    let fits = |(_, arm): &(usize, &Arm)| {
        let (own, extra) = arm.name.split_once('+').unwrap_or((&arm.name, ""));
        let same =
            (!value.is_empty() && own.starts_with(value)) || arm.letters.iter().any(|l| l == value);
        same && extra.starts_with(special) && extra.is_empty() == special.is_empty()
    };
    let fitting: Vec<(usize, &Arm)> = setup.arms.iter().enumerate().filter(fits).collect();
    match fitting.as_slice() {
        [(at, _)] => Ok(*at as u8),
        [] => {
            let refusal = Refusal::new(Fault::Unknown, say!("there is no arm card `{}`", word));
            let hint =
                say!("numbers, colours and shapes, such as `3`, `green+2x`, `circle+carpenter`");
            Err(refusal.hint(hint).did_you_mean(word, names()))
        }
        many => Err(reader::could_be(
            word,
            many.iter().map(|(_, a)| a.name.as_str()),
        )),
    }
}

fn direction_missing(name: &str) -> Refusal {
    let what = say!("the direction of {} is missing", name);
    Refusal::words(what).hint(say!("such as `up red`: the run card, then the arm card"))
}

fn is_dash(word: &Word) -> bool {
    !word.quoted && matches!(word.text.as_str(), "-" | "−" | "–" | "—" | "ー" | "－")
}

fn direction(word: &Word) -> Option<FieldDir> {
    (!word.quoted)
        .then(|| FieldDir::read(&seats::fold(&word.text)))
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

/// Reads words of a move.
struct TurnWords<'a> {
    setup: &'a Setup,
    state: &'a State,
}

impl TurnWords<'_> {
    fn read(&self, groups: &[Vec<Word>]) -> Result<Move, Refusal> {
        let Some((verb, rest)) = groups.first().and_then(|g| g.split_first()) else {
            return Err(no_move(&VERBS));
        };
        let alone = |mv: Result<Move, Refusal>| match groups.get(1) {
            Some(more) => Err(too_much(more)),
            None => mv,
        };
        let found = self.verb(verb);
        if let Some(verb) = found {
            check::due(self.setup, self.state, verb)?;
        }
        match found {
            Some("place") => {
                let placed = self.piece_to(rest, self.state.to_place(self.setup));
                alone(placed.map(|(seat, at)| Move::Place { seat, at }))
            }
            Some("restart") => {
                let back = self.piece_to(rest, self.state.waiting);
                alone(back.map(|(seat, at)| Move::Restart { seat, at }))
            }
            Some("next-game") => {
                let game = matches!(rest, [word] if seats::fold(&word.text) == "game");
                match rest.is_empty() || game {
                    true => alone(Ok(Move::NextGame)),
                    false => Err(too_much(rest)),
                }
            }
            Some(_) => self.turn(rest, &groups[1..]),
            // In a turn the verb may be left out.
            None if self.state.phase == Phase::Turn && self.begins_play(&groups[0]) => {
                self.turn(&groups[0], &groups[1..])
            }
            None => Err(no_such_move(&verb.text, &VERBS)),
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
        let player = seats::find(&self.setup.seats, &word.text).is_ok();
        let short = VERBS.iter().find(|v| v.starts_with(&text));
        short
            .copied()
            .filter(|_| !player && direction(word).is_none())
    }

    fn begins_play(&self, words: &[Word]) -> bool {
        let first = words.first();
        seats::begin(&self.setup.seats, words).is_some()
            || first.is_some_and(|w| direction(w).is_some() || is_dash(w))
    }

    /// `[NAME] SQUARE`; the name may be left out when only one of those due can be meant.
    fn piece_to(&self, words: &[Word], seats_due: u8) -> Result<(u8, Square), Refusal> {
        let mut reader = Reader::new(&self.setup.seats, words);
        let seat = match words {
            [only] if seats::begin(&self.setup.seats, words).is_none() => {
                let mut due = self.setup.mask_seats(seats_due);
                match (due.next(), due.next()) {
                    (Some(seat), None) => seat,
                    _ if self.square(only).is_ok() => {
                        let refusal = Refusal::words(say!("a player's name is missing"));
                        let names = list(self.setup.names(seats_due));
                        return Err(refusal.hint(say!("players: {}", names)));
                    }
                    _ => reader.seat()?,
                }
            }
            _ => reader.seat()?,
        };
        let Some(word) = reader.word() else {
            let refusal = Refusal::words(say!("a square is missing"));
            return Err(refusal.hint(say!("squares: `a1` to `{}`", self.last_square())));
        };
        reader.end()?;
        Ok((seat as u8, self.square(word)?))
    }

    fn board(&self) -> &Field {
        self.state.board(self.setup)
    }

    fn last_square(&self) -> String {
        let board = self.board();
        board.name(board.rows * board.columns - 1)
    }

    fn square(&self, word: &Word) -> Result<Square, Refusal> {
        let (name, board) = (seats::fold(&word.text), self.board());
        match Field::read(board.rows, board.columns, &name) {
            Some(square) if board.cells & bit(square) != 0 => Ok(square),
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
    fn turn(&self, first: &[Word], more: &[Vec<Word>]) -> Result<Move, Refusal> {
        let mut groups: Vec<&[Word]> = vec![first];
        groups.extend(more.iter().map(Vec::as_slice));
        groups.retain(|g| !g.is_empty());
        let mut turn = Turn::default();
        let (random, pieces): (Vec<&[Word]>, _) = groups.into_iter().partition(|g| is_random(g));
        match random.as_slice() {
            [] => {}
            [words] => turn.random = Some(read_card(self.setup, &words[1].text)?),
            [_, words, ..] => return Err(too_much(words)),
        }
        let nameless = |g: &&[Word]| {
            let unnamed = |w: &Word| direction(w).is_some() || is_dash(w);
            seats::begin(&self.setup.seats, g).is_none() && g.first().is_some_and(unnamed)
        };
        let by_order = !pieces.is_empty() && pieces.iter().all(nameless);
        if by_order && pieces.len() > self.setup.seats.len() {
            return Err(too_much(pieces[self.setup.seats.len()]));
        }
        let mut seen = 0u8;
        for (i, words) in pieces.into_iter().enumerate() {
            let mut reader = Reader::new(&self.setup.seats, words);
            let seat = if by_order { i } else { reader.seat()? };
            if seen & (1 << seat) != 0 {
                return Err(Refusal::words(say!(
                    "{} is in the move twice",
                    self.setup.seats.name(seat)
                )));
            }
            seen |= 1 << seat;
            turn.plays[seat] = self.play(seat, reader)?;
        }
        let missing = self.setup.names(self.setup.everybody() & !seen);
        if !missing.is_empty() {
            let what = say!("a turn needs everybody; missing: {}", list(missing));
            return Err(Refusal::words(what).hint(say!(
                "everybody in one move: `turn {} up red, {} left 3, …`",
                self.setup.seats.called(0usize),
                self.setup.seats.called(1usize)
            )));
        }
        Ok(Move::Turn(turn))
    }

    /// `DIRECTION CARD …`.
    fn play(&self, seat: usize, mut reader: Reader<'_>) -> Result<Play, Refusal> {
        let mut play = Play::default();
        match reader.word() {
            Some(first) if is_dash(first) => {}
            Some(first) => {
                play.dir = Some(direction(first).ok_or_else(|| no_direction(first))?);
            }
            None => return Err(direction_missing(self.setup.seats.name(seat))),
        };
        while let Some(word) = reader.word() {
            if let Some(keyword) = keyword(word) {
                self.extra(&mut play, keyword, &mut reader)?;
                continue;
            }
            let kind = read_card(self.setup, &word.text)?;
            let using = match self.setup.special(kind) {
                Special::Carpenter => Use::Unsaid,
                _ => Use::Run,
            };
            if !play.add(Shown { kind, using }) {
                return Err(too_much(std::slice::from_ref(word)));
            }
        }
        Ok(play)
    }

    /// A word behind a card, with what belongs to it.
    fn extra(
        &self,
        play: &mut Play,
        keyword: &str,
        reader: &mut Reader<'_>,
    ) -> Result<(), Refusal> {
        match keyword {
            "then" => {
                let Some(word) = reader.word() else {
                    let what = say!("`then` needs a direction behind it");
                    return Err(Refusal::words(what).hint(say!("such as `then left`")));
                };
                let dir = direction(word).ok_or_else(|| no_direction(word))?;
                play.thens.add(dir);
                return Ok(());
            }
            "jump-first" | "step-first" => {
                let order = match keyword {
                    "jump-first" => JumpOrder::Jump,
                    _ => JumpOrder::Step,
                };
                if play.order.is_some_and(|o| o != order) {
                    return Err(Refusal::words(say!("`{}` is too much here", keyword)));
                }
                play.order = Some(order);
                return Ok(());
            }
            _ => {}
        }
        let special = |c: &Shown| self.setup.special(c.kind);
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
        card.using = match keyword {
            "unused" | "nothing" => Use::Unused,
            "destroy" => Use::Destroy,
            _ => {
                let Some(word) = reader.word() else {
                    let what = say!("`repair` needs a square behind it");
                    return Err(Refusal::words(what).hint(say!("such as `repair b2`")));
                };
                Use::Repair(self.square(word)?)
            }
        };
        Ok(())
    }
}

fn no_direction(word: &Word) -> Refusal {
    let words = || FieldDir::ALL[..4].iter().map(|d| d.word());
    let refusal = Refusal::words(say!("`{}` is no direction", word.text));
    let refusal = refusal.hint(say!("directions: {}", list(words())));
    refusal.did_you_mean(&word.text, words())
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
pub(crate) fn some_squares(board: &Field, mask: u64) -> String {
    let names = board.names(mask);
    list(names.iter().map(String::as_str))
}
