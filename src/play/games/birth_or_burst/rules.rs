//! Commands, the egg's way, bursts and who pays for them, the quota, missions and scores.
//!
//! Pure functions for the rule pictures and the referee. They know nothing of hands, rounds or secrets: who calls
//! them says which cards were played and which commands still bind, and names players as it likes.

use serde::Serialize;

/// Colder than this belongs to the low mission; the middle mission starts here.
pub(crate) const MIDDLE_FROM: i32 = -2;
/// The middle mission ends here; the high mission is all that is warmer.
pub(crate) const MIDDLE_TO: i32 = 2;
/// Penguins that a player must have played by the end of the last turn.
pub(crate) const QUOTA: u32 = 4;

/// What a command card asks of the leader.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
pub enum Command {
    /// A plus card.
    Plus,
    /// A minus card.
    Minus,
    /// 1, 3, 5 or 7, either sign.
    Odd,
    /// 2, 4 or 6, either sign.
    Even,
    /// 1 to 3, either sign.
    AtMost3,
    /// 5 to 7, either sign.
    AtLeast5,
    /// 3 to 5, either sign.
    ThreeToFive,
    /// The sign opposite to the egg's; any card while the egg is at 0.
    TowardsZero,
    /// Any card.
    Free,
}

impl Command {
    /// The nine commands with the names that players write.
    pub const ALL: [(&'static str, Command); 9] = [
        ("plus", Command::Plus),
        ("minus", Command::Minus),
        ("odd", Command::Odd),
        ("even", Command::Even),
        ("at-most-3", Command::AtMost3),
        ("at-least-5", Command::AtLeast5),
        ("3-to-5", Command::ThreeToFive),
        ("towards-zero", Command::TowardsZero),
        ("free", Command::Free),
    ];

    /// The command of that name.
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.iter().find(|(n, _)| *n == name).map(|(_, c)| *c)
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        Self::ALL
            .iter()
            .find(|(_, c)| *c == self)
            .map_or("", |(n, _)| n)
    }

    /// Whether a card obeys it while the egg lies at `egg`, before the egg moves.
    pub fn allows(self, card: i32, egg: i32) -> bool {
        let size = card.abs();
        match self {
            Self::Plus => card > 0,
            Self::Minus => card < 0,
            Self::Odd => size % 2 == 1,
            Self::Even => size % 2 == 0,
            Self::AtMost3 => size <= 3,
            Self::AtLeast5 => size >= 5,
            Self::ThreeToFive => (3..=5).contains(&size),
            Self::TowardsZero => egg == 0 || card.signum() == -egg.signum(),
            Self::Free => true,
        }
    }

    /// Whether it binds nobody, because no card of the leader's hand obeys it.
    pub(crate) fn is_void(self, egg: i32, hand: impl IntoIterator<Item = i32>) -> bool {
        !hand.into_iter().any(|card| self.allows(card, egg))
    }
}

/// The fourteen action cards of a player, coldest first.
pub fn hand() -> impl Iterator<Item = i32> {
    (-7..=7).filter(|v| *v != 0)
}

/// Whether there is an action card of that value.
pub(crate) fn is_card(value: i32) -> bool {
    value != 0 && (-7..=7).contains(&value)
}

/// The penguins on an action card.
pub fn penguins(card: i32) -> u32 {
    match card.abs() {
        6 => 1,
        7 => 3,
        _ => 0,
    }
}

/// Whether the cards that a player has played in this run fill the quota: at least two of −6, +6, −7, +7, with a
/// −7 or +7 among them. That is the same as four penguins or more.
pub fn quota_met(played: &[i32]) -> bool {
    quota_filled(played.iter().map(|card| penguins(*card)).sum())
}

/// Whether so many penguins fill the quota.
pub(crate) fn quota_filled(penguins: u32) -> bool {
    penguins >= QUOTA
}

/// The temperatures that the egg can bear.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Track {
    /// The coldest square inside the range; a burst card lies on the square below.
    pub low: i32,
    /// The warmest square inside the range; a burst card lies on the square above.
    pub high: i32,
    /// Burst squares inside the range.
    pub traps: Vec<i32>,
}

impl Track {
    /// The same range on both sides, without traps.
    pub fn even(range: i32) -> Self {
        Self {
            low: -range,
            high: range,
            traps: Vec::new(),
        }
    }

    /// Why the egg bursts at a temperature, if it does.
    pub fn burst(&self, at: i32) -> Option<Why> {
        if at < self.low || at > self.high {
            Some(Why::Range)
        } else if self.traps.contains(&at) {
            Some(Why::Trap)
        } else {
            None
        }
    }
}

/// Why an egg burst.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Why {
    /// Too cold or too warm.
    Range,
    /// It stopped on a burst square inside the range.
    Trap,
    /// A leader disobeyed.
    Command,
    /// Somebody played too few penguins.
    Quota,
}

impl Why {
    /// The word for it in answers.
    pub fn name(self) -> &'static str {
        match self {
            Self::Range => "range",
            Self::Trap => "trap",
            Self::Command => "command",
            Self::Quota => "quota",
        }
    }
}

/// A burst, and who loses a life for it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Burst<P> {
    /// Why.
    pub why: Why,
    /// Who pays, in the order of the cards.
    pub losers: Vec<P>,
}

/// What became of a turn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TurnResult<P> {
    /// The sum of all cards.
    pub sum: i32,
    /// Where the egg lay.
    pub from: i32,
    /// Where the sum takes it.
    pub to: i32,
    /// The burst, if there was one.
    pub burst: Option<Burst<P>>,
}

/// A command that binds a leader this turn; void commands and turn 10 have none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LeaderOrder<P> {
    /// Who must obey.
    pub leader: P,
    /// What.
    pub command: Command,
}

/// Moves the egg by the sum of the cards and looks for a burst. Disobedience is looked at first: then only those who
/// disobeyed pay, wherever the egg went.
pub fn turn<P: Copy + PartialEq>(
    from: i32,
    cards: &[(P, i32)],
    orders: &[LeaderOrder<P>],
    track: &Track,
) -> TurnResult<P> {
    let sum: i32 = cards.iter().map(|(_, v)| v).sum();
    let to = from + sum;
    let disobeyed = |(player, card): &(P, i32)| {
        let broken = |o: &LeaderOrder<P>| o.leader == *player && !o.command.allows(*card, from);
        orders.iter().any(broken)
    };
    let unruly: Vec<P> = players(cards, disobeyed);
    let burst = if unruly.is_empty() {
        track.burst(to).map(|why| Burst {
            why,
            losers: outermost(cards, sum > 0),
        })
    } else {
        Some(Burst {
            why: Why::Command,
            losers: unruly,
        })
    };
    TurnResult {
        sum,
        from,
        to,
        burst,
    }
}

/// Everybody who played the highest card, or the lowest one.
fn outermost<P: Copy>(cards: &[(P, i32)], warm: bool) -> Vec<P> {
    let values = cards.iter().map(|(_, v)| *v);
    let worst = if warm { values.max() } else { values.min() };
    players(cards, |(_, v)| Some(*v) == worst)
}

/// The players of whom something holds.
fn players<P: Copy, T>(all: &[(P, T)], holds: impl Fn(&(P, T)) -> bool) -> Vec<P> {
    all.iter().filter(|p| holds(p)).map(|(p, _)| *p).collect()
}

/// After the last turn: the burst for those whose penguins are short of the quota, if there are any.
pub fn quota<P: Copy>(penguins: &[(P, u32)]) -> Option<Burst<P>> {
    let losers = players(penguins, |(_, penguins)| !quota_filled(*penguins));
    (!losers.is_empty()).then_some(Burst {
        why: Why::Quota,
        losers,
    })
}

/// Where a mission wants the egg after the last turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
pub enum Mission {
    /// The cold side.
    Low,
    /// Around zero.
    Middle,
    /// The warm side.
    High,
}

impl Mission {
    /// The three missions with their names.
    pub const ALL: [(&'static str, Mission); 3] = [
        ("low", Mission::Low),
        ("middle", Mission::Middle),
        ("high", Mission::High),
    ];

    /// The mission of that name.
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.iter().find(|(n, _)| *n == name).map(|(_, m)| *m)
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        Self::ALL
            .iter()
            .find(|(_, m)| *m == self)
            .map_or("", |(n, _)| n)
    }

    /// The mission whose range, by the usual boundaries, holds a temperature.
    pub fn of(egg: i32) -> Self {
        match egg {
            ..MIDDLE_FROM => Self::Low,
            MIDDLE_FROM..=MIDDLE_TO => Self::Middle,
            _ => Self::High,
        }
    }

    /// Its temperatures on a track, by the usual boundaries.
    pub fn range(self, track: &Track) -> (i32, i32) {
        match self {
            Self::Low => (track.low, MIDDLE_FROM - 1),
            Self::Middle => (MIDDLE_FROM, MIDDLE_TO),
            Self::High => (MIDDLE_TO + 1, track.high),
        }
    }
}

/// Points after a birth: 1 for it, 3 for the own mission, 1 a life left.
pub fn score(mission_met: bool, lives: u32) -> u32 {
    1 + if mission_met { 3 } else { 0 } + lives
}

/// The players with the most points; who is level with another wins with them.
pub(super) fn winners(points: &[u32]) -> Vec<usize> {
    let best = points.iter().max();
    let wins = |player: &usize| points.get(*player) == best;
    (0..points.len()).filter(wins).collect()
}
