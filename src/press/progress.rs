//! How far a print is, for whoever wants to be told.

use std::sync::atomic::{AtomicU64, Ordering};

/// Told about progress: how much of a job is done, in shares of [`JOB`].
pub trait Progress: Sync {
    /// So much more is done.
    fn done(&self, _share: u64) {}
}

/// A whole job: one kit in one language and ink. Whoever starts several knows how many, and so how far all are.
pub const JOB: u64 = 1_000_000_000;

/// The steps of one job, as many as it has faces. A job that ends early is done all the same.
pub struct Steps<'a> {
    watcher: &'a dyn Progress,
    each: u64,
    left: AtomicU64,
}

impl<'a> Steps<'a> {
    /// A job of so many faces.
    pub fn new(watcher: &'a dyn Progress, faces: usize) -> Self {
        Self {
            watcher,
            each: JOB / (faces.max(1) as u64),
            left: AtomicU64::new(JOB),
        }
    }

    /// One more face is done.
    pub fn step(&self) {
        self.left.fetch_sub(self.each, Ordering::Relaxed);
        self.watcher.done(self.each);
    }
}

impl Drop for Steps<'_> {
    fn drop(&mut self) {
        self.watcher.done(*self.left.get_mut());
    }
}

/// A watcher that does not care.
pub struct NoProgress;
impl Progress for NoProgress {}
