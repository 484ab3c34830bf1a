// Cats on a phone: the map to tap, legal cells lit. On the wall: the whole map.

import { h, button } from "../lib/dom.js";
import { t } from "../lib/words.js";
import { icon } from "../lib/icons.js";
import { Walk, fromTable } from "../lib/walk.js";
import { otherMoves, sendBar } from "./moves.js";
import { cellName, map, place } from "./cats-map.js";

const drawing = (view) => view.game.legal.some((m) => /^(fish|cat) /.test(m));

/** Fish and cats are drawn: one cell is tapped, then confirmed. */
function draw(table) {
  const { view } = table;
  const pick = (table.pick.cell ??= { at: null });
  const cells = new Map(view.game.legal.map((m) => [m.split(" ").pop(), m]));
  const fish = view.game.legal[0].startsWith("fish");
  const lit = new Map([...cells.keys()].map((cell) => [cell, { press: () => ((pick.at = cell), table.draw()), label: fish ? t("draw a fish on {}", "{}に魚を描く", cell) : t("draw a cat on {}", "{}に猫を描く", cell) }]));
  return [
    h("h2", { key: "ask" }, fish ? t("Tap a cell for your fish", "魚を描くマスをタップ") : t("Tap a cell for your cat", "猫を描くマスをタップ")),
    map(table, { lit, aim: pick.at }),
    pick.at ? sendBar(fish ? t("Draw a fish on {}", "{}に魚を描く", pick.at) : t("Draw a cat on {}", "{}に猫を描く", pick.at), () => table.move(cells.get(pick.at), view.seq), table.busy) : null,
  ];
}

const cellOf = (choice) => (choice.at ? cellName(choice.at[0], choice.at[1]) : null);

/** A cat goes: the cat, then one of its cells; where two ways end in one cell, the way. */
function go(table) {
  const { view } = table;
  const walk = new Walk(table, "go", fromTable(table));
  if (walk.state.choices === null) return [h("p", { class: "loading", key: "loading" }, "…"), map(table)];
  const pick = (table.pick.goal ??= { at: null });
  const cat = walk.path[0];
  if (!cat && walk.choices.length === 1) walk.take(walk.choices[0]);
  const byCell = new Map();
  for (const c of walk.ready ? [walk.last] : walk.choices) {
    const cell = cellOf(c);
    if (cell) byCell.set(cell, [...(byCell.get(cell) ?? []), c]);
  }
  const lit = new Map([...byCell].map(([cell, ways]) => [cell, { press: () => tapped(cell, ways), label: ways.map((c) => c.label).join(" / "), kind: cat ? "goal" : "start" }]));
  function tapped(cell, ways) {
    if (!cat) return chosen(ways[0]);
    if (walk.ready) walk.back();
    pick.at = cell;
    if (ways.length === 1) walk.take(ways[0]);
    else table.draw();
  }
  function chosen(one) {
    table.pick.settled = false;
    walk.take(one);
  }
  const several = !walk.ready && pick.at ? (byCell.get(pick.at) ?? []) : [];
  const ask = !cat ? t("Tap one of your cats", "動かす猫をタップ") : walk.ready ? walk.last.label : t("Tap where it goes", "行き先をタップ");
  return [
    h("h2", { key: "ask" }, ask),
    map(table, { lit, aim: walk.ready ? cellOf(walk.last) : cat ? cellOf(cat) : null }),
    several.length > 1 ? h("div", { class: "choices", key: "ways" }, several.map((c) => button(c.label, () => walk.take(c), { key: c.text, class: "pick" }))) : null,
    cat ? null : h("div", { class: "choices", key: "cats" }, walk.choices.map((c) => button(c.label, () => chosen(c), { key: c.text, class: "pick" }))),
    walk.ready ? sendBar(t("Draw the line", "線を引く"), () => table.move(walk.text, view.seq), table.busy) : null,
    cat ? button(walk.ready ? t("Another cell", "別のマス") : t("Another cat", "別の猫"), () => ((pick.at = null), walk.back()), { class: "quiet", key: "other" }) : null,
    !walk.ready && cat ? h("details", { class: "peek", key: "list" }, h("summary", {}, t("All ways as a list", "行き方の一覧")), h("div", { class: "choices" }, walk.choices.map((c) => button(c.label, () => ((pick.at = cellOf(c)), walk.take(c)), { key: c.text, class: "pick" })))) : null,
  ];
}

/** A phone. */
export function seat(table) {
  const { view } = table;
  const mine = view.game.turn === view.you && !view.over && view.can?.length;
  if (!mine) return [map(table), otherMoves(table)];
  return drawing(view) ? draw(table) : go(table);
}

/** The wall. */
export const board = (table) => [map(table)];

/** What stands beside a name. */
export function facts(table, name) {
  const { specials, cats } = table.view.game;
  const at = table.view.seats.findIndex((seat) => seat.name === name);
  const cat = (c, i) => {
    const state = c.done ? t("home", "帰宅") : c.fish ? t("has a fish", "魚あり") : c.at;
    return h("span", { class: "dim", key: i }, t("cat {}: {}", "猫{}：{}", i + 1, state));
  };
  return [
    h("span", { class: `pen-mark ${at === 0 ? "first" : "second"}`, role: "img", "aria-label": at === 0 ? t("solid line", "実線") : t("dashed line", "破線") }),
    h("span", { class: "paws", role: "img", "aria-label": t("{} special moves left", "特殊移動 残り{}", specials[name]) }, specials[name] ? Array.from({ length: specials[name] }, () => icon("paw", true)) : "–"),
    cats[name].map(cat),
  ];
}

/** Where the game is. */
export function headline(table) {
  const { view } = table;
  if (view.over) return t("The game is over", "ゲーム終了");
  const name = view.game.turn;
  if (!drawing(view)) return t("{} moves a cat", "{}が猫を動かします", name);
  return view.game.legal[0].startsWith("fish") ? t("{} draws a fish", "{}が魚を描きます", name) : t("{} draws a cat", "{}が猫を描きます", name);
}

/** Whose turn it is. */
export const active = (table) => table.view.game.turn;

/** The map is long: on the wall it takes the whole width. */
export const wide = true;

/** A phone shows a part of the map: the one with the cat that moves, once a turn; then it is the thumb's. */
export function settle(table) {
  const { view, pick } = table;
  const awake = (view.game.cats[view.you] ?? []).find((c) => !c.done);
  const at = pick.go?.path[0]?.at?.[1] ?? (awake && place(awake.at).column);
  const scroll = document.querySelector(".map-scroll");
  if (pick.settled || at === undefined || !scroll) return;
  pick.settled = true;
  const columns = view.game.map[0].length;
  scroll.scrollLeft = ((at + 0.5) / columns) * scroll.scrollWidth - scroll.clientWidth / 2;
}
