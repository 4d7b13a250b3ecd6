/**
 * The authority over a table of this device: what src/server does for tables on the network. The library holds the table; this brings time,
 * chance and computer players, keeps every act before anybody hears of it, and speaks the protocol, so that a page sees no difference.
 *
 * All people of such a table are at one screen. Commands name a seat, and so the person; those that do not are the host's. What needs the consent of
 * all has it.
 */
import type { Aude, Host, Outcome, Seat } from 'aude-wasm';
import { readClient, writeServer } from '../../proto/codec.js';
import { VERSION, type ClientMessage, type Refusal, type ServerMessage } from '../../proto/messages.js';
import { asCoreError, CoreError } from '../errors.js';
import { core } from '../wasm.js';
import { proofDraw, proofOfBet, proofOfNonce, proofOfSecret, proofSeed, randomHex, ZERO } from '../proof.js';
import type { Shelf } from '../shelf.js';
import type { Question, Thinker } from './thinker.js';

/** A table as it is made: its acts make everything else. */
export interface Beginning {
  /** docs/table.md, one statement a line. */
  readonly setup: readonly string[];
  readonly seats: readonly { readonly name?: string; readonly engine?: string }[];
  /** Goes on from here: lines of a public record without hidden bets, and who begins in it. */
  readonly lines?: readonly string[];
}

/** AUDE_CHANGED_ of include/aude_table.h. */
const CHANGED = { lines: 1, decision: 2, people: 4, setup: 8, clock: 16, question: 32, phase: 64, seals: 128, chat: 256, closed: 512, newGame: 1024 };
const NOBODY = 255;
const CHATS = 100;

type Command = Exclude<ClientMessage, { type: 'hello' | 'ping' | 'aid' }>;
type Fields = { id?: number; seat?: Seat; ask?: string; number?: number; decision?: number; seal?: string | undefined; words?: string | undefined };

export class Authority {
  readonly #aude: Aude;
  readonly #table: string;
  readonly #shelf: Shelf;
  readonly #thinker: Thinker;
  readonly #host: Host;
  #opened: number; // Date.now() of the table's time 0
  readonly #say: (text: string) => void;
  #now = 0; // time of the last act
  #kept = 0; // acts
  #chats: Extract<ServerMessage, { type: 'chat' }>[] = [];
  #toldBets = 0;
  #toldOpen = new Set<number>();
  #game = 0;
  #last: number | undefined; // person who placed the last tile of a person's
  #timer: ReturnType<typeof setTimeout> | undefined;
  #thinking = new Set<Seat>();
  #work: Promise<void> = Promise.resolve(); // one thing after the other
  #closed = false;

  private constructor(aude: Aude, table: string, setup: string, opened: number, shelf: Shelf, thinker: Thinker, say: (text: string) => void) {
    this.#aude = aude;
    this.#table = table;
    this.#shelf = shelf;
    this.#thinker = thinker;
    this.#opened = opened;
    this.#say = say;
    this.#host = core(() => aude.host(setup));
  }

  /** A new table; its people sit, it is in its lobby, or in play where it goes on from a record. */
  static async create(aude: Aude, table: string, beginning: Beginning, shelf: Shelf, thinker: Thinker, say: (text: string) => void): Promise<Authority> {
    const opened = Date.now();
    const setup = [`seats ${beginning.seats.length}`, ...beginning.setup].join('\n') + '\n';
    const authority = new Authority(aude, table, setup, opened, shelf, thinker, say);
    await shelf.put('acts', [table, 0], { opened, setup });
    await authority.#seat(beginning);
    if (beginning.lines) await authority.#continueFrom(beginning.lines);
    return authority;
  }

  /** A table as its kept acts have made it. */
  static async restore(aude: Aude, table: string, shelf: Shelf, thinker: Thinker, say: (text: string) => void): Promise<Authority> {
    const [first, ...acts] = await shelf.list<string | { opened: number; setup: string }>('acts', table);
    if (typeof first !== 'object') throw new CoreError('gone', 'this device does not have that game');
    const authority = new Authority(aude, table, first.setup, first.opened, shelf, thinker, say);
    for (const act of acts) core(() => authority.#take(authority.#host.enter(act as string), act as string));
    authority.#kept = acts.length;
    authority.#opened = Date.now() - authority.#now; // no time has passed while nobody was here
    return authority;
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
    this.#host.free();
  }

  // ---- Acts ------------------------------------------------------------------------------------------------------------

  #time(): number {
    this.#now = Math.max(this.#now, Date.now() - this.#opened);
    return this.#now;
  }

  /** Enters an act, keeps it, and tells what it changed. Throws where the table refuses it. */
  async #enter(by: number | null, kind: string, fields: Fields = {}): Promise<Outcome> {
    const { id, seat, ask, number, decision, seal, words } = fields;
    const act = [
      this.#time(),
      by ?? '-',
      kind,
      ...(by === null ? [] : [`id=${id ? id.toString(16).padStart(16, '0') : ownId()}`]),
      ...(seat === undefined ? [] : [`seat=${seat}`]),
      ...(ask ? [`ask=${ask}`] : []),
      ...(number ? [`number=${number}`] : []),
      ...(decision ? [`decision=${decision}`] : []),
      ...(seal ? [`seal=${seal}`] : []),
      ...(words ? [`words=${words}`] : []),
    ].join(' ');
    const outcome = core(() => this.#host.enter(act));
    if (outcome.repeated) return outcome;
    this.#take(outcome, outcome.act);
    await this.#shelf.put('acts', [this.#table, ++this.#kept], outcome.act);
    return outcome;
  }

  /** What an act is to the authority itself. */
  #take(outcome: Outcome, act: string): void {
    this.#now = Math.max(this.#now, Number(act.split(' ', 1)[0]));
    const placed = /^\d+ (\d+) move .* words=place /.exec(act);
    if (placed) this.#last = Number(placed[1]);
    if (outcome.changed & CHANGED.newGame) {
      this.#toldBets = 0;
      this.#toldOpen.clear();
    }
    if (outcome.changed & CHANGED.chat) this.#noteChat(act);
    if (outcome.changed & CHANGED.phase) this.#game = (JSON.parse(this.#host.say('phase')) as { game: number }).game;
  }

  #noteChat(act: string): void {
    const found = /^(\d+) (\d+) chat.* words=(.*)$/.exec(act);
    if (!found) return;
    const by = Number(found[2]);
    const name = this.#people().people.find((person) => person.number === by)?.name ?? '';
    this.#chats.push({ type: 'chat', by, name, words: found[3]!, time: Number(found[1]) });
    this.#chats.splice(0, this.#chats.length - CHATS);
  }

  #people(): Extract<ServerMessage, { type: 'people' }> {
    return JSON.parse(this.#host.say('people')) as Extract<ServerMessage, { type: 'people' }>;
  }
  #phase(): string {
    return (JSON.parse(this.#host.say('phase')) as { phase: string }).phase;
  }
  #decision(): { id: number; asked: Seat[]; waiting?: Seat } {
    return JSON.parse(this.#host.say('decision')) as { id: number; asked: Seat[]; waiting?: Seat };
  }

  // ---- Beginning -------------------------------------------------------------------------------------------------------------

  async #seat({ seats }: Beginning): Promise<void> {
    for (const { name } of seats) {
      if (name === undefined) continue;
      const { number } = await this.#enter(null, 'join', { seal: randomHex(), words: name });
      await this.#enter(null, 'present', { number });
    }
    let person = 0;
    for (const [seat, { name, engine }] of seats.entries()) {
      if (name !== undefined) await this.#enter(person++, 'sit', { seat });
      else if (engine !== undefined) await this.#enter(0, 'seat', { seat, words: engine });
    }
  }

  /** Plays a game up to here, as it was: draws and computers' moves are the authority's own. */
  async #continueFrom(lines: readonly string[]): Promise<void> {
    await this.#enter(0, 'start');
    await this.#publish();
    const { seats } = this.#people();
    const persons = seats.flatMap((chair, seat) => (chair.kind === 'person' ? [seat] : []));
    for (const seat of persons) await this.#enter(seats[seat]!.person!, 'commit', { seat, seal: proofOfNonce(ZERO) });
    for (const seat of persons) await this.#enter(seats[seat]!.person!, 'nonce', { seat, seal: ZERO });
    for (const line of lines) {
      const [word, first, second] = line.split(' ') as [string, string, string];
      if (word === 'draw') {
        await this.#enter(null, 'draw', { words: line });
        continue;
      }
      const { id, asked } = this.#decision();
      const seat = word === 'bet' || word === 'final' || word === 'retire' || word === 'end' ? Number(first) : asked[0]!;
      const person = seats[seat]!.person;
      if (word === 'retire' || word === 'end') {
        throw new CoreError('illegal', 'a game that somebody has left cannot be gone on with');
      }
      const seal = word === 'bet' && second !== 'pass' ? randomHex() : undefined;
      if (person === undefined) await this.#enter(null, 'engine', { seat, seal, words: line });
      else await this.#enter(person, 'move', { seat, decision: id, seal, words: line });
      const { id: next, waiting } = this.#decision();
      if (waiting !== undefined && person !== undefined) await this.#enter(person, 'confirm', { seat, decision: next });
    }
  }

  // ---- Hearing ---------------------------------------------------------------------------------------------------------------

  /** A message of the page. Work is done in the order of the calls. */
  hear(text: string): void {
    this.#next(() => this.#hear(readClient(text)));
  }

  /** Does something, then what is due, after all that was to be done before. What fails here (a device that is full) ends this authority: the page
   * comes again, and another one is restored from what was kept. */
  #next(work: () => Promise<void>): void {
    this.#work = this.#work.then(async () => {
      if (this.#closed) return;
      try {
        await work();
        await this.#doDue();
      } catch (error) {
        this.#tell({ type: 'sorry', code: 'ending', message: asCoreError(error).message.slice(0, 200) || 'it failed' });
        this.close();
      }
    });
  }

  async #hear(m: ClientMessage): Promise<void> {
    if (m.type === 'hello') return this.#tellAll();
    if (m.type === 'ping') return this.#tell({ type: 'pong', n: m.n, time: this.#time() });
    try {
      if (m.type === 'aid') throw new CoreError('unknown', 'a page gives advice itself');
      const outcome = await this.#command(m);
      this.#tell({ type: 'done', id: m.id });
      if (!outcome.repeated) this.#tellChange(outcome);
      if (m.type === 'propose') await this.#consent();
    } catch (error) {
      const { code, message } = asCoreError(error);
      if (code === 'storage') throw error;
      this.#tell({ type: 'refused', id: m.id, code: refusal(code), message });
    }
  }

  #personOf(seat: Seat): number {
    return this.#people().seats[seat]?.person ?? 0;
  }

  async #command(m: Command): Promise<Outcome> {
    const { id } = m;
    const host = this.#people().host ?? 0;
    switch (m.type) {
      case 'sit':
        return this.#enter(this.#sitter(m.seat), 'sit', { id, seat: m.seat });
      case 'stand':
      case 'resign':
        return this.#enter(this.#personOf(m.seat), m.type, { id, seat: m.seat });
      case 'name':
      case 'chat':
        return this.#enter(host, m.type, { id, words: m.type === 'name' ? m.name : m.words });
      case 'seat':
        if (m.engine !== undefined && !this.#knows(m.engine)) throw new CoreError('unknown', 'there is no such computer player');
        return this.#enter(host, 'seat', { id, seat: m.seat, words: m.engine });
      case 'option':
        return this.#enter(host, 'option', { id, words: m.line });
      case 'seats':
        return this.#enter(host, 'seats', { id, number: m.number });
      case 'host':
      case 'kick':
        return this.#enter(host, m.type, { id, number: m.person });
      case 'start':
        return this.#enter(host, 'start', { id });
      case 'commit':
        return this.#enter(this.#personOf(m.seat), 'commit', { id, seat: m.seat, seal: m.hash });
      case 'nonce':
        return this.#enterNonce(m.seat, m.nonce, id);
      case 'move':
        return this.#enter(this.#personOf(m.seat), 'move', { id, seat: m.seat, decision: m.decision, seal: m.nonce, words: m.line });
      case 'confirm':
        return this.#enter(this.#personOf(m.seat), 'confirm', { id, seat: m.seat, decision: m.decision });
      case 'undo':
        return this.#enter(this.#personOf(m.seat), 'undo', { id, seat: m.seat, decision: m.decision, number: m.index ?? -1 });
      case 'propose':
        return this.#enter(this.#asker(m.what), 'propose', { id, ask: m.what, number: m.index ?? -1 });
      case 'agree':
      case 'decline':
        return this.#enter(this.#asker(), m.type, { id, number: m.question });
      case 'resume':
        return this.#enter(this.#asker(), 'resume', { id });
    }
  }

  #knows(engine: string): boolean {
    return this.#aude.engines.some(({ name }) => name === engine.replace(/:[\d.]+s?$/, '') || name === engine);
  }

  /** Whoever has no seat yet, and of a place that a computer holds its owner. */
  #sitter(seat: Seat): number {
    const { people, seats } = this.#people();
    const owner = seats[seat]?.person;
    const standing = people.find((person) => !seats.some((chair) => chair.person === person.number));
    return owner ?? standing?.number ?? 0;
  }

  /** Who asks for all: a takeback whoever placed the last tile, else somebody on turn, else whoever sits. */
  #asker(what?: string): number {
    if (what === 'takeback' && this.#last !== undefined) return this.#last;
    const { seats } = this.#people();
    const { asked } = this.#phase() === 'play' ? this.#decision() : { asked: [] as Seat[] };
    return [...asked.map((seat) => seats[seat]!), ...seats].find((chair) => chair.kind === 'person')?.person ?? 0;
  }

  async #enterNonce(seat: Seat, nonce: string, id: number): Promise<Outcome> {
    const seals = JSON.parse(this.#host.say('seals')) as Extract<ServerMessage, { type: 'seals' }>;
    const { commitment } = seals.seats.find((s) => s.seat === seat) ?? {};
    if (commitment && proofOfNonce(nonce) !== commitment) throw new CoreError('illegal', 'this is not the nonce that the seat has committed to');
    return this.#enter(this.#personOf(seat), 'nonce', { id, seat, seal: nonce });
  }

  /** Everybody is at this screen: what one asks the others agree to. */
  async #consent(): Promise<void> {
    for (;;) {
      const question = JSON.parse(this.#host.say('question')) as Extract<ServerMessage, { type: 'question' }>;
      if (question.what === undefined) return;
      const { seats } = this.#people();
      const other = seats.findIndex((chair, seat) => chair.kind === 'person' && chair.person !== question.by && !question.agreed.includes(seat));
      if (other < 0) return;
      this.#tellChange(await this.#enter(seats[other]!.person!, 'agree', { number: question.number ?? 0 }));
    }
  }

  // ---- What is due -------------------------------------------------------------------------------------------------------------

  async #doDue(): Promise<void> {
    for (;;) {
      if (this.#closed) return;
      const due = this.#host.due(this.#time());
      if (due.kind === 'publish') await this.#publish();
      else if (due.kind === 'draw') await this.#draw(due.number);
      else if (due.kind === 'act') await this.#dueAct(due.act!, due.seat, due.number);
      else {
        for (const seat of due.seats) this.#ask(seat);
        this.#setTimer(due.at);
        return;
      }
    }
  }

  #setTimer(at: number): void {
    clearTimeout(this.#timer);
    if (at < 0) return;
    const wait = Math.min(Math.max(at - this.#time(), 0), 2 ** 31 - 1);
    this.#timer = setTimeout(() => this.#next(async () => {}), wait);
  }

  async #publish(): Promise<void> {
    const secret = randomHex();
    const name = `${this.#table}/${this.#game}`;
    this.#tellChange(await this.#enter(null, 'secret', { seal: secret }));
    this.#tellChange(await this.#enter(null, 'publish', { seal: proofOfSecret(secret, name) }));
  }

  async #draw(number: number): Promise<void> {
    const { secret, nonces } = this.#host.secrets();
    const picture = this.#aude.picture(this.#head());
    const seed = proofSeed(secret ?? ZERO, nonces, picture.setup());
    picture.free();
    this.#tellChange(await this.#enter(null, 'draw', { words: proofDraw(seed, this.#host.chance(), number) }));
  }

  async #dueAct(act: string, seat: Seat, number: number): Promise<void> {
    this.#tellChange(
      await this.#enter(null, act, {
        ...(seat === NOBODY ? {} : { seat }),
        ...(number ? { number } : {}),
        ...(act === 'default' ? { seal: randomHex() } : {}),
      }),
    );
  }

  /** Of the game's record; '' before the first. */
  #head(): string {
    const { head } = JSON.parse(this.#host.say('setup')) as Extract<ServerMessage, { type: 'setup' }>;
    return head.map((line) => line + '\n').join('');
  }

  // ---- Computer players ------------------------------------------------------------------------------------------------------------

  #question(seat: Seat, engine: string): Question {
    return { head: this.#head(), view: this.#host.view(seat), seat, engine, key: `${this.#game} ${seat} ${engine}` };
  }

  /** Asks a computer; its answer is entered when it comes, if it is still wanted. */
  #ask(seat: Seat): void {
    if (this.#thinking.has(seat)) return;
    const chair = this.#people().seats[seat]!;
    const { id } = this.#decision();
    this.#thinking.add(seat);
    const engine = chair.engine ?? 'greedy';
    const thought = this.#thinker
      .think(this.#question(seat, engine))
      .catch(() => (this.#closed ? '' : this.#host.fallback(seat))); // a seat without its engine does what a seat does that does not answer
    void thought.then((line) =>
      this.#next(async () => {
        this.#thinking.delete(seat);
        if (this.#phase() === 'play' && this.#decision().id === id) await this.#answer(seat, line);
      }),
    );
  }

  async #answer(seat: Seat, line: string): Promise<void> {
    const bet = /^bet \d (\S+)$/.exec(line)?.[1];
    const fields = (words: string): Fields => ({ seat, seal: bet && bet !== 'pass' ? randomHex() : undefined, words });
    try {
      this.#tellChange(await this.#enter(null, 'engine', fields(line)));
    } catch {
      const other = this.#host.fallback(seat);
      if (other) this.#tellChange(await this.#enter(null, 'engine', fields(other)));
    }
  }

  // ---- Telling ---------------------------------------------------------------------------------------------------------------------

  #tell(message: ServerMessage): void {
    this.#say(writeServer(message));
  }

  #mine(): Seat[] {
    return this.#people().seats.flatMap((chair, seat) => (chair.kind === 'person' ? [seat] : []));
  }

  /** The page of several people sees what everybody sees; of one, what that seat sees. */
  #viewer(): Seat {
    const mine = this.#mine();
    return mine.length === 1 ? mine[0]! : NOBODY;
  }

  #tellAll(): void {
    const { people } = this.#people();
    const begun = this.#head() !== '';
    this.#toldBets = 0;
    this.#toldOpen.clear();
    const bets = begun ? this.#betNews() : []; // first of all: it takes a while, and the messages belong together
    this.#tell({
      type: 'welcome',
      version: VERSION,
      table: this.#table,
      ...(people.length ? { person: people[0]!.number } : {}),
      seats: this.#mine(),
      engines: this.#aude.engines.map(({ name }) => name),
      time: this.#time(),
      opened: this.#opened,
    });
    for (const what of ['setup', 'people', 'phase'] as const) this.#say(this.#host.say(what));
    if (begun) {
      this.#say(this.#host.say('lines', this.#viewer(), 0));
      this.#say(this.#host.say('decision'));
      for (const seat of this.#mine()) this.#say(this.#host.say('own', seat));
    }
    this.#say(this.#host.say('clock', this.#time()));
    this.#say(this.#host.say('question'));
    this.#say(this.#host.say('seals'));
    for (const message of bets) this.#tell(message);
    for (const chat of this.#chats) this.#tell(chat);
  }

  #tellChange({ changed, own, from }: Outcome): void {
    const is = (bit: number) => (changed & bit) !== 0;
    if (is(CHANGED.setup) || is(CHANGED.newGame) || is(CHANGED.people)) this.#say(this.#host.say('setup'));
    if (is(CHANGED.people)) this.#say(this.#host.say('people'));
    if (is(CHANGED.phase) || is(CHANGED.question)) this.#say(this.#host.say('phase'));
    if (is(CHANGED.lines)) this.#say(this.#host.say('lines', this.#viewer(), is(CHANGED.newGame) ? 0 : from));
    if (is(CHANGED.decision)) this.#say(this.#host.say('decision'));
    for (const seat of own) if (this.#mine().includes(seat)) this.#say(this.#host.say('own', seat));
    if (is(CHANGED.clock)) this.#say(this.#host.say('clock', this.#time()));
    if (is(CHANGED.question)) this.#say(this.#host.say('question'));
    if (is(CHANGED.seals)) this.#say(this.#host.say('seals'));
    if (is(CHANGED.lines) || is(CHANGED.closed) || is(CHANGED.phase)) for (const message of this.#betNews()) this.#tell(message);
    if (is(CHANGED.chat)) this.#tell(this.#chats.at(-1)!);
  }

  /** Seals of bets that have closed, and what has opened. */
  #betNews(): ServerMessage[] {
    const phase = this.#phase();
    if (phase !== 'play' && phase !== 'over') return [];
    const messages: ServerMessage[] = [];
    const { bets, secret } = this.#host.secrets();
    const name = `${this.#table}/${this.#game}`;
    const over = phase === 'over' && secret !== null;
    if (bets.length < this.#toldBets) this.#toldBets = bets.length; // taken back
    const news = bets.slice(this.#toldBets);
    this.#toldBets = bets.length;
    const commitments = news.map((bet) => {
      const { decision, seat, x, y } = bet;
      return { decision, seat, x, y, seal: proofOfBet(bet.nonce, name, bet, bet.chip) };
    });
    if (commitments.length) messages.push({ type: 'bets', game: this.#game, commitments });
    const open = [...bets.keys()].filter((i) => (bets[i]!.flipped || phase === 'over') && !this.#toldOpen.has(i));
    const tellSecret = over && !this.#toldOpen.has(-1);
    for (const i of open) this.#toldOpen.add(i);
    if (tellSecret) this.#toldOpen.add(-1);
    if (!open.length && !tellSecret) return messages;
    const opened = open.map((i) => {
      const { decision, seat, x, y, chip, nonce } = bets[i]!;
      return { decision, seat, x, y, chip, nonce };
    });
    messages.push({ type: 'opened', game: this.#game, bets: opened, ...(tellSecret ? { secret: secret! } : {}) });
    return messages;
  }
}

/** Of a command that the authority gives for a person: beyond all numbers that a page can choose. */
function ownId(): string {
  return 'f' + randomHex(8).slice(1);
}

function refusal(code: string): Refusal {
  const known: readonly string[] = ['syntax', 'unknown', 'range', 'limit', 'data', 'turn', 'over', 'denied', 'stale', 'illegal'];
  return (known.includes(code) ? code : 'illegal') as Refusal;
}
