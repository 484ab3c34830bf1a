//! Drawing fish and cats: who may draw what where, with room left for everything that is still to come.

use super::cell::Cell;
use super::state::{ALL_FISH, CATS_A_ROW, FISH_A_ROW, No, State};
use super::town::{Spot, Town};

/// Two drawings of a row are at least this far apart: two empty cells lie between.
const APART: usize = 3;

impl State {
    /// Drawings of a row that are there.
    fn drawings(&self) -> impl Iterator<Item = Spot> {
        let fish = self.fish.iter().map(|f| f.at);
        fish.chain(self.cats.iter().map(|c| c.start))
    }

    /// How many fish, or cats, a seat has still to draw in a row.
    pub(crate) fn left_in_row(&self, town: &Town, seat: u8, row: usize, fish: bool) -> usize {
        let here = |at: Spot| usize::from(town.row(at) == row);
        match fish {
            true => {
                let own = self.fish.iter().filter(|f| f.by == seat);
                FISH_A_ROW.saturating_sub(own.map(|f| here(f.at)).sum())
            }
            false => {
                let own = self.cats_of(seat).map(|c| here(c.start));
                CATS_A_ROW.saturating_sub(own.sum())
            }
        }
    }

    /// Whether a cell of an outer row is one to draw on: no manhole, two empty cells to every other drawing.
    fn room_at(&self, town: &Town, at: Spot) -> Result<(), No> {
        if town.cell(at) != Cell::Open {
            return Err(No::OnManhole);
        }
        let same_row = |d: &Spot| town.row(*d) == town.row(at);
        let near = |d: &Spot| usize::from(d.abs_diff(at)) < APART;
        match self.drawings().find(|d| same_row(d) && near(d)) {
            Some(other) => Err(No::Near(other)),
            None => Ok(()),
        }
    }

    /// Whether everything that is still to be drawn in a row finds room when `at` is taken as well.
    fn room_for_rest(&self, town: &Town, at: Spot) -> bool {
        let row = town.row(at);
        let here = self.drawings().filter(|d| town.row(*d) == row).count();
        let both = 2 * (FISH_A_ROW + CATS_A_ROW);
        let wanted = both.saturating_sub(here + 1);
        let wide = town.size().1;
        // A drawing takes five cells at the most: its own, and two on each side.
        let taken = (2 * APART - 1) * (here + 1 + wanted.saturating_sub(1));
        if wanted == 0 || town.plain_in_row(row) > taken {
            return true;
        }
        // From the left, each as far left as it can be: nothing fits more.
        let (mut found, mut last) = (0, None);
        for spot in town.spots().iter().skip(row * wide).take(wide) {
            let clear = |d: Spot| usize::from(d.abs_diff(*spot)) >= APART;
            if clear(at) && last.is_none_or(clear) && self.room_at(town, *spot).is_ok() {
                (found, last) = (found + 1, Some(*spot));
            }
        }
        found >= wanted
    }

    /// Whether the seat to move may draw a fish, or a cat, there.
    pub(crate) fn may_draw(&self, town: &Town, at: Spot, fish: bool) -> Result<(), No> {
        match (self.fish.len() >= ALL_FISH, fish) {
            (true, true) => return Err(No::FishDrawn),
            (false, false) => return Err(No::FishFirst),
            (true, false) if self.drawn() => return Err(No::CatsDrawn),
            _ => {}
        }
        let row = town.row(at);
        if row != 0 && row + 1 != town.size().0 {
            return Err(No::NotOuter);
        }
        if self.left_in_row(town, self.turn, row, fish) == 0 {
            return Err(if fish {
                No::RowFullOfFish
            } else {
                No::RowHasCat
            });
        }
        self.room_at(town, at)?;
        match self.room_for_rest(town, at) {
            true => Ok(()),
            false => Err(No::Cramped),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::state::TurnAct;
    use super::*;

    /// Six drawings, two cells apart, fill a row of 16 exactly one way.
    #[test]
    fn a_placement_that_would_leave_no_room_for_the_rest_is_refused() {
        let town = Town::new(&vec![vec![Cell::Open; 16]; 4], 2);
        let mut state = State::new(&town);
        let places = |state: &State| -> Vec<Spot> {
            let legal = state.legal(&town).into_iter();
            legal
                .map(|act| match act {
                    TurnAct::Fish(at) | TurnAct::Cat(at) => at,
                    TurnAct::Go(..) => panic!("nothing moves yet"),
                })
                .collect()
        };
        let top = [0, 3, 6, 9, 12, 15];
        let bottom = top.map(|c| c + 3 * 16);
        assert_eq!(places(&state), [top, bottom].concat());
        assert_eq!(state.act(&town, TurnAct::Fish(1)), Err(No::Cramped));
        let order = [0, 48, 3, 51, 60, 6, 63, 9, 12, 57, 54, 15];
        for (i, at) in order.into_iter().enumerate() {
            assert!(places(&state).contains(&at), "{at}: {:?}", places(&state));
            let act = if i < ALL_FISH {
                TurnAct::Fish(at)
            } else {
                TurnAct::Cat(at)
            };
            state.act(&town, act).expect("room");
        }
        assert!(state.drawn());
    }

    #[test]
    fn a_manhole_takes_room_away() {
        let mut rows = vec![vec![Cell::Open; 17]; 4];
        let town = Town::new(&rows, 2);
        // Six fit into 17 with one cell to spare.
        assert_eq!(State::new(&town).may_draw(&town, 1, true), Ok(()));
        rows[0][4] = Cell::Manhole(1);
        let town = Town::new(&rows, 2);
        let state = State::new(&town);
        assert_eq!(state.may_draw(&town, 4, true), Err(No::OnManhole));
        assert_eq!(state.may_draw(&town, 1, true), Err(No::Cramped));
        assert_eq!(state.may_draw(&town, 0, true), Ok(()));
    }
}
