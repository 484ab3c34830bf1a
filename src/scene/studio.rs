//! Parses art, each picture once, and refuses what would be dropped in silence.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::{Arc, Mutex};

use usvg::{ImageHrefResolver, ImageKind};

use super::{Art, Scene, warnings};
use crate::diag::{Problem, Problems};
use crate::kit::{Kit, Source, shared_files};
use crate::say;
use crate::say::Say;
use crate::template::ink::hex;
use crate::template::{Face, Ink};
use crate::text::{FontBook, Icons, Rgb, TEXT_FAMILY};
use crate::units::{Mm, Size};

/// Elements inside elements, at most. Deeper files are made by accident or in bad faith.
const MAX_DEPTH: usize = 256;

/// Icons by name and colour; `None` for a name that is no icon.
type IconShelf = HashMap<(String, Rgb), Option<Arc<Art>>>;

/// Everything that pictures of one kit need: fonts, files, and the pictures parsed so far.
pub struct Studio<'a> {
    source: &'a Source,
    fonts: FontBook,
    ink: Ink,
    art: Mutex<HashMap<u128, Arc<Art>>>,
    icons: Mutex<IconShelf>,
    icon_svg: Mutex<HashMap<u128, String>>,
}

impl<'a> Studio<'a> {
    /// A studio for a kit; reads the kit's own fonts.
    pub fn new(kit: &'a Kit, ink: Ink) -> Result<Self, Problems> {
        warnings::install();
        let mut files = Vec::new();
        for name in kit.source.files()? {
            let is_font = [".ttf", ".otf", ".ttc"]
                .iter()
                .any(|e| name.to_lowercase().ends_with(e));
            if name.starts_with("fonts/") && is_font {
                files.push((name.clone(), kit.source.read(&name)?.into_owned()));
            }
        }
        let fonts = FontBook::bundled().with(files).map_err(|bad| {
            Problem::new(say!("the font cannot be used: {}", bad.why))
                .at(kit.source.show(&bad.file), 0)
        })?;
        Ok(Self {
            source: &kit.source,
            fonts,
            ink,
            art: Mutex::default(),
            icons: Mutex::default(),
            icon_svg: Mutex::default(),
        })
    }

    /// The fonts of this kit.
    pub fn fonts(&self) -> &FontBook {
        &self.fonts
    }

    /// The ink that this studio draws for.
    pub fn ink(&self) -> Ink {
        self.ink
    }

    /// The names that may stand between colons in a text.
    pub fn icon_names(&self) -> Vec<String> {
        let own = self.source.files().unwrap_or_default();
        let shared = shared_files().into_iter().map(|(n, _)| n);
        let mut names: Vec<String> = own
            .iter()
            .filter_map(|f| f.strip_prefix("icons/"))
            .map(str::to_owned)
            .chain(shared.filter_map(|f| f.strip_prefix("shared/icons/").map(str::to_owned)))
            .filter_map(|f| f.strip_suffix(".svg").map(str::to_owned))
            .collect();
        names.sort_unstable();
        names.dedup();
        names
    }

    /// Makes a face drawable. `size` is the trim size that the component promises.
    pub fn scene(&self, face: Face, size: Size, file: &str, who: &Say) -> Result<Scene, Problem> {
        let at = |p: Problem| p.at(self.source.show(file), 0);
        let art = self.art(&face.svg).map_err(|e| {
            at(Problem::new(say!(
                "{}: the picture cannot be used: {}",
                who,
                e
            )))
        })?;
        let drawn = art.tree.size();
        let (w, h) = (f64::from(drawn.width()), f64::from(drawn.height()));
        if (w / h - size.w / size.h).abs() > 0.01 * (w / h) {
            let mm = |px: f64| Mm(px * 25.4 / 96.0);
            let is = Size { w: mm(w), h: mm(h) };
            return Err(at(Problem::new(say!(
                "{}: the picture is {}, the component {}",
                who,
                is,
                size
            ))
            .hint(say!(
                "give the root `<svg>` the component's width, height and viewBox"
            ))));
        }
        Ok(Scene {
            art,
            texts: face.texts,
        })
    }

    /// Parses SVG, or finds it among what was parsed before.
    pub fn art(&self, svg: &str) -> Result<Arc<Art>, String> {
        let id = identity(svg, self.ink);
        if let Ok(cache) = self.art.lock()
            && let Some(art) = cache.get(&id)
        {
            return Ok(art.clone());
        }
        let tree = self.parse(svg, None)?;
        let art = Arc::new(Art { id, tree });
        if let Ok(mut cache) = self.art.lock() {
            return Ok(cache.entry(id).or_insert(art).clone());
        }
        Ok(art)
    }

    /// Parses SVG without remembering it.
    pub fn parse(&self, svg: &str, style: Option<String>) -> Result<usvg::Tree, String> {
        if depth(svg) > MAX_DEPTH {
            return Err(say!("more than {} elements inside each other", MAX_DEPTH).to_string());
        }
        let lost = Mutex::new(Vec::new());
        let options = self.options(&lost, style);
        let (tree, complaints) = warnings::during(|| usvg::Tree::from_str(svg, &options));
        drop(options);
        let tree = tree.map_err(|e| e.to_string())?;
        let mut lost = lost.into_inner().unwrap_or_default();
        lost.extend(complaints);
        match lost.first() {
            None => Ok(tree),
            Some(first) => Err(first.clone()),
        }
    }

    fn options<'b>(
        &'b self,
        lost: &'b Mutex<Vec<String>>,
        style: Option<String>,
    ) -> usvg::Options<'b> {
        let complain = move |message: String| {
            if let Ok(mut list) = lost.lock() {
                list.push(message);
            }
        };
        let data = ImageHrefResolver::default_data_resolver();
        usvg::Options {
            font_family: TEXT_FAMILY.to_owned(),
            fontdb: self.fonts.database().clone(),
            style_sheet: style,
            image_href_resolver: ImageHrefResolver {
                resolve_data: Box::new(move |mime, bytes, options| {
                    let kind = data(mime, bytes, options);
                    if kind.is_none() {
                        complain(
                            say!("an embedded picture of type `{}` cannot be read", mime)
                                .to_string(),
                        );
                    }
                    kind
                }),
                resolve_string: Box::new(move |href, options| {
                    self.picture(href, options).map_err(complain).ok()
                }),
            },
            ..usvg::Options::default()
        }
    }

    /// A picture file of the kit, for `<image href="…">`.
    fn picture(&self, href: &str, options: &usvg::Options<'_>) -> Result<ImageKind, String> {
        if href.contains("://") {
            return Err(say!(
                "`{}` would need the network; copy the picture into the kit",
                href
            )
            .to_string());
        }
        let bytes = self.source.read(href).map_err(|p| match &p.hint {
            Some(hint) => format!("{} ({hint})", p.what),
            None => p.what.to_string(),
        })?;
        let data = Arc::new(bytes.into_owned());
        ImageHrefResolver::default_data_resolver()("text/plain", data, options).ok_or_else(|| {
            say!("`{}` is not a PNG, JPEG, GIF, WebP or SVG picture", href).to_string()
        })
    }

    /// The SVG that an icon was made from.
    pub fn icon_source(&self, art: &Art) -> Option<String> {
        self.icon_svg.lock().ok()?.get(&art.id).cloned()
    }

    fn load_icon(&self, name: &str, color: Rgb) -> Option<Arc<Art>> {
        let own = format!("icons/{name}.svg");
        let text = if self.source.has(&own) {
            self.source.read_text(&own).ok()?
        } else {
            let shared = format!("shared/icons/{name}.svg");
            let (_, bytes) = shared_files().into_iter().find(|(n, _)| *n == shared)?;
            String::from_utf8_lossy(bytes).into_owned()
        };
        let colored = text.replace("currentColor", &hex(color));
        let art = self.art(&colored).ok()?;
        if let Ok(mut shelf) = self.icon_svg.lock() {
            shelf.insert(art.id, colored);
        }
        Some(art)
    }
}

impl Icons for Studio<'_> {
    fn icon(&self, name: &str, color: Rgb) -> Option<Arc<Art>> {
        let key = (name.to_owned(), color);
        if let Some(found) = self.icons.lock().ok()?.get(&key) {
            return found.clone();
        }
        let art = self.load_icon(name, color);
        self.icons.lock().ok()?.insert(key, art.clone());
        art
    }
}

/// Equal pictures have equal numbers, in one run of the program.
fn identity(svg: &str, ink: Ink) -> u128 {
    let half = |salt: u8| {
        let mut hasher = DefaultHasher::new();
        (salt, ink, svg).hash(&mut hasher);
        u128::from(hasher.finish())
    };
    half(1) << 64 | half(2)
}

/// How deep the elements nest, roughly: enough to refuse what would exhaust the stack.
fn depth(svg: &str) -> usize {
    let bytes = svg.as_bytes();
    let (mut at, mut open, mut deepest) = (0usize, 0usize, 0usize);
    while let Some(next) = bytes[at..].iter().position(|b| *b == b'<').map(|i| at + i) {
        let end = bytes[next..]
            .iter()
            .position(|b| *b == b'>')
            .map_or(bytes.len(), |i| next + i);
        match bytes.get(next + 1) {
            Some(b'/') => open = open.saturating_sub(1),
            Some(b'!' | b'?') | None => {}
            Some(_) if bytes.get(end.wrapping_sub(1)) == Some(&b'/') => {}
            Some(_) => open += 1,
        }
        deepest = deepest.max(open);
        at = end.max(next + 1).min(bytes.len());
    }
    deepest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn depth_counts_open_elements() {
        assert_eq!(depth("<svg><g><path/></g><g/></svg>"), 2);
        assert_eq!(depth(&"<g>".repeat(1000)), 1000);
        assert_eq!(depth("no tags < here"), 1);
    }
}
