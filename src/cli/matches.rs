//! `kitpress matches`: who plays whom in which role, what was decided, and who is ahead.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use serde_json::{Value, json};

use super::cells::{clean, cut, fit, width};
use super::{Outcome, desk, out, shelf};
use crate::diag::Problem;
use crate::play::contest::{Contest, Form, Terms, Verdict};
use crate::play::journal::{Access, Journal};
use crate::play::matches::{Points, Split, sitting_out};
use crate::play::rules::Refusal;
use crate::play::seats;
use crate::play::table::Failure;
use crate::say;

/// The kind of journal that a match keeps.
const KIND: &str = "match";

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
    kitpress matches --undo")]
pub struct MatchesArgs {
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
    /// Take back the last result
    #[arg(long, conflicts_with = "words")]
    undo: bool,
    /// The match's file; else the one used last
    #[arg(long, value_name = "FILE")]
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
pub fn run(args: &MatchesArgs) -> Result<(), Failure> {
    let result = |w: &&String| {
        let game = w.split_once(['=', '＝']).map(|(game, _)| game.trim());
        game.is_some_and(|g| !g.is_empty() && g.bytes().all(|b| b.is_ascii_digit()))
    };
    let (results, names): (Vec<&String>, Vec<&String>) = args.words.iter().partition(result);
    if names.is_empty() {
        return go_on(args, &results);
    }
    if let Some(result) = results.first() {
        let refusal = Refusal::words(say!("`{}` is a result, but a new match has none", result));
        return Err(refusal
            .hint(say!("begin the match first, then note its results"))
            .into());
    }
    let names: Vec<&str> = names.iter().map(|n| n.as_str()).collect();
    let contest = Contest::new(terms(args, seats::read(&names.join(","))?)?)?;
    let header = contest.terms.to_body();
    let journal = shelf::create(KIND, args.table.as_deref(), header)?;
    Ok(print(args, &contest, &journal)?)
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
    seats::check(&roles)?;
    if form == FormArg::CatchAndRun && roles.is_empty() {
        roles = vec![say!("educators").to_string(), say!("babies").to_string()];
    }
    if form == FormArg::Roles && roles.is_empty() {
        let refusal = Refusal::words(say!("which roles go round?"));
        return Err(refusal.hint(say!("name them with `--roles teller,guesser`")));
    }
    let form = match form {
        FormArg::RoundRobin => Form::RoundRobin { twice: args.twice },
        FormArg::Roles => Form::Roles,
        FormArg::Sides | FormArg::CatchAndRun => Form::Sides {
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
fn go_on(args: &MatchesArgs, results: &[&String]) -> Result<(), Failure> {
    let made = args.form.is_some()
        || args.games.is_some()
        || args.split.is_some()
        || args.twice
        || args.points.is_some()
        || !args.roles.is_empty();
    if made {
        let refusal = Refusal::words(say!("a new match needs the names of its players"));
        return Err(refusal
            .hint(say!("give their names: `kitpress matches Ann Bob Cho`"))
            .into());
    }
    let access = match results.is_empty() && !args.undo {
        true => Access::Read,
        false => Access::Write,
    };
    let Some(mut journal) = shelf::open(KIND, args.table.as_deref(), access)? else {
        let problem = Problem::new(say!("there is no match yet"));
        let hint = say!("give their names: `kitpress matches Ann Bob Cho`");
        return Err(problem.hint(hint).into());
    };
    let terms = Terms::from_body(journal.header()).ok_or_else(|| shelf::strange(&journal, 1))?;
    let contest = Contest::new(terms)?;
    let mut verdicts = shelf::entries(&journal, Verdict::from_body)?;
    let old = verdicts.len();
    if args.undo {
        verdicts.push(Verdict::Undo);
    }
    for word in results {
        verdicts.push(contest.read_verdict(word)?);
    }
    let contest = contest.with(&verdicts)?;
    for verdict in &verdicts[old..] {
        journal.append(verdict.to_body(), desk::now())?;
    }
    Ok(print(args, &contest, &journal)?)
}

fn print(args: &MatchesArgs, contest: &Contest, journal: &Journal) -> Outcome {
    if args.json {
        return out::json(&as_json(contest, &journal.path().display().to_string()));
    }
    for line in schedule(contest) {
        out::line(&line)?;
    }
    out::line("")?;
    for line in standings(contest) {
        out::line(&line)?;
    }
    Ok(())
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
    let simultaneous = matches!(contest.terms.form, Form::RoundRobin { .. });
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
            n => say!("{} points", n),
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

fn ahead(contest: &Contest) -> Vec<usize> {
    let table = contest.standings();
    let first = table.iter().filter(|s| s.rank == 1);
    first.map(|s| s.player).collect()
}

fn as_json(contest: &Contest, file: &str) -> Value {
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
        "file": file,
        "form": contest.terms.form.name(),
        "players": players,
        "games": games,
        "standings": table.iter().map(standing).collect::<Vec<_>>(),
        "over": contest.over(),
        "winners": winners,
    })
}
