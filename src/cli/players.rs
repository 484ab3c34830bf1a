//! Who plays: asked for at the terminal, one name after the other, when a new table names nobody.

use super::{ask, out};
use crate::diag::Problem;
use crate::kit::Kit;
use crate::play::rules::Refusal;
use crate::play::seats;
use crate::play::table::Failure;
use crate::say;

/// Asks for the players of a kit; gives them back as `--players` takes them.
pub(super) fn ask(kit: &Kit) -> Result<String, Failure> {
    let (least, most) = (kit.players.0 as usize, kit.players.1 as usize);
    out::line(
        &say!(
            "Who plays? {} to {} {player|players}, clockwise; an empty line when that is all.",
            least,
            most
        )
        .to_string(),
    )?;
    let mut names: Vec<String> = Vec::new();
    while names.len() < most {
        let question = say!("player {}:", names.len() + 1);
        let Some(line) = ask::line(&format!("{question} ")).map_err(out::cannot_read)? else {
            break;
        };
        let line = line.trim_end_matches(['\r', '\n']).trim();
        if line.is_empty() {
            match names.len() < least {
                true => out::line(&say!("at least {} play", least).to_string())?,
                false => break,
            }
            continue;
        }
        // Several at once, with commas, as on the command line.
        let new: Vec<String> = line.split([',', '、', '，']).map(seats::tidy).collect();
        match seats::admit(&names, &new) {
            Ok(()) if names.len() + new.len() <= most => names.extend(new),
            Ok(()) => out::line(&say!("at most {} play", most).to_string())?,
            Err(refusal) => out::problems(&Problem::from(refusal).into()),
        }
    }
    if names.len() < least {
        return Err(Refusal::words(say!("who plays?")).into());
    }
    Ok(names.join(","))
}
