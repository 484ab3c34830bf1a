//! What is said of a face that cannot be drawn, and how it is drawn all the same where that is asked for.

use std::collections::BTreeMap;

use serde_json::{Map, Value as Json};

use super::tera_error::TeraError;
use super::textbox::BoxCall;
use super::{Engine, Request, functions};
use crate::diag::{Problem, ProblemKind, Problems, list, nearest};
use crate::kit::Kit;
use crate::say;
use crate::say::{Say, heard};
use crate::text::{TextBlock, TextError, is_right_to_left, unknown_icons, unknown_tags};
use crate::units::{Mm, Pt};

/// The smallest type that a text is set in that does not fit, in points.
const LEAST: f32 = 1.0;
/// How many things may be wrong with a text that is set all the same.
const ROUNDS: usize = 40;

/// Why a text box could not be set.
#[derive(Clone)]
pub(super) enum LayError {
    /// An argument makes no sense.
    Argument(&'static str, String),
    /// The text cannot be set.
    Text(TextError),
}

impl LayError {
    /// Whether other words would do, in the same template.
    fn is_of_the_text(&self) -> bool {
        matches!(
            self,
            LayError::Text(
                TextError::MissingGlyph { .. }
                    | TextError::RightToLeft { .. }
                    | TextError::UnknownIcon { .. }
                    | TextError::UnknownTag { .. }
                    | TextError::Overflow { .. }
            )
        )
    }
}

impl Engine<'_> {
    /// Sets a text that cannot be set as asked: as small as it takes, with `□` for what no font has.
    pub(super) fn lay_somehow(
        &self,
        call: &BoxCall,
        text: &str,
        units_per_mm: f64,
        error: &LayError,
    ) -> Option<TextBlock> {
        let (mut text, mut call) = (text.to_owned(), call.clone());
        let mut error = error.clone();
        // Every round takes one obstacle away.
        for _ in 0..ROUNDS {
            let LayError::Text(obstacle) = error else {
                return None;
            };
            match obstacle {
                TextError::Overflow { .. } if call.min_size.unwrap_or(call.size) > LEAST => {
                    call.min_size = Some(LEAST);
                }
                // Longer than any box: its beginning has to do.
                TextError::Overflow { .. } => {
                    let half = text.chars().count() / 2;
                    text = text.chars().take(half).chain(['…']).collect();
                }
                TextError::MissingGlyph { ch } | TextError::RightToLeft { ch } => {
                    let lacks = self.studio.fonts().lacks(&text);
                    let unset = |c: char| c == ch || lacks.contains(&c) || is_right_to_left(c);
                    text = text.replace(unset, "□");
                }
                TextError::UnknownIcon { name } => {
                    text = text.replace(&format!(":{name}:"), &format!("\\:{name}\\:"));
                }
                TextError::UnknownTag { tag } => text = text.replace(&tag, &format!("\\{tag}")),
                TextError::UnknownFont { .. } | TextError::BadSize { .. } => return None,
            }
            match self.lay(&call, &text, units_per_mm) {
                Ok(block) => return Some(block),
                Err(e) => error = e,
            }
        }
        None
    }

    /// Says what is wrong with a text, and where the text comes from; `text` is what the call's became.
    pub(super) fn text_problems(
        &self,
        request: &Request<'_>,
        call: &BoxCall,
        text: &str,
        error: LayError,
    ) -> Problems {
        let mut errors = vec![error];
        // A text that lacks an icon may lack characters, too: both are told at once.
        if let Some(LayError::Text(TextError::UnknownIcon { .. })) = errors.first() {
            let lacks = self.studio.fonts().lacks(text).into_iter().next();
            errors.extend(lacks.map(|ch| LayError::Text(TextError::MissingGlyph { ch })));
        }
        let each = errors.into_iter();
        Problems(
            each.map(|e| self.text_problem(request, call, text, e))
                .collect(),
        )
    }

    fn text_problem(
        &self,
        request: &Request<'_>,
        call: &BoxCall,
        text: &str,
        error: LayError,
    ) -> Problem {
        if let LayError::Text(TextError::UnknownIcon { name }) = &error
            && let Some(why) = self.studio.icon_trouble(name)
        {
            return Problem::new(say!("the icon `{}` cannot be used: {}", name, why))
                .of(request.component, request.card)
                .at(self.kit.source.show(&format!("icons/{name}.svg")), 0);
        }
        // A slip in the template is not the table's fault.
        let field = match error.is_of_the_text() {
            true => field_of(request, &call.text),
            false => None,
        };
        let (what, hint, kind) = self.describe(call, text, error);
        let problem = Problem::new(what).of(request.component, request.card);
        let mut problem = match field {
            Some(name) => {
                let (column, lang) = self.column(request, name);
                let problem = problem
                    .at(self.kit.source.show(request.from.0), request.from.1)
                    .field(column);
                match lang {
                    Some(lang) => problem.lang(lang),
                    None => problem,
                }
            }
            None => problem
                .from_row(request.from.0, request.from.1)
                .at(self.kit.source.show(request.template), 0),
        };
        problem.hint = hint;
        problem.kind = kind.map(Box::new);
        problem
    }

    /// The column that a field's text stands in, `title.ja` where there is one; and the language of one that has no
    /// language in its name but has translations beside it.
    fn column(&self, request: &Request<'_>, name: &str) -> (String, Option<String>) {
        let component = self.kit.component(request.component).ok();
        let card = component.and_then(|c| c.cards.iter().find(|card| card.name == request.card));
        let written = |lang: &String| {
            let column = format!("{name}.{lang}");
            card.is_some_and(|card| card.fields.contains_key(&column))
        };
        if written(&self.lang) {
            return (format!("{name}.{}", self.lang), None);
        }
        let lang = match self.kit.languages.iter().any(written) {
            true => self.kit.languages.iter().find(|l| !written(l)),
            false => None,
        };
        (name.to_owned(), lang.cloned())
    }

    fn describe(
        &self,
        call: &BoxCall,
        text: &str,
        error: LayError,
    ) -> (Say, Option<Say>, Option<ProblemKind>) {
        let words = excerpt(&call.text);
        match error {
            LayError::Argument(key, value) => (
                say!("textbox: `{}` cannot be `{}`", key, value),
                Some(say!("see the kit author's guide")),
                None,
            ),
            LayError::Text(TextError::UnknownFont { family, known }) => {
                let known = known.join("`, `");
                let hint = say!(
                    "fonts: `{}`; or put the font file into the kit's `fonts` folder",
                    known
                );
                (say!("there is no font `{}`", family), Some(hint), None)
            }
            LayError::Text(TextError::BadSize { size }) => {
                let what = say!("textbox: `{}` cannot be `{}`", "size", size.0);
                (what, None, None)
            }
            LayError::Text(TextError::MissingGlyph { ch }) => {
                let mut lacks = self.studio.fonts().lacks(text);
                if !lacks.contains(&ch) {
                    lacks.insert(0, ch);
                }
                let code = format!("U+{:04X}", u32::from(ch));
                let what = say!(
                    "no font has the character `{}` ({}) of “{}”",
                    ch,
                    code,
                    words
                );
                (what, Some(font_hint(ch)), Some(ProblemKind::Glyphs(lacks)))
            }
            LayError::Text(TextError::RightToLeft { ch }) => (
                say!(
                    "“{}” has `{}`, which is written from right to left and cannot be set",
                    words,
                    ch
                ),
                Some(say!("put the words into the template as a picture")),
                None,
            ),
            LayError::Text(TextError::UnknownIcon { name }) => {
                let icons = self.studio.icon_names();
                let near = crate::diag::nearest(&name, icons.iter().map(String::as_str));
                let hint = match near {
                    Some(near) => say!("did you mean `{}`?", near),
                    None => say!("add `icons/{}.svg`, or write `\\:` for a plain colon", name),
                };
                let what = say!("there is no icon `{}` for “{}”", name, words);
                let all = unknown_icons(text, self.studio);
                (what, Some(hint), Some(ProblemKind::Icons(all)))
            }
            LayError::Text(TextError::UnknownTag { tag }) => {
                let all = unknown_tags(text);
                let told = list(all.iter().map(String::as_str));
                let what = match all.len() {
                    0 | 1 => say!(
                        "“{}” has the tag `{}`, which text boxes do not know",
                        words,
                        tag
                    ),
                    _ => say!(
                        "“{}” has the tags {}, which text boxes do not know",
                        words,
                        told
                    ),
                };
                let hint = say!(
                    "they know {}; write `{}` for the plain letters, or say in `[replace]` what is meant",
                    "`<b>`, `<strong>`, `<i>`, `<em>`, `<br>`, `**bold**`, `*italic*`",
                    format!("\\{tag}")
                );
                (what, Some(hint), None)
            }
            LayError::Text(TextError::Overflow {
                fits,
                wide,
                high,
                lines,
                ..
            }) => overflow(call, words, fits, (wide, high, lines)),
        }
    }

    pub(super) fn render_problem(&self, request: &Request<'_>, error: &tera::Error) -> Problem {
        let slip = TeraError::of(error, &self.strict);
        let (file, line) = slip
            .place
            .clone()
            .unwrap_or_else(|| (request.template.to_owned(), 0));
        let place = self.kit.source.show(&file);
        let (what, hint) = match slip.missing {
            Some(path) => self.missing(request, &dotted(&path, request.fields)),
            // What is wrong with a text box is said in full.
            None if slip.message.starts_with("textbox") => (heard(&slip.message), None),
            None => {
                let refused = self.answers.refusal(&slip.message);
                let what = refused.unwrap_or_else(|| heard(&slip.message));
                (what, self.read_there(request, &file, line))
            }
        };
        let mut problem = Problem::new(what)
            .of(request.component, request.card)
            .from_row(request.from.0, request.from.1)
            .at(place, line);
        problem.hint = hint;
        problem
    }

    /// The one field that a line of a template reads, and what it is: most often that is what is wrong.
    fn read_there(&self, request: &Request<'_>, file: &str, line: usize) -> Option<Say> {
        let source = self.sources.get(file)?;
        let text = source.lines().nth(line.checked_sub(1)?)?;
        let mut names = text.split("row.").skip(1).map(|rest| {
            let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_');
            &rest[..end.unwrap_or(rest.len())]
        });
        let name = names.next().filter(|n| !n.is_empty())?;
        if names.any(|other| other != name) {
            return None;
        }
        Some(match request.fields.get(name) {
            Some(Json::String(text)) if text.is_empty() => {
                say!("the field `{}` is empty there", name)
            }
            Some(Json::String(text)) => say!("the field `{}` is `{}` there", name, excerpt(text)),
            Some(value) => say!("the field `{}` is `{}` there", name, value),
            None => say!("the row has no field `{}`", name),
        })
    }

    /// What to say of a name that a template uses and that does not exist.
    fn missing(&self, request: &Request<'_>, path: &str) -> (Say, Option<Say>) {
        let (root, rest) = path.split_once('.').unwrap_or((path, ""));
        let near = |name: &str, known: &[&str]| {
            crate::diag::nearest(name, known.iter().copied()).map(|n| say!("did you mean `{}`?", n))
        };
        match root {
            "row" if !rest.is_empty() => {
                let known: Vec<&str> = request.fields.keys().map(String::as_str).collect();
                let all = || {
                    say!(
                        "the row has the fields {}",
                        crate::diag::list(known.clone())
                    )
                };
                let hint = near(rest, &known).or_else(|| (!known.is_empty()).then(all));
                (say!("the row has no field `{}`", rest), hint)
            }
            "t" if !rest.is_empty() => {
                let keys = self
                    .kit
                    .strings
                    .get(&self.lang)
                    .map(text_keys)
                    .unwrap_or_default();
                let known: Vec<&str> = keys.iter().map(String::as_str).collect();
                let file = format!("lang/{}.toml", self.lang);
                let hint = near(rest, &known).or_else(|| Some(say!("add it to `{}`", file)));
                (say!("there is no text `{}`", rest), hint)
            }
            "palette" if !rest.is_empty() => {
                let name = rest.split('.').next().unwrap_or_default();
                let known: Vec<&str> = self.kit.palette.iter().map(|s| s.name.as_str()).collect();
                let all = || say!("colours: {}", crate::diag::list(known.clone()));
                (
                    say!("the palette has no `{}`", rest),
                    near(name, &known).or_else(|| (!known.is_empty()).then(all)),
                )
            }
            "box" => {
                let all = || say!("a box has {}", crate::diag::list(BOX.iter().copied()));
                let hint = match &request.carton {
                    Some(_) => near(rest, BOX).unwrap_or_else(all),
                    None => say!("only the templates of a `box` have it"),
                };
                (say!("there is no `{}`", path), Some(hint))
            }
            // Every template sees it, and a component only what it is handed.
            _ if rest.is_empty() && CONTEXT.contains(&root) => {
                let handed = format!("`@{root}`");
                let hint = say!(
                    "a component sees only what it is handed: write {} among its arguments",
                    handed
                );
                (say!("there is no `{}`", path), Some(hint))
            }
            _ if rest.is_empty() => (say!("there is no `{}`", path), near(root, CONTEXT)),
            "kit" | "card" | "size" | "settings" => {
                let settings = self.kit.settings.keys().map(String::as_str);
                let known: Vec<&str> = match root {
                    "kit" => vec!["id", "title"],
                    "card" => vec!["name", "copy"],
                    "size" => vec!["w", "h"],
                    _ => settings.collect(),
                };
                let all = || say!("there are {}", list(known.iter().copied()));
                let hint = near(rest, &known).or_else(|| (!known.is_empty()).then(all));
                (say!("there is no `{}`", path), hint)
            }
            // A member of something that the template made: most often a row of a deck.
            _ => {
                let known: Vec<&str> = self.fields.iter().map(String::as_str).collect();
                let hint = near(root, CONTEXT).or_else(|| near(rest, &known));
                (say!("there is no `{}`", path), hint)
            }
        }
    }
}

/// What is said of templates that cannot be compiled.
pub(super) fn bad_template(
    kit: &Kit,
    slips: Vec<TeraError>,
    sources: &BTreeMap<String, String>,
) -> Problems {
    let known: [(&str, &[&str]); 3] = [
        ("filter", functions::FILTERS),
        ("function", functions::FUNCTIONS),
        ("test", functions::TESTS),
    ];
    let mut problems = Problems::default();
    for slip in slips {
        let problem = Problem::new(say!(
            "the template cannot be used: {}",
            heard(&slip.message)
        ));
        let (file, line) = slip.place.unwrap_or_default();
        let mut problem = problem.at(kit.source.show(&file), line);
        let unknown = slip.message.strip_prefix("Unknown ");
        let (kind, name) = unknown.and_then(|u| u.split_once(' ')).unwrap_or_default();
        let name = name.trim_matches('`');
        if let Some((_, names)) = known.iter().find(|(k, _)| *k == kind) {
            problem = problem.hint(match nearest(name, names.iter().copied()) {
                Some(near) => say!("did you mean `{}`?", near),
                None => say!("there are {}", list(names.iter().copied())),
            });
        } else if kind == "template" {
            problem = problem.did_you_mean(name, sources.keys().map(String::as_str));
        }
        problems.push(problem);
    }
    problems
}

/// A path as it is known by its members: `row["Rules Text"]` is `row.Rules Text`, and `palette[row.color]` is
/// `palette.red` on a red card.
fn dotted(path: &str, fields: &Map<String, Json>) -> String {
    let mut out = String::new();
    let mut rest = path;
    while let Some((before, after)) = rest.split_once('[') {
        let Some((inner, behind)) = after.split_once(']') else {
            break;
        };
        let inner = inner.trim();
        let quoted = inner.trim_matches(['"', '\'', '`']);
        let field = inner.strip_prefix("row.").and_then(|f| fields.get(f));
        out.push_str(before);
        match field {
            Some(Json::String(text)) => out.push_str(&format!(".{text}")),
            Some(value) => out.push_str(&format!(".{value}")),
            None if quoted.len() < inner.len() => out.push_str(&format!(".{quoted}")),
            None => out.push_str(&format!("[{inner}]")),
        }
        rest = behind;
    }
    out.push_str(rest);
    out.replace('?', "")
}

/// What is said of a text that does not fit.
fn overflow(
    call: &BoxCall,
    words: String,
    fits: Option<Pt>,
    (wide, high, lines): (Mm, Mm, usize),
) -> (Say, Option<Say>, Option<ProblemKind>) {
    let at = f64::from(call.min_size.unwrap_or(call.size));
    let fits = fits.map(|pt| round(pt.0));
    let over = match (wide.0 > 0.0, lines) {
        (true, _) => say!("a word is {} too wide", wide),
        (false, 0) => say!("{} too high", high),
        (false, n) => say!("{} {line|lines} too many, {} too high", n, high),
    };
    let what = say!("“{}” does not fit its box at {} pt: {}", words, at, over);
    let hint = match fits {
        Some(pt) if wide.0 > 0.0 => say!(
            "shorten the word, put soft hyphens (U+00AD) where it may be parted, enlarge the box, or allow `min_size={}`",
            pt
        ),
        Some(pt) => say!(
            "shorten the text, enlarge the box, or allow `min_size={}`",
            pt
        ),
        None => say!("shorten the text or enlarge the box"),
    };
    let kind = ProblemKind::Overflow {
        words,
        at,
        over,
        fits,
    };
    (what, Some(hint), Some(kind))
}

/// The field that a text comes from: the one that is the text, else the longest that is a good part of it.
fn field_of<'r>(request: &Request<'r>, text: &str) -> Option<&'r str> {
    let letters = |text: &str| -> String {
        let kept = text.chars().filter(|c| c.is_alphanumeric());
        kept.flat_map(char::to_lowercase).collect()
    };
    let fields = || {
        let fields = request.fields.iter();
        fields.filter_map(|(name, v)| Some((name.as_str(), v.as_str()?)))
    };
    if let Some((name, _)) = fields().find(|(_, v)| *v == text) {
        return Some(name);
    }
    let whole = letters(text);
    let parts = fields().map(|(name, v)| (name, letters(v)));
    let good = |v: &str| !v.is_empty() && v.len() * 3 >= whole.len() && whole.contains(v);
    let inside = parts.filter(|(_, v)| good(v));
    let longest = inside.max_by_key(|(_, v)| v.len());
    longest.map(|(name, _)| name)
}

/// What to do about a character that no font has.
fn font_hint(ch: char) -> Say {
    let known = match ch {
        '\u{1100}'..='\u{11FF}' | '\u{3130}'..='\u{318F}' | '\u{AC00}'..='\u{D7FF}' => {
            Some("Noto Sans KR")
        }
        '\u{2E80}'..='\u{9FFF}' | '\u{F900}'..='\u{FAFF}' | '\u{20000}'..='\u{3FFFF}' => {
            Some("Noto Sans SC, TC or JP")
        }
        '\u{00A0}'..='\u{058F}' | '\u{1E00}'..='\u{20FF}' => Some("Noto Sans"),
        '\u{0900}'..='\u{097F}' => Some("Noto Sans Devanagari"),
        '\u{0E00}'..='\u{0E7F}' => Some("Noto Sans Thai"),
        '\u{2190}'..='\u{2BFF}' => Some("Noto Sans Symbols 2"),
        '\u{1F000}'..='\u{1FAFF}' => Some("Noto Emoji"),
        _ => None,
    };
    match known {
        Some(font) => say!(
            "use another character, or put a font that has it into the kit's `fonts` folder, such as {}",
            font
        ),
        None => {
            say!("use another character, or put a font that has it into the kit's `fonts` folder")
        }
    }
}

/// What every template can see.
const CONTEXT: &[&str] = &[
    "box", "card", "ink", "kit", "lang", "page", "pages", "palette", "row", "settings", "size", "t",
];

/// What the templates of a tuck box can see of it.
const BOX: &[&str] = &["width", "height", "depth", "cards", "panel"];

/// The dotted names of all texts of a language.
fn text_keys(strings: &Json) -> Vec<String> {
    fn walk(value: &Json, prefix: &str, out: &mut Vec<String>) {
        for (key, value) in value.as_object().into_iter().flatten() {
            let path = if prefix.is_empty() {
                key.clone()
            } else {
                format!("{prefix}.{key}")
            };
            match value {
                Json::Object(_) => walk(value, &path, out),
                _ => out.push(path),
            }
        }
    }
    let mut out = Vec::new();
    walk(strings, "", &mut out);
    out
}

fn round(pt: f64) -> f64 {
    (pt * 4.0).floor() / 4.0
}

/// The first words of a text, for messages.
fn excerpt(text: &str) -> String {
    let line = text.lines().next().unwrap_or_default();
    let short: String = line.chars().take(32).collect();
    if short.len() < text.len() {
        format!("{short}…")
    } else {
        short
    }
}
