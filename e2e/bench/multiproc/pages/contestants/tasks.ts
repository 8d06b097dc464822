// What the workers of all contestants can do. Each function gives back what it is given, so that every answer can be checked.

let calls = 0;

/** Does nothing. */
export function empty<Value>(value: Value): Value {
  calls++;
  return value;
}

/** Does nothing, and is to be done before all else that waits, where a pool can do that. */
export function urgent<Value>(value: Value): Value {
  return value;
}

/** Keeps its thread until the clock has moved on by so many ms. */
export function spin(milliseconds: number): number {
  const end = performance.now() + milliseconds;
  while (performance.now() < end);
  return milliseconds;
}

/** How often `empty` was called; counts on from `start`. */
export function count(start: number): number {
  const counted = calls;
  calls = start;
  return counted;
}
