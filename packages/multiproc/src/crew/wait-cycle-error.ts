/** A task waits for a task that waits for the first one, directly or through others, or for a later task of its own color. */
export class WaitCycleError extends Error {
  override readonly name = 'WaitCycleError';
}
