//! What a print's file is called: `<kit>.<lang>.<paper>.pdf`, and for a print of a part, or of another kind, what
//! makes it one after the kit's id. Different prints never overwrite each other.

use sha2::{Digest, Sha256};

use super::PrintOptions;
use super::guide::GUIDE;
use crate::impose::Backs;
use crate::kit::Kit;
use crate::template::Ink;

/// The longest word of a file's name, in bytes.
const LONGEST: usize = 48;
/// The word for a print of what changed.
const CHANGED: &str = "changed";

/// The name of a print's file.
pub fn file_name(kit: &Kit, options: &PrintOptions) -> String {
    let PrintOptions { lang, paper, .. } = options;
    format!("{}.{lang}.{}.pdf", stem(kit, options), paper.name)
}

/// The kit's id and, in this order, what makes the print other than the plain one.
pub fn stem(kit: &Kit, options: &PrintOptions) -> String {
    let mut words = vec![kit.id.clone()];
    if !options.only.is_empty() {
        let all = kit.components.iter().map(|c| c.id.as_str());
        let all = [GUIDE].into_iter().chain(all);
        let chosen: Vec<&str> = all
            .filter(|id| options.only.iter().any(|o| o == id))
            .collect();
        words.push(word(&chosen.join(","), is_kind));
    }
    if !options.cards.is_empty() {
        let is_component = |w: &str| kit.components.iter().any(|c| c.id == w);
        let parts = |text: &str| text.split(',').all(is_component);
        words.push(word(&options.cards.join(","), |w| is_kind(w) || parts(w)));
    }
    if options.since.is_some() {
        words.push(CHANGED.into());
    }
    if options.backs != Backs::default() {
        words.push(options.backs.name().into());
    }
    if options.ink != Ink::default() {
        words.push(options.ink.name().into());
    }
    words.join(".")
}

/// Whether a word means a kind of print in a file's name.
fn is_kind(word: &str) -> bool {
    let inks = Ink::ALL.iter().map(|(name, _)| *name);
    let backs = Backs::NAMES.iter().map(|(name, _)| *name);
    word == CHANGED || inks.chain(backs).any(|name| name == word)
}

/// A user's text as a part of a file's name. What cannot stand there as it is, or is `taken` to mean something else,
/// gets a number of its own, so that two texts never become the same.
pub fn word(text: &str, taken: impl Fn(&str) -> bool) -> String {
    let fits = |c: char| c.is_alphanumeric() || "-_+#,".contains(c);
    let sound = !text.is_empty() && text.len() <= LONGEST && text.chars().all(fits);
    if sound && !taken(text) {
        return text.to_owned();
    }
    let mut out = String::new();
    for c in text.chars() {
        let c = if fits(c) { c } else { '-' };
        if out.len() + c.len_utf8() > LONGEST - 9 {
            break;
        }
        if c != '-' || !(out.is_empty() || out.ends_with('-')) {
            out.push(c);
        }
    }
    let hash = Sha256::digest(text.as_bytes());
    let number: String = hash[..4].iter().map(|b| format!("{b:02x}")).collect();
    match out.trim_matches('-') {
        "" => number,
        out => format!("{out}-{number}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::press::Since;

    fn kit() -> Kit {
        Kit::load("catch-and-run").expect("ships")
    }

    fn name(of: impl Fn(&mut PrintOptions)) -> String {
        let mut options = PrintOptions::default();
        of(&mut options);
        file_name(&kit(), &options)
    }

    fn texts(list: &[&str]) -> Vec<String> {
        list.iter().map(|s| s.to_string()).collect()
    }

    #[test]
    fn only_the_plain_print_has_the_plain_name() {
        assert_eq!(name(|_| ()), "catch-and-run.en.a4.pdf");
        assert_eq!(name(|o| o.sets = 3), "catch-and-run.en.a4.pdf");
        assert_eq!(name(|o| o.ink = Ink::Mono), "catch-and-run.mono.en.a4.pdf");
        assert_eq!(
            name(|o| o.backs = Backs::Fold),
            "catch-and-run.fold.en.a4.pdf"
        );
        assert_eq!(
            name(|o| o.since = Some(Since::default())),
            "catch-and-run.changed.en.a4.pdf"
        );
        let both = name(|o| o.only = texts(&["floor", "arm"]));
        assert_eq!(both, name(|o| o.only = texts(&["arm", "floor", "arm"])));
        let all = name(|o| {
            o.only = texts(&["arm"]);
            o.cards = texts(&["red*"]);
            o.since = Some(Since::default());
            o.backs = Backs::None;
            o.ink = Ink::Saver;
        });
        let (first, rest) = all.split_at("catch-and-run.arm.red-".len());
        assert_eq!(first, "catch-and-run.arm.red-");
        assert_eq!(&rest[8..], ".changed.none.saver.en.a4.pdf");
    }

    #[test]
    fn different_cards_have_different_names() {
        let long = "x".repeat(300);
        let of = [
            "red+jump",
            "red*",
            "red?",
            "arm:red*",
            "arm:red?",
            "arm",
            "arm,floor",
            "mono",
            "changed",
            "none",
            "",
            "*",
            "**",
            "../..",
            "太陽",
            "太陽*",
            "a b",
            "a/b",
            "a.b",
            &long,
            &format!("{long}y"),
        ];
        let mut names: Vec<String> = of.iter().map(|c| name(|o| o.cards = texts(&[c]))).collect();
        names.push(name(|o| o.only = texts(&["arm"])));
        names.push(name(|o| o.ink = Ink::Mono));
        names.push(name(|_| ()));
        assert_eq!(names[0], "catch-and-run.red+jump.en.a4.pdf");
        for name in &names {
            assert!(
                name.len() < 100 && !name.contains(['/', '*', '?', ' ', ':', '\\']),
                "{name}"
            );
            assert!(!name.contains(".."), "{name}");
        }
        let mut once = names.clone();
        once.sort_unstable();
        once.dedup();
        assert_eq!(once.len(), names.len(), "{names:#?}");
    }
}
