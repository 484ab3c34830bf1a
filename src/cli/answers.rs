//! The answers to the questions of a long move, until it is whole.

use crate::play::rules::{Gap, Refusal};
use crate::play::view::Form;

/// What was answered so far.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Answers {
    /// By part; a part that is open has none.
    given: Vec<Option<String>>,
    /// What was said of a part that lacks something, and where.
    lacking: Option<(usize, String, Gap)>,
    /// The part that was answered last.
    last: Option<usize>,
    /// The parts that their players answered alone, unseen by the others.
    alone: Vec<usize>,
}

impl Answers {
    /// The question that is open.
    pub(super) fn open(&self, form: &Form) -> usize {
        let open = self.given.iter().position(Option::is_none);
        let next = open.unwrap_or(self.given.len());
        next.min(form.parts.len().saturating_sub(1))
    }

    /// How many questions have an answer.
    pub(super) fn count(&self) -> usize {
        self.given.iter().flatten().count()
    }

    /// All answers, by part.
    pub(super) fn given(&self) -> &[Option<String>] {
        &self.given
    }

    /// An answer as everybody may see it: nothing but that it was given, when its player gave it alone.
    pub(super) fn open_answer(&self, part: usize) -> Option<&str> {
        let given = self.given.get(part)?.as_deref()?;
        Some(if self.alone.contains(&part) {
            "*"
        } else {
            given
        })
    }

    /// What was said of a part that lacks something.
    pub(super) fn said(&self, part: usize) -> Option<&str> {
        let (at, said, _) = self.lacking.as_ref()?;
        (*at == part).then_some(said)
    }

    /// The same as everybody may see it, with what stands behind the gap: nothing, when its player said it alone.
    pub(super) fn open_said(&self, part: usize) -> Option<String> {
        let said = self.said(part).filter(|_| !self.alone.contains(&part))?;
        Some(match self.rest() {
            "" => said.to_owned(),
            rest => format!("{said} … {rest}"),
        })
    }

    /// What was said behind the place where something is missing; may be empty.
    pub(super) fn rest(&self) -> &str {
        self.lacking.as_ref().map_or("", |(_, _, gap)| gap.after())
    }

    /// Forgets what was said of a part that lacks something.
    pub(super) fn unsay(&mut self) {
        self.lacking = None;
    }

    /// What a line could mean as the answer of a part, the likeliest last.
    pub(super) fn ways(&self, part: usize, line: &str) -> Vec<String> {
        let mut ways = vec![line.to_owned()];
        if let Some((at, said, gap)) = &self.lacking
            && *at == part
        {
            ways.extend(gap.filled(said, line));
        }
        ways
    }

    /// Keeps an answer.
    pub(super) fn give(&mut self, form: &Form, part: usize, piece: String) {
        self.given.resize(form.parts.len(), None);
        if let Some(place) = self.given.get_mut(part) {
            *place = Some(piece);
        }
        self.lacking = None;
        self.last = Some(part);
        self.alone.retain(|p| *p != part);
    }

    /// Keeps an answer that its player gave alone.
    pub(super) fn give_alone(&mut self, form: &Form, part: usize, piece: String) {
        self.give(form, part, piece);
        self.alone.push(part);
    }

    /// Opens a part again, so that it can be answered anew.
    pub(super) fn reopen(&mut self, part: usize) {
        self.lacking = None;
        if let Some(place) = self.given.get_mut(part) {
            *place = None;
        }
    }

    /// All answers, once there are all.
    pub(super) fn all(&self) -> Option<Vec<String>> {
        self.given.iter().cloned().collect()
    }

    /// Opens the part again that a refusal is about, and keeps the others; opens all when it is about none, and all
    /// had been answered. Whether only something is missing.
    pub(super) fn blame(&mut self, refusal: &Refusal) -> bool {
        let whole = !self.given.is_empty() && self.all().is_some();
        let Some(blame) = refusal.blame() else {
            if whole {
                self.clear();
            }
            return false;
        };
        let said = match self.given.get_mut(blame.part) {
            Some(place) if whole => place.take(),
            _ => None,
        };
        let Some(gap) = &blame.missing else {
            return false;
        };
        let said = gap.before(&said.unwrap_or_default()).to_owned();
        self.lacking = Some((blame.part, said, gap.clone()));
        true
    }

    /// Takes back the answer given last; false when there is none.
    pub(super) fn take_back(&mut self) -> bool {
        self.lacking = None;
        let given = self.last.take();
        let given = given.or_else(|| self.given.iter().rposition(Option::is_some));
        let place = given.and_then(|part| self.given.get_mut(part));
        place.is_some_and(|p| p.take().is_some())
    }

    /// Forgets them all.
    pub(super) fn clear(&mut self) {
        *self = Self::default();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::view::Part;
    use crate::say;

    fn form() -> Form {
        let part = |name: &str| Part {
            head: name.to_owned(),
            ask: say!("the last moves"),
            seat: None,
        };
        Form {
            head: "turn".into(),
            parts: ["Ann", "Bob", "Cho"].map(part).to_vec(),
        }
    }

    fn given() -> Answers {
        let (form, mut answers) = (form(), Answers::default());
        answers.give(&form, 0, "up".into());
        answers.give_alone(&form, 1, "left".into());
        answers.give(&form, 2, "down".into());
        answers
    }

    fn open(answers: &Answers) -> Vec<usize> {
        let open = |part: &usize| answers.given()[*part].is_none();
        (0..answers.given().len()).filter(open).collect()
    }

    #[test]
    fn what_was_said_alone_is_shown_to_nobody() {
        let mut answers = given();
        let shown =
            |answers: &Answers| [0, 1, 2].map(|p| answers.open_answer(p).map(str::to_owned));
        let wanted = [Some("up"), Some("*"), Some("down")];
        assert_eq!(shown(&answers), wanted.map(|a| a.map(str::to_owned)));
        // It lacks a word: who said it goes on from there, and the others do not hear from where.
        let lacks =
            |part: usize| Refusal::words(say!("a move is missing")).lacking(part, Gap::end("then"));
        assert!(answers.blame(&lacks(1)));
        assert_eq!(
            (answers.said(1), answers.open_said(1)),
            (Some("left"), None)
        );
        let mut answers = given();
        assert!(answers.blame(&lacks(0)));
        assert_eq!(answers.open_said(0).as_deref(), Some("up"));
        // Whoever answers in the open the next time is heard.
        answers.give(&form(), 0, "up then left".into());
        answers.give(&form(), 1, "right".into());
        assert_eq!(answers.open_answer(1), Some("right"));
    }

    #[test]
    fn going_back_opens_the_last_answer() {
        let mut answers = given();
        assert!(answers.take_back());
        assert_eq!(open(&answers), [2]);
        assert!(answers.take_back());
        assert_eq!(open(&answers), [1, 2]);
        let mut answers = given();
        answers.reopen(0);
        assert_eq!((open(&answers), answers.open(&form())), (vec![0], 0));
        answers.give(&form(), 0, "right".into());
        assert!(answers.take_back());
        assert_eq!(open(&answers), [0], "the one that was put right");
    }
}
