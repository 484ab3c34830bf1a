//! Faces as pixels of an exact number, with bleed around them.

use resvg::tiny_skia::{Color, FillRule, Mask, Paint, PathBuilder, Pixmap, Rect, Transform};

use super::shots::Ready;
use crate::kit::Outline;
use crate::say;
use crate::say::Say;
use crate::scene::{self, Studio, outlined, to_grey};
use crate::template::{Face, Ink};
use crate::units::{Mm, Size};

/// The longest side of a picture, and the most pixels in one.
const LONGEST: f64 = 30_000.0;
const MOST: f64 = 300e6;

/// Where on a picture a face lies.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct FaceFrame {
    /// Pixels across.
    pub w: u32,
    /// Pixels down.
    pub h: u32,
    /// The left edge of the trim.
    pub x: f64,
    /// The top edge of the trim.
    pub y: f64,
    /// How wide the trim is.
    pub face_w: f64,
    /// How high the trim is.
    pub face_h: f64,
    /// Whether the finished picture is turned by 90°.
    pub turned: bool,
    /// Pixels an inch, which the file tells its reader.
    pub dpi: f64,
}

impl FaceFrame {
    /// A face with the same bleed all around.
    pub(super) fn bled(size: Size, bleed: Mm, dpi: f64) -> Result<Self, Say> {
        let k = dpi / 25.4;
        let outer = size.grown(bleed);
        let (w, h) = whole(outer.w.0 * k, outer.h.0 * k)?;
        if bleed.0 <= 0.0 {
            return Ok(Self::filled((w, h), dpi));
        }
        Ok(Self::centred((w, h), (size.w.0 * k, size.h.0 * k), dpi))
    }

    /// A face in the middle of a picture.
    pub(super) fn centred((w, h): (u32, u32), (face_w, face_h): (f64, f64), dpi: f64) -> Self {
        Self {
            w,
            h,
            x: (f64::from(w) - face_w) / 2.0,
            y: (f64::from(h) - face_h) / 2.0,
            face_w,
            face_h,
            turned: false,
            dpi,
        }
    }

    /// A face that fills a picture.
    pub(super) fn filled((w, h): (u32, u32), dpi: f64) -> Self {
        Self::centred((w, h), (f64::from(w), f64::from(h)), dpi)
    }

    fn has_border(&self) -> bool {
        self.x > 0.05 || self.y > 0.05
    }
}

/// A picture's size in whole pixels, unless it is out of all proportion.
pub(super) fn whole(w: f64, h: f64) -> Result<(u32, u32), Say> {
    let (w, h) = (w.round().max(1.0), h.round().max(1.0));
    if w > LONGEST || h > LONGEST || w * h > MOST {
        return Err(say!("a picture of {} × {} pixels is too large", w, h));
    }
    Ok((w as u32, h as u32))
}

/// Draws a face into its frame. Where the art does not reach the edge, it is drawn once more behind, stretched to
/// the edge, as the printed pages have it.
pub(super) fn draw(studio: &Studio<'_>, ready: &Ready, frame: &FaceFrame) -> Result<Pixmap, Say> {
    let mut page =
        Pixmap::new(frame.w, frame.h).ok_or_else(|| say!("the picture is too large to draw"))?;
    page.fill(Color::WHITE);
    if frame.has_border() {
        let art = studio.art(&bare(studio, ready))?;
        let (w, h) = art.size();
        let (kx, ky) = (frame.w as f32 / w, frame.h as f32 / h);
        scene::draw(&art.tree, Transform::from_scale(kx, ky), &mut page.as_mut())?;
        if let Some(trim) = Rect::from_xywh(
            frame.x as f32,
            frame.y as f32,
            frame.face_w as f32,
            frame.face_h as f32,
        ) {
            let mut white = Paint::default();
            white.set_color(Color::WHITE);
            page.fill_rect(trim, &white, Transform::identity(), None);
        }
    }
    let place = |size: usvg::Size| {
        let kx = frame.face_w as f32 / size.width();
        let ky = frame.face_h as f32 / size.height();
        Transform::from_row(kx, 0.0, 0.0, ky, frame.x as f32, frame.y as f32)
    };
    if ready.face.texts.is_empty() {
        let tree = &ready.scene.art.tree;
        scene::draw(tree, place(tree.size()), &mut page.as_mut())?;
    } else {
        let tree = studio.parse(&outlined(studio, &ready.face.svg, &ready.face.texts))?;
        scene::draw(&tree, place(tree.size()), &mut page.as_mut())?;
    }
    extend(&mut page, &ready.scene.art.tree, frame);
    if studio.ink() == Ink::Mono {
        to_grey(&mut page);
    }
    if frame.turned {
        page = turned(&page).ok_or_else(|| say!("the picture is too large to draw"))?;
    }
    Ok(page)
}

/// Art that goes past its trim, but not as far as the edge of the picture, goes on as it ends.
fn extend(page: &mut Pixmap, tree: &usvg::Tree, frame: &FaceFrame) {
    let art = tree.root().abs_bounding_box();
    let (tw, th) = (tree.size().width(), tree.size().height());
    let (kx, ky) = (frame.face_w / f64::from(tw), frame.face_h / f64::from(th));
    // How many pixels of a border are left, when the art covers `own` of it.
    let left_over = |border: f64, own: f64| {
        let lacks = own > 2.0 && own < border - 0.01;
        if lacks {
            ((border - own).ceil() + 1.0).min(border) as usize
        } else {
            0
        }
    };
    let (right, bottom) = (f64::from(art.right() - tw), f64::from(art.bottom() - th));
    let left = left_over(frame.x, -f64::from(art.left()) * kx);
    let right = left_over(frame.x, right * kx);
    let top = left_over(frame.y, -f64::from(art.top()) * ky);
    let bottom = left_over(frame.y, bottom * ky);
    let (w, h) = (page.width() as usize, page.height() as usize);
    let pixels = page.pixels_mut();
    for row in pixels.chunks_exact_mut(w) {
        let (first, last) = (row[left.min(w - 1)], row[w - 1 - right.min(w - 1)]);
        row[..left].fill(first);
        row[w - right..].fill(last);
    }
    for y in 0..top {
        pixels.copy_within(top * w..(top + 1) * w, y * w);
    }
    for y in h - bottom..h {
        pixels.copy_within((h - bottom - 1) * w..(h - bottom) * w, y * w);
    }
}

/// The art of a face without its texts.
pub(super) fn bare(studio: &Studio<'_>, ready: &Ready) -> String {
    let face = Face {
        svg: ready.face.svg.clone(),
        texts: Vec::new(),
        ..Face::default()
    };
    outlined(studio, &face.svg, &face.texts)
}

/// The picture turned by 90° clockwise.
fn turned(page: &Pixmap) -> Option<Pixmap> {
    let (w, h) = (page.width() as usize, page.height() as usize);
    let mut out = Pixmap::new(page.height(), page.width())?;
    let (from, to) = (page.pixels(), out.pixels_mut());
    for (i, pixel) in from.iter().enumerate() {
        let (x, y) = (i % w, i / w);
        if let Some(at) = to.get_mut(x * h + (h - 1 - y)) {
            *at = *pixel;
        }
    }
    Some(out)
}

/// Makes everything outside the outline of a piece transparent.
pub(super) fn cut_out(page: &mut Pixmap, outline: Outline) {
    let (w, h) = (page.width() as f32, page.height() as f32);
    let mut path = PathBuilder::new();
    match outline {
        Outline::Rect => return,
        Outline::Circle => {
            if let Some(oval) = Rect::from_xywh(0.0, 0.0, w, h) {
                path.push_oval(oval);
            }
        }
        Outline::Hex => {
            let flat = [
                (0.25, 0.0),
                (0.75, 0.0),
                (1.0, 0.5),
                (0.75, 1.0),
                (0.25, 1.0),
                (0.0, 0.5),
            ];
            for (i, (u, v)) in flat.into_iter().enumerate() {
                let (x, y) = if w > h {
                    (u * w, v * h)
                } else {
                    (v * w, u * h)
                };
                if i == 0 {
                    path.move_to(x, y);
                } else {
                    path.line_to(x, y);
                }
            }
            path.close();
        }
    }
    keep_inside(page, path);
}

/// Makes everything outside a line on a face of this size transparent.
pub(super) fn cut_along(page: &mut Pixmap, corners: &[(Mm, Mm)], size: Size) {
    let (w, h) = (f64::from(page.width()), f64::from(page.height()));
    let mut path = PathBuilder::new();
    for (i, (x, y)) in corners.iter().enumerate() {
        let (x, y) = ((x.0 / size.w.0 * w) as f32, (y.0 / size.h.0 * h) as f32);
        match i {
            0 => path.move_to(x, y),
            _ => path.line_to(x, y),
        }
    }
    path.close();
    keep_inside(page, path);
}

fn keep_inside(page: &mut Pixmap, path: PathBuilder) {
    if let (Some(path), Some(mut mask)) = (path.finish(), Mask::new(page.width(), page.height())) {
        mask.fill_path(&path, FillRule::Winding, true, Transform::identity());
        page.apply_mask(&mask);
    }
}

/// A picture as PNG that tells its resolution; opaque ones without alpha.
pub(super) fn png(page: Pixmap, dpi: f64) -> Result<Vec<u8>, Say> {
    let opaque = page.pixels().iter().all(|p| p.alpha() == 255);
    let (width, height) = (page.width(), page.height());
    // In the memory of the picture itself: sheets are large.
    let data = if opaque {
        without_alpha(page.take())
    } else {
        page.take_demultiplied()
    };
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, width, height);
    encoder.set_color(if opaque {
        png::ColorType::Rgb
    } else {
        png::ColorType::Rgba
    });
    encoder.set_depth(png::BitDepth::Eight);
    let per_metre = (dpi / 0.0254).round() as u32;
    encoder.set_pixel_dims(Some(png::PixelDimensions {
        xppu: per_metre,
        yppu: per_metre,
        unit: png::Unit::Meter,
    }));
    let failed = |e: png::EncodingError| say!("internal error, please report: {}", say::heard(e));
    let mut writer = encoder.write_header().map_err(failed)?;
    writer.write_image_data(&data).map_err(failed)?;
    writer.finish().map_err(failed)?;
    Ok(bytes)
}

/// Pixels of four bytes as pixels of three.
fn without_alpha(mut data: Vec<u8>) -> Vec<u8> {
    let pixels = data.len() / 4;
    for i in 0..pixels {
        data.copy_within(4 * i..4 * i + 3, 3 * i);
    }
    data.truncate(3 * pixels);
    data
}
