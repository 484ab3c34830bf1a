//! How a table is laid out on a screen of any size: the board first, then what was said, what is asked, what is typed, and
//! the menu. On wide screens scores, log and clock have a panel of their own. Pure: what there is comes in, lines go out.

use super::cells::{clean, cut, fit, width, wrap};
use super::corner::ClockLine;
use super::editor::Window;
use super::menu::{self, MenuItem};
use super::screen::{Line, LinePart, Look, ScreenTint};
use super::scroll::Scroll;
use crate::play::choice::ChoicePlace;
use crate::play::view::{BoardSpot, Ink};
use crate::say;

/// From this width on there is a panel at the side.
const WIDE: usize = 110;
/// Below this height every row counts.
const SMALL: usize = 16;
/// Below this height the keys are not told.
const LEAST: usize = 10;

/// Everything that a screen of the table can show.
#[derive(Default)]
pub(super) struct ScreenContent {
    /// The game.
    pub title: String,
    /// A clock that runs.
    pub clock: Option<ClockLine>,
    /// What is odd about the file or the kit.
    pub notices: Vec<String>,
    /// The board: wrapped only where it is prose.
    pub board: Vec<Line>,
    /// See `board`.
    pub prose: bool,
    /// Where its places are.
    pub spots: Vec<BoardSpot>,
    /// The place that is kept in sight while none is chosen.
    pub focus: Option<ChoicePlace>,
    /// What else lies open, players and scores.
    pub info: Vec<Line>,
    /// What happened, the newest last; for the panel.
    pub log: Vec<String>,
    /// What was said last, and whether that was a refusal.
    pub said: Vec<String>,
    /// See `said`.
    pub refused: bool,
    /// What to do.
    pub need: Vec<String>,
    /// The answers so far.
    pub answers: Vec<String>,
    /// What goes before the line being typed.
    pub prefix: String,
    /// The line being typed.
    pub typed: Option<Window>,
    /// What can be chosen.
    pub items: Vec<MenuItem>,
    /// Which of them is.
    pub chosen: usize,
    /// Which keys do what, at length, and ever shorter.
    pub keys: Vec<String>,
    /// Nothing would ever stand in a panel: there is none.
    pub alone: bool,
}

impl ScreenContent {
    /// How many cells the line being typed may take.
    pub(super) fn typing_room(prefix: &str, w: usize) -> usize {
        main_width(w).saturating_sub(width(prefix) + 3)
    }
}

/// How wide the main part is.
pub(super) fn main_width(w: usize) -> usize {
    match w >= WIDE {
        true => w - side_width(w) - 3,
        false => w,
    }
}

fn side_width(w: usize) -> usize {
    (w / 3).clamp(34, 72)
}

/// The screen; `scroll` is made to fit what there is to scroll.
pub(super) fn frame(
    content: &ScreenContent,
    scroll: &mut Scroll,
    (w, h): (usize, usize),
) -> Vec<Line> {
    let wide = w >= WIDE && !content.alone;
    let main = if wide { main_width(w) } else { w };
    let mut below = Below::new(content, main, h);
    let board = match content.prose {
        true => wrapped(&content.board, main),
        false => content.board.clone(),
    };
    let notices: Vec<Line> = content
        .notices
        .iter()
        .map(|n| Line::new(cut(n, w), Look::Warn))
        .collect();
    let title = usize::from(h >= 8 || content.clock.is_some());
    let room = h.saturating_sub(title + notices.len());
    // Without a board the main part has room for the players.
    let apart = wide && !board.is_empty();
    let info: Vec<Line> = match apart {
        true => Vec::new(),
        false => wrapped(&content.info, main),
    };
    let area = below.share(room, board.len(), info.len());
    let above = scroll.window(content, board, info, (main, area));
    let more = above.1;
    let mut all = Vec::new();
    if title > 0 {
        all.push(head(content, more, w));
    }
    all.extend(notices);
    let mut body = above.0;
    body.extend(below.lines());
    body.truncate(room);
    if wide {
        let side = side(content, apart, side_width(w), room);
        body.resize(room, Line::default());
        body = body
            .into_iter()
            .zip(side)
            .map(|(line, side)| beside(line, &side, main))
            .collect();
    }
    all.extend(body);
    all.truncate(h);
    all
}

fn head(content: &ScreenContent, more: bool, w: usize) -> Line {
    let mut title = content.title.clone();
    if more {
        title = format!("{title}  {}", say!("(page up and page down show more)"));
    }
    let Some(clock) = &content.clock else {
        return Line::new(cut(&title, w), Look::Strong);
    };
    with_clock(&title, clock, w)
}

/// A title with the clock in the corner: everybody's time where that fits beside most of the title.
pub(super) fn with_clock(title: &str, clock: &ClockLine, w: usize) -> Line {
    let least = width(title).min(w / 3) + 2;
    let time = match least + width(&clock.long) <= w {
        true => &clock.long,
        false => &clock.short,
    };
    let time = cut(time, w);
    let room = w.saturating_sub(width(&time) + 2);
    let line = Line::new(format!("{}  {time}", fit(title, room)), Look::Strong);
    match clock.look {
        Look::Alarm | Look::Warn => line.with(room + 2, width(&time), ScreenTint::Chosen),
        _ => line,
    }
}

/// The panel: players and scores, then what happened last.
fn side(content: &ScreenContent, players: bool, w: usize, h: usize) -> Vec<Line> {
    let mut lines = match players {
        true => wrapped(&content.info, w),
        false => Vec::new(),
    };
    lines.truncate(h);
    let room = h.saturating_sub(lines.len() + 2);
    let mut log: Vec<Line> = content
        .log
        .iter()
        .flat_map(|l| wrap(l, w))
        .map(|l| Line::new(l, Look::Faint))
        .collect();
    let start = log.len().saturating_sub(room);
    let log = log.split_off(start);
    if !log.is_empty() && room > 0 {
        lines.push(Line::default());
        lines.push(Line::new(say!("what happened").to_string(), Look::Strong));
        lines.extend(log);
    }
    lines.resize(h, Line::default());
    lines
}

/// A line with a line of the panel beside it.
fn beside(line: Line, side: &Line, main: usize) -> Line {
    let look = |look: Look, from: usize, wide: usize| match look {
        Look::Plain => None,
        Look::Faint => Some(ink(Ink::Faint, from, wide)),
        _ => Some(ink(Ink::Strong, from, wide)),
    };
    let own = look(line.look, 0, main);
    let other = look(side.look, main + 3, width(&side.text));
    let moved = side.parts.iter().map(|p| LinePart {
        from: p.from + main + 3,
        ..*p
    });
    let parts = own.into_iter().chain(line.parts).chain(other).chain(moved);
    Line {
        text: format!("{} │ {}", fit(&clean(&line.text), main), side.text),
        look: Look::Plain,
        parts: parts.collect(),
    }
}

fn ink(ink: Ink, from: usize, wide: usize) -> LinePart {
    let tint = ScreenTint::Ink(ink);
    LinePart { from, wide, tint }
}

/// Lines wrapped to a width; those that fit keep their colours.
fn wrapped(lines: &[Line], w: usize) -> Vec<Line> {
    let mut out = Vec::new();
    for line in lines {
        if width(&line.text) <= w {
            out.push(line.clone());
        } else {
            out.extend(rows_of(line, w));
        }
    }
    out
}

/// The edge of a card on the board.
const EDGE: &str = "| ";

/// The rows that a line takes, each with its share of the colours; the edge of a card goes on.
fn rows_of(line: &Line, w: usize) -> Vec<Line> {
    let text = clean(&line.text);
    let Some(card) = text.strip_prefix(EDGE).filter(|_| w > EDGE.len()) else {
        return rows_inside(line, &text, 0, w);
    };
    let edge = line.parts.iter().filter(|p| p.from < EDGE.len());
    let edge: Vec<LinePart> = edge
        .map(|p| LinePart {
            wide: p.wide.min(EDGE.len() - p.from),
            ..*p
        })
        .collect();
    let mut rows = rows_inside(line, card, EDGE.len(), w - EDGE.len());
    for row in &mut rows {
        row.text.insert_str(0, EDGE);
        row.parts.iter_mut().for_each(|p| p.from += EDGE.len());
        row.parts.extend(edge.iter().copied());
    }
    rows
}

/// The rows of a line's text from a cell on.
fn rows_inside(line: &Line, text: &str, cell: usize, w: usize) -> Vec<Line> {
    let mut rest = text;
    let mut rows = Vec::new();
    for row in wrap(text, w) {
        // Only blanks are lost where a line breaks.
        let skipped = rest.find(row.as_str()).unwrap_or(0);
        let start = text.len() - rest.len() + skipped;
        rest = rest.get(skipped + row.len()..).unwrap_or_default();
        let (from, long) = (cell + width(&text[..start]), width(&row));
        let share = line.parts.iter().filter_map(|p| {
            let begin = p.from.max(from);
            let end = (p.from + p.wide).min(from + long);
            (begin < end).then(|| LinePart {
                from: begin - from,
                wide: end - begin,
                tint: p.tint,
            })
        });
        let parts = share.collect();
        let look = line.look;
        rows.push(Line {
            text: row,
            look,
            parts,
        });
    }
    rows
}

/// What stands below the board, and how many rows each gets.
struct Below<'a> {
    content: &'a ScreenContent,
    w: usize,
    said: Vec<Line>,
    need: Vec<Line>,
    answers: Vec<Line>,
    menu: usize,
    keys: Option<String>,
    roomy: bool,
}

impl<'a> Below<'a> {
    fn new(content: &'a ScreenContent, w: usize, h: usize) -> Self {
        let look = match content.refused {
            true => Look::Warn,
            false => Look::Plain,
        };
        let rows = |texts: &[String], look: Look| -> Vec<Line> {
            let rows = texts.iter().flat_map(|t| wrap(t, w));
            rows.map(|r| Line::new(r, look)).collect()
        };
        // Where rows are few, the open question comes before what the whole move is about.
        let need = match (h < SMALL, content.answers.is_empty()) {
            (true, false) => content.need.last().map_or(&[][..], std::slice::from_ref),
            _ => &content.need,
        };
        let answers = match content.answers.is_empty() {
            true => Vec::new(),
            false => wrap(&content.answers.join("   "), w),
        };
        Self {
            content,
            w,
            said: rows(&content.said, look),
            need: rows(need, Look::Strong),
            answers: answers.into_iter().map(Line::from).collect(),
            menu: menu::height(&content.items, w),
            keys: keys_in(&content.keys, w).filter(|_| h >= LEAST),
            roomy: h >= SMALL,
        }
    }

    /// Shares the rows out; gives back how many the table above gets. The board comes first, but a row of everything else
    /// stays.
    fn share(&mut self, room: usize, board: usize, info: usize) -> usize {
        let typing = usize::from(self.content.typed.is_some());
        let fixed = typing + usize::from(self.keys.is_some());
        let mut left = room.saturating_sub(fixed);
        let mut take = |wanted: usize| {
            let got = wanted.min(left);
            left -= got;
            got
        };
        // A row or two of each, then the board, then the rest of each.
        let mut menu = take(self.menu.min(2));
        let mut need = take(self.need.len().min(1));
        let mut answers = take(self.answers.len().min(1));
        let mut said = take(self.said.len().min(1 + usize::from(self.roomy)));
        let gap = take(usize::from(self.roomy));
        let mut above = take(board);
        // What a move did comes before how the next one is entered.
        said += take(self.said.len().min(8).saturating_sub(said));
        need += take(self.need.len().min(4) - need.min(4).min(self.need.len()));
        answers += take(self.answers.len().min(4).saturating_sub(answers));
        menu += take(self.menu.min(6).saturating_sub(menu));
        above += take(info.min(6));
        said += take(self.said.len().saturating_sub(said));
        need += take(self.need.len().saturating_sub(need));
        menu += take(self.menu.saturating_sub(menu));
        above += take(usize::MAX);
        self.need = shortened(std::mem::take(&mut self.need), need, self.w);
        self.answers = around_open(std::mem::take(&mut self.answers), answers);
        self.said = shortened(std::mem::take(&mut self.said), said, self.w);
        self.menu = menu;
        if gap > 0 && !self.said.is_empty() {
            self.said.insert(0, Line::default());
        } else {
            above += gap;
        }
        above
    }

    fn lines(self) -> Vec<Line> {
        let Below { content, w, .. } = self;
        let mut lines = self.said;
        lines.extend(self.need);
        lines.extend(self.answers);
        if let Some(typed) = &content.typed {
            lines.push(typing(&content.prefix, typed, w));
        }
        lines.extend(menu::rows(&content.items, content.chosen, w, self.menu));
        if let Some(keys) = self.keys {
            lines.push(Line::new(keys, Look::Faint));
        }
        lines
    }
}

/// The keys at the greatest length that fits.
fn keys_in(keys: &[String], w: usize) -> Option<String> {
    let fits = keys.iter().find(|k| width(k) <= w);
    fits.cloned().or_else(|| keys.last().map(|k| cut(k, w)))
}

/// So many of the rows, the one with the open question among them.
fn around_open(rows: Vec<Line>, most: usize) -> Vec<Line> {
    let open = rows.iter().position(|r| r.text.contains('▸')).unwrap_or(0);
    let first = (open + 1).saturating_sub(most);
    rows.into_iter().skip(first).take(most).collect()
}

/// The first rows, with a sign where some are missing.
fn shortened(mut rows: Vec<Line>, most: usize, w: usize) -> Vec<Line> {
    let over = rows.len() > most;
    rows.truncate(most);
    if let (true, Some(last)) = (over, rows.last_mut()) {
        last.text = cut(&format!("{} …", last.text.trim_end()), w);
    }
    rows
}

/// The line being typed, with its pen.
fn typing(prefix: &str, typed: &Window, w: usize) -> Line {
    let start = match prefix.is_empty() {
        true => "> ".to_owned(),
        false => format!("> {prefix} "),
    };
    let from = width(&start);
    let text = format!("{start}{} ", typed.text);
    let line = Line::from(cut(&text, w));
    match typed.selected {
        true => line.with(from, width(&typed.text), ScreenTint::Chosen),
        false => line.with(from + typed.pen, 1, ScreenTint::Chosen),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn content(players: usize, items: usize) -> ScreenContent {
        let board = (0..9).map(|i| Line::from(format!("board {i} {}", "x".repeat(50))));
        let info =
            (0..players).map(|i| Line::from(format!("player {i} has some cards and points")));
        ScreenContent {
            title: "A game".into(),
            board: board.collect(),
            info: info.collect(),
            log: (0..40).map(|i| format!("event {i}")).collect(),
            said: (0..12).map(|i| format!("said {i}")).collect(),
            need: vec![
                "what to do next, which takes a good many words to say so that everybody knows"
                    .into(),
            ],
            answers: (0..players).map(|i| format!("P{i} ✓ up red")).collect(),
            typed: Some(Window {
                text: "typed".into(),
                pen: 5,
                selected: false,
            }),
            items: (0..items)
                .map(|i| MenuItem::new(format!("choice {i}"), ""))
                .collect(),
            keys: vec!["all about the keys, at some length".into(), "keys".into()],
            ..ScreenContent::default()
        }
    }

    fn text(lines: &[Line]) -> String {
        lines.iter().map(|l| format!("{}\n", l.text)).collect()
    }

    #[test]
    fn every_size_shows_what_is_typed_and_what_can_be_chosen() {
        for players in [0, 2, 4, 12] {
            for items in [0, 1, 5, 60] {
                for w in [20, 40, 80, 109, 110, 200] {
                    for h in [6, 8, 12, 16, 24, 60] {
                        let content = content(players, items);
                        let lines = frame(&content, &mut Scroll::default(), (w, h));
                        let shown = text(&lines);
                        assert!(lines.len() <= h, "{w}×{h}:\n{shown}");
                        assert!(shown.contains("> typed"), "{w}×{h}:\n{shown}");
                        let keys = h < 10 || shown.contains("keys");
                        assert!(keys, "{w}×{h}:\n{shown}");
                        let chosen = items == 0 || shown.contains("▸ choice 0");
                        assert!(chosen, "{w}×{h} {items}:\n{shown}");
                        let broad = lines.iter().map(|l| width(&l.text)).max();
                        assert!(broad <= Some(w + 1), "{w}×{h}:\n{shown}");
                    }
                }
            }
        }
    }

    #[test]
    fn the_board_stays_with_twelve_players() {
        let shown = text(&frame(&content(12, 20), &mut Scroll::default(), (80, 24)));
        assert!(
            (0..9).all(|i| shown.contains(&format!("board {i} "))),
            "{shown}"
        );
        let small = text(&frame(&content(4, 20), &mut Scroll::default(), (40, 12)));
        assert!(
            small.contains("board 0") && small.contains("board 3"),
            "{small}"
        );
    }

    #[test]
    fn a_board_of_words_is_wrapped_and_keeps_its_colours() {
        let words = "one two three four five six seven eight nine ten";
        let line = Line::from(words).with(8, 10, ScreenTint::Ink(Ink::Red));
        let rows = rows_of(&line, 12);
        let shown: Vec<(&str, Vec<(usize, usize)>)> = rows
            .iter()
            .map(|r| {
                let parts = r.parts.iter().map(|p| (p.from, p.wide));
                (r.text.as_str(), parts.collect())
            })
            .collect();
        assert_eq!(shown[0], ("one two", vec![]));
        assert_eq!(shown[1], ("three four", vec![(0, 10)]));
        assert_eq!(shown[2], ("five six", vec![]));
        let card = Line::from(format!("| {words}"));
        let card =
            card.with(0, 1, ScreenTint::Ink(Ink::Faint))
                .with(10, 10, ScreenTint::Ink(Ink::Red));
        let shown: Vec<(String, Vec<(usize, usize)>)> = rows_of(&card, 14)
            .into_iter()
            .map(|r| {
                let parts = r.parts.iter().map(|p| (p.from, p.wide)).collect();
                (r.text, parts)
            })
            .collect();
        assert_eq!(shown[0], ("| one two".to_owned(), vec![(0, 1)]));
        assert_eq!(shown[1], ("| three four".to_owned(), vec![(2, 10), (0, 1)]));
        let content = ScreenContent {
            board: vec![line],
            prose: true,
            ..content(2, 3)
        };
        let shown = text(&frame(&content, &mut Scroll::default(), (40, 12)));
        assert!(shown.contains("nine ten"), "{shown}");
    }

    #[test]
    fn a_board_that_is_scrolled_keeps_the_names_of_its_columns() {
        let mut board = vec![Line::from("   columns")];
        board.extend((0..20).map(|row| Line::from(format!("{row} cells"))));
        let place = |row: usize| BoardSpot {
            at: (row, 0),
            line: row + 1,
            from: 3,
            wide: 2,
        };
        let item = |row: usize| MenuItem {
            at: Some((row, 0)),
            ..MenuItem::new(format!("place {row}"), "")
        };
        let mut content = ScreenContent {
            board,
            spots: (0..20).map(place).collect(),
            items: (0..20).map(item).collect(),
            ..content(2, 0)
        };
        let mut scroll = Scroll::default();
        // Down, and up again: whatever is chosen is seen, below the names of the columns.
        for row in (0..20).chain((0..20).rev()) {
            content.chosen = row;
            let lines = frame(&content, &mut scroll, (40, 12));
            let at = |words: &str| lines.iter().position(|l| l.text.starts_with(words));
            let (head, chosen) = (at("   columns"), at(&format!("{row} cells")));
            assert!(head.is_some() && head < chosen, "{row}:\n{}", text(&lines));
        }
    }

    #[test]
    fn what_is_cut_off_has_one_sign() {
        let said = "word ".repeat(30);
        for w in 20..60 {
            let rows = wrap(&said, w).into_iter().map(Line::from);
            let rows = shortened(rows.collect(), 1, w);
            let last = &rows[0].text;
            assert!(last.ends_with('…') && width(last) <= w, "{w}: {last:?}");
            assert_eq!(last.matches('…').count(), 1, "{w}: {last:?}");
        }
        let full = shortened(vec![Line::from("十分に長い"), Line::from("行")], 1, 10);
        assert_eq!(full[0].text.matches('…').count(), 1, "{:?}", full[0].text);
    }

    #[test]
    fn wide_screens_have_a_panel() {
        let shown = text(&frame(&content(12, 20), &mut Scroll::default(), (200, 60)));
        for word in ["player 11", "event 39", "said 11", "board 8", "choice 19"] {
            assert!(shown.contains(word), "{word}:\n{shown}");
        }
    }

    #[test]
    fn pages_scroll_by_pages() {
        let content = content(12, 3);
        let mut scroll = Scroll::default();
        let first = text(&frame(&content, &mut scroll, (80, 24)));
        scroll.page(true);
        let second = text(&frame(&content, &mut scroll, (80, 24)));
        assert!(
            !first.contains("player 7") && second.contains("player 7"),
            "a page is more than a line:\n{second}"
        );
        scroll.page(true);
        let last = text(&frame(&content, &mut scroll, (80, 24)));
        assert!(last.contains("player 11"), "{last}");
        scroll.page(false);
        scroll.page(false);
        assert_eq!(text(&frame(&content, &mut scroll, (80, 24))), first);
    }
}
