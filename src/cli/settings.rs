//! Settings of kits on the command line: `--set NAME=VALUE`, and an option for every setting that a kit declares.
//!
//! Which options there are depends on the kits that are named, so that they are joined to the command once it is known
//! what was typed.

use std::ffi::OsString;

use clap::{Arg, ArgMatches, Args, Command, FromArgMatches};

use super::{HERE, kit_is_here};
use crate::clean::clean;
use crate::kit::{Setting, SettingSpec, Source, declared_settings, shipped_ids};
use crate::say;
use crate::say::{Say, tongue};

/// What ids of such options begin with.
pub(super) const DECLARED: &str = "setting ";

/// Settings that kits declare; shared by `print`, `preview`, `cards`, `check`, `export` and `watch`.
#[derive(Args, Debug, Default)]
pub(super) struct SettingArgs {
    /// A setting of the kit, as NAME=VALUE
    #[arg(long = "set", value_name = "NAME=VALUE", value_parser = setting)]
    set: Vec<Setting>,
    #[command(flatten)]
    declared: Declared,
    /// Let links in the kit's folder lead out of it: for kits of your own only
    #[arg(long)]
    pub follow_links: bool,
}

impl SettingArgs {
    /// All of them as names and values.
    pub(super) fn all(&self) -> Vec<Setting> {
        [self.set.as_slice(), &self.declared.0].concat()
    }
}

/// Reads `NAME=VALUE`.
pub(super) fn setting(text: &str) -> Result<Setting, Say> {
    match text.split_once('=') {
        Some((name, value)) if !name.is_empty() => Ok((name.to_owned(), value.to_owned())),
        _ => Err(say!("write a setting as `NAME=VALUE`")),
    }
}

/// What was given by the options that kits declare.
#[derive(Debug, Default)]
struct Declared(Vec<Setting>);

impl FromArgMatches for Declared {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let given = matches.ids().filter_map(|id| {
            let name = id.as_str().strip_prefix(DECLARED)?;
            let value = matches.get_one::<String>(id.as_str())?;
            Some((name.to_owned(), value.clone()))
        });
        Ok(Self(given.collect()))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

impl Args for Declared {
    fn augment_args(command: Command) -> Command {
        command
    }

    fn augment_args_for_update(command: Command) -> Command {
        command
    }
}

/// The command with an option for every setting of the kits that are named among the arguments, and of the shipped ones.
pub(super) fn with_declared(command: Command, args: &[OsString]) -> Command {
    let specs = declared(args);
    let takes_settings = |sub: &Command| sub.get_arguments().any(|a| a.get_id() == "follow_links");
    command.mut_subcommands(|sub| match takes_settings(&sub) {
        true => specs.iter().fold(sub, with_option),
        false => sub,
    })
}

/// What the kits declare; of two settings of one name the first.
fn declared(args: &[OsString]) -> Vec<SettingSpec> {
    let named = args.iter().filter_map(|a| a.to_str());
    let named = named.filter(|a| !a.starts_with('-'));
    let here = kit_is_here().then_some(HERE);
    let kits = named.chain(here).chain(shipped_ids());
    let mut specs: Vec<SettingSpec> = Vec::new();
    for source in kits.filter_map(|kit| Source::find(kit).ok()) {
        for spec in declared_settings(&source) {
            if specs.iter().all(|s| s.name != spec.name) {
                specs.push(spec);
            }
        }
    }
    specs
}

/// The command with one more option, unless it has one of that name, or it is no name for one: then `--set` does.
fn with_option(command: Command, spec: &SettingSpec) -> Command {
    let own = command.get_arguments().filter_map(Arg::get_long);
    let taken = own.chain(["help", "version"]).any(|l| l == spec.name);
    let plain = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_');
    if taken || !spec.name.chars().all(plain) {
        return command;
    }
    // A stranger's words: help is shown of kits that nobody has looked at.
    let shown = clean(spec.shown.as_deref().unwrap_or("VALUE"));
    let reads = spec.clone();
    let option = Arg::new(format!("{DECLARED}{}", spec.name))
        .long(spec.name.clone())
        .value_name(shown)
        .help(clean(spec.help.get(tongue().code())))
        .help_heading(say!("Settings of kits").to_string())
        .allow_hyphen_values(true)
        .value_parser(move |text: &str| value(&reads, text));
    command.arg(option)
}

/// The value of an option in its plainest form: `0.60` is `0.6`.
fn value(spec: &SettingSpec, text: &str) -> Result<String, Say> {
    match spec.read(text) {
        Some(serde_json::Value::String(text)) => Ok(text),
        Some(value) => Ok(value.to_string()),
        None => Err(say!("write {}", spec.kind())),
    }
}
