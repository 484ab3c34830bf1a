//! The whole terminal as a screen of its own: entered, drawn on, read from, and always given back.
//!
//! Also the hand-over of secrets: one screen goes round the table, and everyone sees only their own card. What is drawn
//! is decided by pure functions; only [`Screen`] touches the terminal.

use std::io::{self, IsTerminal, Stdout, Write};
use std::sync::Once;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use crossterm::event::{self, Event, KeyCode, KeyEventKind, KeyModifiers};
use crossterm::style::{Attribute, Color, Print, SetAttribute, SetForegroundColor};
use crossterm::{cursor, execute, queue, terminal};

use super::cells::{centre, clean, cut, fit, width, wrap};
use super::{Outcome, out};
use crate::diag::{Problem, Problems};
use crate::say;

/// How a line looks. The words must do without it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Look {
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

/// A line to draw.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Line {
    /// What it says; cut to the width of the screen.
    pub text: String,
    /// How it looks.
    pub look: Look,
}

impl Line {
    /// A line that looks like that.
    pub fn new(text: impl Into<String>, look: Look) -> Self {
        Self {
            text: text.into(),
            look,
        }
    }
}

impl<T: Into<String>> From<T> for Line {
    fn from(text: T) -> Self {
        Self::new(text, Look::Plain)
    }
}

/// What came from the keyboard or the terminal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Input {
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
    /// Arrow up, or page up.
    Up,
    /// Arrow down, or page down.
    Down,
    /// Clears what was typed: Ctrl-U.
    Clear,
    /// Wants the timer: Ctrl-T.
    Timer,
    /// Text that was pasted.
    Paste(String),
    /// Some other key.
    Other,
    /// The screen has another size now.
    Resized,
    /// Ctrl-C, Ctrl-D, or the system wants us to end.
    Stop,
}

/// How a talk on the screen ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
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
pub fn on_a_terminal() -> bool {
    io::stdin().is_terminal() && io::stdout().is_terminal()
}

/// The whole terminal. Dropping it gives the terminal back; so does a panic.
pub struct Screen {
    out: Stdout,
    colour: bool,
    drawn: Option<((u16, u16), Vec<Line>)>,
}

impl Screen {
    /// Takes over the terminal: keys come one by one.
    pub fn enter() -> Result<Self, Problems> {
        let mut screen = Self::take()?;
        terminal::enable_raw_mode().map_err(out::cannot_write)?;
        execute!(screen.out, event::EnableBracketedPaste, cursor::Hide)
            .map_err(out::cannot_write)?;
        screen.clear()?;
        Ok(screen)
    }

    /// Takes over what is shown; input still comes in lines.
    fn take() -> Result<Self, Problems> {
        if !on_a_terminal() {
            let problem = Problem::new(say!("this needs a terminal to show and to type on"));
            return Err(problem.hint(say!("`--plain` does without")).into());
        }
        give_back_on_panic();
        mind_signals(true);
        let mut screen = Self {
            out: io::stdout(),
            colour: std::env::var_os("NO_COLOR").is_none_or(|v| v.is_empty()),
            drawn: None,
        };
        // From here on, dropping undoes it all.
        OURS.store(true, Ordering::SeqCst);
        execute!(screen.out, terminal::EnterAlternateScreen).map_err(out::cannot_write)?;
        Ok(screen)
    }

    /// Its width and height in cells.
    pub fn size(&self) -> (u16, u16) {
        match terminal::size() {
            Ok((w, h)) if w > 0 && h > 0 => (w, h),
            _ => (80, 24),
        }
    }

    /// Shows these lines from the top, and nothing else. Lines that do not fit are left out.
    pub fn draw(&mut self, lines: &[Line]) -> Result<(), Problems> {
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
            self.dress(line.look)?;
            // Filled up, not cleared: clearing behind a full line would eat its last cell.
            let text = fit(&clean(&line.text), usize::from(w));
            queue!(self.out, Print(text), SetAttribute(Attribute::Reset))?;
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

    /// Clears the screen.
    pub fn clear(&mut self) -> Result<(), Problems> {
        self.drawn = None;
        let all = terminal::Clear(terminal::ClearType::All);
        execute!(self.out, all, cursor::MoveTo(0, 0)).map_err(out::cannot_write)
    }

    /// Clears the screen and what can be scrolled back to.
    pub fn wipe(&mut self) -> Result<(), Problems> {
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
    pub fn ring(&mut self) -> Result<(), Problems> {
        execute!(self.out, Print('\u{7}')).map_err(out::cannot_write)
    }

    /// Waits for input, at most so long.
    pub fn read(&mut self, at_most: Duration) -> Result<Option<Input>, Problems> {
        // Short naps, so that a signal is soon noticed.
        const NAP: Duration = Duration::from_millis(100);
        let end = Instant::now() + at_most;
        loop {
            if stopped() {
                return Ok(Some(Input::Stop));
            }
            let left = end.saturating_duration_since(Instant::now());
            let heard = event::poll(left.min(NAP)).and_then(|ready| match ready {
                true => event::read().map(Some),
                false => Ok(None),
            });
            match heard {
                Ok(Some(event)) => {
                    if let Some(input) = input(event) {
                        return Ok(Some(input));
                    }
                }
                Ok(None) if left <= NAP => return Ok(None),
                Ok(None) => {}
                Err(e) if e.kind() == io::ErrorKind::Interrupted => {}
                // The terminal is gone.
                Err(_) => return Ok(Some(Input::Stop)),
            }
        }
    }

    /// Waits for input.
    pub fn wait(&mut self) -> Result<Input, Problems> {
        loop {
            if let Some(input) = self.read(Duration::from_secs(3600))? {
                return Ok(input);
            }
        }
    }

    /// Forgets keys that were pressed too early. `Stop` is not forgotten.
    fn drain(&mut self, for_so_long: Duration) -> Result<Ended, Problems> {
        let end = Instant::now() + for_so_long;
        loop {
            let left = end.saturating_duration_since(Instant::now());
            match self.read(left)? {
                Some(Input::Stop) => return Ok(Ended::Stopped),
                Some(_) => {}
                None => return Ok(Ended::Done),
            }
        }
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        give_back();
        mind_signals(false);
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
        if SECRET.swap(false, Ordering::SeqCst) {
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

/// While a screen is up, a signal that would end the program ends the talk instead; at other times it ends the program
/// as ever.
#[cfg(unix)]
mod signals {
    use std::sync::atomic::{AtomicBool, Ordering};
    use std::sync::{Arc, OnceLock};

    struct Flags {
        came: Arc<AtomicBool>,
        as_ever: Arc<AtomicBool>,
    }

    fn flags() -> &'static Flags {
        use signal_hook::consts::{SIGINT, SIGTERM};
        use signal_hook::flag::{register, register_conditional_default};
        static FLAGS: OnceLock<Flags> = OnceLock::new();
        FLAGS.get_or_init(|| {
            let flags = Flags {
                came: Arc::default(),
                as_ever: Arc::default(),
            };
            // A terminal that hangs up takes the program with it, as ever: there is nothing left to give back, and
            // what was acknowledged is on the disk.
            for signal in [SIGINT, SIGTERM] {
                // Without them the talk can still be ended by key.
                let _ = register_conditional_default(signal, flags.as_ever.clone());
                let _ = register(signal, flags.came.clone());
            }
            flags
        })
    }

    pub fn mind(on: bool) {
        flags().came.store(false, Ordering::SeqCst);
        flags().as_ever.store(!on, Ordering::SeqCst);
    }

    pub fn came() -> bool {
        flags().came.load(Ordering::SeqCst)
    }
}

#[cfg(unix)]
use signals::{came as stopped, mind as mind_signals};

#[cfg(not(unix))]
fn mind_signals(_on: bool) {}

#[cfg(not(unix))]
fn stopped() -> bool {
    false
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
        KeyCode::Char('j' | 'm') if control => Input::Enter,
        KeyCode::Char('u') if control => Input::Clear,
        KeyCode::Char('h') if control => Input::Back,
        KeyCode::Char('t') if control => Input::Timer,
        KeyCode::Char(_) if control || key.modifiers.contains(KeyModifiers::ALT) => Input::Other,
        KeyCode::Char(c) => Input::Char(c),
        KeyCode::Enter => Input::Enter,
        KeyCode::Tab => Input::Tab,
        KeyCode::Backspace => Input::Back,
        KeyCode::Esc => Input::Escape,
        KeyCode::Up | KeyCode::PageUp => Input::Up,
        KeyCode::Down | KeyCode::PageDown => Input::Down,
        _ => Input::Other,
    })
}

/// What one player is to see, alone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Secret {
    /// The player.
    pub name: String,
    /// What the card says; lines are wrapped.
    pub text: String,
}

/// The longest that a name gets on the screen.
const NAME: usize = 40;

/// Hands the screen round: everyone in turn sees their own card, with the same steps and for at least the same time,
/// which is set by the longest card. Between two players, and in the end, nothing is left to scroll back to.
pub fn hand_over(screen: &mut Screen, secrets: &[Secret]) -> Result<Ended, Problems> {
    let time = reading_time(secrets);
    SECRET.store(true, Ordering::SeqCst);
    for secret in secrets {
        screen.wipe()?;
        if any_key(screen, Duration::ZERO, &|size| cover(&secret.name, size))? == Ended::Stopped {
            screen.wipe()?;
            return Ok(Ended::Stopped);
        }
        let mut page = 0;
        loop {
            let ended = any_key(screen, time, &|size| card(secret, secrets, page, size))?;
            screen.wipe()?;
            if ended == Ended::Stopped {
                return Ok(Ended::Stopped);
            }
            page += 1;
            if page >= pages(secrets, screen.size()) {
                break;
            }
        }
    }
    screen.wipe()?;
    Ok(Ended::Done)
}

/// The same hand-over by lines, for those who play line by line: enter turns the page.
pub fn hand_over_lines(secrets: &[Secret], input: &Receiver<String>) -> Result<Ended, Problems> {
    let time = reading_time(secrets);
    SECRET.store(true, Ordering::SeqCst);
    let mut screen = Screen::take()?;
    for secret in secrets {
        let name = cut(&clean(&secret.name), NAME);
        let (wide, tall) = inside(secrets, screen.size());
        let mut card = wrap(&secret.text, wide);
        card.resize(tall.max(card.len()), String::new());
        card.insert(0, name.clone());
        card.push(say!("Remember it. Then press enter to hide it.").to_string());
        let cover = vec![
            say!("Pass to {}.", name).to_string(),
            say!("{}: press enter when nobody else can see the screen.", name).to_string(),
        ];
        for (page, at_least) in [(cover, Duration::ZERO), (card, time)] {
            screen.wipe()?;
            for line in &page {
                out::line(line)?;
            }
            if enter(input, at_least) == Ended::Stopped {
                screen.wipe()?;
                return Ok(Ended::Stopped);
            }
        }
    }
    screen.wipe()?;
    Ok(Ended::Done)
}

/// Waits for a line that comes after `at_least`.
fn enter(input: &Receiver<String>, at_least: Duration) -> Ended {
    while input.try_recv().is_ok() {}
    let end = Instant::now() + at_least;
    loop {
        match input.recv_timeout(Duration::from_millis(100)) {
            Ok(_) if Instant::now() >= end => return Ended::Done,
            Err(RecvTimeoutError::Disconnected) => return Ended::Stopped,
            _ if stopped() => return Ended::Stopped,
            _ => {}
        }
    }
}

/// Shows a page, through changes of size, until a key is pressed after `at_least`.
fn any_key(
    screen: &mut Screen,
    at_least: Duration,
    lines: &dyn Fn((u16, u16)) -> Vec<Line>,
) -> Result<Ended, Problems> {
    // Keys from before this page was seen do not turn it.
    if screen.drain(Duration::ZERO)? == Ended::Stopped {
        return Ok(Ended::Stopped);
    }
    let end = Instant::now() + at_least;
    loop {
        let page = lines(screen.size());
        screen.draw(&page)?;
        match screen.wait()? {
            Input::Stop => return Ok(Ended::Stopped),
            Input::Resized => screen.clear()?,
            Input::Other | Input::Paste(_) => {}
            _ if Instant::now() < end => {}
            _ => return Ok(Ended::Done),
        }
    }
}

/// The least time a card stays: a key that is pressed twice by mistake does not hide it, and a short card is not seen
/// to be one.
fn reading_time(secrets: &[Secret]) -> Duration {
    let cells = secrets.iter().map(|s| width(&s.text)).max().unwrap_or(0);
    Duration::from_millis((1000 + 10 * cells as u64).min(3000))
}

/// The page that covers everything while the screen is on its way.
fn cover(name: &str, (w, h): (u16, u16)) -> Vec<Line> {
    let w = usize::from(w);
    let name = cut(&clean(name), NAME.min(w.saturating_sub(4)));
    let words = [
        Line::new(say!("Pass to {}.", name).to_string(), Look::Strong),
        Line::default(),
        say!("{}: press a key when nobody else can see the screen.", name)
            .to_string()
            .into(),
    ];
    middle(words.into(), (w, usize::from(h)))
}

/// The size of the inside of every card: the same for all, so that its shape tells nothing.
fn inside(secrets: &[Secret], (w, h): (u16, u16)) -> (usize, usize) {
    // Frame and margin take 4 columns; name, frame, hint and room around them take 8 rows.
    let wide = usize::from(w).saturating_sub(6).clamp(8, 48);
    let most = usize::from(h).saturating_sub(8).max(1);
    let tall = secrets.iter().map(|s| wrap(&s.text, wide).len()).max();
    (wide, tall.unwrap_or(1).clamp(3.min(most), most))
}

fn pages(secrets: &[Secret], size: (u16, u16)) -> usize {
    let (wide, tall) = inside(secrets, size);
    let most = secrets.iter().map(|s| wrap(&s.text, wide).len()).max();
    most.unwrap_or(1).div_ceil(tall).max(1)
}

/// One page of one player's card.
fn card(secret: &Secret, all: &[Secret], page: usize, size: (u16, u16)) -> Vec<Line> {
    let (wide, tall) = inside(all, size);
    let name = cut(&clean(&secret.name), wide);
    let mut lines = vec![Line::new(name, Look::Strong), Line::default()];
    lines.push(format!("┌{}┐", "─".repeat(wide + 2)).into());
    let words = wrap(&secret.text, wide);
    for row in 0..tall {
        let text = words.get(page * tall + row).map_or("", String::as_str);
        lines.push(format!("│ {} │", fit(text, wide)).into());
    }
    lines.push(format!("└{}┘", "─".repeat(wide + 2)).into());
    lines.push(Line::default());
    let hint = if page + 1 < pages(all, size) {
        say!("Press a key for more.")
    } else {
        say!("Remember it. Then press a key to hide it.")
    };
    lines.push(Line::new(hint.to_string(), Look::Faint));
    middle(lines, (usize::from(size.0), usize::from(size.1)))
}

/// The lines in the middle of the screen.
fn middle(lines: Vec<Line>, (w, h): (usize, usize)) -> Vec<Line> {
    let mut out: Vec<Line> = Vec::new();
    for line in lines {
        // A frame that is too wide is cut, not broken.
        let rows = if line.text.starts_with(['┌', '│', '└']) {
            vec![line.text]
        } else {
            wrap(&line.text, w.saturating_sub(2))
        };
        out.extend(rows.iter().map(|l| Line::new(centre(l, w), line.look)));
    }
    let above = h.saturating_sub(out.len()) / 2;
    let mut all = vec![Line::default(); above];
    all.extend(out);
    all
}

/// Ends the program as the shell expects after Ctrl-C; does nothing when all was as it should be. Call it when the
/// screen has been given back.
pub fn leave(ended: Ended) -> Outcome {
    match ended {
        Ended::Done => Ok(()),
        Ended::Stopped => std::process::exit(130),
    }
}
