/** Names of people, as every table takes them. */

const MOST = 63;

/** The name as tables take it: at most `most` bytes, no control characters, no `#` that begins a word, no space at its ends. It may be empty. */
export function fitName(name: string, most = MOST): string {
  const plain = name
    .replace(/\p{Cc}+/gu, ' ')
    .replace(/(^|\s)#+/g, '$1')
    .trim();
  const { read } = new TextEncoder().encodeInto(plain, new Uint8Array(most));
  return plain.slice(0, read).trim();
}
/** Names of people at one screen, told apart: the second Ann is `Ann 2`. */
export function tellApart(names: readonly string[]): string[] {
  const told: string[] = [];
  for (const name of names) {
    let other = name;
    for (let n = 2; told.includes(other); n++) other = `${fitName(name, MOST - 3)} ${n}`;
    told.push(other);
  }
  return told;
}
