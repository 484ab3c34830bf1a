//! Rooms that touch, doors in shared walls, and the paper around a floor.

use super::geometry::HAIR;
use super::piece::BEVEL;
use super::*;

fn room(name: &str, x: f64, y: f64, w: f64, h: f64, turn: u32) -> Room {
    let (height, doors) = (35.0, Vec::new());
    Room {
        name: name.into(),
        number: 1,
        x,
        y,
        w,
        h,
        turn,
        height,
        doors,
        circle: None,
        area: None,
    }
}

fn door(to: &str, at: f64) -> Door {
    Door {
        to: to.into(),
        at,
        width: 40.0,
        height: 23.0,
        dot: "star".into(),
        fish: true,
        clip: None,
    }
}

#[test]
fn rooms_touch_along_walls_but_not_at_corners() {
    let a = Area {
        x: 0.0,
        y: 0.0,
        w: 100.0,
        h: 60.0,
    };
    let beside = Area {
        x: 100.0,
        y: 20.0,
        w: 50.0,
        h: 90.0,
    };
    assert_eq!(
        seam(a, beside),
        Some(Seam {
            upright: true,
            line: 100.0,
            from: 20.0,
            to: 60.0
        })
    );
    assert_eq!(seam(beside, a), seam(a, beside));
    assert_eq!(
        seam(
            a,
            Area {
                x: 100.0,
                y: 60.0,
                w: 9.0,
                h: 9.0
            }
        ),
        None
    );
    assert_eq!(
        seam(
            a,
            Area {
                x: 120.0,
                y: 0.0,
                w: 9.0,
                h: 9.0
            }
        ),
        None
    );
}

#[test]
fn turning_a_piece_and_back_changes_nothing() {
    for turn in [0, 90, 180, 270] {
        let r = room("a", 30.0, 40.0, 188.0, 124.0, turn);
        let p = Point { x: 77.0, y: 51.0 };
        let q = r.to_plan(r.to_piece(p));
        assert!(
            (p.x - q.x).abs() < HAIR && (p.y - q.y).abs() < HAIR,
            "{turn}"
        );
    }
}

#[test]
fn a_door_is_at_the_same_spot_of_the_plan_in_both_rooms() {
    let mut a = room("a", 0.0, 0.0, 188.0, 124.0, 0);
    a.doors.push(door("b", 52.0));
    let plan = FloorPlan::new(vec![a, room("b", 188.0, 0.0, 124.0, 188.0, 90)]).expect("a plan");
    let feet: Vec<Point> = ["a", "b"]
        .iter()
        .flat_map(|n| {
            let room = plan.room(n).expect("a room");
            let walls = plan.piece(n).expect("a piece").walls;
            walls
                .into_iter()
                .flat_map(|w| w.doors)
                .map(|d| room.to_plan(d.foot))
                .collect::<Vec<_>>()
        })
        .collect();
    assert_eq!(
        feet,
        [Point { x: 188.0, y: 52.0 }, Point { x: 188.0, y: 52.0 }]
    );
}

#[test]
fn doors_stand_in_walls_that_both_rooms_share() {
    let plan = |at: f64, y: f64| {
        let mut a = room("a", 0.0, 0.0, 188.0, 124.0, 0);
        a.doors.push(door("b", at));
        FloorPlan::new(vec![a, room("b", 188.0, y, 124.0, 188.0, 90)])
    };
    assert!(plan(52.0, 0.0).is_ok());
    assert!(
        plan(25.0, 0.0).is_err(),
        "a door needs wall beside it for the glue tab"
    );
    assert!(
        plan(52.0, 124.0).is_err(),
        "rooms that only touch at a corner have no door"
    );
}

#[test]
fn the_closest_point_of_the_red_line() {
    let r = room("a", 0.0, 0.0, 188.0, 124.0, 0);
    let near = |x, y| r.nearest_on_red_line(Point { x, y });
    assert_eq!(near(5.0, 60.0), Point { x: 20.0, y: 60.0 });
    assert_eq!(near(3.0, 3.0), Point { x: 20.0, y: 20.0 });
    assert_eq!(near(90.0, 118.0), Point { x: 90.0, y: 104.0 });
    assert_eq!(near(30.0, 60.0), Point { x: 20.0, y: 60.0 });
}

#[test]
fn the_outline_goes_once_around_without_leaving_the_piece() {
    let plan = FloorPlan::new(vec![room("a", 0.0, 0.0, 188.0, 124.0, 0)]).expect("a plan");
    let piece = plan.piece("a").expect("a piece");
    let page = Area {
        x: 0.0,
        y: 0.0,
        w: piece.w,
        h: piece.h,
    };
    assert!(piece.outline.iter().all(|p| page.holds(*p)));
    let next = piece.outline.iter().cycle().skip(1);
    let area: f64 = piece
        .outline
        .iter()
        .zip(next)
        .map(|(a, b)| (a.x * b.y - b.x * a.y) / 2.0)
        .sum();
    let (walls, tabs) = (2.0 * 35.0 * (188.0 + 124.0), 4.0 * (35.0 - BEVEL) * TAB);
    assert!(
        (area - (188.0 * 124.0 + walls + tabs)).abs() < 1e-6,
        "{area}"
    );
}

#[test]
fn pictures_hang_where_no_door_is() {
    let mut a = room("a", 0.0, 0.0, 188.0, 124.0, 0);
    a.doors.push(Door {
        clip: Some(98.0),
        ..door("b", 52.0)
    });
    let plan = FloorPlan::new(vec![a, room("b", 188.0, 0.0, 124.0, 188.0, 90)]).expect("a plan");
    let wall = &plan.piece("a").expect("a piece").walls[1];
    assert_eq!(wall.free, [(0.0, 32.0), (72.0, 87.0), (109.0, 124.0)]);
}
