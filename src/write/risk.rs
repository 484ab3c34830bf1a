//! What of a picture may not be drawn as it should: whoever only asks whether a file can be written need not draw the
//! rest.

use usvg::{ClipPath, Group, ImageKind, Mask, Node, Paint};

use crate::scene::text_slot;

/// Whether drawing a picture may fail: where it has filters, pictures of pixels, fonts of its own text, or text boxes
/// inside of what is drawn as a whole.
pub fn may_fail(root: &Group) -> bool {
    in_group(root, false)
}

fn in_group(group: &Group, enclosed: bool) -> bool {
    !group.filters().is_empty()
        || group.mask().is_some_and(in_mask)
        || group.clip_path().is_some_and(in_clip)
        || group.children().iter().any(|node| in_node(node, enclosed))
}

fn in_node(node: &Node, enclosed: bool) -> bool {
    match node {
        Node::Group(group) => in_group(group, enclosed),
        Node::Path(path) => {
            let fill = path.fill().map(|f| f.paint());
            let stroke = path.stroke().map(|s| s.paint());
            let pattern =
                |paint: &Paint| matches!(paint, Paint::Pattern(p) if in_group(p.root(), true));
            enclosed && text_slot(path.id()).is_some()
                || fill.into_iter().chain(stroke).any(pattern)
        }
        Node::Image(image) => match image.kind() {
            ImageKind::SVG(tree) => in_group(tree.root(), enclosed),
            _ => true,
        },
        Node::Text(_) => true,
    }
}

fn in_mask(mask: &Mask) -> bool {
    in_group(mask.root(), true) || mask.mask().is_some_and(in_mask)
}

fn in_clip(clip: &ClipPath) -> bool {
    in_group(clip.root(), true) || clip.clip_path().is_some_and(in_clip)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_may_fail_is_found() {
        let slot = r#"<path id="kp-text-0" d="M0 0h9v9z"/>"#;
        let pixel = "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg==";
        let fails = |defs: &str, body: &str| {
            let svg = format!(
                r#"<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><defs>{defs}</defs>{body}</svg>"#
            );
            let tree = usvg::Tree::from_str(&svg, &usvg::Options::default()).expect("read");
            may_fail(tree.root())
        };
        let blur = r#"<filter id="a"><feGaussianBlur stdDeviation="1"/></filter>"#;
        let mask = |inside: &str| format!(r#"<mask id="a">{inside}</mask>"#);
        let tile = |inside: &str| {
            format!(
                r#"<pattern id="a" width="3" height="3" patternUnits="userSpaceOnUse">{inside}</pattern>"#
            )
        };
        let shape = |how: &str| format!(r#"<path {how}="url(#a)" d="M0 0h9v9z"/>"#);
        assert!(fails(blur, &shape("filter")));
        assert!(fails(
            "",
            &format!(r#"<image href="{pixel}" width="9" height="9"/>"#)
        ));
        assert!(fails(&mask(slot), &shape("mask")) && fails(&tile(slot), &shape("fill")));
        let plain = r#"<path d="M0 0h1v1z"/>"#;
        assert!(!fails(&mask(plain), &shape("mask")) && !fails(&tile(plain), &shape("stroke")));
        assert!(!fails("", slot) && !fails("", plain));
    }
}
