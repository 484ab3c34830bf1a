// A phone at the table: what its seat sees and may do, drawn with the printed cards.

import { h, show, announce, words } from "./lib/dom.js";
import { t, language } from "./lib/words.js";
import { Link, fragment } from "./lib/link.js";
import { Table } from "./lib/table.js";
import { bar, dress, ending, messages, seatList, waiting } from "./lib/frame.js";
import { clockFaces, keepTime, timerTitles } from "./lib/clock.js";
import { onReveal } from "./lib/secret.js";
import { ring } from "./lib/alerts.js";
import { pageOf } from "./games/index.js";

const link = new Link("seat");
const handed = fragment();
if (handed) link.hold(handed);
const table = new Table(link, draw);
let spoken = language();

table.gone = () => {
  link.leave();
  location.replace("/");
};

// Whoever is asked something new hears it.
table.news = (before, view) => {
  const asked = (v) => Boolean(v && !v.over && (v.waiting?.includes(v.you) || (v.can?.length && pageOf({ kit: table.kit, view: v }).active?.({ kit: table.kit, view: v }) === v.you)));
  if (!before || before.seq === view.seq) return;
  if (view.over && !before.over) ring("end", t("The game is over", "ゲーム終了"));
  else if (asked(view)) ring("turn", t("It is your turn", "あなたの番です"));
  else announce(pageOf(table).headline?.(table));
};

function lobby(view) {
  return h(
    "section",
    { class: "lobby", key: "lobby" },
    h("h2", {}, t("You are in, {}", "{}さん、参加しました", view.you)),
    h("p", {}, t("The host begins when everybody is here.", "全員そろったら、ホストが始めます。")),
    h("ul", { class: "names" }, view.lobby.map((name) => h("li", { key: name }, name))),
  );
}

function timers() {
  const faces = clockFaces(timerTitles(table.kit));
  return faces.length ? h("div", { class: "clocks", key: "clocks" }, faces) : null;
}

function draw() {
  const { view, kit } = table;
  if (spoken !== language()) {
    spoken = language();
    table.link.listenAnew();
  }
  dress(kit);
  document.title = [view?.you, kit.title?.[language()] ?? kit.title?.en, "kitpress"].filter(Boolean).join(" · ");
  show(document.getElementById("top"), bar(table, view?.you, draw), messages(table));
  const main = document.getElementById("main");
  if (!view) return show(main, h("p", { class: "loading" }, "…"));
  if (view.lobby) return show(main, lobby(view));
  const page = pageOf(table);
  show(
    main,
    h("p", { class: "headline", key: "headline" }, page.headline(table)),
    timers(),
    ending(view),
    table.answered ? null : waiting(view),
    h("div", { class: "game", key: "game" }, page.seat(table)),
    page.ownSeats ? null : h("section", { key: "all", class: "everybody" }, h("h2", {}, t("At the table", "みんな")), seatList(view, { facts: (name) => page.facts(table, name), active: page.active(table), word: page.activeWord?.() })),
    view.news?.length ? h("section", { class: "news", key: "news" }, h("h2", {}, t("What happened", "できごと")), h("ul", {}, view.news.map((line, i) => h("li", { key: i }, words(line))))) : null,
  );
  page.settle?.(table);
}

onReveal(draw);
keepTime(() => timerTitles(table.kit));
draw();
if (link.token) table.follow();
else table.gone();
