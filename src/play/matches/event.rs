//! What a match is made of and what happens in it, and how a journal keeps both.

use serde_json::{Map, Value, json};

use super::swiss::SwissRound;
use super::{Points, Split, Tie};
use crate::play::amount::Amount;

/// How a match is played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MatchForm {
    /// Everyone against everyone, once or twice.
    RoundRobin {
        /// Twice, with the places changed.
        twice: bool,
    },
    /// Two sides that change roles and partners.
    Sides {
        /// How many games.
        games: usize,
        /// Which side is the single one when three play.
        split: Split,
    },
    /// Everybody has every role once.
    Roles,
    /// So many rounds, each against somebody with about as many points.
    Swiss {
        /// How many rounds.
        rounds: usize,
    },
    /// Who loses is out.
    Knockout {
        /// With a game for the third place.
        third: bool,
    },
}

impl MatchForm {
    /// The names of all forms.
    pub const NAMES: [&'static str; 5] = ["round-robin", "sides", "roles", "swiss", "knockout"];

    /// Its name on the command line and in files.
    pub fn name(&self) -> &'static str {
        match self {
            MatchForm::RoundRobin { .. } => "round-robin",
            MatchForm::Sides { .. } => "sides",
            MatchForm::Roles => "roles",
            MatchForm::Swiss { .. } => "swiss",
            MatchForm::Knockout { .. } => "knockout",
        }
    }

    /// What decides between those with as many points, unless somebody says otherwise.
    pub fn ties(&self) -> Vec<Tie> {
        match self {
            MatchForm::Swiss { .. } => vec![Tie::Buchholz, Tie::HeadToHead, Tie::Margin],
            MatchForm::Knockout { .. } => Vec::new(),
            _ => vec![Tie::HeadToHead, Tie::Margin],
        }
    }

    /// What a game counts, unless somebody says otherwise. Where everybody plays every game, a draw moves nobody, and
    /// wins are counted.
    pub fn points(&self) -> Points {
        match self {
            MatchForm::Sides { .. } | MatchForm::Roles => Points::wins(),
            _ => Points::halves(),
        }
    }

    /// Whether players may come late or leave: where the same circle plays every game, nobody can.
    pub fn open(&self) -> bool {
        !matches!(self, MatchForm::Sides { .. } | MatchForm::Roles)
    }
}

/// What a match is made of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Terms {
    /// The players who began it.
    pub players: Vec<String>,
    /// How it is played.
    pub form: MatchForm,
    /// What the sides are called, in order; may be empty.
    pub roles: Vec<String>,
    /// What a game counts.
    pub points: Points,
    /// What a round counts that a player has to sit out.
    pub bye: Amount,
    /// What decides between those with as many points, in order.
    pub ties: Vec<Tie>,
    /// Whether the lower score wins a game.
    pub lowest: bool,
}

impl Terms {
    /// A match of these players in this form, everything else as usual.
    pub fn new(players: Vec<String>, form: MatchForm) -> Self {
        let points = form.points();
        Self {
            players,
            ties: form.ties(),
            form,
            roles: Vec::new(),
            points,
            bye: points.win,
            lowest: false,
        }
    }

    /// The terms as a journal's header keeps them.
    pub(crate) fn to_body(&self) -> Map<String, Value> {
        let mut body = Map::new();
        body.insert("players".into(), json!(self.players));
        body.insert("form".into(), self.form.name().into());
        match &self.form {
            MatchForm::RoundRobin { twice } => {
                body.insert("twice".into(), (*twice).into());
            }
            MatchForm::Sides { games, split } => {
                let split = match split {
                    Split::TwoOne => "2v1",
                    Split::OneTwo => "1v2",
                };
                body.insert("games".into(), (*games).into());
                body.insert("split".into(), split.into());
            }
            MatchForm::Roles => {}
            MatchForm::Swiss { rounds } => {
                body.insert("rounds".into(), (*rounds).into());
            }
            MatchForm::Knockout { third } => {
                body.insert("third".into(), (*third).into());
            }
        }
        body.insert("roles".into(), json!(self.roles));
        let Points { win, draw, loss } = self.points;
        let points = [win, draw, loss].map(Amount::to_kept);
        body.insert("points".into(), points.to_vec().into());
        body.insert("bye".into(), self.bye.to_kept());
        let ties: Vec<&str> = self.ties.iter().map(|t| t.name()).collect();
        body.insert("ties".into(), ties.into());
        body.insert("lowest".into(), self.lowest.into());
        body
    }

    /// Terms from a journal's header; nothing when it holds none. Matches that were begun before there were
    /// tie-breaks go on without.
    pub(crate) fn from_body(body: &Map<String, Value>) -> Option<Self> {
        let texts = |key: &str| -> Option<Vec<String>> {
            serde_json::from_value(body.get(key)?.clone()).ok()
        };
        let number = |key: &str| usize::try_from(body.get(key)?.as_u64()?).ok();
        let form = match body.get("form")?.as_str()? {
            "round-robin" => MatchForm::RoundRobin {
                twice: body.get("twice")?.as_bool()?,
            },
            "sides" => MatchForm::Sides {
                games: number("games")?,
                split: match body.get("split")?.as_str()? {
                    "1v2" => Split::OneTwo,
                    _ => Split::TwoOne,
                },
            },
            "roles" => MatchForm::Roles,
            "swiss" => MatchForm::Swiss {
                rounds: number("rounds")?,
            },
            "knockout" => MatchForm::Knockout {
                third: body.get("third")?.as_bool()?,
            },
            _ => return None,
        };
        let points: Option<Vec<Amount>> = body
            .get("points")?
            .as_array()?
            .iter()
            .map(Amount::from_kept)
            .collect();
        let [win, draw, loss] = points?.try_into().ok()?;
        let ties = match body.get("ties") {
            None => Vec::new(),
            Some(ties) => {
                let ties = ties.as_array()?.iter();
                ties.map(|t| Tie::of(t.as_str()?)).collect::<Option<_>>()?
            }
        };
        Some(Self {
            players: texts("players")?,
            form,
            roles: texts("roles")?,
            points: Points { win, draw, loss },
            bye: match body.get("bye") {
                None => win,
                Some(bye) => Amount::from_kept(bye)?,
            },
            ties,
            lowest: body.get("lowest").and_then(Value::as_bool).unwrap_or(false),
        })
    }
}

/// How a game ended.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Verdict {
    /// The players who won; nobody for a draw.
    pub winners: Vec<usize>,
    /// What each side scored; empty where nobody kept score.
    pub scores: Vec<Amount>,
    /// The table that it was played at, where one was.
    pub table: Option<String>,
}

/// One thing that happened in a match. Games are counted from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MatchEvent {
    /// A game ended so, or is open again.
    Result(usize, Option<Verdict>),
    /// A game is being played at this table.
    Started(usize, String),
    /// A round was paired.
    Round(SwissRound),
    /// Somebody came late.
    Join(String),
    /// Somebody left.
    Leave(usize),
    /// The last thing that people noted does not count.
    Undo,
}

impl MatchEvent {
    /// The event as a journal keeps it.
    pub(crate) fn to_body(&self) -> Map<String, Value> {
        let body = match self {
            MatchEvent::Result(game, None) => json!({"game": game, "winners": null}),
            MatchEvent::Result(game, Some(verdict)) => {
                let mut body = json!({"game": game, "winners": verdict.winners});
                if !verdict.scores.is_empty() {
                    let scores = verdict.scores.iter().map(|s| s.to_kept());
                    body["scores"] = scores.collect::<Vec<Value>>().into();
                }
                if let Some(table) = &verdict.table {
                    body["table"] = table.as_str().into();
                }
                body
            }
            MatchEvent::Started(game, table) => json!({"started": game, "table": table}),
            MatchEvent::Round(round) => json!({"pairs": round.pairs, "bye": round.bye}),
            MatchEvent::Join(name) => json!({"join": name}),
            MatchEvent::Leave(player) => json!({"leave": player}),
            MatchEvent::Undo => json!({"undo": true}),
        };
        match body {
            Value::Object(body) => body,
            _ => Map::new(),
        }
    }

    /// An event from a journal; nothing when it is none.
    pub(crate) fn from_body(body: &Map<String, Value>) -> Option<Self> {
        let number = |value: &Value| usize::try_from(value.as_u64()?).ok();
        let text = |value: &Value| value.as_str().map(str::to_owned);
        if body.contains_key("undo") {
            return Some(MatchEvent::Undo);
        }
        if let Some(name) = body.get("join") {
            return Some(MatchEvent::Join(text(name)?));
        }
        if let Some(player) = body.get("leave") {
            return Some(MatchEvent::Leave(number(player)?));
        }
        if let Some(game) = body.get("started") {
            return Some(MatchEvent::Started(
                number(game)?,
                text(body.get("table")?)?,
            ));
        }
        if let Some(pairs) = body.get("pairs") {
            return Some(MatchEvent::Round(SwissRound {
                pairs: serde_json::from_value(pairs.clone()).ok()?,
                bye: match body.get("bye")? {
                    Value::Null => None,
                    bye => Some(number(bye)?),
                },
            }));
        }
        let game = number(body.get("game")?)?;
        let winners = match body.get("winners")? {
            Value::Null => return Some(MatchEvent::Result(game, None)),
            winners => serde_json::from_value(winners.clone()).ok()?,
        };
        let scores = match body.get("scores") {
            None => Vec::new(),
            Some(scores) => {
                let scores = scores.as_array()?.iter();
                scores.map(Amount::from_kept).collect::<Option<_>>()?
            }
        };
        let table = match body.get("table") {
            None => None,
            Some(table) => Some(text(table)?),
        };
        Some(MatchEvent::Result(
            game,
            Some(Verdict {
                winners,
                scores,
                table,
            }),
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::seats;

    fn half() -> Amount {
        Amount::read("0.5").expect("a half")
    }

    #[test]
    fn a_journal_keeps_it_all() {
        let names = seats::read("Ann,花子,Cho").expect("names");
        for form in [
            MatchForm::RoundRobin { twice: true },
            MatchForm::Sides {
                games: 6,
                split: Split::OneTwo,
            },
            MatchForm::Roles,
            MatchForm::Swiss { rounds: 4 },
            MatchForm::Knockout { third: true },
        ] {
            let mut terms = Terms::new(names.clone(), form);
            terms.roles = vec!["teller".into()];
            terms.points.draw = half();
            terms.bye = half();
            terms.lowest = true;
            assert_eq!(Terms::from_body(&terms.to_body()), Some(terms));
        }
        for event in [
            MatchEvent::Result(3, None),
            MatchEvent::Result(2, Some(Verdict::default())),
            MatchEvent::Result(
                2,
                Some(Verdict {
                    winners: vec![1],
                    scores: vec![half(), Amount::default()],
                    table: Some("/tmp/a.table".into()),
                }),
            ),
            MatchEvent::Started(4, "icecool-1".into()),
            MatchEvent::Round(SwissRound {
                pairs: vec![(0, 3), (2, 1)],
                bye: Some(4),
            }),
            MatchEvent::Join("Dai".into()),
            MatchEvent::Leave(2),
            MatchEvent::Undo,
        ] {
            assert_eq!(MatchEvent::from_body(&event.to_body()), Some(event));
        }
    }

    #[test]
    fn headers_of_before_have_no_tie_breaks() {
        let old = r#"{"players":["Ann","Bob"],"form":"round-robin","twice":false,"roles":[],"points":[3,1,0]}"#;
        let body = serde_json::from_str(old).expect("JSON");
        let terms = Terms::from_body(&body).expect("terms");
        assert_eq!((terms.ties, terms.lowest), (Vec::new(), false));
        assert_eq!(Some(terms.bye), Amount::whole(3));
    }
}
