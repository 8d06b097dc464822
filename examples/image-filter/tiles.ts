import type { Area } from './bilateral.ts';

interface Size {
  readonly width: number;
  readonly height: number;
}

/** A picture cut into squares of at most `side`. */
export function tilesOf({ height, width }: Size, side: number): Area[] {
  const tiles: Area[] = [];
  for (let y = 0; y < height; y += side) {
    for (let x = 0; x < width; x += side) {
      tiles.push({ x, y, width: Math.min(side, width - x), height: Math.min(side, height - y) });
    }
  }
  return tiles;
}

/** An area with the pixels around it that its filter looks at, as far as the picture goes. */
export function withBorder(area: Area, border: number, picture: Size): Area {
  const x = Math.max(0, area.x - border);
  const y = Math.max(0, area.y - border);
  const right = Math.min(picture.width, area.x + area.width + border);
  const bottom = Math.min(picture.height, area.y + area.height + border);
  return { x, y, width: right - x, height: bottom - y };
}

/** How far the middle of a tile is from that of the picture. */
export function offMiddle({ height, width, x, y }: Area, picture: Size): number {
  return Math.hypot(x + (width - picture.width) / 2, y + (height - picture.height) / 2);
}
