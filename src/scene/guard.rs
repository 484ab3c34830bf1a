//! Drawing with other people's code: whatever it makes of odd pictures, the program goes on and says so.

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind, set_hook, take_hook};
use std::sync::Once;

use resvg::tiny_skia::PixmapMut;
use usvg::Transform;

use super::reach;
use crate::say;
use crate::say::Say;

thread_local! {
    static QUIET: Cell<bool> = const { Cell::new(false) };
}

/// Panics of guarded work are not printed; all others are, as ever.
fn install() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let usual = take_hook();
        set_hook(Box::new(move |info| {
            if !QUIET.get() {
                usual(info);
            }
        }));
    });
}

/// Runs work that may panic; says so in plain words if it does.
pub(super) fn guarded<T>(work: impl FnOnce() -> T) -> Result<T, Say> {
    install();
    let outer = QUIET.replace(true);
    let done = catch_unwind(AssertUnwindSafe(work));
    QUIET.set(outer);
    done.map_err(|_| say!("something in it is too large, too small or too intricate to be drawn"))
}

/// Draws a picture as pixels, if it has no shapes out of all proportion.
pub fn draw(
    tree: &usvg::Tree,
    transform: Transform,
    pixels: &mut PixmapMut<'_>,
) -> Result<(), Say> {
    reach::filters(tree.root(), transform)?;
    guarded(|| resvg::render(tree, transform, pixels))
}

/// Draws a part of a picture as pixels.
pub fn draw_node(
    node: &usvg::Node,
    transform: Transform,
    pixels: &mut PixmapMut<'_>,
) -> Result<(), Say> {
    guarded(|| resvg::render_node(node, transform, pixels)).map(|_| ())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_becomes_a_sentence() {
        let said = guarded(|| -> u8 { panic!("in Rust's words") }).expect_err("a panic");
        assert!(!said.to_string().contains("Rust"), "{said}");
        assert_eq!(guarded(|| 7), Ok(7));
    }
}
