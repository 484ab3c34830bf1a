//! Guided play and hand-overs in a real pseudo-terminal: what people see, and what no key may make them see.

mod asking;
mod corner;
mod evening;
mod front;
mod grid;
mod guided;
mod handover;
mod hangup;
mod menus;
mod phones;
mod pictures;
mod pty;
mod svg;
mod verify;
mod watched;

use pty::Terminal;

use crate::place::Place;

/// A kit with hands and roles; one name is longer than a line.
const KIT: &str = r#"
[kit]
id = "tiny"
players = [2, 4]

[[component]]
id = "role"
kind = "cards"
size = "poker"
front = "card.svg"
vary = { role = ["wolf that howls at the moon all night and wakes the whole house every time", "owl"] }
count = 4

[[component]]
id = "card"
kind = "cards"
size = "poker"
front = "card.svg"
rows = "cards.csv"

[table]
rounds = 50

[[table.deck]]
id = "deck"
component = "card"

[[table.hand]]
deck = "deck"
count = 2

[table.roles]
component = "role"
hidden = "others"

[table.roles.players]
2 = { "wolf that howls at the moon all night and wakes the whole house every time" = 1, owl = 1 }
3 = { "wolf that howls at the moon all night and wakes the whole house every time" = 1, owl = 2 }
4 = { "wolf that howls at the moon all night and wakes the whole house every time" = 1, owl = 3 }
"#;

fn place() -> Place {
    Place::with(KIT)
}

impl Place {
    /// The program on a terminal of 80 by 24.
    fn terminal(&self, args: &[&str]) -> Terminal {
        Terminal::start(self.dir(), args, (80, 24))
    }
}
