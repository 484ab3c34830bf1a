//! How many problems are told at once: a few one by one, many of a kind as a list with a line each.

use std::collections::{BTreeSet, HashMap};
use std::fmt;

use super::{Problem, ProblemKind, Who};
use crate::clean::clean;
use crate::say;
use crate::say::Say;

/// Up to so many of a kind are told one by one.
const FEW: usize = 3;
/// The same for problems that are of a kind only by their words.
const FEW_ALIKE: usize = 12;
/// Of problems that are alike, so many lines are told; texts that do not fit are told all.
const MOST_ALIKE: usize = 40;
/// Of the cards that lack characters, so many are told with the characters that they lack.
const MOST_CARDS: usize = 8;
/// Of the other characters that are lacking, so many are told.
const MOST_CHARS: usize = 120;

/// Problems of one kind, in their order.
type Group<'a> = Vec<&'a Problem>;

/// Tells problems, with an empty line between them.
pub(super) fn tell_all(f: &mut fmt::Formatter<'_>, all: &[&Problem], word: &Say) -> fmt::Result {
    for (i, group) in groups(all).into_iter().enumerate() {
        if i > 0 {
            f.write_str("\n\n")?;
        }
        tell_group(f, &group, word)?;
    }
    Ok(())
}

/// Problems that belong together, each group where its first one stands.
fn groups<'a>(all: &[&'a Problem]) -> Vec<Group<'a>> {
    let mut sizes: HashMap<String, usize> = HashMap::new();
    for problem in all {
        *sizes.entry(key(problem)).or_default() += 1;
    }
    let mut out: Vec<Group<'a>> = Vec::new();
    let mut places: HashMap<String, usize> = HashMap::new();
    for problem in all {
        let key = key(problem);
        let many = match problem.kind.as_deref() {
            Some(ProblemKind::Glyphs(_)) => 1,
            Some(ProblemKind::Overflow { .. } | ProblemKind::Icons(_)) => FEW,
            None => FEW_ALIKE,
        };
        let together = problem.place.is_some() && sizes.get(&key).is_some_and(|n| *n > many);
        match places.get(&key).and_then(|i| out.get_mut(*i)) {
            Some(group) if together => group.push(problem),
            _ => {
                places.insert(key, out.len());
                out.push(vec![problem]);
            }
        }
    }
    out
}

/// What the problems of one list have in common.
fn key(problem: &Problem) -> String {
    let component = problem.who.as_ref().map_or("", |w| &w.component);
    match problem.kind.as_deref() {
        Some(ProblemKind::Overflow { .. }) => format!("overflow {component}"),
        Some(ProblemKind::Icons(_)) => format!("icons {component}"),
        Some(ProblemKind::Glyphs(_)) => format!("glyphs {component} {}", field(problem)),
        None => format!("{component} {}", problem.what.pattern()),
    }
}

fn field(problem: &Problem) -> &str {
    let place = problem.place.as_deref();
    place.and_then(|p| p.field.as_deref()).unwrap_or_default()
}

fn tell_group(f: &mut fmt::Formatter<'_>, group: &Group<'_>, word: &Say) -> fmt::Result {
    let Some(first) = group.first() else {
        return Ok(());
    };
    match (group.len(), first.kind.as_deref()) {
        (1, _) => first.tell(f, word),
        (_, Some(ProblemKind::Overflow { .. })) => tell_overflows(f, group, word),
        (_, Some(ProblemKind::Glyphs(_))) => tell_glyphs(f, group, word),
        (_, Some(ProblemKind::Icons(_))) => tell_icons(f, group, word),
        (_, None) => tell_alike(f, group, word),
    }
}

fn component(group: &Group<'_>) -> String {
    let who = group.first().and_then(|p| p.who.as_ref());
    who.map_or_else(String::new, |w| w.component.clone())
}

fn place(problem: &Problem) -> String {
    problem
        .place
        .as_ref()
        .map_or_else(String::new, |p| p.to_string())
}

/// Where a text comes from: the place tells it where that is a row, else the card does.
fn origin(problem: &Problem) -> String {
    let in_row = problem.place.as_ref().is_some_and(|p| p.field.is_some());
    match &problem.who {
        Some(who) if !in_row => format!("{}, {}", place(problem), card(who)),
        _ => place(problem),
    }
}

/// A card, the row that it comes from, and how many more have the same.
fn card(who: &Who) -> String {
    let name = format!("`{}`", clean(&who.card));
    match (who.more, &who.row) {
        (0, Some(row)) => format!("{name} ({})", clean(row)),
        (0, None) => name,
        (n, _) => format!("{name} {}", say!("and {} more", n)),
    }
}

fn tell_overflows(f: &mut fmt::Formatter<'_>, group: &Group<'_>, word: &Say) -> fmt::Result {
    let head = say!(
        "component `{}`: {} texts do not fit their boxes",
        component(group),
        group.len()
    );
    write!(f, "{word}: {head}")?;
    let mut least: Option<f64> = None;
    for problem in group {
        let Some(ProblemKind::Overflow {
            words,
            at,
            over,
            fits,
        }) = problem.kind.as_deref()
        else {
            continue;
        };
        let line = match fits {
            Some(pt) => say!("at {} pt {}, fits at {} pt: “{}”", at, over, pt, words),
            None => say!("at {} pt {}: “{}”", at, over, words),
        };
        write!(f, "\n  {}: {}", origin(problem), line)?;
        least = match (least, fits) {
            (Some(a), Some(b)) => Some(a.min(*b)),
            (a, b) => a.or(*b),
        };
    }
    let hint = match least {
        Some(pt) => say!(
            "shorten the {} texts, enlarge their boxes, or allow sizes down to `min_size={}`; `print --anyway` prints them all the same",
            group.len(),
            pt
        ),
        None => say!(
            "shorten the {} texts or enlarge their boxes; `print --anyway` prints them all the same",
            group.len()
        ),
    };
    write!(f, "\n{}: {hint}", say!("hint"))
}

fn tell_glyphs(f: &mut fmt::Formatter<'_>, group: &Group<'_>, word: &Say) -> fmt::Result {
    let mut seen: BTreeSet<char> = BTreeSet::new();
    let mut news: Vec<(&Problem, String)> = Vec::new();
    for problem in group {
        let Some(ProblemKind::Glyphs(chars)) = problem.kind.as_deref() else {
            continue;
        };
        let new: String = chars.iter().filter(|c| seen.insert(**c)).collect();
        if !new.is_empty() {
            news.push((problem, new));
        }
    }
    let head = say!(
        "component `{}`: no font has {} {character|characters} of {} {text|texts}",
        component(group),
        seen.len(),
        group.len()
    );
    write!(f, "{word}: {head}")?;
    for (problem, chars) in news.iter().take(MOST_CARDS) {
        write!(f, "\n  {}: {}", origin(problem), shown(chars))?;
    }
    let rest: String = news.iter().skip(MOST_CARDS).map(|(_, c)| &**c).collect();
    let rest: Vec<char> = rest.chars().collect();
    if !rest.is_empty() {
        let some: String = rest.iter().take(MOST_CHARS).collect();
        let dots = if rest.len() > MOST_CHARS { "…" } else { "" };
        let more = say!("and {} more further on:", rest.len());
        write!(f, "\n  {more} {}{dots}", shown(&some))?;
    }
    match group.first().and_then(|p| p.hint.as_ref()) {
        Some(hint) => write!(f, "\n{}: {}", say!("hint"), hint),
        None => Ok(()),
    }
}

/// Characters as a message shows them: few with their numbers, since many look alike or like nothing.
fn shown(chars: &str) -> String {
    let each = |c: char| match c {
        // A mark stands on a circle, not on what comes before it.
        '\u{0300}'..='\u{036F}' => format!("`◌{c}`"),
        c => format!("`{c}`"),
    };
    if chars.chars().count() > 4 {
        return clean(chars);
    }
    let coded = |c: char| format!("{} (U+{:04X})", each(c), u32::from(c));
    clean(&chars.chars().map(coded).collect::<Vec<_>>().join(", "))
}

/// Icons with the place that needs each first, and how many do.
fn tell_icons(f: &mut fmt::Formatter<'_>, group: &Group<'_>, word: &Say) -> fmt::Result {
    let mut icons: Vec<(&str, &Problem, usize)> = Vec::new();
    for problem in group {
        let Some(ProblemKind::Icons(names)) = problem.kind.as_deref() else {
            continue;
        };
        for name in names {
            match icons.iter_mut().find(|(known, ..)| known == name) {
                Some((.., times)) => *times += 1,
                None => icons.push((name, problem, 1)),
            }
        }
    }
    let head = say!(
        "component `{}`: {} {icon|icons} of {} texts {2:is|are} missing",
        component(group),
        icons.len(),
        group.len()
    );
    write!(f, "{word}: {head}")?;
    for (name, problem, times) in icons {
        let line = match times - 1 {
            0 => say!("`icons/{}.svg`: {}", name, origin(problem)),
            more => say!(
                "`icons/{}.svg`: {}, and {} more",
                name,
                origin(problem),
                more
            ),
        };
        write!(f, "\n  {line}")?;
    }
    let hint = say!("add these files, or write `\\:` for a plain colon");
    write!(f, "\n{}: {hint}", say!("hint"))
}

/// What is alike is the headline, where each is follows.
fn tell_alike(f: &mut fmt::Formatter<'_>, group: &Group<'_>, word: &Say) -> fmt::Result {
    let Some(first) = group.first() else {
        return Ok(());
    };
    let what = first.what.to_string();
    let same = group.iter().all(|p| p.what.to_string() == what);
    let head = match (&first.who, same) {
        (Some(who), true) => say!(
            "component `{}`, {} cards: {}",
            who.component,
            group.len(),
            what
        ),
        (None, true) => say!("in {} places: {}", group.len(), what),
        (_, false) => say!("{} problems like this one: {}", group.len(), what),
    };
    write!(f, "{word}: {head}")?;
    for problem in group.iter().take(MOST_ALIKE) {
        write!(f, "\n  {}", place(problem))?;
        if let Some(who) = &problem.who {
            write!(f, ": {}", card(who))?;
        }
        if !same {
            write!(f, ": {}", problem.what)?;
        }
    }
    if let Some(more) = group.len().checked_sub(MOST_ALIKE).filter(|n| *n > 0) {
        write!(f, "\n  {}", say!("and {} more", more))?;
    }
    match group.first().and_then(|p| p.hint.as_ref()) {
        Some(hint) => write!(f, "\n{}: {}", say!("hint"), hint),
        None => Ok(()),
    }
}
