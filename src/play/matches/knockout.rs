//! Knockout: who loses is out. The first named is the best seed, and seeds meet as late as can be; where the number is
//! no power of two, the best seeds have a bye in the first round.

use super::{Feed, Meeting};
use crate::play::rules::{Fault, Refusal};
use crate::say;

/// The fewest players of a match for the third place: two games must be lost before the final.
const THIRD: usize = 4;

/// Where one side of a game comes from.
#[derive(Clone, Copy)]
enum From {
    Seed(usize),
    Winner(usize),
}

/// The games of a knockout, the final last; `third` puts a game for the third place before it.
pub fn bracket(players: usize, third: bool) -> Result<Vec<Meeting>, Refusal> {
    if players < 2 {
        return Err(super::too_few(2));
    }
    if third && players < THIRD {
        let what = say!(
            "a match for the third place needs at least {} players",
            THIRD
        );
        return Err(Refusal::new(Fault::Rule, what));
    }
    let size = players.next_power_of_two();
    let seeds = seeds(size).into_iter();
    let mut entrants: Vec<Option<From>> = seeds
        .map(|s| (s < players).then_some(From::Seed(s)))
        .collect();
    let mut meetings: Vec<Meeting> = Vec::new();
    let mut round = 1;
    while entrants.len() > 1 {
        if entrants.len() == 2 && third {
            let losers = entrants.iter().flatten().filter_map(|e| match e {
                From::Winner(game) => Some(Feed::loser(*game)),
                From::Seed(_) => None,
            });
            meetings.push(Meeting::fed(round, losers.collect()));
        }
        let next = entrants.chunks(2).map(|two| match two {
            [Some(a), Some(b)] => {
                meetings.push(game(round, *a, *b));
                Some(From::Winner(meetings.len() - 1))
            }
            [one, other] => one.or(*other),
            _ => None,
        });
        entrants = next.collect();
        round += 1;
    }
    Ok(meetings)
}

fn game(round: usize, a: From, b: From) -> Meeting {
    let mut meeting = Meeting::fed(round, Vec::new());
    for from in [a, b] {
        match from {
            From::Seed(player) => {
                meeting.sides.push(vec![player]);
                meeting.feeds.push(None);
            }
            From::Winner(game) => {
                meeting.sides.push(Vec::new());
                meeting.feeds.push(Some(Feed::winner(game)));
            }
        }
    }
    meeting
}

/// The seeds from the top of the bracket to the bottom: the best two can only meet in the final.
fn seeds(size: usize) -> Vec<usize> {
    let mut seeds = vec![0];
    while seeds.len() < size {
        let twice = 2 * seeds.len();
        seeds = seeds.into_iter().flat_map(|s| [s, twice - 1 - s]).collect();
    }
    seeds
}

/// How far each player came: more is further. Who has not lost stands above all, a game for the third place tells its
/// two apart.
pub fn reached(players: usize, meetings: &[Meeting], results: &[Option<Vec<usize>>]) -> Vec<i64> {
    let last = meetings.iter().map(|m| m.round).max().unwrap_or(0) as i64;
    let mut reached = vec![10 * (last + 1); players];
    for (meeting, result) in meetings.iter().zip(results) {
        let Some(winners) = result else { continue };
        let third = meeting.for_third();
        for player in meeting.sides.iter().flatten() {
            let Some(value) = reached.get_mut(*player) else {
                continue;
            };
            match (third, winners.contains(player)) {
                (true, won) => *value += if won { 2 } else { 1 },
                (false, true) => {}
                (false, false) => *value = 10 * meeting.round as i64,
            }
        }
    }
    reached
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_seeds_meet_last() {
        assert_eq!(seeds(8), [0, 7, 3, 4, 1, 6, 2, 5]);
        let games = bracket(4, false).expect("a bracket");
        let sides: Vec<_> = games.iter().map(|g| g.sides.clone()).collect();
        assert_eq!(sides[0], [[0], [3]]);
        assert_eq!(sides[1], [[1], [2]]);
        assert_eq!(
            games[2].feeds,
            [Some(Feed::winner(0)), Some(Feed::winner(1))]
        );
    }

    #[test]
    fn byes_go_to_the_best_seeds() {
        for players in 2..=99usize {
            let games = bracket(players, players >= 4).expect("a bracket");
            assert_eq!(games.len(), players - 1 + usize::from(players >= 4));
            let first = games.iter().filter(|g| g.round == 1);
            let playing: Vec<usize> = first.flat_map(|g| g.sides.concat()).collect();
            let byes = players.next_power_of_two() - players;
            assert_eq!(playing.len(), players - byes);
            assert!((0..byes).all(|seed| !playing.contains(&seed)), "{players}");
        }
        assert!(bracket(3, true).is_err());
        assert!(bracket(1, false).is_err());
    }
}
