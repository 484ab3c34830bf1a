//! Pages drawn as SVG, to look at: `KITPRESS_DUMP=folder cargo test --lib impose::tests::dump`.

use super::*;
use std::fmt::Write;

fn mark(m: &Mark, out: &mut String) {
    let g = (m.pen.grey * 255.0) as u8;
    let dash = m
        .pen
        .dash
        .map(|(a, b)| format!(" stroke-dasharray='{} {}'", a.0, b.0))
        .unwrap_or_default();
    let fill = if m.pen.fill {
        format!("rgb({g},{g},{g})")
    } else {
        "none".into()
    };
    let style = format!(
        "fill='{fill}' stroke='rgb({g},{g},{g})' stroke-width='{}'{dash}",
        m.pen.width.0
    );
    let _ = match &m.shape {
        Shape::Line { x1, y1, x2, y2 } => {
            writeln!(
                out,
                "<line x1='{}' y1='{}' x2='{}' y2='{}' {style}/>",
                x1.0, y1.0, x2.0, y2.0
            )
        }
        Shape::Rect { rect: r, .. } => {
            writeln!(
                out,
                "<rect x='{}' y='{}' width='{}' height='{}' {style}/>",
                r.x.0, r.y.0, r.w.0, r.h.0
            )
        }
        Shape::Ellipse(r) => {
            let (rx, ry) = (r.w.0 / 2.0, r.h.0 / 2.0);
            writeln!(
                out,
                "<ellipse cx='{}' cy='{}' rx='{rx}' ry='{ry}' {style}/>",
                r.x.0 + rx,
                r.y.0 + ry
            )
        }
        Shape::Polygon(p) => {
            let p: Vec<_> = p.iter().map(|(x, y)| format!("{},{}", x.0, y.0)).collect();
            writeln!(out, "<polygon points='{}' {style}/>", p.join(" "))
        }
    };
}

fn face(p: &Placement, i: usize, out: &mut String) {
    let r = check::printed(p);
    let _ = writeln!(
        out,
        "<clipPath id='c{i}'><rect x='{}' y='{}' width='{}' height='{}'/></clipPath>",
        r.x.0, r.y.0, r.w.0, r.h.0
    );
    let b = p.at.grown(p.bleed);
    let _ = writeln!(
        out,
        "<g clip-path='url(#c{i})'><rect x='{}' y='{}' width='{}' height='{}' fill='#f6d9b8'/>",
        b.x.0, b.y.0, b.w.0, b.h.0
    );
    let a = p.at;
    let _ = writeln!(
        out,
        "<rect x='{}' y='{}' width='{}' height='{}' fill='#cfe6f5'/>",
        a.x.0, a.y.0, a.w.0, a.h.0
    );
    let ((x, y), deg) = (check::point(p, (0.1, 0.25)), p.turn.quarters() * 90);
    let _ = writeln!(
        out,
        "<text transform='translate({x} {y}) rotate({deg})' font-size='8'>{}</text></g>",
        p.face
    );
}

/// A page as SVG.
fn svg(s: &Sheet, margin: Mm) -> String {
    let (w, h, m) = (s.paper.w.0, s.paper.h.0, margin.0);
    let mut out = format!(
        "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {w} {h}' width='{w}mm' height='{h}mm'>"
    );
    let _ = writeln!(out, "<rect width='{w}' height='{h}' fill='#eee'/>");
    let _ = writeln!(
        out,
        "<rect x='{m}' y='{m}' width='{}' height='{}' fill='#fff'/>",
        w - 2.0 * m,
        h - 2.0 * m
    );
    for (i, p) in s.items.iter().enumerate() {
        face(p, i, &mut out);
    }
    for m in s.marks.iter().chain(&s.guides).chain(&s.ruler) {
        mark(m, &mut out);
    }
    for n in &s.notes {
        let deg = if n.turn == Turn::Left { -90 } else { 0 };
        let at = format!("translate({} {}) rotate({deg})", n.x.0, n.y.0);
        let _ = writeln!(
            out,
            "<text transform='{at}' font-family='sans-serif' font-size='{}'>{}</text>",
            n.size.to_mm().0,
            n.text
        );
    }
    out + "</svg>"
}

#[test]
fn pages_can_be_looked_at() {
    let (floor, arm) = (Size::mm(57.0, 57.0), Size::mm(44.0, 68.0));
    let token = |i| CutPiece {
        component: 2,
        size: Size::mm(25.0, 29.0),
        front: i,
        back: None,
        cut: Cut::Hexagon,
    };
    let standees = Job::Standees {
        component: 2,
        size: Size::mm(30.0, 45.0),
        tab: Mm(8.0),
        cut: Cut::default(),
        pieces: vec![(1, 2); 6],
    };
    let map = Job::Sheets {
        component: 3,
        size: Size::mm(380.0, 520.0),
        pages: vec![0],
    };
    let booklet = Job::Booklet {
        component: 3,
        size: Size::mm(105.0, 148.0),
        pages: (1..=8).collect(),
    };
    let both = vec![
        cards(0, floor, 18, 1, Some(0)),
        cards(1, arm, 22, 50, Some(0)),
    ];
    let mixed = vec![
        cards(0, floor, 5, 1, None),
        Job::Pieces((0..9).map(token).collect()),
        standees.clone(),
    ];
    let bleed = Layout {
        bleed: Mm(3.0),
        ..on("a4")
    };
    let fold = Layout {
        backs: Backs::Fold,
        ..bleed.clone()
    };
    let views = [
        ("a4", both.clone(), on("a4")),
        ("letter", both.clone(), on("letter")),
        ("bleed", both.clone(), bleed.clone()),
        (
            "corner",
            both.clone(),
            Layout {
                marks: Marks::Corner,
                ..on("a4")
            },
        ),
        (
            "corner-bleed",
            both.clone(),
            Layout {
                marks: Marks::Corner,
                ..bleed
            },
        ),
        (
            "lines",
            mixed.clone(),
            Layout {
                marks: Marks::Lines,
                ..on("a4")
            },
        ),
        ("fold", both, fold),
        ("mixed", mixed, on("a4")),
        ("standees", vec![standees], on("a4")),
        ("map", vec![map], on("a4")),
        ("booklet", vec![booklet], on("a4")),
    ];
    let folder = std::env::var_os("KITPRESS_DUMP");
    for (name, jobs, layout) in views {
        for (i, s) in pages(&jobs, &layout).iter().enumerate() {
            let drawn = svg(s, layout.margin);
            assert!(drawn.ends_with("</svg>"));
            if let Some(folder) = &folder {
                std::fs::write(
                    std::path::Path::new(folder).join(format!("{name}-{}.svg", i + 1)),
                    drawn,
                )
                .unwrap();
            }
        }
    }
}
