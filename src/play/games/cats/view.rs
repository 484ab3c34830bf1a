//! What everybody sees: nothing is hidden in this game.

use serde_json::{Map as Object, Value, json};

use super::moves::{self, Move};
use super::setup::Setup;
use super::state::{Cat, State};
use super::{prompts, sketch};
use crate::play::canvas::Canvas;
use crate::play::view::View;
use crate::say;

/// What everybody may see.
pub(super) fn view(setup: &Setup, state: &State) -> View {
    let legal = moves::legal(setup, state);
    let mut view = View::new(setup.seats.len(), prompts::need(setup, state, &legal));
    view.settings = setup.settings.clone();
    view.turn = state.made.saturating_add(1);
    view.active = Some(usize::from(state.turn));
    view.moves = prompts::shapes(setup, state, &legal);
    view.game = fields(setup, state, &legal);
    let mut canvas = Canvas::new();
    sketch::map(setup, state, &mut canvas);
    let board = canvas.rows();
    for seat in 0..2 {
        let turn = state.turn == seat && state.ending.is_none();
        let pattern = sketch::pattern(usize::from(seat));
        canvas.line(if turn { "> " } else { "  " });
        canvas.put(&pattern, Some(sketch::ink(seat)));
        canvas.put(&player(setup, state, seat), None);
    }
    canvas.line(legend());
    let up = say!(
        "up is towards row 1: {} sits at row {}, {} at row 1",
        setup.seats.name(0usize),
        setup.last_row() + 1,
        setup.seats.name(1usize)
    );
    canvas.line(up.to_string());
    let several = sketch::several(setup);
    if !several.is_empty() {
        canvas.line(say!("open at *: {}", several.join(", ")).to_string());
    }
    canvas.show(board, &mut view);
    let awake = state.cats_of(state.turn).find(|c| !c.done);
    let at = awake.map(|c| setup.town.pos(c.at));
    view.focus = at.map(|p| (p.row, p.col));
    view
}

/// The fields of the contract.
fn fields(setup: &Setup, state: &State, legal: &[Move]) -> Object<String, Value> {
    let name = |seat: u8| setup.seats.name(seat).to_owned();
    let lined = setup.town.spots().iter().zip(&state.lines);
    let lines = lined.filter_map(|(at, mark)| {
        let seat = mark.checked_sub(1)?;
        Some((setup.cell(*at), name(seat).into()))
    });
    let lines: Object<String, Value> = lines.collect();
    let fish = state.fish.iter().map(|f| {
        let taken = f.taken.map(name);
        (setup.cell(f.at), json!({"by": name(f.by), "taken": taken}))
    });
    let fish: Object<String, Value> = fish.collect();
    let cat = |c: &Cat| {
        let home = setup.town.row(c.start) + 1;
        json!({"at": setup.cell(c.at), "home": home, "fish": c.fish, "done": c.done})
    };
    let by_name = |value: &dyn Fn(u8) -> Value| setup.seats.by_name(|s| value(s as u8));
    let cats = by_name(&|s| state.cats_of(s).map(cat).collect());
    let specials = by_name(&|s| state.specials(s).into());
    let legal: Vec<String> = legal.iter().map(|m| moves::write(setup, m)).collect();
    let fields = json!({
        "map": setup.text,
        "lines": lines,
        "cats": cats,
        "fish": fish,
        "specials": specials,
        "turn": name(state.turn),
        "legal": legal,
    });
    match fields {
        Value::Object(fields) => fields,
        _ => Object::new(),
    }
}

/// What the signs of the map mean.
fn legend() -> String {
    say!("f fish  m1 manhole  ## shrine  A^ building open upwards  o @ landings").to_string()
}

/// How a player stands, behind the pattern of the lines.
fn player(setup: &Setup, state: &State, seat: u8) -> String {
    let town = &setup.town;
    let mut facts = vec![say!("specials: {}", state.specials(seat)).to_string()];
    if !state.drawn() {
        let fish = state.fish.iter().filter(|f| f.by == seat).count();
        facts.push(say!("fish: {} of 4", fish).to_string());
    }
    for (nth, cat) in (1..).zip(state.cats_of(seat)) {
        let at = setup.cell(cat.at);
        let home = town.row(cat.start);
        facts.push(
            match (cat.done, cat.fish) {
                (true, _) => say!("cat {} is home", nth),
                (false, true) => say!("cat {} on {} (home: row {})", nth, at, home + 1),
                (false, false) => {
                    say!(
                        "cat {} on {} (fish: row {})",
                        nth,
                        at,
                        setup.opposite(home) + 1
                    )
                }
            }
            .to_string(),
        );
    }
    format!(" {}: {}", setup.seats.name(seat), facts.join("; "))
}
