//! Reading of moves: words one after the other, seats by their names, names cut short, and the refusals of what
//! cannot be read, in the same words for all games.

use std::str::FromStr;

use super::rules::Refusal;
use super::seats::{self, Word};
use crate::diag::list;
use crate::say;

/// Words of a move that are still to be read.
#[derive(Clone, Copy, Debug)]
pub struct Reader<'a> {
    names: &'a [String],
    words: &'a [Word],
}

impl<'a> Reader<'a> {
    /// Reads words at a table of these players.
    pub fn new(names: &'a [String], words: &'a [Word]) -> Self {
        Self { names, words }
    }

    /// The words that were not read yet.
    pub fn rest(&self) -> &'a [Word] {
        self.words
    }

    /// Whether all words were read.
    pub fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    /// The next word, which stays.
    pub fn peek(&self) -> Option<&'a Word> {
        self.words.first()
    }

    /// Reads the next word.
    pub fn word(&mut self) -> Option<&'a Word> {
        let (first, rest) = self.words.split_first()?;
        self.words = rest;
        Some(first)
    }

    /// The next word where it is this one.
    pub fn skip(&mut self, wanted: &str) -> bool {
        let is = self.peek().is_some_and(|w| w.is(wanted));
        if is {
            self.word();
        }
        is
    }

    /// The seat whose whole name comes next.
    pub(crate) fn whole_seat(&mut self) -> Option<usize> {
        let (seat, rest) = seats::begin(self.names, self.words)?;
        self.words = rest;
        Some(seat)
    }

    /// The seat that comes next, by its whole name or by the start of only one.
    pub fn seat(&mut self) -> Result<usize, Refusal> {
        let all = *self;
        if let Some(seat) = self.whole_seat() {
            return Ok(seat);
        }
        let Some(first) = self.word() else {
            return Err(Refusal::words(say!("a player's name is missing")));
        };
        let unknown = || seats::unknown(all.names, &first.text);
        let names = all.names.iter().map(String::as_str);
        only(&first.text, names.enumerate(), unknown)
    }

    /// Refuses a move that goes on behind what was read.
    pub fn end(self) -> Result<(), Refusal> {
        match self.words {
            [] => Ok(()),
            more => Err(too_much(more)),
        }
    }
}

impl Word {
    /// Whether it is this word, in whatever case.
    pub fn is(&self, word: &str) -> bool {
        !self.quoted && seats::fold(&self.text) == word
    }

    /// The number that it is.
    pub fn number<T: FromStr>(&self) -> Option<T> {
        seats::fold(&self.text).parse().ok()
    }
}

/// What is meant by a word that only one name begins with; `none` refuses a word that no name begins with.
pub fn only<'n, T>(
    word: &str,
    names: impl Iterator<Item = (T, &'n str)>,
    none: impl FnOnce() -> Refusal,
) -> Result<T, Refusal> {
    let start = seats::fold(word);
    let fits = |(_, name): &(T, &str)| !start.is_empty() && seats::fold(name).starts_with(&start);
    let mut fitting: Vec<(T, &str)> = names.filter(fits).collect();
    fitting.dedup_by(|a, b| a.1 == b.1);
    match fitting.len() {
        0 => Err(none()),
        1 => fitting.pop().map(|(it, _)| it).ok_or_else(none),
        _ => Err(could_be(word, fitting.iter().map(|(_, name)| *name))),
    }
}

/// The verb that a word is, or is the only one to begin with.
pub fn verb(word: &Word, verbs: &[&'static str]) -> Result<&'static str, Refusal> {
    let typed = seats::fold(&word.text);
    if let Some(verb) = verbs.iter().find(|v| **v == typed) {
        return Ok(verb);
    }
    let verbs_named = verbs.iter().map(|v| (*v, *v));
    only(&word.text, verbs_named, || no_such_move(&word.text, verbs))
}

/// The refusal of a word that could be several things.
pub(crate) fn could_be<'n>(word: &str, several: impl IntoIterator<Item = &'n str>) -> Refusal {
    Refusal::words(say!("`{}` could be {}", word, list(several)))
}

/// The refusal of a move that there is not.
pub(crate) fn no_such_move(word: &str, verbs: &[&str]) -> Refusal {
    let refusal = Refusal::words(say!("there is no move `{}`", word));
    let refusal = refusal.hint(say!("moves: {}", list(verbs.iter().copied())));
    refusal.did_you_mean(word, verbs.iter().copied())
}

/// The refusal of a text without a word: it names the moves there are.
pub fn no_move(verbs: &[&str]) -> Refusal {
    let refusal = Refusal::words(say!("a move is missing"));
    refusal.hint(say!("moves: {}", list(verbs.iter().copied())))
}

/// The refusal of words that are left over.
pub(crate) fn too_much(words: &[Word]) -> Refusal {
    Refusal::words(say!("`{}` is too much here", seats::join(words)))
}
