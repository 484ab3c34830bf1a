//! The rules once more, from the sentences of the game page and from JSON alone: what is legal, what a move brings,
//! who has lost. It shares no code with the referee.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

pub type Place = (i32, i32);
const SIDES: [(&str, char, char, Place); 4] = [
    ("up", 'u', 'd', (-1, 0)),
    ("down", 'd', 'u', (1, 0)),
    ("left", 'l', 'r', (0, -1)),
    ("right", 'r', 'l', (0, 1)),
];

#[derive(Clone, Debug, PartialEq)]
pub struct Cat {
    at: Place,
    home: i32,
    fish: bool,
    done: bool,
}

/// Everything that `show --json` tells of a game.
#[derive(Clone, Debug)]
pub struct Page {
    map: Vec<Vec<String>>,
    pub names: [String; 2],
    lines: BTreeMap<Place, usize>,
    cats: [Vec<Cat>; 2],
    fish: BTreeMap<Place, (usize, Option<usize>)>,
    specials: [i64; 2],
    turn: usize,
}

pub fn name_of((r, c): Place) -> String {
    let letter = |n: i32| char::from(b'a' + n as u8);
    match c / 26 {
        0 => format!("{}{}", letter(c), r + 1),
        more => format!("{}{}{}", letter(more - 1), letter(c % 26), r + 1),
    }
}

pub fn place_of(name: &str) -> Place {
    let digits = name.find(|c: char| c.is_ascii_digit()).expect("a row");
    let value = |n: i32, b: u8| n * 26 + i32::from(b - b'a') + 1;
    let col = name[..digits].bytes().fold(0, value) - 1;
    (name[digits..].parse::<i32>().expect("a row") - 1, col)
}

impl Page {
    pub fn read(game: &Value, names: [&str; 2]) -> Self {
        let seat = |v: &Value| names.iter().position(|n| v == n);
        let text = |v: &Value| v.as_str().expect("text").to_owned();
        let rows = game["map"].as_array().expect("rows").iter();
        let row = |r: &Value| r.as_array().expect("cells").iter().map(text).collect();
        let lines = game["lines"].as_object().expect("lines").iter();
        let fish = game["fish"].as_object().expect("fish").iter();
        let cat = |c: &Value| Cat {
            at: place_of(c["at"].as_str().expect("a cell")),
            home: c["home"].as_i64().expect("a row") as i32 - 1,
            fish: c["fish"].as_bool().expect("yes or no"),
            done: c["done"].as_bool().expect("yes or no"),
        };
        let cats = |n: &str| {
            let cats = game["cats"][n].as_array().expect("cats");
            cats.iter().map(cat).collect()
        };
        Self {
            map: rows.map(row).collect(),
            lines: lines
                .map(|(k, v)| (place_of(k), seat(v).expect("a player")))
                .collect(),
            fish: fish
                .map(|(k, v)| {
                    (
                        place_of(k),
                        (seat(&v["by"]).expect("a player"), seat(&v["taken"])),
                    )
                })
                .collect(),
            cats: names.map(cats),
            specials: names.map(|n| game["specials"][n].as_i64().expect("a number")),
            turn: seat(&game["turn"]).expect("a player"),
            names: names.map(str::to_owned),
        }
    }

    fn text(&self, (r, c): Place) -> Option<&str> {
        let row = self.map.get(usize::try_from(r).ok()?)?;
        row.get(usize::try_from(c).ok()?).map(String::as_str)
    }

    fn letter(&self, at: Place) -> Option<&str> {
        let letter = self.text(at)?.split(':').next()?;
        let building = letter.starts_with(|c: char| c.is_ascii_uppercase());
        building.then_some(letter)
    }

    /// The cell, or all cells of its building: same letter, same strip, next to each other.
    fn whole(&self, at: Place) -> BTreeSet<Place> {
        let half = self.map.len() as i32 / 2;
        let mut all = BTreeSet::from([at]);
        if self.letter(at).is_none() {
            return all;
        }
        loop {
            let near = all
                .iter()
                .flat_map(|(r, c)| SIDES.map(|s| (r + s.3.0, c + s.3.1)));
            let mut more: BTreeSet<Place> = near
                .filter(|p| self.letter(*p) == self.letter(at) && (p.0 < half) == (at.0 < half))
                .collect();
            more.extend(&all);
            if more.len() == all.len() {
                return all;
            }
            all = more;
        }
    }

    fn has_opening(&self, at: Place, side: char) -> bool {
        match self.text(at) {
            None | Some("#") => false,
            Some(cell) if self.letter(at).is_some() => cell
                .split(':')
                .nth(1)
                .is_some_and(|doors| doors.contains(side)),
            Some(_) => true,
        }
    }

    /// The cell on that side, unless a wall, a shrine or the edge is between.
    fn beyond(&self, at: Place, side: usize) -> Option<Place> {
        let (_, out, back, (dr, dc)) = SIDES[side];
        let to = (at.0 + dr, at.1 + dc);
        let through = self.has_opening(at, out) && self.has_opening(to, back);
        (through || (self.letter(at).is_some() && self.whole(at).contains(&to))).then_some(to)
    }

    fn free(&self, at: Place) -> bool {
        !self.lines.contains_key(&at)
    }

    /// Cells outside that openings of the building lead to.
    fn exits(&self, at: Place) -> BTreeSet<Place> {
        let own = self.whole(at);
        let doors = own
            .iter()
            .flat_map(|p| (0..4).filter_map(|s| self.beyond(*p, s)));
        doors.filter(|p| !own.contains(p)).collect()
    }

    /// Whether fish let a cat onto a cell.
    fn fish_allow(&self, cat: &Cat, at: Place) -> bool {
        !self.fish.contains_key(&at) || (!cat.fish && at.0 != cat.home)
    }

    fn jump(&self, at: Place, side: usize, amazing: bool) -> Option<Place> {
        let mut run = Vec::new();
        let mut to = self.beyond(at, side)?;
        while let Some(owner) = self.lines.get(&to) {
            if *owner != self.turn && !amazing {
                return None;
            }
            run.push(*owner);
            to = self.beyond(to, side)?;
        }
        let enough = match amazing {
            true => run.iter().any(|o| *o != self.turn),
            false => !run.is_empty(),
        };
        enough.then_some(to)
    }

    fn warp(&self, at: Place, side: usize, then: usize) -> Option<(Place, Place, Place)> {
        let down = self.beyond(at, side)?;
        let cover = self.text(down).filter(|t| t.starts_with('m'))?;
        let row = 0..self.map[0].len() as i32;
        let pair = row
            .map(|c| (down.0, c))
            .find(|p| *p != down && self.text(*p) == Some(cover))?;
        let to = self.beyond(pair, then)?;
        (self.free(down) && self.free(pair) && self.free(to) && to != down)
            .then_some((down, pair, to))
    }

    /// All legal moves, as texts with where they lead.
    fn cat_moves(&self) -> BTreeMap<String, (usize, Vec<Place>, bool)> {
        let mut moves = BTreeMap::new();
        let special = self.specials[self.turn] > 0;
        for (n, cat) in self.cats[self.turn]
            .iter()
            .enumerate()
            .filter(|(_, c)| !c.done)
        {
            let mut add = |text: String, cells: Vec<Place>, costs: bool| {
                let to = *cells.last().expect("a cell");
                if self.free(to) && self.fish_allow(cat, to) && (special || !costs) {
                    let text = format!("{} {} {text}", self.names[self.turn], n + 1);
                    moves.insert(text, (n, cells, costs));
                }
            };
            if self.letter(cat.at).is_some() {
                for to in self.exits(cat.at) {
                    add(format!("leave {}", name_of(to)), vec![to], false);
                }
                continue;
            }
            for (i, side) in SIDES.iter().enumerate() {
                if let Some(to) = self.beyond(cat.at, i) {
                    add(side.0.to_owned(), vec![to], false);
                }
                if let Some(to) = self.jump(cat.at, i, false) {
                    add(format!("jump {}", side.0), vec![to], false);
                }
                if let Some(to) = self.jump(cat.at, i, true) {
                    add(format!("amazing {}", side.0), vec![to], true);
                }
                for (j, then) in SIDES.iter().enumerate() {
                    if let Some((down, up, to)) = self.warp(cat.at, i, j) {
                        let text = format!("warp {} then {}", side.0, then.0);
                        add(text, vec![down, up, to], true);
                    }
                }
            }
        }
        moves
    }

    fn drawings(&self, row: i32) -> Vec<i32> {
        let starts = self.cats.iter().flatten().map(|c| c.at);
        let all = self.fish.keys().copied().chain(starts);
        all.filter(|p| p.0 == row).map(|p| p.1).collect()
    }

    /// Where the player to move may draw.
    fn drawing_places(&self) -> Vec<Place> {
        let last = self.map.len() as i32 - 1;
        let cats = self.fish.len() == 8;
        let mut places = Vec::new();
        for row in [0, last] {
            let own_fish = self
                .fish
                .iter()
                .filter(|(p, f)| p.0 == row && f.0 == self.turn);
            let own_cats = self.cats[self.turn].iter().filter(|c| c.home == row);
            let full = if cats {
                own_cats.count() == 1
            } else {
                own_fish.count() == 2
            };
            if full {
                continue;
            }
            let drawn = self.drawings(row);
            let fits = |c: i32, drawn: &[i32]| {
                self.text((row, c)) == Some(".") && drawn.iter().all(|d| (d - c).abs() > 2)
            };
            for c in 0..self.map[0].len() as i32 {
                let mut with = drawn.clone();
                with.push(c);
                // The most drawings that fit from each column on.
                let mut most = vec![0; self.map[0].len() + 3];
                for x in (0..self.map[0].len()).rev() {
                    let here = if fits(x as i32, &with) {
                        1 + most[x + 3]
                    } else {
                        0
                    };
                    most[x] = most[x + 1].max(here);
                }
                if fits(c, &drawn) && with.len() + most[0] >= 6 {
                    places.push((row, c));
                }
            }
        }
        places
    }

    fn drawing(&self) -> Option<&'static str> {
        match (
            self.fish.len(),
            self.cats.iter().map(Vec::len).sum::<usize>(),
        ) {
            (0..8, _) => Some("fish"),
            (_, 0..4) => Some("cat"),
            _ => None,
        }
    }

    /// All legal moves as texts.
    pub fn legal(&self) -> BTreeSet<String> {
        match self.drawing() {
            Some(what) => {
                let who = &self.names[self.turn];
                let places = self.drawing_places().into_iter();
                places
                    .map(|p| format!("{what} {who} {}", name_of(p)))
                    .collect()
            }
            None => self.cat_moves().into_keys().collect(),
        }
    }

    /// What a legal move makes of the game.
    pub fn after(&self, text: &str) -> Self {
        let mut page = self.clone();
        let seat = self.turn;
        page.turn = 1 - seat;
        if let Some(what) = self.drawing() {
            let at = place_of(text.rsplit(' ').next().expect("a cell"));
            if what == "fish" {
                page.fish.insert(at, (seat, None));
            } else {
                let (home, fish, done) = (at.0, false, false);
                page.lines.insert(at, seat);
                page.cats[seat].push(Cat {
                    at,
                    home,
                    fish,
                    done,
                });
            }
            return page;
        }
        let (n, cells, costs) = self.cat_moves()[text].clone();
        for cell in &cells {
            page.lines
                .extend(self.whole(*cell).into_iter().map(|p| (p, seat)));
        }
        page.specials[seat] -= i64::from(costs);
        let to = cells[cells.len() - 1];
        let cat = &mut page.cats[seat][n];
        cat.at = to;
        cat.done = cat.fish && to.0 == cat.home;
        if let Some(fish) = page.fish.get_mut(&to) {
            fish.1 = Some(seat);
            cat.fish = true;
        }
        page
    }

    /// Whether a cat could still get home if every cell without an opponent's line could be flown over.
    fn could_get_home(&self, seat: usize, cat: &Cat) -> bool {
        let mut reached = BTreeSet::from([(cat.at, cat.fish)]);
        loop {
            let mut more = reached.clone();
            for (at, fish) in &reached {
                let mut cells: BTreeSet<Place> = BTreeSet::new();
                if self.letter(*at).is_some() {
                    cells = self.exits(*at);
                } else {
                    for side in 0..4 {
                        let mut here = *at;
                        while let Some(to) = self.beyond(here, side) {
                            if self.lines.get(&to).is_some_and(|o| *o != seat) {
                                break;
                            }
                            cells.insert(to);
                            here = to;
                        }
                    }
                }
                for to in cells.into_iter().filter(|p| self.free(*p)) {
                    let now = Cat {
                        fish: *fish,
                        ..cat.clone()
                    };
                    if self.fish_allow(&now, to) {
                        more.insert((to, *fish || self.fish.contains_key(&to)));
                        if *fish && to.0 == cat.home {
                            return true;
                        }
                    }
                }
            }
            if more.len() == reached.len() {
                return false;
            }
            reached = more;
        }
    }

    /// Who has won, if the game is over; the move before was the other player's.
    pub fn winner(&self) -> Option<usize> {
        if self.drawing().is_some() {
            return None;
        }
        let mover = 1 - self.turn;
        if self.cats[mover].iter().all(|c| c.done) {
            return Some(mover);
        }
        for seat in [self.turn, mover] {
            let lost = |c: &Cat| !c.done && !self.could_get_home(seat, c);
            if self.specials[seat] == 0 && self.cats[seat].iter().any(lost) {
                return Some(1 - seat);
            }
        }
        self.legal().is_empty().then_some(mover)
    }

    /// Whether two readings say the same; a cat inside a building may be shown in any of its cells.
    pub fn same(&self, other: &Self) -> bool {
        let cats = |page: &Self| {
            let cat = |c: &Cat| {
                let at = page.whole(c.at).into_iter().next().expect("a cell");
                Cat { at, ..c.clone() }
            };
            page.cats
                .clone()
                .map(|cats| cats.iter().map(cat).collect::<Vec<_>>())
        };
        self.map == other.map
            && self.lines == other.lines
            && self.fish == other.fish
            && self.specials == other.specials
            && self.turn == other.turn
            && cats(self) == cats(other)
    }
}
