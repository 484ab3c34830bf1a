//! What can be said next agrees with what is legal: every walk through the choices is a move, every move of a bot can be
//! walked to, and nobody is offered what only others may know.

use kitpress::kit::Kit;
use kitpress::play::choice::{Asking, Choice, flat, join};
use kitpress::play::config::{Config, Settings};
use kitpress::play::game::Game;
use kitpress::play::games::{Games, rules_of};
use kitpress::play::lexicon;
use kitpress::play::rng::{Chance, Dice, Seed};
use kitpress::play::rules::{Refusal, Skill, Whose};
use kitpress::play::stock::Stock;
use kitpress::play::view::{Form, Viewer};
use kitpress::say::Tongue;
use unicode_width::UnicodeWidthStr;

const NAMES: [&str; 6] = ["Ann", "Bob Lee", "上", "all", "Ed", "花子"];

/// A kit, how many play, and settings.
type GameOf = (&'static str, usize, &'static [(&'static str, &'static str)]);

/// Kits, players, settings.
const GAMES: [GameOf; 24] = [
    ("catch-and-run", 4, &[]),
    ("catch-and-run", 3, &[]),
    ("catch-and-run", 3, &[("mode", "1v2")]),
    ("catch-and-run", 2, &[("match", "2")]),
    ("catch-and-run", 2, &[("cards", "app")]),
    ("catch-and-run", 4, &[("cards", "app"), ("learning", "on")]),
    ("catch-and-run", 3, &[("cards", "app")]),
    ("catch-and-run", 4, &[("variant", "individual")]),
    (
        "catch-and-run",
        4,
        &[
            ("horrible", "on"),
            ("field", "4x8"),
            ("broken", "b2,c3"),
            ("holes", "a2"),
        ],
    ),
    ("birth-or-burst", 3, &[]),
    ("birth-or-burst", 4, &[("commands", "table")]),
    (
        "birth-or-burst",
        5,
        &[("leaders", "2"), ("commands", "table")],
    ),
    ("birth-or-burst", 6, &[("coop", "on")]),
    ("cat-and-chocolate", 3, &[]),
    ("cat-and-chocolate", 5, &[("cards", "app")]),
    ("cats", 2, &[]),
    ("cats", 2, &[("map-seed", "3")]),
    ("icecool", 2, &[]),
    ("icecool", 4, &[]),
    ("icecool", 3, &[("cards", "table")]),
    ("icecool", 3, &[("scoring", "tournament")]),
    ("samples/salt-in-the-soup", 4, &[]),
    ("samples/salt-in-the-soup", 6, &[("rounds", "1")]),
    ("samples/salt-in-the-soup", 5, &[("first", "Ann")]),
];

/// What is typed for a move stands beside its label in menus, where both are no wider than this.
const BESIDE: usize = 34;

#[track_caller]
fn short_form_fits(choice: &Choice) {
    let letters = choice.text.bytes().all(|b| b.is_ascii_lowercase());
    let verb = letters && !choice.text.is_empty();
    for tongue in Tongue::all().filter(|_| verb) {
        let label = choice.label.text(tongue);
        let wide = label.width() + 2 + choice.text.len();
        assert!(wide <= BESIDE, "{label}  {} is {wide} wide", choice.text);
    }
}

struct Played {
    game: Box<dyn Game>,
    chance: Chance,
    dice: Dice,
    players: usize,
}

impl Played {
    fn new((kit, players, set): (&str, usize, &[(&str, &str)]), seed: u64) -> Self {
        let path = match kit.starts_with("samples") {
            true => format!("{}/{kit}", env!("CARGO_MANIFEST_DIR")),
            false => kit.to_owned(),
        };
        let kit = Kit::load(&path).expect("a kit");
        let games = Games::shipped();
        let rules = rules_of(&kit);
        let pair = |(k, v): &(&str, &str)| ((*k).to_owned(), (*v).to_owned());
        let settings: Settings = set.iter().map(pair).collect();
        let seats: Vec<String> = NAMES[..players].iter().map(|n| (*n).to_owned()).collect();
        let stock = Stock::of(&games, &kit, rules);
        let config = Config {
            kit: &stock,
            seats: &seats,
            settings: &settings,
        };
        let mut chance = Chance::unrecorded(Seed::practice(seed));
        let (game, _) = games.begin(rules, config, &mut chance).expect("a game");
        let dice = Dice::new(&Seed::practice(seed), "walks");
        Self {
            game,
            chance,
            dice,
            players,
        }
    }

    fn act(&mut self, text: &str) -> Result<(), Refusal> {
        let acted = self.game.act(text, &mut self.chance.clone())?;
        // What is only tried must not use chance up; what is made does.
        let acted_again = self.game.act(text, &mut self.chance)?;
        assert_eq!(acted.text, acted_again.text);
        // Told in the words of another language, it is read back as it was.
        let (words, names) = (self.game.words(), &NAMES[..self.players]);
        let names: Vec<String> = names.iter().map(|n| (*n).to_owned()).collect();
        let told = lexicon::told(words, &names, &acted.text);
        let read = lexicon::translate(words, &names, &told);
        assert_eq!(read.unwrap_or_else(|| told.clone()), acted.text, "{told}");
        self.game = acted_again.game;
        Ok(())
    }

    fn allowed(&self, text: &str) -> Result<(), Refusal> {
        self.game.act(text, &mut self.chance.clone()).map(|_| ())
    }

    /// Goes on from a text until it is whole, each way as likely; none where somebody has to go on alone.
    fn walk(&mut self, asking: Asking<'_>, from: &str) -> Option<String> {
        let mut text = from.to_owned();
        loop {
            let choices = self.game.choices(asking, &text);
            if text.is_empty() {
                choices.iter().for_each(short_form_fits);
            }
            let nth = self
                .dice
                .below(choices.len() as u32 + u32::from(choices.is_empty()));
            let choice: &Choice = choices.get(nth as usize)?;
            if choice.alone.is_some() {
                return None;
            }
            text = join(&text, &choice.text);
            if choice.ends && (!choice.more || self.dice.below(2) == 0) {
                return Some(text);
            }
            assert!(choice.more, "{text}: neither ends nor goes on");
        }
    }

    /// The seat that a part of a form belongs to may know its own cards.
    fn viewer(&self, part: usize) -> Viewer {
        match part < self.players {
            true => Viewer::Seat(part),
            false => Viewer::Public,
        }
    }

    /// A whole move by walking; parts of a form one after the other, each knowing what was said before.
    fn walked_form(&mut self, form: &Form) -> String {
        let mut given: Vec<Option<String>> = vec![None; form.parts.len()];
        for part in 0..form.parts.len() {
            let viewer = self.viewer(part);
            let text = self.walk(Asking::part(viewer, part, &given.clone()), "");
            let text = text.unwrap_or_else(|| panic!("part {part} has no way: {given:?}"));
            let checked = self.game.check_answer(part, &text);
            assert!(checked.is_ok(), "{text}: {checked:?}");
            given[part] = Some(text);
        }
        loop {
            let answers: Vec<String> = given.iter().flatten().cloned().collect();
            let whole = form.fill(&answers);
            let Err(refusal) = self.allowed(&whole) else {
                return whole;
            };
            // What others did to the floor may leave something to be said.
            let blame = refusal
                .blame()
                .unwrap_or_else(|| panic!("{whole}: {refusal}"));
            assert!(blame.missing.is_some(), "{whole}: {refusal}");
            let (part, said) = (blame.part, given[blame.part].take().expect("said"));
            let viewer = self.viewer(part);
            let more = self.walk(Asking::part(viewer, part, &given.clone()), &said);
            given[part] =
                Some(more.unwrap_or_else(|| panic!("nothing behind `{said}`: {refusal}")));
        }
    }
}

/// A player's part of a turn in the order in which it is walked: what belongs to the run comes last.
fn in_order(text: &str) -> String {
    let (mut words, mut order, mut thens) = (Vec::new(), Vec::new(), Vec::new());
    let mut all = text.split(' ');
    while let Some(word) = all.next() {
        match word {
            "then" => thens.extend([word, all.next().expect("a direction")]),
            "jump-first" | "step-first" => order.push(word),
            _ => words.push(word),
        }
    }
    [words, order, thens].concat().join(" ")
}

/// Whether a text can be walked to.
fn reached(choices: &dyn Fn(&str) -> Vec<Choice>, so_far: &str, rest: &str) -> bool {
    choices(so_far)
        .iter()
        .filter(|c| c.alone.is_none())
        .any(|choice| {
            let Some(left) = rest.strip_prefix(choice.text.as_str()) else {
                return false;
            };
            let text = join(so_far, &choice.text);
            match left {
                "" => choice.ends,
                left if left.starts_with([' ', ',']) => {
                    choice.more && reached(choices, &text, left.strip_prefix(' ').unwrap_or(left))
                }
                _ => false,
            }
        })
}

#[test]
fn every_walk_is_a_legal_move() {
    for (i, game) in GAMES.into_iter().enumerate() {
        for seed in 0..2 {
            let mut played = Played::new(game, seed + 10 * i as u64);
            for step in 0..40 {
                let view = played.game.view(Viewer::Public);
                if played.game.outcome().is_some() {
                    let none = played.game.choices(Asking::whole(Viewer::Public), "");
                    assert!(none.is_empty(), "{game:?}: over");
                    break;
                }
                if let Some(form) = view.form {
                    let whole = played.walked_form(&form);
                    played
                        .act(&whole)
                        .unwrap_or_else(|e| panic!("{game:?} {whole}: {e}"));
                    continue;
                }
                // Many walks from here, by everybody and by each seat; one of them is made.
                let mut made = None;
                for n in 0..5 {
                    let viewer = match n % (played.players + 1) {
                        0 => Viewer::Public,
                        seat => Viewer::Seat(seat - 1),
                    };
                    let Some(text) = played.walk(Asking::whole(viewer), "") else {
                        continue;
                    };
                    let allowed = played.allowed(&text);
                    assert!(allowed.is_ok(), "{game:?} {viewer:?} `{text}`: {allowed:?}");
                    let ends = ["end", "win"].iter().any(|v| text.starts_with(v));
                    if !ends || step > 30 {
                        made = Some(text);
                    }
                }
                let made = made.unwrap_or_else(|| panic!("{game:?}: nothing can be said"));
                played.act(&made).expect("it was tried");
            }
        }
    }
}

/// What phones are offered leans on it: pieces that lead to another's move are not looked behind.
#[test]
fn whose_a_move_is_stays_so_whatever_is_added() {
    for game in GAMES {
        let mut played = Played::new(game, 7);
        for _ in 0..20 {
            for n in 0..8 {
                let viewer = match n % (played.players + 1) {
                    0 => Viewer::Public,
                    seat => Viewer::Seat(seat - 1),
                };
                let asking = Asking::whole(viewer);
                let (mut text, mut before, mut said) = (String::new(), None, None);
                loop {
                    let choices = played.game.choices(asking, &text);
                    if choices.is_empty() {
                        break;
                    }
                    let piece = &choices[played.dice.below(choices.len() as u32) as usize];
                    let next = join(&text, &piece.text);
                    let whose = played.game.whose(&next);
                    if let Some(said) = &said {
                        assert_eq!(&whose, said, "{game:?} {viewer:?} `{text}` and `{next}`");
                    }
                    let named = !text.is_empty() && whose != before;
                    if whose == Some(Whose::Host) || named {
                        said = Some(whose.clone());
                    }
                    // A piece without a text is typed unseen: there is nothing to walk on.
                    let more = piece.more && next != text;
                    (text, before) = (next, whose);
                    if !more {
                        break;
                    }
                }
            }
            let Some(text) = played.game.choose(&[Skill::Random; 6], &mut played.dice) else {
                break;
            };
            played.act(&text).expect("a move of a bot");
        }
    }
}

#[test]
fn every_move_of_a_bot_can_be_walked_to() {
    for (i, game) in GAMES.into_iter().enumerate() {
        for (seed, skill) in [(1, Skill::Random), (3, Skill::Sensible)] {
            let mut played = Played::new(game, seed + 10 * i as u64);
            for _ in 0..30 {
                let Played { players, .. } = played;
                let skills = vec![skill; players];
                let Some(text) = played.game.choose(&skills, &mut played.dice) else {
                    break;
                };
                match played.game.view(Viewer::Public).form {
                    Some(form) => reach_parts(&played, &form, &text),
                    None => {
                        let viewers = (0..players).map(Viewer::Seat).chain([Viewer::Public]);
                        let found = viewers.into_iter().any(|viewer| {
                            let choices = |s: &str| played.game.choices(Asking::whole(viewer), s);
                            reached(&choices, "", &text)
                                || text.starts_with("fish")
                                    && reached(&choices, "", &format!("{text} 1"))
                        });
                        assert!(found, "{game:?}: `{text}` is not offered");
                    }
                }
                played.act(&text).expect("a move of a bot");
            }
        }
    }
}

/// Each part of a bot's move, when all the others are known.
fn reach_parts(played: &Played, form: &Form, text: &str) {
    let rest = text
        .strip_prefix(form.head.as_str())
        .expect("the head")
        .trim();
    let pieces: Vec<&str> = match form.head.as_str() {
        "command" => rest.split(' ').collect(),
        _ => rest.split(", ").collect(),
    };
    let own = |(part, piece): (usize, &&str)| {
        let piece = piece
            .strip_prefix(form.parts[part].head.as_str())
            .expect("its head");
        Some(in_order(piece.trim()))
    };
    let given: Vec<Option<String>> = pieces.iter().enumerate().map(own).collect();
    for (part, wanted) in given.iter().enumerate() {
        let mut others = given.clone();
        others[part] = None;
        let asking = Asking::part(played.viewer(part), part, &others);
        let choices = |s: &str| played.game.choices(asking, s);
        let wanted = wanted.as_deref().expect("an answer");
        assert!(
            reached(&choices, "", wanted),
            "{text}: part {part} `{wanted}`"
        );
    }
}

#[test]
fn nobody_is_offered_what_others_hold() {
    for game in GAMES {
        let mut played = Played::new(game, 3);
        for _ in 0..20 {
            if let Some(form) = played.game.view(Viewer::Public).form {
                for part in 0..form.parts.len() {
                    let offered = |viewer| {
                        let asking = Asking::part(viewer, part, &[]);
                        flat(&|s| played.game.choices(asking, s), 1000)
                    };
                    let public = offered(Viewer::Public);
                    for seat in (0..played.players).filter(|s| *s != part) {
                        assert_eq!(offered(Viewer::Seat(seat)), public, "{game:?}");
                    }
                    if game.2.contains(&("cards", "app")) && part < played.players {
                        assert_eq!(public, Some(Vec::new()), "{game:?}: a hand is its owner's");
                    }
                }
            }
            let Some(text) = played.game.choose(&[Skill::Random; 6], &mut played.dice) else {
                break;
            };
            played.act(&text).expect("a move of a bot");
        }
    }
}

#[test]
fn the_shortest_words_are_understood() {
    let made = |game, moves: &[&str], short: &str, whole: &str| {
        let mut played = Played::new(game, 5);
        for mv in moves {
            played.act(mv).unwrap_or_else(|e| panic!("{mv}: {e}"));
        }
        let acted = played.game.act(short, &mut played.chance.clone());
        let acted = acted.unwrap_or_else(|e| panic!("{short}: {e}"));
        assert_eq!(acted.text, whole, "{short}");
    };
    let cats = ("cats", 2, &[][..]);
    made(cats, &[], "c1", "fish Ann c1");
    made(cats, &[], "魚 c1", "fish Ann c1");
    made(cats, &["c1"], "Bob Lee f1", "fish \"Bob Lee\" f1");
    let vote = ("cat-and-chocolate", 4, &[("first", "Ann")][..]);
    made(vote, &["flip"], "2 1", "vote 2 1");
    made(vote, &["めくる"], "投票 2 1", "vote 2 1");
    made(vote, &[], "めくる", "flip");
    let ice = ("icecool", 2, &[("catcher", "Ann")][..]);
    made(ice, &[], "fish 2", "fish \"Bob Lee\" 2");
    made(ice, &[], "catch", "catch \"Bob Lee\"");
    made(ice, &[], "つかまえる", "catch \"Bob Lee\"");
    let mut played = Played::new(("catch-and-run", 4, &[("educators", "Ann,all")]), 5);
    played.act("置く Ann a1").expect("in Japanese");
    played
        .act("ターン Ann 下 赤+2倍、Bob Lee up 丸+大工 こわす、\"上\" 左 三角、\"all\" up 3+ジャンプ 使わない")
        .unwrap_or_else(|e| panic!("{e}"));
}
