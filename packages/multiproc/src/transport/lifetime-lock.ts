// A page cannot see when the thread of a terminated worker has ended: Chromium lets a busy one run for up to two seconds more. A Web Lock
// that the worker holds shows it, since the browser releases the lock when the thread is gone.

// Web Locks exist in secure contexts only.
type Locks = Pick<LockManager, 'request'>;

/** A name for a lock that no other thread uses. Undefined where there are no Web Locks. */
export function nameLifetimeLock(): string | undefined {
  return locks() === undefined ? undefined : `@doha/multiproc ${crypto.randomUUID()}`;
}

/** Holds a lock until the calling thread ends. Resolves when the thread holds it or cannot have it; undefined where there are no Web Locks. */
export function holdForLifetime(name: string): Promise<void> | undefined {
  const available = locks();
  if (available === undefined) return undefined;
  return new Promise((resolve) => {
    const hold = (): Promise<never> => {
      resolve();
      return new Promise(() => {});
    };
    available.request(name, hold).catch(() => resolve());
  });
}

/** Resolves when no thread holds the lock. */
export async function whenReleased(name: string | undefined): Promise<void> {
  if (name !== undefined) await locks()?.request(name, ignore).catch(ignore);
}

function locks(): Locks | undefined {
  return (globalThis.navigator as { readonly locks?: Locks } | undefined)?.locks;
}

// A context whose origin is opaque has no locks: its request rejects.
function ignore(): void {}
