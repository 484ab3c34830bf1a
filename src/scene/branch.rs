//! A group of a picture, however the picture was read.

use usvg::{BlendMode, Group, Node};

use super::{plain, text_slot};

/// A group of a picture.
#[derive(Clone, Copy, Debug)]
pub enum Branch<'a> {
    /// Of a whole tree.
    Tree(&'a Group),
    /// Of a plain picture, with the tiles of that picture.
    Plain(&'a plain::Group, &'a [plain::Tile]),
}

impl Branch<'_> {
    /// Whether a text box stands in it.
    pub fn has_text(&self) -> bool {
        match self {
            Branch::Tree(group) => first_slot(group).is_some(),
            Branch::Plain(group, _) => group.has_text,
        }
    }

    /// Whether anything in it blends with what is beneath it.
    pub fn has_blending(&self) -> bool {
        match self {
            Branch::Tree(group) => has_blending(group),
            Branch::Plain(..) => false,
        }
    }

    /// What it may cover in its user space: left, top, right, bottom. `None` if there is nothing in it.
    pub fn bounds(&self) -> Option<[f32; 4]> {
        match self {
            Branch::Tree(group) => {
                let b = group.layer_bounding_box();
                Some([b.left(), b.top(), b.right(), b.bottom()])
            }
            Branch::Plain(group, _) => group.bounds(),
        }
    }
}

/// The first text box that stands in a group.
pub fn first_slot(group: &Group) -> Option<usize> {
    group.children().iter().find_map(|node| match node {
        Node::Group(g) => first_slot(g),
        Node::Path(p) => text_slot(p.id()),
        _ => None,
    })
}

fn has_blending(group: &Group) -> bool {
    group.children().iter().any(|node| match node {
        Node::Group(g) => g.blend_mode() != BlendMode::Normal || has_blending(g),
        _ => false,
    })
}
