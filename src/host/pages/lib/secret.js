// What only its owner may see lies covered until it is asked for: a tap shows it until the next one, and it covers itself
// again when the page is left or after a while. People look over shoulders.

import { button, h } from "./dom.js";
import { t } from "./words.js";

const WHILE = 60000;
let shown = false;
let timer = 0;
let changed = () => {};

/** Whether the secrets of this phone lie open. */
export const open = () => shown;

/** Covers or shows all secrets of this phone. */
export function reveal(now) {
  shown = now;
  clearTimeout(timer);
  if (now) timer = setTimeout(() => reveal(false), WHILE);
  changed();
}

/** Calls `then` whenever secrets are covered or shown. */
export function onReveal(then) {
  changed = then;
  document.addEventListener("visibilitychange", () => document.visibilityState === "hidden" && shown && reveal(false));
}

/** A covered place: `draw()` is called only while it lies open, so nothing secret is in the page otherwise. */
export function secret(what, label, draw) {
  return h(
    "section",
    { class: shown ? "secret open" : "secret", key: `secret-${what}`, "aria-label": label },
    h(
      "div",
      { class: "secret-head" },
      h("h2", {}, label),
      button(shown ? t("Cover", "かくす") : t("Show", "見る"), () => reveal(!shown), { id: `reveal-${what}`, class: "quiet", "aria-pressed": String(shown) }),
    ),
    shown
      ? h("div", { class: "secret-body" }, draw())
      : button(
          [h("span", { class: "cover-art", "aria-hidden": "true" }), h("span", {}, t("Tap to look. Nobody is behind you?", "タップで表示。うしろに誰もいない？"))],
          () => reveal(true),
          { class: "cover", key: "cover", tabindex: "-1", "aria-hidden": "true" },
        ),
  );
}
