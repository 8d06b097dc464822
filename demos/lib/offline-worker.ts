// The build puts this script before coi-serviceworker, into the same service worker (see
// demos/vite-plugins/service-worker.ts). It caches the demos at the first visit, and the guide and the examples when they
// are opened, so that they also open without a network.

/**
 * The URLs of the files that are cached at the first visit, and an id of this build. The build inserts both constants
 * before this script.
 */
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

/**
 * The prefix that the cache names of this site share (the origin may have other sites), and the
 * cache name of this build.
 */
const prefix = `doha ${registration.scope} `;
const current = prefix + BUILD;

/** The paths of these files. */
const listed = new Set(FILES.map((file) => new URL(file, registration.scope).pathname));

/** The name of the cache for further files that were opened. */
const opened = `${current} opened`;

// If the browser has the cache of an older build, the files of this build are cached at once. When
// all of them are cached, the older cache is deleted.
addEventListener('activate', (event) => {
  (event as ExtendableEvent).waitUntil(isFirstBuild().then((first) => (first ? undefined : cacheFiles())));
});

addEventListener('fetch', (event) => {
  const { request } = event as FetchEvent;
  if (request.method !== 'GET' || new URL(request.url).origin !== location.origin) return;
  event.stopImmediatePropagation();
  (event as FetchEvent).respondWith(answer(request));
  // The files are cached at a navigation. During the installation, caching would delay the page: it becomes
  // cross-origin isolated only after the installation has ended.
  if (request.mode === 'navigate') (event as FetchEvent).waitUntil(cacheFiles());
});

addEventListener('message', (event) => {
  if (event.data === 'keep') (event as unknown as ExtendableEvent).waitUntil(cacheFiles());
});

let caching: Promise<void> | undefined;

/** Caches all files unless they are cached already. Calls that overlap share one promise. */
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
  return (await caches.keys()).filter((name) => name.startsWith(prefix) && !name.startsWith(current));
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
  if (response.ok && found === undefined && !isListed(request)) await keepOpened(request, response.clone());
  if (response.status === 0) return response;
  const headers = new Headers(response.headers);
  headers.set('Cross-Origin-Opener-Policy', 'same-origin');
  headers.set('Cross-Origin-Embedder-Policy', 'require-corp');
  headers.set('Cross-Origin-Resource-Policy', 'cross-origin');
  return new Response(response.body, { status: response.status, statusText: response.statusText, headers });
}

/** Whether {@link cacheFiles} caches the file. */
function isListed({ url }: Request): boolean {
  return listed.has(new URL(url).pathname);
}

async function keepOpened(request: Request, response: Response): Promise<void> {
  const cache = await caches.open(opened);
  await cache.put(request, response).catch(() => {}); // such as for want of space
}
