//! What the page shows: the last good build, what is wrong since, and news of both for whoever waits.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use serde_json::json;
use tokio::sync::watch;
use tokio::time::timeout;

use super::Variant;
use super::builder::{Build, Difference};
use super::worker::Done;
use crate::template::Ink;

/// What the page shows.
#[derive(Default)]
pub struct ShownPage {
    state: Mutex<State>,
    /// The version, for whoever waits for the next.
    news: watch::Sender<u64>,
}

#[derive(Default)]
struct State {
    version: u64,
    build: Option<Build>,
    /// The faces of each language and ink, as JSON.
    views: HashMap<Variant, Vec<String>>,
    /// How those of the first language and ink differ from the version before.
    difference: Difference,
    /// Faces that the last build drew, by number, in the first language and ink.
    fresh: HashMap<String, String>,
    error: Option<String>,
}

impl ShownPage {
    fn open(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The next version, which `change` makes.
    fn next(&self, change: impl FnOnce(&mut State)) {
        let mut state = self.open();
        state.version += 1;
        change(&mut state);
        let version = state.version;
        // Whoever waits looks at the state as soon as it hears of it.
        drop(state);
        self.news.send_replace(version);
    }

    /// Shows a build.
    pub(super) fn built(&self, done: Done) {
        self.next(|state| {
            let goes_on = state.build.as_ref().map(|b| &b.first) == Some(&done.build.first);
            let first = |v: &Variant| *v == done.build.first && goes_on;
            let difference = done.views.iter().find(|(v, _)| first(v));
            state.difference = difference.map(|(_, d)| d.clone()).unwrap_or_default();
            let mut before = std::mem::take(&mut state.views);
            for (variant, difference) in done.views {
                let mut list = before.remove(&variant).unwrap_or_default();
                difference.apply(&mut list);
                state.views.insert(variant, list);
            }
            state.fresh = done.fresh.into_iter().collect();
            state.build = Some(done.build);
            state.error = None;
        });
    }

    /// Shows what is wrong, beside the last good build.
    pub(super) fn broken(&self, text: &str) {
        self.next(|state| {
            state.difference.changed.clear();
            state.error = Some(text.to_owned());
        });
    }

    /// The version of now, if a language and ink could be shown and are not yet.
    pub(super) fn lacks(&self, variant: &Variant) -> Option<u64> {
        let state = self.open();
        let speaks = |b: &Build| b.languages.contains(&variant.0) && is_ink(&variant.1);
        let could = state.build.as_ref().is_some_and(speaks);
        (could && !state.knows(variant)).then_some(state.version)
    }

    /// Waits until a language and ink can be shown, or it is clear that they cannot.
    pub(super) async fn wait_for(&self, variant: &Variant, version: u64, patience: Duration) {
        let mut news = self.news.subscribe();
        let clear = |_: &u64| {
            let state = self.open();
            state.knows(variant) || (state.version != version && state.error.is_some())
        };
        let _ = timeout(patience, news.wait_for(clear)).await;
    }

    /// Waits for another version than this; whether one came.
    pub(super) async fn wait(&self, version: u64, patience: Duration) -> bool {
        let mut news = self.news.subscribe();
        let other = news.wait_for(|now| *now != version);
        timeout(patience, other).await.is_ok()
    }

    /// A face that the last build drew.
    pub(super) fn fresh(&self, variant: &Variant, id: &str) -> Option<String> {
        let state = self.open();
        let first = state.build.as_ref().map(|b| &b.first);
        let svg = state.fresh.get(id).filter(|_| first == Some(variant));
        svg.cloned()
    }

    /// The last good PDF of a language.
    pub(super) fn pdf(&self, lang: &str) -> Option<std::path::PathBuf> {
        let state = self.open();
        let mut files = state.build.iter().flat_map(|b| &b.files);
        files.find(|f| f.lang == lang).map(|f| f.file.clone())
    }

    /// Everything the page needs to know in one language and ink.
    pub(super) fn told(&self, wanted: Option<Variant>) -> String {
        self.open().told(wanted, None)
    }

    /// Everything that is new since a version, in the first language and ink, and that version. Who has seen an older
    /// one is told everything.
    pub(super) fn told_since(&self, seen: u64) -> (u64, String) {
        let state = self.open();
        let next = state.build.is_some() && seen.checked_add(1) == Some(state.version);
        let difference = Some(&state.difference).filter(|d| next && d.length > 0);
        let mut told = state.told(None, difference);
        let fresh = json!(state.fresh).to_string();
        told.pop();
        told += &format!(",\"fresh\":{fresh}}}");
        (state.version, told)
    }
}

impl State {
    /// Whether it is known how a language and ink look, or why they cannot be shown.
    fn knows(&self, variant: &Variant) -> bool {
        let mut trouble = self.build.iter().flat_map(|b| &b.trouble);
        self.views.contains_key(variant) || trouble.any(|(t, _)| t == variant)
    }

    /// What the page needs to know in one language and ink: all faces, or how they differ from the version before.
    fn told(&self, wanted: Option<Variant>, difference: Option<&Difference>) -> String {
        let Some(build) = &self.build else {
            return json!({ "version": self.version, "error": self.error, "views": [] })
                .to_string();
        };
        let known = wanted.filter(|v| self.knows(v));
        let variant = known.unwrap_or_else(|| build.first.clone());
        let trouble = build.trouble.iter().find(|(t, _)| *t == variant);
        let error = self.error.as_ref().or(trouble.map(|(_, text)| text));
        // The faces are JSON already, and many.
        let faces = match difference {
            Some(d) => {
                let one = |(n, view): &(usize, String)| format!("[{n},{view}]");
                let changed: Vec<String> = d.changed.iter().map(one).collect();
                let changed = changed.join(",");
                format!("\"length\":{},\"changed\":[{changed}]", d.length)
            }
            None => {
                let views = self.views.get(&variant).map_or(&[][..], Vec::as_slice);
                format!("\"views\":[{}]", views.join(","))
            }
        };
        let mut told = json!({
            "version": self.version, "error": error, "kit": build.kit, "title": build.title,
            "languages": build.languages, "lang": variant.0, "ink": variant.1,
            "files": build.files, "drawn": build.drawn, "ms": build.ms,
        })
        .to_string();
        told.pop();
        told + &format!(",{faces}}}")
    }
}

/// Whether there is an ink of that name.
pub(super) fn is_ink(name: &str) -> bool {
    Ink::ALL.iter().any(|(n, _)| *n == name)
}
