//! A room as the kit writes it down, and how its piece of paper is turned in the plan.

use serde::{Deserialize, Serialize};

use super::geometry::{Area, Circle, Point, turned};

/// How far the red line runs from the walls.
pub(crate) const RED_LINE: f64 = 20.0;

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
    pub(crate) fn nearest_on_red_line(&self, p: Point) -> Point {
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
    pub(super) fn own_size(&self) -> (f64, f64) {
        if self.turn.is_multiple_of(180) {
            (self.w, self.h)
        } else {
            (self.h, self.w)
        }
    }

    /// A point of the plan in the frame of the piece.
    pub(super) fn to_piece(&self, p: Point) -> Point {
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
