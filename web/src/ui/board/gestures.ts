/** Fingers, mouse and wheel on the board: one pointer pans, two pinch, the wheel zooms. A press that does not move stays a click. */
import type { Camera } from './camera.svelte.js';

const SLACK = 6;

export function gestures(node: HTMLElement, camera: Camera): { destroy(): void } {
  const down = new Map<number, { x: number; y: number }>();
  let moved = false;
  let from = { x: 0, y: 0 };

  const spread = () => {
    const [a, b] = [...down.values()];
    return a && b ? { d: Math.hypot(a.x - b.x, a.y - b.y), x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 } : null;
  };
  const local = (e: MouseEvent) => {
    const r = node.getBoundingClientRect();
    return { x: e.clientX - r.left, y: e.clientY - r.top };
  };
  function press(e: PointerEvent): void {
    if (e.pointerType === 'mouse' && e.button !== 0 && e.button !== 1) return;
    down.set(e.pointerId, local(e));
    if (down.size === 1) {
      moved = false;
      from = local(e);
    } else moved = true;
  }
  function move(e: PointerEvent): void {
    const old = down.get(e.pointerId);
    if (!old) return;
    const now = local(e);
    if (!moved && Math.hypot(now.x - from.x, now.y - from.y) < SLACK) return;
    if (!moved) {
      moved = true;
      node.setPointerCapture(e.pointerId);
    }
    const before = spread();
    down.set(e.pointerId, now);
    const after = spread();
    if (before && after) {
      camera.pan(after.x - before.x, after.y - before.y);
      if (before.d > 0) camera.zoom(after.d / before.d, after.x, after.y);
    } else camera.pan(now.x - old.x, now.y - old.y);
  }
  function release(e: PointerEvent): void {
    down.delete(e.pointerId);
    if (!down.size && moved) camera.settle();
  }
  function click(e: MouseEvent): void {
    if (!moved) return;
    e.stopPropagation();
    e.preventDefault();
    moved = false;
  }
  function wheel(e: WheelEvent): void {
    e.preventDefault();
    const at = local(e);
    const unit = e.deltaMode === 1 ? 24 : e.deltaMode === 2 ? 400 : 1;
    if (e.shiftKey && !e.ctrlKey) camera.pan(-(e.deltaX || e.deltaY) * unit, 0);
    else camera.zoom(Math.exp((-e.deltaY * unit * (e.ctrlKey ? 3 : 1)) / 500), at.x, at.y);
  }
  node.addEventListener('pointerdown', press);
  node.addEventListener('pointermove', move);
  node.addEventListener('pointerup', release);
  node.addEventListener('pointercancel', release);
  node.addEventListener('click', click, true);
  node.addEventListener('wheel', wheel, { passive: false });
  return {
    destroy() {
      node.removeEventListener('pointerdown', press);
      node.removeEventListener('pointermove', move);
      node.removeEventListener('pointerup', release);
      node.removeEventListener('pointercancel', release);
      node.removeEventListener('click', click, true);
      node.removeEventListener('wheel', wheel);
    },
  };
}
