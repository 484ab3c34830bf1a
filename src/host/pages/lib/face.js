// Printed faces on the screen, as the kit prints them, with words for those who do not see them.

import { h, s } from "./dom.js";
import { language, title } from "./words.js";

let link = null;
let kit = null;

/** Faces come over this link, of this kit. */
export function facesFrom(newLink, newKit) {
  link = newLink;
  kit = newKit;
}

/** The address of a face. */
export function faceAddress(component, card, side = "front") {
  const path = `/face/${encodeURIComponent(component)}/${encodeURIComponent(card)}/${side}.svg`;
  const speaks = kit?.langs?.includes(language());
  return link.address(path, speaks ? { lang: language() } : {});
}

/** What people call a card. */
export function cardTitle(component, card) {
  return title(kit?.cards?.[component]?.[card], card);
}

/** A face as a picture; its name is told unless something beside it says the same. */
export function face(component, card, { side = "front", label = cardTitle(component, card), mark = "" } = {}) {
  return h("img", { class: `face ${mark}`.trim(), key: `${component}/${card}/${side}`, picture: faceAddress(component, card, side), alt: label, draggable: "false", decoding: "async" });
}

/** A face inside a drawing. */
export function faceIn(component, card, box, side = "front") {
  return s("image", { preserveAspectRatio: "xMidYMid meet", ...box, picture: faceAddress(component, card, side) });
}
