//! Which words begin a move, by the shapes of the moves that can be made.

use crate::play::view::View;

/// The words that moves begin with now.
pub(super) fn verbs(view: &View) -> Vec<String> {
    let mut verbs: Vec<String> = Vec::new();
    for shape in &view.moves {
        let first = shape.split_whitespace().next().unwrap_or_default();
        let fixed = !first.is_empty() && !is_blank(first);
        if fixed && !verbs.iter().any(|v| v == first) {
            verbs.push(first.to_owned());
        }
    }
    verbs
}

/// Whether a word of a shape stands for something else: `NAME`, `[N]`, `CARD+2x`, `…`.
fn is_blank(word: &str) -> bool {
    let letters = || word.chars().filter(|c| c.is_alphabetic());
    let shouted = word
        .split(|c: char| !c.is_alphabetic())
        .any(|part| part.chars().count() > 1 && part.chars().all(char::is_uppercase));
    word.starts_with('[') || shouted || letters().all(char::is_uppercase)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::say;

    #[test]
    fn blanks_are_no_verbs() {
        let mut view = View::new(2, say!("paused"));
        view.moves = [
            "draw [NAME] [N]",
            "NAME 1|2 up",
            "reveal NAME|all",
            "draw",
            "…",
        ]
        .map(str::to_owned)
        .to_vec();
        assert_eq!(verbs(&view), ["draw", "reveal"]);
    }
}
