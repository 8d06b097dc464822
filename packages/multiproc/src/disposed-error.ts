/** The error of a call that adds something to a pool that is disposed. */
export function disposedError(action: string): Error {
  return new Error(`${action}: ${disposed}`);
}

/** Why all that a pool has not finished ends with it. */
export const disposed = 'the pool is disposed; start a new one';
