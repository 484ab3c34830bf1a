//! Pixels: pictures side by side, small files, and how far two are apart.

use std::collections::BTreeMap;

use resvg::tiny_skia::{Color, Paint, Pixmap, PixmapPaint, Rect, Transform};

/// Space between pictures, in pixels.
const GAP: u32 = 12;

/// Pictures beside each other on white, with a fine line around each.
pub(super) fn beside(pictures: &[Pixmap]) -> Pixmap {
    let gaps = GAP * (pictures.len() as u32 - 1);
    let width = pictures.iter().map(|p| p.width() + 2).sum::<u32>() + gaps;
    let height = pictures
        .iter()
        .map(Pixmap::height)
        .max()
        .expect("a picture")
        + 2;
    let mut out = Pixmap::new(width, height).expect("pixels");
    out.fill(Color::WHITE);
    let mut line = Paint::default();
    line.set_color_rgba8(0xb8, 0xb4, 0xac, 255);
    let mut x = 0;
    for picture in pictures {
        let (w, h) = (picture.width() as f32, picture.height() as f32);
        let y = (height - picture.height()) / 2 - 1;
        let around = Rect::from_xywh(x as f32, y as f32, w + 2.0, h + 2.0).expect("a frame");
        out.fill_rect(around, &line, Transform::identity(), None);
        let at = (x as i32 + 1, y as i32 + 1);
        stamp(&mut out, picture, at);
        x += picture.width() + 2 + GAP;
    }
    out
}

fn stamp(page: &mut Pixmap, picture: &Pixmap, (x, y): (i32, i32)) {
    let paint = PixmapPaint::default();
    page.draw_pixmap(x, y, picture.as_ref(), &paint, Transform::identity(), None);
}

/// A picture of at most 256 colours as PNG.
pub(super) fn png(picture: &Pixmap) -> Vec<u8> {
    let pixels: Vec<[u8; 3]> = picture
        .pixels()
        .iter()
        .map(|p| {
            // On white, should anything shine through.
            let rest = 255 - p.alpha();
            [p.red() + rest, p.green() + rest, p.blue() + rest]
        })
        .collect();
    let (palette, index) = palette(&pixels);
    let bytes: Vec<u8> = pixels.iter().map(|p| index[p]).collect();
    let mut out = Vec::new();
    let mut encoder = png::Encoder::new(&mut out, picture.width(), picture.height());
    encoder.set_color(png::ColorType::Indexed);
    encoder.set_palette(palette.concat());
    encoder.set_compression(png::Compression::High);
    encoder.set_filter(png::Filter::NoFilter);
    let mut writer = encoder.write_header().expect("a head");
    writer.write_image_data(&bytes).expect("pixels");
    writer.finish().expect("an end");
    out
}

/// Colours that stand for all, and which of them for each: the widest box of colours is parted at its middle, until there
/// are enough.
fn palette(pixels: &[[u8; 3]]) -> (Vec<[u8; 3]>, BTreeMap<[u8; 3], u8>) {
    let mut counts = BTreeMap::<[u8; 3], u64>::new();
    for pixel in pixels {
        *counts.entry(*pixel).or_default() += 1;
    }
    let mut boxes: Vec<Vec<([u8; 3], u64)>> = vec![counts.into_iter().collect()];
    while boxes.len() < 256 {
        let widths = boxes.iter().map(|b| width(b).0);
        let Some((at, width_there)) = widths.enumerate().max_by(|a, b| a.1.total_cmp(&b.1)) else {
            break;
        };
        if width_there == 0.0 {
            break;
        }
        let mut whole = boxes.swap_remove(at);
        let channel = width(&whole).1;
        whole.sort_unstable_by_key(|(c, _)| (c[channel], *c));
        let half = whole.iter().map(|(_, n)| n).sum::<u64>() / 2;
        let mut so_far = 0;
        let middle = whole.iter().position(|(_, n)| {
            so_far += n;
            so_far > half
        });
        let middle = middle.unwrap_or(0).clamp(1, whole.len() - 1);
        boxes.push(whole.split_off(middle));
        boxes.push(whole);
    }
    let mut index = BTreeMap::new();
    let mut colours = Vec::new();
    for (inside, n) in boxes.iter().zip(0u8..=255) {
        let all: u64 = inside.iter().map(|(_, n)| n).sum();
        let mean = |i: usize| inside.iter().map(|(c, n)| u64::from(c[i]) * n).sum::<u64>() / all;
        colours.push([mean(0) as u8, mean(1) as u8, mean(2) as u8]);
        index.extend(inside.iter().map(|(colour, _)| (*colour, n)));
    }
    (colours, index)
}

/// How much a box would gain by being parted, and along which channel.
fn width(inside: &[([u8; 3], u64)]) -> (f64, usize) {
    let range = |i: usize| {
        let values = inside.iter().map(|(c, _)| c[i]);
        let least = values.clone().min().unwrap_or(0);
        values.max().unwrap_or(0) - least
    };
    let (widest, channel) = (0..3).map(|i| (range(i), i)).max().expect("channels");
    let many: u64 = inside.iter().map(|(_, n)| n).sum();
    (f64::from(widest) * (many as f64).powf(0.3), channel)
}

/// The largest difference of eight by eight pixels, by the mean of their channels, and where it is.
pub(super) fn furthest(a: &Pixmap, b: &Pixmap) -> (f64, (u32, u32)) {
    const N: u32 = 8;
    let (w, h) = (a.width(), a.height());
    let mut most = (0.0, (0, 0));
    for (y, x) in (0..h)
        .step_by(8)
        .flat_map(|y| (0..w).step_by(8).map(move |x| (y, x)))
    {
        let (right, low) = ((x + N).min(w), (y + N).min(h));
        let block = (y..low).flat_map(|y| (x..right).map(move |x| (x, y)));
        let mut sum = [0i64; 3];
        for (x, y) in block {
            let [p, q] = [a, b].map(|picture| picture.pixel(x, y).expect("inside"));
            sum[0] += i64::from(p.red()) - i64::from(q.red());
            sum[1] += i64::from(p.green()) - i64::from(q.green());
            sum[2] += i64::from(p.blue()) - i64::from(q.blue());
        }
        let pixels = f64::from((right - x) * (low - y));
        let far = sum
            .map(|s| s.abs() as f64 / pixels)
            .into_iter()
            .fold(0.0, f64::max);
        if far > most.0 {
            most = (far, (x, y));
        }
    }
    most
}
