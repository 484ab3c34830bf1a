//! Colours, and what each of the three ways to spend ink makes of them.

/// An opaque colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Rgb {
    /// Red, 0–255.
    pub r: u8,
    /// Green, 0–255.
    pub g: u8,
    /// Blue, 0–255.
    pub b: u8,
}

/// How much ink a print may use.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Ink {
    /// All of it.
    #[default]
    Full,
    /// White grounds, outlines, light tints.
    Saver,
    /// Greys and patterns only.
    Mono,
}

impl Ink {
    /// All inks with their names.
    pub const ALL: [(&'static str, Ink); 3] = [
        ("full", Ink::Full),
        ("saver", Ink::Saver),
        ("mono", Ink::Mono),
    ];

    /// The name that templates see.
    pub fn name(self) -> &'static str {
        match self {
            Ink::Full => "full",
            Ink::Saver => "saver",
            Ink::Mono => "mono",
        }
    }

    /// A large fill: itself, a light tint, or a very light grey.
    pub fn ground(self, c: Rgb) -> Rgb {
        match self {
            Ink::Full => c,
            Ink::Saver => mix(WHITE, c, 0.08),
            Ink::Mono => mix(WHITE, grey(c), 0.08),
        }
    }

    /// What stands on a large fill: light colours turn dark where the fill turns light.
    pub(crate) fn on_ground(self, c: Rgb) -> Rgb {
        let light = luminance(c) > 0.35;
        match self {
            Ink::Full => c,
            Ink::Saver if light => DARK,
            Ink::Saver => c,
            Ink::Mono if light => grey(DARK),
            Ink::Mono => grey(c),
        }
    }
}

/// White.
pub(crate) const WHITE: Rgb = Rgb {
    r: 255,
    g: 255,
    b: 255,
};
const DARK: Rgb = Rgb {
    r: 0x1d,
    g: 0x24,
    b: 0x33,
};

/// Reads `#rgb` or `#rrggbb`.
pub fn parse_color(text: &str) -> Option<Rgb> {
    let hex = text.trim().strip_prefix('#')?;
    if !hex.is_ascii() {
        return None;
    }
    let byte = |s: &str| u8::from_str_radix(s, 16).ok();
    match hex.len() {
        3 => {
            let digit = |i: usize| byte(&hex[i..=i]).map(|d| d * 17);
            Some(Rgb {
                r: digit(0)?,
                g: digit(1)?,
                b: digit(2)?,
            })
        }
        6 => Some(Rgb {
            r: byte(&hex[0..2])?,
            g: byte(&hex[2..4])?,
            b: byte(&hex[4..6])?,
        }),
        _ => None,
    }
}

/// Writes `#rrggbb`.
pub(crate) fn hex(c: Rgb) -> String {
    format!("#{:02x}{:02x}{:02x}", c.r, c.g, c.b)
}

/// `share` of `b` in `a`.
pub(crate) fn mix(a: Rgb, b: Rgb, share: f64) -> Rgb {
    let m = |x: u8, y: u8| (f64::from(x) + (f64::from(y) - f64::from(x)) * share).round() as u8;
    Rgb {
        r: m(a.r, b.r),
        g: m(a.g, b.g),
        b: m(a.b, b.b),
    }
}

/// Relative luminance, 0 black to 1 white.
pub(crate) fn luminance(c: Rgb) -> f64 {
    let linear = |v: u8| {
        let v = f64::from(v) / 255.0;
        if v <= 0.04045 {
            v / 12.92
        } else {
            ((v + 0.055) / 1.055).powf(2.4)
        }
    };
    0.2126 * linear(c.r) + 0.7152 * linear(c.g) + 0.0722 * linear(c.b)
}

/// The grey that looks as light as the colour.
pub(crate) fn grey(c: Rgb) -> Rgb {
    let y = luminance(c);
    let v = if y <= 0.003_130_8 {
        y * 12.92
    } else {
        1.055 * y.powf(1.0 / 2.4) - 0.055
    };
    let v = (v * 255.0).round() as u8;
    Rgb { r: v, g: v, b: v }
}
