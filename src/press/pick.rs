//! Patterns that pick cards: `arm:red*`, `3-green-*`, `?-blue-circle`.

use crate::kit::Card;

/// Whether a card is meant by a pattern: by its name, or by its number where its title is its name.
pub(super) fn means(pattern: &str, component: &str, card: &Card) -> bool {
    let number = card.number.as_ref();
    let names = std::iter::once(&card.name).chain(number);
    names.into_iter().any(|n| matches(pattern, component, n))
}

/// Whether a name is meant by a pattern, `[COMPONENT:]NAME` with `*` and `?`. A name may have a colon of its own.
pub(super) fn matches(pattern: &str, component: &str, name: &str) -> bool {
    let parted = pattern.split_once(':');
    glob(pattern, name) || parted.is_some_and(|(c, n)| glob(c, component) && glob(n, name))
}

fn glob(pattern: &str, text: &str) -> bool {
    let (p, t): (Vec<char>, Vec<char>) = (pattern.chars().collect(), text.chars().collect());
    let (mut i, mut j) = (0, 0);
    let mut star: Option<(usize, usize)> = None;
    while j < t.len() {
        if i < p.len() && p[i] == '*' {
            star = Some((i, j));
            i += 1;
        } else if i < p.len() && (p[i] == '?' || p[i] == t[j]) {
            (i, j) = (i + 1, j + 1);
        } else if let Some((si, sj)) = star {
            (i, j) = (si + 1, sj + 1);
            star = Some((si, sj + 1));
        } else {
            return false;
        }
    }
    p[i..].iter().all(|c| *c == '*')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_pick_by_component_and_name() {
        assert!(matches("arm:red*", "arm", "red+jump"));
        assert!(!matches("arm:red*", "floor", "red+jump"));
        assert!(matches("*", "arm", "3"));
        assert!(matches("?-blue-circle", "floor", "3-blue-circle"));
        assert!(!matches("?-blue-circle", "floor", "13-blue-circle"));
        assert!(matches("*a*b*", "x", "xxaxxbxx"));
        assert!(!matches("", "x", "y"));
        assert!(matches("Slime: again", "x", "Slime: again"));
        assert!(matches("x:Slime: *", "x", "Slime: again"));
    }
}
