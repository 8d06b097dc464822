/** Tasks would wait for each other forever: directly, through other tasks, or because a task waits for a later task of its own color. */
export class WaitCycleError extends Error {
  override readonly name = 'WaitCycleError';
}
