/* host.js - the authority over the games of a table. The types, with comments, are in index.d.ts. */
import { AudeError, NOBODY, seatOf, whole } from "./module.js";

const AIDS = ["tiles", "fields", "fits", "projection", "odds", "hint", "analysis"];
const SAID = ["setup", "people", "phase", "decision", "question", "seals", "lines", "own", "clock"];

function timeOf(now) {
  return whole("as a time in ms", now, 0, Number.MAX_SAFE_INTEGER);
}

export class Host {
  #module;
  #at = 0;

  constructor(module, setup) {
    const { c, room } = module;
    this.#module = module;
    try {
      this.#at = room.take(c.host_bytes());
      module.with(setup, (at, size) => module.try((error) => c.host_open(this.#at, at, size, error)));
    } catch (error) {
      this.free();
      throw error;
    }
  }

  #call(name, ...rest) {
    if (!this.#at) throw new AudeError("over", "this table was freed");
    return this.#module.c[name](this.#at, ...rest);
  }

  #words(name, ...rest) {
    return this.#module.words((...dst) => this.#call(name, ...rest, ...dst));
  }

  #seat(seat, nobody) {
    return seatOf(seat, this.#call("host_seats"), nobody);
  }

  /* There are rules and a state from the first game on; the size of a view is 0 before. */
  #game() {
    const size = this.#call("host_view_bytes");
    if (!size) throw new AudeError("over", "no game has begun at this table");
    return size;
  }

  enter(act) {
    this.#module.with(act, (at, size) => this.#module.try((error) => this.#call("host_enter", at, size, error)));
    return { act: this.#words("host_act_line"), ...JSON.parse(this.#words("host_outcome")) };
  }

  due(now) {
    return JSON.parse(this.#words("host_due", timeOf(now)));
  }

  aid(aid) {
    const index = AIDS.indexOf(aid);
    if (index < 0) throw new AudeError("unknown", `there is no aid \`${String(aid)}\``);
    this.#module.try((error) => this.#call("host_aid", index, error));
  }

  secrets() {
    return JSON.parse(this.#words("host_secrets"));
  }

  chance() {
    this.#game();
    return JSON.parse(this.#words("host_chance"));
  }

  view(seat) {
    const { c, room } = this.#module;
    const size = this.#game();
    this.#seat(seat);
    const at = room.take(size);
    this.#call("host_view", seat, at);
    const bytes = new Uint8Array(c.memory.buffer, at, size).slice();
    room.give(at);
    return bytes;
  }

  fallback(seat) {
    this.#game();
    return this.#words("host_default", this.#seat(seat));
  }

  record(viewer = NOBODY) {
    return this.#words("host_record", this.#seat(viewer, NOBODY));
  }

  log() {
    return this.#words("host_log");
  }

  say(what, ...rest) {
    if (!SAID.includes(what)) throw new AudeError("unknown", `there is no message \`${String(what)}\``);
    return this.#words("host_say_" + what, ...this.#asked(what, ...rest));
  }

  /* What a message is asked with. */
  #asked(what, first, from) {
    switch (what) {
      case "lines":
        return [this.#seat(first, NOBODY), whole("as a line", from, 0, 2 ** 31 - 1)];
      case "own":
        this.#game();
        return [this.#seat(first)];
      case "clock":
        return [timeOf(first)];
      default:
        return [];
    }
  }

  free() {
    this.#module.room.give(this.#at);
    this.#at = 0;
  }
}
