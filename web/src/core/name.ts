/** Names of people, as every table takes them. */

const MOST = 63;

/** The name as tables take it: at most 63 bytes, no control characters, no ` #`, no space at its ends. It may be empty. */
export function fitName(name: string): string {
  const plain = name
    .replace(/\p{Cc}+/gu, ' ')
    .replace(/\s+#/g, '#')
    .trim();
  const { read } = new TextEncoder().encodeInto(plain, new Uint8Array(MOST));
  return plain.slice(0, read).trim();
}
