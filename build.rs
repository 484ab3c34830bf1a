//! Shipped kits are embedded: a change in `templates/` must rebuild the program.

fn main() {
    println!("cargo:rerun-if-changed=templates");
    println!("cargo:rerun-if-changed=build.rs");
}
