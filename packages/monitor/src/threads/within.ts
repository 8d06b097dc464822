import { maxTimeout } from '../callbacks/max-timeout.ts';

/** Resolves when a promise is settled, which does not reject, or after a time in ms. A time that is too long for a timer is unlimited. */
export function within(ms: number, promise: Promise<unknown>): Promise<void> {
  return new Promise((resolve) => {
    const timer = ms <= maxTimeout ? setTimeout(resolve, ms) : undefined;
    const done = (): void => {
      clearTimeout(timer);
      resolve();
    };
    void promise.finally(done);
  });
}
