/**
 * Advice from what somebody sees: hints, odds, games judged afterwards. Answers come in parts, so that whoever waits sees something soon, and can
 * stop. How long it takes is said in playouts, since the library has no clock: a short look tells how many make the time that there is.
 */
import type { Aude, Hint, Insight, Odds, Own, Picture, Seat } from 'aude-wasm';

/** What somebody sees: the head of a record, lines of it, and what the seat knows besides. */
export interface Position {
  readonly head: string;
  readonly lines: readonly string[];
  readonly seat?: Seat;
  readonly own?: Own;
}
export type Question =
  | { readonly what: 'hint'; readonly at: Position & { readonly seat: Seat } }
  | { readonly what: 'odds'; readonly at: Position; readonly x: number; readonly y: number }
  | { readonly what: 'analysis'; readonly at: Position };
/** Of hints and odds each part is better than the one before; of an analysis it is the next decision. */
export type Part<W extends Question['what']> = { hint: Hint; odds: Odds; analysis: Insight }[W];

/** Playouts: first a few; then as many as there is time for, within limits. */
const HINT = { first: 200, ms: 800, least: 600, most: 20_000 };
const ODDS = { first: 60, ms: 700, least: 240, most: 1000 };
/** For each turn, as `aude analyse` has it. */
const ANALYSIS = 600;

/** Thinks here and now: in a worker, or in a test. */
export class Advisor {
  readonly #aude: Aude;
  readonly #clock: () => number;
  #head = '';
  #picture: Picture | undefined;

  constructor(aude: Aude, clock: () => number = () => performance.now()) {
    this.#aude = aude;
    this.#clock = clock;
  }

  answer(question: Question): Generator<Part<Question['what']>, void, void> {
    const seed = crypto.getRandomValues(new BigUint64Array(1))[0]!;
    switch (question.what) {
      case 'hint': {
        const { seat, own } = question.at;
        return this.#better(HINT, (playouts) => this.#seen(question.at).hint({ seat, ...(own ? { own } : {}), playouts, seed }));
      }
      case 'odds': {
        const { at, x, y } = question;
        const who = { ...(at.seat === undefined ? {} : { seat: at.seat }), ...(at.own ? { own: at.own } : {}) };
        return this.#better(ODDS, (playouts) => this.#seen(at).odds({ x, y, ...who, playouts, seed }));
      }
      case 'analysis':
        return this.#judged(question.at);
    }
  }

  /** A short look, then one as long as there is time. */
  *#better<T>({ first, ms, least, most }: typeof HINT, think: (playouts: number) => T): Generator<T, void, void> {
    const began = this.#clock();
    yield think(first);
    const took = Math.max(0.5, this.#clock() - began);
    yield think(Math.max(least, Math.min(most, Math.round((first * (ms - took)) / took))));
  }

  /** Two questions of one game may take turns. */
  #seen({ head, lines }: Position): Picture {
    if (head !== this.#head || !this.#picture) {
      this.#picture?.free();
      this.#picture = undefined;
      this.#picture = this.#aude.picture(head);
      this.#head = head;
    }
    const known = this.#picture.lines;
    let same = 0;
    while (same < known.length && same < lines.length && known[same] === lines[same]) same++;
    this.#picture.hear(same, lines.slice(same));
    return this.#picture;
  }

  *#judged({ head, lines }: Position): Generator<Insight, void, void> {
    const picture = this.#aude.picture(head);
    try {
      picture.hear(0, lines);
      const analysis = picture.analysis({ playouts: ANALYSIS, seed: 1 });
      try {
        yield* analysis;
      } finally {
        analysis.free();
      }
    } finally {
      picture.free();
    }
  }
}
