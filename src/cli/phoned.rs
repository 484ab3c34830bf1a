//! A session whose table phones play at as well: what has happened there since, the forms that are answered partly here
//! and partly there, and the clock that all see.

use std::time::Duration;

use super::alone::AloneAsk;
use super::session::{Reply, Session};
use crate::host::{Holder, SharedForm};
use crate::play::choice::{Asking, Choice};
use crate::play::clock::Clock;
use crate::play::rules::{Asked, Refusal};
use crate::play::table::Failure;
use crate::play::view::Viewer;
use crate::say;

/// How often it is looked what has happened at the phones.
const LOOK: Duration = Duration::from_millis(100);

/// What has changed at the phones.
pub(super) enum PhoneNews {
    /// Nothing.
    None,
    /// Something that goes on beside what is being entered; and what is to be told of it.
    Beside(Vec<String>),
    /// The table has moved on: what was being entered is void.
    Moved(Vec<String>),
}

impl Session {
    /// Looks what has happened at the phones.
    pub(super) fn phone_news(&mut self) -> Result<PhoneNews, Failure> {
        let before = (self.table.steps(), self.shares());
        let phones: Vec<String> = self.phones();
        let noticed = self.table.notice().is_some();
        if !self.table.catch_up()? {
            return Ok(PhoneNews::None);
        }
        self.see_clock();
        let mut told = self.happened();
        let joined = self.phones().into_iter().filter(|n| !phones.contains(n));
        told.extend(joined.map(|name| say!("{} is in by phone", name).to_string()));
        if (self.table.steps(), self.shares()) != before {
            self.answers.clear();
            (self.review, self.doubtful) = (false, None);
            return Ok(PhoneNews::Moved(told));
        }
        let notice = self.table.notice().filter(|_| !noticed);
        told.extend(notice.map(ToString::to_string));
        Ok(PhoneNews::Beside(told))
    }

    /// How long to wait for a key before there may be something new to show; for ever, where none.
    pub(super) fn nap(&self) -> Option<Duration> {
        let phones = self.table.hub().map(|_| LOOK);
        let clock = self.clock_changes();
        phones.into_iter().chain(clock).min()
    }

    fn phones(&self) -> Vec<String> {
        let names = self.table.phones().into_iter();
        names.map(str::to_owned).collect()
    }

    /// The parts of a form that phones answer.
    fn shares(&self) -> Option<Vec<bool>> {
        self.table.shared().map(|s| s.away.clone())
    }

    /// Who still has to answer, and where.
    pub(super) fn waiting(&self, shared: &SharedForm) -> Vec<String> {
        let open = |away: bool| {
            let parts = (0..shared.away.len()).filter(|p| !shared.answered[*p]);
            let parts = parts.filter(|p| shared.away[*p] == away);
            let names: Vec<String> = parts.map(|p| self.part_name(shared, p)).collect();
            (!names.is_empty()).then(|| names.join(", "))
        };
        let here = open(false).map(|names| say!("to answer at this screen: {}", names));
        let away = open(true).map(|names| say!("to answer by phone: {}", names));
        let said = here.into_iter().chain(away);
        said.map(|s| s.to_string()).collect()
    }

    /// Whose part of a form it is.
    pub(super) fn part_name(&self, shared: &SharedForm, part: usize) -> String {
        match shared.form.parts[part].seat {
            Some(seat) => self.table.names(&[seat]).concat(),
            None => say!("the table").to_string(),
        }
    }

    /// The part of a shared form that a seat answers.
    pub(super) fn shared_part(&self, seat: usize) -> Option<usize> {
        let shared = self.table.shared()?;
        shared.form.parts.iter().position(|p| p.seat == Some(seat))
    }

    /// What one seat alone has to add now, unless it does so on its phone.
    pub(super) fn asks(&self) -> Option<Asked> {
        self.table
            .asks("")
            .filter(|_| self.table.shared().is_none())
    }

    /// The player whose turn it is, and who makes it on a phone.
    pub(super) fn turn_by_phone(&self) -> Option<String> {
        let open = self.table.outcome().is_none() && !self.table.shown();
        let active = self.table.view(Viewer::Public).active.filter(|_| open)?;
        let by_phone = self.table.on_phone(active);
        by_phone.then(|| self.table.names(&[active]).concat())
    }

    /// How a part of a shared form is answered here: by choices, else as a text.
    pub(super) fn part_asks(&self, part: usize) -> Option<Result<AloneAsk, Asked>> {
        let shared = self.table.shared()?;
        let it = shared.form.parts.get(part)?;
        let ask = AloneAsk {
            seat: it.seat,
            part: Some(part),
            start: String::new(),
        };
        let chosen = !self.alone_choices(&ask, "").is_empty();
        Some(match it.seat {
            Some(seat) if !chosen => Err(Asked {
                seat,
                head: String::new(),
                ask: it.ask.clone(),
            }),
            _ => Ok(ask),
        })
    }

    /// What can be added to a text by whoever chooses alone.
    pub(super) fn alone_choices(&self, ask: &AloneAsk, so_far: &str) -> Vec<Choice> {
        let viewer = ask.seat.map_or(Viewer::Public, Viewer::Seat);
        match ask.part {
            // What others have answered decides about nothing.
            Some(part) => self.table.choices(Asking::part(viewer, part, &[]), so_far),
            None => self.choices(viewer, so_far),
        }
    }

    /// `/free NAME`: whoever had that seat's phone is let in no more.
    pub(super) fn free(&mut self, name: &str) -> Result<Reply, Failure> {
        let Some(hub) = self.table.hub().cloned() else {
            return Ok(Reply::Show);
        };
        if name.is_empty() {
            let refusal = Refusal::words(say!("whose seat?"));
            return Err(refusal.hint(say!("such as `/free Ann`")).into());
        }
        let freed = hub.free(Holder::Host, name)?;
        Ok(Reply::Said(vec![
            say!(
                "{}'s seat is free: whoever had it by phone is let in no more",
                freed
            )
            .to_string(),
        ]))
    }

    /// Shows everybody the clock as it is set here, in the place of the one of that name.
    pub(super) fn show_clock(&self, before: Option<&str>) {
        self.table
            .show_clock(before, self.clock.as_ref().map(|c| c.clock()));
    }

    /// Takes over the clock that all see.
    pub(super) fn see_clock(&mut self) {
        let Some(hub) = self.table.hub().cloned() else {
            return;
        };
        let now = self.time.now();
        let seen = hub.corner_clock(now);
        self.set_clock(seen);
    }
}
