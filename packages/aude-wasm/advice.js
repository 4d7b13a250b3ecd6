/* advice.js - hints, odds and judgements of a picture; picture.js has shown it what they are about. The types, with comments, are in index.d.ts. */
import { AudeError } from "./module.js";

const ALL_SEATS = (1 << 6) - 1;

/* A call of the module that has answered is told; null: there was nothing to say. */
function told(module, asked, tell) {
  return asked ? module.json(tell) : null;
}

export class Adviser {
  #module;
  #picture;
  #at;

  constructor(module, picture) {
    this.#module = module;
    this.#picture = picture;
    this.#at = module.room.take(module.c.advice_bytes());
  }

  turn(seat, playouts, seed) {
    const { c } = this.#module;
    return told(this.#module, c.advice_turn(this.#at, this.#picture, seat, playouts, BigInt(seed)), (...dst) =>
      c.advice_tell_turn(this.#at, this.#picture, ...dst),
    );
  }

  odds(x, y, playouts, seed) {
    const { c } = this.#module;
    return told(this.#module, c.advice_odds(this.#at, this.#picture, x, y, playouts, BigInt(seed)), (...dst) =>
      c.advice_tell_odds(this.#at, this.#picture, ...dst),
    );
  }

  free() {
    this.#module.room.give(this.#at);
  }
}

export class Analysis {
  #module;
  #picture;
  #playouts;
  #seats;
  #at;
  #moves;

  constructor(module, picture, lines, { seats, playouts, seed }) {
    const { c, room } = module;
    this.#module = module;
    this.#picture = picture;
    this.#playouts = playouts;
    this.#seats = seats ? seats.reduce((bits, seat) => bits | (1 << seat), 0) : ALL_SEATS;
    this.#at = room.take(c.advice_bytes());
    const text = lines.map((line) => line + "\n").join("");
    this.#moves = room.take(text.split("\n").length * c.move_bytes());
    try {
      module.with(text, (at, size) =>
        module.try((error) => c.advice_study(this.#at, picture, at, size, this.#moves, BigInt(seed), error)),
      );
    } catch (error) {
      this.free();
      throw error;
    }
  }

  next() {
    const { c } = this.#module;
    if (!this.#at) throw new AudeError("over", "this analysis was freed");
    const value = told(this.#module, c.advice_next(this.#at, this.#seats, this.#playouts), (...dst) =>
      c.advice_tell_next(this.#at, this.#picture, ...dst),
    );
    return value ? { done: false, value } : { done: true, value: undefined };
  }

  [Symbol.iterator]() {
    return this;
  }

  free() {
    for (const at of [this.#at, this.#moves]) this.#module.room.give(at);
    this.#at = 0;
  }
}
