//! Games between bots, thousands at a time: who wins, how long it takes, how it ends.
//!
//! Every game has a seed of its own, made from the number of the run and the number of the game, and every figure
//! is a whole number: the same run gives the same result on any number of threads.

use std::collections::BTreeMap;

use rayon::prelude::*;

use super::rng::{Chance, Dice, Seed};
use super::rules::{News, Rules, Skill, Tally};

/// How many games are played in one go by one thread.
const BLOCK: u64 = 256;
/// No game of people is half as long; a game of bots that is longer does not end.
const LONGEST: usize = 100_000;

/// What to play.
#[derive(Clone, Debug)]
pub struct SimulationPlan {
    /// How many games.
    pub games: u64,
    /// The number that the run comes from.
    pub seed: u64,
    /// How well each seat plays.
    pub skills: Vec<Skill>,
}

/// A game that never ended; its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Endless(pub u64);

/// What came of many games.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Stats {
    /// How many games.
    pub games: u64,
    /// How many each seat won, alone or with others.
    pub wins: Vec<u64>,
    /// How many had more than one winner.
    pub shared: u64,
    /// How many nobody won.
    pub nobody: u64,
    /// How many each side won.
    pub sides: BTreeMap<&'static str, u64>,
    /// How many ended in each way.
    pub endings: BTreeMap<&'static str, u64>,
    /// How many were so long.
    pub lengths: BTreeMap<u32, u64>,
    /// Other numbers.
    pub figures: BTreeMap<&'static str, Figure>,
}

/// A number that every game has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Figure {
    /// Of all games together.
    pub sum: i64,
    /// The lowest.
    pub min: i64,
    /// The highest.
    pub max: i64,
}

impl Stats {
    fn count(&mut self, winners: &[usize], tally: &Tally) {
        self.games += 1;
        for seat in winners {
            self.wins[*seat] += 1;
        }
        self.shared += u64::from(winners.len() > 1);
        self.nobody += u64::from(winners.is_empty());
        for side in &tally.sides {
            *self.sides.entry(side).or_default() += 1;
        }
        *self.endings.entry(tally.ending).or_default() += 1;
        *self.lengths.entry(tally.turns).or_default() += 1;
        for (name, value) in &tally.figures {
            let one = Figure {
                sum: *value,
                min: *value,
                max: *value,
            };
            self.figures
                .entry(name)
                .and_modify(|f| f.add(one))
                .or_insert(one);
        }
    }

    fn merge(mut self, other: Self) -> Self {
        if self.wins.is_empty() {
            return other;
        }
        self.games += other.games;
        self.shared += other.shared;
        self.nobody += other.nobody;
        for (a, b) in self.wins.iter_mut().zip(other.wins) {
            *a += b;
        }
        add(&mut self.sides, other.sides);
        add(&mut self.endings, other.endings);
        add(&mut self.lengths, other.lengths);
        for (name, figure) in other.figures {
            self.figures
                .entry(name)
                .and_modify(|f| f.add(figure))
                .or_insert(figure);
        }
        self
    }

    /// The length that `share` of the games (0 to 1) do not exceed.
    pub(crate) fn length_at(&self, share: f64) -> u32 {
        let wanted = ((self.games as f64 * share).ceil() as u64).max(1);
        let mut seen = 0;
        for (length, games) in &self.lengths {
            seen += games;
            if seen >= wanted {
                return *length;
            }
        }
        0
    }

    /// The mean length.
    pub fn mean_length(&self) -> f64 {
        let sum: f64 = self
            .lengths
            .iter()
            .map(|(l, n)| f64::from(*l) * *n as f64)
            .sum();
        sum / self.games.max(1) as f64
    }
}

impl Figure {
    fn add(&mut self, other: Self) {
        self.sum += other.sum;
        self.min = self.min.min(other.min);
        self.max = self.max.max(other.max);
    }
}

fn add<K: Ord>(into: &mut BTreeMap<K, u64>, from: BTreeMap<K, u64>) {
    for (key, n) in from {
        *into.entry(key).or_default() += n;
    }
}

/// The share of `hits` among `of`, and the 95 % interval around it (Wilson's, which holds near 0 and 1 too).
pub fn share(hits: u64, of: u64) -> [f64; 3] {
    if of == 0 {
        return [0.0, 0.0, 1.0];
    }
    const Z: f64 = 1.959_963_985;
    let n = of as f64;
    let p = hits as f64 / n;
    let centre = p + Z * Z / (2.0 * n);
    let spread = Z * (p * (1.0 - p) / n + Z * Z / (4.0 * n * n)).sqrt();
    let whole = 1.0 + Z * Z / n;
    let low = ((centre - spread) / whole).max(0.0);
    let high = ((centre + spread) / whole).min(1.0);
    [p, low.min(p), high.max(p)]
}

/// Plays the games, on all cores; `done` is told how many more are finished.
pub fn run<R: Rules>(
    rules: &R,
    plan: &SimulationPlan,
    done: &(dyn Fn(u64) + Sync),
) -> Result<Stats, Endless> {
    let blocks = plan.games.div_ceil(BLOCK);
    (0..blocks)
        .into_par_iter()
        .map(|block| {
            let first = block * BLOCK;
            let last = (first + BLOCK).min(plan.games);
            let mut stats = Stats {
                wins: vec![0; plan.skills.len()],
                ..Stats::default()
            };
            for game in first..last {
                let state = play(rules, plan, game)?;
                let winners = rules.outcome(&state).map(|o| o.winners);
                stats.count(&winners.unwrap_or_default(), &rules.tally(&state));
            }
            done(last - first);
            Ok(stats)
        })
        .try_reduce(Stats::default, |a, b| Ok(a.merge(b)))
}

/// One game from the first to the last move.
pub fn play<R: Rules>(rules: &R, plan: &SimulationPlan, game: u64) -> Result<R::State, Endless> {
    let seed = Seed::of_game(plan.seed, game);
    let mut dice = Dice::new(&seed, "bots/moves");
    let mut chance = Chance::unrecorded(seed);
    let mut news = News::unheard();
    let mut state = rules.begin(&mut chance, &mut news);
    for _ in 0..LONGEST {
        if rules.over(&state) {
            return Ok(state);
        }
        let mv = rules
            .choose(&state, &plan.skills, &mut dice)
            .ok_or(Endless(game))?;
        rules
            .apply(&mut state, &mv, &mut chance, &mut news)
            .map_err(|_| Endless(game))?;
    }
    Err(Endless(game))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_interval_holds_the_share_and_narrows() {
        let [p, low, high] = share(50, 100);
        assert_eq!(p, 0.5);
        // Wilson's interval for 50 of 100, from a table.
        assert!((low - 0.4038).abs() < 1e-4 && (high - 0.5962).abs() < 1e-4);
        let [_, narrow, _] = share(5000, 10_000);
        assert!(narrow > low);
        assert_eq!(share(0, 10)[1], 0.0);
        assert_eq!(share(10, 10)[2], 1.0);
        assert_eq!(share(0, 0), [0.0, 0.0, 1.0]);
    }

    #[test]
    fn lengths_by_share() {
        let stats = Stats {
            games: 10,
            lengths: BTreeMap::from([(3, 5), (7, 4), (9, 1)]),
            ..Stats::default()
        };
        assert_eq!(stats.length_at(0.5), 3);
        assert_eq!(stats.length_at(0.6), 7);
        assert_eq!(stats.length_at(1.0), 9);
        assert!((stats.mean_length() - 5.2).abs() < 1e-9);
    }
}
