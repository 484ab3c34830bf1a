// A text that grows by taps: what fits behind it is offered, one piece after the other, and nothing else can be tapped.
// The pieces come from a list of whole texts where there is one, else from the table. How they look is the game's.

import { h, button } from "./dom.js";
import { t } from "./words.js";

const join = (soFar, piece) => (!soFar || !piece || piece.startsWith(",") ? soFar + piece : `${soFar} ${piece}`);
const words = (text) => text.match(/"[^"]*"|,?\s?[^\s,"]+/g)?.map((w) => w.trim()) ?? [];

/** Pieces out of a list of whole texts; behind `glued` words the next one belongs to the same piece. */
export function fromTexts(texts, glued = []) {
  const ways = texts.map((text) => {
    const pieces = [];
    for (const word of words(text)) {
      const last = pieces[pieces.length - 1];
      if (last && glued.includes(last.split(" ").pop())) pieces[pieces.length - 1] = join(last, word);
      else pieces.push(word);
    }
    return pieces;
  });
  return (path) => {
    const out = new Map();
    for (const way of ways) {
      if (!path.every((p, i) => way[i] === p.text) || way.length <= path.length) continue;
      const text = way[path.length];
      const known = out.get(text) ?? { text, label: text, ends: false, more: false };
      if (way.length === path.length + 1) known.ends = true;
      else known.more = true;
      out.set(text, known);
    }
    return [...out.values()];
  };
}

/** Pieces as the table offers them, for a part of the form or a whole move. */
export function fromTable(table, part) {
  return async (path) => {
    const query = new URLSearchParams({ text: whole(path) });
    if (part !== undefined) query.set("part", part);
    const { ok, body } = await table.link.get(`/api/choices?${query}`);
    return ok ? body.choices : [];
  };
}

/** The text of a path. */
export const whole = (path) => path.reduce((text, piece) => join(text, piece.text), "");

/** A walk that is under way; it is forgotten when the table goes on. */
export class Walk {
  constructor(table, key, source) {
    const known = table.pick[key];
    this.table = table;
    this.state = known ?? { path: [], choices: null };
    this.source = source;
    if (!known) {
      table.pick[key] = this.state;
      this.load();
    }
  }

  get path() {
    return this.state.path;
  }

  get choices() {
    return this.state.choices ?? [];
  }

  get text() {
    return whole(this.path);
  }

  get last() {
    return this.path[this.path.length - 1];
  }

  /** Whether the text may be sent as it is. */
  get ready() {
    return this.path.length > 0 && Boolean(this.last.ends);
  }

  load() {
    const { state, table } = this;
    if (state.path.length && !this.last.more) {
      state.choices = [];
      return;
    }
    const found = this.source(state.path);
    if (Array.isArray(found)) {
      state.choices = found;
      return;
    }
    state.choices = null;
    const asked = state.path.length;
    found.then((choices) => {
      if (table.pick && state.path.length === asked) state.choices = choices;
      table.draw();
    });
  }

  /** Goes on with a piece. */
  take(piece) {
    this.step([...this.path, piece]);
  }

  /** Takes pieces back until so many are left. */
  back(to = this.path.length - 1) {
    this.step(this.path.slice(0, to));
  }

  // Drawn afterwards: a step may be taken while the page is being drawn, where only one way leads on.
  step(path) {
    this.state.path = path;
    this.load();
    queueMicrotask(() => this.table.draw());
  }
}

/** The pieces that were chosen, to be tapped again where another is wanted. */
export function trail(walk, label = (piece) => piece.label) {
  if (!walk.path.length) return null;
  return h(
    "div",
    { class: "trail", key: "trail" },
    h("p", {}, walk.path.map((piece, i) => [i ? " · " : "", h("span", { class: "piece" }, label(piece))])),
    button(t("Back", "戻る"), () => walk.back(), { class: "quiet small", key: "back" }),
  );
}

/** Pieces as plain buttons. */
export function plain(walk, label = (piece) => piece.label, choices = walk.choices) {
  if (walk.state.choices === null) return h("p", { class: "loading" }, "…");
  return h(
    "div",
    { class: "choices" },
    choices.map((c) =>
      c.alone ? h("p", { class: "hint", key: `alone-${c.text}` }, c.label) : button(label(c), () => walk.take(c), { key: c.text, class: "pick", "data-text": c.text }),
    ),
  );
}
