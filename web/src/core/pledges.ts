/**
 * What this client and the server have promised each other in a game: nonces for the seed of the draws, nonces of bets, and the receipt of everything
 * that was published (docs/fairness.md). What contradicts the receipt is kept and told, and no reason to stop.
 */
import type { Seat } from 'aude-wasm';
import type { SeatState } from './api.js';
import { asCoreError } from './errors.js';
import type { Message } from './known.js';
import { proofOfBet, proofOfNonce, randomHex, type Hex } from './proof.js';
import { Receipt } from './receipt.js';
import type { Shelf } from './shelf.js';

const KEEP_AFTER = 200; // ms

/** What a seat of ours has put on a tile, as far as we know: a refused command leaves none. */
export interface OwnBet {
  readonly key: string;
  readonly chip: string;
  readonly nonce: Hex;
}

export class Pledges {
  /** The first promise of the server that does not hold. */
  broken: string | null = null;
  readonly #table: string;
  readonly #shelf: Shelf;
  readonly #changed: () => void;
  #receipt = new Receipt();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #game = 0; // whose seed is being sealed
  #nonces = new Map<Seat, Hex>();
  #opened = new Set<Seat>();
  #bets = new Set<OwnBet>();

  /** `changed` is called when more becomes known by itself. */
  constructor(table: string, shelf: Shelf, changed: () => void) {
    this.#table = table;
    this.#shelf = shelf;
    this.#changed = changed;
  }

  // ---- The seed ----

  /** A nonce for each own seat: first its hash, and when everybody has sent theirs, itself. Nonces outlive a reload. */
  async seal(
    seals: Message<'seals'>,
    seats: readonly SeatState[],
    send: (command: { type: 'commit'; seat: Seat; hash: Hex } | { type: 'nonce'; seat: Seat; nonce: Hex }) => Promise<void>,
  ): Promise<void> {
    if (!seals.published) return;
    if (this.#game !== seals.game) {
      this.#game = seals.game;
      this.#nonces.clear();
      this.#opened.clear();
    }
    const said = (seat: Seat) => seals.seats.find((s) => s.seat === seat);
    const all = seats.every(({ kind, seat }) => kind !== 'person' || said(seat)?.commitment);
    for (const { seat, mine } of seats) {
      const key = `${this.#table}/${seals.game}/${seat}`;
      if (!mine) continue;
      if (!said(seat)?.commitment) {
        if (this.#nonces.has(seat)) continue;
        const nonce = randomHex();
        this.#nonces.set(seat, nonce);
        await this.#shelf.put('nonces', key, nonce).catch(() => {});
        send({ type: 'commit', seat, hash: proofOfNonce(nonce) }).catch(() => {});
      } else if (all && !this.#opened.has(seat) && !said(seat)?.nonce) {
        this.#opened.add(seat);
        const nonce = this.#nonces.get(seat) ?? (await this.#shelf.get<Hex>('nonces', key).catch(() => undefined));
        if (nonce) send({ type: 'nonce', seat, nonce }).catch(() => this.#opened.delete(seat));
      }
    }
  }

  // ---- Bets ----

  bet(decision: number, seat: Seat, chip: string): OwnBet {
    const made = { key: `${decision} ${seat}`, chip, nonce: randomHex() };
    this.#bets.add(made);
    return made;
  }
  withdraw(bet: OwnBet): void {
    this.#bets.delete(bet);
  }

  // ---- What is published ----

  hearSeals({ game, published, seats }: Message<'seals'>): void {
    if (!published) return;
    this.#note(game, `published ${published}`);
    for (const { seat, commitment, nonce } of seats) {
      if (commitment) this.#note(game, `commitment ${seat} ${commitment}`);
      if (nonce) this.#note(game, `nonce ${seat} ${nonce}`);
    }
  }

  hearBets({ game, commitments }: Message<'bets'>): void {
    for (const bet of commitments) {
      const { decision, seat, x, y, seal } = bet;
      this.#note(game, `seal ${decision} ${seat} ${x} ${y} ${seal}`);
      const mine = [...this.#bets].filter(({ key }) => key === `${decision} ${seat}`);
      if (mine.length && !mine.some(({ nonce, chip }) => proofOfBet(nonce, this.#receipt.name, bet, chip) === seal))
        this.#breaks(`the chip of seat ${seat} on (${x}, ${y}) was not sealed as it was bet`);
    }
  }

  hearOpened({ game, bets, secret }: Message<'opened'>): void {
    for (const { decision, seat, x, y, chip, nonce } of bets) this.#note(game, `open ${decision} ${seat} ${x} ${y} ${chip} ${nonce}`);
    if (secret) this.#note(game, `secret ${secret}`);
    this.#breaks(this.#receipt.openings()[0]?.message);
  }

  #note(game: number, line: string): void {
    const name = `${this.#table}/${game}`;
    this.#watched(() => {
      if (this.#receipt.name !== name) {
        this.#receipt = new Receipt();
        this.#receipt.note(`game ${name}`);
        void this.#recall(name);
      }
      this.#receipt.note(line);
    });
    this.#keep();
  }

  #watched(work: () => void): void {
    try {
      work();
    } catch (error) {
      this.#breaks(asCoreError(error).message);
    }
  }
  #breaks(what: string | undefined): void {
    this.broken ??= what ?? null;
  }

  // ---- The receipt ----

  receipt(): string {
    return this.#receipt.isEmpty ? '' : this.#receipt.write();
  }

  #keep(): void {
    clearTimeout(this.#timer);
    const { name } = this.#receipt;
    const text = this.#receipt.write();
    this.#timer = setTimeout(() => void this.#shelf.put('receipts', name, text).catch(() => {}), KEEP_AFTER);
  }

  /** What was noted before a reload. */
  async #recall(name: string): Promise<void> {
    const before = await this.#shelf.get<string>('receipts', name).catch(() => undefined);
    if (!before || this.#receipt.name !== name) return;
    for (const line of before.split('\n').slice(1)) if (line) this.#watched(() => this.#receipt.note(line));
    this.#breaks(this.#receipt.openings()[0]?.message);
    this.#keep();
    this.#changed();
  }
}
