/** Questions that can be typed, answered from the view: what is there, what is it worth, what can still come. */
import { get } from 'svelte/store';
import { clockLeft, type Art, type BoardMove, type FeatureKind, type Odds, type View } from '../../core/api.js';
import { language, type Translate } from '../../i18n/index.js';
import { askedWords } from '../lib/herald.js';
import type { Advice, Game } from '../lib/game.svelte.js';
import { rulesOf, type Card } from '../lib/story.js';
import { cardTitle, faceWords, holders, joinWords, listed, partWords, segmentName, segmentWords, termWords, tileWords, time, where } from '../lib/words.js';
import { figures } from '../stats/figures.js';
import type { Words } from './words.js';

/** What an answer is made from. */
export interface Talk {
  readonly t: Translate;
  readonly say: Words;
  readonly game: Game;
  readonly art: Art;
}

const upper = (words: string) => words.charAt(0).toUpperCase() + words.slice(1);
const told = ({ game }: Talk) => ({ name: (seat: number) => game.name(seat), me: game.several ? null : (game.mine[0] ?? null) });
/** As what is typed names it, and in words. */
function cell({ t }: Talk, x: number, y: number): string {
  return `(${x},${y}) ${where(t, x, y)}`;
}
const cells = (view: View, tiles: readonly number[]) => tiles.map((i) => `(${view.tiles[i]!.x},${view.tiles[i]!.y})`).join(' ');

// ---- What can be chosen ----

export interface Choice {
  /** As in the terminal: a number for the space, a letter for the way it lies; '': what `pass` is for. */
  readonly label: string;
  readonly move: BoardMove;
}
export function choices(game: Game): Choice[] {
  if (game.step === 'place')
    return game.spots.flatMap((s, i) =>
      s.rotations.map((rotation, k) => ({
        label: `${i + 1}${s.rotations.length > 1 ? 'abcd'[k] : ''}`,
        move: game.moves.find((m) => m.kind === 'place' && m.x === s.x && m.y === s.y && m.rotation === rotation)!,
      })),
    );
  let n = 0;
  return game.moves.map((move) => ({ label: passes(move) ? '' : String(++n), move }));
}
export const passes = (move: BoardMove) => move.kind === 'pass' || (move.kind === 'bet' && move.face === null);

/** The segment that a move names, with all its sides; and what belongs to it by now. */
function targetWords(k: Talk, move: BoardMove): string {
  const view = k.game.view!;
  const tile = view.tiles.find((p) => p.x === move.x && p.y === move.y)!;
  const f = view.features[move.of!]!;
  const part = partWords(k.t, k.art.shows(tile.kind, tile.rotation).segments[move.segment!]!);
  return `${part}: ${state(k, move.of!, f.kind === 'field' || move.kind === 'meeple')}`;
}
export function choiceWords(k: Talk, move: BoardMove): string {
  const { t, say, game, art } = k;
  switch (move.kind) {
    case 'place': {
      const turned = move.rotation ? `, ${say('turned', { degrees: move.rotation * 90 })}` : '';
      const shown = tileWords(t, art.shows(game.view!.hand!, move.rotation!), false);
      return [`${cell(k, move.x!, move.y!)}${turned}: ${shown}`, joinWords(t, game.view!, art, move.x!, move.y!, told(k))].filter(Boolean).join('; ');
    }
    case 'bet':
      return move.face === null ? t('bet.none') : faceWords(t, move.face);
    case 'pass':
      return t('meeple.none');
    default:
      return targetWords(k, move);
  }
}
export function legal(k: Talk): string {
  const { game, say, t } = k;
  if (game.step === 'confirm') return `confirm: ${t('confirm.do')}\nundo: ${t('undo')}`;
  const all = choices(game);
  if (!all.length) return say('nothing');
  return all
    .map(({ label, move }) => {
      const typed = move.kind === 'place' ? ` (place ${move.x} ${move.y} ${move.rotation! * 90})` : move.kind === 'bet' && move.face !== null ? ` (bet ${move.face})` : '';
      return `${label || (move.kind === 'bet' ? 'bet no' : 'pass')}: ${choiceWords(k, move)}${typed}`;
    })
    .join('\n');
}
/** What is asked now; '': nothing. */
export function question(k: Talk): string {
  const { t, say, game, art } = k;
  if (game.curtain !== null) return `${t('curtain.title', { name: game.name(game.curtain) })}. ${say('enter')}`;
  if (game.state.phase === 'lobby') return say('lobby', { seats: people(k).replaceAll('\n', '; ') + '.' });
  const asked = askedWords(t, game, art);
  if (!asked) return '';
  const who = game.several && game.acting !== null ? `${game.name(game.acting)}: ` : '';
  return `${who}${asked} ${more(k)}`;
}
/** What there is to choose from. */
function more(k: Talk): string {
  const { t, say, game } = k;
  const listing = choices(game).flatMap(({ label, move }) => (label && move.kind !== 'place' ? [`${label} = ${choiceWords(k, move)}`] : [])).join('; ');
  const stack = game.options[0];
  switch (game.step) {
    case 'place':
      return say('spots', { n: game.spots.length });
    case 'meeple':
      return `${upper(t('seat.supply', { n: game.view!.seats[game.acting!]!.supply }))}. ${listing}. ${say('enterNone')}`;
    case 'bet':
      return `${waiting(k)} ${listing}. bet no = ${t('bet.none')}.`;
    case 'settle':
    case 'final':
      return `${upper(cell(k, stack!.x!, stack!.y!))}: ${listing}.`;
    default:
      return 'confirm, undo.';
  }
}
/** Where the office is that is bet on, and what its stack will wait for. */
function waiting(k: Talk): string {
  const view = k.game.view!;
  const tile = view.tiles[view.last!]!;
  const targets = tile.features.filter((f, i) => tile.features.indexOf(f) === i && ['city', 'road'].includes(view.features[f]!.kind) && view.features[f]!.open > 0);
  return `${upper(cell(k, tile.x, tile.y))}: ${targets.map((f) => `${k.t(`word.${view.features[f]!.kind}`)}, ${state(k, f, false)}`).join('; ')}.`;
}

// ---- Features ----

/** `3 tiles, 1 open; you 1; worth 6 points now for you`. */
function state(k: Talk, index: number, whose = true): string {
  const { t, say, game } = k;
  const f = game.view!.features[index]!;
  const size =
    f.kind === 'field'
      ? t('meeple.field', { n: f.cities.length })
      : f.kind === 'monastery'
        ? f.open
          ? say('around', { n: f.open })
          : say('complete')
        : f.open
          ? t('meeple.open', { n: f.tiles.length, open: f.open })
          : `${say('complete')}, ${t('explain.tiles', { n: f.tiles.length })}`;
  const parts = [f.pennants ? `${size}, ${say('pennants', { n: f.pennants })}` : size];
  if (whose) {
    parts.push(holders(t, f.meeples, told(k)));
    const { points: n, winners } = f.worth;
    const onlyMe = winners.length === 1 && winners[0] === told(k).me;
    parts.push(onlyMe ? say('worthYou', { n }) : winners.length ? say('worthFor', { n, name: listed(winners.map((s) => game.name(s))) }) : say('worth', { n }));
  }
  return parts.join('; ');
}
function featureLine(k: Talk, index: number, n: number): string {
  const view = k.game.view!;
  const f = view.features[index]!;
  const tile = view.tiles[f.tiles[0]!]!;
  const parts = f.tiles.length === 1 ? k.art.shows(tile.kind, tile.rotation).segments.filter((_, s) => tile.features[s] === index) : [];
  const name = parts.length && f.kind !== 'monastery' ? partWords(k.t, parts[0]!) : k.t(`word.${f.kind}`);
  const cities = f.cities.length ? `; ${k.say('cities', { cells: f.cities.map((c) => cells(view, view.features[c]!.tiles)).join('; ') })}` : '';
  return `${n}. ${name} ${k.say('at', { cells: cells(view, f.tiles) })}: ${state(k, index)}${cities}`;
}
const isMine = ({ game }: Talk, meeples: readonly number[]) => game.mine.some((seat) => (meeples[seat] ?? 0) > 0);
const KINDS: readonly FeatureKind[] = ['city', 'road', 'monastery'];
export function features(k: Talk, own: boolean): string {
  const { view } = k.game;
  const all = KINDS.flatMap((kind) => view!.features.flatMap((f, i) => (f.kind === kind && (!own || isMine(k, f.meeples)) ? [i] : [])));
  const list = (open: boolean) => {
    const some = all.filter((i) => view!.features[i]!.open > 0 === open);
    return some.length ? some.map((i, n) => featureLine(k, i, n + 1)) : [k.say('none')];
  };
  if (own) return all.length ? [k.say('mine'), ...all.map((i, n) => featureLine(k, i, n + 1))].join('\n') : k.say('none');
  return [k.say('unfinished'), ...list(true), k.say('completed'), ...list(false)].join('\n');
}
export function fields(k: Talk): string {
  const view = k.game.view!;
  if (!k.game.state.options.fields) return k.say('noFields');
  const all = view.features.flatMap((f, i) => (f.kind === 'field' ? [i] : []));
  const told = all.filter((i) => view.features[i]!.cities.length || view.features[i]!.meeples.some((n) => n > 0));
  const idle = all.length - told.length;
  return [...told.map((i, n) => featureLine(k, i, n + 1)), ...(idle ? [k.say('idle', { n: idle })] : [])].join('\n');
}

// ---- One cell ----

function stackWords(k: Talk, stack: View['stacks'][number]): string {
  const { t, say, game } = k;
  const view = game.view!;
  const tile = view.tiles[stack.tile]!;
  const bettors = stack.bets.map((b) =>
    b.mask.length < view.faces.length ? say('among', { name: game.name(b.seat), faces: b.mask.join(', ') }) : game.name(b.seat),
  );
  const targets = stack.targets.map(({ feature }) => `${segmentWords(t, feature)}, ${state(k, tile.features[tile.segments.indexOf(feature)]!, false)}`);
  return `${say('officeStack', { names: bettors.join(', ') })}; ${say('waits', { targets: targets.join('; ') || say('noTarget') })}`;
}
export function look(k: Talk, x: number, y: number): string {
  const { t, say, game, art } = k;
  const view = game.view!;
  const index = view.tiles.findIndex((p) => p.x === x && p.y === y);
  const tile = view.tiles[index];
  if (!tile) {
    const space = view.spaces.find((s) => s.x === x && s.y === y);
    if (!space) return `${cell(k, x, y)}: ${say('empty')}.`;
    const edges = space.edge.flatMap((kind, i) => (kind ? [say('needs', { kind: t(`word.${kind}`), side: t(`side.${'NESW'[i] as 'N'}`) })] : []));
    return [`${cell(k, x, y)}: ${say('space', { edges: edges.join(', ') })}.`, joinWords(t, view, art, x, y, told(k)), game.aids === 'none' ? '' : fits(k, x, y)].filter(Boolean).join('\n');
  }
  const face = art.shows(tile.kind, tile.rotation);
  const what = index && index === view.last ? `, ${say('last')}` : '';
  const parts = face.segments.map((part, s) => {
    const standing = view.figures.filter((g) => g.tile === index && g.feature === tile.segments[s]).map((g) => `; ${say('stands', { name: game.name(g.seat) })}`);
    return `${partWords(t, part)}: ${state(k, tile.features[s]!)}${standing.join('')}`;
  });
  if (face.office) {
    const stack = view.stacks.find((s) => s.tile === index && s.bets.length);
    parts.push(stack ? stackWords(k, stack) : say('officeEmpty'));
  }
  return [`${cell(k, x, y)}${what}:`, ...parts].join('\n');
}
export function fits(k: Talk, x: number, y: number): string {
  const { t, say, game, art } = k;
  const view = game.view!;
  const space = view.spaces.find((s) => s.x === x && s.y === y);
  if (!space) return say('noSpace');
  const hand = game.step === 'place' ? [say(game.spots.some((s) => s.x === x && s.y === y) ? 'fitsHand' : 'fitsNotHand')] : [];
  const n = space.fits.reduce((sum, f) => sum + f.count, 0);
  const percent = new Intl.NumberFormat(language(), { style: 'percent' }).format(view.nUnseen ? n / view.nUnseen : 0);
  const all = !n ? t('left.fitNone') : game.aids === 'full' ? t('left.fitOdds', { n, percent }) : t('left.fit', { n });
  return [...hand, all, ...space.fits.map((f) => `${f.count} × ${tileWords(t, art.shows(f.kind, f.rotations[0]!), false)}`)].join('\n');
}
export function board(k: Talk): string {
  return k.game.view!.tiles.map((p) => `${cell(k, p.x, p.y)}: ${tileWords(k.t, k.art.shows(p.kind, p.rotation), false)}`).join('\n');
}

// ---- Points ----

export function score(k: Talk): string {
  const { t, say, game } = k;
  const view = game.view!;
  const sums = game.over ? figures(game.chapters, view.seats.length, view.tiles).seats : null;
  return view.seats
    .map((s, i) => {
      const parts = [say('points', { n: s.score })];
      if (sums) parts.push(say('sum', sums[i]!.kinds));
      else {
        if (game.aids === 'full') parts.push(say('projected', { n: s.projected }));
        parts.push(t('seat.supply', { n: s.supply }));
      }
      if (s.left) parts.push(t('seat.left'));
      return `${game.name(i)}: ${parts.join('; ')}`;
    })
    .join('\n');
}
/** The last points, item by item, with the titles of the rules. */
export async function why(k: Talk): Promise<string> {
  const { t, say, game } = k;
  const line = game.cards.at(-1)?.line;
  if (line === undefined) return t('explain.none');
  const { rulesOf: all } = await import('../help/rules.js');
  const titles = new Map<string, string>((await all()).map(({ id, title }) => [id, title]));
  const one = (card: Card) => {
    const parts = [cardTitle(t, card)];
    if (card.worth) {
      parts.push(...card.worth.items.map((i) => `${termWords(t, i)}: ${i.count * i.each}`));
      const names = listed(card.worth.winners.map((s) => game.name(s)));
      parts.push(`${card.worth.winners.length > 1 ? t('explain.shared', { names }) : t('explain.scores', { name: names })}: ${card.worth.points}`);
      parts.push(`${t('explain.majority')}: ${holders(t, card.worth.meeples, told(k))}`);
    }
    parts.push(upper(say('at', { cells: cells(game.view!, card.tiles) })));
    for (const flip of card.flips) {
      const face = faceWords(t, flip.face);
      parts.push(`${game.name(flip.seat)}: ${flip.points ? t('explain.match', { n: card.count, face }) : t('explain.needs', { face })}: ${flip.points}`);
    }
    parts.push(say('rules', { titles: rulesOf(card).map((id) => `${titles.get(id)} (${id})`).join(', ') }));
    return parts.join('. ');
  };
  return game.cards.filter((c) => c.line === line).map(one).join('\n');
}

// ---- What can still come, chips ----

export function tiles({ t, say, game, art }: Talk): string {
  const view = game.view!;
  const shown = (kind: string) => tileWords(t, art.shows(kind, 0), false);
  const left = Object.entries(view.inBag).filter(([, n]) => n).map(([kind, n]) => `${n} × ${shown(kind)}`);
  const out = view.discarded.length ? [say('discarded', { tiles: view.discarded.map(shown).join('; ') })] : [];
  return [`${upper(t('tiles.left', { n: view.nBag }))}.`, ...left, ...out].join('\n');
}
export function stacks(k: Talk): string {
  const view = k.game.view!;
  const some = view.stacks.filter((s) => s.bets.length).map((s) => `${cell(k, view.tiles[s.tile]!.x, view.tiles[s.tile]!.y)}: ${stackWords(k, s)}`);
  return some.join('\n') || k.say('noStacks');
}
export function chips({ t, say, game }: Talk): string {
  const view = game.view!;
  const own = game.eyes === null ? null : game.state.seats[game.eyes]?.chips;
  const many = (n: number, face: string) => (n > 1 ? `${n} × ${face}` : face);
  const mine = own ? [`${t('chips.yours')}: ${view.faces.flatMap(({ face }, i) => (own[i] ? [many(own[i]!, face)] : [])).join(', ') || say('none')}`] : [];
  const begin = view.faces.length ? [say('chipsBegin', { faces: view.faces.map(({ face, count }) => many(count, face)).join(', ') })] : [];
  return [...view.seats.map((s, i) => `${game.name(i)}: ${t('seat.chips', { n: s.chips })}`), ...mine, ...begin].join('\n');
}

// ---- Advice ----

/** Why a turn is good, as the page says it beside the board. */
export async function hint(k: Talk, { hint, move }: Advice): Promise<string> {
  const words = await import('../advice/words.js');
  const advise = get(words.say);
  const { best, facts } = hint;
  const reasons = facts.flatMap((fact) => words.factWords(k.t, advise, fact, (s) => k.game.name(s)));
  const chip = ['bet', 'final', 'settle'].includes(best.move.kind);
  const parts = [k.say('hint', { move: choiceWords(k, move) }), ...(move.line === best.move.line ? reasons : [])];
  if (!chip && best.playouts) parts.push(advise('hint.lead', { points: words.signed(best.lead) }), advise('hint.win', { percent: words.percent(best.win) }));
  return parts.join('\n');
}
export async function odds(k: Talk, { targets, playouts }: Odds): Promise<string> {
  const words = await import('../advice/words.js');
  const advise = get(words.say);
  const size = (s: Odds['targets'][number]['sizes'][number]) => `${s.orMore ? advise('odds.sizeMore', { n: s.tiles }) : advise('odds.size', { n: s.tiles })} ${words.percent(s.any.chance)}`;
  const lines = targets.map((target) => {
    const sizes = target.sizes.filter((s) => s.any.chance >= 0.005).map(size).join(', ');
    return `${advise('odds.target', { what: segmentName(k.t, target.feature), n: target.tiles })}: ${advise('odds.finished', { percent: words.percent(target.finished.chance) })}; ${sizes}`;
  });
  return lines.length ? [...lines, k.say('simulated', { n: playouts })].join('\n') : k.say('noTarget');
}

// ---- The table ----

export function people({ t, say, game }: Talk): string {
  const { seats, people, host, address } = game.state;
  const seated = seats.map((s) => {
    const who = s.kind === 'open' ? t('seat.open') : s.kind === 'computer' ? `${game.name(s.seat)} (${t('seat.aComputer')})` : `${s.name}${s.mine ? ` (${t('seat.you')})` : s.present ? '' : ` (${t('seat.away')})`}`;
    return say('seatIs', { n: s.seat, who });
  });
  const here = people.filter((p) => p.present).map((p) => (p.number === host ? `${p.name} (${say('host')})` : p.name));
  return [...seated, t('lobby.people', { names: here.join(', ') }), ...(address ? [say('join', { address })] : [])].join('\n');
}
export function clocks({ say, game }: Talk): string {
  return game.state.seats
    .map(({ seat }) => {
      const left = clockLeft(game.state.clocks, seat);
      const name = game.name(seat);
      if (left === null) return say('noClock', { name });
      return say(game.state.clocks.running.includes(seat) ? 'clockRuns' : 'clock', { name, time: time(left) });
    })
    .join('\n');
}
