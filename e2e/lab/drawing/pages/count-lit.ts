import { ground } from './things.ts';

/** How many pixels of a canvas are other than the ground. To be asked in the task that drew: WebGL forgets its picture after it. */
export function countLit(canvas: HTMLCanvasElement): number {
  const { width, height } = canvas;
  // A copy, since a canvas that is read may be drawn in another way from then on.
  const copy = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true })!;
  copy.drawImage(canvas, 0, 0);
  const pixels = new Uint32Array(copy.getImageData(0, 0, width, height).data.buffer);
  const [red, green, blue] = ground;
  const unlit = new Uint32Array(new Uint8Array([red, green, blue, 255]).buffer)[0];
  return pixels.filter((pixel) => pixel !== unlit).length;
}
