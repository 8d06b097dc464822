import { sum } from '../../../tools/statistics/statistics.ts';

/** Jain's index of fairness in each slot: 1, all have had as much; 1 / n, one has had all. */
export function jainOf(slots: readonly (readonly number[])[]): number[] {
  return slots[0]!.map((_, i) => {
    const shares = slots.map((flow) => flow[i]!);
    const squares = sum(shares.map((share) => share * share));
    return squares === 0 ? 1 : sum(shares) ** 2 / (shares.length * squares);
  });
}
