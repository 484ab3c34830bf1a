//! Prints a kit: `cargo run --example print_a_kit -- cats out`.
//!
//! The first argument is the id of a shipped kit or a folder with a `kit.toml`, the second the folder that the PDF goes
//! to. This is the whole way of the press with everything left as it is by default.

use std::error::Error;
use std::fs;
use std::path::PathBuf;

use kitpress::impose::Paper;
use kitpress::press::{NoProgress, PrintOptions, name, print};

fn main() -> Result<(), Box<dyn Error>> {
    let mut args = std::env::args().skip(1);
    let wanted = args.next().unwrap_or_else(|| "cats".to_owned());
    let folder = PathBuf::from(args.next().unwrap_or_else(|| "out".to_owned()));

    // All that is wrong with a kit is told at once, with file and line.
    let kit = kitpress::load(&wanted).map_err(|problems| problems.to_string())?;

    let options = PrintOptions {
        lang: kit.languages[0].clone(),
        paper: Paper::parse("a4").map_err(|e| e.to_string())?,
        ..PrintOptions::default()
    };
    // Nothing is written here: the PDF is bytes in memory.
    let printed = print(&kit, &options, &NoProgress).map_err(|problems| problems.to_string())?;

    for count in &printed.components {
        let component = &kit.components[count.component];
        println!("{}: {} pieces", component.id, count.cards);
    }
    fs::create_dir_all(&folder)?;
    let file = folder.join(name::file_name(&kit, &options));
    fs::write(&file, &printed.pdf)?;
    println!("{}: {} pages", file.display(), printed.pages);
    Ok(())
}
