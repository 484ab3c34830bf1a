//! A match under way: what its events make of it. Events are only ever added; a [`Contest`] is read from them anew.

use super::event::{MatchEvent, MatchForm, Terms, Verdict};
use super::knockout::{bracket, reached};
use super::standing::{Count, MatchGame, Standing, ranks};
use super::swiss::{Entrant, Pool, SwissRound, pair};
use super::{MOST, Meeting, everybody_once, round_robin, sitting_out, too_few, two_sides};
use crate::play::rules::{Fault, Refusal};
use crate::play::seats;
use crate::say;

/// A match under way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contest {
    /// What it is made of.
    pub terms: Terms,
    /// The players, those who came late last.
    pub players: Vec<String>,
    /// Who has left.
    pub gone: Vec<bool>,
    /// Its games, as far as they are known.
    pub meetings: Vec<Meeting>,
    /// How each game ended, once it has.
    pub results: Vec<Option<MatchEnd>>,
    /// The table that each game is or was played at.
    pub tables: Vec<Option<String>>,
    /// The rounds that were paired, where results decide who plays whom.
    pub rounds: Vec<SwissRound>,
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MatchEnd {
    /// Who won, with which scores, at which table.
    pub verdict: Verdict,
    /// It was not played: somebody had left.
    pub walkover: bool,
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
            MatchForm::Knockout { third } => bracket(players, *third)?,
            MatchForm::Swiss { rounds } => {
                check_rounds(players, *rounds)?;
                Vec::new()
            }
        };
        let sides = meetings.iter().map(|m| m.sides.len()).max().unwrap_or(2);
        if terms.roles.len() > sides {
            let what = say!(
                "there {1:is|are} {} {role|roles} for {} {side|sides}",
                terms.roles.len(),
                sides
            );
            return Err(Refusal::words(what));
        }
        Ok(Self {
            players: terms.players.clone(),
            gone: vec![false; players],
            results: vec![None; meetings.len()],
            tables: vec![None; meetings.len()],
            rounds: Vec::new(),
            terms,
            meetings,
        })
    }

    /// The match of these terms after these events.
    pub fn after(terms: &Terms, events: &[MatchEvent]) -> Result<Self, Refusal> {
        let mut contest = Self::new(terms.clone())?;
        for event in counting(events)? {
            contest.apply(event)?;
            contest.derive();
        }
        Ok(contest)
    }

    fn apply(&mut self, event: &MatchEvent) -> Result<(), Refusal> {
        match event {
            MatchEvent::Result(game, verdict) => self.decide(*game, verdict.as_ref()),
            MatchEvent::Started(game, table) => {
                let at = self.game(*game)?;
                self.tables[at] = Some(table.clone());
                Ok(())
            }
            MatchEvent::Round(round) => self.begin_round(round),
            MatchEvent::Join(name) => self.join(name),
            MatchEvent::Leave(player) => self.leave(*player),
            MatchEvent::Undo => Err(nothing_to_undo()),
        }
    }

    fn decide(&mut self, game: usize, verdict: Option<&Verdict>) -> Result<(), Refusal> {
        let at = self.game(game)?;
        let meeting = &self.meetings[at];
        if let Some(feed) = meeting.feeds.iter().flatten().find(|_| !meeting.known()) {
            let what = say!(
                "who plays game {} is decided by game {}",
                game,
                feed.game + 1
            );
            return Err(Refusal::new(Fault::Time, what));
        }
        if let Some(verdict) = verdict {
            if let Some(stranger) = verdict.winners.iter().find(|w| !meeting.has(**w)) {
                return Err(self.not_in(game, *stranger));
            }
            if !verdict.scores.is_empty() && verdict.scores.len() != meeting.sides.len() {
                let what = say!("game {} needs a score for each side", game);
                return Err(Refusal::words(what));
            }
            if matches!(self.terms.form, MatchForm::Knockout { .. }) && verdict.winners.is_empty() {
                let what = say!("a game of a knockout needs a winner");
                let hint = say!("play on until one wins, and note who: `{}=NAME`", game);
                return Err(Refusal::new(Fault::Rule, what).hint(hint));
            }
        }
        self.refuse_rewriting(at, verdict)?;
        let ended = verdict.map(|verdict| MatchEnd {
            verdict: verdict.clone(),
            walkover: false,
        });
        let before = std::mem::replace(&mut self.results[at], ended);
        // The round after it was paired by what no longer holds.
        if before != self.results[at] && self.meetings[at].round < self.rounds.len() {
            self.unpair();
        }
        Ok(())
    }

    /// In a knockout, who won cannot change once the next game was played.
    fn refuse_rewriting(&self, at: usize, verdict: Option<&Verdict>) -> Result<(), Refusal> {
        let winners = |v: &Verdict| v.winners.clone();
        let before = self.results[at].as_ref().map(|r| winners(&r.verdict));
        if before == verdict.map(winners) {
            return Ok(());
        }
        let after = |(i, m): &(usize, &Meeting)| {
            let fed = m.feeds.iter().flatten().any(|f| f.game == at);
            fed && self.results[*i].as_ref().is_some_and(|r| !r.walkover)
        };
        match self.meetings.iter().enumerate().find(after) {
            None => Ok(()),
            Some((next, _)) => {
                let what = say!(
                    "game {} was played by the winner of game {}",
                    next + 1,
                    at + 1
                );
                let hint = say!("open it first: `{}=`", next + 1);
                Err(Refusal::new(Fault::Time, what).hint(hint))
            }
        }
    }

    fn begin_round(&mut self, round: &SwissRound) -> Result<(), Refusal> {
        let all = round.pairs.iter().flat_map(|(a, b)| [*a, *b]);
        let mut all: Vec<usize> = all.chain(round.bye).collect();
        let known = all.iter().all(|p| *p < self.players.len());
        all.sort_unstable();
        let twice = all.windows(2).any(|w| w[0] == w[1]);
        if !known || twice || !matches!(self.terms.form, MatchForm::Swiss { .. }) {
            return Err(Refusal::new(
                Fault::Rule,
                say!("this round cannot be paired so"),
            ));
        }
        let number = self.rounds.len() + 1;
        for (a, b) in &round.pairs {
            let sides = vec![vec![*a], vec![*b]];
            self.push(Meeting::new(number, sides));
        }
        self.rounds.push(round.clone());
        Ok(())
    }

    fn push(&mut self, meeting: Meeting) {
        self.meetings.push(meeting);
        self.results.push(None);
        self.tables.push(None);
    }

    fn join(&mut self, name: &str) -> Result<(), Refusal> {
        self.refuse_closed()?;
        let known = self
            .players
            .iter()
            .position(|p| seats::fold(p) == seats::fold(name));
        if let Some(player) = known.filter(|p| self.gone[*p]) {
            if matches!(self.terms.form, MatchForm::Knockout { .. }) {
                let what = say!("who has left a knockout is out of it");
                return Err(Refusal::new(Fault::Rule, what));
            }
            self.gone[player] = false;
            self.unpair();
            return Ok(());
        }
        let mut players = self.players.clone();
        players.push(name.to_owned());
        seats::check(&players)?;
        match &self.terms.form {
            MatchForm::Knockout { third } => {
                if self.begun() {
                    let what = say!("a knockout that has begun takes no more players");
                    return Err(Refusal::new(Fault::Time, what));
                }
                self.meetings = bracket(players.len(), *third)?;
                self.results = vec![None; self.meetings.len()];
                self.tables = vec![None; self.meetings.len()];
            }
            MatchForm::RoundRobin { twice } => self.catch_up(players.len() - 1, *twice)?,
            _ => self.unpair(),
        }
        self.players = players;
        self.gone.push(false);
        Ok(())
    }

    /// Who comes late meets everybody behind the schedule, a game a round.
    fn catch_up(&mut self, late: usize, twice: bool) -> Result<(), Refusal> {
        let others: Vec<usize> = (0..late).filter(|p| !self.gone[*p]).collect();
        let legs = 1 + usize::from(twice);
        if self.meetings.len() + others.len() * legs > MOST {
            let games = self.meetings.len() + others.len() * legs;
            let what = say!("{} games are too many; {} is the most", games, MOST);
            return Err(Refusal::new(Fault::Rule, what));
        }
        let mut round = self.meetings.iter().map(|m| m.round).max().unwrap_or(0);
        for leg in 0..legs {
            for (i, other) in others.iter().enumerate() {
                round += 1;
                let first = (i + leg).is_multiple_of(2);
                let (a, b) = if first {
                    (late, *other)
                } else {
                    (*other, late)
                };
                self.push(Meeting::new(round, vec![vec![a], vec![b]]));
            }
        }
        Ok(())
    }

    fn leave(&mut self, player: usize) -> Result<(), Refusal> {
        self.refuse_closed()?;
        let gone = self.gone.get_mut(player);
        let gone = gone.ok_or_else(|| Refusal::words(say!("there is no such player")))?;
        if std::mem::replace(gone, true) {
            let what = say!("`{}` has left already", self.players[player]);
            return Err(Refusal::new(Fault::Time, what));
        }
        self.unpair();
        Ok(())
    }

    /// A round of which nothing was played yet is paired anew when somebody comes or goes, or an earlier game changes.
    fn unpair(&mut self) {
        let round = self.rounds.len();
        let from = self.meetings.iter().position(|m| m.round == round);
        let paired = matches!(self.terms.form, MatchForm::Swiss { .. }) && round > 0;
        let Some(from) = from.filter(|_| paired) else {
            return;
        };
        let played = self.results[from..].iter().flatten().any(|r| !r.walkover);
        let started = self.tables[from..].iter().any(Option::is_some);
        if !played && !started {
            self.rounds.pop();
            self.meetings.truncate(from);
            self.results.truncate(from);
            self.tables.truncate(from);
        }
    }

    fn refuse_closed(&self) -> Result<(), Refusal> {
        if self.terms.form.open() {
            return Ok(());
        }
        let what = say!("in this form everybody plays every game: nobody can come late or leave");
        Err(Refusal::new(Fault::Rule, what).hint(say!("`--new` begins another match")))
    }

    /// Whether anything was played or is being played.
    fn begun(&self) -> bool {
        self.results.iter().any(Option::is_some) || self.tables.iter().any(Option::is_some)
    }

    /// What follows from the rest: who goes on in a knockout, and games that nobody can play since somebody has left.
    fn derive(&mut self) {
        for at in 0..self.meetings.len() {
            for side in 0..self.meetings[at].sides.len() {
                let Some(feed) = self.meetings[at].feeds[side] else {
                    continue;
                };
                let sent = self.sent_on(feed);
                if std::mem::replace(&mut self.meetings[at].sides[side], sent.clone()) != sent {
                    // Whatever was played here was played by somebody else.
                    self.results[at] = None;
                }
            }
            if self.results[at].as_ref().is_none_or(|r| r.walkover) {
                self.results[at] = self.walkover(at);
            }
        }
    }

    /// The side that a game sends on; nobody while it is open.
    fn sent_on(&self, feed: super::Feed) -> Vec<usize> {
        let Some(ended) = &self.results[feed.game] else {
            return Vec::new();
        };
        let won = |side: &&Vec<usize>| side.iter().any(|p| ended.verdict.winners.contains(p));
        let mut sides = self.meetings[feed.game].sides.iter();
        let found = match feed.loser {
            false => sides.find(won),
            true => sides.find(|s| !won(s)),
        };
        found.cloned().unwrap_or_default()
    }

    fn walkover(&self, at: usize) -> Option<MatchEnd> {
        let meeting = &self.meetings[at];
        let gone = |side: &&Vec<usize>| side.iter().any(|p| self.gone[*p]);
        if !meeting.known() || !meeting.sides.iter().any(|s| gone(&s)) {
            return None;
        }
        let there = meeting.sides.iter().filter(|s| !gone(s)).flatten();
        let mut winners: Vec<usize> = there.copied().collect();
        if winners.is_empty() && matches!(self.terms.form, MatchForm::Knockout { .. }) {
            winners = meeting.sides[0].clone();
        }
        Some(MatchEnd {
            verdict: Verdict {
                winners,
                ..Verdict::default()
            },
            walkover: true,
        })
    }

    /// The place of a game, counted from 1.
    pub fn game(&self, game: usize) -> Result<usize, Refusal> {
        let at = game.checked_sub(1).filter(|i| *i < self.meetings.len());
        at.ok_or_else(|| {
            Refusal::new(Fault::Unknown, say!("there is no game {}", game))
                .hint(say!("games 1 to {}", self.meetings.len()))
        })
    }

    /// The refusal of a player who does not play in a game.
    pub(super) fn not_in(&self, game: usize, player: usize) -> Refusal {
        let name = self.players.get(player).map_or("?", String::as_str);
        let what = say!("`{}` does not play in game {}", name, game);
        Refusal::new(Fault::Rule, what)
    }

    /// The next round, where it is time to pair one.
    pub(crate) fn next_round(&self) -> Option<SwissRound> {
        let MatchForm::Swiss { rounds } = self.terms.form else {
            return None;
        };
        let open = self.results.iter().any(Option::is_none);
        let rows = self.by_points();
        let on = rows.iter().filter(|s| !self.gone[s.player]);
        let entrants: Vec<Entrant> = on
            .map(|s| Entrant {
                player: s.player,
                points: s.points,
            })
            .collect();
        if open || self.rounds.len() >= rounds || entrants.len() < 2 {
            return None;
        }
        Some(pair(&Pool {
            entrants,
            past: self.rounds.clone(),
            rounds_left: rounds - self.rounds.len(),
        }))
    }

    /// Whose games do not count: who left a match of everyone against everyone with less than half of them played.
    pub(crate) fn annulled(&self) -> Vec<bool> {
        let robin = matches!(self.terms.form, MatchForm::RoundRobin { .. });
        let of = |player: usize| {
            let own = self.meetings.iter().zip(&self.results);
            let own = own.filter(|(m, _)| m.has(player));
            let played = |r: &Option<MatchEnd>| r.as_ref().is_some_and(|r| !r.walkover);
            let (all, played) = own.fold((0, 0), |(all, n), (_, r)| {
                (all + 1, n + usize::from(played(r)))
            });
            robin && self.gone[player] && 2 * played < all
        };
        (0..self.players.len()).map(of).collect()
    }

    fn count<'a>(&'a self, ties: &'a [super::Tie]) -> Count<'a> {
        let annulled = self.annulled();
        let games = self.meetings.iter().zip(&self.results);
        let games = games.filter_map(|(meeting, ended)| {
            let MatchEnd { verdict, walkover } = ended.as_ref()?;
            let empty = *walkover && verdict.winners.is_empty();
            let void = meeting.sides.iter().flatten().any(|p| annulled[*p]);
            (!empty && !void).then_some(MatchGame {
                meeting,
                winners: &verdict.winners,
                scores: &verdict.scores,
            })
        });
        let mut byes = vec![0; self.players.len()];
        self.rounds
            .iter()
            .filter_map(|r| r.bye)
            .for_each(|p| byes[p] += 1);
        Count {
            players: self.players.len(),
            games: games.collect(),
            byes,
            bye: self.terms.bye,
            points: self.terms.points,
            lowest: self.terms.lowest,
            ties,
        }
    }

    fn by_points(&self) -> Vec<Standing> {
        self.count(&[]).standings()
    }

    /// Who is ahead, best first.
    pub fn standings(&self) -> Vec<Standing> {
        let mut rows = self.count(&self.terms.ties).standings();
        if matches!(self.terms.form, MatchForm::Knockout { .. }) {
            let winners = |r: &Option<MatchEnd>| r.as_ref().map(|r| r.verdict.winners.clone());
            let results: Vec<_> = self.results.iter().map(winners).collect();
            let reached = reached(self.players.len(), &self.meetings, &results);
            let ranks = ranks(&reached, true);
            for row in &mut rows {
                row.rank = ranks[row.player];
            }
            rows.sort_by_key(|r| (r.rank, r.player));
        }
        rows
    }

    /// The players with the first rank.
    pub fn ahead(&self) -> Vec<usize> {
        let table = self.standings();
        let first = table.iter().filter(|s| s.rank == 1);
        first.map(|s| s.player).collect()
    }

    /// Whether every game has been played.
    pub fn over(&self) -> bool {
        let on = self.gone.iter().filter(|g| !**g).count();
        let paired = match self.terms.form {
            MatchForm::Swiss { rounds } => self.rounds.len() >= rounds || on < 2,
            _ => true,
        };
        paired && self.results.iter().all(Option::is_some)
    }

    /// How many games there are, those of rounds that are still to be paired among them.
    pub fn games(&self) -> usize {
        let on = self.gone.iter().filter(|g| !**g).count();
        let later = match self.terms.form {
            MatchForm::Swiss { rounds } => rounds.saturating_sub(self.rounds.len()) * (on / 2),
            _ => 0,
        };
        self.meetings.len() + later
    }

    /// How many games were decided.
    pub fn decided(&self) -> usize {
        self.results.iter().flatten().count()
    }

    /// Who sits out a round.
    pub(crate) fn sitting_out(&self, round: usize) -> Vec<usize> {
        let began = self.terms.players.len();
        match self.terms.form {
            MatchForm::Swiss { .. } => {
                let round = self.rounds.get(round.wrapping_sub(1));
                round.and_then(|r| r.bye).into_iter().collect()
            }
            MatchForm::Knockout { .. } if round == 1 => {
                sitting_out(&self.meetings, round, self.players.len())
            }
            // Games of those who came late are beside the rounds.
            MatchForm::RoundRobin { .. } => {
                let games = self.meetings.iter().filter(|m| m.round == round);
                let own = games.flat_map(|m| m.sides.iter().flatten());
                match own.into_iter().all(|p| *p < began) {
                    true => sitting_out(&self.meetings, round, began),
                    false => Vec::new(),
                }
            }
            _ => Vec::new(),
        }
    }
}

/// How many rounds a Swiss system has when nobody says: enough to leave one without a loss.
pub(crate) fn usual_rounds(players: usize) -> usize {
    let halvings = players.max(2).next_power_of_two().trailing_zeros() as usize;
    halvings.max(3).min(most_rounds(players)).max(1)
}

/// The most rounds in which nobody need meet anybody twice.
fn most_rounds(players: usize) -> usize {
    (players + players % 2).saturating_sub(1)
}

fn check_rounds(players: usize, rounds: usize) -> Result<(), Refusal> {
    if players < 2 {
        return Err(too_few(2));
    }
    if (1..=most_rounds(players)).contains(&rounds) {
        return Ok(());
    }
    let what = say!(
        "{} {player|players} cannot play {} {round|rounds}",
        players,
        rounds
    );
    let hint = say!(
        "1 to {}: then nobody need meet anybody twice",
        most_rounds(players)
    );
    Err(Refusal::new(Fault::Rule, what).hint(hint))
}

/// Whether people noted it: an undo takes back one of these, with the rounds that were paired because of it.
fn noted(event: &MatchEvent) -> bool {
    matches!(
        event,
        MatchEvent::Result(..) | MatchEvent::Join(_) | MatchEvent::Leave(_)
    )
}

/// The events that count.
fn counting(events: &[MatchEvent]) -> Result<Vec<&MatchEvent>, Refusal> {
    let mut counting: Vec<&MatchEvent> = Vec::new();
    for event in events {
        if *event != MatchEvent::Undo {
            counting.push(event);
            continue;
        }
        let last = counting.iter().rposition(|e| noted(e));
        let last = last.ok_or_else(nothing_to_undo)?;
        let paired = counting[last..]
            .iter()
            .any(|e| matches!(e, MatchEvent::Round(_)));
        match paired {
            true => counting.truncate(last),
            false => {
                counting.remove(last);
            }
        }
    }
    Ok(counting)
}

/// The event that an undo now would take back, and whether rounds go with it.
pub fn last(events: &[MatchEvent]) -> Option<(&MatchEvent, bool)> {
    let counting = counting(events).ok()?;
    let at = counting.iter().rposition(|e| noted(e))?;
    let paired = counting[at..]
        .iter()
        .any(|e| matches!(e, MatchEvent::Round(_)));
    Some((counting[at], paired))
}

fn nothing_to_undo() -> Refusal {
    Refusal::new(Fault::Time, say!("there is nothing to undo"))
}
