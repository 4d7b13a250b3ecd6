/**
 * Pictures of rules: the ends of small games, which the core plays. Each says what is to be lit, so that a picture cannot show what the rules would not
 * allow. Tests play them all, and hold their scores against those that the texts speak of.
 */
import type { Segment } from '../../core/api.js';
import type { RuleId } from './rules.js';

export interface Scene {
  /** Moves, parted by bars, after a head with the base game, The Bets and three seats. */
  readonly moves: string;
  /** A tile by its place in play order, and a segment of it: the feature that is lit. */
  readonly lit?: { readonly tile: number; readonly segment: Segment };
  /** Its tiles are not numbered. */
  readonly plain?: boolean;
  /** Figures are shown as they stood before the last move sent them home. */
  readonly standing?: boolean;
  /** Owners of fields, and what their fields are worth. */
  readonly fields?: boolean;
  /** All chips of a player, or those that the last move turned over. */
  readonly chips?: 'all' | 'turned';
}

export const HEAD = 'aude 1\nset base\nset bets\nseat 0 A\nseat 1 B\nseat 2 C\n';
const BET = 'draw B05|place 0 -1 90|meeple small city.E|bet 0 4/5|bet 1 4x2|bet 2 5/6';

export const scenes: { readonly [R in RuleId]?: Scene } = {
  'base/setup-1': { moves: '' },
  'base/place-1': { moves: 'draw RFr|place 1 0 0|pass|draw C|place 0 -1 180|pass' },
  'base/meeple-1': {
    moves: 'draw RFr|place 1 0 0|meeple small road.W|draw RFr|place 2 0 0|meeple small field.NL',
    lit: { tile: 1, segment: 'road.E' },
    plain: true,
  },
  'base/majority-1': {
    moves:
      'draw RFr|place 1 0 0|pass|draw RFr|place -1 0 0|pass|draw L|place 0 1 0|pass|draw C|place 1 -1 270|meeple small city.W|draw C|place -1 -1 90|meeple small city.E|draw L|place 1 -2 0|pass|draw C|place 0 -2 180|meeple small city.S|draw Cccc+|place 0 -1 0',
    lit: { tile: 0, segment: 'city.N' },
    plain: true,
    standing: true,
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
    standing: true,
  },
  'base/field-1': {
    moves: 'draw RFr|place 1 0 0|meeple small field.SL|draw RFr|place -1 0 0|meeple small field.NR|draw C|place 0 -1 180|pass',
    fields: true,
  },
  'base/count-1': {
    moves: 'draw RRRR|place 1 0 0|pass|draw Rr|place 1 -1 270|pass|draw Rr|place 2 -1 0|pass|draw Rr|place 2 0 90|pass',
    lit: { tile: 1, segment: 'road.N' },
  },
  'bets/setup-1': { moves: '', chips: 'all' },
  'bets/office-1': {
    moves:
      'draw B02|place 1 0 0|meeple small field.EL|bet 0 pass|bet 1 pass|bet 2 pass|draw RFr|place -1 0 0|meeple small field.NL|draw C|place 1 -1 180|pass|draw RFr|place 2 0 0|pass',
    fields: true,
  },
  'bets/place-1': { moves: BET },
  'bets/settle-2': { moves: '', chips: 'all' },
  'bets/example-1': {
    moves: `${BET}|draw Cc+|place 1 -1 0|pass|draw C|place 1 -2 180|pass`,
    lit: { tile: 0, segment: 'city.N' },
    chips: 'turned',
  },
};

/** The record of a scene. */
export function recordOf(scene: Scene): string {
  return HEAD + scene.moves.replaceAll('|', '\n') + '\n';
}
