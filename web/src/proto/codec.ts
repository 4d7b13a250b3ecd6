// Messages to text and back, by the tables of messages.ts: the twin of src/proto in the server, with the same limits, the same
// refusals and the same bytes. What is read has passed every check; what is written has, too.

import { isBroken, JsonError, parseJson, type Parsed } from './json.js';
import {
  bodyShapes,
  clientChoice,
  serverChoice,
  type Bodies,
  type Choice,
  type ClientMessage,
  type Field,
  type ServerMessage,
  type Shape,
} from './messages.js';

/** Why a text or message is refused; in the order of proto_err in src/proto/proto.h. */
export type ProtoCode = 'json' | 'duplicate' | 'kind' | 'unknown' | 'missing' | 'type' | 'range' | 'size';

export class ProtoError extends Error {
  readonly code: ProtoCode;
  /** The type of the message; '' where that could not be read, and for bodies. */
  readonly type: string;
  /** As in seats[2].engine; '' where none is to blame. */
  readonly field: string;
  constructor(code: ProtoCode, type: string, field: string, reason: string) {
    const place = type && field ? `${type}.${field}` : type || field;
    super(place ? `${place}: ${reason}` : reason);
    this.code = code;
    this.type = type;
    this.field = field;
  }
}

/** Each throws ProtoError. */
export function readServer(text: string): ServerMessage {
  return read(text, serverChoice) as unknown as ServerMessage;
}
export function writeServer(message: ServerMessage): string {
  return JSON.stringify(checkChoice(message, serverChoice, TOP));
}
export function readClient(text: string): ClientMessage {
  return read(text, clientChoice) as unknown as ClientMessage;
}
export function writeClient(message: ClientMessage): string {
  return JSON.stringify(checkChoice(message, clientChoice, TOP));
}
export function readBody<K extends keyof Bodies>(name: K, text: string): Bodies[K] {
  const { value, duplicate } = parse(text);
  if (duplicate !== undefined) refuse('duplicate', { type: '', field: shown(duplicate) }, 'is there twice');
  return checkShape(value, bodyShapes[name], TOP) as unknown as Bodies[K];
}
export function writeBody<K extends keyof Bodies>(name: K, body: Bodies[K]): string {
  return JSON.stringify(checkShape(body, bodyShapes[name], TOP));
}

type Fields = Record<string, unknown>;

/** Where a check is: in a message of this type, at that field. */
interface Place {
  readonly type: string;
  readonly field: string;
}
const TOP: Place = { type: '', field: '' };

function refuse(code: ProtoCode, place: Place, reason: string): never {
  throw new ProtoError(code, place.type, place.field, reason);
}

/** A name out of a text, if it is fit to be shown. */
function shown(name: string): string {
  return /^[!-~]{1,32}$/.test(name) ? name : '?';
}

function within(place: Place, name: string): Place {
  return { type: place.type, field: place.field ? `${place.field}.${shown(name)}` : shown(name) };
}

function parse(text: string): Parsed {
  try {
    return parseJson(text);
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    return refuse('json', TOP, `this is not JSON (character ${error.at + 1}: ${error.message})`);
  }
}

function read(text: string, choice: Choice): Fields {
  const { value, duplicate } = parse(text);
  if (duplicate !== undefined) {
    const type = isFields(value) ? value['type'] : undefined;
    const known = typeof type === 'string' && choice.has(type) ? type : '';
    refuse('duplicate', { type: known, field: shown(duplicate) }, 'is there twice');
  }
  return checkChoice(value, choice, TOP);
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The checks give what they have checked anew, its fields in the order of writing. */
function checkChoice(value: unknown, choice: Choice, place: Place): Fields {
  if (!isFields(value)) return refuse('type', place, 'expected an object');
  const type = value['type'];
  const at = within(place, 'type');
  if (type === undefined) return refuse('missing', at, 'is missing');
  if (typeof type !== 'string') return refuse('type', at, 'expected text');
  const shape = choice.get(type);
  if (!shape) return refuse('kind', at, `there is no message \`${shown(type)}\``);
  return checkFields(value, shape, place.field ? place : { type, field: '' }, { type });
}

function checkShape(value: unknown, shape: Shape, place: Place): Fields {
  if (!isFields(value)) return refuse('type', place, 'expected an object');
  return checkFields(value, shape, place, {});
}

function checkFields(value: Fields, shape: Shape, place: Place, checked: Fields): Fields {
  for (const name of Object.keys(value)) {
    const known = Object.hasOwn(checked, name) || shape.some((field) => field.name === name);
    if (!known) refuse('unknown', within(place, name), 'there is no such field');
  }
  for (const field of shape) {
    const item = value[field.name];
    const at = within(place, field.name);
    if (item !== undefined) checked[field.name] = field.items ? checkArray(item, field, at) : checkValue(item, field, at);
    else if (!field.optional) refuse('missing', at, 'is missing');
  }
  return checked;
}

function checkArray(value: unknown, field: Field, place: Place): unknown[] {
  const [min, max] = field.items ?? [0, 0];
  if (!Array.isArray(value)) return refuse('type', place, 'expected an array');
  if (value.length < min || value.length > max) {
    refuse('size', place, `expected ${min} to ${max} items, not ${value.length}`);
  }
  return value.map((item, i) => checkValue(item, field, { type: place.type, field: `${place.field}[${i}]` }));
}

function checkValue(value: unknown, field: Field, place: Place): unknown {
  switch (field.type) {
    case 'number':
      return checkNumber(value, field, place);
    case 'bool':
      return typeof value === 'boolean' ? value : refuse('type', place, 'expected true or false');
    case 'text':
    case 'word':
      return checkText(value, field, place);
    case 'bytes':
      return checkBytes(value, field.max ?? 0, place);
    case 'enum':
      return checkEnum(value, field.words ?? [], place);
    case 'struct':
      return checkShape(value, field.shape ?? [], place);
    case 'union':
      return checkChoice(value, field.choice ?? new Map(), place);
  }
}

function checkNumber(value: unknown, field: Field, place: Place): number {
  const { min = 0, max = 0 } = field;
  const reason = `expected a whole number from ${min} to ${max}`;
  if (typeof value !== 'number' || !Number.isInteger(value)) return refuse('type', place, reason);
  return value < min || value > max ? refuse('range', place, reason) : value;
}

const CONTROL = /[\u0000-\u0008\u000a-\u001f\u007f-\u009f]/;
const utf8 = new TextEncoder();

function checkText(value: unknown, field: Field, place: Place): string {
  const { min = 0, max = 0 } = field;
  if (typeof value !== 'string') return refuse('type', place, 'expected text');
  const size = utf8.encode(value).length;
  if (size < min || size > max) refuse('size', place, `expected ${min} to ${max} bytes of text, not ${size}`);
  if (field.type === 'word' && !/^[A-Za-z0-9_-]*$/.test(value)) {
    refuse('type', place, 'expected letters, digits, - and _ alone');
  }
  if (CONTROL.test(value) || isBroken(value)) refuse('type', place, 'expected text without control characters');
  return value;
}

function checkBytes(value: unknown, size: number, place: Place): string {
  const reason = `expected ${2 * size} hexadecimal digits in lower case`;
  if (typeof value !== 'string') return refuse('type', place, reason);
  if (utf8.encode(value).length !== 2 * size) refuse('size', place, reason);
  return /^[0-9a-f]*$/.test(value) ? value : refuse('type', place, reason);
}

function checkEnum(value: unknown, words: readonly string[], place: Place): string {
  if (typeof value === 'string' && words.includes(value)) return value;
  return refuse('type', place, `expected ${words.join(', ').replace(/, ([^,]*)$/, ' or $1')}`);
}
