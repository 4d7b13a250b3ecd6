/* picture.js - a game as it is seen from outside its table. The types, with comments, are in index.d.ts. */
import { Adviser, Analysis } from "./advice.js";
import { AudeError } from "./module.js";

const NOBODY = 255;
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

  #call(name, ...rest) {
    if (!this.#at) throw new AudeError("over", "this picture was freed");
    return this.#module.c[name](this.#at, ...rest);
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
    if (from > this.#lines.length) throw new AudeError("range", `line ${from} follows on line ${this.#lines.length}`);
    this.#lines.length = from;
    this.#lines.push(...lines);
    this.#events.length = Math.min(this.#events.length, from);
    while (this.#states.length * EVERY > from) this.#module.room.give(this.#states.pop());
    if (this.#played > from) this.#played = -1;
  }

  /* Makes the state after n lines. */
  #play(n) {
    if (!Number.isInteger(n) || n < 0 || n > this.#lines.length)
      throw new AudeError("range", `${n} lines: 0 to ${this.#lines.length}`);
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
    if (this.#events[n] === undefined) this.#play(n + 1);
    return { line: this.#lines[n], events: JSON.parse(this.#events[n]) };
  }

  /* ---- Views ---- */

  #look(seat, { chips, chosen = [], waits = false } = {}) {
    const m = this.#module;
    if (chips) new Int32Array(m.c.memory.buffer, this.#copies, 8).set(chips);
    m.with(chosen.map((line) => line + "\n").join(""), (at, size) =>
      m.try((error) => this.#call("picture_look", seat, chips ? this.#copies : 0, at, size, waits ? 1 : 0, error)),
    );
  }

  view({ seat = NOBODY, line = this.#lines.length, own } = {}) {
    this.#play(line);
    this.#look(seat, own);
    return { waiting: own?.waits ? own.chosen[0] : null, line, ...JSON.parse(this.#words("picture_tell", seat, own?.waits ? 0 : 1)) };
  }

  actors(own, seat) {
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
    let memory = this.#memory.get(key)?.at;
    if (!memory) {
      memory = room.take(Math.max(16, c.engine_bytes(index)));
      new Uint8Array(c.memory.buffer, memory, 16).fill(0);
      this.#memory.set(key, { at: memory, index });
    }
    const at = room.take(view.length);
    try {
      new Uint8Array(c.memory.buffer, at, view.length).set(view);
      let line = "";
      // The engine is asked once: its answer is short, and it may remember.
      const answer = room.take(256);
      const size = this.#call("picture_think", at, seat, index, playouts, BigInt(seed), memory, answer, 256);
      line = new TextDecoder().decode(new Uint8Array(c.memory.buffer, answer, size));
      room.give(answer);
      if (!line) throw new AudeError("turn", `seat ${seat} is not asked now`);
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
    const odds = this.#advised({ seat, ...where }).odds(x, y, playouts, seed);
    if (!odds) throw new AudeError("unknown", `no road or city of (${x},${y}) is unfinished`);
    return odds;
  }

  analysis({ seats, playouts, seed }) {
    if (!this.#at) throw new AudeError("over", "this picture was freed");
    return new Analysis(this.#module, this.#at, this.#lines, { seats, playouts, seed });
  }

  /* ---- Pictures ---- */

  #kind(kind) {
    const index = this.#about.kinds.indexOf(kind);
    if (index < 0) throw new AudeError("unknown", `there is no tile \`${kind}\``);
    return index;
  }

  shows(kind, rotation) {
    return JSON.parse(this.#words("picture_tile", this.#kind(kind), rotation));
  }

  tile(kind, rotation, x, y, options) {
    return this.#words("paint_tile", this.#kind(kind), rotation, x, y, flagsOf(options));
  }

  region(kind, rotation, x, y, segment) {
    return this.#words("paint_region", this.#kind(kind), rotation, x, y, segment);
  }

  spots(kind, rotation, x, y) {
    return JSON.parse(this.#words("paint_spots", this.#kind(kind), rotation, x, y));
  }

  corner(options) {
    return this.#module.words((...dst) => this.#module.c.paint_corner(flagsOf(options), ...dst));
  }

  meeple(seat, options) {
    return this.#module.words((...dst) => this.#module.c.paint_meeple(seat, flagsOf(options), ...dst));
  }

  chip(seat, face, options) {
    const index = face === null ? -1 : this.#about.faces.indexOf(face);
    if (face !== null && index < 0) throw new AudeError("unknown", `there is no chip \`${face}\``);
    return this.#words("paint_chip", seat, index, flagsOf(options));
  }

  stack(seats, options) {
    const bits = seats.reduce((sum, seat) => sum | (1 << seat), 0);
    return this.#module.words((...dst) => this.#module.c.paint_stack(bits, flagsOf(options), ...dst));
  }

  box(piece) {
    return this.#about.boxes[piece];
  }

  colour(seat) {
    return "#" + this.#about.colours[seat].toString(16).padStart(6, "0");
  }

  ink(seat) {
    return "#" + this.#about.inks[seat].toString(16).padStart(6, "0");
  }

  free() {
    const { room } = this.#module;
    this.#adviser?.free();
    for (const at of [this.#at, this.#copies, this.#text.at, ...this.#states, ...[...this.#memory.values()].map(({ at }) => at)]) room.give(at);
    this.#at = 0;
  }
}
