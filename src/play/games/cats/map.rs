//! Draws a map from a seed: streets, buildings with openings, shrines, manholes.
//!
//! A map is a strip and the same strip turned by 180° above it, top edge to top edge. The same size and
//! seed give the same map on every machine: whole numbers only, one written-out random stream. A drawing
//! that breaks one of the guarantees is thrown away and the next of a fixed sequence is tried.

use super::cell::{Cell, Dir, Doors, Pos};
use super::paths::{Graph, lets_through};
use super::rng::Rng;
use crate::say;
use crate::say::Say;

/// Fewest rows of a strip: the outer row, the row next to it without shrines, and one for shrines.
const LEAST_ROWS: usize = 3;
/// Most rows of a strip.
const MOST_ROWS: usize = 8;
/// Fewest columns: six drawings a row, two cells apart, must find room in whatever order they come.
const LEAST_COLUMNS: usize = 26;
/// Most columns of the whole strip, all units together.
const MOST_COLUMNS: usize = 300;
/// Manholes of a pair are at least this far apart.
const LEAST_WARP: usize = 4;
/// Paths from side to side that share no cell, at the very least.
const LEAST_PATHS: usize = 8;
/// How many colours manholes have.
pub(crate) const COLORS: usize = 4;

/// Drawings that are tried before giving up.
const ATTEMPTS: u64 = 2000;
/// Places that are tried for one building or manhole pair.
const TRIES: usize = 60;
/// One pair of manholes for about this many cells off the outer row.
const CELLS_A_PAIR: usize = 28;

/// Why there is no such map.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MapError {
    /// Not written as rows × columns.
    NotASize(String),
    /// Too few rows in a strip.
    TooFlat {
        /// Rows asked for.
        rows: usize,
    },
    /// Too many rows in a strip.
    TooHigh {
        /// Rows asked for.
        rows: usize,
    },
    /// No room for all fish and cats whatever the order.
    TooNarrow {
        /// Columns asked for.
        columns: usize,
    },
    /// Longer than can be printed.
    TooLong {
        /// Columns asked for, all units together.
        columns: usize,
    },
    /// A map of no units.
    NoUnits,
    /// No drawing of the sequence kept all guarantees.
    NoneFound {
        /// Rows of a strip.
        rows: usize,
        /// Columns.
        columns: usize,
        /// The seed.
        seed: u64,
    },
}

impl MapError {
    /// What is wrong.
    pub fn say(&self) -> Say {
        match self {
            Self::NotASize(text) => say!("`{}` is not a map size", text),
            Self::TooFlat { rows } => say!(
                "a strip of {} {row|rows} is too flat: no shrine may stand in the two rows at the edge, so it needs at least {}",
                rows,
                LEAST_ROWS
            ),
            Self::TooHigh { rows } => say!(
                "a strip of {} rows is too high; at most {} are drawn",
                rows,
                MOST_ROWS
            ),
            Self::TooNarrow { columns } => say!(
                "a map of {} {column|columns} is too narrow: 4 fish and 2 cats, two cells apart, need at least {} in a row",
                columns,
                LEAST_COLUMNS
            ),
            Self::TooLong { columns } => say!(
                "a map of {} columns is too long; at most {} are drawn",
                columns,
                MOST_COLUMNS
            ),
            Self::NoUnits => say!("a map needs at least 1 unit"),
            Self::NoneFound {
                rows,
                columns,
                seed,
            } => {
                let size = format!("{rows}x{columns}");
                say!("no good map of {} was found for seed {}", size, seed)
            }
        }
    }

    /// What to do about it.
    pub(super) fn hint(&self) -> Say {
        match self {
            Self::NoneFound { .. } => say!("take another seed or size"),
            _ => say!("such as `--set map=4x28`: rows and columns of one strip"),
        }
    }
}

crate::say::sayers!(MapError);

impl std::error::Error for MapError {}

/// A map: one strip, and what it makes when it meets its twin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Map {
    h: usize,
    w: usize,
    strip: Vec<Vec<Cell>>,
}

/// Reads `4x28`: rows and columns of a strip.
pub(crate) fn parse_size(text: &str) -> Result<(usize, usize), MapError> {
    let no = || MapError::NotASize(text.to_owned());
    let (h, w) = text.trim().split_once(['x', '×', 'X']).ok_or_else(no)?;
    let number = |s: &str| s.trim().parse::<usize>().map_err(|_| no());
    Ok((number(h)?, number(w)?))
}

/// Draws the map of one unit: two strips of `h` rows and `w` columns.
pub fn generate(h: usize, w: usize, seed: u64) -> Result<Map, MapError> {
    generate_units(h, w, 1, seed)
}

/// Draws a longer map: `units` of `w` columns end to end, with streets that go on from one to the next.
pub fn generate_units(h: usize, w: usize, units: usize, seed: u64) -> Result<Map, MapError> {
    match (h, w, units) {
        (_, _, 0) => return Err(MapError::NoUnits),
        (0..LEAST_ROWS, _, _) => return Err(MapError::TooFlat { rows: h }),
        (_, 0..LEAST_COLUMNS, _) => return Err(MapError::TooNarrow { columns: w }),
        _ if h > MOST_ROWS => return Err(MapError::TooHigh { rows: h }),
        _ if w.saturating_mul(units) > MOST_COLUMNS => {
            return Err(MapError::TooLong {
                columns: w.saturating_mul(units),
            });
        }
        _ => {}
    }
    let columns = w * units;
    (0..ATTEMPTS)
        .find_map(|attempt| {
            let rng = Rng::new(&[seed, h as u64, w as u64, units as u64, attempt]);
            Drawing {
                h,
                w: columns,
                cells: vec![vec![Cell::Open; columns]; h],
                rng,
            }
            .finish()
        })
        .ok_or(MapError::NoneFound {
            rows: h,
            columns,
            seed,
        })
}

impl Map {
    /// Rows of one strip.
    pub(crate) fn strip_rows(&self) -> usize {
        self.h
    }

    /// Rows of the assembled map.
    pub fn rows(&self) -> usize {
        2 * self.h
    }

    /// Columns.
    pub fn columns(&self) -> usize {
        self.w
    }

    /// The strip as printed: row 0 is its top edge (the seam), the last row is the outer one.
    pub fn strip(&self) -> &[Vec<Cell>] {
        &self.strip
    }

    /// The cell at a place of the assembled map.
    pub fn at(&self, at: Pos) -> Cell {
        if at.row < self.h {
            self.strip[self.h - 1 - at.row][self.w - 1 - at.col].turned()
        } else {
            self.strip[at.row - self.h][at.col]
        }
    }

    /// The assembled map, from the top.
    pub fn cells(&self) -> Vec<Vec<Cell>> {
        let row = |row| (0..self.w).map(|col| self.at(Pos { row, col })).collect();
        (0..self.rows()).map(row).collect()
    }

    /// The assembled map as the referee's JSON writes it.
    pub fn text(&self) -> Vec<Vec<String>> {
        self.cells()
            .iter()
            .map(|row| row.iter().map(Cell::to_string).collect())
            .collect()
    }

    /// How many paths from one outer row to the other a map of this size must have: half of the columns,
    /// a little less in high maps, where shrines and buildings shade each other.
    pub(crate) fn paths_wanted(strip_rows: usize, columns: usize) -> usize {
        let share = if strip_rows <= 4 {
            columns / 2
        } else {
            columns * 2 / 5
        };
        LEAST_PATHS.max(share)
    }
}

/// The colour of a manhole, counted from 0. No two pairs of a row share it.
pub(crate) fn manhole_color(number: usize) -> usize {
    (number + COLORS - 1) % COLORS
}

/// A footprint: cells as (row, column) from its corner.
type Shape = &'static [(usize, usize)];

const TWO: [Shape; 2] = [&[(0, 0), (0, 1)], &[(0, 0), (1, 0)]];
const THREE: [Shape; 6] = [
    &[(0, 0), (0, 1), (0, 2)],
    &[(0, 0), (1, 0), (2, 0)],
    &[(0, 0), (0, 1), (1, 0)],
    &[(0, 0), (0, 1), (1, 1)],
    &[(0, 0), (1, 0), (1, 1)],
    &[(0, 1), (1, 0), (1, 1)],
];
const FOUR: [Shape; 7] = [
    &[(0, 0), (0, 1), (1, 0), (1, 1)],
    &[(0, 0), (0, 1), (1, 0), (1, 1)],
    &[(0, 0), (0, 1), (0, 2), (1, 0)],
    &[(0, 0), (0, 1), (0, 2), (1, 2)],
    &[(0, 0), (1, 0), (1, 1), (1, 2)],
    &[(0, 2), (1, 0), (1, 1), (1, 2)],
    &[(0, 1), (1, 0), (1, 1), (1, 2)],
];
const SHRINES: [Shape; 4] = [&[(0, 0)], &[(0, 0)], &[(0, 0), (0, 1)], &[(0, 0), (0, 1)]];

/// Something to be built: a shrine with its footprint, or a building of so many cells.
#[derive(Clone, Copy)]
enum Construction {
    Shrine(Shape),
    Building(usize),
}

/// A strip being drawn.
struct Drawing {
    h: usize,
    w: usize,
    cells: Vec<Vec<Cell>>,
    rng: Rng,
}

impl Drawing {
    /// Draws everything; `None` if a guarantee could not be kept.
    fn finish(mut self) -> Option<Map> {
        self.build()?;
        self.name_buildings();
        self.lay_manholes()?;
        self.open_buildings()?;
        let map = Map {
            h: self.h,
            w: self.w,
            strip: self.cells,
        };
        let graph = Graph::of(&map.cells(), map.h);
        let wanted = Map::paths_wanted(map.h, map.w);
        (graph.streets_hang_together() && graph.separate_paths(wanted) == wanted).then_some(map)
    }

    /// Shrines and buildings on 20 to 22 % of the cells off the outer row, spread over the length.
    fn build(&mut self) -> Option<()> {
        let inner = (self.h - 1) * self.w;
        let target = self
            .rng
            .within((inner * 20).div_ceil(100), inner * 22 / 100);
        let mut pieces = self.pieces(target);
        self.rng.shuffle(&mut pieces);
        let slots = pieces.len();
        for (i, piece) in pieces.into_iter().enumerate() {
            let (left, right) = (i * self.w / slots, (i + 1) * self.w / slots);
            let give = 4usize.saturating_sub(right - left).max(1);
            let spot = (left.saturating_sub(give), (right + give).min(self.w - 1));
            (0..TRIES).find(|_| self.place(piece, i, spot))?;
        }
        Some(())
    }

    /// Chooses what to build so that it comes to `target` cells.
    fn pieces(&mut self, target: usize) -> Vec<Construction> {
        let mut pieces = Vec::new();
        let mut left = target;
        let shrines = (self.w * (self.h - 2)).div_ceil(40) + self.rng.below(2);
        for _ in 0..shrines {
            let shape = SHRINES[self.rng.below(SHRINES.len())];
            pieces.push(Construction::Shrine(shape));
            left = left.saturating_sub(shape.len());
        }
        while left >= 2 {
            let size = match left {
                2..=4 => left,
                5 => self.rng.within(2, 3),
                _ => self.rng.within(2, 4),
            };
            pieces.push(Construction::Building(size));
            left -= size;
        }
        pieces
    }

    /// Tries one place for a piece between two columns; it stays only if no street cell becomes a dead end.
    fn place(&mut self, piece: Construction, id: usize, (left, right): (usize, usize)) -> bool {
        let (shape, rows, cell): (Shape, usize, Cell) = match piece {
            Construction::Shrine(shape) => (shape, self.h - 2, Cell::Shrine),
            Construction::Building(size) => {
                let shapes: &[Shape] = match size {
                    2 => &TWO,
                    3 => &THREE,
                    _ => &FOUR,
                };
                let shape = shapes[self.rng.below(shapes.len())];
                (
                    shape,
                    self.h - 1,
                    Cell::Building {
                        letter: id,
                        doors: Doors::default(),
                    },
                )
            }
        };
        let high = shape.iter().map(|s| s.0 + 1).max().unwrap_or(1);
        let wide = shape.iter().map(|s| s.1 + 1).max().unwrap_or(1);
        if high > rows || left + wide > right + 1 {
            return false;
        }
        let (row, col) = (
            self.rng.within(0, rows - high),
            self.rng.within(left, right + 1 - wide),
        );
        let cells = || {
            shape.iter().map(|s| Pos {
                row: row + s.0,
                col: col + s.1,
            })
        };
        if cells().any(|at| self.crowded(at)) {
            return false;
        }
        for at in cells() {
            self.cells[at.row][at.col] = cell;
        }
        if self.has_dead_end(col.saturating_sub(2), col + wide + 1) {
            for at in cells() {
                self.cells[at.row][at.col] = Cell::Open;
            }
            return false;
        }
        true
    }

    /// Whether something is built on this cell of the strip or on one of the eight around it.
    fn crowded(&self, at: Pos) -> bool {
        let rows = at.row.saturating_sub(1)..=(at.row + 1).min(self.h - 1);
        rows.flat_map(|row| {
            &self.cells[row][at.col.saturating_sub(1)..=(at.col + 1).min(self.w - 1)]
        })
        .any(|cell| cell.is_built())
    }

    /// The cell next to one of the strip; beyond the top edge lies the turned strip.
    fn next_to(&self, at: Pos, dir: Dir) -> Option<Cell> {
        match dir.step(at, self.h, self.w) {
            Some(to) => Some(self.cells[to.row][to.col]),
            None if dir == Dir::Up => Some(self.cells[0][self.w - 1 - at.col].turned()),
            None => None,
        }
    }

    fn street_neighbours(&self, at: Pos) -> usize {
        Dir::ALL
            .into_iter()
            .filter(|d| self.next_to(at, *d).is_some_and(Cell::is_street))
            .count()
    }

    /// Whether a street cell in these columns, or beyond the seam from them, has fewer than two ways out.
    fn has_dead_end(&self, left: usize, right: usize) -> bool {
        let right = right.min(self.w - 1);
        let here = (0..self.h).flat_map(|row| (left..=right).map(move |col| Pos { row, col }));
        let beyond = (self.w - 1 - right..self.w - left).map(|col| Pos { row: 0, col });
        here.chain(beyond)
            .any(|at| self.cells[at.row][at.col].is_street() && self.street_neighbours(at) < 2)
    }

    /// Letters buildings from left to right.
    fn name_buildings(&mut self) {
        let mut names: Vec<usize> = Vec::new();
        for col in 0..self.w {
            for row in 0..self.h {
                if let Cell::Building { letter, .. } = &mut self.cells[row][col] {
                    let known = names.iter().position(|n| n == letter);
                    *letter = known.unwrap_or_else(|| {
                        names.push(*letter);
                        names.len() - 1
                    });
                }
            }
        }
    }

    /// Pairs of manholes: in the outer row where there is room left beside the drawings, and in all others.
    fn lay_manholes(&mut self) -> Option<()> {
        let outer = ((self.w - LEAST_COLUMNS) / 2).min(self.w / 28).min(COLORS);
        let inner = ((self.h - 1) * self.w / CELLS_A_PAIR).clamp(2, COLORS * (self.h - 1));
        let mut rows: Vec<usize> = (0..self.h - 1).collect();
        self.rng.shuffle(&mut rows);
        let mut pairs: Vec<usize> = (0..inner).map(|i| rows[i % rows.len()]).collect();
        pairs.sort_unstable();
        pairs.extend(std::iter::repeat_n(self.h - 1, outer));
        for (i, row) in pairs.into_iter().enumerate() {
            (0..TRIES).find(|_| self.lay_pair(row, i + 1))?;
        }
        Some(())
    }

    /// Tries one place for a pair of manholes in a row.
    fn lay_pair(&mut self, row: usize, number: usize) -> bool {
        let reach = (self.w / 2).clamp(LEAST_WARP, 18);
        let apart = self.rng.within(LEAST_WARP + 1, reach);
        let col = self.rng.within(1, self.w - 2 - apart);
        let ends = [
            Pos { row, col },
            Pos {
                row,
                col: col + apart,
            },
        ];
        let fine = ends.iter().all(|at| {
            let manhole_near = Dir::ALL
                .into_iter()
                .any(|d| matches!(self.next_to(*at, d), Some(Cell::Manhole(_))));
            self.cells[at.row][at.col] == Cell::Open
                && self.street_neighbours(*at) >= 2
                && !manhole_near
        });
        // Two manholes that would face each other across the seam.
        let mirrored = row == 0
            && ends
                .iter()
                .any(|a| ends.iter().any(|b| a.col == self.w - 1 - b.col));
        if fine && !mirrored {
            for at in ends {
                self.cells[at.row][at.col] = Cell::Manhole(number);
            }
        }
        fine && !mirrored
    }

    /// Opens every building on two to four sides that lead somewhere.
    fn open_buildings(&mut self) -> Option<()> {
        let letters = self.cells.iter().flatten().filter_map(|c| match c {
            Cell::Building { letter, .. } => Some(letter + 1),
            _ => None,
        });
        for letter in 0..letters.max().unwrap_or(0) {
            let mut sides = self.sides(letter);
            self.rng.shuffle(&mut sides);
            let size = self
                .cells
                .iter()
                .flatten()
                .filter(|c| is_part(**c, letter))
                .count();
            let wanted = self.rng.within(2, size.min(3) + usize::from(size > 3));
            for (at, dir) in sides {
                if self.street_doors(letter) < wanted && !self.door_beside(at, dir) {
                    self.open(at, dir);
                }
            }
            if self.street_doors(letter) < 2 {
                return None;
            }
        }
        Some(())
    }

    /// Sides of a building with a street or, across the seam, another building beyond.
    fn sides(&self, letter: usize) -> Vec<(Pos, Dir)> {
        let mut sides = Vec::new();
        for row in 0..self.h {
            for col in 0..self.w {
                if !is_part(self.cells[row][col], letter) {
                    continue;
                }
                let at = Pos { row, col };
                for dir in Dir::ALL {
                    let across = dir == Dir::Up && row == 0;
                    match self.next_to(at, dir) {
                        Some(cell) if cell.is_street() => sides.push((at, dir)),
                        Some(Cell::Building { .. }) if across => sides.push((at, dir)),
                        _ => {}
                    }
                }
            }
        }
        sides
    }

    /// Whether the same cell, or the cell this side leads to, already has an opening.
    fn door_beside(&self, at: Pos, dir: Dir) -> bool {
        let own = matches!(self.cells[at.row][at.col], Cell::Building { doors, .. } if doors.iter().next().is_some());
        let outside = dir.step(at, self.h, self.w).is_some_and(|to| {
            Dir::ALL.into_iter().filter(|d| *d != dir.back()).any(|d| {
                let cell = self.next_to(to, d);
                cell.is_some_and(|c| {
                    matches!(c, Cell::Building { .. }) && lets_through(c, d.back())
                })
            })
        });
        own || outside
    }

    /// Openings of a building that lead to a street. Those across the seam into another building come on
    /// top: two buildings must not be open to each other only.
    fn street_doors(&self, letter: usize) -> usize {
        let sides = self.sides(letter).into_iter();
        sides
            .filter(|(at, dir)| {
                lets_through(self.cells[at.row][at.col], *dir)
                    && self.next_to(*at, *dir).is_some_and(Cell::is_street)
            })
            .count()
    }

    /// Opens a side, and the side of the building that it meets across the seam.
    fn open(&mut self, at: Pos, dir: Dir) {
        let twin = Pos {
            row: 0,
            col: self.w - 1 - at.col,
        };
        let across = dir == Dir::Up && at.row == 0;
        for place in std::iter::once(at).chain(across.then_some(twin)) {
            if let Cell::Building { doors, .. } = &mut self.cells[place.row][place.col] {
                *doors = doors.with(dir);
            }
        }
    }
}

fn is_part(cell: Cell, letter: usize) -> bool {
    matches!(cell, Cell::Building { letter: l, .. } if l == letter)
}
