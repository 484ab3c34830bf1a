//! Pictures as plain pixels: decoded, turned, lightened, made smaller, and packed again as files.

use std::borrow::Cow;
use std::io::Cursor;

use fast_image_resize::images::{Image, ImageRef};
use fast_image_resize::{FilterType, PixelType, ResizeAlg, ResizeOptions, Resizer};
use png::{ColorType, Transformations};
use resvg::tiny_skia::Pixmap;
use usvg::{ImageHrefResolver, ImageKind, Transform};

use super::draw;
use crate::jpeg;

/// A picture, row by row.
#[derive(Clone, Debug, PartialEq)]
pub struct Pixels {
    /// Pixels in a row.
    pub width: u32,
    /// Rows.
    pub height: u32,
    /// Bytes of a pixel: 1 for grey, 3 for colour, 4 for colour and opacity.
    pub step: usize,
    /// Their samples.
    pub data: Vec<u8>,
}

impl Pixels {
    /// The pixels of a picture; nothing when it cannot be decoded, or is a drawing.
    pub fn decode(kind: &ImageKind) -> Option<Self> {
        match kind {
            ImageKind::JPEG(bytes) => {
                let (facts, data) = jpeg::decode(bytes)?;
                let step = if facts.components == 1 { 1 } else { 3 };
                Some(Self {
                    width: facts.width,
                    height: facts.height,
                    step,
                    data,
                })
            }
            ImageKind::PNG(bytes) => Self::png(bytes),
            ImageKind::GIF(bytes) | ImageKind::WEBP(bytes) => {
                drawn(kind, bytes).map(|p| (&p).into())
            }
            ImageKind::SVG(_) => None,
        }
    }

    fn png(bytes: &[u8]) -> Option<Self> {
        let mut decoder = png::Decoder::new(Cursor::new(bytes));
        decoder.set_transformations(Transformations::normalize_to_color8());
        let mut reader = decoder.read_info().ok()?;
        let mut data = vec![0; reader.output_buffer_size()?];
        let info = reader.next_frame(&mut data).ok()?;
        let step = match info.color_type {
            ColorType::Grayscale => 1,
            ColorType::Rgb => 3,
            ColorType::Rgba => 4,
            ColorType::GrayscaleAlpha => {
                let (pairs, _) = data.as_chunks();
                data = pairs.iter().flat_map(|[v, a]| [*v, *v, *v, *a]).collect();
                4
            }
            ColorType::Indexed => return None,
        };
        Some(Self {
            width: info.width,
            height: info.height,
            step,
            data,
        })
    }

    /// Fewer pixels: so many, each made of those that it stands for.
    pub fn reduced(&self, width: u32, height: u32) -> Option<Self> {
        let wide = self.of_four();
        let from = ImageRef::new(self.width, self.height, &wide, PixelType::U8x4).ok()?;
        let mut to = Image::new(width, height, PixelType::U8x4);
        // Hamming keeps edges sharp, and draws no rims around them as sharper filters do.
        let how = ResizeOptions::new()
            .resize_alg(ResizeAlg::Convolution(FilterType::Hamming))
            .use_alpha(self.step == 4);
        Resizer::new().resize(&from, &mut to, &how).ok()?;
        let mut data = to.into_vec();
        if self.step < 4 {
            let (pixels, _) = data.as_chunks::<4>();
            data = pixels
                .iter()
                .flat_map(|p| &p[..self.step])
                .copied()
                .collect();
        }
        Some(Self {
            width,
            height,
            step: self.step,
            data,
        })
    }

    /// The samples with four a pixel.
    fn of_four(&self) -> Cow<'_, [u8]> {
        if self.step == 4 {
            return Cow::Borrowed(&self.data);
        }
        let mut wide = vec![255; self.data.len() / self.step * 4];
        let (pixels, _) = wide.as_chunks_mut::<4>();
        for (to, from) in pixels.iter_mut().zip(self.data.chunks_exact(self.step)) {
            to[..self.step].copy_from_slice(from);
        }
        Cow::Owned(wide)
    }

    /// The picture turned and mirrored as EXIF's eight orientations say.
    pub fn turned(&self, orientation: u8) -> Self {
        let (w, h) = (self.width as usize, self.height as usize);
        let (width, height) = if orientation >= 5 { (h, w) } else { (w, h) };
        let mut data = Vec::with_capacity(self.data.len());
        for (x, y) in (0..width * height).map(|i| (i % width, i / width)) {
            let (sx, sy) = match orientation {
                2 => (w - 1 - x, y),
                3 => (w - 1 - x, h - 1 - y),
                4 => (x, h - 1 - y),
                5 => (y, x),
                6 => (y, h - 1 - x),
                7 => (w - 1 - y, h - 1 - x),
                8 => (w - 1 - y, x),
                _ => (x, y),
            };
            let at = (sy * w + sx) * self.step;
            data.extend_from_slice(&self.data[at..at + self.step]);
        }
        Self {
            width: width as u32,
            height: height as u32,
            step: self.step,
            data,
        }
    }

    /// Half of the ink.
    pub fn lighten(&mut self) {
        for pixel in self.data.chunks_exact_mut(self.step) {
            for level in pixel.iter_mut().take(3) {
                *level = 127 + level.div_ceil(2);
            }
        }
    }

    /// As a PNG.
    pub fn to_png(&self) -> Option<Vec<u8>> {
        let mut out = Vec::new();
        let mut encoder = png::Encoder::new(&mut out, self.width, self.height);
        encoder.set_color(match self.step {
            1 => ColorType::Grayscale,
            3 => ColorType::Rgb,
            _ => ColorType::Rgba,
        });
        let mut writer = encoder.write_header().ok()?;
        writer.write_image_data(&self.data).ok()?;
        writer.finish().ok()?;
        Some(out)
    }
}

impl From<&Pixmap> for Pixels {
    fn from(pixmap: &Pixmap) -> Self {
        let colours = pixmap.pixels().iter().flat_map(|p| {
            let c = p.demultiply();
            [c.red(), c.green(), c.blue(), c.alpha()]
        });
        Self {
            width: pixmap.width(),
            height: pixmap.height(),
            step: 4,
            data: colours.collect(),
        }
    }
}

/// A picture of a kind that only `resvg` decodes. What it cannot decode it does not draw.
fn drawn(kind: &ImageKind, bytes: &[u8]) -> Option<Pixmap> {
    let size = imagesize::blob_size(bytes).ok()?;
    let (w, h) = (size.width, size.height);
    let kind = kind.clone();
    let options = usvg::Options {
        image_href_resolver: ImageHrefResolver {
            resolve_string: Box::new(move |_, _| Some(kind.clone())),
            ..ImageHrefResolver::default()
        },
        ..usvg::Options::default()
    };
    let svg = format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" width="{w}" height="{h}"><image href="picture" width="{w}" height="{h}" style="image-rendering:pixelated"/></svg>"#
    );
    let tree = usvg::Tree::from_str(&svg, &options).ok()?;
    let mut pixmap = Pixmap::new(u32::try_from(w).ok()?, u32::try_from(h).ok()?)?;
    draw(&tree, Transform::identity(), &mut pixmap.as_mut()).ok()?;
    pixmap.data().iter().any(|v| *v != 0).then_some(pixmap)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn grey(width: u32, data: &[u8]) -> Pixels {
        Pixels {
            width,
            height: data.len() as u32 / width,
            step: 1,
            data: data.to_vec(),
        }
    }

    #[test]
    fn pictures_are_turned_as_exif_says() {
        let rows = |orientation: u8| {
            let turned = grey(3, &[1, 2, 3, 4, 5, 6]).turned(orientation);
            (turned.width, turned.data)
        };
        assert_eq!(rows(1), (3, vec![1, 2, 3, 4, 5, 6]));
        assert_eq!(rows(2), (3, vec![3, 2, 1, 6, 5, 4]));
        assert_eq!(rows(3), (3, vec![6, 5, 4, 3, 2, 1]));
        assert_eq!(rows(4), (3, vec![4, 5, 6, 1, 2, 3]));
        assert_eq!(rows(5), (2, vec![1, 4, 2, 5, 3, 6]));
        assert_eq!(rows(6), (2, vec![4, 1, 5, 2, 6, 3]));
        assert_eq!(rows(7), (2, vec![6, 3, 5, 2, 4, 1]));
        assert_eq!(rows(8), (2, vec![3, 6, 2, 5, 1, 4]));
    }

    #[test]
    fn saver_prints_at_half_strength() {
        let mut pixels = grey(1, &[1, 0, 255]);
        pixels.lighten();
        assert_eq!(pixels.data, [128, 127, 255]);
        let mut clear = Pixels {
            step: 4,
            ..grey(1, &[0, 0, 0, 9])
        };
        clear.lighten();
        assert_eq!(clear.data, [127, 127, 127, 9]);
    }

    #[test]
    fn fewer_pixels_are_as_light_and_have_no_rims() {
        let black_and_white: Vec<u8> = (0..64 * 64)
            .map(|i| if i % 64 < 32 { 0 } else { 255 })
            .collect();
        let half = grey(64, &black_and_white).reduced(24, 24).expect("smaller");
        assert_eq!((half.width, half.height), (24, 24));
        let row = &half.data[..24];
        assert!(
            row.is_sorted() && row[..11] == [0; 11] && row[13..] == [255; 11],
            "{row:?}"
        );
        // What is transparent has no say in the colour beside it.
        let red_beside_clear = [[200, 0, 0, 255], [0, 0, 0, 0]].concat().repeat(64);
        let clear = Pixels {
            width: 2,
            height: 64,
            step: 4,
            data: red_beside_clear,
        };
        let one = clear.reduced(1, 32).expect("smaller");
        assert!(
            one.data
                .chunks(4)
                .all(|p| p[0].abs_diff(200) < 2 && p[3].abs_diff(128) < 2),
            "{one:?}"
        );
    }

    #[test]
    fn png_comes_back_as_it_was() {
        for step in [1, 3, 4] {
            let data: Vec<u8> = (0..5 * 7 * step as u8).collect();
            let pixels = Pixels {
                width: 5,
                height: 7,
                step,
                data,
            };
            let bytes = pixels.to_png().expect("a PNG");
            assert_eq!(Pixels::png(&bytes[..bytes.len() / 2]), None);
            assert_eq!(Pixels::png(&bytes), Some(pixels));
        }
    }
}
