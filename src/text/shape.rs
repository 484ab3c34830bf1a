//! Shaping: characters of one font to glyphs with places, in thousandths of an em.
//!
//! What a font needs for this is read once and kept beside it; the book is shared between threads.

use std::sync::OnceLock;

use harfrust::{
    Direction, Feature, Script, ShapeOptions, ShapePlan, ShaperData, Tag, UnicodeBuffer, script,
};
use skrifa::MetadataProvider;

use super::font::FontFace;

/// How a stretch of text is shaped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Setting {
    /// With kerning and ligatures.
    Western,
    /// Solid on the em square: Japanese is not kerned unless its spacing is proportional throughout.
    Japanese,
}

impl Setting {
    fn script(self) -> Script {
        match self {
            Setting::Western => script::LATIN,
            Setting::Japanese => script::HIRAGANA,
        }
    }

    fn features(self) -> Vec<Feature> {
        match self {
            Setting::Western => Vec::new(),
            Setting::Japanese => [b"kern", b"liga", b"clig"]
                .map(|t| Feature::new(Tag::new(t), 0, ..))
                .into(),
        }
    }
}

struct Shapers {
    data: ShaperData,
    western: ShapePlan,
    japanese: ShapePlan,
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
            let plan = |s: Setting| {
                ShapePlan::new(
                    &shaper,
                    Direction::LeftToRight,
                    Some(s.script()),
                    None,
                    &s.features(),
                )
            };
            let (western, japanese) = (plan(Setting::Western), plan(Setting::Japanese));
            Shapers {
                data,
                western,
                japanese,
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
    setting: Setting,
    chars: impl Iterator<Item = (u32, char)>,
    out: &mut Vec<Shaped>,
) {
    let shapers = face.cache.shapers(face);
    let font = face.font();
    let shaper = shapers.data.shaper(&font).build();
    let mut buffer = UnicodeBuffer::new();
    buffer.set_direction(Direction::LeftToRight);
    buffer.set_script(setting.script());
    for (index, ch) in chars {
        buffer.add(ch, index);
    }
    let (plan, features) = match setting {
        Setting::Western => (&shapers.western, setting.features()),
        Setting::Japanese => (&shapers.japanese, setting.features()),
    };
    let glyphs = shaper.shape(
        buffer,
        ShapeOptions::new().plan(Some(plan)).features(&features),
    );
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
