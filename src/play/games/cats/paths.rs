//! How well a map lets cats through: connected streets, and paths from side to side that share no cell.

use std::collections::VecDeque;

use super::cell::{Cell, Dir, Pos};

/// The map as a graph: every street cell is a node, every building one node, shrines none.
pub(crate) struct Graph {
    near: Vec<Vec<usize>>,
    streets: usize,
    top: Vec<usize>,
    bottom: Vec<usize>,
}

impl Graph {
    /// Reads `rows` from the top. `seam` is the first row of the lower strip: buildings end there.
    pub(crate) fn of(rows: &[Vec<Cell>], seam: usize) -> Self {
        let (high, wide) = (rows.len(), rows.first().map_or(0, Vec::len));
        let mut node = vec![vec![None; wide]; high];
        let mut count = 0;
        for street in [true, false] {
            for row in 0..high {
                for col in 0..wide {
                    if rows[row][col].is_street() == street && node[row][col].is_none() {
                        count += usize::from(paint(rows, seam, Pos { row, col }, count, &mut node));
                    }
                }
            }
        }
        let streets = rows.iter().flatten().filter(|c| c.is_street()).count();
        let mut graph = Self {
            near: vec![Vec::new(); count],
            streets,
            top: node
                .first()
                .map(|r| r.iter().flatten().copied().collect())
                .unwrap_or_default(),
            bottom: node
                .last()
                .map(|r| r.iter().flatten().copied().collect())
                .unwrap_or_default(),
        };
        for row in 0..high {
            for col in 0..wide {
                let Some(a) = node[row][col] else { continue };
                for dir in Dir::ALL {
                    let Some(to) = dir.step(Pos { row, col }, high, wide) else {
                        continue;
                    };
                    if let Some(b) = node[to.row][to.col]
                        && a != b
                        && lets_through(rows[row][col], dir)
                        && lets_through(rows[to.row][to.col], dir.back())
                    {
                        graph.near[a].push(b);
                    }
                }
            }
        }
        graph
    }

    /// Whether all street cells hang together, without going through buildings.
    pub(crate) fn streets_hang_together(&self) -> bool {
        if self.streets == 0 {
            return false;
        }
        let mut seen = vec![false; self.streets];
        let mut todo = vec![0];
        seen[0] = true;
        let mut count = 1;
        while let Some(a) = todo.pop() {
            for &b in &self.near[a] {
                if b < self.streets && !seen[b] {
                    seen[b] = true;
                    count += 1;
                    todo.push(b);
                }
            }
        }
        count == self.streets
    }

    /// How many paths from the first row to the last share no node, counted up to `enough`.
    pub(crate) fn separate_paths(&self, enough: usize) -> usize {
        let mut flow = PathSearch::new(self);
        (0..enough).take_while(|_| flow.grow()).count()
    }
}

/// Gives the building, or the street cell, at `at` its node number. Shrines get none.
fn paint(
    rows: &[Vec<Cell>],
    seam: usize,
    at: Pos,
    number: usize,
    node: &mut [Vec<Option<usize>>],
) -> bool {
    let cell = rows[at.row][at.col];
    if cell == Cell::Shrine {
        return false;
    }
    node[at.row][at.col] = Some(number);
    let Cell::Building { letter, .. } = cell else {
        return true;
    };
    let mut todo = vec![at];
    while let Some(at) = todo.pop() {
        for dir in Dir::ALL {
            let Some(to) = dir.step(at, rows.len(), rows[0].len()) else {
                continue;
            };
            let same =
                matches!(rows[to.row][to.col], Cell::Building { letter: l, .. } if l == letter);
            if same && (to.row < seam) == (at.row < seam) && node[to.row][to.col].is_none() {
                node[to.row][to.col] = Some(number);
                todo.push(to);
            }
        }
    }
    true
}

/// Whether this side of the cell can be crossed.
pub(crate) fn lets_through(cell: Cell, side: Dir) -> bool {
    match cell {
        Cell::Open | Cell::Manhole(_) => true,
        Cell::Shrine => false,
        Cell::Building { doors, .. } => doors.has(side),
    }
}

/// Menger's paths, one breadth-first search each. Every node is split into a way in and a way out.
struct PathSearch<'a> {
    graph: &'a Graph,
    before: Vec<Option<usize>>,
    after: Vec<Option<usize>>,
    used: Vec<bool>,
    last: Vec<bool>,
}

/// Where the search came from: the same node's other half, or another node.
#[derive(Clone, Copy, PartialEq, Eq)]
enum CameFrom {
    Nowhere,
    Start,
    Half(usize),
}

impl<'a> PathSearch<'a> {
    fn new(graph: &'a Graph) -> Self {
        let n = graph.near.len();
        let mut last = vec![false; n];
        for &node in &graph.bottom {
            last[node] = true;
        }
        Self {
            graph,
            before: vec![None; n],
            after: vec![None; n],
            used: vec![false; n],
            last,
        }
    }

    /// Finds one more path; halves are `2 * node` (way in) and `2 * node + 1` (way out).
    fn grow(&mut self) -> bool {
        let mut from = vec![CameFrom::Nowhere; 2 * self.used.len()];
        let mut todo = VecDeque::new();
        for &node in &self.graph.top {
            if self.used[node] && self.before[node].is_none() {
                continue;
            }
            from[2 * node] = CameFrom::Start;
            todo.push_back(2 * node);
        }
        while let Some(half) = todo.pop_front() {
            let node = half / 2;
            let mut visit = |to: usize| {
                if from[to] == CameFrom::Nowhere {
                    from[to] = CameFrom::Half(half);
                    todo.push_back(to);
                }
            };
            if half % 2 == 0 {
                match (self.used[node], self.before[node]) {
                    (false, _) => visit(half + 1),
                    (true, Some(before)) => visit(2 * before + 1),
                    (true, None) => {}
                }
                continue;
            }
            if self.last[node] && !(self.used[node] && self.after[node].is_none()) {
                self.take(half, &from);
                return true;
            }
            for &to in &self.graph.near[node] {
                if self.after[node] != Some(to) {
                    visit(2 * to);
                }
            }
            if self.used[node] {
                visit(half - 1);
            }
        }
        false
    }

    /// Walks back along the search and turns it into paths.
    fn take(&mut self, end: usize, from: &[CameFrom]) {
        let mut steps = Vec::new();
        let mut half = end;
        while let CameFrom::Half(before) = from[half] {
            steps.push((before, half));
            half = before;
        }
        // Undo what the new path takes back before writing what it adds.
        for &(a, b) in &steps {
            let (x, y) = (a / 2, b / 2);
            if a % 2 == 0 && b % 2 == 1 && x != y {
                (self.after[y], self.before[x]) = (None, None);
            } else if a % 2 == 1 && b % 2 == 0 && x == y {
                self.used[x] = false;
            }
        }
        for &(a, b) in &steps {
            let (x, y) = (a / 2, b / 2);
            if a % 2 == 1 && b % 2 == 0 && x != y {
                (self.after[x], self.before[y]) = (Some(y), Some(x));
            } else if a % 2 == 0 && b % 2 == 1 && x == y {
                self.used[x] = true;
            }
        }
    }
}
