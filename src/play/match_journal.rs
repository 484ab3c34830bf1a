//! A match under way: its schedule, what was decided so far, and how a journal keeps both.

use serde_json::{Map, Value, json};

use super::matches::{
    Meeting, Points, Split, Standing, everybody_once, round_robin, standings, two_sides,
};
use super::rules::{Fault, Refusal};
use super::seats;
use crate::diag::list;
use crate::say;

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
}

impl MatchForm {
    /// Its name on the command line and in files.
    pub fn name(&self) -> &'static str {
        match self {
            MatchForm::RoundRobin { .. } => "round-robin",
            MatchForm::Sides { .. } => "sides",
            MatchForm::Roles => "roles",
        }
    }
}

/// What a match is made of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Terms {
    /// The players.
    pub players: Vec<String>,
    /// How it is played.
    pub form: MatchForm,
    /// What the sides are called, in order; may be empty.
    pub roles: Vec<String>,
    /// What a game counts.
    pub points: Points,
}

/// One thing that was noted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The players who won a game, counted from 1; nobody for a draw.
    Won(usize, Vec<usize>),
    /// A game is open again.
    Open(usize),
    /// The last verdict that still counts does not.
    Undo,
}

/// A match under way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contest {
    /// What it is made of.
    pub terms: Terms,
    /// Its games.
    pub meetings: Vec<Meeting>,
    /// The winners of each game that was played; nobody for a draw.
    pub results: Vec<Option<Vec<usize>>>,
}

impl Contest {
    /// A new match.
    pub fn new(terms: Terms) -> Result<Self, Refusal> {
        seats::check(&terms.players)?;
        let players = terms.players.len();
        let meetings = match &terms.form {
            MatchForm::RoundRobin { twice } => round_robin(players, *twice)?,
            MatchForm::Sides { games, split } => two_sides(players, *games, *split)?,
            MatchForm::Roles => everybody_once(players, terms.roles.len())?,
        };
        let sides = meetings.iter().map(|m| m.sides.len()).max().unwrap_or(0);
        if terms.roles.len() > sides {
            let what = say!(
                "there {1:is|are} {} {role|roles} for {} {side|sides}",
                terms.roles.len(),
                sides
            );
            return Err(Refusal::words(what));
        }
        Ok(Self {
            results: vec![None; meetings.len()],
            terms,
            meetings,
        })
    }

    /// The match after these verdicts.
    pub fn with(&self, verdicts: &[Verdict]) -> Result<Self, Refusal> {
        let counting = counting(verdicts)?;
        let mut contest = Self {
            results: vec![None; self.meetings.len()],
            ..self.clone()
        };
        for verdict in counting {
            match verdict {
                Verdict::Won(game, winners) => {
                    let at = contest.game(*game)?;
                    let plays =
                        |w: &usize| contest.meetings[at].sides.iter().flatten().any(|p| p == w);
                    if let Some(stranger) = winners.iter().find(|w| !plays(w)) {
                        return Err(contest.not_in(*game, *stranger));
                    }
                    contest.results[at] = Some(winners.clone());
                }
                Verdict::Open(game) => {
                    let at = contest.game(*game)?;
                    contest.results[at] = None;
                }
                Verdict::Undo => {}
            }
        }
        Ok(contest)
    }

    fn game(&self, game: usize) -> Result<usize, Refusal> {
        let at = game.checked_sub(1).filter(|i| *i < self.meetings.len());
        at.ok_or_else(|| {
            Refusal::new(Fault::Unknown, say!("there is no game {}", game))
                .hint(say!("games 1 to {}", self.meetings.len()))
        })
    }

    fn not_in(&self, game: usize, player: usize) -> Refusal {
        let name = self.terms.players.get(player).map_or("?", String::as_str);
        Refusal::new(
            Fault::Rule,
            say!("`{}` does not play in game {}", name, game),
        )
    }

    /// Reads `3=Ann`, `3=Ann,Bob`, `3=draw`, and `3=` to open a game again. With sides, one name stands for its side.
    pub fn read_verdict(&self, word: &str) -> Result<Verdict, Refusal> {
        let wrong = || self.no_result(word);
        let (game, who) = word.split_once(['=', '＝']).ok_or_else(wrong)?;
        let game: usize = seats::fold(game.trim()).parse().map_err(|_| wrong())?;
        let at = self.game(game)?;
        let who = who.trim();
        if who.is_empty() {
            return Ok(Verdict::Open(game));
        }
        let draw = ["-", "draw", "引き分け"].contains(&who.to_lowercase().as_str());
        if draw && (who == "-" || seats::find(&self.terms.players, who).is_err()) {
            return Ok(Verdict::Won(game, Vec::new()));
        }
        let mut winners = Vec::new();
        for name in who.split([',', '、', '，']) {
            winners.push(seats::find(&self.terms.players, name)?);
        }
        if self.terms.form != MatchForm::Roles {
            winners = self.side_of(game, at, &winners)?;
        }
        winners.sort_unstable();
        winners.dedup();
        Ok(Verdict::Won(game, winners))
    }

    /// The refusal of a word that is no result, with one of this match as an example.
    pub fn no_result(&self, word: &str) -> Refusal {
        let refusal = Refusal::words(say!("`{}` is not a result", word));
        let open = self.results.iter().position(Option::is_none).unwrap_or(0);
        let first = |m: &Meeting| m.sides.first().and_then(|s| s.first().copied());
        let player = self.meetings.get(open).and_then(first).unwrap_or(0);
        let name = self.terms.players.get(player).map_or("", String::as_str);
        refusal.hint(say!(
            "write the game and who won: `{}={}` or `{}=draw`; `--new` begins another match",
            open + 1,
            name,
            open + 1
        ))
    }

    /// The whole side that these players are on.
    fn side_of(&self, game: usize, at: usize, players: &[usize]) -> Result<Vec<usize>, Refusal> {
        let sides = &self.meetings[at].sides;
        let of = |p: &usize| sides.iter().position(|s| s.contains(p));
        let mut found = None;
        for player in players {
            let side = of(player).ok_or_else(|| self.not_in(game, *player))?;
            if found.is_some_and(|f| f != side) {
                let names = players.iter().map(|p| self.terms.players[*p].as_str());
                let what = say!("{} play against each other in game {}", list(names), game);
                return Err(Refusal::new(Fault::Rule, what));
            }
            found = Some(side);
        }
        Ok(found.map(|s| sides[s].clone()).unwrap_or_default())
    }

    /// Who is ahead, best first.
    pub fn standings(&self) -> Vec<Standing> {
        let players = self.terms.players.len();
        standings(players, &self.meetings, &self.results, self.terms.points)
    }

    /// Whether every game has been played.
    pub fn over(&self) -> bool {
        self.results.iter().all(Option::is_some)
    }
}

/// The verdicts that count: an undo takes away itself and the last one before it that still did.
fn counting(verdicts: &[Verdict]) -> Result<Vec<&Verdict>, Refusal> {
    let mut counting = Vec::new();
    for verdict in verdicts {
        if *verdict != Verdict::Undo {
            counting.push(verdict);
        } else if counting.pop().is_none() {
            return Err(Refusal::new(Fault::Time, say!("there is nothing to undo")));
        }
    }
    Ok(counting)
}

/// The verdict that an undo now would take away.
pub fn last(verdicts: &[Verdict]) -> Option<&Verdict> {
    counting(verdicts).ok()?.pop()
}

impl Terms {
    /// The terms as a journal's header keeps them.
    pub fn to_body(&self) -> Map<String, Value> {
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
        }
        body.insert("roles".into(), json!(self.roles));
        let Points { win, draw, loss } = self.points;
        body.insert("points".into(), json!([win, draw, loss]));
        body
    }

    /// Terms from a journal's header; nothing when it holds none.
    pub fn from_body(body: &Map<String, Value>) -> Option<Self> {
        let texts = |key: &str| -> Option<Vec<String>> {
            serde_json::from_value(body.get(key)?.clone()).ok()
        };
        let form = match body.get("form")?.as_str()? {
            "round-robin" => MatchForm::RoundRobin {
                twice: body.get("twice")?.as_bool()?,
            },
            "sides" => MatchForm::Sides {
                games: usize::try_from(body.get("games")?.as_u64()?).ok()?,
                split: match body.get("split")?.as_str()? {
                    "1v2" => Split::OneTwo,
                    _ => Split::TwoOne,
                },
            },
            "roles" => MatchForm::Roles,
            _ => return None,
        };
        let [win, draw, loss]: [i64; 3] =
            serde_json::from_value(body.get("points")?.clone()).ok()?;
        Some(Self {
            players: texts("players")?,
            form,
            roles: texts("roles")?,
            points: Points { win, draw, loss },
        })
    }
}

impl Verdict {
    /// The verdict as a journal keeps it.
    pub fn to_body(&self) -> Map<String, Value> {
        let mut body = Map::new();
        match self {
            Verdict::Won(game, winners) => {
                body.insert("game".into(), (*game).into());
                body.insert("winners".into(), json!(winners));
            }
            Verdict::Open(game) => {
                body.insert("game".into(), (*game).into());
                body.insert("winners".into(), Value::Null);
            }
            Verdict::Undo => {
                body.insert("undo".into(), true.into());
            }
        }
        body
    }

    /// A verdict from a journal; nothing when it is none.
    pub fn from_body(body: &Map<String, Value>) -> Option<Self> {
        if body.contains_key("undo") {
            return Some(Verdict::Undo);
        }
        let game = usize::try_from(body.get("game")?.as_u64()?).ok()?;
        match body.get("winners")? {
            Value::Null => Some(Verdict::Open(game)),
            winners => {
                let winners = serde_json::from_value(winners.clone()).ok()?;
                Some(Verdict::Won(game, winners))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn contest(form: MatchForm, players: &str, roles: &[&str]) -> Contest {
        let terms = Terms {
            players: seats::read(players).expect("names"),
            form,
            roles: roles.iter().map(|r| (*r).to_owned()).collect(),
            points: Points::default(),
        };
        Contest::new(terms).expect("a match")
    }

    fn four() -> Contest {
        let form = MatchForm::Sides {
            games: 6,
            split: Split::default(),
        };
        contest(form, "Ann,Bob,Cho,Dai", &["educators", "babies"])
    }

    #[test]
    fn one_name_stands_for_its_side() {
        let c = four();
        let won = c.read_verdict("1=ann").expect("a result");
        assert_eq!(won, Verdict::Won(1, vec![0, 1]));
    }

    #[test]
    fn results_are_read() {
        let c = four();
        for (word, verdict) in [
            ("2=Cho,Dai", Verdict::Won(2, vec![2, 3])),
            ("3=Dai", Verdict::Won(3, vec![1, 3])),
            ("6=draw", Verdict::Won(6, vec![])),
            ("6=-", Verdict::Won(6, vec![])),
            ("6=引き分け", Verdict::Won(6, vec![])),
            ("4=", Verdict::Open(4)),
        ] {
            assert_eq!(c.read_verdict(word).expect(word), verdict, "{word}");
        }
        for word in [
            "7=Ann",
            "0=Ann",
            "1=Eve",
            "1=Ann,Cho",
            "x=Ann",
            "Ann",
            "=",
            "1=,",
        ] {
            assert!(c.read_verdict(word).is_err(), "{word}");
        }
        let draw = contest(MatchForm::RoundRobin { twice: false }, "Ann,draw", &[]);
        assert_eq!(
            draw.read_verdict("1=draw").expect("a name"),
            Verdict::Won(1, vec![1])
        );
        assert_eq!(
            draw.read_verdict("1=-").expect("a draw"),
            Verdict::Won(1, vec![])
        );
    }

    #[test]
    fn who_sits_out_cannot_win() {
        let c = contest(MatchForm::RoundRobin { twice: false }, "Ann,Bob,Cho", &[]);
        let game = &c.meetings[0];
        let out = (0..3).find(|p| !game.sides.iter().flatten().any(|q| q == p));
        let name = &c.terms.players[out.expect("one sits out")];
        assert!(c.read_verdict(&format!("1={name}")).is_err());
        assert!(c.with(&[Verdict::Won(1, vec![out.unwrap_or(0)])]).is_err());
        assert!(c.with(&[Verdict::Won(1, vec![99])]).is_err());
    }

    #[test]
    fn roles_are_won_alone() {
        let c = contest(MatchForm::Roles, "Ann,Bob,Cho", &["teller"]);
        assert_eq!(c.meetings.len(), 3);
        let won = c.read_verdict("1=Bob,Cho").expect("a result");
        assert_eq!(won, Verdict::Won(1, vec![1, 2]));
    }

    #[test]
    fn verdicts_stand_until_undone() {
        let c = four();
        let mut verdicts = vec![Verdict::Won(1, vec![0, 1]), Verdict::Open(1)];
        assert_eq!(c.with(&verdicts).expect("a match").results[0], None);
        verdicts.push(Verdict::Undo);
        let again = c.with(&verdicts).expect("a match");
        assert_eq!(again.results[0], Some(vec![0, 1]));
        assert!(!again.over());
        verdicts.extend([Verdict::Undo, Verdict::Undo]);
        assert!(c.with(&verdicts).is_err());
    }

    #[test]
    fn a_journal_keeps_it_all() {
        let roles = contest(MatchForm::Roles, "Ann,花子", &["teller"]);
        let robin = contest(MatchForm::RoundRobin { twice: true }, "Ann,Bob", &[]);
        for c in [four(), roles, robin] {
            assert_eq!(Terms::from_body(&c.terms.to_body()), Some(c.terms));
        }
        for v in [Verdict::Won(2, vec![1]), Verdict::Open(3), Verdict::Undo] {
            assert_eq!(Verdict::from_body(&v.to_body()), Some(v));
        }
    }
}
