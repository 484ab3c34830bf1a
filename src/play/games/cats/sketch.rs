//! The map drawn for a terminal: two characters a cell, plain signs, no colour.

use std::fmt::Write;

use super::cell::{Cell, Dir, Doors, building_name};
use super::setup::Setup;
use super::state::State;
use super::town::Spot;

/// The signs of the players' lines.
pub(super) const MARKS: [char; 2] = ['+', 'x'];
/// Columns of a terminal.
const TERMINAL: usize = 80;
/// Columns that the number of a row takes.
const MARGIN: usize = 3;

/// The map, a line a row; wide maps in pieces, one below the other.
pub(super) fn map(setup: &Setup, state: &State) -> Vec<String> {
    let sketch = Sketch {
        setup,
        state,
        wide: cell_width(setup),
    };
    let columns = setup.town.size().1;
    let piece = ((TERMINAL - MARGIN) / sketch.wide).max(1);
    // Pieces of about one length.
    let piece = columns.div_ceil(columns.div_ceil(piece).max(1)).max(1);
    let mut lines = Vec::new();
    for first in (0..columns).step_by(piece) {
        if first > 0 {
            lines.push(String::new());
        }
        sketch.piece(first, (first + piece).min(columns), &mut lines);
    }
    lines
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
}

impl Sketch<'_> {
    /// The columns from `first` up to `end`.
    fn piece(&self, first: usize, end: usize, lines: &mut Vec<String>) {
        let names: Vec<String> = (first..end)
            .map(|col| super::cell::Pos { row: 0, col }.to_string())
            .map(|name| name.trim_end_matches('1').to_owned())
            .collect();
        let high = names.iter().map(String::len).max().unwrap_or(0);
        // Names of columns are written from top to bottom.
        for line in (0..high).rev() {
            let letter = |name: &String| name.chars().rev().nth(line).unwrap_or(' ');
            let row = names.iter().map(|n| self.padded(&letter(n).to_string()));
            let row: String = std::iter::once(" ".repeat(MARGIN)).chain(row).collect();
            lines.push(row.trim_end().to_owned());
        }
        let (rows, columns) = self.setup.town.size();
        for row in 0..rows {
            if row == self.setup.seam {
                let seam = "-".repeat((end - first) * self.wide);
                lines.push(format!("{}{seam}", " ".repeat(MARGIN)));
            }
            let mut line = format!("{:>2} ", row + 1);
            for at in self
                .setup
                .town
                .spots()
                .iter()
                .skip(row * columns + first)
                .take(end - first)
            {
                let _ = write!(line, "{}", self.padded(&self.sign(*at)));
            }
            lines.push(line.trim_end().to_owned());
        }
    }

    fn padded(&self, sign: &str) -> String {
        format!("{sign:<width$}", width = self.wide)
    }

    /// The sign of a cell: a cat, a line, a fish, or what is printed there.
    fn sign(&self, at: Spot) -> String {
        let Self { setup, state, .. } = self;
        let mark = |seat: u8| MARKS[usize::from(seat.min(1))];
        for seat in 0..2 {
            let cat = state.cats_of(seat).position(|c| c.at == at);
            if let Some(nth) = cat {
                return format!("{}{}", mark(seat), nth + 1);
            }
        }
        let line = state
            .lines
            .get(usize::from(at))
            .and_then(|l| l.checked_sub(1));
        let cell = setup.town.cell(at);
        match (line, cell) {
            (Some(seat), Cell::Building { letter, doors }) => match opening(doors) {
                ' ' => format!("{}{}", mark(seat), building_name(letter)),
                sign => format!("{}{sign}", mark(seat)),
            },
            (Some(seat), _) => mark(seat).to_string().repeat(self.wide),
            (None, Cell::Building { letter, doors }) => {
                format!("{}{}", building_name(letter), opening(doors))
            }
            (None, Cell::Shrine) => "#".repeat(self.wide),
            (None, Cell::Manhole(number)) if number < 10 => format!("m{number}"),
            (None, Cell::Manhole(number)) => number.to_string(),
            (None, Cell::Open) => {
                let fish = state.fish.iter().find(|f| f.at == at);
                fish.map_or(".".to_owned(), |f| format!("f{}", mark(f.by)))
            }
        }
    }
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
