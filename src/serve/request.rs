//! A request as a site reads it: key, query, body within bounds; and what is answered when that is not possible.

use std::net::IpAddr;
use std::time::Duration;

use axum::body::{Body, to_bytes};
use axum::extract::Request;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};

use super::connections::Visitor;
use crate::say;
use crate::say::Say;

/// The longest body, in bytes.
pub(crate) const MOST_BODY: usize = 16 << 10;
/// How long a body may take.
const PATIENCE: Duration = Duration::from_secs(8);

/// What somebody asks.
pub(crate) struct WebCall {
    /// Who it is.
    pub visitor: Visitor,
    /// The key in `Authorization: Bearer KEY`.
    pub key: Option<String>,
    /// The steps of the path, `%41` read.
    pub path: Vec<String>,
    /// What follows `?`, as pairs.
    pub query: Vec<(String, String)>,
    /// The language that the browser prefers.
    pub language: Option<String>,
    /// The body.
    pub body: Vec<u8>,
}

impl WebCall {
    /// Reads a request, its body too.
    pub(crate) async fn read(request: Request) -> Result<Self, Trouble> {
        let (parts, body) = request.into_parts();
        let visitor = parts.extensions.get::<Visitor>().cloned();
        let Some(visitor) = visitor else {
            return Err(Trouble::new(
                500,
                say!("internal error, please report: {}", "visitor"),
            ));
        };
        let body = read_body(&parts.headers, body).await?;
        Ok(Self {
            visitor,
            key: key(&parts.headers)?,
            path: steps(parts.uri.path()),
            query: query(parts.uri.query().unwrap_or_default()),
            language: language(&parts.headers),
            body,
        })
    }

    /// A value of the query.
    pub(crate) fn get(&self, name: &str) -> Option<&str> {
        let pair = self.query.iter().find(|(k, _)| k == name)?;
        Some(&pair.1)
    }

    /// Where it comes from.
    pub(crate) fn ip(&self) -> IpAddr {
        self.visitor.ip
    }

    /// The body as a JSON object.
    pub(crate) fn json(&self) -> Result<serde_json::Map<String, Value>, Trouble> {
        match serde_json::from_slice(&self.body) {
            Ok(Value::Object(fields)) => Ok(fields),
            _ => Err(Trouble::unreadable()),
        }
    }
}

async fn read_body(headers: &HeaderMap, body: Body) -> Result<Vec<u8>, Trouble> {
    let too_long = || {
        let what = say!("the request is too long; {} bytes are the most", MOST_BODY);
        Trouble::new(413, what)
    };
    let told = headers.get(header::CONTENT_LENGTH);
    let told = told.and_then(|l| l.to_str().ok()?.parse::<u64>().ok());
    if told.is_some_and(|l| l > MOST_BODY as u64) {
        return Err(too_long());
    }
    match tokio::time::timeout(PATIENCE, to_bytes(body, MOST_BODY)).await {
        Ok(Ok(bytes)) => Ok(bytes.into()),
        Ok(Err(_)) => Err(too_long()),
        Err(_) => Err(Trouble::new(408, say!("the request took too long"))),
    }
}

/// The key of a request. One that cannot be read is a wrong one.
fn key(headers: &HeaderMap) -> Result<Option<String>, Trouble> {
    let Some(value) = headers.get(header::AUTHORIZATION) else {
        return Ok(None);
    };
    let (kind, key) = value
        .to_str()
        .ok()
        .and_then(|v| v.split_once(' '))
        .ok_or_else(Trouble::unknown)?;
    match kind.eq_ignore_ascii_case("bearer") {
        true => Ok(Some(key.trim().to_owned())),
        false => Err(Trouble::unknown()),
    }
}

fn language(headers: &HeaderMap) -> Option<String> {
    let all = headers.get(header::ACCEPT_LANGUAGE)?.to_str().ok()?;
    let first = all.split([',', ';']).next()?.trim();
    Some(first.to_owned())
}

/// The steps of a path.
fn steps(path: &str) -> Vec<String> {
    let path = path.strip_prefix('/').unwrap_or(path);
    path.split('/').map(|step| unescaped(step, false)).collect()
}

/// The pairs of a query, `%41` and `+` read.
fn query(text: &str) -> Vec<(String, String)> {
    let pairs = text.split('&').filter(|p| !p.is_empty());
    let pair = |p: &str| {
        let (name, value) = p.split_once('=').unwrap_or((p, ""));
        (unescaped(name, true), unescaped(value, true))
    };
    pairs.map(pair).collect()
}

/// A text without its percent signs; in a query, `+` is a blank.
fn unescaped(text: &str, query: bool) -> String {
    let mut out = Vec::with_capacity(text.len());
    let mut bytes = text.bytes();
    while let Some(byte) = bytes.next() {
        let code = (byte == b'%').then(|| {
            let two: Vec<u8> = bytes.clone().take(2).collect();
            let digits = std::str::from_utf8(&two).ok().filter(|d| d.len() == 2)?;
            u8::from_str_radix(digits, 16).ok()
        });
        match code.flatten() {
            Some(code) => {
                out.push(code);
                bytes.nth(1);
            }
            None if query && byte == b'+' => out.push(b' '),
            None => out.push(byte),
        }
    }
    String::from_utf8_lossy(&out).into_owned()
}

/// Why a request is not answered: `{"error","hint"?}`.
#[derive(Debug)]
pub struct Trouble {
    status: u16,
    what: Say,
    hint: Option<Say>,
}

impl Trouble {
    /// Trouble of a status.
    pub fn new(status: u16, what: Say) -> Self {
        let hint = None;
        Self { status, what, hint }
    }

    /// The same with advice.
    pub fn hint(mut self, hint: Say) -> Self {
        self.hint = Some(hint);
        self
    }

    /// What is wrong, and what to do.
    pub fn words(self) -> (Say, Option<Say>) {
        (self.what, self.hint)
    }

    /// What cannot be read.
    pub(crate) fn unreadable() -> Self {
        Self::new(400, say!("this cannot be read as JSON of the right form"))
    }

    /// A key that is missing or wrong.
    pub fn unknown() -> Self {
        Self::new(401, say!("the key is missing or wrong"))
    }

    /// A path that leads nowhere.
    pub fn nowhere() -> Self {
        Self::new(404, say!("there is nothing here"))
    }

    /// A path that wants another method.
    pub fn method() -> Self {
        Self::new(405, say!("this cannot be asked for in this way"))
    }
}

impl IntoResponse for Trouble {
    fn into_response(self) -> Response {
        let mut fields = json!({"error": self.what.to_string()});
        if let Some(hint) = self.hint {
            fields["hint"] = hint.to_string().into();
        }
        let status = StatusCode::from_u16(self.status).unwrap_or(StatusCode::BAD_REQUEST);
        let kind = [(header::CONTENT_TYPE, "application/json")];
        (status, kind, fields.to_string()).into_response()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn queries_are_read() {
        let pairs = query("code=AB%43+D&x&lang=ja&%=1&y=%zz");
        let get = |name: &str| {
            pairs
                .iter()
                .find(|(k, _)| k == name)
                .map(|(_, v)| v.as_str())
        };
        assert_eq!(get("code"), Some("ABC D"));
        assert_eq!(get("x"), Some(""));
        assert_eq!(get("lang"), Some("ja"));
        assert_eq!(get("y"), Some("%zz"));
        assert_eq!(
            steps("/face/a+b/%E7%8C%AB/x%2Fy"),
            ["face", "a+b", "猫", "x/y"]
        );
    }
}
