//! The whole terminal as a screen of its own: entered, drawn on, read from, and always given back, also when the
//! program is stopped or ended from outside.

use std::io::{self, IsTerminal, Stdout, Write};
use std::sync::Once;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crossterm::event::{self, Event, KeyCode, KeyEventKind, KeyModifiers};
use crossterm::style::{Attribute, Color, Print, SetAttribute, SetForegroundColor};
use crossterm::{cursor, execute, queue, terminal};

use unicode_segmentation::UnicodeSegmentation;

use super::cells::{clean, fit, width};
use super::{CommandResult, out};
use super::{paint, signals};
use crate::diag::{Problem, Problems};
use crate::play::view::Ink;
use crate::say;

/// How a line looks. The words must do without it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Look {
    /// As it comes.
    #[default]
    Plain,
    /// Bold.
    Strong,
    /// Faint.
    Faint,
    /// All is well.
    Good,
    /// Soon.
    Warn,
    /// Now.
    Alarm,
}

/// How a part of a line looks. The letters must do without it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ScreenTint {
    /// As the referee painted it.
    Ink(Ink),
    /// It can be chosen.
    Lit,
    /// It is chosen, selected, or under the pen.
    Chosen,
}

/// A part of a line, in cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct LinePart {
    /// Where it begins.
    pub from: usize,
    /// How long it is.
    pub wide: usize,
    /// How it looks.
    pub tint: ScreenTint,
}

/// A line to draw.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Line {
    /// What it says; cut to the width of the screen.
    pub text: String,
    /// How it looks.
    pub look: Look,
    /// How parts of it look; the later ones lie on top.
    pub parts: Vec<LinePart>,
}

impl Line {
    /// A line that looks like that.
    pub(super) fn new(text: impl Into<String>, look: Look) -> Self {
        Self {
            text: text.into(),
            look,
            parts: Vec::new(),
        }
    }

    /// The same with one part that looks different.
    pub(super) fn with(mut self, from: usize, wide: usize, tint: ScreenTint) -> Self {
        self.parts.push(LinePart { from, wide, tint });
        self
    }

    /// Its text in stretches of one look.
    pub(super) fn stretches(&self, text: &str) -> Vec<(String, Vec<ScreenTint>)> {
        let mut out: Vec<(String, Vec<ScreenTint>)> = Vec::new();
        let mut at = 0;
        for letter in text.graphemes(true) {
            let over = |p: &&LinePart| (p.from..p.from + p.wide).contains(&at);
            let tints: Vec<ScreenTint> = self.parts.iter().filter(over).map(|p| p.tint).collect();
            match out.last_mut() {
                Some((text, same)) if *same == tints => text.push_str(letter),
                _ => out.push((letter.to_owned(), tints)),
            }
            at += width(letter);
        }
        out
    }
}

impl<T: Into<String>> From<T> for Line {
    fn from(text: T) -> Self {
        Self::new(text, Look::Plain)
    }
}

/// What came from the keyboard or the terminal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Input {
    /// A letter.
    Char(char),
    /// Enter.
    Enter,
    /// Tab.
    Tab,
    /// Backspace.
    Back,
    /// Escape.
    Escape,
    /// Arrow up.
    Up,
    /// Arrow down.
    Down,
    /// Arrow left.
    Left,
    /// Arrow right.
    Right,
    /// To the start of the line: Home, Ctrl-A.
    Home,
    /// To the end of the line: End, Ctrl-E.
    End,
    /// Page up.
    PageUp,
    /// Page down.
    PageDown,
    /// Delete.
    Delete,
    /// Rubs out the word before the pen: Ctrl-W.
    WordBack,
    /// Rubs out the line before the pen: Ctrl-U.
    Clear,
    /// Rubs out the line behind the pen: Ctrl-K.
    ToEnd,
    /// Wants the timer: Ctrl-T.
    Timer,
    /// Text that was pasted.
    Paste(String),
    /// Some other key.
    Other,
    /// The screen has another size now.
    Resized,
    /// The program was stopped by Ctrl-Z, and goes on now.
    Resumed,
    /// Ctrl-C, Ctrl-D, or the system wants us to end.
    Stop,
}

/// How a talk on the screen ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ended {
    /// As it should.
    Done,
    /// By Ctrl-C or the system.
    Stopped,
}

/// Whether the terminal is ours at the moment, for the panic hook.
static OURS: AtomicBool = AtomicBool::new(false);
/// Whether something secret may be on the screen.
static SECRET: AtomicBool = AtomicBool::new(false);

/// Whether someone sits at both ends: keys can be read, and the output is seen.
pub(super) fn on_a_terminal() -> bool {
    io::stdin().is_terminal() && io::stdout().is_terminal()
}

/// The whole terminal. Dropping it gives the terminal back; so does a panic.
pub(super) struct Screen {
    out: Stdout,
    colour: bool,
    keys: Keys,
    drawn: Option<((u16, u16), Vec<Line>)>,
}

/// How input comes while the screen is ours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Keys {
    /// One by one.
    Single,
    /// In lines that are not seen while they are typed.
    Lines,
}

impl Screen {
    /// Takes over the terminal: keys come one by one.
    pub(super) fn enter() -> Result<Self, Problems> {
        Self::new(Keys::Single)
    }

    /// Takes over what is shown; input still comes in lines, which are not seen while they are typed.
    pub(super) fn take() -> Result<Self, Problems> {
        Self::new(Keys::Lines)
    }

    fn new(keys: Keys) -> Result<Self, Problems> {
        if !on_a_terminal() {
            let problem = Problem::new(say!("this needs a terminal to show and to type on"));
            return Err(problem.hint(say!("`--plain` does without")).into());
        }
        give_back_on_panic();
        signals::mind(true);
        let mut screen = Self {
            out: io::stdout(),
            colour: paint::wanted(),
            keys,
            drawn: None,
        };
        screen.take_over().map_err(out::cannot_write)?;
        Ok(screen)
    }

    fn take_over(&mut self) -> io::Result<()> {
        // From here on, dropping undoes it all.
        OURS.store(true, Ordering::SeqCst);
        self.drawn = None;
        execute!(self.out, terminal::EnterAlternateScreen)?;
        match self.keys {
            Keys::Single => {
                terminal::enable_raw_mode()?;
                execute!(self.out, event::EnableBracketedPaste, cursor::Hide)?;
            }
            Keys::Lines => echo::hush()?,
        }
        let all = terminal::Clear(terminal::ClearType::All);
        execute!(self.out, all, cursor::MoveTo(0, 0))
    }

    /// Says whether something secret may be on the screen from now on; it is wiped when the terminal is given back.
    pub(super) fn keep_secret(&mut self) {
        SECRET.store(true, Ordering::SeqCst);
    }

    /// Stops the program as the shell expects, with the terminal as it was; returns when the program goes on.
    fn stop(&mut self) -> Result<(), Problems> {
        give_back();
        signals::stop_here();
        self.take_over().map_err(out::cannot_write)
    }

    /// Whether the program was stopped and goes on now, or is to end.
    pub(super) fn interrupted(&mut self) -> Result<Option<Input>, Problems> {
        if signals::ends() {
            return Ok(Some(Input::Stop));
        }
        if signals::stops() {
            self.stop()?;
            return Ok(Some(Input::Resumed));
        }
        Ok(None)
    }

    /// Its width and height in cells.
    pub(super) fn size(&self) -> (u16, u16) {
        match terminal::size() {
            Ok((w, h)) if w > 0 && h > 0 => (w, h),
            _ => (80, 24),
        }
    }

    /// Shows these lines from the top, and nothing else. Lines that do not fit are left out.
    pub(super) fn draw(&mut self, lines: &[Line]) -> Result<(), Problems> {
        let size = self.size();
        let as_before = |(s, l): &((u16, u16), Vec<Line>)| *s == size && l == lines;
        if self.drawn.as_ref().is_some_and(as_before) {
            return Ok(());
        }
        self.try_draw(size, lines).map_err(out::cannot_write)?;
        self.drawn = Some((size, lines.to_vec()));
        Ok(())
    }

    fn try_draw(&mut self, (w, h): (u16, u16), lines: &[Line]) -> io::Result<()> {
        queue!(self.out, terminal::BeginSynchronizedUpdate)?;
        let nothing = Line::default();
        let rows = lines.iter().chain(std::iter::repeat(&nothing));
        for (y, line) in (0..h).zip(rows) {
            queue!(self.out, cursor::MoveTo(0, y))?;
            // Filled up, not cleared: clearing behind a full line would eat its last cell.
            let text = fit(&clean(&line.text), usize::from(w));
            for (text, tints) in line.stretches(&text) {
                self.dress(line.look)?;
                for tint in tints {
                    self.tint(tint)?;
                }
                queue!(self.out, Print(text), SetAttribute(Attribute::Reset))?;
            }
        }
        queue!(self.out, terminal::EndSynchronizedUpdate)?;
        self.out.flush()
    }

    fn dress(&mut self, look: Look) -> io::Result<()> {
        let (attribute, colour) = match look {
            Look::Plain => return Ok(()),
            Look::Strong => (Attribute::Bold, None),
            Look::Faint => (Attribute::Dim, None),
            Look::Good => (Attribute::Bold, Some(Color::Green)),
            Look::Warn => (Attribute::Bold, Some(Color::Yellow)),
            Look::Alarm => (Attribute::Bold, Some(Color::Red)),
        };
        queue!(self.out, SetAttribute(attribute))?;
        match colour {
            Some(colour) if self.colour => queue!(self.out, SetForegroundColor(colour)),
            _ => Ok(()),
        }
    }

    fn tint(&mut self, tint: ScreenTint) -> io::Result<()> {
        let (attribute, colour) = match tint {
            ScreenTint::Ink(ink) => paint::dress(ink),
            ScreenTint::Lit => (Attribute::Underlined, None),
            ScreenTint::Chosen => (Attribute::Reverse, None),
        };
        queue!(self.out, SetAttribute(attribute))?;
        match colour {
            Some(colour) if self.colour => queue!(self.out, SetForegroundColor(colour)),
            _ => Ok(()),
        }
    }

    /// Clears the screen.
    pub(super) fn clear(&mut self) -> Result<(), Problems> {
        self.drawn = None;
        let all = terminal::Clear(terminal::ClearType::All);
        execute!(self.out, all, cursor::MoveTo(0, 0)).map_err(out::cannot_write)
    }

    /// Clears the screen and what can be scrolled back to.
    pub(super) fn wipe(&mut self) -> Result<(), Problems> {
        self.drawn = None;
        execute!(
            self.out,
            terminal::Clear(terminal::ClearType::All),
            terminal::Clear(terminal::ClearType::Purge),
            cursor::MoveTo(0, 0),
        )
        .map_err(out::cannot_write)
    }

    /// Rings the terminal's bell.
    pub(super) fn ring(&mut self) -> Result<(), Problems> {
        execute!(self.out, Print('\u{7}')).map_err(out::cannot_write)
    }

    /// Waits for input, at most so long.
    pub(super) fn read(&mut self, at_most: Duration) -> Result<Option<Input>, Problems> {
        // Short naps, so that a signal is soon noticed.
        const NAP: Duration = Duration::from_millis(100);
        let end = Instant::now() + at_most;
        loop {
            if let Some(input) = self.interrupted()? {
                return Ok(Some(input));
            }
            let left = end.saturating_duration_since(Instant::now());
            let heard = event::poll(left.min(NAP)).and_then(|ready| match ready {
                true => event::read().map(Some),
                false => Ok(None),
            });
            match heard {
                Ok(Some(event)) => match input(event) {
                    Some(Input::Resumed) => {
                        self.stop()?;
                        return Ok(Some(Input::Resumed));
                    }
                    Some(input) => return Ok(Some(input)),
                    None => {}
                },
                Ok(None) if left <= NAP => return Ok(None),
                Ok(None) => {}
                Err(e) if e.kind() == io::ErrorKind::Interrupted => {}
                // The terminal is gone.
                Err(_) => return Ok(Some(Input::Stop)),
            }
        }
    }

    /// Waits for input.
    pub(super) fn wait(&mut self) -> Result<Input, Problems> {
        loop {
            if let Some(input) = self.read(Duration::from_secs(3600))? {
                return Ok(input);
            }
        }
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        give_back();
        SECRET.store(false, Ordering::SeqCst);
        signals::mind(false);
    }
}

/// Gives the terminal back as it was, if we have it.
fn give_back() {
    if OURS.swap(false, Ordering::SeqCst) {
        let _ = execute!(
            io::stdout(),
            SetAttribute(Attribute::Reset),
            terminal::Clear(terminal::ClearType::All),
            event::DisableBracketedPaste,
            cursor::Show,
            terminal::LeaveAlternateScreen,
        );
        let _ = terminal::disable_raw_mode();
        echo::back();
        if SECRET.load(Ordering::SeqCst) {
            let purge = terminal::Clear(terminal::ClearType::Purge);
            let _ = execute!(io::stdout(), purge);
        }
    }
}

/// A panic is told on the terminal that the user knows, not on a screen that is about to vanish.
fn give_back_on_panic() {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let before = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |info| {
            give_back();
            before(info);
        }));
    });
}

/// Lines that are typed unseen.
#[cfg(unix)]
mod echo {
    use std::io;
    use std::sync::{Mutex, PoisonError};

    use rustix::termios::{LocalModes, OptionalActions, Termios, tcgetattr, tcsetattr};

    /// The terminal's way before it was hushed.
    static BEFORE: Mutex<Option<Termios>> = Mutex::new(None);

    pub(super) fn hush() -> io::Result<()> {
        let before = tcgetattr(io::stdin())?;
        let mut hushed = before.clone();
        hushed.local_modes &= !LocalModes::ECHO;
        *BEFORE.lock().unwrap_or_else(PoisonError::into_inner) = Some(before);
        Ok(tcsetattr(io::stdin(), OptionalActions::Flush, &hushed)?)
    }

    pub(super) fn back() {
        let before = BEFORE.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(before) = before {
            let _ = tcsetattr(io::stdin(), OptionalActions::Flush, &before);
        }
    }
}

#[cfg(not(unix))]
mod echo {
    pub fn hush() -> std::io::Result<()> {
        Ok(())
    }

    pub fn back() {}
}

fn input(event: Event) -> Option<Input> {
    let key = match event {
        Event::Key(key) if key.kind != KeyEventKind::Release => key,
        Event::Resize(..) => return Some(Input::Resized),
        Event::Paste(text) => return Some(Input::Paste(text)),
        _ => return None,
    };
    let control = key.modifiers.contains(KeyModifiers::CONTROL);
    Some(match key.code {
        KeyCode::Char('c' | 'd') if control => Input::Stop,
        KeyCode::Char('z') if control => Input::Resumed,
        KeyCode::Char('j' | 'm') if control => Input::Enter,
        KeyCode::Char('u') if control => Input::Clear,
        KeyCode::Char('w') if control => Input::WordBack,
        KeyCode::Char('k') if control => Input::ToEnd,
        KeyCode::Char('a') if control => Input::Home,
        KeyCode::Char('e') if control => Input::End,
        KeyCode::Char('p') if control => Input::Up,
        KeyCode::Char('n') if control => Input::Down,
        KeyCode::Char('h') if control => Input::Back,
        KeyCode::Char('t') if control => Input::Timer,
        KeyCode::Char(_) if control || key.modifiers.contains(KeyModifiers::ALT) => Input::Other,
        KeyCode::Char(c) => Input::Char(c),
        KeyCode::Enter => Input::Enter,
        KeyCode::Tab => Input::Tab,
        KeyCode::Backspace => Input::Back,
        KeyCode::Esc => Input::Escape,
        KeyCode::Up => Input::Up,
        KeyCode::Down => Input::Down,
        KeyCode::Left => Input::Left,
        KeyCode::Right => Input::Right,
        KeyCode::Home => Input::Home,
        KeyCode::End => Input::End,
        KeyCode::PageUp => Input::PageUp,
        KeyCode::PageDown => Input::PageDown,
        KeyCode::Delete => Input::Delete,
        _ => Input::Other,
    })
}

/// Ends the program as the shell expects after Ctrl-C; does nothing when all was as it should be. Call it when the
/// screen has been given back.
pub(super) fn leave(ended: Ended) -> CommandResult {
    match ended {
        Ended::Done => Ok(()),
        Ended::Stopped => std::process::exit(130),
    }
}
