/** Where one looks: the middle of the window in the world (a tile is 100 units), and pixels a unit. Owns no element. */
export interface Box {
  x0: number;
  y0: number;
  x1: number;
  y1: number;
}

const NEAREST = 2.6;
const FARTHEST = 0.16;
const clamp = (v: number, lo: number, hi: number) => Math.min(hi, Math.max(lo, v));

export class Camera {
  x = $state(50);
  y = $state(50);
  z = $state(1);
  /** Size of the window, and what panels cover of it. */
  width = $state(800);
  height = $state(600);
  inset = $state.raw({ left: 0, top: 0, right: 0, bottom: 0 });
  /** In a gesture or a flight: nothing but the transform may change. */
  moving = $state(false);
  /** `z` when it last came to rest: sizes that depend on it are not worked out in between. */
  restZ = $state(1);
  #rest = 0;
  #flight = 0;
  still = false;
  /** A person has moved it: it is not moved by itself any more than needed. */
  held = false;

  /** Middle of what is not covered, in the window. */
  get middle(): { x: number; y: number } {
    const { left, top, right, bottom } = this.inset;
    return { x: (left + this.width - right) / 2, y: (top + this.height - bottom) / 2 };
  }
  /** What is seen of the world. */
  get seen(): Box {
    const { x, y } = this.middle;
    return {
      x0: this.x - x / this.z,
      y0: this.y - y / this.z,
      x1: this.x + (this.width - x) / this.z,
      y1: this.y + (this.height - y) / this.z,
    };
  }
  get transform(): string {
    const { x, y } = this.middle;
    return `translate(${x - this.x * this.z}px, ${y - this.y * this.z}px) scale(${this.z})`;
  }
  #touched(): void {
    this.held = true;
    cancelAnimationFrame(this.#flight);
    this.moving = true;
    clearTimeout(this.#rest);
    this.#rest = window.setTimeout(() => this.settle(), 160);
  }
  settle(): void {
    clearTimeout(this.#rest);
    this.moving = false;
    this.restZ = this.z;
  }
  pan(dx: number, dy: number): void {
    this.#touched();
    this.x -= dx / this.z;
    this.y -= dy / this.z;
  }
  /** Nearer or farther around a point of the window. */
  zoom(factor: number, px = this.middle.x, py = this.middle.y): void {
    this.#touched();
    const z = clamp(this.z * factor, FARTHEST, NEAREST);
    const { x, y } = this.middle;
    this.x += (px - x) / this.z - (px - x) / z;
    this.y += (py - y) / this.z - (py - y) / z;
    this.z = z;
  }
  fly(to: { x?: number; y?: number; z?: number }): void {
    cancelAnimationFrame(this.#flight);
    clearTimeout(this.#rest);
    const from = { x: this.x, y: this.y, z: this.z };
    const goal = { ...from, ...to };
    if (this.still) {
      Object.assign(this, goal);
      this.settle();
      return;
    }
    const start = performance.now();
    this.moving = true;
    const step = (now: number) => {
      const t = clamp((now - start) / 320, 0, 1);
      const k = 1 - (1 - t) ** 3;
      this.x = from.x + (goal.x - from.x) * k;
      this.y = from.y + (goal.y - from.y) * k;
      this.z = from.z * (goal.z / from.z) ** k;
      if (t < 1) this.#flight = requestAnimationFrame(step);
      else this.settle();
    };
    this.#flight = requestAnimationFrame(step);
  }
  /** Shows a part of the world whole, not nearer than `most`. */
  fit(box: Box, most = 1.15, now = false): void {
    const { left, top, right, bottom } = this.inset;
    const w = Math.max(80, this.width - left - right - 24);
    const h = Math.max(80, this.height - top - bottom - 24);
    const z = clamp(Math.min(w / (box.x1 - box.x0), h / (box.y1 - box.y0)), FARTHEST, most);
    const goal = { x: (box.x0 + box.x1) / 2, y: (box.y0 + box.y1) / 2, z };
    if (now) {
      Object.assign(this, goal);
      this.settle();
    } else this.fly(goal);
  }
  /** Moves as little as needed to show a box; not at all where it is seen. */
  reveal(box: Box): void {
    const { left, top, right, bottom } = this.inset;
    const free = {
      x0: this.x - ((this.width - left - right) / 2 - 8) / this.z,
      x1: this.x + ((this.width - left - right) / 2 - 8) / this.z,
      y0: this.y - ((this.height - top - bottom) / 2 - 8) / this.z,
      y1: this.y + ((this.height - top - bottom) / 2 - 8) / this.z,
    };
    const dx = box.x0 < free.x0 ? box.x0 - free.x0 : box.x1 > free.x1 ? box.x1 - free.x1 : 0;
    const dy = box.y0 < free.y0 ? box.y0 - free.y0 : box.y1 > free.y1 ? box.y1 - free.y1 : 0;
    if (dx || dy) this.fly({ x: this.x + dx, y: this.y + dy });
  }
}
