/** The commands of text mode: names and arguments as in the terminal, answers in the language of the page, all read from the view. */
import type { BoardMove, FeatureKind, View } from '../../core/api.js';
import { text as catalogue, type Translate } from '../../i18n/index.js';
import { engineName } from '../lib/engines.js';
import type { Game } from '../lib/game.svelte.js';
import { ruleWords } from '../lib/rulewords.js';
import type { Chapter } from '../lib/story.js';
import { cardTitle, faceWords, kindName, moveWords, segmentName, tell, termWords, where } from '../lib/words.js';
import { textWords } from './textwords.js';

type T = Translate;
interface Command {
  name: string;
  takes: string;
  run(t: T, game: Game, words: readonly string[], exact: readonly string[]): string | Promise<string | void> | void;
}
void catalogue;

/** Spots as in the terminal: a number for the cell, a letter for the way it lies. */
function spots(game: Game): { name: string; move: BoardMove }[] {
  return game.spots.flatMap((s, i) =>
    s.rotations.map((rotation, k) => ({
      name: `${i + 1}${s.rotations.length > 1 ? 'abcd'[k] : ''}`,
      move: game.moves.find((m) => m.kind === 'place' && m.x === s.x && m.y === s.y && m.rotation === rotation)!,
    })),
  );
}
function numbered(t: T, game: Game): string {
  const view = game.view!;
  switch (game.step) {
    case 'place':
      return spots(game)
        .map((s) => `${s.name}: ${moveWords(t, s.move, view)} (place ${s.move.x} ${s.move.y} ${s.move.rotation! * 90})`)
        .join('\n');
    case 'bet':
      return game.moves.map((m) => (m.face === null ? `no: ${t('bet.none')}` : `bet ${m.face}: ${faceWords(t, m.face)}`)).join('\n');
    case 'confirm':
      return 'confirm, undo';
    case null:
      return textWords().nothing;
    default:
      return [...game.options.map((m, i) => `${i + 1}: ${moveWords(t, m, view)}`), ...(game.pass ? [`pass: ${t('meeple.none')}`] : [])].join('\n');
  }
}
/** What is asked now, in a sentence or two. */
export function ask(t: T, game: Game): string {
  const view = game.view;
  if (game.curtain !== null) return `${t('curtain.title', { name: game.name(game.curtain) })}. ${textWords().enter}`;
  if (!view || game.state.phase !== 'play') return '';
  const who = game.several && game.acting !== null ? `${game.name(game.acting)}: ` : '';
  switch (game.step) {
    case 'place':
      return `${who}${t('place.title')}: ${view.hand}. ${textWords().spots(game.spots.length)}`;
    case 'meeple':
      return `${who}${t('meeple.title')} ${game.options.map((m, i) => `${i + 1}: ${moveWords(t, m, view)}`).join('; ')}; pass: ${t('meeple.none')}`;
    case 'settle':
      return `${who}${t('settle.title')} ${game.options.map((m, i) => `${i + 1}: ${moveWords(t, m, view)}`).join('; ')}`;
    case 'final':
      return `${who}${t('final.title')} ${game.options.map((m, i) => `${i + 1}: ${moveWords(t, m, view)}`).join('; ')}`;
    case 'bet':
      return `${who}${t('bet.title')}. ${game.moves.filter((m) => m.face).map((m) => `bet ${m.face}`).join('; ')}; bet no`;
    case 'confirm':
      return `${who}${t('confirm.title')} confirm, undo`;
    default:
      return '';
  }
}
export const answer = {
  news(t: T, game: Game, chapter: Chapter): string {
    return tell(t, chapter, (s) => game.name(s)).join(' ');
  },
};

function cellOf(words: readonly string[]): { x: number; y: number } | null {
  const [x, y] = words.map(Number);
  return Number.isInteger(x) && Number.isInteger(y) ? { x: x!, y: y! } : null;
}
function look(t: T, view: View, at: { x: number; y: number }): string {
  const w = textWords();
  const tile = view.tiles.find((p) => p.x === at.x && p.y === at.y);
  if (!tile) {
    const space = view.spaces.find((s) => s.x === at.x && s.y === at.y);
    if (!space) return `${where(t, at.x, at.y)}: ${w.empty}`;
    const needs = space.edge.map((e, i) => (e ? `${t(`side.${'NESW'[i] as 'N'}`)}: ${kindName(t, e)}` : '')).filter(Boolean);
    return `${where(t, at.x, at.y)}: ${w.space}. ${needs.join(', ')}`;
  }
  const index = view.tiles.indexOf(tile);
  const parts = tile.segments.map((s, i) => {
    const figure = view.figures.find((f) => f.tile === index && f.feature === s);
    const f = view.features[tile.features[i]!]!;
    return `${segmentName(t, s)} (${f.kind === 'field' ? t('meeple.field', { n: f.cities.length }) : f.open ? t('meeple.open', { n: f.tiles.length, open: f.open }) : t('meeple.done', { n: f.worth.points })}${figure ? `, ${w.figure(figure.seat + 1)}` : ''})`;
  });
  return `${where(t, at.x, at.y)}: ${t('place.tile', { tile: tile.kind })}, ${tile.rotation * 90}°. ${parts.join('; ')}`;
}
function features(t: T, game: Game, kinds: readonly FeatureKind[]): string {
  const view = game.view!;
  const name = (s: number) => game.name(s);
  return view.features
    .filter((f) => kinds.includes(f.kind) && f.meeples.some((n) => n > 0))
    .map((f) => {
      const first = view.tiles[f.tiles[0]!]!;
      const who = f.meeples.map((n, s) => (n ? `${name(s)} ${n}` : '')).filter(Boolean).join(', ');
      return `${kindName(t, f.kind)}, ${where(t, first.x, first.y)}: ${f.kind === 'field' ? t('meeple.field', { n: f.cities.length }) : t('meeple.open', { n: f.tiles.length, open: f.open })}; ${who}; ${f.worth.points}`;
    })
    .join('\n');
}
/** Chooses by number or by the words of the record. */
async function pick(game: Game, words: readonly string[], kind: BoardMove['kind']): Promise<string | void> {
  const n = Number(words[0]);
  if (game.step !== kind) return textWords().notNow;
  const index = Number.isInteger(n) && n > 0 ? n - 1 : game.options.findIndex((m) => m.feature?.toLowerCase() === words[0]);
  if (!game.options[index]) return textWords().which;
  await game.choose(index);
}

export const COMMANDS: readonly Command[] = [
  { name: 'legal', takes: '', run: (t, game) => numbered(t, game) },
  {
    name: 'place',
    takes: 'N | X Y DEGREES',
    async run(_t, game, words) {
      if (game.step !== 'place') return textWords().notNow;
      const all = spots(game);
      const cell = words.length === 3 ? cellOf(words) : null;
      const found = cell
        ? all.find((s) => s.move.x === cell.x && s.move.y === cell.y && s.move.rotation! * 90 === Number(words[2]))
        : (all.find((s) => s.name === words[0]) ?? all.find((s) => s.name === `${words[0]}a`));
      if (!found) return textWords().which;
      await game.send(found.move.line);
    },
  },
  { name: 'meeple', takes: 'N | FEATURE', run: (_t, game, words) => pick(game, words, 'meeple') },
  {
    name: 'pass',
    takes: '',
    async run(_t, game) {
      const move = game.pass ?? game.moves.find((m) => m.kind === 'bet' && m.face === null);
      if (!move) return textWords().notNow;
      await game.send(move.line);
    },
  },
  {
    name: 'bet',
    takes: 'FACE | no',
    async run(_t, game, words) {
      if (game.step !== 'bet') return textWords().notNow;
      const face = words[0] === 'no' || words[0] === 'pass' ? null : words[0];
      const move = game.moves.find((m) => m.kind === 'bet' && m.face === face);
      if (!move) return textWords().which;
      await game.send(move.line);
    },
  },
  { name: 'settle', takes: 'N', run: (_t, game, words) => pick(game, words, 'settle') },
  { name: 'final', takes: 'N', run: (_t, game, words) => pick(game, words, 'final') },
  { name: 'confirm', takes: '', run: (_t, game) => (game.step === 'confirm' ? game.confirm() : textWords().notNow) },
  { name: 'undo', takes: '', run: (_t, game) => game.undo() },
  {
    name: 'look',
    takes: 'X Y',
    run(t, game, words) {
      const cell = cellOf(words);
      return cell ? look(t, game.view!, cell) : textWords().cell;
    },
  },
  {
    name: 'fits',
    takes: 'X Y',
    run(t, game, words) {
      const cell = cellOf(words);
      if (game.aids === 'none') return textWords().noAid;
      const space = cell && game.view!.spaces.find((s) => s.x === cell.x && s.y === cell.y);
      if (!space) return textWords().cell;
      const n = space.fits.reduce((sum, f) => sum + f.count, 0);
      return `${n ? t('left.fit', { n }) : t('left.fitNone')} ${space.fits.map((f) => `${f.kind} ×${f.count}`).join(', ')}`;
    },
  },
  { name: 'features', takes: '', run: (t, game) => features(t, game, ['city', 'road', 'monastery']) || textWords().nobody },
  { name: 'fields', takes: '', run: (t, game) => (game.aids === 'none' ? textWords().noAid : features(t, game, ['field']) || textWords().nobody) },
  {
    name: 'score',
    takes: '',
    run: (t, game) =>
      game
        .view!.seats.map((s, i) => `${game.name(i)}: ${s.score}${game.aids === 'full' ? ` (${t('outlook.split', { now: s.score, sure: s.sure, contested: s.contested, completion: s.completion })})` : ''}, ${t('seat.supply', { n: s.supply })}`)
        .join('\n'),
  },
  {
    name: 'why',
    takes: '',
    run(t, game) {
      const card = game.cards.at(-1);
      if (!card) return t('explain.none');
      const line = card.line;
      return game.cards
        .filter((c) => c.line === line)
        .map((c) => {
          const terms = c.worth?.items.map((i) => `${termWords(t, c, i)}: ${i.count * i.each}`) ?? [];
          const who = c.worth ? t('explain.scores', { name: c.worth.winners.map((s) => game.name(s)).join(', ') }) + `: ${c.worth.points}` : '';
          const chips = c.flips.map((f) => `${game.name(f.seat)}: ${f.points ? t('explain.match', { n: c.count, face: faceWords(t, f.face) }) : t('explain.needs', { face: faceWords(t, f.face) })} (${f.points})`);
          return [cardTitle(t, c), ...terms, who, ...chips].filter(Boolean).join('. ');
        })
        .join('\n');
    },
  },
  {
    name: 'log',
    takes: 'N',
    run: (t, game, words) =>
      game.chapters
        .slice(-(Number(words[0]) || 10))
        .map((c) => answer.news(t, game, c))
        .filter(Boolean)
        .join('\n'),
  },
  { name: 'tiles', takes: '', run: (t, game) => (game.aids === 'none' ? textWords().noAid : `${t('tiles.left', { n: game.view!.nBag })}: ${Object.entries(game.view!.inBag).filter(([, n]) => n).map(([k, n]) => `${k} ×${n}`).join(', ')}`) },
  {
    name: 'stacks',
    takes: '',
    run: (t, game) =>
      game
        .view!.stacks.filter((s) => s.bets.length)
        .map((s) => {
          const tile = game.view!.tiles[s.tile]!;
          return `${where(t, tile.x, tile.y)}: ${s.bets.map((b) => game.name(b.seat)).join(', ')}; ${s.targets.map((x) => segmentName(t, x.feature)).join(', ')}`;
        })
        .join('\n') || textWords().nobody,
  },
  {
    name: 'chips',
    takes: '',
    run(t, game) {
      const view = game.view!;
      const seat = game.eyes;
      const own = seat === null ? null : game.state.seats[seat]?.chips;
      const mine = own ? `${t('chips.yours')}: ${view.faces.map((f, i) => (own[i] ? `${f.face} ×${own[i]}` : '')).filter(Boolean).join(', ')}\n` : '';
      return mine + view.seats.map((s, i) => `${game.name(i)}: ${t('seat.chips', { n: s.chips })}`).join('\n');
    },
  },
  { name: 'board', takes: '', run: (t, game) => game.view!.tiles.map((p) => look(t, game.view!, p)).join('\n') },
  { name: 'setup', takes: '', run: (t, game) => [...game.state.setup.map((l) => ruleWords(t, l)), ...game.state.seats.map((s) => `${s.name}${s.engine ? ` (${engineName(t, s.engine)})` : ''}`)].join('\n') },
  {
    name: 'rules',
    takes: 'ID',
    async run(_t, _game, words) {
      const { rulesOf } = await import('../help/rules.js');
      const all = await rulesOf();
      const wish = words[0] ?? '';
      return all.filter((r) => !wish || r.id.startsWith(wish) || r.id.split('/')[1]!.startsWith(wish)).map((r) => `${r.id}: ${r.text}`).join('\n');
    },
  },
  { name: 'hint', takes: '', async run(_t, game) {
    if (game.acting === null || game.aids !== 'full') return textWords().noAid;
    await game.hint();
    return game.hinted ?? '';
  } },
  { name: 'clock', takes: '', run: (t, game) => ruleWords(t, game.state.setup.find((l) => l.startsWith('clock ')) ?? 'clock none') },
  { name: 'chat', takes: 'WORDS', run: (_t, game, _words, exact) => game.act(() => game.session.chat(exact.join(' '))).then(() => undefined) },
  { name: 'plain', takes: '', run: () => undefined },
  { name: 'retire', takes: 'yes', async run(_t, game, words) {
    const seat = game.eyes ?? game.mine[0];
    if (words[0] !== 'yes' || seat === undefined) return 'retire yes';
    await game.act(() => game.session.resign(seat));
  } },
  { name: 'help', takes: '', run: () => COMMANDS.map((c) => `${c.name}${c.takes ? ` ${c.takes}` : ''} – ${textWords().help[c.name] ?? ''}`).join('\n') },
  { name: 'quit', takes: '', run: () => undefined },
];
