/** Doors with the same buttons have the same color. */
const colors = [0xffb84d, 0x7dff9a, 0x9a8cff, 0xff8a8a, 0x6ad7ff, 0xf2ff7d, 0xff9df0, 0x9fffe0];

/** The color of a door, by its index, and of its buttons. */
export function buttonColor(door: number): number {
  return colors[door % colors.length]!;
}
