//! Pixels, and how shapes are filled: line by line, with as much of each pixel as they cover.

use usvg::FillRule;
use usvg::tiny_skia_path::Point;

use super::edges::Edges;
use super::tone::{Shade, Tone, WHITE};

/// Lines that are looked at in every row of pixels.
const LINES: usize = 3;

/// The same where pixels are small and only a part of them is asked about.
const FEW_LINES: usize = 1;

/// A picture in all inks.
pub struct Picture {
    /// Pixels across.
    pub w: usize,
    /// Pixels down.
    pub h: usize,
    pixels: Vec<Tone>,
    /// Left, top, right and bottom of a part that nobody asks about.
    hole: Option<[usize; 4]>,
    /// Lines that are looked at in every row.
    lines: usize,
    /// How the cover of a row changes from pixel to pixel.
    cover: Vec<f32>,
    /// Where edges cross lines: the line, the place, and the way they go.
    crossings: Vec<(u32, f32, i32)>,
}

/// How much of each pixel is seen through a clip.
pub type Mask = Vec<u8>;

impl Picture {
    /// White paper. Nothing is drawn in the `hole`: left, top, right and bottom of what nobody asks about.
    pub fn new(w: usize, h: usize, hole: Option<[usize; 4]>) -> Self {
        Self {
            w,
            h,
            pixels: vec![WHITE; w * h],
            hole,
            lines: if hole.is_some() { FEW_LINES } else { LINES },
            cover: vec![0.0; w + 2],
            crossings: Vec::new(),
        }
    }

    /// A picture of that size without any pixels: it only knows what would be seen.
    pub fn bare(w: usize, h: usize, hole: Option<[usize; 4]>) -> Self {
        Self {
            w,
            h,
            ..Self::new(0, 0, hole)
        }
    }

    /// The same on another ground.
    pub fn on(mut self, ground: Tone) -> Self {
        self.pixels.fill(ground);
        self
    }

    /// A pixel, if there is one.
    pub fn pixel(&self, x: usize, y: usize) -> Option<Tone> {
        (x < self.w && y < self.h).then(|| self.pixels[y * self.w + x])
    }

    /// All pixels.
    pub fn pixels(&self) -> &[Tone] {
        &self.pixels
    }

    /// Whether anything between these places, in pixels, can be seen: left, top, right, bottom.
    pub fn shows(&self, [left, top, right, bottom]: [f32; 4]) -> bool {
        let outside =
            right <= 0.0 || bottom <= 0.0 || left >= self.w as f32 || top >= self.h as f32;
        let hidden = self.hole.is_some_and(|[l, t, r, b]| {
            left >= l as f32 && top >= t as f32 && right <= r as f32 && bottom <= b as f32
        });
        !outside && !hidden
    }

    /// Whether anybody asks about a pixel.
    pub fn shows_pixel(&self, x: usize, y: usize) -> bool {
        let hidden = |[l, t, r, b]: [usize; 4]| (l..r).contains(&x) && (t..b).contains(&y);
        !self.hole.is_some_and(hidden)
    }

    /// Fills what edges enclose.
    pub fn fill(&mut self, edges: &Edges, rule: FillRule, shade: Shade, mask: Option<&Mask>) {
        if let Some((at, area)) = edges.speck() {
            return self.dab(at, area, shade, mask);
        }
        let w = self.w;
        let mut pixels = std::mem::take(&mut self.pixels);
        self.scan(edges, rule, |row, from, cover| {
            let row = row * w + from;
            for (at, cover) in (row..).zip(cover) {
                let seen = mask.map_or(1.0, |m| f32::from(m[at]) / 255.0);
                blend(&mut pixels[at], shade.tone, shade.alpha * cover * seen);
            }
        });
        self.pixels = pixels;
    }

    /// Fills a box, in pixels: left, top, right, bottom.
    #[cfg(test)]
    pub fn rect(&mut self, at: [f32; 4], tone: Tone) {
        let edges = Edges::boxed(at, usvg::Transform::identity());
        let shade = Shade { tone, alpha: 1.0 };
        self.fill(&edges, FillRule::NonZero, shade, None);
    }

    /// Colours a part of one pixel.
    pub fn dab(&mut self, at: Point, part: f32, shade: Shade, mask: Option<&Mask>) {
        let (x, y) = (at.x.floor(), at.y.floor());
        if x < 0.0 || y < 0.0 || x >= self.w as f32 || y >= self.h as f32 {
            return;
        }
        let (x, y) = (x as usize, y as usize);
        if self.shows_pixel(x, y) {
            let alpha = shade.alpha * part;
            self.lay(x, y, Shade { alpha, ..shade }, mask);
        }
    }

    /// What is left of a clip, or of everything, when edges cut it.
    pub fn clipped(&mut self, edges: &Edges, rule: FillRule, outer: Option<&Mask>) -> Mask {
        let w = self.w;
        let mut mask = vec![0; w * self.h];
        self.scan(edges, rule, |row, from, cover| {
            for (x, cover) in (from..).zip(cover) {
                let at = row * w + x;
                let seen = outer.map_or(255.0, |m| f32::from(m[at]));
                mask[at] = (cover * seen).round() as u8;
            }
        });
        mask
    }

    /// Lays a pixel of another picture over one of this.
    pub fn lay(&mut self, x: usize, y: usize, shade: Shade, mask: Option<&Mask>) {
        let at = y * self.w + x;
        let seen = mask.map_or(1.0, |m| f32::from(m[at]) / 255.0);
        blend(&mut self.pixels[at], shade.tone, shade.alpha * seen);
    }

    /// Goes through what edges enclose of each row that anybody asks about: the row, the first pixel of a stretch, and
    /// how much of each pixel is covered from there on.
    fn scan(&mut self, edges: &Edges, rule: FillRule, mut draw: impl FnMut(usize, usize, &[f32])) {
        let mut crossings = std::mem::take(&mut self.crossings);
        crossings.clear();
        self.cross(edges, &mut crossings);
        crossings.sort_unstable_by(|a, b| a.0.cmp(&b.0).then(a.1.total_cmp(&b.1)));
        let lines = self.lines as u32;
        for row in crossings.chunk_by(|a, b| a.0 / lines == b.0 / lines) {
            let number = (row[0].0 / lines) as usize;
            for [left, right] in self.stretches(number) {
                for line in row.chunk_by(|a, b| a.0 == b.0) {
                    let mut winding = 0;
                    for pair in line.windows(2) {
                        winding += pair[0].2;
                        let inside = match rule {
                            FillRule::NonZero => winding != 0,
                            FillRule::EvenOdd => winding % 2 != 0,
                        };
                        if inside {
                            self.span(pair[0].1, pair[1].1, [left, right]);
                        }
                    }
                }
                let mut sum = 0.0;
                let (mut first, mut last) = (right, left);
                for (x, place) in (left..right).zip(&mut self.cover[left..right]) {
                    sum += *place;
                    *place = sum.clamp(0.0, 1.0);
                    if sum > 1e-3 {
                        (first, last) = (first.min(x), x + 1);
                    }
                }
                if first < last {
                    draw(number, first, &self.cover[first..last]);
                }
                self.cover[left..right + 2].fill(0.0);
            }
        }
        self.crossings = crossings;
    }

    /// The parts of a row that anybody asks about.
    fn stretches(&self, row: usize) -> [[usize; 2]; 2] {
        match self.hole {
            Some([left, top, right, bottom]) if (top..bottom).contains(&row) => {
                [[0, left], [right, self.w]]
            }
            _ => [[0, self.w], [0, 0]],
        }
    }

    /// Adds a span of one line to the cover of a stretch of its row.
    fn span(&mut self, from: f32, to: f32, [left, right]: [usize; 2]) {
        let (left, right) = (left as f32, right as f32);
        let (from, to) = (from.clamp(left, right), to.clamp(left, right));
        if to <= from {
            return;
        }
        let share = 1.0 / self.lines as f32;
        for (x, by) in [(from, share), (to, -share)] {
            let (at, part) = (x as usize, x.fract());
            self.cover[at] += by * (1.0 - part);
            self.cover[at + 1] += by * part;
        }
    }

    /// Where edges cross the lines of the picture.
    fn cross(&self, edges: &Edges, crossings: &mut Vec<(u32, f32, i32)>) {
        let lines = self.lines as f32;
        let most = self.h as f32 * lines;
        for [a, b] in &edges.0 {
            let (top, bottom, way) = if a.y < b.y { (a, b, 1) } else { (b, a, -1) };
            let line = |y: f32| (y * lines - 0.5).ceil().clamp(0.0, most);
            let (first, last) = (line(top.y), line(bottom.y));
            if first >= last || !(top.x.is_finite() && bottom.x.is_finite()) {
                continue;
            }
            let slope = (bottom.x - top.x) / (bottom.y - top.y);
            for n in first as u32..last as u32 {
                let y = (n as f32 + 0.5) / lines;
                crossings.push((n, top.x + (y - top.y) * slope, way));
            }
        }
    }
}

fn blend(pixel: &mut Tone, tone: Tone, alpha: f32) {
    let alpha = (alpha * 256.0) as i32;
    if alpha >= 255 {
        *pixel = tone;
        return;
    }
    for (old, new) in pixel.as_flattened_mut().iter_mut().zip(tone.as_flattened()) {
        let (from, to) = (i32::from(*old), i32::from(*new));
        *old = (from + (((to - from) * alpha) >> 8)) as u8;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use usvg::Transform;

    const BLACK: Shade = Shade {
        tone: [[0; 3]; 3],
        alpha: 1.0,
    };

    fn dark(picture: &Picture) -> f32 {
        let dark = picture.pixels().iter().map(|p| 255.0 - f32::from(p[0][0]));
        dark.sum::<f32>() / 255.0
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
            let mut picture = Picture::new(10, 10, None);
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
        let mut picture = Picture::new(40, 40, None);
        let edges = Edges::filled(&circle, Transform::identity());
        picture.fill(&edges, FillRule::EvenOdd, BLACK, None);
        assert!((dark(&picture) - 706.9).abs() < 8.0, "{}", dark(&picture));
        let mut picture = Picture::new(40, 40, None);
        let edges = Edges::stroked(&circle, Transform::identity(), 2.0);
        picture.fill(&edges, FillRule::NonZero, BLACK, None);
        assert!((dark(&picture) - 188.5).abs() < 8.0, "{}", dark(&picture));
    }

    #[test]
    fn clips_and_holes_hide() {
        let all = Edges::boxed([0.0, 0.0, 10.0, 10.0], Transform::identity());
        let half = Edges::boxed([0.0, 0.0, 5.0, 10.0], Transform::identity());
        let mut picture = Picture::new(10, 10, None);
        let mask = picture.clipped(&half, FillRule::NonZero, None);
        picture.fill(&all, FillRule::NonZero, BLACK, Some(&mask));
        assert!((dark(&picture) - 50.0).abs() < 0.5);
        let mut picture = Picture::new(10, 10, Some([2, 2, 8, 8]));
        picture.fill(&all, FillRule::NonZero, BLACK, None);
        assert!((dark(&picture) - 64.0).abs() < 0.5);
        assert!(!picture.shows([3.0, 3.0, 7.0, 7.0]) && picture.shows([3.0, 3.0, 9.0, 7.0]));
    }
}
