//! Forms and resource dictionaries as objects of the file.

use std::collections::HashMap;

use super::canvas::{FormStream, Pattern, Pool, State, XObject};
use super::content::Content;
use super::image::Stored;
use super::letter::{Letter, number};
use super::store::Store;
use super::tile::TILE_DIGITS;
use crate::hash::{combine, hash};

/// What is in the file already and can be named by anyone.
pub(super) struct Ready {
    /// The dictionary of all fonts.
    pub fonts: u32,
    /// The forms of the icons, by number.
    pub icons: Vec<u32>,
    /// The forms of the parts, by number; 0 for those that are nowhere drawn.
    pub parts: Vec<u32>,
    /// The outlines of letters.
    pub letters: HashMap<Letter, u32>,
    /// The pictures.
    pub images: Stored,
    /// The tiles that name nothing of their picture, by their content: pictures share them.
    pub tiles: HashMap<u128, u32>,
    /// The tiles that were packed, by their operators: the same one is laid in many ways.
    pub packed: HashMap<u128, FormStream>,
}

impl Ready {
    /// Names the icons, parts and letters of a pool.
    pub(super) fn name(&self, xobjects: &mut Content, pool: &Pool) {
        for icon in &pool.icons {
            if let Some(form) = self.icons.get(*icon) {
                xobjects.name("I", *icon).reference(*form);
            }
        }
        for part in &pool.parts {
            if let Some(form) = self.parts.get(*part) {
                xobjects.name("D", *part).reference(*form);
            }
        }
        for letter in &pool.letters {
            if let Some(form) = self.letters.get(letter) {
                xobjects.name("O", number(*letter)).reference(*form);
            }
        }
    }
}

/// Puts a form under a number.
pub(super) fn put_form(store: &mut Store, id: u32, form: FormStream, resources: u32) {
    let mut dict = Content::default();
    dict.raw("/Subtype/Form");
    put_box(&mut dict, &form, 3);
    dict.raw("/Resources ").reference(resources);
    if form.group {
        dict.raw("/Group<</S/Transparency/I true/CS/");
        dict.raw(if form.grey { "DeviceGray" } else { "DeviceRGB" })
            .raw(">>");
    }
    put_data(store, id, dict, form);
}

fn put_box(dict: &mut Content, form: &FormStream, digits: usize) {
    dict.raw("/BBox[");
    for v in form.bbox {
        dict.num(v, digits);
    }
    dict.raw("]");
}

fn put_data(store: &mut Store, id: u32, dict: Content, form: FormStream) {
    if form.deflated {
        store.put_deflated(id, dict, form.data);
    } else {
        store.put_stream(id, dict, form.data);
    }
}

/// Puts a resource dictionary under `id`, and everything in the pool; `segments` are the shared
/// stretches of an art, which has a number.
pub(super) fn put_pool(
    store: &mut Store,
    id: u32,
    pool: Pool,
    (art, segments): (usize, &[u32]),
    ready: &mut Ready,
) {
    let mut d = Content::default();
    d.raw("<</Font ").reference(ready.fonts);
    let mut xobjects = Content::default();
    for (n, segment) in segments.iter().enumerate() {
        xobjects.segment(art, n).reference(*segment);
    }
    ready.name(&mut xobjects, &pool);
    for (n, object) in pool.xobjects.into_iter().enumerate() {
        let object = match object {
            XObject::Image(image) => image.store(store, &mut ready.images),
            XObject::Form(form) => {
                let own = store.reserve();
                put_form(store, own, form, id);
                own
            }
        };
        xobjects.name("X", n).reference(object);
    }
    section(&mut d, "XObject", xobjects);
    section(&mut d, "ExtGState", states(store, id, pool.states));
    section(&mut d, "Pattern", patterns(store, id, pool.patterns, ready));
    d.raw(">>");
    store.put(id, d);
}

fn section(d: &mut Content, name: &str, content: Content) {
    if !content.bytes.is_empty() {
        d.raw("/").raw(name).raw("<<");
        d.bytes.extend_from_slice(&content.bytes);
        d.raw(">>");
    }
}

fn states(store: &mut Store, resources: u32, states: Vec<State>) -> Content {
    let mut d = Content::default();
    for (n, state) in states.into_iter().enumerate() {
        d.name("G", n).raw("<<");
        match state {
            State::Plain(bytes) => d.bytes.extend_from_slice(&bytes),
            State::Mask { luminosity, form } => {
                let id = store.reserve();
                put_form(store, id, form, resources);
                d.raw("/SMask<</S/")
                    .raw(if luminosity { "Luminosity" } else { "Alpha" });
                d.raw("/G ").reference(id).raw(">>");
            }
        }
        d.raw(">>");
    }
    d
}

fn patterns(
    store: &mut Store,
    resources: u32,
    patterns: Vec<Pattern>,
    ready: &mut Ready,
) -> Content {
    let mut d = Content::default();
    for (n, pattern) in patterns.into_iter().enumerate() {
        d.name("P", n);
        match pattern {
            Pattern::Shading(bytes) => d.bytes.extend_from_slice(&bytes),
            Pattern::Tile(bytes, form, alone) => {
                let mut dict = Content { bytes };
                // As fine as the steps from tile to tile: a box that ends earlier or later leaves a line.
                put_box(&mut dict, &form, TILE_DIGITS);
                let content = hash(&form.data);
                let key = alone.then(|| combine(hash(&dict.bytes), content));
                if let Some(known) = key.and_then(|key| ready.tiles.get(&key)) {
                    d.reference(*known);
                    continue;
                }
                let id = store.reserve();
                match key {
                    Some(key) => {
                        dict.raw("/Resources<<>>");
                        ready.tiles.insert(key, id);
                    }
                    None => {
                        dict.raw("/Resources ").reference(resources);
                    }
                }
                let packed = ready.packed.entry(content);
                let packed = packed.or_insert_with(|| form.packed());
                put_data(store, id, dict, packed.clone());
                d.reference(id);
            }
        }
    }
    d
}
