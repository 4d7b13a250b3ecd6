import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig, type Plugin } from 'vite';

const DENSE = /\.(js|css|html|svg|wasm|json|webmanifest)$/;

/** Last of all: the service worker with its list of files, and each file once more in the forms that the server sends compressed. */
function finish(): Plugin {
  let folder = '';
  return {
    name: 'aude-finish',
    apply: 'build',
    configResolved: (config) => void (folder = config.build.outDir),
    closeBundle() {
      const files = readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
        .sort();
      const hash = createHash('sha256');
      for (const file of files) hash.update(file).update(readFileSync(join(folder, file)));
      const worker = readFileSync('src/sw.js', 'utf8')
        .replace('self.__FILES__', JSON.stringify(files))
        .replace('self.__VERSION__', JSON.stringify(hash.digest('hex').slice(0, 16)));
      writeFileSync(join(folder, 'sw.js'), worker);
      for (const file of [...files, 'sw.js'].filter((name) => DENSE.test(name))) {
        const bytes = readFileSync(join(folder, file));
        writeFileSync(join(folder, file + '.gz'), gzipSync(bytes, { level: 9 }));
        writeFileSync(join(folder, file + '.br'), brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } }));
      }
    },
  };
}

export default defineConfig({
  base: './',
  plugins: [svelte(), finish()],
  build: {
    target: 'es2022',
    outDir: 'dist',
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    // What the first screen needs is one file.
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'start', tags: ['$initial'] }] } } },
  },
  worker: { format: 'es' },
});
