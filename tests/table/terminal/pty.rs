//! A real terminal for tests: the program runs behind a pseudo-terminal, keys go in, and what it writes comes out.

use std::fs::File;
use std::io::{Read, Write};
use std::os::fd::OwnedFd;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{Winsize, tcsetwinsize};

/// The program behind a pseudo-terminal.
pub struct Terminal {
    child: Child,
    master: File,
    written: Arc<Mutex<Vec<u8>>>,
}

impl Terminal {
    /// Starts `kitpress` with these arguments in a folder, on a terminal of this size.
    pub fn start(dir: &Path, args: &[&str], size: (u16, u16)) -> Self {
        Self::wrapped(dir, &[], args, size)
    }

    /// The same, started by another program.
    pub fn wrapped(dir: &Path, wrap: &[&str], args: &[&str], (columns, rows): (u16, u16)) -> Self {
        let flags = OpenptFlags::RDWR | OpenptFlags::NOCTTY | OpenptFlags::CLOEXEC;
        let master = openpt(flags).expect("a pseudo-terminal");
        grantpt(&master).expect("ours");
        unlockpt(&master).expect("unlocked");
        let name = ptsname(&master, Vec::new()).expect("a name");
        let name = name.into_string().expect("UTF-8");
        tcsetwinsize(&master, size(columns, rows)).expect("a size");
        let slave = || -> OwnedFd {
            let file = File::options().read(true).write(true).open(&name);
            file.expect("the other end").into()
        };
        // Makes the terminal the program's own, so that its keys send signals.
        let mut command = Command::new("setsid");
        command.arg("--ctty").args(wrap);
        command.arg(env!("CARGO_BIN_EXE_kitpress"));
        command.args(args).current_dir(dir);
        for name in ["LC_ALL", "LC_MESSAGES", "XDG_DATA_HOME"] {
            command.env_remove(name);
        }
        command.env("LANG", "C").env("TERM", "xterm");
        command.env("KITPRESS_DATA", dir.join("data"));
        command.stdin(Stdio::from(slave()));
        command.stdout(Stdio::from(slave()));
        command.stderr(Stdio::from(slave()));
        let child = command.spawn().expect("setsid and kitpress start");
        let master = File::from(master);
        let written = Arc::new(Mutex::new(Vec::new()));
        let (mut reader, keep) = (master.try_clone().expect("a second end"), written.clone());
        std::thread::spawn(move || {
            let mut bytes = [0; 4096];
            while let Ok(n @ 1..) = reader.read(&mut bytes) {
                let mut all = keep.lock().unwrap_or_else(PoisonError::into_inner);
                all.extend_from_slice(&bytes[..n]);
            }
        });
        Self {
            child,
            master,
            written,
        }
    }

    /// Presses keys.
    pub fn press(&mut self, keys: &str) {
        self.master.write_all(keys.as_bytes()).expect("pressed");
    }

    /// How many bytes were written so far.
    pub fn mark(&self) -> usize {
        let all = self.written.lock().unwrap_or_else(PoisonError::into_inner);
        all.len()
    }

    /// What was written since a mark.
    pub fn since(&self, mark: usize) -> String {
        let all = self.written.lock().unwrap_or_else(PoisonError::into_inner);
        String::from_utf8_lossy(&all[mark..]).into_owned()
    }

    /// Waits until something was written since a mark.
    #[track_caller]
    pub fn wait_for(&self, mark: usize, text: &str) {
        let begin = Instant::now();
        while !self.since(mark).contains(text) {
            let late = begin.elapsed() > Duration::from_secs(30);
            assert!(!late, "`{text}` never came:\n{}", self.since(mark));
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    /// What a person sees now, without colours: everything drawn since the screen was last cleared, where it stands.
    pub fn screen(&self) -> String {
        super::grid::draw(&self.since(0))
    }

    /// Waits until the screen is as it should be.
    #[track_caller]
    pub fn wait_until(&self, what: &str, good: impl Fn(&str) -> bool) -> String {
        let begin = Instant::now();
        loop {
            let screen = self.screen();
            if good(&screen) {
                return screen;
            }
            let late = begin.elapsed() > Duration::from_secs(30);
            assert!(!late, "{what} never came:\n{screen}");
            std::thread::sleep(Duration::from_millis(10));
        }
    }

    /// Whether this, which was on the screen, cannot be scrolled back to.
    pub fn is_wiped(&self, text: &str) -> bool {
        let written = self.since(0);
        let behind = written.rfind(text).map(|at| &written[at..]);
        behind.is_some_and(|behind| behind.contains("\u{1b}[3J"))
    }

    /// Waits until a text is on the screen.
    #[track_caller]
    pub fn wait_to_see(&self, text: &str) -> String {
        self.wait_until(&format!("`{text}`"), |s| s.contains(text))
    }

    /// Gives the terminal another size.
    pub fn resize(&self, (columns, rows): (u16, u16)) {
        tcsetwinsize(&self.master, size(columns, rows)).expect("a size");
    }

    /// Sends the program a signal.
    pub fn signal(&self, name: &str) {
        let pid = self.child.id().to_string();
        let sent = Command::new("kill").args(["-s", name, &pid]).status();
        assert!(sent.expect("kill runs").success(), "{name}");
    }

    /// Lets the program write files of any size again.
    pub fn unlimit(&self) {
        let pid = self.child.id().to_string();
        let freed = Command::new("prlimit")
            .args(["--pid", &pid, "--fsize=unlimited"])
            .status();
        assert!(freed.expect("prlimit runs").success());
    }

    /// Whether the program is stopped at the moment.
    pub fn is_stopped(&self) -> bool {
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", self.child.id()));
        stat.is_ok_and(|s| s.rsplit(')').next().is_some_and(|s| s.starts_with(" T")))
    }

    /// Waits for the program to end.
    pub fn end(mut self) -> i32 {
        self.child.wait().expect("it ends").code().unwrap_or(-1)
    }
}

fn size(columns: u16, rows: u16) -> Winsize {
    Winsize {
        ws_col: columns,
        ws_row: rows,
        ws_xpixel: 0,
        ws_ypixel: 0,
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        // The way out that gives the terminal back; whoever does not take it is shown out.
        let _ = self.master.write_all(b"\x03");
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
