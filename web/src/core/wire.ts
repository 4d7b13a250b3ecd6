/** What messages travel on: a WebSocket to a server, or a port to a worker of this page. A wire is used once; when it is closed another is made. */

import type { CoreError } from './errors.js';

export interface Ears {
  open(): void;
  message(text: string): void;
  /** It is gone, or could not be made. */
  closed(): void;
  /** It can never be made. */
  refused?(error: CoreError): void;
}

export interface Wire {
  send(text: string): void;
  /** `closed` is not called any more. */
  close(): void;
}

export type Dial = (ears: Ears) => Wire;

/** `address` is that of the page of a server, with a slash at the end. */
export function dialServer(address: () => string): Dial {
  return (ears) => {
    const url = new URL('ws', address());
    url.protocol = url.protocol.replace('http', 'ws');
    const socket = new WebSocket(url);
    let done = false;
    const end = () => {
      if (!done) ears.closed();
      done = true;
    };
    socket.onopen = () => ears.open();
    socket.onmessage = (event: MessageEvent<unknown>) => {
      if (!done && typeof event.data === 'string') ears.message(event.data);
    };
    socket.onclose = socket.onerror = end;
    return {
      send: (text) => socket.send(text),
      close: () => {
        done = true;
        socket.close();
      },
    };
  };
}
