//! `kitpress verify`: were the cards dealt by the seed that was sealed at the start?

use clap::Args;
use serde_json::{Value, json};

use super::desk::{self, TableArgs};
use super::out;
use crate::diag::Problem;
use crate::play::course::Act;
use crate::play::journal::Access;
use crate::play::rules::Refusal;
use crate::play::table::{Failure, Report, Table};
use crate::say;
use crate::say::Say;

/// The fewest digits of the seal that are worth comparing.
const FEWEST_DIGITS: usize = 8;

/// Arguments of `verify`.
#[derive(Args, Debug)]
#[command(
    after_help = "Before the end nothing is told: the file is checked, the seed stays secret.\n\
    docs/fairness.md says how to check everything without kitpress.\n\n\
    Examples:\n  \
    kitpress verify\n  \
    kitpress verify --noted 3fa1c04b       compare with what was noted at the start\n  \
    kitpress verify --give-up              end the game here and show everything"
)]
pub struct VerifyArgs {
    /// The first digits of the seal, as noted at the start
    #[arg(long, value_name = "DIGITS")]
    noted: Option<String>,
    /// End the game now, so that the seed can be shown
    #[arg(long)]
    give_up: bool,
    #[command(flatten)]
    pub on: TableArgs,
}

/// Runs the command.
pub fn run(args: &VerifyArgs) -> Result<(), Failure> {
    let noted = args.noted.as_deref().map(digits).transpose()?;
    let mut table = args.on.open(Access::Read)?;
    if table.would_show(args.give_up) {
        drop(table);
        table = args.on.open(Access::Write)?;
    }
    if let Some(noted) = &noted
        && !table.commitment().starts_with(noted.as_str())
    {
        let what =
            say!("the seal is not the one that was noted: this is not the deal of the start");
        return Err(Problem::new(what).into());
    }
    let report = table.verify(args.give_up, desk::now())?;
    if !report.commitment_fits {
        let what = say!("the seed does not fit the seal of the start");
        return Err(Problem::new(what).into());
    }
    if args.on.json {
        return Ok(out::json(&as_json(&table, &report, noted.is_some()))?);
    }
    desk::lines(&[desk::headline(&table)])?;
    for line in told(&table, &report, noted.is_some()) {
        out::line(&line.to_string())?;
    }
    Ok(())
}

fn digits(text: &str) -> Result<String, Refusal> {
    let digits = text.trim().to_lowercase();
    let fine = digits.len() >= FEWEST_DIGITS && digits.chars().all(|c| c.is_ascii_hexdigit());
    let what = || {
        say!(
            "`--noted` takes at least {} digits of the seal",
            FEWEST_DIGITS
        )
    };
    if fine {
        Ok(digits)
    } else {
        Err(Refusal::words(what()))
    }
}

/// How often all agreed to take back something they had seen.
fn agreed(table: &Table) -> usize {
    let agreed = |a: &Option<Act>| matches!(a, Some(Act::Undo { all_agree: true }));
    table.log().iter().filter(|e| agreed(&e.act)).count()
}

/// What was found, for people: what it proves and what not.
fn told(table: &Table, report: &Report, noted: bool) -> Vec<Say> {
    let mut lines = vec![
        say!(
            "every line of the file follows the one before it: {} lines",
            table.log().len()
        ),
        say!("seal of the shuffles: {}", table.commitment()),
    ];
    if agreed(table) > 0 {
        lines.push(say!(
            "taken back although seen, because all agreed: {}",
            agreed(table)
        ));
    }
    let Some(seed) = &report.seed else {
        lines.push(say!(
            "{} shuffles and draws fit the seed, which stays secret until the game is over",
            report.draws.len()
        ));
        return lines;
    };
    lines.push(say!("seed: {}", seed));
    lines.push(say!(
        "{} shuffles and draws fit the seed",
        report.draws.len()
    ));
    lines.push(proof(table, noted));
    lines.push(say!("not proved: that nobody read the file during the game, or tried several deals before this one"));
    lines
}

fn proof(table: &Table, noted: bool) -> Say {
    if table.practice() {
        say!(
            "proved: the cards came by the practice seed; somebody chose it, so nothing was secret"
        )
    } else if noted {
        say!(
            "proved: the seal is the one noted at the start, so all cards were fixed before the first move and none was changed"
        )
    } else {
        say!(
            "proved: all cards came from this one seed; compare the seal with what you noted at the start to know that it was fixed then"
        )
    }
}

fn as_json(table: &Table, report: &Report, noted: bool) -> Value {
    // Orders tell where cards lie: they come with the seed, not before.
    let draws: Vec<Value> = match report.seed {
        Some(_) => report.draws.iter().map(|d| json!(d)).collect(),
        None => report
            .draws
            .iter()
            .map(|d| json!({"label": d.label}))
            .collect(),
    };
    let proves: Vec<String> = told(table, report, noted)
        .iter()
        .map(Say::to_string)
        .collect();
    json!({
        "ok": true,
        "kit": table.kit().id,
        "practice": table.practice(),
        "over": table.outcome().is_some(),
        "commitment": table.commitment(),
        "seed": report.seed,
        "draws": draws,
        "agreed_undos": agreed(table),
        "says": proves,
    })
}
