/**
 * Gives a section to the callback of the application. An error of the callback, or the rejection of its promise, is printed on the console: the watch
 * continues.
 */
export function callFound<Section>(found: (section: Section) => unknown, section: Section): void {
  try {
    void Promise.resolve(found(section)).catch(logError);
  } catch (error) {
    logError(error);
  }
}

/** Reports an error for which the application has no callback. */
export function logError(error: unknown): void {
  // oxlint-disable-next-line no-console -- the documented way
  console.error(error);
}
