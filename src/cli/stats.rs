//! What `history --stats` shows: in words with bars, as JSON, as CSV.

use serde_json::{Value, json};

use super::cells::cut;
use super::chart::{Bar, bars};
use super::sheet::{SheetCell, TableOfCells};
use super::zone;
use crate::diag::Problems;
use crate::play::stats::{HistoryStats, KitStats, Pair, Player, Won};
use crate::say;
use crate::say::{Say, tongue};

/// The most cells of a name in a line.
const NAME: usize = 24;

/// For people, on lines of so many cells.
pub(super) fn as_text(stats: &HistoryStats, cells: Option<usize>) -> Vec<String> {
    let mut lines = vec![heading(stats).to_string()];
    lines.extend(left_out(stats).iter().map(Say::to_string));
    if stats.games == 0 {
        return lines;
    }
    let all: Vec<Bar> = stats.players.iter().map(|p| bar(&p.name, p.all)).collect();
    lines.extend([String::new(), say!("who wins").to_string()]);
    lines.extend(bars(&all, cells));
    let key = say!("█ as good as certain, ▓ up to the share, ░ what chance may hide (95 %)");
    lines.push(key.to_string());
    for kit in &stats.kits {
        lines.push(String::new());
        lines.push(of_kit(kit).to_string());
        if stats.kits.len() == 1 {
            // Who wins it is who wins.
            break;
        }
        let at = |p: &Player| {
            let won = p.kits.iter().find(|(id, _)| *id == kit.id)?.1;
            Some(bar(&p.name, won))
        };
        lines.extend(bars(
            &stats.players.iter().filter_map(at).collect::<Vec<_>>(),
            cells,
        ));
    }
    lines.extend([String::new(), say!("in a row").to_string()]);
    lines.extend(stats.players.iter().map(streak));
    if !stats.pairs.is_empty() {
        lines.extend([String::new(), say!("head to head").to_string()]);
        lines.extend(stats.pairs.iter().map(|p| pair(stats, p)));
    }
    lines
}

fn heading(stats: &HistoryStats) -> Say {
    let Some((first, last)) = stats.between else {
        return say!("no games that count");
    };
    let day = |at: u64| zone::local(at).day();
    say!(
        "{} {game|games}, {} to {}, {} {minute|minutes} on average",
        stats.games,
        day(first),
        day(last),
        minutes(stats.minutes.unwrap_or(0.0))
    )
}

fn left_out(stats: &HistoryStats) -> Vec<Say> {
    let left = stats.left_out;
    let mut told = Vec::new();
    if left.practice > 0 {
        told.push(say!(
            "not counted: {} for practice; `--practice` counts them",
            left.practice
        ));
    }
    if left.running > 0 {
        told.push(say!("not counted: {} not over yet", left.running));
    }
    if left.given_up > 0 {
        told.push(say!("not counted: {} given up", left.given_up));
    }
    told
}

fn of_kit(kit: &KitStats) -> Say {
    let title = cut(kit.title.get(tongue().code()), 40);
    let minutes = minutes(kit.minutes);
    match kit.nobody {
        0 => say!(
            "{}: {} {game|games}, {} {minute|minutes} on average",
            title,
            kit.games,
            minutes
        ),
        nobody => say!(
            "{}: {} {game|games}, {} {minute|minutes} on average; nobody won {}",
            title,
            kit.games,
            minutes,
            nobody
        ),
    }
}

fn bar(name: &str, won: Won) -> Bar {
    let share = won.share();
    let [p, low, high] = share.map(|s| (s * 100.0).round() as u64);
    let words = say!(
        "{} of {}, {} % ({} to {})",
        won.wins,
        won.games,
        p,
        low,
        high
    );
    Bar {
        name: name.to_owned(),
        share,
        words: words.to_string(),
    }
}

fn streak(player: &Player) -> String {
    let name = cut(&player.name, NAME);
    say!("{}: {} now, {} at best", name, player.streak, player.best).to_string()
}

fn pair(stats: &HistoryStats, pair: &Pair) -> String {
    let [a, b] = pair.players.map(|p| cut(&stats.players[p].name, NAME));
    let [ahead, behind] = pair.ahead;
    say!(
        "{} {} : {} {} ({} {game|games} together; both won {}, neither {})",
        a,
        ahead,
        behind,
        b,
        pair.games,
        pair.both,
        pair.neither()
    )
    .to_string()
}

fn minutes(mean: f64) -> u64 {
    mean.round() as u64
}

/// For programs.
pub(super) fn as_json(stats: &HistoryStats) -> Value {
    let players: Vec<Value> = stats.players.iter().map(player).collect();
    let kit = |k: &KitStats| {
        json!({
            "kit": k.id, "title": k.title.get(tongue().code()), "games": k.games, "nobody": k.nobody,
            "minutes": tidy(k.minutes),
        })
    };
    let pair = |p: &Pair| {
        json!({
            "players": p.players.map(|i| stats.players[i].name.as_str()),
            "games": p.games, "ahead": p.ahead, "both": p.both, "neither": p.neither(),
        })
    };
    let left = stats.left_out;
    json!({
        "games": stats.games,
        "minutes": stats.minutes.map(tidy),
        "first": stats.between.map(|b| b.0),
        "last": stats.between.map(|b| b.1),
        "players": players,
        "kits": stats.kits.iter().map(kit).collect::<Vec<_>>(),
        "pairs": stats.pairs.iter().map(pair).collect::<Vec<_>>(),
        "not_counted": {
            "practice": left.practice, "running": left.running, "given_up": left.given_up,
        },
    })
}

fn player(player: &Player) -> Value {
    let mut fields = won(player.all);
    let at = |(id, at): &(String, Won)| {
        let mut fields = won(*at);
        fields["kit"] = id.as_str().into();
        fields
    };
    fields["name"] = player.name.as_str().into();
    fields["streak"] = player.streak.into();
    fields["best_streak"] = player.best.into();
    fields["kits"] = player.kits.iter().map(at).collect::<Vec<_>>().into();
    fields
}

fn won(won: Won) -> Value {
    let [rate, low, high] = won.share().map(tidy);
    json!({"games": won.games, "wins": won.wins, "rate": rate, "low": low, "high": high})
}

/// A number without the noise behind its sixth place.
fn tidy(number: f64) -> f64 {
    (number * 1e6).round() / 1e6
}

/// For spreadsheets: a row for each player, each player at each kit, each kit and each pair.
pub(super) fn print_csv(stats: &HistoryStats) -> Result<(), Problems> {
    let mut sheet = TableOfCells::new(&[
        "about", "player", "other", "kit", "games", "wins", "losses", "both", "neither", "rate",
        "low", "high", "streak", "best", "minutes",
    ])?;
    let none = || SheetCell::plain("");
    for p in &stats.players {
        let all = std::iter::once((None, p.all));
        let kits = p.kits.iter().map(|(id, won)| (Some(id), *won));
        for (kit, won) in all.chain(kits) {
            let [rate, low, high] = won.share().map(|s| SheetCell::plain(tidy(s)));
            let whole = kit.is_none();
            sheet.row([
                SheetCell::plain("player"),
                SheetCell::text(&p.name),
                none(),
                SheetCell::text(kit.map_or("", String::as_str)),
                SheetCell::plain(won.games),
                SheetCell::plain(won.wins),
                none(),
                none(),
                none(),
                rate,
                low,
                high,
                SheetCell::maybe(whole.then_some(p.streak)),
                SheetCell::maybe(whole.then_some(p.best)),
                none(),
            ])?;
        }
    }
    for k in &stats.kits {
        let mut row = vec![
            SheetCell::plain("kit"),
            none(),
            none(),
            SheetCell::text(&k.id),
        ];
        row.push(SheetCell::plain(k.games));
        row.extend((0..3).map(|_| none()));
        row.push(SheetCell::plain(k.nobody));
        row.extend((0..5).map(|_| none()));
        row.push(SheetCell::plain(tidy(k.minutes)));
        sheet.row(row)?;
    }
    for p in &stats.pairs {
        let [a, b] = p.players.map(|i| SheetCell::text(&stats.players[i].name));
        let mut row = vec![
            SheetCell::plain("pair"),
            a,
            b,
            none(),
            SheetCell::plain(p.games),
        ];
        row.extend([p.ahead[0], p.ahead[1], p.both, p.neither()].map(SheetCell::plain));
        row.extend((0..6).map(|_| none()));
        sheet.row(row)?;
    }
    sheet.print()
}
