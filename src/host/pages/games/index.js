// Which page a kit has: one made for its referee, or the one that every kit has.

import * as catchAndRun from "./catch.js";
import * as birthOrBurst from "./birth.js";
import * as cats from "./cats.js";
import * as icecool from "./icecool.js";
import * as chocolate from "./chocolate.js";
import * as any from "./any.js";

const PAGES = { "catch-and-run": catchAndRun, "birth-or-burst": birthOrBurst, cats, icecool, "cat-and-chocolate": chocolate };

/** The page of a table. Each has `seat`, `board`, `facts`, `headline` and `active`. */
export function pageOf(table) {
  const referee = table.kit.referee ?? table.view?.kit;
  return PAGES[referee] ?? any;
}
