//! The pictures of the pages: drawn anew by the program, compared with those that are kept. `KITPRESS_UPDATE=1` keeps
//! the new ones. Screens of the table are in `tests/table/terminal/pictures.rs`.

mod faces;
mod paint;
mod recipes;
mod scenes;

use std::path::Path;

use resvg::tiny_skia::Pixmap;

/// How far eight by eight pixels may be from those that are kept, by a channel's mean: other computers round otherwise.
const TOLERANCE: f64 = 12.0;

/// What a page is to show, by the path of the picture.
type Drawn = (String, Pixmap);

/// Compares pictures with those that are kept, or keeps them.
#[track_caller]
fn keep(pictures: &[Drawn]) {
    assert!(!pictures.is_empty());
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    if std::env::var_os("KITPRESS_UPDATE").is_some() {
        for (name, picture) in pictures {
            let path = root.join(name);
            std::fs::create_dir_all(path.parent().expect("a folder")).expect("made");
            // What looks the same stays as it is, byte by byte.
            if changed(&path, picture).is_some() {
                std::fs::write(&path, paint::png(picture)).expect("written");
            }
        }
        return;
    }
    let differ = pictures.iter().filter_map(|(name, picture)| {
        let why = changed(&root.join(name), picture)?;
        Some(format!("  {name}: {why}\n"))
    });
    let differ: String = differ.collect();
    assert!(
        differ.is_empty(),
        "these pictures of the pages are no longer what the program draws:\n{differ}\
         `KITPRESS_UPDATE=1 cargo test pictures` draws all of them anew; look at what changed before you keep it"
    );
}

/// What is different about a picture, if anything is.
fn changed(path: &Path, picture: &Pixmap) -> Option<String> {
    let Ok(kept) = Pixmap::load_png(path) else {
        return Some("there is none".to_owned());
    };
    let size = |p: &Pixmap| (p.width(), p.height());
    if size(&kept) != size(picture) {
        return Some(format!("{:?} instead of {:?}", size(picture), size(&kept)));
    }
    let drawn = Pixmap::decode_png(&paint::png(picture)).expect("a picture");
    let (far, at) = paint::furthest(&kept, &drawn);
    (far > TOLERANCE).then(|| format!("differs by {far:.0} of 255 near {at:?}"))
}
