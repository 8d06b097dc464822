import { sum } from '../../../../tools/statistics/statistics.ts';

/** Returns the bytes of the connection that got the fewest, divided by the mean; NaN if none got any. `slots`: bytes by connection and slot. */
export function leastShareOf(slots: readonly (readonly number[])[]): number {
  const bytes = slots.map(sum);
  return (Math.min(...bytes) * bytes.length) / sum(bytes);
}
