/** Making, joining and finding tables: calls to the server, and what this device remembers. */
import { readBody, writeBody } from '../proto/codec.js';
import type { LocalSeat, SavedGame, SeatWish, Session } from './api.js';
import { CoreError, type Code } from './errors.js';
import type { Place } from './known.js';
import type { Beginning } from './local/authority.js';
import { dialWorker } from './local/open.js';
import { fitName, tellApart } from './name.js';
import { randomHex } from './proof.js';
import { shelf } from './shelf.js';
import { Table, type SavedEntry } from './table.js';
import { load } from './wasm.js';
import { dialServer } from './wire.js';

/** Address of the page, with a slash at its end: what the server is called. */
export function homeAddress(): string {
  return new URL('.', document.baseURI).href;
}

const ID = /^[\w-]{16,32}$/;

/** `ID`, `https://play.example/#ID`, `…/?table=ID`, `…/ID`. */
export function placeOf(where: string, home: string): { table: string; server: string } {
  const text = where.trim();
  if (ID.test(text)) return { table: text, server: home };
  let url: URL;
  try {
    url = new URL(text, home);
  } catch {
    throw new CoreError('unknown', 'this is no address of a table');
  }
  const last = url.pathname.slice(url.pathname.lastIndexOf('/') + 1);
  const table = url.searchParams.get('table') ?? (url.hash.slice(1) || last);
  if (!ID.test(table) || !/^https?:$/.test(url.protocol)) throw new CoreError('unknown', 'this is no address of a table');
  url.search = url.hash = '';
  if (last === table) url.pathname = url.pathname.slice(0, -last.length);
  return { table, server: new URL('.', url).href };
}

async function call(address: string, body: string): Promise<Response> {
  try {
    return await fetch(address, { method: 'POST', body, headers: { 'content-type': 'application/json' } });
  } catch {
    throw new CoreError('offline', 'the server cannot be reached');
  }
}

const CODES: Readonly<Record<number, Code>> = { 401: 'gone', 404: 'gone', 409: 'limit', 413: 'limit', 429: 'limit', 503: 'failed' };

/** The place out of an answer; else the reason out of it. */
async function placeFrom(server: string, answer: Response): Promise<Place> {
  const text = await answer.text();
  if (answer.status === 201) {
    const { table, token } = readBody('place', text);
    return { table, token, server };
  }
  let message = `the server answers ${answer.status}`;
  let code = CODES[answer.status] ?? 'failed';
  try {
    const { error } = readBody('error', text);
    message = error.message;
    if (error.code === 'name') code = 'denied';
  } catch {
    // An answer of something in between says nothing that we know.
  }
  throw new CoreError(code, message);
}

/** The open sessions: they try again when the device is back, or is looked at. */
const open = new Set<Table>();
function wakeAll(): void {
  for (const table of open) table.wake();
}
if (typeof window !== 'undefined') {
  window.addEventListener('online', wakeAll);
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && wakeAll());
}

async function sessionAt(place: Place): Promise<Session> {
  await load();
  let table: Table | undefined;
  // A table may move to another server.
  const dial = dialServer(() => table?.server ?? place.server!);
  table = new Table(place, (ears) => dial(ears));
  return whole(table);
}

async function whole(table: Table): Promise<Session> {
  open.add(table);
  table.onclose = () => open.delete(table);
  try {
    return await table.whole();
  } catch (error) {
    table.close();
    throw error;
  }
}

export async function createOnline(setup: readonly string[], name: string, seats: readonly SeatWish[]): Promise<Session> {
  const server = homeAddress();
  const body = writeBody('create', { setup: [...setup], name: fitName(name), seats: seats.map((seat) => ({ ...seat })) });
  return sessionAt(await placeFrom(server, await call(new URL('api/tables', server).href, body)));
}

export async function join(where: string, name: string): Promise<Session> {
  const { table, server } = placeOf(where, homeAddress());
  const known = (await shelf.list<SavedEntry>('games', table)).find(({ place }) => place.token !== null);
  if (known) return sessionAt(known.place);
  return sessionAt(await placeFrom(server, await call(new URL(`api/tables/${table}/join`, server).href, writeBody('join', { name: fitName(name) }))));
}

export async function spectate(where: string): Promise<Session> {
  const { table, server } = placeOf(where, homeAddress());
  return sessionAt({ table, server, token: null });
}

// ---- This device ------------------------------------------------------------------------------------------------------

export async function beginLocal(beginning: Beginning): Promise<Session> {
  await load();
  const table = `L${randomHex(10)}`;
  return whole(new Table({ table, token: null, server: null }, dialWorker(table, beginning)));
}

export function createLocal(setup: readonly string[], seats: readonly LocalSeat[]): Promise<Session> {
  const names = tellApart(seats.flatMap((seat) => (seat.name === undefined ? [] : [fitName(seat.name)])));
  return beginLocal({ setup: [...setup], seats: seats.map((seat) => ({ ...seat, ...(seat.name === undefined ? {} : { name: names.shift()! }) })) });
}

export async function savedGames(): Promise<SavedGame[]> {
  const entries = await shelf.list<SavedEntry>('games');
  return entries
    .map(({ key, place, names, phase, game, changed, mine }) => ({ key, local: place.server === null, table: place.table, names, phase, game, changed, mine }))
    .sort((a, b) => b.changed - a.changed);
}

export async function resume(key: string): Promise<Session> {
  const entry = await shelf.get<SavedEntry>('games', key);
  if (!entry) throw new CoreError('gone', 'this device does not remember that game');
  await load();
  const { place } = entry;
  return place.server === null ? whole(new Table(place, dialWorker(place.table))) : sessionAt(place);
}

export async function forget(key: string): Promise<void> {
  const entry = await shelf.get<SavedEntry>('games', key);
  await shelf.drop('games', key);
  if (!entry) return;
  const { table } = entry.place;
  await shelf.dropAll('acts', table);
  for (const name of ['receipts', 'nonces'] as const) await shelf.dropAll(name, `${table}/`);
}
