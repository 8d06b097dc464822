import type { Area } from './bilateral.ts';

interface Size {
  readonly width: number;
  readonly height: number;
}

/**
 * Divides an image into squares of `side` pixels. Tiles at the right and lower edges may be
 * smaller.
 */
export function tilesOf({ height, width }: Size, side: number): Area[] {
  const tiles: Area[] = [];
  for (let y = 0; y < height; y += side) {
    for (let x = 0; x < width; x += side) {
      tiles.push({ x, y, width: Math.min(side, width - x), height: Math.min(side, height - y) });
    }
  }
  return tiles;
}

/**
 * Extends an area by `border` pixels on each side, because the filter reads them too. The result stays
 * within the image.
 */
export function withBorder(area: Area, border: number, image: Size): Area {
  const x = Math.max(0, area.x - border);
  const y = Math.max(0, area.y - border);
  const right = Math.min(image.width, area.x + area.width + border);
  const bottom = Math.min(image.height, area.y + area.height + border);
  return { x, y, width: right - x, height: bottom - y };
}

/** The distance of the center of a tile from the center of the image. */
export function centerDistance({ height, width, x, y }: Area, image: Size): number {
  return Math.hypot(x + (width - image.width) / 2, y + (height - image.height) / 2);
}
