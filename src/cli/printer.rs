//! Printing directly, where the system has CUPS: `lp` gets the file with all options set. Nothing is ever sent unless a
//! printer is named.

use std::ffi::OsString;
use std::io::ErrorKind;
use std::path::Path;
use std::process::Command;

use super::{CommandResult, out};
use crate::clean::quoted;
use crate::diag::{Problem, Problems, list};
use crate::impose::{Backs, Paper};
use crate::press::PrintOptions;
use crate::press::guide::{ranges, words};
use crate::say;
use crate::say::{heard, tongue};

/// A printer that was found.
pub(super) struct Printer {
    name: String,
    copies: u32,
}

/// A file for the printer.
pub(super) struct PrinterJob<'a> {
    /// The file.
    pub file: &'a Path,
    /// What the queue calls it.
    pub title: &'a str,
    /// How it was laid out.
    pub options: &'a PrintOptions,
    /// The pages that are sent, from 1; all where none are named.
    pub pages: Option<Vec<usize>>,
}

impl Printer {
    /// The printer of that name, if the system can print and knows it.
    pub(super) fn find(name: &str, copies: u32, paper: &Paper) -> Result<Self, Problems> {
        if paper.is_strip() {
            let what = say!("strips cannot be sent to a printer directly");
            let hint = say!("print the PDF with the program of your tape printer");
            return Err(Problem::new(what).hint(hint).into());
        }
        let listed = Command::new("lpstat").arg("-e").env("LC_ALL", "C").output();
        if let Err(e) = &listed
            && e.kind() == ErrorKind::NotFound
        {
            return Err(no_lp());
        }
        let known: Vec<String> = match listed {
            Ok(listed) if listed.status.success() => {
                let text = String::from_utf8_lossy(&listed.stdout).into_owned();
                text.split_whitespace().map(str::to_owned).collect()
            }
            _ => Vec::new(),
        };
        let own = name.split('/').next().unwrap_or(name);
        if !known.iter().any(|k| k == own) {
            let problem = Problem::new(say!("there is no printer `{}`", name));
            return Err(match known.is_empty() {
                true => problem.hint(say!(
                    "`lpstat -e` lists none: set one up first, or print the PDF from a viewer"
                )),
                false => problem.hint(say!("printers: {}", list(known.iter().map(String::as_str)))),
            }
            .into());
        }
        Ok(Self {
            name: name.to_owned(),
            copies,
        })
    }

    /// What `lp` is told.
    fn arguments(&self, job: &PrinterJob<'_>) -> Vec<OsString> {
        let sides = match job.options.backs {
            Backs::DuplexLong => "two-sided-long-edge",
            Backs::DuplexShort => "two-sided-short-edge",
            Backs::Manual | Backs::ManualReversed | Backs::Fold | Backs::None => "one-sided",
        };
        let copies = self.copies.to_string();
        let options = [
            format!("media={}", media(&job.options.paper)),
            format!("sides={sides}"),
            "print-scaling=none".to_owned(),
        ];
        let mut out: Vec<OsString> = [
            "-d",
            self.name.as_str(),
            "-n",
            copies.as_str(),
            "-t",
            job.title,
        ]
        .map(OsString::from)
        .into();
        for option in options {
            out.extend([OsString::from("-o"), option.into()]);
        }
        if let Some(pages) = &job.pages {
            out.extend([OsString::from("-P"), ranges(pages, "-", ",").into()]);
        }
        // A name that begins with `-` would be read as an option.
        let file = match job.file.is_absolute() {
            true => job.file.to_owned(),
            false => Path::new(".").join(job.file),
        };
        out.push(file.into());
        out
    }

    /// Sends pages of a file, and says so unless it is to be `quiet`.
    pub(super) fn send(&self, job: &PrinterJob<'_>, quiet: bool) -> CommandResult {
        let sent = Command::new("lp").args(self.arguments(job)).output();
        let sent = sent.map_err(|e| match e.kind() {
            ErrorKind::NotFound => no_lp(),
            _ => Problem::new(say!("cannot start `{}`: {}", "lp", e)).into(),
        })?;
        if !sent.status.success() {
            let words = String::from_utf8_lossy(&sent.stderr);
            let what = say!("`{}` refused the file: {}", "lp", heard(words.trim()));
            let hint = say!("the PDF is made: print it from a viewer");
            return Err(Problem::new(what).hint(hint).into());
        }
        if quiet {
            return Ok(());
        }
        let shown = job.file.display();
        out::line(&match &job.pages {
            None => say!("{}: sent to `{}`", shown, self.name).to_string(),
            Some(pages) => {
                let pages = words::pages(pages, tongue());
                say!("{}: {} sent to `{}`", shown, pages, self.name).to_string()
            }
        })
    }

    /// The command that sends these pages, for somebody to type.
    pub(super) fn command(&self, job: &PrinterJob<'_>) -> String {
        let words = self.arguments(job).into_iter();
        let words: Vec<String> = words.map(|w| quoted(&w.to_string_lossy())).collect();
        format!("lp {}", words.join(" "))
    }
}

/// What CUPS calls a paper.
fn media(paper: &Paper) -> String {
    let named = ["a2", "a3", "a4", "a5", "a6", "letter", "legal", "tabloid"];
    if named.contains(&paper.name.as_str()) {
        let mut letters = paper.name.chars();
        let first: String = letters
            .next()
            .iter()
            .flat_map(|c| c.to_uppercase())
            .collect();
        return format!("{first}{}", letters.as_str());
    }
    format!("Custom.{}x{}mm", paper.size.w.0, paper.size.h.0)
}

fn no_lp() -> Problems {
    let what = say!(
        "this computer has no `{}`, which `--to-printer` needs",
        "lp"
    );
    let hint = say!("it is part of CUPS; or print the PDF from a viewer, at 100 %");
    Problem::new(what).hint(hint).into()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(paper: &str, backs: Backs, pages: Option<Vec<usize>>) -> String {
        let printer = Printer {
            name: "office".into(),
            copies: 2,
        };
        let options = PrintOptions {
            paper: Paper::parse(paper).expect("a paper"),
            backs,
            ..PrintOptions::default()
        };
        let file = Path::new("-out/a b.pdf");
        let title = "Cat's & co";
        printer.command(&PrinterJob {
            file,
            title,
            options: &options,
            pages,
        })
    }

    #[test]
    fn all_options_are_set() {
        assert_eq!(
            told("letter", Backs::DuplexLong, None),
            r"lp -d office -n 2 -t 'Cat'\''s & co' -o media=Letter -o sides=two-sided-long-edge -o print-scaling=none './-out/a b.pdf'"
        );
        let some = told("200x300mm", Backs::Fold, Some(vec![1, 2, 3, 7]));
        assert!(
            some.contains("media=Custom.200x300mm -o sides=one-sided"),
            "{some}"
        );
        assert!(some.contains("-P 1-3,7 "), "{some}");
        assert!(
            told("a4", Backs::DuplexShort, None).contains("media=A4 -o sides=two-sided-short-edge")
        );
    }
}
