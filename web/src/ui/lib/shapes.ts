/** Small drawings of the screens: icons, marks on the board, patterns of owners, contour lines of the table. Plain path data. */
export const icons = {
  left: 'M4 4v6h6M4.6 10a8 8 0 1 1-.5 4',
  right: 'M20 4v6h-6M19.4 10a8 8 0 1 0 .5 4',
  undo: 'M8 5L4 9l4 4M4 9h10a6 6 0 0 1 0 12h-3',
  sound: 'M4 9v6h4l5 4V5L8 9zM17 8.5a5 5 0 0 1 0 7',
  mute: 'M4 9v6h4l5 4V5L8 9zM17 9.500l5 5M22 9.500l-5 5',
  book: 'M12 6c-2-1.6-5-2-8-2v14c3 0 6 .4 8 2 2-1.6 5-2 8-2V4c-3 0-6 .4-8 2zv14',
  gear: 'M4 7h10M18 7h2M4 17h2M10 17h10M16 4v6M8 14v6',
  plus: 'M12 5v14M5 12h14',
  minus: 'M5 12h14',
  fields: 'M4 6h16v12H4zM4 14l8-8M8 18L20 6M16 18l4-4',
  home: 'M4 11l8-7 8 7M6.500 9.500V20h11V9.500',
  close: 'M6 6l12 12M18 6L6 18',
  check: 'M5 13l4.500 4.500L19 7',
  back: 'M15 5l-7 7 7 7',
  next: 'M9 5l7 7-7 7',
  first: 'M17 5l-7 7 7 7M6 5v14',
  last: 'M7 5l7 7-7 7M18 5v14',
  play: 'M8 5l11 7-11 7z',
  pause: 'M8 5v14M16 5v14',
  chat: 'M4 5h16v11H10l-5 4v-4H4z',
  menu: 'M4 7h16M4 12h16M4 17h16',
  link: 'M10 14a4 4 0 0 0 6 .5l3-3a4 4 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6-.5l-3 3a4 4 0 0 0 6 6l1-1',
  people: 'M9 11a3.500 3.500 0 1 0 0-7 3.500 3.500 0 0 0 0 7zM2.500 20a6.500 6.500 0 0 1 13 0M16 4.500a3.500 3.500 0 0 1 0 6.500M18 14a6.500 6.500 0 0 1 3.500 6',
  screen: 'M3 5h18v11H3zM9 20h6M12 16v4',
  cpu: 'M7 7h10v10H7zM10 3v4M14 3v4M10 17v4M14 17v4M3 10h4M3 14h4M17 10h4M17 14h4',
  file: 'M6 3h8l4 4v14H6zM14 3v4h4',
  download: 'M12 4v11M7 11l5 5 5-5M5 20h14',
  flag: 'M6 21V4h11l-2 4 2 4H6',
  bulb: 'M9 18h6M10 21h4M12 3a6 6 0 0 0-3.500 10.900V16h7v-2.100A6 6 0 0 0 12 3z',
  eye: 'M2.500 12S6 5.500 12 5.500 21.500 12 21.500 12 18 18.500 12 18.500 2.500 12 2.500 12zM12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6z',
  text: 'M5 6h14M5 10h14M5 14h9M5 18h11',
  bars: 'M5 20V10M12 20V4M19 20v-7',
  steps: 'M5 5v14l8-7zM14 5v14l8-7z',
  sun: 'M12 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM12 2v3M12 19v3M2 12h3M19 12h3M5 5l2 2M17 17l2 2M19 5l-2 2M7 17l-2 2',
  moon: 'M20 14.500A8.500 8.500 0 0 1 9.500 4a8.500 8.500 0 1 0 10.500 10.500z',
  bag: 'M8 8c-3 3-4.500 6-4.500 8.500C3.500 20 7 21 12 21s8.500-1 8.500-4.500C20.500 14 19 11 16 8zM8 8L6.500 4h11L16 8z',
  die: 'M5 5h14v14H5zM9 9h.01M15 15h.01M12 12h.01M15 9h.01M9 15h.01',
} as const;
export type IconName = keyof typeof icons;

/** Corner brackets of a move, on a tile of 100. */
export const BRACKETS = 'M3 26v-23h23M74 3h23v23M97 74v23h-23M26 97h-23v-23';

/** What tells seats apart besides their colour: a symbol as on their figures, around (0, 0), some ten units wide; and a dash of their line in graphs. */
export const MARKS = [
  'M-5 0a5 5 0 1 0 10 0a5 5 0 1 0 -10 0z',
  'M0 -6L5.800 4.500H-5.800z',
  'M-4.600 -4.600H4.600V4.600H-4.600z',
  'M0 -6.300L6.300 0L0 6.300L-6.300 0z',
  'M0 -6.500L1.700 -2.100L6.300 -2L2.700 .9L3.900 5.400L0 2.800L-3.900 5.400L-2.700 .9L-6.300 -2L-1.700 -2.100z',
  'M-2 -5.800H2V-2H5.800V2H2V5.800H-2V2H-5.800V-2H-2z',
] as const;
export const DASHES = ['', '9 4', '3 4', '12 4 3 4', '6 3', '2 6'] as const;
const PATTERNS: readonly ((colour: string, more: number) => string)[] = [
  (c, w) => `<circle cx="6" cy="6" r="${2.2 + w}" fill="${c}"/>`,
  (c, w) => `<path d="M-3 15L15-3M-3 3L3-3M9 15L15 9" stroke="${c}" stroke-width="${2 + 2 * w}"/>`,
  (c, w) => `<path d="M0 6h12M6 0v12" stroke="${c}" stroke-width="${1.8 + 2 * w}"/>`,
  (c, w) => `<path d="M-3-3L15 15M-3 9L3 15M9-3L15 3" stroke="${c}" stroke-width="${2 + 2 * w}"/>`,
  (c, w) => `<path d="M0 3q3-4 6 0t6 0M0 9q3-4 6 0t6 0" fill="none" stroke="${c}" stroke-width="${1.8 + 2 * w}"/>`,
  (c, w) => `<path d="M2.400 6h7.200M6 2.400v7.200" stroke="${c}" stroke-width="${2.2 + 2 * w}"/>`,
];
/** Content of a <pattern> of 12 × 12 for a seat's fields: a casing, then the colour. */
export function pattern(seat: number, colour: string, casing: string): string {
  const draw = PATTERNS[seat % PATTERNS.length]!;
  return draw(casing, 0.7) + draw(colour, 0);
}

/** Contour lines of a paper map. */
export function contours(w: number, h: number, step = 12, levels = 9): string {
  const height = (x: number, y: number) =>
    Math.sin(x * 0.0061 + 1.3 * Math.sin(y * 0.0043)) + Math.sin(y * 0.0071 - x * 0.0027 + 2) + 0.5 * Math.sin(x * 0.013 + y * 0.011);
  let d = '';
  for (let l = 0; l < levels; l++) {
    const v = -2 + (4 * (l + 0.5)) / levels;
    for (let y = 0; y < h; y += step)
      for (let x = 0; x < w; x += step) {
        const a = height(x, y) - v;
        const b = height(x + step, y) - v;
        const c = height(x + step, y + step) - v;
        const e = height(x, y + step) - v;
        const at: [number, number][] = [];
        if (a * b < 0) at.push([x + (step * a) / (a - b), y]);
        if (b * c < 0) at.push([x + step, y + (step * b) / (b - c)]);
        if (c * e < 0) at.push([x + (step * e) / (e - c), y + step]);
        if (a * e < 0) at.push([x, y + (step * a) / (a - e)]);
        if (at.length === 2) d += `M${at.map((p) => p.map((v) => v.toFixed(1)).join(' ')).join('L')}`;
      }
  }
  return d;
}
