//! Signals while a screen is up: what would end the program ends the talk instead, and what would stop it waits until
//! the terminal has been given back. At other times signals do as ever.
//!
//! A terminal that is gone sends a signal, too, but nobody can be told to look: reading keys of nothing never ends. So a
//! talk that has not ended a while after it was told to is ended from outside. Whatever was acknowledged is on the disk.

#[cfg(unix)]
mod heard {
    use std::sync::atomic::{AtomicBool, Ordering};
    use std::sync::{Arc, OnceLock};
    use std::time::Duration;

    use signal_hook::consts::{SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGTSTP};
    use signal_hook::flag::{register, register_conditional_default};

    struct Flags {
        end: Arc<AtomicBool>,
        stop: Arc<AtomicBool>,
        as_ever: Arc<AtomicBool>,
    }

    fn flags() -> &'static Flags {
        static FLAGS: OnceLock<Flags> = OnceLock::new();
        FLAGS.get_or_init(|| {
            let flags = Flags {
                end: Arc::default(),
                stop: Arc::default(),
                as_ever: Arc::default(),
            };
            let ends = [SIGINT, SIGTERM, SIGQUIT, SIGHUP].map(|s| (s, &flags.end));
            for (signal, flag) in ends.into_iter().chain([(SIGTSTP, &flags.stop)]) {
                // Without them the talk can still be ended by key.
                let _ = register_conditional_default(signal, flags.as_ever.clone());
                let _ = register(signal, flag.clone());
            }
            std::thread::spawn(end_for_good);
            flags
        })
    }

    /// Ends the program when it was told to and does not.
    fn end_for_good() {
        const LOOK: Duration = Duration::from_millis(500);
        const PATIENCE: u32 = 3;
        let mut told = 0;
        while told < PATIENCE {
            std::thread::sleep(LOOK);
            let minded = !flags().as_ever.load(Ordering::SeqCst);
            told = match minded && ends() {
                true => told + 1,
                false => 0,
            };
        }
        std::process::exit(1);
    }

    /// Minds signals from now on, or no longer.
    pub(crate) fn mind(on: bool) {
        flags().end.store(false, Ordering::SeqCst);
        flags().stop.store(false, Ordering::SeqCst);
        flags().as_ever.store(!on, Ordering::SeqCst);
    }

    /// Whether the program is to end.
    pub(crate) fn ends() -> bool {
        flags().end.load(Ordering::SeqCst)
    }

    /// Whether the program is to stop.
    pub(crate) fn stops() -> bool {
        flags().stop.load(Ordering::SeqCst)
    }

    /// Stops the program until it is told to go on.
    pub(crate) fn stop_here() {
        flags().stop.store(false, Ordering::SeqCst);
        let _ = signal_hook::low_level::emulate_default_handler(SIGTSTP);
    }
}

#[cfg(not(unix))]
mod heard {
    pub fn mind(_on: bool) {}

    pub fn ends() -> bool {
        false
    }

    pub fn stops() -> bool {
        false
    }

    pub fn stop_here() {}
}

pub(super) use heard::{ends, mind, stop_here, stops};
