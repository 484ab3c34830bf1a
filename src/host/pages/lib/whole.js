// A move that players make together, entered by the host for all of them, one part after the other: for tables where
// somebody has no phone. What hangs on hidden cards is not offered.

import { h, button } from "./dom.js";
import { t } from "./words.js";
import { Walk, fromTable, plain, trail } from "./walk.js";

const called = (name) => (/[\s,"]/.test(name) ? `"${name}"` : name);

/** The parts as they were entered, as the move that they make. */
function filled(form, texts) {
  const part = (text, i) => {
    const { seat } = form.parts[i];
    const head = seat ? called(seat) : form.head === "turn" ? "random" : "";
    return `${head} ${text}`.trim();
  };
  return `${form.head} ${texts.map(part).join(", ")}`;
}

/** The panel: the part that is asked for now, then the whole move. */
export function wholeForm(table) {
  const { form, seq } = table.view;
  const pick = (table.pick.whole ??= { open: false, texts: [] });
  const again = () => {
    for (const key of Object.keys(table.pick)) if (key.startsWith("whole-")) delete table.pick[key];
    pick.texts = [];
    table.draw();
  };
  if (!pick.open) return button(t("Enter it for everybody", "全員分を入力する"), () => ((pick.open = true), table.draw()), { class: "quiet", id: "whole" });
  const at = pick.texts.length;
  if (at === form.parts.length) {
    const move = filled(form, pick.texts);
    return h("div", { key: "whole-done" }, h("p", {}, move), button(t("Do it", "決定"), () => table.move(move, seq), { class: "primary", id: "send", disabled: table.busy }), button(t("Begin again", "はじめから"), again, { class: "quiet" }));
  }
  const walk = new Walk(table, `whole-${at}`, fromTable(table, at));
  const done = () => ((pick.texts = [...pick.texts, walk.text]), table.draw());
  return h(
    "div",
    { key: `whole-${at}` },
    h("h3", {}, form.parts[at].seat ?? t("The card from the deck", "山札のカード")),
    trail(walk),
    walk.ready ? button(t("Next", "次へ"), done, { class: "primary", id: "part-done" }) : null,
    walk.choices.length || walk.state.choices === null ? plain(walk) : null,
    at > 0 ? button(t("Begin again", "はじめから"), again, { class: "quiet" }) : null,
  );
}
