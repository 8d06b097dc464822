/** Receives changes of the client's page and network. */
export interface PageListener {
  /** The network has changed, or the page was restored: connections may be dead without a sign of it. */
  readonly changed: () => void;
  /** The page is about to be kept without its connections, to be restored later (back-forward cache). */
  readonly suspended: () => void;
  /** The page is about to be closed. */
  readonly closed: () => void;
}

/** Listens to events of the page or the worker. Returns a function that stops. Without such events, as in Node, it does nothing. */
export function watchPage({ changed, closed, suspended }: PageListener): () => void {
  const scope = globalThis as Partial<Pick<EventTarget, 'addEventListener'>> & {
    readonly document?: Document;
    readonly navigator?: { readonly connection?: EventTarget };
  };
  if (typeof scope.addEventListener !== 'function') return () => {};
  const { document, navigator } = scope;
  const listening = new AbortController();
  const { signal } = listening;
  const listen = (target: EventTarget | undefined, type: string, listener: (event: Event) => void): void =>
    target?.addEventListener(type, listener, { signal });
  for (const type of ['online', 'offline']) listen(globalThis, type, changed);
  listen(navigator?.connection, 'change', changed);
  listen(document, 'resume', changed); // the page was frozen
  listen(document, 'visibilitychange', () => document?.visibilityState === 'visible' && changed());
  listen(globalThis, 'pageshow', (event) => isPersisted(event) && changed());
  listen(globalThis, 'pagehide', (event) => (isPersisted(event) ? suspended() : closed()));
  return () => listening.abort();
}

function isPersisted(event: Event): boolean {
  return (event as PageTransitionEvent).persisted;
}
