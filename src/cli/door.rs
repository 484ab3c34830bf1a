//! The way in for phones, beside the table: address, code and QR code, and who is in. Before the table begins it is the
//! lobby: somebody without a phone is added by name, and enter begins.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::Duration;

use super::cells::{clean, cut, fit, width, wrap};
use super::editor::{Editor, Window};
use super::screen::{Ended, Input, Line, Look, Screen, ScreenTint};
use super::{out, table_args};
use crate::diag::Problems;
use crate::host::{self, Holder, Hub, HubSeat};
use crate::play::rules::Refusal;
use crate::play::table::Failure;
use crate::play::view::Ink;
use crate::say;

/// How often it is looked who has joined.
const LOOK: Duration = Duration::from_millis(100);

/// Shows the way in, until enter: in a lobby until the table has begun.
pub(super) fn show(screen: &mut Screen, hub: &Hub) -> Result<Ended, Problems> {
    let lobby = hub.lobby_room().is_some();
    let mut door = DoorScreen::default();
    screen.clear()?;
    loop {
        if lobby && hub.lobby_room().is_none() {
            return Ok(Ended::Done);
        }
        let people = hub.people();
        door.chosen = door.chosen.filter(|at| *at < people.len());
        let (w, h) = screen.size();
        let size = (usize::from(w), usize::from(h));
        screen.draw(&door.frame(hub, &people, size))?;
        let Some(input) = screen.read(LOOK)? else {
            continue;
        };
        match input {
            Input::Stop => return Ok(Ended::Stopped),
            Input::Resized | Input::Resumed => screen.clear()?,
            Input::Enter | Input::Escape if !lobby => return Ok(Ended::Done),
            Input::Enter => door.enter(hub),
            Input::Up | Input::Down => door.step(&input, people.len()),
            Input::Delete | Input::Back if lobby && door.editor.is_empty() => {
                if let Some(seat) = door.chosen.and_then(|at| people.get(at)) {
                    door.done(remove(hub, &seat.name));
                }
            }
            Input::Escape => door.editor.clear(),
            key if lobby => {
                door.said.clear();
                door.editor.press(&key);
            }
            _ => {}
        }
    }
}

/// What is on the screen besides what the hub knows.
#[derive(Default)]
struct DoorScreen {
    editor: Editor,
    /// The name that can be removed.
    chosen: Option<usize>,
    /// Why not.
    said: Vec<String>,
}

impl DoorScreen {
    /// Somebody more, or the beginning.
    fn enter(&mut self, hub: &Hub) {
        let typed = self.editor.text().trim().to_owned();
        if typed.is_empty() {
            return self.done(begin(hub));
        }
        let added = add(hub, &typed);
        match added.is_ok() {
            true => drop(self.editor.take()),
            false => self.editor.refuse(&typed),
        }
        self.done(added);
    }

    fn done(&mut self, done: Result<(), Failure>) {
        self.said = match done {
            Ok(()) => Vec::new(),
            Err(failure) => {
                let told = Problems::from(failure).to_string();
                told.lines().map(str::to_owned).collect()
            }
        };
    }

    fn step(&mut self, key: &Input, many: usize) {
        let last = many.checked_sub(1);
        self.chosen = match (key, self.chosen) {
            (Input::Up, None) => last,
            (Input::Up, Some(at)) => at.checked_sub(1),
            (_, None) => last.map(|_| 0),
            (_, Some(at)) => Some(at + 1).filter(|at| *at < many),
        };
    }

    fn frame(&self, hub: &Hub, people: &[HubSeat], size: (usize, usize)) -> Vec<Line> {
        let room = hub.lobby_room();
        let mut rest: Vec<String> = hub.notes().iter().map(ToString::to_string).collect();
        rest.extend(others(hub));
        rest.extend(steering(hub));
        let content = DoorContent {
            title: hub.title(),
            address: hub.address().to_owned(),
            code: hub.keys().code,
            qr: host::qr_lines(&hub.way_in()),
            people: people.iter().map(seat_told).collect(),
            chosen: self.chosen.filter(|_| room.is_some()),
            room,
            rest,
            said: self.said.clone(),
            typed: room.map(|_| self.editor.window(size.0.saturating_sub(4))),
        };
        content.frame(size)
    }
}

fn begin(hub: &Hub) -> Result<(), Failure> {
    hub.begin(Holder::Host)?;
    Ok(())
}

/// Adds players, several with commas between.
fn add(hub: &Hub, typed: &str) -> Result<(), Failure> {
    let mut names = typed.split([',', '、', '，']);
    names.try_for_each(|name| Ok(hub.add(name)?))
}

fn remove(hub: &Hub, name: &str) -> Result<(), Failure> {
    hub.free(Holder::Host, name)?;
    Ok(())
}

/// A player, and whether there is a phone.
fn seat_told(seat: &HubSeat) -> String {
    match seat.phone {
        true => say!("{}: by phone", seat.name).to_string(),
        false => say!("{}: no phone", seat.name).to_string(),
    }
}

/// Further addresses.
fn others(hub: &Hub) -> Vec<String> {
    let all = hub.addresses().iter().skip(1);
    all.map(|url| say!("or open {}", url).to_string()).collect()
}

/// The big screen, and the host's tablet.
fn steering(hub: &Hub) -> [String; 2] {
    let url = hub.address();
    [
        say!("a big screen opens {}", format!("{url}tv")).to_string(),
        say!(
            "you steer the table at {}",
            format!("{url}host#{}", hub.keys().host)
        )
        .to_string(),
    ]
}

/// How everybody is told to get in.
fn invitation(address: &str, code: &str) -> String {
    say!(
        "phones in this network open {} and type the code {}",
        address,
        code
    )
    .to_string()
}

/// How many are there, and how many can play.
fn count(many: usize, room: Option<(u32, u32)>) -> String {
    match room {
        Some((least, most)) => say!("at the table: {}; {} to {} can play", many, least, most),
        None => say!("at the table: {}", many),
    }
    .to_string()
}

// ---- line by line ----

/// The way in, in words.
pub(super) fn told(hub: &Hub) -> Vec<String> {
    let mut lines = vec![invitation(hub.address(), &hub.keys().code)];
    lines.extend(others(hub));
    lines.extend(hub.notes().iter().map(ToString::to_string));
    lines.extend(steering(hub));
    lines.extend(hub.people().iter().map(seat_told));
    lines
}

/// The lobby line by line; false when the input ends, or somebody leaves.
pub(super) fn wait_lines(hub: &Arc<Hub>, input: &Receiver<String>) -> Result<bool, Failure> {
    let mut known = hub.people();
    let room = hub.lobby_room();
    if room.is_some() {
        let keys = say!(
            "a name adds somebody without a phone, `/free NAME` takes one away, an empty line begins, `/quit` leaves"
        );
        table_args::lines(&[count(known.len(), room), keys.to_string()])?;
    }
    while let Some(room) = hub.lobby_room() {
        let heard = match input.recv_timeout(LOOK) {
            Ok(line) => Some(line),
            Err(RecvTimeoutError::Timeout) => None,
            Err(RecvTimeoutError::Disconnected) => return Ok(false),
        };
        let done = match heard.as_deref().map(str::trim) {
            None => Ok(()),
            Some("/quit") => return Ok(false),
            Some("/phones") => table_args::lines(&told(hub)).map_err(Into::into),
            Some("") => begin(hub),
            Some(line) => match line.strip_prefix("/free") {
                Some(name) => remove(hub, name.trim()),
                None if line.starts_with('/') => {
                    let what = say!("`{}` is no order here", line);
                    Err(Refusal::words(what).into())
                }
                None => add(hub, line),
            },
        };
        if let Err(failure) = done {
            out::problems(&failure.into());
        }
        let people = hub.people();
        if people != known {
            let mut lines: Vec<String> = people.iter().map(seat_told).collect();
            lines.push(count(people.len(), Some(room)));
            table_args::lines(&lines)?;
            known = people;
        }
    }
    Ok(true)
}

// ---- the screen, pure ----

/// Everything that the way in can show.
struct DoorContent {
    title: String,
    address: String,
    code: String,
    qr: Vec<String>,
    people: Vec<String>,
    chosen: Option<usize>,
    /// How few and how many can play, in a lobby.
    room: Option<(u32, u32)>,
    /// Further addresses and what to know of the network.
    rest: Vec<String>,
    said: Vec<String>,
    /// The line being typed, in a lobby.
    typed: Option<Window>,
}

impl DoorContent {
    /// The screen: the QR code beside the words, above them, or not at all where there is no room for it.
    fn frame(&self, (w, h): (usize, usize)) -> Vec<Line> {
        let qr = self.qr.first().map_or(0, |l| width(l));
        let foot = self.foot((w, h));
        let room = h.saturating_sub(foot.len());
        let mut lines = if qr > 0 && w >= qr + 2 + LEAST && room >= self.qr.len() {
            let text = self.text(w - qr - 2, room);
            (0..room.min(text.len().max(self.qr.len())))
                .map(|y| self.beside(y, qr, text.get(y)))
                .collect()
        } else if qr > 0 && w >= qr && room >= self.qr.len() + LOW {
            let mut lines: Vec<Line> = self.qr.iter().map(Line::from).collect();
            lines.extend(self.text(w, room - self.qr.len()));
            lines
        } else {
            self.text(w, room)
        };
        lines.resize(room, Line::default());
        lines.extend(foot);
        lines.truncate(h);
        lines
    }

    /// One row of the QR code with one of the words.
    fn beside(&self, y: usize, qr: usize, line: Option<&Line>) -> Line {
        let code = self.qr.get(y).map_or("", String::as_str);
        let words = line.map_or("", |l| l.text.as_str());
        let whole = Line::from(format!("{}  {words}", fit(code, qr)));
        let (from, wide) = (qr + 2, width(words));
        match line.map_or(Look::Plain, |l| l.look) {
            Look::Plain => whole,
            Look::Faint => whole.with(from, wide, ScreenTint::Ink(Ink::Faint)),
            Look::Warn | Look::Alarm => whole.with(from, wide, ScreenTint::Chosen),
            _ => whole.with(from, wide, ScreenTint::Ink(Ink::Strong)),
        }
    }

    /// The words, in so many rows: the way in and the names come first.
    fn text(&self, w: usize, rows: usize) -> Vec<Line> {
        let wrapped = |text: &str, look: Look| -> Vec<Line> {
            let rows = wrap(&clean(text), w).into_iter();
            rows.map(|r| Line::new(r, look)).collect()
        };
        let mut lines = wrapped(&self.title, Look::Strong);
        lines.extend(wrapped(&invitation(&self.address, &self.code), Look::Plain));
        lines.push(Line::default());
        lines.push(Line::new(
            cut(&count(self.people.len(), self.room), w),
            Look::Strong,
        ));
        let left = rows.saturating_sub(lines.len());
        lines.extend(self.names(w, left));
        lines.push(Line::default());
        lines.extend(self.rest.iter().flat_map(|t| wrapped(t, Look::Faint)));
        lines.truncate(rows);
        lines
    }

    /// The names, those around the chosen one where there are too many.
    fn names(&self, w: usize, rows: usize) -> Vec<Line> {
        let chosen = self.chosen.unwrap_or(self.people.len().saturating_sub(1));
        let from = (chosen + 1).saturating_sub(rows);
        let name = |(at, told): (usize, &String)| {
            let line = Line::from(cut(&format!("  {}", clean(told)), w));
            let wide = width(&line.text);
            match self.chosen == Some(at) {
                true => line.with(2, wide.saturating_sub(2), ScreenTint::Chosen),
                false => line,
            }
        };
        self.people
            .iter()
            .enumerate()
            .map(name)
            .skip(from)
            .take(rows)
            .collect()
    }

    /// What was said, what is typed, and the keys.
    fn foot(&self, (w, h): (usize, usize)) -> Vec<Line> {
        let said = self.said.iter().flat_map(|t| wrap(&clean(t), w));
        let mut lines: Vec<Line> = said.map(|t| Line::new(t, Look::Warn)).collect();
        let keys = match &self.typed {
            Some(typed) => {
                let line = Line::from(format!("> {}", typed.text));
                let wide = width(&typed.text);
                lines.push(match typed.selected {
                    true => line.with(2, wide, ScreenTint::Chosen),
                    false => Line::from(format!("{} ", line.text)).with(
                        2 + typed.pen,
                        1,
                        ScreenTint::Chosen,
                    ),
                });
                match self.chosen {
                    Some(_) => say!("delete takes the name away · enter begins"),
                    None => say!(
                        "enter begins · a name and enter adds somebody without a phone · arrows choose a name"
                    ),
                }
            }
            None => say!("enter goes to the table"),
        };
        // Where rows are few, the first of the keys has to do.
        let rows = if h < SMALL { 1 } else { usize::MAX };
        let keys = wrap(&keys.to_string(), w).into_iter().take(rows);
        lines.extend(keys.map(|r| Line::new(r, Look::Faint)));
        lines
    }
}

/// The least room for words beside the QR code.
const LEAST: usize = 30;
/// Below this height every row counts.
const SMALL: usize = 16;
/// The fewest rows for words below it.
const LOW: usize = 10;
