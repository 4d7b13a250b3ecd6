/**
 * Pictures of rules: the ends of small games, which the core plays. Each says what is to be lit, so that a picture cannot show what the rules would not
 * allow. The test of the help plays them all and holds the scores against those that the texts speak of.
 */
import type { FeatureKind } from '../../core/api.js';
import type { RuleId } from './rules.js';

export interface Scene {
  /** Moves, after a head with the base game, The Bets and three seats. */
  readonly moves: string;
  /** A tile by its place in play order, and a segment of it: the feature that is lit and counted. */
  readonly lit?: { readonly tile: number; readonly segment: string };
  /** Lit without numbers. */
  readonly plain?: boolean;
  readonly fields?: boolean;
  /** Show the position after so many moves; else the last one. */
  readonly at?: number;
  readonly score?: { readonly kind: FeatureKind | 'bets'; readonly points: readonly number[] };
}

export const HEAD = 'aude 1\nset base\nset bets\nseat 0 A\nseat 1 B\nseat 2 C\n';

export const scenes: { readonly [R in RuleId]?: Scene } = {
  'base/setup-1': { moves: '' },
  'base/place-1': {
    moves: 'draw RFr|place 1 0 0|pass|draw C|place 0 -1 180|pass',
  },
  'base/meeple-1': {
    moves: 'draw RFr|place 1 0 0|meeple small road.W|draw RFr|place 2 0 0|meeple small field.NL',
    lit: { tile: 1, segment: 'road.E' },
    plain: true,
  },
  // Two cities of blue and one of vermilion, joined by the tile in the middle.
  'base/majority-1': {
    moves:
      'draw L|place 0 1 0|pass|draw L|place 1 1 0|pass|draw L|place -1 1 0|pass|draw RFr|place 1 0 0|pass|draw RFr|place -1 0 0|pass|draw C|place 1 -1 270|pass|draw C|place -1 -1 90|meeple small city.E',
  },
  'base/road-1': {
    moves: 'draw RRR|place 1 0 90|pass|draw RRR|place -1 0 270|meeple small road.E',
    lit: { tile: 0, segment: 'road.E' },
  },
  'base/city-1': {
    moves: 'draw Cc+|place 0 -1 180|meeple small city.E|draw C|place 1 -1 270|pass',
    lit: { tile: 0, segment: 'city.N' },
  },
  'base/monastery-1': {
    moves:
      'draw L|place 0 1 0|meeple small monastery|draw RFr|place 1 0 0|pass|draw RFr|place -1 0 0|pass|draw C|place 1 1 90|pass|draw C|place -1 1 270|pass|draw Cc|place 1 2 180|pass|draw LR|place 0 2 0|pass|draw C|place -1 2 270|pass',
  },
};
