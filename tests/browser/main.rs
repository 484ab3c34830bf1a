//! The pages of `kitpress watch` and `kitpress host` in a real browser: what people see, press and read there.
//!
//! Without `chromium` and `chromedriver` these tests are ignored, unless `KITPRESS_NEED_TOOLS` is set.
//! `KITPRESS_SHOTS=DIR` keeps pictures of the page.

mod axe;
mod clocks;
mod driver;
mod hosted;
mod hostile;
mod narration;
mod phones;
mod pictures;
mod scene;

use std::fs;
use std::path::Path;

use driver::{Browser, far};
use needs::needs;
use scene::{CARD, CARDS, FIRST, Scene, watch};

#[needs("chromium", "chromedriver")]
#[test]
fn every_face_is_shown_and_a_save_shows_at_once() {
    let scene = Scene::open();
    let browser = &scene.browser;
    let names = browser.value("[...document.querySelectorAll('figcaption')].map(c => c.innerText)");
    assert_eq!(
        names,
        serde_json::json!(["back", "sun", "moon", "star", "board"])
    );
    let red = browser.picture(FIRST);
    assert!(far(red.at(0.23, 0.5), [0xd0, 0x10, 0x10]) < 12);
    assert!((scene.width(FIRST) - 180.0).abs() < 1.0);
    // Pictures inside faces are there as well.
    let board = browser.picture("figure[data-name^='board'] .face");
    assert!(far(board.at(0.7, 0.6), [200, 0, 200]) < 12);
    browser.keep("first");

    // No key is pressed: the page notices by itself, and keeps what did not change.
    browser.run("window.same = document.querySelectorAll('figure')[2]; window.mark = 1;");
    scene.save("cards.csv", &CARDS.replacen("#d01010", "#8010d0", 1));
    browser.wait_to_see("the new colour", FIRST, |p| {
        far(p.at(0.23, 0.5), [0x80, 0x10, 0xd0]) < 12
    });
    assert_eq!(
        browser.value("window.mark"),
        1,
        "the page was not loaded anew"
    );
    let kept = "window.same === document.querySelectorAll('figure')[2]";
    assert_eq!(browser.value(kept), true, "what did not change stays");

    // A row more and a row less.
    scene.save(
        "cards.csv",
        &format!("{CARDS}comet,Comet,すいせい,#000000\n"),
    );
    scene.wait_for_faces(6);
    scene.save("cards.csv", &CARDS.replace("moon,Moon,つき,#d01010\n", ""));
    scene.wait_for_faces(4);
    scene.is_clean();
}

#[needs("chromium", "chromedriver")]
#[test]
fn an_error_is_shown_beside_the_last_good_faces_until_it_is_mended() {
    let scene = Scene::open();
    let browser = &scene.browser;
    let good = browser.picture(FIRST);
    scene.save("card.svg", &CARD.replace("row.left", "row.lefft"));
    browser.wait("!document.getElementById('error').hidden");
    let error = scene.error();
    assert!(
        error.contains("card.svg") && error.contains("lefft"),
        "{error}"
    );
    assert!(error.contains("left"), "{error}");
    assert!(
        browser
            .value("document.title")
            .as_str()
            .is_some_and(|t| t.starts_with('✗'))
    );
    scene.wait_for_faces(5);
    assert!(
        browser.picture(FIRST).like(&good),
        "the last good face stays"
    );
    browser.keep("error");

    // Somebody who looks only now sees the same.
    browser.reload();
    browser.wait("!document.getElementById('error').hidden");
    scene.wait_for_faces(5);
    browser.wait_to_see("the last good face", FIRST, |p| p.like(&good));

    scene.save("card.svg", CARD);
    browser.wait("document.getElementById('error').hidden");
    assert_eq!(scene.error(), "");
    scene.wait_for_faces(5);
    browser.wait_to_see("the mended face", FIRST, |p| p.like(&good));

    // Not even a kit that is gone ends the watch.
    let kit = scene.dir.path().join("kit");
    let away = scene.dir.path().join("away");
    fs::rename(&kit, &away).expect("moved");
    browser.wait("!document.getElementById('error').hidden");
    scene.wait_for_faces(5);
    fs::rename(&away, &kit).expect("moved back");
    browser.wait("document.getElementById('error').hidden");
    scene.is_clean();
}

#[needs("chromium", "chromedriver")]
#[test]
fn a_kit_that_is_broken_from_the_start_is_shown_once_it_is_mended() {
    let broken = |dir: &Path| {
        fs::write(dir.join("kit/card.svg"), "<svg").expect("written");
    };
    let scene = Scene::begin(broken);
    let browser = &scene.browser;
    browser.wait("!document.getElementById('error').hidden");
    assert!(scene.error().contains("card.svg"), "{}", scene.error());
    let said = scene.error();
    assert!(!said.contains("last version"), "there is none yet: {said}");
    browser.keep("broken");
    scene.save("card.svg", CARD);
    scene.wait_for_faces(5);
    browser.wait("document.getElementById('error').hidden");
    scene.is_clean();
}

#[needs("chromium", "chromedriver")]
#[test]
fn zoom_overlays_search_and_backs_change_what_is_seen() {
    let scene = Scene::open();
    let browser = &scene.browser;
    let (before, plain) = (scene.width(FIRST), browser.picture(FIRST));
    browser.choose("zoom", "6");
    assert!((scene.width(FIRST) - 2.0 * before).abs() < 1.0);
    assert!((scene.width(&format!("{FIRST} img")) - 2.0 * 1.1 * before).abs() < 1.5);
    browser.choose("zoom", "3");
    assert!((scene.width(FIRST) - before).abs() < 1.0);

    let (magenta, green, orange) = ([0xe5, 0x00, 0x7d], [0x00, 0x9a, 0x44], [0xff, 0xb0, 0x00]);
    assert_eq!(plain.count(magenta) + plain.count(orange), 0);
    for (id, colour, least) in [
        ("trim", magenta, 600),
        ("safe", green, 200),
        ("bleed", orange, 5000),
    ] {
        let none = browser.picture(FIRST).count(colour);
        browser.click(&format!("#{id}"));
        browser.wait_to_see(id, FIRST, |p| p.count(colour) > none + least);
        browser.keep(id);
        browser.click(&format!("#{id}"));
        browser.wait_to_see(&format!("no {id}"), FIRST, |p| p.like(&plain));
    }
    // The bleed is 3 mm on each side, and the cut lies where it was.
    browser.click("#bleed");
    assert!((scene.width(FIRST) - before * 66.0 / 60.0).abs() < 1.0);
    browser.click("#trim");
    browser.click("#safe");
    let all = browser.wait_to_see("all three", FIRST, |p| {
        p.count(magenta) > 600 && p.count(green) > 200 && p.count(orange) > 5000
    });
    assert!(far(all.at(0.02, 0.5), orange) < 12);
    browser.keep("overlays");

    // What was chosen stays chosen.
    browser.reload();
    scene.wait_for_faces(5);
    for id in ["bleed", "trim", "safe"] {
        assert_eq!(
            browser.value(&format!("document.getElementById('{id}').checked")),
            true
        );
    }

    let shown = "[...document.querySelectorAll('figure')].filter(f => f.offsetWidth > 0).length";
    browser.click("#backs");
    assert_eq!(browser.number(shown), 4.0);
    browser.choose("find", "moon");
    assert_eq!(browser.number(shown), 1.0);
    browser.choose("find", "");
    browser.click("#backs");
    assert_eq!(browser.number(shown), 5.0);
    scene.is_clean();
}

#[needs("chromium", "chromedriver")]
#[test]
fn colours_are_shown_as_others_see_them() {
    let scene = Scene::open();
    let browser = &scene.browser;
    let fields = |p: &driver::Picture| [0.23, 0.5, 0.77].map(|x| p.at(x, 0.5));
    let plain = browser.picture(FIRST);
    let [red, green, blue] = fields(&plain);
    assert!(far(red, [0xd0, 0x10, 0x10]) < 12 && far(blue, [0x10, 0x30, 0xc0]) < 12);
    let mut seen = vec![fields(&plain)];
    for eyes in ["protan", "deutan", "tritan"] {
        browser.choose("eyes", eyes);
        let view = browser.wait_to_see(eyes, FIRST, |p| !p.like(&plain));
        let fields = fields(&view);
        for other in &seen {
            let differs: u32 = (0..3).map(|i| far(other[i], fields[i])).sum();
            assert!(differs > 60, "{eyes} looks like another view");
        }
        let nearer = match eyes {
            "tritan" => far(fields[1], fields[2]) < far(green, blue),
            _ => far(fields[0], fields[1]) < far(red, green),
        };
        assert!(nearer, "{eyes}: {fields:?}");
        seen.push(fields);
        browser.keep(eyes);
    }
    browser.choose("eyes", "");
    browser.wait_to_see("all colours", FIRST, |p| p.like(&plain));

    // Another ink and another language are drawn when they are asked for.
    browser.choose("ink", "mono");
    browser.wait("document.body.classList.contains('grey')");
    scene.wait_for_faces(5);
    browser.wait_to_see("greys", FIRST, |p| {
        fields(p)
            .iter()
            .all(|[r, g, b]| r.abs_diff(*g) < 4 && g.abs_diff(*b) < 4)
            && p.at(0.23, 0.5) != [255; 3]
    });
    browser.choose("ink", "full");
    browser.wait("!document.body.classList.contains('grey')");
    scene.wait_for_faces(5);
    browser.wait_to_see("all colours again", FIRST, |p| p.like(&plain));
    browser.choose("lang", "ja");
    browser.wait(
        "[...document.querySelectorAll('.face img')].every(i => i.src.includes('/face/ja/'))",
    );
    scene.wait_for_faces(5);
    browser.wait_to_see("Japanese", FIRST, |p| p.h == plain.h && !p.like(&plain));
    scene.is_clean();
}

#[needs("chromium", "chromedriver")]
#[test]
fn a_phone_and_the_dark_are_fine_too() {
    let scene = Scene::open();
    let browser = &scene.browser;
    browser.screen(390, 844, true);
    browser.reload();
    scene.wait_for_faces(5);
    let across =
        "Math.max(document.documentElement.scrollWidth, document.body.scrollWidth, innerWidth)";
    for zoom in ["3", "10", "1"] {
        browser.choose("zoom", zoom);
        assert_eq!(browser.number(across), 390.0, "at zoom {zoom}");
    }
    browser.choose("zoom", "3");
    browser.keep("phone");
    // A face that is wider than the screen can still be seen to its end.
    let board = "document.querySelector(\"figure[data-name^='board']\").closest('.grid')";
    browser.run(&format!("{board}.scrollLeft = 10000;"));
    let end = browser.number(&format!(
        "{board}.querySelector('.face').getBoundingClientRect().right"
    ));
    assert!(end <= 390.0, "the board ends at {end}");
    // What is pressed is large enough for a finger, and all of it is on the screen.
    let small = "[...document.querySelectorAll('header label, header select, header input[type=search]')]
        .filter(e => { const b = e.getBoundingClientRect(); return b.height < 24 || b.left < 0 || b.right > 390; })
        .map(e => e.innerText)";
    assert_eq!(browser.value(small), serde_json::json!([]));
    // At a telephone, the controls must not cover the faces while one scrolls.
    browser.run("scrollTo(0, 10000)");
    let covered = browser
        .number("Math.max(0, document.querySelector('header').getBoundingClientRect().bottom)");
    assert!(covered < 844.0 / 3.0, "{covered} pixels are covered");

    scene.save("card.svg", &CARD.replace("row.left", "row.lefft"));
    browser.wait("!document.getElementById('error').hidden");
    assert_eq!(browser.number(across), 390.0, "with an error");
    browser.run("scrollTo(0, 0)");
    for scheme in ["light", "dark"] {
        browser.scheme(scheme);
        browser.keep(&format!("phone-{scheme}"));
        let ground = colour(browser, "document.body", "backgroundColor");
        assert_eq!(lightness(ground) < 0.2, scheme == "dark");
        for what in [
            "#status",
            "label",
            "h1",
            "h2",
            "h2 small",
            "figcaption",
            "#error p",
            "#error pre",
            "a",
            "select",
        ] {
            let element = format!("document.querySelector({what:?})");
            let contrast = contrast(colour(browser, &element, "color"), ground);
            assert!(contrast >= 4.5, "{what} in the {scheme}: {contrast:.2}");
        }
    }
    scene.is_clean();
}

#[needs("chromium", "chromedriver")]
#[test]
fn everything_can_be_done_with_the_keyboard() {
    const TAB: char = '\u{e004}';
    const RIGHT: char = '\u{e014}';
    let scene = Scene::open();
    let browser = &scene.browser;
    let mut reached = Vec::new();
    for _ in 0..10 {
        browser.press(&[TAB]);
        let outline = "(s => s.outlineStyle !== 'none' && parseFloat(s.outlineWidth) > 0)(getComputedStyle(document.activeElement))";
        let at =
            browser.value("document.activeElement.id || document.activeElement.parentElement.id");
        let at = at.as_str().expect("an id").to_owned();
        assert_eq!(browser.value(outline), true, "the focus on {at} is seen");
        let before = scene.width(FIRST);
        match at.as_str() {
            "zoom" => {
                browser.press(&[RIGHT, RIGHT]);
                assert!(scene.width(FIRST) > before + 20.0);
            }
            "bleed" => {
                browser.press(&[' ']);
                assert!(scene.width(FIRST) > before + 10.0);
                browser.keep("focus");
            }
            _ => {}
        }
        reached.push(at);
    }
    assert_eq!(
        reached,
        [
            "lang", "ink", "eyes", "zoom", "bleed", "trim", "safe", "backs", "find", "files"
        ]
    );
    // A build leaves the focus where it is.
    browser.run("window.link = document.activeElement;");
    scene.save("cards.csv", &CARDS.replacen("#d01010", "#8010d0", 1));
    browser.wait_to_see("the new colour", FIRST, |p| {
        p.count([0x80, 0x10, 0xd0]) > 500
    });
    let where_now = browser.value("document.activeElement.closest('#files') !== null");
    assert_eq!(where_now, true);
    // Everything has a name for those who hear the page.
    let nameless = "[...document.querySelectorAll('input, select')]
        .filter(e => !e.getAttribute('aria-label') && ![...e.labels].some(l => l.innerText.trim())).map(e => e.id)";
    assert_eq!(browser.value(nameless), serde_json::json!([]));
    let alt = "[...document.querySelectorAll('.face img')].every(i => i.alt.trim())";
    assert_eq!(browser.value(alt), true);
    scene.is_clean();
}

#[needs("chromium", "chromedriver")]
#[test]
fn the_page_tells_when_the_watch_has_ended_and_goes_on_with_the_next() {
    let mut scene = Scene::open();
    let port = scene.home().trim_end_matches('/').rsplit(':').next();
    let port = port.and_then(|p| p.parse().ok()).expect("a port");
    scene.watch.0.kill().expect("ended");
    scene.watch.0.wait().expect("ended");
    let status = "document.getElementById('status').innerText";
    scene
        .browser
        .wait(&format!("{status}.includes('has ended')"));
    let (next, url) = watch(scene.dir.path(), port);
    scene.watch = next;
    assert_eq!(url, scene.url);
    let kept = scene.browser.value("location.href");
    assert_eq!(kept, scene.home(), "no key stands in the address");
    scene
        .browser
        .wait(&format!("!{status}.includes('has ended')"));
    scene.save(
        "cards.csv",
        &format!("{CARDS}comet,Comet,すいせい,#000000\n"),
    );
    scene.wait_for_faces(6);
}

#[needs("chromium", "chromedriver")]
#[test]
fn the_page_wants_its_key_once() {
    let scene = Scene::open();
    let browser = &scene.browser;
    // A reload, and the address without the key, show it: this browser keeps the key.
    browser.reload();
    scene.wait_for_faces(5);
    browser.open(scene.home());
    scene.wait_for_faces(5);
    scene.is_clean();
    // The PDF opens in a tab of its own, under an address that opens nothing else.
    let pdf = browser.value("document.querySelector('#files a').href");
    let pdf = pdf.as_str().expect("an address");
    let key = scene.url.split_once('#').expect("a key").1;
    assert!(pdf.contains("/pdf/en?pass=") && !pdf.contains(key), "{pdf}");
    let kind = "const [href, done] = arguments; fetch(href).then(a => done(a.headers.get('content-type')));";
    assert_eq!(browser.run_later(kind, pdf), "application/pdf");

    // Somebody else's browser is told what to do, and nothing of the kit.
    browser.run("localStorage.clear()");
    for address in [
        scene.home(),
        &format!("{}#{}", scene.home(), "0".repeat(32)),
    ] {
        browser.open("about:blank");
        browser.open(address);
        browser.wait("!document.getElementById('locked').hidden");
        let says = browser.value("document.body.innerText");
        let says = says.as_str().expect("words");
        assert!(
            says.contains("whole address") && !says.contains("Colours"),
            "{says}"
        );
        browser.keep("locked");
    }
    browser.console();
    browser.open(&scene.url);
    scene.wait_for_faces(5);
    scene.is_clean();
}

/// A colour of an element, as red, green and blue.
fn colour(browser: &Browser, element: &str, of: &str) -> [u8; 3] {
    let text = browser.value(&format!("getComputedStyle({element}).{of}"));
    let text = text.as_str().expect("a colour");
    let mut numbers = text
        .split(|c: char| !c.is_ascii_digit() && c != '.')
        .filter_map(|n| n.parse::<f64>().ok());
    assert!(text.starts_with("rgb"), "{text}");
    [(); 3].map(|()| numbers.next().expect("a number") as u8)
}

fn lightness(colour: [u8; 3]) -> f64 {
    let linear = colour.map(|c| match f64::from(c) / 255.0 {
        c if c <= 0.04045 => c / 12.92,
        c => ((c + 0.055) / 1.055).powf(2.4),
    });
    0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
}

/// The contrast of two colours as WCAG counts it.
fn contrast(a: [u8; 3], b: [u8; 3]) -> f64 {
    let (a, b) = (lightness(a) + 0.05, lightness(b) + 0.05);
    a.max(b) / a.min(b)
}
