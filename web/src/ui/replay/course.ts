/** The course of a record: its turns, and where something was scored or turned over. A position is the number of lines that have been played. */
import type { Replay, Seat } from '../../core/api.js';
import { chapter, type Chapter } from '../lib/story.js';

export interface Turn {
  /** Lines from … to - 1. */
  readonly from: number;
  readonly to: number;
  /** Null before anybody has drawn. */
  readonly seat: Seat | null;
  /** Points of each seat in this turn. */
  readonly gains: readonly number[];
}
export interface Mark {
  /** The position after the line. */
  readonly at: number;
  /** Who gained something by features, each once. */
  readonly seats: readonly Seat[];
  /** Chips were turned over. */
  readonly flips: boolean;
  readonly final: boolean;
}
export interface Course {
  readonly chapters: readonly Chapter[];
  readonly turns: readonly Turn[];
  readonly marks: readonly Mark[];
  /** Positions between turns, the beginning and the end among them. */
  readonly stops: readonly number[];
  /** The line with the final scoring; null: not there yet. */
  readonly final: number | null;
}

export function courseOf(replay: Pick<Replay, 'lines' | 'eventsAt' | 'timeline'>): Course {
  const chapters: Chapter[] = [];
  let final: number | null = null;
  replay.lines.forEach((_, line) => {
    const next = chapter(line, replay.eventsAt(line), final !== null);
    if (final === null && next.events.some((e) => e.kind === 'final')) final = line;
    chapters.push(next);
  });
  const all = replay.lines.length;
  const { scores, turns } = replay.timeline;
  const starts = turns[0] === 0 || !all ? turns : [0, ...turns];
  const made = starts.map((from, i): Turn => {
    const to = starts[i + 1] ?? all;
    const drawn = chapters.slice(from, to).flatMap((c) => c.events).find((e) => e.kind === 'drawn');
    return { from, to, seat: drawn?.kind === 'drawn' ? drawn.seat : null, gains: scores[to]!.map((n, seat) => n - scores[from]![seat]!) };
  });
  const marks = chapters.flatMap((c, line): Mark[] => {
    if (!c.cards.length) return [];
    const seats = [...new Set(c.cards.flatMap((card) => card.worth?.winners ?? []))].sort();
    return [{ at: line + 1, seats, flips: c.cards.some((card) => card.flips.length > 0), final: line === final }];
  });
  return { chapters, turns: made, marks, stops: [...new Set([0, ...made.map((t) => t.to)])], final };
}

/** The next of sorted positions after n, or the one before it; n itself where there is none. */
export function following(positions: readonly number[], n: number): number {
  return positions.find((p) => p > n) ?? n;
}
export function preceding(positions: readonly number[], n: number): number {
  return positions.findLast((p) => p < n) ?? n;
}
