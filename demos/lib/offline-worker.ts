// Runs before coi-serviceworker in the same service worker of a built site. It caches all files, so that the site opens without a network.

/** The URLs of all files of the site, and an id of this build. The build puts both before this script. */
declare const FILES: readonly string[];
declare const BUILD: string;

// Types of service workers. They are declared here because the DOM types of pages exclude them.
interface ExtendableEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface FetchEvent extends ExtendableEvent {
  readonly request: Request;
  respondWith(response: Promise<Response>): void;
}

declare const registration: ServiceWorkerRegistration;

/** The name prefix of the caches of this site, whose origin may have other sites, and the name of the cache of this build. */
const prefix = `doha ${registration.scope} `;
const current = prefix + BUILD;

// A newer build replaces an older one as soon as all its files are cached.
addEventListener('activate', (event) => {
  (event as ExtendableEvent).waitUntil(isFirstBuild().then((first) => (first ? undefined : cacheFiles())));
});

addEventListener('fetch', (event) => {
  const { request } = event as FetchEvent;
  if (request.method !== 'GET' || new URL(request.url).origin !== location.origin) return;
  event.stopImmediatePropagation();
  (event as FetchEvent).respondWith(answer(request));
  // Not during the installation: coi-serviceworker then reloads the page, which only finds the worker if the installation has ended.
  if (request.mode === 'navigate') (event as FetchEvent).waitUntil(cacheFiles());
});

addEventListener('message', (event) => {
  if (event.data === 'keep') (event as unknown as ExtendableEvent).waitUntil(cacheFiles());
});

let caching: Promise<void> | undefined;

/** Caches all files unless they are cached already; at most one call works at a time. */
function cacheFiles(): Promise<void> {
  caching ??= cacheAll().finally(() => (caching = undefined));
  return caching;
}

async function cacheAll(): Promise<void> {
  const cache = await caches.open(current);
  const { length } = await cache.keys();
  if (length === FILES.length) return;
  // Bypasses the HTTP cache, which may contain pages of an older build.
  await cache.addAll(FILES.map((file) => new Request(file, { cache: 'reload' })));
  await Promise.all((await olderCaches()).map((name) => caches.delete(name)));
}

async function olderCaches(): Promise<string[]> {
  return (await caches.keys()).filter((name) => name.startsWith(prefix) && name !== current);
}

async function isFirstBuild(): Promise<boolean> {
  return (await olderCaches()).length === 0;
}

async function answer(request: Request): Promise<Response> {
  const cache = await caches.open(current);
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
