//! The streets of a map in small numbers: what lies next to what, and where a single move leads.
//!
//! Owns what walls, lines and manholes allow. It knows nothing of turns, fish or homes (see `state`), nor of names
//! (see `board`). Lines are one byte a cell: 0 for none, else the mark of whoever drew it.

use super::board::Blocked;
use super::cell::{Cell, Dir, Pos};
use super::paths::lets_through;

/// A cell by its number, row by row.
pub(crate) type Spot = u16;
/// No cell, no building.
const NONE: u16 = u16::MAX;
/// No line.
pub const FREE: u8 = 0;

/// A map that does not change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Town {
    high: usize,
    wide: usize,
    cells: Vec<Cell>,
    /// The cells beyond each side, where no wall stands between; by `Dir`.
    next: Vec<[Spot; 4]>,
    /// Every cell, so that one cell is a slice too.
    each: Vec<Spot>,
    /// The building that a cell belongs to.
    house: Vec<u16>,
    houses: Vec<House>,
    /// How many cells of each row are plain street.
    plain: Vec<usize>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct House {
    cells: Vec<Spot>,
    /// Cells outside that its openings lead to.
    outside: Vec<Spot>,
}

/// A warp: both manholes, and the cell after.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tunnel {
    /// The manhole the cat slips into.
    pub down: Spot,
    /// The manhole it comes out of.
    pub up: Spot,
    /// The cell next to that.
    pub to: Spot,
}

impl Town {
    /// Reads `rows` from the top. `seam` is the first row of the lower strip, 0 if there is no seam: buildings end
    /// there.
    pub fn new(rows: &[Vec<Cell>], seam: usize) -> Self {
        let (high, wide) = (rows.len(), rows.first().map_or(0, Vec::len));
        // A cell that a short row lacks is a wall.
        let cell = |row: &Vec<Cell>, col: usize| row.get(col).copied().unwrap_or(Cell::Shrine);
        let cells: Vec<Cell> = rows
            .iter()
            .flat_map(|row| (0..wide).map(move |col| cell(row, col)))
            .collect();
        let count = cells.len().min(usize::from(NONE)) as Spot;
        let plain = |row: &Vec<Cell>| row.iter().filter(|c| **c == Cell::Open).count();
        let mut town = Self {
            plain: rows.iter().map(plain).collect(),
            high,
            wide,
            next: vec![[NONE; 4]; cells.len()],
            each: (0..count).collect(),
            house: vec![NONE; cells.len()],
            houses: Vec::new(),
            cells,
        };
        for at in 0..count {
            town.find_house(at, seam);
        }
        for at in 0..count {
            for dir in Dir::ALL {
                if let Some(to) = town.neighbour(at, dir).filter(|to| town.open(at, dir, *to)) {
                    town.next[usize::from(at)][dir as usize] = to;
                }
            }
        }
        town.find_exits();
        town
    }

    /// Gives a building a number, once for all its cells.
    fn find_house(&mut self, at: Spot, seam: usize) {
        let Cell::Building { letter, .. } = self.cell(at) else {
            return;
        };
        if self.inside(at) {
            return;
        }
        let number = self.houses.len() as u16;
        let mut cells = vec![at];
        let mut seen = 0;
        self.house[usize::from(at)] = number;
        while let Some(&here) = cells.get(seen) {
            seen += 1;
            for dir in Dir::ALL {
                let Some(to) = self.neighbour(here, dir) else {
                    continue;
                };
                let same = matches!(self.cell(to), Cell::Building { letter: l, .. } if l == letter);
                let strip = |at: Spot| self.row(at) < seam;
                if same && strip(to) == strip(here) && !self.inside(to) {
                    self.house[usize::from(to)] = number;
                    cells.push(to);
                }
            }
        }
        cells.sort_unstable();
        let outside = Vec::new();
        self.houses.push(House { cells, outside });
    }

    fn find_exits(&mut self) {
        for number in 0..self.houses.len() {
            let own = &self.houses[number].cells;
            let around = own.iter().flat_map(|at| self.next[usize::from(*at)]);
            let mut outside: Vec<Spot> = around
                .filter(|to| *to != NONE && !own.contains(to))
                .collect();
            outside.sort_unstable();
            outside.dedup();
            self.houses[number].outside = outside;
        }
    }

    /// The cell this way, whatever stands between.
    fn neighbour(&self, at: Spot, dir: Dir) -> Option<Spot> {
        self.spot(dir.step(self.pos(at), self.high, self.wide)?)
    }

    /// Whether no wall stands between two cells next to each other. Inside one building there are none.
    fn open(&self, at: Spot, dir: Dir, to: Spot) -> bool {
        let same = self.inside(at) && self.house[usize::from(at)] == self.house[usize::from(to)];
        let both = lets_through(self.cell(at), dir) && lets_through(self.cell(to), dir.back());
        same || both
    }

    /// Rows and columns.
    pub fn size(&self) -> (usize, usize) {
        (self.high, self.wide)
    }

    /// How many cells there are.
    pub fn count(&self) -> usize {
        self.each.len()
    }

    /// How many cells of a row are plain street, without manhole.
    pub(crate) fn plain_in_row(&self, row: usize) -> usize {
        self.plain.get(row).copied().unwrap_or(0)
    }

    /// Every cell, row by row.
    pub fn spots(&self) -> &[Spot] {
        &self.each
    }

    /// The number of a place, if it is on the map.
    pub fn spot(&self, at: Pos) -> Option<Spot> {
        let on = at.row < self.high && at.col < self.wide;
        let number = on.then(|| at.row * self.wide + at.col)?;
        self.each.get(number).copied()
    }

    /// The place of a cell.
    pub fn pos(&self, at: Spot) -> Pos {
        let (at, wide) = (usize::from(at), self.wide.max(1));
        Pos {
            row: at / wide,
            col: at % wide,
        }
    }

    /// The row of a cell, from 0.
    pub fn row(&self, at: Spot) -> usize {
        usize::from(at) / self.wide.max(1)
    }

    /// What is printed in a cell.
    pub fn cell(&self, at: Spot) -> Cell {
        self.cells[usize::from(at)]
    }

    /// Whether a cell belongs to a building.
    pub fn inside(&self, at: Spot) -> bool {
        self.house[usize::from(at)] != NONE
    }

    /// The cell itself, or all cells of its building.
    pub fn whole(&self, at: Spot) -> &[Spot] {
        match self.houses.get(usize::from(self.house[usize::from(at)])) {
            Some(house) => &house.cells,
            None => &self.each[usize::from(at)..=usize::from(at)],
        }
    }

    /// The cells outside that the openings of a cell's building lead to; none on the street.
    pub fn exits(&self, at: Spot) -> &[Spot] {
        let house = self.houses.get(usize::from(self.house[usize::from(at)]));
        house.map_or(&[], |h| &h.outside)
    }

    /// The next cell this way, if no wall stands between, whatever lines there are.
    pub fn next(&self, at: Spot, dir: Dir) -> Option<Spot> {
        let to = self.next[usize::from(at)][dir as usize];
        (to != NONE).then_some(to)
    }

    /// The same with the reason why not.
    pub fn beyond(&self, at: Spot, dir: Dir) -> Result<Spot, Blocked> {
        self.next(at, dir)
            .ok_or_else(|| match self.neighbour(at, dir) {
                Some(_) => Blocked::Wall,
                None => Blocked::Edge,
            })
    }

    /// Draws a line to a cell: through it, or through its whole building.
    pub fn draw(&self, lines: &mut [u8], to: Spot, mark: u8) {
        for at in self.whole(to) {
            lines[usize::from(*at)] = mark;
        }
    }

    fn free(lines: &[u8], to: Spot) -> Result<Spot, Blocked> {
        match lines[usize::from(to)] {
            FREE => Ok(to),
            _ => Err(Blocked::Line),
        }
    }

    fn outside(&self, at: Spot) -> Result<(), Blocked> {
        match self.inside(at) {
            true => Err(Blocked::Inside),
            false => Ok(()),
        }
    }

    /// Where one step leads; an opening of a building leads inside.
    pub fn step(&self, lines: &[u8], at: Spot, dir: Dir) -> Result<Spot, Blocked> {
        self.outside(at)?;
        Self::free(lines, self.beyond(at, dir)?)
    }

    /// Out of a building, by an opening, to a cell outside.
    pub fn leave(&self, lines: &[u8], at: Spot, to: Spot) -> Result<Spot, Blocked> {
        let leads = self.exits(at).contains(&to);
        let to = Self::free(lines, to)?;
        if leads { Ok(to) } else { Err(Blocked::Outside) }
    }

    /// Where a jump over the whole run of lined cells leads that begins next to the cat. `amazing` counts every line.
    pub fn jump(
        &self,
        lines: &[u8],
        at: Spot,
        dir: Dir,
        mark: u8,
        amazing: bool,
    ) -> Result<Spot, Blocked> {
        self.outside(at)?;
        let first = self.beyond(at, dir)?;
        let (mut to, mut theirs) = (first, false);
        loop {
            let line = lines[usize::from(to)];
            if line == FREE || !(amazing || line == mark) {
                break;
            }
            theirs |= line != mark;
            to = self.beyond(to, dir)?;
        }
        if to == first {
            return Err(Blocked::NothingToJump);
        }
        if amazing && !theirs {
            return Err(Blocked::NothingAmazing);
        }
        Self::free(lines, to)
    }

    /// Into the manhole next to the cat, out of its pair, and one step on.
    pub fn warp(&self, lines: &[u8], at: Spot, dir: Dir, then: Dir) -> Result<Tunnel, Blocked> {
        let (down, up) = self.tunnel(lines, at, dir)?;
        let to = self.beyond(up, then)?;
        if to == down {
            return Err(Blocked::Line);
        }
        let to = Self::free(lines, to)?;
        Ok(Tunnel { down, up, to })
    }

    /// The manhole next to the cat, and the free one of its colour in the row.
    pub(crate) fn tunnel(&self, lines: &[u8], at: Spot, dir: Dir) -> Result<(Spot, Spot), Blocked> {
        self.outside(at)?;
        let down = self.beyond(at, dir)?;
        let cover = self.cell(down);
        if !matches!(cover, Cell::Manhole(_)) {
            return Err(Blocked::NoManhole);
        }
        Self::free(lines, down)?;
        let start = self.row(down) * self.wide;
        let row = &self.each[start..start + self.wide];
        let fits =
            |p: &&Spot| **p != down && self.cell(**p) == cover && lines[usize::from(**p)] == FREE;
        let up = row.iter().find(fits).ok_or(Blocked::NoWayOut)?;
        Ok((down, *up))
    }
}
