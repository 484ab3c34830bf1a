//! A match for people: its games, who is ahead and why, and what an undo took back.

use super::KIND;
use super::kept::KeptMatch;
use crate::cli::cells::{clean, cut, fit, width};
use crate::cli::{shelf, table_args, when};
use crate::play::amount::Amount;
use crate::play::matches::contest::MatchEnd;
use crate::play::matches::{Contest, Feed, MatchEvent, MatchForm, Standing, Tie};
use crate::say;
use crate::say::Say;

/// The longest that a name gets in a table.
const NAME: usize = 20;

fn name(contest: &Contest, player: usize) -> String {
    cut(&clean(&contest.players[player]), NAME)
}

fn names(contest: &Contest, players: &[usize]) -> String {
    let names: Vec<String> = players.iter().map(|p| name(contest, *p)).collect();
    names.join(", ")
}

/// Who will play, while a game decides it.
pub(super) fn waiting(feed: Feed) -> Say {
    match feed.loser {
        false => say!("winner of game {}", feed.game + 1),
        true => say!("loser of game {}", feed.game + 1),
    }
}

/// A side with its role, if it has one: `educators: Ann, Bob`.
fn side(contest: &Contest, game: usize, at: usize) -> String {
    let meeting = &contest.meetings[game];
    let players = match meeting.feeds[at].filter(|_| meeting.sides[at].is_empty()) {
        Some(feed) => waiting(feed).to_string(),
        None => names(contest, &meeting.sides[at]),
    };
    match contest.terms.roles.get(at) {
        Some(role) => format!("{}: {players}", cut(&clean(role), NAME)),
        None => players,
    }
}

/// What a round is called; games beside others of a round have no heading of their own.
pub(super) fn heading(contest: &Contest, game: usize) -> Option<Say> {
    let meeting = &contest.meetings[game];
    let round = meeting.round;
    let last = contest.meetings.iter().map(|m| m.round).max().unwrap_or(0);
    match contest.terms.form {
        MatchForm::Sides { .. } | MatchForm::Roles => None,
        MatchForm::Knockout { .. } if meeting.for_third() => Some(say!("for the third place")),
        MatchForm::Knockout { .. } => Some(match last - round {
            0 => say!("final"),
            1 => say!("semi-finals"),
            2 => say!("quarter-finals"),
            _ => say!("round {}", round),
        }),
        _ => Some(say!("round {}", round)),
    }
}

/// How a game ended, in words.
fn ended(contest: &Contest, ended: &MatchEnd) -> String {
    let verdict = &ended.verdict;
    let who = match verdict.winners.as_slice() {
        [] if ended.walkover => say!("not played"),
        [] => say!("draw"),
        winners => say!("won by {}", names(contest, winners)),
    };
    let mut said = who.to_string();
    if !verdict.scores.is_empty() {
        said = say!("{}, {}", said, score(&verdict.scores)).to_string();
    }
    if ended.walkover && !verdict.winners.is_empty() {
        said = say!("{} without a game", said).to_string();
    }
    said
}

/// `12:7`.
pub(super) fn score(scores: &[Amount]) -> String {
    let scores: Vec<String> = scores.iter().map(ToString::to_string).collect();
    scores.join(":")
}

/// Every game, or those that are over: who plays whom, and how it ended.
pub(super) fn schedule(contest: &Contest, over_only: bool) -> Vec<String> {
    let wide = contest.meetings.len().to_string().len();
    let shown = |g: &usize| !over_only || contest.results[*g].is_some();
    let shown: Vec<usize> = (0..contest.meetings.len()).filter(shown).collect();
    let game = |g: &usize| {
        let sides = contest.meetings[*g].sides.len();
        let sides: Vec<String> = (0..sides).map(|s| side(contest, *g, s)).collect();
        sides.join(" – ")
    };
    let games: Vec<String> = shown.iter().map(game).collect();
    let column = games.iter().map(|g| width(g)).max().unwrap_or(0);
    let (mut lines, mut before) = (Vec::new(), String::new());
    for (g, sides) in shown.into_iter().zip(games) {
        let head = heading(contest, g)
            .map(|h| h.to_string())
            .unwrap_or_default();
        if head != before {
            lines.push(with_byes(contest, g, &head));
            before = head;
        }
        let result = match (&contest.results[g], &contest.tables[g]) {
            (Some(end), _) => ended(contest, end),
            (None, Some(table)) => say!("at {}", table_args::name(table.as_ref())).to_string(),
            (None, None) => String::new(),
        };
        let line = format!("{:>wide$}  {}  {result}", g + 1, fit(&sides, column));
        lines.push(line.trim_end().to_owned());
    }
    if over_only && lines.is_empty() {
        lines.push(say!("no game is over yet").to_string());
    }
    if let (MatchForm::Swiss { rounds }, false) = (&contest.terms.form, over_only) {
        let left = rounds.saturating_sub(contest.rounds.len());
        if left > 0 && !contest.over() {
            lines.push(say!("{} more {round|rounds}, paired by what comes out", left).to_string());
        }
    }
    lines
}

fn with_byes(contest: &Contest, game: usize, head: &str) -> String {
    let names: Vec<String> = sits_out(contest, game)
        .iter()
        .map(|p| name(contest, *p))
        .collect();
    round_with(head, &names).map_or_else(|| head.to_owned(), |said| said.to_string())
}

/// Who sits out the round of a game.
pub(super) fn sits_out(contest: &Contest, game: usize) -> Vec<usize> {
    let meeting = &contest.meetings[game];
    match meeting.for_third() {
        true => Vec::new(),
        false => contest.sitting_out(meeting.round),
    }
}

/// The heading of a round with those who sit it out, where somebody does.
pub(super) fn round_with(head: &str, out: &[String]) -> Option<Say> {
    match out {
        [] => None,
        [one] => Some(say!("{}, {} sits out", head.to_owned(), one)),
        many => Some(say!("{}; byes: {}", head.to_owned(), many.join(", "))),
    }
}

/// Who is ahead.
pub(super) fn standings(contest: &Contest) -> Vec<String> {
    let table = contest.standings();
    let annulled = contest.annulled();
    let wide = table.iter().map(|s| width(&name(contest, s.player))).max();
    let wide = wide.unwrap_or(0);
    let line = |i: usize| {
        let s = &table[i];
        let who = fit(&name(contest, s.player), wide);
        let points = match s.points {
            one if Some(one) == Amount::whole(1) => say!("1 point"),
            n => say!("{} points", n),
        };
        let mut facts = say!("{} won, {} drawn, {} lost", s.won, s.drawn, s.lost).to_string();
        if s.byes > 0 {
            facts = say!("{}, {} {bye|byes}", facts, s.byes).to_string();
        }
        if annulled[s.player] {
            facts = say!("{}, left early: no game counts", facts).to_string();
        } else if contest.gone[s.player] {
            facts = say!("{}, left", facts).to_string();
        }
        let mut line = format!("{:>2}. {who}  {points} ({facts})", s.rank);
        if let Some(why) = table.get(i + 1).and_then(|next| why(contest, s, next)) {
            line = format!("{line}; {why}");
        }
        line
    };
    let mut lines: Vec<String> = (0..table.len()).map(line).collect();
    if contest.over() {
        let winners: Vec<usize> = contest.ahead();
        let names = names(contest, &winners);
        lines.push(match winners.len() {
            1 => say!("{} wins the match", names).to_string(),
            _ => say!("{} share the match", names).to_string(),
        });
    }
    lines
}

/// What put a player before the next one with as many points.
fn why(contest: &Contest, this: &Standing, next: &Standing) -> Option<Say> {
    if matches!(contest.terms.form, MatchForm::Knockout { .. }) {
        return None;
    }
    let both = this.ties.iter().zip(&next.ties);
    let level = this.points == next.points && this.rank != next.rank;
    let ((tie, own), (_, other)) = both.into_iter().find(|(a, b)| a != b).filter(|_| level)?;
    Some(say!(
        "ahead of {} by {}, {} to {}",
        name(contest, next.player),
        called(*tie),
        *own,
        *other
    ))
}

/// A tie-break in words.
pub(super) fn called(tie: Tie) -> Say {
    match tie {
        Tie::HeadToHead => say!("head to head"),
        Tie::Margin => say!("margin"),
        Tie::Buchholz => say!("Buchholz"),
    }
}

/// What an undo has taken back.
pub(super) fn told(contest: &Contest, (event, paired): (&MatchEvent, bool)) -> String {
    let what = match event {
        MatchEvent::Result(game, Some(v)) if v.winners.is_empty() => {
            say!("the draw of game {}", *game)
        }
        MatchEvent::Result(game, Some(v)) => {
            say!("game {}, won by {}", *game, names(contest, &v.winners))
        }
        MatchEvent::Result(game, None) => say!("that game {} is open again", *game),
        MatchEvent::Join(name) => say!("the coming of {}", cut(&clean(name), NAME)),
        MatchEvent::Leave(player) => say!("the leaving of {}", name(contest, *player)),
        MatchEvent::Started(..) | MatchEvent::Round(_) | MatchEvent::Undo => return String::new(),
    };
    match paired {
        false => say!("taken back: {}", what).to_string(),
        true => say!(
            "taken back: {}, and the round that was paired after it",
            what
        )
        .to_string(),
    }
}

/// Which match this is, and since when.
pub(super) fn footer(kept: &KeptMatch) -> String {
    let (began, _) = kept.times();
    let name = shelf::name(KIND, kept.path());
    let ago = when::ago(began, table_args::now());
    say!("match {}, begun {}", name, ago).to_string()
}
