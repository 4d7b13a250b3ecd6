/** Records as text: the head and the lines of play. docs/record.md has the grammar; the library reads it, this only cuts. */
import { CoreError, type Code } from './errors.js';
import { aude, core } from './wasm.js';

export interface SplitRecord {
  /** From `aude 1` to the last line of the setup, with line ends. */
  readonly head: string;
  /** Moves, draws included: without comments, confirmations, digests and expectations. */
  readonly lines: readonly string[];
  /** Their line numbers in the text, from 1. */
  readonly numbers: readonly number[];
}

const SETUP = /^(aude|set|\||rule|chips|seat)(\s|$)/;
const PLAY = /^(draw|place|pass|meeple|settle|bet|final|retire|end)(\s|$)/;

export function splitRecord(text: string): SplitRecord {
  const head: string[] = [];
  const lines: string[] = [];
  const numbers: number[] = [];
  text.split(/\r?\n/).forEach((line, i) => {
    const bare = line.startsWith('|') ? line : line.replace(/(^|\s)#.*/, '').trim();
    if (!lines.length && SETUP.test(bare)) head.push(bare);
    else if (PLAY.test(bare)) {
      lines.push(bare);
      numbers.push(i + 1);
    }
  });
  return { head: head.map((line) => line + '\n').join(''), lines, numbers };
}

/** The public record of any record or log, read and found legal by the library. Throws CoreError with the line. */
export function publicRecord(text: string): string {
  return core(() => {
    const check = aude().record(text);
    if (check.failures.length) {
      const { code, message, line } = check.failures[0]!;
      throw new CoreError(code as Code, message, line);
    }
    if (/^\s*bet\s+\d+\s+\?/m.test(text)) return text;
    const game = aude().open(text, { seed: 0 });
    try {
      return game.record();
    } finally {
      game.free();
    }
  });
}
