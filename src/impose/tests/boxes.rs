//! Tuck boxes, whole and tiled.

use super::*;

fn boxes(w: f64, h: f64, d: f64, count: usize) -> Job {
    let faces: Vec<(Panel, usize)> = Panel::ALL
        .iter()
        .enumerate()
        .map(|(i, (_, panel))| (*panel, i))
        .collect();
    Job::Boxes {
        component: 1,
        net: Net::new(Mm(w), Mm(h), Mm(d)),
        boxes: vec![faces; count],
    }
}

#[test]
fn a_box_for_a_deck_fits_on_one_page() {
    for paper in ["a4", "letter"] {
        for bleed in [0.0, 2.0, 5.0] {
            let layout = Layout {
                bleed: Mm(bleed),
                backs: Backs::None,
                ..on(paper)
            };
            let sheets = pages(&[boxes(64.0, 89.0, 17.2, 2)], &layout);
            assert_eq!(sheets.len(), 2, "{paper} {bleed}");
            for s in &sheets {
                check::inside(s, layout.margin);
                check::tidy(s);
                assert_eq!(s.items.len(), 6);
                assert_eq!(s.components, [1]);
                // The outline is one closed cut; folds and glue are guides.
                assert_eq!(s.marks.len(), 1);
                let dashed = s.guides.iter().filter(|g| g.pen.dash.is_some()).count();
                assert_eq!(dashed, 12);
                assert!(s.guides.len() > dashed + 10, "glue is hatched");
            }
        }
    }
}

#[test]
fn a_large_box_is_tiled_and_nothing_is_lost() {
    let layout = Layout {
        bleed: Mm(3.0),
        backs: Backs::None,
        ..on("a4")
    };
    let sheets = pages(&[boxes(150.0, 200.0, 60.0, 1)], &layout);
    assert!(sheets.len() > 1, "tiled");
    for s in &sheets {
        check::inside(s, layout.margin);
        check::tidy(s);
        assert!(s.guides.iter().any(|g| g.pen.dash.is_some()));
    }
    // Every panel is seen in full: its parts on all tiles together cover it, overlaps counted twice.
    for face in 0..6 {
        let of = sheets
            .iter()
            .flat_map(|s| &s.items)
            .filter(|p| p.face == face);
        let seen: f64 = of
            .map(|p| {
                let c = check::printed(p);
                let (x, y) = (c.x.max(p.at.x), c.y.max(p.at.y));
                let w = c.right().min(p.at.right()) - x;
                let h = c.bottom().min(p.at.bottom()) - y;
                w.0.max(0.0) * h.0.max(0.0)
            })
            .sum();
        let whole = {
            let (_, panel) = Panel::ALL[face];
            let size = panel.size(Mm(150.0), Mm(200.0), Mm(60.0));
            size.w.0 * size.h.0
        };
        assert!(seen >= whole - 1e-6, "face {face}: {seen} of {whole}");
    }
}

#[test]
fn a_box_that_would_take_hundreds_of_pages_is_refused() {
    let layout = Layout {
        paper: Size::mm(50.0, 50.0),
        backs: Backs::None,
        ..Layout::default()
    };
    let refused = impose(&[boxes(300.0, 300.0, 100.0, 1)], &layout, &furniture());
    assert!(
        matches!(refused, Err(ImposeError::TooManyTiles { component: 1, .. })),
        "{refused:?}"
    );
}

#[test]
fn without_marks_a_box_keeps_its_folds() {
    let layout = Layout {
        marks: Marks::None,
        ..on("a4")
    };
    let sheets = pages(&[boxes(64.0, 89.0, 17.2, 1)], &layout);
    assert!(sheets[0].marks.is_empty());
    assert!(!sheets[0].guides.is_empty());
}
