//! Parses art, each picture once, and refuses what would be dropped in silence.

use std::collections::{BTreeSet, HashMap};
use std::sync::{Arc, Mutex};

use usvg::{ImageHrefResolver, ImageKind};

use super::families::TextReach;
use super::guard::guarded;
use super::pictures::Pictures;
use super::{Art, families, inspect, mend, reach, survey, svg_size, warnings};
use crate::colour::{Ink, Rgb, hex};
use crate::diag::{Problem, Problems, list, nearest};
use crate::hash::{combine, hash};
use crate::kit::{Kit, Source, StandIn, shared_files};
use crate::say;
use crate::say::Say;
use crate::text::{FontBook, Icons, TEXT_FAMILY};
use crate::units::{Mm, Size};

/// Icons by name and colour; `None` for a name that is no icon.
type IconShelf = HashMap<(String, Rgb), Option<Arc<Art>>>;

/// A picture inside another that cannot be shown.
struct Lost {
    /// The link to it, if it does not stand in the SVG itself.
    href: Option<String>,
    why: Say,
}

/// Everything that pictures of one kit need: fonts, files, and the pictures parsed so far.
pub struct Studio<'a> {
    source: &'a Source,
    fonts: FontBook,
    stand_ins: Vec<StandIn>,
    ink: Ink,
    art: Mutex<HashMap<u128, Arc<Art>>>,
    icons: Mutex<IconShelf>,
    icon_svg: Mutex<HashMap<u128, String>>,
    icon_errors: Mutex<HashMap<String, Say>>,
    pictures: Pictures,
}

impl<'a> Studio<'a> {
    /// A studio for a kit; reads the kit's own fonts.
    pub fn new(kit: &'a Kit, ink: Ink) -> Result<Self, Problems> {
        Self::of(&kit.source, &kit.fonts, ink)
    }

    /// A studio for the files of a kit, whatever its tables say; reads the kit's own fonts.
    pub fn of(source: &'a Source, stand_ins: &[StandIn], ink: Ink) -> Result<Self, Problems> {
        warnings::install();
        let mut files = Vec::new();
        for name in source.files()? {
            let is_font = [".ttf", ".otf", ".ttc"]
                .iter()
                .any(|e| name.to_lowercase().ends_with(e));
            if name.starts_with("fonts/") && is_font {
                let bytes = source
                    .read(&name)
                    .map_err(|p| p.at(source.show(&name), 0))?;
                files.push((name.clone(), bytes.into_owned()));
            }
        }
        let mut problems = Problems::default();
        let mut fonts = FontBook::bundled().clone();
        for file in files {
            match fonts.with(vec![file]) {
                Ok(more) => fonts = more,
                Err(bad) => problems.push(
                    Problem::new(say!("the font cannot be used: {}", bad.why))
                        .at(source.show(&bad.file), 0),
                ),
            }
        }
        for stand_in in stand_ins {
            if fonts.find(&stand_in.by, 400).is_none() {
                let problem = Problem::new(say!("there is no font `{}`", stand_in.by));
                let hint = match nearest(&stand_in.by, fonts.families()) {
                    Some(near) => say!("did you mean `{}`?", near),
                    None => say!("fonts: {}", list(fonts.families())),
                };
                let file = source.show("kit.toml");
                problems.push(problem.at(file, stand_in.line).hint(hint));
            }
        }
        let pairs = stand_ins.iter().map(|s| (s.name.clone(), s.by.clone()));
        let fonts = problems.or(fonts.standing_in(pairs))?;
        Ok(Self {
            source,
            fonts,
            stand_ins: stand_ins.to_vec(),
            ink,
            art: Mutex::default(),
            icons: Mutex::default(),
            icon_svg: Mutex::default(),
            icon_errors: Mutex::default(),
            pictures: Pictures::default(),
        })
    }

    /// The same for somebody who decodes every picture anyway: none is decoded only to see whether it is sound.
    pub fn trusting(mut self) -> Self {
        self.pictures.trusting = true;
        self
    }

    /// The same with the fonts of another kit.
    pub fn with_fonts(mut self, fonts: FontBook) -> Self {
        self.fonts = fonts;
        self
    }

    /// The fonts of this kit.
    pub fn fonts(&self) -> &FontBook {
        &self.fonts
    }

    /// Fonts that stand in for others, as the kit has it.
    pub fn stand_ins(&self) -> &[StandIn] {
        &self.stand_ins
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

    /// The art of a face. `size` is the trim size that the component promises, `file` the template.
    pub fn face_art(&self, svg: &str, size: Size, file: &str) -> Result<Arc<Art>, Problem> {
        let at = |p: Problem| p.at(self.source.show(file), 0);
        let art = self
            .art(svg)
            .map_err(|e| at(Problem::new(say!("the picture cannot be used: {}", e))))?;
        let (w, h) = art.size();
        let (w, h) = (f64::from(w), f64::from(h));
        let written = svg_size(svg);
        let same = |s: Size| (s.w.0 - size.w.0).abs() < 0.5 && (s.h.0 - size.h.0).abs() < 0.5;
        let shape = (w / h - size.w / size.h).abs() <= 0.01 * (w / h);
        if !shape || written.is_some_and(|s| !same(s)) {
            let mm = |px: f64| Mm(px * 25.4 / 96.0);
            let is = written.unwrap_or(Size { w: mm(w), h: mm(h) });
            return Err(at(Problem::new(say!(
                "the picture is {}, the component {}",
                is,
                size
            ))
            .hint(say!(
                "give the root `<svg>` the component's width, height and viewBox"
            ))));
        }
        Ok(art)
    }

    /// Parses SVG, or finds it among what was parsed before.
    pub fn art(&self, svg: &str) -> Result<Arc<Art>, Say> {
        let id = identity(svg, self.ink);
        if let Ok(cache) = self.art.lock()
            && let Some(art) = cache.get(&id)
        {
            return Ok(art.clone());
        }
        let (tree, notes) = self.read(svg, TextReach::Near)?;
        let art = Arc::new(Art { id, tree, notes });
        if let Ok(mut cache) = self.art.lock() {
            return Ok(cache.entry(id).or_insert(art).clone());
        }
        Ok(art)
    }

    /// Parses SVG without remembering it.
    pub fn parse(&self, svg: &str) -> Result<usvg::Tree, Say> {
        self.read(svg, TextReach::Near).map(|(tree, _)| tree)
    }

    /// Parses SVG that is a piece of pictures. Fails where there is anything to note about it, too: that is told of
    /// the pictures themselves.
    pub fn parse_piece(&self, svg: &str) -> Result<usvg::Tree, Say> {
        let (tree, notes) = self.read(svg, TextReach::Anywhere)?;
        match notes.into_iter().next() {
            None => Ok(tree),
            Some(note) => Err(note),
        }
    }

    /// Parses SVG, with notes on what is drawn as SVG says although it is hardly meant so.
    fn read(&self, svg: &str, seen: TextReach) -> Result<(usvg::Tree, Vec<Say>), Say> {
        let svg = inspect::without_second_colours(svg);
        let xml = inspect::read(&svg)?;
        let mut notes = survey::survey(&xml)?;
        let lost = Mutex::new(Vec::new());
        let options = self.options(&lost);
        let (tree, heard) = mend::reading(&xml, &|xml| {
            guarded(|| usvg::Tree::from_xmltree(xml, &options))
        });
        drop(options);
        let lost = lost.into_inner().unwrap_or_default().into_iter();
        let mut lost = lost.filter(|l| l.href.as_deref().is_none_or(|h| survey::shows(&xml, h)));
        let lost = lost.next().map(|l| l.why);
        if let Some(first) = lost.into_iter().chain(heard.refused).next() {
            return Err(first);
        }
        let tree = tree?.map_err(|e| match e {
            usvg::Error::InvalidSize => say!("it has no width or no height"),
            e => say::heard(e),
        })?;
        families::check(&tree, &self.fonts, seen)?;
        reach::check(&tree)?;
        notes.extend(heard.notes);
        notes.sort_by_cached_key(Say::to_string);
        notes.dedup();
        Ok((tree, notes))
    }

    fn options<'b>(&'b self, lost: &'b Mutex<Vec<Lost>>) -> usvg::Options<'b> {
        let keep = move |picture: Result<ImageKind, Say>, href: Option<&str>| {
            let complain = |why: Say| {
                if let Ok(mut list) = lost.lock() {
                    let href = href.map(str::to_owned);
                    list.push(Lost { href, why });
                }
            };
            picture.map_err(complain).ok()
        };
        usvg::Options {
            font_family: TEXT_FAMILY.to_owned(),
            fontdb: self.fonts.database().clone(),
            font_resolver: self.fonts.resolver(),
            image_href_resolver: ImageHrefResolver {
                resolve_data: Box::new(move |_, bytes, options| {
                    keep(self.pictures.embedded(bytes, self.ink, options), None)
                }),
                resolve_string: Box::new(move |href, options| {
                    let file = self.pictures.file(self.source, href, self.ink, options);
                    keep(file, Some(href))
                }),
            },
            ..usvg::Options::default()
        }
    }

    /// The file that a picture of pixels came from.
    pub fn picture_name(&self, kind: &ImageKind) -> Option<String> {
        self.pictures.name(kind)
    }

    /// The pictures and icons of the kit that were asked for so far.
    pub fn files_used(&self) -> BTreeSet<String> {
        self.pictures.used()
    }

    /// Why an icon that exists cannot be used.
    pub fn icon_trouble(&self, name: &str) -> Option<Say> {
        self.icon_errors.lock().ok()?.get(name).cloned()
    }

    /// The SVG that an icon was made from.
    pub fn icon_source(&self, art: &Art) -> Option<String> {
        self.icon_svg.lock().ok()?.get(&art.id).cloned()
    }

    fn load_icon(&self, name: &str, color: Rgb) -> Option<Arc<Art>> {
        let own = format!("icons/{name}.svg");
        self.pictures.note(&own);
        let text = match self.source.read_text(&own) {
            Ok(text) => text,
            Err(problem) if self.source.files().is_ok_and(|f| f.contains(&own)) => {
                return self.spoilt(name, problem.what);
            }
            Err(_) => {
                let shared = format!("shared/icons/{name}.svg");
                let (_, bytes) = shared_files().into_iter().find(|(n, _)| *n == shared)?;
                String::from_utf8_lossy(bytes).into_owned()
            }
        };
        let colored = text.replace("currentColor", &hex(color));
        let art = match self.art(&colored) {
            Ok(art) => art,
            Err(why) => return self.spoilt(name, why),
        };
        if let Ok(mut shelf) = self.icon_svg.lock() {
            shelf.insert(art.id, colored);
        }
        Some(art)
    }

    fn spoilt(&self, name: &str, why: Say) -> Option<Arc<Art>> {
        if let Ok(mut errors) = self.icon_errors.lock() {
            errors.insert(name.to_owned(), why);
        }
        None
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

/// Equal pictures have equal numbers.
pub fn identity(svg: &str, ink: Ink) -> u128 {
    combine(hash(svg), ink as u128)
}

#[cfg(test)]
mod tests {
    use super::*;

    const KIT: &str = "[kit]\nid = \"one\"\n\n[[component]]\nid = \"card\"\nkind = \"cards\"\nsize = \"9x9mm\"\nfront = \"icons/sun.svg\"\n";
    const SUN: &str = r#"<svg xmlns="http://www.w3.org/2000/svg" width="9mm" height="9mm" viewBox="0 0 9 9"><path d="M0 0h9v9z" fill="currentColor"/></svg>"#;

    #[test]
    fn icons_have_the_colour_of_their_text() {
        let folder = tempfile::tempdir().expect("a folder");
        std::fs::create_dir(folder.path().join("icons")).expect("made");
        std::fs::write(folder.path().join("kit.toml"), KIT).expect("written");
        std::fs::write(folder.path().join("icons/sun.svg"), SUN).expect("written");
        let kit = Kit::load(&folder.path().to_string_lossy()).expect("a kit");
        let studio = Studio::new(&kit, Ink::Full).expect("a studio");
        let color = Rgb {
            r: 200,
            g: 30,
            b: 5,
        };
        let art = studio.icon("sun", color).expect("an icon");
        let drawn = art.tree.to_string(&usvg::WriteOptions::default());
        assert!(drawn.contains("#c81e05"), "{drawn}");
    }
}
