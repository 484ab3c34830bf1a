//! What of a picture may not be drawn as it should: whoever only asks whether a file can be written need not draw the
//! rest.

use usvg::{ClipPath, Group, ImageKind, Mask, Node, Paint};

use crate::scene::{Branch, text_slot};

/// Whether drawing a picture may fail: where it has filters, pictures of pixels, fonts of its own text, or text boxes
/// inside of what is drawn as a whole.
pub fn may_fail(root: Branch<'_>) -> bool {
    match root {
        Branch::Tree(group) => in_group(group, false),
        Branch::Plain(_, tiles) => tiles.iter().any(|tile| tile.root.has_text),
    }
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
