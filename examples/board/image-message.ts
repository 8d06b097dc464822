import type { Point } from './board.ts';

const positionSize = 8; // two floats before the bytes of the file

export async function withPosition(file: Blob, position: Point): Promise<Uint8Array<ArrayBuffer>> {
  const message = new Uint8Array(positionSize + file.size);
  message.set(new Uint8Array(Float32Array.from(position).buffer));
  message.set(new Uint8Array(await file.arrayBuffer()), positionSize);
  return message;
}

export function imageOf(message: ArrayBuffer | Uint8Array): [file: Blob, position: Point] {
  const bytes = new Uint8Array(message);
  const [x = 0, y = 0] = new Float32Array(bytes.buffer, 0, 2);
  return [new Blob([bytes.subarray(positionSize)]), [x, y]];
}
