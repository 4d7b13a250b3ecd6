/* module.js - the module's memory, and texts, answers and errors as JavaScript has them. Inside the package only. */

const PAGE = 65536;

export class AudeError extends Error {
  constructor(code, message, line = 0, column = 0) {
    super(message);
    this.name = "AudeError";
    this.code = code;
    this.line = line;
    this.column = column;
  }
}

/* ---- Arguments ---------------------------------------------------------------------------------------------------- */

/* The module takes for a number whatever it is handed: undefined would be 0, and seat 0 with all its secrets. So all are looked at here. */

export const NOBODY = 255;
export const MAX_SEATS = 6;
export const MAX_PLAYOUTS = 1e6; // in one call

/* A whole number from low to high; `what` stands behind it: "9 seats: 1 to 6". */
export function whole(what, n, low, high) {
  if (Number.isInteger(n) && n >= low && n <= high) return n;
  throw new AudeError("range", `${String(n)} ${what}: ${low} to ${high}`);
}

/* One of n seats, or where that is allowed NOBODY. */
export function seatOf(seat, n, nobody) {
  if ((Number.isInteger(seat) && seat >= 0 && seat < n) || (nobody !== undefined && seat === nobody)) return seat;
  throw new AudeError("unknown", `there is no seat ${String(seat)}`);
}

export function listOf(what, list) {
  if (Array.isArray(list)) return list;
  throw new AudeError("syntax", `${what} is a list`);
}

/* Seats as bits. */
export function seatBits(seats, n) {
  return listOf("seats", seats).reduce((bits, seat) => bits | (1 << seatOf(seat, n)), 0);
}

export function seedBits(seed) {
  if (typeof seed === "bigint" || Number.isInteger(seed)) return BigInt(seed);
  throw new AudeError("range", `${String(seed)} is no seed: a whole number is`);
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
export class Module {
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
      view.getInt32(8, true),
    );
  }

  get error() {
    return this.#error;
  }
}
