import type { Catalogue } from './index.js';

export const de = {
  'app.name': 'Aude',
  'app.offline': 'Keine Verbindung. Partien gegen den Computer gehen weiter.',
  'tiles.left': { one: 'noch {n} Plättchen', other: 'noch {n} Plättchen' },
  'error.offline': 'Der Server ist nicht erreichbar.',
} as const satisfies Catalogue;
