// ICECOOL on a phone: fish taken, who caught whom, the cards that nobody else sees. On the wall: the school break as a whole.

import { h, button } from "../lib/dom.js";
import { t } from "../lib/words.js";
import { face } from "../lib/face.js";
import { secret } from "../lib/secret.js";
import { answered, lay, otherMoves, tap } from "./moves.js";

/** The printed colour of each seat. */
function colour(table, name) {
  const ids = Object.keys(table.kit.cards?.id ?? {});
  const at = table.view.seats.findIndex((seat) => seat.name === name);
  return (ids[at % Math.max(1, ids.length)] ?? "").replace(/^id-/, "");
}

function fishRow(table, name) {
  const taken = table.view.game.fish[name] ?? 0;
  const own = `fish-${colour(table, name)}`;
  return h(
    "span",
    { class: "fish-row", role: "img", "aria-label": t("{} of 3 fish", "魚 {} / 3", taken) },
    [0, 1, 2].map((i) => h("span", { class: i < taken ? "fish-got" : "fish-open", key: i }, face("fish", own, { label: "" }))),
  );
}

/** One player with all that lies before them. */
function player(table, name, actions) {
  const { view } = table;
  const { catcher, ids, cards, active } = view.game;
  const role = name === catcher ? t("Catcher", "キャッチャー") : t("Runner", "ランナー");
  const caught = ids[name] !== name;
  const held = Object.entries(ids).filter(([, holder]) => holder === name).map(([who]) => who);
  return h(
    "li",
    { class: `pupil ${name === active && !view.over ? "turn" : ""} ${name === catcher ? "catcher" : ""}`.trim(), key: name },
    h("span", { class: "card small" }, face("id", `id-${colour(table, name)}`, { label: "" })),
    h(
      "div",
      { class: "pupil-facts" },
      h("p", { class: "seat-name" }, name === active && !view.over ? "▶ " : "", name, " ", h("span", { class: "tag" }, role)),
      name === catcher ? h("p", { class: "dim" }, t("IDs held: {}", "持っているID：{}", held.join(t(", ", "、")))) : fishRow(table, name),
      caught ? h("p", { class: "caught" }, t("caught by {}", "{}に捕まった", ids[name])) : null,
      h("p", { class: "dim" }, t("fish cards: {}", "魚カード：{}枚", cards[name] ?? 0), view.scores[name] !== undefined ? ` · ${t("{} points", "{}点", view.scores[name])}` : ""),
    ),
    actions?.length ? h("div", { class: "pupil-moves" }, actions) : null,
  );
}

function movesOf(table, name) {
  const moves = table.view.moves ?? [];
  const own = (verb) => moves.filter((m) => m.startsWith(`${verb} `) && nameIn(m) === name);
  const fish = own("fish").map((m) => {
    const n = Number(m.match(/ (\d)$/)?.[1] ?? 1);
    return tap(table, n === 1 ? t("+1 fish", "魚 +1") : t("+{} fish", "魚 +{}", n), m, { "data-move": m });
  });
  const caught = own("catch").map((m) => tap(table, t("caught!", "捕まった！"), m, { "data-move": m }));
  return [...fish, ...caught];
}

const nameIn = (move) => move.replace(/^\w+ /, "").replace(/ \d$/, "").replace(/^"|"$/g, "");

function mine(table) {
  const moves = table.view.moves ?? [];
  const skate = moves.find((m) => m.startsWith("skate"));
  const next = moves.includes("next");
  return h(
    "div",
    { class: "own-moves", key: "own" },
    skate ? tap(table, t("Ice skates: flick again", "スケート：もう一度はじく"), skate) : null,
    next ? tap(table, t("My turn is over", "手番を終える"), "next", { class: "primary", id: "next" }) : null,
  );
}

function hand(table) {
  const { view } = table;
  const values = view.game.values?.[view.you];
  if (!values || view.over) return null;
  return secret("hand", t("Your fish cards", "あなたの魚カード"), () => [
    values.length ? h("div", { class: "hand" }, values.map((v, i) => h("span", { class: "card", key: i }, face("fish-card", `fish-${v}`, { label: String(v) })))) : h("p", {}, t("none yet", "まだありません")),
    h("p", {}, t("together: {}", "合計：{}", values.reduce((a, b) => a + b, 0))),
  ]);
}

/** The value of a real card that was drawn: tapped unseen by the others. */
function value(table) {
  if (table.answered) return answered(table);
  return secret("turn", t("Which fish card did you draw?", "引いた魚カードは？"), () =>
    h(
      "div",
      { class: "hand" },
      (table.part.options ?? ["1", "2", "3"]).map((v) => button(face("fish-card", `fish-${v}`, { label: v }), () => lay(table, v), { key: v, class: "card", "data-card": v })),
    ),
  );
}

/** A phone. */
export function seat(table) {
  const { view } = table;
  const can = (view.moves ?? []).length > 0;
  return [
    table.part ? value(table) : null,
    h("ul", { class: "pupils", key: "pupils" }, view.seats.map((seat) => player(table, seat.name, can ? movesOf(table, seat.name) : null))),
    can ? mine(table) : otherMoves(table),
    hand(table),
  ];
}

/** The wall. */
export function board(table) {
  const { view } = table;
  return [h("ul", { class: "pupils wall", key: "pupils" }, view.seats.map((seat) => player(table, seat.name)))];
}

/** What stands beside a name. */
export function facts(table, name) {
  const { fish, cards, catcher } = table.view.game;
  return [name === catcher ? h("span", { class: "tag" }, t("Catcher", "キャッチャー")) : h("span", { class: "dim" }, t("fish {}/3", "魚 {}/3", fish[name] ?? 0)), h("span", { class: "dim" }, t("cards {}", "カード{}", cards[name] ?? 0))];
}

/** Where the game is. */
export function headline(table) {
  const { view } = table;
  if (view.over) return t("The game is over", "ゲーム終了");
  const { round, rounds, active } = view.game;
  return t("Round {} of {}: {} flicks", "ラウンド {} / {}：{}がはじく", round, rounds, active);
}

/** Whose turn it is. */
export const active = (table) => table.view.game.active;

/** The list of players is drawn with the game. */
export const ownSeats = true;
