//! What can be said next: the legal ways to go on with the move that is due, as data. Menus walk through them, phones
//! show them flat, and what people typed short is read by them.
//!
//! A text grows piece by piece. A referee says which pieces fit behind a text so far ([`Rules::choices`]); it offers only
//! what is legal and what the viewer may know. Where a seat's hidden cards decide, everybody else is offered to hand the
//! screen to it ([`Choice::alone`]). Nothing here knows a game.
//!
//! [`Rules::choices`]: super::rules::Rules::choices

use super::seats;
use super::view::Viewer;
use crate::say::{Say, Told, Tongue};

/// What is asked for.
#[derive(Clone, Copy, Debug)]
pub struct Asking<'a> {
    /// Who is to choose.
    pub viewer: Viewer,
    /// The part of the view's form; none for a whole move.
    pub part: Option<usize>,
    /// What the parts of the form were answered, as far as they were.
    pub given: &'a [Option<String>],
}

impl<'a> Asking<'a> {
    /// A whole move is asked for.
    pub fn whole(viewer: Viewer) -> Self {
        Self {
            viewer,
            part: None,
            given: &[],
        }
    }

    /// One part of the form is asked for.
    pub fn part(viewer: Viewer, part: usize, given: &'a [Option<String>]) -> Self {
        Self {
            viewer,
            part: Some(part),
            given,
        }
    }
}

/// A place on the board: row and column, counted from 0.
pub(crate) type ChoicePlace = (usize, usize);

/// One way to go on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// What it adds to the text, as journals keep it; what begins with a comma joins without a blank.
    pub text: String,
    /// What people read.
    pub label: Say,
    /// Whether the text may end behind it.
    pub ends: bool,
    /// Whether it may go on behind it.
    pub more: bool,
    /// The place on the board that it is about.
    pub at: Option<ChoicePlace>,
    /// The seat whose hidden cards decide what fits behind it: it chooses alone.
    pub alone: Option<usize>,
}

impl Choice {
    /// A way to go on behind which the text is whole.
    pub fn new(text: impl Into<String>, label: Say) -> Self {
        Self {
            text: text.into(),
            label,
            ends: true,
            more: false,
            at: None,
            alone: None,
        }
    }

    /// The same at a place on the board.
    pub fn at(mut self, place: ChoicePlace) -> Self {
        self.at = Some(place);
        self
    }

    /// The same, which one seat has to go on from alone.
    pub fn alone(mut self, seat: usize) -> Self {
        self.alone = Some(seat);
        self.ends = false;
        self.more = true;
        self
    }
}

/// A name, a number or a card as a label: the same in every language.
pub fn plain(text: impl AsRef<str>) -> Say {
    Say::new("{1}", vec![text.as_ref().told()])
}

/// A text with one more piece.
pub fn join(so_far: &str, piece: &str) -> String {
    if so_far.is_empty() || piece.is_empty() || piece.starts_with(',') {
        format!("{so_far}{piece}")
    } else {
        format!("{so_far} {piece}")
    }
}

/// The pieces that come next on these ways, each a row of pieces that makes a whole text.
pub fn next(ways: &[Vec<Choice>], so_far: &str) -> Vec<Choice> {
    let mut out: Vec<Choice> = Vec::new();
    for way in ways {
        let mut text = String::new();
        let mut pieces = way.iter();
        while text.len() < so_far.len() {
            let Some(piece) = pieces.next() else { break };
            text = join(&text, &piece.text);
        }
        let (true, Some(piece)) = (text == so_far, pieces.next()) else {
            continue;
        };
        let more = piece.alone.is_some() || !pieces.as_slice().is_empty();
        let same = |c: &&mut Choice| c.text == piece.text && c.alone == piece.alone;
        match out.iter_mut().find(same) {
            Some(known) => {
                known.ends |= !more;
                known.more |= more;
            }
            None => out.push(Choice {
                ends: !more,
                more,
                ..piece.clone()
            }),
        }
    }
    out
}

/// All whole texts, where they are no more than `most`; those that hidden cards of others decide are not among them.
pub fn flat(choices: &dyn Fn(&str) -> Vec<Choice>, most: usize) -> Option<Vec<String>> {
    let mut out = Vec::new();
    // What is still to be looked at, the next one last: whole texts, and those that go on.
    let mut open = vec![(String::new(), false)];
    while let Some((text, whole)) = open.pop() {
        if whole {
            out.push(text);
            continue;
        }
        for choice in choices(&text).iter().rev() {
            let text = join(&text, &choice.text);
            if choice.more && choice.alone.is_none() {
                open.push((text.clone(), false));
            }
            if choice.ends {
                open.push((text, true));
            }
        }
        if out.len() + open.len() > most {
            return None;
        }
    }
    Some(out)
}

/// How many pieces people may leave out.
const LEFT_OUT: usize = 2;
/// How many texts are looked at, at most.
const LOOKED_AT: usize = 3000;

/// The only whole text that fits words which say less than all of it, in any language; the fewest pieces left out count.
pub fn short(choices: &dyn Fn(&str) -> Vec<Choice>, text: &str) -> Option<String> {
    let words = seats::words(text).concat();
    let words: Vec<String> = words.iter().map(|w| seats::fold(&w.text)).collect();
    if words.is_empty() {
        return None;
    }
    let mut search = ChoiceSearch {
        choices,
        words: &words,
        left: LOOKED_AT,
        best: LEFT_OUT,
        found: Vec::new(),
    };
    search.look(String::new(), 0, 0);
    match search.found.as_slice() {
        [only] if search.left > 0 => Some(only.clone()),
        _ => None,
    }
}

struct ChoiceSearch<'a> {
    choices: &'a dyn Fn(&str) -> Vec<Choice>,
    words: &'a [String],
    left: usize,
    best: usize,
    found: Vec<String>,
}

impl ChoiceSearch<'_> {
    /// Looks behind a text that fits the words before `at`, with so many pieces left out.
    fn look(&mut self, so_far: String, at: usize, out: usize) {
        self.left = self.left.saturating_sub(1);
        if self.left == 0 {
            return;
        }
        for choice in (self.choices)(&so_far) {
            if choice.alone.is_some() {
                continue;
            }
            let text = join(&so_far, &choice.text);
            let fits = fits(&choice, &self.words[at..]);
            for (words, out) in fits.map(|n| (n, out)).into_iter().chain([(0, out + 1)]) {
                if out > self.best {
                    continue;
                }
                if choice.ends && at + words == self.words.len() {
                    self.find(text.clone(), out);
                }
                if choice.more {
                    self.look(text.clone(), at + words, out);
                }
            }
        }
    }

    fn find(&mut self, text: String, out: usize) {
        if out < self.best {
            self.best = out;
            self.found.clear();
        }
        if !self.found.contains(&text) {
            self.found.push(text);
        }
    }
}

/// How many of these words say what a choice is, by its text or by its label.
fn fits(choice: &Choice, words: &[String]) -> Option<usize> {
    let labels = Tongue::all().map(|t| choice.label.text(t));
    let said = std::iter::once(choice.text.clone()).chain(labels);
    let said: Vec<String> = said.map(|s| flattened(&s)).collect();
    (1..=words.len()).rev().find(|n| {
        let typed = words[..*n].join(" ");
        said.contains(&typed)
    })
}

fn flattened(text: &str) -> String {
    let words = seats::words(text).concat();
    let words: Vec<String> = words.iter().map(|w| seats::fold(&w.text)).collect();
    words.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ways() -> Vec<Vec<Choice>> {
        let way = |pieces: &[&str]| -> Vec<Choice> {
            let piece = |p: &&str| Choice::new(*p, plain(p));
            pieces.iter().map(piece).collect()
        };
        vec![
            way(&["fish", "Ann", "c1"]),
            way(&["fish", "Ann", "d1"]),
            way(&["fish", "Bob", "c1"]),
            way(&["vote", "2 1"]),
            way(&["win", "Ann"]),
            way(&["win", "Ann", ", Bob"]),
        ]
    }

    fn texts(choices: &[Choice]) -> Vec<&str> {
        choices.iter().map(|c| c.text.as_str()).collect()
    }

    #[test]
    fn pieces_follow_each_other() {
        let ways = ways();
        assert_eq!(texts(&next(&ways, "")), ["fish", "vote", "win"]);
        assert_eq!(texts(&next(&ways, "fish")), ["Ann", "Bob"]);
        assert_eq!(texts(&next(&ways, "fish Ann")), ["c1", "d1"]);
        assert!(next(&ways, "fish A").is_empty());
        let win = next(&ways, "win");
        assert!(win[0].ends && win[0].more, "{win:?}");
        assert_eq!(texts(&next(&ways, "win Ann")), [", Bob"]);
    }

    #[test]
    fn whole_texts_are_listed_where_they_are_few() {
        let ways = ways();
        let choices = |so_far: &str| next(&ways, so_far);
        let all = flat(&choices, 50).expect("few");
        let in_order = [
            "fish Ann c1",
            "fish Ann d1",
            "fish Bob c1",
            "vote 2 1",
            "win Ann",
            "win Ann, Bob",
        ];
        assert_eq!(all, in_order);
        assert_eq!(flat(&choices, 4), None);
    }

    #[test]
    fn the_only_reading_of_few_words_is_taken() {
        let ways = ways();
        let choices = |so_far: &str| next(&ways, so_far);
        let read = |text: &str| short(&choices, text);
        assert_eq!(read("d1").as_deref(), Some("fish Ann d1"));
        assert_eq!(read("2 1").as_deref(), Some("vote 2 1"));
        assert_eq!(read("VOTE 2 1").as_deref(), Some("vote 2 1"));
        assert_eq!(read("win").as_deref(), Some("win Ann"));
        assert_eq!(read("fish"), None, "there are three");
        assert_eq!(read("c1"), None, "Ann's or Bob's");
        assert_eq!(read("bob c1").as_deref(), Some("fish Bob c1"));
        assert_eq!(read("xyzzy"), None);
        assert_eq!(read(""), None);
    }
}
