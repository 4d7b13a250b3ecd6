/** Advice for the page, which never thinks itself: one worker, made when somebody first asks. */
import { CoreError, type Code } from '../errors.js';
import { moduleOf } from '../wasm.js';
import type { Part, Question } from './advisor.js';

/** Resolves with the last part; every part is `seen` as it comes. Rejects with `cancelled` when the signal says so. */
export interface Advice {
  <W extends Question['what']>(question: Extract<Question, { what: W }>, seen: (part: Part<W>) => void, signal?: AbortSignal): Promise<Part<W>>;
}
/** What the page tells the worker, and what it answers; without a part the answer has ended. */
export type Told = { readonly module: object } | { readonly id: number; readonly question: Question } | { readonly id: number; readonly stop: true };
export interface Answer {
  readonly id: number;
  readonly part?: Part<Question['what']>;
  readonly error?: { readonly code: string; readonly message: string };
}

let worker: Worker | undefined;
let last = 0;
const waiting = new Map<number, (answer: Answer) => void>();

async function mind(): Promise<Worker> {
  const module = await moduleOf();
  if (worker) return worker;
  worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module', name: 'aude advice' });
  worker.onmessage = ({ data }: MessageEvent<Answer>) => waiting.get(data.id)?.(data);
  worker.onerror = () => {
    worker?.terminate();
    worker = undefined;
    const error = { code: 'failed', message: 'thinking failed' };
    for (const [id, hear] of [...waiting]) hear({ id, error });
  };
  worker.postMessage({ module } satisfies Told);
  return worker;
}

export const adviceByWorker: Advice = async <W extends Question['what']>(question: Extract<Question, { what: W }>, seen: (part: Part<W>) => void, signal?: AbortSignal) => {
  const to = await mind();
  const id = ++last;
  return new Promise<Part<W>>((done, fail) => {
    let best: Part<W> | undefined;
    const end = (error?: CoreError) => {
      waiting.delete(id);
      signal?.removeEventListener('abort', stop);
      if (error) fail(error);
      else if (best === undefined) fail(new CoreError('failed', 'there is no answer'));
      else done(best);
    };
    const stop = () => {
      to.postMessage({ id, stop: true } satisfies Told);
      end(new CoreError('cancelled', 'nobody waits for it any more'));
    };
    waiting.set(id, ({ part, error }) => {
      if (error) end(new CoreError(error.code as Code, error.message));
      else if (part === undefined) end();
      else seen((best = part as Part<W>));
    });
    if (signal?.aborted) return stop();
    signal?.addEventListener('abort', stop);
    to.postMessage({ id, question } satisfies Told);
  });
};
