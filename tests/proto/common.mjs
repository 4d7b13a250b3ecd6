// What the tests of the codec share: the codec, the examples of the definition, and how a text of a group is read and written.
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

export const codec = await import(pathToFileURL(`${process.env.PROTO_JS}/codec.js`).href);

export function read(group, name, text) {
  if (group === 'client') return codec.readClient(text);
  if (group === 'server') return codec.readServer(text);
  return codec.readBody(name, text);
}

export function write(group, name, message) {
  if (group === 'client') return codec.writeClient(message);
  if (group === 'server') return codec.writeServer(message);
  return codec.writeBody(name, message);
}

function lines(path) {
  return readFileSync(path, 'utf8').split('\n').filter((line) => line && !line.startsWith('#'));
}

/** The examples of src/proto/messages.def: {group, name, text}. */
export function examples() {
  const found = [];
  let group, name;
  for (const line of lines('src/proto/messages.def')) {
    const head = /^(client|server|body) (\S+)/.exec(line);
    if (head) [, group, name] = head;
    const example = /^ *= (.*)$/.exec(line);
    if (example) found.push({ group, name, text: example[1] });
  }
  return found;
}

/** The rows of tests/proto/bad. */
export function badTexts() {
  return lines('tests/proto/bad').map((line) => {
    const [, group, name, code, type, field, text] = /^(\S+) (\S+) (\S+) (\S+) (\S+) (.*)$/.exec(line);
    return { group, name, code, type: type === '-' ? '' : type, field: field === '-' ? '' : field, text };
  });
}
