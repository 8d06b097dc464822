/**
 * Calls a callback of the application. An error of the callback, or the rejection of its promise, is printed on the console, so that it does not disturb the
 * caller.
 */
export function callGuarded<Argument>(callback: (argument: Argument) => unknown, argument: Argument): void {
  try {
    void Promise.resolve(callback(argument)).catch(logError);
  } catch (error) {
    logError(error);
  }
}

/** Reports an error for which the application has no callback. */
export function logError(error: unknown): void {
  // oxlint-disable-next-line no-console -- the documented way
  console.error(error);
}
