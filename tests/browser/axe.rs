//! axe-core looks over every page: light and dark, on a phone and on a wall, in English and Japanese. It must find nothing
//! that hinders anybody seriously. `.ci/run` installs it; without it these tests are ignored.

use std::time::Duration;

use needs::needs;
use serde_json::{Value, json};

use super::driver::{Browser, turn};
use super::hosted::{Hosted, is_quiet};
use super::scene::{CARD, Scene};

/// Where `.ci/run` puts it.
const AXE: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/tests/browser/node_modules/axe-core/axe.min.js"
);
const SOUP: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/samples/salt-in-the-soup");

/// What axe-core finds on the page as it is now, of what is serious or worse.
const LOOK: &str = r#"
    const [, done] = arguments;
    axe.run(document, { resultTypes: ["violations"] }).then(({ violations }) => done(violations
        .filter(v => ["serious", "critical"].includes(v.impact))
        .flatMap(v => v.nodes.map(n => `${v.id}: ${n.html.slice(0, 160)} ${n.any[0]?.message ?? ""}`))));
"#;

/// One look at a page in one colour scheme.
#[track_caller]
fn is_open_to_all(browser: &Browser, when: &str) {
    if browser.value("window.axe === undefined") == true {
        let axe = std::fs::read_to_string(AXE).expect("axe-core is installed");
        browser.run(&axe);
    }
    assert_eq!(browser.run_later(LOOK, ""), json!([]), "{when}");
}

/// A page in light and dark, the one in English, the other in Japanese. It ends in the language that it did not begin in,
/// so that the next look has them the other way round.
#[track_caller]
fn every_way(browser: &Browser, table: &Hosted, when: &str) {
    for (n, scheme) in ["light", "dark"].iter().enumerate() {
        if n > 0 {
            let lang = browser.value("document.documentElement.lang");
            browser.run("document.querySelector('#language').click()");
            browser.wait(&format!("document.documentElement.lang !== {lang}"));
            settled(browser);
        }
        browser.scheme(scheme);
        let lang = browser.value("document.documentElement.lang");
        let name = format!("{when}-{scheme}-{}", lang.as_str().unwrap_or_default());
        is_open_to_all(browser, &name);
        browser.keep(&format!("axe-{name}"));
    }
    is_quiet(browser, table, when);
}

/// Waits until what was asked for is there.
fn settled(browser: &Browser) {
    browser.wait("[...document.images].every(i => i.complete)");
    std::thread::sleep(Duration::from_millis(120));
}

/// A phone and a wall.
fn screens() -> (Browser, Browser) {
    let phone = Browser::start();
    phone.screen(360, 640, true);
    let wall = Browser::start();
    wall.screen(1920, 1080, false);
    (phone, wall)
}

#[needs(
    "chromium",
    "chromedriver",
    "tests/browser/node_modules/axe-core/axe.min.js"
)]
#[test]
fn the_way_in_and_the_lobby_are_open_to_all() {
    let _turn = turn();
    let table = Hosted::start("cats", &[]);
    let (phone, wall) = screens();
    phone.open(table.url());
    phone.wait("document.querySelector('#code')");
    every_way(&phone, &table, "the way in without a code");
    phone.open(&format!("{}host", table.url()));
    phone.wait("document.querySelector('#key')");
    every_way(&phone, &table, "control without a key");
    wall.open(&format!("{}tv", table.url()));
    wall.wait("document.querySelector('#code')");
    for scheme in ["light", "dark"] {
        wall.scheme(scheme);
        is_open_to_all(&wall, &format!("the wall without a code, {scheme}"));
    }

    phone.open(&format!("{}#{}", table.url(), table.code()));
    phone.wait("document.querySelector('#name')");
    every_way(&phone, &table, "the way in");
    // A name that is taken is said no to.
    phone.choose("name", "Ann");
    phone.click("button.primary");
    phone.wait("document.querySelector('.lobby .names')");
    every_way(&phone, &table, "a seat in the lobby");
    wall.open(&format!("{}tv#{}", table.url(), table.code()));
    wall.wait("document.querySelector('.lobby.wall li')");
    every_way(&wall, &table, "the wall in the lobby");
    wall.screen(1024, 768, false);
    wall.open(table.host());
    wall.wait("document.querySelector('#begin')");
    every_way(&wall, &table, "the host in the lobby");
}

#[needs(
    "chromium",
    "chromedriver",
    "tests/browser/node_modules/axe-core/axe.min.js"
)]
#[test]
fn every_game_is_open_to_all() {
    let _turn = turn();
    let (phone, wall) = screens();
    let tablet = Browser::start();
    tablet.screen(1024, 768, false);
    let games: [(&str, &[&str]); 6] = [
        (
            "catch-and-run",
            &["--set", "cards=app", "--set", "educators=Ann"],
        ),
        (
            "birth-or-burst",
            &["--set", "leader=Bob", "--set", "commands=table"],
        ),
        ("cats", &["--set", "map=3x26"]),
        ("icecool", &["--set", "cards=table", "--set", "catcher=Bob"]),
        ("cat-and-chocolate", &["--set", "first=Bob"]),
        (SOUP, &[]),
    ];
    for (kit, set) in games {
        let game = kit.rsplit('/').next().unwrap_or(kit);
        let players = match game {
            "salt-in-the-soup" => "Ann,Bob,Cho,Dai",
            "cat-and-chocolate" | "birth-or-burst" => "Ann,Bob,Cho",
            _ => "Ann,Bob",
        };
        let table = Hosted::start(kit, &[&["--players", players, "--seed", "3"], set].concat());
        phone.open(&table.seat("Ann"));
        wall.open(&format!("{}tv#{}", table.url(), table.code()));
        tablet.open(table.host());
        phone.wait("document.querySelector('.headline')");
        wall.wait("document.querySelector('.board')");
        tablet.wait("document.querySelector('.panels')");
        std::thread::scope(|scope| {
            scope.spawn(|| {
                settled(&wall);
                every_way(&wall, &table, &format!("{game} on the wall"));
            });
            scope.spawn(|| {
                settled(&tablet);
                every_way(&tablet, &table, &format!("{game} on the tablet"));
            });
            settled(&phone);
            every_way(&phone, &table, &format!("{game} on a phone"));
            // Secrets shown, a choice begun.
            if phone.tap("document.querySelector('[id^=reveal-][aria-pressed=false]')") {
                settled(&phone);
                every_way(&phone, &table, &format!("{game} with open cards"));
            }
            let choice = "document.querySelector('.choices .pick:not([disabled]), button.card, .floor.lit, .cell.lit')";
            if phone.tap(choice) {
                settled(&phone);
                every_way(&phone, &table, &format!("{game} with a choice"));
            }
        });
        // What is refused, and how a game ends.
        let refused = table.host_does("nonsense");
        assert_eq!(refused, 409);
        if game == "salt-in-the-soup" {
            table.host_starts_a_clock(5);
            wall.wait("document.querySelector('.clock.short')");
            phone.wait("document.querySelector('.clock.short')");
            every_way(&phone, &table, "a clock that ends on a phone");
            every_way(&wall, &table, "a clock that ends on the wall");
            assert_eq!(table.host_does("end"), 200);
            for browser in [&phone, &wall, &tablet] {
                browser.wait("document.querySelector('.ending')");
                every_way(browser, &table, "the end");
            }
        }
        for browser in [&phone, &wall, &tablet] {
            browser.open("about:blank");
            browser.console();
            browser.requests();
        }
    }
}

#[needs(
    "chromium",
    "chromedriver",
    "tests/browser/node_modules/axe-core/axe.min.js"
)]
#[test]
fn the_page_of_watch_is_open_to_all() {
    let mut scene = Scene::open();
    for lang in ["en", "ja"] {
        if lang == "ja" {
            scene.speaks("ja");
        }
        let browser = &scene.browser;
        for (w, h) in [(360, 640), (1920, 1080)] {
            browser.screen(w, h, w < 500);
            browser.reload();
            scene.wait_for_faces(5);
            for broken in [false, true] {
                if broken {
                    scene.save("card.svg", &CARD.replace("row.left", "row.lefft"));
                    browser.wait("!document.getElementById('error').hidden");
                }
                for scheme in ["light", "dark"] {
                    browser.scheme(scheme);
                    let when = format!("watch, {lang}, {w} wide, {scheme}, broken: {broken}");
                    is_open_to_all(browser, &when);
                    browser.keep(&format!("axe-watch-{lang}-{w}-{scheme}-{broken}"));
                }
            }
            scene.save("card.svg", CARD);
            browser.wait("document.getElementById('error').hidden");
        }
        scene.is_clean();
        let told = browser.value("document.documentElement.lang");
        assert_eq!(told, Value::from(lang));
    }
    // Without a key.
    let browser = &scene.browser;
    browser.run("localStorage.clear()");
    browser.open(scene.home());
    browser.wait("!document.getElementById('locked').hidden");
    is_open_to_all(browser, "watch without its key");
}
