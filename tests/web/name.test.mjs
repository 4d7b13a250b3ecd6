// What a person types as a name becomes one that every table takes: 1 to 63 bytes, no control characters, no `#` that begins a word, no space at its ends.
import assert from 'node:assert/strict';
import test from 'node:test';
import { core } from './common.mjs';

const { fitName, tellApart } = await core('name');

test('a name that fits stays', () => {
  for (const name of ['Ann', 'Zoë <b>& "Ann"</b>', 'C#', 'x'.repeat(63)]) assert.equal(fitName(name), name);
});
test('too many bytes are cut between characters', () => {
  assert.equal(fitName('é'.repeat(40)), 'é'.repeat(31));
  assert.equal(fitName('\u{1F98A}'.repeat(20)), '\u{1F98A}'.repeat(15));
});
test('what lines cannot hold is taken away', () => {
  assert.equal(fitName('  Ann\tLee \n'), 'Ann Lee');
  assert.equal(fitName('#Ann #1'), 'Ann 1');
  assert.equal(fitName(' \t '), '');
});
test('two people at one screen never have one name', () => {
  assert.deepEqual(tellApart(['Ann', 'Ben', 'Ann', 'Ann']), ['Ann', 'Ben', 'Ann 2', 'Ann 3']);
  assert.deepEqual(tellApart(['Ann', 'Ann 2', 'Ann']), ['Ann', 'Ann 2', 'Ann 3']);
  // 60 bytes and the number: 20 of 21 characters of 3 bytes stay.
  assert.deepEqual(tellApart(['木'.repeat(21), '木'.repeat(21)]), ['木'.repeat(21), '木'.repeat(20) + ' 2']);
});
