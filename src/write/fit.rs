//! How many pixels a picture needs: as many as its largest placement has dots, and no more.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash as _, Hasher};
use std::sync::Arc;

use resvg::tiny_skia::{IntSize, Pixmap};
use sha2::{Digest, Sha256};
use usvg::{Group, ImageKind, Node, Transform};

use super::canvas::size_of;

/// A picture is made smaller only where that leaves out a good part of its pixels.
const WORTH_IT: f32 = 0.8;

/// A picture's bytes, told by their hash.
pub type Hash = [u8; 32];

/// The pictures of a document, and how large each is placed.
#[derive(Default)]
pub struct Fit {
    /// The hash of bytes, by where they lie in memory: trees share the bytes of a file.
    hashes: HashMap<usize, Hash>,
    /// Dots that a pixel covers where the picture is placed largest.
    dots: HashMap<Hash, f32>,
}

impl Fit {
    /// Takes down every picture of a tree; `dots` is how many dots a unit of it has in print.
    pub fn collect(&mut self, tree: &usvg::Tree, dots: f32) {
        self.group(tree.root(), Transform::from_scale(dots, dots));
    }

    fn group(&mut self, group: &Group, to_dots: Transform) {
        for node in group.children() {
            match node {
                Node::Group(g) => self.group(g, to_dots),
                Node::Image(image) => {
                    let to_dots = to_dots.pre_concat(image.abs_transform());
                    match image.kind() {
                        ImageKind::SVG(tree) => self.group(tree.root(), to_dots),
                        ImageKind::JPEG(b)
                        | ImageKind::PNG(b)
                        | ImageKind::GIF(b)
                        | ImageKind::WEBP(b) => self.note(b, size_of(to_dots)),
                    }
                }
                Node::Path(_) | Node::Text(_) => {}
            }
            // Inside patterns and masks pictures keep all their pixels.
            if !matches!(node, Node::Image(_)) {
                let all = Transform::from_scale(f32::MAX, f32::MAX);
                node.subroots(|root| self.group(root, all));
            }
        }
    }

    fn note(&mut self, bytes: &Arc<Vec<u8>>, dots: f32) {
        let hash = *self
            .hashes
            .entry(Arc::as_ptr(bytes) as usize)
            .or_insert_with(|| Sha256::digest(bytes.as_slice()).into());
        let most = self.dots.entry(hash).or_insert(0.0);
        *most = if dots.is_finite() {
            most.max(dots)
        } else {
            f32::MAX
        };
    }

    /// A number for how large all pictures are placed: parts that were drawn under another do not fit any more.
    pub fn mark(&self) -> u64 {
        let one = |(hash, dots): (&Hash, &f32)| {
            let mut state = DefaultHasher::new();
            (hash, dots.to_bits()).hash(&mut state);
            state.finish()
        };
        // In whatever order the map has them.
        self.dots.iter().map(one).fold(0, u64::wrapping_add)
    }

    /// The hash of a picture's bytes.
    pub fn hash(&self, bytes: &Arc<Vec<u8>>) -> Hash {
        let known = self.hashes.get(&(Arc::as_ptr(bytes) as usize));
        known
            .copied()
            .unwrap_or_else(|| Sha256::digest(bytes.as_slice()).into())
    }

    /// The share of its pixels across that a picture needs; `None` when it needs them all.
    pub fn share(&self, hash: &Hash) -> Option<f32> {
        self.dots.get(hash).copied().filter(|dots| *dots < WORTH_IT)
    }
}

/// A picture with fewer pixels, each the mean of those it stands for.
pub fn shrink(from: &Pixmap, share: f32) -> Option<Pixmap> {
    let less = |n: u32| ((n as f32 * share).ceil() as u32).clamp(1, n);
    let (w, h) = (from.width() as usize, from.height() as usize);
    let (to_w, to_h) = (less(from.width()), less(from.height()));
    let rows = average(from.data(), w, h, to_w as usize);
    let columns = average(&rows, h, to_w as usize, to_h as usize);
    Pixmap::from_vec(columns, IntSize::from_wh(to_w, to_h)?)
}

/// Rows of `w` pixels made `to` wide, and turned over: twice gives a picture that is smaller both ways.
fn average(data: &[u8], w: usize, h: usize, to: usize) -> Vec<u8> {
    let mut out = vec![0; to * h * 4];
    let step = w as f32 / to as f32;
    for (y, row) in data.chunks_exact(w * 4).enumerate() {
        for x in 0..to {
            let (from, end) = (x as f32 * step, (x + 1) as f32 * step);
            let mut sum = [0.0f32; 4];
            let last = (end.ceil() as usize).min(w);
            for (i, pixel) in row
                .chunks_exact(4)
                .enumerate()
                .take(last)
                .skip(from as usize)
            {
                let weight = end.min((i + 1) as f32) - from.max(i as f32);
                for (s, v) in sum.iter_mut().zip(pixel) {
                    *s += f32::from(*v) * weight;
                }
            }
            let at = (x * h + y) * 4;
            for (o, s) in out[at..at + 4].iter_mut().zip(sum) {
                *o = (s / step).round() as u8;
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fewer_pixels_are_means() {
        let grey = |v: u8| [v, v, v, 255];
        let data: Vec<u8> = [10, 30, 50, 70, 20, 40, 60, 80]
            .into_iter()
            .flat_map(grey)
            .collect();
        let from = Pixmap::from_vec(data, IntSize::from_wh(4, 2).expect("a size")).expect("pixels");
        let half = shrink(&from, 0.5).expect("smaller");
        assert_eq!((half.width(), half.height()), (2, 1));
        assert_eq!(half.data(), [25, 25, 25, 255, 65, 65, 65, 255]);
        let odd = shrink(&from, 0.7).expect("smaller");
        assert_eq!((odd.width(), odd.height()), (3, 2));
        assert_eq!(
            &odd.data()[..4],
            [15, 15, 15, 255],
            "10 whole and a third of 30"
        );
    }
}
