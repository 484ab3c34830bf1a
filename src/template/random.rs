//! The template function `random`: numbers that look like chance and are the same in every run.
//!
//! A number is made of a seed and a count alone, so that speckles, cracks and leaves lie where they lay when the kit is
//! printed again, on every machine and in every version.

use tera::{Kwargs, Value};

use crate::hash::{combine, hash};

/// The names of all arguments.
const ARGUMENTS: &[&str] = &["seed", "n", "from", "to", "whole"];

/// The body of the tera function: a number from `from` up to, not including, `to`; with `whole`, a whole number, `to`
/// included.
pub(super) fn call(kwargs: &Kwargs) -> tera::TeraResult<Value> {
    for (key, _) in kwargs.iter() {
        let key = key.to_string();
        if !ARGUMENTS.contains(&key.as_str()) {
            let what = format!("random has no argument `{key}`");
            return Err(tera::Error::message(what));
        }
    }
    let Some(seed) = kwargs.get::<&Value>("seed")? else {
        return Err(tera::Error::message("random needs the argument `seed`"));
    };
    let count = kwargs.get::<&Value>("n")?.map(Value::to_string);
    let number = |key: &str, default: f64| match kwargs.get::<&Value>(key)? {
        None => Ok(default),
        Some(value) => value.as_f64().filter(|n| n.is_finite()).ok_or_else(|| {
            let what = format!("random: `{key}` must be a number, not `{value}`");
            tera::Error::message(what)
        }),
    };
    let (from, to) = (number("from", 0.0)?, number("to", 1.0)?);
    if from > to {
        let what = format!("random: `from` is {from}, which is more than `to`, {to}");
        return Err(tera::Error::message(what));
    }
    let share = share(&seed.to_string(), &count.unwrap_or_default());
    if kwargs.get::<bool>("whole")?.unwrap_or_default() {
        let (from, to) = (from.ceil(), to.floor());
        if from > to {
            let what = "random: there is no whole number between `from` and `to`";
            return Err(tera::Error::message(what));
        }
        let drawn = from + (share * (to - from + 1.0)).floor();
        return Ok(Value::from(drawn.min(to) as i64));
    }
    // A thousandth of a millimetre is finer than any printer, and short in the file.
    let drawn = from + share * (to - from);
    Ok(Value::from((drawn * 1000.0).floor() / 1000.0))
}

/// A share of one, 0 included, 1 not.
fn share(seed: &str, count: &str) -> f64 {
    let mixed = combine(hash(seed), hash(count));
    ((mixed >> 75) as u64) as f64 / (1u64 << 53) as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_stay_where_they_are_for_ever() {
        let drawn = ["0", "1", "2"].map(|n| (share("frost", n) * 1e6) as u32);
        assert_eq!(drawn, [489082, 764038, 581299]);
    }

    #[test]
    fn all_numbers_come_out_and_no_others() {
        let mut tera = tera::Tera::default();
        tera.register_function("random", |kwargs: Kwargs, _: &tera::State| call(&kwargs));
        let text = "{% for n in range(end=99) %}{{ random(seed='a', n=n, from=FROM, to=5, whole=WHOLE) }} {% endfor %}";
        let drawn = |from: &str, whole: &str| -> Vec<f64> {
            let text = text.replace("FROM", from).replace("WHOLE", whole);
            let drawn = tera.render_str(&text, &tera::Context::new(), false);
            let drawn = drawn.expect("numbers");
            let drawn = drawn
                .split_whitespace()
                .map(|n| n.parse().expect("a number"));
            drawn.collect()
        };
        let mut whole = drawn("2.5", "true");
        whole.sort_by(f64::total_cmp);
        whole.dedup();
        assert_eq!(whole, [3.0, 4.0, 5.0]);
        let any = drawn("4", "false");
        assert!(any.iter().all(|n| (4.0..5.0).contains(n)), "{any:?}");
        assert!(any.iter().any(|n| *n < 4.1) && any.iter().any(|n| *n > 4.9));
    }

    #[test]
    fn they_are_spread_evenly_and_do_not_follow_each_other() {
        let all: Vec<f64> = (0..10_000).map(|n| share("a", &n.to_string())).collect();
        for tenth in 0..10 {
            let (low, high) = (f64::from(tenth) / 10.0, f64::from(tenth + 1) / 10.0);
            let inside = all.iter().filter(|x| (low..high).contains(*x)).count();
            assert!(
                (880..1120).contains(&inside),
                "{inside} from {low} to {high}"
            );
        }
        let rises = all.windows(2).filter(|pair| pair[1] > pair[0]).count();
        assert!((4800..5200).contains(&rises), "{rises}");
        // Seeds that differ by a letter have nothing in common.
        let other = (0..10_000).map(|n| share("b", &n.to_string()));
        let near = all.iter().zip(other).filter(|(a, b)| (*a - b).abs() < 0.01);
        assert!((120..280).contains(&near.count()));
    }
}
