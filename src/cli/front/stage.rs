//! Where somebody is on the start page, and what a choice or a line does there. Pure, but for what is offered.

use super::offers::{FrontKit, FrontOffer, lists};
use super::typed;
use crate::cli::editor::Editor;
use crate::cli::locale::locale;
use crate::cli::menu::{MenuItem, numbers};
use crate::cli::scroll::Scroll;
use crate::diag::{Problem, Problems};
use crate::play::rules::Refusal;
use crate::play::seats;
use crate::say;
use crate::say::{Tongue, tongue};

/// What comes next.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum FrontStep {
    /// The page stays.
    Stay,
    /// The page is left.
    Leave,
    /// The same by Ctrl-C, or because the system wants it.
    Stop,
    /// A command is run.
    Run(Vec<String>),
    /// The rules of a kit are read.
    Read(String),
}

/// Where somebody is.
#[derive(Clone, Debug)]
pub(super) enum FrontStage {
    /// A game is chosen, or a table.
    Games,
    /// What to do with a kit is chosen.
    Actions(FrontKit),
    /// Who plays is asked.
    Names(FrontKit),
}

/// What can be done with a kit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum FrontAction {
    Play,
    Host,
    Read,
    Print,
    Check,
    Back,
}

/// What a choice does while names are asked for.
enum NameChoice {
    Begin,
    List(Vec<String>),
    Back,
}

/// The start page.
pub(super) struct FrontDesk {
    /// What there is to choose.
    pub offers: Vec<FrontOffer>,
    /// Where somebody is.
    pub stage: FrontStage,
    /// The item that is chosen.
    pub chosen: usize,
    /// What is being typed.
    pub editor: Editor,
    /// How far the page is scrolled.
    pub scroll: Scroll,
    /// The players so far.
    pub names: Vec<String>,
    /// What was said last, and that it was a refusal.
    pub said: Vec<String>,
    /// The lists of players that are kept.
    lists: Vec<(String, Vec<String>)>,
}

impl FrontDesk {
    /// The first page.
    pub(super) fn new(offers: Vec<FrontOffer>) -> Self {
        Self {
            offers,
            stage: FrontStage::Games,
            chosen: 0,
            editor: Editor::default(),
            scroll: Scroll::default(),
            names: Vec::new(),
            said: Vec::new(),
            lists: lists(),
        }
    }

    /// Shows why not.
    pub(super) fn refuse(&mut self, problems: &Problems) {
        self.said = problems.to_string().lines().map(str::to_owned).collect();
    }

    fn go(&mut self, stage: FrontStage) -> FrontStep {
        self.stage = stage;
        self.chosen = 0;
        self.editor.clear();
        self.said.clear();
        self.scroll = Scroll::default();
        FrontStep::Stay
    }

    /// What the menu shows.
    pub(super) fn items(&self) -> Vec<MenuItem> {
        match &self.stage {
            FrontStage::Games => self.games(),
            FrontStage::Actions(kit) => {
                let actions = actions(kit).into_iter().enumerate();
                actions
                    .map(|(n, a)| MenuItem::new(format!("{} {}", n + 1, label(a)), ""))
                    .collect()
            }
            FrontStage::Names(kit) => {
                let choices = self.name_choices(kit).into_iter();
                choices.map(|(item, _)| item).collect()
            }
        }
    }

    /// Tables and kits, each at its place on the page, then the way out.
    fn games(&self) -> Vec<MenuItem> {
        let labels = self.offers.iter().map(|offer| match offer {
            FrontOffer::Table { name, .. } => say!("go on with {}", name).to_string(),
            FrontOffer::Kit(kit) => kit.title.clone(),
        });
        let all = labels.chain([say!("leave").to_string()]).enumerate();
        let item = |(n, label): (usize, String)| MenuItem {
            at: Some((n, 0)),
            ..MenuItem::new(label, "")
        };
        all.map(item).collect()
    }

    fn name_choices(&self, kit: &FrontKit) -> Vec<(MenuItem, NameChoice)> {
        let mut out = Vec::new();
        let count = self.names.len();
        if count >= kit.players.0.max(1) {
            let item = MenuItem::new(say!("that is all: begin").to_string(), "");
            out.push((item, NameChoice::Begin));
        }
        for (name, players) in &self.lists {
            let new: Vec<String> = players
                .iter()
                .filter(|p| !self.names.contains(p))
                .cloned()
                .collect();
            if !new.is_empty() && count + new.len() <= kit.players.1 {
                let item = MenuItem::new(format!("@{name}: {}", new.join(", ")), "");
                out.push((item, NameChoice::List(new)));
            }
        }
        let item = MenuItem::new(say!("back").to_string(), "");
        out.push((item, NameChoice::Back));
        out
    }

    /// The command that enter would run, where it runs one.
    pub(super) fn command(&self) -> Option<String> {
        let args = match &self.stage {
            FrontStage::Games => match self.offers.get(self.chosen)? {
                FrontOffer::Table { name, .. } => going_on(name),
                FrontOffer::Kit(_) => return None,
            },
            FrontStage::Actions(kit) => match actions(kit).get(self.chosen)? {
                FrontAction::Back => return None,
                action => words(*action, kit),
            },
            FrontStage::Names(kit) => self.playing(kit),
        };
        Some(typed(&args))
    }

    /// The command that plays with the players so far.
    fn playing(&self, kit: &FrontKit) -> Vec<String> {
        let mut args = words(FrontAction::Play, kit);
        if !self.names.is_empty() {
            args.extend(["--players".to_owned(), self.names.join(",")]);
        }
        args
    }

    /// Enter: takes what was typed, else what is chosen.
    pub(super) fn enter(&mut self) -> FrontStep {
        self.said.clear();
        let line = self.editor.take();
        if !line.trim().is_empty() {
            if let FrontStage::Names(kit) = self.stage.clone() {
                return self.name(&kit, &line);
            }
            match self.found(line.trim()) {
                Some(at) => self.chosen = at,
                None => {
                    let what = say!("`{}` is not one of these", line.trim());
                    self.refuse(&Problem::new(what).into());
                    return FrontStep::Stay;
                }
            }
        }
        self.take()
    }

    /// Takes what is chosen.
    fn take(&mut self) -> FrontStep {
        match self.stage.clone() {
            FrontStage::Games => match self.offers.get(self.chosen) {
                Some(FrontOffer::Table { name, .. }) => FrontStep::Run(going_on(name)),
                Some(FrontOffer::Kit(kit)) => {
                    let kit = kit.clone();
                    self.go(FrontStage::Actions(kit))
                }
                None => FrontStep::Leave,
            },
            FrontStage::Actions(kit) => match actions(&kit).get(self.chosen) {
                Some(FrontAction::Play) => {
                    self.names.clear();
                    self.go(FrontStage::Names(kit))
                }
                Some(FrontAction::Read) => FrontStep::Read(kit.name),
                Some(FrontAction::Back) | None => self.go(FrontStage::Games),
                Some(action) => FrontStep::Run(words(*action, &kit)),
            },
            FrontStage::Names(kit) => {
                let mut choices = self.name_choices(&kit);
                let at = self.chosen.min(choices.len() - 1);
                match choices.swap_remove(at).1 {
                    NameChoice::Begin => FrontStep::Run(self.playing(&kit)),
                    NameChoice::List(players) => self.add(&kit, players),
                    NameChoice::Back => self.back(),
                }
            }
        }
    }

    /// One step back: the last player, else the page before.
    pub(super) fn back(&mut self) -> FrontStep {
        self.said.clear();
        match self.stage.clone() {
            FrontStage::Games => FrontStep::Leave,
            FrontStage::Actions(kit) => {
                self.go(FrontStage::Games);
                let is = |o: &FrontOffer| matches!(o, FrontOffer::Kit(k) if k.name == kit.name);
                self.chosen = self.offers.iter().position(is).unwrap_or(0);
                FrontStep::Stay
            }
            FrontStage::Names(_) if self.names.pop().is_some() => {
                self.chosen = 0;
                FrontStep::Stay
            }
            FrontStage::Names(kit) => self.go(FrontStage::Actions(kit)),
        }
    }

    /// Names that were typed: several with commas, `@club` for a list.
    fn name(&mut self, kit: &FrontKit, line: &str) -> FrontStep {
        let listed = |name: &str| {
            let list = name.strip_prefix(['@', '＠'])?;
            let found = self
                .lists
                .iter()
                .find(|(n, _)| seats::fold(n) == seats::fold(list));
            found.map(|(_, players)| players.clone())
        };
        let words = line.split([',', '、', '，']).map(seats::tidy);
        let new: Vec<String> = words
            .filter(|name| !name.is_empty())
            .flat_map(|name| listed(&name).unwrap_or_else(|| vec![name]))
            .collect();
        self.add(kit, new)
    }

    fn add(&mut self, kit: &FrontKit, new: Vec<String>) -> FrontStep {
        self.chosen = 0;
        let most = kit.players.1;
        let admitted = match self.names.len() + new.len() <= most {
            true => seats::admit(&self.names, &new),
            false => Err(Refusal::words(say!("at most {} play", most))),
        };
        match admitted {
            Ok(()) => self.names.extend(new),
            Err(refusal) => self.refuse(&Problem::from(refusal).into()),
        }
        FrontStep::Stay
    }

    /// Chooses what is meant by what is being typed.
    pub(super) fn follow_typing(&mut self) {
        if !matches!(self.stage, FrontStage::Names(_))
            && let Some(at) = self.found(self.editor.text().trim())
        {
            self.chosen = at;
        }
    }

    /// The item of that number, or the one that begins so.
    fn found(&self, typed: &str) -> Option<usize> {
        let items = self.items();
        if let Ok(number) = typed.parse::<usize>() {
            return numbers(&items).iter().position(|n| *n == number);
        }
        let typed = seats::fold(typed);
        let words = |label: &str| {
            seats::fold(
                label
                    .trim_start_matches(|c: char| c.is_ascii_digit())
                    .trim_start(),
            )
        };
        let begins = |item: &MenuItem| words(&item.label).starts_with(&typed);
        items.iter().position(begins).filter(|_| !typed.is_empty())
    }
}

/// What can be done with a kit, in the order of an evening.
fn actions(kit: &FrontKit) -> Vec<FrontAction> {
    use FrontAction::{Back, Check, Host, Play, Print, Read};
    if kit.problem.is_some() {
        return vec![Check, Back];
    }
    let all = [
        (Print, true),
        (Play, kit.plays),
        (Host, kit.plays),
        (Read, kit.reads),
        (Back, true),
    ];
    all.into_iter()
        .filter(|(_, can)| *can)
        .map(|(a, _)| a)
        .collect()
}

fn label(action: FrontAction) -> String {
    match action {
        FrontAction::Play => say!("play it here"),
        FrontAction::Host => say!("put it on phones"),
        FrontAction::Read => say!("learn it: read the rules"),
        FrontAction::Print => say!("print it"),
        FrontAction::Check => say!("see what is wrong with it"),
        FrontAction::Back => say!("back"),
    }
    .to_string()
}

/// The command that does it.
fn words(action: FrontAction, kit: &FrontKit) -> Vec<String> {
    let verb = match action {
        FrontAction::Play => "play",
        FrontAction::Host => "host",
        FrontAction::Read => "rules",
        FrontAction::Print => "print",
        FrontAction::Check | FrontAction::Back => "check",
    };
    let args = vec![verb.to_owned(), kit.name.clone()];
    // What is printed is in a language of the kit.
    match action != FrontAction::Print || kit.speaks {
        true => spoken(args),
        false => args,
    }
}

fn going_on(table: &str) -> Vec<String> {
    spoken(["play", "--table", table].map(str::to_owned).to_vec())
}

/// The command in the language of the page, where that is not the one of the user's surroundings.
fn spoken(mut args: Vec<String>) -> Vec<String> {
    let code = tongue().code();
    if Tongue::of(&locale()).code() != code {
        args.extend(["--lang".to_owned(), code.to_owned()]);
    }
    args
}
