//! JPEG as bytes: what its headers say, its samples, and the way back. Knows nothing of other kinds of pictures.

use jpeg_encoder::{ColorType, Encoder, SamplingFactor};
use zune_jpeg::JpegDecoder;
use zune_jpeg::zune_core::bytestream::ZCursor;
use zune_jpeg::zune_core::colorspace::ColorSpace;
use zune_jpeg::zune_core::options::DecoderOptions;

/// The fewest bits that eight by eight pixels can take: a picture that claims more of them was cut off, or is a trap for
/// whoever makes room for all its pixels.
const BITS_PER_BLOCK: usize = 1;

/// Bytes that the decoder may read ahead.
const AHEAD: usize = 16;

/// Size and kind of a JPEG, from its headers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct JpegFacts {
    /// Pixels in a row.
    pub width: u32,
    /// Rows.
    pub height: u32,
    /// 1 for grey, 3 for colour, 4 for CMYK.
    pub components: u8,
    /// How EXIF says that it must be turned, 1 to 8; 1 is upright.
    pub orientation: u8,
}

fn decoder(bytes: &[u8], colours: ColorSpace) -> JpegDecoder<ZCursor<&[u8]>> {
    let options = DecoderOptions::default()
        .set_strict_mode(true)
        .set_max_width(usize::from(u16::MAX))
        .set_max_height(usize::from(u16::MAX))
        .jpeg_set_out_colorspace(colours);
    JpegDecoder::new_with_options(ZCursor::new(bytes), options)
}

/// Reads the headers of a JPEG that every PDF reader decodes: eight bits, baseline or progressive.
pub(crate) fn facts(bytes: &[u8]) -> Option<JpegFacts> {
    let mut decoder = decoder(bytes, ColorSpace::RGB);
    decoder.decode_headers().ok()?;
    let info = decoder.info()?;
    let blocks = usize::from(info.width) * usize::from(info.height) / 64;
    let exif = decoder.exif().map(Vec::as_slice);
    (blocks * BITS_PER_BLOCK <= bytes.len() * 8).then_some(JpegFacts {
        width: info.width.into(),
        height: info.height.into(),
        components: info.components,
        orientation: exif.and_then(exif_orientation).unwrap_or(1),
    })
}

/// The samples of a JPEG, one a pixel for grey and three for colour; `None` if it is damaged or cut off.
pub(crate) fn decode(bytes: &[u8]) -> Option<(JpegFacts, Vec<u8>)> {
    let facts = facts(bytes)?;
    let colours = match facts.components {
        1 => ColorSpace::Luma,
        _ => ColorSpace::RGB,
    };
    let layout = Layout::of(bytes)?;
    // The decoder fills up what is missing before the mark of the end. At a mark that does not exist it stops; a whole
    // picture ends before, although some bytes are read ahead. With restarts another one is looked for behind the last,
    // so they are counted.
    let end = &bytes[..layout.end];
    let pixels = match (layout.restarts, layout.progressive || layout.scans > 1) {
        (Some((there, wanted)), _) if there < wanted => return None,
        (Some(_), _) => decoder(bytes, colours).decode(),
        (None, false) => decoder(&[end, &[0; AHEAD], &[0xff, 0x02]].concat(), colours).decode(),
        // Behind the last of several scans such a mark is passed over, and the end is looked for; it must be there.
        (None, true) if !layout.ended => return None,
        (None, true) => {
            // Ones alone are no letter of any code, while zeros could say that nothing more comes.
            let ones = [0xff, 0].repeat(AHEAD);
            let passed = [0xff, 0x02, 0, 2, 0xff, 0xd9];
            decoder(&[end, &ones, &passed].concat(), colours).decode()
        }
    };
    Some((facts, pixels.ok()?))
}

/// Whether this is a JPEG that hardly any program reads: lossless, of twelve bits, or packed in another way.
pub(crate) fn is_unusual(bytes: &[u8]) -> bool {
    let mut segments = Segments { bytes, at: 2 };
    let frame = segments.find(|(mark, _)| matches!(mark, 0xc0..=0xcf) && !TABLES.contains(mark));
    frame.is_some_and(|(mark, body)| mark > 0xc2 || body.first().is_some_and(|bits| *bits != 8))
}

/// Marks from 0xC0 to 0xCF that begin no frame.
const TABLES: [u8; 3] = [0xc4, 0xc8, 0xcc];

/// The parts of a JPEG, each with its mark; behind a scan come its data.
struct Segments<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl Segments<'_> {
    /// Passes over the data of a scan; how many restarts are among them.
    fn pass(&mut self) -> u64 {
        let mut restarts = 0;
        while let Some(more) = memchr::memchr(0xff, &self.bytes[self.at..]) {
            self.at += more;
            match self.bytes.get(self.at + 1) {
                Some(0) => self.at += 2,
                Some(0xff) => self.at += 1,
                Some(0xd0..=0xd7) => {
                    restarts += 1;
                    self.at += 2;
                }
                Some(_) => return restarts,
                None => break,
            }
        }
        self.at = self.bytes.len();
        restarts
    }
}

impl<'a> Iterator for Segments<'a> {
    type Item = (u8, &'a [u8]);

    fn next(&mut self) -> Option<Self::Item> {
        self.at += memchr::memchr(0xff, self.bytes.get(self.at..)?)?;
        while self.bytes.get(self.at) == Some(&0xff) {
            self.at += 1;
        }
        let mark = *self.bytes.get(self.at)?;
        self.at += 1;
        if matches!(mark, 0 | 1 | 0xd0..=0xd9) {
            return Some((mark, &[]));
        }
        let length = self.bytes.get(self.at..self.at + 2)?;
        let length = usize::from(u16::from_be_bytes([length[0], length[1]]));
        let body = self.bytes.get(self.at + 2..self.at + length)?;
        self.at += length;
        Some((mark, body))
    }
}

/// What the marks of a JPEG say of its data.
struct Layout {
    progressive: bool,
    scans: usize,
    /// How many restarts the last scan has, and how many it needs; `None` without restarts.
    restarts: Option<(u64, u64)>,
    /// Where the data of the last scan end.
    end: usize,
    /// Whether the mark of the end comes, with nothing broken before it.
    ended: bool,
}

impl Layout {
    fn of(bytes: &[u8]) -> Option<Self> {
        let mut all = Segments { bytes, at: 2 };
        let mut frame: &[u8] = &[];
        let mut interval = 0;
        let mut out = Self {
            progressive: false,
            scans: 0,
            restarts: None,
            end: bytes.len(),
            ended: false,
        };
        while let Some((mark, body)) = all.next() {
            match mark {
                0xc0..=0xc2 => (frame, out.progressive) = (body, mark == 0xc2),
                0xdd => interval = u64::from(u16::from_be_bytes([*body.first()?, *body.get(1)?])),
                0xda => {
                    let there = all.pass();
                    out.scans += 1;
                    out.end = all.at;
                    let units = units(frame, body)?;
                    out.restarts = (interval > 0).then(|| (there, (units.max(1) - 1) / interval));
                }
                0xd9 => {
                    out.ended = true;
                    break;
                }
                _ => {}
            }
        }
        (out.scans > 0).then_some(out)
    }
}

/// How many units a scan has that restarts are counted by.
fn units(frame: &[u8], scan: &[u8]) -> Option<u64> {
    let two = |at: usize| {
        Some(u64::from(u16::from_be_bytes([
            *frame.get(at)?,
            *frame.get(at + 1)?,
        ])))
    };
    let (height, width) = (two(1)?, two(3)?);
    let components = frame.get(6..)?.chunks_exact(3);
    let sampled = components.map(|c| (c[0], u64::from(c[1] >> 4), u64::from(c[1] & 15)));
    let sampled: Vec<(u8, u64, u64)> = sampled.collect();
    let across = sampled.iter().map(|c| c.1).max().filter(|n| *n > 0)?;
    let down = sampled.iter().map(|c| c.2).max().filter(|n| *n > 0)?;
    let (x, y) = match scan {
        [1, id, ..] => sampled.iter().find(|c| c.0 == *id).map(|c| (c.1, c.2))?,
        _ => (1, 1),
    };
    Some((width * x).div_ceil(8 * across) * (height * y).div_ceil(8 * down))
}

/// Encodes `samples` (rows of 1 or 3 bytes a pixel) without losing any of the colours' detail; `quality` is 1 to 100.
pub(crate) fn encode(
    width: u32,
    height: u32,
    grey: bool,
    samples: &[u8],
    quality: u8,
) -> Option<Vec<u8>> {
    let (width, height) = (u16::try_from(width).ok()?, u16::try_from(height).ok()?);
    let colours = if grey {
        ColorType::Luma
    } else {
        ColorType::Rgb
    };
    let mut out = Vec::new();
    let mut encoder = Encoder::new(&mut out, quality);
    encoder.set_sampling_factor(SamplingFactor::F_1_1);
    encoder.encode(samples, width, height, colours).ok()?;
    Some(out)
}

/// The orientation that an EXIF segment gives.
fn exif_orientation(tiff: &[u8]) -> Option<u8> {
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

#[cfg(test)]
mod tests {
    use super::*;

    const SIZE: (usize, usize) = (90, 70);

    /// A picture of noise.
    fn samples() -> Vec<u8> {
        let noise = |i: usize| ((i as u32).wrapping_mul(2_654_435_761) >> 24) as u8;
        (0..SIZE.0 * SIZE.1 * 3).map(noise).collect()
    }

    /// JPEGs of all kinds that are read.
    fn kinds() -> Vec<(&'static str, Vec<u8>)> {
        type Set = fn(&mut Encoder<&mut Vec<u8>>);
        let kinds: [(&str, Set); 6] = [
            ("baseline", |_| {}),
            ("subsampled", |e| {
                e.set_sampling_factor(SamplingFactor::F_2_2)
            }),
            ("with restarts", |e| e.set_restart_interval(4)),
            ("scan by scan", |e| e.set_optimized_huffman_tables(true)),
            ("progressive", |e| e.set_progressive(true)),
            ("progressive with restarts", |e| {
                e.set_progressive(true);
                e.set_restart_interval(4);
            }),
        ];
        let encoded = kinds.map(|(name, set)| {
            let mut out = Vec::new();
            let mut encoder = Encoder::new(&mut out, 90);
            set(&mut encoder);
            let (w, h) = (SIZE.0 as u16, SIZE.1 as u16);
            encoder
                .encode(&samples(), w, h, ColorType::Rgb)
                .expect("encoded");
            (name, out)
        });
        encoded.into()
    }

    #[test]
    fn whole_pictures_are_told_from_cut_ones() {
        for (kind, whole) in kinds() {
            let (_, decoded) = decode(&whole).expect(kind);
            assert_eq!(decoded.len(), samples().len(), "{kind}");
            for share in [3, 10, 50, 90, 96] {
                let cut = &whole[..whole.len() * share / 100];
                assert!(decode(cut).is_none(), "{share} % of one {kind}");
                let ended = [cut, &[0xff, 0xd9]].concat();
                assert!(decode(&ended).is_none(), "{share} % of one {kind}, ended");
            }
        }
    }

    #[test]
    fn what_is_cut_off_unnoticed_is_in_the_last_block() {
        for (kind, whole) in kinds() {
            let (_, all) = decode(&whole).expect(kind);
            for end in whole.len() * 95 / 100..whole.len() {
                let Some((_, some)) = decode(&whole[..end]) else {
                    continue;
                };
                let other = (0..all.len()).find(|i| all[*i] != some[*i]);
                let (x, y) = other.map_or(SIZE, |i| (i / 3 % SIZE.0, i / 3 / SIZE.0));
                let left = whole.len() - end;
                assert!(x >= 79 && y >= 63, "{left} bytes of one {kind}: {x}, {y}");
            }
        }
    }

    #[test]
    fn a_size_that_the_data_cannot_fill_is_told() {
        for (kind, mut large) in kinds() {
            let frame = large
                .windows(2)
                .position(|w| matches!(w, [0xff, 0xc0 | 0xc2]));
            let frame = frame.expect("a frame");
            large[frame + 5..frame + 9].copy_from_slice(&[0x1f, 0x40, 0x1f, 0x40]);
            assert_eq!(facts(&large), None, "{kind}");
        }
    }

    #[test]
    fn headers_tell_what_a_jpeg_is() {
        let grey = encode(30, 40, true, &[99; 1200], 90).expect("encoded");
        let facts = facts(&grey).expect("a JPEG");
        let all = (
            facts.width,
            facts.height,
            facts.components,
            facts.orientation,
        );
        assert_eq!(all, (30, 40, 1, 1));
        assert_eq!(super::facts(&grey[..100]), None, "cut off");
    }

    #[test]
    fn unusual_kinds_are_told_from_damage() {
        for (kind, whole) in kinds() {
            let frame = whole
                .windows(2)
                .position(|w| matches!(w, [0xff, 0xc0 | 0xc2]));
            let frame = frame.expect("a frame");
            let with = |at: usize, by: u8| {
                let mut other = whole.clone();
                other[frame + at] = by;
                is_unusual(&other)
            };
            assert!(
                !is_unusual(&whole) && !is_unusual(&whole[..whole.len() / 2]),
                "{kind}"
            );
            assert!(with(1, 0xc3), "{kind}, lossless");
            assert!(with(1, 0xc9), "{kind}, packed in another way");
            assert!(with(4, 12), "{kind}, of twelve bits");
        }
    }

    #[test]
    fn exif_tells_how_to_turn() {
        let big = b"MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\x06\0\0";
        let little = b"II*\0\x08\0\0\0\x01\0\x12\x01\x03\0\x01\0\0\0\x06\0\0\0";
        assert_eq!(exif_orientation(big), Some(6));
        assert_eq!(exif_orientation(little), Some(6));
        assert_eq!(exif_orientation(b"MM\0*\xff\xff\xff\xff"), None);
        let mut out = Vec::new();
        let mut encoder = Encoder::new(&mut out, 90);
        encoder.add_exif_metadata(big).expect("room");
        encoder
            .encode(&[9; 64], 8, 8, ColorType::Luma)
            .expect("encoded");
        assert_eq!(facts(&out).map(|f| f.orientation), Some(6));
    }

    #[test]
    fn pictures_come_back_as_they_were() {
        // Smooth, with an odd size, in colour and grey.
        let (w, h) = (37, 21);
        let smooth = |i: usize| [(i % w * 6) as u8, (i / w * 12) as u8, 90];
        for grey in [false, true] {
            let step = if grey { 3 } else { 1 };
            let all = (0..w * h).flat_map(smooth);
            let samples: Vec<u8> = all.step_by(step).collect();
            let bytes = encode(w as u32, h as u32, grey, &samples, 95).expect("encoded");
            let (_, back) = decode(&bytes).expect("decoded");
            assert_eq!(back.len(), samples.len());
            let far = back.iter().zip(&samples).map(|(a, b)| a.abs_diff(*b)).max();
            assert!(far < Some(12), "{far:?}");
        }
    }
}
