//! The map drawn for a terminal: two characters a cell, the lines of the players in two patterns and two colours.

use super::cell::{Cell, Dir, Doors, Pos, building_name};
use super::setup::Setup;
use super::state::State;
use super::town::Spot;
use crate::play::canvas::Canvas;
use crate::play::view::Ink;

/// The signs of the players' cats and fish.
pub(super) const MARKS: [char; 2] = ['+', 'x'];
/// The players' lines by the sides that they go on to: up 1, down 2, left 4, right 8; a landing alone has none.
const LINES: [[char; 16]; 2] = [
    [
        'o', '│', '│', '│', '─', '┘', '┐', '┤', '─', '└', '┌', '├', '─', '┴', '┬', '┼',
    ],
    [
        '@', '║', '║', '║', '═', '╝', '╗', '╣', '═', '╚', '╔', '╠', '═', '╩', '╦', '╬',
    ],
];
/// Columns of a terminal.
const TERMINAL: usize = 80;
/// Columns that the number of a row takes.
const MARGIN: usize = 3;

/// The map, a line a row; wide maps in pieces, one below the other.
pub(super) fn map(setup: &Setup, state: &State, canvas: &mut Canvas) {
    let wide = cell_width(setup);
    let columns = setup.town.size().1;
    let piece = ((TERMINAL - MARGIN) / wide).max(1);
    // Pieces of about one length.
    let piece = columns.div_ceil(columns.div_ceil(piece).max(1)).max(1);
    let mut sketch = Sketch {
        setup,
        state,
        wide,
        canvas,
    };
    for first in (0..columns).step_by(piece) {
        if first > 0 {
            sketch.canvas.line("");
        }
        sketch.piece(first, (first + piece).min(columns));
    }
}

/// How a player's cats and lines look, for the legend.
pub(super) fn pattern(seat: usize) -> String {
    let seat = seat.min(1);
    let line = LINES[seat];
    format!("{}{}{}", MARKS[seat], line[12], line[3])
}

/// The ink of a player.
pub(super) fn ink(seat: u8) -> Ink {
    match seat {
        0 => Ink::First,
        _ => Ink::Second,
    }
}

/// Two characters, or more where buildings have long names.
fn cell_width(setup: &Setup) -> usize {
    let wide = |at: &Spot| match setup.town.cell(*at) {
        Cell::Building { letter, .. } => building_name(letter).len() + 1,
        _ => 2,
    };
    setup.town.spots().iter().map(wide).max().unwrap_or(2)
}

struct Sketch<'a> {
    setup: &'a Setup,
    state: &'a State,
    wide: usize,
    canvas: &'a mut Canvas,
}

impl Sketch<'_> {
    /// The columns from `first` up to `end`.
    fn piece(&mut self, first: usize, end: usize) {
        let names: Vec<String> = (first..end)
            .map(|col| Pos { row: 0, col }.to_string())
            .map(|name| name.trim_end_matches('1').to_owned())
            .collect();
        let high = names.iter().map(String::len).max().unwrap_or(0);
        // Names of columns are written from top to bottom.
        for line in (0..high).rev() {
            let letter = |name: &String| name.chars().rev().nth(line).unwrap_or(' ');
            let row = names.iter().map(|n| self.padded(&letter(n).to_string()));
            let row: String = std::iter::once(" ".repeat(MARGIN)).chain(row).collect();
            self.canvas.painted(row.trim_end(), Ink::Faint);
        }
        let rows = self.setup.town.size().0;
        for row in 0..rows {
            if row == self.setup.seam {
                let seam = "-".repeat((end - first) * self.wide);
                let seam = format!("{}{seam}", " ".repeat(MARGIN));
                self.canvas.painted(&seam, Ink::Faint);
            }
            let label = format!("{:>2} ", row + 1);
            self.canvas.line("").put(&label, Some(Ink::Faint));
            for col in first..end {
                let Some(at) = self.setup.town.spot(Pos { row, col }) else {
                    continue;
                };
                let (sign, ink) = self.sign(at);
                let sign = self.padded(&sign);
                self.canvas.spot((row, col), self.wide).put(&sign, ink);
            }
            self.canvas.trim();
        }
    }

    fn padded(&self, sign: &str) -> String {
        format!("{sign:<width$}", width = self.wide)
    }

    /// The sign of a cell and its ink: a cat, a line, a fish, or what is printed there.
    fn sign(&self, at: Spot) -> (String, Option<Ink>) {
        let Self { setup, state, .. } = self;
        let mark = |seat: u8| MARKS[usize::from(seat.min(1))];
        for seat in 0..2 {
            let cat = state.cats_of(seat).position(|c| c.at == at);
            if let Some(nth) = cat {
                return (format!("{}{}", mark(seat), nth + 1), Some(ink(seat)));
            }
        }
        let line = state.lines.get(usize::from(at));
        let line = line.and_then(|l| l.checked_sub(1));
        let cell = setup.town.cell(at);
        if let Some(seat) = line {
            return (self.line(seat, at, cell), Some(ink(seat)));
        }
        match cell {
            Cell::Building { letter, doors } => {
                let sign = format!("{}{}", building_name(letter), opening(doors));
                (sign, Some(Ink::Green))
            }
            Cell::Shrine => ("#".repeat(self.wide), Some(Ink::Faint)),
            Cell::Manhole(number) if number < 10 => (format!("m{number}"), Some(Ink::Blue)),
            Cell::Manhole(number) => (number.to_string(), Some(Ink::Blue)),
            Cell::Open => match state.fish.iter().find(|f| f.at == at) {
                Some(fish) => (format!("f{}", mark(fish.by)), Some(Ink::Yellow)),
                None => (".".to_owned(), None),
            },
        }
    }

    /// A cell with a line: where it goes on to, and what is printed below it.
    fn line(&self, seat: u8, at: Spot, cell: Cell) -> String {
        let sides = self.state.sides.get(usize::from(at)).copied().unwrap_or(0) & 15;
        let sign = LINES[usize::from(seat.min(1))][usize::from(sides)];
        let mark = MARKS[usize::from(seat.min(1))];
        match cell {
            Cell::Building { letter, doors } => match opening(doors) {
                ' ' => format!("{mark}{}", building_name(letter)),
                opening => format!("{mark}{opening}"),
            },
            Cell::Manhole(number) if number < 10 => format!("{sign}{number}"),
            _ if sides & side(Dir::Right) != 0 => {
                let on = LINES[usize::from(seat.min(1))][12];
                let rest = self.wide.saturating_sub(1);
                format!("{sign}{}", on.to_string().repeat(rest))
            }
            _ => sign.to_string(),
        }
    }
}

/// The bit of a side that a line goes on to.
pub(super) fn side(dir: Dir) -> u8 {
    1 << dir as u8
}

/// The cells whose open sides one sign cannot show: `k4 up left`.
pub(super) fn several(setup: &Setup) -> Vec<String> {
    let doors = |at: &Spot| match setup.town.cell(*at) {
        Cell::Building { doors, .. } if opening(doors) == MANY => Some((*at, doors)),
        _ => None,
    };
    let cells = setup.town.spots().iter().filter_map(doors);
    cells
        .map(|(at, doors)| {
            let sides: Vec<String> = doors.iter().map(|d| d.said().to_string()).collect();
            format!("{} {}", setup.cell(at), sides.join(" "))
        })
        .collect()
}

/// The sign of open sides that have no sign of their own.
const MANY: char = '*';

/// The sign of a building's open sides.
fn opening(doors: Doors) -> char {
    let sides: Vec<Dir> = doors.iter().collect();
    match sides.as_slice() {
        [] => ' ',
        [Dir::Up] => '^',
        [Dir::Down] => 'v',
        [Dir::Left] => '<',
        [Dir::Right] => '>',
        [Dir::Up, Dir::Down] => '|',
        [Dir::Left, Dir::Right] => '=',
        _ => MANY,
    }
}
