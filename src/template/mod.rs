//! From a card's data to its face: tera makes SVG, text boxes are set by us.
//!
//! Owns everything a template can see and call. Hands on a [`Face`]: SVG without text, and the laid-out
//! text that belongs on it. Does not parse the SVG.

mod all_inks;
mod fault;
mod functions;
pub mod ink;
mod random;
mod reads;
mod tera_error;
mod textbox;
mod tints;
mod watch;

use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;
use std::sync::Arc;

use serde_json::{Map, Value as Json, json};
use tera::{Context, Tera, Value};

use crate::diag::{Problem, Problems};
use crate::kit::code::codes;
use crate::kit::strict::{self, Strict};
use crate::kit::{Kit, shared_files, split_key, template_settings};
use crate::say;
use crate::scene::{Studio, units_per_mm};
use crate::text::{Align, BoxSpec, Rgb, TEXT_FAMILY, TextBlock, VAlign, lay_box};
use crate::units::{PT_PER_MM, Pt, Size};

use all_inks::Others;
use fault::LayError;
use tera_error::TeraError;
use textbox::{BoxCall, Drawn};

pub use all_inks::{AllInks, Extra};
pub use ink::Ink;
pub use reads::Reads;
pub use textbox::ARGUMENTS as TEXTBOX_ARGUMENTS;
pub use textbox::placeholder;
pub use tints::{Tint, Tints};
pub use watch::stuck;

/// No face has more SVG than this: larger means that a template runs away.
const MAX_SVG: usize = 16 << 20;

/// The colour of text that a template gives none.
const TEXT_COLOR: Rgb = Rgb {
    r: 0x1d,
    g: 0x24,
    b: 0x33,
};

/// A rendered face.
#[derive(Clone, Debug, Default)]
pub struct Face {
    /// The SVG, with a placeholder for every text box.
    pub svg: String,
    /// The text boxes.
    pub texts: Vec<TextBlock>,
    /// What is wrong with it, where it was drawn all the same.
    pub flaws: Problems,
}

/// Which face is wanted, and what messages call it.
#[derive(Clone, Debug)]
pub struct Request<'a> {
    /// The template's file.
    pub template: &'a str,
    /// The trim size.
    pub size: Size,
    /// The component's id.
    pub component: &'a str,
    /// The card's name.
    pub card: &'a str,
    /// The card's fields in the language of the engine.
    pub fields: &'a Map<String, Json>,
    /// The table file and line that the card comes from.
    pub from: (&'a str, usize),
    /// Which copy of the card, from 1.
    pub copy: u32,
    /// Which page of how many, for sheets.
    pub page: (usize, usize),
    /// What a template of a tuck box sees as `box`.
    pub carton: Option<Json>,
}

/// Templates of one kit, ready to render in one language.
pub struct Engine<'a> {
    kit: &'a Kit,
    lang: String,
    tera: Tera,
    /// What templates see as `palette`, in each ink.
    palettes: [Value; 3],
    sources: BTreeMap<String, String>,
    strict: Arc<BTreeMap<String, Strict>>,
    fields: BTreeSet<String>,
    index: Arc<reads::Index>,
    studio: &'a Studio<'a>,
    /// The patterns of the palette, by id.
    patterns: Vec<(String, String)>,
    answers: Arc<functions::RulesAnswers>,
    anyway: bool,
    others: Option<Others<'a>>,
}

/// Compiled templates and what they were made from.
pub struct Compiled {
    sources: BTreeMap<String, String>,
    strict: Arc<BTreeMap<String, Strict>>,
    /// The fields of all cards, which decide what a template may ask for.
    fields: BTreeSet<String>,
    index: Arc<reads::Index>,
    answers: Arc<functions::RulesAnswers>,
    tera: Tera,
}

/// Writes a value so that it is text in XML, as tera does, but in stretches: most values need nothing.
fn escape(value: &str, out: &mut dyn Write) -> std::io::Result<()> {
    let mut rest = value;
    let odd = |b: u8| matches!(b, b'&' | b'<' | b'>' | b'"' | b'\'');
    while let Some(at) = rest.bytes().position(odd) {
        let (before, behind) = rest.split_at(at);
        out.write_all(before.as_bytes())?;
        out.write_all(match behind.as_bytes()[0] {
            b'&' => b"&amp;",
            b'<' => b"&lt;",
            b'>' => b"&gt;",
            b'"' => b"&quot;",
            _ => b"&#39;",
        })?;
        rest = &behind[1..];
    }
    out.write_all(rest.as_bytes())
}

impl<'a> Engine<'a> {
    /// Reads and compiles all templates of the kit.
    pub fn new(kit: &'a Kit, lang: &str, studio: &'a Studio<'a>) -> Result<Self, Problems> {
        Self::again(kit, lang, studio, None)
    }

    /// The same, with templates that were compiled before, if they are still what the files say.
    pub fn again(
        kit: &'a Kit,
        lang: &str,
        studio: &'a Studio<'a>,
        compiled: Option<Compiled>,
    ) -> Result<Self, Problems> {
        let sources = sources(kit)?;
        let fields = all_fields(kit);
        let known = compiled.filter(|c| c.sources == sources && c.fields == fields);
        let register =
            |tera: &mut Tera, index: &reads::Index, answers: &Arc<functions::RulesAnswers>| {
                functions::register(tera, kit, lang, index.decks(), answers);
            };
        let (mut tera, strict, index, answers) = match known {
            Some(compiled) => {
                let mut tera = compiled.tera;
                register(&mut tera, &compiled.index, &compiled.answers);
                (tera, compiled.strict, compiled.index, compiled.answers)
            }
            None => {
                let read = sources
                    .iter()
                    .map(|(name, source)| (name.as_str(), codes(source)));
                let read: reads::Codes<'_> = read.collect();
                let index = Arc::new(reads::Index::new(&read));
                let answers = Arc::default();
                let tera = || {
                    let mut tera = Tera::new();
                    tera.autoescape_on([".svg"]);
                    tera.set_escape_fn(escape);
                    register(&mut tera, &index, &answers);
                    tera
                };
                let (tera, strict) = compile(kit, &sources, &read, &fields, tera)?;
                (tera, Arc::new(strict), index, answers)
            }
        };
        tell(&mut tera, kit, lang);
        let palette = |(_, ink)| Value::from_serializable(&ink::palette_value(kit, lang, ink));
        Ok(Self {
            kit,
            lang: lang.to_owned(),
            tera,
            palettes: Ink::ALL.map(palette),
            sources,
            strict,
            fields,
            index,
            studio,
            patterns: ink::palette_defs(kit, studio.ink()),
            answers,
            anyway: false,
            others: None,
        })
    }

    /// A colour of this engine's ink; a tint where it draws in all of them.
    pub fn color(&self, of: impl Fn(Ink) -> Rgb) -> Rgb {
        match &self.others {
            Some(others) => others.shared.tints.code(Ink::ALL.map(|(_, ink)| of(ink))),
            None => of(self.studio.ink()),
        }
    }

    /// The same engine, which draws faces whose texts do not fit or cannot be set, with a frame around them.
    pub fn anyway(mut self, anyway: bool) -> Self {
        self.anyway = anyway;
        self
    }

    /// The kit.
    pub fn kit(&self) -> &'a Kit {
        self.kit
    }

    /// Where pictures are parsed and fonts kept.
    pub fn studio(&self) -> &'a Studio<'a> {
        self.studio
    }

    /// The language of this engine.
    pub fn lang(&self) -> &str {
        &self.lang
    }

    /// What of a card a template's picture can depend on: a common back need not be rendered for each.
    pub fn reads(&self, template: &str) -> Arc<Reads> {
        self.index.reads(template)
    }

    /// The compiled templates, for another time.
    pub fn into_compiled(self) -> Compiled {
        Compiled {
            sources: self.sources,
            strict: self.strict,
            fields: self.fields,
            index: self.index,
            answers: self.answers,
            tera: self.tera,
        }
    }

    /// All templates by their names, as the files have them.
    pub fn sources(&self) -> &BTreeMap<String, String> {
        &self.sources
    }

    /// Whether any template looks at whole decks.
    pub fn looks_at_decks(&self) -> bool {
        self.index.decks()
    }

    /// The template and everything that it could draw in, by name.
    pub fn reach(&self, template: &str) -> BTreeMap<&str, &str> {
        let names = self.index.reach(template).into_iter();
        let found = names.filter_map(|n| self.sources.get_key_value(n));
        found.map(|(n, s)| (n.as_str(), s.as_str())).collect()
    }

    /// Renders one face.
    pub fn render(&self, request: &Request<'_>) -> Result<Face, Problems> {
        if let Some(others) = &self.others {
            return self.render_all(others, request);
        }
        let drawn = self.run_in(self.studio.ink(), request)?;
        self.set(request, drawn, &[])
    }

    /// Sets the texts of a face; those that are `known` need only other colours.
    fn set(
        &self,
        request: &Request<'_>,
        drawn: Drawn,
        known: &[(&BoxCall, &TextBlock)],
    ) -> Result<Face, Problems> {
        let Drawn { svg, boxes } = drawn;
        let mut svg = ink::put_palette(svg, &self.patterns);
        let unit = units_per_mm(&svg, request.size);
        let mut texts = Vec::with_capacity(boxes.len());
        let mut problems = Problems::default();
        let (mut frames, mut lost) = (String::new(), false);
        for call in &boxes {
            if let Some((_, block)) = known.iter().find(|(k, _)| all_inks::set_alike(k, call)) {
                texts.push((*block).clone());
                continue;
            }
            let text = self.kit.replace.apply(&call.text);
            match self.lay(call, &text, unit) {
                Ok(block) => texts.push(block),
                Err(e) => {
                    let block = self.anyway.then(|| self.lay_somehow(call, &text, unit, &e));
                    problems.extend(self.text_problems(request, call, &text, e));
                    match block.flatten() {
                        Some(block) => {
                            texts.push(block);
                            frames.push_str(&textbox::frame(call, unit));
                        }
                        None => lost = true,
                    }
                }
            }
        }
        if lost {
            return Err(problems);
        }
        if let Some(end) = svg.rfind("</svg>") {
            svg.insert_str(end, &frames);
        }
        Ok(Face {
            svg,
            texts,
            flaws: problems,
        })
    }

    /// What the template makes in an ink.
    fn run_in(&self, ink: Ink, request: &Request<'_>) -> Result<Drawn, Problem> {
        let mut context = Context::new();
        context.insert("ink", ink.name());
        context.insert_value("palette", self.palettes[ink as usize].clone());
        context.insert_value("row", Value::from_serializable(request.fields));
        context.insert(
            "card",
            &json!({ "name": request.card, "copy": request.copy }),
        );
        context.insert(
            "size",
            &json!({ "w": request.size.w.0, "h": request.size.h.0 }),
        );
        context.insert("page", &request.page.0);
        context.insert("pages", &request.page.1);
        if let Some(carton) = &request.carton {
            context.insert("box", carton);
        }
        let mut out = Limited(Vec::with_capacity(4096));
        let _guard = watch::start(
            request.component,
            request.card,
            &self.kit.source.show(request.template),
        );
        functions::draw_in(ink);
        textbox::begin();
        match self.tera.render_to(request.template, &context, &mut out) {
            Ok(()) => {}
            Err(_) if out.0.len() >= MAX_SVG => {
                let what = say!("the template makes more than {} MB of SVG", MAX_SVG >> 20);
                let hint = say!("look for a loop that runs too often");
                return Err(Problem::new(what)
                    .of(request.component, request.card)
                    .at(self.kit.source.show(request.template), 0)
                    .hint(hint));
            }
            Err(e) => return Err(self.render_problem(request, &e)),
        }
        let rendered = std::str::from_utf8(&out.0).map_err(|_| {
            Problem::new(say!("the template's output is not UTF-8 text"))
                .at(self.kit.source.show(request.template), 0)
        })?;
        Ok(textbox::drawn(rendered))
    }

    fn lay(&self, call: &BoxCall, text: &str, units_per_mm: f64) -> Result<TextBlock, LayError> {
        let pick = |value: &Option<String>| value.clone().unwrap_or_default();
        let align = match pick(&call.align).as_str() {
            "" | "left" => Align::Left,
            "center" | "centre" => Align::Center,
            "right" => Align::Right,
            "justify" => Align::Justify,
            _ => return Err(LayError::Argument("align", pick(&call.align))),
        };
        let valign = match pick(&call.valign).as_str() {
            "" | "top" => VAlign::Top,
            "middle" => VAlign::Middle,
            "bottom" => VAlign::Bottom,
            _ => return Err(LayError::Argument("valign", pick(&call.valign))),
        };
        let family = call.font.as_deref().unwrap_or(TEXT_FAMILY);
        let color = |key, value: &Option<String>| match value {
            None => Ok(None),
            Some(v) => ink::parse_color(v)
                .map(Some)
                .ok_or_else(|| LayError::Argument(key, v.clone())),
        };
        let stroke = color("stroke", &call.stroke)?;
        let spec = BoxSpec {
            text,
            x: call.x,
            y: call.y,
            w: call.w,
            h: call.h,
            size: Pt(f64::from(call.size)),
            min_size: Pt(f64::from(call.min_size.unwrap_or(call.size))),
            unit_per_pt: (units_per_mm / PT_PER_MM) as f32,
            align,
            valign,
            family,
            weight: call.weight.unwrap_or(400),
            italic: call.italic,
            leading: call.leading,
            fill: color("fill", &call.fill)?.unwrap_or(TEXT_COLOR),
            stroke: stroke.map(|c| (c, call.stroke_width.unwrap_or(0.5))),
            lang: &self.lang,
        };
        let icons: &dyn crate::text::Icons = if call.icons == Some(false) {
            &crate::text::NoIcons
        } else {
            self.studio
        };
        lay_box(&spec, self.studio.fonts(), icons)
            .map(|laid| laid.block)
            .map_err(LayError::Text)
    }
}

/// Tells templates what they may know of the kit, whatever the ink.
fn tell(tera: &mut Tera, kit: &Kit, lang: &str) {
    let globals = tera.global_context();
    let empty = Json::Object(Map::new());
    globals.insert("t", kit.strings.get(lang).unwrap_or(&empty));
    globals.insert(
        "kit",
        &json!({ "id": kit.id, "title": kit.title.get(lang) }),
    );
    globals.insert("settings", &template_settings(&kit.settings));
    globals.insert("lang", lang);
}

/// Templates by name: the kit's own SVG files, and the shared ones. Icons are pictures, not templates.
fn sources(kit: &Kit) -> Result<BTreeMap<String, String>, Problems> {
    let mut out = BTreeMap::new();
    for (name, bytes) in shared_files() {
        if name.ends_with(".svg") && !name.starts_with("shared/icons/") {
            out.insert(name, String::from_utf8_lossy(bytes).into_owned());
        }
    }
    let mut problems = Problems::default();
    for name in kit.source.files()? {
        if name.ends_with(".svg") && !name.starts_with("icons/") {
            match kit.source.read_text(&name) {
                Ok(text) => {
                    out.insert(name, text);
                }
                Err(p) => problems.push(if p.place.is_none() {
                    p.at(kit.source.show(&name), 0)
                } else {
                    p
                }),
            }
        }
    }
    problems.or(out)
}

/// The names of all fields of all cards, without their languages.
fn all_fields(kit: &Kit) -> BTreeSet<String> {
    let cards = kit.components.iter().flat_map(|c| &c.cards);
    let keys = cards.flat_map(|card| card.fields.keys());
    let keys: BTreeSet<&String> = keys.collect();
    let base = |key: &String| split_key(key, &kit.languages).0.to_owned();
    keys.into_iter().map(base).collect()
}

/// Compiles templates so that nothing undefined passes.
fn compile(
    kit: &Kit,
    sources: &BTreeMap<String, String>,
    read: &reads::Codes<'_>,
    fields: &BTreeSet<String>,
    new: impl Fn() -> Tera,
) -> Result<(Tera, BTreeMap<String, Strict>), Problems> {
    let made = sources.iter().zip(read.values());
    let mut strict: BTreeMap<String, Strict> = made
        .map(|((name, source), codes)| (name.clone(), strict::strict(source, codes, fields)))
        .collect();
    loop {
        let mut tera = new();
        let pairs = strict.iter().map(|(n, s)| (n.as_str(), s.source.as_str()));
        let Err(error) = tera.add_raw_templates(pairs) else {
            return Ok((tera, strict));
        };
        let slips = TeraError::all(&error, &strict);
        // An expression that is as long as tera takes one stays as it is written.
        let mut eased = false;
        for (file, _) in slips.iter().filter_map(|s| s.place.as_ref()) {
            if let (Some(strict), Some(source)) = (strict.get_mut(file), sources.get(file)) {
                let plain = Strict::lenient(source);
                eased |= *strict != plain;
                *strict = plain;
            }
        }
        if !eased {
            return Err(fault::bad_template(kit, slips, sources));
        }
    }
}

/// A buffer that refuses to grow without end.
struct Limited(Vec<u8>);

impl std::io::Write for Limited {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        if self.0.len() + bytes.len() > MAX_SVG {
            self.0.resize(MAX_SVG, b' ');
            return Err(std::io::Error::other("too much output"));
        }
        self.0.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    /// Whole or not at all, as [`write`](Self::write) is; templates write many short texts.
    fn write_all(&mut self, bytes: &[u8]) -> std::io::Result<()> {
        self.write(bytes).map(|_| ())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_escaped_as_tera_does() {
        let plain = |source: &str, escape_fn: bool| {
            let mut tera = Tera::new();
            tera.autoescape_on([".svg"]);
            if escape_fn {
                tera.set_escape_fn(escape);
            }
            let mut context = Context::new();
            context.insert("x", source);
            tera.add_raw_template("x.svg", "{{ x }}").expect("compiled");
            tera.render("x.svg", &context).expect("rendered")
        };
        for source in ["", "a", "<&>\"'", "猫 & <犬> a", "&&amp;", "é'"] {
            assert_eq!(plain(source, true), plain(source, false), "{source}");
        }
    }
}
