//! Path data. What is unusual in it is left to a whole SVG parser.

use kurbo::{Arc, Point, SvgArc, Vec2};
use usvg::tiny_skia_path::{Path, PathBuilder};

/// How far curves may be from the arc that they stand for, as everywhere in SVG.
const TOLERANCE: f64 = 0.1;

/// Powers of ten that a float holds exactly.
const POWERS: [f64; 16] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
];

/// The outline that path data describes; `None` if there is none, or it is not plain.
pub fn path(data: &str) -> Option<Path> {
    // Segments are rarely written shorter than this.
    let out = PathBuilder::with_capacity(data.len() / 8 + 2, data.len() / 6 + 2);
    let mut drawer = Drawer {
        out,
        at: Point::ORIGIN,
        start: Point::ORIGIN,
        handle: Handle::None,
    };
    let mut data = Data {
        bytes: data.as_bytes(),
        at: 0,
    };
    data.skip_space();
    let mut command = data.command().filter(|c| matches!(c, b'M' | b'm'))?;
    loop {
        drawer.draw(command, &mut data)?;
        command = match (data.command(), command) {
            (Some(next), _) => next,
            (None, _) if data.at == data.bytes.len() => return drawer.out.finish(),
            // Points after the first of a move are lines.
            (None, b'M') => b'L',
            (None, b'm') => b'l',
            (None, b'Z' | b'z') => return None,
            (None, again) => again,
        };
    }
}

/// The last handle, which the next curve may mirror.
#[derive(Clone, Copy)]
enum Handle {
    None,
    Cubic(Point),
    Quadratic(Point),
}

struct Drawer {
    out: PathBuilder,
    at: Point,
    /// Where the current part began.
    start: Point,
    handle: Handle,
}

impl Drawer {
    /// Draws one segment.
    fn draw(&mut self, command: u8, data: &mut Data<'_>) -> Option<()> {
        let from = match command.is_ascii_lowercase() {
            true => self.at.to_vec2(),
            false => Vec2::ZERO,
        };
        let mut handle = Handle::None;
        match command.to_ascii_lowercase() {
            b'm' => {
                let to = data.point(from)?;
                self.out.move_to(to.x as f32, to.y as f32);
                (self.at, self.start) = (to, to);
            }
            b'l' => {
                let to = data.point(from)?;
                self.line_to(to);
            }
            b'h' => {
                let to = Point::new(from.x + data.number()?, self.at.y);
                self.line_to(to);
            }
            b'v' => {
                let to = Point::new(self.at.x, from.y + data.number()?);
                self.line_to(to);
            }
            b'c' => {
                let (one, two, to) = (data.point(from)?, data.point(from)?, data.point(from)?);
                handle = self.curve_to(one, two, to);
            }
            b's' => {
                let one = match self.handle {
                    Handle::Cubic(handle) => mirrored(handle, self.at),
                    _ => self.at,
                };
                let (two, to) = (data.point(from)?, data.point(from)?);
                handle = self.curve_to(one, two, to);
            }
            b'q' => {
                let (one, to) = (data.point(from)?, data.point(from)?);
                handle = self.quad_to(one, to);
            }
            b't' => {
                let one = match self.handle {
                    Handle::Quadratic(handle) => mirrored(handle, self.at),
                    _ => self.at,
                };
                let to = data.point(from)?;
                handle = self.quad_to(one, to);
            }
            b'a' => self.arc(data, from)?,
            b'z' => {
                self.out.close();
                self.at = self.start;
            }
            _ => return None,
        }
        self.handle = handle;
        Some(())
    }

    fn line_to(&mut self, to: Point) {
        self.out.line_to(to.x as f32, to.y as f32);
        self.at = to;
    }

    fn curve_to(&mut self, one: Point, two: Point, to: Point) -> Handle {
        let [a, b, c] = [one, two, to].map(|p| (p.x as f32, p.y as f32));
        self.out.cubic_to(a.0, a.1, b.0, b.1, c.0, c.1);
        self.at = to;
        Handle::Cubic(two)
    }

    fn quad_to(&mut self, one: Point, to: Point) -> Handle {
        let [a, b] = [one, to].map(|p| (p.x as f32, p.y as f32));
        self.out.quad_to(a.0, a.1, b.0, b.1);
        self.at = to;
        Handle::Quadratic(one)
    }

    fn arc(&mut self, data: &mut Data<'_>, from: Vec2) -> Option<()> {
        let arc = SvgArc {
            from: self.at,
            radii: Vec2::new(data.number()?, data.number()?),
            x_rotation: data.number()?.to_radians(),
            large_arc: data.flag()?,
            sweep: data.flag()?,
            to: data.point(from)?,
        };
        match Arc::from_svg_arc(&arc) {
            Some(curves) => curves.to_cubic_beziers(TOLERANCE, |one, two, to| {
                self.curve_to(one, two, to);
            }),
            None => self.line_to(arc.to),
        }
        Some(())
    }
}

/// A handle on the other side of a point.
fn mirrored(handle: Point, at: Point) -> Point {
    Point::new(at.x * 2.0 - handle.x, at.y * 2.0 - handle.y)
}

struct Data<'d> {
    bytes: &'d [u8],
    at: usize,
}

impl Data<'_> {
    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    fn skip_space(&mut self) {
        while let Some(b' ' | b'\n' | b'\t' | b'\r') = self.peek() {
            self.at += 1;
        }
    }

    /// What may stand after a number.
    fn skip_separator(&mut self) {
        self.skip_space();
        if self.peek() == Some(b',') {
            self.at += 1;
            self.skip_space();
        }
    }

    fn command(&mut self) -> Option<u8> {
        let command = self.peek().filter(u8::is_ascii_alphabetic)?;
        self.at += 1;
        self.skip_space();
        Some(command)
    }

    fn point(&mut self, from: Vec2) -> Option<Point> {
        let (x, y) = (self.number()?, self.number()?);
        Some(Point::new(from.x + x, from.y + y))
    }

    fn flag(&mut self) -> Option<bool> {
        let flag = match self.peek()? {
            b'0' => false,
            b'1' => true,
            _ => return None,
        };
        self.at += 1;
        self.skip_separator();
        Some(flag)
    }

    /// Adds the digits that follow to a number; how many there were.
    fn digits(&mut self, number: &mut u64) -> usize {
        let before = self.at;
        while let Some(digit @ b'0'..=b'9') = self.peek() {
            *number = number
                .wrapping_mul(10)
                .wrapping_add(u64::from(digit - b'0'));
            self.at += 1;
        }
        self.at - before
    }

    fn number(&mut self) -> Option<f64> {
        let start = self.at;
        let minus = self.peek() == Some(b'-');
        if minus || self.peek() == Some(b'+') {
            self.at += 1;
        }
        let mut number = 0;
        let whole = self.digits(&mut number);
        let mut decimals = 0;
        if self.peek() == Some(b'.') {
            self.at += 1;
            decimals = self.digits(&mut number);
            if decimals == 0 {
                return None;
            }
        }
        if whole + decimals == 0 || matches!(self.peek(), Some(b'e' | b'E')) {
            return None;
        }
        let value = match whole + decimals < POWERS.len() {
            // Both are exact, so that the quotient is the nearest number there is.
            true => number as f64 / POWERS[decimals] * if minus { -1.0 } else { 1.0 },
            false => {
                let text = std::str::from_utf8(&self.bytes[start..self.at]).ok()?;
                text.parse().ok()?
            }
        };
        self.skip_separator();
        Some(value)
    }
}

#[cfg(test)]
mod tests {
    use svgtypes::{SimplePathSegment as S, SimplifyingPathParser};

    use super::*;

    /// The outline as the reader of whole SVGs has it.
    fn whole(data: &str) -> Option<Path> {
        let mut out = PathBuilder::new();
        for segment in SimplifyingPathParser::from(data) {
            match segment.ok()? {
                S::MoveTo { x, y } => out.move_to(x as f32, y as f32),
                S::LineTo { x, y } => out.line_to(x as f32, y as f32),
                S::Quadratic { x1, y1, x, y } => {
                    out.quad_to(x1 as f32, y1 as f32, x as f32, y as f32);
                }
                #[rustfmt::skip]
                S::CurveTo { x1, y1, x2, y2, x, y } => {
                    out.cubic_to(x1 as f32, y1 as f32, x2 as f32, y2 as f32, x as f32, y as f32);
                }
                S::ClosePath => out.close(),
            }
        }
        out.finish()
    }

    #[test]
    fn all_segments_are_read_as_usual() {
        for data in [
            "M1,2 L3 4H5V6h-1v-.5l.5.5 1-1Z",
            "m1 2 3 4 5 6zm1 1l2 2z",
            "M0,0Z L5,5 M9,9",
            "M0-1.5.5-.25C1,1 2,2 3,3S4 4 5 5s1 1 2 2 3 3 4 4",
            "M0 0S1 1 2 2L3 3S4 5 6 7",
            "M0 0Q1 1 2 0T4 0t2 1 2-1L1 1T9 9Q1 2 3 4S5 6 7 8",
            "M39.6,8.4 A4,4 0 0 1 5.89,62.71 a3.6,1.5 30 1 0 7.2,0 a0,0 0 0 0 1,1 a1 1 0 01.5.5",
            "M0,-1.7 A1.7,1.7 0 1 0 0,1.7 A1.7,1.7 0 1 0 0,-1.7Z",
            "M0.1234567890123456789,12345678901234567890 l+1,+2",
            " \n M 1 , 2 , L 3 , 4 \t",
            "M0 0C1 2 3 4 5 6z s1 1 2 2",
        ] {
            let (own, usual) = (path(data), whole(data));
            assert!(usual.is_some(), "{data}");
            assert_eq!(own, usual, "{data}");
        }
    }

    #[test]
    fn what_is_unusual_is_no_outline() {
        for data in [
            "",
            "L1 1",
            "M1",
            "M1 2 3",
            "M1 2 X3",
            "M1 2Z3 4",
            "M1e2 3 L4 4",
            "M1. 2 L3 4",
            "M1 2 L--3 4",
            "M1 2 a1 1 0 2 0 3 4",
            "M1,,2 L3 4",
            "M1 2 L3 4 é",
        ] {
            assert_eq!(path(data), None, "{data}");
        }
    }

    #[test]
    fn numbers_are_the_nearest_there_are() {
        // Every number of up to three places before and four behind the point would take too long: a walk through them.
        for i in (0..10_000_000u64).step_by(37) {
            let text = format!("{}.{:04}", i / 10_000, i % 10_000);
            let mut data = Data {
                bytes: text.as_bytes(),
                at: 0,
            };
            assert_eq!(data.number(), text.parse().ok(), "{text}");
        }
    }
}
