//! What must hold of every match, whoever plays, comes late or leaves.

use std::collections::{BTreeMap, BTreeSet};

use proptest::prelude::*;

use super::contest::{last, usual_rounds};
use super::event::Verdict;
use super::*;
use crate::play::seats;

fn names(count: usize) -> Vec<String> {
    (0..count).map(|i| format!("P{i}")).collect()
}

fn contest(form: MatchForm, players: &str, roles: &[&str]) -> Contest {
    let mut terms = Terms::new(seats::read(players).expect("names"), form);
    terms.roles = roles.iter().map(|r| (*r).to_owned()).collect();
    Contest::new(terms).expect("a match")
}

fn won(game: usize, winners: &[usize]) -> MatchEvent {
    let winners = winners.to_vec();
    let verdict = Verdict {
        winners,
        ..Verdict::default()
    };
    MatchEvent::Result(game, Some(verdict))
}

fn four() -> Contest {
    let form = MatchForm::Sides {
        games: 6,
        split: Split::default(),
    };
    contest(form, "Ann,Bob,Cho,Dai", &["hunters", "hares"])
}

#[test]
fn one_name_stands_for_its_side() {
    assert_eq!(
        four().read_result("1=ann").expect("a result"),
        won(1, &[0, 1])
    );
}

#[test]
fn results_are_read() {
    let c = four();
    for (word, event) in [
        ("2=Cho,Dai", won(2, &[2, 3])),
        ("3=Dai", won(3, &[1, 3])),
        ("6=draw", won(6, &[])),
        ("6=-", won(6, &[])),
        ("6=引き分け", won(6, &[])),
        ("4=", MatchEvent::Result(4, None)),
    ] {
        assert_eq!(c.read_result(word).expect(word), event, "{word}");
    }
    for word in [
        "7=Ann",
        "0=Ann",
        "1=Eve",
        "1=Ann,Cho",
        "x=Ann",
        "Ann",
        "=",
        "1=,",
        "1=1:2:3:4",
        "1=Eve:1:2",
    ] {
        assert!(c.read_result(word).is_err(), "{word}");
    }
    let draw = contest(MatchForm::RoundRobin { twice: false }, "Ann,draw", &[]);
    assert_eq!(draw.read_result("1=draw").expect("a name"), won(1, &[1]));
    assert_eq!(draw.read_result("1=-").expect("a draw"), won(1, &[]));
}

#[test]
fn scores_say_who_won() {
    let mut c = four();
    let read = |c: &Contest, word: &str| match c.read_result(word).expect(word) {
        MatchEvent::Result(_, Some(v)) => {
            let scores: Vec<String> = v.scores.iter().map(ToString::to_string).collect();
            (v.winners, scores.join(" "))
        }
        other => panic!("{other:?}"),
    };
    assert_eq!(read(&c, "1=12:7"), (vec![0, 1], "12 7".into()));
    assert_eq!(read(&c, "1=2.5：-3"), (vec![0, 1], "2.5 -3".into()));
    assert_eq!(read(&c, "1=7:7"), (vec![], "7 7".into()));
    assert_eq!(read(&c, "1=Cho:7:7"), (vec![2, 3], "7 7".into()));
    c.terms.lowest = true;
    assert_eq!(read(&c, "1=12:7"), (vec![2, 3], "12 7".into()));
}

#[test]
fn who_sits_out_cannot_win() {
    let c = contest(MatchForm::RoundRobin { twice: false }, "Ann,Bob,Cho", &[]);
    let out = (0..3)
        .find(|p| !c.meetings[0].has(*p))
        .expect("one sits out");
    let name = &c.players[out];
    assert!(c.read_result(&format!("1={name}")).is_err());
    assert!(Contest::after(&c.terms, &[won(1, &[out])]).is_err());
    assert!(Contest::after(&c.terms, &[won(1, &[99])]).is_err());
}

#[test]
fn roles_are_won_alone() {
    let c = contest(MatchForm::Roles, "Ann,Bob,Cho", &["teller"]);
    assert_eq!(c.meetings.len(), 3);
    assert_eq!(
        c.read_result("1=Bob,Cho").expect("a result"),
        won(1, &[1, 2])
    );
}

#[test]
fn results_stand_until_undone() {
    let c = four();
    let after = |events: &[MatchEvent]| Contest::after(&c.terms, events);
    let mut events = vec![won(1, &[0, 1]), MatchEvent::Result(1, None)];
    assert_eq!(after(&events).expect("a match").results[0], None);
    events.push(MatchEvent::Undo);
    let again = after(&events).expect("a match");
    let winners = again.results[0].as_ref().map(|r| r.verdict.winners.clone());
    assert_eq!(winners, Some(vec![0, 1]));
    assert!(!again.over());
    events.extend([MatchEvent::Undo, MatchEvent::Undo]);
    assert!(after(&events).is_err());
}

/// A match played by itself: pairs rounds as the program does.
struct Live {
    terms: Terms,
    events: Vec<MatchEvent>,
    now: Contest,
}

impl Live {
    fn new(terms: Terms) -> Self {
        let now = Contest::new(terms.clone()).expect("a match");
        let mut live = Self {
            terms,
            events: Vec::new(),
            now,
        };
        live.settle();
        live
    }

    fn act(&mut self, event: MatchEvent) -> bool {
        self.events.push(event);
        match Contest::after(&self.terms, &self.events) {
            Ok(now) => {
                self.now = now;
                self.settle();
                true
            }
            Err(_) => {
                self.events.pop();
                false
            }
        }
    }

    fn settle(&mut self) {
        while let Some(round) = self.now.next_round() {
            self.check_round(&round);
            self.events.push(MatchEvent::Round(round));
            self.now = Contest::after(&self.terms, &self.events).expect("a round");
        }
    }

    /// Looked at with other eyes: who could be paired without meeting again, by trying everything that is cheap.
    fn check_round(&self, round: &swiss::SwissRound) {
        let met: BTreeSet<(usize, usize)> = self
            .now
            .rounds
            .iter()
            .flat_map(|r| &r.pairs)
            .map(|(a, b)| (*a.min(b), *a.max(b)))
            .collect();
        let again = |(a, b): &&(usize, usize)| met.contains(&(*a.min(b), *a.max(b)));
        let on: Vec<usize> = (0..self.now.players.len())
            .filter(|p| !self.now.gone[*p])
            .collect();
        let mut all: Vec<usize> = round.pairs.iter().flat_map(|(a, b)| [*a, *b]).collect();
        all.extend(round.bye);
        all.sort_unstable();
        assert_eq!(all, on, "everybody plays or sits out, once");
        let before = || self.now.rounds.iter().flat_map(|r| &r.pairs);
        let first = |p: usize| before().filter(|(a, _)| *a == p).count() as i64;
        let lead = |p: usize| first(p) - before().filter(|(_, b)| *b == p).count() as i64;
        for (a, b) in &round.pairs {
            assert!(lead(*a) <= lead(*b), "who was first less often is first");
        }
        let byes = |p: usize| self.now.rounds.iter().filter(|r| r.bye == Some(p)).count();
        let fewest = on.iter().map(|p| byes(*p)).min().unwrap_or(0);
        if let Some(bye) = round.bye {
            assert_eq!(
                byes(bye),
                fewest,
                "nobody sits out twice before all have once"
            );
        }
        let repeats = round.pairs.iter().filter(again).count();
        if repeats > 0 {
            // Unavoidable: with nobody of those who may sit out could all others be paired anew.
            let mut outs: Vec<Option<usize>> = vec![None];
            if on.len() % 2 == 1 {
                outs = on
                    .iter()
                    .filter(|p| byes(**p) == fewest)
                    .map(|p| Some(*p))
                    .collect();
            }
            for out in outs {
                let left: Vec<usize> = on.iter().copied().filter(|p| Some(*p) != out).collect();
                let mut graph = graph::PairGraph::new(left.len());
                for (i, a) in left.iter().enumerate() {
                    for (j, b) in left.iter().enumerate() {
                        graph.set(i, j, !met.contains(&(*a.min(b), *a.max(b))));
                    }
                }
                let needed = (left.len() / 2).saturating_sub(graph.pairs());
                assert!(needed >= repeats, "{repeats} repeats, {needed} needed");
            }
        }
    }

    /// Decides the first open game by a number.
    fn decide(&mut self, dice: u64) -> bool {
        let open = |g: &usize| self.now.results[*g].is_none() && self.now.meetings[*g].known();
        let Some(game) = (0..self.now.meetings.len()).find(open) else {
            return false;
        };
        let sides = &self.now.meetings[game].sides;
        let draws = !matches!(self.terms.form, MatchForm::Knockout { .. });
        let winners = match dice % 5 {
            0 if draws => Vec::new(),
            n if n % 2 == 0 => sides[0].clone(),
            _ => sides[1].clone(),
        };
        self.act(won(game + 1, &winners))
    }
}

fn pairs_met(contest: &Contest) -> BTreeMap<(usize, usize), usize> {
    let mut met = BTreeMap::new();
    for meeting in &contest.meetings {
        let (a, b) = (meeting.sides[0][0], meeting.sides[1][0]);
        *met.entry((a.min(b), a.max(b))).or_default() += 1;
    }
    met
}

#[test]
fn as_many_rounds_as_there_can_be_without_anybody_meeting_twice() {
    for players in 2..=14usize {
        let most = players + players % 2 - 1;
        for rounds in 1..=most {
            let terms = Terms::new(names(players), MatchForm::Swiss { rounds });
            let mut live = Live::new(terms);
            let mut dice = (players * 31 + rounds) as u64;
            while live.decide(dice >> 7) {
                dice = dice
                    .wrapping_mul(6_364_136_223_846_793_005)
                    .wrapping_add(99);
            }
            assert!(live.now.over());
            assert_eq!(live.now.rounds.len(), rounds);
            let met = pairs_met(&live.now);
            assert!(
                met.values().all(|n| *n == 1),
                "{players} in {rounds}: {met:?}"
            );
            let mut byes: Vec<usize> = live.now.rounds.iter().filter_map(|r| r.bye).collect();
            byes.sort_unstable();
            let all = byes.len();
            byes.dedup();
            assert_eq!(all, byes.len(), "{players} in {rounds}");
        }
    }
}

#[test]
fn the_first_round_sets_the_upper_half_against_the_lower() {
    let live = Live::new(Terms::new(names(8), MatchForm::Swiss { rounds: 3 }));
    // The better one of every second pair begins.
    let wanted = [(0, 4), (5, 1), (2, 6), (7, 3)];
    assert_eq!(live.now.rounds[0].pairs, wanted);
}

#[test]
fn who_wins_plays_who_wins() {
    let mut live = Live::new(Terms::new(names(8), MatchForm::Swiss { rounds: 3 }));
    for game in 0..4 {
        let winner = live.now.meetings[game].sides[0][0].min(live.now.meetings[game].sides[1][0]);
        assert!(live.act(won(game + 1, &[winner])));
    }
    for (a, b) in &live.now.rounds[1].pairs {
        assert_eq!(*a < 4, *b < 4, "winners among themselves");
    }
}

#[test]
fn the_bye_goes_to_the_lowest_without_one() {
    let mut live = Live::new(Terms::new(names(5), MatchForm::Swiss { rounds: 3 }));
    assert_eq!(live.now.rounds[0].bye, Some(4));
    let first = live.now.meetings[0].sides[0].clone();
    live.act(won(1, &first));
    let other = live.now.meetings[1].sides[0].clone();
    live.act(won(2, &other));
    let bye = live.now.rounds[1].bye.expect("one sits out");
    assert!(bye != 4 && !first.contains(&bye) && !other.contains(&bye));
    let row = live.now.standings();
    let four = row.iter().find(|s| s.player == 4).expect("a row");
    assert_eq!((four.byes, four.points), (1, Points::wins().win));
}

#[test]
fn a_round_that_nobody_began_is_paired_anew() {
    let mut live = Live::new(Terms::new(names(4), MatchForm::Swiss { rounds: 3 }));
    assert!(live.act(MatchEvent::Join("Late".into())));
    assert_eq!(live.now.rounds.len(), 1);
    assert_eq!(live.now.rounds[0].bye, Some(4));
    assert!(live.act(MatchEvent::Leave(0)));
    assert!(!live.now.meetings.iter().any(|m| m.has(0)));
    assert!(live.decide(2));
    assert!(live.act(MatchEvent::Join("Later".into())));
    assert!(
        !live.now.meetings.iter().any(|m| m.has(5)),
        "from the next round on"
    );
    assert!(live.act(MatchEvent::Undo));
    assert_eq!(live.now.players.len(), 5);
}

#[test]
fn a_round_that_is_being_played_stays() {
    let mut live = Live::new(Terms::new(names(4), MatchForm::Swiss { rounds: 3 }));
    assert!(live.act(MatchEvent::Started(1, "a-1".into())));
    let before = live.now.rounds.clone();
    assert!(live.act(MatchEvent::Join("Late".into())));
    assert_eq!(live.now.rounds, before);
    assert_eq!(live.now.tables[0].as_deref(), Some("a-1"));
}

#[test]
fn a_result_that_is_put_right_pairs_the_next_round_anew() {
    let played = |winners: &[usize]| {
        let mut live = Live::new(Terms::new(names(6), MatchForm::Swiss { rounds: 3 }));
        assert!(live.act(won(2, &[1])) && live.act(won(3, &[2])));
        for winner in winners {
            assert!(live.act(won(1, &[*winner])));
        }
        live.now.rounds
    };
    assert_eq!(played(&[0]).len(), 2);
    assert_eq!(played(&[0, 3]), played(&[3]));
    assert_ne!(played(&[0]), played(&[3]));
}

#[test]
fn an_undo_takes_the_round_with_it_that_came_of_the_result() {
    let mut live = Live::new(Terms::new(names(4), MatchForm::Swiss { rounds: 2 }));
    live.decide(1);
    live.decide(1);
    assert_eq!(live.now.rounds.len(), 2);
    let (event, paired) = last(&live.events).expect("something to undo");
    assert!(matches!(event, MatchEvent::Result(2, Some(_))) && paired);
    assert!(live.act(MatchEvent::Undo));
    assert_eq!((live.now.rounds.len(), live.now.decided()), (1, 1));
    assert!(live.act(MatchEvent::Undo));
    assert!(!live.act(MatchEvent::Undo), "the first round stays");
    assert_eq!(live.now.rounds.len(), 1);
}

#[test]
fn who_leaves_a_round_robin() {
    let terms = Terms::new(names(5), MatchForm::RoundRobin { twice: false });
    let game = |c: &Contest, a: usize, b: usize| {
        let at = c.meetings.iter().position(|m| m.has(a) && m.has(b));
        at.expect("they meet") + 1
    };
    // One game of four: as if never there.
    let mut live = Live::new(terms.clone());
    let at = game(&live.now, 0, 1);
    live.act(won(at, &[0]));
    live.act(MatchEvent::Leave(0));
    assert!(live.now.annulled()[0]);
    assert!(live.now.standings().iter().all(|s| s.won + s.lost == 0));
    // Two of four: the rest are won by the others, without a game.
    let mut live = Live::new(terms);
    for other in [1, 2] {
        let at = game(&live.now, 0, other);
        live.act(won(at, &[0]));
    }
    live.act(MatchEvent::Leave(0));
    let rows = live.now.standings();
    let of = |p: usize| rows.iter().find(|s| s.player == p).expect("a row");
    assert_eq!((of(0).won, of(0).lost), (2, 2));
    assert_eq!((of(3).won, of(4).won), (1, 1));
    // And back: the games are open again.
    assert!(live.act(MatchEvent::Join("p0".into())));
    assert_eq!(live.now.decided(), 2);
}

#[test]
fn who_comes_late_meets_everybody() {
    let mut live = Live::new(Terms::new(names(4), MatchForm::RoundRobin { twice: true }));
    assert!(live.act(MatchEvent::Join("Late".into())));
    let met = pairs_met(&live.now);
    assert_eq!(met.len(), 10);
    assert!(met.values().all(|n| *n == 2));
    assert!(live.act(MatchEvent::Leave(1)));
    assert!(live.act(MatchEvent::Join("Later".into())));
    let met = pairs_met(&live.now);
    assert!(met.contains_key(&(4, 5)) && !met.contains_key(&(1, 5)));
    let circle = contest(MatchForm::Roles, "Ann,Bob,Cho", &["teller"]);
    assert!(Contest::after(&circle.terms, &[MatchEvent::Join("Dai".into())]).is_err());
    assert!(Contest::after(&circle.terms, &[MatchEvent::Leave(0)]).is_err());
}

#[test]
fn a_knockout_sends_its_winners_on() {
    let terms = Terms::new(names(6), MatchForm::Knockout { third: true });
    let mut live = Live::new(terms);
    assert_eq!(live.now.sitting_out(1), [0, 1]);
    assert!(!live.act(won(3, &[0])), "who plays is not known");
    assert!(!live.act(won(1, &[])), "somebody must win");
    while live.decide(2) {}
    assert!(live.now.over());
    assert_eq!(live.now.ahead().len(), 1);
    let ranks: Vec<usize> = live.now.standings().iter().map(|s| s.rank).collect();
    assert_eq!(ranks, [1, 2, 3, 4, 5, 5]);
    let third = live.now.meetings.iter().position(Meeting::for_third);
    let third = &live.now.results[third.expect("a game for it")];
    let winners = &third.as_ref().expect("it is over").verdict.winners;
    assert_eq!(live.now.standings()[2].player, winners[0]);
    // Who won cannot change behind the back of the next game.
    let loser = live.now.meetings[0].sides[1].clone();
    assert!(!live.act(won(1, &loser)));
}

#[test]
fn who_leaves_a_knockout_loses_the_next_game() {
    let mut live = Live::new(Terms::new(names(4), MatchForm::Knockout { third: false }));
    assert!(live.act(MatchEvent::Leave(0)));
    assert_eq!(live.now.meetings[2].sides[0], [3]);
    assert!(live.act(MatchEvent::Leave(3)), "their opponent leaves too");
    assert!(live.decide(2));
    assert!(live.now.over(), "the final needs no game");
    assert!(live.now.ahead().iter().all(|p| *p == 1 || *p == 2));
    assert!(!live.act(MatchEvent::Join("P0".into())));
}

#[test]
fn a_game_of_others_does_not_count_in_a_knockout() {
    let mut live = Live::new(Terms::new(names(8), MatchForm::Knockout { third: false }));
    let first = live.now.meetings[0].sides.concat();
    while live.now.meetings[6].sides.concat().is_empty() || !live.now.meetings[6].known() {
        let open = |g: &usize| live.now.results[*g].is_none() && live.now.meetings[*g].known();
        let next = (0..6).find(open).expect("a game before the final");
        if next == 4 {
            // The semi-final needs no game, so the first game may still be put right.
            let other = live.now.meetings[4].sides[1][0];
            assert!(live.act(MatchEvent::Leave(other)));
            continue;
        }
        let winner = live.now.meetings[next].sides[0].clone();
        assert!(live.act(won(next + 1, &winner)));
    }
    assert!(live.act(won(7, &first[..1])));
    assert!(live.now.over());
    assert!(live.act(won(1, &first[1..])), "it was the other one");
    assert_eq!(live.now.meetings[6].sides[0], first[1..]);
    assert!(live.now.results[6].is_none(), "that final was not theirs");
    assert!(!live.now.over());
}

#[test]
fn enough_rounds_for_one_to_stay_unbeaten() {
    let usual: Vec<usize> = [2, 3, 4, 8, 9, 16, 40].map(usual_rounds).into();
    assert_eq!(usual, [1, 3, 3, 3, 4, 4, 6]);
}

/// What may happen in a match.
#[derive(Clone, Debug)]
enum Step {
    Decide(u64),
    Reopen(usize),
    Join,
    Leave(usize),
    Undo,
}

fn any_step() -> impl Strategy<Value = Step> {
    prop_oneof![
        12 => any::<u64>().prop_map(Step::Decide),
        1 => (1usize..60).prop_map(Step::Reopen),
        1 => Just(Step::Join),
        1 => (0usize..40).prop_map(Step::Leave),
        1 => Just(Step::Undo),
    ]
}

fn play(live: &mut Live, steps: &[Step]) {
    for step in steps {
        match step {
            Step::Decide(dice) => live.decide(*dice),
            Step::Reopen(game) => live.act(MatchEvent::Result(*game, None)),
            Step::Join => live.act(MatchEvent::Join(format!("L{}", live.now.players.len()))),
            Step::Leave(player) => live.act(MatchEvent::Leave(*player)),
            Step::Undo => live.act(MatchEvent::Undo),
        };
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// With any number of players and rounds, whoever comes or leaves: nobody meets again who need not, byes are fair.
    #[test]
    fn swiss_rounds_are_paired_as_well_as_can_be(players in 2usize..=40, part in 1usize..=100, steps in prop::collection::vec(any_step(), 0..120)) {
        let most = players + players % 2 - 1;
        let rounds = (most * part).div_ceil(100).max(1);
        let mut live = Live::new(Terms::new(names(players), MatchForm::Swiss { rounds }));
        play(&mut live, &steps);
        let again = Contest::after(&live.terms, &live.events).expect("a match");
        prop_assert_eq!(&again, &live.now);
    }

    /// What a journal keeps makes the same match, and so does every beginning of it.
    #[test]
    fn replay_equals_live(form in 0usize..3, players in 2usize..=12, steps in prop::collection::vec(any_step(), 0..60)) {
        let form = match form {
            0 => MatchForm::RoundRobin { twice: players % 2 == 0 },
            1 => MatchForm::Swiss { rounds: usual_rounds(players) },
            _ => MatchForm::Knockout { third: players >= 4 },
        };
        let mut live = Live::new(Terms::new(names(players), form));
        play(&mut live, &steps);
        let kept: Option<Vec<MatchEvent>> = live.events.iter().map(|e| MatchEvent::from_body(&e.to_body())).collect();
        let kept = kept.expect("events");
        let terms = Terms::from_body(&live.terms.to_body()).expect("terms");
        prop_assert_eq!(&Contest::after(&terms, &kept).expect("a match"), &live.now);
        for cut in 0..kept.len() {
            prop_assert!(Contest::after(&terms, &kept[..cut]).is_ok(), "cut at {}", cut);
        }
    }

    /// Whatever comes out, one is left in the end.
    #[test]
    fn a_knockout_ends_with_one_winner(players in 2usize..=64, third: bool, dice in prop::collection::vec(any::<u64>(), 70), leavers in prop::collection::vec((0usize..70, 0usize..64), 0..4)) {
        let third = third && players >= 4;
        let mut live = Live::new(Terms::new(names(players), MatchForm::Knockout { third }));
        for (i, dice) in dice.iter().enumerate() {
            for (_, who) in leavers.iter().filter(|(at, who)| *at == i && *who < players) {
                live.act(MatchEvent::Leave(*who));
            }
            live.decide(*dice);
        }
        prop_assert!(live.now.over());
        prop_assert_eq!(live.now.ahead().len(), 1);
    }

    #[test]
    fn no_result_is_too_strange(word in "\\PC{0,20}") {
        let _ = four().read_result(&word);
        let _ = four().read_result(&format!("1={word}"));
    }
}
