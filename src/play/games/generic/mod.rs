//! The generic table: any kit by its `[table]`. Knows cards, hands, roles, turns and points, and no rules beyond:
//! who may do what when is left to the people around the table.

mod book;
mod moves;
mod state;
mod view;

use std::sync::Arc;

pub use book::{Label, players};
pub use moves::{Move, VERBS};
pub use state::State;

use super::super::rng::{Chance, Dice};
use super::super::rules::{Effect, Fault, News, Outcome, Refusal, Rules, Setup, Skill, Tally};
use super::super::view::{View, Viewer};
use crate::say;
use crate::say::Say;
use book::{Book, CardId};
use moves::{Points, Who};
use state::Ending;

/// The generic rules for one table.
#[derive(Clone)]
pub struct Generic {
    book: Arc<Book>,
}

impl Generic {
    /// The rules for a kit, its players and settings.
    pub fn new(setup: Setup<'_>) -> Result<Self, Refusal> {
        let book = Arc::new(Book::new(setup)?);
        Ok(Self { book })
    }
}

impl Rules for Generic {
    type State = State;
    type Move = Move;

    fn setup(&self, chance: &mut Chance, news: &mut News) -> State {
        let mut state = State::new(&self.book);
        self.doing(&mut state, chance, news).set_up();
        state
    }

    fn parse(&self, state: &State, text: &str) -> Result<Move, Refusal> {
        moves::parse(&self.book, state, text)
    }

    fn apply(
        &self,
        state: &mut State,
        mv: &Move,
        chance: &mut Chance,
        news: &mut News,
    ) -> Result<(), Refusal> {
        self.doing(state, chance, news).make(mv)
    }

    fn choose(&self, state: &State, _: &[Skill], dice: &mut Dice) -> Option<Move> {
        let mut moves = self.plain_moves(state);
        let count = u32::try_from(moves.len()).ok().filter(|n| *n > 0)?;
        Some(moves.swap_remove(dice.below(count) as usize))
    }

    fn view(&self, state: &State, viewer: Viewer) -> View {
        view::view(&self.book, state, viewer)
    }

    fn unveils(&self, state: &State, mv: &Move) -> Option<Say> {
        let name = |who: &Who| self.book.seats[who.seat].clone();
        let dark = |seat: usize| self.book.cast.is_some() && !state.known[seat];
        let held = |seat: usize| !state.hands[seat].is_empty() && !state.shown[seat];
        let mut seats = 0..self.book.seats.len();
        match mv {
            Move::Reveal(Some(who)) if dark(who.seat) => {
                Some(say!("everybody will see the role of {}", name(who)))
            }
            Move::Reveal(None) if seats.any(dark) => Some(say!("everybody will see every role")),
            Move::RevealHand(who) if held(who.seat) => {
                Some(say!("everybody will see the hand of {}", name(who)))
            }
            Move::Win(_) | Move::End if seats.any(|s| dark(s) || held(s)) => Some(say!(
                "the game ends, and everybody will see every role and hand"
            )),
            _ => None,
        }
    }

    fn outcome(&self, state: &State) -> Option<Outcome> {
        let (winners, reason) = match state.ending.as_ref()? {
            Ending::Won(seats) => (seats.clone(), say!("the table says so")),
            Ending::Scored if !state.scored() => (Vec::new(), say!("nothing was scored")),
            Ending::Scored => (state.leaders(&self.book), say!("best total")),
        };
        Some(Outcome { winners, reason })
    }

    fn tally(&self, state: &State) -> Tally {
        Tally {
            turns: state.turn,
            ending: "end",
            ..Tally::default()
        }
    }

    fn anew(&self, state: &mut State, chance: &mut Chance, news: &mut News) {
        let mut doing = self.doing(state, chance, news);
        for deck in 0..self.book.decks.len() {
            if doing.state.piles[deck].len() > 1 {
                doing.shuffle_pile(deck);
            }
        }
    }
}

impl Generic {
    fn doing<'a>(
        &'a self,
        state: &'a mut State,
        chance: &'a mut Chance,
        news: &'a mut News,
    ) -> Doing<'a> {
        Doing {
            book: &self.book,
            state,
            chance,
            news,
        }
    }

    /// The moves that are legal and say enough by themselves: `take`, `score` and `win` are for people.
    fn plain_moves(&self, state: &State) -> Vec<Move> {
        if state.over() {
            return Vec::new();
        }
        let book = &*self.book;
        let who = || Who::of(book, state.active);
        let card = |it: &CardId| moves::Named {
            it: *it,
            name: book.name(*it).to_owned(),
        };
        let mut out = Vec::new();
        for (it, deck) in book.decks.iter().enumerate() {
            let deck = moves::Named {
                it,
                name: deck.id.clone(),
            };
            if !state.piles[it].is_empty() || !state.discards[it].is_empty() {
                let count = 1;
                out.push(Move::Flip(deck.clone()));
                out.push(Move::Shuffle(deck.clone()));
                let who = who();
                out.push(Move::Draw { who, count, deck });
            }
        }
        for held in &state.hands[state.active] {
            let (who, card) = (who(), card(held));
            out.push(Move::Play {
                who: who.clone(),
                card: card.clone(),
            });
            out.push(Move::Discard { who, card });
        }
        if self.may_go_on(state) {
            out.push(Move::Next);
        }
        out.push(Move::End);
        out
    }

    fn may_go_on(&self, state: &State) -> bool {
        state.next().is_some_and(|(_, round)| {
            !round || self.book.rounds.is_none_or(|rounds| state.round < rounds)
        })
    }
}

/// A move being made.
struct Doing<'a> {
    book: &'a Book,
    state: &'a mut State,
    chance: &'a mut Chance,
    news: &'a mut News,
}

impl Doing<'_> {
    fn tell(&mut self, effect: Effect, text: crate::say::Say) {
        self.news.tell(effect, || text);
    }

    fn name(&self, seat: usize) -> &str {
        &self.book.seats[seat]
    }

    /// Roles, then decks, then hands, then who begins.
    fn set_up(&mut self) {
        if let Some(cast) = &self.book.cast {
            let mut pool = cast.pool.clone();
            self.chance.shuffle("roles", &mut pool);
            pool.truncate(self.book.seats.len());
            self.state.roles = pool;
            self.tell(Effect::Deal, say!("everybody gets a role"));
        }
        for deck in 0..self.book.decks.len() {
            self.shuffle_pile(deck);
        }
        for (deck, count) in &self.book.hands {
            for seat in 0..self.book.seats.len() {
                let cards = self.state.piles[*deck].drain(..*count as usize);
                self.state.hands[seat].extend(cards);
            }
            let deck = self.book.decks[*deck].label.get();
            self.tell(
                Effect::Deal,
                say!("everybody is dealt {} from {}", count, deck),
            );
        }
        let seats = self.book.seats.len() as u32;
        let first = self.book.first;
        self.state.first = first.unwrap_or_else(|| self.chance.below("first", seats) as usize);
        self.state.active = self.state.first;
        self.tell(
            Effect::Shuffle,
            say!("{} begins", self.name(self.state.first)),
        );
    }

    fn shuffle_pile(&mut self, deck: usize) {
        let pile = &self.book.decks[deck];
        self.chance.shuffle(&pile.id, &mut self.state.piles[deck]);
        self.tell(Effect::Shuffle, say!("shuffled: {}", pile.label.get()));
    }

    fn make(&mut self, mv: &Move) -> Result<(), Refusal> {
        match mv {
            Move::Draw { who, count, deck } => self.draw(who.seat, *count, deck.it)?,
            Move::Flip(deck) => self.flip(deck.it)?,
            Move::Play { who, card } => self.play(who.seat, card.it),
            Move::Discard { who, card } => self.discard(who.seat, card.it),
            Move::Take { who, card } => {
                self.state.lift(card.it);
                self.state.hands[who.seat].push(card.it);
                let text = say!("{} takes {}", self.name(who.seat), self.book.label(card.it));
                self.tell(Effect::Open, text);
            }
            Move::Clear => self.clear()?,
            Move::Shuffle(deck) => self.shuffle(deck.it)?,
            Move::Reveal(Some(who)) => self.reveal(&[who.seat])?,
            Move::Reveal(None) => self.reveal(&Vec::from_iter(0..self.book.seats.len()))?,
            Move::RevealHand(who) => {
                self.state.shown[who.seat] = true;
                let cards = self.book.labels(&self.state.hands[who.seat]);
                self.tell(
                    Effect::Reveal,
                    say!("{} shows: {}", self.name(who.seat), cards),
                );
            }
            Move::Out(who) => self.out(who.seat)?,
            Move::Score(points) => self.score(points),
            Move::Next => self.next()?,
            Move::Win(who) => {
                let mut seats: Vec<usize> = who.iter().map(|w| w.seat).collect();
                seats.sort_unstable();
                self.end(Ending::Won(seats));
            }
            Move::End => self.end(Ending::Scored),
        }
        Ok(())
    }

    /// The top cards of a deck; the discards are shuffled in when it runs out.
    fn top(&mut self, deck: usize, count: u32) -> Result<Vec<CardId>, Refusal> {
        let count = count as usize;
        let left = self.state.piles[deck].len() + self.state.discards[deck].len();
        if count > left {
            let what = say!(
                "{} has only {} {card|cards} left",
                self.book.decks[deck].label.get(),
                left
            );
            return Err(Refusal::new(Fault::Rule, what));
        }
        let have = self.state.piles[deck].len().min(count);
        let mut cards: Vec<CardId> = self.state.piles[deck].drain(..have).collect();
        if have < count {
            self.state.piles[deck] = std::mem::take(&mut self.state.discards[deck]);
            self.shuffle_pile(deck);
            cards.extend(self.state.piles[deck].drain(..count - have));
        }
        Ok(cards)
    }

    fn draw(&mut self, seat: usize, count: u32, deck: usize) -> Result<(), Refusal> {
        let cards = self.top(deck, count)?;
        let label = self.book.decks[deck].label.get();
        let text = say!("{} draws {} from {}", self.name(seat), count, label);
        self.tell(Effect::Deal, text);
        let own = say!("you draw {}", self.book.labels(&cards));
        self.news.whisper(Effect::Deal, seat, || own);
        self.state.hands[seat].extend(cards);
        self.state.shown[seat] = false;
        Ok(())
    }

    fn flip(&mut self, deck: usize) -> Result<(), Refusal> {
        let cards = self.top(deck, 1)?;
        let text = say!("turned up: {}", self.book.labels(&cards));
        self.tell(Effect::Reveal, text);
        self.state.middle.extend(cards);
        Ok(())
    }

    fn play(&mut self, seat: usize, card: CardId) {
        self.state.lift(card);
        self.state.open[seat].push(card);
        let text = say!("{} plays {}", self.name(seat), self.book.label(card));
        self.tell(Effect::Reveal, text);
    }

    fn discard(&mut self, seat: usize, card: CardId) {
        let was_open = self.state.lift(card);
        let deck = self.book.cards[card as usize].deck;
        self.state.discards[deck].push(card);
        let text = say!("{} discards {}", self.name(seat), self.book.label(card));
        let effect = if was_open {
            Effect::Open
        } else {
            Effect::Reveal
        };
        self.tell(effect, text);
    }

    fn clear(&mut self) -> Result<(), Refusal> {
        let mut cards = std::mem::take(&mut self.state.middle);
        for row in &mut self.state.open {
            cards.append(row);
        }
        if cards.is_empty() {
            return Err(Refusal::new(Fault::Time, say!("nothing lies open")));
        }
        self.tell(Effect::Open, say!("open cards discarded: {}", cards.len()));
        for card in cards {
            let deck = self.book.cards[card as usize].deck;
            self.state.discards[deck].push(card);
        }
        Ok(())
    }

    fn shuffle(&mut self, deck: usize) -> Result<(), Refusal> {
        let discards = std::mem::take(&mut self.state.discards[deck]);
        self.state.piles[deck].extend(discards);
        if self.state.piles[deck].is_empty() {
            let what = say!("{} is empty", self.book.decks[deck].label.get());
            return Err(Refusal::new(Fault::Time, what));
        }
        self.shuffle_pile(deck);
        Ok(())
    }

    fn reveal(&mut self, seats: &[usize]) -> Result<(), Refusal> {
        let Some(cast) = &self.book.cast else {
            let what = say!("this game has no roles");
            return Err(
                Refusal::new(Fault::Unknown, what).hint(say!("`reveal NAME hand` shows a hand"))
            );
        };
        for seat in seats {
            self.state.known[*seat] = true;
            let role = cast.roles[self.state.roles[*seat]].label.get();
            self.tell(Effect::Reveal, say!("{} is: {}", self.name(*seat), role));
        }
        Ok(())
    }

    fn out(&mut self, seat: usize) -> Result<(), Refusal> {
        if self.state.out[seat] {
            let what = say!("{} is out already", self.name(seat));
            return Err(Refusal::new(Fault::Time, what));
        }
        self.state.out[seat] = true;
        self.tell(Effect::Open, say!("{} is out", self.name(seat)));
        if seat == self.state.active && self.next().is_err() {
            // Nobody, or no round, is left: the table says what that means.
            self.tell(Effect::Open, say!("no turn is left"));
        }
        Ok(())
    }

    fn score(&mut self, points: &[Points]) {
        for one in points {
            let column = one.column.as_ref().map_or(0, |c| c.it);
            let own = &mut self.state.points[column][one.who.seat];
            *own = own.saturating_add(one.points);
            let text = say!(
                "{}: {} {point|points}",
                self.name(one.who.seat),
                format!("{:+}", one.points)
            );
            self.tell(Effect::Open, text);
        }
    }

    fn next(&mut self) -> Result<(), Refusal> {
        let Some((seat, round)) = self.state.next() else {
            return Err(Refusal::new(Fault::Time, say!("everybody is out")));
        };
        if round && self.book.rounds == Some(self.state.round) {
            let what = say!("the last round is over");
            let hint = say!("enter `win NAME, NAME`, or `end` to let the scores decide");
            return Err(Refusal::new(Fault::Time, what).hint(hint));
        }
        self.state.active = seat;
        self.state.turn = self.state.turn.saturating_add(1);
        if round {
            self.state.round = self.state.round.saturating_add(1);
            self.tell(Effect::Open, say!("round {} begins", self.state.round));
        }
        Ok(())
    }

    fn end(&mut self, ending: Ending) {
        self.state.ending = Some(ending);
        let hidden = self.book.cast.is_some() || self.state.hands.iter().any(|h| !h.is_empty());
        let effect = if hidden { Effect::Reveal } else { Effect::Open };
        self.tell(effect, say!("the game is over"));
    }
}
