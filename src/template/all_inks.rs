//! Faces in all inks at once, for those who look at a kit and do not print it.
//!
//! Templates run once for every ink that they ask about. What they make differs in its colours alone most of the time:
//! then one face stands for all inks, see [`Tints`]. What some ink draws otherwise is an *extra* face beside it. What a
//! template makes without a word of any language is used again in the next; and one that set the same texts in all inks,
//! and whose language has nothing to do with the ink, does so in the next language, too: there it runs once.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use tera::Tera;

use super::ink::parse_color;
use super::textbox::BoxCall;
use super::{Engine, Face, Ink, Reads, Request, Tints, functions, ink, tell, textbox};
use crate::diag::{Problem, Problems};
use crate::hash::{combine, hash};
use crate::text::TextBlock;
use crate::units::Size;

/// No more than so many bytes of what templates made are kept.
const MOST_KEPT: usize = 48 << 20;

/// What all languages of a kit share when it is looked at in all inks.
#[derive(Default)]
pub struct AllInks {
    /// What the colours of faces mean.
    pub tints: Tints,
    kept: Mutex<InkCache>,
    /// The language that was looked at first.
    first: OnceLock<String>,
    /// Whether all inks of a template set the same texts so far, in that language.
    same_texts: Mutex<HashMap<String, bool>>,
}

#[derive(Default)]
struct InkCache {
    made: HashMap<u128, Arc<MadeByInk>>,
    bytes: usize,
}

/// What a template makes: the first for the full ink and all that agree with it, then what other inks draw otherwise.
type MadeByInk = Vec<(String, [bool; 3])>;

/// A face that some ink draws otherwise, and not only in other colours.
pub struct Extra {
    /// The component's id.
    pub component: String,
    /// The card's name.
    pub card: String,
    /// The template's file.
    pub template: String,
    /// The table and line that the card comes from.
    pub from: (String, usize),
    /// The trim size.
    pub size: Size,
    /// In which inks it is drawn, in the order of [`Ink::ALL`].
    pub inks: [bool; 3],
    /// The face.
    pub face: Face,
}

/// The same templates in the other inks.
pub(super) struct Others<'a> {
    /// For `saver` and for `mono`.
    teras: [Tera; 2],
    pub(super) shared: &'a AllInks,
    reads: Mutex<HashMap<String, Arc<Reads>>>,
    extras: Mutex<Vec<Extra>>,
}

fn open<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl<'a> Engine<'a> {
    /// The same engine, which draws each face in all inks at once. Its own ink must be the full one.
    pub fn in_all_inks(mut self, shared: &'a AllInks) -> Self {
        let (kit, decks) = (self.kit, self.index.decks());
        let teras = [Ink::Saver, Ink::Mono].map(|ink| {
            let mut tera = self.tera.clone();
            functions::register(&mut tera, kit, &self.lang, ink, decks, &self.answers);
            tell(&mut tera, kit, &self.lang, ink);
            tera
        });
        let [saver, mono] = [Ink::Saver, Ink::Mono].map(|ink| ink::palette_defs(kit, ink));
        for ((own, saver), mono) in self.patterns.iter_mut().zip(saver).zip(mono) {
            if let Some(merged) = shared.tints.merge([&own.1, &saver.1, &mono.1]) {
                own.1 = merged;
            }
        }
        shared.first.get_or_init(|| self.lang.clone());
        self.others = Some(Others {
            teras,
            shared,
            reads: Mutex::default(),
            extras: Mutex::default(),
        });
        self
    }

    /// What some inks draw otherwise, of the faces that were rendered so far.
    pub fn take_extras(&self) -> Vec<Extra> {
        let extras = self.others.as_ref().map(|o| open(&o.extras));
        extras
            .map(|mut e| std::mem::take(&mut *e))
            .unwrap_or_default()
    }

    /// Renders one face in all inks.
    pub(super) fn render_all(
        &self,
        others: &Others<'_>,
        request: &Request<'_>,
    ) -> Result<Face, Problems> {
        let made = self.made(others, request)?;
        let mut made = made.iter();
        let Some((own, _)) = made.next() else {
            return Ok(Face::default());
        };
        let (svg, calls) = textbox::split(own);
        let face = self.set(request, svg, &calls, &[])?;
        let mut same = true;
        for (other, inks) in made {
            let (svg, own) = textbox::split(other);
            same &= own.len() == calls.len()
                && calls.iter().zip(&own).all(|(a, b)| set_alike(a, b))
                && !svg.contains("<text");
            let known: Vec<(&BoxCall, &TextBlock)> = calls.iter().zip(&face.texts).collect();
            let extra = Extra {
                component: request.component.to_owned(),
                card: request.card.to_owned(),
                template: request.template.to_owned(),
                from: (request.from.0.to_owned(), request.from.1),
                size: request.size,
                inks: *inks,
                face: self.set(request, svg, &own, &known)?,
            };
            open(&others.extras).push(extra);
        }
        if others.shared.first.get() == Some(&self.lang) {
            let mut known = open(&others.shared.same_texts);
            *known.entry(request.template.to_owned()).or_insert(true) &= same;
        }
        Ok(face)
    }

    /// What a template makes, or made before.
    fn made(&self, others: &Others<'_>, request: &Request<'_>) -> Result<Arc<MadeByInk>, Problem> {
        let reads = open(&others.reads).get(request.template).cloned();
        let reads = reads.unwrap_or_else(|| {
            let reads = Arc::new(self.index.reads(request.template));
            open(&others.reads).insert(request.template.to_owned(), reads.clone());
            reads
        });
        let again = !(reads.words && reads.card());
        let key = again.then(|| self.key(request, &reads));
        let kept = &others.shared.kept;
        if let Some(made) = key.and_then(|key| open(kept).made.get(&key).cloned()) {
            return Ok(made);
        }
        let made = Arc::new(self.make(others, request, &reads)?);
        let bytes: usize = made.iter().map(|(text, _)| text.len()).sum();
        let mut kept = open(kept);
        if let Some(key) = key
            && kept.bytes + bytes <= MOST_KEPT
        {
            kept.bytes += bytes;
            kept.made.insert(key, made.clone());
        }
        Ok(made)
    }

    /// A number for all that a template reads.
    fn key(&self, request: &Request<'_>, reads: &Reads) -> u128 {
        let Request {
            template,
            size,
            component: _,
            card,
            fields,
            from: _,
            copy,
            page,
            carton,
        } = request;
        let size = (size.w.0.to_bits(), size.h.0.to_bits());
        let rest = format!("{template} {size:?} {copy} {page:?} {carton:?}");
        let mut key = hash(&rest);
        if reads.card() {
            let fields = serde_json::to_vec(fields).unwrap_or_default();
            key = combine(combine(key, hash(card)), hash(&fields));
        }
        if reads.words {
            key = combine(key, hash(&self.lang));
        }
        key
    }

    fn make(
        &self,
        others: &Others<'_>,
        request: &Request<'_>,
        reads: &Reads,
    ) -> Result<MadeByInk, Problem> {
        let full = self.run_in(&self.tera, request)?;
        let shared = others.shared;
        let is_first = shared.first.get() == Some(&self.lang);
        let same = || open(&shared.same_texts).get(request.template) == Some(&true);
        if !reads.ink || !is_first && !reads.lang_by_ink && same() {
            return Ok(vec![(full, [true; 3])]);
        }
        let saver = self.run_in(&others.teras[0], request)?;
        let mono = self.run_in(&others.teras[1], request)?;
        let merge = |texts| others.shared.tints.merge(texts);
        if let Some(all) = merge([&full, &saver, &mono]) {
            return Ok(vec![(all, [true; 3])]);
        }
        if let Some(light) = merge([&saver, &saver, &mono]) {
            return Ok(vec![
                (full, [true, false, false]),
                (light, [false, true, true]),
            ]);
        }
        if let Some(color) = merge([&full, &saver, &full]) {
            return Ok(vec![
                (color, [true, true, false]),
                (mono, [false, false, true]),
            ]);
        }
        Ok(vec![
            (full, [true, false, false]),
            (saver, [false, true, false]),
            (mono, [false, false, true]),
        ])
    }
}

/// Whether two text boxes are set alike, whatever their colours, as long as these are colours.
pub(super) fn set_alike(a: &BoxCall, b: &BoxCall) -> bool {
    let is_color = |c: &Option<String>| c.as_deref().is_none_or(|c| parse_color(c).is_some());
    if !(is_color(&b.fill) && is_color(&b.stroke)) {
        return false;
    }
    let plain = |call: &BoxCall| BoxCall {
        fill: None,
        stroke: call.stroke.as_ref().map(|_| String::new()),
        ..call.clone()
    };
    a.text == b.text && a.x == b.x && plain(a) == plain(b)
}
