//! Shaping: characters of one font to glyphs with places, in thousandths of an em.
//!
//! What a font needs for this is read once and kept beside it; the book is shared between threads.

use std::sync::OnceLock;

use harfrust::{
    Direction, Feature, Script, ShapeOptions, ShapePlan, ShaperData, Tag, UnicodeBuffer, script,
};
use skrifa::MetadataProvider;
use skrifa::charmap::MappingIndex;
use skrifa::instance::{LocationRef, Size};

use super::chars::is_mark;
use super::font::FontFace;

/// How a stretch of text is shaped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Typesetting {
    /// With kerning and ligatures.
    Western,
    /// Solid on the em square: Japanese is not kerned unless its spacing is proportional throughout.
    Japanese,
    /// As the script of the characters asks for.
    Complex,
}

impl Typesetting {
    fn script(self) -> Script {
        match self {
            Typesetting::Western | Typesetting::Complex => script::LATIN,
            Typesetting::Japanese => script::HIRAGANA,
        }
    }

    fn features(self) -> Vec<Feature> {
        match self {
            Typesetting::Western | Typesetting::Complex => Vec::new(),
            Typesetting::Japanese => [b"kern", b"liga", b"clig"]
                .map(|t| Feature::new(Tag::new(t), 0, ..))
                .into(),
        }
    }
}

/// A plan and the features it was made for.
type ShapingPlan = (ShapePlan, Vec<Feature>);

struct Shapers {
    data: ShaperData,
    western: ShapingPlan,
    japanese: ShapingPlan,
    /// Where the font's character map is.
    chars: MappingIndex,
}

/// What is read once per font.
#[derive(Default)]
pub(crate) struct FontCache {
    shapers: OnceLock<Shapers>,
    cover: OnceLock<Coverage>,
}

impl FontCache {
    fn shapers(&self, face: &FontFace) -> &Shapers {
        self.shapers.get_or_init(|| {
            let font = face.font();
            let data = ShaperData::new(&font);
            let shaper = data.shaper(&font).build();
            let plan = |s: Typesetting| {
                let features = s.features();
                let script = Some(s.script());
                let plan = ShapePlan::new(&shaper, Direction::LeftToRight, script, None, &features);
                (plan, features)
            };
            let (western, japanese) = (plan(Typesetting::Western), plan(Typesetting::Japanese));
            Shapers {
                data,
                western,
                japanese,
                chars: MappingIndex::new(&font),
            }
        })
    }
}

/// Which characters a font draws.
struct Coverage {
    low: Vec<u64>,
    high: Vec<u32>,
}

impl Coverage {
    fn of(face: &FontFace) -> Coverage {
        let (mut low, mut high) = (vec![0u64; 1024], Vec::new());
        for (code, glyph) in face.font().charmap().mappings() {
            if glyph.to_u32() == 0 {
                continue;
            }
            match low.get_mut(code as usize / 64) {
                Some(word) => *word |= 1 << (code % 64),
                None => high.push(code),
            }
        }
        high.sort_unstable();
        Coverage { low, high }
    }

    fn has(&self, ch: char) -> bool {
        let code = u32::from(ch);
        match self.low.get(code as usize / 64) {
            Some(word) => word >> (code % 64) & 1 == 1,
            None => self.high.binary_search(&code).is_ok(),
        }
    }
}

/// A glyph and the character it comes from.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Shaped {
    pub id: u16,
    /// The index that the character was handed in with.
    pub cluster: u32,
    pub advance: f32,
    pub dx: f32,
    pub dy: f32,
}

/// Whether the font draws the character.
pub(crate) fn covers(face: &FontFace, ch: char) -> bool {
    face.cache.cover.get_or_init(|| Coverage::of(face)).has(ch)
}

/// Shapes one stretch of characters, each with the index that its glyphs shall carry.
pub(crate) fn shape(
    face: &FontFace,
    setting: Typesetting,
    chars: impl Iterator<Item = (u32, char)> + Clone,
    out: &mut Vec<Shaped>,
) {
    let done = out.len();
    if setting == Typesetting::Japanese && set_solid(face, chars.clone(), out).is_some() {
        return;
    }
    out.truncate(done);
    shape_fully(face, setting, chars, out);
}

/// Japanese without marks needs no shaper: one glyph a character, one after the other. `None` if it does.
fn set_solid(
    face: &FontFace,
    chars: impl Iterator<Item = (u32, char)>,
    out: &mut Vec<Shaped>,
) -> Option<()> {
    let font = face.font();
    let map = face.cache.shapers(face).chars.charmap(&font);
    let metrics = font.glyph_metrics(Size::unscaled(), LocationRef::default());
    let k = 1000.0 / face.units_per_em;
    for (cluster, ch) in chars {
        if is_mark(ch) {
            return None;
        }
        let glyph = map.map(ch)?;
        let advance = metrics.advance_width(glyph)? * k;
        let id = u16::try_from(glyph.to_u32()).ok()?;
        out.push(Shaped {
            id,
            cluster,
            advance,
            dx: 0.0,
            dy: 0.0,
        });
    }
    Some(())
}

fn shape_fully(
    face: &FontFace,
    setting: Typesetting,
    chars: impl Iterator<Item = (u32, char)>,
    out: &mut Vec<Shaped>,
) {
    let shapers = face.cache.shapers(face);
    let font = face.font();
    let shaper = shapers.data.shaper(&font).build();
    let mut buffer = UnicodeBuffer::new();
    for (index, ch) in chars {
        buffer.add(ch, index);
    }
    if setting == Typesetting::Complex {
        buffer.guess_segment_properties();
    } else {
        buffer.set_script(setting.script());
    }
    buffer.set_direction(Direction::LeftToRight);
    let plan = match setting {
        Typesetting::Western => Some(&shapers.western),
        Typesetting::Japanese => Some(&shapers.japanese),
        Typesetting::Complex => None,
    };
    let how = match plan {
        Some((plan, features)) => ShapeOptions::new().plan(Some(plan)).features(features),
        None => ShapeOptions::new(),
    };
    let glyphs = shaper.shape(buffer, how);
    let k = 1000.0 / face.units_per_em;
    for (info, pos) in glyphs.glyph_infos().iter().zip(glyphs.glyph_positions()) {
        out.push(Shaped {
            id: info.glyph_id as u16,
            cluster: info.cluster,
            advance: pos.x_advance as f32 * k,
            dx: pos.x_offset as f32 * k,
            dy: pos.y_offset as f32 * k,
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::FontBook;

    #[test]
    fn solid_setting_equals_full_shaping() {
        let text = "「床カード」を、2枚引き（ちょっと！？）々ーㇰ・国　＋ＴＡＶＯ";
        for (_, face) in FontBook::bundled().faces() {
            let chars = text.char_indices().map(|(i, c)| (i as u32, c));
            let chars = chars.filter(|(_, c)| covers(face, *c));
            let (mut solid, mut full) = (Vec::new(), Vec::new());
            assert!(set_solid(face, chars.clone(), &mut solid).is_some());
            shape_fully(face, Typesetting::Japanese, chars, &mut full);
            let key = |g: &Shaped| (g.id, g.cluster, g.advance);
            assert!(
                solid.iter().map(key).eq(full.iter().map(key)),
                "{}",
                face.family
            );
        }
    }
}
