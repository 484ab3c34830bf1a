//! Plays a game to its end with its referee: `cargo run --example referee_a_game -- cat-and-chocolate 7`.
//!
//! The first argument is a shipped kit or a folder whose kit names a referee, the second the number that the cards are
//! shuffled by. Bots choose the moves, as text, as people would type them. Nothing is kept: a game that is to
//! survive the program is a `kitpress::play::table::Table`, which writes a journal.

use std::error::Error;

use kitpress::play::config::{Config, Settings};
use kitpress::play::games::{Games, rules_of};
use kitpress::play::rng::{Chance, Dice, Seed};
use kitpress::play::rules::Skill;
use kitpress::play::stock::Stock;
use kitpress::play::view::Viewer;

fn main() -> Result<(), Box<dyn Error>> {
    let mut args = std::env::args().skip(1);
    let wanted = args.next().unwrap_or_else(|| "cat-and-chocolate".into());
    let number: u64 = args.next().map_or(Ok(7), |n| n.parse())?;
    let kit = kitpress::load(&wanted).map_err(|problems| problems.to_string())?;

    // A game is set up from what its referee reads of the kit, and from nothing else.
    let (games, rules) = (Games::shipped(), rules_of(&kit));
    let seats = ["Ann", "Bob", "Cho", "Dee"].map(str::to_owned);
    let seats = &seats[..seats.len().min(kit.players.1 as usize)];
    let config = Config {
        kit: &Stock::of(&games, &kit, rules),
        seats,
        settings: &Settings::new(),
    };
    // A seed that somebody knows is for practice; `Seed::from_system` is for play.
    let seed = Seed::practice(number);
    let (mut chance, mut dice) = (Chance::new(seed.clone()), Dice::new(&seed, "bots"));
    let begun = games.begin(rules, config, &mut chance);
    let (mut game, _) = begun.map_err(|refusal| refusal.to_string())?;

    // What one seat may see, and what everybody may: a state is never printed.
    let own = game.view(Viewer::Seat(0)).secret;
    println!("{} alone sees: {}", seats[0], own.join(" / "));
    println!("all are asked: {}", game.view(Viewer::Public).need);
    // A move that is refused leaves the game as it was.
    if let Err(refusal) = game.act("fly to the moon", &mut chance) {
        println!("{refusal}");
    }

    let skills = vec![Skill::Sensible; seats.len()];
    while let Some(text) = game.choose(&skills, &mut dice) {
        let acted = game.act(&text, &mut chance);
        let acted = acted.map_err(|refusal| refusal.to_string())?;
        // Moves that hold a secret are written otherwise for everybody.
        println!("> {}", acted.sealed.unwrap_or(acted.text));
        for event in acted.events.iter().filter(|e| e.to == Viewer::Public) {
            println!("  {}", event.text);
        }
        game = acted.game;
    }
    if let Some(outcome) = game.outcome() {
        let names = outcome.winners.iter().map(|s| seats[*s].as_str());
        let names: Vec<&str> = names.collect();
        println!("won by {}: {}", names.join(", "), outcome.reason);
    }
    Ok(())
}
