//! What columns of a table mean, tried from outside: copies, names, and what is left of both in prints and tables.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use serde_json::Value;

fn run(dir: &Path, args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_kitpress"))
        .args(args)
        .current_dir(dir)
        .env_remove("LC_ALL")
        .env_remove("LC_MESSAGES")
        .env("LANG", "C")
        .env("XDG_DATA_HOME", dir.join("data"))
        .output()
        .expect("kitpress starts")
}

fn fine(dir: &Path, args: &[&str]) -> String {
    let out = run(dir, args);
    let said = String::from_utf8_lossy(&out.stderr).into_owned();
    assert!(out.status.success(), "{args:?}: {said}");
    String::from_utf8_lossy(&out.stdout).into_owned()
}

fn fails(dir: &Path, args: &[&str]) -> String {
    let out = run(dir, args);
    assert!(!out.status.success(), "{args:?}");
    String::from_utf8_lossy(&out.stderr).into_owned()
}

const FACE: &str = r#"<svg xmlns="http://www.w3.org/2000/svg" width="63mm" height="88mm" viewBox="0 0 63 88">
  {{ textbox(text=row.title, x=5, y=5, w=53, h=10, size=12) }}
</svg>"#;

/// A kit of one component with this table and these further lines of `kit.toml`.
fn kit(dir: &Path, file: &str, table: &str, more: &str) {
    let manifest = format!(
        "[kit]\nid = \"k\"\n\n[[component]]\nid = \"monster\"\nkind = \"cards\"\nsize = \"poker\"\nfront = \"face.svg\"\nrows = \"{file}\"\n{more}\n"
    );
    fs::write(dir.join("kit.toml"), manifest).expect("kit.toml is written");
    fs::write(dir.join("face.svg"), FACE).expect("the face is written");
    fs::write(dir.join(file), table).expect("the table is written");
}

/// The names of all copies.
fn copies(dir: &Path) -> Vec<String> {
    let cards: Value = serde_json::from_str(&fine(dir, &["cards", ".", "--json"])).expect("JSON");
    let cards = cards.as_array().expect("a list").clone();
    let name = |c: &Value| c["name"].as_str().expect("a name").to_owned();
    cards.iter().map(name).collect()
}

#[test]
fn copies_are_counted_alike_in_every_kind_of_table() {
    let expected = ["a", "a", "b", "d"];
    for (file, table) in [
        ("m.csv", "name,title,Count\na,A,2\nb,B,\nc,C,0\nd,D,1\n"),
        (
            "m.tsv",
            "name\ttitle\tCount\na\tA\t2\nb\tB\t\nc\tC\t0\nd\tD\t1\n",
        ),
        (
            "m.json",
            r#"[{"name":"a","title":"A","Count":2},{"name":"b","title":"B"},{"name":"c","title":"C","Count":0},{"name":"d","title":"D","Count":null}]"#,
        ),
        (
            "m.toml",
            "[[row]]\nname = \"a\"\ntitle = \"A\"\nCount = 2\n[[row]]\nname = \"b\"\ntitle = \"B\"\n[[row]]\nname = \"c\"\ntitle = \"C\"\nCount = 0\n[[row]]\nname = \"d\"\ntitle = \"D\"\nCount = \"\"\n",
        ),
    ] {
        let dir = tempfile::tempdir().expect("a folder");
        kit(dir.path(), file, table, "");
        assert_eq!(copies(dir.path()), expected, "{file}");
        // The same column by another header, chosen.
        let chosen = table.replace("Count", "Qty");
        kit(dir.path(), file, &chosen, "count = \"Qty\"");
        assert_eq!(copies(dir.path()), expected, "{file}");
        // Nobody has said what it means.
        kit(dir.path(), file, &chosen, "");
        let said = fails(dir.path(), &["check", "."]);
        assert!(
            said.contains("`Qty`") && said.contains("count = false"),
            "{said}"
        );
        assert!(said.contains(file), "{said}");
        kit(dir.path(), file, &chosen, "count = false");
        assert_eq!(copies(dir.path()), ["a", "b", "c", "d"], "{file}");
    }
}

#[test]
fn a_card_that_is_left_out_is_nowhere() {
    let dir = tempfile::tempdir().expect("a folder");
    let more = "[[component]]\nid = \"case\"\nkind = \"box\"\nfront = \"side.svg\"\nholds = [\"monster\"]\n[[table.deck]]\nid = \"deck\"\ncomponent = \"monster\"";
    let side = FACE.replace(
        "{{ textbox(text=row.title, x=5, y=5, w=53, h=10, size=12) }}",
        "",
    );
    fs::write(dir.path().join("side.svg"), side).expect("the side is written");
    let table = "title,count\nSlime,2\nDragon,1\n";
    kit(dir.path(), "m.csv", table, more);
    fine(dir.path(), &["print", ".", "--only", "monster"]);
    let left = table.replace("Dragon,1", "Dragon,0");
    kit(dir.path(), "m.csv", &left, more);
    let said = fine(
        dir.path(),
        &["print", ".", "--changed", "--only", "monster"],
    );
    assert!(
        said.contains("take out") && said.contains("Dragon"),
        "{said}"
    );
    assert!(fails(dir.path(), &["preview", ".", "--card", "Dragon"]).contains("Dragon"));
    let deck = fine(
        dir.path(),
        &["shuffle", ".", "monster", "--json", "--seed", "1"],
    );
    assert!(deck.contains("Slime") && !deck.contains("Dragon"), "{deck}");
}

#[test]
fn titles_name_cards_and_numbers_go_on_working() {
    let dir = tempfile::tempdir().expect("a folder");
    kit(
        dir.path(),
        "m.csv",
        "title,text\nSlime,a\n*Red* Dragon,b\n",
        "",
    );
    assert_eq!(copies(dir.path()), ["Slime", "Red Dragon"]);
    for card in [
        "Red Dragon",
        "red dragon",
        "monster:Red Dragon",
        "monster-2",
    ] {
        fine(
            dir.path(),
            &["preview", ".", "--card", card, "--out", "x.png"],
        );
    }
    for cards in ["monster-2", "Red*", "monster:monster-2"] {
        let out = fine(dir.path(), &["print", ".", "--cards", cards, "--json"]);
        assert!(out.contains("\"cards\": 1"), "{out}");
    }
    let told = fine(dir.path(), &["cards", "."]);
    assert!(told.contains("text: b"), "{told}");
}

#[test]
fn a_title_finds_a_card_that_has_another_name() {
    let dir = tempfile::tempdir().expect("a folder");
    kit(dir.path(), "m.csv", "name,title\nm1,Dragon\n", "");
    fine(
        dir.path(),
        &["preview", ".", "--card", "Dragon", "--out", "x.png"],
    );
    assert!(fails(dir.path(), &["preview", ".", "--card", "Wagon"]).contains("Wagon"));
}

/// The version before called cards without a name by their rows; what it remembers still means the same cards.
#[test]
fn prints_that_were_remembered_under_numbers_are_known() {
    let dir = tempfile::tempdir().expect("a folder");
    kit(dir.path(), "m.csv", "title\nSlime\nDragon\n", "");
    fine(dir.path(), &["print", "."]);
    let lock = dir.path().join(".kitpress-lock.json");
    let text = fs::read_to_string(&lock).expect("a lock file");
    let mut value: Value = serde_json::from_str(&text).expect("JSON");
    let cards = value["prints"][0]["cards"]["monster"]
        .as_object_mut()
        .expect("cards");
    for (title, number) in [("Slime", "monster-1"), ("Dragon", "monster-2")] {
        let mut looks = cards.remove(title).expect("the card");
        for lot in looks.as_object_mut().expect("looks").values_mut() {
            *lot = serde_json::json!([1, title]);
        }
        cards.insert(number.to_owned(), looks);
    }
    fs::write(&lock, value.to_string()).expect("the lock file is written");
    // A new row moves the others down: what is on the paper tells which is which.
    kit(dir.path(), "m.csv", "title\nGhost\nSlime\nDragon\n", "");
    let said = fine(dir.path(), &["print", ".", "--changed"]);
    assert!(said.contains("Ghost") && !said.contains("Slime"), "{said}");
    assert!(!said.contains("take out"), "{said}");
}

/// A table that was begun when the cards were called by their rows goes on.
#[test]
fn tables_that_were_begun_with_numbers_go_on() {
    let dir = tempfile::tempdir().expect("a folder");
    let more = "[[table.deck]]\nid = \"deck\"\ncomponent = \"monster\"\n[[table.hand]]\ndeck = \"deck\"\ncount = 1\n";
    kit(
        dir.path(),
        "m.csv",
        "name,title\nmonster-1,Slime\nmonster-2,Dragon\n",
        more,
    );
    fine(
        dir.path(),
        &[
            "start",
            ".",
            "--players",
            "Ann,Bob",
            "--table",
            "t",
            "--seed",
            "3",
        ],
    );
    let shown = |args: &[&str]| fine(dir.path(), &[&["show", "--table", "t"], args].concat());
    let before = shown(&["--seat", "Ann", "--reveal", "--json"]);
    let card = if before.contains("monster-1") {
        "monster-1"
    } else {
        "monster-2"
    };
    fine(dir.path(), &["do", "play", "Ann", card, "--table", "t"]);
    kit(dir.path(), "m.csv", "title\nSlime\nDragon\n", more);
    assert!(shown(&["--json"]).contains(card));
}

/// The same file saved with LF, CRLF or CR is told about with the same lines.
#[test]
fn lines_are_the_same_whatever_ends_them() {
    let cases = [
        (
            "m.csv",
            "title,count\nSlime,1\n\"two\nlines\",x\nDragon,y\n\nImp,z\n",
            vec!["m.csv:3", "m.csv:5", "m.csv:7"],
        ),
        ("m.csv", "title,title\na,b\n", vec!["m.csv:1"]),
        ("m.csv", "\ntitle,\na,b\n", vec!["m.csv:2"]),
        ("m.csv", "title,count\na,1\nb,\"open\n", vec!["m.csv:3"]),
        (
            "m.csv",
            "title,text\na\nb,c\nd\n",
            vec!["m.csv:2", "m.csv:4"],
        ),
        ("m.tsv", "title\tcount\na\t1\nb\tx\n", vec!["m.tsv:3"]),
        (
            "m.json",
            "[\n{\"title\": \"a\"},\n{\"title\": \"b\", \"count\": \"x\"}\n]",
            vec!["m.json:3"],
        ),
        (
            "m.json",
            "[\n{\"title\": \"a\"},\n{\"title\" \"b\"}\n]",
            vec!["m.json:3"],
        ),
        (
            "m.toml",
            "[[row]]\ntitle = \"a\"\n[[row]]\ntitle = \"b\"\ncount = \"x\"\n",
            vec!["m.toml:3"],
        ),
    ];
    for (file, table, places) in cases {
        for end in ["\n", "\r\n", "\r"] {
            let dir = tempfile::tempdir().expect("a folder");
            kit(dir.path(), file, &table.replace('\n', end), "");
            let said = fails(dir.path(), &["check", "."]);
            let found: Vec<&str> = said
                .lines()
                .filter_map(|l| l.split("--> ./").nth(1))
                .collect();
            let found: Vec<&str> = found
                .iter()
                .map(|f| f.split(',').next().expect("a place"))
                .collect();
            assert_eq!(found, places, "{end:?}: {said}");
        }
    }
    // kit.toml, languages and templates as well; a text box that does not fit names its row.
    for end in ["\n", "\r\n", "\r"] {
        let dir = tempfile::tempdir().expect("a folder");
        kit(
            dir.path(),
            "m.csv",
            &"title\nSlime\nToo long for its box by far and wide and long and far and wide and long and far and wide\n".replace('\n', end),
            "",
        );
        let said = fails(dir.path(), &["check", "."]);
        assert!(said.contains("m.csv:3"), "{end:?}: {said}");
        let face = FACE.replace("row.title", "row.titel").replace('\n', end);
        fs::write(dir.path().join("face.svg"), face).expect("written");
        let said = fails(dir.path(), &["check", "."]);
        assert!(said.contains("face.svg:2"), "{end:?}: {said}");
        let manifest = fs::read_to_string(dir.path().join("kit.toml")).expect("read");
        let manifest = format!("{manifest}\nbakc = \"x.svg\"\n").replace('\n', end);
        fs::write(dir.path().join("kit.toml"), manifest).expect("written");
        let said = fails(dir.path(), &["check", "."]);
        assert!(said.contains("kit.toml:12"), "{end:?}: {said}");
    }
}

/// Columns that designers leave empty to part the others are none, wherever they stand.
#[test]
fn empty_columns_part_the_others() {
    let dir = tempfile::tempdir().expect("a folder");
    for table in [
        ",title,,text,,\n,Slime,,a,,\n,,,,,\n,Dragon,,b\n",
        "title,,text, ,\nSlime, ,a\nDragon,,b,,\n",
    ] {
        kit(dir.path(), "m.csv", table, "");
        assert_eq!(copies(dir.path()), ["Slime", "Dragon"], "{table}");
    }
    kit(dir.path(), "m.csv", "title,,text\nSlime,x,a\n", "");
    assert!(fails(dir.path(), &["check", "."]).contains("column 2 has no name"));
}

/// A tiny picture of one colour.
const DOT: &[u8] = &[
    0x89, b'P', b'N', b'G', 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0x0d, b'I', b'H', b'D', b'R', 0, 0, 0,
    1, 0, 0, 0, 1, 8, 0, 0, 0, 0, 0x3a, 0x7e, 0x9b, 0x55, 0, 0, 0, 0x0a, b'I', b'D', b'A', b'T',
    0x78, 0x9c, 0x63, 0x60, 0, 0, 0, 2, 0, 1, 0x48, 0xaf, 0xa4, 0x71, 0, 0, 0, 0, b'I', b'E', b'N',
    b'D', 0xae, 0x42, 0x60, 0x82,
];

const PICTURE: &str = r#"<svg xmlns="http://www.w3.org/2000/svg" width="63mm" height="88mm" viewBox="0 0 63 88">
  <image href="{{ row.art }}" x="5" y="5" width="9" height="9"/>
</svg>"#;

#[test]
fn a_backslash_parts_folders_wherever_a_file_is_named() {
    let dir = tempfile::tempdir().expect("a folder");
    let at = |name: &str| dir.path().join(name);
    fs::create_dir_all(at("parts/art")).expect("folders");
    fs::write(at("parts/art/x.png"), DOT).expect("written");
    fs::write(at("parts/face.svg"), PICTURE).expect("written");
    fs::write(at("parts/m.csv"), "title,art\nSlime,parts\\art\\x.png\n").expect("written");
    fs::write(at("parts/rules.en.md"), "# Rules\n\n![](parts\\fig.svg)\n").expect("written");
    let fig = r##"<svg xmlns="http://www.w3.org/2000/svg" width="20mm" height="20mm" viewBox="0 0 20 20"><rect width="9" height="9"/></svg>"##;
    fs::write(at("parts/fig.svg"), fig).expect("written");
    let manifest = "[kit]\nid = \"k\"\n[[component]]\nid = \"a\"\nkind = \"cards\"\nsize = \"poker\"\nfront = 'parts\\face.svg'\nback = 'parts\\face.svg'\nrows = 'parts\\m.csv'\n[[component]]\nid = \"r\"\nkind = \"sheet\"\nsize = \"186x258mm\"\nflow = 'parts\\rules.md'\n";
    fs::write(at("kit.toml"), manifest).expect("written");
    fine(dir.path(), &["print", "."]);
    let told = fine(dir.path(), &["check", "."]);
    assert!(
        !told.contains("x.png") && !told.contains("fig.svg"),
        "used files are known: {told}"
    );
    for art in ["parts\\..\\parts\\art\\x.png", "parts/art/../art/./x.png"] {
        fs::write(at("parts/m.csv"), format!("title,art\nSlime,{art}\n")).expect("written");
        fine(dir.path(), &["print", "."]);
    }
    for art in [
        "..\\x.png",
        "C:\\x.png",
        "\\\\host\\x.png",
        "\\x.png",
        "parts\\..\\..\\x.png",
    ] {
        fs::write(at("parts/m.csv"), format!("title,art\nSlime,{art}\n")).expect("written");
        let said = fails(dir.path(), &["print", "."]);
        assert!(said.contains("outside the kit"), "{art}: {said}");
    }
}

#[cfg(unix)]
#[test]
fn links_are_followed_where_the_user_says_so() {
    use std::os::unix::fs::symlink;
    let dir = tempfile::tempdir().expect("a folder");
    let at = |name: &str| dir.path().join(name);
    fs::create_dir_all(at("kit")).expect("a folder");
    fs::create_dir_all(at("library/icons")).expect("folders");
    fs::write(at("library/x.png"), DOT).expect("written");
    fs::write(at("library/face.svg"), PICTURE).expect("written");
    kit(&at("kit"), "m.csv", "title,art\nSlime,art/x.png\n", "");
    let manifest = fs::read_to_string(at("kit/kit.toml")).expect("read");
    let manifest = manifest.replace("face.svg", "art/face.svg");
    fs::write(at("kit/kit.toml"), manifest).expect("written");
    symlink("../library", at("kit/art")).expect("a link");
    // Links may go round in circles.
    symlink("..", at("library/icons/up")).expect("a link");
    let said = fails(dir.path(), &["print", "kit"]);
    assert!(
        said.contains("`art` is a link") && said.contains("--follow-links"),
        "{said}"
    );
    fine(dir.path(), &["print", "kit", "--follow-links"]);
    fine(dir.path(), &["check", "kit", "--follow-links"]);
    fine(dir.path(), &["cards", "kit", "--follow-links"]);
    fs::write(at("kit/m.csv"), "title,art\nSlime,../library/x.png\n").expect("written");
    let said = fails(dir.path(), &["print", "kit", "--follow-links"]);
    assert!(said.contains("outside the kit"), "{said}");
}
