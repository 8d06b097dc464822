import type { Point } from './board.ts';

/** Bytes of the position: two 32-bit floats, which precede the bytes of the image file. */
const positionSize = 8;

/** Returns the message for an image file that was dropped at a position. */
export async function withPosition(file: Blob, position: Point): Promise<Uint8Array<ArrayBuffer>> {
  const message = new Uint8Array(positionSize + file.size);
  message.set(new Uint8Array(Float32Array.from(position).buffer));
  message.set(new Uint8Array(await file.arrayBuffer()), positionSize);
  return message;
}

/** Returns the image file and the position of a message. */
export function imageOf(message: ArrayBuffer | Uint8Array): [file: Blob, position: Point] {
  const bytes = new Uint8Array(message);
  const [x = 0, y = 0] = new Float32Array(bytes.buffer, 0, 2);
  return [new Blob([bytes.subarray(positionSize)]), [x, y]];
}
