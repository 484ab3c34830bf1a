//! Around the games in a real terminal: a second screen, a draw that waits for its key, and bars that fit.

use unicode_width::UnicodeWidthStr;

use super::place;
use super::pty::Terminal;

#[test]
fn a_second_screen_goes_with_guided_play() {
    let place = place();
    let mut play = place.terminal(&["play", "tiny", "--players", "Ann,Bob", "--plain"]);
    play.wait_for(0, "> ");
    let mut looks = place.terminal(&["show", "--follow", "--table", "tiny-1"]);
    looks.wait_to_see("looking on at tiny-1");
    // The table is held by the one who plays.
    play.press("next\r");
    looks.wait_to_see("turn 2");
    looks.resize((40, 10));
    let small = looks.wait_to_see("looking on at tiny-1");
    assert!(!small.contains("wolf") && !small.contains("zq"), "{small}");
    play.press("next\r");
    looks.wait_to_see("turn 3");
    looks.press("q");
    assert_eq!(looks.end(), 0);
    play.press("q\r");
    assert_eq!(play.end(), 0);
}

#[test]
fn the_seal_is_seen_before_the_draw() {
    let place = place();
    let mut terminal = place.terminal(&["pick", "Ann", "Bob"]);
    terminal.wait_for(0, "enter draws");
    let before = terminal.since(0);
    assert!(
        before.contains("seal of the draw: ") && !before.contains("drawn: "),
        "{before}"
    );
    terminal.press("\r");
    terminal.wait_for(0, "sealed: ");
    assert!(terminal.since(0).contains("drawn: "));
    assert_eq!(terminal.end(), 0);
}

#[test]
fn bars_fit_every_terminal() {
    let place = place();
    for winner in ["Ann", "花子さんと太郎さん", "Ann"] {
        place.ok(&["start", "tiny", "--players", "Ann,花子さんと太郎さん"]);
        place.ok(&["do", "win", winner]);
    }
    for columns in [20, 40, 60, 100, 200] {
        let terminal = Terminal::start(place.dir(), &["history", "--stats"], (columns, 50));
        terminal.wait_for(0, "head to head");
        terminal.wait_for(0, "together");
        let said = terminal.since(0);
        assert_eq!(terminal.end(), 0);
        let bars = said.lines().filter(|l| l.contains(" of 3"));
        let mut count = 0;
        for bar in bars {
            count += 1;
            assert!(
                bar.trim_end().width() <= usize::from(columns),
                "{columns}: {bar:?}"
            );
            assert_eq!(bar.contains('░'), columns >= 60, "{columns}: {bar:?}");
        }
        assert!(count == 2 || columns == 20, "{columns}: {said}");
    }
}

#[test]
fn what_comes_after_a_print_is_broken_between_words() {
    let place = place();
    for columns in [30, 80] {
        let words = ["print", "cats", "--only", "aid", "--backs", "manual"];
        let terminal = Terminal::start(place.dir(), &words, (columns, 50));
        terminal.wait_for(0, "2\r\n");
        let said = terminal.since(0);
        assert_eq!(terminal.end(), 0);
        let (_, said) = said.split_once("print it at").expect("what comes next");
        let wide = said
            .lines()
            .find(|l| l.trim_end().width() > usize::from(columns));
        assert_eq!(wide, None, "{columns}: {said}");
        assert!(said.contains("turn the"), "{columns}: {said}");
    }
}
