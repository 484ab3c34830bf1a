//! A game in progress.

use serde::Serialize;

use super::book::{Action, Book};
use super::rules::{self, Command, Mission, Order, Turn, Why};
use super::words;
use crate::play::rules::{Fault, Refusal};
use crate::say;

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
    /// The cards that each seat still holds: a bit for each card of the book's hand.
    pub left: Vec<u32>,
    /// The cards played in this run, turn after turn, each in the order of seats: places in the book's hand.
    pub spent: Vec<u8>,
    /// The commands of each set that have not been turned up in this run; the top is the last.
    pub decks: Vec<Vec<Command>>,
    /// The commands that are turned up, one for each set.
    pub up: Vec<Command>,
    /// Whether the command is void, for each leader.
    pub void: Vec<bool>,
    /// What became of the last turn.
    pub last: Option<Turn<usize>>,
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
    pub fn new(book: &Book) -> Self {
        let seats = book.seats.len();
        Self {
            egg: 0,
            turn: 1,
            run: 1,
            played: 0,
            first: book.first.unwrap_or(0),
            lives: vec![book.lives; if book.coop { 1 } else { seats }],
            missions: Vec::new(),
            left: vec![0; seats],
            spent: Vec::with_capacity(seats * usize::from(book.turns)),
            decks: vec![Vec::with_capacity(book.commands.len()); book.command_sets],
            up: Vec::with_capacity(2),
            void: vec![false; book.leaders],
            last: None,
            bursts: [0; 4],
            voids: 0,
            ending: None,
        }
    }

    /// The seat that leads now; the second leader sits to the left of the first.
    pub fn leader(&self, book: &Book, which: usize) -> usize {
        let seats = book.seats.len().max(1);
        (self.first + usize::from(self.turn) - 1 + which) % seats
    }

    /// Who leads now.
    pub fn leaders(&self, book: &Book) -> Vec<usize> {
        (0..book.leaders).map(|w| self.leader(book, w)).collect()
    }

    /// The command that is turned up for a leader, void or not.
    pub fn command_of(&self, which: usize) -> Option<Command> {
        let last = self.up.last();
        self.up.get(which).or(last).copied()
    }

    /// The command that binds a leader; none when it is void or there is none.
    pub fn binding(&self, which: usize) -> Option<Command> {
        let void = self.void.get(which).copied().unwrap_or(false);
        self.command_of(which).filter(|_| !void)
    }

    /// The commands that bind now.
    pub fn orders(&self, book: &Book) -> impl Iterator<Item = Order<usize>> {
        (0..book.leaders).filter_map(|which| {
            let (leader, command) = (self.leader(book, which), self.binding(which)?);
            Some(Order { leader, command })
        })
    }

    /// Whether this is the turn without a command.
    pub fn is_last_turn(&self, book: &Book) -> bool {
        self.turn >= book.turns
    }

    /// Whether the table has to turn up a command first.
    pub fn command_is_due(&self, book: &Book) -> bool {
        book.by_table && self.up.is_empty() && !self.is_last_turn(book)
    }

    /// The cards that a seat still holds, coldest first.
    pub fn held<'a>(&self, book: &'a Book, seat: usize) -> impl Iterator<Item = Action> + use<'a> {
        let left = self.left.get(seat).copied().unwrap_or(0);
        let cards = book.hand.iter().enumerate();
        cards
            .filter(move |(i, _)| left >> i & 1 == 1)
            .map(|(_, card)| *card)
    }

    /// The cards that a seat has played in this run, in order.
    pub fn spent<'a>(&'a self, book: &'a Book, seat: usize) -> impl Iterator<Item = Action> + 'a {
        let seats = book.seats.len().max(1);
        let own = self.spent.iter().skip(seat).step_by(seats);
        own.filter_map(|i| book.hand.get(usize::from(*i)).copied())
    }

    /// The penguins that a seat has played in this run.
    pub fn penguins(&self, book: &Book, seat: usize) -> u32 {
        self.spent(book, seat).map(|card| card.penguins).sum()
    }

    /// A seat's lives; those of all when they are shared.
    pub fn lives_of(&self, seat: usize) -> u32 {
        let last = self.lives.last();
        self.lives
            .get(seat)
            .or(last)
            .map_or(0, |lives| (*lives).into())
    }

    /// Whether a seat's mission is fulfilled where the egg lies.
    pub fn fulfilled(&self, book: &Book, seat: usize) -> bool {
        let mission = self.missions.get(seat);
        mission.is_some_and(|m| book.holds(*m, self.egg))
    }

    /// A seat's points, once the egg has hatched.
    pub fn points(&self, book: &Book, seat: usize) -> u32 {
        rules::score(self.fulfilled(book, seat), self.lives_of(seat))
    }
}

/// The place of a card in the hand of a seat that still holds it.
pub fn place(book: &Book, state: &State, seat: usize, card: i32) -> Result<usize, Refusal> {
    let left = state.left.get(seat).copied().unwrap_or(0);
    let mut places = (0..book.hand.len()).filter(|i| book.hand[*i].value == card);
    let Some(first) = places.next() else {
        let what = say!("there is no action card {}", words::signed(card));
        let all = words::row(book.hand.iter().map(|c| c.value), " ");
        return Err(Refusal::new(Fault::Unknown, what).hint(say!("the cards are {}", all)));
    };
    let mut places = std::iter::once(first).chain(places);
    places.find(|i| left >> i & 1 == 1).ok_or_else(|| {
        let (name, card) = (book.name(seat), words::signed(card));
        let what = say!("{} has played {} already in this run", name, card);
        let rule = say!("played cards stay open and are spent until a burst");
        let held = words::row(state.held(book, seat).map(|c| c.value), " ");
        Refusal::rule(what, rule).hint(say!("{} still holds {}", name, held))
    })
}
