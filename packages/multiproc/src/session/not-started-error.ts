/** The error of a call that needs the pool, in a thread that no pool has started yet, or whose pool has ended. */
export function notStartedError(action: string): Error {
  return new Error(
    `${action}: the pool must have started this thread; call it within a function or a callback`,
  );
}
