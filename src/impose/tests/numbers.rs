//! How many pieces a page holds.

use super::*;

/// Cards on the first page, and whether they are turned.
fn on_a_page(paper: &str, w: f64, h: f64) -> (usize, bool) {
    let layout = Layout {
        backs: Backs::None,
        ..on(paper)
    };
    let sheets = pages(&[cards(0, Size::mm(w, h), 500, 0, None)], &layout);
    (sheets[0].items.len(), sheets[0].items[0].turn.is_sideways())
}

#[test]
fn cards_on_a_page() {
    assert_eq!(on_a_page("a4", 63.0, 88.0), (9, false));
    assert_eq!(
        on_a_page("a4", 44.0, 68.0),
        (18, false),
        "three columns, and one turned"
    );
    assert_eq!(on_a_page("a4", 57.0, 57.0), (15, false));
    assert_eq!(on_a_page("letter", 44.0, 68.0), (18, true));
    assert_eq!(on_a_page("letter", 57.0, 57.0), (12, false));
    assert_eq!(on_a_page("letter", 63.0, 88.0), (9, false));
    assert_eq!(on_a_page("a3", 63.0, 88.0), (19, false));
    assert_eq!(on_a_page("a3", 44.0, 68.0), (36, true));
    assert_eq!(on_a_page("a3", 57.0, 57.0), (35, false));
}

#[test]
fn cards_are_turned_against_each_other_only_where_that_saves_a_leaf() {
    let layout = Layout {
        backs: Backs::None,
        ..on("a4")
    };
    let sheets = |n: usize| pages(&[cards(0, Size::mm(44.0, 68.0), n, 0, None)], &layout);
    let turned = |n: usize| {
        sheets(n)
            .iter()
            .flat_map(|s| &s.items)
            .any(|p| p.turn.is_sideways())
    };
    assert_eq!((sheets(16).len(), turned(16)), (1, false));
    assert_eq!((sheets(18).len(), turned(18)), (1, true));
    assert_eq!((sheets(30).len(), turned(30)), (2, false));
    assert_eq!((sheets(36).len(), turned(36)), (2, true));
}

#[test]
fn bleed_widens_the_pitch() {
    let layout = Layout {
        bleed: Mm(2.0),
        ..on("a4")
    };
    let sheet = &pages(&[cards(0, Size::mm(57.0, 57.0), 40, 0, None)], &layout)[0];
    let (a, b) = (sheet.items[0].at, sheet.items[1].at);
    assert!(((b.x - a.x).0 - 61.0).abs() < 1e-9 && sheet.items.len() == 12);
    assert_eq!(sheet.bleed, sheet.trim.grown(Mm(2.0)));
}

#[test]
fn a_piece_that_is_too_large_is_refused_with_a_remedy() {
    let refuse = |w, h, bleed| {
        let layout = Layout {
            bleed: Mm(bleed),
            ..Layout::default()
        };
        impose(
            &[cards(1, Size::mm(w, h), 1, 0, None)],
            &layout,
            &furniture(),
        )
        .unwrap_err()
    };
    let e = refuse(250.0, 350.0, 0.0);
    assert_eq!(
        e.to_string(),
        "component `Arm` of `250x350mm` does not fit on `210x297mm` with a margin of `5mm`"
    );
    assert_eq!(e.hint().to_string(), "it fits on `tabloid`");
    assert_eq!(
        refuse(204.0, 280.0, 0.0).hint().to_string(),
        "a margin of 3mm or less would do"
    );
    assert_eq!(
        refuse(200.0, 280.0, 3.0).hint().to_string(),
        "it fits without bleed"
    );
    assert!(
        refuse(2000.0, 3000.0, 0.0)
            .hint()
            .to_string()
            .contains("tiled")
    );
    assert!(matches!(e, ImposeError::TooLarge { component: 1, .. }));
}

#[test]
fn lengths_that_are_none_are_refused() {
    for (w, h) in [
        (0.0, 5.0),
        (5.0, -1.0),
        (f64::NAN, 5.0),
        (f64::INFINITY, 5.0),
    ] {
        let size = Size::mm(w, h);
        let sheets = Job::Sheets {
            component: 0,
            size,
            pages: vec![0],
        };
        let standees = Job::Standees {
            component: 0,
            size,
            tab: Mm(8.0),
            cut: Cut::default(),
            pieces: vec![(0, 1)],
        };
        for job in [cards(0, size, 1, 0, None), sheets, standees] {
            let e = impose(&[job], &Layout::default(), &furniture()).unwrap_err();
            assert!(
                matches!(e, ImposeError::BadSize { component: 0, .. }),
                "{e}"
            );
        }
    }
    let job = [cards(0, Size::mm(5.0, 5.0), 1, 0, None)];
    for bad in [-1.0, f64::NAN] {
        let refused = |l: Layout| impose(&job, &l, &furniture()).is_err();
        assert!(refused(Layout {
            margin: Mm(bad),
            ..Layout::default()
        }));
        assert!(refused(Layout {
            bleed: Mm(bad),
            ..Layout::default()
        }));
        assert!(refused(Layout {
            overlap: Mm(bad),
            ..Layout::default()
        }));
        assert!(refused(Layout {
            paper: Size::mm(bad, 100.0),
            ..Layout::default()
        }));
    }
    assert!(
        impose(
            &job,
            &Layout {
                margin: Mm(105.0),
                ..Layout::default()
            },
            &furniture()
        )
        .is_err()
    );
}

#[test]
fn a_piece_as_large_as_the_page_goes_without_furniture() {
    let sheet = &pages(&[cards(0, Size::mm(200.0, 287.0), 1, 0, None)], &on("a4"))[0];
    assert_eq!((sheet.items.len(), sheet.notes.len()), (1, 0));
}

#[test]
fn many_cards_are_no_trouble() {
    let sheets = pages(
        &[cards(0, Size::mm(63.0, 88.0), 25_000, 1, Some(0))],
        &on("a4"),
    );
    assert_eq!(sheets.len(), 2 * 25_000_usize.div_ceil(9));
    assert!(pages(&[], &on("a4")).is_empty());
}
