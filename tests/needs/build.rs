//! Where programs are looked for: when that changes, tests that need one are built anew.
//!
//! A program that is installed later into a folder that was searched already is not noticed by itself:
//! `touch tests/needs/build.rs` looks again.

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-env-changed=PATH");
    println!("cargo:rerun-if-env-changed=KITPRESS_NEED_TOOLS");
    let path = std::env::var("PATH").unwrap_or_default();
    println!("cargo:rustc-env=NEEDS_PATH={path}");
    let all = std::env::var_os("KITPRESS_NEED_TOOLS").map_or("", |_| "yes");
    println!("cargo:rustc-env=NEEDS_ALL={all}");
}
