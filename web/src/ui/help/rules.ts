/** The rules in short, by id and language; `rules.en.ts` says which ids there are. */
import { language, type Language } from '../../i18n/index.js';
import type { en } from './rules.en.js';

export type RuleId = keyof typeof en;
export type RuleTexts = Readonly<Record<RuleId, string>>;

const load: Readonly<Record<Language, () => Promise<RuleTexts>>> = {
  en: async () => (await import('./rules.en.js')).en,
  nl: async () => (await import('./rules.nl.js')).nl,
  de: async () => (await import('./rules.de.js')).de,
};

export async function rulesOf(): Promise<{ id: RuleId; text: string }[]> {
  const texts = await load[language()]();
  return Object.entries(texts).map(([id, text]) => ({ id: id as RuleId, text }));
}
