/** Whether a value is copied later than it is passed, unless it is sent at once: its content may change in between. */
export function isReference(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}

/** A copy of a value, as `structuredClone` makes it. Primitive values are returned as they are. Throws a DataCloneError if there is no copy. */
export function copyOf<T>(value: T): T {
  const isCopied = isReference(value) || typeof value === 'function' || typeof value === 'symbol';
  return isCopied ? structuredClone(value) : value;
}
