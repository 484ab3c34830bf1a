//! The move texts, written and read.

use std::fmt;
use std::sync::Arc;

use super::book::{Book, whole};
use super::rules::Command;
use super::state::{State, place};
use super::words;
use crate::diag::{list, nearest};
use crate::play::rules::{Fault, Refusal};
use crate::play::seats::{self, Word};
use crate::say;
use crate::say::Tongue;

/// The words that moves begin with.
const VERBS: [&str; 2] = ["play", "command"];

/// A move.
#[derive(Clone, Debug)]
pub enum Move {
    /// The commands that the table has turned up, the first leader's first.
    Command(Vec<Command>),
    /// A card of every player.
    #[allow(missing_docs)]
    Play {
        /// The cards, in the order of seats.
        cards: Vec<i32>,
        book: Arc<Book>,
    },
}

impl PartialEq for Move {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Move::Command(a), Move::Command(b)) => a == b,
            (Move::Play { cards: a, .. }, Move::Play { cards: b, .. }) => a == b,
            _ => false,
        }
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Move::Command(commands) => {
                f.write_str("command")?;
                commands.iter().try_for_each(|c| write!(f, " {}", c.name()))
            }
            Move::Play { cards, book } => {
                f.write_str("play")?;
                for (seat, card) in cards.iter().enumerate() {
                    let comma = if seat > 0 { "," } else { "" };
                    let name = seats::call(&book.seats, seat);
                    write!(f, "{comma} {name} {}", words::signed(*card))?;
                }
                Ok(())
            }
        }
    }
}

/// Reads a move.
pub fn parse(book: &Arc<Book>, text: &str) -> Result<Move, Refusal> {
    let mut groups = seats::words(text);
    if groups.is_empty() {
        return Err(Refusal::words(say!("a move is missing")).hint(how(book)));
    }
    let verb = groups[0].remove(0);
    let short = seats::fold(&verb.text);
    let found = VERBS.iter().find(|v| v.starts_with(&short));
    match found {
        Some(&"play") if !verb.quoted => Ok(Move::Play {
            cards: cards(book, &groups)?,
            book: Arc::clone(book),
        }),
        Some(_) if !verb.quoted => commands(&groups).map(Move::Command),
        _ => {
            let refusal = Refusal::words(say!("there is no move `{}`", verb.text));
            Err(match nearest(&verb.text, VERBS) {
                Some(near) => refusal.hint(say!("did you mean `{}`?", near)),
                None => refusal.hint(how(book)),
            })
        }
    }
}

fn how(book: &Book) -> say::Say {
    let example = example(book);
    if book.by_table {
        say!("moves: `command plus`, `{}`", example)
    } else {
        say!("the move is `{}`", example)
    }
}

/// A `play` for the eye.
pub fn example(book: &Book) -> String {
    let cards = ["+3", "-2", "+7"];
    let name = |(seat, card): (usize, &&str)| format!("{} {card}", seats::call(&book.seats, seat));
    let first: Vec<String> = cards.iter().enumerate().map(name).collect();
    let more = if book.seats.len() > 3 { ", …" } else { "" };
    format!("play {}{more}", first.join(", "))
}

/// A card for every seat: names and cards, or the cards alone in the order of seats.
fn cards(book: &Book, groups: &[Vec<Word>]) -> Result<Vec<i32>, Refusal> {
    let all: Vec<&Word> = groups.iter().flatten().collect();
    let plain: Option<Vec<i32>> = all.iter().map(|w| card_word(w)).collect();
    match plain {
        Some(cards) if cards.len() == book.seats.len() => return Ok(cards),
        // Names may be numbers too; a player's name and card are two words.
        Some(cards) if !cards.is_empty() && seats::begin(&book.seats, &groups[0]).is_none() => {
            let (given, needed) = (cards.len(), book.seats.len());
            let what = say!("{} {card is|cards are} given for {} players", given, needed);
            return Err(Refusal::rule(what, one_card_each()));
        }
        _ => {}
    }
    let mut found: Vec<Option<i32>> = vec![None; book.seats.len()];
    for group in groups {
        let mut rest = group.as_slice();
        while !rest.is_empty() {
            let (seat, card, after) = named_card(book, rest)?;
            if found[seat].replace(card).is_some() {
                let what = say!("two cards are given for {}", book.name(seat));
                return Err(Refusal::rule(what, one_card_each()));
            }
            rest = after;
        }
    }
    let missing = found.iter().enumerate().filter(|(_, c)| c.is_none());
    let missing: Vec<usize> = missing.map(|(seat, _)| seat).collect();
    if !missing.is_empty() {
        let what = say!("no card is given for {}", book.names(&missing));
        let hint = say!("such as `{}`", example(book));
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

/// The name and the card that words begin with, and the words after them.
fn named_card<'w>(book: &Book, words: &'w [Word]) -> Result<(usize, i32, &'w [Word]), Refusal> {
    let (seat, rest) = match seats::begin(&book.seats, words) {
        Some(found) => found,
        None => short_name(book, words)?,
    };
    let Some((card, rest)) = rest.split_first() else {
        let what = say!("the card of {} is missing", book.name(seat));
        return Err(Refusal::words(what).hint(say!("such as `{}`", example(book))));
    };
    Ok((seat, read_card(book, card)?, rest))
}

/// A name cut short, as long as only one begins so.
fn short_name<'w>(book: &Book, words: &'w [Word]) -> Result<(usize, &'w [Word]), Refusal> {
    let Some((first, rest)) = words.split_first() else {
        return Err(Refusal::words(say!("a player's name is missing")));
    };
    let start = seats::fold(&first.text);
    let fits = |s: &usize| seats::fold(book.name(*s)).starts_with(&start);
    let fitting: Vec<usize> = (0..book.seats.len()).filter(fits).collect();
    match fitting[..] {
        [seat] => Ok((seat, rest)),
        [] => Err(seats::unknown(&book.seats, &first.text)),
        _ => {
            let names = fitting.iter().map(|s| book.name(*s));
            let what = say!("`{}` could be {}", first.text, list(names));
            Err(Refusal::words(what))
        }
    }
}

fn read_card(book: &Book, word: &Word) -> Result<i32, Refusal> {
    whole(&word.text).ok_or_else(|| {
        let what = say!("`{}` is no action card", word.text);
        let all = words::row(book.hand.iter().map(|c| c.value), " ");
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
        |c: Command| Tongue::all().any(|t| seats::fold(&words::title(c).text(t)) == folded);
    let exact = Command::parse(&folded).or_else(|| {
        let mut all = Command::ALL.into_iter().map(|(_, c)| c);
        all.find(|c| titled(*c))
    });
    if let Some(command) = exact {
        return Ok(command);
    }
    let fits = |(name, _): &&(&str, Command)| name.starts_with(&folded);
    let fitting: Vec<&(&str, Command)> = Command::ALL.iter().filter(fits).collect();
    match fitting[..] {
        [(_, command)] => Ok(*command),
        [] => {
            let what = say!("there is no command `{}`", word);
            let refusal = Refusal::new(Fault::Unknown, what);
            Err(match nearest(word, Command::ALL.map(|(name, _)| name)) {
                Some(near) => refusal.hint(say!("did you mean `{}`?", near)),
                None => refusal.hint(all_commands()),
            })
        }
        _ => {
            let what = say!("`{}` could be {}", word, list(fitting.iter().map(|f| f.0)));
            Err(Refusal::words(what))
        }
    }
}

/// Looks at one answer of the form: a player's card, or a command.
pub fn piece(book: &Book, state: &State, part: usize, text: &str) -> Result<String, Refusal> {
    let groups = seats::words(text);
    let words: Vec<&Word> = groups.iter().flatten().collect();
    if state.command_is_due(book) {
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
    let card = read_card(book, word)?;
    place(book, state, part, card)?;
    Ok(words::signed(card))
}

/// The refusal of a command that does not lie face down any more.
pub fn turned_up_before(command: Command, deck: &[Command]) -> Refusal {
    let what = say!("`{}` was turned up before in this run", command.name());
    let rule = say!("no command comes twice in a run");
    let left = list(deck.iter().map(|c| c.name()));
    Refusal::rule(what, rule).hint(say!("still face down: {}", left))
}
