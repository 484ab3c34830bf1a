//! A terminal window that is closed takes the program with it, and the table is free again.

use std::process::Command;

use needs::needs;

/// Runs a program behind a pseudo-terminal, closes that once it has shown something, and waits for the program to end.
const CLOSE: &str = r#"
import os, pty, sys, time
pid, terminal = pty.fork()
if pid == 0:
    os.execv(sys.argv[1], sys.argv[1:])
seen = b""
while b"Ann" not in seen:
    seen += os.read(terminal, 4096)
time.sleep(0.3)
os.close(terminal)
for _ in range(100):
    if os.waitpid(pid, os.WNOHANG)[0]:
        sys.exit(0)
    time.sleep(0.1)
os.kill(pid, 9)
sys.exit("still running after ten seconds")
"#;

#[test]
#[needs("python3")]
fn a_closed_window_ends_the_program() {
    let dir = tempfile::tempdir().expect("a folder");
    let program = env!("CARGO_BIN_EXE_kitpress");
    for words in [
        &["play", "cats", "--players", "Ann,Bob"][..],
        &["timer", "--bank", "5m", "Ann", "Bob"],
    ] {
        let mut command = Command::new("python3");
        command.args(["-c", CLOSE, program]).args(words);
        command.env("LANG", "C").env("TERM", "xterm");
        command.env("KITPRESS_DATA", dir.path().join("data"));
        let done = command.output().expect("python3 runs");
        let told = String::from_utf8_lossy(&done.stderr).into_owned();
        assert!(done.status.success(), "{words:?}: {told}");
    }
    // Nobody holds the table any more.
    let mut command = Command::new(program);
    command.args(["do", "first", "Ann"]);
    command.env("KITPRESS_DATA", dir.path().join("data"));
    let said = command.output().expect("it runs");
    let told = String::from_utf8_lossy(&said.stderr).into_owned();
    assert!(!told.contains("in use"), "{told}");
}
