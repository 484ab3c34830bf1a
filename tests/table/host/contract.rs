//! The contract, line by line.

use serde_json::json;

use super::{Client, Hosted};
use crate::place::Place;

fn names(value: &serde_json::Value) -> Vec<String> {
    let all = value.as_array().expect("names").iter();
    all.map(|v| v.as_str().expect("a name").to_owned())
        .collect()
}

#[test]
fn the_first_line_tells_everything() {
    let place = Place::new();
    let hosted = Hosted::start(&place, &["birth-or-burst", "--players", "Ann,Bob,Cho"]);
    let told = &hosted.told;
    let url = told["url"].as_str().expect("an address");
    assert_eq!(told["tv"], format!("{url}tv"));
    for (link, page) in [(&told["host"], "host"), (&told["seats"]["Ann"], "seat")] {
        let link = link.as_str().expect("a link");
        let token = link
            .strip_prefix(&format!("{url}{page}#"))
            .expect("a fragment");
        assert_eq!(token.len(), 32, "128 bits: {link}");
        assert!(token.bytes().all(|b| b.is_ascii_hexdigit()));
    }
    assert_eq!(told["seats"].as_object().expect("seats").len(), 3);
    for page in ["/", "/seat", "/tv", "/host"] {
        let page = hosted.viewer().get(page);
        assert_eq!(page.status, 200);
        assert!(page.head.contains("text/html"), "{}", page.head);
    }
}

#[test]
fn a_lobby_fills_and_begins() {
    let place = Place::new();
    let hosted = Hosted::start(&place, &["tiny", "--seed", "4"]);
    assert_eq!(hosted.told["seats"], json!({}));
    let (host, viewer) = (hosted.host(), hosted.viewer());
    let lobby = viewer.view();
    assert_eq!(
        (&lobby["lobby"], &lobby["seq"], &lobby["you"]),
        (&json!([]), &json!(0), &json!(null))
    );
    let join = |name: &str| viewer.post("/api/join", json!({"code": hosted.code(), "name": name}));
    viewer
        .post("/api/join", json!({"code": "XXXXXX", "name": "Ann"}))
        .is(401);
    let ann = join("Ann").ok();
    assert_eq!(ann["seat"], "Ann");
    let ann = viewer.with(ann["token"].as_str().expect("a token"));
    for bad in ["ann", " ", "A\u{202e}b", "Аnn"] {
        join(bad).is(409);
    }
    // The log and the form call others so.
    for bad in ["host", "HOST", "(host)", "all", "ｈｏｓｔ"] {
        join(bad).is(409);
    }
    join(&"x".repeat(41)).is(409);
    host.post("/api/begin", json!({})).is(409);
    let bob = join("  Bob  Lee ").ok();
    assert_eq!(bob["seat"], "Bob Lee");
    assert_eq!(ann.view()["lobby"], json!(["Ann", "Bob Lee"]));
    assert_eq!(ann.view()["you"], "Ann");
    ann.act("next", 0).is(409);
    ann.answer("up", 0).is(409);
    ann.post("/api/begin", json!({})).is(403);
    viewer.post("/api/begin", json!({})).is(401);
    assert_eq!(host.post("/api/begin", json!({})).ok(), json!({"seq": 0}));
    host.post("/api/begin", json!({})).is(409);
    join("Cho").is(409);
    let view = ann.view();
    assert_eq!((&view["you"], &view["seq"]), (&json!("Ann"), &json!(0)));
    assert_eq!(view["game"]["hand"].as_array().map(Vec::len), Some(3));
}

#[test]
fn seats_are_claimed_and_freed() {
    let place = Place::new();
    let hosted = Hosted::start(&place, &["tiny", "--players", "Ann,Bob"]);
    let (host, viewer) = (hosted.host(), hosted.viewer());
    let join = |name: &str| viewer.post("/api/join", json!({"code": hosted.code(), "name": name}));
    assert_eq!(names(&viewer.view()["free"]), ["Ann", "Bob"]);
    let joined = join("ANN").ok();
    let ann = viewer.with(joined["token"].as_str().expect("a token"));
    assert_eq!(ann.token, hosted.seat("Ann").token);
    join("Ann").is(409);
    join("Zed").is(409);
    // A link that is used claims its seat.
    hosted.seat("Bob").view();
    join("Bob").is(409);
    hosted
        .seat("Bob")
        .post("/api/free", json!({"seat": "Ann"}))
        .is(403);
    host.post("/api/free", json!({"seat": "ann"})).ok();
    ann.get("/api/view").is(401);
    let again = join("Ann").ok();
    assert_ne!(again["token"], joined["token"]);
    assert_eq!(
        viewer
            .with(again["token"].as_str().expect("a token"))
            .view()["you"],
        "Ann"
    );
    host.post("/api/free", json!({"seat": "Zed"})).is(409);
}

#[test]
fn keys_come_first_then_ownership_then_rules() {
    let place = Place::new();
    let hosted = Hosted::start(&place, &["tiny", "--players", "Ann,Bob", "--seed", "3"]);
    let (host, ann, bob) = (hosted.host(), hosted.seat("Ann"), hosted.seat("Bob"));
    let nobody = hosted.viewer().with("00000000000000000000000000000000");
    nobody.act("next", 99).is(401);
    nobody.get("/api/view").is(401);
    hosted.viewer().act("next", 0).is(401);
    let active = ann.view()["game"]["active"]
        .as_str()
        .expect("a name")
        .to_owned();
    let (active, other) = match active.as_str() {
        "Ann" => (ann.clone(), bob.clone()),
        _ => (bob.clone(), ann.clone()),
    };
    // Whose it is comes before whether it can be.
    other.act("next", 0).is(403);
    // A late tap is late, whosever it is.
    other.act("next", 99).is(409);
    ann.act("play Bob zq01x", 0).is(403);
    ann.act("play Bob nonsense", 0).is(403);
    ann.act("score Ann fish 3", 0).is(403);
    ann.act("end", 0).is(403);
    ann.act("reveal Ann", 0).is(403);
    ann.act("xyzzy", 0).is(409);
    ann.act("play Ann nonsense", 0).is(409);
    let refused = active.act("next", 1).is(409);
    assert!(refused["error"].is_string(), "{refused}");
    assert_eq!(active.act("next", 0).ok(), json!({"seq": 1}));
    active.act("next", 0).is(409);
    active.act("next", 1).is(403);
    // Cards of one's own, whosever turn it is.
    let card = active.view()["game"]["hand"][0].clone();
    let (name, card) = (
        active.view()["you"].clone(),
        card.as_str().expect("a card").to_owned(),
    );
    let name = name.as_str().expect("a name").to_owned();
    other.act(&format!("play {name} {card}"), 1).is(403);
    assert_eq!(
        active.act(&format!("play {name} {card}"), 1).ok(),
        json!({"seq": 2})
    );
    assert_eq!(host.act("score Ann fish 3", 2).ok(), json!({"seq": 3}));
    for (path, body) in [
        ("/api/undo", json!({"seq": 3})),
        ("/api/ask", json!({"form": "score"})),
        (
            "/api/clock",
            json!({"id": "egg", "act": "start", "seconds": 9}),
        ),
    ] {
        ann.post(path, body).is(403);
        // Before it is read what is asked for.
        ann.post(path, json!({})).is(403);
    }
    assert_eq!(host.post("/api/undo", json!({"seq": 2})).status, 409);
    assert_eq!(
        host.post("/api/undo", json!({"seq": 3})).ok(),
        json!({"seq": 4})
    );
    let log = place.json(&["log", "--json"]);
    let by: Vec<&str> = log
        .as_array()
        .expect("entries")
        .iter()
        .filter_map(|e| e["by"].as_str())
        .collect();
    assert_eq!(by, [&*active_name(&active), &name, "host", "host"]);
}

fn active_name(client: &Client) -> String {
    client.view()["you"].as_str().expect("a name").to_owned()
}

#[test]
fn what_cannot_be_read_is_told() {
    let place = Place::new();
    let hosted = Hosted::start(&place, &["tiny", "--players", "Ann,Bob"]);
    let ann = hosted.seat("Ann");
    for body in [
        "",
        "{",
        "[]",
        "\"x\"",
        "{\"move\":3,\"seq\":0}",
        "{\"move\":\"next\"}",
        "{\"move\":\"next\",\"seq\":\"0\"}",
    ] {
        let told = ann.ask("POST", "/api/do", body).is(400);
        assert!(told["error"].is_string(), "{body}: {told}");
    }
    // A number that is not the table's is a late tap, whatever number it is.
    for seq in ["-1", "1", "0.5", "1e99"] {
        let body = format!("{{\"move\":\"next\",\"seq\":{seq}}}");
        ann.ask("POST", "/api/do", &body).is(409);
    }
    ann.ask("POST", "/api/view", "{}").is(405);
    ann.ask("GET", "/api/do", "").is(405);
    ann.ask("DELETE", "/api/do", "{}").is(405);
    ann.ask("GET", "/api/nothing", "").is(404);
    let long = format!("{{\"move\":\"{}\",\"seq\":0}}", "x".repeat(100_000));
    ann.ask("POST", "/api/do", &long).is(413);
    assert_eq!(ann.seq(), 0);
}

#[test]
fn answers_are_secret_until_all_are_in() {
    let place = Place::new();
    let hosted = Hosted::start(
        &place,
        &["birth-or-burst", "--players", "Ann,Bob,Cho", "--seed", "1"],
    );
    let (host, viewer) = (hosted.host(), hosted.viewer());
    let seats = ["Ann", "Bob", "Cho"].map(|n| hosted.seat(n));
    let [ann, bob, cho] = &seats;
    seats.iter().for_each(|s| drop(s.view()));
    let mut news = viewer.listen();
    assert_eq!(
        news.next(),
        json!({"seq": 0, "waiting": ["Ann", "Bob", "Cho"]})
    );
    let form = ann.view()["form"].clone();
    assert_eq!(form["head"], "play");
    assert_eq!(form["parts"][0]["seat"], "Ann");
    assert!(names(&form["parts"][0]["options"]).contains(&"+7".to_owned()));
    assert_eq!(form["parts"][1]["options"], json!(null));
    assert_eq!(host.view()["form"]["parts"][0]["options"], json!(null));
    ann.answer("+9", 0).is(409);
    ann.answer("+7", 1).is(409);
    host.answer("+7", 0).is(403);
    viewer.answer("+7", 0).is(401);
    ann.act("play Ann +1, Bob +1, Cho +1", 0).is(403);
    let before: Vec<_> = [bob, cho, &host, &viewer].map(|c| c.view()).to_vec();
    assert_eq!(ann.answer("+7", 0).ok(), json!({"waiting": ["Bob", "Cho"]}));
    assert_eq!(news.next(), json!({"seq": 0, "waiting": ["Bob", "Cho"]}));
    // Nobody sees more than that somebody has answered.
    for (client, before) in [bob, cho, &host, &viewer].into_iter().zip(before) {
        let mut after = client.view();
        assert_eq!(after["waiting"], json!(["Bob", "Cho"]));
        after["waiting"] = json!(["Ann", "Bob", "Cho"]);
        assert_eq!(after, before);
    }
    // The second answer counts; one can be taken back.
    ann.answer("-7", 0).ok();
    assert_eq!(
        ann.withdraw(0).ok(),
        json!({"waiting": ["Ann", "Bob", "Cho"]})
    );
    assert_eq!(
        ann.withdraw(0).ok(),
        json!({"waiting": ["Ann", "Bob", "Cho"]})
    );
    ann.withdraw(1).is(409);
    bob.answer("+2", 0).ok();
    cho.answer("+1", 0).ok();
    assert_eq!(ann.answer("-3", 0).ok(), json!({"waiting": []}));
    // A double tap answers nothing.
    ann.answer("-3", 0).is(409);
    let view = viewer.view();
    assert_eq!(view["seq"], 1);
    assert_eq!(view["waiting"], json!(["Ann", "Bob", "Cho"]));
    let log = place.json(&["log", "--json"]);
    assert_eq!(
        (&log[1]["do"], &log[1]["by"]),
        (&json!("play Ann -3, Bob +2, Cho +1"), &json!("all"))
    );
    // The host's own moves drop what was answered.
    ann.answer("+1", 1).ok();
    host.post("/api/undo", json!({"seq": 1, "all_agree": true}))
        .ok();
    assert_eq!(names(&viewer.view()["waiting"]).len(), 3);
    assert_eq!(
        host.act("play Ann +1, Bob +1, Cho +1", 2).ok(),
        json!({"seq": 3})
    );
}

#[test]
fn refused_together_all_answer_again() {
    let place = Place::new();
    let args = [
        "catch-and-run",
        "--players",
        "Ann,Bob",
        "--seed",
        "5",
        "--set",
        "educators=Ann",
    ];
    let hosted = Hosted::start(&place, &args);
    let (ann, bob, viewer) = (hosted.seat("Ann"), hosted.seat("Bob"), hosted.viewer());
    bob.act("place Ann a1", 0).is(403);
    ann.act("place a1", 0).ok();
    ann.act("place Bob b2", 1).is(403);
    bob.act("place Bob b2", 1).ok();
    // There is one card of this kind only.
    ann.answer("down red+2x 1", 2).ok();
    let told = bob.answer("down red+2x 2", 2).is(409);
    assert!(told["refused"].is_string(), "{told}");
    let view = viewer.view();
    assert_eq!(
        (&view["seq"], &view["waiting"]),
        (&json!(2), &json!(["Ann", "Bob"]))
    );
    for client in [&ann, &bob, &viewer] {
        let view = client.view();
        let notice = view["notice"].as_str().expect("a notice");
        for card in ["red", "2x", "1", "2"] {
            assert!(!notice.contains(card), "{notice}");
        }
    }
    ann.answer("down red+2x 1", 2).ok();
    bob.answer("down blue 2", 2).ok();
    assert_eq!(viewer.view().get("notice"), None);
}

#[test]
fn a_random_card_is_the_hosts_part() {
    let place = Place::new();
    let args = [
        "catch-and-run",
        "--players",
        "Ann,Bob,Cho",
        "--set",
        "educators=Ann,Bob",
        "--seed",
        "2",
    ];
    let hosted = Hosted::start(&place, &args);
    let (host, ann) = (hosted.host(), hosted.seat("Ann"));
    ann.act("place Ann a1", 0).ok();
    let form = host.view()["form"].clone();
    assert_eq!(form["parts"][3]["seat"], json!(null));
    assert!(names(&form["parts"][3]["options"]).contains(&"green".to_owned()));
    assert_eq!(
        names(&host.view()["waiting"]),
        ["Ann", "Bob", "Cho", "(host)"]
    );
    ann.answer("down 1", 1).ok();
    hosted.seat("Bob").answer("left 2", 1).ok();
    hosted.seat("Cho").answer("up 3", 1).ok();
    assert_eq!(names(&host.view()["waiting"]), ["(host)"]);
    assert_eq!(host.answer("green", 1).ok(), json!({"waiting": []}));
    assert_eq!(host.seq(), 2);
}

#[test]
fn a_vote_is_a_form_of_all_but_one() {
    let place = Place::new();
    let args = [
        "cat-and-chocolate",
        "--players",
        "Ann,Bob,Cho,Dai",
        "--set",
        "first=Bob",
        "--seed",
        "2",
    ];
    let hosted = Hosted::start(&place, &args);
    let seat = |name: &str| hosted.seat(name);
    assert_eq!(seat("Ann").view()["form"], json!(null));
    assert_eq!(seat("Ann").view()["can"], json!([]));
    assert_eq!(seat("Bob").view()["can"], json!(["flip"]));
    seat("Ann").act("flip", 0).is(403);
    seat("Bob").act("flip", 0).ok();
    assert_eq!(names(&seat("Bob").view()["waiting"]), ["Ann", "Cho", "Dai"]);
    assert_eq!(seat("Ann").view()["can"], json!(["fail"]));
    seat("Bob").act("fail", 1).is(403);
    seat("Bob").answer("up", 1).is(403);
    seat("Ann").act("vote 2 1", 1).is(403);
    seat("Ann").answer("sideways", 1).is(409);
    seat("Ann").answer("down", 1).ok();
    seat("Cho").answer("up", 1).ok();
    seat("Dai").answer("up", 1).ok();
    let log = place.json(&["log", "--json"]);
    assert_eq!(
        (&log[2]["do"], &log[2]["by"]),
        (&json!("vote 2 1"), &json!("all"))
    );
    seat("Cho").act("flip", 2).ok();
    seat("Dai").act("fail", 3).ok();
    assert_eq!(place.json(&["log", "--json"])[4]["by"], "Dai");
}

#[test]
fn a_real_fish_card_is_typed_in_by_its_owner() {
    let place = Place::new();
    let args = [
        "icecool",
        "--players",
        "Ann,Bob",
        "--set",
        "cards=table",
        "--set",
        "catcher=Ann",
    ];
    let hosted = Hosted::start(&place, &args);
    let (ann, bob, host) = (hosted.seat("Ann"), hosted.seat("Bob"), hosted.host());
    ann.act("fish Bob", 0).is(403);
    bob.act("fish Bob", 0).ok();
    let form = bob.view()["form"].clone();
    assert_eq!(form["head"], "value");
    assert_eq!(form["parts"][0]["options"], json!(["1", "2", "3"]));
    assert_eq!(names(&ann.view()["waiting"]), ["Bob"]);
    ann.answer("2", 1).is(403);
    bob.act("value Bob 2", 1).is(403);
    bob.answer("7", 1).is(409);
    assert_eq!(bob.answer("2", 1).ok(), json!({"waiting": []}));
    assert_eq!(bob.view()["game"]["values"]["Bob"], json!([2]));
    for other in [ann.view(), host.view()] {
        assert_eq!(other["game"]["values"].get("Bob"), None, "{other}");
    }
    let log = place.json(&["log", "--json"]);
    assert_eq!(
        (&log[2]["do"], &log[2]["by"]),
        (&json!("value Bob ·"), &json!("Bob"))
    );
}

#[test]
fn the_host_asks_for_points() {
    let place = Place::new();
    let hosted = Hosted::start(&place, &["tiny", "--players", "Ann,Bob", "--seed", "3"]);
    let (host, ann, bob) = (hosted.host(), hosted.seat("Ann"), hosted.seat("Bob"));
    host.post("/api/ask", json!({"form": "colour"})).is(400);
    host.post("/api/ask", json!({"form": "score", "column": "gold"}))
        .is(409);
    host.post("/api/ask", json!({"form": "score", "column": "fish"}))
        .ok();
    let form = ann.view()["form"].clone();
    assert_eq!(
        (&form["head"], &form["parts"][0]["options"]),
        (&json!("score"), &json!(null))
    );
    ann.answer("many", 0).is(409);
    assert_eq!(ann.answer("4", 0).ok(), json!({"waiting": ["Bob"]}));
    assert_eq!(bob.answer("-1", 0).ok(), json!({"waiting": []}));
    assert_eq!(
        ann.view()["game"]["columns"]["fish"],
        json!({"Ann": 4, "Bob": -1})
    );
    assert_eq!(ann.view()["form"], json!(null));
    assert_eq!(place.json(&["log", "--json"])[1]["by"], "all");
    let other = Hosted::start(&place, &["cats", "--players", "Ann,Bob"]);
    other
        .host()
        .post("/api/ask", json!({"form": "score"}))
        .is(409);
}

#[test]
fn the_seed_is_shown_after_the_end() {
    let place = Place::new();
    let hosted = Hosted::start(&place, &["tiny", "--players", "Ann,Bob"]);
    let (host, ann) = (hosted.host(), hosted.seat("Ann"));
    ann.get("/api/verify").is(409);
    host.act("win Ann", 0).ok();
    let proof = hosted.viewer().get("/api/verify").ok();
    assert_eq!(proof["seed"].as_str().map(str::len), Some(64), "{proof}");
    drop(hosted);
    assert_eq!(place.json(&["verify", "--json"]), proof);
}

#[test]
fn only_what_is_one_s_own_is_offered() {
    let place = Place::new();
    let hosted = Hosted::start(&place, &["tiny", "--players", "Ann,Bob", "--seed", "3"]);
    let (ann, bob, host) = (hosted.seat("Ann"), hosted.seat("Bob"), hosted.host());
    let hand = names(&ann.view()["game"]["hand"]);
    let choices = |client: &Client, text: &str| {
        let all = client.get(&format!("/api/choices?text={text}")).ok();
        let all = all["choices"].as_array().expect("choices").iter();
        all.map(|c| c["text"].as_str().expect("a text").to_owned())
            .collect::<Vec<_>>()
    };
    assert_eq!(choices(&ann, "play"), ["Ann"]);
    assert_eq!(choices(&ann, "play+Ann"), hand);
    assert!(choices(&bob, "play+Ann").is_empty());
    assert!(choices(&host, "play+Ann").is_empty());
    assert!(choices(&host, "").contains(&"score".to_owned()));
    assert!(!choices(&ann, "").contains(&"score".to_owned()));
    hosted.viewer().get("/api/choices").is(401);
}
