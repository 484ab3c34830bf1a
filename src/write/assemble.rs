//! The order of the work: collect what is used, draw in parallel, store in order.

use std::collections::{BTreeSet, HashMap};

use rayon::prelude::*;

use super::cache::{Cache, CacheView};
use super::canvas::{CanvasShared, FormStream, Pool};
use super::content::Content;
use super::error::WriteError;
use super::face::{ArtForms, ArtUse, FaceDrawing, draw_icon, icon_dots};
use super::fit::PlacedSizes;
use super::font::DocumentFonts;
use super::image::{Images, Stored};
use super::letter::{self, Letter};
use super::page::{self, PackedPage, Placed, art_bleed};
use super::part::{self, PartUses};
use super::resource::{Ready, put_form, put_pool};
use super::skeleton::{self, Skeleton};
use super::store::Store;
use super::{Document, PdfOptions, PlacedNote};
use crate::impose::Sheet;
use crate::scene::Art;
use crate::text::TextBlock;
use crate::units::{Mm, PT_PER_MM, Rect};

/// What a document uses, each thing once, in the order of first use.
pub(super) struct DocumentUses<'a> {
    /// The arts.
    pub arts: Vec<ArtUse<'a>>,
    /// The art of each face; `None` for faces that no sheet places.
    pub art_of: Vec<Option<usize>>,
    /// How often each face is placed.
    pub placed: Vec<usize>,
    icons: Vec<(&'a Art, f32)>,
    icon_numbers: HashMap<u128, usize>,
}

/// Makes the bytes of a PDF from a document.
pub(super) fn assemble(
    document: &Document,
    options: &PdfOptions,
    kept: Option<(&Cache, &[u128])>,
) -> Result<Vec<u8>, WriteError> {
    let used = collect(document)?;
    let mut fonts = collect_fonts(document, &used);
    if let Some((kept, _)) = kept {
        kept.follow(&mut fonts);
    }
    fonts.freeze();
    let fonts = fonts;
    let fit = fit_images(&used);
    let fit_mark = fit.mark();
    let images = Images::fitting(fit);
    let parts = PartUses::new(document.parts);
    let shared = CanvasShared {
        fonts: &fonts,
        images: &images,
        icons: &used.icon_numbers,
        parts: &parts,
    };
    let kept = kept.map(|(kept, marks)| {
        let known = kept.at(&fonts, &used.icons, fit_mark, document, options);
        known.with_marks(marks)
    });
    let kept = kept.as_ref();
    let ((drawn, built), skeleton) = rayon::join(
        || {
            rayon::join(
                || draw(document, options, &used, &shared, kept),
                || build_fonts(&fonts, kept),
            )
        },
        || match kept {
            Some(kept) => kept.skeleton(|| skeleton::build(document, options)),
            None => skeleton::build(document, options),
        },
    );
    let (drawn, built, mut skeleton) = (drawn?, built?, skeleton?);
    let store = &mut skeleton.store;
    let mut names = Content::default();
    names.raw("<<");
    for (number, font) in fonts.in_use().into_iter().zip(built) {
        let face = fonts.book().face(crate::text::FontId(number as u16));
        let id = font.store(face, store);
        names.name("F", number).reference(id);
    }
    names.raw(">>");
    let mut ready = Ready {
        fonts: store.add(names),
        icons: Vec::new(),
        letters: letter::store(store, &drawn.letters(), fonts.book()),
        parts: Vec::with_capacity(drawn.parts.len()),
        images: Stored::new(),
        tiles: HashMap::new(),
        packed: HashMap::new(),
    };
    part::store(store, drawn.parts, &mut ready);
    let placed = store_forms(
        store,
        &used,
        drawn.icons,
        drawn.arts,
        drawn.faces,
        &mut ready,
    );
    store_pages(
        document,
        &mut skeleton,
        drawn.pages,
        &used,
        &placed,
        &mut ready,
    );
    Ok(skeleton.store.into_file(skeleton.trailer))
}

fn notes<'a>(document: &Document<'a>, sheet: usize) -> &'a [PlacedNote] {
    document.notes.get(sheet).map_or(&[], Vec::as_slice)
}

fn collect<'a>(document: &Document<'a>) -> Result<DocumentUses<'a>, WriteError> {
    let mut used = DocumentUses {
        arts: Vec::new(),
        art_of: vec![None; document.faces.len()],
        placed: vec![0; document.faces.len()],
        icons: Vec::new(),
        icon_numbers: HashMap::new(),
    };
    let mut numbers: HashMap<u128, usize> = HashMap::new();
    for (page, sheet) in document.sheets.iter().enumerate() {
        for item in &sheet.items {
            let Some(face) = document.faces.get(item.face) else {
                return Err(WriteError::NoSuchFace {
                    face: item.face,
                    page: page + 1,
                });
            };
            let art = &*face.scene.art;
            let number = *numbers.entry(art.id).or_insert_with(|| {
                used.arts.push(ArtUse {
                    art,
                    trim: face.trim,
                    dpi: face.dpi,
                    number: used.arts.len(),
                    faces: 0,
                    placed: 0,
                    bleed: Mm(0.0),
                });
                used.arts.len() - 1
            });
            used.placed[item.face] += 1;
            used.arts[number].placed += 1;
            used.arts[number].bleed = used.arts[number].bleed.max(art_bleed(item));
            used.arts[number].dpi = used.arts[number].dpi.max(face.dpi);
            if used.art_of[item.face].is_none() {
                used.art_of[item.face] = Some(number);
                used.arts[number].faces += 1;
                let unit = (face.trim.w.0 as f32) / art.size().0;
                face.scene
                    .texts
                    .iter()
                    .for_each(|t| used.collect_icons(t, unit));
            }
        }
        for note in notes(document, page) {
            used.collect_icons(&note.text, (1.0 / PT_PER_MM) as f32);
        }
    }
    Ok(used)
}

impl<'a> DocumentUses<'a> {
    /// `unit`: millimetres in a unit of the block.
    fn collect_icons(&mut self, block: &'a TextBlock, unit: f32) {
        for icon in &block.icons {
            let size = unit * icon.w / icon.art.size().0;
            let number = *self.icon_numbers.entry(icon.art.id).or_insert_with(|| {
                self.icons.push((&icon.art, size));
                self.icons.len() - 1
            });
            let known = &mut self.icons[number];
            known.1 = known.1.max(size);
        }
    }
}

fn collect_fonts<'a>(document: &Document<'a>, used: &DocumentUses<'a>) -> DocumentFonts<'a> {
    let mut fonts = DocumentFonts::new(document.fonts);
    let arts = used.arts.iter().map(|a| a.art);
    let icons = used.icons.iter().map(|(art, _)| *art);
    arts.chain(icons)
        .for_each(|art| fonts.collect_tree(&art.tree));
    for (face, art) in document.faces.iter().zip(&used.art_of) {
        if art.is_some() {
            face.scene.texts.iter().for_each(|t| fonts.collect_block(t));
        }
    }
    for page in 0..document.sheets.len() {
        notes(document, page)
            .iter()
            .for_each(|n| fonts.collect_block(&n.text));
    }
    fonts
}

/// How large every picture is placed.
fn fit_images(used: &DocumentUses<'_>) -> PlacedSizes {
    let mut fit = PlacedSizes::default();
    for art in &used.arts {
        fit.collect(&art.art.tree, art.dots());
    }
    for (art, mm) in &used.icons {
        fit.collect(&art.tree, icon_dots(*mm));
    }
    fit
}

fn build_fonts(
    fonts: &DocumentFonts<'_>,
    kept: Option<&CacheView<'_>>,
) -> Result<Vec<super::font::Built>, WriteError> {
    fonts
        .in_use()
        .into_par_iter()
        .map(|n| match kept {
            Some(kept) => kept.font(fonts, n, || fonts.build(n)),
            None => fonts.build(n),
        })
        .collect()
}

/// Everything drawn, not yet stored.
struct DrawnDocument<'a> {
    icons: Vec<(FormStream, Pool)>,
    arts: Vec<ArtForms<'a>>,
    parts: Vec<Option<(FormStream, Pool)>>,
    /// `None` for faces that are a whole segment, or not placed.
    faces: Vec<Option<FaceDrawing>>,
    pages: Vec<PackedPage>,
}

impl DrawnDocument<'_> {
    /// The letters that anything names.
    fn letters(&self) -> BTreeSet<Letter> {
        let arts = self.arts.iter().map(|a| &a.pool.letters);
        let faces = self.faces.iter().flatten().map(|f| &f.pool.letters);
        let pages = self.pages.iter().map(|p| &p.pool.letters);
        let all = arts.chain(faces).chain(pages);
        all.flatten().copied().collect()
    }
}

fn draw<'a>(
    document: &Document<'a>,
    options: &PdfOptions,
    used: &'a DocumentUses<'a>,
    shared: &'a CanvasShared<'a>,
    kept: Option<&CacheView<'_>>,
) -> Result<DrawnDocument<'a>, WriteError> {
    let ink = document.ink;
    let icons = used
        .icons
        .par_iter()
        .map(|(art, mm)| draw_icon(art, *mm, shared, ink))
        .collect::<Result<_, _>>()?;
    let arts: Vec<ArtForms> = used
        .arts
        .par_iter()
        .enumerate()
        .map(|(n, a)| {
            let drawn = match kept {
                Some(kept) => kept.art(a, || a.draw(shared, ink)),
                None => a.draw(shared, ink),
            };
            let face = || used.art_of.iter().position(|art| *art == Some(n));
            drawn.map_err(|e| e.in_face(face()))
        })
        .collect::<Result<_, _>>()?;
    let faces: Vec<Option<FaceDrawing>> = document
        .faces
        .par_iter()
        .zip(&used.art_of)
        .enumerate()
        .map(|(n, (face, art))| match art {
            Some(art) if !arts[*art].is_whole() => {
                let (used_art, once) = (&used.arts[*art], used.placed[n] == 1);
                let draw = || used_art.draw_face(&arts[*art], face.scene, once, shared, ink);
                let drawn = match kept {
                    Some(kept) => kept.face(used_art, (n, once), draw),
                    None => draw(),
                };
                drawn.map(Some).map_err(|e| e.in_face(Some(n)))
            }
            _ => Ok(None),
        })
        .collect::<Result<_, _>>()?;
    let parts = shared.parts.draw(shared, ink)?;
    let faces_drawn = &faces;
    let placed = |face: usize| {
        let number = used.art_of.get(face).copied().flatten().unwrap_or(0);
        let art = &used.arts[number];
        Placed {
            units: art.art.size(),
            bleed: art.bleed.0,
            art: number,
            drawing: faces_drawn[face].as_ref().filter(|f| f.in_page),
        }
    };
    let sheets = document.sheets.par_iter().enumerate();
    let pages = sheets.map(|(n, sheet)| {
        let draw = || {
            let notes = notes(document, n);
            page::draw(sheet, notes, placed, shared, ink, &options.backs)
        };
        match kept {
            Some(kept) => kept.page(n, used, draw),
            None => draw(),
        }
    });
    let pages = pages.collect::<Result<Vec<_>, _>>()?;
    Ok(DrawnDocument {
        icons,
        arts,
        parts,
        faces,
        pages,
    })
}

/// The forms that pages place.
struct Forms {
    /// By face; 0 for those that their page draws.
    faces: Vec<u32>,
    /// The art without text, by art.
    bare: Vec<u32>,
    /// The shared stretches of each art.
    segments: Vec<Vec<u32>>,
}

fn store_forms(
    store: &mut Store,
    used: &DocumentUses<'_>,
    icons: Vec<(FormStream, Pool)>,
    arts: Vec<ArtForms<'_>>,
    faces: Vec<Option<FaceDrawing>>,
    ready: &mut Ready,
) -> Forms {
    for (form, pool) in icons {
        let (resources, id) = (store.reserve(), store.reserve());
        put_pool(store, resources, pool, (0, &[]), ready);
        put_form(store, id, form, resources);
        ready.icons.push(id);
    }
    let mut arts = arts;
    // Faces that name nothing of their own but icons, parts and letters use the resources of their art.
    for (face, art) in faces.iter().zip(&used.art_of) {
        if let (Some(FaceDrawing { pool, in_page, .. }), Some(art)) = (face, art)
            && pool.is_plain()
            && !in_page
        {
            arts[*art].pool.icons.extend(&pool.icons);
            arts[*art].pool.parts.extend(&pool.parts);
            arts[*art].pool.letters.extend(&pool.letters);
        }
    }
    let mut stored = Vec::with_capacity(arts.len());
    let mut bare = Vec::with_capacity(arts.len());
    for (number, art) in arts.into_iter().enumerate() {
        let resources = store.reserve();
        let mut segments = Vec::with_capacity(art.segments.len());
        for form in art.segments {
            let id = store.reserve();
            put_form(store, id, form, resources);
            segments.push(id);
        }
        put_pool(store, resources, art.pool, (number, &segments), ready);
        bare.push(match art.bare {
            Some(form) => {
                let id = store.reserve();
                put_form(store, id, form, resources);
                id
            }
            None => segments.first().copied().unwrap_or(0),
        });
        stored.push((resources, segments));
    }
    let faces = faces.into_iter().zip(&used.art_of).map(|(face, art)| {
        let Some(art) = art else { return 0 };
        let (shared, segments) = &stored[*art];
        let Some(FaceDrawing {
            form,
            pool,
            in_page,
        }) = face
        else {
            return segments.first().copied().unwrap_or(0);
        };
        if in_page {
            return 0;
        }
        let mut resources = *shared;
        if !pool.is_plain() {
            resources = store.reserve();
            put_pool(store, resources, pool, (*art, segments), ready);
        }
        let id = store.reserve();
        put_form(store, id, form, resources);
        id
    });
    let faces: Vec<u32> = faces.collect();
    let segments = stored.into_iter().map(|(_, segments)| segments).collect();
    Forms {
        faces,
        bare,
        segments,
    }
}

fn store_pages(
    document: &Document,
    skeleton: &mut Skeleton,
    pages: Vec<PackedPage>,
    used: &DocumentUses<'_>,
    forms: &Forms,
    ready: &mut Ready,
) {
    for (n, (page, sheet)) in pages.into_iter().zip(document.sheets).enumerate() {
        let store = &mut skeleton.store;
        let contents = store.reserve();
        store.put_deflated(contents, Content::default(), page.data);
        let mut d = Content::default();
        d.raw("<</Type/Page/Parent ").reference(skeleton.parent);
        boxes(&mut d, sheet);
        d.raw("/Contents ")
            .reference(contents)
            .raw("/Resources<</Font ")
            .reference(ready.fonts);
        d.raw("/XObject<<");
        page_forms(&mut d, sheet, used, forms);
        for art in &page.arts {
            for (n, id) in forms.segments[*art].iter().enumerate() {
                d.segment(*art, n).reference(*id);
            }
        }
        ready.name(&mut d, &page.pool);
        d.raw(">>");
        let layers: Vec<_> = skeleton
            .layers
            .iter()
            .filter(|(layer, _)| {
                !if *layer == 0 {
                    &sheet.marks
                } else {
                    &sheet.guides
                }
                .is_empty()
            })
            .collect();
        if !layers.is_empty() {
            d.raw("/Properties<<");
            for (layer, id) in layers {
                d.name("L", *layer).reference(*id);
            }
            d.raw(">>");
        }
        d.raw(">>>>");
        store.put(skeleton.pages[n], d);
    }
}

fn page_forms(d: &mut Content, sheet: &Sheet, used: &DocumentUses<'_>, forms: &Forms) {
    let mut faces: Vec<usize> = sheet.items.iter().map(|i| i.face).collect();
    faces.sort_unstable();
    faces.dedup();
    for face in faces.into_iter().filter(|f| forms.faces[*f] != 0) {
        d.name("C", face).reference(forms.faces[face]);
    }
    let bled = sheet.items.iter().filter(|i| art_bleed(i).0 > 0.0);
    let mut arts: Vec<usize> = bled.filter_map(|i| used.art_of[i.face]).collect();
    arts.sort_unstable();
    arts.dedup();
    for art in arts {
        d.name("B", art).reference(forms.bare[art]);
    }
}

/// MediaBox, TrimBox and BleedBox, from the bottom left as PDF wants them.
fn boxes(d: &mut Content, sheet: &Sheet) {
    let paper = Rect {
        x: Mm(0.0),
        y: Mm(0.0),
        w: sheet.paper.w,
        h: sheet.paper.h,
    };
    let mut put = |name: &str, r: Rect| {
        d.raw("/").raw(name).raw("[");
        for v in [
            r.x,
            sheet.paper.h - r.bottom(),
            r.right(),
            sheet.paper.h - r.y,
        ] {
            d.num(v.to_pt().0 as f32, 3);
        }
        d.raw("]");
    };
    put("MediaBox", paper);
    for (name, r) in [("TrimBox", sheet.trim), ("BleedBox", sheet.bleed)] {
        if r.w.0 > 0.0 && r.h.0 > 0.0 {
            put(name, r);
        }
    }
}
