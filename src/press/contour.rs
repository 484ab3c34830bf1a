//! The line that the pieces of a component are cut along, where `outline` names a drawing of it.

use std::sync::Arc;

use crate::diag::Problem;
use crate::kit::{Component, Kit};
use crate::say;
use crate::scene::{Studio, contour};
use crate::units::Mm;

/// The corners of a closed line.
type Corners = Arc<[(Mm, Mm)]>;

/// The corners of the line, on a face of the component.
pub(crate) fn contour_of(
    kit: &Kit,
    studio: &Studio<'_>,
    component: &Component,
) -> Result<Option<Corners>, Problem> {
    let Some(file) = &component.contour else {
        return Ok(None);
    };
    let read = kit.source.read_text(file)?;
    let corners = contour(studio, &read, component.size).map_err(|why| {
        let what = say!(
            "component `{}` cannot be cut along `{}`: {}",
            component.id,
            file,
            why
        );
        let hint = say!("draw one closed, filled path, in the proportions of the piece");
        Problem::new(what).at(kit.source.show(file), 0).hint(hint)
    })?;
    Ok(Some(corners.into()))
}
