// The page as it is built: what the first load costs, that the service worker knows every file, that compressed forms are of the same file.
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import test from 'node:test';

const dist = 'web/dist';
const all = readdirSync(dist, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => join(entry.parentPath, entry.name).slice(dist.length + 1));
const files = all.filter((name) => !/\.(br|gz)$/.test(name));
const read = (name) => readFileSync(join(dist, name));
/** As it travels. */
const size = (name) => statSync(join(dist, existsSync(join(dist, name + '.br')) ? name + '.br' : name)).size;

test('the first load is at most 300 KB', () => {
  const html = String(read('index.html'));
  const first = new Set(['index.html', ...[...html.matchAll(/(?:src|href)="\.\/([^"]+)"/g)].map(([, name]) => name)]);
  // What the first screen fetches beside itself: the library, the picture behind it, a table. Then what these load at once: modules they import,
  // their fonts.
  for (const name of files) if (/\.wasm$|\/(Scene|Table)-[^/]*\.(js|css)$/.test(name)) first.add(name);
  for (const name of first)
    if (/\.(js|css)$/.test(name))
      for (const other of files.filter((file) => !first.has(file))) {
        const text = String(read(name));
        const imported = new RegExp(`(from|import)\\s*"\\./${basename(other).replaceAll('.', '\\.')}"`).test(text);
        const font = /\.woff2$/.test(other) && !/-ext-/.test(other) && text.includes(basename(other));
        if (imported || font) first.add(other);
      }
  const bytes = [...first].reduce((sum, name) => sum + size(name), 0);
  console.log(`first load: ${bytes} bytes: ${[...first].map((name) => `${name} ${size(name)}`).join(', ')}`);
  assert.ok(first.size > 3 && bytes <= 300 * 1024, `${bytes} bytes`);
});

test('the service worker keeps every file', () => {
  const list = JSON.parse(/const FILES = (\[.*\]);/.exec(String(read('sw.js')))[1]);
  assert.deepEqual([...list].sort(), files.filter((name) => name !== 'sw.js').sort());
});

test('compressed files are what they are compressed of', () => {
  const dense = files.filter((name) => /\.(js|css|html|svg|wasm|json|webmanifest)$/.test(name));
  assert.ok(dense.length > 3);
  for (const name of dense) {
    assert.ok(brotliDecompressSync(read(name + '.br')).equals(read(name)), name);
    assert.ok(gunzipSync(read(name + '.gz')).equals(read(name)), name);
  }
});

test('no address but our own is loaded', () => {
  for (const name of files.filter((file) => /\.(js|css|html)$/.test(file))) {
    const found = [...String(read(name)).matchAll(/(?:src|href|url|import|fetch)\s*[=(]\s*["'`]?(https?:\/\/[^"'`)\s]+)/g)].map(([, url]) => url);
    assert.deepEqual(found, [], name);
  }
});
