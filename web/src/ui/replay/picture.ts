/** The board as a PNG: tiles, towers, figures and stacks, drawn as one SVG and painted once. */
import type { Art, BoardView } from '../../core/api.js';

export async function boardPicture(view: BoardView, art: Art): Promise<Blob> {
  const xs = view.tiles.map((t) => t.x);
  const ys = view.tiles.map((t) => t.y);
  const [x0, y0] = [Math.min(...xs), Math.min(...ys)];
  const [w, h] = [Math.max(...xs) - x0 + 1, Math.max(...ys) - y0 + 1];
  const px = Math.min(240, Math.floor(8000 / Math.max(w + 0.6, h + 0.6)));
  const canvas = document.createElement('canvas');
  canvas.width = Math.round((w + 0.6) * px);
  canvas.height = Math.round((h + 0.6) * px);
  const c = canvas.getContext('2d')!;
  c.fillStyle = '#e4d8bd';
  c.fillRect(0, 0, canvas.width, canvas.height);
  const at = (x: number, y: number) => [(x - x0 + 0.3) * px, (y - y0 + 0.3) * px] as const;
  c.fillStyle = '#1d140842';
  for (const t of view.tiles) c.fillRect(at(t.x, t.y)[0] + px * 0.05, at(t.x, t.y)[1] + px * 0.07, px, px);
  for (const t of view.tiles) {
    const image = new Image();
    image.src = art.tileUrl(t.kind, t.rotation, t.x, t.y);
    await image.decode();
    c.drawImage(image, ...at(t.x, t.y), px, px);
  }
  // What stands on the tiles, in one drawing.
  let top = '';
  const corners = new Set<string>();
  for (const t of view.tiles) {
    const bits = art.corners(t.kind, t.rotation);
    [[0, 0], [1, 0], [1, 1], [0, 1]].forEach(([dx, dy], i) => bits & (1 << i) && corners.add(`${t.x + dx!},${t.y + dy!}`));
  }
  const put = (x: number, y: number, k: number, svg: string) => `<g transform="translate(${x} ${y}) scale(${k})">${svg}</g>`;
  for (const key of corners) {
    const [x, y] = key.split(',').map(Number) as [number, number];
    top += put(x * 1000, y * 1000, 1, art.corner({ part: true }));
  }
  for (const f of view.figures) {
    const t = view.tiles[f.tile]!;
    const spot = art.spots(t.kind, t.rotation, t.x, t.y).segments[t.segments.indexOf(f.feature)];
    if (spot) top += put(t.x * 1000 + spot.x, t.y * 1000 + spot.y, (spot.scale || 1000) / 1000, art.meeple(f.seat, { part: true, lying: f.feature.startsWith('field') }));
  }
  for (const s of view.stacks) {
    const t = view.tiles[s.tile]!;
    const { stack } = art.spots(t.kind, t.rotation, t.x, t.y);
    if (s.bets.length) top += put(t.x * 1000 + stack.x, t.y * 1000 + stack.y, (stack.scale || 1000) / 1000, art.stack(s.bets.map((b) => b.seat), { part: true }));
  }
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${canvas.width}" height="${canvas.height}" viewBox="${(x0 - 0.3) * 1000} ${(y0 - 0.3) * 1000} ${(w + 0.6) * 1000} ${(h + 0.6) * 1000}">${top}</svg>`;
  const image = new Image();
  const href = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }));
  image.src = href;
  await image.decode();
  c.drawImage(image, 0, 0);
  URL.revokeObjectURL(href);
  return new Promise((done, fail) => canvas.toBlob((blob) => (blob ? done(blob) : fail(new Error('no picture')))));
}
