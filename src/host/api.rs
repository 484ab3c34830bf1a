//! What can be asked of the table over HTTP: JSON in and out. The order of checks is everywhere the same: the key (401),
//! whose it is (403), the rules (409).

use std::sync::Arc;

use axum::Router;
use axum::extract::{Request, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use serde_json::{Map, Value, json};

use super::clocks::ClockOrder;
use super::faces::Side;
use super::hub::{Hub, HubError, HubResult, host_only};
use super::{Holder, events, pages, qr as code};
use crate::diag::Problem;
use crate::play::rules::Refusal;
use crate::say;
use crate::say::{Tongue, in_tongue};
use crate::serve::{Trouble, WebCall};

/// Everything that the table answers to.
pub fn site(hub: Arc<Hub>) -> Router {
    Router::new()
        .route("/api/join", post(|s, r| call(s, r, join)))
        .route("/api/begin", post(|s, r| call(s, r, begin)))
        .route("/api/view", get(view))
        .route(
            "/api/answer",
            post(|s, r| call(s, r, answer)).delete(|s, r| call(s, r, withdraw)),
        )
        .route("/api/do", post(|s, r| call(s, r, act)))
        .route("/api/ask", post(|s, r| call(s, r, ask)))
        .route("/api/undo", post(|s, r| call(s, r, undo)))
        .route("/api/free", post(|s, r| call(s, r, free)))
        .route("/api/verify", get(|s, r| call(s, r, verify)))
        .route("/api/choices", get(|s, r| call(s, r, choices)))
        .route("/api/kit", get(|s, r| call(s, r, kit)))
        .route("/api/clock", post(|s, r| call(s, r, clock)))
        .route("/api/qr.svg", get(|s, r| draw(s, r, qr)))
        .route(
            "/face/{component}/{card}/{side}",
            get(|s, r| draw(s, r, face)),
        )
        .route("/api/events", get(events::stream))
        .route("/api/views", get(events::views))
        .merge(pages::routes())
        .fallback(async || Trouble::nowhere())
        .method_not_allowed_fallback(async || Trouble::method())
        .with_state(hub)
}

type ApiReply = HubResult<Value>;

/// Answers a request with JSON.
async fn call(
    state: State<Arc<Hub>>,
    request: Request,
    act: fn(&Hub, &WebCall) -> ApiReply,
) -> Response {
    answered(state, request, move |hub, call| {
        let value = act(hub, call)?;
        let kind = [(header::CONTENT_TYPE, "application/json")];
        Ok((kind, value.to_string()).into_response())
    })
    .await
}

/// Answers a request with a picture.
async fn draw(
    state: State<Arc<Hub>>,
    request: Request,
    act: fn(&Hub, &WebCall) -> HubResult<SentPicture>,
) -> Response {
    answered(state, request, move |hub, call| {
        let picture = act(hub, call)?;
        let keep = match picture.lasting {
            true => "private, max-age=3600",
            false => "no-store",
        };
        let about = [
            (header::CONTENT_TYPE, "image/svg+xml"),
            (header::CACHE_CONTROL, keep),
        ];
        Ok((about, picture.svg).into_response())
    })
    .await
}

struct SentPicture {
    svg: Vec<u8>,
    /// Whether a browser may keep it for a while.
    lasting: bool,
}

/// Reads a request, answers it on a thread that may wait for the disk, in the reader's language.
async fn answered(
    State(hub): State<Arc<Hub>>,
    request: Request,
    act: impl FnOnce(&Hub, &WebCall) -> HubResult<Response> + Send + 'static,
) -> Response {
    let call = match WebCall::read(request).await {
        Ok(call) => call,
        Err(trouble) => return trouble.into_response(),
    };
    let answered = tokio::task::spawn_blocking(move || {
        // From the key to the answer, a seat keeps its number.
        let _seated = hub.seated();
        let answer = || act(&hub, &call).unwrap_or_else(IntoResponse::into_response);
        in_tongue(reads(&call), answer)
    });
    let failed = |_| StatusCode::INTERNAL_SERVER_ERROR.into_response();
    answered.await.unwrap_or_else(failed)
}

/// The language that is asked for, else the one of the table.
pub(super) fn reads(call: &WebCall) -> Tongue {
    let asked = call.get("lang").or(call.language.as_deref());
    asked.and_then(Tongue::known).unwrap_or_else(say::tongue)
}

impl IntoResponse for HubError {
    fn into_response(self) -> Response {
        match self {
            HubError::Trouble(trouble) => trouble.into_response(),
            HubError::Refused(refusal) => refused(refusal),
            HubError::Failed(problems) => {
                let texts: Vec<String> = problems.0.iter().map(|p| p.what.to_string()).collect();
                let fields = json!({"error": texts.join("; ")});
                let kind = [(header::CONTENT_TYPE, "application/json")];
                (StatusCode::INTERNAL_SERVER_ERROR, kind, fields.to_string()).into_response()
            }
        }
    }
}

/// What the rules refuse: `{"refused","rule"?,"hint"?}`.
fn refused(refusal: Refusal) -> Response {
    let hidden = refusal.fault() == crate::play::rules::Fault::Hidden;
    let problem = Problem::from(refusal);
    let mut fields = json!({"refused": problem.what.to_string()});
    if let Some(rule) = &problem.rule {
        fields["rule"] = rule.to_string().into();
    }
    // The advice for hidden cards speaks of the log, which is told nothing here.
    if let Some(hint) = problem.hint.filter(|_| !hidden) {
        fields["hint"] = hint.to_string().into();
    }
    let kind = [(header::CONTENT_TYPE, "application/json")];
    (StatusCode::CONFLICT, kind, fields.to_string()).into_response()
}

/// Holder asks, by the key; without one, by the code.
pub(super) fn visitor(hub: &Hub, call: &WebCall) -> HubResult<Holder> {
    let who = match &call.key {
        Some(key) => hub.who(key)?,
        None => {
            let code = call.get("code").ok_or_else(Trouble::unknown)?;
            hub.admits(code, call.ip())?;
            Holder::Public
        }
    };
    call.visitor.is_known();
    Ok(who)
}

/// Holder asks, by the key alone.
fn holder(hub: &Hub, call: &WebCall) -> HubResult<Holder> {
    let key = call.key.as_ref().ok_or_else(Trouble::unknown)?;
    let who = hub.who(key)?;
    call.visitor.is_known();
    Ok(who)
}

/// The host asks, whatever is asked.
fn host(hub: &Hub, call: &WebCall) -> HubResult<Holder> {
    let who = holder(hub, call)?;
    host_only(who)?;
    Ok(who)
}

type JsonFields = Map<String, Value>;

fn text(fields: &JsonFields, name: &str) -> Result<String, Trouble> {
    let text = fields.get(name).and_then(Value::as_str);
    text.map(str::to_owned).ok_or_else(Trouble::unreadable)
}

fn number(fields: &JsonFields, name: &str) -> Result<u64, Trouble> {
    let number = fields.get(name).and_then(Value::as_u64);
    number.ok_or_else(Trouble::unreadable)
}

/// The number that a move or an answer was meant for. One that no journal has is late, as any other.
fn meant_for(fields: &JsonFields) -> Result<u64, Trouble> {
    match fields.get("seq") {
        Some(Value::Number(seq)) => Ok(seq.as_u64().unwrap_or(u64::MAX)),
        _ => Err(Trouble::unreadable()),
    }
}

fn join(hub: &Hub, call: &WebCall) -> ApiReply {
    let fields = call.json()?;
    hub.admits(&text(&fields, "code")?, call.ip())?;
    call.visitor.is_known();
    let (seat, token) = hub.join(&text(&fields, "name")?)?;
    Ok(json!({"seat": seat, "token": token}))
}

fn begin(hub: &Hub, call: &WebCall) -> ApiReply {
    let who = host(hub, call)?;
    Ok(json!({"seq": hub.begin(who)?}))
}

async fn view(state: State<Arc<Hub>>, request: Request) -> Response {
    answered(state, request, |hub, call| {
        let who = visitor(hub, call)?;
        let kind = [(header::CONTENT_TYPE, "application/json")];
        Ok((kind, hub.view(who)).into_response())
    })
    .await
}

fn answer(hub: &Hub, call: &WebCall) -> ApiReply {
    let who = holder(hub, call)?;
    let fields = call.json()?;
    let (text, seq) = (text(&fields, "text")?, meant_for(&fields)?);
    Ok(json!({"waiting": hub.answer(who, &text, seq)?}))
}

fn withdraw(hub: &Hub, call: &WebCall) -> ApiReply {
    let who = holder(hub, call)?;
    let seq = meant_for(&call.json()?)?;
    Ok(json!({"waiting": hub.withdraw(who, seq)?}))
}

fn act(hub: &Hub, call: &WebCall) -> ApiReply {
    let who = holder(hub, call)?;
    let fields = call.json()?;
    let (text, seq) = (text(&fields, "move")?, meant_for(&fields)?);
    Ok(json!({"seq": hub.act(who, &text, seq)?}))
}

fn ask(hub: &Hub, call: &WebCall) -> ApiReply {
    let who = host(hub, call)?;
    let fields = call.json()?;
    if text(&fields, "form")? != "score" {
        return Err(Trouble::unreadable().into());
    }
    let column = match fields.get("column") {
        None | Some(Value::Null) => None,
        Some(_) => Some(text(&fields, "column")?),
    };
    Ok(json!({"waiting": hub.ask(who, column)?}))
}

fn undo(hub: &Hub, call: &WebCall) -> ApiReply {
    let who = host(hub, call)?;
    let fields = call.json()?;
    let all_agree = match fields.get("all_agree") {
        None | Some(Value::Null) => false,
        Some(value) => value.as_bool().ok_or_else(Trouble::unreadable)?,
    };
    Ok(json!({"seq": hub.undo(who, meant_for(&fields)?, all_agree)?}))
}

fn free(hub: &Hub, call: &WebCall) -> ApiReply {
    let who = host(hub, call)?;
    let name = text(&call.json()?, "seat")?;
    Ok(json!({"seat": hub.free(who, &name)?}))
}

fn verify(hub: &Hub, call: &WebCall) -> ApiReply {
    visitor(hub, call)?;
    hub.verify()
}

fn choices(hub: &Hub, call: &WebCall) -> ApiReply {
    let who = holder(hub, call)?;
    let part = match call.get("part") {
        Some(part) => Some(part.parse().map_err(|_| Trouble::unreadable())?),
        None => None,
    };
    let text = call.get("text").unwrap_or_default();
    Ok(json!({"choices": hub.choices(who, part, text)?}))
}

fn kit(hub: &Hub, call: &WebCall) -> ApiReply {
    visitor(hub, call)?;
    let faces = hub.faces.as_ref();
    Ok(faces.map_or_else(|| json!({}), |f| f.json()))
}

fn clock(hub: &Hub, call: &WebCall) -> ApiReply {
    let who = host(hub, call)?;
    let fields = call.json()?;
    let order = ClockOrder::of(&text(&fields, "act")?).ok_or_else(Trouble::unreadable)?;
    let seconds = match fields.get("seconds") {
        None | Some(Value::Null) => None,
        Some(_) => Some(number(&fields, "seconds")?),
    };
    let told = hub.clock(who, &text(&fields, "id")?, order, seconds)?;
    Ok(json!({"clocks": told}))
}

fn qr(hub: &Hub, call: &WebCall) -> HubResult<SentPicture> {
    visitor(hub, call)?;
    let svg = code::svg(&hub.way_in()).ok_or_else(Trouble::nowhere)?;
    Ok(SentPicture {
        svg: svg.into_bytes(),
        lasting: false,
    })
}

fn face(hub: &Hub, call: &WebCall) -> HubResult<SentPicture> {
    visitor(hub, call)?;
    let [_, component, card, side] = &call.path[..] else {
        return Err(Trouble::nowhere().into());
    };
    let side = Side::of(side).ok_or_else(Trouble::nowhere)?;
    let lang = call.get("lang").unwrap_or(say::tongue().code());
    let faces = hub.faces.as_ref();
    let svg = faces.and_then(|f| f.face(component, card, side, lang));
    Ok(SentPicture {
        svg: svg.ok_or_else(Trouble::nowhere)?.to_vec(),
        lasting: true,
    })
}
