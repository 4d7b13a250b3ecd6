import type { Refusal } from '../proto/messages.js';

/**
 * The code of whatever was refused: those of the server (`illegal`, `turn`, `stale`, `over`, `denied`, `limit` …); `hidden` and `expect` of records;
 * `offline`: the server cannot be reached; `gone`: the table or one's place at it does not exist; `version`: the page is older than the server, load it
 * again; `storage`: this device cannot keep it; `cancelled`: the session was closed before the answer.
 */
export type Code = Refusal | 'hidden' | 'expect' | 'offline' | 'gone' | 'version' | 'storage' | 'cancelled';

/** Every rejected promise of the core is one of these. Show a text by `code`; `message` is one English sentence for details. */
export class CoreError extends Error {
  readonly code: Code;
  /** The line of a text, from 1, where one is to blame; else 0. */
  readonly line: number;
  /** The column of that line, from 1, where one is known; else 0. */
  readonly column: number;
  constructor(code: Code, message: string, line = 0, column = 0) {
    super(message);
    this.name = 'CoreError';
    this.code = code;
    this.line = line;
    this.column = column;
  }
}

export function asCoreError(error: unknown): CoreError {
  return error instanceof CoreError ? error : new CoreError('failed', error instanceof Error ? error.message : String(error));
}
