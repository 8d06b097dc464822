import { sum } from '../../../tools/statistics/statistics.ts';

/** Jain's fairness index in each slot, in [1 / n, 1]. 1: all n flows have the same share. 1 / n: one flow has everything. `slots`: bytes by flow and slot. */
export function jainOf(slots: readonly (readonly number[])[]): number[] {
  return slots[0]!.map((_, i) => {
    const shares = slots.map((flow) => flow[i]!);
    const squares = sum(shares.map((share) => share * share));
    return squares === 0 ? 1 : sum(shares) ** 2 / (shares.length * squares);
  });
}
