/** What the board is given. */
import type { Face, Seat } from '../../core/api.js';
export type { Art, BoardView, Face, Kind, Seat } from '../../core/api.js';

export interface Spot {
  x: number;
  y: number;
  label: string;
}
/** Something to choose at a point of the world. */
export interface Choice {
  index: number;
  x: number;
  y: number;
  key: string;
  label: string;
  chosen: boolean;
  /** Show the chooser's figure. */
  figure: boolean;
  lying: boolean;
}
/** A figure that is not there yet. */
export interface Planned {
  seat: Seat;
  x: number;
  y: number;
  lying: boolean;
}
export interface Mark {
  x: number;
  y: number;
  seat: Seat;
  strong?: boolean;
}
/** Tiles by index, and which feature of them by its index; null: the tiles whole. */
export interface Lit {
  tiles: readonly number[];
  feature: number | null;
  /** The rest in the shade. */
  veil: boolean;
}

/** What is over in a moment, at a point of the world: a figure that goes home, points for seats, chips of a stack that are turned over. */
export type Moment = { x: number; y: number } & (
  | { kind: 'home'; seat: Seat; lying: boolean }
  | { kind: 'points'; seats: readonly Seat[]; points: number }
  | { kind: 'flips'; chips: readonly { seat: Seat; face: Face; points: number }[] }
);
