//! What everybody sees: nothing is hidden in this game.

use serde_json::{Map as Object, Value, json};

use super::referee::Referee;
use super::sketch;
use super::state::{ALL_FISH, Act, Cat, State, Way};
use super::text::Move;
use crate::play::rules::Rules;
use crate::play::view::View;
use crate::say;
use crate::say::Say;

/// What everybody may see.
pub fn view(referee: &Referee, state: &State) -> View {
    let legal = referee.legal(state);
    let book = referee.book();
    let mut view = View::new(book.seats.len(), need(referee, state, &legal));
    view.settings = book.settings.clone();
    view.turn = state.made.saturating_add(1);
    view.active = Some(usize::from(state.turn));
    view.moves = shapes(referee, state, &legal);
    view.game = fields(referee, state, &legal);
    view.lines = sketch::map(referee.book(), state);
    view.lines.push(legend(referee));
    let several = sketch::several(book);
    if !several.is_empty() {
        view.lines
            .push(say!("open at *: {}", several.join(", ")).to_string());
    }
    view.lines.extend((0..2).map(|s| player(referee, state, s)));
    view
}

/// What to do next, with a move that could be made.
fn need(referee: &Referee, state: &State, legal: &[Move]) -> Say {
    let book = referee.book();
    let who = book.name(state.turn);
    if referee.over(state) {
        return say!("nothing: the game is over");
    }
    // The plainest move there is; among drawings, one somewhere along the row.
    let plain = |m: &&Move| matches!(m.act, Act::Go(_, Way::Step(_) | Way::Leave(_)));
    let some = || legal.get(legal.len() / 3);
    let example = legal.iter().find(plain).or_else(some);
    let example = example.map(Move::to_string).unwrap_or_default();
    if state.drawn() {
        return say!(
            "{}: move one cat and draw its line, then enter it, such as `{}`",
            who,
            example
        );
    }
    let last = book.last_row();
    let fish = state.fish.len() < ALL_FISH;
    let left = |row: usize| {
        let count = state.left_in_row(&book.town, state.turn, row, fish);
        (count > 0).then(|| say!("{} in row {}", count, row + 1).to_string())
    };
    let left: Vec<String> = [0, last].into_iter().filter_map(left).collect();
    let left = left.join(", ");
    if fish {
        say!(
            "{}: draw a fish (left to draw: {}), then enter it: `{}`",
            who,
            left,
            example
        )
    } else {
        say!(
            "{}: draw a cat (left to draw: {}), then enter it: `{}`",
            who,
            left,
            example
        )
    }
}

/// Shapes of the moves that can be made.
fn shapes(referee: &Referee, state: &State, legal: &[Move]) -> Vec<String> {
    let who = referee.book().spelled(state.turn);
    let ways = "up|down|left|right";
    let any = |is: fn(&Act) -> bool| legal.iter().any(|m| is(&m.act));
    let mut shapes = Vec::new();
    let mut add = |is: fn(&Act) -> bool, shape: String| {
        if any(is) {
            shapes.push(shape);
        }
    };
    add(|a| matches!(a, Act::Fish(_)), format!("fish {who} CELL"));
    add(|a| matches!(a, Act::Cat(_)), format!("cat {who} CELL"));
    add(
        |a| matches!(a, Act::Go(_, Way::Step(_))),
        format!("{who} 1|2 {ways}"),
    );
    add(
        |a| matches!(a, Act::Go(_, Way::Leave(_))),
        format!("{who} 1|2 leave CELL"),
    );
    add(
        |a| matches!(a, Act::Go(_, Way::Jump(_))),
        format!("{who} 1|2 jump {ways}"),
    );
    add(
        |a| matches!(a, Act::Go(_, Way::Amazing(_))),
        format!("{who} 1|2 amazing {ways}"),
    );
    add(
        |a| matches!(a, Act::Go(_, Way::Warp(..))),
        format!("{who} 1|2 warp {ways} then {ways}"),
    );
    shapes
}

/// The fields of the contract.
fn fields(referee: &Referee, state: &State, legal: &[Move]) -> Object<String, Value> {
    let book = referee.book();
    let name = |seat: u8| book.name(seat).to_owned();
    let lined = book.town.spots().iter().zip(&state.lines);
    let lines = lined.filter_map(|(at, mark)| {
        let seat = mark.checked_sub(1)?;
        Some((book.cell(*at), name(seat).into()))
    });
    let lines: Object<String, Value> = lines.collect();
    let fish = state.fish.iter().map(|f| {
        let taken = f.taken.map(name);
        (book.cell(f.at), json!({"by": name(f.by), "taken": taken}))
    });
    let fish: Object<String, Value> = fish.collect();
    let cat = |c: &Cat| {
        let home = book.town.row(c.start) + 1;
        json!({"at": book.cell(c.at), "home": home, "fish": c.fish, "done": c.done})
    };
    let by_name = |value: &dyn Fn(u8) -> Value| -> Object<String, Value> {
        (0..2).map(|s| (name(s), value(s))).collect()
    };
    let cats = by_name(&|s| state.cats_of(s).map(cat).collect());
    let specials = by_name(&|s| state.specials(s).into());
    let legal: Vec<String> = legal.iter().map(Move::to_string).collect();
    let fields = json!({
        "map": book.text,
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
fn legend(referee: &Referee) -> String {
    let book = referee.book();
    let [first, second] = sketch::MARKS;
    let players = format!("{first} {}  {second} {}", book.name(0), book.name(1));
    let signs = say!(
        "{}  f fish  m1 manhole  ## shrine  A^ building open upwards",
        players
    );
    signs.to_string()
}

/// How a player stands.
fn player(referee: &Referee, state: &State, seat: u8) -> String {
    let book = referee.book();
    let town = &book.town;
    let turn = state.turn == seat && !referee.over(state);
    let sign = if turn { ">" } else { " " };
    let mark = sketch::MARKS[usize::from(seat.min(1))];
    let mut facts = vec![say!("specials: {}", state.specials(seat)).to_string()];
    if !state.drawn() {
        let fish = state.fish.iter().filter(|f| f.by == seat).count();
        facts.push(say!("fish: {} of 4", fish).to_string());
    }
    for (nth, cat) in (1..).zip(state.cats_of(seat)) {
        let at = book.cell(cat.at);
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
                        book.opposite(home) + 1
                    )
                }
            }
            .to_string(),
        );
    }
    format!("{sign} {mark} {}: {}", book.name(seat), facts.join("; "))
}
