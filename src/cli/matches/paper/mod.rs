//! The sheet of a match: a PDF with everybody's games and boxes to fill in with a pen.
//!
//! The looks are a kit of the program's own, `sheets/match`; here its pages are filled in: [`games`] lists them,
//! [`chart`] has a line a player, [`tree`] is a knockout's bracket.

mod chart;
mod games;
mod tree;

use std::path::PathBuf;

use clap::Args;
use serde_json::{Map, Value, json};

use super::kept::KeptMatch;
use super::{KIND, show};
use crate::clean::clean;
use crate::cli::cells::cut;
use crate::cli::print::paper;
use crate::cli::{CommandResult, locale, not_planted, out, shelf};
use crate::diag::{Problem, Problems};
use crate::files::{Output, folder_of, write_all};
use crate::impose::{Backs, Marks, Paper};
use crate::kit::{Card, Kit, Source};
use crate::play::matches::{Contest, MatchForm};
use crate::press::{self, NoProgress, PrintOptions};
use crate::say;
use crate::say::{Say, Tongue};
use crate::text::FontBook;
use crate::units::{Mm, Size};

/// From the edge of the paper to the sheet, on all sides.
const EDGE: Mm = Mm(10.0);
/// The least paper that a sheet fits on.
const LEAST: Mm = Mm(140.0);
/// The most cells of a name on paper.
const NAME: usize = 44;

/// How the sheet is printed.
#[derive(Args, Debug)]
pub(super) struct PaperArgs {
    /// Make a PDF of the match to hang up and fill in with a pen
    #[arg(long, conflicts_with_all = ["csv", "schedule", "results", "standings"])]
    pub print: bool,
    /// The PDF; out/match.<name>.<lang>.<paper>.pdf by default
    #[arg(long, value_name = "FILE", requires = "print")]
    out: Option<PathBuf>,
    /// The paper: a5, letter, a4, legal, tabloid, a3, a2, or a size such as 200x300mm; your country's by default
    #[arg(long, default_value = locale::paper(), hide_default_value = true, value_parser = paper)]
    paper: Paper,
}

/// One sheet being made.
struct MatchSheet<'a> {
    contest: &'a Contest,
    tongue: Tongue,
    size: Size,
}

/// Prints the sheet of a match.
pub(super) fn print(
    args: &PaperArgs,
    lang: Option<&str>,
    kept: &KeptMatch,
    json: bool,
) -> CommandResult {
    let lang = lang.map_or_else(locale::locale, str::to_owned);
    let tongue = Tongue::of(&lang);
    let paper = &args.paper;
    let small = paper.size.w.min(paper.size.h) < LEAST;
    if paper.is_strip() || small {
        let what = say!("the sheet does not fit on this paper");
        let hint = say!("it needs {} in both directions", LEAST);
        return Err(Problem::new(what).hint(hint).into());
    }
    let name = shelf::name(KIND, kept.path());
    let stem = kept
        .path()
        .file_stem()
        .unwrap_or_default()
        .to_string_lossy();
    let word = match name.contains(['/', '\\']) {
        true => press::name::word(&stem, |_| false),
        false => name.clone(),
    };
    let default = || {
        let file = format!("{word}.{}.{}.pdf", tongue.code(), paper.name);
        PathBuf::from("out").join(file)
    };
    let path = args.out.clone().unwrap_or_else(default);
    let folder = folder_of(&path).to_owned();
    not_planted(&folder)?;
    let printed = pdf(&kept.contest, &name, paper, tongue)?;
    let shown = path.display().to_string();
    let pages = printed.pages;
    let bytes = printed.pdf;
    write_all(&folder, &[Output { path, bytes }])?;
    if json {
        return out::json(&json!({"file": shown, "pages": pages}));
    }
    out::line(&say!("{}: {} {page|pages}", clean(&shown), pages).to_string())
}

/// The pages of a match as a PDF.
fn pdf(
    contest: &Contest,
    name: &str,
    paper: &Paper,
    tongue: Tongue,
) -> Result<press::Printed, Problems> {
    let mut kit = Kit::load_from(Source::sheet("match")?, &[])?;
    let size = Size {
        w: paper.size.w - EDGE * 2.0,
        h: paper.size.h - EDGE * 2.0,
    };
    let sheet = MatchSheet {
        contest,
        tongue,
        size,
    };
    let pages = sheet.pages();
    let all = pages.len();
    let card = |(i, mut fields): (usize, Map<String, Value>)| {
        fields.insert("title".into(), sheet.title().into());
        fields.insert("about".into(), sheet.about().into());
        fields.insert("foot".into(), sheet.foot(name).into());
        fields.insert("page".into(), (i + 1).into());
        fields.insert("pages".into(), all.into());
        Card {
            name: format!("page-{}", i + 1),
            number: None,
            fields,
            count: 1,
            from: (String::new(), 0),
        }
    };
    let component = &mut kit.components[0];
    component.size = size;
    component.cards = pages.into_iter().enumerate().map(card).collect();
    let options = PrintOptions {
        lang: tongue.code().to_owned(),
        paper: paper.clone(),
        backs: Backs::None,
        marks: Marks::None,
        // A sheet on which one name is too long is better than none.
        anyway: true,
        ..PrintOptions::default()
    };
    press::print(&kit, &options, &NoProgress)
}

/// A page whose fields are all there and empty, to be filled in.
fn page(kind: &str) -> Map<String, Value> {
    let empty = json!({
        "kind": kind, "line": 8, "columns": [], "wide": 100, "heads": [], "rows": [], "cell": 8, "label": 40,
        "corner": false, "boxes": [], "joins": [], "slot": 6, "champion": {"x": 0, "y": 0, "w": 1, "name": ""},
    });
    match empty {
        Value::Object(fields) => fields,
        _ => Map::new(),
    }
}

impl MatchSheet<'_> {
    fn pages(&self) -> Vec<Map<String, Value>> {
        match self.contest.terms.form {
            MatchForm::Knockout { .. } if self.contest.players.len() <= tree::MOST => {
                vec![self.tree()]
            }
            MatchForm::Knockout { .. } => self.games(),
            MatchForm::Swiss { .. } => [self.charts(), self.games()].concat(),
            _ => [self.games(), self.charts()].concat(),
        }
    }

    fn say(&self, words: Say) -> String {
        words.text(self.tongue)
    }

    fn title(&self) -> String {
        self.say(match self.contest.terms.form {
            MatchForm::RoundRobin { .. } => say!("Everyone against everyone"),
            MatchForm::Sides { .. } => say!("Two sides"),
            MatchForm::Roles => say!("Roles go round"),
            MatchForm::Swiss { .. } => say!("Swiss system"),
            MatchForm::Knockout { .. } => say!("Knockout"),
        })
    }

    fn about(&self) -> String {
        let (players, games) = (self.contest.players.len(), self.contest.games());
        let words = say!("{} {player|players}, {} {game|games}", players, games);
        match self.contest.terms.form {
            MatchForm::Swiss { rounds } => self.say(say!("{}, {} {round|rounds}", words, rounds)),
            _ => self.say(words),
        }
    }

    /// Which match it is, and what decides between those who are level.
    fn foot(&self, name: &str) -> String {
        let ties = self.contest.terms.ties.iter();
        let ties: Vec<String> = ties.map(|t| self.say(show::called(*t))).collect();
        let name = plain(name);
        match ties.is_empty() {
            true => name,
            false => {
                let rule = say!("level on points: {}", ties.join(", "));
                format!("{name} · {}", self.say(rule))
            }
        }
    }

    /// A heading: it begins with a capital letter on paper.
    fn heading(&self, words: Say) -> String {
        let text = self.say(words);
        let mut letters = text.chars();
        let first = letters.next().map(|c| c.to_uppercase().to_string());
        format!("{}{}", first.unwrap_or_default(), letters.as_str())
    }

    fn name(&self, player: usize) -> String {
        plain(&self.contest.players[player])
    }

    fn names(&self, players: &[usize]) -> String {
        let names: Vec<String> = players.iter().map(|p| self.name(*p)).collect();
        names.join(", ")
    }
}

/// A name as plain words for a text box: nothing in it is markup, it fits, and letters that no font has are left out.
fn plain(name: &str) -> String {
    let book = FontBook::bundled();
    let name = clean(name);
    let lacking = book.lacks(&name);
    let set: String = name.chars().filter(|c| !lacking.contains(c)).collect();
    let set = match set.trim() {
        "" => "?",
        set => set,
    };
    book.plain(&cut(set, NAME))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::matches::event::Verdict;
    use crate::play::matches::{MatchEvent, Terms};

    /// The first page of a knockout of four after these games were won.
    fn tree(winners: &[usize]) -> Map<String, Value> {
        let names = ["Ann", "Bob", "Cho", "Dai"].map(str::to_owned).to_vec();
        let terms = Terms::new(names, MatchForm::Knockout { third: false });
        let won = |(game, winner): (usize, &usize)| {
            let verdict = Verdict {
                winners: vec![*winner],
                ..Verdict::default()
            };
            MatchEvent::Result(game, Some(verdict))
        };
        let events: Vec<MatchEvent> = (1..).zip(winners).map(won).collect();
        let contest = Contest::after(&terms, &events).expect("a match");
        let sheet = MatchSheet {
            contest: &contest,
            tongue: Tongue::of("en"),
            size: Size::mm(190.0, 277.0),
        };
        sheet.pages().remove(0)
    }

    #[test]
    fn winners_are_marked_and_a_champion_has_won_the_final() {
        let page = tree(&[3, 1]);
        let sides = |game: usize| page["boxes"][game]["sides"].clone();
        let side = |name: &str, won: bool| json!({"name": name, "text": "", "won": won});
        assert_eq!(sides(0), json!([side("Ann", false), side("Dai", true)]));
        assert_eq!(sides(1), json!([side("Bob", true), side("Cho", false)]));
        assert_eq!(sides(2), json!([side("Dai", false), side("Bob", false)]));
        assert_eq!(page["champion"]["name"], "");
        // Only one is left who has not lost, but for a game that is open.
        assert_eq!(tree(&[3])["champion"]["name"], "");
        assert_eq!(tree(&[3, 1, 1])["champion"]["name"], "Bob");
    }
}
