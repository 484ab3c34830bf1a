//! How many of each clique play, when a vote wins an event, and what the cliques score: pure functions for the rule
//! pictures and the referee. Who is on which side is the referee's secret.

/// How often the player of a clique of one is counted, by the rulebook.
pub const LONE: u32 = 3;

/// A clique.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Clique {
    /// Student Council.
    Council,
    /// Teacher's Pet.
    Pet,
}

impl Clique {
    /// Both, in the order of the kit.
    pub const ALL: [Clique; 2] = [Clique::Council, Clique::Pet];

    /// The name in the kit's data.
    pub fn name(self) -> &'static str {
        match self {
            Clique::Council => "council",
            Clique::Pet => "pet",
        }
    }

    /// The side of that name.
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|side| side.name() == name)
    }
}

/// A player when the game is over: the side that the clique card shows, and the events won.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Member {
    /// The clique.
    pub side: Clique,
    /// How many events the player has won.
    pub won: u32,
}

/// How many clique cards are dealt: Student Council, Teacher's Pet. Three to six can play.
pub fn cliques(players: usize) -> Option<(usize, usize)> {
    match players {
        6 => Some((3, 3)),
        5 => Some((3, 2)),
        4 => Some((2, 2)),
        3 => Some((2, 1)),
        _ => None,
    }
}

/// Whether a vote wins the event: as many thumbs up as down will do.
pub(crate) fn vote_wins(up: u32, down: u32) -> bool {
    up >= down
}

/// What a clique scores, and how it comes about.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CliqueScore {
    /// The counts that are added.
    pub counted: Vec<u32>,
    /// What their sum is multiplied by.
    pub times: u32,
    /// The result.
    pub total: u32,
}

impl CliqueScore {
    fn of(counted: Vec<u32>, times: u32) -> Self {
        let sum = counted.iter().fold(0, |sum: u32, n| sum.saturating_add(*n));
        Self {
            total: sum.saturating_mul(times),
            counted,
            times,
        }
    }
}

/// What `side` scores. With an even number of players the counts of all its members; with an odd number the lowest
/// and the highest, and a member who is alone `lone` times.
pub fn score(players: &[Member], side: Clique, lone: u32) -> CliqueScore {
    let own = players.iter().filter(|p| p.side == side).map(|p| p.won);
    let mut own: Vec<u32> = own.collect();
    if players.len().is_multiple_of(2) {
        return CliqueScore::of(own, 1);
    }
    own.sort_unstable();
    match own.as_slice() {
        [] => CliqueScore::of(own, 1),
        [_] => CliqueScore::of(own, lone),
        [lowest, .., highest] => CliqueScore::of(vec![*lowest, *highest], 1),
    }
}

/// Who wins: the side with the higher score, both when the scores are equal.
pub fn winners(players: &[Member], lone: u32) -> Vec<Clique> {
    let total = |side| score(players, side, lone).total;
    let best = Clique::ALL.into_iter().map(total).max();
    Clique::ALL
        .into_iter()
        .filter(|side| Some(total(*side)) == best)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn members(council: &[u32], pet: &[u32]) -> Vec<Member> {
        let side = |side, list: &[u32]| {
            let member = |won: &u32| Member { side, won: *won };
            list.iter().map(member).collect::<Vec<_>>()
        };
        [side(Clique::Council, council), side(Clique::Pet, pet)].concat()
    }

    fn totals(council: &[u32], pet: &[u32], lone: u32) -> (u32, u32) {
        let players = members(council, pet);
        let total = |side| score(&players, side, lone).total;
        (total(Clique::Council), total(Clique::Pet))
    }

    #[test]
    fn six_play_three_and_three_five_three_and_two_four_two_and_two_three_two_and_one() {
        let table: Vec<_> = (3..=6).map(cliques).collect();
        assert_eq!(
            table,
            [Some((2, 1)), Some((2, 2)), Some((3, 2)), Some((3, 3))]
        );
        assert_eq!((cliques(2), cliques(7)), (None, None));
    }

    #[test]
    fn as_many_thumbs_up_as_down_wins_the_event() {
        assert!(vote_wins(2, 1) && vote_wins(1, 1) && vote_wins(3, 0));
        assert!(!vote_wins(1, 2) && !vote_wins(0, 2));
    }

    #[test]
    fn an_even_number_of_players_adds_all_events_of_each_clique() {
        assert_eq!(totals(&[3, 1], &[2, 4], LONE), (4, 6));
        assert_eq!(totals(&[3, 1, 2], &[2, 4, 0], LONE), (6, 6));
    }

    #[test]
    fn an_odd_number_of_players_adds_the_lowest_and_the_highest_of_each_clique() {
        assert_eq!(totals(&[4, 1, 3], &[2, 3], LONE), (5, 5));
        assert_eq!(totals(&[2, 2, 2], &[0, 3], LONE), (4, 3));
    }

    #[test]
    fn a_clique_of_one_counts_its_member_three_times() {
        assert_eq!(totals(&[4, 3], &[2], LONE), (7, 6));
        assert_eq!(totals(&[4, 4], &[3], LONE), (8, 9));
    }

    #[test]
    fn a_clique_of_one_counts_its_member_twice_by_the_house_rule() {
        assert_eq!(totals(&[4, 3], &[3], 2), (7, 6));
    }

    #[test]
    fn the_higher_clique_wins_and_equal_cliques_share() {
        assert_eq!(winners(&members(&[4, 3], &[2]), LONE), [Clique::Council]);
        assert_eq!(winners(&members(&[1, 3], &[2]), LONE), [Clique::Pet]);
        assert_eq!(winners(&members(&[3, 3], &[2]), LONE), Clique::ALL);
    }
}
