//! What a person sees of everything that was written to a terminal, with colours: just enough of one for our own screens.

use unicode_width::UnicodeWidthChar;

/// The letters on the screen, line by line.
pub fn draw(written: &str) -> String {
    let rows = cells(written);
    let text = |row: &Vec<GridCell>| row.iter().filter_map(|c| c.letter).collect::<String>();
    let rows: Vec<String> = rows.iter().map(text).collect();
    rows.iter()
        .map(|r| r.trim_end())
        .collect::<Vec<_>>()
        .join("\n")
}

/// The screen cell by cell.
pub fn cells(written: &str) -> Vec<Vec<GridCell>> {
    let mut grid = Grid::default();
    let mut rest = written.chars();
    while let Some(c) = rest.next() {
        match c {
            '\u{1b}' => {
                if rest.clone().next() == Some('[') {
                    rest.next();
                    let mut arguments = String::new();
                    for c in rest.by_ref() {
                        if ('@'..='~').contains(&c) {
                            grid.order(&arguments, c);
                            break;
                        }
                        arguments.push(c);
                    }
                }
            }
            '\r' => grid.now.column = 0,
            '\n' => grid.now.row += 1,
            c if c.is_control() => {}
            c => grid.put(c),
        }
    }
    grid.now.rows
}

/// How a cell looks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GridStyle {
    pub bold: bool,
    pub dim: bool,
    pub underlined: bool,
    pub reverse: bool,
    /// A colour of the terminal's palette.
    pub colour: Option<u8>,
}

/// A cell of the screen; the second half of a broad letter has none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GridCell {
    pub letter: Option<char>,
    pub style: GridStyle,
}

const BLANK: GridCell = GridCell {
    letter: Some(' '),
    style: GridStyle {
        bold: false,
        dim: false,
        underlined: false,
        reverse: false,
        colour: None,
    },
};

#[derive(Default)]
struct Page {
    rows: Vec<Vec<GridCell>>,
    row: usize,
    column: usize,
}

#[derive(Default)]
struct Grid {
    now: Page,
    /// The other screen, while the alternate one is shown.
    before: Option<Page>,
    style: GridStyle,
}

impl Grid {
    fn put(&mut self, c: char) {
        let style = self.style;
        let Page { rows, row, column } = &mut self.now;
        if rows.len() <= *row {
            rows.resize(*row + 1, Vec::new());
        }
        let line = &mut rows[*row];
        let wide = c.width().unwrap_or(0);
        if line.len() < *column + wide {
            line.resize(*column + wide, BLANK);
        }
        for (i, cell) in line[*column..*column + wide].iter_mut().enumerate() {
            let letter = (i == 0).then_some(c);
            *cell = GridCell { letter, style };
        }
        *column += wide;
    }

    fn order(&mut self, arguments: &str, order: char) {
        let number = |n: usize| -> usize {
            let argument = arguments.split(';').nth(n);
            argument.and_then(|a| a.parse().ok()).unwrap_or(1)
        };
        match (order, arguments) {
            ('H', _) => (self.now.row, self.now.column) = (number(0) - 1, number(1) - 1),
            ('J', "2") => self.now.rows.clear(),
            ('h', "?1049") if self.before.is_none() => {
                self.before = Some(std::mem::take(&mut self.now));
            }
            ('l', "?1049") => self.now = self.before.take().unwrap_or_default(),
            ('m', _) => self.dress(arguments),
            _ => {}
        }
    }

    fn dress(&mut self, arguments: &str) {
        let numbers: Vec<u8> = arguments.split(';').flat_map(str::parse).collect();
        match numbers.as_slice() {
            [] | [0] => self.style = GridStyle::default(),
            [1] => self.style.bold = true,
            [2] => self.style.dim = true,
            [4] => self.style.underlined = true,
            [7] => self.style.reverse = true,
            [39] => self.style.colour = None,
            [n @ 30..=37] => self.style.colour = Some(n - 30),
            [1, n @ 30..=37] => {
                self.style.bold = true;
                self.style.colour = Some(n - 22);
            }
            [38, 5, n] => self.style.colour = Some(*n),
            _ => {}
        }
    }
}
