/** A task was refused because `maxQueue` tasks were queued already. */
export class QueueFullError extends Error {
  override readonly name = 'QueueFullError';
}
