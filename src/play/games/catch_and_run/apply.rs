//! What the moves do.

use super::board::{NOWHERE, Square, bit, squares};
use super::moves::{Move, ToldTurns, Turn, some_squares};
use super::setup::{EducatorChoice, NO_CARD, SEATS, Setup, TURNS, Variant};
use super::state::{Done, Phase, State};
use super::turn::{Scene, Turned};
use super::{check, ends, told};
use crate::play::rules::{Change, Effect, Refusal};
use crate::say;

impl Change<'_, Setup, State> {
    /// Lays a game out: roles, floor, hands.
    pub fn set_up(&mut self) {
        let (setup, game) = (self.setup, self.state.game);
        let plan = self.state.plan(setup);
        let before = self.state.educators;
        let mut fresh = State::new(setup);
        fresh.game = game;
        fresh.done = std::mem::take(&mut self.state.done);
        *self.state = fresh;
        self.state.educators = match plan.cast {
            EducatorChoice::Fixed(mask) => mask,
            EducatorChoice::Swapped => setup.everybody() & !before,
            EducatorChoice::Drawn => self.draw_educators(plan.mode.sides().0),
        };
        self.lay_floor();
        for seat in 0..setup.seats.len() {
            self.state.held[seat] = plan.mode.hand(self.state.educator(seat));
        }
        told::set_up(setup, self.state, self.news);
        if setup.app {
            self.deal();
        }
        if setup.variant == Variant::Individual {
            let seats = self.state.at.iter_mut().take(setup.seats.len());
            for (at, corner) in seats.zip(plan.board.corners) {
                *at = corner;
            }
        }
        self.place_the_rest();
    }

    fn draw_educators(&mut self, count: usize) -> u8 {
        let mut seats = [0u8, 1, 2, 3];
        let seats = &mut seats[..self.setup.seats.len().min(SEATS)];
        self.chance.shuffle("educators", seats);
        seats.iter().take(count).fold(0, |mask, s| mask | 1 << s)
    }

    fn lay_floor(&mut self) {
        let board = self.state.board(self.setup);
        let mut cards: Vec<u8> = (0..self.setup.floor.len() as u8).collect();
        self.chance.shuffle("floor", &mut cards);
        let mut floor = vec![NO_CARD; usize::from(board.rows) * usize::from(board.columns)];
        for (square, card) in squares(board.cells).zip(cards) {
            floor[usize::from(square)] = card;
        }
        self.state.floor = floor;
        self.state.up = board.open;
    }

    /// The companion shuffles and deals.
    fn deal(&mut self) {
        self.state.deck = self.setup.pack();
        self.chance.shuffle_up("arm", &mut self.state.deck);
        for seat in 0..self.setup.seats.len() {
            let count = self.state.held[seat];
            self.state.held[seat] = 0;
            self.draw(seat, count);
        }
        self.news.tell(Effect::Deal, || {
            say!("the companion has dealt: everybody looks at their own cards")
        });
    }

    /// Shuffles what is left of the companion's deck.
    pub(crate) fn shuffle_hidden(&mut self) {
        if self.state.deck.len() > 1 {
            self.chance.shuffle_again("arm", &mut self.state.deck);
            self.news
                .tell(Effect::Shuffle, || say!("the arm cards were shuffled anew"));
        }
    }

    /// Cards from the companion's deck.
    fn draw(&mut self, seat: usize, count: u8) {
        for _ in 0..count {
            let held = usize::from(self.state.held[seat]);
            let Some(place) = self.state.hands[seat].get_mut(held) else {
                return;
            };
            let Some(card) = self.state.deck.pop() else {
                return;
            };
            *place = card;
            self.state.held[seat] += 1;
        }
    }

    /// Makes a move.
    pub fn make(&mut self, mv: &Move) -> Result<(), Refusal> {
        check::due(self.setup, self.state, mv.verb())?;
        match mv {
            Move::Place { seat, at } => self.place(usize::from(*seat), *at),
            Move::Turn(turn) => self.turn(turn),
            Move::Restart { seat, at } => self.restart(usize::from(*seat), *at),
            Move::NextGame => {
                self.state.game += 1;
                self.set_up();
                Ok(())
            }
        }
    }

    fn not_now(&self, what: crate::say::Say) -> Refusal {
        check::not_now(self.setup, self.state, what)
    }

    fn place(&mut self, seat: usize, at: Square) -> Result<(), Refusal> {
        let setup = self.setup;
        let name = setup.seats.name(seat);
        if self.state.at[seat] != NOWHERE {
            return Err(self.not_now(say!("{} has been placed", name)));
        }
        if self.state.to_place(setup) & (1 << seat) == 0 {
            let what = say!("{} cannot be placed yet", name);
            return Err(Refusal::rule(
                what,
                say!("babies are placed after the educator"),
            ));
        }
        let (board, starts) = (self.state.board(setup), self.state.starts(setup, seat));
        if starts & bit(at) == 0 {
            let what = say!("{} cannot start on {}", name, board.name(at));
            let rule = if self.state.educator(seat) {
                say!("educators start in a corner, two of them diagonally opposite")
            } else {
                say!("babies start in the centre of the field")
            };
            let open = some_squares(board, starts);
            return Err(Refusal::rule(what, rule).hint(say!("squares: {}", open)));
        }
        self.put(seat, at);
        self.place_the_rest();
        Ok(())
    }

    fn put(&mut self, seat: usize, at: Square) {
        self.state.at[seat] = at;
        let (setup, board) = (self.setup, self.state.board(self.setup));
        self.news.tell(Effect::Open, || {
            say!("{} starts on {}", setup.seats.name(seat), board.name(at))
        });
    }

    /// Places every piece that has no choice; then the first turn can begin.
    fn place_the_rest(&mut self) {
        loop {
            let due = self.state.to_place(self.setup);
            if due == 0 {
                self.state.phase = Phase::Turn;
                return;
            }
            let only = self.setup.mask_seats(due).find_map(|seat| {
                let starts = self.state.starts(self.setup, seat);
                (starts.count_ones() == 1).then_some((seat, squares(starts).next()?))
            });
            let Some((seat, at)) = only else { return };
            self.put(seat, at);
        }
    }

    fn turn(&mut self, turn: &Turn) -> Result<(), Refusal> {
        let setup = self.setup;
        check::turn(setup, self.state, turn)?;
        let random = match self.state.mode(setup).random() && setup.app {
            true => self.state.deck.pop(),
            false => turn.random,
        };
        let scene = Scene::new(setup, self.state);
        let shown = scene.shown(turn, random);
        let turned = scene
            .resolve(turn, shown, |_, play| ToldTurns(play.thens))
            .map_err(|w| check::wrong(setup, self.state, w))?;
        check::hands(setup, self.state, turn)?;
        told::turn_done(setup, self.state, turn, random, &turned, self.news);
        self.lay_open(turn, random);
        self.refill(turn, &turned);
        self.teach(turn);
        self.take_over(&turned);
        self.state.last = Some(turned);
        match ends::ended(setup, self.state) {
            Some(done) => self.end(done),
            None => self.go_on(),
        }
        Ok(())
    }

    /// Played arm cards stay open.
    fn lay_open(&mut self, turn: &Turn, random: Option<u8>) {
        let mut row = [NO_CARD; 4];
        let plays = turn.plays.iter().take(self.setup.seats.len());
        let cards = plays.flat_map(|p| p.cards()).map(|c| c.kind).chain(random);
        for (place, kind) in row.iter_mut().zip(cards) {
            *place = kind;
            if let Some(count) = self.state.shown.get_mut(usize::from(kind)) {
                *count += 1;
            }
        }
        if let Some(place) = self.state.history.get_mut(usize::from(self.state.played)) {
            *place = row;
            self.state.played += 1;
        }
    }

    /// Everybody draws as many as they played, a freed educator one fewer.
    fn refill(&mut self, turn: &Turn, turned: &Turned) {
        for seat in 0..self.setup.seats.len() {
            let play = &turn.plays[seat];
            let played = play.cards().len() as u8;
            let freed = u8::from(turned.freed & (1 << seat) != 0).min(played);
            if !self.setup.app {
                self.state.held[seat] -= freed.min(self.state.held[seat]);
                continue;
            }
            for card in play.cards() {
                let held = usize::from(self.state.held[seat]);
                let hand = &mut self.state.hands[seat];
                if let Some(at) = hand.iter().take(held).position(|k| *k == card.kind) {
                    hand[at..held].rotate_left(1);
                    hand[held - 1] = NO_CARD;
                    self.state.held[seat] -= 1;
                }
            }
            self.draw(seat, played - freed);
        }
    }

    /// Specials that educators show teach the babies.
    fn teach(&mut self, turn: &Turn) {
        for seat in self.setup.mask_seats(self.state.educators) {
            for card in turn.plays[seat].cards() {
                self.state.taught |= self.setup.special(card.kind).bit();
            }
        }
    }

    fn take_over(&mut self, turned: &Turned) {
        let state = &mut *self.state;
        state.up = turned.up;
        state.at = turned.at;
        state.stuck = (state.stuck & !turned.freed) | turned.stuck;
        state.catches += turned.caught.count_ones() as u8;
        for seat in self.setup.mask_seats(turned.caught) {
            state.at[seat] = NOWHERE;
            if self.setup.variant == Variant::Individual {
                state.out[seat] = state.turn;
            } else {
                state.waiting |= 1 << seat;
            }
        }
    }

    /// Hands are filled up, caught babies come back, the next turn begins.
    fn go_on(&mut self) {
        if let Some(turned) = &self.state.last {
            told::refill(self.setup, turned, self.news);
        }
        if self.state.waiting != 0 {
            self.state.phase = Phase::Restart;
        } else {
            self.next_turn();
        }
    }

    fn next_turn(&mut self) {
        self.state.phase = Phase::Turn;
        self.state.turn = (self.state.turn + 1).min(TURNS);
    }

    fn restart(&mut self, seat: usize, at: Square) -> Result<(), Refusal> {
        let setup = self.setup;
        let (name, board) = (setup.seats.name(seat), self.state.board(setup));
        if self.state.waiting & (1 << seat) == 0 {
            return Err(self.not_now(say!("{} does not wait for a restart", name)));
        }
        if self.state.up & bit(at) == 0 {
            let what = say!(
                "{} cannot restart on {}: it is face down",
                name,
                board.name(at)
            );
            let rule = say!("a caught baby restarts on any face-up card");
            let open = some_squares(board, self.state.up);
            return Err(Refusal::rule(what, rule).hint(say!("squares: {}", open)));
        }
        self.state.at[seat] = at;
        self.state.waiting &= !(1 << seat);
        self.news.tell(Effect::Open, || {
            say!("{} is back on {}", name, board.name(at))
        });
        if self.state.waiting == 0 {
            self.next_turn();
        }
        Ok(())
    }

    fn end(&mut self, done: Done) {
        self.state.done.push(done);
        let last = self.state.done.len() >= self.setup.plans.len();
        self.state.phase = if last { Phase::Over } else { Phase::Between };
        let setup = self.setup;
        self.news.tell(Effect::Open, || ends::said(setup, &done));
    }
}
