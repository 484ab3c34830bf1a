//! The drawing surface: PDF operators for one content stream after another, and the resources they name.
//!
//! The other files of this folder add to [`Canvas`] what is needed to draw one kind of thing each.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use usvg::Transform;

use super::Ink;
use super::content::Content;
use super::deflate::deflate;
use super::error::{Enclosure, WriteError};
use super::font::DocumentFonts;
use super::image::{Encoded, Images};
use super::letter::Letter;
use super::part::PartUses;
use crate::text::TextBlock;

/// Left, top, right, bottom.
pub(super) type Box4 = [f32; 4];

/// What drawing may fail with.
pub(super) type DrawResult<T = ()> = Result<T, WriteError>;

/// What all canvases of a document share.
pub(super) struct CanvasShared<'a> {
    /// Fonts, already frozen.
    pub fonts: &'a DocumentFonts<'a>,
    /// Pictures, each encoded once.
    pub images: &'a Images,
    /// The place of every icon's form, by the id of its art.
    pub icons: &'a HashMap<u128, usize>,
    /// The drawings that faces share.
    pub parts: &'a PartUses<'a>,
}

/// What is done where a placeholder of a text box stands.
#[derive(Clone, Copy)]
pub(super) enum Slots<'a> {
    /// The text of the face is drawn.
    Draw(&'a [TextBlock]),
    /// Nothing is drawn: the art alone is wanted.
    Skip,
    /// Text cannot stand in this thing.
    Refuse(Enclosure),
}

/// Shorter streams hardly become shorter still: making ready for it takes longer than it saves.
const WORTH_DEFLATING: usize = 300;

/// A finished content stream that can be drawn again and again.
#[derive(Clone)]
pub(super) struct FormStream {
    /// The operators, deflated if that is shorter.
    pub data: Vec<u8>,
    /// Whether `data` is deflated.
    pub deflated: bool,
    /// What it covers; the rest is cut off.
    pub bbox: Box4,
    /// Whether it is a transparency group of its own.
    pub group: bool,
    /// Whether that group blends in grey.
    pub grey: bool,
}

/// Something that `Do` draws.
#[derive(Clone)]
pub(super) enum XObject {
    /// A form.
    Form(FormStream),
    /// A picture.
    Image(Arc<Encoded>),
}

/// A graphics state.
#[derive(Clone)]
pub(super) enum State {
    /// The inside of its dictionary.
    Plain(Vec<u8>),
    /// A soft mask.
    Mask {
        /// Whether the form's brightness counts, not its opacity.
        luminosity: bool,
        /// What is opaque.
        form: FormStream,
    },
}

/// A pattern.
#[derive(Clone)]
pub(super) enum Pattern {
    /// A shading pattern's whole dictionary.
    Shading(Vec<u8>),
    /// A tile: the inside of its dictionary without the box, the tile, and whether it names nothing of its picture.
    Tile(Vec<u8>, FormStream, bool),
}

/// The resources that the streams of one canvas name: `X3`, `G0`, `P1`, `I7`, `D2`, `O65`.
#[derive(Clone, Default)]
pub(super) struct Pool {
    /// `X…`.
    pub xobjects: Vec<XObject>,
    /// `G…`.
    pub states: Vec<State>,
    /// `P…`.
    pub patterns: Vec<Pattern>,
    /// `I…`: icons of the whole document.
    pub icons: BTreeSet<usize>,
    /// `D…`: drawings that faces of the whole document share.
    pub parts: BTreeSet<usize>,
    /// `O…`: outlines of letters.
    pub letters: BTreeSet<Letter>,
    known_states: HashMap<Vec<u8>, usize>,
    known_shadings: HashMap<Vec<u8>, usize>,
}

impl Pool {
    /// Whether nothing but icons, parts and letters is named.
    pub(super) fn is_plain(&self) -> bool {
        self.xobjects.is_empty() && self.states.is_empty() && self.patterns.is_empty()
    }
}

/// Draws into one content stream at a time.
pub(super) struct Canvas<'a> {
    /// What the document shares.
    pub shared: &'a CanvasShared<'a>,
    /// The stream being written.
    pub out: Content,
    /// What the streams name.
    pub pool: Pool,
    /// From the current user space to the space that the stream began with.
    pub ts: Transform,
    /// Full colour or grey.
    pub ink: Ink,
    /// What to do at placeholders.
    pub slots: Slots<'a>,
    /// Whether text is drawn as outlines, because it is a shape here and nothing to read.
    pub outlined: bool,
    /// Whether a tile is drawn: readers disagree on where a pattern inside a pattern starts.
    pub in_tile: bool,
    /// Pixels of a 300 dpi raster in one unit of the art.
    pub dots: f32,
    /// Decimals that coordinates need.
    pub digits: usize,
    /// The fill colour that is set.
    pub fill: Option<[u8; 3]>,
    /// Tiles drawn so far, by the address of their pattern in the tree and the decimals they were drawn with,
    /// and whether they name nothing of the picture.
    pub tiles_drawn: HashMap<(usize, usize), (FormStream, bool)>,
    scale: f32,
}

impl<'a> Canvas<'a> {
    /// An empty canvas. `dots`: pixels of a 300 dpi raster in one unit.
    pub(super) fn new(shared: &'a CanvasShared<'a>, ink: Ink, slots: Slots<'a>, dots: f32) -> Self {
        let mut canvas = Self {
            shared,
            out: Content::default(),
            pool: Pool::default(),
            ts: Transform::identity(),
            ink,
            slots,
            outlined: false,
            in_tile: false,
            dots,
            digits: 2,
            fill: None,
            tiles_drawn: HashMap::new(),
            scale: 1.0,
        };
        canvas.measure();
        canvas
    }

    /// The canvas of a thing that is placed where a unit is `unit` units of the art.
    pub(super) fn scaled(mut self, unit: f32) -> Self {
        self.scale = unit;
        self.measure();
        self
    }

    /// Art units in one unit of the current user space.
    pub(super) fn unit(&self) -> f32 {
        self.scale * size_of(self.ts)
    }

    /// An error of at most a hundredth of a CSS pixel, 3 µm, is kept whatever the user space.
    fn measure(&mut self) {
        let digits = (self.unit().max(1e-6).log10() + 2.0).ceil();
        self.digits = digits.clamp(1.0, 6.0) as usize;
    }

    /// Draws in another user space, without a word of it in the stream.
    pub(super) fn within<T>(&mut self, t: Transform, draw: impl FnOnce(&mut Self) -> T) -> T {
        let outer = (self.ts, self.digits);
        self.ts = self.ts.pre_concat(t);
        self.measure();
        let done = draw(self);
        (self.ts, self.digits) = outer;
        done
    }

    /// Changes the user space.
    pub(super) fn transform(&mut self, t: Transform) {
        if !t.is_identity() {
            self.out.matrix(t, self.digits.max(3)).raw("cm\n");
            self.ts = self.ts.pre_concat(t);
            self.measure();
        }
    }

    /// Tells the canvas that the stream's first graphics state is back.
    pub(super) fn home(&mut self) {
        self.ts = Transform::identity();
        self.fill = None;
        self.measure();
    }

    /// Draws with the graphics state saved before and restored after.
    pub(super) fn scoped<T>(
        &mut self,
        draw: impl FnOnce(&mut Self) -> DrawResult<T>,
    ) -> DrawResult<T> {
        let (ts, fill, digits) = (self.ts, self.fill, self.digits);
        self.out.raw("q\n");
        let done = draw(self)?;
        self.out.raw("Q\n");
        (self.ts, self.fill, self.digits) = (ts, fill, digits);
        Ok(done)
    }

    /// Draws into a form of its own, in the current user space.
    pub(super) fn form(
        &mut self,
        bbox: Box4,
        group: bool,
        draw: impl FnOnce(&mut Self) -> DrawResult,
    ) -> DrawResult<FormStream> {
        let grey = self.ink == Ink::Grey;
        let content = self.apart(draw)?;
        Ok(FormStream::new(content, bbox, group, grey))
    }

    /// Draws operators apart from the stream, in the current user space.
    pub(super) fn apart(
        &mut self,
        draw: impl FnOnce(&mut Self) -> DrawResult,
    ) -> DrawResult<Content> {
        let outer = (
            std::mem::take(&mut self.out),
            self.ts,
            self.fill,
            self.digits,
            self.scale,
        );
        self.scale = self.unit();
        self.ts = Transform::identity();
        self.fill = None;
        let done = draw(self);
        let content = std::mem::take(&mut self.out);
        (self.out, self.ts, self.fill, self.digits, self.scale) = outer;
        done.map(|()| content)
    }

    /// Draws a thing in another ink, with text as outlines and without text boxes: masks, clips, tiles.
    pub(super) fn as_shape<T>(
        &mut self,
        ink: Ink,
        what: Enclosure,
        draw: impl FnOnce(&mut Self) -> DrawResult<T>,
    ) -> DrawResult<T> {
        let outer = (self.ink, self.outlined, self.slots);
        (self.ink, self.outlined, self.slots) = (ink, true, Slots::Refuse(what));
        let done = draw(self);
        (self.ink, self.outlined, self.slots) = outer;
        done
    }

    /// Draws an XObject.
    pub(super) fn place(&mut self, object: XObject) {
        let number = self.keep(object);
        self.out.name("X", number).raw("Do\n");
    }

    /// The number of an XObject that is drawn later.
    pub(super) fn keep(&mut self, object: XObject) -> usize {
        self.pool.xobjects.push(object);
        self.pool.xobjects.len() - 1
    }

    /// Sets a soft mask. It ends with the scope that it is set in.
    pub(super) fn mask_with(&mut self, luminosity: bool, form: FormStream) {
        self.out.name("G", self.pool.states.len()).raw("gs\n");
        self.pool.states.push(State::Mask { luminosity, form });
    }

    /// Sets opacities and a blend mode; nothing is written for their defaults.
    pub(super) fn blend(&mut self, fill: f32, stroke: f32, mode: usvg::BlendMode) {
        let mut dict = Content::default();
        if fill < 1.0 {
            dict.raw("/ca ").number(f64::from(fill), 3);
        }
        if stroke < 1.0 {
            dict.raw("/CA ").number(f64::from(stroke), 3);
        }
        if mode != usvg::BlendMode::Normal {
            dict.raw("/BM/").raw(blend_name(mode));
        }
        if dict.bytes.is_empty() {
            return;
        }
        let states = &mut self.pool.states;
        let number = *self
            .pool
            .known_states
            .entry(dict.bytes)
            .or_insert_with_key(|bytes| {
                states.push(State::Plain(bytes.clone()));
                states.len() - 1
            });
        self.out.name("G", number).raw("gs\n");
    }

    /// The number of a shading pattern; equal ones are kept once.
    pub(super) fn shading(&mut self, dict: Content) -> usize {
        let patterns = &mut self.pool.patterns;
        *self
            .pool
            .known_shadings
            .entry(dict.bytes)
            .or_insert_with_key(|bytes| {
                patterns.push(Pattern::Shading(bytes.clone()));
                patterns.len() - 1
            })
    }

    /// The number of a tile.
    pub(super) fn tile(&mut self, dict: Content, form: FormStream, alone: bool) -> usize {
        self.pool
            .patterns
            .push(Pattern::Tile(dict.bytes, form, alone));
        self.pool.patterns.len() - 1
    }
}

impl FormStream {
    /// A form that may be no stream of its own: its operators as they are.
    pub(super) fn loose(content: Content, bbox: Box4) -> Self {
        Self {
            data: content.bytes,
            deflated: false,
            bbox,
            group: false,
            grey: false,
        }
    }

    /// A form from its operators.
    pub(super) fn new(content: Content, bbox: Box4, group: bool, grey: bool) -> Self {
        let form = Self {
            group,
            grey,
            ..Self::loose(content, bbox)
        };
        form.packed()
    }

    /// The same, deflated if that makes it shorter.
    pub(super) fn packed(mut self) -> Self {
        if !self.deflated && self.data.len() >= WORTH_DEFLATING {
            let packed = deflate(&self.data);
            // `/Filter/FlateDecode` takes 19 bytes.
            if packed.len() + 19 < self.data.len() {
                (self.data, self.deflated) = (packed, true);
            }
        }
        self
    }
}

/// How much longer a transform makes things, on the whole.
pub(super) fn size_of(t: Transform) -> f32 {
    let (sx, sy) = t.get_scale();
    sx.max(sy)
}

fn blend_name(mode: usvg::BlendMode) -> &'static str {
    use usvg::BlendMode as B;
    match mode {
        B::Normal => "Normal",
        B::Multiply => "Multiply",
        B::Screen => "Screen",
        B::Overlay => "Overlay",
        B::Darken => "Darken",
        B::Lighten => "Lighten",
        B::ColorDodge => "ColorDodge",
        B::ColorBurn => "ColorBurn",
        B::HardLight => "HardLight",
        B::SoftLight => "SoftLight",
        B::Difference => "Difference",
        B::Exclusion => "Exclusion",
        B::Hue => "Hue",
        B::Saturation => "Saturation",
        B::Color => "Color",
        B::Luminosity => "Luminosity",
        // PDF cannot add light; screen is the nearest.
        B::PlusLighter => "Screen",
    }
}
