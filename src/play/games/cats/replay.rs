//! Plays a written game through, move by move, for the worked example in the rules.
//!
//! It refuses every move the rules forbid and knows who has won. It does not look for lost positions.

use std::fmt;

use super::cell::{Cell, Dir, Pos};
use super::map::Map;
use super::moves::{Blocked, Board};

/// Fish and cats a player draws in each of the two outer rows.
const FISH_A_ROW: usize = 2;
const CATS_A_ROW: usize = 1;
/// Two drawings of a row are at least this far apart: two empty cells lie between.
const APART: usize = 3;
/// Special moves each player has.
pub const SPECIALS: usize = 2;

/// A fish drawn on the map.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fish {
    /// Where.
    pub at: Pos,
    /// Who drew it.
    pub by: String,
    /// Who has taken it.
    pub taken: Option<String>,
}

/// A cat with the line it has drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cat {
    /// Whose it is.
    pub by: String,
    /// Where it is now; inside a building any of its cells.
    pub at: Pos,
    /// The row where it started.
    pub home: usize,
    /// Whether it carries a fish.
    pub fish: bool,
    /// Whether it has brought the fish home.
    pub done: bool,
    /// Its moves: where each began and ended, and how it was made.
    pub trail: Vec<Leg>,
}

/// One move of a cat as it is drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Leg {
    /// The cell it starts from.
    pub from: Pos,
    /// The cell it ends on; of a building, the one behind the opening.
    pub land: Pos,
    /// All cells that get the line; of a warp, both manholes come first.
    pub to: Vec<Pos>,
    /// `step`, `leave`, `jump`, `amazing`, `warp`.
    pub how: &'static str,
}

/// A game as far as it was played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    /// The map with all lines.
    pub board: Board,
    /// Both players, first seat first.
    pub names: [String; 2],
    /// All fish.
    pub fish: Vec<Fish>,
    /// All cats in the order they were drawn.
    pub cats: Vec<Cat>,
    /// Specials left, by seat.
    pub specials: [usize; 2],
    /// Who has won.
    pub winner: Option<String>,
    turn: usize,
}

/// A move of the written game that the rules forbid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused {
    /// The move as written.
    pub text: String,
    /// Why.
    pub why: String,
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}`: {}", self.text, self.why)
    }
}

impl std::error::Error for Refused {}

impl From<Blocked> for String {
    fn from(blocked: Blocked) -> Self {
        blocked.to_string()
    }
}

/// Plays all moves on the map, from the first fish on.
pub fn replay<'a>(
    map: &Map,
    names: [&str; 2],
    moves: impl IntoIterator<Item = &'a str>,
) -> Result<Game, Refused> {
    let mut game = Game::new(map, names);
    for text in moves {
        game.play(text).map_err(|why| Refused {
            text: text.to_owned(),
            why,
        })?;
    }
    Ok(game)
}

impl Game {
    /// An empty map and two players.
    pub fn new(map: &Map, names: [&str; 2]) -> Self {
        Self {
            board: Board::new(map.cells(), map.strip_rows()),
            names: names.map(str::to_owned),
            fish: Vec::new(),
            cats: Vec::new(),
            specials: [SPECIALS; 2],
            winner: None,
            turn: 0,
        }
    }

    /// Plays one move, written as in the referee contract.
    pub fn play(&mut self, text: &str) -> Result<(), String> {
        if self.winner.is_some() {
            return Err("the game is over".into());
        }
        let words: Vec<&str> = text.split_whitespace().collect();
        let pos = |w: &str| Pos::parse(w).ok_or_else(|| format!("`{w}` is no cell"));
        let dir = |w: &str| Dir::parse(w).ok_or_else(|| format!("`{w}` is no way to go"));
        match words.as_slice() {
            ["fish", who, cell] => self.draw_fish(who, pos(cell)?)?,
            ["cat", who, cell] => self.draw_cat(who, pos(cell)?)?,
            [who, cat, "leave", cell] => {
                let to = pos(cell)?;
                self.walk(who, cat, |b, at, _| Ok((to, b.leave(at, to)?, "leave")))?;
            }
            [who, cat, way @ ("jump" | "amazing"), d] => {
                let (d, amazing) = (dir(d)?, *way == "amazing");
                self.walk(who, cat, |b, at, who| {
                    let jump = b.jump(at, d, who, amazing)?;
                    Ok((
                        jump.to,
                        jump.lined,
                        if amazing { "amazing" } else { "jump" },
                    ))
                })?;
            }
            [who, cat, "warp", d, "then", then] => {
                let (d, then) = (dir(d)?, dir(then)?);
                self.walk(who, cat, |b, at, _| {
                    let warp = b.warp(at, d, then)?;
                    Ok((warp.to, warp.lined, "warp"))
                })?;
            }
            [who, cat, d] => {
                let d = dir(d)?;
                self.walk(who, cat, |b, at, _| {
                    Ok((b.beyond(at, d)?, b.step(at, d)?, "step"))
                })?;
            }
            _ => return Err("this is no move".into()),
        }
        self.turn = 1 - self.turn;
        Ok(())
    }

    fn seat(&self, who: &str) -> Result<usize, String> {
        let seat = self
            .names
            .iter()
            .position(|n| n == who)
            .ok_or("there is no such player")?;
        if seat == self.turn {
            Ok(seat)
        } else {
            Err("it is the other player's turn".into())
        }
    }

    fn far_row(&self) -> usize {
        self.board.size().0 - 1
    }

    /// Whether a fish or cat may be drawn there: outer row, no manhole, two empty cells to the next.
    fn may_draw(&self, at: Pos) -> Result<(), String> {
        if at.row != 0 && at.row != self.far_row() {
            return Err("fish and cats are drawn in the outer rows".into());
        }
        if self.board.cell(at) != Some(Cell::Open) {
            return Err("nothing is drawn on a manhole".into());
        }
        let starts = self.cats.iter().map(|c| Pos {
            row: c.home,
            col: c.trail.first().map_or(c.at, |l| l.from).col,
        });
        let drawn = self.fish.iter().map(|f| f.at).chain(starts);
        if drawn
            .filter(|d| d.row == at.row)
            .any(|d| d.col.abs_diff(at.col) < APART)
        {
            return Err("two empty cells must lie between two drawings".into());
        }
        Ok(())
    }

    fn draw_fish(&mut self, who: &str, at: Pos) -> Result<(), String> {
        self.seat(who)?;
        self.may_draw(at)?;
        if self
            .fish
            .iter()
            .filter(|f| f.by == who && f.at.row == at.row)
            .count()
            == FISH_A_ROW
        {
            return Err("two fish of a player in each outer row".into());
        }
        self.fish.push(Fish {
            at,
            by: who.to_owned(),
            taken: None,
        });
        Ok(())
    }

    fn draw_cat(&mut self, who: &str, at: Pos) -> Result<(), String> {
        self.seat(who)?;
        self.may_draw(at)?;
        if self.fish.len() < 2 * 2 * FISH_A_ROW {
            return Err("all fish come before the cats".into());
        }
        if self
            .cats
            .iter()
            .filter(|c| c.by == who && c.home == at.row)
            .count()
            == CATS_A_ROW
        {
            return Err("one cat of a player in each outer row".into());
        }
        self.board.draw(&[at], who);
        let by = who.to_owned();
        self.cats.push(Cat {
            by,
            at,
            home: at.row,
            fish: false,
            done: false,
            trail: Vec::new(),
        });
        Ok(())
    }

    /// Moves a cat where `how` says, then sees to fish and home.
    fn walk(
        &mut self,
        who: &str,
        cat: &str,
        how: impl FnOnce(&Board, Pos, &str) -> Result<(Pos, Vec<Pos>, &'static str), Blocked>,
    ) -> Result<(), String> {
        let seat = self.seat(who)?;
        if self.cats.len() < 2 * 2 * CATS_A_ROW {
            return Err("all cats are drawn before they move".into());
        }
        let nth = match cat {
            "1" => 0,
            "2" => 1,
            _ => return Err("cats are called 1 and 2".into()),
        };
        let own = self
            .cats
            .iter()
            .enumerate()
            .filter(|(_, c)| c.by == who)
            .nth(nth);
        let (index, cat) = own.ok_or("there is no such cat")?;
        if cat.done {
            return Err("that cat is already home".into());
        }
        let (to, lined, how) = how(&self.board, cat.at, who)?;
        let special = matches!(how, "amazing" | "warp");
        if special && self.specials[seat] == 0 {
            return Err("no special is left".into());
        }
        let fish = self.fish_at(index, to, &lined)?;
        self.board.draw(&lined, who);
        self.specials[seat] -= usize::from(special);
        let cat = &mut self.cats[index];
        cat.trail.push(Leg {
            from: cat.at,
            land: to,
            to: lined,
            how,
        });
        cat.at = to;
        cat.done = cat.fish && to.row == cat.home;
        if let Some(fish) = fish {
            cat.fish = true;
            self.fish[fish].taken = Some(who.to_owned());
        }
        if self.cats.iter().filter(|c| c.by == who).all(|c| c.done) {
            self.winner = Some(who.to_owned());
        }
        Ok(())
    }

    /// The fish the cat takes there; cells with fish that it may not take are closed.
    fn fish_at(&self, cat: usize, to: Pos, lined: &[Pos]) -> Result<Option<usize>, String> {
        let cat = &self.cats[cat];
        let Some(found) = self.fish.iter().position(|f| lined.contains(&f.at)) else {
            return Ok(None);
        };
        let fish = &self.fish[found];
        match () {
            () if fish.at != to => Err("a warp passes no fish".into()),
            () if fish.taken.is_some() => Err("that fish is gone".into()),
            () if cat.fish => Err("a cat with a fish enters no other fish cell".into()),
            () if fish.at.row == cat.home => Err("a cat takes no fish on its home side".into()),
            () => Ok(Some(found)),
        }
    }
}
