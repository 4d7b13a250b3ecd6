/* advice.js - hints, odds and judgements of a picture; picture.js has shown it what they are about. The types, with comments, are in index.d.ts. */
import { AudeError, MAX_PLAYOUTS, MAX_SEATS, seatBits, seedBits, whole } from "./module.js";

const ALL_SEATS = (1 << MAX_SEATS) - 1;

function playoutsOf(playouts) {
  return whole("playouts", playouts, 1, MAX_PLAYOUTS);
}

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
    return told(this.#module, c.advice_turn(this.#at, this.#picture, seat, playoutsOf(playouts), seedBits(seed)), (...dst) =>
      c.advice_tell_turn(this.#at, this.#picture, ...dst),
    );
  }

  odds(x, y, playouts, seed) {
    const { c } = this.#module;
    return told(this.#module, c.advice_odds(this.#at, this.#picture, x, y, playoutsOf(playouts), seedBits(seed)), (...dst) =>
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

  /* picture() is where the picture lies; it throws when that was freed. */
  constructor(module, picture, lines, { seats, playouts, seed }) {
    const { c, room } = module;
    const bits = seedBits(seed);
    this.#module = module;
    this.#picture = picture;
    this.#playouts = playoutsOf(playouts);
    this.#seats = seats === undefined ? ALL_SEATS : seatBits(seats, c.picture_seats(picture()));
    this.#at = room.take(c.advice_bytes());
    const text = lines.map((line) => line + "\n").join("");
    this.#moves = room.take(text.split("\n").length * c.move_bytes());
    try {
      module.with(text, (at, size) =>
        module.try((error) => c.advice_study(this.#at, picture(), at, size, this.#moves, bits, error)),
      );
    } catch (error) {
      this.free();
      throw error;
    }
  }

  next() {
    const { c } = this.#module;
    if (!this.#at) throw new AudeError("over", "this analysis was freed");
    const picture = this.#picture();
    const value = told(this.#module, c.advice_next(this.#at, this.#seats, this.#playouts), (...dst) =>
      c.advice_tell_next(this.#at, picture, ...dst),
    );
    return value ? { done: false, value } : { done: true, value: undefined };
  }

  [Symbol.iterator]() {
    return this;
  }

  free() {
    if (!this.#at) return;
    for (const at of [this.#at, this.#moves]) this.#module.room.give(at);
    this.#at = 0;
  }
}
