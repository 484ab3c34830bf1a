//! Spreadsheets of cards: `.xlsx` and `.ods`, read as if the sheet had been saved as CSV. Every cell becomes
//! the text that people see in it; formulas count with the results that were saved.

use std::collections::BTreeMap;
use std::io::Cursor;

use calamine::{
    Data, ExcelDateTime, Ods, OdsError, Reader, SheetType, SheetVisible, Xlsx, XlsxError,
};
use serde_json::{Map, Value};

use super::package;
use super::rows::Row;
use crate::diag::{Problem, Problems, list};
use crate::say;
use crate::say::Say;

/// The ends of file names that are read here.
pub(super) const ENDINGS: [&str; 3] = ["xlsx", "xlsm", "ods"];

/// The filled cells of a sheet, by row and column from 0.
type Cells = BTreeMap<(u32, u32), CellContent>;

/// What a cell holds.
enum CellContent {
    /// A value, as people see it.
    Text(String),
    /// An error such as `#REF!`.
    Fault(String),
    /// A formula that was never worked out.
    Unworked,
}

/// A workbook that has been opened.
enum Book<'a> {
    Excel(Box<Xlsx<Cursor<&'a [u8]>>>),
    Open(Box<Ods<Cursor<&'a [u8]>>>),
}

/// Reads one sheet, the first where none is named: its name, its rows with their numbers, and what is wrong.
pub(super) fn read(
    file: &str,
    shown: &str,
    bytes: &[u8],
    sheet: Option<&str>,
) -> (String, Vec<Row>, Problems) {
    let opened = open(file, bytes).and_then(|mut book| {
        let name = pick(&book, file, sheet)?;
        let cells = book.cells(&name)?;
        Ok((name, cells))
    });
    match opened {
        Err(problem) => (String::new(), Vec::new(), place(problem, shown).into()),
        Ok((name, cells)) => {
            let mut problems = Problems::default();
            let rows = table(&format!("{shown}#{name}"), &name, &cells, &mut problems);
            (name, rows, problems)
        }
    }
}

/// A problem with the key `sheet` stays with `kit.toml`, all others lie in the file.
fn place(problem: Problem, shown: &str) -> Problem {
    match &problem.place {
        Some(_) => problem,
        None => problem.at(shown, 0),
    }
}

fn open<'a>(file: &str, bytes: &'a [u8]) -> Result<Book<'a>, Problem> {
    if let Some(why) = package::fault(bytes) {
        return Err(bad(why, false));
    }
    let reader = Cursor::new(bytes);
    if file.to_lowercase().ends_with(".ods") {
        let book =
            Ods::new(reader).map_err(|e| bad(say::heard(&e), matches!(e, OdsError::Password)))?;
        return Ok(Book::Open(Box::new(book)));
    }
    let book =
        Xlsx::new(reader).map_err(|e| bad(say::heard(&e), matches!(e, XlsxError::Password)))?;
    Ok(Book::Excel(Box::new(book)))
}

fn bad(why: Say, password: bool) -> Problem {
    if password {
        return Problem::new(say!("the spreadsheet is locked with a password"))
            .hint(say!("save it without a password"));
    }
    Problem::new(say!("the spreadsheet cannot be read: {}", why)).hint(say!(
        "open it in your spreadsheet program and save it again as .xlsx or .ods"
    ))
}

/// The sheet to read, by its exact name; the first one that can be seen where none is named.
fn pick(book: &Book<'_>, file: &str, wanted: Option<&str>) -> Result<String, Problem> {
    let sheets = book.sheets();
    let names = || sheets.iter().map(|(name, _)| name.as_str());
    let Some(wanted) = wanted else {
        let seen = sheets.iter().find(|(_, visible)| *visible);
        let first = seen.or(sheets.first()).map(|(name, _)| name.clone());
        return first.ok_or_else(|| Problem::new(say!("the spreadsheet has no sheets")));
    };
    if names().any(|name| name == wanted) {
        return Ok(wanted.to_owned());
    }
    let hint = match crate::diag::nearest(wanted, names()) {
        Some(near) => say!("did you mean `{}`? Its sheets: {}", near, list(names())),
        None => say!("its sheets: {}", list(names())),
    };
    let what = say!("`{}` has no sheet `{}`", file, wanted);
    Err(Problem::new(what).field("sheet").hint(hint))
}

impl Book<'_> {
    /// The sheets with cells, in order, and whether each can be seen.
    fn sheets(&self) -> Vec<(String, bool)> {
        let metadata = match self {
            Book::Excel(book) => book.sheets_metadata(),
            Book::Open(book) => book.sheets_metadata(),
        };
        let with_cells = metadata.iter().filter(|s| s.typ == SheetType::WorkSheet);
        with_cells
            .map(|s| (s.name.clone(), s.visible == SheetVisible::Visible))
            .collect()
    }

    fn cells(&mut self, sheet: &str) -> Result<Cells, Problem> {
        match self {
            Book::Excel(book) => excel_cells(book, sheet).map_err(|e| bad(say::heard(e), false)),
            Book::Open(book) => open_cells(book, sheet).map_err(|e| bad(say::heard(e), false)),
        }
    }
}

/// Cell by cell: a lone cell far out on the sheet must not make a huge table.
fn excel_cells(book: &mut Xlsx<Cursor<&[u8]>>, sheet: &str) -> Result<Cells, XlsxError> {
    let mut cells = Cells::new();
    let mut reader = book.worksheet_cells_reader(sheet)?;
    while let Some(cell) = reader.next_cell_with_formula_metadata()? {
        let data = Data::from(cell.value);
        if let Some(content) = content(&data, cell.formula.is_some()) {
            cells.insert(cell.pos, content);
        }
    }
    Ok(cells)
}

fn open_cells(book: &mut Ods<Cursor<&[u8]>>, sheet: &str) -> Result<Cells, OdsError> {
    let (values, formulas) = (book.worksheet_range(sheet)?, book.worksheet_formula(sheet)?);
    let mut cells = Cells::new();
    let (top, left) = formulas.start().unwrap_or_default();
    for (row, col, _) in formulas.used_cells() {
        cells.insert((top + row as u32, left + col as u32), CellContent::Unworked);
    }
    let (top, left) = values.start().unwrap_or_default();
    for (row, col, data) in values.used_cells() {
        let at = (top + row as u32, left + col as u32);
        cells.remove(&at);
        if let Some(content) = content(data, false) {
            cells.insert(at, content);
        }
    }
    Ok(cells)
}

/// What a cell holds; nothing where it is empty.
fn content(data: &Data, formula: bool) -> Option<CellContent> {
    let text = match data {
        Data::Empty if formula => return Some(CellContent::Unworked),
        Data::Empty => return None,
        Data::Error(e) => return Some(CellContent::Fault(e.to_string())),
        Data::Int(n) => n.to_string(),
        Data::Float(x) => number(*x),
        Data::Bool(b) => if *b { "TRUE" } else { "FALSE" }.to_owned(),
        Data::DateTime(when) => date(when),
        Data::DateTimeIso(iso) => iso_date(iso),
        Data::DurationIso(iso) => iso_time(iso),
        other => other.to_string(),
    };
    if is_fault(&text) {
        return Some(CellContent::Fault(text));
    }
    Some(CellContent::Text(text))
}

/// OpenDocument keeps errors as the words that are shown.
fn is_fault(text: &str) -> bool {
    const FAULTS: [&str; 9] = [
        "#REF!", "#NAME?", "#VALUE!", "#DIV/0!", "#N/A", "#NUM!", "#NULL!", "#SPILL!", "#CALC!",
    ];
    let code = text.strip_prefix("Err:");
    FAULTS.contains(&text)
        || code.is_some_and(|n| n.len() == 3 && n.bytes().all(|b| b.is_ascii_digit()))
}

/// A number as a sheet shows it: 3, not 3.0; 0.3, not 0.30000000000000004.
fn number(x: f64) -> String {
    if !x.is_finite() {
        return x.to_string();
    }
    // Fifteen digits are what spreadsheets keep.
    let rounded: f64 = format!("{x:.14e}").parse().unwrap_or(x);
    if rounded == 0.0 {
        return "0".to_owned();
    }
    rounded.to_string()
}

/// A date as 2026-11-16, with the time where there is one; a time or duration as 18:30.
fn date(when: &ExcelDateTime) -> String {
    let (year, month, day, h, m, s, _) = when.to_ymd_hms_milli();
    if when.is_duration() {
        let seconds = (when.as_f64() * 86_400.0).round().max(0.0) as u64;
        return clock(seconds / 3600, seconds / 60 % 60, seconds % 60);
    }
    let time = clock(u64::from(h), u64::from(m), u64::from(s));
    if when.as_f64() < 1.0 {
        return time;
    }
    let day = format!("{year:04}-{month:02}-{day:02}");
    if when.as_f64().fract() == 0.0 {
        day
    } else {
        format!("{day} {time}")
    }
}

fn clock(h: u64, m: u64, s: u64) -> String {
    if s == 0 {
        format!("{h:02}:{m:02}")
    } else {
        format!("{h:02}:{m:02}:{s:02}")
    }
}

/// `2026-11-16T18:30:00` as `2026-11-16 18:30`.
fn iso_date(iso: &str) -> String {
    let Some((day, time)) = iso.split_once('T') else {
        return iso.to_owned();
    };
    let whole = time.split('.').next().unwrap_or(time);
    match whole.strip_suffix(":00").unwrap_or(whole) {
        "00:00" => day.to_owned(),
        time => format!("{day} {time}"),
    }
}

/// `PT18H30M00S` as `18:30`; anything else as it is.
fn iso_time(iso: &str) -> String {
    let part = |text: &str, end: char| -> Option<(u64, String)> {
        let (n, rest) = text.split_once(end)?;
        Some((n.parse::<f64>().ok()? as u64, rest.to_owned()))
    };
    let read = || {
        let (h, rest) = part(iso.strip_prefix("PT")?, 'H')?;
        let (m, rest) = part(&rest, 'M')?;
        let (s, rest) = part(&rest, 'S')?;
        rest.is_empty().then(|| clock(h, m, s))
    };
    read().unwrap_or_else(|| iso.to_owned())
}

/// Makes rows of cells: the first row with anything in it names the fields.
fn table(place: &str, sheet: &str, cells: &Cells, problems: &mut Problems) -> Vec<Row> {
    let mut lines: BTreeMap<u32, Vec<(u32, &CellContent)>> = BTreeMap::new();
    for ((row, col), content) in cells {
        let blank = matches!(content, CellContent::Text(t) if t.trim().is_empty());
        if !blank {
            lines.entry(*row).or_default().push((*col, content));
        }
    }
    let mut lines = lines.into_iter();
    let Some((top, head)) = lines.next() else {
        return Vec::new();
    };
    let names = headers(place, sheet, top, &head, problems);
    let mut unnamed = Vec::new();
    let mut rows = Vec::new();
    for (row, line) in lines {
        let mut fields: Map<String, Value> = names
            .values()
            .map(|name| (name.clone(), Value::from("")))
            .collect();
        let mut sound = true;
        for (col, content) in line {
            let at = address(row, col);
            let name = names.get(&col);
            match (content, name) {
                (CellContent::Text(text), Some(name)) => {
                    fields.insert(name.clone(), Value::from(text.as_str()));
                }
                (CellContent::Text(_), None) => {
                    if !unnamed.contains(&col) {
                        unnamed.push(col);
                        problems.push(no_name(place, top, col, &at));
                    }
                }
                (fault, name) => {
                    sound = false;
                    let problem = spoilt(fault, &at, sheet).at(place, row as usize + 1);
                    problems.push(match name {
                        Some(name) => problem.field(name.as_str()),
                        None => problem,
                    });
                }
            }
        }
        if sound {
            rows.push((fields, row as usize + 1));
        }
    }
    rows
}

/// The names of the columns.
fn headers(
    place: &str,
    sheet: &str,
    top: u32,
    head: &[(u32, &CellContent)],
    problems: &mut Problems,
) -> BTreeMap<u32, String> {
    let mut names: BTreeMap<u32, String> = BTreeMap::new();
    let line = top as usize + 1;
    for (col, content) in head {
        match content {
            CellContent::Text(text) => {
                let name = text.trim();
                if names.values().any(|other| other == name) {
                    let what = say!("two columns are called `{}`", name);
                    problems.push(Problem::new(what).at(place, line));
                }
                names.insert(*col, name.to_owned());
            }
            fault => problems.push(spoilt(fault, &address(top, *col), sheet).at(place, line)),
        }
    }
    names
}

fn no_name(place: &str, top: u32, col: u32, at: &str) -> Problem {
    let what = say!(
        "column {} has no name, but cell {} is filled",
        letters(col),
        at
    );
    Problem::new(what).at(place, top as usize + 1).hint(say!(
        "write the field's name into {}, or empty the column",
        address(top, col)
    ))
}

/// Says what is wrong with a cell that has no value.
fn spoilt(content: &CellContent, at: &str, sheet: &str) -> Problem {
    let (what, hint): (Say, Say) = match content {
        CellContent::Fault(fault) => (
            say!(
                "cell {} of sheet `{}` holds the error `{}`",
                at,
                sheet,
                fault
            ),
            say!("mend its formula and save the file again"),
        ),
        _ => (
            say!(
                "the formula in cell {} of sheet `{}` was never worked out",
                at,
                sheet
            ),
            say!(
                "open the file in your spreadsheet program and save it, so that it holds the results"
            ),
        ),
    };
    Problem::new(what).hint(hint)
}

/// A cell's name: `B7`.
fn address(row: u32, col: u32) -> String {
    format!("{}{}", letters(col), u64::from(row) + 1)
}

/// A column's name: `A`, …, `Z`, `AA`, ….
fn letters(col: u32) -> String {
    let mut rest = u64::from(col) + 1;
    let mut out = Vec::new();
    while rest > 0 {
        rest -= 1;
        out.push((b'A' + (rest % 26) as u8) as char);
        rest /= 26;
    }
    out.iter().rev().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_look_as_in_a_sheet() {
        let shown = [3.0, 0.1 + 0.2, -2.5, 1e6, 1234567.891, -0.0, 1.0 / 3.0].map(number);
        let wanted = [
            "3",
            "0.3",
            "-2.5",
            "1000000",
            "1234567.891",
            "0",
            "0.333333333333333",
        ];
        assert_eq!(shown, wanted);
    }

    #[test]
    fn cells_are_named_as_in_a_sheet() {
        assert_eq!(address(6, 1), "B7");
        assert_eq!(
            [0, 25, 26, 701, 702].map(letters),
            ["A", "Z", "AA", "ZZ", "AAA"]
        );
    }

    #[test]
    fn times_of_open_documents_are_plain() {
        assert_eq!(iso_date("2026-11-16"), "2026-11-16");
        assert_eq!(iso_date("2026-11-16T18:30:00"), "2026-11-16 18:30");
        assert_eq!(iso_date("2026-11-16T00:00:00"), "2026-11-16");
        assert_eq!(iso_time("PT18H05M00S"), "18:05");
        assert_eq!(iso_time("PT00H01M30S"), "00:01:30");
        assert_eq!(iso_time("P1D"), "P1D");
    }

    #[test]
    fn errors_are_told_from_words() {
        assert!(is_fault("#REF!") && is_fault("Err:508"));
        assert!(
            !is_fault("#1") && !is_fault("Err: who?") && !is_fault("Err:") && !is_fault("#ref")
        );
    }
}
