//! Printed faces for screens: what the press would print, as SVG, and what the pages need to know of the kit.
//!
//! A component is drawn as a whole when its first card is asked for, and kept: which card it was cannot be told from the
//! time or the answer. All of it is what anybody who has the kit can print.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex, PoisonError};

use serde_json::{Map, Value, json};

use crate::export::{ExportOptions, To, export};
use crate::kit::{Component, Kind, Kit, KitTimer, Spoken, Words};
use crate::play::clock::TimerPlan;
use crate::press::NoProgress;
use crate::template::Ink;
use crate::units::{Mm, Size};

/// The front or the back of a card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Side {
    Front,
    Back,
}

impl Side {
    /// The side that a file's name means: `front.svg`, `back.svg`.
    pub(super) fn of(file: &str) -> Option<Self> {
        match file {
            "front.svg" => Some(Self::Front),
            "back.svg" => Some(Self::Back),
            _ => None,
        }
    }
}

/// All faces of a component in a language.
type DrawnFaces = HashMap<(String, Side), Arc<[u8]>>;

/// The kit that is played, as the press draws it.
pub struct FaceShelf {
    kit: Kit,
    /// By component and language; a component that cannot be drawn has no faces.
    drawn: Mutex<HashMap<(String, String), Arc<DrawnFaces>>>,
}

impl FaceShelf {
    /// The faces of a kit.
    pub fn new(kit: Kit) -> Self {
        let drawn = Mutex::default();
        Self { kit, drawn }
    }

    /// A face in a language; in the kit's first where it does not speak that one.
    pub(super) fn face(
        &self,
        component: &str,
        card: &str,
        side: Side,
        lang: &str,
    ) -> Option<Arc<[u8]>> {
        let known = self.kit.components.iter().find(|c| c.id == component);
        let known = known.filter(|c| is_shown(c))?;
        let card = known.cards.iter().find(|c| c.is_called(card))?;
        let lang = self.kit.language(lang).unwrap_or(&self.kit.languages[0]);
        let key = (component.to_owned(), lang.to_owned());
        // One at a time: what two ask for at once is drawn once.
        let mut drawn = self.drawn.lock().unwrap_or_else(PoisonError::into_inner);
        let faces = drawn.entry(key);
        let faces = faces.or_insert_with(|| Arc::new(self.draw(known, lang)));
        // Copies that differ have numbers; the first stands for all.
        let first = format!("{} 1", card.name);
        let named = [card.name.clone(), first].map(|name| faces.get(&(name, side)).cloned());
        named.into_iter().flatten().next()
    }

    fn draw(&self, component: &Component, lang: &str) -> DrawnFaces {
        let options = ExportOptions {
            to: To::Svg,
            lang: lang.to_owned(),
            ink: Ink::Full,
            dpi: None,
            bleed: Mm(0.0),
            only: vec![component.id.clone()],
            cards: Vec::new(),
            copies: false,
        };
        let mut out = HashMap::new();
        let Ok(made) = export(&self.kit, &options, &NoProgress) else {
            return out;
        };
        let files: HashMap<&str, Arc<[u8]>> = made
            .files
            .iter()
            .map(|f| (f.name.as_str(), Arc::from(f.bytes.as_slice())))
            .collect();
        let blank = blank(component.size);
        for card in &made.cards {
            let sides = [
                (Side::Front, files.get(card.front.as_str())),
                (
                    Side::Back,
                    card.back
                        .as_ref()
                        .map_or(Some(&blank), |f| files.get(f.as_str())),
                ),
            ];
            for (side, svg) in sides {
                if let Some(svg) = svg {
                    out.insert((card.name.clone(), side), svg.clone());
                }
            }
        }
        out
    }

    /// What pages need to know of the kit: titles, cards, decks, timers.
    pub(super) fn json(&self) -> Value {
        let shown = self.kit.components.iter().filter(|c| is_shown(c));
        let cards: Map<String, Value> = shown.map(|c| (c.id.clone(), self.titles(c))).collect();
        let mut fields = json!({
            "id": self.kit.id,
            "title": words(&self.kit.title),
            "players": self.kit.players,
            "langs": self.kit.languages,
            "cards": cards,
            "table": self.table(),
        });
        if let Some(accent) = accent(&self.kit) {
            fields["accent"] = accent.into();
        }
        if let Some(referee) = self.kit.table.as_ref().and_then(|t| t.referee.as_deref()) {
            fields["referee"] = referee.into();
        }
        fields
    }

    fn titles(&self, component: &Component) -> Value {
        let languages = &self.kit.languages;
        let title = |card: &crate::kit::Card| {
            let titled = languages
                .iter()
                .filter_map(|l| Some((l.clone(), card.title(languages, l)?)));
            let titled: BTreeMap<String, String> = titled.collect();
            (card.name.clone(), json!(titled))
        };
        Value::Object(component.cards.iter().map(title).collect())
    }

    fn table(&self) -> Value {
        let Some(table) = &self.kit.table else {
            return json!({});
        };
        let decks: Map<String, Value> = table
            .decks
            .iter()
            .map(|d| {
                let component = d.components.first();
                (d.id.clone(), json!({"title": words(&d.title), "component": component, "components": d.components}))
            })
            .collect();
        let scores = table.scores.iter().map(|c| (c.id.clone(), words(&c.title)));
        let scores: Map<String, Value> = scores.collect();
        json!({
            "decks": decks,
            "roles": table.roles.as_ref().map(|r| r.component.as_str()),
            "scores": scores,
            "timers": table.timers.iter().map(timer).collect::<Vec<_>>(),
            "narrate": table.spoken.iter().map(spoken).collect::<Vec<_>>(),
        })
    }
}

/// What lies behind a face that has no back: paper.
fn blank(size: Size) -> Arc<[u8]> {
    let (w, h) = (size.w.0, size.h.0);
    let svg = format!(
        r##"<svg xmlns="http://www.w3.org/2000/svg" width="{w}mm" height="{h}mm" viewBox="0 0 {w} {h}"><rect width="{w}" height="{h}" fill="#fff"/></svg>"##
    );
    Arc::from(svg.into_bytes())
}

fn timer(timer: &KitTimer) -> Value {
    let seconds = match TimerPlan::of(timer, &[]) {
        TimerPlan::Down(span) | TimerPlan::Bank { each: span, .. } => Some(span.as_secs()),
        TimerPlan::Up(_) => None,
    };
    json!({"id": timer.id, "title": words(&timer.title), "seconds": seconds})
}

/// A line that the screen on the wall says.
fn spoken(line: &Spoken) -> Value {
    let mut fields = json!({"when": line.when.name(), "say": words(&line.say)});
    if let Some(round) = line.round {
        fields["round"] = round.into();
    }
    if let Some(timer) = &line.timer {
        fields["timer"] = timer.as_str().into();
    }
    if line.pause > 0 {
        fields["pause"] = line.pause.into();
    }
    fields
}

/// A text by language; one that is the same in all stands alone.
fn words(words: &Words) -> Value {
    match words.0.get("") {
        Some(always) if words.0.len() == 1 => always.as_str().into(),
        _ => json!(words.0),
    }
}

/// The colour of a kit: of the headings of its rules, where they have one, else the first of its palette.
fn accent(kit: &Kit) -> Option<&str> {
    let rules = kit.components.iter().filter_map(|c| c.flow.as_ref());
    let heading = rules.filter_map(|f| f.style.get("accent")?.as_str()).next();
    heading.or_else(|| kit.palette.first().map(|s| s.color.as_str()))
}

/// Whether a component's faces are shown on screens: what is cut into pieces, and boards that are drawn.
fn is_shown(component: &Component) -> bool {
    match component.kind {
        Kind::Cards | Kind::Tokens | Kind::Standees | Kind::Strip => true,
        Kind::Sheet => component.flow.is_none() && component.front.len() == 1,
        Kind::Booklet | Kind::Box => false,
    }
}
