//! What is in a group of a picture.

use usvg::{BlendMode, Group, Node};

use super::text_slot;

/// The first text box that stands in a group.
pub fn first_slot(group: &Group) -> Option<usize> {
    group.children().iter().find_map(|node| match node {
        Node::Group(g) => first_slot(g),
        Node::Path(p) => text_slot(p.id()),
        _ => None,
    })
}

/// Whether anything in a group blends with what is beneath it.
pub fn has_blending(group: &Group) -> bool {
    group.children().iter().any(|node| match node {
        Node::Group(g) => g.blend_mode() != BlendMode::Normal || has_blending(g),
        _ => false,
    })
}

/// What a group may cover in its user space: left, top, right, bottom.
pub fn bounds(group: &Group) -> [f32; 4] {
    let b = group.layer_bounding_box();
    [b.left(), b.top(), b.right(), b.bottom()]
}
