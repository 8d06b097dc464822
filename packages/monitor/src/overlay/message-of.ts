/** The text of a value that a callback has thrown. Also of values that cannot be converted to a string. */
export function messageOf(error: unknown): string {
  try {
    return error instanceof Error ? error.message || error.name : String(error);
  } catch {
    return 'an error without a message';
  }
}
