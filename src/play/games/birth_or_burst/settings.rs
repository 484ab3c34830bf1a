//! The settings of a table, read one by one.

use super::labels::span;
use super::rules::Track;
use crate::play::rules::Refusal;
use crate::play::seats;
use crate::say;

/// The coldest and warmest squares of the field are this far from 0: burst cards lie there at the latest.
const FIELD: i32 = 10;

/// A whole number as people write it, with any sign.
pub(super) fn whole(text: &str) -> Option<i32> {
    let plain = seats::fold(text.trim()).replace(['−', '–'], "-");
    plain.parse().ok()
}

/// A number of a small range.
pub(super) fn number(name: &str, text: &str, (least, most): (u8, u8)) -> Result<u8, Refusal> {
    let found = whole(text).and_then(|n| u8::try_from(n).ok());
    let found = found.filter(|n| (least..=most).contains(n));
    let what = || say!("`{}` must be {} to {}, not `{}`", name, least, most, text);
    found.ok_or_else(|| Refusal::words(what()))
}

/// Which of two words it is.
pub(super) fn one_of(name: &str, text: &str, words: [&str; 2]) -> Result<usize, Refusal> {
    let folded = seats::fold(text.trim());
    let what = || {
        say!(
            "`{}` must be `{}` or `{}`, not `{}`",
            name,
            words[0],
            words[1],
            text
        )
    };
    let found = words.iter().position(|w| *w == folded);
    found.ok_or_else(|| Refusal::words(what()))
}

/// Whether a setting is on.
pub(super) fn on(name: &str, text: &str) -> Result<bool, Refusal> {
    Ok(one_of(name, text, ["on", "off"])? == 0)
}

/// The first leader; none for one that is drawn.
pub(super) fn first(seats: &[String], text: &str) -> Result<Option<usize>, Refusal> {
    match seats::find(seats, text) {
        Ok(seat) => Ok(Some(seat)),
        Err(_) if seats::fold(text) == "random" => Ok(None),
        Err(refusal) => Err(refusal),
    }
}

/// Two ends, as in `-5..9`.
fn ends(text: &str) -> Option<(i32, i32)> {
    let (from, to) = text.split_once("..")?;
    Some((whole(from)?, whole(to)?))
}

/// The temperatures that the egg bears.
pub(super) fn range(text: &str) -> Result<(i32, i32), Refusal> {
    let even = whole(text)
        .filter(|n| (7..FIELD).contains(n))
        .map(|n| (-n, n));
    let wrong = || {
        let what = say!(
            "`range` must be 7, 8, 9 or two ends such as -5..9, not `{}`",
            text
        );
        Refusal::words(what)
    };
    let (low, high) = even.or_else(|| ends(text)).ok_or_else(wrong)?;
    if low > 0 || high < 0 {
        let what = say!("the range {} does not hold 0", text);
        return Err(Refusal::rule(
            what,
            say!("the egg starts at 0, inside the range"),
        ));
    }
    if low <= -FIELD || high >= FIELD {
        let what = say!("the range {} is wider than the field", text);
        let rule = say!(
            "the burst cards lie just outside the range, at {} at most",
            FIELD
        );
        return Err(Refusal::rule(what, rule));
    }
    Ok((low, high))
}

/// Burst squares inside the range, in order.
pub(super) fn traps(text: &str, track: &Track) -> Result<Vec<i32>, Refusal> {
    let mut out = Vec::new();
    for word in text.split(',').filter(|w| !w.trim().is_empty()) {
        let wrong = || {
            let what = say!("`traps` must be temperatures such as -3,4, not `{}`", text);
            Refusal::words(what)
        };
        let at = whole(word).ok_or_else(wrong)?;
        if at == 0 {
            let rule = say!("the egg starts at 0, so no trap may lie there");
            return Err(Refusal::rule(say!("a trap cannot lie on 0"), rule));
        }
        if at < track.low || at > track.high {
            let what = say!("the trap {} lies outside the range", at);
            let rule = say!(
                "traps lie inside the range, {}",
                span((track.low, track.high))
            );
            return Err(Refusal::rule(what, rule));
        }
        out.push(at);
    }
    out.sort_unstable();
    out.dedup();
    Ok(out)
}

/// Where the low, the middle and the high mission want the egg.
pub(super) fn own_ranges(text: &str) -> Result<[(i32, i32); 3], Refusal> {
    let all: Option<Vec<(i32, i32)>> = text.split(',').map(ends).collect();
    let all: Option<[(i32, i32); 3]> = all.and_then(|all| all.try_into().ok());
    all.ok_or_else(|| {
        let what = say!(
            "`missions` must be three ranges, low, middle and high, not `{}`",
            text
        );
        Refusal::words(what).hint(say!("such as `missions=-9..-1,0..0,1..9`"))
    })
}
