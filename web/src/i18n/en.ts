/**
 * English: the catalogue that the others are held against. A text may name parameters in braces; `{n}` chooses the form of a text that has
 * several, by the plural rules of its language. Keys are grouped as the screens are.
 */
export const en = {
  'app.name': 'Aude',
  'app.offline': 'No connection. Games against the computer go on.',
  'tiles.left': { one: '{n} tile left', other: '{n} tiles left' },
  'error.offline': 'The server cannot be reached.',
} as const;
