//! Finds the elements of a rendered picture: where each starts and ends, what it refers to, and a number that
//! equal ones share. Reads plain pictures only; whatever is unusual ends the reading, and the picture stays whole.

use memchr::memchr;

use crate::hash::{combine, hash};

/// Elements inside elements, at most; deeper pictures are left to those who refuse them.
const MAX_DEPTH: usize = 200;

/// What kind of element it is, as far as sharing cares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ElementKind {
    /// The root.
    Root,
    /// `<g>`.
    Group,
    /// A shape that draws itself and nothing else.
    Shape,
    /// `<defs>` right under the root.
    Defs,
    /// Everything else: kept where it is.
    Other,
}

/// An element. Elements stand in the order of their start tags.
#[derive(Debug)]
pub(super) struct Element {
    /// What it is.
    pub kind: ElementKind,
    /// Where its start tag starts.
    pub start: usize,
    /// Where its start tag ends.
    pub inside: usize,
    /// Where its end tag starts; `inside` if it has none.
    pub close: usize,
    /// Where it ends.
    pub end: usize,
    /// The number of the first element after it that is not inside it.
    pub next: usize,
    /// Equal elements have equal marks.
    pub mark: u128,
    /// Whether it means the same wherever it is drawn, but for what it inherits and refers to.
    pub movable: bool,
}

/// A picture as its elements.
#[derive(Debug)]
pub(super) struct Doc<'s> {
    /// The picture.
    pub text: &'s str,
    /// Its elements, the root first.
    pub elements: Vec<Element>,
    /// Ids and the elements that have them.
    pub ids: Vec<(&'s str, usize)>,
    /// The ids that are referred to and the elements that do, in the order of the elements.
    pub refs: Vec<(usize, &'s str)>,
}

impl<'s> Doc<'s> {
    /// Reads a picture; `None` if it is not a plain one.
    pub(super) fn read(text: &'s str) -> Option<Self> {
        // What stands between elements is left out of parts: who reads the whole tells of what may not stand there.
        let odd = |any: bool, b: u8| any | (b < 0x20 && b != b'\n' && b != b'\t' && b != b'\r');
        if text.bytes().fold(false, odd) {
            return None;
        }
        let mut doc = Doc {
            text,
            elements: Vec::with_capacity(text.len() / 80),
            ids: Vec::new(),
            refs: Vec::new(),
        };
        let mut open: Vec<usize> = Vec::new();
        let mut at = 0;
        while let Some(tag) = memchr(b'<', &text.as_bytes()[at..]) {
            at += tag;
            match *text.as_bytes().get(at + 1)? {
                b'!' => at += text[at..].strip_prefix("<!--")?.find("-->")? + 7,
                b'?' if open.is_empty() => at += text[at..].find("?>")? + 2,
                b'?' => return None,
                b'/' => {
                    let length = memchr(b'>', &text.as_bytes()[at..])?;
                    let end = at + length + 1;
                    doc.close(open.pop()?, at, end);
                    at = end;
                }
                _ => {
                    let number = doc.elements.len();
                    // One root, and nothing after it.
                    if open.is_empty() && number > 0 || open.len() > MAX_DEPTH {
                        return None;
                    }
                    let parent = open.last().map(|n| doc.elements[*n].kind);
                    let (end, is_open) = doc.open(at, parent)?;
                    if is_open {
                        open.push(number);
                    } else {
                        doc.close(number, end, end);
                    }
                    at = end;
                }
            }
        }
        let whole = open.is_empty() && !doc.elements.is_empty();
        whole.then_some(doc)
    }

    /// The source of an element.
    pub(super) fn source(&self, number: usize) -> &'s str {
        let e = &self.elements[number];
        &self.text[e.start..e.end]
    }

    /// The start tag of an element.
    pub(super) fn start_tag(&self, number: usize) -> &'s str {
        let e = &self.elements[number];
        &self.text[e.start..e.inside]
    }

    /// The children of an element.
    pub(super) fn children(&self, number: usize) -> impl Iterator<Item = usize> {
        let end = self.elements[number].next;
        let first = Some(number + 1).filter(|n| *n < end);
        std::iter::successors(first, move |n| {
            Some(self.elements[*n].next).filter(|n| *n < end)
        })
    }

    /// The ids that an element and those inside it refer to.
    pub(super) fn refs_in(&self, number: usize) -> impl Iterator<Item = &'s str> {
        self.refs_between(number, self.elements[number].next)
    }

    /// The ids that the elements from one number to before another refer to.
    pub(super) fn refs_between(&self, from: usize, to: usize) -> impl Iterator<Item = &'s str> {
        let start = self.refs.partition_point(|(n, _)| *n < from);
        let all = self.refs[start..].iter();
        all.take_while(move |(n, _)| *n < to).map(|(_, id)| *id)
    }

    /// Reads a start tag; where it ends, and whether the element goes on.
    fn open(&mut self, start: usize, parent: Option<ElementKind>) -> Option<(usize, bool)> {
        let number = self.elements.len();
        let text = self.text;
        let name_end = start + text[start..].find([' ', '\n', '\t', '\r', '/', '>'])?;
        let kind = kind(&text[start + 1..name_end], parent)?;
        let mut movable = matches!(kind, ElementKind::Group | ElementKind::Shape);
        let mut attributes = Attributes::new(text, name_end);
        for (name, value) in attributes.by_ref() {
            match name {
                "id" if value.starts_with(super::PART_PREFIX) => return None,
                "id" => {
                    self.ids.push((value, number));
                    movable = false;
                }
                "filter" | "mask" | "style" | "class" => movable = false,
                // Such a clip depends on the outline of what it cuts.
                "clipPathUnits" => return None,
                "xmlns:xlink" => {}
                _ if kind == ElementKind::Root && name.starts_with("xmlns:") => return None,
                // Long, and never anything but numbers.
                "d" | "points" | "transform" => continue,
                _ if name.bytes().any(|b| b == b':') || value.bytes().any(|b| b == b'%') => {
                    movable = false;
                }
                _ => {}
            }
            let reference = match name {
                "href" | "xlink:href" => value.strip_prefix('#'),
                _ => value
                    .strip_prefix("url(#")
                    .and_then(|v| v.strip_suffix(')')),
            };
            match reference {
                Some(id) => self.refs.push((number, id)),
                None if value.bytes().any(|b| b == b'(') && value.contains("url(") => return None,
                None => {}
            }
        }
        let (end, is_open) = attributes.end?;
        self.elements.push(Element {
            kind,
            start,
            inside: end,
            close: end,
            end,
            next: number + 1,
            mark: 0,
            movable,
        });
        Some((end, is_open))
    }

    fn close(&mut self, number: usize, close: usize, end: usize) {
        let next = self.elements.len();
        let Element {
            kind,
            start,
            inside,
            ..
        } = self.elements[number];
        let mut movable = self.elements[number].movable;
        let mark = if kind == ElementKind::Group {
            let mut mark = hash(&self.text[start..inside]);
            let mut child = number + 1;
            while let Some(element) = self.elements[..next].get(child) {
                movable &= element.movable;
                mark = combine(mark, element.mark);
                child = element.next;
            }
            mark
        } else {
            // A shape has nothing inside.
            movable &= next == number + 1;
            hash(&self.text[start..end])
        };
        let element = &mut self.elements[number];
        (element.close, element.end, element.next) = (close, end, next);
        (element.mark, element.movable) = (mark, movable);
    }
}

fn kind(name: &str, parent: Option<ElementKind>) -> Option<ElementKind> {
    Some(match (name, parent) {
        ("svg", None) => ElementKind::Root,
        // A style sheet may change any element of the picture: none of them means the same elsewhere.
        (_, None) | ("style", _) => return None,
        // A picture in a picture is a group that says itself where it stands.
        ("g" | "svg", _) => ElementKind::Group,
        ("defs", Some(ElementKind::Root)) => ElementKind::Defs,
        ("path" | "rect" | "circle" | "ellipse" | "line" | "polyline" | "polygon", _) => {
            ElementKind::Shape
        }
        _ => ElementKind::Other,
    })
}

/// The attributes of a start tag, as they are written.
pub(in crate::scene) struct Attributes<'s> {
    text: &'s str,
    at: usize,
    /// Where the tag ends, and whether the element goes on; `None` until then, or if the tag is broken.
    pub end: Option<(usize, bool)>,
}

impl<'s> Attributes<'s> {
    /// The attributes from a place behind the tag's name on.
    pub(super) fn new(text: &'s str, at: usize) -> Self {
        Self {
            text,
            at,
            end: None,
        }
    }

    /// The attributes of a whole start tag.
    pub(in crate::scene) fn of(tag: &'s str) -> Self {
        let name = tag.find([' ', '\n', '\t', '\r', '/', '>']);
        Self::new(tag, name.unwrap_or(tag.len()))
    }
}

impl<'s> Iterator for Attributes<'s> {
    type Item = (&'s str, &'s str);

    fn next(&mut self) -> Option<Self::Item> {
        let bytes = self.text.as_bytes();
        while bytes.get(self.at)?.is_ascii_whitespace() {
            self.at += 1;
        }
        match bytes[self.at] {
            b'>' => {
                self.end = Some((self.at + 1, true));
                return None;
            }
            b'/' if bytes.get(self.at + 1) == Some(&b'>') => {
                self.end = Some((self.at + 2, false));
                return None;
            }
            _ => {}
        }
        let length = bytes[self.at..].iter().position(|b| *b == b'=')?;
        let name = self.text[self.at..self.at + length].trim_end();
        let mut from = self.at + length + 1;
        while bytes.get(from)?.is_ascii_whitespace() {
            from += 1;
        }
        let quote = bytes.get(from).filter(|b| matches!(b, b'"' | b'\''))?;
        let value = &self.text[from + 1..];
        let value = &value[..memchr(*quote, value.as_bytes())?];
        self.at = from + value.len() + 2;
        Some((name, value))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_elements_have_equal_marks() {
        let svg = r##"<svg xmlns="x"><!-- > --><g fill="red"> <path d="M0 0"/></g><g fill="red"><path d="M0 0"/> </g><g fill="blue"><path d="M0 0"/></g></svg>"##;
        let doc = Doc::read(svg).unwrap();
        let children: Vec<usize> = doc.children(0).collect();
        assert_eq!(children, [1, 3, 5]);
        let mark = |n: usize| doc.elements[n].mark;
        assert_eq!(mark(1), mark(3));
        assert_ne!(mark(1), mark(5));
        assert!(doc.elements[1].movable);
    }

    #[test]
    fn what_is_not_plain_is_not_movable_or_not_read() {
        let movable = |inner: &str| {
            let svg = format!("<svg>{inner}</svg>");
            Doc::read(&svg).map(|d| d.elements[1].movable)
        };
        assert_eq!(movable(r#"<g><path d="M1 1" fill='a>b'/></g>"#), Some(true));
        assert_eq!(movable(r#"<g><rect id="kp-text-0"/></g>"#), Some(false));
        assert_eq!(movable(r#"<rect width="50%"/>"#), Some(false));
        assert_eq!(movable("<g><text>a</text></g>"), Some(false));
        assert_eq!(movable(r##"<g filter="url(#f)"/>"##), Some(false));
        assert_eq!(movable(r#"<g style="fill:url(#a)"/>"#), None);
        assert_eq!(movable("<g><![CDATA[x]]></g>"), None);
        assert_eq!(movable("<g><path>"), None);
    }
}
