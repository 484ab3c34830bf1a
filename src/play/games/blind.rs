//! Refusals tell nothing hidden: two games that everybody sees alike, with other cards in hands and piles, refuse every
//! move alike, but for the one text that says that hidden cards do not allow it.

use std::fmt::Debug;

use super::{Games, birth_or_burst, cat_and_chocolate, catch_and_run, generic, icecool};
use crate::kit::{Kit, Source};
use crate::play::choice::{Asking, join};
use crate::play::config::{Config, Settings};
use crate::play::rng::{Chance, Dice, Seed};
use crate::play::rules::{Fault, News, Refusal, Rules, Skill};
use crate::play::stock::Stock;
use crate::play::view::Viewer;

const NAMES: [&str; 4] = ["Ann", "Bob", "Cho", "Dai"];

/// A game, and how to deal what is hidden in it anew without anybody seeing a difference.
struct Blind<'a, R: Rules> {
    rules: R,
    deal: &'a dyn Fn(&mut R::State, &mut Dice),
    /// Words of its moves, right and wrong ones.
    words: Vec<String>,
}

/// What became of a move.
#[derive(Debug, PartialEq)]
enum MoveFate {
    Made,
    Hidden(String),
    Refused(String),
}

fn set_up<R: Rules>(kit: &str, players: usize, set: &[(&str, &str)]) -> (R, Kit) {
    let source = Source::find(kit).expect("the kit");
    let pair = |(k, v): &(&str, &str)| ((*k).to_owned(), (*v).to_owned());
    let settings: Settings = set.iter().map(pair).collect();
    let kit_settings: Vec<_> = settings.clone().into_iter().collect();
    let kit = Kit::load_from(source, &kit_settings).expect("the kit");
    let seats: Vec<String> = NAMES[..players].iter().map(|n| (*n).to_owned()).collect();
    let rules = R::new(Config {
        kit: &Stock::of(&Games::shipped(), &kit, super::rules_of(&kit)),
        seats: &seats,
        settings: &settings,
    });
    (rules.expect("a game"), kit)
}

fn words(own: &str, kit: &Kit, components: &[&str]) -> Vec<String> {
    let of_kit = kit
        .components
        .iter()
        .filter(|c| components.contains(&c.id.as_str()));
    let cards = of_kit.flat_map(|c| c.cards.iter().map(|c| c.name.clone()));
    let own = own.split(' ').chain(NAMES).map(str::to_owned);
    own.chain(cards).collect()
}

impl<R: Rules> Blind<'_, R>
where
    R::State: Debug,
{
    fn answer(&self, state: &R::State, text: &str) -> MoveFate {
        let mut after = state.clone();
        let mut chance = Chance::unrecorded(Seed::practice(1));
        let made = self.rules.read_move(state, text).and_then(|mv| {
            self.rules
                .apply(&mut after, &mv, &mut chance, &mut News::unheard())
        });
        said(made)
    }

    fn check(&self, state: &R::State, part: usize, text: &str) -> MoveFate {
        said(self.rules.check_answer(state, part, text))
    }

    /// Two games after some moves that nobody can tell apart.
    fn twins(&self, seed: u64, dice: &mut Dice) -> Option<(R::State, R::State)> {
        let mut chance = Chance::unrecorded(Seed::practice(seed));
        let mut state = self.rules.begin(&mut chance, &mut News::unheard());
        for _ in 0..dice.below(12) {
            let mv = self.rules.choose(&state, &[Skill::Random; 4], dice)?;
            let made = self
                .rules
                .apply(&mut state, &mv, &mut chance, &mut News::unheard());
            made.ok()?;
        }
        if self.rules.over(&state) {
            return None;
        }
        let mut twin = state.clone();
        (self.deal)(&mut twin, dice);
        let seen = |s: &R::State| format!("{:?}", self.rules.view(s, Viewer::Public));
        assert_eq!(seen(&state), seen(&twin), "everybody sees the same");
        let typed = self.rules.choose(&state, &[Skill::Random; 4], dice);
        let typed = typed.map_or_else(String::new, |mv| self.rules.write_move(&state, &mv));
        let offered = [&state, &twin].map(|s| self.offered(s, &typed));
        assert_eq!(offered[0], offered[1], "and is offered the same");
        Some((state, twin))
    }

    /// What everybody is offered to say, piece by piece: also behind what somebody might type, who is handed the screen
    /// for what, and the words of it all.
    fn offered(&self, state: &R::State, typed: &str) -> Vec<String> {
        let parts = self.rules.view(state, Viewer::Public).form;
        let parts = 0..parts.map_or(0, |f| f.parts.len());
        let parts = parts.map(|part| Asking::part(Viewer::Public, part, &[]));
        let mut offered = Vec::new();
        for asking in parts.chain([Asking::whole(Viewer::Public)]) {
            let begun = typed.match_indices([' ', ',']).map(|(at, _)| &typed[..at]);
            let mut open: Vec<String> = begun.chain([""]).map(str::to_owned).collect();
            while let Some(so_far) = open.pop() {
                for choice in self.rules.choices(state, asking, &so_far) {
                    let text = join(&so_far, &choice.text);
                    offered.push(format!("{text}: {} {:?}", choice.label, choice.alone));
                    if choice.more && choice.alone.is_none() {
                        open.push(text);
                    }
                }
            }
        }
        offered
    }

    /// A move that one of the games would make, with some words changed.
    fn some_text(&self, games: &[&R::State; 2], dice: &mut Dice) -> String {
        let from = games[dice.below(2) as usize];
        let mv = self.rules.choose(from, &[Skill::Random; 4], dice);
        let text = mv.map_or_else(|| "next".to_owned(), |mv| self.rules.write_move(from, &mv));
        let mut words: Vec<String> = text.split(' ').map(str::to_owned).collect();
        for _ in 0..dice.below(4) {
            let at = dice.below(words.len() as u32) as usize;
            let other = dice.pick(&self.words).cloned().unwrap_or_default();
            let comma = if words[at].ends_with(',') { "," } else { "" };
            match dice.below(6) {
                0 => words.insert(at, other),
                1 if words.len() > 1 => {
                    words.remove(at);
                }
                _ => words[at] = format!("{other}{comma}"),
            }
        }
        words.join(" ")
    }

    /// Tries moves on many pairs of games; gives back how many were refused by hidden cards, and otherwise.
    fn tell_nothing(&self, pairs: u64) -> (usize, usize) {
        let mut dice = Dice::new(&Seed::practice(7), "blind");
        let (mut hidden, mut plain) = (0, 0);
        for seed in 0..pairs {
            let Some((one, two)) = self.twins(seed, &mut dice) else {
                continue;
            };
            for _ in 0..60 {
                let text = self.some_text(&[&one, &two], &mut dice);
                let answers = (self.answer(&one, &text), self.answer(&two, &text));
                alike(&text, &answers);
                hidden += usize::from(matches!(answers.0, MoveFate::Hidden(_)));
                plain += usize::from(matches!(answers.0, MoveFate::Refused(_)));
                for part in 0..NAMES.len() {
                    let text: Vec<&str> = text.split([' ', ',']).collect();
                    let text = text[part.min(text.len())..].join(" ");
                    let answers = (self.check(&one, part, &text), self.check(&two, part, &text));
                    alike(&text, &answers);
                }
            }
        }
        (hidden, plain)
    }
}

fn said<T>(made: Result<T, Refusal>) -> MoveFate {
    match made {
        Ok(_) => MoveFate::Made,
        Err(refusal) if refusal.fault() == Fault::Hidden => MoveFate::Hidden(refusal.to_string()),
        Err(refusal) => MoveFate::Refused(refusal.to_string()),
    }
}

#[track_caller]
fn alike(text: &str, answers: &(MoveFate, MoveFate)) {
    let fine = match answers {
        (MoveFate::Made, MoveFate::Hidden(_)) | (MoveFate::Hidden(_), MoveFate::Made) => true,
        (one, two) => one == two,
    };
    assert!(fine, "{text}: {answers:#?}");
}

/// Puts cards back in another order, each row as long as it was.
fn mix<T: Copy>(rows: &mut [&mut [T]], dice: &mut Dice) {
    let mut all: Vec<T> = rows.iter().flat_map(|r| r.iter().copied()).collect();
    dice.shuffle(&mut all);
    let mut next = all.into_iter();
    for place in rows.iter_mut().flat_map(|r| r.iter_mut()) {
        if let Some(card) = next.next() {
            *place = card;
        }
    }
}

#[test]
fn catch_and_run_tells_nothing() {
    let own = "turn up down left right - then unused repair destroy jump-first a1 b2 c3 d4 random";
    let deal = |state: &mut catch_and_run::State, dice: &mut Dice| {
        let held = state.held;
        let hands = state.hands.iter_mut().zip(held);
        let mut rows: Vec<&mut [u8]> = hands
            .map(|(h, n)| h.get_mut(..usize::from(n)).unwrap_or_default())
            .collect();
        rows.push(&mut state.deck);
        mix(&mut rows, dice);
    };
    for players in 2..=4 {
        let (rules, kit) = set_up::<catch_and_run::Referee>(
            "catch-and-run",
            players,
            &[("cards", "app"), ("learning", "on")],
        );
        let words = words(own, &kit, &["arm"]);
        let deal = &deal;
        let (hidden, plain) = Blind { rules, deal, words }.tell_nothing(60);
        assert!(hidden > 100 && plain > 500, "{hidden} {plain}");
    }
}

#[test]
fn icecool_tells_nothing() {
    let own = "fish catch skate next value 1 2 3";
    let deal = |state: &mut icecool::State, dice: &mut Dice| {
        // The pairs of 1s that were turned up stay.
        let skates = state.skates;
        let mut ones = [0u8; 4];
        for (seat, hand) in state.hands.iter_mut().enumerate() {
            hand.sort_unstable();
            ones[seat.min(3)] = skates.get(seat).map_or(0, |n| 2 * n);
        }
        let hands = state.hands.iter_mut().zip(ones);
        let mut rows: Vec<&mut [u8]> = hands
            .map(|(h, n)| h.get_mut(usize::from(n)..).unwrap_or_default())
            .collect();
        rows.push(&mut state.pile);
        mix(&mut rows, dice);
    };
    let mut all = 0;
    for set in [&[("cards", "app")][..], &[("cards", "table")]] {
        let (rules, kit) = set_up::<icecool::Referee>("icecool", 3, set);
        let words = words(own, &kit, &[]);
        let deal = &deal;
        let (hidden, plain) = Blind { rules, deal, words }.tell_nothing(150);
        assert!(plain > 500, "{plain}");
        all += hidden;
    }
    assert!(all > 20, "{all}");
}

#[test]
fn cat_and_chocolate_tells_nothing() {
    let deal = |state: &mut cat_and_chocolate::State, dice: &mut Dice| {
        let hands = state.hands;
        let mut cards: Vec<Vec<u8>> = hands.iter().map(|h| h.cards().to_vec()).collect();
        let mut rows: Vec<&mut [u8]> = cards.iter_mut().map(Vec::as_mut_slice).collect();
        rows.push(&mut state.pile);
        mix(&mut rows, dice);
        for (hand, cards) in state.hands.iter_mut().zip(cards) {
            *hand = Default::default();
            cards.into_iter().for_each(|c| {
                hand.push(c);
            });
        }
    };
    let (rules, kit) =
        set_up::<cat_and_chocolate::Referee>("cat-and-chocolate", 4, &[("cards", "app")]);
    let words = words("flip use vote fail up down 2 1", &kit, &["item"]);
    let deal = &deal;
    let (hidden, plain) = Blind { rules, deal, words }.tell_nothing(200);
    assert!(hidden > 100 && plain > 500, "{hidden} {plain}");
}

#[test]
fn birth_or_burst_tells_nothing() {
    let deal = |state: &mut birth_or_burst::State, dice: &mut Dice| {
        mix(&mut [&mut state.missions], dice);
        state.decks.iter_mut().for_each(|d| dice.shuffle(d));
    };
    let (rules, kit) = set_up::<birth_or_burst::Referee>("birth-or-burst", 4, &[]);
    let words = words("play command plus odd +3 -2 0 +7 free", &kit, &[]);
    let deal = &deal;
    let (hidden, plain) = Blind { rules, deal, words }.tell_nothing(100);
    assert!(hidden == 0 && plain > 500, "{hidden} {plain}");
}

#[test]
fn any_kit_tells_nothing() {
    let own =
        "draw flip play discard take clear shuffle reveal out score next win #1 #9 all hand 2";
    let deal = |state: &mut generic::State, dice: &mut Dice| {
        let shown = state.shown.clone();
        let hands = state
            .hands
            .iter_mut()
            .zip(shown)
            .filter(|(_, shown)| !shown);
        let mut rows: Vec<&mut [u32]> = hands.map(|(h, _)| h.as_mut_slice()).collect();
        rows.extend(state.piles.iter_mut().map(Vec::as_mut_slice));
        mix(&mut rows, dice);
        if !state.known.contains(&true) {
            dice.shuffle(&mut state.roles);
        }
    };
    let (rules, kit) = set_up::<generic::Referee>("samples/salt-in-the-soup", 4, &[]);
    let words = words(own, &kit, &["ingredient"]);
    let deal = &deal;
    let (hidden, plain) = Blind { rules, deal, words }.tell_nothing(150);
    assert!(hidden > 100 && plain > 500, "{hidden} {plain}");
}
