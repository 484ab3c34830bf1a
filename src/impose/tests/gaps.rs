//! Pieces that differ at their edges lie apart, those that look alike run into each other; marks stay off both.

use super::check::*;
use super::*;
use proptest::prelude::*;

/// A layout that knows what faces look like: fronts by `front`, all backs (face 0) the same.
fn known(layout: Layout, faces: usize, front: impl Fn(usize) -> u64) -> Layout {
    let edges: Vec<u64> = (0..faces)
        .map(|f| if f == 0 { 7 } else { front(f) })
        .collect();
    let all = |side: &[u64]| {
        side.first()
            .copied()
            .filter(|a| side.iter().all(|b| a == b))
    };
    let ground = Ground {
        front: all(&edges[1..]),
        back: Some(7),
    };
    Layout {
        grounds: vec![ground; 4],
        edges: edges.into_iter().map(Some).collect(),
        ..layout
    }
}

fn deck(w: f64, h: f64, count: usize) -> [Job; 1] {
    [cards(0, Size::mm(w, h), count, 1, Some(0))]
}

/// The blank paper between the first piece and its neighbours to the right and below.
fn gaps(s: &Sheet) -> (f64, f64) {
    let first = s.items[0].at;
    let right = s
        .items
        .iter()
        .find(|p| p.at.y == first.y && p.at.x > first.x);
    let below = s
        .items
        .iter()
        .find(|p| p.at.x == first.x && p.at.y > first.y);
    let gap = |p: Option<&Placement>, of: fn(Rect) -> (Mm, Mm)| {
        p.map_or(f64::NAN, |p| (of(p.at).0 - of(first).1).0)
    };
    (
        gap(right, |r| (r.x, r.right())),
        gap(below, |r| (r.y, r.bottom())),
    )
}

#[test]
fn pieces_that_differ_lie_apart_where_that_costs_no_paper() {
    let differ = |f: usize| f as u64;
    let first = |paper: &str, w, h, n| {
        let layout = known(on(paper), n + 1, differ);
        let sheets = pages(&deck(w, h, n), &layout);
        assert_eq!(sheets.len(), pages(&deck(w, h, n), &on(paper)).len());
        gaps(&sheets[0])
    };
    assert_eq!(first("a4", 44.0, 68.0, 32), (3.0, 2.0));
    assert_eq!(first("a4", 63.0, 88.0, 27), (3.0, 3.0));
    // Five rows of 57 mm fill the paper.
    let (across, down) = first("a4", 57.0, 57.0, 30);
    assert!(across == 3.0 && down.abs() < 1e-9, "{across} {down}");
}

#[test]
fn pieces_that_look_alike_share_their_cuts() {
    let layout = known(on("a4"), 33, |_| 1);
    let sheets = pages(&deck(44.0, 68.0, 32), &layout);
    let (across, down) = gaps(&sheets[0]);
    assert!(across.abs() < 1e-9 && down.abs() < 1e-9, "{across} {down}");
    for s in &sheets {
        // A hair over their cuts, so that no seam shows between them; nothing past the outer cuts.
        let all = s.items.iter().map(printed).reduce(Rect::union).unwrap();
        assert!(s.trim.grown(Mm(1e-6)).holds(all), "{all:?} {:?}", s.trim);
        assert_eq!(s.trim, s.bleed);
        let over = |p: &Placement| p.at.grown(Mm(0.15 + 1e-6)).holds(printed(p));
        assert!(s.items.iter().all(over));
        for (a, b) in s.items.iter().zip(&s.items[1..]) {
            let beside = a.at.y == b.at.y;
            assert!(!beside || printed(a).overlaps(printed(b)), "{a:?} {b:?}");
        }
    }
}

#[test]
fn backs_that_look_alike_run_through_the_gaps_of_their_fronts() {
    let layout = known(on("a4"), 17, |f| f as u64);
    let sheets = pages(&deck(44.0, 68.0, 16), &layout);
    let (front, back) = (&sheets[0], &sheets[1]);
    assert!(front.items.iter().all(|p| printed(p) == p.at));
    for (f, b) in front.items.iter().zip(&back.items) {
        assert!(matches(f, b, layout.backs, layout.paper));
    }
    let all = back.items.iter().map(printed).reduce(Rect::union).unwrap();
    for (a, b) in back.items.iter().zip(&back.items[1..]) {
        let beside = a.at.y == b.at.y;
        assert!(!beside || printed(a).overlaps(printed(b)), "{a:?} {b:?}");
        assert!(!printed(a).overlaps(b.at) && !printed(b).overlaps(a.at));
    }
    assert!((all.w.0 - back.trim.w.0).abs() < 1e-6 && (all.h.0 - back.trim.h.0).abs() < 1e-6);
}

#[test]
fn neighbours_that_differ_do_not_run_into_each_other() {
    // One odd card in a deck whose pieces fill the paper from edge to edge.
    let layout = known(on("a4"), 16, |f| u64::from(f == 8));
    let s = &pages(&deck(57.0, 57.0, 15), &layout)[0];
    let odd = s.items.iter().find(|p| p.face == 8).unwrap();
    assert_eq!(printed(odd), odd.at);
    let others = s.items.iter().filter(|p| p.face != 8);
    assert!(others.map(printed).all(|r| !r.overlaps(odd.at)));
}

#[test]
fn nothing_runs_over_a_fold_or_into_a_gap_that_is_there_to_be_seen() {
    // Fronts and backs alike, back beside front.
    let folded = Layout {
        backs: Backs::Fold,
        ..known(on("a4"), 9, |_| 7)
    };
    // One odd card parts the whole deck.
    let parted = known(on("a4"), 17, |f| u64::from(f == 8));
    for (layout, count) in [(folded, 8), (parted, 16)] {
        let s = &pages(&deck(44.0, 68.0, count), &layout)[0];
        assert!(s.items.iter().all(|p| printed(p) == p.at));
    }
}

#[test]
fn cards_with_different_backs_lie_apart_where_these_are_printed() {
    let alike = known(on("a4"), 33, |_| 1);
    let ground = Ground {
        front: Some(1),
        back: None,
    };
    let gap = |backs: Backs| {
        let layout = Layout {
            grounds: vec![ground; 4],
            backs,
            ..alike.clone()
        };
        let (across, down) = gaps(&pages(&deck(44.0, 68.0, 32), &layout)[0]);
        (across.round(), down.round())
    };
    assert_eq!(gap(Backs::DuplexLong), (3.0, 2.0));
    assert_eq!(gap(Backs::None), (0.0, 0.0));
}

#[test]
fn pieces_are_turned_only_in_the_run_that_saves_a_leaf() {
    let layout = Layout {
        backs: Backs::None,
        share: false,
        ..on("a4")
    };
    // Turned against each other, the first take two leaves instead of three; the second take two in any case.
    let jobs = [
        cards(0, Size::mm(44.0, 68.0), 36, 0, None),
        cards(1, Size::mm(43.5, 68.0), 20, 100, None),
    ];
    let sheets = pages(&jobs, &layout);
    assert_eq!(sheets.len(), 4);
    let turned = |c: usize| {
        let own = sheets.iter().filter(|s| s.components == [c]);
        own.flat_map(|s| &s.items).any(|p| p.turn.is_sideways())
    };
    assert!(turned(0) && !turned(1));
}

#[test]
fn remainders_stay_upright_where_that_takes_no_more_paper() {
    let jobs = [
        cards(0, Size::mm(57.0, 57.0), 3, 0, None),
        cards(1, Size::mm(44.0, 68.0), 5, 100, None),
    ];
    let sheets = pages(&jobs, &on("a4"));
    assert_eq!(sheets.len(), 1);
    assert!(sheets[0].items.iter().all(|p| p.turn == Turn::None));
}

/// Marks stand at both ends of every cut, outside all pieces; where the paper leaves no room for a tick, no more
/// than a nick lies along the end of a cut.
fn well_marked(s: &Sheet) {
    let length = |b: Rect| b.w.0.max(b.h.0);
    let lines = s
        .marks
        .iter()
        .filter(|m| matches!(m.shape, Shape::Line { .. }));
    let lines: Vec<(Rect, f64)> = lines.map(|m| (bounds(m), m.pen.grey)).collect();
    for (b, grey) in &lines {
        assert!(
            *grey == 0.0 || length(*b) <= 5.0 + 1e-6,
            "a hairline of {b:?}"
        );
        let crosses = |p: &Placement| p.at.grown(Mm(-0.01)).overlaps(b.grown(Mm(1e-4)));
        assert!(!s.items.iter().any(crosses), "{b:?} lies on a piece");
    }
    for p in &s.items {
        for x in [p.at.x, p.at.right()] {
            let on = lines
                .iter()
                .filter(|(b, _)| b.h > b.w && (b.x - x).0.abs() < 1e-6);
            assert!(on.count() >= 2, "no ticks for the cut at x = {x}");
        }
        for y in [p.at.y, p.at.bottom()] {
            let on = lines
                .iter()
                .filter(|(b, _)| b.w > b.h && (b.y - y).0.abs() < 1e-6);
            assert!(on.count() >= 2, "no ticks for the cut at y = {y}");
        }
    }
}

#[test]
fn pieces_turned_against_each_other_have_ticks_for_every_cut() {
    for (paper, w, h, n) in [("a4", 44.0, 68.0, 18), ("a3", 63.0, 88.0, 19)] {
        let layout = Layout {
            backs: Backs::None,
            ..on(paper)
        };
        let s = &pages(&[cards(0, Size::mm(w, h), n, 0, None)], &layout)[0];
        assert!(s.items.iter().any(|p| p.turn.is_sideways()));
        well_marked(s);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn gaps_cost_no_paper_and_marks_stay_off_the_pieces(
        sizes in proptest::collection::vec((15.0..90.0f64, 15.0..90.0f64, 1..30usize, any::<bool>()), 1..5),
        looks in proptest::collection::vec(0..3u64, 150),
        letter in any::<bool>(),
        flip in 0..2usize,
    ) {
        let mut next = 1;
        let jobs: Vec<Job> = sizes.iter().enumerate().map(|(c, (w, h, n, backed))| {
            let job = cards(c, Size::mm(*w, *h), *n, next, backed.then_some(0));
            next += n;
            job
        }).collect();
        let plain = Layout {
            backs: Backs::NAMES[flip].1,
            ..on(if letter { "letter" } else { "a4" })
        };
        let layout = known(plain.clone(), next.max(2), |f| looks[f % looks.len()]);
        let leaves = |sheets: &[Sheet]| sheets.iter().filter(|s| !s.is_back).count();
        let (with, without) = (pages(&jobs, &layout), pages(&jobs, &plain));
        // The narrower way is not always the one that packs better; whichever does, every piece is there.
        prop_assert!(leaves(&with) <= leaves(&without));
        let faces = |sheets: &[Sheet]| {
            let items = sheets.iter().flat_map(|s| &s.items);
            let mut faces: Vec<usize> = items.map(|p| p.face).collect();
            faces.sort_unstable();
            faces
        };
        prop_assert_eq!(faces(&with), faces(&without));
        for s in with.iter().chain(&without) {
            inside(s, layout.margin);
            tidy(s);
            ticks_off(s);
            cut_by_straight_cuts(s);
            if !s.is_back {
                well_marked(s);
            }
            let trims: Vec<Rect> = s.items.iter().map(|p| p.at).collect();
            for (i, a) in trims.iter().enumerate() {
                prop_assert!(trims[i + 1..].iter().all(|b| !a.grown(Mm(-1e-6)).overlaps(*b)));
            }
        }
    }
}
