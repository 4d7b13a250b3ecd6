/** Carcassonne with The Bets: the library `aude` as a WebAssembly module. Words are those of include/aude.h and docs/record.md. */

/** A seat from 0, or NOBODY: a spectator. */
export type Seat = number;
export declare const NOBODY: 255;
/** A flag of `Game.view`: own placed chips stay known, as a person would remember them; for engines and learners. */
export declare const RECALL: 1;

export type ErrorCode =
  | "syntax"
  | "unknown"
  | "range"
  | "limit"
  | "data"
  | "illegal"
  | "turn"
  | "over"
  | "denied"
  | "stale"
  | "hidden"
  | "expect";

/** Whatever the library refuses. A refusal changes nothing. */
export declare class AudeError extends Error {
  constructor(code: ErrorCode, message: string, line?: number, column?: number);
  readonly name: "AudeError";
  readonly code: ErrorCode;
  /** The line of the text, from 1; 0 where no line is meant. */
  readonly line: number;
  /** The column of that line, from 1, in bytes; 0 where none is meant. */
  readonly column: number;
}

export interface Rules {
  fields?: boolean;
  tinyCity?: 4 | 2;
  betsUnoccupied?: boolean;
  /** A move before a draw, a reveal or another seat's decision waits for `confirm SEAT`. */
  confirm?: boolean;
  draws?: number;
  meeples?: number;
  first?: Seat;
}

export interface Setup {
  /** Built-in tile sets; default `["base", "bets"]`. */
  sets?: readonly string[];
  /** One more set, as a tile file (docs/tiles.md). */
  tiles?: string;
  /** Their number or their names; default 2. */
  seats?: number | readonly string[];
  rules?: Rules;
  /** Every player's chips instead of the sets', like `4x2`, `4/5` or `3/7+`. */
  chips?: readonly string[];
}

export interface Seed {
  /** For `draw` and `choose`; default: not the same twice. */
  seed?: number | bigint;
}

/** A WebAssembly.Module; not every environment's types know that name. */
export type CompiledModule = object;

export interface Engine {
  readonly name: string;
  readonly about: string;
}

export interface Failure {
  code: ErrorCode;
  line: number;
  message: string;
}

export interface RecordCheck {
  /** Empty: the record is a legal game and keeps what it expects. */
  failures: Failure[];
  /** Number of its digests and expectations. */
  checks: number;
}

export interface Playouts {
  games: number;
  /** Draws included. */
  moves: number;
  /** Points of each seat, summed over the games. */
  scores: number[];
}

/** One instance of the module. It may hold many games; workers have one each. */
export declare class Aude {
  private constructor();
  /** From bytes, an address, or a compiled module (which can be posted to workers); default: `aude.wasm` beside this file. */
  static load(source?: ArrayBuffer | ArrayBufferView | CompiledModule | URL | string): Promise<Aude>;

  readonly version: string;
  /** Names of the built-in tile sets. */
  readonly sets: readonly string[];
  readonly engines: readonly Engine[];

  /** A new game. */
  game(options?: Setup & Seed): Game;
  /** A game at the end of a log. A public record with hidden bets cannot be continued. */
  open(log: string, options?: Seed): Game;
  /** A game as it is seen from outside: the head of its record. A whole record may follow through `hear`. */
  picture(head: string): Picture;
  /** A new table in its lobby: docs/table.md. */
  host(setup: string): Host;
  /** The tile file of a built-in set. */
  tileset(name: string): string;
  /** Plays a record again and checks what it expects. */
  record(text: string): RecordCheck;
  /** A game saved by JCloisterZone as a log, for `record`, `open` and others; any other text as it is. Throws where the file is wrong, or has what Aude has not. */
  imported(text: string): string;
  /** 16 digits; equal ones mean equal rules (`aude bench --signature`). */
  signature(): string;
  /** n random games, at most a million; default seed 1 and, where no setup is given, base for two. */
  playouts(n: number, seed?: number | bigint, options?: Setup): Playouts;
}

export type Actor = Seat | "chance";
export type Step = "draw" | "place" | "meeple" | "settle" | "bet" | "final" | "over";
export type FeatureKind = "city" | "road" | "monastery" | "field";
export type Edge = "N" | "E" | "S" | "W";
export type HalfEdge = "NL" | "NR" | "EL" | "ER" | "SL" | "SR" | "WL" | "WR";
/** A segment of a placed tile, by its first edge clockwise from north. */
export type Segment = `${"city" | "road"}.${Edge}` | `field.${HalfEdge}` | "monastery";
/** A tile by name; its data are in `Aude.tileset`. */
export type Kind = string;
/** A chip: `4x2`, `4/5` or `3/7+`. */
export type Face = string;

export interface Chance {
  line: string;
  /** Copies in the bag. */
  weight: number;
}

export declare class Game {
  private constructor();

  /** Who may act: seats, or `["chance"]` for a draw; nobody when the game is over. */
  actors(): Actor[];
  /** The lines that `apply` accepts from an actor now, `retire` and `end` aside. */
  legal(actor: Actor): string[];
  /** All draws. */
  chance(): Chance[];
  /** Plays a line of the record: a move, `confirm SEAT` or `undo SEAT [INDEX]`. */
  apply(line: string): void;
  /** Draws a tile by chance and returns the line. */
  draw(): string;
  /** The line that a computer player would apply for a seat that is asked; default engine `greedy`. */
  choose(seat: Seat, engine?: string): string;
  /** What a seat may see of what the last line made happen; default NOBODY. */
  events(seat?: Seat): GameEvent[];
  /** What a seat may know; default NOBODY. */
  view(seat?: Seat, flags?: 0 | typeof RECALL): View;
  /** The complete log, with all secrets. */
  log(): string;
  /** The public record for a seat; default NOBODY. */
  record(seat?: Seat): string;
  /** Gives the memory back; the game cannot be used any more. */
  free(): void;
}

export interface View {
  seat: Seat | null;
  /** The seat's own move that waits for `confirm`; the rest shows the game after it. */
  waiting: string | null;
  names: string[];
  digest: string;
  /** Index of the open decision. */
  decision: number;
  step: Step;
  turn: Seat;
  /** Seats asked in the open decision, whether or not they have chosen. */
  asked: Seat[];
  winners: Seat[];
  hand: Kind | null;
  /** Tiles that can still be drawn; `nUnseen` without regard to rule draws. */
  nBag: number;
  nUnseen: number;
  inBag: Record<Kind, number>;
  discarded: Kind[];
  seats: SeatView[];
  /** In play order, the start tile first; other members name tiles by their index here. */
  tiles: Placed[];
  spaces: Space[];
  figures: Figure[];
  stacks: Stack[];
}

export interface SeatView {
  score: number;
  /** Points if the game ended now, chips aside. */
  projected: number;
  /** Meeples left. */
  supply: number;
  left: boolean;
  /** Number of chips left. */
  chips: number;
  /** These chips, where the view knows them. */
  chipsOf: Face[] | null;
  /** The secret choice in an open decision; null: none yet, or not known. */
  pending: Face | "pass" | null;
}

export interface Placed {
  kind: Kind;
  /** Quarter turns clockwise. */
  rotation: 0 | 1 | 2 | 3;
  /** East and south of the start tile. */
  x: number;
  y: number;
}

export interface Space {
  x: number;
  y: number;
  /** What a tile there must show in the north, east, south and west; null: anything. */
  edge: [FeatureKind | null, FeatureKind | null, FeatureKind | null, FeatureKind | null];
}

export interface Figure {
  seat: Seat;
  tile: number;
  feature: Segment;
}

export interface Stack {
  tile: number;
  bets: Bet[];
  /** What the stack could count for. */
  targets: { feature: Segment }[];
}

export interface Bet {
  seat: Seat;
  face: Face | null;
  /** Faces possible by elimination, known to all. */
  mask: Face[];
}

export type Term = "tiles" | "pennants" | "monastery" | "neighbours" | "cities" | "chip";

/** A score explained: the items sum to the points. */
export interface Worth {
  kind: FeatureKind;
  complete: boolean;
  winners: Seat[];
  points: number;
  /** By seat, always six. */
  meeples: number[];
  items: { term: Term; count: number; each: number }[];
}

interface At {
  x: number;
  y: number;
}

export type GameEvent =
  | { kind: "drawn"; seat: Seat; tile: Kind }
  | { kind: "discarded"; tile: Kind }
  | ({ kind: "placed"; seat: Seat; tile: Kind; rotation: 0 | 1 | 2 | 3 } & At)
  | ({ kind: "meeple" | "returned" | "settle"; seat: Seat; feature: Segment } & At)
  | { kind: "scored"; worth: Worth }
  | ({ kind: "bets-open"; seats: Seat[] } & At)
  | { kind: "chosen" | "left" | "turn"; seat: Seat }
  | ({ kind: "bet" | "no-bet"; seat: Seat } & At)
  | ({ kind: "flipped"; seat: Seat; feature: Segment; face: Face; count: number; points: number } & At)
  | ({ kind: "void"; seat: Seat; face: Face | null } & At)
  | { kind: "final" }
  | { kind: "over"; seats: Seat[] };

// ---- A game from outside ----

/** What made a turn happen: the events of one line as everybody may see them. Scores name the tiles that they count. */
export interface LineEvents {
  readonly line: string;
  readonly events: readonly BoardEvent[];
}
/** `tiles` of a score: the tiles of the feature, by their index; of a flip: those of the feature that the chip counted for. */
export type BoardEvent = GameEvent & { readonly tiles?: readonly number[] };

export interface BoardTile extends Placed {
  /** The feature of each segment, by its index in `features`; segments in the order of the tile file. */
  features: number[];
  /** Each segment as records name it, on the board: `city.N`. */
  segments: Segment[];
}

export interface BoardFeature {
  kind: FeatureKind;
  /** By their index, in play order. */
  tiles: number[];
  /** Open edges; of a monastery: empty spaces around it; of a field: 0. */
  open: number;
  pennants: number;
  /** Of a field: the completed cities that touch it, by their index here. */
  cities: number[];
  /** By seat, always six. */
  meeples: number[];
  /** What it is worth now: complete as when completed, else as at the end of the game. `winners`: who has the majority, so who owns it. */
  worth: Worth;
}

export interface BoardSeat extends SeatView {
  /** The parts of `projected` besides `score`: features where nobody else stands, and those where somebody does. */
  sure: number;
  contested: number;
  /** What more there were if the cities and monasteries that the seat owns were completed as they are. */
  completion: number;
}

/** A tile kind that is left: how many are unseen, and how it could lie. */
export interface Fit {
  kind: Kind;
  count: number;
  rotations: (0 | 1 | 2 | 3)[];
}

export interface BoardSpace extends Space {
  /** What could still come here: kinds in the bag that fit. Their chance is count / nUnseen. Empty: nothing fits here any more. */
  fits: Fit[];
}

/** A legal move: `line` is what to send, the rest is what it means. */
export interface BoardMove {
  line: string;
  kind: "place" | "pass" | "meeple" | "settle" | "bet" | "final";
  /** place: where; settle, final: where the stack lies; meeple: the tile just placed. */
  x: number | null;
  y: number | null;
  /** place */
  rotation: 0 | 1 | 2 | 3 | null;
  /** meeple, settle, final: the segment, and its index among the tile's segments; its feature's index in `features`. */
  feature: Segment | null;
  segment: number | null;
  of: number | null;
  /** bet: the chip; null: no bet. */
  face: Face | null;
}

/** All that a board shows. Tiles, features and seats name each other by index. */
export interface BoardView extends View {
  /** After so many lines of the public record. */
  line: number;
  /** Faces of the game's chips, and how many of each a player has. */
  faces: { face: Face; count: number }[];
  tiles: BoardTile[];
  features: BoardFeature[];
  spaces: BoardSpace[];
  seats: BoardSeat[];
  /** What the seat of this view may do now; nobody's view has none. Equal ones are listed once, with the smallest rotation. */
  moves: BoardMove[];
  /** Index of the tile placed last; null before the first. */
  last: number | null;
}

/** What only a seat knows of a game that it sees from outside. */
export interface Own {
  /** Copies of each face in its supply. */
  chips?: readonly number[];
  /** Its lines in the open secret decision, or its move that waits for confirmation ... */
  chosen?: readonly string[];
  /** ... which it is. */
  waits?: boolean;
}

/** A chance between 0 and 1, and what the number of simulated games says of the chance behind it: 95 % limits. */
export interface Chances {
  chance: number;
  low: number;
  high: number;
}

/** A turn that was thought about: a placement with what follows it, or any other move. */
export interface Turn {
  move: BoardMove;
  /** What follows a placement: a meeple or a pass; null where none is asked. */
  meeple: BoardMove | null;
  /** Simulated games that began with it. */
  playouts: number;
  /** Points more than the mean of the others that the seat is likely to have at the end. */
  lead: number;
  /** Chance of victory, 0 to 1. */
  win: number;
}

/** What speaks for a turn. `chance`: that the road or city is finished, 0 to 1; null: not known. */
export type Fact =
  | { kind: "scores"; points: number; features: FeatureKind[]; n: number }
  | { kind: "home"; n: number }
  | { kind: "gives"; points: number; seats: Seat[] }
  | { kind: "claims"; features: [FeatureKind]; n: number; chance: number | null }
  | { kind: "takes" | "joins"; features: [FeatureKind]; seats: [Seat]; chance: number | null }
  | { kind: "grows"; features: [FeatureKind]; n: number; chance: number | null }
  | { kind: "blocks"; features: [FeatureKind]; seats: [Seat]; x: number; y: number; n: number }
  | { kind: "fields" | "keeps"; n: number }
  | { kind: "chip"; points: number; chance: number }
  | { kind: "no-bet"; points: number }
  | { kind: "size"; features: [FeatureKind]; n: number };

export interface Hint {
  best: Turn;
  /** None: it keeps most possibilities open. src/advice/adviser.h says what each means. */
  facts: Fact[];
  /** The next best ones. */
  others: Turn[];
}

/** What may become of the roads and cities of a placed tile, and of a chip of each face there. */
export interface Odds {
  x: number;
  y: number;
  /** Simulated games. */
  playouts: number;
  targets: {
    feature: Segment;
    /** Now. */
    tiles: number;
    finished: Chances;
    /** As the first of them: what a stack there would count for. */
    first: Chances;
    /** How many tiles it has in the end: `any` sums to 1, `finished` is the part of it in which it was finished. */
    sizes: { tiles: number; orMore: boolean; finished: number; any: Chances }[];
  }[];
  /** How often a chip wins, and the points that it pays in the mean. */
  chips: { face: Face; wins: Chances; pays: number }[];
}

/** A choice about a chip: what it was likely to pay when it was made, and of a bet how likely it was to win; null: no bet, or not known. */
export interface ChipTurn extends Omit<Turn, "lead" | "win"> {
  pays: number;
  wins: number | null;
}

/** A decision of a game, judged by what its seat knew then; or the luck of a draw. */
export type Insight = {
  seat: Seat;
  /** The line of the decision, from 0; a turn's meeple is in the next one. */
  line: number;
  /** There was no choice. */
  forced: boolean;
} & (
  | {
      kind: "draw";
      tile: Kind;
      /** Points that the tile was worth more than the mean of all that could come. */
      luck: number;
    }
  | {
      kind: "turn" | "settle";
      tile?: Kind;
      played: Turn;
      /** At most three, the best first; what was played may be among them. */
      best: Turn[];
      /** Points, and chance of victory, against the best; 0 at least. */
      lost: number;
      winLost: number;
    }
  | { kind: "bet" | "final"; played: ChipTurn; best: ChipTurn[]; lost: number; winLost: number }
);

/** A game that is judged: each step is one decision. Some 11 MB until free(). */
export declare class Analysis implements IterableIterator<Insight> {
  private constructor();
  next(): IteratorResult<Insight, undefined>;
  [Symbol.iterator](): this;
  free(): void;
}

/** Simulated games: more take longer, and are more exact. */
export interface Thought {
  /** 1 to a million. */
  playouts: number;
  seed: number | bigint;
}

export interface PaintOptions {
  dark?: boolean;
  part?: boolean;
  layer?: "ground" | "top";
  plain?: boolean;
  lying?: boolean;
}
export interface PaintSpot {
  x: number;
  y: number;
  scale: number;
  lying: boolean;
}

/** A segment of a kind of tile, after rotation. */
export interface TileSegment {
  kind: FeatureKind;
  /** Clockwise from north. */
  ends: (Edge | HalfEdge)[];
  pennants: number;
  /** Of a field: the edges of the tile whose cities it touches there. */
  touches: Edge[];
}
/** What a tile shows. */
export interface TileFace {
  /** In the order of `BoardTile.segments`. */
  segments: TileSegment[];
  /** A betting office: a bookmaker tile. */
  office: boolean;
}

/** A client's picture of a game, grown by lines of the public record; and pictures of its pieces (include/aude_art.h). */
export declare class Picture {
  private constructor();
  readonly lines: readonly string[];
  /** Names of the tiles, and the faces of chips. */
  readonly kinds: readonly Kind[];
  readonly faces: readonly Face[];
  /** Keeps the first lines and appends these. Lines are played when they are looked at: then an illegal one throws. */
  hear(from: number, lines: readonly string[]): void;
  /** After so many lines (default: all); with what a seat knows besides only where that belongs to them. */
  view(options?: { seat?: Seat; line?: number; own?: Own }): BoardView;
  /** What line n (from 0) made happen. */
  events(n: number): LineEvents;
  /** Who may act after all lines, as a seat sees it. */
  actors(own: Own, seat: Seat): Seat[];
  /** All draws after so many lines. */
  chance(line: number): Chance[];
  /** The setup as it goes into the seed of the draws: docs/fairness.md. */
  setup(): string;
  /** What an engine would do, given a view of `Host.view`. One key for one seat of one game: the engine may go on with what it has found out. `playouts` 0, the default: as many as it is used to. */
  think(
    view: Uint8Array,
    options: { seat: Seat; engine: string; playouts?: number; seed: number | bigint; key: string },
  ): string;
  /** Simulated games of the last thinking with that key; 0: the engine does not search. */
  thought(key: string): number;
  forget(key: string): void;
  /** A good turn for a seat that is asked, from what it sees; and why. */
  hint(options: { seat: Seat; line?: number; own?: Own } & Thought): Hint;
  /** Throws where no road or city of such a tile is unfinished. */
  odds(options: { x: number; y: number; seat?: Seat; line?: number; own?: Own } & Thought): Odds;
  /** The whole game so far, decision by decision, as `aude analyse` does it; of these seats (default: all). Of hidden chips nothing is said. */
  analysis(options: { seats?: readonly Seat[] } & Thought): Analysis;

  shows(kind: Kind, rotation: number): TileFace;
  tile(kind: Kind, rotation: number, x: number, y: number, options?: PaintOptions): string;
  region(kind: Kind, rotation: number, x: number, y: number, segment: number): string;
  spots(kind: Kind, rotation: number, x: number, y: number): { segments: PaintSpot[]; stack: PaintSpot; corners: number };
  corner(options?: PaintOptions): string;
  meeple(seat: Seat, options?: PaintOptions): string;
  chip(seat: Seat, face: Face | null, options?: PaintOptions): string;
  stack(seats: readonly Seat[], options?: PaintOptions): string;
  box(piece: "meeple" | "lying" | "chip" | "stack"): { x0: number; y0: number; x1: number; y1: number };
  colour(seat: Seat): string;
  ink(seat: Seat): string;
  free(): void;
}

/** What an accepted act changed; the bits are AUDE_CHANGED_ of include/aude_table.h. */
export interface Outcome {
  /** As it is to be kept. */
  act: string;
  changed: number;
  own: Seat[];
  from: number;
  /** Had been accepted before: nothing was done, nothing is to be kept. */
  repeated: boolean;
  number: number;
}

export interface Due {
  kind: "nothing" | "publish" | "draw" | "engine" | "act";
  act: "default" | "flag" | "gone" | "unsealed" | "next" | "host" | null;
  seat: Seat;
  number: number;
  /** Ask again then; -1: no need. */
  at: number;
  /** Computers' seats that are asked. */
  seats: Seat[];
}

/** What seeds and seals are made of; for the host alone. */
export interface Secrets {
  secret: string | null;
  nonces: string[];
  bets: { decision: number; seat: Seat; x: number; y: number; chip: Face; nonce: string; flipped: boolean }[];
}

/** The authority over the games of a table: include/aude_table.h and docs/table.md. */
export declare class Host {
  private constructor();
  /** An act as a line. Throws where it is refused; then nothing has changed. */
  enter(act: string): Outcome;
  /** Times are whole milliseconds. */
  due(now: number): Due;
  /** Throws where the table plays without it. */
  aid(aid: "tiles" | "fields" | "fits" | "projection" | "odds" | "hint" | "analysis"): void;
  secrets(): Secrets;
  chance(): Chance[];
  /** For `Picture.think`. */
  view(seat: Seat): Uint8Array;
  /** What a seat does that does not answer; "": it is not asked. */
  fallback(seat: Seat): string;
  record(viewer?: Seat): string;
  /** With all secrets. */
  log(): string;
  /** A message of docs/protocol.md, as text. */
  say(what: "setup" | "people" | "phase" | "decision" | "question" | "seals"): string;
  say(what: "lines", viewer: Seat, from: number): string;
  say(what: "own", seat: Seat): string;
  say(what: "clock", now: number): string;
  free(): void;
}
