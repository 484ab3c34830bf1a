//! When a press turns a page of a hand-over, and which page comes then: pure, over times that are handed in.
//!
//! A card must never be opened by a key that was meant for the page before it. So a page stays for a least time, and
//! a press counts only after a calm: a double press, a held key, or keys typed ahead turn one page at most. The key
//! that turned the last page needs a longer calm than any other, longer than keyboards wait before they repeat.

use std::time::Duration;

use super::screen::Input;

/// The least time that a cover stays.
pub(super) const COVER: Duration = Duration::from_millis(1000);
/// The calm before a press that counts.
pub(super) const CALM: Duration = Duration::from_millis(600);
/// The calm before a press of the key that turned the last page.
pub(super) const AGAIN: Duration = Duration::from_millis(2000);
/// Whoever did not look for so long may find keys from long ago: the page is as good as new.
const AWAY: Duration = Duration::from_millis(1000);

/// What is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Page {
    /// Nothing of anybody's, while the screen is on its way to a player.
    Cover(usize),
    /// One leaf of a player's card.
    Card {
        /// The player.
        player: usize,
        /// The leaf; a card that is too long for the screen has several.
        leaf: usize,
    },
}

/// A screen that goes round.
#[derive(Clone, Debug)]
pub(super) struct Round {
    players: usize,
    /// The least time that a card stays.
    reading: Duration,
    page: Option<Page>,
    /// Since when the page is shown.
    shown: Duration,
    /// The last key, whether it counted or not.
    pressed: Option<Duration>,
    /// When keys were last looked for.
    looked: Duration,
    /// The key that turned the last page.
    turned_by: Option<Input>,
}

impl Round {
    /// A screen that goes to so many players; every card stays for `reading` at least.
    pub(super) fn new(players: usize, reading: Duration, now: Duration) -> Self {
        Self {
            players,
            reading,
            page: (players > 0).then_some(Page::Cover(0)),
            shown: now,
            pressed: None,
            looked: now,
            turned_by: None,
        }
    }

    /// What is shown; nothing once all have looked.
    pub(super) fn page(&self) -> Option<Page> {
        self.page
    }

    /// Says that keys are being looked for; often enough, keys are never old when they come.
    pub(super) fn look(&mut self, now: Duration) {
        if now.saturating_sub(self.looked) > AWAY {
            self.shown = now;
        }
        self.looked = now;
    }

    /// How long this key does not count yet.
    pub(super) fn wait(&self, key: &Input, now: Duration) -> Duration {
        let least = match self.page {
            Some(Page::Card { .. }) => self.reading,
            _ => COVER,
        };
        let calm = match self.turned_by.as_ref() == Some(key) {
            true => AGAIN,
            false => CALM,
        };
        let calm = self.pressed.map_or(Duration::ZERO, |at| at + calm);
        (self.shown + least).max(calm).saturating_sub(now)
    }

    /// A key; whether it turned the page. A card has so many `leaves`.
    pub(super) fn press(&mut self, key: &Input, leaves: usize, now: Duration) -> bool {
        self.look(now);
        let counts = self.page.is_some() && turns(key) && self.wait(key, now).is_zero();
        self.pressed = Some(now);
        if counts {
            self.page = self.following(leaves);
            self.shown = now;
            self.turned_by = Some(key.clone());
        }
        counts
    }

    /// Covers the card again, as when the program was stopped meanwhile.
    pub(super) fn cover(&mut self, now: Duration) {
        if let Some(Page::Card { player, .. }) = self.page {
            self.page = Some(Page::Cover(player));
        }
        self.shown = now;
    }

    fn following(&self, leaves: usize) -> Option<Page> {
        match self.page? {
            Page::Cover(player) => Some(Page::Card { player, leaf: 0 }),
            Page::Card { player, leaf } if leaf + 1 < leaves => Some(Page::Card {
                player,
                leaf: leaf + 1,
            }),
            Page::Card { player, .. } => {
                let next = player + 1;
                (next < self.players).then_some(Page::Cover(next))
            }
        }
    }
}

/// Whether a key can turn a page at all; all others are only heard.
fn turns(key: &Input) -> bool {
    !matches!(key, Input::Other | Input::Paste(_))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const READING: Duration = Duration::from_millis(1200);

    fn ms(n: u64) -> Duration {
        Duration::from_millis(n)
    }

    fn space() -> Input {
        Input::Char(' ')
    }

    /// A round in which the first player has just opened the card by the space bar, and read it.
    fn open() -> (Round, Duration) {
        let mut round = Round::new(4, READING, ms(0));
        let mut now = ms(0);
        idle(&mut round, &mut now, ms(2500));
        assert!(round.press(&space(), 1, now));
        idle(&mut round, &mut now, ms(2500));
        (round, now)
    }

    /// Nobody presses anything for a while.
    fn idle(round: &mut Round, now: &mut Duration, span: Duration) {
        let end = *now + span;
        while *now < end {
            *now = (*now + ms(100)).min(end);
            round.look(*now);
        }
    }

    #[test]
    fn a_round_shows_everybody_their_card() {
        let mut round = Round::new(2, READING, ms(0));
        let mut now = ms(0);
        let mut pages = vec![round.page()];
        // The second card has two leaves.
        for (key, leaves) in [
            (space(), 1),
            (Input::Enter, 1),
            (space(), 2),
            (Input::Enter, 2),
            (space(), 2),
        ] {
            let wait = round.wait(&key, now);
            idle(&mut round, &mut now, wait);
            assert!(round.press(&key, leaves, now));
            pages.push(round.page());
        }
        let card = |player, leaf| Some(Page::Card { player, leaf });
        let cover = |player| Some(Page::Cover(player));
        assert_eq!(
            pages,
            [cover(0), card(0, 0), cover(1), card(1, 0), card(1, 1), None]
        );
    }

    #[test]
    fn whoever_follows_the_page_waits_little() {
        let (mut round, now) = open();
        assert!(round.press(&Input::Enter, 1, now));
        assert_eq!(round.wait(&space(), now), COVER);
        assert_eq!(round.wait(&Input::Enter, now), AGAIN);
    }

    #[test]
    fn a_double_press_opens_nothing() {
        for gap in (0..2000).step_by(10) {
            let (mut round, mut now) = open();
            assert!(round.press(&Input::Enter, 1, now));
            idle(&mut round, &mut now, ms(gap));
            assert!(!round.press(&Input::Enter, 1, now), "after {gap} ms");
            assert_eq!(round.page(), Some(Page::Cover(1)));
        }
    }

    #[test]
    fn a_program_that_was_stopped_forgets_old_keys() {
        let (mut round, now) = open();
        assert!(round.press(&Input::Enter, 1, now));
        // Nobody looked for ten seconds; whatever was typed meanwhile comes at once.
        let later = now + ms(10_000);
        for _ in 0..5 {
            assert!(!round.press(&space(), 1, later));
        }
        let (mut round, now) = open();
        round.cover(now);
        assert_eq!(round.page(), Some(Page::Cover(0)));
        assert!(!round.press(&space(), 1, now));
    }

    /// What hands do to a keyboard.
    #[derive(Clone, Debug)]
    enum Typing {
        /// One key, after a while.
        Once(Input, u64),
        /// A key again and again, so far apart.
        Again(Input, u64, usize),
        /// Many keys at once, as typed ahead or pasted.
        Burst(Vec<Input>),
        /// Nothing is read for a while, and these keys are pressed meanwhile.
        Stall(Vec<Input>, u64),
    }

    fn key() -> impl Strategy<Value = Input> {
        prop_oneof![
            3 => Just(Input::Enter),
            3 => Just(space()),
            1 => Just(Input::Char('x')),
            1 => Just(Input::Escape),
            1 => Just(Input::Other),
        ]
    }

    fn hand() -> impl Strategy<Value = Typing> {
        prop_oneof![
            (key(), 0u64..4000).prop_map(|(k, t)| Typing::Once(k, t)),
            (key(), 1u64..1900, 2usize..80).prop_map(|(k, t, n)| Typing::Again(k, t, n)),
            prop::collection::vec(key(), 1..20).prop_map(Typing::Burst),
            (prop::collection::vec(key(), 1..9), 1001u64..9000)
                .prop_map(|(k, t)| Typing::Stall(k, t)),
        ]
    }

    /// A key that turned a page, and what was before it.
    struct PageTurn {
        at: Duration,
        since_key: Option<Duration>,
    }

    struct PaceTable {
        round: Round,
        now: Duration,
        last: Option<Duration>,
        turns: Vec<PageTurn>,
    }

    impl PaceTable {
        fn press(&mut self, key: &Input) {
            if self.round.press(key, 1, self.now) {
                self.turns.push(PageTurn {
                    at: self.now,
                    since_key: self.last.map(|l| self.now - l),
                });
            }
            self.last = Some(self.now);
        }

        fn does(&mut self, hand: &Typing) {
            match hand {
                Typing::Once(key, after) => {
                    idle(&mut self.round, &mut self.now, ms(*after));
                    self.press(key);
                }
                Typing::Again(key, apart, times) => {
                    let before = self.turns.len();
                    for _ in 0..*times {
                        self.press(key);
                        idle(&mut self.round, &mut self.now, ms(*apart));
                    }
                    let turned = self.turns.len() - before;
                    assert!(
                        turned <= 1,
                        "one key, held or repeated, turned {turned} pages"
                    );
                }
                Typing::Burst(keys) => {
                    let before = self.turns.len();
                    keys.iter().for_each(|k| self.press(k));
                    assert!(self.turns.len() - before <= 1, "a burst turned pages");
                }
                Typing::Stall(keys, span) => {
                    self.now += ms(*span);
                    let before = self.turns.len();
                    keys.iter().for_each(|k| self.press(k));
                    assert_eq!(self.turns.len(), before, "old keys turned a page");
                }
            }
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(4000))]

        #[test]
        fn no_hasty_key_turns_a_page(hands in prop::collection::vec(hand(), 1..25)) {
            let round = Round::new(4, READING, ms(0));
            let mut table = PaceTable { round, now: ms(0), last: None, turns: Vec::new() };
            for hand in &hands {
                table.does(hand);
            }
            for turn in &table.turns {
                prop_assert!(turn.since_key.is_none_or(|d| d >= CALM));
            }
            for two in table.turns.windows(2) {
                prop_assert!(two[1].at - two[0].at >= COVER);
            }
        }
    }
}
