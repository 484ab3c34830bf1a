//! `kitpress tables`: the tables in the data folder.

use std::path::Path;

use clap::Args;
use serde_json::{Value, json};

use super::{desk, out};
use crate::diag::Problem;
use crate::play::journal::Access;
use crate::play::table::{Failure, Table};
use crate::say;

/// Arguments of `tables`.
#[derive(Args, Debug)]
#[command(after_help = "Examples:\n  kitpress tables\n  kitpress tables --json")]
pub struct TablesArgs {
    /// Print JSON
    #[arg(long)]
    json: bool,
    /// Language of messages: en or ja
    #[arg(long)]
    pub lang: Option<String>,
}

/// Runs the command.
pub fn run(args: &TablesArgs) -> Result<(), Failure> {
    let mut paths = desk::kept_tables()?;
    let current = desk::last_used();
    // The table used last may lie anywhere.
    let elsewhere = current.iter().filter(|c| !paths.contains(c) && c.exists());
    let elsewhere: Vec<_> = elsewhere.cloned().collect();
    paths.extend(elsewhere);
    let is_current = |path: &Path| current.as_deref() == Some(path);
    if args.json {
        let rows: Vec<Value> = paths.iter().map(|p| row(p, is_current(p))).collect();
        return Ok(out::json(&rows)?);
    }
    if paths.is_empty() {
        let none = say!("no tables yet; `kitpress start KIT --players Ann,Bob` makes one");
        out::line(&none.to_string())?;
    }
    for path in &paths {
        let mark = if is_current(path) { "*" } else { " " };
        let line = format!("{mark} {}: {}", path.display(), facts(path));
        desk::lines(&[line])?;
    }
    Ok(())
}

fn facts(path: &Path) -> String {
    let table = match Table::open(path, Access::Read) {
        Ok(table) => table,
        Err(failure) => return problem(failure),
    };
    let names = table.seats().join(", ");
    let mut facts = say!("{}, {}, {} moves", table.kit().id, names, table.moves()).to_string();
    if table.practice() {
        facts = say!("{}, practice", facts).to_string();
    }
    if table.outcome().is_some() {
        facts = say!("{}, over", facts).to_string();
    }
    facts
}

/// What is wrong with a table that does not open, without its advice.
fn problem(failure: Failure) -> String {
    match failure {
        Failure::Refused(refusal) => Problem::from(refusal).what.to_string(),
        Failure::Failed(problems) => problems
            .0
            .first()
            .map_or_else(String::new, |p| p.what.to_string()),
    }
}

fn row(path: &Path, current: bool) -> Value {
    let file = path.display().to_string();
    match Table::open(path, Access::Read) {
        Ok(table) => json!({
            "file": file,
            "current": current,
            "kit": table.kit().id,
            "seats": table.seats(),
            "moves": table.moves(),
            "over": table.outcome().is_some(),
            "practice": table.practice(),
        }),
        Err(failure) => json!({"file": file, "current": current, "error": problem(failure)}),
    }
}
