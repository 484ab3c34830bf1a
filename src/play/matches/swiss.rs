//! One round of a Swiss system: everybody plays somebody with about as many points, nobody the same one twice.
//!
//! From the top of the standings down, everybody gets the opponent they should have, as long as all who are left can
//! still be paired: that is asked of a [`PairGraph`], so there is no dead end to turn back from. [`ahead`](super::ahead)
//! sees to it that the rounds after this one can be paired, too.

use super::ahead;
use super::graph::PairGraph;
use crate::play::amount::Amount;

/// What a round is paired from.
#[derive(Clone, Debug)]
pub struct Pool {
    /// Those who play on, best first.
    pub entrants: Vec<Entrant>,
    /// The rounds before, among all players.
    pub past: Vec<SwissRound>,
    /// How many rounds are left, this one counted.
    pub rounds_left: usize,
}

/// Somebody who plays on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entrant {
    /// The player.
    pub player: usize,
    /// The points so far.
    pub points: Amount,
}

/// A round: who plays whom, and who sits out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SwissRound {
    /// Who plays whom, the first place first.
    pub pairs: Vec<(usize, usize)>,
    /// Who has a bye.
    pub bye: Option<usize>,
}

/// Pairs a round. In this order: nobody has a second bye while somebody has had none; as few meet again as can be; the
/// bye goes as low as can be; and everybody, from the top, plays the one half of their score group below them, or
/// whoever is nearest to that.
pub fn pair(pool: &Pool) -> SwissRound {
    let field = SwissField::of(pool);
    let chosen = ahead::choose(&field, pool);
    field.seated(&chosen, pool)
}

/// The players of a round by their place in the standings, and what was between them.
pub(super) struct SwissField {
    /// The player at each place.
    pub players: Vec<usize>,
    points: Vec<Amount>,
    /// How often two places have met.
    met: Vec<Vec<usize>>,
    byes: Vec<usize>,
}

/// A pairing of places; the one that nobody plays has the bye.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Pairing {
    /// Places that play each other, the better one first.
    pub pairs: Vec<(usize, usize)>,
    /// The place that sits out.
    pub bye: Option<usize>,
    /// How many pairs have met before.
    pub again: usize,
}

impl SwissField {
    fn of(pool: &Pool) -> Self {
        let players: Vec<usize> = pool.entrants.iter().map(|e| e.player).collect();
        let place = |player: usize| players.iter().position(|p| *p == player);
        let mut met = vec![vec![0; players.len()]; players.len()];
        let mut byes = vec![0; players.len()];
        for round in &pool.past {
            for (a, b) in &round.pairs {
                if let (Some(a), Some(b)) = (place(*a), place(*b)) {
                    met[a][b] += 1;
                    met[b][a] += 1;
                }
            }
            if let Some(at) = round.bye.and_then(place) {
                byes[at] += 1;
            }
        }
        Self {
            points: pool.entrants.iter().map(|e| e.points).collect(),
            players,
            met,
            byes,
        }
    }

    /// How many play.
    pub(super) fn size(&self) -> usize {
        self.players.len()
    }

    /// Who has not met whom.
    fn unmet(&self) -> PairGraph {
        let mut graph = PairGraph::new(self.size());
        for (a, row) in self.met.iter().enumerate() {
            for (b, times) in row.iter().enumerate() {
                graph.set(a, b, *times == 0);
            }
        }
        graph
    }

    /// Who has not met whom, with sitting out as one more player where the number is odd.
    pub(super) fn unmet_or_out(&self) -> PairGraph {
        let size = self.size() + self.size() % 2;
        let known = self.unmet();
        let mut graph = PairGraph::new(size);
        for a in 0..self.size() {
            for b in 0..a {
                graph.set(a, b, known.has(a, b));
            }
            if size > self.size() {
                graph.set(a, self.size(), self.byes[a] == 0);
            }
        }
        graph
    }

    /// The pairing that the standings ask for; without one pair, where that is given.
    pub(super) fn wanted(&self, without: Option<(usize, usize)>) -> Pairing {
        let mut graph = self.unmet();
        let out = self.size();
        match without {
            Some((a, b)) if a < out && b < out => graph.set(a, b, false),
            _ => {}
        }
        let barred = without.filter(|(_, b)| *b == out).map(|(a, _)| a);
        let bye = (out % 2 == 1).then(|| self.bye(&graph, barred)).flatten();
        let mut left: Vec<usize> = (0..out).filter(|p| Some(*p) != bye).collect();
        if let Some(bye) = bye {
            graph.remove(bye);
        }
        let mut again = again_of(left.len(), &graph);
        let mut pairing = Pairing {
            pairs: Vec::new(),
            bye,
            again,
        };
        while left.len() > 1 {
            let at = left[0];
            let fits = |other: &usize| {
                let new = usize::from(!graph.has(at, *other));
                let mut rest = graph.clone();
                rest.remove(at);
                rest.remove(*other);
                new <= again && new + again_of(left.len() - 2, &rest) <= again
            };
            let wishes = self.wishes(&left);
            let other = wishes.iter().copied().find(fits).unwrap_or(left[1]);
            again -= usize::from(!graph.has(at, other)).min(again);
            graph.remove(at);
            graph.remove(other);
            left.retain(|p| *p != at && *p != other);
            pairing.pairs.push((at, other));
        }
        pairing
    }

    /// Who sits out: of those with the fewest byes the lowest with whom out fewest must meet again.
    fn bye(&self, graph: &PairGraph, barred: Option<usize>) -> Option<usize> {
        let allowed = |p: &usize| Some(*p) != barred;
        let fewest = (0..self.size()).filter(allowed).map(|p| self.byes[p]).min();
        let able = (0..self.size()).filter(|p| allowed(p) && Some(self.byes[*p]) == fewest);
        let costs = |p: &usize| {
            let mut rest = graph.clone();
            rest.remove(*p);
            again_of(self.size() - 1, &rest)
        };
        // The first of equals, from the bottom.
        able.rev().min_by_key(costs)
    }

    /// Everybody that the first of these could play, whom they should play first: who is half of their score group
    /// below them, then whoever is nearest to that, then those with fewer points; last those they have met, who were
    /// met least before others.
    fn wishes(&self, left: &[usize]) -> Vec<usize> {
        let at = left[0];
        let group = left.iter().filter(|p| self.points[**p] == self.points[at]);
        let (group, half) = (group.clone().count(), group.count() / 2);
        let mut wishes: Vec<(usize, usize)> = left.iter().copied().enumerate().skip(1).collect();
        wishes.sort_by_key(|(i, p)| {
            let beyond = *i >= group;
            let off = if beyond { *i } else { i.abs_diff(half.max(1)) };
            (self.met[at][*p], beyond, off, usize::MAX - i)
        });
        wishes.into_iter().map(|(_, p)| p).collect()
    }

    /// How far apart in points a pairing's players are: a number to compare pairings by.
    pub(super) fn apart(&self, pairs: &[(usize, usize)]) -> usize {
        let mut levels = self.points.clone();
        levels.sort_unstable();
        levels.dedup();
        let level = |p: usize| levels.binary_search(&self.points[p]).unwrap_or(0);
        let square = |(a, b): &(usize, usize)| level(*a).abs_diff(level(*b)).pow(2);
        pairs.iter().map(square).sum()
    }

    /// The round of a pairing: who was first less often is first.
    fn seated(&self, pairing: &Pairing, pool: &Pool) -> SwissRound {
        let lead = |player: usize| -> i64 {
            let of = |(a, b): &(usize, usize)| i64::from(*a == player) - i64::from(*b == player);
            pool.past.iter().flat_map(|r| &r.pairs).map(of).sum()
        };
        let odd = pool.past.len().is_multiple_of(2);
        let seat = |(i, (a, b)): (usize, &(usize, usize))| {
            let (a, b) = (self.players[*a], self.players[*b]);
            let first = match lead(a).cmp(&lead(b)) {
                std::cmp::Ordering::Less => true,
                std::cmp::Ordering::Greater => false,
                // The better one of every second pair begins, the others in the next round.
                std::cmp::Ordering::Equal => i.is_multiple_of(2) == odd,
            };
            if first { (a, b) } else { (b, a) }
        };
        SwissRound {
            pairs: pairing.pairs.iter().enumerate().map(seat).collect(),
            bye: pairing.bye.map(|p| self.players[p]),
        }
    }
}

/// How many pairs of so many players must meet again.
fn again_of(players: usize, unmet: &PairGraph) -> usize {
    (players / 2).saturating_sub(unmet.pairs())
}
