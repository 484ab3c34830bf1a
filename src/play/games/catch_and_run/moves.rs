//! Moves as data, and how they are written; `read` reads them.

mod read;

use super::board::{Field, FieldDir, Square};
use super::setup::{NO_CARD, SEATS, Setup, Special};
use super::state::State;
use super::walk::{Gait, JumpOrder, Pilot};

pub(super) use read::{read, read_card, read_play, some_squares, unsaid, whose};

/// The first words that moves begin with.
pub(super) const VERBS: [&str; 4] = ["place", "turn", "restart", "next-game"];

/// A move.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Move {
    /// A piece starts on a square.
    Place { seat: u8, at: Square },
    /// A whole turn, everybody at once.
    Turn(Turn),
    /// A caught baby comes back.
    Restart { seat: u8, at: Square },
    /// The next game of the match is set up.
    NextGame,
}

/// What everybody shows in a turn.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Turn {
    /// By seat.
    pub plays: [Play; SEATS],
    /// The card from the deck, when the table turns it.
    pub random: Option<u8>,
}

/// What a player shows in a turn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Play {
    /// The run card; none for a player who is out.
    pub dir: Option<FieldDir>,
    cards: [Shown; 2],
    count: u8,
    /// Which comes first of JUMP and 2X SPEED.
    pub order: Option<JumpOrder>,
    /// Where to turn.
    pub thens: Thens,
}

/// An arm card and what its special is used for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shown {
    /// The kind of card.
    pub kind: u8,
    /// Its use.
    pub using: Use,
}

impl Default for Shown {
    fn default() -> Self {
        Self {
            kind: NO_CARD,
            using: Use::Run,
        }
    }
}

/// What a special is used for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Use {
    /// For the run; what a plain card says too.
    Run,
    /// Not at all.
    Unused,
    /// Not at all, since nobody said what for.
    Unsaid,
    /// A face-down card is turned up.
    Repair(Square),
    /// The player's own card is turned down.
    Destroy,
}

impl Play {
    /// The cards.
    pub fn cards(&self) -> &[Shown] {
        self.cards.get(..usize::from(self.count)).unwrap_or(&[])
    }

    /// Adds a card; false when there is no room.
    pub fn add(&mut self, card: Shown) -> bool {
        let place = self.cards.get_mut(usize::from(self.count));
        self.count += u8::from(place.is_some());
        place.map(|p| *p = card).is_some()
    }

    /// Only a direction so far.
    pub fn towards(dir: Option<FieldDir>) -> Self {
        Self {
            dir,
            ..Self::default()
        }
    }

    /// The same with an order of its specials.
    pub fn with(self, order: JumpOrder) -> Self {
        let order = Some(order);
        Self { order, ..self }
    }

    /// The card added last.
    pub fn last(&mut self) -> Option<&mut Shown> {
        let last = usize::from(self.count).checked_sub(1)?;
        self.cards.get_mut(last)
    }

    /// The specials for the run.
    pub(crate) fn gait(&self, setup: &Setup) -> Gait {
        let mut gait = Gait::default();
        for card in self.cards().iter().filter(|c| c.using == Use::Run) {
            match setup.special(card.kind) {
                Special::Jump => gait.jumps += 1,
                Special::Fast => gait.fast += 1,
                Special::Plain | Special::Carpenter => {}
            }
        }
        gait
    }

    /// Whether the own card is to be turned down.
    pub fn destroys(&self) -> bool {
        self.cards().iter().any(|c| c.using == Use::Destroy)
    }
}

/// The directions behind `then`, in order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Thens {
    dirs: [Option<FieldDir>; 2],
}

impl Thens {
    /// Adds a direction; more than two turns there never are.
    pub fn add(&mut self, dir: FieldDir) {
        if let Some(free) = self.dirs.iter_mut().find(|d| d.is_none()) {
            *free = Some(dir);
        }
    }

    /// The directions.
    pub fn iter(&self) -> impl Iterator<Item = FieldDir> {
        self.dirs.into_iter().flatten()
    }
}

/// Turns as the move says.
pub(super) struct ToldTurns(pub Thens);

impl Pilot for ToldTurns {
    fn turn(&mut self, _: Square, sides: [FieldDir; 2], open: [bool; 2]) -> Option<FieldDir> {
        let ToldTurns(thens) = self;
        match open {
            [true, true] => {
                // Words before the one that fits were for turns that did not come about.
                let at = thens
                    .dirs
                    .iter()
                    .position(|d| d.is_some_and(|d| sides.contains(&d)))?;
                let dir = thens.dirs.get(at).copied().flatten();
                thens.dirs = [thens.dirs.get(at + 1).copied().flatten(), None];
                dir
            }
            _ => {
                // One way is open: a word that names it belongs to this turn, and not to the next.
                if thens.dirs[0].is_some_and(|d| sides.contains(&d)) {
                    thens.dirs = [thens.dirs[1], None];
                }
                Some(if open[0] { sides[0] } else { sides[1] })
            }
        }
    }
}

impl Move {
    /// The word that it begins with.
    pub fn verb(&self) -> &'static str {
        match self {
            Move::Place { .. } => "place",
            Move::Turn(_) => "turn",
            Move::Restart { .. } => "restart",
            Move::NextGame => "next-game",
        }
    }
}

/// Writes a move of the game that is being played, whose field names its squares.
pub(super) fn write(setup: &Setup, state: &State, mv: &Move) -> String {
    let board = state.board(setup);
    match mv {
        Move::Place { seat, at } | Move::Restart { seat, at } => {
            let name = setup.seats.called(*seat);
            format!("{} {name} {}", mv.verb(), board.name(*at))
        }
        Move::NextGame => "next-game".to_owned(),
        Move::Turn(turn) => {
            let plays = turn.plays.iter().enumerate().take(setup.seats.len());
            let part = |(seat, play): (usize, &Play)| {
                format!(
                    "{} {}",
                    setup.seats.called(seat),
                    write_play(setup, board, play)
                )
            };
            let mut parts: Vec<String> = plays.map(part).collect();
            let random = turn.random;
            parts.extend(random.map(|kind| format!("random {}", setup.arm(kind))));
            format!("turn {}", parts.join(", "))
        }
    }
}

/// A player's part of a turn, without the name.
pub(super) fn write_play(setup: &Setup, board: &Field, play: &Play) -> String {
    words(setup, board, play, Some("unused")).concat().join(" ")
}

/// The same before and after the place where a card's use goes.
fn around(setup: &Setup, board: &Field, play: &Play, card: usize) -> (String, String) {
    let words = words(setup, board, play, None);
    let (before, after) = words.split_at((card + 2).min(words.len()));
    (before.concat().join(" "), after.concat().join(" "))
}

/// The words of a part: the direction, each card with what belongs to it, the order.
fn words(setup: &Setup, board: &Field, play: &Play, unsaid: Option<&str>) -> Vec<Vec<String>> {
    let mut words = vec![vec![play.dir.map_or("-", FieldDir::word).to_owned()]];
    let fast = |c: &Shown| setup.special(c.kind) == Special::Fast;
    let last_fast = play.cards().iter().rposition(fast);
    let behind = last_fast.or(play.cards().len().checked_sub(1));
    for (i, card) in play.cards().iter().enumerate() {
        let mut own = vec![setup.arm(card.kind).to_owned()];
        match card.using {
            Use::Run => {}
            Use::Unused => own.push("unused".to_owned()),
            Use::Unsaid => own.extend(unsaid.map(str::to_owned)),
            Use::Repair(at) => own.push(format!("repair {}", board.name(at))),
            Use::Destroy => own.push("destroy".to_owned()),
        }
        if behind == Some(i) {
            own.extend(play.thens.iter().map(|d| format!("then {}", d.word())));
        }
        words.push(own);
    }
    let order = match play.order {
        Some(JumpOrder::Jump) => Some("jump-first"),
        Some(JumpOrder::Step) => Some("step-first"),
        None => None,
    };
    words.extend(order.map(|o| vec![o.to_owned()]));
    words
}
