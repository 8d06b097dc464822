/** A task waited for one that waits for it, such as for a later one of its own color. */
export class WaitCycleError extends Error {
  override readonly name = 'WaitCycleError';
}
