//! Players' names: any Unicode, unique whatever the case and to the eye, found again in the words of a move.

use std::ops::Deref;

use serde_json::{Map, Value};
use unicode_normalization::UnicodeNormalization;

use super::alike::NameLooks;
use super::rules::{Fault, Refusal};
use crate::diag::list;
use crate::say;

/// The longest name, in characters.
pub(crate) const LONGEST: usize = 1000;
/// The most seats at a table, whatever the kit.
pub(crate) const MOST: usize = 99;

/// Words that moves use where a name could stand.
const RESERVED: [&str; 2] = ["all", "hand"];

/// The players of a game, clockwise; as a slice, their names.
#[derive(Clone, Debug)]
pub struct Seats {
    names: Vec<String>,
    called: Vec<String>,
}

impl Seats {
    /// The seats of these players.
    pub fn new(names: &[String]) -> Self {
        Self {
            names: names.to_vec(),
            called: (0..names.len()).map(|s| call(names, s)).collect(),
        }
    }

    /// A player's name.
    pub fn name(&self, seat: impl Into<usize>) -> &str {
        self.names.get(seat.into()).map_or("", String::as_str)
    }

    /// A player's name as moves write it.
    pub fn called(&self, seat: impl Into<usize>) -> &str {
        self.called.get(seat.into()).map_or("", String::as_str)
    }

    /// Players' names in a row.
    pub fn row(&self, seats: &[usize]) -> String {
        let names: Vec<&str> = seats.iter().map(|s| self.name(*s)).collect();
        names.join(", ")
    }

    /// A value for every player, as JSON shows it.
    pub fn by_name(&self, value: impl Fn(usize) -> Value) -> Map<String, Value> {
        let seats = self.names.iter().enumerate();
        seats.map(|(s, name)| (name.clone(), value(s))).collect()
    }
}

impl Deref for Seats {
    type Target = [String];

    fn deref(&self) -> &[String] {
        &self.names
    }
}

/// Names as given, separated by commas, made into seats.
pub fn read(text: &str) -> Result<Vec<String>, Refusal> {
    let names: Vec<String> = text.split(is_comma).map(tidy).collect();
    admit(&[], &names)?;
    Ok(names)
}

/// Whether these names can join those that are there: sound, and not to be taken for any other.
pub fn admit(known: &[String], new: &[String]) -> Result<(), Refusal> {
    check(&[known, new].concat())?;
    distinct(known, new)
}

/// Whether each new name can be seen, and told from all others by eye.
pub(crate) fn distinct(known: &[String], new: &[String]) -> Result<(), Refusal> {
    let all = known.iter().chain(new);
    let mut seen: Vec<(&String, NameLooks)> = Vec::new();
    for (i, name) in all.enumerate() {
        let looks = NameLooks::of(name);
        let like = |(_, other): &&(&String, NameLooks)| looks.like(other);
        let fresh = i >= known.len();
        if fresh && looks.nothing() {
            return Err(empty());
        }
        if let Some((other, _)) = seen.iter().find(like).filter(|_| fresh) {
            let what = say!("`{}` and `{}` look too much alike", other, name);
            let hint = say!("choose names that nobody can take for each other");
            return Err(Refusal::words(what).hint(hint));
        }
        seen.push((name, looks));
    }
    Ok(())
}

fn empty() -> Refusal {
    let refusal = Refusal::words(say!("a name is empty"));
    refusal.hint(say!("separate names by single commas: `Ann,Bob,Cho`"))
}

/// Whether these can be the names of a table's seats, as files of any version hold them; for new ones, see [`admit`].
pub fn check(names: &[String]) -> Result<(), Refusal> {
    let bad = |what| Err(Refusal::new(Fault::Words, what));
    if names.len() > MOST {
        return bad(say!(
            "{} players are too many; {} is the most",
            names.len(),
            MOST
        ));
    }
    for (i, name) in names.iter().enumerate() {
        if name.chars().any(unsafe_in_names) {
            return bad(say!("a name holds a control character"));
        }
        if !name.chars().any(visible) {
            return Err(empty());
        }
        let long = name.chars().count();
        if long > LONGEST {
            return bad(say!(
                "a name has {} characters; {} is the most",
                long,
                LONGEST
            ));
        }
        if names[..i].iter().any(|n| fold(n) == fold(name)) {
            return bad(say!("two players are called `{}`", name))
                .map_err(|r| r.hint(say!("names must differ in more than capitals")));
        }
    }
    Ok(())
}

/// A name without spaces at its ends, and single ones inside.
pub(crate) fn tidy(name: &str) -> String {
    // Only blanks: a line break in a name is refused, not smoothed over.
    let words: Vec<&str> = name
        .split([' ', '\u{3000}'])
        .filter(|w| !w.is_empty())
        .collect();
    words.join(" ").nfc().collect()
}

/// Characters that move the cursor, break the line or turn the writing around.
fn unsafe_in_names(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{2028}' | '\u{2029}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

fn visible(c: char) -> bool {
    let ghost = matches!(c, '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{feff}' | '\u{ad}' | '\u{fe00}'..='\u{fe0f}');
    !c.is_whitespace() && !ghost
}

/// What two spellings of one name have in common: letters without case, full width as half width.
pub fn fold(name: &str) -> String {
    if name.is_ascii() {
        return name.to_ascii_lowercase();
    }
    let lower: String = name.nfkc().flat_map(char::to_lowercase).collect();
    lower.nfkc().collect()
}

/// The seat of a name.
pub fn find(seats: &[String], name: &str) -> Result<usize, Refusal> {
    called(seats, &tidy(name)).ok_or_else(|| unknown(seats, name))
}

/// The seat of that name; else, where one of the two has letters beyond ASCII, the only seat whose name looks like it.
/// What looks alike in ASCII (`1`, `l`) stays what it is: moves have numbers.
fn called(seats: &[String], name: &str) -> Option<usize> {
    let wanted = fold(name);
    if let Some(seat) = seats.iter().position(|s| fold(s) == wanted) {
        return Some(seat);
    }
    let foreign = |seat: &usize| !(name.is_ascii() && seats[*seat].is_ascii());
    let mut foreign = (0..seats.len()).filter(foreign).peekable();
    foreign.peek()?;
    let looks = NameLooks::of(name);
    let mut alike = foreign.filter(|s| NameLooks::of(&seats[*s]).like(&looks));
    alike.next().filter(|_| alike.next().is_none())
}

/// A word of a move. Words in "quotes" stand for themselves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Word {
    /// The word, without its quotes.
    pub text: String,
    /// Whether it stood in quotes.
    pub quoted: bool,
}

/// The words of a move, in groups separated by commas; an empty group is left out.
pub fn words(text: &str) -> Vec<Vec<Word>> {
    let mut groups = vec![Vec::new()];
    let mut chars = text.chars().peekable();
    while let Some(&c) = chars.peek() {
        if c.is_whitespace() {
            chars.next();
        } else if is_comma(c) {
            chars.next();
            groups.push(Vec::new());
        } else {
            let word = word(&mut chars);
            if let Some(group) = groups.last_mut() {
                group.push(word);
            }
        }
    }
    groups.retain(|g| !g.is_empty());
    groups
}

fn is_comma(c: char) -> bool {
    matches!(c, ',' | '、' | '，')
}

fn word(chars: &mut std::iter::Peekable<std::str::Chars<'_>>) -> Word {
    let mut text = String::new();
    let quoted = chars.next_if_eq(&'"').is_some();
    while let Some(c) = chars.next_if(|c| quoted || !(c.is_whitespace() || is_comma(*c))) {
        match c {
            '"' if quoted => break,
            '\\' if quoted => text.extend(chars.next()),
            c => text.push(c),
        }
    }
    Word { text, quoted }
}

/// Words joined again by single blanks.
pub fn join(words: &[Word]) -> String {
    let texts: Vec<&str> = words.iter().map(|w| w.text.as_str()).collect();
    texts.join(" ")
}

/// A name, or a card, written so that [`words`] reads it back as one: quoted unless it is one plain word.
pub(crate) fn spell(name: &str) -> String {
    let mut chars = name.chars();
    let plain = chars.next().is_some_and(char::is_alphabetic)
        && chars.all(|c| c.is_alphanumeric() || matches!(c, '-' | '_' | '+' | '.'));
    if plain { name.to_owned() } else { quote(name) }
}

/// A seat's name as moves write it: quoted too where it could be taken for something else.
pub fn call(seats: &[String], seat: usize) -> String {
    let Some(name) = seats.get(seat) else {
        return String::new();
    };
    let start = format!("{} ", fold(name));
    let longer = seats.iter().any(|s| fold(s).starts_with(&start));
    if longer || RESERVED.contains(&fold(name).as_str()) {
        quote(name)
    } else {
        spell(name)
    }
}

fn quote(name: &str) -> String {
    let escaped = name.replace('\\', "\\\\").replace('"', "\\\"");
    format!("\"{escaped}\"")
}

/// The seat whose name begins these words, and the words after it; the longest name wins.
pub fn begin<'a>(seats: &[String], words: &'a [Word]) -> Option<(usize, &'a [Word])> {
    let most = seats.iter().map(|s| s.split(' ').count()).max()?;
    let longest = if words.first()?.quoted {
        1
    } else {
        words.len().min(most)
    };
    (1..=longest).rev().find_map(|n| {
        let seat = called(seats, &join(&words[..n]))?;
        Some((seat, &words[n..]))
    })
}

/// The refusal of a name that nobody has.
pub fn unknown(seats: &[String], name: &str) -> Refusal {
    let refusal = Refusal::new(Fault::Unknown, say!("nobody here is called `{}`", name));
    let names = || seats.iter().map(String::as_str);
    match crate::diag::nearest(name, names()) {
        Some(near) => refusal.hint(say!("did you mean `{}`?", near)),
        None => refusal.hint(say!("players: {}", list(names()))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_that_looks_like_two_is_neither() {
        // The first letters are Cyrillic and Greek.
        let seats = ["\u{410}nn", "\u{391}nn"].map(str::to_owned);
        assert_eq!(find(&seats[..1], "Ann").ok(), Some(0));
        assert_eq!(find(&seats, "Ann").ok(), None);
        assert_eq!(find(&seats, "\u{391}nn").ok(), Some(1));
    }
}
