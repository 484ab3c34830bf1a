//! High card: everybody is dealt three cards, lays one a round or folds, and the highest card of a round is a point.
//! A whole referee, which shows how little it takes.

use serde::Serialize;
use serde_json::json;

use kitpress::play::config::Config;
use kitpress::play::reader::{Reader, no_move, verb};
use kitpress::play::rng::{Chance, Dice};
use kitpress::play::rules::{Effect, News, Outcome, Reads, Refusal, Rules, Skill, Tally};
use kitpress::play::seats::{Seats, words};
use kitpress::play::view::{View, Viewer};
use kitpress::say;

/// How many cards everybody is dealt: as many rounds are played.
const HAND: usize = 3;
const VERBS: [&str; 2] = ["play", "fold"];

pub struct HighCard {
    seats: Seats,
    cards: Vec<u32>,
}

#[derive(Clone, Serialize)]
pub struct State {
    hands: Vec<Vec<u32>>,
    /// What was laid in this round, from the first seat on; 0 for who folded.
    laid: Vec<u32>,
    points: Vec<u32>,
    /// Rounds that are over.
    round: usize,
    /// What is left, the top last.
    pile: Vec<u32>,
}

#[derive(Clone)]
pub enum Move {
    Play(u32),
    Fold,
}

impl Rules for HighCard {
    type State = State;
    type Move = Move;

    const READS: Reads = &[("card", &["value"])];

    fn new(config: Config<'_>) -> Result<Self, Refusal> {
        config.check_players()?;
        config.known_settings(&[])?;
        let component = config.component("card")?;
        let cards = component.cards.iter();
        let cards: Result<_, _> = cards.map(|c| component.number(c, "value")).collect();
        Ok(Self {
            seats: Seats::new(config.seats),
            cards: cards?,
        })
    }

    fn begin(&self, chance: &mut Chance, news: &mut News) -> State {
        let mut pile = self.cards.clone();
        chance.shuffle_up("cards", &mut pile);
        let mut deal = |_| pile.split_off(pile.len() - HAND);
        let hands = (0..self.seats.len()).map(&mut deal).collect();
        news.tell(Effect::Deal, || say!("everybody is dealt {} cards", HAND));
        State {
            hands,
            laid: Vec::new(),
            points: vec![0; self.seats.len()],
            round: 0,
            pile,
        }
    }

    fn read_move(&self, _: &State, text: &str) -> Result<Move, Refusal> {
        let words = words(text).concat();
        let mut reader = Reader::new(&self.seats, &words);
        let first = reader.word().ok_or_else(|| no_move(&VERBS))?;
        let mv = match verb(first, &VERBS)? {
            "fold" => Move::Fold,
            _ => {
                let card = reader.word().and_then(|w| w.number());
                Move::Play(card.ok_or_else(|| Refusal::words(say!("which card?")))?)
            }
        };
        reader.end().map(|()| mv)
    }

    fn write_move(&self, _: &State, mv: &Move) -> String {
        match mv {
            Move::Play(card) => format!("play {card}"),
            Move::Fold => "fold".to_owned(),
        }
    }

    fn apply(
        &self,
        state: &mut State,
        mv: &Move,
        _: &mut Chance,
        news: &mut News,
    ) -> Result<(), Refusal> {
        let seat = state.laid.len();
        let name = self.seats.name(seat);
        match mv {
            Move::Fold => {
                state.laid.push(0);
                news.tell(Effect::Open, || say!("{} folds", name));
            }
            Move::Play(card) => {
                let hand = &mut state.hands[seat];
                let held = hand.iter().position(|c| c == card);
                hand.remove(held.ok_or_else(|| Refusal::hidden_of(name))?);
                state.laid.push(*card);
                news.tell(Effect::Reveal, || say!("{} lays {}", name, card));
            }
        }
        if state.laid.len() == self.seats.len() {
            let best = (0..self.seats.len()).max_by_key(|s| state.laid[*s]);
            let best = best.filter(|s| state.laid[*s] > 0);
            best.into_iter().for_each(|s| state.points[s] += 1);
            state.laid.clear();
            state.round += 1;
        }
        Ok(())
    }

    fn choose(&self, state: &State, _: &[Skill], dice: &mut Dice) -> Option<Move> {
        let hand = &state.hands[state.laid.len()];
        let card = dice.pick(hand).filter(|_| !self.over(state))?;
        Some(Move::Play(*card))
    }

    fn view(&self, state: &State, viewer: Viewer) -> View {
        let active = state.laid.len();
        let name = self.seats.name(active);
        let mut view = View::new(self.seats.len(), say!("{}: `play CARD` or `fold`", name));
        view.turn = state.round as u32 + 1;
        view.active = Some(active);
        view.moves = vec!["play CARD".to_owned(), "fold".to_owned()];
        view.game.insert("laid".into(), json!(state.laid));
        view.scores = self.seats.by_name(|s| state.points[s].into());
        if let Viewer::Seat(seat) = viewer {
            view.own.insert("hand".into(), json!(state.hands[seat]));
            view.secret = vec![say!("your hand: {}", json!(state.hands[seat])).to_string()];
        }
        view
    }

    fn outcome(&self, state: &State) -> Option<Outcome> {
        let best = state.points.iter().max()?;
        let wins = |s: &usize| state.points[*s] == *best;
        (state.round == HAND).then(|| Outcome {
            winners: (0..self.seats.len()).filter(wins).collect(),
            reason: say!("most rounds: {}", best),
        })
    }

    fn tally(&self, state: &State) -> Tally {
        Tally {
            turns: state.round as u32,
            ending: "points",
            ..Tally::default()
        }
    }

    fn reshuffle_hidden(&self, state: &mut State, chance: &mut Chance, news: &mut News) {
        chance.shuffle_again("cards", &mut state.pile);
        news.tell(Effect::Shuffle, || say!("the pile is shuffled anew"));
    }
}
