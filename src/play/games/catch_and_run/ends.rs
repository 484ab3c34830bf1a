//! How games and matches end.

use super::setup::{SEATS, Setup, TURNS, Variant};
use super::state::{Done, Ending, Phase, State};
use crate::play::amount::Amount;
use crate::play::matches::{Meeting, Points, Standing, ranks, standings};
use crate::play::rules::{Outcome, Tally};
use crate::say;
use crate::say::Say;

/// Points by rank where everyone plays for themselves.
const RANKED: [u8; SEATS] = [5, 3, 1, 0];

/// How the game that was just played a turn of has ended, if it has.
pub(super) fn ended(setup: &Setup, state: &State) -> Option<Done> {
    match setup.variant {
        Variant::Standard => standard(setup, state),
        Variant::Individual => individual(setup, state),
        Variant::CatchCount => catch_count(state),
    }
}

fn done(state: &State, ending: Ending, winners: u8) -> Done {
    Done {
        educators: state.educators,
        winners,
        ending,
        catches: state.catches,
        turn: state.turn,
        points: [0; SEATS],
    }
}

fn standard(setup: &Setup, state: &State) -> Option<Done> {
    if state.up == 0 {
        return Some(done(state, Ending::Wiped, 0));
    }
    let mode = state.mode(setup);
    let (educators, babies) = mode.sides();
    let last = state.last.as_ref()?;
    let both = |caught: u8, all: usize| all == 2 && caught.count_ones() == 2;
    let hunt = if state.catches >= mode.goal() {
        Some(Ending::Catches)
    } else {
        both(last.caught, babies).then_some(Ending::BothBabies)
    };
    let trap = both(last.stuck, educators);
    let (educators, babies) = (state.educators, state.babies(setup));
    match (hunt, trap) {
        (Some(_), true) => Some(done(state, Ending::BothSides, 0)),
        (Some(ending), false) => Some(done(state, ending, educators)),
        (None, true) => Some(done(state, Ending::BothEducators, babies)),
        (None, false) if state.turn >= TURNS => Some(done(state, Ending::LastTurn, babies)),
        (None, false) => None,
    }
}

fn catch_count(state: &State) -> Option<Done> {
    if state.up == 0 {
        return Some(done(state, Ending::Wiped, 0));
    }
    (state.turn >= TURNS).then(|| done(state, Ending::LastTurn, 0))
}

fn individual(setup: &Setup, state: &State) -> Option<Done> {
    let seats = setup.seats.len();
    let all_out = (0..seats).all(|s| state.is_out(s));
    if !all_out && state.turn < TURNS {
        return None;
    }
    let ending = if all_out {
        Ending::AllOut
    } else {
        Ending::LastTurn
    };
    let lasted: Vec<i64> = (0..seats)
        .map(|s| match state.out[s] {
            0 => i64::from(TURNS) + 1,
            turn => i64::from(turn),
        })
        .collect();
    let mut done = done(state, ending, 0);
    for (seat, rank) in ranks(&lasted, true).into_iter().enumerate() {
        let bonus = u8::from(!state.is_out(seat));
        done.points[seat] = RANKED.get(rank - 1).copied().unwrap_or(0) + bonus;
        if rank == 1 {
            done.winners |= 1 << seat;
        }
    }
    Some(done)
}

/// What is said when a game ends.
pub(super) fn said(setup: &Setup, done: &Done) -> Say {
    let reason = reason(setup, done);
    match setup.names(done.winners) {
        _ if setup.variant == Variant::CatchCount => {
            say!(
                "the game is over: {} {catch|catches} ({})",
                done.catches,
                reason
            )
        }
        names if names.is_empty() => say!("the game is a draw: {}", reason),
        names => say!("the game goes to {}: {}", names.join(", "), reason),
    }
}

/// Why a game ended as it did.
pub(super) fn reason(setup: &Setup, done: &Done) -> Say {
    match done.ending {
        Ending::Catches => match done.catches {
            2 => say!("two catches"),
            3 => say!("three catches"),
            4 => say!("four catches"),
            n => say!("{} {catch|catches}", n),
        },
        Ending::BothBabies => say!("both babies in one turn"),
        Ending::BothEducators => say!("both educators fell in the same turn"),
        Ending::BothSides => say!("both sides won in the same turn"),
        Ending::Wiped => say!("the whole floor is face down"),
        Ending::AllOut => say!("everybody is out"),
        Ending::LastTurn if setup.variant == Variant::Standard => {
            say!("the babies held out to the end of turn 8")
        }
        Ending::LastTurn => say!("turn 8 is over"),
    }
}

/// Where everybody stands after the games that are over, best first.
pub(super) fn table(setup: &Setup, state: &State) -> Vec<Standing> {
    let seats = setup.seats.len();
    let side = |mask: u8| setup.mask_seats(mask).collect::<Vec<usize>>();
    let meetings: Vec<Meeting> = state
        .done
        .iter()
        .enumerate()
        .map(|(i, d)| {
            let babies = setup.everybody() & !d.educators;
            Meeting::new(i + 1, vec![side(d.educators), side(babies)])
        })
        .collect();
    let results: Vec<_> = state.done.iter().map(|d| Some(side(d.winners))).collect();
    let mut rows = standings(seats, &meetings, &results, Points::wins());
    if setup.variant != Variant::Standard {
        let totals = totals(setup, state);
        let rank = ranks(&totals, true);
        for row in &mut rows {
            row.points = Amount::whole(totals[row.player]).unwrap_or_default();
            row.rank = rank[row.player];
        }
        rows.sort_by_key(|r| (r.rank, r.player));
    }
    rows
}

/// What each seat has scored over the games: wins, points, or catches as an educator.
pub(super) fn totals(setup: &Setup, state: &State) -> Vec<i64> {
    let of = |seat: usize, done: &Done| match setup.variant {
        Variant::Standard => i64::from(done.winners >> seat & 1),
        Variant::Individual => i64::from(done.points[seat]),
        Variant::CatchCount => i64::from(done.catches) * i64::from(done.educators >> seat & 1),
    };
    let all = |seat| state.done.iter().map(|d| of(seat, d)).sum();
    (0..setup.seats.len()).map(all).collect()
}

/// How everything ended, once it has.
pub(super) fn outcome(setup: &Setup, state: &State) -> Option<Outcome> {
    if state.phase != Phase::Over {
        return None;
    }
    let seats = |mask: u8| setup.mask_seats(mask).collect();
    if let ([done], Variant::Standard) = (state.done.as_slice(), setup.variant) {
        return Some(Outcome {
            winners: seats(done.winners),
            reason: reason(setup, done),
        });
    }
    let totals = totals(setup, state);
    let best = totals.iter().copied().max().unwrap_or(0);
    let leaders: Vec<usize> = (0..totals.len()).filter(|s| totals[*s] == best).collect();
    let everybody = leaders.len() == totals.len();
    Some(match setup.variant {
        Variant::Individual => Outcome {
            winners: leaders,
            reason: say!("most points: {}", best),
        },
        Variant::CatchCount if everybody => Outcome {
            winners: Vec::new(),
            reason: say!("as many catches on both sides: {}", best),
        },
        Variant::CatchCount => Outcome {
            winners: leaders,
            reason: say!("most catches: {}", best),
        },
        Variant::Standard if best == 0 => Outcome {
            winners: Vec::new(),
            reason: say!("every game was a draw"),
        },
        Variant::Standard => Outcome {
            winners: leaders,
            reason: say!("most games won: {}", best),
        },
    })
}

/// What statistics should know.
pub(super) fn tally(setup: &Setup, state: &State) -> Tally {
    let mut tally = Tally {
        turns: state.done.iter().map(|d| u32::from(d.turn)).sum(),
        ending: state.done.last().map_or("", |d| d.ending.word()),
        ..Tally::default()
    };
    let catches: i64 = state.done.iter().map(|d| i64::from(d.catches)).sum();
    tally.figures = vec![
        ("catches", catches),
        ("face-up", i64::from(state.up.count_ones())),
    ];
    if let ([done], Variant::Standard) = (state.done.as_slice(), setup.variant)
        && done.winners != 0
    {
        let educators = done.winners == done.educators;
        tally.sides = vec![if educators { "educators" } else { "babies" }];
    }
    tally
}
