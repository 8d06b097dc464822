import { background } from './things.ts';

/** Returns the number of pixels that differ from the background. Call it in the task that drew, because WebGL discards its image afterwards. */
export function countLit(canvas: HTMLCanvasElement): number {
  const { width, height } = canvas;
  // Reads a copy: after a canvas was read, a browser may draw it without the GPU.
  const copy = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true })!;
  copy.drawImage(canvas, 0, 0);
  const pixels = new Uint32Array(copy.getImageData(0, 0, width, height).data.buffer);
  const [red, green, blue] = background;
  const unlit = new Uint32Array(new Uint8Array([red, green, blue, 255]).buffer)[0];
  return pixels.filter((pixel) => pixel !== unlit).length;
}
