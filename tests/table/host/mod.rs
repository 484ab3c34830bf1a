//! `kitpress host` from outside: the table on everybody's phone, by a client that knows HTTP and nothing else.

mod again;
mod attacks;
mod contract;
mod games;
mod plain;

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::process::{Child, Stdio};
use std::time::Duration;

use serde_json::{Value, json};

use crate::place::Place;

/// A host that is running; it is ended when it is dropped.
pub struct Hosted {
    child: Child,
    /// What it told when it began to listen.
    pub told: Value,
    pub at: SocketAddr,
}

impl Drop for Hosted {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Hosted {
    /// Starts a host in a place.
    #[track_caller]
    pub fn start(place: &Place, args: &[&str]) -> Self {
        let mut all = vec!["host"];
        all.extend(args);
        all.push("--json");
        if !args.contains(&"--bind") {
            all.extend(["--bind", "127.0.0.1"]);
        }
        if !args.contains(&"--port") {
            all.extend(["--port", "0"]);
        }
        let mut command = place.command(&all);
        command.stdout(Stdio::piped()).stderr(Stdio::inherit());
        let mut child = command.spawn().expect("kitpress starts");
        let mut line = String::new();
        let out = child.stdout.take().expect("a pipe");
        BufReader::new(out).read_line(&mut line).expect("a line");
        let told: Value = serde_json::from_str(&line).unwrap_or_else(|e| panic!("{e}: {line:?}"));
        let url = told["url"].as_str().expect("an address");
        let at = url.trim_start_matches("http://").trim_end_matches('/');
        let at = at.parse().expect("an address");
        Self { child, told, at }
    }

    /// Ends it at once, as the power would.
    pub fn kill(mut self) {
        self.child.kill().expect("killed");
        self.child.wait().expect("gone");
    }

    /// The host.
    pub fn host(&self) -> Client {
        self.client(self.told["host"].as_str().expect("the host's"))
    }

    /// A player, by the link that the host was told.
    pub fn seat(&self, name: &str) -> Client {
        self.client(self.told["seats"][name].as_str().expect("a seat's"))
    }

    /// Somebody who knows the code.
    pub fn viewer(&self) -> Client {
        Client::at(self.at, self.code())
    }

    pub fn code(&self) -> &str {
        self.told["code"].as_str().expect("a code")
    }

    fn client(&self, link: &str) -> Client {
        let token = link.split_once('#').expect("a token").1.to_owned();
        Client {
            at: self.at,
            token: Some(token),
            code: String::new(),
        }
    }
}

/// Somebody with a phone.
#[derive(Clone)]
pub struct Client {
    at: SocketAddr,
    pub token: Option<String>,
    code: String,
}

/// What came back.
#[derive(Debug)]
pub struct Reply {
    pub status: u16,
    pub head: String,
    pub body: String,
}

impl Reply {
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|e| panic!("{e}: {self:?}"))
    }

    /// The JSON of an answer with this status.
    #[track_caller]
    pub fn is(&self, status: u16) -> Value {
        assert_eq!(self.status, status, "{self:?}");
        self.json()
    }

    /// The JSON of a good answer.
    #[track_caller]
    pub fn ok(&self) -> Value {
        self.is(200)
    }
}

impl Client {
    /// Somebody who was told the address and the code.
    pub fn at(at: SocketAddr, code: &str) -> Self {
        Self {
            at,
            token: None,
            code: code.to_owned(),
        }
    }

    /// The code, for those who were told it.
    pub fn code(&self) -> &str {
        &self.code
    }

    pub fn with(&self, token: &str) -> Self {
        Self {
            token: Some(token.to_owned()),
            ..self.clone()
        }
    }

    pub fn get(&self, path: &str) -> Reply {
        let path = match (&self.token, path.contains('?')) {
            (Some(_), _) => path.to_owned(),
            (None, true) => format!("{path}&code={}", self.code),
            (None, false) => format!("{path}?code={}", self.code),
        };
        self.ask("GET", &path, "")
    }

    pub fn post(&self, path: &str, body: Value) -> Reply {
        self.ask("POST", path, &body.to_string())
    }

    pub fn view(&self) -> Value {
        self.get("/api/view").ok()
    }

    pub fn seq(&self) -> u64 {
        self.view()["seq"].as_u64().expect("a number")
    }

    pub fn act(&self, mv: &str, seq: u64) -> Reply {
        self.post("/api/do", json!({"move": mv, "seq": seq}))
    }

    pub fn answer(&self, text: &str, seq: u64) -> Reply {
        self.post("/api/answer", json!({"text": text, "seq": seq}))
    }

    pub fn withdraw(&self, seq: u64) -> Reply {
        self.ask("DELETE", "/api/answer", &json!({"seq": seq}).to_string())
    }

    fn ask(&self, method: &str, path: &str, body: &str) -> Reply {
        let key = self.token.as_ref();
        let key = key.map_or(String::new(), |t| format!("Authorization: Bearer {t}\r\n"));
        raw(
            self.at,
            &format!(
                "{method} {path} HTTP/1.1\r\nHost: {}\r\n{key}Content-Length: {}\r\nConnection: close\r\n\r\n{body}",
                self.at,
                body.len()
            ),
        )
    }

    /// Listens to news.
    pub fn listen(&self) -> News {
        self.stream("/api/events")
    }

    /// Follows the table as a page does: each view comes by itself.
    pub fn follow(&self) -> News {
        self.stream("/api/views")
    }

    fn stream(&self, path: &str) -> News {
        let key = self.token.as_ref();
        let key = key.map_or(String::new(), |t| format!("Authorization: Bearer {t}\r\n"));
        let query = match self.token {
            Some(_) => String::new(),
            None => format!("?code={}", self.code),
        };
        let mut stream = connect(self.at);
        write!(
            stream,
            "GET {path}{query} HTTP/1.1\r\nHost: {}\r\n{key}\r\n",
            self.at
        )
        .expect("asked");
        News {
            lines: BufReader::new(stream),
            heard: String::new(),
        }
    }
}

/// A stream of news.
pub struct News {
    lines: BufReader<TcpStream>,
    /// Everything that came.
    pub heard: String,
}

impl News {
    /// The next news.
    #[track_caller]
    pub fn next(&mut self) -> Value {
        let next = self.next_or_end();
        next.unwrap_or_else(|| panic!("the stream ended: {}", self.heard))
    }

    /// The next news, or none when the stream has ended.
    #[track_caller]
    pub fn next_or_end(&mut self) -> Option<Value> {
        loop {
            let mut line = String::new();
            self.lines.read_line(&mut line).expect("news in time");
            if line.is_empty() || line == "0\r\n" {
                return None;
            }
            self.heard += &line;
            if let Some(data) = line.strip_prefix("data: ") {
                return Some(serde_json::from_str(data).expect("JSON"));
            }
        }
    }
}

fn connect(at: SocketAddr) -> TcpStream {
    let stream = TcpStream::connect(at).expect("somebody listens");
    let patience = Some(Duration::from_secs(30));
    stream.set_read_timeout(patience).expect("patience");
    stream
}

/// Sends something and reads all that comes back.
pub fn raw(at: SocketAddr, request: &str) -> Reply {
    let mut stream = connect(at);
    // Who is refused early may not be read to the end.
    let _ = stream.write_all(request.as_bytes());
    let mut bytes = Vec::new();
    let _ = stream.read_to_end(&mut bytes);
    let text = String::from_utf8_lossy(&bytes);
    let (head, body) = text.split_once("\r\n\r\n").unwrap_or((&text, ""));
    let status = head.split(' ').nth(1).and_then(|s| s.parse().ok());
    Reply {
        status: status.unwrap_or(0),
        head: head.to_owned(),
        body: body.to_owned(),
    }
}
