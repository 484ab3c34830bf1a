//! Schedules that are known from the start: everyone against everyone, sides that change, roles that go round.
//!
//! Players are numbers, counted from 0. The forms with two sides are made for two to four, whatever the game.

use super::{MOST, Meeting, too_few};
use crate::play::rules::{Fault, Refusal};
use crate::say;

/// How many a side has when three play.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Split {
    /// Two of the first role against one of the second.
    #[default]
    TwoOne,
    /// One of the first role against two of the second.
    OneTwo,
}

/// Everyone meets everyone once, or twice with the places changed: as many games at a time as can be (the circle
/// method). With an odd number, one sits out each round. Who has the first place is as even as it can be.
pub(crate) fn round_robin(players: usize, twice: bool) -> Result<Vec<Meeting>, Refusal> {
    if players < 2 {
        return Err(too_few(2));
    }
    let even = players + players % 2;
    let rounds = even - 1;
    let games = players * (players - 1) / if twice { 1 } else { 2 };
    if games > MOST {
        let what = say!("{} games are too many; {} is the most", games, MOST);
        return Err(Refusal::new(Fault::Rule, what));
    }
    let mut meetings = Vec::with_capacity(games);
    for leg in 0..=usize::from(twice) {
        for round in 0..rounds {
            // The circle method: one keeps its place, the others move on by one each round.
            let at = |place: usize| match place {
                0 => even - 1,
                p => (round + p - 1) % rounds,
            };
            for place in 0..even / 2 {
                let (a, b) = (at(place), at(even - 1 - place));
                if a.max(b) >= players {
                    continue;
                }
                let swap = first_is(a, b, even) == (leg == 1);
                let (a, b) = if swap { (b, a) } else { (a, b) };
                let round = leg * rounds + round + 1;
                meetings.push(Meeting::new(round, vec![vec![a], vec![b]]));
            }
        }
    }
    Ok(meetings)
}

/// Whether `a` has the first place against `b`. Round a circle of an odd number, everyone is first against the players
/// an odd number of places on, which is half of them; the one who stands still is first against every second.
fn first_is(a: usize, b: usize, even: usize) -> bool {
    let circle = even - 1;
    match (a == circle, b == circle) {
        (true, _) => b.is_multiple_of(2),
        (_, true) => a % 2 == 1,
        _ => (b + circle - a) % circle % 2 == 1,
    }
}

/// Two sides that change roles and partners: two players take turns, of three the single role goes round, four play
/// every pairing both ways. `split` says which side is the single one when three play three games.
pub(crate) fn two_sides(
    players: usize,
    games: usize,
    split: Split,
) -> Result<Vec<Meeting>, Refusal> {
    let numbers = |list: &str| {
        let what = say!(
            "{} {player|players} cannot play a match of {} {game|games}",
            players,
            games
        );
        Refusal::new(Fault::Rule, what).hint(say!(
            "games for {} {player|players}: {}",
            players,
            list
        ))
    };
    let sides: Vec<[Vec<usize>; 2]> = match (players, games) {
        (2, 1..) if games.is_multiple_of(2) && games <= MOST => {
            (0..games).map(|g| [vec![g % 2], vec![1 - g % 2]]).collect()
        }
        (2, _) => return Err(numbers(&say!("any even number").to_string())),
        (3, 3) => one_against_two(split).into(),
        (3, 6) => [Split::TwoOne, Split::OneTwo]
            .into_iter()
            .flat_map(one_against_two)
            .collect(),
        (3, _) => return Err(numbers("3, 6")),
        (4, 2 | 4 | 6) => [[0, 1, 2, 3], [0, 2, 1, 3], [0, 3, 1, 2]]
            .into_iter()
            .take(games / 2)
            .flat_map(|[a, b, c, d]| [[vec![a, b], vec![c, d]], [vec![c, d], vec![a, b]]])
            .collect(),
        (4, _) => return Err(numbers("2, 4, 6")),
        _ => {
            let what = say!("a match of two sides is for 2 to 4 players");
            return Err(Refusal::new(Fault::Rule, what));
        }
    };
    let meeting = |(i, sides): (usize, [Vec<usize>; 2])| Meeting::new(i + 1, sides.into());
    Ok(sides.into_iter().enumerate().map(meeting).collect())
}

fn one_against_two(split: Split) -> [[Vec<usize>; 2]; 3] {
    [0, 1, 2].map(|single| {
        let others = (0..3).filter(|p| *p != single).collect();
        match split {
            Split::TwoOne => [others, vec![single]],
            Split::OneTwo => [vec![single], others],
        }
    })
}

/// Roles that go round: as many games as players, and everybody has every role once. Who has none is on the last side.
pub(crate) fn everybody_once(players: usize, roles: usize) -> Result<Vec<Meeting>, Refusal> {
    if players < 2 {
        return Err(too_few(2));
    }
    if roles == 0 || roles > players {
        let what = say!(
            "{} roles are too many for {} {player|players}",
            roles,
            players
        );
        return Err(Refusal::new(Fault::Rule, what));
    }
    let game = |g: usize| {
        let seat = |i: usize| (g + i) % players;
        let mut sides: Vec<Vec<usize>> = (0..roles).map(|r| vec![seat(r)]).collect();
        if roles < players {
            sides.push((roles..players).map(seat).collect());
        }
        Meeting::new(g + 1, sides)
    };
    Ok((0..players).map(game).collect())
}

/// The players that a round leaves out.
pub(crate) fn sitting_out(meetings: &[Meeting], round: usize, players: usize) -> Vec<usize> {
    let playing: Vec<usize> = meetings
        .iter()
        .filter(|m| m.round == round)
        .flat_map(|m| m.sides.iter().flatten().copied())
        .collect();
    (0..players).filter(|p| !playing.contains(p)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeMap;

    /// A match as the page writes it: `AB|CD`.
    fn written(meetings: &[Meeting]) -> Vec<String> {
        let letter = |p: &usize| char::from(b'A' + *p as u8);
        let side = |s: &Vec<usize>| s.iter().map(letter).collect::<String>();
        meetings
            .iter()
            .map(|m| m.sides.iter().map(side).collect::<Vec<_>>().join("|"))
            .collect()
    }

    fn sides(players: usize, games: usize, split: Split) -> Vec<String> {
        written(&two_sides(players, games, split).expect("a match"))
    }

    #[test]
    fn sides_of_two_to_four() {
        let six = ["AB|CD", "CD|AB", "AC|BD", "BD|AC", "AD|BC", "BC|AD"];
        for games in [2, 4, 6] {
            assert_eq!(sides(4, games, Split::default()), six[..games]);
        }
        let (two_one, one_two) = (["BC|A", "AC|B", "AB|C"], ["A|BC", "B|AC", "C|AB"]);
        assert_eq!(sides(3, 3, Split::TwoOne), two_one);
        assert_eq!(sides(3, 3, Split::OneTwo), one_two);
        assert_eq!(
            sides(3, 6, Split::default()),
            [&two_one[..], &one_two].concat()
        );
        assert_eq!(sides(2, 4, Split::default()), ["A|B", "B|A", "A|B", "B|A"]);
    }

    #[test]
    fn other_numbers_of_games_are_refused() {
        for (players, games) in [
            (2, 0),
            (2, 3),
            (2, 5000),
            (3, 2),
            (3, 4),
            (4, 3),
            (4, 8),
            (5, 2),
            (1, 2),
            (0, 0),
        ] {
            assert!(
                two_sides(players, games, Split::default()).is_err(),
                "{players}, {games}"
            );
        }
        assert!(round_robin(1, false).is_err());
        assert!(round_robin(99, false).is_err());
        assert!(everybody_once(3, 0).is_err());
        assert!(everybody_once(3, 4).is_err());
    }

    proptest! {
        #[test]
        fn everyone_meets_everyone(players in 2usize..=24, twice: bool) {
            let games = round_robin(players, twice).expect("a match");
            let mut met: BTreeMap<(usize, usize), usize> = BTreeMap::new();
            let mut first = vec![0i64; players];
            for game in &games {
                let (a, b) = (game.sides[0][0], game.sides[1][0]);
                *met.entry((a.min(b), a.max(b))).or_default() += 1;
                first[a] += 1;
                first[b] -= 1;
            }
            prop_assert_eq!(met.len(), players * (players - 1) / 2);
            prop_assert!(met.values().all(|n| *n == 1 + usize::from(twice)));
            // An even number plays an odd number of games each: one place more than the other cannot be helped.
            let uneven = if twice { 0 } else { (players as i64 + 1) % 2 };
            prop_assert!(first.iter().all(|d| d.abs() == uneven), "{:?}", first);
        }

        #[test]
        fn nobody_plays_twice_in_a_round(players in 2usize..=24, twice: bool) {
            let games = round_robin(players, twice).expect("a match");
            let rounds = games.iter().map(|g| g.round).max().unwrap_or(0);
            let mut out = vec![0usize; players];
            for round in 1..=rounds {
                let mut playing: Vec<usize> = games.iter().filter(|g| g.round == round)
                    .flat_map(|g| g.sides.iter().flatten().copied()).collect();
                let all = playing.len();
                playing.sort_unstable();
                playing.dedup();
                prop_assert_eq!(all, playing.len());
                let sitting = sitting_out(&games, round, players);
                prop_assert_eq!(sitting.len(), players % 2);
                for p in sitting { out[p] += 1; }
            }
            let each = players % 2 * (1 + usize::from(twice));
            prop_assert!(out.iter().all(|n| *n == each), "byes {:?}", out);
        }

        #[test]
        fn everybody_has_every_role_once(players in 2usize..=12, roles in 1usize..=12) {
            prop_assume!(roles <= players);
            let games = everybody_once(players, roles).expect("a match");
            for role in 0..roles {
                let mut had: Vec<usize> = games.iter().map(|g| g.sides[role][0]).collect();
                had.sort_unstable();
                prop_assert_eq!(had, (0..players).collect::<Vec<_>>());
            }
            for game in &games {
                let mut all: Vec<usize> = game.sides.iter().flatten().copied().collect();
                all.sort_unstable();
                prop_assert_eq!(all, (0..players).collect::<Vec<_>>());
            }
        }

        #[test]
        fn both_roles_equally_often(form in prop::sample::select(vec![(2usize, 2usize), (2, 10), (4, 2), (4, 4), (4, 6)])) {
            let games = two_sides(form.0, form.1, Split::default()).expect("a match");
            for p in 0..form.0 {
                let first = games.iter().filter(|g| g.sides[0].contains(&p)).count();
                prop_assert_eq!(first * 2, games.len());
            }
        }
    }
}
