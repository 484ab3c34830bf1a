//! Backs lie behind their fronts, whatever the flip, the turn and the paper.

use super::check::matches;
use super::*;

#[test]
fn backs_lie_behind_their_fronts() {
    for backs in [Backs::DuplexLong, Backs::DuplexShort] {
        for paper in ["a4", "letter", "297x210mm"] {
            for (w, h) in [(44.0, 68.0), (68.0, 44.0), (57.0, 57.0), (63.0, 88.0)] {
                let layout = Layout { backs, ..on(paper) };
                let card = |i| CutPiece {
                    back: Some(1000 + i),
                    ..piece(0, Size::mm(w, h), i)
                };
                let sheets = pages(&[Job::Pieces((0..20).map(card).collect())], &layout);
                for pair in sheets.chunks(2) {
                    assert!(!pair[0].is_back && pair[1].is_back);
                    for (f, b) in pair[0].items.iter().zip(&pair[1].items) {
                        assert_eq!(f.face + 1000, b.face);
                        assert!(matches(f, b, backs, layout.paper), "{f:?} {b:?}");
                    }
                }
            }
        }
    }
}

fn piece(component: usize, size: Size, front: usize) -> CutPiece {
    CutPiece {
        component,
        size,
        front,
        back: None,
        cut: Cut::default(),
    }
}

#[test]
fn upright_cards_keep_upright_backs_on_the_long_edge() {
    let job = [cards(0, Size::mm(63.0, 88.0), 1, 1, Some(0))];
    let sheets = pages(&job, &on("a4"));
    let (f, b) = (&sheets[0].items[0], &sheets[1].items[0]);
    assert_eq!((f.turn, b.turn, f.at.y), (Turn::None, Turn::None, b.at.y));
    assert!((b.at.x.0 - (210.0 - f.at.x.0 - 63.0)).abs() < 1e-9);
    let sheets = pages(
        &job,
        &Layout {
            backs: Backs::DuplexShort,
            ..on("a4")
        },
    );
    assert_eq!(sheets[1].items[0].turn, Turn::Half);
}

#[test]
fn backs_carry_furniture_but_no_marks_and_no_ruler() {
    let sheets = pages(&[cards(0, Size::mm(57.0, 57.0), 15, 1, Some(0))], &on("a4"));
    let back = &sheets[1];
    assert!(back.marks.is_empty() && back.ruler.is_empty());
    assert_eq!(
        back.notes[0].text,
        "CATCH and RUN · Floor · English · page 2/2"
    );
    check::tidy(back);
}

#[test]
fn a_leaf_without_backs_gets_an_empty_one_unless_it_is_the_last() {
    let jobs = [
        cards(0, Size::mm(63.0, 88.0), 9, 1, None),
        cards(1, Size::mm(57.0, 57.0), 15, 20, None),
    ];
    let sheets = pages(&jobs, &on("a4"));
    assert_eq!(
        sheets.iter().map(|s| s.is_back).collect::<Vec<_>>(),
        [false, true, false]
    );
    assert!(
        sheets[1].items.is_empty()
            && sheets[1].notes[0]
                .text
                .ends_with("this side is meant to be empty")
    );
    let mut last = sheets[2].notes.iter();
    assert!(last.any(|n| n.text.ends_with("page 3/3")));
}

#[test]
fn folded_pairs_lie_side_by_side() {
    let layout = Layout {
        backs: Backs::Fold,
        bleed: Mm(2.0),
        ..on("a4")
    };
    let sheets = pages(&[cards(0, Size::mm(44.0, 68.0), 8, 1, Some(0))], &layout);
    assert_eq!(sheets.len(), 1);
    let s = &sheets[0];
    assert_eq!((s.items.len(), s.guides.len()), (16, 8));
    for (pair, fold) in s.items.chunks(2).zip(&s.guides) {
        let (f, b) = (&pair[0], &pair[1]);
        // Folding along the guide mirrors the back onto the front, top onto top.
        let Shape::Line { x1, y1, x2, y2 } = fold.shape else {
            panic!()
        };
        for (u, v) in [(0.0, 0.0), (1.0, 0.0), (0.2, 0.7)] {
            let (x, y) = check::point(b, (u, v));
            let over = if x1 == x2 {
                (2.0 * x1.0 - x, y)
            } else {
                (x, 2.0 * y1.0 - y)
            };
            let (fx, fy) = check::point(f, (1.0 - u, v));
            assert!(
                (over.0 - fx).abs() < 1e-6 && (over.1 - fy).abs() < 1e-6,
                "{x1} {x2} {y1} {y2}"
            );
        }
    }
    check::apart(s);
}

#[test]
fn standees_are_joined_at_the_head() {
    let job = Job::Standees {
        component: 0,
        size: Size::mm(30.0, 45.0),
        tab: Mm(10.0),
        cut: Cut::default(),
        pieces: vec![(1, 2); 4],
    };
    let s = &pages(&[job], &on("a4"))[0];
    let (f, b) = (&s.items[0], &s.items[1]);
    assert_eq!(
        (f.face, b.face, f.turn, b.turn),
        (1, 2, Turn::None, Turn::Half)
    );
    assert_eq!((b.at.bottom(), s.trim.h), (f.at.y, Mm(110.0)));
    assert_eq!(s.items.len(), 8);
    let dashed = s.guides.iter().filter(|g| g.pen.dash.is_some()).count();
    assert_eq!(dashed, 3 * 4);
}

#[test]
fn without_backs_only_fronts_are_printed() {
    let sheets = pages(
        &[cards(0, Size::mm(63.0, 88.0), 10, 1, Some(0))],
        &Layout {
            backs: Backs::None,
            ..on("a4")
        },
    );
    assert_eq!(sheets.len(), 2);
    assert!(
        sheets
            .iter()
            .all(|s| !s.is_back && s.items.iter().all(|p| p.face != 0))
    );
}
