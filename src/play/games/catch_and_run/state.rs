//! A game in progress, in small numbers: what they number (cards, squares, players) stands in the setup.

use serde::Serialize;

use super::board::{Field, NOWHERE, Square, bit};
use super::setup::{GamePlan, HAND, Mode, NO_CARD, SEATS, Setup, TURNS, Variant};
use super::turn::Turned;

/// What the table must enter next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Phase {
    /// A piece has to be placed.
    Place,
    /// A turn.
    Turn,
    /// A caught baby comes back.
    Restart,
    /// The game is over, and another follows.
    Between,
    /// Everything is over.
    Over,
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Ending {
    /// Enough catches.
    Catches,
    /// Both babies in one turn.
    BothBabies,
    /// Both educators in one turn.
    BothEducators,
    /// Both sides had won.
    BothSides,
    /// The whole floor is down.
    Wiped,
    /// Turn 8 is over.
    LastTurn,
    /// Nobody is left on the floor.
    AllOut,
}

impl Ending {
    /// A word for statistics and JSON.
    pub fn word(self) -> &'static str {
        match self {
            Ending::Catches => "catches",
            Ending::BothBabies => "both-babies",
            Ending::BothEducators => "both-educators",
            Ending::BothSides => "both-sides",
            Ending::Wiped => "whole-floor",
            Ending::LastTurn => "turn-8",
            Ending::AllOut => "all-out",
        }
    }
}

/// A game that is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Done {
    /// Who the educators were.
    pub educators: u8,
    /// Who won; nobody for a draw.
    pub winners: u8,
    /// How it ended.
    pub ending: Ending,
    /// How many catches there were.
    pub catches: u8,
    /// In which turn it ended.
    pub turn: u8,
    /// Points by seat, where everyone plays for themselves.
    pub points: [u8; SEATS],
}

/// Everything about a table.
#[derive(Clone, Debug, Serialize)]
pub struct State {
    /// Which game of the table.
    pub game: u16,
    /// What comes next.
    pub phase: Phase,
    /// The turn being entered.
    pub turn: u8,
    /// The educators, a bit each.
    pub educators: u8,
    /// The floor card on each square; none in holes.
    pub floor: Vec<u8>,
    /// The squares whose card lies face up.
    pub up: u64,
    /// Where the pieces stand.
    pub at: [Square; SEATS],
    /// The educators that are stuck.
    pub stuck: u8,
    /// The caught babies that wait for their restart.
    pub waiting: u8,
    /// The turn in which a player was put out; 0 for those who are in.
    pub out: [u8; SEATS],
    /// How many catches so far.
    pub catches: u8,
    /// The specials that educators have shown.
    pub taught: u8,
    /// How many cards each hand has.
    pub held: [u8; SEATS],
    /// The hands, where the companion deals.
    pub hands: [[u8; HAND]; SEATS],
    /// The deck, where the companion deals; the last is drawn first.
    pub deck: Vec<u8>,
    /// How many of each kind of arm card lie open.
    pub shown: Vec<u8>,
    /// The arm cards of each turn, in the order of the seats, the random one last.
    pub history: [[u8; 4]; TURNS as usize],
    /// How many turns have been played.
    pub played: u8,
    /// What the last turn did.
    pub last: Option<Turned>,
    /// The games that are over.
    pub done: Vec<Done>,
}

impl State {
    /// Before the first game is laid out.
    pub fn new(setup: &Setup) -> Self {
        Self {
            game: 0,
            phase: Phase::Place,
            turn: 1,
            educators: 0,
            floor: Vec::new(),
            up: 0,
            at: [NOWHERE; SEATS],
            stuck: 0,
            waiting: 0,
            out: [0; SEATS],
            catches: 0,
            taught: 0,
            held: [0; SEATS],
            hands: [[NO_CARD; HAND]; SEATS],
            deck: Vec::new(),
            shown: vec![0; setup.arms.len()],
            history: [[NO_CARD; 4]; TURNS as usize],
            played: 0,
            last: None,
            done: Vec::new(),
        }
    }

    /// The plan of the game being played.
    pub fn plan<'a>(&self, setup: &'a Setup) -> &'a GamePlan {
        // The number only ever goes up to the last plan.
        &setup.plans[usize::from(self.game).min(setup.plans.len() - 1)]
    }

    /// The field of the game being played.
    pub fn board<'a>(&self, setup: &'a Setup) -> &'a Field {
        &self.plan(setup).board
    }

    /// How many play a side.
    pub fn mode(&self, setup: &Setup) -> Mode {
        self.plan(setup).mode
    }

    /// Whether a seat is an educator.
    pub fn educator(&self, seat: usize) -> bool {
        self.educators & (1 << seat) != 0
    }

    /// The babies, a bit each; nobody where everyone plays for themselves.
    pub fn babies(&self, setup: &Setup) -> u8 {
        match setup.variant {
            Variant::Individual => 0,
            _ => setup.everybody() & !self.educators,
        }
    }

    /// Whether a seat is out.
    pub(crate) fn is_out(&self, seat: usize) -> bool {
        self.out.get(seat).is_some_and(|t| *t > 0)
    }

    /// How many arm cards a player shows this turn.
    pub fn due(&self, setup: &Setup, seat: usize) -> u8 {
        let held = self.held.get(seat).copied().unwrap_or(0);
        self.mode(setup).cards(self.educator(seat)).min(held)
    }

    /// The cards in a hand.
    pub fn hand(&self, seat: usize) -> &[u8] {
        let held = self.held.get(seat).copied().unwrap_or(0);
        let hand = self.hands.get(seat).map_or(&[][..], |h| h.as_slice());
        hand.get(..usize::from(held)).unwrap_or(&[])
    }

    /// How many copies of a kind of arm card do not lie open.
    pub fn left(&self, setup: &Setup, kind: usize) -> u8 {
        let all = setup.arms.get(kind).map_or(0, |a| a.count);
        all.saturating_sub(self.shown.get(kind).copied().unwrap_or(0))
    }

    /// The seats whose piece can be placed now.
    pub(crate) fn to_place(&self, setup: &Setup) -> u8 {
        if self.phase != Phase::Place {
            return 0;
        }
        let waiting = |mask: u8| {
            let seats = setup.mask_seats(mask);
            let seats = seats.filter(|s| self.at.get(*s) == Some(&NOWHERE));
            seats.fold(0, |mask, s| mask | 1 << s)
        };
        match waiting(self.educators) {
            0 => waiting(self.babies(setup)),
            educators => educators,
        }
    }

    /// The squares that a piece may start on.
    pub fn starts(&self, setup: &Setup, seat: usize) -> u64 {
        let board = self.board(setup);
        let corners = |list: &[Square]| list.iter().fold(0, |mask, s| mask | bit(*s));
        if !self.educator(seat) {
            let taken = setup.mask_seats(self.educators);
            let taken = taken.fold(0, |mask, s| mask | bit(self.at[s]));
            return board.middle(board.open & !taken);
        }
        let other = setup.mask_seats(self.educators & !(1 << seat));
        let other = other.map(|s| self.at[s]).find(|at| *at != NOWHERE);
        match other {
            None => corners(&board.corners),
            // The corner diagonally opposite.
            Some(at) => {
                let [a, b, c, d] = board.corners;
                let pairs = [(a, b), (b, a), (c, d), (d, c)];
                let facing = pairs.iter().filter(|(own, _)| *own == at);
                facing.fold(0, |mask, (_, s)| mask | bit(*s))
            }
        }
    }

    /// Whether everything is over.
    pub fn over(&self) -> bool {
        self.phase == Phase::Over
    }
}
