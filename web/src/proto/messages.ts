// Written by protogen from src/proto/messages.def; not to be edited. `ninja protocol` renews it.

/** What the codec knows of a field. */
export interface Field {
  readonly name: string;
  readonly type: 'number' | 'bool' | 'text' | 'word' | 'bytes' | 'enum' | 'struct' | 'union';
  /** Of a number; bytes of a text or word. */
  readonly min?: number;
  /** The same, and the size of bytes. */
  readonly max?: number;
  readonly words?: readonly string[];
  readonly shape?: Shape;
  readonly choice?: Choice;
  readonly optional?: boolean;
  /** It is an array of so many items. */
  readonly items?: readonly [number, number];
}
/** The fields of an object, in the order of writing. */
export type Shape = readonly Field[];
/** Messages by their type. */
export type Choice = ReadonlyMap<string, Shape>;

export const VERSION = 1;

/** Version of the protocol. */
export type Version = number;
/** Chosen by the client, a new one for each command; the same id again is the same command. */
export type Id = number;
/** A seat of the table. */
export type Seat = number;
/** A person of the table. */
export type Person = number;
/** Id of a decision of the game. */
export type Decision = number;
/** Index of a decision as docs/record.md counts them; -1: the last own turn. */
export type Index = number;
/** Of a space: x grows to the east, y to the south. */
export type Coordinate = number;
/** Milliseconds since the table was opened. */
export type Time = number;
/** Milliseconds. */
export type Span = number;
/** Number of a game at this table, from 1; 0: none has begun. */
export type Game = number;
/** How many. */
export type Count = number;
/** Id of a table. */
export type Key = string;
/** What proves who a person is; whoever has it is that person. */
export type Token = string;
/** A word for programs. */
export type Code = string;
/** Name of a person, without space at the ends. */
export type Name = string;
/** Name of a computer player. */
export type Engine = string;
/** What a person says or does. */
export type Words = string;
/** A line without its end. */
export type Line = string;
/** For people, in English; programs go by the code. */
export type Sentence = string;
/** A field of a message, as in `seats[2].engine`. */
export type Place = string;
/** Address of a server, as of a web page. */
export type Address = string;
/** A hash or a nonce. */
export type Seal = string;
/** What the table is doing. */
export type Phase = 'lobby' | 'sealing' | 'play' | 'over';
/** Who moves for a seat. */
export type SeatKind = 'open' | 'person' | 'computer';
/** What needs the consent of all. */
export type Ask = 'takeback' | 'pause' | 'end' | 'rematch';
/** Help that the server works out on demand, where the table's profile allows it. */
export type Aid = 'hint' | 'odds';
/** Why a command was not done. */
export type Refusal = 'unreadable' | 'syntax' | 'unknown' | 'range' | 'limit' | 'data' | 'illegal' | 'turn' | 'over' | 'denied' | 'stale' | 'failed';
/** Why the server ends the connection. */
export type Goodbye = 'hello' | 'version' | 'table' | 'token' | 'elsewhere' | 'full' | 'replaced' | 'ending';

/** A person at the table. */
export interface Member {
  number: Person;
  name: Name;
  /** Connected now. */
  present: boolean;
}

/** A seat, in the order of seats. */
export interface Chair {
  kind: SeatKind;
  /** Who sits here, or whose place an engine holds. */
  person?: Person;
  /** Of a computer's seat. */
  engine?: Engine;
  /** Points of the match in sixtieths: 60 a won game, a share of 60 a shared victory. */
  points: Count;
}

/** What a seat has sent to seal the seed. */
export interface SealOf {
  seat: Seat;
  /** Hash of its nonce, as docs/fairness.md says. */
  commitment?: Seal;
  /** Shown once all commitments are in. */
  nonce?: Seal;
}

/** The seal of a bet. */
export interface Commitment {
  /** In which the bet was made. */
  decision: Decision;
  seat: Seat;
  x: Coordinate;
  y: Coordinate;
  seal: Seal;
}

/** What a seal had been made of. */
export interface Opening {
  decision: Decision;
  seat: Seat;
  x: Coordinate;
  y: Coordinate;
  /** The chip, as in a line of the record. */
  chip: Words;
  nonce: Seal;
}

/** Who a seat of a new table is for. */
export interface Wish {
  /** Without it: open. */
  engine?: Engine;
}

/** What went wrong. */
export interface Trouble {
  code: Code;
  message: Sentence;
}

/** The first message of a connection. */
export interface ClientHello {
  type: 'hello';
  version: Version;
  table: Key;
  /** Without it: a spectator. */
  token?: Token;
  /** True: watch as a spectator in spite of the token. */
  spectate?: boolean;
}

/** Sits down on an open seat, or back on the own one that an engine holds. */
export interface ClientSit {
  type: 'sit';
  id: Id;
  seat: Seat;
}

/** Gets up; in the lobby or when a game is over. */
export interface ClientStand {
  type: 'stand';
  id: Id;
  seat: Seat;
}

/** Takes another name. */
export interface ClientName {
  type: 'name';
  id: Id;
  name: Name;
}

/** Host, lobby: gives a seat to a computer, or makes it open; whoever sat there gets up. */
export interface ClientSeat {
  type: 'seat';
  id: Id;
  seat: Seat;
  /** Without it: open. */
  engine?: Engine;
}

/** Host, lobby: one line of the table's setup. */
export interface ClientOption {
  type: 'option';
  id: Id;
  line: Words;
}

/** Host, lobby: how many seats. */
export interface ClientSeats {
  type: 'seats';
  id: Id;
  /** 2 to 6. */
  number: Count;
}

/** Host: makes another person host. */
export interface ClientHost {
  type: 'host';
  id: Id;
  person: Person;
}

/** Host, lobby: a person loses seat and place. */
export interface ClientKick {
  type: 'kick';
  id: Id;
  person: Person;
}

/** Host: begins. */
export interface ClientStart {
  type: 'start';
  id: Id;
}

/** Sealing: the hash of a fresh random nonce for an own seat, as docs/fairness.md says. */
export interface ClientCommit {
  type: 'commit';
  id: Id;
  seat: Seat;
  hash: Seal;
}

/** Sealing, when all commitments are in: that nonce. */
export interface ClientNonce {
  type: 'nonce';
  id: Id;
  seat: Seat;
  nonce: Seal;
}

/** A move, or a choice in a secret decision. */
export interface ClientMove {
  type: 'move';
  id: Id;
  seat: Seat;
  /** Which was seen open. */
  decision: Decision;
  /** As in the record. */
  line: Words;
  /** With the bet of a chip: fresh and random; kept by the client until the bet is opened. */
  nonce?: Seal;
}

/** Makes the own waiting move real. */
export interface ClientConfirm {
  type: 'confirm';
  id: Id;
  seat: Seat;
  decision: Decision;
}

/** Takes back the last own move, or everything back to a decision. */
export interface ClientUndo {
  type: 'undo';
  id: Id;
  seat: Seat;
  decision: Decision;
  index?: Index;
}

/** The seat leaves the game. */
export interface ClientResign {
  type: 'resign';
  id: Id;
  seat: Seat;
}

/** Asks all for something. */
export interface ClientPropose {
  type: 'propose';
  id: Id;
  what: Ask;
  /** Of a takeback. */
  index?: Index;
}

/** To the open question. */
export interface ClientAgree {
  type: 'agree';
  id: Id;
  /** Its number. */
  question: Count;
}

/** The open question; from who asked: withdraws it. */
export interface ClientDecline {
  type: 'decline';
  id: Id;
  /** Its number. */
  question: Count;
}

/** Ends a pause. */
export interface ClientResume {
  type: 'resume';
  id: Id;
}

/** Says something to all. */
export interface ClientChat {
  type: 'chat';
  id: Id;
  words: Words;
}

/** Asks for help; answered by `aid` or `refused`. It changes nothing, and is not kept. */
export interface ClientAid {
  type: 'aid';
  id: Id;
  what: Aid;
  /** Of a hint. */
  seat?: Seat;
  /** Of odds. */
  x?: Coordinate;
  y?: Coordinate;
}

/** Asks for a `pong`: to measure delay and to set the clock. */
export interface ClientPing {
  type: 'ping';
  /** Comes back. */
  n: Count;
}

/** The answer to `hello`, and the beginning of a full picture of the table. */
export interface ServerWelcome {
  type: 'welcome';
  version: Version;
  table: Key;
  /** Who one is; a spectator is nobody. */
  person?: Person;
  /** One's own seats. */
  seats: Seat[];
  /** The computer players that there are. */
  engines: Engine[];
  /** Now. */
  time: Time;
  /** When the table was opened: milliseconds since 1970. */
  opened: Time;
}

/** The server refuses the `hello` or ends its service; it closes the connection after that. */
export interface ServerSorry {
  type: 'sorry';
  code: Goodbye;
  message: Sentence;
  /** Where the table is served. */
  address?: Address;
}

/** The command is done and durable; also the answer to one that had been done before. */
export interface ServerDone {
  type: 'done';
  id: Id;
}

/** The command is not done; nothing has changed. */
export interface ServerRefused {
  type: 'refused';
  /** Missing where it could not be read. */
  id?: Id;
  code: Refusal;
  message: Sentence;
  /** Of an unreadable message. */
  field?: Place;
}

/** Options and rules. */
export interface ServerSetup {
  type: 'setup';
  /** The table's setup, as docs/table.md says. */
  lines: Line[];
  /** Those of them that differ from the standard rules. */
  differences: Line[];
  /** The first lines of the record of the current game; with the lines of `lines` behind them it is the public record. */
  head: Line[];
}

/** Who is there and who sits where. */
export interface ServerPeople {
  type: 'people';
  host?: Person;
  people: Member[];
  seats: Chair[];
}

/** Where the table is in its course. */
export interface ServerPhase {
  type: 'phase';
  phase: Phase;
  game: Game;
  /** Who begins this game. */
  first: Seat;
  /** Games of a match: 1, 3 or 5. */
  best_of: Count;
  paused: boolean;
}

/** What happened in the game, as this client may see it: keep the first `from` lines, then append these. */
export interface ServerLines {
  type: 'lines';
  game: Game;
  from: Count;
  /** Of the public record, without its setup. */
  lines: Line[];
}

/** Who is to act. */
export interface ServerDecision {
  type: 'decision';
  /** Commands name it. */
  id: Decision;
  /** All that are asked, also those who have chosen already while choices are secret; nobody: the draw, or the end. */
  asked: Seat[];
  /** Whose move waits for its confirmation. */
  waiting?: Seat;
}

/** What only this seat may know; sent to whoever sits there. */
export interface ServerOwn {
  type: 'own';
  seat: Seat;
  /** Copies of each chip in the supply, in the order of the setup's chips. */
  chips: Count[];
  /** Its choices in the open secret decision, or its waiting move. */
  lines: Line[];
  /** It is the latter. */
  waits: boolean;
}

/** The clocks at that time; they run on by themselves. */
export interface ServerClock {
  type: 'clock';
  time: Time;
  running: Seat[];
  /** Of each seat in order; -1: has no clock. */
  left: Span[];
  /** When the open secret decision ends by itself. */
  step_ends?: Time;
}

/** What was proposed; nothing is open where `what` is missing. */
export interface ServerQuestion {
  type: 'question';
  /** Answers name it. */
  number?: Count;
  what?: Ask;
  /** Who asks. */
  by?: Person;
  /** Of a takeback. */
  index?: Index;
  agreed: Seat[];
}

/** How far the seed of the draws is sealed; docs/fairness.md. */
export interface ServerSeals {
  type: 'seals';
  game: Game;
  /** Hash of the server's secret, as docs/fairness.md says. */
  published?: Seal;
  seats: SealOf[];
}

/** Seals of bets, sent when their decision closes; keep them. */
export interface ServerBets {
  type: 'bets';
  game: Game;
  commitments: Commitment[];
}

/** What those seals were made of, sent with the flip or at the end; at the end also the server's secret. */
export interface ServerOpened {
  type: 'opened';
  game: Game;
  bets: Opening[];
  secret?: Seal;
}

/** Somebody said something. */
export interface ServerChat {
  type: 'chat';
  /** Missing where that person has left. */
  by?: Person;
  name: Name;
  words: Words;
  time: Time;
}

/** The answer to `aid`. */
export interface ServerAid {
  type: 'aid';
  id: Id;
  what: Aid;
  lines: Line[];
}

/** The answer to `ping`. */
export interface ServerPong {
  type: 'pong';
  n: Count;
  /** Now. */
  time: Time;
}

const memberShape: Shape = [
  { name: 'number', type: 'number', min: 0, max: 31 },
  { name: 'name', type: 'text', min: 1, max: 63 },
  { name: 'present', type: 'bool' },
];

const chairShape: Shape = [
  { name: 'kind', type: 'enum', words: ['open', 'person', 'computer'] },
  { name: 'person', type: 'number', min: 0, max: 31, optional: true },
  { name: 'engine', type: 'text', min: 1, max: 23, optional: true },
  { name: 'points', type: 'number', min: 0, max: 1000000 },
];

const sealOfShape: Shape = [
  { name: 'seat', type: 'number', min: 0, max: 5 },
  { name: 'commitment', type: 'bytes', max: 32, optional: true },
  { name: 'nonce', type: 'bytes', max: 32, optional: true },
];

const commitmentShape: Shape = [
  { name: 'decision', type: 'number', min: 0, max: 2147483647 },
  { name: 'seat', type: 'number', min: 0, max: 5 },
  { name: 'x', type: 'number', min: -1023, max: 1023 },
  { name: 'y', type: 'number', min: -1023, max: 1023 },
  { name: 'seal', type: 'bytes', max: 32 },
];

const openingShape: Shape = [
  { name: 'decision', type: 'number', min: 0, max: 2147483647 },
  { name: 'seat', type: 'number', min: 0, max: 5 },
  { name: 'x', type: 'number', min: -1023, max: 1023 },
  { name: 'y', type: 'number', min: -1023, max: 1023 },
  { name: 'chip', type: 'text', min: 1, max: 255 },
  { name: 'nonce', type: 'bytes', max: 32 },
];

const wishShape: Shape = [
  { name: 'engine', type: 'text', min: 1, max: 23, optional: true },
];

const troubleShape: Shape = [
  { name: 'code', type: 'word', min: 1, max: 32 },
  { name: 'message', type: 'text', min: 1, max: 500 },
];

export type ClientMessage =
  | ClientHello
  | ClientSit
  | ClientStand
  | ClientName
  | ClientSeat
  | ClientOption
  | ClientSeats
  | ClientHost
  | ClientKick
  | ClientStart
  | ClientCommit
  | ClientNonce
  | ClientMove
  | ClientConfirm
  | ClientUndo
  | ClientResign
  | ClientPropose
  | ClientAgree
  | ClientDecline
  | ClientResume
  | ClientChat
  | ClientAid
  | ClientPing;
export const clientChoice: Choice = new Map([
  ['hello', [
    { name: 'version', type: 'number', min: 1, max: 1000000 },
    { name: 'table', type: 'word', min: 16, max: 32 },
    { name: 'token', type: 'word', min: 16, max: 64, optional: true },
    { name: 'spectate', type: 'bool', optional: true },
  ]],
  ['sit', [
    { name: 'id', type: 'number', min: 1, max: 9007199254740991 },
    { name: 'seat', type: 'number', min: 0, max: 5 },
  ]],
  ['stand', [
    { name: 'id', type: 'number', min: 1, max: 9007199254740991 },
    { name: 'seat', type: 'number', min: 0, max: 5 },
  ]],
  ['name', [
    { name: 'id', type: 'number', min: 1, max: 9007199254740991 },
    { name: 'name', type: 'text', min: 1, max: 63 },
  ]],
  ['seat', [
    { name: 'id', type: 'number', min: 1, max: 9007199254740991 },
    { name: 'seat', type: 'number', min: 0, max: 5 },
    { name: 'engine', type: 'text', min: 1, max: 23, optional: true },
  ]],
  ['option', [
    { name: 'id', type: 'number', min: 1, max: 9007199254740991 },
    { name: 'line', type: 'text', min: 1, max: 255 },
  ]],
  ['seats', [
    { name: 'id', type: 'number', min: 1, max: 9007199254740991 },
    { name: 'number', type: 'number', min: 0, max: 1000000 },
  ]],
  ['host', [
    { name: 'id', type: 'number', min: 1, max: 9007199254740991 },
    { name: 'person', type: 'number', min: 0, max: 31 },
  ]],
  ['kick', [
    { name: 'id', type: 'number', min: 1, max: 9007199254740991 },
    { name: 'person', type: 'number', min: 0, max: 31 },
  ]],
  ['start', [
    { name: 'id', type: 'number', min: 1, max: 9007199254740991 },
  ]],
  ['commit', [
    { name: 'id', type: 'number', min: 1, max: 9007199254740991 },
    { name: 'seat', type: 'number', min: 0, max: 5 },
    { name: 'hash', type: 'bytes', max: 32 },
  ]],
  ['nonce', [
    { name: 'id', type: 'number', min: 1, max: 9007199254740991 },
    { name: 'seat', type: 'number', min: 0, max: 5 },
    { name: 'nonce', type: 'bytes', max: 32 },
  ]],
  ['move', [
    { name: 'id', type: 'number', min: 1, max: 9007199254740991 },
    { name: 'seat', type: 'number', min: 0, max: 5 },
    { name: 'decision', type: 'number', min: 0, max: 2147483647 },
    { name: 'line', type: 'text', min: 1, max: 255 },
    { name: 'nonce', type: 'bytes', max: 32, optional: true },
  ]],
  ['confirm', [
    { name: 'id', type: 'number', min: 1, max: 9007199254740991 },
    { name: 'seat', type: 'number', min: 0, max: 5 },
    { name: 'decision', type: 'number', min: 0, max: 2147483647 },
  ]],
  ['undo', [
    { name: 'id', type: 'number', min: 1, max: 9007199254740991 },
    { name: 'seat', type: 'number', min: 0, max: 5 },
    { name: 'decision', type: 'number', min: 0, max: 2147483647 },
    { name: 'index', type: 'number', min: -1, max: 65535, optional: true },
  ]],
  ['resign', [
    { name: 'id', type: 'number', min: 1, max: 9007199254740991 },
    { name: 'seat', type: 'number', min: 0, max: 5 },
  ]],
  ['propose', [
    { name: 'id', type: 'number', min: 1, max: 9007199254740991 },
    { name: 'what', type: 'enum', words: ['takeback', 'pause', 'end', 'rematch'] },
    { name: 'index', type: 'number', min: -1, max: 65535, optional: true },
  ]],
  ['agree', [
    { name: 'id', type: 'number', min: 1, max: 9007199254740991 },
    { name: 'question', type: 'number', min: 0, max: 1000000 },
  ]],
  ['decline', [
    { name: 'id', type: 'number', min: 1, max: 9007199254740991 },
    { name: 'question', type: 'number', min: 0, max: 1000000 },
  ]],
  ['resume', [
    { name: 'id', type: 'number', min: 1, max: 9007199254740991 },
  ]],
  ['chat', [
    { name: 'id', type: 'number', min: 1, max: 9007199254740991 },
    { name: 'words', type: 'text', min: 1, max: 255 },
  ]],
  ['aid', [
    { name: 'id', type: 'number', min: 1, max: 9007199254740991 },
    { name: 'what', type: 'enum', words: ['hint', 'odds'] },
    { name: 'seat', type: 'number', min: 0, max: 5, optional: true },
    { name: 'x', type: 'number', min: -1023, max: 1023, optional: true },
    { name: 'y', type: 'number', min: -1023, max: 1023, optional: true },
  ]],
  ['ping', [
    { name: 'n', type: 'number', min: 0, max: 1000000 },
  ]],
]);

export type ServerMessage =
  | ServerWelcome
  | ServerSorry
  | ServerDone
  | ServerRefused
  | ServerSetup
  | ServerPeople
  | ServerPhase
  | ServerLines
  | ServerDecision
  | ServerOwn
  | ServerClock
  | ServerQuestion
  | ServerSeals
  | ServerBets
  | ServerOpened
  | ServerChat
  | ServerAid
  | ServerPong;
export const serverChoice: Choice = new Map([
  ['welcome', [
    { name: 'version', type: 'number', min: 1, max: 1000000 },
    { name: 'table', type: 'word', min: 16, max: 32 },
    { name: 'person', type: 'number', min: 0, max: 31, optional: true },
    { name: 'seats', type: 'number', min: 0, max: 5, items: [0, 6] },
    { name: 'engines', type: 'text', min: 1, max: 23, items: [0, 64] },
    { name: 'time', type: 'number', min: 0, max: 9007199254740991 },
    { name: 'opened', type: 'number', min: 0, max: 9007199254740991 },
  ]],
  ['sorry', [
    { name: 'code', type: 'enum', words: ['hello', 'version', 'table', 'token', 'elsewhere', 'full', 'replaced', 'ending'] },
    { name: 'message', type: 'text', min: 1, max: 500 },
    { name: 'address', type: 'text', min: 1, max: 1000, optional: true },
  ]],
  ['done', [
    { name: 'id', type: 'number', min: 1, max: 9007199254740991 },
  ]],
  ['refused', [
    { name: 'id', type: 'number', min: 1, max: 9007199254740991, optional: true },
    { name: 'code', type: 'enum', words: ['unreadable', 'syntax', 'unknown', 'range', 'limit', 'data', 'illegal', 'turn', 'over', 'denied', 'stale', 'failed'] },
    { name: 'message', type: 'text', min: 1, max: 500 },
    { name: 'field', type: 'text', min: 1, max: 95, optional: true },
  ]],
  ['setup', [
    { name: 'lines', type: 'text', min: 1, max: 1000, items: [0, 2000] },
    { name: 'differences', type: 'text', min: 1, max: 1000, items: [0, 2000] },
    { name: 'head', type: 'text', min: 1, max: 1000, items: [0, 2000] },
  ]],
  ['people', [
    { name: 'host', type: 'number', min: 0, max: 31, optional: true },
    { name: 'people', type: 'struct', shape: memberShape, items: [0, 32] },
    { name: 'seats', type: 'struct', shape: chairShape, items: [0, 6] },
  ]],
  ['phase', [
    { name: 'phase', type: 'enum', words: ['lobby', 'sealing', 'play', 'over'] },
    { name: 'game', type: 'number', min: 0, max: 1000000 },
    { name: 'first', type: 'number', min: 0, max: 5 },
    { name: 'best_of', type: 'number', min: 0, max: 1000000 },
    { name: 'paused', type: 'bool' },
  ]],
  ['lines', [
    { name: 'game', type: 'number', min: 0, max: 1000000 },
    { name: 'from', type: 'number', min: 0, max: 1000000 },
    { name: 'lines', type: 'text', min: 1, max: 1000, items: [0, 2048] },
  ]],
  ['decision', [
    { name: 'id', type: 'number', min: 0, max: 2147483647 },
    { name: 'asked', type: 'number', min: 0, max: 5, items: [0, 6] },
    { name: 'waiting', type: 'number', min: 0, max: 5, optional: true },
  ]],
  ['own', [
    { name: 'seat', type: 'number', min: 0, max: 5 },
    { name: 'chips', type: 'number', min: 0, max: 1000000, items: [0, 8] },
    { name: 'lines', type: 'text', min: 1, max: 1000, items: [0, 64] },
    { name: 'waits', type: 'bool' },
  ]],
  ['clock', [
    { name: 'time', type: 'number', min: 0, max: 9007199254740991 },
    { name: 'running', type: 'number', min: 0, max: 5, items: [0, 6] },
    { name: 'left', type: 'number', min: -9007199254740991, max: 9007199254740991, items: [0, 6] },
    { name: 'step_ends', type: 'number', min: 0, max: 9007199254740991, optional: true },
  ]],
  ['question', [
    { name: 'number', type: 'number', min: 0, max: 1000000, optional: true },
    { name: 'what', type: 'enum', words: ['takeback', 'pause', 'end', 'rematch'], optional: true },
    { name: 'by', type: 'number', min: 0, max: 31, optional: true },
    { name: 'index', type: 'number', min: -1, max: 65535, optional: true },
    { name: 'agreed', type: 'number', min: 0, max: 5, items: [0, 6] },
  ]],
  ['seals', [
    { name: 'game', type: 'number', min: 0, max: 1000000 },
    { name: 'published', type: 'bytes', max: 32, optional: true },
    { name: 'seats', type: 'struct', shape: sealOfShape, items: [0, 6] },
  ]],
  ['bets', [
    { name: 'game', type: 'number', min: 0, max: 1000000 },
    { name: 'commitments', type: 'struct', shape: commitmentShape, items: [0, 192] },
  ]],
  ['opened', [
    { name: 'game', type: 'number', min: 0, max: 1000000 },
    { name: 'bets', type: 'struct', shape: openingShape, items: [0, 192] },
    { name: 'secret', type: 'bytes', max: 32, optional: true },
  ]],
  ['chat', [
    { name: 'by', type: 'number', min: 0, max: 31, optional: true },
    { name: 'name', type: 'text', min: 1, max: 63 },
    { name: 'words', type: 'text', min: 1, max: 255 },
    { name: 'time', type: 'number', min: 0, max: 9007199254740991 },
  ]],
  ['aid', [
    { name: 'id', type: 'number', min: 1, max: 9007199254740991 },
    { name: 'what', type: 'enum', words: ['hint', 'odds'] },
    { name: 'lines', type: 'text', min: 1, max: 1000, items: [0, 64] },
  ]],
  ['pong', [
    { name: 'n', type: 'number', min: 0, max: 1000000 },
    { name: 'time', type: 'number', min: 0, max: 9007199254740991 },
  ]],
]);

/** A new table. */
export interface BodyCreate {
  /** As docs/table.md says. */
  setup: Line[];
  /** Of who makes it: the host. */
  name: Name;
  /** As many seats; none: as the setup says, all open. */
  seats: Wish[];
}

/** A new person. */
export interface BodyJoin {
  name: Name;
}

/** Who one is at a table; keep the token. */
export interface BodyPlace {
  table: Key;
  token: Token;
  person: Person;
}

/** A full picture of the table, as a new connection would be sent it. */
export interface BodyState {
  messages: ServerMessage[];
}

/** The body of every answer with a status of 400 or more. */
export interface BodyError {
  error: Trouble;
}

/** The bodies of HTTP requests and answers by name. */
export interface Bodies {
  create: BodyCreate;
  join: BodyJoin;
  place: BodyPlace;
  state: BodyState;
  error: BodyError;
}
export const bodyShapes: Readonly<Record<keyof Bodies, Shape>> = {
  create: [
    { name: 'setup', type: 'text', min: 1, max: 1000, items: [0, 2000] },
    { name: 'name', type: 'text', min: 1, max: 63 },
    { name: 'seats', type: 'struct', shape: wishShape, items: [0, 6] },
  ],
  join: [
    { name: 'name', type: 'text', min: 1, max: 63 },
  ],
  place: [
    { name: 'table', type: 'word', min: 16, max: 32 },
    { name: 'token', type: 'word', min: 16, max: 64 },
    { name: 'person', type: 'number', min: 0, max: 31 },
  ],
  state: [
    { name: 'messages', type: 'union', choice: serverChoice, items: [0, 256] },
  ],
  error: [
    { name: 'error', type: 'struct', shape: troubleShape },
  ],
};
