//! What the moves of Cat & Chocolate do: deals, turns, votes, and the end.

use super::moves::Move;
use super::rules::{Clique, vote_wins};
use super::setup::{HAND, MOST, Setup};
use super::state::{FewItems, Stage, State};
use super::view::clique;
use crate::play::rules::{Change, Effect, Fault, Refusal};
use crate::say;

impl Change<'_, Setup, State> {
    /// Cliques, events with END in the middle, items, who begins.
    pub fn set_up(&mut self) {
        let setup = self.setup;
        self.deal_cliques();
        self.news.tell(Effect::Deal, || {
            say!("everybody has a clique; nobody knows it, not even their own")
        });
        self.lay_events();
        self.news.tell(Effect::Shuffle, || {
            say!("the events are shuffled, and END! is somewhere about the middle")
        });
        if setup.app {
            self.chance.shuffle_up("items", &mut self.state.pile);
            for seat in 0..setup.seats.len() {
                self.draw(seat as u8, HAND);
            }
            self.news.tell(Effect::Deal, || {
                say!(
                    "everybody is dealt {} {item|items}: `/hands` shows them in turn",
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
        let players = setup.seats.len() as u32;
        let first = match setup.first {
            Some(seat) => seat,
            None => self.chance.below("first", players) as u8,
        };
        self.state.active = first;
        self.news.tell(Effect::Shuffle, || {
            say!("{} begins", setup.seats.name(first))
        });
    }

    fn deal_cliques(&mut self) {
        let mut sides = [Clique::Council; MOST];
        let dealt = self.setup.sides.len().min(sides.len());
        let sides = &mut sides[..dealt];
        sides.copy_from_slice(&self.setup.sides[..dealt]);
        self.chance.shuffle("cliques", sides);
        let bit = |(seat, side): (usize, &Clique)| u8::from(*side == Clique::Pet) << seat;
        self.state.pets = sides.iter().enumerate().map(bit).sum();
    }

    /// Shuffles the events that are not turned up, and puts END among them where it may be.
    fn lay_events(&mut self) {
        let end = self.setup.end();
        let turned = usize::from(self.state.turned);
        let events = &mut self.state.events;
        events.retain(|e| *e != end);
        if let Some(hidden) = events.get_mut(turned..) {
            self.chance.shuffle("events", hidden);
        }
        let places = self.setup.places.iter().map(|p| usize::from(*p));
        let open = places.filter(|p| *p >= turned);
        let at = self.chance.below("end", open.clone().count() as u32) as usize;
        let place = open.clone().nth(at).unwrap_or(turned);
        events.insert(place.clamp(turned, events.len()), end);
    }

    /// Makes a move.
    pub fn make(&mut self, mv: &Move) -> Result<(), Refusal> {
        match mv {
            Move::Flip => self.flip(),
            Move::Use(items) => self.use_items(items),
            Move::Vote { up, down } => self.vote(*up, *down),
            Move::Fail => self.fail(),
        }
    }

    fn flip(&mut self) -> Result<(), Refusal> {
        let setup = self.setup;
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
        if card == setup.end() {
            self.end();
            return Ok(());
        }
        self.state.stage = Stage::Answer;
        let name = setup.seats.name(self.state.active);
        if let Some(event) = setup.event(card) {
            self.news.tell(Effect::Reveal, || {
                say!("{} turns up: {}", name, event.title)
            });
            if let Some(text) = &event.text {
                self.news.tell(Effect::Open, || say!("read out: {}", text));
            }
        }
        let need = self.state.need(setup).unwrap_or(0);
        self.news
            .tell(Effect::Open, || say!("items to use: {}", need));
        Ok(())
    }

    fn end(&mut self) {
        let setup = self.setup;
        self.state.stage = Stage::Over;
        let name = setup.seats.name(self.state.active);
        self.news
            .tell(Effect::Reveal, || say!("{} turns up: {}", name, "END!"));
        for side in Clique::ALL {
            let seats = (0..setup.seats.len()).filter(|s| self.state.side(*s) == side);
            let names: Vec<&str> = seats.map(|s| setup.seats.name(s)).collect();
            self.news.tell(Effect::Reveal, || {
                say!("{}: {}", clique(side), names.join(", "))
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

    fn use_items(&mut self, items: &FewItems) -> Result<(), Refusal> {
        let setup = self.setup;
        self.answering()?;
        let name = setup.seats.name(self.state.active);
        if self.state.stage == Stage::Vote {
            let what = say!("{} has used items for this event already", name);
            let hint = say!("`undo` takes that back");
            let rule = say!("as many items as the next card's back says, once");
            return Err(Refusal::new(Fault::Time, what).by(rule).hint(hint));
        }
        let need = self.state.need(setup).unwrap_or(0);
        let count = items.cards().len();
        if count != usize::from(need) {
            let what = say!("this event takes {} {item|items}, not {}", need, count);
            let rule = say!("exactly as many items are used as the back of the next card shows");
            return Err(Refusal::rule(what, rule));
        }
        if setup.app {
            self.take_from_hand(items)?;
        }
        self.state.used = *items;
        self.state.stage = Stage::Vote;
        let effect = if setup.app {
            Effect::Reveal
        } else {
            Effect::Open
        };
        self.news.tell(effect, || {
            say!("{} uses {}", name, setup.labels(items.cards()))
        });
        Ok(())
    }

    fn take_from_hand(&mut self, items: &FewItems) -> Result<(), Refusal> {
        let active = usize::from(self.state.active);
        let Some(hand) = self.state.hands.get_mut(active) else {
            return Ok(());
        };
        for item in items.cards() {
            if !hand.remove(*item) {
                let name = self.setup.seats.name(self.state.active);
                let rule = say!("items are used from one's own hand");
                return Err(Refusal::hidden_of(name).by(rule));
            }
        }
        Ok(())
    }

    fn vote(&mut self, up: u8, down: u8) -> Result<(), Refusal> {
        self.answering()?;
        let name = self.setup.seats.name(self.state.active);
        if self.setup.app && self.state.stage == Stage::Answer {
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
        let name = self.setup.seats.name(self.state.active);
        self.news.tell(Effect::Open, || {
            say!("{} is counted out: the event is discarded", name)
        });
        self.finish_turn();
        Ok(())
    }

    /// Used items are discarded, as many drawn; then it is the next player's turn.
    fn finish_turn(&mut self) {
        let setup = self.setup;
        let used = std::mem::take(&mut self.state.used);
        let (active, count) = (self.state.active, used.cards().len());
        if count > 0 && setup.app {
            self.state.discards.extend_from_slice(used.cards());
            self.draw(active, count);
            self.news.tell(Effect::Deal, || {
                say!("{} draws items: {}", setup.seats.name(active), count)
            });
            let hand = self.state.hand(usize::from(active));
            let new = hand.get(hand.len().saturating_sub(count)..);
            self.news.whisper(Effect::Deal, usize::from(active), || {
                say!("you draw {}", setup.labels(new.unwrap_or_default()))
            });
        } else if count > 0 {
            self.news.tell(Effect::Open, || {
                say!(
                    "{} discards the used items and draws as many: {}",
                    setup.seats.name(active),
                    count
                )
            });
        }
        self.state.active = (active + 1) % setup.seats.len() as u8;
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
    pub(crate) fn shuffle_hidden(&mut self) {
        self.deal_cliques();
        let need = self.state.need(self.setup);
        // The number on top of the pile has been seen and is being answered: it stays.
        loop {
            self.lay_events();
            if self.state.need(self.setup) == need {
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
