//! Looks at SVG and pictures before they are used: what would be dropped in silence, or take the program
//! down, is refused here by name.

use std::collections::HashSet;
use std::sync::Arc;

use roxmltree::{Document, Node, ParsingOptions};
use usvg::{ImageHrefResolver, ImageKind};

use crate::say;
use crate::text::FontBook;

/// Elements inside elements, at most. Deeper files are made by accident or in bad faith.
const MAX_DEPTH: usize = 256;

/// Pixels of a picture, at most: an A2 poster at 300 dpi is half of it.
const MAX_PIXELS: usize = 70_000_000;

const SVG: &str = "http://www.w3.org/2000/svg";

/// Reads the XML of a picture.
pub fn read(svg: &str) -> Result<Document<'_>, String> {
    let options = ParsingOptions {
        allow_dtd: true,
        ..ParsingOptions::default()
    };
    let xml = Document::parse_with_options(svg, options).map_err(|e| {
        let line = svg
            .lines()
            .nth(e.pos().row.saturating_sub(1) as usize)
            .unwrap_or_default();
        let near: String = line.trim().chars().take(40).collect();
        say!("{} (near `{}`)", e, near).to_string()
    })?;
    let deep = |n: Node<'_, '_>| n.ancestors().take(MAX_DEPTH + 2).count() > MAX_DEPTH + 1;
    if xml.descendants().any(deep) {
        return Err(say!("more than {} elements inside each other", MAX_DEPTH).to_string());
    }
    if !xml.root_element().has_tag_name((SVG, "svg")) {
        let hint = say!("the picture must start with `<svg xmlns=\"{}\">`", SVG);
        return Err(hint.to_string());
    }
    Ok(xml)
}

/// Elements that drawing programs write and that cannot be drawn.
const UNDRAWN: [&str; 8] = [
    "foreignObject",
    "flowRoot",
    "flowRegion",
    "flowPara",
    "video",
    "audio",
    "canvas",
    "iframe",
];

/// Refuses elements that would be left out.
fn drawn(xml: &Document<'_>) -> Result<(), String> {
    let names = xml.descendants().map(|n| n.tag_name().name());
    match names.into_iter().find(|name| UNDRAWN.contains(name)) {
        Some(name) => Err(say!(
            "`<{}>` cannot be printed; turn it into plain text or shapes",
            name
        )
        .to_string()),
        None => Ok(()),
    }
}

/// Refuses pictures that a picture only links to: they are not looked for.
fn embedded(xml: &Document<'_>) -> Result<(), String> {
    let images = xml.descendants().filter(|n| n.tag_name().name() == "image");
    let links = images.flat_map(|n| n.attributes());
    let mut links = links.filter(|a| a.name() == "href").map(|a| a.value());
    match links.find(|l| !l.starts_with("data:") && !l.starts_with('#')) {
        Some(link) => Err(say!(
            "it links to the picture `{}`; embed that, or place it in the template",
            link
        )
        .to_string()),
        None => Ok(()),
    }
}

/// Refuses links to nothing, fonts that do not exist and elements that cannot be drawn.
pub fn check(xml: &Document<'_>, fonts: &FontBook) -> Result<(), String> {
    drawn(xml)?;
    let ids: HashSet<&str> = xml
        .descendants()
        .filter_map(|n| n.attribute("id"))
        .collect();
    for attribute in xml.descendants().flat_map(|n| n.attributes()) {
        let value = attribute.value();
        let linked = match attribute.name() {
            "href" => value.strip_prefix('#'),
            _ => value
                .split_once("url(#")
                .and_then(|(_, rest)| rest.split(')').next()),
        };
        if let Some(id) = linked.map(|l| l.trim_matches(['"', '\'', ' ']))
            && !ids.contains(id)
        {
            return Err(say!("`{}` is used, but nothing has that id", id).to_string());
        }
        let family = match attribute.name() {
            "font-family" => Some(value),
            "style" => value
                .split_once("font-family:")
                .and_then(|(_, rest)| rest.split(';').next()),
            _ => None,
        };
        if let Some(names) = family
            && !known_family(names, fonts)
        {
            let known = crate::diag::list(fonts.families());
            return Err(say!("there is no font `{}`; fonts: {}", names.trim(), known).to_string());
        }
    }
    Ok(())
}

/// Whether one of the families is there; generic ones always are.
fn known_family(names: &str, fonts: &FontBook) -> bool {
    const GENERIC: [&str; 7] = [
        "serif",
        "sans-serif",
        "cursive",
        "fantasy",
        "monospace",
        "inherit",
        "sans",
    ];
    names
        .split(',')
        .map(|n| n.trim().trim_matches(['"', '\'']))
        .any(|n| GENERIC.iter().any(|g| g.eq_ignore_ascii_case(n)) || fonts.find(n, 400).is_some())
}

/// A picture from its bytes, refused when it is broken or far too large.
pub fn picture(
    name: &str,
    data: Arc<Vec<u8>>,
    options: &usvg::Options<'_>,
) -> Result<ImageKind, String> {
    if let Ok(size) = imagesize::blob_size(&data)
        && size.width.saturating_mul(size.height) > MAX_PIXELS
    {
        let (w, h) = (size.width, size.height);
        return Err(say!("{} has {} × {} pixels, which is too large", name, w, h).to_string());
    }
    if data.starts_with(&[0x1f, 0x8b]) {
        return Err(say!("{} is a compressed SVG; save it as a plain one", name).to_string());
    }
    let is_svg = imagesize::image_type(&data).is_err();
    if is_svg {
        let text = std::str::from_utf8(&data)
            .ok()
            .filter(|t| t.contains("<svg"));
        let text = text.ok_or_else(|| not_a_picture(name))?;
        let sound = read(text).and_then(|xml| drawn(&xml).and_then(|()| embedded(&xml)));
        sound.map_err(|why| say!("{} cannot be used: {}", name, why).to_string())?;
    }
    let kind = ImageHrefResolver::default_data_resolver()("text/plain", data, options);
    kind.ok_or_else(|| not_a_picture(name))
}

fn not_a_picture(name: &str) -> String {
    say!("{} is not a PNG, JPEG, GIF, WebP or SVG picture", name).to_string()
}
