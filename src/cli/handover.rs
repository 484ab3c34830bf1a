//! The hand-over of secrets: one screen goes round the table, and everyone sees only their own card.
//!
//! When a page turns is decided in [`pace`](super::pace); here pages are drawn and keys are read. All cards of a table
//! have the same layout, whoever looks: nothing can be told from a distance.

use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::Duration;

use super::cells::{centre, clean, cut, fit, width, wrap};
use super::out;
use super::pace::{Page, Round};
use super::screen::{Ended, Input, Line, Look, Screen};
use crate::diag::Problems;
use crate::play::clock::{Clock, SystemClock};
use crate::play::table::Table;
use crate::play::view::Viewer;
use crate::say;

/// What one player is to see, alone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Secret {
    /// The player.
    pub name: String,
    /// What the card says; lines are wrapped.
    pub text: String,
}

/// The cards of all seats. Those that are not shown count as well: they set the layout.
pub(super) fn secrets(table: &Table) -> Vec<Secret> {
    let seats = table.seats().iter().enumerate();
    let secret = |(seat, name): (usize, &String)| Secret {
        name: name.clone(),
        text: table.view(Viewer::Seat(seat)).secret.join("\n"),
    };
    seats.map(secret).collect()
}

/// The longest that a name gets on the screen.
const NAME: usize = 40;
/// How often keys are looked for.
const LOOK: Duration = Duration::from_millis(100);

/// Hands the screen to these seats: everyone in turn sees their own card, with the same steps and for at least the same
/// time, which is set by the longest card. Between two players, and in the end, nothing is left to scroll back to.
pub(super) fn hand_over(
    screen: &mut Screen,
    all: &[Secret],
    seats: &[usize],
) -> Result<Ended, Problems> {
    let mut clock = SystemClock::default();
    let mut round = Round::new(seats.len(), reading_time(all), clock.now());
    screen.keep_secret();
    screen.wipe()?;
    let ended = loop {
        let Some(page) = round.page() else {
            break Ended::Done;
        };
        let draw = |wait: Duration, size: (u16, u16)| match page {
            Page::Cover(at) => cover(&all[seats[at]].name, wait, size),
            Page::Card { player, leaf } => {
                CardLayout::new(all, size).card(&all[seats[player]].name, seats[player], leaf, wait)
            }
        };
        if step(screen, &mut round, &mut clock, all, &draw)? == Ended::Stopped {
            break Ended::Stopped;
        }
    };
    screen.wipe()?;
    Ok(ended)
}

/// Shows a cover until its player is there.
pub(super) fn pass_to(screen: &mut Screen, name: &str) -> Result<Ended, Problems> {
    let mut clock = SystemClock::default();
    let mut round = Round::new(1, Duration::ZERO, clock.now());
    screen.keep_secret();
    screen.wipe()?;
    let draw = |wait, size| cover(name, wait, size);
    while matches!(round.page(), Some(Page::Cover(_))) {
        if step(screen, &mut round, &mut clock, &[], &draw)? == Ended::Stopped {
            screen.wipe()?;
            return Ok(Ended::Stopped);
        }
    }
    Ok(Ended::Done)
}

/// Draws the page and looks for a key, once.
fn step(
    screen: &mut Screen,
    round: &mut Round,
    clock: &mut SystemClock,
    all: &[Secret],
    draw: &dyn Fn(Duration, (u16, u16)) -> Vec<Line>,
) -> Result<Ended, Problems> {
    let now = clock.now();
    round.look(now);
    let asked_for = match round.page() {
        Some(Page::Card { .. }) => Input::Enter,
        _ => Input::Char(' '),
    };
    let size = screen.size();
    screen.draw(&draw(round.wait(&asked_for, now), size))?;
    match screen.read(LOOK)? {
        None => {}
        Some(Input::Stop) => return Ok(Ended::Stopped),
        Some(Input::Resized) => screen.clear()?,
        Some(Input::Resumed) => {
            round.cover(clock.now());
            screen.wipe()?;
        }
        Some(key) => {
            // Whichever way the space bar is typed.
            let key = match key {
                Input::Char('\u{3000}') => Input::Char(' '),
                key => key,
            };
            let leaves = CardLayout::new(all, size).leaves();
            if round.press(&key, leaves, clock.now()) {
                screen.wipe()?;
            }
        }
    }
    Ok(Ended::Done)
}

/// The same hand-over by lines, for those who play line by line: enter turns the page.
pub(super) fn hand_over_lines(
    all: &[Secret],
    seats: &[usize],
    input: &Receiver<String>,
) -> Result<Ended, Problems> {
    let mut screen = Screen::take()?;
    screen.keep_secret();
    let mut clock = SystemClock::default();
    let mut round = Round::new(seats.len(), reading_time(all), clock.now());
    let mut ended = Ended::Done;
    while let (Some(page), Ended::Done) = (round.page(), ended) {
        screen.wipe()?;
        let (lines, hint) = match page {
            Page::Cover(at) => cover_lines(&all[seats[at]].name),
            Page::Card { player, leaf } => CardLayout::new(all, screen.size()).lines(
                &all[seats[player]].name,
                seats[player],
                leaf,
            ),
        };
        lines.iter().try_for_each(|l| out::line(l))?;
        ended = line_by_line(&mut screen, &mut round, &mut clock, all, input, &hint)?;
    }
    screen.wipe()?;
    Ok(ended)
}

/// Waits, with a cover for a player, until an enter that counts.
pub(super) fn pass_to_lines(
    screen: &mut Screen,
    name: &str,
    input: &Receiver<String>,
) -> Result<Ended, Problems> {
    let mut clock = SystemClock::default();
    let mut round = Round::new(1, Duration::ZERO, clock.now());
    screen.keep_secret();
    let mut ended = Ended::Done;
    while let (Some(Page::Cover(_)), Ended::Done) = (round.page(), ended) {
        screen.wipe()?;
        let (lines, hint) = cover_lines(name);
        lines.iter().try_for_each(|l| out::line(l))?;
        ended = line_by_line(screen, &mut round, &mut clock, &[], input, &hint)?;
    }
    screen.wipe()?;
    Ok(ended)
}

/// Stays on a page until it is to be printed anew, or another one; the hint is told when enter counts.
fn line_by_line(
    screen: &mut Screen,
    round: &mut Round,
    clock: &mut SystemClock,
    all: &[Secret],
    input: &Receiver<String>,
    hint: &str,
) -> Result<Ended, Problems> {
    let mut told = false;
    loop {
        let now = clock.now();
        round.look(now);
        if !told && round.wait(&Input::Enter, now).is_zero() {
            out::line(hint)?;
            told = true;
        }
        let heard = input.recv_timeout(LOOK);
        match screen.interrupted()? {
            Some(Input::Resumed) => {
                round.cover(clock.now());
                return Ok(Ended::Done);
            }
            Some(_) => return Ok(Ended::Stopped),
            None => {}
        }
        match heard {
            Ok(_) => {
                let leaves = CardLayout::new(all, screen.size()).leaves();
                if round.press(&Input::Enter, leaves, clock.now()) {
                    return Ok(Ended::Done);
                }
            }
            Err(RecvTimeoutError::Disconnected) => return Ok(Ended::Stopped),
            Err(RecvTimeoutError::Timeout) => {}
        }
    }
}

/// The least time a card stays: a short card is not seen to be one.
fn reading_time(all: &[Secret]) -> Duration {
    let cells = all.iter().map(|s| width(&s.text)).max().unwrap_or(0);
    Duration::from_millis((1000 + 10 * cells as u64).min(3000))
}

/// How long keys do not count yet; said on every page, so that nobody presses twice.
fn countdown(wait: Duration) -> Line {
    if wait.is_zero() {
        return Line::default();
    }
    let seconds = wait.as_millis().div_ceil(1000);
    Line::new(say!("keys count in {} s", seconds).to_string(), Look::Faint)
}

/// The page that covers everything while the screen is on its way.
fn cover(name: &str, wait: Duration, (w, h): (u16, u16)) -> Vec<Line> {
    let w = usize::from(w);
    let name = cut(&clean(name), NAME.min(w.saturating_sub(4)));
    let words = [
        Line::new(say!("Pass to {}.", name).to_string(), Look::Strong),
        Line::default(),
        say!(
            "{}: press the space bar when nobody else can see the screen.",
            name
        )
        .to_string()
        .into(),
        Line::default(),
        countdown(wait),
    ];
    middle(words.into(), (w, usize::from(h)))
}

/// A cover line by line, and what to do when enter counts.
fn cover_lines(name: &str) -> (Vec<String>, String) {
    let name = cut(&clean(name), NAME);
    let lines = vec![
        say!("Pass to {}.", name).to_string(),
        say!("one moment").to_string(),
    ];
    let hint = say!("{}: press enter when nobody else can see the screen.", name);
    (lines, hint.to_string())
}

/// The widest that a card gets.
const WIDEST: usize = 48;

/// How the cards of a table are laid out on a screen: all alike, so that none tells anything from afar.
struct CardLayout {
    wide: usize,
    tall: usize,
    size: (usize, usize),
    cards: Vec<Vec<String>>,
}

/// The rows of every card: as many as any other has, and what stands at one place of one stands there on all of them.
fn even(all: &[Secret], wide: usize) -> Vec<Vec<String>> {
    let parts = |s: &Secret| s.text.split('\n').map(|p| wrap(p, wide)).collect();
    let mut cards: Vec<Vec<Vec<String>>> = all.iter().map(parts).collect();
    let count = cards.iter().map(Vec::len).max().unwrap_or(0);
    for at in 0..count {
        let rows = cards.iter().filter_map(|c| c.get(at)).map(Vec::len).max();
        for card in &mut cards {
            card.resize(count, Vec::new());
            card[at].resize(rows.unwrap_or(0), String::new());
        }
    }
    cards.into_iter().map(|c| c.concat()).collect()
}

/// One player's secrets as rows of a page on which something is chosen: as long and as wide as anybody's.
pub(super) fn rows_alone(all: &[Secret], seat: usize, w: usize) -> Vec<String> {
    let wide = w.clamp(8, WIDEST);
    let card = even(all, wide).into_iter().nth(seat).unwrap_or_default();
    card.iter().map(|row| dotted(row, wide)).collect()
}

impl CardLayout {
    fn new(all: &[Secret], (w, h): (u16, u16)) -> Self {
        // Frame and margin take 6 columns; name, frame, hint and room around them take 8 rows.
        let wide = usize::from(w).saturating_sub(6).clamp(8, WIDEST);
        let most = usize::from(h).saturating_sub(8).max(1);
        let cards = even(all, wide);
        let rows = cards.first().map_or(0, Vec::len);
        Self {
            wide,
            tall: rows.clamp(3.min(most), most),
            size: (usize::from(w), usize::from(h)),
            cards,
        }
    }

    /// How many leaves every card takes.
    fn leaves(&self) -> usize {
        let rows = self.cards.first().map_or(0, Vec::len);
        rows.div_ceil(self.tall).max(1)
    }

    /// The rows of a leaf; after a change of size there may be fewer leaves than before.
    fn rows(&self, seat: usize, leaf: usize) -> impl Iterator<Item = &str> {
        let from = leaf.min(self.leaves() - 1) * self.tall;
        let card = self.cards.get(seat);
        (from..from + self.tall).map(move |row| {
            let row = card.and_then(|c| c.get(row));
            row.map_or("", String::as_str)
        })
    }

    /// One leaf of one player's card.
    fn card(&self, name: &str, seat: usize, leaf: usize, wait: Duration) -> Vec<Line> {
        let wide = self.wide;
        let name = cut(&clean(name), wide);
        let mut lines = vec![Line::new(name, Look::Strong), Line::default()];
        lines.push(format!("┌{}┐", "─".repeat(wide + 2)).into());
        for row in self.rows(seat, leaf) {
            lines.push(format!("│ {} │", dotted(row, wide)).into());
        }
        lines.push(format!("└{}┘", "─".repeat(wide + 2)).into());
        lines.push(Line::new(self.hint(leaf), Look::Faint));
        lines.push(countdown(wait));
        middle(lines, self.size)
    }

    /// The same line by line, and what to do when enter counts.
    fn lines(&self, name: &str, seat: usize, leaf: usize) -> (Vec<String>, String) {
        let mut lines = vec![cut(&clean(name), NAME)];
        let row = |row: &str| match row {
            // Not empty, so that short cards are not seen to be short.
            "" => ".".to_owned(),
            row => row.to_owned(),
        };
        lines.extend(self.rows(seat, leaf).map(row));
        (lines, self.hint(leaf))
    }

    fn hint(&self, leaf: usize) -> String {
        if leaf + 1 < self.leaves() {
            say!("Press enter for more.").to_string()
        } else {
            say!("Remember it. Then press enter to hide it.").to_string()
        }
    }
}

/// A row filled up with dots: from a distance, a short one looks like a long one.
fn dotted(text: &str, cells: usize) -> String {
    let text = cut(text, cells);
    let used = width(&text);
    let free = if used == 0 { 0 } else { used + 1 };
    let dot = |x: usize| {
        if x >= free && x.is_multiple_of(2) {
            '.'
        } else {
            ' '
        }
    };
    let dots: String = (used..cells).map(dot).collect();
    fit(&format!("{text}{dots}"), cells)
}

/// The lines in the middle of the screen.
pub(super) fn middle(lines: Vec<Line>, (w, h): (usize, usize)) -> Vec<Line> {
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

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn secret(text: &str) -> Secret {
        let name = "Ann".to_owned();
        let text = text.to_owned();
        Secret { name, text }
    }

    /// Where a card has ink, row by row: the frame, and whether anything stands in it.
    fn shape(lines: &[Line]) -> Vec<(usize, bool)> {
        let shape = |l: &Line| (width(l.text.trim_end()), l.text.trim().is_empty());
        lines.iter().map(shape).collect()
    }

    #[test]
    fn parts_of_cards_stand_at_the_same_place() {
        let all = [
            secret(
                "you are: the wolf that howls at night and wakes everybody in the house\nhand: x",
            ),
            secret("you are: an owl\nhand: y, z"),
        ];
        let layout = CardLayout::new(&all, (40, 24));
        let at = |seat, word: &str| layout.rows(seat, 0).position(|r| r.starts_with(word));
        assert_eq!(at(0, "hand"), Some(3));
        assert_eq!(at(0, "hand"), at(1, "hand"));
    }

    #[test]
    fn rows_are_filled_up() {
        assert_eq!(dotted("ab", 9), "ab  . . .");
        assert_eq!(dotted("", 5), ". . .");
        assert_eq!(dotted("花子", 4), "花子");
    }

    proptest! {
        #[test]
        fn no_card_tells_anything_by_its_layout(
            texts in prop::collection::vec("[a-zあ-ん ,\n]{0,200}", 2..6),
            w in 14u16..120,
            h in 1u16..50,
        ) {
            let all: Vec<Secret> = texts.iter().map(|t| secret(t)).collect();
            let layout = CardLayout::new(&all, (w, h));
            for leaf in 0..layout.leaves() {
                let first = layout.card("Ann", 0, leaf, Duration::ZERO);
                let lines = layout.lines("Ann", 0, leaf).0;
                for seat in 1..all.len() {
                    let card = layout.card("Ann", seat, leaf, Duration::ZERO);
                    prop_assert_eq!(shape(&first), shape(&card));
                    let other = layout.lines("Ann", seat, leaf).0;
                    prop_assert_eq!(lines.len(), other.len());
                    prop_assert!(other.iter().all(|l| !l.trim().is_empty()));
                }
            }
        }
    }
}
