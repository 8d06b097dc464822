import { expose } from '@doha/multiproc/worker';

/**
 * A fixed amount of work, independent of the clock. While its thread waits for a core, it does not
 * advance.
 */
function stepOn(steps: number): number {
  let state = steps;
  for (let i = 0; i < steps; i++) state = (Math.imul(state, 48_271) + i) | 0;
  return state;
}

export const worker = expose({
  stepOn,

  /** Returns the steps per ms in the fastest of several rounds. */
  speed(steps: number, rounds: number): number {
    let best = Infinity;
    for (let round = 0; round < rounds; round++) {
      const began = performance.now();
      stepOn(steps + round);
      best = Math.min(best, performance.now() - began);
    }
    return steps / best;
  },
});
