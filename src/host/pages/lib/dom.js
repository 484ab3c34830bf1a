// Elements and their renewal: a page says what it should look like now, and only what differs is touched, so that focus,
// scrolling, pictures and presses outlive every refresh. Words become text nodes and nothing else.

const SVG = "http://www.w3.org/2000/svg";

function set(el, name, value) {
  if (value === false || value === null || value === undefined) return;
  if (name === "on") {
    el.$on = value;
    for (const type of Object.keys(value)) listen(el, type);
  } else if (name === "vars") {
    for (const [key, v] of Object.entries(value)) el.style.setProperty(key, v);
  } else if (name === "key") {
    el.$key = String(value);
  } else if (name === "picture") {
    el.$picture = value;
  } else {
    el.setAttribute(name, value === true ? "" : String(value));
  }
}

// Listeners look up what is to be done when it happens: a renewed element does the new thing.
function listen(el, type) {
  el.$heard ??= new Set();
  if (el.$heard.has(type)) return;
  el.$heard.add(type);
  el.addEventListener(type, (event) => el.$on?.[type]?.(event));
}

function grow(el, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {})) set(el, name, value);
  el.append(...children.flat(4).filter((c) => c !== null && c !== undefined && c !== false));
  return el;
}

/** An HTML element. */
export function h(tag, attributes, ...children) {
  return grow(document.createElement(tag), attributes, children);
}

/** An SVG element. */
export function s(tag, attributes, ...children) {
  return grow(document.createElementNS(SVG, tag), attributes, children);
}

/** Words as the table says them: what stands between backticks is what one types. */
export function words(text) {
  return String(text).split("`").map((part, i) => (i % 2 ? h("code", {}, part) : part));
}

/** A button. Only a button that can be pressed is one that does something. */
export function button(label, press, attributes) {
  return h("button", { type: "button", ...attributes, on: { click: press } }, label);
}

const same = (a, b) =>
  a.nodeType === b.nodeType && a.nodeName === b.nodeName && a.$key === b.$key && (a.id ?? "") === (b.id ?? "");

// A picture is fetched when its element comes into the page, not when it is thought of.
function load(node) {
  const { $picture: address } = node;
  if (address && node.$loaded !== address) {
    node.$loaded = address;
    node.setAttribute(node.namespaceURI === SVG ? "href" : "src", address);
  }
  for (const child of node.childNodes) load(child);
}

function renew(old, now) {
  if (old.nodeType !== Node.ELEMENT_NODE) {
    if (old.nodeValue !== now.nodeValue) old.nodeValue = now.nodeValue;
    return;
  }
  // What was folded or unfolded by hand stays so.
  const kept = (name) => name === "style" || (old.$loaded && (name === "src" || name === "href")) || (name === "open" && old.nodeName === "DETAILS");
  for (const { name } of [...old.attributes]) {
    if (!kept(name) && !now.hasAttribute(name)) old.removeAttribute(name);
  }
  for (const { name, value } of now.attributes) {
    if (!kept(name) && old.getAttribute(name) !== value) old.setAttribute(name, value);
  }
  if (old.style.cssText !== now.style.cssText) old.style.cssText = now.style.cssText;
  old.$on = now.$on;
  if (now.$picture !== old.$picture) {
    old.$picture = now.$picture;
    load(old);
  }
  for (const type of Object.keys(now.$on ?? {})) listen(old, type);
  children(old, [...now.childNodes]);
}

function children(el, wanted) {
  const keyed = new Map();
  for (const child of el.childNodes) if (child.$key) keyed.set(child.$key, child);
  let at = el.firstChild;
  for (const now of wanted) {
    const known = now.$key ? keyed.get(now.$key) : at;
    if (known && known.parentNode === el && same(known, now)) {
      if (known === at) at = at.nextSibling;
      else el.insertBefore(known, at);
      renew(known, now);
    } else {
      el.insertBefore(now, at);
      load(now);
    }
  }
  while (at) {
    const next = at.nextSibling;
    at.remove();
    at = next;
  }
}

/** Makes what is inside an element look like these nodes. */
export function show(el, ...nodes) {
  const held = el.contains(document.activeElement);
  children(el, nodes.flat(4).filter((c) => c !== null && c !== undefined && c !== false).map((c) => (typeof c === "string" ? document.createTextNode(c) : c)));
  // Whoever steers by keys goes on from here, not from the top of the page.
  if (held && !el.contains(document.activeElement)) el.focus({ preventScroll: true });
}

/** Tells people who listen to the page. */
export function announce(text) {
  const live = document.getElementById("live");
  if (!live || !text) return;
  live.textContent = "";
  requestAnimationFrame(() => (live.textContent = text));
}
