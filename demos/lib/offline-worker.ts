// Runs before coi-serviceworker in the same service worker, when the site is built: keeps all files of the site, so that it opens
// without a network.

/** The addresses of the site's files, and what tells this build from others; put before this script. */
declare const FILES: readonly string[];
declare const BUILD: string;

// What only service workers have; declared here because their types and those of pages exclude one another.
interface LongEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface FetchEvent extends LongEvent {
  readonly request: Request;
  respondWith(response: Promise<Response>): void;
}

const kept = `doha-${BUILD}`;

addEventListener('activate', (event) => {
  (event as LongEvent).waitUntil(dropOlder());
});

addEventListener('fetch', (event) => {
  const { request } = event as FetchEvent;
  if (request.method !== 'GET' || new URL(request.url).origin !== location.origin) return;
  event.stopImmediatePropagation();
  (event as FetchEvent).respondWith(answer(request));
  // Not at the installation: the page is loaded again right then, and finds the worker only if that is over.
  if (request.mode === 'navigate') (event as FetchEvent).waitUntil(keepFiles());
});

addEventListener('message', (event) => {
  if (event.data === 'keep') (event as unknown as LongEvent).waitUntil(keepFiles());
});

let keeping: Promise<void> | undefined;

/** Fetches all files that are not kept yet, once at a time. */
function keepFiles(): Promise<void> {
  keeping ??= fill().finally(() => (keeping = undefined));
  return keeping;
}

async function fill(): Promise<void> {
  const cache = await caches.open(kept);
  const { length } = await cache.keys();
  if (length < FILES.length) await cache.addAll([...FILES]);
}

async function dropOlder(): Promise<void> {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name !== kept).map((name) => caches.delete(name)));
}

async function answer(request: Request): Promise<Response> {
  const cache = await caches.open(kept);
  const found = await cache.match(request, { ignoreSearch: request.mode === 'navigate', ignoreVary: true });
  const response = found ?? (await fetch(request));
  if (response.status === 0) return response;
  const headers = new Headers(response.headers);
  headers.set('Cross-Origin-Opener-Policy', 'same-origin');
  headers.set('Cross-Origin-Embedder-Policy', 'require-corp');
  headers.set('Cross-Origin-Resource-Policy', 'cross-origin');
  return new Response(response.body, { status: response.status, statusText: response.statusText, headers });
}
