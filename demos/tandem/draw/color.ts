/** A CSS color from 0xRRGGBB and an opacity. */
export function cssColor(rgb: number, opacity = 1): string {
  return `rgb(${(rgb >> 16) & 255} ${(rgb >> 8) & 255} ${rgb & 255} / ${opacity})`;
}

/** Mixes two colors in 0xRRGGBB. `part` is the share of the second one, 0 to 1. */
export function mixColors(from: number, to: number, part: number): number {
  const channel = (shift: number): number => {
    const start = (from >> shift) & 255;
    return Math.round(start + (((to >> shift) & 255) - start) * part) << shift;
  };
  return channel(16) | channel(8) | channel(0);
}

/** Colors of rock and air. */
export const rock = 0x121826;
export const rockEdge = 0x7f9fe0;
export const air = 0x05070d;

/** Colors of the things of a level. */
export const gemColor = 0xffe066;
export const exitColor = 0xa8ff9e;
export const checkpointColor = 0x8fd3ff;

/** The colors of the players. */
export const robotColors: readonly number[] = [0x5df2ff, 0xff7ad9];

/** The colors of threads. They repeat after the last one. */
const threadColors = [0xffd23f, 0x4f9dff, 0x7dff8a, 0xff8a3c, 0xd69bff, 0xff5d73, 0x5fe3c0, 0xe8ecf5];

export function threadColor(part: number): number {
  return threadColors[part % threadColors.length]!;
}
