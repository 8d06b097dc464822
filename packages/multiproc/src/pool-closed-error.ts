/** A pool refuses something, or fails what it has not finished, because it is closed or disposed of. */
export class PoolClosedError extends Error {
  override readonly name = 'PoolClosedError';
}

/** The error of a call that adds something to a pool that only finishes what it has accepted. */
export function closedError(action: string): PoolClosedError {
  return new PoolClosedError(`${action}: the pool is closed; start a new one`);
}

/** The error of a call that adds something to a pool that is disposed. */
export function disposedError(action: string): PoolClosedError {
  return new PoolClosedError(`${action}: ${disposed}`);
}

/** Why all that a pool has not finished ends with it. */
export const disposed = 'the pool is disposed; start a new one';
