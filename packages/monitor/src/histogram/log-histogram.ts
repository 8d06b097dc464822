import { checkInstance, checkNumber } from '@doha/loop/options';

/** Number of buckets between a value and its double. A bucket ends 2.2 % above its beginning. */
const bucketsPerDoubling = 32;

/** Smaller values, such as 0 and negative ones, count in the first bucket; greater ones in the last. */
const [leastExponent, greatestExponent] = [-20, 33];
const bucketCount = (greatestExponent - leastExponent) * bucketsPerDoubling;

/** A part of a histogram: the number of values from `from` to below `to`. */
export interface HistogramBucket {
  readonly from: number;
  readonly to: number;
  readonly count: number;
}

/**
 * Counts of values in buckets of logarithmic width. Quantiles differ from those of the values by at most 1.1 %, for values from 1e-6 to 8e9. Takes
 * 13.6 kB, however many values are added.
 */
export class LogHistogram {
  /** Number of values. */
  count = 0;
  /** Sum of the values. */
  sum = 0;
  /** The least value; Infinity if there is none. */
  min: number = Infinity;
  /** The greatest value; -Infinity if there is none. */
  max: number = -Infinity;
  #buckets: Float64Array = new Float64Array(bucketCount);

  /** Mean of the values; NaN if there is none. */
  get mean(): number {
    return this.sum / this.count;
  }

  /** Adds a value. Values that are not finite are ignored. */
  add(value: number): void {
    if (!Number.isFinite(value)) return;
    this.count++;
    this.sum += value;
    if (value < this.min) this.min = value;
    if (value > this.max) this.max = value;
    this.#buckets[bucketOf(value)]!++;
  }

  /** Adds the values of another histogram. Throws a TypeError if it is not a LogHistogram of this thread. */
  merge(other: LogHistogram): void {
    checkInstance('merge: other', other instanceof LogHistogram, 'a LogHistogram', other);
    this.count += other.count;
    this.sum += other.sum;
    this.min = Math.min(this.min, other.min);
    this.max = Math.max(this.max, other.max);
    for (const [bucket, count] of other.#buckets.entries()) this.#buckets[bucket]! += count;
  }

  /** The buckets that contain values, in ascending order. The first one also contains smaller values, and the last one greater ones. */
  buckets(): readonly HistogramBucket[] {
    const found: HistogramBucket[] = [];
    for (const [bucket, count] of this.#buckets.entries())
      if (count > 0) found.push({ from: beginningOf(bucket), to: beginningOf(bucket + 1), count });
    return found;
  }

  /**
   * The least value that at least a share `p` of the values does not exceed, such as 0.99; NaN if there is none. 0 gives the least value, 1 the
   * greatest one.
   *
   * Throws a TypeError if `p` is not a number, and a RangeError if it is not from 0 to 1.
   */
  quantile(p: number): number {
    checkNumber('quantile: p', p, { min: 0, max: 1 });
    if (this.count === 0) return NaN;
    if (p === 0) return this.min;
    if (p === 1) return this.max;
    const rank = Math.ceil(p * this.count) - 1;
    let below = 0;
    let bucket = 0;
    while ((below += this.#buckets[bucket]!) <= rank) bucket++;
    return Math.min(Math.max(middleOf(bucket), this.min), this.max);
  }
}

function bucketOf(value: number): number {
  const bucket = Math.floor((Math.log2(value) - leastExponent) * bucketsPerDoubling);
  return bucket >= 0 ? Math.min(bucket, bucketCount - 1) : 0; // NaN: 0
}

function beginningOf(bucket: number): number {
  return 2 ** (leastExponent + bucket / bucketsPerDoubling);
}

function middleOf(bucket: number): number {
  return bucket === 0 ? 0 : 2 ** (leastExponent + (bucket + 0.5) / bucketsPerDoubling);
}
