//! Why moves may not be made, for people.

use super::board::Blocked;
use super::moves::Move;
use super::setup::Setup;
use super::state::{No, State, TurnAct};
use super::town::Spot;
use crate::play::rules::{Fault, Refusal};
use crate::say;

/// Why a move may not be made.
pub(super) fn refuse(setup: &Setup, state: &State, mv: &Move, no: No) -> Refusal {
    let time = |what, rule| Refusal::new(Fault::Time, what).by(rule);
    let fish_rule = || say!("each draws 2 fish in either outer row, 4 in all");
    let order = || say!("first all fish are drawn, then all cats, then cats move");
    match no {
        No::FishDrawn => time(say!("all fish are drawn"), order()),
        No::FishFirst => time(say!("all fish come before the cats"), order()),
        No::CatsDrawn => time(say!("all cats are drawn"), order()),
        No::DrawFirst => time(say!("not all fish and cats are drawn yet"), order()),
        No::NotOuter => Refusal::rule(
            say!("row {} is no outer row", row_of(setup, mv)),
            say!("fish and cats are drawn in the outer rows"),
        )
        .hint(say!("rows 1 and {}", setup.last_row() + 1)),
        No::OnManhole => Refusal::rule(
            say!("{} is a manhole", cell_of(setup, mv)),
            say!("nothing is drawn on a manhole"),
        ),
        No::Near(other) => Refusal::rule(
            say!(
                "{} is too near to the drawing on {}",
                cell_of(setup, mv),
                setup.cell(other)
            ),
            say!("at least two empty cells lie between any two drawings of a row"),
        ),
        No::RowFullOfFish => Refusal::rule(
            say!(
                "{} has drawn 2 fish in row {}",
                setup.seats.name(mv.seat),
                row_of(setup, mv)
            ),
            fish_rule(),
        )
        .hint(say!("draw it in the opposite row")),
        No::RowHasCat => Refusal::rule(
            say!(
                "{} has a cat in row {}",
                setup.seats.name(mv.seat),
                row_of(setup, mv)
            ),
            say!("each draws 1 cat in either outer row"),
        )
        .hint(say!("draw it in the opposite row")),
        No::Cramped => Refusal::rule(
            say!(
                "a drawing on {} would leave no room for the rest",
                cell_of(setup, mv)
            ),
            say!("4 fish and 2 cats must find room in every outer row"),
        ),
        No::CatHome => Refusal::rule(
            say!("that cat is home already"),
            say!("a cat that brought its fish home is done"),
        ),
        No::SpecialsGone => Refusal::rule(
            say!("{} has no special left", setup.seats.name(mv.seat)),
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
        No::Blocked(blocked) => refuse_way(setup, state, mv, blocked),
    }
}

fn refuse_way(setup: &Setup, state: &State, mv: &Move, blocked: Blocked) -> Refusal {
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
            match ways_out(setup, state, mv) {
                Some(cells) => refusal.hint(say!("`leave` and one of {}", cells)),
                None => refusal,
            }
        }
        Blocked::Outside => {
            let refusal = Refusal::rule(
                say!("no opening of a building that the cat is in leads there"),
                say!("a cat leaves a building by one of its openings to the cell outside"),
            );
            match ways_out(setup, state, mv) {
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
fn ways_out(setup: &Setup, state: &State, mv: &Move) -> Option<String> {
    let TurnAct::Go(cat, _) = mv.act else {
        return None;
    };
    let cat = state.cat(mv.seat, cat)?;
    let exits = setup.town.exits(cat.at).iter();
    let free = exits.filter(|s| state.lines.get(usize::from(**s)) == Some(&0));
    let cells: Vec<String> = free.map(|s| setup.cell(*s)).collect();
    (!cells.is_empty()).then(|| cells.join(", "))
}

fn spot_of(mv: &Move) -> Spot {
    match mv.act {
        TurnAct::Fish(at) | TurnAct::Cat(at) => at,
        TurnAct::Go(..) => 0,
    }
}

fn cell_of(setup: &Setup, mv: &Move) -> String {
    setup.cell(spot_of(mv))
}

fn row_of(setup: &Setup, mv: &Move) -> usize {
    setup.town.row(spot_of(mv)) + 1
}
