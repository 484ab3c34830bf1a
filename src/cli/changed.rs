//! What `print --changed` says about the deck on the table.

use super::cells::clean;
use super::lock::Lock;
use super::{CommandResult, out};
use crate::press::{Changes, RecordLine};
use crate::say;
use crate::say::Say;

/// Names that are listed before the rest is only counted.
const LISTED: usize = 40;

/// Says why everything is printed, where an earlier print cannot be known.
pub(super) fn warn(lock: &Lock) {
    if let Some(why) = &lock.trouble {
        out::warning(&say!("{}; everything is printed", why));
    }
}

/// Tells what was printed and what to take out.
pub(super) fn tell(kit: &str, lang: &str, changes: &Changes) -> CommandResult {
    if changes.is_empty() {
        let text = say!("{} ({}): nothing has changed, nothing to print", kit, lang);
        return out::line(&text.to_string());
    }
    list(say!("new:"), &changes.new)?;
    list(say!("changed:"), &changes.changed)?;
    list(say!("take out of the deck:"), &changes.take_out)
}

fn list(heading: Say, lines: &[RecordLine]) -> CommandResult {
    if lines.is_empty() {
        return Ok(());
    }
    out::line(&heading.to_string())?;
    for line in lines.iter().take(LISTED) {
        // First as --cards wants it, then as people read it.
        let mut words = format!("{}:{}", line.component, line.name);
        if let Some(title) = &line.title {
            words += &format!("  {title}");
        }
        if line.count > 1 {
            words += &format!(" × {}", line.count);
        }
        out::line(&format!("  {}", clean(&words)))?;
    }
    match lines.len().saturating_sub(LISTED) {
        0 => Ok(()),
        rest => out::line(&format!("  {}", say!("and {} more", rest))),
    }
}
