/** Returns whether a value is an object, which the application can change until it is copied. */
export function isReference(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}

/** Returns a copy made by `structuredClone`. Primitive values are returned as they are. Throws a DataCloneError if the value cannot be copied. */
export function copyOf<T>(value: T): T {
  const isCopied = isReference(value) || typeof value === 'function' || typeof value === 'symbol';
  return isCopied ? structuredClone(value) : value;
}
