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
  /** The part of it that nothing covers. */
  get free(): Box {
    const { left, top, right, bottom } = this.inset;
    const [w, h] = [Math.max(80, this.width - left - right), Math.max(80, this.height - top - bottom)];
    return { x0: this.x - w / 2 / this.z, y0: this.y - h / 2 / this.z, x1: this.x + w / 2 / this.z, y1: this.y + h / 2 / this.z };
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
  /** How near one can be and see a box whole. */
  #whole(box: Box): number {
    const { left, top, right, bottom } = this.inset;
    const w = Math.max(80, this.width - left - right - 24);
    const h = Math.max(80, this.height - top - bottom - 24);
    return Math.min(w / (box.x1 - box.x0), h / (box.y1 - box.y0));
  }
  #shows(box: Box): boolean {
    const { free } = this;
    return box.x0 >= free.x0 && box.x1 <= free.x1 && box.y0 >= free.y0 && box.y1 <= free.y1;
  }
  #go(goal: { x: number; y: number; z: number }, now: boolean): void {
    if (!now) return this.fly(goal);
    cancelAnimationFrame(this.#flight);
    Object.assign(this, goal);
    this.settle();
  }
  /** Shows a part of the world whole, not nearer than `most`. */
  fit(box: Box, most = 1.15, now = false): void {
    this.#go({ x: (box.x0 + box.x1) / 2, y: (box.y0 + box.y1) / 2, z: clamp(this.#whole(box), FARTHEST, most) }, now);
  }
  /**
   * Shows a board that grows or shrinks: whole, unless that were smaller than `least`; then as much of it as there is room for around what
   * matters. Where it is well seen already nothing moves, so that the picture is calm from turn to turn.
   */
  frame(board: Box, matters: Box, least: number, most: number, now = false): void {
    const whole = this.#whole(board);
    const z = clamp(whole, Math.max(FARTHEST, least), most);
    const near = !now && z < this.z * 1.3 && this.z < most * 1.01;
    if (whole >= least) {
      if (!near || !this.#shows(board)) this.#go({ x: (board.x0 + board.x1) / 2, y: (board.y0 + board.y1) / 2, z }, now);
      return;
    }
    if (near && this.z < z * 1.3 && this.#shows(matters)) return;
    const { free } = this;
    const along = (lo: number, hi: number, at: number, seen: number) => {
      const half = (seen * this.z) / z / 2;
      return hi - lo <= 2 * half ? (lo + hi) / 2 : clamp(at, lo + half, hi - half);
    };
    this.#go(
      {
        x: along(board.x0, board.x1, (matters.x0 + matters.x1) / 2, free.x1 - free.x0),
        y: along(board.y0, board.y1, (matters.y0 + matters.y1) / 2, free.y1 - free.y0),
        z,
      },
      now,
    );
  }
  /** Moves as little as needed to show a box; not at all where it is seen. */
  reveal(box: Box): void {
    const { free } = this;
    const air = 8 / this.z;
    const along = (lo: number, hi: number, from: number, to: number) => (lo < from + air ? lo - from - air : hi > to - air ? hi - to + air : 0);
    const dx = along(box.x0, box.x1, free.x0, free.x1);
    const dy = along(box.y0, box.y1, free.y0, free.y1);
    if (dx || dy) this.fly({ x: this.x + dx, y: this.y + dy });
  }
}

/** The tiles of a board, and some air around them. */
export function boxOf(tiles: readonly { x: number; y: number }[], air: number): Box {
  const xs = tiles.map((p) => p.x * 100);
  const ys = tiles.map((p) => p.y * 100);
  return { x0: Math.min(...xs) - air, y0: Math.min(...ys) - air, x1: Math.max(...xs) + 100 + air, y1: Math.max(...ys) + 100 + air };
}
