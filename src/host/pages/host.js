// Control from a tablet: begin, every legal move, undo, seats, scores, clocks. It sees what everybody sees, no more.

import { h, show, button } from "./lib/dom.js";
import { t, language, title } from "./lib/words.js";
import { Link, fragment } from "./lib/link.js";
import { Table } from "./lib/table.js";
import { bar, dress, ending, messages, seatList, waiting } from "./lib/frame.js";
import { clockFaces, clockState, keepTime, plainTitle, timerTitles } from "./lib/clock.js";
import { Walk, fromTable, plain, trail } from "./lib/walk.js";
import { wholeForm } from "./lib/whole.js";
import { pageOf } from "./games/index.js";

const link = new Link("host");
const handed = fragment();
if (handed) link.hold(handed);
const table = new Table(link, draw);
let spoken = language();
let typed = "";
let freeing = null;

table.gone = () => {
  link.leave();
  table.view = null;
  draw();
};

function locked() {
  const go = (event) => {
    event.preventDefault();
    link.hold(typed.trim().replace(/^.*#/, ""));
    table.follow();
  };
  return h(
    "form",
    { class: "join-card", on: { submit: go } },
    h("h1", {}, t("Control of the table", "テーブルの操作")),
    h("p", {}, t("Open the host's link that the terminal shows, or paste it here.", "ターミナルに出ているホスト用リンクを開くか、ここに貼り付けてください。")),
    h("div", { class: "field" }, h("label", { for: "key" }, t("The host's link", "ホスト用リンク")), h("input", { id: "key", type: "password", autocomplete: "off", required: true, on: { input: (e) => (typed = e.target.value) } })),
    h("button", { type: "submit", class: "primary" }, t("Open", "開く")),
  );
}

function lobby(view) {
  return h(
    "section",
    { class: "panel", key: "lobby" },
    h("h2", {}, t("{} at the table", "参加者 {}人", view.lobby.length)),
    h("ul", { class: "names" }, view.lobby.map((name) => h("li", { key: name }, name, freeButton(name)))),
    button(t("Begin", "始める"), () => table.send("POST", "/api/begin", {}), { class: "primary", id: "begin", disabled: table.busy || !view.lobby.length }),
  );
}

/** Freeing a seat throws its phone out: it is asked twice. */
function freeButton(name) {
  const sure = freeing === name;
  const press = () => {
    if (sure) table.send("POST", "/api/free", { seat: name });
    freeing = sure ? null : name;
    draw();
  };
  return button(sure ? t("Really free it?", "本当に空ける？") : t("Free the seat", "席を空ける"), press, { class: sure ? "danger small" : "quiet small", key: `free-${name}`, "aria-label": t("Free the seat of {}", "{}の席を空ける", name) });
}

/** Every legal move, piece by piece; what hangs on hidden cards, its owner chooses. */
function moves(view) {
  if (view.over) return null;
  const form = view.form;
  const part = form?.parts.findIndex((p) => p.seat === null && view.waiting.includes("(host)")) ?? -1;
  if (part >= 0) return hostPart(view, part);
  const walk = new Walk(table, "move", fromTable(table));
  return h(
    "section",
    { class: "panel moves", key: "moves" },
    h("h2", {}, t("Make a move", "手を入れる")),
    form ? h("p", { class: "hint" }, t("Everybody answers on their own phone. A move of yours drops what was answered.", "答えは各自のスマホで。ホストが手を入れると、届いた答えは捨てられます。")) : null,
    form && form.head !== "score" ? wholeForm(table) : null,
    trail(walk),
    walk.ready ? h("div", { class: "send" }, button(t("Do it: {}", "決定：{}", walk.text), () => table.move(walk.text, view.seq), { class: "primary", id: "send", disabled: table.busy })) : null,
    walk.choices.length || walk.state.choices === null ? plain(walk) : null,
    typedMove(view),
  );
}

function typedMove(view) {
  const pick = (table.pick.typed ??= { text: "" });
  const go = (event) => {
    event.preventDefault();
    if (pick.text.trim()) table.move(pick.text.trim(), view.seq);
  };
  return h(
    "form",
    { class: "typed-move", key: "typed", on: { submit: go } },
    h("label", { for: "typed" }, t("Or type it", "または入力")),
    h("input", { id: "typed", autocomplete: "off", spellcheck: "false", placeholder: view.can?.[0] ?? "", on: { input: (e) => (pick.text = e.target.value) } }),
    h("button", { type: "submit", class: "quiet" }, t("Do it", "決定")),
  );
}

function hostPart(view, part) {
  const walk = new Walk(table, "part", fromTable(table, part));
  return h(
    "section",
    { class: "panel moves", key: "host-part" },
    h("h2", {}, view.form.parts[part].ask),
    trail(walk),
    walk.ready ? h("div", { class: "send" }, button(t("Send", "送る"), () => table.tell(walk.text, view.seq), { class: "primary", id: "send" })) : plain(walk),
  );
}

function undo(view) {
  const { undo: state } = table.pick;
  const press = (all) => async () => {
    const done = await table.send("POST", "/api/undo", all ? { seq: view.seq, all_agree: true } : { seq: view.seq });
    if (!done && !all) {
      table.pick.undo = "all";
      draw();
    }
  };
  return h(
    "section",
    { class: "panel", key: "undo" },
    h("h2", {}, t("Take back", "取り消し")),
    button(t("Undo the last move", "直前の手を取り消す"), press(false), { id: "undo", disabled: table.busy }),
    state === "all" ? button(t("All agree: undo it all the same", "全員が同意：それでも取り消す"), press(true), { class: "danger", id: "undo-all" }) : null,
  );
}

function scores(view) {
  if (view.over || view.form) return null;
  const columns = Object.keys(view.game.columns ?? {});
  if (!columns.length) return null;
  const ask = (column) => () => table.send("POST", "/api/ask", column ? { form: "score", column } : { form: "score" });
  return h(
    "section",
    { class: "panel", key: "ask" },
    h("h2", {}, t("Ask everybody for points", "全員に点数をたずねる")),
    h("div", { class: "choices" }, columns.map((id) => button(title(table.kit.table?.scores?.[id], id), ask(id), { class: "pick", key: id, id: `ask-${id}`, disabled: table.busy }))),
  );
}

function clocks() {
  const timers = [...(table.kit.table?.timers ?? [])];
  for (const seconds of [60, 180]) if (!timers.some((x) => x.seconds === seconds)) timers.push({ id: `plain-${seconds}`, title: plainTitle(`plain-${seconds}`), seconds });
  const tell = (id, act, seconds) => () => table.send("POST", "/api/clock", seconds === undefined ? { id, act } : { id, act, seconds });
  return h(
    "section",
    { class: "panel", key: "clock" },
    h("h2", {}, t("Clocks", "時計")),
    h("div", { class: "clocks" }, clockFaces(timerTitles(table.kit))),
    timers.map((timer) => {
      const state = clockState(timer.id);
      const running = state?.running;
      return h(
        "div",
        { class: "clock-row", key: timer.id },
        h("span", {}, title(timer.title, timer.id)),
        running ? button(t("Pause", "停止"), tell(timer.id, "pause"), { class: "quiet" }) : button(state && state.left > 0 ? t("Go on", "再開") : t("Start", "開始"), state && state.left > 0 ? tell(timer.id, "go") : tell(timer.id, "start", timer.seconds), { class: "quiet", "data-clock-start": timer.id }),
        state ? button(t("+10 s", "+10秒"), tell(timer.id, "add", 10), { class: "quiet" }) : null,
        state ? button(t("Stop", "終了"), tell(timer.id, "stop"), { class: "quiet" }) : null,
      );
    }),
  );
}

function draw() {
  const { view, kit } = table;
  const [top, main] = [document.getElementById("top"), document.getElementById("main")];
  if (spoken !== language() && link.token) {
    spoken = language();
    table.pick = {};
    table.link.listenAnew();
  }
  dress(kit);
  document.title = `${t("Host", "ホスト")} · ${title(kit.title, "kitpress")}`;
  show(top, bar(table, t("Host", "ホスト"), draw), messages(table));
  if (!link.token) return show(main, locked());
  if (!view) return show(main, h("p", { class: "loading" }, "…"));
  if (view.lobby) return show(main, lobby(view));
  const page = pageOf(table);
  show(
    main,
    h("p", { class: "headline", key: "headline" }, page.headline(table)),
    ending(view),
    waiting(view),
    h(
      "div",
      { class: "panels", key: "panels" },
      h("div", { class: "column", key: "left" }, moves(view), undo(view), scores(view), clocks()),
      h(
        "div",
        { class: "column", key: "right" },
        h("section", { class: "panel", key: "people" }, h("h2", {}, t("At the table", "みんな")), seatList(view, { facts: (name) => page.facts(table, name), active: page.active(table), word: page.activeWord?.(), free: freeButton })),
        h("section", { class: "panel board", key: "board" }, h("h2", {}, t("The board", "ボード")), page.board(table)),
      ),
    ),
  );
}

keepTime(() => timerTitles(table.kit));
draw();
if (link.token) table.follow();
