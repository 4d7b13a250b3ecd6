// JSON text to values, as strictly as the server reads it: no field twice, no number in a form that whole numbers do not need,
// no character that is none. JSON.parse keeps quiet about all of these.

export type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

export interface Parsed {
  /** Objects have no prototype, so that `__proto__` is a name like any other. */
  value: Json;
  /** The first name that an object had twice. */
  duplicate: string | undefined;
}

/** A text that is not JSON. `at` is where, counted in UTF-16 units. */
export class JsonError extends Error {
  readonly at: number;
  constructor(message: string, at: number) {
    super(message);
    this.at = at;
  }
}

const DEEPEST = 2048;
const SPACE = /[ \t\n\r]*/y;
const WORD = /true|false|null/y;
const NUMBER = /-?(?:0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?/y;
const STRING = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y;
const LONE = /\p{Surrogate}/u;

/** Whether a text holds half a character. */
export function isBroken(text: string): boolean {
  return LONE.test(text);
}

/** Throws JsonError. A number with a fraction or an exponent is given as NaN: no message has one. */
export function parseJson(text: string): Parsed {
  let at = 0;
  let duplicate: string | undefined;

  function fail(message: string): never {
    throw new JsonError(message, at);
  }

  /** What the pattern finds here, if it does. */
  function take(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = at;
    const found = pattern.exec(text);
    if (found) at = pattern.lastIndex;
    return found;
  }

  function takeMark(mark: string): boolean {
    take(SPACE);
    if (text[at] !== mark) return false;
    at++;
    return true;
  }

  function parseString(): string {
    take(SPACE);
    const found = take(STRING);
    if (!found) fail('expected a string');
    const value = JSON.parse(found[0]) as string;
    if (value.includes('\0') || isBroken(value)) fail('a string holds what is no character');
    return value;
  }

  function parseNumber(found: RegExpExecArray): number {
    const whole = found[1] === undefined && found[2] === undefined;
    const value = Number(found[0]);
    if (!Number.isFinite(value) || (whole && BigInt.asIntN(64, BigInt(found[0])) !== BigInt(found[0]))) {
      fail('the number is too large');
    }
    return whole ? value + 0 : NaN; // + 0: no negative zero
  }

  function parseArray(depth: number): Json[] {
    const items: Json[] = [];
    if (takeMark(']')) return items;
    do items.push(parseValue(depth));
    while (takeMark(','));
    if (!takeMark(']')) fail('expected , or ]');
    return items;
  }

  function parseObject(depth: number): { [name: string]: Json } {
    const object = Object.create(null) as { [name: string]: Json };
    if (takeMark('}')) return object;
    do {
      const name = parseString();
      if (name in object) duplicate ??= name;
      if (!takeMark(':')) fail('expected :');
      object[name] = parseValue(depth);
    } while (takeMark(','));
    if (!takeMark('}')) fail('expected , or }');
    return object;
  }

  function parseValue(depth: number): Json {
    if (depth > DEEPEST) fail('nested too deeply');
    if (takeMark('{')) return parseObject(depth + 1);
    if (takeMark('[')) return parseArray(depth + 1);
    if (text[at] === '"') return parseString();
    const number = take(NUMBER);
    if (number) return parseNumber(number);
    const word = take(WORD);
    if (!word) fail('expected a value');
    return word[0] === 'null' ? null : word[0] === 'true';
  }

  const value = parseValue(0);
  take(SPACE);
  if (at < text.length) fail('expected the end');
  return { value, duplicate };
}
