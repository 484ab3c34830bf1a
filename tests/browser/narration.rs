//! What the screen on the wall says aloud: the kit's own lines, once somebody wants to hear them.

use std::path::Path;

use needs::needs;
use serde_json::{Value, json};

use super::driver::{Browser, turn};
use super::hosted::Hosted;

/// A voice that keeps what it is told, and is done at once.
const VOICE: &str = "window.said = []; Object.defineProperty(window, 'speechSynthesis', {value: {cancel() {}, \
    speak(words) { window.said.push(words.lang + ' ' + words.text); setTimeout(() => words.dispatchEvent(new Event('end')), 0); }}});\
    window.SpeechSynthesisUtterance = class extends EventTarget { constructor(text) { super(); this.text = text; } };";

#[needs("chromium", "chromedriver")]
#[test]
fn the_wall_says_the_lines_of_the_kit() {
    let _turn = turn();
    let kit = Path::new(env!("CARGO_MANIFEST_DIR")).join("samples/salt-in-the-soup");
    let kit = kit.display().to_string();
    let players = [
        "--players",
        "Ann,Bob,Cho,Dai",
        "--set",
        "first=Ann",
        "--set",
        "rounds=1",
    ];
    let table = Hosted::start(&kit, &players);
    let wall = Browser::start();
    wall.open(&format!("{}tv#{}", table.url(), table.code()));
    wall.wait("document.querySelector('#voice')");
    wall.run(VOICE);
    let said = || {
        wall.value("window.said.join('|')")
            .as_str()
            .unwrap_or_default()
            .to_owned()
    };
    wall.click("#voice");
    wall.wait("window.said.length > 0");
    // The next line comes after the silence that the first one asks for.
    assert_eq!(
        said(),
        "en-GB The kitchen goes dark. Look at your card, and show it to nobody."
    );
    wall.wait("window.said.some((line) => line.includes('Round 1. Ann puts in'))");
    wall.run("window.said.length = 0");
    act(
        &wall,
        &table,
        "/api/clock",
        &json!({"id": "talk", "act": "start"}),
    );
    wall.wait("window.said.some((line) => line.includes('two minutes'))");
    wall.run("window.said.length = 0");
    act(&wall, &table, "/api/do", &json!({"move": "end", "seq": 0}));
    wall.wait("window.said.some((line) => line.includes('The soup is served'))");
}

/// Something that the host does, from a browser that may.
fn act(wall: &Browser, table: &Hosted, path: &str, body: &Value) {
    let (_, token) = table.host().split_once('#').expect("the host's link");
    wall.run(&format!(
        "window.sent = null; fetch('{path}', {{method: 'POST', headers: {{Authorization: 'Bearer {token}'}}, \
         body: JSON.stringify({body})}}).then((answer) => window.sent = answer.status)"
    ));
    wall.wait("window.sent === 200");
}
