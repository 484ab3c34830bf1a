//! The little markup of text boxes: `**bold**`, `*italic*`, `:icon:`, `{漢字|かんじ}`, `\` escapes, hanging items; and
//! what tables from elsewhere write for the same, `<b>`, `<i>` and `<br>`.

mod stars;

use std::borrow::Cow;
use std::sync::Arc;

use super::chars::is_cjk;
use super::{Icons, Rgb, TextError};
use crate::art::Art;
use stars::Stars;

pub(crate) use stars::tidy_stars;

/// A character with its style.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Char {
    /// The character; U+FFFC where a picture stands.
    pub ch: char,
    pub bold: bool,
    pub italic: bool,
    /// The picture, as an index into [`Marked::icons`].
    pub icon: Option<u16>,
    /// The reading above it, as an index into [`Marked::readings`]; characters that share one stay on one line.
    pub reading: Option<u16>,
}

/// A paragraph without its markup.
#[derive(Clone, Debug, Default)]
pub(crate) struct Marked {
    /// The label of a hanging item (`•` or `3.`), with the space after it.
    pub label: String,
    pub chars: Vec<Char>,
    pub icons: Vec<Arc<Art>>,
    /// Readings (furigana) that stand above characters.
    pub readings: Vec<String>,
}

/// The character that stands for a picture while lines are broken.
pub(crate) const ICON: char = '\u{FFFC}';

/// A text without the marks of `textbox`: stars and tags of bold and italic, readings, and the strokes that hide them.
pub(crate) fn unmarked(text: &str) -> String {
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
            '{' => match Annotated::at(rest) {
                Some(word) => {
                    out.push_str(word.base);
                    length = word.length;
                }
                None => out.push(c),
            },
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

/// What is open from one paragraph to the next: tags, by how many, and stars.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Tags {
    bold: u32,
    italic: u32,
    stars: Stars,
}

/// The tags that are understood: the name, and whether it is the bold one.
const TAGS: [(&str, bool); 4] = [("b", true), ("strong", true), ("i", false), ("em", false)];

impl Tags {
    /// Opens or closes what the tag at the start of `tail` says; how long the tag is.
    fn take(&mut self, tail: &str) -> Option<usize> {
        let tag = Tag::at(tail)?;
        let (_, bold) = TAGS
            .iter()
            .find(|(t, _)| tag.name.eq_ignore_ascii_case(t))?;
        let depth = match bold {
            true => &mut self.bold,
            false => &mut self.italic,
        };
        *depth = match tag.closes {
            true => depth.saturating_sub(1),
            false => *depth + 1,
        };
        Some(tag.length)
    }
}

/// Names of HTML that tables from elsewhere write into their texts; other words between `<` and `>` are just words.
const HTML: [&str; 62] = [
    "a",
    "abbr",
    "b",
    "big",
    "blockquote",
    "body",
    "br",
    "button",
    "center",
    "cite",
    "code",
    "dd",
    "del",
    "div",
    "dl",
    "dt",
    "em",
    "figure",
    "font",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "head",
    "hr",
    "html",
    "i",
    "img",
    "ins",
    "kbd",
    "li",
    "mark",
    "nobr",
    "ol",
    "p",
    "pre",
    "q",
    "rb",
    "rp",
    "rt",
    "ruby",
    "s",
    "script",
    "small",
    "span",
    "strike",
    "strong",
    "style",
    "sub",
    "sup",
    "svg",
    "table",
    "tbody",
    "td",
    "th",
    "tr",
    "tt",
    "u",
    "ul",
    "wbr",
];

/// A tag.
struct Tag<'t> {
    name: &'t str,
    closes: bool,
    length: usize,
}

impl<'t> Tag<'t> {
    /// The tag that a text starts with: `<u>`, `</u>`, `<span class="x">`, `<hr/>`; also `</key>` and `<color=red>`, which no
    /// words look like.
    fn at(text: &'t str) -> Option<Self> {
        let inner = text.strip_prefix('<')?;
        let closes = inner.starts_with('/');
        let inner = inner.strip_prefix('/').unwrap_or(inner);
        let of_name = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | ':' | '.');
        let end = inner.find(|c| !of_name(c))?;
        let (name, rest) = inner.split_at(end);
        let html = HTML.iter().any(|known| name.eq_ignore_ascii_case(known));
        let other = name.starts_with(|c: char| c.is_ascii_alphabetic());
        if !html && !(other && (closes || rest.starts_with('='))) {
            return None;
        }
        let close = rest
            .find(['<', '>', '\n'])
            .filter(|i| rest[*i..].starts_with('>'))?;
        let between = rest[..close].trim_end_matches('/');
        let attributes =
            between.is_empty() || between.starts_with(|c: char| c.is_whitespace() || c == '=');
        attributes.then(|| Self {
            name,
            closes,
            length: text.len() - rest.len() + close + 1,
        })
    }
}

/// The tags of a text that text boxes do not know, each once, as they are written.
pub(crate) fn unknown_tags(source: &str) -> Vec<String> {
    let text = with_breaks(source);
    let mut out: Vec<String> = Vec::new();
    for (at, _) in text.match_indices('<') {
        let hidden = text[..at].ends_with('\\');
        let Some(tag) = unknown_tag(&text[at..]).filter(|_| !hidden) else {
            continue;
        };
        if !out.iter().any(|known| known == tag) {
            out.push(tag.to_owned());
        }
    }
    out
}

/// The tag that a text starts with, if it is none that is understood.
fn unknown_tag(text: &str) -> Option<&str> {
    if text.starts_with("<!--") {
        return Some("<!--");
    }
    let tag = Tag::at(text)?;
    let known = TAGS.iter().any(|(t, _)| tag.name.eq_ignore_ascii_case(t));
    (!known).then(|| &text[..tag.length])
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
        // Many tables write `<br>` and break the line as well: that is one break.
        rest = rest.strip_prefix('\n').unwrap_or(rest);
    }
    if out.is_empty() {
        return Cow::Borrowed(source);
    }
    out.push_str(rest);
    Cow::Owned(out)
}

/// Reads one paragraph (a line of the source) and its label, if it is a hanging item; `behind` is the text after it.
pub(crate) fn parse(
    source: &str,
    behind: &str,
    tags: &mut Tags,
    icons: &dyn Icons,
    color: Rgb,
) -> Result<Marked, TextError> {
    let (label, rest) = split_label(source.trim_matches([' ', '\t', '\r']));
    Ok(Marked {
        label,
        ..parse_styled(rest, behind, Some(tags), icons, color)?
    })
}

/// Reads text without looking for a label or tags.
pub(crate) fn parse_inline(rest: &str, icons: &dyn Icons, color: Rgb) -> Result<Marked, TextError> {
    parse_styled(rest, "", None, icons, color)
}

fn parse_styled(
    rest: &str,
    behind: &str,
    mut tags: Option<&mut Tags>,
    icons: &dyn Icons,
    color: Rgb,
) -> Result<Marked, TextError> {
    let mut out = Marked::default();
    let mut stars = tags.as_deref().map_or(Stars::default(), |t| t.stars);
    let mut at = 0;
    while let Some(ch) = rest[at..].chars().next() {
        let tail = &rest[at..];
        let before = rest[..at].chars().next_back();
        let open = tags.as_deref().copied().unwrap_or_default();
        let bold = stars.bold.is_open() || open.bold > 0;
        let italic = stars.italic.is_open() || open.italic > 0;
        if ch == '\\' && tail[1..].starts_with(|c: char| c.is_ascii_punctuation()) {
            push(&mut out, tail[1..].chars().next(), bold, italic);
            at += 2;
        } else if tail.starts_with("**") && stars.bold.toggles(before, &tail[2..], "**", behind) {
            at += 2;
        } else if ch == '*' && stars.italic.toggles(before, &tail[1..], "*", behind) {
            at += 1;
        } else if ch == '<'
            && let Some(len) = tags.as_deref_mut().and_then(|t| t.take(tail))
        {
            at += len;
        } else if ch == '<'
            && let Some(tag) = unknown_tag(tail).filter(|_| tags.is_some())
        {
            return Err(TextError::UnknownTag { tag: tag.into() });
        } else if let Some(word) = Annotated::at(tail) {
            push_annotated(&mut out, &word, bold, italic);
            at += word.length;
        } else if let Some((name, art)) = icon_at(tail, before, icons, color)? {
            push_icon(&mut out, art, bold, italic);
            at += name.len() + 2;
        } else {
            push(&mut out, Some(ch), bold, italic);
            at += ch.len_utf8();
        }
    }
    if let Some(tags) = tags {
        tags.stars = stars.carried();
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
        reading: None,
    });
}

/// A word with its reading: `{漢字|かんじ}`, or `{漢字|かん|じ}` with one for each character.
struct Annotated<'t> {
    base: &'t str,
    readings: Vec<&'t str>,
    length: usize,
}

impl<'t> Annotated<'t> {
    /// The word that a text starts with. Braces around anything else are just braces.
    fn at(text: &'t str) -> Option<Self> {
        let inner = text.strip_prefix('{')?;
        let end = inner.find(['{', '}', '\n'])?;
        if !inner[end..].starts_with('}') {
            return None;
        }
        let mut parts = inner[..end].split('|');
        let base = parts.next().filter(|base| !base.is_empty())?;
        let readings: Vec<&str> = parts.collect();
        let whole = !readings.is_empty() && readings.iter().all(|r| !r.trim().is_empty());
        let japanese = inner[..end].chars().any(is_cjk);
        (whole && japanese).then_some(Self {
            base,
            readings,
            length: end + 2,
        })
    }
}

fn push_annotated(out: &mut Marked, word: &Annotated<'_>, bold: bool, italic: bool) {
    let each = word.readings.len() == word.base.chars().count();
    let mut next = out.readings.len();
    if each {
        out.readings
            .extend(word.readings.iter().map(|r| (*r).to_owned()));
    } else {
        out.readings.push(word.readings.concat());
    }
    for c in word.base.chars() {
        let before = out.chars.len();
        push(out, Some(c), bold, italic);
        if let Some(pushed) = out.chars.get_mut(before) {
            pushed.reading = u16::try_from(next).ok();
        }
        next += usize::from(each);
    }
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
        reading: None,
    });
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
pub(crate) fn unknown_icons(source: &str, icons: &dyn Icons) -> Vec<String> {
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
        let marked = parse(source, "", &mut Tags::default(), &None_, Rgb::default())?;
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
            (
                r"1 < 2 \<u>a <3 <player> a<4>",
                "1 < 2 <u>a <3 <player> a<4>",
            ),
            ("<b class='x'>a</b >b", "<ab"),
            ("<b><b>a</b>b</b>c", "<a<bc"),
            ("*", "*"),
            ("***", "***"),
            ("*****", "*****"),
            ("**a***", "<a*"),
            ("*** Boss ***", "*** Boss ***"),
            (r"*a\**", "/a/*"),
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
            let marked = parse(line, "", &mut tags, &None_, Rgb::default()).expect("text");
            bold.extend(marked.chars.iter().map(|c| c.bold));
        }
        assert_eq!(bold, [true, true, false]);
    }

    /// All paragraphs with their styles, ` / ` between them.
    fn read_all(source: &str) -> String {
        let mut tags = Tags::default();
        let mut out = Vec::new();
        let mut rest = source;
        loop {
            let (line, behind) = rest.split_once('\n').unwrap_or((rest, ""));
            let marked = parse(line, behind, &mut tags, &None_, Rgb::default()).expect("text");
            let style = |c: &Char| match (c.bold, c.italic) {
                (false, false) => format!("{}", c.ch),
                (true, false) => format!("b{}", c.ch),
                (false, true) => format!("i{}", c.ch),
                (true, true) => format!("x{}", c.ch),
            };
            out.push(marked.chars.iter().map(style).collect::<String>());
            if behind.is_empty() {
                return out.join("|");
            }
            rest = behind;
        }
    }

    #[test]
    fn stars_go_over_line_breaks_and_paragraphs() {
        for (source, expected) in [
            ("*A\nB*", "iA|iB"),
            ("*A\n\nB* C", "iA||iB C"),
            ("**A\nB** C", "bA|bB C"),
            ("***A\nB***", "xA|xB"),
            ("A *B\nC* D *E*", "A iB|iC D iE"),
            ("*A\n2*3 B*", "iA|i2i*i3i iB"),
            ("2*X\n3*Y", "2*X|3*Y"),
            ("A*\n* B", "A*|* B"),
            ("*A\n*B", "*A|*B"),
            ("*A\nB", "*A|B"),
            ("*A\nB\\*", "*A|B*"),
            ("*A* *B\nC", "iA *B|C"),
        ] {
            assert_eq!(read_all(source), expected, "{source:?}");
        }
    }

    #[test]
    fn unknown_tags_are_named() {
        for (source, tag) in [
            ("<u>a</u>", "<u>"),
            ("a</SUP>", "</SUP>"),
            (
                "<span style=\"color: red\">a",
                "<span style=\"color: red\">",
            ),
            ("a<hr/>b", "<hr/>"),
            ("<!-- x -->", "<!--"),
            ("<color=red>a</color>", "<color=red>"),
            ("<key>a</key>", "</key>"),
            ("<my-key>a</my-key>", "</my-key>"),
            ("<g:key_1>a</g:key_1>", "</g:key_1>"),
        ] {
            let error = TextError::UnknownTag { tag: tag.into() };
            assert_eq!(read(source), Err(error), "{source}");
        }
        assert_eq!(unknown_tags("<u>a</u><b>\\<s><i>\n<u>"), ["<u>", "</u>"]);
    }

    #[test]
    fn many_stars_take_no_time() {
        let source = "*a ".repeat(50_000);
        let start = std::time::Instant::now();
        assert_eq!(read(&source).map(|s| s.len()), Ok(source.trim_end().len()));
        let lines = "*a\n".repeat(20_000);
        assert_eq!(read_all(&lines).len(), lines.len() - 1);
        assert!(start.elapsed().as_secs() < 20);
    }

    #[test]
    fn readings_stand_above_their_words() {
        let marked = |text: &str| parse_inline(text, &None_, Rgb::default()).expect("text");
        let read = |text: &str| {
            let marked = marked(text);
            let one = |c: &Char| match c.reading {
                Some(n) => format!("{}({})", c.ch, marked.readings[usize::from(n)]),
                None => c.ch.to_string(),
            };
            marked.chars.iter().map(one).collect::<String>()
        };
        for (source, expected) in [
            ("{氷|こおり}の", "氷(こおり)の"),
            ("{学校|がっこう}", "学(がっこう)校(がっこう)"),
            ("{学校|がっ|こう}", "学(がっ)校(こう)"),
            ("{今日|き|ょ|う}", "今(きょう)日(きょう)"),
            ("{AI|エーアイ}", "A(エーアイ)I(エーアイ)"),
            ("**{氷|こおり}**", "氷(こおり)"),
            ("{a|b}", "{a|b}"),
            ("{氷}", "{氷}"),
            ("{氷|}", "{氷|}"),
            ("{|こおり}", "{|こおり}"),
            ("\\{氷|こおり}", "{氷|こおり}"),
            ("{氷|こお", "{氷|こお"),
        ] {
            assert_eq!(read(source), expected, "{source}");
        }
        assert!(marked("**{氷|こおり}**").chars[0].bold);
        assert_eq!(
            unmarked("{学校|がっ|こう}の{氷|こおり} {x|y}"),
            "学校の氷 {x|y}"
        );
    }

    #[test]
    fn unknown_icons_are_named() {
        assert_eq!(
            read("gain :fsh:!"),
            Err(TextError::UnknownIcon { name: "fsh".into() })
        );
    }
}
