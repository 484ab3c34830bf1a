//! Matches.

use super::*;

/// Draws the game that is being played: the whole floor goes down.
fn draw(game: &mut Game) {
    let mut dice = Dice::new(&Seed::practice(5), "place");
    while game.need().starts_with("place") {
        let mv = game.table.choose(&[], &mut dice).expect("a place");
        game.act(&mv);
    }
    let cards = ["1", "2", "3", "4"];
    let mut next = cards.iter();
    let seats = game.table.seats().to_vec();
    let shape = game.need();
    let parts: Vec<String> = seats
        .iter()
        .map(|name| {
            let at = game.at(name);
            let dir = if at.as_str().expect("a square").starts_with('a') {
                "right"
            } else {
                "left"
            };
            let part = shape
                .split(", ")
                .find(|p| p.contains(name.as_str()))
                .expect("a part");
            let count = part.matches("CARD").count();
            let own: Vec<&str> = next.by_ref().take(count).copied().collect();
            format!("{name} {dir} {}", own.join(" "))
        })
        .collect();
    let random = next
        .next()
        .map_or(String::new(), |c| format!(", random {c}"));
    game.act(&format!("turn {}{random}", parts.join(", ")));
}

fn roles(game: &Game) -> String {
    let seats = game.table.seats().to_vec();
    let of = |role: &str| -> String {
        let own = seats
            .iter()
            .filter(|n| game.json()["pieces"][n.as_str()]["role"] == role);
        own.map(|n| n[..1].to_owned()).collect()
    };
    format!("{}|{}", of("educator"), of("baby"))
}

fn schedule(players: &str, set: &[(&str, &str)]) -> Vec<String> {
    let mut game = game(players, set);
    let mut out = vec![roles(&game)];
    loop {
        draw(&mut game);
        if game.show()["over"] == true {
            return out;
        }
        assert_eq!(game.need(), "next-game");
        assert_eq!(game.show()["result"], Value::Null);
        assert_eq!(game.refused("turn Ann up 1").0, Fault::Time);
        game.act("next-game");
        assert_eq!(
            (game.json()["turn"].clone(), game.last()),
            (json!(1), Value::Null)
        );
        assert_eq!(game.json()["history"], json!([]));
        out.push(roles(&game));
    }
}

#[test]
fn four_players_play_two_four_or_six_games() {
    let six = ["AB|CD", "CD|AB", "AC|BD", "BD|AC", "AD|BC", "BC|AD"];
    for games in [2, 4, 6] {
        let text = games.to_string();
        assert_eq!(schedule(FOUR, &[("match", &text)]), six[..games]);
    }
}

#[test]
fn the_single_role_of_three_goes_round() {
    let players = "Ann,Bob,Cho";
    let (two_one, one_two) = (["BC|A", "AC|B", "AB|C"], ["A|BC", "B|AC", "C|AB"]);
    assert_eq!(schedule(players, &[("match", "3")]), two_one);
    assert_eq!(
        schedule(players, &[("match", "3"), ("mode", "1v2")]),
        one_two
    );
    assert_eq!(
        schedule(players, &[("match", "6")]),
        [two_one, one_two].concat()
    );
}

#[test]
fn two_players_swap_roles_any_even_number_of_times() {
    assert_eq!(
        schedule("Ann,Bob", &[("match", "4")]),
        ["A|B", "B|A", "A|B", "B|A"]
    );
}

#[test]
fn named_educators_begin_a_match() {
    let set = [("match", "2"), ("educators", "Cho,Dai")];
    assert_eq!(schedule(FOUR, &set), ["CD|AB", "AB|CD"]);
}

#[test]
fn most_wins_over_the_games_and_a_draw_counts_nothing() {
    let mut game = game(FOUR, &[("match", "2")]);
    game.act("place Ann a1");
    game.strike("b3", &["down", "up", "left", "left"]);
    let games = game.json()["games"].clone();
    assert_eq!(games["results"][0]["winners"], json!(["Ann", "Bob"]));
    assert_eq!(games["standings"][0]["name"], "Ann");
    assert_eq!(games["standings"][2]["rank"], 3);
    assert_eq!(
        game.show()["scores"],
        json!({"Ann": 1, "Bob": 1, "Cho": 0, "Dai": 0})
    );
    game.act("next-game");
    draw(&mut game);
    assert_eq!(game.result().0, json!(["Ann", "Bob"]));
    assert_eq!(
        game.json()["games"]["results"]
            .as_array()
            .expect("games")
            .len(),
        2
    );
    assert_eq!(game.json()["games"]["standings"][0]["drawn"], 1);
    assert_eq!(game.refused("next-game").0, Fault::Over);
}

#[test]
fn next_game_is_refused_in_the_middle_of_a_game() {
    let mut game = game(FOUR, &[("match", "2")]);
    assert_eq!(game.refused("next-game").0, Fault::Time);
    assert_eq!(four(&[]).json()["games"], Value::Null);
}
