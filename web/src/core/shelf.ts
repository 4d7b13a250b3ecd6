/**
 * What this device keeps: a few named shelves of values by key, in IndexedDB. A promise that resolves means durable, as far as a browser promises
 * it. Pages and workers open the same ones. Where there is no IndexedDB (tests, some private windows) they last as long as the page.
 */
import { CoreError } from './errors.js';

/**
 * `games`: SavedEntry by key; `acts`: a local table's acts by [table, number]; `receipts`: texts by TABLE/GAME; `nonces`: by TABLE/GAME/SEAT, and own bets
 * whose seal was not seen yet by TABLE/bet/DECISION/SEAT.
 */
export type ShelfName = 'games' | 'acts' | 'receipts' | 'nonces';
export type Key = string | [string, number];

export interface Shelf {
  get<T>(name: ShelfName, key: Key): Promise<T | undefined>;
  /** Values whose keys begin so, in the order of their keys; all without a beginning. */
  list<T>(name: ShelfName, first?: string): Promise<T[]>;
  put(name: ShelfName, key: Key, value: unknown): Promise<void>;
  /** The key, or all keys that begin so. */
  drop(name: ShelfName, key: Key): Promise<void>;
  dropAll(name: ShelfName, first: string): Promise<void>;
}

const NAMES: readonly ShelfName[] = ['games', 'acts', 'receipts', 'nonces'];

/** Keys that are text with this beginning, or lists with this first item. */
function begins(name: ShelfName, first: string): IDBKeyRange {
  return name === 'acts' ? IDBKeyRange.bound([first], [first, []]) : IDBKeyRange.bound(first, first + '\uffff');
}

class Stored implements Shelf {
  #base: Promise<IDBDatabase>;

  constructor() {
    this.#base = new Promise((done, fail) => {
      const opening = indexedDB.open('aude', 1);
      opening.onupgradeneeded = () => NAMES.forEach((name) => opening.result.createObjectStore(name));
      opening.onsuccess = () => done(opening.result);
      opening.onerror = () => fail(opening.error);
    });
  }

  async #do<T>(name: ShelfName, mode: IDBTransactionMode, ask: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
    try {
      const base = await this.#base;
      return await new Promise<T>((done, fail) => {
        const transaction = base.transaction(name, mode, mode === 'readwrite' ? { durability: 'strict' } : {});
        const request = ask(transaction.objectStore(name));
        transaction.oncomplete = () => done(request.result);
        transaction.onabort = transaction.onerror = () => fail(transaction.error ?? request.error);
      });
    } catch (error) {
      throw new CoreError('storage', `this device cannot keep it: ${String(error)}`);
    }
  }

  get<T>(name: ShelfName, key: Key): Promise<T | undefined> {
    return this.#do(name, 'readonly', (store) => store.get(key) as IDBRequest<T | undefined>);
  }
  list<T>(name: ShelfName, first?: string): Promise<T[]> {
    const range = first === undefined ? undefined : begins(name, first);
    return this.#do(name, 'readonly', (store) => store.getAll(range) as IDBRequest<T[]>);
  }
  async put(name: ShelfName, key: Key, value: unknown): Promise<void> {
    await this.#do(name, 'readwrite', (store) => store.put(value, key));
  }
  async drop(name: ShelfName, key: Key): Promise<void> {
    await this.#do(name, 'readwrite', (store) => store.delete(key));
  }
  async dropAll(name: ShelfName, first: string): Promise<void> {
    await this.#do(name, 'readwrite', (store) => store.delete(begins(name, first)));
  }
}

/** In memory. Values are copied, as a database does. */
export class Passing implements Shelf {
  #all = new Map<string, { name: ShelfName; key: Key; value: unknown }>();

  #of(name: ShelfName, first?: string) {
    return [...this.#all.entries()].filter(
      ([, entry]) =>
        entry.name === name &&
        (first === undefined || (typeof entry.key === 'string' ? entry.key.startsWith(first) : entry.key[0] === first)),
    );
  }
  async get<T>(name: ShelfName, key: Key): Promise<T | undefined> {
    return structuredClone(this.#all.get(JSON.stringify([name, key]))?.value) as T | undefined;
  }
  async list<T>(name: ShelfName, first?: string): Promise<T[]> {
    const order = (a: Key, b: Key) => (typeof a === 'string' || typeof b === 'string' ? (a < b ? -1 : 1) : a[1] - b[1]);
    const found = this.#of(name, first).map(([, entry]) => entry);
    return found.sort((a, b) => order(a.key, b.key)).map((entry) => structuredClone(entry.value) as T);
  }
  async put(name: ShelfName, key: Key, value: unknown): Promise<void> {
    this.#all.set(JSON.stringify([name, key]), { name, key, value: structuredClone(value) });
  }
  async drop(name: ShelfName, key: Key): Promise<void> {
    this.#all.delete(JSON.stringify([name, key]));
  }
  async dropAll(name: ShelfName, first: string): Promise<void> {
    for (const [key] of this.#of(name, first)) this.#all.delete(key);
  }
}

export const shelf: Shelf = typeof indexedDB === 'undefined' ? new Passing() : new Stored();
