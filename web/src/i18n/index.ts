/**
 * Texts for people. `en.ts` says which keys there are and which parameters they take; `nl.ts` and `de.ts` are `satisfies Catalogue`, and
 * `held` below compares the parameters: a key that is missing or too many, or a text with another parameter, is an error of the compiler.
 *
 *     import { t } from '../i18n/index.js';
 *     $t('tiles.left', { n: 12 })            // in a component: `t` is a store of the function
 *     text('tiles.left', { n: 1 })           // elsewhere: '1 tile left'
 */
import { en } from './en.js';

export type Language = 'en' | 'nl' | 'de';
export const languages: Readonly<Record<Language, string>> = { en: 'English', nl: 'Nederlands', de: 'Deutsch' };

/** Forms by the plural rules of all three languages. */
type Forms = { readonly one: string; readonly other: string };
export type Texts = Readonly<Record<string, string | Forms>>;
/** The same texts in another language. */
export type Like<E extends Texts> = { readonly [K in keyof E]: E[K] extends Forms ? Forms : string };

export type Key = keyof typeof en;
export type Catalogue = Like<typeof en>;

/** The names in braces. */
type Names<S> = S extends `${string}{${infer Name}}${infer Rest}` ? Name | Names<Rest> : never;
type NamesOf<V> = V extends Forms ? Names<V['one'] | V['other']> : Names<V>;
/** What a text needs; numbers are written as the language writes them. */
export type Arguments<V> = [NamesOf<V>] extends [never] ? [] : [params: { readonly [N in NamesOf<V>]: string | number }];

type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false;
/** Keys whose texts take other parameters than the English ones. */
type Odd<E extends Texts, C extends Like<E>> = { [K in keyof E]: Same<NamesOf<C[K]>, NamesOf<E[K]>> extends true ? never : K }[keyof E];
/** Holds a catalogue against the English one. */
export function holder<const E extends Texts>(_: E) {
  return <const C extends Like<E>>(catalogue: [Odd<E, C>] extends [never] ? C : Odd<E, C>): Like<E> => catalogue as C;
}
const held = holder(en);

const load: Readonly<Record<Language, () => Promise<Catalogue>>> = {
  en: async () => en,
  nl: async () => held((await import('./nl.js')).nl),
  de: async () => held((await import('./de.js')).de),
};

interface Speech {
  readonly language: Language;
  readonly catalogue: Catalogue;
  readonly number: Intl.NumberFormat;
  readonly plural: Intl.PluralRules;
}
function speech(language: Language, catalogue: Catalogue): Speech {
  return { language, catalogue, number: new Intl.NumberFormat(language), plural: new Intl.PluralRules(language) };
}

let now = speech('en', en);

/** A text in the language that is spoken now. */
export function text<K extends Key>(key: K, ...[params]: Arguments<(typeof en)[K]>): string {
  return filled(now.catalogue[key], params);
}
/** A text with its parameters in it. */
export function filled(found: string | Forms, params?: Readonly<Record<string, string | number>>): string {
  const given = params ?? {};
  const form = typeof found === 'string' ? found : now.plural.select(Number(given['n'])) === 'one' ? found.one : found.other;
  return form.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = given[name];
    return value === undefined ? whole : typeof value === 'number' ? now.number.format(value) : value;
  });
}

export type Translate = typeof text;
type Listener = (translate: Translate) => void;
const listeners = new Set<Listener>();

/** A store of `text`: components that read it as `$t` are drawn anew in another language. */
export const t = {
  subscribe(listener: Listener): () => void {
    const call: Listener = (translate) => listener(translate);
    listeners.add(call);
    call(said());
    return () => listeners.delete(call);
  },
};

/** A new function each time: a store whose value is the same has not changed. */
function said(): Translate {
  return (key, ...params) => text(key, ...params);
}

export function language(): Language {
  return now.language;
}

export async function setLanguage(to: Language): Promise<void> {
  now = speech(to, await load[to]());
  if (typeof document !== 'undefined') document.documentElement.lang = to;
  for (const listener of listeners) listener(said());
}

/** The first of the reader's languages that there is; English else. */
export function preferredLanguage(wanted: readonly string[] = navigator.languages): Language {
  const known = wanted.map((tag) => tag.slice(0, 2).toLowerCase()).find((tag) => tag in languages);
  return (known as Language | undefined) ?? 'en';
}
