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

    /// Whether a part was last answered by its player alone.
    pub(super) fn was_alone(&self, part: usize) -> bool {
        self.alone.contains(&part)
    }

    /// What a part lacks something of.
    pub(super) fn said(&self, part: usize) -> Option<&str> {
        let (at, said, _) = self.lacking.as_ref()?;
        (*at == part).then_some(said)
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
