import { App } from './app/app.ts';
import { start as adaptive } from './versions/adaptive.ts';
import { currentCrew, startWith } from './versions/concurrent.ts';
import { start as monolithic } from './versions/monolithic.ts';
import { gameVersionNames } from './versions/names.ts';
import { start as sliced } from './versions/sliced.ts';

const asked = new URLSearchParams(location.search);

// The measured scenario has a page of its own.
if (asked.has('scenario')) location.replace(`./tunnel/${location.search}`);
else {
  const concurrent = startWith({
    workers: Number(asked.get('workers') ?? NaN) || 'auto',
    isBalanced: asked.get('regions') !== 'equal',
  });
  const app = new App(
    { monolithic, sliced, adaptive, concurrent },
    gameVersionNames.find((name) => name === asked.get('version')),
  );
  Object.assign(globalThis, { tandem: app, tandemCrew: currentCrew }); // for the console
  await app.open();
  // Keeps the site for the next visit, with a network or without.
  if (import.meta.env.PROD) {
    const worker = navigator.serviceWorker;
    const registration = await worker?.register('../coi-serviceworker.js').catch(() => undefined);
    // Where the host isolates the page, it is not loaded again, and the worker sees no navigation after which it would keep the site.
    if (registration !== undefined) (await worker.ready).active?.postMessage('keep');
  }
}
