//! What pages know of the kit: titles, colours, the names of cards, what `[table]` says. It is printed for everybody, and
//! nothing of a game is in it.

use serde_json::{Map, Value, json};

use crate::kit::{Component, Kit, TableSpec};

/// A kit for pages.
pub(super) fn about(kit: &Kit) -> Value {
    let palette = kit.palette.iter().map(|s| (s.name.clone(), json!(s.color)));
    let components = kit.components.iter();
    let cards = components.map(|c| (c.id.clone(), cards(kit, c)));
    json!({
        "id": kit.id,
        "title": kit.title.0,
        "langs": kit.languages,
        "referee": kit.table.as_ref().and_then(|t| t.referee.as_deref()),
        "accent": accent(kit),
        "palette": palette.collect::<Map<_, _>>(),
        "cards": cards.collect::<Map<_, _>>(),
        "table": kit.table.as_ref().map(table),
    })
}

/// The colour of the kit's headings, where it gives one; else its first colour.
fn accent(kit: &Kit) -> Option<String> {
    let styles = kit.components.iter().filter_map(|c| c.flow.as_ref());
    let accent = styles
        .filter_map(|f| f.style.get("accent")?.as_str())
        .next();
    let first = || kit.palette.first().map(|s| s.color.as_str());
    accent.or_else(first).map(str::to_owned)
}

/// The cards of a component, by name, with what people call them.
fn cards(kit: &Kit, component: &Component) -> Value {
    let card = |card: &crate::kit::Card| {
        let titles = kit.languages.iter().filter_map(|lang| {
            let title = card.title(&kit.languages, lang)?;
            Some((lang.clone(), title.into()))
        });
        (card.name.clone(), Value::Object(titles.collect()))
    };
    Value::Object(component.cards.iter().map(card).collect())
}

fn table(spec: &TableSpec) -> Value {
    let decks = spec.decks.iter().map(|d| {
        let fields = json!({"title": d.title.0, "components": d.components});
        (d.id.clone(), fields)
    });
    let timers = spec.timers.iter();
    let timers = timers.map(|t| json!({"id": t.id, "title": t.title.0, "seconds": t.seconds}));
    let scores = spec.scores.iter();
    let scores = scores.map(|c| (c.id.clone(), json!(c.title.0)));
    json!({
        "decks": decks.collect::<Map<_, _>>(),
        "roles": spec.roles.as_ref().map(|r| &r.component),
        "timers": timers.collect::<Vec<_>>(),
        "scores": scores.collect::<Map<_, _>>(),
    })
}
