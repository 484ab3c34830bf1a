//! What holds of every layout.

use super::check::*;
use super::*;
use proptest::prelude::*;
use std::collections::BTreeMap;

fn layouts() -> impl Strategy<Value = Layout> {
    let papers = prop_oneof![
        Just(Size::mm(210.0, 297.0)),
        Just(Size::mm(215.9, 279.4)),
        Just(Size::mm(297.0, 420.0)),
        Just(Size::mm(297.0, 210.0)),
        (100.0..500.0, 100.0..500.0).prop_map(|(w, h)| Size::mm(w, h)),
    ];
    let backs = (0..4usize).prop_map(|i| Backs::NAMES[i].1);
    let marks = (0..4usize).prop_map(|i| Marks::NAMES[i].1);
    let bleeds = prop_oneof![Just(0.0), Just(3.0), 0.0..5.0];
    (papers, 0.0..15.0, backs, bleeds, marks, any::<bool>()).prop_map(
        |(paper, margin, backs, bleed, marks, share)| Layout {
            paper,
            margin: Mm(margin),
            backs,
            bleed: Mm(bleed),
            marks,
            share,
            ..Layout::default()
        },
    )
}

/// Jobs whose faces are all different: fronts even, the back of a front one more.
fn jobs() -> impl Strategy<Value = Vec<Job>> {
    let sizes = prop_oneof![
        Just(Size::mm(63.0, 88.0)),
        Just(Size::mm(44.0, 68.0)),
        Just(Size::mm(57.0, 57.0)),
        (8.0..90.0, 8.0..90.0).prop_map(|(w, h)| Size::mm(w, h)),
    ];
    let job = (sizes, 1..40usize, any::<bool>(), 0..4usize);
    proptest::collection::vec(job, 1..5).prop_map(|jobs| {
        let mut next = 0;
        let mut face = || {
            next += 2;
            next - 2
        };
        let made = jobs
            .into_iter()
            .enumerate()
            .map(|(component, (size, count, backed, kind))| {
                let cut = [Cut::default(), Cut::Ellipse, Cut::Hexagon][kind % 3].clone();
                if kind == 3 {
                    let size = Size {
                        w: size.w,
                        h: size.h.min(Mm(35.0)),
                    };
                    let pieces = (0..count).map(|_| face()).map(|f| (f, f + 1)).collect();
                    return Job::Standees {
                        component,
                        size,
                        tab: Mm(6.0),
                        cut: Cut::default(),
                        pieces,
                    };
                }
                let piece = |front: usize| CutPiece {
                    component,
                    size,
                    front,
                    back: backed.then_some(front + 1),
                    cut: cut.clone(),
                };
                Job::Pieces((0..count).map(|_| piece(face())).collect())
            });
        made.collect()
    })
}

/// Every front that must be printed, with its back and whether they lie on the same side.
fn wanted(jobs: &[Job]) -> BTreeMap<usize, (Option<usize>, bool)> {
    let mut out = BTreeMap::new();
    for job in jobs {
        match job {
            Job::Pieces(pieces) => out.extend(pieces.iter().map(|p| (p.front, (p.back, false)))),
            Job::Standees { pieces, .. } => {
                out.extend(pieces.iter().map(|(f, b)| (*f, (Some(*b), true))))
            }
            Job::Sheets { .. } | Job::Booklet { .. } | Job::Boxes { .. } => {}
        }
    }
    out
}

/// Every front with the back that comes to lie behind it.
fn leaves_of<'a>(sheets: &'a [Sheet], layout: &Layout) -> Vec<(&'a Sheet, Option<&'a Sheet>)> {
    if !layout.backs.is_manual() {
        let fronts = sheets.iter().enumerate().filter(|(_, s)| !s.is_back);
        return fronts
            .map(|(i, s)| (s, sheets.get(i + 1).filter(|b| b.is_back)))
            .collect();
    }
    // By hand: a stack of fronts, then its backs in the order in which the sheets go in again, then what has no back.
    let (mut backs, fronts): (Vec<_>, Vec<_>) = sheets.iter().partition(|s| s.is_back);
    let first = sheets.iter().position(|s| s.is_back);
    assert!(first.is_none_or(|i| i == backs.len()), "one stack");
    if layout.backs == Backs::ManualReversed {
        backs.reverse();
    }
    let behind = backs.into_iter().map(Some).chain(std::iter::repeat(None));
    fronts.into_iter().zip(behind).collect()
}

fn check_backs(sheets: &[Sheet], jobs: &[Job], layout: &Layout) {
    let wanted = wanted(jobs);
    let mut fronts = Vec::new();
    for (s, behind) in leaves_of(sheets, layout) {
        for p in s.items.iter().filter(|p| p.face % 2 == 0) {
            fronts.push(p.face);
            let (back, joined) = wanted[&p.face];
            let Some(back) = back.filter(|_| joined || layout.backs != Backs::None) else {
                continue;
            };
            if joined || layout.backs == Backs::Fold {
                assert!(s.items.iter().any(|b| b.face == back));
                continue;
            }
            let b = behind
                .and_then(|b| b.items.iter().find(|b| b.face == back))
                .expect("a back");
            assert!(matches(p, b, layout.backs, s.paper), "{p:?} {b:?}");
        }
    }
    fronts.sort_unstable();
    assert!(fronts.iter().eq(wanted.keys()), "every front once");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn pieces_lie_well(jobs in jobs(), layout in layouts()) {
        let f = furniture();
        let sheets = match impose(&jobs, &layout, &f) {
            Ok(sheets) => sheets,
            Err(e) => {
                let room = layout.paper.grown(-layout.margin);
                let ImposeError::TooLarge { needs, .. } = e else { panic!("{e}") };
                prop_assert!(!needs.fits(room) && !needs.turned().fits(room));
                return Ok(());
            }
        };
        prop_assert_eq!(&sheets, &impose(&jobs, &layout, &f).unwrap());
        for s in &sheets {
            inside(s, layout.margin);
            apart(s);
            tidy(s);
            if layout.marks == Marks::Edge {
                ticks_off(s);
            }
            cut_by_straight_cuts(s);
            prop_assert!(s.components.is_sorted());
        }
        check_backs(&sheets, &jobs, &layout);
        let alone = impose(&jobs, &Layout { share: false, ..layout.clone() }, &f).unwrap();
        // Leaves, not pages: whether the last one has a back depends on what it holds.
        let leaves = |sheets: &[Sheet]| sheets.iter().filter(|s| !s.is_back).count();
        prop_assert!(leaves(&sheets) <= leaves(&alone));
    }

    #[test]
    fn tiles_cover_the_sheet(w in 30.0..900.0f64, h in 30.0..900.0f64, layout in layouts(), overlap in 0.0..20.0f64) {
        let layout = Layout { overlap: Mm(overlap), ..layout };
        let job = [Job::Sheets { component: 3, size: Size::mm(w, h), pages: vec![7] }];
        let sheets = impose(&job, &layout, &furniture()).unwrap();
        let fronts: Vec<&Sheet> = sheets.iter().filter(|s| !s.is_back).collect();
        let mut windows = Vec::new();
        for s in &fronts {
            inside(s, layout.margin);
            tidy(s);
            let p = &s.items[0];
            let c = printed(p);
            windows.push(Rect { x: c.x - p.at.x, y: c.y - p.at.y, ..c });
        }
        let all = windows.iter().copied().reduce(Rect::union).unwrap();
        // Tiles print all bleed; a whole sheet prints what there is room for.
        let bleed = if fronts.len() > 1 { layout.bleed } else { Mm(0.0) };
        prop_assert!(all.holds(Rect::mm(0.0, 0.0, w, h).grown(bleed)));
        // Edges in order: each tile starts the overlap before the last one ends.
        for edges in [
            windows.iter().map(|r| (r.x.0, r.right().0)).collect::<Vec<_>>(),
            windows.iter().map(|r| (r.y.0, r.bottom().0)).collect(),
        ] {
            let mut edges = edges;
            edges.sort_by(|a, b| a.0.total_cmp(&b.0));
            edges.dedup_by(|a, b| (a.0 - b.0).abs() < 1e-6);
            for pair in edges.windows(2) {
                prop_assert!((pair[0].1 - pair[1].0 - overlap).abs() < 1e-6);
            }
        }
    }

    #[test]
    fn booklets_fold_into_order(count in 1..30usize, layout in layouts(), w in 30.0..120.0f64) {
        let size = Size::mm(w, w * 1.4);
        let job = [Job::Booklet { component: 3, size, pages: (0..count).collect() }];
        let sheets = impose(&job, &layout, &furniture()).unwrap();
        for s in &sheets {
            inside(s, layout.margin);
            apart(s);
            tidy(s);
        }
        let mut faces: Vec<usize> = sheets.iter().flat_map(|s| s.items.iter().map(|p| p.face)).collect();
        faces.sort_unstable();
        faces.dedup();
        prop_assert!(faces.into_iter().eq(0..count));
        // Pages 0 and 1, 2 and 3 … are the two sides of the same half leaf.
        for (front, back) in leaves_of(&sheets, &layout) {
            for f in &front.items {
                let b = back.and_then(|b| b.items.iter().find(|b| b.face / 2 == f.face / 2));
                prop_assert!(b.is_none_or(|b| matches(f, b, layout.backs, front.paper)));
            }
        }
    }

    #[test]
    fn furniture_never_spills(kit in ".{0,80}", title in ".{0,80}", paper in 30.0..300.0f64) {
        let layout = Layout { paper: Size::mm(paper, 300.0), ..Layout::default() };
        let f = Furniture { kit, components: vec![title], language: "日本語".into(), ..Furniture::default() };
        for s in impose(&[cards(0, Size::mm(15.0, 15.0), 30, 1, Some(0))], &layout, &f).unwrap() {
            inside(&s, layout.margin);
            tidy(&s);
        }
    }
}
