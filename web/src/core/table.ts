/**
 * One person at one table, through whatever happens to the connection: what src/client does in the program. Messages go in; states, views, the
 * record and the receipt come out. Commands are sent again with the same id until they are answered; a lost connection is made anew.
 */
import type { BoardView, Hint, LineEvents, Odds, Own, Picture, Seat } from 'aude-wasm';
import { readServer, writeClient } from '../proto/codec.js';
import { VERSION, type Ask, type ClientMessage, type Goodbye, type ServerMessage } from '../proto/messages.js';
import type { Position } from './advice/advisor.js';
import { adviceByWorker, type Advice } from './advice/ask.js';
import type { SeatState, Session, Status, TableState } from './api.js';
import { CoreError, asCoreError, type Code } from './errors.js';
import { nothing, seatsOf, toldState, type Message, type Place } from './known.js';
import { fitName } from './name.js';
import { Pledges } from './pledges.js';
import { shelf, type Shelf } from './shelf.js';
import { aude, core } from './wasm.js';
import type { Dial, Wire } from './wire.js';

const RETRY_FIRST = 250;
const RETRY_LAST = 5000;
const QUIET = 15_000;
const SILENCE = 40_000;
const WAKING = 4000; // to answer a device that was asleep
/** A change is over when so many ms nothing came, and shown after at most so many. */
const LULL = 4;
const LATEST = 40;
const MOST_UNANSWERED = 16;

/** A command without its id. */
type Command = ClientMessage extends infer M ? (M extends { type: string; id: number } ? Omit<M, 'id'> : never) : never;

/** What is kept of a table to find it again. */
export interface SavedEntry {
  key: string;
  place: Place;
  names: string[];
  phase: TableState['phase'];
  game: number;
  changed: number;
  mine: boolean;
}

interface Pending {
  readonly message: ClientMessage;
  readonly done: () => void;
  readonly fail: (error: CoreError) => void;
  sent: boolean;
}

const GONE: Partial<Record<Goodbye, Code>> = { table: 'gone', token: 'gone', replaced: 'gone', version: 'version', hello: 'failed' };

export class Table implements Session {
  state: TableState;
  #place: Place;
  readonly #dial: Dial;
  readonly #shelf: Shelf;
  readonly #advice: Advice;
  readonly #listeners = new Set<(state: TableState) => void>();

  #wire: Wire | null = null;
  #status: Status = 'connecting';
  #reason: TableState['reason'] = null;
  #retry = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #heard = 0;
  #closed = false;

  #known = nothing();
  #next: ReturnType<typeof nothing> | null = null; // a full picture on its way: what is shown stays until it is whole
  #head = '';
  #picture: Picture | null = null;
  #heardLines = 0; // so many of the known lines are in the picture, at most
  #views = new Map<Seat | null, BoardView>();
  #offset = 0; // Date.now() of the table's time 0
  #due: readonly Seat[] = [];
  #seen = 0;

  #pending: Pending[] = [];
  #settled: (() => void)[] = []; // of commands that are done, for when the state says so
  #lastId = 0;

  readonly #pledges: Pledges;

  constructor(place: Place, dial: Dial, keep: Shelf = shelf, advice: Advice = adviceByWorker) {
    this.#place = place;
    this.#advice = advice;
    this.#dial = dial;
    this.#shelf = keep;
    this.#pledges = new Pledges(place.table, keep, () => this.#changed());
    this.state = this.#makeState();
    this.#connect();
  }

  /** When the whole picture of the table is there; rejects where that can never be. */
  whole(): Promise<this> {
    return new Promise((done, fail) => {
      let stop = () => {};
      const look = (state: TableState) => {
        if (state.status === 'there') done(this);
        else if (state.reason && (state.status === 'refused' || state.status === 'away')) {
          fail(new CoreError(state.reason.code, state.reason.message));
        } else return;
        queueMicrotask(() => stop());
      };
      stop = this.subscribe(look);
    });
  }

  get key(): string {
    return this.#place.server === null ? `local ${this.#place.table}` : `${this.#place.table} ${this.#place.server}`;
  }

  // ---- The connection --------------------------------------------------------------------------------------------------

  #connect(): void {
    clearTimeout(this.#timer);
    this.#heard = Date.now();
    this.#wire = this.#dial({
      open: () => this.#hello(),
      message: (text) => this.#message(text),
      closed: () => this.#lost({ code: 'offline', message: 'the connection to the server is lost' }),
      refused: ({ code, message }) => this.#refused(code, message),
    });
    this.#timer = setTimeout(() => this.#watch(), QUIET);
  }

  #hello(): void {
    const { table, token } = this.#place;
    this.#write({ type: 'hello', version: VERSION, table, ...(token ? { token } : {}) });
  }

  #write(message: ClientMessage): void {
    this.#wire?.send(writeClient(message));
  }

  /** A connection that is dead without knowing it. */
  #watch(): void {
    const quiet = Date.now() - this.#heard;
    if (quiet >= SILENCE) return this.#lost({ code: 'offline', message: 'the server is silent' });
    if (quiet >= QUIET && this.#status === 'there') this.#write({ type: 'ping', n: 0 });
    this.#timer = setTimeout(() => this.#watch(), QUIET / 3);
  }

  #lost(reason: NonNullable<TableState['reason']>): void {
    this.#wire?.close();
    this.#wire = null;
    clearTimeout(this.#timer);
    if (this.#closed || this.#status === 'refused') return;
    this.#status = 'away';
    this.#reason = reason;
    for (const pending of this.#pending) pending.sent = false;
    this.#next = null;
    this.#retry = Math.min(this.#retry ? this.#retry * 2 : RETRY_FIRST, RETRY_LAST);
    this.#timer = setTimeout(() => this.#connect(), this.#retry * (0.75 + Math.random() / 2));
    this.#changed();
  }

  #refused(code: Code, message: string): void {
    this.#status = 'refused';
    this.#reason = { code, message };
    this.#wire?.close();
    this.#wire = null;
    clearTimeout(this.#timer);
    for (const pending of this.#pending.splice(0)) pending.fail(new CoreError(code, message));
    this.#changed();
  }

  /** Tries at once, as when the device is back on the network or the page is looked at again. */
  wake(): void {
    if (this.#status === 'away') {
      this.#retry = 0;
      this.#connect();
    } else if (this.#status === 'there' && this.#wire) {
      const asked = Date.now();
      this.#write({ type: 'ping', n: 0 });
      setTimeout(() => {
        if (this.#heard < asked && this.#status === 'there') this.break();
      }, WAKING);
    }
  }

  /** Breaks the connection, as a network does. */
  break(): void {
    if (this.#wire) this.#lost({ code: 'offline', message: 'the connection was broken' });
  }

  /** Address of the server, which may have changed. */
  get server(): string | null {
    return this.#place.server;
  }

  onclose: (() => void) | undefined;
  close(): void {
    this.onclose?.();
    this.#closed = true;
    clearTimeout(this.#timer);
    this.#wire?.close();
    this.#wire = null;
    for (const pending of this.#pending.splice(0)) pending.fail(new CoreError('cancelled', 'the table was left'));
    this.#listeners.clear();
    this.#picture?.free();
    this.#picture = null;
  }

  // ---- Messages --------------------------------------------------------------------------------------------------------

  #message(text: string): void {
    this.#heard = Date.now();
    let message: ServerMessage;
    try {
      message = readServer(text);
    } catch (error) {
      return this.#refused('version', `the server cannot be understood: ${asCoreError(error).message}`);
    }
    try {
      this.#hear(message);
    } catch (error) {
      const { code, message: why } = asCoreError(error);
      return this.#refused(code, why);
    }
    if (message.type !== 'pong' && !this.#next) this.#changed();
  }

  #hear(m: ServerMessage): void {
    const known = this.#next ?? this.#known;
    switch (m.type) {
      case 'welcome':
        this.#next = { ...nothing(), welcome: m };
        this.#offset = Date.now() - m.time;
        for (const pending of this.#pending) pending.sent = false;
        return;
      case 'sorry':
        return this.#hearSorry(m);
      case 'done':
        return this.#answered(m.id, (pending) => this.#settled.push(() => pending.done()));
      case 'refused':
        if (m.id === undefined) throw new CoreError('version', `the server cannot read this page: ${m.message}`);
        return this.#answered(m.id, (pending) => pending.fail(new CoreError(m.code, m.message)));
      case 'setup':
        known.setup = m;
        return;
      case 'people':
        known.people = m;
        return;
      case 'phase':
        if (m.game !== known.phase?.game) {
          known.lines = [];
          known.own.clear();
          if (!this.#next) this.#heardLines = 0;
        }
        known.phase = m;
        return;
      case 'lines':
        if (m.from > known.lines.length) throw new CoreError('failed', 'the server has left out lines of the game');
        known.lines = [...known.lines.slice(0, m.from), ...m.lines];
        if (!this.#next) this.#heardLines = Math.min(this.#heardLines, m.from);
        return;
      case 'decision':
        known.decision = m;
        return;
      case 'own':
        known.own.set(m.seat, m);
        return;
      case 'clock':
        known.clock = m;
        this.#offset = Math.min(this.#offset, Date.now() - m.time);
        return;
      case 'question':
        known.question = m;
        return;
      case 'seals':
        known.seals = m;
        this.#pledges.hearSeals(m);
        return this.#hearWhole();
      case 'bets':
        return this.#pledges.hearBets(m);
      case 'opened':
        return this.#pledges.hearOpened(m);
      case 'chat':
        known.chat = [...known.chat, { person: m.by ?? null, name: m.name, words: m.words, time: this.#offset + m.time }];
        return;
      case 'pong':
        this.#offset = Math.min(this.#offset, Date.now() - m.time);
    }
  }

  #hearSorry(m: Message<'sorry'>): void {
    if (m.code === 'elsewhere' && m.address) {
      this.#place = { ...this.#place, server: m.address.endsWith('/') ? m.address : m.address + '/' };
      this.#retry = 0;
    } else if (m.code !== 'ending' && m.code !== 'full') {
      throw new CoreError(GONE[m.code] ?? 'failed', m.message);
    }
    this.#lost({ code: 'offline', message: m.message });
  }

  /** Seals end a picture of the table but for bets and chat. */
  #hearWhole(): void {
    if (this.#next) {
      const { lines, phase } = this.#known;
      const same = this.#next.lines.findIndex((line, i) => line !== lines[i]);
      const stay = phase?.game === this.#next.phase?.game ? (same < 0 ? this.#next.lines.length : same) : 0;
      this.#heardLines = Math.min(this.#heardLines, stay);
      this.#known = this.#next;
      this.#next = null;
    }
    if (this.#status !== 'there') {
      this.#status = 'there';
      this.#reason = null;
      this.#retry = 0;
      void this.#remember();
    }
    this.#sendPending();
    this.#sealSeats();
  }

  // ---- Commands ----------------------------------------------------------------------------------------------------------

  /** An id that is new also after a reload, and in another window. */
  #nextId(): number {
    this.#lastId = Math.max(this.#lastId + 1, Date.now() * 1000 + Math.floor(Math.random() * 1000));
    return this.#lastId;
  }

  #do(command: Command): Promise<void> {
    return new Promise((done, fail) => {
      if (this.#closed) return fail(new CoreError('cancelled', 'the table was left'));
      if (this.#status === 'refused') return fail(new CoreError(this.#reason?.code ?? 'failed', this.#reason?.message ?? ''));
      if (this.#pending.length >= MOST_UNANSWERED) return fail(new CoreError('limit', 'too much waits for its answer'));
      const message = { ...command, id: this.#nextId() } as ClientMessage;
      try {
        writeClient(message);
      } catch (error) {
        return fail(new CoreError('syntax', asCoreError(error).message));
      }
      this.#pending.push({ message, done, fail, sent: false });
      this.#sendPending();
      this.#changed();
    });
  }

  #sendPending(): void {
    if (this.#status !== 'there' || !this.#wire) return;
    for (const pending of this.#pending) {
      if (!pending.sent) this.#write(pending.message);
      pending.sent = true;
    }
  }

  #answered(id: number, take: (pending: Pending) => void): void {
    const at = this.#pending.findIndex(({ message }) => 'id' in message && message.id === id);
    if (at >= 0) take(this.#pending.splice(at, 1)[0]!);
  }

  sit(seat: Seat) {
    return this.#do({ type: 'sit', seat });
  }
  stand(seat: Seat) {
    return this.#do({ type: 'stand', seat });
  }
  rename(name: string) {
    return this.#do({ type: 'name', name: fitName(name) });
  }
  setSeat(seat: Seat, engine: string | null) {
    return this.#do({ type: 'seat', seat, ...(engine === null ? {} : { engine }) });
  }
  setSeats(number: number) {
    return this.#do({ type: 'seats', number });
  }
  option(line: string) {
    return this.#do({ type: 'option', line });
  }
  setHost(person: number) {
    return this.#do({ type: 'host', person });
  }
  kick(person: number) {
    return this.#do({ type: 'kick', person });
  }
  start() {
    return this.#do({ type: 'start' });
  }
  move(seat: Seat, line: string) {
    const decision = this.#decision();
    const bet = /^bet \d (\S+)$/.exec(line)?.[1];
    if (bet === undefined || bet === 'pass') return this.#do({ type: 'move', seat, decision, line });
    const made = this.#pledges.bet(decision, seat, bet);
    return this.#do({ type: 'move', seat, decision, line, nonce: made.nonce }).then(() => this.#pledges.accepted(made));
  }
  confirm(seat: Seat) {
    return this.#do({ type: 'confirm', seat, decision: this.#decision() });
  }
  undo(seat: Seat, index?: number) {
    return this.#do({ type: 'undo', seat, decision: this.#decision(), ...(index === undefined ? {} : { index }) });
  }
  resign(seat: Seat) {
    return this.#do({ type: 'resign', seat });
  }
  #propose(what: Ask, index?: number) {
    return this.#do({ type: 'propose', what, ...(index === undefined ? {} : { index }) });
  }
  takeback(index?: number) {
    return this.#propose('takeback', index);
  }
  pause() {
    return this.#propose('pause');
  }
  resume() {
    return this.#do({ type: 'resume' });
  }
  proposeEnd() {
    return this.#propose('end');
  }
  rematch() {
    return this.#propose('rematch');
  }
  agree() {
    return this.#do({ type: 'agree', question: this.#known.question?.number ?? 0 });
  }
  decline() {
    return this.#do({ type: 'decline', question: this.#known.question?.number ?? 0 });
  }
  chat(words: string) {
    return this.#do({ type: 'chat', words });
  }
  async hint(seat: Seat, seen: (hint: Hint) => void = () => {}, signal?: AbortSignal): Promise<Hint> {
    if (!this.#due.includes(seat)) throw new CoreError('turn', 'this seat is not asked now');
    return this.#advice({ what: 'hint', at: { ...this.#position(seat), seat } }, seen, signal);
  }
  async odds(seat: Seat | null, x: number, y: number, seen: (odds: Odds) => void = () => {}, signal?: AbortSignal): Promise<Odds> {
    return this.#advice({ what: 'odds', at: this.#position(seat), x, y }, seen, signal);
  }
  /** What advice may be about: what a seat of mine sees, where the table lets programs help. */
  #position(seat: Seat | null): Position {
    const { phase, options } = this.state;
    if (phase !== 'over' && options.aids !== 'full') throw new CoreError('denied', 'this table plays without hints and odds');
    if (!this.#current()) throw new CoreError('over', 'no game has begun');
    const own = this.#own(seat);
    return { head: this.#head, lines: this.#known.lines, ...(seat === null || !own ? {} : { seat, own }) };
  }
  #decision(): number {
    return this.#known.decision?.id ?? 0;
  }

  #sealSeats(): void {
    const { phase, seals } = this.#known;
    if (phase?.phase === 'sealing' && seals?.published) void this.#pledges.seal(seals, this.#seats(), (command) => this.#do(command));
  }

  receipt(): string {
    return this.#pledges.receipt();
  }

  // ---- Views -----------------------------------------------------------------------------------------------------------------

  /** The picture with all lines heard; null before the first game. */
  #current(): Picture | null {
    const { setup, phase, lines } = this.#known;
    if (!setup?.head.length || this.#closed || (phase?.phase !== 'play' && phase?.phase !== 'over')) return null;
    const head = setup.head.join('\n') + '\n';
    if (head !== this.#head || !this.#picture) {
      this.#picture?.free();
      this.#picture = core(() => aude().picture(head));
      this.#head = head;
      this.#heardLines = 0;
    }
    const from = Math.min(this.#heardLines, this.#picture.lines.length);
    if (from < this.#picture.lines.length || from < lines.length) this.#picture.hear(from, lines.slice(from));
    this.#heardLines = lines.length;
    return this.#picture;
  }

  /** What a seat of mine knows besides; undefined: no more than everybody. */
  #own(seat: Seat | null): Own | undefined {
    if (seat === null || this.#known.phase?.phase !== 'play' || !this.#seats()[seat]?.mine) return undefined;
    const own = this.#known.own.get(seat);
    return own ? { ...(own.chips.length ? { chips: own.chips } : {}), chosen: own.lines, waits: own.waits } : {};
  }

  view(seat: Seat | null = null): BoardView | null {
    const picture = this.#current();
    if (!picture) return null;
    let view = this.#views.get(seat);
    if (!view) this.#views.set(seat, (view = core(() => this.#look(picture, seat))));
    return view;
  }

  #look(picture: Picture, seat: Seat | null): BoardView {
    const own = this.#own(seat);
    if (seat === null || !own) return picture.view();
    try {
      return picture.view({ seat, own });
    } catch {
      return picture.view(); // between two messages of one change: the seat's own do not belong to these lines
    }
  }

  viewAt(n: number): BoardView {
    const picture = this.#current();
    if (!picture) throw new CoreError('over', 'no game has begun');
    return core(() => picture.view({ line: n }));
  }

  eventsAt(n: number): LineEvents {
    const picture = this.#current();
    if (!picture) throw new CoreError('over', 'no game has begun');
    return core(() => picture.events(n));
  }

  record(): string {
    const { setup, lines } = this.#known;
    return [...(setup?.head ?? []), ...lines].map((line) => line + '\n').join('');
  }

  // ---- The state ---------------------------------------------------------------------------------------------------------------

  subscribe(listener: (state: TableState) => void): () => void {
    const call = (state: TableState) => listener(state);
    this.#listeners.add(call);
    call(this.state);
    return () => this.#listeners.delete(call);
  }

  /** Messages of one change come one by one, right after each other; the state follows when they are all there. */
  #changed(): void {
    const now = performance.now();
    this.#changedAt ??= now;
    clearTimeout(this.#publishTimer);
    this.#publishTimer = setTimeout(() => this.#publish(), now - this.#changedAt > LATEST ? 0 : LULL);
  }
  #changedAt: number | undefined; // the first change that the state does not show
  #publishTimer: ReturnType<typeof setTimeout> | undefined;

  #publish(): void {
    this.#changedAt = undefined;
    if (this.#closed) return;
    this.#views.clear();
    try {
      this.#follow();
    } catch (error) {
      if (this.#status !== 'refused') this.#refused('failed', `the game cannot be played: ${asCoreError(error).message}`);
    }
    this.state = this.#makeState();
    for (const listener of [...this.#listeners]) listener(this.state);
    for (const settle of this.#settled.splice(0)) settle();
    this.#sealSeats();
    this.#rememberSoon();
  }

  #seats(): SeatState[] {
    return seatsOf(this.#known, this.#place);
  }

  /** What depends on the rules: who has something to do, and how much of the game is news. */
  #follow(): void {
    const seats = this.#seats();
    const { phase, decision } = this.#known;
    const picture = this.#current();
    this.#due = [];
    if (!picture) return;
    this.#due = seats.filter((seat) => seat.mine && phase?.phase === 'play' && !phase.paused && this.#isDue(picture, seat)).map(({ seat }) => seat);
    if (!decision) this.#due = [];
    this.#seen = this.#lastTurnEnd(picture, seats);
  }

  #isDue(picture: Picture, { seat, chosen }: SeatState): boolean {
    const { decision } = this.#known;
    if (decision?.waiting !== undefined) return decision.waiting === seat;
    if (!decision?.asked.includes(seat)) return false;
    if (!chosen.length) return true;
    try {
      return picture.actors(this.#own(seat) ?? {}, seat).includes(seat); // it may have more than one choice to make
    } catch {
      return false;
    }
  }

  /** The end of the last turn of an own seat: the next draw after its tile. */
  #lastTurnEnd(picture: Picture, seats: readonly SeatState[]): number {
    const lines = picture.lines;
    for (let i = lines.length - 1, end = lines.length; i >= 0; i--) {
      if (lines[i]!.startsWith('draw')) end = i;
      if (!lines[i]!.startsWith('place')) continue;
      const placed = picture.events(i).events.find((event) => event.kind === 'placed');
      if (placed?.kind === 'placed' && seats[placed.seat]?.mine) return end;
    }
    return 0;
  }

  #makeState(): TableState {
    const told = toldState(this.#known, this.#place, this.#offset);
    return {
      ...told,
      status: this.#status,
      reason: this.#reason,
      seen: Math.min(this.#seen, told.lines.length),
      due: this.#due,
      pending: this.#pending.length,
      broken: this.#pledges.broken,
    };
  }

  // ---- Remembering -----------------------------------------------------------------------------------------------------------

  #rememberTimer: ReturnType<typeof setTimeout> | undefined;
  #rememberSoon(): void {
    clearTimeout(this.#rememberTimer);
    this.#rememberTimer = setTimeout(() => void this.#remember(), 300);
  }

  /** A spectator's table is not one's own. */
  async #remember(): Promise<void> {
    if ((this.#place.token === null && this.#place.server !== null) || this.#closed || this.#status !== 'there') return;
    const { seats, phase, game, due } = this.state;
    const entry: SavedEntry = {
      key: this.key,
      place: this.#place,
      names: seats.map((seat) => seat.name),
      phase,
      game,
      changed: Date.now(),
      mine: due.length > 0,
    };
    await this.#shelf.put('games', this.key, entry).catch(() => {});
  }
}
