//! How bots choose: anything legal, or what shortens the own way and lengthens the opponent's.

use super::cell::Dir;
use super::moves::Move;
use super::setup::Setup;
use super::state::{Cat, State, TurnAct, mark};
use super::town::{FREE, Spot, Town};
use crate::play::rng::Dice;
use crate::play::rules::Skill;

/// What a cat that sees no way counts: more than any way is long.
const LOST: i32 = 120;
/// The same while a special is left, which may open one.
const STUCK: i32 = 60;
/// What a special that is kept is worth, in moves.
const PAW: i32 = 4;

/// A legal move.
pub(super) fn choose(
    setup: &Setup,
    state: &State,
    skills: &[Skill],
    dice: &mut Dice,
) -> Option<Move> {
    let seat = state.turn;
    let act = match skills.get(usize::from(seat)) {
        Some(Skill::Sensible) => sensible(&setup.town, state, dice),
        _ => random(&setup.town, state, dice),
    };
    act.map(|act| Move { seat, act })
}

/// Any legal move, all as likely.
fn random(town: &Town, state: &State, dice: &mut Dice) -> Option<TurnAct> {
    let legal = state.legal(town);
    dice.pick(&legal).copied()
}

/// The move that is best for the race: the opponent's ways less the own ways, as they are right after it.
fn sensible(town: &Town, state: &State, dice: &mut Dice) -> Option<TurnAct> {
    let mut legal = state.legal(town);
    if matches!(legal.first(), Some(TurnAct::Fish(_))) {
        return dice.pick(&legal).copied();
    }
    // Among equals, the first of a random order.
    dice.shuffle(&mut legal);
    let mut walk = WaySearch::new(town);
    let mut best: Option<(i32, TurnAct)> = None;
    for act in legal {
        let mut after = state.clone();
        if after.act(town, act).is_err() {
            continue;
        }
        let value = walk.value(&after, state.turn);
        if best.is_none_or(|(most, _)| value > most) {
            best = Some((value, act));
        }
    }
    best.map(|(_, act)| act)
}

/// Looks for short ways; its lists are used again for every search.
struct WaySearch<'a> {
    town: &'a Town,
    /// The lines, with the way to the fish drawn in.
    lines: Vec<u8>,
    /// Where each cell was reached from.
    from: Vec<Spot>,
    todo: Vec<(Spot, i32)>,
}

/// A cell that was not reached.
const NEVER: Spot = Spot::MAX;

impl<'a> WaySearch<'a> {
    fn new(town: &'a Town) -> Self {
        Self {
            town,
            lines: Vec::with_capacity(town.count()),
            from: Vec::with_capacity(town.count()),
            todo: Vec::with_capacity(town.count()),
        }
    }

    /// How good a position is for a seat.
    fn value(&mut self, state: &State, seat: u8) -> i32 {
        match state.winner() {
            Some(winner) if winner == seat => return i32::MAX,
            Some(_) => return i32::MIN,
            None => {}
        }
        self.ways(state, 1 - seat) - self.ways(state, seat)
    }

    /// How long a seat's ways are, both cats together; paws that are left make them shorter.
    fn ways(&mut self, state: &State, seat: u8) -> i32 {
        let paws = state.specials(seat);
        let none = if paws > 0 { STUCK } else { LOST };
        let cats = state.cats_of(seat).filter(|c| !c.done);
        let ways: i32 = cats
            .map(|cat| self.way(state, seat, cat).unwrap_or(none))
            .sum();
        ways - PAW * i32::from(paws)
    }

    /// How many moves a cat needs to the nearest fish from which it gets home, and home.
    fn way(&mut self, state: &State, seat: u8, cat: &Cat) -> Option<i32> {
        let home = self.town.row(cat.start);
        self.lines.clone_from(&state.lines);
        if cat.fish {
            return self.leg(state, seat, cat.at, home, true).map(|(_, n)| n);
        }
        // With the fish that leads nowhere closed, another one is looked for.
        for _ in 0..2 {
            let (fish, there) = self.leg(state, seat, cat.at, home, false)?;
            self.draw_way(fish, cat.at, seat);
            if let Some((_, back)) = self.leg(state, seat, fish, home, true) {
                return Some(there + back);
            }
            self.lines.clone_from(&state.lines);
            self.lines[usize::from(fish)] = mark(1 - seat);
        }
        None
    }

    /// Draws the way that the last search found.
    fn draw_way(&mut self, end: Spot, start: Spot, seat: u8) {
        let mut at = end;
        while at != NEVER && at != start {
            self.town.draw(&mut self.lines, at, mark(seat));
            at = self.from[usize::from(at)];
        }
    }

    /// The fewest moves without specials: to a fish, or home with one. Gives the cell and their number.
    fn leg(
        &mut self,
        state: &State,
        seat: u8,
        start: Spot,
        home: usize,
        carries: bool,
    ) -> Option<(Spot, i32)> {
        let town = self.town;
        self.from.clear();
        self.from.resize(town.count(), NEVER);
        self.todo.clear();
        self.todo.push((start, 0));
        let mut next = 0;
        while let Some(&(at, far)) = self.todo.get(next) {
            next += 1;
            let exits = town.exits(at).iter().copied();
            let ways = Dir::ALL.into_iter().filter(|_| !town.inside(at));
            let lines = &self.lines;
            let around = ways.filter_map(|d| {
                let to = town.next(at, d)?;
                match lines[usize::from(to)] {
                    FREE => Some(to),
                    _ => town.jump(lines, at, d, mark(seat), false).ok(),
                }
            });
            for to in exits.chain(around) {
                if lines[usize::from(to)] != FREE || self.from[usize::from(to)] != NEVER {
                    continue;
                }
                let row = town.row(to);
                let outer = row == 0 || row + 1 == town.size().0;
                let fish = outer && state.waiting().any(|f| f == to);
                if fish && (carries || row == home) {
                    continue;
                }
                // Every cell of a building is reached at once.
                for cell in town.whole(to) {
                    self.from[usize::from(*cell)] = at;
                }
                if fish || (carries && row == home) {
                    return Some((to, far + 1));
                }
                self.todo.push((to, far + 1));
            }
        }
        None
    }
}
