//! Faces in all inks at once, for those who look at a kit and do not print it.
//!
//! Templates run once for every ink that they ask about; where none asks what is more than greys of `saver`, that run
//! is the one of `mono`, too. What they make differs in its colours alone most of the time:
//! then one face stands for all inks, see [`Tints`]. What some ink draws otherwise is an *extra* face beside it. What a
//! template makes without a word of any language is used again in the next; and one that set the same texts in all inks,
//! and whose language has nothing to do with the ink, does so in the next language, too: there it runs once, and the
//! picture that it makes is the one that stood for all inks before, if there was such a one.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use super::ink::parse_color;
use super::textbox::{BoxCall, Drawn};
use super::{Engine, Face, Ink, Reads, Request, Tints, ink};
use crate::colour::hex;
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
    /// Pictures that stand for all inks, or some, by what they are in the full ink.
    pictures: HashMap<u128, Arc<str>>,
    bytes: usize,
}

impl InkCache {
    /// Whether there is room for so much more.
    fn has_room(&mut self, bytes: usize) -> bool {
        let fits = self.bytes + bytes <= MOST_KEPT;
        self.bytes += if fits { bytes } else { 0 };
        fits
    }
}

/// What a template makes: the first for the full ink and all that agree with it, then what other inks draw otherwise.
type MadeByInk = Vec<(Drawn, [bool; 3])>;

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

/// What drawing in the other inks needs.
pub(super) struct Others<'a> {
    pub(super) shared: &'a AllInks,
    extras: Mutex<Vec<Extra>>,
}

fn open<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl<'a> Engine<'a> {
    /// The same engine, which draws each face in all inks at once. Its own ink must be the full one.
    pub fn in_all_inks(mut self, shared: &'a AllInks) -> Self {
        let [saver, mono] = [Ink::Saver, Ink::Mono].map(|ink| ink::palette_defs(self.kit, ink));
        for ((own, saver), mono) in self.patterns.iter_mut().zip(saver).zip(mono) {
            let [merged, saver, mono] = shared.tints.merge([&own.1, &saver.1, &mono.1]);
            if merged == saver && merged == mono {
                own.1 = merged;
            }
        }
        shared.first.get_or_init(|| self.lang.clone());
        self.others = Some(Others {
            shared,
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
        let face = self.set(request, own.clone(), &[])?;
        let mut same = true;
        for (other, inks) in made {
            let boxes = || own.boxes.iter().map(|b| &**b);
            same &= own.boxes.len() == other.boxes.len()
                && boxes().zip(&other.boxes).all(|(a, b)| set_alike(a, b))
                && !other.svg.contains("<text");
            let known: Vec<(&BoxCall, &TextBlock)> = boxes().zip(&face.texts).collect();
            let extra = Extra {
                component: request.component.to_owned(),
                card: request.card.to_owned(),
                template: request.template.to_owned(),
                from: (request.from.0.to_owned(), request.from.1),
                size: request.size,
                inks: *inks,
                face: self.set(request, other.clone(), &known)?,
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
        let reads = self.index.reads(request.template);
        // A card's own words are hardly met again; figures, which have no card, stand in every setting of a text.
        let again = !(reads.words && reads.card()) || request.fields.is_empty();
        let key = again.then(|| self.key(request, &reads));
        let kept = &others.shared.kept;
        if let Some(made) = key.and_then(|key| open(kept).made.get(&key).cloned()) {
            return Ok(made);
        }
        let made = Arc::new(self.make(others, request, &reads)?);
        let bytes: usize = made.iter().map(|(drawn, _)| drawn.svg.len()).sum();
        let mut kept = open(kept);
        if let Some(key) = key
            && kept.has_room(bytes)
        {
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
        let mut full = self.run_in(Ink::Full, request)?;
        if !reads.ink {
            return Ok(vec![(full, [true; 3])]);
        }
        let shared = others.shared;
        let is_first = shared.first.get() == Some(&self.lang);
        let same = || open(&shared.same_texts).get(request.template) == Some(&true);
        let picture = hash(&full.svg);
        if !is_first && !reads.lang_by_ink && same() {
            // Colours do not matter any more, and a picture that was read before need not be read again.
            if let Some(known) = open(&shared.kept).pictures.get(&picture) {
                full.svg = known.as_ref().to_owned();
            }
            return Ok(vec![(full, [true; 3])]);
        }
        let saver = self.run_in(Ink::Saver, request)?;
        let mono = match reads.mono {
            true => self.run_in(Ink::Mono, request)?,
            false => saver.clone(),
        };
        let made = in_common(&shared.tints, [full, saver, mono]);
        if is_first && let Some((own, _)) = made.first() {
            let mut kept = open(&shared.kept);
            if kept.has_room(own.svg.len()) {
                kept.pictures.insert(picture, own.svg.as_str().into());
            }
        }
        Ok(made)
    }
}

/// What all inks draw: as one where they differ in colours alone, and otherwise apart.
fn in_common(tints: &Tints, mut drawn: [Drawn; 3]) -> MadeByInk {
    let merged = tints.merge(drawn.each_ref().map(|d| d.svg.as_str()));
    for (drawn, svg) in drawn.iter_mut().zip(merged) {
        drawn.svg = svg;
    }
    let [full, saver, mono] = drawn;
    if let Some(all) = merge(tints, [&full, &saver, &mono]) {
        return vec![(all, [true; 3])];
    }
    if let Some(light) = merge(tints, [&saver, &saver, &mono]) {
        return vec![(full, [true, false, false]), (light, [false, true, true])];
    }
    if let Some(color) = merge(tints, [&full, &saver, &full]) {
        return vec![(color, [true, true, false]), (mono, [false, false, true])];
    }
    let inks = [0, 1, 2].map(|n| [n == 0, n == 1, n == 2]);
    [full, saver, mono].into_iter().zip(inks).collect()
}

/// One drawing for those of all inks whose pictures have tints; nothing if they differ in more than colours.
fn merge(tints: &Tints, drawn: [&Drawn; 3]) -> Option<Drawn> {
    let boxes = drawn.map(|d| &d.boxes);
    let differs = |d: &&Drawn| d.svg != drawn[0].svg || d.boxes.len() != boxes[0].len();
    if drawn.iter().any(differs) {
        return None;
    }
    let svg = drawn[0].svg.clone();
    let same = (0..boxes[0].len()).map(|n| merge_box(tints, boxes.map(|b| &b[n])));
    let boxes = same.collect::<Option<_>>()?;
    Some(Drawn { svg, boxes })
}

/// The same for text boxes.
fn merge_box(tints: &Tints, calls: [&Arc<BoxCall>; 3]) -> Option<Arc<BoxCall>> {
    if calls.iter().any(|call| !call.is_set_like(calls[0])) {
        return None;
    }
    let color = |of: fn(&BoxCall) -> &Option<String>| {
        let written = calls.map(|call| of(call));
        if written.iter().all(|w| *w == written[0]) {
            return Some(written[0].clone());
        }
        let read = |w: &Option<String>| parse_color(w.as_deref()?);
        let colors = [read(written[0])?, read(written[1])?, read(written[2])?];
        Some(Some(hex(tints.code(colors))))
    };
    let (fill, stroke) = (color(|c| &c.fill)?, color(|c| &c.stroke)?);
    if (&fill, &stroke) == (&calls[0].fill, &calls[0].stroke) {
        return Some(calls[0].clone());
    }
    let call = BoxCall::clone(calls[0]);
    Some(Arc::new(BoxCall {
        fill,
        stroke,
        ..call
    }))
}

/// Whether two text boxes are set alike, whatever their colours, as long as these are colours.
pub(super) fn set_alike(a: &BoxCall, b: &BoxCall) -> bool {
    let is_color = |c: &Option<String>| c.as_deref().is_none_or(|c| parse_color(c).is_some());
    is_color(&b.fill) && is_color(&b.stroke) && a.is_set_like(b)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kit::Kit;
    use crate::scene::Studio;
    use serde_json::{Map, json};

    const KIT: &str = r#"[kit]
id = "inks"
title = "Inks"
languages = ["en", "ja"]

[[component]]
id = "card"
kind = "cards"
size = "20x20mm"
front = "card.svg"
"#;

    /// The face of a card in two languages, each with how many others there are, and what colours mean.
    fn faces(inner: &str) -> (Vec<(Face, usize)>, Tints) {
        let folder = tempfile::tempdir().expect("a folder");
        let svg = format!(
            r#"<svg xmlns="http://www.w3.org/2000/svg" width="20mm" height="20mm" viewBox="0 0 20 20">{inner}</svg>"#
        );
        std::fs::write(folder.path().join("kit.toml"), KIT).expect("written");
        std::fs::write(folder.path().join("card.svg"), svg).expect("written");
        let kit = Kit::load(&folder.path().to_string_lossy()).expect("a kit");
        let studio = Studio::new(&kit, Ink::Full).expect("a studio");
        let shared = AllInks::default();
        let mut found = Vec::new();
        for (lang, word) in [("en", "word"), ("ja", "言葉")] {
            let engine = Engine::new(&kit, lang, &studio).expect("an engine");
            let engine = engine.in_all_inks(&shared);
            let row = Map::from_iter([("word".to_owned(), json!(word))]);
            let face = engine.render(&Request {
                template: "card.svg",
                size: Size::mm(20.0, 20.0),
                component: "card",
                card: "card",
                fields: &row,
                from: ("", 0),
                copy: 1,
                page: (1, 1),
                carton: None,
            });
            found.push((face.expect("a face"), engine.take_extras().len()));
        }
        (found, shared.tints)
    }

    #[test]
    fn a_picture_that_stood_for_all_inks_does_in_the_next_language() {
        let ground = r##"<rect width="20" height="20" fill="{{ '#204060' | ground }}"/>"##;
        let (found, tints) = faces(&format!(
            r##"{ground}{{{{ textbox(text=card.name ~ lang, x=1, y=1, w=18, h=9, fill="#ffffff" | on_ground) }}}}"##
        ));
        assert_eq!(found[0].0.svg, found[1].0.svg);
        assert_eq!((found[0].1, found[1].1), (0, 0));
        let fill = found[0]
            .0
            .svg
            .split("fill=\"")
            .nth(1)
            .and_then(|s| s.get(..7));
        let read = tints.read(parse_color(fill.unwrap_or_default()).expect("a colour"));
        assert_ne!(read[0], read[1]);
        let letters = tints.read(found[0].0.texts[0].runs[0].fill);
        assert_ne!(letters[0], letters[1]);
    }

    #[test]
    fn what_an_ink_draws_otherwise_is_drawn_apart() {
        let (found, _) =
            faces("{% if ink == 'mono' %}<circle r='4'/>{% endif %}<rect width='9' height='9'/>");
        assert_eq!(found[0].1, 1);
        let size = r##"{{ textbox(text=card.name, x=1, y=1, w=18, h=9, size=9 if ink == "full" else 8) }}"##;
        let (found, _) = faces(size);
        assert_eq!(
            (found[0].1, found[1].1),
            (1, 1),
            "texts of another size are set in every language"
        );
    }
}
