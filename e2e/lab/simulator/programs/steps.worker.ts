import { expose } from '@doha/multiproc/worker';

/** Work whose length does not depend on a clock: where a thread waits for a core, it takes as much longer. */
function stepOn(steps: number): number {
  let state = steps;
  for (let i = 0; i < steps; i++) state = (Math.imul(state, 48_271) + i) | 0;
  return state;
}

export const worker = expose({
  stepOn,

  /** How many steps it makes in a millisecond, going by the best of some rounds. */
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
