//! The tags of a plain picture, and the attributes that are known.

use memchr::memchr3;

/// The values of an element's attributes, as they are written.
macro_rules! attributes {
    ($($field:ident $name:literal)*) => {
        #[derive(Clone, Copy, Default)]
        pub struct Attributes<'s> {
            $(pub $field: Option<&'s str>,)*
        }

        impl<'s> Attributes<'s> {
            fn place(&mut self, name: &[u8]) -> Option<&mut Option<&'s str>> {
                match name {
                    $($name => Some(&mut self.$field),)*
                    _ => None,
                }
            }
        }
    };
}

attributes! {
    id b"id"
    xmlns b"xmlns"
    xlink b"xmlns:xlink"
    d b"d"
    points b"points"
    x b"x"
    y b"y"
    width b"width"
    height b"height"
    cx b"cx"
    cy b"cy"
    r b"r"
    rx b"rx"
    ry b"ry"
    x1 b"x1"
    y1 b"y1"
    x2 b"x2"
    y2 b"y2"
    transform b"transform"
    opacity b"opacity"
    clip_path b"clip-path"
    clip_rule b"clip-rule"
    fill b"fill"
    fill_opacity b"fill-opacity"
    fill_rule b"fill-rule"
    stroke b"stroke"
    stroke_opacity b"stroke-opacity"
    stroke_width b"stroke-width"
    stroke_linecap b"stroke-linecap"
    stroke_linejoin b"stroke-linejoin"
    stroke_miterlimit b"stroke-miterlimit"
    stroke_dasharray b"stroke-dasharray"
    stroke_dashoffset b"stroke-dashoffset"
    paint_order b"paint-order"
    view_box b"viewBox"
    overflow b"overflow"
    pattern_units b"patternUnits"
    pattern_transform b"patternTransform"
}

/// A tag.
pub enum Tag<'s> {
    /// The start of an element: its name, and whether it goes on.
    Start(&'s [u8], bool),
    /// The end of an element of that name.
    End(&'s [u8]),
}

/// Reads tags one after the other.
pub struct Tags<'s> {
    text: &'s str,
    at: usize,
    /// Whether all of the text is printable ASCII in lines.
    simple: bool,
}

impl<'s> Tags<'s> {
    /// The tags of a picture.
    pub fn new(text: &'s str) -> Self {
        let simple = |all: bool, b: u8| all & (b.wrapping_sub(0x20) < 0x5f || b == b'\n');
        Self {
            text,
            at: 0,
            simple: text.bytes().fold(true, simple),
        }
    }

    /// The text from a place to where the reading is.
    pub fn since(&self, place: usize) -> &'s str {
        &self.text[place..self.at]
    }

    /// Where the reading is.
    pub fn place(&self) -> usize {
        self.at
    }

    /// Whether nothing is left.
    pub fn at_end(&mut self) -> Option<bool> {
        self.skip_space();
        while self.rest().starts_with(b"<!--") {
            self.comment()?;
        }
        Some(self.at == self.text.len())
    }

    /// The next tag, and the attributes of an element that starts; `None` if the text goes on with anything else.
    pub fn next(&mut self, attributes: &mut Attributes<'s>) -> Option<Tag<'s>> {
        if self.at_end()? || self.rest()[0] != b'<' {
            return None;
        }
        self.at += 1;
        if self.rest().first() == Some(&b'/') {
            self.at += 1;
            let name = self.name()?;
            self.skip_space();
            return self.eat(b'>').map(|()| Tag::End(name));
        }
        let name = self.name()?;
        *attributes = Attributes::default();
        loop {
            let spaced = self.skip_space();
            match *self.rest().first()? {
                b'>' => {
                    self.at += 1;
                    return Some(Tag::Start(name, true));
                }
                b'/' => {
                    self.at += 1;
                    self.eat(b'>')?;
                    return Some(Tag::Start(name, false));
                }
                _ if !spaced => return None,
                _ => {}
            }
            let name = self.name()?;
            self.eat(b'=')?;
            let value = self.value()?;
            let place = attributes.place(name)?;
            // An attribute that stands twice is an error.
            if place.replace(value).is_some() {
                return None;
            }
        }
    }

    fn rest(&self) -> &'s [u8] {
        &self.text.as_bytes()[self.at..]
    }

    fn eat(&mut self, byte: u8) -> Option<()> {
        (self.rest().first() == Some(&byte)).then(|| self.at += 1)
    }

    fn skip_space(&mut self) -> bool {
        let space = |b: &&u8| matches!(**b, b' ' | b'\n' | b'\t' | b'\r');
        let length = self.rest().iter().take_while(space).count();
        self.at += length;
        length > 0
    }

    fn comment(&mut self) -> Option<()> {
        let inner = &self.text[self.at + 4..];
        let length = inner.find("--")?;
        let plain = |b: u8| b >= 0x20 || matches!(b, b'\n' | b'\t' | b'\r');
        if !inner[length..].starts_with("-->") || !inner[..length].is_ascii() {
            return None;
        }
        self.at += 4 + length + 3;
        self.skip_space();
        inner[..length].bytes().all(plain).then_some(())
    }

    fn name(&mut self) -> Option<&'s [u8]> {
        let part = |b: &&u8| b.is_ascii_alphanumeric() || matches!(**b, b'-' | b':');
        let rest = self.rest();
        let length = rest.iter().take_while(part).count();
        self.at += length;
        let name = &rest[..length];
        name.first()?.is_ascii_alphabetic().then_some(name)
    }

    /// A value without anything that XML reads in a way of its own.
    fn value(&mut self) -> Option<&'s str> {
        let quote = *self.rest().first()?;
        if !matches!(quote, b'"' | b'\'') {
            return None;
        }
        let from = self.at + 1;
        let rest = &self.text.as_bytes()[from..];
        let odd = |b: &u8| !(0x20..0x7f).contains(b) && *b != b'\n';
        let length = match self.simple {
            true => memchr3(quote, b'<', b'&', rest)?,
            false => rest
                .iter()
                .position(|b| *b == quote || odd(b) || matches!(b, b'<' | b'&'))?,
        };
        if rest[length] != quote {
            return None;
        }
        self.at = from + length + 1;
        Some(&self.text[from..from + length])
    }
}
