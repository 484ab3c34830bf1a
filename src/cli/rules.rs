//! `kitpress rules`: the rules of a kit, as they can be read on a terminal. What is printed is set by `text`; here
//! headings, lists and tables of the same Markdown become lines of cells.

use clap::Args;

use super::cells::{clean, fit, width, wrap};
use super::screen::{Line, Look};
use super::{CommandResult, here, kit_is_here, languages_for, load_kit, out, paint};
use crate::diag::{Problem, Problems};
use crate::kit::{Kit, flow_file};
use crate::say;
use crate::text::unmarked;

/// Arguments of `rules`.
#[derive(Args, Debug)]
#[command(
    after_help = "The text is that of the rule sheet, without its pictures: `kitpress print KIT --only rules` has those.\n\n\
    Examples:\n  \
    kitpress rules catch-and-run\n  \
    kitpress rules icecool --lang ja | less"
)]
pub(super) struct RulesArgs {
    /// A kit's id, or a kit folder; the kit of this folder when none is given
    #[arg(value_name = "KIT|DIR", required = !kit_is_here(), default_value = here(), hide_default_value = true)]
    kit: String,
    /// Language: en, ja, …; your own by default
    #[arg(long)]
    pub lang: Option<String>,
}

/// Runs the command.
pub(super) fn run(args: &RulesArgs) -> CommandResult {
    let kit = load_kit(&args.kit, &[])?;
    let lang = languages_for(&kit, args.lang.as_deref())?.remove(0);
    let rules = RulesText::of(&kit, &lang)?;
    let bold = out::width().is_some() && paint::wanted();
    let cells = out::width().unwrap_or(WIDEST).min(WIDEST);
    let shown = |line: &Line| match line.look == Look::Strong && bold {
        true => format!("\x1b[1m{}\x1b[0m", clean(&line.text)),
        false => clean(&line.text),
    };
    let lines: Vec<String> = rules.lines(cells).iter().map(shown).collect();
    out::lines_while_read(&lines).map(drop)
}

/// The widest that rules get: longer lines are hard to read.
const WIDEST: usize = 90;

/// The rules of a kit in one language.
pub(super) struct RulesText(Vec<RulesBlock>);

/// A piece of rules, its letters without marks.
enum RulesBlock {
    Heading(String),
    Prose(String),
    /// What hangs before the text, and the text.
    Item(String, String),
    /// What a picture shows.
    Picture(String),
    /// Rows of cells, the first being the head.
    Table(Vec<Vec<String>>),
}

impl RulesText {
    /// The rules of a kit: the text of its first component that flows.
    pub(super) fn of(kit: &Kit, lang: &str) -> Result<Self, Problems> {
        let flow = kit.components.iter().find_map(|c| c.flow.as_ref());
        let Some(flow) = flow else {
            let what = say!("kit `{}` has no text of rules", kit.id);
            let hint = say!("rules are a component with `flow = \"rules.md\"`");
            return Err(Problem::new(what).hint(hint).into());
        };
        let text = kit.source.read_text(&flow_file(&flow.file, lang))?;
        Ok(Self(read(&text)))
    }

    /// The rules in lines of so many cells.
    pub(super) fn lines(&self, cells: usize) -> Vec<Line> {
        let mut out: Vec<Line> = Vec::new();
        let mut item_before = false;
        for block in &self.0 {
            let item = matches!(block, RulesBlock::Item(..));
            let goes_on = item && item_before;
            if !(out.is_empty() || goes_on) {
                out.push(Line::default());
            }
            item_before = item;
            match block {
                RulesBlock::Heading(text) => {
                    out.extend(rows(text, cells).map(|l| Line::new(l, Look::Strong)));
                }
                RulesBlock::Prose(text) => out.extend(rows(text, cells).map(Line::from)),
                RulesBlock::Picture(text) => {
                    let shown = say!("[picture: {}]", text).to_string();
                    out.extend(rows(&shown, cells).map(|l| Line::new(l, Look::Faint)));
                }
                RulesBlock::Item(mark, text) => {
                    let hang = width(mark) + 1;
                    for (n, row) in rows(text, cells.saturating_sub(hang)).enumerate() {
                        let before = if n == 0 { mark.as_str() } else { "" };
                        out.push(Line::from(format!("{} {row}", fit(before, hang - 1))));
                    }
                }
                RulesBlock::Table(table) => out.extend(table_lines(table, cells)),
            }
        }
        out
    }
}

fn rows(text: &str, cells: usize) -> impl Iterator<Item = String> {
    wrap(text, cells.max(8)).into_iter()
}

/// A table in columns, or where it is too wide a line for each cell with the head of its column.
fn table_lines(table: &[Vec<String>], cells: usize) -> Vec<Line> {
    let columns = table.iter().map(Vec::len).max().unwrap_or(0);
    let cell = |row: &[String], column: usize| row.get(column).cloned().unwrap_or_default();
    let widest = |c: usize| table.iter().map(|r| width(&cell(r, c))).max().unwrap_or(0);
    let wide: Vec<usize> = (0..columns).map(widest).collect();
    if wide.iter().sum::<usize>() + 3 * columns <= cells + 3 {
        let line = |row: &Vec<String>| {
            let cells: Vec<String> = (0..columns).map(|c| fit(&cell(row, c), wide[c])).collect();
            Line::from(cells.join("   ").trim_end())
        };
        let mut lines: Vec<Line> = table.iter().map(line).collect();
        if let Some(head) = lines.first_mut() {
            head.look = Look::Strong;
        }
        return lines;
    }
    let Some((head, body)) = table.split_first() else {
        return Vec::new();
    };
    let mut lines = Vec::new();
    for row in body {
        lines.extend(rows(&cell(row, 0), cells).map(|l| Line::new(l, Look::Strong)));
        for column in 1..columns {
            let text = format!("{}: {}", cell(head, column), cell(row, column));
            lines
                .extend(rows(&text, cells.saturating_sub(2)).map(|l| Line::from(format!("  {l}"))));
        }
    }
    lines
}

/// Markdown of rules as pieces.
fn read(text: &str) -> Vec<RulesBlock> {
    let mut out: Vec<RulesBlock> = Vec::new();
    // Whether the line before goes on in this one.
    let mut open = false;
    for line in text.lines() {
        let line = line.trim();
        let pictures = pictures(line);
        let line = pictures.0.as_str();
        if line.is_empty() || line == "---" {
            open = false;
        } else if line.starts_with('#') {
            out.push(RulesBlock::Heading(plain(line.trim_start_matches('#'))));
            open = false;
        } else if let Some(cells) = line.strip_prefix('|') {
            let cells: Vec<String> = cells.trim_end_matches('|').split('|').map(plain).collect();
            let ruler = cells.iter().all(|c| c.chars().all(|c| ":- ".contains(c)));
            match out.last_mut().filter(|_| open) {
                Some(RulesBlock::Table(rows)) if !ruler => rows.push(cells),
                Some(RulesBlock::Table(_)) => {}
                _ => out.push(RulesBlock::Table(vec![cells])),
            }
            open = true;
        } else if let Some((mark, text)) = item(line) {
            out.push(RulesBlock::Item(mark, plain(text)));
            open = true;
        } else {
            let text = plain(line);
            match out.last_mut().filter(|_| open) {
                Some(RulesBlock::Prose(before) | RulesBlock::Item(_, before)) => {
                    before.push(' ');
                    before.push_str(&text);
                }
                _ => out.push(RulesBlock::Prose(text)),
            }
            open = true;
        }
        // A picture stands behind the line that it illustrates.
        if !pictures.1.is_empty() {
            out.extend(pictures.1.into_iter().map(RulesBlock::Picture));
            open = false;
        }
    }
    out
}

/// The mark of a list or of a quotation, and what stands behind it.
fn item(line: &str) -> Option<(String, &str)> {
    if let Some(text) = line.strip_prefix("- ").or_else(|| line.strip_prefix("* ")) {
        return Some(("•".to_owned(), text));
    }
    if let Some(text) = line.strip_prefix('>') {
        return Some(("│".to_owned(), text));
    }
    let (number, text) = line.split_once(". ")?;
    let digits = !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit());
    digits.then(|| (format!("{number}."), text))
}

/// A line without its pictures, and what those with words show.
fn pictures(line: &str) -> (String, Vec<String>) {
    let (mut rest, mut words) = (String::new(), Vec::new());
    let mut left = line;
    while let Some(at) = left.find("![") {
        let Some((alt, behind)) = left[at + 2..].split_once("](") else {
            break;
        };
        rest.push_str(&left[..at]);
        if !alt.is_empty() {
            words.push(plain(alt));
        }
        left = behind.split_once(')').map_or("", |(_, after)| after);
    }
    rest.push_str(left);
    (rest.trim().to_owned(), words)
}

/// Words without marks, and without the letters that only guide line breaks.
fn plain(text: &str) -> String {
    unmarked(text.trim()).replace('\u{2060}', "")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kit::shipped_ids;

    #[test]
    fn every_shipped_kit_can_be_read_at_any_width() {
        for id in shipped_ids() {
            let kit = Kit::load(id).expect("a sound kit");
            for lang in &kit.languages {
                let rules = RulesText::of(&kit, lang).expect("rules");
                for cells in [20, 40, 80, 200] {
                    let lines = rules.lines(cells);
                    let wide = lines.iter().find(|l| width(&l.text) > cells);
                    assert!(wide.is_none(), "{id} {lang} {cells}: {wide:?}");
                    let marks = ["**", "![", "|:", "{"];
                    let marked = lines
                        .iter()
                        .find(|l| marks.iter().any(|m| l.text.contains(m)));
                    assert!(marked.is_none(), "{id} {lang}: {marked:?}");
                }
            }
        }
    }

    #[test]
    fn lists_tables_and_pictures_become_lines() {
        let text = "# Title\n\nOne\ntwo ![A cat.](x.svg) three.\n\n1. first\n2. **second**\n\n| a | b |\n|:--|--:|\n| 1 | long one |\n";
        let said = |cells: usize| {
            let lines = RulesText(read(text)).lines(cells).into_iter();
            lines.map(|l| l.text).collect::<Vec<_>>().join("\n")
        };
        assert_eq!(
            said(40),
            "Title\n\nOne two  three.\n\n[picture: A cat.]\n\n1. first\n2. second\n\na   b\n1   long one"
        );
        assert!(said(10).ends_with("1\n  b: long\n  one"), "{}", said(10));
    }
}
