/**
 * Draws and bets that can be checked: docs/fairness.md, as src/proof does it. Hashes are of a library, not of the browser: that has them only on
 * secure pages, and a server in the next room is none.
 */
import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import type { Chance } from 'aude-wasm';

/** 32 bytes as 64 hexadecimal digits. */
export type Hex = string;
export const ZERO: Hex = '0'.repeat(64);

const utf8 = new TextEncoder();

export function hex(bytes: Uint8Array): Hex {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
function bytesOf(text: Hex): Uint8Array {
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}
export function randomHex(bytes = 32): Hex {
  return hex(crypto.getRandomValues(new Uint8Array(bytes)));
}

/** Bytes with their length before them; a number is four bytes. */
type Field = Uint8Array | string | number;
function fields(parts: readonly Field[]): Uint8Array {
  const bodies = parts.map((part) => {
    if (typeof part === 'string') return utf8.encode(part);
    if (typeof part !== 'number') return part;
    const number = new Uint8Array(4);
    new DataView(number.buffer).setInt32(0, part);
    return number;
  });
  const all = new Uint8Array(bodies.reduce((sum, body) => sum + 4 + body.length, 0));
  let at = 0;
  for (const body of bodies) {
    new DataView(all.buffer).setUint32(at, body.length);
    all.set(body, at + 4);
    at += 4 + body.length;
  }
  return all;
}
function hash(...parts: Field[]): Hex {
  return hex(sha256(fields(parts)));
}
function keyed(key: Hex, ...parts: Field[]): Uint8Array {
  return hmac(sha256, bytesOf(key), fields(parts));
}

/** What is published before a game: `name` is TABLE/NUMBER. */
export function proofOfSecret(secret: Hex, name: string): Hex {
  return hash(bytesOf(secret), name);
}
export function proofOfNonce(nonce: Hex): Hex {
  return hash(bytesOf(nonce));
}
/** `setup`: the head of the game's record without names. */
export function proofSeed(secret: Hex, nonces: readonly Hex[], setup: string): Hex {
  return hash(bytesOf(secret), ...nonces.map(bytesOf), setup);
}

/** A uniform number below n: numbers of 64 bits until one is below the greatest multiple of n. */
function below(seed: Hex, number: number, n: number): number {
  const most = (1n << 64n) - 1n;
  const limit = most - (most % BigInt(n));
  for (let attempt = 0; ; attempt++) {
    const proof = keyed(seed, number, attempt);
    const value = new DataView(proof.buffer, proof.byteOffset).getBigUint64(0);
    if (value < limit) return Number(value % BigInt(n));
  }
}
/** The line of draw `number` among all draws of that moment, in their order. */
export function proofDraw(seed: Hex, chance: readonly Chance[], number: number): string {
  let rest = below(
    seed,
    number,
    chance.reduce((sum, draw) => sum + draw.weight, 0),
  );
  for (const draw of chance) {
    if (rest < draw.weight) return draw.line;
    rest -= draw.weight;
  }
  throw new Error('there is nothing to draw');
}

export interface SealedBet {
  readonly decision: number;
  readonly seat: number;
  readonly x: number;
  readonly y: number;
}
export function proofOfBet(nonce: Hex, name: string, bet: SealedBet, chip: string): Hex {
  return hex(keyed(nonce, name, bet.decision, bet.seat, bet.x, bet.y, chip));
}
