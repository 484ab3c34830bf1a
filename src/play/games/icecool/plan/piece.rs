//! The flat paper that a room is folded from: a floor with its four walls around it, doors, glue tabs and the line to cut.

use serde::Serialize;

use super::FloorPlan;
use super::geometry::{Area, Circle, HAIR, Point, seam, turned};
use super::room::{Door, RED_LINE, Room};
use crate::say::Say;

/// How far a glue tab reaches behind the next wall.
pub const TAB: f64 = 10.0;
/// How much a glue tab narrows at its ends.
pub(super) const BEVEL: f64 = 4.0;

/// The four sides of a floor, clockwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum FloorSide {
    /// Away from the reader.
    Top,
    /// To the right.
    Right,
    /// Towards the reader.
    Bottom,
    /// To the left.
    Left,
}

impl FloorSide {
    /// All four.
    pub const ALL: [FloorSide; 4] = [
        FloorSide::Top,
        FloorSide::Right,
        FloorSide::Bottom,
        FloorSide::Left,
    ];

    /// How the frame of this wall is turned against its piece.
    pub fn angle(self) -> u32 {
        match self {
            FloorSide::Top => 0,
            FloorSide::Right => 90,
            FloorSide::Bottom => 180,
            FloorSide::Left => 270,
        }
    }
}

/// An opening in a wall of a piece.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Opening {
    /// The room behind it.
    pub to: String,
    /// Its middle along the wall.
    pub u: f64,
    /// Its width.
    pub width: f64,
    /// Its height.
    pub height: f64,
    /// Whether fish hang on it.
    pub fish: bool,
    /// The mark of the joint.
    pub dot: String,
    /// How the mark is turned, so that its halves meet.
    pub dot_turn: u32,
    /// Where the dot's middle lies on the piece: on the floor's edge, in the doorway.
    pub foot: Point,
}

/// A wall of a piece.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Wall {
    /// Which side of the floor it stands on.
    pub side: FloorSide,
    /// The left end of its foot as seen from inside, on the piece.
    pub x: f64,
    /// See `x`.
    pub y: f64,
    /// How its frame is turned.
    pub angle: u32,
    /// Its length.
    pub length: f64,
    /// Its height.
    pub height: f64,
    /// The doors in it.
    pub doors: Vec<Opening>,
    /// Where white fish sit on it, along the wall.
    pub clips: Vec<f64>,
    /// The rooms behind it: name, from, to along the wall.
    pub behind: Vec<(String, f64, f64)>,
    /// Free stretches for pictures, from and to along the wall: no door and no clip in them.
    pub free: Vec<(f64, f64)>,
}

impl Wall {
    /// A point of the wall's foot on the piece.
    fn foot(&self, u: f64) -> Point {
        let (x, y) = turned(u, 0.0, self.angle);
        Point {
            x: self.x + x,
            y: self.y + y,
        }
    }
}

/// A glue tab: four corners, the first two on the fold.
pub type Tab = [Point; 4];

/// The flat paper of one room.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct RoomPaper {
    /// The room.
    pub room: String,
    /// The number on its floor.
    pub number: u32,
    /// How it is turned in the plan.
    pub turn: u32,
    /// The whole width, tabs included.
    pub w: f64,
    /// The whole height, tabs included.
    pub h: f64,
    /// The floor.
    pub floor: Area,
    /// The red line.
    pub red: Area,
    /// The walls, clockwise from the top.
    pub walls: Vec<Wall>,
    /// The glue tabs, which stand on the ends of the left and right walls.
    pub tabs: Vec<Tab>,
    /// The line to cut along, as corners; the doors are cut out besides.
    pub outline: Vec<Point>,
    /// Where Runners start.
    pub circle: Option<Circle>,
    /// Where the Catcher starts.
    pub area: Option<Area>,
}

impl FloorPlan {
    /// The flat paper of a room.
    pub fn piece(&self, name: &str) -> Result<RoomPaper, Say> {
        let room = self.room(name)?;
        let (w, h) = room.own_size();
        let up = room.height;
        let floor = Area { x: up, y: up, w, h };
        let tabs = tabs(floor, up);
        Ok(RoomPaper {
            room: room.name.clone(),
            number: room.number,
            turn: room.turn,
            w: w + 2.0 * up,
            h: h + 2.0 * up,
            floor,
            red: floor.shrunk(RED_LINE),
            walls: FloorSide::ALL
                .into_iter()
                .map(|side| self.wall(room, floor, side))
                .collect(),
            outline: outline(floor, up, &tabs),
            tabs: tabs.into_iter().flatten().collect(),
            circle: room.circle.map(|c| {
                let p = room.to_piece(Point { x: c.x, y: c.y });
                Circle {
                    x: p.x,
                    y: p.y,
                    r: c.r,
                }
            }),
            area: room.area.map(|a| area_to_piece(room, a)),
        })
    }

    fn wall(&self, room: &Room, floor: Area, side: FloorSide) -> Wall {
        let (right, bottom) = (floor.x + floor.w, floor.y + floor.h);
        let (x, y, length) = match side {
            FloorSide::Top => (floor.x, floor.y, floor.w),
            FloorSide::Right => (right, floor.y, floor.h),
            FloorSide::Bottom => (right, bottom, floor.w),
            FloorSide::Left => (floor.x, bottom, floor.h),
        };
        let mut wall = Wall {
            side,
            x,
            y,
            angle: side.angle(),
            length,
            height: room.height,
            doors: Vec::new(),
            clips: Vec::new(),
            behind: Vec::new(),
            free: Vec::new(),
        };
        for other in self.rooms.iter().filter(|o| o.name != room.name) {
            let Some(seam) = seam(room.floor(), other.floor()) else {
                continue;
            };
            let ends = [seam.from, seam.to].map(|at| along(&wall, room, seam.point(at)));
            if let [Some(a), Some(b)] = ends {
                wall.behind.push((other.name.clone(), a.min(b), a.max(b)));
            }
        }
        wall.behind.sort_by(|a, b| a.1.total_cmp(&b.1));
        for joint in &self.joints {
            let to = match &joint.rooms {
                (a, b) if *a == room.name => b,
                (a, b) if *b == room.name => a,
                _ => continue,
            };
            if let Some(u) = along(&wall, room, joint.at) {
                let opening = opening(&wall, room, &joint.door, to, u);
                wall.doors.push(opening);
                wall.clips
                    .extend(joint.clip.and_then(|c| along(&wall, room, c)));
            }
        }
        wall.doors.sort_by(|a, b| a.u.total_cmp(&b.u));
        wall.free = free(&wall);
        wall
    }
}

/// Where a point of the plan lies along a wall; `None` when it is not on it.
fn along(wall: &Wall, room: &Room, p: Point) -> Option<f64> {
    let p = room.to_piece(p);
    let (u, v) = turned(p.x - wall.x, p.y - wall.y, 360 - wall.angle);
    (v.abs() < HAIR && u > -HAIR && u < wall.length + HAIR).then_some(u)
}

fn opening(wall: &Wall, room: &Room, door: &Door, to: &str, u: f64) -> Opening {
    Opening {
        to: to.to_owned(),
        u,
        width: door.width,
        height: door.height,
        fish: door.fish,
        dot: door.dot.clone(),
        dot_turn: (720 - room.turn - wall.angle) % 360,
        foot: wall.foot(u),
    }
}

/// The stretches of a wall between doors and clips.
fn free(wall: &Wall) -> Vec<(f64, f64)> {
    // A clip keeps as much room as a fish is wide.
    let doors = wall
        .doors
        .iter()
        .map(|d| (d.u - d.width / 2.0, d.u + d.width / 2.0));
    let mut taken: Vec<_> = doors
        .chain(wall.clips.iter().map(|c| (c - 11.0, c + 11.0)))
        .collect();
    taken.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut out = Vec::new();
    let mut from = 0.0;
    for (a, b) in taken.into_iter().chain([(wall.length, wall.length)]) {
        if a - from > HAIR {
            out.push((from, a));
        }
        from = f64::max(from, b);
    }
    out
}

fn area_to_piece(room: &Room, a: Area) -> Area {
    let p = room.to_piece(Point { x: a.x, y: a.y });
    let q = room.to_piece(Point {
        x: a.x + a.w,
        y: a.y + a.h,
    });
    Area {
        x: p.x.min(q.x),
        y: p.y.min(q.y),
        w: (p.x - q.x).abs(),
        h: (p.y - q.y).abs(),
    }
}

/// The tabs of the right wall (top, bottom) and of the left wall (bottom, top), each from the floor outwards.
fn tabs(f: Area, up: f64) -> [[Tab; 2]; 2] {
    let tab = |x: f64, out: f64, y: f64, end: f64| {
        let p = |dx: f64, dy: f64| Point {
            x: x + out * dx,
            y: y + end * dy,
        };
        [p(0.0, 0.0), p(up, 0.0), p(up - BEVEL, TAB), p(BEVEL, TAB)]
    };
    let (left, right, top, bottom) = (f.x, f.x + f.w, f.y, f.y + f.h);
    [
        [tab(right, 1.0, top, -1.0), tab(right, 1.0, bottom, 1.0)],
        [tab(left, -1.0, bottom, 1.0), tab(left, -1.0, top, -1.0)],
    ]
}

/// The line around a piece, clockwise from the upper left end of the top wall.
fn outline(f: Area, up: f64, tabs: &[[Tab; 2]; 2]) -> Vec<Point> {
    let p = |x: f64, y: f64| Point { x, y };
    let (left, right, top, bottom) = (f.x, f.x + f.w, f.y, f.y + f.h);
    let inward = |t: &Tab| [t[0], t[3], t[2], t[1]];
    let outward = |t: &Tab| [t[1], t[2], t[3], t[0]];
    let [[right_top, right_bottom], [left_bottom, left_top]] = tabs;
    let mut out = vec![p(left, top - up), p(right, top - up)];
    out.extend(inward(right_top));
    out.extend(outward(right_bottom));
    out.extend([p(right, bottom + up), p(left, bottom + up)]);
    out.extend(inward(left_bottom));
    out.extend(outward(left_top));
    out
}
