/**
 * The contract between the core and whatever shows it. The core holds tables, games, records and pictures; it knows no document,
 * no component, no language. Everything that the rules say (what is legal, what something is worth, why) comes from the library in
 * WebAssembly; nothing of it is worked out anew in here or in a panel.
 *
 *     await ready();                                       // once; the module is about 100 KB
 *     const table = await createLocal(setup({ bets: true }), [{ name: 'Ann' }, { engine: 'greedy' }]);
 *     const stop = table.subscribe((state) => show(state, table.view(0)));
 *     await table.start();
 *     await table.move(0, table.view(0)!.moves[0]!.line);
 *
 * Words are those of docs/record.md: a tile is a kind by its name (`RCr`), a segment is `city.N`, `field.EL` or `monastery`, a chip is
 * `4x2`, `4/5` or `3/7+`, a move is its line. x grows to the east, y to the south; rotations are quarter turns clockwise.
 */

import type { BoardView, Face, Hint, Insight, Kind, LineEvents, Odds, RecordCheck, Seat, TileFace } from 'aude-wasm';
import type { Ask, Phase, SeatKind } from '../proto/messages.js';
import { artOf } from './art.js';
import type { Code } from './errors.js';
import { setupLines } from './options.js';
import { Receipt, type Failure } from './receipt.js';
import { RecordReplay } from './replay.js';
import { shelf } from './shelf.js';
import * as tables from './tables.js';
import { aude, core, load } from './wasm.js';

export type { Ask, Phase, Refusal, SeatKind } from '../proto/messages.js';
export type {
  Bet,
  BoardFeature,
  BoardMove,
  BoardSeat,
  BoardSpace,
  BoardTile,
  BoardView,
  Chances,
  ChipTurn,
  Face,
  Fact,
  FeatureKind,
  Figure,
  GameEvent,
  Hint,
  Insight,
  Kind,
  LineEvents,
  Odds,
  Seat,
  Segment,
  Stack,
  Step,
  Term,
  TileFace,
  TileSegment,
  Turn,
  Worth,
} from 'aude-wasm';

/** What a seat sees of a game; packages/aude-wasm/index.d.ts says what is in it. */
export type View = BoardView;

export { CoreError, type Code } from './errors.js';

// ---- A table ------------------------------------------------------------------------------------------------------------

/**
 * `connecting`: not yet there, `there`: what is shown is what the server knows, `away`: the connection is lost and tried again by itself
 * (commands given meanwhile are sent later, once), `refused`: for good.
 */
export type Status = 'connecting' | 'there' | 'away' | 'refused';

export interface Person {
  readonly number: number;
  readonly name: string;
  /** Connected now. */
  readonly present: boolean;
}

export interface SeatState {
  readonly seat: Seat;
  readonly kind: SeatKind;
  /** Who sits here, or whose place a computer holds. */
  readonly person: number | null;
  readonly engine: string | null;
  /** Of the person, else of the engine; '' for an open seat. */
  readonly name: string;
  /** The person is connected; computers always are. */
  readonly present: boolean;
  /** Played from here. At one screen several are. */
  readonly mine: boolean;
  /** A computer holds my place: `sit` takes it back. */
  readonly heldForMe: boolean;
  /** Points of the match: 1 a won game, shares of shared ones. */
  readonly points: number;
  /** Of an own seat: copies of each of `faces`, in their order. Null where that is not ours to know. */
  readonly chips: readonly number[] | null;
  /** Of an own seat: what it has chosen in the open secret decision, or its move that waits for confirmation. */
  readonly chosen: readonly string[];
  /** It is the latter: `confirm` or `undo`. */
  readonly waits: boolean;
}

/** What the setup lines say, read for showing. */
export interface Options {
  readonly sets: readonly string[];
  readonly clock: { kind: 'none' } | { kind: 'turn'; time: number } | { kind: 'total'; time: number; increment: number };
  /** Milliseconds for a secret choice; null: no limit. */
  readonly secret: number | null;
  readonly absence: number | null;
  readonly leave: 'retire' | 'end' | 'computer';
  /** none: no help; tournament: tiles left, fields, what fits; full: also projected scores, odds, hints. Nothing is held back when the game is over. */
  readonly aids: 'none' | 'tournament' | 'full';
  readonly bestOf: number;
  readonly delay: number;
  readonly confirm: boolean;
  readonly fields: boolean;
  readonly tinyCity: 2 | 4;
}

/** Times are milliseconds of this device's Date.now(), whatever the server's clock says. */
export interface Clocks {
  /** By seat; null: has none. What is left at `at`. */
  readonly left: readonly (number | null)[];
  readonly running: readonly Seat[];
  readonly at: number;
  /** When the open secret decision ends by itself. */
  readonly stepEnds: number | null;
}

export interface Question {
  readonly what: Ask;
  readonly by: number;
  /** Asked by somebody here. */
  readonly mine: boolean;
  /** A takeback: to the decision with this index, as in `View.decision`. */
  readonly index: number | null;
  /** Seats that have agreed. */
  readonly agreed: readonly Seat[];
  /** Somebody here has still to answer. */
  readonly asksMe: boolean;
}

export interface ChatLine {
  readonly person: number | null;
  readonly name: string;
  readonly words: string;
  /** Date.now() of this device. */
  readonly time: number;
}

/** A table as this client knows it. Never changes: each news makes a new one. */
export interface TableState {
  readonly status: Status;
  /** Why it is away or refused. */
  readonly reason: { readonly code: Code; readonly message: string } | null;
  /** Played on this device alone. */
  readonly local: boolean;
  readonly table: string;
  /** The address that others open to join; null for a local table. */
  readonly address: string | null;
  /** Who I am; null: a spectator. */
  readonly person: number | null;
  readonly people: readonly Person[];
  readonly host: number | null;
  readonly isHost: boolean;
  readonly seats: readonly SeatState[];
  /** Computer players that there are. */
  readonly engines: readonly string[];
  /** docs/table.md: one statement a line. */
  readonly setup: readonly string[];
  /** Those that differ from the standard rules: to be shown before one sits down, and during the game. */
  readonly differences: readonly string[];
  readonly options: Options;
  readonly phase: Phase;
  /** Number of the game at this table; 0: none yet. */
  readonly game: number;
  readonly first: Seat;
  readonly paused: boolean;
  /** The public record of this game so far, without its head. `View.line` counts these. */
  readonly lines: readonly string[];
  /** So many of the lines had been played when the last turn of a seat of mine ended: what came after is news. 0 for spectators. */
  readonly seen: number;
  /** Id of the open decision; changes whenever another one is open. */
  readonly decision: number;
  /** Everybody asked, whether or not they have chosen. */
  readonly asked: readonly Seat[];
  /** Whose move waits for its confirmation. */
  readonly waiting: Seat | null;
  /** My seats that have something to do now: to choose, or to confirm. */
  readonly due: readonly Seat[];
  readonly clocks: Clocks;
  readonly question: Question | null;
  readonly chat: readonly ChatLine[];
  /** Commands on their way. */
  readonly pending: number;
  /** The server has broken a promise (draws, bets): what and how, as `verify` would say it. */
  readonly broken: string | null;
}

/** Time left on a seat's clock now, ms; null: no clock. */
export function clockLeft(clocks: Clocks, seat: Seat, now: number = Date.now()): number | null {
  const left = clocks.left[seat];
  if (left === undefined || left === null) return null;
  return clocks.running.includes(seat) ? left - (now - clocks.at) : left;
}

/**
 * A table. Promises of commands resolve when the command is durable and its effect is in `state`, and reject with CoreError; then nothing has changed.
 * A lost connection rejects nothing: the command is sent again.
 */
export interface Session {
  readonly state: TableState;
  /** Calls at once with the present state, then after every change; the result ends it. (A Svelte store.) */
  subscribe(listener: (state: TableState) => void): () => void;
  /** What a seat of mine sees, or what everybody sees (null). Null before the first game. Kept until something changes, so call it freely. */
  view(seat?: Seat | null): View | null;
  /** What everybody could see after the first n lines. Earlier views know no own chips. */
  viewAt(n: number): View;
  /** What line n (from 0) made happen. */
  eventsAt(n: number): LineEvents;
  /** The public record as it can be read by `openRecord` and `aude replay`. While a game is on it hides bets. */
  record(): string;
  /** What was published of this game, for `verify`; '' where nothing was. */
  receipt(): string;
  /** Ends it here; the place at the table stays. */
  close(): void;

  sit(seat: Seat): Promise<void>;
  stand(seat: Seat): Promise<void>;
  rename(name: string): Promise<void>;
  /** Host, lobby: a computer on a seat, or null: open. */
  setSeat(seat: Seat, engine: string | null): Promise<void>;
  /** Host, lobby: 2 to 6. */
  setSeats(n: number): Promise<void>;
  /** Host, lobby: one line of docs/table.md, such as `rule confirm on`, `set bets`, `unset bets`, `clock total 10m 10s`. */
  option(line: string): Promise<void>;
  setHost(person: number): Promise<void>;
  kick(person: number): Promise<void>;
  start(): Promise<void>;
  /** A move of a seat of mine in the decision that is open: a line of `view(seat).moves`. The nonce of a bet is made and kept here. */
  move(seat: Seat, line: string): Promise<void>;
  confirm(seat: Seat): Promise<void>;
  /** Takes back the last own move, or everything back to a decision index. */
  undo(seat: Seat, index?: number): Promise<void>;
  resign(seat: Seat): Promise<void>;
  /** Asks all: back to the decision with that index, or (nothing said) to my last tile. */
  takeback(index?: number): Promise<void>;
  pause(): Promise<void>;
  resume(): Promise<void>;
  /** Asks all to stop with final scoring now. */
  proposeEnd(): Promise<void>;
  rematch(): Promise<void>;
  agree(): Promise<void>;
  decline(): Promise<void>;
  chat(words: string): Promise<void>;
  /**
   * A good turn for a seat of mine that is asked, and why, from what that seat sees: where the aids allow it, else `denied`. A worker of this page thinks
   * for about a second; `seen` gets what it has so far. A signal stops it: `cancelled`.
   */
  hint(seat: Seat, seen?: (hint: Hint) => void, signal?: AbortSignal): Promise<Hint>;
  /** How the roads and cities of a tile are likely to end, and what chips there would pay, as `seat` sees the game; the same way. */
  odds(seat: Seat | null, x: number, y: number, seen?: (odds: Odds) => void, signal?: AbortSignal): Promise<Odds>;
}

// ---- Making and finding tables ---------------------------------------------------------------------------------------------

/** Loads the module. Everything that gives a view or a picture needs it. */
export async function ready(): Promise<void> {
  await load();
}

/** Lines of docs/table.md from the choices of a form. What is left out is as usual. */
export interface SetupChoice {
  bets?: boolean;
  fields?: boolean;
  tinyCity?: 2 | 4;
  /** Moves wait for confirmation. Usual: on for people at several devices and on phones. */
  confirm?: boolean;
  clock?: string;
  leave?: string;
  aids?: 'none' | 'tournament' | 'full';
  bestOf?: 1 | 3 | 5;
  delay?: number;
  /** Any other lines. */
  more?: readonly string[];
}
export function setup(choice: SetupChoice): string[] {
  return setupLines(choice);
}

/** `{}`: open; a table needs 2 to 6 seats. */
export interface SeatWish {
  engine?: string;
}
/** A table on the server that the page came from; the maker is host and has the first open seat. */
export function createOnline(setup: readonly string[], name: string, seats: readonly SeatWish[]): Promise<Session> {
  return tables.createOnline(setup, name, seats);
}
/** `where`: an id, or an address with one. Takes a place there; not yet a seat. Who has a place already comes back to it. */
export function join(where: string, name: string): Promise<Session> {
  return tables.join(where, name);
}
/** Watches without a place. */
export function spectate(where: string): Promise<Session> {
  return tables.spectate(where);
}

/** Computer players for forms, weakest first: `{ name: 'greedy', … }`; names are the argument of `engine`. */
export interface EngineInfo {
  readonly name: string;
  readonly about: string;
}
export function engines(): readonly EngineInfo[] {
  return aude().engines;
}
/** Tile sets that are built in. */
export function sets(): readonly string[] {
  return aude().sets;
}

export interface LocalSeat {
  /** A person at this screen. */
  name?: string;
  /** Or a computer. */
  engine?: string;
}
/**
 * A table in a worker of this page: nothing of it needs a server or a network. Everybody named sits down at once, all at this screen. It is
 * kept on this device act by act; `resume` finds it after a reload, in the middle of a bet as well. Not started yet: `start()`.
 */
export function createLocal(setup: readonly string[], seats: readonly LocalSeat[]): Promise<Session> {
  return tables.createLocal(setup, seats);
}

/** A game of mine that this device remembers. */
export interface SavedGame {
  /** For `resume` and `forget`. */
  readonly key: string;
  readonly local: boolean;
  readonly table: string;
  /** Names of the seats, as last seen. */
  readonly names: readonly string[];
  readonly phase: Phase;
  readonly game: number;
  /** Date.now() of the last change seen. */
  readonly changed: number;
  /** It was my turn when last seen. */
  readonly mine: boolean;
}
/** Newest first. */
export function savedGames(): Promise<readonly SavedGame[]> {
  return tables.savedGames();
}
export function resume(key: string): Promise<Session> {
  return tables.resume(key);
}
/** Forgets place, token and receipts, or a local game. */
export function forget(key: string): Promise<void> {
  return tables.forget(key);
}

// ---- Records -------------------------------------------------------------------------------------------------------------------

/** A record to look through. Public ones keep hidden what they hide. */
export interface Replay {
  readonly text: string;
  readonly names: readonly string[];
  readonly lines: readonly string[];
  /** 0 … lines.length. */
  viewAt(n: number, seat?: Seat | null): View;
  eventsAt(n: number): LineEvents;
  /** For a timeline: scores after each of 0 … lines.length lines, and where each turn begins. */
  readonly timeline: { readonly scores: readonly (readonly number[])[]; readonly turns: readonly number[] };
  /**
   * Judges every decision of a game that is over; otherwise `denied`. `seen` gets them one by one, in the order of the lines. A signal stops it:
   * `cancelled`. A worker thinks: some ten seconds for a game of two.
   */
  analyse(seen: (insight: Insight) => void, signal?: AbortSignal): Promise<void>;
  /** Why `branch(n)` would be refused (hidden bets), or null. */
  cannotBranch(n: number): string | null;
  /** A local table that goes on from line n; started. Fewer seats than the record has: the rest are computers. */
  branch(n: number, seats: readonly LocalSeat[]): Promise<Session>;
}
/** Throws with the line that is wrong. Records, logs and games of JCloisterZone, which become one; `# receipt` comments are kept for `verify`. */
export function openRecord(text: string): Replay {
  return new RecordReplay(text, (setup, seats, lines) => tables.beginLocal({ setup, seats: [...seats], lines }));
}
/** Plays a record again and holds it against its digests and expectations. */
export function checkRecord(text: string): RecordCheck {
  return core(() => aude().record(text));
}

export interface Verdict {
  /** Everything that could be checked holds. */
  readonly holds: boolean;
  /** `receipt`: against what this device saw published; `itself`: only against the receipt lines in the record, which whoever makes up a record can make up too. */
  readonly against: 'receipt' | 'itself' | 'nothing';
  readonly draws: number;
  readonly bets: number;
  readonly failures: readonly Failure[];
}
/** Recomputes every draw and chip (docs/fairness.md). */
export async function verify(record: string, receipt?: string): Promise<Verdict> {
  await load();
  const own = receipt ? Receipt.read(receipt) : null;
  const against = own ?? Receipt.ofRecord(record);
  if (!against) return { holds: false, against: 'nothing', draws: 0, bets: 0, failures: [] };
  const { failures, draws, bets } = core(() => against.verify(record));
  return { holds: !failures.length, against: own ? 'receipt' : 'itself', draws, bets, failures };
}
/** The receipt that this device kept of a game: of the record's own table, if it says which; '' if there is none. */
export async function keptReceipt(record: string): Promise<string> {
  const name = Receipt.ofRecord(record)?.name;
  return (name && (await shelf.get<string>('receipts', name))) || '';
}

// ---- Pictures --------------------------------------------------------------------------------------------------------------------

export interface ArtOptions {
  /** For a dark page. */
  dark?: boolean;
  /** Elements only, for an <svg> of the caller; else a document. */
  part?: boolean;
  /** A tile: only the land (overlays of fields go on it), or only what stands on it. */
  layer?: 'ground' | 'top';
  /** A tile without the thin line along its edges. */
  plain?: boolean;
  /** A meeple as it lies in fields. */
  lying?: boolean;
}
/** Where a piece stands on a tile of 1000 × 1000; scale in thousandths, 0: nowhere. */
export interface Spot {
  x: number;
  y: number;
  scale: number;
  lying: boolean;
}
/** SVG texts; lengths are thousandths of a tile. What was asked before is kept. */
export interface Art {
  /** What a tile shows: for those who hear it. */
  shows(kind: Kind, rotation: number): TileFace;
  /** A tile as it lies at (x, y): the same kind looks different elsewhere. */
  tile(kind: Kind, rotation: number, x: number, y: number, options?: ArtOptions): string;
  /** The same as an address for <image href>; made once for each picture and kept. */
  tileUrl(kind: Kind, rotation: number, x: number, y: number, options?: ArtOptions): string;
  /** `d` of a path: the area of a segment, by its index in `BoardTile.features`. */
  region(kind: Kind, rotation: number, x: number, y: number, segment: number): string;
  /** A spot for each segment in their order, and where the chips lie. */
  spots(kind: Kind, rotation: number, x: number, y: number): { segments: Spot[]; stack: Spot };
  /** Corners with a tower that belongs to the board: bit 0 north-west, then clockwise. */
  corners(kind: Kind, rotation: number): number;
  corner(options?: ArtOptions): string;
  /** Foot at (0, 0); lying: middle. */
  meeple(seat: Seat, options?: ArtOptions): string;
  /** About (0, 0); face null: the back. */
  chip(seat: Seat, face: Face | null, options?: ArtOptions): string;
  stack(seats: readonly Seat[], options?: ArtOptions): string;
  /** What a piece covers around its spot at scale 1000. */
  box(piece: 'meeple' | 'lying' | 'chip' | 'stack'): { x0: number; y0: number; x1: number; y1: number };
  /** `#rrggbb`: a seat's colour, and that of the symbol on it. */
  colour(seat: Seat): string;
  ink(seat: Seat): string;
}
/** Pictures for the sets of a record (`session.record()`, or its head alone); without one, for base and bets. */
export function art(record?: string): Art {
  return artOf(record);
}

// ---- Without a network -----------------------------------------------------------------------------------------------------------

export { keepOffline, updatePage, worksOffline } from './offline.js';
