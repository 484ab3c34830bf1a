//! Whole and tiled sheets.

use super::*;

fn sheet(w: f64, h: f64, pages: usize) -> Job {
    Job::Sheets {
        component: 3,
        size: Size::mm(w, h),
        pages: (0..pages).collect(),
    }
}

#[test]
fn pages_are_printed_front_and_back() {
    let sheets = pages(&[sheet(190.0, 270.0, 3)], &on("a4"));
    assert_eq!(
        sheets.iter().map(|s| s.items[0].face).collect::<Vec<_>>(),
        [0, 1, 2]
    );
    assert_eq!(
        sheets.iter().map(|s| s.is_back).collect::<Vec<_>>(),
        [false, true, false]
    );
    assert!(check::matches(
        &sheets[0].items[0],
        &sheets[1].items[0],
        Backs::DuplexLong,
        sheets[0].paper
    ));
    let single = pages(
        &[sheet(190.0, 270.0, 3)],
        &Layout {
            backs: Backs::Fold,
            ..on("a4")
        },
    );
    assert!(single.len() == 3 && single.iter().all(|s| !s.is_back));
}

#[test]
fn wide_sheets_turn_the_paper() {
    for backs in [Backs::DuplexLong, Backs::DuplexShort] {
        let sheets = pages(&[sheet(270.0, 190.0, 2)], &Layout { backs, ..on("a4") });
        assert_eq!(sheets[0].paper, Size::mm(297.0, 210.0));
        assert!(check::matches(
            &sheets[0].items[0],
            &sheets[1].items[0],
            backs,
            sheets[0].paper
        ));
    }
}

#[test]
fn a_large_sheet_is_tiled() {
    let layout = Layout {
        backs: Backs::None,
        ..on("a4")
    };
    let sheets = pages(&[sheet(380.0, 270.0, 1)], &layout);
    assert_eq!(sheets.len(), 2);
    for (s, name) in sheets.iter().zip(["A1", "A2"]) {
        assert!(
            s.notes
                .iter()
                .any(|n| n.text.contains(&format!("tile {name}"))),
            "{:?}",
            s.notes
        );
        let filled = s.guides.iter().filter(|g| g.pen.fill).count();
        assert_eq!(filled, 1);
        check::inside(s, layout.margin);
    }
    let window = |s: &Sheet| (s.items[0].clip.unwrap(), s.items[0].at);
    let ((a, at_a), (b, at_b)) = (window(&sheets[0]), window(&sheets[1]));
    // The right edge of the first and the left edge of the second, on the sheet itself.
    let overlap = (a.right() - at_a.x) - (b.x - at_b.x);
    assert!((overlap.0 - 10.0).abs() < 1e-9);
}

#[test]
fn long_low_sheets_share_their_pages() {
    for (backs, marks, bleed) in [
        (Backs::None, Marks::Edge, 0.0),
        (Backs::DuplexLong, Marks::Corner, 3.0),
        (Backs::None, Marks::Lines, 0.0),
    ] {
        let layout = Layout {
            backs,
            marks,
            bleed: Mm(bleed),
            ..on("a4")
        };
        let strips = 7;
        let sheets = pages(&[sheet(540.0, 38.0, strips)], &layout);
        let fronts: Vec<&Sheet> = sheets.iter().filter(|s| !s.is_back).collect();
        // Two tiles each, four strips a page, then three.
        assert_eq!(fronts.len(), 4, "{backs:?}");
        let names: Vec<usize> = fronts.iter().map(|s| s.items.len()).collect();
        assert_eq!(names, [4, 4, 3, 3]);
        for s in &fronts {
            check::inside(s, layout.margin);
            let windows: Vec<Rect> = s.items.iter().filter_map(|i| i.clip).collect();
            assert_eq!(windows.len(), s.items.len());
            for (i, a) in windows.iter().enumerate() {
                let apart = |b: &Rect| b.y >= a.bottom() || a.y >= b.bottom();
                assert!(windows[i + 1..].iter().all(apart), "{windows:?}");
            }
        }
        // Of every strip, both tiles together show all of it, and overlap.
        for face in 0..strips {
            let shown = fronts.iter().flat_map(|s| &s.items);
            let shown: Vec<_> = shown.filter(|i| i.face == face).collect();
            let part = |n: usize| {
                let (clip, at) = (shown[n].clip.unwrap(), shown[n].at);
                (clip.x - at.x, clip.right() - at.x)
            };
            assert_eq!(shown.len(), 2);
            let ((from, middle), (again, to)) = (part(0), part(1));
            assert!(from.0 <= 1e-9 - bleed && to.0 >= 540.0 + bleed - 1e-9);
            assert!(((middle - again).0 - 10.0).abs() < 1e-9);
        }
    }
}

#[test]
fn match_marks_lie_on_the_same_spots() {
    let sheets = pages(
        &[sheet(380.0, 500.0, 1)],
        &Layout {
            backs: Backs::None,
            ..on("a4")
        },
    );
    let mut spots: Vec<(i64, i64)> = Vec::new();
    for s in &sheets {
        let at = s.items[0].at;
        let diamonds = s
            .guides
            .iter()
            .filter(|g| matches!(&g.shape, Shape::Polygon(p) if p.len() == 4));
        let diamonds = diamonds.filter(|g| s.items[0].clip.unwrap().holds(check::bounds(g)));
        spots.extend(diamonds.map(|g| {
            let b = check::bounds(g);
            (
                ((b.x - at.x).0 * 1e3).round() as i64,
                ((b.y - at.y).0 * 1e3).round() as i64,
            )
        }));
    }
    spots.sort_unstable();
    assert!(
        spots.len() >= 8 && spots.len().is_multiple_of(2),
        "{}",
        spots.len()
    );
    assert!(spots.chunks(2).all(|p| p[0] == p[1]), "{spots:?}");
}

#[test]
fn a_sheet_with_no_room_for_bleed_is_not_tiled() {
    let layout = Layout {
        bleed: Mm(3.0),
        ..on("a4")
    };
    let sheets = pages(&[sheet(196.0, 270.0, 1)], &layout);
    assert_eq!((sheets.len(), sheets[0].items[0].bleed), (1, Mm(2.0)));
}

#[test]
fn a_booklet_is_nested() {
    let job = Job::Booklet {
        component: 3,
        size: Size::mm(105.0, 148.0),
        pages: (1..=8).collect(),
    };
    let sheets = pages(&[job], &on("a4"));
    let faces = |s: &Sheet| s.items.iter().map(|p| p.face).collect::<Vec<_>>();
    assert_eq!(
        sheets.iter().map(faces).collect::<Vec<_>>(),
        [[8, 1], [7, 2], [6, 3], [5, 4]]
    );
    assert_eq!(sheets[0].paper, Size::mm(297.0, 210.0));
}

#[test]
fn absurd_sheets_are_refused() {
    let e = impose(&[sheet(1e6, 1e6, 1)], &on("a4"), &furniture()).unwrap_err();
    assert!(
        matches!(e, ImposeError::TooManyTiles { component: 3, .. }),
        "{e}"
    );
}
