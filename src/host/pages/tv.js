// The screen on the wall: the board in printed faces, whose turn it is, scores, clocks, the seal, and the way in. Only what
// everybody may see.

import { h, show, button, words } from "./lib/dom.js";
import { t, language, title } from "./lib/words.js";
import { Link, fragment } from "./lib/link.js";
import { Table } from "./lib/table.js";
import { dress, ending, languageSwitch, messages, seatList, soundSwitch, waiting } from "./lib/frame.js";
import { clockFaces, keepTime, onClock, timerTitles } from "./lib/clock.js";
import { canSpeak, narrate, ring, setVoice, voiceOn } from "./lib/alerts.js";
import { moments, script } from "./lib/narrator.js";
import { pageOf } from "./games/index.js";

const link = new Link("tv");
const handed = fragment();
if (handed) link.know(handed);
const table = new Table(link, draw);
let spoken = language();
let following = false;
let typed = "";

table.gone = () => {
  following = false;
  table.view = null;
  link.know("");
  draw();
};

table.news = (before, view) => {
  if (!before || (before.seq === view.seq && Boolean(before.lobby) === Boolean(view.lobby))) return;
  if (view.over && !before.over) ring("end");
  else ring("tick");
  const own = script(table.kit, view, moments(before, view));
  if (own.length) return narrate(own);
  narrate(view.news?.length ? view.news : view.lobby ? [] : [pageOf(table).headline(table)]);
};

onClock((moment, id) => table.view && narrate(script(table.kit, table.view, [moment], id)));

/** Switched on before the first move, the beginning is still to be said. */
function switchVoice(on) {
  setVoice(on);
  if (on) narrate(script(table.kit, table.view, moments(null, table.view)));
  draw();
}

function askCode() {
  const go = (event) => {
    event.preventDefault();
    link.know(typed.trim());
    begin();
  };
  return h(
    "form",
    { class: "join-card", on: { submit: go } },
    h("h1", {}, t("The screen on the wall", "みんなの画面")),
    h("div", { class: "field" }, h("label", { for: "code" }, t("Code of the table", "テーブルのコード")), h("input", { id: "code", autocomplete: "off", spellcheck: "false", required: true, on: { input: (e) => (typed = e.target.value) } })),
    h("button", { type: "submit", class: "primary" }, t("Show the table", "テーブルを表示")),
  );
}

function voiceSwitch() {
  if (!canSpeak()) return null;
  const on = voiceOn();
  return button(on ? t("Narration: on", "読み上げ：オン") : t("Narration: off", "読み上げ：オフ"), () => switchVoice(!on), { class: "quiet small", id: "voice", "aria-pressed": String(on) });
}

/** How people get in. */
function door(view, large) {
  return h(
    "section",
    { class: large ? "door large" : "door", key: "door" },
    h("img", { class: "qr", picture: link.address("/api/qr.svg"), alt: t("QR code of the address", "アドレスのQRコード"), key: "qr" }),
    h("div", {}, h("p", { class: "dim" }, t("Scan, or open", "読み取るか、開く")), h("p", { class: "address" }, "http://", h("wbr"), location.host), h("p", {}, t("Code ", "コード "), h("strong", { class: "code" }, link.code))),
  );
}

function sealed(view) {
  if (!view.seal) return null;
  return h("p", { class: "seal", key: "seal" }, t("Seal ", "封印 "), h("code", {}, view.seal.slice(0, 16).replace(/(.{4})(?=.)/g, "$1 ")));
}

function timers() {
  return clockFaces(timerTitles(table.kit));
}

function side(view, page) {
  return h(
    "aside",
    { class: "side", key: "side", "aria-label": t("The table", "テーブル") },
    h("div", { class: "clocks", key: "clocks" }, timers()),
    ending(view),
    waiting(view),
    seatList(view, { facts: (name) => page.facts(table, name), active: page.active(table), word: page.activeWord?.() }),
    view.news?.length ? h("section", { class: "news", key: "news", "aria-label": t("What happened", "できごと") }, h("ul", {}, view.news.slice(-4).reverse().map((line, i) => h("li", { key: i }, words(line))))) : null,
    door(view, false),
    sealed(view),
  );
}

function draw() {
  const { view, kit } = table;
  const [top, main] = [document.getElementById("top"), document.getElementById("main")];
  if (!following) {
    show(top);
    return show(main, askCode());
  }
  if (spoken !== language()) {
    spoken = language();
    table.link.listenAnew();
  }
  dress(kit);
  document.title = title(kit.title, "kitpress");
  if (!view) return show(main, h("p", { class: "loading" }, "…"));
  const page = view.lobby ? null : pageOf(table);
  const tools = h("div", { class: "bar-tools" }, voiceSwitch(), soundSwitch(draw), languageSwitch(draw));
  show(top, h("header", { class: "bar", key: "bar" }, h("h1", {}, title(kit.title, "kitpress")), h("p", { class: "headline" }, page ? page.headline(table) : t("Everybody sits down", "みんな、席へどうぞ")), tools), messages(table));
  if (view.lobby) {
    return show(main, h("section", { class: "lobby wall", key: "lobby" }, door(view, true), h("ul", { class: "names" }, view.lobby.map((name) => h("li", { key: name }, name)))));
  }
  show(main, h("div", { class: page.wide ? "stage wide" : "stage", key: "stage" }, h("section", { class: "board", key: "board", "aria-label": t("The board", "ボード") }, page.board(table)), side(view, page)));
  fit();
}

/** All of it has to be on one screen: where it is too much, it is drawn smaller. */
function fit() {
  for (const part of document.querySelectorAll(".board, .side")) {
    for (let scale = 10; scale > 3; scale--) {
      part.style.setProperty("--fit", String(scale / 10));
      if (part.scrollHeight <= part.clientHeight + 1) break;
    }
  }
}

async function begin() {
  following = true;
  draw();
  const { ok } = await link.get("/api/view");
  if (!ok) return table.gone();
  table.follow();
}

keepTime(() => timerTitles(table.kit));
window.addEventListener("resize", draw);
if (link.code) begin();
else draw();
