const BUCKETS = 256;
const costByBucket = new Float64Array(BUCKETS);

/**
 * A bucket that costs more than this part of the capacity is divided again, because a few outliers can stretch the
 * range so far that all other items are in one bucket.
 */
const MAX_BUCKET_SHARE = 1 / 8;
/** Greatest number of divisions. */
const MAX_DIVISIONS = 4;

/** The items of a search, and the range of priorities to which it is restricted. */
interface Search {
  readonly priorities: Float64Array;
  readonly costs: Float64Array;
  readonly count: number;
  readonly lowest: number;
  readonly highest: number;
}

/**
 * A priority such that the items at or above it together cost at least `capacity`, in the unit of
 * `costs`. They may cost more, by at most the contents of one bucket. It is found by linear passes,
 * because sorting all items would take longer than the updates that it decides about.
 *
 * Returns -Infinity if all items are needed. Items with a NaN priority are ignored.
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
  const threshold = search({ priorities, costs, count, lowest, highest }, capacity, MAX_DIVISIONS);
  return threshold > lowest ? threshold : -Infinity;
}

/** Searches a range of priorities. Returns the lowest priority if all items of the range are needed. */
function search(range: Search, capacity: number, divisionsLeft: number): number {
  const { costs, count, highest, lowest, priorities } = range;
  // The difference of two large numbers with different signs may overflow. Half of it does not.
  const scale = highest - lowest < Infinity ? 1 : 0.5;
  const base = lowest * scale;
  const width = (highest * scale - base) / BUCKETS;
  if (!(width > 0)) return lowest;
  costByBucket.fill(0);
  for (let i = 0; i < count; i++) {
    const priority = priorities[i]!;
    if (priority >= lowest && priority <= highest)
      costByBucket[bucketOf(priority * scale, base, width)]! += costs[i]!;
  }
  let above = 0;
  let bucket = BUCKETS - 1;
  while (bucket >= 0 && above + costByBucket[bucket]! < capacity) above += costByBucket[bucket--]!;
  if (bucket < 0) return lowest;
  // Rounding may put an item just below the lower bound of its bucket, so the bound moves down a little.
  const bound = (base + (bucket - 1e-6) * width) / scale;
  if (divisionsLeft === 0 || costByBucket[bucket]! <= capacity * MAX_BUCKET_SHARE) return bound;
  let least = Infinity;
  let most = -Infinity;
  for (let i = 0; i < count; i++) {
    const priority = priorities[i]!;
    if (!(priority >= lowest && priority <= highest)) continue;
    if (bucketOf(priority * scale, base, width) !== bucket) continue;
    if (priority < least) least = priority;
    if (priority > most) most = priority;
  }
  return search({ ...range, lowest: least, highest: most }, capacity - above, divisionsLeft - 1);
}

function bucketOf(priority: number, base: number, width: number): number {
  const bucket = ((priority - base) / width) | 0;
  return bucket < BUCKETS ? bucket : BUCKETS - 1;
}
