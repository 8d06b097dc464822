import { errorMessage } from '../channel/error-text.ts';

/** A worker went while it had a task: it crashed, hung, or was ended. `cause` says what is known of that. */
export class WorkerLostError extends Error {
  override readonly name = 'WorkerLostError';
  /** The worker's index. */
  readonly worker: number;

  constructor(worker: number, cause: Error) {
    super(`worker ${worker} was lost: ${errorMessage(cause)}`, { cause });
    this.worker = worker;
  }
}
