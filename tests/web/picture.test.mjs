// What a client works out of public lines and what its seat knows, against the true state: equal for every seat at every decision; features against
// what `aude inspect` says in the program.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';
import { NOBODY } from '../../packages/aude-wasm/index.js';
import { aude, core, dice } from './common.mjs';

const { splitRecord } = await core('record');
const program = process.env.AUDE ?? 'build/release/aude';

const SAME = ['digest', 'decision', 'step', 'turn', 'asked', 'winners', 'hand', 'nBag', 'nUnseen', 'inBag', 'discarded', 'names', 'figures', 'stacks'];

/** Plays by chance; `look` is called at every decision with the lines that each seat has chosen in the open secret decision. */
function play(options, roll, look) {
  const game = aude.game(options);
  const seats = options.seats.length;
  let chosen = Array.from({ length: seats }, () => []);
  let group = -1;
  for (;;) {
    const { step, decision } = game.view();
    if (!['bet', 'final'].includes(step) || decision !== group) chosen = chosen.map(() => []);
    group = decision;
    look(game, chosen);
    const actors = game.actors();
    if (!actors.length) return game;
    const actor = actors[roll(actors.length)];
    if (actor === 'chance') {
      game.draw();
      continue;
    }
    const legal = game.legal(actor);
    const line = legal[roll(legal.length)];
    game.apply(line);
    if (/^(bet|final)/.test(line)) chosen[actor].push(line);
  }
}

function holds(picture, game, seat, own) {
  const view = picture.view({ seat, own });
  const truth = game.view(seat);
  const where = `seat ${seat} after ${view.line} lines`;
  for (const key of SAME) assert.deepEqual(view[key], truth[key], `${key}, ${where}`);
  assert.deepEqual(view.tiles.map(({ kind, rotation, x, y }) => ({ kind, rotation, x, y })), truth.tiles, where);
  assert.deepEqual(view.spaces.map(({ x, y, edge }) => ({ x, y, edge })), truth.spaces, where);
  for (const [i, expected] of truth.seats.entries())
    for (const key in expected) assert.deepEqual(view.seats[i][key], expected[key], `${key} of seat ${i}, ${where}`);
  assert.deepEqual(view.moves.map(({ line }) => line), seat === NOBODY ? [] : game.legal(seat), where);
  for (const move of view.moves) {
    if (move.of !== null) assert.equal(view.features[move.of].kind, move.feature.split('.')[0]);
    if (move.kind === 'place') assert.ok(view.spaces.some(({ x, y, fits }) => x === move.x && y === move.y && fits.every((fit) => fit.rotations.length)));
  }
  return view;
}

const setups = [
  { sets: ['base'], seats: ['Ann', 'Ben'], rules: { draws: 30 } },
  { sets: ['base', 'bets'], seats: ['Ann', 'Ben'], rules: { draws: 50 } },
  { sets: ['base', 'bets'], seats: ['A', 'B', 'C', 'D', 'E', 'F'], rules: { draws: 40 }, chips: ['4x2', '4/5', '3/7+'] },
  { sets: ['base', 'bets'], seats: ['Ann', 'Ben', 'Cleo'], rules: { draws: 40, tinyCity: 2, betsUnoccupied: false, fields: false, meeples: 2 } },
];

for (const [number, setup] of setups.entries())
  test(`views of every seat at every decision, setup ${number}`, () => {
    let picture;
    let before = [];
    play({ ...setup, seed: 100 + number }, dice(200 + number), (game, chosen) => {
      const { head, lines } = splitRecord(game.record());
      picture ??= aude.picture(head);
      const same = lines.findIndex((line, i) => line !== before[i]);
      const from = same < 0 ? lines.length : same;
      picture.hear(from, lines.slice(from));
      before = lines;
      const over = game.view().step === 'over';
      holds(picture, game, NOBODY);
      for (let seat = 0; seat < setup.seats.length && !over; seat++) {
        const { chipsOf } = game.view(seat).seats[seat];
        const chips = chipsOf && picture.faces.map((face) => chipsOf.filter((chip) => chip === face).length);
        const view = holds(picture, game, seat, { ...(chips?.length ? { chips } : {}), chosen: chosen[seat] });
        for (const { score, sure, contested, projected } of view.seats) assert.equal(score + sure + contested, projected);
      }
    });
    // Earlier lines, in any order, are what they were.
    const seen = before.map((_, n) => picture.view({ line: n }).digest);
    const fresh = aude.picture(headOf(setup));
    fresh.hear(0, before);
    for (let n = before.length - 1; n >= 0; n -= 7) assert.equal(fresh.view({ line: n }).digest, seen[n]);
    picture.free();
    fresh.free();
  });

function headOf(setup) {
  const game = aude.game({ ...setup, seed: 1 });
  const { head } = splitRecord(game.record());
  game.free();
  return head;
}

/** The blocks of `aude inspect --text`: by digest, the features as numbers. */
function inspected(text) {
  const blocks = new Map();
  let features;
  for (const line of text.split('\n')) {
    const [word, ...rest] = line.replace(/ {2}#.*/, '').trim().split(' ');
    if (word === 'digest') blocks.set(rest[0], (features = []));
    if (word === 'feature') features.push({ numbers: rest.map(Number), tiles: [], cities: [] });
    if (word === 'tiles' && features?.length) features.at(-1).tiles = rest.filter(Boolean).map(Number);
    if (word === 'cities') features.at(-1).cities = rest.filter(Boolean).map(Number);
  }
  return blocks;
}
const KINDS = ['city', 'road', 'monastery', 'field'];
const TERMS = ['tiles', 'pennants', 'monastery', 'neighbours', 'cities', 'chip'];
function asNumbers({ kind, tiles, open, pennants, cities, meeples, worth }, seats) {
  const n = kind === 'field' ? 0 : tiles.length;
  const winners = worth.winners.reduce((bits, seat) => bits | (1 << seat), 0);
  const items = worth.items.flatMap(({ term, count, each }) => [TERMS.indexOf(term), count, each]);
  const k = KINDS.indexOf(kind);
  return [k, n, open, pennants, cities.length, ...meeples.slice(0, seats), k, Number(worth.complete), winners, ...worth.meeples.slice(0, seats), worth.points, ...items];
}

test('features, their worth and their extent are those of the program', () => {
  const folder = mkdtempSync(join(tmpdir(), 'aude-web-'));
  try {
    for (const setup of setups) {
      const game = play({ ...setup, seed: 7 }, dice(8), () => {});
      const file = join(folder, 'game.aude');
      writeFileSync(file, game.record());
      const blocks = inspected(execFileSync(program, ['inspect', '--text', file], { encoding: 'utf8', maxBuffer: 1 << 28 }));
      const { head, lines } = splitRecord(game.record());
      const picture = aude.picture(head);
      picture.hear(0, lines);
      let compared = 0;
      for (let n = 0; n <= lines.length; n += 3) {
        const view = picture.view({ line: n });
        const features = blocks.get(view.digest);
        if (!features) continue; // a secret choice that is not the last of its decision
        compared++;
        assert.deepEqual(view.features.map((feature) => asNumbers(feature, setup.seats.length)), features.map(({ numbers }) => numbers));
        assert.deepEqual(view.features.map(({ tiles }) => tiles), features.map(({ tiles }) => tiles));
        assert.deepEqual(view.features.map(({ cities }) => cities), features.map(({ cities }) => cities));
        for (const [i, tile] of view.tiles.entries()) for (const f of tile.features) assert.ok(view.features[f].tiles.includes(i));
      }
      assert.ok(compared > lines.length / 6, `${compared} of ${lines.length} lines compared`);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test('pictures are those that the program draws', () => {
  const picture = aude.picture(headOf(setups[1]));
  for (const kind of picture.kinds) {
    const svg = picture.tile(kind, 1, 2, -3);
    assert.match(svg, /^<svg [^]*<\/svg>\s*$/, kind);
    assert.notEqual(picture.tile(kind, 1, 3, -3), svg, 'no copy looks alike');
    assert.equal(picture.tile(kind, 1, 2, -3), svg);
    const { segments } = picture.spots(kind, 1, 2, -3);
    for (const s of segments.keys()) assert.match(picture.region(kind, 1, 2, -3, s), /^M/);
  }
  assert.match(picture.colour(0), /^#[0-9a-f]{6}$/);
  for (const svg of [picture.meeple(3), picture.meeple(3, { lying: true }), picture.chip(0, null), picture.chip(0, '4x2'), picture.stack([0, 2]), picture.corner({ dark: true })])
    assert.match(svg, /^<svg/);
  assert.doesNotMatch(picture.meeple(0, { part: true }), /^<svg/);
  assert.throws(() => picture.tile('none', 0, 0, 0), { code: 'unknown' });
  picture.free();
});
