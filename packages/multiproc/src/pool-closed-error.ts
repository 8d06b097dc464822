/** A call is refused, or an unfinished task fails, because the pool is closed or disposed of. */
export class PoolClosedError extends Error {
  override readonly name = 'PoolClosedError';
}

/** Returns the error of a call that adds something to a closed pool. */
export function closedError(action: string): PoolClosedError {
  return new PoolClosedError(`${action}: the pool is closed; start a new one`);
}

/** Returns the error of a call that adds something to a disposed pool. */
export function disposedError(action: string): PoolClosedError {
  return new PoolClosedError(`${action}: ${disposed}`);
}

/** The reason with which a disposed pool refuses calls and ends its workers. */
export const disposed = 'the pool is disposed; start a new one';
