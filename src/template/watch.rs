//! Notices templates that never end. Tera cannot be interrupted, so whoever owns the process asks
//! [`stuck`] from time to time and gives up.

use std::collections::HashMap;
use std::sync::Mutex;
use std::thread::ThreadId;
use std::time::{Duration, Instant};

/// A template that takes longer than this for one face does not end.
const PATIENCE: Duration = Duration::from_secs(10);

/// What each thread renders, and since when.
type Running = HashMap<ThreadId, (Instant, [String; 3])>;

static RUNNING: Mutex<Option<Running>> = Mutex::new(None);

/// Marks the end of a rendering when dropped.
pub(super) struct Guard(());

/// Marks the start of rendering a face on this thread.
pub(super) fn start(component: &str, card: &str, template: &str) -> Guard {
    if let Ok(mut running) = RUNNING.lock() {
        let what = [component.to_owned(), card.to_owned(), template.to_owned()];
        let id = std::thread::current().id();
        running
            .get_or_insert_with(HashMap::new)
            .insert(id, (Instant::now(), what));
    }
    Guard(())
}

impl Drop for Guard {
    fn drop(&mut self) {
        if let Ok(mut running) = RUNNING.lock()
            && let Some(map) = running.as_mut()
        {
            map.remove(&std::thread::current().id());
        }
    }
}

/// Component, card and template of a face that has been rendering for too long.
pub fn stuck() -> Option<[String; 3]> {
    let running = RUNNING.lock().ok()?;
    let late = running
        .as_ref()?
        .values()
        .find(|(since, _)| since.elapsed() > PATIENCE)?;
    Some(late.1.clone())
}
