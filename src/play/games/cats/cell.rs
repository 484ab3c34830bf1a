//! A cell of the map, the four ways out of it, and how both are written in the referee's JSON.

use std::fmt;

use crate::say;
use crate::say::Say;

/// One of the four ways a cat can go.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Dir {
    /// Towards the first row.
    Up,
    /// Towards the last row.
    Down,
    /// Towards the first column.
    Left,
    /// Towards the last column.
    Right,
}

impl Dir {
    /// All four, in the order in which openings are written.
    pub const ALL: [Self; 4] = [Self::Up, Self::Down, Self::Left, Self::Right];

    /// The way back.
    pub fn back(self) -> Self {
        match self {
            Self::Up => Self::Down,
            Self::Down => Self::Up,
            Self::Left => Self::Right,
            Self::Right => Self::Left,
        }
    }

    /// Its letter in a cell's text.
    pub fn letter(self) -> char {
        match self {
            Self::Up => 'u',
            Self::Down => 'd',
            Self::Left => 'l',
            Self::Right => 'r',
        }
    }

    /// Its word in a move (`up`, `down`, `left`, `right`).
    pub fn word(self) -> &'static str {
        match self {
            Self::Up => "up",
            Self::Down => "down",
            Self::Left => "left",
            Self::Right => "right",
        }
    }

    /// What people call it.
    pub fn said(self) -> Say {
        match self {
            Self::Up => say!("up"),
            Self::Down => say!("down"),
            Self::Left => say!("left"),
            Self::Right => say!("right"),
        }
    }

    /// Reads a word of a move.
    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|d| d.word() == word)
    }

    /// One step this way from `at` on a map of `rows` × `columns`, unless it leaves the map.
    pub fn step(self, at: Pos, rows: usize, columns: usize) -> Option<Pos> {
        let Pos { row, col } = at;
        match self {
            Self::Up => (row > 0).then(|| Pos { row: row - 1, col }),
            Self::Down => (row + 1 < rows).then_some(Pos { row: row + 1, col }),
            Self::Left => (col > 0).then(|| Pos { row, col: col - 1 }),
            Self::Right => (col + 1 < columns).then_some(Pos { row, col: col + 1 }),
        }
    }
}

/// The sides of a building's cell that are open.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Doors(u8);

impl Doors {
    /// Whether this side is open.
    pub fn has(self, dir: Dir) -> bool {
        self.0 & (1 << dir as u8) != 0
    }

    /// The same with one more open side.
    #[must_use]
    pub fn with(self, dir: Dir) -> Self {
        Self(self.0 | (1 << dir as u8))
    }

    /// The same after a turn by 180°.
    #[must_use]
    pub fn turned(self) -> Self {
        self.iter()
            .fold(Self::default(), |doors, dir| doors.with(dir.back()))
    }

    /// The open sides.
    pub fn iter(self) -> impl Iterator<Item = Dir> {
        Dir::ALL.into_iter().filter(move |d| self.has(*d))
    }
}

/// A place on the map, counted from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Pos {
    /// From the top.
    pub row: usize,
    /// From the left.
    pub col: usize,
}

impl Pos {
    /// Reads `c1`, `ab12`: letters for the column, the row from 1.
    pub fn parse(text: &str) -> Option<Self> {
        let digits = text.find(|c: char| c.is_ascii_digit())?;
        let (letters, row) = text.split_at(digits);
        let col = number_of(letters, b'a')?;
        let row = row
            .parse::<usize>()
            .ok()
            .filter(|r| (1..=999).contains(r))?;
        Some(Self { row: row - 1, col })
    }
}

impl fmt::Display for Pos {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", letters_of(self.col, b'a'), self.row + 1)
    }
}

/// `0` → `a`, `25` → `z`, `26` → `aa`.
fn letters_of(number: usize, first: u8) -> String {
    let last = char::from(first + (number % 26) as u8);
    match number / 26 {
        0 => last.to_string(),
        more => letters_of(more - 1, first) + &last.to_string(),
    }
}

/// The reverse of [`letters_of`].
fn number_of(letters: &str, first: u8) -> Option<usize> {
    if letters.is_empty() || letters.len() > 3 {
        return None;
    }
    let digits = letters
        .bytes()
        .map(|b| b.checked_sub(first).filter(|d| *d < 26));
    digits
        .into_iter()
        .try_fold(0, |n, d| Some(n * 26 + usize::from(d?) + 1))
        .map(|n| n - 1)
}

/// What is printed in a cell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Cell {
    /// Street.
    #[default]
    Open,
    /// Part of a shrine: walls all round.
    Shrine,
    /// A manhole cover with its number; the other one of that number in the row is its pair.
    Manhole(usize),
    /// Part of a building.
    Building {
        /// `0` is building A.
        letter: usize,
        /// Its open sides.
        doors: Doors,
    },
}

impl Cell {
    /// Whether a cat can stand here without being inside something.
    pub(crate) fn is_street(self) -> bool {
        matches!(self, Self::Open | Self::Manhole(_))
    }

    /// Whether something is built here.
    pub(crate) fn is_built(self) -> bool {
        !self.is_street()
    }

    /// The cell as it looks after a turn by 180°.
    #[must_use]
    pub fn turned(self) -> Self {
        match self {
            Self::Building { letter, doors } => Self::Building {
                letter,
                doors: doors.turned(),
            },
            other => other,
        }
    }

    /// Reads `.`, `#`, `m1`, `A`, `A:ul`.
    pub fn parse(text: &str) -> Option<Self> {
        match text {
            "." => return Some(Self::Open),
            "#" => return Some(Self::Shrine),
            _ => {}
        }
        if let Some(number) = text.strip_prefix('m') {
            return number.parse().ok().map(Self::Manhole);
        }
        let (name, open) = text.split_once(':').unwrap_or((text, ""));
        let letter = number_of(name, b'A')?;
        let doors = open.chars().try_fold(Doors::default(), |doors, c| {
            Dir::ALL
                .into_iter()
                .find(|d| d.letter() == c)
                .map(|d| doors.with(d))
        })?;
        Some(Self::Building { letter, doors })
    }
}

/// A building's name: `A`, …, `Z`, `AA`, ….
pub(crate) fn building_name(letter: usize) -> String {
    letters_of(letter, b'A')
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Open => f.write_str("."),
            Self::Shrine => f.write_str("#"),
            Self::Manhole(number) => write!(f, "m{number}"),
            Self::Building { letter, doors } => {
                f.write_str(&building_name(*letter))?;
                for (i, dir) in doors.iter().enumerate() {
                    write!(f, "{}{}", if i == 0 { ":" } else { "" }, dir.letter())?;
                }
                Ok(())
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_letters_and_rows_count_from_one() {
        for (text, row, col) in [
            ("a1", 0, 0),
            ("z8", 7, 25),
            ("aa2", 1, 26),
            ("ab12", 11, 27),
        ] {
            assert_eq!(Pos::parse(text), Some(Pos { row, col }), "{text}");
            assert_eq!(Pos { row, col }.to_string(), text);
        }
        for text in ["", "a", "1", "a0", "A1", "a-1", "aaaa1"] {
            assert_eq!(Pos::parse(text), None, "{text}");
        }
    }

    #[test]
    fn cells_are_written_as_the_contract_says() {
        for text in [".", "#", "m1", "m12", "A", "A:ul", "B:udlr", "AA:d"] {
            assert_eq!(
                Cell::parse(text).map(|c| c.to_string()).as_deref(),
                Some(text)
            );
        }
        for text in ["", "x", "m", "A:q", "a:u"] {
            assert_eq!(Cell::parse(text), None, "{text}");
        }
    }

    #[test]
    fn a_turned_cell_opens_the_other_way() {
        let turned = |text: &str| Cell::parse(text).map(|c| c.turned().to_string());
        assert_eq!(turned("A:ul").as_deref(), Some("A:dr"));
        assert_eq!(turned("m3").as_deref(), Some("m3"));
    }
}
