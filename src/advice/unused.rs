//! Files that lie in a kit's folder and that nothing in the kit uses.

use std::collections::BTreeSet;

use memchr::memmem;

use crate::kit::{Kit, flow_file};
use crate::press::BOARD;

/// The files of a kit that nothing uses. `drawn` are the pictures and icons that drawing asked for.
pub(super) fn unused(kit: &Kit, drawn: &BTreeSet<String>) -> Vec<String> {
    let files = kit.source.files().unwrap_or_default();
    let mut used: BTreeSet<String> = named_by_manifest(kit);
    used.extend(drawn.iter().cloned());
    follow(kit, &files, &mut used);
    let spare = |name: &&String| !used.contains(*name) && !is_paperwork(name);
    files.iter().filter(spare).cloned().collect()
}

/// What `kit.toml` names, and what is read by its place.
fn named_by_manifest(kit: &Kit) -> BTreeSet<String> {
    let mut used = BTreeSet::from(["kit.toml", BOARD].map(str::to_owned));
    for lang in &kit.languages {
        used.insert(format!("lang/{lang}.toml"));
    }
    for component in &kit.components {
        used.extend(component.front.iter().cloned());
        used.extend(component.back.iter().cloned());
        used.extend(component.contour.iter().cloned());
        if let Some(carton) = &component.carton {
            let panels = [&carton.side, &carton.top, &carton.bottom];
            used.extend(panels.into_iter().flatten().cloned());
        }
        if let Some(flow) = &component.flow {
            used.extend(kit.languages.iter().map(|lang| flow_file(&flow.file, lang)));
        }
        for card in &component.cards {
            let file = card.from.0.split('#').next().unwrap_or_default();
            used.insert(file.to_owned());
        }
    }
    used
}

/// A template or text of a kit.
struct NamingText {
    name: String,
    text: String,
    /// What others write where they draw in a part that it defines.
    parts: Vec<String>,
}

/// Adds what used templates and texts name in turn: includes, figures, parts. Each text is looked through once.
fn follow(kit: &Kit, files: &[String], used: &mut BTreeSet<String>) {
    let is_text = |name: &str| name.ends_with(".svg") || name.ends_with(".md");
    let read = |name: &String| {
        let text = kit.source.read_text(name).ok()?.replace('\\', "/");
        let mut parts: Vec<String> = part_names(&text).map(|p| format!("<{p}")).collect();
        parts.sort_unstable();
        parts.dedup();
        Some(NamingText {
            name: name.clone(),
            text,
            parts,
        })
    };
    let texts = files
        .iter()
        .filter(|n| is_text(n) && !n.starts_with("icons/"));
    let mut unread: Vec<NamingText> = texts.filter_map(read).collect();
    let mut spare: Vec<&String> = files.iter().filter(|f| !used.contains(*f)).collect();
    while let Some(next) = unread.iter().position(|t| used.contains(&t.name)) {
        let NamingText { text, .. } = unread.swap_remove(next);
        let holds = |word: &str| memmem::find(text.as_bytes(), word.as_bytes()).is_some();
        spare.retain(|name| {
            let named = holds(name);
            used.extend(named.then(|| (*name).clone()));
            !named
        });
        for other in &unread {
            if !used.contains(&other.name) && other.parts.iter().any(|part| holds(part)) {
                used.insert(other.name.clone());
            }
        }
    }
}

/// The names of the parts that a template defines for others: `{% component star(…) %}`.
fn part_names(text: &str) -> impl Iterator<Item = &str> {
    text.match_indices("component ").filter_map(|(at, word)| {
        let rest = &text[at + word.len()..];
        let end = rest.find(|c: char| !(c.is_alphanumeric() || c == '_'))?;
        let before = text[..at].trim_end();
        let opened = before.ends_with("{%") || before.ends_with("{%-");
        (end > 0 && opened).then(|| &rest[..end])
    })
}

/// Licences, notes, fonts, and what other programs leave behind.
fn is_paperwork(name: &str) -> bool {
    let base = name.rsplit('/').next().unwrap_or(name);
    let upper = base.to_uppercase();
    let known = [
        "LICENSE",
        "LICENCE",
        "COPYING",
        "README",
        "CREDITS",
        "NOTICE",
        "AUTHORS",
        "CHANGELOG",
        "OFL",
    ];
    known.iter().any(|word| upper.starts_with(word))
        || name.starts_with("fonts/")
        || name.starts_with("out/")
        || base.starts_with('~')
        || base.ends_with('~')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_found_by_their_definition() {
        let text = "{% component star(x, y) %}…{% endcomponent star %}{%- component moon() %} a component of";
        assert_eq!(part_names(text).collect::<Vec<_>>(), ["star", "moon"]);
    }

    #[test]
    fn paperwork_needs_no_use() {
        assert!(
            [
                "LICENSE",
                "art/readme.txt",
                "fonts/x.ttf",
                "out/a.pdf",
                "~$a.xlsx",
                "a.svg~"
            ]
            .iter()
            .all(|n| is_paperwork(n))
        );
        assert!(!is_paperwork("art/dragon.png"));
    }
}
