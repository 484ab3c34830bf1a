//! The referee of Cat & Chocolate: deals, turns, votes, and the end.

use std::sync::Arc;

use super::book::{Book, HAND};
use super::moves::{self, Move};
use super::state::{Few, Stage, State};
use super::{Side, bots, score, view, vote_wins, winners};
use crate::play::rng::{Chance, Dice};
use crate::play::rules::{Effect, Fault, News, Outcome, Refusal, Rules, Setup, Skill, Tally};
use crate::play::view::{View, Viewer};
use crate::say;

/// The rules for one table.
#[derive(Clone)]
pub struct Referee {
    book: Arc<Book>,
}

impl Referee {
    /// The rules for a kit, its players and settings.
    pub fn new(setup: Setup<'_>) -> Result<Self, Refusal> {
        let book = Arc::new(Book::new(setup)?);
        Ok(Self { book })
    }

    fn doing<'a>(
        &'a self,
        state: &'a mut State,
        chance: &'a mut Chance,
        news: &'a mut News,
    ) -> Doing<'a> {
        let book = &*self.book;
        Doing {
            book,
            state,
            chance,
            news,
        }
    }
}

impl Rules for Referee {
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
        let mut doing = self.doing(state, chance, news);
        match mv {
            Move::Flip => doing.flip(),
            Move::Use { items, .. } => doing.use_items(items),
            Move::Vote { up, down } => doing.vote(*up, *down),
            Move::Fail => doing.fail(),
        }
    }

    fn choose(&self, state: &State, skills: &[Skill], dice: &mut Dice) -> Option<Move> {
        bots::choose(&self.book, state, skills, dice)
    }

    fn view(&self, state: &State, viewer: Viewer) -> View {
        view::view(&self.book, state, viewer)
    }

    fn over(&self, state: &State) -> bool {
        state.over()
    }

    fn outcome(&self, state: &State) -> Option<Outcome> {
        if !state.over() {
            return None;
        }
        let members = state.members(&self.book);
        let sides = winners(&members, self.book.lone);
        let [council, pet] = Side::ALL.map(|s| score(&members, s, self.book.lone).total);
        let reason = match sides.as_slice() {
            [Side::Council] => say!("Student Council {}, Teacher's Pet {}", council, pet),
            [Side::Pet] => say!("Teacher's Pet {}, Student Council {}", pet, council),
            _ => say!("both cliques have {}: all share the win", council),
        };
        let seats = 0..self.book.players();
        let winners = seats.filter(|s| sides.contains(&state.side(*s))).collect();
        Some(Outcome { winners, reason })
    }

    fn tally(&self, state: &State) -> Tally {
        let members = state.members(&self.book);
        let [council, pet] = Side::ALL.map(|s| i64::from(score(&members, s, self.book.lone).total));
        let sides = winners(&members, self.book.lone);
        let events = state.turned.saturating_sub(1);
        let uneven = usize::from(events) % self.book.players() != 0;
        let won: u32 = members.iter().map(|m| m.won).sum();
        Tally {
            turns: u32::from(events),
            ending: match sides.as_slice() {
                [side] => side.name(),
                _ => "shared",
            },
            sides: sides.iter().map(|s| s.name()).collect(),
            figures: vec![
                ("events-won", i64::from(won)),
                ("margin", (council - pet).abs()),
                ("uneven-turns", i64::from(uneven)),
            ],
        }
    }

    fn anew(&self, state: &mut State, chance: &mut Chance, news: &mut News) {
        self.doing(state, chance, news).shuffle_anew();
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
    /// Cliques, events with END in the middle, items, who begins.
    fn set_up(&mut self) {
        let book = self.book;
        self.deal_cliques();
        self.news.tell(Effect::Deal, || {
            say!("everybody has a clique; nobody knows it, not even their own")
        });
        self.lay_events();
        self.news.tell(Effect::Shuffle, || {
            say!("the events are shuffled, and END! is somewhere about the middle")
        });
        if book.app {
            self.chance.shuffle_up("items", &mut self.state.pile);
            for seat in 0..book.players() {
                self.draw(seat as u8, HAND);
            }
            self.news.tell(Effect::Deal, || {
                say!(
                    "everybody is dealt {} {item|items}: `hands` shows them in turn",
                    HAND
                )
            });
        } else {
            self.news.tell(Effect::Open, || {
                say!(
                    "at the table: put the clique and event cards aside, this screen keeps them; shuffle the item cards, deal {} to everybody, the rest is the pile",
                    HAND
                )
            });
        }
        let players = book.players() as u32;
        let first = match book.first {
            Some(seat) => seat,
            None => self.chance.below("first", players) as u8,
        };
        self.state.active = first;
        self.news
            .tell(Effect::Shuffle, || say!("{} begins", book.seat(first)));
    }

    fn deal_cliques(&mut self) {
        let mut sides = [Side::Council; super::book::MOST];
        let dealt = self.book.sides.len().min(sides.len());
        let sides = &mut sides[..dealt];
        sides.copy_from_slice(&self.book.sides[..dealt]);
        self.chance.shuffle("cliques", sides);
        let bit = |(seat, side): (usize, &Side)| u8::from(*side == Side::Pet) << seat;
        self.state.pets = sides.iter().enumerate().map(bit).sum();
    }

    /// Shuffles the events that are not turned up, and puts END among them where it may be.
    fn lay_events(&mut self) {
        let end = self.book.end();
        let turned = usize::from(self.state.turned);
        let events = &mut self.state.events;
        events.retain(|e| *e != end);
        if let Some(hidden) = events.get_mut(turned..) {
            self.chance.shuffle("events", hidden);
        }
        let places = self.book.places.iter().map(|p| usize::from(*p));
        let open = places.filter(|p| *p >= turned);
        let at = self.chance.below("end", open.clone().count() as u32) as usize;
        let place = open.clone().nth(at).unwrap_or(turned);
        events.insert(place.clamp(turned, events.len()), end);
    }

    fn flip(&mut self) -> Result<(), Refusal> {
        let book = self.book;
        if self.state.stage != Stage::Flip {
            let what = say!("an event lies open already");
            let hint = say!("first the vote, such as `vote 2 1`, or `fail`");
            let rule = say!("one event a turn");
            return Err(Refusal::new(Fault::Time, what).by(rule).hint(hint));
        }
        let at = usize::from(self.state.turned);
        let Some(card) = self.state.events.get(at).copied() else {
            return Err(Refusal::over());
        };
        self.state.turned += 1;
        if card == book.end() {
            self.end();
            return Ok(());
        }
        self.state.stage = Stage::Answer;
        let name = book.seat(self.state.active);
        if let Some(event) = book.event(card) {
            self.news.tell(Effect::Reveal, || {
                say!("{} turns up: {}", name, event.title.get())
            });
            if let Some(text) = &event.text {
                self.news
                    .tell(Effect::Open, || say!("read out: {}", text.get()));
            }
        }
        let need = self.state.need(book).unwrap_or(0);
        self.news
            .tell(Effect::Open, || say!("items to use: {}", need));
        Ok(())
    }

    fn end(&mut self) {
        let book = self.book;
        self.state.stage = Stage::Over;
        let name = book.seat(self.state.active);
        self.news
            .tell(Effect::Reveal, || say!("{} turns up: {}", name, "END!"));
        for side in Side::ALL {
            let seats = (0..book.players()).filter(|s| self.state.side(*s) == side);
            let names: Vec<&str> = seats.map(|s| book.seat(s as u8)).collect();
            self.news.tell(Effect::Reveal, || {
                say!("{}: {}", view::clique(side), names.join(", "))
            });
        }
    }

    /// That an event is waiting for an answer.
    fn answering(&self) -> Result<(), Refusal> {
        if self.state.stage != Stage::Flip {
            return Ok(());
        }
        let what = say!("no event lies open");
        let rule = say!("a turn begins with turning up an event");
        Err(Refusal::new(Fault::Time, what)
            .by(rule)
            .hint(say!("`flip` turns one up")))
    }

    fn use_items(&mut self, items: &Few) -> Result<(), Refusal> {
        let book = self.book;
        self.answering()?;
        let name = book.seat(self.state.active);
        if self.state.stage == Stage::Vote {
            let what = say!("{} has used items for this event already", name);
            let hint = say!("`undo` takes that back");
            let rule = say!("as many items as the next card's back says, once");
            return Err(Refusal::new(Fault::Time, what).by(rule).hint(hint));
        }
        let need = self.state.need(book).unwrap_or(0);
        let count = items.cards().len();
        if count != usize::from(need) {
            let what = say!("this event takes {} {item|items}, not {}", need, count);
            let rule = say!("exactly as many items are used as the back of the next card shows");
            return Err(Refusal::rule(what, rule));
        }
        if book.app {
            self.take_from_hand(items)?;
        }
        self.state.used = *items;
        self.state.stage = Stage::Vote;
        let effect = if book.app {
            Effect::Reveal
        } else {
            Effect::Open
        };
        self.news.tell(effect, || {
            say!("{} uses {}", name, book.labels(items.cards()))
        });
        Ok(())
    }

    fn take_from_hand(&mut self, items: &Few) -> Result<(), Refusal> {
        let active = usize::from(self.state.active);
        let Some(hand) = self.state.hands.get_mut(active) else {
            return Ok(());
        };
        for item in items.cards() {
            if !hand.remove(*item) {
                let name = self.book.seat(self.state.active);
                let rule = say!("items are used from one's own hand");
                return Err(Refusal::hidden_of(name).by(rule));
            }
        }
        Ok(())
    }

    fn vote(&mut self, up: u8, down: u8) -> Result<(), Refusal> {
        self.answering()?;
        let name = self.book.seat(self.state.active);
        if self.book.app && self.state.stage == Stage::Answer {
            let what = say!("{} has not used any items yet", name);
            let rule = say!("the vote comes after the answer");
            let hint = say!("such as `use cat, telescope`; counted out: `fail`");
            return Err(Refusal::new(Fault::Time, what).by(rule).hint(hint));
        }
        if vote_wins(u32::from(up), u32::from(down)) {
            if let Some(won) = self.state.won.get_mut(usize::from(self.state.active)) {
                *won += 1;
            }
            self.news.tell(Effect::Open, || {
                say!("{} up, {} down: {} wins the event", up, down, name)
            });
        } else {
            self.news.tell(Effect::Open, || {
                say!("{} up, {} down: the event is discarded", up, down)
            });
        }
        self.finish_turn();
        Ok(())
    }

    fn fail(&mut self) -> Result<(), Refusal> {
        self.answering()?;
        let name = self.book.seat(self.state.active);
        self.news.tell(Effect::Open, || {
            say!("{} is counted out: the event is discarded", name)
        });
        self.finish_turn();
        Ok(())
    }

    /// Used items are discarded, as many drawn; then it is the next player's turn.
    fn finish_turn(&mut self) {
        let book = self.book;
        let used = std::mem::take(&mut self.state.used);
        let (active, count) = (self.state.active, used.cards().len());
        if count > 0 && book.app {
            self.state.discards.extend_from_slice(used.cards());
            self.draw(active, count);
            self.news.tell(Effect::Deal, || {
                say!("{} draws items: {}", book.seat(active), count)
            });
            let hand = self.state.hand(usize::from(active));
            let new = hand.get(hand.len().saturating_sub(count)..);
            self.news.whisper(Effect::Deal, usize::from(active), || {
                say!("you draw {}", book.labels(new.unwrap_or_default()))
            });
        } else if count > 0 {
            self.news.tell(Effect::Open, || {
                say!(
                    "{} discards the used items and draws as many: {}",
                    book.seat(active),
                    count
                )
            });
        }
        self.state.active = (active + 1) % book.players() as u8;
        self.state.stage = Stage::Flip;
    }

    /// Items from the pile into a hand; the discards are shuffled when the pile is empty.
    fn draw(&mut self, seat: u8, count: usize) {
        for _ in 0..count {
            if self.state.pile.is_empty() {
                std::mem::swap(&mut self.state.pile, &mut self.state.discards);
                self.chance.shuffle_up("items", &mut self.state.pile);
                self.news.tell(Effect::Shuffle, || {
                    say!("the item pile is empty: the discards are shuffled")
                });
            }
            let Some(card) = self.state.pile.pop() else {
                return;
            };
            if let Some(hand) = self.state.hands.get_mut(usize::from(seat)) {
                hand.push(card);
            }
        }
    }

    /// After all agreed to take back what had been seen: cliques, hidden events and the item pile.
    fn shuffle_anew(&mut self) {
        self.deal_cliques();
        let need = self.state.need(self.book);
        // The number on top of the pile has been seen and is being answered: it stays.
        loop {
            self.lay_events();
            if self.state.need(self.book) == need {
                break;
            }
        }
        if self.state.pile.len() > 1 {
            self.chance.shuffle_again("items", &mut self.state.pile);
        }
        self.news.tell(Effect::Shuffle, || {
            say!("cliques, hidden events and the item pile are shuffled anew")
        });
    }
}
