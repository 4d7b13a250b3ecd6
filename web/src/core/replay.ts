/** A record to look through, and games that go on from one of its positions. */
import type { BoardView, Insight, LineEvents, Picture, Seat } from 'aude-wasm';
import { adviceByWorker, type Advice } from './advice/ask.js';
import type { LocalSeat, Replay, Session } from './api.js';
import { CoreError } from './errors.js';
import { publicRecord, splitRecord } from './record.js';
import { aude, core } from './wasm.js';

type Branch = (setup: string[], seats: readonly LocalSeat[], lines: string[]) => Promise<Session>;

export class RecordReplay implements Replay {
  readonly text: string;
  readonly names: readonly string[];
  readonly lines: readonly string[];
  readonly #head: string;
  readonly #picture: Picture;
  readonly #branch: Branch;
  readonly #advice: Advice;
  #timeline: Replay['timeline'] | undefined;

  constructor(text: string, branch: Branch, advice: Advice = adviceByWorker) {
    this.text = core(() => aude().imported(text));
    this.#advice = advice;
    this.#branch = branch;
    const { head, lines } = splitRecord(publicRecord(this.text));
    this.#head = head;
    this.lines = lines;
    this.#picture = core(() => aude().picture(head));
    this.#picture.hear(0, lines);
    this.names = core(() => this.#picture.view({ line: 0 })).names;
  }

  viewAt(n: number, seat?: Seat | null): BoardView {
    return core(() => this.#picture.view(seat === undefined || seat === null ? { line: n } : { line: n, seat }));
  }
  eventsAt(n: number): LineEvents {
    return core(() => this.#picture.events(n));
  }

  get timeline(): Replay['timeline'] {
    if (this.#timeline) return this.#timeline;
    let scores = this.names.map(() => 0);
    const all: number[][] = [scores];
    const turns: number[] = [];
    this.lines.forEach((line, i) => {
      const turn = line.startsWith('draw') && !this.lines[i - 1]?.startsWith('draw');
      if (turn) turns.push(i);
      scores = [...scores];
      for (const event of this.eventsAt(i).events) {
        if (event.kind === 'scored') for (const seat of event.worth.winners) scores[seat]! += event.worth.points;
        if (event.kind === 'flipped') scores[event.seat]! += event.points;
      }
      all.push(scores);
    });
    return (this.#timeline = { scores: all, turns });
  }

  async analyse(seen: (insight: Insight) => void, signal?: AbortSignal): Promise<void> {
    if (this.viewAt(this.lines.length).step !== 'over') throw new CoreError('denied', 'the game is not over');
    await this.#advice({ what: 'analysis', at: { head: this.#head, lines: this.lines } }, seen, signal);
  }

  cannotBranch(n: number): string | null {
    const before = this.lines.slice(0, n);
    if (before.some((line) => /^bet \d \?/.test(line))) return 'chips are hidden in this record';
    if (before.some((line) => /^(retire|end) /.test(line))) return 'somebody has left the game';
    return this.viewAt(n).step === 'over' ? 'the game is over' : null;
  }

  branch(n: number, seats: readonly LocalSeat[]): Promise<Session> {
    const why = this.cannotBranch(n);
    if (why) return Promise.reject(new CoreError('hidden', why));
    const all = this.names.map((name, seat): LocalSeat => seats[seat] ?? { engine: 'greedy' });
    if (!all.some((seat) => seat.name !== undefined)) return Promise.reject(new CoreError('range', 'somebody has to play'));
    const setup = this.#head.split('\n').filter((line) => line && !/^(aude|seat)\b/.test(line));
    return this.#branch(setup, all, this.lines.slice(0, n));
  }

  free(): void {
    this.#picture.free();
  }
}

