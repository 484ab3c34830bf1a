//! Sizes that share pages, and remainders that do not.

use super::*;

#[test]
fn remainders_share_a_page_when_that_saves_one() {
    let jobs = [
        cards(0, Size::mm(57.0, 57.0), 18, 0, None),
        cards(1, Size::mm(44.0, 68.0), 19, 100, None),
    ];
    let layout = Layout {
        backs: Backs::None,
        ..on("a4")
    };
    let sheets = pages(&jobs, &layout);
    assert_eq!(
        sheets.iter().map(|s| s.items.len()).collect::<Vec<_>>(),
        [15, 16, 6]
    );
    assert_eq!(sheets[2].components, [0, 1]);
    let alone = pages(
        &jobs,
        &Layout {
            share: false,
            ..layout
        },
    );
    assert_eq!(
        alone.iter().map(|s| s.items.len()).collect::<Vec<_>>(),
        [15, 3, 16, 3]
    );
}

#[test]
fn remainders_may_be_split_to_save_a_page() {
    let job = |c, h, from| cards(c, Size::mm(60.0, h), 6, from, None);
    let layout = Layout {
        backs: Backs::None,
        ..on("a4")
    };
    let sheets = pages(
        &[job(0, 80.0, 0), job(1, 81.0, 10), job(2, 82.0, 20)],
        &layout,
    );
    assert_eq!(sheets.len(), 2);
    assert_eq!(sheets.iter().map(|s| s.items.len()).sum::<usize>(), 18);
}

#[test]
fn the_last_sheet_keeps_the_grid() {
    let sheets = pages(
        &[cards(0, Size::mm(63.0, 88.0), 11, 0, None)],
        &Layout {
            backs: Backs::None,
            ..on("a4")
        },
    );
    assert_eq!(sheets[0].items[0].at, sheets[1].items[0].at);
    assert_eq!(sheets[0].items[1].at, sheets[1].items[1].at);
}

#[test]
fn equal_components_fill_pages_together() {
    let size = Size::mm(63.0, 88.0);
    let jobs = [cards(0, size, 5, 0, None), cards(1, size, 4, 5, None)];
    let sheets = pages(&jobs, &on("a4"));
    assert_eq!((sheets.len(), sheets[0].items.len()), (1, 9));
    assert_eq!(sheets[0].components, [0, 1]);
    assert!(sheets[0].items.iter().map(|p| p.face).eq(0..9));
}

#[test]
fn every_piece_has_its_own_size_whichever_comes_first() {
    let (small, large) = (Size::mm(57.0, 57.0), Size::mm(63.0, 88.0));
    for sizes in [[small, large], [large, small]] {
        let job = |c: usize| cards(c, sizes[c], 3, 10 * c, None);
        let sheets = pages(&[job(0), job(1)], &on("a4"));
        for piece in sheets.iter().flat_map(|s| &s.items) {
            let (own, at) = (sizes[piece.face / 10], piece.at);
            let lies = piece.turn.is_sideways();
            let (w, h) = if lies { (own.h, own.w) } else { (own.w, own.h) };
            assert!((at.w - w).0.abs() < 1e-6 && (at.h - h).0.abs() < 1e-6);
        }
    }
}

#[test]
fn cards_without_a_back_leave_their_place_empty() {
    let jobs = [
        cards(0, Size::mm(57.0, 57.0), 2, 1, Some(0)),
        cards(1, Size::mm(57.0, 57.0), 2, 10, None),
    ];
    let sheets = pages(&jobs, &on("a4"));
    assert_eq!(sheets.len(), 2);
    assert_eq!((sheets[0].items.len(), sheets[1].items.len()), (4, 2));
}
