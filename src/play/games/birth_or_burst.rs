//! BIRTH or BURST: commands, the egg's way, bursts and who pays for them, the quota, missions and scores.
//!
//! Pure functions for the rule pictures and the referee. They know nothing of hands, rounds or secrets: who calls
//! them says which cards were played and which commands still bind.

use serde_json::{Value, json};

/// Colder than this belongs to the low mission; the middle mission starts here.
pub const MIDDLE_FROM: i32 = -2;
/// The middle mission ends here; the high mission is all that is warmer.
pub const MIDDLE_TO: i32 = 2;
/// Penguins that a player must have played by the end of the last turn.
pub const QUOTA: u32 = 4;

/// What a command card asks of the leader.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
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
    pub fn is_void(self, egg: i32, hand: &[i32]) -> bool {
        !hand.iter().any(|card| self.allows(*card, egg))
    }
}

/// The fourteen action cards of a player, coldest first.
pub fn hand() -> impl Iterator<Item = i32> {
    (-7..=7).filter(|v| *v != 0)
}

/// Whether there is an action card of that value.
pub fn is_card(value: i32) -> bool {
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
    played.iter().map(|card| penguins(*card)).sum::<u32>() >= QUOTA
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
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Burst<'a> {
    /// Why.
    pub why: Why,
    /// Who pays, in the order of the cards.
    pub losers: Vec<&'a str>,
}

/// What became of a turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Turn<'a> {
    /// The sum of all cards.
    pub sum: i32,
    /// Where the egg lay.
    pub from: i32,
    /// Where the sum takes it.
    pub to: i32,
    /// The burst, if there was one.
    pub burst: Option<Burst<'a>>,
}

/// A command that binds a leader this turn; void commands and turn 10 have none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Order<'a> {
    /// Who must obey.
    pub leader: &'a str,
    /// What.
    pub command: Command,
}

/// Moves the egg by the sum of the cards and looks for a burst. Disobedience is looked at first: then only those who
/// disobeyed pay, wherever the egg went.
pub fn turn<'a>(
    from: i32,
    cards: &[(&'a str, i32)],
    orders: &[Order<'_>],
    track: &Track,
) -> Turn<'a> {
    let sum: i32 = cards.iter().map(|(_, v)| v).sum();
    let to = from + sum;
    let disobeyed = |name: &str, card: i32| {
        orders
            .iter()
            .any(|o| o.leader == name && !o.command.allows(card, from))
    };
    let unruly: Vec<&str> = cards
        .iter()
        .filter(|(n, v)| disobeyed(n, *v))
        .map(|(n, _)| *n)
        .collect();
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
    Turn {
        sum,
        from,
        to,
        burst,
    }
}

/// Everybody who played the highest card, or the lowest one.
fn outermost<'a>(cards: &[(&'a str, i32)], warm: bool) -> Vec<&'a str> {
    let values = cards.iter().map(|(_, v)| *v);
    let worst = if warm { values.max() } else { values.min() };
    cards
        .iter()
        .filter(|(_, v)| Some(*v) == worst)
        .map(|(n, _)| *n)
        .collect()
}

/// After the last turn: the burst for those who are short of the quota, if there are any.
pub fn quota<'a>(played: &[(&'a str, Vec<i32>)]) -> Option<Burst<'a>> {
    let losers: Vec<&str> = played
        .iter()
        .filter(|(_, c)| !quota_met(c))
        .map(|(n, _)| *n)
        .collect();
    (!losers.is_empty()).then_some(Burst {
        why: Why::Quota,
        losers,
    })
}

/// Where a mission wants the egg after the last turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
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

/// Answers questions of rule pictures; `None` for a name it does not know.
pub fn picture(name: &str, args: &Value) -> Option<Result<Value, String>> {
    match name {
        "obeys" => Some(obeys_picture(args)),
        "turn" => Some(turn_picture(args)),
        "quota" => Some(quota_picture(args)),
        "mission" => Some(mission_picture(args)),
        "score" => Some(score_picture(args)),
        _ => None,
    }
}

/// `command` and `egg` in; the values of the cards that obey out.
fn obeys_picture(args: &Value) -> Result<Value, String> {
    let (command, egg) = (command(args)?, whole(args, "egg")?);
    Ok(hand().filter(|card| command.allows(*card, egg)).collect())
}

/// `egg`, `names`, `cards`, `range` (one number or two), `traps`, `leader` and `command` in; the turn out.
fn turn_picture(args: &Value) -> Result<Value, String> {
    let (names, values) = (super::texts(args, "names")?, wholes(args, "cards")?);
    if names.len() != values.len() {
        return Err("`referee` needs a card in `cards` for each of `names`".into());
    }
    if let Some(odd) = values.iter().find(|v| !is_card(**v)) {
        return Err(format!("`{odd}` is no action card"));
    }
    let cards: Vec<(&str, i32)> = names.into_iter().zip(values).collect();
    let order = match args.get("leader").and_then(Value::as_str) {
        Some(leader) => Some(Order {
            leader,
            command: command(args)?,
        }),
        None => None,
    };
    let turn = turn(whole(args, "egg")?, &cards, order.as_slice(), &track(args)?);
    let burst = turn
        .burst
        .map(|b| json!({ "why": b.why.name(), "losers": b.losers }));
    Ok(json!({ "sum": turn.sum, "from": turn.from, "to": turn.to, "burst": burst }))
}

/// `cards` in; their penguins and whether that is enough out.
fn quota_picture(args: &Value) -> Result<Value, String> {
    let cards = wholes(args, "cards")?;
    let all: u32 = cards.iter().map(|card| penguins(*card)).sum();
    Ok(json!({ "penguins": all, "met": quota_met(&cards) }))
}

/// `egg` in; the name of its mission out. `range` in; the ranges of all missions out.
fn mission_picture(args: &Value) -> Result<Value, String> {
    if args.get("egg").is_some() {
        return Ok(Value::from(Mission::of(whole(args, "egg")?).name()));
    }
    let track = track(args)?;
    let ranges =
        Mission::ALL.map(|(name, mission)| (name.to_owned(), json!(mission.range(&track))));
    Ok(Value::Object(ranges.into_iter().collect()))
}

/// `egg`, `names`, `missions` and `lives` in; a line for each player and the highest of all points out.
fn score_picture(args: &Value) -> Result<Value, String> {
    let here = Mission::of(whole(args, "egg")?);
    let names = super::texts(args, "names")?;
    let (missions, lives) = (super::texts(args, "missions")?, wholes(args, "lives")?);
    let mut lines = Vec::new();
    for ((name, mission), lives) in names.iter().zip(missions).zip(lives) {
        let mission =
            Mission::parse(mission).ok_or_else(|| format!("there is no mission `{mission}`"))?;
        let lives = u32::try_from(lives).map_err(|_| format!("`{lives}` are no lives"))?;
        lines.push((*name, mission, lives, score(mission == here, lives)));
    }
    let best = lines.iter().map(|l| l.3).max().unwrap_or(0);
    let players: Vec<Value> = lines
        .into_iter()
        .map(|(name, mission, lives, points)| {
            let (met, wins) = (mission == here, points == best);
            json!({ "name": name, "mission": mission.name(), "met": met, "lives": lives, "points": points, "wins": wins })
        })
        .collect();
    Ok(json!({ "mission": here.name(), "best": best, "players": players }))
}

fn command(args: &Value) -> Result<Command, String> {
    let name = args
        .get("command")
        .and_then(Value::as_str)
        .ok_or("`referee` needs the text `command`")?;
    Command::parse(name).ok_or_else(|| format!("there is no command `{name}`"))
}

fn track(args: &Value) -> Result<Track, String> {
    let traps = if args.get("traps").is_some() {
        wholes(args, "traps")?
    } else {
        Vec::new()
    };
    match args.get("range") {
        Some(Value::Array(_)) => match wholes(args, "range")?[..] {
            [low, high] => Ok(Track { low, high, traps }),
            _ => Err("`range` must be one number or two".into()),
        },
        Some(_) => Ok(Track {
            traps,
            ..Track::even(whole(args, "range")?)
        }),
        None => Ok(Track {
            traps,
            ..Track::even(7)
        }),
    }
}

/// A whole number among the arguments.
fn whole(args: &Value, key: &str) -> Result<i32, String> {
    args.get(key)
        .and_then(number)
        .ok_or_else(|| format!("`referee` needs the whole number `{key}`"))
}

/// A list of whole numbers among the arguments.
fn wholes(args: &Value, key: &str) -> Result<Vec<i32>, String> {
    let list = args.get(key).and_then(Value::as_array);
    let list = list.ok_or_else(|| format!("`referee` needs the list `{key}`"))?;
    let all: Option<Vec<i32>> = list.iter().map(number).collect();
    all.ok_or_else(|| format!("`{key}` must be a list of whole numbers"))
}

/// A whole number, written as one or as text, as tables do.
fn number(value: &Value) -> Option<i32> {
    match value {
        Value::String(s) => s.parse().ok(),
        _ => value.as_i64().and_then(|n| i32::try_from(n).ok()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn obeying(name: &str, egg: i32) -> Vec<i32> {
        let command = Command::parse(name).expect("a command");
        hand().filter(|card| command.allows(*card, egg)).collect()
    }

    fn order<'a>(leader: &'a str, command: &str) -> [Order<'a>; 1] {
        [Order {
            leader,
            command: Command::parse(command).expect("a command"),
        }]
    }

    fn losers<'a>(turn: &Turn<'a>) -> Option<(Why, Vec<&'a str>)> {
        turn.burst.as_ref().map(|b| (b.why, b.losers.clone()))
    }

    #[test]
    fn a_hand_is_fourteen_cards_without_a_zero() {
        assert_eq!(hand().count(), 14);
        assert!(hand().all(is_card) && !is_card(0) && !is_card(8));
    }

    #[test]
    fn each_command_names_its_cards() {
        assert_eq!(obeying("plus", -3), [1, 2, 3, 4, 5, 6, 7]);
        assert_eq!(obeying("minus", -3), [-7, -6, -5, -4, -3, -2, -1]);
        assert_eq!(obeying("odd", 2), [-7, -5, -3, -1, 1, 3, 5, 7]);
        assert_eq!(obeying("even", 2), [-6, -4, -2, 2, 4, 6]);
        assert_eq!(obeying("at-most-3", 0), [-3, -2, -1, 1, 2, 3]);
        assert_eq!(obeying("at-least-5", 0), [-7, -6, -5, 5, 6, 7]);
        assert_eq!(obeying("3-to-5", 0), [-5, -4, -3, 3, 4, 5]);
        assert_eq!(obeying("free", 5).len(), 14);
    }

    #[test]
    fn towards_zero_is_the_sign_opposite_to_the_egg_and_any_at_zero() {
        assert_eq!(obeying("towards-zero", 4), obeying("minus", 4));
        assert_eq!(obeying("towards-zero", -1), obeying("plus", -1));
        assert_eq!(obeying("towards-zero", 0).len(), 14);
    }

    #[test]
    fn a_command_that_no_card_in_hand_obeys_is_void() {
        assert!(Command::Plus.is_void(0, &[-7, -1]));
        assert!(!Command::Plus.is_void(0, &[-7, 1]));
        assert!(Command::Even.is_void(3, &[-7, 5, 1]));
        assert!(!Command::Free.is_void(3, &[1]));
    }

    #[test]
    fn every_name_leads_back_to_its_command() {
        for (name, command) in Command::ALL {
            assert_eq!(
                (Command::parse(name), command.name()),
                (Some(command), name)
            );
        }
        assert_eq!(Command::parse("zero"), None);
    }

    #[test]
    fn the_egg_moves_by_the_sum_of_all_cards() {
        let t = turn(
            -2,
            &[("Ann", 3), ("Bob", -2), ("Cho", 7), ("Dai", -1)],
            &[],
            &Track::even(7),
        );
        assert_eq!(
            t,
            Turn {
                sum: 7,
                from: -2,
                to: 5,
                burst: None
            }
        );
    }

    #[test]
    fn the_last_square_of_the_range_holds_and_the_next_one_bursts() {
        let at = |v| turn(0, &[("Ann", v), ("Bob", 2)], &[], &Track::even(7));
        assert_eq!(losers(&at(5)), None);
        assert_eq!(losers(&at(6)), Some((Why::Range, vec!["Ann"])));
    }

    #[test]
    fn the_largest_card_on_that_side_pays_and_so_does_every_tie() {
        let t = turn(
            3,
            &[("Ann", 5), ("Bob", -1), ("Cho", 5), ("Dai", 2)],
            &[],
            &Track::even(7),
        );
        assert_eq!(
            (t.to, losers(&t)),
            (14, Some((Why::Range, vec!["Ann", "Cho"])))
        );
        let t = turn(
            -3,
            &[("Ann", 5), ("Bob", -6), ("Cho", -6), ("Dai", -2)],
            &[],
            &Track::even(7),
        );
        assert_eq!(
            (t.to, losers(&t)),
            (-12, Some((Why::Range, vec!["Bob", "Cho"])))
        );
    }

    #[test]
    fn disobedience_is_looked_at_first_and_only_the_leader_pays() {
        let cards = [("Ann", -1), ("Bob", 7), ("Cho", 7)];
        let t = turn(0, &cards, &order("Ann", "plus"), &Track::even(7));
        assert_eq!((t.to, losers(&t)), (13, Some((Why::Command, vec!["Ann"]))));
        let t = turn(
            0,
            &[("Ann", -1), ("Bob", 1)],
            &order("Ann", "plus"),
            &Track::even(7),
        );
        assert_eq!(
            losers(&t),
            Some((Why::Command, vec!["Ann"])),
            "a burst although the egg is fine"
        );
    }

    #[test]
    fn others_need_not_obey() {
        let t = turn(
            0,
            &[("Ann", 1), ("Bob", -1)],
            &order("Ann", "plus"),
            &Track::even(7),
        );
        assert_eq!(losers(&t), None);
    }

    #[test]
    fn each_of_two_leaders_who_disobeys_pays() {
        let orders = [
            Order {
                leader: "Ann",
                command: Command::Plus,
            },
            Order {
                leader: "Bob",
                command: Command::Odd,
            },
        ];
        let t = turn(
            0,
            &[("Ann", -1), ("Bob", 2), ("Cho", 1)],
            &orders,
            &Track::even(7),
        );
        assert_eq!(losers(&t), Some((Why::Command, vec!["Ann", "Bob"])));
    }

    #[test]
    fn towards_zero_looks_at_the_egg_before_it_moves() {
        let t = turn(
            3,
            &[("Ann", -5), ("Bob", 1)],
            &order("Ann", "towards-zero"),
            &Track::even(7),
        );
        assert_eq!((t.to, losers(&t)), (-1, None));
    }

    #[test]
    fn on_a_trap_the_side_that_the_sum_moved_to_pays() {
        let track = Track {
            traps: vec![-3, 4],
            ..Track::even(9)
        };
        let t = turn(6, &[("Ann", -4), ("Bob", 2)], &[], &track);
        assert_eq!((t.to, losers(&t)), (4, Some((Why::Trap, vec!["Ann"]))));
        let t = turn(0, &[("Ann", 7), ("Bob", 7), ("Cho", -7)], &[], &track);
        assert_eq!((t.to, losers(&t)), (7, None), "only where it stops counts");
    }

    #[test]
    fn ranges_may_be_uneven() {
        let track = Track {
            low: -5,
            high: 9,
            traps: vec![],
        };
        assert_eq!(
            (track.burst(-6), track.burst(-5), track.burst(9)),
            (Some(Why::Range), None, None)
        );
    }

    #[test]
    fn the_quota_is_two_of_six_and_seven_with_a_seven() {
        let big = [-7, -6, 6, 7];
        for set in 0..16_u32 {
            let cards: Vec<i32> = (0..4)
                .filter(|i| set >> i & 1 == 1)
                .map(|i| big[i as usize])
                .collect();
            let by_words = cards.len() >= 2 && cards.iter().any(|c| c.abs() == 7);
            assert_eq!(quota_met(&cards), by_words, "{cards:?}");
        }
        let small: Vec<i32> = hand().filter(|c| c.abs() < 6).collect();
        assert!(!quota_met(&small));
    }

    #[test]
    fn everyone_short_of_the_quota_pays() {
        let played = [
            ("Ann", vec![7, 6, 1]),
            ("Bob", vec![6, -6]),
            ("Cho", vec![7, 5]),
        ];
        assert_eq!(
            quota(&played),
            Some(Burst {
                why: Why::Quota,
                losers: vec!["Bob", "Cho"]
            })
        );
        assert_eq!(quota(&played[..1]), None);
    }

    #[test]
    fn the_middle_mission_is_minus_two_to_plus_two_and_the_others_are_the_rest() {
        let of = |v| Mission::of(v).name();
        assert_eq!(
            [-7, -3, -2, 0, 2, 3, 9].map(of),
            ["low", "low", "middle", "middle", "middle", "high", "high"]
        );
        for range in 7..=9 {
            let track = Track::even(range);
            for (_, mission) in Mission::ALL {
                let (from, to) = mission.range(&track);
                assert!((from..=to).all(|v| Mission::of(v) == mission && track.burst(v).is_none()));
            }
        }
    }

    #[test]
    fn one_point_for_the_birth_three_for_the_mission_one_a_life() {
        assert_eq!(
            (score(true, 2), score(false, 3), score(false, 0)),
            (6, 4, 1)
        );
    }

    #[test]
    fn pictures_get_the_contract_of_a_turn() {
        let args = json!({ "egg": 4, "names": ["A", "B", "C"], "cards": [6, "6", -1], "range": 7 });
        let turn = picture("turn", &args).expect("known").expect("fine");
        let burst = json!({ "why": "range", "losers": ["A", "B"] });
        assert_eq!(
            turn,
            json!({ "sum": 11, "from": 4, "to": 15, "burst": burst })
        );
        assert_eq!(picture("egg", &args), None);
    }

    #[test]
    fn pictures_refuse_what_is_no_card_or_command() {
        let bad = json!({ "egg": 0, "names": ["A"], "cards": [8] });
        assert_eq!(
            picture("turn", &bad),
            Some(Err("`8` is no action card".into()))
        );
        let bad = json!({ "egg": 0, "command": "zero" });
        assert_eq!(
            picture("obeys", &bad),
            Some(Err("there is no command `zero`".into()))
        );
    }

    #[test]
    fn pictures_get_scores_and_winners() {
        let args = json!({ "egg": 1, "names": ["A", "B"], "missions": ["middle", "low"], "lives": [1, 3] });
        let out = picture("score", &args).expect("known").expect("fine");
        assert_eq!(out["mission"], "middle");
        assert_eq!(
            out["players"][0],
            json!({ "name": "A", "mission": "middle", "met": true, "lives": 1, "points": 5, "wins": true })
        );
        assert_eq!(out["players"][1]["points"], 4);
        assert_eq!(out["players"][1]["wins"], false);
    }
}
