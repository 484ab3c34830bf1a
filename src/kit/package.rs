//! Looks a spreadsheet over before it is read: a file that is cut off, garbled or meant to do harm is refused here.
//!
//! A spreadsheet is a ZIP of XML parts. Whoever reads cells trusts that every tag is closed, that cells lie on the sheet
//! and that numbers of things are true; here it is made sure of, in time and memory bounded by the file itself.

use std::io::{Cursor, Read};

use quick_xml::events::{BytesStart, Event};
use zip::ZipArchive;

use crate::say;
use crate::say::Say;

/// A spreadsheet that unpacks to more than this is a slip, or meant to do harm.
const MAX_UNPACKED: u64 = 256 << 20;
/// No sheet has more rows or columns.
const SHEET: (u64, u64) = (1_048_576, 16_384);
/// Cells of a sheet from its first corner to its last filled one, empty ones too; kits have a few thousand.
const MAX_CELLS: u64 = 8_000_000;
/// Blanks in a row that a cell may name by their number.
const MAX_BLANKS: u64 = 10_000;

/// Why a spreadsheet is refused; nothing where it may be read. What is no ZIP at all is left to the reader.
pub(super) fn fault(bytes: &[u8]) -> Option<Say> {
    let mut zip = ZipArchive::new(Cursor::new(bytes)).ok()?;
    let mut unpacked = 0;
    for i in 0..zip.len() {
        let Ok(file) = zip.by_index(i) else {
            // Locked with a password, or in a way that nobody can unpack: the reader says which.
            continue;
        };
        let name = String::from_utf8_lossy(file.name_raw()).into_owned();
        let mut part = Vec::new();
        let room = MAX_UNPACKED - unpacked;
        // What a part says of its size need not be true.
        let said = file.size();
        if said <= room && file.take(room + 1).read_to_end(&mut part).is_err() {
            return Some(say!("its part `{}` is damaged", name));
        }
        if said.max(part.len() as u64) > room {
            let most = MAX_UNPACKED >> 20;
            return Some(say!("it unpacks to more than {} MB", most));
        }
        unpacked += part.len() as u64;
        let is_xml = name.ends_with(".xml") || name.ends_with(".rels") || part.starts_with(b"<");
        if is_xml && let Err(why) = look_over(&name, &part) {
            return Some(why);
        }
    }
    None
}

/// Whether every tag of a part is closed, and what it says of cells can be true.
fn look_over(name: &str, part: &[u8]) -> Result<(), Say> {
    let damaged = || say!("its part `{}` is damaged", name);
    let mut reader = quick_xml::Reader::from_reader(part);
    let mut open: Vec<String> = Vec::new();
    let mut extent = Extent::default();
    let mut buffer = Vec::new();
    loop {
        buffer.clear();
        match reader.read_event_into(&mut buffer).map_err(|_| damaged())? {
            Event::Start(tag) => {
                open.push(tag.name().as_ref().into());
                check(name, &tag, part.len() as u64)?;
                extent.start(&tag);
            }
            Event::Empty(tag) => {
                check(name, &tag, part.len() as u64)?;
                extent.start(&tag);
                extent.end(tag.name().as_ref());
            }
            Event::End(tag) => {
                let name = tag.name();
                if open.pop().as_deref() != Some(name.as_ref()) {
                    return Err(damaged());
                }
                extent.end(name.as_ref());
            }
            Event::Eof => break,
            _ => {}
        }
        if extent.most > MAX_CELLS {
            return Err(say!("a sheet has more than {} cells", MAX_CELLS));
        }
    }
    match open.last() {
        Some(tag) => Err(say!("its part `{}` ends inside of `<{}>`", name, tag)),
        None => Ok(()),
    }
}

/// Whether the numbers of a tag can be true in a part of that length.
fn check(part: &str, tag: &BytesStart<'_>, length: u64) -> Result<(), Say> {
    for attribute in tag.attributes().with_checks(false) {
        let Ok(attribute) = attribute else {
            return Err(say!("its part `{}` is damaged", part));
        };
        let value = attribute.value.as_ref();
        let told = || {
            let tag = tag.name().as_ref().to_owned();
            say!("`<{}>` of its part `{}` says `{}`", tag, part, value)
        };
        let is_cell = matches!(tag.local_name().as_ref(), "c" | "row");
        let fine = match attribute.key.as_ref() {
            "r" if is_cell => value.split(':').all(on_sheet),
            "ref" => value.split([':', ' ']).all(on_sheet),
            // Every thing that is counted takes some letters.
            "count" | "uniqueCount" if value.bytes().all(|b| b.is_ascii_digit()) => {
                value.parse().is_ok_and(|n: u64| n <= length)
            }
            "text:c" => value.parse().is_ok_and(|n: u64| n <= MAX_BLANKS),
            _ => true,
        };
        if !fine {
            return Err(told());
        }
    }
    Ok(())
}

/// Whether `B7`, `B` or `7` lies on a sheet. Other words are none of our business.
fn on_sheet(cell: &str) -> bool {
    let cell = cell.replace('$', "");
    let letters = cell.bytes().take_while(u8::is_ascii_alphabetic).count();
    let (column, row) = cell.split_at(letters);
    if !row.bytes().all(|b| b.is_ascii_digit()) {
        return true;
    }
    let place = |place: u64, b: u8| {
        let letter = u64::from(b.to_ascii_uppercase() - b'@');
        place.saturating_mul(26).saturating_add(letter)
    };
    let column = column.bytes().fold(0, place);
    let row = match row {
        "" => 0,
        digits => digits.parse().unwrap_or(u64::MAX),
    };
    row <= SHEET.0 && column <= SHEET.1
}

/// How far the filled cells of an OpenDocument sheet reach, repeated rows and columns counted.
#[derive(Default)]
struct Extent {
    rows: u64,
    /// Rows down to the last filled one, and columns to the last filled one.
    filled: (u64, u64),
    /// Of the row that is open: how often it stands there, its columns, and those down to the last filled one.
    repeats: u64,
    columns: u64,
    row_filled: u64,
    /// Of the cell that is open.
    cell_filled: bool,
    /// Cells of the largest sheet so far.
    most: u64,
}

impl Extent {
    fn start(&mut self, tag: &BytesStart<'_>) {
        let number = |key: &str| {
            let value = tag.try_get_attribute(key).ok().flatten();
            value.map_or(1, |a| a.value.trim().parse().unwrap_or(u64::MAX))
        };
        match tag.name().as_ref() {
            "table:table" => (self.rows, self.filled) = (0, (0, 0)),
            "table:table-row" => {
                self.repeats = number("table:number-rows-repeated").min(SHEET.0);
                (self.columns, self.row_filled) = (0, 0);
            }
            "table:table-cell" | "table:covered-table-cell" => {
                let wide = number("table:number-columns-repeated").min(SHEET.1);
                self.columns = self.columns.saturating_add(wide);
                let has = |key: &str| tag.try_get_attribute(key).is_ok_and(|a| a.is_some());
                self.cell_filled = has("office:value-type") || has("table:formula");
            }
            "text:p" => self.cell_filled = true,
            _ => {}
        }
    }

    fn end(&mut self, name: &str) {
        match name {
            "table:table-cell" | "table:covered-table-cell" if self.cell_filled => {
                (self.row_filled, self.cell_filled) = (self.columns, false);
            }
            "table:table-row" => {
                self.rows = self.rows.saturating_add(self.repeats);
                if self.row_filled > 0 {
                    let (_, columns) = self.filled;
                    self.filled = (self.rows, columns.max(self.row_filled));
                }
                self.most = self.most.max(self.filled.0.saturating_mul(self.filled.1));
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn why(xml: &str) -> Option<String> {
        look_over("a.xml", xml.as_bytes())
            .err()
            .map(|s| s.to_string())
    }

    #[test]
    fn tags_must_be_closed() {
        assert_eq!(
            why("<?xml version='1.0'?><a><b x='1'/>text<c></c></a>"),
            None
        );
        let open = why("<a><b></b>").expect("open");
        assert_eq!(open, "its part `a.xml` ends inside of `<a>`");
        for broken in [
            "<a></b>",
            "</a>",
            "<a",
            "<a b=>",
            "<a><b></a></b>",
            "<a b='1></a>",
        ] {
            assert!(why(broken).is_some(), "{broken}");
        }
    }

    #[test]
    fn cells_lie_on_the_sheet() {
        for cell in [
            "A1",
            "XFD1048576",
            "$B$7",
            "B",
            "7",
            "a1:b2",
            "A1 C3",
            "rId1",
        ] {
            assert_eq!(why(&format!("<c r=\"{cell}\"/>")), None, "{cell}");
        }
        for cell in [
            "A99999999999",
            "A1048577",
            "XFE1",
            "AAAAAAAAAAAAAAAA1",
            "A1:A4294967297",
        ] {
            assert!(why(&format!("<c r=\"{cell}\"/>")).is_some(), "{cell}");
        }
        assert!(why("<sst uniqueCount=\"4294967295\"/>").is_some());
        assert!(why("<sst count=\"18446744073709551615\"/>").is_some());
        assert_eq!(why("<sst count=\"2\" uniqueCount=\"1\"/>"), None);
    }

    #[test]
    fn repeated_rows_and_columns_are_bounded() {
        let sheet = |rows: &str, columns: &str, cell: &str| {
            format!(
                "<table:table><table:table-row table:number-rows-repeated=\"{rows}\"><table:table-cell table:number-columns-repeated=\"{columns}\"{cell}/></table:table-row></table:table>"
            )
        };
        let filled = " office:value-type=\"float\" office:value=\"1\"";
        assert!(why(&sheet("1000000000", "1000000000", filled)).is_some());
        assert!(why(&sheet("1048576", "16384", filled)).is_some());
        assert_eq!(why(&sheet("1048576", "16384", "")), None);
        assert_eq!(why(&sheet("60", "16", filled)), None);
    }

    #[test]
    fn blanks_that_are_counted_are_bounded() {
        assert_eq!(why("<text:p>a<text:s text:c=\"9\"/></text:p>"), None);
        for many in ["999999999", "18446744073709551616", "x"] {
            let cell = format!("<text:p>a<text:s text:c=\"{many}\"/></text:p>");
            assert!(why(&cell).is_some(), "{many}");
        }
    }
}
