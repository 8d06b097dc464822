/** The error of a call that adds something to a pool that is disposed. */
export function disposedError(action: string): Error {
  return new Error(`${action}: the pool is disposed; start a new one`);
}
