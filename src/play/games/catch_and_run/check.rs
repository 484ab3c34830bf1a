//! What may be shown in a turn: directions, numbers of cards, copies, hands, specials.

use super::board::{FieldDir, bit};
use super::moves::{Play, Shown, Turn, Use, read_card, read_play, some_squares, write_play};
use super::prompts::need;
use super::setup::{Mode, NO_CARD, SEATS, Setup, Special};
use super::state::{Phase, State};
use super::turn::Wrong;
use crate::diag::list;
use crate::play::rules::{Fault, Gap, Refusal};
use crate::say;
use crate::say::Say;

/// Looks at one answer of a turn's form: a player's part, or the random card; gives it back as the move will hold it.
pub(super) fn answer(
    setup: &Setup,
    state: &State,
    part: usize,
    text: &str,
) -> Result<String, Refusal> {
    if part >= setup.seats.len() {
        let kind = read_card(setup, text.trim())?;
        random_card(setup, state, kind)?;
        return Ok(setup.arm(kind).to_owned());
    }
    let shown = read_play(setup, state, part, text)?;
    play(setup, state, part, &shown)?;
    Ok(write_play(setup, state.board(setup), &shown))
}

/// Looks at one player's part of a turn for itself.
fn play(setup: &Setup, state: &State, seat: usize, play: &Play) -> Result<(), Refusal> {
    part(setup, state, seat, play)?;
    let mut only = Turn::default();
    only.plays[seat] = *play;
    copies(setup, state, &only)?;
    if holds(setup, state, seat, play) {
        Ok(())
    } else {
        Err(not_in_hand(Refusal::hidden_of(setup.seats.name(seat))))
    }
}

/// What all can see of one player's part.
fn part(setup: &Setup, state: &State, seat: usize, play: &Play) -> Result<(), Refusal> {
    direction(setup, state, seat, play.dir)?;
    number(setup, state, seat, play)?;
    for card in play.cards() {
        special(setup, state, seat, card.kind, card.using)?;
        if let Use::Repair(at) = card.using
            && state.up & bit(at) != 0
        {
            return Err(wrong(setup, state, Wrong::Repair { seat, at }));
        }
    }
    let destroys = |c: &&Shown| c.using == Use::Destroy;
    if play.cards().iter().filter(destroys).count() > 1 {
        let what = say!("{} destroys twice", setup.seats.name(seat));
        let rule = say!("two CARPENTERs are two repairs, or one repair and one destroy");
        return Err(Refusal::rule(what, rule));
    }
    Ok(())
}

/// Looks at what all can see of a whole turn; the hands come last, see [`hands`].
pub(super) fn turn(setup: &Setup, state: &State, turn: &Turn) -> Result<(), Refusal> {
    for (seat, one) in turn.plays.iter().enumerate().take(setup.seats.len()) {
        part(setup, state, seat, one).map_err(|r| r.of_part(seat))?;
    }
    random(setup, state, turn.random)?;
    copies(setup, state, turn)
}

/// Whether everybody holds what they show. To be asked when nothing else is wrong with the turn: the answer is about
/// cards that not everybody may see.
pub(super) fn hands(setup: &Setup, state: &State, turn: &Turn) -> Result<(), Refusal> {
    let mut plays = turn.plays.iter().enumerate().take(setup.seats.len());
    if plays.all(|(seat, play)| holds(setup, state, seat, play)) {
        Ok(())
    } else {
        Err(not_in_hand(Refusal::hidden()))
    }
}

fn not_in_hand(refusal: Refusal) -> Refusal {
    refusal.by(say!("arm cards are played from the hand that was dealt"))
}

fn direction(
    setup: &Setup,
    state: &State,
    seat: usize,
    dir: Option<FieldDir>,
) -> Result<(), Refusal> {
    let name = setup.seats.name(seat);
    let Some(dir) = dir else {
        if state.is_out(seat) {
            return Ok(());
        }
        let what = say!("{} is in the game and needs a direction", name);
        let rule = say!("everybody on the floor shows a run card, stuck educators too");
        return Err(Refusal::rule(what, rule));
    };
    if state.is_out(seat) {
        let what = say!("{} is out and runs nowhere", name);
        let rule = say!("who is out goes on playing arm cards only");
        return Err(Refusal::rule(what, rule).hint(say!("write `-` for the direction")));
    }
    if dir.diagonal() && !(setup.horrible && state.educator(seat)) {
        let what = say!("{} cannot run `{}`", name, dir.word());
        let rule = if setup.horrible {
            say!("only educators run diagonally")
        } else {
            say!("pieces run up, down, left or right")
        };
        return Err(Refusal::rule(what, rule));
    }
    let board = state.board(setup);
    let at = state.at[seat];
    if board.step(at, dir).is_none() {
        let what = say!(
            "{} on {} cannot run `{}`: there is no card",
            name,
            board.name(at),
            dir.word()
        );
        let rule = say!("a run card never points out of the field");
        let open = directions(setup, state, seat);
        let hint = say!("directions: {}", list(open.iter().map(|d| d.word())));
        return Err(Refusal::rule(what, rule).hint(hint));
    }
    Ok(())
}

/// The directions that a seat's run card may show.
pub(super) fn directions(setup: &Setup, state: &State, seat: usize) -> Vec<FieldDir> {
    let many = if setup.horrible && state.educator(seat) {
        8
    } else {
        4
    };
    let (board, at) = (state.board(setup), state.at[seat]);
    let all = FieldDir::ALL.into_iter().take(many);
    all.filter(|d| board.step(at, *d).is_some()).collect()
}

fn number(setup: &Setup, state: &State, seat: usize, play: &Play) -> Result<(), Refusal> {
    let due = usize::from(state.due(setup, seat));
    let got = play.cards().len();
    if due == got {
        return Ok(());
    }
    let what = say!(
        "{} shows {} {arm card|arm cards}, not {}",
        setup.seats.name(seat),
        due,
        got
    );
    let usual = usize::from(state.mode(setup).cards(state.educator(seat)));
    let rule = if due < usual {
        say!("nobody shows more cards than the hand has")
    } else if state.mode(setup) == Mode::OneTwo {
        say!("in {} an educator shows 2 cards a turn and a baby 1", "1v2")
    } else {
        say!(
            "in {} everybody shows {} a turn",
            state.mode(setup).word(),
            usual
        )
    };
    Err(Refusal::rule(what, rule))
}

fn special(setup: &Setup, state: &State, seat: usize, kind: u8, using: Use) -> Result<(), Refusal> {
    let special = setup.special(kind);
    if matches!(using, Use::Unused | Use::Unsaid) || special == Special::Plain {
        return Ok(());
    }
    if using == Use::Destroy && state.is_out(seat) {
        let what = say!(
            "{} is out and has no card to destroy",
            setup.seats.name(seat)
        );
        let rule = say!("destroy turns down the card under the own piece");
        return Err(Refusal::rule(what, rule));
    }
    if !may_use(setup, state, seat, special) {
        let what = say!(
            "{} has not learnt {} yet",
            setup.seats.name(seat),
            special.title()
        );
        let rule = say!("a baby may use a special only after an educator has shown that kind");
        let hint = say!("the card may be played: `{} unused`", setup.arm(kind));
        return Err(Refusal::rule(what, rule).hint(hint));
    }
    Ok(())
}

/// Whether a seat may use a special: babies may have to learn it first.
pub(super) fn may_use(setup: &Setup, state: &State, seat: usize, special: Special) -> bool {
    let baby = state.babies(setup) & (1 << seat) != 0;
    !(setup.learning && baby) || state.taught & special.bit() != 0
}

fn random(setup: &Setup, state: &State, random: Option<u8>) -> Result<(), Refusal> {
    let mode = state.mode(setup);
    match random {
        None if mode.random() && !setup.app => {
            let what = say!("the random card is missing");
            let rule = say!(
                "in {} one arm card is turned up from the deck each turn",
                mode.word()
            );
            Err(Refusal::rule(what, rule).hint(say!("write it at the end: `, random green`")))
        }
        Some(_) if !mode.random() => {
            let what = say!("there is no random card in {}", mode.word());
            let rule = say!("only 2v1 adds a card from the deck");
            Err(Refusal::rule(what, rule))
        }
        Some(_) if setup.app => {
            let what = say!("the companion turns the random card itself");
            let rule = say!("with `cards=app` the deck is the companion's");
            Err(Refusal::rule(what, rule).hint(say!("leave `random` out")))
        }
        _ => Ok(()),
    }
}

/// Looks at the random card for itself.
fn random_card(setup: &Setup, state: &State, kind: u8) -> Result<(), Refusal> {
    let only = Turn {
        random: Some(kind),
        ..Turn::default()
    };
    random(setup, state, only.random)?;
    copies(setup, state, &only)
}

/// Whether the cards can be there: not all open already.
fn copies(setup: &Setup, state: &State, turn: &Turn) -> Result<(), Refusal> {
    let plays = turn.plays.iter().take(setup.seats.len()).enumerate();
    let mut seen = [NO_CARD; SEATS * 2 + 1];
    let cards = plays.flat_map(|(seat, p)| p.cards().iter().map(move |c| (seat, c.kind)));
    let random = turn.random.map(|kind| (setup.seats.len(), kind));
    for (i, (part, kind)) in cards.chain(random).enumerate() {
        let before = seen.iter().take(i).filter(|k| **k == kind).count();
        if before >= usize::from(state.left(setup, usize::from(kind))) {
            let all = setup.arms.get(usize::from(kind)).map_or(0, |a| a.count);
            let what = say!("no `{}` is left to play", setup.arm(kind));
            let rule = say!(
                "played arm cards stay open, and the kit has `{}` {} {time|times}",
                setup.arm(kind),
                all
            );
            return Err(Refusal::rule(what, rule).of_part(part));
        }
        if let Some(place) = seen.get_mut(i) {
            *place = kind;
        }
    }
    Ok(())
}

/// Whether a hand that the companion dealt has the cards; real hands are nobody's business.
fn holds(setup: &Setup, state: &State, seat: usize, play: &Play) -> bool {
    let held = |kind: u8| state.hand(seat).iter().filter(|k| **k == kind).count();
    let shown = |kind: u8| play.cards().iter().filter(|c| c.kind == kind).count();
    !setup.app || play.cards().iter().all(|c| shown(c.kind) <= held(c.kind))
}

/// The refusal of a turn that lacks a choice, or repairs what is whole.
pub(super) fn wrong(setup: &Setup, state: &State, wrong: Wrong) -> Refusal {
    let board = state.board(setup);
    match wrong {
        Wrong::Repair { seat, at } => {
            let what = say!(
                "{} cannot repair {}: it is face up",
                setup.seats.name(seat),
                board.name(at)
            );
            let rule = say!("repair turns a face-down card up");
            let refusal = Refusal::rule(what, rule).of_part(seat);
            match board.cells & !state.up {
                0 => refusal.hint(say!("nothing is broken: play the card without `repair`")),
                down => refusal.hint(say!("face down: {}", some_squares(board, down))),
            }
        }
        Wrong::Order { seat } => {
            let what = say!(
                "{} uses JUMP and 2X SPEED: which comes first?",
                setup.seats.name(seat)
            );
            let rule = say!("jump then one square, or one square then jump, as they like");
            Refusal::rule(what, rule)
                .hint(say!("add `jump-first` or `step-first`"))
                .lacking(seat, Gap::end(""))
        }
        Wrong::Side { seat, choice } => {
            let [a, b] = choice.sides.map(FieldDir::word);
            let what = say!(
                "{} has to turn on {}: `{}` or `{}`?",
                setup.seats.name(seat),
                board.name(choice.at),
                a,
                b
            );
            let rule =
                say!("2X SPEED turns where the way ahead is blocked, and both sides are open");
            Refusal::rule(what, rule)
                .hint(say!("add `then {}` or `then {}`", a, b))
                .lacking(seat, Gap::end("then"))
        }
    }
}

/// Whether a move that begins with this verb is due.
pub(super) fn due(setup: &Setup, state: &State, verb: &str) -> Result<(), Refusal> {
    let what = match (verb, state.phase) {
        (_, Phase::Over) => {
            return Err(Refusal::over());
        }
        ("place", Phase::Place)
        | ("turn", Phase::Turn)
        | ("restart", Phase::Restart)
        | ("next-game", Phase::Between) => return Ok(()),
        ("place", _) => say!("no piece has to be placed now"),
        ("turn", _) => say!("a turn cannot be played now"),
        ("restart", _) => say!("nobody waits for a restart"),
        _ => say!("this is not the end of a game of a match"),
    };
    Err(not_now(setup, state, what))
}

/// The refusal of a move that is not due; the hint says what is.
pub(super) fn not_now(setup: &Setup, state: &State, what: Say) -> Refusal {
    Refusal::new(Fault::Time, what).hint(need(setup, state))
}
