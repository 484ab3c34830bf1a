// BIRTH or BURST on a phone: fourteen cards, the command, a mission that only its owner sees. On the wall: the pipe with the egg.

import { h, s, button } from "../lib/dom.js";
import { t, signed } from "../lib/words.js";
import { face, faceIn } from "../lib/face.js";
import { Walk, fromTable } from "../lib/walk.js";
import { secret } from "../lib/secret.js";
import { answered, anyPart, lay, otherMoves, sendBar } from "./moves.js";

const ALL = [-7, -6, -5, -4, -3, -2, -1, 1, 2, 3, 4, 5, 6, 7];
const plainNumber = (n) => (n > 0 ? `+${n}` : String(n));

/** Each seat plays with one of the printed sets, in their order; two sets of cards have them twice. */
function colour(table, name) {
  const cards = Object.keys(table.kit.cards?.action ?? {});
  const colours = [...new Set(cards.map((c) => c.replace(/[+-]\d+$/, "")))];
  const at = table.view.seats.findIndex((seat) => seat.name === name);
  return colours[at % Math.max(1, colours.length)] ?? "";
}

const COMMANDS = {
  plus: () => t("a plus card", "プラスのカード"),
  minus: () => t("a minus card", "マイナスのカード"),
  odd: () => t("an odd number", "奇数"),
  even: () => t("an even number", "偶数"),
  "at-most-3": () => t("3 or less, whatever the sign", "3以下（符号は自由）"),
  "at-least-5": () => t("5 or more, whatever the sign", "5以上（符号は自由）"),
  "3-to-5": () => t("3 to 5, whatever the sign", "3〜5（符号は自由）"),
  "towards-zero": () => t("towards zero", "0に近づけるカード"),
  free: () => t("any card", "どのカードでもよい"),
};

function commandOf(view, name) {
  const { command, leader } = view.game;
  if (Array.isArray(command)) {
    const at = view.seats.findIndex((seat) => seat.name === leader);
    const own = view.seats.findIndex((seat) => seat.name === name);
    return command[(own - at + view.seats.length) % view.seats.length] ?? null;
  }
  return leader === name ? command : null;
}

function cards(table, walk, pick) {
  const { view } = table;
  const set = colour(table, view.you);
  const held = new Map(walk.choices.map((c) => [c.text, c]));
  return h(
    "div",
    { class: "hand fourteen", role: "group", "aria-label": t("Your cards", "あなたのカード") },
    ALL.map((n) => {
      const text = plainNumber(n);
      const bad = disobeys(held.get(text));
      const label = [signed(n), bad ? t("disobeys the command", "命令に反する") : "", held.has(text) ? "" : t("spent", "使用済み")].filter(Boolean).join(t(", ", "、"));
      const picture = face("action", `${set}${text}`, { label });
      if (!held.has(text)) return h("span", { class: "card spent", key: text }, picture);
      return button([picture, bad ? h("span", { class: "warn-mark", "aria-hidden": "true" }, "!") : null], () => ((pick.text = pick.text === text ? null : text), table.draw()), {
        key: text,
        class: pick.text === text ? "card picked" : "card",
        "data-card": text,
        "aria-pressed": String(pick.text === text),
      });
    }),
  );
}

// The referee says it in the label of the card.
const disobeys = (choice) => Boolean(choice) && choice.label !== choice.text;

function play(table) {
  const { view } = table;
  if (table.answered) return answered(table, (text) => signed(Number(text)));
  const pick = (table.pick.card ??= { text: null });
  const walk = new Walk(table, "play", fromTable(table, view.form.parts.indexOf(table.part)));
  const command = commandOf(view, view.you);
  const bad = disobeys(walk.choices.find((c) => c.text === pick.text));
  return secret("turn", t("Lay one card", "1枚出す"), () => [
    command ? h("p", { class: "order" }, t("You lead. The command: {}", "あなたがリーダー。命令：{}", COMMANDS[command]?.() ?? command)) : null,
    cards(table, walk, pick),
    bad ? h("p", { class: "message refused" }, t("That disobeys the command: the egg would burst.", "命令に反するので、タマゴが爆発します。")) : null,
    pick.text ? sendBar(t("Lay {} face down", "{}を伏せて出す", signed(Number(pick.text))), () => lay(table, pick.text), table.busy) : null,
  ]);
}

function mission(table) {
  const own = table.view.game.missions?.[table.view.you];
  if (!own || table.view.over) return null;
  return secret("mission", t("Your mission", "あなたのミッション"), () =>
    h("div", { class: "mission" }, h("span", { class: "card" }, face("mission", own, { label: missionName(own) })), h("p", {}, t("3 points if the egg hatches in this range: {}", "タマゴがこの範囲でかえれば3点：{}", range(table, own)))),
  );
}

const missionName = (mission) => ({ low: t("low", "低温"), middle: t("middle", "中温"), high: t("high", "高温") })[mission] ?? mission;

function range(table, name) {
  const spans = String(table.view.settings.missions ?? "").split(",");
  const span = spans[["low", "middle", "high"].indexOf(name)]?.split("..").map(Number);
  return span?.length === 2 ? t("{} to {}", "{}〜{}", signed(span[0]), signed(span[1])) : name;
}

/** The track as a scale: small enough for a phone. */
function scale(table) {
  const { egg, range: [low, high] } = table.view.game;
  const traps = String(table.view.settings.traps ?? "").split(",").filter(Boolean).map(Number);
  const squares = [];
  for (let n = low - 1; n <= high + 1; n += 1) {
    const burst = n < low || n > high || traps.includes(n);
    const warm = n === 0 ? "mild" : n < 0 ? "cold" : "hot";
    const far = Math.abs(n) > 4 ? " far" : "";
    squares.push(h("li", { class: `${burst ? "burst" : warm}${far}${n === egg ? " egg" : ""}`, key: n, "aria-current": n === egg ? "true" : null }, h("span", {}, burst ? "✸" : signed(n)), n === egg ? h("span", { class: "egg-mark" }, h("span", { class: "hidden" }, t("egg", "タマゴ"))) : null));
  }
  return h("ol", { class: "scale", key: "scale", "aria-label": t("Temperature: the egg is at {}", "温度：タマゴは{}", signed(egg)) }, squares);
}

function commandCard(table) {
  const { command, leader, void: empty } = table.view.game;
  const list = (Array.isArray(command) ? command : [command]).filter(Boolean);
  const none = Array.isArray(empty) ? empty.every(Boolean) : empty;
  return h(
    "section",
    { class: "command", key: "command" },
    list.map((c) => h("span", { class: "card", key: c }, face("command", c, { label: COMMANDS[c]?.() ?? c }))),
    h("p", {}, h("strong", {}, t("Leader: {}", "リーダー：{}", leader)), " ", list.length ? list.map((c) => COMMANDS[c]?.() ?? c).join(" / ") : none ? t("The command is void.", "命令は無効。") : t("No command.", "命令なし。")),
  );
}

function lastTurn(view) {
  const { last } = view.game;
  if (!last) return null;
  const why = { range: t("the egg left the range", "範囲の外に出た"), command: t("the leader disobeyed", "リーダーが命令に反した"), quota: t("not enough penguins", "ペンギンが足りない"), trap: t("a trap", "わな") };
  return h(
    "p",
    { class: last.burst ? "last burst" : "last", key: "last" },
    t("Sum {}: {} → {}.", "合計{}：{} → {}。", signed(last.sum), signed(last.from), signed(last.to)),
    last.burst ? ` ${t("BURST! {}. A life lost: {}", "爆発！ {}。ライフを失った人：{}", why[last.burst.why] ?? "", last.burst.losers.join(t(", ", "、")))}` : null,
  );
}

/** A phone. */
export function seat(table) {
  const { view } = table;
  const due = view.form?.head === "play";
  return [scale(table), commandCard(table), lastTurn(view), due && table.part ? play(table) : (anyPart(table) ?? otherMoves(table)), mission(table)];
}

// The squares of the printed field in millimetres: three rows of seven, the outer two run backwards.
const FIELD = { w: 356, h: 258 };
function place(n) {
  const row = n > 3 ? 0 : n < -3 ? 2 : 1;
  const column = row === 0 ? 10 - n : row === 1 ? n + 3 : -4 - n;
  return { x: 41 + 44 * column, y: 13 + 84 * row };
}

/** The wall: the printed field, and the egg on it. */
export function board(table) {
  const { view } = table;
  const { egg, range: [low, high] } = view.game;
  const traps = String(view.settings.traps ?? "").split(",").filter(Boolean).map(Number);
  const bursts = [low - 1, high + 1, ...traps].filter((n) => Math.abs(n) <= 10);
  const at = place(Math.max(-10, Math.min(10, egg)));
  return [
    s(
      "svg",
      { class: "lab", viewBox: `0 0 ${FIELD.w} ${FIELD.h}`, key: "lab", role: "img", "aria-label": t("Temperature: the egg is at {}", "温度：タマゴは{}", signed(egg)) },
      faceIn("field", "field", { x: 0, y: 0, width: FIELD.w, height: FIELD.h }),
      bursts.map((n) => faceIn("burst", "burst", { x: place(n).x + 0.5, y: place(n).y, width: 43, height: 67 })),
      s("rect", { x: at.x - 1, y: at.y - 1, width: 46, height: 70, rx: 5, class: "egg-ring", key: "ring" }),
      faceIn("egg", "egg", { x: at.x + 8.5, y: at.y + 24, width: 27, height: 42 }, view.over && view.result?.winners.length ? "back" : "front"),
    ),
    h("div", { class: "under", key: "under" }, commandCard(table), lastTurn(view)),
  ];
}

/** What stands beside a name. */
export function facts(table, name) {
  const { lives, penguins, spent, missions } = table.view.game;
  const hearts = lives[name];
  return [
    hearts !== undefined ? h("span", { class: "hearts", role: "img", "aria-label": t("{} lives", "ライフ{}", hearts) }, "♥".repeat(hearts) || "–") : null,
    h("span", { class: "dim" }, t("penguins {}", "ペンギン{}", penguins[name] ?? 0)),
    spent[name]?.length ? h("span", { class: "dim spent-list" }, spent[name].map(signed).join(" ")) : null,
    table.view.over && missions?.[name] ? h("span", { class: "tag" }, missionName(missions[name])) : null,
  ];
}

/** Where the game is. */
export function headline(table) {
  const { view } = table;
  const { turn, run, lives } = view.game;
  if (view.over) return t("The game is over", "ゲーム終了");
  const shared = lives.shared === undefined ? "" : t(", {} lives for all", "、全員のライフ{}", lives.shared);
  return t("Turn {} of {}, run {}{}", "{} / {} ターン、{}回目の挑戦{}", turn, view.settings.turns ?? 10, run, shared);
}

/** The leader is marked; everybody plays. */
export const activeWord = () => t("leader", "リーダー");
export const active = (table) => (table.view.over ? null : table.view.game.leader);
