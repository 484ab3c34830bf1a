//! What the moves of the generic table do.

use super::moves::{Move, SeatPoints};
use super::setup::{CardId, Setup};
use super::state::{Ending, State};
use crate::kit::Sign;
use crate::play::rules::{Change, Effect, Fault, Refusal};
use crate::say;
use crate::say::Say;

impl Change<'_, Setup, State> {
    fn tell(&mut self, effect: Effect, text: Say) {
        self.news.tell(effect, || text);
    }

    fn name(&self, seat: usize) -> &str {
        &self.setup.seats[seat]
    }

    /// Roles, then decks, then hands, then who begins.
    pub fn set_up(&mut self) {
        if let Some(cast) = &self.setup.cast {
            let mut pool = cast.pool.clone();
            self.chance.shuffle("roles", &mut pool);
            pool.truncate(self.setup.seats.len());
            self.state.roles = pool;
            self.tell(Effect::Deal, say!("everybody gets a role"));
        }
        for deck in 0..self.setup.decks.len() {
            self.shuffle_pile(deck);
        }
        for (deck, count) in &self.setup.hands {
            for seat in 0..self.setup.seats.len() {
                let cards = self.state.piles[*deck].drain(..*count as usize);
                self.state.hands[seat].extend(cards);
            }
            let deck = &self.setup.decks[*deck].label;
            self.tell(
                Effect::Deal,
                say!("everybody is dealt {} from {}", count, deck),
            );
        }
        let seats = self.setup.seats.len() as u32;
        let first = self.setup.first;
        self.state.first = first.unwrap_or_else(|| self.chance.below("first", seats) as usize);
        self.state.active = self.state.first;
        self.tell(
            Effect::Shuffle,
            say!("{} begins", self.name(self.state.first)),
        );
    }

    /// Shuffles what is left of every pile.
    pub(crate) fn shuffle_hidden(&mut self) {
        for deck in 0..self.setup.decks.len() {
            if self.state.piles[deck].len() > 1 {
                self.shuffle_pile(deck);
            }
        }
    }

    fn shuffle_pile(&mut self, deck: usize) {
        let pile = &self.setup.decks[deck];
        self.chance.shuffle(&pile.id, &mut self.state.piles[deck]);
        self.tell(Effect::Shuffle, say!("shuffled: {}", pile.label));
    }

    /// Makes a move.
    pub fn make(&mut self, mv: &Move) -> Result<(), Refusal> {
        match mv {
            Move::Draw { seat, count, deck } => self.draw(*seat, *count, *deck)?,
            Move::Flip(deck) => self.flip(*deck)?,
            Move::Play { seat, card } => self.play(*seat, *card),
            Move::Discard { seat, card } => self.discard(*seat, *card),
            Move::Take { seat, card } => {
                self.state.lift(*card);
                self.state.hands[*seat].push(*card);
                let text = say!("{} takes {}", self.name(*seat), self.setup.labels(&[*card]));
                self.tell(Effect::Open, text);
            }
            Move::Clear => self.clear()?,
            Move::Shuffle(deck) => self.shuffle(*deck)?,
            Move::Reveal(Some(seat)) => self.reveal(&[*seat])?,
            Move::Reveal(None) => self.reveal(&Vec::from_iter(0..self.setup.seats.len()))?,
            Move::RevealHand(seat) => {
                self.state.shown[*seat] = true;
                let cards = self.setup.labels(&self.state.hands[*seat]);
                let text = say!("{} shows: {}", self.name(*seat), cards);
                self.tell(Effect::Reveal, text);
            }
            Move::Out(seat) => self.out(*seat)?,
            Move::Score(points) => self.score(points),
            Move::Next => self.next()?,
            Move::Win(seats) => {
                let mut seats = seats.clone();
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
                self.setup.decks[deck].label,
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
        let label = &self.setup.decks[deck].label;
        let text = say!("{} draws {} from {}", self.name(seat), count, label);
        self.tell(Effect::Deal, text);
        let own = say!("you draw {}", self.setup.labels(&cards));
        self.news.whisper(Effect::Deal, seat, || own);
        self.state.hands[seat].extend(cards);
        self.state.shown[seat] = false;
        Ok(())
    }

    fn flip(&mut self, deck: usize) -> Result<(), Refusal> {
        let cards = self.top(deck, 1)?;
        let text = say!("turned up: {}", self.setup.labels(&cards));
        self.tell(Effect::Reveal, text);
        self.state.middle.extend(cards);
        Ok(())
    }

    fn play(&mut self, seat: usize, card: CardId) {
        self.state.lift(card);
        self.state.open[seat].push(card);
        let text = say!("{} plays {}", self.name(seat), self.setup.labels(&[card]));
        self.tell(Effect::Reveal, text);
    }

    fn discard(&mut self, seat: usize, card: CardId) {
        let was_open = self.state.lift(card);
        let deck = self.setup.cards[card as usize].deck;
        self.state.discards[deck].push(card);
        let text = say!(
            "{} discards {}",
            self.name(seat),
            self.setup.labels(&[card])
        );
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
            let deck = self.setup.cards[card as usize].deck;
            self.state.discards[deck].push(card);
        }
        Ok(())
    }

    fn shuffle(&mut self, deck: usize) -> Result<(), Refusal> {
        let discards = std::mem::take(&mut self.state.discards[deck]);
        self.state.piles[deck].extend(discards);
        if self.state.piles[deck].is_empty() {
            let what = say!("{} is empty", self.setup.decks[deck].label);
            return Err(Refusal::new(Fault::Time, what));
        }
        self.shuffle_pile(deck);
        Ok(())
    }

    fn reveal(&mut self, seats: &[usize]) -> Result<(), Refusal> {
        let Some(cast) = &self.setup.cast else {
            let what = say!("this game has no roles");
            return Err(
                Refusal::new(Fault::Unknown, what).hint(say!("`reveal NAME hand` shows a hand"))
            );
        };
        for seat in seats {
            self.state.known[*seat] = true;
            let role = &cast.roles[self.state.roles[*seat]].label;
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

    fn score(&mut self, points: &[SeatPoints]) {
        for one in points {
            let own = &mut self.state.points[one.column.unwrap_or(0)][one.seat];
            *own = own.saturating_add(one.points);
            let (name, points) = (self.name(one.seat), format!("{:+}", one.points));
            let column = one.column.unwrap_or(0);
            let title = self.setup.column(column);
            let text = match self.setup.columns.get(column).map(|c| c.sign) {
                Some(Sign::Minus) => {
                    say!("{}: {} in {}, which counts against", name, points, title)
                }
                Some(Sign::Apart) => {
                    say!("{}: {} in {}, which is counted apart", name, points, title)
                }
                Some(Sign::Plus) if self.setup.columns.len() > 1 => {
                    say!("{}: {} in {}", name, points, title)
                }
                _ => say!("{}: {} {point|points}", name, points),
            };
            self.tell(Effect::Open, text);
        }
    }

    fn next(&mut self) -> Result<(), Refusal> {
        let Some((seat, round)) = self.state.next() else {
            return Err(Refusal::new(Fault::Time, say!("everybody is out")));
        };
        if round && self.setup.rounds == Some(self.state.round) {
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
        let hidden = self.setup.cast.is_some() || self.state.hands.iter().any(|h| !h.is_empty());
        let effect = if hidden { Effect::Reveal } else { Effect::Open };
        self.tell(effect, say!("the game is over"));
    }
}
