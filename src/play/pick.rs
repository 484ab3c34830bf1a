//! A choice without a game: a player, teams, dice, a coin. Sealed like a table's shuffles, and open for all.
//!
//! Everything that is settled before the draw, the seed included, stands in one line of JSON. Its SHA-256 is the seal,
//! which is shown first; the line is shown with the result. How both are checked is told in `docs/fairness.md`.

use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use super::rng::{Chance, Draw, Seed};
use super::rules::Refusal;
use super::seats;
use crate::clean::clean_json;
use crate::hash::hex;
use crate::say;

/// The most dice at once, and the most sides of one.
const MOST_DICE: u32 = 100;
const MOST_SIDES: u32 = 1_000_000;

/// What is to be chosen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum What {
    /// One of these, and an order of all.
    One(Vec<String>),
    /// These in so many teams.
    Teams(Vec<String>, usize),
    /// Dice, and what is added to their sum.
    Dice {
        /// How many.
        count: u32,
        /// How many sides each has.
        sides: u32,
        /// What is added.
        plus: i32,
    },
    /// A coin.
    Coin,
}

/// What came out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Picked {
    /// Everybody in their order; the first is the one.
    Order(Vec<String>),
    /// The teams.
    Teams(Vec<Vec<String>>),
    /// What each die shows, and the sum.
    Dice(Vec<u32>, i64),
    /// Heads; else tails.
    Heads(bool),
}

/// A choice that is sealed and not yet made.
pub struct Sealed {
    what: What,
    seed: Seed,
    line: String,
}

/// A choice that was made, with everything that it needs to be checked.
pub struct DrawnLots {
    /// What came out.
    pub picked: Picked,
    /// The line that was sealed.
    pub line: String,
    /// The seed.
    pub seed: String,
    /// The random choices.
    pub draws: Vec<Draw>,
}

impl What {
    /// Teams of these players.
    pub fn teams(names: Vec<String>, count: usize) -> Result<Self, Refusal> {
        if count < 2 || names.len() < count {
            let what = say!(
                "{} {player|players} cannot be put into {} {team|teams}",
                names.len(),
                count
            );
            let hint = say!("two teams or more, and a player for each");
            return Err(Refusal::words(what).hint(hint));
        }
        Ok(Self::Teams(names, count))
    }

    /// Reads `2d6`, `d20`, `3d6+2`.
    pub fn dice(text: &str) -> Result<Self, Refusal> {
        let wrong = || {
            let what = say!("`{}` are no dice", text);
            Refusal::words(what).hint(say!("such as `2d6`, `d20` or `3d6+2`"))
        };
        let folded = seats::fold(text.trim()).replace('−', "-");
        let (count, rest) = folded.split_once(['d', 'w']).ok_or_else(wrong)?;
        let at = rest.find(['+', '-']).unwrap_or(rest.len());
        let (sides, plus) = rest.split_at(at);
        let number = |text: &str, most: u32| {
            let digits = !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
            let number: Option<u32> = text.parse().ok().filter(|_| digits);
            number.filter(|n| (1..=most).contains(n)).ok_or_else(wrong)
        };
        let count = match count {
            "" => 1,
            count => number(count, MOST_DICE)?,
        };
        let plus = match plus.split_at_checked(1) {
            None => 0,
            Some((sign, digits)) => {
                let plus = number(digits, MOST_SIDES)? as i32;
                if sign == "-" { -plus } else { plus }
            }
        };
        Ok(Self::Dice {
            count,
            sides: number(sides, MOST_SIDES)?,
            plus,
        })
    }

    /// What is settled before the draw.
    fn settled(&self) -> Value {
        match self {
            Self::One(names) => json!({"pick": "one", "of": names}),
            Self::Teams(names, teams) => json!({"pick": "teams", "of": names, "teams": teams}),
            Self::Dice { count, sides, plus } => {
                json!({"pick": "dice", "dice": count, "sides": sides, "plus": plus})
            }
            Self::Coin => json!({"pick": "coin"}),
        }
    }
}

impl Sealed {
    /// Seals a choice.
    pub fn new(what: What, seed: Seed, practice: bool) -> Self {
        let mut settled = json!({"kitpress": "pick", "version": 1});
        if let (Value::Object(all), Value::Object(own)) = (&mut settled, what.settled()) {
            all.extend(own);
            all.insert("practice".into(), practice.into());
            all.insert("seed".into(), seed.reveal().into());
        }
        // As it can be printed: what a terminal would obey is written by its number.
        let line = clean_json(&settled.to_string());
        Self { what, seed, line }
    }

    /// The seal: the SHA-256 of the line, which holds the seed. It can be shown before the draw.
    pub fn seal(&self) -> String {
        hex(&Sha256::digest(self.line.as_bytes()))
    }

    /// Makes the choice.
    pub fn draw(self) -> DrawnLots {
        let Self { what, seed, line } = self;
        let mut chance = Chance::new(seed);
        let picked = match what {
            What::One(mut names) => {
                chance.shuffle("pick", &mut names);
                Picked::Order(names)
            }
            What::Teams(mut names, count) => {
                chance.shuffle("teams", &mut names);
                let mut teams = vec![Vec::new(); count];
                for (at, name) in names.into_iter().enumerate() {
                    teams[at % count].push(name);
                }
                Picked::Teams(teams)
            }
            What::Dice { count, sides, plus } => {
                let dice: Vec<u32> = (0..count).map(|_| chance.below("die", sides) + 1).collect();
                let sum: i64 = dice.iter().map(|d| i64::from(*d)).sum();
                Picked::Dice(dice, sum + i64::from(plus))
            }
            What::Coin => Picked::Heads(chance.below("coin", 2) == 0),
        };
        DrawnLots {
            picked,
            line,
            draws: chance.take_draws(),
            seed: chance.seed().reveal(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn practice_is_sealed_as_practice() {
        for practice in [false, true] {
            let sealed = Sealed::new(What::Coin, Seed::practice(1), practice);
            let line: Value = serde_json::from_str(&sealed.line).expect("JSON");
            assert_eq!(line["practice"], practice);
        }
    }

    #[test]
    fn dice_are_read() {
        for (text, dice) in [
            ("2d6", (2, 6, 0)),
            ("d20", (1, 20, 0)),
            ("３Ｄ６＋２", (3, 6, 2)),
            ("1d100-5", (1, 100, -5)),
            ("2w6", (2, 6, 0)),
        ] {
            let (count, sides, plus) = dice;
            assert_eq!(
                What::dice(text).ok(),
                Some(What::Dice { count, sides, plus }),
                "{text}"
            );
        }
        for text in [
            "", "6", "d", "2d", "0d6", "2d0", "101d6", "2d6+", "2d6++1", "xd6", "2d6d6", "-1d6",
        ] {
            assert!(What::dice(text).is_err(), "{text}");
        }
    }

    fn names(count: usize) -> Vec<String> {
        (0..count).map(|n| format!("p{n}")).collect()
    }

    proptest! {
        #[test]
        fn everybody_is_in_one_team_and_no_team_is_larger_by_two(players in 2usize..30, teams in 2usize..8, seed: u64) {
            let what = What::teams(names(players), teams);
            prop_assume!(what.is_ok());
            let sealed = Sealed::new(what.expect("teams"), Seed::practice(seed), true);
            let Picked::Teams(made) = sealed.draw().picked else { panic!("no teams") };
            let sizes: Vec<usize> = made.iter().map(Vec::len).collect();
            prop_assert!(sizes.iter().max().zip(sizes.iter().min()).is_some_and(|(a, b)| a - b <= 1));
            let mut all: Vec<String> = made.concat();
            all.sort();
            let mut wanted = names(players);
            wanted.sort();
            prop_assert_eq!(all, wanted);
        }

        #[test]
        fn dice_show_what_they_can(seed: u64, count in 1u32..20, sides in 1u32..100) {
            let sealed = Sealed::new(What::Dice { count, sides, plus: 3 }, Seed::practice(seed), true);
            let Picked::Dice(dice, sum) = sealed.draw().picked else { panic!("no dice") };
            prop_assert_eq!(dice.len(), count as usize);
            prop_assert!(dice.iter().all(|d| (1..=sides).contains(d)));
            prop_assert_eq!(sum, dice.iter().map(|d| i64::from(*d)).sum::<i64>() + 3);
        }
    }

    #[test]
    fn the_seal_is_that_of_the_line_and_the_seed_gives_the_draws() {
        let seed = Seed::practice(7);
        let sealed = Sealed::new(What::One(names(5)), seed.clone(), true);
        let seal = sealed.seal();
        let drawn = sealed.draw();
        assert_eq!(seal, hex(&Sha256::digest(drawn.line.as_bytes())));
        assert!(drawn.line.contains(&drawn.seed));
        assert!(!drawn.draws.is_empty() && drawn.draws.iter().all(|d| d.fits(&seed)));
    }
}
