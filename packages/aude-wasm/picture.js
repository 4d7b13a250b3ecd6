/* picture.js - a game as it is seen from outside its table. The types, with comments, are in index.d.ts. */
import { Adviser, Analysis } from "./advice.js";
import { AudeError, listOf, MAX_SEATS, NOBODY, seatBits, seatOf, seedBits, whole } from "./module.js";

const FAR = 1 << 15; // no space of a board is so far from the start tile
const EVERY = 16; // lines between two kept states

/* Flags of aude_art.h. */
const FLAG = { dark: 1, part: 2, ground: 4, top: 8, plain: 16, lying: 32 };

function flagsOf({ dark, part, layer, plain, lying } = {}) {
  return (
    (dark ? FLAG.dark : 0) | (part ? FLAG.part : 0) | (layer ? FLAG[layer] : 0) | (plain ? FLAG.plain : 0) | (lying ? FLAG.lying : 0)
  );
}

export class Picture {
  #module;
  #at = 0;
  #text = { at: 0 };
  #copies;
  #lines = [];
  #events = []; // of each line that was ever played, while it stands
  #played = 0;
  #states = []; // after EVERY, 2 * EVERY ... lines
  #about;
  #memory = new Map(); // of engines, by key
  #adviser; // made when it is first asked

  constructor(module, head) {
    const { c, room } = module;
    this.#module = module;
    try {
      this.#at = room.take(c.picture_bytes());
      this.#copies = room.take(8 * 4);
      this.#text = module.text(head);
      module.try((error) => c.picture_open(this.#at, this.#text.at, this.#text.size, error));
      this.#about = module.json((...dst) => c.paint_about(this.#at, ...dst));
    } catch (error) {
      this.free();
      throw error;
    }
  }

  #here() {
    if (!this.#at) throw new AudeError("over", "this picture was freed");
    return this.#at;
  }

  #call(name, ...rest) {
    return this.#module.c[name](this.#here(), ...rest);
  }

  #seat(seat, nobody) {
    return seatOf(seat, this.#call("picture_seats"), nobody);
  }

  #words(name, ...rest) {
    return this.#module.words((...dst) => this.#call(name, ...rest, ...dst));
  }

  get lines() {
    return this.#lines;
  }

  get kinds() {
    return this.#about.kinds;
  }

  get faces() {
    return this.#about.faces;
  }

  /* ---- Lines ---- */

  hear(from, lines) {
    this.#here();
    whole("as a line", from, 0, this.#lines.length);
    for (const line of listOf("lines", lines)) if (typeof line !== "string") throw new AudeError("syntax", `${String(line)} is no line`);
    this.#lines.length = from;
    for (const line of lines) this.#lines.push(line);
    this.#events.length = Math.min(this.#events.length, from);
    while (this.#states.length * EVERY > from) this.#module.room.give(this.#states.pop());
    if (this.#played > from) this.#played = -1;
  }

  /* Makes the state after n lines. */
  #play(n) {
    whole("lines", n, 0, this.#lines.length);
    const kept = Math.min(Math.floor(n / EVERY), this.#states.length);
    if (this.#played < 0 || this.#played > n || this.#played < kept * EVERY) {
      if (kept) this.#call("picture_load", this.#states[kept - 1]);
      else this.#call("picture_reset");
      this.#played = kept * EVERY;
    }
    while (this.#played < n) this.#step();
  }

  #step() {
    const { c, room } = this.#module;
    const n = this.#played;
    try {
      this.#module.with(this.#lines[n], (at, size) =>
        this.#module.try((error) => this.#call("picture_apply", at, size, error)),
      );
    } catch (error) {
      this.#played = -1;
      throw new AudeError(error.code, `line ${n + 1}, \`${this.#lines[n]}\`: ${error.message}`, n + 1);
    }
    if (this.#events[n] === undefined) this.#events[n] = this.#words("picture_events");
    this.#played = n + 1;
    if (this.#played === (this.#states.length + 1) * EVERY) {
      const state = room.take(c.picture_state_bytes(this.#at));
      this.#call("picture_save", state);
      this.#states.push(state);
    }
  }

  events(n) {
    whole("as a line", n, 0, this.#lines.length - 1);
    if (this.#events[n] === undefined) this.#play(n + 1);
    return { line: this.#lines[n], events: JSON.parse(this.#events[n]) };
  }

  /* ---- Views ---- */

  #look(seat, { chips, chosen = [], waits = false } = {}) {
    const m = this.#module;
    if (chips) {
      if (listOf("chips", chips).length !== this.faces.length)
        throw new AudeError("range", `${chips.length} numbers of chips, for ${this.faces.length} faces`);
      for (const n of chips) whole("chips", n, 0, 255);
      new Int32Array(m.c.memory.buffer, this.#copies, 8).set(chips);
    }
    listOf("chosen", chosen);
    if (waits && !chosen.length) throw new AudeError("syntax", "the move that waits is missing in chosen");
    m.with(chosen.map((line) => line + "\n").join(""), (at, size) =>
      m.try((error) => this.#call("picture_look", seat, chips ? this.#copies : 0, at, size, waits ? 1 : 0, error)),
    );
  }

  view({ seat = NOBODY, line = this.#lines.length, own } = {}) {
    this.#seat(seat, NOBODY);
    this.#play(line);
    this.#look(seat, own);
    return { waiting: own?.waits ? own.chosen[0] : null, line, ...JSON.parse(this.#words("picture_tell", seat, own?.waits ? 0 : 1)) };
  }

  actors(own, seat) {
    this.#seat(seat);
    this.#play(this.#lines.length);
    this.#look(seat, own);
    const bits = this.#call("picture_actors");
    return [0, 1, 2, 3, 4, 5].filter((s) => (bits >> s) & 1);
  }

  chance(line) {
    this.#play(line);
    return JSON.parse(this.#words("picture_chance"));
  }

  setup() {
    return this.#words("picture_setup");
  }

  /* ---- Engines ---- */

  think(view, { seat, engine, playouts = 0, seed, key }) {
    const { c, room, about } = this.#module;
    const index = about.engines.findIndex(({ name }) => name === engine);
    if (index < 0) throw new AudeError("unknown", `there is no engine \`${engine}\``);
    this.#seat(seat);
    whole("playouts", playouts, 0, 2 ** 32 - 1);
    const bits = seedBits(seed);
    const size = this.#call("picture_state_bytes");
    if (!(view instanceof Uint8Array) || view.length !== size)
      throw new AudeError("range", `a view of this game is an Uint8Array of ${size} bytes, as a host of the same game gives it`);
    if (this.#memory.get(key)?.index !== index) this.forget(key); // it is another engine's
    const known = this.#memory.get(key)?.at;
    const memory = known ?? room.take(Math.max(16, c.engine_bytes(index)));
    if (!known) {
      new Uint8Array(c.memory.buffer, memory, 16).fill(0);
      this.#memory.set(key, { at: memory, index });
    }
    const at = room.take(size);
    try {
      new Uint8Array(c.memory.buffer, at, view.length).set(view);
      let line = "";
      // The engine is asked once: its answer is short, and it may remember.
      const answer = room.take(256);
      const length = this.#call("picture_think", at, seat, index, playouts, bits, memory, answer, 256);
      line = new TextDecoder().decode(new Uint8Array(c.memory.buffer, answer, length));
      room.give(answer);
      if (!line) {
        if (!known) this.forget(key); // nothing was found out
        throw new AudeError("turn", `seat ${seat} is not asked now`);
      }
      return line;
    } finally {
      room.give(at);
    }
  }

  thought(key) {
    const { at, index } = this.#memory.get(key) ?? {};
    return at ? this.#module.c.engine_thought(index, at) : 0;
  }

  forget(key) {
    this.#module.room.give(this.#memory.get(key)?.at);
    this.#memory.delete(key);
  }

  /* ---- Advice ---- */

  /* An adviser who looks at what a seat sees. */
  #advised({ seat, line = this.#lines.length, own }) {
    this.#seat(seat, NOBODY);
    this.#play(line);
    this.#look(seat, own);
    return (this.#adviser ??= new Adviser(this.#module, this.#at));
  }

  hint({ seat, playouts, seed, ...where }) {
    const hint = this.#advised({ seat, ...where }).turn(seat, playouts, seed);
    if (!hint) throw new AudeError("turn", `seat ${seat} is not asked now`);
    return hint;
  }

  odds({ x, y, seat = NOBODY, playouts, seed, ...where }) {
    for (const at of [x, y]) whole("as a place", at, -FAR, FAR - 1);
    const odds = this.#advised({ seat, ...where }).odds(x, y, playouts, seed);
    if (!odds) throw new AudeError("unknown", `no road or city of (${x},${y}) is unfinished`);
    return odds;
  }

  analysis({ seats, playouts, seed }) {
    return new Analysis(this.#module, () => this.#here(), this.#lines, { seats, playouts, seed });
  }

  /* ---- Pictures ---- */

  #kind(kind) {
    const index = this.#about.kinds.indexOf(kind);
    if (index < 0) throw new AudeError("unknown", `there is no tile \`${kind}\``);
    return index;
  }

  /* A kind of tile as it lies, in the module's numbers. */
  #lying(kind, rotation, x = 0, y = 0) {
    const index = this.#kind(kind);
    whole("as a rotation", rotation, 0, 3);
    for (const at of [x, y]) whole("as a place", at, -FAR, FAR - 1);
    return [index, rotation, x, y];
  }

  shows(kind, rotation) {
    return JSON.parse(this.#words("picture_tile", ...this.#lying(kind, rotation).slice(0, 2)));
  }

  tile(kind, rotation, x, y, options) {
    return this.#words("paint_tile", ...this.#lying(kind, rotation, x, y), flagsOf(options));
  }

  region(kind, rotation, x, y, segment) {
    whole("as a segment", segment, 0, this.shows(kind, rotation).segments.length - 1);
    return this.#words("paint_region", ...this.#lying(kind, rotation, x, y), segment);
  }

  spots(kind, rotation, x, y) {
    return JSON.parse(this.#words("paint_spots", ...this.#lying(kind, rotation, x, y)));
  }

  corner(options) {
    return this.#module.words((...dst) => this.#module.c.paint_corner(flagsOf(options), ...dst));
  }

  meeple(seat, options) {
    return this.#module.words((...dst) => this.#module.c.paint_meeple(seatOf(seat, MAX_SEATS), flagsOf(options), ...dst));
  }

  chip(seat, face, options) {
    const index = face === null ? -1 : this.#about.faces.indexOf(face);
    if (face !== null && index < 0) throw new AudeError("unknown", `there is no chip \`${face}\``);
    return this.#words("paint_chip", seatOf(seat, MAX_SEATS), index, flagsOf(options));
  }

  stack(seats, options) {
    const bits = seatBits(seats, MAX_SEATS);
    return this.#module.words((...dst) => this.#module.c.paint_stack(bits, flagsOf(options), ...dst));
  }

  box(piece) {
    if (!Object.hasOwn(this.#about.boxes, piece)) throw new AudeError("unknown", `there is no piece \`${String(piece)}\``);
    return this.#about.boxes[piece];
  }

  colour(seat) {
    return "#" + this.#about.colours[seatOf(seat, MAX_SEATS)].toString(16).padStart(6, "0");
  }

  ink(seat) {
    return "#" + this.#about.inks[seatOf(seat, MAX_SEATS)].toString(16).padStart(6, "0");
  }

  free() {
    const { room } = this.#module;
    if (!this.#at) return;
    this.#adviser?.free();
    for (const at of [this.#at, this.#copies, this.#text.at, ...this.#states, ...[...this.#memory.values()].map(({ at }) => at)]) room.give(at);
    this.#at = 0;
    this.#states = [];
    this.#memory.clear();
  }
}
