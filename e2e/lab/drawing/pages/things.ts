/** Many small things on a canvas: the positions of their centers in pixels, and their indices in `colors`. */
export interface Things {
  readonly count: number;
  readonly x: Float32Array;
  readonly y: Float32Array;
  readonly color: Uint8Array;
}

/** Width and height of a thing in pixels. */
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

/** The background color as red, green and blue, 0 to 255. */
export const background = [5, 7, 13] as const;

/** Returns the brightness of a thing, 0 to 1, at a distance in pixels from its center. */
export function brightnessAt(distance: number): number {
  return Math.max(0, 1 - (2 * distance) / edge) ** 1.5;
}
