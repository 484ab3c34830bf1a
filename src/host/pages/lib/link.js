// The way to the table: who this device is, questions and answers, and the stream that brings every new view.
// A token arrives in the fragment of an address, is dropped from it at once, and is kept by this browser alone.

import { language } from "./words.js";

const here = `kitpress.${location.host}.`;

function keep(store, key, value) {
  try {
    if (value === null) store.removeItem(here + key);
    else store.setItem(here + key, value);
  } catch {
    // A browser that keeps nothing asks again after a reload.
  }
}

function kept(store, key) {
  try {
    return store.getItem(here + key);
  } catch {
    return null;
  }
}

// Two tabs may sit in two seats: a tab's own memory comes first.
const recall = (key) => kept(sessionStorage, key) ?? kept(localStorage, key);

function remember(key, value) {
  keep(sessionStorage, key, value);
  keep(localStorage, key, value);
}

// Whoever opens a link to the page that is open already means it, too.
window.addEventListener("hashchange", () => location.hash && location.reload());

/** What stood behind `#`; it is gone from the address afterwards. */
export function fragment() {
  const text = decodeURIComponent(location.hash.slice(1));
  if (location.hash) history.replaceState(null, "", location.pathname + location.search);
  return text;
}

/** A device at the table: a seat, the host, or only the code. */
export class Link {
  constructor(as) {
    this.as = as;
    this.token = recall(as);
    this.code = recall("code");
  }

  hold(token) {
    this.token = token;
    remember(this.as, token);
  }

  know(code) {
    this.code = code;
    remember("code", code);
  }

  leave() {
    this.token = null;
    remember(this.as, null);
  }

  /** The address of something that is asked for with the code, where no header can be sent. */
  address(path, more = {}) {
    const query = new URLSearchParams(more);
    if (this.code) query.set("code", this.code);
    const text = query.toString();
    return text ? `${path}?${text}` : path;
  }

  /** Asks; never throws for what the table says no to: `{ok, status, body}`. Status 0: nobody is there. */
  async ask(method, path, body, signal) {
    const headers = { "Accept-Language": language() };
    if (this.token) headers.Authorization = `Bearer ${this.token}`;
    if (body !== undefined) headers["Content-Type"] = "application/json";
    const url = method === "GET" && !this.token ? this.address(path, { lang: language() }) : method === "GET" ? `${path}${path.includes("?") ? "&" : "?"}lang=${language()}` : path;
    try {
      const answer = await fetch(url, { method, headers, body: body === undefined ? undefined : JSON.stringify(body), signal, cache: "no-store" });
      const text = await answer.text();
      return { ok: answer.ok, status: answer.status, body: text ? JSON.parse(text) : {} };
    } catch {
      return { ok: false, status: 0, body: {} };
    }
  }

  get(path) {
    return this.ask("GET", path);
  }

  post(path, body) {
    return this.ask("POST", path, body);
  }

  /** Listens to the stream for ever: `heard(event)`, `state("on" | "off" | "gone")`. */
  async listen(heard, state) {
    let wait = 500;
    for (;;) {
      const ended = await this.stream(heard, () => {
        wait = 500;
        state("on");
      });
      if (this.anew) continue;
      if (ended === 401 || ended === 403) {
        state("gone");
        return;
      }
      state("off");
      await pause(wait * (0.75 + Math.random() / 2));
      wait = Math.min(wait * 2, 8000);
    }
  }

  /** Listens once more, in the language that is spoken now. */
  listenAnew() {
    this.anew = true;
    this.cut?.abort();
  }

  async stream(heard, opened) {
    const cut = new AbortController();
    this.cut = cut;
    this.anew = false;
    // A comment comes every 15 seconds. Silence means that the network is gone, whatever the browser thinks.
    let alarm = setTimeout(() => cut.abort(), 20000);
    const alive = () => {
      clearTimeout(alarm);
      alarm = setTimeout(() => cut.abort(), 40000);
    };
    const wake = () => document.visibilityState === "visible" && Date.now() - seen > 20000 && cut.abort();
    let seen = Date.now();
    document.addEventListener("visibilitychange", wake);
    try {
      const headers = this.token ? { Authorization: `Bearer ${this.token}` } : {};
      const lang = { lang: language() };
      const url = this.token ? `/api/views?${new URLSearchParams(lang)}` : this.address("/api/views", lang);
      const answer = await fetch(url, { headers, signal: cut.signal, cache: "no-store" });
      if (!answer.ok) return answer.status;
      opened();
      const reader = answer.body.getReader();
      const decoder = new TextDecoder();
      let text = "";
      for (;;) {
        const { done, value } = await reader.read();
        if (done) return 0;
        alive();
        seen = Date.now();
        text += decoder.decode(value, { stream: true });
        const parts = text.split(/\r?\n\r?\n/);
        text = parts.pop();
        for (const part of parts) {
          const data = part.split(/\r?\n/).filter((l) => l.startsWith("data:")).map((l) => l.slice(5)).join("\n");
          if (data) heard(JSON.parse(data));
        }
      }
    } catch {
      return 0;
    } finally {
      clearTimeout(alarm);
      document.removeEventListener("visibilitychange", wake);
    }
  }
}

const pause = (ms) =>
  new Promise((done) => {
    const timer = setTimeout(finish, ms);
    window.addEventListener("online", finish, { once: true });
    function finish() {
      clearTimeout(timer);
      window.removeEventListener("online", finish);
      done();
    }
  });
