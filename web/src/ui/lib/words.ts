/** Rules' things in words: places, features, chips, scores. Takes the translating function, so that a component that reads `$t` is drawn anew. */
import { language, type Translate } from '../../i18n/index.js';
import type { Art, BoardMove, Face, FeatureKind, Seat, Segment, TileFace, TileSegment, View, Worth } from '../../core/api.js';
import type { Chapter, Card } from './story.js';

type T = Translate;

export function where(t: T, x: number, y: number): string {
  const parts: string[] = [];
  if (x) parts.push(t(x > 0 ? 'cell.east' : 'cell.west', { n: Math.abs(x) }));
  if (y) parts.push(t(y > 0 ? 'cell.south' : 'cell.north', { n: Math.abs(y) }));
  return parts.join(', ') || t('cell.start');
}

export function kindName(t: T, kind: FeatureKind): string {
  return t(`kind.${kind}`);
}

/** Where the halves of edges lie that fields are named after: the left of the north is the north-west. */
const corners = { NL: 'NW', NR: 'NE', EL: 'NE', ER: 'SE', SL: 'SE', SR: 'SW', WL: 'SW', WR: 'NW' } as const;
function segmentOf(t: T, segment: Segment, kindOf: (kind: FeatureKind) => string): string {
  const [kind, edge] = segment.split('.') as [FeatureKind, string | undefined];
  if (!edge) return kindOf(kind);
  const side = corners[edge as keyof typeof corners] ?? (edge as 'N' | 'E' | 'S' | 'W');
  return t('segment.at', { kind: kindOf(kind), side: t(`side.${side}`) });
}
/** `city.N`: the city in the north of its tile, as a heading. */
export function segmentName(t: T, segment: Segment): string {
  return segmentOf(t, segment, (kind) => kindName(t, kind));
}
/** The same within a sentence. */
export function segmentWords(t: T, segment: Segment): string {
  return segmentOf(t, segment, (kind) => t(`word.${kind}`));
}

/** `3/7+`: 3, or 7 and more. */
export function faceWords(t: T, face: Face): string {
  const parts = face.split('/').map((entry) => {
    if (entry.endsWith('+')) return t('chip.more', { n: entry.slice(0, -1) });
    if (entry.includes('x')) return t('chip.exactly', { n: entry.split('x')[0]! });
    return entry;
  });
  return parts.length > 1 ? t('chip.or', { a: parts.slice(0, -1).join(', '), b: parts.at(-1)! }) : parts[0]!;
}

export function cardTitle(t: T, card: Card): string {
  if (!card.worth) return t('card.bets', { kind: kindName(t, card.kind), n: card.count });
  if (card.worth.complete && card.kind !== 'field') return t(`card.complete.${card.kind}`);
  return t(`card.final.${card.kind}`);
}

export function total(card: Card): number {
  return (card.worth?.points ?? 0) + (card.worth ? 0 : card.flips.reduce((sum, f) => sum + f.points, 0));
}

export function termWords(t: T, item: Worth['items'][number]): string {
  const n = item.count;
  switch (item.term) {
    case 'tiles':
      return item.each === 1 ? t('term.tiles', { n }) : t('term.tilesEach', { n, each: item.each });
    case 'pennants':
      return item.each === 1 ? t('term.pennants', { n }) : t('term.pennantsEach', { n, each: item.each });
    case 'monastery':
      return t('kind.monastery');
    case 'neighbours':
      return t('term.neighbours', { n });
    case 'cities':
      return t('term.cities', { n, each: item.each });
    case 'chip':
      return t('term.chip');
  }
}

/** A move in words, for choices and announcements. */
export function moveWords(t: T, move: BoardMove, view: View): string {
  switch (move.kind) {
    case 'place':
      return t('move.place', { where: where(t, move.x!, move.y!), degrees: move.rotation! * 90 });
    case 'pass':
      return t('meeple.none');
    case 'meeple':
      return segmentName(t, move.feature!);
    case 'bet':
      return move.face === null ? t('bet.none') : faceWords(t, move.face);
    default: {
      const feature = move.of === null ? null : view.features[move.of];
      const kind = move.feature!.split('.')[0] as FeatureKind;
      return feature ? t('target.name', { kind: kindName(t, kind), n: feature.tiles.length }) : kindName(t, kind);
    }
  }
}

// ---- What a tile shows ----

/** `north, east and west`. */
export function listed(words: readonly string[]): string {
  return new Intl.ListFormat(language(), { type: 'conjunction' }).format(words);
}
const EDGES = ['N', 'E', 'S', 'W'] as const;
const CORNERS = ['NE', 'SE', 'SW', 'NW'] as const;
/** The edges that a field has whole, and the corners that those do not say already. */
function fieldSides(ends: TileSegment['ends']): (typeof EDGES | typeof CORNERS)[number][] {
  const has = (end: string) => (ends as readonly string[]).includes(end);
  const whole = EDGES.map((e) => has(`${e}L`) && has(`${e}R`));
  const corner = EDGES.map((e, i) => {
    const next = (i + 1) % 4;
    return (has(`${e}R`) || has(`${EDGES[next]!}L`)) && !whole[i] && !whole[next];
  });
  return [...EDGES.filter((_, i) => whole[i]), ...CORNERS.filter((_, i) => corner[i])];
}
/** One segment: `city north and east, joined, with a pennant`. */
export function partWords(t: T, part: TileSegment): string {
  const side = (end: string) => t(`side.${end as 'N'}`);
  const sides = listed(part.kind === 'field' ? fieldSides(part.ends).map(side) : part.ends.map(side));
  switch (part.kind) {
    case 'monastery':
      return t('word.monastery');
    case 'city': {
      const city = part.ends.length === 4 ? t('shows.cityAll') : t(part.ends.length > 1 ? 'shows.cityJoined' : 'shows.city', { sides });
      return part.pennants ? t('shows.pennant', { city }) : city;
    }
    case 'road': {
      const [from, to] = part.ends.map(side);
      if (part.ends.length > 2) return t('shows.roads', { sides });
      return to ? t('shows.road', { from: from!, to }) : t('shows.roadEnd', { side: from ?? '' });
    }
    case 'field': {
      const field = part.ends.length === 8 ? t('shows.fieldAll') : t('shows.field', { sides });
      return part.touches.length ? t('shows.touches', { field, sides: listed(part.touches.map(side)) }) : field;
    }
  }
}
/** All that is on a tile; without its fields, in short. */
export function tileWords(t: T, face: TileFace, fields = true): string {
  const parts = face.segments.filter((p) => p.kind !== 'field' || fields).map((p) => partWords(t, p));
  if (face.office) parts.push(t('shows.office'));
  return parts.join('; ') || t('shows.nothing');
}

// ---- Features ----

/** How meeples in a feature are told: whose, as seen by one seat. */
export interface Told {
  readonly name: (seat: Seat) => string;
  /** Who is `you`; null: nobody. */
  readonly me: Seat | null;
}
export function holders(t: T, meeples: readonly number[], { name, me }: Told): string {
  const some = meeples.flatMap((n, seat) => (n ? [seat === me ? t('feature.you', { n }) : t('feature.seat', { name: name(seat), n })] : []));
  return some.join(', ') || t('feature.nobody');
}
/** What a tile in a space would join: the roads and cities beside it, and fields in which somebody stands. */
export function joinWords(t: T, view: View, art: Art, x: number, y: number, told: Told): string {
  const found = new Set<number>();
  for (const [dx, dy, facing] of [[0, -1, 'S'], [1, 0, 'W'], [0, 1, 'N'], [-1, 0, 'E']] as const) {
    const tile = view.tiles.find((p) => p.x === x + dx && p.y === y + dy);
    if (!tile) continue;
    art.shows(tile.kind, tile.rotation).segments.forEach((part, segment) => {
      const feature = tile.features[segment]!;
      const held = part.kind !== 'field' || view.features[feature]!.meeples.some((n) => n > 0);
      if (held && part.ends.some((end) => end.startsWith(facing))) found.add(feature);
    });
  }
  const parts = [...found].map((i) => {
    const f = view.features[i]!;
    return `${t('feature.of', { kind: t(`word.${f.kind}`), n: f.tiles.length })} (${holders(t, f.meeples, told)})`;
  });
  return parts.length ? t('joins', { what: parts.join('; ') }) : '';
}

// ---- What happened ----

function scoreWords(t: T, worth: Worth, name: (seat: number) => string, why: boolean): string {
  const a = t(`a.${worth.kind}`);
  const what = why && worth.items.length ? `${a} (${worth.items.map((i) => termWords(t, i)).join(', ')})` : a;
  if (!worth.winners.length) return t('say.scoredNobody', { what: a });
  return t(worth.winners.length > 1 ? 'say.scoredEach' : 'say.scored', { name: listed(worth.winners.map(name)), what, n: worth.points });
}
/**
 * What a line made happen, as sentences. `heard`: for those who see no board, with what tiles show and why points were given; what seats of one's own
 * draw the question says.
 */
export function tell(t: T, chapter: Chapter, name: (seat: number) => string, heard?: { readonly art: Art; readonly own: readonly Seat[] }): string[] {
  const said: string[] = [];
  const art = heard?.art;
  const shown = (kind: string, rotation = 0) => tileWords(t, art!.shows(kind, rotation), false);
  for (const e of chapter.events)
    switch (e.kind) {
      case 'drawn':
        if (heard?.own.includes(e.seat)) break;
        said.push(art ? t('say.drawnWhat', { name: name(e.seat), what: shown(e.tile) }) : t('say.drawn', { name: name(e.seat) }));
        break;
      case 'discarded':
        said.push(art ? t('say.discardedWhat', { what: shown(e.tile) }) : t('say.discarded'));
        break;
      case 'placed': {
        const at = { name: name(e.seat), where: where(t, e.x, e.y) };
        said.push(art ? t('say.placedWhat', { ...at, what: shown(e.tile, e.rotation) }) : t('say.placed', at));
        break;
      }
      case 'meeple':
        said.push(t('say.meeple', { name: name(e.seat), what: segmentWords(t, e.feature) }));
        break;
      case 'scored':
        if (e.worth.winners.length || (art && e.worth.complete)) said.push(scoreWords(t, e.worth, name, art !== undefined));
        break;
      case 'bets-open':
        said.push(t('say.betsOpen', { where: where(t, e.x, e.y) }));
        break;
      case 'bet':
        said.push(t('say.bet', { name: name(e.seat) }));
        break;
      case 'no-bet':
        said.push(t('say.noBet', { name: name(e.seat) }));
        break;
      case 'settle':
        said.push(t('say.settle', { name: name(e.seat), what: segmentWords(t, e.feature) }));
        break;
      case 'flipped': {
        const chip = { name: name(e.seat), face: faceWords(t, e.face) };
        said.push(e.points ? t('say.flipped', { ...chip, n: e.points }) : t('say.missed', chip));
        break;
      }
      case 'void':
        said.push(t('say.void', { name: name(e.seat) }));
        break;
      case 'final':
        said.push(t('say.final'));
        break;
      case 'left':
        said.push(t('say.left', { name: name(e.seat) }));
        break;
      case 'over':
        said.push(e.seats.length ? t('say.over', { names: listed(e.seats.map(name)) }) : t('say.overNobody'));
        break;
    }
  return said;
}

export function time(ms: number): string {
  const s = Math.max(0, Math.ceil(ms / 1000));
  const h = Math.floor(s / 3600);
  const two = (n: number) => String(n).padStart(2, '0');
  if (h >= 24) return `${Math.floor(h / 24)} d ${h % 24} h`;
  if (h) return `${h}:${two(Math.floor((s % 3600) / 60))}:${two(s % 60)}`;
  return `${Math.floor(s / 60)}:${two(s % 60)}`;
}
