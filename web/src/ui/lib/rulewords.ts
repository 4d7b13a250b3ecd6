/** Setup lines of a table (docs/table.md) in words; a line that is not known is shown as it stands. */
import type { Translate } from '../../i18n/index.js';

/** Milliseconds as people say them. */
export function spanWords(t: Translate, ms: number): string {
  return span(t, `${Math.round(ms / 1000)}s`);
}
function span(t: Translate, word: string): string {
  const found = /^(\d+)([smhd]?)$/.exec(word);
  if (!found) return word;
  const n = Number(found[1]);
  switch (found[2]) {
    case 'm':
      return t('span.m', { n });
    case 'h':
      return t('span.h', { n });
    case 'd':
      return t('span.d', { n });
    default:
      return n % 86400 === 0 && n ? t('span.d', { n: n / 86400 }) : n % 60 === 0 && n ? t('span.m', { n: n / 60 }) : t('span.s', { n });
  }
}

export function ruleWords(t: Translate, line: string): string {
  const [word, a = '', b = '', c = ''] = line.split(' ');
  switch (word) {
    case 'seats':
      return '';
    case 'set':
      return a === 'base' ? t('set.base') : a === 'bets' ? t('set.bets') : t('set.other', { name: a });
    case 'clock':
      if (a === 'none') return t('clock.none');
      if (a === 'turn') return t('clock.turn', { time: span(t, b) });
      return c ? t('clock.total', { time: span(t, b), more: span(t, c) }) : t('clock.totalOnly', { time: span(t, b) });
    case 'secret':
      return a === 'none' ? t('secret.none') : t('secret.time', { time: span(t, a) });
    case 'absence':
      return a === 'none' ? t('absence.none') : t('absence.time', { time: span(t, a) });
    case 'leave':
      return t('option.leave') + ': ' + t(a === 'end' ? 'leave.end' : a === 'computer' ? 'leave.computer' : 'leave.retire');
    case 'aids':
      return t(a === 'none' ? 'aids.none' : a === 'tournament' ? 'aids.tournament' : 'aids.full');
    case 'best-of':
      return a === '1' ? t('match.one') : t('match.bestOf', { n: Number(a) });
    case 'delay':
      return a === '0' ? t('delay.none') : t('delay.turns', { n: Number(a) });
    case 'chips':
      return t('rule.chips', { faces: line.slice(6) });
    case 'rule':
      switch (a) {
        case 'fields':
          return t(b === 'off' ? 'rule.noFields' : 'rule.fields');
        case 'tiny-city':
          return t('rule.tiny', { n: b });
        case 'confirm':
          return t(b === 'on' ? 'rule.confirm' : 'rule.noConfirm');
        case 'bets-unoccupied':
          return t(b === 'off' ? 'rule.occupied' : 'rule.unoccupied');
        case 'draws':
          return t('rule.draws', { n: Number(b) });
        case 'meeples':
          return t('rule.meeples', { n: Number(b) });
        case 'first':
          return t('rule.first', { n: Number(b) + 1 });
      }
  }
  return line;
}
