// What the tests of the page's core share. CORE_JS is the folder where tests/web/run.sh has put the compiled core.
import { readFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';

const folder = pathToFileURL(process.env.CORE_JS + '/');
export const core = (name) => import(new URL(`core/${name}.js`, folder));

const { load } = await core('wasm');
const { Table } = await core('table');
const { Passing } = await core('shelf');
const { Authority } = await core('local/authority');
const { Mind } = await core('local/thinker');
const { Advisor } = await core('advice/advisor');
const { CoreError } = await core('errors');

export { Passing, Table };
export const aude = await load(await readFile('packages/aude-wasm/aude.wasm'));

/** Advice in this process, as a worker gives it. */
const advisor = new Advisor(aude);
export async function advice(question, seen, signal) {
  let best;
  for (const part of advisor.answer(question)) {
    await new Promise((done) => setImmediate(done));
    if (signal?.aborted) throw new CoreError('cancelled', 'nobody waits for it any more');
    seen((best = part));
  }
  return best;
}

/** An authority in this process, as a worker has it. `control.forge` may change what it says: (message) => message. */
export function dialHere(table, shelf, beginning, control = {}) {
  let first = beginning;
  return (ears) => {
    let authority;
    let closed = false;
    const heard = (text) => (control.forge ? JSON.stringify(control.forge(JSON.parse(text))) : text);
    const say = (text) => setImmediate(() => closed || ears.message(heard(text)));
    const thinker = new Mind(aude);
    const made = first
      ? Authority.create(aude, table, first, shelf, thinker, say)
      : Authority.restore(aude, table, shelf, thinker, say);
    first = undefined;
    made.then(
      (a) => {
        authority = control.authority = a;
        if (closed) a.close();
        else ears.open();
      },
      (error) => ears.refused(error),
    );
    return {
      send: (text) => authority?.hear(text),
      close: () => {
        closed = true;
        authority?.close();
      },
    };
  };
}

let number = 0;
export async function local(beginning, shelf = new Passing(), control = {}) {
  const id = `Ltest${String(++number).padStart(16, '0')}`;
  const table = new Table({ table: id, token: null, server: null }, dialHere(id, shelf, beginning, control), shelf, advice);
  return table.whole();
}
export function again(id, shelf, control = {}) {
  return new Table({ table: id, token: null, server: null }, dialHere(id, shelf, undefined, control), shelf, advice).whole();
}

/** The first state that is so. */
export function until(table, is, seconds = 60) {
  return new Promise((done, fail) => {
    const timer = setTimeout(() => {
      stop();
      fail(new Error(`waited in vain at ${JSON.stringify({ ...table.state, lines: table.state.lines.slice(-5) }, null, 1)}`));
    }, seconds * 1000);
    let stop = () => {};
    let found = false;
    stop = table.subscribe((state) => {
      if (found || !is(state)) return;
      found = true;
      clearTimeout(timer);
      queueMicrotask(() => stop());
      done(state);
    });
  });
}

/** A small generator, so that a failing game can be played again. */
export function dice(seed) {
  let s = seed >>> 0 || 1;
  return (n) => {
    s ^= s << 13;
    s ^= s >>> 17;
    s ^= s << 5;
    return (s >>> 0) % n;
  };
}

/** Plays own seats by chance to the end of the game; `each` is told of every state. */
export async function playOn(table, roll, each = () => {}, ends = (state) => state.phase === 'over') {
  for (;;) {
    const state = await until(table, (s) => ends(s) || (s.status === 'there' && s.due.length > 0 && s.pending === 0));
    each(state);
    if (ends(state)) return state;
    const seat = state.due[roll(state.due.length)];
    try {
      if (state.waiting === seat) await table.confirm(seat);
      else {
        const { moves } = table.view(seat);
        if (!moves.length) await new Promise((done) => setTimeout(done, 5));
        else await table.move(seat, moves[roll(moves.length)].line);
      }
    } catch (error) {
      if (!['stale', 'turn', 'over'].includes(error.code)) throw error;
    }
  }
}
