//! Chromium, driven by chromedriver: W3C WebDriver is JSON over HTTP, and that is little to say.

use std::collections::BTreeSet;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

/// How long anything may take before a test gives up.
pub const DEADLINE: Duration = Duration::from_secs(90);
const PAUSE: Duration = Duration::from_millis(30);
/// So many tests with browsers at a time are enough for a small computer.
const AT_A_TIME: usize = 2;
/// The name under which WebDriver hands out elements.
const ELEMENT: &str = "element-6066-11e4-a52e-4f735466cecf";

/// A process that ends with the test, however that ends.
pub struct Kept(pub Child);

impl Drop for Kept {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Browsers are costly to start: what one test has done with, the next one takes.
struct Pool {
    /// Tests that have browsers or wait for them; with the last of them the browsers end.
    tests: usize,
    running: usize,
    idle: Vec<Open>,
}

static POOL: Mutex<Pool> = Mutex::new(Pool {
    tests: 0,
    running: 0,
    idle: Vec::new(),
});
static FREE: Condvar = Condvar::new();

fn pool() -> MutexGuard<'static, Pool> {
    POOL.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A test that may have browsers. It ends after them.
pub struct Turn(());

/// Waits until this test may have browsers.
pub fn turn() -> Turn {
    let mut pool = pool();
    pool.tests += 1;
    let mut pool = FREE
        .wait_while(pool, |pool| pool.running >= AT_A_TIME)
        .unwrap_or_else(PoisonError::into_inner);
    pool.running += 1;
    Turn(())
}

impl Drop for Turn {
    fn drop(&mut self) {
        let mut pool = pool();
        pool.tests -= 1;
        pool.running -= 1;
        let ended = match pool.tests {
            0 => std::mem::take(&mut pool.idle),
            _ => Vec::new(),
        };
        drop(pool);
        FREE.notify_one();
        drop(ended);
    }
}

/// What is seen on the screen.
pub struct Picture {
    pub w: usize,
    pub h: usize,
    pub rgb: Vec<[u8; 3]>,
}

impl Picture {
    /// The pixel at a share of width and height.
    pub fn at(&self, x: f64, y: f64) -> [u8; 3] {
        let (x, y) = (self.w as f64 * x, self.h as f64 * y);
        self.rgb[(y as usize) * self.w + x as usize]
    }

    /// Whether two pictures show the same; an edge may be drawn a little softer.
    pub fn like(&self, other: &Self) -> bool {
        let differ = |(a, b): &(&[u8; 3], &[u8; 3])| far(**a, **b) > 30;
        let pairs = self.rgb.iter().zip(&other.rgb);
        (self.w, self.h) == (other.w, other.h) && pairs.filter(differ).count() < 12
    }

    /// How many pixels are of about this colour.
    pub fn count(&self, colour: [u8; 3]) -> usize {
        self.rgb.iter().filter(|p| far(**p, colour) < 24).count()
    }
}

/// How far apart two colours are, summed over the channels.
pub fn far(a: [u8; 3], b: [u8; 3]) -> u32 {
    a.iter()
        .zip(b)
        .map(|(a, b)| u32::from(a.abs_diff(b)))
        .sum::<u32>()
}

/// A browser with one window, as good as new.
pub struct Browser {
    open: Option<Open>,
    /// The pages that were opened, without their paths: what they keep is forgotten at the end.
    origins: Mutex<BTreeSet<String>>,
}

impl Browser {
    /// A Chromium without a window.
    pub fn start() -> Self {
        Self::speaking("en")
    }

    /// A Chromium whose owner reads a language.
    pub fn speaking(lang: &'static str) -> Self {
        let mut pool = pool();
        let idle = pool.idle.iter().position(|open| open.lang == lang);
        let idle = idle.map(|at| pool.idle.swap_remove(at));
        drop(pool);
        Self {
            open: Some(idle.unwrap_or_else(|| Open::start(lang))),
            origins: Mutex::default(),
        }
    }

    fn session(&self) -> &Session {
        &self.open.as_ref().expect("it is open").session
    }

    /// Everything is as it was when the browser was started; an error where that cannot be.
    fn renew(&self) -> Result<(), String> {
        let origins = self.origins.lock().unwrap_or_else(PoisonError::into_inner);
        let forget = json!({ "script": "sessionStorage.clear()", "args": [] });
        let _ = self.session().try_call("POST", "/execute/sync", &forget);
        let blank = json!({ "url": "about:blank" });
        self.session().try_call("POST", "/url", &blank)?;
        let none = json!({});
        let cleared = origins.iter().map(|origin| {
            let of = json!({ "origin": origin, "storageTypes": "all" });
            ("Storage.clearDataForOrigin", of)
        });
        for (command, with) in cleared.chain([
            ("Emulation.clearDeviceMetricsOverride", none),
            ("Emulation.setEmulatedMedia", json!({ "features": [] })),
        ]) {
            let body = json!({ "cmd": command, "params": with });
            self.session()
                .try_call("POST", "/goog/cdp/execute", &body)?;
        }
        for kind in ["browser", "performance"] {
            let body = json!({ "type": kind });
            self.session().try_call("POST", "/se/log", &body)?;
        }
        Ok(())
    }

    /// Opens an address.
    pub fn open(&self, url: &str) {
        if let Some((scheme, rest)) = url.split_once("://") {
            let host = rest.split('/').next().unwrap_or(rest);
            let origin = format!("{scheme}://{host}");
            let mut origins = self.origins.lock().unwrap_or_else(PoisonError::into_inner);
            origins.insert(origin);
        }
        self.session().call("POST", "/url", &json!({ "url": url }));
    }

    /// What a script returns.
    pub fn run(&self, script: &str) -> Value {
        self.run_with(script, &json!([]))
    }

    /// What a script returns that is given something.
    pub fn run_with(&self, script: &str, args: &Value) -> Value {
        let body = json!({ "script": script, "args": args });
        self.session().call("POST", "/execute/sync", &body)
    }

    /// What a script hands to its last argument, a function, when it is done.
    pub fn run_later(&self, script: &str, with: &str) -> Value {
        let body = json!({ "script": script, "args": [with] });
        self.session().call("POST", "/execute/async", &body)
    }

    /// What an expression is worth.
    pub fn value(&self, expression: &str) -> Value {
        self.run(&format!("return ({expression});"))
    }

    /// A number on the page.
    pub fn number(&self, expression: &str) -> f64 {
        let value = self.value(expression);
        value
            .as_f64()
            .unwrap_or_else(|| panic!("{expression} is {value}"))
    }

    /// Waits until an expression is true.
    #[track_caller]
    pub fn wait(&self, expression: &str) {
        let start = Instant::now();
        while self.value(&format!("!!({expression})")) != Value::Bool(true) {
            assert!(
                start.elapsed() < DEADLINE,
                "never came: {expression}\nthe page says: {}",
                self.value("document.body.innerText")
            );
            std::thread::sleep(PAUSE);
        }
    }

    /// Waits until an element looks as it should, and returns how it looks then.
    #[track_caller]
    pub fn wait_to_see(
        &self,
        what: &str,
        selector: &str,
        looks: impl Fn(&Picture) -> bool,
    ) -> Picture {
        let start = Instant::now();
        loop {
            // An element that is replaced in between is looked for again.
            match self.try_picture(selector) {
                Ok(picture) if looks(&picture) => return picture,
                seen => assert!(
                    start.elapsed() < DEADLINE,
                    "never seen: {what} ({})",
                    seen.err().unwrap_or_default()
                ),
            }
            std::thread::sleep(PAUSE);
        }
    }

    /// An element as it is seen.
    pub fn picture(&self, selector: &str) -> Picture {
        self.wait_to_see(selector, selector, |_| true)
    }

    fn try_picture(&self, selector: &str) -> Result<Picture, String> {
        let body = json!({ "using": "css selector", "value": selector });
        let found = self.session().try_call("POST", "/element", &body)?;
        let id = found[ELEMENT].as_str().unwrap_or_default();
        let path = format!("/element/{id}/screenshot");
        let png = self.session().try_call("GET", &path, &Value::Null)?;
        Ok(picture(&base64(png.as_str().unwrap_or_default())))
    }

    /// Keeps the whole window as a file, in the folder that `KITPRESS_SHOTS` names, for people to look at.
    pub fn keep(&self, name: &str) {
        if let Some(folder) = std::env::var_os("KITPRESS_SHOTS") {
            let png = self.session().call("GET", "/screenshot", &Value::Null);
            let file = std::path::Path::new(&folder).join(format!("{name}.png"));
            std::fs::write(file, base64(png.as_str().expect("a picture"))).expect("written");
        }
    }

    /// Clicks on an element as a mouse does; on the new one where a page draws itself anew meanwhile.
    #[track_caller]
    pub fn click(&self, selector: &str) {
        let click = || {
            let path = format!("/element/{}/click", self.element(selector));
            self.session().try_call("POST", &path, &json!({}))
        };
        let mut clicked = click();
        for _ in 0..20 {
            if !matches!(&clicked, Err(why) if why.contains("stale element")) {
                break;
            }
            clicked = click();
        }
        clicked.unwrap_or_else(|e| panic!("{selector}: {e}"));
    }

    /// Taps the element that an expression is worth; whether there was one that stayed for long enough.
    pub fn tap(&self, expression: &str) -> bool {
        // Thumbs scroll what they want away from the edges, where bars lie.
        let find = format!(
            "const e = ({expression}); e?.scrollIntoView({{ block: 'center', inline: 'center' }}); return e;"
        );
        (0..5).any(|_| {
            let found = self.run(&find);
            found[ELEMENT].as_str().is_some_and(|id| {
                let path = format!("/element/{id}/click");
                self.session().try_call("POST", &path, &json!({})).is_ok()
            })
        })
    }

    /// Chooses an entry of a list and tells the page so.
    pub fn choose(&self, id: &str, value: &str) {
        self.run(&format!(
            "const e = document.getElementById({id:?}); e.value = {value:?};
             for (const name of ['input', 'change']) e.dispatchEvent(new Event(name, {{ bubbles: true }}));"
        ));
    }

    /// Presses keys, one after the other.
    pub fn press(&self, keys: &[char]) {
        let actions: Vec<Value> = keys
            .iter()
            .flat_map(|key| {
                let step = |kind: &str| json!({ "type": kind, "value": key.to_string() });
                [step("keyDown"), step("keyUp")]
            })
            .collect();
        let keyboard = json!({ "type": "key", "id": "keyboard", "actions": actions });
        let body = json!({ "actions": [keyboard] });
        self.session().call("POST", "/actions", &body);
    }

    /// Makes the window as large as a screen of so many pixels.
    pub fn screen(&self, width: u32, height: u32, mobile: bool) {
        let how =
            json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": mobile });
        self.devtools("Emulation.setDeviceMetricsOverride", &how);
    }

    /// The same for a screen whose pixels are seen from afar: pictures of it are smaller by that.
    pub fn screen_at(&self, width: u32, height: u32, scale: f64) {
        let how = json!({ "width": width, "height": height, "deviceScaleFactor": scale, "mobile": false });
        self.devtools("Emulation.setDeviceMetricsOverride", &how);
    }

    /// The window as it is seen.
    pub fn window(&self) -> Picture {
        let png = self.session().call("GET", "/screenshot", &Value::Null);
        picture(&base64(png.as_str().expect("a picture")))
    }

    /// Prefers `light` or `dark`.
    pub fn scheme(&self, name: &str) {
        let feature = json!({ "name": "prefers-color-scheme", "value": name });
        self.devtools(
            "Emulation.setEmulatedMedia",
            &json!({ "features": [feature] }),
        );
    }

    /// Loads the page once more.
    pub fn reload(&self) {
        self.session().call("POST", "/refresh", &json!({}));
    }

    /// What was written to the console since the last time.
    pub fn console(&self) -> Vec<String> {
        let entries = self.log("browser");
        entries.iter().map(ToString::to_string).collect()
    }

    /// The addresses that were asked for since the last time.
    pub fn requests(&self) -> Vec<String> {
        let told = |entry: &Value| {
            let message: Value = serde_json::from_str(entry["message"].as_str()?).ok()?;
            let message = &message["message"];
            let url = match message["method"].as_str()? {
                "Network.requestWillBeSent" => &message["params"]["request"]["url"],
                "Network.webSocketCreated" => &message["params"]["url"],
                _ => return None,
            };
            Some(url.as_str()?.to_owned())
        };
        self.log("performance").iter().filter_map(told).collect()
    }

    fn log(&self, kind: &str) -> Vec<Value> {
        let log = self
            .session()
            .call("POST", "/se/log", &json!({ "type": kind }));
        log.as_array().cloned().unwrap_or_default()
    }

    fn devtools(&self, command: &str, with: &Value) {
        let body = json!({ "cmd": command, "params": with });
        self.session().call("POST", "/goog/cdp/execute", &body);
    }

    fn element(&self, selector: &str) -> String {
        let body = json!({ "using": "css selector", "value": selector });
        let found = self.session().call("POST", "/element", &body);
        found[ELEMENT].as_str().expect("an element").to_owned()
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        // What a test failed with is not for the next one.
        if !std::thread::panicking() && self.renew().is_ok() {
            pool().idle.extend(self.open.take());
        }
    }
}

/// A Chromium that runs.
struct Open {
    lang: &'static str,
    // The session ends first, then the driver, then the profile is removed.
    session: Session,
    _driver: Kept,
    _profile: tempfile::TempDir,
}

struct Session {
    port: u16,
    id: String,
    pid: Option<u64>,
}

impl Open {
    fn start(lang: &'static str) -> Self {
        let profile = tempfile::tempdir().expect("a folder");
        let mut driver = Kept(
            Command::new("chromedriver")
                .arg("--port=0")
                .env("FONTCONFIG_FILE", fonts(profile.path()))
                .stdin(Stdio::null())
                .stdout(Stdio::piped())
                .stderr(Stdio::null())
                .spawn()
                .expect("chromedriver starts"),
        );
        let mut lines = BufReader::new(driver.0.stdout.take().expect("its output")).lines();
        let port = lines
            .by_ref()
            .map_while(Result::ok)
            .find_map(|line| {
                let rest = line.split_once("started successfully on port ")?.1;
                rest.trim_end_matches('.').parse().ok()
            })
            .expect("chromedriver tells its port");
        std::thread::spawn(move || lines.for_each(drop));
        let session = Session::start(port, profile.path(), lang);
        Self {
            lang,
            session,
            _driver: driver,
            _profile: profile,
        }
    }
}

impl Session {
    fn start(port: u16, profile: &std::path::Path, lang: &str) -> Self {
        let mut args: Vec<String> = [
            "headless",
            "no-sandbox",
            "disable-gpu",
            "disable-quic",
            "no-first-run",
            "disable-background-networking",
            "disable-component-update",
            "disable-sync",
            "disable-dev-shm-usage",
            // Nothing glows for ever, and a page does not get a process of its own.
            "force-prefers-reduced-motion",
            "renderer-process-limit=1",
            "disable-site-isolation-trials",
            "disable-features=SpareRendererForSitePerProcess,BackForwardCache,site-per-process",
            "force-device-scale-factor=1",
            "window-size=1280,900",
            // Whatever the browser wants by itself, it finds nobody.
            "host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
        ]
        .iter()
        .map(|flag| format!("--{flag}"))
        .collect();
        args.push(format!("--user-data-dir={}", profile.display()));
        args.extend([format!("--lang={lang}"), format!("--accept-lang={lang}")]);
        let wanted = json!({ "capabilities": { "alwaysMatch": {
            "browserName": "chrome",
            "goog:chromeOptions": { "args": args },
            "goog:loggingPrefs": { "browser": "ALL", "performance": "ALL" },
        } } });
        let started = ask(port, "POST", "/session", &wanted).expect("Chromium starts");
        Self {
            port,
            id: started["sessionId"].as_str().expect("an id").to_owned(),
            pid: started["capabilities"]["goog:processID"].as_u64(),
        }
    }

    #[track_caller]
    fn call(&self, method: &str, path: &str, body: &Value) -> Value {
        self.try_call(method, path, body)
            .unwrap_or_else(|e| panic!("{method} {path}: {e}"))
    }

    fn try_call(&self, method: &str, path: &str, body: &Value) -> Result<Value, String> {
        ask(
            self.port,
            method,
            &format!("/session/{}{path}", self.id),
            body,
        )
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        let ended = ask(
            self.port,
            "DELETE",
            &format!("/session/{}", self.id),
            &Value::Null,
        );
        if let (Err(_), Some(pid)) = (ended, self.pid) {
            let _ = Command::new("kill").args(["-9", &pid.to_string()]).status();
        }
    }
}

/// The browser has the bundled fonts and no others: pages look the same on every computer, and Japanese is there.
fn fonts(folder: &std::path::Path) -> std::path::PathBuf {
    let file = folder.join("fonts.conf");
    let fonts = concat!(env!("CARGO_MANIFEST_DIR"), "/fonts");
    let cache = folder.join("fonts");
    let text = format!(
        "<?xml version=\"1.0\"?><fontconfig><dir>{fonts}</dir><cachedir>{}</cachedir></fontconfig>",
        cache.display()
    );
    std::fs::write(&file, text).expect("written");
    file
}

/// One question to chromedriver.
fn ask(port: u16, method: &str, path: &str, body: &Value) -> Result<Value, String> {
    let told = |e: std::io::Error| e.to_string();
    let mut stream = TcpStream::connect(("127.0.0.1", port)).map_err(told)?;
    stream.set_read_timeout(Some(DEADLINE)).map_err(told)?;
    let body = match body {
        Value::Null => String::new(),
        body => body.to_string(),
    };
    let head = format!(
        "{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nContent-Type: application/json\r\n\
         Content-Length: {}\r\nConnection: close\r\n\r\n",
        body.len()
    );
    stream.write_all((head + &body).as_bytes()).map_err(told)?;
    let mut reader = BufReader::new(stream);
    let mut length = 0;
    loop {
        let mut line = String::new();
        let read = reader.read_line(&mut line).map_err(told)?;
        if read == 0 || line.trim().is_empty() {
            break;
        }
        if let Some((name, value)) = line.split_once(':')
            && name.eq_ignore_ascii_case("content-length")
        {
            length = value.trim().parse().map_err(|_| "no length".to_owned())?;
        }
    }
    let mut answer = vec![0; length];
    reader.read_exact(&mut answer).map_err(told)?;
    let answer: Value = serde_json::from_slice(&answer).map_err(|e| e.to_string())?;
    match answer["value"]["error"].as_str() {
        Some(error) => Err(format!("{error}: {}", answer["value"]["message"])),
        None => Ok(answer["value"].clone()),
    }
}

fn base64(text: &str) -> Vec<u8> {
    let digit = |b: u8| match b {
        b'A'..=b'Z' => Some(b - b'A'),
        b'a'..=b'z' => Some(b - b'a' + 26),
        b'0'..=b'9' => Some(b - b'0' + 52),
        b'+' => Some(62),
        b'/' => Some(63),
        _ => None,
    };
    let digits: Vec<u8> = text.bytes().filter_map(digit).collect();
    let mut out = Vec::with_capacity(digits.len());
    for four in digits.chunks(4) {
        let bits = four.iter().fold(0u32, |bits, d| bits << 6 | u32::from(*d));
        let bits = bits << (6 * (4 - four.len()));
        out.extend_from_slice(&bits.to_be_bytes()[1..four.len()]);
    }
    out
}

fn picture(bytes: &[u8]) -> Picture {
    let mut reader = png::Decoder::new(std::io::Cursor::new(bytes))
        .read_info()
        .expect("a PNG");
    let mut data = vec![0; reader.output_buffer_size().expect("a size")];
    let info = reader.next_frame(&mut data).expect("a picture");
    let samples = info.color_type.samples();
    let pixels = data[..info.buffer_size()].chunks_exact(samples);
    Picture {
        w: info.width as usize,
        h: info.height as usize,
        rgb: pixels.map(|p| [p[0], p[1], p[2]]).collect(),
    }
}
