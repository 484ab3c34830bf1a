"use strict";
const $ = id => document.getElementById(id);
const words = JSON.parse($("words").textContent);
document.body.style.setProperty("--b", words.shown_bleed);
const counted = (n, one, many) => n + " " + (n === 1 ? one : many);
for (const e of document.querySelectorAll("[data-word]")) e.textContent = words[e.dataset.word];
$("find").placeholder = words.find;
$("find").setAttribute("aria-label", words.find);
const option = (value, text) => Object.assign(document.createElement("option"), { value, textContent: text });
for (const ink of ["full", "saver", "mono"]) $("ink").append(option(ink, words[ink]));
for (const [value, word] of [["", "normal"], ["protan", "protan"], ["deutan", "deutan"], ["tritan", "tritan"]]) $("eyes").append(option(value, words[word]));
const store = { get: k => { try { return localStorage.getItem("kitpress-" + k); } catch { return null; } }, set: (k, v) => { try { localStorage.setItem("kitpress-" + k, v); } catch {} } };
// The key comes behind `#`. Once this browser keeps it, it need not stand in the address any longer.
let key = location.hash.slice(1);
if (key) store.set("key", key);
else key = store.get("key") ?? "";
if (location.hash && store.get("key") === key) history.replaceState(null, "", "/");
addEventListener("hashchange", () => location.reload());
const keyed = path => path + (path.includes("?") ? "&" : "?") + "key=" + encodeURIComponent(key);
let want = null, current = null, known = new Map();
function looks() {
  for (const name of ["bleed", "trim", "safe"]) document.body.classList.toggle(name, $(name).checked);
  for (const eyes of ["protan", "deutan", "tritan"]) document.body.classList.toggle(eyes, $("eyes").value === eyes);
  document.body.classList.toggle("grey", !$("eyes").value && current !== null && current.ink === "mono");
  document.body.style.setProperty("--zoom", $("zoom").value);
  const find = $("find").value.trim().toLowerCase(), backs = $("backs").checked;
  for (const fig of document.querySelectorAll("figure")) fig.hidden = (find && !fig.dataset.name.includes(find)) || (!backs && fig.dataset.side === "back");
  for (const part of document.querySelectorAll("#faces > section")) part.hidden = !part.querySelector("figure:not([hidden])");
  // What is wider than the screen is scrolled with keys, too.
  for (const grid of document.querySelectorAll(".grid")) {
    if (grid.scrollWidth > grid.clientWidth) grid.tabIndex = 0;
    else grid.removeAttribute("tabindex");
  }
}
addEventListener("resize", looks);
for (const name of ["bleed", "trim", "safe", "backs"]) { const v = store.get(name); if (v !== null) $(name).checked = v === "1"; $(name).addEventListener("change", () => { store.set(name, $(name).checked ? "1" : "0"); looks(); }); }
if (innerWidth <= 700) $("zoom").value = 2.5;
for (const name of ["zoom", "eyes"]) { const v = store.get(name); if (v !== null) $(name).value = v; $(name).addEventListener("input", () => { store.set(name, $(name).value); looks(); }); }
$("find").addEventListener("input", looks);
for (const name of ["lang", "ink"]) $(name).addEventListener("change", () => { want = [$("lang").value, $("ink").value]; $("status").textContent = words.waiting; load(); });
/* A back that all cards share is called just so, and a sheet of one page needs no number. */
function captions(views) {
  const parts = new Map();
  for (const view of views) {
    const part = parts.get(view.component) ?? parts.set(view.component, { fronts: 0, backs: 0, cards: new Map() }).get(view.component);
    part[view.side === "back" ? "backs" : "fronts"]++;
    part.cards.set(view.card, (part.cards.get(view.card) ?? 0) + 1);
  }
  return view => {
    const { fronts, backs, cards } = parts.get(view.component);
    if (view.side === "back") return backs === 1 && fronts > 1 ? words.back : view.card + " · " + words.back;
    if (view.side === "" || view.side === "front" || cards.get(view.card) === 1) return view.card;
    return view.card + " · " + view.side.replace("front ", "");
  };
}
/* Fronts before their own backs. */
function inOrder(views) {
  const out = [...views];
  for (let i = 1; i < out.length; i++) {
    const [back, front] = [out[i - 1], out[i]];
    const pair = back.side === "back" && front.side === "front" && back.component === front.component && back.card === front.card;
    const shared = out.filter(v => v.component === back.component && v.side === "back").length === 1;
    if (pair && !shared) [out[i - 1], out[i]] = [front, back];
  }
  return out;
}
function figure(view, state, name) {
  const fig = document.createElement("figure");
  for (const [k, v] of [["--w", view.w], ["--h", view.h], ["--corner", view.corner]]) fig.style.setProperty(k, v);
  fig.dataset.name = (view.component + " " + view.card + " " + view.side).toLowerCase();
  fig.dataset.side = view.side;
  const face = document.createElement("div");
  face.className = "face";
  const img = document.createElement("img");
  img.loading = "lazy";
  img.decoding = "async";
  img.alt = name;
  const sent = state.fresh?.[view.id];
  if (sent) {
    img.src = URL.createObjectURL(new Blob([sent], { type: "image/svg+xml" }));
    img.addEventListener("load", () => URL.revokeObjectURL(img.src), { once: true });
  } else img.src = keyed("/face/" + encodeURIComponent(state.lang) + "/" + encodeURIComponent(state.ink) + "/" + view.id + ".svg");
  const trim = document.createElement("i"), safe = document.createElement("i");
  trim.className = "trim"; safe.className = "safe";
  face.append(img, trim, safe);
  const caption = document.createElement("figcaption");
  caption.textContent = fig.title = name;
  fig.append(face, caption);
  return fig;
}
function show(state) {
  const first = current === null || current.lang !== state.lang || current.ink !== state.ink;
  current = state;
  const error = $("error");
  error.hidden = !state.error;
  if (state.error) { error.querySelector("p").textContent = state.kit ? words.broken : words.unbuilt; error.querySelector("pre").textContent = state.error; }
  if (!state.kit) { document.title = (state.error ? "✗ " : "") + "kitpress"; return; }
  document.title = (state.error ? "✗ " : "") + state.title;
  $("title").textContent = state.title;
  if ([...$("lang").options].map(o => o.value).join() !== state.languages.join()) $("lang").replaceChildren(...state.languages.map(l => option(l, l)));
  $("lang").value = state.lang;
  $("ink").value = state.ink;
  const files = $("files");
  while (files.children.length > state.files.length) files.lastChild.remove();
  state.files.forEach((f, i) => Object.assign(files.children[i] ?? files.appendChild(document.createElement("a")), { href: "/pdf/" + f.lang + "?pass=" + state.pass, target: "_blank", textContent: "PDF " + f.lang + " (" + counted(f.pages, words.page, words.pages) + ")", title: f.file }));
  $("status").textContent = counted(state.views.length, words.face, words.faces) + " · " + state.drawn + " " + words.drawn + " · " + state.ms.toFixed(1) + " ms";
  const groups = new Map(), seen = new Map(), called = captions(state.views);
  for (const view of inOrder(state.views)) {
    const name = called(view);
    const key = [state.lang, state.ink, view.component, view.card, view.side, view.id, view.w, view.h, view.corner, name].join("\n");
    let n = 0;
    while (seen.has(key + n)) n++;
    let fig = known.get(key + n);
    if (!fig) { fig = figure(view, state, name); if (!first) fig.classList.add("fresh"); }
    seen.set(key + n, fig);
    if (!groups.has(view.component)) groups.set(view.component, []);
    groups.get(view.component).push(fig);
  }
  known = seen;
  const parts = [];
  for (const [component, figs] of groups) {
    const part = document.createElement("section"), head = document.createElement("h2"), count = document.createElement("small"), grid = document.createElement("div");
    head.textContent = component + " ";
    count.textContent = figs.length;
    head.append(count);
    grid.className = "grid";
    grid.setAttribute("role", "group");
    grid.setAttribute("aria-label", component);
    grid.append(...figs);
    part.append(head, grid);
    parts.push(part);
  }
  const at = scrollY;
  $("faces").replaceChildren(...parts);
  looks();
  scrollTo(0, at);
  document.body.dataset.version = state.version;
}
let turn = 0, news = null;
async function load() {
  const mine = ++turn;
  const query = want ? "?lang=" + encodeURIComponent(want[0]) + "&ink=" + encodeURIComponent(want[1]) : "";
  try {
    const answer = await fetch("/state" + query, { headers: { Authorization: "Bearer " + key } });
    if (answer.status === 401) return lock();
    const state = await answer.json();
    if (mine === turn) show(state);
  } catch { /* the stream of news tells when the watch is gone */ }
}
function lock() {
  news?.close();
  $("locked").textContent = words.locked;
  $("locked").hidden = false;
  document.querySelector("header").hidden = true;
}
function listen() {
  news = new EventSource(keyed("/events"));
  news.onmessage = message => {
    const state = JSON.parse(message.data);
    if (want && (want[0] !== state.lang || want[1] !== state.ink)) return load();
    if (state.changed) {
      if (!current?.views || current.version !== state.version - 1 || current.lang !== state.lang || current.ink !== state.ink) return load();
      state.views = current.views.slice(0, state.length);
      for (const [n, view] of state.changed) state.views[n] = view;
    }
    turn++;
    show(state);
  };
  news.onerror = () => {
    $("status").textContent = words.lost;
    // Somebody else answers here now, or with another key: the browser does not try again by itself.
    if (news.readyState === EventSource.CLOSED) load();
  };
}
if (key) listen();
else lock();
