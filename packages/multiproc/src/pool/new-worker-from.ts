import type { AnyWorker } from '../transport/endpoint.ts';
import { isThenable } from '../is-thenable.ts';

/**
 * Returns a function that calls `spawn`. It throws a TypeError unless the result is a new Worker, which no pool of this thread has or had. A Worker of
 * another pool continues. A Worker that `spawn` returns as a promise is terminated.
 */
export function newWorkerFrom(spawn: () => unknown): () => AnyWorker {
  const own = new WeakSet<object>();
  return () => {
    const result = spawn();
    if (!isWorker(result)) {
      endLater(result);
      throw new TypeError(`spawn must return a new Worker, got ${kindOf(result)}`);
    }
    if (taken.has(result)) {
      const where = own.has(result) ? 'that it has returned before' : 'of another pool';
      throw new TypeError(`spawn must return a new Worker, got one ${where}`);
    }
    taken.add(result);
    own.add(result);
    return result;
  };
}

/** The workers of all pools of this thread, including terminated ones. */
const taken = /* @__PURE__ */ new WeakSet<object>();

// Not by `instanceof`: another realm and a polyfill have other classes.
function isWorker(value: unknown): value is AnyWorker {
  const { addEventListener, on, postMessage, terminate } = (value ?? {}) as Record<string, unknown>;
  const isTarget = typeof addEventListener === 'function' || typeof on === 'function';
  return isTarget && typeof postMessage === 'function' && typeof terminate === 'function';
}

function endLater(value: unknown): void {
  if (!isThenable(value)) return;
  const end = (late: unknown): void => {
    if (isWorker(late)) void late.terminate();
  };
  Promise.resolve(value).then(end, () => {});
}

function kindOf(value: unknown): string {
  if (isThenable(value)) return 'a promise';
  if (typeof value === 'function') return 'a function';
  return typeof value === 'object' && value !== null ? 'another object' : String(value);
}
