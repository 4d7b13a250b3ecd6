/**
 * The rules that a player meets, by their ids (tests/rule-ids without those that wait for a set that is not there yet), in the order in which they are
 * read. A rule that lacks a text in a language is an error of the compiler.
 */
import { language, type Language } from '../../i18n/index.js';
import { spoken } from '../../i18n/part.js';

export const groups = [
  { key: 'turn', rules: ['base/setup-1', 'base/setup-2', 'base/turn-1', 'base/place-1', 'base/place-2'] },
  { key: 'figures', rules: ['base/meeple-1', 'base/meeple-2', 'base/meeple-3', 'base/majority-1', 'base/return-1'] },
  { key: 'scores', rules: ['base/road-1', 'base/city-1', 'base/monastery-1', 'base/field-1', 'base/count-1'] },
  { key: 'end', rules: ['base/end-1', 'base/win-1', 'base/retire-1'] },
  {
    key: 'bets',
    rules: [
      'bets/setup-1',
      'bets/office-1',
      'bets/turn-1',
      'bets/place-1',
      'bets/place-2',
      'bets/place-3',
      'bets/place-4',
      'bets/place-5',
      'bets/secret-1',
      'bets/target-1',
    ],
  },
  {
    key: 'settle',
    rules: [
      'bets/settle-1',
      'bets/settle-2',
      'bets/example-1',
      'bets/count-1',
      'bets/settle-3',
      'bets/settle-4',
      'bets/settle-5',
      'bets/settle-6',
      'bets/void-1',
      'bets/final-1',
      'bets/final-2',
    ],
  },
] as const;
export type Group = (typeof groups)[number]['key'];
export type RuleId = (typeof groups)[number]['rules'][number];
export const ids: readonly RuleId[] = groups.flatMap((group) => group.rules);

export interface Rule {
  readonly title: string;
  /** Paragraphs. */
  readonly text: readonly string[];
  /** What the picture shows, where there is one (scenes.ts). */
  readonly picture?: string;
}
export interface RuleTexts {
  readonly groups: Readonly<Record<Group, string>>;
  readonly rules: Readonly<Record<RuleId, Rule>>;
  /** Under a rule that print does not decide. */
  readonly ours: string;
  readonly community: string;
  readonly all: string;
  readonly found: { readonly one: string; readonly other: string };
}

/** Where the printed rules are silent. */
export const sources: { readonly [R in RuleId]?: 'ours' | 'community' } = {
  'base/win-1': 'ours',
  'base/retire-1': 'ours',
  'bets/place-4': 'ours',
  'bets/place-5': 'ours',
  'bets/target-1': 'ours',
  'bets/settle-5': 'ours',
  'bets/settle-6': 'ours',
  'bets/void-1': 'ours',
  'bets/count-1': 'community',
};

export function isRule(id: string): id is RuleId {
  return (ids as readonly string[]).includes(id);
}

const plain = (words: string) => words.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replaceAll('ß', 'ss');
/** Rules in which every word of a question occurs, in reading order. Case and accents do not matter. */
export function search(texts: RuleTexts, question: string): RuleId[] {
  const words = plain(question).split(/\s+/).filter(Boolean);
  return ids.filter((id) => {
    const { title, text, picture = '' } = texts.rules[id];
    const all = plain([id, title, ...text, picture].join(' '));
    return words.every((word) => all.includes(word));
  });
}

const load: Readonly<Record<Language, () => Promise<RuleTexts>>> = {
  en: async () => (await import('./rules.en.js')).rules,
  nl: async () => (await import('./rules.nl.js')).rules,
  de: async () => (await import('./rules.de.js')).rules,
};
/** A store of the texts in the language that is spoken. */
export const ruleTexts = () => spoken<RuleTexts>(load);

/** Each rule with its title and as one text, for who reads without pictures. */
export async function rulesOf(): Promise<{ id: RuleId; title: string; text: string }[]> {
  const { rules } = await load[language()]();
  return ids.map((id) => ({ id, title: rules[id].title, text: rules[id].text.join(' ') }));
}
