const transfers = new WeakMap<object, readonly Transferable[]>();

/**
 * Lets a result be moved instead of copied: `return transfer(row, [row.buffer])`.
 *
 * Throws a TypeError if the value is no object.
 */
export function transfer<T extends object>(value: T, objects: readonly Transferable[]): T {
  transfers.set(value, objects);
  return value;
}

/** What is to be moved with a value. */
export function transfersOf(value: unknown): readonly Transferable[] | undefined {
  return typeof value === 'object' && value !== null ? transfers.get(value) : undefined;
}
