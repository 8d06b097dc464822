import { errorMessage } from '../transport/error-text.ts';

/** A worker was lost while it had a task, or before it could take a call: it crashed, was unresponsive, or was terminated. `cause` is the reason. */
export class WorkerLostError extends Error {
  override readonly name = 'WorkerLostError';
  /** The worker's index. */
  readonly worker: number;

  constructor(worker: number, cause: Error) {
    super(`worker ${worker} was lost: ${errorMessage(cause)}`, { cause });
    this.worker = worker;
  }
}
