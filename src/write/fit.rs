//! How many pixels a picture needs: as many as its largest placement has dots, and no more.

use std::collections::HashMap;
use std::sync::Arc;

use usvg::{Group, ImageKind, Node, Transform};

use super::canvas::size_of;
use crate::hash::{combine, hash};
use crate::scene::Pixels;

/// A picture is made smaller only where that leaves out a good part of its pixels.
const WORTH_IT: f32 = 0.8;

/// The pictures of a document, and how large each is placed.
#[derive(Default)]
pub(super) struct PlacedSizes {
    /// The hash of bytes, by where they lie in memory: trees share the bytes of a file.
    hashes: HashMap<usize, u128>,
    /// Dots that a pixel covers where the picture is placed largest.
    dots: HashMap<u128, f32>,
}

impl PlacedSizes {
    /// Takes down every picture of a tree; `dots` is how many dots a unit of it has in print.
    pub(super) fn collect(&mut self, tree: &usvg::Tree, dots: f32) {
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
            .or_insert_with(|| hash(bytes.as_slice()));
        let most = self.dots.entry(hash).or_insert(0.0);
        *most = if dots.is_finite() {
            most.max(dots)
        } else {
            f32::MAX
        };
    }

    /// A number for how large all pictures are placed: parts that were drawn under another do not fit any more.
    pub(super) fn mark(&self) -> u128 {
        let one = |(hash, dots): (&u128, &f32)| combine(*hash, u128::from(dots.to_bits()));
        // A sum is the same in whatever order the map has them.
        self.dots.iter().map(one).fold(0, u128::wrapping_add)
    }

    /// The hash of a picture's bytes.
    pub(super) fn hash(&self, bytes: &Arc<Vec<u8>>) -> u128 {
        let known = self.hashes.get(&(Arc::as_ptr(bytes) as usize));
        known.copied().unwrap_or_else(|| hash(bytes.as_slice()))
    }

    /// The share of its pixels across that a picture needs; `None` when it needs them all.
    pub(super) fn share(&self, hash: &u128) -> Option<f32> {
        self.dots.get(hash).copied().filter(|dots| *dots < WORTH_IT)
    }
}

/// A picture with only that share of its pixels across and down.
pub(super) fn shrink(from: &Pixels, share: f32) -> Option<Pixels> {
    let less = |n: u32| ((n as f32 * share).ceil() as u32).clamp(1, n);
    from.reduced(less(from.width), less(from.height))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A picture of one pixel, a tenth of a dot large.
    const IMAGE: &str = r#"<image width=".1" height=".1" href="data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg=="/>"#;

    /// The share of its pixels that the picture needs.
    fn share(inside: &str) -> Option<f32> {
        let svg = format!(
            r#"<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">{inside}</svg>"#
        );
        let tree = usvg::Tree::from_str(&svg, &usvg::Options::default()).expect("a picture");
        let mut sizes = PlacedSizes::default();
        sizes.collect(&tree, 1.0);
        let found: Vec<_> = sizes.dots.keys().copied().collect();
        assert_eq!(found.len(), 1, "{inside}");
        sizes.share(&found[0])
    }

    #[test]
    fn pictures_in_patterns_and_masks_keep_their_pixels() {
        assert!(share(IMAGE).is_some_and(|share| share < 0.2));
        let pattern = r##"width="1" height="1" patternUnits="userSpaceOnUse""##;
        let filled = r##"<path d="M0 0h9v9z" fill="url(#p)"/>"##;
        let in_pattern = format!(r#"<pattern id="p" {pattern}>{IMAGE}</pattern>{filled}"#);
        assert_eq!(share(&in_pattern), None);
        let masked = r##"<path d="M0 0h9v9z" mask="url(#m)"/>"##;
        assert_eq!(
            share(&format!(r#"<mask id="m">{IMAGE}</mask>{masked}"#)),
            None
        );
    }
}
