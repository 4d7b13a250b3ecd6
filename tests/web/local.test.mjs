// Tables of one device: whole games, reloads in the middle of a bet, what is kept, and that a page is told no more than a person may know.
import assert from 'node:assert/strict';
import test from 'node:test';
import { again, aude, core, dice, local, Passing, playOn, until } from './common.mjs';

const { RecordReplay } = await core('replay');
const { Receipt } = await core('receipt');
const { splitRecord } = await core('record');

const BETS = ['set base', 'set bets', 'rule draws 45'];

test('a person and a computer play a game with bets to its end; the record is legal and the receipt holds', async () => {
  const shelf = new Passing();
  const table = await local({ setup: BETS, seats: [{ name: 'Ann' }, { engine: 'greedy' }] }, shelf);
  assert.equal(table.state.phase, 'lobby');
  assert.deepEqual(table.state.seats.map((s) => [s.kind, s.name, s.mine]), [['person', 'Ann', true], ['computer', 'greedy', false]]);
  await table.start();
  const end = await playOn(table, dice(3));
  assert.equal(end.broken, null);
  assert.ok(end.lines.some((line) => line.startsWith('bet')), 'somebody was asked to bet');
  assert.ok(!end.lines.some((line) => line.endsWith('?')), 'at the end everything is shown');
  assert.deepEqual(aude.record(table.record()).failures, []);
  const verdict = Receipt.read(table.receipt()).verify(table.record());
  assert.deepEqual(verdict.failures, []);
  assert.ok(verdict.draws >= 20 && verdict.bets > 0, JSON.stringify(verdict));
  table.close();
});

test('two people at one screen and a strong computer, moves to confirm, undo, takeback', async () => {
  const table = await local({ setup: ['set base', 'rule draws 8', 'rule confirm on'], seats: [{ name: 'Ann' }, { name: 'Ben' }, { engine: 'mcts:50' }] });
  await table.start();
  await until(table, (s) => s.due.length > 0);
  const first = table.view(0).moves[0].line;
  await table.move(0, first);
  await until(table, (s) => s.lines.length === 2 || s.waiting === 0);
  assert.equal(table.view(0).tiles.length, 2);
  await table.undo(0);
  await until(table, (s) => s.waiting === null && s.lines.length === 1);
  assert.equal(table.view(0).tiles.length, 1);
  const hand = table.view(0).hand;
  let turned = false;
  await playOn(table, dice(5), undefined, (s) => s.due.includes(1) && (turned = true));
  assert.ok(turned);
  const draws = table.state.lines.filter((line) => line.startsWith('draw'));
  await table.takeback();
  await until(table, (s) => s.due.includes(0) && s.lines.length === 1);
  assert.equal(table.view(0).hand, hand, 'the same tile comes again');
  await playOn(table, dice(7));
  assert.equal(table.state.lines[0], draws[0]);
  assert.deepEqual(aude.record(table.record()).failures, []);
  await table.chat('well played');
  await until(table, (s) => s.chat.length === 1);
  await table.rematch();
  await until(table, (s) => s.game === 2 && s.due.length > 0);
  assert.equal(table.state.first, 1, 'the start is rotated');
  table.close();
});

test('a reload in the middle of a bet loses nothing, and shows the own choice', async () => {
  const shelf = new Passing();
  const table = await local({ setup: BETS, seats: [{ name: 'Ann' }, { name: 'Ben' }] }, shelf);
  await table.start();
  await playOn(table, dice(11), undefined, (s) => s.due.length === 2);
  const before = table.state;
  const bet = table.view(0).moves.find((move) => move.face !== null);
  await table.move(0, bet.line);
  await until(table, (s) => s.due.length === 1 && s.due[0] === 1);
  assert.deepEqual(table.state.lines, before.lines, 'a secret choice changes no public line');
  assert.equal(table.state.decision, before.decision);
  assert.equal(table.view(null).seats[0].chips, table.view(0).seats[0].chips, 'the chip is still in the supply, for all');
  assert.equal(table.view(1).seats[0].pending, null, 'nobody else sees the choice');
  assert.equal(table.view(0).seats[0].pending, bet.face);
  table.close();

  const back = await again(before.table, shelf);
  await until(back, (s) => s.due.length === 1);
  assert.deepEqual(back.state.due, [1]);
  assert.equal(back.view(0).seats[0].pending, bet.face);
  await back.move(1, back.view(1).moves[0].line);
  await until(back, (s) => s.lines.length > before.lines.length);
  assert.ok(back.state.lines.includes('bet 0 ?'), 'the face stays hidden');
  await playOn(back, dice(12));
  const verdict = Receipt.read(back.receipt()).verify(back.record());
  assert.deepEqual(verdict.failures, [], 'also what was sealed before the reload');
  assert.ok(verdict.bets > 0);
  back.close();
});

test('a game goes on from any position of a record', async () => {
  const game = aude.game({ seed: 21, seats: ['Ann', 'Ben'], rules: { draws: 12 } });
  while (game.actors().length) game.actors()[0] === 'chance' ? game.draw() : game.apply(game.choose(game.actors()[0]));
  const shelf = new Passing();
  const replay = new RecordReplay(game.record(), (setup, seats, lines) => local({ setup, seats, lines }, shelf));
  assert.deepEqual(replay.names, ['Ann', 'Ben']);
  assert.equal(replay.timeline.turns.length, 12);
  assert.deepEqual(replay.timeline.scores.at(-1), game.view().seats.map((seat) => seat.score), 'the events explain every point');
  assert.notEqual(replay.cannotBranch(replay.lines.length), null);
  for (const n of [0, 7, replay.timeline.turns[6], replay.timeline.turns[6] + 1]) {
    const table = await replay.branch(n, [{ name: 'Zoë' }, { engine: 'greedy' }]);
    const state = await until(table, (s) => s.due.length > 0);
    state.lines.slice(0, n).forEach((line, i) => assert.ok(line === replay.lines[i] || line === replay.lines[i].replace(/\S+$/, '?')));
    const end = await playOn(table, dice(n + 1));
    assert.deepEqual(end.lines.slice(0, n), replay.lines.slice(0, n));
    assert.deepEqual(aude.record(table.record()).failures, []);
    table.close();
  }
});

test('a hidden record can be looked at, not gone on with; a wrong one is refused with its line', async () => {
  const shelf = new Passing();
  const table = await local({ setup: BETS, seats: [{ name: 'Ann' }, { name: 'Ben' }] }, shelf);
  await table.start();
  await playOn(table, dice(4), undefined, (s) => s.lines.some((line) => line.endsWith('?')) && s.due.length > 0);
  const record = table.record();
  const replay = new RecordReplay(record, () => assert.fail());
  assert.equal(replay.lines.length, table.state.lines.length);
  assert.match(replay.cannotBranch(replay.lines.length), /hidden/);
  await assert.rejects(replay.branch(replay.lines.length, [{ name: 'Zoë' }]), { code: 'hidden' });
  const { head, lines } = splitRecord(record);
  assert.throws(() => new RecordReplay(head + lines[0] + '\nplace 9 9 0\n', () => {}), (error) => error.code === 'illegal' && error.line === head.split('\n').length + 1);
  table.close();
});

test('what the table refuses is refused, and changes nothing', async () => {
  const table = await local({ setup: BETS, seats: [{ name: 'Ann' }, { engine: 'random' }] });
  await assert.rejects(table.move(0, 'place 0 1 0'), { code: 'denied' });
  await assert.rejects(table.setSeat(1, 'nobody'), { code: 'unknown' });
  await assert.rejects(table.option('rule weather on'), (error) => ['syntax', 'unknown'].includes(error.code));
  await table.option('unset bets');
  await until(table, (s) => !s.options.sets.includes('bets'));
  await table.start();
  await until(table, (s) => s.due.length > 0);
  const { state } = table;
  await assert.rejects(table.move(0, 'place 9 9 0'), { code: 'illegal' });
  await assert.rejects(table.move(0, 'dance'), (error) => ['syntax', 'unknown'].includes(error.code));
  await assert.rejects(table.chat(''), { code: 'syntax' });
  assert.deepEqual(table.state.lines, state.lines);
  const { line } = (await table.hint(0)).best.move;
  assert.ok(table.view(0).moves.some((move) => move.line === line), line);
  table.close();
  await assert.rejects(table.chat('late'), { code: 'cancelled' });
});
