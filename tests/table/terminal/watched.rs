//! `kitpress watch` on a terminal opens the page in the user's browser, and tells its key to nobody else.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::time::{Duration, Instant};

use super::Terminal;
use crate::place::Place;

/// A browser that tells with what it was started, who may read the file it was given, and what stands in it.
const BROWSER: &str = "#!/bin/sh\n{ echo \"$@\"; stat -c %a \"$1\"; cat \"$1\"; } > opened.part\nmv opened.part opened\n";

#[test]
fn the_browser_gets_the_key_through_a_file_of_its_owner() {
    let place = Place::new();
    fs::create_dir(place.path("bin")).expect("made");
    fs::write(place.path("bin/xdg-open"), BROWSER).expect("written");
    let mode = fs::Permissions::from_mode(0o755);
    fs::set_permissions(place.path("bin/xdg-open"), mode).expect("set");
    let path = std::env::var("PATH").unwrap_or_default();
    let path = format!("PATH={}:{path}", place.path("bin").display());
    let args = ["watch", "tiny", "--port", "0"];
    let terminal = Terminal::wrapped(place.dir(), &["env", &path], &args, (100, 30));
    let start = Instant::now();
    while !place.path("opened").exists() {
        assert!(start.elapsed() < Duration::from_secs(60), "no browser");
        std::thread::sleep(Duration::from_millis(20));
    }
    let opened = fs::read_to_string(place.path("opened")).expect("read");
    let (line, rest) = opened.split_once('\n').expect("a line");
    assert!(line.ends_with("kitpress-watch.html"), "{line}");
    assert!(
        !line.contains('#'),
        "all can read how a program was started"
    );
    let (mode, page) = rest.split_once('\n').expect("a line");
    assert_eq!(mode, "600");
    let said = terminal.wait_to_see("http://127.0.0.1:");
    let address = said
        .split("http://")
        .nth(1)
        .and_then(|a| a.split(' ').next());
    let address = format!("http://{}", address.expect("an address"));
    assert!(address.contains("/#"), "{address}");
    assert!(page.contains(&format!("url={address}\"")), "{page}");
    terminal.wait_to_see("pages");
    terminal.signal("INT");
    assert_eq!(terminal.end(), 0);
    let file = line.split_whitespace().last().expect("a file");
    assert!(!std::path::Path::new(file).exists(), "the file is gone");
}
