// Items that were submitted together, such as the updates of a frame, are sorted once. With a heap,
// the pops would be the main cost.

/** The sort divides the keys into slices. A slice with more keys than this is divided again, a smaller one is sorted by insertion. */
const MAX_INSERTION = 32;

/** Maximum number of nested divisions. Each division separates outliers from the other keys. */
const MAX_DIVISIONS = 3;

// Scratch memory, shared by all queues of the thread because a sort never yields.
let slices: Int32Array = new Int32Array(0);
let places: Int32Array = slices;
let spare: Int32Array = slices;

/**
 * Sorts `order[from, to)` by descending key. The elements of `order` are indices into `keys`, and
 * must be ascending before the call. Equal keys stay in order. Exact for all keys but NaN.
 *
 * Takes linear time: a counting sort into equal slices of the keys' range, then an insertion sort
 * of each slice. If a slice still has too many keys after the last division, the platform's sort
 * takes over.
 */
export function sortByPriority(
  order: Int32Array,
  keys: Float64Array,
  from: number,
  to: number,
  divisionsLeft: number = MAX_DIVISIONS,
): void {
  const length = to - from;
  if (length <= MAX_INSERTION) return insertionSort(order, keys, from, to);

  let highest = keys[order[from]!]!;
  let lowest = highest;
  for (let i = from; i < to; i++) {
    const key = keys[order[i]!]!;
    if (key > highest) highest = key;
    else if (key < lowest) lowest = key;
  }
  if (highest === lowest) return;

  // The slice number decreases monotonically with the key, even with rounding, so slices never interleave.
  const scale = (length - 1) / (highest - lowest);
  if (divisionsLeft === 0 || !(scale > 0 && scale < Infinity)) {
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
    const size = places[slice]!;
    if (size > MAX_INSERTION) crowded = true;
    places[slice] = place;
    place += size;
  }
  for (let i = 0; i < length; i++) order[places[slices[i]!]!++] = spare[i]!;
  if (!crowded) return insertionSort(order, keys, from, to);

  for (let start = from, end = from; start < to; start = end) {
    const slice = ((highest - keys[order[start]!]!) * scale) | 0;
    while (end < to && (((highest - keys[order[end]!]!) * scale) | 0) === slice) end++;
    sortByPriority(order, keys, start, end, divisionsLeft - 1);
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
