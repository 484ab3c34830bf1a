//! What the arguments say of a new match.

use clap::{Args, ValueEnum};

use crate::cli::roster;
use crate::diag::list;
use crate::kit::{Kit, MatchSpec, Source};
use crate::play::amount::Amount;
use crate::play::matches::contest::usual_rounds;
use crate::play::matches::{MatchForm, Points, Split, Terms, Tie};
use crate::play::rng::{Chance, Seed};
use crate::play::rules::Refusal;
use crate::play::seats;
use crate::play::table::Failure;
use crate::say;

/// How a new match is played.
#[derive(Args, Debug)]
pub(super) struct BeginArgs {
    /// How a new match is played: one of the forms below, or a kit that has one
    #[arg(long, value_name = "FORM|KIT")]
    form: Option<String>,
    /// How many games (sides)
    #[arg(long, value_name = "N")]
    games: Option<usize>,
    /// How many rounds (swiss)
    #[arg(long, value_name = "N")]
    rounds: Option<usize>,
    /// Which side is the single one when three play three games
    #[arg(long, value_enum)]
    split: Option<SplitArg>,
    /// Everyone against everyone twice (round-robin)
    #[arg(long)]
    twice: bool,
    /// With a game for the third place (knockout)
    #[arg(long)]
    third: bool,
    /// Draw the order of the players, which seeds them (swiss, knockout)
    #[arg(long)]
    draw: bool,
    /// What the sides or roles are called, with commas
    #[arg(long, value_name = "ROLE,…", value_delimiter = ',')]
    roles: Vec<String>,
    /// Points for a win, a draw and a loss; 1,0.5,0 when not given, and 1,0,0 for sides and roles
    #[arg(long, value_name = "W,D,L", value_parser = points, allow_hyphen_values = true)]
    points: Option<Points>,
    /// Points for a round that a player has to sit out (swiss); as for a win when not given
    #[arg(long, value_name = "POINTS", value_parser = amount, allow_hyphen_values = true)]
    bye: Option<Amount>,
    /// What decides between those with as many points, in order: head-to-head, margin, buchholz; or none
    #[arg(long, value_name = "NAME,…", value_delimiter = ',')]
    ties: Vec<String>,
    /// The lower score wins a game
    #[arg(long)]
    lowest: bool,
}

/// `--split`.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum SplitArg {
    /// Two of the first role against one of the second
    #[value(name = "2v1")]
    TwoOne,
    /// One of the first role against two of the second
    #[value(name = "1v2")]
    OneTwo,
}

fn amount(text: &str) -> Result<Amount, String> {
    let text = text.trim();
    let (minus, size) = match text.strip_prefix('-') {
        Some(size) => (true, size),
        None => (false, text),
    };
    let largest = Amount::whole(1000).unwrap_or_default();
    match Amount::read(size).filter(|a| *a <= largest) {
        Some(amount) if minus => Ok(amount.turned()),
        Some(amount) => Ok(amount),
        None => Err(say!("write a number such as `1` or `0.5`").to_string()),
    }
}

fn points(text: &str) -> Result<Points, String> {
    let numbers: Result<Vec<Amount>, String> = text.split(',').map(amount).collect();
    match numbers.as_deref() {
        Ok([win, draw, loss]) => Ok(Points {
            win: *win,
            draw: *draw,
            loss: *loss,
        }),
        _ => Err(say!("write three numbers: `3,1,0`").to_string()),
    }
}

impl BeginArgs {
    /// Whether anything of a new match was said.
    pub(super) fn given(&self) -> bool {
        self.form.is_some()
            || self.games.is_some()
            || self.rounds.is_some()
            || self.split.is_some()
            || self.twice
            || self.third
            || self.draw
            || self.points.is_some()
            || self.bye.is_some()
            || self.lowest
            || !self.ties.is_empty()
            || !self.roles.is_empty()
    }

    /// The match of these players.
    pub(super) fn terms(&self, words: &[String]) -> Result<Terms, Failure> {
        let mut players = roster::players(&words.join(","))?;
        let kit = self.kit()?;
        let form = match (&kit, &self.form) {
            (Some(spec), _) => spec.form.as_str(),
            (None, Some(form)) => form.as_str(),
            (None, None) => "round-robin",
        };
        self.refuse_misplaced(form)?;
        if self.draw {
            let mut chance = Chance::unrecorded(Seed::from_system()?);
            chance.shuffle("players", &mut players);
        }
        let mut roles: Vec<String> = self.roles.iter().map(|r| seats::tidy(r)).collect();
        // Roles are names in a table as much as the players are.
        seats::admit(&[], &roles)?;
        if let (Some(spec), true) = (&kit, roles.is_empty()) {
            let tongue = say::tongue().code();
            roles = spec
                .roles
                .iter()
                .map(|r| r.get(tongue).to_owned())
                .collect();
        }
        if form == "roles" && roles.is_empty() {
            let refusal = Refusal::words(say!("which roles go round?"));
            return Err(refusal
                .hint(say!("name them with `--roles teller,guesser`"))
                .into());
        }
        let form = self.read_form(form, players.len());
        let mut terms = Terms::new(players, form);
        terms.ties = self.read_ties()?.unwrap_or(terms.ties);
        terms.roles = roles;
        terms.points = self.points.unwrap_or(terms.points);
        terms.bye = self.bye.unwrap_or(terms.points.win);
        terms.lowest = self.lowest;
        Ok(terms)
    }

    fn read_form(&self, form: &str, players: usize) -> MatchForm {
        match form {
            "sides" => MatchForm::Sides {
                games: self.games.unwrap_or(match players {
                    2 => 2,
                    3 => 3,
                    _ => 6,
                }),
                split: match self.split {
                    Some(SplitArg::OneTwo) => Split::OneTwo,
                    _ => Split::TwoOne,
                },
            },
            "roles" => MatchForm::Roles,
            "swiss" => MatchForm::Swiss {
                rounds: self.rounds.unwrap_or_else(|| usual_rounds(players)),
            },
            "knockout" => MatchForm::Knockout { third: self.third },
            _ => MatchForm::RoundRobin { twice: self.twice },
        }
    }

    /// How the kit is played that `--form` names; nothing where it names a form.
    fn kit(&self) -> Result<Option<MatchSpec>, Failure> {
        let Some(name) = self
            .form
            .as_ref()
            .filter(|f| !MatchForm::NAMES.contains(&f.as_str()))
        else {
            return Ok(None);
        };
        let forms = || say!("forms: {}; or a kit that has one", list(MatchForm::NAMES));
        let unknown = || Refusal::words(say!("there is no form `{}`", name)).hint(forms());
        let source = Source::find(name).map_err(|_| unknown())?;
        let kit = Kit::load_from(source, &[])?;
        let spec = kit.table.and_then(|t| t.contest);
        let none = || {
            let what = say!("kit `{}` says nothing of matches", kit.id);
            Refusal::words(what).hint(forms())
        };
        Ok(Some(spec.ok_or_else(none)?))
    }

    fn read_ties(&self) -> Result<Option<Vec<Tie>>, Refusal> {
        let names: Vec<&str> = self.ties.iter().map(|t| t.trim()).collect();
        match names.as_slice() {
            [] => return Ok(None),
            ["none"] => return Ok(Some(Vec::new())),
            _ => {}
        }
        let known = Tie::ALL.map(|(name, _)| name);
        let tie = |name: &&str| {
            let what = || Refusal::words(say!("there is no tie-break `{}`", name));
            Tie::of(name).ok_or_else(|| what().hint(say!("tie-breaks: {}; or none", list(known))))
        };
        Ok(Some(names.iter().map(tie).collect::<Result<_, _>>()?))
    }

    /// Options that the form has no use for.
    fn refuse_misplaced(&self, form: &str) -> Result<(), Refusal> {
        let given = [
            ("--games", self.games.is_some(), "sides"),
            ("--split", self.split.is_some(), "sides"),
            ("--twice", self.twice, "round-robin"),
            ("--rounds", self.rounds.is_some(), "swiss"),
            ("--bye", self.bye.is_some(), "swiss"),
            ("--third", self.third, "knockout"),
        ];
        let wrong = given
            .iter()
            .find(|(_, given, goes)| *given && *goes != form);
        match wrong {
            None => Ok(()),
            Some((flag, _, goes)) => Err(Refusal::words(say!(
                "`{}` goes with `--form {}`",
                *flag,
                *goes
            ))),
        }
    }
}
