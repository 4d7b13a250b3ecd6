// The compiler holds the languages against each other: a key that is missing, too many, or takes other parameters is its error.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import test from 'node:test';

const folder = 'web/node_modules/.texts-test';
const tsc = 'web/node_modules/typescript/bin/tsc';

/** What the compiler says of the texts, and of what `also` is there, when some languages are changed. */
function said(languages, change, also = []) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const part of ['i18n', ...also]) cpSync(`web/src/${part}`, `${folder}/${part}`, { recursive: true });
  writeFileSync(`${folder}/tsconfig.json`, JSON.stringify({ extends: '../../tsconfig.json', compilerOptions: { types: also.length ? ['vite/client'] : [] }, include: ['i18n', 'ui'] }));
  const changed = languages.every((language) => {
    const file = `${folder}/i18n/${language}.ts`;
    const before = readFileSync(file, 'utf8');
    const after = change(before);
    writeFileSync(file, after);
    return before !== after;
  });
  const { status, stdout } = spawnSync('node', [tsc, '--noEmit', '-p', folder], { encoding: 'utf8' });
  rmSync(folder, { recursive: true, force: true });
  return { status, stdout, changed };
}

test('as they are they compile', () => {
  const { status, stdout } = said(['nl'], (text) => text);
  assert.equal(status, 0, stdout);
});

for (const language of ['nl', 'de'])
  for (const [what, change] of [
    ['is missing', (text) => text.replace(/^ {2}'app\.offline':.*\n/m, '')],
    ['is too many', (text) => text.replace(/^ {2}'app\.offline':/m, "  'app.nowhere': 'x',\n$&")],
    ['takes another parameter', (text) => text.replace(/\{n\}/, '{m}')],
  ])
    test(`${language}: a key that ${what} is found`, () => {
      const { status, changed } = said([language], change);
      assert.ok(changed, 'there is something to change');
      assert.notEqual(status, 0);
    });

// A sentence that is gone from all languages is missed by the code that chooses it (web/src/ui/lib/refusal.ts).
test('a code of a refusal without a sentence is found', () => {
  const parts = ['core', 'proto', 'ui/lib/refusal.ts'];
  const whole = said([], (text) => text, parts);
  assert.equal(whole.status, 0, whole.stdout);
  // One of the server's and one of the core's own.
  const { status, stdout, changed } = said(['en', 'nl', 'de'], (text) => text.replace(/^ {2}'refused\.(stale|offline)':.*\n/gm, ''), parts);
  assert.ok(changed, 'there is something to change');
  assert.notEqual(status, 0);
  assert.match(stdout, /refusal\.ts/);
});
