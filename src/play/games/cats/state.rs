//! A game in progress in small numbers: placing fish and cats, all legal moves, and how it ends.

use serde::Serialize;

use super::board::Blocked;
use super::cell::{Cell, Dir};
use super::solver::{Wish, way_home};
use super::town::{FREE, Spot, Town};
use crate::play::rules::Tally;

/// Fish a player draws in each of the two outer rows.
pub(super) const FISH_A_ROW: usize = 2;
/// Cats a player draws in each of the two outer rows.
pub(super) const CATS_A_ROW: usize = 1;
/// Fish of both players together.
pub(super) const ALL_FISH: usize = 8;
/// Cats of both players together.
pub(super) const ALL_CATS: usize = 4;
/// Special moves each player has.
pub(super) const SPECIALS: u8 = 2;

/// A fish drawn on the map.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Fish {
    /// Where.
    pub at: Spot,
    /// The seat that drew it.
    pub by: u8,
    /// The seat that has taken it.
    pub taken: Option<u8>,
}

/// A cat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Cat {
    /// Where it is; inside a building one of its cells.
    pub at: Spot,
    /// Where it started: that row is its home.
    pub start: Spot,
    /// Whether it carries a fish, or has eaten it.
    pub fish: bool,
    /// Whether it is home with its fish.
    pub done: bool,
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Ending {
    /// This seat has both cats home.
    Home(u8),
    /// This seat's cat (0 or 1) cannot get home any more, and no special is left.
    Blocked(u8, u8),
    /// This seat has no legal move.
    Stuck(u8),
}

/// One cat's move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// To the next cell; by an opening into a building.
    Step(Dir),
    /// Out of a building to this cell.
    Leave(Spot),
    /// Over own lines.
    Jump(Dir),
    /// Over all lines.
    Amazing(Dir),
    /// Into the manhole this way, and out of the other one that way.
    Warp(Dir, Dir),
}

impl Way {
    /// Whether it uses a special up.
    pub fn special(self) -> bool {
        matches!(self, Self::Amazing(_) | Self::Warp(..))
    }
}

/// What a player does in a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TurnAct {
    /// Draws a fish.
    Fish(Spot),
    /// Draws a cat.
    Cat(Spot),
    /// Moves cat 0 or 1.
    Go(u8, Way),
}

/// Where a move leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Landing {
    /// The cell, or the cell behind a building's opening.
    pub to: Spot,
    /// The manholes of a warp.
    pub manholes: Option<(Spot, Spot)>,
    /// The fish that is taken there, by its place in [`State::fish`].
    pub fish: Option<usize>,
}

/// Why something cannot be done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum No {
    /// All fish are drawn.
    FishDrawn,
    /// Fish come before cats.
    FishFirst,
    /// All cats are drawn.
    CatsDrawn,
    /// Drawings come before moves.
    DrawFirst,
    /// Drawings go into outer rows.
    NotOuter,
    /// Nothing is drawn on a manhole.
    OnManhole,
    /// Too near to the drawing there.
    Near(Spot),
    /// The player has drawn enough fish in that row.
    RowFullOfFish,
    /// The player has a cat in that row.
    RowHasCat,
    /// The rest would find no room.
    Cramped,
    /// That cat is home.
    CatHome,
    /// No special is left.
    SpecialsGone,
    /// Walls, lines and manholes.
    Blocked(Blocked),
    /// A fish on the home side.
    HomeFish,
    /// A second fish.
    SecondFish,
}

impl From<Blocked> for No {
    fn from(blocked: Blocked) -> Self {
        Self::Blocked(blocked)
    }
}

/// Everything about a game in progress. Nothing is secret.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct State {
    /// Lines by cell: 0 for none, else the seat that drew it, counted from 1.
    pub lines: Vec<u8>,
    /// The sides of each cell that lines go on to, a bit each by [`Dir`]; for drawing only.
    pub sides: Vec<u8>,
    /// All fish, in the order they were drawn.
    pub fish: Vec<Fish>,
    /// All cats, in the order they were drawn: seats take turns.
    pub cats: Vec<Cat>,
    /// Specials left, by seat.
    pub specials: [u8; 2],
    /// The seat to move.
    pub turn: u8,
    /// Moves made, drawings included.
    pub made: u32,
    /// Jumps made over own lines.
    pub jumps: u32,
    /// How it ended.
    pub ending: Option<Ending>,
}

/// The mark of a seat's lines.
pub(super) fn mark(seat: u8) -> u8 {
    seat + 1
}

impl State {
    /// An empty map.
    pub fn new(town: &Town) -> Self {
        Self {
            lines: vec![FREE; town.count()],
            sides: vec![0; town.count()],
            fish: Vec::with_capacity(ALL_FISH),
            cats: Vec::with_capacity(ALL_CATS),
            specials: [SPECIALS; 2],
            turn: 0,
            made: 0,
            jumps: 0,
            ending: None,
        }
    }

    /// Specials a seat has left.
    pub fn specials(&self, seat: u8) -> u8 {
        self.specials.get(usize::from(seat)).copied().unwrap_or(0)
    }

    /// Whether all drawings are made.
    pub fn drawn(&self) -> bool {
        self.cats.len() >= ALL_CATS
    }

    /// A seat's cat, 0 or 1: seats have drawn theirs in turn.
    pub fn cat(&self, seat: u8, cat: u8) -> Option<&Cat> {
        self.cats.get(usize::from(2 * cat + seat))
    }

    /// A seat's cats.
    pub(crate) fn cats_of(&self, seat: u8) -> impl Iterator<Item = &Cat> {
        self.cats.iter().skip(usize::from(seat)).step_by(2)
    }

    /// The cells of fish that nobody has taken.
    pub fn waiting(&self) -> impl Iterator<Item = Spot> {
        let free = self.fish.iter().filter(|f| f.taken.is_none());
        free.map(|f| f.at)
    }

    /// Where a move of the seat to move leads.
    pub fn landing(&self, town: &Town, cat: u8, way: Way) -> Result<Landing, No> {
        let cat = match self.cat(self.turn, cat) {
            Some(cat) if self.drawn() => cat,
            _ => return Err(No::DrawFirst),
        };
        if cat.done {
            return Err(No::CatHome);
        }
        let (lines, at, own) = (&self.lines, cat.at, mark(self.turn));
        let mut manholes = None;
        let to = match way {
            Way::Step(dir) => town.step(lines, at, dir)?,
            Way::Leave(to) => town.leave(lines, at, to)?,
            Way::Jump(dir) => town.jump(lines, at, dir, own, false)?,
            Way::Amazing(dir) => town.jump(lines, at, dir, own, true)?,
            Way::Warp(dir, then) => {
                let tunnel = town.warp(lines, at, dir, then)?;
                manholes = Some((tunnel.down, tunnel.up));
                tunnel.to
            }
        };
        if way.special() && self.specials(self.turn) == 0 {
            return Err(No::SpecialsGone);
        }
        let fish = self.fish_for(town, cat, to)?;
        Ok(Landing { to, manholes, fish })
    }

    /// The fish the cat takes there; cells with fish that it may not take are closed.
    fn fish_for(&self, town: &Town, cat: &Cat, to: Spot) -> Result<Option<usize>, No> {
        let row = town.row(to);
        if row != 0 && row + 1 != town.size().0 {
            return Ok(None);
        }
        match self.fish.iter().position(|f| f.at == to) {
            None => Ok(None),
            Some(_) if row == town.row(cat.start) => Err(No::HomeFish),
            Some(_) if cat.fish => Err(No::SecondFish),
            found => Ok(found),
        }
    }

    /// Gives every legal move of the seat to move to `found`, until that says it is enough.
    pub(crate) fn each_move(&self, town: &Town, mut found: impl FnMut(TurnAct) -> bool) {
        if self.ending.is_some() {
            return;
        }
        if !self.drawn() {
            let fish = self.fish.len() < ALL_FISH;
            let (high, wide) = town.size();
            let outer = [0, high.saturating_sub(1) * wide];
            for row in outer {
                for at in town.spots().iter().skip(row).take(wide) {
                    let act = if fish {
                        TurnAct::Fish(*at)
                    } else {
                        TurnAct::Cat(*at)
                    };
                    if self.may_draw(town, *at, fish).is_ok() && found(act) {
                        return;
                    }
                }
            }
            return;
        }
        for (nth, cat) in self.cats_of(self.turn).enumerate() {
            let nth = nth as u8;
            if !cat.done && self.ways(town, cat, |way| found(TurnAct::Go(nth, way))) {
                return;
            }
        }
    }

    /// Every legal move of one cat; says whether it was enough.
    fn ways(&self, town: &Town, cat: &Cat, mut found: impl FnMut(Way) -> bool) -> bool {
        let (lines, at, own) = (&self.lines[..], cat.at, mark(self.turn));
        let fits =
            |to: Result<Spot, Blocked>| to.is_ok_and(|to| self.fish_for(town, cat, to).is_ok());
        if town.inside(at) {
            return town
                .exits(at)
                .iter()
                .any(|to| fits(town.leave(lines, at, *to)) && found(Way::Leave(*to)));
        }
        let special = self.specials(self.turn) > 0;
        for dir in Dir::ALL {
            let Some(next) = town.next(at, dir) else {
                continue;
            };
            let free = lines[usize::from(next)] == FREE;
            if free && fits(Ok(next)) && found(Way::Step(dir)) {
                return true;
            }
            if !free && fits(town.jump(lines, at, dir, own, false)) && found(Way::Jump(dir)) {
                return true;
            }
            let amazing = special && !free;
            if amazing && fits(town.jump(lines, at, dir, own, true)) && found(Way::Amazing(dir)) {
                return true;
            }
            if special && free && matches!(town.cell(next), Cell::Manhole(_)) {
                for then in Dir::ALL {
                    let to = town.warp(lines, at, dir, then).map(|t| t.to);
                    if fits(to) && found(Way::Warp(dir, then)) {
                        return true;
                    }
                }
            }
        }
        false
    }

    /// All legal moves of the seat to move.
    pub fn legal(&self, town: &Town) -> Vec<TurnAct> {
        let mut acts = Vec::with_capacity(64);
        self.each_move(town, |act| {
            acts.push(act);
            false
        });
        acts
    }

    /// Whether the seat to move has a legal move.
    fn can_move(&self, town: &Town) -> bool {
        let mut any = false;
        self.each_move(town, |_| {
            any = true;
            true
        });
        any
    }

    /// Does something for the seat to move, and sees whether the game is over. A refusal changes nothing.
    pub fn act(&mut self, town: &Town, act: TurnAct) -> Result<Option<Landing>, No> {
        let landing = match act {
            TurnAct::Fish(at) => {
                self.may_draw(town, at, true)?;
                let (by, taken) = (self.turn, None);
                self.fish.push(Fish { at, by, taken });
                None
            }
            TurnAct::Cat(at) => {
                self.may_draw(town, at, false)?;
                town.draw(&mut self.lines, at, mark(self.turn));
                self.cats.push(Cat {
                    at,
                    start: at,
                    fish: false,
                    done: false,
                });
                None
            }
            TurnAct::Go(cat, way) => {
                let landing = self.landing(town, cat, way)?;
                self.go(town, cat, way, landing);
                Some(landing)
            }
        };
        self.settle(town);
        Ok(landing)
    }

    /// Draws the line of a move that is legal, and sees to fish and home.
    fn go(&mut self, town: &Town, cat: u8, way: Way, landing: Landing) {
        let Landing { to, manholes, fish } = landing;
        let seat = self.turn;
        self.join(town, cat, way, landing);
        if let Some((down, up)) = manholes {
            town.draw(&mut self.lines, down, mark(seat));
            town.draw(&mut self.lines, up, mark(seat));
        }
        town.draw(&mut self.lines, to, mark(seat));
        if let Some(left) = self.specials.get_mut(usize::from(seat)) {
            *left = left.saturating_sub(u8::from(way.special()));
        }
        self.jumps += u32::from(matches!(way, Way::Jump(_)));
        if let Some(fish) = fish.and_then(|f| self.fish.get_mut(f)) {
            fish.taken = Some(seat);
        }
        if let Some(cat) = self.cats.get_mut(usize::from(2 * cat + seat)) {
            cat.at = to;
            cat.done = cat.fish && town.row(to) == town.row(cat.start);
            cat.fish |= fish.is_some();
        }
    }

    /// Notes which way the line goes from cell to cell; jumps leave none on the way.
    fn join(&mut self, town: &Town, cat: u8, way: Way, landing: Landing) {
        let Some(at) = self.cat(self.turn, cat).map(|c| c.at) else {
            return;
        };
        let mut link = |from: Spot, dir: Dir, to: Spot| {
            for (cell, dir) in [(from, dir), (to, dir.back())] {
                if let Some(sides) = self.sides.get_mut(usize::from(cell)) {
                    *sides |= 1 << dir as u8;
                }
            }
        };
        match (way, landing.manholes) {
            (Way::Step(dir), _) => link(at, dir, landing.to),
            (Way::Warp(dir, then), Some((down, up))) => {
                link(at, dir, down);
                link(up, then, landing.to);
            }
            (Way::Leave(to), _) => {
                // The opening that leads there.
                let door = |from: &Spot| {
                    Dir::ALL
                        .into_iter()
                        .find(|d| town.next(*from, *d) == Some(to))
                };
                let found = town.whole(at).iter().find_map(|f| Some((*f, door(f)?)));
                if let Some((from, dir)) = found {
                    link(from, dir, to);
                }
            }
            _ => {}
        }
    }

    /// Passes the turn on. Win first, then blocked (if both are, the player to move loses), then no legal move.
    fn settle(&mut self, town: &Town) {
        let seat = self.turn;
        self.turn = 1 - seat;
        self.made += 1;
        if !self.drawn() {
            return;
        }
        self.ending = if self.cats_of(seat).all(|c| c.done) {
            Some(Ending::Home(seat))
        } else {
            let both = [self.turn, seat].into_iter();
            let mut blocked = both.filter_map(|s| Some(Ending::Blocked(s, self.blocked(town, s)?)));
            let stuck = || (!self.can_move(town)).then_some(Ending::Stuck(self.turn));
            blocked.next().or_else(stuck)
        };
    }

    /// The cat of a seat that cannot get home any more, if no special is left.
    pub fn blocked(&self, town: &Town, seat: u8) -> Option<u8> {
        if self.specials(seat) > 0 {
            return None;
        }
        let mut fish = [0; ALL_FISH];
        let mut waiting = 0;
        for (place, at) in fish.iter_mut().zip(self.waiting()) {
            *place = at;
            waiting += 1;
        }
        let cannot = |cat: &Cat| {
            let wish = Wish {
                lines: &self.lines,
                mark: mark(seat),
                at: cat.at,
                home: town.row(cat.start),
                carries: cat.fish,
                fish: &fish[..waiting],
            };
            !cat.done && !way_home(town, wish)
        };
        let found = self.cats_of(seat).position(cannot)?;
        u8::try_from(found).ok()
    }

    /// The seat that has won.
    pub fn winner(&self) -> Option<u8> {
        Some(match self.ending? {
            Ending::Home(seat) => seat,
            Ending::Blocked(seat, _) | Ending::Stuck(seat) => 1 - seat,
        })
    }

    /// A finished game in figures.
    pub fn tally(&self) -> Tally {
        let ending = match self.ending {
            Some(Ending::Home(_)) => "home",
            Some(Ending::Blocked(..)) => "blocked",
            Some(Ending::Stuck(_)) => "no-move",
            None => "unfinished",
        };
        let drawings = self.fish.len() + self.cats.len();
        let specials: u8 = self.specials.iter().sum();
        let used = 2 * SPECIALS - specials;
        let lined = self.lines.iter().filter(|l| **l != 0).count();
        let home = self.cats.iter().filter(|c| c.done).count();
        Tally {
            turns: self.made.saturating_sub(drawings as u32),
            ending,
            sides: Vec::new(),
            figures: vec![
                ("specials", i64::from(used)),
                ("jumps", i64::from(self.jumps)),
                ("cells-drawn", lined as i64),
                ("cats-home", home as i64),
            ],
        }
    }
}
