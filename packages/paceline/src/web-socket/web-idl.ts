import { hasGetter, isArrayBuffer, isSharedMemory } from '../wire/payload.ts';

/** Data that `send` of a WebSocket accepts; other values are converted to strings. */
export type SocketData = string | ArrayBufferLike | Blob | ArrayBufferView;

/** Converts to a DOMString. Throws a TypeError for a symbol. */
export function toDomString(given: unknown): string {
  return ''.concat(given as string);
}

/** Converts to a USVString: each lone surrogate becomes U+FFFD. */
export function toUsvString(given: unknown): string {
  return toDomString(given).replaceAll(loneSurrogate, '\uFFFD');
}

/** Converts to an unsigned short with `[Clamp]`: ties are rounded to even. */
export function toClampedShort(given: unknown): number {
  const bounded = Math.min(Math.max(given as number, 0), 2 ** 16 - 1) || 0; // NaN becomes 0
  const below = Math.floor(bounded);
  const isUp = bounded - below > 0.5 || (bounded - below === 0.5 && below % 2 === 1);
  return isUp ? below + 1 : below;
}

/** Converts `(DOMString or sequence<DOMString>)` to a list. */
export function toStrings(given: unknown): string[] {
  const iterate = isObject(given) ? (given as Partial<Iterable<unknown>>)[Symbol.iterator] : undefined;
  return iterate ? Array.from(given as Iterable<unknown>, toDomString) : [toDomString(given)];
}

/** Converts `(BufferSource or Blob or USVString)`, also objects of other realms. Throws a TypeError for shared and resizable memory. */
export function toSocketData(given: unknown): SocketData {
  if (!isObject(given)) return toDomString(given);
  if (ArrayBuffer.isView(given)) return isEmpty(given.buffer) ? new Uint8Array() : given;
  if (isArrayBuffer(given) || isSharedMemory(given)) return isEmpty(given) ? new Uint8Array() : given;
  return isBlob(given) ? given : toDomString(given); // the encoding as UTF-8 replaces lone surrogates
}

export function isObject(given: unknown): given is object {
  return (typeof given === 'object' && given !== null) || typeof given === 'function';
}

/** Whether the object is a Blob, of this realm or another one. */
export function isBlob(given: object): given is Blob {
  return hasGetter(Blob.prototype, 'size', given);
}

const loneSurrogate = /\p{Surrogate}/gu;

/**
 * Whether memory has no bytes, for example after its transfer. Throws a TypeError if it is shared
 * or resizable.
 */
function isEmpty(memory: ArrayBufferLike): boolean {
  const kind = isArrayBuffer(memory) ? 'resizable' : 'shared';
  const isResizable = (memory as { readonly resizable?: boolean }).resizable === true;
  if (isResizable || kind === 'shared') throw new TypeError(`send: the memory of data must not be ${kind}`);
  return memory.byteLength === 0;
}
