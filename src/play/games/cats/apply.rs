//! What moves do on the paper, and what people are told of it.

use super::cell::{Cell, building_name};
use super::moves::Move;
use super::refusals::refuse;
use super::setup::Setup;
use super::state::{ALL_FISH, Ending, Landing, State, TurnAct, Way};
use super::town::Spot;
use crate::play::choice::plain;
use crate::play::rules::{Change, Effect, Fault, Refusal};
use crate::say;
use crate::say::Say;

impl Change<'_, Setup, State> {
    /// How the real table is set up.
    pub fn set_up(&mut self) {
        let setup = self.setup;
        let setting = |name: &str| match setup.settings.get(name) {
            Some(serde_json::Value::String(text)) => text.clone(),
            Some(other) => other.to_string(),
            None => String::new(),
        };
        self.news.tell(Effect::Open, || {
            let (map, seed, units) = (setting("map"), setting("map-seed"), setting("units"));
            let mut print = format!("kitpress print cats --map {map} --map-seed {seed}");
            if units != "1" {
                print.push_str(&format!(" --units {units}"));
            }
            say!("lay out map {} ({}): in one piece, or two strips of tape joined half dot on half dot; `{}` prints it", seed, map, print)
        });
        self.news.tell(Effect::Open, || {
            say!("each takes a pen of another colour and fills in the box of the checklist next to them")
        });
        self.news.tell(Effect::Open, || {
            say!(
                "{} draws the first fish and makes the first move",
                setup.seats.name(0usize)
            )
        });
    }

    /// Makes a move.
    pub fn make(&mut self, mv: &Move) -> Result<(), Refusal> {
        let setup = self.setup;
        if self.state.ending.is_some() {
            return Err(Refusal::over());
        }
        if mv.seat != self.state.turn {
            let what = say!("it is {}'s turn", setup.seats.name(self.state.turn));
            let rule = say!("players take turns, one drawing or one move each");
            return Err(Refusal::new(Fault::Time, what).by(rule));
        }
        let landing = self.state.act(&setup.town, mv.act);
        let landing = landing.map_err(|no| refuse(setup, self.state, mv, no))?;
        self.tell(mv, landing);
        Ok(())
    }

    /// Tells what a move brought.
    fn tell(&mut self, mv: &Move, landing: Option<Landing>) {
        let (setup, state) = (self.setup, &*self.state);
        self.news
            .tell(Effect::Open, || deed(setup, state, mv, landing));
        let TurnAct::Go(cat, _) = mv.act else {
            return self.tell_phase(mv);
        };
        let news = &mut self.news;
        let who = setup.seats.name(mv.seat);
        if let Some(to) = landing.map(|l| l.to).filter(|to| setup.town.inside(*to)) {
            news.tell(Effect::Open, || {
                let cells = setup.town.whole(to).iter();
                let cells: Vec<String> = cells.map(|s| setup.cell(*s)).collect();
                say!("the line fills the building: {}", cells.join(", "))
            });
        }
        if landing.is_some_and(|l| l.fish.is_some()) {
            news.tell(Effect::Open, || {
                say!(
                    "cat {} has its fish: circle it, and cross out a fish in {}'s checklist",
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
                say!(
                    "{} wins: {}",
                    setup.seats.name(winner),
                    reason(setup, ending)
                )
            });
        }
    }

    /// Tells what comes after the last fish, and after the last cat.
    fn tell_phase(&mut self, mv: &Move) {
        let (state, news) = (&*self.state, &mut self.news);
        if matches!(mv.act, TurnAct::Fish(_)) && state.fish.len() == ALL_FISH {
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
}

/// What a move did on the paper.
fn deed(setup: &Setup, state: &State, mv: &Move, landing: Option<Landing>) -> Say {
    let who = setup.seats.name(mv.seat);
    let (cat, way) = match mv.act {
        TurnAct::Fish(at) => return say!("{} draws a fish on {}", who, setup.cell(at)),
        TurnAct::Cat(at) => {
            let nth = state.cats_of(mv.seat).count();
            let row = setup.town.row(at) + 1;
            let at = setup.cell(at);
            return say!(
                "{} draws cat {} on {}; row {} is its home",
                who,
                nth,
                at,
                row
            );
        }
        TurnAct::Go(cat, way) => (cat + 1, way),
    };
    let landing = landing.unwrap_or(Landing {
        to: 0,
        manholes: None,
        fish: None,
    });
    let to = place(setup, landing.to);
    let inside = setup.town.inside(landing.to);
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
            let (down, up) = (setup.cell(down), setup.cell(up));
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

/// Why a game ended.
pub(super) fn reason(setup: &Setup, ending: Ending) -> Say {
    match ending {
        Ending::Home(_) => say!("both cats are home with a fish"),
        Ending::Blocked(seat, cat) => say!(
            "{}'s cat {} cannot get home any more, and no special is left",
            setup.seats.name(seat),
            cat + 1
        ),
        Ending::Stuck(seat) => say!("{} has no legal move", setup.seats.name(seat)),
    }
}

/// A cell for people: with its building, if it belongs to one.
fn place(setup: &Setup, at: Spot) -> Say {
    match setup.town.cell(at) {
        Cell::Building { letter, .. } => {
            say!("building {} ({})", building_name(letter), setup.cell(at))
        }
        _ => plain(setup.cell(at)),
    }
}
