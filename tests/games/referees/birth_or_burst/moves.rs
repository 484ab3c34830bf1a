//! The move texts: what is understood, what is refused and why, and the guided form.

use serde_json::json;

use super::*;

/// The move that the journal keeps for a text.
#[track_caller]
fn kept(desk: &mut Desk, text: &str) -> String {
    desk.act(text);
    match &desk.table.log().last().expect("an entry").act {
        Some(kitpress::play::history::Act::Do(text)) => text.clone(),
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_play_lists_all_players_in_one_move() {
    let full = "play Ann +3, Bob -2, Cho +1";
    for text in [
        "play Ann +3, Bob -2, Cho +1",
        "PLAY cho 1, ANN 3, bob -2",
        "play Ann +3 Bob -2 Cho +1",
        "play 3 -2 1",
        "play +3, -2, +1",
        "p a 3, b −2, c ＋1",
        "play Ａｎｎ ３、Bob -2，Cho 1",
        "play \"Ann\" +3, Bob -2, Cho 01",
    ] {
        let mut desk = three(&[]);
        desk.act("command free");
        assert_eq!(kept(&mut desk, text), full, "{text}");
    }
}

#[test]
fn names_may_be_anything() {
    let players = "Ann,Ann Lee,花 子,7,play,-3";
    let mut desk = start_with(players, &["commands=table", "leader=7"], 1);
    desk.act("command free");
    let text = kept(
        &mut desk,
        "play Ann 1, Ann Lee -1, 花 子 2, 7 -2, play 3, -3 -4",
    );
    let mut again = start_with(players, &["commands=table", "leader=7"], 1);
    again.act("command free");
    assert_eq!(kept(&mut again, &text), text);
    assert_eq!(again.game("spent"), desk.game("spent"));
    assert_eq!(desk.game("spent")["-3"], json!([-4]));
    assert_eq!(desk.game("spent")["Ann Lee"], json!([-1]));
}

#[test]
fn a_command_is_read_in_any_case_by_its_start_and_in_japanese() {
    for (text, full) in [
        ("command plus", "command plus"),
        ("COMMAND Towards-Zero", "command towards-zero"),
        ("c at-m", "command at-most-3"),
        ("command 3", "command 3-to-5"),
        ("command プラス", "command plus"),
        ("command 0に近づける", "command towards-zero"),
    ] {
        let mut desk = three(&[]);
        assert_eq!(kept(&mut desk, text), full);
    }
    let mut desk = three(&[]);
    let (_, text) = desk.refused("command at");
    assert!(text.contains("at-least-5"), "{text}");
    let (_, text) = desk.refused("command plsu");
    assert!(text.contains("did you mean `plus`"), "{text}");
}

#[test]
fn what_is_no_play_is_refused_with_the_rule_and_changes_nothing() {
    let mut desk = three(&[]);
    desk.act("command free");
    for (mv, fault, words) in [
        (
            "play Ann 3, Bob -2",
            Fault::Rule,
            "no card is given for Cho",
        ),
        (
            "play Ann 3, Bob -2, Ann 4",
            Fault::Rule,
            "two cards are given for Ann",
        ),
        (
            "play Ann 3, Bob -2, Cho 0",
            Fault::Unknown,
            "there is no action card 0",
        ),
        (
            "play Ann 3, Bob -2, Cho 8",
            Fault::Unknown,
            "there is no action card +8",
        ),
        (
            "play Ann 3, Bob -2, Cho x",
            Fault::Unknown,
            "`x` is no action card",
        ),
        (
            "play Ann 3, Bob -2, Zoe 1",
            Fault::Unknown,
            "nobody here is called `Zoe`",
        ),
        (
            "play Ann 3, Bob -2, Cho",
            Fault::Words,
            "the card of Cho is missing",
        ),
        ("play 1 2", Fault::Rule, "2 cards are given for 3 players"),
        ("play", Fault::Rule, "no card is given for Ann, Bob, Cho"),
        ("plya 1 2 3", Fault::Words, "did you mean `play`"),
        ("", Fault::Words, "a move is missing"),
        (
            "play Ann 99999999999, Bob 1, Cho 1",
            Fault::Unknown,
            "no action card",
        ),
    ] {
        let (got, text) = desk.refused(mv);
        assert_eq!(got, fault, "{mv}: {text}");
        assert!(text.contains(words), "{mv}: {text}");
    }
}

#[test]
fn commands_come_only_when_they_are_due() {
    let mut desk = start_with("Ann,Bob,Cho", &[], 1);
    let (fault, text) = desk.refused("command plus");
    assert_eq!(fault, Fault::Rule);
    assert!(text.contains("commands=table"), "{text}");
    let mut desk = three(&[]);
    let (_, text) = desk.refused("play 1 1 1");
    assert!(
        text.contains("the command of this turn is missing"),
        "{text}"
    );
    desk.refused("command plus odd");
    desk.act("command plus");
    desk.refused("command odd");
    desk.act("play 1 1 -1");
    let (_, text) = desk.refused("command plus");
    assert!(text.contains("no command comes twice in a run"), "{text}");
}

#[test]
fn the_form_asks_each_player_for_a_card_and_looks_at_it_at_once() {
    let mut desk = three(&[]);
    let form = desk.table.view(Viewer::Public).form.expect("a form");
    assert_eq!((form.head.as_str(), form.parts.len()), ("command", 1));
    assert_eq!(desk.table.check_answer(0, "PLUS", 1).expect("fine"), "plus");
    assert!(
        desk.table.check_answer(0, "3", 1).is_ok() && desk.table.check_answer(0, "x", 1).is_err()
    );
    desk.act(&form.fill(&["plus".to_owned()]));
    let form = desk.table.view(Viewer::Public).form.expect("a form");
    assert_eq!((form.head.as_str(), form.parts.len()), ("play", 3));
    assert!(form.parts[0].ask.to_string().contains("a plus card"));
    assert_eq!(desk.table.check_answer(0, "3", 1).expect("fine"), "+3");
    for bad in ["8", "0", "", "1 2", "x"] {
        assert!(desk.table.check_answer(1, bad, 1).is_err(), "{bad}");
    }
    let answers = ["3", "-2", "1"].map(str::to_owned);
    assert_eq!(
        kept(&mut desk, &form.fill(&answers)),
        "play Ann +3, Bob -2, Cho +1"
    );
    desk.act("command free");
    let spent = match desk.table.check_answer(0, "3", 1) {
        Err(Failure::Refused(refusal)) => refusal.to_string(),
        other => panic!("{other:?}"),
    };
    assert!(spent.contains("Ann has played +3 already"), "{spent}");
}

#[test]
fn the_form_takes_two_commands() {
    let mut desk = start_with("Ann,Bob,Cho", &["leaders=2", "commands=table"], 1);
    let form = desk.table.view(Viewer::Public).form.expect("a form");
    assert_eq!(form.parts.len(), 2);
    let answers = ["plus", "odd"].map(str::to_owned);
    assert_eq!(kept(&mut desk, &form.fill(&answers)), "command plus odd");
}

#[test]
fn a_play_at_a_table_of_its_own_commands_can_be_taken_back() {
    let mut desk = three(&[]);
    desk.act("command free");
    let before = desk.table.state();
    desk.act("play 1 2 3");
    desk.table.undo(false, 3).expect("nothing hidden was seen");
    assert_eq!(desk.table.state(), before);
    let mut desk = start_with("Ann,Bob,Cho", &[], 1);
    desk.act("play 1 2 3");
    desk.table.undo(false, 3).expect_err("a command was seen");
    desk.table.undo(true, 3).expect("all agree");
}

#[test]
fn the_view_fits_a_terminal() {
    for (players, set) in [
        ("Ann,Bob,Cho", &["range=9", "traps=-3,4"][..]),
        ("A,B,C,D,E,F", &["leaders=2"]),
        ("A,B,C,D,E,F,G,H,I,J,K,L", &[]),
    ] {
        let desk = start_with(players, set, 1);
        for line in desk.table.view(Viewer::Public).lines {
            assert!(line.chars().count() <= 80, "{line}");
        }
    }
    let mut desk = three(&["traps=-3,4"]);
    desk.turn("free", "3 1 1");
    let lines = desk.table.view(Viewer::Public).lines;
    let squares = lines.iter().find(|l| l.starts_with(" XX"));
    let squares = squares.expect("the track");
    assert_eq!(
        squares,
        " XX -7 -6 -5 -4 XX -2 -1  0 +1 +2 +3 XX +5 +6 +7 XX"
    );
    let marker = lines.iter().find(|l| l.trim() == "egg").expect("the egg");
    assert_eq!(marker.len(), squares.find(" +5").expect("its square") + 3);
}
