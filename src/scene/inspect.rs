//! Looks at SVG and pictures before they are used: what would be dropped in silence, or take the program
//! down, is refused here by name.

use std::borrow::Cow;
use std::io::Read as _;
use std::sync::Arc;

use roxmltree::{Document, Node, ParsingOptions};
use usvg::{ImageHrefResolver, ImageKind};

use super::guard::guarded;
use super::{mend, survey, warnings};
use crate::say;
use crate::say::{MessageValue, Say};

/// Elements inside elements, at most. Deeper files are made by accident or in bad faith.
const MAX_DEPTH: usize = 256;

/// Pixels of a picture, at most: an A2 poster at 300 dpi is half of it.
const MAX_PIXELS: usize = 70_000_000;

/// Bytes of a drawing that was compressed, at most.
const MAX_DRAWING: u64 = 64 << 20;

const SVG: &str = "http://www.w3.org/2000/svg";

/// Reads the XML of a picture.
pub(crate) fn read(svg: &str) -> Result<Document<'_>, Say> {
    let options = ParsingOptions {
        allow_dtd: true,
        ..ParsingOptions::default()
    };
    readable(svg)?;
    let xml = Document::parse_with_options(svg, options).map_err(|e| {
        let line = svg
            .lines()
            .nth(e.pos().row.saturating_sub(1) as usize)
            .unwrap_or_default();
        let near: String = line.trim().chars().take(40).collect();
        say!("{} (near `{}`)", say::heard(e), near)
    })?;
    let deep = |n: Node<'_, '_>| n.ancestors().take(MAX_DEPTH + 2).count() > MAX_DEPTH + 1;
    let innermost = |n: &Node<'_, '_>| !n.has_children();
    // Few pictures have as many elements at all.
    let many = xml.descendants().nth(MAX_DEPTH).is_some();
    if many && xml.descendants().filter(innermost).any(deep) {
        return Err(say!("more than {} elements inside each other", MAX_DEPTH));
    }
    if !xml.root_element().has_tag_name((SVG, "svg")) {
        return Err(say!(
            "the picture must start with `<svg xmlns=\"{}\">`",
            SVG
        ));
    }
    Ok(xml)
}

/// SVG without the second colours that `fill="red icc-color(…)"` gives for printing presses: the first is as good, and
/// the only one that is understood.
pub(super) fn without_second_colours(svg: &str) -> Cow<'_, str> {
    const SECOND: &str = "icc-color(";
    if !svg.contains(SECOND) {
        return Cow::Borrowed(svg);
    }
    let mut out = String::with_capacity(svg.len());
    let mut rest = svg;
    while let Some((before, after)) = rest.split_once(SECOND) {
        out.push_str(before.trim_end());
        rest = after.split_once(')').map_or("", |(_, rest)| rest);
    }
    out.push_str(rest);
    Cow::Owned(out)
}

/// Refuses characters that no XML may hold: a file with them was damaged.
fn readable(svg: &str) -> Result<(), Say> {
    // Whole stretches at once, which is all that sound pictures need: the last two start with 0xEF.
    let suspect = |b: &u8| matches!(*b, 0..=8 | 11 | 12 | 14..=31 | 0xEF);
    let mut stretches = svg.as_bytes().chunks(64);
    if !stretches.any(|s| s.iter().fold(false, |odd, b| odd | suspect(b))) {
        return Ok(());
    }
    let odd = |c: &(usize, char)| {
        let control = c.1 < ' ' && !matches!(c.1, '\n' | '\t' | '\r');
        control || matches!(c.1, '\u{fffe}' | '\u{ffff}')
    };
    match svg.char_indices().find(odd) {
        None => Ok(()),
        Some((at, c)) => {
            let before: String = svg[..at].chars().rev().take(20).collect();
            let near: String = before.chars().rev().collect();
            let near = near.lines().last().unwrap_or_default().trim().to_owned();
            let code = format!("U+{:04X}", u32::from(c));
            Err(say!(
                "behind `{}` stands the character {}, which no SVG may hold",
                near,
                code
            ))
        }
    }
}

/// Refuses pictures that a picture only links to: they are not looked for.
fn embedded(xml: &Document<'_>) -> Result<(), Say> {
    let images = xml.descendants().filter(|n| n.tag_name().name() == "image");
    let links = images.flat_map(|n| n.attributes());
    let mut links = links.filter(|a| a.name() == "href").map(|a| a.value());
    match links.find(|l| !l.starts_with("data:") && !l.starts_with('#')) {
        Some(link) => Err(say!(
            "it links to the picture `{}`; embed that, or place it in the template",
            link
        )),
        None => Ok(()),
    }
}

/// A picture from its bytes, refused when it is broken or far too large.
pub(super) fn picture(
    name: &MessageValue,
    data: Arc<Vec<u8>>,
    options: &usvg::Options<'_>,
) -> Result<ImageKind, Say> {
    if let Ok(size) = imagesize::blob_size(&data) {
        let (w, h) = (size.width, size.height);
        match w.saturating_mul(h) {
            0 => return Err(say!("{} has {} × {} pixels, which is nothing", name, w, h)),
            1..=MAX_PIXELS => {}
            _ => {
                return Err(say!(
                    "{} has {} × {} pixels, which is too large",
                    name,
                    w,
                    h
                ));
            }
        }
    }
    let data = match data.starts_with(&[0x1f, 0x8b]) {
        true => Arc::new(unpacked(&data).ok_or_else(|| not_a_picture(name))?),
        false => data,
    };
    let decode = |data| {
        let read = ImageHrefResolver::default_data_resolver();
        guarded(|| read("text/plain", data, options))?.ok_or_else(|| not_a_picture(name))
    };
    if imagesize::image_type(&data).is_ok() {
        return decode(data);
    }
    let text = std::str::from_utf8(&data)
        .ok()
        .filter(|t| t.contains("<svg"));
    let text = text.ok_or_else(|| not_a_picture(name))?;
    let sound = read(text).and_then(|xml| {
        embedded(&xml)?;
        let notes = survey::survey(&xml)?;
        Ok((xml, notes))
    });
    let (xml, notes) = sound.map_err(|why| say!("{} cannot be used: {}", name, why))?;
    let (drawing, mut heard) = mend::reading(&xml, &|xml| {
        let text = xml.input_text();
        match decode(Arc::new(text.as_bytes().to_vec()))? {
            ImageKind::SVG(tree) if juts_out(&tree) => decode(Arc::new(framed(text, xml, &tree))),
            kind => Ok(kind),
        }
    });
    heard.notes.extend(notes);
    warnings::pass_on(heard);
    drawing
}

/// A compressed drawing as it was before, if it is whole and of a size that drawings have.
fn unpacked(data: &[u8]) -> Option<Vec<u8>> {
    let mut out = Vec::new();
    let mut all = flate2::read::GzDecoder::new(data).take(MAX_DRAWING + 1);
    all.read_to_end(&mut out).ok()?;
    (out.len() as u64 <= MAX_DRAWING).then_some(out)
}

/// Whether a drawing goes past its edge.
fn juts_out(tree: &usvg::Tree) -> bool {
    let b = tree.root().abs_layer_bounding_box();
    let (w, h) = (tree.size().width(), tree.size().height());
    b.left() < 0.0 || b.top() < 0.0 || b.right() > w || b.bottom() > h
}

/// A drawing that ends at its edge, as one that stands in another does. Its root is put into a root of the same size.
fn framed(text: &str, xml: &Document<'_>, tree: &usvg::Tree) -> Vec<u8> {
    let root = xml.root_element();
    let (w, h) = (tree.size().width(), tree.size().height());
    // Shares of a size mean another thing inside a picture; a place means nothing at its root.
    let odd = |name: &str| root.attribute(name).unwrap_or_default().trim().to_owned();
    let share = |name: &str| odd(name).ends_with('%') && odd(name) != "100%";
    let length = |name: &str| odd(name).trim_end_matches("px").parse().unwrap_or(0.0f32);
    if share("width") || share("height") {
        return text.as_bytes().to_vec();
    }
    let (x, y) = (-length("x"), -length("y"));
    let all = root.range();
    let before = &text[..all.start];
    let (inner, after) = (&text[all.start..all.end], &text[all.end..]);
    let open = format!(
        concat!(
            r#"<svg xmlns="{}" width="{}" height="{}"><clipPath id="kp-frame"><rect width="{}" height="{}"/></clipPath>"#,
            r##"<g clip-path="url(#kp-frame)"><g transform="translate({} {})">"##
        ),
        SVG, w, h, w, h, x, y
    );
    [before, &open, inner, "</g></g></svg>", after]
        .concat()
        .into_bytes()
}

fn not_a_picture(name: &MessageValue) -> Say {
    say!("{} is not a PNG, JPEG, GIF, WebP or SVG picture", name)
}
