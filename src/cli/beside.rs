//! The table that a session plays at: its own, or one that phones play at as well. Then the hub keeps it, and here is a copy
//! to look at: everything is entered at the hub, with the step that was looked at, as from a phone.

use std::ops::Deref;
use std::sync::Arc;

use serde_json::Value;

use super::table_args::now;
use crate::host::{Holder, Hub, HubSeat, SharedForm};
use crate::play::clock::TableClock;
use crate::play::table::{Failure, Table};
use crate::say::Say;

/// A table that is played at.
pub(super) struct PlayedTable {
    table: Table,
    phones: Option<Phones>,
}

/// The phones at a table, as they were when they were last looked at.
struct Phones {
    hub: Arc<Hub>,
    beat: u64,
    people: Vec<HubSeat>,
    form: Option<SharedForm>,
    notice: Option<Say>,
}

impl Deref for PlayedTable {
    type Target = Table;

    fn deref(&self) -> &Table {
        &self.table
    }
}

impl From<Table> for PlayedTable {
    fn from(table: Table) -> Self {
        let phones = None;
        Self { table, phones }
    }
}

impl PlayedTable {
    /// A table that phones play at as well.
    pub(super) fn beside(hub: Arc<Hub>) -> Result<Self, Failure> {
        let phones = Phones {
            beat: hub.beat(),
            people: hub.people(),
            form: hub.shared_form(),
            notice: hub.notice(),
            hub: hub.clone(),
        };
        Ok(Self {
            table: hub.copy()?,
            phones: Some(phones),
        })
    }

    /// The hub, where phones play at the table.
    pub(super) fn hub(&self) -> Option<&Arc<Hub>> {
        self.phones.as_ref().map(|p| &p.hub)
    }

    /// Whether a phone has a seat.
    pub(super) fn on_phone(&self, seat: usize) -> bool {
        let people = self.phones.as_ref().map(|p| &p.people);
        people.is_some_and(|p| p.get(seat).is_some_and(|s| s.phone))
    }

    /// Everybody who has a phone.
    pub(super) fn phones(&self) -> Vec<&str> {
        let people = self.phones.iter().flat_map(|p| &p.people);
        let with = people.filter(|s| s.phone);
        with.map(|s| s.name.as_str()).collect()
    }

    /// The form that is due, where phones have a part in it.
    pub(super) fn shared(&self) -> Option<&SharedForm> {
        self.phones.as_ref()?.form.as_ref()
    }

    /// What everybody should know until the next step.
    pub(super) fn notice(&self) -> Option<&Say> {
        self.phones.as_ref()?.notice.as_ref()
    }

    /// Looks again, if something has happened at the phones; whether it has.
    pub(super) fn catch_up(&mut self) -> Result<bool, Failure> {
        let Some(phones) = &mut self.phones else {
            return Ok(false);
        };
        let beat = phones.hub.beat();
        if beat == phones.beat {
            return Ok(false);
        }
        phones.beat = beat;
        self.look_again()?;
        Ok(true)
    }

    fn look_again(&mut self) -> Result<(), Failure> {
        if let Some(phones) = &mut self.phones {
            phones.hub.keep_up(&mut self.table)?;
            phones.people = phones.hub.people();
            phones.form = phones.hub.shared_form();
            phones.notice = phones.hub.notice();
        }
        Ok(())
    }

    /// Makes a move of whoever runs the table.
    pub(super) fn act(&mut self, text: &str) -> Result<(), Failure> {
        let Some(phones) = &self.phones else {
            return self.table.act(text, now()).map(drop);
        };
        phones.hub.act(Holder::Host, text, self.table.steps())?;
        self.look_again()
    }

    /// Makes a move that a seat has chosen alone, with the screen in its hands.
    pub(super) fn act_alone(&mut self, seat: usize, text: &str) -> Result<(), Failure> {
        let Some(phones) = &self.phones else {
            return self.table.act(text, now()).map(drop);
        };
        let holder = phones.hub.holder(seat, text);
        phones.hub.act(holder, text, self.table.steps())?;
        self.look_again()
    }

    /// Gives a part of the form that phones answer as well: a seat's, or that of whoever runs the table.
    pub(super) fn answer(&mut self, seat: Option<usize>, text: &str) -> Result<(), Failure> {
        if let Some(phones) = &self.phones {
            let holder = seat.map_or(Holder::Host, Holder::Seat);
            phones.hub.answer(holder, text, self.table.steps())?;
        }
        self.look_again()
    }

    /// Takes back the last move.
    pub(super) fn undo(&mut self, all_agree: bool) -> Result<(), Failure> {
        let Some(phones) = &self.phones else {
            return self.table.undo(all_agree, now()).map(drop);
        };
        let seq = self.table.steps();
        phones.hub.undo(Holder::Host, seq, all_agree)?;
        self.look_again()
    }

    /// Notes that these seats look at what only they may see; to be called before it is shown.
    pub(super) fn look(&mut self, seats: &[usize]) -> Result<(), Failure> {
        let Some(phones) = &self.phones else {
            return self.table.look(seats, now());
        };
        phones.hub.look(seats)?;
        self.look_again()
    }

    /// Looks at one answer of the move that is due.
    pub(super) fn check_answer(&mut self, part: usize, text: &str) -> Result<String, Failure> {
        let Some(phones) = &self.phones else {
            return self.table.check_answer(part, text, now());
        };
        let checked = phones.hub.check_answer(part, text);
        self.look_again()?;
        Ok(checked?)
    }

    /// Keeps something of the shell's with the table.
    pub(super) fn note(&mut self, note: Value) -> Result<(), Failure> {
        let Some(phones) = &self.phones else {
            return self.table.note(note, now()).map(drop);
        };
        phones.hub.note(note)?;
        self.look_again()
    }

    /// Goes on with another table of the same players.
    pub(super) fn go_on_with(&self, table: Table) -> Result<Self, Failure> {
        let Some(phones) = &self.phones else {
            return Ok(table.into());
        };
        phones.hub.go_on_with(table)?;
        Self::beside(phones.hub.clone())
    }

    /// Shows everybody the clock as it is set now, in the place of the one of that name before.
    pub(super) fn show_clock(&self, before: Option<&str>, clock: Option<&TableClock>) {
        let Some(phones) = &self.phones else { return };
        let now = clock.map(TableClock::id);
        if let Some(gone) = before.filter(|id| Some(*id) != now) {
            phones.hub.remove_clock(gone);
        }
        if let Some(clock) = clock {
            phones.hub.set_clock(clock.clone());
        }
    }
}
