/** The worker of a local table: an Authority behind a port. The page sends `Open` first, then texts of the protocol, as to a server. */
import { Aude } from 'aude-wasm';
import { asCoreError, CoreError } from '../errors.js';
import { load } from '../wasm.js';
import { shelf } from '../shelf.js';
import { Authority, type Beginning } from './authority.js';
import { Mind, type Question, type Thinker } from './thinker.js';

export interface Open {
  readonly module: object;
  readonly table: string;
  /** Missing: the table is restored. */
  readonly beginning?: Beginning;
  /** To the worker that thinks. */
  readonly thinker: MessagePort;
}
/** The first answer: null, or why there is no table. After it come texts. */
export type Opened = { readonly opened: null | { readonly code: string; readonly message: string } };

/** Asks the other worker. */
function remote(port: MessagePort): Thinker {
  const waiting = new Map<number, { done: (line: string) => void; fail: (error: Error) => void }>();
  let next = 0;
  port.onmessage = ({ data }: MessageEvent<{ id: number; line?: string; error?: string }>) => {
    const asked = waiting.get(data.id);
    waiting.delete(data.id);
    if (data.line === undefined) asked?.fail(new Error(data.error));
    else asked?.done(data.line);
  };
  return {
    think: (question: Question) =>
      new Promise((done, fail) => {
        waiting.set(next, { done, fail });
        port.postMessage({ id: next++, question });
      }),
  };
}

let authority: Authority | undefined;

/** One window at a time: two would write the same acts. A window that is just being loaded again lets go in a moment. */
function alone(table: string): Promise<void> {
  if (!('locks' in navigator)) return Promise.resolve();
  return new Promise((done, fail) => {
    const hold = () => new Promise<never>(() => done()); // as long as this worker lives
    navigator.locks
      .request(`aude ${table}`, { signal: AbortSignal.timeout(3000) }, hold)
      .catch(() => fail(new CoreError('denied', 'this game is open in another window')));
  });
}

async function open({ module, table, beginning, thinker }: Open): Promise<void> {
  await alone(table);
  const aude = await load(module);
  const say = (text: string) => self.postMessage(text);
  authority = beginning
    ? await Authority.create(aude, table, beginning, shelf, remote(thinker), say)
    : await Authority.restore(aude, table, shelf, remote(thinker), say);
}

/** The other worker: the same file, told to think. */
async function think({ module, port }: { module: object; port: MessagePort }): Promise<void> {
  const mind = new Mind(await Aude.load(module));
  port.onmessage = async ({ data }: MessageEvent<{ id: number; question: Question }>) => {
    try {
      port.postMessage({ id: data.id, line: await mind.think(data.question) });
    } catch (error) {
      port.postMessage({ id: data.id, error: String(error) });
    }
  };
}

self.onmessage = ({ data }: MessageEvent<string | { open: Open } | { think: { module: object; port: MessagePort } }>) => {
  if (typeof data === 'string') return authority?.hear(data);
  if ('think' in data) return void think(data.think);
  open(data.open).then(
    () => self.postMessage({ opened: null } satisfies Opened),
    (error: unknown) => {
      const { code, message } = asCoreError(error);
      self.postMessage({ opened: { code, message } } satisfies Opened);
    },
  );
};
