//! The pages of `kitpress host`: whole games are played by tapping, on phones of 360 by 640 with a screen on the wall beside
//! them, and everybody can use the pages.

use needs::needs;
use serde_json::{Value, json};

use super::driver::{Browser, DEADLINE, turn};
use super::hosted::{Hosted, is_fit, is_quiet, play};

/// What a player of Cats taps next.
const CATS: &str = include_str!("cats.js");
const SOUP: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/samples/salt-in-the-soup");

/// Phones and a wall.
struct Room {
    phones: Vec<Browser>,
    wall: Browser,
}

impl Room {
    fn open(phones: usize) -> Self {
        let phone = |at: usize| {
            let phone = Browser::speaking(if at == 1 { "ja" } else { "en" });
            phone.screen(360, 640, true);
            phone.scheme(if at.is_multiple_of(2) {
                "light"
            } else {
                "dark"
            });
            phone
        };
        std::thread::scope(|scope| {
            let phones: Vec<_> = (0..phones)
                .map(|at| scope.spawn(move || phone(at)))
                .collect();
            let wall = Browser::start();
            wall.screen(1920, 1080, false);
            let phones = phones.into_iter().map(|p| p.join().expect("a phone"));
            Self {
                phones: phones.collect(),
                wall,
            }
        })
    }

    /// Everybody sits down at a table; the seats have the phones in their order.
    fn sit(&self, table: &Hosted, names: &[&str]) -> Vec<&Browser> {
        self.wall
            .open(&format!("{}tv#{}", table.url(), table.code()));
        for (phone, name) in self.phones.iter().zip(names) {
            phone.open(&table.seat(name));
            phone.wait("document.querySelector('.headline')");
        }
        self.wall.wait("document.querySelector('.board')");
        self.phones.iter().take(names.len()).collect()
    }

    /// Everybody's page is fit for everybody, and nothing was complained about.
    #[track_caller]
    fn is_fit(&self, table: &Hosted, names: &[&str], when: &str) {
        for (at, (phone, name)) in self.phones.iter().zip(names).enumerate() {
            let lang = if at == 1 { "ja" } else { "en" };
            is_fit(phone, table, lang, true, &format!("{name}, {when}"));
            phone.keep(&format!("{when}-{name}"));
        }
        is_fit(&self.wall, table, "en", false, &format!("the wall, {when}"));
        self.wall.keep(&format!("{when}-wall"));
        // The wall is one screen: nothing is cut off at its foot, or lies on its head.
        let cut = self.wall.value(
            "[...document.querySelectorAll('.board, .side')].filter(e => e.scrollHeight > e.clientHeight + 1 \
             || [...e.children].some(c => c.getClientRects().length > 0 && c.getBoundingClientRect().top < document.querySelector('.bar').getBoundingClientRect().bottom)) \
             .map(e => `${e.className}: ${e.scrollHeight} of ${e.clientHeight}, at ${e.style.getPropertyValue('--fit')}`)",
        );
        assert_eq!(cut, json!([]), "{when}");
    }
}

/// An expression for the first of these elements that is there.
fn first(selectors: &[&str]) -> String {
    format!(
        "{}.map(s => document.querySelector(s)).find(e => e) ?? null",
        json!(selectors)
    )
}

const SEND: &str = "#send:not([disabled])";

#[needs("chromium", "chromedriver")]
#[test]
fn catch_and_run_is_played_by_tapping() {
    let _turn = turn();
    let room = Room::open(2);
    let names = ["Ann", "Bob"];
    let table = Hosted::start(
        "catch-and-run",
        &[
            "--players",
            "Ann,Bob",
            "--set",
            "cards=app",
            "--set",
            "educators=Ann",
            "--seed",
            "3",
        ],
    );
    let phones = room.sit(&table, &names);
    room.is_fit(&table, &names, "catch-start");
    // The educator is asked for a corner, the baby for nothing.
    phones[0].wait("document.querySelectorAll('.floor.lit').length === 4");
    assert_eq!(
        phones[1].value("document.querySelectorAll('button.floor').length"),
        0
    );
    // Nothing of a hand is on a page before it is asked for.
    assert_eq!(
        phones[0].value("document.querySelectorAll('img[src*=\"/face/arm/\"]').length"),
        0
    );
    let next = first(&[
        SEND,
        ".field.choosing .floor.lit:not(.aim)",
        "#reveal-turn[aria-pressed=false]",
        ".secret .pad-key",
        ".secret .choices .pick",
        ".secret .hand button.card",
    ]);
    play(&phones, &room.wall, &next);
    room.is_fit(&table, &names, "catch-end");
}

#[needs("chromium", "chromedriver")]
#[test]
fn birth_or_burst_is_played_by_tapping() {
    let _turn = turn();
    let room = Room::open(3);
    let names = ["Ann", "Bob", "Cho"];
    let table = Hosted::start(
        "birth-or-burst",
        &[
            "--players",
            "Ann,Bob,Cho",
            "--set",
            "turns=2",
            "--set",
            "commands=table",
            "--set",
            "leader=Ann",
            "--seed",
            "5",
        ],
    );
    let phones = room.sit(&table, &names);
    // The leader turns up the command, piece by piece.
    for piece in ["[data-text=command]", "[data-text=free]", "#send"] {
        let piece = format!("document.querySelector('{piece}')");
        phones[0].wait(&piece);
        assert!(phones[0].tap(&piece));
    }
    for (turn, cards) in [["+7", "-7", "+6"], ["-6", "+6", "-7"]].iter().enumerate() {
        for (phone, card) in phones.iter().zip(cards) {
            // What is chosen before the turn is there is not of this turn.
            let number = turn + 1;
            phone.wait(&format!(
                "document.querySelector('.headline').textContent.match(/\\d+/)?.[0] === '{number}'"
            ));
            phone.wait("document.querySelector('#reveal-turn[aria-pressed=false]')");
            assert!(phone.tap("document.querySelector('#reveal-turn')"));
            let card = format!("document.querySelector('[data-card=\"{card}\"]')");
            phone.wait(&card);
            assert!(phone.tap(&card));
            phone.wait("document.querySelector('#send:not([disabled])')");
            if turn == 0 && phone.value("document.documentElement.lang") == "ja" {
                room.is_fit(&table, &names, "birth-choosing");
            }
            assert!(phone.tap("document.querySelector('#send')"));
            // What was chosen is covered again, and can still be changed.
            phone.wait("!document.querySelector('[data-card]')");
        }
    }
    room.wall.wait("document.querySelector('.ending')");
    room.is_fit(&table, &names, "birth-end");
}

#[needs("chromium", "chromedriver")]
#[test]
fn cats_is_played_by_tapping() {
    let _turn = turn();
    let room = Room::open(2);
    let names = ["Ann", "Bob"];
    let table = Hosted::start(
        "cats",
        &["--players", "Ann,Bob", "--set", "map=3x26", "--seed", "5"],
    );
    let phones = room.sit(&table, &names);
    room.is_fit(&table, &names, "cats-start");
    // The near strip lies as it is read, the far one stands on its head: so their letters and numbers are those of moves.
    let strips = "[...document.querySelectorAll('.map-art image')].map(i => \
                  i.getAttribute('href').match(/first-[a-z]+/)[0] + (i.parentNode.getAttribute('transform') ? ' turned' : ''))";
    let upright = json!(["first-near", "first-far turned"]);
    assert_eq!(room.wall.value(strips), upright);
    let next = format!("(() => {{ {CATS} }})()");
    play(&phones, &room.wall, &next);
    room.is_fit(&table, &names, "cats-end");
}

#[needs("chromium", "chromedriver")]
#[test]
fn icecool_is_played_by_tapping() {
    let _turn = turn();
    let room = Room::open(2);
    let names = ["Ann", "Bob"];
    let table = Hosted::start(
        "icecool",
        &[
            "--players",
            "Ann,Bob",
            "--set",
            "cards=table",
            "--set",
            "catcher=Bob",
            "--seed",
            "5",
        ],
    );
    let phones = room.sit(&table, &names);
    phones[0].wait("document.querySelector('[data-move=\"fish Ann 3\"]')");
    room.is_fit(&table, &names, "icecool-start");
    let next = first(&[
        "#reveal-turn[aria-pressed=false]",
        "button.card[data-card=\"2\"]",
        "[data-move^=fish][data-move$=\"3\"]",
        "#next",
    ]);
    play(&phones, &room.wall, &next);
    room.is_fit(&table, &names, "icecool-end");
}

#[needs("chromium", "chromedriver")]
#[test]
fn cat_and_chocolate_is_played_by_tapping() {
    let _turn = turn();
    let room = Room::open(3);
    let names = ["Ann", "Bob", "Cho"];
    let table = Hosted::start(
        "cat-and-chocolate",
        &[
            "--players",
            "Ann,Bob,Cho",
            "--seed",
            "5",
            "--set",
            "first=Ann",
        ],
    );
    let phones = room.sit(&table, &names);
    phones[0].wait("document.querySelector('#flip')");
    assert!(phones[0].tap("document.querySelector('#flip')"));
    phones[2].wait("document.querySelector('[data-vote]')");
    room.is_fit(&table, &names, "chocolate-vote");
    assert_eq!(
        phones[0].value("document.querySelectorAll('[data-vote]').length"),
        0
    );
    // A vote can be changed until all are in.
    assert!(phones[2].tap("document.querySelector('[data-vote=down]')"));
    phones[2].wait("document.querySelector('#change')");
    room.wall
        .wait("!document.querySelector('.waiting').innerText.includes('Cho')");
    assert!(phones[2].tap("document.querySelector('#change')"));
    phones[2].wait("document.querySelector('[data-vote]')");
    let next = first(&["#flip", "[data-vote=up]"]);
    play(&phones, &room.wall, &next);
    room.is_fit(&table, &names, "chocolate-end");
}

#[needs("chromium", "chromedriver")]
#[test]
fn salt_in_the_soup_is_played_by_tapping() {
    let _turn = turn();
    let room = Room::open(4);
    let names = ["Ann", "Bob", "Cho", "Dai"];
    let players = [
        "--players",
        "Ann,Bob,Cho,Dai",
        "--seed",
        "5",
        "--set",
        "rounds=1",
    ];
    let table = Hosted::start(SOUP, &players);
    let phones = room.sit(&table, &names);
    // A card of the hand is played by its owner; nobody else has seen it.
    phones[0].wait("document.querySelector('#reveal-hand')");
    assert!(phones[0].tap("document.querySelector('#reveal-hand')"));
    phones[0].wait("document.querySelector('button.card[data-card]')");
    room.is_fit(&table, &names, "soup-hand");
    assert!(phones[0].tap("document.querySelector('button.card[data-card]')"));
    assert!(phones[0].tap("document.querySelector('[data-verb=play]')"));
    room.wall.wait("document.querySelector('.open-row img')");
    // The host asks for points, on the tablet.
    let tablet = Browser::start();
    tablet.screen(1024, 768, false);
    tablet.open(table.host());
    tablet.wait("document.querySelector('#ask-soup')");
    is_fit(&tablet, &table, "en", true, "the tablet");
    tablet.keep("soup-tablet");
    tablet.click("#ask-soup");
    for phone in &phones {
        phone.wait("document.querySelector('.keypad')");
        assert!(phone.tap(
            "[...document.querySelectorAll('.keypad button')].find(b => b.textContent === '5')"
        ));
        assert!(phone.tap("document.querySelector('#send')"));
    }
    // Nobody taps what they saw before.
    for screen in phones.iter().copied().chain([&room.wall]) {
        screen.wait("[...document.querySelectorAll('.scores td')].filter(c => c.textContent === '5').length >= 4");
    }
    // Everybody's turn, then the host lets the scores decide.
    for _ in 0..3 {
        let next = "document.querySelector('#next')";
        let mover = || {
            phones
                .iter()
                .find(|p| p.value(&format!("!!{next}")) == Value::Bool(true))
        };
        let start = std::time::Instant::now();
        while !mover().is_some_and(|p| p.tap(next)) {
            assert!(start.elapsed() < DEADLINE, "nobody's turn");
        }
        std::thread::sleep(std::time::Duration::from_millis(150));
    }
    // What the last turn brought may still draw the menu anew.
    for control in ["[data-text=end]", "#send"] {
        let start = std::time::Instant::now();
        let element = format!("document.querySelector('{control}')");
        while !tablet.tap(&element) {
            assert!(start.elapsed() < DEADLINE, "no {control}");
        }
    }
    room.wall.wait("document.querySelector('.ending')");
    room.is_fit(&table, &names, "soup-end");
    is_quiet(&tablet, &table, "the tablet");
}

/// A kit for as many as there can be.
const FULL: &str = r#"
[kit]
id = "full"
title = "A full table"
players = [2, 12]

[[component]]
id = "card"
kind = "cards"
size = "poker"
front = "card.svg"
vary = { number = [1, 2, 3] }

[table]
rounds = 3

[[table.deck]]
id = "deck"
component = "card"

[[table.score]]
id = "points"
"#;

#[needs("chromium", "chromedriver")]
#[test]
fn a_full_table_fits_the_wall() {
    let _turn = turn();
    let dir = tempfile::tempdir().expect("a folder");
    let face = r#"<svg xmlns="http://www.w3.org/2000/svg" width="63mm" height="88mm" viewBox="0 0 63 88"/>"#;
    for (name, text) in [("kit.toml", FULL), ("card.svg", face)] {
        std::fs::write(dir.path().join(name), text).expect("written");
    }
    let names: Vec<String> = (1..=12).map(|n| format!("Player {n}")).collect();
    let kit = dir.path().to_str().expect("a path");
    let table = Hosted::start(kit, &["--players", &names.join(","), "--seed", "1"]);
    let wall = Browser::start();
    wall.screen(1920, 1080, false);
    wall.open(&format!("{}tv#{}", table.url(), table.code()));
    wall.wait("document.querySelectorAll('.side .seats li').length === 12");
    table.host_starts_a_clock(60);
    wall.wait("document.querySelector('.side .clock')");
    wall.wait("document.querySelector('.qr').complete");
    let outside = "[...document.querySelectorAll('.side .seats li, .clock, .door, .qr, .code, .seal')].filter(e => {
        const b = e.getBoundingClientRect();
        return b.top < 0 || b.left < 0 || b.right > innerWidth + 1 || b.bottom > innerHeight + 1;
    }).map(e => `${e.className}: ${e.scrollHeight} of ${e.clientHeight}, at ${e.style.getPropertyValue('--fit')}`)";
    assert_eq!(wall.value(outside), json!([]));
    is_fit(&wall, &table, "en", false, "a full table");
    wall.keep("full-wall");
}

#[needs("chromium", "chromedriver")]
#[test]
fn people_come_in_and_come_back() {
    let _turn = turn();
    let mut table = Hosted::start("cat-and-chocolate", &["--set", "first=Ann"]);
    let names = ["Ann", "<b>Bob</b>", "Cho"];
    let phones: Vec<Browser> = names.iter().map(|_| Browser::start()).collect();
    let tablet = Browser::start();
    for (phone, name) in phones.iter().zip(names) {
        phone.screen(320, 568, true);
        phone.open(&format!("{}#{}", table.url(), table.code()));
        phone.wait("document.querySelector('#name')");
        assert_eq!(phone.value("location.hash"), "", "the code is dropped");
        is_fit(phone, &table, "en", true, "the way in");
        phone.choose("name", name);
        phone.click("button.primary");
        phone.wait("document.querySelector('.lobby .names')");
    }
    phones[0].wait("document.querySelectorAll('.names li').length === 3");
    tablet.open(table.host());
    tablet.wait("document.querySelectorAll('.names li').length === 3");
    assert_eq!(tablet.value("location.hash"), "", "the key is dropped");
    is_fit(&tablet, &table, "en", true, "the tablet in the lobby");
    tablet.click("#begin");

    // A name is a text, whatever stands in it.
    phones[0].wait("document.querySelector('#flip')");
    for browser in phones.iter().chain([&tablet]) {
        browser.wait("document.querySelector('.seats')");
        let says = "document.querySelector('.seats').innerText.includes('<b>Bob</b>')";
        assert_eq!(browser.value(says), true);
        assert_eq!(
            browser.value("document.querySelectorAll('main b').length"),
            0
        );
    }

    // Two taps are one: the second would turn up the next event, or answer what comes next.
    phones[0].run("const b = document.querySelector('#flip'); b.click(); b.click(); b.dispatchEvent(new MouseEvent('click'));");
    phones[2].wait("document.querySelector('[data-vote]')");
    phones[2].run("const b = document.querySelector('[data-vote=up]'); b.click(); b.click();");
    phones[2].wait("document.querySelector('#change')");

    // A reload is back in its seat.
    phones[1].reload();
    phones[1].wait("document.querySelector('[data-vote]')");
    assert_eq!(
        phones[1].value("document.querySelector('.bar .who').textContent"),
        "<b>Bob</b>"
    );

    // The table's computer goes off and on again: it is told, and heals by itself. What was pending is asked again.
    is_quiet(&phones[0], &table, "before the break");
    table.stop();
    phones[0].wait("document.querySelector('.message.lost')");
    table.resume();
    for phone in &phones {
        phone.wait("!document.querySelector('.message.lost')");
    }
    phones[2].wait("document.querySelector('[data-vote]')");
    assert_eq!(
        phones[0].value("document.querySelectorAll('#flip').length"),
        0
    );

    // A seat that is freed goes back to the way in, and another phone may take it.
    tablet.wait("!document.querySelector('.message.lost')");
    for _ in 0..2 {
        let free = "[...document.querySelectorAll('.seats button')].find(b => b.getAttribute('aria-label').includes('Cho'))";
        assert!(tablet.tap(free));
    }
    phones[2].wait("location.pathname === '/'");
    phones[2].wait("document.querySelector('.picks .pick')");
    assert_eq!(
        phones[2].value("document.querySelector('.picks').innerText.includes('Cho')"),
        true
    );
    assert!(phones[2].tap("document.querySelector('.picks .pick')"));
    phones[2].click("button.primary");
    phones[2].wait("document.querySelector('[data-vote]')");
}
