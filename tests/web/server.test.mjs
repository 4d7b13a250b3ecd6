// A real server: two people play a game with bets to its end, and one of them breaks the connection in the middle of it all.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execFileSync } from 'node:child_process';
import test, { after, before } from 'node:test';
import { aude, core, dice, Passing, playOn, Table, until } from './common.mjs';

const { dialServer } = await core('wire');
const { placeOf } = await core('tables');
const { Receipt } = await core('receipt');
const { readBody, writeBody, readServer } = await import(new URL('../proto/codec.js', await import.meta.resolve('file://' + process.env.CORE_JS + '/core/')));

const program = process.env.AUDE ?? 'build/release/aude';
let folder;
let server;
let home;

async function serve(port = 0) {
  server = spawn(program, ['serve', '--port', String(port), '--requests-per-second', '1000', '--db', `sqlite:${join(folder, 'games.db')}`], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const url = await new Promise((done, fail) => {
    server.stdout.once('data', (text) => done(String(text).trim()));
    server.once('exit', (code) => fail(new Error(`the server ended with ${code}`)));
  });
  return url.endsWith('/') ? url : url + '/';
}

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'aude-web-'));
  home = await serve();
});
after(async () => {
  server?.kill('SIGKILL');
  await rm(folder, { recursive: true, force: true });
});

async function post(path, body) {
  const answer = await fetch(new URL(path, home), { method: 'POST', body, headers: { 'content-type': 'application/json' } });
  assert.equal(answer.status, 201);
  return readBody('place', await answer.text());
}
const shelves = new Map();
function open({ table, token }, name) {
  if (!shelves.has(name)) shelves.set(name, new Passing());
  return new Table({ table, token, server: home }, dialServer(() => home), shelves.get(name)).whole();
}

async function twoAtATable(setup) {
  const ann = await post('api/tables', writeBody('create', { setup, name: 'Ann', seats: [{}, {}] }));
  const ben = await post(`api/tables/${ann.table}/join`, writeBody('join', { name: 'Ben' }));
  const tables = [await open(ann, 'Ann'), await open(ben, 'Ben')];
  for (const [seat, table] of tables.entries()) if (!table.state.seats[seat].mine) await table.sit(seat);
  return { tables, places: [ann, ben] };
}

test('a game with bets, with connections that break, and a server that is killed', async () => {
  const { tables, places } = await twoAtATable(['set base', 'set bets', 'rule draws 30', 'rule confirm on']);
  const watcher = await open({ table: places[0].table, token: null }, 'nobody');
  await tables[0].chat('Hallo Ben');
  await until(tables[1], (s) => s.chat.length === 1 && s.seats[0].name === 'Ann');
  await tables[0].start();
  let broken = 0;
  let bets = 0;
  const play = (me) =>
    playOn(tables[me], dice(40 + me), (state) => {
      const view = tables[me].view(me);
      if (view?.step === 'bet' && state.due.includes(me)) bets++;
      if (view?.seats[1 - me].chipsOf !== null && state.phase === 'play') assert.fail('a seat sees the chips of the other');
      if (me === 1 && (view?.step === 'bet' || broken % 7 === 3)) tables[1].break(); // in the middle of bets, and now and then
      broken++;
    });
  const killed = until(tables[0], (s) => s.lines.length > 40).then(async () => {
    const { port } = new URL(home);
    server.removeAllListeners('exit');
    server.kill('SIGKILL');
    await new Promise((done) => server.once('exit', done));
    await serve(port);
  });
  const [first, second] = await Promise.all([play(0), play(1), killed]);
  assert.ok(bets > 0, 'somebody was asked to bet');
  assert.deepEqual(first.lines, second.lines);
  assert.equal(first.broken, null);
  assert.equal(second.broken, null);
  await until(watcher, (s) => s.phase === 'over');
  assert.deepEqual(watcher.state.lines, first.lines);
  for (const table of tables) {
    assert.deepEqual(aude.record(table.record()).failures, []);
    await until(table, () => table.receipt().includes('\nsecret '));
    const verdict = Receipt.read(table.receipt()).verify(table.record());
    assert.deepEqual(verdict.failures, []);
    assert.ok(verdict.draws >= 30 && verdict.bets > 0);
  }
  // The program comes to the same verdict, and the page to that of the server's record.
  await writeFile(join(folder, 'game.aude'), tables[0].record());
  await writeFile(join(folder, 'game.receipt'), tables[0].receipt());
  execFileSync(program, ['verify', join(folder, 'game.aude'), '--receipt', join(folder, 'game.receipt')]);
  const record = await (await fetch(new URL(`api/tables/${places[0].table}/record`, home))).text();
  assert.deepEqual(Receipt.ofRecord(record).verify(record).failures, []);
  // Somebody who changes a chip afterwards is found out by both.
  const line = tables[0].state.lines.findIndex((text) => /^bet \d \d/.test(text));
  const forged = tables[0].record().replace(tables[0].state.lines[line], (text) => text.replace(/\S+$/, text.endsWith('4/5') ? '5/6' : '4/5'));
  assert.notDeepEqual(Receipt.read(tables[0].receipt()).verify(forged).failures, []);
  const impossible = tables[0].record().replace(/^place .*$/m, 'place 99 99 0');
  const at = impossible.split('\n').indexOf('place 99 99 0') + 1;
  assert.ok(Receipt.read(tables[0].receipt()).verify(impossible).failures.some(({ line }) => line === at));
  await tables[0].rematch();
  await until(tables[1], (s) => s.question?.asksMe === true);
  await tables[1].agree();
  await until(tables[0], (s) => s.game === 2 && s.phase === 'play');
  for (const table of [...tables, watcher]) table.close();
});

test('a page that is loaded again while the seed is sealed still opens its nonce', async () => {
  const { tables, places } = await twoAtATable(['set base', 'rule draws 3']);
  tables[1].close();
  await until(tables[0], (s) => !s.people[1].present);
  await tables[0].start();
  await until(tables[0], (s) => s.phase === 'sealing');
  let ben = await open(places[1], 'Ben');
  await until(ben, (s) => s.phase !== 'lobby');
  ben.close();
  ben = await open(places[1], 'Ben');
  await until(ben, (s) => s.phase === 'play', 15);
  for (const table of [tables[0], ben]) table.close();
});

test('places that are nobody\'s are gone, a server that is away is waited for', async () => {
  await assert.rejects(open({ table: 'nosuchtable0000000', token: null }, 'x'), { code: 'gone' });
  const ann = await post('api/tables', writeBody('create', { setup: ['set base'], name: 'Ann', seats: [{}, {}] }));
  await assert.rejects(open({ table: ann.table, token: 'nobodysnobodysnobodys' }, 'x'), { code: 'gone' });
  const nowhere = new Table({ table: ann.table, token: null, server: 'http://127.0.0.1:9/' }, dialServer(() => 'http://127.0.0.1:9/'), new Passing());
  await until(nowhere, (s) => s.status === 'away' && s.reason.code === 'offline');
  nowhere.close();
});

test('addresses of tables', () => {
  const at = 'https://play.example/aude/';
  const id = 'k7Qm0aXw3PzLr9Td';
  for (const where of [id, ` ${id} `, `#${id}`, `${at}#${id}`, `${at}?table=${id}`, `${at}${id}`])
    assert.deepEqual(placeOf(where, at), { table: id, server: at }, where);
  assert.equal(placeOf(`http://other.example:81/#${id}`, at).server, 'http://other.example:81/');
  for (const where of ['', 'short', 'javascript:alert(1)#k7Qm0aXw3PzLr9Td', at]) assert.throws(() => placeOf(where, at), { code: 'unknown' });
});

test('what a local table says is what the protocol says, message by message', async () => {
  const state = readBody('state', await (await fetch(new URL(`api/tables/${(await post('api/tables', writeBody('create', { setup: ['set base', 'clock turn 60'], name: 'Ann', seats: [{}, { engine: 'greedy' }] }))).table}/state`, home))).text());
  const host = aude.host('seats 2\nclock turn 60\nset base\n');
  host.enter(`0 - join seal=${'0'.repeat(64)} words=Ann`);
  host.enter('0 0 sit id=0000000000000001 seat=0');
  host.enter('0 0 seat id=0000000000000002 seat=1 words=greedy');
  const said = new Map(state.messages.map((message) => [message.type, message]));
  const { people } = said.get('people');
  for (const person of people) person.present = JSON.parse(host.say('people')).people[0].present; // here nobody has come yet
  for (const what of ['setup', 'people', 'phase', 'question', 'seals'])
    assert.deepEqual(readServer(host.say(what)), said.get(what), what);
  const clock = readServer(host.say('clock', said.get('clock').time));
  assert.deepEqual(clock, said.get('clock'));
});
