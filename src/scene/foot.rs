//! What a page has at its foot: its number, and what is drawn around that.

use usvg::{Group, Node};

use crate::units::{Mm, Size};

/// How far what stands at the foot may reach up into the text's room; what reaches farther is a ground.
const REACH: Mm = Mm(6.0);

/// The top of what a page of a size has at its foot, where its text ends at `text`.
pub fn foot(tree: &usvg::Tree, size: Size, text: Mm) -> Option<Mm> {
    let mm = size.h.0 / f64::from(tree.size().height());
    let mut top = None;
    walk(tree.root(), &mut |y, bottom| {
        let (y, bottom) = (Mm(f64::from(y) * mm), Mm(f64::from(bottom) * mm));
        let at_foot = y > text - REACH && bottom > text && y < size.h;
        if at_foot && top.is_none_or(|t| y < t) {
            top = Some(y);
        }
    });
    top
}

fn walk(group: &Group, seen: &mut impl FnMut(f32, f32)) {
    for node in group.children() {
        if let Node::Group(inner) = node
            && inner.clip_path().is_none()
        {
            walk(inner, seen);
            continue;
        }
        let b = match node {
            // What is cut away is not seen.
            Node::Group(g) => {
                let b = g.abs_layer_bounding_box();
                let clip = g.clip_path().map(|c| c.root().abs_bounding_box());
                let bottom = clip.map_or(b.bottom(), |c| b.bottom().min(c.bottom()));
                let top = clip.map_or(b.top(), |c| b.top().max(c.top()));
                seen(top, bottom);
                continue;
            }
            Node::Path(p) if !p.is_visible() => continue,
            Node::Path(p) => p.abs_stroke_bounding_box(),
            Node::Image(i) => i.abs_bounding_box(),
            Node::Text(t) => t.abs_bounding_box(),
        };
        seen(b.top(), b.bottom());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn grounds_are_no_foot() {
        let svg = r##"<svg xmlns="http://www.w3.org/2000/svg" width="134mm" height="198mm" viewBox="0 0 134 198">
            <rect x="-3" y="-3" width="140" height="204" fill="#ffe"/>
            <path d="M5 -3V201" stroke="#f00"/>
            <rect y="180" width="9" height="4"/>
            <g transform="translate(67 192)"><circle r="3" fill="#fff"/></g>
            <rect y="205" width="9" height="4"/></svg>"##;
        let tree = usvg::Tree::from_str(svg, &usvg::Options::default()).unwrap();
        let at = |text: f64| foot(&tree, Size::mm(134.0, 198.0), Mm(text));
        assert!((at(189.0).unwrap().0 - 189.0).abs() < 0.01);
        assert!((at(183.0).unwrap().0 - 180.0).abs() < 0.01);
        assert_eq!(at(196.0), None);
    }
}
