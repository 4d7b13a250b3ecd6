// Advice as the page gets it: hints and odds where the aids allow them, games judged when they are over; and how long a computer player thinks.
import assert from 'node:assert/strict';
import test from 'node:test';
import { advice, aude, core, dice, local, Passing, playOn, until } from './common.mjs';

const { Mind } = await core('local/thinker');
const { RecordReplay } = await core('replay');
const BETS = ['set base', 'set bets', 'rule draws 45'];

test('a hint is a legal turn with reasons, better and better', async () => {
  const table = await local({ setup: BETS, seats: [{ name: 'Ann' }, { name: 'Ben' }] });
  await table.start();
  await until(table, (s) => s.due.includes(0));
  await assert.rejects(table.hint(1), { code: 'turn' });
  const seen = [];
  const hint = await table.hint(0, (part) => seen.push(part));
  assert.ok(seen.length > 1 && seen.at(-1) === hint);
  assert.ok(table.view(0).moves.some((move) => move.line === hint.best.move.line), hint.best.move.line);
  assert.ok(hint.facts.every(({ kind }) => typeof kind === 'string'));
  await table.move(0, hint.best.move.line);
  await until(table, (s) => s.lines.length > 1);
  if (hint.best.meeple) assert.ok(table.view(0).moves.some((move) => move.line === hint.best.meeple.line), hint.best.meeple.line);
  const stop = new AbortController();
  const asked = table.odds(null, 0, 0, () => stop.abort(), stop.signal);
  await assert.rejects(asked, { code: 'cancelled' });
  table.close();
});

test('odds where a bet is made, with what each chip pays', async () => {
  const table = await local({ setup: BETS, seats: [{ name: 'Ann' }, { name: 'Ben' }] });
  await table.start();
  await playOn(table, dice(11), undefined, (s) => s.due.length === 2);
  const { tiles, last, faces } = table.view(0);
  const odds = await table.odds(0, tiles[last].x, tiles[last].y);
  for (const { sizes } of odds.targets) {
    const sum = sizes.reduce((all, { any }) => all + any.chance, 0);
    assert.ok(Math.abs(sum - 1) < 0.001 * sizes.length, String(sum));
  }
  assert.deepEqual(odds.chips.map(({ face }) => face), faces.map(({ face }) => face));
  table.close();
});

test('a table that plays without help gives none', async () => {
  for (const aids of ['none', 'tournament']) {
    const table = await local({ setup: [...BETS, `aids ${aids}`], seats: [{ name: 'Ann' }, { engine: 'random' }] });
    await table.start();
    await until(table, (s) => s.due.includes(0));
    await assert.rejects(table.hint(0), { code: 'denied' });
    await assert.rejects(table.odds(0, 0, 0), { code: 'denied' });
    table.close();
  }
});

test('a game is judged when it is over', async () => {
  const table = await local({ setup: ['set base', 'rule draws 5'], seats: [{ name: 'Ann' }, { name: 'Ben' }] }, new Passing());
  await table.start();
  await playOn(table, dice(2), undefined, (s) => s.lines.length > 3);
  const open = (text) => new RecordReplay(text, () => assert.fail(), advice);
  await assert.rejects(open(table.record()).analyse(() => {}), { code: 'denied' });
  await playOn(table, dice(2));
  const replay = open(table.record());
  const judged = [];
  await replay.analyse((insight) => judged.push(insight));
  const places = replay.lines.flatMap((line, i) => (line.startsWith('place') ? [i] : []));
  assert.deepEqual(judged.filter(({ kind }) => kind === 'turn').map(({ line }) => line), places);
  const stop = new AbortController();
  await assert.rejects(replay.analyse(() => stop.abort(), stop.signal), { code: 'cancelled' });
  replay.free();
  table.close();
});

test('a computer player learns how many playouts make its time', async () => {
  const asked = [];
  let now = 0;
  /** A device that plays so many playouts a ms, and an engine that plays at most `limit`. */
  const mindOf = (rate, limit = Infinity) => {
    const picture = {
      think(_, { playouts }) {
        const done = Math.min(playouts, limit);
        asked.push(playouts);
        now += done / rate;
        return 'place 0 1 0';
      },
      thought: () => Math.min(asked.at(-1), limit),
      forget() {},
      free() {},
    };
    asked.length = 0;
    return new Mind({ engines: [{ name: 'mcts' }, { name: 'level:6' }], picture: () => picture }, () => now);
  };
  const question = (engine) => ({ head: 'x', view: new Uint8Array(0), seat: 0, engine, key: engine });
  const quick = mindOf(30);
  await quick.think(question('mcts'));
  assert.equal(asked.at(-1), 30_000, 'the first turn already has its second');
  await quick.think(question('mcts:0.5s'));
  assert.equal(asked.at(-1), 15_000);
  await quick.think(question('mcts:1000'));
  assert.equal(asked.at(-1), 1000);
  const slow = mindOf(0.5);
  await slow.think(question('mcts'));
  assert.equal(asked.at(-1), 500);
  const level = mindOf(30, 60);
  await level.think(question('level:6'));
  assert.equal(asked.length, 1, 'an engine that limits itself is asked once');
  assert.ok(aude.engines.some(({ name }) => name === 'level:6'));
});
