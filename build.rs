//! What lies inside the program: shipped kits, sheets, starters, languages and the pages of phones, packed small. Every
//! folder becomes a list of its files (`src/packed.rs` reads it) that point into deflated blocks: small files share one,
//! so that they pack well, and none is so large that whoever wants a single file unpacks much.

use std::fmt::Write as _;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use flate2::Compression;
use flate2::write::DeflateEncoder;

/// The folders, under the names that the program knows them by.
const FOLDERS: [(&str, &str); 5] = [
    ("TEMPLATES", "templates"),
    ("SHEETS", "sheets"),
    ("STARTERS", "starters"),
    ("LANGUAGES", "src/lang"),
    ("PAGES", "src/host/pages"),
];

/// A block that holds as many bytes takes no further file.
const BLOCK: usize = 48 << 10;

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    let out = PathBuf::from(std::env::var_os("OUT_DIR").expect("cargo names a folder"));
    let mut code = String::new();
    for (name, folder) in FOLDERS {
        println!("cargo:rerun-if-changed={folder}");
        let mut files = Vec::new();
        collect(Path::new(folder), "", &mut files);
        files.sort_unstable();
        pack(name, &files, &out, &mut code);
    }
    fs::write(out.join("packed.rs"), code).expect("a list can be written");
}

/// The files of a folder and of those below, with `/` between folders. Hidden ones were left there by something else.
fn collect(folder: &Path, before: &str, files: &mut Vec<(String, PathBuf)>) {
    for entry in fs::read_dir(folder).expect("a folder to pack") {
        let entry = entry.expect("an entry");
        let name = entry.file_name().into_string().expect("a plain name");
        if name.starts_with('.') {
            continue;
        }
        let path = entry.path();
        if path.is_dir() {
            collect(&path, &format!("{before}{name}/"), files);
        } else {
            files.push((format!("{before}{name}"), path));
        }
    }
}

/// Writes the blocks of a folder, and the list of its files as source.
fn pack(name: &str, files: &[(String, PathBuf)], out: &Path, code: &mut String) {
    let mut blocks: Vec<Vec<u8>> = Vec::new();
    let mut list = String::new();
    let mut kit = "";
    for (file, path) in files {
        let bytes = fs::read(path).expect("a file to pack");
        // Blocks do not reach from one kit into the next.
        let first = file.split_once('/').map_or("", |(first, _)| first);
        let fits = |block: &Vec<u8>| block.len() + bytes.len() <= BLOCK && first == kit;
        if !blocks.last().is_some_and(fits) {
            blocks.push(Vec::new());
        }
        kit = first;
        let block = blocks.last_mut().expect("a block");
        let (start, end) = (block.len(), block.len() + bytes.len());
        block.extend(bytes);
        let at = blocks.len() - 1;
        writeln!(
            list,
            "    Packed::new({file:?}, &{name}_BLOCKS[{at}], {start}, {end}),"
        )
        .expect("text");
    }
    let count = blocks.len();
    writeln!(code, "static {name}_BLOCKS: [Block; {count}] = [").expect("text");
    for (at, block) in blocks.iter().enumerate() {
        let path = out.join(format!("{name}.{at}"));
        let packed = match block.len() > BLOCK {
            // A large file is a font: every print would unpack it, and that takes longer than it is worth.
            true => block.clone(),
            false => deflated(block),
        };
        fs::write(&path, packed).expect("a written block");
        let (len, file) = (block.len(), path.file_name().expect("a name"));
        let file = file.to_str().expect("a plain name");
        writeln!(
            code,
            "    Block::new(include_bytes!(concat!(env!(\"OUT_DIR\"), \"/{file}\")), {len}),"
        )
        .expect("text");
    }
    let count = files.len();
    writeln!(
        code,
        "];\nstatic {name}_FILES: [Packed; {count}] = [\n{list}];\n\
         pub(crate) static {name}: Folder = Folder::new(&{name}_FILES);"
    )
    .expect("text");
}

fn deflated(block: &[u8]) -> Vec<u8> {
    let mut packer = DeflateEncoder::new(Vec::new(), Compression::best());
    packer.write_all(block).expect("bytes can be packed");
    packer.finish().expect("bytes can be packed")
}
