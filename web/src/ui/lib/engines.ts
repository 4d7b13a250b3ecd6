/** Computer players by their names, as people call them. */
import type { Translate } from '../../i18n/index.js';
import { engines } from '../../core/api.js';

const LEVEL = /^level[:-]?(\d+)$/;
const LAST = 8;

export function engineName(t: Translate, name: string): string {
  const level = LEVEL.exec(name);
  if (level) return t('engine.level', { n: Number(level[1]) });
  return /^mcts(:|$)/.test(name) ? t('engine.full') : name;
}
/** In a list to choose from: the ends say how strong they are. */
export function engineChoice(t: Translate, name: string): string {
  const n = Number(LEVEL.exec(name)?.[1]);
  return n === 1 ? t('engine.first', { n }) : n === LAST ? t('engine.last', { n }) : engineName(t, name);
}
/** The same as the name of a player. */
export function engineTitle(t: Translate, name: string): string {
  const said = engineName(t, name);
  return said.charAt(0).toUpperCase() + said.slice(1);
}
const LIKED = ['level:4', 'level-4', 'greedy'];
/** What a form begins with: strong enough to be fun, quick on any phone. */
export function usualEngine(): string {
  const names = engines().map((e) => e.name);
  return LIKED.find((n) => names.includes(n)) ?? names.at(-1) ?? '';
}
/** The one wished for, before the library can say which there are. */
export function likelyEngine(wish: string): string {
  return wish || LIKED[0]!;
}
/** The one wished for, if there is such a one. */
export function knownEngine(wish: string): string {
  return engines().some((e) => e.name === wish) ? wish : usualEngine();
}
/** For forms: levels where there are some, else all. */
export function choosable(): readonly string[] {
  const names = engines().map((e) => e.name);
  const levels = names.filter((n) => LEVEL.test(n));
  return levels.length ? levels : names;
}
/** A name as kept: a computer's is that of its engine. */
export function shownName(t: Translate, name: string): string {
  return engines().some((e) => e.name === name) ? engineTitle(t, name) : name;
}
/** All who play, by seat: several computers of one engine are told apart by a number. */
export function shownNames(t: Translate, names: readonly string[]): string[] {
  return names.map((name, seat) => {
    const same = names.slice(0, seat).filter((n) => n && n === name).length;
    return same ? `${shownName(t, name)} (${same + 1})` : shownName(t, name);
  });
}
