//! `kitpress matches`: who plays whom in which role, what was decided, and who is ahead.

use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use serde_json::{Value, json};

use super::cells::{clean, cut, fit, width};
use super::{CommandResult, out, roster, shelf, table_args, when};
use crate::diag::Problem;
use crate::play::journal::{Access, Journal};
use crate::play::match_journal::{self, Contest, MatchForm, Terms, Verdict};
use crate::play::matches::{Points, Split, sitting_out};
use crate::play::rules::Refusal;
use crate::play::seats;
use crate::play::table::Failure;
use crate::say;

/// The kind of journal that a match keeps.
pub(super) const KIND: &str = "match";

/// Arguments of `matches`.
#[derive(Args, Debug)]
#[command(after_help = "Forms:\n  \
    round-robin    everyone against everyone (any number; --twice with the places changed)\n  \
    sides          two sides that change roles and partners: 2 players any even number of games,\n                 \
                   3 players 3 or 6, 4 players 2, 4 or 6\n  \
    catch-and-run  sides, with educators against babies\n  \
    roles          everybody has each of --roles once\n\n\
    Examples:\n  \
    kitpress matches Ann Bob Cho Dai Eve                 a new round robin\n  \
    kitpress matches Ann Bob Cho Dai --form catch-and-run --games 6\n  \
    kitpress matches Ann Bob Cho --form roles --roles teller,guesser\n  \
    kitpress matches 1=Ann 2=draw                        Ann's side won game 1; game 2 was a draw\n  \
    kitpress matches                                     games and standings\n  \
    kitpress matches --undo\n  \
    kitpress matches --new Ann Bob                       another match while one is running\n  \
    kitpress matches @club                               a list that `kitpress roster` keeps\n  \
    kitpress matches --table match-1                     goes back to an earlier one")]
pub(super) struct MatchesArgs {
    /// The players of a new match, or results as GAME=WINNER (`3=Ann`, `3=draw`, `3=` to open it again)
    #[arg(value_name = "NAME|GAME=WINNER")]
    words: Vec<String>,
    /// How a new match is played
    #[arg(long, value_enum)]
    form: Option<FormArg>,
    /// How many games (sides)
    #[arg(long, value_name = "N")]
    games: Option<usize>,
    /// Which side is the single one when three play three games
    #[arg(long, value_enum)]
    split: Option<SplitArg>,
    /// Everyone against everyone twice (round-robin)
    #[arg(long)]
    twice: bool,
    /// What the sides or roles are called, with commas
    #[arg(long, value_name = "ROLE,…", value_delimiter = ',')]
    roles: Vec<String>,
    /// Points for a win, a draw and a loss
    #[arg(long, value_name = "W,D,L", value_parser = points, allow_hyphen_values = true)]
    points: Option<Points>,
    /// Begin another match while one is running
    #[arg(long, conflicts_with = "undo")]
    new: bool,
    /// Take back the last result
    #[arg(long, conflicts_with = "words")]
    undo: bool,
    /// The match's file, or its name in `kitpress tables`; else the one used last
    #[arg(long, value_name = "FILE|NAME")]
    table: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    json: bool,
    /// Language of messages: en or ja
    #[arg(long)]
    pub lang: Option<String>,
}

/// `--form`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum FormArg {
    RoundRobin,
    Sides,
    CatchAndRun,
    Roles,
}

/// `--split`.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum SplitArg {
    /// Two of the first role against one of the second
    #[value(name = "2v1")]
    TwoOne,
    /// One of the first role against two of the second
    #[value(name = "1v2")]
    OneTwo,
}

fn points(text: &str) -> Result<Points, String> {
    let numbers: Option<Vec<i64>> = text
        .split(',')
        .map(|n| n.trim().parse().ok().filter(|n| (-1000..=1000).contains(n)))
        .collect();
    match numbers.as_deref() {
        Some([win, draw, loss]) => Ok(Points {
            win: *win,
            draw: *draw,
            loss: *loss,
        }),
        _ => Err(say!("write three numbers: `3,1,0`").to_string()),
    }
}

/// Runs the command.
pub(super) fn run(args: &MatchesArgs) -> Result<(), Failure> {
    let path = shelf::find(KIND, args.table.as_deref())?;
    let path = path.as_deref();
    if !args.new && args.words.iter().all(|w| w.contains(['=', '＝'])) {
        return go_on(args, path);
    }
    if args.new {
        refuse_results(&args.words)?;
    } else {
        refuse_slips(&args.words, path)?;
    }
    let names: Vec<&str> = args.words.iter().map(String::as_str).collect();
    if names.is_empty() {
        return Err(players_missing().into());
    }
    let contest = Contest::new(terms(args, roster::players(&names.join(","))?)?)?;
    let journal = shelf::create(KIND, path, contest.terms.to_body())?;
    Ok(print(args, &contest, &journal)?)
}

/// A new match is asked for: nothing can have been won in it.
fn refuse_results(words: &[String]) -> Result<(), Refusal> {
    let Some(result) = words.iter().find(|w| w.contains(['=', '＝'])) else {
        return Ok(());
    };
    let refusal = Refusal::words(say!("`{}` is a result, but a new match has none", result));
    Err(refusal.hint(say!("begin the match first, then note its results")))
}

/// Words that are not all results begin a new match only where no match is running and no word looks like a result: a
/// forgotten `=` must not hide the match that it belongs to.
fn refuse_slips(words: &[String], path: Option<&Path>) -> Result<(), Failure> {
    let number = |w: &str| !w.is_empty() && w.chars().all(char::is_numeric);
    let looks = |w: &&String| w.contains(['=', '＝']) || number(w.trim());
    let slip = words.iter().find(looks);
    // Not the word that could be a result is to blame, but the one that cannot.
    let wrong = words.iter().find(|w| !w.contains(['=', '＝']));
    let last = shelf::open(KIND, path, Access::Read)?.map(|j| read(&j));
    match (last.transpose()?, slip, wrong) {
        (Some((contest, _)), Some(_), Some(wrong)) => Err(contest.no_result(wrong).into()),
        (Some((contest, _)), None, Some(wrong)) if !contest.over() => {
            let refusal = contest.no_result(wrong);
            Err(refusal.by(say!("a match is running")).into())
        }
        (None, Some(slip), _) => {
            let what = say!("`{}` looks like a result, but there is no match yet", slip);
            let hint = say!("give their names: `kitpress matches Ann Bob Cho`");
            Err(Refusal::words(what).hint(hint).into())
        }
        _ => Ok(()),
    }
}

/// The match that a journal keeps, and everything noted.
pub(super) fn read(journal: &Journal) -> Result<(Contest, Vec<Verdict>), Failure> {
    let terms = Terms::from_body(journal.header()).ok_or_else(|| shelf::strange(journal, 1))?;
    let verdicts = shelf::entries(journal, Verdict::from_body)?;
    let contest = Contest::new(terms)?.with(&verdicts)?;
    Ok((contest, verdicts))
}

fn players_missing() -> Refusal {
    let refusal = Refusal::words(say!("a new match needs the names of its players"));
    refusal.hint(say!("give their names: `kitpress matches Ann Bob Cho`"))
}

/// What the arguments say of a new match.
fn terms(args: &MatchesArgs, players: Vec<String>) -> Result<Terms, Refusal> {
    let form = args.form.unwrap_or(FormArg::RoundRobin);
    let sides = matches!(form, FormArg::Sides | FormArg::CatchAndRun);
    let misplaced = |flag: &str, form: &str| {
        Err(Refusal::words(say!(
            "`{}` goes with `--form {}`",
            flag,
            form
        )))
    };
    if args.games.is_some() && !sides {
        return misplaced("--games", "sides");
    }
    if args.split.is_some() && !sides {
        return misplaced("--split", "sides");
    }
    if args.twice && form != FormArg::RoundRobin {
        return misplaced("--twice", "round-robin");
    }
    let mut roles: Vec<String> = args.roles.iter().map(|r| seats::tidy(r)).collect();
    // Roles are names in a table as much as the players are.
    seats::admit(&[], &roles)?;
    if form == FormArg::CatchAndRun && roles.is_empty() {
        roles = vec![say!("educators").to_string(), say!("babies").to_string()];
    }
    if form == FormArg::Roles && roles.is_empty() {
        let refusal = Refusal::words(say!("which roles go round?"));
        return Err(refusal.hint(say!("name them with `--roles teller,guesser`")));
    }
    let form = match form {
        FormArg::RoundRobin => MatchForm::RoundRobin { twice: args.twice },
        FormArg::Roles => MatchForm::Roles,
        FormArg::Sides | FormArg::CatchAndRun => MatchForm::Sides {
            games: args.games.unwrap_or(match players.len() {
                2 => 2,
                3 => 3,
                _ => 6,
            }),
            split: match args.split {
                Some(SplitArg::OneTwo) => Split::OneTwo,
                _ => Split::TwoOne,
            },
        },
    };
    Ok(Terms {
        players,
        form,
        roles,
        points: args.points.unwrap_or_default(),
    })
}

/// Notes results in the match used last, or just shows it.
fn go_on(args: &MatchesArgs, path: Option<&Path>) -> Result<(), Failure> {
    let made = args.form.is_some()
        || args.games.is_some()
        || args.split.is_some()
        || args.twice
        || args.points.is_some()
        || !args.roles.is_empty();
    if made {
        return Err(players_missing().into());
    }
    let access = match args.words.is_empty() && !args.undo {
        true => Access::Read,
        false => Access::Write,
    };
    let Some(mut journal) = shelf::open(KIND, path, access)? else {
        let problem = Problem::new(say!("there is no match yet"));
        let hint = say!("give their names: `kitpress matches Ann Bob Cho`");
        return Err(problem.hint(hint).into());
    };
    let (contest, mut verdicts) = read(&journal)?;
    let old = verdicts.len();
    let undone = match_journal::last(&verdicts).filter(|_| args.undo);
    let undone = undone.map(|verdict| told(&contest, verdict));
    if args.undo {
        verdicts.push(Verdict::Undo);
    }
    for word in &args.words {
        verdicts.push(contest.read_verdict(word)?);
    }
    let contest = contest.with(&verdicts)?;
    for verdict in &verdicts[old..] {
        journal.append(verdict.to_body(), table_args::now())?;
    }
    if let Some(undone) = undone {
        out::note(&undone);
    }
    Ok(print(args, &contest, &journal)?)
}

/// What an undo has taken back.
fn told(contest: &Contest, verdict: &Verdict) -> String {
    let what = match verdict {
        Verdict::Won(game, winners) if winners.is_empty() => say!("the draw of game {}", game),
        Verdict::Won(game, winners) => {
            say!("game {}, won by {}", game, names(contest, winners))
        }
        Verdict::Open(game) => say!("that game {} is open again", game),
        Verdict::Undo => return String::new(),
    };
    say!("taken back: {}", what).to_string()
}

fn print(args: &MatchesArgs, contest: &Contest, journal: &Journal) -> CommandResult {
    if args.json {
        return out::json(&as_json(contest, journal));
    }
    for line in schedule(contest) {
        out::line(&line)?;
    }
    out::line("")?;
    for line in standings(contest) {
        out::line(&line)?;
    }
    let (began, _) = shelf::times(journal);
    let name = shelf::name(KIND, journal.path());
    let ago = when::ago(began, table_args::now());
    out::line(&say!("match {}, begun {}", name, ago).to_string())
}

/// The longest that a name gets in a table.
const NAME: usize = 20;

fn name(contest: &Contest, player: usize) -> String {
    cut(&clean(&contest.terms.players[player]), NAME)
}

fn names(contest: &Contest, players: &[usize]) -> String {
    let names: Vec<String> = players.iter().map(|p| name(contest, *p)).collect();
    names.join(", ")
}

/// A side with its role, if it has one: `educators: Ann, Bob`.
fn side(contest: &Contest, game: usize, at: usize) -> String {
    let players = names(contest, &contest.meetings[game].sides[at]);
    match contest.terms.roles.get(at) {
        Some(role) => format!("{}: {players}", cut(&clean(role), NAME)),
        None => players,
    }
}

/// Every game: who plays whom, and how it ended.
fn schedule(contest: &Contest) -> Vec<String> {
    let mut lines = Vec::new();
    let wide = contest.meetings.len().to_string().len();
    let games: Vec<String> = (0..contest.meetings.len())
        .map(|g| {
            let sides = contest.meetings[g].sides.len();
            let sides: Vec<String> = (0..sides).map(|s| side(contest, g, s)).collect();
            sides.join(" – ")
        })
        .collect();
    let column = games.iter().map(|g| width(g)).max().unwrap_or(0);
    let simultaneous = matches!(contest.terms.form, MatchForm::RoundRobin { .. });
    let mut round = 0;
    for (g, meeting) in contest.meetings.iter().enumerate() {
        if simultaneous && meeting.round != round {
            round = meeting.round;
            let out = sitting_out(&contest.meetings, round, contest.terms.players.len());
            let head = if out.is_empty() {
                say!("round {}", round)
            } else {
                say!("round {}, {} sits out", round, names(contest, &out))
            };
            lines.push(head.to_string());
        }
        let result = match &contest.results[g] {
            None => String::new(),
            Some(winners) if winners.is_empty() => say!("draw").to_string(),
            Some(winners) => say!("won by {}", names(contest, winners)).to_string(),
        };
        let line = format!("{:>wide$}  {}  {result}", g + 1, fit(&games[g], column));
        lines.push(line.trim_end().to_owned());
    }
    lines
}

fn standings(contest: &Contest) -> Vec<String> {
    let table = contest.standings();
    let wide = table.iter().map(|s| width(&name(contest, s.player))).max();
    let wide = wide.unwrap_or(0);
    let line = |s: &crate::play::matches::Standing| {
        let who = fit(&name(contest, s.player), wide);
        let points = match s.points {
            1 => say!("1 point"),
            n => say!("{} {point|points}", n),
        };
        let facts = say!("{} won, {} drawn, {} lost", s.won, s.drawn, s.lost);
        format!("{:>2}. {who}  {points} ({facts})", s.rank)
    };
    let mut lines: Vec<String> = table.iter().map(line).collect();
    if contest.over() {
        let winners: Vec<usize> = ahead(contest);
        let names = names(contest, &winners);
        lines.push(match winners.len() {
            1 => say!("{} wins the match", names).to_string(),
            _ => say!("{} share the match", names).to_string(),
        });
    }
    lines
}

/// The players with the first rank.
pub(super) fn ahead(contest: &Contest) -> Vec<usize> {
    let table = contest.standings();
    let first = table.iter().filter(|s| s.rank == 1);
    first.map(|s| s.player).collect()
}

fn as_json(contest: &Contest, journal: &Journal) -> Value {
    let (began, last) = shelf::times(journal);
    let players = &contest.terms.players;
    let named =
        |list: &[usize]| -> Vec<&str> { list.iter().map(|p| players[*p].as_str()).collect() };
    let game = |g: usize| {
        let meeting = &contest.meetings[g];
        let sides = meeting.sides.iter().enumerate();
        let sides: Vec<Value> = sides
            .map(|(i, s)| json!({"role": contest.terms.roles.get(i), "players": named(s)}))
            .collect();
        let winners = contest.results[g].as_ref().map(|w| named(w));
        json!({"game": g + 1, "round": meeting.round, "sides": sides, "winners": winners})
    };
    let games: Vec<Value> = (0..contest.meetings.len()).map(game).collect();
    let table = contest.standings();
    let standing = |s: &crate::play::matches::Standing| {
        json!({
            "rank": s.rank, "name": players[s.player], "points": s.points,
            "won": s.won, "drawn": s.drawn, "lost": s.lost,
        })
    };
    let winners = contest.over().then(|| named(&ahead(contest)));
    json!({
        "name": shelf::name(KIND, journal.path()),
        "file": journal.path().display().to_string(),
        "began": began,
        "last": last,
        "form": contest.terms.form.name(),
        "players": players,
        "games": games,
        "standings": table.iter().map(standing).collect::<Vec<_>>(),
        "over": contest.over(),
        "winners": winners,
    })
}
