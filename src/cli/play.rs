//! `kitpress play`: a guided table. On a terminal the whole screen, else line by line.

use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use std::sync::mpsc::Receiver;

use clap::Args;

use super::cells::{clean, cut, width, wrap};
use super::entry::{Answer, ask_in_turn, ask_lines};
use super::handover::{self, Secret, hand_over, hand_over_lines};
use super::screen::{Ended, Input, Line, Look, Screen, leave, on_a_terminal};
use super::session::{Reply, Session, Wanted};
use super::start::NewTable;
use super::table_args;
use super::timer::{lines_of_input, tell_all, watch};
use super::{CommandResult, out};
use crate::diag::{Problem, Problems};
use crate::play::clock::{Clock, SystemClock};
use crate::play::journal::Access;
use crate::play::rules::{Asked, Refusal};
use crate::play::table::{Failure, Table};
use crate::play::view::Viewer;
use crate::say;

/// Arguments of `play`.
#[derive(Args, Debug)]
#[command(
    after_help = "Type a move and press enter; tab completes it. Besides: h hands the screen round so that everyone\n\
    sees their own cards, t runs a timer, u takes a move back, q leaves. The table is kept: `kitpress play`\n\
    without a kit goes on with the last one.\n\n\
    Examples:\n  \
    kitpress play my-game --players Ann,Bob,Cho\n  \
    kitpress play\n  \
    kitpress play --table friday.table\n  \
    printf 'draw Ann\\nnext\\n' | kitpress play --plain"
)]
pub(super) struct PlayArgs {
    /// A kit's id, or a kit folder, for a new table; else the last table goes on
    kit: Option<String>,
    #[command(flatten)]
    new: NewTable,
    /// The table's file, or its name in `kitpress tables`; the table used last, or a new one in your data folder, when
    /// none is given
    #[arg(long, value_name = "FILE|NAME")]
    table: Option<PathBuf>,
    /// Line by line instead of the whole screen, as on a pipe
    #[arg(long)]
    plain: bool,
    /// Language of messages: en or ja
    #[arg(long)]
    pub lang: Option<String>,
}

/// Runs the command.
pub(super) fn run(args: &PlayArgs) -> Result<(), Failure> {
    let mut session = Session::new(table(args)?, on_a_terminal());
    if args.plain || !on_a_terminal() {
        return plain(&mut session);
    }
    let mut screen = Screen::enter()?;
    let ended = guide(&mut screen, &mut session);
    drop(screen);
    let kept = say!(
        "the table is kept in `{}`; `kitpress play` goes on with it",
        session.table.path().display()
    );
    let ended = ended?;
    out::line(&kept.to_string())?;
    said(&Vec::from_iter(table_args::closing(&session.table)))?;
    Ok(leave(ended)?)
}

/// A new table of a kit, or the one that goes on.
fn table(args: &PlayArgs) -> Result<Table, Failure> {
    if let Some(kit) = &args.kit {
        return args.new.make(kit, args.table.as_deref());
    }
    if args.new.given() {
        let refusal = Refusal::words(say!("a new table needs a kit"));
        return Err(refusal
            .hint(say!("such as `kitpress play my-game --players Ann,Bob`"))
            .into());
    }
    let path = table_args::find(args.table.as_deref())?;
    let table = Table::open(&path, Access::Write)?;
    table_args::warn(&table);
    table_args::remember(&path);
    Ok(table)
}

/// What players have to look at, one card each; the log tells that these do.
fn secrets(session: &mut Session, seats: &[usize]) -> Result<Vec<Secret>, Failure> {
    session.table.look(seats, table_args::now())?;
    Ok(handover::secrets(&session.table))
}

fn everybody(session: &Session) -> Vec<usize> {
    (0..session.table.seats().len()).collect()
}

/// How a new table is greeted.
fn greeting(session: &Session) -> Vec<String> {
    let table = &session.table;
    let mut said = Vec::new();
    if table.moves() == 0 {
        said.extend(
            table
                .log()
                .first()
                .map(table_args::public_events)
                .unwrap_or_default(),
        );
        said.push(say!("seal of the shuffles: {}", table.commitment()).to_string());
    } else {
        said.push(say!("the table goes on; moves so far: {}", table.moves()).to_string());
    }
    said
}

// ---- line by line ----

/// Plays line by line, until the input ends or `quit`.
fn plain(session: &mut Session) -> Result<(), Failure> {
    let prompt = io::stdin().is_terminal();
    let input = lines_of_input();
    said(&[table_args::headline(&session.table)])?;
    said(&greeting(session))?;
    said(&session.table.view(Viewer::Public).lines)?;
    if session.freshly_dealt() {
        said(&[say!("hidden cards were dealt: `h` shows them, one player at a time").to_string()])?;
    }
    said(&session.prompt())?;
    loop {
        if prompt {
            let _ = write!(io::stdout(), "> ");
            let _ = io::stdout().flush();
        }
        let Ok(line) = input.recv() else {
            return Ok(());
        };
        match session.obey(&line) {
            Reply::Quit => return Ok(()),
            Reply::Said(lines) => plain_next(session, &lines)?,
            Reply::Refused(problems) => out::problems(&problems),
            Reply::Show => {
                said(&table_args::notices(&session.table))?;
                said(&session.table.view(Viewer::Public).lines)?;
                said(&session.prompt())?;
            }
            Reply::Hands(seats) => plain_hands(session, &seats, &input)?,
            Reply::Ask(asked) => plain_ask(session, &asked, &input)?,
            Reply::Page(lines) => said(&lines)?,
            Reply::Timer(wanted) => plain_timer(session, &wanted, &input)?,
        }
    }
}

/// What happened, and what to do next.
fn plain_next(session: &Session, lines: &[String]) -> CommandResult {
    said(lines)?;
    said(&session.prompt()[session.answered().min(1)..])
}

/// Asks one player alone: unseen on a terminal; a script answers by its next line.
fn plain_ask(
    session: &mut Session,
    asked: &Asked,
    input: &Receiver<String>,
) -> Result<(), Failure> {
    let mut happened = Vec::new();
    let name = session.table.names(&[asked.seat]).concat();
    let mut attempt = |answer: &str| {
        happened = session.answer_alone(asked, answer)?;
        Ok(())
    };
    if on_a_terminal() {
        match ask_lines(asked, &name, input, &mut attempt) {
            Ok(Answer::Stopped) => return Ok(leave(Ended::Stopped)?),
            Ok(Answer::Taken | Answer::Left) => {}
            Err(failure) => out::problems(&failure.into()),
        }
    } else if let Ok(line) = input.recv()
        && let Err(failure) = attempt(line.trim())
    {
        out::problems(&failure.into());
    }
    Ok(plain_next(session, &happened)?)
}

fn said(lines: &[String]) -> CommandResult {
    table_args::lines(lines)
}

/// Secrets never go down a pipe, nor among the lines that stay on the terminal.
fn plain_hands(
    session: &mut Session,
    seats: &[usize],
    input: &Receiver<String>,
) -> Result<(), Failure> {
    if !on_a_terminal() {
        let refusal = Refusal::words(say!("hidden cards are shown on a terminal only"));
        let hint = say!("`kitpress show --seat NAME --reveal` prints what one player may see");
        out::problems(&Problem::from(refusal.hint(hint)).into());
        return Ok(());
    }
    let all = match secrets(session, seats) {
        Ok(all) => all,
        Err(failure) => {
            out::problems(&failure.into());
            return Ok(());
        }
    };
    let ended = hand_over_lines(&all, seats, input)?;
    Ok(leave(ended)?)
}

fn plain_timer(
    session: &mut Session,
    wanted: &Wanted,
    input: &Receiver<String>,
) -> Result<(), Failure> {
    if !wanted.title.is_empty() {
        said(std::slice::from_ref(&wanted.title))?;
    }
    let mut clock = SystemClock::default();
    let mut timer = session.timer_for(wanted, clock.now());
    tell_all(&mut timer, &mut clock, !wanted.silent, input, true)?;
    if let Err(failure) = session.keep_timer(wanted, &timer) {
        out::problems(&failure.into());
    }
    Ok(())
}

// ---- the whole screen ----

/// What the screen shows besides the table.
#[derive(Default)]
struct Desk {
    /// What was said last.
    said: Vec<String>,
    /// Whether that was a refusal.
    refused: bool,
    /// What is being typed.
    typed: String,
    /// How far the table is scrolled.
    scroll: usize,
}

impl Desk {
    fn refuse(&mut self, problems: &Problems) {
        self.said = problems.to_string().lines().map(str::to_owned).collect();
        self.refused = true;
    }
}

/// The most letters that a typed line can have.
const LONGEST: usize = 4000;

/// Plays on the whole screen, until `quit` or Ctrl-C.
fn guide(screen: &mut Screen, session: &mut Session) -> Result<Ended, Failure> {
    let mut desk = Desk {
        said: greeting(session),
        ..Desk::default()
    };
    if session.freshly_dealt() {
        let everybody = everybody(session);
        if hands(screen, session, &mut desk, &everybody)? == Ended::Stopped {
            return Ok(Ended::Stopped);
        }
    }
    loop {
        screen.draw(&frame(session, &mut desk, screen.size()))?;
        match screen.wait()? {
            Input::Stop => return Ok(Ended::Stopped),
            Input::Resized | Input::Resumed => screen.clear()?,
            Input::Up => desk.scroll = desk.scroll.saturating_sub(1),
            Input::Down => desk.scroll += 1,
            Input::Tab => desk.typed = session.complete(&desk.typed).apply(&desk.typed),
            Input::Back => {
                desk.typed.pop();
            }
            Input::Escape | Input::Clear => desk.typed.clear(),
            Input::Char(c) => type_in(&mut desk.typed, &c.to_string()),
            // A pasted text is one line: nothing is done before enter.
            Input::Paste(text) => type_in(&mut desk.typed, text.trim_end()),
            Input::Other => {}
            Input::Timer => {
                if enter(screen, session, &mut desk, "/timer")? == Some(Ended::Stopped) {
                    return Ok(Ended::Stopped);
                }
            }
            Input::Enter => {
                let line = std::mem::take(&mut desk.typed);
                if let Some(ended) = enter(screen, session, &mut desk, &line)? {
                    return Ok(ended);
                }
            }
        }
    }
}

fn type_in(typed: &mut String, text: &str) {
    let room = LONGEST.saturating_sub(typed.chars().count());
    let line = text.chars().map(|c| if c.is_control() { ' ' } else { c });
    typed.extend(line.take(room));
}

/// Does what a line says; gives back how the game was left, if it was.
fn enter(
    screen: &mut Screen,
    session: &mut Session,
    desk: &mut Desk,
    line: &str,
) -> Result<Option<Ended>, Failure> {
    desk.refused = false;
    desk.scroll = 0;
    let asked = session.open();
    match session.obey(line) {
        Reply::Quit => return Ok(Some(Ended::Done)),
        Reply::Show => desk.said.clear(),
        Reply::Said(lines) => desk.said = lines,
        Reply::Refused(problems) => {
            desk.refuse(&problems);
            // To be put right, not typed again; but one player's text never becomes another's.
            if session.open() == asked {
                desk.typed = line.to_owned();
            }
        }
        Reply::Hands(seats) => {
            desk.said.clear();
            if hands(screen, session, desk, &seats)? == Ended::Stopped {
                return Ok(Some(Ended::Stopped));
            }
        }
        Reply::Ask(asked) => {
            desk.said.clear();
            let name = session.table.names(&[asked.seat]).concat();
            let mut attempt = |answer: &str| {
                desk.said = session.answer_alone(&asked, answer)?;
                Ok(())
            };
            if ask_in_turn(screen, &asked, &name, &mut attempt)? == Answer::Stopped {
                return Ok(Some(Ended::Stopped));
            }
        }
        Reply::Page(lines) => {
            if page(screen, &lines)? == Ended::Stopped {
                return Ok(Some(Ended::Stopped));
            }
        }
        Reply::Timer(wanted) => {
            desk.said.clear();
            let mut clock = SystemClock::default();
            let mut timer = session.timer_for(&wanted, clock.now());
            let ended = watch(screen, &mut timer, &mut clock, !wanted.silent)?;
            if let Err(failure) = session.keep_timer(&wanted, &timer) {
                desk.refuse(&failure.into());
            }
            if ended == Ended::Stopped {
                return Ok(Some(Ended::Stopped));
            }
        }
    }
    Ok(None)
}

/// Hands the screen round; what the log cannot tell is not shown.
fn hands(
    screen: &mut Screen,
    session: &mut Session,
    desk: &mut Desk,
    seats: &[usize],
) -> Result<Ended, Failure> {
    match secrets(session, seats) {
        Ok(all) => Ok(hand_over(screen, &all, seats)?),
        Err(failure) => {
            desk.refuse(&failure.into());
            Ok(Ended::Done)
        }
    }
}

/// Shows lines on a screen of their own, until a key that does not scroll.
fn page(screen: &mut Screen, lines: &[String]) -> Result<Ended, Failure> {
    let mut scroll = 0usize;
    loop {
        let (w, h) = screen.size();
        let (w, room) = (usize::from(w), usize::from(h).saturating_sub(2));
        let rows: Vec<String> = lines.iter().flat_map(|l| wrap(l, w)).collect();
        scroll = scroll.min(rows.len().saturating_sub(room));
        let mut shown: Vec<Line> = rows
            .iter()
            .skip(scroll)
            .take(room)
            .map(Line::from)
            .collect();
        shown.resize(room + 1, Line::default());
        let keys = if rows.len() > room {
            say!("up and down show more · any other key goes back")
        } else {
            say!("any key goes back")
        };
        shown.push(Line::new(cut(&keys.to_string(), w), Look::Faint));
        screen.draw(&shown)?;
        match screen.wait()? {
            Input::Stop => return Ok(Ended::Stopped),
            Input::Resized | Input::Resumed => screen.clear()?,
            Input::Up => scroll = scroll.saturating_sub(1),
            Input::Down => scroll += 1,
            _ => return Ok(Ended::Done),
        }
    }
}

/// The longest that a name gets on the screen.
const NAME: usize = 24;

/// What the screen shows: the table above, what happened, what to do, what is typed.
fn frame(session: &Session, desk: &mut Desk, (w, h): (u16, u16)) -> Vec<Line> {
    let (w, h) = (usize::from(w), usize::from(h));
    let table = &session.table;
    let short = |text: &str| shorten(&clean(text), table.seats());
    let rows = |text: &str, look: Look| -> Vec<Line> {
        let rows = wrap(&short(text), w);
        rows.into_iter().map(|r| Line::new(r, look)).collect()
    };
    // From below: keys, offers, the typed line, what to do, what happened.
    let keys = say!("enter do · tab complete · h hands · t timer · u undo · ? help · q quit");
    let keys = Line::new(cut(&keys.to_string(), w), Look::Faint);
    let offers = session.complete(&desk.typed).words;
    let offers: Vec<String> = offers.iter().map(|o| short(o)).collect();
    let offers = Line::new(cut(&offers.join("  "), w), Look::Faint);
    let mut prompt = session.prompt().into_iter();
    let need = prompt.next().unwrap_or_default();
    let mut below = rows(&need, Look::Strong);
    below.truncate(4);
    for question in prompt {
        below.extend(rows(&question, Look::Strong));
    }
    below.push(Line::from(typed_end(&desk.typed, w)));
    below.extend([offers, keys]);
    let look = if desk.refused {
        Look::Warn
    } else {
        Look::Plain
    };
    let mut said: Vec<Line> = desk.said.iter().flat_map(|s| rows(s, look)).collect();
    // What is odd about the file or the kit, in a line each.
    let notices = table_args::notices(table).into_iter();
    let notices = notices.map(|n| Line::new(cut(&short(&n), w), Look::Warn));
    let notices: Vec<Line> = notices.collect();
    let room = h.saturating_sub(below.len() + notices.len() + 1);
    // Some of the table stays in sight.
    said.truncate(room.saturating_sub(4).max(1));
    if !said.is_empty() {
        said.push(Line::default());
    }
    let mut above: Vec<Line> = Vec::new();
    for line in &table.view(Viewer::Public).lines {
        above.extend(rows(line, Look::Plain));
    }
    let room = h.saturating_sub(below.len() + said.len() + notices.len() + 2);
    desk.scroll = desk.scroll.min(above.len().saturating_sub(room));
    let more = above.len() > room;
    let mut title = short(&table_args::headline(table));
    if more {
        title = format!("{title}  {}", say!("(up and down show more)"));
    }
    let mut all = vec![Line::new(cut(&title, w), Look::Strong)];
    all.extend(notices);
    all.extend(above.into_iter().skip(desk.scroll).take(room));
    all.push(Line::default());
    all.extend(said);
    all.extend(below);
    // On the smallest screens, what is typed comes first.
    let over = all.len().saturating_sub(h);
    all.split_off(over)
}

/// The end of what is typed, as far as it fits behind the prompt.
fn typed_end(typed: &str, w: usize) -> String {
    let typed = clean(typed);
    let room = w.saturating_sub(4);
    let start = typed
        .char_indices()
        .map(|(i, _)| i)
        .find(|i| width(&typed[*i..]) <= room)
        .unwrap_or(typed.len());
    format!("> {}█", &typed[start..])
}

/// A text with the longest names cut, so that a name of a thousand letters leaves room for the rest.
fn shorten(text: &str, seats: &[String]) -> String {
    let long = seats.iter().filter(|s| width(s) > NAME);
    long.fold(text.to_owned(), |text, name| {
        text.replace(name.as_str(), &cut(name, NAME))
    })
}
