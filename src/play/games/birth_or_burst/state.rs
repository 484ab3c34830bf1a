//! A game in progress.

use serde::Serialize;

use super::labels;
use super::rules::{self, Command, LeaderOrder, Mission, TurnResult, Why};
use super::setup::{Action, Setup};
use crate::play::rules::{Fault, Outcome, Refusal, Tally};
use crate::say;
use crate::say::Say;

/// Everything about a game in progress.
#[derive(Clone, Debug, Serialize)]
pub struct State {
    /// Where the egg lies.
    pub egg: i32,
    /// The turn of this run, from 1.
    pub turn: u8,
    /// The run: 1 and every burst so far.
    pub run: u32,
    /// Turns played in all runs.
    pub played: u32,
    /// Who leads first in every run.
    pub first: usize,
    /// Lives by seat, or one number for all.
    pub lives: Vec<u8>,
    /// Missions by seat; none when all play together.
    pub missions: Vec<Mission>,
    /// The cards that each seat still holds: a bit for each card of the setup's hand.
    pub left: Vec<u32>,
    /// The cards played in this run, turn after turn, each in the order of seats: places in the setup's hand.
    pub spent: Vec<u8>,
    /// The commands of each set that have not been turned up in this run; the top is the last.
    pub decks: Vec<Vec<Command>>,
    /// The commands that are turned up, one for each set.
    pub up: Vec<Command>,
    /// Whether the command is void, for each leader.
    pub void: Vec<bool>,
    /// What became of the last turn.
    pub last: Option<TurnResult<usize>>,
    /// Bursts so far: range, trap, command, quota.
    pub bursts: [u32; 4],
    /// Commands that were void so far.
    pub voids: u32,
    /// How it ended.
    pub ending: Option<Ending>,
}

/// How a game ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Ending {
    /// The egg has hatched.
    Birth,
    /// The last life was lost by this burst.
    Lost(Why),
}

impl State {
    /// Before anything is drawn.
    pub fn new(setup: &Setup) -> Self {
        let seats = setup.seats.len();
        Self {
            egg: 0,
            turn: 1,
            run: 1,
            played: 0,
            first: setup.first.unwrap_or(0),
            lives: vec![setup.lives; if setup.coop { 1 } else { seats }],
            missions: Vec::new(),
            left: vec![0; seats],
            spent: Vec::with_capacity(seats * usize::from(setup.turns)),
            decks: vec![Vec::with_capacity(setup.commands.len()); setup.command_sets],
            up: Vec::with_capacity(2),
            void: vec![false; setup.leaders],
            last: None,
            bursts: [0; 4],
            voids: 0,
            ending: None,
        }
    }

    /// The seat that leads now; the second leader sits to the left of the first.
    pub fn leader(&self, setup: &Setup, which: usize) -> usize {
        let seats = setup.seats.len().max(1);
        (self.first + usize::from(self.turn) - 1 + which) % seats
    }

    /// Who leads now.
    pub fn leaders(&self, setup: &Setup) -> Vec<usize> {
        (0..setup.leaders).map(|w| self.leader(setup, w)).collect()
    }

    /// The command that is turned up for a leader, void or not.
    pub(crate) fn command_of(&self, which: usize) -> Option<Command> {
        let last = self.up.last();
        self.up.get(which).or(last).copied()
    }

    /// The command that binds a leader; none when it is void or there is none.
    pub fn binding(&self, which: usize) -> Option<Command> {
        let void = self.void.get(which).copied().unwrap_or(false);
        self.command_of(which).filter(|_| !void)
    }

    /// The commands that bind now.
    pub fn orders(&self, setup: &Setup) -> impl Iterator<Item = LeaderOrder<usize>> {
        (0..setup.leaders).filter_map(|which| {
            let (leader, command) = (self.leader(setup, which), self.binding(which)?);
            Some(LeaderOrder { leader, command })
        })
    }

    /// Whether this is the turn without a command.
    pub(crate) fn is_last_turn(&self, setup: &Setup) -> bool {
        self.turn >= setup.turns
    }

    /// Whether the table has to turn up a command first.
    pub(crate) fn command_is_due(&self, setup: &Setup) -> bool {
        setup.by_table && self.up.is_empty() && !self.is_last_turn(setup)
    }

    /// The cards that a seat still holds, coldest first.
    pub fn held<'a>(
        &self,
        setup: &'a Setup,
        seat: usize,
    ) -> impl Iterator<Item = Action> + use<'a> {
        let left = self.left.get(seat).copied().unwrap_or(0);
        let cards = setup.hand.iter().enumerate();
        cards
            .filter(move |(i, _)| left >> i & 1 == 1)
            .map(|(_, card)| *card)
    }

    /// The cards that a seat has played in this run, in order.
    pub fn spent<'a>(&'a self, setup: &'a Setup, seat: usize) -> impl Iterator<Item = Action> + 'a {
        let seats = setup.seats.len().max(1);
        let own = self.spent.iter().skip(seat).step_by(seats);
        own.filter_map(|i| setup.hand.get(usize::from(*i)).copied())
    }

    /// The penguins that a seat has played in this run.
    pub fn penguins(&self, setup: &Setup, seat: usize) -> u32 {
        self.spent(setup, seat).map(|card| card.penguins).sum()
    }

    /// A seat's lives; those of all when they are shared.
    pub(crate) fn lives_of(&self, seat: usize) -> u32 {
        let last = self.lives.last();
        self.lives
            .get(seat)
            .or(last)
            .map_or(0, |lives| (*lives).into())
    }

    /// Whether a seat's mission is fulfilled where the egg lies.
    pub fn fulfilled(&self, setup: &Setup, seat: usize) -> bool {
        let mission = self.missions.get(seat);
        mission.is_some_and(|m| setup.holds(*m, self.egg))
    }

    /// A seat's points, once the egg has hatched.
    pub fn points(&self, setup: &Setup, seat: usize) -> u32 {
        rules::score(self.fulfilled(setup, seat), self.lives_of(seat))
    }

    /// How it ended, once it has.
    pub fn outcome(&self, setup: &Setup) -> Option<Outcome> {
        let seats = 0..setup.seats.len();
        Some(match self.ending? {
            Ending::Lost(_) => Outcome {
                winners: Vec::new(),
                reason: self.loss(setup),
            },
            Ending::Birth if setup.coop => Outcome {
                winners: seats.collect(),
                reason: say!("BIRTH: the egg has hatched"),
            },
            Ending::Birth => {
                let points: Vec<u32> = seats.map(|s| self.points(setup, s)).collect();
                let best = points.iter().max().copied().unwrap_or(0);
                Outcome {
                    winners: rules::winners(&points),
                    reason: say!("BIRTH: the egg has hatched; the most points are {}", best),
                }
            }
        })
    }

    fn loss(&self, setup: &Setup) -> Say {
        if setup.coop {
            return say!("the last shared life is lost");
        }
        let gone = (0..self.lives.len()).filter(|s| self.lives[*s] == 0);
        let gone = setup.seats.row(&gone.collect::<Vec<_>>());
        say!("no life is left for {}: all have lost", gone)
    }

    /// A finished game in figures.
    pub fn tally(&self, setup: &Setup) -> Tally {
        let born = self.ending == Some(Ending::Birth);
        let ending = match self.ending {
            Some(Ending::Lost(Why::Range)) => "lost-by-range",
            Some(Ending::Lost(Why::Trap)) => "lost-by-trap",
            Some(Ending::Lost(Why::Command)) => "lost-by-command",
            Some(Ending::Lost(Why::Quota)) => "lost-by-quota",
            _ => "birth",
        };
        let here = Mission::ALL
            .into_iter()
            .filter(|(_, m)| setup.holds(*m, self.egg));
        let sides = here.map(|(name, _)| name).filter(|_| born && !setup.coop);
        let fulfilled = (0..setup.seats.len()).filter(|s| born && self.fulfilled(setup, *s));
        let [range, trap, command, quota] = self.bursts.map(i64::from);
        let lives: i64 = self.lives.iter().map(|l| i64::from(*l)).sum();
        Tally {
            turns: self.played,
            ending,
            sides: sides.collect(),
            figures: vec![
                ("bursts", range + trap + command + quota),
                ("bursts-by-range", range),
                ("bursts-by-trap", trap),
                ("bursts-by-command", command),
                ("bursts-by-quota", quota),
                ("lives-left", lives),
                ("missions-fulfilled", fulfilled.count() as i64),
                ("void-commands", self.voids.into()),
            ],
        }
    }
}

/// The place of a card in the hand of a seat that still holds it.
pub(super) fn place(
    setup: &Setup,
    state: &State,
    seat: usize,
    card: i32,
) -> Result<usize, Refusal> {
    let left = state.left.get(seat).copied().unwrap_or(0);
    let mut places = (0..setup.hand.len()).filter(|i| setup.hand[*i].value == card);
    let Some(first) = places.next() else {
        let what = say!("there is no action card {}", labels::signed(card));
        let all = labels::row(setup.hand.iter().map(|c| c.value), " ");
        return Err(Refusal::new(Fault::Unknown, what).hint(say!("the cards are {}", all)));
    };
    let mut places = std::iter::once(first).chain(places);
    places.find(|i| left >> i & 1 == 1).ok_or_else(|| {
        let (name, card) = (setup.seats.name(seat), labels::signed(card));
        let what = say!("{} has played {} already in this run", name, card);
        let rule = say!("played cards stay open and are spent until a burst");
        let held = labels::row(state.held(setup, seat).map(|c| c.value), " ");
        Refusal::rule(what, rule).hint(say!("{} still holds {}", name, held))
    })
}
