// Runs in the page of a player of Cats: what is tapped next. Straight to the nearest fish on the far side, and home.
const send = document.querySelector("#send:not([disabled])");
if (send) return send;
const cells = [...document.querySelectorAll(".cell")].filter((c) => c.getAttribute("aria-pressed") !== "true");
if (!cells.length) return null;
const place = (name) => {
  const [, word, row] = name.match(/^([a-z]+)(\d+)$/);
  return [Number(row) - 1, [...word].reduce((n, c) => n * 26 + c.charCodeAt(0) - 96, 0) - 1];
};
const spot = (mark) => {
  const [x, y] = mark.getAttribute("transform").match(/[\d.]+/g).map(Number);
  return [Math.round(y / 9 - 0.5), Math.round((x - 8) / 9 - 0.5)];
};
const rows = Number(document.querySelector(".map").style.getPropertyValue("--rows"));
const mine = [...document.querySelectorAll(".pen-mark")][[...document.querySelectorAll(".seats li")].findIndex((li) => li.classList.contains("you"))];
const pen = mine.classList.contains("second") ? "second" : "first";
const cats = [...document.querySelectorAll(`.cat-mark.${pen}`)];
if (!cells[0].matches(".goal, .start")) return cells[Math.floor(cells.length / 2)];
window.homes ??= new Map();
cats.forEach((cat, i) => window.homes.has(i) || window.homes.set(i, spot(cat)[0]));
const start = cells.find((c) => c.matches(".start"));
if (start) return start;
// Which cat was chosen stands in the frame around it.
const aim = document.querySelector(".map .aim");
const at = [Math.round((Number(aim.getAttribute("y")) + 4.5) / 9 - 0.5), Math.round((Number(aim.getAttribute("x")) + 4.5 - 8) / 9 - 0.5)];
const nth = cats.findIndex((cat) => String(spot(cat)) === String(at));
const home = window.homes.get(nth);
const fed = cats[nth].textContent.includes("★");
const far = home === 0 ? rows - 1 : 0;
const fish = [...document.querySelectorAll(".fish-mark:not(.taken)")].map(spot).filter(([row]) => row === far);
const goals = fed ? [[home, null]] : fish;
const away = ([r, c]) => Math.min(...goals.map(([row, column]) => Math.abs(r - row) * 1.1 + (column === null ? 0 : Math.abs(c - column))));
return cells.sort((a, b) => away(place(a.dataset.cell)) - away(place(b.dataset.cell)))[0];
