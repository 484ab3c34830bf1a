//! The referee: says what happens and why something may not.

use std::sync::Arc;

use super::book::Book;
use super::bots;
use super::cell::{Cell, building_name};
use super::map::Map;
use super::moves::Blocked;
use super::state::{ALL_FISH, Act, Ending, Landing, No, State, Way};
use super::text::{self, Move};
use super::town::Spot;
use super::view;
use crate::play::rng::{Chance, Dice};
use crate::play::rules::{Effect, Fault, News, Outcome, Refusal, Rules, Setup, Skill, Tally};
use crate::play::view::{View, Viewer};
use crate::say;
use crate::say::Say;

/// The rules of one table.
#[derive(Clone)]
pub struct Referee {
    book: Arc<Book>,
}

impl Referee {
    /// The rules for a kit, its players and settings.
    pub fn new(setup: Setup<'_>) -> Result<Self, Refusal> {
        let book = Arc::new(Book::new(setup)?);
        Ok(Self { book })
    }

    /// The rules on a map, without a kit.
    pub fn on(map: &Map, names: [&str; 2]) -> Self {
        let names = names.map(str::to_owned);
        let book = Arc::new(Book::of(map, &names));
        Self { book }
    }

    /// What does not change.
    pub fn book(&self) -> &Book {
        &self.book
    }

    /// All legal moves.
    pub fn legal(&self, state: &State) -> Vec<Move> {
        let legal = state.legal(&self.book.town).into_iter();
        legal
            .map(|act| Move::new(&self.book, state.turn, act))
            .collect()
    }
}

impl Rules for Referee {
    type State = State;
    type Move = Move;

    fn setup(&self, _: &mut Chance, news: &mut News) -> State {
        let setting = |name: &str| match self.book.settings.get(name) {
            Some(serde_json::Value::String(text)) => text.clone(),
            Some(other) => other.to_string(),
            None => String::new(),
        };
        news.tell(Effect::Open, || {
            let (map, seed) = (setting("map"), setting("map-seed"));
            say!("stick two strips of map {} with seed {} top to top; `kitpress print cats --map {} --map-seed {} --only tape` prints them", map, seed, map, seed)
        });
        news.tell(Effect::Open, || {
            say!("each takes a pen of another colour and fills the box in the grey column next to them")
        });
        news.tell(Effect::Open, || {
            say!(
                "{} draws the first fish and makes the first move",
                self.book.name(0)
            )
        });
        State::new(&self.book.town)
    }

    fn parse(&self, state: &State, text: &str) -> Result<Move, Refusal> {
        text::parse(&self.book, state, text)
    }

    fn apply(
        &self,
        state: &mut State,
        mv: &Move,
        _: &mut Chance,
        news: &mut News,
    ) -> Result<(), Refusal> {
        if state.ending.is_some() {
            return Err(Refusal::over());
        }
        if mv.seat != state.turn {
            let what = say!("it is {}'s turn", self.book.name(state.turn));
            let rule = say!("players take turns, one drawing or one move each");
            return Err(Refusal::new(Fault::Time, what).by(rule));
        }
        let landing = state.act(&self.book.town, mv.act);
        let landing = landing.map_err(|no| self.refuse(state, mv, no))?;
        self.tell(state, mv, landing, news);
        Ok(())
    }

    fn choose(&self, state: &State, skills: &[Skill], dice: &mut Dice) -> Option<Move> {
        let skill = skills.get(usize::from(state.turn)).copied();
        let act = match skill.unwrap_or(Skill::Random) {
            Skill::Random => bots::random(&self.book.town, state, dice),
            Skill::Sensible => bots::sensible(&self.book.town, state, dice),
        };
        act.map(|act| Move::new(&self.book, state.turn, act))
    }

    fn view(&self, state: &State, _: Viewer) -> View {
        view::view(self, state)
    }

    fn outcome(&self, state: &State) -> Option<Outcome> {
        let ending = state.ending?;
        let winners = state.winner().map(usize::from).into_iter().collect();
        let reason = self.reason(ending);
        Some(Outcome { winners, reason })
    }

    fn over(&self, state: &State) -> bool {
        state.ending.is_some()
    }

    fn tally(&self, state: &State) -> Tally {
        let ending = match state.ending {
            Some(Ending::Home(_)) => "home",
            Some(Ending::Blocked(..)) => "blocked",
            Some(Ending::Stuck(_)) => "no-move",
            None => "unfinished",
        };
        let drawings = state.fish.len() + state.cats.len();
        let specials: u8 = state.specials.iter().sum();
        let used = 2 * super::state::SPECIALS - specials;
        let lined = state.lines.iter().filter(|l| **l != 0).count();
        let home = state.cats.iter().filter(|c| c.done).count();
        Tally {
            turns: state.made.saturating_sub(drawings as u32),
            ending,
            sides: Vec::new(),
            figures: vec![
                ("specials", i64::from(used)),
                ("jumps", i64::from(state.jumps)),
                ("cells-drawn", lined as i64),
                ("cats-home", home as i64),
            ],
        }
    }

    /// Nothing is hidden, so nothing can be dealt anew.
    fn anew(&self, _: &mut State, _: &mut Chance, _: &mut News) {}
}

impl Referee {
    /// Why a game ended.
    pub fn reason(&self, ending: Ending) -> Say {
        match ending {
            Ending::Home(_) => say!("both cats are home with a fish"),
            Ending::Blocked(seat, cat) => say!(
                "{}'s cat {} cannot get home any more, and no special is left",
                self.book.name(seat),
                cat + 1
            ),
            Ending::Stuck(seat) => say!("{} has no legal move", self.book.name(seat)),
        }
    }

    /// A cell for people: with its building, if it belongs to one.
    pub fn place(&self, at: Spot) -> String {
        match self.book.town.cell(at) {
            Cell::Building { letter, .. } => say!(
                "building {} ({})",
                building_name(letter),
                self.book.cell(at)
            )
            .to_string(),
            _ => self.book.cell(at),
        }
    }

    /// Tells what a move brought.
    fn tell(&self, state: &State, mv: &Move, landing: Option<Landing>, news: &mut News) {
        news.tell(Effect::Open, || self.deed(state, mv, landing));
        let Act::Go(cat, _) = mv.act else {
            return Self::tell_phase(state, mv, news);
        };
        let who = self.book.name(mv.seat);
        if let Some(to) = landing
            .map(|l| l.to)
            .filter(|to| self.book.town.inside(*to))
        {
            news.tell(Effect::Open, || {
                let cells = self.book.town.whole(to).iter();
                let cells: Vec<String> = cells.map(|s| self.book.cell(*s)).collect();
                say!("the line fills the building: {}", cells.join(", "))
            });
        }
        if landing.is_some_and(|l| l.fish.is_some()) {
            news.tell(Effect::Open, || {
                say!(
                    "cat {} has its fish: circle it, and cross out a fish in {}'s grey column",
                    cat + 1,
                    who
                )
            });
        }
        if state.cat(mv.seat, cat).is_some_and(|c| c.done) {
            news.tell(Effect::Open, || say!("{}'s cat {} is home", who, cat + 1));
        }
        if let (Some(ending), Some(winner)) = (state.ending, state.winner()) {
            news.tell(Effect::Open, || {
                say!("{} wins: {}", self.book.name(winner), self.reason(ending))
            });
        }
    }

    /// Tells what comes after the last fish, and after the last cat.
    fn tell_phase(state: &State, mv: &Move, news: &mut News) {
        if matches!(mv.act, Act::Fish(_)) && state.fish.len() == ALL_FISH {
            news.tell(Effect::Open, || {
                say!("all fish are drawn; now the cats, one of each player in either outer row")
            });
        }
        if state.drawn() {
            news.tell(Effect::Open, || {
                say!(
                    "all cats are drawn: each fetches a fish from the row opposite and brings it home; every move draws a line, and no cell gets two"
                )
            });
        }
    }

    /// What a move did on the paper.
    fn deed(&self, state: &State, mv: &Move, landing: Option<Landing>) -> Say {
        let who = self.book.name(mv.seat);
        let (cat, way) = match mv.act {
            Act::Fish(at) => return say!("{} draws a fish on {}", who, self.book.cell(at)),
            Act::Cat(at) => {
                let nth = state.cats_of(mv.seat).count();
                let row = self.book.town.row(at) + 1;
                let at = self.book.cell(at);
                return say!(
                    "{} draws cat {} on {}; row {} is its home",
                    who,
                    nth,
                    at,
                    row
                );
            }
            Act::Go(cat, way) => (cat + 1, way),
        };
        let landing = landing.unwrap_or(Landing {
            to: 0,
            manholes: None,
            fish: None,
        });
        let to = self.place(landing.to);
        let inside = self.book.town.inside(landing.to);
        match way {
            Way::Step(_) | Way::Leave(_) if inside => {
                say!("{}'s cat {} goes into {}", who, cat, to)
            }
            Way::Step(_) => say!("{}'s cat {} goes to {}", who, cat, to),
            Way::Leave(_) => say!("{}'s cat {} comes out to {}", who, cat, to),
            Way::Jump(_) => say!("{}'s cat {} jumps to {}", who, cat, to),
            Way::Amazing(_) => say!(
                "{}'s cat {} makes an amazing jump to {}: cross out a paw",
                who,
                cat,
                to
            ),
            Way::Warp(..) => {
                let (down, up) = landing.manholes.unwrap_or_default();
                let (down, up) = (self.book.cell(down), self.book.cell(up));
                say!(
                    "{}'s cat {} warps from {} to {} and on to {}: cross out a paw",
                    who,
                    cat,
                    down,
                    up,
                    to
                )
            }
        }
    }

    fn refuse(&self, state: &State, mv: &Move, no: No) -> Refusal {
        let time = |what, rule| Refusal::new(Fault::Time, what).by(rule);
        let fish_rule = || say!("each draws 2 fish in either outer row, 4 in all");
        let order = || say!("first all fish are drawn, then all cats, then cats move");
        match no {
            No::FishDrawn => time(say!("all fish are drawn"), order()),
            No::FishFirst => time(say!("all fish come before the cats"), order()),
            No::CatsDrawn => time(say!("all cats are drawn"), order()),
            No::DrawFirst => time(say!("not all fish and cats are drawn yet"), order()),
            No::NotOuter => Refusal::rule(
                say!("row {} is no outer row", self.row_of(mv)),
                say!("fish and cats are drawn in the outer rows"),
            )
            .hint(say!("rows 1 and {}", self.book.last_row() + 1)),
            No::OnManhole => Refusal::rule(
                say!("{} is a manhole", self.cell_of(mv)),
                say!("nothing is drawn on a manhole"),
            ),
            No::Near(other) => Refusal::rule(
                say!(
                    "{} is too near to the drawing on {}",
                    self.cell_of(mv),
                    self.book.cell(other)
                ),
                say!("at least two empty cells lie between any two drawings of a row"),
            ),
            No::RowFullOfFish => Refusal::rule(
                say!(
                    "{} has drawn 2 fish in row {}",
                    self.book.name(mv.seat),
                    self.row_of(mv)
                ),
                fish_rule(),
            )
            .hint(say!("draw it in the opposite row")),
            No::RowHasCat => Refusal::rule(
                say!(
                    "{} has a cat in row {}",
                    self.book.name(mv.seat),
                    self.row_of(mv)
                ),
                say!("each draws 1 cat in either outer row"),
            )
            .hint(say!("draw it in the opposite row")),
            No::Cramped => Refusal::rule(
                say!(
                    "a drawing on {} would leave no room for the rest",
                    self.cell_of(mv)
                ),
                say!("4 fish and 2 cats must find room in every outer row"),
            ),
            No::CatHome => Refusal::rule(
                say!("that cat is home already"),
                say!("a cat that brought its fish home is done"),
            ),
            No::SpecialsGone => Refusal::rule(
                say!("{} has no special left", self.book.name(mv.seat)),
                say!("each has 2 specials a game, for amazing jumps and warps"),
            ),
            No::HomeFish => Refusal::rule(
                say!("there is a fish on the cat's home side"),
                say!("a cat never enters a fish cell on its home side"),
            ),
            No::SecondFish => Refusal::rule(
                say!("the cat has a fish already"),
                say!("a cat takes one fish, and then enters no other fish cell"),
            ),
            No::Blocked(blocked) => self.refuse_way(state, mv, blocked),
        }
    }

    fn refuse_way(&self, state: &State, mv: &Move, blocked: Blocked) -> Refusal {
        let steps = || say!("a cat goes up, down, left or right to a cell without any line");
        match blocked {
            Blocked::Edge => Refusal::rule(say!("the map ends there"), steps()),
            Blocked::Wall => Refusal::rule(
                say!("a wall or a shrine is in the way"),
                say!("walls and shrines block; buildings are entered and left by their openings"),
            ),
            Blocked::Line => Refusal::rule(say!("that cell has a line already"), steps()),
            Blocked::NothingToJump => Refusal::rule(
                say!("there is no own line next to the cat to jump over"),
                say!("a jump goes straight over the run of own lines that begins next to the cat"),
            ),
            Blocked::NothingAmazing => Refusal::rule(
                say!("no line of the opponent's lies in the run"),
                say!("an amazing jump needs at least one cell with the opponent's line"),
            )
            .hint(say!("a plain `jump` costs no special")),
            Blocked::Inside => {
                let refusal = Refusal::rule(
                    say!("the cat is inside a building"),
                    say!("inside a building a cat can only leave, by any opening"),
                );
                match self.ways_out(state, mv) {
                    Some(cells) => refusal.hint(say!("`leave` and one of {}", cells)),
                    None => refusal,
                }
            }
            Blocked::Outside => {
                let refusal = Refusal::rule(
                    say!("no opening of a building that the cat is in leads there"),
                    say!("a cat leaves a building by one of its openings to the cell outside"),
                );
                match self.ways_out(state, mv) {
                    Some(cells) => refusal.hint(say!("`leave` and one of {}", cells)),
                    None => refusal,
                }
            }
            Blocked::NoManhole => Refusal::rule(
                say!("the next cell is no manhole"),
                say!("a warp starts next to a manhole"),
            ),
            Blocked::NoWayOut => Refusal::rule(
                say!("the other manhole has a line"),
                say!("a warp needs two free manholes of one number in a row"),
            ),
        }
    }

    /// The cells that the cat of a move can leave its building to.
    fn ways_out(&self, state: &State, mv: &Move) -> Option<String> {
        let Act::Go(cat, _) = mv.act else {
            return None;
        };
        let cat = state.cat(mv.seat, cat)?;
        let exits = self.book.town.exits(cat.at).iter();
        let free = exits.filter(|s| state.lines.get(usize::from(**s)) == Some(&0));
        let cells: Vec<String> = free.map(|s| self.book.cell(*s)).collect();
        (!cells.is_empty()).then(|| cells.join(", "))
    }

    fn spot_of(mv: &Move) -> Spot {
        match mv.act {
            Act::Fish(at) | Act::Cat(at) => at,
            Act::Go(..) => 0,
        }
    }

    fn cell_of(&self, mv: &Move) -> String {
        self.book.cell(Self::spot_of(mv))
    }

    fn row_of(&self, mv: &Move) -> usize {
        self.book.town.row(Self::spot_of(mv)) + 1
    }
}
