/** The colors of doors. They repeat after the last one. */
const colors = [0xffb84d, 0x7dff9a, 0x9a8cff, 0xff8a8a, 0x6ad7ff, 0xf2ff7d, 0xff9df0, 0x9fffe0];

/** The color of a door, by its index. A button has the color of its first door. */
export function buttonColor(door: number): number {
  return colors[door % colors.length]!;
}
