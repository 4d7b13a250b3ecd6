// damage.mjs FILE: damages the examples in many ways and writes what the browser's codec says of each, in the form of
// tests/proto/bad, for the server's codec to agree. The same texts on every run.
import { writeFileSync } from 'node:fs';
import { codec, examples, read, write } from './common.mjs';

let seed = 1;
function below(n) {
  seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
  return Math.floor((seed / 2 ** 32) * n);
}
const pick = (list) => list[below(list.length)];

const all = examples();
// Names, numbers, texts and marks that are right somewhere.
const tokens = [...new Set(all.flatMap(({ text }) => text.match(/"(?:[^"\\]|\\.)*"|-?\d+|true|false|[[\]{}:,]/g)))];
tokens.push('null', '-1', '6', '1.0', '1e3', '-0', '00', '9007199254740992', '1e999', '99999999999999999999', '""', '[]', '{}');
tokens.push('"\\u0000"', '"\\ud800"', '"\\u0085"', '"é"', '"\\n"', '\t', ' ', '"type"', '"__proto__"', '\\', '"', 'nul');

function damaged(text) {
  const parts = text.match(/"(?:[^"\\]|\\.)*"|-?\d+|[a-z]+|\s+|./gu);
  for (let n = 1 + below(2); n > 0; n--) {
    const at = below(parts.length);
    const way = below(6);
    if (way === 0) parts.splice(at, 1);
    else if (way === 1) parts.splice(at, 0, pick(tokens));
    else if (way === 2) parts[at] = pick(tokens);
    else if (way === 3) parts.splice(at, 0, ...parts.slice(at, at + 1 + below(4)));
    else if (way === 4) parts.splice(at, 1 + below(4));
    else parts[at] = parts[at].slice(0, below(parts[at].length)) + pick(['a', '"', '0', 'é', '\\', '}', '.']);
    if (!parts.length) return '?';
  }
  return parts.join('');
}

const rows = [];
const count = {};
for (let i = 0; i < 20000; i++) {
  const { group, name, text } = pick(all);
  const other = damaged(text).trim(); // rows lose white space at the ends
  if (!other || /\p{Surrogate}/u.test(other)) continue;
  const row = (code, type, field, what) => rows.push([group, name, code, type || '-', field || '-', what].join(' '));
  try {
    const message = read(group, name, other);
    row('ok', '', '', other);
    row('same', '', '', write(group, name, message));
    count.ok = (count.ok ?? 0) + 1;
  } catch (error) {
    if (!(error instanceof codec.ProtoError)) throw error;
    row(error.code, error.type, error.field, other);
    count[error.code] = (count[error.code] ?? 0) + 1;
  }
}
writeFileSync(process.argv[2], rows.join('\n') + '\n');
console.log(count);
for (const code of ['ok', 'json', 'duplicate', 'kind', 'unknown', 'missing', 'type', 'range', 'size']) {
  if (!(count[code] > 20)) throw new Error(`too few texts of the kind ${code}`);
}
