// The functions that the contestants' workers call. All except `count` return their argument, so
// that every answer can be checked.

let calls = 0;

/** Returns its argument and counts the call. */
export function empty<Value>(value: Value): Value {
  calls++;
  return value;
}

/** Returns its argument. Pools with priorities run it before all other waiting tasks. */
export function urgent<Value>(value: Value): Value {
  return value;
}

/** Occupies its thread for this number of milliseconds of wall-clock time. */
export function spin(milliseconds: number): number {
  const end = performance.now() + milliseconds;
  while (performance.now() < end);
  return milliseconds;
}

/** Returns the number of calls of `empty` and sets it to `start`. */
export function count(start: number): number {
  const counted = calls;
  calls = start;
  return counted;
}
