//! The objects of a saved file, field by field as Tabletop Simulator writes them.

use serde_json::{Map, Value, json};
use sha2::{Digest, Sha256};

use super::CardEntry;
use crate::kit::{Component, Kit, Outline, fields_in};
use crate::text::unmarked;

/// The height of a poker card in millimetres, which is scale 1 of a card.
const CARD: f64 = 88.0;
/// Scale of a tile a millimetre, so that tiles lie beside cards in natural size.
const TILE: f64 = 3.1 / CARD / 2.0;
/// Fields that say what a card does, the likeliest first.
const TEXTS: [&str; 5] = ["text", "rule", "effect", "body", "description"];
/// The distance between objects.
const STEP: f64 = 5.0;

/// All objects of a kit.
pub(super) struct Objects<'a> {
    kit: &'a Kit,
    lang: &'a str,
    made: u32,
    states: Vec<Value>,
}

impl<'a> Objects<'a> {
    /// The objects of a file that is about to be filled.
    pub(super) fn new(kit: &'a Kit, lang: &'a str) -> Self {
        Self {
            kit,
            lang,
            made: 0,
            states: Vec::new(),
        }
    }

    /// Lays an object onto the table, beside those that are there.
    pub(super) fn push(&mut self, mut object: Value) {
        if object.is_null() {
            return;
        }
        let n = self.states.len() as f64;
        let (col, row) = (n % 6.0, (n / 6.0).floor());
        if let Some(place) = object.get_mut("Transform").and_then(Value::as_object_mut) {
            place.insert("posX".into(), json!((col - 2.5) * STEP));
            place.insert("posZ".into(), json!(-row * STEP));
        }
        self.states.push(object);
    }

    /// The whole file.
    pub(super) fn saved(self) -> Value {
        json!({
            "SaveName": self.kit.title.get(self.lang),
            "GameMode": "",
            "Gravity": 0.5,
            "PlayArea": 0.5,
            "Date": "",
            "Table": "",
            "Sky": "",
            "Note": "",
            "Rules": "",
            "LuaScript": "",
            "LuaScriptState": "",
            "XmlUI": "",
            "ObjectStates": self.states,
            "VersionNumber": "",
        })
    }

    /// A number of six hexadecimal digits, the same in every run.
    fn guid(&mut self) -> String {
        self.made += 1;
        let hash = Sha256::digest(format!("{} {}", self.kit.id, self.made));
        hash.iter().take(3).map(|b| format!("{b:02x}")).collect()
    }

    /// What all objects have.
    fn base(
        &mut self,
        name: &str,
        words: ObjectWords,
        scale: f64,
        face_down: bool,
    ) -> Map<String, Value> {
        let guid = self.guid();
        let base = json!({
            "GUID": guid,
            "Name": name,
            "Transform": {
                "posX": 0.0, "posY": 1.0, "posZ": 0.0,
                "rotX": 0.0, "rotY": 180.0, "rotZ": if face_down { 180.0 } else { 0.0 },
                "scaleX": scale, "scaleY": 1.0, "scaleZ": scale,
            },
            "Nickname": words.nickname,
            "Description": words.description,
            "GMNotes": words.notes,
            "ColorDiffuse": { "r": 1.0, "g": 1.0, "b": 1.0 },
            "Locked": false,
            "Grid": true,
            "Snap": true,
            "IgnoreFoW": false,
            "MeasureMovement": false,
            "DragSelectable": true,
            "Autoraise": true,
            "Sticky": true,
            "Tooltip": true,
            "GridProjection": false,
            "HideWhenFaceDown": face_down,
            "Hands": face_down,
            "LuaScript": "",
            "LuaScriptState": "",
            "XmlUI": "",
        });
        match base {
            Value::Object(map) => map,
            _ => Map::new(),
        }
    }

    /// What a card is called and does, in the language of the export.
    fn words(&self, component: &Component, entry: &CardEntry<'_>) -> ObjectWords {
        let fields = fields_in(&entry.card.fields, &self.kit.languages, self.lang);
        let text = |key: &str| {
            let value = fields.get(key)?.as_str()?.trim();
            (!value.is_empty()).then(|| unmarked(value))
        };
        let nickname = text("title").unwrap_or_else(|| entry.name.clone());
        let told = TEXTS.iter().find_map(|key| text(key));
        let rest = || {
            let other = |k: &str| !["title", "name"].contains(&k);
            let line = |(k, v): (&String, &Value)| match v {
                Value::String(s) if s.trim().is_empty() => None,
                Value::String(s) => Some(format!("{k}: {}", unmarked(s))),
                Value::Number(n) => Some(format!("{k}: {n}")),
                Value::Bool(b) => Some(format!("{k}: {b}")),
                _ => None,
            };
            let lines: Vec<String> = fields
                .iter()
                .filter(|(k, _)| other(k))
                .filter_map(line)
                .collect();
            lines.join("\n")
        };
        ObjectWords {
            nickname,
            description: told.unwrap_or_else(rest),
            notes: format!("{}:{}", component.id, entry.card.name),
        }
    }

    fn of_component(&self, component: &Component) -> ObjectWords {
        ObjectWords {
            nickname: component.title.get(self.lang).to_owned(),
            description: String::new(),
            notes: component.id.clone(),
        }
    }

    /// A bag that holds objects.
    pub(super) fn bag(&mut self, component: &Component, objects: Vec<Value>) -> Value {
        let words = self.of_component(component);
        let mut bag = self.base("Bag", words, 1.0, false);
        bag.insert("MaterialIndex".into(), json!(-1));
        bag.insert("MeshIndex".into(), json!(-1));
        bag.insert("Bag".into(), json!({ "Order": 0 }));
        bag.insert("ContainedObjects".into(), Value::Array(objects));
        Value::Object(bag)
    }

    /// A board.
    pub(super) fn board(
        &mut self,
        component: &Component,
        entry: &CardEntry<'_>,
        url: &str,
    ) -> Value {
        let words = ObjectWords {
            notes: format!("{}:{}", component.id, entry.card.name),
            ..self.of_component(component)
        };
        let mut board = self.base("Custom_Board", words, 1.0, false);
        board.insert("Locked".into(), json!(true));
        let image = image(url, None, component.size.w / component.size.h);
        board.insert("CustomImage".into(), image);
        Value::Object(board)
    }

    /// A page of several, with the next one behind it.
    pub(super) fn page(
        &mut self,
        component: &Component,
        entry: &CardEntry<'_>,
        url: &str,
        back: Option<&str>,
    ) -> Value {
        let words = ObjectWords {
            nickname: format!("{} ({})", component.title.get(self.lang), entry.name),
            ..self.of_component(component)
        };
        let scale = component.size.h.0 * TILE;
        let mut page = self.base("Custom_Tile", words, scale, false);
        page.insert("CustomImage".into(), tile_image(url, back, Outline::Rect));
        Value::Object(page)
    }
}

/// What an object is called.
pub(super) struct ObjectWords {
    nickname: String,
    description: String,
    notes: String,
}

/// A deck of several cards, or the one card.
pub(super) fn deck(
    objects: &mut Objects<'_>,
    component: &Component,
    custom: Map<String, Value>,
    cards: &[(u32, u32, &CardEntry<'_>)],
) -> Value {
    let scale = component.size.h.0 / CARD;
    let single = cards.len() == 1;
    let mut inside = Vec::with_capacity(cards.len());
    for (id, key, entry) in cards {
        let words = objects.words(component, entry);
        let name = if single { "CardCustom" } else { "Card" };
        let mut card = objects.base(name, words, scale, true);
        let key = key.to_string();
        let own = custom.get(&key).cloned().unwrap_or(Value::Null);
        card.insert("CardID".into(), json!(id));
        card.insert("SidewaysCard".into(), json!(false));
        card.insert("CustomDeck".into(), json!({ key: own }));
        inside.push(Value::Object(card));
    }
    if single {
        return inside.pop().unwrap_or(Value::Null);
    }
    let words = objects.of_component(component);
    let mut deck = objects.base("DeckCustom", words, scale, true);
    let ids: Vec<u32> = cards.iter().map(|(id, _, _)| *id).collect();
    deck.insert("Hands".into(), json!(false));
    deck.insert("SidewaysCard".into(), json!(false));
    deck.insert("DeckIDs".into(), json!(ids));
    deck.insert("CustomDeck".into(), Value::Object(custom));
    deck.insert("ContainedObjects".into(), Value::Array(inside));
    Value::Object(deck)
}

/// A token with one picture, cut along it.
pub(super) fn flat(
    objects: &mut Objects<'_>,
    component: &Component,
    entry: &CardEntry<'_>,
    url: &str,
) -> Value {
    let words = objects.words(component, entry);
    let scale = component.size.h.0 * TILE;
    let mut token = objects.base("Custom_Token", words, scale, false);
    let mut image = image(url, None, 0.0);
    image["CustomToken"] = json!({
        "Thickness": 0.1,
        "MergeDistancePixels": 15.0,
        "StandUp": false,
        "Stackable": false,
    });
    token.insert("CustomImage".into(), image);
    Value::Object(token)
}

/// A tile with two sides.
pub(super) fn tile(
    objects: &mut Objects<'_>,
    component: &Component,
    entry: &CardEntry<'_>,
    url: &str,
    back: Option<&str>,
) -> Value {
    let words = objects.words(component, entry);
    let scale = component.size.h.0 * TILE;
    let mut tile = objects.base("Custom_Tile", words, scale, false);
    let image = tile_image(url, back, component.outline);
    tile.insert("CustomImage".into(), image);
    Value::Object(tile)
}

/// A figure that stands.
pub(super) fn figurine(
    objects: &mut Objects<'_>,
    component: &Component,
    entry: &CardEntry<'_>,
    url: &str,
    back: Option<&str>,
) -> Value {
    let words = objects.words(component, entry);
    let scale = component.size.h.0 * TILE;
    let mut figure = objects.base("Figurine_Custom", words, scale, false);
    if let Some(place) = figure.get_mut("Transform").and_then(Value::as_object_mut) {
        place.insert("scaleY".into(), json!(scale));
    }
    figure.insert("CustomImage".into(), image(url, back.or(Some(url)), 0.0));
    Value::Object(figure)
}

fn image(url: &str, back: Option<&str>, width_scale: f64) -> Value {
    json!({
        "ImageURL": url,
        "ImageSecondaryURL": back.unwrap_or_default(),
        "ImageScalar": 1.0,
        "WidthScale": width_scale,
    })
}

fn tile_image(url: &str, back: Option<&str>, outline: Outline) -> Value {
    let shape = match outline {
        Outline::Rect => 0,
        Outline::Hex => 1,
        Outline::Circle => 2,
    };
    let mut image = image(url, back.or(Some(url)), 0.0);
    image["CustomTile"] = json!({
        "Type": shape,
        "Thickness": 0.1,
        "Stackable": false,
        "Stretch": true,
    });
    image
}

/// The address of a picture: the prefix and its name, with what an address cannot hold written as numbers.
pub(crate) fn address(prefix: &str, name: &str) -> String {
    let mut out = String::with_capacity(prefix.len() + name.len());
    out.push_str(prefix);
    for b in name.bytes() {
        if b.is_ascii_alphanumeric() || b"/-_.+~:".contains(&b) {
            out.push(char::from(b));
        } else {
            out.push_str(&format!("%{b:02X}"));
        }
    }
    out
}
