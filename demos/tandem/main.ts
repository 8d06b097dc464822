import { App } from './app/app.ts';
import { start as adaptive } from './versions/adaptive.ts';
import { currentPool, concurrentVersion } from './versions/concurrent.ts';
import { lockStepIdle, lockStepVersion } from './versions/lock-step.ts';
import { start as monolithic } from './versions/monolithic.ts';
import { versionNames } from './versions/names.ts';
import { start as sliced } from './versions/sliced.ts';

const query = new URLSearchParams(location.search);

// The measured scenario has its own page.
if (query.has('scenario')) location.replace(`../tandem-tools/tunnel/${location.search}`);
else {
  const workers = Number(query.get('workers') ?? NaN) || 'auto';
  const concurrent = query.has('lockstep') ? lockStepVersion(workers) : concurrentVersion({ workers });
  const version = versionNames.find((name) => name === query.get('version'));
  const app = new App(
    { monolithic, sliced, adaptive, concurrent },
    { ...(version && { version }), ...(query.get('regions') === 'equal' && { balances: false }) },
    async () => new (await import('./app/monitor/game-monitor.ts')).GameMonitor(),
  );
  Object.assign(globalThis, { tandem: app, tandemPool: currentPool, lockStepIdle }); // for the console and tests
  await app.open();
  // Asks the service worker to cache the site, so that later visits work without a network.
  if (import.meta.env.PROD) {
    const worker = navigator.serviceWorker;
    const registration = await worker?.register('../coi-serviceworker.js').catch(() => undefined);
    // The worker also caches the site when it sees a navigation. If the headers of the host already
    // make the page cross-origin isolated, the page is not reloaded, and the worker sees no navigation.
    if (registration !== undefined) (await worker.ready).active?.postMessage('keep');
  }
}
