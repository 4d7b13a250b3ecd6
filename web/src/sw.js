// The service worker: after the first visit the page starts without server and network. vite.config.ts fills in the list of files and writes
// this beside them. Files are named by their content, so what is kept is never old; the page itself is exchanged as a whole, with its list.
const FILES = self.__FILES__;
const CACHE = 'aude-' + self.__VERSION__;
const SCOPE = new URL('./', self.location.href);

self.addEventListener('install', (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(FILES.map((file) => new URL(file, SCOPE).href))));
});

// Another version waits until no window shows the old one, or until a window asks for it.
self.addEventListener('message', (event) => {
  if (event.data === 'now') self.skipWaiting();
});

self.addEventListener('activate', (event) => {
  const clear = caches.keys().then((keys) => Promise.all(keys.filter((key) => key.startsWith('aude-') && key !== CACHE).map((key) => caches.delete(key))));
  event.waitUntil(clear.then(() => self.clients.claim()));
});

async function answer(request, file) {
  const cache = await caches.open(CACHE);
  return (await cache.match(new URL(file, SCOPE).href)) ?? fetch(request);
}

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== SCOPE.origin || !url.pathname.startsWith(SCOPE.pathname)) return;
  const file = url.pathname.slice(SCOPE.pathname.length);
  if (request.mode === 'navigate' && !file.includes('/')) event.respondWith(answer(request, 'index.html'));
  else if (FILES.includes(file)) event.respondWith(answer(request, file));
});
