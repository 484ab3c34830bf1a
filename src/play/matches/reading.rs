//! Results as people write them: `3=Ann`, `3=Ann,Bob`, `3=draw`, `3=12:7`, `3=Ann:12:12`, and `3=` to open a game again.

use super::Meeting;
use super::contest::Contest;
use super::event::{MatchEvent, MatchForm, Verdict};
use crate::diag::list;
use crate::play::amount::Amount;
use crate::play::rules::{Fault, Refusal};
use crate::play::seats;
use crate::say;

impl Contest {
    /// Reads a result. With sides, one name stands for its side.
    pub(crate) fn read_result(&self, word: &str) -> Result<MatchEvent, Refusal> {
        let wrong = || self.no_result(word);
        let (game, who) = word.split_once(['=', '＝']).ok_or_else(wrong)?;
        let game: usize = seats::fold(game.trim()).parse().map_err(|_| wrong())?;
        let at = self.game(game)?;
        let who = who.trim();
        if who.is_empty() {
            return Ok(MatchEvent::Result(game, None));
        }
        let named = seats::find(&self.players, who).is_ok();
        let draw = ["-", "draw", "引き分け"].contains(&who.to_lowercase().as_str());
        if draw && (who == "-" || !named) {
            return Ok(MatchEvent::Result(game, Some(Verdict::default())));
        }
        let verdict = match self.scored(at, who).filter(|_| !named) {
            Some(scored) => scored?,
            None => Verdict {
                winners: self.winners(game, at, who)?,
                ..Verdict::default()
            },
        };
        Ok(MatchEvent::Result(game, Some(verdict)))
    }

    fn winners(&self, game: usize, at: usize, names: &str) -> Result<Vec<usize>, Refusal> {
        let mut winners = Vec::new();
        for name in names.split([',', '、', '，']) {
            winners.push(seats::find(&self.players, name)?);
        }
        if self.terms.form != MatchForm::Roles {
            winners = self.side_of(game, at, &winners)?;
        }
        winners.sort_unstable();
        winners.dedup();
        Ok(winners)
    }

    /// Reads `12:7`, or `Ann:12:12`, as the scores of a game's sides; nothing where it is none.
    fn scored(&self, at: usize, text: &str) -> Option<Result<Verdict, Refusal>> {
        let parts: Vec<&str> = text.split([':', '：']).map(str::trim).collect();
        let sides = &self.meetings[at].sides;
        let more = parts.len().checked_sub(sides.len())?;
        let scores: Option<Vec<Amount>> = parts[more..].iter().map(|p| signed(p)).collect();
        let scores = scores?;
        match more {
            0 => Some(Ok(self.by_scores(at, scores))),
            1 => Some(self.winners(at + 1, at, parts[0]).map(|winners| Verdict {
                winners,
                scores,
                table: None,
            })),
            _ => None,
        }
    }

    /// What scores decide: the best side wins, several that are level draw.
    pub(crate) fn by_scores(&self, at: usize, scores: Vec<Amount>) -> Verdict {
        let best = match self.terms.lowest {
            true => scores.iter().min(),
            false => scores.iter().max(),
        };
        let sides = self.meetings[at].sides.iter().zip(&scores);
        let ahead: Vec<&Vec<usize>> = sides
            .filter(|(_, s)| Some(*s) == best)
            .map(|(p, _)| p)
            .collect();
        let mut winners = match ahead.as_slice() {
            [one] => (*one).clone(),
            _ => Vec::new(),
        };
        winners.sort_unstable();
        Verdict {
            winners,
            scores,
            table: None,
        }
    }

    /// The refusal of a word that is no result, with one of this match as an example.
    pub(crate) fn no_result(&self, word: &str) -> Refusal {
        let refusal = Refusal::words(say!("`{}` is not a result", word));
        let open = self.results.iter().position(Option::is_none).unwrap_or(0);
        let first = |m: &Meeting| m.sides.first().and_then(|s| s.first().copied());
        let player = self.meetings.get(open).and_then(first).unwrap_or(0);
        let name = self.players.get(player).map_or("", String::as_str);
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
                let names = players.iter().map(|p| self.players[*p].as_str());
                let what = say!("{} play against each other in game {}", list(names), game);
                return Err(Refusal::new(Fault::Rule, what));
            }
            found = Some(side);
        }
        Ok(found.map(|s| sides[s].clone()).unwrap_or_default())
    }
}

/// A score with its sign.
fn signed(text: &str) -> Option<Amount> {
    match text.strip_prefix(['-', '−', '－']) {
        Some(size) => Amount::read(size).map(Amount::turned),
        None => Amount::read(text),
    }
}
