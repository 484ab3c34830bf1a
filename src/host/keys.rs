//! What lets people in: the table's code, the keys of the host and of every seat, and the port that phones know. They
//! lie beside the journal, for its owner alone, so that a host that is started again serves the same phones.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::hub::HubResult;
use crate::diag::Problem;
use crate::files::write_kept;
use crate::play::config::Settings;
use crate::play::seats;
use crate::say;
use crate::serve::{Trouble, fill_random, new_key, same_key};

/// Letters of codes: none that are taken for each other.
const LETTERS: &[u8; 32] = b"23456789ABCDEFGHJKLMNPQRSTUVWXYZ";
/// How many of them a code has.
const LONG: usize = 6;
/// The longest name that a phone may bring.
const LONGEST_NAME: usize = 40;

/// A seat's key.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct SeatKey {
    /// The player's name.
    pub(super) name: String,
    /// What its phone shows with every request.
    pub(super) token: String,
    /// Whether a phone has it.
    pub(super) claimed: bool,
}

impl SeatKey {
    pub(super) fn new(name: &str) -> Result<Self, Problem> {
        Ok(Self {
            name: name.to_owned(),
            token: token()?,
            claimed: false,
        })
    }
}

/// A table that has not begun: what it will be made of besides its players.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct KeptLobby {
    /// The kit: its folder, else its id.
    pub(super) kit: String,
    /// What was set.
    pub(super) settings: Settings,
    /// The practice seed.
    pub(super) seed: Option<u64>,
}

/// Everything that is kept.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct TableKeys {
    version: u32,
    /// What people type in to join.
    pub(super) code: String,
    /// Where the table listens; 0 before it ever did.
    pub(super) port: u16,
    /// The host's key.
    pub(super) host: String,
    /// One a seat, in the order of seats.
    pub(super) seats: Vec<SeatKey>,
    /// What the table will be made of, before it begins.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) lobby: Option<KeptLobby>,
    #[serde(skip)]
    path: PathBuf,
}

impl TableKeys {
    /// New keys for a table that is kept there, or will be.
    pub(super) fn new(journal: &Path, seats: &[String]) -> Result<Self, Problem> {
        let seats = seats.iter().map(|name| SeatKey::new(name));
        Ok(Self {
            version: 1,
            code: code()?,
            port: 0,
            host: token()?,
            seats: seats.collect::<Result<_, _>>()?,
            lobby: None,
            path: beside(journal),
        })
    }

    /// The keys that lie beside a journal, if any do.
    pub(super) fn load(journal: &Path) -> Result<Option<Self>, Problem> {
        let path = beside(journal);
        let bytes = match std::fs::read(&path) {
            Ok(bytes) => bytes,
            Err(e) if e.kind() == std::io::ErrorKind::NotFound => return Ok(None),
            Err(e) => {
                return Err(Problem::new(say!(
                    "cannot read `{}`: {}",
                    path.display(),
                    e
                )));
            }
        };
        let keys = serde_json::from_slice::<Self>(&bytes);
        let keys = keys.ok().filter(|k| k.version == 1);
        let keys = keys.ok_or_else(|| {
            let what = say!("`{}` does not hold the keys of a table", path.display());
            Problem::new(what).hint(say!(
                "remove it, and everybody joins anew; the game itself is not in it"
            ))
        })?;
        Ok(Some(Self { path, ..keys }))
    }

    /// Writes them down; once this returns, they are on the disk.
    pub(super) fn keep(&self) -> Result<(), Problem> {
        let failed =
            |e: std::io::Error| Problem::new(say!("cannot write `{}`: {}", self.path.display(), e));
        let text = serde_json::to_string_pretty(self).map_err(|e| failed(e.into()))?;
        write_kept(&self.path, text.as_bytes()).map_err(failed)
    }

    /// Gives every player of a table a key, and keeps those that they have.
    pub(super) fn seat(&mut self, names: &[String]) -> Result<(), Problem> {
        let mut old = std::mem::take(&mut self.seats);
        for name in names {
            let known = old.iter().position(|s| s.name == *name);
            let key = match known {
                Some(at) => old.swap_remove(at),
                None => SeatKey::new(name)?,
            };
            self.seats.push(key);
        }
        Ok(())
    }

    /// The same keys for another table.
    pub(super) fn beside(&self, journal: &Path) -> Self {
        Self {
            path: beside(journal),
            ..self.clone()
        }
    }

    /// The seat of that name, if no phone has it.
    pub(super) fn waiting_for(&self, name: &str) -> Option<usize> {
        let seat = seats::find(&self.names(), name).ok()?;
        (!self.seats[seat].claimed).then_some(seat)
    }

    /// Everybody's names.
    pub(super) fn names(&self) -> Vec<String> {
        self.seats.iter().map(|s| s.name.clone()).collect()
    }

    /// One player more, where so many can play.
    pub(super) fn add(&mut self, name: &str, most: usize) -> HubResult<usize> {
        let (name, known) = (seats::tidy(name), self.names());
        seats::admit(&known, std::slice::from_ref(&name))?;
        for_a_player(&name)?;
        if known.len() >= most {
            let what = say!("the table is full: {} can play", most);
            return Err(Trouble::new(409, what).into());
        }
        self.seats.push(SeatKey::new(&name)?);
        Ok(known.len())
    }

    /// Whether this is the code, whatever the case and blanks.
    pub(super) fn is_code(&self, typed: &str) -> bool {
        let typed: String = typed
            .chars()
            .filter(|c| c.is_ascii_alphanumeric())
            .collect();
        same_key(&typed.to_ascii_uppercase(), &self.code)
    }

    /// The seat whose key this is.
    pub(super) fn seat_of(&self, key: &str) -> Option<usize> {
        let found = self.seats.iter().map(|s| same_key(&s.token, key));
        // Every key is looked at, whichever it is.
        let found: Vec<bool> = found.collect();
        found.iter().position(|same| *same)
    }

    /// Whether this is the host's key.
    pub(super) fn is_host(&self, key: &str) -> bool {
        same_key(&self.host, key)
    }
}

/// Where the keys of a table lie.
fn beside(journal: &Path) -> PathBuf {
    let mut name = journal.as_os_str().to_owned();
    name.push(".host");
    name.into()
}

/// Whether there are keys beside a journal.
pub fn has_keys(journal: &Path) -> bool {
    beside(journal).is_file()
}

/// A key that nobody can guess.
pub(super) fn token() -> Result<String, Problem> {
    new_key().map_err(Problem::new)
}

fn code() -> Result<String, Problem> {
    let mut bytes = [0; LONG];
    fill_random(&mut bytes).map_err(Problem::new)?;
    let letter = |b: &u8| char::from(LETTERS[usize::from(*b) % LETTERS.len()]);
    Ok(bytes.iter().map(letter).collect())
}

/// Whether somebody may call themselves so: a name that fits on a phone, and is nobody's in the log and in what is waited for.
fn for_a_player(name: &str) -> HubResult<()> {
    let long = name.chars().count();
    if long > LONGEST_NAME {
        let what = say!(
            "a name has {} characters; {} is the most",
            long,
            LONGEST_NAME
        );
        return Err(Trouble::new(409, what).into());
    }
    if ["host", "(host)", "all"].contains(&&*seats::fold(name)) {
        let what = say!("`{}` is what the log calls others", name);
        return Err(Trouble::new(409, what)
            .hint(say!("choose another name"))
            .into());
    }
    Ok(())
}
