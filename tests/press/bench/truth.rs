//! Nothing that is kept from one print to the next may lie: whatever changes, `watch` makes the pages that a fresh
//! start makes, and `print --changed` leaves out nothing that looks different.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use kitpress::impose::Marks;
use kitpress::kit::{Kit, Setting, Source};
use kitpress::press::{NoProgress, PrintOptions, Record, Since, print, proof};
use kitpress::scene::{Studio, raster};
use kitpress::template::Face;
use kitpress::units::Mm;
use kitpress::watch::{Builder, WatchOptions};

use super::Bench;
use super::edits::{bench, edits, options, svg};
use crate::common::render;

fn watching(b: &Bench, options: PrintOptions, out: &str) -> WatchOptions {
    WatchOptions {
        folder: b.kit(),
        set: Vec::new(),
        lang: Some(options.lang.clone()),
        print: options,
        own: "en".into(),
        out: b.root.path().join(out),
        rules: None,
    }
}

/// What a builder shows: its PDF and its list of faces.
fn built(builder: &mut Builder, what: &str) -> (Vec<u8>, Vec<String>) {
    try_built(builder).unwrap_or_else(|p| panic!("{what}: {p}"))
}

/// The same, or what is wrong.
fn try_built(builder: &mut Builder) -> Result<(Vec<u8>, Vec<String>), String> {
    let build = builder.build(&BTreeSet::new());
    let build = build.map_err(|p| p.to_string())?;
    let pdf = fs::read(&build.files[0].file).expect("written");
    let views = builder.views().flat_map(|(_, views)| views);
    let views = views.map(|v| format!("{v:?}")).collect();
    Ok((pdf, views))
}

fn are_the_same_faces(a: &[String], b: &[String], what: &str) {
    assert_eq!(a.len(), b.len(), "{what}");
    let other = a.iter().zip(b).find(|(a, b)| a != b);
    assert_eq!(other, None, "{what}");
}

fn are_the_same_pages(a: &[u8], b: &[u8], what: &str) {
    if a == b {
        return;
    }
    let (a, b) = (render(a, 1.0), render(b, 1.0));
    assert_eq!(a.len(), b.len(), "{what}");
    for (n, (a, b)) in a.iter().zip(&b).enumerate() {
        assert_eq!(a.furthest(b), 0, "{what}: page {}", n + 1);
    }
}

#[test]
fn watch_makes_the_pages_of_a_fresh_start_whatever_changes() {
    let b = bench();
    let options = || PrintOptions {
        marks: Marks::Lines,
        ..PrintOptions::default()
    };
    let mut warm = Builder::new(watching(&b, options(), "warm"));
    let (first, faces) = built(&mut warm, "at first");
    for edit in edits() {
        let path = b.kit().join(edit.file);
        let old = fs::read(&path).ok();
        fs::write(&path, (edit.content)(old.clone())).expect("written");
        let what = format!("{}: {}", edit.file, edit.what);
        let (pdf, views) = built(&mut warm, &what);
        let mut cold = Builder::new(watching(&b, options(), "cold"));
        let (cold, list) = built(&mut cold, &what);
        are_the_same_faces(&views, &list, &what);
        are_the_same_pages(&pdf, &cold, &what);
        assert_eq!(cold != first || list != faces, edit.shows, "{what}");
        match old {
            Some(old) => fs::write(&path, old).expect("written"),
            None => fs::remove_file(&path).expect("removed"),
        }
        let (back, _) = built(&mut warm, &what);
        are_the_same_pages(&back, &first, &format!("back from {what}"));
    }
}

#[test]
fn what_was_wrong_in_between_is_forgotten() {
    let b = bench();
    let mut warm = Builder::new(watching(&b, PrintOptions::default(), "warm"));
    built(&mut warm, "at first");
    // A slip, and something else than before in its place: in a template of cards, and in a figure of the rules.
    for (file, radius) in [("back.svg", 5), ("figs/star.svg", 2), ("figs/star.svg", 3)] {
        let figure = format!(r##"<circle cx="5" cy="5" r="{radius}"/>"##);
        let right = match file {
            "back.svg" => svg(60, 80, &figure),
            _ => svg(20, 10, &figure),
        };
        b.write(file, &right.replace("<circle", "{% if %}<circle"));
        assert!(warm.build(&BTreeSet::new()).is_err(), "{file}");
        b.write(file, &right);
        let (pdf, views) = built(&mut warm, file);
        let mut cold = Builder::new(watching(&b, PrintOptions::default(), "cold"));
        let (cold, list) = built(&mut cold, file);
        are_the_same_faces(&views, &list, file);
        are_the_same_pages(&pdf, &cold, file);
    }
}

/// All files of the kit, by their names in it.
fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("a folder");
    let below = entries.map(|e| e.expect("an entry").path());
    let files = below.flat_map(|path| match path.is_dir() {
        true => files(&path),
        false => vec![path],
    });
    files.collect()
}

#[test]
fn what_was_broken_or_taken_away_is_forgotten_when_it_is_back() {
    let b = bench();
    let mut warm = Builder::new(watching(&b, PrintOptions::default(), "warm"));
    let (first, _) = built(&mut warm, "at first");
    let mut refused = 0;
    for path in files(&b.kit()) {
        let what = path.display().to_string();
        let old = fs::read(&path).expect("a file");
        for broken in [None, Some(&b"<"[..])] {
            match broken {
                Some(broken) => fs::write(&path, broken).expect("written"),
                None => fs::remove_file(&path).expect("removed"),
            }
            let now = try_built(&mut warm);
            let cold = try_built(&mut Builder::new(watching(
                &b,
                PrintOptions::default(),
                "cold",
            )));
            match (now, cold) {
                (Ok((now, views)), Ok((cold, list))) => {
                    are_the_same_faces(&views, &list, &what);
                    are_the_same_pages(&now, &cold, &what);
                }
                (now, cold) => {
                    refused += 1;
                    assert_eq!(now.err(), cold.err(), "{what}");
                }
            }
            fs::write(&path, &old).expect("written");
            let (back, _) = built(&mut warm, &what);
            are_the_same_pages(&back, &first, &what);
        }
    }
    assert!(refused > 20, "{refused}");
}

#[test]
fn watch_makes_the_pages_of_a_fresh_start_with_every_option() {
    for (what, options) in options() {
        let b = bench();
        let mut warm = Builder::new(watching(&b, options.clone(), "warm"));
        built(&mut warm, what);
        b.edit("hero.csv", "うし,,1", "うし,dot.svg,3");
        b.edit("hero.csv", "Ant ", "Tan ");
        let (pdf, views) = built(&mut warm, what);
        let options = &options;
        let (cold, list) = built(
            &mut Builder::new(watching(&b, options.clone(), "cold")),
            what,
        );
        are_the_same_faces(&views, &list, what);
        are_the_same_pages(&pdf, &cold, what);
        let printed = print(&load(&b, &[]), options, &NoProgress);
        let printed = printed.unwrap_or_else(|p| panic!("{what}: {p}"));
        are_the_same_pages(&pdf, &printed.pdf, what);
    }
}

/// What every face looks like, by component and card.
type Looks = BTreeMap<(String, String), Vec<Vec<u8>>>;

fn looks(kit: &Kit, options: &PrintOptions) -> Looks {
    let studio = Studio::new(kit, options.ink).expect("a studio");
    let proof = proof(kit, &studio, options, true, &NoProgress);
    let proof = proof.unwrap_or_else(|p| panic!("{p}"));
    let mut looks = Looks::new();
    for drawn in &proof.faces {
        let face = Face {
            svg: drawn.svg.clone().expect("kept"),
            texts: drawn.scene.texts.clone(),
            ..Face::default()
        };
        let pixels =
            raster(&studio, (&face.svg, &face.texts), drawn.size, 2.0, Mm(0.0)).expect("drawn");
        let component = kit.components[drawn.component].id.clone();
        let card = looks.entry((component, drawn.card.clone())).or_default();
        card.push(pixels.take());
    }
    looks
}

fn load(b: &Bench, set: &[Setting]) -> Kit {
    let source = Source::find(&b.kit().to_string_lossy()).expect("a kit");
    Kit::load_from(source, set).unwrap_or_else(|p| panic!("{p}"))
}

/// What is known after a print.
fn record(kit: &Kit, options: &PrintOptions) -> Record {
    let known = PrintOptions {
        known: Some(Record::default()),
        ..options.clone()
    };
    let printed = print(kit, &known, &NoProgress);
    printed.unwrap_or_else(|p| panic!("{p}")).record
}

/// The components and cards that a print with `--changed` prints after that.
fn told(record: &Record, kit: &Kit, options: &PrintOptions) -> BTreeSet<(String, String)> {
    let since = PrintOptions {
        since: Some(Since {
            record: record.clone(),
            keep_places: false,
        }),
        ..options.clone()
    };
    let printed = print(kit, &since, &NoProgress).unwrap_or_else(|p| panic!("{p}"));
    let changes = printed.changes.expect("asked for");
    let lines = changes.new.into_iter().chain(changes.changed);
    lines.map(|l| (l.component, l.name)).collect()
}

/// Those that look different, as they are told: pages by their component alone.
fn differ(before: &Looks, now: &Looks) -> BTreeSet<(String, String)> {
    let other =
        |(who, looks): &(&(String, String), &Vec<Vec<u8>>)| before.get(*who) != Some(*looks);
    let differ = now.iter().filter(other);
    differ.map(|(who, _)| who.clone()).collect()
}

fn nothing_is_left_out(
    what: &str,
    told: &BTreeSet<(String, String)>,
    differ: &BTreeSet<(String, String)>,
) {
    for (component, card) in differ {
        let is_page = ["map", "rules"].contains(&component.as_str());
        let named = |(c, n): &(String, String)| c == component && (is_page || n == card);
        assert!(
            told.iter().any(named),
            "{what}: {component}:{card} is not in {told:?}"
        );
    }
}

#[test]
fn changed_leaves_out_nothing_that_looks_different() {
    let b = bench();
    let plain = PrintOptions::default();
    let kit = load(&b, &[]);
    let first = looks(&kit, &plain);
    let record = record(&kit, &plain);
    for edit in edits() {
        let path = b.kit().join(edit.file);
        let old = fs::read(&path).ok();
        fs::write(&path, (edit.content)(old.clone())).expect("written");
        let what = format!("{}: {}", edit.file, edit.what);
        let now = load(&b, &[]);
        let told = told(&record, &now, &plain);
        nothing_is_left_out(&what, &told, &differ(&first, &looks(&now, &plain)));
        if !edit.shows {
            assert!(told.is_empty(), "{what}: {told:?}");
        }
        match old {
            Some(old) => fs::write(&path, old).expect("written"),
            None => fs::remove_file(&path).expect("removed"),
        }
    }
}

#[test]
fn changed_leaves_out_nothing_that_options_change() {
    let b = bench();
    let plain = PrintOptions::default();
    let kit = load(&b, &[]);
    let first = looks(&kit, &plain);
    let record = record(&kit, &plain);
    for (what, options) in options() {
        let told = told(&record, &kit, &options);
        nothing_is_left_out(what, &told, &differ(&first, &looks(&kit, &options)));
        let names: Vec<String> = told.iter().map(|(c, n)| format!("{c}:{n}")).collect();
        match what {
            "lang" | "saver" | "mono" | "sets" => assert!(!told.is_empty(), "{what}"),
            // The pictures alone are printed with other dots.
            "dpi" => assert_eq!(names, ["hero:ant", "hero:bee", "hero:dog"]),
            // A leaf with one side is another piece of paper than one with two.
            "backs" => assert_eq!(names, ["map:1", "map:2"]),
            _ => assert!(told.is_empty(), "{what}: {names:?}"),
        }
    }
    let deeper = load(&b, &[("depth".to_owned(), "4".to_owned())]);
    let told = told(&record, &deeper, &plain);
    nothing_is_left_out("set", &told, &differ(&first, &looks(&deeper, &plain)));
    assert!(told.contains(&("hero".to_owned(), "cow".to_owned())));
}
