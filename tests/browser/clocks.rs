//! Clocks: every screen shows the one that the table keeps, however its own clock goes.

use needs::needs;
use serde_json::Value;

use super::driver::{Browser, turn};
use super::hosted::Hosted;

const SOUP: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/samples/salt-in-the-soup");

/// Seconds that a screen shows.
fn shown(browser: &Browser) -> f64 {
    let digits = browser.value("document.querySelector('.clock-digits').textContent");
    let digits = digits.as_str().expect("digits").to_owned();
    let (minutes, seconds) = digits.split_once(':').expect("minutes and seconds");
    let number = |text: &str| text.parse::<f64>().expect("a number");
    number(minutes) * 60.0 + number(seconds)
}

#[needs("chromium", "chromedriver")]
#[test]
fn every_screen_shows_the_clock_of_the_table() {
    let _turn = turn();
    let mut table = Hosted::start(SOUP, &["--players", "Ann,Bob,Cho,Dai", "--seed", "3"]);
    let (phone, wall) = (Browser::start(), Browser::start());
    phone.screen(360, 640, true);
    wall.screen(1920, 1080, false);
    phone.open(&table.seat("Ann"));
    wall.open(&format!("{}tv#{}", table.url(), table.code()));
    for screen in [&phone, &wall] {
        screen.wait("document.querySelector('.headline')");
        screen.run(
            "window.heard = []; new MutationObserver(() => heard.push(document.querySelector('#live').textContent))
               .observe(document.querySelector('#live'), { childList: true });",
        );
    }
    table.host_starts_a_clock(60);
    for screen in [&phone, &wall] {
        screen.wait("document.querySelector('.clock.running')");
    }
    assert!((shown(&phone) - shown(&wall)).abs() <= 1.0);

    // A phone whose own clock stood still while it slept, as many do: it is put right as soon as it is looked at.
    phone.run(
        "const own = performance.now.bind(performance); performance.now = () => own() - 20000;",
    );
    phone.wait("[...document.querySelectorAll('.clock-digits')].some(e => e.textContent > '1:05')");
    phone.run("document.dispatchEvent(new Event('visibilitychange'))");
    phone.wait(
        "[...document.querySelectorAll('.clock-digits')].every(e => e.textContent <= '1:00')",
    );
    assert!((shown(&phone) - shown(&wall)).abs() <= 1.0);

    // Ten seconds before the end it is said, once, and at the end.
    table.host_starts_a_clock(11);
    for screen in [&phone, &wall] {
        screen.wait("document.querySelector('.clock.short')");
        assert!((8.0..=10.0).contains(&shown(screen)));
    }
    for screen in [&phone, &wall] {
        screen.wait("document.querySelector('.clock.over')");
        screen.wait("heard.includes('10 seconds left') && heard.includes('time is up')");
    }
    phone.run("document.dispatchEvent(new Event('visibilitychange'))");
    std::thread::sleep(std::time::Duration::from_millis(600));
    for (screen, words) in [(&phone, "time is up"), (&wall, "10 seconds left")] {
        let times = format!("heard.filter(w => w === '{words}').length");
        assert_eq!(screen.value(&times), 1, "{words}");
    }

    // What is gone with the table's computer is gone on the screens.
    table.host_starts_a_clock(60);
    phone.wait("document.querySelector('.clock.running')");
    table.stop();
    phone.wait("document.querySelector('.message.lost')");
    table.resume();
    for screen in [&phone, &wall] {
        screen.wait("!document.querySelector('.message.lost')");
        screen.wait("!document.querySelector('.clock')");
    }
    assert_eq!(phone.value("document.querySelector('.clock')"), Value::Null);
}
