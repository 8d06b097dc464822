/** Colors of the overlay. Text has a contrast of at least 4.5 to the background. */
export const colors = {
  background: '#10141f',
  grid: '#2b3347',
  turn: '#1f2940',
  crossing: '#4a3a1c',
  text: '#e6ebf5',
  quiet: '#a3aec4',
  warning: '#ffb454',
  accent: '#6cb6ff',
} as const;

const palette = [
  '#6cb6ff',
  '#ffb454',
  '#7ee787',
  '#ff8fa3',
  '#c9a6ff',
  '#5ee0d0',
  '#ffd866',
  '#f29ae0',
  '#a5d66f',
  '#ff9d6e',
] as const;

/** The color of an item by its index. After ten items, colors repeat. */
export function colorOf(index: number): string {
  return palette[index % palette.length]!;
}
