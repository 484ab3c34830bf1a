//! Names and cards that are written to run in somebody's browser: they are words there, and nothing runs.

use std::fs;

use needs::needs;
use serde_json::json;

use super::driver::{Browser, turn};
use super::hosted::{Hosted, is_fit};

/// What would run where words are taken for a page.
const HURT: &str = "<img src=x onerror=hurt()><script>hurt()</script>";

const KIT: &str = r##"
[kit]
id = "hostile"
title = "<img src=x onerror=hurt()>"
players = 2
languages = ["en"]

[[component]]
id = "card"
kind = "cards"
title = "HURT"
size = "poker"
front = "card.svg"
back = "back.svg"
rows = "cards.csv"

[[component]]
id = "role"
kind = "cards"
size = "poker"
front = "card.svg"
back = "back.svg"
rows = "roles.csv"

[table]
rounds = 3

[[table.deck]]
id = "deck"
title = "HURT"
component = "card"

[[table.hand]]
deck = "deck"
count = 2

[table.roles]
component = "role"
hidden = "others"

[table.roles.players]
2 = { wolf = 1, owl = 1 }

[[table.timer]]
id = "talk"
title = "HURT"
seconds = 90

[[table.score]]
id = "fish"
title = "HURT"
"##;

/// A face that would run where it is opened as a page of its own.
const CARD: &str = r##"<svg xmlns="http://www.w3.org/2000/svg" width="63mm" height="88mm" viewBox="0 0 63 88" onload="hurt()">
  <script>hurt()</script>
  <rect width="63" height="88" fill="#ffffff" onclick="hurt()"/>
</svg>
"##;
const BACK: &str = r##"<svg xmlns="http://www.w3.org/2000/svg" width="63mm" height="88mm" viewBox="0 0 63 88"><rect width="63" height="88" fill="#336699"/></svg>"##;

/// Nothing has run on a page, and nothing on it could.
#[track_caller]
fn is_harmless(browser: &Browser, when: &str) {
    let found = browser.value(
        "[window.hurts ?? 0, document.querySelectorAll('[onerror], [onload], [onclick], img[src=x], script:not([src])').length]",
    );
    assert_eq!(found, json!([0, 0]), "{when}");
}

#[needs("chromium", "chromedriver")]
#[test]
fn nothing_runs_that_stands_in_names_and_cards() {
    let _turn = turn();
    let dir = tempfile::tempdir().expect("a folder");
    let title = HURT.replace('"', "'");
    let rows = |names: [&str; 2]| {
        let rows = names.map(|n| format!("{n},{title}\n")).concat();
        format!("name,title\n{rows}")
    };
    for (file, text) in [
        ("kit.toml", KIT.replace("HURT", &title)),
        ("card.svg", CARD.to_owned()),
        ("back.svg", BACK.to_owned()),
        ("roles.csv", rows(["wolf", "owl"])),
        (
            "cards.csv",
            rows(["<b>one</b>", "<script>hurt()</script>"])
                + &format!("javascript:hurt(),{title}\n'onerror='hurt(),{title}\n"),
        ),
    ] {
        fs::write(dir.path().join(file), text).expect("written");
    }
    let kit = dir.path().to_str().expect("a path");
    let table = Hosted::start(kit, &["--seed", "3"]);
    let screens: Vec<Browser> = (0..4).map(|_| Browser::start()).collect();
    let [ann, bob, wall, tablet] = &screens[..] else {
        panic!("four");
    };
    for (phone, name) in [(ann, HURT), (bob, "<svg onload=hurt()>")] {
        phone.screen(360, 640, true);
        phone.open(&format!("{}#{}", table.url(), table.code()));
        phone.wait("document.querySelector('#name')");
        let name: String = name.chars().take(40).collect();
        phone.choose("name", &name);
        phone.click("button.primary");
        phone.wait("document.querySelector('.lobby .names')");
        is_harmless(phone, "the lobby");
    }
    wall.screen(1920, 1080, false);
    wall.open(&format!("{}tv#{}", table.url(), table.code()));
    wall.wait("document.querySelectorAll('.names li').length === 2");
    tablet.open(table.host());
    tablet.wait("document.querySelectorAll('.names li').length === 2");
    is_harmless(wall, "the wall in the lobby");
    is_harmless(tablet, "the tablet in the lobby");
    tablet.click("#begin");
    for phone in [ann, bob] {
        phone.wait("document.querySelector('#reveal-hand')");
        assert!(phone.tap("document.querySelector('#reveal-hand')"));
        phone.wait("document.querySelectorAll('button.card').length === 2");
        phone.wait("[...document.images].every(i => i.complete && i.naturalWidth > 0)");
    }
    // A card is played, so that every screen shows it; a clock that is called so runs.
    assert!(ann.tap("document.querySelector('button.card')"));
    assert!(ann.tap("document.querySelector('[data-verb=play]')"));
    table.host_starts_clock("talk");
    for (screen, when) in [
        (ann, "Ann"),
        (bob, "Bob"),
        (wall, "the wall"),
        (tablet, "the tablet"),
    ] {
        screen.wait("document.querySelector('.open-row img, .board img')");
        screen.wait("document.querySelector('.clock')");
        is_harmless(screen, when);
        let words = "document.body.innerText.includes('<script>hurt()')";
        assert_eq!(screen.value(words), true, "{when}: what is written is read");
        is_fit(screen, &table, "en", false, when);
    }
    // A face as a page of its own does not run either.
    let face = "document.querySelector('.open-row img').src";
    let face = ann.value(face);
    wall.open(face.as_str().expect("an address"));
    wall.wait("document.documentElement.nodeName === 'svg'");
    is_harmless(wall, "a face as a page");
}
