// A page gets no event when the thread of a terminated worker has ended. Chromium lets a busy thread run for up to two seconds more. Therefore the
// worker holds a Web Lock, which the browser releases when the thread is gone.

// Web Locks exist in secure contexts only.
type Locks = Pick<LockManager, 'request'>;

/** Returns an unused name for a lock. Returns undefined without Web Locks. */
export function nameLifetimeLock(): string | undefined {
  return locks() === undefined ? undefined : `@doha/multiproc ${crypto.randomUUID()}`;
}

/** Holds a lock until the calling thread ends. Resolves when the thread holds the lock or cannot get it. Returns undefined without Web Locks. */
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

// A context with an opaque origin has no locks: its request rejects.
function ignore(): void {}
