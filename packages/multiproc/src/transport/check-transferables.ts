import { checkKind } from '@doha/loop/options';

/** Throws a TypeError that names `what` unless `objects` is an array of objects that a platform may be able to transfer. */
export function checkTransferables(what: string, objects: readonly unknown[]): void {
  checkKind(what, Array.isArray(objects), 'an array', objects);
  for (const [index, object] of objects.entries())
    checkKind(`${what}[${index}]`, mayBeTransferable(object), 'a transferable object', object);
}

// The common mistake is to pass a typed array instead of its buffer.
function mayBeTransferable(object: unknown): boolean {
  if (typeof object !== 'object' || object === null || Array.isArray(object)) return false;
  return !ArrayBuffer.isView(object) && Object.getPrototypeOf(object) !== Object.prototype;
}
