const BUCKETS = 256;
const costByBucket = new Float64Array(BUCKETS);

/**
 * A priority such that the items at or above it together cost at least `capacity`, in the unit of `costs`: found by two linear passes, where
 * sorting everything would cost more than what it decides about. Exact to 1/256 of the range of the priorities, from above: never too few items.
 *
 * Returns -Infinity if all items are needed. Items with a NaN priority do not count.
 */
export function priorityThreshold(
  priorities: Float64Array,
  costs: Float64Array,
  count: number,
  capacity: number,
): number {
  let lowest = Infinity;
  let highest = -Infinity;
  for (let i = 0; i < count; i++) {
    const priority = priorities[i]!;
    if (priority < lowest) lowest = priority;
    if (priority > highest) highest = priority;
  }
  // The difference of two large numbers of different sign may not be a number any more: half of it is.
  const scale = highest - lowest < Infinity ? 1 : 0.5;
  const base = lowest * scale;
  const width = (highest * scale - base) / BUCKETS;
  if (!(width > 0)) return -Infinity;
  costByBucket.fill(0);
  for (let i = 0; i < count; i++) {
    const priority = priorities[i]!;
    if (priority >= lowest) costByBucket[bucketOf(priority * scale, base, width)]! += costs[i]!;
  }
  let cost = 0;
  for (let bucket = BUCKETS - 1; bucket > 0; bucket--) {
    cost += costByBucket[bucket]!;
    // Rounding may put an item just below the lower bound of its bucket, so the bound moves down a little.
    if (cost >= capacity) return (base + (bucket - 1e-6) * width) / scale;
  }
  return -Infinity;
}

function bucketOf(priority: number, base: number, width: number): number {
  const bucket = ((priority - base) / width) | 0;
  return bucket < BUCKETS ? bucket : BUCKETS - 1;
}
