/** What was refused, in words: the code chooses the sentence, and what was being done a better one where there is one. */
import { CoreError, type Code } from '../../core/api.js';
import type { Key, Translate } from '../../i18n/index.js';

/** What was tried, where that says more than the code. */
export type Doing = 'undo' | 'takeback' | 'ask' | 'sit' | 'name' | 'chat' | 'start' | 'option' | 'link' | 'game' | 'foreign';
export interface Failure {
  readonly code: Code;
  readonly doing?: Doing | undefined;
  /** Of a text: the line that is to blame, from 1, and what stands there. */
  readonly line?: number;
  readonly text?: string;
}

type Sentence = Extract<Key, `refused.${string}`> | 'join.taken' | 'lobby.startWait' | 'link.wrong';
const better: { readonly [D in Doing]: { readonly [C in Code]?: Sentence } } = {
  undo: { illegal: 'refused.undo', denied: 'refused.undo', turn: 'refused.undo', range: 'refused.undo', hidden: 'refused.undo' },
  takeback: { illegal: 'refused.takeback', denied: 'refused.ask' },
  ask: { denied: 'refused.ask', illegal: 'refused.ask' },
  sit: { denied: 'refused.sit' },
  name: { denied: 'join.taken', syntax: 'refused.name', limit: 'refused.name', unreadable: 'refused.name' },
  chat: { limit: 'refused.chat', syntax: 'refused.chat', unreadable: 'refused.chat' },
  start: { denied: 'lobby.startWait' },
  link: { unknown: 'link.wrong' },
  game: { denied: 'refused.open' },
  foreign: { unknown: 'refused.foreign' },
  option: { syntax: 'refused.option', unknown: 'refused.option', range: 'refused.option', denied: 'refused.option' },
};

export function refusalWords(t: Translate, { code, doing, line = 0, text = '' }: Failure): string {
  const said = t((doing && better[doing][code]) ?? `refused.${code}`);
  return line ? `${t('line', { n: line })}${text ? ` (${text})` : ''}: ${said}` : said;
}

/** Why a text cannot be read, with the line that is to blame: from where it begins to be wrong, if that is known. */
export function unreadable(error: unknown, text: string): Failure {
  if (!(error instanceof CoreError)) return { code: 'failed' };
  const foreign = /^\s*\{/.test(text); // a game of JCloisterZone
  if (!foreign && !/^\s*aude\s/m.test(text)) return { code: 'unreadable' }; // a photo, a letter: no line of it is to blame
  const { code, line, column } = error;
  const bytes = new TextEncoder().encode(text.split(/\r?\n/)[line - 1] ?? '');
  const from = new TextDecoder().decode(bytes.slice(Math.max(column - 1, 0)));
  return { code, doing: foreign ? 'foreign' : undefined, line, text: from.trim().slice(0, 60) };
}
