// The compiler holds the languages against each other: a key that is missing, too many, or takes other parameters is its error.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import test from 'node:test';

const folder = 'web/node_modules/.texts-test';
const tsc = 'web/node_modules/typescript/bin/tsc';

/** What the compiler says of the texts when one language is changed. */
function said(language, change) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  cpSync('web/src/i18n', `${folder}/i18n`, { recursive: true });
  writeFileSync(`${folder}/tsconfig.json`, JSON.stringify({ extends: '../../tsconfig.json', compilerOptions: { types: [] }, include: ['i18n'] }));
  const file = `${folder}/i18n/${language}.ts`;
  const before = readFileSync(file, 'utf8');
  const after = change(before);
  writeFileSync(file, after);
  const { status, stdout } = spawnSync('node', [tsc, '--noEmit', '-p', folder], { encoding: 'utf8' });
  rmSync(folder, { recursive: true, force: true });
  return { status, stdout, changed: before !== after };
}

test('as they are they compile', () => {
  const { status, stdout } = said('nl', (text) => text);
  assert.equal(status, 0, stdout);
});

for (const language of ['nl', 'de'])
  for (const [what, change] of [
    ['is missing', (text) => text.replace(/^ {2}'app\.offline':.*\n/m, '')],
    ['is too many', (text) => text.replace(/^ {2}'app\.offline':/m, "  'app.nowhere': 'x',\n$&")],
    ['takes another parameter', (text) => text.replace(/\{n\}/, '{m}')],
  ])
    test(`${language}: a key that ${what} is found`, () => {
      const { status, changed } = said(language, change);
      assert.ok(changed, 'there is something to change');
      assert.notEqual(status, 0);
    });
