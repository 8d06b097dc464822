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

declare const registration: ServiceWorkerRegistration;

/** The caches of this site, which may not be the only one of its origin, and that of this build. */
const ours = `doha ${registration.scope} `;
const kept = ours + BUILD;

// A build that follows another one takes its place as soon as it is complete.
addEventListener('activate', (event) => {
  (event as LongEvent).waitUntil(isFirst().then((first) => (first ? undefined : keepFiles())));
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
  if (length === FILES.length) return;
  // Not from the browser's own cache, in which pages of an older build may be.
  await cache.addAll(FILES.map((file) => new Request(file, { cache: 'reload' })));
  await Promise.all((await older()).map((name) => caches.delete(name)));
}

async function older(): Promise<string[]> {
  return (await caches.keys()).filter((name) => name.startsWith(ours) && name !== kept);
}

async function isFirst(): Promise<boolean> {
  return (await older()).length === 0;
}

async function answer(request: Request): Promise<Response> {
  const cache = await caches.open(kept);
  const options = { ignoreSearch: request.mode === 'navigate', ignoreVary: true };
  const found = await cache.match(request, options);
  const response = found ?? (await fetch(request).catch(() => caches.match(request, options)));
  if (response === undefined) return Response.error();
  if (response.status === 0) return response;
  const headers = new Headers(response.headers);
  headers.set('Cross-Origin-Opener-Policy', 'same-origin');
  headers.set('Cross-Origin-Embedder-Policy', 'require-corp');
  headers.set('Cross-Origin-Resource-Policy', 'cross-origin');
  return new Response(response.body, { status: response.status, statusText: response.statusText, headers });
}
