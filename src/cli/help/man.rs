//! Pages of the help as manual pages, for `man`: `kitpress(1)` and one for every command.

use std::path::PathBuf;

use clap::Args;

use super::blocks::HelpBlock;
use super::page::{HelpEntry, HelpPage};
use super::{command, names, page};
use crate::cli::out;
use crate::files::{Output, write_all};
use crate::play::table::Failure;
use crate::say;

/// Arguments of `man`.
#[derive(Args, Debug)]
#[command(after_help = "Examples:\n  \
    kitpress man > kitpress.1\n  \
    kitpress man print | man -l -                 reads the page of `print`\n  \
    kitpress man --out ~/.local/share/man/man1    all pages, where `man kitpress-print` finds them\n  \
    kitpress man --lang ja --out ~/.local/share/man/ja/man1")]
pub(in crate::cli) struct ManArgs {
    /// The command whose page is meant; the program's own page when none is given
    #[arg(value_name = "COMMAND", conflicts_with = "out")]
    command: Option<String>,
    /// Write the pages of the program and of all commands into this folder
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Language of the page: en or ja
    #[arg(long)]
    pub lang: Option<String>,
}

/// Runs `man`.
pub(in crate::cli) fn run(args: &ManArgs) -> Result<(), Failure> {
    let Some(folder) = &args.out else {
        let page = page(args.command.as_deref(), &[])?;
        return Ok(out::bytes(roff(&page, &others()).as_bytes())?);
    };
    let others = others();
    let mut files = Vec::new();
    for name in std::iter::once(None).chain(others.iter().map(|n| Some(n.as_str()))) {
        let page = page(name, &[])?;
        let path = folder.join(format!("{}.1", file(&page.name)));
        let bytes = roff(&page, &others).into_bytes();
        files.push(Output { path, bytes });
    }
    write_all(folder, &files)?;
    let told = say!("{} {page|pages} in `{}`", files.len(), folder.display());
    Ok(out::line(&told.to_string())?)
}

/// The commands that have pages.
fn others() -> Vec<String> {
    let mut root = command(&[]);
    root.build();
    names(&root).map(str::to_owned).collect()
}

/// What the page of `kitpress print` is called.
fn file(name: &str) -> String {
    name.replace(' ', "-")
}

/// A page as `man` reads it; the program's own lists the commands as pages.
pub(super) fn roff(page: &HelpPage, others: &[String]) -> String {
    let mut out = Roff::default();
    // For man-db, which would guess the letters' encoding by the page's folder.
    out.raw("'\\\" -*- coding: UTF-8 -*-");
    let version = concat!("kitpress ", env!("CARGO_PKG_VERSION"));
    out.raw(&format!(".TH {} 1 \"\" \"{version}\"", file(&page.name)));
    // To the left, and no word broken: most of them are typed.
    out.raw(".ad l\n.nh");
    out.head(&say!("Name").to_string());
    out.text(&format!("{} - {}", file(&page.name), page.about));
    out.head(&say!("Synopsis").to_string());
    for (n, line) in page.usage.iter().enumerate() {
        if n > 0 {
            out.raw(".br");
        }
        out.text(line);
    }
    let program = page.name == "kitpress";
    for section in &page.sections {
        out.head(&section.head);
        for entry in &section.entries {
            let is_command = section.example.is_some();
            let term = match is_command {
                true => format!("kitpress-{}(1)", entry.term),
                false => entry.term.clone(),
            };
            out.entry(&term, entry);
        }
        if let Some((typed, meaning)) = &section.example {
            out.raw(".PP");
            out.text(&say!("e.g. {}", format!("{typed}  ({meaning})")).to_string());
        }
    }
    out.blocks(&page.after);
    out.head(&say!("See also").to_string());
    let all = others.iter().map(|n| format!("kitpress-{n}(1)"));
    let all: Vec<String> = match program {
        true => all.collect(),
        false => vec!["kitpress(1)".to_owned()],
    };
    out.text(&all.join(", "));
    out.0
}

/// A text in which roff finds the places where Japanese may be broken: it knows only blanks.
pub(super) fn breakable(text: &str) -> String {
    let mut out = String::new();
    let mut start = 0;
    for (end, _) in unicode_linebreak::linebreaks(text) {
        let piece = &text[start..end];
        out.push_str(&piece.replace('\\', "\\e"));
        let beside = piece
            .chars()
            .last()
            .into_iter()
            .chain(text[end..].chars().next());
        let wide = |c: char| c > '\u{2e7f}';
        if end < text.len() && !piece.ends_with(char::is_whitespace) && beside.into_iter().any(wide)
        {
            out.push_str("\\:");
        }
        start = end;
    }
    out
}

/// A manual page being written.
#[derive(Default)]
struct Roff(String);

impl Roff {
    /// A line as it is.
    fn raw(&mut self, line: &str) {
        self.0.push_str(line);
        self.0.push('\n');
    }

    /// A line of text: what roff would read as an order is made letters.
    fn text(&mut self, text: &str) {
        let plain = breakable(text).replace('-', "\\-");
        let guard = match plain.starts_with(['.', '\'']) {
            true => "\\&",
            false => "",
        };
        self.raw(&format!("{guard}{plain}"));
    }

    fn head(&mut self, head: &str) {
        self.raw(&format!(".SH \"{}\"", head.to_uppercase()));
    }

    fn entry(&mut self, term: &str, entry: &HelpEntry) {
        self.term(term);
        self.text(&entry.text);
        for (name, meaning) in &entry.values {
            self.raw(".RS");
            self.term(name);
            self.text(meaning);
            self.raw(".RE");
        }
    }

    fn term(&mut self, term: &str) {
        self.raw(".TP");
        self.0.push_str(".B ");
        self.text(term);
    }

    fn blocks(&mut self, blocks: &[HelpBlock]) {
        let mut in_notes = false;
        for block in blocks {
            match block {
                HelpBlock::Prose(text) => {
                    if !in_notes {
                        self.head(&say!("Notes").to_string());
                        in_notes = true;
                    }
                    self.raw(".PP");
                    self.text(text);
                }
                HelpBlock::List(head, rows) => {
                    self.head(head);
                    for (typed, meaning) in rows {
                        self.term(typed);
                        // A term without a meaning would take the next one for it.
                        self.text(match meaning.as_str() {
                            "" => "\u{a0}",
                            meaning => meaning,
                        });
                    }
                }
            }
        }
    }
}
