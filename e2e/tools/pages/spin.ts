let state = 1;

/** Occupies the thread for a constant time: `steps` dependent calculations, without a reading of the clock. */
export function spin(steps: number): void {
  for (let step = 0; step < steps; step++) state = (Math.imul(state, 1664525) + 1013904223) | 0;
}

/**
 * Returns the number of steps of {@link spin} in one microsecond on this machine, from the fastest of 12 attempts, because noise only slows
 * an attempt down. A coarse clock needs more `steps` in each attempt.
 */
export function stepsPerMicrosecond(steps: number = 200_000): number {
  let shortest = Infinity;
  for (let attempt = 0; attempt < 12; attempt++) {
    const start = performance.now();
    spin(steps);
    shortest = Math.min(shortest, performance.now() - start);
  }
  return steps / (shortest * 1000);
}
