// Runs in the page: what somebody who hears it, steers it by keys, or sees little would stumble over. Returns a list of words.
const found = [];
const tell = (what, el) => found.push(`${what}: <${el.tagName.toLowerCase()} class="${el.getAttribute("class") ?? ""}" id="${el.id}"> ${(el.textContent ?? "").trim().slice(0, 40)}`);
const seen = (el) => {
  const box = el.getBoundingClientRect();
  const style = getComputedStyle(el);
  return box.width > 0 && box.height > 0 && style.visibility !== "hidden" && style.display !== "none" && !el.closest(".hidden");
};
const hushed = (el) => el.closest("[aria-hidden=true]");

// The page as a whole.
const { lang } = document.documentElement;
if (lang !== arguments[0]) found.push(`the page says that it is in ${lang}`);
if (!document.title.trim()) found.push("the page has no title");
if (document.querySelectorAll("main").length !== 1) found.push("not one main part");
const heads = [...document.querySelectorAll("h1")].filter(seen);
if (heads.length !== 1) found.push(`${heads.length} first headings`);
if (!document.querySelector("[aria-live], [role=status]")) found.push("nothing speaks");
const ids = [...document.querySelectorAll("[id]")].map((e) => e.id);
for (const id of ids) if (ids.filter((i) => i === id).length > 1) found.push(`the id ${id} stands twice`);
const wide = Math.max(document.documentElement.scrollWidth, document.body.scrollWidth);
if (wide > innerWidth + 1) found.push(`it is ${wide} wide on ${innerWidth}`);
if (document.querySelector("[style]") && [...document.querySelectorAll("script, style")].some((e) => !e.src && e.textContent.trim())) found.push("something is written into the page");

// What is pressed has a name and is large enough for a thumb.
const name = (el) => {
  const by = el.getAttribute("aria-labelledby");
  const label = el.getAttribute("aria-label") ?? (by && document.getElementById(by)?.textContent) ?? [...(el.labels ?? [])].map((l) => l.textContent).join(" ");
  const pictures = [...el.querySelectorAll("img")].map((i) => i.alt).join(" ");
  return (label || `${el.textContent} ${pictures}` || el.title).trim();
};
const thumbs = arguments[1];
for (const el of document.querySelectorAll("button, a[href], input, select, summary, [tabindex='0']")) {
  if (!seen(el)) continue;
  if (hushed(el)) {
    if (el.tabIndex >= 0) tell("hidden from ears, but reached by keys", el);
    continue;
  }
  if (!name(el)) tell("no name", el);
  const box = el.getBoundingClientRect();
  if (thumbs && el.matches("button, input, select, summary") && (box.width < 43.5 || box.height < 43.5)) tell(`only ${Math.round(box.width)} by ${Math.round(box.height)}`, el);
}
for (const el of document.querySelectorAll("[tabindex]")) if (Number(el.getAttribute("tabindex")) > 0) tell("an order of its own", el);
for (const img of document.querySelectorAll("img")) {
  if (!img.hasAttribute("alt")) tell("a picture without words", img);
  if (img.complete && img.naturalWidth === 0) found.push(`no picture: ${img.src}`);
}
for (const el of document.querySelectorAll("[role=img], [role=group], section[aria-label]")) if (!el.getAttribute("aria-label")) tell("a part without a name", el);

// What is read stands out from its ground.
const rgb = (text) => (text.match(/[\d.]+/g) ?? []).map(Number);
const linear = (c) => (c / 255 <= 0.04045 ? c / 255 / 12.92 : ((c / 255 + 0.055) / 1.055) ** 2.4);
const light = ([r, g, b]) => 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);
const ground = (el) => {
  for (let at = el; at; at = at.parentElement) {
    const style = getComputedStyle(at);
    if (style.backgroundImage !== "none" && !style.backgroundImage.includes("transparent")) return null;
    const [r, g, b, a = 1] = rgb(style.backgroundColor);
    if (a >= 0.9) return [r, g, b];
  }
  return [255, 255, 255];
};
const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
const done = new Set();
while (walker.nextNode()) {
  const el = walker.currentNode.parentElement;
  if (!walker.currentNode.nodeValue.trim() || done.has(el) || !seen(el) || hushed(el) || el.closest("noscript, script, svg, :disabled")) continue;
  done.add(el);
  const under = ground(el);
  if (!under) continue;
  const over = rgb(getComputedStyle(el).color);
  const [high, low] = [light(over), light(under)].sort((a, b) => b - a);
  const contrast = (high + 0.05) / (low + 0.05);
  if (contrast < 4.5) tell(`contrast ${contrast.toFixed(2)}`, el);
}
return found;
