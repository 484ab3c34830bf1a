//! Whoever should not get in does not, and nobody is kept out by them.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use serde_json::json;

use super::{Hosted, raw};
use crate::place::{KIT, Place};

#[test]
fn foreign_names_and_pages_are_refused() {
    let place = Place::new();
    let hosted = Hosted::start(&place, &["tiny", "--players", "Ann,Bob"]);
    let (at, port) = (hosted.at, hosted.at.port());
    let token = hosted.seat("Ann").token.expect("a token");
    let ask = |lines: &str| {
        let ask = format!(
            "GET /api/view HTTP/1.1\r\n{lines}Authorization: Bearer {token}\r\nConnection: close\r\n\r\n"
        );
        raw(at, &ask).status
    };
    assert_eq!(ask(&format!("Host: {at}\r\n")), 200);
    assert_eq!(ask(&format!("Host: localhost:{port}\r\n")), 200);
    assert_eq!(ask(&format!("Host: {at}\r\nOrigin: http://{at}\r\n")), 200);
    for bad in [
        format!("Host: evil.example:{port}\r\n"),
        "Host: 127.0.0.1\r\n".to_owned(),
        format!("Host: {at}\r\nHost: evil.example\r\n"),
        format!("Host: {at}\r\nOrigin: http://evil.example\r\n"),
        format!("Host: {at}\r\nOrigin: null\r\n"),
        format!("Host: {at}\r\nOrigin: https://{at}\r\n"),
        String::new(),
    ] {
        let status = ask(&bad);
        assert!(status == 403 || status == 400, "{bad}: {status}");
    }
    let through = format!(
        "GET http://evil.example/api/view HTTP/1.1\r\nHost: {at}\r\nConnection: close\r\n\r\n"
    );
    assert_eq!(raw(at, &through).status, 403);
}

#[test]
fn a_piece_of_a_key_is_no_key() {
    let place = Place::new();
    let hosted = Hosted::start(&place, &["tiny", "--players", "Ann,Bob"]);
    let at = hosted.at;
    for holder in [hosted.host(), hosted.seat("Ann")] {
        let whole = holder.token.clone().expect("a token");
        for piece in [&whole[..1], &whole[..16], &format!("{whole}0"), ""] {
            assert_eq!(holder.with(piece).get("/api/view").status, 401, "{piece}");
        }
        let view = |kind: &str| {
            raw(
                at,
                &format!(
                    "GET /api/view HTTP/1.1\r\nHost: {at}\r\nAuthorization: {kind} {whole}\r\nConnection: close\r\n\r\n"
                ),
            )
        };
        assert_eq!([view("bearer").status, view("Basic").status], [200, 401]);
    }
    // The code is a word that people type.
    let code = hosted.code().to_lowercase();
    let typed = format!("{}+{}", &code[..3], &code[3..]);
    let nobody = |code: &str| hosted.viewer().get(&format!("/api/view?code={code}"));
    assert_eq!(nobody(&typed).status, 200);
    assert_eq!(nobody(&code[..5]).status, 401);
}

#[test]
fn answers_allow_nothing_from_elsewhere() {
    let place = Place::new();
    let hosted = Hosted::start(&place, &["tiny", "--players", "Ann,Bob"]);
    for path in ["/", "/api/view", "/nothing"] {
        let head = hosted.viewer().get(path).head.to_ascii_lowercase();
        for part in [
            "default-src 'none'",
            "nosniff",
            "no-referrer",
            "no-store",
            "same-origin",
        ] {
            assert!(head.contains(part), "{path}: no {part} in {head}");
        }
        assert!(!head.contains("unsafe"), "{head}");
        assert!(!head.contains("access-control"), "{head}");
    }
}

#[test]
fn paths_lead_nowhere_else() {
    let place = Place::new();
    let hosted = Hosted::start(&place, &["tiny", "--players", "Ann,Bob"]);
    let code = hosted.code();
    for path in [
        "/page/../keys.rs",
        "/page/..%2f..%2fCargo.toml",
        "/page/%2e%2e/api.rs",
        "/page//etc/passwd",
        "/page/",
        "/../../etc/passwd",
        &format!("/face/card/..%2f..%2fkit.toml/front.svg?code={code}"),
        &format!("/face/../card/front.svg?code={code}"),
        &format!("/face/card/zq01x/kit.toml?code={code}"),
    ] {
        let ask = format!(
            "GET {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n\r\n",
            hosted.at
        );
        assert_eq!(raw(hosted.at, &ask).status, 404, "{path}");
    }
}

#[test]
fn the_code_is_not_guessed() {
    let place = Place::new();
    let hosted = Hosted::start(&place, &["tiny", "--players", "Ann,Bob"]);
    let viewer = hosted.viewer();
    let guess = |code: &str| {
        viewer
            .post("/api/join", json!({"code": code, "name": "Zed"}))
            .status
    };
    let first: Vec<u16> = (0..12).map(|_| guess("WRONG2")).collect();
    assert_eq!(first[0], 401);
    assert_eq!(first[11], 429, "{first:?}");
    assert_eq!(guess(hosted.code()), 429, "not even the right one");
    // Who has a key is not kept out.
    hosted.seat("Ann").view();
    std::thread::sleep(Duration::from_millis(3500));
    assert_eq!(guess(hosted.code()), 409, "nobody is called Zed");
}

#[test]
fn who_drips_keeps_nobody_out() {
    let place = Place::new();
    let hosted = Hosted::start(&place, &["tiny", "--players", "Ann,Bob"]);
    let mut known = hosted.seat("Ann").listen();
    assert_eq!(known.next()["seq"], 0);
    let (mut slow, began): (Vec<TcpStream>, _) = (Vec::new(), Instant::now());
    for _ in 0..900 {
        if let Ok(mut stream) = TcpStream::connect(hosted.at) {
            let _ = stream.write_all(b"GET /api/view HTTP/1.1\r\n");
            slow.push(stream);
        }
    }
    let mut sent_away = |at: usize| {
        let patience = Some(Duration::from_secs(20));
        slow[at].set_read_timeout(patience).expect("patience");
        let _ = slow[at].read_to_end(&mut Vec::new()).expect("sent away");
        began.elapsed()
    };
    // The oldest make room at once, long before their time is over; but nobody who has shown a key.
    assert!(sent_away(0) < Duration::from_secs(7), "nobody made room");
    assert_eq!(hosted.seat("Ann").seq(), 0);
    let mut news = hosted.seat("Bob").listen();
    assert_eq!(news.next()["seq"], 0);
    hosted.host().act("next", 0).ok();
    assert_eq!(
        (&known.next()["seq"], &news.next()["seq"]),
        (&json!(1), &json!(1))
    );
    // All go in the end.
    sent_away(899);
}

#[test]
fn odd_requests_are_answered_or_dropped() {
    let place = Place::new();
    let hosted = Hosted::start(&place, &["tiny", "--players", "Ann,Bob"]);
    let at = hosted.at;
    let many: String = (0..200).map(|i| format!("X-{i}: y\r\n")).collect();
    for odd in [
        "\r\n\r\n".to_owned(),
        "GET\r\n\r\n".to_owned(),
        format!("GET /{} HTTP/1.1\r\nHost: {at}\r\n\r\n", "x".repeat(40_000)),
        format!("GET / HTTP/1.1\r\nHost: {at}\r\n{many}\r\n"),
        format!("POST /api/join HTTP/1.1\r\nHost: {at}\r\nContent-Length: 99999999999\r\n\r\n"),
        format!(
            "POST /api/join HTTP/1.1\r\nHost: {at}\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\nZZ\r\n"
        ),
        format!("BREW /api/join HTTP/1.1\r\nHost: {at}\r\nConnection: close\r\n\r\n"),
        "\0\u{1}\u{2}\r\n\r\n".to_owned(),
    ] {
        let status = raw(at, &odd).status;
        assert!(status == 0 || status >= 400, "{odd:?}: {status}");
    }
    // A body that does not tell its length is as short as any.
    let part = format!("3e8\r\n{}\r\n", " ".repeat(1000));
    let long = format!(
        "POST /api/join HTTP/1.1\r\nHost: {at}\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n{}0\r\n\r\n",
        part.repeat(100)
    );
    assert_eq!(raw(at, &long).status, 413);
    assert_eq!(hosted.seat("Ann").seq(), 0);
}

#[test]
fn tokens_are_not_guessed() {
    let place = Place::new();
    let hosted = Hosted::start(&place, &["tiny", "--players", "Ann,Bob"]);
    let ann = hosted.seat("Ann");
    let token = ann.token.clone().expect("a token");
    assert!(token.len() >= 32, "128 bits");
    let host = hosted.host().token.expect("a token");
    let near = |at: usize| {
        let other = if &token[at..=at] == "0" { "1" } else { "0" };
        format!("{}{other}{}", &token[..at], &token[at + 1..])
    };
    let mut guesses: Vec<String> = (0..token.len()).map(near).collect();
    guesses.extend([
        String::new(),
        "0".repeat(32),
        token[1..].to_owned(),
        format!("{token}0"),
        format!("{host}{token}"),
        "Ann".to_owned(),
        "host".to_owned(),
        hosted.code().to_owned(),
    ]);
    for guess in &guesses {
        let guessing = ann.with(guess);
        for path in ["/api/view", "/api/events", "/api/choices", "/api/verify"] {
            assert_eq!(guessing.get(path).status, 401, "{guess:?} at {path}");
        }
        assert_eq!(guessing.act("next", 0).status, 401, "{guess:?}");
        assert_eq!(guessing.answer("1", 0).status, 401, "{guess:?}");
        // A wrong key is not mended by the right code.
        let with_code = format!("/api/view?code={}", hosted.code());
        assert_eq!(guessing.get(&with_code).status, 401, "{guess:?}");
    }
    assert_eq!(ann.seq(), 0, "whoever has the key plays on");
}

#[test]
fn bodies_that_are_long_or_slow_are_bounded() {
    let place = Place::new();
    let hosted = Hosted::start(&place, &["tiny", "--players", "Ann,Bob"]);
    let (at, token) = (hosted.at, hosted.host().token.expect("a token"));
    let head = format!(
        "POST /api/do HTTP/1.1\r\nHost: {at}\r\nAuthorization: Bearer {token}\r\nConnection: close\r\n"
    );
    let long = "x".repeat(20 << 10);
    let told = format!("{head}Content-Length: {}\r\n\r\n{long}", long.len());
    assert_eq!(raw(at, &told).status, 413);
    // One that does not tell how long it is, is cut off as well.
    let part = format!("{:x}\r\n{long}\r\n", long.len());
    let untold = format!("{head}Transfer-Encoding: chunked\r\n\r\n{part}{part}0\r\n\r\n");
    assert_eq!(raw(at, &untold).status, 413);
    // Depth is bounded, too.
    let deep = format!("{}{}", "[".repeat(8000), "]".repeat(8000));
    let deep = format!("{head}Content-Length: {}\r\n\r\n{deep}", deep.len());
    assert_eq!(raw(at, &deep).status, 400);

    // A hundred bodies that drip hold up nobody, and are answered in the end.
    let dripping = format!("{head}Content-Length: 60\r\n\r\n{{\"move\"");
    let mut slow: Vec<TcpStream> = Vec::new();
    for _ in 0..100 {
        let mut stream = TcpStream::connect(at).expect("somebody listens");
        stream.write_all(dripping.as_bytes()).expect("sent");
        slow.push(stream);
    }
    let asked = Instant::now();
    assert_eq!(hosted.host().act("next", 0).status, 200);
    assert!(
        asked.elapsed() < Duration::from_secs(2),
        "{:?}",
        asked.elapsed()
    );
    let mut answer = String::new();
    let patience = Some(Duration::from_secs(20));
    slow[0].set_read_timeout(patience).expect("patience");
    slow[0].read_to_string(&mut answer).expect("answered");
    assert!(answer.starts_with("HTTP/1.1 408"), "{answer}");
}

#[test]
fn the_game_goes_on_beside_500_connections() {
    let place = Place::new();
    let hosted = Hosted::start(&place, &["tiny", "--players", "Ann,Bob"]);
    let (at, host) = (hosted.at, hosted.host());
    let mut news = hosted.seat("Bob").listen();
    assert_eq!(news.next()["seq"], 0);
    // Of every kind: silent ones, half requests, streams nobody reads, and those who ask without end.
    let viewer = hosted.viewer();
    let mut held: Vec<TcpStream> = Vec::new();
    for n in 0..500 {
        let mut stream = TcpStream::connect(at).expect("somebody listens");
        match n % 3 {
            0 => {}
            1 => stream
                .write_all(b"POST /api/do HTTP/1.1\r\nHost: x")
                .expect("sent"),
            _ => {
                let code = hosted.code();
                let ask = format!("GET /api/events?code={code} HTTP/1.1\r\nHost: {at}\r\n\r\n");
                stream.write_all(ask.as_bytes()).expect("sent");
            }
        }
        held.push(stream);
    }
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| (0..50).for_each(|_| drop(viewer.view())));
        }
        for seq in 0..20 {
            let asked = Instant::now();
            assert_eq!(host.act("next", seq).status, 200);
            assert!(
                asked.elapsed() < Duration::from_secs(3),
                "{:?}",
                asked.elapsed()
            );
        }
    });
    while news.next()["seq"] != 20 {}
    drop(held);
}

#[test]
fn whoever_has_the_code_keeps_nobody_out_with_streams() {
    let place = Place::new();
    let hosted = Hosted::start(&place, &["tiny", "--players", "Ann,Bob"]);
    let streams: Vec<_> = (0..700).map(|_| hosted.viewer().listen()).collect();
    assert_eq!(hosted.host().act("next", 0).status, 200);
    let mut news = hosted.seat("Ann").listen();
    assert_eq!(news.next()["seq"], 1);
    drop(streams);
}

#[test]
fn twelve_seats_and_a_hundred_viewers_are_served() {
    let kit = KIT.replace("players = [2, 5]", "players = [2, 12]");
    let kit = kit.split("[table.roles]").next().expect("a kit").to_owned();
    let kit = kit.replace("count = { 2 = 3, 3 = 3, 4 = 2, 5 = 2 }", "count = 2");
    let place = Place::with(&(kit + "[[table.score]]\nid = \"fish\"\n"));
    let names: Vec<String> = (1..=12).map(|n| format!("Seat{n}")).collect();
    let hosted = Hosted::start(&place, &["tiny", "--players", &names.join(",")]);
    let seats: Vec<_> = names.iter().map(|n| hosted.seat(n)).collect();
    let mut screens: Vec<_> = seats.iter().map(|s| s.listen()).collect();
    screens.extend((0..100).map(|_| hosted.viewer().listen()));
    for screen in &mut screens {
        assert_eq!(screen.next()["seq"], 0);
    }
    hosted
        .host()
        .post("/api/ask", json!({"form": "score"}))
        .ok();
    for (n, seat) in seats.iter().enumerate() {
        let told = seat.answer(&n.to_string(), 0).ok();
        assert_eq!(told["waiting"].as_array().map(Vec::len), Some(11 - n));
    }
    for screen in &mut screens {
        while screen.next()["seq"] != 1 {}
        assert!(!screen.heard.contains("zq"), "news name no card");
    }
    let view = hosted.viewer().view();
    assert_eq!(view["game"]["columns"]["fish"]["Seat12"], 11);
}
