//! The views of all screens that follow the table: drawn once when something changes, whoever of them looks on.

use std::collections::HashMap;

use axum::body::Bytes;

/// A screen as it came in.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct FollowingScreen {
    /// The key that it showed; none for one that knows the code. A key that is taken away shows nothing any more.
    pub(super) key: Option<String>,
    /// The code of its language.
    pub(super) lang: &'static str,
}

/// A view as it goes out, and the number of the news that it was drawn with.
#[derive(Clone, Debug)]
pub(super) struct HungView {
    pub(super) number: u64,
    pub(super) bytes: Bytes,
}

/// Which screens follow, and what each is shown.
#[derive(Default)]
pub(super) struct Gallery {
    /// How many follow alike.
    screens: HashMap<FollowingScreen, usize>,
    hung: HashMap<FollowingScreen, HungView>,
}

impl Gallery {
    /// One more follows.
    pub(super) fn enter(&mut self, screen: FollowingScreen) {
        *self.screens.entry(screen).or_default() += 1;
    }

    /// One goes.
    pub(super) fn leave(&mut self, screen: &FollowingScreen) {
        let left = self.screens.get_mut(screen).map_or(0, |count| {
            *count -= 1;
            *count
        });
        if left == 0 {
            self.screens.remove(screen);
            self.hung.remove(screen);
        }
    }

    /// All that follow, each kind once.
    pub(super) fn screens(&self) -> Vec<FollowingScreen> {
        self.screens.keys().cloned().collect()
    }

    /// Puts new views in the place of old ones; where there is none, nothing is shown any more.
    pub(super) fn hang(&mut self, views: Vec<(FollowingScreen, Option<HungView>)>) {
        for (screen, view) in views {
            match view {
                Some(view) if self.screens.contains_key(&screen) => {
                    self.hung.insert(screen, view);
                }
                _ => drop(self.hung.remove(&screen)),
            }
        }
    }

    /// What a screen is shown.
    pub(super) fn hung(&self, screen: &FollowingScreen) -> Option<HungView> {
        self.hung.get(screen).cloned()
    }
}
