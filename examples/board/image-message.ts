import type { Point } from './board.ts';

const placeSize = 8; // two floats, before the bytes of the file

export async function withPlace(file: Blob, place: Point): Promise<Uint8Array<ArrayBuffer>> {
  const message = new Uint8Array(placeSize + file.size);
  message.set(new Uint8Array(Float32Array.from(place).buffer));
  message.set(new Uint8Array(await file.arrayBuffer()), placeSize);
  return message;
}

export function pictureOf(message: ArrayBuffer | Uint8Array): [file: Blob, place: Point] {
  const bytes = new Uint8Array(message);
  const [x = 0, y = 0] = new Float32Array(bytes.buffer, 0, 2);
  return [new Blob([bytes.subarray(placeSize)]), [x, y]];
}
