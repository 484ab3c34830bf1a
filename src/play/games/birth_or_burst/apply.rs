//! How moves change a game: set-up, commands, plays, bursts, birth.

use super::labels;
use super::moves::{Move, turned_up_before};
use super::rules::{self, Command, Mission, TurnResult, Why};
use super::setup::Setup;
use super::state::{Ending, State, place};
use crate::play::choice::plain;
use crate::play::rules::{Change, Effect, Refusal};
use crate::say;
use crate::say::Say;

impl Change<'_, Setup, State> {
    /// Sets the table up: missions, the first leader, the first run.
    pub fn set_up(&mut self) {
        self.tell_field();
        let setup = self.setup;
        if !setup.coop {
            let mut missions = setup.missions.clone();
            self.chance.shuffle("missions", &mut missions);
            missions.truncate(setup.seats.len());
            self.state.missions = missions;
            if setup.open_missions {
                let missions = &self.state.missions;
                self.news.tell(Effect::Reveal, || {
                    say!("missions, open to all: {}", all_missions(setup, missions))
                });
            } else {
                self.news.tell(Effect::Deal, || {
                    say!("everybody gets a mission that only they may see")
                });
            }
        }
        let seats = u32::try_from(setup.seats.len()).unwrap_or(1);
        let effect = match setup.first {
            Some(_) => Effect::Open,
            None => Effect::Shuffle,
        };
        let first = setup.first;
        self.state.first = first.unwrap_or_else(|| self.chance.below("leader", seats) as usize);
        let state = &*self.state;
        self.news.tell(effect, || {
            let leaders = setup.seats.row(&state.leaders(setup));
            say!("the leader card goes to: {}", leaders)
        });
        self.begin_run();
    }

    /// What the players lay out before the first run.
    fn tell_field(&mut self) {
        let setup = self.setup;
        let track = &setup.track;
        self.news.tell(Effect::Open, || {
            let [below, above] = [track.low - 1, track.high + 1].map(labels::signed);
            say!(
                "lay the egg on 0 and burst cards on {} and {}",
                below,
                above
            )
        });
        if !track.traps.is_empty() {
            self.news.tell(Effect::Open, || {
                let traps = labels::row(track.traps.iter().copied(), ", ");
                say!("lay burst cards as traps on {}", traps)
            });
        }
        if !setup.coop {
            self.news.tell(Effect::Open, || {
                let [low, middle, high] = setup.ranges.map(labels::span);
                say!(
                    "mark the missions with the arrows: low {}, middle {}, high {}",
                    low,
                    middle,
                    high
                )
            });
        }
        let (cards, lives) = (setup.hand.len(), setup.lives);
        self.news.tell(Effect::Open, || {
            if setup.coop {
                say!(
                    "everybody takes the {} action cards of one colour; set the lives of all to {}",
                    cards,
                    lives
                )
            } else {
                say!(
                    "everybody takes the {} action cards of one colour and sets their lives to {}",
                    cards,
                    lives
                )
            }
        });
        self.news.tell(Effect::Open, || {
            say!(
                "keep the egg inside the range for {} {turn|turns}; by then everybody must have played {} {penguin|penguins}",
                setup.turns,
                rules::QUOTA
            )
        });
        if setup.sets > 1 || setup.command_sets > 1 {
            self.news.tell(Effect::Open, || {
                say!("this game needs two printed sets of the kit")
            });
        }
    }

    /// Turn 1: all cards in hand, all commands face down, the egg at 0.
    fn begin_run(&mut self) {
        let setup = self.setup;
        let state = &mut *self.state;
        state.egg = 0;
        state.turn = 1;
        state.spent.clear();
        let all = u32::MAX >> (32 - setup.hand.len().clamp(1, 32));
        state.left.fill(all);
        for deck in &mut state.decks {
            deck.clear();
            deck.extend_from_slice(&setup.commands);
        }
        if setup.by_table {
            self.news.tell(Effect::Open, || {
                say!("shuffle the command cards and lay them face down")
            });
        } else if self.some_hidden() {
            for deck in &mut self.state.decks {
                self.chance.shuffle_up("commands", deck);
            }
            self.tell_shuffle();
        }
        self.turn_up();
    }

    /// Shuffles anew the commands that lie face down.
    pub(crate) fn shuffle_hidden(&mut self) {
        if self.setup.by_table || !self.some_hidden() {
            return;
        }
        for deck in &mut self.state.decks {
            self.chance.shuffle_again("commands", deck);
        }
        self.tell_shuffle();
    }

    /// Whether there is anything to shuffle.
    fn some_hidden(&self) -> bool {
        self.state.decks.iter().any(|d| d.len() > 1)
    }

    fn tell_shuffle(&mut self) {
        self.news
            .tell(Effect::Shuffle, || say!("the commands are shuffled"));
    }

    /// The command of a new turn, unless the table turns it up.
    fn turn_up(&mut self) {
        let setup = self.setup;
        self.state.up.clear();
        self.state.void.fill(false);
        if self.state.is_last_turn(setup) {
            self.news.tell(Effect::Open, || {
                if setup.coop {
                    say!("the last turn has no command; after it the quota counts")
                } else {
                    say!("the last turn has no command; now the missions and the quota count")
                }
            });
        } else if !setup.by_table {
            let state = &mut *self.state;
            let top = state.decks.iter_mut().filter_map(Vec::pop);
            state.up.extend(top);
            self.announce(Effect::Reveal);
        }
    }

    /// Tells the commands that are turned up, and finds out which are void.
    fn announce(&mut self, effect: Effect) {
        let setup = self.setup;
        for which in 0..setup.leaders {
            let leader = self.state.leader(setup, which);
            let Some(command) = self.state.command_of(which) else {
                continue;
            };
            let held = self.state.held(setup, leader).map(|card| card.value);
            let void = command.is_void(self.state.egg, held);
            if let Some(place) = self.state.void.get_mut(which) {
                *place = void;
            }
            self.state.voids += u32::from(void);
            let (turn, egg) = (self.state.turn, self.state.egg);
            self.news.tell(effect, || {
                let (name, title) = (setup.seats.name(leader), labels::title(command));
                if void {
                    say!(
                        "turn {}, command for {}: {}. {} holds no card that obeys, so the command is void",
                        turn,
                        name,
                        title,
                        name
                    )
                } else {
                    let asks = labels::asks(command, egg);
                    say!("turn {}, command for {}: {} ({})", turn, name, title, asks)
                }
            });
        }
    }

    /// Makes a move.
    pub fn make(&mut self, mv: &Move) -> Result<(), Refusal> {
        match mv {
            Move::Command(commands) => self.command(commands),
            Move::Play(cards) => self.play(cards),
        }
    }

    /// The table has turned up its own command cards.
    fn command(&mut self, commands: &[Command]) -> Result<(), Refusal> {
        let setup = self.setup;
        if !setup.by_table {
            let what = say!("the companion turns up the commands at this table");
            let rule = say!("`command` is for tables started with `commands=table`");
            return Err(Refusal::rule(what, rule));
        }
        if self.state.is_last_turn(setup) {
            let what = say!("there is no command in turn {}", self.state.turn);
            return Err(Refusal::rule(what, say!("the last turn has no command")));
        }
        if !self.state.up.is_empty() {
            let what = say!("the command of this turn is turned up already");
            let rule = say!("every turn but the last has one command for each leader's set");
            let hint = say!("enter the cards now: `play NAME CARD, …`");
            return Err(Refusal::rule(what, rule).hint(hint));
        }
        if commands.len() != setup.command_sets {
            let what = say!(
                "{} {command is|commands are} given, but {} {is|are} turned up each turn",
                commands.len(),
                setup.command_sets
            );
            return Err(Refusal::rule(what, self.how_many_commands()));
        }
        for (command, deck) in commands.iter().zip(&mut self.state.decks) {
            let Some(at) = deck.iter().position(|c| c == command) else {
                return Err(turned_up_before(*command, deck));
            };
            deck.remove(at);
        }
        self.state.up.extend_from_slice(commands);
        self.announce(Effect::Open);
        Ok(())
    }

    fn how_many_commands(&self) -> Say {
        if self.setup.command_sets > 1 {
            say!("each of the two leaders has a command of their own")
        } else {
            say!("one command is turned up each turn")
        }
    }

    /// Everybody has played a card.
    fn play(&mut self, cards: &[i32]) -> Result<(), Refusal> {
        let setup = self.setup;
        if self.state.command_is_due(setup) {
            let what = say!("the command of this turn is missing");
            let rule = say!("every turn but the last begins with a command");
            let hint = say!("turn one up and enter it: `command plus`");
            return Err(Refusal::rule(what, rule).hint(hint));
        }
        for (seat, card) in cards.iter().enumerate() {
            let place = place(setup, self.state, seat, *card).map_err(|r| r.of_part(seat))?;
            self.state.spent.push(place as u8);
            if let Some(left) = self.state.left.get_mut(seat) {
                *left &= !(1 << place);
            }
        }
        let played: Vec<(usize, i32)> = cards.iter().copied().enumerate().collect();
        let mut orders = [None; 2];
        for (place, order) in orders.iter_mut().zip(self.state.orders(setup)) {
            *place = Some(order);
        }
        let orders = match &orders {
            [Some(one), Some(two)] => &[*one, *two][..],
            [Some(one), None] => std::slice::from_ref(one),
            _ => &[],
        };
        let mut turn = rules::turn(self.state.egg, &played, orders, &setup.track);
        if turn.burst.is_none() && self.state.is_last_turn(setup) {
            let penguins: Vec<(usize, u32)> = (0..setup.seats.len())
                .map(|s| (s, self.state.penguins(setup, s)))
                .collect();
            turn.burst = rules::quota(&penguins);
        }
        self.state.egg = turn.to;
        self.state.played += 1;
        self.tell_turn(&turn, cards);
        let burst = turn.burst.as_ref().map(|b| b.why);
        self.state.last = Some(turn);
        match burst {
            Some(why) => self.burst(why),
            None if self.state.is_last_turn(setup) => self.birth(),
            None => self.go_on(),
        }
        Ok(())
    }

    fn tell_turn(&mut self, turn: &TurnResult<usize>, cards: &[i32]) {
        self.news.tell(Effect::Open, || {
            let (from, to) = (labels::signed(turn.from), labels::signed(turn.to));
            let sum = labels::signed(turn.sum);
            let cards = labels::row(cards.iter().copied(), " ");
            say!(
                "{} makes {}: the egg goes from {} to {}",
                cards,
                sum,
                from,
                to
            )
        });
    }

    /// The turn holds.
    fn go_on(&mut self) {
        let setup = self.setup;
        self.state.turn += 1;
        let state = &*self.state;
        self.news.tell(Effect::Open, || {
            let leaders = setup.seats.row(&state.leaders(setup));
            say!("the turn holds; the leader card goes on to: {}", leaders)
        });
        self.turn_up();
    }

    /// Lives are lost; then everything starts over, or the game is lost.
    fn burst(&mut self, why: Why) {
        let setup = self.setup;
        let Some(turn) = self.state.last.as_ref() else {
            return;
        };
        let Some(burst) = turn.burst.as_ref() else {
            return;
        };
        let losers = if setup.coop { &[0][..] } else { &burst.losers };
        for seat in losers {
            if let Some(lives) = self.state.lives.get_mut(*seat) {
                *lives = lives.saturating_sub(1);
            }
        }
        let left = self.state.lives_of(0);
        self.news.tell(Effect::Open, || {
            let (names, why) = (
                setup.seats.row(&burst.losers),
                labels::why(why, turn.sum > 0),
            );
            if setup.coop {
                say!(
                    "BURST! {} ({}): {} shared {life is|lives are} left",
                    why,
                    names,
                    left
                )
            } else {
                say!("BURST! {}: one life less for {}", why, names)
            }
        });
        self.state.run += 1;
        self.state.bursts[kind(why)] += 1;
        if self.state.lives.contains(&0) {
            self.state.ending = Some(Ending::Lost(why));
            self.show_missions();
            return;
        }
        let run = self.state.run;
        self.news.tell(Effect::Open, || {
            if setup.coop {
                say!("run {}: start over. The egg goes back to 0, all cards into the hands", run)
            } else {
                say!(
                    "run {}: start over. The egg goes back to 0, all cards into the hands; lives and missions stay",
                    run
                )
            }
        });
        self.state.turn = 1;
        let state = &*self.state;
        self.news.tell(Effect::Open, || {
            let leaders = setup.seats.row(&state.leaders(setup));
            say!("the leader card goes back to: {}", leaders)
        });
        self.begin_run();
    }

    fn birth(&mut self) {
        let setup = self.setup;
        self.state.ending = Some(Ending::Birth);
        self.news.tell(Effect::Open, || {
            say!("BIRTH! Turn the egg card over: the chick has hatched")
        });
        self.show_missions();
        if setup.coop {
            return;
        }
        let state = &*self.state;
        for seat in 0..setup.seats.len() {
            self.news.tell(Effect::Open, || {
                let (lives, points) = (state.lives_of(seat), state.points(setup, seat));
                let mission = if state.fulfilled(setup, seat) { 3 } else { 0 };
                say!(
                    "{}: 1 for the birth, {} for the mission, {} for lives, makes {}",
                    setup.seats.name(seat),
                    mission,
                    lives,
                    points
                )
            });
        }
    }

    /// At the end the missions are turned up.
    fn show_missions(&mut self) {
        if self.setup.coop || self.setup.open_missions {
            return;
        }
        let (setup, missions) = (self.setup, &self.state.missions);
        self.news.tell(Effect::Reveal, || {
            say!("the missions were: {}", all_missions(setup, missions))
        });
    }
}

/// Every player's mission, in one line.
fn all_missions(setup: &Setup, missions: &[Mission]) -> Say {
    let missions = missions.iter().zip(setup.seats.iter());
    let missions = missions.map(|(m, name)| say!("{} {}", name, labels::mission(*m)));
    let row = missions.reduce(|row, one| say!("{}, {}", row, one));
    row.unwrap_or_else(|| plain(""))
}

/// The place of a kind of burst among the counts.
fn kind(why: Why) -> usize {
    match why {
        Why::Range => 0,
        Why::Trap => 1,
        Why::Command => 2,
        Why::Quota => 3,
    }
}
