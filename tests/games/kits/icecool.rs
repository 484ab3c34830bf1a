//! The shipped ICECOOL kit: right counts, and a school that can be cut, folded and joined.

use std::collections::{BTreeMap, BTreeSet};

use kitpress::kit::{Kit, Source};
use kitpress::play::games::icecool::plan::{
    Area, DISC, FloorPlan, FloorSide, Point, Room, RoomPaper, seam,
};
use kitpress::press::{NoProgress, PrintOptions, proof};
use kitpress::scene::{Studio, text_extents};
use serde_json::Value;

/// What a page of both A4 and Letter surely holds, in millimetres, the paper upright.
const PAGE: (f64, f64) = (196.0, 259.0);
/// Lengths closer than this are equal.
const HAIR: f64 = 1e-6;

fn kit() -> Kit {
    kitpress::load("icecool").expect("the kit loads")
}

fn rooms() -> Vec<Room> {
    let kit = kit();
    let cards = &kit.component("room").expect("rooms").cards;
    cards
        .iter()
        .map(|card| {
            let mut fields = card.fields.clone();
            fields.insert("name".into(), Value::from(card.name.as_str()));
            serde_json::from_value(Value::Object(fields)).expect("a room")
        })
        .collect()
}

fn plan() -> FloorPlan {
    FloorPlan::new(rooms()).expect("a plan")
}

fn pieces(plan: &FloorPlan) -> Vec<RoomPaper> {
    plan.rooms()
        .iter()
        .map(|r| plan.piece(&r.name).expect("a piece"))
        .collect()
}

/// How many cards of a component have each value of a field.
fn tally(component: &str, field: &str) -> BTreeMap<String, u32> {
    let mut out = BTreeMap::new();
    for card in &kit().component(component).expect("a component").cards {
        let value = match &card.fields[field] {
            Value::String(s) => s.clone(),
            other => other.to_string(),
        };
        *out.entry(value).or_default() += card.count;
    }
    out
}

fn counts<const N: usize>(list: [(&str, u32); N]) -> BTreeMap<String, u32> {
    list.into_iter().map(|(k, n)| (k.to_owned(), n)).collect()
}

#[test]
fn the_kit_has_what_the_game_needs() {
    let kit = kit();
    let expected = [
        ("fish-card", 45),
        ("reminder", 4),
        ("id", 4),
        ("fish", 16),
        ("penguin", 4),
        ("sleeve", 4),
        ("room", 5),
    ];
    for (id, n) in expected {
        assert_eq!(kit.component(id).expect("a component").pieces(), n, "{id}");
    }
    for sheet in ["making", "aid", "rules", "booklet", "box"] {
        assert!(kit.component(sheet).is_ok(), "{sheet}");
    }
    assert_eq!(kit.players, (2, 4));
}

#[test]
fn twenty_ones_fifteen_twos_ten_threes() {
    assert_eq!(
        tally("fish-card", "value"),
        counts([("1", 20), ("2", 15), ("3", 10)])
    );
}

#[test]
fn three_fish_in_each_colour_and_four_white_ones() {
    assert_eq!(
        tally("fish", "color"),
        counts([
            ("red", 3),
            ("blue", 3),
            ("yellow", 3),
            ("green", 3),
            ("white", 4)
        ])
    );
    for component in ["reminder", "id", "penguin", "sleeve"] {
        assert_eq!(
            tally(component, "color"),
            counts([("red", 1), ("blue", 1), ("yellow", 1), ("green", 1)])
        );
    }
}

#[test]
fn every_id_card_has_two_different_portraits() {
    let portraits: BTreeSet<String> = ["front", "back"]
        .iter()
        .flat_map(|side| tally("id", side).into_keys())
        .collect();
    assert_eq!(portraits.len(), 8);
}

#[test]
fn sizes_follow_the_scale() {
    for (scale, penguin, fish) in [("1.0", 25.0, 22.0), ("0.6", 15.0, 13.2)] {
        let set = [("scale".to_owned(), scale.to_owned())];
        let source = Source::find("icecool").expect("the kit");
        let kit = Kit::load_from(source, &set).expect("the kit loads");
        let width = |id: &str| kit.component(id).expect("a component").size.w.0;
        assert!((width("penguin") - penguin).abs() < HAIR);
        assert!((width("fish") - fish).abs() < HAIR);
        assert!(
            (width("fish-card") - 44.0).abs() < HAIR,
            "cards stay as they are"
        );
    }
}

#[test]
fn four_rooms_ring_the_centre_which_opens_to_three_of_them() {
    let doors: BTreeSet<(u32, u32)> = plan().joints().iter().map(|j| ordered(j.numbers)).collect();
    assert_eq!(
        doors,
        BTreeSet::from([(1, 3), (2, 3), (2, 4), (1, 4), (1, 5), (2, 5), (3, 5)])
    );
    assert_eq!(plan().joints().len(), doors.len(), "one door a pair");
}

#[test]
fn fish_hang_on_three_doors() {
    let fish: BTreeSet<_> = plan()
        .joints()
        .iter()
        .filter(|j| j.door.fish)
        .map(|j| ordered(j.numbers))
        .collect();
    assert_eq!(fish, BTreeSet::from([(2, 3), (2, 4), (3, 5)]));
}

fn ordered((a, b): (u32, u32)) -> (u32, u32) {
    (a.min(b), a.max(b))
}

#[test]
fn floors_cover_the_school_without_overlap() {
    let plan = plan();
    let all = plan.overview();
    let area: f64 = plan.rooms().iter().map(|r| r.w * r.h).sum();
    assert!((area - all.w * all.h).abs() < HAIR, "no gap");
    for (i, a) in plan.rooms().iter().enumerate() {
        for b in &plan.rooms()[..i] {
            let w = (a.x + a.w).min(b.x + b.w) - a.x.max(b.x);
            let h = (a.y + a.h).min(b.y + b.h) - a.y.max(b.y);
            assert!(w < HAIR || h < HAIR, "{} lies on {}", a.name, b.name);
        }
    }
}

#[test]
fn walls_meet_edge_to_edge() {
    let plan = plan();
    let pieces = pieces(&plan);
    for (room, piece) in plan.rooms().iter().zip(&pieces) {
        for wall in &piece.walls {
            for (other, from, to) in &wall.behind {
                let there = pieces.iter().find(|p| p.room == *other).expect("a piece");
                let back: Vec<_> = there
                    .walls
                    .iter()
                    .flat_map(|w| {
                        w.behind
                            .iter()
                            .filter(|b| b.0 == room.name)
                            .map(move |b| (w.height, b.2 - b.1))
                    })
                    .collect();
                assert_eq!(back.len(), 1, "{} and {other} share one wall", room.name);
                assert!(
                    (back[0].0 - wall.height).abs() < HAIR,
                    "{} and {other}: equal heights",
                    room.name
                );
                assert!(
                    (back[0].1 - (to - from)).abs() < HAIR,
                    "{} and {other}: equal lengths",
                    room.name
                );
            }
        }
        // What touches another room in the plan has it behind a wall of the paper.
        let touching = plan
            .rooms()
            .iter()
            .filter(|o| o.name != room.name && seam(room.floor(), o.floor()).is_some());
        let behind: usize = piece.walls.iter().map(|w| w.behind.len()).sum();
        assert_eq!(touching.count(), behind, "{}", room.name);
    }
}

/// A door seen in the plan: its joint's mark, its two ends in micrometres, its height.
type DoorInPlan = (String, Vec<(i64, i64)>, f64);

/// Every door of every piece.
fn doors_in_plan(plan: &FloorPlan) -> Vec<DoorInPlan> {
    let micro = |p: Point| ((p.x * 1000.0).round() as i64, (p.y * 1000.0).round() as i64);
    let mut out = Vec::new();
    for room in plan.rooms() {
        for wall in plan.piece(&room.name).expect("a piece").walls {
            for door in &wall.doors {
                let half = door.width / 2.0;
                let (dx, dy) = match wall.side {
                    FloorSide::Top | FloorSide::Bottom => (half, 0.0),
                    FloorSide::Right | FloorSide::Left => (0.0, half),
                };
                let end = |s: f64| Point {
                    x: door.foot.x + s * dx,
                    y: door.foot.y + s * dy,
                };
                let mut ends = vec![
                    micro(room.to_plan(end(-1.0))),
                    micro(room.to_plan(end(1.0))),
                ];
                ends.sort_unstable();
                out.push((door.dot.clone(), ends, door.height));
            }
        }
    }
    out
}

#[test]
fn doors_of_neighbours_face_each_other_and_dots_match_in_pairs() {
    let plan = plan();
    let mut by_dot: BTreeMap<String, Vec<_>> = BTreeMap::new();
    for (dot, ends, height) in doors_in_plan(&plan) {
        by_dot.entry(dot).or_default().push((ends, height));
    }
    assert_eq!(
        by_dot.len(),
        plan.joints().len(),
        "each joint has a mark of its own"
    );
    for (dot, doors) in by_dot {
        assert_eq!(doors.len(), 2, "the two halves of {dot}");
        assert_eq!(doors[0], doors[1], "the doors of {dot}");
    }
}

#[test]
fn the_halves_of_a_dot_make_a_whole_one() {
    let plan = plan();
    for joint in plan.joints() {
        let turns: Vec<u32> = [&joint.rooms.0, &joint.rooms.1]
            .iter()
            .flat_map(|name| {
                let piece = plan.piece(name).expect("a piece");
                let walls = piece.walls.into_iter();
                // How the mark lies in the plan: the piece's turn, the wall's, and its own.
                walls.flat_map(move |w| {
                    let turn = piece.turn + w.angle;
                    w.doors
                        .into_iter()
                        .map(move |d| (d.dot, (turn + d.dot_turn) % 360))
                })
            })
            .filter(|(dot, _)| *dot == joint.door.dot)
            .map(|(_, turn)| turn)
            .collect();
        assert_eq!(turns, [0, 0], "{}", joint.door.dot);
    }
}

#[test]
fn doors_are_wide_enough_for_a_penguin() {
    let kit = kit();
    assert!((kit.component("penguin").expect("penguins").size.w.0 - DISC).abs() < HAIR);
    for joint in plan().joints() {
        assert!(joint.door.width >= 1.6 * DISC, "{:?}", joint.rooms);
    }
}

#[test]
fn a_hanging_fish_leaves_the_door_open() {
    let kit = kit();
    let fish = kit.component("fish").expect("fish").size.h.0;
    let plan = plan();
    for joint in plan.joints() {
        let wall = plan.room(&joint.rooms.0).expect("a room").height;
        assert!(wall - fish >= 12.0, "a coin or bottle cap slides under it");
        assert!(
            fish > wall - joint.door.height,
            "and it shows below the frame"
        );
    }
}

#[test]
fn a_penguin_in_its_body_slides_under_a_hanging_fish() {
    /// What is folded in under the cap, in millimetres.
    const TEETH: f64 = 4.0;
    let kit = kit();
    let height = |id: &str| kit.component(id).expect("a component").size.h.0;
    let body = height("sleeve") - TEETH;
    for room in plan().rooms() {
        assert!(body + 1.0 < room.height - height("fish"), "{}", room.name);
    }
    let around = kit.component("sleeve").expect("bodies").size.w.0;
    assert!(
        around > std::f64::consts::PI * DISC,
        "and goes around a disc"
    );
}

#[test]
fn a_body_closes_into_a_ring_that_a_cap_covers() {
    /// What is glued behind the other end.
    const TAB: f64 = 10.0;
    let around = kit().component("sleeve").expect("bodies").size.w.0 - TAB;
    let across = around / std::f64::consts::PI;
    // A coin of two euros is 25.75 across, and paper needs a little room.
    assert!((26.25..=DISC + 2.0).contains(&across), "{across}");
}

/// Rooms with the numbers of those that their faces of a file name in words such as `tongue: under room 3`.
fn named(faces: &[(String, String, String)], file: &str, words: &str) -> BTreeSet<(u32, u32)> {
    let numbers: BTreeMap<String, u32> = rooms().into_iter().map(|r| (r.name, r.number)).collect();
    let of_file = faces.iter().filter(|(_, of, _)| of == file);
    of_file
        .flat_map(|(card, _, text)| {
            let said: Vec<u32> = (1..=5)
                .filter(|n| text.contains(&words.replace('#', &n.to_string())))
                .collect();
            let own = numbers[card];
            said.into_iter().map(move |n| (own, n))
        })
        .collect()
}

/// Of each door one side is a tongue and the other a hole; the tongue goes where the neighbour's outside waits for it.
#[test]
fn every_joint_has_one_tongue_and_one_place_for_it() {
    let kit = kit();
    let options = PrintOptions {
        lang: "en".into(),
        only: vec!["room".into()],
        ..PrintOptions::default()
    };
    let studio = Studio::new(&kit, options.ink).expect("fonts load");
    let proof = proof(&kit, &studio, &options, false, &NoProgress).expect("it prints");
    let faces: Vec<(String, String, String)> = proof
        .faces
        .iter()
        .map(|f| {
            let texts = text_extents(&f.scene, f.size);
            let words: Vec<String> = texts.into_iter().map(|t| t.text.trim().into()).collect();
            (f.card.clone(), f.file.clone(), words.join(" "))
        })
        .collect();
    let tongues = named(&faces, "room.svg", "tongue: under room #");
    let landings = named(&faces, "room-back.svg", "the tongue of room # goes here");
    let joints: BTreeSet<(u32, u32)> = plan().joints().iter().map(|j| ordered(j.numbers)).collect();
    assert_eq!(tongues.len(), joints.len(), "{tongues:?}");
    assert_eq!(
        tongues
            .iter()
            .copied()
            .map(ordered)
            .collect::<BTreeSet<_>>(),
        joints
    );
    let waiting: BTreeSet<(u32, u32)> = landings.into_iter().map(|(own, of)| (of, own)).collect();
    assert_eq!(waiting, tongues, "each tongue is waited for");
    // Room 5 has tongues alone; the words are in the steps printed beside it.
    let outer =
        |(card, file, _): &&(String, String, String)| file == "room.svg" && card != "cupboard";
    let holes = faces.iter().filter(outer);
    let holes: usize = holes
        .map(|(_, _, text)| text.matches("cut out").count())
        .sum();
    assert_eq!(holes, joints.len(), "and each goes through a hole");
}

#[test]
fn every_room_has_an_outside_on_its_back() {
    let kit = kit();
    let rooms = kit.component("room").expect("rooms");
    assert!(rooms.back.is_some());
}

#[test]
fn every_piece_fits_both_papers() {
    let kit = kit();
    let face = kit.component("room").expect("rooms").size;
    assert!(
        face.h.0 <= PAGE.0 && face.w.0 <= PAGE.1,
        "the page is {face}"
    );
    for piece in pieces(&plan()) {
        assert!(
            piece.h <= face.h.0 + HAIR && piece.w <= face.w.0 + HAIR,
            "{}",
            piece.room
        );
        let whole = Area {
            x: 0.0,
            y: 0.0,
            w: piece.w,
            h: piece.h,
        };
        let tabs = piece.tabs.iter().flatten();
        assert!(
            piece.outline.iter().chain(tabs).all(|p| whole.holds(*p)),
            "{}",
            piece.room
        );
    }
}

#[test]
fn four_white_fish_hold_the_four_joints_of_the_ring() {
    let plan = plan();
    let clips: Vec<_> = plan
        .joints()
        .iter()
        .filter_map(|j| j.clip.map(|c| (j, c)))
        .collect();
    assert_eq!(clips.len(), 4);
    for (joint, clip) in clips {
        assert_ne!(joint.numbers.1, 5);
        let at = if joint.seam.upright { clip.y } else { clip.x };
        assert!(
            (at - joint.door.at).abs() >= joint.door.width / 2.0 + 11.0,
            "beside the door {:?}",
            joint.rooms
        );
        assert!(at - 11.0 >= joint.seam.from && at + 11.0 <= joint.seam.to);
    }
}

#[test]
fn runners_start_in_the_classroom_and_the_catcher_in_the_kitchen() {
    let plan = plan();
    let classroom = plan.room("classroom").expect("a room");
    assert_eq!(classroom.number, 1);
    let c = classroom.circle.expect("the red circle");
    let inside = classroom.red_line();
    for (x, y) in [
        (c.x - c.r, c.y),
        (c.x + c.r, c.y),
        (c.x, c.y - c.r),
        (c.x, c.y + c.r),
    ] {
        assert!(inside.holds(Point { x, y }));
    }
    assert!(2.0 * c.r >= DISC);
    let kitchen = plan.room("kitchen").expect("a room");
    assert_eq!(kitchen.number, 2);
    let a = kitchen.area.expect("the red area");
    assert!(kitchen.floor().holds(Point { x: a.x, y: a.y }));
    assert!(kitchen.floor().holds(Point {
        x: a.x + a.w,
        y: a.y + a.h
    }));
    let starts = plan
        .rooms()
        .iter()
        .filter(|r| r.circle.is_some() || r.area.is_some())
        .count();
    assert_eq!(starts, 2);
}
