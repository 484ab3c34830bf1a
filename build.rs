//! Shipped kits, starters and languages are embedded: a change in them must rebuild the program.

fn main() {
    println!("cargo:rerun-if-changed=templates");
    println!("cargo:rerun-if-changed=starters");
    println!("cargo:rerun-if-changed=sheets");
    println!("cargo:rerun-if-changed=src/lang");
    println!("cargo:rerun-if-changed=build.rs");
}
