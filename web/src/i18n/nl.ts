import type { Catalogue } from './index.js';

export const nl = {
  'app.name': 'Aude',
  'app.offline': 'Geen verbinding. Partijen tegen de computer gaan door.',
  'tiles.left': { one: 'nog {n} tegel', other: 'nog {n} tegels' },
  'error.offline': 'De server is niet bereikbaar.',
} as const satisfies Catalogue;
