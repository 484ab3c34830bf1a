//! Who can be paired with whom, and as many pairs at once as there can be.
//!
//! A maximum matching in a general graph, found by augmenting paths; odd circles on the way are shrunk to a point
//! (Edmonds). Owns nothing of matches: players are numbers here.

/// Who may be paired with whom.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct PairGraph {
    size: usize,
    joined: Vec<bool>,
}

impl PairGraph {
    /// So many players, nobody to be paired with anybody.
    pub(super) fn new(size: usize) -> Self {
        Self {
            size,
            joined: vec![false; size * size],
        }
    }

    /// How many players.
    pub(super) fn size(&self) -> usize {
        self.size
    }

    /// Whether two may be paired.
    pub(super) fn has(&self, a: usize, b: usize) -> bool {
        self.joined[a * self.size + b]
    }

    /// Says whether two may be paired.
    pub(super) fn set(&mut self, a: usize, b: usize, may: bool) {
        if a != b {
            self.joined[a * self.size + b] = may;
            self.joined[b * self.size + a] = may;
        }
    }

    /// Nobody may be paired with this one any more.
    pub(super) fn remove(&mut self, a: usize) {
        (0..self.size).for_each(|b| self.set(a, b, false));
    }

    /// With how many somebody may be paired.
    pub(super) fn degree(&self, a: usize) -> usize {
        (0..self.size).filter(|b| self.has(a, *b)).count()
    }

    /// As many pairs as there can be: each player's partner. Players are looked at in the order given, which decides
    /// between matchings of the same size.
    pub(super) fn matching(&self, order: &[usize]) -> Vec<Option<usize>> {
        let mut mates = vec![None; self.size];
        for &a in order {
            let free = |b: &&usize| mates[**b].is_none() && self.has(a, **b);
            if mates[a].is_none()
                && let Some(&b) = order.iter().find(free)
            {
                (mates[a], mates[b]) = (Some(b), Some(a));
            }
        }
        for &root in order {
            if mates[root].is_none() {
                PairSearch::new(self, &mut mates).from(root, order);
            }
        }
        mates
    }

    /// How many pairs there can be.
    pub(super) fn pairs(&self) -> usize {
        let order: Vec<usize> = (0..self.size).collect();
        self.matching(&order).iter().flatten().count() / 2
    }
}

/// The search for one path along which partners change, so that two more are paired.
struct PairSearch<'a> {
    graph: &'a PairGraph,
    mates: &'a mut Vec<Option<usize>>,
    /// By whom somebody was reached on an odd step.
    before: Vec<Option<usize>>,
    /// The point that somebody's odd circle was shrunk to.
    base: Vec<usize>,
    even: Vec<bool>,
}

impl<'a> PairSearch<'a> {
    fn new(graph: &'a PairGraph, mates: &'a mut Vec<Option<usize>>) -> Self {
        let size = graph.size;
        Self {
            graph,
            mates,
            before: vec![None; size],
            base: (0..size).collect(),
            even: vec![false; size],
        }
    }

    fn from(mut self, root: usize, order: &[usize]) {
        self.even[root] = true;
        let mut queue = vec![root];
        let mut next = 0;
        while let Some(&a) = queue.get(next) {
            next += 1;
            for &b in order {
                let inside = self.base[a] == self.base[b] || self.mates[a] == Some(b);
                if inside || !self.graph.has(a, b) {
                    continue;
                }
                let even = b == root || self.mates[b].is_some_and(|m| self.before[m].is_some());
                if even {
                    self.shrink(a, b, &mut queue);
                } else if self.before[b].is_none() {
                    self.before[b] = Some(a);
                    match self.mates[b] {
                        None => return self.change(b),
                        Some(mate) => {
                            self.even[mate] = true;
                            queue.push(mate);
                        }
                    }
                }
            }
        }
    }

    /// Two on even steps meet: the circle through both becomes one point, and all on it are on even steps.
    fn shrink(&mut self, a: usize, b: usize, queue: &mut Vec<usize>) {
        let top = self.meet(a, b);
        let mut circle = vec![false; self.base.len()];
        self.mark(a, top, b, &mut circle);
        self.mark(b, top, a, &mut circle);
        for player in 0..self.base.len() {
            if circle[self.base[player]] {
                self.base[player] = top;
                if !self.even[player] {
                    self.even[player] = true;
                    queue.push(player);
                }
            }
        }
    }

    /// Where the ways of two back to the root meet.
    fn meet(&self, a: usize, b: usize) -> usize {
        let mut seen = vec![false; self.base.len()];
        let mut at = a;
        loop {
            at = self.base[at];
            seen[at] = true;
            match self.mates[at].and_then(|m| self.before[m]) {
                Some(up) => at = up,
                None => break,
            }
        }
        at = b;
        loop {
            at = self.base[at];
            if seen[at] {
                return at;
            }
            match self.mates[at].and_then(|m| self.before[m]) {
                Some(up) => at = up,
                None => return at,
            }
        }
    }

    /// Marks the way from `at` up to `top`, and turns it round so that it can be walked from `child`.
    fn mark(&mut self, mut at: usize, top: usize, mut child: usize, circle: &mut [bool]) {
        while self.base[at] != top {
            let Some(mate) = self.mates[at] else { return };
            circle[self.base[at]] = true;
            circle[self.base[mate]] = true;
            self.before[at] = Some(child);
            child = mate;
            match self.before[mate] {
                Some(up) => at = up,
                None => return,
            }
        }
    }

    /// Changes partners along the way back from somebody without one.
    fn change(self, end: usize) {
        let mut at = Some(end);
        while let Some(b) = at {
            let Some(a) = self.before[b] else { return };
            let next = self.mates[a];
            (self.mates[a], self.mates[b]) = (Some(b), Some(a));
            at = next;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The most pairs, by trying everything.
    fn tried(graph: &PairGraph, left: u32) -> usize {
        if left == 0 {
            return 0;
        }
        let a = left.trailing_zeros() as usize;
        let rest = left & !(1 << a);
        let with = (0..graph.size())
            .filter(|b| rest >> b & 1 == 1 && graph.has(a, *b))
            .map(|b| 1 + tried(graph, rest & !(1 << b)));
        with.max().unwrap_or(0).max(tried(graph, rest))
    }

    #[test]
    fn two_triangles_joined_at_a_corner_are_paired() {
        let mut graph = PairGraph::new(6);
        for (a, b) in [(0, 1), (1, 2), (2, 0), (3, 4), (4, 5), (5, 3), (2, 3)] {
            graph.set(a, b, true);
        }
        assert_eq!(graph.pairs(), 3);
        graph.set(2, 3, false);
        assert_eq!(graph.pairs(), 2);
    }

    proptest! {
        #[test]
        fn there_are_never_more_pairs(size in 1usize..=11, edges in prop::collection::vec(any::<bool>(), 55), turn in 0usize..11) {
            let mut graph = PairGraph::new(size);
            let all = (0..size).flat_map(|a| (0..a).map(move |b| (a, b)));
            for ((a, b), may) in all.zip(edges) {
                graph.set(a, b, may);
            }
            let mut order: Vec<usize> = (0..size).collect();
            order.rotate_left(turn % size);
            let mates = graph.matching(&order);
            for (a, mate) in mates.iter().enumerate() {
                if let Some(b) = mate {
                    prop_assert!(graph.has(a, *b));
                    prop_assert_eq!(mates[*b], Some(a));
                }
            }
            let pairs = mates.iter().flatten().count() / 2;
            prop_assert_eq!(pairs, tried(&graph, (1 << size) - 1));
        }
    }
}
