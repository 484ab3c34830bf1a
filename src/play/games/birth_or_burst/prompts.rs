//! What people are asked for: the next move, its shape, and its form.

use super::labels;
use super::moves::example;
use super::rules::Command;
use super::setup::Setup;
use super::state::State;
use crate::play::view::{Form, Part};
use crate::say;
use crate::say::Say;

/// What a game asks for now.
pub(super) struct Prompts<'a> {
    /// What was settled before the game.
    pub setup: &'a Setup,
    /// The game.
    pub state: &'a State,
}

impl Prompts<'_> {
    /// What to do next.
    pub(super) fn need(&self) -> Say {
        let Prompts { setup, state } = self;
        let example = example(setup);
        if state.command_is_due(setup) {
            let leaders = setup.seats.row(&state.leaders(setup));
            return if setup.command_sets > 1 {
                say!(
                    "turn up a command for each leader, {}, and enter both: `command plus odd`",
                    leaders
                )
            } else {
                say!(
                    "turn up the next command card for {} and enter it: `command plus`",
                    leaders
                )
            };
        }
        if state.is_last_turn(setup) {
            return say!(
                "the last turn, no command: everybody lays one card face down, turn them up together, then enter `{}`",
                example
            );
        }
        say!(
            "everybody lays one card face down, turn them up together, then enter `{}`",
            example
        )
    }

    /// The shape of the move that is due.
    pub(super) fn shape(&self) -> String {
        if !self.state.command_is_due(self.setup) {
            return "play NAME CARD, …".to_owned();
        }
        let deck = |deck: &Vec<Command>| {
            let left = Command::ALL.iter().filter(|(_, c)| deck.contains(c));
            let left: Vec<&str> = left.map(|(name, _)| *name).collect();
            left.join("|")
        };
        let decks: Vec<String> = self.state.decks.iter().map(deck).collect();
        format!("command {}", decks.join(" "))
    }

    /// The move asked for one answer after the other.
    pub(super) fn form(&self) -> Form {
        let Prompts { setup, state } = self;
        if state.command_is_due(setup) {
            let ask = |set: usize| Part {
                head: String::new(),
                ask: say!(
                    "the command for {}, such as plus or at-most-3",
                    self.led_by(set)
                ),
                seat: None,
            };
            return Form {
                head: "command".to_owned(),
                parts: (0..setup.command_sets).map(ask).collect(),
            };
        }
        Form {
            head: "play".to_owned(),
            parts: (0..setup.seats.len()).map(|s| self.part(s)).collect(),
        }
    }

    /// The leaders that a set of commands is for.
    fn led_by(&self, set: usize) -> String {
        let leaders = self.state.leaders(self.setup);
        if self.setup.command_sets > 1 {
            let leader = leaders.get(set).copied().unwrap_or(0);
            return self.setup.seats.name(leader).to_owned();
        }
        self.setup.seats.row(&leaders)
    }

    fn part(&self, seat: usize) -> Part {
        let Prompts { setup, state } = self;
        let held = labels::row(state.held(setup, seat).map(|c| c.value), " ");
        let order = state.orders(setup).find(|o| o.leader == seat);
        let name = setup.seats.name(seat);
        let ask = match order {
            Some(order) => {
                let asks = labels::asks(order.command, state.egg);
                say!("{}'s card; the command asks for {} ({})", name, asks, held)
            }
            None => say!("{}'s card ({})", name, held),
        };
        let head = setup.seats.called(seat).to_owned();
        let seat = Some(seat);
        Part { head, ask, seat }
    }
}
