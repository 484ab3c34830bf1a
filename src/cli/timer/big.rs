//! Digits as large as the screen has room for.

/// Digits three pixels wide and five tall, a row in three bits.
const DIGITS: [[u8; 5]; 10] = [
    [7, 5, 5, 5, 7],
    [2, 6, 2, 2, 7],
    [7, 1, 7, 4, 7],
    [7, 1, 7, 1, 7],
    [5, 5, 7, 1, 1],
    [7, 4, 7, 1, 7],
    [7, 4, 7, 5, 7],
    [7, 1, 1, 1, 1],
    [7, 5, 7, 5, 7],
    [7, 5, 7, 1, 7],
];

/// The digits as large as fits; as plain text where nothing larger does.
pub(super) fn big(text: &str, w: usize, h: usize) -> Vec<String> {
    let wide: usize = text.chars().map(|c| pixels(c) + 1).sum::<usize>() - 1;
    // A pixel is two cells wide and one tall, which is about square; one cell each where room is short.
    let scale = (w / (2 * wide)).min(h / 5);
    let (across, down) = match scale {
        0 if wide <= w && h >= 5 => (1, 1),
        0 => return vec![text.to_owned()],
        n => (2 * n, n),
    };
    let mut rows = Vec::new();
    for y in 0..5 {
        let mut row = String::new();
        for (i, c) in text.chars().enumerate() {
            if i > 0 {
                row.push_str(&" ".repeat(across));
            }
            let n = pixels(c);
            for x in (0..n).rev() {
                let on = lit(c, x, y);
                row.push_str(&(if on { "█" } else { " " }).repeat(across));
            }
        }
        rows.extend(std::iter::repeat_n(row, down));
    }
    rows
}

/// Whether a digit, or the colon, has a pixel there; columns count from the right.
fn lit(c: char, x: usize, y: usize) -> bool {
    match c.to_digit(10) {
        Some(d) => DIGITS[d as usize][y] >> x & 1 == 1,
        None => y == 1 || y == 3,
    }
}

fn pixels(c: char) -> usize {
    if c.is_ascii_digit() { 3 } else { 1 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::cells::width;

    #[test]
    fn digits_grow_with_the_room() {
        assert_eq!(big("1:30", 10, 5), ["1:30"]);
        assert_eq!(big("1:30", 13, 4), ["1:30"]);
        let small = big("1:30", 13, 5);
        assert_eq!(
            small,
            [
                " █    ███ ███",
                "██  █   █ █ █",
                " █    ███ █ █",
                " █  █   █ █ █",
                "███   ███ ███"
            ]
        );
        assert_eq!(big("1:30", 26, 5).len(), 5);
        assert_eq!(big("1:30", 200, 20).len(), 20);
        assert!(big("1:30", 60, 20).iter().all(|r| width(r) == 52));
    }
}
