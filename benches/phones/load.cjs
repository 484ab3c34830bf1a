// The screens: twelve seats and some viewers, in one process, for either server. One seat after the other answers; an
// answer counts as shown when the last screen has the view with it. Prints the milliseconds of each answer as JSON.
//
//   node load.cjs kitpress '{"at","code","host","seats"}' ROUNDS VIEWERS
//   node load.cjs rival '{"at","lobby"}' ROUNDS VIEWERS
const http = require("node:http");

const [, , kind, told, rounds, viewers] = process.argv;
const SEATS = 12;

/** Asks and reads the whole answer as JSON. */
function ask(at, method, path, body, headers = {}, agent = undefined) {
  return new Promise((done, fail) => {
    const sent = body === undefined ? undefined : JSON.stringify(body);
    const about = sent ? { "Content-Type": "application/json", "Content-Length": Buffer.byteLength(sent) } : {};
    const request = http.request(`http://${at}${path}`, { method, agent, headers: { ...about, ...headers } }, (answer) => {
      const parts = [];
      answer.on("data", (part) => parts.push(part));
      answer.on("end", () => {
        const text = Buffer.concat(parts).toString();
        if (answer.statusCode !== 200) return fail(new Error(`${method} ${path}: ${answer.statusCode} ${text}`));
        done(JSON.parse(text));
      });
    });
    request.on("error", fail);
    request.end(sent);
  });
}

/** All screens; `shown` is told whenever one of them has a new view. */
class Screens {
  constructor(count) {
    this.wanted = null;
    this.count = count;
  }

  /** Waits until every screen shows what passes. */
  until(passes) {
    this.wanted = passes;
    this.shows = new Set();
    return new Promise((done) => (this.done = done));
  }

  shown(screen, view) {
    if (!this.wanted?.(view)) return;
    this.shows.add(screen);
    if (this.shows.size === this.count) {
      this.wanted = null;
      this.done();
    }
  }
}

/** Has every seat answer, round by round; `begin` opens a round, `passes` tells a view with the newest answer from others. */
async function measure(screens, { begin, answer, passes }) {
  const times = [];
  for (let round = 0; round < Number(rounds); round++) {
    await begin?.(round);
    for (let seat = 0; seat < SEATS; seat++) {
      const all = screens.until(passes(round, seat));
      const from = process.hrtime.bigint();
      await answer(round, seat);
      await all;
      times.push(Number(process.hrtime.bigint() - from) / 1e6);
      // Nobody taps without a breath.
      await new Promise((rest) => setTimeout(rest, 5));
    }
  }
  return times;
}

/** A screen of ours does as the page does: the stream brings its view and who has not answered; after a tap it asks. */
function follow(at, headers, query, screens, screen) {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  let [asking, again, heardOf, view] = [null, false, 0, null];
  const take = (next) => {
    view = next;
    screens.shown(screen, view);
  };
  const ask_again = async () => {
    do {
      again = false;
      const before = heardOf;
      const asked = await ask(at, "GET", `/api/view${query}`, undefined, headers, agent);
      if (before !== heardOf) again = true;
      else take(asked);
    } while (again);
    asking = null;
  };
  const look = () => {
    again = true;
    return (asking ??= ask_again());
  };
  const heard = (event) => {
    if (event.view) {
      heardOf++;
      take(event.view);
    } else if (event.seq !== undefined) {
      heardOf++;
      if (view?.seq !== event.seq) look();
      else take({ ...view, waiting: event.waiting });
    }
  };
  return new Promise((listening, fail) => {
    const request = http.get(`http://${at}/api/views${query}`, { headers }, (answer) => {
      if (answer.statusCode !== 200) return fail(new Error(`views: ${answer.statusCode}`));
      let text = "";
      answer.on("data", (part) => {
        text += part;
        const parts = text.split("\n\n");
        text = parts.pop();
        for (const one of parts) {
          const data = one.split("\n").find((line) => line.startsWith("data:"));
          if (data) heard(JSON.parse(data.slice(5)));
        }
        listening({ look, agent });
      });
    });
    request.on("error", fail);
  });
}

async function kitpress({ at, code, host, seats }) {
  const key = (token) => ({ Authorization: `Bearer ${token}` });
  const screens = new Screens(SEATS + Number(viewers));
  const tokens = Object.values(seats);
  const phones = await Promise.all(tokens.map((token, i) => follow(at, key(token), "", screens, i)));
  for (let i = 0; i < Number(viewers); i++) await follow(at, {}, `?code=${code}`, screens, SEATS + i);
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  let seq = 0;
  const begin = async () => {
    ({ seq } = await ask(at, "GET", "/api/view", undefined, key(host), agent));
    const asked = screens.until((view) => view.waiting.length === SEATS);
    await ask(at, "POST", "/api/ask", { form: "score" }, key(host), agent);
    await asked;
  };
  const answer = async (round, seat) => {
    await ask(at, "POST", "/api/answer", { text: String((round + seat) % 10), seq }, key(tokens[seat]), phones[seat].agent);
    phones[seat].look();
  };
  const passes = (_, seat) => (view) => (seat === SEATS - 1 ? view.seq === seq + 1 : view.waiting.length === SEATS - 1 - seat);
  return measure(screens, { begin, answer, passes });
}

async function rival({ at, lobby }) {
  const { io } = require("socket.io-client");
  const { matchID } = await ask(lobby, "POST", "/games/table/create", { numPlayers: SEATS });
  const screens = new Screens(SEATS + Number(viewers));
  const sockets = [];
  const credentials = [];
  let stateID = 0;
  for (let screen = 0; screen < SEATS + Number(viewers); screen++) {
    const playerID = screen < SEATS ? String(screen) : null;
    if (playerID !== null) {
      const joined = await ask(lobby, "POST", `/games/table/${matchID}/join`, { playerID, playerName: `P${screen}` });
      credentials.push(joined.playerCredentials);
    }
    const socket = io(`http://${at}/table`, { transports: ["websocket"], forceNew: true });
    await new Promise((connected, fail) => socket.on("connect", connected).on("connect_error", fail));
    const synced = new Promise((done) => socket.once("sync", done));
    socket.on("update", (_, state) => {
      stateID = Math.max(stateID, state._stateID);
      screens.shown(screen, state);
    });
    socket.emit("sync", matchID, playerID, credentials[screen], SEATS);
    await synced;
    sockets.push(socket);
  }
  const answer = async (round, seat) => {
    const playerID = String(seat);
    const move = { type: "answer", args: [(round + seat) % 10], playerID, credentials: credentials[seat] };
    sockets[seat].emit("update", { type: "MAKE_MOVE", payload: move }, stateID, matchID, playerID);
  };
  const passes = (round, seat) => (state) => (seat === SEATS - 1 ? state.G.round === round + 1 : state.G.answered.length === seat + 1);
  return measure(screens, { answer, passes });
}

const run = kind === "kitpress" ? kitpress : rival;
run(JSON.parse(told)).then(
  (times) => {
    process.stdout.write(JSON.stringify(times), () => process.exit(0));
  },
  (error) => {
    console.error(error);
    process.exit(1);
  },
);
