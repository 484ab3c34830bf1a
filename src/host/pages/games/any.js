// Any kit with a `[table]`: hand, role, piles, what lies open, scores. It knows no card; the kit says what there is.

import { h, button } from "../lib/dom.js";
import { t, title } from "../lib/words.js";
import { face, cardTitle } from "../lib/face.js";
import { secret } from "../lib/secret.js";
import { anyPart, offers, otherMoves, tap } from "./moves.js";

/** The component that a card of a hand or a pile belongs to. */
function componentOf(table, card) {
  const decks = Object.values(table.kit.table?.decks ?? {}).flatMap((d) => d.components);
  const all = [...new Set([...decks, ...Object.keys(table.kit.cards ?? {})])];
  return all.find((c) => table.kit.cards?.[c]?.[card] !== undefined);
}

function card(table, name, more = {}) {
  const component = componentOf(table, name);
  const label = component ? cardTitle(component, name) : name;
  return component ? face(component, name, { label, ...more }) : h("span", { class: "wordy" }, label);
}

function role(table) {
  const { view, kit } = table;
  const own = view.game.role;
  if (!kit.table?.roles || view.over) return null;
  return secret("role", t("Your role", "あなたの役職"), () => (own ? h("div", { class: "hand" }, h("span", { class: "card large" }, face(kit.table.roles, own))) : h("p", {}, t("Nobody knows it yet, not even you.", "まだ誰も知りません。あなたも。"))));
}

const quoted = (name) => (/[\s,"]/.test(name) ? `"${name}"` : name);

/** The hand; a tapped card says what can be done with it. */
function hand(table) {
  const { view } = table;
  const { hand: cards } = view.game;
  if (!cards?.length) return null;
  const pick = (table.pick.held ??= { at: null });
  const name = cards[pick.at];
  const can = (verb) => (view.can ?? []).some((c) => c.startsWith(`${verb} `));
  const act = (verb, label) => (can(verb) ? tap(table, label, `${verb} ${quoted(view.you)} ${quoted(name)}`, { "data-verb": verb }) : null);
  return secret("hand", t("Your hand ({})", "手札（{}枚）", cards.length), () => [
    h("div", { class: "hand" }, cards.map((c, i) => button(card(table, c), () => ((pick.at = pick.at === i ? null : i), table.draw()), { key: `${c}-${i}`, class: pick.at === i ? "card picked" : "card", "data-card": c, "aria-pressed": String(pick.at === i) }))),
    name !== undefined && !view.over ? h("div", { class: "choices", key: "acts" }, act("play", t("Play it", "出す")), act("discard", t("Discard it", "捨てる"))) : null,
  ]);
}

function pile(table, id, deck) {
  const { view, kit } = table;
  const known = kit.table?.decks?.[id];
  const component = known?.components[0];
  const some = Object.keys(kit.cards?.[component] ?? {})[0];
  const top = deck.discards[deck.discards.length - 1];
  const name = title(known?.title, id);
  const seated = view.seats.some((seat) => seat.name === view.you);
  const draws = seated && !view.over && (view.can ?? []).some((c) => c.startsWith("draw "));
  return h(
    "div",
    { class: "pile", key: id },
    h("h3", {}, name),
    h(
      "div",
      { class: "pile-cards" },
      h("span", { class: deck.left ? "card stack" : "card empty" }, some && deck.left ? face(component, some, { side: "back", label: t("{} cards face down", "裏向きが{}枚", deck.left) }) : null, h("span", { class: "count" }, String(deck.left))),
      top ? h("span", { class: "card" }, card(table, top)) : null,
    ),
    draws && deck.left ? tap(table, t("Draw one", "1枚引く"), `draw ${quoted(view.you)} 1 ${quoted(id)}`) : null,
  );
}

const piles = (table) => Object.entries(table.view.game.decks ?? {}).map(([id, deck]) => pile(table, id, deck));

function openCards(table, large) {
  const { middle = [], open = {}, shown = {} } = table.view.game;
  const rowOf = (label, cards, key) => (cards.length ? h("section", { class: "open-row", key }, h("h3", {}, label), h("div", { class: large ? "hand big" : "hand" }, cards.map((c, i) => h("span", { class: "card", key: `${c}-${i}` }, card(table, c))))) : null);
  return [
    rowOf(t("In the middle", "中央"), middle, "middle"),
    Object.entries(open).map(([name, cards]) => rowOf(t("{}: on the table", "{}の前", name), cards, `open-${name}`)),
    Object.entries(shown).map(([name, cards]) => rowOf(t("{}: hand shown", "{}の手札（公開）", name), cards, `shown-${name}`)),
  ];
}

function scores(table) {
  const { columns } = table.view.game;
  if (!columns || !Object.keys(columns).length) return null;
  const ids = Object.keys(columns);
  return h(
    "div",
    { class: "score-scroll", key: "scores", tabindex: "0", role: "group", "aria-label": t("Scores", "得点") },
    h(
      "table",
      { class: "scores" },
      h("thead", {}, h("tr", {}, h("th", { scope: "col" }, t("Player", "プレイヤー")), ids.map((id) => h("th", { scope: "col", key: id }, title(table.kit.table?.scores?.[id], id))), ids.length > 1 ? h("th", { scope: "col" }, t("Sum", "合計")) : null)),
      h("tbody", {}, table.view.seats.map(({ name }) => h("tr", { key: name }, h("th", { scope: "row" }, name), ids.map((id) => h("td", { key: id }, String(columns[id][name] ?? 0))), ids.length > 1 ? h("td", {}, String(table.view.scores[name] ?? "")) : null))),
    ),
  );
}

/** A phone. */
export function seat(table) {
  const { view } = table;
  const mine = view.game.active === view.you && !view.over;
  return [
    anyPart(table),
    role(table),
    hand(table),
    h("section", { class: "piles", key: "piles" }, piles(table)),
    openCards(table),
    mine && offers(table, "next") ? tap(table, t("My turn is over", "手番を終える"), "next", { class: "primary", id: "next" }) : null,
    otherMoves(table, { folded: true, heading: t("Other moves", "ほかの手") }),
    scores(table),
  ];
}

/** The wall. */
export const board = (table) => [h("section", { class: "piles wall", key: "piles" }, piles(table)), openCards(table, true), scores(table)];

/** What stands beside a name. */
export function facts(table, name) {
  const { hands, out } = table.view.game;
  const known = table.view.seats.find((seat) => seat.name === name)?.role;
  const roles = table.kit.table?.roles;
  return [
    hands?.[name] ? h("span", { class: "dim" }, hands[name] === 1 ? t("1 card", "1枚") : t("{} cards", "{}枚", hands[name])) : null,
    known && (name !== table.view.you || table.view.over) ? h("span", { class: "tag" }, roles ? cardTitle(roles, known) : known) : null,
    out?.includes(name) ? h("span", { class: "tag" }, t("out", "脱落")) : null,
  ];
}

/** Where the game is. */
export function headline(table) {
  const { view } = table;
  if (view.over) return t("The game is over", "ゲーム終了");
  const { round, rounds, active } = view.game;
  const where = round === undefined ? "" : rounds ? t("Round {} of {}: ", "ラウンド {} / {}：", round, rounds) : t("Round {}: ", "ラウンド {}：", round);
  return active ? where + t("{}'s turn", "{}の手番", active) : where + (view.need ?? "");
}

/** Whose turn it is. */
export const active = (table) => table.view.game?.active ?? null;
