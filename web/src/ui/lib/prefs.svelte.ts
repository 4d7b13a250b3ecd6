/** What a person likes, kept on this device: language, theme, sounds, how to confirm. Nothing of it is part of a game. */
import { languages, preferredLanguage, setLanguage, type Language } from '../../i18n/index.js';

export interface Prefs {
  name: string;
  language: Language | 'auto';
  theme: 'auto' | 'light' | 'dark';
  motion: 'auto' | 'off';
  sound: boolean;
  volume: number;
  notify: boolean;
  /** A tap does it: no further step to confirm a place or the end of a turn. */
  oneTap: boolean;
  textMode: boolean;
  opponent: string;
  opponents: number;
  bets: boolean;
  /** Chances where bets are made, if the table allows them. */
  odds: boolean;
}

const usual: Prefs = {
  name: '',
  language: 'auto',
  theme: 'auto',
  motion: 'auto',
  sound: true,
  volume: 40,
  notify: false,
  oneTap: false,
  textMode: false,
  opponent: '',
  opponents: 1,
  bets: true,
  odds: true,
};
const KEY = 'aude.prefs';

function load(): Prefs {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Prefs>;
    const read = { ...usual };
    for (const key of Object.keys(usual) as (keyof Prefs)[])
      if (typeof kept[key] === typeof usual[key]) (read[key] as unknown) = kept[key];
    if (read.language !== 'auto' && !(read.language in languages)) read.language = 'auto';
    return read;
  } catch {
    return { ...usual };
  }
}

export const prefs = $state(load());

export function spoken(): Language {
  return prefs.language === 'auto' ? preferredLanguage() : prefs.language;
}

const dark = matchMedia('(prefers-color-scheme: dark)');
const still = matchMedia('(prefers-reduced-motion: reduce)');
let systemDark = $state(dark.matches);
let systemStill = $state(still.matches);
dark.addEventListener('change', () => (systemDark = dark.matches));
still.addEventListener('change', () => (systemStill = still.matches));

export function isDark(): boolean {
  return prefs.theme === 'auto' ? systemDark : prefs.theme === 'dark';
}
export function isStill(): boolean {
  return prefs.motion === 'off' || systemStill;
}

/** Keeps page and storage in step with `prefs`; called once. */
export function watchPrefs(): void {
  $effect.root(() => {
    $effect(() => {
      const { dataset } = document.documentElement;
      dataset['theme'] = isDark() ? 'dark' : 'light';
      dataset['motion'] = isStill() ? 'off' : 'on';
      document.querySelector('meta[name=theme-color]')?.setAttribute('content', isDark() ? '#252c36' : '#fbf6ea');
    });
    $effect(() => {
      try {
        localStorage.setItem(KEY, JSON.stringify(prefs));
      } catch {
        /* A device that keeps nothing: the choices hold until the page is closed. */
      }
    });
    $effect(() => {
      void setLanguage(spoken());
    });
  });
}
