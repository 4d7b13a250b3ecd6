/**
 * Tiles as bitmaps. A tile's drawing has some seventy elements; painted anew in each frame, two hundred of them are too slow. So each is rasterised
 * once for a zoom step, a few in a frame, and until then shown as the drawing that it is.
 */
import { SvelteMap } from 'svelte/reactivity';

const STEPS = [96, 192, 384, 640];
const AT_ONCE = 4;

export function stepFor(pixels: number): number {
  return STEPS.find((s) => s >= pixels * 0.92) ?? STEPS.at(-1)!;
}

export class Sprites {
  /** drawing -> bitmap of the present step. */
  #ready = new SvelteMap<string, string>();
  #kept = new Map<string, string>();
  #step = 0;
  #queue: string[] = [];
  #wanted = new Set<string>();
  #working = 0;

  /** What to show for a drawing now. */
  href(drawing: string): string {
    return this.#ready.get(drawing) ?? drawing;
  }
  want(drawings: readonly string[], step: number): void {
    if (step !== this.#step) {
      this.#step = step;
      this.#queue = [];
      this.#wanted.clear();
    }
    for (const drawing of drawings) {
      const kept = this.#kept.get(`${step} ${drawing}`);
      if (kept) {
        if (this.#ready.get(drawing) !== kept) this.#ready.set(drawing, kept);
      } else if (!this.#wanted.has(drawing)) {
        this.#wanted.add(drawing);
        this.#queue.push(drawing);
      }
    }
    this.#work();
  }
  #work(): void {
    while (this.#working < AT_ONCE && this.#queue.length) {
      const drawing = this.#queue.shift()!;
      const step = this.#step;
      this.#working++;
      void this.#make(drawing, step).finally(() => {
        this.#working--;
        setTimeout(() => this.#work(), 0);
      });
    }
  }
  async #make(drawing: string, step: number): Promise<void> {
    try {
      const image = new Image();
      image.src = drawing;
      await image.decode();
      const canvas = document.createElement('canvas');
      canvas.width = canvas.height = step;
      canvas.getContext('2d')!.drawImage(image, 0, 0, step, step);
      const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done));
      if (!blob) return;
      const href = URL.createObjectURL(blob);
      const first = new Image();
      first.src = href;
      await first.decode();
      this.#kept.set(`${step} ${drawing}`, href);
      if (step === this.#step) this.#ready.set(drawing, href);
    } catch {
      /* The drawing itself stays. */
    }
  }
  free(): void {
    for (const href of this.#kept.values()) URL.revokeObjectURL(href);
    this.#kept.clear();
    this.#ready.clear();
    this.#queue = [];
  }
}
