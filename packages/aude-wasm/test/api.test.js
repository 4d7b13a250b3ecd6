import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import test from "node:test";
import { Worker } from "node:worker_threads";
import { Aude, AudeError, NOBODY, RECALL } from "../index.js";

const file = new URL("../aude.wasm", import.meta.url);
const aude = await Aude.load();

const refused = (code, call) =>
  assert.throws(call, (error) => error instanceof AudeError && error.code === code && error.message !== "");

/* Plays on, draws by chance, seats by an engine, until `stop` says so after a line, or the end. */
function play(game, engine, stop = () => false) {
  for (let actor; (actor = game.actors()[0]) !== undefined; ) {
    actor === "chance" ? game.draw() : game.apply(game.choose(actor, engine));
    if (stop()) break;
  }
  return game;
}

test("the version is that of package.json and of the header", async () => {
  const { version } = JSON.parse(await readFile(new URL("../package.json", import.meta.url)));
  assert.equal(aude.version, version);
});

test("loads from bytes, an address and a module", async () => {
  const bytes = await readFile(file);
  for (const source of [bytes, new Uint8Array(bytes).buffer, file, file.href, await WebAssembly.compile(bytes)])
    assert.equal((await Aude.load(source)).version, aude.version);
});

test("what is built in", () => {
  assert.deepEqual(aude.sets, ["base", "bets"]);
  assert.ok(aude.engines.some(({ name }) => name === "greedy"));
  assert.match(aude.tileset("bets"), /\bbets\b.*\n/);
  refused("unknown", () => aude.tileset("nowhere"));
});

test("a new game: chance, places, a line applied", () => {
  const game = aude.game({ sets: ["base"], seats: ["Ann", "Ben"], seed: 1 });
  assert.deepEqual(game.actors(), ["chance"]);
  const chance = game.chance();
  assert.equal(chance.reduce((sum, { weight }) => sum + weight, 0), 71);
  assert.deepEqual(game.legal("chance"), chance.map(({ line }) => line));
  assert.deepEqual(game.legal(0), []);
  game.apply("draw L");
  assert.deepEqual(game.actors(), [0]);
  const [line] = game.legal(0);
  assert.match(line, /^place -?\d+ -?\d+ \d+$/);
  game.apply(line);
  const [placed] = game.events();
  assert.equal(placed.kind, "placed");
  assert.equal(`place ${placed.x} ${placed.y} ${placed.rotation * 90}`, line);
  assert.deepEqual(game.view(0).names, ["Ann", "Ben"]);
  assert.equal(game.view(0).tiles.length, 2);
  game.free();
  refused("over", () => game.actors());
});

test("setup: rules, chips, and what is wrong with them", () => {
  const rules = { fields: false, tinyCity: 2, draws: 5, meeples: 3, first: 1 };
  const game = aude.game({ seats: 3, rules, chips: ["4x2", "4/5"], seed: 1 });
  const log = game.log();
  for (const line of ["rule fields off", "rule tiny-city 2", "rule draws 5", "rule meeples 3", "rule first 1", "chips 4x2 4/5"])
    assert.ok(log.includes(line + "\n"), line);
  assert.equal(game.view(NOBODY).nBag, 5);
  refused("unknown", () => aude.game({ sets: ["nowhere"] }));
  refused("unknown", () => aude.game({ rules: { "no-such": true } }));
  refused("range", () => aude.game({ rules: { meeples: 9 } }));
  for (const seats of [0, 7, -1, 1.5, NaN, 1e9]) refused("range", () => aude.game({ seats }));
  for (const seats of ["2", null, true, {}, [], [1], ["Ann\nset bets"], [" Ann"], ["Ann "], ["#1"], ["Ann # 2"]])
    refused("syntax", () => aude.game({ seats }));
  refused("limit", () => aude.game({ seats: Array(7).fill("") }));
  for (const chips of [["4-5"], ["4/5", "# 5/6"], "4/5", null]) refused("syntax", () => aude.game({ chips }));
  for (const sets of ["base", null, ["base # x"]]) refused("syntax", () => aude.game({ sets }));
  for (const seed of [1.5, NaN, Infinity, "7", null, {}]) {
    refused("range", () => aude.game({ seed }));
    refused("range", () => aude.playouts(1, seed));
  }
  refused("unknown", () => aude.game({ seat: 2 }));
  assert.equal(aude.game({ seats: ["Zoë#1", ""] }).view().names[0], "Zoë#1");
});

test("a tile file of one's own", () => {
  const own = aude.tileset("bets").replace("bets", "mine");
  const game = play(aude.game({ sets: ["base"], tiles: own, seed: 4 }), "random");
  assert.ok(game.log().includes("| "));
  assert.deepEqual(aude.record(game.log()).failures, []);
  refused("syntax", () => aude.game({ tiles: "nonsense" }));
});

test("refusals name code and reason and change nothing", () => {
  const game = aude.game({ sets: ["base"], seed: 1 });
  game.draw();
  const before = game.log();
  refused("illegal", () => game.apply("place 5 5 0"));
  refused("unknown", () => game.apply("jump"));
  refused("syntax", () => game.apply(""));
  refused("turn", () => game.choose(1));
  refused("unknown", () => game.choose(0, "nobody"));
  refused("illegal", () => game.draw());
  assert.equal(game.log(), before);
});

test("same seed, same game; computer players play to the end", () => {
  const logs = [7, 7, 8].map((seed) => play(aude.game({ seats: 3, seed }), "random").log());
  assert.equal(logs[0], logs[1]);
  assert.notEqual(logs[0], logs[2]);
  const game = play(aude.game({ seed: 9 }), "greedy");
  const view = game.view(0);
  assert.equal(view.step, "over");
  assert.ok(view.winners.length);
  assert.ok(game.events().some(({ kind }) => kind === "over"));
  refused("over", () => game.draw());
});

test("events: the points of all scores and chips are the scores", () => {
  const game = aude.game({ seats: 4, seed: 12 });
  const points = [0, 0, 0, 0];
  play(game, "random", () => {
    for (const event of game.events()) {
      if (event.kind === "flipped") points[event.seat] += event.points;
      if (event.kind !== "scored") continue;
      const { worth } = event;
      assert.equal(worth.items.reduce((sum, { count, each }) => sum + count * each, 0), worth.points);
      for (const seat of worth.winners) points[seat] += worth.points;
    }
  });
  assert.deepEqual(game.view(NOBODY).seats.map(({ score }) => score), points);
});

test("a view hides what others bet, and recall keeps one's own", () => {
  const game = aude.game({ seed: 2 });
  play(game, "greedy", () => game.view(NOBODY).step === "bet");
  assert.equal(game.view(0).step, "bet");
  const bet = game.legal(0).at(-1);
  const others = JSON.stringify(game.view(1));
  game.apply(bet);
  assert.equal(JSON.stringify(game.view(1)), others);
  assert.deepEqual(game.events(1), []);
  assert.deepEqual(game.events(0), [{ kind: "chosen", seat: 0 }]);
  assert.equal(`bet 0 ${game.view(0).seats[0].pending}`, bet);
  assert.equal(game.view(0).seats[1].chipsOf, null);
  game.apply(game.legal(1).at(-1));
  const face = (view) => view.stacks.at(-1).bets.find(({ seat }) => seat === 0).face;
  assert.equal(face(game.view(0)), null);
  assert.equal(`bet 0 ${face(game.view(0, RECALL))}`, bet);
  assert.equal(face(game.view(1, RECALL)), null);
  assert.ok(game.log().includes(bet));
  assert.ok(game.record(0).includes("bet 0 ?"));
});

test("a seat is a seat: what is none sees nothing", () => {
  const game = aude.game({ seed: 2 });
  assert.equal(game.view().seat, null);
  assert.deepEqual(game.view().seats.map(({ chipsOf }) => chipsOf), [null, null]);
  for (const seat of [-1, 2, 5, 6, 254, 256, 0.5, "0", null, 1n])
    for (const call of ["view", "events", "legal", "choose", "record"]) refused("unknown", () => game[call](seat));
  refused("range", () => aude.playouts(-1));
});

test("rule confirm: a move waits, is taken back, is confirmed", () => {
  const game = aude.game({ sets: ["base"], rules: { confirm: true }, seed: 1 });
  game.apply("draw L");
  game.apply(game.legal(0)[0]);
  const before = game.view(1);
  game.apply("pass");
  assert.equal(game.view(0).waiting, "pass");
  assert.deepEqual(game.view(1), before);
  assert.deepEqual(game.legal(0), ["confirm 0", "undo 0"]);
  assert.deepEqual(game.legal(1), []);
  refused("turn", () => game.choose(0));
  game.apply("undo 0");
  assert.equal(game.view(0).step, "meeple");
  game.apply("meeple small monastery");
  game.apply("confirm 0");
  assert.deepEqual(game.actors(), ["chance"]);
  assert.equal(game.view(1).figures[0].feature, "monastery");
});

test("logs are continued, public records checked", () => {
  const game = aude.game({ seats: 2, seed: 5 });
  play(game, "greedy", () => game.view(NOBODY).stacks.length > 0);
  const again = aude.open(game.log(), { seed: 1 });
  assert.deepEqual(again.view(0, RECALL), game.view(0, RECALL));
  assert.deepEqual(again.actors(), game.actors());
  assert.deepEqual(aude.record(game.record()), { failures: [], checks: 0 });
  refused("hidden", () => aude.open(game.record()));
});

test("records: failures with their lines", () => {
  const text = "aude 1\nset base\nseat 0\nseat 1\nexpect score 0 3\nexpect turn 0\n";
  const { failures, checks } = aude.record(text);
  assert.equal(checks, 2);
  assert.equal(failures.length, 1);
  assert.equal(failures[0].line, 5);
  assert.deepEqual(aude.record("aude 1\nset base\nseat 0\njump\n").failures.map(({ code, line }) => [code, line]), [
    ["unknown", 4],
  ]);
  assert.throws(() => aude.open("aude 1\nset base\nseat 0\njump\n"), { code: "unknown", line: 4 });
});

test("a long log grows", () => {
  const game = aude.game({ sets: ["base"], seed: 1 });
  game.apply("draw L");
  const [line] = game.legal(0);
  for (let i = 0; i < 2000; i++) {
    game.apply(line);
    game.apply("undo 0");
  }
  assert.equal(game.log().split("\n").length, 4000 + 6);
  assert.deepEqual(aude.record(game.log()).failures, []);
});

test("whether a computer player draws random numbers does not move the draws", () => {
  const [quiet, busy] = [1, 2].map(() => aude.game({ sets: ["base"], seed: 3 }));
  for (const game of [quiet, busy]) game.draw();
  for (let i = 0; i < 5; i++) busy.choose(0, "random");
  const line = quiet.legal(0)[0];
  const [next, same] = [quiet, busy].map((game) => {
    game.apply(line);
    game.apply("pass");
    return game.draw();
  });
  assert.equal(next, same);
});

test("what is too much for the memory is refused", () => {
  const before = aude.game({ seed: 1 }).draw();
  refused("limit", () => aude.record("\n".repeat(8e7))); // its lines would need more than 2 GB
  refused("limit", () => aude.open("\n".repeat(8e7)));
  assert.equal(aude.game({ seed: 1 }).draw(), before);
});

test("all that is declared is there, and all codes are declared", async () => {
  const [js, types] = [await import("../index.js"), await readFile(new URL("../index.d.ts", import.meta.url), "utf8")];
  const declared = [...types.matchAll(/^export declare (?:class|const) (\w+)/gm)].map(([, name]) => name);
  assert.deepEqual(declared.sort(), Object.keys(js).sort());
  const codes = [...(/type ErrorCode =([^;]*);/.exec(types)[1].matchAll(/"(\w+)"/g))].map(([, code]) => code);
  const words = await readFile(new URL("../../../src/wasm/library.c", import.meta.url), "utf8");
  const known = [...words.matchAll(/\[AUDE_E_\w+\] = "(\w+)"/g)].map(([, word]) => word);
  assert.deepEqual(codes, known);
});

test("memory is used again", () => {
  const other = new Set();
  for (let i = 0; i < 50; i++) {
    const game = aude.game({ seats: 6, seed: i });
    play(game, "random");
    game.free();
    game.free();
    other.add(aude.playouts(1).moves);
  }
  assert.equal(other.size, 1);
});

test("random games", () => {
  const { games, moves, scores } = aude.playouts(200, 3, { seats: 3 });
  assert.equal(games, 200);
  assert.ok(moves > 200 * 100);
  assert.equal(scores.length, 3);
  assert.deepEqual(aude.playouts(200, 3n, { seats: 3 }), { games, moves, scores });
  refused("unknown", () => aude.playouts(1, 1, { sets: ["nowhere"] }));
});

test("the example of the README runs", async (t) => {
  const readme = await readFile(new URL("../README.md", import.meta.url), "utf8");
  const example = /```js\n([^]*?)```/.exec(readme)[1].replace('"aude-wasm"', JSON.stringify(new URL("../index.js", import.meta.url)));
  const said = [];
  t.mock.method(console, "log", (...words) => said.push(words));
  await import("data:text/javascript," + encodeURIComponent(example));
  assert.equal(said.length, 3);
  assert.deepEqual(said[1], [[]]);
  assert.equal(said[2][0], "over");
});

test("in a worker, with the module posted", async () => {
  const script = `
    import { parentPort, workerData } from "node:worker_threads";
    const { Aude } = await import(workerData.url);
    const aude = await Aude.load(workerData.module);
    parentPort.postMessage(aude.playouts(50, 1).scores);`;
  const module = await WebAssembly.compile(await readFile(file));
  const worker = new Worker(new URL("data:text/javascript," + encodeURIComponent(script)), {
    workerData: { module, url: new URL("../index.js", import.meta.url).href },
  });
  const scores = await new Promise((resolve, reject) => worker.once("message", resolve).once("error", reject));
  await worker.terminate();
  assert.deepEqual(scores, aude.playouts(50, 1).scores);
});
