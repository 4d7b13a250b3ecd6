/**
 * A game in figures, from what its lines made happen. Nothing is judged here: points, winners and the figures that stood somewhere are those of the events.
 */
import type { Face, FeatureKind, GameEvent, LineEvents, Seat } from '../../core/api.js';

export const KINDS = ['city', 'road', 'monastery', 'field', 'bets'] as const;
export type Kind = (typeof KINDS)[number];
/** alone: nobody else stood there. shared: several had the majority. against: others stood there and got nothing. */
export const SOURCES = ['alone', 'shared', 'against', 'bets'] as const;
export type Source = (typeof SOURCES)[number];
export const DRAWS = ['tiles', 'city', 'road', 'monastery', 'office'] as const;
export type Draw = (typeof DRAWS)[number];

export interface SeatFigures {
  readonly total: number;
  readonly kinds: Readonly<Record<Kind, number>>;
  readonly sources: Readonly<Record<Source, number>>;
  readonly bets: { readonly placed: number; readonly declined: number; readonly won: number; readonly points: number };
  /** Points for features before the final scoring, and in it; bets aside. */
  readonly during: number;
  readonly final: number;
  readonly figures: number;
  /** The highest single score. */
  readonly best: { readonly kind: FeatureKind; readonly points: number; readonly tiles: number } | null;
  readonly bestBet: { readonly face: Face; readonly points: number } | null;
  /** Tiles drawn and placed, and how many of them show what. */
  readonly drawn: Readonly<Record<Draw, number>>;
  /** Spots that a drawn tile fitted on, on average; null: not asked for. */
  readonly spots: number | null;
}
/** Scores after so many tiles; the last moment is after the final scoring. */
export interface Moment {
  readonly tiles: number;
  readonly final: boolean;
  readonly scores: readonly number[];
}
export interface Figures {
  readonly seats: readonly SeatFigures[];
  readonly history: readonly Moment[];
}

type Writable<T> = { -readonly [K in keyof T]: T[K] extends Readonly<Record<string, number>> ? { -readonly [J in keyof T[K]]: T[K][J] } : T[K] };
const zeros = <K extends string>(keys: readonly K[]) => Object.fromEntries(keys.map((key) => [key, 0])) as Record<K, number>;
const fresh = (): Writable<SeatFigures> => ({
  total: 0,
  kinds: zeros(KINDS),
  sources: zeros(SOURCES),
  bets: { placed: 0, declined: 0, won: 0, points: 0 },
  during: 0,
  final: 0,
  figures: 0,
  best: null,
  bestBet: null,
  drawn: zeros(DRAWS),
  spots: null,
});

/** What a tile shows, by its segments. */
export interface Seen {
  readonly x: number;
  readonly y: number;
  readonly segments: readonly string[];
}

/**
 * `tiles`: those on the board. `spots`: how many spots a tile fits on before line n is played, where that is wanted.
 */
export function figures(
  lines: readonly { readonly events: LineEvents['events'] }[],
  seats: number,
  tiles: readonly Seen[],
  spots?: (line: number, kind: string) => number,
): Figures {
  const all = Array.from({ length: seats }, fresh);
  const asked: number[][] = all.map(() => []);
  const history: { tiles: number; final: boolean; scores: number[] }[] = [{ tiles: 0, final: false, scores: all.map(() => 0) }];
  const gain = (seat: Seat, points: number) => {
    all[seat]!.total += points;
    history.at(-1)!.scores[seat]! += points;
  };
  const moment = (placed: number, final: boolean) => history.push({ tiles: placed, final, scores: [...history.at(-1)!.scores] });
  let final = false;
  let placed = 0;
  let turn: Seat = 0;

  const scored = ({ worth, tiles: counted }: GameEvent & { kind: 'scored' } & { tiles?: readonly number[] }) => {
    const there = worth.meeples.filter((n) => n > 0).length;
    const source: Source = worth.winners.length > 1 ? 'shared' : there > 1 ? 'against' : 'alone';
    for (const seat of worth.winners) {
      const own = all[seat]!;
      gain(seat, worth.points);
      own.kinds[worth.kind] += worth.points;
      own.sources[source] += worth.points;
      own[final ? 'final' : 'during'] += worth.points;
      if (worth.points > (own.best?.points ?? 0)) own.best = { kind: worth.kind, points: worth.points, tiles: counted?.length ?? 0 };
    }
  };

  lines.forEach(({ events }, line) => {
    for (const e of events)
      switch (e.kind) {
        case 'drawn':
          turn = e.seat;
          if (spots) asked[e.seat]!.push(spots(line, e.tile));
          break;
        case 'placed': {
          const own = all[e.seat]!;
          const shows = tiles.find((t) => t.x === e.x && t.y === e.y)?.segments ?? [];
          turn = e.seat;
          own.drawn.tiles++;
          for (const kind of ['city', 'road', 'monastery'] as const) if (shows.some((s) => s.split('.')[0] === kind)) own.drawn[kind]++;
          moment(++placed, false);
          break;
        }
        case 'bets-open':
          all[turn]!.drawn.office++;
          break;
        case 'meeple':
          all[e.seat]!.figures++;
          break;
        case 'bet':
          all[e.seat]!.bets.placed++;
          break;
        case 'no-bet':
          all[e.seat]!.bets.declined++;
          break;
        case 'scored':
          scored(e);
          break;
        case 'flipped': {
          const own = all[e.seat]!;
          gain(e.seat, e.points);
          own.kinds.bets += e.points;
          own.sources.bets += e.points;
          own.bets.points += e.points;
          if (e.points) own.bets.won++;
          if (e.points > (own.bestBet?.points ?? 0)) own.bestBet = { face: e.face, points: e.points };
          break;
        }
        case 'final':
          final = true;
          moment(placed, true);
          break;
      }
  });
  asked.forEach((counts, seat) => {
    if (counts.length) all[seat]!.spots = counts.reduce((sum, n) => sum + n, 0) / counts.length;
  });
  return { seats: all, history };
}

/** What a seat would have drawn of a kind if luck had dealt evenly: its share of all tiles drawn. */
export function fair(told: Figures, seat: Seat, draw: Draw): number {
  const sum = (key: Draw) => told.seats.reduce((total, s) => total + s.drawn[key], 0);
  const all = sum('tiles');
  return all ? (sum(draw) * told.seats[seat]!.drawn.tiles) / all : 0;
}

/** A round number at or above the highest, and the steps to it. */
export function scale(most: number): { top: number; ticks: number[] } {
  const step = [1, 2, 5, 10, 20, 25, 50, 100, 200, 500, 1000].find((s) => most / s <= 5) ?? Math.ceil(most / 5);
  const top = Math.max(step, Math.ceil(most / step) * step);
  return { top, ticks: Array.from({ length: Math.round(top / step) + 1 }, (_, i) => i * step) };
}
