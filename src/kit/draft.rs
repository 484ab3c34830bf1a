//! A table that is no kit yet: its columns with what stands in them, for whoever drafts a kit from it.

use std::path::Path;

use super::columns::{copies, headers};
use super::rows::{self, plain};
use super::{Source, lang::split_key};
use crate::diag::Problems;

/// A table outside any kit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct DraftTable {
    /// Its columns in their order.
    pub columns: Vec<DraftColumn>,
    /// The header of the column that says how many copies there are, where its name is not plainly `count`.
    pub copies: Option<String>,
    /// How many rows there are.
    pub rows: usize,
}

/// A column of such a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct DraftColumn {
    /// What stands above it.
    pub header: String,
    /// What stands in it; empty cells are left out.
    pub cells: Vec<String>,
}

impl DraftTable {
    /// Reads a table file, of a spreadsheet its first sheet.
    pub(crate) fn read(path: &Path) -> Result<Self, Problems> {
        let (source, file) = Source::around(path)?;
        let (table, problems) = rows::read(&source, &file, None);
        let table = problems.or(table)?;
        let headers = headers(&table.rows);
        let column = |header: &&str| DraftColumn {
            header: (*header).to_owned(),
            cells: table
                .rows
                .iter()
                .filter_map(|(fields, _)| fields.get(*header))
                .map(|value| plain(value).trim().to_owned())
                .filter(|cell| !cell.is_empty())
                .collect(),
        };
        Ok(Self {
            columns: headers.iter().map(column).collect(),
            copies: copies(&headers).map(str::to_owned),
            rows: table.rows.len(),
        })
    }

    /// The languages that columns such as `title.ja` are written in.
    pub(crate) fn languages(&self, known: &[String]) -> Vec<String> {
        let marked = |column: &DraftColumn| split_key(&column.header, known).1.map(str::to_owned);
        let mut found: Vec<String> = self.columns.iter().filter_map(marked).collect();
        found.sort_unstable();
        found.dedup();
        found
    }
}
