//! Looking ahead in a Swiss system, so that the last rounds can be paired without a repeat.
//!
//! Only where there are many rounds for few players: as long as everybody has enough opponents left, any round will
//! do. Else a pairing is taken when the rest of the rounds was seen to be possible after it.

use super::fixed::round_robin;
use super::graph::PairGraph;
use super::swiss::{Pairing, Pool, SwissField};

/// How often the rounds that are left are tried in another order before they are given up.
const TRIES: u64 = 8;
/// How many pairs of the wanted pairing are changed for the sake of later rounds.
const CHANGES: usize = 12;

/// The pairing of a round: the one wanted, or the nearest to it after which the other rounds are seen to be possible.
pub(super) fn choose(field: &SwissField, pool: &Pool) -> Pairing {
    let wanted = field.wanted(None);
    let open = field.unmet_or_out();
    let later = pool.rounds_left.saturating_sub(1);
    if later == 0 || wanted.again > 0 || plenty(&open, pool.rounds_left) {
        return wanted;
    }
    let possible = |pairing: &Pairing| {
        let rest = without(&open, &all_pairs(pairing, field.size()));
        pairing.again == 0 && rest.is_some_and(|rest| rounds(&rest, later).is_some())
    };
    if possible(&wanted) {
        return wanted;
    }
    let changes = all_pairs(&wanted, field.size());
    let others = changes.into_iter().take(CHANGES);
    let others = others.map(|pair| field.wanted(Some(pair)));
    let found = others
        .filter(possible)
        .min_by_key(|p| field.apart(&p.pairs));
    // A way that was seen once is seen again: it is looked for in the same order every time.
    found
        .or_else(|| Some(pairing(rounds(&open, pool.rounds_left)?.first()?, field)))
        .or_else(|| circle(field, pool))
        .unwrap_or(wanted)
}

/// Whether everybody has so many opponents left that any pairing leaves the other rounds possible: where everybody may
/// play at least half of the others, all can be paired (Dirac).
fn plenty(open: &PairGraph, rounds: usize) -> bool {
    let fewest = (0..open.size()).map(|p| open.degree(p)).min().unwrap_or(0);
    fewest + 1 >= open.size() / 2 + rounds
}

/// The pairs of a pairing, sitting out as the last place.
fn all_pairs(pairing: &Pairing, out: usize) -> Vec<(usize, usize)> {
    let bye = pairing.bye.map(|p| (p, out));
    pairing.pairs.iter().copied().chain(bye).collect()
}

/// What is left after these pairs have met; nothing where one of them had met.
fn without(open: &PairGraph, pairs: &[(usize, usize)]) -> Option<PairGraph> {
    let mut rest = open.clone();
    for (a, b) in pairs {
        if !rest.has(*a, *b) {
            return None;
        }
        rest.set(*a, *b, false);
    }
    Some(rest)
}

/// So many rounds in which nobody meets twice, if they are found: each as a list of pairs.
fn rounds(open: &PairGraph, count: usize) -> Option<Vec<Vec<(usize, usize)>>> {
    (0..TRIES).find_map(|attempt| {
        let mut open = open.clone();
        let mut found = Vec::new();
        for left in (1..=count).rev() {
            let mates = open.matching(&order(open.size(), attempt, left));
            let pairs: Option<Vec<(usize, usize)>> = mates
                .iter()
                .enumerate()
                .map(|(a, b)| b.map(|b| (a, b)))
                .collect();
            let mut pairs = pairs?;
            pairs.retain(|(a, b)| a < b);
            open = without(&open, &pairs)?;
            found.push(pairs);
        }
        Some(found)
    })
}

/// The order in which players are looked at: the same for the same attempt and number of rounds.
fn order(size: usize, attempt: u64, left: usize) -> Vec<usize> {
    let mut order: Vec<usize> = (0..size).collect();
    if attempt > 0 {
        let mut state = attempt * 1_000_003 + left as u64;
        order.sort_by_cached_key(|_| {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            state >> 33
        });
    }
    order
}

fn pairing(pairs: &[(usize, usize)], field: &SwissField) -> Pairing {
    let out = field.size();
    let sits = pairs.iter().find(|(_, b)| *b == out);
    let mut played: Vec<(usize, usize)> = pairs.iter().copied().filter(|p| p.1 < out).collect();
    played.sort_unstable();
    Pairing {
        pairs: played,
        bye: sits.map(|(a, _)| *a),
        again: 0,
    }
}

/// A round of the plan in which everyone meets everyone, where all rounds before were rounds of that plan: the one
/// whose players are nearest in points.
fn circle(field: &SwissField, pool: &Pool) -> Option<Pairing> {
    let mut players = field.players.clone();
    players.sort_unstable();
    let size = players.len() + players.len() % 2;
    let number = |player: usize| players.binary_search(&player).ok();
    let plan = round_robin(size, false).ok()?;
    let mut plans: Vec<Vec<(usize, usize)>> = vec![Vec::new(); size - 1];
    for meeting in &plan {
        let (a, b) = (meeting.sides[0][0], meeting.sides[1][0]);
        plans[meeting.round - 1].push((a.min(b), a.max(b)));
    }
    plans.iter_mut().for_each(|p| p.sort_unstable());
    for round in &pool.past {
        let pairs = round.pairs.iter().copied();
        let pairs = pairs.map(|(a, b)| Some((number(a)?, number(b)?)));
        let bye = round.bye.map(|p| Some((number(p)?, size - 1)));
        let pairs: Option<Vec<(usize, usize)>> = pairs.chain(bye).collect();
        let mut pairs: Vec<(usize, usize)> =
            pairs?.iter().map(|(a, b)| (*a.min(b), *a.max(b))).collect();
        pairs.sort_unstable();
        let at = plans.iter().position(|p| *p == pairs)?;
        plans.swap_remove(at);
    }
    let place = |number: usize| match players.get(number) {
        Some(player) => field.players.iter().position(|p| p == player),
        None => Some(field.size()),
    };
    let placed = |plan: &Vec<(usize, usize)>| -> Option<Pairing> {
        let pairs = plan.iter().map(|(a, b)| Some((place(*a)?, place(*b)?)));
        let pairs: Vec<(usize, usize)> = pairs.collect::<Option<_>>()?;
        let pairs: Vec<(usize, usize)> =
            pairs.iter().map(|(a, b)| (*a.min(b), *a.max(b))).collect();
        Some(pairing(&pairs, field))
    };
    let left = plans.iter().filter_map(placed);
    left.min_by_key(|p| field.apart(&p.pairs))
}
