//! Requests as a browser on this computer sends them, read with little trust.

use std::io::Read;

/// The longest head of a request.
const MOST: usize = 16 << 10;

/// A request that can be answered.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct HttpRequest {
    /// The path, as sent, without what follows `?`.
    pub path: String,
    /// What follows `?`, as pairs; only plain values are kept.
    pub query: Vec<(String, String)>,
}

/// Why a request is not answered.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Refusal {
    /// It cannot be read.
    Bad,
    /// It wants to change something.
    Method,
    /// It does not come from a page of ours: another name leads to this address.
    Host,
}

/// Reads the head of a request and checks that it means this server.
pub(super) fn read(stream: &mut impl Read, port: u16) -> Result<HttpRequest, Refusal> {
    let mut head = Vec::new();
    let mut part = [0; 2048];
    while !head.windows(4).any(|w| w == b"\r\n\r\n") {
        match stream.read(&mut part) {
            Ok(0) | Err(_) => return Err(Refusal::Bad),
            Ok(n) => head.extend_from_slice(&part[..n]),
        }
        if head.len() > MOST {
            return Err(Refusal::Bad);
        }
    }
    parse(&String::from_utf8_lossy(&head), port)
}

fn parse(head: &str, port: u16) -> Result<HttpRequest, Refusal> {
    let mut lines = head.split("\r\n");
    let mut first = lines.next().unwrap_or_default().split(' ');
    let (method, target) = (first.next(), first.next());
    let (Some(method), Some(target)) = (method, target) else {
        return Err(Refusal::Bad);
    };
    let hosts: Vec<&str> = lines
        .filter_map(|l| l.split_once(':'))
        .filter(|(name, _)| name.eq_ignore_ascii_case("host"))
        .map(|(_, value)| value.trim())
        .collect();
    let ours = |host: &str| {
        let host = host.to_ascii_lowercase();
        host == format!("127.0.0.1:{port}") || host == format!("localhost:{port}")
    };
    match hosts[..] {
        [host] if ours(host) => {}
        _ => return Err(Refusal::Host),
    }
    if method != "GET" {
        return Err(Refusal::Method);
    }
    let (path, query) = target.split_once('?').unwrap_or((target, ""));
    let plain = |v: &str| {
        v.chars()
            .all(|c| c.is_ascii_alphanumeric() || "-_".contains(c))
    };
    let query = query
        .split('&')
        .filter_map(|pair| pair.split_once('='))
        .filter(|(k, v)| plain(k) && plain(v))
        .map(|(k, v)| (k.to_owned(), v.to_owned()))
        .collect();
    Ok(HttpRequest {
        path: path.to_owned(),
        query,
    })
}

impl HttpRequest {
    /// A value of the query.
    pub(super) fn get(&self, name: &str) -> Option<&str> {
        let pair = self.query.iter().find(|(k, _)| k == name)?;
        Some(&pair.1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ask(head: &str) -> Result<HttpRequest, Refusal> {
        read(&mut head.as_bytes(), 7373)
    }

    #[test]
    fn only_pages_of_ours_are_answered() {
        let fine =
            ask("GET /state?lang=ja&ink=mono&x=../y HTTP/1.1\r\nHost: 127.0.0.1:7373\r\n\r\n");
        let fine = fine.expect("answered");
        assert_eq!(fine.path, "/state");
        assert_eq!((fine.get("lang"), fine.get("x")), (Some("ja"), None));
        assert!(ask("GET / HTTP/1.1\r\nhost: LOCALHOST:7373\r\n\r\n").is_ok());
        for host in [
            "Host: evil.example:7373",
            "Host: 127.0.0.1",
            "Host: 127.0.0.1:80",
            "Host: 127.0.0.1:7373\r\nHost: evil.example",
            "X: y",
        ] {
            let head = format!("GET / HTTP/1.1\r\n{host}\r\n\r\n");
            assert_eq!(ask(&head), Err(Refusal::Host), "{host}");
        }
        let post = "POST / HTTP/1.1\r\nHost: localhost:7373\r\n\r\n";
        assert_eq!(ask(post), Err(Refusal::Method));
        assert_eq!(ask("GET"), Err(Refusal::Bad));
        assert_eq!(ask(&"x".repeat(20_000)), Err(Refusal::Bad));
    }
}
