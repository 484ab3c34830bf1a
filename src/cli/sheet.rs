//! CSV that a spreadsheet can open: what people wrote is a text there, never a formula.

use super::out;
use crate::clean::clean;
use crate::diag::{Problem, Problems};
use crate::say;

/// A sheet of rows.
pub(super) struct TableOfCells(csv::Writer<Vec<u8>>);

impl TableOfCells {
    /// A sheet with these columns.
    pub(super) fn new(columns: &[&str]) -> Result<Self, Problems> {
        Self::headed(columns.iter().map(SheetCell::plain))
    }

    /// A sheet with columns that people named.
    pub(super) fn headed(columns: impl IntoIterator<Item = SheetCell>) -> Result<Self, Problems> {
        let mut sheet = Self(csv::Writer::from_writer(Vec::new()));
        sheet.row(columns)?;
        Ok(sheet)
    }

    /// One more row.
    pub(super) fn row(
        &mut self,
        cells: impl IntoIterator<Item = SheetCell>,
    ) -> Result<(), Problems> {
        let cells = cells.into_iter().map(|SheetCell(text)| text);
        let failed =
            |e: csv::Error| Problem::new(say!("internal error, please report: {}", say::heard(e)));
        Ok(self.0.write_record(cells).map_err(failed)?)
    }

    /// Prints it.
    pub(super) fn print(self) -> Result<(), Problems> {
        let bytes = self.0.into_inner().map_err(|e| e.into_error());
        out::bytes(&bytes.map_err(out::cannot_write)?)
    }
}

/// What stands in a cell.
pub(super) struct SheetCell(String);

impl SheetCell {
    /// A number, or a word of our own.
    pub(super) fn plain(value: impl ToString) -> Self {
        Self(value.to_string())
    }

    /// A number that may be missing.
    pub(super) fn maybe(value: Option<impl ToString>) -> Self {
        Self(value.map(|v| v.to_string()).unwrap_or_default())
    }

    /// What somebody wrote: on one line, and with an apostrophe before it where a spreadsheet would compute it.
    pub(super) fn text(text: &str) -> Self {
        let text = clean(text);
        let formula = ['=', '+', '-', '@', '＝', '＋', '－', '＠', '\t', '\r'];
        match text.trim_start().starts_with(formula) {
            true => Self(format!("'{text}")),
            false => Self(text),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_that_people_wrote_is_a_formula() {
        for (text, cell) in [
            ("Ann", "Ann"),
            ("=HYPERLINK(\"x\")", "'=HYPERLINK(\"x\")"),
            ("+1", "'+1"),
            (" @sum", "' @sum"),
            ("＝1", "'＝1"),
            ("-", "'-"),
            ("a=b", "a=b"),
            ("x\ny", "x y"),
        ] {
            assert_eq!(SheetCell::text(text).0, cell, "{text:?}");
        }
        assert_eq!(SheetCell::plain(-3).0, "-3");
    }
}
