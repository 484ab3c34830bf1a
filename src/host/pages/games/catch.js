// CATCH and RUN on a phone: an arrow, arm cards, and what specials need, tapped on the field. On the wall: the rink.

import { h, button } from "../lib/dom.js";
import { t, row } from "../lib/words.js";
import { face } from "../lib/face.js";
import { Walk, trail, plain } from "../lib/walk.js";
import { secret } from "../lib/secret.js";
import { answered, lay, otherMoves, partSource, sendBar } from "./moves.js";
import { armName, field } from "./catch-field.js";

const ARROWS = { "up-left": "↖", up: "↑", "up-right": "↗", left: "←", right: "→", "down-left": "↙", down: "↓", "down-right": "↘" };
const GRID = ["up-left", "up", "up-right", "left", null, "right", "down-left", "down", "down-right"];
const SQUARE = /^[a-z]{1,2}\d+$/;
const isArm = (text) => /^([1-4]|red|blue|yellow|green|circle|triangle)(\+|$)/.test(text);

function direction(word) {
  const ja = { up: "上", down: "下", left: "左", right: "右", "up-left": "左上", "up-right": "右上", "down-left": "左下", "down-right": "右下" };
  return t(word, ja[word] ?? word);
}

/** What people call a piece of an answer. */
function label(piece) {
  const { text } = piece;
  if (ARROWS[text]) return `${ARROWS[text]} ${direction(text)}`;
  if (text.startsWith("then ")) return t("then {}", "それから{}", direction(text.slice(5)));
  if (text.startsWith("repair ")) return t("repair {}", "{}を修理", text.slice(7));
  const words = {
    "-": t("out", "退場中"),
    unused: t("do not use it", "使わない"),
    nothing: t("do not use it", "使わない"),
    destroy: t("destroy my own card", "自分の床をこわす"),
    "jump-first": t("jump first", "ジャンプが先"),
    "step-first": t("step first", "一歩が先"),
    repair: t("repair a hole", "穴を修理する"),
    then: t("turn", "曲がる"),
  };
  return words[text] ?? (isArm(text) ? armName(text) : piece.label);
}

/** The answer as it is shown to its owner. */
const told = (text) => row(text.split(" ").map((word) => label({ text: word, label: word })));

function pad(walk, choices) {
  const by = new Map(choices.map((c) => [c.text.replace("then ", ""), c]));
  const diagonal = choices.some((c) => c.text.includes("-"));
  return h(
    "div",
    { class: diagonal ? "pad eight" : "pad", role: "group", "aria-label": t("Direction", "方向") },
    GRID.map((way) => {
      const choice = way && by.get(way);
      if (!way || (!diagonal && way.includes("-"))) return h("span", { key: `gap-${way}` });
      if (!choice) return h("span", { class: "pad-off", key: way, "aria-hidden": "true" }, ARROWS[way]);
      return button(ARROWS[way], () => walk.take(choice), { key: way, class: "pad-key", "data-way": way, "aria-label": direction(way) });
    }),
  );
}

function armCards(walk, choices, view) {
  const hand = view.game.hand;
  const left = [...choices];
  // The hand as it is held: two copies are two cards.
  const shown = hand ? hand.map((name) => left.find((c) => c.text === name)).filter(Boolean) : left;
  return h(
    "div",
    { class: hand ? "hand" : "hand many", role: "group", "aria-label": t("Arm cards", "アームカード") },
    shown.map((c, i) => button(face("arm", c.text, { label: armName(c.text) }), () => walk.take(c), { key: `${c.text}-${i}`, class: "card", "data-card": c.text })),
  );
}

function chosen(walk) {
  const cards = walk.path.filter((p) => isArm(p.text));
  const way = walk.path.find((p) => ARROWS[p.text])?.text;
  if (!way && !cards.length) return null;
  return h("div", { class: "chosen", "aria-hidden": "true" }, way ? h("span", { class: "chosen-way" }, ARROWS[way]) : null, cards.map((c, i) => h("span", { class: "card picked", key: `${c.text}${i}` }, face("arm", c.text, { label: "" }))));
}

function question(walk) {
  const { choices } = walk;
  const first = choices[0]?.text ?? "";
  if (choices.some((c) => SQUARE.test(c.text) || c.text.startsWith("repair "))) return t("Which hole? Tap it.", "どの穴を？ タップしてください。");
  if (walk.path.length === 0) return t("Where do you run?", "どこへ走る？");
  if (first.startsWith("then") || ARROWS[first]) return t("Blocked: turn where?", "ふさがれたら、どちらへ？");
  if (isArm(first)) return t("Which arm card?", "どのアームカード？");
  return t("How is the special used?", "特殊効果をどう使う？");
}

function pieces(table, walk) {
  const { choices } = walk;
  if (walk.state.choices === null) return h("p", { class: "loading" }, "…");
  const squares = choices.filter((c) => SQUARE.test(c.text) || /^repair [a-z]/.test(c.text));
  const ways = choices.filter((c) => ARROWS[c.text.replace("then ", "")]);
  const arms = choices.filter((c) => isArm(c.text));
  const rest = choices.filter((c) => ![...squares, ...ways, ...arms].includes(c));
  const lit = new Map(squares.map((c) => [c.text.replace("repair ", ""), () => walk.take(c)]));
  return [
    ways.length ? pad(walk, ways) : null,
    arms.length ? armCards(walk, arms, table.view) : null,
    rest.length ? plain(walk, label, rest) : null,
    lit.size ? field(table, { lit }) : null,
  ];
}

function turn(table) {
  if (table.answered) return answered(table, told);
  const walk = new Walk(table, "turn", partSource(table, ["then", "repair"]));
  return secret("turn", t("Your run and arm cards", "あなたの走りとアームカード"), () => [
    chosen(walk),
    trail(walk, label),
    walk.ready && !walk.choices.length ? sendBar(t("Lay it face down", "伏せて出す"), () => lay(table, walk.text), table.busy) : [h("h3", {}, question(walk)), pieces(table, walk)],
  ]);
}

/** Squares to start or to come back on. */
function squares(table) {
  const { view } = table;
  const moves = new Map((view.moves ?? []).filter((m) => /^(place|restart) /.test(m)).map((m) => [m.split(" ").pop(), m]));
  if (!moves.size) return otherMoves(table);
  const pick = (table.pick.square ??= { at: null });
  const choose = (at) => () => ((pick.at = at), table.draw());
  return h(
    "section",
    { key: "place" },
    h("h2", {}, pick.at ? t("Start on {}?", "{}に置く？", pick.at) : t("Tap where your penguin starts", "ペンギンを置くマスをタップ")),
    field(table, { lit: new Map([...moves.keys()].map((at) => [at, choose(at)])), aim: pick.at }),
    pick.at ? sendBar(t("Put my penguin there", "ここに置く"), () => table.move(moves.get(pick.at), view.seq), table.busy) : null,
  );
}

const asksForPlace = (view) => !view.form && !view.over && /^(place|restart)/.test(view.game.need ?? "");

/** A phone. */
export function seat(table) {
  const { view } = table;
  const mine = table.part ? turn(table) : asksForPlace(view) && view.can?.length ? squares(table) : otherMoves(table);
  const board = !asksForPlace(view) || !view.can?.length ? h("details", { class: "peek", key: "peek", open: true }, h("summary", {}, t("The field", "フィールド")), field(table)) : null;
  return [mine, view.game.hand && !table.part && !view.over ? handPeek(view) : null, board];
}

function handPeek(view) {
  return secret("hand", t("Your arm cards", "あなたのアームカード"), () => h("div", { class: "hand" }, view.game.hand.map((c, i) => h("span", { class: "card", key: `${c}${i}` }, face("arm", c, { label: armName(c) })))));
}

/** The wall. */
export function board(table) {
  const { view } = table;
  const shown = view.game.history[view.game.history.length - 1] ?? [];
  return [
    field(table),
    h("div", { class: "under", key: "under" }, track(view), shown.length ? h("div", { class: "last-cards", "aria-label": t("Arm cards of the last turn", "前のターンのアームカード") }, shown.map((c, i) => h("span", { class: "card", key: `${c}${i}` }, face("arm", c, { label: armName(c) })))) : null),
  ];
}

function track(view) {
  const { turn, catches } = view.game;
  return h(
    "div",
    { class: "tracks" },
    h("p", { class: "track-label" }, t("Turn {} of 8", "{} / 8 ターン", Math.min(turn, 8))),
    h("ol", { class: "track", "aria-hidden": "true" }, [1, 2, 3, 4, 5, 6, 7, 8].map((n) => h("li", { class: n < turn ? "past" : n === turn ? "now" : "" }, String(n)))),
    h("p", { class: "catches" }, t("Catches: {}", "捕まえた数：{}", catches)),
  );
}

/** What stands beside a name. */
export function facts(table, name) {
  const piece = table.view.game.pieces[name];
  const roles = { educator: t("educator", "教育ペンギン"), baby: t("baby", "子ペンギン"), penguin: t("penguin", "ペンギン") };
  return [h("span", { class: `tag ${piece.role}` }, roles[piece.role]), piece.stuck ? h("span", { class: "tag" }, t("stuck", "動けない")) : null, piece.at ? h("span", { class: "dim" }, piece.at) : null];
}

/** Where the game is. */
export function headline(table) {
  const { view } = table;
  if (view.over) return t("The game is over", "ゲーム終了");
  if (asksForPlace(view)) {
    const name = view.game.need.split(" ")[1]?.replace(/"/g, "");
    return view.game.need.startsWith("restart") ? t("{} was caught and comes back", "{}は捕まった。好きな床から再開", name) : t("{} chooses where to start", "{}がスタートを選びます", name);
  }
  return t("Turn {}: everybody chooses in secret", "{}ターン目：全員こっそり選ぶ", view.game.turn);
}

/** Whose turn it is: in this game everybody's. */
export const active = () => null;
