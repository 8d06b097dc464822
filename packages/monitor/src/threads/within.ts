/** Greatest delay in ms that `setTimeout` accepts: 24.8 days. With a greater one it calls back at once. */
const maxDelay = 2 ** 31 - 1;

/** Resolves when a promise is settled, which does not reject, or after a time in ms. A time that is too long for a timer is unlimited. */
export function within(ms: number, promise: Promise<unknown>): Promise<void> {
  return new Promise((resolve) => {
    const timer = ms <= maxDelay ? setTimeout(resolve, ms) : undefined;
    const done = (): void => {
      clearTimeout(timer);
      resolve();
    };
    void promise.finally(done);
  });
}
