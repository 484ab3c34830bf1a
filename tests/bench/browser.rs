//! The page in a real browser, where one is installed.

use std::process::Command;

use super::Bench;
use super::watch::Watch;

/// Chromium, by one of its names.
fn chromium() -> Option<&'static str> {
    let names = ["chromium", "chromium-browser", "google-chrome"];
    names.into_iter().find(|n| {
        Command::new(n)
            .arg("--version")
            .output()
            .is_ok_and(|o| o.status.success())
    })
}

#[test]
fn every_face_is_shown_in_a_browser() {
    let Some(browser) = chromium() else {
        return;
    };
    let b = Bench::new();
    let w = Watch::start(&b, &[]);
    w.line("pages");
    let data = b.root.path().join("chrome");
    let output = Command::new(browser)
        .args([
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-quic",
            "--no-first-run",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
            "--virtual-time-budget=5000",
            "--timeout=20000",
            "--dump-dom",
        ])
        .arg(format!("--user-data-dir={}", data.display()))
        .arg(format!("http://127.0.0.1:{}/", w.port))
        .output()
        .expect("runs");
    let dom = String::from_utf8_lossy(&output.stdout);
    assert_eq!(dom.matches("<figure").count(), 12, "{dom}");
    assert!(dom.contains("<h1 id=\"title\">Tiny</h1>"), "{dom}");
}
