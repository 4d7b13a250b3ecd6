/* Tables and pictures: acts in, messages and lines out, and the lines give the picture that the table has. */
import assert from "node:assert/strict";
import test from "node:test";
import { Aude, AudeError, NOBODY } from "../index.js";

const aude = await Aude.load();
const ZERO = "0".repeat(64);

/** A table with two computers in the middle of a game of so many draws. */
function playing(draws) {
  const host = aude.host("seats 2\nset base\nset bets\n");
  const enter = (act) => host.enter(act);
  enter(`0 - join seal=${ZERO} words=Ann`);
  enter("0 0 seat id=0000000000000001 seat=0 words=random");
  enter("0 0 seat id=0000000000000002 seat=1 words=greedy");
  enter("0 0 start id=0000000000000003");
  enter(`0 - secret seal=${ZERO}`);
  enter(`0 - publish seal=${ZERO}`);
  for (let n = 0; n < draws; ) {
    const due = host.due(0);
    if (due.kind === "draw") {
      enter(`0 - draw words=${host.chance()[n % host.chance().length].line}`);
      n++;
    } else {
      assert.equal(due.kind, "engine");
      const [seat] = due.seats;
      const line = host.fallback(seat);
      enter(`0 - engine seat=${seat} words=${line}`);
    }
  }
  return host;
}
const said = (host, what, ...rest) => JSON.parse(host.say(what, ...rest));

test("a table tells what the picture is made of", () => {
  const host = playing(20);
  const head = said(host, "setup").head.join("\n") + "\n";
  const { lines } = said(host, "lines", NOBODY, 0);
  assert.equal(head + lines.join("\n") + "\n", host.record());
  const picture = aude.picture(head);
  picture.hear(0, lines);
  const { chips } = said(host, "own", 0);
  const view = picture.view({ seat: 0, own: { chips } });
  const game = aude.open(host.log(), { seed: 1 });
  assert.equal(view.digest, game.view().digest);
  assert.deepEqual(view.moves.map(({ line }) => line), game.legal(0));
  assert.deepEqual(view.seats[0].chipsOf, game.view(0).seats[0].chipsOf);
  assert.equal(picture.view().seats[0].chipsOf, null);
  picture.hear(lines.length - 3, []);
  assert.equal(picture.view().line, lines.length - 3);
  for (const thing of [host, picture, game]) thing.free();
});

test("an engine answers a view of the table", () => {
  const host = playing(5);
  const picture = aude.picture(said(host, "setup").head.join("\n") + "\n");
  const { seats } = host.due(0);
  const [seat] = seats;
  for (const { name } of aude.engines) {
    const line = picture.think(host.view(seat), { seat, engine: name, playouts: 20, seed: 1, key: name });
    assert.doesNotThrow(() => host.enter(`0 - engine seat=${seat} words=${line}`));
    if (host.due(0).seats[0] !== seat) break;
  }
  assert.throws(() => picture.think(host.view(0), { seat: 0, engine: "none", seed: 1, key: "x" }), { code: "unknown" });
  host.free();
  picture.free();
});

test("what is refused changes nothing", () => {
  const host = playing(3);
  const before = [host.record(), host.say("decision")];
  for (const act of ["", "0 - draw", "0 - draw words=draw nothing", "0 7 chat id=0000000000000009 words=x", "rubbish"])
    assert.throws(() => host.enter(act), AudeError, act);
  assert.deepEqual([host.record(), host.say("decision")], before);
  assert.throws(() => aude.host("seats 9\n"), AudeError);
  assert.throws(() => aude.picture("aude 1\n"), AudeError);
  const picture = aude.picture("aude 1\nset base\nseat 0\nseat 1\n");
  assert.throws(() => picture.hear(1, []), { code: "range" });
  picture.hear(0, ["place 5 5 0"]);
  assert.throws(() => picture.view(), (error) => error.code === "illegal" || error.code === "turn");
  picture.hear(0, []);
  assert.equal(picture.view().step, "draw");
  host.free();
  picture.free();
});

/* The tile 02 of The Bets as the rules list it: C R F R, city N, road E-W past the office, fields {EL} {ER SL SR WL} {WR}, touching N, -, N. */
test("what a tile shows, as it lies", () => {
  const picture = aude.picture("aude 1\nset base\nset bets\nseat 0\nseat 1\n");
  const part = (kind, ends, touches = "", pennants = 0) => ({ kind, ends: ends.split(" "), pennants, touches: touches ? touches.split(" ") : [] });
  assert.deepEqual(picture.shows("B02", 0), {
    segments: [part("city", "N"), part("road", "E W"), part("field", "EL", "N"), part("field", "ER SL SR WL"), part("field", "WR", "N")],
    office: true,
  });
  const [city, road, ...fields] = picture.shows("B02", 1).segments;
  assert.deepEqual([city, road], [part("city", "E"), part("road", "N S")]);
  assert.deepEqual(fields.map(({ ends }) => ends.join()).sort(), ["NL,SR,WL,WR", "NR", "SL"]);
  assert.deepEqual(picture.shows("Cc+", 0).segments[0].pennants, 1);
  assert.deepEqual(picture.shows("L", 3).segments[0], { kind: "monastery", ends: [], pennants: 0, touches: [] });
  assert.throws(() => picture.shows("nothing", 0), { code: "unknown" });
  picture.free();
});

test("memory is given back", () => {
  for (let i = 0; i < 300; i++) {
    playing(1).free();
    aude.picture("aude 1\nset base\nseat 0\nseat 1\n").free();
  }
});

/* To the module undefined is 0, and -1 or NaN four thousand million playouts. */
const NO_SEAT = [undefined, null, -1, 2, 6, 254, 256, NaN, 0.5, "0", 2 ** 32];
const NO_NUMBER = [null, -1, NaN, 0.5, "1", 2 ** 32];
const refused = (call, ...codes) => assert.throws(call, (error) => error instanceof AudeError && codes.includes(error.code), String(call));

test("of a seat that does not exist a table tells nothing", () => {
  const host = playing(3);
  for (const seat of NO_SEAT) {
    refused(() => host.view(seat), "unknown");
    refused(() => host.fallback(seat), "unknown");
    refused(() => host.say("own", seat), "unknown");
    refused(() => host.say("lines", seat, 0), "unknown");
    if (seat !== undefined) refused(() => host.record(seat), "unknown");
  }
  for (const n of [undefined, ...NO_NUMBER]) refused(() => host.say("lines", 0, n), "range");
  for (const time of [undefined, null, -1, NaN, Infinity, "0"]) {
    refused(() => host.due(time), "range");
    refused(() => host.say("clock", time), "range");
  }
  for (const name of [undefined, "", "nothing", "toString"]) {
    refused(() => host.say(name), "unknown");
    refused(() => host.aid(name), "unknown");
  }
  host.free();
  host.free();
});

test("before its first game a table has no game to tell of", () => {
  const host = aude.host("seats 2\nset base\n");
  for (const ask of [() => host.view(0), () => host.fallback(0), () => host.chance(), () => host.say("own", 0)]) refused(ask, "over");
  for (const what of ["setup", "people", "phase", "decision", "question", "seals"]) assert.equal(said(host, what).type, what);
  assert.deepEqual(said(host, "lines", NOBODY, 0).lines, []);
  assert.equal(said(host, "clock", 0).type, "clock");
  host.free();
});

test("a picture refuses what is no seat, no line, no number", () => {
  const host = playing(20);
  const picture = aude.picture(said(host, "setup").head.join("\n") + "\n");
  picture.hear(0, said(host, "lines", NOBODY, 0).lines);
  const before = picture.view({ seat: 0 });
  const [seat] = host.due(0).seats;
  for (const none of NO_SEAT) {
    if (none !== undefined) refused(() => picture.view({ seat: none }), "unknown");
    refused(() => picture.actors({}, none), "unknown");
    refused(() => picture.hint({ seat: none, playouts: 10, seed: 1 }), "unknown");
    refused(() => picture.think(host.view(seat), { seat: none, engine: "greedy", seed: 1, key: "a" }), "unknown");
    refused(() => picture.analysis({ seats: [none], playouts: 10, seed: 1 }), "unknown");
    if (none === 2) continue; // a picture of a meeple needs no game
    for (const paint of ["meeple", "colour", "ink"]) refused(() => picture[paint](none), "unknown");
    refused(() => picture.chip(none, null), "unknown");
    refused(() => picture.stack([none]), "unknown");
  }
  for (const n of NO_NUMBER) {
    for (const look of [() => picture.view({ line: n }), () => picture.chance(n), () => picture.events(n), () => picture.hear(n, [])]) refused(look, "range");
    refused(() => picture.hint({ seat, playouts: n, seed: 1 }), "range");
    refused(() => picture.odds({ x: 0, y: 0, playouts: n, seed: 1 }), "range");
    refused(() => picture.analysis({ playouts: n, seed: 1 }), "range");
    refused(() => picture.think(host.view(seat), { seat, engine: "greedy", playouts: n, seed: 1, key: "a" }), "range");
    if (n === -1) continue; // there are such places
    refused(() => picture.tile("RCr", 0, n, 0), "range");
    refused(() => picture.odds({ x: n, y: 0, playouts: 10, seed: 1 }), "range");
  }
  for (const n of [undefined, -1, 4, 0.5]) for (const what of ["tile", "shows", "spots"]) refused(() => picture[what]("RCr", n, 0, 0), "range");
  for (const n of [undefined, -1, 4, 0.5]) refused(() => picture.region("RCr", 0, 0, 0, n), "range");
  for (const seed of [undefined, null, 0.5, NaN, "1"]) {
    refused(() => picture.hint({ seat, playouts: 10, seed }), "range");
    refused(() => picture.analysis({ playouts: 10, seed }), "range");
    refused(() => picture.think(host.view(seat), { seat, engine: "greedy", seed, key: "a" }), "range");
  }
  refused(() => picture.hear(0, "draw"), "syntax");
  refused(() => picture.hear(0, [5]), "syntax");
  refused(() => picture.box("crown"), "unknown");
  refused(() => picture.view({ seat: 0, own: { chips: [1] } }), "range"); // the others would be those of the look before
  refused(() => picture.view({ seat: 0, own: { chips: [-1, 1, 1, 1, 1] } }), "range");
  for (const chosen of [undefined, []]) refused(() => picture.view({ seat: 0, own: { waits: true, ...(chosen && { chosen }) } }), "syntax");
  refused(() => aude.tileset("base\0"), "unknown");
  assert.deepEqual(picture.view({ seat: 0 }), before);
  for (const thing of [host, picture]) thing.free();
});

test("an engine is given the view of another game, or the memory of another engine", () => {
  const host = playing(3);
  const picture = aude.picture(said(host, "setup").head.join("\n") + "\n");
  const [seat] = host.due(0).seats;
  for (const view of [new Uint8Array(3), new Uint8Array(1e6), [], undefined])
    refused(() => picture.think(view, { seat, engine: "greedy", seed: 1, key: "a" }), "range");
  const alone = picture.think(host.view(seat), { seat, engine: "mcts", playouts: 20, seed: 1, key: "alone" });
  picture.think(host.view(seat), { seat, engine: "random", seed: 1, key: "a" });
  assert.equal(picture.thought("a"), 0);
  assert.equal(picture.think(host.view(seat), { seat, engine: "mcts", playouts: 20, seed: 1, key: "a" }), alone);
  assert.ok(picture.thought("a") > 0);
  refused(() => picture.think(host.view(1 - seat), { seat: 1 - seat, engine: "mcts", seed: 1, key: "b" }), "turn");
  assert.equal(picture.thought("b"), 0);
  for (const thing of [host, picture]) thing.free();
});

test("what is freed twice belongs to others in between", () => {
  const host = playing(20);
  const head = said(host, "setup").head.join("\n") + "\n";
  const { lines } = said(host, "lines", NOBODY, 0);
  const [seat] = host.due(0).seats;
  const made = () => {
    const picture = aude.picture(head);
    picture.hear(0, lines);
    picture.hint({ seat, playouts: 10, seed: 1 });
    picture.think(host.view(seat), { seat, engine: "greedy", playouts: 10, seed: 1, key: "a" });
    const analysis = picture.analysis({ playouts: 10, seed: 1 });
    analysis.next();
    return { picture, analysis };
  };
  const first = made();
  first.picture.free();
  refused(() => first.analysis.next(), "over");
  first.analysis.free();
  const second = made(); // in the same blocks
  const shown = JSON.stringify([second.picture.view({ seat: 0 }), second.picture.events(3)]);
  for (const thing of [first.analysis, first.picture]) thing.free();
  const third = made();
  third.picture.hear(5, []);
  third.picture.view();
  assert.equal(JSON.stringify([second.picture.view({ seat: 0 }), second.picture.events(3)]), shown);
  second.picture.hear(0, []);
  second.picture.hear(0, lines);
  assert.equal(JSON.stringify([second.picture.view({ seat: 0 }), second.picture.events(3)]), shown);
  for (const ask of [() => first.picture.view(), () => first.picture.hear(0, []), () => first.picture.tile("RCr", 0, 0, 0)]) refused(ask, "over");
  for (const { picture, analysis } of [second, third]) (analysis.free(), picture.free());
  host.free();
});
