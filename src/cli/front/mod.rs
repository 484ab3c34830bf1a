//! The start page: what `kitpress` alone opens on a terminal. Games are chosen, then what to do with one; whatever is done
//! is a command line, which is shown, and run as if it had been typed.

mod content;
mod offers;
mod stage;
#[cfg(test)]
mod tests;

use std::ffi::OsString;
use std::process::ExitCode;

use super::guide::page;
use super::menu::{self, MenuWay};
use super::rules::RulesText;
use super::screen::{Ended, Input, Line, Look, Screen, leave, on_a_terminal};
use super::{ask, finish, help, languages_for, layout, load_kit, out};
use crate::diag::Problems;
use crate::play::seats;
use crate::say;
use crate::say::tongue;
use stage::{FrontDesk, FrontStep};

/// Opens the start page; without a terminal the help is shown.
pub(super) fn run() -> ExitCode {
    if !on_a_terminal() {
        return finish(help::show(None, &[]));
    }
    loop {
        let wanted = match wanted() {
            Ok(wanted) => wanted,
            Err(problems) => return finish(Err(problems.into())),
        };
        let Some(args) = wanted else {
            return ExitCode::SUCCESS;
        };
        if let Err(problems) = out::line(&format!("$ {}", typed(&args))) {
            return finish(Err(problems.into()));
        }
        let code = obey(&args);
        if !again() {
            return code;
        }
    }
}

/// A command as somebody would type it.
fn typed(args: &[String]) -> String {
    let words = args.iter().map(|word| {
        let plain = |c: char| c.is_alphanumeric() || "-_./@,=:+".contains(c);
        match !word.is_empty() && word.chars().all(plain) {
            true => word.clone(),
            false => format!("'{}'", word.replace('\'', "'\\''")),
        }
    });
    let words: Vec<String> = words.collect();
    format!("kitpress {}", words.join(" "))
}

/// Runs a command as if it had been typed.
fn obey(args: &[String]) -> ExitCode {
    let mut all: Vec<OsString> = vec!["kitpress".into()];
    all.extend(args.iter().map(OsString::from));
    match super::read(all.clone()) {
        Ok(read) => match read.command {
            Some(command) => super::dispatch_on_a_thread(command),
            None => ExitCode::SUCCESS,
        },
        Err(error) => super::misuse::tell(&error, &all),
    }
}

/// Whether the start page is wanted once more.
fn again() -> bool {
    let question = say!("enter: back to the start page · q: leave");
    let stays = |line: String| !["q", "quit"].contains(&seats::fold(line.trim()).as_str());
    let line = ask::line(&format!("\n{question} "));
    line.is_ok_and(|line| line.is_some_and(stays))
}

/// What was chosen on the page; nothing when it was left.
fn wanted() -> Result<Option<Vec<String>>, Problems> {
    let mut screen = Screen::enter()?;
    let mut desk = FrontDesk::new(offers::all());
    loop {
        let (w, h) = screen.size();
        let size = (usize::from(w), usize::from(h));
        let content = desk.content(size.0);
        let lines = layout::frame(&content, &mut desk.scroll, size);
        screen.draw(&lines)?;
        let input = screen.wait()?;
        match press(&mut screen, &mut desk, input, size.0)? {
            FrontStep::Stay => {}
            FrontStep::Leave => return Ok(None),
            FrontStep::Run(args) => return Ok(Some(args)),
            FrontStep::Read(name) => {
                if read_rules(&mut screen, &mut desk, &name)? == Ended::Stopped {
                    return stopped(screen);
                }
            }
            FrontStep::Stop => return stopped(screen),
        }
    }
}

/// Gives the terminal back, and ends as the shell expects after Ctrl-C.
fn stopped(screen: Screen) -> Result<Option<Vec<String>>, Problems> {
    drop(screen);
    leave(Ended::Stopped)?;
    Ok(None)
}

/// What a key does.
fn press(
    screen: &mut Screen,
    desk: &mut FrontDesk,
    input: Input,
    w: usize,
) -> Result<FrontStep, Problems> {
    Ok(match input {
        Input::Stop => FrontStep::Stop,
        Input::Resized | Input::Resumed => {
            screen.clear()?;
            FrontStep::Stay
        }
        Input::PageUp | Input::PageDown => {
            desk.scroll.page(input == Input::PageDown);
            FrontStep::Stay
        }
        Input::Enter => desk.enter(),
        Input::Escape if !desk.editor.is_empty() => {
            desk.editor.clear();
            FrontStep::Stay
        }
        Input::Escape => desk.back(),
        Input::Back if desk.editor.is_empty() => desk.back(),
        Input::Up | Input::Down | Input::Left | Input::Right if desk.editor.is_empty() => {
            let way = match input {
                Input::Up => MenuWay::Up,
                Input::Down => MenuWay::Down,
                Input::Left => MenuWay::Left,
                _ => MenuWay::Right,
            };
            let items = desk.items();
            desk.chosen = menu::step(&items, desk.chosen, way, w);
            FrontStep::Stay
        }
        Input::Tab => {
            desk.chosen = menu::cycle(&desk.items(), desk.chosen);
            FrontStep::Stay
        }
        key => {
            if desk.editor.press(&key) {
                desk.follow_typing();
            }
            FrontStep::Stay
        }
    })
}

/// Shows the rules of a kit on a page, with the command that does so.
fn read_rules(screen: &mut Screen, desk: &mut FrontDesk, name: &str) -> Result<Ended, Problems> {
    let rules = load_kit(name, &[]).and_then(|kit| {
        let lang =
            languages_for(&kit, Some(tongue().code())).or_else(|_| languages_for(&kit, None));
        RulesText::of(&kit, &lang?.remove(0))
    });
    let rules = match rules {
        Ok(rules) => rules,
        Err(problems) => {
            desk.refuse(&problems);
            return Ok(Ended::Done);
        }
    };
    let command = desk.command().unwrap_or_default();
    let lines = |cells: usize| {
        let mut lines = vec![
            Line::new(format!("$ {command}"), Look::Faint),
            Line::default(),
        ];
        lines.extend(rules.lines(cells));
        lines
    };
    page(screen, &lines)
}
