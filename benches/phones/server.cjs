// The rival: a table of twelve that everybody watches, on boardgame.io. Everybody answers a number in secret; the last
// answer counts them all. What a player sees is the public state and their own hand.
const { Server, Origins } = require("boardgame.io/server");

const CARDS = Array.from({ length: 120 }, (_, i) => `card-${i}`);

const table = {
  name: "table",
  setup: ({ ctx, random }) => {
    const deck = random.Shuffle(CARDS);
    const players = {};
    for (let seat = 0; seat < ctx.numPlayers; seat++) players[seat] = { hand: deck.splice(0, 5), answer: null };
    return { deck, players, answered: [], scores: Object.fromEntries(Object.keys(players).map((p) => [p, 0])), round: 0 };
  },
  playerView: ({ G, playerID }) => {
    const { deck, players, ...open } = G;
    return { ...open, left: deck.length, own: players[playerID] ?? null };
  },
  turn: { activePlayers: { all: "answer" } },
  moves: {
    answer: {
      client: false,
      undoable: false,
      move: ({ G, playerID }, number) => {
        G.players[playerID].answer = number;
        if (!G.answered.includes(playerID)) G.answered.push(playerID);
        if (G.answered.length < Object.keys(G.players).length) return;
        for (const [seat, player] of Object.entries(G.players)) {
          G.scores[seat] += player.answer;
          player.answer = null;
        }
        G.answered = [];
        G.round++;
      },
    },
  },
};

const server = Server({ games: [table], origins: [Origins.LOCALHOST] });
server.run({ port: Number(process.argv[2]), lobbyConfig: { apiPort: Number(process.argv[3]) } });
