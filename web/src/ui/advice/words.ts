/** Texts of advice, and its facts and numbers in words; who imports this waits until they are here. */
import { language, type Translate } from '../../i18n/index.js';
import { part, type Say, type Spoken } from '../../i18n/part.js';
import type { BoardMove, ChipTurn, Fact, FeatureKind, Turn } from '../../core/api.js';
import { segmentName, where } from '../lib/words.js';
import { en } from './words.en.js';

type Words = Say<typeof en>;
export const say: Spoken<Words> = await part(en, { nl: async () => (await import('./words.nl.js')).nl, de: async () => (await import('./words.de.js')).de });

/** `+3.2`. */
export function signed(points: number): string {
  return new Intl.NumberFormat(language(), { signDisplay: 'exceptZero', minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(points).replace('-', '−');
}
/** `3.2`. */
export function plain(points: number): string {
  return new Intl.NumberFormat(language(), { minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(points);
}
export function percent(chance: number): string {
  return new Intl.NumberFormat(language(), { style: 'percent', maximumFractionDigits: 0 }).format(chance);
}

/** A placement with its meeple, or any other move of a turn. */
export function turnWords(t: Translate, say: Words, turn: Pick<Turn | ChipTurn, 'move' | 'meeple'>): string {
  const { move, meeple } = turn;
  if (move.kind !== 'place') return partWords(t, say, move);
  const place = t('move.place', { where: where(t, move.x!, move.y!), degrees: move.rotation! * 90 });
  return meeple?.kind === 'meeple' ? say('hint.withMeeple', { place, what: segmentName(t, meeple.feature!) }) : place;
}
/** One move of a turn. */
export function partWords(t: Translate, say: Words, move: BoardMove): string {
  switch (move.kind) {
    case 'place':
      return t('move.place', { where: where(t, move.x!, move.y!), degrees: move.rotation! * 90 });
    case 'pass':
      return t('meeple.none');
    case 'bet':
      return move.face === null ? say('bet.none') : say('bet.some', { face: move.face });
    case 'meeple':
      return t('move.meeple', { what: segmentName(t, move.feature!) });
    default:
      return segmentName(t, move.feature!);
  }
}

const listed = (names: readonly string[]) => new Intl.ListFormat(language(), { type: 'conjunction' }).format(names);

/** What speaks for a turn, one phrase each. */
export function factWords(t: Translate, say: Words, fact: Fact, name: (seat: number) => string): string[] {
  const a = (kind: FeatureKind) => say(`a.${kind}`);
  const finish = (words: string, chance: number | null) => (chance === null ? words : say('finish', { fact: words, percent: percent(chance) }));
  switch (fact.kind) {
    case 'scores':
      return [say('fact.scores', { points: fact.points, what: listed(fact.features.map(a)) }), ...(fact.n ? [say('fact.home', { n: fact.n })] : [])];
    case 'gives':
      return [say('fact.gives', { points: fact.points, names: listed(fact.seats.map(name)) })];
    case 'claims': {
      const [kind] = fact.features;
      const { n } = fact;
      return [finish(kind === 'monastery' || kind === 'field' ? say(`fact.claims.${kind}`, { n }) : say('fact.claims', { what: a(kind), n }), fact.chance)];
    }
    case 'takes':
    case 'joins':
      return [finish(say(`fact.${fact.kind}`, { what: say(`the.${fact.features[0]}`), name: name(fact.seats[0]) }), fact.chance)];
    case 'grows':
      return [finish(say('fact.grows', { what: say(`your.${fact.features[0]}`), n: fact.n }), fact.chance)];
    case 'blocks': {
      const at = { where: where(t, fact.x, fact.y), what: say(`the.${fact.features[0]}`), name: name(fact.seats[0]) };
      return [fact.n ? say('fact.blocks', { n: fact.n, ...at }) : say('fact.blocks.all', at)];
    }
    case 'chip':
      return [say('fact.chip', { percent: percent(fact.chance), points: plain(fact.points) })];
    case 'no-bet':
      return [say('fact.no-bet', { points: plain(fact.points) })];
    default:
      return [say(`fact.${fact.kind}`, { n: fact.n })];
  }
}
