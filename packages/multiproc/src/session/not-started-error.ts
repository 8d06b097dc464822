/**
 * The error of a call that needs a session, in a thread without one: the pool has not started the thread
 * yet, is not shared, or has ended.
 */
export function notStartedError(action: string): Error {
  return new Error(
    `${action}: the pool must have started this thread and be shared; call it within a function or a callback`,
  );
}
