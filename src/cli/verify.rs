//! `kitpress verify`: were the cards dealt by the seed that was sealed at the start, and is the file the one that was
//! noted at the end?

use clap::Args;

use super::ask::ask;
use super::out;
use super::screen::on_a_terminal;
use super::table_args::{self, TableArgs};
use crate::diag::Problem;
use crate::play::journal::Access;
use crate::play::rules::Refusal;
use crate::play::table::{Failure, Noted, Table};
use crate::say;

/// The fewest digits that are worth comparing.
const FEWEST_DIGITS: usize = 8;

/// Arguments of `verify`.
#[derive(Args, Debug)]
#[command(
    after_help = "Before the end nothing is told: the file is checked, the seed stays secret.\n\
    After the end the seed is shown, and the table is closed; on a terminal you are asked first.\n\
    docs/fairness.md says how to check everything without kitpress.\n\n\
    Examples:\n  \
    kitpress verify\n  \
    kitpress verify --noted 3fa1c04b77e02d19       compare with the seal that was noted at the start\n  \
    kitpress verify --noted 3fa1c04b77e02d19 --noted 90b2e4…   and with the closing digest\n  \
    kitpress verify --give-up              end the game here and show everything"
)]
pub(super) struct VerifyArgs {
    /// The first digits of the seal, noted at the start, or of the closing digest, noted at the end; may be given twice
    #[arg(long, value_name = "DIGITS")]
    noted: Vec<String>,
    /// End the game now, so that the seed can be shown
    #[arg(long)]
    give_up: bool,
    #[command(flatten)]
    pub on: TableArgs,
}

/// Runs the command.
pub(super) fn run(args: &VerifyArgs) -> Result<(), Failure> {
    let digits = args.noted.iter().map(|d| digits(d));
    let digits: Vec<String> = digits.collect::<Result<_, _>>()?;
    let mut table = args.on.open(Access::Read)?;
    if table.cut() {
        return Err(cut(&table).into());
    }
    let noted = digits.iter().map(|d| {
        let found = table.noted(d);
        found.ok_or_else(|| unlike(&table, d))
    });
    let noted: Vec<Noted> = noted.collect::<Result<_, _>>()?;
    let report = if table.would_show(args.give_up) && agreed_to_show(args) {
        drop(table);
        table = args.on.open(Access::Write)?;
        table.verify(args.give_up, table_args::now())?
    } else {
        table.report()?
    };
    if !report.commitment_fits {
        let what = say!("the seed does not fit the seal of the start");
        return Err(Problem::new(what).into());
    }
    if args.on.json {
        return Ok(out::json(&table.proof(&report, &noted))?);
    }
    table_args::lines(&[table_args::headline(&table)])?;
    for line in table.proves(&report, &noted) {
        out::line(&line.to_string())?;
    }
    Ok(())
}

/// Asks people at a terminal whether the seed may be shown; a script means what it says.
fn agreed_to_show(args: &VerifyArgs) -> bool {
    if args.on.json || !on_a_terminal() {
        return true;
    }
    let question = if args.give_up {
        say!(
            "giving up ends the game here and shows the seed, and with it every hidden card. Show it?"
        )
    } else {
        say!(
            "showing the seed closes the table: after that the last move is taken back only if all agree. Show it?"
        )
    };
    ask(&question)
}

/// The problem of a file whose end is missing.
fn cut(table: &Table) -> Problem {
    let what = say!("the end of the file was cut off, so nothing is proved");
    let problem = Problem::new(what).at(table.path().display().to_string(), table.log().len());
    problem.hint(say!(
        "put back a whole copy of the file; if there is none, play on: the next move or undo makes it whole"
    ))
}

/// The problem of digits that are in no line.
fn unlike(table: &Table, digits: &str) -> Problem {
    let what = say!(
        "`{}` is neither the seal nor the closing digest of this file: it is not what was noted",
        digits
    );
    let now = match table.closing() {
        Some(closing) => say!("seal {}, closing digest {}", table.commitment(), closing),
        None => say!("seal {}; the game is not over", table.commitment()),
    };
    Problem::new(what).hint(now)
}

fn digits(text: &str) -> Result<String, Refusal> {
    let digits = text.trim().to_lowercase();
    let fine = digits.len() >= FEWEST_DIGITS && digits.chars().all(|c| c.is_ascii_hexdigit());
    let what = || {
        say!(
            "`--noted` takes at least {} digits of the seal or of the closing digest",
            FEWEST_DIGITS
        )
    };
    if fine {
        Ok(digits)
    } else {
        Err(Refusal::words(what()))
    }
}
