/**
 * What happened, told for people: score cards from the events of lines. The core says what was scored and why; here its events are only
 * put together: a score and the bets that were settled with it are one card.
 */
import type { BoardFeature, FeatureKind, LineEvents, Seat, View, Worth, Face } from '../../core/api.js';

type Event = LineEvents['events'][number];

export interface Flip {
  seat: Seat;
  face: Face;
  points: number;
}
/** One score: of a feature, or of bets alone where nobody stood there. */
export interface Card {
  key: string;
  /** Index of the line that made it. */
  line: number;
  kind: FeatureKind;
  worth: Worth | null;
  /** Tiles that count, by their index. */
  tiles: readonly number[];
  /** How many tiles the bets were held against. */
  count: number;
  flips: Flip[];
  returned: Seat[];
  final: boolean;
}
export interface Placed {
  line: number;
  seat: Seat;
  x: number;
  y: number;
}
/** What one line of the record made happen. */
export interface Chapter {
  text: string;
  events: readonly Event[];
  cards: Card[];
  placed: Placed | null;
}

const same = (a: readonly number[], b: readonly number[]) => a.length === b.length && a.every((n, i) => n === b[i]);

export function chapter(line: number, told: LineEvents, wasFinal: boolean): Chapter {
  const cards: Card[] = [];
  let placed: Placed | null = null;
  let final = wasFinal;
  for (const event of told.events) {
    if (event.kind === 'placed') placed = { line, seat: event.seat, x: event.x, y: event.y };
    if (event.kind === 'final') final = true;
    if (event.kind === 'scored' && (event.worth.winners.length > 0 || event.worth.points === 0) && event.worth.winners.length > 0)
      cards.push({
        key: `${line}.${cards.length}`,
        line,
        kind: event.worth.kind,
        worth: event.worth,
        tiles: event.tiles ?? [],
        count: event.tiles?.length ?? 0,
        flips: [],
        returned: [],
        final,
      });
    if (event.kind === 'flipped') {
      const kind = event.feature.split('.')[0] as FeatureKind;
      const tiles = event.tiles ?? [];
      let card = cards.find((c) => c.kind === kind && same(c.tiles, tiles) && !(final && c.worth));
      if (!card) {
        card = { key: `${line}.${cards.length}`, line, kind, worth: null, tiles, count: event.count, flips: [], returned: [], final };
        cards.push(card);
      }
      card.flips.push({ seat: event.seat, face: event.face, points: event.points });
      card.count = event.count;
    }
    if (event.kind === 'returned') cards.at(-1)?.returned.push(event.seat);
  }
  return { text: told.line, events: told.events, cards, placed };
}

/** The feature of a card on the board as it is now. */
export function featureOf(view: View, card: Card): BoardFeature | null {
  return view.features.find((f) => f.kind === card.kind && same(f.tiles, card.tiles)) ?? null;
}

/** Rules that a card rests on, for the help. */
export function rulesOf(card: Card): string[] {
  const rules: string[] = [];
  if (card.worth) {
    rules.push(`base/${card.kind}-1`);
    if (card.kind === 'city' || card.kind === 'road') rules.push('base/count-1');
    if (card.worth.meeples.filter((n) => n > 0).length > 0) rules.push('base/majority-1');
    if (!card.final && card.kind !== 'field') rules.push('base/return-1');
  }
  if (card.flips.length) rules.push(card.final ? 'bets/final-1' : 'bets/settle-1', 'bets/settle-2');
  if (card.flips.length && !card.worth && !card.final) rules.push('bets/settle-3');
  if (card.final) rules.push('base/end-1');
  return rules;
}
