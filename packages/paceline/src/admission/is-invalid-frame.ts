/**
 * Returns whether `ws` reports an invalid frame, after which it closes the connection. Such errors
 * have codes that begin with WS_ERR_. A lost connection emits no error, and errors of sending have
 * other codes.
 */
export function isInvalidFrame(error: Error & { readonly code?: unknown }): boolean {
  return typeof error.code === 'string' && error.code.startsWith('WS_ERR_');
}
