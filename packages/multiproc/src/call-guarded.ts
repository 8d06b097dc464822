import { isThenable } from './is-thenable.ts';

/**
 * Calls a callback of the application. `report` receives the error if the callback throws, and the
 * reason if the callback returns a promise that rejects.
 */
export function callGuarded<Args extends readonly unknown[]>(
  report: (error: unknown) => void,
  callback: (...args: Args) => unknown,
  ...args: Args
): void {
  try {
    const result = callback(...args);
    if (isThenable(result)) result.then(undefined, report);
  } catch (error) {
    report(error);
  }
}
