/** Setup lines (docs/table.md) read for showing, and made from the choices of a form. */
import type { Options, SetupChoice } from './api.js';

const UNIT: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** `90`, `90s`, `5m`; null: `none`. */
function milliseconds(word: string | undefined): number | null {
  const found = /^(\d+)([smhd]?)$/.exec(word ?? '');
  return found ? Number(found[1]) * UNIT[found[2] || 's']! : null;
}

export function readOptions(lines: readonly string[]): Options {
  const words = lines.map((line) => line.split(' '));
  const find = (...first: string[]) => words.find((line) => first.every((word, i) => line[i] === word));
  const clock = find('clock');
  const leave = find('leave')?.[1];
  const aids = find('aids')?.[1];
  return {
    sets: words.filter((line) => line[0] === 'set').map((line) => line[1]!),
    clock:
      clock?.[1] === 'turn'
        ? { kind: 'turn', time: milliseconds(clock[2]) ?? 0 }
        : clock?.[1] === 'total'
          ? { kind: 'total', time: milliseconds(clock[2]) ?? 0, increment: milliseconds(clock[3]) ?? 0 }
          : { kind: 'none' },
    secret: milliseconds(find('secret')?.[1]),
    absence: milliseconds(find('absence')?.[1]),
    leave: leave === 'end' || leave === 'computer' ? leave : 'retire',
    aids: aids === 'none' || aids === 'tournament' ? aids : 'full',
    bestOf: Number(find('best-of')?.[1] ?? 1),
    delay: Number(find('delay')?.[1] ?? 0),
    confirm: find('rule', 'confirm')?.[2] === 'on',
    fields: find('rule', 'fields')?.[2] !== 'off',
    tinyCity: find('rule', 'tiny-city')?.[2] === '2' ? 2 : 4,
  };
}

export function setupLines(choice: SetupChoice): string[] {
  const lines: string[] = [];
  const add = (word: string, value: string | number | undefined) => value !== undefined && lines.push(`${word} ${value}`);
  add('clock', choice.clock);
  add('leave', choice.leave);
  add('aids', choice.aids);
  add('best-of', choice.bestOf);
  add('delay', choice.delay);
  lines.push('set base');
  if (choice.bets) lines.push('set bets');
  add('rule fields', choice.fields === false ? 'off' : undefined);
  add('rule tiny-city', choice.tinyCity === 2 ? 2 : undefined);
  add('rule confirm', choice.confirm ? 'on' : undefined);
  return [...lines, ...(choice.more ?? [])];
}
