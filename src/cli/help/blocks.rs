//! What stands below a command's options: sentences, and lists such as the examples. Each piece is translated by itself,
//! so that commands are written once.

/// A piece of the text below the options.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum HelpBlock {
    /// Sentences.
    Prose(String),
    /// A head, and rows of something typed with what it means; that may be empty.
    List(String, Vec<(String, String)>),
}

/// Reads a text: paragraphs apart by empty lines, lists as indented lines below a head.
pub(super) fn read(text: &str) -> Vec<HelpBlock> {
    let mut out = Vec::new();
    for part in text.trim_matches('\n').split("\n\n") {
        read_part(part, &mut out);
    }
    out
}

fn read_part(part: &str, out: &mut Vec<HelpBlock>) {
    let mut open = String::new();
    for line in part.lines() {
        let indented = line.starts_with(' ');
        match out.last_mut() {
            Some(HelpBlock::List(_, rows)) if indented && open.is_empty() => {
                // What stands far in goes on with the row before.
                match rows.last_mut().filter(|_| line.starts_with("     ")) {
                    Some((_, meaning)) => *meaning = joined(meaning, line),
                    None => rows.push(row(line)),
                }
                continue;
            }
            _ if indented => {
                let head = std::mem::take(&mut open);
                let head = head.trim_end_matches(':').to_owned();
                out.push(HelpBlock::List(head, vec![row(line)]));
                continue;
            }
            _ => {}
        }
        open = joined(&open, line);
        // A line that ends a sentence is one of its own.
        if open.ends_with('.') {
            out.push(HelpBlock::Prose(std::mem::take(&mut open)));
        }
    }
    if !open.is_empty() {
        out.push(HelpBlock::Prose(open));
    }
}

fn joined(before: &str, line: &str) -> String {
    let both = format!("{before} {}", line.trim());
    both.trim().to_owned()
}

/// What is typed, and what it means: two blanks apart.
fn row(line: &str) -> (String, String) {
    let line = line.trim();
    let (typed, meaning) = line.split_once("  ").unwrap_or((line, ""));
    (typed.to_owned(), meaning.trim().to_owned())
}

impl HelpBlock {
    /// Its texts that are translated.
    #[cfg(test)]
    pub(super) fn texts(&self) -> Vec<&str> {
        match self {
            Self::Prose(text) => vec![text],
            Self::List(head, rows) => {
                let meanings = rows.iter().map(|(_, meaning)| meaning.as_str());
                let all = std::iter::once(head.as_str()).chain(meanings);
                all.filter(|t| !t.is_empty()).collect()
            }
        }
    }

    /// The same with its texts in another language.
    pub(super) fn told(self, told: &dyn Fn(&str) -> String) -> Self {
        match self {
            Self::Prose(text) => Self::Prose(told(&text)),
            Self::List(head, rows) => {
                let row = |(typed, meaning): (String, String)| (typed, told(&meaning));
                Self::List(told(&head), rows.into_iter().map(row).collect())
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sentences_and_lists_are_told_apart() {
        let text =
            "One that\ngoes on.\nAnother.\n\nForms:\n  a       first\n          still\n  b\n\nEnd";
        let rows = vec![
            ("a".to_owned(), "first still".to_owned()),
            ("b".to_owned(), String::new()),
        ];
        let read = read(text);
        assert_eq!(
            read,
            [
                HelpBlock::Prose("One that goes on.".into()),
                HelpBlock::Prose("Another.".into()),
                HelpBlock::List("Forms".into(), rows),
                HelpBlock::Prose("End".into()),
            ]
        );
        assert_eq!(read[2].texts(), ["Forms", "first still"]);
    }
}
