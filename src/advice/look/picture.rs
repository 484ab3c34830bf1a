//! Pixels, and how shapes are filled: line by line, with as much of each pixel as they cover.

use std::ops::Range;

use usvg::FillRule;
use usvg::tiny_skia_path::Point;

use super::edges::Edges;
use super::tone::{Shade, Tone, WHITE};

/// Lines that are looked at in every row of pixels.
const LINES: usize = 3;

/// The same where pixels are small and only a part of them is asked about.
const FEW_LINES: usize = 1;

/// The places of pixels.
#[derive(Clone)]
pub(crate) struct PixelGrid {
    /// Pixels across.
    pub w: usize,
    /// Pixels down.
    pub h: usize,
    hole: Option<BlindMiddle>,
    /// The number of the first pixel of each row, and the gap in it: where nobody asks.
    rows: Vec<(usize, Range<usize>)>,
}

/// What nobody asks about: all but a border, which is wider in the corners.
#[derive(Clone, Copy)]
pub(crate) struct BlindMiddle {
    /// How wide the border is.
    pub border: usize,
    /// How far from the sides corners reach.
    pub corner: usize,
}

/// A picture in all inks.
pub(crate) struct Picture {
    /// The places of its pixels.
    pub grid: PixelGrid,
    pixels: Vec<Tone>,
    /// Lines that are looked at in every row.
    lines: usize,
    /// How the cover of a row changes from pixel to pixel.
    cover: Vec<f32>,
    /// Where edges cross lines, see [`crossing`].
    crossings: Vec<u64>,
}

/// How much of each pixel is seen through a clip.
pub(super) type Mask = Vec<u8>;

impl PixelGrid {
    /// Pixels, all of them or those outside of a hole.
    pub(crate) fn new(w: usize, h: usize, hole: Option<BlindMiddle>) -> Self {
        let mut start = 0;
        let row = |y: usize| {
            let depth = y.min(h - 1 - y);
            let gap = match hole {
                Some(hole) if depth >= hole.corner => hole.border..w.saturating_sub(hole.border),
                Some(hole) if depth >= hole.border => hole.corner..w.saturating_sub(hole.corner),
                _ => w..w,
            };
            let gap = if gap.is_empty() { w..w } else { gap };
            let first = start;
            start += w - gap.len();
            (first, gap)
        };
        let rows = (0..h).map(row).collect();
        Self { w, h, hole, rows }
    }

    /// The number of a pixel that is asked about.
    fn place(&self, x: usize, y: usize) -> usize {
        let (first, gap) = &self.rows[y];
        first + x - if x >= gap.end { gap.len() } else { 0 }
    }

    fn len(&self) -> usize {
        let last = self.rows.last();
        last.map_or(0, |(first, gap)| first + self.w - gap.len())
    }

    /// Whether anything between these places, in pixels, can be seen: left, top, right, bottom.
    pub(crate) fn shows(&self, [left, top, right, bottom]: [f32; 4]) -> bool {
        let (w, h) = (self.w as f32, self.h as f32);
        let outside = right <= 0.0 || bottom <= 0.0 || left >= w || top >= h;
        let hidden = self.hole.is_some_and(|hole| {
            let (border, corner) = (hole.border as f32, hole.corner as f32);
            let within =
                |x: f32, y: f32| left >= x && right <= w - x && top >= y && bottom <= h - y;
            within(border, corner) || within(corner, border)
        });
        !outside && !hidden
    }

    /// Whether anybody asks about a pixel.
    pub(crate) fn has(&self, x: usize, y: usize) -> bool {
        x < self.w && y < self.h && !self.rows[y].1.contains(&x)
    }
}

impl Picture {
    /// White paper.
    pub(crate) fn new(grid: PixelGrid) -> Self {
        Self {
            pixels: vec![WHITE; grid.len()],
            cover: vec![0.0; grid.w + 2],
            ..Self::bare(grid)
        }
    }

    /// A picture without any pixels: it only knows what would be seen.
    pub(crate) fn bare(grid: PixelGrid) -> Self {
        let some = grid.hole.is_some();
        Self {
            grid,
            pixels: Vec::new(),
            lines: if some { FEW_LINES } else { LINES },
            cover: Vec::new(),
            crossings: Vec::new(),
        }
    }

    /// The same on another ground.
    pub(crate) fn on(mut self, ground: Tone) -> Self {
        self.pixels.fill(ground);
        self
    }

    /// A pixel, if there is one.
    pub(crate) fn pixel(&self, x: usize, y: usize) -> Option<Tone> {
        let has = self.grid.has(x, y);
        has.then(|| self.pixels[self.grid.place(x, y)])
    }

    /// The mean of all pixels.
    pub(crate) fn mean(&self) -> Tone {
        let mut sums = [0.0; 4];
        for pixel in &self.pixels {
            sums.iter_mut()
                .zip(pixel)
                .for_each(|(sum, v)| *sum += f64::from(*v));
        }
        sums.map(|sum| (sum / self.pixels.len().max(1) as f64) as f32)
    }

    /// Fills what edges enclose.
    pub(crate) fn fill(
        &mut self,
        edges: &Edges,
        rule: FillRule,
        shade: Shade,
        mask: Option<&Mask>,
    ) {
        if let Some((at, area)) = edges.speck() {
            return self.dab(at, area, shade, mask);
        }
        let mut pixels = std::mem::take(&mut self.pixels);
        self.scan(edges, rule, |at, cover| match mask {
            None => {
                for (pixel, cover) in pixels[at..].iter_mut().zip(cover) {
                    blend(pixel, shade.tone, shade.alpha * cover);
                }
            }
            Some(mask) => {
                for ((pixel, cover), seen) in pixels[at..].iter_mut().zip(cover).zip(&mask[at..]) {
                    let seen = f32::from(*seen) / 255.0;
                    blend(pixel, shade.tone, shade.alpha * cover * seen);
                }
            }
        });
        self.pixels = pixels;
    }

    /// Fills a box, in pixels: left, top, right, bottom.
    #[cfg(test)]
    pub(crate) fn rect(&mut self, at: [f32; 4], tone: Tone) {
        let edges = Edges::boxed(at, usvg::Transform::identity());
        let shade = Shade { tone, alpha: 1.0 };
        self.fill(&edges, FillRule::NonZero, shade, None);
    }

    /// Colours a part of one pixel.
    pub(crate) fn dab(&mut self, at: Point, part: f32, shade: Shade, mask: Option<&Mask>) {
        let (x, y) = (at.x as usize, at.y as usize);
        if at.x >= 0.0 && at.y >= 0.0 && self.grid.has(x, y) {
            self.lay(x, y, shade.faded(part), mask);
        }
    }

    /// What is left of a clip, or of everything, when edges cut it.
    pub(crate) fn clipped(&mut self, edges: &Edges, rule: FillRule, outer: Option<&Mask>) -> Mask {
        let mut mask = vec![0; self.grid.len()];
        self.scan(edges, rule, |at, cover| {
            for (at, cover) in (at..).zip(cover) {
                let seen = outer.map_or(255.0, |m| f32::from(m[at]));
                mask[at] = (cover * seen + 0.5) as u8;
            }
        });
        mask
    }

    /// Lays a pixel of another picture over one of this that is asked about.
    pub(crate) fn lay(&mut self, x: usize, y: usize, shade: Shade, mask: Option<&Mask>) {
        let at = self.grid.place(x, y);
        let seen = mask.map_or(1.0, |m| f32::from(m[at]) / 255.0);
        blend(&mut self.pixels[at], shade.tone, shade.alpha * seen);
    }

    /// Goes through what edges enclose of each row that anybody asks about: the first pixel of a stretch, and how much
    /// of each pixel is covered from there on.
    fn scan(&mut self, edges: &Edges, rule: FillRule, mut draw: impl FnMut(usize, &[f32])) {
        let mut crossings = std::mem::take(&mut self.crossings);
        crossings.clear();
        self.cross(edges, &mut crossings);
        crossings.sort_unstable();
        let line = |crossing: &u64| (crossing >> 32) as usize;
        let row = |crossing: &u64| line(crossing) / self.lines;
        let share = 1.0 / self.lines as f32;
        for crossings in crossings.chunk_by(|a, b| row(a) == row(b)) {
            let y = row(&crossings[0]);
            let gap = self.grid.rows[y].1.clone();
            let sides = [[0, gap.start], [gap.end, self.grid.w]];
            for [left, right] in sides.into_iter().filter(|[left, right]| left < right) {
                let (mut first, mut last) = (right, left);
                for line in crossings.chunk_by(|a, b| line(a) == line(b)) {
                    let mut winding = 0;
                    for pair in line.windows(2) {
                        winding += way(pair[0]);
                        let inside = match rule {
                            FillRule::NonZero => winding != 0,
                            FillRule::EvenOdd => winding % 2 != 0,
                        };
                        let [from, to] =
                            [pair[0], pair[1]].map(|c| x(c).clamp(left as f32, right as f32));
                        if inside && from < to {
                            first = first.min(from as usize);
                            last = last.max((to as usize + 1).min(right));
                            for (x, by) in [(from, share), (to, -share)] {
                                let at = x as usize;
                                let part = x - at as f32;
                                self.cover[at] += by * (1.0 - part);
                                self.cover[at + 1] += by * part;
                            }
                        }
                    }
                }
                if first < last {
                    let mut sum = 0.0;
                    for place in &mut self.cover[first..last] {
                        sum += *place;
                        *place = sum.clamp(0.0, 1.0);
                    }
                    draw(self.grid.place(first, y), &self.cover[first..last]);
                    self.cover[first..last + 2].fill(0.0);
                }
            }
        }
        self.crossings = crossings;
    }

    /// Where edges cross the lines of the picture.
    fn cross(&self, edges: &Edges, crossings: &mut Vec<u64>) {
        let lines = self.lines as f32;
        let (most, w) = (self.grid.h as f32 * lines, self.grid.w as f32);
        for [a, b] in &edges.0 {
            let (top, bottom, down) = if a.y < b.y {
                (a, b, true)
            } else {
                (b, a, false)
            };
            let line = |y: f32| up((y * lines - 0.5).clamp(0.0, most));
            let (first, last) = (line(top.y), line(bottom.y));
            if first >= last || !(top.x.is_finite() && bottom.x.is_finite()) {
                continue;
            }
            let slope = (bottom.x - top.x) / (bottom.y - top.y);
            for n in first..last {
                let y = (n as f32 + 0.5) / lines;
                let x = top.x + (y - top.y) * slope;
                crossings.push(crossing(n, x.clamp(0.0, w).abs(), down));
            }
        }
    }
}

/// The next whole number from 0 on; most processors need a call to round.
fn up(v: f32) -> u32 {
    let whole = v as u32;
    whole + u32::from(whole as f32 != v)
}

/// Where an edge crosses a line, and whether it goes down: as numbers that sort by line, then by place. Floats of one
/// sign sort like their bits; the last of them does not matter.
fn crossing(line: u32, x: f32, down: bool) -> u64 {
    u64::from(line) << 32 | u64::from(x.to_bits() & !1 | u32::from(down))
}

fn x(crossing: u64) -> f32 {
    f32::from_bits(crossing as u32 & !1)
}

fn way(crossing: u64) -> i32 {
    if crossing & 1 == 1 { 1 } else { -1 }
}

fn blend(pixel: &mut Tone, tone: Tone, alpha: f32) {
    for (old, new) in pixel.iter_mut().zip(tone) {
        *old += (new - *old) * alpha;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use usvg::Transform;

    const BLACK: Shade = Shade {
        tone: [1.0, 1.0, 1.0, 255.0],
        alpha: 1.0,
    };

    fn paper(side: usize, hole: Option<BlindMiddle>) -> Picture {
        Picture::new(PixelGrid::new(side, side, hole))
    }

    fn dark(picture: &Picture) -> f32 {
        picture.mean()[3] / 255.0 * picture.pixels.len() as f32
    }

    #[test]
    fn shapes_cover_as_much_as_they_are_large() {
        for (at, area) in [
            ([2.0, 3.0, 7.0, 8.0], 25.0),
            ([2.25, 3.0, 7.5, 8.0], 26.25),
            ([-5.0, -5.0, 4.0, 4.0], 16.0),
            ([8.0, 8.0, 50.0, 50.0], 4.0),
            ([20.0, 0.0, 30.0, 5.0], 0.0),
        ] {
            let mut picture = paper(10, None);
            let edges = Edges::boxed(at, Transform::identity());
            picture.fill(&edges, FillRule::NonZero, BLACK, None);
            assert!(
                (dark(&picture) - area).abs() < 0.2,
                "{at:?}: {}",
                dark(&picture)
            );
        }
        let mut builder = usvg::tiny_skia_path::PathBuilder::new();
        builder.push_circle(20.0, 20.0, 15.0);
        let circle = builder.finish().expect("a circle");
        let mut picture = paper(40, None);
        let edges = Edges::filled(&circle, Transform::identity());
        picture.fill(&edges, FillRule::EvenOdd, BLACK, None);
        assert!((dark(&picture) - 706.9).abs() < 8.0, "{}", dark(&picture));
        let mut picture = paper(40, None);
        let edges = Edges::stroked(&circle, Transform::identity(), 2.0);
        picture.fill(&edges, FillRule::NonZero, BLACK, None);
        assert!((dark(&picture) - 188.5).abs() < 8.0, "{}", dark(&picture));
    }

    #[test]
    fn clips_and_holes_hide() {
        let all = Edges::boxed([0.0, 0.0, 10.0, 10.0], Transform::identity());
        let half = Edges::boxed([0.0, 0.0, 5.0, 10.0], Transform::identity());
        let mut picture = paper(10, None);
        let mask = picture.clipped(&half, FillRule::NonZero, None);
        picture.fill(&all, FillRule::NonZero, BLACK, Some(&mask));
        assert!((dark(&picture) - 50.0).abs() < 0.5);
        let (border, corner) = (2, 3);
        let mut picture = paper(10, Some(BlindMiddle { border, corner }));
        picture.fill(&all, FillRule::NonZero, BLACK, None);
        assert!((dark(&picture) - 68.0).abs() < 0.5);
        let grid = picture.grid;
        assert!(!grid.shows([3.0, 3.0, 7.0, 7.0]) && grid.shows([3.0, 3.0, 9.0, 7.0]));
        assert!(!grid.shows([2.0, 3.0, 8.0, 7.0]) && grid.shows([2.0, 2.0, 8.0, 8.0]));
        let asked = (0..10).flat_map(|y| (0..10).map(move |x| (x, y)));
        let asked = asked.filter(|(x, y)| grid.has(*x, *y));
        let places: Vec<usize> = asked.map(|(x, y)| grid.place(x, y)).collect();
        assert_eq!(places, (0..68).collect::<Vec<_>>());
    }
}
