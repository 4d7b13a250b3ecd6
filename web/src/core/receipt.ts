/** What a client saw published of one game, and holding it against what opens later and against the finished record: docs/fairness.md. */
import { AudeError, type Picture } from 'aude-wasm';
import { aude } from './wasm.js';
import { CoreError } from './errors.js';
import { proofDraw, proofOfBet, proofOfNonce, proofOfSecret, proofSeed, ZERO, type Hex, type SealedBet } from './proof.js';
import { splitRecord } from './record.js';

interface Bet extends SealedBet {
  seal?: Hex;
  chip?: string;
  nonce?: Hex;
}

/**
 * What does not hold. Of the receipt: `receipt` lacks something or is of another game. Of what was published: `secret`, a seat's `nonce`, a seat's
 * `seal` of a chip. Of the record: a `draw` that is not that of the seed, a `line` that cannot be played, `unfinished`, a chip that is `hidden`, `other`
 * than was sealed, or `missing`.
 */
export type Breach = 'receipt' | 'secret' | 'nonce' | 'seal' | 'draw' | 'line' | 'unfinished' | 'hidden' | 'other' | 'missing';
export interface Failure {
  readonly what: Breach;
  /** Of the record, from 1; 0: of no line. */
  readonly line: number;
  /** Whose nonce or chip. */
  readonly seat: number | null;
  /** One English sentence with the details. */
  readonly message: string;
}
type Say = (what: Breach, message: string, seat?: number | null, line?: number) => void;

const HEX = /^[0-9a-f]{64}$/;
const BROKEN = 'something else was published before';

export class Receipt {
  name = '';
  #published: Hex | undefined;
  #secret: Hex | undefined;
  #commitment = new Map<number, Hex>();
  #nonce = new Map<number, Hex>();
  #bets = new Map<string, Bet>();

  /** Notes a line. The same again is nothing new; what contradicts what was noted throws: somebody has changed what they had published. */
  note(line: string): void {
    const words = line.trim().split(/\s+/);
    const [what, first, second] = words;
    switch (what) {
      case 'game':
        if (!first || words.length !== 2 || (this.name && this.name !== first)) throw new CoreError('expect', `\`${line}\`: another game`);
        this.name = first;
        return;
      case 'published':
        this.#published = known(this.#published, hexOf(line, words, 1));
        return;
      case 'secret':
        this.#secret = known(this.#secret, hexOf(line, words, 1));
        return;
      case 'commitment':
      case 'nonce': {
        const place = what === 'nonce' ? this.#nonce : this.#commitment;
        const seat = numberOf(line, first);
        place.set(seat, known(place.get(seat), hexOf(line, words, 2)));
        return;
      }
      case 'seal':
      case 'open':
        return this.#noteBet(line, words, what === 'open');
      default:
        throw new CoreError('unknown', `unknown word \`${String(what)}\` before \`${String(second)}\``);
    }
  }

  #noteBet(line: string, words: readonly string[], opens: boolean): void {
    const [decision, seat, x, y] = [1, 2, 3, 4].map((i) => numberOf(line, words[i])) as [number, number, number, number];
    const key = [decision, seat, x, y].join(' ');
    const bet = this.#bets.get(key) ?? { decision, seat, x, y };
    const value = hexOf(line, words, opens ? 6 : 5);
    const news = opens ? { nonce: known(bet.nonce, value), chip: known(bet.chip, words[5]!) } : { seal: known(bet.seal, value) };
    this.#bets.set(key, { ...bet, ...news });
  }

  /** A whole file, or the `# receipt` comments of a record. */
  static read(text: string): Receipt {
    const receipt = new Receipt();
    const lines = text.split(/\r?\n/);
    if (lines[0]?.trim() !== 'aude-receipt 1') throw new CoreError('syntax', 'a receipt begins with `aude-receipt 1`', 1);
    lines.forEach((line, i) => {
      const bare = line.replace(/(^|\s)#.*/, '').trim();
      if (i === 0 || !bare) return;
      try {
        receipt.note(bare);
      } catch (error) {
        throw error instanceof CoreError ? new CoreError(error.code, error.message, i + 1) : error;
      }
    });
    return receipt;
  }
  static ofRecord(record: string): Receipt | null {
    const lines = record.split(/\r?\n/).flatMap((line) => /^# receipt (.*)$/.exec(line)?.[1] ?? []);
    return lines.length ? Receipt.read(['aude-receipt 1', ...lines].join('\n')) : null;
  }

  write(): string {
    const lines = ['aude-receipt 1'];
    const seats = [0, 1, 2, 3, 4, 5];
    if (this.name) lines.push(`game ${this.name}`);
    if (this.#published) lines.push(`published ${this.#published}`);
    for (const seat of seats) if (this.#commitment.has(seat)) lines.push(`commitment ${seat} ${this.#commitment.get(seat)}`);
    for (const seat of seats) if (this.#nonce.has(seat)) lines.push(`nonce ${seat} ${this.#nonce.get(seat)}`);
    for (const [key, bet] of this.#bets) {
      if (bet.seal) lines.push(`seal ${key} ${bet.seal}`);
      if (bet.nonce) lines.push(`open ${key} ${bet.chip} ${bet.nonce}`);
    }
    if (this.#secret) lines.push(`secret ${this.#secret}`);
    return lines.join('\n') + '\n';
  }
  get isEmpty(): boolean {
    return !this.#published && !this.#bets.size;
  }

  get hasNonce(): boolean {
    return this.#nonce.size > 0;
  }
  commitment(seat: number): Hex | undefined {
    return this.#commitment.get(seat);
  }
  /** The seal of a seat's bet, and where it lies. */
  sealed(decision: number, seat: number): (SealedBet & { readonly seal: Hex }) | undefined {
    for (const { seal, ...bet } of this.#bets.values()) if (seal && bet.decision === decision && bet.seat === seat) return { ...bet, seal };
    return undefined;
  }

  /** What has opened and does not agree with what was published before. */
  openings(): Failure[] {
    const failures: Failure[] = [];
    const say: Say = (what, message, seat = null) => failures.push({ what, line: 0, seat, message });
    if (this.#secret && this.#published && proofOfSecret(this.#secret, this.name) !== this.#published)
      say('secret', 'the secret is not the one that was published for this game');
    for (const [seat, nonce] of this.#nonce) {
      const commitment = this.#commitment.get(seat);
      if (!commitment) say('nonce', `seat ${seat} opened a nonce that it had not committed to`, seat);
      else if (proofOfNonce(nonce) !== commitment) say('nonce', `seat ${seat} opened another nonce than it had committed to`, seat);
    }
    for (const bet of this.#bets.values()) {
      if (!bet.nonce) continue;
      const where = `the chip of seat ${bet.seat} on (${bet.x}, ${bet.y})`;
      if (!bet.seal) say('seal', `${where} opened, but was never sealed`, bet.seat);
      else if (proofOfBet(bet.nonce, this.name, bet, bet.chip!) !== bet.seal) say('seal', `${where} is not the one that was sealed`, bet.seat);
    }
    return failures;
  }

  /** Holds a finished record against it. */
  verify(record: string): { failures: Failure[]; draws: number; bets: number } {
    const failures = this.openings();
    const say: Say = (what, message, seat = null, line = 0) => failures.push({ what, line, seat, message });
    const { head, lines, numbers } = splitRecord(record);
    const picture = aude().picture(head);
    let draws = 0;
    let bets = 0;
    try {
      const seats = picture.view({ line: 0 }).seats.length;
      if (!this.name) say('receipt', 'the receipt does not name the game');
      if (!this.#published) say('receipt', 'the receipt does not have what was published before the game');
      if (!this.#secret) say('receipt', 'the receipt does not have the secret: the game is not over, or it was never opened');
      if ([...this.#commitment.keys(), ...this.#nonce.keys()].some((seat) => seat >= seats)) say('receipt', 'the receipt is of a game with more seats');
      if (!this.name || !this.#published || !this.#secret) return { failures, draws, bets };
      const nonces = Array.from({ length: seats }, (_, seat) => this.#nonce.get(seat) ?? ZERO);
      const seed = proofSeed(this.#secret, nonces, picture.setup());
      const used = new Set<Bet>();
      let office = { x: 0, y: 0 };
      picture.hear(0, lines);
      const played = lines.slice(0, playable(picture));
      if (played.length < lines.length) say('line', 'this line cannot be played', null, numbers[played.length]);
      played.forEach((line, i) => {
        const [word, a, b] = line.split(' ') as [string, string, string];
        if (word === 'draw') {
          const due = proofDraw(seed, picture.chance(i), draws++);
          if (due !== line) say('draw', `${line} of the record is not the one of the seed, which is ${due.slice(5)}`, null, numbers[i]);
        } else if (word === 'place') {
          office = { x: Number(a), y: Number(b) };
        } else if (word === 'bet' && b !== 'pass') {
          bets++;
          this.#verifyBet(Number(a), office, b, used, (what, message, seat) => say(what, message, seat, numbers[i]));
        }
      });
      if (picture.view({ line: played.length }).step !== 'over') say('unfinished', 'the game of the record is not over');
      for (const bet of this.#bets.values())
        if (!used.has(bet)) say('missing', `seat ${bet.seat} sealed a chip on (${bet.x}, ${bet.y}), which the record does not have`, bet.seat);
      return { failures, draws, bets };
    } finally {
      picture.free();
    }
  }

  #verifyBet(seat: number, at: { x: number; y: number }, chip: string, used: Set<Bet>, say: Say): void {
    if (chip === '?') return say('hidden', `the record does not show the chip of seat ${seat}`, seat);
    const bet = [...this.#bets.values()].find((b) => b.seat === seat && b.x === at.x && b.y === at.y);
    if (!bet) return say('seal', `the chip of seat ${seat} has no seal`, seat);
    used.add(bet);
    if (!bet.nonce) say('seal', `the chip of seat ${seat} was sealed, but never opened`, seat);
    else if (bet.chip !== chip) say('other', `the record says chip ${chip}, but ${bet.chip} was sealed`, seat);
  }
}

/** How many of its lines can be played. */
function playable(picture: Picture): number {
  try {
    return picture.view().line;
  } catch (error) {
    if (!(error instanceof AudeError) || !error.line) throw error;
    return error.line - 1;
  }
}

function known<T>(before: T | undefined, value: T): T {
  if (before !== undefined && before !== value) throw new CoreError('expect', BROKEN);
  return value;
}
function hexOf(line: string, words: readonly string[], at: number): Hex {
  const word = words[at];
  if (words.length !== at + 1 || !word || !HEX.test(word)) throw new CoreError('syntax', `\`${line}\`: expected 64 hexadecimal digits at its end`);
  return word;
}
function numberOf(line: string, word: string | undefined): number {
  if (!word || !/^-?\d{1,9}$/.test(word)) throw new CoreError('syntax', `\`${line}\`: expected a number`);
  return Number(word);
}
