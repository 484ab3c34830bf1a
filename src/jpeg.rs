//! Writes JPEG (baseline, no subsampling) for photographs that are turned, lightened or made smaller, and
//! reads the few facts of a JPEG's headers that decide how it is used.

mod whole;

use std::f32::consts::PI;

pub use whole::is_whole;

/// Size and kind of a JPEG, from its headers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Facts {
    /// Pixels in a row.
    pub width: u32,
    /// Rows.
    pub height: u32,
    /// 1 for grey, 3 for colour, 4 for CMYK.
    pub components: u8,
    /// Whether every PDF reader decodes it: eight bits, baseline or progressive.
    pub usual: bool,
    /// How EXIF says that it must be turned, 1 to 8; 1 is upright.
    pub orientation: u8,
}

/// Reads the headers of a JPEG.
pub fn facts(bytes: &[u8]) -> Option<Facts> {
    let mut at = 2;
    let mut orientation = 1;
    loop {
        let [mark, code] = bytes.get(at..at + 2)?.try_into().ok()?;
        if mark != 0xff {
            return None;
        }
        if code == 0xff {
            at += 1;
            continue;
        }
        let be = |i: usize| Some(u16::from_be_bytes(bytes.get(i..i + 2)?.try_into().ok()?));
        match code {
            0xc0..=0xc3 | 0xc5..=0xc7 | 0xc9..=0xcb | 0xcd..=0xcf => {
                let (width, height) = (u32::from(be(at + 7)?), u32::from(be(at + 5)?));
                let usual = code <= 0xc2 && *bytes.get(at + 4)? == 8 && width > 0 && height > 0;
                return Some(Facts {
                    width,
                    height,
                    components: *bytes.get(at + 9)?,
                    usual,
                    orientation,
                });
            }
            0x01 | 0xd0..=0xd8 => at += 2,
            0xd9 | 0xda => return None,
            _ => {
                let length = usize::from(be(at + 2)?);
                let end = at + 2 + length;
                if code == 0xe1
                    && let Some(turn) = bytes.get(at + 4..end).and_then(exif_orientation)
                {
                    orientation = turn;
                }
                at = end;
            }
        }
    }
}

/// The orientation that an EXIF segment gives.
fn exif_orientation(segment: &[u8]) -> Option<u8> {
    let tiff = segment.strip_prefix(b"Exif\0\0")?;
    let big = match tiff.get(..4)? {
        b"MM\0*" => true,
        b"II*\0" => false,
        _ => return None,
    };
    let two = |at: usize| -> Option<u16> {
        let b: [u8; 2] = tiff.get(at..at.checked_add(2)?)?.try_into().ok()?;
        Some(if big {
            u16::from_be_bytes(b)
        } else {
            u16::from_le_bytes(b)
        })
    };
    let four = |at: usize| -> Option<u32> {
        let b: [u8; 4] = tiff.get(at..at.checked_add(4)?)?.try_into().ok()?;
        Some(if big {
            u32::from_be_bytes(b)
        } else {
            u32::from_le_bytes(b)
        })
    };
    let start = four(4)? as usize;
    let entries = usize::from(two(start)?);
    let entry = (0..entries)
        .map(|n| start + 2 + 12 * n)
        .find(|at| two(*at) == Some(0x0112))?;
    u8::try_from(two(entry + 8)?)
        .ok()
        .filter(|o| (1..=8).contains(o))
}

/// The quantisation steps that the JPEG standard suggests for brightness and for colour (tables K.1 and K.2).
const STEPS: [[u8; 64]; 2] = [
    [
        16, 11, 10, 16, 24, 40, 51, 61, 12, 12, 14, 19, 26, 58, 60, 55, 14, 13, 16, 24, 40, 57, 69,
        56, 14, 17, 22, 29, 51, 87, 80, 62, 18, 22, 37, 56, 68, 109, 103, 77, 24, 35, 55, 64, 81,
        104, 113, 92, 49, 64, 78, 87, 103, 121, 120, 101, 72, 92, 95, 98, 112, 100, 103, 99,
    ],
    [
        17, 18, 24, 47, 99, 99, 99, 99, 18, 21, 26, 66, 99, 99, 99, 99, 24, 26, 56, 99, 99, 99, 99,
        99, 47, 66, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99,
        99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99,
    ],
];

/// The order that coefficients are written in.
const ZIGZAG: [usize; 64] = [
    0, 1, 8, 16, 9, 2, 3, 10, 17, 24, 32, 25, 18, 11, 4, 5, 12, 19, 26, 33, 40, 48, 41, 34, 27, 20,
    13, 6, 7, 14, 21, 28, 35, 42, 49, 56, 57, 50, 43, 36, 29, 22, 15, 23, 30, 37, 44, 51, 58, 59,
    52, 45, 38, 31, 39, 46, 53, 60, 61, 54, 47, 55, 62, 63,
];

/// The code for the sizes of the mean's steps: every size has one.
const DC_LENGTHS: [u8; 16] = [0, 1, 5, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0];
const DC_VALUES: [u8; 12] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11];

/// A prefix code: how many codes there are of each length, and what they stand for.
struct Codes {
    lengths: [u8; 16],
    values: Vec<u8>,
    /// Code and its length, by value.
    by_value: [(u16, u8); 256],
}

impl Codes {
    fn new(lengths: [u8; 16], values: Vec<u8>) -> Self {
        let mut by_value = [(0, 0); 256];
        let (mut code, mut next) = (0u16, 0);
        for (i, count) in lengths.iter().enumerate() {
            for _ in 0..*count {
                if let Some(value) = values.get(next) {
                    by_value[usize::from(*value)] = (code, i as u8 + 1);
                }
                code += 1;
                next += 1;
            }
            code <<= 1;
        }
        Self {
            lengths,
            values,
            by_value,
        }
    }

    /// Codes fitted to how often each value occurs: the more often, the shorter, at most 16 bits.
    fn fitted(counts: &[u32; 256]) -> Self {
        let mut values: Vec<u8> = (0..=255u8)
            .filter(|v| counts[usize::from(*v)] > 0)
            .collect();
        values.sort_by_key(|v| (std::cmp::Reverse(counts[usize::from(*v)]), *v));
        let weights: Vec<u64> = values
            .iter()
            .map(|v| u64::from(counts[usize::from(*v)]))
            .collect();
        Self::new(code_lengths(weights), values)
    }
}

/// How many codes of each length suit values of these weights, heaviest first. One code more than there are
/// values is counted, so that no code consists of ones alone, and then taken away.
fn code_lengths(mut weights: Vec<u64>) -> [u8; 16] {
    weights.push(0);
    // Nodes: weight and the depths of the leaves below.
    let mut nodes: Vec<(u64, Vec<usize>)> = weights.iter().map(|w| (*w, vec![0])).collect();
    while nodes.len() > 1 {
        nodes.sort_by_key(|n| std::cmp::Reverse(n.0));
        let (Some(a), Some(b)) = (nodes.pop(), nodes.pop()) else {
            break;
        };
        let leaves = a.1.into_iter().chain(b.1).map(|d| d + 1).collect();
        nodes.push((a.0 + b.0, leaves));
    }
    let mut count = [0i32; 64];
    for depth in nodes.into_iter().flat_map(|n| n.1) {
        count[depth.clamp(1, 63)] += 1;
    }
    // Codes longer than 16 bits are moved up, as the standard's figure K.3 does it.
    for i in (17..64).rev() {
        while count[i] > 0 {
            let Some(j) = (1..i - 1).rev().find(|j| count[*j] > 0) else {
                break;
            };
            count[i] -= 2;
            count[i - 1] += 1;
            count[j + 1] += 2;
            count[j] -= 1;
        }
    }
    if let Some(last) = (1..=16).rev().find(|i| count[*i] > 0) {
        count[last] -= 1;
    }
    let mut out = [0; 16];
    for (i, n) in out.iter_mut().enumerate() {
        *n = count[i + 1].max(0) as u8;
    }
    out
}

/// A block's coefficients after quantisation, in the order they are written.
type Block = [i16; 64];

/// Encodes `samples` (rows of 1 or 3 bytes a pixel); `quality` is 1 to 100.
pub fn encode(width: u32, height: u32, grey: bool, samples: &[u8], quality: u8) -> Vec<u8> {
    let steps = STEPS.map(|table| table.map(|step| scaled(step, quality)));
    let planes = if grey { 1 } else { 3 };
    let blocks: Vec<Vec<Block>> = (0..planes)
        .map(|plane| plane_blocks(width, height, grey, samples, plane, &steps[plane.min(1)]))
        .collect();
    let dc = Codes::new(DC_LENGTHS, DC_VALUES.to_vec());
    let ac = Codes::fitted(&count_runs(&blocks));
    let mut out = headers(width, height, planes, &steps, &dc, &ac);
    let mut bits = Bits::default();
    let mut before = vec![0i16; planes];
    for n in 0..blocks.first().map_or(0, Vec::len) {
        for (plane, before) in blocks.iter().zip(&mut before) {
            write_block(&mut bits, &plane[n], before, &dc, &ac);
        }
    }
    out.extend(bits.finish());
    out.extend([0xff, 0xd9]);
    out
}

fn scaled(step: u8, quality: u8) -> u8 {
    let quality = u32::from(quality.clamp(1, 100));
    let scale = if quality < 50 {
        5000 / quality
    } else {
        200 - 2 * quality
    };
    ((u32::from(step) * scale + 50) / 100).clamp(1, 255) as u8
}

/// The blocks of one plane, row by row; the last pixels are repeated past the edges.
fn plane_blocks(
    width: u32,
    height: u32,
    grey: bool,
    samples: &[u8],
    plane: usize,
    steps: &[u8; 64],
) -> Vec<Block> {
    let (w, h) = (width as usize, height as usize);
    let cosines = cosines();
    let level = |x: usize, y: usize| -> f32 {
        let at = y.min(h - 1) * w + x.min(w - 1);
        if grey {
            return f32::from(samples[at]) - 128.0;
        }
        let [r, g, b] = [0, 1, 2].map(|i| f32::from(samples[at * 3 + i]));
        match plane {
            0 => 0.299 * r + 0.587 * g + 0.114 * b - 128.0,
            1 => -0.168_736 * r - 0.331_264 * g + 0.5 * b,
            _ => 0.5 * r - 0.418_688 * g - 0.081_312 * b,
        }
    };
    let mut out = Vec::with_capacity(w.div_ceil(8) * h.div_ceil(8));
    if w == 0 || h == 0 || samples.len() < w * h * if grey { 1 } else { 3 } {
        return out;
    }
    for top in (0..h).step_by(8) {
        for left in (0..w).step_by(8) {
            let pixels = std::array::from_fn(|i| level(left + i % 8, top + i / 8));
            let freq = transform(&transform(&pixels, &cosines), &cosines);
            out.push(std::array::from_fn(|i| {
                let at = ZIGZAG[i];
                (freq[at] / f32::from(steps[at])).round() as i16
            }));
        }
    }
    out
}

/// The cosines of the transform, by frequency and place.
fn cosines() -> [f32; 64] {
    std::array::from_fn(|i| {
        let (u, x) = ((i / 8) as f32, (i % 8) as f32);
        let norm = if i < 8 { 0.5f32.sqrt() } else { 1.0 };
        0.5 * norm * ((2.0 * x + 1.0) * u * PI / 16.0).cos()
    })
}

/// The cosine transform of the rows, turned over: twice gives the transform of the block.
fn transform(block: &[f32; 64], cosines: &[f32; 64]) -> [f32; 64] {
    std::array::from_fn(|i| {
        let (u, y) = (i / 8, i % 8);
        (0..8).map(|x| block[y * 8 + x] * cosines[u * 8 + x]).sum()
    })
}

/// How many bits a number takes.
fn size_of(value: i16) -> u8 {
    (16 - value.unsigned_abs().leading_zeros()) as u8
}

/// What a block's higher frequencies are written as: runs of zeros with the size of what follows, and that.
fn runs(block: &Block) -> impl Iterator<Item = (u8, i16)> + '_ {
    let last = block.iter().rposition(|v| *v != 0).unwrap_or(0);
    let mut zeros = 0;
    let mut out = Vec::new();
    for value in block.iter().take(last + 1).skip(1) {
        if *value == 0 {
            zeros += 1;
            continue;
        }
        while zeros > 15 {
            out.push((0xf0, 0));
            zeros -= 16;
        }
        out.push(((zeros << 4) | size_of(*value), *value));
        zeros = 0;
    }
    if last < 63 {
        out.push((0, 0));
    }
    out.into_iter()
}

fn count_runs(blocks: &[Vec<Block>]) -> [u32; 256] {
    let mut counts = [0; 256];
    for (run, _) in blocks.iter().flatten().flat_map(runs) {
        counts[usize::from(run)] += 1;
    }
    counts
}

fn write_block(bits: &mut Bits, block: &Block, before: &mut i16, dc: &Codes, ac: &Codes) {
    let step = block[0] - *before;
    *before = block[0];
    bits.code(dc, size_of(step));
    bits.number(step);
    for (run, value) in runs(block) {
        bits.code(ac, run);
        bits.number(value);
    }
}

fn headers(
    width: u32,
    height: u32,
    planes: usize,
    steps: &[[u8; 64]; 2],
    dc: &Codes,
    ac: &Codes,
) -> Vec<u8> {
    let mut out = vec![0xff, 0xd8];
    out.extend(b"\xff\xe0\x00\x10JFIF\0\x01\x01\x00\x00\x01\x00\x01\x00\x00");
    for (n, table) in steps.iter().enumerate().take(planes.min(2)) {
        out.extend([0xff, 0xdb, 0, 67, n as u8]);
        out.extend(ZIGZAG.map(|at| table[at]));
    }
    out.extend([0xff, 0xc0, 0, 8 + 3 * planes as u8, 8]);
    out.extend((height as u16).to_be_bytes());
    out.extend((width as u16).to_be_bytes());
    out.push(planes as u8);
    for n in 0..planes as u8 {
        out.extend([n + 1, 0x11, n.min(1)]);
    }
    for (class, codes) in [(0x00, dc), (0x10, ac)] {
        out.extend([0xff, 0xc4]);
        out.extend((19 + codes.values.len() as u16).to_be_bytes());
        out.push(class);
        out.extend(codes.lengths);
        out.extend(&codes.values);
    }
    out.extend([0xff, 0xda, 0, 6 + 2 * planes as u8, planes as u8]);
    for n in 0..planes as u8 {
        out.extend([n + 1, 0x00]);
    }
    out.extend([0, 63, 0]);
    out
}

/// Bits in the order that JPEG wants them.
#[derive(Default)]
struct Bits {
    out: Vec<u8>,
    held: u32,
    count: u32,
}

impl Bits {
    fn put(&mut self, bits: u32, count: u8) {
        self.held = (self.held << count) | bits;
        self.count += u32::from(count);
        while self.count >= 8 {
            let byte = (self.held >> (self.count - 8)) as u8;
            self.out.push(byte);
            if byte == 0xff {
                self.out.push(0);
            }
            self.count -= 8;
            self.held &= (1 << self.count) - 1;
        }
    }

    fn code(&mut self, codes: &Codes, value: u8) {
        let (code, length) = codes.by_value[usize::from(value)];
        self.put(u32::from(code), length);
    }

    /// A number in as many bits as it takes; a negative one as its complement.
    fn number(&mut self, value: i16) {
        let size = size_of(value);
        if size > 0 {
            let value = i32::from(value);
            let bits = if value < 0 { value - 1 } else { value };
            self.put(bits as u32 & ((1 << size) - 1), size);
        }
    }

    fn finish(mut self) -> Vec<u8> {
        let rest = (8 - self.count % 8) % 8;
        self.put((1 << rest) - 1, rest as u8);
        self.out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn header(mark: u8, components: u8) -> Vec<u8> {
        [
            &[
                0xff, 0xd8, 0xff, 0xe0, 0, 4, 1, 2, 0xff, mark, 0, 11, 8, 0, 40, 0, 30, components,
            ][..],
            &[0; 9],
        ]
        .concat()
    }

    #[test]
    fn headers_tell_what_a_jpeg_is() {
        let colour = facts(&header(0xc0, 3)).expect("a JPEG");
        assert_eq!(
            (colour.width, colour.height, colour.components),
            (30, 40, 3)
        );
        assert!(colour.usual && facts(&header(0xc2, 1)).is_some_and(|f| f.usual));
        assert_eq!(
            facts(&header(0xc0, 4)).map(|f| f.components),
            Some(4),
            "CMYK"
        );
        assert_eq!(
            facts(&header(0xc3, 3)).map(|f| f.usual),
            Some(false),
            "lossless"
        );
        assert_eq!(facts(&[0xff, 0xd8, 0xff]), None, "cut off");
    }

    #[test]
    fn exif_tells_how_to_turn() {
        for big in [true, false] {
            let n2 = |v: u16| {
                if big {
                    v.to_be_bytes()
                } else {
                    v.to_le_bytes()
                }
            };
            let n4 = |v: u32| {
                if big {
                    v.to_be_bytes()
                } else {
                    v.to_le_bytes()
                }
            };
            let mut exif = b"Exif\0\0".to_vec();
            exif.extend(if big { b"MM\0*" } else { b"II*\0" });
            exif.extend(n4(8));
            exif.extend(n2(1));
            exif.extend(n2(0x0112));
            exif.extend(n2(3));
            exif.extend(n4(1));
            exif.extend(n2(6));
            exif.extend([0, 0]);
            assert_eq!(exif_orientation(&exif), Some(6));
        }
        assert_eq!(exif_orientation(b"Exif\0\0MM\0*\xff\xff\xff\xff"), None);
    }

    #[test]
    fn pictures_come_back_as_they_were() {
        // Smooth, with an odd size, in colour and grey.
        let (w, h) = (37, 21);
        let pixel = |i: usize| [(i * 5) % 256, (i / 3) % 256, 255 - (i % 200)].map(|v| v as u8);
        let smooth = |i: usize| [(i % w * 6) as u8, (i / w * 12) as u8, 90];
        for samples in [
            (0..w * h).flat_map(pixel).collect::<Vec<u8>>(),
            (0..w * h).flat_map(smooth).collect(),
        ] {
            for grey in [false, true] {
                let samples: Vec<u8> = if grey {
                    samples.iter().step_by(3).copied().collect()
                } else {
                    samples.clone()
                };
                let bytes = encode(w as u32, h as u32, grey, &samples, 95);
                let back = decode(&bytes, w as u32, h as u32);
                let error: u64 = (0..w * h)
                    .map(|i| {
                        let was = if grey {
                            [samples[i]; 3]
                        } else {
                            [0, 1, 2].map(|c| samples[i * 3 + c])
                        };
                        (0..3)
                            .map(|c| u64::from(was[c].abs_diff(back[i * 4 + c])))
                            .sum::<u64>()
                    })
                    .sum();
                let mean = error as f64 / (w * h * 3) as f64;
                assert!(mean < 4.0, "grey {grey}: {mean}");
            }
        }
    }

    /// Decodes with the decoder of previews.
    fn decode(bytes: &[u8], w: u32, h: u32) -> Vec<u8> {
        let data = std::sync::Arc::new(bytes.to_vec());
        let options = usvg::Options {
            image_href_resolver: usvg::ImageHrefResolver {
                resolve_string: Box::new(move |_, _| Some(usvg::ImageKind::JPEG(data.clone()))),
                ..usvg::ImageHrefResolver::default()
            },
            ..usvg::Options::default()
        };
        let svg = format!(
            r#"<svg xmlns="http://www.w3.org/2000/svg" width="{w}" height="{h}"><image href="x" width="{w}" height="{h}" style="image-rendering:pixelated"/></svg>"#
        );
        let tree = usvg::Tree::from_str(&svg, &options).expect("a picture");
        let mut pixmap = resvg::tiny_skia::Pixmap::new(w, h).expect("a size");
        resvg::render(&tree, usvg::Transform::identity(), &mut pixmap.as_mut());
        pixmap.take()
    }
}
