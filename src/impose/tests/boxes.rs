//! Tuck boxes, whole and tiled.

use super::*;
use crate::impose::carton::Stroke;

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

fn sizes() -> impl Iterator<Item = (Mm, Mm, Mm)> {
    let sides = [8.0, 20.0, 64.0, 92.0, 200.0];
    sides.into_iter().flat_map(move |w| {
        sides
            .into_iter()
            .flat_map(move |h| sides.into_iter().map(move |d| (Mm(w), Mm(h), Mm(d))))
    })
}

fn panel_at(net: &Net, panel: Panel) -> Rect {
    net.panels
        .iter()
        .find(|p| p.panel == panel)
        .expect("a panel")
        .at
}

#[test]
fn panels_meet_edge_to_edge_and_close_to_the_wanted_size() {
    for (w, h, d) in sizes() {
        let net = Net::new(w, h, d);
        let [front, back, left, right, top, bottom] = Panel::ALL.map(|(_, p)| panel_at(&net, p));
        let same = |a: Mm, b: Mm| assert!((a - b).0.abs() < 1e-9, "{a} {b} of {w} {h} {d}");
        same(left.right(), front.x);
        same(front.right(), right.x);
        same(right.right(), back.x);
        same(top.bottom(), back.y);
        same(back.bottom(), bottom.y);
        for belt in [front, back, left, right] {
            same(belt.y, front.y);
            same(belt.h, h);
        }
        same(front.w, w);
        same(back.w, w);
        same(left.w, d);
        same(right.w, d);
        for lid in [top, bottom] {
            same(lid.x, back.x);
            same(lid.w, w);
            same(lid.h, d);
        }
        for place in &net.panels {
            let face = place.panel.size(w, h, d);
            same(face.w, place.at.w);
            same(face.h, place.at.h);
        }
    }
}

#[test]
fn the_outline_holds_every_panel_and_fills_the_net() {
    for (w, h, d) in sizes() {
        let net = Net::new(w, h, d);
        let xs = net.outline.iter().map(|p| p.0.0);
        let ys = net.outline.iter().map(|p| p.1.0);
        let span = |v: &mut dyn Iterator<Item = f64>| {
            v.fold((f64::MAX, f64::MIN), |(a, b), x| (a.min(x), b.max(x)))
        };
        let (left, right) = span(&mut xs.clone());
        let (top, bottom) = span(&mut ys.clone());
        assert!(left.abs() < 1e-9 && top.abs() < 1e-9, "{w} {h} {d}");
        assert!((right - net.size.w.0).abs() < 1e-9, "{w} {h} {d}");
        assert!((bottom - net.size.h.0).abs() < 1e-9, "{w} {h} {d}");
        for place in &net.panels {
            let c = place.at;
            // Below the middle, where the thumb notch is not.
            let spots = [
                (0.02, 0.9),
                (0.98, 0.9),
                (0.5, 0.55),
                (0.02, 0.1),
                (0.98, 0.1),
            ];
            for (u, v) in spots {
                let spot = (c.x + c.w * u, c.y + c.h * v);
                assert!(
                    encloses(&net.outline, spot),
                    "{:?} of {w} {h} {d}",
                    place.panel
                );
            }
        }
        for glue in &net.glue {
            let spot = (glue.x + glue.w / 2.0, glue.y + glue.h / 2.0);
            assert!(encloses(&net.outline, spot), "glue of {w} {h} {d}");
        }
    }
}

#[test]
fn the_outline_does_not_cross_itself() {
    for (w, h, d) in sizes() {
        let net = Net::new(w, h, d);
        let n = net.outline.len();
        let edge = |i: usize| (net.outline[i], net.outline[(i + 1) % n]);
        for i in 0..n {
            for j in i + 2..n {
                if (j + 1) % n != i {
                    assert!(!cross(edge(i), edge(j)), "edges {i} and {j} of {w} {h} {d}");
                }
            }
        }
    }
}

#[test]
fn faces_reach_over_folds_but_never_onto_another_panel() {
    let net = Net::new(Mm(64.0), Mm(89.0), Mm(17.0));
    for place in &net.panels {
        for bleed in [0.0, 3.0, 5.0] {
            let reach = place.reach(Mm(bleed));
            for other in net.panels.iter().filter(|o| o.panel != place.panel) {
                assert!(
                    !reach.overlaps(other.at),
                    "{:?} {:?}",
                    place.panel,
                    other.panel
                );
            }
        }
    }
}

fn encloses(outline: &[(Mm, Mm)], (x, y): (Mm, Mm)) -> bool {
    let mut inside = false;
    for (i, a) in outline.iter().enumerate() {
        let b = outline[(i + 1) % outline.len()];
        if (a.1 > y) != (b.1 > y) && x < a.0 + (b.0 - a.0) * ((y - a.1) / (b.1 - a.1)) {
            inside = !inside;
        }
    }
    inside
}

fn cross((a, b): Stroke, (c, d): Stroke) -> bool {
    let side = |p: (Mm, Mm), q: (Mm, Mm), r: (Mm, Mm)| {
        (q.0 - p.0).0 * (r.1 - p.1).0 - (q.1 - p.1).0 * (r.0 - p.0).0
    };
    let (s1, s2) = (side(a, b, c), side(a, b, d));
    let (s3, s4) = (side(c, d, a), side(c, d, b));
    s1 * s2 < -1e-9 && s3 * s4 < -1e-9
}
