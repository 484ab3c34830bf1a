//! `[table]` of `kit.toml`: how a kit without rules of its own is run at the table.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use super::reader::{KitReader, get};
use super::toml::{Node, Value};
use super::{Component, KitTimer, MatchSpec, NARRATE_KEYS, Spoken, TIMER_KEYS, Words};
use crate::diag::list;
use crate::say;
use crate::say::Say;

/// Keys of `[table]`.
pub const TABLE_KEYS: &[&str] = &[
    "referee", "rounds", "first", "wins", "deck", "hand", "roles", "timer", "score", "narrate",
    "match",
];
/// Keys of `[[table.deck]]`.
pub const DECK_KEYS: &[&str] = &["id", "title", "component", "shows"];
/// Keys of `[[table.hand]]`.
pub const HAND_KEYS: &[&str] = &["deck", "count"];
/// Keys of `[table.roles]`.
pub const ROLES_KEYS: &[&str] = &["component", "title", "hidden", "players"];
/// Keys of `[[table.score]]`.
pub const SCORE_KEYS: &[&str] = &["id", "title", "sign", "bonus", "bonus-for"];

/// The most cards that one player may be dealt from one deck.
const MOST_CARDS: i64 = 1000;
/// How a kit is run at the table.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct TableSpec {
    /// Who knows the game's rules; then the rest but for timers and narration is theirs.
    #[serde(skip_serializing_if = "Option::is_none", skip_deserializing)]
    pub referee: Option<String>,
    /// Where `kit.toml` names the referee.
    #[serde(skip)]
    pub referee_line: usize,
    /// After so many rounds the game ends by itself.
    pub rounds: Option<u32>,
    /// Who begins.
    pub first: First,
    /// Which total wins.
    pub wins: Better,
    /// What is shuffled.
    pub decks: Vec<Deck>,
    /// What everybody is dealt.
    pub hands: Vec<Hand>,
    /// Who is what.
    pub roles: Option<Roles>,
    /// Timers to choose from.
    #[serde(default)]
    pub timers: Vec<KitTimer>,
    /// What is scored.
    pub scores: Vec<Column>,
    /// What the screen on the wall says aloud.
    #[serde(skip)]
    pub spoken: Vec<Spoken>,
    /// How several games of it are played as a match.
    #[serde(skip)]
    pub contest: Option<MatchSpec>,
}

impl TableSpec {
    /// What play depends on, as JSON: everything but titles and timers.
    pub(super) fn played(&self) -> serde_json::Value {
        let mut all = serde_json::json!(self);
        let untitled = |value: &mut serde_json::Value| {
            if let Some(fields) = value.as_object_mut() {
                fields.shift_remove("title");
            }
        };
        if let Some(fields) = all.as_object_mut() {
            fields.shift_remove("timers");
        }
        for list in ["decks", "scores"] {
            let list = all[list].as_array_mut().into_iter().flatten();
            list.for_each(untitled);
        }
        untitled(&mut all["roles"]);
        all
    }
}

/// Who begins.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum First {
    /// Drawn at random.
    #[default]
    Random,
    /// Whoever is named first.
    Seat,
}

/// Which total is better.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Better {
    /// The highest wins.
    #[default]
    Highest,
    /// The lowest wins.
    Lowest,
}

/// A pile of cards that is shuffled at the start.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Deck {
    /// What moves call it.
    pub id: String,
    /// What people call it.
    #[serde(default)]
    pub title: Words,
    /// The components that it is made of.
    pub components: Vec<String>,
    /// The fields of its cards that are told beside their names, since they decide the game.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub shows: Vec<String>,
    /// Where `kit.toml` says so.
    #[serde(skip)]
    pub line: usize,
}

/// Cards that everybody is dealt.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hand {
    /// The deck they come from.
    pub deck: String,
    /// How many each.
    pub count: ByPlayers,
    /// Where `kit.toml` says so.
    #[serde(skip)]
    line: usize,
}

/// A number that may depend on how many play.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ByPlayers {
    /// The same for all.
    Always(u32),
    /// By the number of players; 0 for numbers that are not there.
    Some(BTreeMap<u32, u32>),
}

impl ByPlayers {
    /// The number for so many players.
    pub fn get(&self, players: usize) -> u32 {
        match self {
            Self::Always(n) => *n,
            Self::Some(by) => {
                let found = u32::try_from(players).ok().and_then(|p| by.get(&p));
                found.copied().unwrap_or(0)
            }
        }
    }
}

/// Who may know a role before the end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Hidden {
    /// Its own player.
    #[default]
    Others,
    /// Nobody, not even its own player.
    All,
    /// Everybody.
    None,
}

/// The roles that are dealt, one each.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Roles {
    /// The component whose cards they are.
    pub component: String,
    /// What people call them.
    #[serde(default)]
    pub title: Words,
    /// Who may know them.
    pub hidden: Hidden,
    /// By number of players: role and how many of it. What is left over stays unseen.
    pub players: BTreeMap<u32, Vec<(String, u32)>>,
    /// Where `kit.toml` says so.
    #[serde(skip)]
    line: usize,
}

/// A column of the score pad.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Column {
    /// What moves call it.
    pub id: String,
    /// What people call it.
    #[serde(default)]
    pub title: Words,
    /// How it counts towards the total.
    pub sign: Sign,
    /// What whoever leads in this column gets at the end.
    pub bonus: Option<Bonus>,
}

/// How a column counts towards the total.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Sign {
    /// It is added.
    #[default]
    Plus,
    /// It is taken off.
    Minus,
    /// It is only kept.
    Apart,
}

/// Points for whoever leads in a column; all who tie get them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Bonus {
    /// How many.
    pub points: u32,
    /// Whether the most or the least leads.
    pub to: Better,
}

const FIRSTS: &[(&str, First)] = &[("random", First::Random), ("seat", First::Seat)];
const WINS: &[(&str, Better)] = &[("highest", Better::Highest), ("lowest", Better::Lowest)];
const HIDDENS: &[(&str, Hidden)] = &[
    ("others", Hidden::Others),
    ("all", Hidden::All),
    ("none", Hidden::None),
];
const SIGNS: &[(&str, Sign)] = &[("+", Sign::Plus), ("-", Sign::Minus), ("=", Sign::Apart)];
const LEADS: &[(&str, Better)] = &[("most", Better::Highest), ("least", Better::Lowest)];

impl KitReader {
    /// Reads `[table]`.
    pub(super) fn table(&mut self, node: &Node) -> TableSpec {
        if !matches!(node.value, Value::Table(_)) {
            self.wrong("table", node, say!("written as `[table]`"));
            return TableSpec::default();
        }
        self.known_keys(node.entries(), TABLE_KEYS);
        let referee = self.referee(node);
        let spec = TableSpec {
            referee_line: referee.as_ref().map_or(0, |(_, line)| *line),
            referee: referee.map(|(name, _)| name),
            rounds: self.number(node, "rounds", 1..=1000),
            first: self.choice(node, "first", FIRSTS),
            wins: self.choice(node, "wins", WINS),
            decks: self.each(node, "deck", DECK_KEYS, Self::deck),
            hands: self.each(node, "hand", HAND_KEYS, Self::hand),
            roles: get(node, "roles").and_then(|n| self.roles(n)),
            timers: self.each(node, "timer", TIMER_KEYS, Self::timer),
            scores: self.each(node, "score", SCORE_KEYS, Self::column),
            spoken: self.each(node, "narrate", NARRATE_KEYS, Self::spoken),
            contest: get(node, "match").and_then(|n| self.contest(n)),
        };
        self.once(node, "deck", spec.decks.iter().map(|d| &d.id));
        self.once(node, "timer", spec.timers.iter().map(|t| &t.id));
        self.once(node, "score", spec.scores.iter().map(|c| &c.id));
        self.check_spoken(&spec.spoken, &spec.timers);
        spec
    }

    /// `referee` and its line; besides it only timers, narration and matches make sense. Whether there is one of that name, the table knows.
    fn referee(&mut self, node: &Node) -> Option<(String, usize)> {
        let found = self.text(node, "referee")?;
        for (key, entry) in node.entries() {
            if !matches!(key.as_str(), "referee" | "timer" | "narrate" | "match") {
                let what = say!("`{}` is the referee's business", key);
                let hint = say!("leave it out, or leave out `referee`");
                self.problem(entry.line, what, Some(hint));
            }
        }
        Some(found)
    }

    /// One of several words; the default when the key is missing.
    pub(super) fn choice<T: Copy + Default>(
        &mut self,
        table: &Node,
        key: &str,
        known: &[(&str, T)],
    ) -> T {
        let Some((word, line)) = self.text(table, key) else {
            return T::default();
        };
        match known.iter().find(|(name, _)| *name == word) {
            Some((_, value)) => *value,
            None => {
                let words = list(known.iter().map(|(name, _)| *name));
                let what = say!("`{}` is `{}`; it must be one of {}", key, word, words);
                self.problem(line, what, None);
                T::default()
            }
        }
    }

    /// Every `[[table.KEY]]`.
    fn each<T>(
        &mut self,
        table: &Node,
        key: &str,
        keys: &[&str],
        read: fn(&mut Self, &Node) -> Option<T>,
    ) -> Vec<T> {
        let Some(node) = get(table, key) else {
            return Vec::new();
        };
        let Value::List(items) = &node.value else {
            self.wrong(key, node, say!("written as `[[table.{}]]`", key));
            return Vec::new();
        };
        let mut out = Vec::new();
        for item in items {
            self.known_keys(item.entries(), keys);
            out.extend(read(self, item));
        }
        out
    }

    fn once<'a>(&mut self, table: &Node, key: &str, ids: impl Iterator<Item = &'a String>) {
        let mut seen = BTreeSet::new();
        let line = get(table, key).map_or(table.line, |n| n.line);
        for id in ids {
            if !seen.insert(id) {
                let what = say!("two of `[[table.{}]]` are called `{}`", key, id);
                self.problem(line, what, None);
            }
        }
    }

    pub(super) fn title_or(&mut self, node: &Node, id: &str) -> Words {
        let title = self.words(node, "title");
        title.unwrap_or_else(|| Words(BTreeMap::from([(String::new(), id.to_owned())])))
    }

    fn deck(&mut self, node: &Node) -> Option<Deck> {
        let id = self.id(node)?;
        let title = self.title_or(node, &id);
        let wanted = || say!("the id of a component, or a list of them");
        let components = match self.several(node, "component", &wanted)? {
            none if none.is_empty() => vec![id.clone()],
            some => some,
        };
        let wanted = || say!("the name of a field, or a list of them");
        let shows = self.several(node, "shows", &wanted)?;
        Some(Deck {
            id,
            title,
            components,
            shows,
            line: node.line,
        })
    }

    /// A text or a list of texts; empty where the key is not there.
    fn several(
        &mut self,
        node: &Node,
        key: &'static str,
        wanted: &dyn Fn() -> Say,
    ) -> Option<Vec<String>> {
        match get(node, key).map(|n| (n, &n.value)) {
            None => Some(Vec::new()),
            Some((_, Value::Str(s))) => Some(vec![s.clone()]),
            Some((n, Value::List(items))) => {
                let name = |i: &Node| match &i.value {
                    Value::Str(s) => Some(s.clone()),
                    _ => None,
                };
                let names: Option<Vec<String>> = items.iter().map(name).collect();
                names.filter(|l| !l.is_empty()).or_else(|| {
                    self.senseless(key, n, wanted());
                    None
                })
            }
            Some((n, _)) => {
                self.wrong(key, n, wanted());
                None
            }
        }
    }

    fn hand(&mut self, node: &Node) -> Option<Hand> {
        let deck = self.needed(node, "deck")?;
        let Some(count) = get(node, "count") else {
            self.problem(node.line, say!("`{}` is missing", "count"), None);
            return None;
        };
        let count = match &count.value {
            Value::Table(entries) => {
                let mut by = BTreeMap::new();
                for (players, n) in entries {
                    match (self.players_key(players, n), &n.value) {
                        (Some(players), Value::Int(n)) if (0..=MOST_CARDS).contains(n) => {
                            by.insert(players, *n as u32);
                        }
                        (Some(_), _) => self.senseless("count", n, say!("a number of cards")),
                        (None, _) => {}
                    }
                }
                ByPlayers::Some(by)
            }
            _ => ByPlayers::Always(self.number(node, "count", 1..=MOST_CARDS)?),
        };
        Some(Hand {
            deck,
            count,
            line: node.line,
        })
    }

    fn roles(&mut self, node: &Node) -> Option<Roles> {
        if !matches!(node.value, Value::Table(_)) {
            self.wrong("roles", node, say!("written as `[table.roles]`"));
            return None;
        }
        self.known_keys(node.entries(), ROLES_KEYS);
        let component = self.needed(node, "component");
        let hidden = self.choice(node, "hidden", HIDDENS);
        let mut players = BTreeMap::new();
        match get(node, "players") {
            None => self.problem(node.line, say!("`{}` is missing", "players"), None),
            Some(by) => {
                for (key, roles) in by.entries() {
                    if let Some(n) = self.players_key(key, roles) {
                        players.insert(n, self.role_counts(roles));
                    }
                }
            }
        }
        let component = component?;
        let title = self.title_or(node, &component);
        Some(Roles {
            component,
            title,
            hidden,
            players,
            line: node.line,
        })
    }

    fn role_counts(&mut self, node: &Node) -> Vec<(String, u32)> {
        let mut out = Vec::new();
        for (role, count) in node.entries() {
            match count.value {
                Value::Int(n) if (1..=99).contains(&n) => out.push((role.clone(), n as u32)),
                _ => self.senseless(role, count, say!("how many have this role, 1 to 99")),
            }
        }
        if node.entries().is_empty() {
            self.senseless(
                "players",
                node,
                say!("roles and how many of each: { fox = 1, hen = 3 }"),
            );
        }
        out
    }

    fn column(&mut self, node: &Node) -> Option<Column> {
        let id = self.id(node)?;
        let title = self.title_or(node, &id);
        let sign = self.choice(node, "sign", SIGNS);
        let points = self.number(node, "bonus", 1..=1_000_000);
        let to = self.choice(node, "bonus-for", LEADS);
        if let (None, Some(n)) = (get(node, "bonus"), get(node, "bonus-for")) {
            self.problem(n.line, say!("`bonus-for` needs a `bonus`"), None);
        }
        Some(Column {
            id,
            title,
            sign,
            bonus: points.map(|points| Bonus { points, to }),
        })
    }

    pub(super) fn needed(&mut self, node: &Node, key: &str) -> Option<String> {
        if get(node, key).is_none() {
            self.problem(node.line, say!("`{}` is missing", key), None);
        }
        self.text(node, key).map(|(text, _)| text)
    }

    fn players_key(&mut self, key: &str, node: &Node) -> Option<u32> {
        let number = key.parse().ok().filter(|n| (1..=99).contains(n));
        if number.is_none() {
            let what = say!("`{}` is no number of players", key);
            self.problem(node.line, what, None);
        }
        number
    }

    /// Looks for what `[table]` asks of the rest of the kit and does not get.
    pub(super) fn check_table(
        &mut self,
        spec: &TableSpec,
        players: (u32, u32),
        components: &[Component],
    ) {
        let table = Whole {
            spec,
            players,
            components,
        };
        for (line, what, hint) in table.problems() {
            self.problem(line, what, hint);
        }
    }
}

/// Everything that `[table]` refers to.
struct Whole<'a> {
    spec: &'a TableSpec,
    players: (u32, u32),
    components: &'a [Component],
}

type Complaint = (usize, Say, Option<Say>);

impl Whole<'_> {
    fn problems(&self) -> Vec<Complaint> {
        let mut out = Vec::new();
        let mut used = BTreeSet::new();
        for deck in &self.spec.decks {
            for id in &deck.components {
                out.extend(self.component(id, deck.line).err());
                if !used.insert(id) {
                    let what = say!("the cards of `{}` are in two decks", id);
                    out.push((deck.line, what, None));
                }
            }
        }
        for hand in &self.spec.hands {
            out.extend(self.hand(hand).err());
        }
        if let Some(roles) = &self.spec.roles {
            out.extend(self.roles(roles));
        }
        out
    }

    fn component(&self, id: &str, line: usize) -> Result<&Component, Complaint> {
        let found = self.components.iter().find(|c| c.id == id);
        found.ok_or_else(|| {
            let ids = self.components.iter().map(|c| c.id.as_str());
            let what = say!(
                "`[table]` names the component `{}`, which the kit does not have",
                id
            );
            let hint = match crate::diag::nearest(id, ids.clone()) {
                Some(near) => say!("did you mean `{}`?", near),
                None => say!("its components: {}", list(ids)),
            };
            (line, what, Some(hint))
        })
    }

    fn hand(&self, hand: &Hand) -> Result<(), Complaint> {
        let deck = self.spec.decks.iter().find(|d| d.id == hand.deck);
        let Some(deck) = deck else {
            let what = say!("`[table]` has no deck `{}`", hand.deck);
            let ids = self.spec.decks.iter().map(|d| d.id.as_str());
            return Err((hand.line, what, Some(say!("its decks: {}", list(ids)))));
        };
        let pieces = |id: &String| self.component(id, deck.line).map_or(0, Component::pieces);
        let cards: usize = deck.components.iter().map(pieces).sum();
        let all = |h: &Hand, n: u32| h.count.get(n as usize) as usize * n as usize;
        for n in self.players.0..=self.players.1 {
            let hands = self.spec.hands.iter().filter(|h| h.deck == hand.deck);
            let needed: usize = hands.map(|h| all(h, n)).sum();
            // A kit that says nothing of its players may be started by as many as the cards serve.
            if needed > cards && self.players != (1, 99) {
                let what = say!(
                    "the hands of {} {player|players} take {} {card|cards}; deck `{}` has {}",
                    n,
                    needed,
                    deck.id,
                    cards
                );
                return Err((hand.line, what, None));
            }
        }
        Ok(())
    }

    fn roles(&self, roles: &Roles) -> Vec<Complaint> {
        let component = match self.component(&roles.component, roles.line) {
            Ok(component) => component,
            Err(complaint) => return vec![complaint],
        };
        let mut out = Vec::new();
        let names: Vec<&str> = component.cards.iter().map(|c| c.name.as_str()).collect();
        for (players, counts) in &roles.players {
            for (role, count) in counts {
                let card = component.cards.iter().find(|c| c.is_called(role));
                let what = match card {
                    None => say!("component `{}` has no card `{}`", component.id, role),
                    Some(card) if card.count < *count => say!(
                        "{} {player needs|players need} {} of the role `{}`; the kit has {}",
                        players,
                        count,
                        role,
                        card.count
                    ),
                    Some(_) => continue,
                };
                let near = crate::diag::nearest(role, names.iter().copied());
                let near = near.filter(|_| card.is_none());
                out.push((
                    roles.line,
                    what,
                    near.map(|n| say!("did you mean `{}`?", n)),
                ));
            }
            let all: u32 = counts.iter().map(|(_, n)| n).sum();
            if all < *players {
                let what = say!(
                    "{} {player has|players have} only {} {role|roles}",
                    players,
                    all
                );
                out.push((roles.line, what, None));
            }
        }
        let (few, many) = self.players;
        let missing = (few..=many).filter(|n| !roles.players.contains_key(n));
        let missing: Vec<String> = missing.map(|n| n.to_string()).collect();
        if !missing.is_empty() && self.players != (1, 99) {
            let what = say!(
                "the roles for {} {player|players} are missing",
                missing.join(", ")
            );
            out.push((roles.line, what, None));
        }
        out
    }
}
