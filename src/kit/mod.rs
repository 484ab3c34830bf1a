//! A kit: what a game is made of, as data. Both halves of the program read it, so that the deck that is
//! printed is the deck that is shuffled.
//!
//! Owns loading and checking of `kit.toml`, tables and languages. Hands on a [`Kit`] in which every name
//! that can be checked without drawing has been checked; knows nothing of SVG or PDF.

mod cards;
mod carton;
pub mod code;
mod columns;
mod component;
mod contest;
mod draft;
mod fonts;
mod guide;
mod lang;
mod lines;
mod manifest;
mod narration;
mod package;
mod reader;
mod replace;
mod rows;
mod settings;
mod source;
mod spreadsheet;
pub mod strict;
mod table;
mod timer;
pub mod toml;
mod topic;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::diag::{Problem, Problems, list};
use crate::say;
use crate::say::Say;
use crate::text::unmarked;
use crate::units::{Mm, Size};

pub use carton::Carton;
pub use component::{COMPONENT_KEYS, STYLE_KEYS};
pub(crate) use component::{DPI, flow_file};
pub use contest::{MATCH_KEYS, MatchSpec};
pub(crate) use draft::{DraftColumn, DraftTable};
pub use fonts::StandIn;
pub use guide::{GUIDE_ICONS, GUIDE_KEYS, GuideSpec, GuideThing, Material};
pub(crate) use lang::split_key;
pub use manifest::{KIT_KEYS, ROOT_KEYS, SWATCH_KEYS, named_sizes};
pub use narration::{NARRATE_KEYS, Spoken, SpokenAt};
pub(crate) use reader::bad_id;
pub use replace::Replace;
pub use settings::SETTING_KEYS;
pub(crate) use settings::{SettingSpec, declared_settings};
pub use source::{Source, shipped_ids};
pub(crate) use source::{follow_links, follows_links, shared_files, slashed};
pub use table::{
    Better, Bonus, ByPlayers, Column, DECK_KEYS, Deck, First, HAND_KEYS, Hand, Hidden, ROLES_KEYS,
    Roles, SCORE_KEYS, Sign, TABLE_KEYS, TableSpec,
};
pub use timer::{KitTimer, TIMER_KEYS, TimerKind, TimerPace};

pub use topic::Topic;

/// Text in several languages. Text without a language serves for all.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Words(pub BTreeMap<String, String>);

impl Words {
    /// The text in a language; English or any other where that is missing.
    pub fn get(&self, lang: &str) -> &str {
        let any = || {
            self.0
                .get("")
                .or_else(|| self.0.get("en"))
                .or_else(|| self.0.values().next())
        };
        self.0.get(lang).or_else(any).map_or("", String::as_str)
    }
}

/// What a component is, which decides how it is laid out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Cut straight, in grids, with backs.
    Cards,
    /// Cut round or in other shapes.
    Tokens,
    /// Folded at the head, with tabs at the feet.
    Standees,
    /// A page of its own, or several; larger ones are tiled.
    Sheet,
    /// Long pieces, one beside the other.
    Strip,
    /// Pages that are folded into a booklet; printed only when asked for by name.
    Booklet,
    /// A tuck box, folded and glued.
    Box,
}

impl Kind {
    /// All kinds with the names that `kit.toml` uses.
    pub const ALL: [(&'static str, Kind); 7] = [
        ("cards", Kind::Cards),
        ("tokens", Kind::Tokens),
        ("standees", Kind::Standees),
        ("sheet", Kind::Sheet),
        ("strip", Kind::Strip),
        ("booklet", Kind::Booklet),
        ("box", Kind::Box),
    ];

    /// The name that `kit.toml` uses.
    pub fn name(self) -> &'static str {
        Self::ALL
            .iter()
            .find(|(_, k)| *k == self)
            .map_or("", |(n, _)| n)
    }
}

/// What becomes of a cell that is empty in one language and filled in another.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Untranslated {
    /// It is an error.
    #[default]
    Refused,
    /// The text without a language stands in.
    Borrowed,
}

impl Untranslated {
    /// All ways with the names that `kit.toml` uses.
    pub const ALL: [(&'static str, Untranslated); 2] = [
        ("refused", Untranslated::Refused),
        ("borrowed", Untranslated::Borrowed),
    ];
}

/// The outline that a piece is cut along.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Outline {
    /// A rectangle.
    #[default]
    Rect,
    /// An ellipse that fills the size.
    Circle,
    /// A hexagon that fills the size, points left and right.
    Hex,
}

impl Outline {
    /// All outlines with the names that `kit.toml` uses.
    pub const ALL: [(&'static str, Outline); 3] = [
        ("rect", Outline::Rect),
        ("circle", Outline::Circle),
        ("hex", Outline::Hex),
    ];
}

/// A colour of the game, which is also told by a pattern and a letter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Swatch {
    /// What templates call it.
    pub name: String,
    /// `#rrggbb`.
    pub color: String,
    /// One of [`PATTERNS`].
    pub pattern: String,
    /// The letter that stands for it.
    pub letter: Words,
}

/// The patterns that tell colours apart in mono.
pub const PATTERNS: [&str; 7] = [
    "plain", "diagonal", "dots", "waves", "cross", "bricks", "rings",
];

/// One kind of card of a component, and how many copies there are.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Card {
    /// What commands and rules call it.
    pub name: String,
    /// What it would be called by its row alone, `monster-1`, where its title names it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub number: Option<String>,
    /// The row's fields as written, translations (`title.ja`) included.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub fields: Map<String, Value>,
    /// How many copies.
    pub count: u32,
    /// The file and line that it comes from.
    #[serde(skip)]
    pub from: (String, usize),
}

impl Card {
    /// Whether commands may call it so: by its name, or by its number where its title is its name.
    pub fn is_called(&self, name: &str) -> bool {
        self.name == name || self.number.as_deref() == Some(name)
    }

    /// What is printed on the card as its name in a language: its `title`, else its `name`, without markup.
    pub fn title(&self, languages: &[String], lang: &str) -> Option<String> {
        ["title", "name"].into_iter().find_map(|wanted| {
            let mut of = self.fields.iter().filter_map(|(key, value)| {
                let (base, l) = lang::split_key(key, languages);
                (base == wanted && l.is_none_or(|l| l == lang)).then_some((l.is_none(), value))
            });
            // `title.ja` goes before a `title` that serves for all languages.
            let (_, value) = of.by_ref().min_by_key(|(common, _)| *common)?;
            let words = unmarked(value.as_str()?);
            let text = words.split_whitespace().collect::<Vec<_>>().join(" ");
            (!text.is_empty()).then_some(text)
        })
    }
}

/// A Markdown text that fills pages by itself.
#[derive(Clone, Debug, PartialEq)]
pub struct Flow {
    /// The file without its language: `rules.md` stands for `rules.en.md` and `rules.ja.md`.
    pub file: String,
    /// How many columns.
    pub columns: u32,
    /// The looks, as written in `kit.toml`.
    pub style: Map<String, Value>,
}

/// One kind of thing that the kit prints.
#[derive(Clone, Debug, PartialEq)]
pub struct Component {
    /// What `--only` names.
    pub id: String,
    /// How it is laid out.
    pub kind: Kind,
    /// What people call it.
    pub title: Words,
    /// The trimmed size of one face.
    pub size: Size,
    /// Radius of the corners.
    pub corner: Mm,
    /// The outline it is cut along.
    pub outline: Outline,
    /// The drawing of the line it is cut along, where that is none of these.
    pub contour: Option<String>,
    /// Height of a standee's tabs.
    pub tab: Mm,
    /// Whether one table needs it once, however many sets of the rest.
    pub once: bool,
    /// Dots per inch that its pictures need, where it says so.
    pub dpi: Option<u32>,
    /// Advice on it that is not wanted.
    pub allow: Vec<Topic>,
    /// Templates of the front; more than one only for sheets, one a page.
    pub front: Vec<String>,
    /// Template of the back.
    pub back: Option<String>,
    /// Flowing text of a sheet.
    pub flow: Option<Flow>,
    /// Measures and further templates of a tuck box.
    pub carton: Option<Carton>,
    /// The cards, each with its number of copies.
    pub cards: Vec<Card>,
    /// Where `kit.toml` begins it.
    pub line: usize,
}

impl Component {
    /// How many pieces there are, copies counted. A sheet counts its pages when they are known.
    pub fn pieces(&self) -> usize {
        self.cards.iter().map(|c| c.count as usize).sum()
    }
}

/// The players of a kit that does not say how many it is for.
pub const ANY_PLAYERS: (u32, u32) = (1, 99);

/// A loaded kit.
#[derive(Clone, Debug)]
pub struct Kit {
    /// Its files.
    pub source: Source,
    /// What commands call it.
    pub id: String,
    /// What people call it.
    pub title: Words,
    /// A line about it; may be empty.
    pub about: Words,
    /// Fewest and most players; [`ANY_PLAYERS`] where the kit does not say.
    pub players: (u32, u32),
    /// How long a game takes.
    pub minutes: Option<u32>,
    /// From which age.
    pub age: Option<u32>,
    /// Dots per inch that pictures need, where it says so.
    pub dpi: Option<u32>,
    /// Advice that is not wanted.
    pub allow: Vec<Topic>,
    /// The languages it can be printed in, the first being the default.
    pub languages: Vec<String>,
    /// What becomes of cells that nobody has translated.
    pub untranslated: Untranslated,
    /// What texts write in their own way, and what it means.
    pub replace: Replace,
    /// Fonts that stand in for others.
    pub fonts: Vec<StandIn>,
    /// Its colours, in the order of the file.
    pub palette: Vec<Swatch>,
    /// What it prints, in order.
    pub components: Vec<Component>,
    /// The strings of each language.
    pub strings: BTreeMap<String, Value>,
    /// What can be set when printing, with the values in force.
    pub settings: Map<String, Value>,
    /// What its author tells whoever makes it.
    pub guide: GuideSpec,
    /// How it is run at the table, where its own rules do not say so.
    pub table: Option<TableSpec>,
    /// Who answers what pictures of rules ask; nobody where no rules are at hand.
    pub rules: Option<AskRules>,
}

/// Answers what a picture of rules asks: `GAME/NAME`, with its arguments.
pub(crate) type AskRules = fn(&str, &Value) -> Result<Value, Say>;

/// A setting given by the user: name and value as written.
pub type Setting = (String, String);

impl Kit {
    /// Loads the kit called `name`: a shipped kit's id, or a folder.
    pub fn load(name: &str) -> Result<Kit, Problems> {
        Self::load_from(Source::find(name)?, &[])
    }

    /// Loads a kit from its files, with settings of the user's where the kit knows them.
    pub fn load_from(source: Source, set: &[Setting]) -> Result<Kit, Problems> {
        let text = source.read_text("kit.toml").map_err(|p| {
            if p.place.is_none() {
                p.at(source.show("kit.toml"), 0)
            } else {
                p
            }
        })?;
        let node = toml::parse(&source.show("kit.toml"), &text)?;
        manifest::read(source, &node, set)
    }

    /// All shipped kits, by id.
    pub fn shipped() -> Result<Vec<Kit>, Problems> {
        shipped_ids().into_iter().map(Kit::load).collect()
    }

    /// A component by its id.
    pub fn component(&self, id: &str) -> Result<&Component, Problem> {
        self.components.iter().find(|c| c.id == id).ok_or_else(|| {
            let ids: Vec<&str> = self.components.iter().map(|c| c.id.as_str()).collect();
            let problem = Problem::new(say!("kit `{}` has no component `{}`", self.id, id));
            match crate::diag::nearest(id, ids.iter().copied()) {
                Some(near) => problem.hint(say!("did you mean `{}`?", near)),
                None => problem.hint(say!("its components: {}", list(ids))),
            }
        })
    }

    /// The same kit with cards called by their numbers where titles name them, as tables of earlier versions call them.
    pub fn numbered(mut self) -> Self {
        let cards = self.components.iter_mut().flat_map(|c| &mut c.cards);
        for card in cards {
            if let Some(number) = card.number.take() {
                card.name = number;
            }
        }
        self
    }

    /// A hash of what play depends on: every card's name and number of copies, and `[table]`. Texts and pictures may change.
    pub(crate) fn cards_hash(&self) -> String {
        use sha2::{Digest, Sha256};
        let card = |c: &Card| serde_json::json!([c.name, c.count]);
        let component = |c: &Component| {
            let cards: Vec<Value> = c.cards.iter().map(card).collect();
            serde_json::json!([c.id, cards])
        };
        // Nobody plays with the box.
        let played = self.components.iter().filter(|c| c.kind != Kind::Box);
        let components: Vec<Value> = played.map(component).collect();
        let all = serde_json::json!([components, self.table.as_ref().map(TableSpec::played)]);
        crate::hash::hex(&Sha256::digest(all.to_string()))
    }

    /// The language to use when `wanted` is asked for: itself if the kit speaks it, else an error.
    pub fn language(&self, wanted: &str) -> Result<&str, Problem> {
        self.languages
            .iter()
            .find(|l| *l == wanted)
            .map(String::as_str)
            .ok_or_else(|| {
                Problem::new(say!("kit `{}` has no language `{}`", self.id, wanted)).hint(say!(
                    "it speaks {}",
                    list(self.languages.iter().map(String::as_str))
                ))
            })
    }
}

/// A card's fields in one language: `title.ja` takes the place of `title`, other languages are left out.
pub(crate) fn fields_in(
    fields: &Map<String, Value>,
    languages: &[String],
    lang: &str,
) -> Map<String, Value> {
    let mut out = Map::new();
    for (key, value) in fields {
        match lang::split_key(key, languages) {
            (base, Some(l)) if l == lang => {
                out.insert(base.to_owned(), value.clone());
            }
            (_, Some(_)) => {}
            (base, None) if !out.contains_key(base) => {
                out.insert(base.to_owned(), value.clone());
            }
            _ => {}
        }
    }
    out
}

/// Settings as templates see them: `map-seed` is `settings.map_seed`.
pub(crate) fn template_settings(settings: &Map<String, Value>) -> Map<String, Value> {
    settings
        .iter()
        .map(|(k, v)| (k.replace('-', "_"), v.clone()))
        .collect()
}
