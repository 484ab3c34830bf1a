//! Names of files: safe on every system, the same in every run.

use std::collections::{HashMap, HashSet};

use crate::kit::Component;

/// Longer names are cut; some systems stop at 255 bytes.
const LONGEST: usize = 48;

/// A card's name as part of a file's name: letters and digits of any script, `-`, `_` and `+`.
pub(super) fn safe(name: &str) -> String {
    let mut out = String::with_capacity(name.len());
    for c in name.chars() {
        if c.is_alphanumeric() || c == '_' || c == '+' {
            out.push(c);
        } else if !out.ends_with('-') {
            out.push('-');
        }
    }
    let short: String = out.trim_matches('-').chars().take(LONGEST).collect();
    let short = short.trim_end_matches('-');
    if short.is_empty() {
        "card".into()
    } else {
        short.into()
    }
}

/// The file name of each card of a component, by the card's name. Cards whose names differ only in capitals, or in
/// what no file name can hold, are numbered; it does not matter which of the cards are exported.
pub(super) fn of(component: &Component) -> HashMap<&str, String> {
    let mut taken = HashSet::new();
    let mut out = HashMap::new();
    for card in &component.cards {
        let base = safe(&card.name);
        let mut name = base.clone();
        let mut n = 1;
        while !taken.insert(name.to_lowercase()) {
            n += 1;
            name = format!("{base}-{n}");
        }
        out.insert(card.name.as_str(), name);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_hold_nothing_that_a_file_system_minds() {
        assert_eq!(safe("red+jump"), "red+jump");
        assert_eq!(safe("../../etc/passwd"), "etc-passwd");
        assert_eq!(safe("a: b? c*"), "a-b-c");
        assert_eq!(safe("りんご#2"), "りんご-2");
        assert_eq!(safe("???"), "card");
        assert!(safe(&"x".repeat(500)).len() <= LONGEST);
    }
}
