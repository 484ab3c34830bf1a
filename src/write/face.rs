//! Faces: art that is drawn once and shared, cut where the text boxes of each face go between.

use usvg::{Group, Node, Transform};

use super::Ink;
use super::canvas::{Box4, Canvas, CanvasShared, DrawResult, FormStream, Pool, Slots};
use super::error::{Enclosure, WriteError};
use crate::scene::{Art, Scene, first_slot, has_blending, text_slot};
use crate::units::{Mm, Size};

/// Pixels of a 300 dpi raster in a millimetre, for icons.
const DOTS_PER_MM: f64 = 300.0 / 25.4;

/// An art as the document uses it.
pub(super) struct ArtUse<'a> {
    /// The picture.
    pub art: &'a Art,
    /// How large it is printed.
    pub trim: Size,
    /// Dots per inch that its pictures need.
    pub dpi: u32,
    /// Its place among the arts of the document.
    pub number: usize,
    /// How many faces show it.
    pub faces: usize,
    /// How often it is placed on sheets.
    pub placed: usize,
    /// The widest bleed that it is printed with.
    pub bleed: Mm,
}

/// A part of a face, in drawing order.
#[derive(Clone)]
pub(super) enum FacePiece<'a> {
    /// A shared stretch of art.
    Segment(usize),
    /// A text box, and the user space it stands in.
    Slot(usize, Transform),
    /// A group with effects and with text in it, drawn for each face alone.
    Private(&'a Group, Transform),
}

/// The forms of an art.
#[derive(Clone, Default)]
pub(super) struct ArtForms<'a> {
    /// What the forms name.
    pub pool: Pool,
    /// The shared stretches: `S4.0`, `S4.1`, … of the art of number 4.
    pub segments: Vec<FormStream>,
    /// How they make up a face.
    pub pieces: Vec<FacePiece<'a>>,
    /// The art without any text, where it is wanted and is more than one segment.
    pub bare: Option<FormStream>,
    /// Whether faces draw the art themselves: nothing is shared.
    pub inline: bool,
}

/// A face that is more than a shared stretch of art.
#[derive(Clone)]
pub(super) struct FaceDrawing {
    /// What it shows.
    pub form: FormStream,
    /// What it names.
    pub pool: Pool,
    /// Whether its page draws it itself: it is placed once, and names nothing that is not known to pages.
    pub in_page: bool,
}

impl ArtForms<'_> {
    /// Whether the first segment is the whole face.
    pub(super) fn is_whole(&self) -> bool {
        matches!(self.pieces[..], [FacePiece::Segment(0)])
    }

    /// The same forms without anything borrowed from the art, if that is possible.
    pub(super) fn detached(&self) -> Option<ArtForms<'static>> {
        let piece = |piece: &FacePiece<'_>| match piece {
            FacePiece::Segment(n) => Some(FacePiece::Segment(*n)),
            FacePiece::Slot(n, ts) => Some(FacePiece::Slot(*n, *ts)),
            FacePiece::Private(..) => None,
        };
        Some(ArtForms {
            pool: self.pool.clone(),
            segments: self.segments.clone(),
            pieces: self.pieces.iter().map(piece).collect::<Option<_>>()?,
            bare: self.bare.clone(),
            inline: self.inline,
        })
    }
}

impl<'a> ArtUse<'a> {
    /// Dots of the print in one unit of the art.
    pub(super) fn dots(&self) -> f32 {
        (f64::from(self.dpi) / 25.4 * self.trim.w.0) as f32 / self.art.size().0
    }

    /// The trim with bleed, in units of the art.
    fn bbox(&self) -> Box4 {
        let (w, h) = self.art.size();
        let x = (self.bleed / self.trim.w) as f32 * w;
        let y = (self.bleed / self.trim.h) as f32 * h;
        [-x, -y, w + x, h + y]
    }

    /// Draws what faces share.
    pub(super) fn draw(&self, shared: &'a CanvasShared<'a>, ink: Ink) -> DrawResult<ArtForms<'a>> {
        let root = self.art.tree.root();
        let blending = has_blending(root);
        let own = self.placed == 1 || first_slot(root).is_some();
        if self.faces == 1 && self.bleed.0 <= 0.0 && own {
            return Ok(ArtForms {
                inline: true,
                ..ArtForms::default()
            });
        }
        let mut splitter = Splitter {
            level: LevelCanvas::new(Canvas::new(shared, ink, Slots::Skip, self.dots())),
            bbox: self.bbox(),
            forms: ArtForms::default(),
        };
        splitter.children(root, Transform::identity())?;
        splitter.flush();
        let Splitter {
            level,
            mut forms,
            bbox,
        } = splitter;
        let mut canvas = level.canvas;
        if forms.is_whole() {
            forms.segments[0].group = blending;
        } else if self.bleed.0 > 0.0 {
            canvas = self.compose(canvas, &forms.pieces)?;
            forms.bare = Some(FormStream::new(
                std::mem::take(&mut canvas.out),
                bbox,
                blending,
                ink == Ink::Grey,
            ));
        }
        forms.pool = canvas.pool;
        Ok(forms)
    }

    /// Draws one face that is not a whole segment; `once`: whether it is placed a single time.
    pub(super) fn draw_face(
        &self,
        forms: &ArtForms<'a>,
        scene: &'a Scene,
        once: bool,
        shared: &'a CanvasShared<'a>,
        ink: Ink,
    ) -> DrawResult<FaceDrawing> {
        let root = self.art.tree.root();
        let mut canvas = Canvas::new(shared, ink, Slots::Draw(&scene.texts), self.dots());
        if forms.inline {
            canvas.children(root)?;
        } else {
            canvas = self.compose(canvas, &forms.pieces)?;
        }
        let content = std::mem::take(&mut canvas.out);
        let blending = has_blending(root);
        let in_page = once && !blending && canvas.pool.is_plain();
        Ok(FaceDrawing {
            form: match in_page {
                true => FormStream::loose(content, self.bbox()),
                false => FormStream::new(content, self.bbox(), blending, ink == Ink::Grey),
            },
            pool: canvas.pool,
            in_page,
        })
    }

    /// Draws the pieces of a face one after the other.
    fn compose(&self, canvas: Canvas<'a>, pieces: &[FacePiece<'_>]) -> DrawResult<Canvas<'a>> {
        let mut level = LevelCanvas::new(canvas);
        for piece in pieces {
            match piece {
                FacePiece::Segment(n) => {
                    level.go(Transform::identity());
                    level.canvas.out.segment(self.number, *n).raw("Do\n");
                }
                FacePiece::Slot(slot, ts) => {
                    let Slots::Draw(texts) = level.canvas.slots else {
                        continue;
                    };
                    let block = texts
                        .get(*slot)
                        .ok_or(WriteError::NoSuchText { slot: *slot })?;
                    if !block.runs.is_empty() || !block.icons.is_empty() {
                        level.go(*ts);
                        level.canvas.block(block)?;
                    }
                }
                FacePiece::Private(group, ts) => {
                    level.go(*ts);
                    level.canvas.group(group)?;
                }
            }
        }
        level.go(Transform::identity());
        Ok(level.canvas)
    }
}

/// Dots of the print in one unit of an icon.
pub(super) fn icon_dots(mm_per_unit: f32) -> f32 {
    DOTS_PER_MM as f32 * mm_per_unit
}

/// Draws a picture that is set in text.
pub(super) fn draw_icon<'a>(
    art: &'a Art,
    mm_per_unit: f32,
    shared: &'a CanvasShared<'a>,
    ink: Ink,
) -> DrawResult<(FormStream, Pool)> {
    let (w, h) = art.size();
    let mut canvas = Canvas::new(
        shared,
        ink,
        Slots::Refuse(Enclosure::Piece),
        icon_dots(mm_per_unit),
    );
    canvas.children(art.tree.root())?;
    let bbox = [0.0, 0.0, w, h];
    let blending = has_blending(art.tree.root());
    Ok((
        FormStream::new(
            std::mem::take(&mut canvas.out),
            bbox,
            blending,
            ink == Ink::Grey,
        ),
        canvas.pool,
    ))
}

/// A canvas that changes the user space only when it must.
struct LevelCanvas<'a> {
    canvas: Canvas<'a>,
    at: Transform,
}

impl<'a> LevelCanvas<'a> {
    fn new(canvas: Canvas<'a>) -> Self {
        Self {
            canvas,
            at: Transform::identity(),
        }
    }

    fn go(&mut self, to: Transform) {
        if self.at == to {
            return;
        }
        if !self.at.is_identity() {
            self.canvas.out.raw("Q\n");
            self.canvas.home();
        }
        if !to.is_identity() {
            self.canvas.out.raw("q\n");
            self.canvas.transform(to);
        }
        self.at = to;
    }
}

/// Cuts art into segments between its placeholders.
struct Splitter<'a> {
    level: LevelCanvas<'a>,
    bbox: Box4,
    forms: ArtForms<'a>,
}

impl<'a> Splitter<'a> {
    fn children(&mut self, group: &'a Group, ts: Transform) -> DrawResult {
        group.children().iter().try_for_each(|node| match node {
            Node::Path(path) if text_slot(path.id()).is_some() => {
                self.slot(text_slot(path.id()), ts)
            }
            Node::Group(g) if first_slot(g).is_some() => self.group(g, ts),
            _ => {
                self.level.go(ts);
                self.level.canvas.node(node)
            }
        })
    }

    fn slot(&mut self, slot: Option<usize>, ts: Transform) -> DrawResult {
        self.flush();
        let piece = slot.map(|n| FacePiece::Slot(n, ts));
        self.forms.pieces.extend(piece);
        Ok(())
    }

    /// A group with text in it: cut open, unless it has an effect as a whole.
    fn group(&mut self, group: &'a Group, ts: Transform) -> DrawResult {
        if !group.should_isolate() {
            return self.children(group, ts.pre_concat(group.transform()));
        }
        self.flush();
        self.forms.pieces.push(FacePiece::Private(group, ts));
        Ok(())
    }

    /// Ends the segment being drawn, if anything is in it.
    fn flush(&mut self) {
        self.level.go(Transform::identity());
        let content = std::mem::take(&mut self.level.canvas.out);
        self.level.canvas.home();
        if content.bytes.is_empty() {
            return;
        }
        let grey = self.level.canvas.ink == Ink::Grey;
        self.forms
            .pieces
            .push(FacePiece::Segment(self.forms.segments.len()));
        self.forms
            .segments
            .push(FormStream::new(content, self.bbox, false, grey));
    }
}
