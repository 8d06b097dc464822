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
  '#5aa9ff',
  '#ff9a2e',
  '#3fcf5f',
  '#ff6470',
  '#a884ff',
  '#f7ee5a',
  '#e6ebf5',
  '#f07fe6',
  '#38d9e0',
  '#b3895a',
] as const;

/** The color of an item by its index. After ten items, colors repeat. */
export function colorOf(index: number): string {
  return palette[index % palette.length]!;
}
