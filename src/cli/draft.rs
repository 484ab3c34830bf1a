//! A first kit from a table: which column is the title, which the text, which a number, told by what stands in them; and a
//! card that shows them all, to be drawn over.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use super::cells::width;
use super::out;
use crate::diag::{Problem, Problems};
use crate::kit::{DraftColumn, DraftTable};
use crate::say;
use crate::starter::LANGUAGES;

/// What becomes of the columns of a table.
struct CardDraft<'a> {
    title: Option<&'a str>,
    text: Option<&'a str>,
    picture: Option<&'a str>,
    /// Short ones, for the corners.
    corners: Vec<&'a str>,
    /// All others, a line each.
    lines: Vec<&'a str>,
}

/// The files of a kit that is drafted from a table.
pub(super) fn files(
    data: &Path,
    id: &str,
    title: Option<&str>,
    lang: Option<&str>,
) -> Result<Vec<(String, Vec<u8>)>, Problems> {
    if !data.exists() {
        let what = say!("there is no file `{}`", data.display());
        return Err(Problem::new(what).into());
    }
    let table = DraftTable::read(data)?;
    let bytes = fs::read(data).map_err(out::cannot_read)?;
    let ending = data
        .extension()
        .map_or_else(String::new, |e| e.to_string_lossy().to_lowercase());
    let file = format!("cards.{ending}");
    let draft = CardDraft::of(&table);
    if draft.title.is_none() && draft.text.is_none() && draft.lines.is_empty() {
        let what = say!(
            "`{}` has no column that could stand on a card",
            data.display()
        );
        return Err(Problem::new(what).into());
    }
    let languages = languages(&table, lang);
    let mut files = vec![
        ("back.svg".to_owned(), back().into_bytes()),
        ("card.svg".to_owned(), draft.svg().into_bytes()),
        (
            "kit.toml".to_owned(),
            manifest(
                &table,
                &file,
                (id, title),
                &languages,
                naming(&table, &draft),
            )
            .into_bytes(),
        ),
        (file, bytes),
    ];
    files.sort();
    Ok(files)
}

/// The language that is asked for, else the one that the table is written in, Japanese where there are kana; and those
/// that columns such as `title.ja` are in.
fn languages(table: &DraftTable, asked: Option<&str>) -> Vec<String> {
    let kana = |text: &str| text.contains(|c| ('\u{3041}'..='\u{30ff}').contains(&c));
    let mut plain = table.columns.iter().filter(|c| !is_marked(c));
    let japanese = plain.any(|c| kana(&c.header) || c.cells.iter().any(|cell| kana(cell)));
    let found = if japanese { "ja" } else { "en" };
    let own = asked.filter(|l| LANGUAGES.contains(l)).unwrap_or(found);
    let more = match asked {
        Some("both") => LANGUAGES.map(str::to_owned).to_vec(),
        _ => table.languages(&LANGUAGES.map(str::to_owned)),
    };
    let more = more.into_iter().filter(|l| l != own);
    [own.to_owned()].into_iter().chain(more).collect()
}

/// Whether the column says in another language what one beside it says: `title.ja`.
fn is_marked(column: &DraftColumn) -> bool {
    let ends = |l: &str| column.header.ends_with(&format!(".{l}"));
    LANGUAGES.into_iter().any(ends)
}

/// Headers that plainly mean what a card is called.
const TITLES: [&str; 8] = [
    "title",
    "name",
    "card name",
    "card",
    "タイトル",
    "名前",
    "カード名",
    "名称",
];
/// What headers hold that mean it among other words.
const NAMES: [&str; 5] = ["title", "name", "タイトル", "名前", "カード名"];
/// Headers that plainly mean what a card says.
const TEXTS: [&str; 8] = [
    "text",
    "rules",
    "rules text",
    "effect",
    "description",
    "テキスト",
    "効果",
    "説明",
];
/// What files of pictures end in.
const PICTURES: [&str; 4] = [".png", ".jpg", ".jpeg", ".svg"];
/// How many corners a card has.
const CORNERS: usize = 4;
/// What is not longer fits a corner.
const CORNER: usize = 3;

impl<'a> CardDraft<'a> {
    fn of(table: &'a DraftTable) -> Self {
        let is = |column: &DraftColumn, names: &[&str]| {
            names.contains(&column.header.trim().to_lowercase().as_str())
        };
        // `title.ja` comes with `title`, copies are not printed, and an empty column has nothing to show.
        let count = |c: &DraftColumn| is(c, &["count"]) || table.copies.as_ref() == Some(&c.header);
        let columns = table.columns.iter();
        let mut left: Vec<&DraftColumn> = columns
            .filter(|c| !is_marked(c) && !count(c) && !c.cells.is_empty())
            .collect();
        let mut take = |find: &dyn Fn(&DraftColumn) -> bool| {
            let at = left.iter().position(|c| find(c))?;
            Some(left.remove(at))
        };
        let file = |c: &DraftColumn| {
            c.cells
                .iter()
                .all(|v| PICTURES.iter().any(|e| v.to_lowercase().ends_with(e)))
        };
        let picture = take(&file);
        // `Card name (English)`, `Rules text`: headers as people write them.
        let tells = |c: &DraftColumn, names: &[&str]| {
            let header = c.header.to_lowercase();
            longest(c) > CORNER && names.iter().any(|n| header.contains(n))
        };
        let title = take(&|c| is(c, &TITLES))
            .or_else(|| take(&|c| tells(c, &NAMES)))
            .or_else(|| take(&|c| longest(c) > CORNER && mean(c) <= 30));
        let text = take(&|c| is(c, &TEXTS))
            .or_else(|| take(&|c| tells(c, &TEXTS)))
            .or_else(|| take(&|c| mean(c) > 24));
        let corner = |_: usize| take(&|c| longest(c) <= CORNER);
        let corners: Vec<&DraftColumn> = (0..CORNERS).map_while(corner).collect();
        let header = |c: &'a DraftColumn| c.header.as_str();
        Self {
            title: title.map(header),
            text: text.map(header),
            picture: picture.map(header),
            corners: corners.into_iter().map(header).collect(),
            lines: left.into_iter().map(header).collect(),
        }
    }

    /// The card, 63 by 88 mm.
    fn svg(&self) -> String {
        let mut out = String::from(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"63mm\" height=\"88mm\" viewBox=\"0 0 63 88\">\n  \
             <rect x=\"-3\" y=\"-3\" width=\"69\" height=\"94\" fill=\"{{ '#2f4858' | ground }}\"/>\n  \
             <rect x=\"3\" y=\"3\" width=\"57\" height=\"82\" rx=\"2.500\" fill=\"#fdf8ee\"/>\n",
        );
        let mut add = |line: String| out.push_str(&format!("  {line}\n"));
        let side = if self.corners.is_empty() { 5.0 } else { 15.0 };
        if let Some(title) = self.title {
            let room = 63.0 - 2.0 * side;
            add(words(
                title,
                (side, 4.5, room, 10.0),
                "size=15, min_size=6, weight=700, align=\"center\", valign=\"middle\"",
            ));
        }
        if let Some(picture) = self.picture {
            add(format!(
                "<image href=\"{{{{ {} }}}}\" x=\"6\" y=\"17\" width=\"51\" height=\"30\"/>",
                field(picture)
            ));
        }
        let places = [(4.5, 4.5), (48.5, 4.5), (4.5, 73.5), (48.5, 73.5)];
        for (header, (x, y)) in self.corners.iter().zip(places) {
            add(format!(
                "<circle cx=\"{}\" cy=\"{}\" r=\"5\" fill=\"#e4572e\"/>",
                x + 5.0,
                y + 5.0
            ));
            add(words(
                header,
                (x, y, 10.0, 10.0),
                "size=14, min_size=6, weight=700, align=\"center\", valign=\"middle\", fill=\"#ffffff\"",
            ));
        }
        let bottom = if self.corners.len() > 2 { 72.0 } else { 82.0 };
        let mut y = bottom - 5.0 * self.lines.len().min(5) as f64;
        if let Some(text) = self.text {
            let top = if self.picture.is_some() { 49.0 } else { 24.0 };
            add(words(
                text,
                (6.0, top, 51.0, y - top - 1.0),
                "size=10, min_size=5, valign=\"middle\"",
            ));
        }
        for header in self.lines.iter().take(5) {
            add(words(
                header,
                (6.0, y, 51.0, 4.5),
                "size=8, min_size=4, align=\"center\", valign=\"middle\", fill=\"#5a6b75\"",
            ));
            y += 5.0;
        }
        out.push_str("</svg>\n");
        out
    }
}

/// How wide the longest cell is, in Latin letters.
fn longest(column: &DraftColumn) -> usize {
    let widths = column.cells.iter().map(|c| width(c));
    widths.max().unwrap_or(0)
}

/// How wide a cell is, on the whole, in Latin letters.
fn mean(column: &DraftColumn) -> usize {
    let all: usize = column.cells.iter().map(|c| width(c)).sum();
    all / column.cells.len().max(1)
}

/// The column that commands call cards by, where no header says so and every card has a title of its own.
fn naming<'a>(table: &DraftTable, draft: &CardDraft<'a>) -> Option<&'a str> {
    let title = draft.title?;
    let known = ["name", "title"].contains(&title.to_lowercase().as_str());
    let column = table.columns.iter().find(|c| c.header == title)?;
    let own: BTreeSet<&String> = column.cells.iter().collect();
    let clear = own.len() == table.rows
        && !column
            .cells
            .iter()
            .any(|c| c.contains(['*', '?', ',', ':']));
    (!known && clear).then_some(title)
}

/// A field as templates write it.
fn field(header: &str) -> String {
    let plain = header
        .chars()
        .all(|c| c.is_ascii_alphanumeric() || c == '_');
    match plain && !header.starts_with(|c: char| c.is_ascii_digit()) {
        true => format!("row.{header}"),
        false => format!(
            "row[\"{}\"]",
            header.replace('\\', "\\\\").replace('"', "\\\"")
        ),
    }
}

/// A text box with what stands in a column, numbers too.
fn words(header: &str, (x, y, w, h): (f64, f64, f64, f64), looks: &str) -> String {
    format!(
        "{{{{ textbox(text={} ~ \"\", x={x}, y={y}, w={w}, h={h}, {looks}) }}}}",
        field(header)
    )
}

fn back() -> String {
    "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"63mm\" height=\"88mm\" viewBox=\"0 0 63 88\">\n  \
     <rect x=\"-3\" y=\"-3\" width=\"69\" height=\"94\" fill=\"{{ '#2f4858' | ground }}\"/>\n  \
     <circle cx=\"31.500\" cy=\"44\" r=\"16\" fill=\"none\" stroke=\"{% if ink == 'full' %}#fdf8ee{% else %}#2f4858{% endif %}\" stroke-width=\"2\"/>\n  \
     {{ textbox(text=kit.title, x=12, y=38, w=39, h=12, size=14, min_size=6, weight=700, align=\"center\", valign=\"middle\", fill=\"#fdf8ee\" if ink == \"full\" else \"#2f4858\") }}\n\
     </svg>\n"
        .to_owned()
}

fn manifest(
    table: &DraftTable,
    file: &str,
    (id, title): (&str, Option<&str>),
    languages: &[String],
    naming: Option<&str>,
) -> String {
    let quoted = |text: &str| ::toml::Value::String(text.to_owned()).to_string();
    let copies = table
        .copies
        .as_ref()
        .map(|c| format!("count = {}\n", quoted(c)));
    let name = naming.map(|n| format!("name = {}\n", quoted(n)));
    // A cell that is not translated yet is printed as it is.
    let spoken = match languages {
        [english] if english == "en" => String::new(),
        [_] => format!("languages = {languages:?}\n"),
        _ => format!("languages = {languages:?}\nuntranslated = \"borrowed\"\n"),
    };
    let head = say!(
        "the cards come from {}; `card.svg` says where its columns stand: draw over it",
        file
    );
    format!(
        "# {head}\n[kit]\nid = \"{id}\"\ntitle = {}\n{spoken}\n\
         [[component]]\nid = \"card\"\nkind = \"cards\"\nsize = \"poker\"\ncorner = \"3mm\"\n\
         front = \"card.svg\"\nback = \"back.svg\"\nrows = \"{file}\"\n{}{}",
        quoted(title.unwrap_or(id)),
        copies.unwrap_or_default(),
        name.unwrap_or_default()
    )
}
