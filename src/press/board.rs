//! A kit's style board: one page with its cast, colours and finished cards, for whoever draws the next card. It is a
//! template like any other, `board.svg`, and no component: nobody prints it with the game.

use serde_json::Map;

use crate::diag::{Problem, Problems};
use crate::say;
use crate::scene::svg_size;
use crate::template::{Engine, Face, Request};
use crate::units::Size;

/// The template of a kit's style board.
pub const BOARD: &str = "board.svg";

/// Draws the style board, in the size that its root gives.
pub fn board(engine: &Engine<'_>) -> Result<(Face, Size), Problems> {
    let kit = engine.kit();
    let Ok(source) = kit.source.read_text(BOARD) else {
        let what = say!("kit `{}` has no style board", kit.id);
        let hint = say!(
            "draw one page with its cast, colours and cards: `{}`",
            BOARD
        );
        return Err(Problem::new(what).hint(hint).into());
    };
    let size = svg_size(&source).ok_or_else(|| {
        let what = say!("the style board does not say how large it is");
        let hint = say!("begin it with `<svg width=\"297mm\" height=\"210mm\" …>`");
        Problem::new(what).at(kit.source.show(BOARD), 1).hint(hint)
    })?;
    let face = engine.render(&Request {
        template: BOARD,
        size,
        component: "board",
        card: "board",
        fields: &Map::new(),
        from: (BOARD, 0),
        copy: 1,
        page: (1, 1),
        carton: None,
    })?;
    Ok((face, size))
}
