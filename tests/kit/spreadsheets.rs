//! Cards from Excel and OpenDocument files are the cards of the same table in CSV.

use std::path::Path;

use crate::zip::{ods, xlsx};
use kitpress::kit::{Card, Kit, Source};

const SVG: &str = r#"<svg xmlns="http://www.w3.org/2000/svg" width="63mm" height="88mm" viewBox="0 0 63 88">{{ textbox(text=row.text, x=5, y=5, w=50, h=10, size=9) }}</svg>"#;

fn manifest(keys: &str) -> String {
    format!(
        "[kit]\nid = \"heroes\"\nlanguages = [\"en\", \"ja\"]\n\n[[component]]\nid = \"hero\"\nkind = \"cards\"\nsize = \"63x88mm\"\nfront = \"hero.svg\"\n{keys}\n"
    )
}

/// Loads a kit whose component has these keys and that holds this table.
fn load(keys: &str, file: &str, bytes: &[u8]) -> Result<Vec<Card>, String> {
    let dir = tempfile::tempdir().expect("a folder");
    std::fs::write(dir.path().join("kit.toml"), manifest(keys)).expect("written");
    std::fs::write(dir.path().join("hero.svg"), SVG).expect("written");
    std::fs::write(dir.path().join(file), bytes).expect("written");
    match Kit::load_from(source(dir.path()), &[]) {
        Ok(kit) => Ok(kit.components[0].cards.clone()),
        Err(problems) => Err(problems
            .to_string()
            .replace(dir.path().to_str().expect("a path"), "kit")),
    }
}

fn source(dir: &Path) -> Source {
    Source::find(dir.to_str().expect("a path")).expect("a kit")
}

/// Names, copies and fields, without where they come from.
fn plain(cards: &[Card]) -> Vec<(String, u32, String)> {
    let fields = |c: &Card| serde_json::to_string(&c.fields).expect("JSON");
    cards
        .iter()
        .map(|c| (c.name.clone(), c.count, fields(c)))
        .collect()
}

const CSV: &str = "name,title,title.ja,text,power,born,brave,count\n\
    slime,Slime,スライム,Sticks & stays.,3,2026-11-16,TRUE,2\n\
    \n\
    dragon,Dragon,竜,\"Two\nlines\",0.3,2026-11-16 18:30,FALSE,1\n\
    imp,Imp,小鬼,,,,,1\n";

/// Shared, inline and formula strings; numbers; a date, a time; phonetic hints, which are no part of the text.
fn excel() -> Vec<u8> {
    let inline = |cell: &str, text: &str| {
        format!("<c r=\"{cell}\" t=\"inlineStr\"><is><t>{text}</t></is></c>")
    };
    let head: String = [
        "title", "title.ja", "text", " power ", "born", "brave", "count",
    ]
    .iter()
    .zip('B'..)
    .map(|(t, c)| inline(&format!("{c}1"), t))
    .collect();
    let rows = format!(
        "<row r=\"1\"><c r=\"A1\" t=\"s\"><v>0</v></c>{head}</row>\
         <row r=\"2\"><c r=\"A2\" t=\"s\"><v>1</v></c>{}<c r=\"C2\" t=\"s\"><v>2</v></c>{}<c r=\"E2\"><f>1+2</f><v>3</v></c><c r=\"F2\" s=\"1\"><v>46342</v></c><c r=\"G2\" t=\"b\"><v>1</v></c><c r=\"H2\"><v>2</v></c></row>\
         <row r=\"3\"><c r=\"A3\" s=\"1\"/>{}</row>\
         <row r=\"4\">{}{}{}{}<c r=\"E4\"><v>0.30000000000000004</v></c><c r=\"F4\" s=\"1\"><v>46342.770833333336</v></c><c r=\"G4\" t=\"b\"><v>0</v></c><c r=\"H4\"><v>1</v></c></row>\
         <row r=\"9\">{}<c r=\"B9\" t=\"str\"><f>PROPER(A9)</f><v>Imp</v></c>{}<c r=\"D9\" t=\"str\"><f>\"\"</f><v></v></c><c r=\"H9\"><v>1</v></c></row>",
        inline("B2", "Slime"),
        inline("D2", "Sticks &amp; stays."),
        inline("D3", "  "),
        inline("A4", "dragon"),
        inline("B4", "Dragon"),
        inline("C4", "竜"),
        inline("D4", "Two\nlines"),
        inline("A9", "imp"),
        inline("C9", "小鬼"),
    );
    let strings = [
        "<t>name</t>",
        "<r><t>sli</t></r><r><rPr><b/></rPr><t>me</t></r>",
        "<t>スライム</t><rPh sb=\"0\" eb=\"1\"><t>すらいむ</t></rPh>",
    ];
    xlsx(
        &[
            ("Heroes", &rows),
            ("Notes", "<row r=\"1\"><c r=\"A1\"><v>1</v></c></row>"),
        ],
        &strings,
    )
}

fn open_document() -> Vec<u8> {
    let text = |t: &str| {
        format!(
            "<table:table-cell office:value-type=\"string\"><text:p>{t}</text:p></table:table-cell>"
        )
    };
    let number = |n: &str| {
        format!(
            "<table:table-cell office:value-type=\"float\" office:value=\"{n}\"><text:p>{n}</text:p></table:table-cell>"
        )
    };
    let truth = |b: &str| {
        format!(
            "<table:table-cell office:value-type=\"boolean\" office:boolean-value=\"{b}\"><text:p>?</text:p></table:table-cell>"
        )
    };
    let date = |d: &str| {
        format!(
            "<table:table-cell office:value-type=\"date\" office:date-value=\"{d}\"><text:p>16. Nov.</text:p></table:table-cell>"
        )
    };
    let row = |cells: &[String]| {
        format!(
            "<table:table-row>{}<table:table-cell table:number-columns-repeated=\"16370\"></table:table-cell></table:table-row>",
            cells.concat()
        )
    };
    let head: Vec<String> = [
        "name", "title", "title.ja", "text", "power", "born", "brave", "count",
    ]
    .map(text)
    .to_vec();
    let formula = "<table:table-cell table:formula=\"of:=1+2\" office:value-type=\"float\" office:value=\"3\"><text:p>3</text:p></table:table-cell>".to_owned();
    let gap =
        "<table:table-cell table:number-columns-repeated=\"4\"></table:table-cell>".to_owned();
    let rows = [
        row(&head),
        row(&[text("slime"), text("Slime"), text("スライム"), text("Sticks &amp; stays."), formula, date("2026-11-16"), truth("true"), number("2")]),
        "<table:table-row table:number-rows-repeated=\"3\"><table:table-cell></table:table-cell></table:table-row>".to_owned(),
        row(&[text("dragon"), text("Dragon"), text("竜"), text("Two</text:p><text:p>lines"), number("0.3"), date("2026-11-16T18:30:00"), truth("false"), number("1")]),
        row(&[text("imp"), text("Imp"), text("小鬼"), gap, number("1")]),
        "<table:table-row table:number-rows-repeated=\"1048000\"><table:table-cell table:number-columns-repeated=\"16384\"></table:table-cell></table:table-row>".to_owned(),
    ];
    ods(&[("Heroes", &rows.concat()), ("Notes", "")])
}

#[test]
fn a_spreadsheet_gives_the_cards_of_the_same_csv() {
    let csv = load("rows = \"a.csv\"", "a.csv", CSV.as_bytes()).expect("CSV");
    let excel = load("rows = \"a.xlsx\"", "a.xlsx", &excel()).expect("Excel");
    let open = load(
        "rows = \"a.ods\"\nsheet = \"Heroes\"",
        "a.ods",
        &open_document(),
    )
    .expect("ODS");
    assert_eq!(plain(&excel), plain(&csv), "Excel");
    assert_eq!(plain(&open), plain(&csv), "OpenDocument");
    let lines = |cards: &[Card]| cards.iter().map(|c| c.from.clone()).collect::<Vec<_>>();
    let at = |file: &str, rows: [usize; 3]| rows.map(|r| (file.to_owned(), r)).to_vec();
    assert_eq!(
        lines(&excel),
        at("a.xlsx#Heroes", [2, 4, 9]),
        "cards know their sheet and row"
    );
    assert_eq!(lines(&open), at("a.ods#Heroes", [2, 6, 7]));
}

#[test]
fn times_and_hours_are_plain() {
    let rows = "<row r=\"1\"><c r=\"A1\" t=\"str\"><v>text</v></c></row>\
        <row r=\"2\"><c r=\"A2\" s=\"2\"><v>0.7708333333333334</v></c></row>\
        <row r=\"3\"><c r=\"A3\" s=\"3\"><v>1.0625</v></c></row>";
    let cards = load("rows = \"a.xlsx\"", "a.xlsx", &xlsx(&[("S", rows)], &[])).expect("Excel");
    let texts: Vec<_> = cards.iter().map(|c| c.fields["text"].clone()).collect();
    assert_eq!(texts, ["18:30", "25:30"]);
}

#[test]
fn a_missing_sheet_is_named_with_those_there_are() {
    let wrong = load("rows = \"a.xlsx\"\nsheet = \"Heros\"", "a.xlsx", &excel()).unwrap_err();
    assert_eq!(
        wrong,
        "error: `a.xlsx` has no sheet `Heros`\n  --> kit/kit.toml:11, field `sheet`\n\
         hint: did you mean `Heroes`? Its sheets: `Heroes`, `Notes`"
    );
    let wrong = load(
        "rows = \"a.ods\"\nsheet = \"Monsters\"",
        "a.ods",
        &open_document(),
    )
    .unwrap_err();
    assert!(
        wrong.ends_with("hint: its sheets: `Heroes`, `Notes`"),
        "{wrong}"
    );
    let wrong = load("rows = \"a.csv\"\nsheet = \"A\"", "a.csv", CSV.as_bytes()).unwrap_err();
    assert!(
        wrong.contains("`a.csv` has no sheets to choose from"),
        "{wrong}"
    );
    let wrong = load("sheet = \"A\"", "a.csv", b"").unwrap_err();
    assert!(wrong.contains("`sheet` needs `rows`"), "{wrong}");
}

#[test]
fn a_sheet_without_cards_says_so() {
    let wrong = load("rows = \"a.xlsx\"\nsheet = \"Notes\"", "a.xlsx", &excel()).unwrap_err();
    assert_eq!(
        wrong,
        "error: the table has no rows\n  --> kit/a.xlsx#Notes"
    );
}

#[test]
fn cells_without_a_value_are_refused_with_sheet_cell_and_field() {
    let rows = "<row r=\"1\"><c r=\"A1\" t=\"str\"><v>name</v></c><c r=\"B1\" t=\"str\"><v>power</v></c></row>\
        <row r=\"2\"><c r=\"A2\" t=\"str\"><v>imp</v></c><c r=\"B2\" t=\"e\"><f>C9</f><v>#REF!</v></c></row>\
        <row r=\"7\"><c r=\"A7\" t=\"str\"><v>elf</v></c><c r=\"B7\"><f>1+2</f></c></row>";
    let wrong = load(
        "rows = \"a.xlsx\"",
        "a.xlsx",
        &xlsx(&[("Heroes", rows)], &[]),
    )
    .unwrap_err();
    assert_eq!(
        wrong,
        "error: cell B2 of sheet `Heroes` holds the error `#REF!`\n  --> kit/a.xlsx#Heroes:2, field `power`\n\
         hint: mend its formula and save the file again\n\n\
         error: the formula in cell B7 of sheet `Heroes` was never worked out\n  --> kit/a.xlsx#Heroes:7, field `power`\n\
         hint: open the file in your spreadsheet program and save it, so that it holds the results"
    );
    let cell = "<table:table-cell table:formula=\"of:=A9\" office:value-type=\"string\" office:string-value=\"\" calcext:value-type=\"error\"><text:p>#REF!</text:p></table:table-cell>";
    let head = "<table:table-row><table:table-cell office:value-type=\"string\"><text:p>name</text:p></table:table-cell></table:table-row>";
    let rows = format!("{head}<table:table-row>{cell}</table:table-row>");
    let wrong = load("rows = \"a.ods\"", "a.ods", &ods(&[("Heroes", &rows)])).unwrap_err();
    assert!(
        wrong.contains("cell A2 of sheet `Heroes` holds the error `#REF!`"),
        "{wrong}"
    );
}

#[test]
fn headers_are_checked_as_in_csv() {
    let cell = |at: &str, text: &str| format!("<c r=\"{at}\" t=\"str\"><v>{text}</v></c>");
    let rows = format!(
        "<row r=\"2\">{}{}{}</row><row r=\"3\">{}{}</row>",
        cell("A2", "name"),
        cell("B2", "name"),
        cell("D2", "text"),
        cell("A3", "imp"),
        cell("E3", "what is this?"),
    );
    let wrong = load(
        "rows = \"a.xlsx\"",
        "a.xlsx",
        &xlsx(&[("Heroes", &rows)], &[]),
    )
    .unwrap_err();
    assert_eq!(
        wrong,
        "error: two columns are called `name`\n  --> kit/a.xlsx#Heroes:2\n\n\
         error: column E has no name, but cell E3 is filled\n  --> kit/a.xlsx#Heroes:2\n\
         hint: write the field's name into E2, or empty the column"
    );
}

#[test]
fn later_errors_name_sheet_and_row_too() {
    let cell = |at: &str, text: &str| format!("<c r=\"{at}\" t=\"str\"><v>{text}</v></c>");
    let rows = format!(
        "<row r=\"1\">{}{}{}</row><row r=\"5\">{}{}</row><row r=\"6\">{}</row>",
        cell("A1", "name"),
        cell("B1", "text"),
        cell("C1", "text.ja"),
        cell("A5", "imp"),
        cell("B5", "words"),
        cell("A6", "elf"),
    );
    let wrong = load(
        "rows = \"a.xlsx\"",
        "a.xlsx",
        &xlsx(&[("Heroes", &rows)], &[]),
    )
    .unwrap_err();
    assert!(
        wrong.contains("--> kit/a.xlsx#Heroes:5, field `text.ja`"),
        "{wrong}"
    );
    let rows = format!(
        "<row r=\"1\">{}</row><row r=\"2\">{}</row>",
        cell("A1", "count"),
        cell("A2", "many")
    );
    let wrong = load(
        "rows = \"a.xlsx\"",
        "a.xlsx",
        &xlsx(&[("Heroes", &rows)], &[]),
    )
    .unwrap_err();
    assert!(
        wrong.contains("--> kit/a.xlsx#Heroes:2, field `count`"),
        "{wrong}"
    );
}

#[test]
fn a_lone_cell_far_out_is_no_burden() {
    let rows = "<row r=\"1\"><c r=\"A1\" t=\"str\"><v>name</v></c></row><row r=\"2\"><c r=\"A2\" t=\"str\"><v>imp</v></c></row>\
        <row r=\"1048576\"><c r=\"XFD1048576\"><v>1</v></c></row>";
    let wrong = load("rows = \"a.xlsx\"", "a.xlsx", &xlsx(&[("S", rows)], &[])).unwrap_err();
    assert!(
        wrong.contains("column XFD has no name, but cell XFD1048576 is filled"),
        "{wrong}"
    );
}

#[test]
fn damaged_files_are_refused_without_a_panic() {
    let wrong = load("rows = \"a.xlsx\"", "a.xlsx", b"name,text\n").unwrap_err();
    assert!(
        wrong.contains("the spreadsheet cannot be read") && wrong.contains("--> kit/a.xlsx\n"),
        "{wrong}"
    );
    let wrong = load("rows = \"a.xls\"", "a.xls", b"x").unwrap_err();
    assert!(
        wrong.contains("use a .csv, .tsv, .xlsx, .ods, .json or .toml file"),
        "{wrong}"
    );
    // The same slips every time.
    let mut state = 1u32;
    let mut random = move || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 8) as usize
    };
    for (file, whole) in [("a.xlsx", excel()), ("a.ods", open_document())] {
        for _ in 0..150 {
            let mut bytes = whole.clone();
            for _ in 0..=random() % 4 {
                let at = random() % bytes.len();
                bytes[at] = random() as u8;
            }
            if random() % 5 == 0 {
                bytes.truncate(random() % whole.len());
            }
            let _ = load(&format!("rows = \"{file}\""), file, &bytes);
        }
    }
}

#[test]
fn a_file_that_unpacks_without_end_is_refused() {
    let mut bytes = excel();
    let entry = bytes
        .windows(4)
        .rposition(|w| w == b"PK\x01\x02")
        .expect("an entry");
    bytes[entry + 24..entry + 28].copy_from_slice(&u32::MAX.to_le_bytes());
    let wrong = load("rows = \"a.xlsx\"", "a.xlsx", &bytes).unwrap_err();
    assert!(wrong.contains("unpacks to more than 256 MB"), "{wrong}");
}

#[test]
fn a_csv_may_be_parted_by_semicolons_or_tabs_and_end_in_empty_columns() {
    let keys = "rows = \"hero.csv\"";
    let comma = "name,text,power\nann,\"a; b\",1\nbob,\"say \"\"hi\"\"\",2\n";
    let expected = plain(&load(keys, "hero.csv", comma.as_bytes()).expect("cards"));
    let semicolon =
        "\u{feff}name;text;power;;\r\nann;\"a; b\";1;;\r\n;;;;\r\nbob;\"say \"\"hi\"\"\";2;;;;\r\n";
    let tab = "name\ttext\tpower\nann\ta; b\t1\nbob\t\"say \"\"hi\"\"\"\t2\n";
    for text in [semicolon, tab] {
        let cards = load(keys, "hero.csv", text.as_bytes()).expect("cards");
        assert_eq!(plain(&cards), expected, "{text}");
    }
}

/// Cut off, with tags that nobody closes, cells beside the sheet, rows without end: each ends at once, with a message.
#[test]
fn damaged_and_hostile_sheets_are_refused_at_once() {
    let cell =
        "<table:table-cell office:value-type=\"string\"><text:p>a</text:p></table:table-cell>";
    let row = format!("<table:table-row>{cell}</table:table-row>");
    let content = |inside: &str| {
        crate::zip::zip(&[
            ("mimetype", "application/vnd.oasis.opendocument.spreadsheet"),
            ("META-INF/manifest.xml", "<manifest:manifest/>"),
            ("content.xml", inside),
        ])
    };
    let head = "<office:document-content><office:body><office:spreadsheet><table:table table:name=\"Heroes\">";
    let tail = "</table:table></office:spreadsheet></office:body></office:document-content>";
    let repeated = |attributes: &str| {
        format!(
            "{head}{row}<table:table-row {attributes}><table:table-cell table:number-columns-repeated=\"1000000000\" office:value-type=\"float\" office:value=\"1\"/></table:table-row>{tail}"
        )
    };
    let whole = format!("{head}{row}{row}{tail}");
    let csv_like = load("rows = \"a.ods\"", "a.ods", &content(&whole)).expect("a sound file");
    assert_eq!(csv_like.len(), 1);
    let mut bad: Vec<(String, Vec<u8>)> = [
        whole.replace("</table:table>", ""),
        whole.replace("</table:table-row>", ""),
        whole.replace("</table:table-cell>", ""),
        whole.replace("</text:p>", ""),
        whole.replace("</office:body>", ""),
        format!("{head}{row}"),
        repeated("table:number-rows-repeated=\"1000000000\""),
        repeated("table:number-rows-repeated=\"18446744073709551615\""),
        format!("{head}{row}<table:named-expressions>{tail}"),
    ]
    .map(|xml| ("a.ods".to_owned(), content(&xml)))
    .to_vec();
    for cell in [
        "A99999999999",
        "A4294967298",
        "AAAAAAAAAAAAAAAA2",
        "XFE2",
        "A1048577",
    ] {
        let rows = format!(
            "<row r=\"1\"><c r=\"A1\"><v>1</v></c></row><row r=\"2\"><c r=\"{cell}\"><v>1</v></c></row>"
        );
        bad.push(("a.xlsx".to_owned(), xlsx(&[("Heroes", &rows)], &[])));
    }
    for rows in [
        "<row r=\"1\"><c r=\"A1\"><v>1</v>",
        "<row r=\"99999999999\"/>",
    ] {
        bad.push(("a.xlsx".to_owned(), xlsx(&[("Heroes", rows)], &[])));
    }
    let cut = xlsx(
        &[("Heroes", "<row r=\"1\"><c r=\"A1\"><v>1</v></c></row>")],
        &[],
    );
    bad.push(("a.xlsx".to_owned(), cut[..cut.len() / 2].to_vec()));
    for (i, (file, bytes)) in bad.iter().enumerate() {
        let start = std::time::Instant::now();
        let wrong = load(&format!("rows = \"{file}\""), file, bytes).expect_err("refused");
        assert!(
            wrong.contains("the spreadsheet cannot be read"),
            "{i}: {wrong}"
        );
        assert!(wrong.contains(file.as_str()), "{i}: {wrong}");
        assert!(start.elapsed().as_secs() < 5, "{i}");
    }
}

#[test]
fn empty_columns_part_the_others() {
    let cell = |at: &str, text: &str| format!("<c r=\"{at}\" t=\"str\"><v>{text}</v></c>");
    let rows = format!(
        "<row r=\"1\">{}{}<c r=\"C1\" s=\"1\"/></row><row r=\"2\"/><row r=\"3\">{}<c r=\"C3\" s=\"1\"/>{}{}</row>",
        cell("B1", "name"),
        cell("E1", "text"),
        cell("B3", "imp"),
        cell("D3", " "),
        cell("E3", "words"),
    );
    let excel = xlsx(&[("Heroes", &rows)], &[]);
    let text = |t: &str| {
        format!(
            "<table:table-cell office:value-type=\"string\"><text:p>{t}</text:p></table:table-cell>"
        )
    };
    let gap = "<table:table-cell table:number-columns-repeated=\"2\"></table:table-cell>";
    let row = |a: &str, b: &str| {
        format!(
            "<table:table-row><table:table-cell></table:table-cell>{}{gap}{}</table:table-row>",
            text(a),
            text(b)
        )
    };
    let open = ods(&[("Heroes", &(row("name", "text") + &row("imp", "words")))]);
    for (file, bytes) in [("a.xlsx", excel), ("a.ods", open)] {
        let cards = load(&format!("rows = \"{file}\""), file, &bytes).expect("cards");
        let fields: Vec<&String> = cards[0].fields.keys().collect();
        assert_eq!(
            (cards.len(), fields),
            (1, vec![&"name".to_owned(), &"text".to_owned()]),
            "{file}"
        );
    }
}
