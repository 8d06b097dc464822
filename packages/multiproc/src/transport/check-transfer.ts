import type { Transferable } from '../platform-types.ts';

/**
 * Throws a DataCloneError if an ArrayBuffer is detached already. Browsers check this themselves. Node sends the message, and the receiver may be unable
 * to read it.
 */
export function checkTransfer(objects: readonly Transferable[]): void {
  if (!objects.some(isDetached)) return;
  throw new DOMException('transfer: an ArrayBuffer must not be detached', 'DataCloneError');
}

function isDetached(object: Transferable): boolean {
  if (!(object instanceof ArrayBuffer) || object.byteLength > 0) return false;
  try {
    return new Uint8Array(object).length < 0;
  } catch {
    return true; // a detached buffer cannot have a view
  }
}
