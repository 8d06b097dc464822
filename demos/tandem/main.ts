import { App } from './app/app.ts';
import { start as adaptive } from './versions/adaptive.ts';
import { start as monolithic } from './versions/monolithic.ts';
import { start as sliced } from './versions/sliced.ts';

// The measured scenario has a page of its own.
if (new URLSearchParams(location.search).has('scenario')) location.replace(`./tunnel/${location.search}`);
else {
  const app = new App({ monolithic, sliced, adaptive });
  Object.assign(globalThis, { tandem: app }); // for the console
  await app.open();
  // Keeps the site for the next visit, with a network or without.
  if (import.meta.env.PROD) {
    const worker = navigator.serviceWorker;
    const registration = await worker?.register('../coi-serviceworker.js').catch(() => undefined);
    // Where the host isolates the page, it is not loaded again, and the worker sees no navigation after which it would keep the site.
    if (registration !== undefined) (await worker.ready).active?.postMessage('keep');
  }
}
