/** Tables of this device: two workers for each, one with the authority, one that thinks. */
import { CoreError, type Code } from '../errors.js';
import { moduleOf } from '../wasm.js';
import type { Dial } from '../wire.js';
import type { Beginning } from './authority.js';
import type { Open, Opened } from './worker.js';

function worker(): Worker {
  return new Worker(new URL('./worker.ts', import.meta.url), { type: 'module', name: 'aude' });
}

/** A new table with a beginning; without one, and whenever the workers have to be made again, it is restored. */
export function dialWorker(table: string, beginning?: Beginning): Dial {
  let first = beginning;
  return (ears) => {
    const host = worker();
    const mind = worker();
    const { port1, port2 } = new MessageChannel();
    let closed = false;
    const close = () => {
      closed = true;
      host.terminate();
      mind.terminate();
    };
    const fail = () => {
      if (closed) return;
      close();
      ears.closed();
    };
    host.onerror = mind.onerror = fail;
    host.onmessage = ({ data }: MessageEvent<string | Opened>) => {
      if (closed) return;
      if (typeof data === 'string') return ears.message(data);
      if (!data.opened) return ears.open();
      const { code, message } = data.opened;
      ears.refused?.(new CoreError(code as Code, message));
      close();
    };
    void moduleOf().then((module) => {
      if (closed) return;
      mind.postMessage({ think: { module, port: port2 } }, [port2]);
      const open: Open = { module, table, thinker: port1, ...(first ? { beginning: first } : {}) };
      host.postMessage({ open }, [port1]);
      first = undefined;
    }, fail);
    return { send: (text) => host.postMessage(text), close };
  };
}
