//! Whole games on phones: everybody sees what `show --json` shows them, and nothing else.

use std::path::Path;

use kitpress::play::journal::Access;
use kitpress::play::table::Table;
use kitpress::play::view::Viewer;
use serde_json::{Map, Value, json};

use super::{Client, Hosted, News};
use crate::faults::times;
use crate::place::{Dice, Place, open};

/// Everybody at a table, and all that each was ever sent.
struct Evening {
    hosted: Hosted,
    path: std::path::PathBuf,
    names: Vec<String>,
    seats: Vec<Client>,
    host: Client,
    news: Vec<News>,
    /// What each follows, the seats first: the screen's view as the stream has told it.
    screens: Vec<(News, Value)>,
    seed: String,
    dice: Dice,
    /// Everything that lay open once.
    public: String,
}

/// What `show --json` has no part in.
const ADDED: [&str; 12] = [
    "seq", "you", "can", "form", "waiting", "notice", "free", "clocks", "code", "moves", "news",
    "seal",
];

impl Evening {
    fn new(place: &Place, kit: &str, players: &str, set: &[&str], seed: u64) -> Self {
        let name = format!("{seed}.table");
        let mut args = vec![kit, "--players", players, "--table", &name];
        for one in set {
            args.extend(["--set", one]);
        }
        let hosted = Hosted::start(place, &args);
        let path = place.path(&name);
        let names: Vec<String> = players.split(',').map(str::to_owned).collect();
        let seats: Vec<Client> = names.iter().map(|n| hosted.seat(n)).collect();
        let (host, viewer) = (hosted.host(), hosted.viewer());
        let mut news: Vec<News> = seats
            .iter()
            .chain([&host, &viewer])
            .map(Client::listen)
            .collect();
        news.iter_mut().for_each(|n| drop(n.next()));
        let following = seats.iter().chain([&host, &viewer]).map(Client::follow);
        let screens = following.map(|stream| (stream, Value::Null)).collect();
        let seed_text = header_seed(&path);
        Self {
            hosted,
            path,
            names,
            seats,
            host,
            news,
            screens,
            seed: seed_text,
            dice: Dice(seed),
            public: String::new(),
        }
    }

    /// Everybody looks; what they see is what the rules say.
    fn look(&mut self) -> Value {
        let table = open(&self.path, Access::Watch);
        self.public += &Value::Object(table.show(Viewer::Public)).to_string();
        let mut all: Vec<(Viewer, &Client, Value)> = Vec::new();
        for (at, seat) in self.seats.iter().enumerate() {
            all.push((Viewer::Seat(at), seat, self.names[at].as_str().into()));
        }
        all.push((Viewer::Public, &self.host, "host".into()));
        let viewer = self.hosted.viewer();
        all.push((Viewer::Public, &viewer, Value::Null));
        let mut public = Value::Null;
        let mut screens = std::mem::take(&mut self.screens);
        for ((viewer, client, you), screen) in all.into_iter().zip(&mut screens) {
            let reply = client.get("/api/view");
            self.hides(&table, viewer, &reply.body);
            let view = reply.ok();
            // What comes by itself is the same in the end, and everything on the way to it is theirs to know.
            while screen.1 != view {
                let from = screen.0.heard.len();
                let event = screen.0.next();
                self.hides(&table, viewer, &screen.0.heard[from..]);
                shows(&mut screen.1, event);
            }
            assert_eq!(view["you"], you);
            let shown: Map<String, Value> = table.show(viewer);
            let mut own = view.as_object().expect("a view").clone();
            own.retain(|k, _| !ADDED.contains(&k.as_str()));
            assert_eq!(Value::Object(own), Value::Object(shown), "{you}");
            public = view;
        }
        self.screens = screens;
        public
    }

    /// What only a seat is shown, as it would stand in anybody's JSON: lists of cards, and fields with their names.
    fn own_json(table: &Table, seat: usize) -> Vec<String> {
        let own = table.view(Viewer::Seat(seat)).own;
        let shown = |(key, value): (String, Value)| match value {
            Value::Array(cards) => (cards.len() > 1).then(|| Value::Array(cards).to_string()),
            Value::String(text) => Some(format!("{}:{}", json!(key), json!(text))),
            _ => None,
        };
        own.into_iter().filter_map(shown).collect()
    }

    /// That a text holds nothing that its reader may not know.
    fn hides(&self, table: &Table, viewer: Viewer, text: &str) {
        if table.outcome().is_none() {
            assert!(!text.contains(&self.seed), "the seed: {text}");
        }
        for (at, seat) in self.seats.iter().enumerate() {
            let token = seat.token.as_ref().expect("a token");
            assert!(!text.contains(token), "a key: {text}");
            if !viewer.is(at) && table.outcome().is_none() {
                let open = Value::Object(table.show(viewer)).to_string();
                for own in Self::own_json(table, at) {
                    let known = open.contains(&own);
                    assert!(
                        known || !text.contains(&own),
                        "{viewer:?} reads {own}: {text}"
                    );
                }
                for secret in secrets(table, at)
                    .iter()
                    .filter(|s| !self.public.contains(*s))
                {
                    assert!(!text.contains(secret), "{viewer:?} reads {secret}: {text}");
                }
            }
        }
    }

    /// One step: everybody answers what they are asked, or somebody moves.
    fn step(&mut self) -> bool {
        let view = self.look();
        if view["over"] == true {
            return false;
        }
        let seq = view["seq"].as_u64().expect("a number");
        let stepped = match view["form"].is_null() {
            false => self.answer_all(&view, seq),
            true => self.move_once(seq),
        };
        if stepped {
            let heard: Vec<u64> = self.news.iter_mut().map(|n| heard(n, seq + 1)).collect();
            assert!(heard.iter().all(|s| *s == seq + 1));
        }
        true
    }

    fn answer_all(&mut self, view: &Value, seq: u64) -> bool {
        let parts = view["form"]["parts"].as_array().expect("parts").len();
        let mut given: Vec<String> = Vec::new();
        for part in 0..parts {
            let client = match view["form"]["parts"][part]["seat"].as_str() {
                Some(name) => {
                    self.seats[self.names.iter().position(|n| n == name).expect("a seat")].clone()
                }
                None => self.host.clone(),
            };
            let options = client.view()["form"]["parts"][part]["options"].clone();
            let options = options.as_array().expect("what can be tapped");
            let [other, text] = [0; 2].map(|_| {
                let option = &options[self.dice.below(options.len())];
                option.as_str().expect("a text").to_owned()
            });
            let text = text.as_str();
            if part + 1 < parts {
                self.answers_unseen(&client, &other, text, seq);
            }
            let reply = client.answer(text, seq);
            // What others have answered stands in no answer to anybody, be it good or bad.
            for earlier in given
                .iter()
                .filter(|g: &&String| g.contains(' ') && *g != text)
            {
                assert!(!reply.body.contains(earlier), "{earlier}: {reply:?}");
            }
            given.push(text.to_owned());
            if reply.status == 409 {
                // Together they may not fit; alone each does.
                assert_eq!(part + 1, parts, "{text}: {reply:?}");
                return false;
            }
            reply.ok();
            // Late and double answers change nothing.
            if part + 1 == parts {
                client.answer(text, seq).is(409);
            }
        }
        true
    }

    /// Somebody answers, in one way and then in another: all others see that it was answered, and never a difference.
    fn answers_unseen(&self, client: &Client, one: &str, other: &str, seq: u64) {
        let viewer = self.hosted.viewer();
        let all = self.seats.iter().chain([&self.host, &viewer]);
        let others: Vec<&Client> = all.filter(|c| c.token != client.token).collect();
        let look = || -> Vec<Value> { others.iter().map(|c| c.view()).collect() };
        let without_waiting = |mut views: Vec<Value>| {
            views.iter_mut().for_each(|v| v["waiting"] = Value::Null);
            views
        };
        let before = look();
        let waiting = client.answer(one, seq).ok()["waiting"].clone();
        let first = look();
        assert!(first.iter().all(|v| v["waiting"] == waiting));
        assert_eq!(client.answer(other, seq).ok()["waiting"], waiting);
        assert_eq!(look(), first, "{one} and {other} look different");
        client.withdraw(seq).ok();
        client.withdraw(seq).ok();
        assert_eq!(look(), before);
        assert_eq!(without_waiting(first), without_waiting(before.clone()));
        // What is late, or meant for a table that there is not yet, changes nothing.
        for wrong in [seq + 1, seq.wrapping_sub(1) & 0xffff] {
            client.answer(one, wrong).is(409);
            client.withdraw(wrong).is(409);
        }
        assert_eq!(look(), before);
    }

    fn move_once(&mut self, seq: u64) -> bool {
        let order: Vec<usize> = (0..self.seats.len()).collect();
        let from = self.dice.below(order.len());
        for at in 0..order.len() {
            let client = self.seats[(from + at) % order.len()].clone();
            let moves = client.view()["moves"].clone();
            let moves = moves.as_array().cloned().unwrap_or_default();
            if !moves.is_empty() {
                let mv = moves[self.dice.below(moves.len())]
                    .as_str()
                    .expect("a move")
                    .to_owned();
                let before = client.act(&mv, seq + 7);
                before.is(409);
                assert_eq!(client.act(&mv, seq).ok(), json!({"seq": seq + 1}), "{mv}");
                assert_ne!(client.act(&mv, seq).status, 200, "twice: {mv}");
                return true;
            }
        }
        let moves = self.host.view()["moves"].clone();
        let moves = moves.as_array().cloned().unwrap_or_default();
        let mv = match moves.is_empty() {
            true => "next".to_owned(),
            false => moves[self.dice.below(moves.len())]
                .as_str()
                .expect("a move")
                .to_owned(),
        };
        self.host.act(&mv, seq).ok();
        true
    }

    /// Plays to the end, or for so many steps; then nothing that was ever heard was a secret.
    fn play(mut self, steps: usize) {
        let mut over = false;
        for _ in 0..steps {
            if !self.step() {
                over = true;
                break;
            }
        }
        let table = open(&self.path, Access::Watch);
        for news in &self.news {
            assert!(!news.heard.contains(&self.seed));
            for line in news.heard.lines().filter_map(|l| l.strip_prefix("data: ")) {
                let event: Value = serde_json::from_str(line).expect("JSON");
                let keys: Vec<&String> = event.as_object().expect("fields").keys().collect();
                assert!(keys == ["seq", "waiting"] || keys == ["clock"], "{line}");
            }
        }
        if over {
            let proof = self.hosted.viewer().get("/api/verify").ok();
            assert_eq!(proof["seed"], self.seed.as_str());
        } else {
            self.hosted.viewer().get("/api/verify").is(409);
            drop(table);
        }
    }
}

/// A screen takes what its stream tells: a view, or who has not answered where nothing else has changed.
fn shows(view: &mut Value, mut event: Value) {
    if !event["view"].is_null() {
        *view = event["view"].take();
    } else if event["clock"].is_null() {
        assert_eq!(event["seq"], view["seq"], "a step without a view: {event}");
        view["waiting"] = event["waiting"].take();
    }
}

/// The number of the step that a stream tells of next.
fn heard(news: &mut News, wanted: u64) -> u64 {
    loop {
        if let Some(seq) = news.next()["seq"].as_u64().filter(|s| *s >= wanted) {
            return seq;
        }
    }
}

fn header_seed(path: &Path) -> String {
    let text = std::fs::read_to_string(path).expect("a journal");
    let header: Value = serde_json::from_str(text.lines().next().expect("a header")).expect("JSON");
    header["seed"].as_str().expect("a seed").to_owned()
}

/// What only a seat may know, where its name turns up nowhere else.
fn secrets(table: &Table, seat: usize) -> Vec<String> {
    let own = table.view(Viewer::Seat(seat)).own;
    let hand = own
        .get("hand")
        .and_then(Value::as_array)
        .cloned()
        .unwrap_or_default();
    let hand = hand.iter().filter_map(Value::as_str);
    let named = hand.filter(|c| c.starts_with("zq"));
    named.map(str::to_owned).collect()
}

/// Whole games of a kit: one, or as many as `KITPRESS_FAULTS` says; with these settings, for so many steps at most.
fn games(kit: &str, players: &str, set: &[&str], seed: u64, steps: usize) {
    for game in 0..times() as u64 {
        let place = Place::new();
        Evening::new(&place, kit, players, set, seed + 1000 * game).play(steps);
    }
}

#[test]
fn catch_and_run_with_hidden_hands() {
    games("catch-and-run", "Ann,Bob,Cho,Dai", &["cards=app"], 1, 40);
}

#[test]
fn catch_and_run_with_real_cards() {
    games("catch-and-run", "Ann,Bob,Cho", &[], 10, 25);
}

#[test]
fn birth_or_burst_to_its_end() {
    games("birth-or-burst", "Ann,Bob,Cho", &["lives=1"], 2, 60);
}

#[test]
fn cat_and_chocolate_with_items_in_hand() {
    games("cat-and-chocolate", "Ann,Bob,Cho", &["cards=app"], 3, 90);
}

#[test]
fn icecool_with_real_cards() {
    games("icecool", "Ann,Bob", &["cards=table"], 4, 60);
}

#[test]
fn icecool_with_dealt_cards() {
    games("icecool", "Ann,Bob,Cho", &[], 5, 60);
}

#[test]
fn cats_to_its_end() {
    games("cats", "Ann,Bob", &[], 6, 60);
}

#[test]
fn a_stranger_s_kit() {
    games("tiny", "Ann,Bob,Cho", &[], 7, 30);
}

#[test]
fn the_sample_and_a_starter() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    for (kit, seed) in [("samples/salt-in-the-soup", 8), ("starters/roles", 9)] {
        let kit = root.join(kit).display().to_string();
        games(&kit, "Ann,Bob,Cho,Dai", &[], seed, 15);
    }
}

#[test]
fn a_screen_whose_seat_is_freed_is_shown_nothing_more() {
    let place = Place::new();
    let hosted = Hosted::start(&place, &["tiny", "--players", "Ann,Bob,Cho"]);
    let (host, bob) = (hosted.host(), hosted.seat("Bob"));
    let mut screen = bob.follow();
    assert_eq!(screen.next()["view"]["you"], "Bob");
    host.act("next", 0).ok();
    assert_eq!(screen.next()["view"]["seq"], 1);
    host.post("/api/free", json!({"seat": "Bob"})).ok();
    assert_eq!(screen.next_or_end(), None);
    bob.get("/api/views").is(401);
    // Others are told that the seat is free.
    let mut wall = hosted.viewer().follow();
    assert_eq!(wall.next()["view"]["free"], json!(["Ann", "Bob", "Cho"]));
}

#[test]
fn news_are_in_the_reader_s_language() {
    let place = Place::new();
    let kit = Path::new(env!("CARGO_MANIFEST_DIR")).join("samples/salt-in-the-soup");
    let kit = kit.display().to_string();
    let hosted = Hosted::start(&place, &[&kit, "--players", "Ann,Bob,Cho,Dai"]);
    hosted.host().act("draw Ann 1 pantry", 0).ok();
    for (lang, deck) in [("en", "draws 1 from Pantry"), ("ja", "食料庫")] {
        let view = hosted.host().get(&format!("/api/view?lang={lang}")).ok();
        let news = view["news"].to_string();
        assert!(news.contains(deck), "{lang}: {news}");
    }
}
