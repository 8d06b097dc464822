/** What happens to the page of a client, or to its network. */
export interface PageListener {
  /** Connections may be dead without a sign of it: the network has changed, or the page was restored. */
  readonly changed: () => void;
  /** The page is about to be kept without its connections, to be restored later (back-forward cache). */
  readonly suspended: () => void;
  /** The page is about to be discarded. */
  readonly left: () => void;
}

/** Listens to the events of the page, or of the worker. Returns a function that undoes this. Where there are no such events, as in Node, it does nothing. */
export function watchPage({ changed, left, suspended }: PageListener): () => void {
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
  listen(globalThis, 'pagehide', (event) => (isPersisted(event) ? suspended() : left()));
  return () => listening.abort();
}

function isPersisted(event: Event): boolean {
  return (event as PageTransitionEvent).persisted;
}
