//! The words of the guide, the same on paper and on the terminal.

use super::{Outlay, PaperPile, Work, ranges};
use crate::impose::Backs;
use crate::kit::{ANY_PLAYERS, GUIDE_ICONS, GuideThing, Kit, Material};
use crate::say;
use crate::say::{Say, Tongue};

/// How many play.
pub fn players((least, most): (u32, u32)) -> Say {
    match (least, most) {
        ANY_PLAYERS => say!("any number of players"),
        _ if least == most => say!("{} {player|players}", least),
        _ => say!("{}–{} players", least, most),
    }
}

/// How long a game takes.
pub fn duration(minutes: u32) -> Say {
    say!("{} {minute|minutes}", minutes)
}

/// For whom it is.
pub fn age(years: u32) -> Say {
    say!("from age {}", years)
}

/// What a sheet is of.
pub fn material(material: Material) -> Say {
    match material {
        Material::Card => say!("card"),
        Material::Paper => say!("paper"),
    }
}

/// A number of sheets.
pub fn sheets(of: Material, count: usize) -> Say {
    match of {
        Material::Card => say!("{} {sheet|sheets} of card", count),
        Material::Paper => say!("{} {sheet|sheets} of paper", count),
    }
}

/// Pages by their numbers.
pub fn pages(numbers: &[usize], tongue: Tongue) -> Say {
    match numbers {
        [one] => say!("page {}", one),
        _ => {
            let comma = say!(", ").text(tongue);
            say!("pages {}", ranges(numbers, "–", &comma))
        }
    }
}

/// How many sheets of a pile are printed on both sides.
pub fn both_sides(pile: &PaperPile) -> Say {
    match (pile.both_sides, pile.sheets) {
        (0, _) => say!("printed on one side"),
        (both, all) if both == all => say!("printed on both sides"),
        (both, _) => say!("{} of them on both sides", both),
    }
}

/// How the pages are sent to the printer.
pub fn how(backs: Backs) -> Say {
    match backs {
        Backs::DuplexLong => say!("at 100 %, on both sides, flipped on the long edge"),
        Backs::DuplexShort => say!("at 100 %, on both sides, flipped on the short edge"),
        Backs::Manual | Backs::ManualReversed => {
            say!("at 100 %, on one side: first the fronts, then the backs on the same sheets")
        }
        Backs::Fold | Backs::None => say!("at 100 %, on one side"),
    }
}

/// What is to cut, and how long all of it takes.
pub fn work(outlay: &Outlay) -> Say {
    let work = &outlay.work;
    match work.cuts {
        0 if work.minutes == 0 => say!("nothing to cut"),
        0 => say!(
            "nothing to cut; about {} minutes to fold and glue",
            work.minutes
        ),
        _ if !work.folds() => say!(
            "{} {cut|cuts}, {} m with scissors: about {} minutes",
            work.cuts,
            work.metres,
            work.minutes
        ),
        _ => say!(
            "{} {cut|cuts}, {} m with scissors, then fold and glue: about {} minutes",
            work.cuts,
            work.metres,
            work.minutes
        ),
    }
}

/// The rule that minutes are reckoned by.
pub fn rule_of_thumb(work: &Work) -> Say {
    if !work.folds() {
        return say!(
            "for one pair of hands: a minute for a metre along a line, three around a shape, four seconds for each cut"
        );
    }
    say!(
        "for one pair of hands: a minute for a metre along a line, three around a shape, four seconds for each cut, and for folding and gluing one minute a figure, two a joint, five a box"
    )
}

/// What a tool is called, for those that there are drawings of.
pub fn tool(name: &str) -> Option<Say> {
    let words = [
        say!("scissors"),
        say!("craft knife"),
        say!("ruler"),
        say!("glue stick"),
        say!("sticky tape"),
        say!("stapler"),
        say!("ballpoint without ink"),
        say!("pens"),
        say!("paper clips"),
        say!("coins"),
        say!("cord"),
        say!("dice"),
    ];
    let mut known = GUIDE_ICONS.into_iter().zip(words);
    known.find_map(|(icon, words)| (icon == name).then_some(words))
}

/// Tools and things in the language of the print, each with its drawing.
pub fn needs(kit: &Kit, outlay: &Outlay, lang: &str) -> Vec<(Option<String>, String)> {
    let tongue = Tongue::of(lang);
    let tools = outlay.tools(kit).into_iter();
    let tools = tools.filter_map(|t| Some((Some(t.clone()), tool(&t)?.text(tongue))));
    let thing = |t: &GuideThing| (t.icon.clone(), t.what.get(lang).to_owned());
    tools.chain(kit.guide.things.iter().map(thing)).collect()
}

/// The titles of the components that a screen can keep, if there are any.
pub fn on_screen(kit: &Kit, outlay: &Outlay, lang: &str) -> Option<String> {
    let kept = outlay.parts.iter().filter(|p| p.screen);
    let titles: Vec<&str> = kept
        .map(|p| kit.components[p.component].title.get(lang))
        .collect();
    let comma = say!(", ").text(Tongue::of(lang));
    (!titles.is_empty()).then(|| titles.join(&comma))
}

/// How many sheets are spared by what a screen keeps.
pub fn spared(sheets: usize) -> Say {
    match sheets {
        0 => say!("they need no sheet of their own"),
        _ => say!("{} {sheet|sheets} less to print", sheets),
    }
}

/// The commands that begin a game: at the table, and on phones. None where the kit has no companion.
pub fn commands(kit: &Kit, outlay: &Outlay, named: &str) -> Vec<String> {
    if kit.table.is_none() {
        return Vec::new();
    }
    let kept = outlay.parts.iter().any(|p| p.screen);
    let set: String = match kept {
        true => kit
            .guide
            .set
            .iter()
            .map(|s| format!(" --set {s}"))
            .collect(),
        false => String::new(),
    };
    vec![
        format!("kitpress play {named}{set}"),
        format!("kitpress host {named}{set}"),
    ]
}

/// The command that prints all but what a screen keeps.
pub fn without_screen(outlay: &Outlay, named: &str) -> Option<String> {
    let rest = outlay.parts.iter().filter(|p| !p.screen);
    let rest: Vec<&str> = rest.map(|p| p.id.as_str()).collect();
    let any = outlay.parts.iter().any(|p| p.screen) && !rest.is_empty();
    any.then(|| format!("kitpress print {named} --only {}", rest.join(",")))
}
