/** Returns whether a value is an object, which the application can change until it is copied. */
export function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}

/**
 * Returns a copy made by `structuredClone`. Primitive values other than symbols are returned as they are. Throws a DataCloneError if the value cannot be
 * copied, as for a symbol or a function.
 */
export function copyOf<T>(value: T): T {
  const mustClone = isObject(value) || typeof value === 'function' || typeof value === 'symbol';
  return mustClone ? structuredClone(value) : value;
}
