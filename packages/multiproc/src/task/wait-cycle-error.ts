/** Tasks wait for each other, directly or through other tasks, or a task waits for a later task of its own color. */
export class WaitCycleError extends Error {
  override readonly name = 'WaitCycleError';
}
