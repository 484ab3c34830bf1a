//! Markdown to blocks: what `pulldown-cmark` says, in the words of a rule sheet.
//!
//! Stars are hidden from the parser: CommonMark does not close `**直す：**` before a letter, which Japanese needs.
//! They are read by the markup of text boxes instead, so that both mean the same.

use std::ops::Range;

use pulldown_cmark::{Alignment, Event, HeadingLevel, Options, Parser, Tag, TagEnd};

use super::{FlowError, FlowStyle};
use crate::say;
use crate::text::chars::is_cjk;
use crate::text::markup::{self, Marked};
use crate::text::{Align, Icons, TextError};

/// Stands for a star that is markup while `pulldown-cmark` reads; no font has it.
const STAR: char = '\u{E000}';

/// A text with its forced line breaks.
pub(super) type MarkedText = Vec<Marked>;

/// A picture that the text names.
#[derive(Clone, Debug)]
pub(super) struct Figure {
    pub name: String,
    pub caption: MarkedText,
}

/// A block and the line of the Markdown it starts on.
#[derive(Debug)]
pub(super) struct Block {
    pub line: usize,
    pub kind: BlockKind,
}

/// What a block is.
#[derive(Debug)]
pub(super) enum BlockKind {
    Heading {
        level: u8,
        text: MarkedText,
    },
    Paragraph {
        text: MarkedText,
        side: Option<Figure>,
    },
    Figures(Vec<Figure>),
    List {
        start: Option<u64>,
        items: Vec<Vec<Block>>,
    },
    Callout(Vec<Block>),
    Table {
        aligns: Vec<Align>,
        rows: Vec<TableRow>,
    },
    ColumnBreak,
}

/// A row of a table; the first is its head.
#[derive(Debug)]
pub(super) struct TableRow {
    pub line: usize,
    pub cells: Vec<MarkedText>,
}

/// A whole rule sheet.
#[derive(Debug, Default)]
pub(super) struct RuleSheet {
    pub title: Option<Block>,
    /// The paragraphs between the title and the first section.
    pub lead: Vec<Block>,
    pub blocks: Vec<Block>,
}

/// Reads a rule sheet.
pub(super) fn parse(
    source: &str,
    icons: &dyn Icons,
    style: &FlowStyle,
) -> Result<RuleSheet, FlowError> {
    let source = &hide_stars(source);
    let events: Vec<_> = Parser::new_ext(source, Options::ENABLE_TABLES)
        .into_offset_iter()
        .collect();
    let ends = source.bytes().enumerate().filter(|(_, b)| *b == b'\n');
    let mut reader = RuleReader {
        source,
        lines: ends.map(|(at, _)| at).collect(),
        events,
        at: 0,
        depth: 0,
        icons,
        style,
    };
    let mut blocks = reader.blocks()?.into_iter().peekable();
    let mut document = RuleSheet::default();
    if let Some(title) = blocks.next_if(|b| matches!(b.kind, BlockKind::Heading { level: 1, .. })) {
        document.title = Some(title);
        while let Some(lead) =
            blocks.next_if(|b| matches!(b.kind, BlockKind::Paragraph { side: None, .. }))
        {
            document.lead.push(lead);
        }
    }
    document.blocks = blocks.collect();
    Ok(document)
}

/// Hides the stars of bold and italic, not those of list items and rules.
fn hide_stars(source: &str) -> String {
    let mut out = String::with_capacity(source.len() + 64);
    for line in source.split_inclusive('\n') {
        let start = line.len() - line.trim_start_matches([' ', '\t', '>']).len();
        let (indent, rest) = line.split_at(start);
        out.push_str(indent);
        let rule =
            rest.matches('*').count() >= 3 && rest.trim().chars().all(|c| c == '*' || c == ' ');
        if rule {
            out.push_str(rest);
            continue;
        }
        let bullet = rest.starts_with("* ");
        let mut escaped = false;
        for (i, ch) in rest.chars().enumerate() {
            let markup = ch == '*' && !escaped && !(bullet && i == 0);
            out.push(if markup { STAR } else { ch });
            escaped = ch == '\\' && !escaped;
        }
    }
    out
}

/// Boxes and lists inside each other, at most.
const MAX_DEPTH: usize = 8;

struct RuleReader<'a> {
    source: &'a str,
    /// Where the lines of the source end.
    lines: Vec<usize>,
    events: Vec<(Event<'a>, Range<usize>)>,
    at: usize,
    depth: usize,
    icons: &'a dyn Icons,
    style: &'a FlowStyle,
}

impl<'a> RuleReader<'a> {
    fn line_at(&self, byte: usize) -> usize {
        self.lines.partition_point(|end| *end < byte) + 1
    }

    fn peek(&self) -> Option<(&Event<'a>, usize)> {
        self.events.get(self.at).map(|(e, r)| (e, r.start))
    }

    /// Reads blocks up to the end of what holds them, which is left in place.
    fn blocks(&mut self) -> Result<Vec<Block>, FlowError> {
        if self.depth > MAX_DEPTH {
            let line = self.peek().map_or(0, |(_, start)| self.line_at(start));
            let what = say!("boxes and lists this deep inside each other");
            return Err(FlowError::Unsupported { line, what });
        }
        self.depth += 1;
        let mut out = Vec::new();
        while let Some((event, start)) = self.peek() {
            let line = self.line_at(start);
            let event = event.clone();
            let kind = match event {
                Event::End(_) => break,
                Event::Rule => {
                    self.at += 1;
                    BlockKind::ColumnBreak
                }
                Event::Start(tag) if is_block(&tag) => {
                    self.at += 1;
                    let kind = self.block(tag, line)?;
                    self.at += 1; // its end
                    kind
                }
                Event::Html(_) => {
                    return Err(FlowError::Unsupported {
                        line,
                        what: say!("HTML"),
                    });
                }
                // The text of a tight list item.
                _ => self.paragraph(line, false)?,
            };
            out.push(Block { line, kind });
        }
        self.depth -= 1;
        Ok(out)
    }

    fn block(&mut self, tag: Tag<'a>, line: usize) -> Result<BlockKind, FlowError> {
        let refuse = |what| Err(FlowError::Unsupported { line, what });
        Ok(match tag {
            Tag::Paragraph => self.paragraph(line, false)?,
            Tag::Heading { level, .. } => {
                let level = match level {
                    HeadingLevel::H1 => 1,
                    HeadingLevel::H2 => 2,
                    _ => 3,
                };
                match self.paragraph(line, true)? {
                    BlockKind::Paragraph { text, side: None } => BlockKind::Heading { level, text },
                    _ => return refuse(say!("a picture in a heading")),
                }
            }
            Tag::BlockQuote(_) => BlockKind::Callout(self.blocks()?),
            Tag::List(start) => {
                let mut items = Vec::new();
                while let Some((Event::Start(Tag::Item), _)) = self.peek() {
                    self.at += 1;
                    items.push(self.blocks()?);
                    self.at += 1;
                }
                BlockKind::List { start, items }
            }
            Tag::Table(aligns) => self.table(&aligns)?,
            Tag::CodeBlock(_) => return refuse(say!("code blocks")),
            Tag::HtmlBlock => return refuse(say!("HTML")),
            _ => return refuse(say!("this kind of Markdown")),
        })
    }

    fn table(&mut self, aligns: &[Alignment]) -> Result<BlockKind, FlowError> {
        let aligns = aligns
            .iter()
            .map(|a| match a {
                Alignment::Center => Align::Center,
                Alignment::Right => Align::Right,
                _ => Align::Left,
            })
            .collect();
        let mut rows = Vec::new();
        while let Some((Event::Start(Tag::TableHead | Tag::TableRow), start)) = self.peek() {
            let line = self.line_at(start);
            let mut cells = Vec::new();
            self.at += 1;
            while let Some((Event::Start(Tag::TableCell), _)) = self.peek() {
                self.at += 1;
                match self.paragraph(line, true)? {
                    BlockKind::Paragraph { text, side: None } => cells.push(text),
                    _ => {
                        return Err(FlowError::Unsupported {
                            line,
                            what: say!("a picture in a table"),
                        });
                    }
                }
                self.at += 1;
            }
            self.at += 1;
            rows.push(TableRow { line, cells });
        }
        Ok(BlockKind::Table { aligns, rows })
    }

    /// Reads text up to the end of what holds it or to the next block.
    fn paragraph(&mut self, line: usize, may_be_empty: bool) -> Result<BlockKind, FlowError> {
        let mut inline = Inline::new(self.icons, self.style);
        let mut figures: Vec<Figure> = Vec::new();
        let mut after_text = false;
        while let Some((event, range)) = self.events.get(self.at).cloned() {
            let here = self.line_at(range.start);
            match event {
                Event::Start(Tag::Image { dest_url, .. }) => {
                    after_text |= !inline.is_blank();
                    self.at += 1;
                    let caption = self.caption(here)?;
                    figures.push(Figure {
                        name: dest_url.to_string(),
                        caption,
                    });
                }
                Event::Start(Tag::Strong) | Event::End(TagEnd::Strong) => inline.star("**"),
                Event::Start(Tag::Emphasis) | Event::End(TagEnd::Emphasis) => inline.star("*"),
                Event::Start(Tag::Link { .. }) | Event::End(TagEnd::Link) => {}
                Event::Start(_) | Event::End(_) | Event::Rule => break,
                Event::Text(text) => {
                    let escaped =
                        range.start > 0 && self.source.as_bytes()[range.start - 1] == b'\\';
                    inline.text(&text, escaped);
                }
                Event::Code(text) => inline.text(&text, true),
                Event::SoftBreak => inline.soft_break(),
                Event::HardBreak => inline.hard_break(),
                _ => {
                    return Err(FlowError::Unsupported {
                        line: here,
                        what: say!("HTML"),
                    });
                }
            }
            self.at += 1;
        }
        let text = inline
            .finish()
            .map_err(|error| FlowError::Text { line, error })?;
        let blank = text.iter().all(|t| t.chars.is_empty());
        match figures.len() {
            0 => Ok(BlockKind::Paragraph { text, side: None }),
            _ if blank && !may_be_empty => Ok(BlockKind::Figures(figures)),
            // There is no place for it; dropping it silently would lose words.
            1 if figures[0].caption.iter().any(|c| !c.chars.is_empty()) => {
                Err(FlowError::Unsupported {
                    line,
                    what: say!("a caption on a picture beside text"),
                })
            }
            1 if !after_text => Ok(BlockKind::Paragraph {
                text,
                side: figures.pop(),
            }),
            _ => Err(FlowError::Unsupported {
                line,
                what: say!("a picture in the middle of a text"),
            }),
        }
    }

    /// The text of an image, up to its end, which is left in place.
    fn caption(&mut self, line: usize) -> Result<MarkedText, FlowError> {
        let mut inline = Inline::new(self.icons, self.style);
        let fail = |error| FlowError::Text { line, error };
        while let Some((event, _)) = self.events.get(self.at).cloned() {
            match event {
                Event::End(TagEnd::Image) => break,
                Event::Start(Tag::Strong) | Event::End(TagEnd::Strong) => inline.star("**"),
                Event::Start(Tag::Emphasis) | Event::End(TagEnd::Emphasis) => inline.star("*"),
                Event::Text(text) | Event::Code(text) => inline.text(&text, false),
                Event::SoftBreak => inline.soft_break(),
                _ => {}
            }
            self.at += 1;
        }
        inline.finish().map_err(fail)
    }
}

fn is_block(tag: &Tag<'_>) -> bool {
    !matches!(
        tag,
        Tag::Emphasis | Tag::Strong | Tag::Strikethrough | Tag::Link { .. } | Tag::Image { .. }
    )
}

/// Collects the text of one paragraph, in the markup of text boxes.
struct Inline<'a> {
    icons: &'a dyn Icons,
    style: &'a FlowStyle,
    lines: Vec<String>,
    /// A line end of the source waits for what follows.
    broken: bool,
}

impl<'a> Inline<'a> {
    fn new(icons: &'a dyn Icons, style: &'a FlowStyle) -> Self {
        Inline {
            icons,
            style,
            lines: vec![String::new()],
            broken: false,
        }
    }

    fn is_blank(&self) -> bool {
        self.lines.iter().all(|l| l.trim().is_empty())
    }

    /// Adds text; its first character was escaped in the source if `escaped`.
    fn text(&mut self, text: &str, escaped: bool) {
        let broken = std::mem::take(&mut self.broken);
        let Some(line) = self.lines.last_mut() else {
            return;
        };
        let is_text = |c: &char| !matches!(*c, '*' | '\\' | STAR);
        let before = line.chars().rev().find(is_text).unwrap_or(' ');
        let next = text.chars().find(is_text).unwrap_or(' ');
        // Japanese lines of the source join without a space.
        if broken && before != ' ' && !(is_cjk(before) && (is_cjk(next) || next == ':')) {
            line.push(' ');
        }
        for (i, ch) in text.chars().enumerate() {
            match ch {
                STAR => line.push('*'),
                // What Markdown read as plain must not be read again as markup.
                '*' | '\\' => line.extend(['\\', ch]),
                ':' if i == 0 && escaped => line.push_str("\\:"),
                _ => line.push(ch),
            }
        }
    }

    fn star(&mut self, stars: &str) {
        if let Some(line) = self.lines.last_mut() {
            line.push_str(stars);
        }
    }

    fn soft_break(&mut self) {
        self.broken = true;
    }

    fn hard_break(&mut self) {
        self.broken = false;
        self.lines.push(String::new());
    }

    fn finish(self) -> Result<MarkedText, TextError> {
        let read =
            |l: &String| markup::parse_inline(l.trim_matches(' '), self.icons, self.style.text);
        self.lines.iter().map(read).collect()
    }
}
