//! `kitpress start` and `kitpress deal`: a new table.

use std::path::{Path, PathBuf};

use clap::Args;
use serde_json::{Value, json};

use super::handover::{hand_over, secrets};
use super::matches::link::{self, DuePairing};
use super::screen::{Screen, leave, on_a_terminal};
use super::settings::setting;
use super::table_args::{self, public_events, shown_with};
use super::{CommandResult, here, kit_is_here, out, roster, shelf};
use crate::kit::{Kit, Setting, Source};
use crate::play::config::Config;
use crate::play::games::{Games, rules_of};
use crate::play::journal::JournalPlace;
use crate::play::rng::{Chance, Seed};
use crate::play::rules::{Fault, Refusal};
use crate::play::seats;
use crate::play::stock::Stock;
use crate::play::table::{Failure, Start, Table};
use crate::play::view::{View, Viewer};
use crate::say;

/// What a new table is made of; shared by `start`, `deal` and `play`.
#[derive(Args, Clone, Debug)]
pub(super) struct NewTable {
    /// The players, clockwise, separated by commas; `@club` stands for those that `kitpress roster` keeps as `club`
    #[arg(long, value_name = "NAME,NAME…")]
    pub players: Option<String>,
    /// A setting of the game, as NAME=VALUE
    #[arg(long = "set", value_name = "NAME=VALUE", value_parser = setting)]
    pub set: Vec<Setting>,
    /// Practice: deal by this number, so that the same number deals the same cards
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
    /// The next game of a match: its players sit down, and the match takes the result from the table
    #[arg(long = "match", value_name = "FILE|NAME", conflicts_with = "players")]
    pub contest: Option<String>,
    /// This game of the match, by its number
    #[arg(long, value_name = "N", requires = "contest")]
    pub pairing: Option<usize>,
}

impl NewTable {
    /// The same with these players, where some were asked for.
    pub(super) fn with_players(&self, players: Option<String>) -> Self {
        Self {
            players: players.or_else(|| self.players.clone()),
            ..self.clone()
        }
    }

    /// Makes the table, in a file or under a new name in the data folder.
    pub(super) fn make(&self, kit: &str, file: Option<&Path>) -> Result<Table, Failure> {
        let kit = self.kit(kit)?;
        let pairing = self.sit_down()?;
        let start = self.start(&kit, pairing.as_ref())?;
        file.map_or(Ok(()), shelf::refuse_known)?;
        let table = match file {
            Some(path) => Table::start(path, start, table_args::now())?,
            None => begin(start)?,
        };
        table_args::remember(table.path());
        if let Some(pairing) = pairing {
            pairing.note(table.path())?;
        }
        Ok(table)
    }

    /// Whether anything of a new table was said.
    pub(super) fn given(&self) -> bool {
        self.players.is_some()
            || !self.set.is_empty()
            || self.seed.is_some()
            || self.contest.is_some()
    }

    /// The game of a match that is to be played, where one is named.
    fn sit_down(&self) -> Result<Option<DuePairing>, Failure> {
        let contest = self.contest.as_deref();
        contest
            .map(|name| link::pairing(name, self.pairing))
            .transpose()
    }

    /// Loads the kit with the settings that are its own.
    pub(super) fn kit(&self, name: &str) -> Result<Kit, Failure> {
        let kit = Kit::load_from(Source::find(name)?, &self.set)?;
        Games::shipped().check(&kit)?;
        Ok(kit)
    }

    fn start<'a>(&self, kit: &'a Kit, pairing: Option<&DuePairing>) -> Result<Start<'a>, Failure> {
        let named = || -> Result<Vec<String>, Failure> {
            let names = self.players.as_ref().ok_or_else(|| {
                Refusal::words(say!("who plays?")).hint(say!("name them: `--players Ann,Bob,Cho`"))
            })?;
            roster::players(names)
        };
        let seats = match pairing {
            Some(pairing) => pairing.players.clone(),
            None => named()?,
        };
        let roles = pairing.and_then(|p| p.setting(kit));
        let seed = match self.seed {
            Some(number) => Seed::practice(number),
            None => Seed::from_system()?,
        };
        Ok(Start {
            kit,
            seats,
            // What was set by hand goes before what the match says.
            settings: roles.into_iter().chain(self.set.iter().cloned()).collect(),
            seed,
            practice: self.seed.is_some(),
        })
    }
}

/// Makes a table under a new name in the data folder.
pub(super) fn begin(start: Start<'_>) -> Result<Table, Failure> {
    let names = table_args::numbered(&start.kit.id)?;
    let place = JournalPlace::Next(&names);
    let table = Table::start_by(&Games::shipped(), &place, start, table_args::now())?;
    table_args::remember(table.path());
    Ok(table)
}

/// Arguments of `start`.
#[derive(Args, Debug)]
#[command(after_help = "Examples:\n  \
    kitpress start catch-and-run --players Ann,Bob\n  \
    kitpress start my-game --players Ann,Bob,Cho --set rounds=3 --table evening.table\n  \
    kitpress start my-game --players @club,Dai               a list that `kitpress roster` keeps, and one more\n  \
    kitpress start my-game --players Ann,Bob --seed 7       practice: the same cards every time\n  \
    kitpress start my-game --match match-1                  the next game of a match")]
pub(super) struct StartArgs {
    /// A kit's id, or a kit folder; the kit of this folder when none is given
    #[arg(value_name = "KIT|DIR", required = !kit_is_here(), default_value = here(), hide_default_value = true)]
    kit: String,
    #[command(flatten)]
    new: NewTable,
    /// Keep the table in this file; in your data folder when none is given
    #[arg(long, value_name = "FILE")]
    table: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    json: bool,
    /// Language of messages: en or ja
    #[arg(long)]
    pub lang: Option<String>,
}

/// Runs `start`.
pub(super) fn run(args: &StartArgs) -> Result<(), Failure> {
    let table = args.new.make(&args.kit, args.table.as_deref())?;
    tell(&table, args.json)
}

/// Tells of a table that was just set up.
pub(super) fn tell(table: &Table, json: bool) -> Result<(), Failure> {
    if json {
        let events = public_events(&table.log()[0]);
        let more = vec![
            ("table", shown(table.path())),
            ("name", table_args::name(table.path()).into()),
            ("commitment", table.commitment().into()),
            ("events", json!(events)),
        ];
        return Ok(out::json(&shown_with(table, more))?);
    }
    table_args::lines(&[table_args::headline(table)])?;
    table_args::lines(&public_events(&table.log()[0]))?;
    announce(table)?;
    Ok(out::line(&table_args::standing(table, Viewer::Public))?)
}

/// Where the table is, and what binds it.
fn announce(table: &Table) -> CommandResult {
    let (name, path) = (table_args::name(table.path()), table.path().display());
    out::line(&say!("table: {} ({})", name, path).to_string())?;
    out::line(&say!("seal of the shuffles: {}", table.commitment()).to_string())?;
    if table.practice() {
        return Ok(());
    }
    let advice =
        say!("note its first 16 digits; `kitpress verify --noted` compares them at the end");
    out::line(&advice.to_string())
}

fn shown(path: &Path) -> Value {
    path.display().to_string().into()
}

/// Arguments of `deal`.
#[derive(Args, Debug)]
#[command(
    after_help = "Makes a table and hands the screen round, so that everyone sees their own cards and role.\n\
    Later, `kitpress show --seat NAME --reveal` shows one player's again.\n\n\
    Examples:\n  \
    kitpress deal my-secret --players Ann,Bob,Cho,Dai\n  \
    kitpress deal my-secret --players Ann,Bob,Cho,Dai --seat Ann --reveal\n  \
    kitpress deal my-secret --players Ann,Bob,Cho,Dai --json --seed 7   practice: everything is shown"
)]
pub(super) struct DealArgs {
    /// A kit's id, or a kit folder; the kit of this folder when none is given
    #[arg(value_name = "KIT|DIR", required = !kit_is_here(), default_value = here(), hide_default_value = true)]
    kit: String,
    #[command(flatten)]
    new: NewTable,
    /// Keep the table in this file; in your data folder when none is given
    #[arg(long, value_name = "FILE")]
    table: Option<PathBuf>,
    /// Show one player's cards only
    #[arg(long, value_name = "NAME", requires = "reveal")]
    seat: Option<String>,
    /// Yes, show what is hidden
    #[arg(long, requires = "seat")]
    reveal: bool,
    /// Print JSON; what is hidden only for practice (--seed), or for one --seat
    #[arg(long)]
    json: bool,
    /// Language of messages: en or ja
    #[arg(long)]
    pub lang: Option<String>,
}

/// Runs `deal`.
pub(super) fn deal(args: &DealArgs) -> Result<(), Failure> {
    refuse_before(args)?;
    let mut table = args.new.make(&args.kit, args.table.as_deref())?;
    let everybody = || (0..table.seats().len()).collect();
    let asked: Vec<usize> = match &args.seat {
        // For JSON, everybody's own is shown for practice only.
        None if args.json && !table.practice() => Vec::new(),
        Some(_) if args.json && table.practice() => everybody(),
        None => everybody(),
        Some(name) => vec![table.seat(name)?],
    };
    table.look(&asked, table_args::now())?;
    if args.json {
        return Ok(out::json(&dealt(&table, &asked))?);
    }
    reveal(&table, &asked)?;
    table_args::lines(&[table_args::headline(&table)])?;
    announce(&table)?;
    Ok(())
}

/// Refuses what cannot be shown, before a table is made.
fn refuse_before(args: &DealArgs) -> Result<(), Failure> {
    let kit = args.new.kit(&args.kit)?;
    let start = args.new.start(&kit, args.new.sit_down()?.as_ref())?;
    if let Some(name) = &args.seat {
        seats::find(&start.seats, name)?;
    }
    if !deals_something(&start)? {
        let what = say!("nothing is dealt in secret in `{}`", kit.id);
        return Err(Refusal::new(Fault::Rule, what).into());
    }
    if !args.json && args.seat.is_none() && !start.practice && !on_a_terminal() {
        return Err(needs_terminal().into());
    }
    Ok(())
}

fn deals_something(start: &Start<'_>) -> Result<bool, Refusal> {
    let (games, rules) = (Games::shipped(), rules_of(start.kit));
    let config = Config {
        kit: &Stock::of(&games, start.kit, rules),
        seats: &start.seats,
        settings: &start.settings,
    };
    let mut chance = Chance::new(start.seed.clone());
    let (game, _) = games.begin(rules, config, &mut chance)?;
    let secret = |seat| !game.view(Viewer::Seat(seat)).secret.is_empty();
    Ok((0..start.seats.len()).any(secret))
}

fn needs_terminal() -> Refusal {
    let what = say!("hidden cards are shown on a terminal only");
    Refusal::new(Fault::Rule, what).hint(say!(
        "`--seat NAME --reveal` prints what one player may see"
    ))
}

/// The deal as JSON, with what these seats may see.
fn dealt(table: &Table, asked: &[usize]) -> Value {
    let own = |(i, name): (usize, &String)| {
        let mut fields = serde_json::Map::new();
        fields.insert("name".into(), name.as_str().into());
        if asked.contains(&i) {
            fields.extend(table.view(Viewer::Seat(i)).own);
        }
        Value::Object(fields)
    };
    let seats: Vec<Value> = table.seats().iter().enumerate().map(own).collect();
    json!({
        "kit": table.kit().id,
        "seats": seats,
        "practice": table.practice(),
        "commitment": table.commitment(),
        "table": shown(table.path()),
    })
}

/// Shows seats what only they may see: on a terminal screen by screen, else plainly, which the caller has allowed.
pub(super) fn reveal(table: &Table, seats: &[usize]) -> Result<(), Failure> {
    if on_a_terminal() {
        let ended = {
            let mut screen = Screen::enter()?;
            hand_over(&mut screen, &secrets(table), seats)?
        };
        return Ok(leave(ended)?);
    }
    let views: Vec<(&str, View)> = seats
        .iter()
        .map(|s| (table.seats()[*s].as_str(), table.view(Viewer::Seat(*s))))
        .collect();
    for (name, view) in &views {
        table_args::lines(&[say!("{}:", name).to_string()])?;
        let indented: Vec<String> = view.secret.iter().map(|l| format!("  {l}")).collect();
        table_args::lines(&indented)?;
    }
    Ok(())
}
