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

/** What a seat of ours puts on a tile. */
export interface OwnBet {
  readonly decision: number;
  readonly seat: Seat;
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
  #committed = new Map<Seat, Hex>(); // hashes of own seats that the server has accepted
  #bets = new Map<string, OwnBet>(); // accepted, and no seal of them seen

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
        const hash = proofOfNonce(nonce);
        this.#nonces.set(seat, nonce);
        await this.#shelf.put('nonces', key, nonce).catch(() => {});
        const accepted = () => {
          if (this.#game !== seals.game) return;
          this.#committed.set(seat, hash);
          this.#hold();
        };
        send({ type: 'commit', seat, hash }).then(accepted, () => {});
      } else if (all && !this.#opened.has(seat) && !said(seat)?.nonce) {
        this.#opened.add(seat);
        const nonce = this.#nonces.get(seat) ?? (await this.#shelf.get<Hex>('nonces', key).catch(() => undefined));
        if (nonce && proofOfNonce(nonce) === said(seat)?.commitment) send({ type: 'nonce', seat, nonce }).catch(() => this.#opened.delete(seat));
      }
    }
  }

  // ---- Bets ----

  bet(decision: number, seat: Seat, chip: string): OwnBet {
    return { decision, seat, chip, nonce: randomHex() };
  }

  /** The server has taken it. It is kept until its seal was seen, as that may be after a reload. */
  accepted(bet: OwnBet): void {
    const key = this.#betKey(bet);
    this.#bets.set(key, bet);
    void this.#shelf.put('nonces', key, bet).catch(() => {});
    this.#hold();
  }

  #betKey({ decision, seat }: OwnBet): string {
    return `${this.#table}/bet/${decision}/${seat}`;
  }

  // ---- What is published ----

  hearSeals({ game, published, seats }: Message<'seals'>): void {
    if (!published) return;
    this.#note(game, `published ${published}`);
    const opened = this.#receipt.hasNonce;
    for (const { seat, commitment, nonce } of seats) {
      // Who does so could choose the draws.
      if (opened && commitment && !this.#receipt.commitment(seat)) this.#breaks(`seat ${seat} committed to a nonce after others had opened`);
      if (commitment) this.#note(game, `commitment ${seat} ${commitment}`);
      if (nonce) this.#note(game, `nonce ${seat} ${nonce}`);
    }
    this.#hold();
  }

  hearBets({ game, commitments }: Message<'bets'>): void {
    for (const { decision, seat, x, y, seal } of commitments) this.#note(game, `seal ${decision} ${seat} ${x} ${y} ${seal}`);
    this.#hold();
  }

  hearOpened({ game, bets, secret }: Message<'opened'>): void {
    for (const { decision, seat, x, y, chip, nonce } of bets) this.#note(game, `open ${decision} ${seat} ${x} ${y} ${chip} ${nonce}`);
    if (secret) this.#note(game, `secret ${secret}`);
    this.#hold();
  }

  /** What opened must be what was sealed, and what is published of our own what we sent. */
  #hold(): void {
    this.#breaks(this.#receipt.openings()[0]?.message);
    for (const [seat, hash] of this.#committed) {
      const published = this.#receipt.commitment(seat);
      if (published && published !== hash) this.#breaks(`seat ${seat} committed to another nonce than was published for it`);
    }
    for (const [key, bet] of this.#bets) {
      const sealed = this.#receipt.sealed(bet.decision, bet.seat);
      if (!sealed) continue;
      this.#bets.delete(key);
      void this.#shelf.drop('nonces', key).catch(() => {});
      if (proofOfBet(bet.nonce, this.#receipt.name, sealed, bet.chip) !== sealed.seal)
        this.#breaks(`the chip of seat ${bet.seat} on (${sealed.x}, ${sealed.y}) was not sealed as it was bet`);
    }
  }

  #note(game: number, line: string): void {
    const name = `${this.#table}/${game}`;
    this.#watched(() => {
      if (this.#receipt.name !== name) {
        this.#receipt = new Receipt();
        this.#receipt.note(`game ${name}`);
        this.#committed.clear();
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
    if (this.broken !== null || what === undefined) return;
    this.broken = what;
    this.#changed();
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

  /** What was noted before a reload, and own bets that had no seal then. */
  async #recall(name: string): Promise<void> {
    const before = await this.#shelf.get<string>('receipts', name).catch(() => undefined);
    const bets = await this.#shelf.list<OwnBet>('nonces', `${this.#table}/bet/`).catch(() => []);
    if (this.#receipt.name !== name) return;
    for (const bet of bets) this.#bets.set(this.#betKey(bet), bet);
    for (const line of before?.split('\n').slice(1) ?? []) if (line) this.#watched(() => this.#receipt.note(line));
    this.#hold();
    if (before) this.#keep();
    this.#changed();
  }
}
