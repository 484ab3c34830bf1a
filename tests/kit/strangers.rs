//! A table of 2,000 rows as a stranger would have it: long texts in several languages, with their own markup and
//! symbols. One template prints it, and every text that does not fit is named.

use std::collections::BTreeSet;
use std::path::Path;

use kitpress::diag::{ProblemKind, Problems};
use kitpress::impose::Backs;
use kitpress::kit::{Kit, Source};
use kitpress::press::{NoProgress, PrintOptions, Printed, print};

const ROWS: usize = 2000;

const MANIFEST: &str = r#"
[kit]
id = "strange"
languages = ["en", "de", "ru", "ja"]
untranslated = "borrowed"

[replace]
"[{}]" = ":{}:"
"[[{}]]" = "***{}***"
"&amp;" = "&"

[[component]]
id = "card"
kind = "cards"
size = "poker"
front = "card.svg"
rows = "cards.xlsx"
sheet = "All cards"
"#;

const TEMPLATE: &str = r##"<svg xmlns="http://www.w3.org/2000/svg" width="63mm" height="88mm" viewBox="0 0 63 88">
  <rect x="-3" y="-3" width="69" height="94" fill="#fffaf0"/>
  {{ textbox(text=row.title, x=5, y=5, w=44, h=7, size=13, min_size=8, weight=700) }}
  {{ textbox(text=row.cost, x=50, y=5, w=8, h=7, size=13, weight=700, align="right") }}
  {{ textbox(text="*" ~ row.traits ~ "*", x=5, y=14, w=53, h=4, size=8, min_size=6) }}
  {{ textbox(text=row.text, x=5, y=20, w=53, h=60, size=9, min_size=6) }}
</svg>"##;

const ICON: &str = r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><path d="M5 0 L10 10 H0 Z" fill="currentColor"/></svg>"##;

/// Words of one language, and sentences that are made of them.
struct Tongue {
    lang: &'static str,
    nouns: [&'static str; 5],
    sentences: [&'static str; 5],
}

const TONGUES: [Tongue; 4] = [
    Tongue {
        lang: "en",
        nouns: [
            "Lantern",
            "Old Ferry",
            "Salt Road",
            "Moth King",
            "Quiet Bell",
        ],
        sentences: [
            "[action] Draw 2 cards - then discard 1…",
            "<b>Forced</b> – When the [[Tide]] rises, lose “one” lamp & row home.",
            "If you have fewer than {3} coins (or < 2), take [per_player] more.<br/>Salt &amp; pepper.",
            "<i>Nobody</i> may answer before the bell: 50% of all boats stay.",
            "[reaction] After a [[Ferry]] lands:\n- Move it back.\n- Pay 1 \"fee\".",
        ],
    },
    Tongue {
        lang: "de",
        nouns: [
            "Laterne",
            "Alte Fähre",
            "Salzstraße",
            "Mottenkönig",
            "Stille Glocke",
        ],
        sentences: [
            "[action] Ziehe 2 Karten – wirf dann 1 ab …",
            "<b>Erzwungen</b> – Steigt die [[Flut]], verlierst du „eine“ Lampe & ruderst heim.",
            "Hast du weniger als {3} Münzen (oder < 2), nimm [per_player] mehr.<br/>Salz &amp; Pfeffer.",
            "<i>Niemand</i> antwortet vor der Glocke: 50 % aller Hafenfährgesellschaftsboote bleiben.",
            "[reaction] Nachdem eine [[Fähre]] anlegt:\n- Ziehe sie zurück.\n- Zahle 1 «Gebühr».",
        ],
    },
    Tongue {
        lang: "ru",
        nouns: [
            "Фонарь",
            "Старый паром",
            "Соляной путь",
            "Король мотыльков",
            "Тихий колокол",
        ],
        sentences: [
            "[action] Возьмите 2 карты — затем сбросьте 1…",
            "<b>Обязательно</b> – Когда [[Прилив]] растёт, потеряйте «одну» лампу.",
            "Если у вас меньше {3} монет (или < 2), возьмите ещё [per_player].<br/>Соль &amp; перец.",
            "<i>Никто</i> не отвечает раньше колокола: 50% всех лодок остаются.",
            "[reaction] После того как [[Паром]] причалит:\n- Верните его.\n- Заплатите 1.",
        ],
    },
    Tongue {
        lang: "ja",
        nouns: ["ランタン", "古い渡し船", "塩の道", "蛾の王", "静かな鐘"],
        sentences: [
            "[action] カードを2枚引き、1枚捨てる……",
            "<b>強制</b>――[[潮]]が満ちたら、「1つ」の明かりを失う。",
            "コインが{3}枚より少なければ[per_player]枚もらう。<br/>塩 &amp; こしょう。",
            "<i>だれも</i>鐘の前に答えてはいけない。船の50％は残る。",
            "[reaction] [[渡し船]]が着いたあと：\n- 元にもどす。\n- 1枚払う。",
        ],
    },
];

/// A text of `n` sentences, not twice the same.
fn text(tongue: &Tongue, row: usize, n: usize) -> String {
    let sentence = |i: usize| tongue.sentences[(row * 7 + i * 3 + row / 5) % 5];
    let sentences: Vec<&str> = (0..n).map(sentence).collect();
    sentences.join(if tongue.lang == "ja" { "" } else { " " })
}

/// A field that does not fit: its row in the sheet, its column, and the language that is printed.
type Fault = (usize, String, &'static str);

/// Whether a field of a row is made too long.
fn is_long(row: usize, field: &str, lang: &str) -> bool {
    match (field, lang) {
        ("text", "en") => row % 211 == 17,
        ("text", "de") => row % 97 == 5,
        ("text", "ru") => row % 401 == 9,
        ("text", "ja") => row % 333 == 111,
        ("title", "de") => row % 666 == 60,
        ("traits", "en") => row % 777 == 70,
        _ => false,
    }
}

/// The table, with what is too long in it.
fn table(long: bool) -> (Vec<Vec<(String, String)>>, BTreeSet<Fault>) {
    let (mut rows, mut faults) = (Vec::new(), BTreeSet::new());
    for row in 0..ROWS {
        let mut fields = vec![("name".to_owned(), format!("c{row:04}"))];
        for tongue in &TONGUES {
            let lang = tongue.lang;
            let column = |field: &str| match lang {
                "en" => field.to_owned(),
                _ => format!("{field}.{lang}"),
            };
            let mut put = |field: &str, fine: String, too_long: String| {
                let is_long = long && is_long(row, field, lang);
                if is_long {
                    faults.insert((row + 2, column(field), lang));
                }
                fields.push((column(field), if is_long { too_long } else { fine }));
            };
            let noun = tongue.nouns[row % 5];
            let compound = "Hafenfährgesellschaftsdampferkapitänspatentprüfungsordnung";
            put("title", format!("{noun} {row}"), compound.to_owned());
            // Some rows wait for their translation.
            let sentences = match row % 50 {
                49 if lang == "ru" => 0,
                n if n.is_multiple_of(8) => 9,
                n => 1 + n % 2,
            };
            put("text", text(tongue, row, sentences), text(tongue, row, 30));
            if lang == "en" {
                let traits = tongue.nouns.join(". ");
                put(
                    "traits",
                    tongue.nouns[row % 3].to_owned(),
                    format!("{traits}. {traits}"),
                );
            }
        }
        fields.push(("cost".to_owned(), (row % 7).to_string()));
        fields.push(("count".to_owned(), (1 + row % 3).to_string()));
        rows.push(fields);
    }
    (rows, faults)
}

fn escaped(text: &str) -> String {
    let text = text.replace('&', "&amp;").replace('<', "&lt;");
    text.replace('>', "&gt;").replace('"', "&quot;")
}

/// The table as an Excel file; what reads as a number is one.
fn workbook(rows: &[Vec<(String, String)>]) -> Vec<u8> {
    let cell = |text: &str| match text.parse::<u32>() {
        Ok(n) => format!("<c><v>{n}.0</v></c>"),
        Err(_) => format!(
            "<c t=\"inlineStr\"><is><t xml:space=\"preserve\">{}</t></is></c>",
            escaped(text)
        ),
    };
    let head: String = rows[0].iter().map(|(column, _)| cell(column)).collect();
    let mut sheet = format!("<row r=\"1\">{head}</row>");
    for (i, row) in rows.iter().enumerate() {
        let cells: String = row.iter().map(|(_, text)| cell(text)).collect();
        sheet.push_str(&format!("<row r=\"{}\">{cells}</row>", i + 2));
    }
    let notes = "<row r=\"1\"><c r=\"A1\"><v>1</v></c></row>";
    crate::zip::xlsx(&[("Notes", notes), ("All cards", &sheet)], &[])
}

fn load(dir: &Path, long: bool) -> (Kit, BTreeSet<Fault>) {
    let (rows, faults) = table(long);
    std::fs::create_dir_all(dir.join("icons")).expect("a folder");
    let write = |name: &str, bytes: &[u8]| std::fs::write(dir.join(name), bytes).expect("written");
    write("kit.toml", MANIFEST.as_bytes());
    write("card.svg", TEMPLATE.as_bytes());
    write("cards.xlsx", &workbook(&rows));
    for icon in ["action", "reaction", "per_player"] {
        write(&format!("icons/{icon}.svg"), ICON.as_bytes());
    }
    let source = Source::find(dir.to_str().expect("a path")).expect("a kit");
    let kit = Kit::load_from(source, &[]).unwrap_or_else(|e| panic!("{e}"));
    (kit, faults)
}

fn printed(kit: &Kit, lang: &str, anyway: bool) -> Result<Printed, Problems> {
    let options = PrintOptions {
        lang: lang.to_owned(),
        anyway,
        backs: Backs::None,
        ..PrintOptions::default()
    };
    print(kit, &options, &NoProgress)
}

/// Row, column and language of every overflow; nothing else may be wrong.
fn named(problems: &Problems, dir: &Path, lang: &'static str) -> BTreeSet<Fault> {
    let file = dir.join("cards.xlsx#All cards").display().to_string();
    let one = |p: &kitpress::diag::Problem| {
        let place = p.place.as_ref().expect("a place");
        assert_eq!(place.file, file, "{p}");
        assert!(
            matches!(p.kind.as_deref(), Some(ProblemKind::Overflow { .. })),
            "{p}"
        );
        let column = place.field.clone().expect("a field");
        // The language is told by the column, or beside it.
        let told = place.lang.as_deref().or(column.split('.').nth(1));
        assert!(told == Some(lang) || column == "traits", "{p}");
        (place.line.expect("a row"), column, lang)
    };
    let all: BTreeSet<Fault> = problems.0.iter().map(one).collect();
    assert_eq!(all.len(), problems.0.len(), "each is named once");
    all
}

/// What does not fit when one language is printed: its own texts, and those that have no language.
fn expected(faults: &BTreeSet<Fault>, lang: &'static str) -> BTreeSet<Fault> {
    let shows = |(_, column, of): &&Fault| *of == lang || column == "traits";
    let told = |(row, column, _): &Fault| (*row, column.clone(), lang);
    faults.iter().filter(shows).map(told).collect()
}

#[test]
fn every_text_of_2000_rows_that_does_not_fit_is_named_with_sheet_row_field_and_language() {
    let dir = tempfile::tempdir().expect("a folder");
    let (kit, faults) = load(dir.path(), true);
    for lang in ["de", "ja"] {
        let Err(problems) = printed(&kit, lang, false) else {
            panic!("{lang} prints");
        };
        let expected = expected(&faults, lang);
        assert_eq!(named(&problems, dir.path(), lang), expected, "{lang}");
        let told = problems.to_string();
        let lines = told.lines().filter(|l| l.starts_with("  ")).count();
        assert_eq!(lines, expected.len(), "a line each:\n{told}");
        for (row, column, _) in &expected {
            let place = format!("cards.xlsx#All cards:{row}, field `{column}`");
            assert!(told.contains(&place), "{place} in\n{told}");
        }
    }
    // Asked to print all the same, it does, and names the same texts.
    let anyway = printed(&kit, "en", true).unwrap_or_else(|e| panic!("{e}"));
    assert_eq!(anyway.components[0].cards, pieces());
    assert_eq!(
        named(&anyway.flaws, dir.path(), "en"),
        expected(&faults, "en")
    );
    assert!(
        anyway
            .flaws
            .to_string()
            .contains(":19, field `text`, language `en`: at 6 pt ")
    );
}

#[test]
fn the_mended_table_prints() {
    let dir = tempfile::tempdir().expect("a folder");
    let (kit, _) = load(dir.path(), false);
    let printed = printed(&kit, "ru", false).unwrap_or_else(|e| panic!("{e}"));
    assert!(printed.pdf.starts_with(b"%PDF") && printed.flaws.is_empty());
    let counts = &printed.components[0];
    assert_eq!((counts.faces, counts.cards), (ROWS, pieces()));
    assert_eq!(printed.pages, pieces().div_ceil(9));
}

fn pieces() -> usize {
    (0..ROWS).map(|row| 1 + row % 3).sum()
}
