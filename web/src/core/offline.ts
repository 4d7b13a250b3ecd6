/** The page without a network: its service worker (src/sw.js), where the browser allows one. Where it does not, everything else works as ever. */

let registration: Promise<ServiceWorkerRegistration | undefined> | undefined;

/** Once, at the start. `fresh` is called when another version of the page is ready: `updatePage` shows it. */
export function keepOffline(fresh: () => void = () => {}): void {
  if (import.meta.env.PROD) registration ??= register(fresh).catch(() => undefined);
}

/** Browsers refuse in several ways: there is nothing to ask, asking throws, or the answer is no. All of them end here as a rejection, or as nothing. */
async function register(fresh: () => void): Promise<ServiceWorkerRegistration | undefined> {
  const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined;
  const found = await workers?.register('./sw.js', { scope: './' });
  const look = () => {
    const next = found?.waiting ?? found?.installing;
    if (!next || !workers?.controller) return;
    if (next.state === 'installed') fresh();
    next.addEventListener('statechange', () => next.state === 'installed' && fresh());
  };
  look();
  found?.addEventListener('updatefound', look);
  return found;
}

/** Loads the page again in its newest version: after `fresh`, and where the server speaks another one (code `version`). */
export async function updatePage(): Promise<void> {
  const found = await registration;
  await found?.update().catch(() => {});
  const next = found?.waiting ?? found?.installing;
  if (next) {
    await new Promise<void>((done) => {
      navigator.serviceWorker.addEventListener('controllerchange', () => done(), { once: true });
      setTimeout(done, 5000);
      const ask = () => next.state === 'installed' && next.postMessage('now');
      next.addEventListener('statechange', ask);
      ask();
    });
  }
  location.reload();
}

/** Whether the page starts without a network from now on. */
export async function worksOffline(): Promise<boolean> {
  return ((await registration)?.active ?? null) !== null;
}
