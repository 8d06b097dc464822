import { isThenable } from './is-thenable.ts';

/**
 * Calls a callback of the application. `report` receives the error that it throws, or with which the
 * promise that it returns is rejected.
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
