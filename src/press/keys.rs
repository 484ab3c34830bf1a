//! Numbers for what the templates of a kit draw from, so that a template need not run to know that it would draw the
//! same again.
//!
//! Only rows, templates and flowing texts can change between two prints that share their numbers (see
//! [`Again`](super::Again)), so these are what goes in, each as a whole: whoever gives templates something more to
//! read finds here what does not compile any more.

use std::cell::{OnceCell, RefCell};
use std::collections::HashMap;
use std::hash::Hash as _;

use serde_json::Value;

use super::digest::Digester;
use super::faces::{Drawing, FacePlan, carton_value};
use crate::hash::{Hash, hash_of};
use crate::kit::{Card, Component, flow_file};
use crate::template::Engine;

/// A hash of what something is made from.
pub(super) type ContentKey = u128;

/// The numbers of one print.
pub(super) struct FaceKeys {
    /// All cards, where templates look at decks.
    decks: u128,
    /// All templates, where a text may show any of them.
    sources: OnceCell<u128>,
    /// Templates with all that they reach, and whether they look at the card.
    templates: RefCell<HashMap<String, (u128, bool)>>,
}

/// A value of a table.
fn feed_value(hash: &mut Hash, value: &Value) {
    match value {
        Value::Null => 0u8.hash(hash),
        Value::Bool(b) => (1u8, b).hash(hash),
        Value::Number(n) => (2u8, n.to_string()).hash(hash),
        Value::String(s) => (3u8, s).hash(hash),
        Value::Array(items) => {
            (4u8, items.len()).hash(hash);
            items.iter().for_each(|v| feed_value(hash, v));
        }
        Value::Object(fields) => feed_fields(hash, fields),
    }
}

fn feed_fields(hash: &mut Hash, fields: &serde_json::Map<String, Value>) {
    (5u8, fields.len()).hash(hash);
    for (key, value) in fields {
        key.hash(hash);
        feed_value(hash, value);
    }
}

/// What a template sees of its own card: how many there are and where the row stands is told to nobody.
fn feed_card(hash: &mut Hash, card: &Card) {
    let Card {
        name,
        number: _,
        fields,
        count: _,
        from: _,
    } = card;
    name.hash(hash);
    feed_fields(hash, fields);
}

impl FaceKeys {
    /// The numbers of a print with this engine.
    pub(super) fn new(engine: &Engine<'_>) -> Self {
        let all = &engine.kit().components;
        let seen = if engine.looks_at_decks() {
            &all[..]
        } else {
            &[]
        };
        let decks = hash_of(|hash| {
            for component in seen {
                component.id.hash(hash);
                for card in &component.cards {
                    card.count.hash(hash);
                    feed_card(hash, card);
                }
            }
        });
        Self {
            decks,
            sources: OnceCell::new(),
            templates: RefCell::default(),
        }
    }

    /// A template with all that it reaches, and whether it looks at the card.
    fn template(&self, engine: &Engine<'_>, template: &str) -> (u128, bool) {
        let mut known = self.templates.borrow_mut();
        if let Some(number) = known.get(template) {
            return *number;
        }
        let reach = engine.reach(template);
        let looks_at_decks = reach.values().any(|s| s.contains("deck"));
        let key = hash_of(|hash| {
            reach.hash(hash);
            if looks_at_decks {
                self.decks.hash(hash);
            }
        });
        let found = (key, engine.reads(template).card());
        known.insert(template.to_owned(), found);
        found
    }

    /// A face: by what its template draws from, or by its looks where it is drawn already.
    pub(super) fn face(
        &self,
        engine: &Engine<'_>,
        plan: &FacePlan<'_>,
        digester: &Digester<'_>,
    ) -> ContentKey {
        let FacePlan {
            component,
            size,
            drawing,
        } = plan;
        let lengths = [size.w, size.h].map(|l| l.0.to_bits());
        match drawing {
            Drawing::Done(face, _) => {
                let looks = digester.face(face, *size, *component);
                hash_of(|hash| (component, lengths, looks).hash(hash))
            }
            Drawing::Card {
                template,
                card,
                copy,
                page,
                panel,
            } => {
                let (template, reads_card) = self.template(engine, template);
                let whole = &engine.kit().components[*component];
                let carton = panel.and_then(|p| carton_value(whole, p));
                hash_of(|hash| {
                    (template, component, lengths, copy, page).hash(hash);
                    if let Some(carton) = &carton {
                        feed_value(hash, carton);
                    }
                    // A common back is the same whatever card it is drawn for.
                    if reads_card {
                        feed_card(hash, card);
                    }
                })
            }
        }
    }

    /// The pages of a text. Its figures may be any templates, so it depends on all of them.
    pub(super) fn flow(
        &self,
        engine: &Engine<'_>,
        component: &Component,
        card: &Card,
        folded: bool,
    ) -> ContentKey {
        let text = component.flow.as_ref().and_then(|f| {
            let file = flow_file(&f.file, engine.lang());
            engine.kit().source.read_text(&file).ok()
        });
        let all = || hash_of(|hash| engine.sources().hash(hash));
        let sources = self.sources.get_or_init(all);
        hash_of(|hash| {
            (&component.id, folded, &text, sources, self.decks).hash(hash);
            feed_card(hash, card);
        })
    }
}
