/**
 * The error of values that cannot be copied, with the name of the function to which they were passed or which has returned them: the stack of such an error
 * shows only when the message was sent. Other errors, such as those that a getter has thrown, stay as they are.
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
