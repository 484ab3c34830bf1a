//! Moves, as data and as text: `fish Ann c1`, `Ann 1 right`, `Ann 1 warp right then down`.

use super::cell::{Dir, Pos};
use super::setup::Setup;
use super::state::{State, TurnAct, Way};
use super::town::Spot;
use crate::diag::list;
use crate::play::reader::{Reader, too_much};
use crate::play::rules::{Fault, Refusal, Whose};
use crate::play::seats::{self, Word, fold};
use crate::say;

/// A move of one player.
#[derive(Clone, Copy, Debug)]
pub struct Move {
    /// Who makes it.
    pub seat: u8,
    /// What it is.
    pub act: TurnAct,
}

/// All legal moves.
pub(super) fn legal(setup: &Setup, state: &State) -> Vec<Move> {
    let seat = state.turn;
    let acts = state.legal(&setup.town).into_iter();
    acts.map(|act| Move { seat, act }).collect()
}

/// Writes a move.
pub(super) fn write(setup: &Setup, mv: &Move) -> String {
    let who = setup.seats.called(mv.seat);
    let cell = |at: Spot| setup.cell(at);
    let (cat, way) = match mv.act {
        TurnAct::Fish(at) => return format!("fish {who} {}", cell(at)),
        TurnAct::Cat(at) => return format!("cat {who} {}", cell(at)),
        TurnAct::Go(cat, way) => (cat + 1, way),
    };
    let way = match way {
        Way::Step(dir) => dir.word().to_owned(),
        Way::Leave(to) => format!("leave {}", cell(to)),
        Way::Jump(dir) => format!("jump {}", dir.word()),
        Way::Amazing(dir) => format!("amazing {}", dir.word()),
        Way::Warp(dir, then) => format!("warp {} then {}", dir.word(), then.word()),
    };
    format!("{who} {cat} {way}")
}

/// The words of cats' moves besides ways to go.
const VERBS: [&str; 6] = ["jump", "amazing", "warp", "leave", "step", "enter"];
const WAYS: [&str; 4] = ["up", "down", "left", "right"];

/// Reads a move.
pub(super) fn read(setup: &Setup, state: &State, text: &str) -> Result<Move, Refusal> {
    let groups = seats::words(text);
    let words = match groups.as_slice() {
        [] => return Err(Refusal::words(say!("a move is missing")).hint(example(state))),
        [words] => words,
        [_, more, ..] => return Err(too_much(more)),
    };
    MapWords { setup, state }.read(words)
}

/// Whose move a text is: the player's who is named, else the one's whose turn it is.
pub(super) fn whose(setup: &Setup, state: &State, text: &str) -> Option<Whose> {
    if let Ok(mv) = read(setup, state, text) {
        return Some(Whose::seat(mv.seat));
    }
    let groups = seats::words(text);
    let words = groups.first()?;
    let (first, rest) = words.split_first()?;
    let drawing = first.is("fish") || first.is("cat");
    let named = MapWords { setup, state }.names(if drawing { rest } else { words });
    let nameless = drawing && rest.len() < 2
        || cat_number(first).is_some()
        || way(first).is_ok()
        || is_verb(first);
    let seat = named.first().map(|(seat, _)| *seat);
    seat.or(nameless.then_some(state.turn)).map(Whose::seat)
}

/// How moves look at the moment.
fn example(state: &State) -> crate::say::Say {
    match state.drawn() {
        true => {
            say!(
                "such as `Ann 1 right`, `Ann 2 jump up`, `Ann 1 warp left then up`, `Ann 2 leave c3`"
            )
        }
        false => say!("such as `fish Ann c1`, `cat Ann f1`"),
    }
}

/// Reads the words of a move.
struct MapWords<'a> {
    setup: &'a Setup,
    state: &'a State,
}

impl MapWords<'_> {
    fn read(&self, words: &[Word]) -> Result<Move, Refusal> {
        let placed = self.placement(words);
        match placed {
            Some(Ok(mv)) => Ok(mv),
            // A player may be called `Cat`.
            Some(Err(why)) => match self.names(words).as_slice() {
                [] => Err(why),
                found => self.cat_move(words, found).map_err(|_| why),
            },
            None => self.cat_move(words, &self.names(words)),
        }
    }

    /// The seats that the words may begin with, and the words after; the longest name first.
    fn names<'w>(&self, words: &'w [Word]) -> Vec<(u8, &'w [Word])> {
        let Some((first, rest)) = words.split_first() else {
            return Vec::new();
        };
        let names = || (0u8..).zip(self.setup.seats.iter());
        let mut found: Vec<(u8, &[Word])> = Vec::new();
        let longest = if first.quoted { 1 } else { words.len() };
        for n in (1..=longest).rev() {
            let wanted = fold(&seats::join(&words[..n]));
            let seat = names().find(|(_, name)| fold(name) == wanted);
            found.extend(seat.map(|(s, _)| (s, &words[n..])));
        }
        if cat_number(first).is_some() {
            return found;
        }
        let cut = fold(&first.text);
        let mut begins = names().filter(|(_, name)| fold(name).starts_with(&cut));
        if let (true, Some((seat, _)), None) = (found.is_empty(), begins.next(), begins.next()) {
            found.push((seat, rest));
        }
        found
    }

    /// `fish NAME CELL` or `cat NAME CELL`; the name may be left out. None if it is no drawing.
    fn placement(&self, words: &[Word]) -> Option<Result<Move, Refusal>> {
        let (verb, rest) = words.split_first()?;
        let short = fold(&verb.text);
        let is = |word: &str| !verb.quoted && !short.is_empty() && word.starts_with(&short);
        let make: fn(Spot) -> TurnAct = match (is("fish"), is("cat")) {
            (true, _) => TurnAct::Fish,
            (_, true) => TurnAct::Cat,
            _ => return None,
        };
        let full = short == "fish" || short == "cat";
        if !full && self.state.drawn() {
            return None;
        }
        let turn = self.state.turn;
        let names = self.names(rest);
        let by_name = names.iter().copied().find(|(_, more)| more.len() == 1);
        let (seat, cell) = match (by_name, rest) {
            (Some((seat, [cell])), _) => (seat, cell),
            (_, [cell]) => (turn, cell),
            (_, [_, _, ..]) if names.is_empty() => {
                let name = seats::join(&rest[..rest.len() - 1]);
                return Some(Err(seats::unknown(&self.setup.seats, &name)));
            }
            (_, []) => {
                let what = say!("a cell is missing");
                return Some(Err(Refusal::words(what).hint(example(self.state))));
            }
            _ => {
                let more = names.first().map_or(rest, |(_, more)| more);
                return Some(Err(too_much(more.get(1..).unwrap_or_default())));
            }
        };
        let act = self.cell(cell).map(make);
        Some(act.map(|act| Move { seat, act }))
    }

    /// `[NAME] [CAT] WAY`, by the first name that makes sense of the rest.
    fn cat_move(&self, words: &[Word], names: &[(u8, &[Word])]) -> Result<Move, Refusal> {
        let mut why = None;
        for (seat, rest) in names {
            match self.way_of_cat(*seat, rest) {
                Ok(mv) => return Ok(mv),
                Err(refusal) => why = why.or(Some(refusal)),
            }
        }
        let nameless = || self.way_of_cat(self.state.turn, words);
        let Some(first) = words.first() else {
            return nameless();
        };
        let begins_like_a_move =
            cat_number(first).is_some() || way(first).is_ok() || is_verb(first);
        match why {
            Some(why) => nameless().map_err(|_| why),
            None if begins_like_a_move => nameless(),
            None if words.len() == 1 => {
                let refusal = Refusal::words(say!("there is no move `{}`", first.text));
                Err(refusal.hint(example(self.state)))
            }
            None => Err(seats::unknown(&self.setup.seats, &first.text)),
        }
    }

    fn way_of_cat(&self, seat: u8, words: &[Word]) -> Result<Move, Refusal> {
        let numbered = words.split_first().and_then(|(first, rest)| {
            let cat = cat_number(first)?;
            Some((cat, rest))
        });
        let (cat, rest) = match numbered {
            Some(found) => found,
            None => (self.only_cat(seat, words)?, words),
        };
        let act = TurnAct::Go(cat, self.way(rest)?);
        Ok(Move { seat, act })
    }

    /// The cat that is meant when none is named: the last one that is not home.
    fn only_cat(&self, seat: u8, words: &[Word]) -> Result<u8, Refusal> {
        let awake = (0u8..).zip(self.state.cats_of(seat));
        let awake: Vec<u8> = awake.filter(|(_, c)| !c.done).map(|(n, _)| n).collect();
        match (awake.as_slice(), self.state.drawn()) {
            ([one], true) => Ok(*one),
            _ => {
                let what = match words.first() {
                    Some(word) if !is_verb(word) && way(word).is_err() => {
                        say!("`{}` is no cat: cats are called 1 and 2", word.text)
                    }
                    _ => say!("which cat? 1 or 2"),
                };
                Err(Refusal::words(what).hint(example(self.state)))
            }
        }
    }

    fn way(&self, words: &[Word]) -> Result<Way, Refusal> {
        let missing = |what| Refusal::words(what).hint(example(self.state));
        let mut reader = Reader::new(&self.setup.seats, words);
        let Some(first) = reader.word() else {
            return Err(missing(say!("where does the cat go?")));
        };
        let no_way = || missing(say!("a way to go is missing: {}", list(WAYS)));
        let found = match (way(first), verb(first)) {
            (Ok(dir), _) => Way::Step(dir),
            (_, Ok("jump")) => Way::Jump(way(reader.word().ok_or_else(no_way)?)?),
            (_, Ok("amazing")) => Way::Amazing(way(reader.word().ok_or_else(no_way)?)?),
            (_, Ok("step" | "enter")) => Way::Step(way(reader.word().ok_or_else(no_way)?)?),
            (_, Ok("leave")) => {
                let cell = reader.word();
                let cell = cell.ok_or_else(|| missing(say!("a cell is missing")))?;
                Way::Leave(self.cell(cell)?)
            }
            (_, Ok(_)) => {
                let dir = reader.word().ok_or_else(no_way)?;
                reader.skip("then");
                let then = reader.word().ok_or_else(no_way)?;
                Way::Warp(way(dir)?, way(then)?)
            }
            (_, Err(no)) => return Err(no),
        };
        reader.end().map(|()| found)
    }

    fn cell(&self, word: &Word) -> Result<Spot, Refusal> {
        let town = &self.setup.town;
        let at = Pos::parse(&fold(&word.text)).and_then(|p| town.spot(p));
        at.ok_or_else(|| {
            let what = say!("there is no cell `{}` on this map", word.text);
            let last = town
                .spots()
                .last()
                .map_or_else(String::new, |s| self.setup.cell(*s));
            Refusal::new(Fault::Unknown, what).hint(say!("cells: a1 to {}", last))
        })
    }
}

/// `1` or `2`.
fn cat_number(word: &Word) -> Option<u8> {
    match fold(&word.text).as_str() {
        "1" => Some(0),
        "2" => Some(1),
        _ => None,
    }
}

fn is_verb(word: &Word) -> bool {
    verb(word).is_ok()
}

/// A way to go, or its beginning; `l` and `le` are left.
fn way(word: &Word) -> Result<Dir, Refusal> {
    let short = fold(&word.text);
    let fits = |w: &&&str| !short.is_empty() && w.starts_with(&short);
    let found = WAYS.iter().find(fits).and_then(|w| Dir::parse(w));
    found.ok_or_else(|| {
        let what = say!("`{}` is no way to go", word.text);
        Refusal::words(what).hint(say!("one of {}", list(WAYS)))
    })
}

/// A word of a cat's move, or its beginning.
fn verb(word: &Word) -> Result<&'static str, Refusal> {
    let short = fold(&word.text);
    let fits = |w: &&&str| !short.is_empty() && w.starts_with(&short);
    VERBS.iter().find(fits).copied().ok_or_else(|| {
        let refusal = Refusal::words(say!("there is no move `{}`", word.text));
        let known = WAYS.into_iter().chain(VERBS);
        let refusal = refusal.hint(say!("one of {}", list(known.clone())));
        refusal.did_you_mean(&word.text, known)
    })
}
