//! Pixels as they are packed into a file: transparent ones with the colour of what is beside them, rows as
//! differences from their neighbours.

use super::content::Content;
use super::deflate::deflate;

/// Below this opacity (of 255) too few levels are left to tell a colour by.
const FAINT: u8 = 8;

/// Gives pixels that are as good as transparent the colour of the nearest that are not.
///
/// Readers blend the colours of neighbours without asking how opaque each is: were the transparent ones black,
/// whatever is cut out would have a dark rim.
pub(super) fn spread(pixels: &mut [[u8; 4]], width: usize) {
    let height = pixels.len() / width.max(1);
    let mut known: Vec<bool> = pixels.iter().map(|p| p[3] >= FAINT).collect();
    if known.iter().all(|k| *k) {
        return;
    }
    let neighbours = |at: usize| {
        let (x, y) = (at % width, at / width);
        let left = (x > 0).then(|| at - 1);
        let right = (x + 1 < width).then_some(at + 1);
        let above = (y > 0).then(|| at - width);
        let below = (y + 1 < height).then_some(at + width);
        [left, right, above, below].into_iter().flatten()
    };
    let at_rim = |at: &usize| known[*at] && neighbours(*at).any(|n| !known[n]);
    let mut rim: Vec<usize> = (0..pixels.len()).filter(at_rim).collect();
    while !rim.is_empty() {
        let mut next = Vec::new();
        for at in rim {
            for n in neighbours(at) {
                if !known[n] {
                    known[n] = true;
                    let [r, g, b, _] = pixels[at];
                    pixels[n] = [r, g, b, pixels[n][3]];
                    next.push(n);
                }
            }
        }
        rim = next;
    }
}

/// Rows as differences from their neighbours, which deflate packs far better; `dict` says so.
pub(super) fn packed(dict: &mut Content, w: u32, h: u32, grey: bool, samples: &[u8]) -> Vec<u8> {
    let step = if grey { 1 } else { 3 };
    dict.raw("/Filter/FlateDecode/DecodeParms<</Predictor 15/Columns ")
        .integer(i64::from(w));
    dict.raw("/Colors ").integer(step as i64).raw(">>");
    let width = w as usize * step;
    let mut rows = Vec::with_capacity(samples.len() + h as usize);
    // Before the first pixel of a row there is one of zeros.
    let (mut row, mut above) = (vec![0; step + width], vec![0; step + width]);
    let mut tries = [const { Vec::new() }; 4];
    for samples in samples.chunks_exact(width.max(1)) {
        row[step..].copy_from_slice(samples);
        filter_row(&row, &above, step, &mut tries, &mut rows);
        std::mem::swap(&mut row, &mut above);
    }
    deflate(&rows)
}

/// Writes a row with the PNG filter that leaves the smallest numbers.
fn filter_row(row: &[u8], above: &[u8], step: usize, tries: &mut [Vec<u8>; 4], out: &mut Vec<u8>) {
    let (here, left) = (&row[step..], row);
    let (up, corner) = (&above[step..], above);
    let [none, sub, from_up, from_all] = tries;
    none.clear();
    none.extend_from_slice(here);
    sub.clear();
    sub.extend(here.iter().zip(left).map(|(v, l)| v.wrapping_sub(*l)));
    from_up.clear();
    from_up.extend(here.iter().zip(up).map(|(v, u)| v.wrapping_sub(*u)));
    from_all.clear();
    let around = left.iter().zip(up).zip(corner);
    let guessed = around.map(|((l, u), c)| paeth(*l, *u, *c));
    from_all.extend(here.iter().zip(guessed).map(|(v, g)| v.wrapping_sub(g)));
    let cost = |row: &[u8]| -> u64 {
        let size = |v: &u8| u64::from((*v as i8).unsigned_abs());
        row.iter().map(size).sum()
    };
    let tries = [(0, none), (1, sub), (2, from_up), (4, from_all)];
    if let Some((kind, row)) = tries.into_iter().min_by_key(|(_, row)| cost(row)) {
        out.push(kind);
        out.extend_from_slice(row);
    }
}

fn paeth(a: u8, b: u8, c: u8) -> u8 {
    let (x, y, z) = (i16::from(a), i16::from(b), i16::from(c));
    let p = x + y - z;
    let (pa, pb, pc) = ((p - x).abs(), (p - y).abs(), (p - z).abs());
    if pa <= pb && pa <= pc {
        a
    } else if pb <= pc {
        b
    } else {
        c
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn transparent_pixels_take_the_colour_beside_them() {
        let (red, none, faint) = ([250, 10, 20, 255], [0, 0, 0, 0], [0, 0, 0, 3]);
        let blue = [0, 0, 200, 9];
        let mut pixels = [red, faint, none, none, none, blue];
        spread(&mut pixels, 3);
        let seen = |[r, g, b, a]: [u8; 4]| ((r, g, b), a);
        let (red, blue) = ((250, 10, 20), (0, 0, 200));
        let expected = [
            (red, 255),
            (red, 3),
            (blue, 0),
            (red, 0),
            (blue, 0),
            (blue, 9),
        ];
        assert_eq!(pixels.map(seen), expected);
        let mut nothing = [none; 4];
        spread(&mut nothing, 2);
        assert_eq!(nothing, [none; 4]);
    }
}
