/** A game that is analysed: the decisions that have been judged so far, and sums of them. Lives as long as its record is shown. */
import { CoreError, type ChipTurn, type Insight, type Replay, type Seat, type Turn } from '../../core/api.js';

export type Judged = Extract<Insight, { kind: 'turn' | 'settle' }>;
export type JudgedChip = Extract<Insight, { kind: 'bet' | 'final' }>;
export interface Account {
  readonly turns: number;
  /** Nothing better was found. */
  readonly good: number;
  readonly lost: number;
  readonly luck: number;
  readonly bets: number;
  readonly betsLost: number;
}
/** What a move that lost less is not told of. */
export const TOLD = 0.5;

export class Study {
  insights = $state.raw<readonly Insight[]>([]);
  running = $state(true);
  failure = $state.raw<CoreError | null>(null);
  readonly #all: number;
  readonly #seats: number;
  readonly #stop = new AbortController();

  /** 0 to 1. */
  done = $derived.by(() => (this.running ? (this.insights.at(-1)?.line ?? 0) / this.#all : 1));
  turns = $derived(this.insights.filter((i): i is Judged => i.kind === 'turn'));
  mistakes = $derived(this.turns.filter((i) => !i.forced && i.lost >= TOLD));
  accounts = $derived.by<readonly Account[]>(() => {
    const all = Array.from({ length: this.#seats }, () => ({ turns: 0, good: 0, lost: 0, luck: 0, bets: 0, betsLost: 0 }));
    for (const i of this.insights) {
      const a = all[i.seat]!;
      if (i.kind === 'draw') a.luck += i.luck;
      else if (i.kind === 'bet' || i.kind === 'final') {
        a.bets += Number(i.kind === 'bet');
        a.betsLost += i.lost;
      } else {
        a.turns += Number(i.kind === 'turn');
        a.good += Number(i.kind === 'turn' && !i.lost);
        a.lost += i.lost;
      }
    }
    return all;
  });

  constructor(replay: Replay) {
    this.#all = Math.max(1, replay.lines.length);
    this.#seats = replay.names.length;
    void replay
      .analyse((insight) => (this.insights = [...this.insights, insight]), this.#stop.signal)
      .catch((error: unknown) => {
        if (error instanceof CoreError && error.code !== 'cancelled') this.failure = error;
      })
      .finally(() => (this.running = false));
  }
  /** What has been judged stays. */
  stop(): void {
    this.#stop.abort();
  }
}

/** The position after a decision: that of its tile and what follows it. */
export function after(insight: Insight): number {
  const follows = (insight.kind === 'turn' || insight.kind === 'settle') && insight.played.meeple !== null;
  return insight.line + (follows ? 2 : 1);
}
export function same(a: Turn | ChipTurn, b: Turn | ChipTurn): boolean {
  return a.move.line === b.move.line && a.meeple?.line === b.meeple?.line;
}
/** The lead of a seat as the game went, at its own turns; where two play, at all. */
export function leads(turns: readonly Judged[], seats: number, seat: Seat): { at: number; lead: number }[] {
  return turns.flatMap((i) => (i.seat === seat ? [{ at: after(i), lead: i.played.lead }] : seats === 2 ? [{ at: after(i), lead: -i.played.lead }] : []));
}
