//! What the terminal beside the phones asks of the table. It looks at a copy of its own, and enters by the same doors as
//! every phone: [`Hub::act`], [`Hub::answer`], [`Hub::undo`].

use std::time::Duration;

use serde_json::{Value, json};

use super::Holder;
use super::hub::{Hub, HubResult, HubStage, now};
use crate::play::clock::TableClock;
use crate::play::table::Table;
use crate::play::view::Form;
use crate::say::Say;

/// Somebody at the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct HubSeat {
    /// The player.
    pub(crate) name: String,
    /// Whether a phone has the seat.
    pub(crate) phone: bool,
}

/// A form that is answered partly on phones: what is due, and who has answered, never what.
#[derive(Clone, Debug)]
pub(crate) struct SharedForm {
    /// The form.
    pub(crate) form: Form,
    /// By part, whether a phone answers it.
    pub(crate) away: Vec<bool>,
    /// By part, whether it is answered.
    pub(crate) answered: Vec<bool>,
}

impl Hub {
    /// Everybody at the table, in the order of the seats.
    pub(crate) fn people(&self) -> Vec<HubSeat> {
        let state = self.open();
        let seat = |s: &super::keys::SeatKey| HubSeat {
            name: s.name.clone(),
            phone: s.claimed,
        };
        state.keys.seats.iter().map(seat).collect()
    }

    /// How few and how many can play, while the table waits for its players.
    pub(crate) fn lobby_room(&self) -> Option<(u32, u32)> {
        match &self.open().stage {
            HubStage::Lobby(lobby) => Some(lobby.kit.players),
            HubStage::Playing(_) => None,
        }
    }

    /// What is played, in the language of messages.
    pub(crate) fn title(&self) -> String {
        let lang = crate::say::tongue().code();
        match &self.open().stage {
            HubStage::Lobby(lobby) => lobby.kit.title.get(lang).to_owned(),
            HubStage::Playing(playing) => playing.table.kit().title.get(lang).to_owned(),
        }
    }

    /// Gives a seat in the lobby to somebody without a phone.
    pub(crate) fn add(&self, name: &str) -> HubResult<()> {
        let mut state = self.open();
        let state = &mut *state;
        let HubStage::Lobby(lobby) = &state.stage else {
            return Err(super::hub::has_begun().into());
        };
        state.keys.add(name, lobby.kit.players.1 as usize)?;
        state.keys.keep()?;
        self.tell(state);
        Ok(())
    }

    /// A copy of the table to look at.
    pub(crate) fn copy(&self) -> HubResult<Table> {
        Ok(self.open().playing()?.table.beside()?)
    }

    /// Takes into a copy what has happened since.
    pub(crate) fn keep_up(&self, copy: &mut Table) -> HubResult<()> {
        Ok(copy.keep_up(&self.open().playing()?.table)?)
    }

    /// The form that is due, where phones have a part in it.
    pub(crate) fn shared_form(&self) -> Option<SharedForm> {
        let mut state = self.open();
        let phones: Vec<bool> = state.keys.seats.iter().map(|s| s.claimed).collect();
        let playing = state.playing().ok()?;
        let due = playing.due()?;
        let parts = due.form().parts.iter();
        let away: Vec<bool> = parts.map(|p| p.seat.is_some_and(|s| phones[s])).collect();
        let given = |part: usize| playing.answers.get(part).is_some_and(Option::is_some);
        away.contains(&true).then(|| SharedForm {
            form: due.form().clone(),
            answered: (0..away.len()).map(given).collect(),
            away,
        })
    }

    /// What everybody should know until the next step.
    pub(crate) fn notice(&self) -> Option<Say> {
        self.open().playing().ok()?.notice.clone()
    }

    /// Notes that seats look at what only they may see, before it is shown.
    pub(crate) fn look(&self, seats: &[usize]) -> HubResult<()> {
        Ok(self.open().playing()?.table.look(seats, now())?)
    }

    /// Looks at one answer of a form that nobody answers on a phone.
    pub(crate) fn check_answer(&self, part: usize, text: &str) -> HubResult<String> {
        let mut state = self.open();
        let table = &mut state.playing()?.table;
        Ok(table.check_answer(part, text, now())?)
    }

    /// Keeps something of the shell's with the table.
    pub(crate) fn note(&self, note: Value) -> HubResult<()> {
        self.open().playing()?.table.note(note, now())?;
        Ok(())
    }

    /// Who a move that a seat chose alone at the terminal is by: the seat, where the move is its own.
    pub(crate) fn holder(&self, seat: usize, text: &str) -> Holder {
        let mut state = self.open();
        let whose = state.playing().ok().and_then(|p| p.table.whose(text));
        match whose.is_some_and(|w| w.allows(seat)) {
            true => Holder::Seat(seat),
            false => Holder::Host,
        }
    }

    /// The clock that was set last, by the terminal's reckoning of time.
    pub(crate) fn corner_clock(&self, there: Duration) -> Option<TableClock> {
        self.open().clocks.last(there)
    }

    /// Shows everybody a clock as the terminal has set it just now.
    pub(crate) fn set_clock(&self, clock: TableClock) {
        let news = self.open().clocks.set(clock);
        self.tell_clocks(&news);
    }

    /// Puts a clock away that the terminal has put away.
    pub(crate) fn remove_clock(&self, id: &str) {
        let news = self.open().clocks.remove(id);
        self.tell_clocks(&news);
    }

    fn tell_clocks(&self, news: &[Value]) {
        for clock in news {
            self.send(&json!({"clock": clock}));
        }
    }
}
