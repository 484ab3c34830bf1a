//! The pad for people: a table, and a chart of how the totals grew.

use crate::cli::cells::{clean, cut, fit, fit_right, width};
use crate::play::amount::Amount;
use crate::play::score::Pad;
use crate::say;

/// Every row of the pad: what it is called, and what each player has.
pub(super) fn rows(pad: &Pad) -> Vec<(String, Vec<String>)> {
    let cells = |row: &Vec<Option<Amount>>| {
        let cell = |s: &Option<Amount>| s.map_or("-".to_owned(), |n| n.to_string());
        row.iter().map(cell).collect()
    };
    let mut rows = Vec::new();
    for (i, row) in pad.rounds.iter().enumerate() {
        rows.push((say!("round {}", i + 1).to_string(), cells(row)));
    }
    for (name, row) in &pad.bonuses {
        rows.push((name.clone(), cells(row)));
    }
    let totals = pad.totals().iter().map(ToString::to_string).collect();
    rows.push((say!("total").to_string(), totals));
    let ranks = pad.ranks().iter().map(ToString::to_string).collect();
    rows.push((say!("rank").to_string(), ranks));
    rows
}

/// The pad as a table; players stand in several blocks where they do not fit beside each other.
pub(super) fn table(pad: &Pad, cells: Option<usize>) -> Vec<String> {
    let rows = rows(pad);
    let label = rows
        .iter()
        .map(|(l, _)| width(l))
        .max()
        .unwrap_or(0)
        .min(20);
    let column = |p: usize| {
        let numbers = rows.iter().map(|(_, row)| width(&row[p])).max();
        let name = width(&pad.players[p]).clamp(3, 12);
        numbers.unwrap_or(0).max(name)
    };
    let widths: Vec<usize> = (0..pad.players.len()).map(column).collect();
    let mut lines = Vec::new();
    let mut start = 0;
    while start < widths.len() {
        let mut end = start;
        let mut used = label;
        while end < widths.len()
            && (end == start || cells.is_none_or(|c| used + 2 + widths[end] <= c))
        {
            used += 2 + widths[end];
            end += 1;
        }
        if start > 0 {
            lines.push(String::new());
        }
        let line = |first: &str, cell: &dyn Fn(usize) -> String| {
            let mut line = fit(first, label);
            for (p, wide) in (start..end).zip(&widths[start..end]) {
                line.push_str("  ");
                line.push_str(&fit_right(&cell(p), *wide));
            }
            line
        };
        lines.push(line("", &|p| clean(&pad.players[p])));
        for (name, row) in &rows {
            lines.push(line(&clean(name), &|p| row[p].clone()));
        }
        start = end;
    }
    lines
}

/// Eight heights of a column.
const BARS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];

/// A line a player: their total after every round, as columns of one scale for all; bonuses come last. Where there are
/// more rounds than cells, the last ones are shown.
pub(super) fn chart(pad: &Pad, cells: usize) -> Vec<String> {
    let grown = grown(pad);
    let all = || grown.iter().flatten().copied();
    let (Some(low), Some(high)) = (all().min(), all().max()) else {
        return Vec::new();
    };
    let low = low.min(Amount::default());
    let names: Vec<String> = pad.players.iter().map(|n| cut(&clean(n), 12)).collect();
    let label = names.iter().map(|n| width(n)).max().unwrap_or(0);
    let totals: Vec<String> = pad.totals().iter().map(ToString::to_string).collect();
    let figures = totals.iter().map(String::len).max().unwrap_or(0);
    let room = cells.saturating_sub(label + figures + 4).max(1);
    let line = |p: usize| {
        let from = grown[p].len().saturating_sub(room);
        let bars: String = grown[p][from..]
            .iter()
            .map(|t| BARS[t.level(low, high, 8)])
            .collect();
        let name = fit(&names[p], label);
        format!("{name}  {bars}  {}", fit_right(&totals[p], figures))
    };
    (0..pad.players.len()).map(line).collect()
}

/// Every player's total after each round, then with the bonuses where there are any.
fn grown(pad: &Pad) -> Vec<Vec<Amount>> {
    let of = |p: usize| {
        let mut sum = Amount::default();
        let mut totals: Vec<Amount> = Vec::new();
        for round in &pad.rounds {
            sum = sum.plus(round[p].unwrap_or_default());
            totals.push(sum);
        }
        if !pad.bonuses.is_empty() {
            totals.push(pad.totals()[p]);
        }
        totals
    };
    (0..pad.players.len()).map(of).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::score::Note;

    fn pad(players: usize) -> Pad {
        let name = |i: usize| match i {
            0 => "花子".to_owned(),
            1 => "n".repeat(1000),
            i => format!("P{i}"),
        };
        let names = (0..players).map(name).collect();
        let notes = [
            Note::Join(names),
            Note::Round(vec![
                ("花子".into(), Amount::whole(-12)),
                ("P2".into(), Amount::whole(7)),
            ]),
            Note::Bonus("road".into(), vec![("P2".into(), Amount::whole(1000))]),
        ];
        Pad::read(&notes).expect("a pad")
    }

    #[test]
    fn a_pad_as_a_table() {
        assert_eq!(
            table(&pad(3), None),
            [
                "         花子  nnnnnnnnnnn…    P2",
                "round 1   -12             -     7",
                "road        -             -  1000",
                "total     -12             0  1007",
                "rank        3             2     1",
            ]
        );
    }

    #[test]
    fn a_pad_fits_the_screen() {
        for cells in [1, 20, 40, 80, 200] {
            let lines = table(&pad(12), Some(cells));
            // One player beside the names of the rows is the least.
            assert!(lines.iter().all(|l| width(l) <= cells.max(21)), "{cells}");
            assert!(lines.iter().any(|l| l.contains("P11")));
        }
    }

    #[test]
    fn totals_grow_on_one_scale() {
        let score = |a: i64, b: i64| {
            let scores = [("Ann", a), ("Bob", b)];
            let scores = scores.map(|(n, s)| (n.to_owned(), Amount::whole(s)));
            Note::Round(scores.to_vec())
        };
        let pad = Pad::read(&[score(0, 4), score(2, -4), score(5, 7)]).expect("a pad");
        assert_eq!(chart(&pad, 80), ["Ann  ▁▃█  7", "Bob  ▅▁█  7"]);
        assert_eq!(chart(&pad, 10), ["Ann  ▃█  7", "Bob  ▁█  7"]);
        assert!(chart(&Pad::default(), 80).is_empty());
    }
}
