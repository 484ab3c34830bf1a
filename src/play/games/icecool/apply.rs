//! What the moves of ICECOOL do.

use super::moves::Move;
use super::setup::{FISH, Setup};
use super::state::State;
use super::{rules, view};
use crate::diag::list;
use crate::play::rules::{Change, Effect, Fault, Refusal};
use crate::say;

impl Change<'_, Setup, State> {
    /// Cards, the table's own things, the first Catcher.
    pub fn set_up(&mut self) {
        let setup = self.setup;
        self.news.tell(Effect::Open, || {
            say!(
                "at the table: join the five rooms by their dots and hang the white fish on the four joints; everybody takes penguin, reminder, ID card and {} fish of one colour",
                FISH
            )
        });
        if !self.state.pile.is_empty() {
            self.chance.shuffle_up("fish-cards", &mut self.state.pile);
            self.news.tell(Effect::Shuffle, || {
                say!("the fish cards are shuffled; this screen deals them: put the printed ones aside")
            });
        } else if setup.tournament {
            self.news.tell(Effect::Open, || {
                say!(
                    "a tournament: a fish and an ID card are a point each; play without fish cards"
                )
            });
        } else {
            self.news.tell(Effect::Open, || {
                say!("at the table: shuffle the fish cards and lay them out as a pile, face down")
            });
        }
        let players = setup.seats.len() as u32;
        let (catcher, effect) = match setup.catcher {
            Some(seat) => (seat, Effect::Open),
            None => (self.chance.below("catcher", players) as u8, Effect::Shuffle),
        };
        self.news.tell(effect, || {
            say!("first Catcher: {}", setup.seats.name(catcher))
        });
        self.begin_round(catcher);
    }

    fn begin_round(&mut self, catcher: u8) {
        let setup = self.setup;
        self.state.catcher = catcher;
        self.state.active = setup.left_of(catcher);
        self.state.fish = Default::default();
        self.state.caught = Default::default();
        self.state.reports = 0;
        self.state.flicked = 0;
        let (round, active) = (self.state.round, self.state.active);
        self.news.tell(Effect::Open, || {
            say!(
                "round {} of {}: {} is the Catcher and starts in the red area of the Kitchen; the Runners hang a fish on each of the three fish doors; {} begins",
                round,
                setup.rounds,
                setup.seats.name(catcher),
                setup.seats.name(active)
            )
        });
    }

    /// Makes a move.
    pub fn make(&mut self, mv: &Move) -> Result<(), Refusal> {
        if !matches!(mv, Move::Value { .. }) {
            self.nothing_owed()?;
        }
        match *mv {
            Move::Fish { seat, count } => self.fish(seat, count),
            Move::Catch(seat) => self.catch(seat),
            Move::Skate(seat) => self.skate(seat),
            Move::Next => {
                self.pass_to(self.setup.left_of(self.state.active));
                Ok(())
            }
            Move::Value { seat, value } => self.value(seat, value),
        }
    }

    /// Shuffles what is left of the pile.
    pub(crate) fn shuffle_hidden(&mut self) {
        if self.state.pile.len() > 1 {
            self.chance
                .shuffle_again("fish-cards", &mut self.state.pile);
            self.news.tell(Effect::Shuffle, || {
                say!("the pile of fish cards is shuffled anew")
            });
        }
    }

    /// That no real card is waiting to be typed in.
    fn nothing_owed(&self) -> Result<(), Refusal> {
        let Some(seat) = self.state.owed.first() else {
            return Ok(());
        };
        let name = self.setup.seats.name(*seat);
        let what = say!("{} has drawn a card that is not typed in yet", name);
        let rule = say!("a drawn card counts when it is typed in; play goes on after that");
        let called = self.setup.seats.called(*seat);
        Err(Refusal::new(Fault::Time, what)
            .by(rule)
            .hint(say!("such as `value {} 2`", called)))
    }

    /// A Runner goes through doors with its fish.
    fn fish(&mut self, seat: u8, count: u8) -> Result<(), Refusal> {
        let name = self.setup.seats.name(seat);
        if seat == self.state.catcher {
            let what = say!("{} is the Catcher of this round", name);
            let rule = say!("only Runners have fish on the doors");
            return Err(Refusal::rule(what, rule));
        }
        let left = FISH - self.state.fish(seat).min(FISH);
        if count > left {
            let what = say!(
                "{} has only {} fish on the doors, not {}",
                name,
                left,
                count
            );
            let rule = say!("a Runner has three fish a round, one on each fish door");
            return Err(Refusal::rule(what, rule));
        }
        if let Some(fish) = self.state.fish.get_mut(usize::from(seat)) {
            *fish += count;
        }
        self.state.taken = self.state.taken.saturating_add(count);
        self.report();
        self.news.tell(Effect::Open, || {
            say!("{} goes through a fish door; fish taken: {}", name, count)
        });
        self.earn(seat, count);
        if self.state.fish(seat) == FISH {
            self.state.by_fish += 1;
            self.news.tell(Effect::Open, || {
                say!("{} has all three fish: the round is over", name)
            });
            self.end_round();
        }
        Ok(())
    }

    fn report(&mut self) {
        self.state.reports = self.state.reports.saturating_add(1);
    }

    /// A Runner and the Catcher touch.
    fn catch(&mut self, seat: u8) -> Result<(), Refusal> {
        let setup = self.setup;
        let (name, catcher) = (setup.seats.name(seat), setup.seats.name(self.state.catcher));
        if seat == self.state.catcher {
            let what = say!("{} is the Catcher of this round", name);
            let rule = say!("the Catcher catches Runners");
            return Err(Refusal::rule(what, rule));
        }
        let times = self.state.caught(seat);
        if times > 0 && !setup.two() {
            let what = say!("{} has been caught in this round", name);
            let rule = say!("a Runner's ID card is taken once a round");
            return Err(Refusal::rule(what, rule));
        }
        if let Some(caught) = self.state.caught.get_mut(usize::from(seat)) {
            *caught += 1;
        }
        self.report();
        if times > 0 {
            self.news.tell(Effect::Open, || {
                say!(
                    "{} catches {} for the second time: the round is over",
                    catcher,
                    name
                )
            });
            self.end_round();
            return Ok(());
        }
        self.state.catches += 1;
        self.news.tell(Effect::Open, || {
            say!("{} catches {} and takes the ID card", catcher, name)
        });
        if setup.two() {
            self.back_to_the_classroom(seat);
        } else if self.state.runners(setup).all(|r| self.state.caught(r) > 0) {
            self.news.tell(Effect::Open, || {
                say!("{} has all ID cards: the round is over", catcher)
            });
            self.end_round();
        }
        Ok(())
    }

    /// With two players the caught Runner flicks at once, from the red circle.
    fn back_to_the_classroom(&mut self, runner: u8) {
        let name = self.setup.seats.name(runner);
        self.pass_to(runner);
        self.state.flicked &= !(1 << runner);
        self.news.tell(Effect::Open, || {
            say!(
                "{} goes to the red circle in the Classroom and flicks at once",
                name
            )
        });
    }

    /// Somebody's turn begins.
    fn pass_to(&mut self, seat: u8) {
        let setup = self.setup;
        self.state.flicked |= 1 << self.state.active;
        self.state.turn = self.state.turn.saturating_add(1);
        self.state.reports = 0;
        self.state.active = seat;
        self.news
            .tell(Effect::Open, || say!("{}'s turn", setup.seats.name(seat)));
    }

    /// A pair of 1s is turned up for another turn.
    fn skate(&mut self, seat: u8) -> Result<(), Refusal> {
        let setup = self.setup;
        let name = setup.seats.name(seat);
        if setup.tournament {
            let what = say!("there are no skates in a tournament");
            let rule = say!("a tournament is played without fish cards");
            return Err(Refusal::rule(what, rule));
        }
        if seat != self.state.active {
            let what = say!("it is not {}'s turn", name);
            let rule = say!("skates are put on at the end of one's own turn");
            return Err(Refusal::new(Fault::Time, what).by(rule));
        }
        let rule = say!("two fish cards of value 1 give another turn; a pair serves once");
        if !self.state.may_skate(seat) {
            let what = say!("{} has not two cards that are still face down", name);
            return Err(Refusal::rule(what, rule));
        }
        if !self.state.can_skate(seat) {
            return Err(Refusal::hidden_of(name).by(rule));
        }
        if let Some(pairs) = self.state.skates.get_mut(usize::from(seat)) {
            *pairs += 1;
        }
        self.news.tell(Effect::Reveal, || {
            say!("{} turns up two 1s and flicks again", name)
        });
        self.pass_to(seat);
        Ok(())
    }

    /// A fish card, or a point, for each fish or ID.
    fn earn(&mut self, seat: u8, count: u8) {
        if count == 0 {
            return;
        }
        let (setup, at) = (self.setup, usize::from(seat));
        let name = setup.seats.name(seat);
        if setup.tournament {
            if let Some(points) = self.state.points.get_mut(at) {
                *points = points.saturating_add(count);
            }
            self.news
                .tell(Effect::Open, || say!("{}: +{} {point|points}", name, count));
            return;
        }
        if !setup.app {
            self.state
                .owed
                .extend(std::iter::repeat_n(seat, usize::from(count)));
            self.news.tell(Effect::Open, || {
                say!(
                    "{} draws fish cards: {}; type in what they show",
                    name,
                    count
                )
            });
            return;
        }
        let from = self.state.hand(seat).len();
        for _ in 0..count {
            let card = self.state.pile.pop();
            if let (Some(card), Some(hand)) = (card, self.state.hands.get_mut(at)) {
                hand.push(card);
            }
        }
        self.news
            .tell(Effect::Deal, || say!("{} gets fish cards: {}", name, count));
        let new = self.state.hand(seat).get(from..).unwrap_or_default();
        self.news
            .whisper(Effect::Deal, at, || say!("you draw {}", view::values(new)));
    }

    /// Cards for ID cards, the Catcher first and clockwise; then the next round, or the end.
    fn end_round(&mut self) {
        let setup = self.setup;
        let catcher = self.state.catcher;
        let caught: Vec<usize> = self
            .state
            .runners(setup)
            .filter(|r| self.state.caught(*r) > 0)
            .map(usize::from)
            .collect();
        // The Runners come from the state, so that there is nothing to refuse.
        let cards = rules::round_end(setup.seats.len(), usize::from(catcher), &caught);
        let cards = cards.unwrap_or_default();
        let runners = self.state.runners(setup);
        for seat in std::iter::once(catcher).chain(runners) {
            let count = cards.get(usize::from(seat)).copied().unwrap_or(0);
            self.earn(seat, count as u8);
        }
        if self.state.round < setup.rounds {
            self.state.round += 1;
            self.state.turn = self.state.turn.saturating_add(1);
            self.news.tell(Effect::Open, || {
                say!("everybody takes back their own ID card and fish")
            });
            self.begin_round(setup.left_of(catcher));
        } else {
            self.state.finished = true;
            self.tell_the_end();
        }
    }

    fn tell_the_end(&mut self) {
        if !self.state.over() {
            return;
        }
        self.news
            .tell(Effect::Reveal, || say!("that was the last round"));
        let scores = self.state.scores(self.setup);
        for (seat, score) in scores.iter().enumerate() {
            let name = self.setup.seats.name(seat);
            let sum = score.sum;
            self.news
                .tell(Effect::Reveal, || say!("{}: {} {point|points}", name, sum));
        }
    }

    /// A real card is typed in.
    fn value(&mut self, seat: u8, value: u8) -> Result<(), Refusal> {
        let setup = self.setup;
        let name = setup.seats.name(seat);
        if setup.tournament {
            let what = say!("no fish cards are drawn");
            let rule = say!("a tournament is played without fish cards");
            return Err(Refusal::rule(what, rule));
        }
        if setup.app {
            let what = say!("this screen deals the fish cards itself");
            let rule = say!("values are typed in with `cards=table` only");
            return Err(Refusal::rule(what, rule));
        }
        match self.state.owed.first() {
            None => {
                let what = say!("nobody has drawn a card that is not typed in");
                let rule =
                    say!("a card is drawn for a fish, and for each ID card when a round ends");
                return Err(Refusal::new(Fault::Time, what).by(rule));
            }
            Some(first) if *first != seat => {
                let what = say!("{}'s card comes first", setup.seats.name(*first));
                let rule = say!("drawn cards are typed in in the order they were drawn");
                return Err(Refusal::rule(what, rule));
            }
            Some(_) => {}
        }
        let copies = setup.copies(value);
        if copies == 0 {
            let what = say!("the kit has no fish card of value {}", value);
            let mut known = setup.values.clone();
            known.sort_unstable();
            known.dedup();
            let known: Vec<String> = known.iter().map(u8::to_string).collect();
            let known = list(known.iter().map(String::as_str));
            return Err(Refusal::new(Fault::Unknown, what).hint(say!("values: {}", known)));
        }
        self.state.owed.remove(0);
        if let Some(hand) = self.state.hands.get_mut(usize::from(seat)) {
            hand.push(value);
        }
        self.news
            .tell(Effect::Open, || say!("{}'s fish card is noted", name));
        let typed = self.state.hands.iter().flatten();
        if typed.filter(|v| **v == value).count() > copies {
            // More than there are: somebody misread a card. The people decide; `undo` is near.
            self.news.tell(Effect::Open, || {
                say!("more cards of that value were typed in than the kit has: please check")
            });
        }
        self.tell_the_end();
        Ok(())
    }
}
