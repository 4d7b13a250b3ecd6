/* host.js - the authority over the games of a table. The types, with comments, are in index.d.ts. */
import { AudeError } from "./module.js";

const AIDS = ["tiles", "fields", "fits", "projection", "odds", "hint", "analysis"];

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

  enter(act) {
    this.#module.with(act, (at, size) => this.#module.try((error) => this.#call("host_enter", at, size, error)));
    return { act: this.#words("host_act_line"), ...JSON.parse(this.#words("host_outcome")) };
  }

  due(now) {
    return JSON.parse(this.#words("host_due", now));
  }

  aid(aid) {
    this.#module.try((error) => this.#call("host_aid", AIDS.indexOf(aid), error));
  }

  secrets() {
    return JSON.parse(this.#words("host_secrets"));
  }

  chance() {
    return JSON.parse(this.#words("host_chance"));
  }

  view(seat) {
    const { c, room } = this.#module;
    const size = this.#call("host_view_bytes");
    const at = room.take(size);
    this.#call("host_view", seat, at);
    const bytes = new Uint8Array(c.memory.buffer, at, size).slice();
    room.give(at);
    return bytes;
  }

  fallback(seat) {
    return this.#words("host_default", seat);
  }

  record(viewer = 255) {
    return this.#words("host_record", viewer);
  }

  log() {
    return this.#words("host_log");
  }

  say(what, ...rest) {
    return this.#words("host_say_" + what, ...rest);
  }

  free() {
    this.#module.room.give(this.#at);
    this.#at = 0;
  }
}
