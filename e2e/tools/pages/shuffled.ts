/** Returns the numbers from 0 to `length` - 1 in random order. */
export function shuffled(length: number, nextRandom: () => number): Int32Array {
  const order = Int32Array.from({ length }, (_, index) => index);
  for (let index = length - 1; index > 0; index--) {
    const other = Math.floor(nextRandom() * (index + 1));
    [order[index], order[other]] = [order[other]!, order[index]!];
  }
  return order;
}
