// Small drawings of our own. They say nothing that words beside them do not say.

import { s } from "./dom.js";

const PATHS = {
  up: "M8 21H5a1.5 1.5 0 0 1-1.5-1.5v-7A1.5 1.5 0 0 1 5 11h3m0 10V11m0 10h8.6a2 2 0 0 0 1.9-1.5l1.7-6.2A1.8 1.8 0 0 0 18.500 11H14l.8-4.600A2 2 0 0 0 12.800 4h-.4L8 11",
  down: "M16 3h3a1.5 1.5 0 0 1 1.500 1.500v7A1.500 1.500 0 0 1 19 13h-3m0-10v10m0-10H7.400a2 2 0 0 0-1.900 1.500L3.800 10.700A1.800 1.800 0 0 0 5.500 13H10l-.8 4.600A2 2 0 0 0 11.200 20h.4L16 13",
  sound: "M4 9.500v5h3.500L12 18.500v-13L7.500 9.500zM15.500 9a4.200 4.200 0 0 1 0 6M18 6.500a7.800 7.800 0 0 1 0 11",
  silent: "M4 9.500v5h3.500L12 18.500v-13L7.500 9.500zM15.500 9.500l5 5m0-5l-5 5",
  paw: "M7 10.500a1.700 2.200 0 1 0-.1 0zM12 8a1.700 2.300 0 1 0-.1 0zM17 10.500a1.700 2.200 0 1 0-.1 0zM12 11c-3 0-5.500 3.200-5.500 5.700 0 2 1.500 2.800 2.800 2.800 1 0 1.800-.6 2.700-.6s1.700.6 2.700.6c1.300 0 2.800-.8 2.800-2.800 0-2.500-2.500-5.700-5.500-5.700z",
};

/** One of them. */
export function icon(name, filled = false) {
  return s("svg", { class: filled ? "icon filled" : "icon", viewBox: "0 0 24 24", "aria-hidden": "true", focusable: "false" }, s("path", { d: PATHS[name] }));
}
