//! `kitpress simulate`: bots play a game many times.

use clap::Args;
use serde_json::{Map, Value, json};

use super::cells::{fit, width};
use super::progress::ProgressBar;
use super::settings::setting;
use super::tally_words::said;
use super::{here, kit_is_here, out, roster, table_args};
use crate::diag::Problem;
use crate::kit::{Kit, Setting, Source};
use crate::play::config::{Config, Settings};
use crate::play::games::{Games, rules_of};
use crate::play::rules::{Refusal, Skill};
use crate::play::simulate::{SimulationPlan, Stats, share};
use crate::play::stock::Stock;
use crate::play::table::Failure;
use crate::say;
use crate::say::Say;

/// Arguments of `simulate`.
#[derive(Args, Debug)]
#[command(
    after_help = "The same --seed gives the same games, whatever the machine. Players are called A, B, C… unless\n\
    they are named.\n\n\
    Examples:\n  \
    kitpress simulate catch-and-run --players 4 --games 10000\n  \
    kitpress simulate birth-or-burst --players 5 --bots sensible\n  \
    kitpress simulate icecool --players Ann,Bob,Cho\n  \
    kitpress simulate cats --bots sensible,random --json\n  \
    kitpress simulate cat-and-chocolate --players 3 --set lone=2"
)]
pub(super) struct SimulateArgs {
    /// A kit's id, or a kit folder; the kit of this folder when none is given
    #[arg(value_name = "KIT|DIR", required = !kit_is_here(), default_value = here(), hide_default_value = true)]
    kit: String,
    /// How many play, or their names; the most that the kit is made for, when not given
    #[arg(long, value_name = "N|NAME,NAME…|@LIST")]
    players: Option<String>,
    /// How many games
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    games: u64,
    /// Which games: the same number gives the same ones
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// How well they play: random or sensible; several, by commas, for one seat after the other
    #[arg(long, value_name = "SKILL,…", default_value = "random", value_delimiter = ',', value_parser = skill)]
    bots: Vec<Skill>,
    /// A setting of the game, as NAME=VALUE
    #[arg(long = "set", value_name = "NAME=VALUE", value_parser = setting)]
    set: Vec<Setting>,
    /// Print JSON
    #[arg(long)]
    json: bool,
    /// Language of messages: en or ja
    #[arg(long)]
    pub lang: Option<String>,
}

fn skill(word: &str) -> Result<Skill, Say> {
    match word {
        "random" => Ok(Skill::Random),
        "sensible" => Ok(Skill::Sensible),
        _ => Err(say!("bots are `random` or `sensible`")),
    }
}

/// What a skill is called on the command line.
pub(super) fn word(skill: Skill) -> &'static str {
    match skill {
        Skill::Random => "random",
        Skill::Sensible => "sensible",
    }
}

/// Runs the command.
pub(super) fn run(args: &SimulateArgs) -> Result<(), Failure> {
    let kit = Kit::load_from(Source::find(&args.kit)?, &args.set)?;
    let seats = seats(args.players.as_deref(), kit.players.1)?;
    let skills: Vec<Skill> = args
        .bots
        .iter()
        .copied()
        .cycle()
        .take(seats.len())
        .collect();
    let plan = SimulationPlan {
        games: args.games,
        seed: args.seed,
        skills,
    };
    let settings: Settings = args.set.iter().cloned().collect();
    let games = Games::shipped();
    games.check(&kit)?;
    let stock = Stock::of(&games, &kit, rules_of(&kit));
    let config = Config {
        kit: &stock,
        seats: &seats,
        settings: &settings,
    };
    let stats = played(&games, &kit, config, &plan)?;
    if args.json {
        return Ok(out::json(&as_json(&kit, &seats, &plan, &settings, &stats))?);
    }
    Ok(table_args::lines(&as_text(&kit, &seats, &plan, &stats))?)
}

/// Who plays: those who are named, else so many, called A, B, C…
fn seats(players: Option<&str>, most: u32) -> Result<Vec<String>, Failure> {
    let letters = |number: u32| {
        ('A'..='Z')
            .take(number as usize)
            .map(String::from)
            .collect()
    };
    let Some(players) = players else {
        return Ok(letters(most));
    };
    if !players.starts_with(|c: char| c.is_ascii_digit() || c == '-') {
        return roster::players(players);
    }
    let number = players.parse().ok().filter(|n| (1..=26).contains(n));
    number.map(letters).ok_or_else(|| {
        let what = say!("`{}` must be {}, not {}", "--players", "1 to 26", players);
        Refusal::words(what).into()
    })
}

fn played(
    games: &Games,
    kit: &Kit,
    config: Config<'_>,
    plan: &SimulationPlan,
) -> Result<Stats, Failure> {
    let progress = ProgressBar::of(plan.games, say!("games"));
    let done = |n: u64| progress.add(n);
    let stats = games.simulate(rules_of(kit), config, plan, &done)?;
    drop(progress);
    stats.map_err(|endless| {
        let what = say!("game {} of seed {} does not end", endless.0, plan.seed);
        Failure::from(Problem::new(what).hint(say!("please report it")))
    })
}

/// A share with its interval, as JSON.
fn rate(hits: u64, of: u64) -> [(&'static str, Value); 4] {
    let [p, low, high] = share(hits, of);
    let digits = |x: f64| json!((x * 1e6).round() / 1e6);
    [
        ("games", json!(hits)),
        ("rate", digits(p)),
        ("low", digits(low)),
        ("high", digits(high)),
    ]
}

fn row(key: &str, name: Value, hits: u64, of: u64) -> Value {
    let mut row = Map::new();
    row.insert(key.to_owned(), name);
    for (key, value) in rate(hits, of) {
        row.insert(key.to_owned(), value);
    }
    Value::Object(row)
}

fn as_json(
    kit: &Kit,
    seats: &[String],
    plan: &SimulationPlan,
    settings: &Settings,
    s: &Stats,
) -> Value {
    let wins = seats.iter().zip(&s.wins).zip(&plan.skills);
    let wins: Vec<Value> = wins
        .map(|((name, wins), skill)| {
            let mut win = row("name", json!(name), *wins, s.games);
            win["bot"] = word(*skill).into();
            win
        })
        .collect();
    let rows = |key: &str, of: &std::collections::BTreeMap<&str, u64>| -> Vec<Value> {
        of.iter()
            .map(|(name, n)| row(key, json!(name), *n, s.games))
            .collect()
    };
    let figures: Map<String, Value> = s
        .figures
        .iter()
        .map(|(name, f)| {
            let mean = f.sum as f64 / s.games.max(1) as f64;
            let figure = json!({"mean": mean, "min": f.min, "max": f.max});
            ((*name).to_owned(), figure)
        })
        .collect();
    json!({
        "kit": kit.id,
        "players": seats.len(),
        "games": s.games,
        "seed": plan.seed,
        "settings": settings,
        "wins": wins,
        "shared": row("of", json!("shared"), s.shared, s.games),
        "nobody": row("of", json!("nobody"), s.nobody, s.games),
        "sides": rows("side", &s.sides),
        "endings": rows("ending", &s.endings),
        "length": {
            "mean": s.mean_length(),
            "min": s.length_at(0.0),
            "p10": s.length_at(0.1),
            "median": s.length_at(0.5),
            "p90": s.length_at(0.9),
            "max": s.length_at(1.0),
        },
        "figures": figures,
    })
}

fn percent(hits: u64, of: u64) -> String {
    let [p, low, high] = share(hits, of).map(|x| x * 100.0);
    format!("{p:5.1} %  [{low:.1}–{high:.1}]")
}

/// Cells that names take before the shares.
const WIDE: usize = 24;

fn as_text(kit: &Kit, seats: &[String], plan: &SimulationPlan, s: &Stats) -> Vec<String> {
    let mut lines = vec![
        say!(
            "{}: {} {game|games} of {} {player|players}, seed {}",
            kit.id,
            s.games,
            seats.len(),
            plan.seed
        )
        .to_string(),
    ];
    let line = |name: &str, hits: u64| {
        let wide = width(name).max(WIDE);
        format!("  {}{}", fit(name, wide), percent(hits, s.games))
    };
    lines.push(say!("won, alone or with others, with the 95 % interval:").to_string());
    for ((name, wins), skill) in seats.iter().zip(&s.wins).zip(&plan.skills) {
        lines.push(line(&format!("{name} ({})", said(word(*skill))), *wins));
    }
    lines.push(line(&say!("several win").to_string(), s.shared));
    lines.push(line(&say!("nobody wins").to_string(), s.nobody));
    for (title, rows) in [
        (say!("sides that won:"), &s.sides),
        (say!("how they ended:"), &s.endings),
    ] {
        if !rows.is_empty() {
            lines.push(title.to_string());
            lines.extend(
                rows.iter()
                    .map(|(name, n)| line(&said(name).to_string(), *n)),
            );
        }
    }
    let length = say!(
        "length: {} on average, {} in the middle, most between {} and {}, from {} to {}",
        format!("{:.1}", s.mean_length()),
        s.length_at(0.5),
        s.length_at(0.1),
        s.length_at(0.9),
        s.length_at(0.0),
        s.length_at(1.0)
    );
    lines.push(length.to_string());
    for (name, f) in &s.figures {
        let mean = f.sum as f64 / s.games.max(1) as f64;
        let text = say!(
            "{}: {} on average, from {} to {}",
            said(name),
            format!("{mean:.2}"),
            f.min,
            f.max
        );
        lines.push(text.to_string());
    }
    lines
}
