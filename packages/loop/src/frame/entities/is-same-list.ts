/** Whether `other` is an array with the members of `one`. Returns false for an array with a custom iterator, which may return other members. */
export function isSameList(one: readonly unknown[], other: Iterable<unknown>): boolean {
  if (!Array.isArray(other) || other[Symbol.iterator] !== iterator) return false;
  if (one.length !== other.length) return false;
  for (let i = 0; i < one.length; i++) if (one[i] !== other[i]) return false;
  return true;
}

const iterator = Array.prototype[Symbol.iterator];
