//! The fonts that the text of a picture asks for: one that is not there is refused, but only where somebody would see
//! the difference.

use usvg::{FontFamily, Group, ImageKind, Node, TextSpan, Transform};

use crate::say;
use crate::say::Say;
use crate::text::FontBook;

/// How far past the edge of a picture something may be seen, as a share of its size: the largest bleed is less.
const AROUND: f32 = 0.1;

/// Where text can be seen.
#[derive(Clone, Copy)]
pub(super) enum TextReach {
    /// On the picture and a little around it.
    Near,
    /// Anywhere: the picture is a piece of others.
    Anywhere,
}

/// Refuses visible text whose fonts are not there.
pub(super) fn check(tree: &usvg::Tree, fonts: &FontBook, seen: TextReach) -> Result<(), Say> {
    let (w, h) = (tree.size().width(), tree.size().height());
    let more = w.max(h) * AROUND;
    let view = match seen {
        TextReach::Near => Some([-more, -more, w + more, h + more]),
        TextReach::Anywhere => None,
    };
    let looker = Looker { fonts, view };
    match looker.lacking(tree.root(), Transform::identity()) {
        None => Ok(()),
        Some(families) => {
            let known = crate::diag::list(fonts.families());
            Err(say!(
                "there is no font {}; fonts: {}; another can stand in for it under `[fonts]` in kit.toml",
                families,
                known
            ))
        }
    }
}

struct Looker<'a> {
    fonts: &'a FontBook,
    /// Left, top, right, bottom of what is seen.
    view: Option<[f32; 4]>,
}

impl Looker<'_> {
    /// The families of the first text that none of them is there for.
    fn lacking(&self, group: &Group, ts: Transform) -> Option<String> {
        if group.opacity().get() == 0.0 {
            return None;
        }
        group.children().iter().find_map(|node| match node {
            Node::Group(g) => self.lacking(g, ts).or_else(|| self.inside(node)),
            Node::Path(_) => self.inside(node),
            Node::Image(image) => match image.kind() {
                ImageKind::SVG(tree) if image.is_visible() => {
                    self.lacking(tree.root(), ts.pre_concat(image.abs_transform()))
                }
                _ => None,
            },
            Node::Text(text) => {
                let near = text
                    .abs_stroke_bounding_box()
                    .transform(ts)
                    .is_none_or(|b| self.sees([b.left(), b.top(), b.right(), b.bottom()]));
                near.then(|| self.of_text(text)).flatten()
            }
        })
    }

    /// What is drawn into something else, such as a pattern: where, nobody knows.
    fn inside(&self, node: &Node) -> Option<String> {
        let anywhere = Looker {
            fonts: self.fonts,
            view: None,
        };
        let mut found = None;
        node.subroots(|root| {
            found = found
                .take()
                .or_else(|| anywhere.lacking(root, Transform::identity()));
        });
        found
    }

    fn sees(&self, [left, top, right, bottom]: [f32; 4]) -> bool {
        self.view
            .is_none_or(|v| left < v[2] && right > v[0] && top < v[3] && bottom > v[1])
    }

    fn of_text(&self, text: &usvg::Text) -> Option<String> {
        text.chunks().iter().find_map(|chunk| {
            let written = |s: &&TextSpan| {
                let words = chunk.text().get(s.start()..s.end()).unwrap_or_default();
                !words.trim().is_empty() && painted(s)
            };
            let lacks = |s: &&TextSpan| !s.font().families().iter().any(|f| self.has(f));
            let span = chunk.spans().iter().filter(written).find(lacks)?;
            let names = span.font().families().iter().map(|f| match f {
                FontFamily::Named(name) => name.clone(),
                generic => generic.to_string(),
            });
            let names: Vec<String> = names.collect();
            Some(crate::diag::list(names.iter().map(String::as_str)))
        })
    }

    /// Whether a family is there, under its own name or another's; generic ones always are.
    fn has(&self, family: &FontFamily) -> bool {
        match family {
            FontFamily::Named(name) => {
                GENERIC.iter().any(|g| g.eq_ignore_ascii_case(name))
                    || self.fonts.find(name, 400).is_some()
            }
            _ => true,
        }
    }
}

/// Names that stand for whatever there is, and that `usvg` takes for a font's own.
const GENERIC: [&str; 11] = [
    "sans",
    "inherit",
    "initial",
    "unset",
    "system-ui",
    "ui-serif",
    "ui-sans-serif",
    "ui-monospace",
    "ui-rounded",
    "math",
    "emoji",
];

/// Whether a run of letters is painted at all.
fn painted(span: &TextSpan) -> bool {
    let fill = span.fill().is_some_and(|f| f.opacity().get() > 0.0);
    let stroke = span.stroke().is_some_and(|s| s.opacity().get() > 0.0);
    span.is_visible() && (fill || stroke)
}
