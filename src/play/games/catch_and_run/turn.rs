//! A turn as a pure function: CARPENTER, RUN, CATCH by running, REVERSE, CATCH by the floor.

use serde::{Serialize, Serializer};

use super::board::{Field, NOWHERE, Square, bit, squares};
use super::moves::{Play, ToldTurns, Turn, Use};
use super::reverse::Values;
use super::setup::{SEATS, Setup};
use super::state::State;
use super::walk::{self, JumpOrder, Path, Pilot, Runner, Undecided};

/// A few squares, in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FewSquares {
    squares: [Square; 8],
    len: u8,
}

impl Default for FewSquares {
    fn default() -> Self {
        Self {
            squares: [NOWHERE; 8],
            len: 0,
        }
    }
}

impl FewSquares {
    /// The squares.
    pub fn get(&self) -> &[Square] {
        self.squares.get(..usize::from(self.len)).unwrap_or(&[])
    }

    fn add(&mut self, square: Square) {
        if let Some(place) = self.squares.get_mut(usize::from(self.len)) {
            *place = square;
            self.len += 1;
        }
    }
}

impl Serialize for FewSquares {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        self.get().serialize(to)
    }
}

impl Serialize for Path {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        self.squares().serialize(to)
    }
}

/// What a turn did.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Turned {
    /// The squares that were repaired.
    pub repaired: FewSquares,
    /// The squares that were destroyed.
    pub destroyed: FewSquares,
    /// Who wanted to destroy and could not.
    pub void: u8,
    /// The squares that each piece entered.
    pub paths: [Path; SEATS],
    /// The squares that REVERSE turned down.
    pub flipped: u64,
    /// Who was caught, by running or by the floor.
    pub caught: u8,
    /// Who of them was caught by running.
    pub ran_into: u8,
    /// The educators that are stuck since this turn.
    pub stuck: u8,
    /// The educators that were freed.
    pub freed: u8,
    /// The squares that are face up afterwards.
    #[serde(skip)]
    pub up: u64,
    /// Where the pieces stand afterwards, caught ones too.
    #[serde(skip)]
    pub at: [Square; SEATS],
}

/// Why a turn cannot be played as it was entered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wrong {
    /// A repair of a card that is face up.
    Repair { seat: usize, at: Square },
    /// Which special comes first is missing.
    Order { seat: usize },
    /// Which side to turn to is missing.
    Side { seat: usize, choice: Undecided },
}

/// The floor after the CARPENTERs.
pub(super) struct Carpentry {
    /// The squares that are face up.
    pub up: u64,
    /// The educators that are still stuck.
    pub stuck: u8,
    turned: Turned,
}

/// The floor and the pieces on it, which is all that a turn needs to know of a state.
#[derive(Clone, Copy)]
pub(super) struct Scene<'a> {
    /// The table's setup.
    pub setup: &'a Setup,
    /// The field.
    pub board: &'a Field,
    /// The state.
    pub state: &'a State,
}

impl<'a> Scene<'a> {
    /// The scene of a state.
    pub(super) fn new(setup: &'a Setup, state: &'a State) -> Self {
        let board = state.board(setup);
        Self {
            setup,
            board,
            state,
        }
    }

    fn runner(&self, seat: usize, play: &Play) -> Option<Runner> {
        Some(Runner {
            at: *self.state.at.get(seat).filter(|at| **at != NOWHERE)?,
            dir: play.dir?,
            gait: play.gait(self.setup),
        })
    }

    fn plays<'t>(&self, turn: &'t Turn) -> impl Iterator<Item = (usize, &'t Play)> + use<'t> {
        turn.plays.iter().enumerate().take(self.setup.seats.len())
    }

    /// Step 2: all repairs, then all destroys, each in the order of the seats.
    pub(super) fn carpenters(&self, turn: &Turn) -> Result<Carpentry, Wrong> {
        let State { mut up, .. } = *self.state;
        let mut turned = Turned::default();
        for (seat, play) in self.plays(turn) {
            for card in play.cards() {
                if let Use::Repair(at) = card.using {
                    if up & bit(at) != 0 {
                        return Err(Wrong::Repair { seat, at });
                    }
                    up |= bit(at);
                    turned.repaired.add(at);
                }
            }
        }
        let mut stuck = self.state.stuck;
        for seat in self.setup.mask_seats(stuck) {
            if up & bit(self.state.at[seat]) != 0 {
                stuck &= !(1 << seat);
                turned.freed |= 1 << seat;
            }
        }
        for (seat, play) in self.plays(turn).filter(|(_, p)| p.destroys()) {
            let own = self.state.at[seat];
            let without = up & !bit(own);
            let can_move = match self.runner(seat, play) {
                Some(runner) if stuck & (1 << seat) == 0 => {
                    self.can_move(seat, play, runner, without)?
                }
                _ => false,
            };
            if can_move && without != up {
                up = without;
                turned.destroyed.add(own);
            } else {
                turned.void |= 1 << seat;
            }
        }
        Ok(Carpentry { up, stuck, turned })
    }

    fn can_move(&self, seat: usize, play: &Play, runner: Runner, up: u64) -> Result<bool, Wrong> {
        let by = |order| walk::moves(self.board, up, runner, order);
        match play.order {
            Some(order) => Ok(by(order)),
            None if runner.gait.mixed() && by(JumpOrder::Jump) != by(JumpOrder::Step) => {
                Err(Wrong::Order { seat })
            }
            None => Ok(by(JumpOrder::Step)),
        }
    }

    /// Step 3 for one piece; `pilot` says where it turns.
    pub(super) fn run(
        &self,
        seat: usize,
        play: &Play,
        floor: &Carpentry,
        pilot: &mut impl Pilot,
    ) -> Result<Path, Wrong> {
        let runner = match self.runner(seat, play) {
            Some(runner) if floor.stuck & (1 << seat) == 0 => runner,
            _ => return Ok(Path::default()),
        };
        let by = |order| {
            walk::run(
                self.board,
                floor.up,
                runner,
                order,
                &mut ToldTurns(play.thens),
            )
        };
        // Which special comes first need not be said where it makes no difference.
        let silent = play.order.is_none() && runner.gait.mixed();
        if silent && by(JumpOrder::Jump) != by(JumpOrder::Step) {
            return Err(Wrong::Order { seat });
        }
        let order = play.order.unwrap_or(JumpOrder::Step);
        walk::run(self.board, floor.up, runner, order, pilot)
            .map_err(|choice| Wrong::Side { seat, choice })
    }

    /// Steps 4 to 6, once everybody has run.
    pub(super) fn settle(&self, floor: Carpentry, paths: [Path; SEATS], shown: Values) -> Turned {
        let Carpentry {
            up,
            stuck,
            mut turned,
        } = floor;
        let mut at = self.state.at;
        for (at, path) in at.iter_mut().zip(&paths) {
            *at = path.end().unwrap_or(*at);
        }
        turned.paths = paths;
        let babies = self.state.babies(self.setup);
        let on = |mask: u8| {
            let seats = self.setup.mask_seats(mask);
            seats.fold(0, |all, s| all | bit(at[s]))
        };
        let hunters = on(self.state.educators);
        let caught_on = |mask: u8, squares: u64| {
            let seats = self.setup.mask_seats(mask);
            let seats = seats.filter(|s| squares & bit(at[*s]) != 0);
            seats.fold(0, |all, s| all | 1 << s)
        };
        turned.ran_into = caught_on(babies, hunters);
        let cards = &self.setup.floor;
        for square in squares(up) {
            let card = self.state.floor.get(usize::from(square));
            let card = card.and_then(|c| cards.get(usize::from(*c)));
            if card.is_some_and(|c| shown.turn(c.values)) {
                turned.flipped |= bit(square);
            }
        }
        turned.up = up & !turned.flipped;
        let down = !turned.up;
        let prey = match self.state.educators | babies {
            0 => self.setup.everybody(),
            _ => babies,
        };
        turned.caught = turned.ran_into | caught_on(prey, down);
        turned.stuck = caught_on(self.state.educators & !stuck, down);
        turned.at = at;
        turned
    }

    /// The whole turn as it was entered.
    pub(super) fn resolve<P: Pilot>(
        &self,
        turn: &Turn,
        shown: Values,
        mut pilot: impl FnMut(usize, &Play) -> P,
    ) -> Result<Turned, Wrong> {
        let floor = self.carpenters(turn)?;
        let mut paths = [Path::default(); SEATS];
        for (seat, play) in self.plays(turn) {
            paths[seat] = self.run(seat, play, &floor, &mut pilot(seat, play))?;
        }
        Ok(self.settle(floor, paths, shown))
    }

    /// What the arm cards of a turn show together.
    pub(super) fn shown(&self, turn: &Turn, random: Option<u8>) -> Values {
        let own = self.plays(turn).flat_map(|(_, p)| p.cards());
        let all = own.map(|c| c.kind).chain(random);
        all.fold(Values::default(), |v, kind| v.and(self.setup.shows(kind)))
    }
}
