import type { AnyWorker } from '../transport/endpoint.ts';
import { mustBe } from '@doha/loop/options';
import { isThenable } from '../is-thenable.ts';

/**
 * Returns a function that calls `spawn` and returns its result. The function throws a TypeError if
 * the result is not a Worker, or is a Worker that a pool of this thread has or had. Such a Worker
 * is not terminated. If the result is a promise, the Worker to which it resolves is terminated.
 */
export function newWorkerFrom(spawn: () => unknown): () => AnyWorker {
  const own = new WeakSet<object>();
  return () => {
    const result = spawn();
    if (!isWorker(result)) {
      endLater(result);
      throw new TypeError(mustReturnWorker(result));
    }
    if (taken.has(result)) {
      const where = own.has(result) ? 'that it has returned before' : 'of another pool';
      throw new TypeError(`the result of spawn must be a new Worker, got one ${where}`);
    }
    taken.add(result);
    own.add(result);
    return result;
  };
}

/** The workers of all pools of this thread, including terminated ones. */
const taken = /* @__PURE__ */ new WeakSet<object>();

// Does not use `instanceof`, because a Worker of another realm or of a polyfill has another class.
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

function mustReturnWorker(value: unknown): string {
  if (isThenable(value)) return 'the result of spawn must be a new Worker, got a promise';
  return mustBe('the result of spawn', 'a new Worker', value);
}
