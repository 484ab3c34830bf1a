//! What `verify` found, for people and as JSON: what it proves and what not.

use serde_json::{Value, json};

use super::{Noted, Reopened, Table, VerifyReport};
use crate::play::history::Act;
use crate::say;
use crate::say::Say;

impl Table {
    /// What was found, for people.
    pub fn proves(&self, report: &VerifyReport, noted: &[Noted]) -> Vec<Say> {
        told(self, report, noted)
    }

    /// The same as JSON.
    pub fn proof(&self, report: &VerifyReport, noted: &[Noted]) -> Value {
        as_json(self, report, noted)
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
