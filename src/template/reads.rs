//! What a template looks at, read off its source: which templates it can draw in, and which fields of a card it asks
//! for. Errs on the side of too much: what cannot be told counts as read.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, PoisonError};

use crate::kit::code::{Code, Token};

/// The code of all templates of a kit, by name.
pub(super) type Codes<'s> = BTreeMap<&'s str, Vec<Code<'s>>>;

/// What of a card a template's picture can depend on.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reads {
    /// Fields of the row.
    pub fields: BTreeSet<String>,
    /// The whole row.
    pub whole_row: bool,
    /// The card's name.
    pub name: bool,
    /// Which copy it is.
    pub copy: bool,
    /// The ink that it is printed in, or colours that depend on it.
    pub ink: bool,
    /// Whether that ink is `mono`, or what more it is than `full` or not: else greys of `saver` are what `mono` is.
    pub mono: bool,
    /// Words of a language, beside those of the row.
    pub words: bool,
    /// Which language it is where the ink matters, or which ink where the language does.
    pub lang_by_ink: bool,
}

impl Reads {
    /// Whether the picture can differ from card to card.
    pub fn card(&self) -> bool {
        self.whole_row || self.name || !self.fields.is_empty()
    }

    fn everything() -> Self {
        Self {
            fields: BTreeSet::new(),
            whole_row: true,
            name: true,
            copy: true,
            ink: true,
            mono: true,
            words: true,
            lang_by_ink: true,
        }
    }

    fn and(&mut self, other: &Self) {
        self.fields.extend(other.fields.iter().cloned());
        self.whole_row |= other.whole_row;
        self.name |= other.name;
        self.copy |= other.copy;
        self.ink |= other.ink;
        self.mono |= other.mono;
        self.words |= other.words;
        self.lang_by_ink |= other.lang_by_ink;
    }
}

/// What one source says of itself.
#[derive(Clone, Debug, Default)]
struct Leaf {
    reads: Reads,
    /// Templates that it includes or extends.
    templates: BTreeSet<String>,
    /// An include whose name is not written out.
    any_template: bool,
    /// Components that it calls.
    calls: BTreeSet<String>,
    /// Components that it defines.
    defines: BTreeSet<String>,
    /// Whether it looks at whole decks.
    decks: bool,
    /// Whether it asks for the language, and for the ink.
    asks: [bool; 2],
    /// What it draws in where the language matters, and where the ink does: components and templates.
    within: [BTreeSet<String>; 2],
}

/// All templates of a kit, and what they read.
#[derive(Debug, Default)]
pub(super) struct Index {
    leaves: BTreeMap<String, Leaf>,
    /// The files that define each component.
    components: BTreeMap<String, BTreeSet<String>>,
    /// What was asked before: every card asks for its template.
    asked: Mutex<BTreeMap<String, Arc<Reads>>>,
}

impl Index {
    /// Reads the code of all sources.
    pub(super) fn new(sources: &Codes<'_>) -> Self {
        let leaves: BTreeMap<String, Leaf> = sources
            .iter()
            .map(|(name, codes)| ((*name).to_owned(), leaf(codes)))
            .collect();
        let mut components: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
        for (file, leaf) in &leaves {
            for name in &leaf.defines {
                let files = components.entry(name.clone()).or_default();
                files.insert(file.clone());
            }
        }
        Self {
            leaves,
            components,
            asked: Mutex::default(),
        }
    }

    /// Whether any template looks at whole decks.
    pub(super) fn decks(&self) -> bool {
        self.leaves.values().any(|leaf| leaf.decks)
    }

    /// The template and everything that it could draw in.
    pub(super) fn reach(&self, template: &str) -> BTreeSet<&str> {
        let mut todo = vec![template];
        let mut seen = BTreeSet::new();
        while let Some(name) = todo.pop() {
            let Some((name, leaf)) = self.leaves.get_key_value(name) else {
                continue;
            };
            if !seen.insert(name.as_str()) {
                continue;
            }
            if leaf.any_template {
                todo.extend(self.leaves.keys().map(String::as_str));
            }
            todo.extend(leaf.templates.iter().map(String::as_str));
            let called = leaf.calls.iter().filter_map(|c| self.components.get(c));
            todo.extend(called.flatten().map(String::as_str));
        }
        seen
    }

    /// What of a card the picture can depend on.
    pub(super) fn reads(&self, template: &str) -> Arc<Reads> {
        let mut asked = self.asked.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(reads) = asked.get(template) {
            return reads.clone();
        }
        let reads = Arc::new(self.read_off(template));
        asked.insert(template.to_owned(), reads.clone());
        reads
    }

    fn read_off(&self, template: &str) -> Reads {
        let mut all = Reads::default();
        for name in self.reach(template) {
            match self.leaves.get(name) {
                Some(leaf) => all.and(&leaf.reads),
                None => all.and(&Reads::everything()),
            }
        }
        all.lang_by_ink |= self.reach(template).iter().any(|name| self.mixes(name));
        all
    }

    /// Whether a template draws something in that asks for the ink where the language matters, or the other way round.
    fn mixes(&self, name: &str) -> bool {
        let asks = |target: &String, what: usize| {
            let files = self.components.get(target);
            let mut files = files.into_iter().flatten().chain([target]);
            let asks = |file: &str| self.leaves.get(file).is_some_and(|l| l.asks[what]);
            files.any(|file| self.reach(file).into_iter().any(asks))
        };
        self.leaves.get(name).is_some_and(|leaf| {
            let [in_lang, in_ink] = &leaf.within;
            in_lang.iter().any(|t| asks(t, 1)) || in_ink.iter().any(|t| asks(t, 0))
        })
    }
}

/// Reads the code of one source.
fn leaf(codes: &[Code<'_>]) -> Leaf {
    let mut leaf = Leaf::default();
    let mut scope = Scope::default();
    for code in codes {
        let tokens: Vec<Token<'_>> = code.tokens.iter().map(|(token, _)| *token).collect();
        leaf.code(&tokens);
        leaf.mix(&tokens, &mut scope);
    }
    leaf
}

impl Leaf {
    fn code(&mut self, tokens: &[Token<'_>]) {
        for (at, token) in tokens.iter().enumerate() {
            let before = at.checked_sub(1).map(|i| tokens[i]);
            let after = &tokens[at + 1..];
            // A colour of the palette has a letter in each language.
            if matches!(token, Token::Word("letter") | Token::Text("letter")) {
                self.reads.words = true;
            }
            let Token::Word(word) = token else {
                continue;
            };
            match (*word, before) {
                // A field that happens to have such a name.
                (_, Some(Token::Sign("." | "?."))) => {}
                ("t" | "kit", _) => self.reads.words = true,
                ("lang", _) => (self.reads.words, self.asks[0]) = (true, true),
                ("row", _) => match member(after) {
                    Some(field) => {
                        self.reads.fields.insert(field.to_owned());
                    }
                    None => self.reads.whole_row = true,
                },
                ("card", _) => match member(after) {
                    Some("name") => self.reads.name = true,
                    Some("copy") => self.reads.copy = true,
                    _ => (self.reads.name, self.reads.copy) = (true, true),
                },
                ("deck", _) => (self.decks, self.reads.words) = (true, true),
                ("ink", before) => {
                    (self.reads.ink, self.asks[1]) = (true, true);
                    self.reads.mono |= !is_full_or_not(before, after);
                }
                ("palette" | "palette_defs" | "ground" | "on_ground", _) => {
                    self.reads.ink = true;
                }
                ("__tera_context", _) => self.reads = Reads::everything(),
                ("include" | "extends", _) => self.included(after),
                ("component", _) => {
                    if let Some(Token::Word(name)) = after.first() {
                        self.defines.insert((*name).to_owned());
                    }
                }
                (name, Some(Token::Sign("<"))) => {
                    self.calls.insert(name.to_owned());
                }
                _ => {}
            }
        }
    }

    /// Notes where the language and the ink are asked for together.
    fn mix<'s>(&mut self, tokens: &[Token<'s>], scope: &mut Scope<'s>) {
        let mut words = tokens.iter().filter_map(|token| match token {
            Token::Word(word) => Some(*word),
            _ => None,
        });
        let own = [0, 1].map(|n| scope.asks(tokens, n));
        let named = |n: usize| move |name: &'s str| own[n].then_some(name);
        match words.next() {
            // It only defines: the arguments that it names are asked for inside of it.
            Some("component") => return,
            Some("if") => scope.open.push(own),
            Some("for") => {
                scope.open.push(own);
                let names: Vec<&str> = words.by_ref().take_while(|w| *w != "in").collect();
                for n in [0, 1] {
                    scope.names[n].extend(names.iter().copied().filter_map(named(n)));
                }
            }
            Some("elif") => {
                if let Some(open) = scope.open.last_mut() {
                    *open = [0, 1].map(|n| open[n] || own[n]);
                }
            }
            Some("endif" | "endfor") => {
                scope.open.pop();
            }
            Some("set" | "set_global") => {
                let name = words.next();
                // What stands between `set` and `endset` is not known here: the name counts as made of both.
                let block = !tokens.contains(&Token::Sign("="));
                for n in [0, 1] {
                    scope.names[n].extend(name.filter(|_| block || own[n]));
                }
            }
            _ => {}
        }
        let around = [0, 1].map(|n| scope.open.iter().any(|open| open[n]));
        let mixes = |part: &&[Token<'s>]| scope.asks(part, 0) && scope.asks(part, 1);
        self.reads.lang_by_ink |= own[0] && around[1]
            || own[1] && around[0]
            || own[0] && own[1] && arguments(tokens).iter().any(mixes);
        let matters = [0, 1].map(|n| own[n] || around[n]);
        if matters == [false; 2] {
            return;
        }
        for (at, token) in tokens.iter().enumerate() {
            let drawn = match (token, at.checked_sub(1).map(|i| tokens[i])) {
                (Token::Word(name), Some(Token::Sign("<"))) => name,
                (Token::Text(name), _) if tokens.contains(&Token::Word("include")) => name,
                _ => continue,
            };
            for n in [0, 1] {
                self.within[n].extend(matters[n].then(|| (*drawn).to_owned()));
            }
        }
    }

    /// The templates behind `include` or `extends`: one name, or a list of them.
    fn included(&mut self, after: &[Token<'_>]) {
        let mut found = false;
        for token in after {
            match token {
                Token::Text(name) => {
                    self.templates.insert((*name).to_owned());
                    found = true;
                }
                Token::Sign("[" | "]" | ",") => {}
                Token::Word("ignore" | "missing") => {}
                _ => self.any_template = true,
            }
        }
        self.any_template |= !found;
    }
}

/// Whether code around `ink` only asks whether that is `full`, or hands it on to a component that asks in its turn.
fn is_full_or_not(before: Option<Token<'_>>, after: &[Token<'_>]) -> bool {
    before == Some(Token::Sign("@"))
        || matches!(after, [Token::Sign("==" | "!="), Token::Text("full"), ..])
}

/// The arguments of code that is a call; else all of it.
fn arguments<'t, 's>(tokens: &'t [Token<'s>]) -> Vec<&'t [Token<'s>]> {
    let [
        Token::Word(_),
        Token::Sign("("),
        inner @ ..,
        Token::Sign(")"),
    ] = tokens
    else {
        return vec![tokens];
    };
    let (mut depth, mut least) = (0, 0);
    let parts = inner.split(|token| {
        match token {
            Token::Sign("(" | "[" | "?[" | "{") => depth += 1,
            Token::Sign(")" | "]" | "}") => depth -= 1,
            _ => {}
        }
        least = least.min(depth);
        depth == 0 && *token == Token::Sign(",")
    });
    let parts = parts.collect();
    if least < 0 { vec![tokens] } else { parts }
}

/// What is known at a place of a source.
struct Scope<'s> {
    /// Whether the blocks around it depend on the language, and on the ink.
    open: Vec<[bool; 2]>,
    /// Names for the language, or what was made of it, and for the ink.
    names: [BTreeSet<&'s str>; 2],
}

impl Default for Scope<'_> {
    fn default() -> Self {
        Self {
            open: Vec::new(),
            names: ["lang", "ink"].map(|name| BTreeSet::from([name])),
        }
    }
}

impl Scope<'_> {
    /// Whether code asks for the language, or for the ink.
    fn asks(&self, tokens: &[Token<'_>], what: usize) -> bool {
        tokens.iter().enumerate().any(|(at, token)| {
            let member = at > 0 && matches!(tokens[at - 1], Token::Sign("." | "?."));
            matches!(token, Token::Word(word) if !member && self.names[what].contains(word))
        })
    }
}

/// The member that is asked for right behind a name: `.title`, `?.title`, `["title"]`.
fn member<'s>(after: &[Token<'s>]) -> Option<&'s str> {
    match after {
        [Token::Sign("." | "?."), Token::Word(name), ..] => Some(name),
        [
            Token::Sign("[" | "?["),
            Token::Text(name),
            Token::Sign("]"),
            ..,
        ] => Some(name),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kit::code::codes;

    fn index(sources: &[(&str, &str)]) -> Index {
        Index::new(&sources.iter().map(|(n, s)| (*n, codes(s))).collect())
    }

    fn reads(source: &str) -> Arc<Reads> {
        index(&[("a.svg", source)]).reads("a.svg")
    }

    fn fields(source: &str) -> Vec<String> {
        let reads = reads(source);
        assert!(!reads.whole_row, "{source}");
        reads.fields.iter().cloned().collect()
    }

    #[test]
    fn fields_are_found_in_code_only() {
        assert_eq!(fields(r#"row.a {# row.b #}{{ row.c ~ "row.d" }}"#), ["c"]);
        assert_eq!(
            fields("{% if row.x and not row['y'] %}{{ row?.z }}{% endif %}"),
            ["x", "y", "z"]
        );
        assert_eq!(fields("{{ a.row }}{{ arrow }}{{ \"}} row\" }}"), [""; 0]);
    }

    #[test]
    fn a_row_that_is_handed_on_is_read_whole() {
        for source in [
            "{{ f(r=row) }}",
            "{{ row[x] }}",
            "{% for k, v in row %}{% endfor %}",
            "{% set r = row %}",
            "{{ __tera_context }}",
            "{{ <part row={row} /> }}",
        ] {
            assert!(reads(source).whole_row, "{source}");
        }
    }

    #[test]
    fn name_and_copy_are_told_apart() {
        assert!(reads("{{ card.name }}").name && !reads("{{ card.name }}").copy);
        assert!(reads("{{ card.copy }}").copy && !reads("{{ card.copy }}").card());
        assert!(reads("{{ card }}").name && reads("{{ card }}").copy);
        assert!(!reads("<g id=\"card\"/> the card's row").card());
    }

    #[test]
    fn what_depends_on_the_language_is_known() {
        for source in [
            "{{ t.motto }}",
            "{% if lang == 'ja' %}",
            "{{ kit.title }}",
            "{{ palette[row.color].letter }}",
            "{{ c['letter'] }}",
            "{% for c in deck(component='hero') %}",
            "{% component part(@t) %}",
            "{{ __tera_context }}",
        ] {
            assert!(reads(source).words, "{source}");
            assert_eq!(reads(source).lang_by_ink, source.contains("__"));
        }
        assert!(!reads("{{ row.title }}{{ row.t }}{{ palette.red.color }}{{ ink }} lang").words);
    }

    #[test]
    fn what_depends_on_the_ink_is_known() {
        for source in [
            "{% if ink == 'mono' %}",
            "{{ '#123456' | ground }}",
            "{{ c|on_ground }}",
            "{{ palette.red.color }}",
            "{{ palette_defs() }}",
            "{{ __tera_context }}",
        ] {
            assert!(reads(source).ink, "{source}");
        }
        assert!(!reads("{{ row.ink }}{{ row['palette'] }} ground {{ \"ink\" }}").ink);
    }

    #[test]
    fn what_tells_mono_from_saver_is_known() {
        for source in [
            "{% if ink == 'mono' %}",
            "{{ a if ink != \"saver\" else b }}",
            "{{ ink }}",
            "{{ <part ink={ink} /> }}",
            "{% if ink in ['full', 'saver'] %}",
            "{{ __tera_context }}",
        ] {
            assert!(reads(source).mono, "{source}");
        }
        for source in [
            "{% if ink == 'full' %}{% elif ink != \"full\" %}",
            "{% component part(@ink) %}{{ a if ink == 'full' else b }}",
            "{{ '#123456' | ground }}{{ palette.red.color }}{{ row.ink }} ink",
        ] {
            assert!(!reads(source).mono, "{source}");
        }
    }

    #[test]
    fn languages_and_inks_that_mix_are_known() {
        let mixes = |source: &str| {
            let parts = [
                (
                    "says.svg",
                    "{% component says() %}{{ lang }}{% endcomponent %}",
                ),
                (
                    "inks.svg",
                    "{% component inks(@ink) %}{{ <deep/> }}{% endcomponent %}",
                ),
                (
                    "deep.svg",
                    "{% component deep() %}{{ ink }}{% endcomponent %}",
                ),
                (
                    "both.svg",
                    "{% component both(@lang, @ink) %}{{ lang }}{{ ink }}{% endcomponent %}",
                ),
            ];
            index(&[&parts[..], &[("a.svg", source)]].concat())
                .reads("a.svg")
                .lang_by_ink
        };
        for source in [
            "{% if ink == 'mono' and lang == 'ja' %}",
            "{{ f(size=8, x=g(a, b if lang == 'ja' else ink)) }}",
            "{{ a if ink == 'mono' and f(a, lang) else b }}",
            "{{ f(a, lang) if g(b, ink) }}",
            "{{ f(a, lang) ~ g(b, ink) }}",
            "{% if ink == 'mono' %}<g/>{% if lang == 'ja' %}",
            "{% if x %}{% elif lang == 'ja' %}{{ a if ink == 'mono' else b }}{% endif %}",
            "{% set grey = ink == 'mono' %}{% if lang == 'ja' %}{% if grey %}",
            "{% for n in list[lang] %}{% if ink == n %}",
            "{% set x %}{{ lang }}{% endset %}{% if x == ink %}",
            "{% if ink != 'full' %}{{ <says/> }}{% endif %}",
            "{% if lang == 'ja' %}{{ <inks/> }}{% endif %}",
            "{% if lang == 'ja' %}{% include 'deep.svg' %}{% endif %}",
            "{{ __tera_context }}",
        ] {
            assert!(mixes(source), "{source}");
        }
        for source in [
            "{{ lang }}{{ ink }}",
            "{{ f(size=8 if lang == 'ja' else 9, fill=a if ink == 'mono' else b) }}",
            "{% if ink == 'mono' %}<g/>{% endif %}{% if lang == 'ja' %}{% endif %}",
            "{% set grey = ink == 'mono' %}{% if grey %}{{ row.lang }}{% endif %}{{ lang }}",
            "{{ <says/> }}{{ <inks/> }}{{ <both/> }}",
            "{% if lang == 'ja' %}{{ <says/> }}{% endif %}{% if ink == 'mono' %}{{ <inks/> }}{% endif %}",
        ] {
            assert!(!mixes(source), "{source}");
        }
    }

    #[test]
    fn what_is_drawn_in_counts() {
        let index = index(&[
            ("back.svg", "{% include \"frame.svg\" %}{{ <cat /> }}"),
            ("frame.svg", "{{ row.suit }}"),
            (
                "parts/cats.svg",
                "{% component cat(@ink) -%}{{ <eye/> }}{%- endcomponent cat %}",
            ),
            (
                "parts/eyes.svg",
                "{% component eye(@card) %}{% endcomponent %}",
            ),
            (
                "parts/dogs.svg",
                "{% component dog(@row) %}{% endcomponent %}",
            ),
        ]);
        let reads = index.reads("back.svg");
        assert_eq!(reads.fields.iter().collect::<Vec<_>>(), ["suit"]);
        assert!(reads.name && !reads.whole_row);
        let reach: Vec<&str> = index.reach("back.svg").into_iter().collect();
        assert_eq!(
            reach,
            ["back.svg", "frame.svg", "parts/cats.svg", "parts/eyes.svg"]
        );
    }

    #[test]
    fn an_include_without_a_written_name_reaches_everything() {
        let index = index(&[
            ("a.svg", "{% include x ~ \".svg\" %}"),
            ("b.svg", "{{ row }}"),
        ]);
        assert!(index.reads("a.svg").whole_row);
    }
}
