// Clocks of the table. The table tells how much is left; this device counts on from there by its own steady clock, and
// every new word of the table corrects it.

import { h, show } from "./dom.js";
import { t, title } from "./words.js";
import { ring } from "./alerts.js";

const clocks = new Map();
let tell = () => {};

/** Calls when a clock begins to run (`timer`) and when it has run out (`time-up`), with its name. */
export function onClock(heard) {
  tell = heard;
}

/** The table told about a clock. */
export function clockTold({ id, left_ms: left, running, title: told, up = false, stopped = false }) {
  if (stopped) {
    clocks.delete(id);
    return;
  }
  const before = clocks.get(id);
  if (running && !before?.running && !(before && before.left > 0)) tell("timer", id);
  const clock = { id, left, running, title: told ?? before?.title, up, at: performance.now(), warned: before?.warned, ended: before?.ended };
  if (!before || left > 10000) clock.warned = false;
  if (!before || left > 1000) clock.ended = false;
  clocks.set(id, clock);
}

/** The table told about all clocks: others are gone. */
export function clocksTold(all) {
  for (const id of [...clocks.keys()]) if (!all.some((told) => told.id === id)) clocks.delete(id);
  for (const told of all) clockTold(told);
}

function leftNow(clock) {
  const since = clock.running ? performance.now() - clock.at : 0;
  return Math.max(0, clock.left + (clock.up ? since : -since));
}

function digits(ms) {
  const whole = Math.max(0, Math.ceil(ms / 1000));
  const minutes = Math.floor(whole / 60);
  return `${minutes}:${String(whole % 60).padStart(2, "0")}`;
}

/** A clock that no kit has is called by its minutes. */
export function plainTitle(id) {
  const seconds = id.match(/^plain-(\d+)$/)?.[1];
  return seconds ? t("{} min", "{}分", Number(seconds) / 60) : undefined;
}

/** All clocks that run or stand. */
export function clockFaces(titles = {}) {
  return [...clocks.values()].map((clock) => {
    const left = leftNow(clock);
    const name = titles[clock.id] ?? clock.title ?? plainTitle(clock.id) ?? t("Clock", "時計");
    const down = !clock.up;
    const state = down && left === 0 ? "over" : down && left <= 10000 ? "short" : clock.running ? "running" : "paused";
    return h(
      "div",
      { class: `clock ${state}`, key: `clock-${clock.id}`, "data-clock": clock.id, role: "timer", "aria-label": `${name} ${digits(left)}` },
      h("span", { class: "clock-name" }, name),
      h("span", { class: "clock-digits" }, digits(left)),
      state === "paused" ? h("span", { class: "clock-state" }, t("paused", "停止中")) : state === "over" ? h("span", { class: "clock-state" }, t("time is up", "時間切れ")) : null,
    );
  });
}

/** Whether a clock is running, as far as this device knows. */
export const clockState = (id) => clocks.get(id);

/** What the timers of a kit are called. */
export const timerTitles = (kit) => Object.fromEntries((kit.table?.timers ?? []).map((timer) => [timer.id, title(timer.title, timer.id)]));

/** Keeps all clocks on the page going, and rings where it should; nothing else is drawn for it. */
export function keepTime(titles) {
  setInterval(() => {
    let live = false;
    for (const clock of clocks.values()) {
      if (!clock.running) continue;
      live = true;
      if (!clock.up) warn(clock);
    }
    if (live) for (const place of document.querySelectorAll(".clocks")) show(place, clockFaces(titles()));
  }, 250);
}

function warn(clock) {
  const left = leftNow(clock);
  if (left <= 10000 && !clock.warned) {
    clock.warned = true;
    if (left > 8000) ring("warn", t("10 seconds left", "残り10秒"));
  }
  if (left === 0) {
    clock.running = false;
    clock.left = 0;
    // What the table says a moment later must not ring twice.
    if (!clock.ended) {
      tell("time-up", clock.id);
      ring("end", t("time is up", "時間切れ"));
    }
    clock.ended = true;
  }
}
