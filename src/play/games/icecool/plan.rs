//! The school from above, and the paper that each room is folded from.
//!
//! All rooms are rectangles that lie edge to edge. The plan has x to the right and y down, in millimetres. A
//! piece is a floor with its four walls laid flat around it; its own frame is turned against the plan by
//! [`Room::turn`]. Every wall has a frame of its own: `u` runs along its foot from left to right as seen from
//! inside the room, up is negative.

use serde::{Deserialize, Serialize};

/// The diameter of a penguin.
pub const DISC: f64 = 25.0;
/// How far the red line runs from the walls.
pub const RED_LINE: f64 = 20.0;
/// How far a glue tab reaches behind the next wall.
pub const TAB: f64 = 10.0;
/// How much a glue tab narrows at its ends.
const BEVEL: f64 = 4.0;
/// Lengths closer than this are equal.
const HAIR: f64 = 1e-6;

/// A point, in millimetres.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Point {
    /// To the right.
    pub x: f64,
    /// Down.
    pub y: f64,
}

/// An upright rectangle, in millimetres.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Area {
    /// Its left edge.
    pub x: f64,
    /// Its upper edge.
    pub y: f64,
    /// Its width.
    pub w: f64,
    /// Its height.
    pub h: f64,
}

impl Area {
    fn middle(&self) -> Point {
        Point {
            x: self.x + self.w / 2.0,
            y: self.y + self.h / 2.0,
        }
    }

    fn shrunk(&self, by: f64) -> Self {
        Self {
            x: self.x + by,
            y: self.y + by,
            w: self.w - 2.0 * by,
            h: self.h - 2.0 * by,
        }
    }

    /// Whether a point lies in it or on its edge.
    pub fn holds(&self, p: Point) -> bool {
        p.x >= self.x - HAIR
            && p.x <= self.x + self.w + HAIR
            && p.y >= self.y - HAIR
            && p.y <= self.y + self.h + HAIR
    }
}

/// A door as the kit writes it down, in one of its two rooms.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Door {
    /// The room on the other side.
    pub to: String,
    /// Its middle along the wall, as an x or y of the plan.
    pub at: f64,
    /// Its width.
    pub width: f64,
    /// The height of the opening.
    pub height: f64,
    /// The mark of the joint, which both rooms show.
    pub dot: String,
    /// Whether fish hang on it.
    #[serde(default)]
    pub fish: bool,
    /// Where a white fish holds both walls together, as an x or y of the plan.
    #[serde(default)]
    pub clip: Option<f64>,
}

/// A room as the kit writes it down.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct Room {
    /// Its id.
    pub name: String,
    /// The number on its floor.
    pub number: u32,
    /// Its left edge in the plan.
    pub x: f64,
    /// Its upper edge in the plan.
    pub y: f64,
    /// Its width in the plan.
    pub w: f64,
    /// Its depth in the plan.
    pub h: f64,
    /// How its piece is turned in the plan, clockwise: 0, 90, 180 or 270.
    pub turn: u32,
    /// How high its walls are.
    pub height: f64,
    /// The doors that are written down here; the others are written down in the room that they lead to.
    #[serde(default)]
    pub doors: Vec<Door>,
    /// Where Runners start.
    #[serde(default)]
    pub circle: Option<Circle>,
    /// Where the Catcher starts.
    #[serde(default)]
    pub area: Option<Area>,
}

/// A circle on a floor.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Circle {
    /// The middle's x.
    pub x: f64,
    /// The middle's y.
    pub y: f64,
    /// Its radius.
    pub r: f64,
}

impl Room {
    /// Its floor in the plan.
    pub fn floor(&self) -> Area {
        Area {
            x: self.x,
            y: self.y,
            w: self.w,
            h: self.h,
        }
    }

    /// Its red line in the plan.
    pub fn red_line(&self) -> Area {
        self.floor().shrunk(RED_LINE)
    }

    /// The point of the red line that is nearest to a point of the plan.
    pub fn nearest_on_red_line(&self, p: Point) -> Point {
        let r = self.red_line();
        let (x, y) = (p.x.clamp(r.x, r.x + r.w), p.y.clamp(r.y, r.y + r.h));
        let (left, top) = (x - r.x, y - r.y);
        let (right, bottom) = (r.w - left, r.h - top);
        // A point that is not outside goes to the nearest of the four sides.
        let least = left.min(right).min(top).min(bottom);
        if least == left {
            Point { x: r.x, y }
        } else if least == right {
            Point { x: r.x + r.w, y }
        } else if least == top {
            Point { x, y: r.y }
        } else {
            Point { x, y: r.y + r.h }
        }
    }

    /// The floor's width and depth in the frame of its piece.
    fn own_size(&self) -> (f64, f64) {
        if self.turn.is_multiple_of(180) {
            (self.w, self.h)
        } else {
            (self.h, self.w)
        }
    }

    /// A point of the plan in the frame of the piece.
    fn to_piece(&self, p: Point) -> Point {
        let c = self.floor().middle();
        let (w, h) = self.own_size();
        let (x, y) = turned(p.x - c.x, p.y - c.y, 360 - self.turn % 360);
        Point {
            x: x + w / 2.0 + self.height,
            y: y + h / 2.0 + self.height,
        }
    }

    /// A point of the piece's floor in the plan.
    pub fn to_plan(&self, p: Point) -> Point {
        let c = self.floor().middle();
        let (w, h) = self.own_size();
        let (x, y) = turned(
            p.x - w / 2.0 - self.height,
            p.y - h / 2.0 - self.height,
            self.turn,
        );
        Point {
            x: x + c.x,
            y: y + c.y,
        }
    }
}

/// A vector turned clockwise by quarters.
fn turned(x: f64, y: f64, degrees: u32) -> (f64, f64) {
    match degrees / 90 % 4 {
        0 => (x, y),
        1 => (-y, x),
        2 => (-x, -y),
        _ => (y, -x),
    }
}

/// The part of a line of the plan where two rooms touch.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Seam {
    /// Whether the line runs from top to bottom.
    pub upright: bool,
    /// The x of an upright line, the y of a level one.
    pub line: f64,
    /// Where it starts, from the left or the top.
    pub from: f64,
    /// Where it ends.
    pub to: f64,
}

impl Seam {
    /// The length that both walls share.
    pub fn length(&self) -> f64 {
        self.to - self.from
    }

    /// A point on it.
    pub fn point(&self, at: f64) -> Point {
        if self.upright {
            Point {
                x: self.line,
                y: at,
            }
        } else {
            Point {
                x: at,
                y: self.line,
            }
        }
    }
}

/// Where two floors touch along more than a corner.
pub fn seam(a: Area, b: Area) -> Option<Seam> {
    let meet = |x: f64, y: f64| (x - y).abs() < HAIR;
    let overlap = |from: f64, to: f64, upright, line| {
        (to - from > HAIR).then_some(Seam {
            upright,
            line,
            from,
            to,
        })
    };
    let (top, bottom) = (a.y.max(b.y), (a.y + a.h).min(b.y + b.h));
    let (left, right) = (a.x.max(b.x), (a.x + a.w).min(b.x + b.w));
    let lines = [
        (meet(a.x + a.w, b.x), true, b.x),
        (meet(b.x + b.w, a.x), true, a.x),
        (meet(a.y + a.h, b.y), false, b.y),
        (meet(b.y + b.h, a.y), false, a.y),
    ];
    lines
        .into_iter()
        .filter(|(touch, ..)| *touch)
        .find_map(|(_, upright, line)| {
            if upright {
                overlap(top, bottom, true, line)
            } else {
                overlap(left, right, false, line)
            }
        })
}

/// The four sides of a floor, clockwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Side {
    /// Away from the reader.
    Top,
    /// To the right.
    Right,
    /// Towards the reader.
    Bottom,
    /// To the left.
    Left,
}

impl Side {
    /// All four.
    pub const ALL: [Side; 4] = [Side::Top, Side::Right, Side::Bottom, Side::Left];

    /// How the frame of this wall is turned against its piece.
    pub fn angle(self) -> u32 {
        match self {
            Side::Top => 0,
            Side::Right => 90,
            Side::Bottom => 180,
            Side::Left => 270,
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
    pub side: Side,
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
pub struct Piece {
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

/// A joint between two rooms with a door in it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Joint {
    /// Both rooms.
    pub rooms: (String, String),
    /// Their numbers.
    pub numbers: (u32, u32),
    /// Where they touch.
    pub seam: Seam,
    /// The door.
    pub door: Door,
    /// The door's middle in the plan.
    pub at: Point,
    /// The white fish's middle in the plan.
    pub clip: Option<Point>,
}

/// What a picture of the whole school needs.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Overview {
    /// The whole width.
    pub w: f64,
    /// The whole depth.
    pub h: f64,
    /// Each room: name, number, floor, red line.
    pub rooms: Vec<RoomView>,
    /// All doors.
    pub joints: Vec<Joint>,
}

/// A room in an [`Overview`].
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct RoomView {
    /// Its id.
    pub name: String,
    /// Its number.
    pub number: u32,
    /// How its piece is turned.
    pub turn: u32,
    /// Its floor.
    pub floor: Area,
    /// Its red line.
    pub red: Area,
    /// Where Runners start.
    pub circle: Option<Circle>,
    /// Where the Catcher starts.
    pub area: Option<Area>,
}

/// A checked plan.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    rooms: Vec<Room>,
    joints: Vec<Joint>,
}

impl Plan {
    /// Checks that every door stands in a wall that both rooms share.
    pub fn new(rooms: Vec<Room>) -> Result<Self, String> {
        let mut joints = Vec::new();
        for room in &rooms {
            for door in &room.doors {
                joints.push(joint(&rooms, room, door)?);
            }
        }
        Ok(Self { rooms, joints })
    }

    /// The rooms, as written down.
    pub fn rooms(&self) -> &[Room] {
        &self.rooms
    }

    /// Every door with its joint.
    pub fn joints(&self) -> &[Joint] {
        &self.joints
    }

    /// A room by its name.
    pub fn room(&self, name: &str) -> Result<&Room, String> {
        find(&self.rooms, name)
    }

    /// What a picture of the whole school needs.
    pub fn overview(&self) -> Overview {
        let far = |f: fn(&Room) -> f64| self.rooms.iter().map(f).fold(0.0, f64::max);
        let view = |r: &Room| RoomView {
            name: r.name.clone(),
            number: r.number,
            turn: r.turn,
            floor: r.floor(),
            red: r.red_line(),
            circle: r.circle,
            area: r.area,
        };
        Overview {
            w: far(|r| r.x + r.w),
            h: far(|r| r.y + r.h),
            rooms: self.rooms.iter().map(view).collect(),
            joints: self.joints.clone(),
        }
    }

    /// The flat paper of a room.
    pub fn piece(&self, name: &str) -> Result<Piece, String> {
        let room = self.room(name)?;
        let (w, h) = room.own_size();
        let up = room.height;
        let floor = Area { x: up, y: up, w, h };
        let tabs = tabs(floor, up);
        Ok(Piece {
            room: room.name.clone(),
            number: room.number,
            turn: room.turn,
            w: w + 2.0 * up,
            h: h + 2.0 * up,
            floor,
            red: floor.shrunk(RED_LINE),
            walls: Side::ALL
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

    fn wall(&self, room: &Room, floor: Area, side: Side) -> Wall {
        let (right, bottom) = (floor.x + floor.w, floor.y + floor.h);
        let (x, y, length) = match side {
            Side::Top => (floor.x, floor.y, floor.w),
            Side::Right => (right, floor.y, floor.h),
            Side::Bottom => (right, bottom, floor.w),
            Side::Left => (floor.x, bottom, floor.h),
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

fn find<'a>(rooms: &'a [Room], name: &str) -> Result<&'a Room, String> {
    rooms
        .iter()
        .find(|r| r.name == name)
        .ok_or_else(|| format!("the plan has no room `{name}`"))
}

fn joint(rooms: &[Room], room: &Room, door: &Door) -> Result<Joint, String> {
    let other = find(rooms, &door.to)?;
    let seam = seam(room.floor(), other.floor()).ok_or_else(|| {
        format!(
            "`{}` and `{}` share no wall for a door",
            room.name, other.name
        )
    })?;
    let (from, to) = (door.at - door.width / 2.0, door.at + door.width / 2.0);
    if from < seam.from + TAB - HAIR || to > seam.to - TAB + HAIR {
        let (a, b) = (&room.name, &other.name);
        return Err(format!(
            "the door from `{a}` to `{b}` does not fit their wall ({} to {})",
            seam.from, seam.to
        ));
    }
    if door.height >= room.height.min(other.height) {
        return Err(format!(
            "the door from `{}` to `{}` is as high as the wall",
            room.name, other.name
        ));
    }
    Ok(Joint {
        rooms: (room.name.clone(), other.name.clone()),
        numbers: (room.number, other.number),
        seam,
        door: door.clone(),
        at: seam.point(door.at),
        clip: door.clip.map(|c| seam.point(c)),
    })
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

#[cfg(test)]
mod tests {
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
        let plan = Plan::new(vec![a, room("b", 188.0, 0.0, 124.0, 188.0, 90)]).expect("a plan");
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
            Plan::new(vec![a, room("b", 188.0, y, 124.0, 188.0, 90)])
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
        let plan = Plan::new(vec![room("a", 0.0, 0.0, 188.0, 124.0, 0)]).expect("a plan");
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
        let plan = Plan::new(vec![a, room("b", 188.0, 0.0, 124.0, 188.0, 90)]).expect("a plan");
        let wall = &plan.piece("a").expect("a piece").walls[1];
        assert_eq!(wall.free, [(0.0, 32.0), (72.0, 87.0), (109.0, 124.0)]);
    }
}
