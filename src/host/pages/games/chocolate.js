// Cat & Chocolate on a phone: the accident read large, thumbs up or down in secret. Cliques are seen when END! is turned.

import { h, button } from "../lib/dom.js";
import { t } from "../lib/words.js";
import { icon } from "../lib/icons.js";
import { face, cardTitle } from "../lib/face.js";
import { secret } from "../lib/secret.js";
import { answered, otherMoves, sendBar, tap } from "./moves.js";

function event(table) {
  const { view } = table;
  const { event: name, need } = view.game;
  if (!name) return null;
  return h(
    "section",
    { class: "event", key: "event" },
    h("span", { class: "card large" }, face("event", name, { label: cardTitle("event", name) })),
    view.over || need === null || need === undefined ? null : h("p", { class: "need" }, t("Items to use: ", "使うアイテム："), h("strong", {}, String(need))),
  );
}

function vote(table) {
  const { view } = table;
  if (table.answered) return answered(table, (text) => (text === "up" ? t("Yes", "いいね") : t("No", "だめ")));
  const send = (text) => () => table.tell(text, view.seq);
  return h(
    "section",
    { class: "vote", key: "vote" },
    h("h2", {}, t("Does {} get out of it?", "{}は切り抜けた？", view.game.active)),
    h(
      "div",
      { class: "thumbs" },
      button([icon("up"), t("Yes", "いいね")], send("up"), { class: "thumb up", "data-vote": "up", disabled: table.busy }),
      button([icon("down"), t("No", "だめ")], send("down"), { class: "thumb down", "data-vote": "down", disabled: table.busy }),
    ),
    h("p", { class: "hint" }, t("Nobody sees what you vote, only how many.", "誰が何に投票したかは見えません。数だけ出ます。")),
  );
}

/** Items of the hand, as many as the event takes. */
function items(table) {
  const { view } = table;
  const { hand, need } = view.game;
  const pick = (table.pick.items ??= []);
  const toggle = (i) => () => {
    const at = pick.indexOf(i);
    if (at >= 0) pick.splice(at, 1);
    else if (pick.length < need) pick.push(i);
    table.draw();
  };
  return secret("hand", t("Your items", "あなたのアイテム"), () => [
    h("p", {}, t("Choose {} and talk your way out of it.", "{}個選んで、切り抜けよう。", need)),
    h("div", { class: "hand" }, hand.map((name, i) => button([face("item", name), pick.includes(i) ? h("span", { class: "order-mark" }, String(pick.indexOf(i) + 1)) : null], toggle(i), { key: `${name}-${i}`, class: pick.includes(i) ? "card picked" : "card", "data-card": name, "aria-pressed": String(pick.includes(i)) }))),
    pick.length === need ? sendBar(t("Use these", "これを使う"), () => table.move(`use ${pick.map((i) => hand[i]).join(", ")}`, view.seq), table.busy) : null,
  ]);
}

function hand(view) {
  if (!view.game.hand || view.over) return null;
  return secret("hand", t("Your items", "あなたのアイテム"), () => h("div", { class: "hand" }, view.game.hand.map((name, i) => h("span", { class: "card", key: `${name}-${i}` }, face("item", name)))));
}

function cliques(table) {
  const { cliques: sides, scores } = table.view.game;
  if (!sides) return null;
  const names = { council: t("Student Council", "生徒会派"), pet: t("Teacher's Pet", "校長派") };
  return h(
    "section",
    { class: "cliques", key: "cliques" },
    ["council", "pet"].map((side) =>
      h(
        "div",
        { class: `clique ${side}`, key: side },
        h("span", { class: "card" }, face("clique", side, { label: "" })),
        h("h2", {}, names[side], " ", String(scores?.[side] ?? "")),
        h("p", {}, Object.keys(sides).filter((n) => sides[n] === side).join(t(", ", "、"))),
      ),
    ),
  );
}

/** A phone. */
export function seat(table) {
  const { view } = table;
  const can = view.can ?? [];
  const has = (verb) => can.some((c) => c.startsWith(verb));
  const mine = view.game.active === view.you;
  const app = view.settings.cards === "app";
  const answer = mine && app && has("use") && view.game.event;
  return [
    event(table),
    cliques(table),
    mine && has("flip") ? tap(table, t("Turn up an event", "イベントをめくる"), "flip", { class: "primary", id: "flip" }) : null,
    table.part ? vote(table) : null,
    answer ? items(table) : hand(view),
    !mine && has("fail") ? tap(table, t("Counted to three: no answer", "3つ数えても答えなし"), "fail", { class: "quiet" }) : null,
    mine && view.game.event && !view.over ? h("p", { class: "hint", key: "talk" }, t("Tell how you get out of it. The others vote.", "どう切り抜けるか話そう。ほかの人が投票します。")) : null,
    mine && has("use") && !app ? otherMoves(table, { heading: t("Note the items used", "使ったアイテムを記録"), folded: true, only: (c) => c.text === "use" }) : null,
  ];
}

/** The wall. */
export function board(table) {
  const { view } = table;
  if (view.over) return [cliques(table)];
  return view.game.event ? [event(table)] : [h("section", { class: "event", key: "pile" }, h("span", { class: "event-pile", role: "img", "aria-label": t("The pile of events", "イベントの山札") }))];
}

/** What stands beside a name. */
export function facts(table, name) {
  const won = table.view.game.won[name] ?? 0;
  return [h("span", { class: "won", role: "img", "aria-label": t("{} events won", "勝ち取ったイベント{}", won) }, "■".repeat(won), won ? " " : "", t("events: {}", "イベント：{}枚", won))];
}

/** Where the game is. */
export function headline(table) {
  const { view } = table;
  const { active, event: name } = view.game;
  if (view.over) return t("END! The cliques are revealed", "END! 派閥の発表");
  if (!name) return t("{} turns up an event", "{}がイベントをめくる", active);
  return t("{} is in trouble", "{}がピンチ", active);
}

/** Whose turn it is. */
export const active = (table) => table.view.game.active;
