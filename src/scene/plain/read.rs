//! Reads plain pictures.

use std::collections::HashMap;
use std::str::FromStr;

use usvg::Transform;

use super::attributes::{Attributes, Tag, Tags};
use super::outline::{length, number, numbers, outline};
use super::style::{Style, opacity};
use super::{Bounds, Group, Node, Plain, Tile};
use crate::scene::reach::{FARTHEST, LARGEST_TILE};
use crate::scene::share::{join, mark_of};
use crate::scene::survey::is_vast;
use crate::scene::{part_slot, text_slot};

const SVG: &str = "http://www.w3.org/2000/svg";
const XLINK: &str = "http://www.w3.org/1999/xlink";

/// Elements inside elements, at most; deeper pictures are left to those who refuse them.
const MAX_DEPTH: usize = 100;

/// Tiles that are smaller, or larger or farther off, are left to those who know what becomes of them.
const SMALLEST_TILE: f32 = 0.01;
const WIDEST_TILE: f32 = 10_000.0;

/// CSS pixels in a millimetre, as SVG has them.
const DPI: f32 = 96.0;

/// Reads a picture; `None` if it is not plain.
pub fn picture(svg: &str) -> Option<Plain> {
    let (a, mut inner, tiles) = whole(svg)?;
    let (w, h) = (size(a.width?)?, size(a.height?)?);
    inner.transform = fit(a.view_box?, w, h)?;
    let mut root = Group::new();
    root.push(inner);
    Some(Plain {
        size: (w, h),
        root,
        tiles,
    })
}

/// Whether a picture that shows nothing by itself is plain.
pub fn is_plain(svg: &str) -> bool {
    whole(svg).is_some()
}

/// Reads a part: an SVG without any size, in the user space of the place where it is drawn.
pub fn part(svg: &str) -> Option<Group> {
    let (a, group, tiles) = whole(svg)?;
    let sized = a.width.or(a.height).or(a.view_box).is_some();
    (!sized && tiles.is_empty()).then_some(group)
}

/// The attributes of the root, what is in it, and the tiles.
fn whole(svg: &str) -> Option<(Attributes<'_>, Group, Vec<Tile>)> {
    let mut reader = Reader::new(svg);
    let (a, goes_on) = reader.root()?;
    let style = Style::default().with(&a)?;
    let mut group = Group::new();
    if goes_on {
        reader.children(b"svg", &style, &mut group, 0)?;
    }
    if !reader.tags.at_end()? || !reader.is_clear() || !is_near(&group) {
        return None;
    }
    let tiles = reader.tiles.into_iter().collect::<Option<Vec<Tile>>>()?;
    let near = tiles.iter().all(|t| is_near(&t.root));
    near.then_some((a, group, tiles))
}

/// Whether all of a picture is of a size that can be drawn.
fn is_near(group: &Group) -> bool {
    let near = |v: f32| v.abs() <= FARTHEST;
    group.bounds().is_none_or(|b| b.into_iter().all(near))
}

struct Reader<'s> {
    tags: Tags<'s>,
    /// Tiles by id, those that are only asked for yet included.
    tile_numbers: HashMap<&'s str, usize>,
    /// By number; none for those that have not come.
    tiles: Vec<Option<Tile>>,
    /// Clips by id.
    clips: HashMap<&'s str, Clip>,
    /// Whether a tile is being read.
    in_tile: bool,
    /// All ids.
    ids: Vec<&'s str>,
}

type Clip = (usvg::tiny_skia_path::Path, usvg::FillRule);

impl<'s> Reader<'s> {
    fn new(svg: &'s str) -> Self {
        Self {
            tags: Tags::new(svg),
            tile_numbers: HashMap::new(),
            tiles: Vec::new(),
            clips: HashMap::new(),
            in_tile: false,
            ids: Vec::new(),
        }
    }

    fn root(&mut self) -> Option<(Attributes<'s>, bool)> {
        let mut a = Attributes::default();
        let Tag::Start(b"svg", goes_on) = self.tags.next(&mut a)? else {
            return None;
        };
        let odd = a.transform.or(a.opacity).or(a.clip_path).or(a.overflow);
        self.ids.extend(a.id);
        let sound = a.xmlns == Some(SVG) && a.xlink.is_none_or(|x| x == XLINK) && odd.is_none();
        sound.then_some((a, goes_on))
    }

    /// Takes down an element of SVG itself, and of nothing else.
    fn known(&mut self, a: &Attributes<'s>) -> Option<()> {
        self.ids.extend(a.id);
        let foreign = a.xmlns.is_some_and(|x| x != SVG) || a.xlink.is_some_and(|x| x != XLINK);
        (!foreign).then_some(())
    }

    /// Whether what is linked to has an id that nothing else has.
    fn is_clear(&self) -> bool {
        let linked = self.tile_numbers.keys().chain(self.clips.keys());
        let once = |id: &str| self.ids.iter().filter(|i| **i == id).count() == 1;
        linked.into_iter().all(|id| once(id))
    }

    /// Reads what is inside an element, up to its end.
    fn children(
        &mut self,
        parent: &[u8],
        style: &Style<'s>,
        group: &mut Group,
        depth: usize,
    ) -> Option<()> {
        if depth > MAX_DEPTH {
            return None;
        }
        let mut a = Attributes::default();
        loop {
            let (name, goes_on) = match self.tags.next(&mut a)? {
                Tag::End(name) => return (name == parent).then_some(()),
                Tag::Start(name, goes_on) => (name, goes_on),
            };
            self.known(&a)?;
            match name {
                b"g" => {
                    let style = style.with(&a)?;
                    let mut inner = self.effects(&a)?;
                    if goes_on {
                        self.children(name, &style, &mut inner, depth + 1)?;
                    }
                    group.push(inner);
                }
                b"path" | b"rect" | b"circle" | b"ellipse" | b"line" | b"polyline" | b"polygon" => {
                    if goes_on {
                        self.empty(name)?;
                    }
                    self.shape(name, &a, style, group)?;
                }
                b"svg" => {
                    let style = style.with(&a)?;
                    let mut inner = nested(&a)?;
                    if goes_on {
                        self.children(name, &style, &mut inner, depth + 1)?;
                    }
                    group.push(inner);
                }
                b"defs" => {
                    let style = style.with(&a)?;
                    if a.transform.or(a.opacity).or(a.clip_path).is_some() {
                        return None;
                    }
                    // What is only defined is not drawn.
                    let mut unseen = Group::new();
                    if goes_on {
                        self.children(name, &style, &mut unseen, depth + 1)?;
                    }
                    if !unseen.children.is_empty() {
                        return None;
                    }
                }
                b"pattern" if !self.in_tile && goes_on => self.tile(&a, style, depth)?,
                b"clipPath" if goes_on => self.clip(&a, style)?,
                _ => return None,
            }
        }
    }

    /// A group with the effects of an element.
    fn effects(&self, a: &Attributes<'s>) -> Option<Group> {
        if a.overflow.is_some() {
            return None;
        }
        let clip = match a.clip_path {
            Some("none") | None => None,
            Some(text) => {
                let id = text.strip_prefix("url(#")?.strip_suffix(')')?;
                Some(self.clips.get(id)?.clone())
            }
        };
        Some(Group {
            transform: a.transform.map_or(Some(Transform::identity()), transform)?,
            opacity: a.opacity.map_or(Some(1.0), opacity)?,
            clip,
            ..Group::new()
        })
    }

    fn shape(
        &mut self,
        name: &[u8],
        a: &Attributes<'s>,
        style: &Style<'s>,
        group: &mut Group,
    ) -> Option<()> {
        if name == b"path" && a.d.is_some_and(|d| d.trim().is_empty()) {
            style.with(a)?;
            return self.effects(a).map(|_| ());
        }
        let node = match a.id.and_then(place) {
            Some(place) => place(bounds(a)?),
            None => {
                let style = style.with(a)?;
                let outline = outline(name, a)?;
                match style.paint(outline, |id| self.tile_number(id))? {
                    Some(shape) => Node::Shape(shape),
                    // What is not seen must be sound all the same.
                    None => return self.effects(a).map(|_| ()),
                }
            }
        };
        // A tile inside a tile is drawn in a way of its own.
        if self.in_tile && matches!(&node, Node::Shape(s) if s.is_tiled()) {
            return None;
        }
        if a.transform.is_none() && a.opacity.is_none() && a.clip_path.is_none() {
            group.has_text |= matches!(node, Node::Text(..));
            group.children.push(node);
            return a.overflow.is_none().then_some(());
        }
        let mut inner = self.effects(a)?;
        inner.has_text = matches!(node, Node::Text(..));
        inner.children.push(node);
        group.push(inner);
        Some(())
    }

    fn tile_number(&mut self, id: &'s str) -> usize {
        let tiles = &mut self.tiles;
        *self.tile_numbers.entry(id).or_insert_with(|| {
            tiles.push(None);
            tiles.len() - 1
        })
    }

    fn tile(&mut self, a: &Attributes<'s>, style: &Style<'s>, depth: usize) -> Option<()> {
        let odd = a.transform.or(a.opacity).or(a.clip_path).or(a.view_box);
        if a.pattern_units != Some("userSpaceOnUse") || odd.or(a.overflow).is_some() {
            return None;
        }
        let rect = [
            length(a.x)?,
            length(a.y)?,
            number(a.width?)?,
            number(a.height?)?,
        ];
        let usual = |v: f32| (SMALLEST_TILE..=WIDEST_TILE).contains(&v);
        let near = rect[0].abs() <= WIDEST_TILE && rect[1].abs() <= WIDEST_TILE;
        // However large the picture makes it, it must not need more room than there is.
        let large = rect[2] * rect[3] > LARGEST_TILE / 100.0;
        if !near || large || !usual(rect[2]) || !usual(rect[3]) {
            return None;
        }
        let number = self.tile_number(a.id?);
        let style = style.with(a)?;
        let mut root = Group::new();
        let start = self.tags.place();
        self.in_tile = true;
        self.children(b"pattern", &style, &mut root, depth + 1)?;
        self.in_tile = false;
        let alone = style == Style::default() && root.is_opaque();
        let size = u128::from(rect[2].to_bits()) << 32 | u128::from(rect[3].to_bits());
        let mark = alone.then(|| join(mark_of(self.tags.since(start)), size));
        let transform = a.pattern_transform;
        let tile = Tile {
            rect,
            transform: transform.map_or(Some(Transform::identity()), self::transform)?,
            root,
            mark,
        };
        // Two tiles of one id, and tiles of nothing, are not plain.
        let sound = !tile.root.children.is_empty() && self.tiles[number].is_none();
        self.tiles[number] = Some(tile);
        sound.then_some(())
    }

    /// A clip that is one shape.
    fn clip(&mut self, a: &Attributes<'s>, style: &Style<'s>) -> Option<()> {
        if a.transform
            .or(a.clip_path)
            .or(a.opacity)
            .or(a.overflow)
            .is_some()
        {
            return None;
        }
        let style = style.with(a)?;
        let mut shape = Attributes::default();
        let Tag::Start(name, goes_on) = self.tags.next(&mut shape)? else {
            return None;
        };
        self.known(&shape)?;
        let odd = shape.transform.or(shape.clip_path).or(shape.id);
        if odd.or(shape.opacity).or(shape.overflow).is_some() {
            return None;
        }
        if goes_on {
            self.empty(name)?;
        }
        let rule = style.with(&shape)?.clip_rule();
        let cut = (outline(name, &shape)?, rule);
        self.empty(b"clipPath")?;
        self.clips.insert(a.id?, cut).is_none().then_some(())
    }

    /// Nothing but the end of an element.
    fn empty(&mut self, name: &[u8]) -> Option<()> {
        let next = self.tags.next(&mut Attributes::default())?;
        matches!(next, Tag::End(n) if n == name).then_some(())
    }
}

impl Group {
    fn push(&mut self, inner: Group) {
        self.has_text |= inner.has_text;
        if !inner.children.is_empty() {
            self.children.push(Node::Group(inner));
        }
    }
}

impl super::Shape {
    fn is_tiled(&self) -> bool {
        let is_tile = |p: &super::Paint| matches!(p, super::Paint::Tile(_));
        self.fill.as_ref().is_some_and(|f| is_tile(&f.paint))
            || self.stroke.as_ref().is_some_and(|s| is_tile(&s.paint))
    }
}

/// What a placeholder of that id stands for.
fn place(id: &str) -> Option<impl Fn(Bounds) -> Node> {
    let (text, part) = (text_slot(id), part_slot(id));
    text.or(part).map(|n| {
        move |b| match text {
            Some(_) => Node::Text(n, b),
            None => Node::Part(n, b),
        }
    })
}

fn bounds(a: &Attributes<'_>) -> Option<Bounds> {
    let (x, y) = (length(a.x)?, length(a.y)?);
    Some([x, y, x + number(a.width?)?, y + number(a.height?)?])
}

/// An SVG inside an SVG, not cut at its edges.
fn nested(a: &Attributes<'_>) -> Option<Group> {
    let odd = a.transform.or(a.opacity).or(a.clip_path);
    if a.overflow != Some("visible") || odd.is_some() {
        return None;
    }
    let fit = fit(a.view_box?, number(a.width?)?, number(a.height?)?)?;
    Some(Group {
        transform: Transform::from_translate(length(a.x)?, length(a.y)?).pre_concat(fit),
        ..Group::new()
    })
}

fn transform(text: &str) -> Option<Transform> {
    if is_vast(text) {
        return None;
    }
    let t = svgtypes::Transform::from_str(text).ok()?;
    let t = Transform::from_row(
        t.a as f32, t.b as f32, t.c as f32, t.d as f32, t.e as f32, t.f as f32,
    );
    t.is_valid().then_some(t)
}

/// The size of a picture in CSS pixels.
fn size(text: &str) -> Option<f32> {
    let length = match text.strip_suffix("mm") {
        Some(mm) => number(mm)? * DPI / 25.4,
        None => number(text)?,
    };
    (length > 0.0).then_some(length)
}

/// The transform that fits a view box into the middle of a size.
fn fit(view_box: &str, w: f32, h: f32) -> Option<Transform> {
    let [x, y, vw, vh] = numbers(view_box)?.try_into().ok()?;
    if !(vw > 0.0 && vh > 0.0 && w > 0.0 && h > 0.0) {
        return None;
    }
    let scale = (w / vw).min(h / vh);
    let (tx, ty) = (
        -x * scale + (w - vw * scale) / 2.0,
        -y * scale + (h - vh * scale) / 2.0,
    );
    Some(Transform::from_row(scale, 0.0, 0.0, scale, tx, ty))
}
