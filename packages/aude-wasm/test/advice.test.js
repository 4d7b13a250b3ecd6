/* Hints, odds and judgements: legal, of the seat's own knowledge, and right where they can be counted. */
import assert from "node:assert/strict";
import test from "node:test";
import { Aude } from "../index.js";

const aude = await Aude.load();

/* The head of a record and its moves. */
function split(record) {
  const lines = record.split("\n").filter((line) => line && !line.startsWith("digest") && !line.startsWith("expect"));
  const first = lines.findIndex((line) => line.startsWith("draw"));
  return { head: lines.slice(0, first).join("\n") + "\n", lines: lines.slice(first) };
}
function pictureOf(record) {
  const { head, lines } = split(record);
  const picture = aude.picture(head);
  picture.hear(0, lines);
  return picture;
}
/* Plays until a step is reached. */
function playTo(game, step) {
  while (game.view().step !== step) {
    const [actor] = game.actors();
    actor === "chance" ? game.draw() : game.apply(game.choose(actor));
  }
}
const chipsOf = (game, picture, seat) => {
  const own = game.view(seat).seats[seat].chipsOf;
  return picture.faces.map((face) => own.filter((chip) => chip === face).length);
};

/* One tile is drawn, K or F. K closes the start tile's city of two tiles: 4 points with a meeple (rule base/city-1). F gives nothing. */
const LAST = (turn) => `aude 1
| aude-tiles 1
| set last
| start S
| tile S x1
| city N
| field EL ER SL SR WL WR
| tile K x1
| city N
| field EL ER SL SR WL WR
| tile F x1
| field NL NR EL ER SL SR WL WR
rule draws 1
seat 0 Ann
seat 1 Ben
draw K
${turn}`;

test("a hint is legal, and says why", () => {
  const picture = pictureOf(LAST(""));
  const hint = picture.hint({ seat: 0, playouts: 50, seed: 1 });
  assert.equal(hint.best.move.line, "place 0 -1 180");
  assert.ok(picture.view({ seat: 0 }).moves.some(({ line }) => line === hint.best.move.line));
  assert.equal(hint.best.meeple.feature, "city.S");
  assert.equal(hint.best.lead, 4);
  assert.equal(hint.best.win, 1);
  const [fact] = hint.facts;
  assert.deepEqual([fact.kind, fact.points, fact.features, fact.n], ["scores", 4, ["city"], 1]);
  assert.ok(hint.others.every(({ lead }) => lead < 4));
  assert.throws(() => picture.hint({ seat: 1, playouts: 50, seed: 1 }), { code: "turn" });
  picture.free();
});

test("the meeple of a hint can be played after its tile", () => {
  const game = aude.game({ seed: 8, seats: ["Ann", "Ben"] });
  for (let n = 0; n < 12; n++) {
    playTo(game, "place");
    const [seat] = game.actors();
    const picture = pictureOf(game.record());
    const { best } = picture.hint({ seat, own: { chips: chipsOf(game, picture, seat) }, playouts: 30, seed: n });
    game.apply(best.move.line);
    if (best.meeple) game.apply(best.meeple.line);
    assert.notEqual(game.view().step, "meeple", "a turn that asks for a meeple has one, or a pass");
    picture.free();
  }
  game.free();
});

test("odds sum to one, and bets are hinted at", () => {
  const game = aude.game({ seed: 3, seats: ["Ann", "Ben"] });
  playTo(game, "bet");
  const [seat] = game.actors();
  const picture = pictureOf(game.record());
  const view = picture.view();
  const { x, y } = view.tiles[view.last];
  const odds = picture.odds({ x, y, playouts: 300, seed: 1 });
  assert.equal(odds.playouts, 300);
  assert.ok(odds.targets.length > 0);
  for (const target of odds.targets) {
    const sum = target.sizes.reduce((all, size) => all + size.any.chance, 0);
    assert.ok(Math.abs(sum - 1) < 0.001 * target.sizes.length, String(sum));
    const finished = target.sizes.reduce((all, size) => all + size.finished, 0);
    assert.ok(Math.abs(finished - target.finished.chance) < 0.001 * target.sizes.length);
    for (const { any } of target.sizes) assert.ok(any.low <= any.chance && any.chance <= any.high);
    assert.ok(target.sizes.every(({ tiles }) => tiles >= target.tiles));
  }
  assert.deepEqual(odds.chips.map(({ face }) => face), picture.faces);
  const hint = picture.hint({ seat, own: { chips: chipsOf(game, picture, seat) }, playouts: 30, seed: 1 });
  assert.equal(hint.best.move.kind, "bet");
  assert.ok(["chip", "no-bet"].includes(hint.facts[0].kind));
  assert.throws(() => picture.odds({ x: 99, y: 0, playouts: 9, seed: 1 }), { code: "unknown" });
  picture.free();
  game.free();
});

test("advice knows no more than the seat", () => {
  // The chips of the other seat differ; the public lines and the own chips do not.
  const said = [["4x2", "5/6"], ["5/6", "4x2"]].map((faces, i) => {
    const game = aude.game({ seed: 3, seats: ["Ann", "Ben"] });
    for (let bets = 0; bets < 1 || game.view().step !== "place"; ) {
      const [actor] = game.actors();
      if (actor === "chance") game.draw();
      else if (game.view().step === "bet") {
        game.apply(actor === 1 ? `bet 1 ${faces[0]}` : "bet 0 3/7+");
        if (actor === 1) bets++;
      } else game.apply(game.choose(actor));
    }
    const [seat] = game.actors();
    const picture = pictureOf(game.record());
    const own = seat === 0 ? { chips: chipsOf(game, picture, 0) } : undefined;
    const record = game.record();
    const hint = picture.hint({ seat, own, playouts: 60, seed: 5 });
    picture.free();
    game.free();
    return { i, record, hint };
  });
  assert.equal(said[0].record, said[1].record, "nobody sees a difference");
  assert.deepEqual(said[0].hint, said[1].hint);
});

test("a blunder is found, and what it costs; the luck of a draw", () => {
  const picture = pictureOf(LAST("place 1 0 90\npass\n"));
  const all = [...picture.analysis({ playouts: 200, seed: 1 })];
  assert.deepEqual(all.map(({ kind, line, seat }) => [kind, line, seat]), [["draw", 0, 0], ["turn", 1, 0]]);
  const [draw, turn] = all;
  assert.ok(Math.abs(draw.luck - 2) < 0.02, "K is worth 4, F nothing, both may come");
  assert.equal(draw.tile, "K");
  assert.ok(Math.abs(turn.lost - 4) < 0.02);
  assert.ok(Math.abs(turn.winLost - 0.5) < 0.02, "the victory is shared");
  assert.equal(turn.played.move.line, "place 1 0 90");
  assert.equal(turn.played.meeple.line, "pass");
  assert.equal(turn.best[0].move.line, "place 0 -1 180");
  assert.equal(turn.best[0].meeple.feature, "city.S");
  picture.free();
});

test("a game with bets is judged in steps; one that hides them is judged without them", () => {
  const game = aude.game({ seed: 4, seats: ["Ann", "Ben"], rules: { draws: 30 } });
  playTo(game, "bet");
  playTo(game, "place");
  const hidden = pictureOf(game.record());
  while (game.actors().length) game.actors()[0] === "chance" ? game.draw() : game.apply(game.choose(game.actors()[0]));
  const picture = pictureOf(game.record());
  const analysis = picture.analysis({ playouts: 20, seed: 1 });
  const first = analysis.next();
  assert.equal(first.value.kind, "draw");
  const all = [first.value, ...analysis];
  assert.deepEqual(analysis.next(), { done: true, value: undefined });
  analysis.free();
  assert.throws(() => analysis.next(), { code: "over" });
  const turns = all.filter(({ kind }) => kind === "turn");
  assert.equal(turns.length, picture.lines.filter((line) => line.startsWith("place")).length);
  for (const insight of all) {
    if (insight.kind === "draw") continue;
    assert.equal(insight.played.move.line, picture.lines[insight.line]);
    if (insight.forced) continue;
    assert.ok(insight.lost >= 0 && insight.best.length > 0);
  }
  const bets = all.filter(({ kind }) => kind === "bet");
  assert.ok(bets.length > 0 && bets.every(({ best }) => best.every(({ pays, move }) => (move.face === null ? pays === 0 : pays >= 0))));
  assert.ok([...picture.analysis({ playouts: 5, seed: 1, seats: [1] })].every(({ seat }) => seat === 1));
  assert.ok([...hidden.analysis({ playouts: 5, seed: 1 })].every(({ kind }) => kind !== "bet"));
  const n = hidden.lines.length;
  for (const wrong of ["place 99 99 0", "place nowhere", "place nowhere\n".repeat(3)]) {
    hidden.hear(n, [wrong]);
    assert.throws(() => hidden.analysis({ playouts: 5, seed: 1 }), (error) => error.line === n + 1);
  }
  for (const thing of [picture, hidden, game]) thing.free();
});

test("memory of advice is given back", () => {
  for (let i = 0; i < 400; i++) {
    const picture = pictureOf(LAST(""));
    picture.hint({ seat: 0, playouts: 1, seed: i });
    picture.analysis({ playouts: 1, seed: i }).free();
    picture.free();
  }
});
