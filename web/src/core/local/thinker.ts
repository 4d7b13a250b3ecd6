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
const FIRST = 300; // playouts, before anything is known
const TELLING = 2; // ms: what took less tells nothing of a device
const MOST = 1_000_000;
const MEMORIES = 6; // of all seats; a strong engine's has 10 MB

/** Thinks here and now: in a worker, or in a test. */
export class Mind implements Thinker {
  readonly #aude: Aude;
  #head = '';
  #picture: Picture | undefined;
  #keys: string[] = []; // of memories, the longest unused first
  readonly #clock: () => number;
  #rate = new Map<string, number>(); // playouts in a ms, by engine

  constructor(aude: Aude, clock: () => number = () => performance.now()) {
    this.#aude = aude;
    this.#clock = clock;
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
    const picture = this.#picture;
    const { name, seconds, playouts } = this.#cost(engine);
    const think = (budget: number) => {
      const began = this.#clock();
      const line = picture.think(view, { seat, engine: name, playouts: budget, seed: seed(), key });
      const took = this.#clock() - began;
      const done = picture.thought(key);
      if (done && took >= TELLING) this.#rate.set(name, done / took);
      return { line, done };
    };
    if (playouts !== undefined) return think(playouts).line;
    if (!this.#rate.has(name)) {
      const { line, done } = think(FIRST);
      if (done < FIRST || !this.#rate.has(name)) return line; // it has a limit of its own, or there was not much to choose
    }
    return think(Math.min(MOST, Math.max(1, Math.round(this.#rate.get(name)! * seconds * 1000)))).line;
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
