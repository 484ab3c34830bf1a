// What the screen on the wall says: the kit's own lines at the moments that they are for, else the news. Which moments have
// come is told by two looks at the table, and by the clocks.

import { title } from "./words.js";

const round = (view) => view?.game?.round;
const player = (view) => view?.game?.active;

/** What has come between two looks, in the order in which it is said. */
export function moments(before, view) {
  if (!view || view.lobby) return [];
  const seen = before && !before.lobby ? before : null;
  if (view.over) return seen?.over ? [] : ["end"];
  const begun = !seen || (seen.over && view.seq === 0);
  if (begun) return view.seq === 0 ? ["start", "round", "turn"] : [];
  // What is taken back is not said once more.
  if (view.seq <= seen.seq) return [];
  const out = [];
  if (round(view) > round(seen)) out.push("round");
  if (out.length || player(view) !== player(seen)) out.push("turn");
  return out;
}

/** The kit's lines for moments, with what stands in braces filled in. */
export function script(kit, view, moments, timer) {
  const lines = kit.table?.narrate ?? [];
  const meant = (line, moment) => line.when === moment && (line.round ?? round(view)) === round(view) && (line.timer ?? timer) === timer;
  return moments.flatMap((moment) => lines.filter((line) => meant(line, moment)).map((line) => ({ text: filled(title(line.say), view), pause: line.pause ?? 0 })));
}

function filled(text, view) {
  const blanks = { player: player(view), round: round(view), winners: view.result?.winners?.join(", ") };
  return text.replace(/\{(\w+)\}/g, (_, blank) => String(blanks[blank] ?? ""));
}
