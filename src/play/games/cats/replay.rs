//! Plays a written game through, move by move, for the worked example in the rules. The referee judges every move.

use super::board::Board;
use super::cell::Pos;
use super::map::Map;
use super::setup::Setup;
use super::state::{Landing, State, TurnAct, Way};
use super::town::Spot;
use crate::diag::Problem;
use crate::play::rng::{Chance, Seed};
use crate::play::rules::{News, Refusal, Rules};
use crate::say;
use crate::say::Say;

/// A fish drawn on the map.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DrawnFish {
    /// Where.
    pub at: Pos,
    /// Who drew it.
    pub by: String,
    /// Who has taken it.
    pub taken: Option<String>,
}

/// A cat with the line it has drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DrawnCat {
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
    pub trail: Vec<DrawnLeg>,
}

/// One move of a cat as it is drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DrawnLeg {
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
pub struct DrawnGame {
    /// The map with all lines.
    pub board: Board,
    /// Both players, first seat first.
    pub names: [String; 2],
    /// All fish.
    pub fish: Vec<DrawnFish>,
    /// All cats in the order they were drawn.
    pub cats: Vec<DrawnCat>,
    /// Specials left, by seat.
    pub specials: [u8; 2],
    /// Who has won.
    pub winner: Option<String>,
}

/// A move of the written game that the rules forbid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused {
    /// The move as written.
    pub text: String,
    /// Why.
    pub why: Say,
}

impl Refused {
    /// The move and why it is refused.
    pub fn say(&self) -> Say {
        say!("`{}`: {}", self.text, self.why)
    }
}

crate::say::sayers!(Refused);

impl std::error::Error for Refused {}

/// What is refused and by which rule; advice on what to type instead helps nobody who reads a picture.
fn in_short(refusal: Refusal) -> Say {
    let problem = Problem::from(refusal);
    match problem.rule {
        Some(rule) => say!("{} ({})", problem.what, *rule),
        None => problem.what,
    }
}

/// Plays all moves on the map, from the first fish on.
pub fn replay<'a>(
    map: &Map,
    names: [&str; 2],
    moves: impl IntoIterator<Item = &'a str>,
) -> Result<DrawnGame, Refused> {
    let mut replay = Replay::new(map, names);
    for text in moves {
        replay.play(text).map_err(|why| Refused {
            text: text.to_owned(),
            why: in_short(why),
        })?;
    }
    Ok(replay.shown(names))
}

struct Replay {
    setup: Setup,
    state: State,
    chance: Chance,
    /// The moves of each cat, in the order the cats were drawn.
    trails: [Vec<DrawnLeg>; super::state::ALL_CATS],
}

impl Replay {
    fn new(map: &Map, names: [&str; 2]) -> Self {
        let setup = Setup::on(map, names);
        // Nothing in this game is left to chance.
        let mut chance = Chance::new(Seed::practice(0));
        let state = setup.begin(&mut chance, &mut News::unheard());
        Self {
            setup,
            state,
            chance,
            trails: Default::default(),
        }
    }

    fn play(&mut self, text: &str) -> Result<(), Refusal> {
        let mv = self.setup.read_move(&self.state, text)?;
        let mut after = self.state.clone();
        let news = &mut News::unheard();
        self.setup.apply(&mut after, &mv, &mut self.chance, news)?;
        if let TurnAct::Go(cat, way) = mv.act
            && let Ok(landing) = self.state.landing(&self.setup.town, cat, way)
            && let Some(from) = self.state.cat(mv.seat, cat).map(|c| c.at)
            && let Some(trail) = self.trails.get_mut(usize::from(2 * cat + mv.seat))
        {
            trail.push(leg(&self.setup, from, way, landing));
        }
        self.state = after;
        Ok(())
    }

    fn shown(self, names: [&str; 2]) -> DrawnGame {
        let setup = &self.setup;
        let town = &setup.town;
        let name = |seat: u8| setup.seats.name(seat).to_owned();
        let fish = self.state.fish.iter().map(|f| DrawnFish {
            at: town.pos(f.at),
            by: name(f.by),
            taken: f.taken.map(name),
        });
        let trails = self.trails.into_iter();
        let seats = [0, 1].into_iter().cycle();
        let cats = self.state.cats.iter().zip(trails).zip(seats);
        let cats = cats.map(|((c, trail), seat)| DrawnCat {
            by: name(seat),
            at: town.pos(c.at),
            home: town.row(c.start),
            fish: c.fish,
            done: c.done,
            trail,
        });
        let names = names.map(str::to_owned);
        DrawnGame {
            fish: fish.collect(),
            cats: cats.collect(),
            board: Board::drawn(town.clone(), self.state.lines.clone(), names.to_vec()),
            names,
            specials: self.state.specials,
            winner: self.state.winner().map(name),
        }
    }
}

/// A move as it is drawn.
fn leg(setup: &Setup, from: Spot, way: Way, landing: Landing) -> DrawnLeg {
    let town = &setup.town;
    let holes = landing.manholes.map(|(down, up)| [down, up]);
    let lined = holes.into_iter().flatten();
    let lined = lined.chain(town.whole(landing.to).iter().copied());
    DrawnLeg {
        from: town.pos(from),
        land: town.pos(landing.to),
        to: lined.map(|s| town.pos(s)).collect(),
        how: match way {
            Way::Step(_) => "step",
            Way::Leave(_) => "leave",
            Way::Jump(_) => "jump",
            Way::Amazing(_) => "amazing",
            Way::Warp(..) => "warp",
        },
    }
}
