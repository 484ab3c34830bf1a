//! Whether a cat whose player has no special left can still bring a fish home.
//!
//! Never says no too early: own lines that are drawn later open new jumps, so every cell without a line of the
//! opponent's counts as one that could be flown over, and the way out may be taken back. It may say yes too long.

use super::cell::Dir;
use super::town::{FREE, Spot, Town};

/// A cat that wants to get home.
#[derive(Clone, Copy, Debug)]
pub struct Wish<'a> {
    /// The lines by marks.
    pub lines: &'a [u8],
    /// The mark of the cat's player.
    pub mark: u8,
    /// Where the cat is.
    pub at: Spot,
    /// The row where it started, from 0.
    pub home: usize,
    /// Whether it carries a fish.
    pub carries: bool,
    /// The cells of all fish that nobody has taken.
    pub fish: &'a [Spot],
}

/// Whether there might be a way home; `false` is certain.
pub fn way_home(town: &Town, wish: Wish<'_>) -> bool {
    let seen = [vec![false; town.count()], vec![false; town.count()]];
    let mut todo = Vec::with_capacity(64);
    todo.push((wish.at, wish.carries));
    let mut search = Search {
        town,
        wish,
        seen,
        todo,
        home: false,
    };
    while let Some((at, carries)) = search.todo.pop() {
        search.go_on(at, carries);
        if search.home {
            return true;
        }
    }
    false
}

struct Search<'a> {
    town: &'a Town,
    wish: Wish<'a>,
    /// Cells that were reached without and with a fish.
    seen: [Vec<bool>; 2],
    todo: Vec<(Spot, bool)>,
    home: bool,
}

impl Search<'_> {
    /// Every cell that one more move could lead to.
    fn go_on(&mut self, at: Spot, carries: bool) {
        let town = self.town;
        if town.inside(at) {
            for to in town.exits(at) {
                self.land(*to, carries);
            }
            return;
        }
        // The list is a stack: the way to the goal is put there last, so that it is tried first.
        let up = (self.wish.home == 0) == carries;
        let ways = match up {
            true => [Dir::Down, Dir::Left, Dir::Right, Dir::Up],
            false => [Dir::Up, Dir::Left, Dir::Right, Dir::Down],
        };
        for dir in ways {
            let mut here = at;
            while let Some(to) = town.next(here, dir) {
                let line = self.wish.lines[usize::from(to)];
                if line != FREE && line != self.wish.mark {
                    break;
                }
                self.land(to, carries);
                here = to;
            }
        }
    }

    /// Reaches a cell, unless a line or a fish closes it.
    fn land(&mut self, to: Spot, carries: bool) {
        if self.wish.lines[usize::from(to)] != FREE {
            return;
        }
        let fish = self.wish.fish.contains(&to);
        let at_home = self.town.row(to) == self.wish.home;
        if fish && (carries || at_home) {
            return;
        }
        self.home |= carries && at_home;
        let carries = carries || fish;
        // One cell stands for a whole building.
        let to = self.town.whole(to).first().copied().unwrap_or(to);
        let seen = &mut self.seen[usize::from(carries)][usize::from(to)];
        if !*seen {
            *seen = true;
            self.todo.push((to, carries));
        }
    }
}
