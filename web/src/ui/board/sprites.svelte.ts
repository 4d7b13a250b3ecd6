/**
 * Drawings as bitmaps. A tile's drawing has some seventy elements; painted anew in each frame, two hundred of them are too slow. So each is
 * rasterised once for a zoom step, a few at a time and those that are seen first, and meanwhile shown in another size, if there is one.
 */
const STEPS = [96, 192, 384, 640];
const AT_ONCE = 4;
/** Pixels kept in all; above that, what was not shown for longest goes. */
const MOST = 24e6;

export function stepFor(pixels: number): number {
  return STEPS.find((s) => s >= pixels * 0.92) ?? STEPS.at(-1)!;
}

/** An SVG document under a name of its own. */
export interface Drawing {
  readonly name: string;
  readonly svg: () => string;
}
interface Sprite {
  bitmap: HTMLCanvasElement;
  shown: number;
}

export class Sprites {
  /** Grows with each bitmap that is made. */
  made = $state(0);
  /** By name, then by step. */
  #kept = new Map<string, Map<number, Sprite>>();
  #pixels = 0;
  #queue: { drawing: Drawing; step: number }[] = [];
  #waiting = new Set<string>();
  #working = 0;
  /** Asked for last: what still waits in another one is not made. */
  #step = 0;
  #clock = 0;
  #freed = false;

  /** A drawing's bitmap of this step, or the nearest that there is now. What is missing is made, unless `later` and something can be shown. */
  get(drawing: Drawing, step: number, later = false): HTMLCanvasElement | null {
    const sizes = this.#kept.get(drawing.name);
    const best = sizes?.get(step) ?? STEPS.map((s) => sizes?.get(s)).findLast((s) => s !== undefined);
    if (best) best.shown = ++this.#clock;
    if (!sizes?.has(step) && !(later && best)) this.#want(drawing, step);
    return best?.bitmap ?? null;
  }
  #want(drawing: Drawing, step: number): void {
    const name = `${step} ${drawing.name}`;
    this.#step = step;
    if (this.#waiting.has(name)) return;
    this.#waiting.add(name);
    this.#queue.push({ drawing, step });
    this.#work();
  }
  #work(): void {
    while (this.#working < AT_ONCE && this.#queue.length) {
      const { drawing, step } = this.#queue.shift()!;
      if (step !== this.#step) {
        this.#waiting.delete(`${step} ${drawing.name}`);
        continue;
      }
      this.#working++;
      void this.#make(drawing, step).finally(() => {
        this.#working--;
        setTimeout(() => this.#work(), 0);
      });
    }
  }
  async #make(drawing: Drawing, step: number): Promise<void> {
    const svg = drawing.svg();
    const [, wide, high] = /viewBox="\S+ \S+ (\S+) (\S+)"/.exec(svg)!.map(Number);
    const bitmap = document.createElement('canvas');
    bitmap.width = step;
    bitmap.height = Math.round((step * high!) / wide!);
    // Without a size of its own not every browser paints a drawing.
    const sized = svg.replace('<svg ', `<svg width="${bitmap.width}" height="${bitmap.height}" `);
    const href = URL.createObjectURL(new Blob([sized], { type: 'image/svg+xml' }));
    try {
      const image = new Image();
      image.src = href;
      await image.decode();
      if (this.#freed) return;
      bitmap.getContext('2d')!.drawImage(image, 0, 0);
      let sizes = this.#kept.get(drawing.name);
      if (!sizes) this.#kept.set(drawing.name, (sizes = new Map()));
      sizes.set(step, { bitmap, shown: ++this.#clock });
      this.#pixels += bitmap.width * bitmap.height;
      this.#tidy();
      this.made++;
    } finally {
      URL.revokeObjectURL(href);
      this.#waiting.delete(`${step} ${drawing.name}`);
    }
  }
  #tidy(): void {
    if (this.#pixels <= MOST) return;
    const all = [...this.#kept].flatMap(([name, sizes]) => [...sizes].map(([step, s]) => ({ name, step, s })));
    all.sort((a, b) => a.s.shown - b.s.shown);
    for (const { name, step, s } of all) {
      if (this.#pixels <= MOST * 0.8) break;
      this.#pixels -= s.bitmap.width * s.bitmap.height;
      s.bitmap.width = 0;
      this.#kept.get(name)!.delete(step);
    }
  }
  free(): void {
    this.#freed = true;
    this.#queue = [];
    this.#kept.clear();
  }
}
