//! Pages of flowing text: Markdown set in columns, figures drawn by templates, a frame behind.

use std::cell::RefCell;
use std::collections::HashMap;

use memchr::memmem;
use serde_json::{Map, Value};

use crate::colour::parse_color;
use crate::diag::{Problem, Problems};
use crate::kit::{Card, Component, Flow, Kind, flow_file, slashed};
use crate::say;
use crate::say::{Say, Tongue};
use crate::scene::{TEXT_PREFIX, foot};
use crate::scene::{svg_size, units_per_mm};
use crate::template::{Engine, Face, Request};
use crate::text::TextError;
use crate::text::flow::{
    FigureSize, Figures, FlowError, FlowPage, FlowStyle, Fold, PlacedFigure, flow,
};
use crate::units::{Mm, Pt, Size, parse_length};

/// The least distance between the text of a booklet and what its frame has at the foot of the page.
const FOOT_GAP: Mm = Mm(2.0);
/// So many errors of one text are told at most.
const MOST_ERRORS: usize = 20;

/// Sets a component's text and draws its pages; as many as a booklet needs if they are folded into one.
pub(crate) fn pages(
    engine: &Engine<'_>,
    component: &Component,
    card: &Card,
    folded: bool,
) -> Result<Vec<Face>, Problems> {
    set(engine, component, card, folded).map(|(pages, _)| pages)
}

/// Pages, and the figures on them.
fn set(
    engine: &Engine<'_>,
    component: &Component,
    card: &Card,
    folded: bool,
) -> Result<(Vec<Face>, DrawnFigures), Problems> {
    let Some(text) = &component.flow else {
        return Ok((Vec::new(), DrawnFigures::new()));
    };
    let source = &engine.kit().source;
    let file = flow_file(&text.file, engine.lang());
    let markdown = source.read_text(&file)?;
    let mut style = style(engine, component, text)?;
    if component.kind == Kind::Booklet {
        style.column_breaks = false;
        style.keep_figures = true;
        style.foot = foot_room(engine, component, card, style.inset)?;
    }
    style.fold = folded.then(|| words(engine.lang()));
    let figures = Drawer {
        engine,
        component: &component.id,
        drawn: RefCell::default(),
    };
    let studio = engine.studio();
    let flow = |text: &str| {
        flow(
            text,
            component.size,
            &style,
            engine.lang(),
            studio.fonts(),
            studio,
            &figures,
        )
    };
    let set = match flow(&markdown) {
        Ok(set) => set,
        Err(first) => {
            let tell = |error: &FlowError| flow_problem(engine, component, &file, &figures, error);
            return Err(all_problems(&markdown, first, tell, |text| {
                flow(text).err()
            }));
        }
    };
    let all = set.len();
    let drawn = figures.drawn.into_inner();
    let pages = set.into_iter().enumerate().map(|(i, page)| {
        let frame = frame(engine, component, card, (i + 1, all))?;
        Ok(compose(frame, component.size, page, &drawn))
    });
    let pages = pages.collect::<Result<_, Problems>>()?;
    Ok((pages, drawn))
}

/// The figure that spoils a page, named by its own file, or the page itself.
pub(super) fn culprit(
    engine: &Engine<'_>,
    component: &Component,
    card: &Card,
    why: &Say,
) -> Problems {
    let source = &engine.kit().source;
    let drawn = match set(engine, component, card, false) {
        Ok((_, drawn)) => drawn,
        Err(problems) => return problems,
    };
    let mut names: Vec<_> = drawn
        .iter()
        .filter_map(|(n, r)| Some((n, &r.as_ref().ok()?.0)))
        .collect();
    names.sort_by_key(|(name, _)| *name);
    for (name, figure) in names {
        if let Err(why) = engine.studio().art(&figure.svg) {
            let what = say!("the picture cannot be used: {}", why);
            return Problem::new(what).at(source.show(name), 0).into();
        }
    }
    let file = component.front.first().map_or("kit.toml", String::as_str);
    Problem::new(say!("the picture cannot be used: {}", why))
        .at(source.show(file), 0)
        .into()
}

/// Everything that is wrong with a text: what one error is about is taken out of it, and the rest is tried again.
fn all_problems(
    markdown: &str,
    first: FlowError,
    tell: impl Fn(&FlowError) -> Problems,
    fails: impl Fn(&str) -> Option<FlowError>,
) -> Problems {
    let mut problems = tell(&first);
    let (mut text, mut error) = (markdown.to_owned(), first);
    for _ in 0..MOST_ERRORS {
        match without(&text, &error) {
            Some(rest) if rest != text => text = rest,
            _ => break,
        }
        match fails(&text) {
            Some(next) => error = next,
            None => break,
        }
        problems.extend_new(tell(&error));
    }
    let line = |p: &Problem| p.place.as_ref().and_then(|place| place.line);
    problems.0.sort_by_key(line);
    problems
}

/// The text without what an error is about, on the same lines; nothing where that cannot be told.
fn without(text: &str, error: &FlowError) -> Option<String> {
    match error {
        FlowError::Text { error, .. } => match error {
            TextError::MissingGlyph { ch } | TextError::RightToLeft { ch } => {
                Some(text.replace(*ch, " "))
            }
            TextError::UnknownIcon { name } => Some(text.replace(&format!(":{name}:"), name)),
            _ => None,
        },
        FlowError::Figure { line, .. } => Some(without_lines(text, *line, |_| false)),
        FlowError::Unsupported { line, .. }
        | FlowError::TooWide { line, .. }
        | FlowError::TooTall { line, .. } => {
            Some(without_lines(text, *line, |l| !l.trim().is_empty()))
        }
        FlowError::NoRoom | FlowError::LongLead => None,
    }
}

/// The text with a line left empty, and those after it as long as they `belong` to it.
fn without_lines(text: &str, line: usize, belongs: impl Fn(&str) -> bool) -> String {
    let mut gone = false;
    let lines = text.split('\n').enumerate().map(|(i, words)| {
        gone = i + 1 == line || gone && belongs(words);
        if gone { "" } else { words }
    });
    lines.collect::<Vec<_>>().join("\n")
}

fn flow_problem(
    engine: &Engine<'_>,
    component: &Component,
    file: &str,
    figures: &Drawer<'_>,
    error: &FlowError,
) -> Problems {
    let source = &engine.kit().source;
    // A figure that could not be drawn has its own, better message.
    if let FlowError::Figure { name, line, .. } = error
        && let Some(Err(problems)) = figures.drawn.borrow().get(name)
    {
        let placed = problems.0.iter().cloned().map(|p| match p.place {
            Some(_) => p,
            None => p.at(source.show(file), *line),
        });
        return Problems(placed.collect());
    }
    let what = say!("component `{}`: {}", component.id, error);
    let mut problem = Problem::new(what).at(source.show(file), error.line());
    if let FlowError::Text {
        error: TextError::UnknownIcon { name },
        ..
    } = error
    {
        if let Some(why) = engine.studio().icon_trouble(name) {
            let file = source.show(&format!("icons/{name}.svg"));
            return Problem::new(say!("the icon `{}` cannot be used: {}", name, why))
                .at(file, 0)
                .into();
        }
        let icons = engine.studio().icon_names();
        problem = problem.did_you_mean(name, icons.iter().map(String::as_str));
    }
    if problem.hint.is_none() {
        problem.hint = error.hint();
    }
    problem.into()
}

/// The looks of a flow: defaults, changed by the kit, in the colours of the ink.
fn style(engine: &Engine<'_>, component: &Component, text: &Flow) -> Result<FlowStyle, Problems> {
    let mut style = FlowStyle {
        columns: text.columns as usize,
        ..FlowStyle::default()
    };
    let mut problems = Problems::default();
    for (key, value) in &text.style {
        let length = || {
            value
                .as_f64()
                .map(Mm)
                .or_else(|| parse_length(value.as_str()?))
        };
        let size = || value.as_f64().filter(|v| (4.0..=72.0).contains(v)).map(Pt);
        let done = match key.as_str() {
            "accent" => value
                .as_str()
                .and_then(parse_color)
                .map(|c| style.accent = c),
            "title_font" => value
                .as_str()
                .filter(|f| engine.studio().fonts().find(f, 400).is_some())
                .map(|f| style.title_font = f.to_owned()),
            "size" => size().map(|s| style.size = s),
            "heading" => size().map(|s| style.heading = s),
            "gutter" => length().map(|l| style.gutter = l),
            "inset" => length().map(|l| style.inset = l),
            "top" => length().map(|l| style.top = l),
            _ => None,
        };
        if done.is_none() {
            let what = say!(
                "component `{}`: the style's `{}` cannot be {}",
                component.id,
                key,
                value
            );
            let file = engine.kit().source.show("kit.toml");
            problems.push(
                Problem::new(what)
                    .at(file, component.line)
                    .field(key.as_str()),
            );
        }
    }
    let tint = crate::colour::mix(WHITE, style.accent, 0.14);
    style.tint = engine.color(|ink| ink.ground(tint));
    problems.or(style)
}

const WHITE: crate::text::Rgb = crate::text::Rgb {
    r: 255,
    g: 255,
    b: 255,
};

/// Draws figures when the flow asks how large they are, and keeps them.
struct Drawer<'a> {
    engine: &'a Engine<'a>,
    component: &'a str,
    drawn: RefCell<DrawnFigures>,
}

/// Figures by file: the picture and its natural size.
type DrawnFigures = HashMap<String, Result<(Face, Size), Problems>>;

impl Figures for Drawer<'_> {
    fn figure(&self, name: &str) -> Result<FigureSize, Say> {
        let mut drawn = self.drawn.borrow_mut();
        let result = drawn
            .entry(name.to_owned())
            .or_insert_with(|| self.draw(&slashed(name)));
        match result {
            Ok((_, size)) => Ok(FigureSize {
                w: size.w,
                h: size.h,
            }),
            Err(problems) => Err(match problems.0.first() {
                Some(problem) => problem.what.clone(),
                None => say!("the picture cannot be used"),
            }),
        }
    }
}

impl Drawer<'_> {
    fn draw(&self, name: &str) -> Result<(Face, Size), Problems> {
        let source = &self.engine.kit().source;
        if !source.has(name) {
            let missing = source
                .read(name)
                .err()
                .unwrap_or_else(|| Problem::new(say!("`{}` is not a file", name)));
            return Err(missing.into());
        }
        let size = svg_size(&source.read_text(name)?).ok_or_else(|| {
            Problem::new(say!("the figure has no width and height in mm")).at(source.show(name), 1)
        })?;
        let fields = Map::<String, Value>::new();
        let request = Request {
            template: name,
            size,
            component: self.component,
            card: name,
            fields: &fields,
            from: (name, 0),
            copy: 1,
            page: (1, 1),
            carton: None,
        };
        Ok((self.engine.render(&request)?, size))
    }
}

/// What stands on the pages of a booklet that its text leaves over; lines and tables alone in languages that the
/// program does not speak.
fn words(lang: &str) -> Fold {
    let tongue = Tongue::of(lang);
    if !lang.starts_with(tongue.code()) {
        return Fold::default();
    }
    Fold {
        contents: say!("Contents").text(tongue),
        scores: say!("Scores").text(tongue),
        notes: say!("Notes").text(tongue),
    }
}

/// How much of the text's room is too near to what the frame has at the foot of a page, such as its number.
fn foot_room(
    engine: &Engine<'_>,
    component: &Component,
    card: &Card,
    inset: Mm,
) -> Result<Mm, Problems> {
    let size = component.size;
    let text = size.h - inset;
    let mut room = Mm(0.0);
    for page in [(1, 4), (2, 4)] {
        let Some(face) = frame(engine, component, card, page)? else {
            break;
        };
        // A picture that cannot be used is told of when the page is drawn.
        if let Ok(art) = engine.studio().art(&face.svg)
            && let Some(top) = foot(&art.tree, size, text)
        {
            room = room.max(text - (top - FOOT_GAP));
        }
    }
    Ok(room)
}

/// The picture behind a page.
fn frame(
    engine: &Engine<'_>,
    component: &Component,
    card: &Card,
    page: (usize, usize),
) -> Result<Option<Face>, Problems> {
    let Some(template) = component.front.first() else {
        return Ok(None);
    };
    let fields = super::faces::fields(engine.kit(), card, engine.lang());
    let request = Request {
        template,
        size: component.size,
        component: &component.id,
        card: &card.name,
        fields: &fields,
        from: (&card.from.0, card.from.1),
        copy: 1,
        page,
        carton: None,
    };
    engine.render(&request).map(Some)
}

/// Puts frame, text and figures of a page together.
fn compose(frame: Option<Face>, size: Size, page: FlowPage, drawn: &DrawnFigures) -> Face {
    let (w, h) = (size.w.0, size.h.0);
    let Face {
        mut svg,
        mut texts,
        flaws,
    } = frame.unwrap_or_else(|| Face {
        svg: format!(
            r#"<svg xmlns="http://www.w3.org/2000/svg" width="{w}mm" height="{h}mm" viewBox="0 0 {w} {h}"></svg>"#
        ),
        ..Face::default()
    });
    if let Some(end) = svg.rfind("</svg>") {
        svg.truncate(end);
    }
    svg.push_str(&renumber(&page.art, texts.len()));
    texts.extend(page.texts);
    for (k, placed) in page.figures.iter().enumerate() {
        if let Some(Ok((face, natural))) = drawn.get(&placed.name) {
            svg.push_str(&nested(face, *natural, placed, k, texts.len()));
            texts.extend(face.texts.iter().cloned());
        }
    }
    svg.push_str("</svg>");
    Face { svg, texts, flaws }
}

/// A figure's inside, moved to its place; its ids are made its own.
fn nested(face: &Face, natural: Size, placed: &PlacedFigure, k: usize, first: usize) -> String {
    let open = face.svg.find("<svg").unwrap_or(0);
    let start = face.svg[open..]
        .find('>')
        .map_or(face.svg.len(), |i| open + i + 1);
    let end = face
        .svg
        .rfind("</svg>")
        .unwrap_or(face.svg.len())
        .max(start);
    let inner = own_ids(&renumber(&face.svg[start..end], first), k);
    let unit = units_per_mm(&face.svg, natural);
    let scale = placed.w.0 / natural.w.0 / unit;
    format!(
        r#"<g transform="translate({} {}) scale({scale})">{inner}</g>"#,
        placed.x.0, placed.y.0
    )
}

/// Gives the text boxes numbers from `first` on.
fn renumber(svg: &str, first: usize) -> String {
    if first == 0 {
        return svg.to_owned();
    }
    let mark = format!("id=\"{TEXT_PREFIX}");
    let mut out = String::with_capacity(svg.len() + 64);
    let mut rest = svg;
    while let Some(at) = rest.find(&mark) {
        out.push_str(&rest[..at + mark.len()]);
        rest = &rest[at + mark.len()..];
        let digits = rest
            .find(|c: char| !c.is_ascii_digit())
            .unwrap_or(rest.len());
        let number: usize = rest[..digits].parse().unwrap_or(0);
        out.push_str(&(number + first).to_string());
        rest = &rest[digits..];
    }
    out.push_str(rest);
    out
}

/// Prefixes every id but the text boxes', so that two figures cannot take each other's.
fn own_ids(svg: &str, k: usize) -> String {
    let mut ids: Vec<&str> = Vec::new();
    for part in svg.split(" id=\"").skip(1) {
        let id = part.split('"').next().unwrap_or_default();
        if !id.starts_with(TEXT_PREFIX) && !id.is_empty() && !ids.contains(&id) {
            ids.push(id);
        }
    }
    if ids.is_empty() {
        return svg.to_owned();
    }
    let mut out = String::with_capacity(svg.len() + 64);
    let mut done = 0;
    let bytes = svg.as_bytes();
    let own = memmem::find_iter(bytes, " id=\"").map(|at| (at + 4, '"'));
    let named = memchr::memchr_iter(b'#', bytes).filter_map(|at| {
        let before = &bytes[..at];
        let end = match () {
            () if before.ends_with(b"url(") => ')',
            () if before.ends_with(b"href=\"") => '"',
            () => return None,
        };
        Some((at, end))
    });
    let mut places: Vec<(usize, char)> = own.chain(named).collect();
    places.sort_unstable();
    for (at, end) in places {
        let id = svg[at + 1..].split(end).next().unwrap_or_default();
        if ids.contains(&id) {
            out.push_str(&svg[done..=at]);
            out.push_str(&format!("f{k}-"));
            done = at + 1;
        }
    }
    out.push_str(&svg[done..]);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_boxes_are_renumbered_and_ids_made_own() {
        let svg = r##"<rect id="kp-text-0"/><rect id="kp-text-11"/><g id="a"/><use href="#a"/><path fill="url(#a)"/>"##;
        assert_eq!(
            own_ids(&renumber(svg, 5), 2),
            r##"<rect id="kp-text-5"/><rect id="kp-text-16"/><g id="f2-a"/><use href="#f2-a"/><path fill="url(#f2-a)"/>"##
        );
    }
}
