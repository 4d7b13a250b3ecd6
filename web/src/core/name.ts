/** Names of people, as every table takes them. */

const MOST = 63;

/** The name as tables take it: at most 63 bytes, no control characters, no `#` that begins a word, no space at its ends. It may be empty. */
export function fitName(name: string): string {
  const plain = name
    .replace(/\p{Cc}+/gu, ' ')
    .replace(/(^|\s)#+/g, '$1')
    .trim();
  const { read } = new TextEncoder().encodeInto(plain, new Uint8Array(MOST));
  return plain.slice(0, read).trim();
}
