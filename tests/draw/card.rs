//! A kit of one card, for pictures of all kinds.

use std::path::Path;

use kitpress::kit::{Kit, Source};

/// A kit of cards of 60 by 40 mm in `dir`, drawn by `body`.
pub fn kit(dir: &Path, body: &str, keys: &str) -> Kit {
    let svg = format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" width="60mm" height="40mm" viewBox="0 0 60 40">{body}</svg>"#
    );
    let manifest = format!(
        "[kit]\nid = \"art\"\n[[component]]\nid = \"card\"\nkind = \"cards\"\nsize = \"60x40mm\"\nfront = \"card.svg\"\n{keys}\n"
    );
    std::fs::write(dir.join("card.svg"), svg).expect("written");
    std::fs::write(dir.join("kit.toml"), manifest).expect("written");
    let source = Source::find(dir.to_str().expect("a path")).expect("a kit");
    Kit::load_from(source, &[]).unwrap_or_else(|e| panic!("{e}"))
}
