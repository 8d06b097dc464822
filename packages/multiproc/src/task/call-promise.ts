import type { Outcome } from './remote-task.ts';

/** The promise of a call. It knows whether anything waits for it: `await`, `Promise.all`, `catch` and `finally` use `then`. */
class CallPromise<T> extends Promise<T> {
  isHandled = false;

  // Promises that are derived from it are plain ones.
  static override get [Symbol.species](): PromiseConstructor {
    return Promise;
  }

  // oxlint-disable-next-line unicorn/no-thenable -- that is how a promise is handled
  override then<A = T, B = never>(
    onFulfilled?: ((value: T) => A | PromiseLike<A>) | null,
    onRejected?: ((reason: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    this.isHandled = true;
    return super.then(onFulfilled, onRejected);
  }
}

/**
 * Returns a promise of the value of a task that is neither cancelled nor expires. If it rejects and nothing waits for it once this thread has received the
 * messages that wait for it (`later`), `unhandled` gets the reason, in place of an unhandled rejection, which would end a program of Node.
 */
export function callPromise<T>(
  result: Promise<Outcome<T>>,
  later: (callback: () => void) => void,
  unhandled: (reason: unknown) => void,
): Promise<T> {
  const promise = new CallPromise<T>((resolve, reject) => {
    result.then((outcome) => resolve((outcome as { value: T }).value), reject);
  });
  void Promise.prototype.then.call(promise, undefined, (reason: unknown) =>
    later(() => {
      if (!promise.isHandled) unhandled(reason);
    }),
  );
  return promise;
}
