//! `kitpress verify`: were the cards dealt by the seed that was sealed at the start, and is the file the one that was
//! noted at the end?

use clap::Args;
use serde_json::{Value, json};

use super::ask::ask;
use super::out;
use super::screen::on_a_terminal;
use super::table_args::{self, TableArgs};
use crate::diag::Problem;
use crate::play::history::Act;
use crate::play::journal::Access;
use crate::play::rules::Refusal;
use crate::play::table::{Failure, Noted, Reopened, Table, VerifyReport};
use crate::say;
use crate::say::Say;

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
        return Ok(out::json(&as_json(&table, &report, &noted))?);
    }
    table_args::lines(&[table_args::headline(&table)])?;
    for line in told(&table, &report, &noted) {
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

/// How often all agreed to take back something they had seen.
fn agreed(table: &Table) -> usize {
    let agreed = |a: &Option<Act>| {
        matches!(
            a,
            Some(Act::Undo {
                all_agree: true,
                ..
            })
        )
    };
    table.log().iter().filter(|e| agreed(&e.act)).count()
}

/// What was found, for people: what it proves and what not.
fn told(table: &Table, report: &VerifyReport, noted: &[Noted]) -> Vec<Say> {
    let mut lines = vec![
        say!(
            "every line of the file follows the one before it: {} {line|lines}",
            table.log().len()
        ),
        say!("seal of the shuffles: {}", table.commitment()),
    ];
    lines.extend(table.closing().map(|c| say!("closing digest: {}", c)));
    if agreed(table) > 0 {
        lines.push(say!(
            "taken back although seen, because all agreed: {}",
            agreed(table)
        ));
    }
    let reopened = table.reopened();
    let again = |r: &Reopened<'_>| {
        say!(
            "opened again in line {}, with the seal {}",
            r.place(),
            r.seal()
        )
    };
    lines.extend(reopened.iter().map(again));
    let Some(seed) = &report.seed else {
        let told = if table.outcome().is_some() {
            say!(
                "{} {shuffle or draw fits|shuffles and draws fit} the seed, which was not shown",
                report.draws.len()
            )
        } else {
            say!(
                "{} {shuffle or draw fits|shuffles and draws fit} the seed, which stays secret until the game is over",
                report.draws.len()
            )
        };
        lines.push(told);
        return lines;
    };
    lines.push(say!("seed: {}", seed));
    lines.extend(reopened.iter().map(|r| say!("seed: {}", r.reveal())));
    lines.push(say!(
        "{} {shuffle or draw fits|shuffles and draws fit} the seed",
        report.draws.len()
    ));
    lines.extend(proofs(table, noted));
    lines
}

/// What is proved and what is not.
fn proofs(table: &Table, noted: &[Noted]) -> Vec<Say> {
    let mut lines = Vec::new();
    if table.kit_changed() && !table.keeps_decks() {
        lines.push(say!("not proved: which cards these were; the kit has changed, and this older table keeps no cards of its own"));
    }
    if table.practice() {
        lines.push(say!(
            "proved: the cards came by the practice seed; somebody chose it, so nothing was secret"
        ));
    }
    for one in noted {
        lines.push(match one {
            Noted::Seal if table.keeps_decks() => say!(
                "proved: the seal is the one noted at the start, so players, settings, decks and all shuffles were fixed before the first move and none was changed"
            ),
            Noted::Seal => say!(
                "proved: the seal is the one noted at the start, so all shuffles were fixed before the first move and none was changed"
            ),
            Noted::Closing => say!(
                "proved: the closing digest is the one noted at the end, so nothing in the file was changed since"
            ),
            Noted::Line(line) => say!(
                "proved: the digits are those of line {}, so nothing up to it was changed since they were noted",
                line
            ),
        });
    }
    if !noted.contains(&Noted::Seal) && !table.practice() {
        lines.push(say!("not proved: that all was fixed before the first move; compare the seal with what you noted at the start"));
    }
    if !noted.contains(&Noted::Closing) {
        lines.push(say!("not proved: that the moves are the ones that were made; compare the closing digest with what you noted at the end"));
    }
    lines.push(say!("not proved: that nobody read the file during the game, or tried several deals before this one"));
    lines
}

fn as_json(table: &Table, report: &VerifyReport, noted: &[Noted]) -> Value {
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
    let mut fields = json!({
        "ok": true,
        "kit": table.kit().id,
        "practice": table.practice(),
        "over": table.outcome().is_some(),
        "commitment": table.commitment(),
        "seed": report.seed,
        "draws": draws,
        "agreed_undos": agreed(table),
        "says": proves,
    });
    if let Some(digest) = table.closing() {
        fields["closing"] = digest.into();
    }
    if table.kit_changed() {
        fields["kit_changed"] = true.into();
    }
    let again = |r: &Reopened<'_>| {
        let seed = report.seed.as_ref().map(|_| r.reveal());
        json!({"line": r.place(), "commitment": r.seal(), "seed": seed})
    };
    let reopened: Vec<Value> = table.reopened().iter().map(again).collect();
    if !reopened.is_empty() {
        fields["reopened"] = reopened.into();
    }
    fields
}
