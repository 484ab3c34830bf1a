//! RUN: how a piece moves over the floor, with its specials.

use super::board::{Field, FieldDir, NOWHERE, Square, bit};

/// What comes first of JUMP and 2X SPEED in one turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JumpOrder {
    /// The jump, then one square.
    Jump,
    /// One square, then the jump.
    Step,
}

/// The specials that a player uses on the run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Gait {
    /// How many JUMP cards.
    pub jumps: u8,
    /// How many 2X SPEED cards.
    pub fast: u8,
}

/// One leg of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Leg {
    /// One square straight ahead.
    Step,
    /// To the nearest face-up card straight ahead.
    Jump,
    /// One square straight ahead, or to the side when that is blocked.
    Turn,
}

impl Gait {
    /// Whether it matters which special comes first.
    pub(crate) fn mixed(self) -> bool {
        self.jumps > 0 && self.fast > 0
    }

    fn legs(self, order: JumpOrder) -> &'static [Leg] {
        match (self.jumps, self.fast) {
            (0, 0) => &[Leg::Step],
            (0, 1) => &[Leg::Step, Leg::Turn],
            (0, _) => &[Leg::Step, Leg::Turn, Leg::Turn],
            (1, 0) => &[Leg::Jump],
            (_, 0) => &[Leg::Jump, Leg::Jump],
            _ if order == JumpOrder::Jump => &[Leg::Jump, Leg::Turn],
            _ => &[Leg::Step, Leg::Jump],
        }
    }
}

/// The squares that a piece enters, in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Path {
    squares: [Square; 3],
    len: u8,
}

impl Default for Path {
    fn default() -> Self {
        Self {
            squares: [NOWHERE; 3],
            len: 0,
        }
    }
}

impl Path {
    /// The squares.
    pub fn squares(&self) -> &[Square] {
        self.squares.get(..usize::from(self.len)).unwrap_or(&[])
    }

    /// Where it ends; none for a piece that stays.
    pub fn end(&self) -> Option<Square> {
        self.squares().last().copied()
    }

    fn enter(&mut self, square: Square) {
        if let Some(place) = self.squares.get_mut(usize::from(self.len)) {
            *place = square;
            self.len += 1;
        }
    }
}

/// Who decides where a piece turns.
pub(super) trait Pilot {
    /// The side to turn to when the way ahead is blocked; `open` says which sides are, one at least.
    /// None when the choice is still to be made.
    fn turn(&mut self, at: Square, sides: [FieldDir; 2], open: [bool; 2]) -> Option<FieldDir>;
}

/// Both sides are open, and nobody said which to take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Undecided {
    /// Where the piece has to turn.
    pub at: Square,
    /// The sides.
    pub sides: [FieldDir; 2],
}

/// Where a piece stands and wants to go.
#[derive(Clone, Copy, Debug)]
pub(super) struct Runner {
    /// Its square.
    pub at: Square,
    /// Its run card.
    pub dir: FieldDir,
    /// Its specials.
    pub gait: Gait,
}

/// Runs over the face-up cards of `up`.
pub(super) fn run(
    board: &Field,
    up: u64,
    runner: Runner,
    order: JumpOrder,
    pilot: &mut impl Pilot,
) -> Result<Path, Undecided> {
    let mut path = Path::default();
    let (mut at, mut dir) = (runner.at, runner.dir);
    let open = |from: Square, dir: FieldDir| board.step(from, dir).filter(|to| up & bit(*to) != 0);
    for leg in runner.gait.legs(order) {
        let next = match leg {
            Leg::Step => open(at, dir),
            Leg::Jump => jump(board, up, at, dir),
            Leg::Turn => match (open(at, dir), dir.sides()) {
                (None, Some(sides)) => {
                    let free = sides.map(|d| open(at, d).is_some());
                    if free.contains(&true) {
                        dir = pilot.turn(at, sides, free).ok_or(Undecided { at, sides })?;
                    }
                    open(at, dir)
                }
                (ahead, _) => ahead,
            },
        };
        let Some(next) = next else { break };
        path.enter(next);
        at = next;
    }
    Ok(path)
}

/// The nearest face-up card straight ahead; a hole or the edge ends the search.
fn jump(board: &Field, up: u64, from: Square, dir: FieldDir) -> Option<Square> {
    let mut at = from;
    loop {
        at = board.step(at, dir)?;
        if up & bit(at) != 0 {
            return Some(at);
        }
    }
}

/// Whether a piece gets anywhere at all.
pub(super) fn moves(board: &Field, up: u64, runner: Runner, order: JumpOrder) -> bool {
    let first = runner.gait.legs(order).first();
    let Runner { at, dir, .. } = runner;
    match first {
        Some(Leg::Jump) => jump(board, up, at, dir).is_some(),
        _ => board.step(at, dir).is_some_and(|to| up & bit(to) != 0),
    }
}
