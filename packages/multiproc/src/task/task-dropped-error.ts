/** A task or a call was cancelled, or has expired. `cause` is the reason of its signal if the signal was aborted. */
export class TaskDroppedError extends Error {
  override readonly name = 'TaskDroppedError';
  /** Whether the task was cancelled or has expired. */
  readonly status: 'cancelled' | 'expired';

  /** `task`: name of its function. */
  constructor(task: string, status: 'cancelled' | 'expired', cause: unknown) {
    super(
      status === 'expired' ? `${task} has expired` : `${task} was cancelled`,
      cause === undefined ? undefined : { cause },
    );
    this.status = status;
  }
}
