//! What one seat, or the public, may see of a table. The shell prints a [`View`], never a state.

use serde_json::{Map, Value};

use super::choice::ChoicePlace;
use crate::say::Say;

/// Who is looking.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Viewer {
    /// Everybody: what lies open on the table.
    Public,
    /// The player at this seat, counted from 0.
    Seat(usize),
}

impl Viewer {
    /// Whether this viewer is the player at `seat`.
    pub fn is(self, seat: usize) -> bool {
        self == Viewer::Seat(seat)
    }
}

/// What a viewer may see. The rules fill it; nothing is removed from it later.
#[derive(Clone, Debug)]
pub struct View {
    /// The settings in force, defaults included.
    pub settings: Map<String, Value>,
    /// Number of the turn being played, from 1.
    pub turn: u32,
    /// The seat whose turn it is, where it is one seat's turn.
    pub active: Option<usize>,
    /// The role of each seat, where this viewer knows it.
    pub roles: Vec<Option<String>>,
    /// Scores by name (or by side), empty where nothing is scored.
    pub scores: Map<String, Value>,
    /// What the table must enter next.
    pub need: Say,
    /// Shapes of the moves that make sense now, such as `vote UP DOWN`; free of secrets.
    pub moves: Vec<String>,
    /// How the long move that is due can be asked for piece by piece.
    pub form: Option<Form>,
    /// The game's own fields, open to everybody.
    pub game: Map<String, Value>,
    /// Further fields of the game that only this seat sees (its hand, its mission); empty for the public.
    pub own: Map<String, Value>,
    /// The open part for people, a line each, in the language of messages.
    pub lines: Vec<String>,
    /// What of the lines is painted.
    pub strokes: Vec<Stroke>,
    /// Where the places of the board are drawn.
    pub spots: Vec<BoardSpot>,
    /// The place that small screens keep in sight while none is being chosen.
    pub focus: Option<ChoicePlace>,
    /// How many of the lines, from the first on, are the board: they stay in sight on small screens.
    pub board: usize,
    /// Whether the board is text, which may be wrapped.
    pub prose: bool,
    /// What only this seat sees, for people: the text of its hand-over card; empty for the public.
    pub secret: Vec<String>,
}

impl View {
    /// An empty view that needs `need`.
    pub fn new(seats: usize, need: Say) -> Self {
        Self {
            settings: Map::new(),
            turn: 1,
            active: None,
            roles: vec![None; seats],
            scores: Map::new(),
            need,
            moves: Vec::new(),
            form: None,
            game: Map::new(),
            own: Map::new(),
            lines: Vec::new(),
            strokes: Vec::new(),
            spots: Vec::new(),
            focus: None,
            board: 0,
            prose: false,
            secret: Vec::new(),
        }
    }

    /// `game` as JSON shows it: open fields, then the seat's own.
    pub(crate) fn all_fields(&self) -> Map<String, Value> {
        let own = self.own.iter();
        let fields = self.game.iter().chain(own);
        fields.map(|(k, v)| (k.clone(), v.clone())).collect()
    }
}

/// How something is painted. The letters below say the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum Ink {
    /// Of one of these colours on the cards.
    Red,
    Blue,
    Yellow,
    Green,
    /// Of the first of two sides or players.
    First,
    /// Of the second.
    Second,
    /// What matters now.
    Strong,
    /// What matters little.
    Faint,
    /// What hurts.
    Danger,
}

/// A stretch of a line that is painted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stroke {
    /// The line.
    pub line: usize,
    /// Where it begins, in cells of a terminal.
    pub from: usize,
    /// How many cells it takes.
    pub wide: usize,
    /// How it is painted.
    pub ink: Ink,
}

/// Where a place of the board is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BoardSpot {
    /// The place.
    pub at: ChoicePlace,
    /// The line.
    pub line: usize,
    /// Where it begins, in cells of a terminal.
    pub from: usize,
    /// How many cells it takes.
    pub wide: usize,
}

/// A long move as a row of questions: `HEAD PIECE, PIECE, …`.
#[derive(Clone, Debug)]
pub struct Form {
    /// The words that the move begins with, such as `turn`; may be empty.
    pub head: String,
    /// The questions, in order.
    pub parts: Vec<Part>,
}

/// One question of a [`Form`].
#[derive(Clone, Debug)]
pub struct Part {
    /// Words that go before the answer, such as a player's name; may be empty.
    pub head: String,
    /// The question, with an example.
    pub ask: Say,
    /// The seat that answers it; none where it is nobody's own.
    pub seat: Option<usize>,
}

impl Form {
    /// The move that the answers make.
    pub fn fill(&self, answers: &[String]) -> String {
        let piece = |(part, answer): (&Part, &String)| format!("{} {answer}", part.head);
        let pieces: Vec<String> = self.parts.iter().zip(answers).map(piece).collect();
        let pieces: Vec<&str> = pieces.iter().map(|p| p.trim()).collect();
        format!("{} {}", self.head, pieces.join(", "))
            .trim()
            .to_owned()
    }
}
