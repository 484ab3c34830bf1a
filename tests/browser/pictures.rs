//! The pictures in `docs/phones/`: taken from the real pages, in both languages. `KITPRESS_UPDATE=1` keeps new ones; without
//! it the pages must come to where the pictures show them, and every picture of the guide must be there, in its size.

use std::collections::HashMap;
use std::fs;
use std::path::Path;

use needs::needs;

use super::driver::{Browser, Picture, turn};
use super::hosted::Hosted;

const PHONES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/phones");
const SOUP: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/samples/salt-in-the-soup");
/// The white between phones that stand side by side.
const GAP: usize = 16;
/// How many colours a picture has at most.
const COLOURS: usize = 256;

/// Pictures of one page, in English and in Japanese.
type Both = [Picture; 2];

/// A page in both languages; it ends as it began.
fn both(browser: &Browser) -> Both {
    ["en", "ja"].map(|lang| {
        if browser.value("document.documentElement.lang") != lang {
            browser.run("document.querySelector('#language').click()");
            browser.wait(&format!("document.documentElement.lang === '{lang}'"));
        }
        browser.wait("[...document.images].every(i => i.complete && i.naturalWidth > 0)");
        // What is drawn anew has come to rest.
        std::thread::sleep(std::time::Duration::from_millis(400));
        browser.window()
    })
}

/// Pictures side by side.
fn row(pictures: &[&Picture]) -> Picture {
    let h = pictures.iter().map(|p| p.h).max().unwrap_or_default();
    let w = pictures.iter().map(|p| p.w + GAP).sum::<usize>() - GAP;
    let mut rgb = vec![[255; 3]; w * h];
    let mut left = 0;
    for picture in pictures {
        for y in 0..picture.h {
            let from = &picture.rgb[y * picture.w..][..picture.w];
            rgb[y * w + left..][..picture.w].copy_from_slice(from);
        }
        left += picture.w + GAP;
    }
    Picture { w, h, rgb }
}

/// A picture as a small PNG: its colours, cut into groups of like size along the channel that differs most.
fn small_png(picture: &Picture) -> Vec<u8> {
    let mut counts: HashMap<[u8; 3], usize> = HashMap::new();
    for pixel in &picture.rgb {
        *counts.entry(*pixel).or_default() += 1;
    }
    let mut all: Vec<([u8; 3], usize)> = counts.into_iter().collect();
    all.sort_unstable();
    let spread = |group: &[([u8; 3], usize)]| {
        (0..3)
            .map(|c| {
                let channel = || group.iter().map(|(rgb, _)| rgb[c]);
                let apart = channel().max().unwrap_or(0) - channel().min().unwrap_or(0);
                (usize::from(apart), c)
            })
            .max()
            .unwrap_or_default()
    };
    let mut groups = vec![all];
    while groups.len() < COLOURS {
        // Many pixels weigh, but wide groups weigh more: a rare red must not turn grey.
        let weight = |g: &Vec<([u8; 3], usize)>| {
            let pixels: usize = g.iter().map(|(_, n)| n).sum();
            spread(g).0.pow(3) * pixels.ilog2() as usize
        };
        let Some(widest) = (0..groups.len()).max_by_key(|i| weight(&groups[*i])) else {
            break;
        };
        let (apart, channel) = spread(&groups[widest]);
        if apart == 0 {
            break;
        }
        let mut group = groups.swap_remove(widest);
        group.sort_unstable_by_key(|(rgb, _)| rgb[channel]);
        let middle = |rgb: &[u8; 3]| usize::from(rgb[channel]);
        let cut = (middle(&group[0].0) + middle(&group[group.len() - 1].0)).div_ceil(2);
        let at = group.partition_point(|(rgb, _)| middle(rgb) < cut);
        groups.push(group.split_off(at));
        groups.push(group);
    }
    groups.sort_unstable();
    let mut palette = Vec::new();
    let mut place = HashMap::new();
    for (at, group) in groups.iter().enumerate() {
        let pixels: usize = group.iter().map(|(_, n)| n).sum();
        for c in 0..3 {
            let sum: usize = group.iter().map(|(rgb, n)| usize::from(rgb[c]) * n).sum();
            palette.push((sum / pixels) as u8);
        }
        place.extend(group.iter().map(|(rgb, _)| (*rgb, at as u8)));
    }
    let indices: Vec<u8> = picture.rgb.iter().map(|rgb| place[rgb]).collect();
    let mut out = Vec::new();
    let mut encoder = png::Encoder::new(&mut out, picture.w as u32, picture.h as u32);
    encoder.set_color(png::ColorType::Indexed);
    encoder.set_palette(palette);
    encoder.set_compression(png::Compression::High);
    encoder.set_filter(png::Filter::NoFilter);
    let mut writer = encoder.write_header().expect("a head");
    writer.write_image_data(&indices).expect("written");
    writer.finish().expect("written");
    out
}

/// Keeps a picture of the guide in both languages, or sees that it is there.
fn keep(name: &str, pictures: &Both) {
    for (picture, lang) in pictures.iter().zip(["", ".ja"]) {
        let file = Path::new(PHONES).join(format!("{name}{lang}.png"));
        if std::env::var_os("KITPRESS_UPDATE").is_some() {
            fs::write(&file, small_png(picture)).expect("written");
        }
        let bytes = fs::read(&file).unwrap_or_else(|e| panic!("{}: {e}", file.display()));
        let size = imagesize::blob_size(&bytes).expect("a PNG");
        assert_eq!(
            (size.width, size.height),
            (picture.w, picture.h),
            "{name}{lang}"
        );
        assert!(
            bytes.len() < 200 << 10,
            "{name}{lang} has {} bytes",
            bytes.len()
        );
    }
}

/// Taps what an expression is worth as soon as it is there.
#[track_caller]
fn tap(browser: &Browser, expression: &str) {
    browser.wait(expression);
    assert!(browser.tap(expression), "{expression}");
}

#[needs("chromium", "chromedriver")]
#[test]
fn the_guide_shows_the_pages_as_they_are() {
    let _turn = turn();
    let (phone, wall) = (Browser::start(), Browser::start());
    phone.screen(360, 640, true);
    let mut side_by_side: Vec<Both> = Vec::new();

    // The wall and a phone, in the second turn.
    let four = ["--players", "Ann,Bob,Cho,Dai", "--seed", "3", "--set"];
    let app = ["cards=app", "--set", "educators=Ann,Bob"];
    let table = Hosted::start("catch-and-run", &[&four[..], &app].concat());
    assert_eq!(table.host_does("place Ann a1"), 200);
    for name in ["Ann", "Bob", "Cho", "Dai"] {
        table.seat_answers(name, 9);
    }
    wall.screen_at(1920, 1080, 1138.0 / 1920.0);
    wall.open(&format!("{}tv#{}", table.url(), table.code()));
    wall.wait("document.querySelector('.headline')?.textContent.startsWith('Turn 2')");
    keep("wall", &both(&wall));
    phone.open(&table.seat("Bob"));
    let show = "document.querySelector('#reveal-turn[aria-pressed=false]')";
    tap(&phone, show);
    tap(
        &phone,
        "document.querySelector('.secret .pad-key:not([disabled])')",
    );
    phone.run("scrollTo(0, 0)");
    keep("phone", &both(&phone));

    let three = ["--players", "Ann,Bob,Cho", "--seed", "5", "--set"];
    let birth = ["commands=table", "--set", "leader=Ann"];
    let table = Hosted::start("birth-or-burst", &[&three[..], &birth].concat());
    assert_eq!(table.host_does("command 3-to-5"), 200);
    phone.open(&table.seat("Ann"));
    tap(
        &phone,
        "document.querySelector('#reveal-turn[aria-pressed=false]')",
    );
    tap(&phone, "document.querySelector('[data-card=\"+4\"]')");
    phone.run("scrollTo(0, 48)");
    side_by_side.push(both(&phone));

    let two = ["--players", "Ann,Bob", "--seed", "5", "--set"];
    let table = Hosted::start("cats", &[&two[..], &["map=3x26"]].concat());
    phone.open(&table.seat("Ann"));
    phone.wait("document.querySelector('.cell')");
    side_by_side.push(both(&phone));

    let ice = ["cards=table", "--set", "catcher=Bob"];
    let table = Hosted::start("icecool", &[&two[..], &ice].concat());
    phone.open(&table.seat("Ann"));
    phone.wait("document.querySelector('[data-move^=fish]')");
    side_by_side.push(both(&phone));

    let table = Hosted::start("cat-and-chocolate", &[&three[..], &["first=Ann"]].concat());
    assert_eq!(table.host_does("flip"), 200);
    phone.scheme("dark");
    phone.open(&table.seat("Bob"));
    phone.wait("document.querySelector('[data-vote]')");
    side_by_side.push(both(&phone));
    phone.scheme("light");

    let table = Hosted::start(SOUP, &[&four[..], &["rounds=1"]].concat());
    phone.open(&table.seat("Ann"));
    tap(
        &phone,
        "document.querySelector('#reveal-hand[aria-pressed=false]')",
    );
    phone.wait("document.querySelectorAll('button.card').length === 3");
    phone.run("scrollTo(0, 0)");
    side_by_side.push(both(&phone));
    let line = |lang: usize| row(&side_by_side.iter().map(|b| &b[lang]).collect::<Vec<_>>());
    keep("phones", &[line(0), line(1)]);

    wall.screen(1024, 768, false);
    wall.open(table.host());
    wall.wait("document.querySelector('#ask-soup')");
    keep("tablet", &both(&wall));
}
