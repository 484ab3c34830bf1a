//! A page of the help as text: on a terminal of any width, or for a pipe.

use super::blocks::HelpBlock;
use super::page::{HelpEntry, HelpPage, HelpSection};
use crate::cli::cells::{width, wrap};
use crate::say;

/// How far entries are set in.
const IN: usize = 2;
/// Terms that are longer stand on a line of their own.
const LONG: usize = 24;
/// The fewest cells that a meaning may have beside its term.
const BESIDE: usize = 30;

/// The page on so many cells; bold where it is seen on a terminal.
pub(super) fn text(page: &HelpPage, cells: usize, bold: bool) -> String {
    let mut out = HelpLines {
        cells: cells.max(20),
        bold,
        text: String::new(),
    };
    out.prose(&page.about);
    out.text.push('\n');
    out.usage(&page.usage);
    let terms = page.sections.iter().flat_map(|s| &s.entries);
    let column = column(terms.map(|e| width(&e.term)), out.cells);
    for section in &page.sections {
        out.text.push('\n');
        out.section(section, column);
    }
    let mut in_prose = false;
    for block in &page.after {
        // Sentences stand together, lists apart.
        let prose = matches!(block, HelpBlock::Prose(_));
        let goes_on = prose && in_prose;
        if !goes_on {
            out.text.push('\n');
        }
        in_prose = prose;
        out.block(block);
    }
    if page.sections.iter().any(|s| s.example.is_some()) {
        out.text.push('\n');
        out.prose(
            &say!("`kitpress help COMMAND` tells all about a command, with examples.").to_string(),
        );
    }
    out.text
}

/// Where meanings begin: behind the longest term, or on lines of their own.
fn column(terms: impl Iterator<Item = usize>, cells: usize) -> Option<usize> {
    let widest = terms.filter(|w| *w <= LONG).max().unwrap_or(0);
    let column = IN + widest + 2;
    (column + BESIDE <= cells).then_some(column)
}

struct HelpLines {
    cells: usize,
    bold: bool,
    text: String,
}

impl HelpLines {
    fn line(&mut self, line: &str) {
        self.text.push_str(line.trim_end());
        self.text.push('\n');
    }

    fn strong(&self, text: &str) -> String {
        match self.bold {
            true => format!("\x1b[1m{text}\x1b[0m"),
            false => text.to_owned(),
        }
    }

    fn prose(&mut self, text: &str) {
        for line in wrap(text, self.cells) {
            self.line(&line);
        }
    }

    fn usage(&mut self, usage: &[String]) {
        let head = say!("Usage:").to_string();
        for (n, line) in usage.iter().enumerate() {
            let before = match n {
                0 => self.strong(&head),
                _ => " ".repeat(width(&head)),
            };
            self.line(&format!("{before} {line}"));
        }
    }

    fn head(&mut self, head: &str) {
        for row in wrap(&say!("{}:", head).to_string(), self.cells) {
            let row = self.strong(&row);
            self.line(&row);
        }
    }

    fn section(&mut self, section: &HelpSection, column: Option<usize>) {
        self.head(&section.head);
        for entry in &section.entries {
            self.entry(entry, column);
        }
        if let Some((typed, meaning)) = &section.example {
            let example = match meaning.is_empty() {
                true => typed.clone(),
                false => format!("{typed}  ({meaning})"),
            };
            let told = say!("e.g. {}", example).to_string();
            for line in wrap(&told, self.cells - 2 * IN) {
                self.line(&format!("{}{line}", " ".repeat(2 * IN)));
            }
        }
    }

    fn entry(&mut self, entry: &HelpEntry, column: Option<usize>) {
        let beside = column.filter(|c| IN + width(&entry.term) + 2 <= *c);
        let from = column.unwrap_or(3 * IN);
        let term = format!("{}{}", " ".repeat(IN), self.strong(&entry.term));
        let mut rows = wrap(&entry.text, self.cells - from).into_iter();
        match beside {
            Some(column) => {
                let gap = column - IN - width(&entry.term);
                let first = rows.next().unwrap_or_default();
                self.line(&format!("{term}{}{first}", " ".repeat(gap)));
            }
            None => self.line(&term),
        }
        for row in rows.filter(|r| !r.is_empty()) {
            self.line(&format!("{}{row}", " ".repeat(from)));
        }
        self.values(&entry.values, from);
    }

    /// What an entry can be: the meanings beside the names, or below them where it is narrow.
    fn values(&mut self, values: &[(String, String)], from: usize) {
        let widest = values.iter().map(|(name, _)| width(name)).max();
        let beside = from + widest.unwrap_or(0) + 4;
        let hang = match beside + BESIDE / 2 <= self.cells {
            true => beside,
            false => from + 2,
        };
        for (name, meaning) in values {
            let mut rows = wrap(meaning, self.cells.saturating_sub(hang)).into_iter();
            let first = match hang == beside {
                true => rows.next().unwrap_or_default(),
                false => String::new(),
            };
            let gap = " ".repeat(beside.saturating_sub(from + 2 + width(name)));
            self.line(&format!("{}- {name}{gap}{first}", " ".repeat(from)));
            for row in rows {
                self.line(&format!("{}{row}", " ".repeat(hang)));
            }
        }
    }

    fn block(&mut self, block: &HelpBlock) {
        match block {
            HelpBlock::Prose(text) => self.prose(text),
            HelpBlock::List(head, rows) => {
                self.head(head);
                self.rows(rows);
            }
        }
    }

    fn rows(&mut self, rows: &[(String, String)]) {
        let meant = rows.iter().filter(|(_, m)| !m.is_empty());
        let widest = meant.map(|(typed, _)| width(typed)).max().unwrap_or(0);
        let column = IN + widest + 2;
        // Too narrow for two columns: what it means stands below what is typed.
        let column = Some(column).filter(|c| c + BESIDE <= self.cells);
        for (typed, meaning) in rows {
            let from = column.unwrap_or(3 * IN);
            let mut lines = match meaning.is_empty() {
                true => Vec::new(),
                false => wrap(meaning, self.cells.saturating_sub(from)),
            }
            .into_iter();
            let first = column.and_then(|_| lines.next()).unwrap_or_default();
            let gap = from.saturating_sub(IN + width(typed));
            let line = format!("{}{typed}{}{first}", " ".repeat(IN), " ".repeat(gap));
            self.line(&line);
            for line in lines {
                self.line(&format!("{}{line}", " ".repeat(from)));
            }
        }
    }
}
