//! The words that games count by, for people: statistics and JSON know them as short English names. Knows those of the
//! shipped referees; a name of another one stays as it is, in backticks.

use crate::say;
use crate::say::Say;

/// What people call a side, an ending, a figure or a kind of bot.
pub(super) fn said(word: &str) -> Say {
    match word {
        "all-out" => say!("all-out"),
        "babies" => say!("babies"),
        "best-score" => say!("best-score"),
        "birth" => say!("birth"),
        "blocked" => say!("blocked"),
        "both-babies" => say!("both-babies"),
        "both-educators" => say!("both-educators"),
        "both-sides" => say!("both-sides"),
        "bursts" => say!("bursts"),
        "bursts-by-command" => say!("bursts-by-command"),
        "bursts-by-quota" => say!("bursts-by-quota"),
        "bursts-by-range" => say!("bursts-by-range"),
        "bursts-by-trap" => say!("bursts-by-trap"),
        "catches" => say!("catches"),
        "cats-home" => say!("cats-home"),
        "cells-drawn" => say!("cells-drawn"),
        "council" => say!("council"),
        "educators" => say!("educators"),
        "end" => say!("end"),
        "events-won" => say!("events-won"),
        "face-up" => say!("face-up"),
        "fish" => say!("fish"),
        "home" => say!("home"),
        "jumps" => say!("jumps"),
        "lives-left" => say!("lives-left"),
        "lost-by-command" => say!("lost-by-command"),
        "lost-by-quota" => say!("lost-by-quota"),
        "lost-by-range" => say!("lost-by-range"),
        "lost-by-trap" => say!("lost-by-trap"),
        "margin" => say!("margin"),
        "missions-fulfilled" => say!("missions-fulfilled"),
        "more-cards" => say!("more-cards"),
        "most-cards-win" => say!("most-cards-win"),
        "no-move" => say!("no-move"),
        "pet" => say!("pet"),
        "points" => say!("points"),
        "random" => say!("random"),
        "rounds-ended-by-fish" => say!("rounds-ended-by-fish"),
        "sensible" => say!("sensible"),
        "shared" => say!("shared"),
        "skates" => say!("skates"),
        "specials" => say!("specials"),
        "turn-8" => say!("turn-8"),
        "uneven-turns" => say!("uneven-turns"),
        "unfinished" => say!("unfinished"),
        "void-commands" => say!("void-commands"),
        "whole-floor" => say!("whole-floor"),
        other => say!("`{}`", other),
    }
}
