/** Texts of the replay, as a store; who imports this waits until they are here. */
import { part } from '../../i18n/part.js';
import { en } from './words.en.js';

export const say = await part(en, { nl: async () => (await import('./words.nl.js')).nl, de: async () => (await import('./words.de.js')).de });
