// The field of CATCH and RUN, laid with the printed floor cards: holes are their backs, penguins stand on it.

import { h } from "../lib/dom.js";
import { t, row } from "../lib/words.js";
import { face, cardTitle } from "../lib/face.js";

const letter = (column) => String.fromCharCode(97 + column);

/** The printed penguin of each player: the first educator wears the tie, the first baby the star. */
export function penguins(view, kit) {
  const cards = Object.keys(kit.cards?.penguin ?? {});
  const out = {};
  const used = new Set();
  for (const [name, piece] of Object.entries(view.game.pieces)) {
    const fits = cards.find((c) => !used.has(c) && c.startsWith(piece.role)) ?? cards.find((c) => !used.has(c));
    if (fits) used.add(fits);
    out[name] = fits;
  }
  return out;
}

/** What people call a floor card. */
export function floorName(card) {
  const [number, color, shape] = card.split("-");
  const colors = { red: t("red", "赤"), blue: t("blue", "青"), yellow: t("yellow", "黄"), green: t("green", "緑") };
  const shapes = { circle: t("circle", "丸"), triangle: t("triangle", "三角") };
  return t("{} {} {}", "{}・{}・{}", number, colors[color] ?? color, shapes[shape] ?? shape);
}

function piece(name, card, data, you) {
  return h(
    "span",
    { class: ["piece-on", data.role, data.stuck ? "stuck" : "", name === you ? "mine" : ""].join(" ").trim(), key: `piece-${name}` },
    card ? face("penguin", card, { label: "" }) : null,
    h("span", { class: "piece-name" }, name.slice(0, 8)),
  );
}

/** The field. `lit`: square → what a tap there does. */
export function field(table, { lit = null, aim = null } = {}) {
  const { view, kit } = table;
  const { field: rows, pieces, last } = view.game;
  const cards = penguins(view, kit);
  const at = (square) => Object.entries(pieces).filter(([, p]) => p.at === square);
  const columns = Math.max(...rows.map((r) => r.length));
  const fresh = new Set([...(last?.flipped ?? []), ...(last?.destroyed ?? [])]);
  const mended = new Set(last?.repaired ?? []);
  const cells = rows.flatMap((cards_, r) =>
    cards_.map((cell, c) => {
      const square = `${letter(c)}${r + 1}`;
      if (!cell) return h("span", { class: "floor none", key: square });
      const here = at(square);
      const who = here.map(([n, p]) => (p.stuck ? t("{} (stuck)", "{}（動けない）", n) : n));
      const what = cell.up ? floorName(cell.card) : t("hole", "穴");
      const label = `${square}: ${what}${who.length ? `, ${row(who)}` : ""}`;
      const marks = [cell.up ? "up" : "down", fresh.has(square) && !cell.up ? "fresh" : "", mended.has(square) ? "mended" : "", square === aim ? "aim" : ""].join(" ").trim();
      const inside = [
        face("floor", cell.card, { side: cell.up ? "front" : "back", label: "" }),
        h("span", { class: "pieces" }, here.map(([n, p]) => piece(n, cards[n], p, view.you))),
      ];
      const press = lit?.get(square);
      if (press) return h("button", { type: "button", class: `floor lit ${marks}`, key: square, "data-square": square, "aria-label": label, on: { click: press } }, inside);
      return h("span", { class: `floor ${marks}`, key: square, role: "img", "aria-label": label }, inside);
    }),
  );
  const edge = (text, place) => h("span", { class: `edge ${place}`, key: `edge-${place}-${text}`, "aria-hidden": "true" }, text);
  const top = Array.from({ length: columns }, (_, c) => edge(letter(c), "top"));
  const lines = rows.flatMap((_, r) => [edge(String(r + 1), "left"), ...cells.slice(r * columns, (r + 1) * columns)]);
  return h("div", { class: lit ? "field choosing" : "field", key: "field", vars: { "--columns": columns, "--rows": rows.length }, "aria-label": t("The field", "フィールド"), role: "group" }, edge("", "corner"), top, lines);
}

/** What people call an arm card. */
export function armName(card) {
  const [value, special] = card.split("+");
  const values = { red: t("red", "赤"), blue: t("blue", "青"), yellow: t("yellow", "黄"), green: t("green", "緑"), circle: t("circle", "丸"), triangle: t("triangle", "三角") };
  const specials = { jump: "JUMP", "2x": t("2X SPEED", "2倍スピード"), carpenter: t("CARPENTER", "大工") };
  return [values[value] ?? value, special ? (specials[special] ?? special) : ""].join(" ").trim() || cardTitle("arm", card);
}
