//! Builds a kit again and again, and remembers everything that can be used next time.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

use serde::{Deserialize, Serialize};

use super::scan::{Stamps, scan};
use super::{Variant, WatchOptions};
use crate::diag::{Problem, Problems};
use crate::files::{Output, write_quickly};
use crate::kit::{Flow, Kit, Source, flow_file};
use crate::press::{Again, FaceView, PrintOptions, Reprint, name};
use crate::say;
use crate::scene::Studio;
use crate::template::Ink;
use crate::units::Mm;

/// How much is shown around a face on the page.
pub(super) const SHOWN_BLEED: Mm = Mm(3.0);

/// Faces drawn after which everything is forgotten once, so that a long day does not fill the memory.
const FORGET: usize = 20_000;

/// A PDF that was written.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct WrittenPdf {
    /// The language.
    pub lang: String,
    /// The file.
    pub file: PathBuf,
    /// How many pages.
    pub pages: usize,
    /// Its size.
    pub bytes: usize,
}

/// What came of a build.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Build {
    /// The kit's id.
    pub kit: String,
    /// The kit's title in the first language.
    pub title: String,
    /// All languages of the kit.
    pub languages: Vec<String>,
    /// The language and ink that the page shows first.
    pub first: Variant,
    /// The PDFs.
    pub files: Vec<WrittenPdf>,
    /// What is wrong in languages and inks that are only shown.
    pub trouble: Vec<(Variant, String)>,
    /// How many faces had to be drawn.
    pub drawn: usize,
    /// How long it took, in milliseconds.
    pub ms: f64,
}

/// How a list of faces differs from the one before.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Difference {
    /// How many faces there are now.
    pub length: usize,
    /// The faces that are new or different, by place, as JSON.
    pub changed: Vec<(usize, String)>,
}

impl Difference {
    /// Makes the list before into the list now.
    pub fn apply(&self, list: &mut Vec<String>) {
        list.resize(self.length, String::new());
        for (n, json) in &self.changed {
            if let Some(place) = list.get_mut(*n) {
                place.clone_from(json);
            }
        }
    }
}

/// Builds one kit.
pub struct Builder {
    options: WatchOptions,
    /// The folder's files; lives as long as the program, since everything drawn refers to it.
    source: Option<&'static Source>,
    stamps: Stamps,
    studios: HashMap<&'static str, Studio<'static>>,
    variants: HashMap<Variant, Again>,
    views: BTreeMap<Variant, Vec<Arc<FaceView>>>,
    /// The same as they were told last.
    told: BTreeMap<Variant, Vec<Arc<FaceView>>>,
    /// The faces that the last build drew, in the language and ink that the page shows first.
    fresh: Vec<(String, String)>,
    written: HashMap<PathBuf, Vec<u8>>,
    drawn: usize,
}

impl Builder {
    /// A builder that knows nothing yet.
    pub fn new(options: WatchOptions) -> Self {
        Self {
            options,
            source: None,
            stamps: Stamps::new(),
            studios: HashMap::new(),
            variants: HashMap::new(),
            views: BTreeMap::new(),
            told: BTreeMap::new(),
            fresh: Vec::new(),
            written: HashMap::new(),
            drawn: 0,
        }
    }

    /// Builds the PDFs that are wished for, and the faces of further languages and inks that a page shows.
    pub fn build(&mut self, further: &BTreeSet<Variant>) -> Result<Build, Problems> {
        let start = Instant::now();
        // Before anything is read: what changes from now on is seen the next time.
        let now = scan(&self.options.folder);
        let source = self.source()?;
        let kit = Kit {
            rules: self.options.rules,
            ..Kit::load_from(source.clone(), &self.options.set)?
        };
        self.forget(&kit, now);
        let ink = self.options.print.ink;
        let langs = self.languages(&kit)?;
        let mut build = Build {
            kit: kit.id.clone(),
            title: kit.title.get(&langs[0]).to_owned(),
            languages: kit.languages.clone(),
            first: (langs[0].clone(), ink.name().to_owned()),
            ..Build::default()
        };
        let mut outputs = Vec::new();
        for (n, lang) in langs.iter().enumerate() {
            let printed = self.variant(source, &kit, lang, ink)?;
            build.drawn += printed.drawn;
            if n == 0 {
                self.fresh = printed.fresh;
            }
            let options = PrintOptions {
                lang: lang.clone(),
                ..self.options.print.clone()
            };
            let path = self.options.out.join(name::file_name(&kit, &options));
            build.files.push(WrittenPdf {
                lang: lang.clone(),
                file: path.clone(),
                pages: printed.pages,
                bytes: printed.pdf.len(),
            });
            let bytes = printed.pdf;
            outputs.push(Output { path, bytes });
        }
        for (lang, name) in further {
            let known = kit.languages.contains(lang);
            if let Some((_, ink)) = Ink::ALL.into_iter().find(|(n, _)| n == name)
                && known
                && !(langs.contains(lang) && ink == self.options.print.ink)
            {
                match self.variant(source, &kit, lang, ink) {
                    Ok(printed) => build.drawn += printed.drawn,
                    // What is wrong in another language does not hold up the print.
                    Err(problems) => {
                        let variant = (lang.clone(), name.clone());
                        self.views.remove(&variant);
                        build.trouble.push((variant, problems.to_string()));
                    }
                }
            }
        }
        self.write(outputs)?;
        self.drawn += build.drawn;
        build.ms = start.elapsed().as_secs_f64() * 1000.0;
        Ok(build)
    }

    /// The faces of a language and ink, as they were built last.
    pub fn views(&self) -> impl Iterator<Item = (&Variant, &Vec<Arc<FaceView>>)> {
        self.views.iter()
    }

    /// How the faces of each language and ink differ from what this told the time before.
    pub fn differences(&mut self) -> Vec<(Variant, Difference)> {
        let before = std::mem::replace(&mut self.told, self.views.clone());
        let of = |(variant, now): (&Variant, &Vec<Arc<FaceView>>)| {
            let old = before.get(variant).map_or(&[][..], Vec::as_slice);
            let changed = now.iter().enumerate();
            let changed = changed.filter(|(n, view)| old.get(*n) != Some(view));
            let json = |view: &Arc<FaceView>| serde_json::to_string(&**view).unwrap_or_default();
            let changed = changed.map(|(n, view)| (n, json(view))).collect();
            let length = now.len();
            (variant.clone(), Difference { length, changed })
        };
        self.views.iter().map(of).collect()
    }

    /// The faces that the last build drew, as SVG, where they are few.
    pub fn fresh(&self) -> &[(String, String)] {
        &self.fresh
    }

    /// A face as SVG; nothing when it is not part of the last build.
    pub fn face(&self, variant: &Variant, id: &str) -> Option<String> {
        let studio = self.studios.get(variant.1.as_str())?;
        self.variants.get(variant)?.svg(studio, id, SHOWN_BLEED)
    }

    /// Forgets everything when a file changed that faces are not found by: the words and colours of the kit, its
    /// settings and measures, pictures, icons, fonts.
    fn forget(&mut self, kit: &Kit, now: Stamps) {
        let before = std::mem::replace(&mut self.stamps, now);
        let names = before.keys().chain(self.stamps.keys());
        let mut changed = names.filter(|n| before.get(*n) != self.stamps.get(*n));
        let shown = |name: &str| self.studios.values().any(|s| s.files_used().contains(name));
        let matters = |name: &String| shown(name) || !(is_keyed(kit, name) || is_left_over(name));
        if changed.any(matters) || self.drawn > FORGET {
            self.studios.clear();
            self.variants.clear();
            self.drawn = 0;
        }
    }

    fn source(&mut self) -> Result<&'static Source, Problems> {
        // A folder may have been moved away and come back as another one.
        let found = find(&self.options.folder)?;
        let same = match (&found, self.source) {
            (Source::Folder { real: a, .. }, Some(Source::Folder { real: b, .. })) => a == b,
            _ => false,
        };
        if let (true, Some(source)) = (same, self.source) {
            return Ok(source);
        }
        self.studios.clear();
        self.variants.clear();
        let source: &'static Source = Box::leak(Box::new(found));
        self.source = Some(source);
        Ok(source)
    }

    fn languages(&self, kit: &Kit) -> Result<Vec<String>, Problems> {
        match self.options.lang.as_deref() {
            Some("both" | "all") => Ok(kit.languages.clone()),
            Some(lang) => Ok(vec![kit.language(lang)?.to_owned()]),
            None => {
                let own = kit.language(&self.options.own).ok();
                let lang = own.or_else(|| kit.language("en").ok());
                let first = kit.languages.first().map_or("en", String::as_str);
                Ok(vec![lang.unwrap_or(first).to_owned()])
            }
        }
    }

    /// Builds one language and ink.
    fn variant(
        &mut self,
        source: &'static Source,
        kit: &Kit,
        lang: &str,
        ink: Ink,
    ) -> Result<Reprint, Problems> {
        let known = self.studios.get(ink.name());
        if known.is_some_and(|s| s.stand_ins() != kit.fonts) {
            self.studios.clear();
            self.variants.clear();
        }
        let studio = match self.studios.entry(ink.name()) {
            std::collections::hash_map::Entry::Occupied(e) => e.into_mut(),
            std::collections::hash_map::Entry::Vacant(e) => {
                e.insert(Studio::of(source, &kit.fonts, ink)?)
            }
        };
        let options = PrintOptions {
            lang: lang.to_owned(),
            ink,
            ..self.options.print.clone()
        };
        let key = (lang.to_owned(), ink.name().to_owned());
        let again = self.variants.entry(key.clone()).or_default();
        let mut printed = again.print(kit, studio, &options, SHOWN_BLEED)?;
        self.views.insert(key, std::mem::take(&mut printed.views));
        Ok(printed)
    }

    /// Writes PDFs that are not there as they should be.
    fn write(&mut self, outputs: Vec<Output>) -> Result<(), Problems> {
        for output in outputs {
            let same = self.written.get(&output.path) == Some(&output.bytes);
            if same && output.path.is_file() {
                continue;
            }
            let shown = output.path.display().to_string();
            write_quickly(&output).map_err(|e| {
                Problem::new(say!("cannot write `{}`: {}", shown, e))
                    .hint(say!("choose another folder with `--out`"))
            })?;
            self.written.insert(output.path, output.bytes);
        }
        Ok(())
    }
}

/// Whether faces are found by what a file says: a table, a template or a flowing text.
fn is_keyed(kit: &Kit, name: &str) -> bool {
    let of_all = ["lang/", "fonts/", "icons/"];
    if name == "kit.toml" || of_all.iter().any(|folder| name.starts_with(folder)) {
        return false;
    }
    let mut cards = kit.components.iter().flat_map(|c| &c.cards);
    let mut texts = kit.components.iter().filter_map(|c| c.flow.as_ref());
    let is_text = |flow: &Flow| {
        kit.languages
            .iter()
            .any(|l| flow_file(&flow.file, l) == name)
    };
    name.ends_with(".svg")
        || cards.any(|card| card.from.0.split('#').next() == Some(name))
        || texts.any(is_text)
}

/// What editors leave beside a file while they save it.
fn is_left_over(name: &str) -> bool {
    let base = name.rsplit('/').next().unwrap_or(name);
    base.ends_with('~') || base.bytes().all(|b| b.is_ascii_digit())
}

/// The kit in a folder; never one that ships with the program, whatever its name.
fn find(folder: &Path) -> Result<Source, Problem> {
    let path = std::path::absolute(folder).unwrap_or_else(|_| folder.to_owned());
    match Source::find(&path.to_string_lossy())? {
        Source::Folder { real, follow, .. } => Ok(Source::Folder {
            shown: folder.to_owned(),
            real,
            follow,
        }),
        shipped => Ok(shipped),
    }
}
