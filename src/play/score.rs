//! The score pad: rounds, bonus columns, corrections and ranks for any game.
//!
//! A [`Pad`] is what is left after reading its [`Note`]s in order; notes are only ever added, a journal keeps them. No
//! files here.

use serde_json::{Map, Value};

use super::amount::Amount;
use super::rules::{Fault, Refusal};
use super::seats;
use crate::diag::{list, nearest};
use crate::say;

/// The most rounds and bonus columns.
pub(crate) const MOST: usize = 10_000;

/// Scores by player, in the order given; nothing takes a score away again.
pub type Scores = Vec<(String, Option<Amount>)>;

/// One thing that was noted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Note {
    /// A new round.
    Round(Scores),
    /// Corrects a round, counted from 1.
    Edit(usize, Scores),
    /// A bonus by name, or corrects it.
    Bonus(String, Scores),
    /// More players, at the end of the pad.
    Join(Vec<String>),
    /// Whether the lowest total wins from now on.
    Lowest(bool),
    /// The last note that still counts does not.
    Undo,
}

/// A pad of scores.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Pad {
    /// The players, in the order they came.
    pub players: Vec<String>,
    /// Each round's score of each player.
    pub rounds: Vec<Vec<Option<Amount>>>,
    /// Each bonus, by name, of each player.
    pub bonuses: Vec<(String, Vec<Option<Amount>>)>,
    /// Whether the lowest total wins.
    pub lowest: bool,
}

impl Pad {
    /// What is left after these notes.
    pub fn read(notes: &[Note]) -> Result<Self, Refusal> {
        let mut pad = Pad::default();
        for note in counting(notes)? {
            pad = pad.with(note)?;
        }
        Ok(pad)
    }

    /// The pad after old notes and new ones; the new ones must not bring names that could be taken for others.
    pub(crate) fn with_new(old: &[Note], new: &[Note]) -> Result<Self, Refusal> {
        let (before, after) = (Self::read(old)?, Self::read(&[old, new].concat())?);
        let bonuses = |pad: &Self| -> Vec<String> {
            let names = pad.bonuses.iter().map(|(name, _)| name.clone());
            names.collect()
        };
        for (known, all) in [
            (before.players.clone(), after.players.clone()),
            (bonuses(&before), bonuses(&after)),
        ] {
            seats::distinct(&known, all.get(known.len()..).unwrap_or_default())?;
        }
        Ok(after)
    }

    /// The pad after one more note, which may not be an undo.
    fn with(&self, note: &Note) -> Result<Self, Refusal> {
        let mut pad = self.clone();
        match note {
            Note::Join(names) => pad.join(names)?,
            Note::Lowest(lowest) => pad.lowest = *lowest,
            Note::Round(scores) => {
                if pad.players.is_empty() {
                    let names: Vec<String> = scores.iter().map(|(n, _)| n.clone()).collect();
                    pad.join(&names)?;
                }
                if pad.rounds.len() >= MOST {
                    return Err(full());
                }
                let mut row = vec![None; pad.players.len()];
                pad.fill(&mut row, scores)?;
                pad.rounds.push(row);
            }
            Note::Edit(round, scores) => {
                let at = round.checked_sub(1).filter(|i| *i < pad.rounds.len());
                let at = at.ok_or_else(|| pad.no_round(*round))?;
                let mut row = pad.rounds[at].clone();
                pad.fill(&mut row, scores)?;
                pad.rounds[at] = row;
            }
            Note::Bonus(name, scores) => pad.bonus(name, scores)?,
            Note::Undo => return Err(nothing_to_undo()),
        }
        Ok(pad)
    }

    fn join(&mut self, names: &[String]) -> Result<(), Refusal> {
        self.players.extend(names.iter().cloned());
        seats::check(&self.players)?;
        let players = self.players.len();
        let rows = self.rounds.iter_mut();
        let bonuses = self.bonuses.iter_mut().map(|(_, row)| row);
        for row in rows.chain(bonuses) {
            row.resize(players, None);
        }
        Ok(())
    }

    fn bonus(&mut self, name: &str, scores: &Scores) -> Result<(), Refusal> {
        let known = |(n, _): &(String, Vec<Option<Amount>>)| seats::fold(n) == seats::fold(name);
        let at = match self.bonuses.iter().position(known) {
            Some(at) => at,
            None if self.bonuses.len() >= MOST => return Err(full()),
            None => {
                let row = vec![None; self.players.len()];
                self.bonuses.push((name.to_owned(), row));
                self.bonuses.len() - 1
            }
        };
        let mut row = self.bonuses[at].1.clone();
        self.fill(&mut row, scores)?;
        self.bonuses[at].1 = row;
        Ok(())
    }

    /// Puts scores into their players' places.
    fn fill(&self, row: &mut [Option<Amount>], scores: &Scores) -> Result<(), Refusal> {
        let mut seen = Vec::new();
        for (name, score) in scores {
            let seat = seats::find(&self.players, name).map_err(|r| self.stranger(name, r))?;
            if seen.contains(&seat) {
                let what = say!("`{}` has two scores", self.players[seat]);
                return Err(Refusal::words(what).hint(say!("add them up: `{}=5+3`", name)));
            }
            seen.push(seat);
            row[seat] = *score;
        }
        Ok(())
    }

    /// Where nobody on the pad is nearly called so, the score may be somebody new's, or of another game.
    fn stranger(&self, name: &str, unknown: Refusal) -> Refusal {
        let names = || self.players.iter().map(String::as_str);
        match nearest(name, names()) {
            Some(_) => unknown,
            None => unknown.hint(say!(
                "players: {}; `--join` adds somebody, `--new` begins another pad",
                list(names())
            )),
        }
    }

    fn no_round(&self, round: usize) -> Refusal {
        let refusal = Refusal::new(Fault::Unknown, say!("there is no round {}", round));
        match self.rounds.len() {
            0 => refusal.hint(say!("no round has been noted yet")),
            1 => refusal.hint(say!("there is only round 1 so far")),
            n => refusal.hint(say!("rounds 1 to {}", n)),
        }
    }

    /// Each player's total.
    pub fn totals(&self) -> Vec<Amount> {
        let rows = || self.rounds.iter().chain(self.bonuses.iter().map(|b| &b.1));
        let of = |p: usize| {
            let scores = rows().filter_map(|row| row.get(p).copied().flatten());
            scores.fold(Amount::default(), Amount::plus)
        };
        (0..self.players.len()).map(of).collect()
    }

    /// Each player's rank; players who are level share one, and the next is skipped. Where the lowest total wins, it
    /// must not be lowest because rounds are missing: who has fewer of them comes behind all who have more.
    pub fn ranks(&self) -> Vec<usize> {
        let (totals, missing) = (self.totals(), self.missing());
        let place = |p: usize| match self.lowest {
            true => (missing[p], totals[p]),
            false => (0, totals[p].turned()),
        };
        let players = 0..self.players.len();
        let better = |p: usize| players.clone().filter(|q| place(*q) < place(p)).count();
        players.clone().map(|p| better(p) + 1).collect()
    }

    /// How many rounds each player has fewer than whoever has most.
    pub fn missing(&self) -> Vec<usize> {
        let played = |p: usize| self.rounds.iter().filter(|r| r[p].is_some()).count();
        let played: Vec<usize> = (0..self.players.len()).map(played).collect();
        let most = played.iter().copied().max().unwrap_or(0);
        played.iter().map(|n| most - n).collect()
    }

    /// The players ahead: several when they are level, nobody before anything was noted.
    pub fn leaders(&self) -> Vec<usize> {
        if self.rounds.is_empty() && self.bonuses.is_empty() {
            return Vec::new();
        }
        let ranks = self.ranks();
        (0..ranks.len()).filter(|p| ranks[*p] == 1).collect()
    }
}

/// The notes that count: an undo takes away itself and the last one before it that still did.
fn counting(notes: &[Note]) -> Result<Vec<&Note>, Refusal> {
    let mut left = Vec::new();
    for note in notes {
        match note {
            Note::Undo => {
                left.pop().ok_or_else(nothing_to_undo)?;
            }
            note => left.push(note),
        }
    }
    Ok(left)
}

/// The note that an undo now would take away.
pub fn last(notes: &[Note]) -> Option<&Note> {
    counting(notes).ok()?.pop()
}

fn nothing_to_undo() -> Refusal {
    Refusal::new(Fault::Time, say!("there is nothing to undo"))
}

fn full() -> Refusal {
    let what = say!("the pad is full: {} is the most", MOST);
    Refusal::new(Fault::Rule, what).hint(say!("`--new` begins another"))
}

/// Reads `Ann=12`, `Ann=2.5`, `Ann=5+3-1`, and `Ann=` for no score.
pub(crate) fn read_score(word: &str) -> Result<(String, Option<Amount>), Refusal> {
    let wrong = || {
        let what = say!("`{}` is not a score", word);
        Refusal::words(what).hint(say!("write a name and a number: `Ann=12` or `Ann=2.5`"))
    };
    let (name, number) = word.rsplit_once(['=', '＝']).ok_or_else(wrong)?;
    let name = seats::tidy(name);
    if name.is_empty() {
        return Err(wrong());
    }
    if number.trim().is_empty() {
        return Ok((name, None));
    }
    let score = sum(number).ok_or_else(wrong)?;
    if score.too_large() {
        let what = say!("`{}` is too large a score", number);
        return Err(Refusal::words(what));
    }
    Ok((name, Some(score)))
}

/// Reads `5+3-1`: a sign before the first number may be left out, between two it may not.
pub fn sum(text: &str) -> Option<Amount> {
    let sign = |c: char| matches!(c, '+' | '-' | '−' | '＋' | '－');
    let mut all = Amount::default();
    let mut rest = text.trim();
    let mut first = true;
    while first || !rest.is_empty() {
        let mut chars = rest.chars();
        let minus = match chars.next().filter(|c| sign(*c)) {
            Some(c) => {
                rest = chars.as_str();
                !matches!(c, '+' | '＋')
            }
            None if first => false,
            None => return None,
        };
        let end = rest.find(sign).unwrap_or(rest.len());
        let (number, after) = rest.split_at(end);
        let number = Amount::read(number)?;
        all = all.plus(if minus { number.turned() } else { number });
        rest = after;
        first = false;
    }
    Some(all)
}

impl Note {
    /// The note as a journal keeps it.
    pub(crate) fn to_body(&self) -> Map<String, Value> {
        let scores = |scores: &Scores| {
            let kept = |s: &Option<Amount>| s.map_or(Value::Null, Amount::to_kept);
            let pairs = scores.iter().map(|(n, s)| (n.clone(), kept(s)));
            Value::Object(pairs.collect())
        };
        let mut body = Map::new();
        match self {
            Note::Round(s) => {
                body.insert("round".into(), scores(s));
            }
            Note::Edit(round, s) => {
                body.insert("edit".into(), (*round).into());
                body.insert("scores".into(), scores(s));
            }
            Note::Bonus(name, s) => {
                body.insert("bonus".into(), name.as_str().into());
                body.insert("scores".into(), scores(s));
            }
            Note::Join(names) => {
                body.insert("join".into(), names.clone().into());
            }
            Note::Lowest(lowest) => {
                body.insert("lowest".into(), (*lowest).into());
            }
            Note::Undo => {
                body.insert("undo".into(), true.into());
            }
        }
        body
    }

    /// A note from a journal; nothing when it is none.
    pub(crate) fn from_body(body: &Map<String, Value>) -> Option<Self> {
        let scores = |key: &str| -> Option<Scores> {
            let pairs = body.get(key)?.as_object()?.iter();
            pairs
                .map(|(name, score)| match score {
                    Value::Null => Some((name.clone(), None)),
                    n => Some((name.clone(), Some(Amount::from_kept(n)?))),
                })
                .collect()
        };
        if body.contains_key("round") {
            return Some(Note::Round(scores("round")?));
        }
        if let Some(round) = body.get("edit") {
            let round = usize::try_from(round.as_u64()?).ok()?;
            return Some(Note::Edit(round, scores("scores")?));
        }
        if let Some(name) = body.get("bonus") {
            return Some(Note::Bonus(name.as_str()?.to_owned(), scores("scores")?));
        }
        if let Some(names) = body.get("join") {
            let names = names.as_array()?.iter();
            let names: Option<Vec<String>> = names.map(|n| Some(n.as_str()?.to_owned())).collect();
            return Some(Note::Join(names?));
        }
        if let Some(lowest) = body.get("lowest") {
            return Some(Note::Lowest(lowest.as_bool()?));
        }
        body.contains_key("undo").then_some(Note::Undo)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn scores(words: &str) -> Scores {
        words
            .split(' ')
            .map(|w| read_score(w).expect("a score"))
            .collect()
    }

    fn points(list: &[i64]) -> Vec<Amount> {
        let points = list.iter().map(|n| Amount::whole(*n));
        points.map(|a| a.expect("a score")).collect()
    }

    fn pad(notes: &[Note]) -> Pad {
        Pad::read(notes).expect("a pad")
    }

    #[test]
    fn scores_are_read() {
        for (word, score) in [
            ("Ann=12", Some("12")),
            ("Ann=-3", Some("-3")),
            ("Ann=+3", Some("3")),
            ("Ann=5+3-1", Some("7")),
            ("Ann=2.5", Some("2.5")),
            ("Ann=-2,5", Some("-2.5")),
            ("Ann=0.1+0.2", Some("0.3")),
            ("Ann=", None),
            ("Ann=１２", Some("12")),
            ("Ann＝0", Some("0")),
        ] {
            let (name, read) = read_score(word).expect(word);
            let read = read.map(|a| a.to_string());
            assert_eq!((name.as_str(), read.as_deref()), ("Ann", score), "{word}");
        }
        assert_eq!(read_score("a=b=4").expect("a score").0, "a=b");
        for word in [
            "Ann",
            "=5",
            "Ann=x",
            "Ann=5+",
            "Ann=5++3",
            "Ann=--3",
            "Ann=1.",
            "Ann=.5",
            "Ann=1,000",
            "Ann=1.234",
            "Ann=-",
            "Ann=5 3",
            "Ann=99999999999999999999",
            "Ann=1000000000001",
            "Ann=٣",
        ] {
            assert!(read_score(word).is_err(), "{word}");
        }
    }

    #[test]
    fn rounds_bonuses_and_totals() {
        let notes = [
            Note::Round(scores("Ann=12 Bob=9")),
            Note::Round(scores("bob=4")),
            Note::Bonus("road".into(), scores("Bob=2")),
            Note::Edit(1, scores("Ann=15")),
        ];
        let pad = pad(&notes);
        assert_eq!(pad.players, ["Ann", "Bob"]);
        let [four, nine, fifteen] = [4, 9, 15].map(Amount::whole);
        assert_eq!(pad.rounds, [[fifteen, nine], [None, four]]);
        assert_eq!(pad.totals(), points(&[15, 15]));
        assert_eq!((pad.ranks(), pad.leaders()), (vec![1, 1], vec![0, 1]));
    }

    #[test]
    fn the_lowest_may_win() {
        let mut notes = vec![Note::Round(scores("Ann=12 Bob=9 Cho=9 Dai=20"))];
        assert_eq!(pad(&notes).ranks(), [2, 3, 3, 1]);
        notes.push(Note::Lowest(true));
        assert_eq!(pad(&notes).ranks(), [3, 1, 1, 4]);
    }

    #[test]
    fn undo_goes_back_step_by_step() {
        let mut notes = vec![
            Note::Round(scores("Ann=1 Bob=2")),
            Note::Edit(1, scores("Ann=5")),
        ];
        notes.push(Note::Undo);
        assert_eq!(pad(&notes).totals(), points(&[1, 2]));
        notes.push(Note::Undo);
        assert_eq!(pad(&notes), Pad::default());
        notes.push(Note::Round(scores("Cho=7")));
        assert_eq!(pad(&notes).players, ["Cho"]);
        notes.extend([Note::Undo, Note::Undo]);
        assert!(Pad::read(&notes).is_err());
    }

    #[test]
    fn slips_are_refused() {
        let first = Note::Round(scores("Ann=1 Bob=2"));
        for note in [
            Note::Round(scores("Anne=3")),
            Note::Round(scores("Ann=3 ANN=4")),
            Note::Edit(2, scores("Ann=3")),
            Note::Edit(0, scores("Ann=3")),
            Note::Bonus("road".into(), scores("Cho=3")),
            Note::Join(vec!["ann".into()]),
        ] {
            assert!(
                Pad::read(&[first.clone(), note.clone()]).is_err(),
                "{note:?}"
            );
        }
        assert!(Pad::read(&[Note::Round(scores("Ann=1 ann=2"))]).is_err());
    }

    #[test]
    fn who_joins_late_has_no_score_before() {
        let notes = [
            Note::Round(scores("Ann=1 Bob=2")),
            Note::Join(vec!["Cho".into()]),
            Note::Round(scores("Cho=5")),
        ];
        let [one, two] = [1, 2].map(Amount::whole);
        assert_eq!(pad(&notes).rounds[0], [one, two, None]);
        assert_eq!(pad(&notes).totals(), points(&[1, 2, 5]));
    }

    #[test]
    fn a_missing_round_is_no_low_score() {
        let mut notes = vec![
            Note::Join(vec!["Ann".into(), "Bob".into()]),
            Note::Lowest(true),
            Note::Round(scores("Ann=3")),
        ];
        assert_eq!(pad(&notes).leaders(), [0], "Bob has not played yet");
        notes.push(Note::Edit(1, scores("Bob=2")));
        notes.push(Note::Join(vec!["Cho".into()]));
        notes.push(Note::Round(scores("Ann=1 Bob=4 Cho=0")));
        assert_eq!(pad(&notes).totals(), points(&[4, 6, 0]));
        assert_eq!(
            pad(&notes).ranks(),
            [1, 2, 3],
            "who came late does not lead"
        );
        assert_eq!(pad(&notes).missing(), [0, 0, 1]);
        notes.push(Note::Lowest(false));
        assert_eq!(pad(&notes).ranks(), [2, 1, 3]);
    }

    fn any_note() -> impl Strategy<Value = Note> {
        let score = prop_oneof![Just(None), (-50i64..50).prop_map(Amount::whole)];
        let name = prop::sample::select(vec!["Ann", "bob", "花子", "Dai"]);
        let scores = prop::collection::vec((name.prop_map(str::to_owned), score), 0..5);
        prop_oneof![
            scores.clone().prop_map(Note::Round),
            (0usize..5, scores.clone()).prop_map(|(r, s)| Note::Edit(r, s)),
            ("[ab]", scores).prop_map(|(n, s)| Note::Bonus(n, s)),
            any::<bool>().prop_map(Note::Lowest),
            Just(Note::Undo),
        ]
    }

    proptest! {
        /// Whatever was accepted adds up, and reads back from the journal as the same pad.
        #[test]
        fn pads_add_up(tries in prop::collection::vec(any_note(), 0..30)) {
            let mut notes = Vec::new();
            for note in tries {
                notes.push(note);
                if Pad::read(&notes).is_err() {
                    notes.pop();
                }
            }
            let pad = pad(&notes);
            let sum = pad.totals().into_iter().fold(Amount::default(), Amount::plus);
            let rows = pad.rounds.iter().chain(pad.bonuses.iter().map(|b| &b.1));
            let each = rows.flatten().flatten().copied().fold(Amount::default(), Amount::plus);
            prop_assert_eq!(sum, each);
            let kept: Option<Vec<Note>> = notes.iter().map(|n| Note::from_body(&n.to_body())).collect();
            prop_assert_eq!(Pad::read(&kept.expect("notes")).expect("a pad"), pad);
        }

        #[test]
        fn no_text_is_too_strange(word in "\\PC{0,20}") {
            let _ = read_score(&word);
        }
    }
}
