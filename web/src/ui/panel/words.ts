/** Texts of text mode, as a store; who imports this waits until they are here. */
import { part, type Say, type Spoken } from '../../i18n/part.js';
import { en } from './words.en.js';

/** What can be typed. */
export type Verb = keyof { [K in keyof typeof en as K extends `help.${infer V}` ? V : never]: 1 };
export type Words = Say<typeof en>;
export const say: Spoken<Words> = await part(en, { nl: async () => (await import('./words.nl.js')).nl, de: async () => (await import('./words.de.js')).de });
