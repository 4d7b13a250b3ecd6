import { mount } from 'svelte';
import './ui/app.css';
import App from './ui/App.svelte';
import { ready } from './core/api.js';
import { keepOffline } from './core/offline.js';
import { setLanguage } from './i18n/index.js';
import { spoken, watchPrefs } from './ui/lib/prefs.svelte.js';

const target = document.getElementById('app');
watchPrefs();
// The library comes while the first screen is made; what is kept for later fetches every file, so it waits until the page can be used.
void ready()
  .catch(() => {})
  .then(() => setTimeout(keepOffline, 1000));
void setLanguage(spoken()).finally(() => target && mount(App, { target }));
