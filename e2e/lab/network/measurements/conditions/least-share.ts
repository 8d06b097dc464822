import { sum } from '../../../../tools/statistics/statistics.ts';

/** The smallest number of bytes of a connection, divided by an equal share. NaN if there are no bytes. `slots`: bytes by connection and slot. */
export function leastShareOf(slots: readonly (readonly number[])[]): number {
  const bytes = slots.map(sum);
  return (Math.min(...bytes) * bytes.length) / sum(bytes);
}
