/** The promise of a call. It records whether anything waits for the promise: `await`, `Promise.all`, `catch` and `finally` call `then`. */
class CallPromise<T> extends Promise<T> {
  isHandled = false;

  // Derived promises are plain ones.
  static override get [Symbol.species](): PromiseConstructor {
    return Promise;
  }

  // oxlint-disable-next-line unicorn/no-thenable -- a call of `then` handles the promise
  override then<A = T, B = never>(
    onFulfilled?: ((value: T) => A | PromiseLike<A>) | null,
    onRejected?: ((reason: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    this.isHandled = true;
    return super.then(onFulfilled, onRejected);
  }
}

/**
 * Returns a promise that settles like `value`. If the promise rejects and nothing waits for it,
 * `unhandled` receives the reason, because an unhandled rejection would end a Node process. `later`
 * calls this check after the thread has received the messages that have already arrived.
 */
export function callPromise<T>(
  value: Promise<T>,
  later: (callback: () => void) => void,
  unhandled: (reason: unknown) => void,
): Promise<T> {
  const promise = new CallPromise<T>((resolve, reject) => {
    value.then(resolve, reject);
  });
  void Promise.prototype.then.call(promise, undefined, (reason: unknown) =>
    later(() => {
      if (!promise.isHandled) unhandled(reason);
    }),
  );
  return promise;
}
