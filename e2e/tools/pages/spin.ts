let state = 1;

/** Keeps the thread for a time that is steady: so many steps of a chain, with no look at the clock. */
export function spin(steps: number): void {
  for (let step = 0; step < steps; step++) state = (Math.imul(state, 1664525) + 1013904223) | 0;
}

/**
 * Returns how many steps of {@link spin} take one microsecond here: the best of some tries, since noise only makes a try longer. A coarse clock needs
 * more `steps` in each try.
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
