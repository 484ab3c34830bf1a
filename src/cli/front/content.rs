//! What the start page shows where somebody is: games as a list that the cursor walks, a kit with what can be done.

use super::offers::{FrontKit, FrontOffer};
use super::stage::{FrontDesk, FrontStage};
use crate::cli::cells::{clean, width, wrap};
use crate::cli::layout::ScreenContent;
use crate::cli::screen::{Line, LinePart, Look, ScreenTint};
use crate::play::view::{BoardSpot, Ink};
use crate::say;

impl FrontDesk {
    /// Everything for a screen so wide.
    pub(super) fn content(&self, w: usize) -> ScreenContent {
        let items = self.items();
        let mut content = ScreenContent {
            title: "kitpress".to_owned(),
            said: self.said.clone(),
            refused: !self.said.is_empty(),
            chosen: self.chosen.min(items.len().saturating_sub(1)),
            items,
            keys: keys(),
            alone: true,
            ..ScreenContent::default()
        };
        match &self.stage {
            FrontStage::Games => {
                let (board, spots) = self.list(w);
                content.board = board;
                content.spots = spots;
                content.need = vec![say!("Which game?").to_string()];
            }
            FrontStage::Actions(kit) => {
                content.board = about(kit);
                content.prose = true;
                content.need = vec![say!("What do you want to do?").to_string()];
            }
            FrontStage::Names(kit) => {
                content.board = about(kit);
                content.prose = true;
                content.need = vec![question(kit)];
                content.answers = self
                    .names
                    .iter()
                    .map(|n| format!("✓ {}", clean(n)))
                    .collect();
            }
        }
        // The command comes first: it stays where rows are few.
        if let Some(command) = self.command() {
            content.need.insert(0, format!("$ {}", clean(&command)));
        }
        let room = ScreenContent::typing_room("", w);
        content.typed = Some(self.editor.window(room));
        content
    }

    /// The games, one below the other, and where each is.
    fn list(&self, cells: usize) -> (Vec<Line>, Vec<BoardSpot>) {
        let (mut lines, mut spots) = (Vec::new(), Vec::new());
        for (n, offer) in self.offers.iter().enumerate() {
            let (head, facts, about) = match offer {
                FrontOffer::Table {
                    name,
                    title,
                    players,
                } => {
                    let head = say!("go on with {}", name).to_string();
                    (
                        head,
                        format!("{title} · {}", players.join(", ")),
                        String::new(),
                    )
                }
                FrontOffer::Kit(kit) => {
                    let about = kit.problem.as_ref().unwrap_or(&kit.about);
                    (kit.title.clone(), kit.facts.clone(), about.clone())
                }
            };
            self.entry(n, &clean(&head), &mut lines, &mut spots);
            let facts = clean(&facts);
            // Beside the title where there is room.
            match lines.last_mut() {
                Some(last) if width(&last.text) + 3 + width(&facts) <= cells => {
                    let from = width(&last.text) + 3;
                    last.text = format!("{}   {facts}", last.text);
                    last.parts.push(faint(from, width(&facts)));
                }
                _ => lines.extend(below(&facts, cells)),
            }
            lines.extend(below(&clean(&about), cells));
        }
        self.entry(
            self.offers.len(),
            &say!("leave").to_string(),
            &mut lines,
            &mut spots,
        );
        (lines, spots)
    }

    /// A line to choose, with its number.
    fn entry(&self, n: usize, text: &str, lines: &mut Vec<Line>, spots: &mut Vec<BoardSpot>) {
        let mark = if n == self.chosen { "▸" } else { " " };
        let before = format!("{mark}{:>2} ", n + 1);
        let from = width(&before);
        spots.push(BoardSpot {
            at: (n, 0),
            line: lines.len(),
            from,
            wide: width(text),
        });
        lines.push(Line::from(format!("{before}{text}")));
    }
}

/// Lines below a title, set in.
fn below(text: &str, cells: usize) -> Vec<Line> {
    const IN: usize = 4;
    if text.is_empty() {
        return Vec::new();
    }
    let rows = wrap(text, cells.saturating_sub(IN).max(8)).into_iter();
    rows.map(|row| Line::new(format!("{}{row}", " ".repeat(IN)), Look::Faint))
        .collect()
}

fn faint(from: usize, wide: usize) -> LinePart {
    let tint = ScreenTint::Ink(Ink::Faint);
    LinePart { from, wide, tint }
}

/// What is told of a kit.
fn about(kit: &FrontKit) -> Vec<Line> {
    let mut lines = vec![Line::new(clean(&kit.title), Look::Strong)];
    let problem = kit.problem.clone().unwrap_or_default();
    for text in [&kit.facts, &kit.about, &problem] {
        if !text.is_empty() {
            lines.push(Line::from(clean(text)));
        }
    }
    lines
}

fn question(kit: &FrontKit) -> String {
    let (least, most) = kit.players;
    say!(
        "Who plays? {} to {} {player|players}, clockwise: type a name, then enter",
        least,
        most
    )
    .to_string()
}

/// Which keys do what, at length, and ever shorter.
fn keys() -> Vec<String> {
    let all = [
        say!("arrows choose, or type a number · enter takes · backspace goes back · Ctrl-C leaves"),
        say!("arrows or number · enter · backspace · Ctrl-C leaves"),
        say!("arrows enter backspace Ctrl-C"),
    ];
    all.iter().map(ToString::to_string).collect()
}
