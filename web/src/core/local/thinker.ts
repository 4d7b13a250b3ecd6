/**
 * Computer players: a view goes in, a line comes out. How long a turn may take is said in playouts, since the library has no clock: how many make a
 * second is learned from what the last ones took.
 */
import type { Aude, Picture, Seat } from 'aude-wasm';

export interface Question {
  readonly head: string;
  /** Of `Host.view`. */
  readonly view: Uint8Array;
  readonly seat: Seat;
  /** `greedy`, `level:3`, `mcts`, and with what a turn may cost `mcts:0.5s` or `mcts:1000`. */
  readonly engine: string;
  /** The same for all questions of one seat of one game. */
  readonly key: string;
}

export interface Thinker {
  think(question: Question): Promise<string>;
}

const SECONDS = 1;
const FIRST = 100; // playouts, before anything is known
const MOST = 1_000_000;
const MEMORIES = 7; // of all seats and of hints; a strong engine's has 10 MB

/** Thinks here and now: in a worker, or in a test. */
export class Mind implements Thinker {
  readonly #aude: Aude;
  #head = '';
  #picture: Picture | undefined;
  #keys: string[] = []; // of memories, the longest unused first
  #rate = new Map<string, number>(); // playouts in a ms, by engine

  constructor(aude: Aude) {
    this.#aude = aude;
  }

  async think({ head, view, seat, engine, key }: Question): Promise<string> {
    if (head !== this.#head || !this.#picture) {
      this.#picture?.free();
      this.#picture = this.#aude.picture(head);
      this.#head = head;
      this.#keys = [];
    }
    this.#keys = [...this.#keys.filter((other) => other !== key), key];
    if (this.#keys.length > MEMORIES) this.#picture.forget(this.#keys.shift()!);
    const { name, seconds, playouts } = this.#cost(engine);
    const rate = this.#rate.get(name);
    const budget = playouts ?? Math.min(MOST, Math.max(1, Math.round(rate === undefined ? FIRST : rate * seconds * 1000)));
    const began = performance.now();
    const line = this.#picture.think(view, { seat, engine: name, playouts: budget, seed: seed(), key });
    const took = performance.now() - began;
    // Other choices have fewer playouts; a quick answer is of an engine that does not search.
    if (line.startsWith('place') && took > 20) this.#rate.set(name, budget / took);
    return line;
  }

  #cost(engine: string): { name: string; seconds: number; playouts?: number } {
    if (this.#aude.engines.some(({ name }) => name === engine)) return { name: engine, seconds: SECONDS };
    const [, name, number, unit] = /^(.*):(\d+(?:\.\d+)?)(s?)$/.exec(engine) ?? [];
    if (name === undefined) return { name: engine, seconds: SECONDS };
    return unit ? { name, seconds: Number(number) } : { name, seconds: SECONDS, playouts: Math.max(1, Math.round(Number(number))) };
  }
}

function seed(): bigint {
  return crypto.getRandomValues(new BigUint64Array(1))[0]!;
}
