/**
 * Adds the name of the called function to a DataCloneError. The stack of such an error shows only where the message was sent. All other errors, for
 * example errors thrown by a getter, are returned unchanged.
 */
export function copyError(name: string, error: unknown): unknown {
  if (!isCopyError(error)) return error;
  return new DOMException(`${name}: ${error.message}`, 'DataCloneError');
}

function isCopyError(error: unknown): error is DOMException {
  try {
    return error instanceof DOMException && error.name === 'DataCloneError';
  } catch {
    return false; // a proxy whose traps throw
  }
}
