/** What can be typed: the words of the terminal, answered in the language of the page. Abbreviations and numbers alone are understood as there. */
import type { Odds } from '../../core/api.js';
import { ruleWords } from '../lib/rulewords.js';
import { save } from '../lib/files.js';
import type { Doing } from '../lib/refusal.js';
import { tell } from '../lib/words.js';
import * as answers from './answers.js';
import { choices, choiceWords, legal, passes, question, type Talk } from './answers.js';
import type { Verb } from './words.js';

/** `secret`: for who looks at the screen now, and nobody after. */
export type Answer = string | { readonly secret: string } | void;
interface Command {
  readonly takes?: string;
  /** Before the first game as well. */
  readonly lobby?: true;
  /** Where the table's help has at least this. */
  readonly aids?: 'tournament' | 'full';
  readonly run: (k: Talk, words: readonly string[], rest: string) => Answer | Promise<Answer>;
}

const usage = ({ say }: Talk, verb: Verb) => say('usage', { form: `${verb} ${COMMANDS[verb].takes ?? ''}` });
function cellOf(words: readonly string[]): [number, number] | null {
  const [x, y] = words.length === 2 ? words.map(Number) : [NaN, NaN];
  return Number.isInteger(x) && Number.isInteger(y) ? [x!, y!] : null;
}
const ofCell =
  (verb: Verb, answer: (k: Talk, x: number, y: number) => string): Command['run'] =>
  (k, words) => {
    const at = cellOf(words);
    return at ? answer(k, ...at) : k.say('cell', { verb });
  };
/** Says what is asked, where something else was. */
const notNow = (k: Talk) => k.say('notNow', { question: question(k) || k.say('nothing') });

/** Plays the choice with a label, or tries out a place where the tile can lie in several ways. */
async function choose(k: Talk, label: string): Promise<Answer> {
  const { game, say } = k;
  const all = choices(game);
  const exact = all.find((c) => c.label === label);
  const several = exact ? [] : all.filter((c) => c.label.slice(0, -1) === label && /[a-d]$/.test(c.label));
  if (exact) await game.send(exact.move.line);
  else if (several.length) return tryOut(k, several[0]!.move.x!, several[0]!.move.y!);
  else return say('which', { word: label });
}
function tryOut(k: Talk, x: number, y: number): string {
  const { game, say } = k;
  game.pick = null;
  game.take(x, y);
  return `${picked(k)}\n${say('ways', { n: game.spots.find((s) => s.x === x && s.y === y)!.rotations.length })}`;
}
function picked(k: Talk): string {
  const { pick, moves } = k.game;
  return choiceWords(k, moves.find((m) => m.kind === 'place' && m.x === pick!.x && m.y === pick!.y && m.rotation === pick!.rotation)!);
}
/** A number, or a feature as records name it. */
const pickOf =
  (kind: 'meeple' | 'settle' | 'final'): Command['run'] =>
  (k, words) => {
    if (k.game.step !== kind) return notNow(k);
    const wish = words.at(-1) ?? '';
    const named = choices(k.game).find((c) => c.move.feature?.toLowerCase() === wish);
    return choose(k, named?.label ?? wish);
  };
async function pass(k: Talk): Promise<Answer> {
  const move = k.game.moves.find(passes);
  if (!move) return notNow(k);
  await k.game.send(move.line);
}
async function leave(k: Talk, verb: Verb, words: readonly string[]): Promise<Answer> {
  const seat = k.game.acting ?? k.game.eyes ?? k.game.mine[0];
  if (seat === undefined) return k.say('noSeat');
  if (words[0] !== 'yes') return k.say('sure', { verb });
  await k.game.act(() => k.game.session.resign(seat));
}
/** Does something at the table; what is refused is said by whoever called. */
const act =
  (what: (k: Talk) => Promise<unknown>, doing?: Doing): Command['run'] =>
  async (k) =>
    void (await k.game.act(() => what(k), doing));
const answered =
  (what: (k: Talk) => Promise<unknown>): Command['run'] =>
  (k, words, rest) =>
    k.game.state.question ? act(what)(k, words, rest) : k.say('nobodyAsks');
const person =
  (what: (k: Talk, number: number) => Promise<unknown>): Command['run'] =>
  async (k, _words, rest) => {
    const found = k.game.state.people.find((p) => p.name.toLowerCase() === rest.toLowerCase());
    if (!found) return k.say('nobodyCalled', { name: rest });
    await k.game.act(() => what(k, found.number));
  };
/** Only to the host an open seat is in the way. */
async function begin({ game }: Talk): Promise<void> {
  await game.act(() => game.session.start(), game.state.isHost ? 'start' : undefined);
}
const number = (word: string | undefined) => (word !== undefined && /^\d+$/.test(word) ? Number(word) : null);

export const COMMANDS: { readonly [V in Verb]: Command } = {
  legal: { run: (k) => (k.game.step === 'bet' || k.game.step === 'final' ? { secret: legal(k) } : legal(k)) },
  place: {
    takes: 'N | X Y DEGREES',
    async run(k, words) {
      const { game, say } = k;
      if (game.step !== 'place') return notNow(k);
      if (words.length < 2) return words[0] ? choose(k, words[0]) : usage(k, 'place');
      const [x, y, degrees] = words.map(Number);
      const spot = game.spots.find((s) => s.x === x && s.y === y);
      if (!spot) return say('which', { word: words.join(' ') });
      if (words.length === 2 && spot.rotations.length > 1) return tryOut(k, x!, y!);
      const move = game.moves.find((m) => m.kind === 'place' && m.x === x && m.y === y && (words.length === 2 || m.rotation! * 90 === degrees));
      if (!move) return say('which', { word: words.join(' ') });
      await game.send(move.line);
    },
  },
  turn: {
    run(k) {
      if (!k.game.pick) return k.say('noPick');
      k.game.turn(1);
      return picked(k);
    },
  },
  meeple: { takes: 'N | FEATURE', run: pickOf('meeple') },
  pass: { run: (k) => pass(k) },
  bet: {
    takes: 'FACE | no',
    async run(k, words) {
      if (k.game.step !== 'bet') return notNow(k);
      const wish = words.at(-1) ?? '';
      if (wish === 'no' || wish === 'pass') return pass(k);
      const chosen = choices(k.game).find((c) => c.move.face?.toLowerCase() === wish || c.label === wish);
      if (!chosen?.label) return k.say('which', { word: wish });
      await k.game.send(chosen.move.line);
    },
  },
  settle: { takes: 'N', run: pickOf('settle') },
  final: { takes: 'N', run: pickOf('final') },
  confirm: { run: (k) => (k.game.step === 'confirm' ? k.game.confirm() : notNow(k)) },
  undo: {
    async run(k) {
      const tried = k.game.pick !== null;
      await k.game.undo();
      if (!k.game.failure) return k.say(tried ? 'inHand' : 'takenBack');
    },
  },
  look: { takes: 'X Y', run: ofCell('look', answers.look) },
  fits: { takes: 'X Y', aids: 'tournament', run: ofCell('fits', answers.fits) },
  hint: {
    aids: 'full',
    async run(k) {
      const { game } = k;
      if (game.acting === null || game.step === 'confirm') return notNow(k);
      await game.hint();
      const { advice, step } = game;
      game.waveOff();
      game.pick = game.choice = null;
      game.chip = undefined;
      if (!advice || advice === 'thinking') return;
      const words = await answers.hint(k, advice);
      return step === 'bet' || step === 'final' ? { secret: words } : words;
    },
  },
  odds: {
    takes: 'X Y',
    aids: 'full',
    async run(k, words) {
      const { game, say } = k;
      const at = cellOf(words);
      if (!at) return say('cell', { verb: 'odds' });
      if (!game.view!.tiles.some((p) => p.x === at[0] && p.y === at[1])) return say('noTile');
      const seen: Odds[] = [];
      await game.act(() => game.session.odds(game.eyes, ...at, (odds) => seen.push(odds)).then((odds) => seen.push(odds)));
      return seen.length ? answers.odds(k, seen.at(-1)!) : undefined;
    },
  },
  features: { takes: 'mine', run: (k, words) => answers.features(k, words[0] === 'mine') },
  fields: { aids: 'tournament', run: (k) => answers.fields(k) },
  score: { run: (k) => answers.score(k) },
  why: { run: (k) => answers.why(k) },
  log: {
    takes: 'N',
    run(k, words) {
      const n = words[0] === undefined ? 20 : number(words[0]);
      if (!n) return usage(k, 'log');
      const said = k.game.chapters.flatMap((c) => tell(k.t, c, (s) => k.game.name(s), { art: k.art, own: [] }));
      return said.slice(-n).join('\n') || k.say('nothingYet');
    },
  },
  tiles: { aids: 'tournament', run: (k) => answers.tiles(k) },
  stacks: { run: (k) => answers.stacks(k) },
  chips: { run: (k) => ({ secret: answers.chips(k) }) },
  board: { run: (k) => answers.board(k) },
  setup: {
    lobby: true,
    run: (k) => [...k.game.state.setup.map((line) => ruleWords(k.t, line)).filter(Boolean), answers.people(k)].join('\n'),
  },
  rules: {
    takes: 'ID',
    lobby: true,
    async run({ say }, words) {
      const { rulesOf } = await import('../help/rules.js');
      const wish = words[0] ?? '';
      const all = await rulesOf();
      if (!wish) return all.map((r) => `${r.title} (${r.id})`).join('\n');
      const found = all.filter((r) => r.id.startsWith(wish) || r.id.split('/')[1]!.startsWith(wish));
      return found.map((r) => `${r.title} (${r.id}). ${r.text}`).join('\n') || say('noRule', { word: wish });
    },
  },
  save: {
    takes: 'FILE',
    run({ game, say }, _words, rest) {
      const file = `${rest.replace(/\.aude$/, '') || `aude-${game.state.table.slice(0, 6)}-${game.state.game}`}.aude`;
      save(file, game.session.record());
      return say('saved', { file });
    },
  },
  say: {
    takes: 'TEXT',
    lobby: true,
    async run(k, _words, rest) {
      const { state } = k.game;
      if (state.local) return k.say('local');
      if (!rest) return state.chat.map((c) => k.t('say.chat', { name: c.name, words: c.words })).join('\n') || k.say('nobodySaid');
      await k.game.act(() => k.game.session.chat(rest), 'chat');
    },
  },
  people: { lobby: true, run: (k) => answers.people(k) },
  clocks: { lobby: true, run: (k) => answers.clocks(k) },
  takeback: { run: act((k) => k.game.session.takeback(), 'takeback') },
  pause: { run: act((k) => k.game.session.pause(), 'ask') },
  resume: { run: act((k) => k.game.session.resume()) },
  end: { run: act((k) => k.game.session.proposeEnd(), 'ask') },
  agree: { lobby: true, run: answered((k) => k.game.session.agree()) },
  decline: { lobby: true, run: answered((k) => k.game.session.decline()) },
  resign: { takes: 'yes', run: (k, words) => leave(k, 'resign', words) },
  retire: { takes: 'yes', run: (k, words) => leave(k, 'retire', words) },
  rematch: { run: act((k) => k.game.session.rematch(), 'ask') },
  next: { run: begin },
  start: { lobby: true, run: begin },
  sit: {
    takes: 'N',
    lobby: true,
    async run(k, words) {
      const { seats } = k.game.state;
      const seat = words[0] === undefined ? (seats.find((s) => s.heldForMe) ?? seats.find((s) => s.kind === 'open'))?.seat : number(words[0]);
      if (seat === undefined || seat === null) return usage(k, 'sit');
      await k.game.act(() => k.game.session.sit(seat), 'sit');
    },
  },
  stand: {
    lobby: true,
    async run(k) {
      const [seat] = k.game.mine;
      if (seat === undefined) return k.say('noSeat');
      await k.game.act(() => k.game.session.stand(seat));
    },
  },
  name: {
    takes: 'NAME',
    lobby: true,
    async run(k, _words, rest) {
      if (!rest) return usage(k, 'name');
      await k.game.act(() => k.game.session.rename(rest), 'name');
    },
  },
  seat: {
    takes: 'N ai:NAME | N open',
    lobby: true,
    async run(k, words) {
      const n = number(words[0]);
      const engine = words[1] === 'open' ? null : /^ai:(.+)$/.exec(words[1] ?? '')?.[1];
      if (n === null || engine === undefined) return usage(k, 'seat');
      await k.game.act(() => k.game.session.setSeat(n, engine));
    },
  },
  seats: {
    takes: 'N',
    lobby: true,
    async run(k, words) {
      const n = number(words[0]);
      if (!n) return usage(k, 'seats');
      await k.game.act(() => k.game.session.setSeats(n));
    },
  },
  option: {
    takes: 'LINE',
    lobby: true,
    async run(k, _words, rest) {
      if (!rest) return usage(k, 'option');
      await k.game.act(() => k.game.session.option(rest), 'option');
    },
  },
  host: { takes: 'NAME', lobby: true, run: person((k, n) => k.game.session.setHost(n)) },
  kick: { takes: 'NAME', lobby: true, run: person((k, n) => k.game.session.kick(n)) },
  plain: { lobby: true, run: () => undefined },
  help: {
    takes: 'WORD',
    lobby: true,
    run(k, words) {
      const line = (verb: Verb) => `${[verb, COMMANDS[verb].takes].filter(Boolean).join(' ')} – ${k.say(`help.${verb}`)}`;
      if (!words[0]) return [k.say('onlyHelp'), ...VERBS.map(line)].join('\n');
      const found = find(words[0]);
      return found.length === 1 ? line(found[0]!) : unclear(k, words[0], found);
    },
  },
  quit: { lobby: true, run: () => undefined },
};
const VERBS = Object.keys(COMMANDS) as Verb[];

/** The verbs that a word begins; a whole word is one. */
export function find(word: string): Verb[] {
  if (word === '?') return ['help'];
  const whole = VERBS.find((verb) => verb === word);
  return whole ? [whole] : VERBS.filter((verb) => verb.startsWith(word));
}
function unclear({ t, say }: Talk, word: string, found: readonly Verb[]): string {
  return found.length ? say('several', { word, words: found.join(', ') }) : t('text.unknown', { word });
}

/** Enter alone: keeps what is tried out, confirms, passes where a meeple is asked for; else the question again. */
async function enter(k: Talk): Promise<Answer> {
  const { game } = k;
  if (game.pick) await game.place();
  else if (game.step === 'confirm') await game.confirm();
  else if (game.step === 'meeple') return pass(k);
  else return asking(k);
}
/** The question; that of a bet is for one pair of eyes. */
export function asking(k: Talk): Answer {
  const words = question(k) || k.say('nothing');
  return k.game.step === 'bet' || k.game.step === 'final' ? { secret: words } : words;
}

/** Does what was typed; `quit` and `plain` are for the caller. */
export async function type(k: Talk, line: string): Promise<{ verb: Verb | null; answer: Answer }> {
  const [first = '', ...words] = line.trim().toLowerCase().split(/\s+/);
  const rest = line.trim().replace(/^\S+\s*/, '');
  if (!first) return { verb: null, answer: await enter(k) };
  if (k.game.step === 'bet' && (first === 'no' || /^\d/.test(first))) return { verb: 'bet', answer: await COMMANDS.bet.run(k, [first], first) };
  if (/^\d/.test(first)) return { verb: null, answer: await choose(k, first) };
  const found = find(first);
  const verb = found[0];
  if (found.length !== 1 || !verb) return { verb: null, answer: unclear(k, first, found) };
  const { run, lobby, aids } = COMMANDS[verb];
  const allowed = !aids || k.game.aids === 'full' || k.game.aids === aids;
  const answer = !lobby && !k.game.view ? k.say('nothing') : allowed ? await run(k, words, rest) : k.say('noAid');
  return { verb, answer };
}
