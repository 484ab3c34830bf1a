//! Groups: transforms, opacity, blending, isolation, and what kind of node is drawn how.

use usvg::{BlendMode, Group, Node};

use super::canvas::{Box4, Canvas, DrawResult, FormStream, Slots, XObject};
use super::error::WriteError;
use crate::scene::{bounds, has_blending, part_slot, text_slot};

impl Canvas<'_> {
    /// Draws all children of a group, without the group's own transform and effects.
    pub(super) fn children(&mut self, group: &Group) -> DrawResult {
        group.children().iter().try_for_each(|node| self.node(node))
    }

    /// Draws a node.
    pub(super) fn node(&mut self, node: &Node) -> DrawResult {
        match node {
            Node::Group(group) => self.group(group),
            Node::Path(path) => match (text_slot(path.id()), part_slot(path.id())) {
                (Some(slot), _) => self.slot(slot),
                (_, Some(part)) if self.part(part) => Ok(()),
                _ => self.path(path),
            },
            Node::Image(image) => self.image(image),
            Node::Text(text) => self.text(text),
        }
    }

    /// Draws what stands in the place of a text box.
    pub(super) fn slot(&mut self, slot: usize) -> DrawResult {
        match self.slots {
            Slots::Draw(texts) => {
                let block = texts.get(slot).ok_or(WriteError::NoSuchText { slot })?;
                self.block(block)
            }
            Slots::Skip => Ok(()),
            Slots::Refuse(what) => Err(WriteError::TextInside { slot, what }),
        }
    }

    /// Draws a group with all its effects.
    pub(super) fn group(&mut self, group: &Group) -> DrawResult {
        if !group.filters().is_empty() {
            return self.filtered(group);
        }
        if !group.should_isolate() {
            if group.transform().is_identity() {
                return self.children(group);
            }
            return self.scoped(|c| {
                c.transform(group.transform());
                c.children(group)
            });
        }
        self.scoped(|c| {
            c.transform(group.transform());
            c.isolated(group)
        })
    }

    /// Clips that are one path cut directly; everything else is drawn through soft masks.
    fn isolated(&mut self, group: &Group) -> DrawResult {
        if !shows(group) {
            return Ok(());
        }
        let clip = match group.clip_path() {
            Some(clip) if self.clip(clip) => None,
            clip => clip,
        };
        let (opacity, mode) = (group.opacity().get(), group.blend_mode());
        let plain =
            opacity == 1.0 && mode == BlendMode::Normal && group.mask().is_none() && clip.is_none();
        if plain && !group.isolate() && !has_blending(group) {
            return self.children(group);
        }
        let bbox = layer_box(group);
        let mut form = self.form(bbox, true, |c| c.children(group))?;
        let blends = opacity != 1.0 || mode != BlendMode::Normal;
        // Only one soft mask can be set at a time, and readers disagree on masks together with opacity: one
        // effect a form.
        if let Some(mask) = group.mask() {
            if blends || clip.is_some() {
                form = self.wrapped(form, bbox, |c| c.mask(mask, bbox))?;
            } else {
                self.mask(mask, bbox)?;
            }
        }
        if let Some(clip) = clip {
            if blends {
                form = self.wrapped(form, bbox, |c| c.clip_mask(clip, bbox))?;
            } else {
                self.clip_mask(clip, bbox)?;
            }
        }
        self.blend(opacity, opacity, mode);
        self.place(XObject::Form(form));
        Ok(())
    }

    /// A form within a form that is drawn under an effect.
    fn wrapped(
        &mut self,
        form: FormStream,
        bbox: Box4,
        effect: impl FnOnce(&mut Self) -> DrawResult,
    ) -> DrawResult<FormStream> {
        self.form(bbox, true, |c| {
            effect(c)?;
            c.place(XObject::Form(form));
            Ok(())
        })
    }
}

/// Whether anything is painted in a group.
fn shows(group: &Group) -> bool {
    group.children().iter().any(|node| match node {
        Node::Group(g) => !g.filters().is_empty() || shows(g),
        Node::Path(p) => p.is_visible() && (p.fill().is_some() || p.stroke().is_some()),
        Node::Image(i) => i.is_visible(),
        Node::Text(_) => true,
    })
}

/// What a group may cover, with a hair's room, in its own user space.
pub(super) fn layer_box(group: &Group) -> Box4 {
    roomy(bounds(group))
}

/// A box with a hair's room around it.
pub(super) fn roomy([left, top, right, bottom]: Box4) -> Box4 {
    let room = ((right - left).max(bottom - top) * 0.01).max(1.0);
    [left - room, top - room, right + room, bottom + room]
}
