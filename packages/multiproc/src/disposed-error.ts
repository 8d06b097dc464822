/** The error of a call that adds something to a pool that is disposed. */
export function disposedError(action: string): Error {
  return new Error(`${action}: ${disposed}`);
}

/** The reason with which all unfinished work of a disposed pool ends. */
export const disposed = 'the pool is disposed; start a new one';
