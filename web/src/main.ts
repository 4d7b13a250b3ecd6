import { mount } from 'svelte';
import './ui/app.css';
import App from './ui/App.svelte';
import { keepOffline } from './core/offline.js';
import { setLanguage } from './i18n/index.js';
import { spoken, watchPrefs } from './ui/lib/prefs.svelte.js';

const target = document.getElementById('app');
watchPrefs();
keepOffline();
void setLanguage(spoken()).finally(() => target && mount(App, { target }));
