/**
 * Throws a DataCloneError if a buffer was moved before. Browsers do that themselves. Node sends the message, and its receiver may be unable to
 * read it.
 */
export function checkTransfer(objects: readonly Transferable[]): void {
  if (!objects.some(isDetached)) return;
  throw new DOMException('transfer: an ArrayBuffer must not have been moved before', 'DataCloneError');
}

function isDetached(object: Transferable): boolean {
  if (!(object instanceof ArrayBuffer) || object.byteLength > 0) return false;
  try {
    return new Uint8Array(object).length < 0;
  } catch {
    return true; // no view of a detached buffer can be made
  }
}
