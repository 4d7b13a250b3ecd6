/** "Your turn": a mark in the title, and where the page is not looked at a sound and, on request, a notification. */
import { text } from '../../i18n/index.js';
import type { Game } from './game.svelte.js';
import { prefs } from './prefs.svelte.js';
import { play } from './sound.js';

/** Calls while a game is shown; the result ends it. */
export function caller(game: Game): () => void {
  let before = '';
  const stop = $effect.root(() => {
    $effect(() => {
      const { due, decision, phase } = game.state;
      const mine = phase === 'play' && due.length > 0;
      document.title = mine ? `● ${text('title.turn')} · Aude` : 'Aude';
      const key = mine ? `${game.state.game}.${decision}` : '';
      if (key && key !== before && document.hidden) {
        play('call');
        if (prefs.notify && 'Notification' in window && Notification.permission === 'granted') {
          const note = new Notification('Aude', { body: text('title.turn'), tag: 'aude-turn', icon: './icon.svg' });
          note.onclick = () => {
            window.focus();
            note.close();
          };
        }
      }
      before = key;
    });
  });
  return () => {
    stop();
    document.title = 'Aude';
  };
}
export async function askNotify(): Promise<boolean> {
  if (!('Notification' in window)) return false;
  return (await Notification.requestPermission()) === 'granted';
}
