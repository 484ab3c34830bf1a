//! Looks through a picture's XML before it is drawn: elements that cannot be, links to nothing, things that are made
//! of themselves, shapes without a size.
//!
//! Fails for what would be missing from the print; hands back notes on what is drawn as SVG says although it is
//! hardly meant so.

use std::cell::LazyCell;
use std::collections::{HashMap, HashSet};

use roxmltree::{Document, Node};

use super::reach::too_large;
use crate::say;
use crate::say::Say;

const SVG: &str = "http://www.w3.org/2000/svg";

/// Elements that drawing programs write and that cannot be drawn.
const UNDRAWN: [&str; 7] = [
    "foreignObject",
    "flowRoot",
    "flowPara",
    "video",
    "audio",
    "canvas",
    "iframe",
];

/// Elements whose links lead somewhere else than into the picture's own drawing.
const NO_LINKS: [&str; 6] = [
    "a",
    "animate",
    "animateMotion",
    "animateTransform",
    "mpath",
    "set",
];

/// Looks through a picture; what to note about it.
pub(super) fn survey(xml: &Document<'_>) -> Result<Vec<Say>, Say> {
    let mut notes = Vec::new();
    let all: Vec<Node<'_, '_>> = elements(xml).collect();
    drawn(&all)?;
    // Most pictures link to nothing.
    if links(xml, &all, &mut notes)? {
        circles(&all, &mut notes)?;
    }
    for node in &all {
        numbers(*node)?;
        sizes(*node, &mut notes);
    }
    notes.dedup();
    Ok(notes)
}

fn elements<'a, 'i>(xml: &'a Document<'i>) -> impl Iterator<Item = Node<'a, 'i>> {
    let ours = |n: &Node<'_, '_>| n.is_element() && n.tag_name().namespace() == Some(SVG);
    xml.descendants().filter(ours)
}

/// Whether an element and all that is in it is not drawn.
fn hidden(node: Node<'_, '_>) -> bool {
    let none = |n: Node<'_, '_>| {
        let set = |text: &str| text.split_whitespace().eq(["none"]);
        n.attribute("display").is_some_and(set)
            || declarations(n).any(|(name, value)| name == "display" && set(value))
    };
    node.ancestors().any(none)
}

/// Whether a link is one to a picture that is to be seen, and not only to some of no size.
pub(super) fn shows(xml: &Document<'_>, href: &str) -> bool {
    let links = |n: &Node<'_, '_>| {
        n.attributes()
            .any(|a| a.name() == "href" && a.value() == href)
    };
    let zero = |size: Option<&str>| size.and_then(|s| s.trim().parse().ok()) == Some(0.0);
    let empty = |n: &Node<'_, '_>| {
        let image = n.tag_name().name() == "image";
        image && (zero(n.attribute("width")) || zero(n.attribute("height")))
    };
    let mut all = elements(xml).filter(links).peekable();
    all.peek().is_none() || !all.all(|n| empty(&n))
}

/// What the `style` of an element says.
fn declarations<'a>(node: Node<'a, '_>) -> impl Iterator<Item = (&'a str, &'a str)> {
    let all = node.attribute("style").into_iter();
    all.flat_map(|style| style.split(';'))
        .filter_map(|d| d.split_once(':'))
        .map(|(name, value)| (name.trim(), value.trim()))
}

/// Refuses elements with something in them that would be left out.
fn drawn(all: &[Node<'_, '_>]) -> Result<(), Say> {
    let lost = |n: &&Node<'_, '_>| {
        let name = n.tag_name().name();
        let lost = UNDRAWN.contains(&name) && has_content(**n, name);
        lost && !hidden(**n) && !replaced(**n) && !unused(all, **n)
    };
    match all.iter().find(lost) {
        Some(node) => Err(say!(
            "`<{}>` cannot be printed; turn it into plain text or shapes",
            node.tag_name().name()
        )),
        None => Ok(()),
    }
}

/// Whether anything would be seen of an element. Drawing programs leave flowing text without words behind.
fn has_content(node: Node<'_, '_>, name: &str) -> bool {
    let shows = |n: Node<'_, '_>| {
        matches!(
            n.tag_name().name(),
            "img" | "svg" | "canvas" | "video" | "iframe" | "hr" | "input"
        )
    };
    match name {
        "flowRoot" | "flowPara" => has_words(node),
        "foreignObject" => node.descendants().any(shows) || has_words(node),
        _ => true,
    }
}

/// Whether there is anything to read in an element.
fn has_words(node: Node<'_, '_>) -> bool {
    let words = |n: Node<'_, '_>| n.is_text() && !n.text().unwrap_or_default().trim().is_empty();
    node.descendants().any(words)
}

/// Whether an element stands in a `<switch>` that has something else to draw in its place.
fn replaced(node: Node<'_, '_>) -> bool {
    let within = node
        .ancestors()
        .find(|n| n.parent().is_some_and(|p| p.tag_name().name() == "switch"));
    within.is_some_and(|way| {
        let others = way.parent().into_iter().flat_map(|p| p.children());
        let drawable =
            |n: Node<'_, '_>| n.is_element() && n != way && !UNDRAWN.contains(&n.tag_name().name());
        others.into_iter().any(drawable)
    })
}

/// Whether an element stands among definitions that nothing in the picture shows.
fn unused(all: &[Node<'_, '_>], node: Node<'_, '_>) -> bool {
    if !node.ancestors().any(|n| n.tag_name().name() == "defs") {
        return false;
    }
    let around: HashSet<&str> = node.ancestors().filter_map(|n| n.attribute("id")).collect();
    let mut links = all.iter().copied().flat_map(links_of);
    !links.any(|link| around.contains(link.to))
}

/// Elements that are colours.
pub(super) const PAINTS: [&str; 3] = ["linearGradient", "radialGradient", "pattern"];

/// Whether an attribute or property holds a colour.
pub(super) fn is_paint(name: &str) -> bool {
    matches!(name, "fill" | "stroke")
}

/// What to say of a link that leads out of the drawing.
pub(super) fn not_here(from: &str, link: &str) -> Say {
    say!(
        "`{}` cannot show `{}`, only what has an id in the same drawing",
        from,
        link
    )
}

/// The link in `url(…)`, without quotes.
pub(super) fn link_in(url: &str) -> &str {
    let inner = url.trim().strip_prefix("url(").unwrap_or(url);
    let inner = inner
        .split_once(')')
        .map_or(inner, |(inner, _)| inner)
        .trim();
    let quotes = ["\"", "'", "&quot;", "&apos;", "&#34;", "&#39;"];
    let bare = |q: &str| inner.strip_prefix(q)?.strip_suffix(q);
    quotes.into_iter().find_map(bare).unwrap_or(inner)
}

/// A link from an element to another.
struct Link<'a> {
    /// The attribute or property that it stands in.
    from: &'a str,
    /// The id it leads to; what leads out of the drawing as it stands there.
    to: &'a str,
    /// Whether it leads out of the drawing.
    away: bool,
    /// Whether something else is said to be used where it leads to nothing.
    fallback: bool,
}

/// All links of an element into its own picture.
fn links_of<'a>(node: Node<'a, '_>) -> Vec<Link<'a>> {
    let mut out = Vec::new();
    if NO_LINKS.contains(&node.tag_name().name()) {
        return out;
    }
    let attributes = node.attributes().map(|a| (a.name(), a.value()));
    for (from, value) in attributes.chain(declarations(node)) {
        match (from, value.strip_prefix('#')) {
            ("style" | "transform", _) => {}
            // To look for a word takes longer than to see that there is none.
            (_, None) if !value.as_bytes().contains(&b'(') => {}
            ("href", Some(to)) => out.push(Link {
                from,
                to,
                away: false,
                fallback: false,
            }),
            _ => out.extend(urls(from, value)),
        }
    }
    out
}

fn urls<'a>(from: &'a str, value: &'a str) -> impl Iterator<Item = Link<'a>> {
    let paint = is_paint(from);
    value.split("url(").skip(1).filter_map(move |rest| {
        let (to, after) = rest.split_once(')')?;
        let link = link_in(to);
        let here = link.strip_prefix('#');
        Some(Link {
            from,
            // `warnings` tells of effects in other files.
            to: here.or_else(|| paint.then_some(link))?,
            away: here.is_none(),
            fallback: paint && !after.trim().is_empty(),
        })
    })
}

/// Refuses links to nothing where something would be missing; whether there are any links.
fn links(xml: &Document<'_>, all: &[Node<'_, '_>], notes: &mut Vec<Say>) -> Result<bool, Say> {
    let mut some = false;
    let ids = LazyCell::new(|| -> HashMap<&str, &str> {
        let all = xml.descendants();
        all.filter_map(|n| Some((n.attribute("id")?, n.tag_name().name())))
            .collect()
    });
    for node in all.iter().copied() {
        let href = node.attributes().find(|a| a.name() == "href");
        let away = href.filter(|a| !a.value().trim().starts_with('#') && !hidden(node));
        if let (Some(away), "use") = (away, node.tag_name().name()) {
            return Err(not_here("<use>", away.value()));
        }
        for link in links_of(node) {
            some = true;
            if let Some(target) = ids.get(link.to).filter(|_| !link.away) {
                misused(&link, target, node, notes)?;
                continue;
            }
            if link.fallback || hidden(node) {
                continue;
            }
            let told = match link.away {
                true => not_here(link.from, link.to),
                false => say!("`{}` is used, but nothing has that id", link.to),
            };
            // No words are missing where there are none.
            let wordless = node.tag_name().name() == "textPath" && !has_words(node);
            // Such an element may take the rest from another, but has what it needs.
            let whole = link.from == "href" && is_server(node) && node.has_children();
            // SVG draws without an effect that is not there.
            let effect = matches!(link.from, "filter" | "mask" | "clip-path");
            if wordless || whole || effect || link.from.starts_with("marker") {
                notes.push(told);
            } else {
                return Err(told);
            }
        }
    }
    Ok(some)
}

/// Refuses what is used as a colour and is none, and notes what is used as an effect and is none.
fn misused(
    link: &Link<'_>,
    target: &str,
    node: Node<'_, '_>,
    notes: &mut Vec<Say>,
) -> Result<(), Say> {
    let wanted: &[&str] = match link.from {
        "fill" | "stroke" => &PAINTS,
        "mask" => &["mask"],
        "clip-path" => &["clipPath"],
        from if from.starts_with("marker") => &["marker"],
        _ => return Ok(()),
    };
    if wanted.contains(&target) || hidden(node) {
        return Ok(());
    }
    match link.from {
        "fill" | "stroke" if !link.fallback => Err(say!(
            "`<{}>` is used as a colour, which it cannot be",
            target
        )),
        "fill" | "stroke" => Ok(()),
        from => {
            notes.push(say!(
                "`<{}>` is used as `{}`, which it cannot be",
                target,
                from
            ));
            Ok(())
        }
    }
}

/// Whether an element may take what it lacks from another.
fn is_server(node: Node<'_, '_>) -> bool {
    matches!(
        node.tag_name().name(),
        "linearGradient" | "radialGradient" | "pattern" | "filter"
    )
}

/// Circles of links this long are cut by `usvg`; longer ones it would follow for ever.
const SHORT: usize = 2;

/// Notes things that are made of themselves, and refuses those that lead back over several others.
fn circles(all: &[Node<'_, '_>], notes: &mut Vec<Say>) -> Result<(), Say> {
    let mut links: HashMap<&str, Vec<&str>> = HashMap::new();
    for node in all.iter().copied() {
        let mut to = links_of(node);
        // `usvg` tells of chains of these itself.
        to.retain(|l| !l.away && (l.from != "href" || !is_server(node)));
        if to.is_empty() {
            continue;
        }
        let around = node.ancestors().filter_map(|n| n.attribute("id"));
        for id in around {
            let known = links.entry(id).or_default();
            known.extend(to.iter().map(|l| l.to));
        }
    }
    let mut ids: Vec<&str> = links.keys().copied().collect();
    ids.sort_unstable();
    let mut done: HashSet<&str> = HashSet::new();
    for id in ids {
        let mut way = Vec::new();
        if let Some(length) = circle(id, &links, &mut way, &mut done)? {
            let first = way[way.len() - length];
            let told = say!("`{}` is made of itself", first);
            if length > SHORT {
                return Err(told);
            }
            notes.push(told);
        }
    }
    Ok(())
}

/// Links after each other, at most.
const MAX_LINKS: usize = 256;

/// How many links a circle has that is found from `id`; `way` ends with its ids.
fn circle<'a>(
    id: &'a str,
    links: &HashMap<&'a str, Vec<&'a str>>,
    way: &mut Vec<&'a str>,
    done: &mut HashSet<&'a str>,
) -> Result<Option<usize>, Say> {
    if let Some(at) = way.iter().position(|w| *w == id) {
        return Ok(Some(way.len() - at));
    }
    if !done.insert(id) {
        return Ok(None);
    }
    if way.len() == MAX_LINKS {
        return Err(say!(
            "more than {} things that link to each other",
            MAX_LINKS
        ));
    }
    way.push(id);
    for next in links.get(id).into_iter().flatten() {
        if let Some(found) = circle(next, links, way, done)? {
            return Ok(Some(found));
        }
    }
    way.pop();
    Ok(None)
}

/// Notes shapes that SVG does not draw because a size is missing or below nothing. One that is zero is meant so: bars
/// drawn from data have it.
fn sizes(node: Node<'_, '_>, notes: &mut Vec<Say>) {
    let name = node.tag_name().name();
    let (needed, others): (&[&str], &[&str]) = match name {
        "rect" => (&["width", "height"], &["rx", "ry"]),
        "circle" => (&["r"], &[]),
        "polygon" | "polyline" => {
            let points = node.attribute("points").unwrap_or_default();
            if !points.chars().all(is_of_points) {
                notes.push(say!("failed to parse {} value: '{}'", "points", points));
            }
            return;
        }
        "image" => (&[], &["width", "height"]),
        "ellipse" => (&[], &["rx", "ry"]),
        _ => return,
    };
    for size in needed {
        let styled = declarations(node).any(|(n, _)| n == *size);
        if node.attribute(*size).is_none() && !styled && node.attribute("class").is_none() {
            notes.push(say!("a `<{}>` without `{}` is not drawn", name, size));
        }
    }
    for size in needed.iter().chain(others) {
        let value = node.attribute(*size).unwrap_or_default().trim();
        if value.starts_with('-') && !value.trim_matches(['-', '0', '.']).is_empty() {
            notes.push(say!(
                "`{}=\"{}\"` of a `<{}>` is below nothing",
                size,
                value,
                name
            ));
        }
    }
}

/// A number that makes a shape larger than any paper, wherever it stands.
const VAST: f64 = 1e9;

/// Whether a list of numbers holds such a one; letters and brackets may stand between them.
pub(super) fn is_vast(numbers: &str) -> bool {
    // Only ten digits in a row and powers of ten make one.
    let (mut digits, mut before) = (0, b' ');
    let may_be = numbers.bytes().any(|b| {
        let power = matches!(b, b'e' | b'E') && matches!(before, b'0'..=b'9' | b'.');
        digits = if b.is_ascii_digit() { digits + 1 } else { 0 };
        before = b;
        digits == 10 || power
    });
    if !may_be {
        return false;
    }
    // Signs part numbers, unless they are those of powers.
    let unsigned = numbers.to_ascii_lowercase();
    let unsigned = unsigned.replace("e+", "e").replace("e-", "e~");
    let unsigned = unsigned.replace(['-', '+'], " ").replace('~', "-");
    let part = |c: char| !(c.is_ascii_digit() || matches!(c, '.' | '-' | 'e'));
    let parts = unsigned.split(part).map(|n| n.trim_matches('e'));
    parts
        .into_iter()
        .any(|n| n.parse().is_ok_and(|v: f64| v >= VAST))
}

/// Refuses numbers that throw shapes out of all space: what is not finite any more would not be drawn at all.
fn numbers(node: Node<'_, '_>) -> Result<(), Say> {
    let in_space = |name: &str| {
        matches!(
            name,
            "transform"
                | "gradientTransform"
                | "patternTransform"
                | "d"
                | "points"
                | "x"
                | "y"
                | "width"
                | "height"
                | "cx"
                | "cy"
                | "r"
                | "rx"
                | "ry"
                | "stroke-width"
        )
    };
    let given = node.attributes().map(|a| (a.name(), a.value()));
    let mut all = given.chain(declarations(node));
    match all.any(|(name, value)| in_space(name) && is_vast(value)) {
        true => Err(too_large(node.attribute("id").unwrap_or_default())),
        false => Ok(()),
    }
}

/// Whether a character may stand in a list of points.
fn is_of_points(c: char) -> bool {
    c.is_ascii_digit() || matches!(c, '.' | '-' | '+' | 'e' | 'E' | ',') || c.is_ascii_whitespace()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn surveyed(inner: &str) -> Result<Vec<Say>, Say> {
        let svg = format!(
            r#"<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:o="other">{inner}</svg>"#
        );
        survey(&Document::parse(&svg).expect("XML"))
    }

    #[test]
    fn leftovers_of_drawing_programs_are_fine() {
        for inner in [
            r#"<flowRoot><flowRegion><rect width="1" height="1"/></flowRegion><flowPara> </flowPara></flowRoot>"#,
            "<flowRoot/>",
            r#"<foreignObject width="1" height="1"> </foreignObject>"#,
            r#"<foreignObject><p xmlns="http://www.w3.org/1999/xhtml"/></foreignObject>"#,
            "<switch><foreignObject><i>words</i></foreignObject><g/></switch>",
            "<o:canvas>x</o:canvas>",
            r#"<flowRoot style="display:none"><flowPara>x</flowPara></flowRoot>"#,
            r##"<g display="none"><video/><use href="#nothing"/><use href="other.svg#a"/></g>"##,
            r##"<a href="#x"><g/></a>"##,
            r##"<rect width="0" height="0" fill="url(#nothing) red" style="stroke:url(#x) none"/>"##,
            "<defs><g id=\"a\"><flowRoot><flowPara>words</flowPara></flowRoot></g></defs>",
            r##"<hatch id="h"/><rect width="1" height="1" fill="url(#h) red"/>"##,
            r##"<rect width="1" height="1" fill="url('other.svg#a') red" style="cursor:url(a.cur)"/>"##,
            r#"<circle r="0"/><ellipse/><polygon/><polyline points=""/><image width="0" height="2"/>"#,
        ] {
            assert_eq!(surveyed(inner), Ok(Vec::new()), "{inner}");
        }
    }

    #[test]
    fn what_would_be_missing_is_refused() {
        for inner in [
            "<flowRoot><flowPara>words</flowPara></flowRoot>",
            "<foreignObject><p>words</p></foreignObject>",
            "<switch><foreignObject>words</foreignObject></switch>",
            "<video/>",
            r##"<rect width="1" height="1" fill="url(#nothing)"/>"##,
            r##"<rect width="1" height="1" style="fill:red;stroke:url(#nothing)"/>"##,
            r##"<use href="#nothing"/>"##,
            r##"<defs><g id="a"><flowRoot>words</flowRoot></g></defs><use href="#a"/>"##,
            r##"<meshgradient id="m"/><rect width="1" height="1" fill="url(#m)"/>"##,
            r##"<use href="other.svg#something"/>"##,
            r##"<rect width="1" height="1" stroke="url(other.svg#a)"/>"##,
            r##"<text><textPath href="#nothing">words</textPath></text>"##,
            r##"<linearGradient href="#nothing"/>"##,
            r##"<pattern id="a"><path fill="url(#b)"/></pattern><pattern id="b"><path fill="url(#c)"/></pattern><pattern id="c"><path fill="url(#a)"/></pattern>"##,
        ] {
            assert!(surveyed(inner).is_err(), "{inner}");
        }
    }

    #[test]
    fn effects_that_are_none_are_noted() {
        for (attribute, thing) in [("mask", "g"), ("clip-path", "g"), ("marker-end", "mask")] {
            let svg = format!(r##"<{thing} id="x"/><path d="M0 0" {attribute}="url(#x)"/>"##);
            assert_eq!(surveyed(&svg).map(|notes| notes.len()), Ok(1), "{svg}");
        }
    }

    #[test]
    fn words_along_nothing_are_noted_where_there_are_none() {
        for inner in ["", " \n", "<tspan/>"] {
            let svg = format!(r##"<text><textPath href="#x">{inner}</textPath></text>"##);
            assert_eq!(surveyed(&svg).map(|notes| notes.len()), Ok(1), "{svg}");
        }
    }

    #[test]
    fn vast_numbers_are_found_among_others() {
        for vast in [
            "scale(1e38)",
            "M0 0L3e38-9",
            "1-3E+38",
            "12345678901",
            "0,-1e9",
        ] {
            assert!(is_vast(vast), "{vast}");
        }
        for usual in [
            "1e-38",
            "3.12345678901234",
            "0.00001e10",
            "M9e3-2e-30",
            "translate(1 2) rotate(9)",
            "1e",
            "",
        ] {
            assert!(!is_vast(usual), "{usual}");
        }
    }

    #[test]
    fn what_is_hardly_meant_is_noted() {
        for inner in [
            r#"<rect width="1"/>"#,
            r#"<circle r="-2"/>"#,
            r#"<polygon points="1,2 3,x 4,5"/>"#,
            r##"<g clip-path="url(#nothing)"/>"##,
            r##"<linearGradient href="#nothing"><stop/></linearGradient>"##,
            r##"<pattern id="a"><path fill="url(#a)"/></pattern>"##,
            r##"<mask id="a" mask="url(#a)"/>"##,
            r##"<clipPath id="a"><path clip-path="url(#b)"/></clipPath><clipPath id="b"><path clip-path="url(#a)"/></clipPath>"##,
            r##"<filter id="f"><feImage href="#r"/></filter><rect id="r" width="1" height="1" filter="url(#f)"/>"##,
        ] {
            assert_eq!(surveyed(inner).map(|n| n.len()), Ok(1), "{inner}");
        }
    }
}
