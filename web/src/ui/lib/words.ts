/** Rules' things in words: places, features, chips, scores. Takes the translating function, so that a component that reads `$t` is drawn anew. */
import type { Translate } from '../../i18n/index.js';
import type { BoardMove, Face, FeatureKind, Segment, View } from '../../core/api.js';
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
/** `city.N`: the city in the north of its tile. */
export function segmentName(t: T, segment: Segment): string {
  const [kind, edge] = segment.split('.') as [FeatureKind, string | undefined];
  if (!edge) return kindName(t, kind);
  const side = corners[edge as keyof typeof corners] ?? (edge as 'N' | 'E' | 'S' | 'W');
  return t('segment.at', { kind: kindName(t, kind), side: t(`side.${side}`) });
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

export function termWords(t: T, card: Card, item: { term: string; count: number; each: number }): string {
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
    default:
      return item.term;
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

/** What a line made happen, as sentences to be read out. */
export function tell(t: T, chapter: Chapter, name: (seat: number) => string): string[] {
  const said: string[] = [];
  for (const e of chapter.events)
    switch (e.kind) {
      case 'drawn':
        said.push(t('say.drawn', { name: name(e.seat) }));
        break;
      case 'discarded':
        said.push(t('say.discarded'));
        break;
      case 'placed':
        said.push(t('say.placed', { name: name(e.seat), where: where(t, e.x, e.y) }));
        break;
      case 'meeple':
        said.push(t('say.meeple', { name: name(e.seat), what: segmentName(t, e.feature) }));
        break;
      case 'scored':
        if (e.worth.winners.length)
          said.push(t('say.scored', { name: e.worth.winners.map(name).join(', '), kind: kindName(t, e.worth.kind), n: e.worth.points }));
        break;
      case 'bets-open':
        said.push(t('say.betsOpen'));
        break;
      case 'bet':
        said.push(t('say.bet', { name: name(e.seat) }));
        break;
      case 'no-bet':
        said.push(t('say.noBet', { name: name(e.seat) }));
        break;
      case 'settle':
        said.push(t('say.settle', { name: name(e.seat), what: segmentName(t, e.feature) }));
        break;
      case 'flipped':
        said.push(t('say.flipped', { name: name(e.seat), face: faceWords(t, e.face), n: e.points }));
        break;
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
        said.push(e.seats.length ? t('say.over', { names: e.seats.map(name).join(', ') }) : t('say.overNobody'));
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
