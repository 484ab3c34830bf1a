//! `#[needs("qpdf")]` on a test: where that program is not installed, the test is ignored and says why. A name with a `/` is
//! a file that something else installs into this repository.
//!
//! A test either runs wholly or not at all; one that passes by without its program would say `ok` and mean
//! nothing. With `KITPRESS_NEED_TOOLS` set, as CI has it, nothing is ignored and a missing program is a failure.
//!
//! This is a package of its own so that the program is never built anew because a search path changed.

use std::path::Path;

use proc_macro::{TokenStream, TokenTree};

/// Ignores a test where one of the programs named is missing. Stands above `#[test]`.
#[proc_macro_attribute]
pub fn needs(programs: TokenStream, test: TokenStream) -> TokenStream {
    let names: Vec<String> = programs.into_iter().filter_map(literal).collect();
    let reason = match names.iter().find(|name| !installed(name)) {
        _ if names.is_empty() => "compile_error!(\"which program does it need?\");".to_owned(),
        _ if env!("NEEDS_ALL") == "yes" => return test,
        None => return test,
        Some(name) => format!("#[ignore = \"{name} is not installed\"]"),
    };
    let mut out: TokenStream = reason.parse().expect("an attribute");
    out.extend(test);
    out
}

/// The text of `"text"`; nothing for the commas between.
fn literal(token: TokenTree) -> Option<String> {
    let TokenTree::Literal(literal) = token else {
        return None;
    };
    Some(literal.to_string().trim_matches('"').to_owned())
}

/// Whether a folder of the search path holds a program, or this repository a file.
fn installed(name: &str) -> bool {
    if name.contains('/') {
        let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
        return Path::new(root).join(name).is_file();
    }
    let file = format!("{name}{}", std::env::consts::EXE_SUFFIX);
    std::env::split_paths(env!("NEEDS_PATH")).any(|folder| runs(&folder.join(&file)))
}

#[cfg(unix)]
fn runs(file: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    file.metadata()
        .is_ok_and(|m| m.is_file() && m.permissions().mode() & 0o111 != 0)
}

#[cfg(not(unix))]
fn runs(file: &Path) -> bool {
    file.is_file()
}
