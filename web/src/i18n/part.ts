/**
 * Texts of a part of the page that is fetched when it is needed, and in the spoken language alone.
 *
 *     export const say = await part(en, { nl: async () => (await import('./words.nl.js')).nl, … });
 *     $say('title')                        // in a component: a store of the function, as `t` is
 */
import { filled, language, t, type Arguments, type Language, type Texts } from './index.js';

export interface Spoken<T> {
  subscribe(listener: (value: T) => void): () => void;
}

/** What differs by language, here once it has been fetched; follows the language that is spoken. Lives as long as the page. */
export async function spoken<T>(load: Readonly<Record<Language, () => Promise<T>>>): Promise<Spoken<T>> {
  let now: T = (await load[language()]()) as T;
  let of = language();
  const listeners = new Set<(value: T) => void>();
  t.subscribe(() => {
    const wanted = language();
    if (wanted === of) return;
    of = wanted;
    void load[wanted]().then((value) => {
      if (of !== wanted) return;
      now = value;
      for (const listener of listeners) listener(now);
    });
  });
  return {
    subscribe(listener) {
      const call = (value: T) => listener(value);
      listeners.add(call);
      call(now);
      return () => listeners.delete(call);
    },
  };
}

export type Say<E extends Texts> = <K extends keyof E>(key: K, ...params: Arguments<E[K]>) => string;

/** A catalogue of its own: English is there, the others are fetched. `holder` holds them against it. */
export function part<const E extends Texts>(en: E, others: Readonly<Record<Exclude<Language, 'en'>, () => Promise<Texts>>>): Promise<Spoken<Say<E>>> {
  const say =
    (texts: Texts): Say<E> =>
    (key, ...[params]) =>
      filled(texts[key as string]!, params as Record<string, string | number> | undefined);
  return spoken<Say<E>>({ en: async () => say(en), nl: async () => say(await others.nl()), de: async () => say(await others.de()) });
}
