/** Pictures of tiles and pieces, drawn by the library, and what a tile shows; kept. */
import type { Picture, PaintOptions, TileFace } from 'aude-wasm';
import type { Art } from './api.js';
import { splitRecord } from './record.js';
import { aude, core } from './wasm.js';

const STANDARD = 'aude 1\nset base\nset bets\nseat 0\nseat 1\n';

/** Texts by what was asked. */
class Kept {
  #all = new Map<string, string>();
  get(key: string, make: () => string): string {
    let text = this.#all.get(key);
    if (text === undefined) this.#all.set(key, (text = core(make)));
    return text;
  }
}

class Painter implements Art {
  readonly #picture: Picture;
  readonly #texts = new Kept();
  readonly #urls = new Kept();
  readonly #faces = new Map<string, TileFace>();

  constructor(picture: Picture) {
    this.#picture = picture;
  }

  #text(what: string, make: (picture: Picture) => string): string {
    return this.#texts.get(what, () => make(this.#picture));
  }

  shows(kind: string, rotation: number): TileFace {
    const key = `${kind} ${rotation}`;
    let face = this.#faces.get(key);
    if (!face) this.#faces.set(key, (face = core(() => this.#picture.shows(kind, rotation))));
    return face;
  }
  tile(kind: string, rotation: number, x: number, y: number, options?: PaintOptions): string {
    return core(() => this.#picture.tile(kind, rotation, x, y, options));
  }
  tileUrl(kind: string, rotation: number, x: number, y: number, options?: PaintOptions): string {
    return this.#urls.get(`${kind} ${rotation} ${x} ${y} ${JSON.stringify(options ?? {})}`, () =>
      URL.createObjectURL(new Blob([this.tile(kind, rotation, x, y, options)], { type: 'image/svg+xml' })),
    );
  }
  region(kind: string, rotation: number, x: number, y: number, segment: number): string {
    return this.#text(`region ${kind} ${rotation} ${x} ${y} ${segment}`, (p) => p.region(kind, rotation, x, y, segment));
  }
  #spots(kind: string, rotation: number, x: number, y: number): ReturnType<Picture['spots']> {
    const text = this.#text(`spots ${kind} ${rotation} ${x} ${y}`, (p) => JSON.stringify(p.spots(kind, rotation, x, y)));
    return JSON.parse(text) as ReturnType<Picture['spots']>;
  }
  spots(kind: string, rotation: number, x: number, y: number) {
    const { segments, stack } = this.#spots(kind, rotation, x, y);
    return { segments, stack };
  }
  corners(kind: string, rotation: number): number {
    return this.#spots(kind, rotation, 0, 0).corners;
  }
  corner(options?: PaintOptions): string {
    return this.#text(`corner ${JSON.stringify(options)}`, (p) => p.corner(options));
  }
  meeple(seat: number, options?: PaintOptions): string {
    return this.#text(`meeple ${seat} ${JSON.stringify(options)}`, (p) => p.meeple(seat, options));
  }
  chip(seat: number, face: string | null, options?: PaintOptions): string {
    return this.#text(`chip ${seat} ${face} ${JSON.stringify(options)}`, (p) => p.chip(seat, face, options));
  }
  stack(seats: readonly number[], options?: PaintOptions): string {
    return this.#text(`stack ${seats.join()} ${JSON.stringify(options)}`, (p) => p.stack(seats, options));
  }
  box(piece: 'meeple' | 'lying' | 'chip' | 'stack') {
    return this.#picture.box(piece);
  }
  colour(seat: number): string {
    return this.#picture.colour(seat);
  }
  ink(seat: number): string {
    return this.#picture.ink(seat);
  }
}

/** Names of seats make no difference to pictures, so most games share one painter. */
const painters = new Map<string, Painter>();
export function artOf(record: string = STANDARD): Art {
  const { head } = splitRecord(record);
  const key = head.replace(/^seat .*$/gm, 'seat');
  let painter = painters.get(key);
  if (!painter) painters.set(key, (painter = new Painter(core(() => aude().picture(head)))));
  return painter;
}
