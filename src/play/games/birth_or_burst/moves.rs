//! The move texts, written and read.

use super::labels;
use super::rules::Command;
use super::settings::whole;
use super::setup::Setup;
use super::state::{State, place};
use crate::diag::list;
use crate::play::reader::{self, Reader};
use crate::play::rules::{Fault, Refusal, Whose};
use crate::play::seats::{self, Word};
use crate::say;
use crate::say::Tongue;

/// The words that moves begin with.
const VERBS: [&str; 2] = ["play", "command"];

/// A move.
#[derive(Clone, Debug, PartialEq)]
pub enum Move {
    /// The commands that the table has turned up, the first leader's first.
    Command(Vec<Command>),
    /// A card of every player, in the order of seats.
    Play(Vec<i32>),
}

/// Writes a move.
pub(super) fn write(setup: &Setup, mv: &Move) -> String {
    match mv {
        Move::Command(commands) => {
            let names: Vec<&str> = commands.iter().map(|c| c.name()).collect();
            format!("command {}", names.join(" "))
        }
        Move::Play(cards) => {
            let card = |(seat, card): (usize, &i32)| {
                format!("{} {}", setup.seats.called(seat), labels::signed(*card))
            };
            let cards: Vec<String> = cards.iter().enumerate().map(card).collect();
            format!("play {}", cards.join(", "))
        }
    }
}

/// Reads a move.
pub(super) fn read(setup: &Setup, text: &str) -> Result<Move, Refusal> {
    let mut groups = seats::words(text);
    if groups.is_empty() {
        return Err(Refusal::words(say!("a move is missing")).hint(how(setup)));
    }
    let verb = groups[0].remove(0);
    let short = seats::fold(&verb.text);
    let found = VERBS.iter().find(|v| v.starts_with(&short));
    match found.filter(|_| !verb.quoted) {
        Some(&"play") => cards(setup, &groups).map(Move::Play),
        Some(_) => commands(&groups).map(Move::Command),
        None => {
            let refusal = Refusal::words(say!("there is no move `{}`", verb.text));
            Err(refusal.hint(how(setup)).did_you_mean(&verb.text, VERBS))
        }
    }
}

fn how(setup: &Setup) -> say::Say {
    let example = example(setup);
    if setup.by_table {
        say!("moves: `command plus`, `{}`", example)
    } else {
        say!("the move is `{}`", example)
    }
}

/// A `play` for the eye.
pub(super) fn example(setup: &Setup) -> String {
    let cards = ["+3", "-2", "+7"];
    let name = |(seat, card): (usize, &&str)| format!("{} {card}", setup.seats.called(seat));
    let first: Vec<String> = cards.iter().enumerate().map(name).collect();
    let more = if setup.seats.len() > 3 { ", …" } else { "" };
    format!("play {}{more}", first.join(", "))
}

/// A card for every seat: names and cards, or the cards alone in the order of seats.
fn cards(setup: &Setup, groups: &[Vec<Word>]) -> Result<Vec<i32>, Refusal> {
    let all: Vec<&Word> = groups.iter().flatten().collect();
    let plain: Option<Vec<i32>> = all.iter().map(|w| card_word(w)).collect();
    match plain {
        Some(cards) if cards.len() == setup.seats.len() => return Ok(cards),
        // Names may be numbers too; a player's name and card are two words.
        Some(cards) if !cards.is_empty() && seats::begin(&setup.seats, &groups[0]).is_none() => {
            let (given, needed) = (cards.len(), setup.seats.len());
            let what = say!("{} {card is|cards are} given for {} players", given, needed);
            return Err(Refusal::rule(what, one_card_each()));
        }
        _ => {}
    }
    let mut found: Vec<Option<i32>> = vec![None; setup.seats.len()];
    for group in groups {
        let mut reader = Reader::new(&setup.seats, group);
        while !reader.is_empty() {
            let (seat, card) = named_card(setup, &mut reader)?;
            if found[seat].replace(card).is_some() {
                let what = say!("two cards are given for {}", setup.seats.name(seat));
                return Err(Refusal::rule(what, one_card_each()));
            }
        }
    }
    let missing = found.iter().enumerate().filter(|(_, c)| c.is_none());
    let missing: Vec<usize> = missing.map(|(seat, _)| seat).collect();
    if !missing.is_empty() {
        let what = say!("no card is given for {}", setup.seats.row(&missing));
        let hint = say!("such as `{}`", example(setup));
        return Err(Refusal::rule(what, one_card_each()).hint(hint));
    }
    Ok(found.into_iter().flatten().collect())
}

fn one_card_each() -> say::Say {
    say!("every player lays exactly one action card each turn")
}

fn card_word(word: &Word) -> Option<i32> {
    if word.quoted { None } else { whole(&word.text) }
}

/// The name and the card that come next.
fn named_card(setup: &Setup, reader: &mut Reader<'_>) -> Result<(usize, i32), Refusal> {
    let seat = reader.seat()?;
    let Some(card) = reader.word() else {
        let what = say!("the card of {} is missing", setup.seats.name(seat));
        return Err(Refusal::words(what).hint(say!("such as `{}`", example(setup))));
    };
    Ok((seat, read_card(setup, card)?))
}

fn read_card(setup: &Setup, word: &Word) -> Result<i32, Refusal> {
    whole(&word.text).ok_or_else(|| {
        let what = say!("`{}` is no action card", word.text);
        let all = labels::row(setup.hand.iter().map(|c| c.value), " ");
        Refusal::new(Fault::Unknown, what).hint(say!("the cards are {}", all))
    })
}

fn commands(groups: &[Vec<Word>]) -> Result<Vec<Command>, Refusal> {
    let words: Vec<&str> = groups.iter().flatten().map(|w| w.text.as_str()).collect();
    if words.is_empty() {
        let what = say!("which command is turned up?");
        return Err(Refusal::words(what).hint(all_commands()));
    }
    words.into_iter().map(command).collect()
}

fn all_commands() -> say::Say {
    say!("commands: {}", list(Command::ALL.map(|(name, _)| name)))
}

/// A command by its name in moves, by its title in any language, or by the only start that fits.
fn command(word: &str) -> Result<Command, Refusal> {
    let folded = seats::fold(word);
    let titled =
        |c: Command| Tongue::all().any(|t| seats::fold(&labels::title(c).text(t)) == folded);
    let exact = Command::parse(&folded).or_else(|| {
        let mut all = Command::ALL.into_iter().map(|(_, c)| c);
        all.find(|c| titled(*c))
    });
    if let Some(command) = exact {
        return Ok(command);
    }
    let names = Command::ALL.into_iter().map(|(name, c)| (c, name));
    reader::only(word, names, || {
        let what = say!("there is no command `{}`", word);
        let refusal = Refusal::new(Fault::Unknown, what).hint(all_commands());
        refusal.did_you_mean(word, Command::ALL.map(|(name, _)| name))
    })
}

/// Looks at one answer of the form: a player's card, or a command.
pub(super) fn check_answer(
    setup: &Setup,
    state: &State,
    part: usize,
    text: &str,
) -> Result<String, Refusal> {
    let groups = seats::words(text);
    let words: Vec<&Word> = groups.iter().flatten().collect();
    if state.command_is_due(setup) {
        let [word] = words[..] else {
            let what = say!("one command is asked for");
            return Err(Refusal::words(what).hint(all_commands()));
        };
        let command = command(&word.text)?;
        let deck = state.decks.get(part).map_or(&[][..], Vec::as_slice);
        if !deck.contains(&command) {
            return Err(turned_up_before(command, deck));
        }
        return Ok(command.name().to_owned());
    }
    let [word] = words[..] else {
        let what = say!("one card is asked for");
        return Err(Refusal::rule(what, one_card_each()));
    };
    let card = read_card(setup, word)?;
    place(setup, state, part, card)?;
    Ok(labels::signed(card))
}

/// The refusal of a command that does not lie face down any more.
pub(super) fn turned_up_before(command: Command, deck: &[Command]) -> Refusal {
    let what = say!("`{}` was turned up before in this run", command.name());
    let rule = say!("no command comes twice in a run");
    let left = list(deck.iter().map(|c| c.name()));
    Refusal::rule(what, rule).hint(say!("still face down: {}", left))
}

/// Whose move a text is: leaders turn up commands; everybody's cards are nobody's own.
pub(super) fn whose(setup: &Setup, state: &State, text: &str) -> Option<Whose> {
    let groups = seats::words(text);
    let verb = groups.first()?.first().filter(|w| !w.quoted)?;
    let short = seats::fold(&verb.text);
    match *VERBS.iter().find(|v| v.starts_with(&short))? {
        "command" => Some(Whose::Seats(state.leaders(setup))),
        _ => Some(Whose::Host),
    }
}
