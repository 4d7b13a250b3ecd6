/** What has been said of a table, message by message, and the state that follows from it without any rules. */
import type { Seat } from 'aude-wasm';
import type { ServerMessage } from '../proto/messages.js';
import type { SeatState, TableState } from './api.js';
import { readOptions } from './options.js';

export type Message<T extends ServerMessage['type']> = Extract<ServerMessage, { type: T }>;

/** Where somebody sits, and how it is reached. */
export interface Place {
  readonly table: string;
  readonly token: string | null;
  /** Address of the server's page; null: a worker of this page. */
  readonly server: string | null;
}

export interface Knowledge {
  welcome?: Message<'welcome'>;
  setup?: Message<'setup'>;
  people?: Message<'people'>;
  phase?: Message<'phase'>;
  decision?: Message<'decision'>;
  clock?: Message<'clock'>;
  question?: Message<'question'>;
  seals?: Message<'seals'>;
  own: Map<Seat, Message<'own'>>;
  lines: string[];
  chat: TableState['chat'];
}

export function nothing(): Knowledge {
  return { own: new Map(), lines: [], chat: [] };
}

export function seatsOf({ welcome, people, own, phase }: Knowledge, { server }: Place): SeatState[] {
  const isMe = (person: number | undefined) => person !== undefined && (server === null || person === welcome?.person);
  return (people?.seats ?? []).map((chair, seat) => {
    const person = people?.people.find(({ number }) => number === chair.person);
    const mine = chair.kind === 'person' && isMe(chair.person);
    const kept = mine && phase?.phase === 'play' ? own.get(seat) : undefined;
    return {
      seat,
      kind: chair.kind,
      person: chair.person ?? null,
      engine: chair.engine ?? null,
      name: person?.name ?? chair.engine ?? '',
      present: chair.kind === 'computer' || (person?.present ?? false),
      mine,
      heldForMe: chair.kind === 'computer' && isMe(chair.person),
      points: chair.points / 60,
      chips: kept?.chips ?? null,
      chosen: kept?.lines ?? [],
      waits: kept?.waits ?? false,
    };
  });
}

/** What the table says of itself; `offset` is Date.now() of its time 0. */
type Told = Omit<TableState, 'status' | 'reason' | 'seen' | 'due' | 'pending' | 'broken'>;
export function toldState(known: Knowledge, place: Place, offset: number): Told {
  const { welcome, setup, people, phase, decision, clock, lines, chat } = known;
  const local = place.server === null;
  const person = welcome?.person ?? null;
  const seats = seatsOf(known, place);
  return {
    local,
    table: place.table,
    address: local ? null : `${place.server}#${place.table}`,
    person,
    people: people?.people ?? [],
    host: people?.host ?? null,
    isHost: local || (person !== null && people?.host === person),
    seats,
    engines: welcome?.engines ?? [],
    setup: setup?.lines ?? [],
    differences: setup?.differences ?? [],
    options: readOptions(setup?.lines ?? []),
    phase: phase?.phase ?? 'lobby',
    game: phase?.game ?? 0,
    first: phase?.first ?? 0,
    paused: phase?.paused ?? false,
    lines,
    decision: decision?.id ?? 0,
    asked: decision?.asked ?? [],
    waiting: decision?.waiting ?? null,
    clocks: {
      left: clock?.left.map((left) => (left === -1 ? null : left)) ?? [],
      running: clock?.running ?? [],
      at: clock ? offset + clock.time : Date.now(),
      stepEnds: clock?.step_ends === undefined ? null : offset + clock.step_ends,
    },
    question: questionOf(known, local, person, seats),
    chat,
  };
}

function questionOf({ question }: Knowledge, local: boolean, person: number | null, seats: readonly SeatState[]): TableState['question'] {
  if (question?.what === undefined) return null;
  const { what, by = 0, index = null, agreed } = question;
  const mine = local || by === person;
  return { what, by, mine, index, agreed, asksMe: !mine && seats.some((seat) => seat.mine && !agreed.includes(seat.seat)) };
}
