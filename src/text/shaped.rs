//! Paragraphs that were shaped before: rules are set again for their booklet, pages are tried tighter, and many cards
//! say the same.
//!
//! Belongs to a book of fonts, and hands on paragraphs by what they are made of. A paragraph does not know its size or
//! its box, so one serves all.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Arc, Mutex, PoisonError};

use super::TextError;
use super::fallback::TextFonts;
use super::markup::{Char, Marked};
use super::para::Para;
use crate::hash::hash_of;

/// No more than so many atoms are kept.
const MOST: usize = 1 << 18;

/// The paragraphs of a book of fonts.
#[derive(Default)]
pub(super) struct ParaShelf(Mutex<KnownParas>);

#[derive(Default)]
struct KnownParas {
    paras: HashMap<u128, Arc<Para>>,
    atoms: usize,
}

/// Shapes a paragraph, or finds it among those that were shaped.
pub(super) fn shaped(marked: &Marked, fonts: &TextFonts<'_>) -> Result<Arc<Para>, TextError> {
    let key = key(marked, fonts);
    let shelf = || {
        let known = fonts.book.shelf().0.lock();
        known.unwrap_or_else(PoisonError::into_inner)
    };
    if let Some(para) = shelf().paras.get(&key) {
        return Ok(para.clone());
    }
    let para = Arc::new(Para::new(marked, fonts)?);
    let mut known = shelf();
    if known.atoms + para.atoms.len() <= MOST {
        known.atoms += para.atoms.len();
        known.paras.insert(key, para.clone());
    }
    Ok(para)
}

/// A number for all that a paragraph is made of.
fn key(marked: &Marked, fonts: &TextFonts<'_>) -> u128 {
    let Marked {
        label,
        chars,
        icons,
        readings,
    } = marked;
    hash_of(|hash| {
        (fonts.mark, label, readings, chars.len()).hash(hash);
        for c in chars {
            let Char {
                ch,
                bold,
                italic,
                icon,
                reading,
            } = *c;
            reading.hash(hash);
            let icon = icon.map_or(0, |n| u64::from(n) + 1);
            let style = u64::from(bold) | u64::from(italic) << 1;
            (icon << 40 | style << 32 | u64::from(ch)).hash(hash);
        }
        icons.iter().for_each(|art| art.id.hash(hash));
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::art::Art;
    use crate::hash::hash;
    use crate::text::{FontBook, Icons, Rgb, TEXT_FAMILY, markup};

    /// An icon for every name.
    struct AnyIcon;

    impl Icons for AnyIcon {
        fn icon(&self, name: &str, _: Rgb) -> Option<Arc<Art>> {
            let svg = r#"<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"/>"#;
            let tree = usvg::Tree::from_str(svg, &usvg::Options::default()).ok()?;
            Some(Arc::new(Art::new(hash(name), tree)))
        }
    }

    #[test]
    fn only_what_is_the_same_is_found_again() {
        let book = FontBook::bundled().standing_in([]);
        let fonts = |weight| TextFonts::new(&book, TEXT_FAMILY, weight).expect("a font");
        let made = |text: &str, weight| {
            let mut tags = markup::Tags::default();
            let marked = markup::parse(text, "", &mut tags, &AnyIcon, Rgb::default());
            shaped(&marked.expect("a text"), &fonts(weight)).expect("shaped")
        };
        let first = made("A **word** 言葉", 400);
        assert!(Arc::ptr_eq(&first, &made("A **word** 言葉", 400)));
        for (text, weight) in [
            ("A word 言葉", 400),
            ("A *word* 言葉", 400),
            ("• A **word** 言葉", 400),
            ("A **word** 言葉.", 400),
            ("A **word** 言葉", 700),
            ("A **word** {言葉|ことば}", 400),
        ] {
            assert!(!Arc::ptr_eq(&first, &made(text, weight)), "{text} {weight}");
        }
        let read = made("{言葉|ことば}", 400);
        assert!(!Arc::ptr_eq(&read, &made("{言葉|ことのは}", 400)));
        assert!(!Arc::ptr_eq(&read, &made("{言葉|こと|ば}", 400)));
        for [one, other] in [
            ["{木|き}と木", "木と{木|き}"],
            [":fish: 3", ":bone: 3"],
            ["- A word", "A word"],
            ["*A word*", "**A word**"],
        ] {
            let (one, other) = (made(one, 400), made(other, 400));
            assert!(!Arc::ptr_eq(&one, &other));
        }
        // Another book has other fonts.
        let other = FontBook::bundled().standing_in([]);
        let other = TextFonts::new(&other, TEXT_FAMILY, 400).expect("a font");
        let plain = markup::plain("A word");
        let again = shaped(&plain, &fonts(400)).expect("shaped");
        assert!(!Arc::ptr_eq(
            &again,
            &shaped(&plain, &other).expect("shaped")
        ));
    }
}
