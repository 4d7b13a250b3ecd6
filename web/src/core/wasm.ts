/** The library, loaded once. */
import { Aude, AudeError } from 'aude-wasm';
import { CoreError, type Code } from './errors.js';

type Source = ArrayBuffer | Uint8Array<ArrayBuffer>;

let compiled: Promise<WebAssembly.Module> | undefined;
let loaded: Promise<Aude> | undefined;
let library: Aude | undefined;

/** Compiled once, and given to workers as it is. `source`: the bytes, for tests; the page fetches its own. */
export function moduleOf(source?: Source): Promise<WebAssembly.Module> {
  compiled ??= (async () => {
    try {
      return await (source ? WebAssembly.compile(source) : streamed());
    } catch (error) {
      compiled = undefined;
      throw new CoreError('offline', `the rules cannot be loaded: ${String(error)}`);
    }
  })();
  return compiled;
}

/** Compiled while it comes, where the server says what it sends. */
async function streamed(): Promise<WebAssembly.Module> {
  const answer = await fetch(new URL('aude-wasm/aude.wasm', import.meta.url));
  if (!answer.ok) throw new Error(`${answer.status} ${answer.statusText}`);
  const said = answer.headers.get('content-type') === 'application/wasm';
  return said ? WebAssembly.compileStreaming(answer) : WebAssembly.compile(await answer.arrayBuffer());
}

export function load(source?: Source | WebAssembly.Module): Promise<Aude> {
  loaded ??= (async () => {
    try {
      const module = source instanceof WebAssembly.Module ? source : await moduleOf(source);
      return (library = await Aude.load(module));
    } catch (error) {
      loaded = undefined;
      throw error;
    }
  })();
  return loaded;
}

/** The library, where `load` has ended. */
export function aude(): Aude {
  if (!library) throw new CoreError('failed', 'ready() has not ended yet');
  return library;
}

/** What the library refuses, as the core says it. */
export function core<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw error instanceof AudeError ? new CoreError(error.code as Code, error.message, error.line, error.column) : error;
  }
}
