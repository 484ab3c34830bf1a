// What every game has: the answer that lies face down, moves that are one tap, and the walk through all the others.

import { h, button } from "../lib/dom.js";
import { t, row } from "../lib/words.js";
import { Walk, fromTable, fromTexts, plain, trail } from "../lib/walk.js";
import { open, reveal, secret } from "../lib/secret.js";

/** Sends a whole answer and covers what was chosen. */
export function lay(table, text) {
  const { seq } = table.view;
  reveal(false);
  return table.tell(text, seq);
}

/** The button that sends; it stays at the lower edge of the screen. */
export function sendBar(label, press, disabled) {
  return h("div", { class: "send", key: "send" }, button(label, press, { class: "primary", id: "send", disabled }));
}

/** The answer is in: who is waited for, and the way back. */
export function answered(table, words) {
  const { view } = table;
  const others = view.waiting.filter((n) => n !== view.you).map((n) => (n === "(host)" ? t("the host", "ホスト") : n));
  return h(
    "section",
    { class: "laid", key: "laid" },
    h("div", { class: "laid-card", "aria-hidden": "true" }),
    h("h2", {}, t("Your answer is in", "答えを受け取りました")),
    others.length ? h("p", {}, t("Waiting for {}", "{}を待っています", row(others))) : null,
    open() && table.answer ? h("p", { class: "own-answer" }, words ? words(table.answer) : table.answer) : null,
    button(t("Change my answer", "答えを変える"), () => table.takeBack(view.seq), { id: "change", class: "quiet" }),
  );
}

/** Where the pieces of this seat's part come from. */
export function partSource(table, glued) {
  const at = table.view.form.parts.indexOf(table.part);
  return table.part.options ? fromTexts(table.part.options, glued) : fromTable(table, at);
}

/** One move, one tap. */
export function tap(table, label, move, attributes) {
  const { seq } = table.view;
  return button(label, () => table.move(move, seq), { class: "pick", key: move, disabled: table.busy, ...attributes });
}

/** A seat's part of a form that no game's own page draws. */
export function anyPart(table) {
  const { part } = table;
  if (!part) return null;
  if (table.answered) return answered(table);
  // A number that the host asks for is typed; anything else is tapped.
  if (table.view.form.head === "score") return numberPart(table);
  const walk = new Walk(table, "part", partSource(table));
  const draw = () => [trail(walk), walk.ready && !walk.choices.length ? sendBar(t("Send", "送る"), () => lay(table, walk.text), table.busy) : plain(walk)];
  return secret("part", part.ask, draw);
}

function numberPart(table) {
  const pick = (table.pick.number ??= { text: "" });
  const press = (digit) => () => {
    if (digit === "±") pick.text = pick.text.startsWith("-") ? pick.text.slice(1) : `-${pick.text}`;
    else if (digit === "⌫") pick.text = pick.text.slice(0, -1);
    else if (pick.text.replace("-", "").length < 6) pick.text += digit;
    table.draw();
  };
  const keys = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "±", "0", "⌫"];
  const names = { "±": t("plus or minus", "プラス・マイナス"), "⌫": t("delete", "消す") };
  const ready = /^-?\d+$/.test(pick.text);
  return h(
    "section",
    { class: "number", key: "number", "aria-label": table.part.ask },
    h("h2", {}, table.part.ask),
    h("output", { class: "typed", "aria-live": "polite" }, pick.text || "–"),
    h("div", { class: "keypad" }, keys.map((k) => button(k, press(k), { key: k, class: "pick", "aria-label": names[k] }))),
    sendBar(t("Send", "送る"), () => lay(table, pick.text), !ready || table.busy),
  );
}

/** Whether a move that is one word can be made now. */
export function offers(table, word) {
  const { view } = table;
  if (view.over || !view.can?.length) return false;
  return new Walk(table, "first", fromTable(table)).choices.some((c) => c.text === word && c.ends);
}

/** Whatever else this device may do now, piece by piece. */
export function otherMoves(table, { heading = t("Moves", "できること"), only = () => true, folded = false } = {}) {
  const { view } = table;
  if (view.over || !view.can?.length) return null;
  const walk = new Walk(table, "move", fromTable(table));
  const first = walk.path.length === 0;
  const choices = walk.choices.filter((c) => !first || only(c));
  if (first && walk.state.choices && choices.length === 0) return null;
  const body = [
    trail(walk),
    walk.ready ? sendBar(t("Do it", "決定"), () => table.move(walk.text, view.seq), table.busy) : null,
    choices.length || walk.state.choices === null ? plain(walk, undefined, choices) : null,
  ];
  if (!folded) return h("section", { class: "moves", key: "moves" }, h("h2", {}, heading), body);
  return h("details", { class: "moves", key: "moves", open: walk.path.length > 0 }, h("summary", {}, heading), body);
}
