//! CSV that spreadsheets open without harm: a name never becomes a formula.

use super::out;
use crate::clean::clean;
use crate::diag::{Problem, Problems};
use crate::say;

/// A text as a cell: what a spreadsheet would take for a formula gets an apostrophe before it, and nothing in it moves a
/// cursor.
pub(super) fn cell(text: &str) -> String {
    let text = clean(text);
    let formula = |c: char| matches!(c, '=' | '+' | '-' | '@' | '＝' | '＋' | '－' | '＠');
    match text.trim_start().starts_with(formula) {
        true => format!("'{text}"),
        false => text,
    }
}

/// Rows as CSV.
pub(super) fn csv(rows: &[Vec<String>]) -> Result<String, Problems> {
    let failed =
        |e: csv::Error| Problem::new(say!("internal error, please report: {}", say::heard(e)));
    let mut writer = csv::WriterBuilder::new()
        .flexible(true)
        .from_writer(Vec::new());
    for row in rows {
        writer.write_record(row).map_err(failed)?;
    }
    let bytes = writer.into_inner().map_err(|e| e.into_error());
    let bytes = bytes.map_err(out::cannot_write)?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_name_is_a_formula() {
        for name in ["=1+1", "+1", "-2", "@sum", " =1", "＝1", "\t=1"] {
            let kept = cell(name);
            assert!(
                kept.starts_with('\'') || kept.starts_with('\u{fffd}'),
                "{kept:?}"
            );
        }
        assert_eq!(cell("Ann"), "Ann");
        let row = vec!["a,b".to_owned(), "c\"d".to_owned()];
        assert_eq!(csv(&[row]).expect("CSV"), "\"a,b\",\"c\"\"d\"\n");
    }
}
