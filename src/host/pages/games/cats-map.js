// The map of Cats: the two printed strips of tape, with what was drawn on it in two pens. Cells that can be tapped are buttons.

import { h, s } from "../lib/dom.js";
import { t } from "../lib/words.js";
import { faceIn } from "../lib/face.js";

const CELL = 9;
const EDGE = 8;

const letters = (column) => (column < 26 ? String.fromCharCode(97 + column) : `a${String.fromCharCode(97 + column - 26)}`);

/** A cell's name as row and column from 0. */
export function place(cell) {
  const [, word, number] = cell.match(/^([a-z]+)(\d+)$/);
  const column = [...word].reduce((n, c) => n * 26 + c.charCodeAt(0) - 96, 0) - 1;
  return { row: Number(number) - 1, column };
}

/** The name of a cell. */
export const cellName = (row, column) => `${letters(column)}${row + 1}`;

const centre = ({ row, column }) => [EDGE + CELL * (column + 0.5), CELL * (row + 0.5)];

function pens(view) {
  return Object.fromEntries(view.seats.map((seat, i) => [seat.name, i === 0 ? "first" : "second"]));
}

/** Lines run through the cells that have them, from neighbour to neighbour of the same pen. A cat never crosses its own
 *  line, so none closes a ring: cells that merely lie beside each other stay apart where that can be told. */
function lines(view, pen) {
  const drawn = view.game.lines;
  const out = [];
  const roots = new Map();
  const root = (cell) => (roots.has(cell) ? root(roots.get(cell)) : cell);
  for (const [cell, name] of Object.entries(drawn)) {
    const at = place(cell);
    const [x, y] = centre(at);
    for (const [dr, dc] of [[0, 1], [1, 0]]) {
      const next = { row: at.row + dr, column: at.column + dc };
      const beside = cellName(next.row, next.column);
      if (drawn[beside] !== name || root(beside) === root(cell)) continue;
      roots.set(root(beside), root(cell));
      const [x2, y2] = centre(next);
      out.push(s("line", { x1: x, y1: y, x2, y2, class: `pen ${pen[name]}`, key: `${cell}-${dr}` }));
    }
    out.push(s("circle", { cx: x, cy: y, r: 1.5, class: `dot ${pen[name]}`, key: `dot-${cell}` }));
  }
  return out;
}

function fishMark(cell, fish, pen) {
  const [x, y] = centre(place(cell));
  return s(
    "g",
    { class: `fish-mark ${pen[fish.by]} ${fish.taken ? "taken" : ""}`, transform: `translate(${x} ${y})`, key: `fish-${cell}` },
    s("path", { d: "M-3.4 0C-1.6-2.4 1.2-2.2 2.2 0 1.2 2.2-1.6 2.4-3.4 0ZM2 0L3.8-1.5V1.5Z" }),
    s("circle", { cx: -1.9, cy: -0.4, r: 0.4 }),
  );
}

function catMark(name, nth, cat, pen) {
  const [x, y] = centre(place(cat.at));
  return s(
    "g",
    { class: `cat-mark ${pen[name]} ${cat.done ? "done" : ""}`, transform: `translate(${x} ${y})`, key: `cat-${name}-${nth}` },
    s("path", { d: "M-3.3-1.2L-3.1-4.1-1.2-2.9C-.4-3.1.4-3.1 1.2-2.9L3.1-4.1 3.3-1.2C4 .9 2.3 3.3 0 3.3-2.3 3.3-4 .9-3.3-1.2Z" }),
    s("text", { x: 0, y: 1.7, "text-anchor": "middle" }, cat.fish ? `${nth + 1}★` : String(nth + 1)),
  );
}

/** The map. `lit`: cell → what a tap there does; `aim`: the cell that is chosen. */
export function map(table, { lit = null, aim = null } = {}) {
  const { view } = table;
  const rows = view.game.map.length;
  const columns = view.game.map[0].length;
  const [w, height] = [columns * CELL + 2 * EDGE, rows * CELL];
  const half = height / 2;
  const pen = pens(view);
  const box = { x: 0, y: half, width: w, height: half };
  const drawing = s(
    "svg",
    { viewBox: `0 0 ${w} ${height}`, class: "map-art", role: "img", "aria-label": t("The map", "マップ") },
    faceIn("tape", "first-near", { ...box, preserveAspectRatio: "none" }),
    s("g", { transform: `rotate(180 ${w / 2} ${half})` }, faceIn("tape", "first-far", { ...box, preserveAspectRatio: "none" })),
    s("g", {}, lines(view, pen)),
    Object.entries(view.game.fish).map(([cell, fish]) => fishMark(cell, fish, pen)),
    Object.entries(view.game.cats).flatMap(([name, cats]) => cats.map((cat, i) => catMark(name, i, cat, pen))),
    aim ? s("rect", { class: "aim", x: centre(place(aim))[0] - CELL / 2, y: centre(place(aim))[1] - CELL / 2, width: CELL, height: CELL, rx: 1.5 }) : null,
  );
  const taps = [...(lit ?? new Map())].map(([cell, { press, label, kind }]) => {
    const at = place(cell);
    return h("button", {
      type: "button",
      class: `cell ${kind ?? ""}`.trim(),
      key: `tap-${cell}`,
      "data-cell": cell,
      "aria-label": label,
      "aria-pressed": String(cell === aim),
      vars: { "--x": `${((EDGE + at.column * CELL) / w) * 100}%`, "--y": `${(at.row / rows) * 100}%`, "--w": `${(CELL / w) * 100}%`, "--h": `${100 / rows}%` },
      on: { click: press },
    });
  });
  return h("div", { class: "map-scroll", key: "map", tabindex: "0", role: "group", "aria-label": t("The map", "マップ") }, h("div", { class: "map", vars: { "--columns": columns, "--rows": rows } }, drawing, taps));
}
