/* index.js - the library in JavaScript: node, browsers and workers. The types, with comments, are in index.d.ts; the other side is
 * src/wasm/module.h. */

export const NOBODY = 255;
export const RECALL = 1;

const CHANCE = 1 << 30;
const PAGE = 65536;
const MAX_SEATS = 6;
const MAX_PLAYOUTS = 1e6; // in one call; their moves are counted in 32 bits

export class AudeError extends Error {
  constructor(code, message, line = 0) {
    super(message);
    this.name = "AudeError";
    this.code = code;
    this.line = line;
  }
}

/* ---- Memory ------------------------------------------------------------------------------------------------------- */

/* Room in the module's memory, in blocks of powers of two, which are used again after give(). */
class Room {
  #memory;
  #top;
  #size = new Map(); // of the blocks taken
  #free = new Map(); // blocks given back, by size

  constructor(memory, base) {
    this.#memory = memory;
    this.#top = Math.ceil(base / 16) * 16;
  }

  take(bytes) {
    let size = 64;
    while (size < bytes) size *= 2;
    let at = this.#free.get(size)?.pop();
    if (at === undefined) {
      at = this.#top;
      const missing = at + size - this.#memory.buffer.byteLength;
      if (missing > 0) this.#grow(Math.ceil(missing / PAGE));
      this.#top += size;
    }
    this.#size.set(at, size);
    return at;
  }

  #grow(pages) {
    try {
      this.#memory.grow(pages);
    } catch {
      throw new AudeError("limit", "the module's memory is full; free() gives that of a game back");
    }
  }

  give(at) {
    const size = this.#size.get(at);
    if (!this.#size.delete(at)) return;
    if (!this.#free.has(size)) this.#free.set(size, []);
    this.#free.get(size).push(at);
  }
}

/* The module with text, answers and errors as JavaScript has them. */
class Module {
  #encoder = new TextEncoder();
  #decoder = new TextDecoder();
  #error;
  #answer;
  #capacity = PAGE;

  constructor(exports) {
    this.c = exports;
    this.room = new Room(exports.memory, exports.__heap_base.value);
    this.#error = this.room.take(exports.error_bytes());
    this.#answer = this.room.take(this.#capacity);
    this.about = this.json((...dst) => this.c.library_about(...dst));
  }

  #bytes(at, size) {
    return new Uint8Array(this.c.memory.buffer, at, size);
  }

  /* A block with the text, zero-terminated, to be given back: { at, size }. */
  text(text) {
    const bytes = this.#encoder.encode(text);
    const at = this.room.take(bytes.length + 1);
    this.#bytes(at, bytes.length).set(bytes);
    this.#bytes(at + bytes.length, 1)[0] = 0;
    return { at, size: bytes.length };
  }

  /* Calls with a text that lasts for the call: call(at, size). */
  with(text, call) {
    const { at, size } = this.text(text);
    try {
      return call(at, size);
    } finally {
      this.room.give(at);
    }
  }

  /* What a writer says: call(dst, cap) returns the size of the whole. */
  words(call) {
    let size = call(this.#answer, this.#capacity);
    if (size >= this.#capacity) {
      let capacity = this.#capacity;
      while (capacity <= size) capacity *= 2;
      const larger = this.room.take(capacity);
      this.room.give(this.#answer);
      this.#answer = larger;
      this.#capacity = capacity;
      size = call(this.#answer, this.#capacity);
    }
    return this.#decoder.decode(this.#bytes(this.#answer, size));
  }

  json(call) {
    return JSON.parse(this.words(call));
  }

  /* call(error) returns a code; throws unless that is 0. */
  try(call) {
    if (call(this.#error)) throw this.failure();
  }

  failure() {
    const view = new DataView(this.c.memory.buffer, this.#error, this.c.error_bytes());
    const message = this.#bytes(this.#error + 12, this.c.error_bytes() - 12);
    return new AudeError(
      this.about.errors[view.getInt32(0, true)],
      this.#decoder.decode(message.subarray(0, message.indexOf(0))),
      view.getInt32(4, true),
    );
  }

  get error() {
    return this.#error;
  }
}

/* ---- Setup -------------------------------------------------------------------------------------------------------- */

/* The words of one line; with a line break one of them would make two lines, and `#` begins a comment. */
function setupLine(...words) {
  for (const word of words)
    if (/[\r\n]|(^|\s)#/.test(word)) throw new AudeError("syntax", `a setup has a line break or a comment in \`${word}\``);
  return words.join(" ");
}

function seatLine(name, seat) {
  if (typeof name !== "string" || /^\s|\s$/.test(name))
    throw new AudeError("syntax", `seat ${seat}: a name is text without a space at its ends`);
  return setupLine("seat", seat, name);
}

function listOf(what, list) {
  if (!Array.isArray(list)) throw new AudeError("syntax", `${what} is a list`);
  return list;
}

function namesOf(seats) {
  if (typeof seats !== "number") return listOf("seats, where no number,", seats);
  if (!Number.isInteger(seats) || seats < 1 || seats > MAX_SEATS)
    throw new AudeError("range", `${seats} seats: 1 to ${MAX_SEATS}`);
  return Array(seats).fill("");
}

/* `tinyCity: 2` is `rule tiny-city 2`. */
function ruleLine([name, value]) {
  const word = name.replace(/[A-Z]/g, (letter) => "-" + letter.toLowerCase());
  return setupLine("rule", word, typeof value === "boolean" ? (value ? "on" : "off") : value);
}

/* The setup lines of a record. */
function setupText({ sets = ["base", "bets"], tiles = "", seats = 2, rules = {}, chips = [], seed, ...more }) {
  for (const name in more) throw new AudeError("unknown", `a setup has no \`${name}\``);
  const lines = ["aude 1", ...listOf("sets", sets).map((name) => setupLine("set", name))];
  if (tiles) lines.push(...String(tiles).split(/\r?\n/).map((line) => "| " + line));
  lines.push(...Object.entries(rules).map(ruleLine));
  if (listOf("chips", chips).length) lines.push(setupLine("chips", ...chips));
  lines.push(...namesOf(seats).map(seatLine));
  return lines.join("\n") + "\n";
}

function linesOf(text) {
  let n = 1;
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) n++;
  return n;
}

function seedBits(seed) {
  if (typeof seed === "bigint" || Number.isInteger(seed)) return BigInt(seed);
  throw new AudeError("range", `${String(seed)} is no seed: a whole number is`);
}

/* A generator that nobody has seeded is not the same twice. */
const anySeed = () => Math.floor(Math.random() * Number.MAX_SAFE_INTEGER);

/* ---- The library -------------------------------------------------------------------------------------------------- */

async function moduleOf(source) {
  if (source instanceof WebAssembly.Module) return source;
  if (source instanceof ArrayBuffer || ArrayBuffer.isView(source)) return WebAssembly.compile(source);
  if (String(source).startsWith("file:")) {
    const fs = "node:fs/promises"; // a variable, so that bundlers for browsers leave it alone
    const { readFile } = await import(/* @vite-ignore */ fs);
    return WebAssembly.compile(await readFile(new URL(source)));
  }
  const answer = await fetch(source);
  if (!answer.ok) throw new AudeError("unknown", `${source}: ${answer.status} ${answer.statusText}`);
  return WebAssembly.compile(await answer.arrayBuffer());
}

export class Aude {
  #module;

  constructor(exports) {
    this.#module = new Module(exports);
    const { version, sets, engines } = this.#module.about;
    Object.assign(this, { version, sets, engines });
  }

  static async load(source = new URL("aude.wasm", import.meta.url)) {
    const instance = await WebAssembly.instantiate(await moduleOf(source), {});
    return new Aude(instance.exports);
  }

  game(options = {}) {
    return this.open(setupText(options), options);
  }

  open(log, { seed = anySeed() } = {}) {
    return new Game(this.#module, log, seed);
  }

  tileset(name) {
    const m = this.#module;
    const text = m.with(name, (at) => m.words((...dst) => m.c.library_tileset(at, ...dst)));
    if (!text) throw new AudeError("unknown", `there is no set \`${name}\``);
    return text;
  }

  record(text) {
    const m = this.#module;
    const n = linesOf(text);
    const line = m.room.take(n * m.c.line_bytes());
    try {
      return m.with(text, (at, size) => m.json((...dst) => m.c.library_check(at, size, line, n, ...dst)));
    } finally {
      m.room.give(line);
    }
  }

  signature() {
    return BigInt.asUintN(64, this.#module.c.library_signature()).toString(16).padStart(16, "0");
  }

  playouts(n, seed = 1, options = { sets: ["base"] }) {
    const m = this.#module;
    if (!Number.isInteger(n) || n < 0 || n > MAX_PLAYOUTS)
      throw new AudeError("range", `${n} games: 0 to ${MAX_PLAYOUTS}`);
    const bits = seedBits(seed);
    const answer = m.with(setupText(options), (at, size) =>
      m.words((...dst) => m.c.library_playouts(at, size, n, bits, ...dst, m.error)),
    );
    if (!answer) throw m.failure();
    return JSON.parse(answer);
  }
}

/* ---- A game ------------------------------------------------------------------------------------------------------- */

export class Game {
  #module;
  #at = 0;
  #text = { at: 0 };
  #line = 0;
  #nLines;

  constructor(module, log, seed) {
    const { c, room } = module;
    const bits = seedBits(seed);
    this.#module = module;
    this.#nLines = linesOf(log) + 1024;
    try {
      this.#at = room.take(c.game_bytes());
      this.#line = room.take(this.#nLines * c.line_bytes());
      this.#text = module.text(log);
      module.try((error) =>
        c.game_open(this.#at, this.#line, this.#nLines, this.#text.at, this.#text.size, bits, error),
      );
    } catch (error) {
      this.free();
      throw error;
    }
  }

  /* A function of the module on this game. */
  #call(name, ...rest) {
    if (!this.#at) throw new AudeError("over", "this game was freed");
    return this.#module.c[name](this.#at, ...rest);
  }

  /* Undefined would be seat 0 to the module, with all its secrets. */
  #seat(seat) {
    if (Number.isInteger(seat) && seat >= 0 && (seat < this.#call("game_seats") || seat === NOBODY)) return seat;
    throw new AudeError("unknown", `there is no seat ${String(seat)}`);
  }

  #words(name, ...rest) {
    return this.#module.words((...dst) => this.#call(name, ...rest, ...dst));
  }

  #json(name, ...rest) {
    return JSON.parse(this.#words(name, ...rest));
  }

  #grow() {
    if (this.#call("game_room") > 0) return;
    const { c, room } = this.#module;
    const line = room.take(2 * this.#nLines * c.line_bytes());
    this.#nLines *= 2;
    this.#call("game_grow", line, this.#nLines);
    room.give(this.#line);
    this.#line = line;
  }

  actors() {
    const bits = this.#call("game_actors");
    if (bits === CHANCE) return ["chance"];
    return [0, 1, 2, 3, 4, 5].filter((seat) => (bits >> seat) & 1);
  }

  legal(actor) {
    return actor === "chance" ? this.chance().map((draw) => draw.line) : this.#json("game_legal", this.#seat(actor));
  }

  chance() {
    return this.#json("game_chance");
  }

  apply(line) {
    this.#grow();
    this.#module.with(line, (at, size) => this.#module.try((error) => this.#call("game_apply", at, size, error)));
  }

  draw() {
    this.#grow();
    this.#module.try((error) => this.#call("game_draw", error));
    return this.#words("game_last").trimEnd();
  }

  choose(seat, engine = "greedy") {
    const { c, room, about } = this.#module;
    const index = about.engines.findIndex(({ name }) => name === engine);
    if (index < 0) throw new AudeError("unknown", `there is no engine \`${engine}\``);
    const memory = room.take(c.engine_bytes(index));
    try {
      const line = this.#words("game_choose", this.#seat(seat), index, memory);
      if (!line) throw new AudeError("turn", `seat ${seat} is not asked now`);
      return line;
    } finally {
      room.give(memory);
    }
  }

  events(seat = NOBODY) {
    return this.#json("game_events", this.#seat(seat));
  }

  view(seat = NOBODY, flags = 0) {
    return this.#json("game_view", this.#seat(seat), flags);
  }

  log() {
    return this.#words("game_log");
  }

  record(seat = NOBODY) {
    const { c, room } = this.#module;
    const work = room.take(this.#nLines * c.line_bytes());
    try {
      return this.#words("game_record", this.#seat(seat), work);
    } finally {
      room.give(work);
    }
  }

  free() {
    if (!this.#at) return;
    for (const at of [this.#at, this.#line, this.#text.at]) this.#module.room.give(at);
    this.#at = 0;
  }
}
