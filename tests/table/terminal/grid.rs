//! What a person sees of everything that was written to a terminal: just enough of one for our own screens.

/// The letters on the screen, line by line.
pub fn draw(written: &str) -> String {
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
    let rows = grid.now.rows.iter().map(|r| r.iter().collect::<String>());
    rows.map(|r| r.trim_end().to_owned())
        .collect::<Vec<_>>()
        .join("\n")
}

#[derive(Default)]
struct Page {
    rows: Vec<Vec<char>>,
    row: usize,
    column: usize,
}

#[derive(Default)]
struct Grid {
    now: Page,
    /// The other screen, while the alternate one is shown.
    before: Option<Page>,
}

impl Grid {
    fn put(&mut self, c: char) {
        let Page { rows, row, column } = &mut self.now;
        if rows.len() <= *row {
            rows.resize(*row + 1, Vec::new());
        }
        let line = &mut rows[*row];
        if line.len() <= *column {
            line.resize(*column + 1, ' ');
        }
        line[*column] = c;
        *column += 1;
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
            _ => {}
        }
    }
}
