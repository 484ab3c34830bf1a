//! `kitpress host`: the table on everybody's phone.

use std::net::{IpAddr, SocketAddr, TcpListener};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use clap::Args;
use serde_json::{Map, Value, json};

use super::beside::PlayedTable;
use super::guide::guide;
use super::network::Network;
use super::screen::{Ended, Screen, leave, on_a_terminal};
use super::session::Session;
use super::start::NewTable;
use super::timer::lines_of_input;
use super::{door, lines, out, play, shelf, table_args};
use crate::diag::Problem;
use crate::host::{self, FaceShelf, Hub, Lobby};
use crate::kit::{Kit, Setting, Source};
use crate::play::games::with_rules;
use crate::play::journal::Access;
use crate::play::rules::Refusal;
use crate::play::table::{Failure, Table};
use crate::say;
use crate::serve::{self, OwnNames};

/// The first port that is tried.
const PORT: u16 = 7374;
/// How many ports behind it.
const PORTS: u16 = 20;

/// Arguments of `host`.
#[derive(Args, Debug)]
#[command(
    after_help = "Everybody in the same network scans the code, or opens the address, and plays on their own phone.\n\
    Without --players people join with their names, and you begin when all are there.\n\n\
    Examples:\n  \
    kitpress host my-game                              a lobby: people join and type their names\n  \
    kitpress host my-game --players Ann,Bob,Cho\n  \
    kitpress host                                      goes on with the table used last\n  \
    kitpress host --table friday.table --port 8000"
)]
pub(super) struct HostArgs {
    /// A kit's id, or a kit folder, for a new table; else the last table goes on
    kit: Option<String>,
    #[command(flatten)]
    new: NewTable,
    /// The table's file, or its name in `kitpress tables`; the table used last, or a new one in your data folder, when
    /// none is given
    #[arg(long, value_name = "FILE|NAME")]
    table: Option<PathBuf>,
    /// The address to listen on; your address in the home network by default
    #[arg(long, value_name = "ADDR")]
    bind: Option<IpAddr>,
    /// The port to listen on; 7374 or the next free one by default, 0 for any; a table keeps its own
    #[arg(long, value_name = "N")]
    port: Option<u16>,
    /// Line by line instead of the whole screen, as on a pipe
    #[arg(long)]
    plain: bool,
    /// Print addresses and keys as a line of JSON, and serve until the program is ended
    #[arg(long)]
    json: bool,
    /// Language of messages: en or ja
    #[arg(long)]
    pub lang: Option<String>,
}

/// Runs the command.
pub(super) fn run(args: &HostArgs) -> Result<(), Failure> {
    let hub = Arc::new(hub(args)?);
    table_args::remember(&hub.path());
    let network = Network::now(args.bind);
    let listener = listen(args, network.listens(), hub.port())?;
    let listens = listener.local_addr().map_err(|e| deaf(PORT, &e))?;
    let shown = network.shown(listens.port());
    hub.listens_on(&shown, network.notes())?;
    let names = OwnNames::of(listens);
    let site = host::site(hub.clone());
    serve::start(listener, names, host::MANNERS, site).map_err(|e| deaf(listens.port(), &e))?;
    if args.json {
        hub.notes().iter().for_each(out::warning);
        out::line(&addresses(&hub, shown[0]).to_string())?;
        loop {
            std::thread::park();
        }
    }
    match args.plain || !on_a_terminal() {
        true => plain(&hub),
        false => guided(&hub),
    }
}

/// The way in, then the table, on the whole screen.
fn guided(hub: &Arc<Hub>) -> Result<(), Failure> {
    let mut screen = Screen::enter()?;
    if door::show(&mut screen, hub)? == Ended::Stopped {
        drop(screen);
        return Ok(leave(Ended::Stopped)?);
    }
    table_args::remember(&hub.path());
    let mut session = Session::new(PlayedTable::beside(hub.clone())?, true);
    let ended = guide(&mut screen, &mut session);
    drop(screen);
    let kept = say!(
        "the table is kept in `{}`; `kitpress host` goes on with it",
        session.table.path().display()
    );
    play::part(&session.table, &kept, ended?)
}

/// The same line by line.
fn plain(hub: &Arc<Hub>) -> Result<(), Failure> {
    let input = lines_of_input();
    table_args::lines(&door::told(hub))?;
    if !door::wait_lines(hub, &input)? {
        return Ok(());
    }
    table_args::remember(&hub.path());
    let table = PlayedTable::beside(hub.clone())?;
    lines::play(&mut Session::new(table, on_a_terminal()), input)
}

/// The table that is served: a new one, a lobby for one, or one that goes on.
fn hub(args: &HostArgs) -> Result<Hub, Failure> {
    match &args.kit {
        Some(kit) if args.new.players.is_some() || args.new.contest.is_some() => {
            let table = args.new.make(kit, args.table.as_deref())?;
            let faces = faces(&table);
            Ok(Hub::playing(table, faces)?)
        }
        Some(kit) => Ok(Hub::lobby(new_lobby(args, kit)?)?),
        None => again(args),
    }
}

/// A lobby for a table of a kit.
fn new_lobby(args: &HostArgs, kit: &str) -> Result<Lobby, Failure> {
    let kit = with_rules(args.new.kit(kit)?);
    let path = match &args.table {
        Some(path) => {
            shelf::refuse_known(path)?;
            path.clone()
        }
        None => {
            let name = table_args::numbered(&kit.id)?;
            let free = |path: &PathBuf| !path.exists() && !host::has_keys(path);
            (1..).map(name).find(free).unwrap_or_default()
        }
    };
    if path.exists() {
        let what = say!("`{}` exists already", path.display());
        let hint = say!("`kitpress host --table` without a kit goes on with it");
        return Err(Problem::new(what).hint(hint).into());
    }
    Ok(Lobby {
        kit,
        settings: args.new.set.iter().cloned().collect(),
        seed: args.new.seed,
        path,
    })
}

/// The table, or the lobby, that goes on.
fn again(args: &HostArgs) -> Result<Hub, Failure> {
    if args.new.given() {
        let refusal = Refusal::words(say!("a new table needs a kit"));
        let hint = say!("such as `kitpress host my-game --players Ann,Bob`");
        return Err(refusal.hint(hint).into());
    }
    let path = match args.table.as_deref() {
        Some(path) if !path.exists() && host::has_keys(path) => path.to_owned(),
        named => table_args::find(named)?,
    };
    if let (false, Some(kept)) = (path.exists(), host::kept_lobby(&path)?) {
        return Ok(Hub::lobby(kept_lobby(&path, kept)?)?);
    }
    let table = Table::open(&path, Access::Write)?;
    table_args::warn(&table);
    let faces = faces(&table);
    Ok(Hub::playing(table, faces)?)
}

/// The faces of the kit that a table is played with, where the kit can still be read.
fn faces(table: &Table) -> Option<FaceShelf> {
    let set: Vec<Setting> = table.set().clone().into_iter().collect();
    let source = Source::find(table.kit_name()).ok()?;
    let kit = Kit::load_from(source, &set).ok()?;
    Some(FaceShelf::new(with_rules(kit)))
}

fn kept_lobby(path: &Path, kept: host::KeptTable) -> Result<Lobby, Failure> {
    let (kit, settings, seed) = kept;
    let new = NewTable {
        players: None,
        set: settings.clone().into_iter().collect(),
        seed,
        contest: None,
        pairing: None,
    };
    let path = path.to_owned();
    let kit = with_rules(new.kit(&kit)?);
    Ok(Lobby {
        kit,
        settings,
        seed,
        path,
    })
}

/// Listens where phones know the table; else where it was asked for.
fn listen(args: &HostArgs, ip: IpAddr, known: u16) -> Result<TcpListener, Problem> {
    let bind = |port: u16| TcpListener::bind(SocketAddr::new(ip, port));
    match args.port {
        Some(port) if port != 0 => bind(port).map_err(|e| deaf(port, &e)),
        asked => {
            if known != 0 {
                // A host that was just killed may still be leaving.
                for _ in 0..20 {
                    match bind(known) {
                        Ok(listener) => return Ok(listener),
                        Err(_) => std::thread::sleep(Duration::from_millis(100)),
                    }
                }
                out::warning(&say!(
                    "port {} is taken, so phones have to scan the code again",
                    known
                ));
            }
            let near = (PORT..PORT + PORTS).filter(|_| asked.is_none());
            let near = near.into_iter().find_map(|p| bind(p).ok());
            near.map_or_else(|| bind(0), Ok).map_err(|e| deaf(0, &e))
        }
    }
}

fn deaf(port: u16, error: &std::io::Error) -> Problem {
    Problem::new(say!("the table cannot listen at port {}: {}", port, error)).hint(say!(
        "choose another with `--port`, or another address with `--bind`"
    ))
}

/// Where everything is, with everybody's keys.
fn addresses(hub: &Hub, at: SocketAddr) -> Value {
    let keys = hub.keys();
    let seat = |(name, key): (String, String)| (name, format!("http://{at}/seat#{key}").into());
    let seats: Map<String, Value> = keys.seats.into_iter().map(seat).collect();
    json!({
        "url": format!("http://{at}/"),
        "code": keys.code,
        "tv": format!("http://{at}/tv"),
        "host": format!("http://{at}/host#{}", keys.host),
        "seats": seats,
    })
}
