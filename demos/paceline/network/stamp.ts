import { kinds, type Kind } from './kinds.ts';

/*
 * Each message begins with a stamp:
 *
 *     0  u8   version, 1
 *     1  u8   index of the kind in `kinds`
 *     2  u8   layer of a video frame
 *     4  f32  x of the pointer, 0 to 1
 *     8  f32  y of the pointer, 0 to 1
 *    16  f64  time of sending in ms
 *
 * The remaining bytes are padding.
 */
const version = 1;
export const stampBytes = 24;

/** The stamp of a message. */
export interface Stamp {
  readonly kind: Kind;
  readonly layer: number;
  readonly x: number;
  readonly y: number;
  readonly sentAt: number;
}

/** A message of `size` bytes, or of the size of a stamp if that is larger. */
export function stamped(size: number, { kind, layer, sentAt, x, y }: Stamp): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(Math.max(stampBytes, size));
  const view = new DataView(bytes.buffer);
  view.setUint8(0, version);
  view.setUint8(1, kinds.indexOf(kind));
  view.setUint8(2, layer);
  view.setFloat32(4, x);
  view.setFloat32(8, y);
  view.setFloat64(16, sentAt);
  return bytes;
}

/** Reads the stamp of a message. Throws a RangeError if there is none. */
export function stampOf(bytes: Uint8Array): Stamp {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const kind = kinds[bytes[1] ?? kinds.length];
  if (bytes.length < stampBytes || bytes[0] !== version || kind === undefined)
    throw new RangeError(`stampOf: a message must begin with a stamp, got ${bytes.subarray(0, 4).join(' ')}`);
  return {
    kind,
    layer: view.getUint8(2),
    x: view.getFloat32(4),
    y: view.getFloat32(8),
    sentAt: view.getFloat64(16),
  };
}
