/** Many small things on a canvas, in its pixels; the color is an index. */
export interface Things {
  readonly count: number;
  readonly x: Float32Array;
  readonly y: Float32Array;
  readonly color: Uint8Array;
}

/** Edge of a thing, in pixels. */
export const edge = 8;

/** Eight colors as red, green and blue, 0 to 255. */
export const colors: readonly (readonly [number, number, number])[] = [
  [93, 242, 255],
  [255, 122, 217],
  [255, 224, 102],
  [168, 255, 158],
  [255, 138, 60],
  [199, 125, 255],
  [255, 79, 100],
  [255, 255, 255],
];

/** What is behind the things, as red, green and blue, 0 to 255. */
export const ground = [5, 7, 13] as const;

/** How bright a thing is at so many pixels from its middle, 0 to 1. */
export function brightnessAt(distance: number): number {
  return Math.max(0, 1 - (2 * distance) / edge) ** 1.5;
}
