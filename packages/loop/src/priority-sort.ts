// A frame's batch is sorted once instead of being popped from a heap: the pops are what a heap costs.

/** Longest range that insertion sort handles faster than anything else. */
const SHORT = 32;

/** How often an overfull slice is spread again before merging takes over: outliers are peeled off one pass at a time. */
const MOST_SPREADS = 3;

// Scratch memory shared by all queues of the thread: a sort never yields.
let slices: Int32Array = new Int32Array(0);
let starts: Int32Array = new Int32Array(0);
let spareKeys: Float64Array = new Float64Array(0);
let spareIds: Int32Array = new Int32Array(0);

/**
 * Sorts the pairs (`keys[i]`, `ids[i]`), i in [0, length), by descending key. Stable, and exact for all finite keys;
 * linear for keys that are spread evenly or equal, O(n log n) for any others.
 *
 * One counting pass over equal slices of the keys' range, then insertion within the slices.
 */
export function sortByPriority(keys: Float64Array, ids: Int32Array, length: number): void {
  if (length > slices.length) reserve(keys.length);
  sortRange(keys, ids, 0, length, MOST_SPREADS);
}

function reserve(capacity: number): void {
  slices = new Int32Array(capacity);
  starts = new Int32Array(capacity + 1);
  spareKeys = new Float64Array(capacity);
  spareIds = new Int32Array(capacity);
}

function sortRange(keys: Float64Array, ids: Int32Array, from: number, to: number, spreadsLeft: number): void {
  if (to - from <= SHORT) return insertionSort(keys, ids, from, to);

  let highest = keys[from]!;
  let lowest = highest;
  for (let i = from + 1; i < to; i++) {
    const key = keys[i]!;
    if (key > highest) highest = key;
    else if (key < lowest) lowest = key;
  }
  if (highest === lowest) return;

  // The slice of a key falls monotonically with the key, rounding included, so slices never interleave.
  const count = (to - from) >> 1;
  const scale = (count - 1) / (highest - lowest);
  if (spreadsLeft === 0 || !(scale > 0 && scale < Infinity)) return mergeSort(keys, ids, from, to);

  const fullest = spread(keys, ids, from, to, highest, scale, count);
  if (fullest <= SHORT) return insertionSort(keys, ids, from, to);
  for (let start = from; start < to;) {
    const slice = ((highest - keys[start]!) * scale) | 0;
    let end = start + 1;
    while (end < to && (((highest - keys[end]!) * scale) | 0) === slice) end++;
    sortRange(keys, ids, start, end, spreadsLeft - 1);
    start = end;
  }
}

/** Moves the pairs into the order of their slices; returns how many the fullest slice holds. */
function spread(
  keys: Float64Array,
  ids: Int32Array,
  from: number,
  to: number,
  highest: number,
  scale: number,
  count: number,
): number {
  const length = to - from;
  for (let slice = 0; slice <= count; slice++) starts[slice] = 0;
  for (let i = 0; i < length; i++) {
    const key = keys[from + i]!;
    const slice = ((highest - key) * scale) | 0;
    slices[i] = slice;
    starts[slice + 1]!++;
    spareKeys[i] = key;
    spareIds[i] = ids[from + i]!;
  }
  let fullest = 0;
  let start = from;
  for (let slice = 1; slice <= count; slice++) {
    const held = starts[slice]!;
    if (held > fullest) fullest = held;
    starts[slice - 1] = start;
    start += held;
  }
  for (let i = 0; i < length; i++) {
    const place = starts[slices[i]!]!++;
    keys[place] = spareKeys[i]!;
    ids[place] = spareIds[i]!;
  }
  return fullest;
}

function insertionSort(keys: Float64Array, ids: Int32Array, from: number, to: number): void {
  for (let i = from + 1; i < to; i++) {
    const key = keys[i]!;
    if (keys[i - 1]! >= key) continue;
    const id = ids[i]!;
    let hole = i;
    do {
      keys[hole] = keys[hole - 1]!;
      ids[hole] = ids[hole - 1]!;
      hole--;
    } while (hole > from && keys[hole - 1]! < key);
    keys[hole] = key;
    ids[hole] = id;
  }
}

function mergeSort(keys: Float64Array, ids: Int32Array, from: number, to: number): void {
  if (to - from <= SHORT) return insertionSort(keys, ids, from, to);
  const middle = (from + to) >>> 1;
  mergeSort(keys, ids, from, middle);
  mergeSort(keys, ids, middle, to);
  if (keys[middle - 1]! >= keys[middle]!) return;

  const left = middle - from;
  for (let i = 0; i < left; i++) {
    spareKeys[i] = keys[from + i]!;
    spareIds[i] = ids[from + i]!;
  }
  for (let a = 0, b = middle, place = from; a < left; place++) {
    if (b < to && keys[b]! > spareKeys[a]!) {
      keys[place] = keys[b]!;
      ids[place] = ids[b++]!;
    } else {
      keys[place] = spareKeys[a]!;
      ids[place] = spareIds[a++]!;
    }
  }
}
