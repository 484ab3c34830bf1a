//! Orders to the table itself, beside the moves of the game: `/undo`, `/log`, `/hands`. They begin with a `/`, so that none
//! looks like a move; without it they are understood as long as no word of the game begins so.

use super::menu::MenuItem;
use super::session::Session;
use super::verbs::verbs;
use crate::play::history::Act;
use crate::play::note;
use crate::play::seats;
use crate::play::view::Viewer;
use crate::say;
use crate::say::Say;

/// The orders: short, long, in other languages.
const ORDERS: [(&str, &str, &[&str]); 11] = [
    ("h", "hands", &["手札"]),
    ("u", "undo", &["戻す", "もどす"]),
    ("b", "back", &["前"]),
    ("l", "log", &["記録"]),
    ("t", "timer", &["タイマー"]),
    ("s", "show", &["表示"]),
    ("p", "phones", &["スマホ"]),
    ("free", "free", &["席を空ける"]),
    ("?", "help", &["ヘルプ"]),
    ("again", "again", &["もう一度"]),
    ("q", "quit", &["終わる", "やめる"]),
];

/// What an order does.
fn does(order: &str) -> Say {
    match order {
        "show" => say!("shows the table"),
        "hands" => say!("hands the screen round; with a name, to one player"),
        "timer" => {
            say!(
                "a clock: `/timer 90`, `/timer bank 5m` or one of the kit's; then `pause`, `+`, `back`, `silent`, `off`"
            )
        }
        "undo" => say!("takes the last move back; `undo all-agree` also a deal"),
        "back" => say!("opens the last answer again"),
        "log" => say!("the last moves"),
        "phones" => say!("the way in for phones, and who is in"),
        "free" => say!("with a name: that seat's phone is let in no more"),
        "again" => say!("the same game once more, seats moved on by one"),
        "quit" => say!("leaves; the table is kept, and `kitpress play` goes on"),
        _ => say!("this help"),
    }
}

/// The language of messages, as kits name it.
fn language() -> &'static str {
    crate::say::tongue().code()
}

impl Session {
    /// The order that a line begins with, and the rest.
    pub(super) fn order<'a>(&self, line: &'a str) -> Option<(&'static str, &'a str)> {
        let (first, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let (slash, first) = match first.strip_prefix(['/', '／']) {
            Some(word) => (true, seats::fold(word)),
            None => (false, seats::fold(first)),
        };
        if !slash && self.is_of_the_game(&first) {
            return None;
        }
        let known = ORDERS.iter().filter(|(_, long, _)| self.exists(long));
        let mut known = known.filter(|(short, long, others)| {
            *short == first || *long == first || others.iter().any(|o| seats::fold(o) == first)
        });
        let known = known.next().map(|(_, long, _)| *long);
        // A slash alone, or behind it what is no order, is asked about.
        known
            .or(slash.then_some("help"))
            .map(|long| (long, rest.trim()))
    }

    /// Whether a word belongs to the moves of the game; while answers are asked for, also the start of one does.
    fn is_of_the_game(&self, word: &str) -> bool {
        let verb = verbs(&self.table.view(Viewer::Public));
        let kept = || self.table.words().iter();
        let other = kept().any(|(_, others)| others.iter().any(|o| seats::fold(o) == word));
        let begins = self.open().is_some() && kept().any(|(kept, _)| kept.starts_with(word));
        verb.iter().any(|v| v == word) || other || begins
    }

    /// How an order is written.
    pub(super) fn way(&self, long: &str) -> String {
        format!("/{long}")
    }

    /// The orders that begin like a line, to choose from.
    pub(super) fn orders(&self, line: &str) -> Vec<MenuItem> {
        let typed = line.trim_start_matches(['/', '／']);
        let known = ORDERS.iter().filter(|(_, long, others)| {
            let begins = |name: &str| seats::fold(name).starts_with(&seats::fold(typed.trim_end()));
            begins(long) || others.iter().any(|o| begins(o))
        });
        let known = known.filter(|(_, long, _)| self.makes_sense(long));
        known
            .map(|(_, long, _)| {
                MenuItem::new(format!("/{long}  {}", does(long)), format!("/{long}"))
            })
            .collect()
    }

    /// Whether there is such an order at this table: some are for phones.
    fn exists(&self, order: &str) -> bool {
        self.table.hub().is_some() || !matches!(order, "phones" | "free")
    }

    fn makes_sense(&self, order: &str) -> bool {
        match order {
            "free" => !self.table.phones().is_empty(),
            "phones" => self.exists(order),
            "again" => self.table.outcome().is_some(),
            "back" => self.answered() > 0,
            "hands" => (0..self.table.seats().len()).any(|s| self.has_secret(s)),
            "undo" => self.table.moves() > 0 || self.answered() > 0,
            _ => true,
        }
    }

    /// The last moves.
    pub(super) fn log(&self) -> Vec<String> {
        let moves = self.table.story().filter(|e| !e.undone);
        let lines: Vec<String> = moves
            .filter_map(|e| {
                let said = match &e.act {
                    Some(Act::Note(kept)) => note::said(kept)?.to_string(),
                    _ => self.table.told(e)?.to_owned(),
                };
                Some(format!("{:>4}  {said}", e.n))
            })
            .collect();
        if lines.is_empty() {
            return vec![say!("no move has been made yet").to_string()];
        }
        let start = lines.len().saturating_sub(20);
        lines[start..].to_vec()
    }

    /// What can be done.
    pub(super) fn help(&self) -> Vec<String> {
        let mut lines = vec![say!("moves:").to_string()];
        let moves = self.table.view(Viewer::Public).moves;
        lines.extend(moves.iter().map(|m| format!("  {m}")));
        let words = self.table.words().iter();
        let words: Vec<String> = words
            .filter_map(|(kept, others)| Some(format!("{kept} {}", others.first()?)))
            .collect();
        if language() != "en" && !words.is_empty() {
            lines.push(say!("words: {}", words.join(" · ")).to_string());
        }
        lines.push(say!("besides:").to_string());
        for (_, long, _) in ORDERS.iter().filter(|(_, long, _)| self.exists(long)) {
            lines.push(format!("  /{long:<6} {}", does(long)));
        }
        lines
    }
}
