//! The start page on a terminal: from `kitpress` alone to a table that goes on.

use needs::needs;

use super::{Terminal, place};

#[needs("setsid")]
#[test]
fn from_nothing_to_a_table_and_back() {
    let place = place();
    place.ok(&["roster", "club", "Ann,Bob"]);
    let mut terminal = place.terminal(&[]);
    terminal.wait_to_see("Which game?");
    terminal.press("icecool");
    terminal.wait_to_see("> icecool");
    terminal.press("\r");
    terminal.wait_to_see("$ kitpress print icecool");
    terminal.press("\u{1b}[C");
    terminal.wait_to_see("$ kitpress play icecool");
    terminal.press("\r");
    terminal.wait_to_see("@club: Ann, Bob");
    terminal.press("\r");
    terminal.wait_to_see("$ kitpress play icecool --players Ann,Bob");
    terminal.press("\r");
    // The guided table; its first page is the seal.
    terminal.wait_to_see("seal of the shuffles");
    terminal.press("/quit\r");
    terminal.wait_to_see("back to the start page");
    let shown: serde_json::Value =
        serde_json::from_str(&place.ok(&["show", "--json"])).expect("JSON");
    assert_eq!(shown["kit"], "icecool");
    terminal.press("\r");
    terminal.wait_to_see("go on with icecool-1");
    terminal.press("\u{3}");
    assert_eq!(terminal.end(), 130);
}

#[needs("setsid")]
#[test]
fn rules_are_read_on_the_page_at_a_small_size() {
    let place = place();
    let mut terminal = Terminal::start(place.dir(), &["--lang", "ja"], (40, 12));
    terminal.wait_to_see("どのゲームにしますか");
    terminal.press("TOKYO\r");
    terminal.wait_to_see("$ kitpress print cats --lang ja");
    terminal.press("4\r");
    terminal.wait_to_see("$ kitpress rules cats");
    terminal.press("q");
    terminal.wait_to_see("▸ 4 ルールを読む");
    terminal.signal("TERM");
    assert_eq!(terminal.end(), 130);
}
