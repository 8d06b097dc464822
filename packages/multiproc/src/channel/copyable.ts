import { errorText } from './error-text.ts';

/** An error of a kind that all platforms copy. */
export function copyable(error: unknown): unknown {
  return isForeign(error) ? inWords(error) : error;
}

/** What an error says, in one that can be copied. */
export function inWords(error: unknown): Error {
  return new Error(errorText(error));
}

// A revoked proxy throws when its prototype is asked for.
function isForeign(error: unknown): boolean {
  try {
    return typeof DOMException === 'function' && error instanceof DOMException;
  } catch {
    return true;
  }
}
