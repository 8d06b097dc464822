/** An error of a kind that all platforms copy. */
export function copyable(error: unknown): unknown {
  const isForeign = typeof DOMException === 'function' && error instanceof DOMException;
  return isForeign ? inWords(error) : error;
}

/** What an error says, in one that can be copied. */
export function inWords(error: unknown): Error {
  return new Error(error instanceof Error ? `${error.name}: ${error.message}` : String(error));
}
