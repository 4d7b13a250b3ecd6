/** Room on the board: figures that are drawn larger than their places keep apart, and labels find a place. Boxes are in the board's units. */
import type { Box } from './camera.svelte.js';
export type { Box };

const meet = (a: Box, b: Box) => a.x0 < b.x1 && b.x0 < a.x1 && a.y0 < b.y1 && b.y0 < a.y1;

interface Piece {
  x: number;
  y: number;
  /** Size in which nothing overlaps. */
  k: number;
  /** What it covers at size 1, around where it stands. */
  box: Box;
}
const boxOf = (p: Piece, k: number): Box => ({ x0: p.x + p.box.x0 * k, y0: p.y + p.box.y0 * k, x1: p.x + p.box.x1 * k, y1: p.y + p.box.y1 * k });

/** Each piece up to so many times larger, as far as no two overlap. */
export function separate<P extends Piece>(pieces: readonly P[], times: number): P[] {
  const size = pieces.map(() => times);
  for (const [i, a] of pieces.entries())
    for (let j = 0; j < i; j++) {
      const b = pieces[j]!;
      while ((size[i]! > 1 || size[j]! > 1) && meet(boxOf(a, a.k * size[i]!), boxOf(b, b.k * size[j]!))) {
        const larger = size[i]! >= size[j]! ? i : j;
        size[larger] = Math.max(1, size[larger]! - 0.1);
      }
    }
  return pieces.map((p, i) => ({ ...p, k: p.k * size[i]! }));
}

interface Label {
  w: number;
  h: number;
  /** Where it may point to, and how much room there is. */
  at: readonly { x: number; y: number; room: number }[];
}

/** A middle for each label, one after the other: as little as possible of what is taken, then of the others, is covered. */
export function places(labels: readonly Label[], taken: readonly Box[]): { x: number; y: number }[] {
  const set: Box[] = [];
  const over = (a: Box, b: Box) => Math.max(0, Math.min(a.x1, b.x1) - Math.max(a.x0, b.x0)) * Math.max(0, Math.min(a.y1, b.y1) - Math.max(a.y0, b.y0));
  return labels.map(({ w, h, at }) => {
    let best = { x: 0, y: 0 };
    let least = Infinity;
    for (const p of at)
      for (const [dx, dy] of [[0, 0], [0, -0.6], [0, 0.6], [-0.3, 0], [0.3, 0], [-0.3, -0.9], [0.3, 0.9], [0, -1.3], [0, 1.3]] as const) {
        const [x, y] = [p.x + dx * w, p.y + dy * h];
        const box = { x0: x - w / 2 - 2, y0: y - h / 2 - 2, x1: x + w / 2 + 2, y1: y + h / 2 + 2 };
        const cost = (8 * set.reduce((sum, b) => sum + over(box, b), 0) + 3 * taken.reduce((sum, b) => sum + over(box, b), 0)) / (w * h) + (Math.abs(dx) + Math.abs(dy)) * 0.4 - p.room / 4000;
        if (cost < least) [least, best] = [cost, { x, y }];
      }
    set.push({ x0: best.x - w / 2 - 2, y0: best.y - h / 2 - 2, x1: best.x + w / 2 + 2, y1: best.y + h / 2 + 2 });
    return best;
  });
}
