/** The rules in the spoken language, as a store; who imports this waits until they are here. */
import { ruleTexts } from './rules.js';

export const texts = await ruleTexts();
