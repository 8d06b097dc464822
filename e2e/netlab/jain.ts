/** Jain's index of fairness in each slot: 1, all have had as much; 1 / n, one has had all. */
export function jainOf(slots: readonly (readonly number[])[]): number[] {
  return slots[0]!.map((_, i) => {
    const shares = slots.map((flow) => flow[i]!);
    const sum = shares.reduce((total, share) => total + share, 0);
    const squares = shares.reduce((total, share) => total + share * share, 0);
    return squares === 0 ? 1 : sum ** 2 / (shares.length * squares);
  });
}
