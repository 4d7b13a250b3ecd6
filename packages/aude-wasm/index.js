/* index.js - the library in JavaScript: node, browsers and workers. The types, with comments, are in index.d.ts; the other side is
 * src/wasm/module.h. */

import { Analysis } from "./advice.js";
import { AudeError, listOf, MAX_PLAYOUTS, MAX_SEATS, Module, NOBODY, seatOf, seedBits, whole } from "./module.js";
import { Host } from "./host.js";
import { Picture } from "./picture.js";

export { Analysis, AudeError, Host, NOBODY, Picture };
export const RECALL = 1;

const CHANCE = 1 << 30;

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

function namesOf(seats) {
  if (typeof seats !== "number") return listOf("seats, where no number,", seats);
  return Array(whole("seats", seats, 1, MAX_SEATS)).fill("");
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

  picture(head) {
    return new Picture(this.#module, head);
  }

  host(setup) {
    return new Host(this.#module, setup);
  }

  tileset(name) {
    const m = this.#module;
    if (!this.sets.includes(name)) throw new AudeError("unknown", `there is no set \`${String(name)}\``);
    return m.with(name, (at) => m.words((...dst) => m.c.library_tileset(at, ...dst)));
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

  imported(text) {
    const m = this.#module;
    return m.with(text, (at, size) => {
      if (!m.c.foreign_is(at, size)) return text;
      const work = m.room.take(m.c.foreign_bytes(size));
      try {
        const log = m.words((...dst) => m.c.foreign_record(at, size, work, ...dst, m.error));
        if (!log) throw m.failure();
        return log;
      } finally {
        m.room.give(work);
      }
    });
  }

  signature() {
    return BigInt.asUintN(64, this.#module.c.library_signature()).toString(16).padStart(16, "0");
  }

  playouts(n, seed = 1, options = { sets: ["base"] }) {
    const m = this.#module;
    whole("games", n, 0, MAX_PLAYOUTS); // their moves are counted in 32 bits
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

  #seat(seat) {
    return seatOf(seat, this.#call("game_seats"), NOBODY);
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
