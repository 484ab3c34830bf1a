//! Starters: small kits that print at once and explain themselves, to begin one's own from.
//!
//! They lie in `starters/`, each a sound kit in two languages. What is handed out is shaped to the wish: other id
//! and title, one language or both, and comments in the language of whoever reads them (`#en …` and `#ja …` in
//! TOML, `<!--en … -->` and `<!--ja … -->` in SVG).

use crate::diag::{Problem, list, nearest};
use crate::packed::STARTERS;
use crate::say;

/// The languages that starters are written in.
pub(crate) const LANGUAGES: [&str; 2] = ["en", "ja"];

/// What is wished for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StarterOptions {
    /// Which starter.
    pub from: String,
    /// The id of the new kit.
    pub id: String,
    /// Its title; the starter's own when not given.
    pub title: Option<String>,
    /// Its languages.
    pub languages: Vec<String>,
    /// The language of the comments.
    pub comments: String,
}

/// The names of all starters.
pub fn starters() -> Vec<&'static str> {
    STARTERS.folders()
}

/// The files of a new kit: names with `/` between folders, sorted, and what they hold.
pub fn files(options: &StarterOptions) -> Result<Vec<(String, Vec<u8>)>, Problem> {
    let Some(dir) = STARTERS.folder(&options.from) else {
        let problem = Problem::new(say!("there is no starter `{}`", options.from));
        return Err(match nearest(&options.from, starters()) {
            Some(near) => problem.hint(say!("did you mean `{}`?", near)),
            None => problem.hint(say!("starters: {}", list(starters()))),
        });
    };
    let wished = |(name, bytes)| Some((String::from(name), shaped(name, bytes, options)?));
    Ok(dir.files().filter_map(wished).collect())
}

/// A file as it is wished for; none for a language that is not wished for.
fn shaped(name: &str, bytes: &[u8], options: &StarterOptions) -> Option<Vec<u8>> {
    let unwished = |lang: &&str| !options.languages.iter().any(|l| l == lang);
    for lang in LANGUAGES.iter().filter(|l| unwished(l)) {
        let own = [format!("lang/{lang}.toml"), format!(".{lang}.md")];
        if own.iter().any(|end| name.ends_with(end.as_str())) {
            return None;
        }
    }
    let Ok(text) = std::str::from_utf8(bytes) else {
        return Some(bytes.to_vec());
    };
    Some(match name.rsplit_once('.').map(|(_, end)| end) {
        Some("toml") if name == "kit.toml" => manifest(text, options).into_bytes(),
        Some("toml") => toml_comments(text, &options.comments).into_bytes(),
        Some("svg") => svg_comments(text, &options.comments).into_bytes(),
        Some("csv") => table(text, options),
        Some("md") => rules(text, options).into_bytes(),
        _ => bytes.to_vec(),
    })
}

/// `kit.toml` with the id and title wished for, in the languages wished for.
fn manifest(text: &str, options: &StarterOptions) -> String {
    let commented = toml_comments(text, &options.comments);
    let lines = commented.lines().map(|l| one_language(l, options) + "\n");
    let text: String = lines.collect();
    named(&text, &options.id, options.title.as_deref())
}

/// `kit.toml` under another id, and another title if one is given: the first of each are the kit's own.
pub fn named(text: &str, id: &str, title: Option<&str>) -> String {
    let (mut id, mut title) = (Some(format!("\"{id}\"")), title.map(quoted));
    let mut out = String::with_capacity(text.len());
    for line in text.lines() {
        let new = match line.split_once(" = ") {
            Some((key @ "id", _)) => id.take().map(|id| format!("{key} = {id}")),
            Some((key @ "title", _)) => title.take().map(|title| format!("{key} = {title}")),
            _ => None,
        };
        out.push_str(new.as_deref().unwrap_or(line));
        out.push('\n');
    }
    out
}

/// A text with the title wished for in its first heading.
fn rules(text: &str, options: &StarterOptions) -> String {
    let heading = text.split_once('\n').filter(|(h, _)| h.starts_with("# "));
    match (&options.title, heading) {
        (Some(title), Some((_, rest))) => format!("# {}\n{rest}", unmarked(title)),
        _ => text.to_owned(),
    }
}

/// A text that Markdown shows as it is.
fn unmarked(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if "\\`*_[]<>&#:~|".contains(c) {
            out.push('\\');
        }
        out.push(c);
    }
    out
}

/// `{ en = "Cards", ja = "カード" }` becomes `"Cards"` where only English is wished for.
fn one_language(line: &str, options: &StarterOptions) -> String {
    let [only] = options.languages.as_slice() else {
        return line.to_owned();
    };
    let (Some(open), Some(close)) = (line.find("{ en = \""), line.rfind('}')) else {
        return line.to_owned();
    };
    let start = format!("{only} = \"");
    let inside = line.get(open..close).unwrap_or_default();
    let words = inside
        .split_once(&start)
        .and_then(|(_, rest)| rest.split('"').next());
    match words {
        Some(words) => format!("{}\"{words}\"{}", &line[..open], &line[close + 1..]),
        None => line.to_owned(),
    }
}

fn quoted(text: &str) -> String {
    ::toml::Value::String(text.to_owned()).to_string()
}

/// Leaves the comments of one language, without its mark.
fn toml_comments(text: &str, lang: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for line in text.lines() {
        let marked = LANGUAGES.iter().find_map(|l| {
            let rest = line.strip_prefix('#')?.strip_prefix(l)?;
            (rest.is_empty() || rest.starts_with(' ')).then_some((*l, rest))
        });
        match marked {
            Some((l, rest)) if l == lang => {
                out.push('#');
                out.push_str(rest);
            }
            Some(_) => continue,
            None => out.push_str(line),
        }
        out.push('\n');
    }
    out
}

/// The same for `<!--en … -->`; a line that holds nothing but a dropped comment goes with it.
fn svg_comments(text: &str, lang: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find("<!--") {
        let Some(length) = rest[at..].find("-->") else {
            break;
        };
        let (before, comment, after) = (
            &rest[..at],
            &rest[at + 4..at + length],
            &rest[at + length + 3..],
        );
        out.push_str(before);
        let marked = LANGUAGES.iter().find_map(|l| {
            Some((
                *l,
                comment
                    .strip_prefix(l)
                    .filter(|c| c.starts_with(char::is_whitespace))?,
            ))
        });
        rest = after;
        match marked {
            Some((l, words)) if l == lang => out.push_str(&format!("<!--{words}-->")),
            Some(_) => {
                let line = out.rfind('\n').map_or(0, |i| i + 1);
                if out[line..].trim().is_empty() && after.starts_with('\n') {
                    out.truncate(line);
                    rest = &after[1..];
                }
            }
            None => out.push_str(&format!("<!--{comment}-->")),
        }
    }
    out.push_str(rest);
    out
}

/// A table with the columns of the languages wished for. In a kit of one language, columns need no mark.
fn table(text: &str, options: &StarterOptions) -> Vec<u8> {
    let mut reader = csv::ReaderBuilder::new()
        .has_headers(false)
        .from_reader(text.as_bytes());
    let rows: Vec<csv::StringRecord> = reader.records().filter_map(Result::ok).collect();
    let Some(heads) = rows.first().cloned() else {
        return text.as_bytes().to_vec();
    };
    let wished = |lang: &str| options.languages.iter().any(|l| l == lang);
    let japanese = |base: &str| heads.iter().any(|h| h.strip_suffix(".ja") == Some(base));
    let keep: Vec<Option<String>> = heads
        .iter()
        .map(|head| match head.strip_suffix(".ja") {
            Some(_) if !wished("ja") => None,
            Some(base) if !wished("en") => Some(base.to_owned()),
            None if !wished("en") && japanese(head) => None,
            _ => Some(head.to_owned()),
        })
        .collect();
    let mut writer = csv::Writer::from_writer(Vec::new());
    for (n, row) in rows.iter().enumerate() {
        let cells = row.iter().zip(&keep).filter_map(|(cell, head)| {
            Some(if n == 0 {
                head.as_deref()?
            } else {
                head.as_ref().map(|_| cell)?
            })
        });
        if writer.write_record(cells).is_err() {
            return text.as_bytes().to_vec();
        }
    }
    writer
        .into_inner()
        .unwrap_or_else(|_| text.as_bytes().to_vec())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn options(languages: &[&str]) -> StarterOptions {
        StarterOptions {
            from: "cards".into(),
            id: "my-game".into(),
            title: None,
            languages: languages.iter().map(|l| (*l).to_owned()).collect(),
            comments: languages[0].to_owned(),
        }
    }

    #[test]
    fn comments_of_one_language_are_left() {
        let toml = "#en Hello.\n#ja やあ。\n# Both.\nid = \"#en\"\n";
        assert_eq!(
            toml_comments(toml, "en"),
            "# Hello.\n# Both.\nid = \"#en\"\n"
        );
        assert_eq!(
            toml_comments(toml, "ja"),
            "# やあ。\n# Both.\nid = \"#en\"\n"
        );
        let svg = "<svg>\n  <!--en Hello. -->\n  <!--ja やあ。 -->\n  <g/><!-- both -->\n</svg>\n";
        assert_eq!(
            svg_comments(svg, "en"),
            "<svg>\n  <!-- Hello. -->\n  <g/><!-- both -->\n</svg>\n"
        );
        assert_eq!(
            svg_comments(svg, "ja"),
            "<svg>\n  <!-- やあ。 -->\n  <g/><!-- both -->\n</svg>\n"
        );
    }

    #[test]
    fn tables_keep_the_columns_of_their_languages() {
        let csv = "name,title,title.ja,count\na,\"One, two\",いち,2\n";
        let made = |l: &[&str]| String::from_utf8(table(csv, &options(l))).expect("text");
        assert_eq!(made(&["en"]), "name,title,count\na,\"One, two\",2\n");
        assert_eq!(made(&["ja"]), "name,title,count\na,いち,2\n");
        assert_eq!(made(&["en", "ja"]), csv);
    }

    #[test]
    fn titles_are_written_in_one_language_or_both() {
        let line = "title = { en = \"Cards\", ja = \"カード\" }  # x";
        assert_eq!(
            one_language(line, &options(&["ja"])),
            "title = \"カード\"  # x"
        );
        assert_eq!(
            one_language(line, &options(&["en"])),
            "title = \"Cards\"  # x"
        );
        assert_eq!(one_language(line, &options(&["en", "ja"])), line);
    }
}
