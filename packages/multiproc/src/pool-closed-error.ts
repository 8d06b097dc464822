/** The error of calls and tasks that a pool refuses or ends because it is closed or disposed of. */
export class PoolClosedError extends Error {
  override readonly name = 'PoolClosedError';
}

/** The error of a call that adds something to a closed pool, which only finishes accepted tasks. */
export function closedError(action: string): PoolClosedError {
  return new PoolClosedError(`${action}: the pool is closed; start a new one`);
}

/** The error of a call that adds something to a pool that is disposed. */
export function disposedError(action: string): PoolClosedError {
  return new PoolClosedError(`${action}: ${disposed}`);
}

/** The reason why unfinished tasks, calls and replicas fail when their pool is disposed of. */
export const disposed = 'the pool is disposed; start a new one';
