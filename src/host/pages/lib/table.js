// The table as this device knows it: the view, what is pending, and what was said no to. The stream brings every new view;
// it is asked for only after a tap, or when this device was away. It knows no game.

import { facesFrom } from "./face.js";
import { clocksTold, clockTold } from "./clock.js";
import { t } from "./words.js";

export class Table {
  constructor(link, draw) {
    this.link = link;
    this.draw = draw;
    this.kit = {};
    this.view = null;
    this.online = true;
    this.busy = false;
    this.problem = null;
    this.pick = {};
    this.sent = null;
    this.heardOf = 0;
    this.gone = () => {};
    this.news = () => {};
  }

  /** Loads what there is, then follows the table for ever. */
  async follow() {
    await this.loadKit();
    this.link.listen(
      (event) => this.heard(event),
      (state) => this.stream(state),
    );
    // A device that slept may have stopped its own clock.
    document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && this.refresh());
  }

  async loadKit() {
    const { ok, body } = await this.link.get("/api/kit");
    if (ok) this.kit = body;
    facesFrom(this.link, this.kit);
  }

  stream(state) {
    if (state === "gone") return this.gone();
    this.online = state === "on";
    this.draw();
  }

  heard(event) {
    if (event.view) {
      this.heardOf++;
      this.take(event.view);
    } else if (event.clock) {
      clockTold(event.clock);
    } else if (event.seq !== undefined) {
      this.heardOf++;
      if (this.view?.seq !== event.seq) return this.refresh();
      // Who has not answered, and nothing else, has changed.
      const before = this.view;
      this.view = { ...before, waiting: event.waiting };
      this.news(before, this.view);
    }
    this.draw();
  }

  /** Asks for the view, and ends when one is there that is newer than the asking. Several askings at once become one more. */
  refresh() {
    this.again = true;
    this.asking ??= this.look();
    return this.asking;
  }

  async look() {
    do {
      this.again = false;
      const { heardOf } = this;
      const { ok, status, body } = await this.link.get("/api/view");
      // What the stream has told meanwhile may be newer.
      if (ok && heardOf !== this.heardOf) this.again = true;
      else if (ok) this.take(body);
      else if (status === 401 || status === 403) this.gone();
      else if (status === 0) this.online = false;
    } while (this.again);
    this.asking = null;
    this.draw();
  }

  take(view) {
    const before = this.view;
    if (before && (before.seq !== view.seq || before.over !== view.over)) {
      this.pick = {};
      this.problem = null;
      this.sent = null;
    }
    this.view = view;
    clocksTold(view.clocks ?? []);
    this.link.code ??= view.code ?? null;
    if (view.code) this.link.know(view.code);
    if (!this.kit.id && view.kit) this.loadKit().then(() => this.draw());
    this.online = true;
    this.news(before, view);
  }

  /** This seat's part of the form that is due. */
  get part() {
    const { form, you } = this.view ?? {};
    return form?.parts.find((p) => p.seat === you) ?? null;
  }

  /** Whether this seat has answered already. */
  get answered() {
    return Boolean(this.part) && !this.view.waiting.includes(this.view.you);
  }

  /** What this phone sent, where it still knows. */
  get answer() {
    return this.answered ? this.sent : null;
  }

  async send(method, path, body, done) {
    if (this.busy) return false;
    this.busy = true;
    this.draw();
    const answer = await this.link.ask(method, path, body);
    if (answer.ok) {
      this.problem = null;
      done?.(answer.body);
    } else if (answer.status === 401) {
      this.gone();
    } else {
      this.problem = said(answer);
    }
    // Nothing can be tapped before it is known what the tap has done.
    await this.refresh();
    this.busy = false;
    this.draw();
    return answer.ok;
  }

  /** Answers this seat's part. `seq` is that of the view which was tapped. */
  tell(text, seq = this.view.seq) {
    return this.send("POST", "/api/answer", { text, seq }, () => {
      if (this.view.seq === seq) this.sent = text;
    });
  }

  /** Takes this seat's answer back. */
  takeBack(seq = this.view.seq) {
    return this.send("DELETE", "/api/answer", { seq }, () => (this.sent = null));
  }

  /** Makes a move. */
  move(move, seq = this.view.seq) {
    return this.send("POST", "/api/do", { move, seq });
  }

  /** Puts the problem away. */
  settle() {
    this.problem = null;
    this.draw();
  }
}

/** What was said no to, for people. */
export function said({ status, body }) {
  if (body?.refused) return { text: body.refused, hint: body.rule ?? body.hint };
  if (status === 0) return { text: t("The table cannot be reached. Is this device still in the same network?", "テーブルにつながりません。同じネットワークにいますか？") };
  if (status === 409) return { text: t("The table has moved on. Please look again.", "テーブルが先に進みました。もう一度見てください。") };
  if (status === 429) return { text: t("Too often. Please wait a moment.", "回数が多すぎます。少し待ってください。") };
  return { text: body?.error ?? t("That did not work.", "うまくいきませんでした。"), hint: body?.hint };
}
