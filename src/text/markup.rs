//! The little markup of text boxes: `**bold**`, `*italic*`, `:icon:`, `\` escapes, hanging items; and what tables
//! from elsewhere write for the same, `<b>`, `<i>` and `<br>`.

use std::borrow::Cow;
use std::sync::Arc;

use super::{Icons, Rgb, TextError};
use crate::scene::Art;

/// A character with its style.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Char {
    /// The character; U+FFFC where a picture stands.
    pub ch: char,
    pub bold: bool,
    pub italic: bool,
    /// The picture, as an index into [`Marked::icons`].
    pub icon: Option<u16>,
}

/// A paragraph without its markup.
#[derive(Clone, Debug, Default)]
pub(crate) struct Marked {
    /// The label of a hanging item (`•` or `3.`), with the space after it.
    pub label: String,
    pub chars: Vec<Char>,
    pub icons: Vec<Arc<Art>>,
}

/// The character that stands for a picture while lines are broken.
pub(crate) const ICON: char = '\u{FFFC}';

/// A text without the marks of `textbox`: stars and tags of bold and italic, and the strokes that hide them.
pub fn unmarked(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut tags = Tags::default();
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let mut length = c.len_utf8();
        match c {
            '\\' => {
                let hidden = rest[length..].chars().next();
                out.extend(hidden);
                length += hidden.map_or(0, char::len_utf8);
            }
            '*' => {}
            '<' => match tags.take(rest) {
                Some(tag) => length = tag,
                None => out.push(c),
            },
            c => out.push(c),
        }
        rest = &rest[length..];
    }
    out
}

/// How many tags of each kind are open. They may span paragraphs; stars may not.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Tags {
    bold: u32,
    italic: u32,
}

/// The tags that are understood: the name, and whether it is the bold one.
const TAGS: [(&str, bool); 4] = [("b", true), ("strong", true), ("i", false), ("em", false)];

impl Tags {
    /// Opens or closes what the tag at the start of `tail` says; how long the tag is.
    fn take(&mut self, tail: &str) -> Option<usize> {
        let inner = tail.strip_prefix('<')?;
        let inner = &inner[..inner.find('>').filter(|end| *end <= 8)?];
        let (name, closes) = match inner.strip_prefix('/') {
            Some(name) => (name, true),
            None => (inner, false),
        };
        let (_, bold) = TAGS.iter().find(|(t, _)| name.eq_ignore_ascii_case(t))?;
        let depth = match bold {
            true => &mut self.bold,
            false => &mut self.italic,
        };
        *depth = match closes {
            true => depth.saturating_sub(1),
            false => *depth + 1,
        };
        Some(inner.len() + 2)
    }
}

/// The text with one kind of line break, also for every `<br>`.
pub(crate) fn with_breaks(source: &str) -> Cow<'_, str> {
    let odd = ['\r', '\u{B}', '\u{C}', '\u{85}', '\u{2028}', '\u{2029}'];
    match source.contains(odd) {
        true => Cow::Owned(
            broken_at_tags(&source.replace("\r\n", "\n").replace(odd, "\n")).into_owned(),
        ),
        false => broken_at_tags(source),
    }
}

fn broken_at_tags(source: &str) -> Cow<'_, str> {
    let is_break = |tag: &str| {
        let name = tag.trim_end_matches('/').trim_end();
        name.eq_ignore_ascii_case("br")
    };
    let mut out = String::new();
    let mut rest = source;
    while let Some(open) = rest.find('<') {
        let tail = &rest[open + 1..];
        let end = tail.find('>').filter(|end| is_break(&tail[..*end]));
        let Some(end) = end.filter(|_| !rest[..open].ends_with('\\')) else {
            out.push_str(&rest[..=open]);
            rest = tail;
            continue;
        };
        out.push_str(&rest[..open]);
        out.push('\n');
        rest = &tail[end + 1..];
        // Many tables write both.
        rest = rest.strip_prefix('\n').unwrap_or(rest);
    }
    if out.is_empty() {
        return Cow::Borrowed(source);
    }
    out.push_str(rest);
    Cow::Owned(out)
}

/// Reads one paragraph (a line of the source) and its label, if it is a hanging item.
pub(crate) fn parse(
    source: &str,
    tags: &mut Tags,
    icons: &dyn Icons,
    color: Rgb,
) -> Result<Marked, TextError> {
    let (label, rest) = split_label(source.trim_matches([' ', '\t', '\r']));
    Ok(Marked {
        label,
        ..parse_styled(rest, Some(tags), icons, color)?
    })
}

/// Reads text without looking for a label or tags.
pub(crate) fn parse_inline(rest: &str, icons: &dyn Icons, color: Rgb) -> Result<Marked, TextError> {
    parse_styled(rest, None, icons, color)
}

fn parse_styled(
    rest: &str,
    mut tags: Option<&mut Tags>,
    icons: &dyn Icons,
    color: Rgb,
) -> Result<Marked, TextError> {
    let mut out = Marked::default();
    let (mut starred_bold, mut starred_italic) = (false, false);
    let mut at = 0;
    while let Some(ch) = rest[at..].chars().next() {
        let tail = &rest[at..];
        let before = rest[..at].chars().next_back();
        let open = tags.as_deref().copied().unwrap_or_default();
        let bold = starred_bold || open.bold > 0;
        let italic = starred_italic || open.italic > 0;
        if ch == '\\' && tail[1..].starts_with(|c: char| c.is_ascii_punctuation()) {
            push(&mut out, tail[1..].chars().next(), bold, italic);
            at += 2;
        } else if let Some(after) = tail
            .strip_prefix("**")
            .filter(|t| toggles(starred_bold, before, t, "**"))
        {
            starred_bold = !starred_bold;
            at = rest.len() - after.len();
        } else if let Some(after) = tail
            .strip_prefix('*')
            .filter(|t| toggles(starred_italic, before, t, "*"))
        {
            starred_italic = !starred_italic;
            at = rest.len() - after.len();
        } else if let Some(len) = tags.as_deref_mut().and_then(|t| t.take(tail)) {
            at += len;
        } else if let Some((name, art)) = icon_at(tail, before, icons, color)? {
            push_icon(&mut out, art, bold, italic);
            at += name.len() + 2;
        } else {
            push(&mut out, Some(ch), bold, italic);
            at += ch.len_utf8();
        }
    }
    Ok(out)
}

fn push_icon(out: &mut Marked, art: Arc<Art>, bold: bool, italic: bool) {
    let icon = u16::try_from(out.icons.len()).ok();
    out.icons.push(art);
    out.chars.push(Char {
        ch: ICON,
        bold,
        italic,
        icon,
    });
}

/// A paragraph of plain characters.
pub(crate) fn plain(source: &str) -> Marked {
    let mut out = Marked::default();
    source
        .chars()
        .for_each(|c| push(&mut out, Some(c), false, false));
    out
}

fn push(out: &mut Marked, ch: Option<char>, bold: bool, italic: bool) {
    let ch = match ch {
        Some('\t') => ' ',
        Some(c) if !c.is_control() && c != ICON && c != '\u{FEFF}' => c,
        _ => return,
    };
    out.chars.push(Char {
        ch,
        bold,
        italic,
        icon: None,
    });
}

/// Whether stars switch a style here: a closer follows a letter, an opener precedes one and has a closer.
fn toggles(open: bool, before: Option<char>, after: &str, stars: &str) -> bool {
    if open {
        return before.is_some_and(|c| !c.is_whitespace());
    }
    if !after.starts_with(|c: char| !c.is_whitespace()) {
        return false;
    }
    // 2*3*4 is a product.
    let digit = |c: char| c.is_ascii_digit();
    if before.is_some_and(digit) && after.starts_with(digit) {
        return false;
    }
    // The first closing run of the same length that does not stand after a space or a backslash.
    let mut from = 0;
    while let Some(i) = after[from..].find(stars) {
        let i = from + i;
        let prev = after[..i].chars().next_back();
        if i > 0 && prev.is_some_and(|c| !c.is_whitespace() && c != '\\') {
            return true;
        }
        from = i + stars.len();
    }
    false
}

/// The icon that starts here. A name that looks like an icon's but is none is an error, unless a letter or digit
/// stands before the colon (`a:b:c` is text).
fn icon_at<'t>(
    tail: &'t str,
    before: Option<char>,
    icons: &dyn Icons,
    color: Rgb,
) -> Result<Option<(&'t str, Arc<Art>)>, TextError> {
    let Some(rest) = tail.strip_prefix(':') else {
        return Ok(None);
    };
    let name_char = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
    let name = &rest[..rest.find(|c| !name_char(c)).unwrap_or(rest.len())];
    if name.is_empty() || !rest[name.len()..].starts_with(':') {
        return Ok(None);
    }
    if let Some(art) = icons.icon(name, color) {
        return Ok(Some((name, art)));
    }
    let looks = name.starts_with(|c: char| c.is_ascii_lowercase())
        && !name.contains(|c: char| c.is_ascii_uppercase());
    if looks && !before.is_some_and(|c| c.is_ascii_alphanumeric()) {
        return Err(TextError::UnknownIcon { name: name.into() });
    }
    Ok(None)
}

/// The icons that a text names and that there are not, each once.
pub fn unknown_icons(source: &str, icons: &dyn Icons) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    for line in with_breaks(source).lines() {
        let mut line = line.to_owned();
        while let Err(TextError::UnknownIcon { name }) = parse_inline(&line, icons, Rgb::default())
        {
            let shorter = line.replace(&format!(":{name}:"), " ");
            if shorter == line {
                break;
            }
            line = shorter;
            if !out.contains(&name) {
                out.push(name);
            }
        }
    }
    out
}

/// Splits the label off a paragraph that starts with `- ` or `3. `.
fn split_label(source: &str) -> (String, &str) {
    if let Some(rest) = source.strip_prefix("- ").or(source.strip_prefix("• ")) {
        return ("• ".into(), rest.trim_start());
    }
    let digits = source.bytes().take_while(u8::is_ascii_digit).count();
    match source[digits..].strip_prefix(". ") {
        Some(rest) if (1..=3).contains(&digits) => {
            (format!("{}. ", &source[..digits]), rest.trim_start())
        }
        _ => (String::new(), source),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct None_;
    impl Icons for None_ {
        fn icon(&self, _: &str, _: Rgb) -> Option<Arc<Art>> {
            None
        }
    }

    fn read(source: &str) -> Result<String, TextError> {
        let marked = parse(source, &mut Tags::default(), &None_, Rgb::default())?;
        let mut s = marked.label;
        for c in marked.chars {
            s.extend(
                [('<', c.bold), ('/', c.italic)]
                    .iter()
                    .filter(|m| m.1)
                    .map(|m| m.0),
            );
            s.push(c.ch);
        }
        Ok(s)
    }

    #[test]
    fn styles_and_escapes() {
        for (source, expected) in [
            ("a **b** c", "a <b c"),
            ("*a*b", "/ab"),
            ("***a***", "</a"),
            ("2 * 3 * 4", "2 * 3 * 4"),
            ("*2 x", "*2 x"),
            ("2*3*4", "2*3*4"),
            (r"\*a\* \:b:", "*a* :b:"),
            ("- a", "• a"),
            ("12. a", "12. a"),
            ("12:30:45", "12:30:45"),
            ("a: b :c", "a: b :c"),
            ("a:b:c", "a:b:c"),
            ("a\u{7}b\tc", "ab c"),
            ("<b>a</b> b", "<a b"),
            ("<B> a</B>b", "< <ab"),
            ("<strong><em>a</em></strong>b", "</ab"),
            ("a</b> <i>*b*</i>", "a /b"),
            (r"\<b>a", "<b>a"),
            ("1 < 2 <u>a", "1 < 2 <u>a"),
            ("<b><b>a</b>b</b>c", "<a<bc"),
        ] {
            assert_eq!(read(source).as_deref(), Ok(expected), "{source}");
        }
    }

    #[test]
    fn tags_may_span_paragraphs_and_break_lines() {
        let text = with_breaks("a<br>b<BR/>\nc<br />d\\<br>e<b>f");
        assert_eq!(text, "a\nb\nc\nd\\<br>e<b>f");
        assert_eq!(with_breaks("a<b>"), "a<b>");
        assert_eq!(with_breaks("a\r\nb\rc\u{2028}d<br>\r\ne"), "a\nb\nc\nd\ne");
        let mut tags = Tags::default();
        let mut bold = Vec::new();
        for line in ["<b>a", "b</b>c"] {
            let marked = parse(line, &mut tags, &None_, Rgb::default()).expect("text");
            bold.extend(marked.chars.iter().map(|c| c.bold));
        }
        assert_eq!(bold, [true, true, false]);
    }

    #[test]
    fn unknown_icons_are_named() {
        assert_eq!(
            read("gain :fsh:!"),
            Err(TextError::UnknownIcon { name: "fsh".into() })
        );
    }
}
