// The browser's codec by itself.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { badTexts, codec, examples, read, write } from './common.mjs';

test('every example is read, and written as it stands', () => {
  const all = examples();
  assert.ok(all.length > 50);
  for (const { group, name, text } of all) {
    const message = read(group, name, text);
    assert.deepEqual(message, JSON.parse(text), text);
    assert.equal(write(group, name, message), text);
  }
});

test('fields are written in the order of the definition, whatever their order in the object', () => {
  const message = { words: 'tab\t"quote" \\ \u2028 é', id: 2, type: 'chat' };
  assert.equal(codec.writeClient(message), '{"type":"chat","id":2,"words":"tab\\t\\"quote\\" \\\\ \u2028 é"}');
});

test('bad texts are refused for what the table says', () => {
  const all = badTexts();
  assert.ok(all.length > 50);
  for (const { group, name, code, type, field, text } of all) {
    if (code === 'ok') {
      read(group, name, text);
      continue;
    }
    assert.throws(
      () => read(group, name, text),
      (error) => {
        assert.ok(error instanceof codec.ProtoError, `${text}\n${error.stack}`);
        assert.deepEqual([error.code, error.type, error.field], [code, type, field], text);
        assert.ok(error.message.includes(field) && error.message.includes(type));
        return true;
      },
    );
  }
});

test('what is written is checked as what is read', () => {
  const refused = (message, code, field) =>
    assert.throws(() => codec.writeClient(message), { name: 'Error', code, field }, JSON.stringify(message));
  refused({ type: 'chat', id: 1, words: '' }, 'size', 'words');
  refused({ type: 'chat', id: 1, words: 'a\nb' }, 'type', 'words');
  refused({ type: 'chat', id: 1, words: 'half a die \ud83c' }, 'type', 'words');
  refused({ type: 'chat', id: 1.5, words: 'a' }, 'type', 'id');
  refused({ type: 'chat', id: NaN, words: 'a' }, 'type', 'id');
  refused({ type: 'chat', id: 1, words: 'a', to: 2 }, 'unknown', 'to');
  refused({ type: 'chat', words: 'a' }, 'missing', 'id');
  refused({ type: 'shout', words: 'a' }, 'kind', 'type');
});

test('a field that is undefined is one that is left out', () => {
  const message = { type: 'hello', version: 1, table: 'k7Qm0aXw3PzLr9Td', token: undefined };
  assert.equal(codec.writeClient(message), '{"type":"hello","version":1,"table":"k7Qm0aXw3PzLr9Td"}');
});

test('zero has no sign', () => {
  assert.ok(Object.is(codec.readClient('{"type":"ping","n":-0}').n, 0));
});

test('texts nested without end are refused, not followed', () => {
  assert.throws(() => codec.readServer('['.repeat(100000)), { code: 'json' });
  assert.throws(() => codec.readServer('{"a":'.repeat(100000)), { code: 'json' });
});
