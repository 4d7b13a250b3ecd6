// A server that lies about draws or bets is found out as soon as the lie can be seen: docs/fairness.md. An honest one is never accused.
import assert from 'node:assert/strict';
import test from 'node:test';
import { again, core, dice, local, Passing, playOn, until } from './common.mjs';

const { Pledges } = await core('pledges');
const { proofOfBet, proofOfNonce } = await core('proof');

const BETS = ['set base', 'set bets', 'rule draws 45'];
const OTHER = 'ab'.repeat(32);

/**
 * Ann, seat 0, bets her first chip wherever she can; Ben plays by chance, and no computer, whose turn would follow before a bet is known to be accepted.
 * Ends with a broken promise, or the game.
 */
async function played(forge) {
  const heard = [];
  const control = {
    forge: (message) => {
      const said = forge(structuredClone(message)) ?? { type: 'pong', n: 0, time: 0 };
      heard.push(said.type);
      return said;
    },
  };
  const table = await local({ setup: BETS, seats: [{ name: 'Ann' }, { name: 'Ben' }] }, new Passing(), control);
  await table.start();
  const roll = dice(9);
  const end = await playOn(
    table,
    (n) => {
      const { step, moves } = table.view(0) ?? {};
      return step === 'bet' && n === moves.length ? moves.findIndex((move) => move.face !== null) : roll(n);
    },
    undefined,
    (s) => s.broken !== null || s.phase === 'over',
  );
  table.close();
  return { broken: end.broken, phase: end.phase, heard };
}

/** Changes something in the messages of one type. */
const lie = (type, change) => (message) => {
  if (message.type === type) change(message);
  return message;
};
const ofSeat = (list, seat, change) => list.filter((entry) => entry.seat === seat).forEach(change);

const LIES = [
  ['an own bet is sealed as something else', lie('bets', (m) => ofSeat(m.commitments, 0, (c) => (c.seal = OTHER))), /^the chip of seat 0 on \(-?\d+, -?\d+\) was not sealed as it was bet$/, 'opened'],
  ['an own bet is sealed as if it lay elsewhere', lie('bets', (m) => ofSeat(m.commitments, 0, (c) => c.x++)), /^the chip of seat 0 on .* was not sealed as it was bet$/, 'opened'],
  ['another commitment is published for an own seat', lie('seals', (m) => ofSeat(m.seats, 0, (s) => s.commitment && (s.commitment = proofOfNonce(OTHER)))), /^seat 0 committed to another nonce than was published for it$/, 'bets'],
  ['a nonce opens that was not committed to', lie('seals', (m) => ofSeat(m.seats, 0, (s) => s.nonce && (s.nonce = OTHER))), /^seat 0 opened another nonce than it had committed to$/, 'bets'],
  ['another chip opens than was sealed', lie('opened', (m) => m.bets.forEach((b) => (b.chip = b.chip === '4/5' ? '5/6' : '4/5'))), /^the chip of seat \d on .* is not the one that was sealed$/],
  ['another nonce opens than was sealed with', lie('opened', (m) => m.bets.forEach((b) => (b.nonce = OTHER))), /^the chip of seat \d on .* is not the one that was sealed$/],
  ['a chip opens that nobody sealed', (m) => (m.type === 'bets' ? null : m), /^the chip of seat \d on .* opened, but was never sealed$/],
  ['the secret is another one', lie('opened', (m) => m.secret && (m.secret = OTHER)), /^the secret is not the one that was published for this game$/],
];
for (const [what, forge, sentence, before] of LIES)
  test(what, async () => {
    const { broken, heard } = await played(forge);
    assert.match(broken ?? 'nothing', sentence);
    if (before) assert.ok(!heard.includes(before), `it is found before ${before} is heard`);
  });

test('an honest server is not accused', async () => {
  const { broken, phase, heard } = await played((m) => m);
  assert.equal(broken, null);
  assert.equal(phase, 'over');
  for (const type of ['seals', 'bets', 'opened']) assert.ok(heard.includes(type), type);
});

for (const lies of [false, true])
  test(`a bet whose seal comes after a reload is checked, ${lies ? 'and a lie found' : 'and holds'}`, async () => {
    const shelf = new Passing();
    const table = await local({ setup: BETS, seats: [{ name: 'Ann' }, { name: 'Ben' }] }, shelf);
    await table.start();
    await playOn(table, dice(11), undefined, (s) => s.due.length === 2);
    await table.move(0, table.view(0).moves.find((move) => move.face !== null).line);
    const id = table.state.table;
    table.close();
    assert.equal((await shelf.list('nonces', `${id}/bet/`)).length, 1, 'it is kept');
    const back = await again(id, shelf, { forge: lies ? lie('bets', (m) => m.commitments.forEach((c) => (c.seal = OTHER))) : (m) => m });
    await until(back, (s) => s.due.length === 1);
    await back.move(1, back.view(1).moves.find((move) => move.face === null).line);
    const state = await until(back, (s) => s.broken !== null || s.lines.includes('bet 1 pass'));
    assert.equal(state.broken === null, !lies, state.broken);
    assert.deepEqual(await shelf.list('nonces', `${id}/bet/`), [], 'what was checked is not kept');
    back.close();
  });

const NONCE = 'cd'.repeat(32);
const seals = (...seats) => ({ type: 'seals', game: 1, published: OTHER, seats });
const one = { seat: 0, commitment: proofOfNonce(NONCE) };
const two = { seat: 1, commitment: proofOfNonce(OTHER) };
function pledges() {
  let news = 0;
  const p = new Pledges('T', new Passing(), () => news++);
  return { p, told: () => news };
}

test('who commits after a nonce has opened is found out', () => {
  const { p, told } = pledges();
  p.hearSeals(seals(one, { seat: 1 }));
  p.hearSeals(seals({ ...one, nonce: NONCE }, { seat: 1 }));
  assert.equal(p.broken, null);
  p.hearSeals(seals({ ...one, nonce: NONCE }, two));
  assert.equal(p.broken, 'seat 1 committed to a nonce after others had opened');
  assert.equal(told(), 1, 'the page is told at once');
});

test('a nonce that was never committed to, and something published anew', () => {
  const { p } = pledges();
  p.hearSeals(seals({ seat: 1, nonce: OTHER }));
  assert.equal(p.broken, 'seat 1 opened a nonce that it had not committed to');
  const other = pledges().p;
  other.hearSeals(seals(one));
  other.hearSeals({ ...seals(one), published: NONCE });
  assert.equal(other.broken, 'something else was published before');
});

test('only what the server has accepted can be held against it', () => {
  const { p } = pledges();
  const seal = (bet, chip) => proofOfBet(bet.nonce, 'T/1', { decision: 7, seat: 0, x: 1, y: 2 }, chip);
  const refused = p.bet(7, 0, '4/5');
  const taken = p.bet(7, 0, '5/6');
  p.hearSeals(seals(one));
  p.hearBets({ type: 'bets', game: 1, commitments: [{ decision: 7, seat: 0, x: 1, y: 2, seal: seal(taken, '5/6') }] });
  p.accepted(taken);
  assert.equal(p.broken, null);
  p.accepted(refused); // as if it had been: then the seal were of another bet
  assert.equal(p.broken, 'the chip of seat 0 on (1, 2) was not sealed as it was bet');
});
