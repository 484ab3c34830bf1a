//! PDF syntax into a byte buffer: numbers as short as they can be, names, strings, operators.

use usvg::Transform;

/// A buffer of PDF syntax. Every token is followed by what separates it from the next.
#[derive(Clone, Default)]
pub(super) struct Content {
    /// The bytes so far.
    pub bytes: Vec<u8>,
}

const POWERS: [f64; 7] = [1.0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6];

impl Content {
    /// Bytes as they are.
    pub(super) fn raw(&mut self, s: &str) -> &mut Self {
        self.bytes.extend_from_slice(s.as_bytes());
        self
    }

    /// A number with at most `digits` decimals (six are the most), then a space.
    pub(super) fn num(&mut self, v: f32, digits: usize) -> &mut Self {
        self.decimal(f64::from(v), digits, b" ");
        self
    }

    /// Several numbers with three decimals.
    pub(super) fn nums(&mut self, values: &[f32]) -> &mut Self {
        for v in values {
            self.num(*v, 3);
        }
        self
    }

    /// A number without anything after it.
    pub(super) fn number(&mut self, v: f64, digits: usize) {
        self.decimal(v, digits, b"");
    }

    /// A number, written from its last digit to its first, and what comes after it.
    fn decimal(&mut self, v: f64, mut digits: usize, after: &[u8]) {
        digits = digits.min(6);
        let scaled = v * POWERS[digits];
        // `as` saturates, and turns NaN into 0: no number breaks the syntax.
        let rounded = (scaled + 0.5f64.copysign(scaled)) as i64;
        let mut x = rounded.unsigned_abs();
        while digits > 0 && x.is_multiple_of(10) {
            (x, digits) = (x / 10, digits - 1);
        }
        let mut buffer = [0u8; 24];
        let mut at = buffer.len() - after.len();
        buffer[at..].copy_from_slice(after);
        let mut put = |byte: u8| {
            at -= 1;
            buffer[at] = byte;
        };
        let mut left = digits;
        loop {
            put(b'0' + (x % 10) as u8);
            x /= 10;
            if left > 0 {
                left -= 1;
                if left == 0 {
                    put(b'.');
                    if x == 0 {
                        break;
                    }
                }
            } else if x == 0 {
                break;
            }
        }
        if rounded < 0 {
            put(b'-');
        }
        self.bytes.extend_from_slice(&buffer[at..]);
    }

    /// A whole number that is not negative, without anything after it.
    pub(super) fn integer(&mut self, mut v: i64) -> &mut Self {
        let mut buffer = [0u8; 20];
        let mut at = buffer.len();
        loop {
            at -= 1;
            buffer[at] = b'0' + (v % 10) as u8;
            v /= 10;
            if v == 0 {
                break;
            }
        }
        self.bytes.extend_from_slice(&buffer[at..]);
        self
    }

    /// A name such as `/X12`, then a space.
    pub(super) fn name(&mut self, prefix: &str, number: usize) -> &mut Self {
        self.raw("/").raw(prefix).integer(number as i64).raw(" ")
    }

    /// The name of a stretch of art: its art, and which stretch of it.
    pub(super) fn segment(&mut self, art: usize, number: usize) -> &mut Self {
        self.raw("/S").integer(art as i64);
        self.raw(".").integer(number as i64).raw(" ")
    }

    /// A reference to an object.
    pub(super) fn reference(&mut self, id: u32) -> &mut Self {
        self.integer(i64::from(id)).raw(" 0 R")
    }

    /// The six numbers of a matrix.
    pub(super) fn matrix(&mut self, t: Transform, digits: usize) -> &mut Self {
        for v in [t.sx, t.ky, t.kx, t.sy] {
            self.num(v, 6);
        }
        self.num(t.tx, digits).num(t.ty, digits)
    }

    /// A two-byte glyph code inside a literal string.
    pub(super) fn code(&mut self, code: u16) {
        for b in code.to_be_bytes() {
            self.string_byte(b);
        }
    }

    /// A whole literal string.
    pub(super) fn string(&mut self, bytes: &[u8]) -> &mut Self {
        self.bytes.push(b'(');
        for b in bytes {
            self.string_byte(*b);
        }
        self.bytes.push(b')');
        self
    }

    fn string_byte(&mut self, b: u8) {
        match b {
            b'(' | b')' | b'\\' => self.bytes.extend_from_slice(&[b'\\', b]),
            // A bare carriage return would be read as a line feed.
            b'\r' => self.bytes.extend_from_slice(b"\\r"),
            _ => self.bytes.push(b),
        }
    }
}

/// The bytes of a PDF text string.
pub(super) fn text_bytes(text: &str) -> Vec<u8> {
    if text.bytes().all(|b| (32..127).contains(&b)) {
        return text.as_bytes().to_vec();
    }
    let mut bytes = vec![0xfe, 0xff];
    bytes.extend(text.encode_utf16().flat_map(u16::to_be_bytes));
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    fn show(v: f32, digits: usize) -> String {
        let mut c = Content::default();
        c.number(f64::from(v), digits);
        String::from_utf8(c.bytes).unwrap()
    }

    #[test]
    fn numbers_are_short() {
        assert_eq!(show(0.0, 3), "0");
        assert_eq!(show(-0.0004, 3), "0");
        assert_eq!(show(0.5, 3), ".5");
        assert_eq!(show(-0.25, 3), "-.25");
        assert_eq!(show(12.3456, 3), "12.346");
        assert_eq!(show(100.0, 3), "100");
        assert_eq!(show(0.001, 3), ".001");
        assert_eq!(show(3.0001, 6), "3.0001");
        assert_eq!(show(f32::NAN, 3), "0");
    }

    #[test]
    fn strings_are_escaped_and_japanese_is_utf16() {
        let mut c = Content::default();
        c.string(b"a(b)").string(&text_bytes("猫"));
        assert_eq!(c.bytes, b"(a\\(b\\))(\xfe\xff\x73\x2b)");
    }
}
