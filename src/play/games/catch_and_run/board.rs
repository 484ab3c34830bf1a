//! The field: its squares, directions, and where pieces start.

/// A square: row by row from the top left, holes counted too.
pub(super) type Square = u8;
/// No square.
pub(super) const NOWHERE: Square = u8::MAX;

/// A direction on the field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum FieldDir {
    Up,
    Down,
    Left,
    Right,
    UpLeft,
    UpRight,
    DownLeft,
    DownRight,
}

impl FieldDir {
    /// All directions; the first four are for everybody.
    pub const ALL: [FieldDir; 8] = [
        FieldDir::Up,
        FieldDir::Down,
        FieldDir::Left,
        FieldDir::Right,
        FieldDir::UpLeft,
        FieldDir::UpRight,
        FieldDir::DownLeft,
        FieldDir::DownRight,
    ];

    /// The word in moves.
    pub fn word(self) -> &'static str {
        match self {
            FieldDir::Up => "up",
            FieldDir::Down => "down",
            FieldDir::Left => "left",
            FieldDir::Right => "right",
            FieldDir::UpLeft => "up-left",
            FieldDir::UpRight => "up-right",
            FieldDir::DownLeft => "down-left",
            FieldDir::DownRight => "down-right",
        }
    }

    /// The direction that a word names: in full, by its letters, as an arrow, in Japanese.
    pub fn read(word: &str) -> Option<Self> {
        const SHORT: [[&str; 3]; 8] = [
            ["u", "↑", "上"],
            ["d", "↓", "下"],
            ["l", "←", "左"],
            ["r", "→", "右"],
            ["ul", "↖", "左上"],
            ["ur", "↗", "右上"],
            ["dl", "↙", "左下"],
            ["dr", "↘", "右下"],
        ];
        let known = Self::ALL.into_iter().zip(SHORT);
        let mut fitting = known.filter(|(d, short)| d.word() == word || short.contains(&word));
        fitting.next().map(|(d, _)| d)
    }

    /// Whether it is a slanting one.
    pub fn diagonal(self) -> bool {
        !self.straight().contains(&self)
    }

    fn straight(self) -> [FieldDir; 4] {
        [
            FieldDir::Up,
            FieldDir::Down,
            FieldDir::Left,
            FieldDir::Right,
        ]
    }

    /// The two directions to the side of a straight one.
    pub fn sides(self) -> Option<[FieldDir; 2]> {
        match self {
            FieldDir::Up | FieldDir::Down => Some([FieldDir::Left, FieldDir::Right]),
            FieldDir::Left | FieldDir::Right => Some([FieldDir::Up, FieldDir::Down]),
            _ => None,
        }
    }

    /// Rows down and columns to the right.
    fn by(self) -> (i32, i32) {
        match self {
            FieldDir::Up => (-1, 0),
            FieldDir::Down => (1, 0),
            FieldDir::Left => (0, -1),
            FieldDir::Right => (0, 1),
            FieldDir::UpLeft => (-1, -1),
            FieldDir::UpRight => (-1, 1),
            FieldDir::DownLeft => (1, -1),
            FieldDir::DownRight => (1, 1),
        }
    }
}

/// The squares of a mask, in order.
pub(super) fn squares(mut mask: u64) -> impl Iterator<Item = Square> {
    std::iter::from_fn(move || {
        if mask == 0 {
            return None;
        }
        let square = mask.trailing_zeros() as Square;
        mask &= mask - 1;
        Some(square)
    })
}

/// The mask of a square; empty for no square.
pub(super) fn bit(square: Square) -> u64 {
    1u64.checked_shl(u32::from(square)).unwrap_or(0)
}

/// A field before the cards are laid: which squares there are, and which of them lie beside each other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    /// How many rows.
    pub rows: u8,
    /// How many columns.
    pub columns: u8,
    /// The squares that have a card.
    pub cells: u64,
    /// Those whose card lies face up at the start.
    pub open: u64,
    /// Where a step leads, by square and direction.
    steps: Vec<[Square; 8]>,
    /// The open squares nearest to the corners: top left, bottom right, top right, bottom left.
    pub corners: [Square; 4],
}

impl Field {
    /// A field of so many rows and columns; `rows * columns` is 64 at most.
    pub fn new(rows: u8, columns: u8, holes: u64, broken: u64) -> Self {
        let all = (0..rows * columns).fold(0, |mask, s| mask | bit(s));
        let cells = all & !holes;
        let mut board = Self {
            rows,
            columns,
            cells,
            open: cells & !broken,
            steps: Vec::new(),
            corners: [NOWHERE; 4],
        };
        board.steps = (0..rows * columns)
            .map(|s| FieldDir::ALL.map(|d| board.beside(s, d)))
            .collect();
        let (bottom, right) = (rows.saturating_sub(1), columns.saturating_sub(1));
        board.corners = [(0, 0), (bottom, right), (0, right), (bottom, 0)]
            .map(|(row, column)| board.nearest_to_corner(row, column));
        board
    }

    fn beside(&self, square: Square, dir: FieldDir) -> Square {
        let (down, right) = dir.by();
        let row = i32::from(square / self.columns) + down;
        let column = i32::from(square % self.columns) + right;
        let inside = (0..i32::from(self.rows)).contains(&row)
            && (0..i32::from(self.columns)).contains(&column);
        if !inside {
            return NOWHERE;
        }
        let beside = (row * i32::from(self.columns) + column) as Square;
        if self.cells & bit(beside) == 0 {
            NOWHERE
        } else {
            beside
        }
    }

    /// The square beside another; none outside and where there is a hole.
    pub fn step(&self, from: Square, dir: FieldDir) -> Option<Square> {
        let to = *self.steps.get(usize::from(from))?.get(dir as usize)?;
        (to != NOWHERE).then_some(to)
    }

    /// Row and column of a square.
    pub fn place(&self, square: Square) -> (u8, u8) {
        (square / self.columns.max(1), square % self.columns.max(1))
    }

    /// How many straight steps two squares are apart, holes and broken floor aside.
    pub fn distance(&self, a: Square, b: Square) -> u8 {
        let ((ar, ac), (br, bc)) = (self.place(a), self.place(b));
        ar.abs_diff(br) + ac.abs_diff(bc)
    }

    /// The open square nearest to a corner, along the row rather than down the column.
    fn nearest_to_corner(&self, row: u8, column: u8) -> Square {
        let far = |s: &Square| {
            let (r, c) = self.place(*s);
            let (down, along) = (r.abs_diff(row), c.abs_diff(column));
            (down + along, down)
        };
        squares(self.open).min_by_key(far).unwrap_or(NOWHERE)
    }

    /// The squares of a mask that are nearest to the middle of the field.
    pub fn middle(&self, of: u64) -> u64 {
        // Twice the distance, so that the middle of an even number is a whole one.
        let far = |s: Square| {
            let (r, c) = self.place(s);
            (2 * r).abs_diff(self.rows - 1) + (2 * c).abs_diff(self.columns - 1)
        };
        let least = squares(of).map(far).min();
        let near = squares(of).filter(|s| Some(far(*s)) == least);
        near.fold(0, |mask, s| mask | bit(s))
    }

    /// Whether a square has no neighbour to run to.
    pub(crate) fn lonely(&self, square: Square) -> bool {
        FieldDir::ALL[..4]
            .iter()
            .all(|d| self.step(square, *d).is_none())
    }

    /// The name of a square: `a1` is top left.
    pub fn name(&self, square: Square) -> String {
        let (row, column) = self.place(square);
        format!("{}{}", char::from(b'a' + column % 26), row + 1)
    }

    /// The names of the squares of a mask.
    pub fn names(&self, mask: u64) -> Vec<String> {
        squares(mask).map(|s| self.name(s)).collect()
    }

    /// Reads a square's name; none outside of the frame. Holes are squares here.
    pub fn read(rows: u8, columns: u8, name: &str) -> Option<Square> {
        let mut chars = name.chars();
        let letter = chars.next()?.to_ascii_lowercase();
        let column = u8::try_from(letter).ok()?.checked_sub(b'a')?;
        let digits = chars.as_str();
        if digits.starts_with(['+', '0']) {
            return None;
        }
        let row = digits.parse::<u8>().ok()?.checked_sub(1)?;
        (row < rows && column < columns).then(|| row * columns + column)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_are_columns_and_numbers_are_rows() {
        let board = Field::new(5, 5, 0, 0);
        assert_eq!(board.name(0), "a1");
        assert_eq!(board.name(4), "e1");
        assert_eq!(board.name(24), "e5");
        for square in 0..25 {
            assert_eq!(Field::read(5, 5, &board.name(square)), Some(square));
        }
        for bad in ["", "a", "a0", "a6", "f1", "1a", "a+1", "a01", "é1", "a1x"] {
            assert_eq!(Field::read(5, 5, bad), None, "{bad}");
        }
    }

    #[test]
    fn the_middle_is_one_square_or_four() {
        let odd = Field::new(5, 5, 0, 0);
        assert_eq!(odd.names(odd.middle(odd.open)), ["c3"]);
        let even = Field::new(4, 4, 0, 0);
        assert_eq!(even.names(even.middle(even.open)), ["b2", "c2", "b3", "c3"]);
    }

    #[test]
    fn holes_are_outside() {
        let board = Field::new(3, 3, bit(4), bit(0));
        assert_eq!(board.step(1, FieldDir::Down), None);
        assert_eq!(board.step(1, FieldDir::Left), Some(0));
        assert_eq!(board.names(u64::from(board.corners[0] == 1)), ["a1"]);
    }
}
