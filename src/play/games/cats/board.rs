//! Where a single move leads, by the names of cells and players: what the rule pictures ask.
//!
//! A thin coat over `town`, which knows walls, lines and manholes.

use std::fmt;

use super::cell::{Cell, Dir, Pos};
use super::town::{FREE, Spot, Town};

/// A map, or a piece of one, with the lines drawn so far.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    town: Town,
    lines: Vec<u8>,
    /// Whose lines they are: the mark of `names[0]` is 1.
    names: Vec<String>,
}

/// Why a cat cannot go there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Blocked {
    /// The map ends.
    Edge,
    /// A wall or a shrine is in the way.
    Wall,
    /// The cell already has a line.
    Line,
    /// There is no line of one's own next to the cat to jump over.
    NothingToJump,
    /// An amazing jump over own lines only would waste a special.
    NothingAmazing,
    /// Inside a building a cat can only leave.
    Inside,
    /// Only a cat inside a building can leave one.
    Outside,
    /// The next cell is no manhole.
    NoManhole,
    /// The other manhole of that colour has a line, or there is none.
    NoWayOut,
}

impl fmt::Display for Blocked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Edge => "the map ends there",
            Self::Wall => "a wall or a shrine is in the way",
            Self::Line => "that cell already has a line",
            Self::NothingToJump => "there is no line of your own next to the cat to jump over",
            Self::NothingAmazing => "an amazing jump needs a line of the other player in the run",
            Self::Inside => "inside a building a cat can only leave",
            Self::Outside => "the cat is not inside a building with an opening to that cell",
            Self::NoManhole => "the next cell is no manhole",
            Self::NoWayOut => "there is no free manhole of that colour in the row",
        })
    }
}

impl std::error::Error for Blocked {}

/// A jump: what is flown over, and the cells that get the line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Jump {
    /// The run of lined cells, nearest first.
    pub over: Vec<Pos>,
    /// The first cell beyond.
    pub to: Pos,
    /// All cells that get the line: the landing cell, or its whole building.
    pub lined: Vec<Pos>,
}

/// A warp: both manholes, and the step on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Warp {
    /// The manhole the cat slips into.
    pub down: Pos,
    /// The manhole it comes out of.
    pub up: Pos,
    /// The cell next to that.
    pub to: Pos,
    /// All cells that get the line.
    pub lined: Vec<Pos>,
}

impl Board {
    /// A board without lines. `seam` is the first row of the lower strip, 0 if there is no seam.
    pub fn new(rows: Vec<Vec<Cell>>, seam: usize) -> Self {
        let town = Town::new(&rows, seam);
        Self::drawn(town, Vec::new(), Vec::new())
    }

    /// A board with lines by marks: 1 is the first of `names`.
    pub fn drawn(town: Town, mut lines: Vec<u8>, names: Vec<String>) -> Self {
        lines.resize(town.count(), FREE);
        Self { town, lines, names }
    }

    /// The streets of the board.
    pub fn town(&self) -> &Town {
        &self.town
    }

    /// The lines by marks.
    pub fn lines(&self) -> &[u8] {
        &self.lines
    }

    /// The mark of a player's lines, if there are any.
    pub fn mark(&self, who: &str) -> Option<u8> {
        let found = self.names.iter().position(|n| n == who)?;
        u8::try_from(found + 1).ok()
    }

    /// What is printed at a place.
    pub fn cell(&self, at: Pos) -> Option<Cell> {
        self.town.spot(at).map(|s| self.town.cell(s))
    }

    /// Rows and columns.
    pub fn size(&self) -> (usize, usize) {
        self.town.size()
    }

    /// Whose line is there.
    pub fn line(&self, at: Pos) -> Option<&str> {
        let mark = *self.lines.get(usize::from(self.town.spot(at)?))?;
        let name = self.names.get(usize::from(mark).checked_sub(1)?)?;
        Some(name)
    }

    /// Draws a line through cells.
    pub fn draw(&mut self, cells: &[Pos], who: &str) {
        if self.mark(who).is_none() {
            self.names.push(who.to_owned());
        }
        let mark = self.mark(who).unwrap_or(FREE);
        for at in cells.iter().filter_map(|p| self.town.spot(*p)) {
            self.lines[usize::from(at)] = mark;
        }
    }

    fn spot(&self, at: Pos) -> Result<Spot, Blocked> {
        self.town.spot(at).ok_or(Blocked::Edge)
    }

    fn places(&self, spots: &[Spot]) -> Vec<Pos> {
        spots.iter().map(|s| self.town.pos(*s)).collect()
    }

    /// The cell itself, or all cells of the building it belongs to.
    pub fn whole(&self, at: Pos) -> Vec<Pos> {
        match self.town.spot(at) {
            Some(spot) => self.places(self.town.whole(spot)),
            None => vec![at],
        }
    }

    /// The next cell this way, if no wall stands between, whatever lines there are.
    pub fn beyond(&self, at: Pos, dir: Dir) -> Result<Pos, Blocked> {
        let to = self.town.beyond(self.spot(at)?, dir)?;
        Ok(self.town.pos(to))
    }

    /// One step to the next cell; an opening of a building leads inside. Gives the cells that get the line.
    pub fn step(&self, at: Pos, dir: Dir) -> Result<Vec<Pos>, Blocked> {
        let to = self.town.step(&self.lines, self.spot(at)?, dir)?;
        Ok(self.places(self.town.whole(to)))
    }

    /// All cells outside a building that its openings lead to and that have no line.
    pub fn exits(&self, at: Pos) -> Vec<Pos> {
        let exits = self.town.spot(at).map_or(&[][..], |s| self.town.exits(s));
        let free = |s: &&Spot| self.lines[usize::from(**s)] == FREE;
        let free: Vec<Spot> = exits.iter().filter(free).copied().collect();
        self.places(&free)
    }

    /// Out of a building, by an opening, to a cell outside. Gives the cells that get the line.
    pub fn leave(&self, at: Pos, to: Pos) -> Result<Vec<Pos>, Blocked> {
        let (at, to) = (self.spot(at)?, self.spot(to)?);
        let to = self.town.leave(&self.lines, at, to)?;
        Ok(self.places(self.town.whole(to)))
    }

    /// A jump over the whole run of lined cells that begins next to the cat. `amazing` counts every line.
    pub fn jump(&self, at: Pos, dir: Dir, who: &str, amazing: bool) -> Result<Jump, Blocked> {
        let at = self.spot(at)?;
        // Who has drawn no line yet can jump over none: no line has this mark.
        let mark = self.mark(who).unwrap_or(u8::MAX);
        let to = self.town.jump(&self.lines, at, dir, mark, amazing)?;
        let run = std::iter::successors(self.town.next(at, dir), |s| self.town.next(*s, dir));
        let over: Vec<Spot> = run.take_while(|s| *s != to).collect();
        Ok(Jump {
            over: self.places(&over),
            to: self.town.pos(to),
            lined: self.places(self.town.whole(to)),
        })
    }

    /// Into the manhole next to the cat, out of its pair, and one step on.
    pub fn warp(&self, at: Pos, dir: Dir, then: Dir) -> Result<Warp, Blocked> {
        let tunnel = self.town.warp(&self.lines, self.spot(at)?, dir, then)?;
        let mut lined = vec![tunnel.down, tunnel.up];
        lined.extend(self.town.whole(tunnel.to));
        Ok(Warp {
            down: self.town.pos(tunnel.down),
            up: self.town.pos(tunnel.up),
            to: self.town.pos(tunnel.to),
            lined: self.places(&lined),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Cells by spaces, rows by lines; `/` marks the seam.
    fn board(text: &str) -> Board {
        let mut seam = 0;
        let mut rows = Vec::new();
        for line in text.lines().map(str::trim).filter(|l| !l.is_empty()) {
            match line {
                "/" => seam = rows.len(),
                _ => rows.push(
                    line.split_whitespace()
                        .map(|c| Cell::parse(c).unwrap())
                        .collect(),
                ),
            }
        }
        Board::new(rows, seam)
    }

    fn at(text: &str) -> Pos {
        Pos::parse(text).unwrap()
    }

    fn names(cells: &[Pos]) -> String {
        cells
            .iter()
            .map(Pos::to_string)
            .collect::<Vec<_>>()
            .join(" ")
    }

    #[test]
    fn a_step_goes_to_the_next_cell_without_any_line() {
        let mut b = board(". . #");
        assert_eq!(b.step(at("a1"), Dir::Right), Ok(vec![at("b1")]));
        assert_eq!(b.step(at("a1"), Dir::Left), Err(Blocked::Edge));
        assert_eq!(b.step(at("b1"), Dir::Right), Err(Blocked::Wall));
        b.draw(&[at("b1")], "Ann");
        assert_eq!(b.step(at("a1"), Dir::Right), Err(Blocked::Line));
    }

    #[test]
    fn entering_by_an_opening_lines_every_cell_inside() {
        let b = board(". A:l A\n. A .");
        assert_eq!(
            b.step(at("a1"), Dir::Right).map(|c| names(&c)).as_deref(),
            Ok("b1 c1 b2")
        );
        assert_eq!(b.step(at("a2"), Dir::Right), Err(Blocked::Wall));
    }

    #[test]
    fn leaving_goes_by_any_opening_to_the_cell_outside() {
        let b = board(". A:l A:r .\n. A:d . .\n. . . .");
        assert_eq!(names(&b.exits(at("c1"))), "a1 d1 b3");
        assert_eq!(b.leave(at("b1"), at("b3")), Ok(vec![at("b3")]));
        assert_eq!(b.leave(at("b1"), at("a2")), Err(Blocked::Outside));
        assert_eq!(b.step(at("b1"), Dir::Left), Err(Blocked::Inside));
    }

    #[test]
    fn openings_that_face_each_other_lead_from_one_building_into_the_other() {
        let b = board("A A:d\n/\n. A:u");
        assert_eq!(b.leave(at("a1"), at("b2")), Ok(vec![at("b2")]));
    }

    #[test]
    fn a_jump_clears_the_whole_run_of_own_lines() {
        let mut b = board(". . . . .");
        b.draw(&[at("b1"), at("c1")], "Ann");
        let jump = b.jump(at("a1"), Dir::Right, "Ann", false).unwrap();
        assert_eq!((names(&jump.over).as_str(), jump.to), ("b1 c1", at("d1")));
        assert_eq!(
            b.jump(at("a1"), Dir::Right, "Bob", false),
            Err(Blocked::NothingToJump)
        );
        b.draw(&[at("d1")], "Bob");
        assert_eq!(
            b.jump(at("a1"), Dir::Right, "Ann", false),
            Err(Blocked::Line)
        );
    }

    #[test]
    fn walls_and_shrines_stop_a_jump() {
        let mut b = board(". . # .");
        b.draw(&[at("b1")], "Ann");
        assert_eq!(
            b.jump(at("a1"), Dir::Right, "Ann", false),
            Err(Blocked::Wall)
        );
    }

    #[test]
    fn a_jump_may_pass_through_or_end_in_buildings_with_openings_in_line() {
        let mut b = board(". A:l A:r .");
        b.draw(&[at("b1"), at("c1")], "Ann");
        assert_eq!(
            b.jump(at("a1"), Dir::Right, "Ann", false).map(|j| j.to),
            Ok(at("d1"))
        );
        let mut b = board(". . A:l A");
        b.draw(&[at("b1")], "Ann");
        let jump = b.jump(at("a1"), Dir::Right, "Ann", false).unwrap();
        assert_eq!(names(&jump.lined), "c1 d1");
    }

    #[test]
    fn an_amazing_jump_counts_the_opponents_lines_in_mixed_runs() {
        let mut b = board(". . . . .");
        b.draw(&[at("b1"), at("d1")], "Ann");
        assert_eq!(
            b.jump(at("a1"), Dir::Right, "Ann", true),
            Err(Blocked::NothingAmazing)
        );
        b.draw(&[at("c1")], "Bob");
        assert_eq!(
            b.jump(at("a1"), Dir::Right, "Ann", true).map(|j| j.to),
            Ok(at("e1"))
        );
    }

    #[test]
    fn a_warp_uses_both_manholes_and_goes_one_step_on() {
        let mut b = board(". m1 . m2 . m1 .\n. . . . . . .");
        let warp = b.warp(at("a1"), Dir::Right, Dir::Down).unwrap();
        assert_eq!(names(&warp.lined), "b1 f1 f2");
        assert_eq!(
            b.warp(at("c1"), Dir::Right, Dir::Down),
            Err(Blocked::NoWayOut)
        );
        assert_eq!(
            b.warp(at("a2"), Dir::Right, Dir::Down),
            Err(Blocked::NoManhole)
        );
        b.draw(&[at("f1")], "Bob");
        assert_eq!(
            b.warp(at("a1"), Dir::Right, Dir::Down),
            Err(Blocked::NoWayOut)
        );
    }
}
