//! Players' names: any Unicode, unique whatever the case, found again in the words of a move.

use unicode_normalization::UnicodeNormalization;

use super::rules::{Fault, Refusal};
use crate::diag::list;
use crate::say;

/// The longest name, in characters.
pub const LONGEST: usize = 1000;
/// The most seats at a table, whatever the kit.
pub const MOST: usize = 99;

/// Names as given, separated by commas, made into seats.
pub fn read(text: &str) -> Result<Vec<String>, Refusal> {
    let names: Vec<String> = text.split([',', '、', '，']).map(tidy).collect();
    check(&names)?;
    Ok(names)
}

/// Whether these can be the names of a table's seats.
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
            return bad(say!("a name is empty"))
                .map_err(|r| r.hint(say!("separate names by single commas: `Ann,Bob,Cho`")));
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
pub fn tidy(name: &str) -> String {
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
    let lower: String = name.nfkc().flat_map(char::to_lowercase).collect();
    lower.nfkc().collect()
}

/// The seat of a name.
pub fn find(seats: &[String], name: &str) -> Result<usize, Refusal> {
    let wanted = fold(&tidy(name));
    let found = seats.iter().position(|s| fold(s) == wanted);
    found.ok_or_else(|| unknown(seats, name))
}

/// The seat whose name begins these words, and the words after it; the longest name wins.
pub fn begin<'a, 'b>(seats: &[String], words: &'b [&'a str]) -> Option<(usize, &'b [&'a str])> {
    (1..=words.len()).rev().find_map(|n| {
        let wanted = fold(&words[..n].join(" "));
        let seat = seats.iter().position(|s| fold(s) == wanted)?;
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
