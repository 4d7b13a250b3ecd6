/**
 * The lesson: a small game for two as a record, and where in it each step stands. What is legal, counted and won comes from the core; a step only says what
 * to look at and which move it waits for. Any chip may be bet: the rest of the game is the same, and the core says what the chip gains.
 */
import type { Segment } from '../../core/api.js';

export type Goal =
  | { readonly kind: 'next' }
  | { readonly kind: 'place'; readonly x: number; readonly y: number; readonly rotation: number }
  | { readonly kind: 'meeple'; readonly feature: Segment }
  | { readonly kind: 'bet' };

export const keys = ['place', 'meeple', 'close', 'farmer', 'scored', 'fields', 'bet', 'monastery', 'settle', 'final'] as const;
export type StepKey = (typeof keys)[number];

export interface Step {
  readonly key: StepKey;
  /** Lines of the record that have been played. */
  readonly at: number;
  readonly goal: Goal;
  /** A tile by its place in play order, and a segment of it. */
  readonly lit?: { readonly tile: number; readonly segment: Segment };
  readonly fields?: boolean;
  /** What the other player has just placed. */
  readonly mark?: { readonly x: number; readonly y: number };
}

export const steps: readonly Step[] = [
  { key: 'place', at: 1, goal: { kind: 'place', x: 0, y: -1, rotation: 2 } },
  { key: 'meeple', at: 2, goal: { kind: 'meeple', feature: 'city.E' } },
  { key: 'close', at: 7, goal: { kind: 'place', x: 1, y: -1, rotation: 3 }, mark: { x: -1, y: 0 } },
  { key: 'farmer', at: 8, goal: { kind: 'meeple', feature: 'field.NL' } },
  { key: 'scored', at: 9, goal: { kind: 'next' }, lit: { tile: 0, segment: 'city.N' } },
  { key: 'fields', at: 9, goal: { kind: 'next' }, fields: true },
  { key: 'bet', at: 12, goal: { kind: 'bet' }, mark: { x: 1, y: 0 } },
  { key: 'monastery', at: 16, goal: { kind: 'meeple', feature: 'monastery' } },
  { key: 'settle', at: 20, goal: { kind: 'next' }, lit: { tile: 0, segment: 'road.E' }, mark: { x: -2, y: 0 } },
  { key: 'final', at: 20, goal: { kind: 'next' }, fields: true },
];

const RECORD = `aude 1
set base
set bets
rule draws 6
seat 0 You
seat 1 Bea
draw Cc
place 0 -1 180
meeple small city.E
draw RFr
place -1 0 0
meeple small road.E
draw C
place 1 -1 270
meeple small field.NL
draw B02
place 1 0 180
pass
bet 0 pass
bet 1 3/7+
draw LR
place 2 0 90
meeple small monastery
draw RRR
place -2 0 270
pass
`;

/** The game in which this chip was bet; null: none. */
export function record(chip: string | null): string {
  return RECORD.replace('bet 0 pass', `bet 0 ${chip ?? 'pass'}`);
}
