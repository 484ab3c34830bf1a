//! Bots: random ones, and sensible ones that look one turn ahead with what their seat knows.
//!
//! Where real hands are played, a bot makes up a hand from the cards that do not lie open yet.

use super::board::{FieldDir, NOWHERE, Square, bit, squares};
use super::moves::{Move, Play, Shown, Thens, Turn, Use};
use super::setup::{SEATS, Setup, Special};
use super::state::{Phase, State};
use super::turn::{Scene, Turned};
use super::walk::{JumpOrder, Pilot};
use super::{check, prompts};
use crate::play::rng::Dice;
use crate::play::rules::Skill;

/// How many turns of the others a sensible bot imagines.
const IMAGINED: usize = 8;

/// A legal move; none when everything is over.
pub(super) fn choose(
    setup: &Setup,
    state: &State,
    skills: &[Skill],
    dice: &mut Dice,
) -> Option<Move> {
    let scene = Scene::new(setup, state);
    let mut bots = Bots {
        scene,
        skills,
        dice,
    };
    Some(match state.phase {
        Phase::Place => {
            let (seat, at) = bots.start(state.to_place(setup), None)?;
            Move::Place { seat, at }
        }
        Phase::Restart => {
            let (seat, at) = bots.start(state.waiting, Some(state.up))?;
            Move::Restart { seat, at }
        }
        Phase::Turn => Move::Turn(bots.turn()),
        Phase::Between => Move::NextGame,
        Phase::Over => return None,
    })
}

struct Bots<'a> {
    scene: Scene<'a>,
    skills: &'a [Skill],
    dice: &'a mut Dice,
}

impl Bots<'_> {
    fn sensible(&self, seat: usize) -> bool {
        self.skills.get(seat) == Some(&Skill::Sensible)
    }

    fn below(&mut self, n: usize) -> usize {
        self.dice.below(u32::try_from(n).unwrap_or(u32::MAX)) as usize
    }

    /// One of `due` and a square for it: any, or for a sensible baby the one farthest from the educators.
    fn start(&mut self, due: u8, squares_for_all: Option<u64>) -> Option<(u8, Square)> {
        let Scene { setup, state, .. } = self.scene;
        let nth = self.below(due.count_ones() as usize);
        let seat = setup.mask_seats(due).nth(nth)?;
        let open = squares_for_all.unwrap_or_else(|| state.starts(setup, seat));
        let nth = self.below(open.count_ones() as usize);
        let any = squares(open).nth(nth)?;
        if !self.sensible(seat) || state.educator(seat) {
            return Some((seat as u8, any));
        }
        let safety = |at: &Square| {
            4 * self.far(seat, *at, &state.at, state.stuck) + self.room(*at, state.up)
        };
        let best = squares(open).max_by_key(safety);
        Some((seat as u8, best.unwrap_or(any)))
    }

    /// How far the nearest educator that can run is; 6 is far enough.
    fn far(&self, seat: usize, from: Square, at: &[Square; SEATS], stuck: u8) -> i32 {
        let Scene {
            setup,
            board,
            state,
        } = self.scene;
        let hunters = setup.mask_seats(state.educators & !stuck & !(1 << seat));
        let hunters = hunters.map(|s| at[s]).filter(|a| *a != NOWHERE);
        let near = hunters.map(|a| i32::from(board.distance(a, from))).min();
        near.map_or(6, |n| n.min(6))
    }

    /// How many ways lead on from a square.
    fn room(&self, at: Square, up: u64) -> i32 {
        let board = self.scene.board;
        let dirs = FieldDir::ALL[..4].iter();
        let open = dirs
            .filter_map(|d| board.step(at, *d))
            .filter(|s| up & bit(*s) != 0);
        open.count() as i32
    }

    /// Everybody's part of a turn.
    fn turn(&mut self) -> Turn {
        let Scene { setup, state, .. } = self.scene;
        let mut pool = self.unseen(None);
        let mut turn = Turn::default();
        let mut repaired = 0;
        for seat in 0..setup.seats.len() {
            turn.plays[seat] = if self.sensible(seat) {
                let hand = self.hand(seat, &mut pool, usize::from(state.held[seat]));
                self.best(seat, &hand, &mut repaired)
            } else {
                let due = usize::from(state.due(setup, seat));
                let cards = self.cards(seat, &mut pool, due);
                self.any(seat, &cards, &mut repaired)
            };
        }
        if prompts::asks_random(setup, state) {
            turn.random = self.take(&mut pool);
        }
        self.steer(&mut turn);
        turn
    }

    /// The cards that do not lie open, without those that a seat holds itself.
    fn unseen(&self, holder: Option<usize>) -> Vec<u8> {
        let Scene { setup, state, .. } = self.scene;
        let mut pool = Vec::with_capacity(64);
        for kind in 0..setup.arms.len() {
            let left = usize::from(state.left(setup, kind));
            pool.extend(std::iter::repeat_n(kind as u8, left));
        }
        if let (Some(seat), true) = (holder, setup.app) {
            remove(&mut pool, state.hand(seat));
        }
        pool
    }

    fn take(&mut self, pool: &mut Vec<u8>) -> Option<u8> {
        let nth = self.below(pool.len());
        (!pool.is_empty()).then(|| pool.swap_remove(nth))
    }

    /// Some cards of the hand, or of the pool where hands are real.
    fn cards(&mut self, seat: usize, pool: &mut Vec<u8>, count: usize) -> Vec<u8> {
        let mut hand = match self.scene.setup.app {
            true => self.scene.state.hand(seat).to_vec(),
            false => return (0..count).filter_map(|_| self.take(pool)).collect(),
        };
        (0..count).filter_map(|_| self.take(&mut hand)).collect()
    }

    /// The whole hand; made up where hands are real.
    fn hand(&mut self, seat: usize, pool: &mut Vec<u8>, held: usize) -> Vec<u8> {
        self.cards(seat, pool, held)
    }

    /// Whether a seat may use a special.
    fn may_use(&self, seat: usize, special: Special) -> bool {
        let Scene { setup, state, .. } = self.scene;
        check::may_use(setup, state, seat, special)
    }

    /// Any direction, and any use of the cards.
    fn any(&mut self, seat: usize, cards: &[u8], repaired: &mut u64) -> Play {
        let Scene {
            setup,
            board,
            state,
        } = self.scene;
        let mut play = Play::default();
        if !state.is_out(seat) {
            let dirs = check::directions(setup, state, seat);
            play.dir = self.dice.pick(&dirs).copied();
        }
        for kind in cards {
            let special = setup.special(*kind);
            let using = match special {
                Special::Plain => Use::Run,
                _ if !self.may_use(seat, special) => Use::Unused,
                Special::Carpenter => {
                    let down = board.cells & !state.up & !*repaired;
                    let destroy = usize::from(!state.is_out(seat) && !play.destroys());
                    let ways = 1 + destroy + down.count_ones() as usize;
                    match self.below(ways) {
                        0 => Use::Unused,
                        1 if destroy == 1 => Use::Destroy,
                        n => squares(down)
                            .nth(n - 1 - destroy)
                            .map_or(Use::Unused, |at| {
                                *repaired |= bit(at);
                                Use::Repair(at)
                            }),
                    }
                }
                _ => [Use::Run, Use::Unused][self.below(2)],
            };
            play.add(Shown { kind: *kind, using });
        }
        if play.gait(setup).mixed() {
            play.order = Some([JumpOrder::Jump, JumpOrder::Step][self.below(2)]);
        }
        play
    }

    /// Says where the runners turn, once the floor is known.
    fn steer(&mut self, turn: &mut Turn) {
        let scene = self.scene;
        let Ok(floor) = scene.carpenters(turn) else {
            return;
        };
        for seat in 0..scene.setup.seats.len() {
            let play = turn.plays[seat];
            if play.gait(scene.setup).fast == 0 {
                continue;
            }
            let thens = if self.sensible(seat) {
                let mut keen = Keen::new(scene, seat);
                let _ = scene.run(seat, &play, &floor, &mut keen);
                keen.thens
            } else {
                let mut loose = Loose {
                    dice: self.dice,
                    thens: Thens::default(),
                };
                let _ = scene.run(seat, &play, &floor, &mut loose);
                loose.thens
            };
            turn.plays[seat].thens = thens;
        }
    }

    /// The play that does best against what the others might do.
    fn best(&mut self, seat: usize, hand: &[u8], repaired: &mut u64) -> Play {
        let Scene { setup, state, .. } = self.scene;
        let imagined: Vec<Turn> = (0..IMAGINED).map(|_| self.imagine(seat, hand)).collect();
        let mut best = (i64::MIN, Play::default());
        for play in self.candidates(seat, hand, *repaired) {
            let mut sum = i64::from(self.dice.below(4));
            for turn in &imagined {
                let mut turn = turn.clone();
                turn.plays[seat] = play;
                sum += self.try_out(seat, &turn);
            }
            if sum > best.0 {
                best = (sum, play);
            }
        }
        for card in best.1.cards() {
            if let Use::Repair(at) = card.using {
                *repaired |= bit(at);
            }
        }
        debug_assert_eq!(best.1.cards().len(), usize::from(state.due(setup, seat)));
        best.1
    }

    /// A turn of everybody else, from the cards that they might hold.
    fn imagine(&mut self, seat: usize, hand: &[u8]) -> Turn {
        let Scene { setup, state, .. } = self.scene;
        let mut pool = self.unseen(Some(seat));
        if !setup.app {
            remove(&mut pool, hand);
        }
        let mut turn = Turn::default();
        let mut repaired = 0;
        for other in (0..setup.seats.len()).filter(|s| *s != seat) {
            let due = usize::from(state.due(setup, other));
            let cards: Vec<u8> = (0..due).filter_map(|_| self.take(&mut pool)).collect();
            turn.plays[other] = self.any(other, &cards, &mut repaired);
        }
        if state.mode(setup).random() {
            turn.random = self.take(&mut pool);
        }
        turn
    }

    /// How good the end of a turn is for a seat.
    fn try_out(&self, seat: usize, turn: &Turn) -> i64 {
        let scene = self.scene;
        let shown = scene.shown(turn, turn.random);
        let pilot = |seat: usize, _: &Play| Keen::new(scene, seat);
        match scene.resolve(turn, shown, pilot) {
            Ok(turned) => self.worth(seat, &turned),
            Err(_) => -1000,
        }
    }

    fn worth(&self, seat: usize, turned: &Turned) -> i64 {
        let Scene {
            setup,
            board,
            state,
        } = self.scene;
        let is = |mask: u8| i64::from(mask >> seat & 1);
        let count = |mask: u8| i64::from(mask.count_ones());
        let stuck = (state.stuck & !turned.freed) | turned.stuck;
        let own = turned.at[seat];
        let room = i64::from(self.room(own, turned.up));
        if state.educator(seat) {
            let babies = setup.mask_seats(state.babies(setup) & !turned.caught);
            let near = babies.map(|s| board.distance(own, turned.at[s])).min();
            let near = i64::from(near.unwrap_or(0));
            let wiped = i64::from(turned.up == 0);
            return 100 * count(turned.caught) - 60 * is(stuck) - 30 * count(turned.stuck)
                + 20 * is(turned.freed)
                - 4 * near
                + room
                - 80 * wiped;
        }
        if state.babies(setup) == 0 {
            let others = count(turned.caught & !(1 << seat));
            return 15 * others - 100 * is(turned.caught) + 3 * room;
        }
        let far = i64::from(self.far(seat, own, &turned.at, stuck));
        4 * far + 2 * room + 25 * count(turned.stuck)
            - 70 * is(turned.caught)
            - 50 * count(turned.caught)
    }

    /// The natural plays of a hand.
    fn candidates(&self, seat: usize, hand: &[u8], repaired: u64) -> Vec<Play> {
        let Scene { setup, state, .. } = self.scene;
        let dirs: Vec<Option<FieldDir>> = match state.is_out(seat) {
            true => vec![None],
            false => check::directions(setup, state, seat)
                .into_iter()
                .map(Some)
                .collect(),
        };
        let due = usize::from(state.due(setup, seat));
        let mut out = Vec::new();
        for dir in dirs {
            let start = Play::towards(dir);
            self.extend(seat, hand, repaired, start, due, &mut out);
        }
        out
    }

    /// Adds every way to play `due` more cards of what is left of a hand.
    fn extend(
        &self,
        seat: usize,
        hand: &[u8],
        repaired: u64,
        play: Play,
        due: usize,
        out: &mut Vec<Play>,
    ) {
        if due == 0 {
            if play.gait(self.scene.setup).mixed() {
                out.extend([JumpOrder::Jump, JumpOrder::Step].map(|order| play.with(order)));
            } else {
                out.push(play);
            }
            return;
        }
        for (i, kind) in hand.iter().enumerate() {
            if hand[..i].contains(kind) {
                continue;
            }
            for using in self.uses(seat, *kind, &play, repaired) {
                let mut play = play;
                play.add(Shown { kind: *kind, using });
                self.extend(seat, &hand[i + 1..], repaired, play, due - 1, out);
            }
        }
    }

    fn uses(&self, seat: usize, kind: u8, play: &Play, repaired: u64) -> Vec<Use> {
        let Scene { setup, state, .. } = self.scene;
        let special = setup.special(kind);
        if special == Special::Plain {
            return vec![Use::Run];
        }
        if !self.may_use(seat, special) {
            return vec![Use::Unused];
        }
        if special != Special::Carpenter {
            return vec![Use::Run, Use::Unused];
        }
        let mut uses = vec![Use::Unused];
        if !play.destroys() && !state.is_out(seat) {
            uses.push(Use::Destroy);
        }
        let own = state.at[seat];
        let done = |c: &Shown| c.using == Use::Repair(own);
        if state.stuck & (1 << seat) != 0
            && repaired & bit(own) == 0
            && !play.cards().iter().any(done)
        {
            uses.push(Use::Repair(own));
        }
        uses
    }
}

fn remove(pool: &mut Vec<u8>, cards: &[u8]) {
    for card in cards {
        if let Some(at) = pool.iter().position(|k| k == card) {
            pool.swap_remove(at);
        }
    }
}

/// Turns at random, and remembers where.
struct Loose<'a> {
    dice: &'a mut Dice,
    thens: Thens,
}

impl Pilot for Loose<'_> {
    fn turn(&mut self, _: Square, sides: [FieldDir; 2], open: [bool; 2]) -> Option<FieldDir> {
        Some(match open {
            [true, true] => {
                let dir = sides[self.dice.below(2) as usize];
                self.thens.add(dir);
                dir
            }
            [true, _] => sides[0],
            _ => sides[1],
        })
    }
}

/// Turns towards a baby, or away from the educators, and remembers where.
struct Keen<'a> {
    scene: Scene<'a>,
    seat: usize,
    thens: Thens,
}

impl<'a> Keen<'a> {
    fn new(scene: Scene<'a>, seat: usize) -> Self {
        let thens = Thens::default();
        Self { scene, seat, thens }
    }

    fn far(&self, from: Square) -> u8 {
        let Scene {
            setup,
            board,
            state,
        } = self.scene;
        let others = match state.educator(self.seat) {
            true => state.babies(setup),
            false => state.educators,
        };
        let others = setup.mask_seats(others).map(|s| state.at[s]);
        let others = others.filter(|a| *a != NOWHERE);
        others.map(|a| board.distance(from, a)).min().unwrap_or(0)
    }
}

impl Pilot for Keen<'_> {
    fn turn(&mut self, at: Square, sides: [FieldDir; 2], open: [bool; 2]) -> Option<FieldDir> {
        let dir = match open {
            [true, true] => {
                let [a, b] = sides.map(|d| self.scene.board.step(at, d).map_or(0, |s| self.far(s)));
                let first = match self.scene.state.educator(self.seat) {
                    true => a <= b,
                    false => a >= b,
                };
                let dir = if first { sides[0] } else { sides[1] };
                self.thens.add(dir);
                dir
            }
            [true, _] => sides[0],
            _ => sides[1],
        };
        Some(dir)
    }
}
