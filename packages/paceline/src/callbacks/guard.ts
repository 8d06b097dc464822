/** Receives errors of the application's callbacks. An `EventLoop` can be used as a reporter. */
export interface Reporter {
  reportError(error: unknown): void;
}

/** Calls a callback of the application. If it throws or rejects, the error is reported, and the caller goes on. */
export function guard(reporter: Reporter, call: () => unknown): void {
  guardCall(reporter, call, undefined);
}

/** As `guard`, with an argument. */
function guardCall<T>(reporter: Reporter, call: (argument: T) => unknown, argument: T): void {
  try {
    reportRejection(reporter, call(argument));
  } catch (error) {
    reporter.reportError(error);
  }
}

/** Calls all current listeners with `what`, except those that are removed meanwhile. */
export function callEach<T>(reporter: Reporter, listeners: ReadonlySet<(what: T) => unknown>, what: T): void {
  if (listeners.size === 1) {
    const [only] = listeners;
    return guardCall(reporter, only!, what);
  }
  const now = [...listeners];
  for (const listener of now) if (listeners.has(listener)) guardCall(reporter, listener, what);
}

/**
 * Reports the rejection of `result`, if a callback of the application has returned a promise.
 * Throws the error of the method `then` of `result`, if that throws.
 */
export function reportRejection(reporter: Reporter, result: unknown): void {
  if (isThenable(result)) result.then(undefined, (error: unknown) => reporter.reportError(error));
}

/** Whether a callback of the application has returned a promise, or an object with a method `then`. */
export function isThenable(result: unknown): result is PromiseLike<unknown> {
  return (
    typeof result === 'object' &&
    result !== null &&
    typeof (result as { readonly then?: unknown }).then === 'function'
  );
}
