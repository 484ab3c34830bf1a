//! The way in as a picture: a QR code, for screens and for terminals.

use qrcode::{Color, QrCode};

/// White around it, in squares.
const QUIET: usize = 4;

/// A QR code, dark squares by row; none for a text that is too long.
fn squares(text: &str) -> Option<(usize, Vec<bool>)> {
    let code = QrCode::new(text).ok()?;
    let dark = code.to_colors().iter().map(|c| *c == Color::Dark).collect();
    Some((code.width(), dark))
}

/// As SVG, black on white.
pub(super) fn svg(text: &str) -> Option<String> {
    let (width, dark) = squares(text)?;
    let all = width + 2 * QUIET;
    let mut path = String::new();
    for (at, _) in dark.iter().enumerate().filter(|(_, d)| **d) {
        let (x, y) = (at % width + QUIET, at / width + QUIET);
        path += &format!("M{x} {y}h1v1h-1z");
    }
    Some(format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {all} {all}\" shape-rendering=\"crispEdges\">\
         <path fill=\"#fff\" d=\"M0 0h{all}v{all}H0z\"/><path d=\"{path}\"/></svg>\n"
    ))
}

/// For terminals: two rows of squares a line, light squares drawn, since most terminals are dark. Every line is as long
/// as the others.
pub fn lines(text: &str) -> Vec<String> {
    let Some((width, dark)) = squares(text) else {
        return Vec::new();
    };
    let edge = 2;
    let light = |x: usize, y: usize| {
        let inside = (edge..width + edge).contains(&x) && (edge..width + edge).contains(&y);
        !(inside && dark[(y - edge) * width + (x - edge)])
    };
    let all = width + 2 * edge;
    let cell = |x: usize, y: usize| match (light(x, y), y + 1 < all && light(x, y + 1)) {
        (true, true) => '█',
        (true, false) => '▀',
        (false, true) => '▄',
        (false, false) => ' ',
    };
    let line = |y: usize| (0..all).map(|x| cell(x, y)).collect();
    (0..all).step_by(2).map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_drawn_with_white_around() {
        let text = "http://192.168.178.23:7374/#ABC234";
        let all = lines(text);
        assert!(all.len() > 12, "{all:?}");
        assert!(
            all.iter()
                .all(|l| l.chars().count() == all[0].chars().count())
        );
        assert!(all[0].chars().all(|c| c == '█'), "{}", all[0]);
        let svg = svg(text).expect("a picture");
        assert!(svg.contains("viewBox=\"0 0 37 37\""), "{svg}");
    }
}
