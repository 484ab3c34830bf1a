//! The school from above, and the paper that each room is folded from.
//!
//! All rooms are rectangles that lie edge to edge. The plan has x to the right and y down, in millimetres. A
//! piece is a floor with its four walls laid flat around it; its own frame is turned against the plan by
//! [`Room::turn`]. Every wall has a frame of its own: `u` runs along its foot from left to right as seen from
//! inside the room, up is negative.

use crate::say;
use crate::say::Say;

mod geometry;
mod piece;
mod room;
#[cfg(test)]
mod tests;

use serde::Serialize;

pub use geometry::{Area, Circle, Point, Seam, seam};
pub use piece::{FloorSide, Opening, RoomPaper, TAB, Tab, Wall};
pub use room::{Door, Room};

use geometry::HAIR;

/// The diameter of a penguin.
pub const DISC: f64 = 25.0;

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
pub struct FloorPlan {
    rooms: Vec<Room>,
    joints: Vec<Joint>,
}

impl FloorPlan {
    /// Checks that every door stands in a wall that both rooms share.
    pub fn new(rooms: Vec<Room>) -> Result<Self, Say> {
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
    pub fn room(&self, name: &str) -> Result<&Room, Say> {
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
}

fn find<'a>(rooms: &'a [Room], name: &str) -> Result<&'a Room, Say> {
    rooms
        .iter()
        .find(|r| r.name == name)
        .ok_or_else(|| say!("the plan has no room `{}`", name))
}

fn joint(rooms: &[Room], room: &Room, door: &Door) -> Result<Joint, Say> {
    let other = find(rooms, &door.to)?;
    let seam = seam(room.floor(), other.floor()).ok_or_else(|| {
        say!(
            "`{}` and `{}` share no wall for a door",
            room.name,
            other.name
        )
    })?;
    let (from, to) = (door.at - door.width / 2.0, door.at + door.width / 2.0);
    if from < seam.from + TAB - HAIR || to > seam.to - TAB + HAIR {
        let (a, b) = (&room.name, &other.name);
        return Err(say!(
            "the door from `{}` to `{}` does not fit their wall ({} to {})",
            a,
            b,
            seam.from,
            seam.to
        ));
    }
    if door.height >= room.height.min(other.height) {
        return Err(say!(
            "the door from `{}` to `{}` is as high as the wall",
            room.name,
            other.name
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
