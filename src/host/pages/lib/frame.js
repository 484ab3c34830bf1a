// What all pages have around the game: the bar with the title, connection, notices, who is waited for, the switches.

import { h, button, words } from "./dom.js";
import { t, title, row, language, speak } from "./words.js";
import { icon } from "./icons.js";
import { soundOn, setSound } from "./alerts.js";

/** The colours of the kit, as far as it says. */
export function dress(kit) {
  const root = document.documentElement;
  const accent = /^#[0-9a-f]{6}$/i.test(kit?.accent ?? "") ? kit.accent : null;
  if (!accent || root.dataset.accent === accent) return;
  root.dataset.accent = accent;
  const [r, g, b] = [1, 3, 5].map((at) => parseInt(accent.slice(at, at + 2), 16));
  // Text on the accent is white: as dark as it must be for that. On dark ground it is as light as that needs.
  let deep = [r, g, b];
  while (contrast(deep, [255, 255, 255]) < 5) deep = deep.map((c) => c * 0.94);
  let light = [r, g, b];
  while (contrast(light, [30, 34, 48]) < 5.5) light = light.map((c) => c + (255 - c) * 0.08);
  const hex = (c) => `rgb(${c.map(Math.round).join(" ")})`;
  root.style.setProperty("--deep", hex(deep));
  root.style.setProperty("--light", hex(light));
  document.querySelector('meta[name="theme-color"]')?.setAttribute("content", hex(deep));
}

const linear = (c) => (c / 255 <= 0.04045 ? c / 255 / 12.92 : ((c / 255 + 0.055) / 1.055) ** 2.4);
const luminance = ([r, g, b]) => 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);
const contrast = (a, b) => {
  const [high, low] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (high + 0.05) / (low + 0.05);
};

/** The switch of the language, each in its own words. */
export function languageSwitch(draw) {
  const other = language() === "ja" ? "en" : "ja";
  return button(other === "ja" ? "日本語" : "English", () => (speak(other), draw()), { class: "quiet small", lang: other, id: "language" });
}

/** The switch of tones. */
export function soundSwitch(draw) {
  const on = soundOn();
  return button(icon(on ? "sound" : "silent"), () => (setSound(!on), draw()), { class: "quiet small", id: "sound", "aria-pressed": String(on), "aria-label": t("Sound", "音"), title: t("Sound", "音") });
}

/** The bar at the top. */
export function bar(table, who, draw, ...more) {
  return h(
    "header",
    { class: "bar", key: "bar" },
    h("div", { class: "bar-title" }, h("h1", {}, title(table.kit.title, "kitpress")), who ? h("p", { class: "who" }, who) : null),
    h("div", { class: "bar-tools" }, more, soundSwitch(draw), languageSwitch(draw)),
  );
}

/** The connection, a refusal and the table's notice, where there are any. */
export function messages(table) {
  const { problem, online, view } = table;
  return h(
    "div",
    { class: "messages", key: "messages" },
    online ? null : h("p", { class: "message lost", role: "status", key: "lost" }, t("Connection lost. Trying again …", "接続が切れました。つなぎ直しています…")),
    view?.notice ? h("p", { class: "message notice", role: "status", key: "notice" }, words(view.notice)) : null,
    problem
      ? h("div", { class: "message refused", role: "alert", key: "refused" }, h("p", {}, words(problem.text)), problem.hint ? h("p", { class: "hint" }, words(problem.hint)) : null, button(t("OK", "OK"), () => table.settle(), { class: "quiet small" }))
      : null,
  );
}

/** Who is waited for. */
export function waiting(view) {
  const names = view.waiting.map((n) => (n === "(host)" ? t("the host", "ホスト") : n));
  if (!names.length || view.over) return null;
  return h(
    "section",
    { class: "waiting", key: "waiting", "aria-label": t("Waiting for", "待っている人") },
    h("span", { class: "waiting-label" }, t("Waiting for", "待っている人")),
    h("ul", {}, names.map((n) => h("li", { key: n }, n))),
  );
}

/** How it ended. */
export function ending(view) {
  if (!view.over || !view.result) return null;
  const { winners, reason } = view.result;
  const head = winners.length === 0 ? t("Nobody wins", "勝者なし") : winners.length === 1 ? t("{} wins!", "{}の勝ち！", winners[0]) : t("{} win!", "{}の勝ち！", row(winners));
  return h("section", { class: "ending", key: "ending" }, h("h2", {}, head), reason ? h("p", {}, words(reason)) : null);
}

/** Everybody at the table, with facts of the game. */
export function seatList(view, { facts = () => null, active = null, word = t("to move", "手番"), free = null } = {}) {
  const best = view.scores && Object.keys(view.scores).length > 0;
  return h(
    "ul",
    { class: "seats", key: "seats" },
    view.seats.map((seat) => {
      const turn = active === seat.name && !view.over;
      const late = view.waiting.includes(seat.name);
      return h(
        "li",
        { key: seat.name, class: [turn ? "turn" : "", late ? "late" : "", view.you === seat.name ? "you" : ""].join(" ").trim() },
        h("span", { class: "seat-name" }, turn ? h("span", { class: "arrow", "aria-hidden": "true" }, "▶ ") : null, seat.name, turn ? h("span", { class: "hidden" }, t(" ({})", "（{}）", word)) : null),
        h("span", { class: "seat-facts" }, facts(seat.name)),
        late ? h("span", { class: "tag wait" }, t("choosing", "選択中")) : view.form?.parts.some((p) => p.seat === seat.name) ? h("span", { class: "tag done" }, t("ready", "済み")) : null,
        best && view.scores[seat.name] !== undefined ? h("span", { class: "score" }, String(view.scores[seat.name])) : null,
        free?.(seat.name),
      );
    }),
  );
}
