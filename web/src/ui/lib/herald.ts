/** What is said aloud for those who do not see it change: whose turn it is, and what happens at the table besides the game. */
import type { Art, BoardMove, Seat, TableState, View } from '../../core/api.js';
import type { Translate } from '../../i18n/index.js';
import { spanWords } from './rulewords.js';
import { tileWords } from './words.js';

/** How long there is to choose in secret; '' without a limit. */
export function secretTime(t: Translate, state: TableState): string {
  const { secret } = state.options;
  return secret === null ? '' : t('secret.time', { time: spanWords(t, secret) });
}

/** A table as whoever acts at this screen has it before them. */
interface Asking {
  readonly view: View | null;
  readonly step: BoardMove['kind'] | 'confirm' | null;
  readonly state: TableState;
}
/** What is asked, in a sentence or two; '': nothing. */
export function askedWords(t: Translate, { view, step, state }: Asking, art: Art): string {
  const sentence = (...parts: string[]) => parts.filter(Boolean).map((p) => (/[.?!]$/.test(p) ? p : `${p}.`)).join(' ');
  switch (step) {
    case 'place':
      return sentence(t('place.title'), view?.hand ? t('place.tile', { what: tileWords(t, art.shows(view.hand, 0)) }) : '');
    case 'meeple':
      return sentence(t('meeple.title'));
    case 'settle':
      return sentence(t('settle.title'));
    case 'final':
      return sentence(t('final.title'), secretTime(t, state));
    case 'bet':
      return sentence(t('bet.title'), secretTime(t, state));
    case 'confirm':
      return sentence(t('confirm.title'));
    default:
      return '';
  }
}

export interface Change {
  readonly kind: 'connection' | 'undone' | 'pause' | 'question' | 'chat' | 'presence';
  readonly words: string;
}
/** What differs between two states of a table, in the order of its weight; of the chat what people say whose names are not muted. */
export function changes(t: Translate, before: TableState, now: TableState, name: (seat: Seat) => string, muted: ReadonlySet<string> = new Set()): Change[] {
  const all: Change[] = [];
  const say = (kind: Change['kind'], words: string) => all.push({ kind, words });
  if (before.status === 'there' && now.status === 'away') say('connection', t('say.lost'));
  if (before.status === 'away' && now.status === 'there') say('connection', t('say.back'));
  if (before.game === now.game && now.lines.length < before.lines.length) say('undone', t('say.undone'));
  if (before.paused !== now.paused) say('pause', t(now.paused ? 'say.paused' : 'say.resumed'));
  if (now.question && now.question !== before.question && now.question.what !== before.question?.what) {
    const { what, by, mine } = now.question;
    say('question', mine ? t(`ask.mine.${what}`) : t(`ask.${what}`, { name: now.people.find((p) => p.number === by)?.name ?? '' }));
  }
  if (before.question && !now.question) say('question', t('say.settled'));
  for (const line of now.chat.slice(before.table === now.table ? before.chat.length : 0))
    if ((line.person === null || line.person !== now.person) && !muted.has(line.name)) say('chat', t('say.chat', { name: line.name, words: line.words }));
  for (const seat of now.seats) {
    const old = before.seats[seat.seat];
    if (!old || seat.kind !== 'person' || old.person !== seat.person || seat.mine || old.present === seat.present) continue;
    say('presence', t(seat.present ? 'say.here' : 'say.away', { name: name(seat.seat) }));
  }
  return all;
}
