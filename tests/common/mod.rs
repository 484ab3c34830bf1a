//! What several tests share: pages as pixels, by a reader that shares no code with the writer.
#![allow(dead_code)]

use std::path::Path;
use std::process::Command;

use hayro::hayro_interpret::InterpreterSettings;
use hayro::hayro_syntax::Pdf;
use hayro::vello_cpu::color::palette::css::WHITE;
use hayro::{PixmapSettings, RenderCache, RenderSettings};

/// A page as pixels.
#[derive(PartialEq)]
pub struct Raster {
    pub w: usize,
    pub h: usize,
    pub rgb: Vec<[u8; 3]>,
}

impl Raster {
    pub fn at(&self, x: usize, y: usize) -> [u8; 3] {
        self.rgb[y * self.w + x]
    }

    /// The mean difference of a channel, 0 to 255; sizes may differ by a pixel.
    pub fn differs(&self, other: &Raster) -> f64 {
        assert!(
            self.w.abs_diff(other.w) <= 1 && self.h.abs_diff(other.h) <= 1,
            "pages of one size"
        );
        self.differs_within(other, 0, 0, self.w.min(other.w), self.h.min(other.h))
    }

    /// The mean difference of a channel within a rectangle.
    pub fn differs_within(&self, other: &Raster, x: usize, y: usize, w: usize, h: usize) -> f64 {
        let mut sum = 0u64;
        for y in y..y + h {
            for x in x..x + w {
                let pairs = self.at(x, y).into_iter().zip(other.at(x, y));
                sum += pairs.map(|(a, b)| u64::from(a.abs_diff(b))).sum::<u64>();
            }
        }
        sum as f64 / (w * h * 3) as f64
    }

    /// The largest difference of a channel.
    pub fn furthest(&self, other: &Raster) -> u8 {
        let (w, h) = (self.w.min(other.w), self.h.min(other.h));
        let pixels = (0..h).flat_map(|y| (0..w).map(move |x| (x, y)));
        let far = |(x, y)| {
            self.at(x, y)
                .into_iter()
                .zip(other.at(x, y))
                .map(|(a, b)| a.abs_diff(b))
                .max()
        };
        pixels.filter_map(far).max().unwrap_or(0)
    }

    /// Every eight by eight pixels as one: what two rasterisers make of an edge does not matter.
    pub fn coarse(&self) -> Raster {
        const N: usize = 8;
        let (w, h) = (self.w / N, self.h / N);
        // Line by line, and plainly: tests are built without being optimized, and this looks at every pixel of a page.
        let mut sums = vec![[0usize; 3]; w * h];
        for (y, line) in self.rgb.chunks_exact(self.w).take(h * N).enumerate() {
            let sums = &mut sums[y / N * w..][..w];
            for (sum, pixels) in sums.iter_mut().zip(line.chunks_exact(N)) {
                for pixel in pixels {
                    sum[0] += usize::from(pixel[0]);
                    sum[1] += usize::from(pixel[1]);
                    sum[2] += usize::from(pixel[2]);
                }
            }
        }
        let rgb = sums
            .iter()
            .map(|s| s.map(|s| (s / (N * N)) as u8))
            .collect();
        Raster { w, h, rgb }
    }

    /// The page as seen through the paper after flipping it.
    pub fn flipped(&self, sideways: bool) -> Raster {
        let mut rgb = Vec::with_capacity(self.rgb.len());
        for y in 0..self.h {
            for x in 0..self.w {
                rgb.push(if sideways {
                    self.at(self.w - 1 - x, y)
                } else {
                    self.at(x, self.h - 1 - y)
                });
            }
        }
        Raster {
            w: self.w,
            h: self.h,
            rgb,
        }
    }
}

/// Renders every page of a PDF with hayro, at `scale` pixels a point.
pub fn render(pdf: &[u8], scale: f32) -> Vec<Raster> {
    let file = Pdf::new(pdf.to_vec()).expect("hayro reads the file");
    let cache = RenderCache::new();
    let settings = PixmapSettings {
        x_scale: scale,
        y_scale: scale,
        bg_color: WHITE,
    };
    let how = RenderSettings {
        hinting: false,
        ..RenderSettings::default()
    };
    let draw = |page| {
        hayro::render(
            page,
            &cache,
            &InterpreterSettings::default(),
            &how,
            &settings,
        )
    };
    file.pages()
        .iter()
        .map(|page| {
            let pixmap = draw(page);
            let rgb = pixmap.data().iter().map(|p| [p.r, p.g, p.b]).collect();
            Raster {
                w: usize::from(pixmap.width()),
                h: usize::from(pixmap.height()),
                rgb,
            }
        })
        .collect()
}

/// Runs an independent tool on a file. A test that does so is marked `#[needs("…")]`.
#[track_caller]
pub fn tool(name: &str, args: &[&str], file: &Path) -> String {
    let file = file.to_str().expect("a path of letters");
    let args = args.iter().map(|a| if *a == "FILE" { file } else { a });
    let output = match Command::new(name).args(args).output() {
        Ok(output) => output,
        Err(e) => panic!("{name} is needed, but cannot be run: {e}"),
    };
    assert!(
        output.status.success(),
        "{name}: {}",
        String::from_utf8_lossy(&output.stderr)
    );
    String::from_utf8_lossy(&output.stdout).into_owned()
}
