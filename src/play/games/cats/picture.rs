//! What templates may ask by `referee(rule="cats/…")`: the map to be printed, and where moves lead.

use serde_json::{Map as Object, Value as Json, json};

use super::board::Board;
use super::cell::{Cell, Dir, Pos, building_name};
use super::map::{Map, generate_units, manhole_color, parse_size};
use super::replay::{DrawnGame, DrawnLeg, replay};
use super::rng::Rng;
use crate::say;
use crate::say::Say;

/// Keeps the decoration's random stream apart from the map's.
const DECORATION: u64 = 0xCA75;

/// Answers a template; `None` if there is no such rule. `args` are the arguments of the call.
///
/// - `map` (`size`, `seed`, `units`): the strip with everything a drawing needs.
/// - `board` (`map`, `seam`; or `size`, `seed`): the same for a small map, or a whole one.
/// - `step`, `jump`, `amazing` (`map`, `lines`, `at`, `dir`, `by`), `warp` (and `then`), `leave` (`to`):
///   where the move leads on a small map.
/// - `game` (`size`, `seed`, `names`, `moves`): a written game played through.
pub(super) fn picture(name: &str, args: &Json) -> Option<Result<Json, Say>> {
    match name {
        "map" => Some(strip(args)),
        "board" => Some(board(args)),
        "step" | "jump" | "amazing" | "warp" | "leave" => Some(lead(name, args)),
        "game" => Some(game(args)),
        _ => None,
    }
}

fn text<'a>(args: &'a Json, key: &str) -> Result<&'a str, Say> {
    args.get(key)
        .and_then(Json::as_str)
        .ok_or_else(|| say!("`{}` must be text", key))
}

/// A whole number, also when it comes as text or as a float without a fraction.
fn number(args: &Json, key: &str, or: u64) -> Result<u64, Say> {
    let wrong = || say!("`{}` must be a whole number", key);
    match args.get(key) {
        None | Some(Json::Null) => Ok(or),
        Some(Json::String(s)) => s.trim().parse().map_err(|_| wrong()),
        Some(Json::Number(n)) => match (n.as_u64(), n.as_f64()) {
            (Some(n), _) => Ok(n),
            (None, Some(x)) if x >= 0.0 && x.fract() == 0.0 && x < 9e15 => Ok(x as u64),
            _ => Err(wrong()),
        },
        Some(_) => Err(wrong()),
    }
}

fn read_map(args: &Json) -> Result<Map, Say> {
    let (h, w) = parse_size(text(args, "size")?).map_err(|e| e.say())?;
    let units = usize::try_from(number(args, "units", 1)?).unwrap_or(usize::MAX);
    generate_units(h, w, units, number(args, "seed", 0)?).map_err(|e| e.say())
}

/// The strip of a map, and the text of the whole map.
fn strip(args: &Json) -> Result<Json, Say> {
    let map = read_map(args)?;
    let board = Board::new(map.strip().to_vec(), 0);
    let mut out = drawing(&board, number(args, "seed", 0)?);
    out.insert("map".into(), json!(map.text()));
    Ok(Json::Object(out))
}

/// Everything on a board, as a drawing needs it. `seed` is for what decorates it.
fn drawing(board: &Board, seed: u64) -> Object<String, Json> {
    let mut rng = Rng::new(&[seed, DECORATION]);
    let (h, w) = board.size();
    let shrine = |at: Pos| board.cell(at) == Some(Cell::Shrine);
    let (mut cells, mut buildings, mut shrines) = (Vec::new(), Vec::new(), Vec::new());
    for at in (0..h).flat_map(|row| (0..w).map(move |col| Pos { row, col })) {
        let roll = rng.below(100);
        cells.push(cell(board, at, roll));
        match board.cell(at) {
            Some(Cell::Building { letter, .. }) if board.whole(at).first() == Some(&at) => {
                buildings.push(building(board, at, letter, roll));
            }
            Some(Cell::Shrine)
                if at.col == 0
                    || !shrine(Pos {
                        col: at.col - 1,
                        ..at
                    }) =>
            {
                let wide = (at.col..w)
                    .take_while(|col| shrine(Pos { col: *col, ..at }))
                    .count();
                shrines.push(json!({"row": at.row, "col": at.col, "wide": wide}));
            }
            _ => {}
        }
    }
    let mut out = Object::new();
    out.insert("h".into(), h.into());
    out.insert("w".into(), w.into());
    out.insert("cells".into(), cells.into());
    out.insert("buildings".into(), buildings.into());
    out.insert("shrines".into(), shrines.into());
    out
}

/// One cell for the drawing: what it is, its walls and openings, a dice roll for what decorates it.
fn cell(board: &Board, at: Pos, roll: usize) -> Json {
    let what = board.cell(at).unwrap_or_default();
    let mut out = Object::new();
    out.insert("row".into(), at.row.into());
    out.insert("col".into(), at.col.into());
    out.insert("roll".into(), roll.into());
    let kind = match what {
        Cell::Open => "street",
        Cell::Shrine => "shrine",
        Cell::Manhole(n) => {
            out.insert("number".into(), n.into());
            out.insert("color".into(), manhole_color(n).into());
            "manhole"
        }
        Cell::Building { letter, doors } => {
            let own = board.whole(at);
            let (high, wide) = board.size();
            let sides = |keep: &dyn Fn(Dir) -> bool| -> String {
                Dir::ALL
                    .into_iter()
                    .filter(|d| keep(*d))
                    .map(Dir::letter)
                    .collect()
            };
            let inside = |d: Dir| d.step(at, high, wide).is_some_and(|to| own.contains(&to));
            out.insert("letter".into(), building_name(letter).into());
            out.insert(
                "walls".into(),
                sides(&|d| !inside(d) && !doors.has(d)).into(),
            );
            out.insert("doors".into(), sides(&|d| doors.has(d)).into());
            out.insert("joins".into(), sides(&inside).into());
            "building"
        }
    };
    out.insert("kind".into(), kind.into());
    Json::Object(out)
}

fn building(board: &Board, at: Pos, letter: usize, roll: usize) -> Json {
    let own = board.whole(at);
    let cells: Vec<Json> = own.iter().map(|p| cell(board, *p, roll)).collect();
    let span = |of: fn(&Pos) -> usize| {
        let all = || own.iter().map(of);
        (all().min().unwrap_or(0), all().max().unwrap_or(0))
    };
    let ((top, bottom), (left, right)) = (span(|p| p.row), span(|p| p.col));
    json!({
        "letter": building_name(letter), "roll": roll, "cells": cells,
        "row": top, "col": left, "high": bottom - top + 1, "wide": right - left + 1,
    })
}

/// A small map from the arguments: rows of cells parted by spaces, a cell name → player table of lines.
fn read_board(args: &Json) -> Result<Board, Say> {
    let rows = args
        .get("map")
        .and_then(Json::as_array)
        .ok_or_else(|| say!("`{}` must be a list of texts", "map"))?;
    let mut cells = Vec::new();
    for row in rows {
        let row = row.as_str();
        let row = row.ok_or_else(|| say!("`{}` must be a list of texts", "map"))?;
        let row: Option<Vec<Cell>> = row.split_whitespace().map(Cell::parse).collect();
        cells.push(row.ok_or_else(|| say!("`map` has a cell that is none"))?);
    }
    if cells.windows(2).any(|w| w[0].len() != w[1].len()) {
        return Err(say!("all rows of `map` must be of one length"));
    }
    let mut board = Board::new(cells, number(args, "seam", 0)? as usize);
    for (cell, who) in args
        .get("lines")
        .and_then(Json::as_object)
        .into_iter()
        .flatten()
    {
        let at = Pos::parse(cell).ok_or_else(|| say!("`{}` is no cell", cell))?;
        let cells = board.whole(at);
        board.draw(&cells, who.as_str().unwrap_or_default());
    }
    Ok(board)
}

fn board(args: &Json) -> Result<Json, Say> {
    if args.get("size").is_some() {
        let map = read_map(args)?;
        return Ok(Json::Object(drawing(
            &Board::new(map.cells(), map.strip_rows()),
            number(args, "seed", 0)?,
        )));
    }
    Ok(Json::Object(drawing(&read_board(args)?, 0)))
}

fn lead(name: &str, args: &Json) -> Result<Json, Say> {
    let board = read_board(args)?;
    let pos = |key: &str| -> Result<Pos, Say> {
        let cell = text(args, key)?;
        Pos::parse(cell).ok_or_else(|| say!("`{}` is no cell", cell))
    };
    let dir = |key: &str| -> Result<Dir, Say> {
        let word = text(args, key)?;
        Dir::parse(word).ok_or_else(|| say!("`{}` is no way to go", word))
    };
    let at = pos("at")?;
    let answer = match name {
        "step" => {
            let d = dir("dir")?;
            board.step(at, d).and_then(|lined| Ok(json!({"to": place(board.beyond(at, d)?), "lined": places(&lined)})))
        }
        "leave" => {
            let to = pos("to")?;
            board.leave(at, to).map(|lined| json!({"to": place(to), "lined": places(&lined)}))
        }
        "warp" => board.warp(at, dir("dir")?, dir("then")?).map(|w| {
            json!({"down": place(w.down), "up": place(w.up), "to": place(w.to), "lined": places(&w.lined)})
        }),
        _ => board.jump(at, dir("dir")?, text(args, "by")?, name == "amazing").map(|j| {
            json!({"over": places(&j.over), "to": place(j.to), "lined": places(&j.lined)})
        }),
    };
    Ok(answer.unwrap_or_else(|blocked| json!({"blocked": blocked.to_string()})))
}

fn place(at: Pos) -> Json {
    json!({"row": at.row, "col": at.col, "name": at.to_string()})
}

fn places(cells: &[Pos]) -> Json {
    cells.iter().map(|at| place(*at)).collect()
}

fn game(args: &Json) -> Result<Json, Say> {
    let map = read_map(args)?;
    let list = |key: &str| -> Result<Vec<&str>, Say> {
        let items = args
            .get(key)
            .and_then(Json::as_array)
            .ok_or_else(|| say!("`{}` must be a list of texts", key))?;
        items
            .iter()
            .map(|i| {
                i.as_str()
                    .ok_or_else(|| say!("`{}` must be a list of texts", key))
            })
            .collect()
    };
    let names = list("names")?;
    let [first, second] = names.as_slice() else {
        return Err(say!("`names` must be two"));
    };
    let game = replay(&map, [first, second], list("moves")?).map_err(|e| e.say())?;
    Ok(shown(&game))
}

fn shown(game: &DrawnGame) -> Json {
    let seat = |who: &str| game.names.iter().position(|n| n == who);
    let fish: Vec<Json> = game
        .fish
        .iter()
        .map(|f| json!({"at": place(f.at), "by": seat(&f.by), "taken": f.taken.as_deref().and_then(seat)}))
        .collect();
    let cats: Vec<Json> = game
        .cats
        .iter()
        .map(|c| {
            let start = c.trail.first().map_or(c.at, |l| l.from);
            let legs: Vec<Json> = c
                .trail
                .iter()
                .map(|l| leg(game, l))
                .collect();
            json!({"by": seat(&c.by), "start": place(start), "at": place(c.at), "done": c.done, "legs": legs})
        })
        .collect();
    json!({
        "fish": fish, "cats": cats, "specials": game.specials,
        "winner": game.winner.as_deref().and_then(seat),
    })
}

/// A move for the drawing: also the joins between the cells of a building that it fills. Out of a building
/// the line starts behind the opening.
fn leg(game: &DrawnGame, leg: &DrawnLeg) -> Json {
    let beside = |a: &Pos, b: &Pos| a.row.abs_diff(b.row) + a.col.abs_diff(b.col) == 1;
    let leads = |a: &Pos| {
        Dir::ALL
            .into_iter()
            .any(|d| game.board.beyond(*a, d) == Ok(leg.land))
    };
    let from = match leg.how {
        "leave" => game.board.whole(leg.from).into_iter().find(leads),
        _ => None,
    };
    let mut inside = Vec::new();
    for (i, a) in leg.to.iter().enumerate() {
        if matches!(game.board.cell(*a), Some(Cell::Building { .. })) {
            let joined = leg.to[i + 1..].iter().filter(|b| beside(a, b));
            inside.extend(joined.map(|b| json!([place(*a), place(*b)])));
        }
    }
    json!({
        "from": place(from.unwrap_or(leg.from)),
        "land": place(leg.land),
        "to": places(&leg.to),
        "how": leg.how,
        "inside": inside,
    })
}
