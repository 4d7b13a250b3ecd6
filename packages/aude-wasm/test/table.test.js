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
