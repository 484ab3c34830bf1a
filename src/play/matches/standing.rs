//! Who is ahead: points, and what decides between those who have as many.

use std::cmp::Reverse;

use super::{Meeting, Points};
use crate::play::amount::Amount;

/// What decides between players with as many points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tie {
    /// The points of the games that they played against each other; only where all of them have met.
    HeadToHead,
    /// By how much games were won, those lost taken off.
    Margin,
    /// The points of everybody they played against.
    Buchholz,
}

impl Tie {
    /// All, by the names that commands and files call them by.
    pub const ALL: [(&'static str, Tie); 3] = [
        ("head-to-head", Tie::HeadToHead),
        ("margin", Tie::Margin),
        ("buchholz", Tie::Buchholz),
    ];

    /// Its name in commands and files.
    pub fn name(self) -> &'static str {
        let found = Self::ALL.iter().find(|(_, tie)| *tie == self);
        found.map_or("", |(name, _)| name)
    }

    /// The one of that name.
    pub fn of(name: &str) -> Option<Self> {
        let found = Self::ALL.iter().find(|(known, _)| *known == name);
        found.map(|(_, tie)| *tie)
    }
}

/// Where a player stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Standing {
    /// The player.
    pub player: usize,
    /// 1 is best; players who are level share a rank, and the next one is skipped.
    pub rank: usize,
    /// What was won with.
    pub points: Amount,
    /// Games won.
    pub won: usize,
    /// Games drawn.
    pub drawn: usize,
    /// Games lost.
    pub lost: usize,
    /// Rounds sat out that counted.
    pub byes: usize,
    /// What was asked because others have as many points, in order, and what came out.
    pub ties: Vec<(Tie, Amount)>,
}

/// A game that counts.
#[derive(Clone, Copy, Debug)]
pub struct MatchGame<'a> {
    /// Who played.
    pub meeting: &'a Meeting,
    /// Who won; nobody is a draw.
    pub winners: &'a [usize],
    /// What each side scored; empty where nobody kept score.
    pub scores: &'a [Amount],
}

/// Everything that standings are made of.
#[derive(Clone, Debug)]
pub struct Count<'a> {
    /// How many players.
    pub players: usize,
    /// The games that count.
    pub games: Vec<MatchGame<'a>>,
    /// How many rounds each player sat out that count.
    pub byes: Vec<usize>,
    /// What each of them counts.
    pub bye: Amount,
    /// What a game counts.
    pub points: Points,
    /// Whether a lower score is better.
    pub lowest: bool,
    /// What decides between those who are level, in order.
    pub ties: &'a [Tie],
}

impl Count<'_> {
    /// What a game counts for one of its players.
    fn gain(&self, game: &MatchGame<'_>, player: usize) -> Amount {
        if game.winners.is_empty() {
            self.points.draw
        } else if game.winners.contains(&player) {
            self.points.win
        } else {
            self.points.loss
        }
    }

    fn row(&self, player: usize) -> Standing {
        let byes = self.byes.get(player).copied().unwrap_or(0);
        let mut row = Standing {
            player,
            rank: 1,
            points: (0..byes).fold(Amount::default(), |sum, _| sum.plus(self.bye)),
            won: 0,
            drawn: 0,
            lost: 0,
            byes,
            ties: Vec::new(),
        };
        for game in self.games.iter().filter(|g| g.meeting.has(player)) {
            row.points = row.points.plus(self.gain(game, player));
            match game.winners {
                [] => row.drawn += 1,
                won if won.contains(&player) => row.won += 1,
                _ => row.lost += 1,
            }
        }
        row
    }

    /// Who is ahead, best first.
    pub fn standings(&self) -> Vec<Standing> {
        let mut rows: Vec<Standing> = (0..self.players).map(|p| self.row(p)).collect();
        let points: Vec<Amount> = rows.iter().map(|r| r.points).collect();
        rows.sort_by_key(|r| (Reverse(r.points), r.player));
        let mut from = 0;
        while from < rows.len() {
            let level = |r: &Standing| r.points == rows[from].points;
            let to = from + rows[from..].iter().take_while(|r| level(r)).count();
            self.part(&mut rows[from..to], from + 1, self.ties, &points);
            from = to;
        }
        rows
    }

    /// Ranks those who are level, by the first of the tie-breaks that tells some of them apart, and the rest by the others.
    fn part(&self, rows: &mut [Standing], rank: usize, ties: &[Tie], points: &[Amount]) {
        rows.iter_mut().for_each(|r| r.rank = rank);
        let Some((tie, rest)) = ties.split_first().filter(|_| rows.len() > 1) else {
            return rows.sort_by_key(|r| r.player);
        };
        let group: Vec<usize> = rows.iter().map(|r| r.player).collect();
        let Some(values) = self.values(*tie, &group, points) else {
            return self.part(rows, rank, rest, points);
        };
        for (row, value) in rows.iter_mut().zip(values) {
            row.ties.push((*tie, value));
        }
        let value = |r: &Standing| r.ties.last().map_or(Amount::default(), |(_, v)| *v);
        rows.sort_by_key(|r| (Reverse(value(r)), r.player));
        let mut from = 0;
        while from < rows.len() {
            let this = value(&rows[from]);
            let to = from + rows[from..].iter().take_while(|r| value(r) == this).count();
            self.part(&mut rows[from..to], rank + from, rest, points);
            from = to;
        }
    }

    /// What a tie-break says of each of the players who are level; nothing where it cannot be asked.
    fn values(&self, tie: Tie, group: &[usize], points: &[Amount]) -> Option<Vec<Amount>> {
        let sum = |amounts: &mut dyn Iterator<Item = Amount>| {
            amounts.fold(Amount::default(), |sum, a| sum.plus(a))
        };
        let games = |p: usize| self.games.iter().filter(move |g| g.meeting.has(p));
        match tie {
            Tie::HeadToHead => {
                let met = |p: usize, q: usize| games(p).any(|g| opposed(g.meeting, p, q));
                let all = |p: &usize| group.iter().all(|q| q == p || met(*p, *q));
                let own = |p: &usize| {
                    let against =
                        |g: &&MatchGame<'_>| group.iter().any(|q| opposed(g.meeting, *p, *q));
                    sum(&mut games(*p).filter(against).map(|g| self.gain(g, *p)))
                };
                let fair = group.iter().all(all);
                fair.then(|| group.iter().map(own).collect())
            }
            Tie::Margin => {
                let kept = self.games.iter().any(|g| !g.scores.is_empty());
                let own = |p: &usize| sum(&mut games(*p).map(|g| self.margin(g, *p)));
                kept.then(|| group.iter().map(own).collect())
            }
            Tie::Buchholz => {
                let of = |p: usize| points.get(p).copied().unwrap_or_default();
                let own = |p: &usize| {
                    let sides = games(*p).flat_map(|g| g.meeting.sides.iter());
                    let others = sides.filter(|s| !s.contains(p)).flatten();
                    // Who sat out is taken to have met somebody as good.
                    let out = (0..self.byes.get(*p).copied().unwrap_or(0)).map(|_| of(*p));
                    sum(&mut others.map(|o| of(*o)).chain(out))
                };
                Some(group.iter().map(own).collect())
            }
        }
    }

    /// By how much a player's side was ahead of the best of the others.
    fn margin(&self, game: &MatchGame<'_>, player: usize) -> Amount {
        let side = game.meeting.sides.iter().position(|s| s.contains(&player));
        let own = side.and_then(|s| game.scores.get(s));
        let others = game.scores.iter().enumerate();
        let others = others.filter(|(i, _)| Some(*i) != side).map(|(_, s)| *s);
        let best = if self.lowest {
            others.min()
        } else {
            others.max()
        };
        match (own, best) {
            (Some(own), Some(best)) if self.lowest => best.plus(own.turned()),
            (Some(own), Some(best)) => own.plus(best.turned()),
            _ => Amount::default(),
        }
    }
}

/// Whether two played against each other.
fn opposed(meeting: &Meeting, p: usize, q: usize) -> bool {
    let side = |p: usize| meeting.sides.iter().position(|s| s.contains(&p));
    match (side(p), side(q)) {
        (Some(a), Some(b)) => a != b,
        _ => false,
    }
}

/// Who is ahead, best first, by points alone. `results` has the winners of each game that was played; nobody is a draw.
pub fn standings(
    players: usize,
    meetings: &[Meeting],
    results: &[Option<Vec<usize>>],
    points: Points,
) -> Vec<Standing> {
    let played = meetings.iter().zip(results);
    let games = played.filter_map(|(meeting, winners)| {
        Some(MatchGame {
            meeting,
            winners: winners.as_ref()?,
            scores: &[],
        })
    });
    let count = Count {
        players,
        games: games.collect(),
        byes: Vec::new(),
        bye: Amount::default(),
        points,
        lowest: false,
        ties: &[],
    };
    count.standings()
}

/// The rank of each, 1 the best; equal numbers share a rank, and the next rank is skipped.
pub fn ranks(numbers: &[i64], highest_wins: bool) -> Vec<usize> {
    let better = |a: i64, b: i64| if highest_wins { a > b } else { a < b };
    let ahead = |n: &i64| numbers.iter().filter(|m| better(**m, *n)).count();
    numbers.iter().map(|n| 1 + ahead(n)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::matches::{Split, round_robin, two_sides};

    fn whole(n: i64) -> Amount {
        Amount::whole(n).expect("an amount")
    }

    #[test]
    fn draws_count_nothing_unless_told() {
        let games = two_sides(4, 6, Split::default()).expect("a match");
        let results = [
            Some(vec![0, 1]),
            Some(vec![]),
            Some(vec![0, 2]),
            None,
            None,
            None,
        ];
        let table = standings(4, &games, &results, Points::default());
        let rows: Vec<_> = table
            .iter()
            .map(|s| (s.player, s.rank, s.points, s.drawn))
            .collect();
        let [none, one, two] = [0, 1, 2].map(whole);
        assert_eq!(
            rows,
            [
                (0, 1, two, 1),
                (1, 2, one, 1),
                (2, 2, one, 1),
                (3, 4, none, 1)
            ]
        );
        let football = Points {
            win: whole(3),
            draw: whole(1),
            loss: whole(0),
        };
        assert_eq!(standings(4, &games, &results, football)[0].points, whole(7));
    }

    #[test]
    fn ties_share_a_rank_and_the_next_is_skipped() {
        assert_eq!(ranks(&[5, 9, 9, 1], true), [3, 1, 1, 4]);
        assert_eq!(ranks(&[5, 9, 9, 1], false), [2, 3, 3, 1]);
        assert_eq!(ranks(&[], true), [0; 0]);
    }

    /// Everyone against everyone of four: by pairs, who won and the scores.
    fn table(results: &[(usize, usize, [i64; 2])], ties: &[Tie]) -> Vec<(usize, usize)> {
        let meetings = round_robin(4, false).expect("a match");
        let find = |a: usize, b: usize| {
            let at = meetings.iter().position(|m| m.has(a) && m.has(b));
            &meetings[at.expect("they meet")]
        };
        let decided: Vec<(&Meeting, Vec<usize>, Vec<Amount>)> = results
            .iter()
            .map(|(a, b, [x, y])| {
                let meeting = find(*a, *b);
                let turned = meeting.sides[0][0] != *a;
                let scores = if turned { [*y, *x] } else { [*x, *y] };
                let winners = match x.cmp(y) {
                    std::cmp::Ordering::Greater => vec![*a],
                    std::cmp::Ordering::Less => vec![*b],
                    std::cmp::Ordering::Equal => vec![],
                };
                (meeting, winners, scores.map(whole).to_vec())
            })
            .collect();
        let games = decided.iter().map(|(meeting, winners, scores)| MatchGame {
            meeting,
            winners,
            scores,
        });
        let count = Count {
            players: 4,
            games: games.collect(),
            byes: vec![0; 4],
            bye: whole(1),
            points: Points::default(),
            lowest: false,
            ties,
        };
        let rows = count.standings();
        rows.iter().map(|s| (s.player, s.rank)).collect()
    }

    /// 1 and 2 have won two games each, 0 and 3 one.
    const GAMES: [(usize, usize, [i64; 2]); 6] = [
        (0, 1, [1, 9]),
        (0, 2, [0, 1]),
        (0, 3, [5, 1]),
        (1, 2, [3, 4]),
        (1, 3, [2, 1]),
        (2, 3, [0, 1]),
    ];

    #[test]
    fn each_tie_break_decides_in_its_turn() {
        assert_eq!(table(&GAMES, &[]), [(1, 1), (2, 1), (0, 3), (3, 3)]);
        // 2 beat 1, and 0 beat 3.
        let head = table(&GAMES, &[Tie::HeadToHead, Tie::Margin]);
        assert_eq!(head, [(2, 1), (1, 2), (0, 3), (3, 4)]);
        // 1 was ahead by 8, behind by 1, ahead by 1.
        let margin = table(&GAMES, &[Tie::Margin, Tie::HeadToHead]);
        assert_eq!(margin, [(1, 1), (2, 2), (3, 3), (0, 4)]);
        // Everybody met everybody: who has as many points met others with as many.
        let buchholz = table(&GAMES, &[Tie::Buchholz]);
        assert_eq!(buchholz, [(1, 1), (2, 1), (0, 3), (3, 3)]);
    }

    fn one_game<'a>(game: MatchGame<'a>, players: usize, lowest: bool) -> Count<'a> {
        Count {
            players,
            games: vec![game],
            byes: vec![0; players],
            bye: whole(1),
            points: Points::default(),
            lowest,
            ties: &[],
        }
    }

    #[test]
    fn a_margin_is_that_to_the_best_of_the_others() {
        let meeting = Meeting::new(1, vec![vec![0], vec![1], vec![2]]);
        let game = MatchGame {
            meeting: &meeting,
            winners: &[],
            scores: &[9, 4, 6].map(whole),
        };
        let margins = |lowest: bool| {
            let count = one_game(game, 3, lowest);
            [0, 1, 2].map(|p| count.margin(&game, p))
        };
        assert_eq!(margins(false), [3, -5, -3].map(whole));
        assert_eq!(margins(true), [-5, 2, -2].map(whole));
    }

    #[test]
    fn opponents_count_and_partners_do_not() {
        let meeting = Meeting::new(1, vec![vec![0, 1], vec![2, 3]]);
        let game = MatchGame {
            meeting: &meeting,
            winners: &[0, 1],
            scores: &[],
        };
        let mut count = one_game(game, 5, false);
        count.byes[4] = 1;
        let points = [1, 1, 0, 0, 1].map(whole);
        let values = count.values(Tie::Buchholz, &[0, 2, 4], &points);
        // Who sat out met somebody as good.
        assert_eq!(values, Some([0, 2, 1].map(whole).to_vec()));
    }

    #[test]
    fn head_to_head_asks_only_those_who_have_met() {
        let met = [(0, 1, [1, 0]), (2, 3, [1, 0])];
        let table = table(&met, &[Tie::HeadToHead]);
        assert_eq!(table, [(0, 1), (2, 1), (1, 3), (3, 3)]);
    }
}
