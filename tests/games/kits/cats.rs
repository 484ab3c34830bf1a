//! Cats: what the game page promises of the kit and of every map.
//!
//! The checks read a map's text only, as a referee does, and share no code with the generator.

use std::sync::OnceLock;

use kitpress::kit::{Kit, Source};
use kitpress::play::games::cats::map::{Map, MapError, generate, generate_units};
use kitpress::play::games::cats::replay::replay;
use kitpress::play::games::{Games, with_rules};
use kitpress::press::{NoProgress, PrintOptions, proof};
use kitpress::scene::{Studio, text_extents};
use serde_json::json;

/// Sizes besides the default: least, odd, flat, high, long.
const OTHER_SIZES: [(usize, usize); 7] = [
    (3, 26),
    (3, 28),
    (4, 27),
    (4, 31),
    (5, 28),
    (6, 33),
    (4, 56),
];

/// 2,000 maps of the default size and some of others, drawn once for all tests.
fn maps() -> &'static [Town] {
    static MAPS: OnceLock<Vec<Town>> = OnceLock::new();
    MAPS.get_or_init(|| {
        let usual = (0..2000).map(|seed| (4, 28, 1, seed));
        let other = OTHER_SIZES
            .into_iter()
            .flat_map(|(h, w)| (0..40).map(move |seed| (h, w, 1, seed)));
        let long = (0..20).map(|seed| (4, 28, 3, seed));
        let town = |(h, w, units, seed)| {
            let map = generate_units(h, w, units, seed).expect("a map");
            Town::read(&map, h, w * units, seed)
        };
        usual.chain(other).chain(long).map(town).collect()
    })
}

/// Checks every map.
fn every_map(check: impl Fn(&Town)) {
    maps().iter().for_each(check);
}

#[derive(Clone, PartialEq, Debug)]
enum Square {
    Open,
    Shrine,
    Manhole(u32),
    Room(String),
}

/// A map as read from its text.
struct Town {
    name: String,
    strip: usize,
    high: usize,
    wide: usize,
    squares: Vec<Square>,
    /// Open sides: up 1, right 2, down 4, left 8.
    open: Vec<u8>,
    text: Vec<Vec<String>>,
}

const SIDES: [(u8, isize, isize); 4] = [(1, -1, 0), (2, 0, 1), (4, 1, 0), (8, 0, -1)];

fn opposite(side: u8) -> u8 {
    if side < 4 { side << 2 } else { side >> 2 }
}

impl Town {
    fn read(map: &Map, h: usize, w: usize, seed: u64) -> Self {
        let text = map.text();
        assert_eq!(text.len(), 2 * h);
        let (mut squares, mut open) = (Vec::new(), Vec::new());
        for cell in text.iter().flatten() {
            let (square, sides) = match cell.as_bytes() {
                b"." => (Square::Open, 15),
                b"#" => (Square::Shrine, 0),
                [b'm', number @ ..] => {
                    let number = std::str::from_utf8(number)
                        .expect("text")
                        .parse()
                        .expect("a number");
                    (Square::Manhole(number), 15)
                }
                _ => {
                    let (letter, doors) = cell.split_once(':').unwrap_or((cell, ""));
                    assert!(letter.bytes().all(|b| b.is_ascii_uppercase()), "{cell}");
                    let side = |c| match c {
                        'u' => 1,
                        'r' => 2,
                        'd' => 4,
                        'l' => 8,
                        _ => panic!("{cell}"),
                    };
                    (
                        Square::Room(letter.to_owned()),
                        doors.chars().map(side).sum(),
                    )
                }
            };
            squares.push(square);
            open.push(sides);
        }
        assert_eq!(squares.len(), 2 * h * w);
        Self {
            name: format!("{h}x{w} seed {seed}"),
            strip: h,
            high: 2 * h,
            wide: w,
            squares,
            open,
            text,
        }
    }

    fn beside(&self, at: usize, dr: isize, dc: isize) -> Option<usize> {
        let (r, c) = (
            (at / self.wide) as isize + dr,
            (at % self.wide) as isize + dc,
        );
        let inside = (0..self.high as isize).contains(&r) && (0..self.wide as isize).contains(&c);
        inside.then(|| r as usize * self.wide + c as usize)
    }

    fn street(&self, at: usize) -> bool {
        matches!(self.squares[at], Square::Open | Square::Manhole(_))
    }

    fn street_neighbours(&self, at: usize) -> usize {
        SIDES
            .iter()
            .filter(|(_, r, c)| self.beside(at, *r, *c).is_some_and(|to| self.street(to)))
            .count()
    }

    fn outer(&self, at: usize) -> bool {
        at / self.wide == 0 || at / self.wide == self.high - 1
    }

    /// Buildings as lists of cells: same letter, touching, same strip.
    fn buildings(&self) -> Vec<Vec<usize>> {
        let mut seen = vec![false; self.squares.len()];
        let mut out = Vec::new();
        for start in 0..self.squares.len() {
            if seen[start] || !matches!(self.squares[start], Square::Room(_)) {
                continue;
            }
            let mut cells = vec![start];
            seen[start] = true;
            let mut i = 0;
            while i < cells.len() {
                for (_, r, c) in SIDES {
                    if let Some(to) = self.beside(cells[i], r, c)
                        && !seen[to]
                        && self.squares[to] == self.squares[start]
                        && (to / self.wide < self.strip) == (start / self.wide < self.strip)
                    {
                        seen[to] = true;
                        cells.push(to);
                    }
                }
                i += 1;
            }
            out.push(cells);
        }
        out
    }

    /// Which node a cell belongs to (a building is one), and how many nodes there are.
    fn nodes(&self) -> (Vec<usize>, usize) {
        let mut node = vec![usize::MAX; self.squares.len()];
        let mut count = 0;
        for at in (0..node.len()).filter(|at| self.street(*at)) {
            node[at] = count;
            count += 1;
        }
        for cells in self.buildings() {
            for at in cells {
                node[at] = count;
            }
            count += 1;
        }
        (node, count)
    }

    /// Pairs of nodes that a cat can go between.
    fn ways(&self, node: &[usize]) -> Vec<(usize, usize)> {
        let mut ways = Vec::new();
        for at in 0..node.len() {
            for (side, r, c) in SIDES {
                let Some(to) = self.beside(at, r, c) else {
                    continue;
                };
                let through = self.open[at] & side != 0 && self.open[to] & opposite(side) != 0;
                if through && node[at] != node[to] {
                    ways.push((node[at], node[to]));
                }
            }
        }
        ways
    }
}

/// Ford–Fulkerson on arcs of capacity one, every node split in two, by depth-first search.
struct Net {
    first: Vec<Vec<usize>>,
    to: Vec<usize>,
    left: Vec<bool>,
}

impl Net {
    fn new(nodes: usize) -> Self {
        Self {
            first: vec![Vec::new(); nodes],
            to: Vec::new(),
            left: Vec::new(),
        }
    }

    fn arc(&mut self, a: usize, b: usize) {
        for (from, to, left) in [(a, b, true), (b, a, false)] {
            self.first[from].push(self.to.len());
            self.to.push(to);
            self.left.push(left);
        }
    }

    fn push(&mut self, at: usize, goal: usize, seen: &mut [bool]) -> bool {
        if at == goal {
            return true;
        }
        seen[at] = true;
        for i in 0..self.first[at].len() {
            let arc = self.first[at][i];
            if self.left[arc] && !seen[self.to[arc]] && self.push(self.to[arc], goal, seen) {
                self.left[arc] = false;
                self.left[arc ^ 1] = true;
                return true;
            }
        }
        false
    }

    fn flow(&mut self, from: usize, goal: usize) -> usize {
        let mut flow = 0;
        while self.push(from, goal, &mut vec![false; self.first.len()]) {
            flow += 1;
        }
        flow
    }
}

fn separate_paths(town: &Town) -> usize {
    let (node, count) = town.nodes();
    let mut net = Net::new(2 * count + 2);
    let (source, sink) = (2 * count, 2 * count + 1);
    for n in 0..count {
        net.arc(2 * n, 2 * n + 1);
    }
    // Arcs towards the goal first: the search then seldom turns back.
    let mut ways = town.ways(&node);
    ways.sort_by_key(|(a, b)| (*a, usize::MAX - *b));
    for (a, b) in ways {
        net.arc(2 * a + 1, 2 * b);
    }
    for col in 0..town.wide {
        net.arc(source, 2 * node[col]);
        net.arc(2 * node[(town.high - 1) * town.wide + col] + 1, sink);
    }
    net.flow(source, sink)
}

#[test]
fn guarantee_1_a_map_is_its_strip_and_the_strip_turned() {
    every_map(|town| {
        let turn = |cell: &str| match cell.split_once(':') {
            None => cell.to_owned(),
            Some((letter, doors)) => {
                let turned = [('u', 'd'), ('d', 'u'), ('l', 'r'), ('r', 'l')];
                let kept = turned
                    .iter()
                    .filter(|(_, was)| doors.contains(*was))
                    .map(|(is, _)| *is);
                format!("{letter}:{}", kept.collect::<String>())
            }
        };
        for (row, cells) in town.text.iter().enumerate() {
            for (col, cell) in cells.iter().enumerate() {
                let twin = &town.text[town.high - 1 - row][town.wide - 1 - col];
                assert_eq!(*cell, turn(twin), "{} {row} {col}", town.name);
            }
        }
    });
}

#[test]
fn guarantee_2_outer_rows_are_open_with_manholes_only() {
    every_map(|town| {
        assert!(
            (0..town.squares.len())
                .filter(|at| town.outer(*at))
                .all(|at| town.street(at)),
            "{}",
            town.name
        );
    });
}

#[test]
fn guarantee_3_there_is_room_for_all_drawings_whatever_the_order() {
    every_map(|town| {
        let holes = (0..town.wide)
            .filter(|at| matches!(town.squares[*at], Square::Manhole(_)))
            .count();
        assert!(town.wide >= 26 + holes, "{}: {holes} manholes", town.name);
    });
    for columns in [0, 1, 16, 25] {
        assert_eq!(
            generate(4, columns, 1),
            Err(MapError::TooNarrow { columns })
        );
    }
}

#[test]
fn guarantee_4_streets_are_connected_and_many_paths_share_no_cell() {
    every_map(|town| {
        let (node, count) = town.nodes();
        let mut near = vec![Vec::new(); count];
        for (a, b) in town.ways(&node) {
            near[a].push(b);
        }
        let mut seen = vec![false; count];
        let mut todo = vec![0];
        while let Some(n) = todo.pop() {
            if !std::mem::replace(&mut seen[n], true) {
                todo.extend(&near[n]);
            }
        }
        assert!(seen.iter().all(|s| *s), "{}: not connected", town.name);
        let paths = separate_paths(town);
        let wanted = if (town.strip, town.wide) == (4, 28) {
            14
        } else {
            8
        };
        assert!(paths >= wanted, "{}: {paths} paths", town.name);
    });
}

#[test]
fn guarantee_5_buildings_have_two_cells_and_two_usable_openings() {
    every_map(|town| {
        for cells in town.buildings() {
            assert!(cells.len() >= 2, "{}: {cells:?}", town.name);
            let (mut usable, mut all) = (0, 0);
            for &at in &cells {
                for (side, r, c) in SIDES.iter().filter(|s| town.open[at] & s.0 != 0) {
                    all += 1;
                    let to = town.beside(at, *r, *c);
                    usable += usize::from(to.is_some_and(|to| {
                        !cells.contains(&to) && town.open[to] & opposite(*side) != 0
                    }));
                }
            }
            assert!(usable >= 2, "{}: {cells:?}", town.name);
            assert_eq!(
                usable, all,
                "{}: an opening leads nowhere: {cells:?}",
                town.name
            );
        }
    });
}

#[test]
fn guarantee_6_manholes_come_in_pairs_of_one_row_and_colour() {
    every_map(|town| {
        for row in 0..town.high {
            let mut holes: Vec<(u32, usize)> = (row * town.wide..(row + 1) * town.wide)
                .filter_map(|at| match town.squares[at] {
                    Square::Manhole(n) => Some((n, at)),
                    _ => None,
                })
                .collect();
            holes.sort_unstable();
            assert!(holes.len().is_multiple_of(2), "{}", town.name);
            let mut colors = Vec::new();
            for pair in holes.chunks(2) {
                assert_eq!(pair[0].0, pair[1].0, "{}", town.name);
                assert!(pair[1].1 - pair[0].1 >= 4, "{}", town.name);
                colors.push((pair[0].0 - 1) % 4);
            }
            colors.sort_unstable();
            assert!(
                colors.windows(2).all(|c| c[0] != c[1]),
                "{}: two pairs of a colour in row {row}",
                town.name
            );
            assert!(
                holes.iter().all(|(_, at)| town.street_neighbours(*at) >= 2),
                "{}",
                town.name
            );
        }
    });
}

#[test]
fn guarantee_7_there_are_no_dead_ends() {
    every_map(|town| {
        for at in (0..town.squares.len()).filter(|at| town.street(*at)) {
            assert!(town.street_neighbours(at) >= 2, "{}: cell {at}", town.name);
        }
    });
}

#[test]
fn guarantee_8_no_shrine_stands_in_or_next_to_an_outer_row() {
    every_map(|town| {
        for row in [0, 1, town.high - 2, town.high - 1] {
            let cells = &town.squares[row * town.wide..(row + 1) * town.wide];
            assert!(!cells.contains(&Square::Shrine), "{}", town.name);
        }
    });
}

#[test]
fn a_fifth_of_the_inner_cells_is_built() {
    every_map(|town| {
        let built = (0..town.squares.len())
            .filter(|at| !town.street(*at))
            .count();
        let inner = town.squares.len() - 2 * town.wide;
        let share = built * 1000 / inner;
        assert!(
            (190..=220).contains(&share),
            "{}: {built} of {inner}",
            town.name
        );
        let shrines = town
            .squares
            .iter()
            .filter(|s| **s == Square::Shrine)
            .count();
        assert!(shrines >= 2 && town.buildings().len() >= 4, "{}", town.name);
    });
}

#[test]
fn buildings_and_manholes_have_names_of_their_own_in_a_strip() {
    every_map(|town| {
        let mut names: Vec<&Square> = town
            .buildings()
            .iter()
            .map(|b| &town.squares[b[0]])
            .collect();
        let count = names.len();
        names.sort_by_key(|s| format!("{s:?}"));
        names.dedup();
        assert_eq!(
            names.len() * 2,
            count,
            "{}: each letter once a strip",
            town.name
        );
    });
}

/// The lower strip of a map, one line a row.
fn strip(seed: u64) -> String {
    let text = generate(4, 28, seed).expect("a map").text();
    text[4..]
        .iter()
        .map(|row| row.join(" "))
        .collect::<Vec<_>>()
        .join("\n")
}

#[test]
fn the_same_seed_is_the_same_map_for_ever() {
    let known = [
        (
            1,
            ". . . . . . . . . m1 . . . . . C:u . . . m1 . . . E:l . . # .\n\
             . . A:u A A:r . . . B:l B:u . . # . . C:l . D:l m2 . . E:d E E:r m2 . . .\n\
             . . . . A . . . B:r m3 . . . . . C:r . D:d . . . . . m3 . . . .\n\
             . . . . . . . . . . . . m4 . . . . . m4 . . . . . . . . .",
        ),
        (
            7,
            ". . . . . . . m1 . . . . . . . m1 . . . . # # . E:u E:u . . .\n\
             # . m2 . . . . . m2 . . . B:r . . . C:l C:r . . . . . E:d E:d . . .\n\
             . . . . A:d A:r . . . . B:l B B . . . m3 . . D:d D:d D:u . . m3 . . .\n\
             . . . . . . . . . . . . m4 . . . . . . . . . . . . m4 . .",
        ),
        (
            20_000_000_000,
            ". . . . . . . . m1 . . # # m1 . . . . . D:d D D . . . . . .\n\
             . . . . A A:u . . B B:r . . . . m2 C:u C:u . . . . D:d . . # # m2 .\n\
             . m3 . . . A:r m3 . B:d . . . . . . C:l . . . . . . . . . . . .\n\
             . . . . . . . . . m4 . . . . . . . . . . . . . m4 . . . .",
        ),
    ];
    for (seed, expected) in known {
        assert_eq!(strip(seed), expected, "seed {seed}");
    }
    assert_ne!(strip(1), strip(2));
}

#[test]
fn sizes_that_cannot_work_are_refused_with_the_reason() {
    assert_eq!(generate(2, 28, 1), Err(MapError::TooFlat { rows: 2 }));
    assert_eq!(generate(9, 28, 1), Err(MapError::TooHigh { rows: 9 }));
    assert_eq!(generate_units(4, 28, 0, 1), Err(MapError::NoUnits));
    assert_eq!(
        generate_units(4, 28, 11, 1),
        Err(MapError::TooLong { columns: 308 })
    );
    assert_eq!(
        generate_units(4, 28, usize::MAX, 1),
        Err(MapError::TooLong {
            columns: usize::MAX
        })
    );
    for (size, part) in [
        ("4x20", "too narrow"),
        ("4", "not a map size"),
        ("fourx28", "not a map size"),
    ] {
        let answer =
            Games::shipped().picture("cats/map", &json!({"size": size, "seed": 1, "units": 1}));
        assert!(
            answer.clone().is_err_and(|e| e.to_string().contains(part)),
            "{size}: {answer:?}"
        );
    }
}

fn kit(set: &[(&str, &str)]) -> Kit {
    let set: Vec<(String, String)> = set
        .iter()
        .map(|(k, v)| ((*k).into(), (*v).into()))
        .collect();
    Kit::load_from(Source::find("cats").expect("a shipped kit"), &set).expect("it loads")
}

#[test]
fn the_kit_holds_what_the_game_page_says() {
    let kit = kit(&[]);
    let ids: Vec<&str> = kit.components.iter().map(|c| c.id.as_str()).collect();
    assert_eq!(ids, ["tape", "map", "aid", "making", "rules", "booklet"]);
    let tape = &kit.components[0];
    assert_eq!(
        tape.cards.iter().map(|c| c.count).sum::<u32>(),
        4,
        "two strips a map, two maps"
    );
    assert_eq!((tape.size.w.0, tape.size.h.0), (268.0, 36.0));
    assert_eq!(kit.languages, ["en", "ja"]);
    assert_eq!(kit.players, (2, 2));
}

#[test]
fn strips_are_as_long_as_their_map() {
    for (map, units, w, h) in [
        ("4x28", "1", 268.0, 36.0),
        ("3x26", "1", 250.0, 27.0),
        ("5x30", "2", 572.0, 45.0),
    ] {
        let kit = kit(&[("map", map), ("units", units), ("map-seed", "3")]);
        let size = kit.components[0].size;
        assert_eq!((size.w.0, size.h.0), (w, h), "{map} {units}");
    }
}

#[test]
fn the_worked_example_is_a_legal_game_that_ann_wins() {
    let figs = include_str!("../../../templates/cats/parts/figs.svg");
    let list = figs
        .split("set moves = [")
        .nth(1)
        .and_then(|s| s.split(']').next());
    let moves: Vec<&str> = list
        .expect("the moves")
        .split('"')
        .skip(1)
        .step_by(2)
        .collect();
    let map = generate(4, 28, 8).expect("a map");
    let game = replay(&map, ["Ann", "Bob"], moves.iter().copied()).expect("legal moves");
    assert_eq!(game.winner.as_deref(), Some("Ann"));
    for kind in [" jump ", " amazing ", " warp ", " leave "] {
        assert!(moves.iter().any(|m| m.contains(kind)), "it shows a{kind}");
    }
    // The words below its last picture.
    for who in ["Ann", "Bob"] {
        let taken = game.fish.iter().filter(|f| f.taken.as_deref() == Some(who));
        assert_eq!(taken.count(), 2, "{who}");
    }
    assert!(game.cats.iter().all(|c| c.done == (c.by == "Ann")));
}

#[test]
fn every_strip_tells_its_own_map_and_the_one_in_one_piece_the_first() {
    for (seed, next) in [("8", "9"), ("41", "42")] {
        let kit = with_rules(kit(&[("map-seed", seed)]));
        let options = PrintOptions::default();
        let studio = Studio::new(&kit, options.ink).expect("fonts load");
        let proof = proof(&kit, &studio, &options, false, &NoProgress).expect("it prints");
        let faces = |id: &str| -> Vec<Vec<String>> {
            let size = kit.components.iter().find(|c| c.id == id).map(|c| c.size);
            let faces = proof.faces.iter().filter(|f| Some(f.size) == size);
            let words = |f| text_extents(f, size.expect("a component"));
            let all = faces.map(|f| words(&f.scene));
            all.map(|texts| texts.into_iter().map(|t| t.text).collect())
                .collect()
        };
        let has = |face: &[String], word: &str| face.iter().filter(|t| t.starts_with(word)).count();
        // The display face has no middle dot: that is a run of its own.
        let (first, second) = (format!("Map {seed} "), format!("Map {next} "));
        let (tape, map) = (faces("tape"), faces("map"));
        let strips = |name: &str| tape.iter().filter(|f| has(f, name) == 1).count();
        assert_eq!((strips(&first), strips(&second)), (2, 2), "{tape:?}");
        assert_eq!(map.len(), 1);
        assert_eq!(has(&map[0], &first), 2, "one for each player: {map:?}");
        // Cells have the names that the companion says: on both edges all columns, at both ends all rows.
        let count = |face: &[String], name: &str| face.iter().filter(|t| *t == name).count();
        for column in ["a", "z", "aa", "ab"] {
            assert!(tape.iter().all(|f| count(f, column) == 1), "{column}");
            assert_eq!(count(&map[0], column), 2, "{column}");
        }
        let rows = |f: &[String], rows: [&str; 4]| rows.iter().all(|r| count(f, r) >= 2);
        let lower = tape
            .iter()
            .filter(|f| rows(f, ["5", "6", "7", "8"]))
            .count();
        let upper = tape
            .iter()
            .filter(|f| !rows(f, ["5", "6", "7", "8"]))
            .count();
        assert_eq!((lower, upper), (2, 2), "strips to be joined");
    }
}

/// A strip and its twin, turned upside down and laid top to top: the same letter stands in the same column of both, and
/// the letters run on from one unit of tape to the next.
#[test]
fn columns_of_two_strips_meet_and_go_on_through_all_units() {
    for (units, last) in [("1", "ab"), ("2", "bd")] {
        let kit = with_rules(kit(&[("units", units)]));
        let options = PrintOptions {
            lang: "en".into(),
            only: vec!["tape".into()],
            ..PrintOptions::default()
        };
        let studio = Studio::new(&kit, options.ink).expect("fonts load");
        let proof = proof(&kit, &studio, &options, false, &NoProgress).expect("it prints");
        let columns = |card: &str| -> Vec<(String, i32)> {
            let face = proof.faces.iter().find(|f| f.card == card);
            let face = face.expect("a strip");
            let (width, turned) = (face.size.w.0, card.ends_with("far"));
            let texts = text_extents(&face.scene, face.size).into_iter();
            let letters = texts.filter(|t| t.text.chars().all(|c| c.is_ascii_lowercase()));
            let mut out: Vec<(String, i32)> = letters
                .map(|t| {
                    let middle = t.at.x.0 + t.at.w.0 / 2.0;
                    let from_left = if turned { width - middle } else { middle };
                    // Before the first cell lies a check column of 8 mm a unit.
                    let cell =
                        (from_left - 8.0 * f64::from(units.parse::<u8>().expect("units"))) / 9.0;
                    (t.text, cell.floor() as i32)
                })
                .collect();
            out.sort_by_key(|(_, cell)| *cell);
            out
        };
        for map in ["first", "second"] {
            let (near, far) = (
                columns(&format!("{map}-near")),
                columns(&format!("{map}-far")),
            );
            assert_eq!(near, far, "{map}, {units} units");
            let cells: Vec<i32> = near.iter().map(|(_, cell)| *cell).collect();
            let all = i32::try_from(near.len()).expect("columns");
            assert_eq!(cells, (0..all).collect::<Vec<_>>(), "one letter a column");
            assert_eq!(
                (near[0].0.as_str(), near.last().map(|l| l.0.as_str())),
                ("a", Some(last))
            );
        }
    }
}

#[test]
fn the_first_turns_are_shown_on_a_piece_of_the_map_that_is_printed() {
    let figs = include_str!("../../../templates/cats/parts/figs.svg");
    let turn = figs
        .split("component fig_turn")
        .nth(1)
        .expect("it is there");
    let list = turn
        .split("set rows = [")
        .nth(1)
        .and_then(|s| s.split("] %}").next());
    let rows: Vec<&str> = list.expect("rows").split('"').skip(1).step_by(2).collect();
    let map = generate(4, 28, 8).expect("a map").text();
    let piece: Vec<String> = map[..4].iter().map(|row| row[5..20].join(" ")).collect();
    assert_eq!(rows, piece);
}

#[test]
fn a_replay_refuses_what_the_rules_forbid() {
    let map = generate(4, 28, 8).expect("a map");
    let why = |moves: &[&str]| {
        let refused = replay(&map, ["Ann", "Bob"], moves.iter().copied()).expect_err("refused");
        (refused.text, refused.why)
    };
    let told = |moves: &[&str], text: &str, part: &str| {
        let (bad, why) = why(moves);
        assert!(
            bad == text && why.to_string().contains(part),
            "{bad}: {why}"
        );
    };
    told(&["fish Bob a1"], "fish Bob a1", "turn");
    told(&["fish Ann a2"], "fish Ann a2", "outer rows");
    told(
        &["fish Ann a1", "fish Bob c1"],
        "fish Bob c1",
        "two empty cells",
    );
    told(&["fish Ann h8"], "fish Ann h8", "manhole");
    told(&["cat Ann a1"], "cat Ann a1", "fish come before");
}
