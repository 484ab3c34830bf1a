// The way in: the code of the table and a name. The code may come behind `#` in the address, as QR codes carry it.

import { h, show, announce } from "./lib/dom.js";
import { t, title } from "./lib/words.js";
import { Link, fragment } from "./lib/link.js";
import { said } from "./lib/table.js";
import { dress, languageSwitch } from "./lib/frame.js";

const link = new Link("seat");
const scanned = fragment();
if (scanned) link.know(scanned);
let code = link.code ?? "";
let name = "";
let problem = null;
let busy = false;
let kit = {};
let open = null;

async function look() {
  if (!code) return;
  link.token = null;
  link.code = code;
  const [told, view] = await Promise.all([link.get("/api/kit"), link.get("/api/view")]);
  if (told.ok) kit = told.body;
  open = view.ok ? view.body : null;
  dress(kit);
  draw();
}

async function join(event) {
  event.preventDefault();
  if (busy) return;
  busy = true;
  problem = null;
  draw();
  const answer = await link.post("/api/join", { code: code.trim(), name: name.trim() });
  busy = false;
  if (answer.ok) {
    link.know(code.trim());
    link.hold(answer.body.token);
    location.replace("/seat");
    return;
  }
  problem = said(answer);
  announce(problem.text);
  if (answer.status === 409) look();
  draw();
}

function field(id, label, value, type, more) {
  return h("div", { class: "field" }, h("label", { for: id }, label), h("input", { id, name: id, ...more, on: { input: (e) => type(e.target.value) } }));
}

// A table that has begun has seats to sit down on; a lobby takes any name.
function seats() {
  if (!open?.seats) return null;
  const free = open.seats.filter((seat) => open.free?.includes(seat.name) ?? true);
  if (!free.length) return h("p", { class: "message" }, t("Every seat has its phone. The host can free one.", "どの席にもスマホがあります。ホストが席を空けられます。"));
  return h(
    "fieldset",
    { class: "picks" },
    h("legend", {}, t("Which seat is yours?", "どの席ですか？")),
    free.map((seat) =>
      h("button", { type: "button", key: seat.name, class: "pick", "aria-pressed": String(seat.name === name), on: { click: () => ((name = seat.name), draw()) } }, seat.name),
    ),
  );
}

function draw() {
  document.title = t("Join the table", "テーブルに入る");
  show(document.getElementById("top"), h("header", { class: "bar" }, h("div", { class: "bar-title" }, h("h1", {}, title(kit.title, "kitpress"))), h("div", { class: "bar-tools" }, languageSwitch(draw))));
  const lobby = open?.lobby;
  show(
    document.getElementById("main"),
    h(
      "form",
      { class: "join-card", on: { submit: join } },
      h("h2", {}, t("Sit down at the table", "テーブルに着く")),
      field("code", t("Code of the table", "テーブルのコード"), code, (v) => ((code = v.trim()), v.trim().length >= 6 && look()), { value: code, required: true, autocomplete: "off", autocapitalize: "characters", spellcheck: "false" }),
      seats() ?? field("name", t("Your name", "あなたの名前"), name, (v) => (name = v), { value: name, required: true, maxlength: 40, autocomplete: "nickname" }),
      lobby?.length ? h("p", { class: "here" }, t("Already here: ", "参加中："), h("strong", {}, lobby.join(t(", ", "、")))) : null,
      problem ? h("div", { class: "message refused", role: "alert" }, h("p", {}, problem.text), problem.hint ? h("p", { class: "hint" }, problem.hint) : null) : null,
      h("button", { type: "submit", class: "primary", disabled: busy }, busy ? t("One moment …", "お待ちください…") : t("Sit down", "席に着く")),
    ),
  );
}

// Whoever has a seat already goes to it.
async function begin() {
  if (link.token && (await link.get("/api/view")).ok) return location.replace("/seat");
  draw();
  look();
}

begin();
