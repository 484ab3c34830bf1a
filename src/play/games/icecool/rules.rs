//! Who is through a door, what a round's end brings, who wins: pure functions for pictures and play.

use crate::say;
use crate::say::Say;
use serde::Serialize;

/// What became of a move towards a door.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Passage {
    /// The whole penguin was on one side and is on the other.
    Through,
    /// A part of it is still in the door frame.
    Stuck,
    /// It is where it came from, or it was stuck before the move and does not count.
    Not,
}

impl Passage {
    /// The name that pictures see.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Through => "through",
            Self::Stuck => "stuck",
            Self::Not => "not",
        }
    }
}

/// What a move did at a door: how far the middle of the disc is from the wall, with a sign for the side.
pub(crate) fn passage(before: f64, after: f64, disc: f64) -> Passage {
    let side = |x: f64| {
        if x.abs() < disc / 2.0 {
            0.0
        } else {
            x.signum()
        }
    };
    match (side(before), side(after)) {
        (_, 0.0) => Passage::Stuck,
        (0.0, _) => Passage::Not,
        (b, a) if b == a => Passage::Not,
        _ => Passage::Through,
    }
}

/// The fish cards that each seat draws when a round ends: one for every ID card that it holds.
pub(crate) fn round_end(players: usize, catcher: usize, caught: &[usize]) -> Result<Vec<u32>, Say> {
    if catcher >= players || caught.iter().any(|c| *c >= players || *c == catcher) {
        return Err(say!("only a Runner at the table can be caught"));
    }
    let mut cards = vec![1; players];
    for runner in caught {
        if cards[*runner] == 0 {
            return Err(say!("a Runner is caught only once"));
        }
        cards[*runner] = 0;
        cards[catcher] += 1;
    }
    Ok(cards)
}

/// One player's result.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PenguinScore {
    /// The values of all fish cards together.
    pub sum: u32,
    /// How many cards.
    pub cards: usize,
    /// Whether the player wins, perhaps together with others.
    pub wins: bool,
}

/// The final count: most points, then most cards; who is level in both shares the win.
pub fn score(hands: &[Vec<u32>]) -> Vec<PenguinScore> {
    let rank = |hand: &Vec<u32>| (hand.iter().sum::<u32>(), hand.len());
    let best = hands.iter().map(rank).max();
    let result = |hand: &Vec<u32>| {
        let (sum, cards) = rank(hand);
        PenguinScore {
            sum,
            cards,
            wins: Some((sum, cards)) == best,
        }
    };
    hands.iter().map(result).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn winners(hands: &[&[u32]]) -> Vec<usize> {
        let hands: Vec<Vec<u32>> = hands.iter().map(|h| h.to_vec()).collect();
        let scores = score(&hands);
        (0..hands.len()).filter(|i| scores[*i].wins).collect()
    }

    #[test]
    fn the_sum_of_all_own_fish_cards_wins() {
        assert_eq!(winners(&[&[1, 1, 1, 1], &[3, 2], &[2, 2]]), [1]);
    }

    #[test]
    fn a_tie_goes_to_more_cards() {
        assert_eq!(winners(&[&[3, 3], &[3, 2, 1], &[1, 1]]), [1]);
    }

    #[test]
    fn still_tied_is_shared() {
        assert_eq!(winners(&[&[3, 1], &[2, 2], &[1, 1, 1]]), [0, 1]);
    }

    #[test]
    fn nobody_at_the_table_wins_nothing() {
        assert!(score(&[]).is_empty());
    }

    #[test]
    fn wholly_through_a_door_in_one_move() {
        assert_eq!(passage(-30.0, 13.0, 25.0), Passage::Through);
        assert_eq!(passage(-30.0, 12.0, 25.0), Passage::Stuck);
        assert_eq!(passage(-30.0, -20.0, 25.0), Passage::Not);
    }

    #[test]
    fn once_stuck_the_rest_of_the_way_does_not_count() {
        assert_eq!(passage(-5.0, 40.0, 25.0), Passage::Not);
    }

    #[test]
    fn one_fish_card_per_id_card_held() {
        assert_eq!(round_end(4, 1, &[0, 3]), Ok(vec![0, 3, 1, 0]));
        assert_eq!(round_end(3, 0, &[]), Ok(vec![1, 1, 1]));
    }

    #[test]
    fn catching_a_caught_runner_is_refused() {
        assert!(round_end(4, 0, &[2, 2]).is_err());
        assert!(round_end(4, 0, &[0]).is_err());
        assert!(round_end(4, 0, &[4]).is_err());
    }

    #[test]
    fn a_round_deals_as_many_end_cards_as_there_are_players() {
        for caught in [vec![], vec![1], vec![1, 2], vec![3, 2, 1]] {
            assert_eq!(
                round_end(4, 0, &caught).map(|c| c.iter().sum::<u32>()),
                Ok(4)
            );
        }
    }
}
