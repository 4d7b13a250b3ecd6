/**
 * A table as a screen needs it: what the core says, and what the person in front of it has picked but not yet sent. One of these lives as long
 * as its table is shown. All moves go through `act`, which shows what was refused.
 */
import {
  CoreError,
  type BoardMove,
  type Face,
  type Hint,
  type Odds,
  type Seat,
  type Session,
  type TableState,
  type View,
} from '../../core/api.js';
import { chapter, type Card, type Chapter, type Placed } from './story.js';
import { text } from '../../i18n/index.js';
import { shownNames } from './engines.js';
import type { Doing, Failure } from './refusal.js';
import { prefs } from './prefs.svelte.js';

export interface Pick {
  x: number;
  y: number;
  rotation: number;
}
/** A hint for what is asked now. */
export interface Advice {
  readonly hint: Hint;
  /** The move of it that is asked now: the turn's first, or the meeple that follows. */
  readonly move: BoardMove;
  /** It may still change. */
  readonly thinking: boolean;
}
export type Panel = 'score' | 'tiles' | 'chat' | 'outlook' | null;

export class Game {
  readonly session: Session;
  state = $state.raw() as TableState;
  /** At one screen: whose eyes look at it. */
  unveiled = $state<Seat | null>(null);
  pick = $state.raw<Pick | null>(null);
  /** An index into `options` of a meeple, settle or final decision. */
  choice = $state<number | null>(null);
  /** undefined: nothing chosen; null: no bet. */
  chip = $state<Face | null | undefined>(undefined);
  busy = $state(false);
  failure = $state.raw<Failure | null>(null);
  chapters = $state.raw<readonly Chapter[]>([]);
  /** The card that is explained now. */
  card = $state<string | null>(null);
  panel = $state<Panel>(null);
  fields = $state(false);
  news = $state<number | null>(null);
  /** Names of people whose chat is not heard; it stays on this device. */
  muted = $state.raw<ReadonlySet<string>>(new Set());
  /** `thinking`: asked for, and nothing there yet. */
  advice = $state.raw<Advice | 'thinking' | null>(null);
  hinted = $derived(this.advice && this.advice !== 'thinking' ? this.advice.move.line : null);
  /** Of the office that is bet on now; null: not known, or not allowed. */
  odds = $state.raw<Odds | null>(null);
  #underWay: Promise<boolean> = Promise.resolve(true);
  #asking = new AbortController(); // advice about what is asked now
  /** Lines that the animations have caught up with. */
  #stop: () => void;
  #listeners = new Set<(fresh: readonly Chapter[]) => void>();

  mine = $derived(this.state.seats.filter((s) => s.mine && s.kind === 'person').map((s) => s.seat));
  several = $derived(this.mine.length > 1);
  eyes = $derived(this.several ? (this.unveiled !== null && this.mine.includes(this.unveiled) ? this.unveiled : null) : (this.mine[0] ?? null));
  view = $derived.by<View | null>(() => {
    void this.state;
    return this.session.view(this.eyes);
  });
  /** The chat without what muted people say. */
  heard = $derived(this.state.chat.filter((c) => !this.muted.has(c.name)));
  /** The seat that acts at this screen now. */
  acting = $derived.by<Seat | null>(() => {
    const { due } = this.state;
    if (this.state.phase !== 'play' || this.state.paused) return null;
    return this.eyes !== null && due.includes(this.eyes) ? this.eyes : null;
  });
  /** The seat that must take the screen first. */
  curtain = $derived.by<Seat | null>(() => {
    if (!this.several || this.state.phase !== 'play' || this.acting !== null) return null;
    return this.state.due[0] ?? null;
  });
  secret = $derived((this.view?.faces.length ?? 0) > 0);
  waits = $derived(this.acting !== null && (this.state.seats[this.acting]?.waits ?? false));
  moves = $derived<readonly BoardMove[]>(this.acting === null || this.waits ? [] : (this.view?.moves ?? []));
  step = $derived.by<Exclude<BoardMove['kind'], 'pass'> | 'confirm' | null>(() => {
    if (this.acting === null) return null;
    if (this.waits) return 'confirm';
    const kind = this.moves[0]?.kind ?? null;
    return kind === 'pass' ? 'meeple' : kind;
  });
  /** Legal spots with the rotations that fit there. */
  spots = $derived.by(() => {
    const found = new Map<string, { x: number; y: number; rotations: number[] }>();
    for (const m of this.moves)
      if (m.kind === 'place') {
        const key = `${m.x},${m.y}`;
        const spot = found.get(key) ?? { x: m.x!, y: m.y!, rotations: [] };
        spot.rotations.push(m.rotation!);
        found.set(key, spot);
      }
    return [...found.values()];
  });
  options = $derived(this.moves.filter((m) => m.kind === 'meeple' || m.kind === 'settle' || m.kind === 'final'));
  pass = $derived(this.moves.find((m) => m.kind === 'pass') ?? null);
  over = $derived(this.state.phase === 'over');
  aids = $derived(this.over ? 'full' : this.state.options.aids);
  cards = $derived(this.chapters.flatMap((c) => c.cards));
  shown = $derived<Card | null>(this.cards.find((c) => c.key === this.card) ?? null);
  /** Tiles of others since my last turn, oldest first; for who only watches, the last of each seat. */
  latest = $derived.by<Placed[]>(() => {
    const all: Placed[] = [];
    const from = this.mine.length ? this.state.seen : 0;
    for (const c of this.chapters.slice(from)) if (c.placed && !(this.mine.length === 1 && this.mine[0] === c.placed.seat)) all.push(c.placed);
    if (this.mine.length) return all.slice(-24);
    const last = new Map<Seat, Placed>();
    for (const p of all) last.set(p.seat, p);
    return [...last.values()];
  });

  constructor(session: Session) {
    this.session = session;
    this.#stop = session.subscribe((state) => this.#take(state));
  }
  close(): void {
    this.#stop();
    this.#asking.abort();
    this.session.close();
  }
  /** Called with what is new after each news; not for what was there before. */
  onNews(listener: (fresh: readonly Chapter[]) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #take(state: TableState): void {
    const before = this.state as TableState | undefined;
    if (before && (before.decision !== state.decision || before.game !== state.game || before.phase !== state.phase)) this.#clear();
    const fresh = this.#read(state);
    this.state = state;
    // At one screen there is nothing to hide where no chips are played: no curtain.
    if (this.several && !this.secret && state.due.length && !state.due.includes(this.unveiled ?? -1)) this.unveiled = state.due[0] ?? null;
    if (!before || (before.game !== state.game && before.status !== 'there')) return;
    const first = fresh.flatMap((c) => c.cards)[0];
    if (first) {
      this.card = first.key;
      this.panel = 'score';
    }
    if (fresh.length) for (const listener of this.#listeners) listener(fresh);
  }
  #clear(): void {
    this.pick = null;
    this.choice = null;
    this.chip = undefined;
    this.news = null;
    this.#asking.abort();
    this.#asking = new AbortController();
    this.advice = null;
    this.odds = null;
  }
  /** Mutes a person, or hears them again. */
  mute(name: string): void {
    const next = new Set(this.muted);
    if (!next.delete(name)) next.add(name);
    this.muted = next;
  }
  /** Reads the lines that are new; returns their chapters. */
  #read(state: TableState): readonly Chapter[] {
    const old = this.chapters;
    const { lines } = state;
    let keep = 0;
    while (keep < old.length && keep < lines.length && told(old[keep]!.text, lines[keep]!)) keep++;
    if (keep === old.length && keep === lines.length) return [];
    const next = old.slice(0, keep);
    let final = next.some((c) => c.events.some((e) => e.kind === 'final'));
    for (let n = keep; n < lines.length; n++) {
      const c = chapter(n, this.session.eventsAt(n), final);
      final ||= c.events.some((e) => e.kind === 'final');
      next.push(c);
    }
    this.chapters = next;
    return next.slice(keep);
  }

  /** Does something at the table, unless something else is under way; what is refused is shown. */
  async act(what: () => Promise<unknown>, doing?: Doing): Promise<boolean> {
    if (this.busy) return false;
    return (this.#underWay = this.#do(what, doing));
  }
  /** The same for what is said or set and may not be lost: it waits for what is under way. */
  async queue(what: () => Promise<unknown>, doing?: Doing): Promise<boolean> {
    while (this.busy) await this.#underWay;
    return this.act(what, doing);
  }
  async #do(what: () => Promise<unknown>, doing?: Doing): Promise<boolean> {
    this.busy = true;
    this.failure = null;
    try {
      await what();
      return true;
    } catch (error) {
      this.fail(error, doing);
      return false;
    } finally {
      this.busy = false;
    }
  }
  fail(error: unknown, doing?: Doing): void {
    const code = error instanceof CoreError ? error.code : 'failed';
    if (code !== 'stale' && code !== 'cancelled') this.failure = { code, doing };
  }

  async send(line: string): Promise<void> {
    const seat = this.acting;
    if (seat === null) return;
    const { advice } = this;
    const done = await this.act(() => this.session.move(seat, line));
    if (done) this.#clear();
    if (done && advice && advice !== 'thinking' && advice.move.line === line) this.#follow(advice.hint);
    if (done && prefs.oneTap && this.state.seats[seat]?.waits) await this.confirm();
  }
  async confirm(): Promise<void> {
    const seat = this.acting;
    if (seat !== null) await this.act(() => this.session.confirm(seat));
  }
  async undo(): Promise<void> {
    const seat = this.acting ?? this.eyes ?? this.mine[0];
    if (seat === undefined) return;
    if (this.pick || this.choice !== null || this.chip !== undefined) {
      this.pick = null;
      this.choice = null;
      this.chip = undefined;
      return;
    }
    if (await this.act(() => this.session.undo(seat), 'undo')) this.#clear();
  }

  /** Takes a spot: its first legal rotation, or the next one where it was taken already. */
  take(x: number, y: number): void {
    const spot = this.spots.find((s) => s.x === x && s.y === y);
    if (!spot) return;
    if (this.pick && this.pick.x === x && this.pick.y === y) {
      if (spot.rotations.length > 1) this.turn(1);
      return;
    }
    const wish = this.pick?.rotation;
    const rotation = wish !== undefined && spot.rotations.includes(wish) ? wish : spot.rotations[0]!;
    this.pick = { x, y, rotation };
  }
  /** The next legal rotation at the spot that is taken. */
  turn(by: 1 | -1): void {
    const { pick } = this;
    const spot = pick && this.spots.find((s) => s.x === pick.x && s.y === pick.y);
    if (!pick || !spot) return;
    const n = spot.rotations.length;
    this.pick = { ...pick, rotation: spot.rotations[(spot.rotations.indexOf(pick.rotation) + by + n) % n]! };
  }
  async place(): Promise<void> {
    const { pick } = this;
    const move = pick && this.moves.find((m) => m.kind === 'place' && m.x === pick.x && m.y === pick.y && m.rotation === pick.rotation);
    if (move) await this.send(move.line);
  }
  async choose(index: number): Promise<void> {
    const move = this.options[index];
    if (move) await this.send(move.line);
  }
  async bet(): Promise<void> {
    if (this.chip === undefined) return;
    const move = this.moves.find((m) => m.kind === 'bet' && m.face === this.chip);
    if (move) await this.send(move.line);
  }
  // ---- Advice ----------------------------------------------------------------------------------------------------------

  /** Advice may be had now. */
  advised = $derived(this.aids === 'full' && this.step !== null && this.step !== 'confirm');
  async hint(): Promise<void> {
    const seat = this.acting;
    if (seat === null || !this.advised || this.advice === 'thinking') return;
    if (this.advice) return this.mark(this.advice.move);
    const { signal } = this.#asking;
    const show = (hint: Hint, thinking: boolean) => {
      if (!signal.aborted && this.advice) this.#advise(hint, hint.best.move, thinking); // else the answer comes too late, or was waved off
    };
    this.advice = 'thinking';
    try {
      show(await this.session.hint(seat, (hint) => show(hint, true), signal), false);
    } catch (error) {
      if (signal.aborted) return;
      this.advice = null;
      this.fail(error);
    }
  }
  /** Shows a hint; what the person has picked besides stays. */
  #advise(hint: Hint, move: BoardMove, thinking: boolean): void {
    const { advice } = this;
    const untouched = !this.#picked() || (advice !== null && advice !== 'thinking' && this.#marked(advice.move));
    this.advice = { hint, move, thinking };
    if (untouched || advice === 'thinking') this.mark(move);
  }
  /** The rest of a turn that was begun as the hint says. */
  #follow(hint: Hint): void {
    const { meeple } = hint.best;
    const move = meeple && this.moves.find((m) => m.line === meeple.line);
    if (move) this.#advise(hint, move, false);
  }
  /** Picks a move without making it. */
  mark(move: BoardMove): void {
    this.pick = null;
    this.choice = null;
    if (move.kind === 'place') this.pick = { x: move.x!, y: move.y!, rotation: move.rotation! };
    else if (move.kind === 'bet') this.chip = move.face;
    else if (move.kind !== 'pass') this.choice = this.options.findIndex((m) => m.line === move.line); // a hint is among them
  }
  #picked(): boolean {
    return this.pick !== null || this.choice !== null || this.chip !== undefined;
  }
  #marked(move: BoardMove): boolean {
    const { pick } = this;
    if (move.kind === 'place') return pick !== null && pick.x === move.x && pick.y === move.y && pick.rotation === move.rotation;
    if (move.kind === 'bet') return this.chip === move.face;
    return this.choice !== null && this.options[this.choice]?.line === move.line;
  }
  /** No more of this hint. */
  waveOff(): void {
    this.advice = null;
  }
  /** Makes the move of the hint. */
  async follow(): Promise<void> {
    if (this.hinted) await this.send(this.hinted);
  }
  /** Asks what may become of the office that is bet on now. */
  async askOdds(): Promise<void> {
    const { view } = this;
    const tile = view?.last === null ? undefined : view?.tiles[view.last];
    if (!this.advised || !tile || this.odds) return;
    const { signal } = this.#asking;
    const show = (odds: Odds) => signal.aborted || (this.odds = odds);
    try {
      await this.session.odds(this.acting, tile.x, tile.y, show, signal);
    } catch (error) {
      if (!signal.aborted) this.fail(error);
    }
  }

  name(seat: Seat): string {
    return shownNames(text, this.state.seats.map((s) => s.name))[seat] || `${seat + 1}`;
  }
}

/** Lines that tell the same: the flip of a chip shows a face in a line that was read long ago. */
function told(old: string, now: string): boolean {
  return old === now || (old.startsWith('bet ') && now.startsWith('bet ') && old.split(' ')[1] === now.split(' ')[1]);
}
