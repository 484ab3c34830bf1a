//! `watch`: builds only what changed, shows it to this computer alone, and never dies.

use std::collections::BTreeSet;
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

use kitpress::press::PrintOptions;
use kitpress::watch::{Build, Builder, WatchOptions};
use serde_json::Value;

use super::Bench;

fn watching(b: &Bench) -> WatchOptions {
    WatchOptions {
        folder: b.kit(),
        set: Vec::new(),
        print: PrintOptions::default(),
        lang: Some("en".into()),
        own: "en".into(),
        out: b.root.path().join("out"),
        rules: None,
    }
}

fn build(builder: &mut Builder) -> Build {
    match builder.build(&BTreeSet::new()) {
        Ok(build) => build,
        Err(problems) => panic!("{problems}"),
    }
}

/// Changes a kit step by step: each draws only what changed, and gives what `print` gives as `read` sees it.
fn drawn_anew_is_as_printed<T: PartialEq>(read: impl Fn(&Path) -> T) {
    let b = Bench::new();
    let mut builder = Builder::new(watching(&b));
    let same_as_print = |b: &Bench, what: &str| {
        let watched = fs::read(b.pdf()).expect("written");
        let seen = read(&b.pdf());
        b.fine(&["print", "tiny"]);
        let printed = fs::read(b.pdf()).expect("printed");
        assert!(watched == printed || seen == read(&b.pdf()), "{what}");
    };
    // Ten cards, one back, one page of rules.
    assert_eq!(build(&mut builder).drawn, 12);
    same_as_print(&b, "the first time");
    assert_eq!(build(&mut builder).drawn, 0, "nothing changed");
    let steps: [(&str, &str, &str, usize); 9] = [
        ("hero.csv", "Ant,", "Tan,", 1),
        ("hero.csv", "Cow,", "Quiz – ζ,", 1),
        ("hero.csv", "Quiz – ζ,", "Owl & ж,", 1),
        ("hero.csv", "dog,Dog,いぬ,1", "dog,Dog,いぬ,4", 0),
        ("hero.csv", "jay,Jay,かけす,1", "kiwi,Kiwi,キウイ,1", 1),
        ("rules.svg", "Be kind.", "Be kinder.", 1),
        ("back.svg", "#204060", "#602040", 1),
        ("hero.svg", "size=14", "size=15", 10),
        // All that is not a row or a template may matter to every face.
        ("kit.toml", "63x88mm", "63x88mm\"\ncorner = \"3mm", 12),
    ];
    for (file, from, to, drawn) in steps {
        b.edit(file, from, to);
        assert_eq!(build(&mut builder).drawn, drawn, "{to}");
        same_as_print(&b, to);
    }
    // A file that was taken away comes back.
    fs::remove_file(b.pdf()).expect("removed");
    build(&mut builder);
    assert!(b.pdf().is_file());
}

#[test]
fn only_faces_that_changed_are_drawn_and_the_pages_are_the_same() {
    drawn_anew_is_as_printed(|pdf| crate::common::render(&fs::read(pdf).expect("written"), 1.0));
}

#[needs::needs("pdftotext")]
#[test]
fn the_words_of_what_is_drawn_anew_are_those_of_a_print() {
    drawn_anew_is_as_printed(|pdf| crate::common::tool("pdftotext", &["-raw", "FILE", "-"], pdf));
}

#[test]
fn pictures_icons_and_words_are_noticed() {
    let b = Bench::new();
    let dot = |color: &str| {
        format!(
            r#"<svg xmlns="http://www.w3.org/2000/svg" width="5mm" height="5mm" viewBox="0 0 5 5"><path d="M0 0h5v5z" fill="{color}"/></svg>"#
        )
    };
    fs::create_dir(b.kit().join("icons")).expect("made");
    b.write("icons/sun.svg", &dot("#123456"));
    b.write("dot.svg", &dot("#654321"));
    b.edit("hero.csv", "Ant,", "Ant :sun:,");
    b.edit(
        "back.svg",
        "</svg>",
        r#"<image href="dot.svg" width="5" height="5"/></svg>"#,
    );
    let mut builder = Builder::new(watching(&b));
    build(&mut builder);
    let mut seen = vec![fs::read(b.pdf()).expect("written")];
    for (name, content) in [
        ("dot.svg", dot("#ff0000")),
        ("icons/sun.svg", dot("#00ff00")),
    ] {
        b.write(name, &content);
        build(&mut builder);
        let now = fs::read(b.pdf()).expect("written");
        assert!(!seen.contains(&now), "{name} was noticed");
        b.fine(&["print", "tiny"]);
        assert!(now == fs::read(b.pdf()).expect("printed"), "{name}");
        seen.push(now);
    }
}

#[test]
fn a_picture_that_is_placed_larger_somewhere_else_gets_its_pixels_back() {
    let b = Bench::new();
    let mut art = resvg::tiny_skia::Pixmap::new(300, 300).expect("pixels");
    let mut noise = 1u32;
    for (i, byte) in art.data_mut().iter_mut().enumerate() {
        noise = noise.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        *byte = if i % 4 == 3 { 255 } else { (noise >> 24) as u8 };
    }
    let png = art.encode_png().expect("a picture");
    fs::write(b.kit().join("art.png"), png).expect("written");
    let place = |file: &str, mm: u32| {
        let image = format!(r#"<image href="art.png" width="{mm}" height="{mm}"/></svg>"#);
        b.edit(file, "</svg>", &image);
    };
    place("back.svg", 5);
    let mut builder = Builder::new(watching(&b));
    build(&mut builder);
    let small = fs::read(b.pdf()).expect("written").len();
    place("rules.svg", 25);
    build(&mut builder);
    let watched = fs::read(b.pdf()).expect("written");
    assert!(
        watched.len() > small + 10_000,
        "it was made smaller at first"
    );
    b.fine(&["print", "tiny"]);
    assert!(watched == fs::read(b.pdf()).expect("printed"));
}

#[test]
fn faces_are_shown_in_other_languages_and_inks() {
    let b = Bench::new();
    let mut builder = Builder::new(watching(&b));
    let ja = ("ja".to_owned(), "mono".to_owned());
    let made = builder
        .build(&BTreeSet::from([ja.clone()]))
        .expect("builds");
    assert_eq!(
        (made.files.len(), made.drawn),
        (1, 24),
        "one PDF, two sets of faces"
    );
    let views: Vec<_> = builder
        .views()
        .map(|(v, list)| (v.clone(), list.clone()))
        .collect();
    assert_eq!(views.len(), 2);
    for (variant, list) in views {
        assert_eq!(list.len(), 12);
        let svg = builder.face(&variant, &list[0].id).expect("shown");
        assert!(
            svg.starts_with("<svg") && svg.ends_with("</svg>\n") && !svg.contains("<text"),
            "{svg}"
        );
        roxmltree::Document::parse(&svg).expect("XML");
    }
    assert!(builder.face(&ja, "nothing").is_none());
}

/// A watch that runs, with its page.
pub struct Watch {
    child: Child,
    pub port: u16,
    /// The key that stands behind the `#` of the page's address.
    pub key: String,
    lines: std::sync::mpsc::Receiver<String>,
}

impl Watch {
    pub fn start(b: &Bench, more: &[&str]) -> Self {
        let args = [&["watch", "tiny", "--no-open", "--lang", "en"], more].concat();
        let mut child = b
            .command(&args)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("starts");
        let (send, lines) = std::sync::mpsc::channel();
        let (out, err) = (
            child.stdout.take().expect("piped"),
            child.stderr.take().expect("piped"),
        );
        let streams: [Box<dyn Read + Send>; 2] = [Box::new(out), Box::new(err)];
        for stream in streams {
            let send = send.clone();
            std::thread::spawn(move || {
                for line in BufReader::new(stream).lines().map_while(Result::ok) {
                    let _ = send.send(line);
                }
            });
        }
        let mut watch = Self {
            child,
            port: 0,
            key: String::new(),
            lines,
        };
        let first = watch.line("http://");
        let address = first.split("127.0.0.1:").nth(1).expect("an address");
        let (port, rest) = address.split_once("/#").expect("a key");
        watch.port = port.parse().expect("a port");
        watch.key = rest.split(' ').next().expect("a key").to_owned();
        watch
    }

    /// Waits for a line of the terminal that says so.
    pub fn line(&self, says: &str) -> String {
        let start = Instant::now();
        let mut all = Vec::new();
        while start.elapsed() < Duration::from_secs(60) {
            if let Ok(line) = self.lines.recv_timeout(Duration::from_millis(100)) {
                if line.contains(says) {
                    return line;
                }
                all.push(line);
            }
        }
        panic!("no `{says}` in {all:#?}");
    }

    pub fn ask(&self, head: &str) -> String {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).expect("listens");
        let _ = stream.set_read_timeout(Some(Duration::from_secs(60)));
        stream.write_all(head.as_bytes()).expect("sent");
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        String::from_utf8_lossy(&answer).into_owned()
    }

    /// What somebody gets who shows this key.
    pub fn get_with(&self, path: &str, key: &str) -> String {
        let port = self.port;
        self.ask(&format!(
            "GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nAuthorization: Bearer {key}\r\nConnection: close\r\n\r\n"
        ))
    }

    pub fn get(&self, path: &str) -> String {
        self.get_with(path, &self.key)
    }

    /// What somebody gets who knows the port alone.
    fn get_unasked(&self, path: &str) -> String {
        let port = self.port;
        self.ask(&format!(
            "GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: close\r\n\r\n"
        ))
    }

    /// Listens to news.
    fn listen(&self) -> TcpStream {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).expect("listens");
        let _ = stream.set_read_timeout(Some(Duration::from_secs(60)));
        let (port, key) = (self.port, &self.key);
        let head = format!("GET /events?key={key} HTTP/1.1\r\nHost: localhost:{port}\r\n\r\n");
        stream.write_all(head.as_bytes()).expect("sent");
        stream
    }

    fn state(&self, query: &str) -> Value {
        let answer = self.get(&format!("/state{query}"));
        let body = answer.split_once("\r\n\r\n").expect("a body").1;
        serde_json::from_str(body).expect("JSON")
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn the_page_is_shown_to_this_computer_alone() {
    let b = Bench::new();
    let w = Watch::start(&b, &[]);
    w.line("pages");
    let page = w.get("/");
    assert!(
        page.starts_with("HTTP/1.1 200 OK") && page.contains("<!doctype html>"),
        "{page}"
    );
    let policy =
        "content-security-policy: default-src 'none'; script-src 'self'; style-src 'self';";
    assert!(page.contains(policy) && !page.contains("unsafe"), "{page}");
    assert!(
        !page.contains("https://") && !page.contains("__"),
        "nothing from elsewhere"
    );
    let state = w.state("");
    assert_eq!(state["views"].as_array().map(Vec::len), Some(12));
    assert_eq!(state["error"], Value::Null);
    let id = state["views"][0]["id"].as_str().expect("an id");
    let face = w.get(&format!("/face/en/full/{id}.svg"));
    assert!(
        face.contains("image/svg+xml") && face.contains("<svg"),
        "{face}"
    );
    let pass = state["pass"].as_str().expect("a pass");
    let pdf = w.get_unasked(&format!("/pdf/en?pass={pass}"));
    assert!(pdf.contains("application/pdf"));
    assert_eq!(w.state("?lang=ja&ink=saver")["lang"], "ja");
    assert_eq!(
        w.state("?lang=xx&ink=saver")["lang"],
        "en",
        "no such language"
    );
    for path in [
        "/kit.toml",
        "/hero.csv",
        "/../kit.toml",
        "/face/en/full/../../kit.toml",
        "/face/en/full/x.svg",
        "/pdf/../../etc/passwd",
        &format!("/pdf/xx?pass={pass}"),
        "//",
        "/state/x",
        "/%2e%2e/kit.toml",
    ] {
        assert!(w.get(path).starts_with("HTTP/1.1 404"), "{path}");
    }
    let port = w.port;
    for (head, says) in [
        (
            "GET / HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n".to_owned(),
            "403",
        ),
        (
            format!("GET / HTTP/1.1\r\nHost: evil.example:{port}\r\nConnection: close\r\n\r\n"),
            "403",
        ),
        (
            "GET / HTTP/1.1\r\nConnection: close\r\n\r\n".to_owned(),
            "403",
        ),
        (
            format!(
                "GET / HTTP/1.1\r\nHost: localhost:{port}\r\nOrigin: http://evil.example\r\nConnection: close\r\n\r\n"
            ),
            "403",
        ),
        (
            format!("POST / HTTP/1.1\r\nHost: localhost:{port}\r\nConnection: close\r\n\r\n"),
            "405",
        ),
        ("nonsense\r\n\r\n".to_owned(), "400"),
    ] {
        assert!(
            w.ask(&head).starts_with(&format!("HTTP/1.1 {says}")),
            "{head}"
        );
    }
}

#[test]
fn news_come_as_they_happen() {
    let b = Bench::new();
    let w = Watch::start(&b, &[]);
    w.line("pages");
    let mut news = BufReader::new(w.listen()).lines().map_while(Result::ok);
    let mut next = || -> Value {
        let line = news.find(|l| l.starts_with("data: ")).expect("news");
        serde_json::from_str(&line[6..]).expect("JSON")
    };
    assert_eq!(next()["version"], 1);
    b.edit("hero.csv", "Ant,", "Aunt,");
    let state = next();
    assert_eq!((&state["version"], &state["drawn"]), (&2.into(), &1.into()));
    // The new face comes along, and is the one that would be fetched.
    let faces = state["fresh"].as_object().expect("faces");
    let (id, svg) = faces.iter().next().expect("a face");
    assert!(faces.len() == 1 && state.get("views").is_none());
    let [change] = &state["changed"].as_array().expect("changes")[..] else {
        panic!("{}", state["changed"]);
    };
    let all = w.state("");
    let place = change[0].as_u64().expect("a place") as usize;
    assert_eq!(change[1]["id"], id.as_str());
    assert_eq!(all["views"][place], change[1]);
    let length = all["views"].as_array().map(Vec::len);
    assert_eq!(length, state["length"].as_u64().map(|n| n as usize));
    let fetched = w.get(&format!("/face/en/full/{id}.svg"));
    assert!(fetched.ends_with(svg.as_str().expect("text")));
    let state = w.state("");
    assert_eq!((&state["version"], &state["drawn"]), (&2.into(), &1.into()));
}

#[test]
fn who_has_not_the_key_reads_nothing() {
    let b = Bench::new();
    let w = Watch::start(&b, &[]);
    w.line("pages");
    let state = w.state("");
    let id = state["views"][0]["id"].as_str().expect("an id");
    let page = w.get_unasked("/");
    assert!(page.starts_with("HTTP/1.1 200") && !page.contains("Tiny") && !page.contains(&w.key));
    let other = "0".repeat(w.key.len());
    for path in [
        "/state",
        "/events",
        &format!("/face/en/full/{id}.svg"),
        "/pdf/en",
    ] {
        let answer = w.get_unasked(path);
        assert!(answer.starts_with("HTTP/1.1 401"), "{path}: {answer}");
        for wrong in [&other, "", &w.key[1..], &w.key.to_uppercase()] {
            let answer = w.get_with(path, wrong);
            assert!(
                answer.starts_with("HTTP/1.1 401"),
                "{path} with {wrong}: {answer}"
            );
            let answer = w.get_unasked(&format!("{path}?key={wrong}&pass={wrong}"));
            assert!(
                answer.starts_with("HTTP/1.1 401"),
                "{path} with {wrong}: {answer}"
            );
        }
    }
}

#[test]
fn a_page_keeps_its_key_at_its_port() {
    let b = Bench::new();
    let first = Watch::start(&b, &["--port", "0"]);
    let (port, key) = (first.port, first.key.clone());
    drop(first);
    let again = Watch::start(&b, &["--port", &port.to_string()]);
    assert_eq!(again.key, key, "a page that was left open goes on");
    let other = Watch::start(&b, &["--port", "0"]);
    assert_ne!(other.key, key, "another port has another key");
}

#[test]
fn who_drips_or_does_not_read_keeps_nobody_out() {
    let b = Bench::new();
    let w = Watch::start(&b, &[]);
    w.line("pages");
    let mut held = Vec::new();
    for _ in 0..700 {
        if let Ok(mut stream) = TcpStream::connect(("127.0.0.1", w.port)) {
            let _ = stream.write_all(b"GET / HT");
            held.push(stream);
        }
    }
    assert_eq!(w.state("")["version"], 1, "beside those who drip");
    held.clear();
    // Those who have the key cannot keep its owner out either.
    for _ in 0..700 {
        held.push(w.listen());
    }
    assert_eq!(
        w.state("")["version"],
        1,
        "beside streams that nobody reads"
    );
    let mut news = BufReader::new(w.listen()).lines().map_while(Result::ok);
    b.edit("hero.csv", "Ant,", "Aunt,");
    let told = |line: &String| line.starts_with("data: ") && line.contains("\"version\":2");
    assert!(news.any(|line| told(&line)), "news come all the same");
}

#[test]
fn nothing_kills_the_watch() {
    let b = Bench::new();
    let w = Watch::start(&b, &[]);
    w.line("pages");
    let good = fs::read(b.pdf()).expect("written");
    let kit = fs::read_to_string(b.kit().join("kit.toml")).expect("read");
    let still_good = |what: &str| {
        assert!(
            fs::read(b.pdf()).expect("there") == good,
            "{what}: the last good PDF stays"
        );
        let state = w.state("");
        assert!(state["error"].is_string(), "{what}: {state}");
        assert_eq!(state["views"].as_array().map(Vec::len), Some(12), "{what}");
    };
    // A kit.toml that is gone, empty, half written, not text.
    fs::remove_file(b.kit().join("kit.toml")).expect("removed");
    w.line("error");
    still_good("no kit.toml");
    for half in ["", &kit[..kit.len() / 2], "\u{0}\u{ffff}", "[kit"] {
        b.write("kit.toml", half);
        w.line("error");
        still_good(half);
    }
    b.write("kit.toml", &kit);
    w.line("pages");
    assert_eq!(w.state("")["error"], Value::Null);
    // A folder that is moved away and back.
    let away = b.root.path().join("away");
    fs::rename(b.kit(), &away).expect("moved");
    w.line("error");
    still_good("no folder");
    fs::rename(&away, b.kit()).expect("moved back");
    w.line("pages");
    // A template that is no template, no SVG, and a file that is a folder.
    for bad in ["{% if %}", "<svg", "", "{{ row.nothing }}"] {
        let hero = fs::read_to_string(b.kit().join("hero.svg")).expect("read");
        b.write("hero.svg", bad);
        w.line("error");
        still_good(bad);
        b.write("hero.svg", &hero);
        w.line("pages");
    }
    let csv = fs::read(b.kit().join("hero.csv")).expect("read");
    fs::remove_file(b.kit().join("hero.csv")).expect("removed");
    fs::create_dir(b.kit().join("hero.csv")).expect("made");
    w.line("error");
    still_good("a folder for a table");
    fs::remove_dir(b.kit().join("hero.csv")).expect("removed");
    fs::write(b.kit().join("hero.csv"), csv).expect("written");
    w.line("pages");
    assert!(fs::read(b.pdf()).expect("there") == good);
    assert_eq!(w.state("")["error"], Value::Null);
}

#[cfg(unix)]
#[test]
fn files_that_may_not_be_read_are_only_an_error() {
    use std::os::unix::fs::PermissionsExt;
    let b = Bench::new();
    let w = Watch::start(&b, &[]);
    w.line("pages");
    let mode = |m| {
        fs::set_permissions(b.kit().join("hero.csv"), fs::Permissions::from_mode(m)).expect("set")
    };
    mode(0o000);
    // Who may do everything reads it even so.
    if fs::read(b.kit().join("hero.csv")).is_err() {
        w.line("error");
        mode(0o644);
        w.line("pages");
    }
    b.edit("hero.csv", "Ant,", "Aunt,");
    w.line("1 face drawn");
}

#[test]
fn a_template_that_never_ends_costs_the_worker_alone() {
    let b = Bench::new();
    let w = Watch::start(&b, &[]);
    w.line("pages");
    let good = fs::read(b.pdf()).expect("written");
    let hero = fs::read_to_string(b.kit().join("hero.svg")).expect("read");
    let loops = "{% for a in range(end=99999) %}{% for b in range(end=99999) %}{% for c in range(end=99999) %}{% set x = 1 %}{% endfor %}{% endfor %}{% endfor %}";
    b.write("hero.svg", &hero.replace("<rect", &format!("{loops}<rect")));
    w.line("the template does not end");
    assert!(fs::read(b.pdf()).expect("there") == good);
    b.write("hero.svg", &hero.replace("size=14", "size=13"));
    w.line("pages");
    assert_eq!(w.state("")["error"], Value::Null);
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_it_cleanly() {
    let b = Bench::new();
    let mut w = Watch::start(&b, &[]);
    w.line("pages");
    let pid = w.child.id().to_string();
    let sent = std::process::Command::new("kill")
        .args(["-INT", &pid])
        .status();
    assert!(sent.expect("kill runs").success());
    w.line("the watch has ended");
    let status = w.child.wait().expect("ends");
    assert_eq!(status.code(), Some(0));
    let left = fs::read_dir(b.root.path().join("out"))
        .expect("there")
        .flatten();
    let left: Vec<_> = left.map(|e| e.file_name()).collect();
    assert_eq!(left, ["tiny.en.a4.pdf"], "no parts of files");
}

#[test]
fn a_port_that_is_taken_is_said() {
    let b = Bench::new();
    let taken = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = taken.local_addr().expect("bound").port().to_string();
    let output = b.run(&["watch", "tiny", "--no-open", "--port", &port]);
    assert_eq!(output.status.code(), Some(1));
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(
        error.contains("cannot be shown at port") && error.contains("--port"),
        "{error}"
    );
}

#[test]
fn what_is_no_kit_is_said_at_once() {
    let b = Bench::new();
    fs::create_dir(b.root.path().join("empty")).expect("made");
    fs::write(b.root.path().join("notes.txt"), "none").expect("written");
    for (folder, said) in [
        ("nowhere", "error: there is no folder called `nowhere`"),
        // The name of a shipped kit means a folder here.
        ("cats", "error: there is no folder called `cats`"),
        (
            "empty",
            "error: the folder has no `kit.toml`, so it is not a kit\n  --> ./empty",
        ),
        (
            "notes.txt",
            "error: there is no kit or folder called `notes.txt`",
        ),
    ] {
        let output = b.run(&["watch", folder, "--no-open", "--port", "0"]);
        let error = String::from_utf8_lossy(&output.stderr);
        assert!(error.starts_with(said), "{folder}: {error}");
        assert_eq!(error.matches("error:").count(), 1, "{error}");
        assert!(error.contains("hint: "), "{error}");
        assert_eq!(output.status.code(), Some(1), "{folder}");
        assert!(output.stdout.is_empty(), "no page is promised");
    }
}
