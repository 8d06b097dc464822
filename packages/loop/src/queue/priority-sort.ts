// A frame's batch is sorted once instead of being popped from a heap: the pops are what a heap costs.

/** A slice with more keys than this is spread again rather than sorted by insertion. */
const CROWD = 32;

/** How often: outliers are peeled off one pass at a time. */
const MOST_SPREADS = 3;

// Scratch memory shared by all queues of the thread: a sort never yields.
let slices: Int32Array = new Int32Array(0);
let places: Int32Array = slices;
let spare: Int32Array = slices;

/**
 * Sorts `order[from, to)`, ascending indices into `keys`, by descending key; equal keys stay in order. Exact for all keys but NaN.
 *
 * Linear time: one counting pass over equal slices of the keys' range, then insertion within the slices. Slices that stay crowded
 * because the keys are very uneven are left to the platform's sort.
 */
export function sortByPriority(
  order: Int32Array,
  keys: Float64Array,
  from: number,
  to: number,
  spreadsLeft: number = MOST_SPREADS,
): void {
  const length = to - from;
  if (length <= CROWD) return insertionSort(order, keys, from, to);

  let highest = keys[order[from]!]!;
  let lowest = highest;
  for (let i = from; i < to; i++) {
    const key = keys[order[i]!]!;
    if (key > highest) highest = key;
    else if (key < lowest) lowest = key;
  }
  if (highest === lowest) return;

  // The slice of a key falls monotonically with the key, rounding included, so slices never interleave.
  const scale = (length - 1) / (highest - lowest);
  if (spreadsLeft === 0 || !(scale > 0 && scale < Infinity)) {
    order.subarray(from, to).sort((a, b) => keys[b]! - keys[a]! || a - b);
    return;
  }

  if (length > slices.length) {
    slices = new Int32Array(order.length);
    places = new Int32Array(order.length);
    spare = new Int32Array(order.length);
  }
  places.fill(0, 0, length);
  for (let i = from; i < to; i++) {
    const index = order[i]!;
    const slice = ((highest - keys[index]!) * scale) | 0;
    slices[i - from] = slice;
    spare[i - from] = index;
    places[slice]!++;
  }
  let crowded = false;
  let place = from;
  for (let slice = 0; slice < length; slice++) {
    const held = places[slice]!;
    if (held > CROWD) crowded = true;
    places[slice] = place;
    place += held;
  }
  for (let i = 0; i < length; i++) order[places[slices[i]!]!++] = spare[i]!;
  if (!crowded) return insertionSort(order, keys, from, to);

  for (let start = from, end = from; start < to; start = end) {
    const slice = ((highest - keys[order[start]!]!) * scale) | 0;
    while (end < to && (((highest - keys[order[end]!]!) * scale) | 0) === slice) end++;
    sortByPriority(order, keys, start, end, spreadsLeft - 1);
  }
}

function insertionSort(order: Int32Array, keys: Float64Array, from: number, to: number): void {
  for (let i = from + 1; i < to; i++) {
    const index = order[i]!;
    const key = keys[index]!;
    let hole = i;
    for (; hole > from && keys[order[hole - 1]!]! < key; hole--) order[hole] = order[hole - 1]!;
    order[hole] = index;
  }
}
