import { mustBe } from '@doha/loop/options';
import type { Bytes } from './bytes.ts';

/** Data that can be sent: a text, or bytes, which are copied. */
export type Sendable = string | ArrayBuffer | SharedArrayBuffer | ArrayBufferView;

const utf8 = new TextEncoder();
const fromUtf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Number of bytes of a text in UTF-8. */
export function utf8Length(text: string): number {
  return utf8.encode(text).length;
}

/** The text of UTF-8 bytes; undefined: they are not UTF-8. */
export function textOf(bytes: Uint8Array): string | undefined {
  try {
    return fromUtf8.decode(bytes);
  } catch {
    return undefined;
  }
}

/**
 * Bytes whose buffer holds nothing else, copied if necessary. Bytes of a connection are no shared memory. Empty bytes are always new, because the application
 * may transfer them, and the given ones may be a constant.
 */
export function ownBytes(bytes: Uint8Array): Bytes {
  return bytes.length > 0 && bytes.length === bytes.buffer.byteLength
    ? (bytes as Bytes)
    : new Uint8Array(bytes);
}

/** Copies data to bytes. Throws a TypeError that names `method` if it cannot be sent, or its buffer is detached. */
export function bytesOf(data: Sendable, method: string = 'send'): Bytes {
  if (typeof data === 'string') return utf8.encode(data);
  if (!ArrayBuffer.isView(data) && !isArrayBuffer(data) && !isSharedMemory(data))
    throw new TypeError(mustBe(`${method}: data`, 'a string, an ArrayBuffer or a view of one', data));
  const bytes = viewed(data);
  if (bytes !== undefined) return bytes.slice();
  throw new TypeError(
    mustBe(`${method}: data`, 'an ArrayBuffer that is not detached, or a view of one', data),
  );
}

/** A view of the memory; undefined: it has been transferred. */
function viewed(data: Exclude<Sendable, string>): Uint8Array | undefined {
  try {
    if (!ArrayBuffer.isView(data)) return new Uint8Array(data);
    return new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
  } catch {
    return undefined; // browsers of 2023 have no property `detached`
  }
}

/** Whether the value is an ArrayBuffer, of this realm or of another one, such as an iframe's. */
export function isArrayBuffer(data: unknown): data is ArrayBuffer {
  return hasGetter(ArrayBuffer.prototype, 'byteLength', data);
}

export function isSharedMemory(data: unknown): data is SharedArrayBuffer {
  return (
    typeof SharedArrayBuffer !== 'undefined' && hasGetter(SharedArrayBuffer.prototype, 'byteLength', data)
  );
}

/** Whether a built-in getter accepts an object. Unlike `instanceof` this works for objects of all realms. */
export function hasGetter(prototype: object, name: string, object: unknown): boolean {
  try {
    Reflect.get(prototype, name, object);
    return true;
  } catch {
    return false;
  }
}
