//! The laptop's terminal beside the phones: one table, played by keys and over HTTP at once.

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use needs::needs;
use serde_json::{Value, json};

use super::menus::{Dice, calm};
use super::{Terminal, place};
use crate::host::Client;
use crate::place::Place;

const LOCAL: [&str; 4] = ["--bind", "127.0.0.1", "--port", "0"];

/// A host on a terminal, and the way in as it stands on the screen.
fn host(place: &Place, args: &[&str], size: (u16, u16)) -> (Terminal, Client) {
    let all = [&["host"], args, &LOCAL[..]].concat();
    let terminal = Terminal::start(place.dir(), &all, size);
    let screen = terminal.wait_until("the way in", |s| told(s).is_some());
    let (at, code) = told(&screen).expect("an address and a code");
    let at: SocketAddr = at.parse().expect("an address");
    (terminal, Client::at(at, &code))
}

/// The address and the code that a screen tells, however its lines are broken.
fn told(screen: &str) -> Option<(String, String)> {
    let words: Vec<&str> = screen.split_whitespace().collect();
    let address = words.iter().find_map(|w| w.strip_prefix("http://"))?;
    let code = |w: &&&str| {
        w.len() == 6
            && w.chars()
                .all(|c| c.is_ascii_uppercase() || c.is_ascii_digit())
    };
    let code = words.iter().find(code)?;
    let at = address.split('/').next()?;
    Some((at.to_owned(), (*code).to_owned()))
}

/// Joins by phone.
fn join(way: &Client, name: &str) -> Client {
    let body = json!({"code": way.code(), "name": name});
    let joined = way.post("/api/join", body).ok();
    way.with(joined["token"].as_str().expect("a token"))
}

/// Does on a phone what can be done there now; whether there was anything.
fn tap(phone: &Client, dice: &mut Dice) -> bool {
    let view = phone.view();
    let (you, seq) = (view["you"].clone(), view["seq"].as_u64().expect("a number"));
    let texts = |list: &Value| -> Vec<String> {
        let list = list.as_array().into_iter().flatten();
        list.filter_map(Value::as_str).map(str::to_owned).collect()
    };
    let waits = texts(&view["waiting"]).iter().any(|n| *n == you);
    let parts = view["form"]["parts"]
        .as_array()
        .cloned()
        .unwrap_or_default();
    if let Some(part) = parts.iter().find(|p| p["seat"] == you).filter(|_| waits) {
        let options = texts(&part["options"]);
        let option = &options[dice.below(options.len() as u64) as usize];
        return matches!(phone.answer(option, seq).status, 200 | 409);
    }
    // Where everybody may always do something, people wait for their turn.
    let active = &view["game"]["active"];
    let moves = match active.is_string() && *active != you {
        true => Vec::new(),
        false => texts(&view["moves"]),
    };
    if parts.is_empty() && !moves.is_empty() {
        let mv = &moves[dice.below(moves.len() as u64) as usize];
        return phone.act(mv, seq).status == 200;
    }
    false
}

/// Does at the terminal what is asked for there; whether there was anything.
fn press(terminal: &mut Terminal, dice: &mut Dice) -> bool {
    const ARROWS: [&str; 4] = ["\u{1b}[A", "\u{1b}[B", "\u{1b}[C", "\u{1b}[D"];
    let screen = calm(terminal);
    let key = match screen.as_str() {
        s if s.trim().is_empty() || s.contains("keys count in") => return false,
        s if s.contains("Pass to ") => " ",
        s if s.contains("Remember it.") || s.contains("Press enter") => "\r",
        s if s.contains("\u{25b8} wait for") => return false,
        s if s.contains("for your eyes only") || s.contains("\u{25b8} hand the screen") => "\r",
        // Nobody has to move here: the menu is the active player's.
        s if s.contains("\u{25b8} ") => "\r",
        _ => return false,
    };
    if key == "\r" && !screen.contains("hand the screen") && !screen.contains("Remember it.") {
        for _ in 0..dice.below(4) {
            terminal.press(ARROWS[dice.below(4) as usize]);
        }
        calm(terminal);
        // The table may have moved on under the arrows.
        if terminal.screen().contains("\u{25b8} wait for") {
            return true;
        }
    }
    terminal.press(key);
    true
}

/// Plays a kit with some seats on phones and some at the terminal, from the lobby to who has won.
fn mixed(kit: &str, set: &[&str], phones: &[&str], here: &[&str], size: (u16, u16), seed: u64) {
    let place = place();
    let kit = match kit {
        "salt-in-the-soup" => format!("{}/samples/{kit}", env!("CARGO_MANIFEST_DIR")),
        kit => kit.to_owned(),
    };
    let args = [&[kit.as_str()], set].concat();
    let (mut terminal, way) = host(&place, &args, size);
    let phones: Vec<Client> = phones.iter().map(|n| join(&way, n)).collect();
    for name in here {
        terminal.press(&format!("{name}\r"));
        let told = format!("{name}: no phone");
        terminal.wait_until(&told, |s| {
            s.split_whitespace()
                .collect::<Vec<_>>()
                .join(" ")
                .contains(&told)
        });
    }
    terminal.press("\r");
    let mut dice = Dice(seed);
    let begin = Instant::now();
    loop {
        assert!(
            begin.elapsed() < Duration::from_secs(400),
            "{kit} never ends:\n{}",
            terminal.screen()
        );
        let view = way.view();
        if view["over"] == true {
            terminal.wait_to_see("the game is over,");
            break;
        }
        // A kit of its own is ended by whoever runs the table, who is asked whether that is meant.
        if view["game"]["rounds"].is_number() && view["seq"].as_u64() > Some(9) {
            // A card that somebody is looking at is put away first.
            let screen = calm(&terminal);
            if !screen.lines().any(|l| l.starts_with('>')) {
                press(&mut terminal, &mut dice);
                continue;
            }
            terminal.press("end");
            // An enter right behind a phone's move was meant for what stood there before.
            std::thread::sleep(Duration::from_millis(600));
            terminal.press("\r");
            terminal.wait_to_see("Is that meant?");
            terminal.press("y\r");
            terminal.wait_to_see("the game is over,");
            continue;
        }
        let mut done = false;
        for phone in &phones {
            if view["lobby"].is_null() {
                done |= tap(phone, &mut dice);
            }
        }
        // An enter just after a phone has moved does not count.
        if done {
            std::thread::sleep(Duration::from_millis(450));
        }
        done |= press(&mut terminal, &mut dice);
        if !done {
            std::thread::sleep(Duration::from_millis(30));
        }
    }
    let mark = terminal.mark();
    terminal.press("\u{1b}[A\u{1b}[A\u{1b}[A/quit\r");
    terminal.wait_for(mark, "`kitpress host` goes on with it");
    assert!(terminal.since(mark).contains("the game is over"));
    assert_eq!(terminal.end(), 0);
    let told: Value = serde_json::from_str(&place.ok(&["show", "--json"])).expect("JSON");
    assert_eq!(told["over"], true);
    let log: Value = serde_json::from_str(&place.ok(&["log", "--json"])).expect("JSON");
    let moves = log
        .as_array()
        .or(log["moves"].as_array())
        .expect("a list")
        .clone();
    let by: Vec<&str> = moves.iter().filter_map(|m| m["by"].as_str()).collect();
    assert!(by.iter().any(|b| *b != "host"), "{by:?}");
}

#[needs("setsid")]
#[test]
fn catch_and_run_is_played_by_phones_and_keys() {
    mixed(
        "catch-and-run",
        &[],
        &["Ann", "Bob"],
        &["Cho", "Dai"],
        (80, 24),
        21,
    );
    mixed(
        "catch-and-run",
        &["--set", "cards=app"],
        &["Ann"],
        &["Bob"],
        (80, 24),
        22,
    );
}

#[needs("setsid")]
#[test]
fn birth_or_burst_is_played_by_phones_and_keys() {
    mixed(
        "birth-or-burst",
        &["--set", "lives=1"],
        &["Ann", "Bob"],
        &["Cho"],
        (40, 12),
        23,
    );
}

#[needs("setsid")]
#[test]
fn a_table_kit_is_played_by_phones_and_keys() {
    mixed(
        "salt-in-the-soup",
        &[],
        &["Ann", "Bob"],
        &["Cho", "Dai"],
        (200, 60),
        24,
    );
}

#[needs("setsid")]
#[test]
fn an_answer_by_phone_is_seen_to_be_there_and_no_more() {
    let place = place();
    let args = ["birth-or-burst", "--players", "Ann,Bob,Cho"];
    let (mut terminal, way) = host(&place, &args, (80, 24));
    let (ann, bob) = (join(&way, "Ann"), join(&way, "Bob"));
    terminal.wait_to_see("Bob: by phone");
    terminal.press("\r");
    // Cho has a mission, and no phone.
    leaf(&mut terminal, "hand the screen to Cho");
    let screen = terminal.wait_to_see("· Ann (phone)");
    assert!(screen.contains("▸ Cho"), "{screen}");
    let cards = own_options(&ann);
    ann.answer(&cards[0], 0).ok();
    let screen = terminal.wait_to_see("✓ Ann (phone)");
    assert!(screen.contains("to answer by phone: Bob"), "{screen}");
    // Another card looks the same.
    ann.answer(&cards[9], 0).ok();
    std::thread::sleep(Duration::from_millis(500));
    assert_eq!(terminal.screen(), screen);
    // At the terminal, unseen by the phones; then it is one move.
    terminal.press("\r");
    leaf(&mut terminal, "for your eyes only");
    terminal.press("\r");
    terminal.wait_to_see("✓ Cho");
    assert_eq!(way.view()["waiting"], json!(["Bob"]));
    bob.answer(&own_options(&bob)[3], 0).ok();
    terminal.wait_until("the move", |s| !s.contains("✓ Ann"));
    assert_eq!(way.seq(), 1);
    let log = place.ok(&["log", "--json"]);
    assert!(log.contains("\"all\""), "{log}");
    // Taken back at the terminal, at once on the phones.
    terminal.press("/undo all-agree\r");
    terminal.wait_to_see("taken back");
    assert_eq!(ann.seq(), 2);
    // A seat that is freed is asked for at the terminal from now on.
    terminal.press("/free Ann\r");
    terminal.wait_to_see("hand the screen to Ann");
    ann.get("/api/view").is(401);
}

/// What somebody can answer.
fn own_options(phone: &Client) -> Vec<String> {
    let view = phone.view();
    let parts = view["form"]["parts"]
        .as_array()
        .cloned()
        .unwrap_or_default();
    let own = parts
        .iter()
        .find(|p| p["seat"] == view["you"])
        .expect("a part");
    let options = own["options"].as_array().expect("options").iter();
    options
        .filter_map(Value::as_str)
        .map(str::to_owned)
        .collect()
}

/// Leafs through what is handed round, until something is on the screen.
fn leaf(terminal: &mut Terminal, until: &str) {
    let begin = Instant::now();
    loop {
        let screen = calm(terminal);
        if screen.contains(until) {
            return;
        }
        assert!(begin.elapsed() < Duration::from_secs(60), "{screen}");
        if screen.contains("keys count in") {
            continue;
        }
        if screen.contains("Pass to ") {
            terminal.press(" ");
        } else if screen.contains("Remember it.") || screen.contains("Press enter") {
            terminal.press("\r");
        }
    }
}

#[needs("setsid")]
#[test]
fn the_same_phones_play_once_more() {
    let place = place();
    let args = [
        "birth-or-burst",
        "--players",
        "Ann,Bob,Cho",
        "--set",
        "lives=1",
    ];
    let (mut terminal, way) = host(&place, &args, (80, 24));
    let phones = ["Ann", "Bob", "Cho"].map(|name| join(&way, name));
    terminal.press("\r");
    let mut dice = Dice(5);
    while way.view()["over"] != true {
        let tapped = phones.iter().filter(|p| tap(p, &mut dice)).count();
        assert!(tapped > 0, "{}", way.view());
    }
    terminal.wait_to_see("the game is over,");
    terminal.press("/again\r");
    terminal.wait_to_see("wait for the phones");
    let ann = phones[0].view();
    assert_eq!((&ann["over"], &ann["seq"]), (&json!(false), &json!(0)));
    assert_eq!(ann["seats"][0]["name"], "Bob");
    for (phone, name) in phones.iter().zip(["Ann", "Bob", "Cho"]) {
        assert_eq!(phone.view()["you"], name);
        assert!(tap(phone, &mut dice));
    }
    assert_eq!(way.seq(), 1);
}

#[needs("setsid")]
#[test]
fn the_lobby_knows_who_comes_and_goes() {
    let place = place();
    let (mut terminal, way) = host(&place, &["tiny"], (40, 12));
    let flat = |s: &str| s.split_whitespace().collect::<Vec<_>>().join(" ");
    terminal.press("Ann\r");
    terminal.wait_to_see("Ann: no phone");
    terminal.press("ann\r");
    terminal.wait_until("a refusal", |s| flat(s).contains("two players are called"));
    terminal.press("\u{15}");
    let bob = join(&way, "Bob");
    terminal.wait_to_see("Bob: by phone");
    // Somebody has found a phone after all.
    let ann = join(&way, "Ann");
    terminal.wait_to_see("Ann: by phone");
    assert_eq!(ann.view()["lobby"], json!(["Ann", "Bob"]));
    terminal.press("\u{1b}[B\u{1b}[B\u{1b}[3~");
    terminal.wait_until("Bob to be gone", |s| !s.contains("Bob"));
    bob.get("/api/view").is(401);
    let _cho = join(&way, "Cho");
    terminal.wait_to_see("Cho: by phone");
    terminal.press("\r");
    terminal.wait_until("the table", |s| flat(s).contains("wait for"));
    assert_eq!(ann.seq(), 0);
}

#[needs("setsid")]
#[test]
fn a_clock_is_the_same_here_and_there() {
    let place = place();
    let (mut terminal, way) = host(&place, &["tiny", "--players", "Ann,Bob"], (80, 24));
    let ann = join(&way, "Ann");
    let _bob = join(&way, "Bob");
    terminal.press("\r");
    terminal.wait_to_see("tiny");
    terminal.press("/timer bank 5m\r");
    terminal.wait_to_see("Ann");
    terminal.wait_until("the clock", |s| s.contains("5:00") || s.contains("4:59"));
    let clocks = ann.view()["clocks"].clone();
    assert_eq!(clocks.as_array().map(Vec::len), Some(2), "{clocks}");
    terminal.press("/timer pause\r");
    terminal.wait_to_see("paused");
    let running = |v: Value| v["clocks"].to_string().contains("\"running\":true");
    assert!(!running(ann.view()), "{}", ann.view()["clocks"]);
    terminal.press("/timer off\r");
    terminal.wait_to_see("put away");
    assert_eq!(ann.view()["clocks"], json!([]));
}

#[needs("setsid")]
#[test]
fn ctrl_c_ends_the_table_for_all() {
    let place = place();
    let (mut terminal, way) = host(&place, &["tiny", "--players", "Ann,Bob"], (80, 24));
    let _phones = ["Ann", "Bob"].map(|name| join(&way, name));
    terminal.press("\r");
    terminal.wait_to_see("wait for");
    terminal.press("\u{3}");
    assert_eq!(terminal.end(), 130);
}
