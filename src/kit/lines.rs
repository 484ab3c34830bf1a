//! Lines of a text file as editors count them: they end with LF, with CRLF as Excel writes it, or with CR alone.

/// Where each line of a text ends.
pub(super) struct Lines(Vec<usize>);

impl Lines {
    /// Finds the ends of all lines.
    pub(super) fn of(text: &str) -> Self {
        let bytes = text.as_bytes();
        let ends = memchr::memchr2_iter(b'\n', b'\r', bytes);
        // The LF of a CRLF ends the line; its CR must not end another.
        Self(
            ends.filter(|at| bytes[*at] == b'\n' || bytes.get(at + 1) != Some(&b'\n'))
                .collect(),
        )
    }

    /// The line of a place, counted from 1.
    pub(super) fn at(&self, offset: usize) -> usize {
        self.0.partition_point(|end| *end < offset) + 1
    }

    /// The line of the first row of a table at or behind a place: ends of lines and empty lines before it are no part of it.
    pub(super) fn at_row(&self, text: &str, offset: usize) -> usize {
        let rest = text.as_bytes().get(offset..).unwrap_or_default();
        let skipped = rest
            .iter()
            .take_while(|b| matches!(b, b'\n' | b'\r'))
            .count();
        self.at(offset + skipped)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_counted_as_editors_do() {
        for text in ["a\nb\n\nc", "a\r\nb\r\n\r\nc", "a\rb\r\rc"] {
            let lines = Lines::of(text);
            let at = |c: char| lines.at(text.find(c).expect("the letter"));
            assert_eq!((at('a'), at('b'), at('c')), (1, 2, 4), "{text:?}");
            let behind_a = 1;
            assert_eq!(lines.at_row(text, behind_a), 2, "{text:?}");
        }
        assert_eq!(Lines::of("").at(0), 1);
    }
}
