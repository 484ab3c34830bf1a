//! Temperatures, commands and missions as people read them.

use super::rules::{Command, Mission, Why};
use crate::say;
use crate::say::Say;

/// A card or a temperature with its sign; 0 has none.
pub(super) fn signed(value: i32) -> String {
    if value == 0 {
        "0".to_owned()
    } else {
        format!("{value:+}")
    }
}

/// Cards or temperatures in a row.
pub(super) fn row(values: impl IntoIterator<Item = i32>, between: &str) -> String {
    let values: Vec<String> = values.into_iter().map(signed).collect();
    values.join(between)
}

/// A range of temperatures.
pub(super) fn span((from, to): (i32, i32)) -> String {
    if from == to {
        return signed(from);
    }
    say!("{} to {}", signed(from), signed(to)).to_string()
}

/// The title of a command card.
pub(super) fn title(command: Command) -> Say {
    match command {
        Command::Plus => say!("PLUS"),
        Command::Minus => say!("MINUS"),
        Command::Odd => say!("ODD"),
        Command::Even => say!("EVEN"),
        Command::AtMost3 => say!("AT MOST 3"),
        Command::AtLeast5 => say!("AT LEAST 5"),
        Command::ThreeToFive => say!("3 TO 5"),
        Command::TowardsZero => say!("TOWARDS ZERO"),
        Command::Free => say!("FREE"),
    }
}

/// What a command asks for, while the egg lies at `egg`.
pub(super) fn asks(command: Command, egg: i32) -> Say {
    match command {
        Command::Plus => say!("a plus card"),
        Command::Minus => say!("a minus card"),
        Command::Odd => say!("an odd number, plus or minus"),
        Command::Even => say!("an even number, plus or minus"),
        Command::AtMost3 => say!("1, 2 or 3, plus or minus"),
        Command::AtLeast5 => say!("5, 6 or 7, plus or minus"),
        Command::ThreeToFive => say!("3, 4 or 5, plus or minus"),
        Command::TowardsZero if egg > 0 => say!("a minus card, since the egg is above 0"),
        Command::TowardsZero if egg < 0 => say!("a plus card, since the egg is below 0"),
        Command::TowardsZero => say!("any card, since the egg is at 0"),
        Command::Free => say!("any card"),
    }
}

/// The title of a mission card.
pub(super) fn mission(mission: Mission) -> Say {
    match mission {
        Mission::Low => say!("LOW"),
        Mission::Middle => say!("MIDDLE"),
        Mission::High => say!("HIGH"),
    }
}

/// Why the egg burst; `warm` when it had moved up.
pub(super) fn why(why: Why, warm: bool) -> Say {
    match why {
        Why::Range if warm => say!("too warm; the highest card pays"),
        Why::Range => say!("too cold; the lowest card pays"),
        Why::Trap if warm => say!("it stopped on a trap, going up; the highest card pays"),
        Why::Trap => say!("it stopped on a trap, going down; the lowest card pays"),
        Why::Command => say!("the command was not obeyed"),
        Why::Quota => say!("too few penguins were played by the end"),
    }
}
